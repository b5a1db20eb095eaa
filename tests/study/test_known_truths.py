"""What is known of a game comes out of its study."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.study.matches import play
from referee.study.sentences import limits_of
from referee.study.study import Study, study_game

GAMES = Path("tests/study/games")


@cache
def studied(game: str, minutes: float = 0.1) -> Study:
    return study_game(str(GAMES / game), minutes=minutes)


def test_there_is_no_skill_in_a_lottery_and_the_deal_decides() -> None:
    study = studied("lottery", 0.02)
    assert study.skill is not None
    assert all(each.score.value == 0.5 for each in study.skill.meetings)
    assert study.skill.deal.value == 1
    matter = study.decisions[-1].matter
    assert matter.value is None or matter.value < 0.03
    assert study.cards is not None
    assert [(each.card, each.p < 0.05) for each in study.cards.opening] == [("2", True), ("1", True)]
    assert study.sentences[1].startswith("Skill is not seen to count")
    assert study.exact is not None
    assert study.exact.value == 0


def test_what_was_planted_is_named() -> None:
    study = studied("planted")
    best = study.decisions[-1]
    assert [each.label for each in best.dead] == ["bonus: poor"]
    assert study.cards is not None
    assert study.cards.opening[0].card == "A"
    assert study.cards.opening[0].p < 0.001
    assert study.cards.opening[0].value.low is not None
    assert study.cards.opening[0].value.low > 0.4
    assert "never best: bonus: poor" in study.sentences[3]
    assert study.skill is not None
    assert study.skill.meetings[0].score.low is not None
    assert study.skill.meetings[0].score.low > 0.5


def test_a_symmetric_game_is_fair_and_no_good_answer_is_called_dead() -> None:
    study = studied("planted")
    random = study.fairness[0]
    assert random.p > 0.01
    assert all(abs((each.value or 0) - random.seats[0].value) < 0.1 for each in random.seats)  # type: ignore[operator]
    labels = {each.label for each in [*study.decisions[-1].dead, *study.decisions[-1].dominating]}
    assert not labels & {"card: 1", "card: 2", "card: 3", "card: A", "bonus: fair"}


def test_whoever_begins_wins_where_that_is_so() -> None:
    study = studied("waiting", 0.04)
    best = study.fairness[-1]
    assert best.from_first[0].value is not None
    assert best.from_first[0].value > 0.8  # of as many matches as there is time for: 9 of 10, or 10 of 11
    assert best.p_from_first < 0.001
    assert study.sentences[0].startswith("Seats are not worth the same: between search:")
    assert "whoever is asked first wins" in study.sentences[0]


def test_a_seat_can_put_the_end_off() -> None:
    study = studied("waiting", 0.04)
    assert study.stalling is not None
    assert study.stalling.times is not None
    assert study.stalling.times > 3
    assert "a seat that plays for time makes it" in study.sentences[-1]


@pytest.mark.long
def test_the_first_player_has_the_advantage_in_connect_four_at_a_scale() -> None:
    small = {"columns": "4", "rows": "3", "line": "3"}
    study = study_game("tests/games/games/connect_four", settings=small, minutes=0.1)
    best = study.fairness[-1]
    assert best.p_from_first < 0.01
    assert best.from_first[0].value is not None
    assert best.from_first[1].value is not None
    assert best.from_first[0].value > best.from_first[1].value


def test_the_value_of_kuhns_poker() -> None:
    study = study_game("tests/env/games/kuhn", minutes=0.005)
    assert study.exact is not None
    assert study.exact.low is not None
    assert study.exact.high is not None
    assert study.exact.low < -1 / 18 < study.exact.high
    assert study.exact.high - study.exact.low < 0.001


def test_a_co_operative_game_has_a_score_and_no_seats() -> None:
    study = study_game("tests/games/games/hanabi", minutes=0.005)
    assert study.cooperative
    assert not study.fairness
    assert study.sentences[0].startswith("All play together; the mean score:")


def test_matches_that_the_rules_stop_are_told(tmp_path: Path) -> None:
    broken = tmp_path / "planted"
    shutil.copytree(GAMES / "planted", broken)
    text = (broken / "rules.py").read_text()
    told = text.replace("t.points[me] -= 3", "yield from t.draw(t.stock, 99, t.hand[me])")
    assert told != text
    (broken / "rules.py").write_text(told)
    study = study_game(str(broken), minutes=0.005)
    assert any("The rules stopped" in each for each in limits_of(study))
    assert not any("The rules stopped" in each for each in limits_of(studied("planted")))


def test_where_all_answers_are_worth_the_same_none_is_called_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wins Effervesce within what a search looks at, if the game does not say what one may hope for: its first
    answer would be named."""
    rules: Any = find_game("effervesce")
    monkeypatch.setattr(rules, "evaluation", Game.evaluation)
    facts = play(rules(2), ["search:10"] * 2, "equal", turn_cap=2, native=False)
    assert facts.searched
    assert facts.labels == {}
