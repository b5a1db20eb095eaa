"""Spike (a): a turn of Effervesce under terms."""
