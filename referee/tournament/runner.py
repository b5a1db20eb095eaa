"""Runs a tournament: plays the blocks that are not there yet, and puts them into the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import UnsetType

from referee.games.registry import game_called
from referee.kernel.errors import BadInput
from referee.kernel.game import rules_of
from referee.pool.executors import run_all
from referee.record.header import fingerprint
from referee.record.tape import commitment, new_secret, secret_of_seed
from referee.tournament.definition import Defined
from referee.tournament.playing import Plan, entrant_forms, fingerprint_of, play_block, start, try_entrants
from referee.tournament.schedule import Block, blocks, number_of_blocks, secret_of_block, tables
from referee.tournament.store import Store, only_runner


def plan_of(defined: Defined, *, seeded: bool) -> Plan:
    """What workers are told."""
    content, game = defined.content, defined.game
    return Plan(
        _found_by(defined),
        game.players,
        dict(game.readings),
        {name: list(each) if isinstance(each, tuple) else each for name, each in game.settings.items()},
        None if isinstance(content.turn_cap, UnsetType) else content.turn_cap,
        tuple(each.called for each in content.entrant),
        entrant_forms(defined),
        content.seatings,
        seeded,
        content.records,
    )


def _found_by(defined: Defined) -> str:
    """The game's name where that finds it, else its folder."""
    game = type(defined.game)
    try:
        if game_called(game.name) is game:
            return game.name
    except BadInput:
        pass
    return str(rules_of(game).folder)


def described(defined: Defined) -> dict[str, Any]:
    """What the results keep of the definition; a run is only gone on with where it is the same."""
    content, game = defined.content, defined.game
    return {
        "name": defined.name,
        "form": dict(game.form),
        "rules": fingerprint(type(game)),
        "turn_cap": None if isinstance(content.turn_cap, UnsetType) else content.turn_cap,
        "entrants": [
            {
                "name": each.called,
                "author": None if isinstance(each.author, UnsetType) else each.author,
                "seat": each.seat,
                "text": fingerprint_of(form, game),
            }
            for each, form in zip(content.entrant, entrant_forms(defined), strict=True)
        ],
        "tables": [list(table) for table in tables(defined)],
        "blocks": content.format.blocks,
        "seatings": content.seatings.value,
        "measure": content.measure,
        "records": content.records,
    }


def run_tournament(
    defined: Defined,
    results: Path,
    *,
    seed: str | None = None,
    jobs: int = 1,
    resume: bool = False,
    began: Callable[[int, int, int, str], None] = lambda done, wanted, matches, commitment: None,
    progress: Callable[[int], None] = lambda done: None,
) -> Store:
    """Play it to its end, and give the open results.

    ``began(blocks there, blocks wanted, matches a block, commitment)`` is called before the first match,
    ``progress(blocks there)`` after each block. BadInput, before anything is played, where a bot cannot start or
    the results are another tournament's. Interrupted, at any moment, all blocks but those under way are kept.
    """
    try_entrants(defined)
    about = described(defined)
    with only_runner(results):
        if results.exists() and not resume:
            raise BadInput(
                f"{results}: there are results already: --resume goes on with them, --results names another file"
            )
        store = Store(results, make=True)
        if "definition" in store.meta():
            secret = _same(store, about, seed)
        else:
            secret = new_secret() if seed is None else secret_of_seed(seed)
            store.put_meta(
                {
                    "definition": about,
                    "commitment": commitment(secret),
                    "secret": secret.hex(),
                    "seed": seed,
                    "finished": False,
                }
            )
        seeded = store.meta()["seed"] is not None
        done = store.done()
        wanted = number_of_blocks(defined)
        began(len(done), wanted, len(Block(1, tuple(range(defined.game.players)), 0).seated(defined.content.seatings)),
              commitment(secret))  # fmt: skip
        missing = (
            (block, secret_of_block(secret, block.number)) for block in blocks(defined) if block.number not in done
        )
        played = run_all(play_block, missing, jobs=jobs, start=start, start_with=(plan_of(defined, seeded=seeded),))
        try:
            for number, ((block, _), matches) in enumerate(played, len(done) + 1):
                store.add(block, matches)
                progress(number)
        finally:
            _close(played)
        store.put_meta({"finished": True})
        return store


def _close(played: Iterator[Any]) -> None:
    close = getattr(played, "close", None)
    if close is not None:
        close()


def _same(store: Store, about: dict[str, Any], seed: str | None) -> bytes:
    """The secret of results that are gone on with; BadInput names the first thing in which they differ."""
    meta = store.meta()
    for key, value in about.items():
        if meta["definition"][key] != value:
            raise BadInput(
                f"{store.path}: these are the results of another tournament: its {key} was not the same; "
                "--results names another file"
            )
    if seed is not None and seed != meta["seed"]:
        raise BadInput(f"{store.path}: --seed {seed} is not what these results were begun with")
    return bytes.fromhex(meta["secret"])
