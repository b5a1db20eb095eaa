"""How fast Fscking Ace is played: ``python -m tests.bench.fscking_ace [--peers SCRIPT] [--peers-python PYTHON]``.

Random seats in the referee's process, every answer checked, without a record; matches of three rounds. Decisions a
second of processor time, median of five; with ``--peers`` the script of the peers is run in the same minute and the
ratios are printed (goal: at least twice OpenSpiel's ``crazy_eights``).
"""

from __future__ import annotations

import sys

from tests.bench.playing import compare_with_peers, decisions_a_second, parser_of

MATCHES = 200


def main() -> None:
    asked = parser_of(__doc__).parse_args()
    four = decisions_a_second("fscking-ace", 4, MATCHES)
    sys.stdout.write(f"4 random seats   {four:9.0f} decisions/s\n")
    sys.stdout.write(f"11 random seats  {decisions_a_second('fscking-ace', 11, MATCHES):9.0f} decisions/s\n")
    compare_with_peers(asked, four)


if __name__ == "__main__":
    main()
