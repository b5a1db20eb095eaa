"""The edges of rule text, how much each matters, and the words with which a rulebook speaks of it."""

from __future__ import annotations

from enum import Enum


class Edge(Enum):
    """What is special about the moment."""

    EQUAL = "equal"
    NONE = "none"
    ONE = "one"
    ONESELF = "oneself"
    ALL = "all"
    AGAIN = "again"
    REST = "does not divide"
    FIRST = "first"
    MORE = "more than planned"


WEIGHT = {
    Edge.NONE: 3.0, Edge.EQUAL: 3.0, Edge.REST: 3.0, Edge.AGAIN: 2.0, Edge.ALL: 2.0, Edge.ONESELF: 1.5, Edge.ONE: 0.5,
    Edge.FIRST: 1.0, Edge.MORE: 2.0,
}  # fmt: skip
SPOKEN = {
    Edge.EQUAL: r"ties?|tied|equal(ly)?|same|draws? level|both|as many|as high",
    Edge.NONE: r"no|none|nobody|nothing|empty|cannot|without|otherwise|unless|runs? out|enough|too few",
    Edge.ONE: r"only|last|alone|single|must|one",
    Edge.ONESELF: r"oneself|himself|herself|yourself|themsel(f|ves)|own|anybody|everybody|any player",
    Edge.ALL: r"last|all|empty|runs? out|end of the (stock|pack)|rest"
    r"|(while|if|as long as|as many as) there (is|are)",
    Edge.AGAIN: r"again|already|still|twice|once|until",
    Edge.REST: r"the rest|remainders?|remains|round(ed|ing|s)?|left over|leftover|surplus|indivisible|odd"
    r"|(not|cannot) be (shared|divided|split)|not divide",
    Edge.FIRST: r"first|begins?|beginning|starts?|opens?|opening|yet|before anybody|at once",
    Edge.MORE: r"more|limit|maximum|at most|any number|up to|exceeds?|too many|at least|or over",
}
"""They say only where to look: other sentences may speak of it too."""
