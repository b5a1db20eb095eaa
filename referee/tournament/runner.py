"""Runs a tournament: plays the blocks that are not there yet, and puts them into the results."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.games.registry import game_called
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.pool.cluster import check_cluster, run_anywhere
from referee.pool.executors import WAIT, Preparation, Wait
from referee.record.header import fingerprint
from referee.record.tape import commitment, secret_of_seed
from referee.stats.blocks import matches_a_block
from referee.tournament.definition import Defined
from referee.tournament.entrants import Bot, read_entrants, try_entrants
from referee.tournament.formats import Outcome
from referee.tournament.lock import only_runner
from referee.tournament.outcomes import outcome_of
from referee.tournament.playing import Plan, Played, Task, finish, play_block, start
from referee.tournament.schedule import Block, Schedule, secret_of_block
from referee.tournament.secret import drawn_secret
from referee.tournament.store import Store
from referee.tournament.stored_definition import sides_in, stored_definition


@dataclass(frozen=True, slots=True)
class Begun:
    """Everything that is known before the first match."""

    done: int
    wanted: int
    matches: int
    """Matches of a block."""
    commitment: str
    isolation: str


def plan_of(defined: Defined, bots: list[Bot], *, seeded: bool, side_by_side: bool = False) -> Plan:
    """The instructions to workers."""
    content, game = defined.content, defined.game
    return Plan(
        secrets.token_hex(8),
        found_by(game),
        fingerprint(type(game)),
        game.players,
        dict(game.readings),
        {name: list(each) if isinstance(each, tuple) else each for name, each in game.settings.items()},
        defined.turn_cap,
        tuple(bots),
        content.seatings,
        content.limits.limits(),
        content.lifetime,
        content.anonymous,
        seeded,
        content.records,
        side_by_side,
    )


def found_by(form: Game[Any]) -> str:
    """The game's name where that finds it, else its folder."""
    game = type(form)
    try:
        if game_called(game.name) is game:
            return game.name
    except BadInput:
        pass
    return str(rules_of(game).folder)


def run_tournament(
    defined: Defined,
    results: Path,
    *,
    seed: str | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    isolated: bool = True,
    resume: bool = False,
    began: Callable[[Begun], None] = lambda begun: None,
    progress: Callable[[int, int], None] = lambda done, wanted: None,
) -> Store:
    """Play the tournament to its end, and give the open results.

    ``began`` is called before the first match, ``progress(blocks there, blocks wanted)`` after each block. ``cluster``
    is the address of a Dask scheduler. BadInput, before anything is played: a bot cannot start, or the results are
    another tournament's. An interrupt at any moment keeps all finished blocks.
    """
    bots = read_entrants(defined, isolated=isolated)
    about = stored_definition(defined, [bot.text for bot in bots], [bot.isolation for bot in bots])
    if cluster is not None:
        check_cluster(cluster)
    with only_runner(results) as held:
        if held.begun and not resume:
            raise BadInput(
                f"{results}: there are results already: --resume goes on with them, --results names another file"
            )
        if held.begun:
            _same(Store(results, make=True), about, seed)
        try_entrants(defined, bots)
        store = Store(results, make=True)
        store.held = held
        try:
            secret = _secret(store, about, seed)
            run = _Run(store, Schedule(about, secret), secret)
            begun = Begun(
                len(run.done), run.schedule.wanted, matches_a_block(sides_in(defined.game), defined.content.seatings),
                commitment(secret), _isolation(bots),
            )  # fmt: skip
            began(begun)
            side_by_side = jobs > 1 or cluster is not None
            plan = plan_of(defined, bots, seeded=store.meta()["seed"] is not None, side_by_side=side_by_side)
            preparation = Preparation(start, finish, (plan,))
            tasks = run.tasks(plan.name)
            played = run_anywhere(
                play_block, tasks, jobs=jobs, cluster=cluster, preparation=preparation,
                remedy="what was played is kept, --resume goes on, on a cluster or without",
            )  # fmt: skip
            try:
                for task, matches in played:
                    run.add(task.block, matches)
                    progress(len(run.done), max(run.schedule.wanted, len(run.done)))
            finally:
                _close(played)
            store.put_meta({"finished": True, "verdict": run.schedule.format.verdict})
        except BaseException:
            store.settle()
            store.base.close()
            raise
        store.settle()
        return store


def _isolation(bots: list[Bot]) -> str:
    kinds = dict.fromkeys(bot.isolation for bot in bots if bot.program is not None)
    return "; ".join(kinds) or "none"


class _Run:
    """The blocks of a run, and those that are there."""

    def __init__(self, store: Store, schedule: Schedule, secret: bytes) -> None:
        self.store, self.schedule, self.secret = store, schedule, secret
        self.done = store.done()

    def tasks(self, plan: str) -> Iterator[Task | Wait]:
        for block in self.schedule.blocks(self.outcome):
            if isinstance(block, Wait):
                yield WAIT
            elif block.number not in self.done:
                yield Task(plan, block, secret_of_block(self.secret, block.number))

    def outcome(self, number: int) -> Outcome | None:
        """Always out of the results: a run that is resumed decides from exactly the same."""
        if number not in self.done:
            return None
        found = self.store.block(number)
        assert found is not None
        return outcome_of(*found)

    def add(self, block: Block, matches: list[Played]) -> None:
        self.store.add(block, matches)
        self.done.add(block.number)


def _close(played: Iterator[Any]) -> None:
    close = getattr(played, "close", None)
    if close is not None:
        close()


def _secret(store: Store, about: dict[str, Any], seed: str | None) -> bytes:
    """The runner of new results, or of results that are continued, with all that they keep of the tournament."""
    meta = store.meta()
    if "definition" in meta:
        if meta["definition"] != about:  # a ladder with more blocks
            store.put_meta({"definition": about, "finished": False})
        return bytes.fromhex(meta["secret"])
    secret = drawn_secret(about) if seed is None else secret_of_seed(seed)
    store.put_meta(
        {
            "definition": about,
            "commitment": commitment(secret),
            "secret": secret.hex(),
            "seed": seed,
            "finished": False,
            "verdict": "",
        }
    )
    return secret


def _same(store: Store, about: dict[str, Any], seed: str | None) -> None:
    """BadInput names the first thing in which results that are to be gone on with differ."""
    meta = store.meta()
    store.close()
    if "definition" not in meta:
        return
    there = meta["definition"]
    if commitment(bytes.fromhex(meta["secret"])) != meta["commitment"]:
        raise BadInput(f"{store.path}: its secret is not the one that it is committed to; --results names another file")
    for key, value in about.items():
        if there[key] != value and not (key == "format" and _longer_ladder(there[key], value)):
            raise BadInput(
                f"{store.path}: these are the results of another tournament: its {_difference(key, there[key], value)}"
                "; --results names another file"
            )
    if seed is not None and seed != meta["seed"]:
        raise BadInput(f"{store.path}: --seed {seed} is not what these results were begun with")


def _longer_ladder(there: dict[str, Any], now: dict[str, Any]) -> bool:
    """A ladder never needs to end: it may be resumed with more blocks."""
    return (
        there["kind"] == now["kind"] == "ladder"
        and {**there, "blocks": now["blocks"]} == now
        and (now["blocks"] > there["blocks"])
    )


def _difference(key: str, there: Any, now: Any) -> str:
    if key == "entrants":
        for old, new in zip(there, now, strict=False):
            for part in new:
                if old[part] != new[part]:
                    what = {"text": "bot", "seat": "seat"}.get(part, part)
                    return f"entrant {old['name']!r} had another {what}"
        return "entrants were others"
    if isinstance(now, dict) and isinstance(there, dict):
        part = next((part for part in now if there.get(part) != now[part]), None)
        return f"{key} was not the same" + ("" if part is None else f" ({part})")
    return f"{key} was not the same"
