"""Spades, a game of referee."""
