"""Section 4.6: what cards that lie together can do (BP-JOINT, BP-REFL, BP-NEUT)."""

from __future__ import annotations

from referee.games.bpoker.f_poker import FPoker
from referee.games.bpoker.magic import TEN
from referee.games.bpoker.sixes import SIXES
from referee.games.bpoker.table import BETWEEN, FORCED, BPokerTable, Mark
from referee.kernel import Event, Laid, OneOfRow, Player, Row, Rule, clause, effect


class Joint(FPoker):
    """The cards must be in effect; of a tile only the last card counts, as what it acts as."""

    # -- Reflector --------------------------------------------------------------------------------------

    @clause("BP-REFL", "BP-KC")
    def reflectors(self, t: BPokerTable, event: Event) -> int:
        """How many pairs it takes: two against a K♣; reading bomb-in-effect."""
        return 2 if self.is_bomb(t, event) else 1

    def can_reflect(self, t: BPokerTable, event: Event, me: Player) -> bool:
        tens = self.free(t, me, TEN)
        if not tens:
            return False
        wanted = self.reflectors(t, event)
        return len(tens) >= wanted and len(self.free(t, me, SIXES)) >= wanted

    @effect("BP-REFL", "BP-JOINT", window=FORCED, on=(*SIXES, *TEN), can=can_reflect, public=True)
    def reflector(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard a 6 and a 10♦ as a card is forced on you: you force it on the player who forced it."""
        for _ in range(self.reflectors(t, event)):
            yield from self.give_up(t, me, self.free(t, me, SIXES))
            yield from self.give_up(t, me, self.free(t, me, TEN))
        self.return_queen(t, event, me)
        yield from self.send_on(t, event, me, event.actor)
        return True

    # -- Neutralization ---------------------------------------------------------------------------------

    def wilds_in_effect(self, row: Row) -> tuple[Laid, ...]:
        """Wilds that are not sideways, and of a tile only its last card."""
        lasts = [group[-1] for group in row.groups()]
        return tuple([laid for laid in lasts if laid.has(Mark.WILD) and not laid.has(Mark.NO_EFFECT)])

    def can_neutralize(self, t: BPokerTable, event: Event, me: Player) -> bool:
        """A 3♣ and a wild."""
        if not self.in_effect(t, me, ["3c"]):
            return False
        return bool(self.free(t, me, ["3c"])) and bool(t.table[me].derive(self.wilds_in_effect))

    @effect("BP-NEUT", "BP-JOINT", window=BETWEEN, on="3c", can=can_neutralize, public=True)
    def neutralization(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Discard a 3♣ and a wild at any time."""
        yield from self.give_up(t, me, self.free(t, me, ["3c"]))
        wilds = self.as_they_lie(t, me, t.table[me].derive(self.wilds_in_effect))
        if wilds:
            wild = yield from t.choose(me, "discard the wild", OneOfRow(t.table[me], wilds))
            t.move((wild,), t.table[me], t.discard)
