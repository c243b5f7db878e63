"""The face of Perladöra."""
