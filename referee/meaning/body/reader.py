"""What the rooms of a body have in common, and what each has for the others."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from types import FunctionType
from typing import Any

from referee.kernel.players import Player
from referee.meaning.program import Expr, Function, Stmt
from referee.meaning.spec import Spec
from referee.meaning.texts import NoMeaning, Scope
from referee.meaning.translation import Translation
from referee.meaning.types import Type
from referee.meaning.values import Code, Indexed, Made, Run, Value


class Dead(Exception):
    """What follows is not reached."""


Env = dict[str, Value]
Way = tuple[Env, list[Stmt]]
"""What names stand for at the end of some statements, and the statements."""
INSTEAD_OF_TEXT = "numbers, in a tuple where there are several, or a word of a few"
MOST_UNROLLED = 64
SIMPLE = (bool, int, str, Fraction, Player)


class Reader:
    """One function while it is read: what all rooms know."""

    tr: Translation
    spec: Spec
    code: Code
    env: dict[str, Value]
    block: list[Stmt]
    kept: dict[Any, Any]
    scopes: list[Scope]
    grown: bool
    growers: dict[str, Callable[[Any], None]]
    displayed: dict[Any, tuple[str, ...]]
    looping: list[str]
    path: list[Any]
    answers_of: dict[str, tuple[set[str], dict[int, Type]]]
    """By the name of an arm that was answered the name of what goes with it, and its type for each arm."""
    any_order: int = 0
    """Above 0 where it makes no difference in which order things are gone through."""
    comprehending: list[Any]
    own_names: frozenset[str]
    exits: list[tuple[list[Way], list[Way]]]
    catching: list[Any]
    handling: list[Any]
    last_things: list[tuple[list[ast.stmt], int]]
    do_last_things: Callable[[int], None]
    yielded: tuple[str, Any] | None
    returns: list[tuple[list[Stmt], Value]]
    line: Any
    seen: dict[Any, int]
    called: Function
    function: Function

    # -- fitting -----------------------------------------------------------------------------------

    constant: Callable[..., Expr]
    converted: Callable[..., Expr]
    fit: Callable[..., Expr]
    fits: Callable[..., bool]
    settled: Callable[..., Value]
    kept_type: Callable[..., Type]
    type_of: Callable[..., Type]
    place: Callable[[Value], Expr]
    whose: Callable[[Value], Expr]

    # -- truths ------------------------------------------------------------------------------------

    by_alternative: Callable[..., Value]
    by_atom: Callable[..., Value]
    logic: Callable[..., Value]
    narrow_answer: Callable[..., None]
    narrowed: Callable[..., Value]
    only_of: Callable[..., Value]
    negated: Callable[..., Value]
    of_class: Callable[..., Value]
    of_each_atom: Callable[..., Value]
    truth: Callable[..., Value]
    without_none: Callable[..., Value]

    # -- displays ----------------------------------------------------------------------------------

    append: Callable[..., None]
    as_seq: Callable[..., Run]
    extend: Callable[..., None]
    grow: Callable[..., None]
    is_changed: Callable[..., bool]
    item_type: Callable[..., Type]
    keep: Callable[..., None]
    list_expr: Callable[..., Expr]
    new_set: Callable[..., Run]
    new_list: Callable[..., tuple[str, Any]]
    retyped: Callable[..., Run]

    # -- iterating ---------------------------------------------------------------------------------

    all_growers: Callable[..., Callable[[Any], None] | None]
    comprehend: Callable[..., None]
    grower_of: Callable[..., Callable[[Any], None] | None]
    indexed: Callable[..., Indexed]
    iterable: Callable[..., list[Value] | Indexed]
    calls_are_still: Callable[..., None]
    each_once: Callable[..., list[Value]]
    is_found_before: Callable[[Value], bool]
    meanwhile: Callable[..., Any]
    once_of: Callable[..., Value]
    operated_between: Callable[..., tuple[Any, bool]]
    own_things: Callable[..., Value | None]
    plain_item: Callable[..., Value]

    # -- once --------------------------------------------------------------------------------------

    all_of: Callable[..., Value]
    given: Callable[..., None]
    is_iterator: Callable[..., bool]
    iterator: Callable[..., Value]
    loop_is_still: Callable[..., bool]
    looped: Callable[..., list[Value] | Indexed]
    named_once: Callable[..., None]
    not_kept: Callable[..., None]
    result_of: Callable[..., Value]
    taken: Callable[..., list[Value]]
    told_only: Callable[..., None]

    # -- ahead --------------------------------------------------------------------------------------

    ahead: Callable[..., Any]
    argument: Callable[..., Value]
    does_nothing: Callable[..., None]
    once_listed: Callable[..., Any]
    operated_ahead: Callable[..., tuple[Any, bool]]
    step_by_step: Callable[..., None]

    # -- dictionaries ------------------------------------------------------------------------------

    again_in_play: Callable[..., Value]
    is_own_still: Callable[..., bool]
    displaying: Callable[..., Any]
    all_known: Callable[..., list[Any] | None]
    operated: Callable[..., Any]
    is_of_each: Callable[[Any], bool]
    named_now: Callable[..., Run]
    as_map: Callable[..., Expr]
    closed_now: Callable[..., Made]
    closure: Callable[..., Value]
    map_set: Callable[..., None]
    of_keys: Callable[[Value], Value]
    new_map: Callable[..., Run]
    part: Callable[..., Value]
    require: Callable[..., None]
    unpacked: Callable[..., list[Value]]
    update: Callable[..., None]

    # -- operators ---------------------------------------------------------------------------------

    binary: Callable[..., Value]
    is_set: Callable[..., bool]
    item_of: Callable[..., Type]

    # -- answering ---------------------------------------------------------------------------------

    by_classes: Callable[..., Value | None]
    by_fields: Callable[..., tuple[Value, Value]]
    fields_in_order: Callable[..., tuple[Value, Value] | None]
    in_play: Callable[..., bool]
    first_answer: Callable[..., Value]
    has_own_truth: Callable[..., bool]
    is_one_of: Callable[..., bool]
    made_by: Callable[..., Value]
    own_method: Callable[..., FunctionType | None]
    tested: Callable[..., Value]

    # -- comparing ---------------------------------------------------------------------------------

    infinite: Callable[[Value], float]
    beyond_all: Callable[..., tuple[float, float] | None]
    as_counters: Callable[..., list[Value] | None]
    compare: Callable[..., Value]
    tell_apart: Callable[..., None]
    tell_numbers: Callable[..., None]
    tuple_class: Callable[..., Any]
    unnamed: Callable[..., Value]
    equal: Callable[..., Value]
    equal_atoms: Callable[..., bool]

    # -- containing --------------------------------------------------------------------------------

    contained: Callable[..., Value]

    # -- items -------------------------------------------------------------------------------------

    each_seq: Callable[..., Run]
    item: Callable[..., Value]
    set_attribute: Callable[..., None]
    set_item: Callable[..., None]
    set_slice: Callable[..., None]
    sliced: Callable[..., Value]

    # -- asking ------------------------------------------------------------------------------------

    answer_type: Callable[..., Type]
    asked: Callable[..., Value]

    # -- attributes --------------------------------------------------------------------------------

    attribute: Callable[..., Value]
    class_of: Callable[..., type | None]
    look_at_inward: Callable[..., None]
    special: Callable[..., FunctionType | None]

    # -- cached ------------------------------------------------------------------------------------

    keeps_nothing_yet: Callable[..., None]
    kept_answer: Callable[..., Value]
    run_attribute: Callable[..., Value]

    # -- members -----------------------------------------------------------------------------------

    of_member: Callable[..., Value]

    # -- calling -----------------------------------------------------------------------------------

    call: Callable[..., Value]
    method: Callable[..., Value]
    method_kind: Callable[..., str]

    # -- rounding ----------------------------------------------------------------------------------

    whole_quotient: Callable[..., Value | None]

    # -- known_calls -------------------------------------------------------------------------------

    known_result: Callable[..., Value | None]
    method_of_known: Callable[..., Value]

    # -- making ------------------------------------------------------------------------------------

    made: Callable[..., Value]
    set_fields: Callable[..., None]
    class_for: Callable[..., type]
    type_of_or_none: Callable[..., Type | None]
    dataclass_of: Callable[..., type | None]

    # -- functions ---------------------------------------------------------------------------------

    driven: Callable[..., Value]
    run: Callable[..., Value]

    # -- joining -----------------------------------------------------------------------------------

    either: Callable[..., Value]
    fitted: Callable[..., list[Expr]]
    joined: Callable[..., Value]
    merge: Callable[..., None]
    open_leaves: Callable[..., Value]
    taken_apart: Callable[..., Value]
    to_variables: Callable[..., Value]
    one_thing: Callable[[Expr], Callable[[Any], None] | None]
    stay_one: Callable[[Expr], None]

    # -- statements --------------------------------------------------------------------------------

    assign: Callable[..., None]
    branch: Callable[..., None]
    refine: Callable[..., None]
    statements: Callable[..., None]
    type_or_none: Callable[..., Type | None]
    ways: Callable[..., None]

    # -- failing -----------------------------------------------------------------------------------

    broke: Callable[..., Any]
    fails: Callable[..., None]
    frame_of: Callable[..., Any]
    going_ahead: int
    has_entry: Callable[..., None]
    has_no_entry: Callable[..., None]
    has_place: Callable[..., tuple[Expr, bool]]
    is_looked_for: Callable[..., bool]
    lacking: type[Exception]
    """What Python raises where a key is not there."""
    needs_no_other_exception: Callable[[Any], None]
    outside: list[Env]
    """The names around each comprehension that is gone through."""
    sure: Callable[..., Expr]
    thrown: Callable[..., None]
    unless: Callable[..., bool]

    # -- raising -----------------------------------------------------------------------------------

    caught_here: Callable[..., None]
    not_caught: Callable[..., None]
    unwound_as: Callable[..., Value | None]
    raised_here: Callable[..., None]
    set_within: Callable[..., None]
    keep_names: Callable[..., None]
    kept_still: Callable[..., Env]

    # -- interleaving ------------------------------------------------------------------------------

    bound: Callable[..., dict[str, Value]]
    given_here: Callable[..., None]
    interleaved: Callable[..., None]
    is_interleaved: Callable[..., bool]
    to_be_interleaved: Callable[..., None]

    # -- loops -------------------------------------------------------------------------------------

    each: Callable[..., None]
    each_or_all: Callable[..., None]
    moved: Callable[..., Expr]

    where: Callable[..., str]

    # -- whole -------------------------------------------------------------------------------------

    alike: Callable[..., bool]
    do: Callable[..., None]
    eval: Callable[..., Value]
    fresh: Callable[..., str]
    let: Callable[..., Run]
    new_site: Callable[..., Any]
    not_told_only: Callable[..., None]
    refuse: Callable[..., NoMeaning]
    refuse_equal: Callable[..., None]
    site_of: Callable[..., Any]
    stop: Callable[..., Any]
    variable: Callable[..., Expr]
    whole_yield: Callable[..., Value]
    yielded_expr: Callable[..., Expr]

    def instead(self, node: ast.AST, made: Callable[[], ast.AST]) -> Any:
        """What is read in the place of a part of a text: it is made once, as what is known of texts is kept by the ids
        of their parts."""
        if id(node) not in self.tr.rewritten:
            self.tr.rewritten[id(node)] = ast.fix_missing_locations(ast.copy_location(made(), node))
        return self.tr.rewritten[id(node)]
