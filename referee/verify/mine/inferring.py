"""Which of the plausible promises hold, everywhere or behind a guard, and which hold almost always."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.game import Game
from referee.kernel.players import NO_PLAYER
from referee.play.event_text import listed
from referee.verify.mine.observing import Observed
from referee.verify.mine.templates import MOST_ALMOST, PUT_BACK, Column, Promise, Where, promises
from referee.verify.mine.terms import Guard, Term, amounts_of, guards_of, phases_of, zones_of
from referee.verify.vocabulary import all_cards, every, offers, some

WORDS: dict[str, Any] = {"every": every, "some": some, "offers": offers, "all_cards": all_cards, "NO_PLAYER": NO_PLAYER}
FEWEST = 20
"""Tables that a promise, or its guard, is to be seen on."""
UNBROKEN = 0.2
"""The part of the matches in which a promise that is broken for good is not to be broken."""
SHARE = 0.1
"""The part of all tables that a guard is to be true on."""
BOUNDS = ("<", ">", "=")
"""The sides of a term that a value of it says all about."""


def compiled(text: str, of: str = "t") -> Callable[..., Any]:
    """A text of the table ``t`` as a claim."""
    return eval(f"lambda {of}: {text}", dict(WORDS))  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Mined:
    """A promise with its guard, and on how many of the tables it was ``met`` it held; ``broken`` are the numbers of
    the tables, by the form in which they were seen."""

    promise: Promise
    guard: Guard | None
    met: int
    held: int
    broken: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        return self.promise.name + (f"_{self.guard.name}" if self.guard else "")

    @property
    def text(self) -> str:
        """The claim, for tables on which its guard does not hold too."""
        guard, text = self.guard, self.promise.text
        if guard is None:
            return text
        if "t.outcome" in guard.text or ".name " in guard.text:
            return f"{guard.other} or {text}"
        return f"some(t, [{guard.other}, {text}])"

    @property
    def sentence(self) -> str:
        said = self.promise.sentence
        return f"{self.guard.words} {said}." if self.guard else f"{said[:1].upper()}{said[1:]}."

    @property
    def rate(self) -> float:
        return self.held / self.met


More = Callable[[Mapping[Term, Column]], Iterable[Promise]]
"""Gives other promises that are plausible, from what each term was on all tables."""


def infer(
    forms: Sequence[Observed], more: More | None = None, one_of: Callable[[Sequence[Promise]], Promise] | None = None
) -> tuple[list[Mined], list[Mined]]:
    """Those that held on all tables, and those that held on almost all, each the best first; what another one implies
    is left out. ``more`` gives other sorts than the usual ones; of those that say that something is put back ``one_of``
    makes a single one."""
    tables = [(form, number) for form, seen in enumerate(forms) for number in range(len(seen.boundaries))]
    if len(tables) < FEWEST:
        return [], []
    columns, phases = _columns(forms)
    guards = list(guards_of(forms[0].game, phases))
    matches = _matches(forms)
    passed = frozenset(name for seen in forms for name in seen.passed)
    asked = list(promises(columns, Where(matches, [_numbers(seen.game) for seen in forms], passed)))
    asked += [] if more is None else more(columns)
    truths = _truths(forms, [each.text for each in guards] + [each.text for each in asked if not each.measure])
    where = _different([(guard, truths[guard.text]) for guard in guards])
    held: list[Mined] = []
    almost: list[Mined] = []
    for promise in asked:
        truth = _falls(forms, promise) if promise.measure else truths[promise.text]
        broken = [number for number, true in enumerate(truth) if not true]
        if not broken:
            held.append(Mined(promise, None, len(tables), len(tables)))
            continue
        if promise.measure:
            met, broken = len(tables), broken if _is_mostly_so(forms, promise, broken) else []
        else:
            about = [(guard, there) for guard, there in where if _may_guard(guard, promise)]
            held += list(_guarded(promise, truth, about))[:1]
            met, broken = _exceptional(truth, matches, promise)
            broken = [] if _is_explained(broken, about, len(tables)) else broken
        if broken and not promise.state:
            at = tuple(tables[number] for number in broken)
            almost.append(Mined(promise, None, met, met - len(broken), at))
    if one_of is not None:
        held = _one_of_put_back(held, one_of)
    return _ranked(held), _exceptions(almost)


def _one_of_put_back(held: Sequence[Mined], one_of: Callable[[Sequence[Promise]], Promise]) -> list[Mined]:
    back = [each for each in held if each.promise.name.endswith(PUT_BACK)]
    others = [each for each in held if each not in back]
    whole = [replace(back[0], promise=one_of([each.promise for each in back]), guard=None)] if back else []
    return [*others, *whole]


def _numbers(game: Game[Any]) -> frozenset[int]:
    """The numbers that a form of a game is made with."""
    return frozenset([game.players, *[each for each in game.settings.values() if type(each) is int]])


def _different(guards: Sequence[tuple[Guard, list[bool]]]) -> list[tuple[Guard, list[bool]]]:
    """Of the guards that are true on the same tables the first."""
    first: dict[tuple[bool, ...], tuple[Guard, list[bool]]] = {}
    for guard, there in guards:
        first.setdefault(tuple(there), (guard, there))
    return list(first.values())


def _columns(forms: Sequence[Observed]) -> tuple[dict[Term, Column], dict[str, set[Any]]]:
    game = forms[0].game
    terms = [*zones_of(game), *amounts_of(game)]
    looks = [
        compiled(f"tuple({each.text} for p in t.players)" if each.of_each else f"({each.text},)") for each in terms
    ]
    columns: list[list[tuple[int, ...]]] = [[] for _ in terms]
    phases: dict[str, set[Any]] = {name: set() for name in phases_of(game)}
    for table in tables_of(forms):
        for column, look in zip(columns, looks, strict=True):
            column.append(look(table))
        for name, values in phases.items():
            values.add(getattr(table, name))
    return dict(zip(terms, columns, strict=True)), phases


def tables_of(forms: Sequence[Observed]) -> Iterator[Any]:
    """All tables, one after the other: each as long as the next is not asked for."""
    for seen in forms:
        table = seen.game.table()
        for boundary in seen.boundaries:
            table.restore(boundary.state)
            yield table


def _truths(forms: Sequence[Observed], texts: Sequence[str]) -> dict[str, list[bool]]:
    claims = {text: compiled(text) for text in texts}
    found: dict[str, list[bool]] = {text: [] for text in claims}
    for table in tables_of(forms):
        for text, claim in claims.items():
            found[text].append(bool(claim(table)))
    return found


def _matches(forms: Sequence[Observed]) -> list[tuple[int, int]]:
    """The match that each table is of."""
    return [(form, each.match) for form, seen in enumerate(forms) for each in seen.boundaries]


def _steps(forms: Sequence[Observed], text: str) -> Iterator[tuple[int, Any, Any, Any]]:
    """The number of each table after a step, and what a text gives at the start of its match, before it and after."""
    claim, matches = compiled(text), _matches(forms)
    first = before = None
    for number, table in enumerate(tables_of(forms)):
        now = claim(table)
        if number and matches[number] == matches[number - 1]:
            yield number, first, before, now
        else:
            first = now
        before = now


def _falls(forms: Sequence[Observed], promise: Promise) -> list[bool]:
    """Whether a measure is smaller than it was on the table before, in the same match."""
    rising = {number for number, _, before, now in _steps(forms, promise.text) if not now < before}
    return [number not in rising for number in range(len(_matches(forms)))]


def _is_mostly_so(forms: Sequence[Observed], promise: Promise, broken: Sequence[int]) -> bool:
    """Whether nearly all changes go the other way, and what breaks it is no new start."""
    other, against = 0, set(broken)
    restarts = True
    for number, first, before, now in _steps(forms, promise.text):
        other += now[0] < before[0]
        restarts &= number not in against or now[0] == first[0]
    return not restarts and other * (1 - MOST_ALMOST) >= len(broken)


def _exceptional(truth: Sequence[bool], matches: Sequence[Any], promise: Promise) -> tuple[int, list[int]]:
    """On how many tables a promise could have been broken, and on which it was; none where that is no exception.

    Where it lasts until the match is over, what counts are the steps that broke it, if most matches begin with it and
    some end with it.
    """
    broken = [number for number, true in enumerate(truth) if not true]
    if len(broken) <= (1 - MOST_ALMOST) * len(truth):
        return len(truth), broken
    if not promise.lasting:
        return len(truth), []
    began: dict[Any, bool] = {}
    first: dict[Any, int] = {}
    met = 0
    for number, (true, match) in enumerate(zip(truth, matches, strict=True)):
        began.setdefault(match, true)
        met += match not in first
        if not true:
            first.setdefault(match, number)
    often = len(first) > (1 - UNBROKEN) * len(began) or len(first) > (1 - MOST_ALMOST) * met
    return met, [] if often or not all(began.values()) else list(first.values())


def _may_guard(guard: Guard, promise: Promise) -> bool:
    """Whether a guard says something else than the promise."""
    return promise.guarded and guard.zone not in promise.about and not ((promise.apart or promise.state) and guard.zone)


def _guarded(promise: Promise, truth: Sequence[bool], where: Sequence[tuple[Guard, list[bool]]]) -> Iterator[Mined]:
    """The promise behind each guard that makes it true, the one that leaves out the least first."""
    found = []
    for guard, there in where:
        met = sum(there)
        if met >= max(FEWEST, SHARE * len(truth)) and all(true for true, on in zip(truth, there, strict=True) if on):
            found.append((met, guard))
    for met, guard in sorted(found, key=lambda each: -each[0]):
        yield Mined(replace(promise, worth=promise.worth - 10), guard, met, met)


def _is_explained(broken: Sequence[int], where: Sequence[tuple[Guard, list[bool]]], tables: int) -> bool:
    """Whether all exceptions are of one sort: some guard is true on each of them, and on few other tables."""
    return any(
        sum(there) < tables and all(there[number] for number in broken) and len(broken) >= 0.2 * sum(there)
        for _, there in where
    )


def best_first(held: Sequence[Mined]) -> list[Mined]:
    """In the order of their worth."""
    return sorted(held, key=lambda each: (-each.promise.worth, -each.met, each.name))


def _ranked(held: Sequence[Mined]) -> list[Mined]:
    """The best of those about the same, in the order of their worth; several bounds and a value are about the same."""
    best: dict[tuple[str, ...], Mined] = {}
    for each in best_first(held):
        best.setdefault(each.promise.about, each)
    turned = {"falls": "rises", "rises": "falls"}
    kept = [
        each
        for each in best.values()
        # What neither falls nor rises is a number of the match that is given once.
        if (each.promise.about[0], turned.get(each.promise.about[-1])) not in best
        and not any(_implies(one, each) for one in best.values())
    ]
    return _empty_together(kept)


def _implies(one: Mined, other: Mined) -> bool:
    """Whether a value or a sum says all that a bound or an equality of the same thing says, or a direction."""
    about, of = other.promise.about, one.promise.about
    if len(about) != 2 or about[1] not in BOUNDS or (one.guard is not None and one.guard != other.guard):
        return False
    if len(of) == 1:
        return of[0] == about[0]
    if about[1] == "<":
        return _is_sum(one) and about[0] in of
    return about[1] == ">" and of == (about[0], "falls")


def _empty_together(held: Sequence[Mined]) -> list[Mined]:
    """One promise of all that is empty between turns, in the place of the first."""
    empty = [each for each in held if each.guard is None and each.promise.name.endswith("_is_empty")]
    if not empty:
        return list(held)
    place = empty[0]
    empty.sort(key=lambda each: each.promise.sentence.startswith("every"))
    said = [each.promise.sentence.removesuffix(" is empty") for each in empty]
    verb = "are" if len(said) > 1 else "is"
    text = empty[0].promise.text if len(empty) == 1 else f"every(t, [{', '.join(each.promise.text for each in empty)}])"
    name = empty[0].promise.name if len(empty) == 1 else "empty_between_turns"
    together = replace(empty[0].promise, name=name, text=text, sentence=f"{listed(said)} {verb} empty between turns",
                       about=tuple([each.promise.about[0] for each in empty]))  # fmt: skip
    mine = replace(place, promise=together)
    return [mine if each is place else each for each in held if each is place or each not in empty]


def _exceptions(almost: Sequence[Mined]) -> list[Mined]:
    """One for each thing that they are about and for each set of tables, the rarest exception first; of those broken
    on the same tables what is about one thing is told and no sum."""
    best: dict[str, Mined] = {}
    told: set[tuple[tuple[int, int], ...]] = set()
    for each in sorted(almost, key=lambda each: (-each.rate, _is_sum(each), -each.promise.worth, each.name)):
        if each.promise.about[0] not in best and each.broken not in told:
            best[each.promise.about[0]] = each
            told.add(each.broken)
    return list(best.values())


def _is_sum(mined: Mined) -> bool:
    return mined.promise.apart and len(mined.promise.about) > 1
