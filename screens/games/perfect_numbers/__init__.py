"""The face of Perfect Numbers."""
