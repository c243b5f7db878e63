"""The sessions that have been played, and each of them."""
