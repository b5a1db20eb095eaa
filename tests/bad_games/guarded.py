"""Effects that rest on what was looked at before they could be used, each beside one that rests on more."""

from typing import Any

from referee.kernel import Event, Laid, OneOfRow, Player, Rule, effect
from tests.bad_games.effects import PLAYED, Rows


class Guarded(Rows):
    name = "guarded"
    title = "Guarded"

    def low(self, t: Any, me: Player) -> list[Laid]:
        found = []
        for laid in t.lying[me].row:
            if laid.kind < 12:
                found.append(laid)
        return found

    def has_low(self, t: Any, me: Player) -> bool:
        return t.mover is me and bool(self.low(t, me))

    def can_drop(self, t: Any, event: Event, me: Player) -> bool:
        return self.has_low(t, me) and bool(t.stash[me].row)

    def can_look(self, t: Any, event: Event, me: Player) -> bool:
        return self.has_low(t, me) or bool(t.stash[me].row)

    def can_never(self, t: Any, event: Event, me: Player) -> bool:
        return t.mover is not t.mover and self.has_low(t, me)

    def drop(self, t: Any, me: Player) -> Rule[None]:
        laid = yield from t.choose(me, "drop", OneOfRow(t.lying[me], self.low(t, me)))
        t.move((laid,), t.lying[me], t.pot)

    @effect("B-9", window=PLAYED, on="2", can=can_drop)
    def sound_guarded(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.drop(t, me)

    @effect("B-9", window=PLAYED, on="3", can=can_look)
    def bad_guarded(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """One or the other was there."""
        yield from self.drop(t, me)

    @effect("B-9", window=PLAYED, on="4", can=can_drop)
    def bad_guarded_twice(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """The first may have been the only one."""
        yield from self.drop(t, me)
        yield from self.drop(t, me)

    @effect("B-9", window=PLAYED, on="5", can=can_drop)
    def bad_guarded_stash(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """A card is gone before it is looked for."""
        t.move(t.lying[me].row, t.lying[me], t.pot)
        yield from self.drop(t, me)

    @effect("B-9", window=PLAYED, on="2", can=can_never)
    def never_used(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.drop(t, me)
