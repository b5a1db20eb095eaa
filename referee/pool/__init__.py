"""Executors that run work in processes or on a cluster, shared by verify and tournament."""
