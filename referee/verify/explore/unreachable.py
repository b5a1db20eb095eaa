"""Clauses that nothing brings about, and options that nobody is ever offered.

Told only where some scale of the game was enumerated to its end and neither there, nor at any other scale, nor in the
matches that were played it was seen. What was merely not seen is no finding; ``--report-scale`` names it.

Some are ruled out by the number of cards: an effect names those on which it acts, and if every way to bring it about
takes more cards of a name or of a rank than the pack has, no game of that size can meet it. That is arithmetic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.card_effects import card_effects
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, is_for, methods_of, rules_of
from referee.kernel.parameters import in_words
from referee.verify.beside_rules import clauses_beside_play, clauses_of_making
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger, Looked
from referee.verify.verdicts import Method, Trouble, Verdict

ENOUGH_MATCHES = 100
"""Played matches without which nothing is said."""


def never_seen(game: type[Game[Any]], ledger: Ledger) -> tuple[list[str], list[tuple[str, str]]]:
    """Clauses that have code and were not carried out, and (question, option) that were named and never open."""
    clauses = {each for ids in rules_of(game).clause_codes.values() for each in ids}
    closed = [option for option, was_open in ledger.offered.items() if not was_open]
    return sorted(clauses - ledger.carried_out - clauses_of_making(game)), sorted(closed)  # type: ignore[arg-type]


def findings_of_never(game: type[Game[Any]], ledger: Ledger, readings: Mapping[str, str]) -> Iterator[Finding]:
    """See the module's docstring; ``readings`` are those that were asked for."""
    here = [each for each in ledger.looked if dict(each.readings) == dict(readings)]
    whole = [each for each in here if each.whole and each.method is Method.EXPLORE]
    matches = sum(each.number for each in here if each.method is Method.FUZZ)
    if not whole or matches < ENOUGH_MATCHES:
        return
    largest = max(whole, key=lambda each: (not each.scale, each.number))
    seen = f"in none of {largest.number} tables, all that there are {_at(largest)}, and in none of {matches} matches"
    clauses, options = never_seen(game, ledger)
    beside = clauses_beside_play(game)  # type: ignore[arg-type]
    for clause in [each for each in clauses if each not in beside]:
        said = f"{clause} was never carried out: {seen}; with other settings it may be."
        yield _finding(game, said, (clause,), largest)
    for ask, option in options:
        asked_by = ledger.clauses.get((ask, option), ())
        said = f"{option!r} was never open to whoever is asked {ask!r}: {seen}; with other settings it may be."
        yield _finding(game, said, tuple([each for each in asked_by if each != "?"]), largest)


def _at(looked: Looked) -> str:
    settings = in_words(looked.scale)
    return f"between {looked.players} players" + (f" with {settings}" if settings else "")


def _finding(game: type[Game[Any]], sentence: str, clauses: tuple[str, ...], looked: Looked) -> Finding:
    return Finding(
        Trouble.NEVER_APPLIES,
        game.name,
        sentence,
        clauses,
        looked.players,
        looked.readings,
        looked.scale,
        Method.EXPLORE,
        Verdict.EXHAUSTED,
    )


@dataclass(frozen=True, slots=True)
class Need:
    """``number`` cards called ``name`` (of a card or of a rank) are needed for a clause's effect ``words``; ``equal``
    ones are of one suit too."""

    clause: str
    words: str
    name: str
    number: int
    equal: bool = False
    part: bool = False
    """``words`` are a part of what the clause says, and not the cards on which it acts."""

    @property
    def cards(self) -> str:
        if self.number == 1:
            return f"a card {self.name}"
        return f"{self.number} {'equal ' * self.equal}cards {self.name}"


def needs_of(game: type[Game[Any]]) -> list[Need]:
    """For each effect that only one word causes: the cards of which it takes several, and all cards that it takes
    together. A name that the default pack does not know is a word of the game and no card."""
    found: list[Need] = []
    known = {name for card in game().deck.cards for name in (card.name, card.rank)}
    for each in card_effects(game):
        if len(each.words) != 1:
            continue
        # A single card may be another one that acts as it.
        if len(each.words[0].split()) > 1:
            found += _counted(each.clauses[0], each.words[0], each.words[0], known)
    for method in methods_of(game).values():
        if hasattr(method, "__equal_cards__"):
            number, rank, part = method.__equal_cards__
            words = part or _words_of(method)
            found.append(Need(method.__clauses__[0], words, rank, number, equal=True, part=bool(part)))
        if hasattr(method, "__made_of__"):
            found += _counted(method.__clauses__[0], _words_of(method), method.__made_of__, known)
    return list(dict.fromkeys(found))


def _counted(clause: str, words: str, cards: str, known: Collection[str]) -> list[Need]:
    """The number that it takes of each card that is named."""
    counts = Counter(cards.split()).most_common()
    return [Need(clause, words, name, number) for name, number in counts if name in known]


def _words_of(method: Any) -> str:
    words = method.__effect__.on if hasattr(method, "__effect__") else getattr(method, "__words__", ())
    return " or ".join(words)


def there_are(form: Game[Any], need: Need) -> int:
    """The number of cards of that name or rank in the pack; of equal ones the most."""
    deck = form.deck
    copies = [deck.copies[at] for at, card in enumerate(deck.cards) if need.name in (card.name, card.rank)]
    return max(copies, default=0) if need.equal else sum(copies)


def lacking(form: Game[Any]) -> Iterator[tuple[Need, int]]:
    """The needs that a form of a game cannot meet, and how many cards there are."""
    for need in needs_of(type(form)):
        there = there_are(form, need)
        if there < need.number:
            yield need, there


def findings_of_numbers(form: Game[Any]) -> Iterator[Finding]:
    for need, there in lacking(form):
        what = f" to {need.words}: that" if need.part else f": {need.words!r}"
        said = f"{need.clause} never applies{what} takes {need.cards}, the pack has {there or 'none'}."
        yield Finding(
            Trouble.NEVER_APPLIES, form.name, said, (need.clause,), form.players, {}, form.unusual_settings,
            Method.NUMBERS, Verdict.PROVED,
        )  # fmt: skip


def least_settings(game: type[Game[Any]], need: Need) -> Mapping[str, int]:
    """For each parameter, the others at their defaults, the least number with which there are enough cards. Parameters
    without such a limit are left out."""
    found: dict[str, int] = {}
    for each in game.parameters:
        if not isinstance(each.default, int):
            continue
        for number in range(each.default, each.least - 1, -1):
            try:
                there = there_are(game(settings={each.name: number}), need)
            except BadInput:
                break
            if there < need.number:
                found[each.name] = number + 1
                break
    return found


def why_no_more(game: type[Game[Any]]) -> str:
    """Why there is no game for more players, as it is by default: the arithmetic, where there is any."""
    for players in range(game.fewest_players + 1, game.most_players + 2):
        try:
            game(players)
        except BadInput as error:
            return str(error)
    return ""


def arithmetic_of_players(game: type[Game[Any]]) -> str:
    """The same, "" where nothing but the number itself is said."""
    why = why_no_more(game)
    plain = f"{is_for(game)}, not {game.most_players + 1}"
    return "" if why == plain else why
