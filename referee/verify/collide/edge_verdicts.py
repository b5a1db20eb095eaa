"""Verdicts for edges that claim always or never: EXHAUSTED at a scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.games.registry import find_game
from referee.verify.collide.edges import Interactions
from referee.verify.collide.exhaustive_edges import About, EdgeQuestion, check_all_ways, universal_edges
from referee.verify.collide.interactions import Asked
from referee.verify.parallel import run_parallel
from referee.verify.project import Project

SECONDS = 100.0
"""Seconds for one scale, where there is no budget."""


def decide_edges(asked: Asked, found: Interactions, jobs: int, cluster: str | None = None, scaled: bool = True) -> None:
    """Say of the edges that were found where they are sure; ``asked`` names the numbers of players.

    ``scaled``: scales for any number of players are looked at, and else only those for the players asked for.
    """
    edges = universal_edges(found.edges)
    if not edges:
        return
    questions = list(_scales(asked, edges, scaled))
    known = {edge.key: edge for edge in found.edges}
    why: list[str] = []
    answered = 0
    for held in run_parallel(
        check_all_ways, questions, jobs, asked.seconds, cluster, broken_off=found.broken_off, about=_about
    ):
        answered += 1
        for key, sure in held.sure:
            known[key].sure += (sure,)
        why += [held.why] if held.why else []
    if answered < len(questions):
        why.append(f"{len(questions) - answered} forms were not looked at: the budget is spent")
    if not questions:
        why.append("the properties declare no scale, so nothing could be exhausted")
    found.unsure = tuple(dict.fromkeys(why))


def _about(asked: EdgeQuestion) -> str:
    form = " ".join(f"{name}={value}" for name, value in sorted({**asked.readings, **asked.settings}.items()))
    return f"exhausting what is always so with {asked.players} players {form}".strip()


def _scales(asked: Asked, edges: tuple[About, ...], scaled: bool) -> Iterator[EdgeQuestion]:
    """The scales that the properties declare. If settings were asked for, they are the scale."""
    seconds = SECONDS if asked.seconds is None else asked.seconds
    if asked.settings:
        for players in asked.players:
            yield EdgeQuestion(asked.game, players, asked.readings, asked.settings, edges, seconds=seconds)
        return
    game = find_game(asked.game)
    for each in Project.of(game, asked.game).scales:
        numbers: Sequence[int] = [number for number in each.players if scaled or number in asked.players]
        for players in numbers:
            yield EdgeQuestion(asked.game, players, asked.readings, each.settings, edges, each.effort, seconds)
