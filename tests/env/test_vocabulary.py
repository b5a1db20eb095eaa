"""A policy that was trained before the rules got more words is shown and says what it learned, or one line says why
it cannot play."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.bot import Bot
from referee.env import Env
from referee.env.speaking import Speaker
from referee.env.vocabulary import Translation, Vocabulary
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.play.bot import Ask, Option, View
from referee.play.referee import play_match, seat_rng
from referee.play.seats import BotSeat

QUEUE = Path(__file__).parent / "games" / "queue"
GROWN = {
    '("J", "Q", "K")': '("10", "J", "Q", "K")',
    'CALL = "call"': 'CALL = "call"\n    WAIT = "wait"',
    "    hand = zones": "    mood: int = value(3)\n    away = zone(seen_by=nobody)\n    hand = zones",
    '"late" if t.turns > 4 else "early"': '"noon" if t.turns == 4 else "late" if t.turns > 4 else "early"',
    "        else:\n": "        elif act is Act.CALL:\n",
}
"""A card before the others, an answer, a zone, a number and a text more."""


def queue(tmp_path: Path, changed: dict[str, str]) -> Any:
    """The game with other rules."""
    folder = tmp_path / "queue"
    shutil.copytree(QUEUE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / "rules.py").read_text(encoding="utf-8")
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new)
    (folder / "rules.py").write_text(text, encoding="utf-8")
    return find_game(folder)


def seen_by_name(vocabulary: Vocabulary, observation: Any) -> dict[object, float]:
    names = [*vocabulary.seen, *vocabulary.said]
    assert len(names) == len(observation)
    return dict(zip(names, map(float, observation), strict=True))


class Old(Bot):
    """Answers as a policy that was trained before, and compares what it is shown with the view as it is now."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary, self.noons = vocabulary, 0

    def answer(self, view: View, ask: Ask) -> Option:
        now, rng, self.view = Speaker(view.game), self.rng, view
        speaker = Speaker(view.game, self.vocabulary)
        current = Vocabulary.of(view.game)
        seen: list[tuple[Any, Any]] = []

        def keep(observation: Any, mask: Any) -> int:
            seen.append((observation.copy(), mask.copy()))
            return int(rng.choice(list(np.flatnonzero(mask))))

        state = rng.getstate()
        speaker.answer(view, ask, keep)
        (observation, mask), *_ = seen
        rng.setstate(state)
        now.answer(view, ask, keep)
        whole, whole_mask = seen[-1]
        mine, all_of_it = seen_by_name(self.vocabulary, observation), seen_by_name(current, whole)
        noon = all_of_it.get("phase noon", 0)
        self.noons += noon > 0
        assert mine["phase otherwise"] == noon
        for name, value in mine.items():
            assert name == "phase otherwise" or value == all_of_it.get(name, 0), name
        allowed = {word for word, may in zip(self.vocabulary.said, mask, strict=True) if may}
        assert allowed == {word for word, may in zip(current.said, whole_mask, strict=True) if may} - {("word", "wait")}
        return speaker.answer(view, ask, keep)


def test_an_old_policy_plays_by_rules_with_more_words(tmp_path: Path) -> None:
    Vocabulary.of(find_game(QUEUE)(3)).save(tmp_path / "vocabulary.json")
    old = Vocabulary.load(tmp_path / "vocabulary.json")
    game = queue(tmp_path, GROWN)(3)
    assert old == Vocabulary.of(find_game(QUEUE)(3))
    assert old.seen != Vocabulary.of(game).seen[: len(old.seen)], "numbers have moved"
    noons = 0
    for seed in range(6):
        secret = b"old %d" % seed
        bots = [Old(old) for _ in range(3)]
        seats = [BotSeat(bot, "old", seat_rng(secret, seat)) for seat, bot in enumerate(bots)]
        assert not play_match(game, seats, secret=secret.ljust(32)).data["faults"]
        noons += sum([bot.noons for bot in bots])
    assert noons


@pytest.mark.parametrize("game", ["escalation", "five-crowns", QUEUE], ids=str)
def test_the_same_rules_are_told_alike(game: str | Path) -> None:
    env = Env(game, 2)
    speaker = Speaker(env.game, Vocabulary.of(env.game))
    translation = Translation(Vocabulary.of(env.game), speaker.encoder, speaker.actions)
    rng = np.random.default_rng(1)
    observation = rng.random(translation.size).astype(np.float32)
    assert np.array_equal(translation.observation(observation), observation)
    mask = rng.integers(0, 2, speaker.actions.size).astype(np.int8)
    assert np.array_equal(translation.mask(mask), mask)
    assert [translation.word(each) for each in range(len(mask))] == list(range(len(mask)))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({'("J", "Q", "K")': '("J", "Q")', '"K"': '"J"'}, "no longer has 'stock K', 'hand seat .0 K'"),
        ({"turns_of": "called_in"}, "no longer has 'turns_of size', 'turns_of seat"),
        ({"    stock = zone": "    pack = zone", "t.stock": "t.pack"}, "no longer has 'stock size', 'stock J'"),
    ],
    ids=["a card", "a scalar", "a zone"],
)
def test_what_the_rules_have_lost_is_said_in_a_line(changed: dict[str, str], said: str, tmp_path: Path) -> None:
    old = Vocabulary.of(find_game(QUEUE)(2))
    with pytest.raises(BadInput, match=said) as raised:
        Speaker(queue(tmp_path, changed)(2), old)
    assert str(raised.value).endswith("with which the policy was trained: train it anew")


def test_a_text_that_the_rules_have_lost_never_comes(tmp_path: Path) -> None:
    """Texts of messages and names of functions are among them."""
    old = Vocabulary.of(find_game(QUEUE)(2))
    Speaker(queue(tmp_path, {'"nine turns"': '"nine rounds"', "end_after_nine": "end_later"})(2), old)


def test_other_players_and_other_meanings_are_refused(tmp_path: Path) -> None:
    rules, kept = find_game(QUEUE), tmp_path / "vocabulary.json"
    Vocabulary.of(rules(2)).save(kept)
    with pytest.raises(BadInput, match=r"vocabulary\.json: the policy was trained for 2 players; there are 3"):
        Speaker(rules(3), kept)
    data = json.loads(kept.read_text(encoding="utf-8"))
    kept.write_text(json.dumps(data | {"vectors": 1}), encoding="utf-8")
    with pytest.raises(BadInput, match=r"vocabulary\.json: its version of vectors is 1, and this referee has 2"):
        Speaker(rules(2), kept)
    for wrong in ("", "[]", "{", json.dumps(data | {"seen": [1]}), json.dumps(data | {"said": 3}), '{"vectors": 2}'):
        kept.write_text(wrong, encoding="utf-8")
        with pytest.raises(BadInput, match=r"vocabulary\.json: this is no vocabulary"):
            Vocabulary.load(kept)
    with pytest.raises(BadInput, match="there is no such file"):
        Vocabulary.load(tmp_path / "none.json")


def test_a_question_of_which_a_policy_knows_no_answer_is_said_in_a_line(tmp_path: Path) -> None:
    old = Vocabulary.of(find_game(QUEUE)(2))
    game = queue(tmp_path, {'STEP = "step"': 'STEP = "walk"', 'CALL = "call"': 'CALL = "shout"'})(2)
    rng, none = random.Random(1), "knows no word with which an answer to 'turn' may go on: 'shout', 'walk'"

    class Lost(Bot):
        def answer(self, view: View, ask: Ask) -> Option:
            with pytest.raises(BadInput, match=none):
                Speaker(view.game, old).answer(view, ask, lambda seen, mask: 0)
            with pytest.raises(ValueError, match="'word 0 of its vocabulary' may not come next in an answer to 'turn'"):
                Speaker(view.game, Vocabulary.of(view.game)).answer(view, ask, lambda seen, mask: 0)
            return ask.sample(rng)

    assert not play_match(game, [BotSeat(Lost(), "lost", rng) for _ in range(2)], secret=b"l" * 32).data["faults"]
