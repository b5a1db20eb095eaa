"""Mutants: rules broken one change at a time, to see whether anything that ``check`` runs notices.

A survivor may be the same game: that is said only where every symbolic path of small forms agrees.
"""
