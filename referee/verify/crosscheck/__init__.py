"""Attacks on PROVED and EXHAUSTED in Python, before these verdicts are given."""
