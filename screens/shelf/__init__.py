"""Games of one's own: the shelf, a game on it, and how one is made."""
