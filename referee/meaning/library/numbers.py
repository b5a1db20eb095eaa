"""What functions of ``math`` and ``statistics`` mean, in ordinary Python."""

# mypy: ignore-errors

from __future__ import annotations


def gcd(one, other):
    one, other = abs(one), abs(other)
    while other:
        one, other = other, one % other
    return one


def factorial(number):
    assert number >= 0
    found = 1
    for each in range(2, number + 1):
        found *= each
    return found


def isqrt(number):
    assert number >= 0
    found = 0
    while (found + 1) * (found + 1) <= number:
        found += 1
    return found


def gcd_of(*numbers):
    found = 0
    for each in numbers:
        found = gcd(found, each)
    return found


def lcm(*numbers):
    found = 1
    for each in numbers:
        found = abs(found * each) // gcd(found, each) if each else 0
    return found


def perm(many, taken=None):
    assert many >= 0
    found = 1
    for each in range(many if taken is None else taken):
        found *= many - each
    return found


def truncated(one, other):
    """What ``int(one / other)`` gives."""
    found = abs(one) // abs(other)
    return found if (one < 0) == (other < 0) else -found


def rounded(one, other):
    """What ``round(one / other)`` gives: of two that are as near the even one."""
    if other < 0:
        one, other = -one, -other
    whole, left = divmod(one, other)
    if 2 * left > other or (2 * left == other and whole % 2 == 1):
        return whole + 1
    return whole


def mode(things):
    every = tuple(things)
    assert every
    return max(every, key=every.count)


def multimode(things):
    every = tuple(things)
    most = max([every.count(each) for each in every], default=0)
    found = []
    for each in every:
        if every.count(each) == most and each not in found:
            found.append(each)
    return found


def median_low(things):
    every = sorted(things)
    assert every
    return every[(len(every) - 1) // 2]


def median_high(things):
    every = sorted(things)
    assert every
    return every[len(every) // 2]
