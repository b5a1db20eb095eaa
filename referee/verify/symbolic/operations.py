"""The operations of a Program, each by its word."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.meaning.looking import LISTED
from referee.meaning.program import Expr, Loop
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.numbers import Numbers
from referee.verify.symbolic.parts import Parts
from referee.verify.symbolic.spaces import Spaces
from referee.verify.symbolic.tables import Tables
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Dictionary

if TYPE_CHECKING:
    from referee.verify.symbolic.machine import Machine


class ChangesOthers(Exception):
    """What others hold as well is to be changed in place, where the ways of a function are put together."""


class Operations(Numbers, Parts, Tables, Spaces):
    """The operations, each a method ``x_…``."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._found: dict[str, Callable[[Expr, Args], Any]] = {}
        self.others: frozenset[int] = frozenset()
        """The things that must not be changed in place now, by their ``id``."""

    def any_order(self) -> Any:
        """What is known of the order of a row between steps."""
        return ()

    def goes_through(self, loop: Loop, names: dict[str, Any]) -> bool:
        """Carry out a loop over the cards of a row at once; False where it is another loop, or cannot be."""
        return False

    def all_there(self) -> bool:
        """Whether the cards on the table are known to be those of the deck."""
        return True

    def by_name(self, word: str) -> Callable[[Expr, Args], Any]:
        found = self._found.get(word)
        if found is None:
            found = getattr(self, "x_" + word.replace(" ", "_").replace(".", "_"), None)
            if found is None:
                raise NotFollowed(f"no proof follows '{word}' ({self.machine.where()})")
            if word in LISTED:
                found = partial(self._unless_held, found)
            self._found[word] = found
        return found

    def _unless_held(self, operation: Callable[[Expr, Args], Any], e: Expr, a: Args) -> Any:
        if id(a[0]) in self.others:
            raise ChangesOthers
        return operation(e, a)

    def x_ask(self, e: Expr, a: Args) -> Any:
        return self.asked(a[0], e.args[0].type, e.type, e.about)

    def x_offered(self, e: Expr, a: Args) -> None:
        """That cards which are offered lie there is owed where they are asked for."""

    def x_owe(self, e: Expr, a: Args) -> None:
        self.machine.owed(e.about, a)

    def x_way(self, e: Expr, a: Args) -> None:
        """The text goes a way: note it, where some table and answers lead here."""
        if e.about in self.machine.gone:
            return
        if self.paths.silent:
            raise NotFollowed("whether a way can be gone has to be asked about")
        if self.paths.can_be_here():
            self.machine.comes(e.about)

    def x_together(self, e: Expr, a: Args) -> Dictionary:
        choice = e.args[0].type.item  # type: ignore[attr-defined]
        player, space = choice.names.index("player"), choice.names.index("space")
        answered = Dictionary([], [])
        for each in a[0].items:
            answered.keys.append(each[player])
            answered.values.append(self.asked(each[space], choice.types[space], e.type.value, None))  # type: ignore[attr-defined]
        return answered
