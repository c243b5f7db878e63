"""The people who play, and how they fare."""
