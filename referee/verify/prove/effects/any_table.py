"""The knowledge of a table: the cards that are known to lie in each row, the number of cards in each place, and its
scalars."""

from __future__ import annotations

from enum import Enum
from typing import Any

from referee.kernel.cards import NO_SUIT, Suit
from referee.kernel.places import Row
from referee.kernel.players import NO_PLAYER, Direction, Player
from referee.kernel.scalars import ScalarSpec
from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.context import Context
from referee.verify.prove.effects.dictionaries import Each
from referee.verify.prove.effects.shared import Touched
from referee.verify.prove.effects.unknown import OneOfThese, Record, Unknown, key_of
from referee.verify.prove.paths import NotSymbolic

EVERYTHING: Touched = ("everything", "")


class SomeRow(Row):
    """A row of which only the number of cards is a term."""

    __slots__ = ()

    @property
    def state(self) -> dict[str, Any]:
        return self.table._rows_now[self.number]  # type: ignore[attr-defined,no-any-return]

    @property
    def row(self) -> Any:
        return self.state["row"]

    @row.setter
    def row(self, cards: Any) -> None:
        if cards != ():
            raise NotSymbolic("puts cards into a row otherwise than by the table")

    @property
    def size(self) -> Any:  # type: ignore[override]
        return self.state["row"].size

    @property
    def pile(self) -> Any:
        state = self.state
        if "pile" not in state:
            path = self.table.context.path  # type: ignore[attr-defined]
            state["pile"] = path.new_pile(f"cards of {self.full_name}", self.size, None)
        return state["pile"]

    def __iter__(self) -> Any:
        raise NotSymbolic("walks a row of unknown length")

    def groups(self) -> Any:
        context: Context = self.table.context  # type: ignore[attr-defined]
        return context.answer(("groups", self.number, context.version), lambda: self._groups(context))

    def _groups(self, context: Context) -> Many:
        row = self.row

        def group() -> Many:
            found = Many(context, context.amount("cards of a group", 1))
            context.like(found.id, row.id)
            return found

        number = context.amount("groups", 0, row.size)
        context.path.assume(context.algebra.either(number >= 1, row.size == 0))
        found = Many(context, number, group)
        context.like(found.id, row.id)
        return found

    def derive(self, of: Any) -> Any:
        context: Context = self.table.context  # type: ignore[attr-defined]
        return context.answer(("derived", self.number, key_of(of), context.version), lambda: of(self))

    def face(self, laid: Any) -> Any:
        context: Context = self.table.context  # type: ignore[attr-defined]
        cards = self.table.deck.cards
        return context.answer(("record", laid.id), lambda: Record(context, cards))


class AnyTable:
    """The part of a table that operations change."""

    context: Context
    _rows_now: list[dict[str, Any]]
    places: Any
    players: Any
    direction: Any
    _seated: Any
    _own: Any = ()
    game: Any
    stack: Any

    # -- any table ----------------------------------------------------------------------------------------

    def lay_out(self, context: Context) -> None:
        """Begin without knowledge of the table."""
        self.context = context
        self._rows_now = [{} for _ in self.places]
        self._scalars_now: dict[Any, Any] = {}
        for place in self.places:
            if place.is_row:
                place.__class__ = SomeRow
        for name, spec in self.game.table_class.scalar_specs.items():
            if spec.per_player:
                each = Each()
                each.table, each.name = self, name
                vars(self)[name] = each
        self._own = [name for name in vars(self.game.table()) if self._is_own(name)]
        self.dealing = context.path.new_truth("dealing")
        self.stopped = False
        self.forget({EVERYTHING})
        context.touched = set()

    def _is_own(self, name: str) -> bool:
        """State that the rules keep within a step, beside zones and scalars."""
        kernel = ("stack", "caps_met", "control", "_asked", "_counted", "_events", "_caused", "cards_numbered")
        known = {*self.game.table_class.zone_specs, *self.game.table_class.scalar_specs}
        return name not in known and name not in kernel

    def forget(self, touched: set[Touched]) -> None:
        """Forget everything about what was touched."""
        context = self.context
        everything = EVERYTHING in touched
        for place in self.places:
            words = {word for word, zone in touched if zone == place.name}
            if everything or "left" in words:
                context.may_have_left(place)
                for each in [each for each, row in context.facts.items() if row is place]:
                    del context.facts[each]
            if everything or words & {"left", "came"}:
                self._unknown_number(place)
            elif place.is_row and ("looks" in words or ("looks", "") in touched):
                self._look_again(place)
        if everything or ("money", "") in touched:
            self.money = tuple([context.amount("money") for _ in range(len(self.game.seated) + 1)])
        if everything or ("control", "") in touched:
            self.control = Unknown(context, "control")
        if everything:
            self.turns = context.amount("turns", 0)
            self.caps_met = Unknown(context, "caps met")
            self._scalars_now.clear()
        if everything or ("own", "") in touched:
            for name in self._own:
                self._forget_object(vars(self).get(name))
                vars(self)[name] = Unknown(context, name)
        for word, name in touched:
            if word == "scalar":
                for key in [key for key in self._scalars_now if key[0] == name]:
                    del self._scalars_now[key]
        context.note_touched(touched)
        context.version += 1
        context.marks_version += 1

    def keep(self) -> Any:
        """The present knowledge of sizes and scalars; ``bring_back`` takes it."""
        bags = [(place, place.pile, place.size) for place in self.places if not place.is_row]
        own = {name: vars(self).get(name) for name in self._own}
        return list(self._rows_now), bags, dict(self._scalars_now), own, (self.money, self.control, self.stopped)

    def bring_back(self, state: Any) -> None:
        rows, bags, scalars, own, (self.money, self.control, self.stopped) = state
        self._rows_now, self._scalars_now = list(rows), dict(scalars)
        for place, pile, size in bags:
            place.pile, place.size = pile, size
        vars(self).update(own)

    def _forget_object(self, kept: Any) -> None:
        """Forget the contents of the rules' own objects: they may have been changed."""
        slots = getattr(type(kept), "__slots__", ())
        if isinstance(kept, Unknown):
            kept.forget()
        if isinstance(kept, (Unknown, Many, type(None), tuple)):
            return
        if isinstance(kept, (list, dict, set)):
            raise NotSymbolic("keeps a list or dictionary on the table, beside zones and scalars")
        for name in (*slots, *getattr(kept, "__dict__", ())):
            setattr(kept, name, Unknown(self.context, name))

    def _unknown_number(self, place: Any) -> None:
        context, total = self.context, self.game.deck.total
        size = context.amount(f"size of {place.full_name}", 0, total)
        if place.is_row:
            self._rows_now[place.number] = {"row": context.some_cards_of(place, size, place.full_name)}
        else:
            place.pile = context.path.new_pile(place.full_name, size, None)
            place.size = size

    def _look_again(self, place: Any) -> None:
        """The same cards lie there, with other marks perhaps, or in another order."""
        self._grow(place, 0)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in self._own:
            self.context.touch("own")

    def owns(self, held: Any) -> bool:
        """Whether it is something that the rules keep on the table, or in such a thing."""
        for name in self._own:
            kept = vars(self).get(name)
            names = (
                ()
                if isinstance(kept, Unknown)
                else (*getattr(type(kept), "__slots__", ()), *getattr(kept, "__dict__", ()))
            )
            if kept is held or any(getattr(kept, each, None) is held for each in names):
                return True
        return False

    def _grow(self, place: Any, number: Any) -> None:
        """So many cards more lie there, or fewer."""
        context = self.context
        if place.is_row:
            size = self._rows_now[place.number]["row"].size + number
            self._rows_now[place.number] = {"row": context.some_cards_of(place, size, place.full_name)}

    # -- scalars ------------------------------------------------------------------------------------------

    def scalar(self, name: str, seat: int = -1) -> Any:
        key = (name, seat)
        if key not in self._scalars_now:
            self._scalars_now[key] = self._any_scalar(name)
        found = self._scalars_now[key]
        return found.settled if name == "direction" and isinstance(found, OneOfThese) else found

    def set_scalar(self, name: str, seat: int, value: Any) -> None:
        self._scalars_now[(name, seat)] = value
        self.context.touch("scalar", name)

    def _any_scalar(self, name: str) -> Any:
        if name == "direction":
            return OneOfThese(self.context, tuple(Direction))
        spec: ScalarSpec = self.game.table_class.scalar_specs[name]
        start = spec.start
        if isinstance(start, bool):
            return self.context.path.new_truth(name)
        if isinstance(start, Player):
            nobody = (NO_PLAYER,) if name in self.context.shared.nobody else ()
            return OneOfThese(self.context, (*self._seated, *nobody))
        if isinstance(start, int):
            return self.context.amount(name)
        if isinstance(start, Enum):
            return OneOfThese(self.context, tuple(type(start)))
        if isinstance(start, Suit):
            return OneOfThese(self.context, (*self.game.deck.suits, NO_SUIT))
        return Unknown(self.context, name)
