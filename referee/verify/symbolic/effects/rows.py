"""What the operations do that move cards of rows, change scalars or are answered.

Owed: cards lie where they are taken from, each once; an amount is not negative; a scalar that names a player goes on to
name one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.kernel.piles import OneOfPiles
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import OneOf
from referee.meaning.program import Expr
from referee.meaning.types import INT, LAID, PLAYER, Maybe, Record, Seq, Thing, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.effects.lying import Lying
from referee.verify.symbolic.effects.sequences import Card, Many, One, Some, parts_of, sequence, singles
from referee.verify.symbolic.effects.touching import is_kernel
from referee.verify.symbolic.effects.unknowns import PEOPLED
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items


class RowOperations(Lying):
    """All operations of a Program, on any table whose cards lie in rows."""

    def x_take(self, e: Expr, a: Args) -> Any:
        cards, source, marks = a[0], self.place(a[1], e.args[1]), a[2]
        if not self.is_row(source):
            return self._out_of_a_pile(cards, source, marks)
        if isinstance(cards, Pile):
            return self._found_in_a_row(cards, source, marks)
        going = self.lying(source, cards)
        parts = parts_of(going)
        self.owe_once(parts_of(cards))
        table, number = self.table, self.length(cards)
        row = table.rows[source]
        known = singles(parts)
        if known is not None:
            table.note(source, "gone", tuple([each.number for each in known]))
            length = terms.sub(row.length, len(known))
        elif all(isinstance(part, Some) and part.row == (source, *table.moment(source)) for part in parts_of(cards)):
            table.note(source, "empty", None)
            length = 0
        else:
            table.note(source, "some gone", self.groups_in(parts_of(cards)))
            length = terms.sub(row.length, number)
        if not isinstance(length, int):
            self.paths.assume(terms.most(0, length))
        table.rows[source] = self.new_row(source, length)
        return going, self._on_their_way(going, marks)

    def _found_in_a_row(self, cards: Pile, source: int, marks: Any) -> Any:
        """Cards of these kinds out of a row. Obligation: they are some of its cards."""
        table = self.table
        row = table.rows[source]
        self.require(self._counted(source).covers(cards), "SHORTAGE", "the row may not hold the cards")
        size = cards.size()
        going = Many([Some(size, lambda index: self.card(), True)])
        table.note(source, "some gone", None)
        length = terms.sub(row.length, size)
        self.paths.assume(terms.both([terms.most(0, length), terms.most(0, size)]))
        table.rows[source] = self.new_row(source, length)
        return going, self._on_their_way(going, marks)

    def _on_their_way(self, cards: Any, marks: Any) -> Any:
        known = singles(parts_of(marks))
        plain = known is not None and all(isinstance(each, int) for each in known)

        def went(card: Card) -> Card:
            if plain:
                return Card(card.number, card.kind, 0, dict.fromkeys(known or (), True), 0)
            return Card(card.number, card.kind, 0, {}, id(self.paths.fresh("marks")))

        return sequence(
            [One(went(part.thing)) if isinstance(part, One) else self.changed(part, went) for part in parts_of(cards)]
        )

    def _out_of_a_pile(self, cards: Any, source: int, marks: Any) -> Any:
        if not isinstance(cards, Pile):
            if parts_of(cards):
                raise NotFollowed("cards of a row are looked for in a pile")
            return Items([]), Items([])
        piles = self.table.piles
        self.require(piles[source].covers(cards), "SHORTAGE", "cards that are not there are moved")
        piles[source] = piles[source].plus(cards, -1)
        self.table.changed(("place", source))
        size = cards.size()
        if isinstance(size, int) and size == 0:
            return Items([]), Items([])
        going = Many([Some(size, lambda index: self.card(), True)])
        return going, self._on_their_way(going, marks)

    def x_set_row(self, e: Expr, a: Args) -> None:
        place = self.place(a[0], e.args[0])
        table = self.table
        old, new = table.rows[place].parts, parts_of(a[1])
        size = len(old)
        if new[:size] == old:
            came = new[size:]
        elif new[len(new) - size :] == old:
            came = new[: len(new) - size]
        else:
            table.note(place, "anything", None)
            table.linked(place)
            table.rows[place] = self.new_row(place, self.length(a[1]))
            return
        if not came:
            return
        known = singles(came)
        length = terms.add(table.rows[place].length, self.length(Many(came)))
        if known is None:
            table.note(place, "some came", None)
        else:
            table.note(place, "came", tuple([each.number for each in known]))
        now = table.moment(place)[0]
        for part in came:
            if isinstance(part, One):
                self.paths.settled["lies", part.thing.number, place] = (now, True)
                self.lies_so(part.thing, place, True)
            else:
                part.make = self._coming(part.make, place, now)
        table.rows[place] = self.new_row(place, length)

    def _coming(self, make: Callable[[Term], Any], place: int, now: int) -> Callable[[Term], Any]:
        seen = self.seen_now(place)

        def made(index: Term) -> Any:
            card = make(index)
            self.paths.settled["lies", card.number, place] = (now, True)
            return replace(card, seen=seen)

        return made

    def x_set_pile(self, e: Expr, a: Args) -> None:
        place = self.place(a[0], e.args[0])
        self.table.piles[place] = a[1]
        self.table.changed(("place", place))

    def x_pile_pack(self, e: Expr, a: Args) -> Any:
        known = singles(parts_of(a[0]))
        if known is not None and all(isinstance(each, int) for each in known):
            found = self.kinds.nothing
            if not known:
                return found
        return self.pile_of(self.length(a[0]))

    def x_pile_count(self, e: Expr, a: Args) -> Any:
        try:
            return super().x_pile_count(e, a)
        except NotFollowed:
            return self.amount("count", 0, a[0].size())

    def x_pile_unpack(self, e: Expr, a: Args) -> Any:
        deck = self.machine.program.table.deck
        return Many([Some(a[0].size(), lambda index: self.index(len(deck.cards), "kind"))])

    def x_pile_counts(self, e: Expr, a: Args) -> Any:
        """Each kind that there is, with how many of it there are."""
        size, deck = a[0].size(), self.machine.program.table.deck
        if isinstance(size, int) and size == 0:
            return Items([])

        def make(index: Term) -> Any:
            return self.index(len(deck.cards), "kind"), self.amount("count", 1, size)

        number = self.amount("kinds", 0, size)
        self.paths.assume(terms.either([terms.less(0, number), terms.equal(size, 0)]))
        return Many([Some(number, make)])

    def x_shift(self, e: Expr, a: Args) -> None:
        source, target = self.place(a[1], e.args[1]), self.place(a[2], e.args[2])
        if self.is_row(source) or self.is_row(target):
            raise NotFollowed("cards of a row are shifted")
        piles = self.table.piles
        self.require(piles[source].covers(a[0]), "SHORTAGE", "cards that are not there are moved")
        piles[source] = piles[source].plus(a[0], -1)
        piles[target] = piles[target].plus(a[0])
        for at in (source, target):
            self.table.changed(("place", at))

    def x_swap(self, e: Expr, a: Args) -> None:
        one, other = self.place(a[0], e.args[0]), self.place(a[1], e.args[1])
        if self.is_row(one) or self.is_row(other):
            table = self.table
            lengths = self.length(table.rows[one]), self.length(table.rows[other])
            for at, length in ((one, lengths[1]), (other, lengths[0])):
                table.note(at, "anything", None)
                table.linked(at)
                table.rows[at] = self.new_row(at, length)
            return
        piles = self.table.piles
        piles[one], piles[other] = piles[other], piles[one]
        for at in (one, other):
            self.table.changed(("place", at))

    def x_draw(self, e: Expr, a: Args) -> Any:
        return self._drawn(self.table.piles[self.place(a[0], e.args[0])], a[1])

    def x_moment(self, e: Expr, a: Args) -> Any:
        raise NotFollowed("the table is taken back to an earlier moment: look first whether it can be done")

    def x_shuffle(self, e: Expr, a: Args) -> Any:
        row = self.table.rows[self.place(a[0], e.args[0])]
        length = row.length
        return Many([Some(length, lambda index: self.index(length))])

    # -- scalars ----------------------------------------------------------------------------------------

    def x_set_scalar(self, e: Expr, a: Args) -> None:
        self._owe_player(e.about, a[0])
        self._keep(a[0], e.args[0].type)
        self.table.scalars[e.about] = a[0]
        self.table.changed(("scalar", e.about))

    def x_set_each(self, e: Expr, a: Args) -> None:
        self._owe_player(e.about, a[1])
        self._keep(a[1], e.args[1].type)
        self.table.scalars[e.about][self.seat(a[0])] = a[1]
        if e.about in self.machine.flags and a[1] is not False:
            self.table.owing.add(e.about)
        self.table.changed(("scalar", e.about))

    def _owe_player(self, name: str, value: Any) -> None:
        kind = self.machine.program.scalars[name][0]
        if kind == PLAYER and name not in self.machine.nobody and value not in self.machine.seated:
            self.require(terms.less(value, self.machine.players), "RAISED", f"{name} may be nobody")
        if name in PEOPLED:  # what was kept there before is known to have players, and the kernel keeps no other
            new = parts_of(value)
            if is_kernel(self.machine.running[-1]):
                new = [part for part in new if isinstance(part, One)]
            self.machine.owe_those(sequence(new), kind, cards=False)
        if isinstance(kind, Maybe) and isinstance(kind.of, Thing):
            self.require(value.has, "RAISED", f"{name} may be nothing")

    def x_set_field(self, e: Expr, a: Args) -> None:
        self._keep(a[1], e.args[1].type)
        a[0].fields[e.about] = a[1]
        self.table.changed()

    def x_pay(self, e: Expr, a: Args) -> None:
        self.require(terms.most(0, a[2]), "NO_MONEY")
        for each, part in zip(a[:2], e.args[:2], strict=True):
            if part.type == PLAYER:
                self.require(terms.less(each, self.machine.players), "RAISED", "nobody where a player is wanted")
        kind = self.machine.program.scalars.get("$money", (INT, None))[0]
        self.table.money = [self.fresh(kind, "money") for _ in self.table.money]
        self.table.changed()

    def x_end(self, e: Expr, a: Args) -> None:
        self.table.ended = True
        self.table.changed()

    def x_mul(self, e: Expr, a: Args) -> Any:
        if terms.known(*a) or any(terms.known(each) for each in a):
            return super().x_mul(e, a)
        return self.paths.fresh("a product")

    # -- answers ----------------------------------------------------------------------------------------

    def exists(self, space: Any, kind: Type) -> Any:
        maker = kind.maker if isinstance(kind, Record) else None
        if maker is OneOf:
            return terms.less(0, self.length(space[0]))
        if maker is OneOfPiles:
            return terms.less(0, self.length(space[1]))
        if maker in (OneOfRow, SomeOfRow):
            parts = dict(zip(kind.names, space, strict=True))  # type: ignore[attr-defined]
            length = self.length(parts["among"])
            if maker is OneOfRow:
                return terms.less(0, length)
            least, most = parts["least"], parts["most"]
            return terms.both([terms.most(least, most), terms.most(0, most), terms.most(least, length)])
        return super().exists(space, kind)

    def answer(self, space: Any, kind: Type, wanted: Type) -> tuple[Any, Type]:
        maker = kind.maker if isinstance(kind, Record) else None
        if maker in (OneOf, OneOfPiles):
            at = 0 if maker is OneOf else 1
            if isinstance(space[at], Many):
                return self.any_of(space[at]), kind.types[at].item  # type: ignore[attr-defined]
            return super().answer(space, kind, wanted)
        if maker in (OneOfRow, SomeOfRow):
            parts, kinds = [dict(zip(kind.names, each, strict=True)) for each in (space, kind.types)]  # type: ignore[attr-defined]
            among, row = parts["among"], self.place(parts["row"], Expr(kinds["row"], "local"))
            if maker is OneOfRow:
                card = self.any_of(among)
                self.owe_offered(card, row)  # it stands for each of them
                return card, LAID
            if not (isinstance(self.length(among), int) and self.length(among) == 0):
                self.aside(lambda: self.owe_offered(self.any_of(among), row))
            return self.chosen_of(among, parts["least"], parts["most"]), Seq(LAID, "tuple")
        return super().answer(space, kind, wanted)

    def chosen_of(self, among: Any, least: Term, most: Term) -> Any:
        """Any of so many of some cards, each once."""
        number = self.amount("chosen", 0, self.length(among))
        self.paths.assume(terms.both([terms.most(least, number), terms.most(number, most)]))
        return self.within(among, number, self.all_differ(among))
