"""Bots that do what they may not."""
