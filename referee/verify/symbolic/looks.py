"""Which operations only look: what they are part of may be put together, whatever ways lead through it."""

_LOOKS = """
    local, const, empty, none, some, sure, there, inject, project, is alternative, convert, as, seq, record,
    part, table, add, sub, mul, div, mod, pow, negative, abs, min, max, int.next, truth, not, if, equal, differ,
    less, least, more, most, both.and, both.or, and then, is one of, by atom, length, item, at, slice, joined
    up, contains, index, place, spin, scalar, each, each.all, money, turns, outcome, place.pile, place.size,
    next, everyone from, pile.size, pile.add, pile.sub, pile.less, pile.and, pile.count, pile.only, pile.worth,
    pile.highest, pile.is_exactly, pile.is_within, pile.covers, pile.times, pile.following, pile.matching, call,
    new, append, map, map.has, map.item, map.key, map.value, map.set, put, fraction, truediv, comb, sorted,
    repeated, argmax, argmin, set, map.del, setdefault, reading is, way, product, combinations, combinations again
"""
LOOKS = frozenset([" ".join(each.split()) for each in _LOOKS.split(",")])
"""The operations that change nothing but what they themselves have made."""

MAKES = frozenset(
    ["local", "new", "seq", "set", "sorted", "slice", "joined up", "repeated", "map", "empty", "each.all"]
)
"""The operations that give a list, a set or a dictionary that nobody else has."""
LAZY = frozenset(["if", "and then", "both.and", "both.or", "by atom"])
"""The operations that work out their later parts only where they need them."""
_SAFE = """
    local, const, none, some, there, outcome, is alternative, record, part, add, sub, mul, negative, abs, min, max,
    int.next, truth, not, if, equal, differ, less, least, more, most, both.and, both.or, and then, is one of, by atom,
    length, scalar, turns, pile.size, pile.add, pile.count, pile.only, pile.worth, pile.highest, pile.following
"""
NEVER_RAISE = frozenset([" ".join(each.split()) for each in _SAFE.split(",")])
"""Operations that come to a value whatever they are given."""
