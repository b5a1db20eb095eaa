"""Missions, a game of referee."""
