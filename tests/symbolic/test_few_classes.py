"""Rules that tell too many kinds of card apart are read no further than to the place where they do."""

from __future__ import annotations

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.games.escalation.rules import Escalation
from referee.games.fscking_ace.rules import FsckingAce
from referee.verify.symbolic.kinds import FewClasses, classes
from referee.verify.symbolic.method import program_of
from referee.verify.symbolic.terms import NotFollowed

TOO_MANY = "too many kinds of card are told apart"
MANY_STATEMENTS = 12_000


@pytest.mark.parametrize("game", [Escalation, FsckingAce])
def test_rules_are_read_where_they_tell_no_more_apart_and_else_not(game):
    form = game(game.fewest_players)
    told = len(classes(program_of(form)).groups)
    assert program_of(form, when_read=FewClasses(form.deck, told)).functions
    with pytest.raises(NotFollowed, match=TOO_MANY):
        program_of(form, when_read=FewClasses(form.deck, told // 2))


def test_most_of_long_rules_is_not_read():
    form, read = Effervesce(2), []

    def when_read(function):
        read.append(function)
        few(function)

    few = FewClasses(form.deck, 30)
    with pytest.raises(NotFollowed, match=TOO_MANY):
        program_of(form, most=MANY_STATEMENTS, when_read=when_read)
    assert len(read) < len(program_of(form, most=MANY_STATEMENTS).functions) / 4
