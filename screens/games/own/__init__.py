"""Games of one's own, as they are shown."""
