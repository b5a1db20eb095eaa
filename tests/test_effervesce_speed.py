"""Effervesce is fast enough. The goals are those of tests/bench/effervesce.py, which prints the figures.

Measured in a process of its own, so that no coverage is taken; a third of the goals is asked for, because other
work may go on at the same time.
"""

import re
import subprocess
import sys
from pathlib import Path

from tests.bench.effervesce import DECISIONS, MICROSECONDS

PROJECT = Path(__file__).parents[1]


def test_effervesce_is_fast():
    printed = subprocess.run(
        [sys.executable, "-m", "tests.bench.effervesce"], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout
    rate, time = (float(each) for each in re.findall(r"  ([\d.]+)  goal", printed))
    assert rate > DECISIONS / 3
    assert time < MICROSECONDS * 3
