"""Games whose text is fine and which break a promise when they are played; ``Small`` keeps them all."""

from typing import Any

from referee.kernel import NOTHING, OneCard, Player, Rule, amount, clause, everybody, flag, zones
from tests.bad_games.small import Small, SmallTable, Way
from tests.prove import elsewhere

COUNT: list[int] = []


class LeakByNote(Small):
    """Everybody is told what only one can see."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        t.note("low cards", number=t.hand[me].count(self.low))
        yield from super().lay_one(t, me)


class TellingTable(SmallTable):
    next_card = amount(0)


class LeakByScalar(Small):
    """A number that everybody sees follows from the hidden stock."""

    table_class = TellingTable

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        t.next_card = t.stock.count(self.low)


class LeakByQuestion(Small):
    """Others are asked only when a hand that they cannot see has a certain card."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        if t.hand[me].holds(self.low):
            yield from t.choose(t.next(me), "guess", list(Way))


class LeakByOptions(Small):
    """What one may choose depends on what one cannot see."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        yield from t.choose(me, "way", list(Way) if t.stock.holds(self.low) else [Way.LOW])


class LeakByGuess(Small):
    """What may be guessed depends on what nobody can see; that one guesses does not."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        yield from t.choose(t.next(me), "guess", list(Way) if t.stock.holds(self.low) else [Way.LOW])


class LeakByOutcome(Small):
    """The winner is who has the higher cards, and nobody is shown them."""

    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        t.mover = t.next(t.mover)
        if t.hand[t.mover].size == 1:
            t.end({p: t.hand[p].count(self.low) for p in t.players}, dict.fromkeys(t.players, 0), "shown down")


def remember(piles: list[Any], pile: Any) -> None:
    piles.append(pile)


class Remembering(Small):
    """The game object keeps a list, and registration does not see who changes it."""

    def set_up(self) -> None:
        super().set_up()
        self.laid: list[Any] = []

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        remember(self.laid, t.middle.pile)


class Undeclared(Small):
    """Something that outlives a step and is not declared on the table; a helper of another folder puts it there."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        elsewhere.remember(t, (elsewhere.remembered(t) or 0) + 1)
        t.laid = elsewhere.remembered(t)
        yield from super().lay_one(t, me)


class OutsideCount(Small):
    """Something that outlives a step and is kept in the module."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        COUNT.append(1)
        t.laid = len(COUNT)
        yield from super().lay_one(t, me)


class PrefersSeat(Small):
    """The player of a certain seat need not draw."""

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        if me is not t.players[0]:
            yield from super().draw_one(t, me)


class DealsInSeatOrder(Small):
    """Hands are dealt out from the first seat on: of a shuffled stock every card is as likely."""

    def deal(self, t: Any) -> Rule[None]:
        t.mover = t.first_seat()
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 2, t.hand[player])


class DealsTheFirstMore(Small):
    """The first seat is dealt a card more."""

    def deal(self, t: Any) -> Rule[None]:
        t.mover = t.first_seat()
        yield from t.shuffle(t.stock)
        for number, player in enumerate(t.players):
            yield from t.draw(t.stock, 3 if number == 0 else 2, t.hand[player])


class LotByPlace(Small):
    """Of two players one draws for the one at turn: a lot among places, which names no seat, and prefers none."""

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        tied = [player for player in t.players if player is not t.left(me)]
        place = yield from t.lot(range(len(tied)))
        yield from super().draw_one(t, tied[place])


class LotOfTheFirst(LotByPlace):
    """The same, but where the lot falls on the first place the player of a certain seat draws."""

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        place = yield from t.lot(range(2))
        yield from Small.draw_one(self, t, t.players[0] if place == 0 else me)


class AsksInSeatOrder(Small):
    """Everybody is asked, from the first seat on."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        for player in t.players:
            yield from t.choose(player, "way", list(Way))
        yield from super().lay_one(t, me)


class LosesCards(Small):
    """A card vanishes behind the kernel's back."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        for place in (t.middle,):
            place.pile = t.no_cards


class MakesMoney(Small):
    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        t.money = (1, *t.money[1:])


class WrongDefault(Small):
    """The default action is no answer."""

    def default_answer(self, choice: Any) -> Any:
        return None


class RunsDry(Small):
    """Nobody looks whether the stock has a card."""

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 3, t.hand[me])


class OpenTable(SmallTable):
    seen = zones(seen_by=everybody)
    knows = flag(False)


class Shows(Small):
    """Sound: the same outcome by hidden cards, but the hands are shown before it, and a hand changes hands."""

    table_class = OpenTable

    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        t.swap(t.hand[t.mover], t.hand[t.next(t.mover)])
        t.mover = t.next(t.mover)
        if t.hand[t.mover].size == 1:
            for player in t.everyone_from(t.mover):
                t.reveal(t.hand[player].pile, player, why="shown down")
            t.end({p: t.hand[p].count(self.low) for p in t.players}, dict.fromkeys(t.players, 0), "shown down")


class DrawsAgain(Small):
    """Whoever does not like the card drawn puts one back and draws another, as often as he likes."""

    MOST = 10**9

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().draw_one(t, me)
        for _ in range(self.MOST):
            if (yield from t.choose(me, "way", list(Way))) is Way.HIGH:
                return
            cards = yield from t.select(me, "put back", t.hand[me].pile, 1)
            t.move(cards, t.hand[me], t.stock)
            yield from t.shuffle(t.stock)
            yield from super().draw_one(t, me)


class DrawsAgainOnce(DrawsAgain):
    """Sound: only once in a turn."""

    MOST = 1


class DigsDeeper(Small):
    """Drawing has drawing as a consequence."""

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        yield from self.dig(t, me)

    @clause("B-3")
    def dig(self, t: Any, me: Player) -> Rule[None]:
        yield from super().draw_one(t, me)
        t.move(t.hand[me].pile, t.hand[me], t.stock)
        yield from self.dig(t, me)


class LoopsLater(Small):
    """After a few turns a loop never ends."""

    def step(self, t: Any) -> Rule[None]:
        while t.turns >= 3:
            pass
        yield from super().step(t)


class Wide(Small):
    """Asks for one of several things, each of which has a word of its own."""

    options: Any = (("a", 1), ("a", 2), "high", None, 7)

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "which", [*self.options, me])
        yield from super().lay_one(t, me)


class TypedAlike(Wide):
    """Wrong: a number and a word that are typed alike."""

    options = (1, "1", "high")


class TypedNever(Wide):
    """Wrong: things without a word."""

    options = (frozenset((1, 2)), "high")


class ArmsTypedAlike(Small):
    """Wrong: ways to go on that differ in their capitals."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "how", {"High": NOTHING, "high": NOTHING})
        yield from super().lay_one(t, me)


class DrawsOneByOne(Small):
    """A turn casts 55 lots and draws the stock, card by card."""

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        for _ in range(55):
            yield from t.lot(t.players)
        while t.stock.size:
            yield from t.draw(t.stock, 1, t.hand[me])


class AsksForEver(Small):
    """After a few turns two players hand a card to and fro, and are asked each time."""

    def step(self, t: Any) -> Rule[None]:
        giver, taker = t.mover, t.next(t.mover)
        while t.turns >= 3:
            card = yield from t.choose(giver, "hand on", OneCard(self.deck, t.hand[giver].pile))
            t.move(card, t.hand[giver], t.hand[taker])
            giver, taker = taker, giver
        yield from super().step(t)
