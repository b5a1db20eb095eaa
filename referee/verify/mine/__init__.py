"""Promises that nobody wrote: what held in play, inferred in the manner of Daikon (Ernst et al., 2007)."""
