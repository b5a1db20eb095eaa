"""Two worlds side by side: what a seat notices in one, held against what it noticed in the other."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from referee.kernel.errors import RefereeError
from referee.kernel.players import Player
from referee.kernel.scalars import to_plain
from referee.verify.conform.difference_text import Difference, difference_sentence, named, player_in
from referee.verify.conform.observations import FAINT, Course, Kind, Noticed, Stop, World
from referee.verify.conform.tracing import QUESTIONS, first_effects, last_write
from referee.verify.conform.worlds import Exchanged, Excluded, First, Key, Like, Site
from referee.verify.play.watchdog import Looping

FAULTS = (RefereeError, AssertionError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, Looping)
"""Trouble of the rules is reported by the one who plays them."""

REQUESTED = (*QUESTIONS, Kind.CHANCE)
IN_PUBLIC = "the lot was drawn in public"


class Leak(AssertionError):
    """A seat can tell two worlds apart that differ only in what it cannot see.

    ``clauses`` are being carried out then; ``script`` has the answers of each step since the world began; ``about``
    names what differs, whatever the cards and the seats are.
    """

    def __init__(self, what: str, clauses: tuple[str, ...], script: list[list[Any]], about: str) -> None:
        super().__init__(what)
        self.clauses, self.script, self.about = clauses, script, about


class Ended(BaseException):
    """Comparing ends here, for a reason."""


class Found(BaseException):
    """A difference that is no declared one, at a moment of the other world."""

    def __init__(self, difference: Difference) -> None:
        super().__init__()
        self.difference = difference


@dataclass(slots=True)
class Played:
    """A world as it was played, and what one seat noticed of it."""

    world: World
    player: Player
    answers: First
    noticed: list[Noticed] = field(default_factory=list)
    script: list[list[Any]] = field(default_factory=list)

    def at(self, number: int) -> Course:
        """Played again up to that moment."""
        count = iter(range(number + 1))

        def stop(_: Noticed) -> None:
            if next(count) == number:
                course.place = course.where()
                raise Stop

        course = Course(self.world, self.player, First(self.script, random.Random(0)), stop)
        run(course, len(self.script))
        return course


def run(course: Course, steps: int) -> str:
    """Play on; why that ended early, "" where it did not."""
    try:
        course.play(steps)
    except Stop:
        return "stopped"
    except Excluded:
        return "an answer is not possible there"
    except FAULTS:
        return "fault of the rules"
    return ""


def play(world: World, player: Player, script: Sequence[Sequence[Any]], steps: int, rng: random.Random) -> Played:
    """A world as it is, with the answers that are given and then some at random."""
    played = Played(world, player, First(script, rng))
    course = Course(world, player, played.answers, played.noticed.append)
    run(course, steps)
    played.script = course.script
    return played


class Comparing:
    """The sightings of a seat in another world, compared with those in the one that was played."""

    def __init__(
        self,
        played: Played,
        twin: World,
        site: Site | None,
        rng: random.Random,
        *,
        log: Sequence[Sequence[tuple[Key, Any]]] | None = None,
        cause: str = "",
        knowing: Collection[Player] = (),
    ) -> None:
        self.played, self.player, self.site = played, played.player, site
        self.twin, self.cause, self.knowing = twin, cause, knowing
        """``log`` are the answers there, where they are not the same; ``cause`` says what is otherwise, where the
        tables do not show it; ``knowing`` can tell the two worlds apart by what they have seen before."""
        self.answers = Like(played.answers.log if log is None else log, site, rng)
        self.course = Course(twin, played.player, self.answers, self.notice)
        self.start = self.course.glance.take()
        self.at = 0
        self.alike = self.questions = self.moments = self.told_count = 0
        """``told_count`` counts what is not faint."""
        self.loose = False
        """Questions to others and chance come in another order there: they are not compared any more."""
        self.answered = False
        """Somebody who knows was asked in one of the worlds alone: what follows is his answer."""
        self.forced: set[Player] = set()
        """Those who know and could say one thing alone: what they do with their cards follows, and nothing else."""

    def notice(self, here: Noticed) -> None:
        noticed = self.played.noticed
        self.moments += 1
        while True:
            if self.at >= len(noticed):
                raise Ended("the other world ends before")
            there = noticed[self.at]
            if self.loose and here.kind in FAINT:
                return
            if self.loose and there.kind in FAINT:
                self.at += 1
            elif there.kind is here.kind and there.data == here.data:
                if there.glance != here.glance:
                    self._differ(there, here, sees=True)
                if there.orders != here.orders:
                    self._differ_in_rows(there, here)
                self.at += 1
                self.alike += 1
                self.told_count += here.kind not in FAINT
                self.questions += here.kind is Kind.ASKED
                return
            elif not self.loose and (there.kind in FAINT or here.kind in FAINT):
                self._loosen(there, here)
            else:
                self._differ(there, here, sees=False)

    def _loosen(self, there: Noticed, here: Noticed) -> None:
        """Somebody is asked in one of the worlds alone, or not now: he has to know why."""
        if Kind.OTHER in (there.kind, here.kind):
            both = there.kind in QUESTIONS and here.kind in QUESTIONS
            extra = there if there.kind in QUESTIONS and (not both or self._is_asked_later(here)) else here
            asked = extra.data[0] if extra.kind is Kind.OTHER else self.player
            if not self._knows(asked, there, here):
                if self._is_told_openly(asked, there, here, asking=extra):
                    raise Ended("it was told openly")
                self._leave_lots(here)
                self._report(Difference(there, here, about=asked if asked is not self.player else None))
            if extra.choice is not None and extra.choice.space.count() == 1:
                self.forced.add(asked)
            else:
                self.answered = True
        self.loose = True

    def _is_asked_later(self, here: Noticed) -> bool:
        return any(_same(each)[:2] == _same(here)[:2] for each in self._rest(here))

    def _knows(self, player: Player, there: Noticed, here: Noticed) -> bool:
        """Whether that player could tell the two worlds apart before this moment."""
        if player in self.knowing:
            return True
        one, other = [before for before, _ in self._both(player, there, here)]
        return any(_same(a) != _same(b) for a, b in zip(one, other, strict=False))

    def _is_told_openly(self, player: Player, there: Noticed, here: Noticed, *, asking: Noticed) -> bool:
        """Whether a player who is asked is openly told of something where he is not: hands are shown, the game is won.

        What he is told of in both worlds, only sooner where he is not asked, is no reason.
        """
        both = self._both(player, there, here)
        (before, then), quiet = both if asking is there else both[::-1]
        instead = [*quiet[0], *quiet[1]][len(before) :][:1]
        return any(self._is_open(each, there, here) and not _comes(each, then) for each in instead)

    def _both(self, player: Player, there: Noticed, here: Noticed) -> list[tuple[list[Noticed], list[Noticed]]]:
        """The player's sightings in the two worlds before that moment, and then until the end of the step."""
        twins_said = [*map(list, self.course.script)]
        return [
            _noticed_around(self.played.world, player, self.played.script, there),
            _noticed_around(self.twin, player, twins_said, here),
        ]

    def _differ(self, there: Noticed, here: Noticed, *, sees: bool) -> None:
        """End comparing where the difference is declared, else report it."""
        difference = Difference(there, here, sees=sees)
        if self.answered or any(self._moves(player, each) for player in self.forced for each in (there, here)):
            raise Ended("somebody who knows answered")
        if not sees and self._tells_more(there, here):
            later = self._comes_later(there, here)
            if later is None:
                raise Ended("it was told openly")
            unsaid = replace(later, kind=Kind.CHANCE, data=None)
            there, here = (unsaid, here) if later is there else (there, unsaid)
            self._report(Difference(there, here))
        if there.sights and here.sights and self._see_others(there, here):
            raise Ended("other cards swapped into sight")
        if there.shown != here.shown and len({of for shown in (*there.shown, *here.shown) for of in [shown[1]]}) > 1:
            raise Ended("others compared cards")
        parts = difference.parts(self.course.glance.labels)
        if parts and self._tells_whole(parts, there, here, sees=sees):
            raise Ended("a hidden scalar was told openly")
        if parts and self._comes_forward(parts, there, here, sees=sees):
            raise Ended("a player who knows came forward")
        self._leave_lots(here)
        self._report(difference)

    def _differ_in_rows(self, there: Noticed, here: Noticed) -> None:
        """It was told of other places in a row: no leak where somebody was asked in that step who sees what lies there,
        and names a card and not its place."""
        one, other = there.orders or {}, here.orders or {}
        row = next(name for name in [*one, *other] if one.get(name) != other.get(name))
        place = next(place for place, _ in self.course.glance.places if place.full_name == row)
        asked = {each.data[0] for each in self.played.noticed if each.kind is Kind.OTHER and each.step == there.step}
        if self.answered or any(place.sees(each) and self._knows(each, there, here) for each in asked):
            raise Ended("somebody who knows answered")
        self._report(Difference(there, here, row=row))

    def _leave_lots(self, here: Noticed) -> None:
        """End comparing where it is the lot itself that is noticed, in the step in which it is drawn."""
        if self.site is not None and self.site.key[0] == "Lot" and self.site.step == here.step and self._in_public():
            raise Ended(IN_PUBLIC)

    def _report(self, difference: Difference) -> NoReturn:
        self.course.place = self.course.where()
        raise Found(difference)

    def _comes_forward(self, parts: list[tuple[str, Any, Any]], there: Noticed, here: Noticed, *, sees: bool) -> bool:
        """Whether players are named who know why; not so where it is as before, or the seat itself."""
        before = self.played.noticed[self.at - 1].glance if sees and self.at else self.start
        known = dict(zip(self.course.glance.labels, before, strict=True)) if sees else {}
        named = [each for label, *pair in parts for each in pair if not sees or each != known[label]]
        players = [player_in(each) for each in named]
        others = [each for each in players if each is not None and each is not self.player]
        return bool(others) and None not in players and all(self._knows(each, there, here) for each in others)

    def _rest(self, here: Noticed) -> list[Noticed]:
        """The sightings from now on in that step of the world that was played."""
        return [each for each in self.played.noticed[self.at :] if each.step == here.step]

    def _comes_later(self, there: Noticed, here: Noticed) -> Noticed | None:
        """A sighting that is open in one world alone now, but comes later in the other, is not the difference."""
        if self._is_open(here, there, here):
            return here if not self._is_open(there, there, here) and _comes(here, self._rest(here)) else None
        (before, after) = self._both(self.player, there, here)[1]
        return there if _comes(there, [*before, *after][1 + self.told_count :]) else None

    def _is_open(self, noticed: Noticed, there: Noticed, here: Noticed) -> bool:
        """Whether it shows faces of cards, says that a player who knows why shows some to others, or tells the seat
        what it is meant to be told.

        That one player gives cards to another is seen by all, and how many.
        """
        if noticed.kind is not Kind.EVENT:
            return False
        word, *about = noticed.data
        if word == "tell":
            return about[2] is not None
        if word == "reveal" and not isinstance(about[3], list):
            shower = None if about[1] is None else Player.at(about[1])
            return shower is not None and self._knows(shower, there, here)
        if word == "move" and not isinstance(about[-1], list):
            giver, taker = (self.course.glance.owners.get(name) for name in about[:2])
            return giver is not None and taker is not None and giver is not taker
        return word == "reveal" or (word in ("move", "mark") and len(about) > 1)

    def _moves(self, player: Player, noticed: Noticed) -> bool:
        """Whether it is of cards that come to that player, or go from him."""
        if noticed.kind is not Kind.EVENT or noticed.data[0] != "move":
            return False
        return any(place.owner is player and place.full_name in noticed.data for place, _ in self.course.glance.places)

    def _see_others(self, there: Noticed, here: Noticed) -> bool:
        """Whether other cards lie where the seat sees them."""
        places = self.course.glance.places
        pairs = zip(places, there.glance, here.glance, strict=False)
        return any(mode == 2 and one != other for (_, mode), one, other in pairs)

    def _tells_more(self, there: Noticed, here: Noticed) -> bool:
        """Whether something is told openly, which is not the same cards of the same player with other words."""
        if there.kind is here.kind is Kind.EVENT and there.data[0] == here.data[0] == "reveal":
            (*_, shower, _, cards), (*_, other, _, others) = there.data, here.data
            if shower == other and cards == others and isinstance(cards, list):
                return False
        return any(self._is_open(each, there, here) for each in (there, here))

    def _tells_whole(self, parts: list[tuple[str, Any, Any]], there: Noticed, here: Noticed, *, sees: bool) -> bool:
        """Whether a note or a payment is of hidden scalars as they are, and they were hidden for a while."""
        if sees or there.data[0] not in ("note", "pay"):
            return False
        cells = list(zip(there.hidden, here.hidden, there.hidden_scalars, here.hidden_scalars, strict=True))
        whole = [(to_plain(a), to_plain(b)) for a, b, was, had in cells if (a, b) == (was, had)]
        return all((one, other) in whole for _, one, other in parts)

    def _in_public(self) -> bool:
        """Whether a lot goes first into what the seat sees: then it is drawn for all to see."""
        assert self.site is not None
        one = first_effects(self.played.world, self.player, self.played.script, self.site.request, self.at)
        other = first_effects(self.twin, self.player, self.course.script, self.site.request, self.moments - 1)
        first = [
            next((each for each in mine if each not in theirs), None) for mine, theirs in ((one, other), (other, one))
        ]
        return any(each is not None and each[0] for each in first)

    def leak(self, difference: Difference) -> Leak:
        """The text of a difference, and its place."""
        as_it_is = self.played.at(self.at)
        clauses, place = as_it_is.place
        only_there = difference.here.kind is Kind.EVENT and difference.there.kind is not Kind.EVENT
        if difference.there.kind in FAINT or difference.about is not None or not clauses or only_there:
            clauses, place = self.course.place if self.course.place[0] else (clauses, place)
        if difference.sees:
            labels = [label for label, *_ in difference.parts(self.course.glance.labels)]
            written = last_write(self.played.world, self.player, self.played.script, labels, self.at) or last_write(
                self.twin, self.player, self.course.script, labels, self.moments - 1
            )
            clauses, place = written or (clauses, place)
        if difference.row:
            moved = [
                at for at, each in enumerate(self.played.noticed[: self.at]) if difference.row in (each.data or ())
            ]
            clauses, place = self.played.at(moved[-1]).place if moved else (clauses, place)
        said = [*self.played.script[: difference.there.step], list(as_it_is.step_answers)]
        words = difference_sentence(difference, self.player, as_it_is, self.course, self.cause) + (
            f" ({place})" if place else ""
        )
        return Leak(words, clauses, said, named(difference, self.course.glance.labels))


def _noticed_around(
    world: World, player: Player, script: list[list[Any]], until: Noticed
) -> tuple[list[Noticed], list[Noticed]]:
    """The player's sightings before a moment and after it in that step, without the faint ones."""
    before: list[Noticed] = []
    after: list[Noticed] = []

    def notice(each: Noticed) -> None:
        late = each.requests > until.requests or (each.requests == until.requests and until.kind in REQUESTED)
        if each.kind not in FAINT:
            (after if late else before).append(each)

    course = Course(world, player, First(script, random.Random(0)), notice)
    before.append(Noticed(Kind.END, None, course.glance.take(), (), (), (), 0, 0, 0))
    run(course, until.step + 1)
    return before, after


def was_told_otherwise(world: World, player: Player, script: list[list[Any]], kinds: Sequence[int]) -> bool:
    """Whether a player is openly told or shown something else where two kinds of card come in each other's place from
    here on; not so where the answers that were given are none there before that."""
    told = []
    for answers in (First(script, random.Random(0)), Exchanged(script, kinds)):
        noticed: list[Noticed] = []
        run(Course(world, player, answers, noticed.append), len(script))
        told.append([each.data for each in noticed if each.kind is Kind.EVENT and each.data[0] in ("tell", "reveal")])
    return any(one != other for one, other in zip(*told, strict=False))


def _same(noticed: Noticed) -> tuple[Any, ...]:
    return noticed.kind, noticed.data, noticed.glance


def _comes(noticed: Noticed, rest: Sequence[Noticed]) -> bool:
    """Whether the very same is told there too, with one question or chance before it at most."""
    return any(_same(each)[:2] == _same(noticed)[:2] and each.requests <= rest[0].requests + 1 for each in rest)
