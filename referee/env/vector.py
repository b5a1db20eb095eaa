"""Many tables at once, for programs that learn: arrays in and out, one call for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from referee.env.arguments import whole
from referee.env.encoding import Encoder
from referee.env.env import Env
from referee.env.layout import layout_of
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.native.choosing import ENGINES, place_of_engines
from referee.native.tables import DRAWN, MOST_COUNTED, MOST_SILENT, SILENT, NativeTables, rows_of
from referee.record.words import WORD, key_of, seed_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike


class Tables(Protocol):
    """Tables of either engine (``referee.native.tables.NativeTables``)."""

    rows: dict[str, np.ndarray[Any, Any]]
    answers: np.ndarray[Any, Any]

    def begin(self, key: tuple[int, int], first: int, turn_cap: int) -> int: ...

    def step(self) -> int: ...

    def played(self, table: int) -> list[int]: ...


class VecEnv:
    """``number`` tables of a game, each with a match of its own, played natively or by Python: the same matches.

    A table stands at a question always. What is told has a row for each table, in arrays that stay the same objects:

    - ``seat`` has to answer, for the seat ``player``; ``count`` answers there are (at most 2^63 - 1 are told);
    - ``match`` and ``turns``: the number of the match, and of its finished turns;
    - ``observation``: what that seat sees (``Encoder``), where it was asked for;
    - ``done``: whether the last answer ended a match; then ``payoff`` has what each seat got (0 elsewhere), and
      ``ended`` whether the rules ended it (else it was the cap on turns). The other rows are of the next match already.
    """

    def __init__(
        self,
        game: str | Path | type[Game[Any]] | Game[Any],
        players: int | None = None,
        number: int = 1,
        *,
        readings: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None,
        turn_cap: int | None = None,
        observations: bool = True,
        engine: str = "auto",
        building: Callable[[], None] | None = None,
    ) -> None:
        """The first arguments are those of ``Env``. ``engine`` is ``native``, ``python``, or ``auto``: native where the
        rules can be compiled (``why_python`` says why they cannot). ``building`` is called before they are compiled.
        BadInput where there is no such form, or the engine is not to be had."""
        if engine not in ENGINES:
            raise BadInput(f"there is no engine {engine!r}: take one of {', '.join(ENGINES)}")
        number = whole("number of tables", number, 1)
        env = Env(game, players, readings=readings, settings=settings, turn_cap=turn_cap)
        self.game, self.turn_cap, self.number = env.game, env.turn_cap, number
        self.encoder = Encoder(env.game) if observations else None
        """Says what the numbers of ``observation`` are."""
        self.engine, self.why_python = "python", ""
        tables: Tables | None = None
        if engine != "python":
            try:
                layout = layout_of(self.encoder) if self.encoder else None
                tables = NativeTables(self.game, number, place_of_engines(), building, layout)
                self.engine = "native"
            except BadInput as error:
                if engine == "native":
                    raise
                self.why_python = str(error)
        self._tables = tables or PythonTables(env, number, self.encoder)
        rows = self._tables.rows
        self.seat, self.player, self.count = rows["seat"], rows["player"], rows["count"]
        self.match, self.turns = rows["match"], rows["turns"]
        self.observation = rows["observed"]
        self.done, self.ended, self.payoff = rows["done"], rows["ended"], rows["payoff"]
        self.seed = "0"
        self.reset(0)

    def reset(self, seed: int | str | None = None, match: int = 0) -> None:
        """The tables begin the matches of a seed from number ``match`` on, one each; where one ends, its table begins
        the one whose number is higher by the number of tables. Without a seed, matches begin that were not begun yet.

        Match K of seed S is that of ``Env.reset(S, K)``.
        """
        match = whole("match", int(self.match.max()) + 1 if seed is None else match, 0, WORD - self.number)
        if seed is not None:
            self.seed = seed_text(seed)
        if self._tables.begin(key_of(self.seed), match, self.turn_cap):
            self._tell_what_stopped()

    def step(self, answers: ArrayLike) -> None:
        """An answer at each table, by its number from 0 to ``count - 1``, as ``Env.nth`` has it; -1 has the chance of
        the match draw one, as ``Env.sample`` does.

        IndexError: an answer is none. BadInput: they are no whole numbers, or not one for each table (one alone is for
        all). Nothing was played then. RuleFault: the rules broke an obligation. BadInput: native play cannot go on
        there. After these two the tables are at rest until ``reset``.
        """
        self._tables.answers[:] = self._numbers(answers)
        found = self._tables.step()
        if found < 0:
            table = -1 - found
            answer, count = self._tables.answers[table], self.count[table]
            raise IndexError(f"table {table} has no answer {answer}: there are {count}")
        if found:
            self._tell_what_stopped()

    def _numbers(self, answers: ArrayLike) -> np.ndarray[Any, Any]:
        import numpy as np

        given = np.asarray(answers)
        if given.dtype.kind not in "iub" or (
            given.dtype.kind == "u" and given.itemsize == 8 and given.max() > MOST_COUNTED
        ):
            raise BadInput(f"answers of the type {given.dtype}: give whole numbers of 64 bits (astype(int))")
        if given.shape not in ((self.number,), ()):
            raise BadInput(f"answers of the shape {given.shape}: give one for each of {self.number} tables")
        return given

    def sample(self) -> None:
        """At each table the chance of its match draws an answer, each equally likely, and play goes on."""
        self.step(DRAWN)

    def table(self, number: int) -> Env:
        """The table of that number, from 0 on, as an ``Env`` that plays on by itself: for what is not in the arrays
        (``legal``, ``history``, ``clone``, the words of questions). Its match is played again by Python. RuleFault
        where the rules broke an obligation there."""
        number = whole("the number of a table", number, 0, self.number - 1)
        env = Env(self.game, turn_cap=self.turn_cap)
        env.reset(self.seed, int(self.match[number]))
        for answer in self._tables.played(number):
            env.step(env.sample() if answer == DRAWN else env.nth(answer))
        return env

    def _tell_what_stopped(self) -> None:
        broken = self._tables.rows["broken"]
        for table in broken.nonzero()[0].tolist():
            if broken[table] == SILENT:
                raise silent(self.game)
            self.table(table)
            raise BadInput(
                f"{self.game.name}: match {self.match[table]} cannot be played on natively, as a number or the memory "
                "was too small: take engine='python'"
            )


def silent(game: Game[Any]) -> BadInput:
    return BadInput(f"{game.name}: {MOST_SILENT} matches in a row ask nothing")


class PythonTables:
    """Tables that Python plays."""

    def __init__(self, env: Env, number: int, encoder: Encoder | None) -> None:
        import numpy as np

        self.envs = [env.clone() for _ in range(number)]
        self.encoder = encoder
        self.rows = rows_of(number, env.game.players, encoder.size if encoder else 0)
        self.answers = np.zeros(number, "i8")
        self._played: list[list[int]] = [[] for _ in range(number)]

    def begin(self, key: tuple[int, int], first: int, turn_cap: int) -> int:
        self.rows["done"][:] = False
        self.rows["payoff"][:] = 0
        for number, env in enumerate(self.envs):
            env.key, env.turn_cap = key, turn_cap
            env.begin_match(first + number)
            self._begun(number)
        return 0

    def step(self) -> int:
        answers = self.answers.tolist()
        for table, (env, answer) in enumerate(zip(self.envs, answers, strict=True)):
            if env.done or not DRAWN <= answer < env.count():
                return -1 - table
        for table, (env, answer) in enumerate(zip(self.envs, answers, strict=True)):
            self._played[table].append(answer)
            env.step(env.sample() if answer == DRAWN else env.nth(answer))
            self.rows["done"][table] = env.done
            self.rows["payoff"][table] = env.returns()
            if env.done:
                self.rows["ended"][table] = env.outcome is not None
                env.begin_match(env.match + len(self.envs))
                self._begun(table)
            else:
                self._tell(table)
        return 0

    def played(self, table: int) -> list[int]:
        return self._played[table]

    def _begun(self, table: int) -> None:
        """A match has begun; one that asks nothing is passed over."""
        env = self.envs[table]
        self._played[table] = []
        for _ in range(MOST_SILENT):
            if not env.done:
                return self._tell(table)
            env.begin_match(env.match + len(self.envs))
        raise silent(env.game)

    def _tell(self, table: int) -> None:
        env, rows = self.envs[table], self.rows
        rows["seat"][table], rows["player"][table] = env.seat, env.player
        rows["count"][table] = min(env.count(), MOST_COUNTED)
        rows["match"][table], rows["turns"][table] = env.match, env.turns
        if self.encoder:
            rows["observed"][table] = self.encoder.encode(env.observe(), env.ask)
