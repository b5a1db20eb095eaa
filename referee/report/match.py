"""A match for the step-through of a page: what happened, entry by entry, and what cannot be told from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.games.registry import game_called
from referee.kernel.errors import BadInput
from referee.kernel.faults import clause_running
from referee.kernel.game import Game, rules_of
from referee.kernel.places import Row, audience_of
from referee.kernel.players import Audience, Player
from referee.kernel.question_clauses import clauses_asking
from referee.kernel.requests import Choice
from referee.kernel.rulebook import Rulebook, load_rulebook
from referee.kernel.scalars import to_plain
from referee.kernel.table import Table
from referee.kernel.views import Entry, open_scalars, open_view, seen, view_of
from referee.play.history import places_in
from referee.play.pictures import CELL, Pictures
from referee.record.record import SCHEMA
from referee.record.replay import replay, told_to

ASKED = ("ask", "view", "chance", "answer", "rejected", "fault", "noted")
"""Entries of a record that are no events of the table."""
MOST_OPTIONS = 12
"""Options of a decision that the page shows; of longer lists it gives the number."""


class Story:
    """Collects what a page needs while a record is replayed; ``seat`` sees what it saw, None sees everything.

    The cards of bags and the money follow from the events. What does not is kept beside them: scalars, rows with
    their order and marks, for a seat the places that it sees again after they were out of its sight, and what is drawn
    for each viewer (a number of ``pictures``).
    """

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.steps: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}
        """The number of each picture; a picture is kept once."""
        self._events: list[tuple[list[Any] | None, dict[str, Any]]] = []
        self._answers: list[dict[str, Any]] = []

    def started(self, header: Mapping[str, Any], table: Table) -> None:
        if self.seat is not None and self.seat >= len(table.players):
            raise BadInput(f"there is no seat {self.seat}: the record has 0 to {len(table.players) - 1}")
        self.game = table.game
        self.viewer = None if self.seat is None else table.players[self.seat]
        self.asking = clauses_asking(type(table.game))
        self._scalars = scalars_of(table, self.viewer)
        self._rows = rows_of(table)
        self.drawing = Pictures(table.game)
        self._drawn: dict[str, int | None] = {}
        self._draws = self.drawing.draws or any(map(CELL.fullmatch, open_view(table)["zones"]))
        self.start = {"scalars": self._scalars, "turns": table.turns, "drawn": self.drawn(table)}

    def on_event(self, table: Table, entry: Entry) -> None:
        more = self.changes(table)
        if self.viewer is None:
            ids = clause_running(table.game.clause_codes)
            if ids:
                more["clauses"] = list(ids)
        elif entry[0] in ("move", "swap", "mark"):
            more["zones"] = self.zones(table)
        self._events.append((seen(table, entry, self.viewer), more))

    def answered(self, choice: Choice, answer: Any) -> None:
        more = self.changes(choice.table)
        ids = self.asking.get(choice.ask, ())
        if ids:
            more["clauses"] = list(ids)
        number = choice.space.count()
        more["options"] = number
        if 1 < number <= MOST_OPTIONS:
            more["among"] = [choice.space.plain(each) for each in choice.space]
        self._answers.append(more)

    def stepped(self, table: Table, step: int, entries: Sequence[Any]) -> None:
        did: list[Any] = []
        more: dict[str, Any] = {}
        events, answers = iter(self._events), iter(self._answers)
        unsaid: dict[str, dict[str, Any]] = {"scalars": {}, "drawn": {}}
        for entry in entries:
            also: dict[str, Any] = {}
            event: list[Any] | None = entry
            if entry[0] not in ASKED:
                event, also = next(events)
            elif entry[0] == "answer":
                also = next(answers)
            if event is None or not self.concerns(event):
                for key in unsaid:  # shows with the next entry that the seat is told
                    unsaid[key] |= also.get(key, {})
                continue
            also = {**also, **{key: {**late, **also.get(key, {})} for key, late in unsaid.items() if late}}
            unsaid = {"scalars": {}, "drawn": {}}
            if also:
                more[str(len(did))] = also
            did.append(event)
        after = self.changes(table)
        if self.viewer is not None:
            after["zones"] = self.zones(table)
            after |= {key: {**late, **after.get(key, {})} for key, late in unsaid.items()}
        self.steps.append({"step": step, "did": did, "more": more, "after": after})
        self._events, self._answers = [], []

    def concerns(self, entry: Sequence[Any]) -> bool:
        """Whether the page is to know of it: of questions and faults a seat knows its own, of the tape nothing."""
        if self.seat is None:
            return bool(entry[0] != "view")
        return bool(entry[0] not in ASKED or (entry[0] not in ("chance", "view") and entry[1] == self.seat))

    def changes(self, table: Table) -> dict[str, Any]:
        """The changes since the last look: scalars, and rows, which only a page with everything open has."""
        found: dict[str, Any] = {}
        now = scalars_of(table, self.viewer)
        if now != self._scalars:
            found["scalars"] = {name: value for name, value in now.items() if value != self._scalars[name]}
            self._scalars = now
        if self.viewer is None:
            rows = rows_of(table)
            changed = {name: row for name, row in rows.items() if row != self._rows.get(name)}
            if changed:
                found["zones"] = {name: {"cards": cards} for name, cards in changed.items()}
                self._rows = rows
        if drawn := self.drawn(table):
            found["drawn"] = drawn
        return found

    def drawn(self, table: Table) -> dict[str, int | None]:
        """The seats that see another picture than at the last look, with its number or None; seat "" where everything
        is open."""
        if not self._draws:
            return {}
        found: dict[str, int | None] = {}
        views = {"": open_view(table)} if self.seat is None else {}
        for player in table.players if self.viewer is None else [self.viewer]:
            views[str(player.seat)] = view_of(table, player)
        for viewer, view in views.items():
            text = "\n".join(self.drawing.lines(view))
            if text and text not in self._numbers:
                self._numbers[text] = len(self._numbers)
            number = self._numbers.get(text)
            if number != self._drawn.get(viewer):
                found[viewer] = self._drawn[viewer] = number
        return found

    @property
    def pictures(self) -> list[str]:
        """The pictures, by number."""
        return list(self._numbers)

    def zones(self, table: Table) -> dict[str, Any]:
        """Every place as the seat sees it."""
        assert self.viewer is not None
        return places_in(view_of(table, self.viewer)["zones"])


def scalars_of(table: Table, viewer: Player | None) -> dict[str, Any]:
    """The scalars and the direction of play, as JSON data, without cards and money."""
    scalars = open_scalars(table) if viewer is None else view_of(table, viewer)["scalars"]
    money = {"money": [to_plain(each) for each in table.money[: len(table.players)]]}
    return {**scalars, **money, "play goes": table.direction.name.lower()}


def rows_of(table: Table) -> dict[str, list[Any]]:
    """The cards of every row, in order, with their marks and links."""
    found: dict[str, list[Any]] = {}
    for place in [*table.places, table.flight]:
        if isinstance(place, Row):
            name = place.name if place.owner is None else f"{place.name} {place.owner.seat}"
            found[name] = [
                {"card": place.face(laid).name, "marks": [str(mark.value) for mark in laid.marks], "link": laid.link}
                if laid.marks or laid.link
                else place.face(laid).name
                for laid in place.row
            ]
    return found


def about_game(game: Game[Any]) -> dict[str, Any]:
    """The parts of a game that a page needs to draw its table: cards, places and who sees them."""
    suits = game.deck.suits
    return {
        **game.form,
        "title": game.title,
        "suits": [{"name": suit.name, "symbol": suit.symbol} for suit in suits],
        "cards": [
            {
                "name": card.name,
                "rank": card.rank,
                "suit": suits.index(card.suit) if card.suit else None,
                "copies": copies,
            }
            for card, copies in zip(game.deck.cards, game.deck.copies, strict=True)
        ],
        "zones": [
            {
                "name": name,
                "each": spec.per_player,
                "row": spec.row,
                "pack": [game.deck.cards[kind].name for kind in spec.pack.indices] if spec.pack else [],  # type: ignore[union-attr]
                "seen": who_sees(audience_of(spec.seen_by, game), game, spec.per_player),
                "counted": who_sees(audience_of(spec.size_seen_by, game), game, spec.per_player),
            }
            for name, spec in game.settled_zones.items()
        ],
        "scalars": [
            {
                "name": name,
                "each": spec.per_player,
                "seen": who_sees(spec.audience(game), game, spec.per_player),
            }
            for name, spec in game.table_class.scalar_specs.items()
        ],
    }


def who_sees(audience: Audience, game: Game[Any], of_each: bool) -> list[list[int]]:
    """For each owner the seats that see what is his; one list where the zone is nobody's."""
    owners: tuple[Player | None, ...] = game.seated if of_each else (None,)
    return [[each.seat for each in game.seated if audience.includes(owner, each)] for owner in owners]


def rulebook_of(game: Game[Any]) -> Rulebook:
    return load_rulebook(rules_of(type(game)).folder / "rulebook.md")


def match_data(
    content: bytes, name: str, seat: int | None = None, find: Callable[[str], type[Game[Any]]] = game_called
) -> tuple[Game[Any], dict[str, Any]]:
    """The game and the match of a record, for a page; errors as of ``referee.record.replay.replay``."""
    story = Story(seat)
    replayed = replay(
        content, name, on_start=story.started, on_event=story.on_event, on_answer=story.answered, on_step=story.stepped,
        find=find,
    )  # fmt: skip
    return story.game, {
        "schema": SCHEMA,
        "name": Path(name).name,
        "seat": seat,
        "header": {key: value for key, value in replayed.header.items() if key != "#"},
        "result": told_to(replayed.result, seat),
        "rules_changed": replayed.rules_changed,
        "start": story.start,
        "steps": story.steps,
        "pictures": story.pictures,
        "drawing": story.drawing.fault,
    }
