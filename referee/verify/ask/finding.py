"""Which edges play comes to, how often, and the first position of each."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.ask.edges import Edge
from referee.verify.ask.match import Match
from referee.verify.ask.otherwise import tell_otherwise
from referee.verify.ask.question import Question, sentence
from referee.verify.ask.seen import Key, Seen, play_match
from referee.verify.ask.sites import watching
from referee.verify.ask.solved import EDGES, place_of, solved
from referee.verify.ask.spoken import called_by, called_in, sentences_of, spoken_of
from referee.verify.impact.random_settings import sliced, smaller
from referee.verify.mine.observing import drivers
from referee.verify.play.drivers import AtRandom
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial

MATCHES = 60
"""Matches of each form: every second one at random."""
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
SCALES = 6
"""Smaller games that are played."""
EFFORT_AT_SCALE = 0.2
"""Of the matches of a form, in each of them."""


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
    solve: bool = False,
    kinds: Collection[str] = (),
) -> list[Question]:
    """The edges of all these forms of one game, those that matter most first; ``effort`` scales the matches. To
    ``played``, two numbers, those of matches at random and of others are added. ``scaled`` are smaller games, which
    are played for what the others do not meet. Without ``otherwise`` it is not looked at what another answer would
    change, which also decides how much an edge matters. ``sure``: also what nearly every match comes to and the
    rulebook speaks of. ``solve``: also what no match came to, in matches of the first form that the solver finds.
    ``kinds``: only functions with a place that does one of these (``Site.what``) are watched, which is quicker; () for
    all."""
    played = [0, 0] if played is None else played
    found, met = _found(games, seed, effort, played, at, kinds)
    if scaled:
        more, also = _found(
            scaled, seed, effort * EFFORT_AT_SCALE, [0, 0], None if at is None else lambda n: at(n + len(games))
        )
        more = [each for each in more if each.edge is not Edge.FIRST]  # so small a game is over soon
        for each in more:
            each.scaled = True
        found += [each for each in more if (each.site.id, each.edge) not in met]
        met |= also
    if solve:
        places = {place_of(each.site) for (_, edge), each in met.items() if edge in EDGES}
        for each in _told(solved(games[0], met, places, seed), games[0], played):
            each.solved, each.driven = True, 0
            found.append(each)
    found = [each for each in _once(found) if sure or not (each.is_sure and each.spoken)]
    if otherwise:
        tell_otherwise(found)
    return sorted(found, key=lambda each: (-each.rank, each.id))


def _found(
    games: Sequence[Game[Any]], seed: str, effort: float, played: list[int], at: Callable[[int], None] | None,
    kinds: Collection[str] = (),
) -> tuple[list[Question], dict[Key, Question]]:  # fmt: skip
    """The edges that are none of the usual, and all that were met."""
    seen, match = Seen(), Match()
    with watching(type(games[0]), seen.told, match, kinds) as sites:
        for number, game in enumerate(games if sites or not kinds else ()):
            _play(game, seed, effort, match, seen, played)
            if at is not None:
                at(number + 1)
    told = _told(seen, games[0], played)
    kept = [each for each in told if _unusual(each, seen.edges[each.key], seen.times[each.site.id])]
    return kept, seen.found


def _told(seen: Seen, game: Game[Any], played: Sequence[int]) -> list[Question]:
    """The questions of clauses, with how many matches there were, and what the rulebook says of them."""
    clauses = sentences_of(type(game))
    for key, asked in seen.found.items():
        asked.matches, asked.others = played
        asked.ends = seen.ends[key] / seen.steps[key]
        by_line, beside = called_by(type(game), asked.site.text), called_in(type(game), asked.site.name)
        asked.spoken = spoken_of(asked, clauses, by_line, beside)
    return [each for each in seen.found.values() if each.site.clauses]


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


def _play(game: Game[Any], seed: str, effort: float, match: Match, seen: Seen, played: list[int]) -> None:
    rng = random.Random(f"ask {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
    number = 0
    for _, driver in zip(range(max(2, round(MATCHES * effort))), drivers(game, rng), strict=False):
        if number >= MOST_STEPS * effort:
            break
        fair = type(driver) is AtRandom
        played[not fair] += 1
        number += play_match(game, driver, match, seen, fair=fair)


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
