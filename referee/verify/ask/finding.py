"""Which edges play comes to, how often, and the first position of each."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.play.story import look, position
from referee.verify.ask.edges import SPOKEN, WEIGHT, Edge
from referee.verify.ask.match import Match
from referee.verify.ask.sites import Site, watching
from referee.verify.impact.random_settings import sliced, smaller
from referee.verify.mine.observing import drivers
from referee.verify.play.drivers import AtRandom
from referee.verify.play.minimise import Steps, recorded, variant
from referee.verify.play.trial import Met, Trial
from referee.verify.verdicts import Trouble

MATCHES = 60
"""Matches of each form: every second one at random."""
LONGEST = 150
MOST_STEPS = 2500
"""Steps of each form; after so many no other match begins."""
MOST_PLAYERS = 6
USUAL = 0.5
"""Of the times that play comes to a place: what is so more often is no edge of it."""
RARE = 0.2
"""Of random matches: what makes hands grow more often is planned."""
LAID = re.compile(r"\w+\.(draw|move)\(")
DECIDES = 3.0
"""What an edge counts more where it is met in the step that ends the match."""
AT_SCALE = 0.3
"""What an edge counts less that only smaller games meet."""
SCALES = 6
"""Smaller games that are played."""
EFFORT_AT_SCALE = 0.2
"""Of the matches of a form, in each of them."""
LITERAL = re.compile(r"[<>]=? \d+$|^\d+ [<>]")
LIMIT = 0.1
"""A limit that is written as a number says itself whether it belongs to it."""


@dataclass(slots=True)
class Question:
    """An edge. ``real`` of ``matches`` at random meet it, ``driven`` of ``others`` with players who want something;
    ``ends``: the share of its steps that end a match. ``position`` is the table before its first step. ``scaled``: only
    smaller games meet it, and these are the matches that are counted."""

    site: Site
    edge: Edge
    game: Game[Any]
    position: tuple[str, ...] = ()
    script: Steps = field(default_factory=list)
    step: int = 0
    real: int = 0
    driven: int = 0
    matches: int = 0
    others: int = 0
    ends: float = 0.0
    spoken: str = ""
    scaled: bool = False

    @property
    def id(self) -> str:
        return f"{self.site.id}-{self.edge.value.split()[0]}" if self.edge is not Edge.REST else f"{self.site.id}-rest"

    @property
    def rank(self) -> float:
        """How much it matters: how often it is met, and whether it ends matches and the rulebook is silent."""
        often = (self.real + 1) / (self.matches + 2) + 0.2 * (self.driven + 1) / (self.others + 2)
        limit = LIMIT if self.edge is Edge.EQUAL and LITERAL.search(self.site.text) else 1
        silent = (1 if self.spoken else 2) * (AT_SCALE if self.scaled else 1)
        return often * limit * WEIGHT[self.edge] * (1 + DECIDES * self.ends) * silent / len(self.site.clauses)

    def record(self) -> bytes:
        """The match up to that step, which ``referee replay`` plays."""
        met = Met(Trouble.REFUTED, self.site.clauses, sentence(self))
        return recorded(self.game, met, self.script).witness.record


def sentence(asked: Question) -> str:
    """The edge in words, for people who read no Python."""
    return asked.site.words[asked.edge]


def find(
    games: Sequence[Game[Any]],
    seed: str,
    effort: float = 1.0,
    at: Callable[[int], None] | None = None,
    played: list[int] | None = None,
    scaled: Sequence[Game[Any]] = (),
) -> list[Question]:
    """The edges of all these forms of one game, those that matter most first; ``effort`` scales the matches. To
    ``played``, two numbers, those of matches at random and of others are added. ``scaled`` are smaller games, which
    are played for what the others do not meet."""
    found, met = _found(games, seed, effort, played, at)
    if scaled:
        more, _ = _found(
            scaled, seed, effort * EFFORT_AT_SCALE, None, None if at is None else lambda n: at(n + len(games))
        )
        more = [each for each in more if each.edge is not Edge.FIRST]  # so small a game is over soon
        for each in more:
            each.scaled = True
        found += [each for each in more if (each.site.id, each.edge) not in met]
    return sorted(_once(found), key=lambda each: (-each.rank, each.id))


def _found(
    games: Sequence[Game[Any]], seed: str, effort: float, played: list[int] | None, at: Callable[[int], None] | None
) -> tuple[list[Question], set[tuple[str, Edge]]]:
    """The edges that are none of the usual, and all that were met."""
    found: dict[tuple[str, Edge], Question] = {}
    times: Counter[str] = Counter()
    edges: Counter[tuple[str, Edge]] = Counter()
    steps: Counter[tuple[str, Edge]] = Counter()
    ends: Counter[tuple[str, Edge]] = Counter()
    played = [0, 0] if played is None else played
    here: dict[tuple[str, Edge], Site] = {}
    match = Match()

    def told(site: Site, edge: Edge | None) -> None:
        times[site.id] += 1
        if edge is not None:
            edges[site.id, edge] += 1
            here.setdefault((site.id, edge), site)

    for number, game in enumerate(games):
        with watching(type(game), told, match):
            _play(game, seed, effort, match, here, found, steps, ends, played)
        if at is not None:
            at(number + 1)
    clauses = _sentences(type(games[0]))
    for key, asked in found.items():
        asked.matches, asked.others = played
        asked.ends = ends[key] / steps[key]
        asked.spoken = spoken_of(asked, clauses, _called(type(games[0]), asked.site.text))
    kept = [each for key, each in found.items() if each.site.clauses and _unusual(each, edges[key], times[key[0]])]
    return kept, set(found)


def _unusual(asked: Question, met: int, times: int) -> bool:
    """A share that does not divide is asked about however often that is so. A flag that is always set already is never
    set here: that is no edge. A rule that makes hands larger than they were dealt may do so each time, if that is not
    in many matches."""
    edge = asked.edge
    if edge is Edge.MORE and LAID.match(asked.site.text):
        return asked.real <= RARE * asked.matches
    return edge is Edge.REST or met <= USUAL * times or (edge is Edge.AGAIN and met < times)


def _play(
    game: Game[Any], seed: str, effort: float, match: Match, here: dict[tuple[str, Edge], Site],
    found: dict[tuple[str, Edge], Question], steps: Counter[tuple[str, Edge]], ends: Counter[tuple[str, Edge]],
    played: list[int],
) -> None:  # fmt: skip
    rng = random.Random(f"ask {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
    number = 0
    for _, driver in zip(range(max(2, round(MATCHES * effort))), drivers(game, rng), strict=False):
        if number >= MOST_STEPS * effort:
            break
        trial = Trial(game, [])
        script: list[list[Any]] = []
        met_here: set[tuple[str, Edge]] = set()
        match.begin(trial.table)
        fair = type(driver) is AtRandom
        played[not fair] += 1
        for step in range(min(LONGEST, game.turn_cap) + 1):
            here.clear()
            view = look(trial.table) if step else None
            trouble = trial.advance(driver)
            match.stepped(trial.table)
            number += 1
            script.append(driver.transcript)
            for key, site in here.items():
                steps[key] += 1
                ends[key] += trial.table.outcome is not None
                if key not in met_here:
                    met_here.add(key)
                    _met(found, key, site, game, script, view, step, fair)
            if trouble is not None or trial.table.dealing or trial.table.outcome is not None:
                break


def _met(
    found: dict[tuple[str, Edge], Question], key: tuple[str, Edge], site: Site, game: Game[Any],
    script: list[list[Any]], view: Mapping[str, Any] | None, step: int, fair: bool,
) -> None:  # fmt: skip
    asked = found.get(key)
    if asked is None or step < asked.step:
        words = ("the deal",) if view is None else tuple(position(view, game))
        before = asked
        asked = found[key] = Question(site, key[1], game, words, list(script), step)
        if before is not None:
            asked.real, asked.driven = before.real, before.driven
    if fair:
        asked.real += 1
    else:
        asked.driven += 1


def _once(asked: Sequence[Question]) -> list[Question]:
    """One of those that ask the same of the same rule."""
    best: dict[tuple[str, Edge, str], Question] = {}
    for each in sorted(asked, key=lambda each: -each.rank):
        best.setdefault((each.site.name, each.edge, each.site.text), each)
    return list(best.values())


def _sentences(game: type[Game[Any]]) -> dict[str, str]:
    """The text of each clause, with the questions of the readings that are about it."""
    rules = rules_of(game)
    found = {each.id: each.text for each in load_rulebook(rules.folder / "rulebook.md").clauses}
    for slug, reading in rules.readings.items():
        for id in reading.clauses:
            if id in found:
                found[id] += f"\n(reading {slug}) {reading.question}"
    return found


def _called(game: type[Game[Any]], text: str) -> tuple[str, ...]:
    """The clauses of the rules that a line calls."""
    called = [getattr(game, name, None) for name in re.findall(r"\bself\.(\w+)\(", text)]
    return tuple([id for each in called for id in getattr(each, "__clauses__", ())])


def spoken_of(asked: Question, clauses: Mapping[str, str], called: Sequence[str] = ()) -> str:
    """The sentence of its clauses, or of those that its line calls, that has a word for such an edge; "" where there is
    none."""
    words = re.compile(rf"\b({SPOKEN[asked.edge]})\b", re.IGNORECASE)
    for clause in dict.fromkeys((*called, *asked.site.clauses)):
        for each in re.split(r"(?<=[.!?;])\s+", clauses.get(clause, "").replace("\n", " ")):
            if words.search(each):
                return f"{clause}: {each}"
    return ""


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
            if form is not None:
                made.setdefault(f"{form.players} {form.settings}", form)
    return list(made.values())[:SCALES]
