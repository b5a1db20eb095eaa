"""Formats, ratings, statistics, store and runner of tournaments."""
