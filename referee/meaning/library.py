"""What functions of Python's library mean, in ordinary Python: it is read like rules.

What gives one thing after the other gives all of them here: a name for what is gone through once is refused
(``Body.assign``).
"""

# mypy: ignore-errors
# ruff: noqa: C405

from __future__ import annotations

from collections import Counter
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


def most_common(counted, n=None):
    return sorted(counted.items(), key=lambda pair: pair[1], reverse=True)[:n]


def popitem(held):
    if not held:
        raise KeyError("popitem of an empty dictionary")
    key = list(held)[-1]
    return key, held.pop(key)


def nothing(*given):
    return None


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


def largest(things, keys):
    best = 0
    for at in range(1, len(things)):
        if keys[at] > keys[best]:
            best = at
    return things[best]


def smallest(things, keys):
    best = 0
    for at in range(1, len(things)):
        if keys[at] < keys[best]:
            best = at
    return things[best]


def in_order(things, compare, reverse):
    """What ``sorted`` gives where a function compares, or the order that an author has written (None)."""
    found = []
    for each in things[::-1] if reverse else things:
        at = len(found)
        while at > 0 and (each < found[at - 1] if compare is None else compare(each, found[at - 1]) < 0):
            at -= 1
        found.insert(at, each)
    return found[::-1] if reverse else found


def first_by(things, compare, sign):
    best = 0
    for at in range(1, len(things)):
        if compare(things[at], things[best]) * sign > 0:
            best = at
    return things[best]


def nlargest(n, things, key=None):
    return sorted(things, key=key, reverse=True)[: max(n, 0)]


def nsmallest(n, things, key=None):
    return sorted(things, key=key)[: max(n, 0)]


def sink(heap, first, at):
    """What came last, to its place in a heap, as ``heapq`` does it: where each thing lies can be seen."""
    thing = heap[at]
    while at > first:
        above = (at - 1) >> 1
        if not thing < heap[above]:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = thing


def rise(heap, at):
    many, first, thing = len(heap), at, heap[at]
    while (least := 2 * at + 1) < many:
        if least + 1 < many and not heap[least] < heap[least + 1]:
            least += 1
        heap[at] = heap[least]
        at = least
    heap[at] = thing
    sink(heap, first, at)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    least = heap[0]
    heap[0] = last
    rise(heap, 0)
    return least


def heapify(heap):
    for at in range(len(heap) // 2 - 1, -1, -1):
        rise(heap, at)


def bisect_right(things, thing, lo=0, hi=None, key=None):
    assert lo >= 0
    last = len(things) if hi is None else hi
    while lo < last:
        middle = (lo + last) // 2
        each = things[middle] if key is None else key(things[middle])
        if thing < each:
            last = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(things, thing, lo=0, hi=None, key=None):
    assert lo >= 0
    last = len(things) if hi is None else hi
    while lo < last:
        middle = (lo + last) // 2
        each = things[middle] if key is None else key(things[middle])
        if each < thing:
            lo = middle + 1
        else:
            last = middle
    return lo


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


def rotate(queue, by=1):
    many = len(queue)
    if many:
        at = -by % many
        queue[:] = [*queue[at:], *queue[:at]]


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


OF_SETS = (
    *(set_and, set_or, set_less, set_xor, issubset, issuperset, is_less, is_same_set, isdisjoint),
    *(keep, lose, change_over),
)
"""Those that go through sets, and come to the same whatever the order."""


def spliced(items, start, stop, things):
    many = len(items)
    first = 0 if start is None else max(0, start + many) if start < 0 else min(start, many)
    last = many if stop is None else max(0, stop + many) if stop < 0 else min(stop, many)
    return [*items[:first], *things, *items[max(first, last) :]]


STEP_BY_STEP = (
    *(zip_longest, accumulate, chain, chain_of, pairwise, permutations, takewhile, dropwhile, filtered, filterfalse),
    *(starmap, groupby),
)
"""Those that find at once what Python gives one after the other."""
