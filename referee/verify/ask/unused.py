"""What of a game nobody uses: questions that leave nothing to decide, cards that cannot be played, alternatives of
readings that no rule tells apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from referee.kernel.citations import asked_readings
from referee.kernel.effects import Window, rewire
from referee.kernel.game import Game
from referee.kernel.question_clauses import clauses_asking
from referee.kernel.requests import Choice
from referee.kernel.spaces import Arms, Space, plain_word
from referee.verify.play.chance import cards_named
from referee.verify.play.trial import Trial

ENOUGH = 30
"""Chances, before it is told that none was taken."""
MOST_ANSWERS = 40
"""Of a question, which are looked at one by one."""


@dataclass(frozen=True, slots=True)
class Unused:
    """Something of ``kind`` (``window``, ``question``, ``card``, ``reading``) that was never used, of so many times.
    ``exhausted``: a form in which it cannot be, as every match of it was gone through; "" where there is none."""

    kind: str
    clauses: tuple[str, ...]
    name: str
    sentence: str
    times: int
    exhausted: str = ""
    alternatives: tuple[str, ...] = ()
    """Of a reading, those that no rule tells apart."""


class Use:
    """Listens to matches of all forms of a game."""

    def __init__(self, game: type[Game[Any]]) -> None:
        self.asked: Counter[str] = Counter()
        self.decided: Counter[str] = Counter()
        """How often a question had more than one answer."""
        self.arms: dict[str, dict[str, int]] = defaultdict(dict)
        """By question and kind of answer how often there was one."""
        self.held: Counter[str] = Counter()
        """By card how often somebody who was asked for cards had it."""
        self.offered: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.told: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        """By reading and alternative the words that it was found equal to."""
        self.compared: dict[str, Counter[str]] = defaultdict(Counter)
        self.opened: Counter[str] = Counter()
        """By window how often it was opened for an effect, and how often one was carried out in it."""
        self.acted: Counter[str] = Counter()
        self.game: Game[Any] | None = None
        self._clauses = clauses_asking(game)
        asked = asked_readings(game)
        self._elsewhere = {each.name for each in asked if not _asks_the_table(each.file, each.line)}
        """Readings that are also looked up where no table is asked: what is done with them is not seen."""

    def listen(self, trial: Trial, driver: Any) -> None:
        """To a match from its beginning. The form is one of its own: its effects are changed to tell of themselves."""
        self.listen_to_table(trial)
        self.listen_to_answers(driver)

    def listen_to_answers(self, driver: Any) -> None:
        """Whatever a driver answers from now on."""
        answer = driver.choose

        def choose(choice: Choice) -> Any:
            answered = answer(choice)
            self._note(choice, answered)
            return answered

        driver.choose = choose

    def listen_to_table(self, trial: Trial) -> None:
        """Windows that open, and readings that are compared."""
        if self.game is not trial.game and trial.game.effects:
            rewire(trial.game, self._acting)
        self.game = trial.game
        table = trial.table

        def compared(slug: str, value: str) -> str:
            self.compared[slug][value] += 1
            return _Compared(value, self.told[slug][value])

        def opening(window: Window, *arguments: Any, on: str = "", **about: Any) -> Any:
            self.opened[window.name] += bool(trial.game.sorted_out.effects_on(window, on))
            return opened(window, *arguments, on=on, **about)

        opened, table.window = table.window, opening  # type: ignore[method-assign]
        reading, reading_or = table.reading, table.reading_or
        table.reading = lambda slug: compared(slug, reading(slug))
        table.reading_or = lambda slug, otherwise: compared(slug, reading_or(slug, otherwise))  # type: ignore[method-assign]

    def _acting(self, rule: Any, window: Window | None) -> Any:
        """The rule of an effect, which tells that it is carried out; those of modifiers as they are."""
        if window is None:
            return rule

        @wraps(rule)
        def telling(*arguments: Any) -> Any:
            self.acted[window.name] += 1
            return rule(*arguments)

        return telling

    def _note(self, choice: Choice, answer: Any) -> None:
        ask, space = choice.ask, choice.space
        self.asked[ask] += 1
        several = space.count() > 1
        self.decided[ask] += several
        if isinstance(space, Arms):
            for arm, each in space.arms.items():
                word = str(plain_word(arm))
                self.arms[ask][word] = self.arms[ask].get(word, 0) + bool(each.exists())
        there = _cards_of(space, choice)
        if there is None:
            return
        deck = choice.table.deck
        for place in choice.table.places:
            here = _names(place.contents(), choice) if place.owner is choice.decider else set()
            self.held.update(here if here & there else ())  # a place of which cards are answers
        self.offered.update(there)
        self.played.update(each for each in _words(space.plain(answer)) if each in {card.name for card in deck.cards})

    def unused(self) -> Iterator[Unused]:
        """What was never used, each with the clauses that are about it."""
        yield from self._questions()
        yield from self._cards()
        yield from self._readings()

    def uses(self, which: Unused) -> bool | None:
        """Whether what was never used elsewhere is used here; None where nobody has a chance to."""
        assert self.game is not None
        ask, _, arm = which.name.partition(": ")
        if which.kind == "window":
            return bool(self.acted[ask]) if self.opened[ask] else None
        if which.kind == "question":
            used = bool(self.arms[ask].get(arm)) if arm else bool(self.decided[ask])
            return used if self.asked[ask] else None
        names = {each.name for each in self.game.deck.cards if which.name in (each.rank, each.pretty)}
        there = which.kind == "card" and any(self.held[each] for each in names)
        return any(self.played[each] for each in names) if there else None

    def _questions(self) -> Iterator[Unused]:
        for name, times in self.opened.items():
            if times >= ENOUGH and not self.acted[name]:
                said = f"nobody ever acted in the window ‘{name}’, which was opened {times} times"
                about = dict.fromkeys(id for each in self._effects(name) for id in each.carry_out.__clauses__)
                yield Unused("window", tuple(about), name, said, times)
        for ask, times in self.asked.items():
            if self.opened[ask]:
                continue
            clauses = self._clauses.get(ask, ())
            if times >= ENOUGH and not self.decided[ask]:
                said = f"the question ‘{ask}’ never had more than one answer, in {times} times"
                yield Unused("question", clauses, ask, said, times)
                continue
            for arm, there in self.arms[ask].items():
                if times >= ENOUGH and not there:
                    said = f"‘{arm}’ was never an answer to ‘{ask}’, in {times} times"
                    yield Unused("question", clauses, f"{ask}: {arm}", said, times)

    def _effects(self, name: str) -> list[Any]:
        assert self.game is not None
        return [each for window, effects in self.game.effects.items() if window.name == name for each in effects]

    def _cards(self) -> Iterator[Unused]:
        """Cards of the same rank together. Nothing where most cards are never played: it is no game of playing them."""
        assert self.game is not None
        deck = self.game.deck
        never = [each for each in deck.cards if self.held[each.name] >= ENOUGH and not self.played[each.name]]
        if not never or 2 * len(self.played) < len(deck.cards):
            return
        clauses = {kind: id for id, kinds in cards_named(self.game).items() for kind in kinds}
        ranks: dict[str, list[Any]] = defaultdict(list)
        for each in never:
            ranks[each.rank].append(each)
        for rank, cards in ranks.items():
            whole = len(cards) == sum(each.rank == rank for each in deck.cards)
            name = rank if whole else " ".join(each.pretty for each in cards)
            times = sum(self.held[each.name] for each in cards)
            could = any(self.offered[each.name] for each in cards)
            said = "was never played" if could else "could never be played"
            about = tuple({clauses[at]: None for at, each in enumerate(deck.cards) if each in cards and at in clauses})
            yield Unused("card", about, name, f"{name} {said}, and was in hand {times} times", times)

    def _readings(self) -> Iterator[Unused]:
        assert self.game is not None
        for slug, reading in self.game.register.items():
            if slug in self._elsewhere or "" in self._elsewhere:
                continue
            played = {each: self.compared[slug][each] for each in reading.alternatives if self.compared[slug][each]}
            alike = [each for each in played if not self.told[slug][each] and played[each] >= ENOUGH]
            if len(alike) > 1:
                words = ", ".join(f"‘{each}’" for each in alike)
                times = sum(played[each] for each in alike)
                said = f"no rule tells {words} of the reading {slug} apart, in {times} times"
                yield Unused("reading", tuple(reading.clauses), slug, said, times, alternatives=tuple(alike))


class _Compared(str):
    """The value of a reading, which notes what it is found equal to. Of what else is done with it, it is noted as equal
    to itself."""

    noted: set[str]

    def __new__(cls, value: str, noted: set[str]) -> _Compared:
        made = super().__new__(cls, value)
        made.noted = noted
        return made

    def __eq__(self, other: object) -> bool:
        same = str.__eq__(self, other) is True
        if same:
            self.noted.add(str.__str__(self))
        return same

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_") and name != "noted":
            self.noted.add(str.__str__(self))
        return super().__getattribute__(name)

    def __str__(self) -> str:
        self.noted.add(str.__str__(self))
        return str.__str__(self)

    def __format__(self, how: str) -> str:
        return format(str(self), how)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


def _cards_of(space: Space[Any], choice: Choice) -> set[str] | None:
    """The names of the cards that could be answered; None where the question is about no cards."""
    if isinstance(space, Arms):
        found = [_cards_of(each, choice) for each in space.arms.values() if each.exists()]
        return None if all(each is None for each in found) else {card for each in found for card in each or ()}
    pile = getattr(space, "pile", None)
    if pile is not None and type(space).__name__ in ("Selection", "OneCard"):
        return set(choice.table.deck.names(pile))
    if space.count() > MOST_ANSWERS and pile is not None:
        return set(choice.table.deck.names(pile))
    names = {card.name for card in choice.table.deck.cards}
    there = {word for each in space for word in _words(space.plain(each)) if word in names} \
        if space.count() <= MOST_ANSWERS else set()  # fmt: skip
    return there or None


def _words(plain: Any) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping):
        for each in plain.values():
            yield from _words(each)
    elif isinstance(plain, (list, tuple)):
        for each in plain:
            yield from _words(each)


def _names(contents: Any, choice: Choice) -> set[str]:
    deck = choice.table.deck
    if isinstance(contents, tuple):
        return {deck.cards[each if isinstance(each, int) else each[0]].name for each in contents}
    return set(deck.names(contents))


def _asks_the_table(file: Any, line: int) -> bool:
    text = file.read_text(encoding="utf-8").split("\n")[line - 1]
    return ".reading(" in text or ".reading_or(" in text
