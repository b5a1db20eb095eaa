"""Laid-out tables, scripted answers and random play for the B-poker spike."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from referee.kernel import Arms, Choice, Event, Laid, OneOf, OneOfRow, Place, Player, Row, SomeOfRow
from referee.kernel.requests import Draw, Shuffle, drive
from referee.kernel.spaces import plain_word
from referee.kernel.watch import Watch
from tests.spikes.bpoker_engine import BPokerTable, Happening, Mark
from tests.spikes.bpoker_spike import BPokerSpike

MARKS = {"~": Mark.NO_EFFECT, "?": Mark.WILD, "*": Mark.DECLARED}


class Everything(Watch):
    """Checks after every happening that all cards are there; keeps events, their depth, and what was told."""

    def __init__(self, t: BPokerTable) -> None:
        self.t = t
        self.events: list[Event] = []
        self.depths: list[int] = []
        self.stacks: list[list[Event]] = []
        self.notes: list[tuple[str, dict[str, Any]]] = []
        self.shown: list[tuple[int | None, tuple[int, ...], str]] = []

    def check(self) -> None:
        assert sum([place.pile for place in self.t.places]) == self.t.deck.whole

    def moved(self, cards: Any, source: Place, target: Place) -> None:
        self.check()

    def marked(self, place: Place, before: Any, after: Any) -> None:
        self.check()

    def happened(self, event: Event) -> None:
        self.check()
        self.events.append(event)
        self.depths.append(len(self.t.stack))
        self.stacks.append(list(self.t.stack))

    def revealed(self, cards: Any, of: Player | None, to: tuple[Player, ...], why: str) -> None:
        self.shown.append((None if of is None else of.seat, tuple(each.seat for each in to), why))

    def noted(self, word: str, about: dict[str, Any]) -> None:
        self.notes.append((word, about))


class RandomPlay:
    """Answers everything at random."""

    symbolic = False

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.rules: list[Any] = []
        self.decisions = 0

    def choose(self, choice: Choice) -> Any:
        self.decisions += 1
        return choice.space.sample(self.rng)

    def together(self, choices: Any) -> Any:
        raise AssertionError("nothing in the spike is asked of several players at once")

    def chance(self, event: Any) -> Any:
        if isinstance(event, Shuffle):
            size = len(event.place.row)
            return tuple(self.rng.sample(range(size), size))
        assert isinstance(event, Draw)
        deck = event.table.deck
        return deck.pack(self.rng.sample(deck.unpack(event.place.pile), event.number))


class Script:
    """Answers written as ``seat ask: answer``, one a line, in their order; seat is who decides.

    ``0/1 ask: answer`` says that seat 0 decides for seat 1. Cards are named, ``-`` is an empty answer.
    """

    symbolic = False

    def __init__(self, text: str) -> None:
        self.lines = [line.strip() for line in text.splitlines() if line.strip()]
        self.rules: list[Any] = []

    def choose(self, choice: Choice) -> Any:
        seats = str(choice.decider.seat)
        if choice.decider is not choice.player:
            seats += f"/{choice.player.seat}"
        asked = f"{seats} {choice.ask}"
        assert self.lines, f"{asked} is asked, and the script is at its end; allowed: {choice.space.describe()}"
        line = self.lines.pop(0)
        told, _, answer = line.rpartition(":")
        assert told == asked, f"{asked} is asked, and the script says: {line}; allowed: {choice.space.describe()}"
        return self.read(choice.space, answer.strip())

    def read(self, space: Any, answer: str) -> Any:
        words = [] if answer == "-" else answer.split()
        if isinstance(space, Arms):
            (arm,) = [each for each in space.arms if answer.startswith(plain_word(each))]
            return arm, self.read(space.arms[arm], answer.removeprefix(plain_word(arm)).strip())
        if isinstance(space, OneOf):
            found = [each for each in space.options if _word(each) == answer]
        elif isinstance(space, OneOfRow):
            found = [each for each in space.among if space.row.face(each).name == answer]
        elif isinstance(space, SomeOfRow):
            left = list(space.among)
            for word in words:
                left.remove(next(each for each in left if space.row.face(each).name == word))
            return tuple(each for each in space.among if each not in left)
        elif not words:
            return None
        else:
            return space.read(words)
        assert found, f"{answer} is none of {space.describe()}"
        return found[0]

    def together(self, choices: Any) -> Any:
        raise AssertionError("nothing in the spike is asked of several players at once")

    def chance(self, event: Any) -> Any:
        raise AssertionError("nothing in a scene is left to chance")


def _word(option: Any) -> str:
    return str(option.seat) if isinstance(option, Player) else str(plain_word(option))


class Scene:
    """A table as it is laid out, with a game of its own; every other card is in the pot.

    Zones are given by seat: ``table=["6s", "5h+7s 10d~"]``. ``~`` marks a card without effect, ``?`` a wild,
    ``*`` a declared one; ``+`` links. ``stash`` gives the cards of each stash, or how many 2s are in each.
    """

    def __init__(
        self,
        view: list[str],
        table: list[str] | None = None,
        stash: list[str] | int = 3,
        *,
        readings: dict[str, str] | None = None,
        **settings: Any,
    ) -> None:
        settings = {"viewing": 1, "packs": 12, **settings}
        self.game = BPokerSpike(len(view), readings=readings, settings=settings)
        self.t = t = self.game.table()
        t.dealing = False
        t.mover = t.players[0]
        for player, cards in zip(t.players, view, strict=True):
            t.move(t.deck.parse(cards.split()), t.pot, t.view[player])
        for player, cards in zip(t.players, table or [""] * len(view), strict=True):
            for group in cards.split():
                linked = [self.lay(t.table[player], word) for word in group.split("+")]
                if len(linked) > 1:
                    t.link(t.table[player], linked)
        for seat, player in enumerate(t.players):
            named = ["2h", "2s", "2d", "2c"] * 9
            own = stash[seat].split() if isinstance(stash, list) else named[:stash]
            for card in own:
                t.lay(t.deck.parse([card]), t.pot, t.stash[player])
        self.pot = t.pot.pile
        self.seen = t.watch = Everything(t)

    def lay(self, row: Row, word: str) -> Laid:
        marks = tuple(MARKS[sign] for sign in word if sign in MARKS)
        (laid,) = self.t.lay(self.t.deck.parse([word.rstrip("~?*")]), self.t.pot, row, marks=marks)
        return laid

    def player(self, seat: int) -> Player:
        return self.t.players[seat]

    def play(self, card: str, script: str = "", *, seat: int = 0) -> dict[str, str]:
        """That seat plays a card of its view on its own table; gives the table after it."""
        t, me = self.t, self.player(seat)
        pile: Any = t.deck.parse([card])
        return self.run(self.game.play(t, Happening.PLAY, me, me, pile, t.view[me]), script)

    def turn(self, script: str) -> dict[str, str]:
        return self.run(self.game.step(self.t), script)

    def run(self, rule: Any, script: str) -> dict[str, str]:
        driver = Script(script)
        drive(rule, driver)
        assert not driver.lines, f"never asked: {driver.lines}"
        assert not self.t.flight.row
        assert not self.t.stack
        assert not self.t.control
        self.seen.check()
        return self.shown()

    def shown(self) -> dict[str, str]:
        """What lies where, empty places left out; of the pot what came to it."""
        t = self.t
        found: dict[str, str] = {}
        for place in t.places:
            if isinstance(place, Row):
                found[place.full_name] = " ".join(self.group(place, group) for group in place.groups())
            else:
                pile = place.pile - self.pot if place is t.pot else place.pile
                found[place.full_name] = " ".join(t.deck.names(pile))
        return {name: cards for name, cards in found.items() if cards}

    def group(self, row: Row, group: Iterable[Laid]) -> str:
        signs = {mark: sign for sign, mark in MARKS.items()}
        return "+".join(row.face(laid).name + "".join(signs[mark] for mark in laid.marks) for laid in group)
