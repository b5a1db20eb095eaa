"""The table: all state of a game, and the only place where it changes.

A game declares its own subclass, with zones and scalars in the body. Rules read the attributes, move cards
with ``move``, money with ``pay``, and ask with the generator methods (``choose``, ``select``, ``draw``, …),
which are always called with ``yield from``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from referee.kernel import requests
from referee.kernel.algebra import Algebra, Packed
from referee.kernel.card_arithmetic import CardArithmetic
from referee.kernel.cards import Deck
from referee.kernel.effects import Events, Quantities
from referee.kernel.errors import Broken
from referee.kernel.grids import Grid, GridSpec
from referee.kernel.outcome import Outcome, check_exact
from referee.kernel.places import FLIGHT, Laid, Place, PlaceOfEach, Row, RowOfEach, ZoneSpec
from referee.kernel.players import LEFT, NO_PLAYER, Audience, Direction, Player, everybody, nobody
from referee.kernel.requests import Choice, Draw, Lot, Pick, Roll, Shuffle, Together
from referee.kernel.rows import Rows, shown_to, shown_to_each
from referee.kernel.rule_types import Amount, AnyAmount, AnyTruth, Pile, Rule
from referee.kernel.scalars import ScalarSpec, ValueOfEach
from referee.kernel.seating import Seating
from referee.kernel.selections import Selection
from referee.kernel.spaces import Arms, OneOf, Space, space_of
from referee.kernel.telling import Telling, check_audience
from referee.kernel.undoing import Undoing
from referee.kernel.watch import Watch

if TYPE_CHECKING:
    from referee.kernel.game import Game

T = TypeVar("T")


class Table(Seating, CardArithmetic, Rows, Telling, Events, Quantities, Undoing):
    """All state of a game: its subclass declares zones and scalars, which rules read as attributes.

    ``turns`` counts finished steps; ``outcome`` is None while play goes on; ``dealing`` holds while ``deal`` runs.
    ``players`` are all of them, as they sit; ``direction`` is that of play, and rules may set it. ``money`` are the
    balances by seat, the bank's last; ``places`` all places. ``game`` and ``deck`` are those that it was made for.

    The kernel's own: ``algebra``, ``watch``, ``draw_known``, ``tracer``, ``flight``, ``each``, ``KERNEL_SCALARS``,
    ``zone_specs``, ``scalar_specs``, ``has_rows``, ``has_grids``, ``cards_numbered``, ``move_by_row``,
    ``begin_events``.
    """

    # What every table has, in slots: Python keeps a quick way to read other attributes, the zones and scalars of
    # a game, only as long as there are not too many of them (30) and nobody asks for ``__dict__``.
    __slots__ = (
        "_left_of",
        "_leftwards",
        "_requests",
        "_right_of",
        "_rightwards",
        "_with_rows",
        "algebra",
        "dealing",
        "deck",
        "direction",
        "draw_known",
        "each",
        "flight",
        "game",
        "money",
        "outcome",
        "places",
        "players",
        "reading",
        "tracer",
        "turns",
        "watch",
    )

    KERNEL_SCALARS = ("turns", "dealing", "direction", "money", "outcome", "control")

    zone_specs: ClassVar[dict[str, ZoneSpec]] = {}
    has_rows: ClassVar[bool] = False
    """Whether any zone of its own is a row."""
    has_grids: ClassVar[bool] = False
    scalar_specs: ClassVar[dict[str, ScalarSpec]] = {}
    _scalar_names: ClassVar[tuple[str, ...]] = KERNEL_SCALARS
    """The scalars that a table has one of; its own come before those of the kernel."""
    _scalars: ClassVar[Callable[[Any], tuple[Any, ...]]] = attrgetter(*KERNEL_SCALARS)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declared = list(vars(cls).items())
        cls.zone_specs = cls.zone_specs | {k: v for k, v in declared if isinstance(v, ZoneSpec)}
        cls.has_rows = any(spec.row for spec in cls.zone_specs.values())
        cls.has_grids = any(isinstance(spec, GridSpec) for spec in cls.zone_specs.values())
        cls.scalar_specs = cls.scalar_specs | {k: v for k, v in declared if isinstance(v, ScalarSpec)}
        for name, spec in declared:
            if isinstance(spec, (ZoneSpec, ScalarSpec)):
                # Python reads an attribute of an object faster where its class has none of that name.
                delattr(cls, name)
        alone = [name for name, spec in cls.scalar_specs.items() if not spec.per_player]
        names = (*alone, *cls.KERNEL_SCALARS)
        if names != cls._scalar_names:
            cls._scalar_names, cls._scalars = names, attrgetter(*names)

    def __init__(self, game: Game[Any], algebra: Algebra | None = None) -> None:
        self.game = game
        self.deck: Deck = game.deck
        self.algebra: Algebra = algebra or Packed(game.deck)
        self.players = game.seated
        self._left_of: Any = (*self.players[1:], self.players[0])
        self._right_of: Any = (self.players[-1], *self.players[:-1])
        seats = range(len(self.players))
        self._leftwards: Any = tuple([self.players[at:] + self.players[:at] for at in seats])
        self._rightwards: Any = tuple([self.players[at::-1] + self.players[:at:-1] for at in seats])
        self._with_rows = self.has_rows
        """The same, where it is quicker to read."""
        self.watch: Watch | None = None
        self.draw_known: Callable[[Place, Any], Any] | None = None
        """Draws from a stock whose order somebody knows; None (also as what it gives) asks the driver."""
        self.reading = game.defined.__getitem__
        """The value of a reading, by its name; where it is ``undefined`` play stops (``MissingCase``)."""
        places: list[Place] = []
        for name, zone in game.settled_zones.items():
            if zone.per_player:
                made = [(Row if zone.row else Place)(self, name, owner, zone) for owner in self.players]
                setattr(self, name, (RowOfEach if zone.row else PlaceOfEach)(made))  # type: ignore[arg-type]
                places += made
            else:
                places.append((Row if zone.row else Place)(self, name, None, zone))
                if " " not in name:
                    setattr(self, name, places[-1])
        if self.has_grids:
            self._lay_grids(places)
        self.flight = Row(self, "flight", None, FLIGHT)
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
        self._requests = 0
        """The number of requests of the running step so far."""
        self.dealing = True
        self.direction: Direction = LEFT
        self.money: Any = (0,) * (game.players + 1)
        self.outcome: Outcome | None = None
        self.begin_events()

    def _lay_grids(self, places: list[Place]) -> None:
        by_name = {place.name: place for place in places}
        for name, spec in self.zone_specs.items():
            if isinstance(spec, GridSpec):
                cells = spec.cells(self.game)
                setattr(self, name, Grid({cell: by_name[f"{name} {cell.name}"] for cell in cells}))

    # -- state ------------------------------------------------------------------------------------------

    def snapshot(self) -> tuple[Any, ...]:
        """The whole state at a step boundary as plain immutable data: hashable, comparable, cheap."""
        return (
            tuple([place.contents() if place.is_row else place.pile for place in self.places]),
            type(self)._scalars(self),
            tuple([tuple(each) for each in self.each]),
        )

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Back to a snapshot of a table of the same game, players, readings and settings."""
        contents, scalars, each_values = snapshot
        for place, content in zip(self.places, contents, strict=True):
            place.restore(content)
        for name, scalar in zip(self._scalar_names, scalars, strict=True):
            setattr(self, name, scalar)
        for each, values in zip(self.each, each_values, strict=True):
            each[:] = values
        self.begin_events()

    # -- cards and money --------------------------------------------------------------------------------

    def move(self, cards: Pile | Laid | tuple[Laid, ...], source: Place, target: Place) -> None:
        """Cards go from place to place. A player who sees one of the two places is told the cards; one who sees its
        size is told their number. Obligation: the source holds them."""
        if source.is_row or target.is_row:
            cards = self.move_by_row(cards, source, target)
        else:
            self.algebra.shift(cards, source, target)
        if self.watch is not None:
            self.watch.moved(cards, source, target)

    def gather(self, target: Place) -> None:
        """All cards of the table go to one place."""
        nothing = self.algebra.nothing
        for place in self.places:
            if place is target:
                continue
            if place.is_row:
                if place.row:
                    self.move(place.row, place, target)
            elif place.pile is not nothing:
                self.move(place.pile, place, target)

    def swap(self, one: Place, other: Place) -> None:
        """All that lies in two places (two bags, or two rows) changes places; everybody is told that it does."""
        self._between(one, other)
        if one.is_row is not other.is_row:
            self.algebra.oblige(False, Broken.RAISED, "a bag and a row do not change places:", one, "and", other)
        if one.is_row:
            one.row, other.row = other.row, one.row  # type: ignore[misc]
        else:
            before = one.contents()
            one.restore(other.contents())
            other.restore(before)
        if self.watch is not None:
            self.watch.swapped(one, other)

    def pay(self, payer: Player | None, payee: Player | None, amount: AnyAmount, *, where: AnyTruth = True) -> None:
        """Money goes from one account to another, if ``where`` holds; None is the bank. Obligation: the amount is not
        negative.

        Accounts may go below zero: the sum over all players and the bank is always 0.
        """
        if where is not True:
            if where is False:
                return
            amount = self.algebra.if_else(where, amount, 0)
        if type(amount) is not int and isinstance(self.algebra, Packed):
            check_exact(amount, "an amount to be paid")
        self.algebra.oblige(amount >= 0, Broken.NO_MONEY, payer, "pays less than nothing")
        accounts: Any = list(self.money)
        accounts[-1 if payer is None else payer] -= amount
        accounts[-1 if payee is None else payee] += amount
        self.money = tuple(accounts)
        if self.watch is not None:
            self.watch.paid(payer, payee, amount)

    def balance(self, player: Player) -> Amount:
        """The winnings of a player so far, in units of payoff; losses are negative."""
        return self.money[player]  # type: ignore[no-any-return]

    def reading_or(self, slug: str, otherwise: str) -> str:
        """The value of a reading, ``otherwise`` where it is ``undefined`` and that makes no difference here."""
        return self.game.defined.get(slug, otherwise)

    # -- asking -----------------------------------------------------------------------------------------

    def choose(
        self,
        player: Player,
        ask: str,
        options: Space[T] | Mapping[Any, Space[Any]] | Sequence[T],
        *,
        open: bool = False,
        in_person: bool = False,
    ) -> Rule[Any]:
        """A choice of ``player``: one of the options, or ``(arm, answer)`` where they are arms.

        Obligation: there is an option. ``open``: everybody learns the answer. ``in_person``: he answers for himself,
        even while somebody controls him.
        """
        space: Any = options
        if player is NO_PLAYER or player is None:
            self.algebra.oblige(False, Broken.NO_OPTION, "nobody is asked", repr(ask))
        if type(options) is dict:
            space = Arms(options)
        elif not isinstance(options, Space):
            space = OneOf(options)  # type: ignore[arg-type]
        decider = player if in_person or not self.control else self.decider(player, ask)
        if self._with_rows and type(space) is not OneOf:
            shown_to(space, decider)
        choice = Choice(self, player, decider, ask, space, open)
        answer = yield choice
        if open and self.watch is not None:
            self.watch.announced(choice, answer)
        return answer

    def select(
        self, player: Player, ask: str, cards: Pile, least: AnyAmount, most: AnyAmount | None = None
    ) -> Rule[Pile]:
        """``player`` selects from ``least`` to ``most`` (exactly ``least``, if not given) of the cards. Obligation:
        there are so many."""
        space = Selection(self.deck, cards, least, least if most is None else most)
        return (yield from self.choose(player, ask, space))  # type: ignore[no-any-return]

    def together(
        self, ask: str, spaces: Mapping[Player, Space[Any] | Mapping[Any, Space[Any]] | Sequence[Any]]
    ) -> Rule[Mapping[Player, Any]]:
        """Everybody named chooses on the state as it is, out of a space or options; the answers come together."""
        asked = {player: space_of(options) for player, options in spaces.items()}
        choices = [Choice(self, player, self.decider(player, ask), ask, space) for player, space in asked.items()]
        if self.has_rows:
            shown_to_each(choices)
        return (yield Together(self, choices))  # type: ignore[no-any-return]

    def draw(self, source: Place, number: AnyAmount, target: Place) -> Rule[Pile]:
        """The top cards of a shuffled stock go to a place. Obligation: the stock has so many, and the number of them
        is not negative."""
        draw_known = self.draw_known
        cards = None if draw_known is None else draw_known(source, number)
        if cards is None:
            self.algebra.oblige(source.size >= number, Broken.SHORTAGE, source, "has too few cards to draw")
            self.algebra.oblige(number >= 0, Broken.SHORTAGE, "fewer than no cards are to be drawn of", source)
            cards = yield Draw(self, source, number)
        else:
            self._requests += 1
            if self._requests > requests.MOST_REQUESTS:
                yield Draw(self, source, number)  # nobody answers: a step that asks so often is left
        self.move(cards, source, target)
        return cards  # type: ignore[no-any-return]

    def pick(self, cards: Pile, number: AnyAmount) -> Rule[Pile]:
        """So many of the cards, taken blindly; nothing moves, nobody is told. Obligation: there are so many, and the
        number is not negative."""
        algebra = self.algebra
        algebra.oblige(algebra.size(cards) >= number, Broken.SHORTAGE, "too few cards to take blindly")
        algebra.oblige(number >= 0, Broken.SHORTAGE, "fewer than no cards are to be taken blindly")
        return (yield Pick(self, cards, number))  # type: ignore[no-any-return]

    def roll(
        self, dice: int, sides: int = 6, *, seen_by: Audience | Iterable[Player] = everybody
    ) -> Rule[tuple[Amount, ...]]:
        """So many dice are thrown, and those who see it are told the faces. Obligation: the number is not negative,
        and a die has a side."""
        check_audience(seen_by)
        self.algebra.oblige(dice >= 0, Broken.NO_OPTION, "fewer than no dice are to be rolled")
        self.algebra.oblige(sides >= 1, Broken.NO_OPTION, "a die without a side is to be rolled")
        faces = yield Roll(self, dice, sides)
        if self.watch is not None and seen_by is not nobody:
            self.watch.rolled(faces, self._named(seen_by))
        return faces  # type: ignore[no-any-return]

    def lot(self, among: Sequence[T], *, seen_by: Audience | Iterable[Player] = nobody) -> Rule[T]:
        """One of a few, drawn at random; those who see it are told which. Obligation: there is one."""
        check_audience(seen_by)
        self.algebra.oblige(bool(among), Broken.NO_OPTION, "nothing to draw from")
        drawn = among[(yield Lot(self, len(among)))]
        if self.watch is not None and seen_by is not nobody:
            self.watch.drew_lot(drawn, self._named(seen_by))
        return drawn

    def repeat(self, rule: Callable[..., Rule[AnyTruth]], *about: Any) -> Rule[None]:
        """Carry out a rule once, and again as long as it gives True.

        A proof follows one pass for all of them, so it reaches the end whatever the number of cards.
        """
        while (yield from rule(self, *about)):
            pass

    def shuffle(self, place: Place) -> Rule[None]:
        """A place comes into an order that nobody knows; everybody is told that it was shuffled."""
        order = yield Shuffle(self, place)
        if place.is_row:
            place.row = tuple([place.row[old] for old in order])  # type: ignore[misc]
        if self.watch is not None:
            self.watch.shuffled(place)

    # -- the end ----------------------------------------------------------------------------------------

    def win(self, *winners: Player, reason: str) -> None:
        """The game is over, and those players have won. Every other one pays a unit, which the winners share."""
        assert winners, "somebody has won"
        share = Fraction(len(self.players) - len(winners), len(winners))
        self.end(
            {player: 0 if player in winners else 1 for player in self.players},
            {player: share if player in winners else -1 for player in self.players},
            reason,
        )

    def end_together(self, score: AnyAmount, reason: str) -> None:
        """The game is over, and all have reached that score together: more is better (see ``Game.cooperative``)."""
        self.end(dict.fromkeys(self.players, -score), dict.fromkeys(self.players, score), reason)

    def end(self, scores: Mapping[Player, Any], payoffs: Mapping[Player, Any], reason: str) -> None:
        """The game is over. ``scores`` rank the seats, lowest first; ``payoffs`` are exact amounts."""
        assert self.outcome is None, "a game ends once"
        if self.game.cooperative:
            for player in self.players:
                same = payoffs[player] == payoffs[self.players[0]]
                self.algebra.oblige(same, Broken.RAISED, "a co-operative game gives everybody the same payoff")
        self.outcome = Outcome(
            tuple([scores[player] for player in self.players]),
            tuple([payoffs[player] for player in self.players]),
            reason,
        )
        if isinstance(self.algebra, Packed):
            self.outcome.check()
