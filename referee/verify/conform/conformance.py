"""What every game must do, whatever its rulebook says: show nobody what he may not see, and depend on the table only.

Information leaks: two tables that differ only in what a seat cannot see are played side by side, and whatever that
seat is shown is compared (``referee.verify.conform.leaks``). Repeatability: a step from the same table with the same
answers leads to the same table again; a rule that keeps something elsewhere is caught by that, and by a saved match
that goes on otherwise in a fresh process. Conservation: cards, money, questions, payoffs and the game object
(``referee.verify.conform``). Rotation: no seat is preferred.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.players import Player, everybody
from referee.kernel.saving import load, save
from referee.kernel.table import Table
from referee.kernel.watch import Story
from referee.play.history import History
from referee.verify.collide.overruled import MATCHES as OVERRULED
from referee.verify.collide.overruled import overruled
from referee.verify.collide.same_cards import MATCHES as SAME_CARDS
from referee.verify.collide.same_cards import same_cards
from referee.verify.conform import NotConforming
from referee.verify.conform.answering import NotTyped, check_typed
from referee.verify.conform.comparing import was_told_otherwise
from referee.verify.conform.conservation import check_match
from referee.verify.conform.leaks import Compared, Leak, compare_answers, compare_cards, compare_chance
from referee.verify.conform.observations import World
from referee.verify.conform.resuming import check_continuing
from referee.verify.conform.seat_rotation import check_rotation
from referee.verify.conform.worlds import kinds_in
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger, Looked
from referee.verify.methods import Question
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Recorded, Steps, recorded
from referee.verify.play.trial import Trial
from referee.verify.play.watchdog import Looping
from referee.verify.play_results import finding_of
from referee.verify.verdicts import Method, Trouble

STEPS = 3
"""Steps for which a world is played on; more where scalars are hidden, which may come out late."""
DEALS = 0.3
"""How often the deal has other outcomes, rather than some later step."""
MATCHES = 5
"""Matches for each position: many may end before they begin."""
LONGEST = 25
"""Steps of a match from which positions are taken."""


@dataclass(slots=True)
class Position:
    """A table at a step boundary of a match: the answers that led there, and the world before each step."""

    table: Table
    history: History
    way: Steps
    worlds: list[World]


def positions_of(game: Game[Any], rng: random.Random, wanted: int) -> Iterator[Position]:
    """So many, from as many matches as it takes."""
    for _ in range(MATCHES * wanted):
        trial, driver = Trial(game, ()), AtRandom(rng)
        position = Position(trial.table, History(trial.table), [], [])
        trial.table.watch = Story([position.history.observe])
        for _ in range(LONGEST):
            if wanted <= 0:
                return
            position.worlds.append(World(game, trial.table.snapshot(), trial.table.dealing))
            met = trial.advance(driver)
            if met is not None and met.looping:
                return  # whoever plays the rules tells it; every match would take as long
            if met is not None or trial.table.outcome is not None:
                break
            position.way.append(driver.transcript)
            position.history.boundary()
            wanted -= 1
            yield position


def comparisons(position: Position, rng: random.Random, compared: Compared) -> Iterator[tuple[int, Callable[[], None]]]:
    """Comparisons with other cards from here on, and with other chance in a step that led here; each with its first
    step."""
    table, game = position.table, position.table.game
    player = rng.choice(table.players)
    here = World(game, table.snapshot())
    knows = position.history.knowledge, lambda each, twin: was_told(position, each, twin)
    yield len(position.way), lambda: compare_cards(here, player, rng, compared, STEPS, *knows)
    begin = 0 if rng.random() < DEALS else rng.randrange(len(position.way))
    given = position.way[begin:]
    steps = 1 + (len(given) if keeps_secrets(table) else min(len(given), STEPS))
    world = position.worlds[begin]
    yield begin, lambda: compare_chance(world, player, given, rng, compared, steps)
    own = random.Random(f"answers {len(position.way)} {begin} {player.seat}")
    yield begin, lambda: compare_answers(world, player, given[:1], own, compared)


def was_told(position: Position, player: Player, twin: World) -> bool:
    """Whether that player would have been told or shown something else, had other cards come from the deal on."""
    here, there = position.table, twin.table()
    pairs = zip(here.places, there.places, strict=True)
    apart = {kind for one, other in pairs for kind in set(kinds_in(one)) ^ set(kinds_in(other))}
    if not position.history.was_told or len(apart) != 2 or any(here.deck.copies[kind] > 1 for kind in apart):
        return False
    return was_told_otherwise(position.worlds[0], player, position.way, sorted(apart))


def keeps_secrets(table: Table) -> bool:
    """Whether more is hidden from somebody than the kinds of cards: scalars, how many cards lie somewhere, or which of
    them are marked or linked."""
    if any(spec.audience(table.game) is not everybody for spec in table.scalar_specs.values()):
        return True
    for place in table.places:
        marked = place.is_row and any(laid.marks or laid.link for laid in place.row)
        if not all(place.sees(each) if marked else place.sees_size(each) for each in table.players):
            return True
    return False


Found = dict[tuple[Trouble, tuple[str, ...]], tuple[Met, Steps]]

MATCHES_COUNTED = 4
"""Whose cards and money are counted after every change, and as many that are turned by a seat."""
STEPS_COUNTED = 40
MATCHES_TYPED = 2
"""Whose questions are looked at: can each option be typed?"""
SAVED = 2
"""Matches that go on in a fresh process, where the game is as it is played; from so many steps at most, and so many."""
BEFORE, AFTER = 8, 8
POSITIONS = 40
"""Positions for each form of a game, times the effort."""


def decide(question: Question) -> Iterator[Finding | Ledger]:
    """See ``referee.verify.methods``."""
    found, positions = look(question)
    ledger = Ledger()
    ledger.looked.append(
        Looked(Method.CONFORMANCE, question.game.players, question.readings, question.scale, positions, "positions")
    )
    yield ledger
    for met, script in found.values():
        yield finding_of(Method.CONFORMANCE, _recorded(question.game, met, script), met)


def look(question: Question, *, afresh: bool = True) -> tuple[Found, int]:
    """The trouble, with the shortest way to it, and the number of positions that were examined.

    Not ``afresh``: no match goes on in a fresh process, which knows the rules only as they stand in their files.
    """
    game = question.game
    rng = question.rng()
    found: Found = {}
    compared = Compared()
    positions = 0
    for position in positions_of(game, rng, max(1, int(POSITIONS * question.effort))):
        if question.budget.is_spent:
            break
        positions += 1
        repeated = _repeated(position.table, position.way, rng)
        if repeated[0] is not None and repeated[0].looping:
            return found, positions  # whoever plays the rules tells it, and all else would meet it again
        _note(found, (repeated, *_leaks(position, rng, compared)))
        if positions == 1 and not found:
            _note(found, [*_typed(question), *_promises(question, rng, afresh)])
            if found:
                break
    if positions and not found:
        effort = min(1.0, question.effort)
        _note(found, overruled(game, random.Random("overruled"), max(1, int(OVERRULED * effort))))
        _note(found, same_cards(game, rng, max(1, int(SAME_CARDS * effort))))
    return found, positions


def _recorded(game: Game[Any], met: Met, script: Steps) -> Recorded:
    """The record of a way; without its last steps where they lead to what no record can hold."""
    while True:
        try:
            return recorded(game, met, script)
        except (BadInput, TypeError, ValueError):
            if not script:
                raise
            script = script[:-1]


def _note(found: Found, seen: Iterable[tuple[Met | None, Steps]]) -> None:
    """Keep the shortest way to each trouble."""
    for met, script in seen:
        if met is not None:
            known = found.get((met.trouble, met.clauses))
            if known is None or len(script) < len(known[1]):
                found[met.trouble, met.clauses] = met, script


def _promises(question: Question, rng: random.Random, afresh: bool) -> Iterator[tuple[Met | None, Steps]]:
    """The faults of conservation, rotation, and going on in a fresh process; each is reported once."""
    game = question.game
    matches = range(max(1, int(MATCHES_COUNTED * min(1.0, question.effort))))
    checks: list[Callable[[], Any]] = [lambda: check_match(game, rng, STEPS_COUNTED) for _ in matches]
    checks += [lambda: check_rotation(game, rng, STEPS_COUNTED) for _ in matches]
    if afresh and not question.scale:
        checks.append(lambda: check_continuing(game, rng, SAVED, BEFORE, AFTER))
    for check in checks:
        try:
            check()
        except NotConforming as wrong:
            yield Met(wrong.trouble, wrong.clauses, str(wrong)), wrong.script
            return  # what is wrong with one may be what is wrong with the others
        except (Looping, BadInput, subprocess.TimeoutExpired):
            return
        except Exception:
            # What the rules run into is told by whoever plays them.
            continue


def _typed(question: Question) -> Iterator[tuple[Met | None, Steps]]:
    """The first option that nobody can type."""
    rng = random.Random("typed")
    for _ in range(max(1, int(MATCHES_TYPED * min(1.0, question.effort)))):
        try:
            check_typed(question.game, rng, STEPS_COUNTED)
        except NotTyped as wrong:
            yield Met(wrong.trouble, wrong.clauses, str(wrong), what=wrong.ask), wrong.script
            return
        except Exception:
            return  # what the rules run into is told by whoever plays them


def _leaks(position: Position, rng: random.Random, compared: Compared) -> Iterator[tuple[Met | None, Steps]]:
    try:
        looks = list(comparisons(position, rng, compared))
    except Exception:
        return  # what the rules run into is told by whoever plays them
    for begin, check in looks:
        try:
            check()
        except Leak as leak:
            clauses = tuple([each for each in leak.clauses if each != "?"])
            yield Met(Trouble.LEAK, clauses, str(leak), what=leak.about), position.way[:begin] + leak.script
        except Looping:
            return
        except Exception:
            continue


def _repeated(table: Table, way: Steps, rng: random.Random) -> tuple[Met | None, Steps]:
    """Take a step, and take it again on a copy that was written and read."""
    one, other = Trial(table.game, ()), Trial(table.game, ())
    one.table.restore(table.snapshot())
    try:
        other.table = load(table.game, json.loads(json.dumps(save(table))))
    except (BadInput, TypeError) as error:
        return Met(Trouble.ARITHMETIC, (), f"a table cannot be written and read again: {error}"), way
    driver = AtRandom(rng)
    first = one.advance(driver)
    if first is not None and first.looping:
        return first, way
    again = Script(driver.transcript)
    second = other.advance(again)
    same = (first and first.same_as) == (second and second.same_as)
    if first is None and second is None:
        same = one.table.snapshot() == other.table.snapshot() and driver.transcript == again.transcript
    if same:
        return None, way
    said = "the same step on the same table, with the same answers, went otherwise when it was taken again"
    return Met(Trouble.ARITHMETIC, (), f"{said}: the rules depend on something that is not on the table"), way
