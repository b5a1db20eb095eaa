"""Steps of play taken again under each alternative of the readings that they consult.

A match that is played under the chosen readings is a match under an alternative, too, as long as every step comes out
the same. The first step that does not is followed for a round of turns, and left: what it met was met by a match that
can be replayed from its deal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.verify.explore.lassos import Round
from referee.verify.explore.step_cycles import Search
from referee.verify.impact.alternative import alternatives_of
from referee.verify.impact.lockstep import same_cards
from referee.verify.methods import Question
from referee.verify.mine.attacking import as_property
from referee.verify.mine.inferring import Mined
from referee.verify.mine.observing import drivers
from referee.verify.play.chance import CardBias
from referee.verify.play.consulted_readings import listen_to, listen_to_game
from referee.verify.play.drivers import AtRandom, Onwards
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import NOTHING_KNOWN, Trial
from referee.verify.properties import Property
from referee.verify.sidesteps.promises import declared_in, meant_in_smaller_games, promises_of
from referee.verify.verdicts import Trouble

MATCHES, MATCHES_AT_SCALE = 20, 12
LONGEST = 40
"""Steps of a match at most."""
ALIKE, ENOUGH = 12, 8
"""Steps of one form that came out alike under an alternative, and times that it showed something in all forms; then
only some are taken again."""
SOME = 8
PAIRS = 3
"""Of each sort of pairs of alternatives that are tried at a step."""
KEPT = 4
"""Matches that are kept of everything that was met: the shortest."""
WAYS = 40
"""Ways through a step in which play that goes round is looked for."""
PAIRS_OF_A_FORM = 30
"""Pairs that are tried in one form: to make a game for each takes time."""
ROUNDS, ROUNDS_AT_SCALE = 8, 2
"""Steps of all forms, and of one, in which it is looked for under one alternative."""

ROUNDS_OF_A_FORM, ROUNDS_OF_ALL = 40, 120
"""Such steps under all alternatives together, of one form and of all at the end."""
LESS_LIKELY = 8
"""Of these, such in which each time that somebody was asked the same again cards lay elsewhere."""

Others = tuple[tuple[str, str], ...]
"""Alternatives that are read together: one, or two."""


class Counting(Onwards):
    """Counts who was asked what, and how many cards lie elsewhere when he is asked it again: ``nearest``, the fewest,
    None where nobody was."""

    def __init__(self, answers: Sequence[Any], rng: random.Random) -> None:
        super().__init__(answers, rng)
        self.asked: Counter[tuple[int, str]] = Counter()
        self.nearest: int | None = None
        self._sizes: dict[tuple[int, str], list[Any]] = {}

    def choose(self, choice: Choice) -> Any:
        about = choice.player.seat, choice.ask
        places = choice.table.places
        sizes: list[Any] = [len(place.row) if place.is_row else place.size for place in places]
        if self.asked[about]:
            moved = sum([abs(one - other) for one, other in zip(self._sizes[about], sizes, strict=True)])
            self.nearest = moved if self.nearest is None else min(self.nearest, moved)
        self.asked[about] += 1
        self._sizes[about] = sizes
        return super().choose(choice)


@dataclass(slots=True)
class Shown:
    """A match that meets something under other readings: ``game`` has these."""

    game: Game[Any]
    script: Steps
    met: Met
    found: Round | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A step as it was read by default: the table before it, the measures there and the steps that lead to it, its
    answers, and the table after it, None where it met trouble."""

    before: tuple[Any, ...]
    measures: Mapping[str, Any]
    script: Steps
    answers: Sequence[Any]
    after: tuple[Any, ...] | None


@dataclass(slots=True)
class Playing:
    """A trial under other readings that looks at these promises, with the readings that are ``consulted`` there."""

    trial: Trial
    promises: Sequence[Property]
    consulted: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Form:
    """One form that is played. ``promises`` are those that nothing has broken yet under the chosen readings."""

    game: Game[Any]
    promises: list[Property]
    consulted: set[str] = field(default_factory=set)
    """The readings that were consulted in the last step."""
    others: dict[Others, Game[Any] | None] = field(default_factory=dict)
    alike: Counter[Others] = field(default_factory=Counter)
    trials: dict[Others, Playing] = field(default_factory=dict)
    asking: dict[Others, list[tuple[tuple[int, int, int], Taken]]] = field(default_factory=dict)
    """Steps in which somebody was asked the same again: with fewest cards elsewhere, the most often, and which of them,
    the likeliest to go round first."""

    def read(self, others: Others) -> Game[Any] | None:
        """The form under other readings, where it has the same cards."""
        if others not in self.others:
            other = variant(self.game, readings=dict(others))
            self.others[others] = other if other is not None and same_cards(self.game, other) else None
        return self.others[others]

    def taken_up(self, others: Others, game: Game[Any], taken: Taken) -> Playing:
        """The form under other readings, on the table before a step, with one trial for all steps."""
        playing = self.trials.get(others)
        if playing is None or playing.promises is not self.promises:
            playing = self.trials[others] = Playing(Trial(game, self.promises), self.promises)
            listen_to(playing.trial.table, playing.consulted.add)
        playing.trial.go_on(taken.before, (dict(taken.measures), *NOTHING_KNOWN[1:]))
        playing.consulted.clear()
        return playing


class Sidesteps:
    """See the module's docstring. ``shown`` has by alternatives what was met under them, with its matches."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.rng = random.Random(f"sidesteps {question.seed} {question.game.players}")
        self.alternatives = alternatives_of(type(question.game), question.game.readings)
        self.shown: dict[Others, dict[Any, list[Shown]]] = {}
        self.times: Counter[Any] = Counter()
        self.known: set[Any] = set()
        """What is met under the chosen readings, too."""
        self.rounds: Counter[Others] = Counter()
        self.tried: Counter[Others] = Counter()
        self.met: Counter[Others] = Counter()
        self.meant: set[str] | None = None
        """The readings that are looked at, none of them with another; others at some steps only. None for all."""
        self.steps = self.new_at = 0
        """Steps that were taken, and those after which an alternative alone first showed anything."""
        self.promised: list[Mined] = []
        """What always holds in the game as it is played, which is the first form."""

    @property
    def since_new(self) -> int:
        return self.steps - self.new_at

    def quiet(self) -> list[str]:
        """The readings of which no alternative has shown anything, the least tried first."""
        tried: Counter[str] = Counter()
        for slug, value in self.alternatives:
            tried[slug] += self.tried[(slug, value),]
        loud = {others[0][0] for others in self.shown if len(others) == 1}
        return sorted(tried.keys() - loud, key=lambda slug: (tried[slug], slug))

    def play(self, game: Game[Any]) -> None:
        """Some matches of one form."""
        promised = promises_of(game, self.question.seed)
        if game.settings == self.question.game.settings:
            self.promised = promised
        meant = [as_property(each) for each in meant_in_smaller_games(promised, self.promised)]
        declared = declared_in(game, self.question.declared)
        names = {each.name for each in declared}
        form = Form(game, [*declared, *[each for each in meant if each.name not in names]])
        listen_to_game(game, form.consulted.add)
        most = MATCHES_AT_SCALE if game.unusual_settings else MATCHES
        everybody = zip(range(max(2, int(most * self.question.effort))), drivers(game, self.rng), strict=False)
        for number, driver in everybody:
            if self.question.budget.is_spent:
                return
            biased = number % 3 == 2
            self._match(form, AtRandom(self.rng, CardBias(game.deck, self.rng)) if biased else driver)
        self.look_for_rounds([form], ROUNDS_OF_A_FORM)
        self.forget_broken(form)

    def forget_broken(self, form: Form) -> None:
        held = {each.name for each in form.promises}
        for met in self.shown.values():
            for key, shown in met.items():
                claimed = shown[0].met.claimed if shown else None
                if claimed is not None:
                    met[key] = [
                        each for each in shown
                        if each.game.settings != form.game.settings or claimed.name in held
                    ]  # fmt: skip

    def _match(self, form: Form, driver: AtRandom) -> None:
        trial = Trial(form.game, form.promises)
        listen_to(trial.table, form.consulted.add)
        script: Steps = []
        apart: set[Others] = set()
        for _ in range(min(LONGEST, form.game.turn_cap) + 1):
            met = self.step(form, trial, driver, script, apart)
            script.append(list(driver.transcript))
            if met is not None or trial.table.outcome is not None:
                return

    def step(
        self, form: Form, trial: Trial, driver: AtRandom | Onwards, script: Steps, apart: set[Others]
    ) -> Met | None:
        """A step, and the same under alternatives; those under which it differs are ``apart`` from then on."""
        before, measures = trial.table.snapshot(), trial.measures
        form.consulted.clear()
        met = trial.advance(driver)
        self.steps += 1
        if met is not None and met.claimed is not None:
            form.promises = [each for each in form.promises if each is not met.claimed]
            return met  # the measures of the others are of no use any more
        after = trial.table.snapshot() if met is None else None
        taken = Taken(before, measures, script, list(driver.transcript), after)
        here = frozenset(form.consulted)
        differing: list[tuple[Others, frozenset[str]]] = []
        for others in self._worth_trying(form, here, apart):
            there = self._differs(form, others, taken)
            if there is not None:
                differing.append((others, there))
        for others in self._pairs(form, here, differing, apart) if self.meant is None else ():
            if self._differs(form, others, taken) is not None:
                apart.add(others)
        apart |= {others for others, _ in differing}
        if met is not None:
            self.known.add(met.same_as)
        return met

    def _worth_trying(self, form: Form, consulted: frozenset[str], apart: set[Others]) -> list[Others]:
        found = [(each,) for each in self.alternatives if each[0] in consulted]
        return [each for each in found if each not in apart and self._is_worth(form, each)]

    def _is_worth(self, form: Form, others: Others) -> bool:
        often = form.alike[others] >= ALIKE or self.met[others] >= ENOUGH
        often = often or not (self.meant is None or any(slug in self.meant for slug, _ in others))
        return not often or self.rng.randrange(SOME) == 0

    def _pairs(
        self, form: Form, consulted: frozenset[str], differing: Sequence[tuple[Others, frozenset[str]]],
        apart: set[Others],
    ) -> list[Others]:  # fmt: skip
        """Alternatives with one that makes this step come out otherwise: first those of readings that only it brings
        up, then those that were tried least."""
        found: list[Others] = []
        for (one, *_), there in self.rng.sample(differing, len(differing)):
            free = [each for each in self.alternatives if each[0] != one[0] and (each,) not in apart]
            new = [each for each in free if each[0] in there - consulted]
            old = [each for each in free if each[0] in consulted]
            both = [tuple(sorted((one, each))) for each in (*new, *old)]
            first, rest = both[: len(new)], both[len(new) :]
            first.sort(key=lambda each: self.tried[each])
            rest.sort(key=lambda each: self.tried[each])
            found += [each for each in (*first[:PAIRS], *rest[:PAIRS]) if self._is_worth(form, each)]
        made = sum(len(each) > 1 for each in form.others)
        return [each for each in found[: 2 * PAIRS] if each in form.others or made < PAIRS_OF_A_FORM]

    def _differs(self, form: Form, others: Others, taken: Taken) -> frozenset[str] | None:
        """The readings that are consulted where a step comes out otherwise under other readings; what it meets there is
        noted. None where it comes out alike."""
        game = form.read(others)
        if game is None:
            return None
        playing = form.taken_up(others, game, taken)
        trial = playing.trial
        driver = Counting(taken.answers, self.rng)
        met = trial.advance(driver)
        self.tried[others] += 1
        self.steps += 1
        if met is None and taken.answers == driver.transcript and trial.table.snapshot() == taken.after:
            form.alike[others] += 1
            return None
        nearest, again, brought_up = driver.nearest, max(driver.asked.values(), default=0), frozenset(playing.consulted)
        onwards = [*taken.script, list(driver.transcript)]
        for _ in range(game.players + 1):
            if met is not None or trial.table.outcome is not None:
                break
            driver.next_step(())
            met = trial.advance(driver)
            self.steps += 1
            onwards.append(list(driver.transcript))
        if met is not None:
            self._note(others, Shown(game, onwards, met))
        if nearest is not None and len(others) == 1:
            asking = form.asking.setdefault(others, [])
            asking.append(((nearest, -again, self.steps), replace(taken, script=list(taken.script))))
            asking.sort(key=lambda each: each[0])
            del asking[ROUNDS_AT_SCALE:]
        return brought_up

    def _note(self, others: Others, shown: Shown) -> None:
        met = shown.met
        # Of promises there are some in each form: one about the same in another form is the same.
        key = met.same_as
        self.times[others, key] += 1
        self.met[others] += 1
        if others not in self.shown and len(others) == 1:
            self.new_at = self.steps
        kept = self.shown.setdefault(others, {}).setdefault(key, [])
        kept.append(shown)
        kept.sort(key=lambda each: (bool(each.game.unusual_settings), len(each.script)))
        del kept[KEPT:]

    def look_for_rounds(self, forms: Sequence[Form], most: int) -> None:
        """In so many steps of these forms, those in which the same was asked with the fewest cards elsewhere, and most
        often: who claims again and again, and has lost nothing, may do so for ever."""
        asking = [(each, others, form) for form in forms for others, all_of in form.asking.items() for each in all_of]
        asking.sort(key=lambda each: each[0][0])
        likely = sum([1 for ((moved, *_), _), _, _ in asking if not moved])
        for (_, taken), others, form in asking[: likely + LESS_LIKELY]:
            if most and self.rounds[others] < ROUNDS and not self.question.budget.is_spent:
                game = form.read(others)
                assert game is not None, others
                self._look_for_round(form, others, game, taken)
                most -= 1

    def _look_for_round(self, form: Form, others: Others, game: Game[Any], taken: Taken) -> None:
        """Whether the step can go round under other readings, and not under those that were chosen."""
        self.rounds[others] += 1
        found = self._round(game, taken)
        if found is None or self._round(form.game, taken) is not None:
            return
        met = Met(Trouble.ENDLESS, found.clauses, found.sentence)
        self._note(others, Shown(game, found.script, met, found))

    def _round(self, game: Game[Any], taken: Taken) -> Round | None:
        asked = replace(self.question, game=game, properties=(), others=(), declared=(), effort=1.0)
        return Search(asked, None, (), WAYS).through(taken.before, taken.script)
