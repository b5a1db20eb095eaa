"""The clauses and effects that work on each other, and those that cannot hold together.

Told from steps that are carried out with a clause and without it, and in either order. What is observed is no claim
about all tables; *always* and *never* are proved, or exhausted at a scale.
"""
