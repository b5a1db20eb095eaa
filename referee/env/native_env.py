"""One table that is played natively, with all that ``Env`` has."""

from __future__ import annotations

from operator import index
from typing import Any

from referee.env.arguments import whole
from referee.env.env import Env
from referee.kernel.errors import BadInput, RuleFault
from referee.kernel.spaces import Random
from referee.native.choosing import place_of_engines
from referee.native.tables import DRAWN, MOST_COUNTED, NativeTables
from referee.native.worlds import number_in
from referee.play.bot import Option
from referee.play.course import Course
from referee.record.words import WORD


class NativeEnv(Env):
    """What has a number is played and told natively: ``choose``, ``count``, ``seat``, ``player``, ``ask``, ``turns``,
    ``done``, ``returns``. For everything else Python plays the match again up to here, once for a question.

    Python plays on to the end of a match from which an answer was drawn (``sample``) that was not given: native play
    does not know what it has used up.
    """

    def _take_engine(self, engine: str) -> None:
        if self.explicit_chance:
            raise BadInput("explicit_chance is Python's: leave engine='python'")
        self._tables: NativeTables | None = None
        self._made: Course | None = None
        """Python's table, where it is at the same question."""
        self._is_native = self._over = False
        """Whether native play has the running match: Python may have gone on alone. Whether it is over there."""
        self._history: list[int] = []
        self._sampled: Option | None = None
        """The answer that was drawn and not given yet."""
        try:
            self._tables = NativeTables(self.game, 1, place_of_engines())
        except BadInput as error:
            if engine == "native":
                raise
            self.why_python = str(error)
            return
        self.engine = "native"
        self._rows, self._answer = self._tables.rows, self._tables.answers
        self._count, self._done, self._step = self._rows["count"].item, self._rows["done"].item, self._tables.step

    def begin_match(self, match: int) -> None:
        if self._tables is None:
            super().begin_match(match)
            return
        self.match, self._history, self.said = whole("match", match, 0, WORD), [], ()
        self._made = self._sampled = None
        self._over, self._is_native = False, True
        if self._tables.begin(self.key, match, self.turn_cap) or self._rows["match"].item() != match:
            self._leave()  # the rules stop it, it asks nothing, or a number is too large

    def choose(self, number: int) -> None:
        number = index(number)
        if self._sampled is not None:
            self._leave()
        if not self._is_native or self._over:
            super().choose(number)
            return
        if not DRAWN <= number < self._count():
            raise IndexError(f"there is no answer {number}: there are {self.count()}")
        self._made, self.said = None, ()
        if self._gone_on(number) and not self._over:
            self._is_native = False
            self._play_again()  # Python says what the rules broke, or goes on where a number is too large

    def _gone_on(self, number: int) -> int:
        """Go on natively; not 0: it stands at no question then."""
        self._history.append(number)
        self._answer[0] = number
        found = self._step()
        self._over = self._done()
        return found

    def step(self, answer: Any) -> None:
        if self._sampled is not None and answer is not self._sampled:
            self._leave()
        if not self._is_native or self._over:
            super().step(answer)
            return
        number, space = DRAWN, self.space
        if self._sampled is None:
            try:
                raw = answer.raw if isinstance(answer, Option) else answer
                number = number_in(space, raw if space.admits(raw) else space.read(raw))
            except (BadInput, ValueError, TypeError, LookupError):
                self._leave()  # it is none, which Python says, or there are too many to look for its number
        try:
            super().step(answer)
        except RuleFault:
            self._is_native = False
            raise
        self._sampled = None
        if self._is_native and self._gone_on(number) and not self._over:
            self._is_native = False

    def sample(self, rng: Random | None = None) -> Option:
        if self._sampled is not None:
            self._leave()
        found = super().sample(rng)
        if rng is None and self._is_native:
            self._sampled = found
        return found

    def _leave(self) -> None:
        """Python goes on alone from here, to the end of the match."""
        if self._is_native and self._made is None:
            self._play_again()
        self._is_native, self._sampled = False, None

    # -- Python's table -----------------------------------------------------------------------------------

    @property
    def _course(self) -> Course:
        if self._made is None:
            self._play_again()
        assert self._made is not None
        return self._made

    @_course.setter
    def _course(self, course: Course) -> None:
        self._made = course

    def _play_again(self) -> None:
        """Bring Python's table to where native play is. RuleFault where the rules broke an obligation there."""
        Env.begin_match(self, self.match)
        for answer in self._history:
            Env.step(self, Env.sample(self) if answer == DRAWN else Env.nth(self, answer))

    # -- what has a number --------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        return self._over if self._is_native else super().done

    @property
    def seat(self) -> int | None:
        return self._told("seat") if self._is_native else super().seat

    @property
    def player(self) -> int | None:
        return self._told("player") if self._is_native else super().player

    def _told(self, row: str) -> int | None:
        return None if self._over else int(self._rows[row].item())

    @property
    def ask(self) -> str | None:
        if not self._is_native or self._tables is None:
            return super().ask
        return None if self._over else str(self._tables.words[self._rows["ask"].item()])

    @property
    def turns(self) -> int:
        return super().turns if self._over or not self._is_native else int(self._rows["turns"].item())

    def count(self) -> int:
        if not self._is_native or self._over:
            return super().count()
        found = int(self._count())
        return super().count() if found == MOST_COUNTED else found

    def returns(self) -> list[float]:
        if self._is_native and self._over:
            payoffs: list[float] = self._rows["payoff"][0].tolist()
            return payoffs
        return [0.0] * self.game.players if self._is_native else super().returns()
