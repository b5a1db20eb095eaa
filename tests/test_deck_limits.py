"""Clauses that no game of the size can meet, with the numbers: packs, players and cards."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.verify.explore.unreachable import (
    arithmetic_of_players,
    findings_of_numbers,
    least_settings,
    needs_of,
    why_no_more,
)
from referee.verify.verdicts import Trouble, Verdict
from tests.test_interactions import EVENTS, RULEBOOK, RULES
from tests.tiny import write_game


def game_with(folder, words, beside=""):
    write_game(folder)
    (folder / "readings.toml").unlink()
    step = (
        EVENTS.replace("REPLACED", "False").replace("SHARE", "0").replace("public=True", f'on="{words}", public=True')
    )
    step = step.replace('@effect("T-2"', beside + '@effect("T-2"')
    rules = RULES.replace("effect, modifier", "effect, equal_cards, made_of, modifier").replace("STEP\n", step + "\n")
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    return find_game(str(folder))


@pytest.mark.parametrize(("words", "found"), [("2h 2h", True), ("2 2 2 2 2", True), ("2h 2s", False), ("2h Kh", False),
                                              ("2 2 2 2", False), ("a a", False), ("2h", False)])  # fmt: skip
def test_an_effect_of_more_equal_cards_than_there_are_never_applies(tmp_path, words, found):
    findings = list(findings_of_numbers(game_with(tmp_path / "tiny", words)(2)))
    assert [(each.trouble, each.clauses, each.verdict) for each in findings] == [
        (Trouble.NEVER_APPLIES, ("T-2",), Verdict.PROVED)
    ] * found
    if found:
        assert "the pack has" in findings[0].sentence


def test_cards_that_a_smaller_pack_has_not_are_counted_too():
    """Of a set all cards must be there; a single card may be another one that acts as it."""
    few = find_game("bpoker")(2, settings={"suits": ["spades", "diamonds"], "jokers": 0})
    said = [each.sentence for each in findings_of_numbers(few)]
    assert "BP-SET-9D10C never applies: '9d 10c' takes a card 10c, the pack has none." in said
    assert "BP-1d never applies: '1d' takes a card Jo, the pack has none." in said
    assert not any("BP-KH" in each or "BP-1d never applies: '1d' takes 2" in each for each in said)


@pytest.mark.parametrize(("cards", "found"), [("2h 2h 3s", "2 cards 2h, the pack has 1"), ("2h 2s 3s", "")])
def test_what_other_cards_make_takes_these(tmp_path, cards, found):
    game = game_with(tmp_path / "tiny", "1h", f'@made_of("{cards}")\n    ')
    findings = [each.sentence for each in findings_of_numbers(game(2))]
    assert findings == [f"T-2 never applies: '1h' takes {found}."] * bool(found)


@pytest.mark.parametrize(("words", "number", "found"), [("2 2", 2, True), ("2 2", 1, False)])
def test_cards_of_one_rank_and_suit_are_counted_where_they_must_be_equal(tmp_path, words, number, found):
    game = game_with(tmp_path / "tiny", words, f'@equal_cards({number}, "2")\n    ')
    findings = [each.sentence for each in findings_of_numbers(game(2))]
    assert findings == ["T-2 never applies: '2 2' takes 2 equal cards 2, the pack has 1."] * found


@pytest.mark.long
def test_how_many_packs_the_sets_of_a_game_need():
    game = find_game("bpoker")
    least = {}
    for need in needs_of(game):
        least.setdefault(need.clause, {}).update(least_settings(game, need))
    assert least["BP-SET-4D3"]["packs"] == 3
    assert least["BP-SET-KCKC"]["packs"] == 2
    assert least["BP-SET-44"] == {}
    assert least["BP-SET-JO7"] == {"jokers": 1}
    assert least["BP-SET-QQ"] == least["BP-SET-55X"] == {"packs": 2}
    assert least["BP-SET-JJJ"] == {"packs": 3}
    # A 1 of red suits takes two equal 5s; one of black suits also a chain of 5s that shifts by nothing.
    assert least["BP-1d"] == least["BP-1h"] == {"packs": 2, "jokers": 1}
    assert least["BP-1c"] == least["BP-1s"] == {"jokers": 1}
    assert not list(findings_of_numbers(game()))
    two = [each.sentence for each in findings_of_numbers(game(settings={"packs": 2}))]
    assert "BP-SET-JJJ never applies to three Js of one suit: that takes 3 equal cards J, the pack has 2." in two
    impossible = {each.clauses[0] for each in findings_of_numbers(game(settings={"packs": 1}))}
    assert "BP-SET-4D3" in impossible
    assert "BP-SET-44" not in impossible
    assert not any("'6 6 6'" in each.sentence for each in findings_of_numbers(game(settings={"packs": 1})))


def test_why_there_are_no_more_players_is_said_with_the_numbers(tmp_path, monkeypatch):
    assert "8 players × 15 cards = 120, but there are 106 cards" in why_no_more(find_game("effervesce"))
    assert "9 players × 6 cards = 54, but there are 52 cards" in arithmetic_of_players(find_game("escalation"))
    assert "9 players × 13 cards + 1 = 118, but there are 116 cards" in arithmetic_of_players(find_game("five-crowns"))
    assert not arithmetic_of_players(find_game("fscking-ace"))
    monkeypatch.chdir(tmp_path)
    game_with(tmp_path / "tiny", "2h 2h")
    result = CliRunner().invoke(main, ["check", "./tiny", "--method", "fuzz", "--effort", "0.05", "--report-scale"])
    output = " ".join(result.output.split())
    assert "never applies T-2 (new)" in output
    assert "T-2 never applies: '2h 2h' takes 2 cards 2h, the pack has 1." in output
    assert "no more players: tiny is for 2 to 3 players, not 4" in output
    assert result.exit_code == 1
