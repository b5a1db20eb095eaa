"""What is parsed before processes begin is not parsed again when a meaning is read."""

from __future__ import annotations

import pytest

from referee.meaning.ahead import parse_ahead
from referee.meaning.texts import module_tree
from referee.meaning.translation import meaning
from tests.planted.test_planted import planted


@pytest.mark.parametrize("ahead", [True, False])
def test_nothing_of_the_rules_is_left_to_parse(tmp_path, ahead):
    form = planted(tmp_path, "dance", [])(2)
    if ahead:
        parse_ahead(form)
    parsed = module_tree.cache_info().misses
    assert meaning(form).functions
    assert (module_tree.cache_info().misses > parsed) is not ahead
