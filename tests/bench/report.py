"""The page of a tournament of 100,000 matches: ``python -m tests.bench.report [MATCHES [FILE]]``.

Some hundred real matches of Escalation are played (two at a table, five entrants, one of which is now and then at
fault); their blocks are then repeated under new numbers, records and all, until the results hold as many matches as
are asked for. Printed as JSON: the size of results and page, the processor seconds that the page takes to make and
the memory of the process at most, and, where Chromium is installed, the seconds until the page is open: loaded, its
plots drawn (the median of five openings in fresh pages).
"""

import json
import resource
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from referee.report.tournament import tournament_page
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament
from referee.tournament.store import Store

CUP = """\
game = "escalation"
players = 2
[format]
kind = "round-robin"
blocks = {blocks}
[[entrant]]
name = "greedy"
seat = "greedy"
[[entrant]]
name = "any"
seat = "random"
[[entrant]]
name = "any other"
seat = "random"
[[entrant]]
name = "one more"
seat = "random"
[[entrant]]
name = "faulty"
seat = "trusted:{bot}"
"""
FAULTY = """\
from referee.bot import Bot


class Faulty(Bot):
    def answer(self, view, ask):
        if self.rng.random() < 0.002:
            raise ValueError("now and then")
        return self.rng.choice(list(ask.options()))
"""


def made(folder, matches, blocks=20):
    """Results of at least so many matches."""
    (folder / "faulty.py").write_text(FAULTY)
    (folder / "cup.toml").write_text(CUP.format(bot=folder / "faulty.py", blocks=blocks))
    run_tournament(load_definition(folder / "cup.toml"), folder / "cup.sqlite", seed="bench").close()
    store = Store(folder / "cup.sqlite", make=True)
    base = store.base
    there, played = (base.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("block", "match"))
    base.execute("BEGIN")
    for copy in range(1, -(-matches // played)):
        for table, number, rest in (
            ("block", "number", "entrants"),
            ("match", "block", "number, seated, result, decisions, seconds"),
            ("record", "block", "number, content"),
        ):
            base.execute(
                f"INSERT INTO {table} ({number}, {rest}) "
                f"SELECT {number} + {copy * there}, {rest} FROM {table} WHERE {number} <= {there}"
            )
    base.execute("COMMIT")
    return store


def opening(file, times=5):
    """Seconds from the address to the end of the load event, over fresh pages."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return None
    took = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(times):
            page = browser.new_page()
            page.goto(f"file://{file}")
            page.wait_for_selector("[data-plot] svg")
            took.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000)
            page.close()
        browser.close()
    return round(statistics.median(took), 2)


def main(matches, keep=None):
    with tempfile.TemporaryDirectory() as folder:
        store = made(Path(folder), matches)
        number = store.base.execute("SELECT count(*) FROM match").fetchone()[0]
        began = time.process_time()
        text = tournament_page(store)
        took = time.process_time() - began
        store.close()
        file = Path(keep or Path(folder, "page.html")).resolve()
        file.write_text(text, encoding="utf-8")
        return {
            "matches": number,
            "results_megabytes": round(Path(folder, "cup.sqlite").stat().st_size / 1e6, 1),
            "page_megabytes": round(file.stat().st_size / 1e6, 2),
            "processor_seconds": round(took, 1),
            "memory_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "opens_in_seconds": opening(file),
        }


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.stdout.write(json.dumps(main(int(arguments[0]) if arguments else 100_000, *arguments[1:2]), indent=2) + "\n")
