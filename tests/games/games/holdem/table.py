"""What lies on the table, and what there is to choose."""

from __future__ import annotations

from referee.kernel import (
    NO_PLAYER,
    Option,
    Player,
    Table,
    amount,
    amounts,
    everybody,
    nobody,
    owner,
    value,
    values,
    zone,
    zones,
)


class Phase(Option):
    """What is next."""

    BET = "bet"
    DEAL = "deal"
    SHOW = "show"
    PAY = "pay"


class Round(Option):
    """Rounds of betting."""

    PREFLOP = "pre-flop"
    FLOP = "flop"
    FOURTH_STREET = "fourth street"
    RIVER = "river"


class Way(Option):
    """What whoever has the turn may do."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"


class HoldemTable(Table):
    """``put`` is what each has put in during the hand; pots are paid as far as ``paid_up_to`` of each."""

    stock = zone(seen_by=nobody, pack=True)
    board = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    shown = zones(seen_by=everybody)

    dealer: Player = value(NO_PLAYER)
    mover: Player = value(NO_PLAYER)
    phase: Phase = value(Phase.BET)
    round: Round = value(Round.PREFLOP)
    brought = amounts()
    chips = amounts()
    put = amounts()
    folded = values(False)
    acted = values(False)
    least_raise = amount()
    raises = amount()
    paid_up_to = amount()
    strength = amounts()
