"""What a check asks and what each question takes: ``python -m tests.bench.check_questions GAME [WORDS]``.

Every question of ``referee check GAME`` with defaults, one after the other in this process, with its processor time
(processes of proofs included) and the number of its results; at the end the sum for each method, under the rules as
they are and under alternatives. ``WORDS`` leaves only the questions that have them in their name (``prove with 4``).
Nothing is taken from memory where the folder that this is called in has no ``.referee``.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections import Counter
from typing import Any

from referee.games.registry import find_game
from referee.verify.answering import about, carry_out, of_one_process
from referee.verify.project import Project
from referee.verify.questions import Plan, jobs_of


def processor() -> float:
    """Seconds until now, of this process and of those that have ended."""
    both = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum([each.ru_utime + each.ru_stime for each in both])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("words", nargs="?", default="")
    asked = parser.parse_args()
    project = Project.of(find_game(asked.game), asked.game)
    took: Counter[str] = Counter()
    jobs = jobs_of(Plan(asked.game), project.game, project.file, project.properties, project.scales)
    for together in of_one_process(list(enumerate([job for job in jobs if asked.words in about(job)]))):
        drained: dict[Any, Any] = {}
        for _, job in together:
            began = processor()
            results = len(carry_out(job, drained).results)
            seconds = processor() - began
            took[f"{job.method.value}{' under alternatives' if job.alternative else ''}"] += seconds
            sys.stdout.write(f"{seconds:8.2f} s  {results:3} results  {about(job)}\n")
            sys.stdout.flush()
    for name, seconds in took.most_common():
        sys.stdout.write(f"{seconds:8.1f} s  {name}\n")


if __name__ == "__main__":
    main()
