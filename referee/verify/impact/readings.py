"""Readings that matter: for each alternative of each ambiguous point, whether it ever makes a difference.

Real and extreme deals are played at random under the readings that were chosen. Wherever a rule consults a
reading, the same step is taken again from the same table, with the same answers and the same chance, under each
other value of it. The first tables and answers with which the two come apart are then made as small as possible.
A point that shows no difference is tried again together with other readings and at other scales, those among them at
which properties look, and then said to be *not seen*.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.parameters import value_in_words
from referee.kernel.table import Table
from referee.play.examples import Case, Example, cards_of, load_examples
from referee.verify.impact.alternative import Asked, Impact, consulted_by_text
from referee.verify.impact.differences import NO_DIFFERENCE, Difference, DifferenceKind
from referee.verify.impact.hearing import Hearing
from referee.verify.impact.lockstep import Divergence, StepTrace, compared, forked, same_cards
from referee.verify.impact.random_settings import larger, sliced, smaller
from referee.verify.impact.static_differences import before_play, deal_of, distinguishing_example, other_cards
from referee.verify.methods import Budget
from referee.verify.play.chance import CardBias
from referee.verify.play.consulted_readings import listen_to
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.fuzz import LONG, LONGEST
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, recorded, variant
from referee.verify.verdicts import Sightings, Trouble

AT_ONCE = 8
"""Alternatives that are tried at one step; those without a difference first."""
A_SCALE = 8
"""Matches at each scale that properties name, for what has shown no difference."""
AT_SCALES = 4_000
"""Steps that are taken in all of these, under one reading or another."""
OF_AN_EXAMPLE = 24
"""Played for each alternative that nothing but a worked example tells apart, with the cards of the example."""
FOLLOWED = 20
"""Differences of one alternative that nobody sees, from which play goes on until somebody does."""
FURTHER = 40
"""Steps that are played on from each."""
ENOUGH = 60
"""An alternative is tried so often after it has shown its strongest difference, for its rate."""


def matters(game: type[Game[Any]], asked: Asked) -> list[Impact]:
    """See the module's docstring."""
    return _Looking(game, asked).run()


class _Looking:
    def __init__(self, game: type[Game[Any]], asked: Asked) -> None:
        self.game, self.asked = game, asked
        self.whole = Budget(asked.seconds)
        self.budget = Budget(None if asked.seconds is None else asked.seconds / 2)
        self.forms: dict[int, Game[Any]] = {}
        for players in asked.players:
            try:
                self.forms[players] = game(players, readings=asked.readings, settings=asked.settings)
            except BadInput:
                if len(asked.players) == 1:
                    raise
        register = next(iter(self.forms.values())).register
        chosen = next(iter(self.forms.values())).readings
        self.found = [
            Impact(
                slug, register[slug].id, register[slug].clauses, value, chosen[slug],
                kind=register[slug].kind, question=register[slug].question,
            )
            for slug, value in asked.alternatives
        ]  # fmt: skip
        self.shown: dict[int, tuple[Game[Any], Steps]] = {}
        """By position in ``found`` the match in which the difference was seen, if there is one."""
        self.others: dict[tuple[str, str, Game[Any]], tuple[Game[Any], Table] | None] = {}
        self.rng = random.Random(f"{asked.seed} {sorted(chosen.items())}")
        self.consulted: set[str] = set()
        self.by_text = consulted_by_text(game)
        self.listened: dict[Game[Any], Hearing] = {}
        self.followed: Counter[tuple[str, str]] = Counter()
        self.taken = 0
        """Steps, under one reading or another."""
        self.fair = 0
        self.fair_met: dict[str, int] = {}

    def run(self) -> list[Impact]:
        for number in range(self.asked.matches):
            if self.budget.is_spent:
                break
            mixed = number % 2 == 1
            if mixed and all(each.matters for each in self.found):
                continue
            players = list(self.forms)[(number // 2) % len(self.forms)]
            self._match(self._mixed(players, number) if mixed else self.forms[players], number, mixed)
        examples = self._examples()
        self._after_examples(examples)
        self._where_properties_look()
        self._beforehand()
        left = len(self.shown)
        for each in self.found:
            each.met = Sightings(self.fair_met.get(each.slug, 0), self.fair)
            if each.matters:
                self._shorten(each, *self.shown[_position(self.found, each)], left)
                left -= 1
        for at, (example, case, difference) in examples.items():
            each = self.found[at]
            if not each.matters:
                each.example, each.example_says = example.name, f"{Path(case.place).name}: {difference}"
        return self.found

    def _examples(self) -> dict[int, tuple[Example, Case, Difference]]:
        """By position the worked examples that show a difference which play has not shown."""
        if self.asked.examples is None or all(each.matters for each in self.found):
            return {}
        examples = load_examples(self.asked.examples, self.game)
        told = [(at, distinguishing_example(self.game, examples, each.slug, each.instead_of, each.alternative))
                for at, each in enumerate(self.found) if not each.matters]  # fmt: skip
        return {at: one for at, one in told if one is not None}

    def _beforehand(self) -> None:
        """The differences of the set-up, without a match: the plainest game that shows each."""
        chosen = next(iter(self.forms.values()))
        for at, each in enumerate(self.found):
            told = None
            if each.slug not in self.by_text and each.difference.how in (DifferenceKind.NOTHING, DifferenceKind.CARDS):
                told = before_play(chosen, each.slug, each.alternative)
            if told is not None:
                each.difference, form = told
                self.shown[at] = form, []

    def _after_examples(self, examples: Mapping[int, tuple[Example, Case, Difference]]) -> None:
        """Try what only a worked example shows in games like it: in its form, with its cards dealt first; every second
        of them with fewer kinds of card."""
        chosen = next(iter(self.forms.values()))
        for at, (_, case, _) in examples.items():
            each = self.found[at]
            form = self.forms.get(case.players or 0) or chosen
            readings = {slug: value for slug, value in case.readings.items() if slug != each.slug}
            plain = variant(form, readings=readings, settings=case.settings) or form
            for number in range(OF_AN_EXAMPLE):
                if each.matters or self.budget.is_spent:
                    break
                small = (
                    variant(plain, settings={**sliced(plain, self.rng), **case.settings}) if number % 4 > 1 else None
                )
                form = small or plain
                self._match(form, number, True, cards_of(case, form))

    def _where_properties_look(self) -> None:
        """The alternatives without a difference so far, at each scale that properties name."""
        most = self.taken + AT_SCALES
        for some, settings in self.asked.scales:
            for number in range(A_SCALE):
                if all(each.matters for each in self.found) or self.taken > most or self.budget.is_spent:
                    return
                players = self.rng.choice(some or list(self.forms))
                form = variant(next(iter(self.forms.values())), players=players, settings=settings)
                if form is not None:
                    self._match(form, number, mixed=True)

    def _mixed(self, players: int, number: int) -> Game[Any]:
        """Some other values of the settings, and of those readings that are not looked at just now."""
        form, rng = self.forms[players], self.rng
        wanted = {each.slug for each in self.found if not each.matters}
        changed = {
            slug: rng.choice([value for value in reading.alternatives if value != "undefined"])
            for slug, reading in form.register.items()
            if slug not in wanted and rng.random() < 0.3 and set(reading.alternatives) != {"undefined"}
        }
        scaled = smaller(form, rng) if rng.random() < 0.7 else larger(form, rng)
        if self.asked.scales and number % 4 == 1:
            some, named = rng.choice(self.asked.scales)
            players = rng.choice(some) if some and players not in some else players
            # As it is named, or with fewer kinds of card as well.
            for settings in ({**sliced(form, rng), **named}, dict(named)):
                found = variant(form, readings=changed, players=players, settings=settings)
                if found is not None:
                    return found
        return variant(form, readings=changed, settings=scaled) or variant(form, readings=changed) or form

    def _match(self, form: Game[Any], number: int, mixed: bool, liked: Sequence[int] = ()) -> None:
        fair = number % 6 < 4 and not liked
        heard = self._listened(form)
        table = heard.form.table()
        rng, consulted = self.rng, self.consulted
        listen_to(table, consulted.add)
        driver = AtRandom(rng, None if fair else CardBias(form.deck, rng, liked), kinds_first=number % 4 < 2)
        script: Steps = []
        met: set[str] = set()
        for _ in range(min(LONG if number % 10 == 0 else LONGEST, form.turn_cap) + 1):
            if self.budget.is_spent:
                break
            before = table.snapshot()
            consulted.clear()
            heard.anew(table)
            taken = StepTrace(heard.form, table, driver)
            self.taken += 1
            script.append(taken.transcript)
            met |= consulted
            for each in self._worth_trying(consulted, mixed):
                if heard.may_go_by(each.slug):
                    self._try(each, form, before, taken, script, fair and not mixed)
                else:  # nothing asked for it: it is the same step
                    self._count(each, NO_DIFFERENCE, fair and not mixed)
            if taken.met is not None or table.outcome is not None:
                break
        if fair and not mixed:
            self.fair += 1
            for slug in met:
                self.fair_met[slug] = self.fair_met.get(slug, 0) + 1

    def _listened(self, form: Game[Any]) -> Hearing:
        known = self.listened.get(form)
        if known is None:
            known = Hearing(form)
            if form in self.forms.values():  # those that are mixed are played once
                self.listened[form] = known
        return known

    def _worth_trying(self, consulted: set[str], mixed: bool) -> list[Impact]:
        # A reading that no rule consults is one of the set-up: any step may show it.
        there = [each for each in self.found if each.slug in consulted or each.slug not in self.by_text]
        if mixed:
            there = [each for each in there if not each.difference.visible]
        there = [each for each in there if not each.difference.visible or each.tried < ENOUGH]
        self.rng.shuffle(there)
        there.sort(key=lambda each: (each.matters, each.tried + each.extreme))
        return there[:AT_ONCE]

    def _other(self, each: Impact, form: Game[Any]) -> tuple[Game[Any], Table] | None:
        key = each.slug, each.alternative, form
        if key not in self.others:
            if len(self.others) > 4000:
                self.others.clear()
            other = variant(form, readings={each.slug: each.alternative})
            self.others[key] = None if other is None else (other, other.table())
        return self.others[key]

    def _try(
        self, each: Impact, form: Game[Any], before: tuple[Any, ...], taken: StepTrace, script: Steps, real: bool
    ) -> None:
        found = self._other(each, form)
        if found is None:
            return
        other, table = found
        if same_cards(form, other):
            difference = compared(taken, forked(other, table, before, taken.transcript))
        else:
            difference = other_cards(form, other)
        self._count(each, difference, real)
        self._take(each, difference, form, script)
        if not difference.visible and difference.how > DifferenceKind.NOTHING and not each.difference.visible:
            self._follow(each, form, taken, found, before, script)

    def _count(self, each: Impact, difference: Difference, real: bool) -> None:
        """A step is known under both readings."""
        self.taken += 1
        if real:
            each.tried += 1
            each.differed += difference.how > DifferenceKind.NOTHING
        else:
            each.extreme += 1

    def _take(self, each: Impact, difference: Difference, form: Game[Any], script: Steps) -> None:
        """Keep a difference that is better seen, or as well in fewer steps."""
        at = _position(self.found, each)
        alike = difference.rank == each.difference.rank and difference.how > DifferenceKind.NOTHING
        if difference.rank > each.difference.rank or (alike and len(script) < len(self.shown[at][1])):
            each.difference, self.shown[at] = difference, (form, [list(step) for step in script])

    def _follow(
        self,
        each: Impact,
        form: Game[Any],
        taken: StepTrace,
        found: tuple[Game[Any], Table],
        before: tuple[Any, ...],
        script: Steps,
    ) -> None:
        """Play on from a difference that nobody sees, with the same answers, until somebody does."""
        self.followed[each.slug, each.alternative] += 1
        if self.followed[each.slug, each.alternative] > FOLLOWED:
            return
        other, table = found
        mine, theirs = form.table(), other.table()
        mine.restore(taken.after)
        table.restore(before)
        theirs.restore(forked(other, table, before, taken.transcript).after)
        driver = AtRandom(random.Random(f"{self.asked.seed} {each.slug} {len(script)}"))
        onwards = [list(step) for step in script]
        for _ in range(FURTHER):
            if self.budget.is_spent or any(one.outcome is not None for one in (mine, theirs)):
                return
            one = StepTrace(form, mine, driver)
            two = StepTrace(other, theirs, Script(one.transcript))
            self.taken += 2
            onwards.append(list(one.transcript))
            difference = compared(one, two)
            self._take(each, difference, form, onwards)
            if difference.visible or one.met is not None or two.met is not None:
                return

    def _shorten(self, each: Impact, form: Game[Any], script: Steps, left: int) -> None:
        """The smallest witness: a record under each of the two readings. ``left`` are not shortened, this one too."""
        each.players = form.players
        each.together_with = self._unchosen(form, each.slug)
        each.steps = max(0, len(script) - 1)
        if self.whole.is_spent:
            return
        if each.difference.how >= DifferenceKind.CARDS:
            self._show_deals(each, form)
            return
        # An earlier step can already have come apart in a weaker way: that is then shown.
        seconds = None if self.whole.left is None else self.whole.left / left
        for least in (each.difference.rank, (True, DifferenceKind.ASKED), (False, DifferenceKind.SEEN)):
            search = Divergence(form, {each.slug: each.alternative}, least, seconds)
            if search.meets(form, script) is not None:
                break
        else:
            return
        smallest, script = search.run(script)
        search.again(smallest, script)
        each.difference, each.players = search.difference, smallest.players
        each.together_with = self._unchosen(smallest)
        met = Met(Trouble.READING, each.clauses, str(each.difference))
        other = variant(smallest, readings={each.slug: each.alternative})
        each.witness = recorded(smallest, met, script).witness
        if other is not None:
            each.other_witness = recorded(other, met, search.other_transcripts).witness
        each.steps = max(0, len(script) - 1)

    def _show_deals(self, each: Impact, form: Game[Any]) -> None:
        """A deal under each of the two readings, or under the one that there can be."""
        met = Met(Trouble.READING, each.clauses, str(each.difference))
        other = variant(form, readings={each.slug: each.alternative})
        chosen = variant(form, readings={each.slug: each.instead_of})
        each.steps = 0
        if chosen is not None:
            each.witness = deal_of(chosen, met, self.asked.seed)
        if other is not None:
            each.other_witness = deal_of(other, met, self.asked.seed)

    def _unchosen(self, form: Game[Any], looked_at: str | None = None) -> dict[str, str]:
        """The readings and settings of a form that differ from the chosen ones."""
        chosen = next(iter(self.forms.values()))
        apart = {slug: value for slug, value in form.readings.items() if value != chosen.readings[slug]}
        if looked_at is not None:
            apart.pop(looked_at, None)
        scale = {name: value for name, value in form.settings.items() if value != chosen.settings[name]}
        return apart | {name: value_in_words(value) for name, value in scale.items()}


def _position(found: Sequence[Impact], wanted: Impact) -> int:
    return next(at for at, each in enumerate(found) if each is wanted)
