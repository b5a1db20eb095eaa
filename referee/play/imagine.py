"""Imagining what a seat cannot see: whole positions that agree with all that it knows.

A position is the table when its running step began, and all answers since, by players and by chance. Hidden cards are
dealt uniformly over what the seat's view and its claims (``referee.play.known_places``) leave open. Then the step is
played again, hidden answers and hidden chance at random, until it shows the seat exactly what the seat was shown.
Nothing is inferred from what others chose.

The game says what hidden scalars may be (``Game.possible_scalars``); otherwise the chance that set them is drawn again
(``referee.play.secrets``). Marks in hidden rows are not known here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.kernel.driving import run
from referee.kernel.errors import RefereeError, RuleFault
from referee.kernel.game import Game, rules_of
from referee.kernel.players import Direction
from referee.kernel.requests import Choice
from referee.kernel.scalars import from_plain
from referee.kernel.table import Table
from referee.kernel.views import view_of
from referee.play.guesses import guesses
from referee.play.hidden import FRESH, CannotImagine, Clue, HiddenCards
from referee.play.history import faces, places_in, size_of
from referee.play.known_places import Cards, KnownPlaces, missing
from referee.play.orders import Known, agrees, arranged
from referee.play.position import Position
from referee.play.resampling import Cell, hidden_scalars, set_to, value_of
from referee.play.secrets import Secrets
from referee.play.step_replay import ShownOtherwise, StepReplay, TargetReached

DEALS, WAYS = 120, 24
"""Tries: of other hidden cards, of other hidden answers for each deal of them."""
REPLAYS = 600
"""Tries, all together, in which a position must be found."""

__all__ = ["CannotImagine", "Imagination", "Position"]


class Imagination:
    """What a seat can imagine at a question, from its view and its ``knowledge`` (``referee.play.history``)."""

    def __init__(
        self, game: Game[Any], view: Mapping[str, Any], knowledge: Mapping[str, Any], asked: tuple[str, int, Any]
    ) -> None:
        self.game, self.view, self.asked = game, view, asked
        self.player = game.seated[knowledge["seat"]]
        self.boundary: dict[str, Any] = dict(knowledge["boundary"])
        self.dealing: bool = self.boundary.pop("dealing")
        self.since: list[Any] = knowledge["since"]
        self.enums, self.types = rules_of(type(game)).enums, rules_of(type(game)).types
        self.places = places_in(self.boundary["zones"])
        self.seen: dict[str, list[str]] = {n: faces(zone) for n, zone in self.places.items() if "cards" in zone}
        self.claims: list[tuple[frozenset[str], Cards, int]] = []
        for places, cards, least in [*knowledge["claims"], *self._from_now()]:
            self._keep(frozenset(places), Counter(cards), least)
        deck = game.deck
        hidden = {name: size_of(zone) for name, zone in self.places.items() if name not in self.seen}
        pool = Counter(deck.names(deck.whole))
        for visible in self.seen.values():
            pool.subtract(visible)
        self.cards = HiddenCards(f"seat {self.player.seat}", pool, hidden, self.claims)
        self.orders: dict[str, Known] = knowledge.get("orders", {})
        self.leaving = self._seen_leaving()
        self._blank = self._table()
        bags = [each.full_name for each in self._blank.places if not each.is_row]
        self._seen_piles = {name: deck.parse(self.seen[name]) for name in bags if name in self.seen}
        self._trial: Table = game.table()
        """On which steps are played again."""
        past = knowledge.get("past", [])
        seen_next = [each["boundary"] for each in [*past[1:], knowledge]] if past else []
        self.past = [
            Imagination(game, {key: value for key, value in then.items() if key != "dealing"}, each, ("", -1, None))
            for each, then in zip(past, seen_next, strict=True)
        ]
        self._hidden = hidden_scalars(self._blank, self.player)
        self._says = type(game).possible_scalars is not Game.possible_scalars
        self._secrets = Secrets(self, self.past) if self._hidden and not self._says else None
        self.tries_left = 0
        """Of those that ``imagine`` was allowed the last time."""
        self._clue: Clue | None = None

    def _from_now(self) -> list[Any]:
        """What the seat sees now says where cards were when the step began."""
        now = places_in(self.view["zones"])
        claims = KnownPlaces({"flight": 0, **{name: size_of(zone) for name, zone in now.items()}})
        claims.total = self.game.deck.total
        for name, zone in now.items():
            if "cards" in zone:
                claims.lie([name], faces(zone))
        for word, *what in reversed(self.since):
            if word == "event":
                claims.untold(what[0])
        return claims.plain()

    def _seen_leaving(self) -> dict[str, list[str | None]]:
        """For each hidden place the cards that were seen to leave it since the step began, None for one that was not
        seen. In a row they lay first."""
        found: dict[str, list[str | None]] = {}
        for word, *what in self.since:
            if word == "event" and what[0][0] == "move":
                _, source, _, cards = what[0]
                left = found.setdefault(source, [])
                left += cards if isinstance(cards, list) else [None] * (cards or 0)
        return found

    def _keep(self, places: frozenset[str], cards: Cards, least: int) -> None:
        """A claim without the places that the seat saw when the step began."""
        visible: Cards = sum([Counter(self.seen[each]) for each in places if each in self.seen], Counter())
        found = cards & visible
        hidden = frozenset(each for each in places if each in self.places and each not in self.seen)
        if hidden and least > found.total():
            self.claims.append((hidden, cards - found, least - found.total()))

    # -- positions --------------------------------------------------------------------------------------

    def imagine(self, rng: random.Random, tries: int = REPLAYS) -> Position:
        """A position that agrees with all that the seat knows. CannotImagine where none was found in so many tries:
        ways through the running step, and other hidden cards too where fewer than usual are allowed."""
        self.tries_left, self._clue = tries, None
        if self._secrets is not None:
            found = self._secrets.imagine(rng)
            return Position(self.game, found.boundary, found.answers, self.dealing, found.way)
        dealt: dict[str, list[str]] = {}
        for number in range(min(DEALS, tries)):
            if tries < REPLAYS:
                self.tries_left -= 1  # whoever allows few wants to be quick
            clue = self._take_clue()
            if clue is None or number < FRESH or not self.cards.repair(dealt, clue, rng):
                dealt = self.cards.deal(rng)
            boundary = self._filled(dealt, rng, guess=number % 4 != 3)
            answers = None if boundary is None else self._play_again(boundary, rng)
            if boundary is not None and answers is not None:
                return Position(self.game, boundary, answers, self.dealing)
            if self.tries_left <= 0:
                break
        raise CannotImagine(
            f"seat {self.player.seat}: no position that agrees with all that it has seen was found in {tries} tries"
        )

    def admits(self, position: Position) -> bool:
        """Whether a position agrees with all that the seat knows."""
        game = self.game
        if position.dealing != self.dealing or position.game.form != game.form:
            return False
        try:
            table = position.table()
        except (ValueError, TypeError, LookupError, AttributeError):
            return False
        if sum([place.pile for place in table.places]) != game.deck.whole:
            return False
        if view_of(table, self.player) != self.boundary:
            return False
        lying = {place.full_name: Counter(game.deck.names(place.pile)) for place in table.places}
        if any(missing(claim, lying) for claim in self.claims):
            return False
        rows: dict[str, Any] = {each.full_name: each for each in table.places if each.is_row}
        for name, known in self.orders.items():
            if not agrees([rows[name].face(laid).name for laid in rows[name].row], known):
                return False
        if not self._could_be(table):
            return False
        driver = StepReplay(table, self, position.answers, None)
        if not self._comes_here(driver):
            return False
        return self._secrets is None or self._secrets.admits(position.boundary, position.way, random.Random(0))

    def _could_be(self, table: Table) -> bool:
        """Whether hidden scalars are such as the game says that they could be."""
        if not self._hidden or not self._says or self.dealing:
            return True
        may = self._may_be(table)
        return all(value_of(table, cell) in values for cell, values in may)

    def _may_be(self, table: Table) -> list[tuple[Cell, Sequence[Any]]]:
        said, blank = self.game.possible_scalars(table, self.player), self.game.table()
        found: list[tuple[Cell, Sequence[Any]]] = []
        for cell in self._hidden:
            name, seat = cell
            values = said.get(name, None)
            if values is None:
                values = (value_of(blank, cell),)
            elif seat is not None:
                values = values[seat]
            found.append((cell, values))
        return found

    def filled(self, rng: random.Random) -> tuple[Any, ...]:
        """A table when the step began, with cards where the seat sees none; CannotImagine where there is none."""
        for _ in range(DEALS):
            found = self._filled(self.cards.deal(rng), rng, guess=True)
            if found is not None:
                return found
        raise CannotImagine(f"seat {self.player.seat}: no cards agree with the order that it has seen")

    def value(self, plain: Any) -> Any:
        """What an event told, as scalars are kept; None where it is no scalar."""
        try:
            return from_plain(plain, self.types)
        except (TypeError, ValueError, LookupError):
            return None

    def _comes_here(self, driver: StepReplay) -> bool:
        """Play the step again; whether it came to the open question and this view of it just as the seat saw it."""
        try:
            run(self.game, driver.table, driver, driver.table.turns + (0 if self.dealing else 1))
        except TargetReached:
            # What only its owner sees can change without an event.
            return view_of(driver.table, self.player) == self.view
        except (ShownOtherwise, RefereeError, RuleFault, AssertionError, LookupError, ValueError, TypeError):
            return False
        return False

    def compare(self, expected: Any, event: list[Any], progress: int) -> None:
        """Keep what can be learnt from the event at which a try went wrong, if none came further."""
        if expected is None or expected[0] != "event":
            return
        if self._clue is not None and self._clue.progress > progress:
            return
        seen = expected[1]
        if seen[:3] == event[:3] and seen[0] in ("move", "reveal") and isinstance(seen[-1], list):
            place, owner = (seen[1], None) if seen[0] == "move" else ("", seen[2])
            self._clue = Clue(progress, place, owner, Counter(seen[-1]), Counter(event[-1]))

    def _take_clue(self) -> Clue | None:
        clue, self._clue = self._clue, None
        return clue

    # -- hidden cards -----------------------------------------------------------------------------------

    def _table(self) -> Table:
        """The table when the step began, as far as the seat sees it."""
        game, view = self.game, self.boundary
        table: Table = game.table()
        for name, spec in table.scalar_specs.items():
            if name not in view["scalars"]:
                continue
            value = from_plain(view["scalars"][name], self.types)
            if not spec.per_player:
                setattr(table, name, value)
                continue
            audience = spec.audience(game)
            for player in table.players:
                if audience.includes(player, self.player):
                    getattr(table, name)[player] = value[player]
        table.turns = view["turn"]
        table.dealing = self.dealing
        table.direction = Direction[view["direction"].upper()]
        table.money = tuple([from_plain(each, self.types) for each in view["money"]])
        return table

    def _filled(self, dealt: Mapping[str, list[str]], rng: random.Random, *, guess: bool) -> tuple[Any, ...] | None:
        """The snapshot with those cards in the places that the seat does not see; None where they do not fit.

        With ``guess`` the cards that the seat has since seen leave a row were its first, if nothing else is known.
        """
        table, deck = self._blank, self.game.deck
        for place in table.places:
            name = place.full_name
            zone = self.places.get(name)
            if zone is None:
                continue
            if not place.is_row:
                place.restore(deck.parse(dealt[name]) if name in dealt else self._seen_piles[name])
            elif name in dealt:
                known = self.orders.get(name, [None] * len(dealt[name]))
                cards = arranged(dealt[name], known, self.leaving.get(name, ()) if guess else (), rng)
                if cards is None:
                    return None
                place.restore(tuple([deck.index(card) for card in cards]))
            else:
                place.restore(tuple([self._laid(each) for each in zone["cards"]]))
        if self._hidden and self._says and not self.dealing:
            for cell, values in self._may_be(table):
                set_to(table, cell, rng.choice(values))
        return table.snapshot()

    def _laid(self, card: Any) -> Any:
        deck = self.game.deck
        if isinstance(card, str):
            return deck.index(card)
        marks = {mark.value: mark for each in self.enums.values() for mark in each}
        return deck.index(card["card"]), tuple([marks[mark] for mark in card["marks"]]), card["link"]

    # -- hidden answers ---------------------------------------------------------------------------------

    def _play_again(self, boundary: tuple[Any, ...], rng: random.Random) -> list[Any] | None:
        """Answers since the step began that show the seat what it was shown, hidden ones at random.

        The search is depth first. After an answer that leads to something else the next guess is tried; after the last
        guess, the next one for the answer before.
        """
        untried: list[Iterator[Any]] = []
        chosen: list[int] = []
        """The guesses on the way, and at which answer each was made."""

        def guess(request: Any, driver: StepReplay) -> Any:
            coming = [each[1] for each in self.since[driver.told_so_far :] if each[0] == "event"]
            # All at once: where a card lies in a row can only be said now.
            found = list(guesses(request, coming, rng))
            if isinstance(request, Choice):
                found = [(request.space.plain(each),) for (each,) in found]
            untried.append(iter(found))
            chosen.append(driver.at)
            first = next(untried[-1], None)
            if first is None:
                raise ShownOtherwise
            return first[0]

        answers: list[Any] = []
        for _ in range(WAYS):
            self.tries_left -= 1
            self._trial.restore(boundary)
            self._trial.dealing = self.dealing
            driver = StepReplay(self._trial, self, answers, guess)
            if self._comes_here(driver):
                return driver.answers
            while untried:
                other = next(untried[-1], None)
                if other is not None:
                    answers = [*driver.answers[: chosen[-1]], other[0]]
                    break
                untried.pop()
                chosen.pop()
            else:
                return None
        return None
