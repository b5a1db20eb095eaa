"""Fscking Ace: turn up cards as long as you dare; whoever meets the ace of spades pays everybody."""
