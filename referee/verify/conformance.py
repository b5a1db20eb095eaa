"""What every game must do, whatever its rulebook says: show nobody what he may not see, and depend on the table only.

Information leaks: two tables that differ only in what a seat cannot see are played side by side, and whatever that
seat is shown is compared (``referee.verify.leaks``). Repeatability: a step from the same table with the same answers
leads to the same table again; a rule that keeps something elsewhere is caught by that.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from referee.kernel.saving import load, save
from referee.kernel.table import Table
from referee.verify.findings import Finding
from referee.verify.leaks import Compared, Leak, compare
from referee.verify.ledger import Ledger, Looked
from referee.verify.methods import Question
from referee.verify.minimise import Steps, recorded
from referee.verify.trial import AtRandom, Met, Script, Trial
from referee.verify.verdicts import Method, Trouble, Verdict

POSITIONS = 40
"""For each form of a game, times the effort."""
STEPS = 3
"""For which two tables are played side by side."""
MATCHES = 5
"""For each position at most: many matches may end before they begin."""
LONGEST = 25
"""Steps of a match from which positions are taken."""


def decide(question: Question) -> Iterator[Finding | Ledger]:
    """See ``referee.verify.methods``."""
    game = question.game
    rng = random.Random(f"{question.seed} {sorted(game.form['readings'].items())} {game.players} {game.settings}")
    found: dict[tuple[Trouble, tuple[str, ...]], tuple[Met, Steps]] = {}
    compared = Compared()
    positions = 0
    for table, way in _positions(question, rng):
        positions += 1
        repeated = _repeated(table, way, rng)
        if repeated[0] is not None and repeated[0].looping:
            break  # whoever plays the rules tells it
        for met, script in (repeated, _leak(table, way, rng, compared)):
            if met is not None:
                known = found.get((met.trouble, met.clauses))
                if known is None or len(script) < len(known[1]):
                    found[met.trouble, met.clauses] = met, script
    ledger = Ledger()
    ledger.looked.append(
        Looked(Method.CONFORMANCE, game.players, question.readings, question.scale, positions, "positions")
    )
    yield ledger
    for met, script in found.values():
        short = recorded(game, met, script)
        yield Finding(
            met.trouble, game.name, short.sentence, met.clauses, game.players, question.readings, question.scale,
            Method.CONFORMANCE, Verdict.WITNESSED, witness=short.witness,
        )  # fmt: skip


def _positions(question: Question, rng: random.Random) -> Iterator[tuple[Table, Steps]]:
    """Tables at step boundaries of random matches, with the answers that led there."""
    wanted = max(1, int(POSITIONS * question.effort))
    for _ in range(MATCHES * wanted):
        trial, driver = Trial(question.game, ()), AtRandom(rng)
        way: Steps = []
        for _ in range(LONGEST):
            if wanted <= 0 or question.budget.is_spent:
                return
            if trial.advance(driver) is not None or trial.table.outcome is not None:
                break
            way.append(driver.said)
            wanted -= 1
            yield trial.table, list(way)


def _leak(table: Table, way: Steps, rng: random.Random, compared: Compared) -> tuple[Met | None, Steps]:
    try:
        compare(table, rng.choice(table.players), rng, compared, STEPS)
    except Leak as leak:
        clauses = tuple([each for each in leak.clauses if each != "?"])
        return Met(Trouble.LEAK, clauses, f"{leak}; the two differ only in cards that it does not see"), way + leak.said
    except Exception:
        # What the rules run into is told by whoever plays them.
        return None, way
    return None, way


def _repeated(table: Table, way: Steps, rng: random.Random) -> tuple[Met | None, Steps]:
    """Take a step, and take it again on a copy that was written and read."""
    one, other = Trial(table.game, ()), Trial(table.game, ())
    one.table.restore(table.snapshot())
    other.table = load(table.game, json.loads(json.dumps(save(table))))
    driver = AtRandom(rng)
    first = one.advance(driver)
    if first is not None and first.looping:
        return first, way
    again = Script(driver.said)
    second = other.advance(again)
    same = (first and first.same_as) == (second and second.same_as)
    if first is None and second is None:
        same = one.table.snapshot() == other.table.snapshot() and driver.said == again.said
    if same:
        return None, way
    said = "the same step on the same table, with the same answers, went otherwise when it was taken again"
    return Met(Trouble.ARITHMETIC, (), f"{said}: the rules depend on something that is not on the table"), way
