"""Part 5: f_poker, the game within the game (BP-SET-JO7, FP-1 to FP-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.bpoker.hands import NUMBER, Worth, worth
from referee.games.bpoker.patterns import F_POKER
from referee.games.bpoker.sets import Sets
from referee.games.bpoker.table import END, GO_ON, RESOLVES, SCRAP, BPokerTable
from referee.games.bpoker.turns import MEMBERS
from referee.kernel import Event, Option, Pile, Player, Rule, clause, effect

SHARE = 4
"""Cards of every stash that make the f_pot."""
TURNS_EACH = 50
"""In the full game, before it is decided by the declared hands."""


class Stay(Option):
    """FP-2."""

    STAY = "stay"
    FOLD = "fold"


class FPoker(Sets):
    """Two jokers and a 7."""

    @effect("BP-SET-JO7", window=RESOLVES, on=F_POKER)
    def f_poker(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """These cards and 4 of every stash are the f_pot; the turn ends, f_poker is played, its winner is next."""
        reached = yield from self.reach(t, event, self.others_in(t, me))
        playing = [player for player in self.around(t, me) if player is me or player in reached]
        t.move(self.set_now(t, event, me), t.table[me], t.fpot)
        for player in playing:
            yield from self.give_share(t, player)
        if t.mover in playing:
            t.turn_over = True
        t.note("f-poker-begins", first=me)
        if t.reading("fpoker-game") == "short-game":
            winner = yield from self.short_game(t, playing)
        else:
            winner = yield from self.full_game(t, playing)
        yield from self.to_stash(t, t.fpot.pile, t.fpot, winner)
        t.note("f-poker-won", of=winner)
        t.coming, t.given_by_f_poker, t.barred = winner, True, winner

    @clause("BP-SET-JO7")
    def give_share(self, t: BPokerTable, player: Player) -> Rule[None]:
        """Reading fpoker-short-stash: all he has; or he makes up the rest."""
        cards = self.payable(t, player)[:SHARE]
        if cards:
            t.move(cards, t.stash[player], t.fpot)
        if len(cards) < SHARE and t.reading("fpoker-short-stash") == "cannibalize":
            yield from self.cannibalize(t, player, t.fpot, SHARE - len(cards))

    def worth_of_pile(self, pile: Any) -> Worth:
        """FP-3: without wilds; a joker is of rank 1."""
        faces = [self.deck.cards[kind] for kind in self.deck.unpack(pile)]
        held = [(1, "") if face.suit is None else (NUMBER[face.rank], face.suit.letter) for face in faces]
        return worth(tuple(sorted(held)), 0, self.five_of_a_kind())

    def take_from_stash(self, t: BPokerTable, player: Player, number: int) -> None:
        stash = t.stash[player]
        number = min(number, len(stash.row))
        if number > 0:
            t.move(t.top(stash, number), stash, t.fhand[player])

    # -- the short game ---------------------------------------------------------------------------------

    @clause("FP-1", "FP-2", "FP-3", "FP-4")
    def short_game(self, t: BPokerTable, playing: Sequence[Player]) -> Rule[Player]:
        """Five cards each, stay for a card or fold; the highest hand shown wins, of equal ones the earliest."""
        for player in playing:
            self.take_from_stash(t, player, MEMBERS)
        stayed: list[Player] = []
        for player in playing:
            if (yield from t.choose(player, "f_poker", tuple(Stay))) is Stay.STAY:
                stayed.append(player)
                if t.stash[player].row:
                    t.move(t.top(t.stash[player], 1), t.stash[player], t.fpot)
            else:
                self.take_back_cards(t, player)
        for player in stayed:
            t.reveal(t.fhand[player].pile, player, why="f-poker")
        shown = {player: self.worth_of_pile(t.fhand[player].pile) for player in stayed}
        winner = max(shown, key=lambda player: shown[player], default=playing[-1])
        for player in stayed:
            self.take_back_cards(t, player)
        return winner

    def take_back_cards(self, t: BPokerTable, player: Player) -> None:
        t.move(t.fhand[player].pile, t.fhand[player], t.stash[player])

    # -- the full game ----------------------------------------------------------------------------------

    @clause("FP-1", "BG-7")
    def full_game(self, t: BPokerTable, playing: Sequence[Player]) -> Rule[Player]:
        """Reading fpoker-game: a hand of the base game without effects. A cap decides what would not end."""
        hands: dict[Player, Any] = {}
        for player in playing:
            if t.stash[player].row:
                t.move(t.top(t.stash[player], min(self.ante, len(t.stash[player].row))), t.stash[player], t.fpot)
            self.take_from_stash(t, player, self.viewing)
            hands[player] = t.algebra.nothing
        winner = playing[0]
        for turn in range(TURNS_EACH * len(playing)):
            winner = playing[turn % len(playing)]
            if self.has_highest(hands, winner):
                break
            hands[winner] = yield from self.plain_turn(t, winner)
        else:
            t.note("f-poker-undecided", turns=TURNS_EACH * len(playing))
            worths = {player: self.worth_of_pile(hands[player]) for player in playing}
            winner = max(worths, key=lambda player: worths[player])
        for player in playing:
            own = player is winner or t.reading("losers-cards") == "own-stash"
            for place in (t.fhand[player], t.ftable[player]):
                t.move(place.pile, place, t.stash[player] if own else t.fpot)
        return winner

    def has_highest(self, hands: dict[Player, Any], player: Player) -> bool:
        mine: Any = hands[player]
        if self.deck.size(mine) < MEMBERS:
            return False
        worth_of_mine = self.worth_of_pile(mine)
        for other, theirs in hands.items():
            full = other is not player and self.deck.size(theirs) == MEMBERS
            if full and self.worth_of_pile(theirs) >= worth_of_mine:
                return False
        return True

    @clause("BG-7")
    def plain_turn(self, t: BPokerTable, me: Player) -> Rule[Pile]:
        """Scrap, correction, playing and declaring, without any effect; gives the declared hand."""
        view, table = t.fhand[me], t.ftable[me]
        full = bool(table.size >= self.maximum)
        over = False
        if not table.is_empty:
            choice = yield from t.choose(me, "scrap", (SCRAP, END) if full else (GO_ON, SCRAP))
            over = choice is END
            if choice is SCRAP:
                t.move(table.pile, table, t.discard)
        self.correct_plainly(t, me)
        played = False
        while not over and table.size < self.maximum and not view.is_empty:
            if played and (yield from t.choose(me, "f_poker: go on", (GO_ON, END))) is END:
                break
            card = yield from t.select(me, "f_poker: play", view.pile, 1)
            t.move(card, view, table)
            played = True
        size: Any = table.size
        hand = yield from t.select(me, "f_poker: declare", table.pile, 0, min(MEMBERS, size))
        self.correct_plainly(t, me)
        return hand

    def correct_plainly(self, t: BPokerTable, me: Player) -> None:
        size: Any = t.fhand[me].size
        self.take_from_stash(t, me, self.viewing - size)
