"""The graph of what works on what in a game: as data for networkx and Gephi, as text for drawers, and as a picture."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.kernel.card_effects import card_effects
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.parameters import in_words
from referee.report.match import rulebook_of
from referee.report.matches import Matches
from referee.report.page import GRAPHS, VIEWER, as_text, page
from referee.verify.collide.edges import Edge, Interactions, Kind

if TYPE_CHECKING:
    import networkx as nx

SCHEMA = "referee.interactions/1"
DOINGS = "What players may do"
"""The part of nodes that are no clause: a question and one way to answer it."""
COLOUR = {
    Kind.ORDER: "#b3261e",
    Kind.CANCELS: "#8a4b00",
    Kind.DISABLES: "#6b4fa0",
    Kind.ENABLES: "#00694f",
    Kind.MODIFIES: "#0b4f8a",
    Kind.REPEATS: "#7a7a00",
    Kind.COMMUTES: "#70757d",
    Kind.READING: "#a0648c",
}
"""The kinds, what a reader should know first coming first; apart for colour-blind readers by dashes too."""
DASHES = {
    Kind.ORDER: "", Kind.CANCELS: "8 3", Kind.DISABLES: "2 3", Kind.ENABLES: "12 4", Kind.MODIFIES: "8 3 2 3",
    Kind.REPEATS: "4 4", Kind.COMMUTES: "1 4", Kind.READING: "1 8",
}  # fmt: skip
QUIET = (Kind.ENABLES, Kind.COMMUTES, Kind.READING)
"""Kinds that a picture shows only when asked to, unless there is nothing else."""
WIDE, HIGH, ROW = 190, 44, 5
"""Width and height of a node in pixels, and how many nodes stand in a row."""


def graph_of(game: Game[Any], found: Interactions, records: Mapping[int, Sequence[Path]]) -> nx.MultiDiGraph[str]:
    """Nodes are the ids of clauses (title, part, text, carried out how often) and what players may do.

    Edges have ``kind``, ``said``, ``count``, ``verdict``, ``sure``, ``players``, ``form``, ``outcomes``,
    ``witnesses``: all of them text or numbers, as every format takes them. ``records`` by position of the edge.
    """
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(game=game.name, title=game.title)
    clauses = {clause.id: clause for clause in rulebook_of(game).clauses}
    cards = _cards_of(game)
    for id, clause in clauses.items():
        graph.add_node(
            id, title=clause.title, part=clause.part or game.title, text=clause.text, card=cards.get(id, ""),
            carried_out=found.carried_out.get(id, 0),
        )  # fmt: skip
    for at, edge in enumerate(found.edges):
        for end in (edge.source, edge.target):
            if end not in graph:
                graph.add_node(end, title="", part=DOINGS, text="", card="", carried_out=0)
        graph.add_edge(edge.source, edge.target, key=f"{edge.kind.value} {at}", **_about(edge, records.get(at, ())))
    return graph


def _cards_of(game: Game[Any]) -> dict[str, str]:
    """The rank of each clause that says first what the cards of one rank do."""
    of: dict[str, str] = {}
    known = {card.name: card for card in game.deck.cards}
    for effect in card_effects(type(game)):
        ranks = dict.fromkeys(known[word].rank for word in effect.words if word in known)
        if len(ranks) == 1 and effect.clauses:
            of.setdefault(effect.clauses[0], next(iter(ranks)))
    return of


def _about(edge: Edge, records: Sequence[Path]) -> dict[str, Any]:
    return {
        "kind": edge.kind.value,
        "said": edge.description,
        "count": edge.count,
        "verdict": edge.verdict.value,
        "sure": "; ".join(map(str, edge.sure)),
        "players": edge.players,
        "form": in_words({**edge.readings, **edge.scale}),
        "outcomes": " / ".join(edge.outcomes),
        "witnesses": " ".join(str(record) for record in records),
    }


def as_json(graph: nx.MultiDiGraph[str], found: Interactions) -> dict[str, Any]:
    """The same graph as JSON data (docs/json.md)."""
    return {
        "game": graph.graph["game"],
        "matches": found.matches,
        "steps": found.steps,
        "undecided": found.undecided,
        "broken_off": found.broken_off,
        "nodes": [{"id": id, **about} for id, about in graph.nodes(data=True)],
        "edges": [{"source": one, "target": other, **about} for one, other, about in graph.edges(data=True)],
    }


# -- drawings -------------------------------------------------------------------------------------------


def places(graph: nx.MultiDiGraph[str]) -> tuple[dict[str, tuple[int, int]], list[tuple[str, int, int]], int]:
    """The positions of nodes and headings, part below part in the order of the rulebook, and the height of it all."""
    at: dict[str, tuple[int, int]] = {}
    headings: list[tuple[str, int, int]] = []
    parts: dict[str, list[str]] = {}
    for node, about in graph.nodes(data=True):
        parts.setdefault(about["part"], []).append(node)
    y = 10
    for part, nodes in parts.items():
        headings.append((part, 10, y + 14))
        y += 26
        for number, node in enumerate(nodes):
            # Every second row is shifted, so that an edge between neighbours of a column is seen.
            row = number // ROW
            at[node] = (14 + (number % ROW) * (WIDE + 34) + (row % 2) * 20, y + row * (HIGH + 34))
        y += ((len(nodes) - 1) // ROW + 1) * (HIGH + 34) + 8
    return at, headings, y


def svg_of(graph: nx.MultiDiGraph[str]) -> str:
    """A picture of its own; each edge has its kind as ``data-kind``, each node its id as ``data-node``."""
    at, headings, height = places(graph)
    width = 14 + ROW * (WIDE + 34) + 30
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui,sans-serif">',
        f"<title>{as_text(graph.graph['title'])}: what works on what</title>",
        "<defs>",
    ]
    for number, (kind, colour) in enumerate(COLOUR.items()):
        drawn.append(
            f'<marker id="head{number}" data-for="{kind.value}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            f'markerHeight="7" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="{colour}"/></marker>'
        )
    drawn.append("</defs>")
    drawn += [
        f'<text x="{x}" y="{y}" font-size="14" font-weight="600" fill="currentColor">{as_text(part)}</text>'
        for part, x, y in headings
    ]
    order = list(COLOUR)
    for number, (one, other, about) in enumerate(graph.edges(data=True)):
        kind = Kind(about["kind"])
        drawn.append(
            f'<path class="edge" data-kind="{kind.value}" data-edge="{number}" data-from="{as_text(one)}" '
            f'data-to="{as_text(other)}" d="{_curve(at[one], at[other], number)}" fill="none" stroke="{COLOUR[kind]}" '
            f'stroke-width="1.6" stroke-dasharray="{DASHES[kind]}" marker-end="url(#head{order.index(kind)})">'
            f"<title>{as_text(one)} {as_text(kind.value)} {as_text(other)}: {as_text(about['said'])}</title></path>"
        )
    for node, about in graph.nodes(data=True):
        x, y = at[node]
        head, below = (node, about["title"]) if about["title"] else (node.split(": ")[-1], node.split(": ")[0])
        drawn.append(
            f'<g class="node" data-node="{as_text(node)}"><rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="7" '
            f'fill="#f1f3f6" stroke="#70757d"/><text x="{x + 10}" y="{y + 18}" font-size="13" font-weight="600" '
            f'fill="#1b1b1f">{as_text(_short(head, 24))}</text><text x="{x + 10}" y="{y + 35}" font-size="12" '
            f'fill="#1b1b1f">{as_text(_short(below, 27))}</text></g>'
        )
    return "\n".join([*drawn, "</svg>", ""])


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _curve(one: tuple[int, int], other: tuple[int, int], number: int) -> str:
    """A line from the border of one node to the border of the other; several lines between the same two do not cover
    each other."""
    x, y, to_x, to_y = one[0] + WIDE // 2, one[1] + HIGH, other[0] + WIDE // 2, other[1]
    shift = (number % 5 - 2) * 14
    if one == other:
        right, middle = one[0] + WIDE, one[1] + HIGH // 2
        return f"M{right} {middle - 8}C{right + 34} {middle - 26} {right + 34} {middle + 26} {right} {middle + 8}"
    if one[1] == other[1]:
        y = to_y = one[1] + HIGH
        return f"M{x + shift} {y}C{x + shift} {y + 26} {to_x + shift} {to_y + 26} {to_x + shift} {to_y}"
    if other[1] < one[1]:
        y, to_y = one[1], other[1] + HIGH
    bend = (to_y - y) // 3
    return f"M{x + shift} {y}C{x + shift} {y + bend} {to_x + shift} {to_y - bend} {to_x + shift} {to_y}"


def dot_of(graph: nx.MultiDiGraph[str]) -> str:
    """The graph for Graphviz."""
    lines = [f"digraph {json.dumps(graph.graph['title'])} {{", "  rankdir=LR; node [shape=box];"]
    for node, about in graph.nodes(data=True):
        label = f"{node} {about['title']}".strip()
        lines.append(f"  {json.dumps(node)} [label={json.dumps(label)}];")
    for one, other, about in graph.edges(data=True):
        colour = COLOUR[Kind(about["kind"])]
        lines.append(
            f"  {json.dumps(one)} -> {json.dumps(other)} "
            f"[label={json.dumps(about['kind'])}, kind={json.dumps(about['kind'])}, color={json.dumps(colour)}];"
        )
    return "\n".join([*lines, "}", ""])


def mermaid_of(graph: nx.MultiDiGraph[str]) -> str:
    """The graph for Mermaid. Nodes are numbered, because its ids take no other characters."""
    number = {node: f"n{at}" for at, node in enumerate(graph.nodes)}

    def quoted(text: str) -> str:
        return '"' + text.replace('"', "#quot;").replace("\n", " ") + '"'

    lines = ["flowchart LR"]
    for node, about in graph.nodes(data=True):
        label = quoted(f"{node} {about['title']}".strip())
        lines.append(f"  {number[node]}[{label}]")
    for one, other, about in graph.edges(data=True):
        lines.append(f"  {number[one]} -->|{about['kind']}| {number[other]}")
    return "\n".join([*lines, ""])


def html_of(graph: nx.MultiDiGraph[str], found: Interactions, rules: type[Game[Any]]) -> str:
    """One page: the picture with filters by kind, the list of edges, what a node or an edge is about, and its
    witnesses to step through."""
    matches = Matches(find=lambda name: rules)
    for *_, about in edges_of(graph):
        for file in about["witnesses"].split():
            matches.add_file(file)
    return page(
        "graph.html",
        title=f"{graph.graph['title']}: what works on what",
        data={**matches.data, "graph": held(graph)},
        scripts=(*VIEWER, "report.js", *(["graph.js"] if graph.edges else [])),
        libraries=GRAPHS if graph.edges else (),
        graph={
            "kinds": kinds_of(graph), "edges": edges_of(graph), "cards": has_cards(graph),
            "matches": found.matches, "steps": found.steps, "undecided": found.undecided,
        },
        nodes=[(node, about) for node, about in graph.nodes(data=True)],
    )  # fmt: skip


def kinds_of(graph: nx.MultiDiGraph[str]) -> list[dict[str, Any]]:
    """The kinds of edges that there are, what a reader should know first coming first; ``first``: drawn at once."""
    count = Counter(about["kind"] for *_, about in edges_of(graph))
    loud = [kind.value for kind in COLOUR if kind not in QUIET and count[kind.value]]
    return [
        {
            "kind": kind.value,
            "count": count[kind.value],
            "first": kind.value in loud or not loud,
            "dashes": DASHES[kind],
        }
        for kind in COLOUR
        if count[kind.value]
    ]


def has_cards(graph: nx.MultiDiGraph[str]) -> bool:
    """Whether an edge leads from a clause about a card to another one."""
    return any(graph.nodes[one]["card"] and graph.nodes[other]["card"] for one, other in graph.edges())


def held(graph: nx.MultiDiGraph[str]) -> dict[str, Any]:
    """What the script of a page needs of a graph; the texts of clauses stand in the page."""
    return {
        "nodes": [
            {"id": node, "title": about["title"], "part": about["part"], "card": about["card"]}
            for node, about in graph.nodes(data=True)
        ],
        "edges": [{"source": one, "target": other, **about} for one, other, about in edges_of(graph)],
    }


def graphml_of(graph: nx.MultiDiGraph[str]) -> str:
    import networkx as nx

    return "\n".join(nx.generate_graphml(graph)) + "\n"


def read_graph(document: Mapping[str, Any]) -> nx.MultiDiGraph[str]:
    """The graph of a document ``referee.interactions/1``. KeyError or ValueError where it is none."""
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(game=document["game"])
    for node in document["nodes"]:
        about = {"card": "", **node}
        graph.add_node(node["id"], **{key: about[key] for key in ("title", "part", "text", "card", "carried_out")})
    names = ("kind", "said", "count", "verdict", "sure", "players", "form", "outcomes", "witnesses")
    for at, edge in enumerate(document["edges"]):
        ends = edge["source"], edge["target"]
        if not all(end in graph for end in ends):
            raise ValueError(f"an edge between {ends[0]!r} and {ends[1]!r}, which are not both nodes")
        about = {"verdict": "", "sure": "", **edge}  # which earlier versions did not write
        graph.add_edge(*ends, key=f"{Kind(edge['kind']).value} {at}", **{name: about[name] for name in names})
    return graph


def edges_of(graph: nx.MultiDiGraph[str]) -> list[tuple[str, str, dict[str, Any]]]:
    """Source, target and attributes, the most telling kind first, each with its ``number`` in this order."""
    order = [kind.value for kind in COLOUR]
    edges = sorted(graph.edges(data=True), key=lambda each: order.index(each[2]["kind"]))
    return [(one, other, {**about, "number": at}) for at, (one, other, about) in enumerate(edges)]


Writer = Callable[["nx.MultiDiGraph[str]", Interactions, type[Game[Any]]], str]
WRITERS: Mapping[str, Writer] = {
    ".svg": lambda graph, found, rules: svg_of(graph),
    ".html": html_of,
    ".graphml": lambda graph, found, rules: graphml_of(graph),
    ".json": lambda graph, found, rules: json.dumps({"schema": SCHEMA, **as_json(graph, found)}, indent=2) + "\n",
    ".dot": lambda graph, found, rules: dot_of(graph),
    ".mmd": lambda graph, found, rules: mermaid_of(graph),
}
"""The writer for each ending of a file's name."""


def writer_for(path: Path) -> Writer:
    """BadInput where no format has that ending."""
    if path.suffix not in WRITERS:
        raise BadInput(f"{path}: its name must end in one of {' '.join(WRITERS)}")
    return WRITERS[path.suffix]
