"""The policy that was trained, as it plays in a tournament: in a jail, by the words that it learned."""

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool.jail import isolation
from referee.pool.seating import Lifetime, SeatFactory

LEARNED = Path(__file__).parent.parent.parent / "bots" / "escalation" / "learned"


@pytest.mark.untraced
def test_it_beats_random_without_a_fault() -> None:
    pytest.importorskip("onnxruntime", reason="NOT RUN: onnxruntime")
    assert isolation()
    game, won = find_game("escalation"), 0
    with SeatFactory(str(LEARNED), game, [], lifetime=Lifetime.BLOCK) as factory:
        for match in range(8):
            secret, mine = b"learned %d" % match, match % 2
            learned = factory.seat(seat_rng(secret, mine))
            seats = [learned, RandomSeat(seat_rng(secret, 1 - mine))]
            played = play_match(game(2), seats if mine == 0 else seats[::-1], secret=secret)
            assert played.data["faults"] == []
            assert played.ranks is not None
            won += played.ranks[mine] == 1
            factory.give_back(learned)
    assert won >= 6
