"""Which clauses and effects work on each other, and which cannot hold together."""
