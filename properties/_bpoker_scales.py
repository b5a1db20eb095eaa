"""What B-poker comes to where few cards meet often: packs of a few ranks and suits, larger hands and tables."""

from referee.kernel import CLUBS, Direction
from referee.verify import endless, free_of, never, possible

from ._bpoker_formulas import lying

# -- turns, questions without a rule -----------------------------------------------------------------------

ACES = {"ranks": ("A",), "jokers": 0}


@never("BG-8", "BP-A", "BP-SET-AA", players=[2], settings=ACES, only_there=True,
       refuted_under={"ace-ban": ["every-turn"], "double-ace-next-player": ["strict"]})  # fmt: skip
def everybody_is_barred_from_the_turn(t):
    """Nobody may have the turn any more: taken by its words, the ban of the As bars everybody for ever."""
    return t.given_up and all(t.ban[player].value == "every turn" for player in t.players if not t.out[player])


@possible("BG-7", "EN-15", players=[2], settings=ACES, only_there=True)
def nobody_has_a_card_left_to_play(t):
    """Nobody has won, and nobody has a card left to play: the hand can only be given up."""
    return t.given_up and not any(t.ban[player].value == "every turn" for player in t.players)


SEVENS = {"ranks": ("7", "A"), "jokers": 4}


@free_of("missing case", "BP-SET-JO7", "FP-1", players=[2], settings=SEVENS, only_there=True,
         refuted_under={"fpoker-game": ["undefined"]})  # fmt: skip
def f_poker_can_be_played(t):
    """Two jokers and a 7 begin a game of which there is a rule."""


CONTROL = {"ranks": ("6", "10"), "suits": ("diamonds",), "jokers": 0, "viewing": 2}


@free_of("missing case", "BP-10D-CTL", "EN-11", players=[2], settings=CONTROL, only_there=True,
         refuted_under={"control-empty-view": ["undefined"]})  # fmt: skip
def a_controlled_player_plays_something(t):
    """Whoever controls a player whose view is empty has a rule to follow."""


FULL = {
    "ranks": ("3", "4", "5", "6"),
    "suits": ("spades", "clubs"),
    "jokers": 0,
    "maximum": 12,
    "viewing": 5,
    "packs": 6,
}


@free_of("missing case", "BP-3C", players=[2], settings=FULL, only_there=True,
         refuted_under={"full-hand-three-of-clubs": ["undefined"]})  # fmt: skip
def a_three_of_clubs_is_added_to_a_full_hand(t):
    """Whoever plays a 3♣ with five declared cards has a rule to follow."""


# -- single clauses -----------------------------------------------------------------------------------------

FOURS = {"ranks": ("4", "6"), "suits": ("clubs",), "packs": 6, "jokers": 0, "viewing": 3, "maximum": 12}


@possible("BG-9", "BP-4C", players=[2], readings={"viewing-floor": "no-floor"}, settings=FOURS)
def a_view_is_to_have_fewer_cards_than_none(t):
    """Without a floor a fourth 4♣ on a table, forced there by a 6, makes the correct number of a view of three -1."""
    return any(t.quantity("viewing", player, t.game.viewing) < 0 for player in t.players)


@possible("BP-3", "BP-NOEFF", "BP-TILE", players=[2])
def a_three_lies_face_up(t):
    """A 3 of hearts, spades or diamonds lies face up and in effect as a turn begins: its second clause is alive."""
    for player in t.players:
        row = t.table[player]
        if any(row.face(laid).rank == "3" and row.face(laid).suit is not CLUBS for laid in lying(t, player)):
            return True
    return False


THREES = {"ranks": ("3", "7", "9", "A"), "jokers": 0}


@never("BP-3", players=[2], settings=THREES)
def a_three_just_played_lies_face_up(t):
    """A 3 of hearts, spades or diamonds that was played by itself lies face up as a turn begins. It has become wild,
    so that its second clause never applies to it: looked at where no J, 5, 10♦, 2 or Q can take it another way."""
    ranks = t.game.settings["ranks"]
    return tuple(ranks) == THREES["ranks"] and a_three_lies_face_up(t)


ONES = {"ranks": ("3", "5"), "jokers": 4, "packs": 2, "hands": 1}


@possible("BP-1c", "BP-SET-55X", players=[2], settings=ONES, only_there=True)
def a_joker_acts_as_one_of_clubs(t):
    """A joker behind two 5♣ is a 1♣."""
    return acts(t, "1c")


@possible("BP-1d", "BP-SET-55X", players=[2], settings=ONES, only_there=True)
def a_joker_acts_as_one_of_diamonds(t):
    """A joker behind two 5♦ is a 1♦: that takes two packs."""
    return acts(t, "1d")


@possible("BP-1h", "BP-SET-55X", players=[2], settings=ONES, only_there=True)
def a_joker_acts_as_one_of_hearts(t):
    """A joker behind two 5♥ is a 1♥: that takes two packs."""
    return acts(t, "1h")


@possible("BP-1s", "BP-SET-55X", players=[2], settings=ONES, only_there=True)
def a_joker_acts_as_one_of_spades(t):
    """A joker behind two 5♠ is a 1♠."""
    return acts(t, "1s")


def acts(t, word):
    return any(t.game.in_effect(t, player, (word,)) for player in t.players)


@never("FP-4", "BP-SET-JO7", players=[2], settings=SEVENS, only_there=True)
def f_poker_turns_the_direction(t):
    """After f_poker play goes the other way. It never does: copying the direction of f_poker back changes nothing."""
    few = tuple(t.game.settings["ranks"]) == SEVENS["ranks"]  # nothing else can turn it there
    return few and t.direction is not Direction.LEFT


SIXES = {"ranks": ("6",), "jokers": 0, "packs": 6, "viewing": 4, "maximum": 12}


@possible("BP-6-RING", asked="*", players=[3], settings=SIXES, only_there=True)
def the_ring_closes(t, choice):
    """Every player has handed the Shaft on: the pot is divided, and its piles are not alike in size."""
    return choice.ask == "take a pile of"


# -- play without end ----------------------------------------------------------------------------------------
# Packs of a few ranks and suits, in which the cards meet. Control alone is not endless: each one uses up a card.

FEW = {"jokers": 0, "viewing": 1, "hands": 1, "maximum": 12}
INCLUDED = {"three-fours-themselves": "included"}


@endless(
    "BP-SET-4D3", players=[2], readings=INCLUDED,
    settings={"ranks": ("4",), "suits": ("diamonds", "clubs"), "packs": 6, "jokers": 0, "viewing": 3, "hands": 1},
)  # fmt: skip
def three_fours_of_diamonds_again_and_again(t):
    """Three 4♦ that go back with the rest (`three-fours-themselves = included`) can be played for ever."""


@endless("BP-10S", players=[2], settings={**FEW, "ranks": ("10",), "suits": ("spades",), "packs": 6})
def tens_of_spades_force_each_other(t):
    """Three 10♠ on two tables force each other for ever."""


@endless(
    "BP-10S", "BP-QC", players=[2], settings={**FEW, "ranks": ("10", "Q"), "suits": ("spades", "clubs"), "packs": 2}
)
def a_ten_of_spades_and_a_queen_of_clubs(t):
    """A 10♠ forces a Q♣ on a player, who passes it back with the 10♠, for ever."""


@endless("BP-2H", "BP-QS", players=[2], settings={**FEW, "ranks": ("2", "Q"), "suits": ("hearts", "spades")})
def a_two_of_hearts_and_a_queen_of_spades(t):
    """Between two players a 2♥ takes the Q♠ that passes the 2♥ back, for ever."""


@endless(
    "BP-2H", "BP-QC", players=[3], tops=("2h 2c 2h", "Qc 2h", "Qc 2c"),
    settings={**FEW, "ante": 0, "ranks": ("2", "Q"), "suits": ("hearts", "clubs"), "packs": 6},
)  # fmt: skip
def a_two_of_hearts_and_a_queen_of_clubs(t):
    """Between three players a 2♥ and a Q♣ go round for ever."""


# Over whole turns: nobody plays anything any more.


@endless("BG-7", "BG-12", players=[2], settings={"hands": 1}, only_there=True, whole_turns=True)
def full_tables_end_turn_after_turn(t):
    """Two players with full tables, of whose hands none is higher, end turn after turn, and nobody ever wins."""


BANS = {"ranks": ("10", "2", "3", "4"), "suits": ("diamonds",), "jokers": 0, "packs": 6, "viewing": 6, "maximum": 5,
        "hands": 1}  # fmt: skip


@endless("BP-SET-10DX", "BG-7", players=[2], settings=BANS, only_there=True, whole_turns=True)
def a_table_full_of_tens_of_diamonds_stays_full(t):
    """A table full of 10♦ tiles is not made smaller by scrapping: its owner plays no card any more, turn after turn."""
    return any(t.game.is_full(t, player) and not t.game.scrappable(t, player) for player in t.players)


# Two players in control of each other decide for each other. That comes to an end: every control takes a card of a
# view, and no card comes to a view before the play is over.
TENS = {"jokers": 0, "hands": 1, "ranks": ("6", "10"), "suits": ("diamonds",), "packs": 6, "viewing": 4}


@possible("BP-10D-CTL", "EN-11", "BP-REFL", asked="*", players=[2], settings=TENS)
def two_players_control_each_other(t, choice):
    """A 10♦ that the controlled player reflects gives him control of the one who controls him: each decides for the
    other."""
    if not t.control:
        return False
    one, other = t.players
    return t.decider(one) is other and t.decider(other) is one
