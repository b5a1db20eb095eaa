"""What held whenever Love letter was played, and nobody has promised: keep what the rulebook means."""

from referee.verify import always, some


@always(scaled=False)
def aside_has_1_with_stock(t):
    """As long as 'stock' has cards 'aside' has 1 card."""
    return some(t, [t.stock.is_empty, t.aside.size == 1])


@always(scaled=False)
def aside_at_most_1(t):
    """No 'aside' has more than 1 card."""
    return t.aside.size <= 1


@always(scaled=False)
def aside_at_least_1_while_play_goes_on(t):
    """While play goes on 'aside' has 1 card or more."""
    return t.outcome is not None or t.aside.size >= 1
