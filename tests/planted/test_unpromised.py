"""What a check says, unasked, of clauses that do nothing and of shares that leave a rest; games and sound twins."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.record.replay import replay
from referee.verify.ask.finding import forms
from referee.verify.ask.idle import idle
from referee.verify.ask.unneeded import LEFT_OUT, SAID_YES, unneeded
from referee.verify.ask.unpromised import findings_of_unpromised
from referee.verify.campaign import check_game
from referee.verify.findings import Finding
from referee.verify.play.watchdog import MOST_SECONDS, WATCHDOG
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Trouble
from tests.planted.test_planted import GAMES, planted

BINDS = [("LIMIT = 9", "LIMIT = 3")]
"""Nobody may plant more than three flowers of a kind."""
ONE = [("            t.coins[richest[0]] = max([t.coins[other] for other in t.others(richest[0])])\n",
        "            t.coins[richest[0]] -= 1\n")]  # fmt: skip
"""The richest puts one coin back, and may stay the richest."""
SWEEP, FLOTSAM = "            self.sweep(t)\n", "            self.flotsam(t)\n"
HALVES = [
    (SWEEP + FLOTSAM, FLOTSAM + SWEEP),
    (
        "t.move(t.beach.pile, t.beach, t.caught[t.dealer])",
        't.move(t.beach.only(self.deck.where(ranks=["J"])), t.beach, t.caught[t.dealer])',
    ),
]
"""The dealer takes the jacks from the beach, and whoever took cards last what is left."""
STRONG = "            t.rough = False\n            self.score(t, me, card)\n"
CALMS = [(STRONG, "            self.score(t, me, card)\n            t.rough = False\n")]
"""The weather is calm again when it has been looked at."""
STILL = "            self.hurt(t, event.actor, t.worth(event.cards, self.strength))\n            t.stop"
STRIKES = [
    ("        if t.hand[player].holds(self.mirrors):\n" + STILL, STILL.replace("            ", "        ")),
    ('(event, "mirrored")\n        return False', '(event, "mirrored")\n        return True'),
]
"""Whoever has laid the mirror need not hold another."""
KEPT = [("        t.pot = 0\n", "        t.pot -= share * len(best)\n")]
"""What cannot be shared stays in the pot."""
SAID = [("share it equally.", "share it equally; an odd chip is set aside.")]


def found(game: type[Game[Any]], effort: float = 1.0) -> list[Finding]:
    return list(findings_of_unpromised(forms(game, None, {}, {}), "check", effort, {}))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "clause", "sentence", "mending"),
    [
        ("terraces", "TE-3", "a part of te-3 does nothing: if t.garden[me].count(kinds) < limit: always so", BINDS),
        ("crown", "C-4", "c-4 does nothing: crown never changed anything", ONE),
        ("tide", "TI-4", "ti-4 does nothing: flotsam never changed anything", HALVES),
        ("squall", "SQ-4", "a part of sq-4 does nothing: if t.rough and t.count(card, self.strong): never so", CALMS),
        ("mirror", "MI-3", "a part of mi-3 does nothing: if t.hand[player].holds(self.mirrors): never so", STRIKES),
    ],
    ids=[
        "a prohibition that never binds",
        "an effect that cancels its condition",
        "what another clause took",
        "a guard that waits for a flag",
        "an effect that is seldom used",
    ],
)
def test_a_clause_that_does_nothing_is_told_unasked(tmp_path, name, clause, sentence, mending):
    told = [each for each in found(planted(tmp_path / "wrong", name, [])) if each.clauses == (clause,)]
    (there,) = told
    assert there.trouble is Trouble.NEVER_APPLIES
    assert there.sentence.casefold().startswith(sentence)
    assert there.places[0].file.name == "rules.py"
    assert not found(planted(tmp_path / "right", name, mending))


@pytest.mark.untraced
def test_a_share_that_loses_its_rest_is_told_with_a_match(tmp_path):
    game = planted(tmp_path / "wrong", "pots", [])
    (there,) = found(game)
    assert (there.trouble, there.clauses) == (Trouble.REST, ("PO-4",))
    assert there.sentence.startswith("A rest is left, and nothing says what becomes of it: ")
    assert there.sightings.met > 0
    replay(there.witness.record, "witness", find=lambda name: game)


@pytest.mark.untraced
def test_a_share_whose_rest_is_seen_to_is_none(tmp_path):
    assert not found(planted(tmp_path / "rules", "pots", KEPT))
    rulebook = tmp_path / "words" / "games" / "pots" / "rulebook.md"
    game = planted(tmp_path / "words", "pots", [])
    text = rulebook.read_text(encoding="utf-8")
    assert text.count(SAID[0][0]) == 1
    rulebook.write_text(text.replace(*SAID[0]), encoding="utf-8")
    assert not found(game)


A_FEW = 0.3
"""Of the usual matches: nearly each leaves a rest."""
GIVEN = "        share = t.pot // len(best)\n        for player in best:\n            t.chips[player] += share\n"
ROUND_BY_ROUND = """\
        while t.pot >= len(best):
            for player in best:
                t.chips[player] += 1
                t.pot -= 1
"""
BANKED = "        t.banked += t.pot % len(best)\n        t.pot = 0\n"
TO_THE_FIRST = "        t.chips[best[0]] += t.pot % len(best)\n        t.pot = 0\n"
BANK = ("    deals = amount(0)\n", "    deals = amount(0)\n    banked = amount(0)\n")
LOST = [
    [("t.pot // len(best)", "divmod(t.pot, len(best))[0]")],
    [("t.pot // len(best)", "(t.pot - t.pot % len(best)) // len(best)")],
    [("t.pot // len(best)", "t.pot // max(1, len(best))")],
    [(GIVEN, ROUND_BY_ROUND)],
]
NOT_LOST = [
    [("t.pot // len(best)", "t.pot // 2")],
    [(GIVEN, ROUND_BY_ROUND), ("        t.pot = 0\n", "")],
    [("t.pot // len(best)", "divmod(t.pot, len(best))[0]"), ("        t.pot = 0\n", BANKED), BANK],
    [("t.pot // len(best)", "divmod(t.pot, len(best))[0]"), ("        t.pot = 0\n", TO_THE_FIRST)],
]


@pytest.mark.untraced
@pytest.mark.parametrize("share", LOST, ids=["divmod", "%", "//", "a loop"])
def test_however_a_share_is_written_its_rest_is_missed(tmp_path, share):
    (there,) = found(planted(tmp_path, "pots", share), A_FEW)
    assert (there.trouble, there.clauses) == (Trouble.REST, ("PO-4",))
    assert there.witness is not None


@pytest.mark.untraced
@pytest.mark.parametrize("share", NOT_LOST, ids=["a half", "stays in the pot", "to the bank", "to the first"])
def test_a_rest_that_somebody_has_is_not_lost(tmp_path, share):
    """Half of something is rounded by whoever writes it."""
    assert not found(planted(tmp_path, "pots", share), A_FEW)


def test_what_a_share_loses_is_told_in_numbers(tmp_path):
    (there,) = found(planted(tmp_path, "pots", LOST[-1]), A_FEW)
    assert re.search(
        r"pot falls by \d+, seats .* and \d get \d+ each \(chips\), and \d of it is nobody's", there.sentence
    )
    assert there.sightings.met > 0


GUARDED = [
    (
        "        cards = t.no_cards\n",
        "        cards = t.no_cards\n        if t.hand[me].is_empty:\n            return cards\n"
        "        if not [each for each in t.others(me) if not t.hand[each].is_empty]:\n            return cards\n",
    ),
    ("class Terraces(Game):\n", "class Terraces(Game):\n    wild = False\n"),
    (" < LIMIT:", " < LIMIT or self.wild:"),
    (
        "        for flower in",
        "        if self.wild:\n            return t.hand[me].pile + cards\n        for flower in",
    ),
]


@pytest.mark.untraced
def test_guards_and_what_the_form_decides_are_not_told(tmp_path):
    """Play has two hundred chances for either, and goes one way each time."""
    assert not found(planted(tmp_path, "terraces", [*BINDS, *GUARDED]))


PARTS = [
    ('    @clause("TE-3")\n', '    @clause("TE-2", "TE-3")\n'),
    (" < LIMIT:", " < LIMIT:  # shared"),
]
ASKED_FIRST = [
    (
        "            if t.garden[me].count(kinds) < LIMIT:",
        "            found = kinds\n            if found is not None:",
    ),
]


@pytest.mark.untraced
@pytest.mark.parametrize("words", [PARTS, ASKED_FIRST], ids=["what clauses share", "whether there is something"])
def test_how_rules_are_put_into_words_is_not_told(tmp_path, words):
    assert not found(planted(tmp_path, "terraces", words))


ALL_ONES = [
    ("t.garden[me].count(kinds) < LIMIT:", "t.hand[me].count(self.ones) < 4:"),
    ("        self.order =", '        self.ones = self.deck.of_rank("1")\n        self.order ='),
]
"""Who has all ones in his hand plants nothing."""
RANKS = [
    ("    OneCard,\n", "    OneCard,\n    Parameter,\n"),
    (
        "turn_cap = 2, 4, 100\n",
        'turn_cap = 2, 4, 100\n    parameters = (Parameter("ranks", NINE, "ranks", words=NINE),)\n',
    ),
    ("class Terraces(Game):", 'NINE = tuple("123456789")\n\n\nclass Terraces(Game):'),
    ('Deck.of(tuple("123456789"), FLOWERS)', 'Deck.of(self.settings["ranks"], FLOWERS)'),
    ('{rank: int(rank) for rank in "123456789"}', "{rank: int(rank) for rank in self.deck.ranks}"),
]


@pytest.mark.untraced
def test_what_is_only_rare_in_the_game_as_it_is_played_is_not_told(tmp_path):
    """In a smaller game it happens."""
    assert found(planted(tmp_path / "wrong", "terraces", ALL_ONES))
    assert not found(planted(tmp_path / "right", "terraces", [*ALL_ONES, *RANKS]))


READ = [
    (" < LIMIT:", " < self.limit(t):"),
    (
        '    @clause("TE-2")\n',
        '    def limit(self, t):\n        return 9 if t.reading("limit") == "nine" else 8\n\n    @clause("TE-2")\n',
    ),
]
READINGS = """\
[[reading]]
id = "TE-R1"
slug = "limit"
kind = "ambiguous"
clauses = ["TE-3"]
question = "How many may be planted?"
default = "nine"
[reading.alternatives]
nine = "Nine."
eight = "Eight."
"""


@pytest.mark.untraced
def test_what_a_reading_decides_is_not_told(tmp_path):
    """That a helper which asks for a reading answers alike each time is what this reading says."""
    assert found(planted(tmp_path / "wrong", "terraces", []))
    folder = tmp_path / "sound" / "games" / "terraces"
    shutil.copytree(GAMES / "terraces", folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "readings.toml").write_text(READINGS, encoding="utf-8")
    rules = (folder / "rules.py").read_text(encoding="utf-8")
    for old, new in READ:
        assert rules.count(old) == 1, old
        rules = rules.replace(old, new)
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    assert not found(find_game(str(folder)))


@pytest.mark.untraced
def test_a_check_tells_it_where_nothing_is_promised(tmp_path):
    planted(tmp_path, "terraces", [])
    plan = Plan(str(tmp_path / "games" / "terraces"), players=(2,), methods=(Method.FUZZ,), effort=0.2)
    assert [each.trouble for each in check_game(plan).findings] == [Trouble.NEVER_APPLIES]
    (tmp_path / "properties").mkdir()
    promise = Path(tmp_path / "properties" / "terraces.py")
    promise.write_text('from referee.verify import always\n\n\n@always("TE-4")\ndef p(t):\n    "P."\n    return True\n')
    assert not check_game(plan).findings
    shutil.rmtree(tmp_path / "properties")
    assert not check_game(Plan(plan.game, players=(2,), methods=(Method.EXPLORE,), effort=0.01)).findings


ONCE = [
    ("    dealer = value(NO_PLAYER)\n", "    dealer = value(NO_PLAYER)\n    late = value(False)\n"),
    ("        t.deals += 1\n", "        t.deals += 1\n        if t.deals == 2:\n            self.is_late(t)\n"),
    (
        "    def forfeit(self):\n",
        '    @clause("PO-1")\n    def is_late(self, t):\n        t.late = True\n\n    def forfeit(self):\n',
    ),
]
"""In one deal of six something is noted, of which nothing follows."""
ASKED_LATER = [("{player: -t.chips[player] for", "{player: 0 if t.late else -t.chips[player] for")]


def test_what_is_done_once_and_matters_later_is_needed(tmp_path):
    """Steps in which nothing is done are not played again; those after one that left the table otherwise are."""
    (told,) = unneeded(forms(planted(tmp_path / "wrong", "pots", ONCE), (3,), {}, {}), "check", names=["is_late"])
    assert (told.name, told.instead) == ("is_late", LEFT_OUT)
    assert not unneeded(
        forms(planted(tmp_path / "right", "pots", [*ONCE, *ASKED_LATER]), (3,), {}, {}), "check", names=["is_late"]
    )


GOES_ROUND = [
    ("        t.deals += 1\n", "        while not self.is_counted(t):\n            pass\n        t.deals += 1\n"),
    (
        "    def forfeit(self):\n",
        '    @clause("PO-5")\n    def is_counted(self, t):\n        return True\n\n    def forfeit(self):\n',
    ),
]


def test_rules_that_go_round_without_a_method_are_not_waited_for(tmp_path):
    game, began = planted(tmp_path, "pots", GOES_ROUND), time.process_time()
    (told,) = unneeded(forms(game, (2,), {}, {}), "check", 0.25, names=["is_counted"])
    assert told.instead == SAID_YES
    assert time.process_time() - began < MOST_SECONDS
    with WATCHDOG.hurrying():
        assert WATCHDOG.hurried
    assert not WATCHDOG.hurried


@pytest.mark.parametrize(("left", "matches"), [(False, 10), (True, 30)])
def test_what_is_looked_for_again_is_left_once_it_was_met(tmp_path, left, matches):
    games = forms(planted(tmp_path, "terraces", []), None, {}, {})
    text = idle(games, "check", 1 / 6, ways_alone=True, wanted=lambda each: left and "LIMIT" in each.text)
    assert text.matches == matches
    assert any("LIMIT" in each.text for each in text.ways) == left
