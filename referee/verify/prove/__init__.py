"""The prover: runs the very rules that the referee plays, with terms in the place of numbers."""
