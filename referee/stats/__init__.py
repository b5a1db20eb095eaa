"""Blocks, intervals, sequential tests and ratings, shared by verify and tournament (docs/statistics.md)."""
