"""The variables of a suspended rule that can still be read: the others need not be compared."""

from __future__ import annotations

import dis
from functools import lru_cache
from types import CodeType

READS = frozenset({"LOAD_FAST", "LOAD_FAST_CHECK", "DELETE_FAST", "LOAD_FAST_AND_CLEAR"})
WRITES = frozenset({"STORE_FAST"})
ENDS = frozenset({"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD"}) | {
    "JUMP_BACKWARD_NO_INTERRUPT"
}
"""After these the next instruction does not follow."""
KNOWN = READS | WRITES


@lru_cache(maxsize=1024)
def live_variables(code: CodeType) -> dict[int, frozenset[str]] | None:
    """For each instruction (by offset) the variables that may be read after it; None for code that is not understood.

    Variables that an inner function holds on to are in cells, and always count as live.
    """
    instructions = list(dis.get_instructions(code))
    fast = [each for each in instructions if "FAST" in each.opname]
    if any(each.opname not in KNOWN for each in fast):
        return None
    at = {each.offset: number for number, each in enumerate(instructions)}
    following: list[set[int]] = []
    for number, each in enumerate(instructions):
        after = set()
        if each.opname not in ENDS and number + 1 < len(instructions):
            after.add(number + 1)
        if "JUMP" in each.opname or each.opcode in dis.hasjrel or each.opcode in dis.hasjabs:
            if not isinstance(each.argval, int) or each.argval not in at:
                return None
            after.add(at[each.argval])
        following.append(after)
    # Whatever is protected may go on in its handler.
    for entry in dis.Bytecode(code).exception_entries:  # type: ignore[attr-defined]
        for number, each in enumerate(instructions):
            if entry.start <= each.offset < entry.end:
                following[number].add(at[entry.target])
    live: list[set[str]] = [set() for _ in instructions]  # before each instruction
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(instructions))):
            each = instructions[number]
            needed = set().union(*[live[after] for after in following[number]])
            if each.opname in WRITES:
                needed.discard(each.argval)
            elif each.opname in READS:
                needed.add(each.argval)
            if needed != live[number]:
                live[number] = needed
                changed = True
    cells = {*code.co_cellvars, *code.co_freevars}
    return {
        each.offset: frozenset(set().union(*[live[after] for after in following[number]]) | cells)
        for number, each in enumerate(instructions)
    }
