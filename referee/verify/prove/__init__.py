"""The prover by following live rules: the functions that the referee plays, with terms in the place of numbers.

It takes what ``referee.verify.symbolic`` does not take yet. It believes text to say what it seems to, and so says
PROVED only of text that ``referee.verify.understood`` reads.
"""
