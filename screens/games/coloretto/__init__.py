"""The face of Coloretto."""
