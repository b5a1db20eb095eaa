"""What functions of ``math`` mean, in ordinary Python."""

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
