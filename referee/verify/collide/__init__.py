"""The clauses and effects that work on each other, and those that cannot hold together."""
