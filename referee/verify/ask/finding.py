"""Which edges play comes to, how often, and the first position of each."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.story import look, position
from referee.verify.ask.edges import Edge
from referee.verify.ask.match import Match
from referee.verify.ask.otherwise import tell_otherwise
from referee.verify.ask.question import Occurrence, Question, sentence
from referee.verify.ask.sites import Site, watching
from referee.verify.ask.spoken import called_by, called_in, sentences_of, spoken_of
from referee.verify.impact.random_settings import sliced, smaller
from referee.verify.mine.observing import drivers
from referee.verify.play.drivers import AtRandom
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial

MATCHES = 60
"""Matches of each form: every second one at random."""
LONGEST = 150
MOST_STEPS = 2500
"""Steps of each form; after so many no other match begins."""
MOST_PLAYERS = 6
USUAL = 0.5
"""Of the times that play comes to a place: what is so more often is no edge of it."""
ORDINARY = 0.5
"""Of random matches: that a list is empty in more of them is how the game is played, where that does not end it."""
RARE = 0.2
"""Of random matches: what makes hands grow more often is planned."""
LAID = re.compile(r"\w+\.(draw|move)\(")
TRIED = 4
"""Matches in which another answer is tried."""
SCALES = 6
"""Smaller games that are played."""
EFFORT_AT_SCALE = 0.2
"""Of the matches of a form, in each of them."""

Key = tuple[str, Edge]
"""The id of a place, and its edge."""


def find(
    games: Sequence[Game[Any]],
    seed: str,
    effort: float = 1.0,
    at: Callable[[int], None] | None = None,
    played: list[int] | None = None,
    scaled: Sequence[Game[Any]] = (),
    *,
    otherwise: bool = True,
    sure: bool = False,
) -> list[Question]:
    """The edges of all these forms of one game, those that matter most first; ``effort`` scales the matches. To
    ``played``, two numbers, those of matches at random and of others are added. ``scaled`` are smaller games, which
    are played for what the others do not meet. Without ``otherwise`` it is not looked at what another answer would
    change, which also decides how much an edge matters. ``sure``: also what nearly every match comes to and the
    rulebook speaks of."""
    found, met = _found(games, seed, effort, played, at)
    if scaled:
        more, _ = _found(
            scaled, seed, effort * EFFORT_AT_SCALE, None, None if at is None else lambda n: at(n + len(games))
        )
        more = [each for each in more if each.edge is not Edge.FIRST]  # so small a game is over soon
        for each in more:
            each.scaled = True
        found += [each for each in more if (each.site.id, each.edge) not in met]
    found = [each for each in _once(found) if sure or not (each.is_sure and each.spoken)]
    if otherwise:
        tell_otherwise(found)
    return sorted(found, key=lambda each: (-each.rank, each.id))


class _Seen:
    """What play comes to in all forms of a game."""

    def __init__(self) -> None:
        self.found: dict[Key, Question] = {}
        self.times: Counter[str] = Counter()
        self.edges: Counter[Key] = Counter()
        self.steps: Counter[Key] = Counter()
        self.ends: Counter[Key] = Counter()
        self.begin_step(None)

    def begin_step(self, driver: AtRandom | None) -> None:
        self.come: Counter[str] = Counter()
        self.driver, self.answered = driver, 0 if driver is None else driver.decisions
        self.here: dict[Key, tuple[Site, int, int]] = {}
        """The edges of this step, with how often play had come to the place before, and after how many answers."""

    def told(self, site: Site, edge: Edge | None) -> None:
        self.times[site.id] += 1
        self.come[site.id] += 1
        if edge is not None:
            self.edges[site.id, edge] += 1
            given = 0 if self.driver is None else self.driver.decisions - self.answered
            self.here.setdefault((site.id, edge), (site, self.come[site.id] - 1, given))

    def met(
        self, key: Key, trial: Trial, script: list[list[Any]], before: tuple[Any, ...],
        view: Mapping[str, Any] | None, fair: bool,
    ) -> None:  # fmt: skip
        """The first time in a match; ``before`` and ``view`` are of the table before the step."""
        old, game, step = self.found.get(key), trial.game, len(script) - 1
        site, number, given = self.here[key]
        at = Occurrence(game, before, trial.table.snapshot(), script[-1], number)
        if old is not None and step >= old.step:
            asked = old
            asked.occurrences += [at] if len(asked.occurrences) < TRIED else []
        else:
            words = ("the deal",) if view is None else tuple(position(view, game))
            asked = self.found[key] = Question(site, key[1], game, words, list(script), step, given)
            asked.occurrences = [at, *(old.occurrences[: TRIED - 1] if old else [])]
            if old is not None:
                asked.real, asked.driven = old.real, old.driven
        if fair:
            asked.real += 1
        else:
            asked.driven += 1


def _found(
    games: Sequence[Game[Any]], seed: str, effort: float, played: list[int] | None, at: Callable[[int], None] | None
) -> tuple[list[Question], set[Key]]:
    """The edges that are none of the usual, and all that were met."""
    played = [0, 0] if played is None else played
    seen, match = _Seen(), Match()
    for number, game in enumerate(games):
        with watching(type(game), seen.told, match):
            _play(game, seed, effort, match, seen, played)
        if at is not None:
            at(number + 1)
    clauses = sentences_of(type(games[0]))
    for key, asked in seen.found.items():
        asked.matches, asked.others = played
        asked.ends = seen.ends[key] / seen.steps[key]
        by_line, beside = called_by(type(games[0]), asked.site.text), called_in(type(games[0]), asked.site.name)
        asked.spoken = spoken_of(asked, clauses, by_line, beside)
    kept = [
        each
        for key, each in seen.found.items()
        if each.site.clauses and _unusual(each, seen.edges[key], seen.times[key[0]])
    ]
    return kept, set(seen.found)


def _unusual(asked: Question, met: int, times: int) -> bool:
    """A share that does not divide is asked about however often that is so. A flag that is always set already is never
    set here: that is no edge. A rule that makes hands larger than they were dealt may do so each time, if that is not
    in many matches. A deal that always deals all cards is meant so, and a list that is empty in most matches."""
    edge = asked.edge
    if edge is Edge.ALL and not asked.step and (asked.real, asked.driven) == (asked.matches, asked.others):
        return False
    if edge is Edge.NONE and asked.site.what == "empty" and asked.ends < ORDINARY < asked.real / max(1, asked.matches):
        return False
    if edge is Edge.MORE and LAID.match(asked.site.text):
        return asked.real <= RARE * asked.matches
    return edge is Edge.REST or met <= USUAL * times or (edge is Edge.AGAIN and met < times)


def _play(game: Game[Any], seed: str, effort: float, match: Match, seen: _Seen, played: list[int]) -> None:
    rng = random.Random(f"ask {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
    number = 0
    for _, driver in zip(range(max(2, round(MATCHES * effort))), drivers(game, rng), strict=False):
        if number >= MOST_STEPS * effort:
            break
        trial = Trial(game, [])
        script: list[list[Any]] = []
        met_here: set[Key] = set()
        match.begin(trial.table)
        fair = type(driver) is AtRandom
        played[not fair] += 1
        for step in range(min(LONGEST, game.turn_cap) + 1):
            seen.begin_step(driver)
            view, before = look(trial.table) if step else None, trial.table.snapshot()
            trouble = trial.advance(driver)
            match.stepped(trial.table)
            number += 1
            script.append(driver.transcript)
            for key in seen.here:
                seen.steps[key] += 1
                seen.ends[key] += trial.table.outcome is not None
                if key not in met_here:
                    met_here.add(key)
                    seen.met(key, trial, script, before, view, fair)
            if trouble is not None or trial.table.dealing or trial.table.outcome is not None:
                break


def _once(asked: Sequence[Question]) -> list[Question]:
    """One of those that ask the same of the same rule: that have the same text, or the same sentence with a name."""
    best: dict[tuple[str, Edge, str], Question] = {}
    for each in sorted(asked, key=lambda each: -each.rank):
        said = each.site.text if each.is_unnamed else sentence(each)
        best.setdefault((each.site.name, each.edge, said), each)
    texts: dict[tuple[str, Edge, str], Question] = {}
    for each in best.values():
        texts.setdefault((each.site.name, each.edge, each.site.text), each)
    return list(texts.values())


def forms(
    game: type[Game[Any]], players: Sequence[int] | None, readings: Mapping[str, str], settings: Mapping[str, Any]
) -> list[Game[Any]]:
    """The numbers of players that are wanted; else the fewest, one more and the most that there can be. BadInput where
    a number is wanted that there is not, or there is none."""
    fewest, most = game.fewest_players, game.most_players
    made: list[Game[Any]] = []
    for number in players or sorted({fewest, min(fewest + 1, most), min(most, MOST_PLAYERS)}):
        try:
            made.append(game(number, readings=readings, settings=settings))
        except BadInput:
            if players or (number == min(most, MOST_PLAYERS) and not made):
                raise
    return made


def smaller_games(games: Sequence[Game[Any]], seed: str) -> list[Game[Any]]:
    """Smaller games of the fewest players and of the most, drawn at random, where rare things come together; none of a
    game that has no parameters."""
    made: dict[str, Game[Any]] = {}
    for game in dict.fromkeys((games[0], games[-1])):
        rng = random.Random(f"smaller {seed} {game.players}")
        for draw in (smaller, sliced) * (SCALES // 2):
            settings = draw(game, rng)
            form = variant(game, settings=settings) if settings else None
            if form is not None and not _deals_all(form, rng):
                made.setdefault(f"{form.players} {form.settings}", form)
    return list(made.values())[:SCALES]


def _deals_all(game: Game[Any], rng: random.Random) -> bool:
    """Whether a deal leaves nothing of the pack: then nothing can be learnt of what is left."""
    trial = Trial(game, [])
    trial.advance(AtRandom(rng))
    packs = [name for name, spec in trial.table.zone_specs.items() if spec.pack]
    return not any(place.size for place in trial.table.places if place.name in packs)
