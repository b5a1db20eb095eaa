"""How fast Escalation is played: ``python -m tests.bench.escalation [--peers SCRIPT] [--peers-python PYTHON]``.

Four random seats in the referee's process, every answer checked. Decisions a second of processor time, median
of five; with ``--peers`` the script of the peers is run in the same minute and the ratios are printed.
"""

from __future__ import annotations

import sys

from tests.bench.playing import compare_with_peers, decisions_a_second, parser_of

MATCHES = 300


def main() -> None:
    asked = parser_of(__doc__).parse_args()
    plain = decisions_a_second("escalation", 4, MATCHES)
    recorded = decisions_a_second("escalation", 4, MATCHES, record=True)
    viewed = decisions_a_second("escalation", 4, MATCHES, record=True, views=True)
    sys.stdout.write(f"without a record       {plain:9.0f} decisions/s\n")
    sys.stdout.write(f"with a record          {recorded:9.0f} decisions/s  {plain / recorded:.2f} times the time\n")
    sys.stdout.write(f"with views in it       {viewed:9.0f} decisions/s  {plain / viewed:.2f} times the time\n")
    compare_with_peers(asked, plain)


if __name__ == "__main__":
    main()
