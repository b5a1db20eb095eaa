"""The words that rule and property text may use so that a proof, or an enumeration, of it is believed.

Text that is not here, and not made of what is here, is not understood. An enumeration runs the rules as Python: it
understands every function of the table and the answers. A proof understands what means the same for numbers and for
terms.
"""

from __future__ import annotations

import ast
import collections
import collections.abc
import enum
import fractions
import functools
import itertools
import math
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import referee.kernel as kernel
from referee.kernel.events import Event
from referee.kernel.players import Audience, Direction
from referee.kernel.requests import Choice


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STATEMENTS: tuple[type[ast.AST], ...] = (
    ast.FunctionDef, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Raise,
    ast.Assert, ast.Expr, ast.Pass, ast.Break, ast.Continue, ast.Nonlocal, ast.Match, ast.match_case, ast.MatchValue,
    ast.MatchAs, ast.MatchOr, ast.MatchSingleton,
)  # fmt: skip
EXPRESSIONS: tuple[type[ast.AST], ...] = (
    ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp, ast.Lambda, ast.IfExp, ast.Dict, ast.Set, ast.ListComp,
    ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.YieldFrom, ast.Yield, ast.Compare, ast.Call, ast.FormattedValue,
    ast.JoinedStr, ast.Constant, ast.Attribute, ast.Subscript, ast.Starred, ast.Name, ast.List, ast.Tuple, ast.Slice,
)  # fmt: skip
PARTS: tuple[type[ast.AST], ...] = (
    ast.arguments, ast.arg, ast.keyword, ast.comprehension, ast.expr_context, ast.boolop, ast.operator, ast.unaryop,
    ast.cmpop, ast.Module,
)  # fmt: skip
NOT_UNDERSTOOD_OPERATORS = (ast.MatMult,)

BUILTINS = _words("""
    ArithmeticError AssertionError False IndexError KeyError LookupError None NotImplemented NotImplementedError
    RuntimeError True TypeError ValueError ZeroDivisionError abs all any bool classmethod dict divmod enumerate
    filter float frozenset int isinstance len list map max min next property range reversed round set sorted
    staticmethod str sum super tuple zip
""")
BUILTINS_OF_PYTHON = _words("""
    Exception StopIteration bin bytes chr iter ord pow repr type
""")

MUTATING = _words("""
    add append appendleft clear difference_update discard extend extendleft insert intersection_update pop popitem
    popleft remove reverse rotate setdefault sort subtract symmetric_difference_update update
""")
"""Methods that change what they are called on: it has to be made in the same function."""
OF_VALUES = MUTATING | _words("""
    _replace bit_count bit_length capitalize copy count denominator difference endswith format from_iterable
    fromkeys get index intersection is_integer isdigit isdisjoint issubset issuperset items join keys lower lstrip
    most_common name numerator partition removeprefix removesuffix replace rpartition rstrip split startswith strip
    symmetric_difference title total union upper value values
""")
"""Attributes of Python's own values."""

TABLE = _words("""
    balance begin_events cap cards_if choose control count dealing decider deck depth direction disclose draw end
    end_together event everyone_from following first_seat flight game gather greater group_of happen if_else is_exactly
    is_within lay left lesser lies link lot mark matching max0 moment money most move negate next no_cards note only
    others outcome partners pay pick places players quantity rank_of reading reading_or release repeat reveal right
    roll select shuffle size stack stop stopped suit_of swap take_back take_control team together top turns unlink
    unmark unwind win window without worth
""")
PLACE = _words("""
    count full_name highest holds is_empty is_row name only owner pile seen_by sees sees_size size size_seen_by
    worth
""")
ROW = _words("""
    derive face groups has kind link marks number row
""")
GAME = _words("""
    caused_cap defined hand_number layers nesting_cap parameters players readings seated settings team_of teams
    turn_cap unusual_readings unusual_settings
""")
OTHER = _words("""
    LEFT RIGHT above actor admits algebra all_kinds all_ranks alone among answers arms ask at both by_rank cards
    cells column columns copies covers decider default downward either exists groups index indices kinds least
    letter lines listed mask modulus most name names neighbours nothing nth of of_rank of_suit one ones open
    options pack parent parse payoffs piles player pretty rank ranks reason reversed rows scores seat share space suit
    suits symbol total value values watch what where whole winners word
""")
PACKED = _words("""
    counts is_pile unpack
""")
"""Names that need packed piles: a proof has none."""
ASKING_RULES = _words("""
    parse seen_by sees sees_size size_seen_by watch
""")
"""Words with which the kernel carries out text of the rules that nobody named, or says who listens."""
LOOKING = (OF_VALUES | OTHER | PLACE) - ASKING_RULES | _words("""
    balance cards_if control dealing deck defined direction everyone_from first_seat flight game greater groups has
    if_else is_exactly is_within kind left lesser link marks max0 money negate next no_cards number others outcome
    parameters partners places players rank_of reading reading_or readings right row seated settings size stack suit_of
    table team team_of teams turn_cap turns unusual_readings unusual_settings without worth
""")
"""Words that only tell something; those of ``MUTATING`` change what they are called on, which is something that the
same function has made."""


def _named(module: Any, *names: str) -> dict[int, Any]:
    return {id(getattr(module, name)): getattr(module, name) for name in names}


PURE: Mapping[int, Any] = (
    _named(
        itertools, "combinations", "combinations_with_replacement", "permutations", "product", "pairwise", "chain",
        "accumulate", "groupby", "repeat", "islice", "starmap", "takewhile", "dropwhile", "zip_longest", "compress",
    )
    | _named(math, "ceil", "floor", "prod", "comb", "gcd", "lcm", "inf")
    | _named(functools, "reduce")
    | _named(fractions, "Fraction")
    | _named(collections, "Counter", "defaultdict", "deque", "OrderedDict")
    | _named(typing, "cast", "NamedTuple", "TYPE_CHECKING")
    | _named(enum, "Enum")
)  # fmt: skip
"""Functions of Python's library that keep nothing and give the same for the same arguments. (``math.factorial`` and
the like take a player for a number.)"""
CACHES = (functools.lru_cache, functools.cache)
KERNEL: Mapping[int, Any] = {
    id(getattr(kernel, name)): name for name in kernel.__all__ if name not in ("run", "run_deal", "run_step")
} | {id(each): each.__name__ for each in (Event, Audience, Direction, Choice)}

TELLING = _words("""
    cast names note ones reveal
""")
"""Calls in a function that asks whether anybody listens (``watch``): they change nothing."""
KERNEL_SCALARS_SET = frozenset(("direction",))
"""The kernel's own scalars that rules set."""
INSTEAD = {
    "functools.cache": "write a plain function, or a scalar on the table",
    "functools.lru_cache": "write a plain function, or a scalar on the table",
    "functools.partial": "write a function",
    "getattr": "write the attribute",
    "setattr": "declare a scalar and set it",
    "vars": "write the attribute",
    "eval": "write the expression",
    "exec": "write the statements",
    "math.factorial": "write a product; a player is no number",
}


@dataclass(frozen=True, slots=True)
class Level:
    """The requirements on text; ``by`` is the method that does not understand it."""

    by: str
    nodes: tuple[type[ast.AST], ...]
    builtins: frozenset[str]
    attributes: frozenset[str]
    python: bool
    """Whether rules run as Python: objects of classes of their own change within a step, and types can be told."""


PROOF = Level(
    "proofs", STATEMENTS + EXPRESSIONS + PARTS, BUILTINS, OF_VALUES | TABLE | PLACE | ROW | GAME | OTHER, python=False
)
ENUMERATION = Level(
    "an enumeration",
    (*PROOF.nodes, ast.Try, ast.ExceptHandler, ast.Delete, ast.MatchSequence, ast.MatchClass, ast.MatchMapping),
    BUILTINS | BUILTINS_OF_PYTHON,
    PROOF.attributes | PACKED,
    python=True,
)
