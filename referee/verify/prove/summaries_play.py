"""Play against what is known of rules that are proved apart: the cross-check of their summaries.

Whenever such a rule is carried out in play, the table that it is called with must be one of those that it was
followed from, and it must come to one of the ends that were found, having changed nothing but what was found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Unwind
from referee.kernel.rule_types import Rule
from referee.verify.prove.boundary import Opaque, scalars_of
from referee.verify.prove.instance import Differs
from referee.verify.prove.lemmas import Change, Lemma
from referee.verify.prove.summaries import Summaries, exit_of, key_of_call, summarised_rules
from referee.verify.prove.summary_calls import sizes_by_owner


class Watched:
    """A game whose rules that are proved apart are compared with what is known of them.

    ``looked`` counts calls, ``known`` what properties were known of where they ended.
    """

    def __init__(self, game: Game[Any], apart: Summaries) -> None:
        self.apart, self.looked, self.known = apart, 0, 0
        self.game = type(game)(game.players, readings=game.readings, settings=game.settings)
        for name in summarised_rules(type(game)):
            if name not in apart.plain:
                object.__setattr__(self.game, name, self._watched(name, getattr(self.game, name)))

    def _watched(self, name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
        def called(t: Any, *args: Any, **more: Any) -> Rule[Any]:
            key = key_of_call(name, t, args, more)
            if key is None:
                return (yield from rule(t, *args, **more))
            lemma = self.apart.lemmas.get(key)
            if lemma is None:
                raise Differs(f"{name} is called in play as it never is in the proof: {key}")
            self.looked += 1
            entered(lemma, t)
            before, held = _state(t), self._evaluated(lemma, t)
            try:
                result = yield from rule(t, *args, **more)
            except Unwind as unwind:
                ended(lemma, t, before, unwind.depth, unwind.result)
                self._known(lemma, t, held, (unwind.depth, unwind.result))
                raise
            ended(lemma, t, before, None, result)
            self._known(lemma, t, held, (None, result))
            return result

        return called

    def _evaluated(self, lemma: Lemma, t: Any) -> dict[str, bool]:
        """The values of properties on a table of which anything is known by then."""
        names = {name for facts in lemma.facts.values() for name in facts}
        return {name: bool(self.apart.finder.claims[name](t)) for name in names}

    def _known(self, lemma: Lemma, t: Any, held: dict[str, bool], way: tuple[Any, Any]) -> None:
        """Differs where a rule ends with a table of which is not true what is known."""
        for name, conditional in lemma.facts.get(exit_of(*way, t.outcome is not None), {}).items():
            self.known += 1
            if (held[name] or not conditional) and not self.apart.finder.claims[name](t):
                raise Differs(f"{lemma.name} leaves a table of which {name} is not true")


def entered(lemma: Lemma, t: Any) -> None:
    """Differs where a rule is called with a table that it was not followed from."""
    for place in t.places:
        if not place.is_row:
            low, high = lemma.sizes[place.number]
            if not low <= place.size <= high:
                raise Differs(f"{lemma.name} is called with {place.size} cards in {place!r}, not {low} to {high}")
    for owner, size in sizes_by_owner(t).items():
        if lemma.sums[owner] not in (None, size):
            raise Differs(f"{lemma.name} is called while {owner!r} has {size} cards, not {lemma.sums[owner]}")
    shape, known = lemma.shape.copy(), lemma.shape.copy()
    shape.take_in(t, opaque=True)
    for each in (shape, known):
        each.forget(name for name, words in lemma.shape.words.items() if words and isinstance(words[0], Opaque))
    if shape.as_text() != known.as_text():
        raise Differs(f"{lemma.name} is called with other scalars than those that are known: {shape.as_text()}")


def ended(lemma: Lemma, t: Any, before: Any, depth: int | None, result: Any) -> None:
    """Differs where a rule ends otherwise than was found, or has changed something else."""
    exit = exit_of(depth, result, t.outcome is not None)
    change = lemma.exits.get(exit)
    if change is None:
        raise Differs(f"{lemma.name} ends as it never does in the proof: {exit}")
    piles, sizes, owners, scalars, money = before
    for place, pile, size in zip([each for each in t.places if not each.is_row], piles, sizes, strict=True):
        low, high = change.sizes[place.number] if place.number in change.places else (size, size)
        if place.number not in change.places and place.pile != pile:
            raise Differs(f"{lemma.name} changes what lies in {place!r}")
        if not low <= place.size <= high or (place.number not in change.resized and place.size != size):
            raise Differs(f"{lemma.name} leaves {place.size} cards in {place!r}")
    for owner, size in sizes_by_owner(t).items():
        if owner not in change.owners and size != owners[owner]:
            raise Differs(f"{lemma.name} changes how many cards {owner!r} has")
    if t.money != money:
        raise Differs(f"{lemma.name} pays")
    _same_scalars(lemma, t, change, scalars)


def _same_scalars(lemma: Lemma, t: Any, change: Change, before: dict[str, Any]) -> None:
    known = change.scalars.copy()
    for name, value in scalars_of(t):
        if name not in change.names:
            if value != before[name]:
                raise Differs(f"{lemma.name} changes {name}")
            continue
        said = known.as_text()
        known.take(name.partition("[")[0], value, t)
        if known.as_text() != said:
            raise Differs(f"{lemma.name} sets {name} to {value!r}")


def _state(t: Any) -> Any:
    bags = [each for each in t.places if not each.is_row]
    piles, sizes = [each.pile for each in bags], [each.size for each in bags]
    return piles, sizes, sizes_by_owner(t), dict(scalars_of(t)), t.money
