"""Play that need not end: whose doing it is, told from the tables of a tiny game, and sound twins in silence."""

from __future__ import annotations

import pytest

from referee.games.registry import find_game
from referee.record.replay import replay
from referee.verify.explore.breadth import Search
from referee.verify.explore.choice_trees import CHANCE, FIRST, ROUND, STOPPED, TreeBuilder, Trees
from referee.verify.explore.explore import decide
from referee.verify.explore.nontermination import By, endless
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.verdicts import Trouble
from tests.tiny import write_game

IMPORT = ("from referee.kernel import clause,", "from referee.kernel import NO_PLAYER, Player, amount, value, clause,")
SCALARS = (
    "    hand = zones(seen_by=owner)\n",
    "    hand = zones(seen_by=owner)\n    mover: Player = value(NO_PLAYER)\n    left = amount(3)\n",
)
STEP = "        yield from t.shuffle(t.stock)\n\n    def forfeit"
BEGIN = "        me = t.players[0] if t.mover is NO_PLAYER else t.next(t.mover)\n"
END = "t.end({p: 0 for p in t.players}, {p: 0 for p in t.players}, 'over')"
ASK = "answer = yield from t.choose({who}, 'go on', ['yes', 'no'])"


def step(*lines):
    """The tiny game with another step, in which everybody has a turn; some answer or event ends it."""
    text = "".join(f"        {line}\n" for line in lines)
    return [IMPORT, SCALARS, (STEP, f"{BEGIN}{text}        t.mover = me\n\n    def forfeit")]


ENDS = ("if answer == 'no':", f"    {END}")
GAMES = {
    "nothing ever ends it": (By.RULES, (), step(ASK.format(who="me"))),
    "the first seat alone decides": (By.ONE, (0,), step(ASK.format(who="t.players[0]"), *ENDS)),
    "each can wait for ever": (
        By.ONE, (0, 1),
        step(ASK.format(who="me"), "other = yield from t.choose(t.next(me), 'go on', ['yes', 'no'])",
             "if answer == 'no' and other == 'no':", f"    {END}"),
    ),
    "anybody can end it in his turn": (By.ALL, (), step(ASK.format(who="me"), *ENDS)),
    "dice end it": (By.CHANCE, (), step("faces = yield from t.roll(1)", "if faces[0] == 1:", f"    {END}")),
    "dice end it unless somebody prevents it": (
        By.ALL, (),
        step("faces = yield from t.roll(1)", ASK.format(who="me"), "if answer == 'no' and faces[0] == 1:",
             f"    {END}"),
    ),
}  # fmt: skip
SOUND = step(ASK.format(who="me"), "t.left = t.left - 1", "if answer == 'no' or t.left == 0:", f"    {END}")


def searched(folder, changes, effort=1.0):
    game = find_game(str(write_game(folder, *changes)))(2)
    search = Search(Question(game, (), effort=effort))
    search.run()
    return search


@pytest.mark.parametrize("name", GAMES)
def test_whose_doing_it_is(tmp_path, name):
    by, seats, changes = GAMES[name]
    search = searched(tmp_path / "games" / "tiny", changes)
    found = endless(search)
    assert (found.by, found.seats) == (by, seats)
    (finding,) = [each for each in decide(Question(search.game, ())) if isinstance(each, Finding)]
    assert finding.trouble is Trouble.ENDLESS
    assert found.sentence in finding.sentence
    folder = str(tmp_path / "games" / "tiny")
    assert not replay(finding.witness.record, "witness", find=lambda name: find_game(folder)).rules_changed


def test_a_game_that_always_ends_is_silent(tmp_path):
    search = searched(tmp_path / "tiny", SOUND)
    assert endless(search) is None
    assert not [each for each in decide(Question(search.game, ())) if isinstance(each, Finding)]


def test_it_is_said_in_words(tmp_path):
    said = [
        endless(searched(tmp_path / f"{number}" / "tiny", GAMES[name][2])).sentence for number, name in enumerate(GAMES)
    ]
    assert [each.partition("; ")[2] for each in said] == [
        "no way from there leads to an end, so that everybody is forced to go on",
        "seat 0 alone can see to it, whatever the others do and chance brings",
        "each of seats 0 and 1 alone can see to it, whatever the others do and chance brings",
        "all players together can see to it, whatever chance brings, and none of them alone",
        "chance must play along: whatever the players do, it can bring play to an end",
        "all players together can see to it, whatever chance brings, and none of them alone",
    ]


def test_what_was_not_followed_decides_nothing(tmp_path):
    changes = step(
        "answer = yield from t.choose(me, 'go on', ['yes', 'no', 'more'])",
        "if answer == 'more' and t.left < 30:", "    t.left = t.left + 1", *ENDS,
    )  # fmt: skip
    assert endless(searched(tmp_path / "one" / "tiny", changes)).by is By.ALL
    few = searched(tmp_path / "two" / "tiny", changes, effort=0.0003)
    assert few.seen.bounded
    assert endless(few).by is By.UNKNOWN


GUESS = step(
    "if t.hand[t.players[1]].is_empty:", "    yield from t.draw(t.stock, 1, t.hand[t.players[1]])", "    return",
    "kind = yield from t.choose(t.players[0], 'guess', ['2', '3'])",
    "if not t.hand[t.players[1]].holds(t.deck.where(ranks=[kind])):", f"    {END}", "    return",
    "t.gather(t.stock)",
)  # fmt: skip


def test_who_must_know_hidden_cards_is_told(tmp_path):
    """Seat 0 keeps play going if it guesses the card that the other one drew."""
    found = endless(searched(tmp_path / "tiny", GUESS))
    assert (found.by, found.seats, found.knowing) == (By.ONE, (0,), True)
    assert "if it knows where the cards lie" in found.sentence
    shown = ("hand = zones(seen_by=owner)", "hand = zones(seen_by=everybody)")
    imported = ("from referee.kernel import NO_PLAYER,", "from referee.kernel import NO_PLAYER, everybody,")
    found = endless(searched(tmp_path / "shown" / "tiny", [*GUESS, shown, imported]))
    assert (found.by, found.seats) == (By.ONE, (0,))


def grown(*ways):
    """The tree of a step from its ways: (owner, answer) until the state."""
    tree = TreeBuilder()
    tree.begin()
    before = ()
    for *way, leaf in ways:
        same = next((at for at, (one, other) in enumerate(zip(before, way, strict=False)) if one != other), 0)
        for _ in before[same + (1 if before else 0) :]:
            tree.back()
        for owner, _ in way[same + (1 if before else 0) :]:
            tree.ask(owner)
        tree.lead(leaf)
        before = way
    for _ in before:
        tree.back()
    return tree


def test_a_tree_tells_who_decides():
    tree = grown(
        [(0, "a"), (CHANCE, 1), 0], [(0, "a"), (CHANCE, 2), STOPPED], [(0, "b"), (1, "a"), 0], [(0, "b"), (1, "b"), 1]
    )
    trees = Trees()
    trees.put(tree)
    trees.put(grown([1]))
    owner, follows = trees.node(trees.roots[0])
    assert owner == 0
    assert sorted(trees.node(each)[0] for each in follows) == [CHANCE, 1]
    assert trees.roots[1] == 1
    assert [state in trees.keeping((0,)) for state in (0, 1)] == [True, True]
    assert [state in trees.keeping((1,)) for state in (0, 1)] == [False, True]
    assert list(trees.keeping((0,)).steps()) == [(0, [0, 1]), (1, [1])]


def test_choices_of_one_owner_in_a_row_are_one_and_what_is_no_choice_is_none():
    trees = Trees()
    trees.put(grown([(0, 1), (0, 1), 0], [(0, 1), (0, 2), 1], [(0, 2), (1, 1), 2], [(0, 2), (1, 2), 2]))
    assert trees.roots[0] == FIRST
    assert [trees.node(FIRST)[0], list(trees.node(FIRST)[1])] == [0, [0, 1, 2]]
    trees.put(None)
    assert trees.roots[1] == STOPPED
    assert ROUND not in trees.roots
