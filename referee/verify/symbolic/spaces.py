"""The spaces of answers with terms: whether there is an answer, and any that there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.kernel.numbers import Number
from referee.kernel.piles import OneOfPiles
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf
from referee.meaning.types import INT, NONE_TYPE, PILE, Map, Maybe, Record, Seq, Type, Union
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Carried
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed

if TYPE_CHECKING:
    from referee.verify.symbolic.piles import Pile


class Spaces(Carried):
    """A part of ``Operations``."""

    def some_of(self, cards: Pile, number: Term | None = None) -> Pile:
        raise NotImplementedError

    def asked(self, space: Any, kind: Type, wanted: Type, word: Any) -> Any:
        """Any answer of a space. Obligation: there is one."""
        self.require(self.exists(space, kind), "NO_OPTION", str(word or ""))
        if self.paths.argument is not None:
            self.paths.argument.answered(len(self.paths.frames), str(word or ""))
        answer, own = self.answer(space, kind, wanted)
        return answer if own is wanted else self.converted(answer, own, wanted)

    def exists(self, space: Any, kind: Type) -> Term:
        """Whether a space has an answer."""
        if isinstance(kind, Union):
            return self.exists(space.value, kind.of[space.tag])
        if isinstance(kind, Maybe):
            self.require(space.has, "RAISED", "no space of answers")
            return self.exists(space.value, kind.of)
        assert isinstance(kind, Record), kind
        maker, parts = kind.maker, space
        if maker is Nothing:
            return True
        if maker is OneOf:
            return bool(_listed(parts[0]))
        if maker is OneOfPiles:
            return bool(_listed(parts[1]))
        if maker is OneCard:
            return terms.no(self._pile(parts[1], kind.types[1]).is_empty())
        if maker is Selection:
            cards, (least, most) = self._pile(parts[1], kind.types[1]), self._numbers(parts[2:], kind.types[2:])
            return terms.both([terms.most(0, most), terms.most(least, most), terms.most(least, cards.size())])
        if maker is EqualValue:
            return terms.either([some for _, some, _ in self._groups(space, kind)])
        if maker is Number:
            least, most = self._numbers(parts, kind.types)
            left_out = self._left_out(least, most, parts[2], kind.types[2])
            return terms.less(terms.number(left_out), terms.add(terms.sub(most, least), 1))
        if maker is Arms:
            return terms.either([self._open(each) for each in self.arms(space, kind)])
        raise NotFollowed(f"a choice of {getattr(maker, '__name__', maker)}")

    def answer(self, space: Any, kind: Type, wanted: Type) -> tuple[Any, Type]:
        """Any answer of a space that has one, and its type."""
        if isinstance(kind, Union):
            return self.answer(space.value, kind.of[space.tag], wanted)
        if isinstance(kind, Maybe):
            return self.answer(space.value, kind.of, wanted)
        assert isinstance(kind, Record), kind
        maker, parts = kind.maker, space
        if maker is Nothing:
            return 0, NONE_TYPE
        if maker in (OneOf, OneOfPiles):
            own = kind.types[0 if maker is OneOf else 1]
            things = _listed(parts[0 if maker is OneOf else 1])
            at = self.paths.one_of([(at, True) for at in range(len(things))])
            self.answered("option", at)
            return things[at], own.item if isinstance(own, Seq) else own.types[at]  # type: ignore[attr-defined]
        if maker in (OneCard, Selection):
            given = self._pile(parts[1], kind.types[1])
            least, most = (1, 1) if maker is OneCard else self._numbers(parts[2:], kind.types[2:])
            cards = self.some_of(given, least if terms.equal(least, most) is True else None)
            self.paths.assume(terms.both([terms.most(least, cards.size()), terms.most(cards.size(), most)]))
            self.answered("cards", cards)
            return cards, PILE
        if maker is EqualValue:
            cards = self.some_of(self._pile(parts[1], kind.types[1]))
            ways = []
            for group, _, above in self._groups(space, kind):
                value, kinds = group
                number = cards.count(kinds.mask)
                worth = value if value < 0 else terms.mul(value, number)
                rest = terms.sub(cards.size(), number)
                ways.append(terms.both([terms.less(0, number), terms.equal(rest, 0), terms.less(above, worth)]))
            self.paths.assume(terms.either(ways))
            self.answered("cards", cards)
            return cards, PILE
        if maker is Number:
            found, (least, most) = self.paths.fresh("number"), self._numbers(parts, kind.types)
            self.paths.assume(terms.both([terms.most(least, found), terms.most(found, most)]))
            self.paths.assume(terms.no(self._left_out(found, found, parts[2], kind.types[2])))
            self.answered("number", found)
            return found, INT
        if maker is Arms:
            return self._armed(space, kind, wanted)
        raise NotFollowed(f"a choice of {getattr(maker, '__name__', maker)}")

    def _armed(self, space: Any, kind: Record, wanted: Type) -> tuple[Any, Type]:
        own = self.arms(space, kind)
        options = [(at, self._open(each)) for at, each in enumerate(own)]
        key, _, inner, of = own[self.paths.one_of(options)]
        self.answered("arm", key)
        if isinstance(wanted, Union):
            raise NotFollowed("arms whose answers are of several types")
        assert isinstance(wanted, Record), wanted
        answer, answer_type = self.answer(inner, of, wanted.types[1])
        return (key, self.converted(answer, answer_type, wanted.types[1])), wanted

    def _open(self, arm: tuple[Any, Term, Any, Type]) -> Term:
        _, there, space, kind = arm
        return False if there is False else terms.both([there, self.exists(space, kind)])

    def arms(self, space: Any, kind: Record) -> list[tuple[Any, Term, Any, Type]]:
        """Each arm of a choice: its key, whether it is there, its space, and the type of that."""
        (held,), own = space, kind.types[0]
        if isinstance(own, Union):
            held, own = held.value, own.of[held.tag]
        if isinstance(own, Map):
            return [(key, True, each, own.value) for key, each in zip(held.keys, held.values, strict=True)]
        assert isinstance(own, Record)
        parts = zip(own.names, held, own.types, strict=True)
        return [(self._atom(key), each[0], each[1], of.types[1]) for key, each, of in parts]  # type: ignore[attr-defined]

    def _atom(self, thing: Any) -> int:
        """The number of a word or a member of an enum."""
        for number, each in enumerate(self.machine.program.atoms):
            if each is thing or (type(each) is type(thing) and each == thing):
                return number
        raise NotFollowed(f"the arm {thing!r}")

    def _pile(self, cards: Any, kind: Type) -> Pile:
        return cards if kind is PILE else self.converted(cards, kind, PILE)  # type: ignore[no-any-return]

    def _numbers(self, bounds: Sequence[Any], kinds: Sequence[Type]) -> list[Term]:
        """The least and the most."""
        return [self.converted(bound, kind, INT) for bound, kind in zip(bounds[:2], kinds[:2], strict=True)]

    def _groups(self, space: Any, kind: Record) -> list[tuple[Any, Term, Term]]:
        """Each group of a space of cards of equal value, whether there are enough of it, and what they must be
        above."""
        values = self.machine.program.atoms[self.paths.value(space[0])]
        cards, above = self._pile(space[1], kind.types[1]), self.converted(space[2], kind.types[2], INT)
        found = []
        for group in values.groups:
            value, kinds = group
            number = cards.count(kinds.mask)
            worth = value if value < 0 else terms.mul(value, number)
            found.append((group, terms.both([terms.less(0, number), terms.less(above, worth)]), above))
        return found

    def _left_out(self, least: Term, most: Term, but: Any, kind: Type) -> Term:
        but = self.converted(but, kind, Maybe(INT))
        if but.has is False:
            return False
        return terms.both([but.has, terms.most(least, but.value), terms.most(but.value, most)])


def _listed(options: Any) -> list[Any]:
    return list(options) if isinstance(options, tuple) else options.items
