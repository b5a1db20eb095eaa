"""Calls whose ways are put together: what is proved so, its broken twin, and what functions change in place."""

from __future__ import annotations

import pytest

from referee.meaning.translation import meaning
from referee.verify.program_claims import claims_of
from referee.verify.symbolic import paths
from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.terms import NotFollowed
from tests.prove.written_games import written


def induction_of(folder, says="", merging=True, **parts):
    game, properties = written(folder, says=says, **parts)
    form = game(2)
    return Induction(form, meaning(form, claims_of(properties)), merging=merging)


CHOOSING = """
def lay(self, t: T, me: Player) -> Rule[bool]:
    if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:
        t.a = t.a + 1
        return True
    t.b = t.b + {}
    return False
"""
OFTEN = "t.a = t.b = 0\n" + "yield from self.lay(t, me)\n" * 7 + "t.bad = t.a + t.b != 7"


def test_more_choices_than_can_be_followed_way_by_way_are_put_together(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "MOST_WAYS", 100)
    sound = induction_of(tmp_path, body=CHOOSING.format(1), step=OFTEN)
    assert "it-goes-wrong" in sound.prove().proved
    with pytest.raises(NotFollowed, match="too many ways"):
        induction_of(tmp_path, body=CHOOSING.format(1), step=OFTEN, merging=False).prove()
    assert "it-goes-wrong" in induction_of(tmp_path, body=CHOOSING.format(2), step=OFTEN).prove().failed


WAYS = {
    "either answer leaves its own": (
        "yield from self.lay(t, me)\nt.bad = t.a > 0 and t.b == 0",
        "t.a = t.b = 0\nyield from self.lay(t, me)\nt.bad = t.a > 0 and t.b > 0",
    ),
    "what is given goes with what is left": (
        "t.a = 0\nhigh = yield from self.lay(t, me)\nt.bad = high and t.a == 1",
        "t.a = 0\nhigh = yield from self.lay(t, me)\nt.bad = high and t.a != 1",
    ),
    "cards that move on every way": (
        "yield from self.away(t, me)\nt.bad = t.hand[me].size < 1",
        "yield from self.away(t, me)\nother = t.hand[t.next(me)]\n"
        "t.bad = t.middle.size + t.hand[me].size + t.stock.size + other.size < 8",
    ),
    "cards that move on one": (
        "yield from self.away(t, me)\nt.bad = t.hand[me].size > 0",
        "before = t.hand[me].size\nyield from self.away(t, me)\nt.bad = t.hand[me].size > before",
    ),
    "what was decided on a way is known behind it": (
        "drawn = yield from self.drawn(t, me)\nt.bad = drawn > 1",
        "drawn = yield from self.drawn(t, me)\nt.bad = drawn > 2",
    ),
    "a list that is handed on": (
        "mine = list([1])\nyield from self.added(t, me, mine)\nt.bad = len(mine) == 2",
        "mine = list([1])\nyield from self.added(t, me, mine)\nt.bad = len(mine) == 3",
    ),
    "a list that is given": (
        "made = yield from self.made(t, me)\nmade.append(1)\nt.bad = made[0] == 2",
        "made = yield from self.made(t, me)\nmade.append(1)\nt.bad = len(made) != 2",
    ),
}
BODY = (
    CHOOSING.format(1)
    + """
def away(self, t: T, me: Player) -> Rule[None]:
    t.move(t.middle.pile, t.middle, t.stock)
    if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:
        t.move(t.hand[me].pile, t.hand[me], t.stock)

def drawn(self, t: T, me: Player) -> Rule[int]:
    if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:
        return (yield from t.lot([0, 1, 2]))
    return 0

def added(self, t: T, me: Player, to: list[int]) -> Rule[None]:
    if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:
        to.append(2)

def made(self, t: T, me: Player) -> Rule[list[int]]:
    if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:
        return list([2])
    return list([3])
"""
)


@pytest.mark.parametrize("what", WAYS)
def test_what_some_way_does_is_not_lost_where_ways_are_put_together(tmp_path, what):
    wrong, sound = WAYS[what]
    assert "it-goes-wrong" in induction_of(tmp_path, step=wrong, body=BODY).prove().failed
    assert "it-goes-wrong" in induction_of(tmp_path, step=sound, body=BODY).prove().proved


LOOKED_UP = "whom = yield from t.lot(t.players)\nof = {{{}}}\nt.bad = of[whom] {}"


def test_what_a_dictionary_has_at_a_key_is_one_value_whichever_key_that_is(tmp_path):
    wrong = "me: 5, t.next(me): 7"
    for says in ("> 6", "- (whom is not me) != 5"):
        sound = induction_of(tmp_path, step=LOOKED_UP.format("me: 5, t.next(me): 6", says)).prove()
        assert "it-goes-wrong" in sound.proved
        assert not sound.faults
        assert "it-goes-wrong" in induction_of(tmp_path, step=LOOKED_UP.format(wrong, says)).prove().failed


def test_a_key_that_may_not_be_there_breaks_off_though_values_are_put_together(tmp_path):
    for keys in ("me: 5", "player: 5 for player in t.players if t.hand[player].size > 1"):
        missing = induction_of(tmp_path, step=LOOKED_UP.format(keys, "> 6")).prove()
        assert [each.broken for each in missing.faults] == ["RAISED"]


CHANGES = {
    "what it has made": (
        "def changing(self, t: T) -> list[int]:\n    made = list([1])\n    made.append(t.a)\n    return made",
        True,
    ),
    "what it was given": (
        "def changing(self, t: T, of: list[int]) -> int:\n    of.append(t.a)\n    return len(of)",
        False,
    ),
    "a part of what it has made": (
        "def changing(self, t: T) -> int:\n    made: dict[Player, dict[int, int]] = {each: {} for each in t.players}\n"
        "    for each in t.players:\n        made[each][t.a] = 1\n    return len(made)",
        True,
    ),
    "a part of what it has made, which was given": (
        "def changing(self, t: T, of: dict[int, int]) -> int:\n    made: dict[Player, dict[int, int]] = {t.mover: of}\n"
        "    made[t.mover][t.a] = 1\n    return len(made)",
        False,
    ),
    "nothing, but gives back what it was given": (
        "def changing(self, t: T, of: list[int]) -> list[int]:\n    return of",
        True,
    ),
    "what it has made, and gives back with what it was given": (
        "def changing(self, t: T, of: dict[int, int]) -> dict[Player, dict[int, int]]:\n"
        "    made: dict[Player, dict[int, int]] = {}\n    made[t.mover] = of\n    return made",
        True,
    ),
    "what holds what was given": (
        "def changing(self, t: T, of: dict[int, int]) -> int:\n    made: dict[Player, dict[int, int]] = {}\n"
        "    made[t.mover] = of\n    return len(made)",
        True,
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_function_that_changes_what_others_hold_is_carried_out_way_by_way(tmp_path, what):
    body, is_alone = CHANGES[what]
    given = "dict([(1, 1)])" if "dict[int, int]) " in body else "list([1])"
    call = f"self.changing(t, {given})" if " of: " in body else "self.changing(t)"
    game, _ = written(tmp_path, body=body, step=f"found = {call}\nt.a = 1")
    form = game(2)
    induction = Induction(form, meaning(form), merging=True)
    induction.prove()
    followed = {each.rsplit("_", 1)[0] for each in induction.merging.changing_others}
    assert ("changing" not in followed) == is_alone


LAYING = """
def lay(self, t: T, me: Player) -> Rule[None]:
    if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:
        t.a = t.a + 1
"""
MAKING = """
def made(self, t: T) -> {}:
    t.a = 1
    made = list([1])
    {}
"""
NESTED = "kept: list[list[int]] = value([])"
PERHAPS = "kept: {} | None = value(None)"
HELD = """
mine = list([1])
t.kept = {}
yield from self.lay(t, me)
mine.append(2)
held = t.kept
assert held is not None
"""
ALIASES = {
    "a list that is given twice": (
        "",
        MAKING.format("tuple[list[int], list[int]]", "return made, made"),
        "one, other = self.made(t)\none.append(2)\n{} len(other)",
    ),
    "a list that is in a list twice": (
        "",
        MAKING.format("list[list[int]]", "return list([made, made])"),
        "both = self.made(t)\nboth[0].append(2)\n{} len(both[1])",
    ),
    "a list that the table keeps twice": (
        "kept: list[int] = value([])\nbeside: list[int] = value([])",
        MAKING.format("None", "t.kept = t.beside = made"),
        "self.made(t)\nt.kept.append(2)\n{} len(t.beside)\nt.kept = t.beside = []",
    ),
    "a list in a list of the table": (
        NESTED,
        LAYING,
        "t.kept = list([list([1])])\nmine = t.kept[0]\nyield from self.lay(t, me)\nmine.append(2)\n"
        "{} len(t.kept[0])\nt.kept = []",
    ),
    "a list that the table keeps for a player": (
        "kept: list[int] = values([])",
        LAYING,
        "t.kept[me] = list([1])\nmine = t.kept[me]\nyield from self.lay(t, me)\nmine.append(2)\n"
        "{} len(t.kept[me])\nt.kept[me] = []",
    ),
    "a list that the table may keep": (
        PERHAPS.format("list[int]"),
        LAYING,
        HELD.format("mine") + "{} len(held)\nt.kept = None",
    ),
    "a list in a record of the table": (
        PERHAPS.format("tuple[list[int], int]"),
        LAYING,
        HELD.format("(mine, 1)") + "{} len(held[0])\nt.kept = None",
    ),
}


BACK = """
def back(self, t: T, me: Player, one: list[int], two: list[int]) -> Rule[{}]:
    t.a = 0
    if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:
        t.a = 1
        {}
    {}
"""
GIVEN = "one, two = list([1]), list([1])\ngot = yield from self.back(t, me, one, two)\n"
GIVEN_BACK = {
    "a list that is given back": ("list[int]", "return one", "return one", "got.append(2)\n{} len(one)"),
    "one of two lists that are alike": (
        "list[int]",
        "return one",
        "return two",
        "got.append(2)\n{} (len(one) if t.a == 1 else len(two))",
    ),
    "one of two lists, but not the other": (
        "list[int]",
        "return one",
        "return two",
        "got.append(2)\n{} (len(two) if t.a == 1 else len(one)) + 1",
    ),
    "a list that is given back or one that is new": (
        "list[int]",
        "return one",
        "return list([1])",
        "got.append(2)\n{} (len(one) if t.a == 1 else len(one) + 1)",
    ),
    "a list in a list that is new": (
        "list[list[int]]",
        "return list([one, list([3])])",
        "return list([one, list([4])])",
        "got[0].append(2)\n{} len(one)",
    ),
    "a list in a dictionary, beside a number that differs": (
        "dict[Player, tuple[list[int], int]]",
        "return {me: (one, 3)}",
        "return {me: (one, 4)}",
        "got[me][0].append(2)\n{} len(one)",
    ),
    "a list that the table keeps from then on": (
        "list[int]",
        "t.kept = one\n        return two",
        "t.kept = one\n    return two",
        "one.append(2)\n{} len(t.kept)\nt.kept = []",
    ),
    "a list that the table keeps on one way": (
        "int",
        "t.kept = one\n        return 1",
        "t.kept = two\n    return 1",
        "one.append(2)\n{} (len(t.kept) if t.a == 1 else len(t.kept) + 1)\nt.kept = []",
    ),
    "a list that the table has kept": (
        "list[int]",
        "t.kept = list([1])\n        return t.kept",
        "t.kept = list([1])\n    return t.kept",
        "got.append(2)\n{} len(t.kept)\nt.kept = []",
    ),
    "a list that was changed before": (
        "list[int]",
        "return one",
        "return two",
        "got.append(2)\nagain = yield from self.back(t, me, got, got)\nagain.append(3)\n{} len(got) - 1\n",
    ),
    "a list that is changed on a way behind it": (
        "list[int]",
        "return one",
        "return one",
        'if (yield from t.choose(me, "how", [Way.HIGH, Way.LOW])) is Way.HIGH:\n    got.append(2)\n'
        "else:\n    one.append(5)\nlong = yield from self.long(t, me, got)\n{} long",
    ),
}
LONG = """
def long(self, t: T, me: Player, of: list[int]) -> Rule[int]:
    t.a = (yield from t.lot([0, 1]))
    return len(of)
"""


@pytest.mark.every(3)
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("what", GIVEN_BACK)
def test_a_list_that_a_function_gives_back_is_the_one_that_it_was_given(tmp_path, what, inside):
    given, high, low, step = GIVEN_BACK[what]
    body = BACK.format(given, high, low) + LONG
    parts = {"top": "from referee.kernel import values", "table": "kept: list[int] = value([])"}
    for says, verdict in (("t.bad = 2 ==", "failed"), ("t.bad = 2 !=", "proved")):
        text, functions = GIVEN + step.format(says), body
        if inside:  # and where the caller is put together as well
            lines = "".join(f"    {line}\n" for line in text.splitlines())
            functions += f"\ndef caller(self, t: T, me: Player) -> Rule[None]:\n{lines}"
            text = "yield from self.caller(t, me)"
        assert "it-goes-wrong" in getattr(induction_of(tmp_path, step=text, body=functions, **parts).prove(), verdict)


@pytest.mark.parametrize("what", ALIASES)
def test_a_list_that_two_hold_is_one_behind_a_function(tmp_path, what):
    table, body, step = ALIASES[what]
    parts = {"top": "from referee.kernel import values", "table": table, "body": body}
    wrong, sound = step.format("t.bad = 2 =="), step.format("t.bad = 2 !=")
    assert "it-goes-wrong" in induction_of(tmp_path, step=wrong, **parts).prove().failed
    assert "it-goes-wrong" in induction_of(tmp_path, step=sound, **parts).prove().proved
