"""When hands are examined, E-3, and the joker claim, E-18."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from referee.games.effervesce.table import Check, EffervesceTable, Ranking, Word
from referee.games.effervesce.winning import Winning
from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    AnyTruth,
    Arms,
    OneCard,
    Pile,
    Player,
    Rule,
    Selection,
    Space,
    clause,
)


class Contest(Enum):
    """How the comparison of a claim ended; ``TIED``: the claimant has no more cards to show."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


class Claims(Winning):
    """E-3, E-18."""

    # -- the goal ---------------------------------------------------------------------------------------

    @clause("E-3")
    def check(self, t: EffervesceTable, at: Check = Check.EXCHANGE) -> Rule[None]:
        """Examine hands for full suits, after the deal and after every completed exchange, pass or draw."""
        checked: Mapping[Player, AnyTruth] = dict.fromkeys(self.who_is_checked(t, at), True)
        if t.dealt_suits_wait:
            checked = self.with_dealt_suits(t, checked, at)
        claiming, forced = self.who_may_claim(t, at, checked)
        if at is Check.DEAL:
            checked = dict.fromkeys(t.everyone_from(t.mover), True)
        if checked or claiming:
            yield from self.examine(t, checked, claiming, forced)

    def who_is_checked(self, t: EffervesceTable, at: Check) -> tuple[Player, ...]:
        """Reading win-check: whose hands are examined now."""
        when = t.reading("win-check")
        if when == "end-of-own-turn":
            return (t.mover,) if at is Check.TURN_END else ()
        return t.everyone_from(t.mover) if (when == "end-of-turn") == (at is Check.TURN_END) else ()

    def who_may_claim(
        self, t: EffervesceTable, at: Check, checked: Mapping[Player, AnyTruth]
    ) -> tuple[Mapping[Player, AnyTruth], bool]:
        """Reading joker-claim-moment: who may make a claim now, and whether it must be made."""
        moment = t.reading("joker-claim-moment")
        if moment in ("every-check", "automatic"):
            return checked, moment == "automatic"
        if at is not Check.TURN_END:
            return {}, False
        claiming = t.everyone_from(t.mover) if moment == "end-of-any-turn" else (t.mover,)
        return dict.fromkeys(claiming, True), False

    def with_dealt_suits(
        self, t: EffervesceTable, checked: Mapping[Player, AnyTruth], at: Check
    ) -> dict[Player, AnyTruth]:
        """In the first turn full suits that were dealt do not count; at its end they do."""
        if at is not Check.TURN_END:
            return {player: t.negate(t.dealt_suit[player]) for player in checked}
        order = t.everyone_from(t.mover)
        with_dealt = {player: checked.get(player, t.dealt_suit[player]) for player in order}
        t.dealt_suits_wait = False
        for player in t.players:
            t.dealt_suit[player] = False
        return with_dealt

    def examine(
        self,
        t: EffervesceTable,
        checked: Mapping[Player, AnyTruth],
        claiming: Mapping[Player, AnyTruth],
        forced: bool,
    ) -> Rule[None]:
        """A natural suit wins, a joker suit may make a claim; if several win at this moment, E-19 decides.

        ``checked`` and ``claiming`` say of whom that holds now, and on what condition. All of them are asked.
        """
        ways: dict[Player, dict[Word, Space[Any]]] = {}
        wins: dict[Player, AnyTruth] = {}
        for player, condition in checked.items():
            natural = self.holds_natural_suit(t, player) & condition
            t.came_over[player] = t.came_over[player] & natural
            asked, declared_only = self.has_to_declare(t, player)
            if asked:
                ways[player] = {Word.SILENT: NOTHING, Word.DECLARE: t.only_if(natural & declared_only)}
            wins[player] = natural & t.negate(declared_only)
        for player, condition in claiming.items():
            joker = self.holds_joker_suit(t, player) & condition
            said = ways.setdefault(player, {Word.SILENT: NOTHING})
            with_joker = t.only(self.hand_of(t, player), self.black)
            said[Word.CLAIM] = Selection(self.deck, with_joker, 1, t.if_else(joker, 1, 0))
            if forced:
                said[Word.SILENT] = t.only_if(t.negate(joker))
        claimant = NO_PLAYER
        if ways:
            spaces = {player: Arms(each) for player, each in ways.items()}
            answers = yield from t.together("full suit", spaces)
            for player, (word, _) in answers.items():
                if word is Word.DECLARE:
                    wins[player] = True
                elif word is Word.CLAIM:
                    claimant = player
        if claimant is not NO_PLAYER:
            yield from self.settle_claim(t, claimant, wins)
        elif self.anybody(wins):
            self.win(t, wins)

    def has_to_declare(self, t: EffervesceTable, player: Player) -> tuple[bool, AnyTruth]:
        """Readings natural-win and swapped-suit: whether one is asked, and whether this suit wins only so."""
        voluntary = t.reading("natural-win") == "voluntary"
        swapped = t.reading("swapped-suit")
        if swapped == "new-holder-declares":
            return True, t.came_over[player] | voluntary
        if swapped == "new-holder":
            return voluntary, t.negate(t.came_over[player]) & voluntary
        return voluntary, voluntary

    # -- the joker claim --------------------------------------------------------------------------------

    def settle_claim(self, t: EffervesceTable, claimant: Player, wins: Mapping[Player, AnyTruth]) -> Rule[None]:
        """Reading joker-and-natural: natural suits found at this moment wait for the claim, or win first."""
        if self.anybody(wins) and t.reading("joker-and-natural") == "natural-first":
            self.win(t, wins)
        if (yield from self.claim(t, claimant)):
            others = {player: won for player, won in wins.items() if player is not claimant}
            self.win(t, {**others, claimant: True}, claimant)
        if self.anybody(wins):
            self.win(t, wins)
        yield from self.check(t)

    @clause("E-18")
    def claim(self, t: EffervesceTable, claimant: Player) -> Rule[bool]:
        """The claimant names an answerer and shows a leftover, which has to be higher than the answer."""
        t.note("claim", claimant=claimant)
        suit = self.claimed_suit(t, claimant)
        unnamed = self.who_may_answer(t, claimant)
        result = Contest.TIED
        while result is Contest.TIED and unnamed:
            answerer = yield from t.choose(claimant, "answerer", unnamed, open=True)
            unnamed = [player for player in unnamed if player is not answerer]
            leftovers = self.leftovers(t, claimant, suit, joker_suit=True)
            any_card = self.hand_of(t, answerer)
            result, unshown = yield from self.contest(t, claimant, leftovers, answerer, any_card)
            if result is Contest.TIED:
                after = t.reading("second-tie")
                if after == "show-suit-cards":
                    suit_cards = t.only(self.hand_of(t, claimant), suit.kinds)
                    result, _ = yield from self.contest(t, claimant, suit_cards, answerer, unshown)
                elif after == "claim-fails":
                    result = Contest.LOST
                if after != "new-challenger":
                    break
        if result is Contest.LOST:
            yield from self.fail(t, claimant)
        return result is not Contest.LOST

    def who_may_answer(self, t: EffervesceTable, claimant: Player) -> list[Player]:
        """Reading claim-opponent: whom the claimant may name."""
        others = list(t.others(claimant))
        if t.reading("claim-opponent") == "any-other":
            return others
        allowed = []
        for player in others:
            if not self.holds_natural_suit(t, player):
                allowed.append(player)
        return allowed or others

    def contest(
        self, t: EffervesceTable, claimant: Player, own: Pile, answerer: Player, theirs: Pile
    ) -> Rule[tuple[Contest, Pile]]:
        """They show card after card until one is higher; gives also what the answerer has not shown."""
        own, theirs = self.that_can_be_shown(t, own), self.that_can_be_shown(t, theirs)
        while t.size(own) > 0:
            shown, answer = yield from self.show_claim_cards(t, claimant, own, answerer, theirs)
            order = self.claim_ranking(t, shown + answer)
            mine, other = t.worth(shown, order.card), t.worth(answer, order.card)
            if mine > other:
                return Contest.WON, theirs
            if mine < other:
                return Contest.LOST, theirs
            own -= shown
            theirs -= answer
        return Contest.TIED, theirs

    def show_claim_cards(
        self, t: EffervesceTable, claimant: Player, own: Pile, answerer: Player, theirs: Pile
    ) -> Rule[tuple[Pile, Pile]]:
        """Reading claim-answer: whether the answerer sees the claimant's card before choosing one."""
        mine, other = OneCard(self.deck, own), OneCard(self.deck, theirs)
        if t.reading("claim-answer") == "simultaneous":
            cards = yield from t.together("show", {claimant: mine, answerer: other})
            t.reveal(cards[claimant], claimant, why="claim")
            t.reveal(cards[answerer], answerer, why="claim")
            return cards[claimant], cards[answerer]
        shown = yield from t.choose(claimant, "show", mine, open=True)
        answer = yield from t.choose(answerer, "answer", other, open=True)
        return shown, answer

    def that_can_be_shown(self, t: EffervesceTable, cards: Pile) -> Pile:
        """Reading red-joker-shown: whether the Red Joker can be shown in a claim."""
        if t.reading_or("red-joker-shown", "lowest") == "not-shown":
            return cards - t.only(cards, self.red)
        return cards

    def claim_ranking(self, t: EffervesceTable, shown: Pile) -> Ranking:
        """Readings claim-ranking and red-joker-shown: the order in which these cards are compared."""
        jokers = "lowest"
        matters = t.reading_or("red-joker-shown", "undefined") in ("highest", "undefined")
        if matters and t.count(shown, self.red) > 0 and t.reading("red-joker-shown") == "highest":
            jokers = "highest"
        return self.rankings[t.reading("claim-ranking"), jokers]

    def fail(self, t: EffervesceTable, claimant: Player) -> Rule[None]:
        """Reading failed-claim: a claim that has failed costs the whole hand, and perhaps a turn.

        A full hand is drawn for it; amid a trade (joker-claim-moment) as many cards as were held, as it goes on.
        """
        if claimant is t.mover:
            self.put_back(t)
        amid_trade = t.reading("joker-claim-moment") == "every-check"
        yield from self.renew(t, (claimant,), t.hand[claimant].size if amid_trade else self.full_hand)
        t.misses_turn[claimant] = t.reading("failed-claim") == "misses-turn"
