"""The trials of a mutant, as ``referee check`` would make them: worked examples first, then whatever costs least.

Every trial was loaded, and run on the rules as they are, before the first mutant: what it already shows there counts
against no mutant.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.examples import Example, check_example
from referee.verify.check_result import Checked
from referee.verify.conform.conformance import look
from referee.verify.explore.breadth import Search
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.mutate.mutants import forget
from referee.verify.mutate.reach import Statements
from referee.verify.play.fuzz import Campaign
from referee.verify.play.met import Met
from referee.verify.properties import Property
from referee.verify.proving import decide_here
from referee.verify.questions import Plan, choices_of_readings
from referee.verify.scales import Scale
from referee.verify.understood import PROOF, claim_text, rule_text
from referee.verify.verdicts import ON_MEANING, Method, Result, Verdict
from referee.verify.without_turns import cards_in_rows

SEED = "mutants"
FUZZED = 0.2
"""The share of a check's effort, for each number of players under the default readings."""
ALTERNATIVES = 0.1
"""The same under readings that properties speak of, for the fewest players."""
LOOKED_AT = 0.2
"""The share of a check's effort: positions that are examined for what every game must do."""
EXPLORED = 0.1
"""The same, of the first scale that is declared."""
PROVED_FOR = 2
"""Players for whom a mutant is tried to be refuted by proof."""

Shown = tuple[str, str]
"""A key (a finding's fingerprint, or what else is the same where it shows again), and how it shows in words."""


Form = tuple[int, Mapping[str, str], Mapping[str, Any]]
"""Players, readings and settings."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One question to one method. ``name`` says all that it depends on, beside the texts of rules and properties."""

    method: Method
    name: str
    form: Form
    shows: Callable[[Bench], Iterable[Shown]]


@dataclass(slots=True)
class Bench:
    """The trials of all mutants of a game. ``quiet`` are the keys of what the rules as they are show."""

    game: type[Game[Any]]
    examples: Sequence[Example]
    properties: Sequence[Property]
    accepted: Checked
    scales: Sequence[Scale] = ()
    quiet: frozenset[str] = frozenset()
    reach: Sequence[Carried] = ()
    """What each example carries out."""
    answers: dict[Any, Any] = field(default_factory=dict)
    """The solver's answers to what the proof of the rules as they are has asked."""
    meant: bool = True
    """Whether something of the rules as they are is proved on their meaning."""
    unproved: frozenset[str] | None = None
    """The properties that are not proved of the rules as they are; None as long as nobody has asked."""

    def about(self, form: Game[Any]) -> tuple[Property, ...]:
        """The properties that are about a form of the game."""
        scale = form.unusual_settings
        return tuple([each for each in self.properties if each.applies(form.readings, form.players, scale)])

    def question(self, form: Game[Any], effort: float) -> Question:
        return Question(form, self.about(form), SEED, effort=effort)

    def in_order(self, changed: frozenset[int] | None, clauses: Sequence[str]) -> list[int]:
        """The examples, by number, that carry out some of the statements (None: all): those of some clauses first,
        and what is soon played."""
        left = [at for at, each in enumerate(self.reach) if changed is None or changed & each.statements]
        return sorted(left, key=lambda at: (not {*self.examples[at].clauses} & {*clauses}, self.reach[at].steps))


@dataclass(frozen=True, slots=True)
class Carried:
    """What a trial of the rules as they are carries out: ``steps`` counts statements, and no machine's seconds."""

    steps: int
    statements: frozenset[int]
    seconds: float = 0.0


def reach(bench: Bench, statements: Statements) -> list[Carried]:
    """For each example what it carries out. This changes the process that it is called in for good."""
    found = []
    seen: set[int] = set()
    steps = 0

    def carried_out(number: int) -> None:
        nonlocal steps
        steps += 1
        seen.add(number)

    statements.watch(carried_out)
    for each in bench.examples:
        forget(bench.game)  # what one example has left in a cache, another one would not come to
        seen.clear()
        steps, began = 0, time.process_time()
        differs(bench.game, each)
        found.append(Carried(steps, frozenset(seen), time.process_time() - began))
    return found


def differs(game: type[Game[Any]], example: Example) -> str:
    """The first difference from a worked example; "" where there is none."""
    try:
        shown = check_example(game, example)
    except (BadInput, Exception) as error:
        return f"{type(error).__name__}: {error}"
    return f"{example.name}: {shown.differences[0]}" if shown.differences else ""


# -- methods that play --------------------------------------------------------------------------------------


def playing(bench: Bench) -> list[Stage]:
    """All of them, in the order in which they are tried."""
    game = bench.game
    fewest, most = game.fewest_players, game.most_players
    sizes = sorted({fewest, min(fewest + 1, most), min(fewest + 3, most)})
    stages = [_fuzzing(players, {}, FUZZED) for players in sizes]
    stages += [_conforming(players) for players in sizes[:2]]
    plan = Plan(game.name)
    for readings in choices_of_readings(plan, game, bench.properties)[1:]:
        stages.append(_fuzzing(fewest, readings, ALTERNATIVES))
    for scale in bench.scales[:1]:
        stages.append(_exploring(scale))
    return stages


def _fuzzing(players: int, readings: Any, effort: float) -> Stage:
    def shows(bench: Bench) -> Iterator[Shown]:
        try:
            form = bench.game(players, readings=readings)
        except Exception as error:
            if readings and isinstance(error, BadInput):
                return  # there is no such form
            yield "made", f"{players} players: {type(error).__name__}: {error}"
            return
        question = hoped_of(bench.question(form, effort))
        campaign = Campaign(question)
        speaks = Speaks(bench, question, Method.FUZZ)
        trial = campaign.play(speaks.against)
        for each in trial.raised:
            yield f"raised {each.claimed.name}", str(each)
        yield from [each for seen in campaign.seen.values() for each in speaks.of(seen.met)]

    return Stage(Method.FUZZ, f"fuzz {players} {sorted(readings.items())} {effort}", (players, readings, {}), shows)


def hoped_of(question: Question) -> Question:
    """The question without properties whose failure is expected: it speaks against no mutant, and matches go on."""
    form = question.game
    hoped = [each for each in question.properties if each.expected(form.readings, form.players)]
    return replace(question, properties=tuple(hoped))


def _conforming(players: int) -> Stage:
    def shows(bench: Bench) -> Iterator[Shown]:
        question = bench.question(bench.game(players), LOOKED_AT)
        speaks = Speaks(bench, question, Method.CONFORMANCE)
        found, _ = look(question, afresh=False)
        for met, _ in found.values():
            yield from speaks.of(met)

    return Stage(Method.CONFORMANCE, f"conformance {players}", (players, {}, {}), shows)


def _exploring(scale: Scale) -> Stage:
    players = scale.players[0]

    def shows(bench: Bench) -> Iterator[Shown]:
        question = bench.question(bench.game(players, settings=scale.settings), EXPLORED * scale.effort)
        speaks = Speaks(bench, question, Method.EXPLORE)
        search = Search(question)
        search.run()
        for each in search.trial.raised:
            yield f"raised {each.claimed.name}", str(each)
        for met, _ in search.met.values():
            yield from speaks.of(met)

    name = f"explore {players} {sorted(scale.settings.items(), key=str)}"
    return Stage(Method.EXPLORE, name, (players, {}, scale.settings), shows)


class Speaks:
    """The new findings among those that are met in one form, as a check would see them."""

    def __init__(self, bench: Bench, question: Question, method: Method) -> None:
        self.bench, self.question, self.method = bench, question, method
        self._known: dict[Any, list[Shown]] = {}

    def of(self, met: Met) -> list[Shown]:
        if met.same_as not in self._known:
            self._known[met.same_as] = list(self._shown(met))
        return self._known[met.same_as]

    def against(self, met: Met) -> bool:
        return any(key not in self.bench.quiet for key, _ in self.of(met))

    def _shown(self, met: Met) -> Iterator[Shown]:
        question, claimed = self.question, met.claimed
        finding = Finding(
            met.trouble, self.bench.game.name, met.message, met.clauses, question.game.players, question.readings,
            question.scale, self.method, Verdict.REFUTED if claimed else Verdict.WITNESSED,
            claimed.name if claimed else "",
        )  # fmt: skip
        yield from _new(self.bench, finding)


def _new(bench: Bench, finding: Finding) -> Iterator[Shown]:
    if bench.accepted.status(finding) == "new":
        what = finding.property_name or " ".join(finding.clauses)
        yield finding.fingerprint, " ".join(f"{finding.trouble.value} {what}: {finding.sentence}".split())


# -- proof --------------------------------------------------------------------------------------------------


def proving(bench: Bench) -> Stage:
    """A proof for the fewest players, whose counterexamples are played."""
    players = _proved_for(bench)
    return Stage(Method.PROVE, f"prove {players}", (players, {}, {}), lambda bench: refuted(bench)[0])


def _proved_for(bench: Bench) -> int:
    return max(PROVED_FOR, bench.game.fewest_players)


def read_texts(bench: Bench) -> None:
    """Read what a proof reads of rules and properties before it: for mutants that is the text as it is."""
    form = bench.game(_proved_for(bench))
    rule_text(form, PROOF)
    for each in bench.about(form):
        claim_text(form, each.claim, PROOF)


def refuted(bench: Bench) -> tuple[list[Shown], str]:
    """The properties that a proof refutes, and in words what it proves of the rules as they are and could not here."""
    players = _proved_for(bench)
    form = bench.game(players)
    if cards_in_rows(form):
        return [], "not proved: cards lie in rows"
    try:
        asked = replace(bench.question(form, 1.0), shaken=False, meant=bench.meant, answers=bench.answers)
        conclusions = decide_here(asked)
    except Exception as error:  # a proof that cannot go on has noticed nothing
        return [], f"the proof stopped: {type(error).__name__}: {error}"
    bench.meant = any(isinstance(each, Result) and ON_MEANING in each.why for each in conclusions)
    shown: list[Shown] = []
    for each in conclusions:
        if isinstance(each, Finding):
            shown += _new(bench, each)
        elif isinstance(each, Result) and each.verdict is Verdict.REFUTED:
            claimed = next(one for one in bench.properties if one.name == each.property)
            if claimed.expected(each.readings, each.players):
                shown.append((f"refuted {each.property}", f"{each.property} is refuted with {players} players"))
    unproved = [each.property for each in conclusions if isinstance(each, Result) and each.verdict is Verdict.UNKNOWN]
    if bench.unproved is None:
        bench.unproved = frozenset(unproved)
    lost = [each for each in unproved if each not in bench.unproved]
    return shown, f"no longer proved: {', '.join(lost)}" if lost else ""
