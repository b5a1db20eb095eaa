"""The bench of bare checks reads nothing that an author wrote beside the rules."""

from referee.verify.check_result import Checked
from referee.verify.project import Project
from tests.bench import bare


def test_a_bare_check_has_no_properties_scales_or_examples(monkeypatch):
    seen = []

    def check(plan):
        game = bare.find_game(plan.game)
        seen.append(Project.of(game, plan.game))
        return Checked(game, [])

    monkeypatch.setattr(bare, "check_game", check)
    causes, _, _ = bare.bare("escalation", 1.0, 1, "fuzz")
    assert causes == []
    assert (seen[0].file, seen[0].examples_file, seen[0].accepted_file, seen[0].properties) == (None, None, None, [])
    assert Project.of(seen[0].game, "escalation").properties
