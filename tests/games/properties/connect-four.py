"""What the rulebook of connect four promises."""

from referee.kernel import Kinds
from referee.verify import always, every, free_of, possible, scale, terminates


@terminates("CF-2", "CF-4")
def it_ends(t):
    """Every turn fills a cell."""
    return t.box.size


@free_of("dead end", "CF-2")
def whoever_has_the_turn_can_drop_a_disc(t):
    """Nobody is ever stuck."""


@possible("CF-3")
def somebody_wins(t):
    """A game can be won."""
    return t.outcome is not None


@always("CF-2")
def a_cell_holds_one_disc_at_most(t):
    """Discs lie on each other in cells of their own."""
    return every(t, (place.size <= 1 for place in t.board))


@always("CF-2")
def no_disc_hangs_in_the_air(t):
    """Below a disc lies another, or nothing."""
    return every(
        t,
        (
            t.board[below].size >= t.board[above].size
            for column in range(t.board.columns)
            for below, above in zip(t.board.column(column), t.board.column(column)[1:], strict=False)
        ),
    )


@always("CF-1")
def no_disc_is_lost(t):
    """All discs are in the box or on the board."""
    return every(
        t,
        (
            t.box.count(Kinds(t.game.deck, [kind])) + sum(place.count(Kinds(t.game.deck, [kind])) for place in t.board)
            == number
            for kind, number in enumerate(t.game.deck.copies)
        ),
    )


SCALES = [scale([2], columns=3, rows=3, line=3)]
"""Tic-tac-toe in which discs fall."""
