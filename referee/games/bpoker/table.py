"""Part 1: what lies on the table (BG-1), and the words of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.kernel import (
    CLUBS,
    FRENCH_SUITS,
    NO_PLAYER,
    SPADES,
    Audience,
    Card,
    Event,
    Laid,
    Option,
    Place,
    Player,
    Row,
    Suit,
    Table,
    Window,
    WindowKind,
    everybody,
    flag,
    nobody,
    owner,
    row,
    rows,
    value,
    values,
    zone,
    zones,
)

FORCED = Window("forced", WindowKind.REPLACE)
"""EN-1, step 2: a card is being forced on a player."""
ENTERS = Window("enters", WindowKind.REPLACE)
"""EN-1, step 4: a card is about to enter a player's table."""
REACHED = Window("reached", WindowKind.TOUCH)
"""EN-1, step 6: an effect reaches another player."""
RESOLVES = Window("played", WindowKind.TRIGGER)
"""EN-1, step 7: what cards and sets do when they have been played."""
BETWEEN = Window("any time", WindowKind.REPLACE)
"""EN-3: effects that may be used at any time."""
TURN_BEGINS = Window("turn begins", WindowKind.TRIGGER)
"""BG-7, phase 2."""

BLACK = (SPADES, CLUBS)
RING = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""BP-RING: what follows the A is a 1 again."""
JOKER = "Jo"
NO_WORD = "-"
"""The word of a card that acts as nothing."""


def every(rank: str, suits: Iterable[Suit] = FRENCH_SUITS) -> tuple[str, ...]:
    """The names of the cards of a rank."""
    return tuple(Card(rank, suit).name for suit in suits)


class Happening(Option):
    """F22: played, replayed, forced and passed are different things; a traded card is none of them."""

    TURN = "turn"
    PLAY = "play"
    REPLAY = "replay"
    FORCE = "force"
    PASS = "pass"
    CONTROL = "control"
    TRIGGER = "trigger"
    DISCARD = "discard effect"


PLAYS = (Happening.PLAY, Happening.REPLAY, Happening.FORCE, Happening.PASS)


class Mark(Option):
    """On cards of a table, and SIDEWAYS on cards of a stash."""

    NO_EFFECT = "no-effect"
    WILD = "wild"
    DECLARED = "declared"
    TURNED = "turned"
    """A 6 of the three-6s tile that has been used."""
    UNCOUNTED = "uncounted"
    """BP-3: it does not count towards the maximum during this turn."""
    INERT = "inert"
    """A traded 2 without any effect (reading traded-two-in-effect)."""
    AS_CLUBS = "as clubs"
    AS_SPADES = "as spades"
    """The suit named for a joker that follows a 5."""
    SIDEWAYS = "sideways"


STATES = (Mark.NO_EFFECT, Mark.WILD, Mark.INERT)
"""In any of them a card has no effects."""
TRAVELLING = (Mark.NO_EFFECT, Mark.WILD, Mark.TURNED, Mark.AS_CLUBS, Mark.AS_SPADES)
"""What a card keeps on its way to another table."""


class Ban(Option):
    """BG-8: whether a player may be given the turn."""

    NONE = "none"
    GIVEN = "given turns"
    EVERY = "every turn"


class Chance(Option):
    """What a player may do whose table is full (BG-7, phase 3)."""

    GO_ON = "go on"
    SCRAP = "scrap"
    END = "end"


GO_ON, SCRAP, END = Chance


class Doings:
    """What is remembered while one play, with all that it causes, is carried out (EN-1: the root event).

    ``acted``: cards that effects have played (reading plays-of-one-card). ``ring``: who has handed the Shaft to
    whom by 6s in a row (BP-6-RING); ``shafted``: cards forced by a Shaft. ``first_forcer``: of a card that was
    sent on, who forced it first. ``queens``: by a card that a Q takes along, that Q. ``covered``: 5s whose
    followers a forcing player has paid for. ``moments``: by event, the table before its effect.
    All of them know cards by their numbers.
    """

    __slots__ = ("acted", "came_from", "covered", "first_forcer", "moments", "queens", "ring", "shafted", "waiting")

    def __init__(self) -> None:
        self.acted: tuple[int, ...] = ()
        self.ring: tuple[tuple[Player, Player], ...] = ()
        self.shafted: tuple[int, ...] = ()
        self.covered: tuple[int, ...] = ()
        self.waiting: tuple[Waiting, ...] = ()
        self.first_forcer: dict[int, Player] = {}
        self.queens: dict[int, Laid] = {}
        self.came_from: dict[int, Place] = {}
        self.moments: dict[int, Any] = {}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A play before it is carried out; it waits for a running effect under a reading of nested-effects.

    ``within`` is the number of the event that caused it; ``plain``: only its immediate effect happens.
    """

    within: int
    what: Enum
    actor: Player
    at: Player
    cards: tuple[Laid, ...]
    word: str
    plain: bool = False


def tell_hand(t: Table, row: Place, gone: tuple[Laid, ...]) -> None:
    """BG-10: a declared hand loses members that leave the table; everybody notices."""
    lost = [t.deck.cards[laid.kind].name for laid in gone if laid.marks and laid.has(Mark.DECLARED)]
    if lost:
        t.note("hand-loses", of=row.owner, cards=tuple(lost))


def separate(t: Table, row: Row, apart: tuple[Laid, ...]) -> None:
    """BP-TILE: cards of a broken tile stand alone; 6s that were turned sideways are no-effect (BP-SET-666)."""
    for laid in apart:
        if laid.marks:
            if laid.has(Mark.TURNED):
                laid = t.mark(row, t.unmark(row, laid, Mark.TURNED), Mark.NO_EFFECT)
            if laid.has(Mark.AS_CLUBS) or laid.has(Mark.AS_SPADES):
                t.unmark(row, laid, Mark.AS_CLUBS, Mark.AS_SPADES)


def who_sees_tables(game: Any) -> Audience:
    """Reading wild-face: a wild came to its table face up, in play, so that "whoever saw it" is everybody."""
    return {"everybody": everybody, "owner": everybody}[game.readings["wild-face"]]


class BPokerTable(Table):
    """BG-1: the zones, and everything that outlives a turn."""

    stash = rows(seen_by=nobody)
    view = zones(seen_by=owner)
    pending = rows(seen_by=everybody)
    """Cards-to-be-played."""
    table = rows(seen_by=who_sees_tables, on_leave=tell_hand, on_break=separate)
    pot = zone(seen_by=nobody, pack=True)
    discard = zone(seen_by=everybody)
    box = zone(seen_by=nobody)
    """Cards out of play: no rule puts any there; a table that is laid out need not hold them all."""
    fpot = zone(seen_by=nobody)
    fhand = zones(seen_by=owner)
    ftable = zones(seen_by=everybody)
    """What f_poker is played with."""
    heap = row(seen_by=nobody)
    """Cards that come from a pile without order to a stash are shuffled on their way."""

    hand: int = value(0)
    mover: Player = value(NO_PLAYER)
    dealer: Player = value(NO_PLAYER)
    last_winner: Player = value(NO_PLAYER)
    turn_over = flag(False)
    jack = flag(False)
    """A J waits: the next card or set enters without effect."""
    winner: Player = value(NO_PLAYER)
    given_up = flag(False)
    """The hand has ended without a winner."""
    still: int = value(0)
    """Turns in a row at whose end nobody had a card that he could ever play."""
    coming: Player = value(NO_PLAYER)
    """To whom an effect has given the next turn."""
    given_by_f_poker = flag(False)
    """Whether that effect was f_poker (reading barred-fpoker-winner)."""
    barred: Player = value(NO_PLAYER)
    """Who may not win in the turn that f_poker has given him, if he is the next."""
    barred_now = flag(False)
    """Whether that turn is running (reading fpoker-win-ban)."""
    declarations: int = value(0)

    out = values(False)
    gone = values(0)
    """The hand before which a player left the match, 0 if he has not."""
    ban = values(Ban.NONE)
    skip = values(False)
    number_shift = values(0)
    declared_at = values(0)

    def begin_events(self) -> None:
        """What is remembered within a step only."""
        super().begin_events()
        self.doings: Doings | None = None
        """None while nothing is being played."""
        self.used_spades: tuple[int, ...] = ()
        """The 10♠ that have forced a card in this turn (reading repeated-ten-of-spades)."""


def playing(t: BPokerTable) -> tuple[Event, ...]:
    """The running plays of cards."""
    return tuple([event for event in t.stack if event.what in PLAYS])
