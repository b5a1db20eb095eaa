"""Claims about questions, measures and pairs on the meaning of rules: each that is wrong has a sound twin."""

from __future__ import annotations

import pytest

from referee.verify.crosscheck.matches import refuted_in_play
from referee.verify.methods import Question
from referee.verify.properties import Kind
from referee.verify.symbolic.method import proof_of, proved_on_meaning
from tests.prove.written_games import written


def proof_of_claims(folder, promised, **parts):
    """What is proved of the claims in ``promised``, nothing of it attacked by play."""
    game, claims = written(folder, promised=promised, **parts)
    names = [line.split("(")[0][4:].replace("_", "-") for line in promised.splitlines() if line.startswith("def ")]
    return proof_of(game(2), [each for each in claims if each.name in names])


QUESTION = """
@always("X-2", asked={words})
def it_is_so(t, choice):
    return {says}
"""
MORE = 'more = yield from t.select(t.next(me), "more", t.hand[t.next(me)].pile, 0, 1)\n'
OF_QUESTIONS = {
    "who is asked": ("'lay'", "choice.player is not t.mover", "choice.player is t.mover", ""),
    "cards that are offered": ("'lay'", "t.size(choice.space.pile) == 1", "t.size(choice.space.pile) == 2", ""),
    "a question that comes later": ("'*'", "t.hand[t.mover].size == 2", "t.hand[t.mover].size > 0", MORE),
    "another question": ("'more'", "choice.space.least == 1", "choice.space.least == 0", MORE),
    "what the deal leaves": ("'lay'", "t.stock.size > 2", "t.stock.size < 6", ""),
    "what a turn leaves": ("'lay'", "t.a == 0", "t.a >= 0", "t.a = t.a + 1"),
    "what is not always asked": ("'odd'", "t.a == 1", "t.a == 2", "t.a = 2\nif t.stock.size == 3:\n    "
        "_ = yield from t.choose(me, 'odd', [1, 2])"),
    "a claim that raises": ("'lay'", "7 // t.a > 0", "7 // (t.a + 1) > 0", "t.a = 1 - t.a"),
}  # fmt: skip


@pytest.mark.parametrize("what", OF_QUESTIONS)
def test_what_is_not_so_when_somebody_is_asked_is_not_proved(tmp_path, what):
    words, wrong, sound, step = OF_QUESTIONS[what]
    broken = proof_of_claims(tmp_path, QUESTION.format(words=words, says=wrong), step=step)
    assert "it-is-so" in broken.failed
    assert not broken.proved
    assert proof_of_claims(tmp_path, QUESTION.format(words=words, says=sound), step=step).proved == {"it-is-so"}


def test_what_never_happens_when_somebody_is_asked(tmp_path):
    never = QUESTION.replace("always", "never")
    assert not proof_of_claims(tmp_path, never.format(words="'lay'", says="t.hand[choice.player].size > 1")).proved
    assert proof_of_claims(tmp_path, never.format(words="'lay'", says="t.hand[choice.player].size > 2")).proved


def test_of_a_question_that_is_never_put_nothing_is_proved(tmp_path):
    assert not proof_of_claims(tmp_path, QUESTION.format(words="'more'", says="True")).proved
    step = "if t.hand[me].size > 5:\n    " + MORE
    assert not proof_of_claims(tmp_path, QUESTION.format(words="'more'", says="t.a == 0"), step=step).proved


def test_a_question_may_be_put_when_cards_are_dealt(tmp_path):
    says = QUESTION.format(words="'first'", says="t.stock.size == {}")
    game, claims = written(tmp_path, promised=says.format(5))
    _, others = written(tmp_path, promised=says.format(6))

    class Asking(game):
        def deal(self, t):
            yield from super().deal(t)
            _ = yield from t.choose(t.mover, "first", [1, 2])

    wrong, sound = [[each for each in of if each.name == "it-is-so"] for of in (claims, others)]
    assert "it-is-so" in proof_of(Asking(2), wrong).failed
    assert proof_of(Asking(2), sound).proved == {"it-is-so"}


TOGETHER = "said = yield from t.together('both', {each: OneOf((1, 2)) for each in t.players})\n"


@pytest.mark.parametrize("words", ["'both'", "'*'", "('lay', 'both')"])
def test_of_those_who_are_asked_at_once_it_is_so_of_each(tmp_path, words):
    parts = {"top": "from referee.kernel.spaces import OneOf", "step": TOGETHER}
    wrong = QUESTION.format(words=words, says="choice.player is t.mover")
    assert "it-is-so" in proof_of_claims(tmp_path, wrong, **parts).failed
    sound = QUESTION.format(words=words, says="t.hand[choice.player].size > 0")
    assert proof_of_claims(tmp_path, sound, **parts).proved == {"it-is-so"}


@pytest.mark.parametrize("kind", ["always", "never"])
@pytest.mark.parametrize(
    "step", [TOGETHER, TOGETHER.replace("both", "lot").replace("t.players}", "t.players if t.hand[each].size > 5}")]
)
def test_of_a_question_that_is_put_to_nobody_nothing_is_proved(tmp_path, step, kind):
    says = "t.a == 0" if kind == "always" else "t.a == 1"
    claim = QUESTION.replace("always", kind).format(words="'lot'", says=says)
    top = "from referee.kernel.spaces import OneOf"
    assert not proof_of_claims(tmp_path, claim, top=top, step="t.a = 0\n" + step).proved
    sound = TOGETHER.replace("both", "lot")
    assert proof_of_claims(tmp_path, claim, top=top, step="t.a = 0\n" + sound).proved == {"it-is-so"}


MEASURE = """
@terminates("X-2")
def it_ends(t):
    return {says}
"""
MEASURES = {
    "what falls only now and then": ("t.stock.size + t.a", "2 * t.stock.size + t.a", "t.a = 1 - t.a"),
    "what becomes negative": ("t.stock.size - 2", "t.stock.size", ""),
    "what stays the same": ("t.hand[t.mover].size", "t.stock.size + t.hand[t.mover].size", ""),
    "what falls without end": ("0 - t.a", "7 - t.a", "t.a = t.a + 1"),
    "what is a truth": ("t.stock.size > 3", "t.deck.total - t.middle.size", ""),
    "what is a fraction": ("t.stock.size / 2", "t.stock.size", ""),
    "a tuple with a part below 0": ("(t.stock.size, -5)", "t.stock.size", ""),
    "a tuple with a word": ("(t.stock.size, 'x')", "t.stock.size", ""),
    "a list": ("[t.stock.size]", "t.stock.size", ""),
    "what cannot be worked out when it is over": (
        "t.stock.size if t.outcome is None else 1 // t.stock.size", "t.stock.size if t.outcome is None else 1", ""),
    "what never falls": ("7", "t.stock.size", ""),
    "what is put back": ("t.stock.size", "20 - 20 * t.a + t.stock.size",
        "if t.a == 0 and t.middle.size == 3:\n    t.a = 1\n    t.move(t.middle.pile, t.middle, t.stock)"),
}  # fmt: skip


@pytest.mark.parametrize("what", MEASURES)
def test_a_measure_that_does_not_fall_is_not_proved(tmp_path, what):
    wrong, sound, step = MEASURES[what]
    broken = proof_of_claims(tmp_path, MEASURE.format(says=wrong), step=step)
    assert "it-ends" in {**broken.failed, **broken.unread}
    assert proof_of_claims(tmp_path, MEASURE.format(says=sound), step=step).proved == {"it-ends"}


def test_a_measure_tells_how_many_steps_a_match_has_at_most(tmp_path):
    proof = proof_of_claims(tmp_path, MEASURE.format(says="2 * t.stock.size"))
    assert proof.bounds == {"it-ends": 13}  # from 12 on down to 0: more than there are, as it falls by 2
    proof = proof_of_claims(tmp_path, MEASURE.format(says="t.stock.size"))
    assert proof.bounds == {"it-ends": 7}  # six cards are drawn, and one step ends the game


PAIR = """
@equal("X-2")
def they_agree(t):
    return {says}
"""
PAIRS = {
    "sizes": ("(t.stock.size, t.middle.size)", "(t.stock.size, 6 - t.middle.size)"),
    "tuples": ("((t.stock.size, 1), (6 - t.middle.size, 2))", "((t.stock.size, 1), (6 - t.middle.size, 1))"),
    "a list": ("[t.a, t.a]", "(t.a, t.a)"),
    "only sometimes": (
        "None if t.stock.size > 2 else (t.middle.size, 4)",
        "None if t.stock.size != 2 else (t.middle.size, 4)",
    ),
    "when it is over": ("None if t.outcome is None else (t.stock.size, 1)", "None if t.outcome is None else (t.a, 0)"),
    "cards": ("(t.hand[t.mover].pile, t.hand[t.next(t.mover)].pile)", "(t.middle.pile, t.middle.pile)"),
    "never": ("None", "(1, 1)"),
    "never on any table": ("None if t.stock.size < 7 else (1, 2)", "None if t.stock.size < 6 else (t.middle.size, 0)"),
}


@pytest.mark.parametrize("what", PAIRS)
def test_a_pair_that_does_not_agree_is_not_proved(tmp_path, what):
    wrong, sound = PAIRS[what]
    parts = {"promised": "from referee.verify import equal\n"}
    top = parts["promised"]
    assert not proof_of_claims(tmp_path, top + PAIR.format(says=wrong), step="t.a = 0").proved
    assert proof_of_claims(tmp_path, top + PAIR.format(says=sound), step="t.a = 0").proved == {"they-agree"}


WRITING = """
@always("X-2"{asked})
def it_is_so(t{choice}):
    {writes}
    return t.a >= 0
"""
WRITES = {
    "a scalar": ("t.a = 1", "a = 1"),
    "a scalar that is always the same": ("t.a = t.a + 0 * t.stock.size + 1", "a = t.a + 1"),
    "cards": ("t.gather(t.stock)", "_ = t.stock.pile + t.hand[t.mover].pile"),
}


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("what", WRITES)
def test_a_claim_that_writes_to_the_table_is_not_proved(tmp_path, what, asked):
    writes, looks = WRITES[what]
    about = {"asked": ', asked="lay"' if asked else "", "choice": ", choice" if asked else ""}
    assert not proof_of_claims(tmp_path, WRITING.format(writes=writes, **about)).proved
    assert proof_of_claims(tmp_path, WRITING.format(writes=looks, **about)).proved == {"it-is-so"}


TURNS = """
from referee.verify import turns_end

@turns_end("X-2")
def it_is_so(t):
    "Every turn comes to its end."
"""
AGAIN = 'again = yield from t.choose(me, "again", list(Way))\n'
ENDING = {
    "as long as somebody likes": (f"while True:\n    {AGAIN}    if again is Way.LOW:\n        break", "pass"),
    "as often as there are cards": (
        f"{AGAIN}while again is Way.HIGH:\n    {AGAIN}",
        f"{AGAIN}for _ in range(2):\n    if again is Way.HIGH:\n        {AGAIN}",
    ),
    "rules that call themselves": ("yield from self.more(t)", "yield from self.step(t)"),
}
MORE_OF_IT = """
def more(self, t: T) -> Rule[None]:
    more = yield from t.choose(t.mover, "more", list(Way))
    if more is Way.HIGH:
        yield from self.more(t)
"""


@pytest.mark.parametrize("what", ENDING)
def test_a_turn_that_need_not_end_is_not_proved_to(tmp_path, what):
    for step, ends in zip(ENDING[what], (False, True), strict=True):
        game, claims = written(tmp_path, promised=TURNS, step=step, body=MORE_OF_IT)
        asked = [each for each in claims if each.kind is Kind.TURNS_END]
        meant = proved_on_meaning(Question(game(2), tuple(asked)), game(2), asked)
        assert (set(meant.proved) == {"it-is-so"}) is ends, meant


@pytest.mark.long
def test_play_withdraws_that_turns_end(tmp_path):
    """A defect of the prover would be found by matches that are looked at for it."""
    game, claims = written(tmp_path, promised=TURNS, step="while not t.stock.is_empty:\n    t.a += 0")
    asked = [each for each in claims if each.kind is Kind.TURNS_END]
    assert "play meets it" in str(refuted_in_play(game(2), asked, "check")["it-is-so"])
