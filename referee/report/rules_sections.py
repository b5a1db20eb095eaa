"""The sections of a check's page from other commands, built from the JSON that these write (docs/json.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from referee.kernel.clauses import Reading
from referee.kernel.parameters import in_words
from referee.report.graph import edges_of, has_cards, held, kinds_of, read_graph
from referee.report.matches import Matches

Document = Mapping[str, Any]
HOW = {
    "players": "other numbers of players",
    "cards": "other cards",
    "rule": "play stops",
    "table": "other outcome",
    "asked": "other choices",
    "seen": "is seen otherwise",
    "nothing": "not seen",
}
"""The kinds of difference between two readings; the strongest comes first."""


# -- readings ---------------------------------------------------------------------------------------------


def readings_section(document: Document, register: Mapping[str, Reading], matches: Matches) -> dict[str, Any]:
    """``referee.readings/1`` reading by reading; those with an alternative that breaks something come first."""
    groups = []
    for slug, alternatives in groupby(document["alternatives"], key=lambda each: str(each["reading"])):
        rows = [_alternative(each, register.get(slug), matches) for each in alternatives]
        groups.append(_reading(slug, rows, register.get(slug)))
    groups.sort(key=lambda each: -each["weight"])
    every = [one for each in groups for one in each["alternatives"]]
    return {
        "groups": groups,
        "players": list(document["players"]),
        "number": len(every),
        "matter": sum(each["matters"] for each in every),
        "breaking": sum(bool(each["breaks"]) for each in every),
        "by_example": sum(bool(each["example"]) and not each["matters"] for each in every),
        "pairs": [
            {"form": in_words(each["readings"]), "players": each["players"], "breaks": list(each["breaks"])}
            for each in document["pairs"]
        ],
        "pairs_tried": document["pairs_tried"],
        "left_out": document["left_out"],
        "interrupted": document["interrupted"],
    }


def _reading(slug: str, rows: list[dict[str, Any]], about: Reading | None) -> dict[str, Any]:
    first = rows[0]
    return {
        "slug": slug,
        "id": first["id"],
        "clauses": first["clauses"],
        "kind": first["kind"],
        "chosen": first["chosen"],
        "question": "" if about is None else about.question,
        "rule": "" if about is None else about.alternatives.get(first["chosen"], ""),
        "alternatives": rows,
        "weight": max(each["weight"] for each in rows),
        "heading": _heading(rows),
    }


def _heading(rows: list[dict[str, Any]]) -> str:
    """The knowledge of a reading in a few words."""
    if any(each["breaks"] for each in rows):
        return "breaks a promise"
    words: list[str] = [each["word"] for each in rows if each["matters"]]
    if words:
        return min(words, key=list(HOW.values()).index)
    if any(each["example"] for each in rows):
        return "only in a worked example"
    if all(each["proved"] for each in rows):
        return "never: proved"
    return "never at a scale" if all(each["exhausted"] for each in rows) else "not seen"


def _proof(form: Document) -> str:
    """A form of the game in which it is proved never to matter."""
    settings = in_words(form["settings"])
    why = f"the same on {form['paths']:,} paths" if form["consulted"] else "no rule consults it"
    return f"{form['players']} players{f', {settings}' if settings else ''}: {why}"


def _scale(seen: Document) -> str:
    """A complete scale, without a difference."""
    settings = in_words(seen["settings"])
    form = f"{seen['players']} players" + (f", {settings}" if settings else "")
    return f"{form}: {seen['states']:,} tables and {seen['ways']:,} ways, all that there are"


def _alternative(each: Document, about: Reading | None, matches: Matches) -> dict[str, Any]:
    changes = each["changes"] or {"breaks": [], "mends": [], "findings": [], "figures": {}, "matches": 0}
    breaks = [f"refutes {name}" for name in changes["breaks"]] + list(changes["findings"])
    matters = each["difference"] != "nothing"
    order = list(HOW)
    witnesses = [{"file": str(file), "left_out": matches.add_file(str(file))} for file in each["witnesses"]]
    return {
        "id": each["id"],
        "clauses": list(each["clauses"]),
        "chosen": each["chosen"],
        "name": each["alternative"],
        "rule": "" if about is None else about.alternatives.get(each["alternative"], ""),
        "word": HOW[each["difference"]],
        "matters": matters,
        "says": each.get("says", ""),
        "what": each["what"],
        "under_chosen": each["under_chosen"],
        "under_alternative": each["under_alternative"],
        "players": each["players"],
        "steps": each["steps"],
        "together_with": in_words(each["together_with"]),
        "tried": each["steps_tried"],
        "differing": each["steps_differing"],
        "extreme": each["steps_tried_extreme"],
        "example": each["example"] or "",
        "kind": each.get("kind", ""),
        "proved": [_proof(one) for one in each.get("proved", ())],
        "exhausted": [_scale(one) for one in each.get("exhausted", ())],
        "witnesses": witnesses,
        "breaks": breaks,
        "mends": list(changes["mends"]),
        "figures": [{"name": name, **figure} for name, figure in changes["figures"].items() if figure["clear"]],
        "weight": (100 if breaks else 0) + (10 * (len(order) - order.index(each["difference"])) if matters else 0),
    }


# -- mutants ----------------------------------------------------------------------------------------------


def mutants_section(document: Document) -> dict[str, Any]:
    """``referee.mutants/1`` by clause: how many changes were noticed, and the unnoticed ones."""
    clauses = {}
    for clause, row in document["clauses"].items():
        noticed = {method: number for method, number in row.items() if method not in ("survived", "equal")}
        clauses[clause] = {
            "noticed": sum(noticed.values()),
            "all": sum(row.values()) - row.get("equal", 0),
            "by": ", ".join(f"{number} by {method}" for method, number in noticed.items()),
        }
    looked = document["mutants"]
    survivors = [
        {
            "number": each["number"],
            "operator": each["operator"],
            "clauses": list(each["clauses"]),
            "place": each["place"],
            "shown": each["shown"],
            "lines": [(_mark(line), line) for line in (each["diff"] or "").split("\n")],
        }
        for each in looked
        if each["killed_by"] is None and each.get("equal") is None
    ]
    equal = sum(each.get("equal") is not None for each in looked)
    return {
        "clauses": clauses,
        "made": document["made"],
        "looked": len(looked) - equal,
        "noticed": len(looked) - equal - len(survivors),
        "by": Counter(each["killed_by"] for each in looked if each["killed_by"]).most_common(),
        "survivors": survivors,
        "seed": document["seed"],
        "interrupted": document["interrupted"],
    }


def _mark(line: str) -> str:
    return {"-": "was", "+": "is"}.get(line[:1], "")


# -- interactions -----------------------------------------------------------------------------------------


def graph_section(document: Document, matches: Matches) -> dict[str, Any]:
    """``referee.interactions/1`` for the template of a graph, with the ``data`` of its script."""
    graph = read_graph(document)
    for *_, about in edges_of(graph):
        for file in about["witnesses"].split():
            matches.add_file(file)
    return {
        "data": held(graph),
        "kinds": kinds_of(graph),
        "edges": edges_of(graph),
        "cards": has_cards(graph),
        "matches": document["matches"],
        "steps": document["steps"],
        "undecided": document["undecided"],
    }
