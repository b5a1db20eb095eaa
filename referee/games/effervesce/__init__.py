"""Effervesce: bring thirteen cards of a suit together, and challenge those who trade with you."""
