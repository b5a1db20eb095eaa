"""The interview: edges of the rule text that play comes to, as questions to the author of the rules.

Decides nothing about the rules: it finds where they decide, and text that does nothing. It watches comparisons and
branches while rules are played. That a sentence of the rulebook speaks of an edge is told by shared words alone.
"""
