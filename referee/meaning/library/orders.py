"""What orders mean, heaps and sorted lists, in ordinary Python."""

# mypy: ignore-errors

from __future__ import annotations


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
    return heapreplace(heap, last) if heap else last


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


def heapreplace(heap, thing):
    least = heap[0]
    heap[0] = thing
    rise(heap, 0)
    return least


def heappushpop(heap, thing):
    if heap and heap[0] < thing:
        return heapreplace(heap, thing)
    return thing


def merge(*many, key=None, reverse=False):
    rows = [list(each) for each in many]
    places = [0 for each in rows]
    found = []
    for _ in range(sum([len(each) for each in rows])):
        best = -1
        for at in range(len(rows)):
            if places[at] < len(rows[at]):
                if best == -1:
                    best = at
                else:
                    one, other = rows[at][places[at]], rows[best][places[best]]
                    if key is not None:
                        one, other = key(one), key(other)
                    if (other < one) if reverse else (one < other):
                        best = at
        found.append(rows[best][places[best]])
        places[best] += 1
    return found
