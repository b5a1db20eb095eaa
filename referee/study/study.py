"""``study_game``: plays what has to be played, and puts the figures together."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput, RefereeError
from referee.kernel.game import Game
from referee.play.bot_loading import find_bot
from referee.study import MINUTES, fairness, lengths
from referee.study.bulk import RandomPlay, enough, play_at_random
from referee.study.comparing import Compared, Values, compare, values_of
from referee.study.courses import Courses, courses_of
from referee.study.decisions import Decisions, decisions_of
from referee.study.estimates import Estimate, mean
from referee.study.exact import exact_value
from referee.study.experiments import Experiment, Planner, costs_of, minutes_of
from referee.study.fairness import Cards, Fairness, cards_of
from referee.study.forms import Variant, playing
from referee.study.lengths import Lengths
from referee.study.levels import GREEDY, has_greedy, native_search
from referee.study.matches import Facts
from referee.study.running import Kept, play_all, recorded
from referee.study.skill import Skill, mean_scores, score_of, skill_of

DECISIONS = 1000
"""Decisions of a match, about which it is stopped as a draw, unless the rules stop it before."""
PILOT = 40
PILOT_TURNS = 200
BANS = 3
"""Answers that a restricted seat does without, each for itself."""
COMPARED = 0.4
"""Of the effort, for each form that is compared."""


class Restriction(msgspec.Struct):
    """What a seat may not do, and its score against seats of the same level that may."""

    what: str
    score: Estimate


class Stalling(msgspec.Struct):
    """A seat that plays for time, against others of ``level``: turns as many times as without it, and the part of the
    matches that the cap on turns stopped."""

    level: str
    times: float | None
    capped: Estimate
    turns: Estimate


class Shown(msgspec.Struct):
    """A match that shows a figure: match ``number`` of ``experiment``, of the page's ``section``."""

    name: str
    why: str
    experiment: str
    number: int
    section: str = "lengths"


class Study(msgspec.Struct):
    """All that was found out about a form of a game. ``effort`` is in minutes of one processor, as far as costs could
    be told; ``why_python`` says why nothing was compiled."""

    game: str
    title: str
    players: int
    readings: dict[str, str]
    settings: dict[str, Any]
    without: str
    turn_cap: int
    seed: str
    effort: float
    why_python: str = ""
    cooperative: bool = False
    sentences: list[str] = []
    fairness: list[Fairness] = []
    exact: Estimate | None = None
    """Of a small game of two: what it is worth to seat 0 with perfect play, above half of what both get together."""
    cards: Cards | None = None
    skill: Skill | None = None
    scores: dict[str, Estimate] = {}
    """Of a co-operative game: the mean score of all, by level."""
    courses: Courses | None = None
    decisions: list[Decisions] = []
    lengths: list[Lengths] = []
    stalling: Stalling | None = None
    restricted: list[Restriction] = []
    compared: list[Compared] = []
    base: str = ""
    """The form that others are compared with."""
    shown: list[Shown] = []
    records: dict[str, str] = {}
    """The records of those, by name, where they are wanted."""


class Run:
    """Plays the experiments of a study."""

    def __init__(
        self, seed: str, jobs: int, cluster: str | None, fresh: bool, records: bool, say: Callable[[str], None],
        progress: Callable[[float, float], None],
    ) -> None:  # fmt: skip
        self.seed, self.jobs, self.cluster, self.fresh, self.records = seed, jobs, cluster, fresh, records
        self.say, self.progress = say, progress

    def prepared(self, variant: Variant, minutes: float | None) -> Prepared:
        """Random play, costs and a plan for so many ``minutes``, or as many as it takes. BadInput: there is no such
        form."""
        native = not variant.without
        with playing(variant) as game:
            cap = min(variant.turn_cap or game.turn_cap, PILOT_TURNS)
            pilot = play_at_random(game, self.seed, cap, PILOT, native=False)
            if variant.without and (why := _unplayable(pilot)):
                raise BadInput(f"{variant.label} nobody can play: {why}")
            if not pilot.decisions:
                raise BadInput(f"{game.name}: nobody is asked anything: there is nothing to study")
            if variant.turn_cap is None:
                wanted = int(DECISIONS * pilot.turns / pilot.decisions)
                variant = msgspec.structs.replace(variant, turn_cap=max(20, min(game.turn_cap, wanted)))
            if native and isinstance(native_search(game), str):
                self.say(f"played by Python, which is slower: {native_search(game)}")
            compiled = native and not isinstance(native_search(game), str)
            number = enough(pilot, minutes or MINUTES, native=compiled)
            random_play = play_at_random(game, self.seed, variant.turn_cap, number, native=native, say=self.say)
            costs = costs_of(game, random_play.decisions, random_play.turns, variant.turn_cap, native=native)
            if minutes is None:
                minutes = minutes_of(costs, game.players)
            planner = Planner(variant, costs, random_play.deviation, 60 * minutes, has_greedy(game))
            return Prepared(variant, planner, random_play, Kept(rules_text(game), self.fresh), minutes)

    def play(self, experiments: Sequence[Experiment], kept: Kept) -> dict[tuple[str, str], list[Facts]]:
        return play_all(experiments, self.seed, kept, self.jobs, self.cluster, self.progress)


class Prepared(msgspec.Struct):
    variant: Variant
    planner: Any
    random_play: RandomPlay
    kept: Any
    minutes: float


def rules_text(game: Game[Any]) -> str:
    """What tells rules and this package's players apart from others."""
    from referee import __version__
    from referee.record.header import fingerprint

    greedy = find_bot(GREEDY, game.name, folders("bots", type(game))).read_bytes() if has_greedy(game) else b""
    return f"{__version__} {fingerprint(type(game))} {hashlib.sha256(greedy).hexdigest()}"


def study_game(
    game: str,
    players: int | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    turn_cap: int | None = None,
    others: Sequence[Variant] = (),
    minutes: float | None = None,
    seed: str = "study",
    jobs: int = 1,
    cluster: str | None = None,
    fresh: bool = False,
    records: bool = False,
    say: Callable[[str], None] = lambda text: None,
    progress: Callable[[float, float], None] = lambda done, wanted: None,
) -> Study:
    """Study a form of a game: a name or a folder, with so many players (by default the fewest that it is for).

    ``others`` are forms that are compared with it. ``minutes`` of one processor are spent on the form itself, about,
    and 0.4 of that on each other: five, and up to eleven where greedy players are slow, if they are not given. The
    same ``seed`` and ``minutes`` give the same figures. What was played is kept in ``.referee/study``, so that a study
    which was interrupted goes on, unless it is to be ``fresh``. With ``records`` the result has those of matches that
    show its figures. BadInput: there is no such form.
    """
    made = find_game(game)
    number = max(2, made.fewest_players) if players is None else players
    base = Variant(
        "as it is", game, number, tuple((readings or {}).items()), tuple((settings or {}).items()), turn_cap=turn_cap
    )
    run = Run(seed, jobs, cluster, fresh, records, say, progress)
    study, values = _study(run, base, minutes)
    if others:
        forms: list[tuple[str, Values | str]] = [(base.label, values)]
        for other in others:
            say(f"compared with: {other.label}")
            forms.append((other.label, _values(run, other, study.effort * COMPARED)))
        study.compared, study.base = compare(forms), base.label
    from referee.study.sentences import sentences_of

    study.sentences = sentences_of(study)
    return study


def _unplayable(pilot: RandomPlay) -> str:
    """Why there is no match in which anything can be compared; "" where there is one."""
    if not pilot.decisions:
        return "nobody is asked anything"
    return "the rules stop every match" if set(pilot.ends) == {"stopped"} else ""


def _values(run: Run, variant: Variant, minutes: float) -> Values | str:
    """What a form is compared by, or why it cannot be played."""
    try:
        ready = run.prepared(variant, minutes)
        first = list(ready.planner.self_play())
        plan = [*first, *list(ready.planner.ladder())[:1]]
        played = run.play(plan, ready.kept)
    except RefereeError as error:
        return str(error)
    return values_of({each.name: (each, played[each.variant.label, each.name]) for each in plan})


def _study(run: Run, variant: Variant, minutes: float | None) -> tuple[Study, Values]:
    ready = run.prepared(variant, minutes)
    planner, variant = ready.planner, ready.variant
    own, ladder = list(planner.self_play()), list(planner.ladder())
    luck, stalling = planner.luck(), planner.stalling()
    played = run.play([*own, *ladder, luck, stalling], ready.kept)

    def facts(experiment: Experiment) -> list[Facts]:
        return played[experiment.variant.label, experiment.name]

    with playing(variant) as game:
        study = Study(
            game.name, game.title, game.players, dict(game.readings), _plain(game.settings), variant.without,
            variant.turn_cap or game.turn_cap, run.seed, ready.minutes, cooperative=game.cooperative,
        )  # fmt: skip
        compiled = native_search(game) if not variant.without else "a clause is left out"
        study.why_python = compiled if isinstance(compiled, str) else ""
        study.exact = exact_value(game)
    best = own[-1]
    study.decisions = [decisions_of(each.name, facts(each)) for each in own]
    study.lengths = [lengths.of_random(ready.random_play)]
    study.lengths += [lengths.of_matches(each.name, facts(each)) for each in own[1:]]
    study.stalling = _stalling(stalling, facts(stalling), study.lengths)
    if study.cooperative:
        study.scores = mean_scores({each.name: facts(each) for each in own})
    else:
        study.fairness = [fairness.of_matches(each.name, facts(each)) for each in own]
        fairness.add_random(study.fairness[0], ready.random_play)
        many = own[-2]
        study.cards = cards_of(many.name, facts(many))
        study.skill = skill_of([(each, facts(each)) for each in ladder], luck, facts(luck))
        study.courses = courses_of(best.name, facts(best))
        study.restricted = _restricted(run, ready, study)
        study.shown = [
            Shown(f"{best.name} {e.match}", e.why, best.name, e.match, "course") for e in study.courses.examples
        ]
        study.shown += _by_figures(study, own, facts)
    study.shown += _by_length(best, facts(best))
    if (
        endless := next((at for at, each in enumerate(facts(stalling)) if each.reason == "turn-cap"), None)
    ) is not None:
        study.shown.append(Shown(f"stalling {endless}", "stopped: seat 0 plays for time", "stalling", endless))
    if run.records:
        named = {each.name: each for each in [*own, stalling]}
        for each in study.shown:
            study.records[each.name] = recorded(named[each.experiment], run.seed, each.number).decode()
    values = values_of({each.name: (each, facts(each)) for each in [*own, *ladder[:1]]})
    return study, values


def _plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in settings.items()}


def _stalling(experiment: Experiment, stalled: Sequence[Facts], usual: Sequence[Lengths]) -> Stalling:
    level = experiment.seats[1]
    turns = mean([float(each.turns) for each in stalled])
    without = next((each.turns.value for each in usual if each.level == level), None)
    times = turns.value / without if turns.value is not None and without else None
    return Stalling(level, times, lengths.of_matches("", stalled).capped, turns)


def _restricted(run: Run, ready: Prepared, study: Study) -> list[Restriction]:
    """What seats lose who answer at random at times, or never give an answer that is often thought best."""
    labels = study.decisions[-1].labels
    liked = sorted(labels, key=lambda each: -((each.best.value or 0.0) - each.expected) * each.offered)
    bans = [each.label for each in liked if (each.best.value or 0.0) > each.expected][:BANS]
    plan = list(ready.planner.restricted(bans))
    played = run.play(plan, ready.kept)
    found = []
    for each in plan:
        level = each.seats[1]
        found.append(Restriction(level, score_of(each, played[each.variant.label, each.name], level)))
    return found


def _by_figures(study: Study, own: Sequence[Experiment], facts: Callable[[Experiment], list[Facts]]) -> Iterator[Shown]:
    """A match that somebody won who was asked first, and one that the best card went with."""
    best, many = own[-1], own[-2]
    won = next((at for at, each in enumerate(facts(best)) if each.first >= 0 and each.share[each.first] == 1), None)
    if won is not None:
        yield Shown(f"{best.name} {won}", "whoever is asked first wins", best.name, won, "fairness")
    worths = study.cards.opening or study.cards.drew if study.cards else []
    if not worths:
        return
    card, which = worths[0].card, "opening" if study.cards and study.cards.opening else "drew"
    for at, match in enumerate(facts(many)):
        if any(card in held and part == 1 for held, part in zip(getattr(match, which), match.share, strict=True)):
            yield Shown(f"{many.name} {at}", f"{card} goes with the win", many.name, at, "cards")
            return


def _by_length(best: Experiment, facts: Sequence[Facts]) -> list[Shown]:
    """The shortest and the longest match."""
    if not facts:
        return []
    order = sorted(range(len(facts)), key=lambda at: (facts[at].turns, at))
    told = {order[-1]: "the longest", order[0]: "the shortest"}
    return [Shown(f"{best.name} {at}", why, best.name, at) for at, why in told.items()]
