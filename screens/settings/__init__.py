"""Choices, data, and what the app is."""
