"""What ``itertools`` and the methods of sequences mean, in ordinary Python."""

# mypy: ignore-errors

from __future__ import annotations

from itertools import product

NO_MORE = object()


def zip_longest(*many, fillvalue=None):
    rows = [tuple(each) for each in many]
    length = max([len(each) for each in rows])
    return [tuple([each[at] if at < len(each) else fillvalue for each in rows]) for at in range(length)]


def reduce(function, things, first=NO_MORE):
    things = tuple(things)
    found, others = (things[0], things[1:]) if first is NO_MORE else (first, things)
    for each in others:
        found = function(found, each)
    return found


def accumulate(things, function=None, *, initial=None):
    found = [] if initial is None else [initial]
    for each in things:
        if found:
            found.append(found[-1] + each if function is None else function(found[-1], each))
        else:
            found.append(each)
    return found


def chain_of(many):
    return [thing for each in many for thing in each]


def chain(*many):
    return chain_of(many)


def pairwise(things):
    things = tuple(things)
    return [(things[at], things[at + 1]) for at in range(len(things) - 1)]


def permutations(things, r=None):
    things = tuple(things)
    places = product(range(len(things)), repeat=len(things) if r is None else r)
    return [tuple([things[at] for at in each]) for each in places if len(set(each)) == len(each)]


def takewhile(function, things):
    found = []
    for each in things:
        if not function(each):
            break
        found.append(each)
    return found


def dropwhile(function, things):
    found = []
    dropping = True
    for each in things:
        dropping = dropping and bool(function(each))
        if not dropping:
            found.append(each)
    return found


def filtered(function, things):
    return [each for each in things if (each if function is None else function(each))]


def filterfalse(function, things):
    return [each for each in things if not (each if function is None else function(each))]


def starmap(function, things):
    return [function(*each) for each in things]


def groupby(things, key=None):
    every = list(things)
    names = [each if key is None else key(each) for each in every]
    starts = [at for at in range(len(names)) if at == 0 or not names[at - 1] == names[at]]  # noqa: SIM201 - as Python asks
    return [(names[start], every[start:end]) for start, end in pairwise([*starts, len(names)])]


def popitem(held):
    if not held:
        raise KeyError("popitem of an empty dictionary")
    key = list(held)[-1]
    return key, held.pop(key)


def by_items(thing):
    """What is gone through of a thing that has ``__getitem__`` alone."""
    found = []
    while True:
        try:
            found.append(thing[len(found)])
        except IndexError:
            break
    return found


def by_items_reversed(thing):
    return [thing[at] for at in range(len(thing) - 1, -1, -1)]


def without_keys(held, keys):
    return {key: each for key, each in held.items() if key not in keys}


def nothing(*given):
    return None


def rotate(queue, by=1):
    many = len(queue)
    if many:
        at = -by % many
        queue[:] = [*queue[at:], *queue[:at]]


def spliced(items, start, stop, things):
    many = len(items)
    first = 0 if start is None else max(0, start + many) if start < 0 else min(start, many)
    last = many if stop is None else max(0, stop + many) if stop < 0 else min(stop, many)
    return [*items[:first], *things, *items[max(first, last) :]]


def compress(things, flags):
    return [each for each, flag in zip(things, flags, strict=False) if flag]


def transposed(rows):
    """What ``zip(*rows)`` gives."""
    many = [len(each) for each in rows]
    return [tuple([each[at] for each in rows]) for at in range(min(many, default=0))]


def index_from(things, thing, start, stop=None):
    many = len(things)
    first = max(0, start + many) if start < 0 else start
    last = many if stop is None else max(0, stop + many) if stop < 0 else min(stop, many)
    for at in range(first, last):
        if things[at] == thing:
            return at
    raise ValueError("it is not there")


STEP_BY_STEP = (
    *(zip_longest, accumulate, chain, chain_of, pairwise, permutations, takewhile, dropwhile, filtered, filterfalse),
    *(starmap, groupby, compress, transposed),
)
"""Those that find at once what Python gives one after the other."""
