"""Missions. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from itertools import combinations

from referee.kernel import (
    NO_PLAYER,
    Amount,
    Card,
    Deck,
    Game,
    OneCard,
    OneOf,
    Parameter,
    Player,
    Rule,
    Table,
    amount,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)

SIZES = {5: (2, 3, 2, 3, 3), 6: (2, 3, 4, 3, 4), 7: (2, 3, 3, 4, 4)}
SPIES = {5: 2, 6: 2, 7: 3}
PROPOSALS = 5


class MissionsTable(Table):
    roles = zone(seen_by=nobody, pack=True)
    supply = zone(seen_by=nobody, pack=lambda game: game.mission_cards)
    box = zone(seen_by=nobody, pack=lambda game: game.ballots)
    role = zones(seen_by=owner)
    hand = zones(seen_by=owner)
    ballot = zones(seen_by=owner)
    vote = zones(seen_by=everybody)
    played = zone(seen_by=nobody)
    shown = zone(seen_by=everybody)

    leader: Player = value(NO_PLAYER)
    succeeded = amount(0)
    failed = amount(0)
    rejected = amount(0)
    """Proposals rejected in a row."""


class Missions(Game[MissionsTable]):
    """Find the spies before three missions fail."""

    name = "missions"
    title = "Missions"
    table_class = MissionsTable
    fewest_players, most_players = 5, 7
    parameters = (Parameter("to-win", 3, "missions that a side needs", 1, 3),)

    def set_up(self) -> None:
        self.to_win: int = self.settings["to-win"]
        self.spies = SPIES[self.players]
        self.sizes = SIZES[self.players]
        number = max(self.sizes)
        self.deck = Deck(
            [
                (Card("loyal"), self.players - self.spies),
                (Card("spy"), self.spies),
                (Card("success"), number),
                (Card("fail"), number),
                (Card("for"), self.players),
                (Card("against"), self.players),
            ]
        )
        self.spy = self.deck.where(ranks=["spy"])
        self.success = self.deck.where(ranks=["success"])
        self.fail = self.deck.where(ranks=["fail"])
        self.mission_cards = self.success | self.fail
        self.all_mission_cards = self.deck.parse(["success", "fail"] * number)
        self.in_favour = self.deck.where(ranks=["for"])
        self.ballots = self.in_favour | self.deck.where(ranks=["against"])
        self.two_ballots = self.deck.parse(["for", "against"])
        self.one_of_each = self.deck.parse(["success", "fail"])
        self.turn_cap = 60

    @clause("M-1")
    def deal(self, t: MissionsTable) -> Rule[None]:
        """Roles are shuffled and dealt, and the first leader drawn."""
        t.leader = yield from t.lot(t.players)
        yield from t.shuffle(t.roles)
        for player in t.everyone_from(t.leader):
            yield from t.draw(t.roles, 1, t.role[player])
            t.move(self.two_ballots, t.box, t.ballot[player])
        self.tell_spies(t)

    @clause("M-2")
    def tell_spies(self, t: MissionsTable) -> None:
        """Each spy knows the others."""
        spies = tuple([player for player in t.players if self.is_spy(t, player)])
        for player in t.players:
            fellows = tuple([other for other in spies if other is not player]) if player in spies else ()
            t.disclose("fellows", [player], fellows=fellows)

    @clause("M-3")
    def step(self, t: MissionsTable) -> Rule[None]:
        """A proposal and, if it is accepted, the mission."""
        leader = t.leader
        teams = list(combinations(t.everyone_from(leader), self.team_size(t)))
        team = yield from t.choose(leader, "team", OneOf(teams), open=True)
        goes = yield from self.vote(t, leader, team)
        t.leader = t.next(leader)
        if goes:
            t.rejected = 0
            yield from self.mission(t, team)
            self.count(t)
        else:
            self.reject(t)

    def team_size(self, t: MissionsTable) -> int:
        """How many go on this mission."""
        for number, size in enumerate(self.sizes[:-1]):
            if t.succeeded + t.failed == number:
                return size
        return self.sizes[-1]

    @clause("M-4")
    def vote(self, t: MissionsTable, leader: Player, team: tuple[Player, ...]) -> Rule[bool]:
        """All vote at once; whether the team goes."""
        if t.rejected == PROPOSALS - 1 and t.reading("fifth-proposal") == "goes":
            return True
        for player in t.players:
            t.move(t.vote[player].pile, t.vote[player], t.ballot[player])
        votes = yield from t.together(
            "vote", {player: OneCard(self.deck, t.ballot[player].pile) for player in t.players}
        )
        in_favour = 0
        for player in t.players:
            t.move(votes[player], t.ballot[player], t.vote[player])
            in_favour = in_favour + t.vote[player].count(self.in_favour)
        if 2 * in_favour == self.players:
            return t.reading("tied-vote") == "approved"
        return 2 * in_favour > self.players

    @clause("M-5")
    def reject(self, t: MissionsTable) -> None:
        """The fifth rejection in a row ends the game."""
        t.rejected += 1
        if t.rejected == PROPOSALS:
            self.finish(t, spies_win=True, reason="five rejections")

    @clause("M-6")
    def mission(self, t: MissionsTable, team: tuple[Player, ...]) -> Rule[None]:
        """Everybody of the team plays a card in secret, and all cards are shown."""
        t.move(t.shown.pile, t.shown, t.supply)
        spaces = {}
        for player in team:
            t.move(self.one_of_each, t.supply, t.hand[player])
            fails = t.cards_if(self.is_spy(t, player), t.hand[player].only(self.fail))
            spaces[player] = OneCard(self.deck, t.hand[player].only(self.success) + fails)
        cards = yield from t.together("mission", spaces)
        for player in team:
            t.move(cards[player], t.hand[player], t.played)
            t.move(t.hand[player].pile, t.hand[player], t.supply)
        t.move(t.played.pile, t.played, t.shown)

    @clause("M-7")
    def count(self, t: MissionsTable) -> None:
        """One fail is enough, or two in the fourth mission of seven."""
        needed = 2 if self.players == 7 and t.succeeded + t.failed == 3 else 1
        if t.shown.count(self.fail) >= needed:
            t.failed += 1
        else:
            t.succeeded += 1
        if t.failed == self.to_win:
            self.finish(t, spies_win=True, reason="missions failed")
        elif t.succeeded == self.to_win:
            self.finish(t, spies_win=False, reason="missions succeeded")

    @clause("M-8")
    def finish(self, t: MissionsTable, spies_win: bool, reason: str) -> None:
        """A side wins; its players share what the others pay."""
        loyal, sign = self.players - self.spies, 1 if spies_win else -1
        payoffs: dict[Player, Amount] = {}
        for player in t.players:
            t.reveal(t.role[player].pile, player, why="end")
            payoffs[player] = t.if_else(self.is_spy(t, player), sign * loyal, -sign * self.spies)
        t.end({player: -payoffs[player] for player in t.players}, payoffs, reason)

    def is_spy(self, t: MissionsTable, player: Player) -> bool:
        return t.role[player].holds(self.spy)

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        """As much as anybody can lose."""
        return self.players

    def payoff_bounds(self) -> tuple[int, int]:
        return -self.players, self.players
