"""Intervals and tests, shared by verify and tournament."""
