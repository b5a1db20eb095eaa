"""Proofs on the meaning of rules: a Program is carried out with terms in place of numbers.

Nothing but the Program runs, so that nothing can be forgotten: every path comes to a boundary, an end, a broken
obligation, or to something that is not followed, which is told.
"""
