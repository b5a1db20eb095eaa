"""The parts of other commands' JSON (docs/json.md) that a page uses: typed and bounded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from referee.verify.collide.edges import Kind

Number = Annotated[int, Meta(ge=0, le=1 << 53)]
Text = Annotated[str, Meta(max_length=100_000)]
Form = dict[Text, Text | int | float | bool | list[Any]]


class Figure(TypedDict):
    chosen: float | None
    alternative: float | None
    difference: list[float] | None
    clear: bool


class Changes(TypedDict):
    matches: Number
    breaks: list[Text]
    mends: list[Text]
    findings: list[Text]
    figures: dict[Text, Figure]


class Proof(TypedDict):
    players: Number
    settings: Form
    paths: Number
    consulted: bool


class Scale(TypedDict):
    players: Number
    settings: Form
    states: Number
    ways: Number


class Alternative(TypedDict):
    id: Text
    reading: Text
    clauses: list[Text]
    chosen: Text
    alternative: Text
    difference: Literal["nothing", "seen", "asked", "table", "rule", "cards", "players"]
    what: Text
    under_chosen: Text
    under_alternative: Text
    players: Number | None
    steps: Number | None
    together_with: Form
    steps_tried: Number
    steps_differing: Number
    steps_tried_extreme: Number
    example: Text | None
    witnesses: list[Text]
    changes: Changes | None
    says: NotRequired[Text]
    kind: NotRequired[Text]
    proved: NotRequired[list[Proof]]
    exhausted: NotRequired[list[Scale]]


class Pair(TypedDict):
    readings: Form
    players: Number
    breaks: list[Text]


class Readings(TypedDict):
    players: list[Number]
    alternatives: list[Alternative]
    pairs: list[Pair]
    pairs_tried: Number
    left_out: Number
    interrupted: bool


class Mutant(TypedDict):
    number: Number
    operator: Text
    clauses: list[Text]
    place: Text
    killed_by: Text | None
    shown: Text
    diff: Text | None
    equal: NotRequired[Text | None]


class Mutants(TypedDict):
    seed: Text
    made: Number
    interrupted: bool
    clauses: dict[Text, dict[Text, Number]]
    mutants: list[Mutant]


class Node(TypedDict):
    id: Text
    title: Text
    part: Text
    text: Text
    carried_out: Number


class Edge(TypedDict):
    source: Text
    target: Text
    kind: Kind
    said: Text
    count: Number
    players: Number
    form: Text
    outcomes: Text
    witnesses: Text
    verdict: NotRequired[Text]
    sure: NotRequired[Text]


class Graph(TypedDict):
    matches: Number
    steps: Number
    undecided: Number
    nodes: list[Node]
    edges: list[Edge]


SHAPES: Mapping[str, Any] = {
    "referee.readings/1": Readings,
    "referee.mutants/1": Mutants,
    "referee.interactions/1": Graph,
}
"""For each schema the type of its documents."""
