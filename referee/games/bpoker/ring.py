"""Section 4.2: ranks on the ring; what a card, a chain of 5s or a set acts as."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.bpoker.patterns import DOUBLE_FIVE, set_word
from referee.games.bpoker.table import BLACK, JOKER, NO_WORD, RING, BPokerTable, Mark
from referee.kernel import Event, Game, Laid, clause, equal_cards


class Ring(Game[BPokerTable]):
    """Words: on them effects act. ``5s`` acts as a 5♠, ``1b`` as a 1 of black, ``6 6 6`` is a set."""

    words: tuple[str, ...]
    """By kind: its name, of a joker the word of a 1 of black."""

    @clause("BP-RING", "BP-5")
    def acting(self, group: Sequence[Laid]) -> list[str]:
        """The words as which the cards of a chain act one after the other: red 5s shift down, black ones up."""
        faces = [self.deck.cards[laid.kind] for laid in group]
        words = [self.words[group[0].kind]]
        shift = self.sign(group[0]) if faces[0].rank == "5" else 0
        rest = 1
        if self.is_double_five(group):
            suit = words[0][-1]
            third = "1" if faces[2].rank == JOKER else faces[2].rank
            words += [words[0], third + suit]
            shift, rest = (self.sign(group[0]) if third == "5" else 0), 3
        for laid in group[rest:]:
            word = self.shifted(laid, shift)
            words.append(word)
            if word[:-1] == "5":
                shift += self.sign(laid)
        return words

    def sign(self, laid: Laid) -> int:
        """By its own colour: black one step up, red one down. A joker is black."""
        face = self.deck.cards[laid.kind]
        return 1 if face.rank == JOKER or face.suit in BLACK else -1

    @clause("BP-RING")
    def shifted(self, laid: Laid, shift: int) -> str:
        """The word of a card that is moved along the ring; its suit stays. Landing on 1 is a 1 of its colour."""
        face = self.deck.cards[laid.kind]
        joker = face.rank == JOKER
        step = (0 if joker else RING.index(face.rank)) + shift
        reading = self.readings["below-one"]
        if step < 0 and reading == "no-effect":
            return NO_WORD
        if step < 0 and reading == "clamp":
            step = 0
        rank = RING[step % len(RING)]
        if not joker:
            if rank == "1":
                return "1b" if face.suit in BLACK else "1r"
            return rank + self.words[laid.kind][-1]
        letter = "c" if laid.has(Mark.AS_CLUBS) else "s"
        if self.readings["joker-after-five"] == "stays-one":
            return "1" + letter
        if rank == "1" and self.readings["joker-after-five"] == "shift-only-suit":
            return "1b"
        return rank + letter

    @equal_cards(2, "5")
    @clause("BP-SET-55X", on=[DOUBLE_FIVE])
    def is_double_five(self, group: Sequence[Laid]) -> bool:
        """Two 5s of a suit and a third card, which acts as one of that suit and keeps its face in a poker hand.

        A chain never has two such 5s and more cards.
        """
        if len(group) < 3:
            return False
        return self.words[group[0].kind][:-1] == "5" and group[0].kind == group[1].kind

    def word(self, group: Sequence[Laid]) -> str:
        """The word on which effects act: of a card its name, of a chain its last card's, of a set the set's."""
        if len(group) == 1:
            return self.words[group[0].kind]
        if self.words[group[0].kind][:-1] == "5":
            return self.acting(group)[-1]
        return set_word([self.deck.cards[laid.kind] for laid in group])

    def acts_truly(self, group: Sequence[Laid]) -> bool:
        """Whether a card is played as what its face says."""
        return len(group) == 1

    @clause("BP-5", "BP-SET")
    def is_in_effect(self, event: Event) -> bool:
        """Whether what is played is a card in effect: the last one of a chain, and no set."""
        return len(event.cards) > 1 and " " not in event.word
