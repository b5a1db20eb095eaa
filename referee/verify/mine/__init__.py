"""Promises that nobody wrote: what held in play, inferred in the manner of Daikon (Ernst et al., 2007).

From tables of random, greedy, stalling and searching play. None is believed: each is attacked like a property.
"""
