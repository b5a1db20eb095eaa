"""A page stays small and opens soon, however many matches it is about."""

import pytest

from referee.report.matches import Matches
from referee.report.page import MOST_BYTES
from referee.report.tournament import tournament_page
from tests.bench import report


def test_a_page_does_not_grow_with_the_matches(tmp_path):
    store = report.made(tmp_path, 20, blocks=1)
    few = len(tournament_page(store))
    for copy in range(1, 21):
        store.base.executescript(
            f"INSERT INTO block SELECT number + {100 * copy}, entrants FROM block WHERE number < 100;"
            f"INSERT INTO match SELECT block + {100 * copy}, number, seated, result, decisions, seconds FROM match "
            f"WHERE block < 100; INSERT INTO record SELECT block + {100 * copy}, number, content FROM record "
            "WHERE block < 100;"
        )
    many = tournament_page(store)
    assert f"{store.base.execute('SELECT count(*) FROM match').fetchone()[0]} matches" in many
    assert len(many) < 1.3 * few


def test_matches_that_do_not_fit_are_left_out_and_named(tmp_path):
    store = report.made(tmp_path, 20, blocks=1)
    content = store.record("1.1")
    whole = Matches()
    assert whole.add("1.1", content, "match 1.1") == ""
    small = Matches(most=1000)
    assert small.add("1.1", content, "match 1.1") == "too long for a page"
    assert "1.1" not in small
    assert small.data == {"matches": {}, "games": []}
    assert "no record that these rules give" in whole.add("1.2", content[:-9], "match 1.2")


@pytest.mark.long
@pytest.mark.needs("chromium")
def test_a_page_of_a_hundred_thousand_matches(tmp_path):
    found = report.main(100_000, tmp_path / "page.html")
    assert found["matches"] >= 100_000
    assert (tmp_path / "page.html").stat().st_size < MOST_BYTES
    assert found["opens_in_seconds"] < 2
