"""A table before it exists: who sits where, with which variants, and what is laid out."""
