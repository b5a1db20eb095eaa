"""What the methods and operators of Counters mean, in ordinary Python."""

# mypy: ignore-errors

from __future__ import annotations

from collections import Counter


def most_common(counted, n=None):
    return sorted(counted.items(), key=lambda pair: pair[1], reverse=True)[:n]


def total(counted):
    return sum(counted.values())


def elements(counted):
    return [each for each, number in counted.items() for _ in range(number)]


def positive(counted):
    return Counter({each: number for each, number in counted.items() if number > 0})


def counter_add(one, other):
    found = Counter(one)
    for each, number in other.items():
        found[each] += number
    return positive(found)


def counter_sub(one, other):
    found = Counter(one)
    for each, number in other.items():
        found[each] -= number
    return positive(found)


def counter_and(one, other):
    return positive(Counter({each: min(number, other[each]) for each, number in one.items()}))


def counter_or(one, other):
    found = Counter(one)
    for each, number in other.items():
        if number > found[each]:
            found[each] = number
    return positive(found)


def became(counted, other):
    """In place what another one is, in its order."""
    counted.clear()
    counted.update(other)


def forget(counted, each):
    if each in counted:
        counted.pop(each)


def at_most(one, other):
    return all(number <= other[each] for each, number in one.items()) and all(
        one[each] <= number for each, number in other.items()
    )


def below(one, other):
    return at_most(one, other) and not same_counts(one, other)


def same_counts(one, other):
    return all(number == other[each] for each, number in one.items()) and all(
        one[each] == number for each, number in other.items()
    )


def negated(counted):
    return Counter({each: -number for each, number in counted.items() if number < 0})
