"""What the methods and operators of sets mean, in ordinary Python."""

# mypy: ignore-errors
# ruff: noqa: C405

from __future__ import annotations


def set_and(one, *others):
    for other in others:
        one = {each for each in one if each in other}
    return one if others else set(one)


def set_or(one, *others):
    return set([*one, *[each for other in others for each in other]])


def set_less(one, *others):
    for other in others:
        one = {each for each in one if each not in other}
    return one if others else set(one)


def set_xor(one, other):
    return set([*[each for each in one if each not in other], *[each for each in other if each not in one]])


def issubset(one, other):
    return all(each in other for each in one)


def issuperset(one, other):
    return all(each in one for each in other)


def is_less(one, other):
    return len(one) < len(other) and all(each in other for each in one)


def is_same_set(one, other):
    return len(one) == len(other) and all(each in other for each in one)


def isdisjoint(one, other):
    return not any(each in other for each in one)


def discard(one, thing):
    if thing in one:
        one.remove(thing)


def keep(one, *others):
    for other in others:
        for each in [each for each in one if each not in other]:
            one.remove(each)


def lose(one, *others):
    for other in others:
        for each in list(other):
            if each in one:
                one.remove(each)


def change_over(one, other):
    for each in list(other):
        if each in one:
            one.remove(each)
        else:
            one.add(each)


def is_same_row(one, other):
    return len(one) == len(other) and all(x == y for x, y in zip(one, other, strict=True))


def is_same_map(one, other):
    return len(one) == len(other) and all(key in other and held == other[key] for key, held in one.items())


def union_of(one, many):
    """What ``one.union(*many)`` gives."""
    return set([*one, *[each for other in many for each in other]])


def in_all(many):
    """What ``set.intersection(*many)`` gives."""
    first = set(many[0])
    return {each for each in first if all(each in other for other in many)}


OF_SETS = (
    *(union_of, in_all),
    *(set_and, set_or, set_less, set_xor, issubset, issuperset, is_less, is_same_set, isdisjoint),
    *(keep, lose, change_over),
)
"""Those that go through sets, and come to the same whatever the order."""
