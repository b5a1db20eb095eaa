"""Part 3: how a card or set is played, whatever it does (EN-1 to EN-17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.games.bpoker.entering import Entering
from referee.games.bpoker.notions import Group, first_of
from referee.games.bpoker.patterns import DOUBLE_FIVE
from referee.games.bpoker.table import (
    ENTERS,
    FORCED,
    RESOLVES,
    BPokerTable,
    Doings,
    Happening,
    Waiting,
)
from referee.kernel import Event, Laid, Pile, Place, Player, Rule, clause

FOLLOWED = "followed"
"""A play of a 5 ends here, because the play of a longer chain has taken its place."""


class Plays(Entering):
    """``play_card`` and ``play_set`` begin a play, ``send`` carries it out step by step."""

    # -- beginning a play -------------------------------------------------------------------------------

    @clause("EN-1", "EN-13")
    def play_card(
        self, t: BPokerTable, what: Happening, actor: Player, at: Player, card: Pile | Group, source: Place
    ) -> Rule[None]:
        """One card, with what follows it if it is a 5, is played on the table of ``at``."""
        yield from self.play_group(t, what, actor, at, self.take_up(t, card, source))

    def play_group(
        self, t: BPokerTable, what: Happening, actor: Player, at: Player, cards: Group, *, plain: bool = False
    ) -> Rule[None]:
        """The same for a card, or a tile, in flight or already on that table."""
        if len(cards) == 1 and self.starts_chain(cards):
            cards = yield from self.add_followers(t, what, actor, at, cards)
        yield from self.send(t, what, actor, at, cards, plain=plain)

    @clause("EN-2", "BP-SET")
    def play_set(
        self, t: BPokerTable, what: Happening, actor: Player, at: Player, way: str, pile: Any, source: Place
    ) -> Rule[None]:
        """A set is one group: one ban check, one J, one Magic, one force."""
        yield from self.send_set(t, what, actor, at, way, self.take_up(t, pile, source))

    def send_set(
        self, t: BPokerTable, what: Happening, actor: Player, at: Player, way: str, flying: Group
    ) -> Rule[None]:
        """Its cards in the order of their tile; a double five may need a follower."""
        came = list(flying)
        cards: Group = ()
        for kind in self.sets.in_order(way, [laid.kind for laid in flying]):
            laid = first_of(came, kind)
            came.remove(laid)
            cards += (laid,)
        if way != DOUBLE_FIVE:
            yield from self.send(t, what, actor, at, cards, word=way)
            return
        if self.needs_follower(cards):
            cards = yield from self.add_followers(t, what, actor, at, cards)
        yield from self.send(t, what, actor, at, cards)

    @clause("EN-1", "EN-11", "EN-15")
    def send(
        self,
        t: BPokerTable,
        what: Happening,
        actor: Player,
        at: Player,
        cards: Group,
        *,
        word: str = "",
        plain: bool = False,
    ) -> Rule[None]:
        """A play of cards that are in flight or lie on that table. Readings nested-effects, plays-of-one-card.

        ``plain``: nothing answers it, only its immediate effect happens (reading taken-card-played).
        """
        if t.out[at]:
            self.put_away(t, cards, at)
            return
        if t.doings is not None and self.has_acted(t, t.doings, cards):
            self.stay(t, cards, at)
            return
        play = Waiting(t.stack[-1].number, what, actor, at, cards, word or self.word(cards), plain)
        if t.doings is None:
            yield from self.carry_out_root(t, play)
        elif t.reading("nested-effects") == "afterwards":
            t.doings.waiting += (play,)
        else:
            yield from self.carry_out(t, play)

    @clause("EN-1", "EN-7")
    def carry_out_root(self, t: BPokerTable, play: Waiting) -> Rule[None]:
        """A play that no effect has caused; then what waits for its end, in its order (nested-effects)."""
        doings = t.doings = Doings()
        doings.acted = tuple([laid.number for laid in play.cards])
        yield from self.carry_out(t, play)
        while doings.waiting:
            first, doings.waiting = doings.waiting[0], doings.waiting[1:]
            if t.out[first.at]:  # what was played before it has made him lose the hand
                self.put_away(t, first.cards, first.at)
            else:
                yield from self.carry_out(t, first)
        t.doings = None

    @clause("EN-1", "EN-15")
    def carry_out(self, t: BPokerTable, play: Waiting) -> Rule[Any]:
        """The steps of a play; gives something true where one of them stopped it. Reading five-fee-time."""
        steps: list[Callable[..., Any]] = [self.meet_ban, self.answer_force, self.meet_jack, self.meet_magic, self.put]
        if play.plain:
            steps = [self.put]
        time = t.reading("five-fee-time")
        if time == "at-once":
            steps.insert(-1, self.pay_for_fives)
        if t.reading("chain-committed") == "one-by-one":
            steps.append(self.follow_one_by_one)
        if time == "before-last-card-acts":
            steps.append(self.pay_for_fives)
        steps.append(self.resolve)
        if time == "after-last-card":
            steps.append(self.pay_for_fives)
        what, actor, at, cards, word = play.what, play.actor, play.at, play.cards, play.word
        return (yield from t.happen(what, actor, at, steps, cards=cards, word=word, otherwise=self.fall_flat))

    @clause("EN-10", "BP-6-TUN", "BP-REFL")
    def send_on(self, t: BPokerTable, event: Event, me: Player, to: Player) -> Rule[None]:
        """What was being forced is forced by ``me`` on another table; what has entered already stays where it is."""
        cards = self.entering(t, event)
        if not cards:
            return
        word = event.word if len(cards) == len(event.cards) else self.word(cards)
        if t.doings is not None:
            t.doings.first_forcer.setdefault(cards[0].number, event.actor)
        if t.out[to]:
            self.put_away(t, cards, to)
        else:
            number = t.stack[-1].number
            yield from self.carry_out(t, Waiting(number, Happening.FORCE, me, to, cards, word))

    @clause("EN-15")
    def fall_flat(self, t: BPokerTable, event: Event) -> None:
        """The cap on nesting is met: this play does not take place, and its cards go to the discard."""
        self.put_away(t, event.cards, event.at)

    @clause("EN-15")
    def has_acted(self, t: BPokerTable, doings: Doings, cards: Group) -> bool:
        """Reading plays-of-one-card: whether an effect plays a card that has already been played in this event."""
        if t.reading("plays-of-one-card") == "unlimited":
            return False
        again = any(laid.number in doings.acted for laid in cards)
        doings.acted += tuple([laid.number for laid in cards])
        return again

    def stay(self, t: BPokerTable, cards: Group, at: Player) -> None:
        """The card lies on the table and does nothing."""
        for laid in cards:
            if t.lies(laid, t.flight):
                t.lay((laid,), t.flight, t.table[at])

    # -- the steps (EN-1) -------------------------------------------------------------------------------

    @clause("EN-1", "EN-10")
    def answer_force(self, t: BPokerTable, event: Event) -> Rule[Any]:
        """2: a card that is forced, or passed along with a Q, may be reflected or tunnelled."""
        if event.what is Happening.FORCE or event.what is Happening.PASS:
            return (yield from t.window(FORCED, event, [event.at]))
        return None

    @clause("EN-1", "BP-10D-MAG")
    def meet_magic(self, t: BPokerTable, event: Event) -> Rule[Any]:
        """4: the player may use Magic on what enters his table."""
        return (yield from t.window(ENTERS, event, [event.at]))

    @clause("EN-1", "BP-TYPES")
    def resolve(self, t: BPokerTable, event: Event) -> Rule[None]:
        """7: the effect of the word, in the order of its text; what it causes is resolved at once."""
        if t.reading("any-time-effects") == "everywhere":
            yield from self.anytime(t, event, self.around(t, t.mover))
        if t.doings is not None and t.reading("ace-of-clubs-interrupt") == "rolled-back":
            t.doings.moments[event.number] = t.moment()
        yield from t.window(RESOLVES, event, [event.at], on=event.word)

    @clause("EN-8", "BP-5")
    def follow_one_by_one(self, t: BPokerTable, event: Event) -> Rule[str]:
        """Reading chain-committed: a 5 has entered and been answered before its follower is chosen.

        The longer chain is a play of its own, which pays for all 5s, unless something stops it.
        """
        there = self.as_they_lie(t, event.at, event.cards)
        if len(there) < len(event.cards) or not self.is_open_chain(event.cards):
            return ""
        first = event.cards[0].number
        covered = t.doings is not None and first in t.doings.covered
        more, paid = yield from self.follow(t, event.what, event.actor, event.at, event.cards, covered)
        if not more:
            return ""
        if paid and t.doings is not None:
            t.doings.covered += (first,)
        what, actor = (event.what, event.actor) if paid else (Happening.PLAY, event.at)
        chain = event.cards + more
        stopped = yield from self.carry_out(t, Waiting(event.number, what, actor, event.at, chain, self.word(chain)))
        if stopped and stopped != FOLLOWED and t.reading("five-fee-time") != "at-once":
            yield from self.pay_for(t, event, self.fives_in(event.cards))
        return FOLLOWED

    # -- playing again ----------------------------------------------------------------------------------

    @clause("BP-WILD", "BP-TILE", "BP-NOEFF")
    def replay(self, t: BPokerTable, me: Player, laid: Laid, *, plain: bool = False) -> Rule[None]:
        """A card, or the tile that it belongs to, is treated as just played where it lies, face up."""
        yield from self.play_group(t, Happening.REPLAY, me, me, t.group_of(laid, t.table[me]), plain=plain)

    @clause("BP-5-LEAVE")
    def play_received(self, t: BPokerTable, card: Laid, players: Sequence[Player]) -> Rule[None]:
        """A card that was passed as a card in effect is played by the player who has it now, with its face value."""
        for player in players:
            if t.lies(card, t.table[player]):
                cards = self.to_flight(t, t.group_of(card, t.table[player]), t.table[player])
                yield from self.play_group(t, Happening.PLAY, player, player, cards)
                return
