"""BP-5: the 5, its followers, and who chooses them."""

from __future__ import annotations

from enum import Enum
from typing import Any

from referee.games.bpoker.ending import Ending
from referee.games.bpoker.notions import Group
from referee.games.bpoker.table import JOKER, BPokerTable, Happening, Mark, every
from referee.kernel import CLUBS, NO_PLAYER, SPADES, Event, OneCard, Option, Player, Rule, Space, clause


class Source(Option):
    """Whence a follower comes."""

    VIEW = "view"
    PENDING = "pending"


class Price(Option):
    """BP-5-FORCE: what lets the player who forced a 5 choose what follows."""

    DECLINE = "decline"
    END_TURN = "end the turn"
    TURN_CARD = "turn a card sideways"


class Fives(Ending):
    """A 5 is played with what follows it as one group."""

    @clause("BP-5")
    def needs_follower(self, group: Group) -> bool:
        """A 5, or a chain of which the last card acts as one; reading five-after-five."""
        words = self.acting(group)
        if self.awaits_third(group):
            return True
        return words[-1][:-1] == "5" and " " not in words[-1]

    def awaits_third(self, group: Group) -> bool:
        """Reading five-after-five: two single 5s of a suit are the beginning of a double five."""
        joins = self.readings["five-after-five"] == "joins-as-set"
        return joins and len(group) == 2 and group[0].kind == group[1].kind and self.words[group[0].kind][:-1] == "5"

    def starts_chain(self, group: Group) -> bool:
        return self.words[group[0].kind][:-1] == "5" and self.needs_follower(group)

    def is_open_chain(self, group: Group) -> bool:
        """Whether a chain that lies on a table still waits for a card."""
        return self.starts_chain(group) and not self.awaits_third(group)

    @clause("BP-5", "EN-8", "BP-J", on=every("5"))
    def add_followers(self, t: BPokerTable, what: Enum, actor: Player, at: Player, cards: Group) -> Rule[Group]:
        """A card must follow it and acts one step higher (black 5) or lower (red 5); all pay a fee of 1 to the pot.

        The chain is complete before anything answers it. jack-before-five: with a J waiting a 5 may stay alone.
        """
        if t.jack and t.reading("jack-before-five") == "five-alone":
            return cards
        paid = False
        # What a waiting J will meet is chosen at once in any case: both cards enter sideways.
        one_by_one = t.reading("chain-committed") == "one-by-one" and not t.jack
        while self.needs_follower(cards):
            if one_by_one and not self.awaits_third(cards):
                break
            more, paid = yield from self.follow(t, what, actor, at, cards, paid)
            if not more:
                break
            cards += more
        return cards

    @clause("BP-5", "BP-5-FORCE", "BP-10D-CTL")
    def follow(
        self, t: BPokerTable, what: Enum, actor: Player, at: Player, cards: Group, paid: bool
    ) -> Rule[tuple[Group, bool]]:
        """One follower, in flight; and whether a forcing player has paid to choose it (nested-forced-five)."""
        forcing = self.who_may_pay(t, what, actor, at)
        chooser, whose = at, at
        if forcing is not NO_PLAYER:
            covered = paid and t.reading("nested-forced-five") == "covered"
            paid = covered or (yield from self.pay_to_choose(t, forcing, at))
            if paid:
                chooser = forcing
                whose = at if self.plays_for(t, forcing, at) else forcing
        more = yield from self.take_follower(t, chooser, whose, forced=paid and whose is not at)
        if more and self.deck.cards[more[0].kind].rank == JOKER:
            more = yield from self.name_suit(t, at, more)
        return more, paid

    def who_may_pay(self, t: BPokerTable, what: Enum, actor: Player, at: Player) -> Player:
        """The player who forced the 5, or who controls the one who plays it."""
        if what is Happening.FORCE and actor is not at and not t.out[actor]:
            return actor
        controller = t.decider(at)
        return controller if controller is not at and not t.out[controller] else NO_PLAYER

    def plays_for(self, t: BPokerTable, controller: Player, at: Player) -> bool:
        """Whether he plays the cards of that player, and not his own."""
        return t.decider(at) is controller

    @clause("BP-5-FORCE")
    def pay_to_choose(self, t: BPokerTable, me: Player, at: Player) -> Rule[bool]:
        """In his own turn he gives up the rest of it; else he turns a card of his stash sideways."""
        if not (t.view[at] if self.plays_for(t, me, at) else t.view[me]).size > 0:
            return False
        price = Price.DECLINE
        if t.mover is me and not t.turn_over:
            price = yield from t.choose(me, "choose the follower", (Price.DECLINE, Price.END_TURN))
        elif any(not laid.marks for laid in t.stash[me].row):
            price = yield from t.choose(me, "choose the follower", (Price.DECLINE, Price.TURN_CARD))
        if price is Price.END_TURN:
            t.turn_over = True
            t.note("turn-given-up", of=me)
        elif price is Price.TURN_CARD:
            self.turn_sideways(t, me)
        return price is not Price.DECLINE

    @clause("BP-5")
    def take_follower(self, t: BPokerTable, chooser: Player, whose: Player, *, forced: bool) -> Rule[Group]:
        """From view or cards-to-be-played (follower-source); () where there is none (no-follower)."""
        view, pending = t.view[whose], t.pending[whose]
        reading = t.reading("follower-source")
        ways: dict[Any, Space[Any]] = {}
        if pending.row and reading != "view-only" and not forced:
            ways[Source.PENDING] = OneCard(self.deck, pending.pile)
        if view.size > 0 and not (ways and reading == "pending-first"):
            ways[Source.VIEW] = OneCard(self.deck, view.pile)
        if ways:
            source, card = yield from t.choose(chooser, "follow", ways)
            return self.take_up(t, card, pending if source is Source.PENDING else view)
        if t.reading("no-follower") == "top-of-stash" and t.stash[whose].row:
            return self.take_up(t, t.top(t.stash[whose], 1), t.stash[whose])
        return ()

    @clause("BP-5")
    def name_suit(self, t: BPokerTable, me: Player, joker: Group) -> Rule[Group]:
        """A joker that follows a 5 is of clubs or spades, as its player says."""
        suit = yield from t.choose(me, "joker is of", (CLUBS.letter, SPADES.letter))
        mark = Mark.AS_CLUBS if suit == CLUBS.letter else Mark.AS_SPADES
        return (t.mark(t.flight, joker[0], mark),)

    # -- the fee of the 5s ------------------------------------------------------------------------------

    def fives_in(self, cards: Group) -> int:
        """How many 5s, and cards that act as one, cause a fee; chain-fee, double-five-fee."""
        if self.words[cards[0].kind][:-1] != "5":
            return 0
        words = self.acting(cards)
        fives = sum([word[:-1] == "5" and " " not in word for word in words])
        if self.is_double_five(cards):
            fives += {"none": 0, "one": 1, "two": 2}[self.readings["double-five-fee"]] - 2
        return min(fives, 1) if self.readings["chain-fee"] == "once" else fives

    @clause("BP-5", "BG-16")
    def pay_for_fives(self, t: BPokerTable, event: Event) -> Rule[None]:
        """For each of them every player pays a fee of 1 to the pot."""
        fives = self.fives_in(event.cards)
        by_and_by = t.reading("five-fee-time") == "at-once" and t.reading("chain-committed") == "one-by-one"
        if fives and by_and_by and len(event.cards) > 1:
            fives -= self.fives_in(event.cards[:-1])
        yield from self.pay_for(t, event, fives)

    def pay_for(self, t: BPokerTable, event: Event, fives: int) -> Rule[None]:
        if not fives:
            return
        payers = self.payers(t, None)
        reached = yield from self.reach(t, event, payers)
        for _ in range(fives):
            for payer in reached:
                yield from self.pay_fee(t, payer, None, 1)
