"""Counting a table, one player after another."""
