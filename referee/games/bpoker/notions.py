"""Section 4.1: wilds, tiles, protected and no-effect cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from referee.games.bpoker.hands import FIVE_ABOVE, FIVE_BELOW, FOUR, NUMBER, Held, Worth, worth
from referee.games.bpoker.patterns import THREE_SIXES, TWO_THREES, SetFinder
from referee.games.bpoker.ring import Ring
from referee.games.bpoker.table import (
    BETWEEN,
    JOKER,
    STATES,
    TRAVELLING,
    BPokerTable,
    Mark,
    playing,
)
from referee.kernel import PASS, Event, Laid, OneOfRow, Player, Row, Rule, SomeOfRow, clause

Group = tuple[Laid, ...]
"""One card, or the linked cards of a tile from left to right."""


ANY_TIME = ("3c", "4d", THREE_SIXES)
"""Words of cards that may have an effect at any time, beside a no-effect J."""


class Notions(Ring):
    """What a card on a table is, what it acts as, and what may reach it."""

    sets: SetFinder

    # -- cards in effect (4.1) --------------------------------------------------------------------------

    @clause("BP-TILE", "BP-NOEFF", "BP-WILD")
    def effects_of(self, row: Row) -> Mapping[str, tuple[Laid, ...]]:
        """By word the cards of a table that are in effect; a tile acts through its last card alone."""
        found: dict[str, tuple[Laid, ...]] = {}
        for group in row.groups():
            last = group[-1]
            if not last.marks or not any(mark in STATES for mark in last.marks):
                word = self.word(group)
                found[word] = (*found.get(word, ()), last)
        return found

    def in_effect(self, t: BPokerTable, player: Player, words: Collection[str]) -> tuple[Laid, ...]:
        """His cards that act as one of those."""
        row = t.table[player]
        if not row.row:
            return ()
        acting = row.derive(self.effects_of)
        if acting.keys().isdisjoint(words):
            return ()
        return tuple([laid for word in words if word in acting for laid in acting[word]])

    @clause("BP-TYPES")
    def lasting(self, t: BPokerTable, player: Player, words: Collection[str]) -> tuple[Laid, ...]:
        """His cards with that continuous effect: it begins when the play is resolved, and stops when it leaves."""
        cards = self.in_effect(t, player, words)
        if not cards or not t.stack:
            return cards
        busy = [laid.number for event in playing(t) for laid in event.cards]
        return tuple([laid for laid in cards if laid.number not in busy])

    @clause("BP-TYPES", "BP-10D-CTL")
    def free(self, t: BPokerTable, player: Player, words: Collection[str]) -> tuple[Laid, ...]:
        """His cards whose discard effect he may use: not while they are played, nor a 10♦ that controls him."""
        cards = self.in_effect(t, player, words)
        if not cards or not t.stack:
            return cards
        busy = [laid.number for event in t.stack if event.at is player for laid in event.cards]
        return tuple([laid for laid in cards if laid.number not in busy])

    def tile_of(self, t: BPokerTable, player: Player, last: Laid) -> Group:
        return t.group_of(last, t.table[player])

    # -- what may be reached ----------------------------------------------------------------------------

    @clause("BP-PROT")
    def is_protected(self, row: Row, laid: Laid) -> bool:
        """Wilds, tiles and every 10♦."""
        return bool(laid.link) or laid.has(Mark.WILD) or self.words[laid.kind] == "10d"

    @clause("EN-5")
    def affectable(self, t: BPokerTable, player: Player) -> list[Laid]:
        """Neither protected nor without effect."""
        row = t.table[player]
        return [laid for laid in row.row if not laid.has(Mark.NO_EFFECT) and not self.is_protected(row, laid)]

    @clause("EN-14", "BP-SET-666")
    def reachable(
        self, t: BPokerTable, player: Player, *, no_effect: bool, tiles: bool = True, unit: bool = False
    ) -> list[Laid]:
        """One card for each card or tile that a clause reaches which names protected cards: a tile's last one.

        ``no_effect``: sideways ones too; ``unit``: the three-6s tile too, which few clauses reach.
        """
        found = []
        for group in t.table[player].groups():
            last = group[-1]
            sideways = last.has(Mark.NO_EFFECT)
            if (sideways and not no_effect) or (len(group) > 1 and not tiles):
                continue
            if unit or not self.is_unit(group):
                found.append(last)
        return found

    def is_unit(self, group: Sequence[Laid]) -> bool:
        """BP-SET-666: the three-6s tile."""
        return len(group) == 3 and all(self.words[laid.kind][:-1] == "6" for laid in group)

    def unit_cards(self, t: BPokerTable, player: Player) -> list[Laid]:
        return [laid for group in t.table[player].groups() if self.is_unit(group) for laid in group]

    @clause("EN-14")
    def carry(self, t: BPokerTable, group: Sequence[Laid], source: Row, target: Row) -> Group:
        """A card, or a tile as a whole, goes to another table; it stays wild, sideways, a tile."""
        if not group:
            return ()
        becomes = self.readings["moved-wild"] == "becomes-normal"
        kept = [
            tuple([m for m in laid.marks if m in TRAVELLING and not (becomes and m is Mark.WILD)]) for laid in group
        ]
        joined = len(group) > 1 and group[0].link != 0
        came = t.lay(tuple(group), source, target)
        came = tuple([t.mark(target, laid, *marks) if marks else laid for laid, marks in zip(came, kept, strict=True)])
        return t.link(target, came) if joined else came

    def as_they_lie(self, t: BPokerTable, player: Player, cards: Sequence[Laid]) -> list[Laid]:
        """Those of the cards that lie on his table, as they lie there now."""
        numbers = [laid.number for laid in cards]
        return [laid for laid in t.table[player].row if laid.number in numbers]

    # -- what may be used at any time (EN-3) ------------------------------------------------------------

    @clause("EN-3")
    def anytime(self, t: BPokerTable, event: Event, players: Sequence[Player]) -> Rule[None]:
        """Effects that may be used at any time are offered to those players, in that order."""
        for player in players:
            row = t.table[player]
            if row.row and self.may_have_answers(row):
                yield from t.window(BETWEEN, event, players)
                return

    def may_have_answers(self, row: Row) -> bool:
        """Whether a table has a card with such an effect: there is nothing to ask where none has."""
        if not row.derive(self.effects_of).keys().isdisjoint(ANY_TIME):
            return True
        return any(laid.marks and laid.has(Mark.NO_EFFECT) and row.face(laid).rank == "J" for laid in row.row)

    # -- asking for cards of tables ---------------------------------------------------------------------

    def choose_card(
        self,
        t: BPokerTable,
        me: Player,
        ask: str,
        candidates: Callable[[Player], Sequence[Laid]],
        owners: Iterable[Player],
        *,
        optional: bool = False,
    ) -> Rule[tuple[Player, Laid] | None]:
        """A card of one of those tables: first whose, then which; None where there is none or none is wanted."""
        there = [player for player in owners if candidates(player)]
        if not there:
            return None
        options: list[Any] = [PASS, *there] if optional else there
        of = there[0]
        if len(options) > 1:
            of = yield from t.choose(me, f"{ask}: whose", options)
            if of == PASS:
                return None
        cards = candidates(of)
        laid = cards[0]
        if len(cards) > 1:
            laid = yield from t.choose(me, ask, OneOfRow(t.table[of], cards))
        return of, laid

    # -- poker hands (BG-12) ----------------------------------------------------------------------------

    @clause("BG-12")
    def worth_of(self, cards: Sequence[Laid]) -> Worth:
        """What up to five cards of a table count; wilds are what makes them highest."""
        wild_jokers = self.readings["table-joker"] == "wild"
        held: list[Held] = []
        wilds = 0
        for laid in cards:
            face = self.deck.cards[laid.kind]
            if laid.has(Mark.WILD) or (face.rank == JOKER and wild_jokers):
                wilds += 1
            else:
                held.append((1, "") if face.suit is None else (NUMBER[face.rank], face.suit.letter))
        return worth(tuple(sorted(held)), wilds, self.five_of_a_kind())

    def five_of_a_kind(self) -> int:
        """Reading five-of-a-kind."""
        places = {"highest": FIVE_ABOVE, "below-straight-flush": FIVE_BELOW, "as-four": FOUR}
        return places[self.readings["five-of-a-kind"]]

    def declared(self, t: BPokerTable, player: Player) -> Group:
        """The members of his declared hand; BP-SET-3C3C: none while he can have no hand."""
        if self.in_effect(t, player, [TWO_THREES]):
            return ()
        return tuple([laid for laid in t.table[player].row if laid.marks and laid.has(Mark.DECLARED)])

    def may_be_members(self, t: BPokerTable, player: Player) -> list[Laid]:
        """BP-SET-666, BP-SET-3C3C: the cards of which he may form a hand."""
        if self.lasting(t, player, [TWO_THREES]):
            return []
        unit = self.unit_cards(t, player)
        no_jokers = self.readings["table-joker"] == "no-member"
        return [
            laid
            for laid in t.table[player].row
            if laid not in unit and not (no_jokers and self.words[laid.kind] == "1b" and not laid.has(Mark.WILD))
        ]

    def must_be_members(self, t: BPokerTable, player: Player) -> list[Laid]:
        """BP-3C: his effective 3♣, also those in effect."""
        eligible = self.may_be_members(t, player)
        return [laid for laid in self.in_effect(t, player, ["3c"]) if laid in eligible]

    def best_hand(self, t: BPokerTable, player: Player, but: Sequence[Laid] = ()) -> Group:
        """The highest five cards that can be seen on his table, with the 3♣ that must be in it, without some."""
        left_out = [laid.number for laid in but]
        musts = [laid for laid in self.must_be_members(t, player) if laid.number not in left_out][:5]
        rest = [laid for laid in self.may_be_members(t, player) if laid not in musts and laid.number not in left_out]
        if len(musts) + len(rest) < 5:
            return ()
        spaces = SomeOfRow(t.table[player], rest, 5 - len(musts), 5 - len(musts))
        return max([(*musts, *some) for some in spaces], key=self.worth_of)

    # -- seats ------------------------------------------------------------------------------------------

    def around(self, t: BPokerTable, player: Player) -> list[Player]:
        """Everybody who is still in the hand, in the direction of play, from that player on."""
        out = t.out
        return [each for each in t.everyone_from(player) if not out[each]]

    def others_in(self, t: BPokerTable, player: Player) -> list[Player]:
        out = t.out
        return [each for each in t.everyone_from(player) if each is not player and not out[each]]

    def neighbour(self, t: BPokerTable, player: Player, step: Callable[[Player], Player]) -> Player:
        """The nearest player still in the hand that way; himself where there is nobody else."""
        found = step(player)
        while t.out[found] and found is not player:
            found = step(found)
        return found


def first_of(cards: Sequence[Laid], kind: int) -> Laid:
    """The first of some cards that is of that kind."""
    return next(laid for laid in cards if laid.kind == kind)
