"""Checks results against themselves and against the rules: nothing is believed that can be played again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.registry import game_called
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.record.entries import OF_A_PROCESS
from referee.record.header import fingerprint, same_json
from referee.record.record import SCHEMA, VERSION
from referee.record.replay import replay
from referee.record.tape import commitment
from referee.stats.blocks import Seatings
from referee.tournament.entrants import BUILT_IN, is_program
from referee.tournament.formats import Outcome, sides_of
from referee.tournament.outcomes import Match, outcome_of
from referee.tournament.results import VERSION as KEPT_VERSION
from referee.tournament.results import Damaged, Results
from referee.tournament.schedule import Block, Schedule, secret_of_block
from referee.tournament.secret import of_another_definition, of_another_label


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something that is not as it should be. ``where`` is a match, a block, or ``tournament``."""

    where: str
    message: str


class Audit:
    """Looks at results while it is iterated: after each match None, or what is wrong; the whole comes first.

    Each record is replayed through the rules with the secret of its block, which is made from that of the results.
    Its header is compared with the definition that the results keep, its result with theirs, the blocks with the
    tables that were to meet, the definition and the label of chance with the secret that was committed to.
    """

    def __init__(
        self,
        store: Results,
        *,
        published: str | None = None,
        definition: Mapping[str, Any] | None = None,
        find: Callable[[str], type[Game[Any]]] = game_called,
    ) -> None:
        """``published`` is the commitment as it was told before the first match, ``definition`` what ``described``
        gives of a file, ``find`` the rules by the name of their game. BadInput where the run was stopped before it
        began, or the game is not here."""
        self.find = find
        self.store, self.published, self.definition = store, published, definition
        self.meta = store.begun()
        self.about: Mapping[str, Any] = self.meta["definition"]
        self.secret = bytes.fromhex(self.meta["secret"])
        form = self.about["form"]
        self.game = self._game(form)
        self.rules_changed = fingerprint(type(self.game)) != self.about["rules"]
        self.matches = self.replayed = self.unrecorded = self.blocks = self.wanted = self.wrong = 0
        self.whole = True
        """False where something is so damaged that the rest was not looked at."""

    def _game(self, form: Mapping[str, Any]) -> Game[Any]:
        try:
            return self.find(form["game"])(form["players"], readings=form["readings"], settings=form["settings"])
        except (BadInput, TypeError, ValueError) as error:
            raise BadInput(f"{self.store.path}: cannot be audited here: {error}") from None

    # -- what it comes to -------------------------------------------------------------------------------

    @property
    def unchecked(self) -> list[str]:
        """Everything that these results leave unchecked although results can show it; empty where every match was
        replayed."""
        found = []
        if not self.whole:
            found.append("what is behind the damage was not looked at")
        if self.blocks < self.wanted or not self.meta["finished"]:
            found.append(f"unfinished: {self.blocks} of {self.wanted} blocks are there")
        if self.unrecorded:
            found.append(f"no records kept: {self.unrecorded} of {self.matches} matches not replayed")
        if self.rules_changed:
            found.append("the rules have changed since: matches are compared with those of today")
        if self.store.version != KEPT_VERSION and self.meta["seed"] is None:
            found.append("made by an older referee: nothing shows that its secret was drawn, and for this definition")
        return found

    @property
    def claimed(self) -> list[str]:
        """Claims of the results that no results can prove."""
        found = ["that these bots gave these answers and had these faults, each once, and in that time"]
        kinds = dict.fromkeys(each["isolation"] for each in self.about["entrants"] if each["isolation"] != "none")
        if kinds:
            found.append(f"their isolation ({'; '.join(kinds)})")
        if self.meta["seed"] is not None and self.definition is None:
            found.append("the definition, as chance came from a seed (--definition FILE compares it)")
        elif any(each["text"] != BUILT_IN for each in self.about["entrants"]) and self.definition is None:
            found.append("the bots' files (--definition FILE compares them)")
        if self.published is None:
            found.append("that its commitment was published (--commitment HEX compares it)")
        return found

    @property
    def verdict(self) -> str:
        """One line."""
        if self.wrong:
            return f"{self.wrong} thing{'s are' if self.wrong > 1 else ' is'} not as it should be"
        if self.unchecked:
            return f"nothing wrong was found, but not everything was checked: {'; '.join(self.unchecked)}"
        return "every match is as the rules give it"

    # -- looking ----------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Complaint | None]:
        try:
            for each in self._all():
                self.wrong += each is not None
                yield each
        except Damaged as damage:
            self.wrong += 1
            self.whole = False
            yield Complaint(damage.where, damage.message)

    def _all(self) -> Iterator[Complaint | None]:
        for message in [*self._of_the_file(), *self._of_the_secret(), *self._of_the_definition()]:
            yield Complaint("tournament", message)
        yield from self._tables()
        records = self.store.records()
        before: Counter[tuple[int, ...]] = Counter()
        for number, table, played in self.store.blocks():
            block = Block(number, table, before[table])
            before[table] += 1
            seatings = Seatings(self.about["seatings"])
            players, sides = self.about["form"]["players"], sides_of(self.about)
            if len(table) != sides or [who for who, _ in played] != block.seated(seatings, players):
                yield Complaint(f"block {number}", "its matches are not those that its seatings give")
            secret = secret_of_block(self.secret, number)
            for told, (_, match, decisions, content) in zip(played, records, strict=False):
                self.matches += 1
                yield self._match(number, match, decisions, content, told, secret)

    def _of_the_file(self) -> Iterator[str]:
        if said := self.store.damage():
            yield f"SQLite finds the file damaged: {said}"
        yield from self.store.strays()

    def _of_the_secret(self) -> Iterator[str]:
        if commitment(self.secret) != self.meta["commitment"]:
            yield "its secret is not the one that it is committed to"
        if self.published is not None and self.published != self.meta["commitment"]:
            yield "its commitment is not the one that was published"
        seed, new = self.meta["seed"], self.store.version == KEPT_VERSION
        if (seed is not None or new) and of_another_label(self.secret, seed):
            yield (
                "its chance is said to be secret, and its secret was not drawn as one is" if seed is None
                else f"its chance is said to come from the seed {seed!r}, and its secret does not"
            )  # fmt: skip
        elif seed is None and new and of_another_definition(self.secret, self.about):
            yield "its definition is not the one that its secret was drawn for, and committed to"

    def _of_the_definition(self) -> Iterator[str]:
        if not self.rules_changed and not same_json(self.about["form"], self.game.form):
            yield "its form of the game is not spelled out as a run does"
        if self.definition is not None:
            yield from differences(self.about, self.definition)

    def _tables(self) -> Iterator[Complaint]:
        """The tables as the format gives them, from the outcomes that the results have."""
        finished = self.meta["finished"]
        stored = ((number, table) for number, table, _ in self.store.blocks())
        there = next(stored, None)
        schedule = Schedule(self.about, self.secret)
        for block in schedule.blocks(self._outcome):
            # Of a round that was not played whole, nothing is known that comes after it.
            if not isinstance(block, Block) or there is None:
                break
            if there[0] > block.number:
                continue
            if there[0] < block.number:
                break
            if there[1] != block.table:
                yield Complaint(f"block {block.number}", "it was not to be played by those")
                if schedule.format.adaptive:
                    break  # everything after it was decided otherwise
            self.blocks += 1
            there = next(stored, None)
        self.wanted = max(schedule.wanted, self.blocks)
        if there is not None:
            yield Complaint(f"block {there[0]}", "it was not to be played")
        elif finished and not schedule.over:
            yield Complaint(
                "tournament",
                f"it is said to be finished, and there are {self.blocks} of its {self.wanted} blocks: some are missing",
            )
        elif self.meta["verdict"] != (schedule.format.verdict if finished else ""):
            yield Complaint("tournament", "why it ended is not what its results say")

    def _outcome(self, number: int) -> Outcome | None:
        found = self.store.block(number)
        return None if found is None else outcome_of(*found)

    def _match(
        self, block: int, match: int, decisions: int, content: bytes | None, stored: Match, secret: bytes
    ) -> Complaint | None:
        name = f"match {block}.{match}"
        if content is None:
            self.unrecorded += 1
            return Complaint(name, "its record is missing") if self.about["records"] else None
        if not self.about["records"]:
            return Complaint(name, "there is a record of it, and the definition keeps none")
        asked: Counter[int] = Counter()

        def count(choice: Choice, answer: Any) -> None:
            asked[choice.decider.seat] += 1

        who, result = stored
        try:
            replayed = replay(content, name, secret=secret, on_answer=count, find=lambda called: type(self.game))
        except (BadRecord, BadInput) as error:
            return Complaint(name, str(error))
        self.replayed += 1
        wrong = self._of_the_header(replayed.header, who, secret) or self._of_the_faults(replayed.result, who)
        if wrong is None and not same_json({**result, "secret": secret.hex()}, replayed.result):
            wrong = "its result is not that of its record"
        if wrong is None and decisions != asked.total():
            wrong = f"it is said to have had {decisions} decisions, and its record has {asked.total()}"
        if wrong is None:
            wrong = self._of_the_times(block, match, who, asked)
        return None if wrong is None else Complaint(name, wrong)

    def _of_the_header(self, header: Mapping[str, Any], who: tuple[int, ...], secret: bytes) -> str | None:
        """The parts that differ from the definition."""
        about = self.about
        sitting = [about["entrants"][each] for each in who]
        if header["seats"] != [each["name"] for each in sitting]:
            return "its record has other players"
        if not all(map(_in_force, header["isolation"], [each["isolation"] for each in sitting])):
            return "its record has other isolation"
        expected = {
            "schema": SCHEMA,
            "version": VERSION,
            **about["form"],
            "rules": about["rules"],
            "commitment": commitment(secret),
            "chance": "secret" if self.meta["seed"] is None else "seeded",
            "limits": [about["limits"] if is_program(each["seat"]) else {} for each in sitting],
            "views": True,
        }
        if about["turn_cap"] is not None or not self.rules_changed:
            expected["turn_cap"] = about["turn_cap"] or self.game.turn_cap
        for key, value in expected.items():
            if not same_json(header.get(key), value):
                what = "of another form of the game: " if key in about["form"] else "not of this tournament: its "
                return f"its record is {what}{key}"
        return None

    def _of_the_faults(self, result: Mapping[str, Any], who: tuple[int, ...]) -> str | None:
        for fault in result["faults"]:
            if fault["kind"] in OF_A_PROCESS and not is_program(self.about["entrants"][who[fault["seat"]]]["seat"]):
                return f"seat {fault['seat']} is at fault ({fault['kind']}) as only a bot in a process can be"
        return None

    def _of_the_times(self, block: int, match: int, who: tuple[int, ...], asked: Mapping[int, int]) -> str | None:
        for seat, answers, seconds, longest in self.store.times(block, match):
            if seat >= len(who) or not is_program(self.about["entrants"][who[seat]]["seat"]):
                return f"there is a time of seat {seat}, whose bot has no clock"
            if not answers <= asked[seat] or longest > seconds + 1e-5:
                return f"the times of seat {seat} cannot be"
        return None


def differences(there: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """The differences between the definition that results keep and the one of a file. Isolation belongs to this
    machine and is left out."""
    for key, value in now.items():
        if key != "entrants":
            if not same_json(there[key], value):
                yield f"its definition is not that of the file: {key}"
            continue
        if len(there[key]) != len(value):
            yield "its definition is not that of the file: it has other entrants"
            continue
        for old, new in zip(there[key], value, strict=True):
            for part in ("name", "author", "seat", "text"):
                if old[part] != new[part]:
                    what = "bot (its files differ)" if part == "text" else part
                    yield f"its definition is not that of the file: entrant {old['name']!r} had another {what}"


_GROUPS = re.compile(r"of version [12] \((cpu|memory|pids)(, (cpu|memory|pids))*\)")
"""The words of ``pool.cgroups`` for what is in force."""


def _in_force(isolation: str, expected: str) -> bool:
    """Whether a record tells of that isolation and of no gap in it; a machine may have had control groups as well."""
    kind, _, groups = isolation.partition(", control groups ")
    return kind == expected and (not groups or _GROUPS.fullmatch(groups) is not None)
