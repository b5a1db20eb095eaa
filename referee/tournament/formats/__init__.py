"""Formats: who meets whom next. A format is made from what results keep of a definition, and nothing else, so that
a run, a run that is resumed, an audit and the standings all come to the same tables."""

from referee.tournament.formats.choosing import format_of
from referee.tournament.formats.format import Field, Format, Outcome, Table, sides_of

__all__ = ["Field", "Format", "Outcome", "Table", "format_of", "sides_of"]
