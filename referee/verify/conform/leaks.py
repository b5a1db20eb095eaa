"""No leak: what a seat notices does not depend on what it cannot see (noninterference), except for what is
declassified.

A world is played, and played again with other cards where the seat sees none, or with another outcome of a draw or a
lot of which it was not told. Answers stay the same, or one of which it was not told names another card. All that the
seat notices is compared step for step: events, questions and, at each of them, all that it sees. The comparison ends
where the rules tell it of a difference openly: by cards that are shown to it, by ``tell``, by a note or a payment of a
whole hidden scalar, by a lot that goes into public scalars, by the answer of a player who knows. Every other difference
is a leak.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.players import Player
from referee.verify.conform.comparing import IN_PUBLIC, Comparing, Ended, Found, Leak, Played, play, run
from referee.verify.conform.difference_text import scalar_holding
from referee.verify.conform.hidden_answers import hidden_answers, was_seen
from referee.verify.conform.observations import Course, World
from referee.verify.conform.worlds import Like, Site, agrees_with, is_hidden, other_cards, was_shown

__all__ = ["Compared", "Leak", "compare_answers", "compare_cards", "compare_chance"]

ANSWERS = OUTCOMES = 2
"""Hidden answers and outcomes of a step that are looked at; an outcome that turns out to be public does not count."""


@dataclass(slots=True)
class Compared:
    """The extent of the comparison: ``shown`` counts the moments that were alike for a seat in two worlds."""

    positions: int = 0
    shown: int = 0
    questions: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    """Why comparing ended, and how often."""

    def ended(self, why: str) -> None:
        self.ends[why] = self.ends.get(why, 0) + 1


def compare_cards(
    world: World,
    player: Player,
    rng: random.Random,
    compared: Compared,
    steps: int,
    knowledge: Callable[[Player], Mapping[str, Any]],
    was_told: Callable[[Player, World], bool],
) -> None:
    """Other cards where ``player`` sees none; Leak where it can tell.

    ``knowledge`` is what each player knows of cards that lie out of his sight, ``was_told`` whether he was told before
    which of the two worlds it is: whoever knows may be asked for what he knows.
    """
    known = knowledge(player)
    world = replace(world, orders=known.get("orders", {}))
    twin = other_cards(world, player, known, rng)
    if twin is None:
        return compared.ended("nothing hidden")
    table, played = twin.table(), play(world, player, (), steps, rng)
    knowing = {each for each in table.players if each is not player and not agrees_with(table, knowledge(each))}
    try:
        _compare(Comparing(played, twin, None, rng, knowing=knowing), compared)
    except Leak:
        told = {each for each in table.players if was_told(each, twin)}
        if player in told:
            return compared.ended("it was told before")
        if told <= knowing:
            raise
        _compare(Comparing(played, twin, None, rng, knowing=knowing | told), compared)
    return None


def compare_chance(
    world: World,
    player: Player,
    script: Sequence[Sequence[Any]],
    rng: random.Random,
    compared: Compared,
    steps: int,
) -> None:
    """Another outcome of chance of which ``player`` was not told, in the first step."""
    played = play(world, player, script, steps, rng)
    first = [each for each in played.answers.sites if each.step == 0]
    for roll in [each for each in first if each.key[0] == "Roll" and was_shown(each, played.noticed)][:1]:
        _compare_roll(played, roll, rng)
    sites, left = [each for each in first if is_hidden(each, played.noticed)], OUTCOMES
    if not sites:
        return compared.ended("nothing hidden")
    for site in rng.sample(sites, min(3 * left, len(sites))):
        left -= _compare(Comparing(played, world, site, rng), compared) != IN_PUBLIC
        if not left:
            break
    return None


def compare_answers(
    world: World, player: Player, script: Sequence[Sequence[Any]], rng: random.Random, compared: Compared
) -> None:
    """Other cards in a hidden answer of somebody else in the first step; Leak where ``player`` can tell, and sees
    neither these cards nor those in that step."""
    played = play(world, player, script, 1, rng)
    others = hidden_answers(played, rng)
    for other in rng.sample(others, min(ANSWERS, len(others))):
        if was_seen(played, other, rng):
            compared.ended("the cards of the answer were seen")
            continue
        _compare(Comparing(played, world, None, rng, log=other.log, cause=other.sentence), compared)


def _compare(comparing: Comparing, compared: Compared) -> str:
    """Why comparing ended; Leak where it found one."""
    played, course, why = comparing.played, comparing.course, ""
    try:
        why = run(course, len(played.script))
    except Ended as ended:
        why = str(ended)
    except Found as found:
        raise comparing.leak(found.difference) from None
    finally:
        compared.shown += comparing.alike
        compared.questions += comparing.questions
        compared.positions += why != IN_PUBLIC
    compared.ended(why or "steps done")
    return why


def _compare_roll(played: Played, site: Site, rng: random.Random) -> None:
    """Leak where a roll, which everybody is told, is what a hidden scalar is set to."""
    twin = Played(played.world, played.player, played.answers)
    course = Course(played.world, played.player, Like(played.answers.log, site, rng), twin.noticed.append)
    run(course, site.step + 1)
    one, other = (scalar_holding(each.noticed, site.request, course.glance) for each in (played, twin))
    # What stays as it is whatever is rolled, as another roll does that has the same faces, keeps no roll.
    if one and other and one[0] == other[0] and one[1] != other[1] and one[2] != other[2]:
        at = next(
            n for n, each in enumerate(played.noticed) if each.requests == site.request and each.data[:1] == ["roll"]
        )
        as_it_is = played.at(at)
        clauses, place = as_it_is.place
        what = f"seat {played.player.seat} is told the roll {one[1]}, which {one[0]!r} keeps, which it must not see: "
        said = [*played.script[: site.step], list(as_it_is.step_answers)]
        raise Leak(f"{what}a roll is told to everybody, a lot to nobody ({place})", clauses, said, f"roll {one[0]}")
