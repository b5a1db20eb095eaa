"""Matches: seats, the bot interface, the referee."""
