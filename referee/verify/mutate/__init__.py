"""Mutants: rules broken one change at a time, to see whether anything that ``check`` runs notices."""
