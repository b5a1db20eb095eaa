"""Section 4.2: the 1s (BP-1B to BP-1s)."""

from __future__ import annotations

from typing import Any

from referee.games.bpoker.match import Match
from referee.games.bpoker.table import RESOLVES, BPokerTable, Happening, Mark
from referee.kernel import Event, Laid, Option, Player, Rule, effect, made_of

FAR = 1000
"""A number of cards far above any floor."""


class Part(Option):
    """Of a pile that has been split."""

    FIRST = "first"
    SECOND = "second"


class Swap(Option):
    """BP-1s: whether the viewing hand is swapped."""

    NO = "no"


class Ones(Match):
    """The 1s, and the joker, which is a 1 of black."""

    @effect("BP-1B", window=RESOLVES, on="1b")
    def one_of_black(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """It goes to the pot, and the top two cards of the stash must be played."""
        card = self.played_now(t, event, me)
        if card is not None:
            t.move((card,), t.table[me], t.pot)
        yield from self.take_two(t, me)

    def take_two(self, t: BPokerTable, me: Player) -> Rule[None]:
        """Reading joker-short-stash."""
        stash = t.stash[me]
        number = min(2, len(stash.row))
        if number == 2 or t.reading("joker-short-stash") == "take-what-exists":
            yield from self.add_pending(t, me, t.top(stash, number), stash)

    @effect("BP-1R", window=RESOLVES, on="1r")
    def one_of_red(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """A random card of somebody's stash is played on your table as if he forced it; red-one-stash."""
        stashes = self.around(t, me) if t.reading("red-one-stash") == "any-stash" else self.others_in(t, me)
        of = [player for player in stashes if t.stash[player].row]
        if not of:
            return
        giver = yield from t.choose(me, "a card from the stash of", of)
        if not (yield from self.reaches(t, event, giver)):
            return
        place = yield from t.lot(tuple(range(len(t.stash[giver].row))))
        own = giver is me and t.reading("red-one-own-force") == "own-play"
        what = Happening.PLAY if own else Happening.FORCE
        yield from self.play_card(t, what, giver, me, (t.stash[giver].row[place],), t.stash[giver])

    @made_of("5 Jo")
    @effect("BP-1c", window=RESOLVES, on="1c")
    def one_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Your left neighbour splits your stash into two piles; you choose one for the pot."""
        stash = t.stash[me]
        cut = yield from self.split(t, me, len(stash.row))
        part = yield from t.choose(me, "to the pot", (Part.FIRST, Part.SECOND))
        cards = stash.row[:cut] if part is Part.FIRST else stash.row[cut:]
        if cards:
            t.move(cards, stash, t.pot)

    @made_of("5d 5d Jo")
    @effect("BP-1d", window=RESOLVES, on="1d")
    def one_of_diamonds(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Your left neighbour splits the pot; one of the piles, of your choice, goes to your stash."""
        size: Any = t.pot.size
        cut = yield from self.split(t, me, size)
        part = yield from t.choose(me, "to the stash", (Part.FIRST, Part.SECOND))
        pile = yield from t.pick(t.pot.pile, cut if part is Part.FIRST else size - cut)
        yield from self.to_stash(t, pile, t.pot, me)

    def split(self, t: BPokerTable, me: Player, size: int) -> Rule[int]:
        """How many cards the first pile has; reading empty-pile."""
        splitter = self.neighbour(t, me, t.left)
        some = size > 1 and t.reading("empty-pile") == "only-if-needed"
        cuts = range(1, size) if some else range(size + 1)
        return (yield from t.choose(splitter, "split", tuple(cuts)))  # type: ignore[no-any-return]

    @made_of("5h 5h Jo")
    @effect("BP-1h", window=RESOLVES, on="1h")
    def one_of_hearts(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Every wild of every table goes to the pot; reading one-of-hearts-wilds."""
        if t.reading("one-of-hearts-wilds") != "named-type":
            return
        owners = [player for player in self.around(t, me) if self.wilds(t, player)]
        for player in (yield from self.reach(t, event, owners)):
            t.move(tuple(self.wilds(t, player)), t.table[player], t.pot)

    def wilds(self, t: BPokerTable, player: Player) -> list[Laid]:
        """Reading tile-reach: those in tiles too."""
        whole = t.reading("tile-reach") == "whole-only"
        return [laid for laid in t.table[player].row if laid.has(Mark.WILD) and not (whole and laid.link)]

    @made_of("5 Jo")
    @effect("BP-1s", window=RESOLVES, on="1s")
    def one_of_spades(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """You look at every viewing hand and may swap yours with one of them; swapped-view-number."""
        others = self.others_in(t, me)
        for player in others:
            t.reveal(t.view[player].pile, player, [me], why="one-of-spades")
        whom = yield from t.choose(me, "swap views with", (Swap.NO, *others))
        if whom is Swap.NO or not (yield from self.reaches(t, event, whom)):
            return
        t.swap(t.view[me], t.view[whom])
        if t.reading("swapped-view-number") == "travel":
            numbers: list[Any] = [t.quantity("viewing", each, FAR) for each in (me, whom)]
            mine, theirs = numbers
            t.number_shift[me] += theirs - mine
            t.number_shift[whom] += mine - theirs
