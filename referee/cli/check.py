"""``referee check``: what is true of a game's rules, and what is wrong with them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from referee.cli.check_options import METHODS, methods_option, players_option
from referee.cli.check_page import Also
from referee.cli.check_text import lines
from referee.cli.game_options import form_options
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.markdown_file import markdown_option, takes_stdout, write_markdown
from referee.cli.mutants import check_mutants
from referee.cli.progress import Progress
from referee.cli.readings import all_readings
from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.cli.values import (
    ADDRESS,
    EFFORT,
    GAME,
    INPUT,
    JOBS,
    MANY,
    OUTPUT,
    OUTPUT_FOLDER,
    PROPERTY,
    SECONDS,
    SEED,
)  # fmt: skip
from referee.cli.warnings_of_text import warning_of_class
from referee.cli.witnesses import keep_witnesses
from referee.kernel.errors import BadInput
from referee.kernel.input_files import read_text
from referee.native.build import compiler
from referee.native.choosing import ENGINES
from referee.pool.cluster import check_cluster
from referee.report.check_code_quality import as_code_quality
from referee.report.check_github import annotated, no_command, write_summary
from referee.report.check_json import SCHEMA, as_json
from referee.report.check_junit import as_junit
from referee.report.check_markdown import as_markdown
from referee.report.check_sarif import as_sarif
from referee.report.check_scale import scale_lines
from referee.report.reported import reported
from referee.verify.campaign import check_game
from referee.verify.check_result import Checked
from referee.verify.impact.all_readings import ReadingsPlan
from referee.verify.play.clause_counts import Times, times_carried_out
from referee.verify.project import entry_of, found_file, load_accepted, own_folder
from referee.verify.questions import Plan
from referee.verify.symbolic.smt2 import ready, recheck
from referee.verify.verdicts import Method


class Check(click.Command):
    """Keeps its arguments as they were typed: ``--watch`` gives them to others."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[TYPED] = [each for each in args if each != "--watch"]
        return super().parse_args(ctx, args)


TYPED = "referee.cli.check.typed"


NATIVE_EFFORT = 4
"""So many tries are more than Python plays in the time that it takes to compile rules."""


def engine_of(wanted: str, effort: float) -> str:
    """The engine of a check: the same whatever the load. BadInput: there is no compiler."""
    if wanted == "native":
        compiler()
    if wanted != "auto":
        return wanted
    try:
        compiler()
    except BadInput:
        return "python"
    return "native" if effort >= NATIVE_EFFORT else "auto"


@click.command(cls=Check)
@click.argument("game", type=GAME)
@players_option
@form_options
@methods_option
@click.option(
    "--property", "names", type=PROPERTY, multiple=True, metavar="NAME", help="Only this property; may be repeated."
)
@click.option("--seed", type=SEED, default="check", show_default=True, help="What random answers are drawn from.")
@click.option("--budget", type=SECONDS, metavar="SECONDS", help="For the whole check.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--effort", type=EFFORT, default=1.0, help="Scales the number of tries.")
@click.option(
    "--engine", type=click.Choice(ENGINES), default="auto", show_default=True,
    help="What plays when fuzzing: Python, or also the rules compiled to C++ with their properties, 20 matches more "
    "for each; and what goes on where exploring in Python has enough of a scale. What is met natively is told after "
    f"Python has met it too. auto: exploring, where the scale is large; both from --effort {NATIVE_EFFORT} on.",
)  # fmt: skip
@click.option("--watch", is_flag=True, help="Check again after every save, what the change touches first.")
@click.option("--suggest", is_flag=True, help="Instead: what held in play and nobody has promised, as properties.")
@click.option("--all-readings", "every", is_flag=True, help="Look at each alternative of each reading instead.")
@click.option("--interactions", "edges", is_flag=True, help="With --html: also which clause works on which.")
@click.option("--include", type=INPUT, multiple=True, metavar="FILE",
              help="With --html: what --json of --all-readings, --mutate or 'referee interactions' wrote.")  # fmt: skip
@click.option("--cluster", type=ADDRESS, metavar="ADDRESS", help="On the workers of a Dask scheduler: tcp://HOST:8786.")
@click.option("--mutate", "mutants", is_flag=True, help="Break the rules one change at a time: is it noticed?")
@click.option("--sample", type=MANY, metavar="N", help="With --mutate: so many of the mutants.")
@click.option(
    "--emit-smt2",
    "emit",
    type=OUTPUT_FOLDER,
    metavar="FOLDER",
    help="With --method prove: also write each obligation as an SMT-LIB 2 file.",
)
@click.option("--why", is_flag=True, help="With --method prove: also print the argument of proofs on the meaning.")
@click.option("--recheck", "again", is_flag=True, help="With --emit-smt2: ask cvc5 about every file.")
@click.option("--verbose", "-v", is_flag=True, help="Everything about every finding, property and method.")
@click.option("--report-scale", is_flag=True, help="Also say what was looked at, and what was not seen.")
@click.option("--accepted", type=INPUT, help="Accepted findings.")
@click.option("--accept-new", is_flag=True, help="Add new findings to properties/GAME.accepted.toml here.")
@click.option("--html", type=OUTPUT, metavar="FILE",
              help="Also write it as a page to FILE. With it --all-readings, --mutate and --interactions are looked at "
              "beside the check, for the page.")  # fmt: skip
@click.option("--junit", type=OUTPUT, metavar="FILE", help="Also write it as JUnit XML to FILE.")
@click.option("--sarif", type=OUTPUT, metavar="FILE", help="Also write it as SARIF 2.1.0 to FILE.")
@click.option("--code-quality", type=OUTPUT, metavar="FILE", help="Also write it as a Code Quality report to FILE.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github"]),
    default="text",
    show_default=True,
    help="github: also annotate lines of rules and rulebook, and write a step summary.",
)
@markdown_option
@json_option
def command(
    game: str,
    players: tuple[int, ...] | None,
    readings: Mapping[str, str],
    settings: Mapping[str, Any],
    methods: tuple[Method, ...],
    names: tuple[str, ...],
    seed: str,
    budget: float | None,
    jobs: int,
    effort: float,
    engine: str,
    watch: bool,
    suggest: bool,
    every: bool,
    edges: bool,
    include: tuple[Path, ...],
    cluster: str | None,
    mutants: bool,
    sample: int | None,
    emit: Path | None,
    why: bool,
    again: bool,
    verbose: bool,
    report_scale: bool,
    accepted: Path | None,
    accept_new: bool,
    html: Path | None,
    junit: Path | None,
    sarif: Path | None,
    code_quality: Path | None,
    form: str,
    markdown: Path | None,
    json_file: JsonFile,
) -> int:
    """Check the rules of GAME: its properties, and defects that no property is needed for.

    Exit code 0 all well, 1 something is refuted or found that was not expected, 2 bad input, 3 inconclusive.
    """
    if accepted is not None and accept_new:
        raise BadInput("--accepted and --accept-new exclude each other")
    instead = takes_stdout(markdown, json_file)
    if form == "github" and instead:
        raise BadInput("--format github prints annotations: give --json and --markdown files")
    if suggest:
        from referee.cli import suggesting

        others = (names, watch, every, edges, mutants, include, cluster, emit, why, accepted, accept_new, html, junit,
                  sarif, code_quality, instead, report_scale, methods != METHODS, budget, form != "text")  # fmt: skip
        if any(others):
            raise BadInput("--suggest goes with --players, --reading, --set, --seed and --effort")
        return suggesting.suggest(game, players, readings, settings, seed, effort)
    if watch:
        if instead:
            raise BadInput("--watch shows text: give --json and --markdown files")
        from referee.cli import watching

        return watching.watch(game, click.get_current_context().meta[TYPED])
    if sample is not None and not mutants:
        raise BadInput("--sample goes with --mutate")
    also = Also(every, mutants, edges, sample, include, cluster)
    if html is None:
        if edges or include:
            raise BadInput("--interactions and --include go with --html; 'referee interactions' shows them alone")
        if mutants:
            other = (players, readings, settings, names, budget, every, accepted, accept_new, junit, sarif, cluster,
                     emit, why, markdown, code_quality)  # fmt: skip
            if report_scale or effort != 1 or any(other) or form != "text":
                raise BadInput(
                    "--mutate goes with --sample, --method, --seed, --jobs, --engine and --json, or with --html"
                )
            return check_mutants(game, sample, seed, jobs, methods, json_file, engine_of(engine, effort))
        if every:
            reports = (accepted, accept_new, junit, sarif, report_scale, emit, why, markdown, code_quality)
            if effort != 1 or methods != METHODS or names or any(reports) or form != "text":
                raise BadInput(
                    "--all-readings goes with --players, --reading, --set, --seed, --budget, --engine, --jobs and "
                    "--json, or with --html"
                )
            looked = ReadingsPlan(
                game, players, readings, settings, seed, budget, jobs, cluster, engine_of(engine, effort)
            )
            return all_readings(looked, json_file)
    included = also.load(game, budget)
    if cluster is not None:
        check_cluster(cluster)
    if again and emit is None:
        raise BadInput("--recheck goes with --emit-smt2 FOLDER")
    if why and Method.PROVE not in methods:
        raise BadInput("--why goes with --method prove")
    if emit is not None:
        if Method.PROVE not in methods:
            raise BadInput("--emit-smt2 goes with --method prove")
        ready(emit)
    plan = Plan(
        game, players, readings, settings, methods, tuple(names),
        seed=seed, effort=effort, budget=budget, jobs=jobs, accepted=accepted, emit=emit, why=why,
        engine=engine_of(engine, effort), cluster=cluster,
    )  # fmt: skip
    with Progress(1, "questions") as progress:
        checked = check_game(plan, progress.of)
    from referee.cli.ask import tell_answers

    unanswered = tell_answers(checked, game, players, readings, settings, seed)
    warning = [each for each in [warning_of_class(checked.game)] if each]
    for complaint in (*warning, *checked.complaints, *checked.broken_off):
        complain(no_command(complaint) if form == "github" else complaint)
    if accept_new and checked.new:
        _accept(checked, game)
    shown = {each.fingerprint: each.witness.record for each in checked.findings if each.witness is not None}
    shown |= {checked.name_of(each): each.witness.record for each in checked.happened() if each.witness is not None}
    records = keep_witnesses(checked.game.name, records=shown)
    if html is not None or json_file.name is not None:
        checked.times = _times(checked, plan)
    more = also.gather(plan, included)
    json_file.write(SCHEMA, {**as_json(checked, plan.seed, records), **more.included.as_json()})
    if html is not None:
        from referee.report.rules_report import rules_page

        examples = found_file(checked.game, f"{checked.game.name}.examples.toml", game)
        write_whole(html, rules_page(checked, plan.seed, records, examples, more.included))
    causes = reported(checked, records) if any((junit, sarif, code_quality, markdown, form == "github")) else []
    if junit is not None:
        write_whole(junit, as_junit(checked, plan.seed, causes, records))
    if sarif is not None:
        write_whole(sarif, as_sarif(checked, causes))
    if code_quality is not None:
        write_whole(code_quality, as_code_quality(checked, causes))
    if markdown is not None:
        write_markdown(markdown, as_markdown(checked, plan.seed, causes))
    if not instead:
        terminal = Terminal.of(sys.stdout)
        text = lines(checked, plan.seed, records, terminal, verbose=verbose)
        for line in annotated(checked, causes, text) if form == "github" else text:
            say(line)
        say(*more.lines)
        for line in unanswered:
            say(*terminal.wrapped(line, "", "    "))
        for argument in checked.ledger.arguments:
            say("", *argument.splitlines())
        for line in scale_lines(checked) if report_scale else ():
            say(*terminal.wrapped(line.lstrip(), line[: len(line) - len(line.lstrip())], "    "))
        if html is not None:
            say("", f"page      {html}")
    if form == "github":
        write_summary(as_markdown(checked, plan.seed, causes))
    rechecked = _rechecked(emit, checked.game.name) if again and emit is not None else 0
    return rechecked or checked.exit_code() or more.exit_code


def _rechecked(folder: Path, game: str) -> int:
    """Exit code 1 where another solver contradicts, 3 where it does not know."""
    files = sorted(folder.glob(f"{game}-*.smt2"))
    with Progress(1, "files") as progress:
        found = recheck(files, progress.of)
    say(f"cvc5 agrees with {found.agreed} of {len(files)} obligations in {folder}", err=True)
    for word, paths in (("contradicts", found.contradicted), ("does not decide", found.undecided)):
        for path in paths or ():
            say(f"cvc5 {word} {path}", err=True)
    return 1 if found.contradicted else 3 if found.undecided else 0


def _times(checked: Checked, plan: Plan) -> Times | None:
    """How often clauses are carried out, for the fewest players that were asked for."""
    for players in plan.players or range(checked.game.fewest_players, checked.game.most_players + 1):
        try:
            found = times_carried_out(checked.game, players, plan.readings, plan.settings, plan.seed)
            return found if found.matches else None  # rules that loop
        except BadInput:
            continue  # these settings are not for so few
    return None


def _accept(checked: Checked, game: str) -> None:
    """Append to the file in the author's project; the reasons are hers to write."""
    folder = own_folder(checked.game, game)
    if folder is None:
        raise BadInput("--accept-new writes into the folder properties of the game's project; there is none: make one")
    path = folder / f"{checked.game.name}.accepted.toml"
    before = read_text(path, kind="a file of accepted findings") if os.path.lexists(path) else ""
    new = {each.fingerprint: each for each in checked.new}.values()
    entries = [entry_of(each, "accepted by --accept-new; its reason is still to be written") for each in new]
    write_whole(path, "\n".join([part for part in [before.rstrip("\n"), *entries] if part]))
    checked.accepted = load_accepted(path)
    complain(f"{shown_path(path)}: {len(entries)} accepted; write the reason of each there")
