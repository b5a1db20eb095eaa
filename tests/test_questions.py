"""Which forms of a game a check asks about by default."""

import pytest

from referee.games.registry import find_game
from referee.kernel import BadInput
from referee.verify.properties import always, under
from referee.verify.questions import Plan, jobs_of, sample_of_players, turn_of
from referee.verify.scales import scale
from referee.verify.verdicts import Method


def declared(**more):
    @always("A-1", **more)
    def claim(t):
        return True

    return claim.__property__


def asked(game, *properties, **more):
    plan = Plan(game, methods=(Method.FUZZ,), **more)
    jobs = jobs_of(plan, find_game(game), None, properties, ())
    return [(each.players, dict(each.readings)) for each in jobs if each.method is Method.FUZZ]


def test_few_numbers_of_players_are_all_looked_at_and_many_are_sampled():
    assert sample_of_players(range(2, 9)) == (2, 3, 4, 5, 6, 7, 8)
    assert sample_of_players(range(3, 51)) == (3, 4, 5, 6, 12, 24, 48, 50)
    assert sample_of_players([2, 3, 4, 5, 6, 7, 11, 14, 20, 40]) == (2, 3, 4, 5, 11, 40)


def test_the_players_that_a_plan_names_are_all_looked_at():
    found = asked("fscking-ace", declared(refuted_under={"extra-twos": ["all"]}), players=(3, 30))
    assert found == [(3, {}), (30, {}), (3, {"extra-twos": "all"}), (30, {"extra-twos": "all"})]


def test_alternatives_of_which_no_property_speaks_are_looked_at_with_the_players_that_a_plan_names():
    assert {players for players, readings in asked("fscking-ace", players=(3,)) if readings} == {3}
    assert len({players for players, readings in asked("fscking-ace") if readings}) > 1


def test_under_an_alternative_there_are_those_that_the_property_names():
    named = declared(refuted_under=[under({"extra-twos": "all"}, players=[7, 8])])
    assert {7, 8} <= {players for players, readings in asked("fscking-ace", named) if readings}


def test_a_property_is_looked_at_under_the_readings_that_it_is_about():
    found = asked("fscking-ace", declared(readings={"bonus-payer": "bank"}))
    assert {str(readings) for _, readings in found} == {"{}", "{'bonus-payer': 'bank'}"}
    usual = asked("fscking-ace", declared(readings={"bonus-payer": "loser"}))
    assert not any(readings for _, readings in usual)
    chosen = asked("fscking-ace", declared(readings={"bonus-payer": "bank"}), readings={"extra-twos": "all"})
    assert {str(readings) for _, readings in chosen} == {"{'extra-twos': 'all'}"}


def test_tables_that_there_are_no_cards_for_are_left_out():
    found = asked("five-crowns")
    assert [players for players, readings in found if not readings] == [2, 3, 4, 5, 6, 7, 8]


def test_a_game_for_many_is_proved_for_a_few_small_numbers_unless_the_plan_names_players():
    game = find_game("fscking-ace")

    def proved(*properties, **more):
        plan = Plan("fscking-ace", methods=(Method.PROVE,), **more)
        jobs = jobs_of(plan, game, None, properties or [declared()], [scale([3], rounds=1)])
        return [(each.players, dict(each.readings), dict(each.settings)) for each in jobs]

    assert proved() == [(players, {}, {}) for players in (3, 4, 5, 6, 12)]
    assert proved(players=(40,)) == [(40, {}, {})]
    alternative = {"extra-twos": "all"}
    named = proved(declared(refuted_under=[under(alternative, players=[7, 8])]))
    assert [players for players, readings, _ in named if readings] == [3, 7, 8]


def test_a_property_of_a_scale_alone_is_asked_about_there_alone():
    settings = {"packs": 3, "suits": ("hearts", "spades"), "ranks": ("K", "A"), "hand": 4, "sides": 2}
    more = {"players": [3], "settings": settings, "refuted_under": {"second-tie": ["undefined"]}}
    alternative = {"second-tie": "undefined"}

    def about(claimed):
        jobs = jobs_of(Plan("effervesce"), find_game("effervesce"), None, [claimed], ())
        return {(each.method, bool(each.settings)) for each in jobs if dict(each.readings) == alternative}

    only, also = declared(**more, only_there=True), declared(**more)
    assert about(only) == {(Method.FUZZ, True)}
    assert {(Method.FUZZ, True), (Method.FUZZ, False)} < about(also)
    readings = find_game("effervesce")().readings
    assert only.applies(readings, 3, {"suits": ["spades", "hearts"], "packs": 3})
    assert not only.applies(readings, 3, {"suits": ["spades", "hearts"], "packs": 2})
    assert not only.applies(readings, 3, {})
    assert also.applies(readings, 3, {})
    with pytest.raises(BadInput, match="only_there goes with settings"):
        declared(only_there=True)


def test_long_questions_are_not_begun_last():
    claims = [declared(refuted_under={"led-special": ["forbidden"]})]
    jobs = sorted(jobs_of(Plan("escalation"), find_game("escalation"), None, claims, ()), key=turn_of)
    said = list(dict.fromkeys([(each.method, each.alternative) for each in jobs]))
    assert (said[0], said[3]) == ((Method.FUZZ, False), (Method.PROVE, False))
    assert set(said[1:3]) == {(Method.EXPLORE, False), (Method.EXPLORE, True)}
    assert set(said[4:]) == {(Method.CONFORMANCE, False), (Method.FUZZ, True), (Method.PROVE, True)}
    proved = [each.players for each in jobs if each.method is Method.PROVE and not each.alternative]
    assert proved == [8, 7, 6, 5, 4, 3, 2]


def test_alternatives_are_looked_at_as_long_as_no_property_speaks_of_one():
    def looked(*properties):
        plan = Plan("escalation", methods=(Method.FUZZ,))
        return [each for each in jobs_of(plan, find_game("escalation"), None, properties, ()) if each.alternative]

    game = find_game("escalation")
    unsaid = jobs_of(Plan("escalation", methods=(Method.FUZZ,)), game, None, (declared(),), ())
    assert Method.ALTERNATIVES in {each.method for each in unsaid}
    assert len(looked(declared())) == len(looked())
    said = declared(refuted_under={"short-stock": ["undefined"]})
    assert {tuple(each.readings.items()) for each in looked(said)} == {(("short-stock", "undefined"),)}
    said = declared(readings={"short-stock": "draw-none"})
    assert {tuple(each.readings.items()) for each in looked(said)} == {(("short-stock", "draw-none"),)}
