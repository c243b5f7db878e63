"""Who won and why, and how to share it."""
