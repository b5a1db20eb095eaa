"""What two forms of a game differ in, as a person would say it, and whether somebody at the table can see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from referee.kernel.game import rules_of
from referee.kernel.rulebook import load_rulebook
from referee.kernel.saving import all_of
from referee.kernel.scalars import to_plain
from referee.kernel.table import Table
from referee.play.event_text import listed, plain_answer, plain_value

MOST_ANSWERS = 2_000
"""Answers of two questions that are compared one by one; of more only the numbers."""
TOLD = 4
"""Answers, or parts of a table, that are told; of more the number."""


class DifferenceKind(IntEnum):
    """The ways in which two forms of a game can differ, the weakest first."""

    NOTHING = 0
    SEEN = 1
    """A seat sees or hears something else."""
    ASKED = 2
    """Somebody is asked something else, or may answer something else."""
    TABLE = 3
    """After the same questions and answers the table is another, or the game ends otherwise."""
    RULE = 4
    """One of them has no rule, or cannot go on, where the other does."""
    CARDS = 5
    """They are not even played with the same cards."""
    PLAYERS = 6
    """A number of players may play under one of them and not under the other."""


@dataclass(frozen=True, slots=True)
class Difference:
    """``one`` and ``other`` say what holds in each of the two forms; ``says`` says of the second one what is otherwise
    than in the first, as a person would.

    ``visible``: somebody at the table can see it: an answer that is legal in one of them alone, a card, a point, money,
    who wins. ``seat`` is whose view shows it, where not all do.
    """

    how: DifferenceKind
    what: str
    one: str = ""
    other: str = ""
    says: str = ""
    visible: bool = True
    seat: int | None = None

    def __str__(self) -> str:
        if self.says:
            return self.says
        return f"{self.what}: {self.one} / {self.other}" if self.one or self.other else self.what

    @property
    def rank(self) -> tuple[bool, DifferenceKind]:
        """What one would rather see, for comparing: what is visible first."""
        return self.visible, self.how


NO_DIFFERENCE = Difference(DifferenceKind.NOTHING, "nothing", visible=False)


# -- questions ------------------------------------------------------------------------------------------------


def answers_in_words(space: Any) -> str:
    """All answers of a question where they are few, else their number."""
    count = space.count()
    if count > 6:
        return f"{count} answers"
    return ", ".join(word_of(space.plain(answer)) for answer in space) or "nothing"


def answers_of(space: Any) -> Counter[str] | None:
    """All answers of a question in words; None where they are too many."""
    count = space.count()
    return None if count > MOST_ANSWERS else Counter(plain_answer(space.plain(each)) for each in islice(space, count))


def between_answers(
    seat: int, ask: str, one: tuple[Counter[str] | None, str], other: tuple[Counter[str] | None, str]
) -> Difference | None:
    """The difference of what a seat may answer to the same question: all answers, if they could be listed, and what is
    said of them. None where only their order differs."""
    what, question = f"what seat {seat} may answer to {ask!r}", ask.replace("_", " ")
    if one[0] is None or other[0] is None:
        visible = one[1] != other[1]
        says = f"seat {seat} may answer {question!r} otherwise: {one[1]}, and then {other[1]}"
        return Difference(DifferenceKind.ASKED, what, one[1], other[1], says, visible)
    less, more = [*(one[0] - other[0])], [*(other[0] - one[0])]
    if not less and not more:
        return None
    if more and less:
        says = f"seat {seat} may answer {question!r} with {_some(more)} and no longer with {_some(less)}"
    elif more:
        says = f"seat {seat} may also answer {question!r} with {_some(more)}"
    else:
        says = f"seat {seat} may no longer answer {question!r} with {_some(less)}"
    return Difference(DifferenceKind.ASKED, what, _some(less) or "–", _some(more) or "–", says)


def _some(words: Sequence[str]) -> str:
    """``a, b or c``; of many the first and their number."""
    if len(words) > TOLD:
        return f"{', '.join(words[:TOLD])} … ({len(words)} in all)"
    return " or ".join(words)


def word_of(plain: Any) -> str:
    """An answer or a value of the table, as records have it, in words."""
    if isinstance(plain, list):
        return " ".join(word_of(each) for each in plain) or "no card"
    if isinstance(plain, dict):
        return f"seat {plain['seat']}" if "seat" in plain else str(plain.get("fraction", plain.get("value")))
    return "nobody" if plain is None else str(plain)


# -- tables ---------------------------------------------------------------------------------------------------


def between_tables(one: Table, other: Table) -> Difference:
    """The difference of two tables in words: how the match ends, money, cards, points; what nobody at the table speaks
    of only where there is nothing else."""
    first, second = all_of(one), all_of(other)
    if first["outcome"] != second["outcome"]:
        return _ends(one, other)
    apart = [*_money(one, other), *_cards(first, second), *_scalars(one, first, second)]
    if one.direction is not other.direction:
        ways = one.direction.name.lower(), other.direction.name.lower()
        says = f"play goes to the {ways[1]}, not to the {ways[0]}"
        apart.insert(0, Difference(DifferenceKind.TABLE, "which way play goes", *ways, says))
    visible = [each for each in apart if each.visible]
    if not apart:
        return Difference(DifferenceKind.TABLE, "the order of cards", says="cards lie in another order", visible=False)
    told = visible or apart
    words = [each.says for each in told]
    more = f" (and {len(words) - TOLD} things more)" if len(words) > TOLD else ""
    lead = told[0]
    says = "; ".join(words[:TOLD]) + more
    if not visible:
        says = f"so far nobody at the table sees it: {says}"
    return Difference(DifferenceKind.TABLE, lead.what, lead.one, lead.other, says, bool(visible))


def _money(one: Table, other: Table) -> Iterator[Difference]:
    for seat in range(len(one.players)):
        before, now = one.money[seat], other.money[seat]
        if before != now:
            apart = Fraction(now) - Fraction(before)
            words = f"{plain_value(to_plain(abs(apart)))} {'more' if apart > 0 else 'less'}"
            told = plain_value(to_plain(before)), plain_value(to_plain(now))
            yield Difference(DifferenceKind.TABLE, f"money of seat {seat}", *told, f"seat {seat} has {words} money")


def _cards(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Difference]:
    """What lies in another place; hands come before what all share."""
    names = sorted(first["zones"], key=lambda name: not name.rpartition(" ")[2].isdigit())
    for name in names:
        one, other = first["zones"][name], second["zones"][name]
        if one == other:
            continue
        held, holds = Counter(map(_laid, one)), Counter(map(_laid, other))
        less, more = [*(held - holds).elements()], [*(holds - held).elements()]
        where = _place(name)
        if not less and not more:
            yield Difference(DifferenceKind.TABLE, where, says=f"{where} has the same cards in another order")
            continue
        parts = [f"{_few(more)} more" if more else "", f"{_few(less)} less" if less else ""]
        says = f"{where} has {' and '.join(filter(None, parts))}"
        if len(one) != len(other):
            says += f" ({len(other)} card{'' if len(other) == 1 else 's'}, not {len(one)})"
        yield Difference(DifferenceKind.TABLE, where, " ".join(less) or "–", " ".join(more) or "–", says)


def _laid(card: Any) -> str:
    if not isinstance(card, dict):
        return str(card)
    marks = [*map(plain_value, card.get("marks", ())), *([f"group {card['link']}"] if card.get("link") else [])]
    return f"{card.get('card')} [{', '.join(marks)}]" if marks else str(card.get("card"))


def _few(cards: Sequence[str]) -> str:
    return " ".join(cards) if len(cards) <= 8 else f"{len(cards)} cards"


def _place(name: str) -> str:
    words, _, seat = name.rpartition(" ")
    return f"the {words.replace('_', ' ')} of seat {seat}" if seat.isdigit() else f"the {name.replace('_', ' ')}"


def _scalars(table: Table, first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Difference]:
    terms = _terms(rules_of(type(table.game)).folder / "rulebook.md")
    for part in ("scalars", "of_each"):
        for name, value in first[part].items():
            now = second[part][name]
            if value == now or name in ("turns", "direction"):
                continue
            words = name.replace("_", " ")
            visible = _is_term(words, terms)
            for owner, before, after in _by_owner(part, value, now):
                was = plain_value(before), plain_value(after)
                of = f"{owner}: {words}" if owner else words
                yield Difference(DifferenceKind.TABLE, words, *was, f"{of} {was[1]}, not {was[0]}", visible)


def _by_owner(part: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    if part != "of_each":
        yield "", one, other
        return
    for seat, (before, now) in enumerate(zip(one, other, strict=True)):
        if before != now:
            yield f"seat {seat}", before, now


@cache
def _terms(rulebook: Path) -> frozenset[str]:
    """The terms that a rulebook defines, and the words in them."""
    words = load_rulebook(rulebook).words
    return frozenset(part for word in words for part in (word.casefold(), *word.casefold().split()))


def _is_term(words: str, terms: frozenset[str]) -> bool:
    """Whether the rulebook speaks of a scalar of that name: people at the table do, too."""
    return any(each in terms or f"{each}s" in terms or each.rstrip("s") in terms for each in (words, *words.split()))


def _ends(one: Table, other: Table) -> Difference:
    ends = _end(one), _end(other)
    says = f"{ends[1]}, where {ends[0]}"
    if (
        one.outcome
        and other.outcome
        and (one.outcome.winners, one.outcome.reason) == (other.outcome.winners, other.outcome.reason)
    ):
        told = [(_amounts(each.payoffs), _amounts(each.scores)) for each in (one.outcome, other.outcome)]
        word, at = ("payoffs", 0) if told[0][0] != told[1][0] else ("scores", 1)
        says = f"the {word} are {told[1][at]}, not {told[0][at]}"
    return Difference(DifferenceKind.TABLE, "how the game ends", *ends, says)


def _amounts(of_seats: Iterable[Any]) -> str:
    return " ".join(plain_value(to_plain(each)) for each in of_seats)


def _end(table: Table) -> str:
    outcome = table.outcome
    if outcome is None:
        return "play goes on"
    won = listed([f"seat {seat}" for seat in outcome.winners]) if outcome.winners else "nobody"
    win = "win" if len(outcome.winners) > 1 else "wins"
    return f"{won} {win} ({outcome.reason}; payoffs {_amounts(outcome.payoffs)})"
