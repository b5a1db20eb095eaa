"""Answers as people type them, and spaces in words.

Cards in any case, glued or apart (``7 7``, ``77``, ``10h``, ``T♥``, ``h10``), an arm's word where it has one,
``9d@2`` for the second card of a row, ``seat 2`` or ``2`` for a player, ``3 5`` or ``number=3 face=5`` for a tuple
(see ``referee.play.options``), ``#3`` for the third of the options that were listed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from referee.cli.card_names import Misread, NotThere, card_aliases, cards_in
from referee.cli.terminal import unbroken
from referee.kernel.cards import Deck
from referee.kernel.numbers import Number
from referee.kernel.piles import OneOfPiles
from referee.kernel.places import Laid
from referee.kernel.players import Player
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.selections import EqualValue, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf, Space, plain_word
from referee.play.event_text import placed, plain_answer, pretty_cards, shows_faces
from referee.play.options import heading, meant, spoken, typed_forms

NUMBER = re.compile("-?[0-9]{1,15}")
MOST_LISTED = 12
"""Options: more than these are described and not listed."""


# -- what may be answered ---------------------------------------------------------------------------------


def shown(space: Space[Any], raw: Any) -> str:
    """An answer as one may type it, cards prettily."""
    if isinstance(space, Arms):
        arm, answer = raw
        inner = space.arms[arm]
        return f"{plain_word(arm)} {'' if _says_nothing(inner) else shown(inner, answer)}".strip()
    if isinstance(space, (OneOfRow, SomeOfRow)):
        laid = [raw] if isinstance(space, OneOfRow) else raw
        return " ".join(_placed(space, each) for each in laid) or "none"
    deck = deck_of(space)
    if deck is not None:
        return pretty_cards(deck.names(raw), deck) or "none"
    if isinstance(space, OneOf):
        return spoken(raw)
    return "" if isinstance(space, Nothing) else plain_answer(space.plain(raw))


def ways(space: Space[Any]) -> Iterator[tuple[str, str]]:
    """The arms and what goes with each of them; ("", …) for a space without arms."""
    if isinstance(space, Arms):
        for arm, inner in space.arms.items():
            if inner.exists():
                yield str(plain_word(arm)), "" if _says_nothing(inner) else described(inner)
    else:
        yield "", described(space)


def described(space: Space[Any]) -> str:
    """A space in words, as short as it can be said."""
    if isinstance(space, EqualValue):
        least = f", worth more than {space.above} together" if space.above >= 0 else ""
        return f"cards of equal value{least}, of: {pretty_cards(space.describe()['of'], space.deck)}"
    if isinstance(space, Selection):
        most = min(space.most, space.deck.size(space.pile))
        number = str(most) if space.least == most else f"{space.least} to {most}"
        cards = "card" if number == "1" else "cards"
        return f"{number} {cards} of: {pretty_cards(space.deck.names(space.pile), space.deck, counted=True)}"
    if isinstance(space, OneOfPiles):
        return "; ".join(unbroken(pretty_cards(space.deck.names(pile), space.deck)) for pile in space.piles)
    if isinstance(space, (OneOfRow, SomeOfRow)):
        few, many = (1, 1) if isinstance(space, OneOfRow) else (space.least, min(space.most, len(space.among)))
        some = str(many) if few == many else f"{few} to {many}"
        told = " ".join(_placed(space, laid) for laid in space.among)
        return f"{some} card{'' if some == '1' else 's'} of: {told}"
    if isinstance(space, OneOf):
        fields = heading(space.options)
        return f"{fields}{', ' if fields else ''}one of {', '.join(unbroken(spoken(each)) for each in space.options)}"
    if isinstance(space, Number):
        but = f", but not {space.but}" if "but" in space.describe() else ""
        one = space.least == space.most and not but
        return f"the number {space.least}" if one else f"a number from {space.least} to {space.most}{but}"
    if isinstance(space, Nothing):
        return ""
    if isinstance(space, Arms):
        return "; ".join(f"{arm} {what}".strip() for arm, what in ways(space))
    return f"JSON for {json.dumps(space.describe())}"


def _says_nothing(space: Space[Any]) -> bool:
    """Whether no more than the arm can be said, be it by no card."""
    return isinstance(space, Nothing) or (isinstance(space, Selection) and space.most == 0)


def _is_of_words(space: Space[Any]) -> bool:
    """Whether no answer has a card or a number in it, so that a number can only be that of an answer."""
    return isinstance(space, Arms) and all(_says_nothing(inner) for inner in space.arms.values())


def names_seats(space: Space[Any]) -> bool:
    """Whether players are among the options: then a number is a seat, and options had better not be numbered."""
    return isinstance(space, OneOf) and any(isinstance(option, Player) for option in space.options)


def deck_of(space: Space[Any]) -> Deck | None:
    """The deck of a space whose answers are piles."""
    return space.deck if isinstance(space, (Selection, EqualValue, OneOfPiles)) else None


def _placed(space: OneOfRow | SomeOfRow, laid: Laid) -> str:
    """A card of a row as it lies now: ``9♦@2``."""
    return placed(space, laid, space.row.row.index(laid))


# -- what was typed ---------------------------------------------------------------------------------------


def understood(space: Space[Any], text: str) -> Any:
    """The answer in the kernel's form; Misread says what is wrong with what was typed."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0].startswith("#"):
        return _numbered(space, words[0])
    if len(words) == 1 and words[0].isdecimal() and _is_of_words(space):
        return _numbered(space, f"#{words[0]}")
    return _read(space, words)


def _numbered(space: Space[Any], word: str) -> Any:
    number, count = word[1:], space.count()
    if count > MOST_LISTED:
        raise Misread("the answers are too many to be numbered: type one of them")
    if not number.isdecimal() or not 1 <= int(number) <= count:
        raise Misread(f"{word}: the answers are numbered #1 to #{count}")
    return space.nth(int(number) - 1)


def _read(space: Space[Any], words: list[str]) -> Any:
    if isinstance(space, Arms):
        return _read_arms(space, words)
    if isinstance(space, OneOf):
        return _read_word(space, words)
    if isinstance(space, Number):
        typed = " ".join(words)
        if not NUMBER.fullmatch(typed) or not space.admits(int(typed)):
            raise Misread(f"it is {described(space)}")
        return int(typed)
    if isinstance(space, Nothing):
        if words:
            raise Misread(f"nothing goes with it: leave {' '.join(words)!r} away")
        return None
    if isinstance(space, (Selection, EqualValue)):
        return _read_cards(space, words)
    if isinstance(space, OneOfPiles):
        return _read_pile(space, words)
    if isinstance(space, (OneOfRow, SomeOfRow)):
        return _read_row(space, words)
    try:
        return space.read(json.loads(" ".join(words)))
    except (ValueError, TypeError) as error:
        raise Misread(str(error)) from None


def _read_arms(space: Arms[Any], words: list[str]) -> Any:
    arms = {str(plain_word(arm)): arm for arm, inner in space.arms.items() if inner.exists()}
    hint = f"it is one of: {', '.join(arms)}"
    if not words:
        raise Misread(hint)
    first = words[0].casefold()
    small = [word.casefold() for word in words]
    exact = [name for name in arms if name.casefold().split() == small[: len(name.split())]]
    for name in sorted(exact, key=lambda name: -len(name.split())):
        # An arm of several words may begin like another: the longest that can be read is meant.
        try:
            return _read_arm(space, arms[name], words[len(name.split()) :])
        except Misread:
            if name == min(exact, key=lambda each: len(each.split())):
                raise
    found: list[Any] = []
    reasons: dict[str, Misread] = {}
    for name, arm in arms.items():
        inner = space.arms[arm]
        if not isinstance(inner, (Nothing, Number)) or (isinstance(inner, Number) and NUMBER.fullmatch(words[0])):
            try:
                found.append((arm, _read(inner, words)))
            except Misread as error:
                reasons[name] = error
    if len(found) == 1:
        return found[0]
    if found:
        either = " or ".join(repr(f"{plain_word(arm)} {' '.join(words)}") for arm, _ in found)
        raise Misread(f"that could mean several things: type {either}")
    begun = [arm for name, arm in arms.items() if len(first) > 1 and name.casefold().startswith(first)]
    if len(begun) == 1:
        return _read_arm(space, begun[0], words[1:])
    impossible = [str(plain_word(arm)) for arm in space.arms if str(plain_word(arm)).casefold() == first]
    if impossible or not reasons:
        raise Misread(f"{impossible[0] if impossible else repr(' '.join(words))} is not possible now; {hint}")
    # Where the cards are there for one arm only, its reason is the one that helps.
    telling = {name: error for name, error in reasons.items() if not isinstance(error, NotThere)} or reasons
    if len({str(error) for error in telling.values()}) == 1:
        raise next(iter(telling.values()))
    raise Misread("; ".join(f"as {name}: {error}" for name, error in telling.items()))


def _read_arm(space: Arms[Any], arm: Any, words: list[str]) -> Any:
    """The answer of an arm; people need not type it where only one is possible."""
    inner = space.arms[arm]
    return arm, inner.nth(0) if not words and inner.count() == 1 else _read(inner, words)


def _read_word(space: OneOf[Any], words: list[str]) -> Any:
    found = meant(space.options, " ".join(words))
    if not found or len(found) == len(space.options) > 1:
        raise Misread(f"it is {described(space)}")
    if len(found) > 1 and found[1:] != found[:-1]:
        told = [spoken(option) for option in found[:MOST_LISTED]]
        more = f" or {len(found) - MOST_LISTED} others" if len(found) > MOST_LISTED else ""
        alike = set.intersection(*map(typed_forms, found))
        say = f"they are typed alike, #{space.options.index(found[0]) + 1} is the first" if alike else "say which"
        raise Misread(f"that could be {' or '.join(told)}{more}: {say}")
    return found[0]


def _read_cards(space: Selection | EqualValue, words: list[str]) -> Any:
    deck, having = space.deck, space.pile
    if [word.casefold() for word in words] in (["none"], ["nothing"]):
        words = []
    elif not words:
        raise Misread("type the cards" + (", or none" if space.admits(0) else ""))
    aliases = card_aliases(deck)
    named = Counter(card for word in words for card in cards_in(word, aliases))
    chosen = 0
    for name, number in sorted(named.items(), key=lambda each: len(aliases[each[0]])):
        there = [kind for kind in deck.unpack(having - chosen) if kind in aliases[name]]
        if len(there) < number:
            before = any(chosen & deck.field * deck.one[kind] for kind in aliases[name])
            other = "other " if there or before else ""
            raise NotThere(f"there is no {other}{_pretty(deck, aliases[name])} that may be chosen here")
        if len(set(there)) > 1 and len(there) > number:
            either = " or ".join(deck.cards[kind].pretty for kind in dict.fromkeys(there))
            raise Misread(f"{name} can be {either}: say which")
        chosen += deck.pack(there[:number])
    if not space.admits(chosen):
        raise Misread(_why_not(space, chosen))
    return chosen


def _read_pile(space: OneOfPiles, words: list[str]) -> Any:
    """The one of a few piles of which these are the cards; suits that are left out may be any."""
    aliases = card_aliases(space.deck)
    named = [aliases[card] for word in words for card in cards_in(word, aliases)]
    fitting = [pile for pile in space.piles if _fits(space.deck.unpack(pile), named)]
    if len(fitting) != 1:
        raise Misread(f"it is one of: {described(space)}")
    return fitting[0]


def _fits(kinds: Sequence[int], named: Sequence[tuple[int, ...]]) -> bool:
    left = list(kinds)
    for each in sorted(named, key=len):
        there = [kind for kind in left if kind in each]
        if not there:
            return False
        left.remove(there[0])
    return not left


def _read_row(space: OneOfRow | SomeOfRow, words: list[str]) -> Any:
    """Cards of a row by name, by place (``@2``), or both (``9d@2``) where two have one name; those that are not seen by
    place alone (``@2`` or ``2``)."""
    if [word.casefold() for word in words] in (["none"], ["nothing"]):
        words = []
    aliases = card_aliases(space.row.table.deck)
    chosen: list[Laid] = []
    for word in words:
        name, _, place = word.partition("@")
        if not shows_faces(space):
            name, place = "", word.removeprefix("@")
        if place and not place.isdecimal():
            raise Misread(f"{word}: a place is a number, as in @2")
        anything = tuple(range(len(space.row.table.deck.cards)))
        for kinds in [aliases[card] for card in cards_in(name, aliases)] or [anything]:
            there = [laid for laid in space.among if laid not in chosen and laid.kind in kinds]
            if place:
                there = [laid for laid in there if space.row.row.index(laid) == int(place) - 1]
            if not there:
                raise NotThere(f"{word} is not there to choose; it is {described(space)}")
            if len(there) > 1:
                raise Misread(f"{word} can be {' or '.join(_placed(space, laid) for laid in there)}: say which")
            chosen += there
    answer: Any = tuple(sorted(chosen, key=space.among.index))
    if isinstance(space, OneOfRow):
        answer = chosen[0] if len(chosen) == 1 else None
    if answer is None or not space.admits(answer):
        raise Misread(f"it is {described(space)}")
    return answer


def _pretty(deck: Deck, kinds: tuple[int, ...]) -> str:
    return deck.cards[kinds[0]].pretty if len(kinds) == 1 else deck.cards[kinds[0]].rank


def _why_not(space: Selection | EqualValue, chosen: int) -> str:
    deck = space.deck
    cards, number = pretty_cards(deck.names(chosen), deck) or "no card", deck.size(chosen)
    if isinstance(space, Selection):
        most = min(space.most, deck.size(space.pile))
        wanted = str(most) if space.least == most else f"{space.least} to {most}"
        return f"{cards}: {number} card{'' if number == 1 else 's'}, and {wanted} wanted"
    values = {space.values.of.get(kind) for kind, _ in deck.counts(chosen)}
    if not chosen or None in values:
        return f"{cards} cannot be chosen; wanted: {described(space)}"
    if len(values) > 1:
        return f"{cards} are not of equal value"
    worth = space.values.worth(chosen)
    return f"{cards} {'is' if number == 1 else 'are'} worth {worth}; more than {space.above} is wanted"
