"""Fuzz, explore and prove a game's properties; findings, interactions, ledger."""
