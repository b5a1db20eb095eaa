"""Records of matches that are played natively are those that Python writes, byte for byte."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.native import build
from referee.native.build import compiler
from referee.native.records import Recording
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.replay import replay
from referee.record.tape import secret_of_seed
from referee.record.words import bulk_secret, key_of
from tests.native.comparing import forms
from tests.native.test_engine import HAND, STEP
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
KEY = key_of("recorded")
GAMES = ("escalation", "fscking-ace", "effervesce")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What is compiled for few matches is compiled quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "FLAGS", ("-O0" if each == "-O2" else each for each in build.FLAGS))
        patch.setattr(build, "FLAGS", tuple(build.FLAGS))
        yield tmp_path_factory.mktemp("recorded")


def by_python(game: Game[Any], match: int, turn_cap: int | None = None, views: bool = True) -> bytes:
    secret = bulk_secret(KEY, match)
    seats: list[Any] = [None] * game.players
    record = play_match(game, seats, secret=secret, seeded=True, turn_cap=turn_cap, record=True, views=views).record
    assert record is not None
    return record


def differing(recording: Recording, matches: int, turn_cap: int | None = None) -> list[int]:
    """The matches whose records differ."""
    _, records = recording.play(KEY, 0, matches, turn_cap)
    wanted = [by_python(recording.game, match, turn_cap, recording.views) for match in range(matches)]
    return [match for match in range(matches) if records[match] != wanted[match]]


def differing_of_secrets(recording: Recording, matches: int, turn_cap: int | None = None) -> list[int]:
    """The same of matches whose chance comes from a secret, as that of tournaments does."""
    different = []
    for match in range(matches):
        secret = secret_of_seed(f"recorded {match}")
        wanted, given = ([RandomSeat(seat_rng(secret, seat)) for seat in range(recording.game.players)] for _ in "12")
        record = play_match(
            recording.game, wanted, secret=secret, seeded=True, turn_cap=turn_cap, record=True, views=recording.views
        ).record
        if recording.of_secret(secret, given, turn_cap)[1] != record:
            different.append(match)
    return different


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.every(3)
def test_native_records_are_those_of_python(name: str, built: Path) -> None:
    game = find_game(name)(4)
    recording = Recording(game, built)
    assert differing(recording, 4, 60) == []
    assert differing_of_secrets(recording, 3, 60) == []
    _, records = recording.play(KEY, 0, 2, 60)
    assert records[1] is not None
    assert replay(records[1], "natively").chance_checked
    assert differing(Recording(game, built, views=False), 2, 60) == []


PLANTED = {
    "an entry is left out": ("inline void tell_shuffled(Where p) {", "inline void tell_shuffled(Where p) { return;"),
    "other cards": ("while (n--) { comma(o); o.put(CARD[k]); }", "comma(o); o.put(CARD[k]);"),
    "another order": (
        "out.put(PLACE[from.v]); out.put(','); out.put(PLACE[to.v])",
        "out.put(PLACE[to.v]); out.put(','); out.put(PLACE[from.v])",
    ),
    "cards that lay there before": ("eq(pile, S.pile[p.v])", "true"),
    "a seat sees more": ("if (sees == 2) return false;", "return false;"),
    "another clause": (
        "Within(int32_t now) : before(clause_at) { clause_at = now; }",
        "Within(int32_t now) : before(clause_at) {}",
    ),
    "a line before its views": ("if (each.busy && each.number < line.number) return;", ";"),
    "events that were seen before": (
        "  std::swap(lane.text, view);\n  nothing_unseen(view);",
        "  lane.text.forget(0);\n  lane.text.put(view.begin, view.size());",
    ),
}


OFTEN = ("an entry is left out", "another clause", "a line before its views")


@pytest.mark.parametrize(
    "planted",
    [pytest.param(PLANTED[each], id=each, marks=[] if each in OFTEN else [pytest.mark.long]) for each in PLANTED],
)
def test_planted_differences_of_records_are_caught(planted: tuple[str, str], built: Path) -> None:
    game = find_game("escalation")(3)

    def mistaken(text: str) -> str:
        assert planted[0] in text
        return text.replace(*planted)

    assert differing(Recording(game, built, mistaken=mistaken), 2, 30) == [0, 1]


VECTORS = """
#include <cstdio>
#include <initializer_list>
#include "hashing.hpp"
int main() {
  for (size_t n : {0, 32}) for (size_t size : {0, 1, 23, 24, 31, 32, 33, 55, 56, 63, 64, 65, 119, 120, 1000}) {
    char first[64], text[1000], shown[65] = {0};
    uint8_t digest[32];
    uint32_t one[8] = {1, 2, 3, 4, 5, 6, 7, 8}, other[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    std::memset(first, 'x', 64); std::memset(text, 'y', 1000);
    sha256(first, n, text, size, digest);
    hexed(digest, 32, shown);
    sha256_plain(one, reinterpret_cast<uint8_t*>(text), size / 64);
    sha256_blocks(other, reinterpret_cast<uint8_t*>(text), size / 64);
    std::printf("%zu %zu %s %d\\n", n, size, shown, std::memcmp(one, other, 32));
  }
  for (size_t size : {0, 1, 55, 56, 63, 64, 119, 120, 1000}) for (size_t size_of_other : {0, 64, 300}) {
    uint8_t texts[2][1200], digests[2][32];
    Hashing both[2];
    std::memset(texts[0], 'x', 1200); std::memset(texts[1], 'y', 1200);
    both[0].begin(texts[0], size); both[1].begin(texts[1], size_of_other);
    go_on_both(both[0], both[1]);
    for (int i = 0; i < 2; i++) { both[i].go_on(both[i].blocks); digested(both[i].h, digests[i]); }
    for (int i = 0; i < 2; i++) {
      char shown[65] = {0};
      hexed(digests[i], 32, shown);
      std::printf("%zu %zu %s 0\\n", i ? 0 : size, i ? size_of_other : 0, shown);
    }
  }
}
"""


def test_hashes_are_those_of_python(tmp_path: Path) -> None:
    source, made = tmp_path / "vectors.cpp", tmp_path / "vectors"
    source.write_text(VECTORS, encoding="utf-8")
    include = f"-I{Path(build.__file__).parent}"
    subprocess.run([*compiler(), "-std=c++20", "-O1", include, "-o", str(made), str(source)], check=True)
    said = subprocess.run([str(made)], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    assert len(said) == 30 + 2 * 27
    for line in said:
        first, rest, shown, differs = line.split()
        assert (shown, differs) == (hashlib.sha256(b"x" * int(first) + b"y" * int(rest)).hexdigest(), "0")


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", [*GAMES, "five-crowns", "bpoker"])
def test_native_records_of_every_form(name: str, built: Path) -> None:
    for players, readings in forms(find_game(name)):
        recording = Recording(find_game(name)(players, readings=readings), built)
        matches = 20 if name == "bpoker" else 80
        assert differing(recording, matches) == [], (players, readings)
        assert differing_of_secrets(recording, matches // 4) == [], (players, readings)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_native_records_of_games_that_were_written_without_them_in_mind(built: Path) -> None:
    folders = [each.parent for each in sorted(Path(__file__).parents[1].glob("games/games/*/rules.py"))]
    assert folders
    for folder in folders:
        game = find_game(folder)
        for players in {game.fewest_players, game.most_players}:
            recording = Recording(game(players), built)
            assert differing(recording, 20, 200) == [], (folder.name, players)
            assert differing_of_secrets(recording, 10, 200) == [], (folder.name, players)


MANY = """
first, second = t.players[t.turns % 2], t.players[(t.turns + 1) % 2]
def one():
    return (yield from t.draw(t.stock, 1, t.hand[first]))
if t.stock.size > 3:
    yield from self.carried(t, one)
    yield from t.draw(t.stock, 1, t.hand[second])
share = Fraction(t.turns, 2) if t.turns % 3 else t.turns
t.note("share", share=share, whole=isinstance(share, int), twice=share * 2)
t.pay(first, second, share)
t.pay(None, first, t.turns)
t.note("words", who=second, no=False, suit=t.deck.suits[0], pair=(1, (first, "x")), bid=Bid(2, t.deck.suits[1]))
t.disclose("told", [second], size=t.hand[first].size)
t.disclose("all", size=t.stock.size)
t.reveal(t.hand[first].pile, first, [second], why="peek")
t.reveal(t.hand[second].pile, second, why="show")
faces = yield from t.roll(2, 6, seen_by=[first])
faces += yield from t.roll(1, 3)
lot = yield from t.lot((3, 5, 8), seen_by=everybody)
who = yield from t.lot(t.players, seen_by=[second])
picked = yield from t.pick(t.hand[first].pile, t.hand[first].size // 2)
t.told[who] += lot + t.size(picked)
bid = yield from t.choose(first, "bid", tuple(Bid(n, s) for n in (1, 2) for s in t.deck.suits[:2]), open=True)
t.told[second] += bid.number
number = yield from t.choose(second, "number", Number(1, 9, but=4))
cards = Selection(t.deck, t.hand[first].pile, 0, 2)
way = yield from t.choose(first, "way", {"no": NOTHING, "cards": cards, "who": OneOf(t.players)})
both = yield from t.together("both", {p: OneOf((None, "a", "b")) for p in t.players})
t.note("both", same=both[first] == both[second])
t.note("up", before=len(t.lines[first].derive(self.up)), second=len(t.lines[second].derive(self.up)))
if t.stock.size > 4:
    t.lay(t.only(t.stock.pile, t.deck.alone(t.deck.unpack(t.stock.pile)[0])), t.stock, t.lines[first], marks=(Mark.UP,))
if t.hand[second].size:
    marks = (Mark.UP, Mark.DOWN, Mark.UP) if t.turns % 2 else (Mark.DOWN,) if t.turns % 3 else ()
    t.lay(t.only(t.hand[second].pile, t.deck.alone(t.turns % 8)), t.hand[second], t.line, marks=marks)
    t.lay(t.hand[second].pile, t.hand[second], t.line, at=End.TOP)
if t.line.size > 1:
    laid = yield from t.choose(first, "one", OneOfRow(t.line, t.line.row))
    laid = t.mark(t.line, laid, Mark.UP)
    some = yield from t.choose(second, "some", SomeOfRow(t.line, t.line.row[1:], 0, 2))
    t.link(t.line, (laid, *[each for each in some if each.number != laid.number]))
    yield from t.shuffle(t.line)
    t.lay(t.line.row[-1], t.line, t.lines[first], at=End.TOP)
    t.move(t.line.row[0], t.line, t.hand[first])
t.note("up", now=len(t.lines[first].derive(self.up)))
if t.turns % 4 == 1:
    t.swap(t.hand[first], t.hand[second])
if t.stock.size < 3:
    t.gather(t.stock)
if t.turns == 9:
    t.win(first, reason="nine")
"""


def test_what_rules_may_say_is_recorded_the_same(built: Path) -> None:
    """A chance that is drawn in a function belongs to the clause which carries it out, not to the one that defines it;
    whole numbers are none of fractions; and what only some players learn."""
    lines = "".join(f"        {line}\n" if line else "" for line in MANY.strip().splitlines())
    imports = "import clause, everybody, nobody, owner, values, zone, zones"
    more = "from referee.kernel import NOTHING, End, Number, OneOf, OneOfRow, Selection, SomeOfRow, Suit, row, rows"
    future = "from __future__ import annotations\n"
    lines_of_all = "    lines = rows(seen_by=everybody)"
    bid = (
        "class Bid(NamedTuple):\n    number: int\n    suit: Suit\n\n\nclass Mark(Enum):\n    UP = 1\n    DOWN = 2\n\n\n"
    )
    carried = '    @clause("T-1")\n    def carried(self, t, one):\n        yield from one()\n\n'
    carried += "    def up(self, row):\n        return [laid.kind for laid in row.row if laid.has(Mark.UP)]\n\n"
    folder = write_game(
        built / "game",
        ("import clause, nobody, owner, zone, zones", f"{imports}\n{more}"),
        (future, f"{future}\nfrom enum import Enum\nfrom fractions import Fraction\nfrom typing import NamedTuple\n"),
        ("class TinyTable(Table):", f"{bid}class TinyTable(Table):"),
        (HAND, f"{HAND}\n    told = values(0, seen_by=owner)\n    line = row(seen_by=everybody)\n{lines_of_all}"),
        ('    @clause("T-2")\n', f'{carried}    @clause("T-2")\n'),
        (STEP, lines + STEP),
    )
    recording = Recording(find_game(folder)(), built)
    assert differing(recording, 6) == []
    assert differing_of_secrets(recording, 3) == []
    assert None not in recording.play(KEY, 0, 6)[1]

    def stale(text: str) -> str:
        """What was found of a row whatever lies there by then."""
        assert "return row == S.row[p.v].b && time" in text
        return text.replace("return row == S.row[p.v].b && time", "return time")

    assert differing(Recording(find_game(folder)(), built, mistaken=stale), 6) != []
