"""Rules that raise by mistake: one line with clause, file and line, in place of a traceback."""

from __future__ import annotations

import gc
import random
import re
import weakref
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel import BadInput, Broken, Game, Rule, RuleFault, Table, clause
from referee.kernel.driving import run, run_deal, run_step
from referee.kernel.effects import Layer
from referee.play.referee import play_match
from referee.play.seats import RandomSeat, Seat
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from tests.bad_games.small import Small
from tests.tiny import write_game


class Misspelt(Small):
    """Looks a name up that is not there."""

    @clause("B-3")
    def draw_one(self, t: Any, me: Any) -> Rule[None]:
        {}["joker"]
        yield from super().draw_one(t, me)


class Broke(Seat):
    """A seat whose own code is at fault."""

    name = "broke"

    def answer(self, choice: Any) -> Any:
        raise LookupError("mine")


def play(game: type[Game[Table]], seats: list[Any] | None = None) -> Any:
    return play_match(game(2), seats or [RandomSeat(random.Random(seat)) for seat in range(2)])


def test_a_rule_that_raises_stops_the_match_with_clause_file_and_line() -> None:
    told = play(Misspelt).data["stopped"]
    line = Misspelt.draw_one.__code__.co_firstlineno + 2
    assert told == f"B-3: the rule raises: test_rule_faults.py:{line}: KeyError: 'joker'"


class OfNothing(Small):
    """Looks for the first of several things where there is none: Python makes another error of it in a generator."""

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        t.laid = next(number for number in (1, 2) if number > 2)
        yield from super().step(t)


class OfNothingWithin(Small):
    """The same in a rule of no clause of its own."""

    def draw_one(self, t: Any, me: Any) -> Rule[None]:
        t.laid = next(iter(()))
        yield from super().draw_one(t, me)


@pytest.mark.parametrize("game", [OfNothing, OfNothingWithin])
def test_a_rule_that_looks_for_the_first_of_nothing_stops_the_match(game: type[Game[Table]]) -> None:
    rule = vars(game).get("step", vars(game).get("draw_one"))
    line = rule.__code__.co_firstlineno + ("step" in vars(game)) + 1
    told = play(game).data["stopped"]
    assert told == f"B-2: the rule raises: test_rule_faults.py:{line}: StopIteration: next(…) of nothing"


class SilentAtTheEnd(Small):
    """A way through the step that hands no rule on, which registration does not see."""

    @clause("B-2")
    def step(self, t: Any) -> Any:
        if t.turns < 3:
            return super().step(t)
        t.closed = True
        return None


def test_a_step_that_gives_no_rule_stops_the_match_with_clause_file_and_line() -> None:
    told = play(SilentAtTheEnd).data["stopped"]
    line = SilentAtTheEnd.step.__code__.co_firstlineno
    assert told == f"B-2: the rule raises: test_rule_faults.py:{line}: step neither asks nor gives a rule"
    trial = Trial(SilentAtTheEnd(2), ())
    driver = AtRandom(random.Random(1))
    met = [trial.advance(driver) for _ in range(5)]
    assert [each and each.clauses for each in met] == [None, None, None, None, ("B-2",)]


class NoStep(Small):
    """An event with a step that cannot be carried out: the kernel's own text finds that."""

    @clause("B-3")
    def draw_one(self, t: Any, me: Any) -> Rule[None]:
        yield from t.happen(Layer.ADD, me, me, (3,))
        yield from super().draw_one(t, me)


def test_what_the_kernel_cannot_carry_out_stops_the_match_with_file_and_line() -> None:
    game = NoStep(2)
    with pytest.raises(RuleFault, match=r"test_rule_faults.py:\d+: TypeError: 'int' object is not callable"):
        run(game, game.table(), AtRandom(random.Random(1)))


def test_a_sound_twin_is_played_to_its_end() -> None:
    assert play(Small).reason == "stock empty"


def test_what_a_seat_raises_is_no_fault_of_the_rules() -> None:
    with pytest.raises(LookupError, match="mine"):
        play(Small, [Broke(), Broke()])


def test_the_cause_is_kept() -> None:
    from referee.kernel import run
    from tests.drivers import RandomDriver

    game = Misspelt(2)
    with pytest.raises(RuleFault) as caught:
        run(game, game.table(), RandomDriver(1))
    assert caught.value.broken is Broken.RAISED
    assert isinstance(caught.value.__cause__, KeyError)


class RaisesAtOnce(Small):
    """A step that is no generator and raises before it hands a rule on."""

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        return {}["rule"]  # type: ignore[no-any-return]


def test_a_step_that_raises_before_it_is_a_rule_is_at_fault_too() -> None:
    game = RaisesAtOnce(2)
    table = game.table()
    driver = AtRandom(random.Random(1))
    run_deal(game, table, driver)
    with pytest.raises(RuleFault, match=r"test_rule_faults\.py:\d+: KeyError: 'rule'"):
        run_step(game, table, driver)


class LeavingOut(Small):
    """Leaves cards out of a choice that are nobody's to leave out."""

    def lay_one(self, t: Any, me: Any) -> Rule[None]:
        cards = yield from t.select(me, "lay", t.hand[me].pile - t.middle.pile, 1)
        t.move(cards, t.hand[me], t.middle)


def test_cards_that_are_taken_out_of_a_pile_that_has_them_not_stop_the_match():
    form = LeavingOut(2)
    table, driver = form.table(), AtRandom(random.Random(1))
    run_deal(form, table, driver)
    run_step(form, table, driver)
    with pytest.raises(RuleFault, match="cards were taken out of a pile by '-' that are not in it") as fault:
        run_step(form, table, driver)
    assert fault.value.broken is Broken.SHORTAGE


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('("2", "2")', "ValueError: two kinds of card are called '2h': make them one kind with more copies"),
        ("{}[self.name]", "KeyError: 'tiny'"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_bad_input_with_file_and_line(tmp_path, wrong, said):
    game = find_game(write_game(tmp_path, ('("2", "3")', wrong)))
    with pytest.raises(BadInput) as caught:
        game(2)
    assert str(caught.value).startswith(f"{tmp_path}/rules.py:24: the game cannot be set up: ")
    assert str(caught.value).endswith(said)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            ("        self.deck = Deck.of", "        deck = Deck.of"),
            "rules.py:15: tiny has no deck: set self.deck in set_up",
        ),
        (
            ("        self.deck = ", "        self.effects = {}\n        self.deck = "),
            "rules.py:24: effects is the kernel's own",
        ),
        (
            ("        self.deck = ", "        self.form = 1\n        self.deck = "),
            "rules.py:24: form is the kernel's own",
        ),
        (
            ("    def forfeit", "    def seated(self, t):\n        return t.players\n\n    def forfeit"),
            "rules.py:36: seated is the kernel's own: give it another name",
        ),
        (("    turn_cap = 10\n", ""), "rules.py:15: tiny has no turn_cap: set self.turn_cap"),
        (("seen_by=nobody", "seen_by=lambda game: game.who"), "rules.py:11: the game cannot be set up: AttributeError"),
        (("seen_by=nobody", "seen_by='nobody'"), "rules.py:15: the game cannot be set up: TypeError"),
        (
            ("table_class = TinyTable", "table_class = object"),
            "rules.py:15: Tiny has a table_class that is no subclass of Table",
        ),
        (('@clause("T-2")', "@clause(2)"), "rules.py:30: a rule says which clauses it carries out by their ids"),
        (('clauses = ["T-1", "T-2"]', "clauses = 3"), "TINY-1: 'clauses' is a list of the ids of clauses"),
        (('yes = "Yes."', "yes = 3"), "TINY-1: 'alternatives' has for each value the rule that it means"),
    ],
)
def test_what_an_author_has_made_wrongly_is_bad_input_with_its_place(tmp_path, wrong, said):
    with pytest.raises(BadInput) as caught:
        find_game(write_game(tmp_path, wrong))(2)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("t.choose((yield from t.lot(t.players)), 'how', {'x': 3})", "AttributeError: 'int' object has no attribute"),
    ],
)
def test_a_question_that_cannot_be_put_stops_the_match_with_clause_file_and_line(tmp_path, asked, said):
    before = '        if t.reading("late")'
    game = find_game(write_game(tmp_path, (before, f"        yield from {asked}\n{before}")))(2)
    seats = [RandomSeat(random.Random(seat)) for seat in range(2)]
    told = play_match(game, seats, record=True).data["stopped"]
    assert told.startswith(f"T-2: the rule raises: rules.py:32: {said}")


@pytest.mark.parametrize("nobody", ["None", "NO_PLAYER"])
@pytest.mark.parametrize("record", [False, True])
def test_a_question_to_nobody_stops_the_match(tmp_path, nobody, record):
    before = '        if t.reading("late")'
    named = ("import clause,", "import NO_PLAYER, clause,")
    asked = (before, f"        yield from t.choose({nobody}, 'which', [1])\n{before}")
    game = find_game(write_game(tmp_path, named, asked))(2)
    seats = [RandomSeat(random.Random(seat)) for seat in range(2)]
    told = play_match(game, seats, record=record).data["stopped"]
    assert told == "T-2: a choice without an option: nobody is asked 'which'"


def test_nothing_keeps_a_fault_and_the_rules_that_it_stopped() -> None:
    """A rule that lives on until garbage is collected would end in the middle of another match."""
    game = Misspelt(2)
    gc.disable()
    try:
        try:
            run(game, game.table(), AtRandom(random.Random(1)))
            pytest.fail("the rules stop")
        except RuleFault as fault:
            kept = weakref.ref(fault)
        assert kept() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("t.end({p: 1 for p in t.players}, {p: 0.5 for p in t.players}, 'over')", "a payoff is a whole number or a"),
        ("t.end({p: 1 for p in t.players}, {p: None for p in t.players}, 'over')", "a payoff is a whole number or a"),
        ("t.end({p: float('nan') for p in t.players}, {p: 0 for p in t.players}, 'over')", "a table cannot keep nan"),
        ("t.end({p: ['', 3][p.seat] for p in t.players}, {p: 0 for p in t.players}, 'over')", "not supported between"),
        ("t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, None)", "the reason for the end is a word"),
        ("t.pay(t.players[0], None, 0.25)", "an amount to be paid is a whole number or a fractions.Fraction"),
    ],
)
def test_what_is_not_exact_is_neither_paid_nor_the_end_of_a_match(tmp_path, line, said):
    step = "        yield from t.shuffle(t.stock)\n\n    def forfeit"
    game = find_game(str(write_game(tmp_path / "tiny", (step, f"        {line}\n{step}"))))(2)
    told = play_match(game, [RandomSeat(random.Random(seat)) for seat in range(2)], record=True).data["stopped"]
    assert re.match(rf"T-2: the rule raises: rules.py:\d+: TypeError: .*{said}", told)
