"""A table of which nothing is known but that every card lies somewhere, once.

It does what the kernel's table does, and keeps of it which cards are *known* to lie in which row, and how many lie
where. What an operation demands is owed. Cards that are known to lie in one row are not disturbed by what leaves
another. A card that is played within an event is an event of its own: whoever starts it owes that its cards lie
somewhere; behind it stands any table, as every operation leaves each card somewhere, once.
"""

from __future__ import annotations

from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.places import End
from referee.kernel.players import LEFT
from referee.kernel.requests import Choice
from referee.kernel.spaces import Arms, Space
from referee.verify.prove.effects.any_table import EVERYTHING
from referee.verify.prove.effects.cards import Many, SomeCard
from referee.verify.prove.effects.happening import Happening
from referee.verify.prove.effects.spaces import OneOfSome
from referee.verify.prove.effects.unknown import Unknown, key_of, known_to_be
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.piles import SymPile
from referee.verify.prove.terms import SymAmount


class Operations(Happening):
    """The replacements of the operations of ``Table``."""

    # -- seats --------------------------------------------------------------------------------------------

    def everyone_from(self, player: Any) -> Any:
        seated, seat = self._seated, player.__index__()
        if self.direction is LEFT:
            return seated[seat:] + seated[:seat]
        return seated[seat::-1] + seated[:seat:-1]

    # -- looking ------------------------------------------------------------------------------------------

    def top(self, row: Any, number: Any) -> Any:
        self.context.oblige(row.size >= number, Broken.SHORTAGE, f"{row!r} has too few cards")
        self.context.oblige(number >= 0, Broken.SHORTAGE, f"fewer than no cards are to be taken off {row!r}")
        return row.row[:number]

    def lies(self, laid: Any, row: Any) -> bool:
        context = self.context
        known = context.where(laid)
        if known is not None:
            return known is row
        root = context.root(laid.id)
        yes = context.asked(("lies", root, row.number, context.version))
        if yes:
            context.facts[laid.id] = context.facts[root] = row
        return yes

    def _must_lie(self, laid: Any, row: Any) -> None:
        context = self.context
        if context.where(laid) is not row:
            context.oblige(False, Broken.SHORTAGE, f"{row!r} may not hold the card any more")
            context.facts[laid.id] = row

    def group_of(self, laid: Any, row: Any) -> Any:
        self._must_lie(laid, row)
        if not laid.link:
            return (laid,)
        context = self.context

        def group() -> Many:
            found = Many(context, context.amount("cards of a group", 1))
            context.facts[found.id] = row
            return found

        return context.answer(("group of", laid.id, context.marks_version), group)

    # -- moving -------------------------------------------------------------------------------------------

    def lay(self, cards: Any, source: Any, target: Any, *, at: End = End.BOTTOM, marks: Any = ()) -> Any:
        if not target.is_row:
            raise AttributeError("cards are laid where there is no order")
        going = self._go(cards, source, target)
        return going if isinstance(going, Many) else tuple([self.context.as_it_is_now(each) for each in going])

    def move(self, cards: Any, source: Any, target: Any) -> None:
        self._go(cards, source, target)

    def _go(self, cards: Any, source: Any, target: Any) -> Any:
        context = self.context
        if isinstance(cards, (Unknown, list)):
            raise NotSymbolic("moves cards of which it is not known what they are")
        pile = cards if isinstance(cards, (SymPile, int)) else None
        if source.is_row:
            going = self._found(cards, source) if pile is not None else cards
            self._leave(going, source, target)
        else:
            if pile is None:
                raise NotSymbolic("takes single cards out of a bag")
            source.pile = self.context.algebra.less(source.pile, pile, repr(source), "does not hold the cards")
            source.size = source.pile.size
            going = Many(context, pile.size if isinstance(pile, SymPile) else self.game.deck.size(pile))
        number = going.size if isinstance(going, Many) else len(going)
        if target.is_row:
            self._arrive(going, target)
            self._grow(target, number)
        else:
            came = pile if isinstance(pile, SymPile) else context.path.new_pile("moved", number, None)
            target.pile = target.pile + came
            target.size = target.pile.size
        context.touch("left", source.name)
        context.touch("came", target.name)
        if source.is_row:
            self._follow_hooks(source)
        return going

    def _follow_hooks(self, source: Any) -> None:
        """The hook for cards that leave is a rule of its own."""
        for hook, among in ((source.on_leave, ()), (source.on_break, None)):
            if hook is not None:
                self.context.shared.engine.follow_hook(self.context, hook, source, among)

    def _found(self, pile: Any, source: Any) -> Many:
        context = self.context
        context.algebra.less(source.pile, pile, repr(source), "does not hold the cards")
        found = Many(context, pile.size)
        context.facts[found.id] = source
        return found

    def _leave(self, going: Any, source: Any, target: Any) -> None:
        context = self.context
        each: tuple[Any, ...] = (going,) if isinstance(going, Many) else tuple(going)
        if isinstance(going, Many) and not going.is_of_cards:
            raise NotSymbolic("moves cards of which it is not known what they are")
        for one in each:
            if isinstance(one, Many) and known_to_be(one.size, 0):
                continue
            self._must_lie(one, source)
        if isinstance(going, Many) and not going.once and not known_to_be(going.size, 1):
            context.oblige(False, Broken.SHORTAGE, "the same card may be moved twice")
        for number, one in enumerate(each):
            for other in each[:number]:
                if other.id not in context.differs.get(one.id, ()) and one.id not in context.differs.get(other.id, ()):
                    context.oblige(False, Broken.SHORTAGE, "the same card may be moved twice")
        context.may_have_left(source)
        if isinstance(going, Many) and going.id == source.row.id:
            self._all_left(source)
            return
        gone = [{one.id, context.root(one.id), one.of if isinstance(one, (SomeCard, Many)) else 0} for one in each]
        for held in [held for held, row in context.facts.items() if row is source]:
            differs = context.differs.get(held, frozenset())
            if not all((some - {0}) & differs for some in gone):
                del context.facts[held]
        number = going.size if isinstance(going, Many) else len(going)
        left = source.row.size - number
        self._rows_now[source.number] = {"row": context.some_cards_of(source, left, source.full_name)}
        if isinstance(left, SymAmount):
            context.path.assume(left >= 0)

    def _all_left(self, source: Any) -> None:
        context = self.context
        for held in [held for held, row in context.facts.items() if row is source]:
            del context.facts[held]
        self._rows_now[source.number] = {"row": context.some_cards_of(source, 0, source.full_name)}

    def _arrive(self, going: Any, target: Any) -> None:
        context = self.context
        for one in (going,) if isinstance(going, Many) else going:
            context.facts[one.id] = target
            if isinstance(one, SomeCard):
                context.facts[context.root(one.id)] = target
            else:
                one.turned += 1

    def gather(self, target: Any) -> None:
        self.forget({EVERYTHING})

    def swap(self, one: Any, other: Any) -> None:
        context = self.context
        for place in (one, other):
            context.may_have_left(place)
        if one.is_row:
            mine, theirs = self._rows_now[one.number], self._rows_now[other.number]
            facts = dict(context.facts)
            for each, row in facts.items():
                if row is one or row is other:
                    context.facts[each] = other if row is one else one
            self._rows_now[one.number], self._rows_now[other.number] = theirs, mine
        else:
            one.pile, other.pile = other.pile, one.pile
            one.size, other.size = other.size, one.size
        for place in (one, other):
            context.touch("left", place.name)
            context.touch("came", place.name)

    # -- marks and links ----------------------------------------------------------------------------------

    def mark(self, row: Any, laid: Any, *marks: Any) -> Any:
        self._must_lie(laid, row)
        self._marks_changed(row)
        return self.context.as_it_is_now(laid)

    unmark = mark

    def _marks_changed(self, row: Any) -> None:
        self.context.touch("looks", row.name)
        self._look_again(row)

    def link(self, row: Any, cards: Any) -> Any:
        for each in (cards,) if isinstance(cards, Many) else cards:
            self._must_lie(each, row)
        self._marks_changed(row)
        return cards.part(cards.size) if isinstance(cards, Many) else tuple(map(self.context.as_it_is_now, cards))

    def unlink(self, row: Any, link: Any) -> None:
        self._marks_changed(row)
        if row.on_break is not None:
            self.context.shared.engine.follow_hook(self.context, row.on_break, row, None)

    # -- moments, chance, quantities ----------------------------------------------------------------------

    def moment(self) -> Any:
        return Unknown(self.context, "a moment")

    def take_back(self, moment: Any) -> None:
        self.owe_players()
        self.forget({EVERYTHING})

    def pay(self, *about: Any, **named: Any) -> None:
        super().pay(*about, **named)  # type: ignore[misc]
        self.context.touch("money")

    def shuffle(self, place: Any) -> Any:
        yield from ()
        if place.is_row:
            self.context.touch("came", place.name)
            self._look_again(place)

    def lot(self, among: Any, *, seen_by: Any = None) -> Any:
        yield from ()
        number = among.size if isinstance(among, Many) else len(among)
        self.context.oblige(number >= 1, Broken.NO_OPTION, "nothing to draw from")
        if isinstance(among, Many):
            return among.generic()
        return among[self.context.fork(len(among))]

    def quantity(self, name: str, player: Any, base: Any) -> Any:
        """Modifiers are not followed: the quantity may be any number."""
        self.context.shared.quantities.add(name)
        key = ("quantity", name, key_of(player), key_of(base), self.context.version)
        return self.context.answer(key, lambda: self.context.amount(name))

    def repeat(self, rule: Any, *about: Any) -> Any:
        yield from ()
        raise NotSymbolic("repeats a rule")

    # -- asking -------------------------------------------------------------------------------------------

    def choose(self, player: Any, ask: str, options: Any, *, open: bool = False, in_person: bool = False) -> Any:
        space: Any = options
        if isinstance(options, dict):
            space = Arms(options)
        elif not isinstance(options, Space):
            space = OneOfSome(options)
        return (yield Choice(self, player, player, ask, space, open))  # type: ignore[arg-type]

    def together(self, ask: str, spaces: Any) -> Any:
        yield from ()
        raise NotSymbolic("has several players answer together")

    # -- telling ------------------------------------------------------------------------------------------

    def reveal(self, cards: Any, of: Any, to: Any = None, *, why: str) -> None:
        return None

    def note(self, word: str, **about: Any) -> None:
        return None

    def end(self, scores: Any, payoffs: Any, reason: Any) -> None:
        assert not self.stopped, "a game ends once"
        for player in self._seated:
            scores[player], payoffs[player]
        self.context.touch("ended")
        self.stopped = True


def table_class(game: Any) -> type[Any]:
    """The game's class of tables, with these operations and scalars that are unknown until they are set."""
    body: dict[str, Any] = {"__module__": __name__, "players": property(_players, _seat)}
    for name, spec in game.table_class.scalar_specs.items():
        if not spec.per_player:
            body[name] = _scalar(name)
    body["direction"] = _scalar("direction")
    return type(f"Some{game.table_class.__name__}", (Operations, game.table_class), body)


def _scalar(name: str) -> property:
    def read(self: Any) -> Any:
        return self.scalar(name) if "_scalars_now" in vars(self) else None

    def write(self: Any, value: Any) -> None:
        if "_scalars_now" in vars(self):
            self.set_scalar(name, -1, value)

    return property(read, write)


def _players(self: Any) -> Any:
    """Everybody by seat: which seat is the first is decided when rule text looks."""
    seated = self._seated
    if "context" not in vars(self):
        return seated
    context = self.context
    first = context.answer(("first seat",), lambda: context.fork(len(seated)))
    return (*seated[first:], *seated[:first])


def _seat(self: Any, players: Any) -> None:
    vars(self)["_seated"] = players
