"""The engine of eight B-poker cards (bpoker_spike.py): turns, plays, tiles, fees, and the 5.

Clause ids are those of B-poker's rulebook. The base game is cut short: no win test, cards-to-be-played, bans.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.kernel import (
    CLUBS,
    FRENCH_RANKS,
    FRENCH_SUITS,
    HEARTS,
    LAYERS,
    NO_PLAYER,
    NOTHING,
    SPADES,
    Amount,
    Card,
    Deck,
    Event,
    Game,
    Laid,
    Layer,
    OneCard,
    OneOfRow,
    Option,
    Parameter,
    Pile,
    Place,
    Player,
    Row,
    Rule,
    Selection,
    SomeOfRow,
    Space,
    Suit,
    Table,
    Window,
    WindowKind,
    clause,
    everybody,
    flag,
    modifier,
    nobody,
    owner,
    rows,
    value,
    zone,
    zones,
)

FORCED = Window("forced", WindowKind.REPLACE)
ENTERS = Window("enters", WindowKind.REPLACE)
BETWEEN = Window("between plays", WindowKind.REPLACE)
REACHED = Window("reached", WindowKind.TOUCH)
RESOLVES = Window("resolves", WindowKind.TRIGGER)
TURN_BEGINS = Window("turn begins", WindowKind.TRIGGER)

RING = ("1", *FRENCH_RANKS)
BLACK = (SPADES, CLUBS)


class Happening(Option):
    TURN = "turn"
    PLAY = "play"
    FORCE = "force"
    CONTROL = "control"


class Mark(Option):
    NO_EFFECT = "no-effect"
    WILD = "wild"
    DECLARED = "declared"


class Play(Option):
    CARD = "card"
    JACKS = "three Js"
    HEARTS = "7♥ 7♥"
    CLUBS = "7♣ 7♣"
    STOP = "stop"


def every(rank: str, suits: Iterable[Suit] = FRENCH_SUITS) -> tuple[str, ...]:
    return tuple(Card(rank, suit).name for suit in suits)


def tell_hand(t: Table, row: Place, gone: tuple[Laid, ...]) -> None:
    """BG-10: a declared hand loses members that leave the table; everybody notices."""
    lost = [t.deck.cards[laid.kind].name for laid in gone if laid.has(Mark.DECLARED)]
    if lost:
        t.note("hand-loses", of=row.owner, cards=tuple(lost))


class BPokerTable(Table):
    stash = rows(seen_by=nobody)
    view = zones(seen_by=owner)
    table = rows(seen_by=everybody, on_leave=tell_hand)
    pot = zone(seen_by=nobody, pack=True)
    discard = zone(seen_by=everybody)

    mover: Player = value(NO_PLAYER)
    turn_over = flag(False)
    jack = flag(False)
    """A J waits: the next card or set enters without effect."""


class BPokerEngine(Game[BPokerTable]):
    """The turn, the steps of a play, what cards act as, and fees."""

    table_class = BPokerTable
    fewest_players, most_players = 2, 6
    parameters = (
        Parameter("packs", 3, "packs", 1, 200),
        Parameter("ranks", FRENCH_RANKS, "ranks in a pack", words=FRENCH_RANKS),
        Parameter("viewing", 5, "correct number of cards in a viewing hand", 1, 1000),
        Parameter("maximum", 7, "cards on a table that end a turn", 1, 1000),
        Parameter("nesting", 199, "how deep plays may nest", 1),
    )

    def set_up(self) -> None:
        s = self.settings
        self.viewing: int = s["viewing"]
        self.maximum: int = s["maximum"]
        self.nesting_cap: int = s["nesting"]
        self.deck = Deck.of(s["ranks"], FRENCH_SUITS, s["packs"])
        self.opening = self.deck.total // self.players
        self.turn_cap = 50 * self.players
        self.sets = {
            Play.JACKS: (self.deck.where(ranks=["J"]), 3),
            Play.HEARTS: (self.deck.where(ranks=["7"], suit=HEARTS), 2),
            Play.CLUBS: (self.deck.where(ranks=["7"], suit=CLUBS), 2),
        }

    def deal(self, t: BPokerTable) -> Rule[None]:
        t.mover = t.first_seat()
        for player in t.players:
            yield from t.draw(t.pot, self.opening, t.stash[player])
            yield from t.shuffle(t.stash[player])

    # -- a turn -----------------------------------------------------------------------------------------

    @clause("BG-7")
    def step(self, t: BPokerTable) -> Rule[None]:
        """A turn is an event, its phases are the steps of it."""
        me = t.mover
        t.turn_over = False
        phases = (self.act_triggers, self.scrap, self.correct, self.play_phase, self.declare, self.correct)
        yield from t.happen(Happening.TURN, me, me, phases)
        t.mover = t.next(me)

    @clause("BG-7", "BP-TYPES")
    def act_triggers(self, t: BPokerTable, turn: Event) -> Rule[None]:
        """Phase 2: the turn player's triggers, then the others' in direction; reading trigger-order."""
        orders = turn.at if t.reading("trigger-order") == "turn-player-orders" else None
        yield from t.window(TURN_BEGINS, turn, t.everyone_from(turn.at), ordered_by=orders)

    def scrap(self, t: BPokerTable, turn: Event) -> None:
        """Phase 3: a full table goes to the discard."""
        table = t.table[turn.at]
        if len(table.row) >= self.maximum:
            t.move(table.row, table, t.discard)

    def correct(self, t: BPokerTable, turn: Event) -> bool:
        """Phase 4: draw up to the correct number; whoever then has no card to play ends this short game."""
        stash, view = t.stash[turn.at], t.view[turn.at]
        t.move(t.top(stash, t.lesser(t.max0(self.viewing - view.size), stash.size)), stash, view)
        if view.is_empty and not t.turn_over:
            scores = {player: -t.stash[player].size for player in t.players}
            t.end(scores, {player: t.stash[player].size - self.opening for player in t.players}, "no card")
            return True
        return False

    def play_phase(self, t: BPokerTable, turn: Event) -> Rule[None]:
        """Phase 5: one card or set after the other, until the table is full or the player stops."""
        me, view, table = turn.at, t.view[turn.at], t.table[turn.at]
        played = False
        while not t.turn_over and len(table.row) < self.maximum and not view.is_empty:
            yield from t.window(BETWEEN, turn, [me])
            ways: dict[Play, Space[Any]] = {Play.CARD: OneCard(t.deck, view.pile)}
            for play, (kinds, number) in self.sets.items():
                ways[play] = Selection(t.deck, view.only(kinds), number, number)
            if played:
                ways[Play.STOP] = NOTHING
            play, cards = yield from t.choose(me, "play", ways)
            if play is Play.STOP:
                break
            if play is Play.CARD:
                yield from self.play(t, Happening.PLAY, me, me, cards, view)
            else:
                yield from self.send(t, Happening.PLAY, me, me, t.lay(cards, view, t.flight))
            played = True
        t.turn_over = True

    @clause("BG-10")
    def declare(self, t: BPokerTable, turn: Event) -> Rule[None]:
        """Phase 6: up to five cards of one's table are the declared hand."""
        table = t.table[turn.at]
        for laid in table:
            t.unmark(table, laid, Mark.DECLARED)
        members = yield from t.choose(turn.at, "declare", SomeOfRow(table, table, 0, 5))
        for laid in members:
            t.mark(table, laid, Mark.DECLARED)

    # -- a play (EN-1) ----------------------------------------------------------------------------------

    def play(self, t: BPokerTable, what: Happening, actor: Player, at: Player, card: Pile, source: Place) -> Rule[None]:
        """A single card leaves its place and is played, or forced, on a table."""
        cards = t.lay(card, source, t.flight)
        cards = yield from self.add_followers(t, at, cards)
        yield from self.send(t, what, actor, at, cards)

    @clause("EN-1")
    def send(self, t: BPokerTable, what: Happening, actor: Player, at: Player, cards: tuple[Laid, ...]) -> Rule[None]:
        """Cards in flight arrive at a table. The order of the steps is a reading: five-fee-time."""
        order = [self.answer_force, self.meet_jack, self.meet_magic, self.put, self.resolve]
        place = {"at-once": 0, "before-last-card-acts": 4, "after-last-card": 5}[t.reading("five-fee-time")]
        order.insert(place, self.pay_for_fives)
        yield from t.happen(what, actor, at, order, cards=cards, otherwise=self.fall_flat)

    def fall_flat(self, t: BPokerTable, event: Event) -> None:
        """EN-15: plays nest too deep, and this one does not take place."""
        t.move(event.cards, t.flight, t.discard)

    @clause("EN-1")
    def answer_force(self, t: BPokerTable, event: Event) -> Rule[Any]:
        """A forced card may be reflected or tunnelled."""
        if event.what is Happening.FORCE:
            return (yield from t.window(FORCED, event, [event.at]))
        return None

    @clause("EN-1", "BP-J")
    def meet_jack(self, t: BPokerTable, event: Event) -> bool:
        """Where a J waits the group enters without effect."""
        waited = bool(t.jack)
        if waited:
            t.jack = False
            self.enter_sideways(t, event)
        return waited

    @clause("EN-1")
    def meet_magic(self, t: BPokerTable, event: Event) -> Rule[Any]:
        return (yield from t.window(ENTERS, event, [event.at]))

    @clause("EN-1")
    def put(self, t: BPokerTable, event: Event) -> None:
        """The cards are put on the table; several of them form a tile (BP-TILE)."""
        cards = t.lay(event.cards, t.flight, t.table[event.at])
        if len(cards) > 1:
            t.link(t.table[event.at], cards)

    @clause("EN-1")
    def resolve(self, t: BPokerTable, event: Event) -> Rule[None]:
        yield from t.window(RESOLVES, event, [event.at], on=self.word(event.cards))

    def reach(self, t: BPokerTable, event: Event, players: Sequence[Player]) -> Rule[list[Player]]:
        """EN-1, EN-9: those of the players whom the effect still reaches after their Magic."""
        stopped = yield from t.window(REACHED, event, players)
        return [player for player in players if player not in stopped]

    @clause("BP-NOEFF")
    def enter_sideways(self, t: BPokerTable, event: Event) -> None:
        t.lay(event.cards, t.flight, t.table[event.at], marks=(Mark.NO_EFFECT,))

    # -- what cards act as ------------------------------------------------------------------------------

    @clause("BP-RING")
    def acts_as(self, chain: Sequence[Laid]) -> Card:
        """The last card of a chain, shifted one step by each 5 before it: red down, black up."""
        faces = [self.deck.cards[laid.kind] for laid in chain]
        shift = sum([1 if face.suit in BLACK else -1 for face in faces[:-1]])
        return Card(RING[(RING.index(faces[-1].rank) + shift) % len(RING)], faces[-1].suit)

    def word(self, group: Sequence[Laid]) -> str:
        """The word on which effects act: a card's name (10d), or a set's (JJJ, 7h7h)."""
        first = self.deck.cards[group[0].kind]
        if len(group) == 1:
            return first.name
        if first.rank == "5":
            return self.acts_as(group).name
        return "JJJ" if first.rank == "J" else first.name * len(group)

    def in_effect(self, t: BPokerTable, player: Player, words: Sequence[str]) -> tuple[Laid, ...]:
        """His cards that act as one of those; a tile acts through its last card (BP-JOINT)."""
        return tuple([laid for laid, word in t.table[player].derive(self.words_of) if word in words])

    def words_of(self, row: Row) -> tuple[tuple[Laid, str], ...]:
        """The cards of a table that are in effect, each with its word."""
        lasts = [(group[-1], group) for group in row.groups()]
        effective = [each for each in lasts if not each[0].has(Mark.NO_EFFECT) and not each[0].has(Mark.WILD)]
        return tuple([(last, self.word(group)) for last, group in effective])

    def lasting(self, t: BPokerTable, player: Player, words: Sequence[str]) -> int:
        """How many of his cards have that continuous effect: it begins when a play is resolved (EN-1)."""
        playing = [laid.number for event in t.stack for laid in event.cards]
        return sum([laid.number not in playing for laid in self.in_effect(t, player, words)])

    def affectable(self, t: BPokerTable, player: Player) -> list[Laid]:
        """EN-5: neither protected (wilds, tiles, 10♦) nor without effect."""
        row = t.table[player]
        safe = [laid for laid in row if laid.link or laid.has(Mark.WILD) or row.face(laid).name == "10d"]
        return [laid for laid in row if laid not in safe and not laid.has(Mark.NO_EFFECT)]

    def free_tens(self, t: BPokerTable, player: Player) -> tuple[Laid, ...]:
        """His 10♦ that he may use: not those by which he is under control (BP-10D-CTL)."""
        tens = self.in_effect(t, player, ["10d"])
        controls = [event for event in t.stack if event.what is Happening.CONTROL and event.at is player]
        held = [laid.number for event in controls for laid in event.cards]
        return tuple([laid for laid in tens if laid.number not in held])

    def give_up(self, t: BPokerTable, me: Player, cards: Sequence[Laid]) -> Rule[None]:
        """A discard effect: one of these cards goes from his table to the discard."""
        card = cards[0]
        if len(cards) > 1:
            card = yield from t.choose(me, "discard", OneOfRow(t.table[me], cards))
        t.move((card,), t.table[me], t.discard)

    # -- fees -------------------------------------------------------------------------------------------

    @clause("BG-13", "BG-14")
    def pay_fee(self, t: BPokerTable, payer: Player, payee: Player | None, base: int) -> Rule[None]:
        """From the top of his stash to the bottom of the payee's, or to the pot."""
        fee = t.quantity("fee", payer, base)
        to = t.pot if payee is None else t.stash[payee]
        paid = t.lesser(fee, t.stash[payer].size)
        t.move(t.top(t.stash[payer], paid), t.stash[payer], to)
        if fee > paid:
            yield from self.cannibalize(t, payer, to, fee - paid)

    @clause("BG-15")
    def cannibalize(self, t: BPokerTable, payer: Player, to: Place, missing: Amount) -> Rule[None]:
        """What the stash does not cover comes from his table, then from his viewing hand."""
        reading = t.reading("fee-shortfall")
        table, view = t.table[payer], t.view[payer]
        from_table = t.lesser(missing, table.size)
        if reading != "forgiven" and from_table > 0:
            cards = yield from t.choose(payer, "cannibalize", SomeOfRow(table, table, from_table, from_table))
            t.move(cards, table, to)
        from_view = t.lesser(missing - from_table, view.size)
        if reading == "table-then-view" and from_view > 0:
            t.move((yield from t.select(payer, "cannibalize view", view.pile, from_view)), view, to)

    def layers(self, quantity: str) -> tuple[Layer, ...]:
        """Reading fee-clamp: BG-14's order, or surcharges after the clamp."""
        if self.readings["fee-clamp"] == "after-discount":
            return (Layer.SUBTRACT, Layer.CLAMP, Layer.ADD, Layer.MULTIPLY)
        return LAYERS

    @modifier("BP-J-FEE", of="fee", layer=Layer.ADD)
    def surcharge_of_jacks(self, t: BPokerTable, payer: Player) -> int:
        """Each J on his table adds 1 to each of his fees, a J♣ 2."""
        return self.lasting(t, payer, ["Jh", "Js", "Jd"]) + 2 * self.lasting(t, payer, ["Jc"])

    @modifier("BP-8", of="fee", layer=Layer.SUBTRACT)
    def discount_of_eights(self, t: BPokerTable, payer: Player) -> int:
        """Each 8 kept on his table takes 1 off each of his fees."""
        return self.lasting(t, payer, every("8"))

    @modifier("BG-14", of="fee", layer=Layer.CLAMP)
    def no_fee_below_nothing(self, t: BPokerTable, payer: Player) -> int:
        return 0

    @modifier("BP-SET-JJJ", of="fee", layer=Layer.MULTIPLY)
    def factor_of_triple_jacks(self, t: BPokerTable, payer: Player) -> int:
        """Each tile of three Js in play doubles every fee, of one suit trebles it; several-triple-jacks."""
        factors: list[int] = []
        for player in t.players:
            for last in self.in_effect(t, player, ["JJJ"]):
                suits = [t.table[player].face(laid).suit for laid in t.group_of(last, t.table[player])]
                factors.append(3 if all(suit is suits[0] for suit in suits) else 2)
        reading = t.reading("several-triple-jacks")
        if reading != "multiply" and factors:
            return max(factors) if reading == "highest" else sum(factors)
        product = 1
        for factor in factors:
            product *= factor
        return product

    # -- the 5 ------------------------------------------------------------------------------------------

    @clause("BP-5", "EN-8", "BP-J")
    def add_followers(self, t: BPokerTable, at: Player, cards: tuple[Laid, ...]) -> Rule[tuple[Laid, ...]]:
        """A 5 is followed at once by a card of its player's view, and that by another if it acts as a 5.

        He chooses it himself even under control (BP-10D-CTL). Reading jack-before-five: before a waiting J.
        """
        if t.jack and t.reading("jack-before-five") == "five-alone":
            return cards
        while self.acts_as(cards).rank == "5" and not t.view[at].is_empty:
            controlled = t.decider(at) is not at
            if controlled:
                t.take_control(at, of=at)
            card = yield from t.choose(at, "follow", OneCard(t.deck, t.view[at].pile))
            if controlled:
                t.release(at)
            cards += t.lay(card, t.view[at], t.flight)
        return cards

    @clause("BP-5")
    def pay_for_fives(self, t: BPokerTable, event: Event) -> Rule[None]:
        """For each 5, and each card of the chain that acts as one, every player pays 1 to the pot."""
        if self.acts_as(event.cards[:1]).rank != "5":
            return
        ends = range(1, len(event.cards) + 1)
        fives = [end for end in ends if self.acts_as(event.cards[:end]).rank == "5"]
        in_order = t.everyone_from(t.next(t.mover))
        reached = yield from self.reach(t, event, [player for player in in_order if player is not event.at])
        for _ in fives:
            for payer in in_order:
                if payer is event.at or payer in reached:
                    yield from self.pay_fee(t, payer, None, 1)
