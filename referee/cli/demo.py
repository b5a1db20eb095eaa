"""``referee demo``: a match, its record, forgeries refused, rules checked, clauses that collide, a tournament."""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from referee.cli import FAULT
from referee.cli.check_text import cause_lines, conclusion_lines
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.match_report import MatchReport
from referee.cli.progress import Progress
from referee.cli.replay import Retelling
from referee.cli.standings_text import standings_lines
from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.cli.values import OUTPUT_FOLDER
from referee.games.registry import find_game
from referee.games.shipped import COLLISION_GAME, DEMO_GAME, folders
from referee.kernel.errors import BadInput, BadRecord
from referee.play.referee import play_match, seat_rng
from referee.play.seats import seat_maker
from referee.pool.jail import isolation
from referee.record.project_folder import project_folder
from referee.record.record import chain, write_record
from referee.record.tape import secret_of_seed
from referee.report.match import rulebook_of
from referee.report.rules_report import rules_page
from referee.report.told_causes import tell
from referee.report.tournament import tournament_page
from referee.tournament.audit import Audit
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament
from referee.tournament.standings import standings
from referee.verify.campaign import check_game
from referee.verify.causes import causes_of
from referee.verify.collide.edges import Kind
from referee.verify.collide.interactions import Asked, interactions
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Verdict

SCHEMA = "referee.demo/1"
SEATS = ("greedy", "random", "random", "random")
SEED = "demo"
QUICKSTART = "quickstart.toml"
COLLISION_MATCHES = 2
LAST_TURNS = 4
"""Lines of the replay that are shown before its result."""


@click.command()
@click.option("--keep", type=OUTPUT_FOLDER, metavar="DIR", help="Keep the records in this folder.")
@json_option
def command(keep: Path | None, json_file: JsonFile) -> int:
    """A match and its record, forgeries of it, a check of its rules, two clauses that collide, and a tournament."""
    with _folder(keep) as folder:
        demo = Demo(folder, Terminal.of(sys.stdout), silent=json_file.takes_stdout)
        demo.play()
        demo.replay()
        demo.forge()
        demo.check()
        demo.collide()
        demo.tournament()
        demo.name_pages(keep)
        demo.go_on(keep)
    json_file.write(SCHEMA, demo.document)
    for defect in demo.defects:
        complain(f"{defect}: this is a defect of referee")
    return FAULT if demo.defects else 0


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="referee-demo-") as folder:
            yield Path(folder)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--keep {keep}: {error.strerror}") from None
    yield keep


class Demo:
    """The demo, one step a method; ``document`` is the same as JSON."""

    def __init__(self, folder: Path, terminal: Terminal, *, silent: bool) -> None:
        self.folder, self.terminal, self.silent = folder, terminal, silent
        self.game = find_game(DEMO_GAME)(len(SEATS))
        self.record = b""
        self.defects: list[str] = []
        self.pages: dict[str, str] = {}
        self.document: dict[str, Any] = {"game": self.game.name, "seats": list(SEATS), "seed": SEED}

    def say(self, *lines: str) -> None:
        if not self.silent:
            say(*lines)

    def step(self, text: str, *command: str) -> None:
        """Announces the next step and its command."""
        self.say(*self.terminal.wrapped(text))
        if command:
            self.say(*self.terminal.wrapped(" ".join(command), self.terminal.bold("$ "), "      "), "")

    def play(self) -> None:
        self.step(
            "1. Four bots play. The referee deals, asks, checks every answer and keeps a record.",
            *(
                "referee play",
                self.game.name,
                "--seats",
                ",".join(SEATS),
                "--seed",
                SEED,
                "--record match.jsonl",
            ),
        )
        secret = secret_of_seed(SEED)
        bots = folders("bots", type(self.game), self.folder)  # not of the folder that one stands in
        seats = [seat_maker(form, self.game.name, bots)(seat_rng(secret, seat)) for seat, form in enumerate(SEATS)]
        result = play_match(self.game, seats, secret=secret, seeded=True, record=True, views=True)
        assert result.record is not None
        self.record = result.record
        write_record(self.folder / "match.jsonl", self.record)
        report = MatchReport(self.game, SEATS, result.data)
        self.say(*report.lines(self.terminal), "")
        self.document["match"] = report.as_json()

    def replay(self) -> None:
        self.step(
            "2. The record is played through the rules again, and every line compared.",
            "referee replay match.jsonl",
        )
        lines: list[str] = []
        told = Retelling(self.terminal, write=lines.append)
        told.replay(self.record, "match.jsonl")
        turns = [number for number, line in enumerate(lines) if line.startswith("turn ")]
        last = turns[-1] + 1 + [line.startswith(" ") for line in lines[turns[-1] + 1 :]].index(False)
        self.say("…", *lines[turns[-LAST_TURNS] : last], "…", lines[-1], "")
        self.document["replay"] = {"steps": told.steps, "verdict": "identical"}

    def forge(self) -> None:
        lines = self.record.split(b"\n")
        number, forged = forgery(lines)
        self.step(
            f"3. One byte of line {number + 1} changed, so that another card is played; "
            "then the same with the hash chain mended."
        )
        changed = b"\n".join([*lines[:number], forged, *lines[number + 1 :]])
        bodies = [line[: line.rindex(b',"#":"')] + b"}" for line in [*lines[:number], forged, *lines[number + 1 : -1]]]
        self.document["forgeries"] = [
            self.refuse("changed.jsonl", changed),
            self.refuse("mended.jsonl", chain(bodies)),
        ]
        self.say("")

    def refuse(self, name: str, content: bytes) -> dict[str, Any]:
        write_record(self.folder / name, content)
        self.say(f"{self.terminal.bold('$')} referee replay {name}")
        try:
            Retelling(self.terminal, write=lambda line: None).replay(content, name)
        except BadRecord as error:
            self.say(*self.terminal.wrapped(f"referee: {name}: {error}"))
            return {"record": name, "line": error.line, "error": str(error)}
        self.defects.append(f"the forged record {name} was not refused")
        return {"record": name, "line": None, "error": None}

    def check(self) -> None:
        """Its properties, at a table of two, by fuzzing alone."""
        self.step(
            "4. What the rulebook promises is put to real and to extreme deals, under every reading that matters.",
            *("referee check", self.game.name, "--players 2 --method fuzz"),
        )
        plan = Plan(self.game.name, players=(2,), methods=(Method.FUZZ,))
        checked = check_game(plan)
        verdicts = Counter(
            each.verdict.value
            + ("" if each.verdict is not Verdict.REFUTED or checked.expected(each) else " (expected)")
            for each in checked.results
        )
        self.say(*conclusion_lines(checked, self.terminal, timed=False), "")
        for cause in causes_of(checked)[:1]:
            records: dict[str, Path] = {}
            if cause.lead.witness is not None:
                records[cause.fingerprint] = Path("witness.jsonl")
                write_record(self.folder / "witness.jsonl", cause.lead.witness.record)
            self.say(*cause_lines(tell(checked, cause, records), self.terminal), "")
        if checked.exit_code():
            self.defects.append("the rules are not what their properties say")
        self.pages["check.html"] = rules_page(checked, plan.seed, {})
        self.document["check"] = {"verdicts": dict(verdicts), "findings": len(checked.findings)}

    def collide(self) -> None:
        """Two clauses that get into each other's way, from the same table and the same answers otherwise."""
        game = find_game(COLLISION_GAME)
        self.step(
            "5. Which clauses get into each other's way? Steps are taken again with and without what may be done.",
            *("referee interactions", game.name, "--players 2"),
        )
        asked = Asked(game.name, (2,), {}, {}, seed=SEED, matches=COLLISION_MATCHES)
        found = interactions(game, asked)
        book = {clause.id: clause.title for clause in rulebook_of(game(2)).clauses}
        edges = [
            edge
            for edge in found.edges
            if edge.kind in (Kind.ORDER, Kind.DISABLES) and len(edge.witnesses) == 2
            if edge.source in book and edge.target in book
        ]
        if not edges:
            self.defects.append(f"no two clauses of {game.name} get into each other's way")
            return
        edge = min(edges, key=lambda each: each.steps)
        title = f"{edge.source} {book[edge.source]} {edge.kind.value} {edge.target} {book[edge.target]}"
        self.say(*self.terminal.wrapped(self.terminal.bold(title)), *self.terminal.wrapped(edge.description, "  "))
        for name, witness in zip(("with.jsonl", "without.jsonl"), edge.witnesses, strict=True):
            write_record(self.folder / name, witness.record)
            lines: list[str] = []
            Retelling(self.terminal, write=lines.append).replay(witness.record, name)
            turns = [number for number, line in enumerate(lines) if line.startswith("turn ")]
            last = turns[-1] + 1 + [line.startswith(" ") for line in lines[turns[-1] + 1 :]].index(False)
            self.say(f"{self.terminal.bold('$')} referee replay {name}", *lines[turns[-1] : last])
        self.say("")
        self.document["collision"] = {"kind": edge.kind.value, "source": edge.source, "target": edge.target}

    def tournament(self) -> None:
        """The quickstart; where bots cannot be isolated, without."""
        file = next(folder / QUICKSTART for folder in folders("tournaments") if (folder / QUICKSTART).is_file())
        results = self.folder / "quickstart.sqlite"
        isolated, why = True, ""
        try:
            isolation()
        except BadInput as error:
            isolated, why = False, str(error).partition(";")[0]
        self.step(
            "6. A tournament: every deal is played in every seating, each bot that is a file in a jail of its own."
            if isolated
            else f"6. A tournament: every deal is played in every seating. Its bots are not confined, because {why}.",
            *("referee tournament run", f"tournaments/{QUICKSTART}", "--seed", SEED, "--results", results.name),
            *([] if isolated else ["--no-isolation"]),
        )
        results.unlink(missing_ok=True)
        with Progress(1, "blocks") as progress:
            store = run_tournament(load_definition(file), results, seed=SEED, isolated=isolated, progress=progress.of)
        found = standings(store.meta(), store.blocks())
        self.say(*standings_lines(found, self.terminal), "")
        self.pages["tournament.html"] = tournament_page(store)
        audit = Audit(store)
        wrong = [each for each in audit if each is not None]
        store.close()
        self.step("Every record of it is replayed; results, seatings and chance are compared.",
                  "referee tournament audit", results.name)  # fmt: skip
        self.say(f"{results.name}: {audit.verdict}", "")
        self.defects += [f"{each.where} of the tournament: {each.message}" for each in wrong]
        self.document["tournament"] = {
            "isolation": found.about["entrants"][0]["isolation"],
            "matches": found.matches,
            "lines": [{"rank": line.rank, "name": line.name, "score": line.score} for line in found.lines],
            "complaints": len(wrong),
        }

    def name_pages(self, home: Path | None) -> None:
        """The check and the tournament as pages, which stay also where the records do not."""
        try:
            folder = home or project_folder("demo")
            for name, text in self.pages.items():
                write_whole(folder / name, text)
        except (OSError, BadInput) as error:
            complain(f"pages are not kept: {error}")
            return
        names = " and ".join(shown_path(folder / name) for name in self.pages)
        self.say(*self.terminal.wrapped(f"As pages, to open in a browser: {names}"), "")

    def go_on(self, kept: Path | None) -> None:
        game, record = self.game.name, "match.jsonl"
        if kept is not None:
            record = shlex.quote(shown_path(kept / record))
            self.say(*self.terminal.wrapped(f"The records are in {shown_path(kept)}."))
        self.say("Go on with")
        for command, what in (
            (f"referee play {game} --seats human,greedy,random", "play yourself"),
            (f"referee play {game} --seats {','.join(SEATS)} --matches 500", "many at once"),
            *([(f"referee replay {record} --seat 0 --step", "turn by turn")] if kept else []),
            (f"referee check {game} --players 2", "all that is promised"),
            (f"referee rules {game}", "the rulebook"),
            (f"referee rules {game} --readings", "what it leaves open"),
        ):
            self.say(f"  {command}", f"      {what}") if len(command) > 56 else self.say(f"  {command:56}  {what}")


def forgery(lines: list[bytes]) -> tuple[int, bytes]:
    """A line of the record in which a card is played, and that line with another card in place of it."""
    for number, line in enumerate(lines[1:-2], 1):
        for entry in json.loads(line)["did"]:
            if entry[0] == "answer" and len(entry[2]) == 2 and entry[2][1][0] in "456789":
                card = entry[2][1][0]
                old = b'"answer",%d,["%s",["%s"' % (entry[1], entry[2][0].encode(), card.encode())
                new = old[:-2] + (b"9" if card != "9" else b"8") + b'"'
                return number, line.replace(old, new, 1)
    raise AssertionError("a match in which no card is played")
