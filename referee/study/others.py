"""The forms that a form is compared with, from words: ``rate=one-cent,two``, ``players=2,3``, a clause, a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from referee.games.registry import find_game
from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import BadInput
from referee.kernel.game import methods_of, rules_of
from referee.study.forms import Variant
from referee.study.leaving_out import check_left_out

MOST = 60
"""Forms that are compared at once."""


def others_of(
    game: str, players: int, readings: Mapping[str, str], settings: Mapping[str, str], turn_cap: int | None,
    compare: Sequence[str] = (), without: Sequence[str] = (), versus: Sequence[str] = (),
) -> list[Variant]:  # fmt: skip
    """Every form beside the one that is studied. BadInput names what there is no such thing of."""
    found = []
    words = [each for word in compare for each in (_every(game) if word == "readings" else [word])]
    for word in words:
        forms = list(_alternatives(word, game, players, readings, settings, turn_cap))
        if not forms:
            raise BadInput(f"--compare {word} names no other form than the one that is studied")
        found += forms
    given, set_to = tuple(readings.items()), tuple(settings.items())
    wanted = [each for clause in without for each in (without_each(game) if clause == "all" else [clause])]
    for clause in wanted:
        check_left_out(find_game(game), clause)
        found.append(Variant(f"without {clause}", game, players, given, set_to, clause, turn_cap))
    for other in versus:
        find_game(other)
        found.append(Variant(f"rules of {other}", other, players, given, set_to, "", turn_cap))
    if len(found) > MOST:
        raise BadInput(f"{len(found)} forms are too many to compare at once: name at most {MOST}")
    for each in found:
        each.make()
    return found


def _every(game: str) -> list[str]:
    return [*rules_of(find_game(game)).readings]


def without_each(game: str) -> list[str]:
    """Every clause that can be left out, in the order of the rulebook."""
    rules = find_game(game)
    ids = {id for each in methods_of(rules).values() for id in getattr(each, "__clauses__", ())}
    found = []
    for clause in sorted(ids, key=rulebook_order):
        with suppress(BadInput):
            check_left_out(rules, clause)
            found.append(clause)
    return found


def _alternatives(
    word: str, game: str, players: int, readings: Mapping[str, str], settings: Mapping[str, str], turn_cap: int | None
) -> Iterator[Variant]:
    made = find_game(game)
    form = made(players, readings=readings, settings=settings)
    name, _, listed = word.partition("=")
    values = [each.strip() for each in listed.split(",") if each.strip()]
    if name == "players":
        if not values or not all(each.isdecimal() and len(each) < 4 for each in values):
            raise BadInput(f"--compare players=2,3 takes numbers of players, not {word!r}")
        for value in values:
            if int(value) != players:
                yield Variant(f"{value} players", game, int(value), tuple(readings.items()), tuple(settings.items()),
                              "", turn_cap)  # fmt: skip
    elif name in form.register:
        for value in values or form.register[name].alternatives:
            if value not in form.register[name].alternatives:
                raise BadInput(
                    f"{made.name}: reading {name} has no alternative {value!r}; "
                    f"there are {', '.join(form.register[name].alternatives)}"
                )
            if value != form.readings[name]:
                yield Variant(f"{name}={value}", game, players, tuple({**readings, name: value}.items()),
                              tuple(settings.items()), "", turn_cap)  # fmt: skip
    elif name in form.settings:
        if not values:
            raise BadInput(f"--compare {name}=… takes values with commas between them")
        for value in values:
            if value != str(form.settings[name]):
                yield Variant(f"{name}={value}", game, players, tuple(readings.items()),
                              tuple({**settings, name: value}.items()), "", turn_cap)  # fmt: skip
    else:
        there = ", ".join(["players", "readings", *rules_of(made).readings, *form.settings])
        raise BadInput(f"{made.name}: --compare knows no {name!r}; there are {there}")
