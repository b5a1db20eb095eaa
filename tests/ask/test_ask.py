"""The interview: planted defects are among its first five questions, a sound twin has none, and answers are kept."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli import main
from referee.games.registry import find_game
from referee.play.examples import check_example, load_examples
from referee.record.replay import replay
from referee.verify.ask.edges import Edge
from referee.verify.ask.finding import find, smaller_games
from referee.verify.ask.idle import idle
from referee.verify.ask.spoken import called_by
from referee.verify.ask.wording import words_of
from referee.verify.mutate.mutants import functions_of
from referee.verify.play.matches import random_match

RULES = '''\
"""Pots."""

from __future__ import annotations

from referee.kernel import FRENCH_SUITS, NO_PLAYER, Deck, Game, Player, Rule, Table, Values
from referee.kernel import amount, amounts, clause, everybody, flag, nobody, owner, value, zone, zones


class PotsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    heap = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)
    pot = amount(0)
    score = amounts()
    cursed = flag(False)


class Pots(Game[PotsTable]):
    name = "pots"
    title = "Pots"
    table_class = PotsTable
    fewest_players, most_players = 2, 3
    turn_cap = 60

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5", "6", "7", "8", "9"), FRENCH_SUITS)
        self.numbers = Values.by_rank(self.deck, {str(each): each for each in range(2, 10)})
        self.nines = self.deck.of_rank("9")

    @clause("P-1")
    def deal(self, t: PotsTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players, seen_by=everybody)
        for p in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 3, t.hand[p])

    @clause("P-2")
    def step(self, t: PotsTable) -> Rule[None]:
        me = t.mover
        card = yield from t.select(me, "discard", t.hand[me].pile, 1)
        t.move(card, t.hand[me], t.heap)
        yield from t.draw(t.stock, 1, t.hand[me])
        t.pot = t.pot + 6
        # cursed
        if t.stock.size < 5:
            self.over(t)
        t.mover = t.next(me)

    @clause("P-3")
    def over(self, t: PotsTable) -> None:
        share = t.pot // self.players
        best = t.mover
        # best
        t.end({p: share if p is best else 0 for p in t.players}, {p: 0 for p in t.players}, "over")

    def forfeit(self) -> int:
        return 0
'''
RULEBOOK = """\
# Pots

## Clauses

**P-1 Deal.** Three cards are dealt.

**P-2 Turn.** A card is discarded and another is drawn.

**P-3 End.** The best hand takes its share of the pot.
"""
TIE = "best = t.most({p: t.hand[p].highest(self.numbers) for p in t.players})[0]"
SETTLED = TIE.replace("highest(self.numbers)", "worth(self.numbers) * 10 + p.seat")
CALLED = """\
    @clause("P-4")
    def tied(self, t: PotsTable) -> None:
        t.pot = t.pot + 0

    def forfeit"""
DEFECTS = {
    "tie": (("# best", TIE), "there is a tie for the most"),
    "share": (("t.pot + 6", "t.pot + 5"), "‘pot’ does not divide by the number of players"),
    "again": (("# cursed", "if t.hand[me].holds(self.nines):\n            t.cursed = True"),
              "‘cursed’ comes, and is so already"),
    "last card": (("t.stock.size < 5", "t.stock.size < 1"), "the last cards of the stock are drawn"),
    "nobody": (("# best", "for p in [p for p in t.players if t.hand[p].holds(self.nines)]:\n            best = p"),
               "it is about none of the players"),
}  # fmt: skip


def ask(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["ask", *arguments, "--effort", "0.4"], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def questions(folder: str) -> list[dict[str, object]]:
    found = json.loads(ask(folder, "--json", "-").stdout)
    assert found["schema"] == "referee.questions/1"
    return list(found["questions"])


def the_tie(folder: str) -> str:
    (found,) = [str(each["id"]) for each in questions(folder) if "t.most(" in str(each["text"])]
    return found


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "properties").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(project: Path, *changes: tuple[str, str], called: str = "pots") -> str:
    """The game, changed; in a folder of its own, since a process loads one only once."""
    folder = project / "games" / called
    folder.mkdir(parents=True, exist_ok=True)
    text = RULES
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong)
    (folder / "rules.py").write_text(text, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    return f"games/{called}"


def test_what_every_match_comes_to_is_asked_only_where_the_rulebook_is_silent(project: Path) -> None:
    change, _ = DEFECTS["last card"]
    silent = write(project, change)
    assert [each for each in questions(silent) if "t.draw(" in str(each["text"])]
    spoken = write(project, change, called="spoken")
    text = RULEBOOK.replace("another is drawn.", "another is drawn as long as there is one.")
    (project / spoken / "rulebook.md").write_text(text, encoding="utf-8")
    assert not [each for each in questions(spoken) if "t.draw(" in str(each["text"])]


def test_the_sentence_about_an_edge_may_be_of_a_clause_that_another_line_calls(project: Path) -> None:
    folder = write(project, ("        share = t.pot", "        self.tied(t)\n        share = t.pot"), ("# best", TIE),
                   ("    def forfeit", CALLED), called="beside")  # fmt: skip
    text = RULEBOOK + "\n**P-4 Ties.** Who sits nearest wins a tie.\n"
    (project / folder / "rulebook.md").write_text(text, encoding="utf-8")
    (tie,) = [each for each in questions(folder) if "t.most(" in str(each["text"])]
    assert tie["spoken"] == "P-4: Who sits nearest wins a tie."


@pytest.mark.parametrize("defect", sorted(DEFECTS))
def test_a_planted_defect_is_among_the_first_five_questions(project: Path, defect: str) -> None:
    change, says = DEFECTS[defect]
    mine = [each for each in questions(write(project, change))[:5] if str(each["sentence"]).startswith(says)]
    assert mine
    text = (project / "games/pots/rules.py").read_text(encoding="utf-8").split("\n")
    line = mine[0]["line"]
    assert isinstance(line, int)
    assert str(mine[0]["text"]).split("(")[0].split("…")[0] in text[line - 1]
    assert mine[0]["clauses"]
    assert mine[0]["position"]
    assert mine[0]["met_at_random"] or mine[0]["met_by_others"]


def test_the_sound_twin_is_asked_for_its_limit_alone(project: Path) -> None:
    assert [each["sentence"] for each in questions(write(project))] == ["the number of cards in stock is just 5"]


def test_a_question_needs_no_python(project: Path) -> None:
    """The code stands beside the question, and never in it."""
    for change, _ in DEFECTS.values():
        for each in questions(write(project, change, called=f"pots{len(str(change))}")):
            assert not re.search(r"[\[\]=_]|\bt\.|self", str(each["sentence"]))
            assert str(each["text"]) not in str(each["sentence"])


@pytest.mark.parametrize(("text", "edge", "says"), [
    ("t.bid[me] < t.bid[other]", Edge.EQUAL, "‘bid’ is the same on both sides"),
    ("t.hand[p].size >= self.full_hand", Edge.EQUAL, "the number of cards in hand is just ‘full hand’"),
    ("{x: 1}[k] < [3][0]", Edge.EQUAL, "two amounts that are compared are equal"),
    ("t.count(cards, suit) >= self.settings['least']", Edge.EQUAL,
     "the number of suit in cards is just the setting least"),
    ("max(t.score[p] for p in t.players)", Edge.EQUAL, "there is a tie for the highest (score)"),
    ("min(number, len(there))", Edge.EQUAL, "‘number’ and the number of there are the same"),
    ("max(x for x in y)", Edge.EQUAL, "there is a tie for the highest"),
    ("t.draw(self.what()[0][1:], 1, p)", Edge.NONE, "more is to be drawn from the what than there is"),
    ("(pot + extra) // n", Edge.REST, "an amount does not divide"),
])  # fmt: skip
def test_expressions_are_worded_as_their_author_names_them(text: str, edge: Edge, says: str) -> None:
    node = ast.parse(text, mode="eval").body
    what, how = {ast.Compare: ("compare", "Lt"), ast.BinOp: ("divide", "")}.get(type(node), ("", ""))
    if isinstance(node, ast.Call):
        what, how = ("draw", "") if isinstance(node.func, ast.Attribute) else ("best", ast.unparse(node.func))
    assert words_of(what, how, node)[edge] == says


@pytest.mark.parametrize(("text", "says"), [
    ("if row.row and self.allowed(row): pass", "there is nothing, or nobody, in ‘row’"),
    ("if there is None or passes: pass", "there is nothing, or nobody, in ‘passes’"),
    ("for p in self.asked(t) if red else (): pass", "there is nothing, or nobody, in ‘asked’"),
    ("for kind, number in self.deck.counts(left): pass", "there is nothing, or nobody, in ‘left’"),
    ("for p in [p for p in t.players if t.out[p]]: pass", "it is about none of the players"),
    ("if {1: 2}: pass", "there is nothing, or nobody, that it could be about"),
])  # fmt: skip
def test_what_could_be_empty_is_named(text: str, says: str) -> None:
    assert words_of("empty", "", ast.parse(text).body[0])[Edge.NONE] == says


NOBODY = "[p for p in t.players if t.hand[p].holds(self.nines)]"


def test_a_list_is_named_by_what_it_is_chosen_from_and_none_is_news_where_most_matches_have_none(project: Path) -> None:
    over = write(project, ("# best", f"those = {NOBODY}\n        for p in those:\n            best = p"))
    says = [str(each["sentence"]) for each in questions(over)]
    assert "it is about none of the players" in says
    step = write(project, ("# cursed", f"for p in {NOBODY}:\n            t.pot = t.pot + 6"), called="steps")
    assert "it is about none of the players" not in [str(each["sentence"]) for each in questions(step)]


def test_two_lines_of_a_rule_that_ask_the_same_are_asked_once(project: Path) -> None:
    """The rule compares the pot with a limit in two ways."""
    twice = "if t.pot >= self.limit and not t.pot < self.limit:\n            t.cursed = t.cursed"
    limit = ("self.nines = ", "self.limit = 63\n        self.nines = ")
    folder = write(project, limit, ("# cursed", twice.replace("63", "60")), ("t.pot + 6", "t.pot + 7"))
    assert [str(each["sentence"]) for each in questions(folder)].count("‘pot’ is just ‘limit’") == 1


@pytest.mark.parametrize("at", [1, 5, 9])
def test_what_happens_is_told_about_the_moment_that_is_asked_of(project: Path, at: int) -> None:
    """Ten questions in one turn, and a share that does not divide after so many of them."""
    many = (
        "for number in range(10):\n            if number == AT:\n                t.pot = t.pot // 4 + 6\n"
        '            yield from t.choose(me, f"colour {number}", ("red", "black"))'
    ).replace("AT", str(at))
    told = ask(write(project, ("# cursed", many)), "--list").stdout
    (mine,) = [each for each in re.split(r"\n\d+\. ", told) if "does not divide by 4" in each]
    assert ("before that" in mine) is (at > 1)
    assert f"is asked colour {at - 1}:" in mine
    assert f"is asked colour {at}:" in mine
    assert ("after that" in mine) is (at < 9)


def test_no_smaller_game_is_played_whose_deal_leaves_nothing() -> None:
    """With six players of Effervesce many small packs would be dealt out whole."""
    game = find_game("effervesce")
    for form in smaller_games([game(2), game(6)], "check"):
        assert form.deck.total > form.players * form.full_hand


@pytest.mark.parametrize(("most", "asked"), [(2, False), (3, True)])
def test_a_deal_that_always_deals_all_cards_is_no_edge(project: Path, most: int, asked: bool) -> None:
    """With two all 32 cards are dealt, with three two are left: that is worth a question."""
    changes = (
        ("most_players = 2, 3", f"most_players = 2, {most}"),
        ("t.draw(t.stock, 3, t.hand[p])", "t.draw(t.stock, self.deck.total // self.players, t.hand[p])"),
        ("        yield from t.draw(t.stock, 1, t.hand[me])\n", ""),
    )
    found = [each["sentence"] for each in questions(write(project, *changes, called=f"all{most}"))]
    assert ("the last cards of the stock are drawn" in found) == asked


def test_an_answer_is_kept_and_never_asked_again_and_a_change_brings_new_questions(project: Path) -> None:
    folder = write(project, DEFECTS["tie"][0])
    tie = the_tie(folder)
    assert f"{tie}: right, in properties/pots.asked.toml" in ask(folder, "--answer", f"{tie}=right").stdout
    assert tie not in ask(folder, "--list").stdout
    assert "0 new" in ask(folder, "--new").stdout
    told = ask(write(project, DEFECTS["tie"][0], DEFECTS["share"][0], called="changed"), "--new", code=1).stdout
    assert "what if ‘pot’ does not divide by the number of players?" in " ".join(told.split())


@pytest.mark.parametrize(("answer", "before", "after"), [("right", 0, 1), ("wrong", 1, 0), ("impossible", 1, 0)])
def test_rules_are_held_to_the_answers(project: Path, answer: str, before: int, after: int) -> None:
    folder = write(project, DEFECTS["tie"][0])
    tie = the_tie(folder)
    ask(folder, "--answer", f"{tie}={answer}")
    ask(folder, "--list", code=before)
    mended = SETTLED if answer == "impossible" else TIE.replace("[0]", "[-1]")
    ask(write(project, ("# best", mended), called="mended"), "--list", code=after)


@pytest.mark.parametrize(("answer", "code"), [("right", 0), ("wrong", 1)])
def test_a_change_elsewhere_changes_no_answer(project: Path, answer: str, code: int) -> None:
    """An answer is about its step: the deal and the turns before it may become other ones."""
    folder = write(project, DEFECTS["tie"][0])
    ask(folder, "--answer", f"{the_tie(folder)}={answer}")
    other = ("t.draw(t.stock, 3, t.hand[p])", "t.draw(t.stock, 2, t.hand[p])")
    ask(write(project, DEFECTS["tie"][0], other, called="other"), "--list", code=code)


@pytest.mark.parametrize(("answer", "code"), [("right", 1), ("wrong", 0)])
def test_an_answer_holds_the_whole_table(project: Path, answer: str, code: int) -> None:
    """Rules that do something more than they did, to what was not changed before, come out otherwise."""
    folder = write(project, DEFECTS["tie"][0])
    ask(folder, "--answer", f"{the_tie(folder)}={answer}")
    more = ("# best", f"{TIE}\n        t.cursed = True")
    ask(write(project, more, called="more"), "--list", code=code)


def test_a_wrong_answer_is_not_mended_by_a_step_that_goes_another_way(project: Path) -> None:
    folder = write(project, DEFECTS["tie"][0])
    ask(folder, "--answer", f"{the_tie(folder)}=wrong")
    asks_first = (
        "t.pot = t.pot + 6",
        "t.pot = t.pot + 6\n        yield from t.select(me, 'again', t.hand[me].pile, 1)",
    )
    told = ask(write(project, DEFECTS["tie"][0], asks_first, called="other"), "--list", code=1).stdout
    assert "its step goes another way now, so look again" in " ".join(told.split())


def test_readings_and_called_rules_speak_of_an_edge_too() -> None:
    game = [find_game("tests/games/games/love_letter")(3)]
    found = {(each.site.name, each.edge.value): each.spoken for each in find(game, "1", 0.4)}
    assert found["end_round", "equal"].startswith("LL-12: (reading tie)")
    assert called_by(type(game[0]), "for whom in self.others(t, me)") == ("LL-11",)


@pytest.mark.parametrize("other", ["wrong", "open"])
def test_two_answers_to_one_question_are_refused(project: Path, other: str) -> None:
    tie = the_tie(folder := write(project, DEFECTS["tie"][0]))
    said = ask(folder, "--answer", f"{tie}=right", "--answer", f"{tie}={other}", code=2).stderr
    assert f"--answer {tie} is given twice: right and {other}" in said


def test_what_is_right_is_a_worked_example_that_every_check_plays(project: Path) -> None:
    folder = write(project, DEFECTS["tie"][0])
    file = project / "properties/pots.examples.toml"
    mine = '[common]\nplayers = 3\ntable = { pot = 60, cursed = true }\n\n[[example]]\nname = "mine"\n' \
        'clauses = ["P-2"]\ntable = { hand = ["2 3", "4", "5"] }\nanswers = ["0: 2"]\nseed = 1\n' \
        'expect = { pot = 66 }\n'  # fmt: skip
    file.write_text(mine)
    tie = the_tie(folder)
    assert "its worked example in properties/pots.examples.toml" in ask(folder, "--answer", f"{tie}=right").stdout
    assert file.read_text().startswith(mine.rstrip())
    one, other = load_examples(file, find_game(folder))
    assert (one.name, other.clauses) == ("mine", ("P-3",))
    assert tie in other.name
    assert check_example(find_game(folder), other).differences == ()
    mended = find_game(write(project, ("# best", TIE.replace("[0]", "[-1]")), called="mended"))
    assert check_example(mended, other).differences
    file.write_text(mine)
    assert "is missing: put it back" in ask(folder, "--list", code=2).stderr


def test_what_stays_open_begins_a_reading(project: Path) -> None:
    folder = write(project, DEFECTS["tie"][0])
    tie = the_tie(folder)
    assert 'slug = "over-equal"' in ask(folder, "--answer", f"{tie}=open").stdout
    assert tie not in ask(folder, "--list").stdout


@pytest.mark.parametrize(("arguments", "says"), [
    (("--answer", "12345678-equal=right"), "there is no question"),
    (("--answer", "tie"), "ID=ANSWER is wanted"),
])  # fmt: skip
def test_bad_answers_are_refused(project: Path, arguments: tuple[str, ...], says: str) -> None:
    assert says in ask(write(project), *arguments, code=2).stderr


def test_a_bad_file_of_answers_is_refused(project: Path) -> None:
    (project / "properties/pots.asked.toml").write_text('[[answer]]\nid = "12345678-one"\nanswer = "maybe"\n')
    assert "answer 1: 'answer' is one of right, wrong" in ask(write(project), "--list", code=2).stderr


def test_what_only_smaller_games_meet_is_told_as_such() -> None:
    """A stock that lasts in the game itself runs out where there are few cards."""
    game = find_game("five-crowns")
    made = [game(2)]
    real, small = find(made, "1", 0.2), smaller_games(made, "1")
    assert [each.settings for each in small] == [each.settings for each in smaller_games(made, "1")]
    assert len(small) >= 3
    found = find(made, "1", 0.2, scaled=small)
    assert [each.id for each in found if not each.scaled] == [each.id for each in real]
    (runs_out,) = [each for each in found if each.scaled and each.site.text.startswith("t.draw(t.stock, 1")]
    assert runs_out.edge.value == "all"
    assert runs_out.game.unusual_settings
    assert replay(runs_out.record(), "a record").result


def test_watching_changes_nothing_in_play_and_leaves_no_trace() -> None:
    game = find_game("escalation")
    codes = {key: each.__code__ for key, each in functions_of(game).items()}
    alone = random_match(game(2), "ask").data
    first, second = (find([game(2)], "1", 0.1) for _ in range(2))
    assert [(each.id, each.real, each.driven) for each in first] == [(e.id, e.real, e.driven) for e in second]
    assert first
    assert {key: each.__code__ for key, each in functions_of(game).items()} == codes
    assert random_match(game(2), "ask").data == alone


def test_where_only_shares_are_asked_for_functions_that_share_nothing_are_not_watched(project: Path) -> None:
    game = find_game(write(project, DEFECTS["share"][0]))
    every, shares = find([game(2), game(3)], "1", 0.2), find([game(2), game(3)], "1", 0.2, kinds=("divide",))
    told = [[(each.id, each.real, each.driven) for each in found if each.edge is Edge.REST]
            for found in (every, shares)]  # fmt: skip
    assert told[0] == told[1] != []
    sharing = {each.site.name for each in every if each.edge is Edge.REST}
    assert {each.site.name for each in shares} == sharing != {each.site.name for each in every}
    played = [0, 0]
    assert not find([find_game("escalation")(2)], "1", 0.1, played=played, kinds=("divide",))
    assert played == [0, 0]  # nothing there shares: no match is needed to know it


def test_a_check_counts_what_nobody_answered_where_somebody_has_begun(project: Path) -> None:
    folder = write(project, DEFECTS["tie"][0])
    options = ["check", folder, "--method", "fuzz", "--players", "2", "--effort", "0.1", "--jobs", "1"]
    assert "edges:" not in CliRunner().invoke(main, options).stdout
    tie = the_tie(folder)
    ask(folder, "--answer", f"{tie}=wrong")
    told = " ".join(CliRunner().invoke(main, options).stdout.split())
    assert "edges: 1 of 2 without an answer, 0 of them new; answers not kept: 1" in told
    # An answer is a promise, and here it is broken.
    assert "Pots: nothing else speaks against it: answers of 'referee ask' not kept: 1;" in told
    assert "nothing is promised" not in told
    ask(folder, "--answer", f"{tie}=right")
    told = " ".join(CliRunner().invoke(main, options).stdout.split())
    assert "all well: no defects; no property is written yet" in told


def test_impossible_is_told_at_once_that_it_happened(project: Path) -> None:
    folder = write(project, DEFECTS["tie"][0])
    tie = the_tie(folder)
    told = ask(folder, "--answer", f"{tie}=impossible").stderr
    begins, ends = (
        "^referee: it happened: 3 players, turn \\d+: ",
        f"\\(referee replay properties/pots.asked/{tie}.jsonl\\)$",
    )
    assert re.search(f"{begins}.*{ends}", told, re.MULTILINE)
    assert replay(
        (project / f"properties/pots.asked/{tie}.jsonl").read_bytes(), "it", find=lambda name: find_game(folder)
    ).result
    assert "it happened" not in ask(folder, "--answer", f"{tie}=wrong").stderr
    rest = next(str(each["id"]) for each in questions(write(project, DEFECTS["share"][0], called="rest"))
                if each["edge"] == "does not divide")  # fmt: skip
    ask("games/rest", "--answer", f"{rest}=open")
    assert (
        'about = "‘pot’ does not divide by the number of players"'
        in (project / "properties/pots.asked.toml").read_text()
    )


@pytest.mark.parametrize("words", [("wrong", "skip", "quit"), ("w", "s", "q"), ("x", "w", "", "q")])
def test_answers_may_be_typed_as_letters(
    project: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    folder = write(project, DEFECTS["tie"][0], DEFECTS["share"][0])
    first, second, third = (str(each["id"]) for each in questions(folder)[:3])
    monkeypatch.setattr("referee.cli.ask.at_a_terminal", lambda: True)
    command = ["ask", folder, "--effort", "0.4"]
    done = CliRunner().invoke(main, command, input="".join(f"{each}\n" for each in words))
    assert f"{first}: wrong, in properties/pots.asked.toml" in done.output
    assert (second in done.output, third in done.output) == (True, True)
    assert (project / "properties/pots.asked.toml").read_text().count("[[answer]]") == 1


@pytest.mark.parametrize(("changes", "says"), [
    ((), ()),
    ((("# cursed", "if t.hand[me].size > 3:\n            return"),), ("if t.hand[me].size > 3: never so, in ",)),
    ((("t.stock.size < 5", "t.stock.size < 5 or t.pot > 120"),), ()),
    ((("t.stock.size < 5", "t.stock.size < 5 or t.pot > 10_000"),),
     ("t.pot > 10000, in: if t.stock.size < 5 or t.pot > 10000: never so, in ",)),
    ((("t.stock.size < 5", "t.stock.size < 5 and not t.pot > 10_000"),),
     ("t.pot > 10000, in: if t.stock.size < 5 and (not t.pot > 10000): never so, in ",)),
    # What stands within a condition that never holds is not told beside it.
    ((("# cursed", "if t.pot < 0 and t.stock.size > 9:\n            return"),),
     ("if t.pot < 0 and t.stock.size > 9: never so, in ",)),
    # A filter that takes nothing out, and one that does.
    ((("# cursed", "free = [p for p in t.players if p.seat < 9]\n        t.cursed = len(free) > 5"),),
     ("if p.seat < 9: always so, in ",)),
    ((("# cursed", "free = [p for p in t.players if p is not me]\n        t.cursed = len(free) > 5"),), ()),
])  # fmt: skip
def test_a_condition_that_never_binds_is_told_and_its_sound_twin_is_not(
    project: Path, changes: tuple[tuple[str, str], ...], says: tuple[str, ...]
) -> None:
    told = json.loads(ask(write(project, *changes), "--idle", "--json", "-").stdout)
    assert told["schema"] == "referee.idle/1"
    assert len(told["idle"]) == len(says)
    for each, wanted in zip(told["idle"], says, strict=True):
        assert each["sentence"].startswith(wanted)
        assert each["clauses"] == ["P-2"]


def test_what_only_another_reading_brings_about_is_not_idle() -> None:
    game = [find_game("escalation")(2)]
    asked = "if t.reading('led-special') != 'forbidden'"
    free = idle(game, "1", 0.3).ways
    fixed = idle(game, "1", 0.3, fixed=game[0].readings).ways
    assert asked not in {each.text for each in free}
    assert asked in {each.text for each in fixed}


def test_a_tie_that_decides_who_wins_comes_before_a_limit_that_the_text_gives(project: Path) -> None:
    tie, limit = questions(write(project, DEFECTS["tie"][0]))
    assert (tie["spoken"], tie["clauses"], tie["ends"]) == (None, ["P-3"], 1.0)
    assert limit["sentence"] == "the number of cards in stock is just 5"
