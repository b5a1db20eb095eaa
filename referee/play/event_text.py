"""What happened, in plain words: the events of a seat or of a record, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from referee.kernel.card_effects import card_effects
from referee.kernel.cards import Deck
from referee.kernel.game import Game
from referee.kernel.grids import Cell
from referee.kernel.places import Laid
from referee.kernel.players import Player, everybody, owner
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import Arms, Space
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen

READINGS = re.compile(r"([;.] [Rr]eadings? .*|; [a-z]+(-[a-z]+)+(, [a-z-]+)*\.)$")
"""The last words of a rule's text that name readings."""


FLIGHT = "flight"
"""The place of cards that are being played (``Table.flight``)."""
SPELLED_OUT = 4
"""Equal cards; of more the number is told."""


def pretty_cards(cards: Iterable[Any], deck: Deck, *, between_suits: str = " ", counted: bool = False) -> str:
    """Card names as people read them, and the marks of those that have any: ``10♥ K♠ [face-down]``.

    With ``counted`` more than four equal cards are ``copper ×45``, which nobody can type.
    """
    text: list[str] = []
    before: Any = None
    for each, equal in groupby(cards):
        number = len([*equal])
        name = each["card"] if isinstance(each, dict) else each
        card = deck.cards[deck.index(name)]
        told = card.pretty
        if isinstance(each, dict):
            marks = [*map(str, each["marks"]), *([f"group {each['link']}"] if each["link"] else [])]
            told += f" [{', '.join(marks)}]"
        if text:
            text.append(between_suits if before is not None and card.suit is not before else " ")
        before = card.suit
        many = counted and number > SPELLED_OUT
        text.append(f"{told} ×{number}" if many else " ".join([told] * number))
    return "".join(text)


def plain_value(value: Any) -> str:
    """A scalar, or a part of an answer, as people read it; null is nobody, what is hidden its reader knows."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        match value:
            case {"tuple": "Cell", "column": int(column), "row": int(row)}:
                return Cell(column, row).name
            case {"tuple": _, **parts}:
                return plain_answer(list(parts.values()))
            case {"seat": int(seat)} if len(value) == 1:
                return f"seat {seat}"
            case {"fraction": told} | {"enum": _, "value": told} | {"suit": told, "letter": _, "symbol": _}:
                return plain_answer(told)
        return " ".join(f"{name}={_values(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(plain_value, value)) or "none"
    return "nobody" if value is None else str(value) or "none"


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something that ``seat`` did (None: it happened to the table). ``verb`` is in the form for ``you``."""

    seat: int | None
    verb: str
    rest: str


class Narrator:
    """Tells events (the lists of ``referee.kernel.views.seen``) to a seat, or to the table (None)."""

    def __init__(self, game: Game[Any], viewer: int | None) -> None:
        self.deck, self.viewer, self.game, self.players = game.deck, viewer, type(game), game.players
        self._follows: dict[str, str] | None = None
        specs = game.settled_zones
        self.of_each = {name for name, spec in specs.items() if spec.per_player}
        declared = game.table_class.zone_specs
        self.packs = {name for name, spec in declared.items() if spec.pack is True}
        hands = [name for name, spec in specs.items() if spec.per_player and spec.seen_by is owner]
        self.hand = hands[0] if hands else None
        open_zones = [name for name, spec in specs.items() if not spec.per_player and spec.seen_by is everybody]
        self.middle = open_zones[0] if len(open_zones) == 1 else None

    def lines(self, events: Iterable[Sequence[Any]]) -> Iterator[str]:
        """A line for what one seat did in a row; what several did alike is told once."""
        phrases = [phrase for event in events if (phrase := self.phrase(event))]
        told: list[tuple[list[int | None], str, str]] = []
        for (_, verb, rest), alike in groupby(phrases, key=lambda each: (each.seat is None, each.verb, each.rest)):
            told.append(([each.seat for each in alike], verb, rest))
        for who, run in groupby(told, key=lambda each: each[0]):
            parts = list(run)
            if who[0] is None:
                for verb, same in groupby(parts, key=lambda each: each[1]):
                    rests = [each[2] for each in same if each[2]]
                    yield " ".join([verb, "; ".join(rests)]) if rests else verb
                continue
            seats = list(dict.fromkeys(seat for seat in who if seat is not None))
            often = {1: "", 2: " twice"}.get(times := len(who) // len(seats), f" {times} times")
            yield f"{self.subject(seats)} " + ", ".join(
                " ".join(part for part in (self.conjugated(verb, seats), rest) if part) + often
                for _, verb, rest in parts
            )

    def subject(self, seats: Sequence[int]) -> str:
        others = [str(seat) for seat in seats if seat != self.viewer]
        told = [f"seat{'s' if len(others) > 1 else ''} {listed(others)}"] if others else []
        return listed([*(["you"] if self.viewer in seats else []), *told])

    def conjugated(self, verb: str, seats: Sequence[int]) -> str:
        if len(seats) > 1 or seats[0] == self.viewer:
            return verb
        return verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")

    def object(self, seat: int) -> str:
        return "you" if seat == self.viewer else f"seat {seat}"

    def details(self, about: Mapping[str, Any]) -> str:
        """What a note says: the reader is ``you``, and cards are named as people read them."""
        return ", ".join(f"{name} {self.detail(value)}" for name, value in about.items())

    def detail(self, value: Any) -> str:
        if value == {"seat": self.viewer}:
            return "you"
        if isinstance(value, str):
            return self.named(value)
        is_list = isinstance(value, list) and len(value) > 0
        return ", ".join(map(self.detail, value)) if is_list else plain_value(value)

    def named(self, word: str) -> str:
        """The word of an event: a card, where it is the name of one."""
        cards = [card.pretty for card in self.deck.cards if card.name == word]
        return cards[0] if cards else word

    def why(self, word: str) -> str:
        """The clauses that say what follows from it, and what that is."""
        if self._follows is None:
            self._follows = {}
            for each in card_effects(self.game):
                for on in each.words if each.follows else ():
                    text = READINGS.sub(".", each.text)
                    self._follows.setdefault(on, f" ({', '.join(each.clauses)}: {text})")
        return self._follows.get(word, "")

    # -- one event --------------------------------------------------------------------------------------

    def phrase(self, event: Sequence[Any]) -> Phrase | None:
        """None for what is not worth a word: no card moves, nothing is paid."""
        word, *about = event
        if word == "move":
            return self.moved(*about)
        if word == "pay":
            payer, payee, amount = about
            if amount == 0:
                return None
            if payer is None:
                return Phrase(payee, "receive", f"{plain_value(amount)} from the bank")
            return Phrase(
                payer,
                "pay",
                f"{plain_value(amount)} to {'the bank' if payee is None else self.object(payee)}",
            )
        if word == "swap":
            return Phrase(None, f"{self.place(about[0])} and {self.place(about[1])} change places", "")
        if word == "mark":
            if len(about) == 1:
                return Phrase(None, f"a card in {self.place(about[0])} changes", "")
            return Phrase(
                None,
                f"{self.cards([about[1]])} in {self.place(about[0])} becomes {self.cards([about[2]])}",
                "",
            )
        if word == "reveal":
            why, of, to, cards = about
            to_whom = "" if len(to) > 1 else f" to {self.object(to[0])}" if to else ""
            return Phrase(of, "show" if of is not None else "shown:", f"{self.cards(cards)}{to_whom} ({why})")
        if word == "open":
            seat, ask, answer = about
            return Phrase(seat, "answer", f"{ask}: {plain_answer(answer)}")
        if word == "roll":
            faces, *to = about
            told = ("a die" if faces == 1 else f"{faces} dice") if isinstance(faces, int) else " ".join(map(str, faces))
            return self.seen_by(to, "roll", told) or Phrase(None, f"the dice show {told}", "")
        if word == "lot":
            drawn, *to = about
            told = "a lot" if drawn is None else f"the lot {plain_value(drawn)}"
            return self.seen_by(to, "draw", told) or Phrase(None, f"the lot falls on {plain_value(drawn)}", "")
        if word == "shuffle":
            return Phrase(None, f"{self.place(about[0])} is shuffled", "")
        if word == "event":
            _, _, what, actor, at, *word = about
            if word:
                on_whom = f" on {self.object(at)}" if at != actor else ""
                return Phrase(actor, what, f"{self.named(word[0])}{on_whom}{self.why(word[0])}")
            whose = "your" if actor == self.viewer else f"seat {actor}'s"
            return Phrase(None, f"{whose} {what}" + (f" on {self.object(at)}" if at != actor else ""), "")
        if word == "tell":
            what, to, details = about
            to_whom = "everybody" if len(to) == self.players else self.objects(to)
            said = self.details(details or {})
            return Phrase(None, f"told {to_whom}:", f"{what}{': ' if said else ''}{said}")
        if word == "note" and about[0] == "stopped":
            return Phrase(None, "what was going on is stopped", "")
        if word == "note":
            details = self.details(about[1])
            return Phrase(None, f"{about[0].replace('-', ' ')}{': ' if details else ''}{details}", "")
        return Phrase(None, f"{word}: {', '.join(map(plain_value, about))}", "")

    def seen_by(self, to: Sequence[Sequence[int]], verb: str, what: str) -> Phrase | None:
        """A roll or a lot that not everybody sees, as a phrase of those who see it; None where all do."""
        if not to:
            return None
        return (
            Phrase(to[0][0], verb, what)
            if len(to[0]) == 1
            else Phrase(None, f"{what}, seen by {self.objects(to[0])}", "")
        )

    def objects(self, seats: Sequence[int]) -> str:
        return listed([self.object(seat) for seat in seats]) if seats else "nobody"

    def moved(self, source: str, target: str, cards: Any) -> Phrase | None:
        if cards is not None and not cards:
            return None
        (whence, giver), (where, taker) = self.parts(source), self.parts(target)
        what, origin, to = self.cards(cards), whence.replace("_", " "), where.replace("_", " ")
        if where == FLIGHT:  # where it comes to lie is told
            return None
        if whence == FLIGHT and taker is not None:
            return Phrase(taker, "lay", f"{what} (to {to})")
        to_where = "" if where == self.hand else f" (to {to})"
        if giver is None and taker is None:
            return Phrase(None, f"{what} from {origin} to {to}", "")
        if giver is None:
            if whence in self.packs:
                return Phrase(taker, "draw", what + to_where)
            return Phrase(taker, "take", f"{what} from {origin}{to_where}")
        if taker is None:
            if whence == self.hand and where == self.middle:
                return Phrase(giver, "play", what)
            return Phrase(giver, "put", f"{what} from {origin} into {to}")
        if giver == taker:
            return Phrase(giver, "put", f"{what} from {origin} into {to}")
        whose = "" if whence == self.hand else f" from {origin}"
        return Phrase(giver, "give", f"{self.object(taker)} {what}{whose}{to_where}")

    def cards(self, cards: Any) -> str:
        if cards is None:
            return "some cards"
        if isinstance(cards, int):
            return f"{cards} card{'' if cards == 1 else 's'}"
        return pretty_cards(cards, self.deck)

    def parts(self, place: str) -> tuple[str, int | None]:
        """``hand 2`` is the hand of seat 2, ``middle`` is nobody's."""
        name, _, seat = place.rpartition(" ")
        return (name, int(seat)) if name in self.of_each else (place, None)

    def place(self, place: str) -> str:
        name, seat = self.parts(place)
        name = name.replace("_", " ")
        if seat is None:
            return f"the {name}"
        return f"your {name}" if seat == self.viewer else f"the {name} of seat {seat}"


def told_to_people(table: Table, entry: Entry, player: Player | None) -> list[Any] | None:
    """``seen`` for people: in an answer that everybody learns cards of a row are named as they are typed."""
    event = seen(table, entry, player)
    if event and event[0] == "open":
        _, choice, _, answer = entry
        event[3] = typed_answer(choice.space, event[3], answer, player)
    return event


def typed_answer(space: Space[Any], data: Any, answer: Any, reader: Player | None = None) -> Any:
    """An answer as JSON data, but with cards of a row as they are typed, for a reader (None: everything is open).

    Data count places from 0, and people from 1. The row may have changed since.
    """
    if isinstance(space, Arms) and len(data) > 1:
        arm, chosen = answer
        return [data[0], typed_answer(space.arms[arm], data[1], chosen, reader)]
    if isinstance(space, OneOfRow):
        return placed(space, answer, data, reader)
    if isinstance(space, SomeOfRow):
        return [placed(space, laid, at, reader) for laid, at in zip(answer, data, strict=True)]
    return data


def placed(space: OneOfRow | SomeOfRow, laid: Laid, at: int, reader: Player | None = None) -> str:
    """A card of a row with its place there: ``9♦@2``. Of a card that whoever answers or reads does not see, the place
    alone."""
    is_seen = shows_faces(space) and (reader is None or space.row.sees(reader))
    return f"{space.row.face(laid).pretty if is_seen else ''}@{at + 1}"


def shows_faces(space: OneOfRow | SomeOfRow) -> bool:
    """Whether the player who answers is told the faces."""
    return space.viewer is None or space.row.sees(space.viewer)


def plain_answer(answer: Any) -> str:
    """An answer as JSON data, in words: ``cards 7 7``, ``take``, ``seat 2``, ``number=3 face=5``."""
    if isinstance(answer, list):
        return " ".join(plain_answer(each) for each in answer if each != []) or "none"
    return "none" if answer is None else plain_value(answer)


def _values(answer: Any) -> str:
    """A part of a typed tuple, without the names of its own parts, as it is typed."""
    if isinstance(answer, Mapping) and answer.keys() != {"seat"}:
        answer = [*answer.values()]
    return (" ".join(map(_values, answer)) or "none") if isinstance(answer, list) else plain_answer(answer)
