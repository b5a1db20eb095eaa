"""Tests of referee; `python -m tests` runs every check."""
