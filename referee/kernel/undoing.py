"""Taking back what has happened in the middle of a step: a part of ``Table``.

A step boundary is saved as plain data (``Table.snapshot``), which does not keep the identity of laid cards. Inside a
step rules hold on to cards, so a ``Moment`` keeps them as they lie. Making one copies only references.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from referee.kernel.places import Place
    from referee.kernel.scalars import ValueOfEach
    from referee.kernel.watch import Watch


class Moment(NamedTuple):
    """The contents of the table at a moment of this step; valid until the step ends."""

    contents: tuple[Any, ...]
    scalars: tuple[Any, ...]
    of_each: tuple[tuple[Any, ...], ...]


class Undoing:
    """The operations of ``Table`` that take something back; not used by itself."""

    __slots__ = ()

    places: tuple[Place, ...]
    each: list[ValueOfEach[Any]]
    watch: Watch | None
    _scalar_names: ClassVar[tuple[str, ...]]
    _scalars: ClassVar[Callable[[Any], tuple[Any, ...]]]

    def moment(self) -> Moment:
        """The present contents of the table."""
        lying = tuple([place.row if place.is_row else place.pile for place in self.places])
        return Moment(lying, type(self)._scalars(self), tuple([tuple(each) for each in self.each]))

    def take_back(self, moment: Moment) -> None:
        """Everything lies and stands again as it did at that moment of this step; events go on as they are."""
        for place, lay in zip(self.places, moment.contents, strict=True):
            if place.is_row:
                place.row = lay  # type: ignore[misc]
            else:
                place.restore(lay)
        for name, scalar in zip(self._scalar_names, moment.scalars, strict=True):
            setattr(self, name, scalar)
        for each, values in zip(self.each, moment.of_each, strict=True):
            each[:] = values
        if self.watch is not None:
            self.watch.noted("taken-back", {})
