"""What is said, in the chosen language."""
