"""Attacks on PROVED and EXHAUSTED in Python, before these verdicts are given.

Matches, single steps from tables that a proof allows, and steps that are held against its paths. It assumes nothing
of how a verdict was come to, and can only withdraw it.
"""
