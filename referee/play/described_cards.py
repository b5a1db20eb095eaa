"""What spaces that are read from their description have in common, and those of cards (``described_spaces``).

A bot loads this before its first question, so it imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

DIGIT = 16
"""Bits for each kind in the number of a set."""
MOST_SETS = 64
"""The same number as ``referee.kernel.cards.MOST_SETS``: it decides in which order sets are numbered."""


class Described:
    """See ``described_spaces``. ``description`` is the data."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description

    def describe(self) -> dict[str, Any]:
        return self.description

    def answers(self) -> list[Any] | None:
        """All answers, where they are few; else None."""
        return None

    def exists(self) -> bool:
        return self.count() > 0

    def count(self) -> int:
        answers = self.answers()
        assert answers is not None
        return len(answers)

    def nth(self, number: int) -> Any:
        answers = self.answers()
        assert answers is not None
        return answers[number]

    def admits(self, answer: Any) -> bool:
        try:
            self.read(self.plain(answer))
        except (ValueError, TypeError, LookupError):
            return False
        return True

    def plain(self, answer: Any) -> Any:
        """A list is copied: a space may be kept and asked about again, and bots may change what they are given."""
        return answer.copy() if type(answer) is list else answer

    def text(self, answer: Any, wire: Any) -> bytes:
        """An answer as JSON text; ``wire.write`` makes text of data."""
        return wire.write(self.plain(answer))  # type: ignore[no-any-return]

    def read(self, data: Any) -> Any:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        answers = self.answers()
        return iter([self.nth(number) for number in range(self.count())] if answers is None else answers)

    def sample(self, rng: Any) -> Any:
        answers = self.answers()
        if answers:
            return answers[int(rng.random() * len(answers))]
        number = self.count()
        if not number:
            raise ValueError("an empty space has no sample")
        return self.nth(int(rng.random() * number) if number < 1 << 32 else rng.randrange(number))


class Cards(Described):
    """The answer is ``least`` to ``most`` of some cards, in the order of the deck."""

    _ways: list[list[int]]

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description
        self.least, self.most = max(description["least"], 0), min(description["most"], len(description["of"]))
        self.there = _number_of_each(description["of"])
        self._ways = []

    def answers(self) -> list[Any] | None:
        return [[card] for card in self.there] if self.least == self.most == 1 else None

    def _counted(self) -> list[list[int]]:
        """``[i][k]``: how many choices of k cards the kinds from the i-th on allow."""
        if not self._ways:
            most = max(self.most, 0)
            table = [[1] + [0] * most]
            for number in reversed(self.there.values()):
                after = table[-1]
                table.append([sum(after[max(0, k - number) : k + 1]) for k in range(most + 1)])
            self._ways = table[::-1]
        return self._ways

    def count(self) -> int:
        if self.least == self.most == 1:
            return len(self.there)
        ways = self._counted()[0]
        return sum([ways[size] for size in range(self.least, self.most + 1)])

    def nth(self, number: int) -> list[str]:
        if self.least == self.most == 1:
            return [list(self.there)[number]]
        ways = self._counted()
        for left in range(self.least, self.most + 1):
            if number < ways[0][left]:
                break
            number -= ways[0][left]
        else:
            raise IndexError(number)
        chosen: list[str] = []
        for place, (card, most) in enumerate(self.there.items(), 1):
            for taken in range(min(most, left) + 1):
                if number < ways[place][left - taken]:
                    break
                number -= ways[place][left - taken]
            chosen += [card] * taken
            left -= taken
            if not left:
                break
        return chosen

    def read(self, data: Any) -> list[str]:
        cards = _in_order(data, self.there)
        if not self.least <= len(cards) <= self.description["most"]:
            raise ValueError(f"{' '.join(data) or 'no card'} may not be chosen here")
        return cards


class OneOfPiles(Described):
    """One of some lists of cards."""

    def answers(self) -> list[Any]:
        return self.description["piles"]  # type: ignore[no-any-return]

    def read(self, data: Any) -> list[str]:
        if isinstance(data, list) and all(isinstance(word, str) for word in data):
            for pile in self.description["piles"]:
                if sorted(pile) == sorted(data):
                    return pile  # type: ignore[no-any-return]
        raise ValueError(f"{data!r} is none of the sets that may be chosen")


class EqualValue(Described):
    """One or more cards that are worth the same, together more than ``above``."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description
        self.above: int = description["above"]
        self._there: dict[str, int] | None = None
        self._answers: list[Any] | None = None
        self._listed = False

    @property
    def there(self) -> dict[str, int]:
        if self._there is None:
            self._there = _number_of_each(self.description["of"])
        return self._there

    def answers(self) -> list[Any] | None:
        """Every set: those worth least first, sets of equal worth as packed piles lie; None where there are too many.

        In the number of a packed pile each kind has a digit, the last kinds the highest.
        """
        if not self._listed:
            self._listed = True
            sets = self._sets()
            if sets is not None:
                sets.sort()
                self._answers = [cards for _, _, cards in sets]
        return self._answers

    def _sets(self) -> list[tuple[int, int, list[str]]] | None:
        """The worth of each set, its number and its cards."""
        description, above, there = self.description, self.above, self.there
        values, together = description["values"], description["together"]
        alike = [group for group in together if len(group) > 1] if len(together) < len(there) else ()
        grouped = {card for group in alike for card in group}
        found: list[tuple[int, int, list[str]]] = []
        where = 0
        for card, most in there.items():
            if card not in grouped:
                value = values[card]
                if most == 1:
                    if value > above:
                        found.append((value, 1 << where, [card]))
                elif most >= MOST_SETS:
                    return None
                else:
                    found += [(value * n, n << where, [card] * n) for n in range(1, most + 1) if value * n > above]
            where += DIGIT
        for group in alike:
            sets = self._sets_of(group)
            if sets is None:
                return None
            found += sets
        return found

    def _sets_of(self, group: list[str]) -> list[tuple[int, int, list[str]]] | None:
        """The same of several kinds that are worth the same."""
        value, above, there = self.description["values"][group[0]], self.above, self.there
        sets: list[tuple[int, list[str]]] = [(0, [])]
        where = 0
        for card, most in there.items():
            if card in group:
                sets = [(key + (n << where), [*cards, *[card] * n]) for key, cards in sets for n in range(most + 1)]
                if len(sets) > MOST_SETS:
                    return None
            where += DIGIT
        return [(value * len(cards), key, cards) for key, cards in sets if cards and value * len(cards) > above]

    def _selections(self) -> list[Cards]:
        """For each value the selections of as many of its cards as are worth enough."""
        total = len(self.description["of"])
        found = []
        for group in self.description["together"]:
            value, least, most = self.description["values"][group[0]], 1, total
            if value > 0:
                least = max(1, self.above // value + 1)
            elif value * most <= self.above:
                most = (self.above + 1) // value if value else 0
            of = [card for card in self.description["of"] if card in group]
            found.append(Cards({"of": of, "least": least, "most": most}))
        return found

    def count(self) -> int:
        answers = self.answers()
        return sum([each.count() for each in self._selections()]) if answers is None else len(answers)

    def nth(self, number: int) -> Any:
        answers = self.answers()
        if answers is not None:
            return answers[number]
        for each in self._selections():
            ways = each.count()
            if number < ways:
                return each.nth(number)
            number -= ways
        raise IndexError(number)

    def read(self, data: Any) -> list[str]:
        cards = _in_order(data, self.there)
        values = self.description["values"]
        alike = any(all(card in group for card in cards) for group in self.description["together"])
        if not cards or not alike or sum([values[card] for card in cards]) <= self.above:
            raise ValueError(f"{' '.join(data) or 'no card'} may not be chosen here")
        return cards


class OneOfRow(Described):
    """One of some cards of a row: the answer is its position."""

    of_rows = True

    def answers(self) -> list[Any]:
        return [place for place, _ in self.description["of"]]

    def read(self, data: Any) -> int:
        if type(data) is int and data in self.answers():
            return data
        raise ValueError(f"{data!r} is the position of no card that may be chosen here")


class SomeOfRow(Described):
    """The answer is ``least`` to ``most`` positions of cards in a row."""

    of_rows = True

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description
        self.places = [place for place, _ in description["of"]]
        self.least = max(description["least"], 0)
        self.most = min(description["most"], len(self.places))

    def count(self) -> int:
        return sum([_choose(len(self.places), size) for size in range(self.least, self.most + 1)])

    def nth(self, number: int) -> list[int]:
        among, size = self.places, self.least
        while number >= _choose(len(among), size):
            number -= _choose(len(among), size)
            size += 1
        chosen: list[int] = []
        for place, each in enumerate(among, 1):
            ways = _choose(len(among) - place, size - len(chosen) - 1) if len(chosen) < size else 0
            if number < ways:
                chosen.append(each)
            else:
                number -= ways
        return chosen

    def read(self, data: Any) -> list[int]:
        if not isinstance(data, list) or not all(type(each) is int and each in self.places for each in data):
            raise ValueError("a list of positions is wanted")
        if len(set(data)) < len(data) or not self.least <= len(data) <= self.description["most"]:
            raise ValueError(f"{self.description['least']} to {self.description['most']} cards are wanted, each once")
        return sorted(data, key=self.places.index)


def _choose(of: int, number: int) -> int:
    if not 0 <= number <= of:
        return 0
    ways = 1
    for each in range(number):
        ways = ways * (of - each) // (each + 1)
    return ways


def _number_of_each(cards: list[str]) -> dict[str, int]:
    """The number of cards of each kind, in the given order."""
    there = dict.fromkeys(cards, 1)
    if len(there) < len(cards):
        for card in there:
            there[card] = cards.count(card)
    return there


def _in_order(data: Any, there: dict[str, int]) -> list[str]:
    """The cards named, in the order of the deck; ValueError where they are not there."""
    if not isinstance(data, list) or not all(isinstance(word, str) for word in data):
        raise ValueError("a list of card names is wanted")
    wanted: dict[str, int] = {}
    for word in data:
        wanted[word] = wanted.get(word, 0) + 1
        if wanted[word] > there.get(word, 0):
            raise ValueError(f"{' '.join(data)} may not be chosen here")
    return [card for card in there for _ in range(wanted.get(card, 0))]
