"""Games that leak, each in one way, and beside each of them a sound one that differs in the leak alone.

``LEAKS`` has for each leak what is told of it, ``SOUND`` the games in which nobody learns what he may not see.
"""

from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    NOTHING,
    Arms,
    Deck,
    End,
    Game,
    OneOfRow,
    Option,
    Player,
    Rule,
    Table,
    amount,
    amounts,
    clause,
    everybody,
    nobody,
    others,
    owner,
    row,
    rows,
    value,
    values,
    zone,
    zones,
)
from tests.bad_games.small import Small, SmallTable


class Way(Option):
    """How one goes on."""

    HIGH = "high"
    LOW = "low"


class Role(Option):
    """Dealt in secret."""

    SPY = "spy"
    GUARD = "guard"
    MAID = "maid"
    NONE = "none"


class SecretTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    middle = zone(seen_by=everybody)
    left_pile = zone(seen_by=nobody)
    right_pile = zone(seen_by=nobody)
    hand = zones(seen_by=owner)
    blind = rows(seen_by=nobody)
    peeked = zones(seen_by=owner)
    fool = zones(seen_by=others)

    mover: Player = value(NO_PLAYER)
    number = amount(0)
    known: Any = values(())
    points = amounts(0)
    role: Any = values(Role.NONE, seen_by=owner)
    dice: Any = values((), seen_by=owner)
    secret: int = value(0, seen_by=nobody)
    told_to: int = value(0)


class Sound(Game[SecretTable]):
    """Everybody has two cards, a role, dice and a card that the others see; and lays a card each turn."""

    name = "secrets"
    title = "Secrets"
    table_class = SecretTable
    fewest_players, most_players = 2, 4

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5"), FRENCH_SUITS)
        self.turn_cap = 40
        self.low = self.deck.where(ranks=["2", "3"])
        self.red = self.deck.where(suit=FRENCH_SUITS[0])

    @clause("S-1")
    def deal(self, t: Any) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        t.secret = yield from t.lot((1, 2, 3))
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 2, t.hand[player])
            card = yield from t.draw(t.stock, 1, t.blind[player])
            t.reveal(card, player, t.others(player), why="seen by others")
            yield from self.take_role(t, player)
            yield from self.throw(t, player)

    def take_role(self, t: Any, player: Player) -> Rule[None]:
        t.role[player] = yield from t.lot((Role.SPY, Role.GUARD, Role.MAID))

    def throw(self, t: Any, player: Player) -> Rule[None]:
        one = yield from t.lot((1, 2, 3))
        two = yield from t.lot((1, 2, 3))
        t.dice[player] = tuple(sorted((one, two)))

    @clause("S-2")
    def step(self, t: Any) -> Rule[None]:
        me = t.mover
        yield from self.begin(t, me)
        yield from self.ask(t, me)
        card = yield from t.select(me, "lay", t.hand[me].pile, 1)
        t.move(card, t.hand[me], t.middle)
        yield from self.go_on(t, me)
        t.mover = t.next(me)
        if t.hand[t.mover].is_empty or t.turns > 10:
            self.finish(t)

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.peeked[me])
        t.move(t.peeked[me].pile, t.peeked[me], t.left_pile)

    def ask(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(t.next(me), "way", list(Way))

    @clause("S-3")
    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "guess", list(Way))

    @clause("S-4")
    def finish(self, t: Any) -> None:
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")

    def forfeit(self) -> int:
        return 0


# -- leaks of cards --------------------------------------------------------------------------------------


class PublicScalar(Sound):
    """D1: a public scalar is set from a card that a seat looked at."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.peeked[me])
        t.number = t.peeked[me].count(self.red)
        t.move(t.peeked[me].pile, t.peeked[me], t.left_pile)


class OptionsOfOthers(Sound):
    """What the next one may answer depends on a card that he cannot see."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(t.next(me), "way", list(Way) if t.hand[me].holds(self.low) else [Way.LOW])


class NumberOfQuestions(Sound):
    """The next one is asked once more where somebody else has a certain card."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(t.next(me), "way", list(Way))
        if t.hand[me].holds(self.low):
            yield from t.choose(t.next(me), "way", list(Way))


class OrderOfSeats(Sound):
    """Who is asked first depends on a card that nobody has seen."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        both = (me, t.next(me)) if t.stock.count(self.red) > 1 else (t.next(me), me)
        for player in both:
            yield from t.choose(player, "way", list(Way))


class Payload(Sound):
    """An event tells more than it should."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        t.note("lays away", low=t.left_pile.count(self.low))


class NameOfPlace(Sound):
    """Where a hidden card goes says what it is."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.peeked[me])
        target = t.left_pile if t.peeked[me].holds(self.low) else t.right_pile
        t.move(t.peeked[me].pile, t.peeked[me], target)


class OrderOfHand(Sound):
    """In which order a hand lies is shown: where its first card comes among all cards."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        cards = [laid.kind for laid in t.blind[me].row]
        t.known[me] = tuple(sorted(range(len(cards) + 1), key=lambda each: [7, *cards][each]))


class RowFace(Sound):
    """The options are cards of a row that the one who is asked does not see: he is told where they lie."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "which", OneOfRow(t.blind[me], t.blind[me].row))


class StashTable(SecretTable):
    stash = zones(seen_by=nobody)


class FoolRowTable(SecretTable):
    fools = rows(seen_by=others)


class RowAskedTogether(Sound):
    """All are asked at once, with one space, for cards of a row; its owner does not see them and is told places."""

    table_class = FoolRowTable

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.fools[me])
        space = self.which(t, me)
        yield from t.together("which", dict.fromkeys(t.everyone_from(me), space))

    def which(self, t: Any, me: Player) -> Any:
        return OneOfRow(t.fools[me], t.fools[me].row)


class ArmsAskedTogether(RowAskedTogether):
    """The same, as one of several ways to go on."""

    def which(self, t: Any, me: Player) -> Any:
        return Arms({"card": super().which(t, me), "no": NOTHING})


class SecretRollKept(Sound):
    """Somebody rolls in secret, is told so, and keeps the faces to himself."""

    def throw(self, t: Any, player: Player) -> Rule[None]:
        t.dice[player] = yield from t.roll(2, 3, seen_by=[player])


class SecretRollsOfFewFaces(Sound):
    """As before, and what another one rolls has any face that the first one could have rolled."""

    def throw(self, t: Any, player: Player) -> Rule[None]:
        t.dice[player] = yield from t.roll(1 if player is t.mover else 3, 2, seen_by=[player])


class SecretRollTold(SecretRollKept):
    """What somebody rolled in secret is seen by all."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.number = t.dice[me][0]


class SecretLotKept(Sound):
    """Somebody is told his lot, and nobody else."""

    def take_role(self, t: Any, player: Player) -> Rule[None]:
        t.role[player] = yield from t.lot((Role.SPY, Role.GUARD, Role.MAID), seen_by=[player])


class SecretLotTold(SecretLotKept):
    """Who is the spy decides what the others see."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.number = 1 if t.role[me] is Role.SPY else 0


class SeenByOthers(Sound):
    """A card that all but its owner see is counted where they look, and not where he does."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        card = yield from t.draw(t.stock, 1, t.fool[me])
        t.disclose("fool", t.others(me), low=t.count(card, self.low))


class FoolCounted(SeenByOthers):
    """Somebody sees in public what his own card is, which all others see and he does not."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.number = t.fool[me].count(self.low)


class EndsEarly(Sound):
    """The match ends when a hidden card comes, which nobody is shown."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        if t.left_pile.count(self.red) > 2:
            self.finish(t)


class ScoreShown(Sound):
    """Points that everybody sees count a hidden hand."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.points[me] = t.points[me] + t.hand[me].count(self.low)


class OwnHand(Sound):
    """Somebody learns of his own card, which only the others see, without a hint."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.known[me] = (t.blind[me].count(self.low),)


class WideReveal(Sound):
    """What one player alone is shown decides what all can see."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.left_pile)
        t.reveal(t.left_pile.pile, None, [me], why="a look")
        t.number = t.left_pile.count(self.red)


# -- leaks of scalars ------------------------------------------------------------------------------------


class LotAnnounced(Sound):
    """A lot that only its owner should know is told as it falls."""

    def take_role(self, t: Any, player: Player) -> Rule[None]:
        yield from super().take_role(t, player)
        t.note("role", of=player, role=t.role[player])


class RollAnnounced(Sound):
    """Secret dice are rolled for all to see."""

    def throw(self, t: Any, player: Player) -> Rule[None]:
        faces = yield from t.roll(2)
        t.dice[player] = tuple(sorted(faces))


class Twitches(Sound):
    """D2: a note follows from the hidden dice of somebody."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        if 3 in t.dice[me]:
            t.note("twitch", of=me)
        yield from super().begin(t, me)


class RoleInOptions(Sound):
    """A role that was dealt long ago decides what somebody else may answer."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(t.next(me), "way", list(Way) if t.role[me] is Role.SPY else [Way.LOW])


class RoleInScalar(Sound):
    """A role goes into a public scalar."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.number = 1 if t.role[me] is Role.SPY else 2


class SecretForAll(Sound):
    """What nobody may see is in a public scalar."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        t.told_to = t.secret


class SecretPaid(Sound):
    """A payment follows from what is hidden, and is not that itself."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.pay(me, None, 10 - t.secret)


class SecretQuestion(Sound):
    """Who is asked depends on what nobody knows."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        if t.secret == 1:
            yield from t.choose(t.next(me), "way", list(Way))


class QuestionBeforeAShow(Sound):
    """Who is asked depends on what nobody knows; a hand is shown thereafter, which is no reason for it."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        if t.secret == 1:
            yield from t.choose(t.next(me), "way", list(Way))
        t.reveal(t.hand[me].pile, me, why="shown")


class NoteBeforeAShow(Sound):
    """The same with a note, which follows from what nobody knows."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        if t.secret == 1:
            t.note("hm")
        t.reveal(t.hand[me].pile, me, why="shown")
        yield from super().ask(t, me)


class AfterASwap(Sound):
    """Cards are swapped into sight, and beside them comes out what nobody knows."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.swap(t.middle, t.left_pile)
        t.number = 1 if t.secret == 1 else 0


class SpiesTold(Sound):
    """Spies are told who they are all at once: everybody notices to whom something is told."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        spies = [player for player in t.players if t.role[player] is Role.SPY]
        t.disclose("spies", spies, seats=tuple(player.seat for player in spies))


class EachSpyTold(Sound):
    """Only spies are told something."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        for player in t.players:
            if t.role[player] is Role.SPY:
                t.disclose("spy", [player], yes=True)


class SpiesLook(Sound):
    """Only spies are shown a pile that is nobody's."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        for player in t.players:
            if t.role[player] is Role.SPY:
                t.reveal(t.left_pile.pile, None, [player], why="a look")


class ShownWithAWord(Sound):
    """The words with which cards are shown follow from what nobody knows."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.reveal(t.hand[me].pile, me, why="high" if t.secret == 1 else "low")


class ForcedToAnswer(Sound):
    """Whoever has a red card is asked, and can say one thing alone; all see what came of it."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.number = 0
        if t.hand[t.next(me)].holds(self.red):
            yield from t.choose(t.next(me), "red", ["yes"])
            t.number = 1


class ShownToAnother(Sound):
    """Somebody is asked because of a card that was shown to another one."""

    table_class = StashTable

    @clause("S-1")
    def deal(self, t: Any) -> Rule[None]:
        yield from super().deal(t)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 1, t.stash[player])
            yield from self.show(t, player)

    def show(self, t: Any, player: Player) -> Rule[None]:
        t.reveal(t.stash[player].pile, player, [t.next(player)], why="a look")
        yield from ()

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        for player in t.others(me):
            if t.stash[player].holds(self.red):
                yield from t.choose(player, "red", list(Way))


class PlaceInRow(Sound):
    """Where a card is put into a hidden row follows from cards that nobody sees: bots know the cards of a row by their
    places."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        card = yield from t.draw(t.stock, 1, t.peeked[me])
        t.lay(card, t.peeked[me], t.blind[me], at=self.end(t))

    def end(self, t: Any) -> End:
        return End.TOP if t.stock.count(self.red) % 2 else End.BOTTOM


class MarkedTable(SmallTable):
    line = row(seen_by=nobody)
    coins = zone(seen_by=nobody, size_seen_by=nobody, pack=lambda game: game.coins)
    purse = zones(seen_by=owner, size_seen_by=owner)


class Late(Small):
    """Nothing but cards is kept: one of a hidden row is marked in secret, and everybody has some coins in secret."""

    table_class = MarkedTable

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(("2", "3", "4", "5"), FRENCH_SUITS, tokens={"coin": 12})
        self.coins = self.deck.where(ranks=["coin"])

    @clause("S-1")
    def deal(self, t: Any) -> Rule[None]:
        yield from super().deal(t)
        yield from t.draw(t.stock, 3, t.line)
        laid = yield from t.lot(t.line.row)
        t.mark(t.line, laid, Way.HIGH)
        for player in t.everyone_from(t.mover):
            number = yield from t.lot((1, 2))
            coins = yield from t.pick(t.coins.pile, number)
            t.move(coins, t.coins, t.purse[player])

    @clause("S-2")
    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        if t.turns >= 3:
            self.tell(t, me)

    def tell(self, t: Any, me: Player) -> None:
        t.laid = 3


class LateMark(Late):
    """Which card is marked comes out long after it was drawn by lot."""

    def tell(self, t: Any, me: Player) -> None:
        t.laid = 1 if t.line.row[0].has(Way.HIGH) else 0


class LateNumber(Late):
    """How many coins somebody has, who alone sees it, comes out long after."""

    def tell(self, t: Any, me: Player) -> None:
        t.laid = t.purse[me].size


LEAKS: dict[type[Game[Any]], str] = {
    ForcedToAnswer: "sees `number` = . where it would see . if .*`hand",
    ShownToAnother: "is (not )?asked 'red'.* if .*`stash",
    PlaceInRow: "sees where cards go into `blind .` and come out: it knows .* and would .* if .*`stock",
    LateMark: "sees `laid` = . where it would see . if a draw or a lot",
    LateNumber: "sees `laid` = . where it would see . if .*`purse",
    PublicScalar: "sees `number` = . where it would see . if .*`(peeked|left_pile)",
    OptionsOfOthers: "may( not)? answer 'way' with high where it could.* if `hand",
    NumberOfQuestions: "'way'.* if `hand",
    OrderOfSeats: "is (not )?asked 'way'.* if .*`stock",
    Payload: "is told 'lays away' with low = . where it would be told . if .*`left_pile",
    NameOfPlace: "is told of a move of 1 from `peeked .` to `(left|right)_pile` where it would be",
    OrderOfHand: r"sees `known .` = .* if .*`blind .`, which nobody sees",
    SecretRollTold: "sees `number` = . where it would see . if .*`dice .`, which only seat . sees",
    SecretLotTold: "sees `number` = . where it would see . if .*`role .`, which only seat . sees",
    FoolCounted: "sees `number` = . where it would see . if .*`fool .`",
    EndsEarly: r"sees the match .*end \(over\)",
    ScoreShown: "sees `points .` = . where it would see . if `hand .`, which only seat . sees, held",
    OwnHand: r"sees `known .` = .* if .*`blind",
    WideReveal: "sees `number` = .* if .*`left_pile",
    LotAnnounced: "is told 'role' with role = .* if `role .`, which only seat . sees, were",
    RollAnnounced: "is told the roll .* which 'dice .' keeps",
    Twitches: "'twitch'.* if `dice .`, which only seat . sees, were",
    RoleInOptions: "may( not)? answer 'way' with high where it could.* if `role",
    RoleInScalar: "sees `number` = . where it would see . if `role",
    SecretForAll: "sees `told_to` = . where it would see . if `secret`, which nobody sees, were . and not .",
    SecretPaid: "is told 'pay' with amount = . where it would be told . if `secret`",
    QuestionBeforeAShow: "is (not )?asked 'way'.* if `secret`",
    NoteBeforeAShow: "is (not )?told 'hm' .*where it would (not )?be if `secret`",
    AfterASwap: "sees `number` = . where it would see . if .*`secret`",
    SpiesTold: "is (not )?told 'spies' .* if `role",
    EachSpyTold: "told 'spy' .* if `role",
    SpiesLook: "told 'reveal' a look .* if `role",
    ShownWithAWord: "told 'reveal' (high|low) .* if `secret`",
    SecretQuestion: "is (not )?asked 'way'.* if `secret`",
}


# -- sound twins -----------------------------------------------------------------------------------------


class ScalarOfWhatIsShown(Sound):
    """The card is shown to all before it counts."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.peeked[me])
        t.reveal(t.peeked[me].pile, me, why="shown")
        t.number = t.peeked[me].count(self.red)
        t.move(t.peeked[me].pile, t.peeked[me], t.left_pile)


class OwnOptions(Sound):
    """What one may answer depends on one's own cards."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "way", list(Way) if t.hand[me].holds(self.low) else [Way.LOW])


class AskedForACard(Sound):
    """Whoever has a certain card is asked whether he plays it, and nobody else is told."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        for player in t.others(me):
            if t.hand[player].holds(self.low):
                yield from t.choose(player, "way", list(Way))


class AskedOpenly(Sound):
    """Whoever has a certain card may say so."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        for player in t.others(me):
            if t.hand[player].holds(self.low):
                yield from t.choose(player, "way", list(Way), open=True)


class OrderOfPlay(Sound):
    """Who is asked first follows from whose turn it is."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        for player in t.everyone_from(me):
            yield from t.choose(player, "way", list(Way), open=True)


class PayloadOfSize(Sound):
    """An event tells how many cards lie there."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        t.note("lays away", cards=t.left_pile.size)


class PlaceByAnswer(Sound):
    """A player who has seen the card says where it goes."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.peeked[me])
        way = yield from t.choose(me, "where", list(Way))
        t.move(t.peeked[me].pile, t.peeked[me], t.left_pile if way is Way.LOW else t.right_pile)


class Follows(Sound):
    """Whoever has a low card must lay one."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        for player in t.others(me):
            hand = t.hand[player]
            if not hand.is_empty:
                may = hand.only(self.low) if hand.holds(self.low) else hand.pile
                card = yield from t.select(player, "follow", may, 1)
                t.move(card, hand, t.middle)


class Hint(Sound):
    """Somebody is told of his own card by one who sees it."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        other = t.next(me)
        t.disclose("hint", of=other, low=t.blind[other].count(self.low))
        t.known[other] = (t.blind[other].count(self.low),)


class HintToOne(Sound):
    """Only one player is told."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.disclose("spies", [me], number=sum([t.role[player] is Role.SPY for player in t.players]))


class HandsPassed(Sound):
    """Cards go to a neighbour, whom the giver then has something on."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        card = yield from t.select(me, "pass", t.hand[me].pile, 0 if t.hand[me].is_empty else 1)
        t.move(card, t.hand[me], t.hand[t.next(me)])


class HoldersLead(Sound):
    """Who has a certain card has the next turn; he knows it."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        first = self.deck.where(ranks=["2"], suit=FRENCH_SUITS[0])
        for player in t.players:
            if t.hand[player].holds(first):
                t.known[t.mover] = ()
                t.mover = player


class DiceShown(Sound):
    """All dice are shown when somebody says so."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        way = yield from t.choose(me, "doubt", list(Way), open=True)
        if way is Way.HIGH:
            for player in t.everyone_from(me):
                t.note("shows", player=player, dice=t.dice[player])
            t.number = sum(sum(t.dice[player]) for player in t.players)
            for player in t.everyone_from(me):
                yield from self.throw(t, player)


class RoleShown(Sound):
    """Whoever loses shows his role."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        way = yield from t.choose(me, "challenge", list(Way), open=True)
        if way is Way.HIGH:
            t.note("shows", of=t.next(me), role=t.role[t.next(me)])
            t.number = t.number + (1 if t.role[t.next(me)] is Role.SPY else 0)


class RoleSeenByOwner(Sound):
    """What one may answer depends on one's own role."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "way", list(Way) if t.role[me] is Role.SPY else [Way.LOW])


class SecretPaidWhole(Sound):
    """The hidden worth is paid."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.pay(me, None, t.secret)


class RollInPublic(Sound):
    """Dice for all to see decide what all can see."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        (face,) = yield from t.roll(1)
        t.number = face


class LotInPublic(Sound):
    """A lot for all to see, kept in secret too."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        t.number = yield from t.lot((1, 2, 3))
        t.secret = t.number


class LotAsks(Sound):
    """A lot decides who is asked, and nothing keeps it."""

    def ask(self, t: Any, me: Player) -> Rule[None]:
        player = yield from t.lot(t.players)
        yield from t.choose(player, "way", list(Way))


class Given(Sound):
    """A player asks another for low cards, who has to hand them over; and how many, everybody sees."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "ask", list(Way), open=True)
        other = t.next(me)
        t.move(t.hand[other].only(self.low), t.hand[other], t.hand[me])


class ShownToOne(Sound):
    """Whoever has a low card shows it to one player; or says that he has none."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        low = t.hand[t.next(me)].only(self.low)
        if t.size(low) > 0:
            t.reveal(low, t.next(me), [me], why="asked")
        else:
            t.note("none", of=t.next(me))
        yield from super().go_on(t, me)


class WonBefore(Sound):
    """Whoever still holds a red card shows it and has won; else somebody is asked, who did not know of it."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        if t.hand[me].holds(self.red):
            t.reveal(t.hand[me].pile, me, why="wins")
            self.finish(t)
        else:
            yield from t.choose(t.next(me), "guess", list(Way))

    def finish(self, t: Any) -> None:
        if t.outcome is None:
            super().finish(t)


class AllToldWhetherSpies(Sound):
    """Everybody is told something, spies who they are."""

    def begin(self, t: Any, me: Player) -> Rule[None]:
        yield from super().begin(t, me)
        spies = tuple(player.seat for player in t.players if t.role[player] is Role.SPY)
        for player in t.players:
            t.disclose("spies", [player], seats=spies if player.seat in spies else ())


class CountsWhatIsSwapped(Sound):
    """Cards are swapped into sight, and counted."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        t.swap(t.middle, t.left_pile)
        t.note("red", number=t.middle.count(self.red))
        t.number = t.middle.count(self.red)


class ShownBefore(ShownToAnother):
    """Somebody is asked because of a card that he was shown turns before."""

    def show(self, t: Any, player: Player) -> Rule[None]:
        t.reveal(t.stash[player].pile, player, [player], why="a look")
        yield from ()


class ToldBefore(ShownToAnother):
    """He was told what matters of it."""

    def show(self, t: Any, player: Player) -> Rule[None]:
        t.disclose("red", [player], red=t.stash[player].holds(self.red))
        yield from ()


class AllToldBefore(ShownToAnother):
    """All were told what matters of it."""

    def show(self, t: Any, player: Player) -> Rule[None]:
        t.disclose("red", red=t.stash[player].holds(self.red), of=player)
        yield from ()


class PutAwayBefore(ShownToAnother):
    """He has put it there himself, out of his hand, and nobody sees it since."""

    def show(self, t: Any, player: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.hand[player])
        card = yield from t.select(player, "put away", t.hand[player].pile, 1)
        t.move(t.stash[player].pile, t.stash[player], t.stock)
        t.move(card, t.hand[player], t.stash[player])
        yield from t.shuffle(t.stock)


class EndOfRow(PlaceInRow):
    """It is always put on top."""

    def end(self, t: Any) -> End:
        return End.TOP


class HandTable(SecretTable):
    cards = rows(seen_by=owner)


class OutOfARow(Sound):
    """Somebody puts a card of his own row away, who has been given one by another."""

    table_class = HandTable

    @clause("S-1")
    def deal(self, t: Any) -> Rule[None]:
        yield from super().deal(t)
        for player in t.everyone_from(t.mover):
            other = t.next(player)
            yield from t.draw(t.stock, 1, t.cards[other])
            yield from t.draw(t.stock, 1, t.peeked[player])
            t.move(t.peeked[player].pile, t.peeked[player], t.cards[other])
            yield from t.draw(t.stock, 1, t.cards[other])

    def begin(self, t: Any, me: Player) -> Rule[None]:
        card = yield from t.select(me, "away", t.cards[me].pile, 1)
        t.move(card, t.cards[me], t.left_pile)


class ForcedToLay(Sound):
    """Whoever has a red card has to lay it, and that is counted."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        other = t.next(me)
        if t.hand[other].holds(self.red):
            card = yield from t.select(other, "red", t.hand[other].only(self.red), 1)
            t.move(card, t.hand[other], t.middle)
            t.number = t.number + 1


class DrawsInstead(Sound):
    """Whoever has a red card has to lay it, and draws else, until he can."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        other = t.next(me)
        while not t.hand[other].holds(self.red) and t.stock.size > 0:
            yield from t.draw(t.stock, 1, t.hand[other])
            t.number = t.number + 1
        if t.hand[other].holds(self.red):
            card = yield from t.select(other, "red", t.hand[other].only(self.red), 1)
            t.move(card, t.hand[other], t.middle)


class ShownByTheFirstWhoCan(Sound):
    """One after the other says that he has no low card, until somebody shows one to a single player."""

    def go_on(self, t: Any, me: Player) -> Rule[None]:
        yield from super().go_on(t, me)
        for player in t.others(me):
            low = t.hand[player].only(self.low)
            if t.size(low) > 0:
                card = yield from t.select(player, "show", low, 1)
                t.reveal(card, player, [me], why="shown")
                break
            t.note("none", of=player)


SOUND: tuple[type[Game[Any]], ...] = (
    Sound, RowFace, RowAskedTogether, ArmsAskedTogether,
    ScalarOfWhatIsShown, OwnOptions, AskedForACard, AskedOpenly, OrderOfPlay, PayloadOfSize,
    PlaceByAnswer, SecretRollKept, SecretRollsOfFewFaces, SecretLotKept, SeenByOthers,
    Follows, Hint, HintToOne, HandsPassed, HoldersLead, DiceShown, RoleShown, RoleSeenByOwner, SecretPaidWhole,
    RollInPublic, LotInPublic, LotAsks, Given, ShownToOne, WonBefore,
    AllToldWhetherSpies, CountsWhatIsSwapped, ShownByTheFirstWhoCan,
    ShownBefore, ToldBefore, AllToldBefore, PutAwayBefore, ForcedToLay, DrawsInstead, EndOfRow, Late,
)  # fmt: skip
