"""What never is: values, marks on one card, answers. A game in which only another reading gives them, and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.verify.methods import Question
from referee.verify.mine.asked import Number, at_questions
from referee.verify.mine.attacking import attacked
from referee.verify.mine.observing import Observed
from referee.verify.mine.suggested import observed, source_of, suggested
from referee.verify.properties import load_properties
from referee.verify.sidesteps.method import decide

RULES = '''\
"""Siege."""

from __future__ import annotations

from referee.kernel import FRENCH_SUITS, NO_PLAYER, Deck, Game, Option, Player, Rule, Table
from referee.kernel import clause, everybody, nobody, rows, value, values, zone


class Way(Option):
    STAND = "stand"
    REST = "rest"
    FLEE = "flee"


class Guard(Option):
    UP = "up"
    DOWN = "down"
    GONE = "gone"


class State(Option):
    TIRED = "tired"
    KEEN = "keen"


class SiegeTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    wall = rows(seen_by=everybody)
    mover: Player = value(NO_PLAYER)
    guard = values(Guard.UP)


class Siege(Game[SiegeTable]):
    name = "siege"
    title = "Siege"
    table_class = SiegeTable
    fewest_players, most_players = 2, 3
    turn_cap = 30

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5", "6", "7"), FRENCH_SUITS)

    @clause("S-1")
    def deal(self, t: SiegeTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = t.players[0]

    @clause("S-2")
    def step(self, t: SiegeTable) -> Rule[None]:
        me = t.mover
        ways = [Way.STAND, Way.REST]
        if len(t.players) > 2 or t.reading("flight") == "for-all":
            ways.append(Way.FLEE)
        way = yield from t.choose(me, "way", ways)
        if way is Way.STAND:
            yield from self.stand(t, me)
        elif way is Way.REST:
            lost = t.reading("guard-lost") == "for-ever" and t.guard[me] is Guard.DOWN
            t.guard[me] = Guard.GONE if lost else Guard.DOWN if t.guard[me] is Guard.UP else Guard.UP
            if t.wall[me].row:
                self.tire(t, me)
        t.mover = t.next(me)
        if t.stock.size < 4:
            t.end({p: 0 for p in t.players}, {p: 0 for p in t.players}, "over")

    @clause("S-3")
    def stand(self, t: SiegeTable, me: Player) -> Rule[None]:
        card = yield from t.select(me, "stand on", t.stock.pile, 1)
        came = t.lay(card, t.stock, t.wall[me])
        (face,) = yield from t.roll(1, 2)
        if face == 1 and len(t.wall[me].row) > 1:
            plain = [laid for laid in t.wall[me].row if not laid.link and not laid.marks]
            if len(plain) > 1:
                t.link(t.wall[me], plain[:2])
        elif face == 2:
            t.mark(t.wall[me], came[0], State.KEEN)

    @clause("S-4")
    def tire(self, t: SiegeTable, me: Player) -> None:
        row = t.wall[me]
        first = row.row[0]
        if first.link and t.reading("tired-group") == "falls-apart":
            t.unlink(row, first.link)
            first = row.row[0]
        t.mark(row, first, State.TIRED)

    def forfeit(self) -> int:
        return 0
'''
RULEBOOK = """# Siege

## Clauses

**S-1 Deal.** Cards.

**S-2 Turn.** Stand, rest, or flee where there are more than two; reading guard-lost; reading flight.

**S-3 Stand.** A card.

**S-4 Rest.** The first card is tired; reading tired-group.
"""
READING = """
[[reading]]
id = "{id}"
slug = "{slug}"
kind = "silent"
clauses = ["{clause}"]
question = "What now?"
default = "{default}"

[reading.alternatives]
{default} = "So."
{other} = "Otherwise."
"""
READINGS = (
    ("R-1", "flight", "S-2", "of-three", "for-all"),
    ("R-2", "guard-lost", "S-2", "not-at-all", "for-ever"),
    ("R-3", "tired-group", "S-4", "falls-apart", "stays"),
)
KEPT = {
    "guard_has_some_values": "Nobody's 'guard' is ever 'gone'.",
    "wall_never_in_a_group_and_tired": "No card of 'wall' is at once in a group and 'tired'.",
    "flee_at_way_is_not_for_two": "Between two players nobody is offered 'flee' where 'way' is asked.",
}


@pytest.fixture
def siege(tmp_path: Path):
    folder = tmp_path / "games" / "siege"
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    entries = [
        READING.format(id=id_, slug=slug, clause=clause, default=default, other=other)
        for id_, slug, clause, default, other in READINGS
    ]
    (folder / "readings.toml").write_text("\n".join(entries), encoding="utf-8")
    return find_game(str(folder))


def test_what_never_is_is_offered_and_each_alternative_that_gives_it_is_told(siege, tmp_path):
    seen = [observed(siege(players), "check", 1.0) for players in (2, 3)]
    held, broken, _ = attacked([each for each in suggested(seen)[0] if each.name in KEPT], seen, "check", 0.1)
    assert {each.name: each.sentence for each in held} == KEPT
    assert not broken
    file = tmp_path / "siege.py"
    file.write_text(source_of("Siege", held), encoding="utf-8")
    declared = load_properties(file, siege)
    assert {each.name: each.players for each in declared if each.asked} == {"flee-at-way-is-not-for-two": (2,)}
    told = decide(Question(siege(2), (), declared=tuple(declared), effort=0.2))
    # The sound twin of each is the default, under which nothing is told.
    assert {next(iter(each.readings.items())): each.about for each in told} == {
        ("flight", "for-all"): "flee-at-way-is-not-for-two",
        ("guard-lost", "for-ever"): "guard-has-some-values",
        ("tired-group", "stays"): "wall-never-in-a-group-and-tired",
    }


@pytest.mark.parametrize(("slug", "value"), [(slug, other) for _, slug, _, _, other in READINGS])
def test_what_play_comes_to_is_not_said_to_never_be(siege, slug, value):
    seen = [observed(siege(players, readings={slug: value}), "check", 0.5) for players in (2, 3)]
    named = {"flight": "flee_at", "guard-lost": "guard_has", "tired-group": "wall_never_in_a_group_and_tired"}[slug]
    assert not [each.name for each in suggested(seen)[0] if each.name.startswith(named)]


def test_numbers_that_only_grow_have_no_bounds_at_questions(siege):
    seen = Observed(siege(2))
    seen.questions["early"] = [(match, value) for match in range(40) for value in (1, 2, 3, 4)]
    seen.questions["late"] = [(match, value) for match in range(40) for value in range(1, 9)]
    number = [Number("hand", "t.hand")]
    assert [each.name for each in at_questions([seen], number, ())] == ["hand_from_1_to_4"]
    assert not list(at_questions([seen], number, {"hand"}))
