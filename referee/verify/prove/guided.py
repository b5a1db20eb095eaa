"""A concrete run guides the symbolic one: the cross-check of everything that a proof is made of.

The same rule text is played with cards, and followed with unknowns in their place on the path that this play takes.
Then every term has a value: what was assumed and decided on the path must hold, an obligation must fail just where
play met a fault, the table after it must be the very one that was played, and whatever the solver would be told
must be true. (Differential testing: McKeeman, *Differential testing for software*, 1998; a symbolic path along a
concrete run: Godefroid, Klarlund and Sen, *DART*, 2005.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import MissingCase, RuleFault
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice
from referee.kernel.rule_types import Rule
from referee.kernel.table import Table
from referee.play.one_by_one import OneByOne
from referee.verify.prove.boundary import UNREAD, Boundary, Shape, at_end, lazy_class, lazy_now, lazy_values
from referee.verify.prove.bounds import new_table
from referee.verify.prove.instance import Differs, Instance, owed_holds, value_of
from referee.verify.prove.paths import Dropped, Interned, Obligation, Path
from referee.verify.prove.search import Ended, Search
from referee.verify.prove.seats import turned
from referee.verify.prove.smt_query import SmtQuery
from referee.verify.prove.terms import SymTruth
from referee.verify.readonly_table import ReadOnly

KINDS_APART = 7
FEW_KINDS = 16
"""How many kinds of card are counted in every place after a step, where there are many; as piles all are compared."""


class RecordingDriver(OneByOne):
    """A driver that answers as another does. ``transcript`` has the answers as the rules get them."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.transcript: list[Any] = []
        driver.transcript = []

    @property
    def rules(self) -> Any:
        return self.driver.rules

    @rules.setter
    def rules(self, running: Any) -> None:
        self.driver.rules = running

    def choose(self, choice: Choice) -> Any:
        self.transcript.append(self.driver.choose(choice))
        return self.transcript[-1]

    def chance(self, event: Chance) -> Any:
        self.transcript.append(self.driver.chance(event))
        return self.transcript[-1]


class OutOfAnswers(Dropped):
    """The rules ask for more than was answered in play: a fault stopped it."""


class Elsewhere(Dropped):
    """The first seat that the rules read is another one than a proof takes: the table has to be turned."""

    def __init__(self, player: Player) -> None:
        self.player = player


class GuidedPath(Path):
    """The path that one play takes. ``before`` is its table at the beginning, ``transcript`` has its answers."""

    def __init__(
        self, game: Game[Any], interned: Interned, label: str, before: Table | None, transcript: Sequence[Any]
    ):
        super().__init__(game.deck, [], interned, game.clause_codes, label)
        self.before_play, self.transcript = before, list(transcript)
        self.instance = Instance(self)
        self.elsewhere: Player | None = None
        self.unlike = "the seats that rules read first are not to be brought into one order"
        self.is_out = False
        self._way = 0

    def fork(self, ways: int) -> int:
        way, self._way = self._way, 0
        if ways > 1:
            self.decisions.append(way)
        return super().fork(ways)

    def one_of(self, word: str, things: Sequence[Any]) -> Any:
        if word in ("answer", "lot"):
            given: Any = self._next()
            if word == "answer" and not _is_among(given, things):
                given = given[0]
        else:
            assert self.before_play is not None
            given = getattr(self.before_play, word)
        if not _is_among(given, things):
            if isinstance(given, Player):
                self.elsewhere = given
                raise Elsewhere(given)
            raise Differs(f"{word}: {given!r} in play, and a proof knows only {things!r}")
        self._way = next(at for at, each in enumerate(things) if each is given or each == given)
        return super().one_of(word, things)

    def holds(self, truth: SymTruth) -> bool:
        self._way = 0 if self.instance.of(truth) else 1
        return super().holds(truth)

    def on_answer(self, word: str, request: Any, answer: Any) -> None:
        given = self._next()
        if answer is not None and not self.instance.bind(answer, given):
            raise Differs(f"{answer!r} has more unknowns than an answer may bring")
        super().on_answer(word, request, answer)

    def _next(self) -> Any:
        if len(self.requests) >= len(self.transcript):
            self.is_out = True
            raise OutOfAnswers("play stopped here")
        return self.transcript[len(self.requests)]

    def laid_out(self, table: Any) -> None:
        """Give what lies there the values that it had in play; sizes that the invariant fixes are those of a table of
        which the first seat moves, so that where they are others the table has to be turned."""
        there: Any = self.before_play
        try:
            self._lay_out(table, there)
        except Differs as differs:
            self.elsewhere, self.unlike = there.players[-1], str(differs)
            raise Elsewhere(self.elsewhere) from None

    def _lay_out(self, table: Any, there: Any) -> None:
        todo: list[tuple[Any, Any]] = [(table.turns, there.turns), (table.money, there.money)]
        for mine, one in zip(table.places, there.places, strict=True):
            if not mine.is_row:
                todo += [(mine.pile, one.pile), (mine.size, one.size)]
        for name in table.shape_names:
            if not lazy_values(table, name):  # those are decided when they are read
                todo.append((plain(getattr(table, name)), plain(getattr(there, name))))
        while todo:
            left = [(term, value) for term, value in todo if not self.instance.bind(term, value)]
            if len(left) == len(todo):
                raise Differs(f"unknowns that nothing in play tells: {left!r}")
            todo = left


def plain(scalar: Any) -> Any:
    """A scalar, also one that each player has, as something to be compared."""
    return tuple(scalar) if isinstance(scalar, list) else scalar


def _is_among(given: Any, things: Sequence[Any]) -> bool:
    return any(each is given or (type(each) is type(given) and each == given) for each in things)


@dataclass(frozen=True, slots=True)
class Compared:
    """The extent of one comparison. ``way`` are the decisions until the rule came to its end."""

    path: GuidedPath
    way: tuple[int, ...]
    fault: str
    facts: int
    """The number of sentences for the solver that were examined."""

    @property
    def before(self) -> Table | None:
        """The table before the step, turned as a proof looks at it; None for a deal."""
        return self.path.before_play

    @property
    def transcript(self) -> list[Any]:
        """The answers of play."""
        return self.path.transcript


class Guide:
    """Compares play of one form of a game with its symbolic runs.

    ``claims`` are looked at on every table as well; those in ``invariant`` are assumed before a step, as a proof
    does, and make sizes known: only tables that satisfy them may be compared then.
    """

    def __init__(
        self,
        game: Game[Any],
        shape: Shape,
        claims: Mapping[str, Callable[[Any], Any]],
        invariant: Sequence[str] = (),
    ) -> None:
        self.game, self.claims = game, claims
        self.asked: Callable[[Any, Any], None] | None = None
        """Evaluate what a proof evaluates when somebody is asked: it may branch there."""
        self.interned = Interned()
        self.boundary = Boundary(game, shape, {name: claims[name] for name in invariant}, "guided ")
        self.prepare: Callable[[Path, Any], None] = self.boundary.prepare
        self.dealt_class = lazy_class(game, None)

    def step(self, before: Table, driver: Any) -> Compared:
        """One step from a table, as ``driver`` answers in play; the table is turned until the seats agree."""
        for _ in before.players:
            played, said, fault = self._played(before, driver)
            path = GuidedPath(self.game, self.interned, self.boundary.label, before, said)
            search = Search(self.interned, self.boundary.table_class, asked=self.asked, label=self.boundary.label)
            ended = search.follow(self.game, self.prepare, self._one_step, path)
            if path.elsewhere is None:
                return self._compare(path, ended, played, fault, search, self.prepare, self._one_step)
            for _ in range(len(before.players) - before.players.index(path.elsewhere)):
                before = turned(before)
        raise Differs(path.unlike)

    def deal(self, driver: Any) -> Compared:
        """The deal, as ``driver`` answers in play."""
        played, said, fault = self._played(None, driver)
        path = GuidedPath(self.game, self.interned, "deal ", None, said)
        search = Search(self.interned, self.dealt_class, label="deal ")
        ended = search.follow(self.game, new_table, self._deal, path)
        return self._compare(path, ended, played, fault, search, new_table, self._deal)

    def _one_step(self, t: Any) -> Rule[None]:
        yield from self.game.step(t)
        t.turns += 1

    def _deal(self, t: Any) -> Rule[None]:
        yield from self.game.deal(t)
        t.dealing = False

    def _played(self, before: Table | None, driver: Any) -> tuple[Table, list[Any], Exception | None]:
        table: Any = self.dealt_class(self.game)
        recording = RecordingDriver(driver)
        try:
            if before is None:
                run_deal(self.game, table, recording)
            else:
                table.restore(before.snapshot())
                run_step(self.game, table, recording)
        except (RuleFault, MissingCase) as fault:
            return table, recording.transcript, fault
        return table, recording.transcript, None

    # -- comparing --------------------------------------------------------------------------------------

    def _compare(
        self,
        path: GuidedPath,
        ended: Ended,
        played: Any,
        fault: Exception | None,
        search: Search,
        prepare: Callable[[Path, Any], None],
        rule: Callable[[Any], Any],
    ) -> Compared:
        way = tuple(path.decisions[: path.made])
        broken = self._first_broken(path)
        if ended.dropped and not path.is_out:
            raise Differs("the path was dropped, although play takes it")
        if isinstance(fault, RuleFault) and not isinstance(fault, MissingCase):
            self._same_fault(fault, broken, ended)
        elif broken is not None:
            raise Differs(f"{broken.message}: owed and broken in the symbolic run, and play met nothing")
        elif isinstance(fault, MissingCase):
            if ended.dropped or ended.missing != fault.reading:
                raise Differs(f"play has no rule under {fault.reading!r}; the symbolic run ends with {ended!r}")
        else:
            if ended.dropped or ended.failed or ended.missing:
                raise Differs(f"the symbolic run stops: {ended.failed or ended.missing}", stops=True)
            self._same_table(path, ended.table, played)
            again = search.follow(self.game, prepare, rule, Path(
                path.deck, list(path.decisions), self.interned, self.game.clause_codes, path.label
            ))  # fmt: skip
            self._same_path(path, again)
        return Compared(path, way, str(fault) if fault else "", self._facts(path, broken))

    def _first_broken(self, path: GuidedPath) -> Obligation | None:
        return next((each for each in path.obligations if not owed_holds(path.instance, each)), None)

    @staticmethod
    def _same_fault(fault: RuleFault, broken: Obligation | None, ended: Ended) -> None:
        if broken is not None:
            mine, clause = broken.broken, ", ".join(broken.clause)
        elif ended.failed and not ended.dropped:
            mine, clause = ended.broken, fault.clause
        else:
            raise Differs(f"play met a fault and the symbolic run owes nothing: {fault}")
        if (mine, clause) != (fault.broken, fault.clause):
            raise Differs(f"play met {fault.broken} in {fault.clause}, the symbolic run {mine} in {clause}: {fault}")

    def _same_table(self, path: GuidedPath, table: Any, played: Any) -> None:
        value, deck = path.instance.of, path.deck
        kinds = range(len(deck.cards))
        counted = kinds if len(kinds) <= FEW_KINDS else kinds[path.made % KINDS_APART :: KINDS_APART]
        for mine, one in zip(table.places, played.places, strict=True):
            if mine.is_row:
                same = mine.contents() == one.contents()
            else:
                same = value(mine.pile) == one.pile and value(mine.size) == one.size
                for kind in counted:
                    same = same and value(mine.pile.count(kind)) == one.pile >> kind * deck.width & deck.field
            if not same:
                raise Differs(f"{mine!r} holds other cards after the symbolic run than after play")
        for name in table.shape_names:
            mine, one = at_end(table, name), getattr(played, name)
            if lazy_values(table, name) and lazy_now(table, name) is UNREAD:  # it is what it was
                mine = getattr(path.before_play, name)
            if value(plain(mine)) != plain(one):
                raise Differs(f"{name} is {value(plain(mine))!r} after the symbolic run and {one!r} after play")
        for name in ("money", "outcome", "turns"):
            mine, one = value(getattr(table, name)), value(getattr(played, name))
            if mine != one:
                raise Differs(f"{name} is {mine!r} after the symbolic run and {one!r} after play")
        with ReadOnly(table) as looking, ReadOnly(played) as looking_too:
            for name, claim in self.claims.items():
                mine, one = value(claim(table)), claim(played)
                if bool(mine) != bool(one):
                    raise Differs(f"{name} is {mine!r} after the symbolic run and {one!r} after play")
            looking.compare()
            looking_too.compare()

    @staticmethod
    def _same_path(path: GuidedPath, again: Ended) -> None:
        """The decisions that play made lead a search to the same path."""
        if again.dropped:
            raise Differs("the path that play takes is dropped by a search")
        other = again.path
        same = [each.key for each in path.conditions[: len(other.conditions)]] == [
            each.key for each in other.conditions
        ]
        if not same or other.decisions[: other.made] != path.decisions[: other.made] or other.made > path.made:
            raise Differs("the decisions that play makes lead a search elsewhere")

    def _facts(self, path: GuidedPath, broken: Obligation | None) -> int:
        """Everything that the solver would be told of this path is true."""
        until = next((at for at, each in enumerate(path.obligations) if each is broken), len(path.obligations))
        given: list[Any] = path.assumptions if broken is None else path.assumptions[: broken.assumptions]
        divided = len(path.partitions) if broken is None else broken.divided
        question = SmtQuery(path, path.partitions[:divided])
        for each in [*given, *path.conditions]:
            question._add(question.truth(each))
        owed = [each.truth for each in path.obligations[:until] if not isinstance(each.truth, tuple)]
        for truth in owed:
            text, atoms = question.truth(truth)
            question._add((f"(or {text} true)", atoms))  # mentioned, and true here as it was looked at before
            if value_of(text, {f"a{each.number}": path.instance.atom(each) for each in atoms}) is not True:
                raise Differs(f"an obligation holds and says to the solver what does not: {text}")
        question._close()
        values = {f"a{number}": path.instance.atom(atom) for number, atom in question.seen.items()}
        for text in question.asserted:
            if value_of(text, values) is not True:
                names = {f"a{number}": atom.name for number, atom in question.seen.items() if f"a{number}" in text}
                raise Differs(f"the solver would be told what is not so: {text} {names}")
        return len(question.asserted)
