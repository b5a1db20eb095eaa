"""The table: all state of a game, and the only place where it changes.

A game declares its own subclass, with zones and scalars in the body. Rules read the attributes, move cards
with ``move``, money with ``pay``, and ask with the generator methods (``choose``, ``select``, ``draw``, …),
which are always called with ``yield from``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from referee.kernel.algebra import Algebra, Packed
from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.effects import Events, Quantities
from referee.kernel.errors import Broken
from referee.kernel.places import Laid, Place, PlaceOfEach, Row, RowOfEach, ZoneSpec
from referee.kernel.players import Audience, Direction, Player, everybody, nobody
from referee.kernel.requests import Choice, Draw, Lot, Pick, Roll, Shuffle, Together
from referee.kernel.rows import Rows
from referee.kernel.scalars import ScalarSpec, ValueOfEach
from referee.kernel.spaces import Arms, OneOf, Selection, Space
from referee.kernel.terms import Amount, AnyAmount, AnyTruth, Pile, Rule, Truth
from referee.kernel.watch import Watch

if TYPE_CHECKING:
    from referee.kernel.game import Game

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: for each seat a score (lower is better, compared as tuples) and a payoff.

    ``reason`` is a short word; a game that its turn cap ended says ``turn-cap``.
    """

    scores: tuple[Any, ...]
    payoffs: tuple[Any, ...]
    reason: str

    @property
    def ranks(self) -> tuple[int, ...]:
        """1 for the best seats, and one more for each seat that is strictly better: ties share a rank."""
        return tuple(1 + sum(other < score for other in self.scores) for score in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Table(Rows, Events, Quantities):
    """See the module's docstring. ``turns`` counts finished steps; ``outcome`` is None while play goes on."""

    zone_specs: ClassVar[dict[str, ZoneSpec]] = {}
    scalar_specs: ClassVar[dict[str, ScalarSpec]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        inherited = list(reversed(cls.__mro__))
        cls.zone_specs = {k: v for c in inherited for k, v in vars(c).items() if isinstance(v, ZoneSpec)}
        cls.scalar_specs = {k: v for c in inherited for k, v in vars(c).items() if isinstance(v, ScalarSpec)}

    def __init__(self, game: Game[Any], algebra: Algebra | None = None) -> None:
        self.game = game
        self.deck: Deck = game.deck
        self.algebra: Algebra = algebra or Packed(game.deck)
        self.players = tuple(Player.at(seat) for seat in range(game.players))
        self._left_of: Any = (*self.players[1:], self.players[0])
        self._right_of: Any = (self.players[-1], *self.players[:-1])
        self.watch: Watch | None = None
        self.reading = game.defined.__getitem__
        """The value of a reading; where it is ``undefined`` play stops (``MissingCase``)."""
        places: list[Place] = []
        for name, zone in self.zone_specs.items():
            owners = self.players if zone.per_player else (None,)
            kind = Row if zone.row else Place
            made = tuple(kind(self, name, owner, zone) for owner in owners)
            places += made
            of_each = (RowOfEach if zone.row else PlaceOfEach)(made)  # type: ignore[arg-type]
            setattr(self, name, of_each if zone.per_player else made[0])
        self.flight = Row(self, "flight", None, ZoneSpec(everybody, everybody, per_player=False, row=True))
        self.places = (*places, self.flight)
        for number, place in enumerate(self.places):
            place.number = number
        self.each: list[ValueOfEach[Any]] = []
        for name, scalar in self.scalar_specs.items():
            if scalar.per_player:
                self.each.append(ValueOfEach([scalar.start] * game.players))
                setattr(self, name, self.each[-1])
            else:
                setattr(self, name, scalar.start)
        self.turns = 0
        self.dealing = True
        self.direction = Direction.LEFT
        self.money: tuple[Any, ...] = (0,) * (game.players + 1)
        self.outcome: Outcome | None = None
        self.begin_events()

    # -- state ------------------------------------------------------------------------------------------

    KERNEL_SCALARS = ("turns", "dealing", "direction", "money", "outcome", "control")

    @cached_property
    def _scalars(self) -> Callable[[Any], tuple[Any, ...]]:
        names = [name for name, spec in self.scalar_specs.items() if not spec.per_player]
        return attrgetter(*names, *self.KERNEL_SCALARS)

    def snapshot(self) -> tuple[Any, ...]:
        """The whole state at a step boundary as plain immutable data: hashable, comparable, cheap."""
        return (
            tuple([place.contents() if place.is_row else place.pile for place in self.places]),
            self._scalars(self),
            tuple([tuple(each) for each in self.each]),
        )

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Back to a snapshot of a table of the same game, players, readings and settings."""
        contents, scalars, each_values = snapshot
        for place, content in zip(self.places, contents, strict=True):
            place.restore(content)
        names = [name for name, spec in self.scalar_specs.items() if not spec.per_player]
        for name, scalar in zip((*names, *self.KERNEL_SCALARS), scalars, strict=True):
            setattr(self, name, scalar)
        for each, values in zip(self.each, each_values, strict=True):
            each[:] = values
        self.begin_events()

    # -- cards and money --------------------------------------------------------------------------------

    def move(self, cards: Pile | tuple[Laid, ...], source: Place, target: Place) -> None:
        """Cards go from place to place. Obligation: the source holds them."""
        if source.is_row or target.is_row:
            cards = self.move_by_row(cards, source, target)
        else:
            algebra = self.algebra
            source.pile = algebra.less(source.pile, cards, source, "to", target)
            target.pile += cards
            size = algebra.size(cards)
            source.size -= size
            target.size += size
        if self.watch is not None:
            self.watch.moved(cards, source, target)

    def gather(self, target: Place) -> None:
        """All cards of the table go to one place."""
        for place in self.places:
            cards = place.row if place.is_row else place.pile
            if place is not target and cards is not self.algebra.nothing:
                self.move(cards, place, target)

    def swap(self, one: Place, other: Place) -> None:
        """All that lies in two places of the same kind changes places."""
        if one.is_row:
            one.row, other.row = other.row, one.row
        else:
            before = one.contents()
            one.restore(other.contents())
            other.restore(before)
        if self.watch is not None:
            self.watch.swapped(one, other)

    def pay(self, payer: Player | None, payee: Player | None, amount: AnyAmount) -> None:
        """Money goes from one account to another; None is the bank. Obligation: the amount is not negative.

        Accounts may go below zero: the sum over all players and the bank is always 0.
        """
        self.algebra.oblige(amount >= 0, Broken.NO_MONEY, payer, "pays less than nothing")
        accounts = list(self.money)
        accounts[-1 if payer is None else payer] -= amount
        accounts[-1 if payee is None else payee] += amount
        self.money = tuple(accounts)
        if self.watch is not None:
            self.watch.paid(payer, payee, amount)

    def balance(self, player: Player) -> Amount:
        """What a player has won so far, losses negative."""
        return self.money[player]  # type: ignore[no-any-return]

    def size(self, cards: Pile) -> Amount:
        return self.algebra.size(cards)  # type: ignore[no-any-return]

    def worth(self, cards: Pile, values: Values) -> Amount:
        """The sum of the values of the cards."""
        return self.algebra.worth(cards, values)  # type: ignore[no-any-return]

    def count(self, cards: Pile, kinds: Kinds) -> Amount:
        return self.algebra.count(cards, kinds)  # type: ignore[no-any-return]

    @property
    def no_cards(self) -> Pile:
        return self.algebra.nothing  # type: ignore[no-any-return]

    # -- truths and amounts that never fork -------------------------------------------------------------

    def negate(self, truth: AnyTruth) -> Truth:
        return self.algebra.negate(truth)  # type: ignore[no-any-return]

    def if_else(self, truth: AnyTruth, yes: AnyAmount, no: AnyAmount) -> Amount:
        return self.algebra.if_else(truth, yes, no)  # type: ignore[no-any-return]

    def lesser(self, one: AnyAmount, other: AnyAmount) -> Amount:
        return self.algebra.if_else(one <= other, one, other)  # type: ignore[no-any-return]

    def greater(self, one: AnyAmount, other: AnyAmount) -> Amount:
        return self.algebra.if_else(one >= other, one, other)  # type: ignore[no-any-return]

    def max0(self, amount: AnyAmount) -> Amount:
        return self.greater(amount, 0)

    # -- seats ------------------------------------------------------------------------------------------

    def left(self, player: Player) -> Player:
        """The neighbour on the left, whatever the direction of play."""
        return self._left_of[player]

    def right(self, player: Player) -> Player:
        return self._right_of[player]

    def next(self, player: Player) -> Player:
        """The neighbour in the direction of play."""
        return (self._left_of if self.direction is Direction.LEFT else self._right_of)[player]

    def others(self, player: Player) -> tuple[Player, ...]:
        """Everybody else, in the direction of play from the player's neighbour on."""
        return self.everyone_from(player)[1:]

    def everyone_from(self, player: Player) -> tuple[Player, ...]:
        """Everybody, in the direction of play."""
        if self.direction is Direction.LEFT:
            return self.players[player.seat :] + self.players[: player.seat]
        return (self.players[player.seat :: -1]) + self.players[: player.seat : -1]

    def first_seat(self) -> Player:
        """The first seat at the table. Only while dealing: no rule may prefer a seat by number."""
        assert self.dealing, "first_seat() is for deal() only"
        return self.players[0]

    def reading_or(self, slug: str, otherwise: str) -> str:
        """The value of a reading, ``otherwise`` where it is ``undefined`` and that makes no difference here."""
        return self.game.defined.get(slug, otherwise)

    # -- asking -----------------------------------------------------------------------------------------

    def choose(
        self, player: Player, ask: str, options: Space[T] | Mapping[Any, Space[Any]] | Sequence[T], *, open: bool = False
    ) -> Rule[Any]:
        """A choice of ``player``: one of the options, or ``(arm, answer)`` where they are arms.

        Obligation: there is an option. With ``open`` everybody learns the answer.
        """
        space: Any = options
        if type(options) is dict:
            space = Arms(options)
        elif not isinstance(options, Space):
            space = OneOf(options)  # type: ignore[arg-type]
        choice = Choice(self, player, self.decider(player) if self.control else player, ask, space, open=open)
        answer = yield choice  # type: ignore[misc]
        if open and self.watch is not None:
            self.watch.announced(choice, answer)
        return answer

    def select(self, player: Player, ask: str, cards: Pile, least: AnyAmount, most: AnyAmount | None = None) -> Rule[Pile]:
        """``player`` selects from ``least`` to ``most`` (exactly ``least``, if not given) of the cards."""
        space = Selection(self.deck, cards, least, least if most is None else most)
        return (yield from self.choose(player, ask, space))  # type: ignore[no-any-return]

    def together(self, ask: str, spaces: Mapping[Player, Space[Any]]) -> Rule[Mapping[Player, Any]]:
        """Everybody named chooses on the state as it is; the answers come together."""
        choices = [
            Choice(self, player, self.decider(player), ask, space, open=False) for player, space in spaces.items()
        ]
        return (yield Together(self, choices))  # type: ignore[misc,no-any-return]

    def draw(self, source: Place, number: AnyAmount, target: Place) -> Rule[Pile]:
        """The top cards of a shuffled stock go to a place. Obligation: the stock has so many."""
        self.algebra.oblige(source.size >= number, Broken.SHORTAGE, source, "has too few cards to draw")
        cards = yield Draw(self, source, number)  # type: ignore[misc]
        self.move(cards, source, target)
        return cards  # type: ignore[no-any-return]

    def pick(self, cards: Pile, number: AnyAmount) -> Rule[Pile]:
        """So many of the cards, taken blindly. Obligation: there are so many."""
        algebra = self.algebra
        algebra.oblige(algebra.size(cards) >= number, Broken.SHORTAGE, "too few cards to take blindly")
        return (yield Pick(self, cards, number))  # type: ignore[misc,no-any-return]

    def roll(self, dice: int, sides: int = 6) -> Rule[tuple[Amount, ...]]:
        faces = yield Roll(self, dice, sides)  # type: ignore[misc]
        if self.watch is not None:
            self.watch.rolled(faces)
        return faces  # type: ignore[no-any-return]

    def lot(self, among: Sequence[T]) -> Rule[T]:
        """One of a few, drawn at random. Obligation: there is one."""
        self.algebra.oblige(bool(among), Broken.NO_OPTION, "nothing to draw from")
        return among[(yield Lot(self, len(among)))]  # type: ignore[misc]

    def shuffle(self, place: Place) -> Rule[None]:
        order = yield Shuffle(self, place)  # type: ignore[misc]
        if place.is_row:
            place.row = tuple([place.row[old] for old in order])
        if self.watch is not None:
            self.watch.shuffled(place)

    # -- telling ----------------------------------------------------------------------------------------

    def reveal(self, cards: Pile, of: Player | None, to: Audience | Iterable[Player] = everybody, *, why: str) -> None:
        """Show cards, once; it changes nobody's standing view of a zone."""
        assert to is not nobody, "a reveal to nobody"
        if self.watch is not None:
            to = self.players if isinstance(to, Audience) else tuple(to)
            self.watch.revealed(cards, of, to, why)

    def note(self, word: str, **about: Any) -> None:
        """Tell everybody what is public and no move of cards."""
        if self.watch is not None:
            self.watch.noted(word, about)

    def end(self, scores: Mapping[Player, Any], payoffs: Mapping[Player, Any], reason: str) -> None:
        """The game is over. ``scores`` rank the seats, lowest first; ``payoffs`` are exact amounts."""
        assert self.outcome is None, "a game ends once"
        self.outcome = Outcome(
            tuple([scores[player] for player in self.players]),
            tuple([payoffs[player] for player in self.players]),
            reason,
        )
