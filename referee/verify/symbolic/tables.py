"""What the operations on the table do: what it keeps, its seats and its cards."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from referee.meaning.program import Expr, goes_on
from referee.meaning.types import INT, PILE, PLAYER, Maybe
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args, Carried
from referee.verify.symbolic.paths import Unwound
from referee.verify.symbolic.piles import NO_CARDS, Pile
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items, chosen, is_scalar, same


class Tables(Carried):
    """Scalars, money, the end, and cards."""

    def x_scalar(self, e: Expr, a: Args) -> Any:
        return self.table.scalars[e.about]

    def x_turns(self, e: Expr, a: Args) -> Any:
        return self.table.scalars["turns"]

    def x_set_scalar(self, e: Expr, a: Args) -> None:
        self.table.scalars[e.about] = a[0]

    def x_each(self, e: Expr, a: Args) -> Any:
        return self.table.scalars[e.about][self.seat(a[0])]

    def x_set_each(self, e: Expr, a: Args) -> None:
        self.table.scalars[e.about][self.seat(a[0])] = a[1]

    def x_each_all(self, e: Expr, a: Args) -> Items:
        return Items(self.machine.seats.in_order(self.table.scalars[e.about]))

    def x_money(self, e: Expr, a: Args) -> Items:
        return Items(self.machine.seats.in_order(self.table.money))

    def x_field(self, e: Expr, a: Args) -> Any:
        if e.about not in a[0].fields:
            raise NotFollowed(f"the attribute {e.about} of what may not have it ({self.machine.where()})")
        return a[0].fields[e.about]

    def x_set_field(self, e: Expr, a: Args) -> None:
        a[0].fields[e.about] = a[1]

    def x_next(self, e: Expr, a: Args) -> Term:
        many, player = self.machine.players, self.seat(a[0])
        return terms.choose(a[1], (player + 1) % many, (player - 1) % many)

    def x_everyone_from(self, e: Expr, a: Args) -> Items:
        many, player = self.machine.players, self.seat(a[0])
        step = 1 if self.paths.holds(a[1]) else -1
        return Items([(player + step * at) % many for at in range(many)])

    def x_pay(self, e: Expr, a: Args) -> None:
        kind = e.args[2].type
        amount = a[2] if is_scalar(kind) else self.converted(a[2], kind, kind.of if isinstance(kind, Maybe) else INT)
        self.require(terms.most(0, amount), "NO_MONEY")
        payer, payee = [
            self.fixed(each, part.type if part.type is PLAYER else None)
            for each, part in zip(a[:2], e.args[:2], strict=True)
        ]
        money = self.table.money
        self.require(max(payer, payee) < len(money), "RAISED", "nobody where a player is wanted")
        money[payer] = terms.sub(money[payer], amount)
        money[payee] = terms.add(money[payee], amount)

    def x_end(self, e: Expr, a: Args) -> None:
        self.table.ended = True

    def x_same_payoffs(self, e: Expr, a: Args) -> None:
        first, kind = a[0].items[0], e.args[0].type.item  # type: ignore[attr-defined]
        self.require(terms.both([same(each, first, kind) for each in a[0].items]), "RAISED", "payoffs that differ")

    def x_spin(self, e: Expr, a: Args) -> None:
        return None

    def x_reading_is(self, e: Expr, a: Args) -> Term:
        raise NotFollowed("a reading that is open")

    def x_place(self, e: Expr, a: Args) -> Term:
        kind = e.args[0].type
        return e.about + (self.seat(a[0]) if kind is PLAYER else self.fixed(a[0], kind))

    def bag(self, place: Term) -> int:
        at = self.fixed(place)
        if self.machine.program.table.places[at].is_row:
            raise NotFollowed(f"cards in the row {self.machine.program.table.places[at]!r}")
        return at

    def has_row(self, at: int) -> bool:
        """Whether cards may lie there in a row."""
        is_row = self.machine.program.table.places[at].is_row
        return is_row and bool(self.table.rows[at] or self.table.piles[at].unlike(self.kinds.nothing))

    def _pile_at(self, place: Term) -> Pile:
        at = self.fixed(place)
        if self.has_row(at):
            raise NotFollowed(f"cards in the row {self.machine.program.table.places[at]!r}")
        return self.table.piles[at]  # type: ignore[no-any-return]

    def x_place_pile(self, e: Expr, a: Args) -> Pile:
        return self._pile_at(a[0])

    def x_place_size(self, e: Expr, a: Args) -> Term:
        return self._pile_at(a[0]).size()

    def x_place_row(self, e: Expr, a: Args) -> Any:
        self._pile_at(a[0])
        return Items([])

    def x_shift(self, e: Expr, a: Args) -> None:
        source, target = self.bag(a[1]), self.bag(a[2])
        piles = self.table.piles
        self.require(piles[source].covers(a[0]), "SHORTAGE", "cards that are not there are moved")
        piles[source] = piles[source].plus(a[0], -1)
        piles[target] = piles[target].plus(a[0])

    def x_gather(self, e: Expr, a: Args) -> None:
        target, piles = self.bag(a[0]), self.table.piles
        for at in range(len(piles)):
            if at != target:
                if self.has_row(at):
                    raise NotFollowed("cards in a row are gathered")
                piles[target], piles[at] = piles[target].plus(piles[at]), self.kinds.nothing

    def x_swap(self, e: Expr, a: Args) -> None:
        one, other, piles = self.bag(a[0]), self.bag(a[1]), self.table.piles
        piles[one], piles[other] = piles[other], piles[one]

    def x_draw(self, e: Expr, a: Args) -> Pile:
        return self._drawn(self.table.piles[self.bag(a[0])], a[1])

    def x_pick(self, e: Expr, a: Args) -> Pile:
        return self._drawn(a[0], a[1])

    def _drawn(self, cards: Pile, number: Term) -> Pile:
        self.require(terms.both([terms.most(0, number), terms.most(number, cards.size())]), "SHORTAGE")
        if isinstance(number, int) and number == 0:
            return self.kinds.nothing
        drawn = self.some_of(cards, number)
        self.answered("cards", drawn)
        return drawn

    def some_of(self, cards: Pile, number: Term | None = None) -> Pile:
        """Some of these cards, so many if that is said, of which nothing else is known."""
        counts: list[Term] = []
        ones: list[Term] = []
        for at, group in enumerate(self.kinds.groups):
            empty = isinstance(cards.number(at), int) and cards.number(at) == 0
            counts.append(0 if empty else self.paths.fresh(f"some cards c{at + 1}"))
            ones.append(counts[-1] if len(group) == 1 or empty else self.paths.fresh("one kind"))
        size = self.paths.fresh("so many cards") if number is None else number
        self.paths.assume(terms.equal(terms.add(*counts), size))
        drawn = self.kinds.unknown(f"{self.paths.names}", counts, ones, size)
        self.paths.assume(drawn.is_pile())
        self.paths.assume(cards.covers(drawn))
        return drawn

    def x_moment(self, e: Expr, a: Args) -> Table:
        return self.table.copy()  # type: ignore[no-any-return]

    def x_take_back(self, e: Expr, a: Args) -> None:
        then, now, program = a[0].copy(), self.table, self.machine.program
        scalars = {name: (now if goes_on(program, name) else then).scalars[name] for name in now.scalars}
        now.piles, now.rows, now.money, now.ended, now.scalars = then.piles, then.rows, then.money, then.ended, scalars

    def x_shuffle(self, e: Expr, a: Args) -> Items:
        at = self.fixed(a[0])
        if self.has_row(at):
            raise NotFollowed("cards in a row are shuffled")
        return Items([])

    def x_lot(self, e: Expr, a: Args) -> Term:
        found = self.paths.fresh("lot")
        self.require(terms.less(0, a[0]), "SHORTAGE")
        self.paths.assume(terms.both([terms.most(0, found), terms.less(found, a[0])]))
        self.answered("number", found)
        return found

    def x_roll(self, e: Expr, a: Args) -> Items:
        found = Items([])
        for _ in range(self.fixed(a[0])):
            face = self.paths.fresh("die")
            self.paths.assume(terms.both([terms.most(1, face), terms.most(face, a[1])]))
            found.items.append(face)
            self.answered("number", face)
        return found

    def x_call(self, e: Expr, a: Args) -> Any:
        return self.machine.call(e.about, a)

    def x_unwound(self, e: Expr, a: Args) -> Any:
        assert self.machine.unwound is not None
        return self.machine.unwound.result

    def x_unwind(self, e: Expr, a: Args) -> Any:
        raise Unwound(a[0], a[1] if len(a) > 1 else None)

    def x_pile_size(self, e: Expr, a: Args) -> Term:
        return a[0].size()

    def x_pile_add(self, e: Expr, a: Args) -> Pile:
        return a[0].plus(a[1])  # type: ignore[no-any-return]

    def x_pile_sub(self, e: Expr, a: Args) -> Pile:
        self.require(a[0].covers(a[1]), "SHORTAGE")
        return a[0].plus(a[1], -1)  # type: ignore[no-any-return]

    x_pile_less = x_pile_sub

    def x_pile_times(self, e: Expr, a: Args) -> Pile:
        return self.kinds.nothing.plus(a[0], self.fixed(a[1]))

    def x_pile_count(self, e: Expr, a: Args) -> Term:
        return a[0].count(e.about.mask)

    def x_pile_only(self, e: Expr, a: Args) -> Pile:
        return a[0].only(e.about.mask)  # type: ignore[no-any-return]

    def x_pile_and(self, e: Expr, a: Args) -> Pile:
        """The cards of some kinds, which a known pile has by so many as its width allows."""
        one, other = a if a[1].is_known() else (a[1], a[0])
        deck, parts = self.kinds.deck, []
        for at, (unknown, each) in enumerate(other.parts):
            if unknown or each not in (0, deck.field):
                raise NotFollowed("bits of a pile")
            parts.append(one.parts[at] if each else NO_CARDS)
        return Pile(self.kinds, tuple(parts))

    def x_pile_following(self, e: Expr, a: Args) -> Pile:
        found = a[0].only(e.about.mask)
        return chosen(found.is_empty(), a[0], found, PILE)  # type: ignore[no-any-return]

    def x_pile_matching(self, e: Expr, a: Args) -> Pile:
        """The cards of each class are there if the one card is of a kind that it matches."""
        deck, (cards, card) = self.kinds.deck, a
        found = self.kinds.nothing
        for mask in self._masks:
            matched = [kind for kind in range(len(deck.cards)) if deck.matching(kind).mask & mask]
            there = terms.either([terms.less(0, card.count(deck.field << kind * deck.width)) for kind in matched])
            found = found.plus(chosen(there, cards.only(mask), self.kinds.nothing, PILE))
        return found

    @cached_property
    def _masks(self) -> list[int]:
        """The kinds of each class."""
        deck = self.kinds.deck
        return [sum([deck.field << kind * deck.width for kind in group]) for group in self.kinds.groups]

    def x_pile_one(self, e: Expr, a: Args) -> Pile:
        return self.kinds.known(self.kinds.deck.one[self.fixed(a[0])])

    def x_pile_worth(self, e: Expr, a: Args) -> Term:
        return terms.total([(a[0].count(mask), value) for value, mask in e.about.downward])

    def x_pile_highest(self, e: Expr, a: Args) -> Term:
        found: Term = -1
        for value, group in e.about.groups:  # the lowest first
            found = terms.choose(terms.less(0, a[0].count(group.mask)), value, found)
        return found

    def x_pile_is_exactly(self, e: Expr, a: Args) -> Term:
        mask = e.about.mask
        return self.equal(a[0].only(mask), a[1].only(mask), PILE)

    def x_pile_is_within(self, e: Expr, a: Args) -> Term:
        return self._covers(a[1], a[0].only(e.about.mask))

    def x_pile_covers(self, e: Expr, a: Args) -> Term:
        return self._covers(a[0], a[1])

    def _covers(self, one: Pile, other: Pile) -> Term:
        """Whether all cards of the other are there. Where classes have several kinds the contrary says nothing."""
        found = one.covers(other)
        if isinstance(found, bool) or not any(len(self.kinds.groups[at]) > 1 for at in one.unlike(other)):
            return found
        there = self.paths.fresh_truth("covers")
        self.paths.assume(terms.either([terms.no(there), found]))
        return there
