"""Whether counts could come from equal, or given, chances."""

from collections.abc import Iterable, Sequence
from math import exp, lgamma, log


def survival(statistic: float, degrees: int) -> float:
    """The probability of so large a chi-square or a larger one (regularised upper incomplete gamma function).

    By its series below the mean and by its continued fraction above (Numerical Recipes, 6.2).
    """
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - front * total
    b = x + 1 - a
    c = 1e300
    d = h = 1 / b
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def p_value(counts: Sequence[int], chances: Iterable[float] | None = None) -> float:
    """Of the hypothesis that the counts come from those chances, equal ones if none are given."""
    total = sum(counts)
    expected = [total / len(counts)] * len(counts) if chances is None else [total * each for each in chances]
    assert min(expected) >= 5, "too few for a chi-square test"
    statistic = sum((count - wanted) ** 2 / wanted for count, wanted in zip(counts, expected, strict=True))
    return survival(statistic, len(counts) - 1)
