"""Which of the plausible promises hold, everywhere or behind a guard, and which hold almost always."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.verify.mine.observing import Observed
from referee.verify.mine.templates import MOST_ALMOST, Column, Promise, promises
from referee.verify.mine.terms import Guard, Term, amounts_of, guards_of, phases_of, zones_of
from referee.verify.vocabulary import all_cards, every, some

WORDS: dict[str, Any] = {"every": every, "some": some, "all_cards": all_cards}
FEWEST = 20
"""Tables that a promise, or its guard, is to be seen on."""
SHARE = 0.1
"""And the part of all tables."""


def compiled(text: str) -> Callable[[Any], Any]:
    """A text of the table ``t`` as a claim."""
    return eval(f"lambda t: {text}", dict(WORDS))  # type: ignore[no-any-return]  # noqa: S307  texts of ours alone


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


def infer(forms: Sequence[Observed]) -> tuple[list[Mined], list[Mined]]:
    """Those that held on all tables, and those that held on almost all, each the best first; what another one implies
    is left out."""
    tables = [(form, number) for form, seen in enumerate(forms) for number in range(len(seen.boundaries))]
    if len(tables) < FEWEST:
        return [], []
    columns, phases = _columns(forms)
    guards = list(guards_of(forms[0].game, phases))
    asked = list(promises(columns))
    truths = _truths(forms, [each.text for each in guards] + [each.text for each in asked if not each.measure])
    where = [(guard, truths[guard.text]) for guard in guards]
    held: list[Mined] = []
    almost: list[Mined] = []
    for promise in asked:
        truth = _falls(forms, promise) if promise.measure else truths[promise.text]
        broken = [number for number, true in enumerate(truth) if not true]
        if not broken:
            held.append(Mined(promise, None, len(tables), len(tables)))
            continue
        behind = [] if promise.measure else list(_guarded(promise, truth, where))
        if behind:
            held.append(behind[0])
        if len(broken) <= (1 - MOST_ALMOST) * len(tables) and not _is_explained(broken, truth, where):
            at = tuple(tables[number] for number in broken)
            almost.append(Mined(promise, None, len(tables), len(tables) - len(broken), at))
    return _ranked(held), _exceptions(almost, held)


def _columns(forms: Sequence[Observed]) -> tuple[dict[Term, Column], dict[str, set[Any]]]:
    game = forms[0].game
    terms = [*zones_of(game), *amounts_of(game)]
    looks = [
        compiled(f"tuple({each.text} for p in t.players)" if each.of_each else f"({each.text},)") for each in terms
    ]
    columns: list[list[tuple[int, ...]]] = [[] for _ in terms]
    phases: dict[str, set[Any]] = {name: set() for name in phases_of(game)}
    for table in _tables(forms):
        for column, look in zip(columns, looks, strict=True):
            column.append(look(table))
        for name, values in phases.items():
            values.add(getattr(table, name))
    return dict(zip(terms, columns, strict=True)), phases


def _tables(forms: Sequence[Observed]) -> Iterator[Any]:
    """All tables, one after the other: each as long as the next is not asked for."""
    for seen in forms:
        table = seen.game.table()
        for boundary in seen.boundaries:
            table.restore(boundary.state)
            yield table


def _truths(forms: Sequence[Observed], texts: Sequence[str]) -> dict[str, list[bool]]:
    claims = {text: compiled(text) for text in texts}
    found: dict[str, list[bool]] = {text: [] for text in claims}
    for table in _tables(forms):
        for text, claim in claims.items():
            found[text].append(bool(claim(table)))
    return found


def _falls(forms: Sequence[Observed], promise: Promise) -> list[bool]:
    """Whether a measure is smaller than it was on the table before, in the same match."""
    claim = compiled(promise.text)
    values = [claim(table) for table in _tables(forms)]
    matches = [(form, each.match) for form, seen in enumerate(forms) for each in seen.boundaries]
    same = [False, *[one == other for one, other in zip(matches, matches[1:], strict=False)]]
    return [
        not same[number] or values[number] < values[number - 1] for number in range(len(values))
    ]  # fmt: skip


def _guarded(promise: Promise, truth: Sequence[bool], where: Sequence[tuple[Guard, list[bool]]]) -> Iterator[Mined]:
    """The promise behind each guard that makes it true, the one that leaves out the least first."""
    found = []
    for guard, there in where:
        met = sum(there)
        if met >= max(FEWEST, SHARE * len(truth)) and all(true for true, on in zip(truth, there, strict=True) if on):
            found.append((met, guard))
    for met, guard in sorted(found, key=lambda each: -each[0]):
        yield Mined(replace(promise, worth=promise.worth - 10), guard, met, met)


def _is_explained(
    broken: Sequence[int], truth: Sequence[bool], where: Sequence[tuple[Guard, list[bool]]]
) -> bool:
    """Whether all exceptions are of one sort: a guard is true on each of them, and on few other tables."""
    for _, there in where:
        on = sum(there)
        if on < len(truth) and all(there[number] for number in broken) and len(broken) >= 0.2 * on:
            return True
    return False


def _ranked(held: Sequence[Mined]) -> list[Mined]:
    """The best of those about the same, in the order of their worth; several bounds and a value are about the same."""
    best: dict[tuple[str, ...], Mined] = {}
    for each in sorted(held, key=lambda each: (-each.promise.worth, -each.met, each.name)):
        best.setdefault(each.promise.about, each)
    fixed = {each.promise.about[0] for each in best.values() if len(each.promise.about) == 1 and each.guard is None}
    return [
        each
        for each in best.values()
        if not (len(each.promise.about) > 1 and each.promise.about[0] in fixed and each.promise.about[1] in "<>=")
    ]


def _exceptions(almost: Sequence[Mined], held: Sequence[Mined]) -> list[Mined]:
    """One for each thing that they are about, the rarest exception first: what holds less often is less of a promise."""
    best: dict[str, Mined] = {}
    for each in sorted(almost, key=lambda each: (-each.rate, -each.promise.worth, each.name)):
        best.setdefault(each.promise.about[0], each)
    return list(best.values())
