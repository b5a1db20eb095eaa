"""A table that is played one answer at a time, for programs that learn, search or solve."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from operator import index
from pathlib import Path
from typing import Any

from referee.env.actions import MOST_LISTED, Actions, TooMany
from referee.env.arguments import by_name, whole
from referee.env.histories import Heard, Recalled
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.outcome import Outcome
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice
from referee.kernel.spaces import Random, Space
from referee.kernel.table import Table
from referee.kernel.views import view_of
from referee.native.choosing import ENGINES
from referee.play.bot import Option
from referee.play.chance import likelihood, number_of_outcomes, outcomes
from referee.play.course import Course, Listener, Plain
from referee.record.words import WORD, Words, drawn, key_of, number_of_answer, seed_text, words_for


class Env:
    """One match of a game. It stops at every question: ``seat`` has to answer it, by ``step``.

    A question of several seats at once (``waiting``) is put to one after the other; what they answer is applied when
    all have answered, so nobody sees what another one answered before.
    """

    engine, why_python = "python", ""

    def __new__(cls, *arguments: Any, engine: str = "python", **named: Any) -> Env:
        if engine not in ENGINES:
            raise BadInput(f"there is no engine {engine!r}: take one of {', '.join(ENGINES)}")
        if cls is Env and engine != "python":
            from referee.env.native_env import NativeEnv

            cls = NativeEnv
        return object.__new__(cls)

    def __init__(
        self,
        game: str | Path | type[Game[Any]] | Game[Any],
        players: int | None = None,
        *,
        readings: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None,
        turn_cap: int | None = None,
        explicit_chance: bool = False,
        engine: str = "python",
    ) -> None:
        """``game`` is a name or a folder, as in commands, or the class of a game or an object of it. With
        ``explicit_chance`` play stops at every event of chance too (``chance``). ``engine`` is ``python``, ``native``,
        or ``auto``: native where the rules can be compiled (``why_python`` says why they cannot). BadInput where there
        is no such game, number of players, reading or setting, or the engine is not to be had."""
        readings, settings = by_name("readings", readings), by_name("settings", settings)
        if isinstance(game, type) and not issubclass(game, Game):
            raise BadInput(f"{game.__name__} is no class of a game: a game's class is a subclass of Game")
        if not isinstance(game, Game):
            game = (game if isinstance(game, type) else find_game(game))(players, readings=readings, settings=settings)
        elif (players or game.players) != game.players or readings or settings:
            raise BadInput(f"{game.name}: a game object has its players, readings and settings already")
        self.game: Game[Any] = game
        self.turn_cap = game.turn_cap if turn_cap is None else whole("turn_cap", turn_cap, 0)
        self.explicit_chance = explicit_chance
        self.key, self.match = key_of("0"), 0
        self._words_of_answers: Actions | None = None
        self._take_engine(engine)
        self.reset(0)

    def _take_engine(self, engine: str) -> None:
        """Make ready what plays."""

    # -- a match ------------------------------------------------------------------------------------------

    def reset(self, seed: int | str | None = None, match: int = 0) -> None:
        """Begin a match. The same ``seed`` and number of the ``match`` give the same chance; without a seed the next
        match of the last one begins. BadInput: the seed is no whole number and no text, or there is no such match.

        Where all answers come from ``sample``, it is the match of ``referee play --seed SEED/MATCH``.
        """
        match = self.match + 1 if seed is None else whole("match", match, 0, WORD)
        if seed is not None:
            self.key = key_of(seed_text(seed))
        self.begin_match(match)

    def begin_match(self, match: int) -> None:
        """Begin a match of the last seed by its number. BadInput where that is no number of a match."""
        self.match = whole("match", match, 0, WORD)
        self._used = 0
        """The random words that were drawn."""
        self._words: Words | None = None
        self._begin(self.game.table())

    def _begin(
        self,
        table: Table,
        played: Sequence[Any] = (),
        known: Sequence[Any] = (),
        listener: Listener | None = None,
    ) -> None:
        """Play on from a table between two steps. ``played`` was played before, ``known`` answers and outcomes are
        given again first; a listener hears of all that happens."""
        self.said: tuple[int, ...] = ()
        """The words of the answer to the open question, as far as it was said (``act``)."""
        draw = None if self.explicit_chance else self._drawn
        self._course = Course(self.game, table, self.turn_cap, draw, known, listener)
        self._course.played[:0] = played

    def _drawn(self, event: Chance) -> Any:
        return drawn(event, self._below)

    def _below(self, number: int) -> int:
        """A number of the match's chance."""
        if self._words is None:
            self._words = Words(self.key, self.match, self._used)
        self._used += words_for(number)
        return self._words.below(number)

    # -- the open question --------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether the match is over: ended, or at the cap on turns."""
        return self._course.choice is None and self._course.event is None

    @property
    def seat(self) -> int | None:
        """The seat that has to answer; None at an event of chance and when the match is over."""
        choice = self._course.choice
        return None if choice is None else choice.decider.seat

    @property
    def player(self) -> int | None:
        """The seat for which it answers: itself, unless it is in control of another one."""
        choice = self._course.choice
        return None if choice is None else choice.player.seat

    @property
    def ask(self) -> str | None:
        """The word of the open question."""
        choice = self._course.choice
        return None if choice is None else choice.ask

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not answered yet, of those that answer at once."""
        return tuple([each.decider.seat for each in self.choices])

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The questions that are put at once and not answered yet, as the kernel has them; ``step`` answers the
        first."""
        return tuple(self._course.open())

    @property
    def choice(self) -> Choice:
        """The open question as the kernel has it, for seats (``referee.play.seats``). ValueError where there is
        none."""
        choice = self._course.choice
        if choice is None:
            raise ValueError("there is no open question: " + ("the match is over" if self.done else "chance is next"))
        return choice

    @property
    def space(self) -> Space[Any]:
        """The answers to the open question (``count``, ``nth``, ``admits``, ``describe``); ValueError where there is
        none."""
        return self.choice.space

    def count(self) -> int:
        """The number of answers to the open question."""
        return self.space.count()

    def nth(self, number: int) -> Option:
        """The answer of that number, from 0 to ``count() - 1``."""
        space, number = self.space, index(number)
        if not 0 <= number < space.count():
            raise IndexError(f"there is no answer {number}: there are {space.count()}")
        return Option(space, space.nth(number))

    def legal(self) -> list[Option]:
        """All answers to the open question; [] where there is none. TooMany: more than 10,000, which are counted
        (``count``), drawn (``sample``) and given by number (``nth``)."""
        if self._course.choice is None:
            return []
        space = self.space
        answers = space.listed()
        if answers is None:
            if space.count() > MOST_LISTED:
                raise TooMany(f"{self.ask} has {space.count()} answers: take count(), nth() and sample()")
            answers = tuple(space)
        return [Option(space, answer) for answer in answers]

    def sample(self, rng: Random | None = None) -> Option:
        """One of the answers, each equally likely; without ``rng`` by the chance of the match itself, as the seat
        ``random`` of ``referee play --matches`` answers."""
        space = self.space
        if rng is not None:
            return Option(space, space.sample(rng))
        return Option(space, space.nth(number_of_answer(space, self._below)[1]))

    def step(self, answer: Any) -> None:
        """Answer the open question: with one of its options, the answer as JSON data (as bots give it), or in the
        kernel's form. At an event of chance: one of its outcomes.

        IllegalAnswer: it is none of the answers; the question stays open. RuleFault: the rules broke an obligation,
        and the match is over.
        """
        if self._course.event is not None:
            self._chance_came(answer)
            return
        choice = self.choice
        found = answer.raw if isinstance(answer, Option) else answer
        if not choice.space.admits(found):
            try:
                found = choice.space.read(found)
            except (ValueError, TypeError, LookupError):
                raise choice.illegal(self._course, found) from None  # type: ignore[arg-type]
        self.said = ()
        self._course.answer(found)

    def choose(self, number: int) -> None:
        """Answer the open question by the number of the answer, from 0 to ``count() - 1``; -1 is what ``sample`` gives.
        IndexError: there is none of that number. The native engine is quickest so."""
        answer = self.sample() if index(number) == -1 else self.nth(number)
        self.said = ()
        self._course.answer(answer.raw)

    # -- answers by numbers -------------------------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        """The words of which answers are made, with their numbers: the same for every match of this form."""
        if self._words_of_answers is None:
            self._words_of_answers = Actions(self.game)
        return self._words_of_answers

    def legal_actions(self) -> list[int]:
        """The numbers of the words that may come next in the answer to the open question, the lowest first; [] where
        there is none. Most answers are two or three words: ``cards``, ``2 × 7``."""
        if self._course.choice is None:
            return []
        return self.actions.next(self.space, self.said)[1]

    def act(self, number: int) -> None:
        """Say the next word of the answer. The question is answered when the answer is whole.

        ValueError: no answer goes on with that word; what was said before holds. IndexError: there is no word of that
        number."""
        space, said = self.space, (*self.said, self.actions.numbered(number))
        try:
            whole, _ = self.actions.next(space, said)
        except ValueError:
            word = self.actions.name(number)
            raise ValueError(f"{word!r} does not go on with an answer to {self.ask!r}") from None
        if whole is None:
            self.said = said
        else:
            self.step(whole.answer)

    # -- chance -------------------------------------------------------------------------------------------

    def chance(self) -> list[tuple[Any, Fraction]]:
        """The outcomes of the event of chance that is next, with their probabilities; [] where none is next.

        Play stops there with ``explicit_chance`` only. TooMany: more than 10,000 (``sample_chance`` draws one).
        """
        if self._course.event is None:
            return []
        if number_of_outcomes(self.event) > MOST_LISTED:
            raise TooMany(f"chance has more than {MOST_LISTED} outcomes here: take sample_chance()")
        return [(each, likelihood(self.event, each)) for each in outcomes(self.event)]

    @property
    def event(self) -> Chance:
        """The event of chance that is next, as the kernel has it. ValueError where none is next."""
        if self._course.event is None:
            raise ValueError("no event of chance is next")
        return self._course.event

    def sample_chance(self) -> Any:
        """An outcome of the event of chance that is next, as likely as it should be, by the chance of the match."""
        return drawn(self.event, self._below)

    def _chance_came(self, outcome: Any) -> None:
        if not self.event.check(outcome):
            raise ValueError(f"{outcome!r} is no outcome of this event of chance")
        self._course.come(outcome)

    # -- what there is to see -----------------------------------------------------------------------------

    def observe(self, seat: int | None = None) -> dict[str, Any]:
        """The table as a seat sees it, as bots get it (``referee.kernel.views.view_of``); by default the seat that
        has to answer. The data are the caller's own."""
        if seat is None:
            seat = self.choice.decider.seat
        return view_of(self._course.table, self._player(seat))

    def history(self, seat: int) -> tuple[Any, ...]:
        """All that a seat was told, asked, answered and saw since the match began, as JSON data. At its own questions
        and between steps, positions that are one to a seat with perfect memory have the same history, and no others.
        Within a step it hears events at once, and looks at the table when it is asked: what others are asked meanwhile
        is no business of its. The match is played again for it."""
        heard = Heard(self._player(seat))
        self._again(heard)
        return tuple(heard.told)

    def recalled(self) -> Recalled:
        """What seats are told in the matches of this environment, for a seat that imagines what it does not see."""
        return Recalled(self._again)

    def _player(self, seat: int) -> Player:
        if not 0 <= index(seat) < self.game.players:
            raise IndexError(f"there is no seat {seat}: there are {self.game.players}")
        return self.game.seated[seat]

    @property
    def turns(self) -> int:
        """The number of finished turns."""
        return self._course.table.turns

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the match; None before, and where the cap on turns came first."""
        return self._course.table.outcome

    def returns(self) -> list[float]:
        """The payoff of each seat, once the match is over, else 0; at the cap on turns what each has. The exact ones
        are in ``outcome``."""
        if not self.done:
            return [0.0] * self.game.players
        outcome = self._course.table.outcome
        payoffs: Sequence[Any] = self._course.table.money[:-1] if outcome is None else outcome.payoffs
        return [float(each) for each in payoffs]

    def state_key(self) -> Hashable:
        """Equal keys, equal positions: the table when the running step began, and the answers since. Two ways through
        a step that come to the same position have different keys."""
        course = self._course
        return course.boundary, course.dealing, tuple([_hashable(each) for each in course.since]), self.said

    def answers_so_far(self) -> tuple[Hashable, ...]:
        """All answers of the match, and the outcomes where chance is explicit: what led to the position."""
        return tuple([_hashable(each) for each in (*self._course.played, *self._course.since)])

    # -- copies -------------------------------------------------------------------------------------------

    def clone(self, explicit_chance: bool | None = None) -> Env:
        """A copy that plays on by itself, with the same chance; within a turn too (its answers are given again).
        ``explicit_chance``: it stops at events of chance, or does not."""
        course, table = self._course, self.game.table()
        table.restore(course.boundary)
        table.dealing = course.dealing
        made = self._copy(self._used)
        made.explicit_chance = self.explicit_chance if explicit_chance is None else explicit_chance
        made._begin(table, course.played, course.since)
        made.said = self.said
        return made

    def __copy__(self) -> Env:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Env:
        return self.clone()

    def at_the_start(self, explicit_chance: bool | None = None) -> Env:
        """A copy where nothing of the match was played yet."""
        made = self._copy(0)
        made.explicit_chance = self.explicit_chance if explicit_chance is None else explicit_chance
        made._begin(self.game.table())
        return made

    def _again(self, listener: Listener) -> None:
        """Play the match again up to here."""
        table: Table = self.game.table()
        listener.follow(table)
        made = self._copy(0)
        made._begin(table, [], [*self._course.played, *self._course.since], listener)
        for choice in made._course.open():
            listener.asked(choice)

    def _copy(self, used: int) -> Env:
        made = object.__new__(Env)
        made.game, made.turn_cap, made.explicit_chance = self.game, self.turn_cap, self.explicit_chance
        made.key, made.match, made._used, made._words = self.key, self.match, used, None
        made._words_of_answers = self._words_of_answers
        return made


def _hashable(answer: Any) -> Hashable:
    return json.dumps(answer.data) if type(answer) is Plain else answer
