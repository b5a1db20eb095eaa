"""State that rules keep on a table without declaring it: a proof would begin every step without it."""

from __future__ import annotations

from referee.kernel.table import Table


def undeclared(table: Table) -> str:
    """The name of something on a symbolic table that play would keep and the next step of a proof would not."""
    known = {**table.zone_specs, **table.scalar_specs}
    for name in vars(table):
        if name not in known and name not in OF_KERNEL and not name.startswith(("_now_", "_first_")):
            return name
    return ""


def _of_kernel() -> frozenset[str]:
    """Attributes that the kernel itself keeps beside the slots of every table, and those of the prover."""

    class Bare(Table):
        pass

    bare = object.__new__(Bare)
    bare.begin_events()
    return frozenset((*vars(bare), "cards_numbered", "_somebody"))


OF_KERNEL = _of_kernel()
