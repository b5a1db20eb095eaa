"""Comprehensions of rule text, over things of which the number is not known."""

from __future__ import annotations

from functools import partial
from typing import Any

from referee.kernel.places import Row
from referee.verify.prove.effects.cards import CardNumber, Many, SomeCard
from referee.verify.prove.effects.context import Context, current, present
from referee.verify.prove.effects.spaces import SomeOfCards
from referee.verify.prove.effects.unknown import Thing, Unknown, key_of
from referee.verify.prove.effects.watched import Watched, copied
from referee.verify.prove.effects.ways import ChangesMuch
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import NO_BOUND


def walk(each: Any, walked: Any, site: Any, parts: int) -> Any:
    """``[… for … in walked if …]``, of any one thing where their number is not known."""
    if isinstance(walked, Row):
        walked = walked.row
    if isinstance(walked, Unknown):
        walked = walked.context.things_of(walked, parts)
    if isinstance(walked, SomeOfCards) and isinstance(walked.among, Many):
        walked = every_choice(walked)
    if isinstance(walked, Many):
        if isinstance(walked.size, int) and walked.size == 0:
            return []
        context = walked.context
        key = _known_key(each, walked, site, context)
        return copied(context.answer(key, lambda: _walked(each, walked)))
    things = walked if isinstance(walked, (tuple, list)) else list(walked)
    here = present()
    if here is not None and things and all(isinstance(thing, str) for thing in things):
        key = _known_key(each, tuple(things), site, here)
        return copied(here.answer(key, lambda: _over_words(here, each, list(things))))
    return each(things)


def every_choice(space: Any) -> Many:
    """All answers of a space, one after the other."""
    some: Many = space.among
    context: Context = some.context
    number = context.amount("how many choices", 0)
    there: Any = (space.least <= space.most) & (space.least <= some.size)
    context.path.assume(context.algebra.either(number >= 1, context.algebra.negate(there)))

    def choice() -> Many:
        size = context.amount("chosen", 0)
        context.path.assume(size >= space.least)
        context.path.assume(size <= space.most)
        return some.part(size)

    return Many(context, number, choice)


def _known_key(each: Any, walked: Any, site: Any, context: Context) -> Any:
    cells = each.__closure__ or ()
    held = tuple([key_of(cell.cell_contents) for cell in cells])
    return ("walk", site, each.__code__, key_of(walked), held, context.version)


def _over_words(context: Context, each: Any, words: list[str]) -> Any:
    """Words are known, and what is found by them may be cards of unknown number: all of it is one sequence."""
    parts: list[Any] = []
    for word in words:
        found = context.locally(_unchanging(partial(each, [word]), each), partial(_in_words, context))
        flat = [value for some in found for value in some]
        if len(found) == 1 and all(kind == "is" for kind, _ in flat):
            parts.append([value for _, value in flat])
        elif all(kind == "is" for kind, _ in flat):
            return each(words)  # nothing of cards: the path decides
        else:
            parts.append(_together(context, found))
    if all(isinstance(part, list) for part in parts):
        return [value for part in parts for value in part]
    return context.joined(parts)


def _in_words(context: Context, some: Any) -> list[tuple[str, Any]]:
    """The findings of one way, in words that outlast it."""
    found: list[tuple[str, Any]] = []
    for value in some:
        if isinstance(value, Many):
            found.append(("many", context.describe(value)))
        elif isinstance(value, Thing):
            found.append(("thing", context.describe(value)))
        else:
            found.append(("is", value))
    return found


def _unchanging(run: Any, each: Any) -> Any:
    """Text that is followed along all its ways must not change lists or dictionaries of the rule."""
    watched = Watched([cell.cell_contents for cell in each.__closure__ or ()])

    def found() -> Any:
        try:
            return run()
        finally:
            if watched.changed:
                watched.restore()
                raise ChangesMuch("changes a list for each card of a row of unknown length")

    return found


def _together(context: Context, ways: list[list[tuple[str, Any]]]) -> Many:
    """Any of several sequences."""
    described = {value if kind != "is" else context.describe(value) for some in ways for kind, value in some}
    return context.many_of(None, ("things", *sorted(described, key=repr)))


def _walked(each: Any, walked: Many) -> Any:
    context = walked.context

    def run() -> Any:
        one = walked.generic()
        return one, each([one])

    def see(both: Any) -> Any:
        one, some = both
        parts = one if type(one) is tuple else (one,)
        of_card = context.decisions_about(one) if walked.is_of_cards else frozenset()
        # Whether nothing else was decided on this way: then each card of which that was said is one of these.
        only = context.local is not None and context.local.made == len(of_card)
        if isinstance(some, Many):
            return ("many", context.describe(some))
        seen: list[Any] = []
        for value in some:
            part = _part_of(context, value, parts)
            if part is not None and part.of:
                differs = context.differs.get(value.id, frozenset())
                decisions = context.decisions_about(part)
                seen.append(("same", part.of, context.where(value), differs, decisions, only, value is part))
            elif isinstance(value, CardNumber):
                seen.append(("number", value.card.of if value.card is one else 0, None, None))
            elif isinstance(value, bool):
                seen.append(
                    (
                        "truth",
                        value,
                        None,
                        None,
                        context.decisions_about(both[0]) if walked.is_of_cards else frozenset(),
                    )
                )
            else:
                # ``marks and …`` gives the marks where there are none
                decided = context.answers[-1].get(("asked", (value.id, "true"))) if isinstance(value, Unknown) else None
                decisions = context.decisions_about(both[0]) if walked.is_of_cards else frozenset()
                truth = None if decided is None else ("truth", decided, None, None, decisions)
                seen.append(("other", context.describe(value), truth, None))
        return seen

    ways: list[Any] = context.locally(_unchanging(run, each), see)
    if any(one[0] == "truth" for way in ways if isinstance(way, list) for one in way):
        ways = [
            [one[2] if one[0] == "other" and one[2] else one for one in way] for way in ways if isinstance(way, list)
        ]
    lists = [way for way in ways if isinstance(way, list)]
    lengths = {len(way) for way in lists}
    flat = [one for way in lists for one in way]
    if len(lists) < len(ways):
        inner = {way[1] for way in ways if isinstance(way, tuple)} | {_loose(one) for one in flat}
        return Many(context, walked.size, context.later(sorted(inner, key=repr)), once=False)
    if not flat:
        return []
    size = (
        walked.size if lengths == {1} else context.amount("how many", 0, walked.size if lengths <= {0, 1} else NO_BOUND)
    )
    if all(one[0] == "same" for one in flat) and len({one[1] for one in flat}) == 1 and lengths <= {0, 1}:
        if lengths == {1} and flat[0][1] == walked.id:
            if all(one[6] for one in flat):
                return walked.again()
            found = walked.part(walked.size)
            found.marks_version = context.marks_version
            return found
        known = [one[3] for one in flat]
        found = Many(context, size, of=walked.of if walked.is_of_cards else 0, once=walked.once)
        found.marks_version = walked.marks_version if all(one[6] for one in flat) else context.marks_version
        found.picked_by = frozenset.intersection(*[one[4] for one in flat])
        if any(one[5] and one[4] <= decisions for one in flat for of, decisions in context.some if of == walked.id):
            context.path.assume(size >= 1)
        context.differs[found.id] = frozenset.intersection(*known)
        rows = {one[2] for one in flat}
        if len(rows) == 1 and None not in rows:
            context.facts[found.id] = next(iter(rows))
        return found
    if all(one[0] == "number" for one in flat) and lengths <= {0, 1}:
        found = Many(context, size, lambda: SomeCard(context).number, once=False)
        sources = {one[1] for one in flat}
        if lengths == {1} and sources == {walked.id}:
            context.shared_numbers[found.id] = walked.id
        return found
    if all(one[0] == "truth" for one in flat):
        truths = sorted({one[1] for one in flat})
        found = Many(context, size, lambda: truths[context.fork(len(truths))], once=False)
        found.truths = (walked.id, [(one[1], one[4]) for one in flat])
        return found
    inner = {_loose(one) for one in flat}
    places = context.table.places
    of_many = [one[1][1] for one in flat if one[0] == "other" and one[1][0] == "many"]
    rows = {one[2] for one in flat if one[0] == "same"} | {None if each is None else places[each] for each in of_many}
    of_card = [one[1][1] for one in flat if one[0] == "other" and one[1][0] == "card"]
    rows |= {None if each is None else places[each] for each in of_card}
    rows |= {None for one in flat if one[0] != "same" and one[1][0] not in ("many", "card")}
    found = Many(context, size, context.later(sorted(inner, key=repr)), once=False)
    if inner == {("card", None)}:
        found = Many(context, size, once=False)
    if len(rows) == 1 and None not in rows:
        context.facts[found.id] = next(iter(rows))
    return found


def _part_of(context: Context, value: Any, parts: Any) -> SomeCard | None:
    """The member of a walked sequence that a card is, perhaps with other marks."""
    if not isinstance(value, SomeCard):
        return None
    root = context.root(value.id)
    return next((each for each in parts if isinstance(each, SomeCard) and context.root(each.id) == root), None)


def _loose(one: Any) -> Any:
    if one[0] == "truth":
        return ("truth",)
    return ("card", None) if one[0] == "same" else ("number",) if one[0] == "number" else one[1]


def flat(parts: Any) -> Any:
    """``[… for … in … for … in …]``"""
    if isinstance(parts, Many):
        context = parts.context
        inner = set(context.locally(parts.generic, context.loosely))
        if not inner:
            return []
        if any(one[0] != "many" for one in inner):
            raise NotSymbolic("walks things of which it is not known how many they are")
        return context.one_like({(*one[:3], False, one[4], 0) for one in inner})
    if any(isinstance(part, Many) for part in parts):
        return current().joined(list(parts))
    return [value for part in parts for value in part]
