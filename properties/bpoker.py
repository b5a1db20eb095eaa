"""What the rulebook of B-poker promises, or what its author wants to know."""

from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product
from math import prod

from referee.games.bpoker.table import Happening, Mark
from referee.kernel import CLUBS, DIAMONDS, Card, Laid
from referee.verify import always, endless, every, free_of, never, possible, under

RING = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


# -- nothing is lost (BG-2) ----------------------------------------------------------------------------------


def whole_pack(t):
    """Whether the cards of all zones, those in flight included, are the pack."""
    everything = sum([place.pile for place in t.places], start=t.no_cards)
    return t.is_exactly(everything, t.deck.all_kinds, t.deck.whole)


@always("BG-2", "EN-13", asked="*")
def no_card_is_lost_while_something_is_going_on(t, choice):
    """Whenever anybody is asked anything, every card of the pack is somewhere, and only there."""
    return whole_pack(t)


@always("BG-2")
def no_card_is_lost(t):
    """After every turn every card of the pack is somewhere, and only there."""
    return whole_pack(t)


@always("EN-13")
def nothing_is_in_flight_between_turns(t):
    """When a turn is over every card has arrived."""
    return len(t.flight.row) == 0 and t.fpot.size == 0 and all(hand.size == 0 for hand in t.fhand)


# -- fees (BG-14) --------------------------------------------------------------------------------------------


def lying(t, player):
    """The cards of a table that act: not sideways, not wild, of a tile none but the last."""
    row = t.table[player]
    groups = [group[-1] for group in row.groups()]
    return [laid for laid in groups if not any(mark.value in ("no-effect", "wild") for mark in laid.marks)]


@always("BG-14", "BP-8")
def no_fee_is_negative(t):
    """Whatever a fee is of, nobody is owed by paying it."""
    return every(t, (t.game.fee(t, player, 0) >= 0 for player in t.players))


@always("BG-14", "BP-J-FEE", "BP-8", "BP-SET-JJJ")
def a_fee_is_its_base_where_nothing_changes_it(t):
    """Where no J and no 8 lies on any table every fee is what its clause says."""
    ranks = {row.face(laid).rank for row in t.table for laid in row.row}
    if ranks & {"J", "8", "7", "10", "9", "6", "5"}:  # with a 5, a 7 or 6, 9 or 10 may act as 8 or J
        return True
    return every(t, (t.game.fee(t, player, base) == base for player in t.players for base in range(5)))


@always("BG-14", "BP-SET-JJJ")
def a_larger_base_makes_a_larger_fee(t):
    """A fee whose base is 1 higher is higher by the factor of the triple Js, or both are 0."""
    if t.game.readings["fee-clamp"] == "after-discount":
        return True
    factor = t.game.factor_of_triple_jacks(t, t.players[0])
    fees = [(t.game.fee(t, player, 1), t.game.fee(t, player, 2)) for player in t.players]
    return all(more - less == factor or less == 0 for less, more in fees)


@always("BG-14", "BP-J-FEE", "BP-8", "BP-SET-JJJ")
def fees_are_what_the_formula_says(t):
    """Whatever Js, 8s and triple Js a table can hold, fees are max(0, base + Js − 8s), times the factors."""
    return formula_holds(t.game)


def formula_holds(game):
    """Every number of Js and 8s on the payer's table, and every choice of triple Js on his and another's."""
    about = type(game), game.packs, game.readings["fee-clamp"], game.readings["several-triple-jacks"]
    names = [card.name for card in game.deck.cards]
    if any(name not in names for name in ("Jh", "Js", "Jd", "Jc", "8s")):
        return True
    if about not in FORMULA:
        FORMULA[about] = all(game.fee(t, payer, base) == fee for t, payer, base, fee in fees_of_tables(game))
    return FORMULA[about]


FORMULA = {}
"""By what it depends on, whether it holds: it need not be gone through for every match."""


def fees_of_tables(game):
    """A table, who pays there, a base, and what the fee is by the formula."""
    clamp_first = game.readings["fee-clamp"] == "after-discount"
    among = {"multiply": prod, "highest": max, "sum": sum}[game.readings["several-triple-jacks"]]
    t, most = game.table(), 4 * game.packs
    payer, other, *_ = t.players
    tiles = [some for number in range(most // 3 + 1) for some in combinations_with_replacement((2, 3), number)]
    for mine, others in product(tiles, tiles):
        left = most - 3 * len(mine) - 3 * len(others)
        t.table[other].row = tuple(tiles_of(t, others, 1000))
        of_tiles = tuple(tiles_of(t, mine, 2000))
        factor = among([*mine, *others]) if mine or others else 1
        for jacks, clubs in product(range(left + 1), range(min(left, game.packs) + 1)):
            for eights in range(most + 1 if jacks + clubs <= left else 0):
                t.table[payer].row = of_tiles + laid(t, ["Jh"] * jacks + ["Jc"] * clubs + ["8s"] * eights, 3000)
                more = jacks + 2 * clubs
                for base in (1, 4):
                    fee = max(0, base - eights) + more if clamp_first else max(0, base + more - eights)
                    yield t, payer, base, fee * factor


def laid(t, names, first):
    """Cards of those names, one by one. It makes no difference to a fee which J, but a J♣, and which 8 it is."""
    return tuple([Laid(t.deck.index(name), first + place) for place, name in enumerate(names)])


def tiles_of(t, factors, first):
    for number, factor in enumerate(factors, 1):
        for each in laid(t, ["Js", "Js", "Js" if factor == 3 else "Jd"], first + 3 * number):
            yield each._replace(link=number)


# -- ranks (BP-RING) -----------------------------------------------------------------------------------------


@always("BP-RING")
def fourteen_steps_lead_round_the_ring(t):
    """Shifted by fourteen, up or down, every card acts as it does anyhow, whatever suit a joker has."""
    return t.game.readings["below-one"] != "ring" or turns_round(t.game)


@always("BP-RING", refuted_under={"below-one": ["clamp"]})
def neighbours_on_the_ring_differ_by_a_step(t):
    """One step further every card acts as the next rank of the ring, and keeps its suit off the 1."""
    readings = t.game.readings
    no_ring = readings["below-one"] == "no-effect" or readings["joker-after-five"] == "stays-one"
    return no_ring or goes_step_by_step(t.game)


@lru_cache(64)
def turns_round(game):
    shifted = game.shifted
    return all(
        shifted(laid, shift) == shifted(laid, shift + 14) == shifted(laid, shift - 14)
        for laid in every_card(game)
        for shift in every_shift(game)
    )


@lru_cache(64)
def goes_step_by_step(game):
    for laid in every_card(game):
        words = [game.shifted(laid, shift) for shift in every_shift(game)]
        places = [RING.index(word[:-1]) for word in words]
        if any((one + 1) % 14 != other for one, other in pairwise(places)):
            return False
        if len({word[-1] for word in words if word[:-1] != "1"}) != 1:
            return False
    return True


def every_shift(game):
    """No chain has more cards than the pack."""
    return range(-game.deck.total, game.deck.total + 1)


def every_card(game):
    """Every kind as it may lie on a table, for the suit that a joker was given."""
    for kind, card in enumerate(game.deck.cards):
        for marks in ((Mark.AS_CLUBS,), (Mark.AS_SPADES,)) if card.suit is None else ((),):
            yield Laid(kind, 0, marks)


# -- what may be reached (BP-PROT, BP-NOEFF) -----------------------------------------------------------------


@always("BP-PROT", "BP-TILE", "BP-WILD", "BP-10D-MAG", asked="*")
def exactly_wilds_tiles_and_tens_of_diamonds_are_protected(t, choice):
    """A card is protected if it is wild, is part of a tile or is a 10♦, and no other card is."""
    for row in t.table:
        for laid in row.row:
            wild = any(mark.value == "wild" for mark in laid.marks)
            ten = row.face(laid) == Card("10", DIAMONDS)
            if t.game.is_protected(row, laid) != (wild or laid.link > 0 or ten):
                return False
    return True


@always("BP-NOEFF", "BP-TYPES", asked="*")
def no_effect_cards_count_for_nothing(t, choice):
    """A card that lies sideways, or is wild, or is not the last of its tile, has no continuous effect."""
    for player in t.players:
        acting = t.table[player].derive(t.game.effects_of)
        able = {laid.number for laid in lying(t, player)}
        if any(laid.number not in able for cards in acting.values() for laid in cards):
            return False
    return True


@always("BP-NOEFF", "BG-9")
def an_empty_table_changes_no_number(t):
    """With no card in effect on a table, view and table have their base numbers."""
    quiet = [player for player in t.players if not lying(t, player) and t.number_shift[player] == 0]
    return all(
        t.quantity("viewing", player, t.game.viewing) == t.game.viewing
        and t.quantity("maximum", player, t.game.maximum) == t.game.maximum
        for player in quiet
    )


# -- poker hands (BG-12) -------------------------------------------------------------------------------------

LADDER = """
As Ah Ad Ac As = As Ah Ad Ac * = As Ah * * * = * * * * *
Ks Kh Kd Kc Kh = Ks Kh Kd * *
2s 2h 2d 2c 2h
As Ks Qs Js 10s = Ah Kh Qh Jh 10h = Ks Qs Js 10s * = As Ks * * *
Ks Qs Js 10s 9s = 9s Js Qs Ks *
6c 5c 4c 3c 2c
Ah 2h 3h 4h 5h = Ah 2h 3h 4h *
As Ah Ad Ac Ks = As Kh * * *
As Ah Ad Ac Qs
As Ah Ad Ac
Ks Kh Kd Kc As
2s 2h 2d 2c As
As Ah Ad Ks Kh = As Ah Ks Kh *
As Ah Ad 2s 2h
Ks Kh Kd As Ah
2s 2h 2d 3s 3h
As Ks Qs 9s *
As Ks Qs Js 9s = As Qs Ks 9s Js
As Ks Qs Js 8s
Ks Qs Js 10s 8s
7s 5s 4s 3s 2s
As Kh Qd Jc 10s = Ac Kc Qc Jc 10s = As Kh Qd Jc *
Ks Qh Jd 10c 9s
6s 5h 4d 3c 2s = 2s 3h 4d 5c *
As 2h 3d 4c 5s = Jo 2h 3d 4c 5s = Jo 2s 3s 4s 5s = As 2h 3d 4c *
As Ah Ad Kc Qs = As Ah Kc Qs *
As Ah Ad Kc Js
As Ah Ad Kc 2s
As Ah Ad Qc Js
As Ah Ad
Ks Kh Kd Ac Qs
2s 2h 2d 4c 3s
As Ah Ks Kh Qs = Ks Kh As Ah Qd
As Ah Ks Kh Js
As Ah Ks Kh
As Ah Qs Qh Ks
Ks Kh Qs Qh As
3s 3h 2s 2h As
As Ah Kd Qc Js = As Js Qd Ac Kh
As Ah Kd Qc 10s
As Ah Kd Jc 10s
As Ah Kd 3c 2s
As Ah Qd Jc 10s
As Ah
Ks Kh Ad Qc Js
2s 2h 5d 4c 3s
Jo Jo Ad Kc Qs
As Kh Qd Jc 9s
As Kh Qd Jc Jo
As Ks Qs Js
As Kh Qd 3c 2s
As Qh Jd 10c 9s
7s 5h 4d 3c 2s
6s 5h 4d 3c Jo
5s 4s 3s 2s
2s
Jo
"""
"""Hands from the highest on; equal ones stand in one line, and a * is a wild card."""


@always("BG-12", "BP-WILD", readings={"five-of-a-kind": "highest", "table-joker": "rank-one"}, scaled=False)
def poker_hands_have_their_order(t):
    """Of any two kinds of hand, and of two of a kind by their ranks, the rulebook's higher one is worth more."""
    return ladder_stands(t.game)


@lru_cache(64)
def ladder_stands(game):
    names = {card.name for card in game.deck.cards}
    lines = [[hand.split() for hand in line.split(" = ")] for line in LADDER.strip().split("\n")]
    if not {name for line in lines for hand in line for name in hand} - {"*"} <= names:
        return True  # a smaller pack
    worths = [{game.worth_of(held(game, hand)) for hand in line} for line in lines]
    alike = all(len(each) == 1 for each in worths)
    return alike and all(max(low) < min(high) for high, low in pairwise(worths))


def held(game, hand):
    """Cards as they lie on a table."""
    wild = game.deck.index("2c"), (Mark.WILD,)
    kinds = [wild if name == "*" else (game.deck.index(name), ()) for name in hand]
    return tuple([Laid(kind, number, marks) for number, (kind, marks) in enumerate(kinds)])


# -- turns (BG-7, BG-8) --------------------------------------------------------------------------------------


@always("BG-7", "BG-8", "BP-A", "BP-SET-AA", "BP-SET-QQ")
def there_is_always_a_next_player(t):
    """While play goes on the next turn belongs to somebody who is in the hand and in the match."""
    return t.outcome is not None or not (t.out[t.mover] or t.gone[t.mover])


@never("BG-8", "BP-A", "BP-SET-AA")
def the_next_player_is_banned(t):
    """A turn begins under a ban."""
    return t.outcome is None and t.ban[t.mover].value != "none"


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


@free_of("dead end", "BG-7", "BP-5", "BP-6-SHAFT", "BP-KH", "BP-QC")
def every_question_can_be_answered(t):
    """Whoever is asked has an answer."""


@free_of("shortage", "BG-3", "BG-13", "BG-15", "BP-1B", "BP-SET-JO7", "BP-6-RING")
def no_card_is_wanted_that_is_not_there(t):
    """Whenever cards are dealt, drawn, paid or taken, they are there."""


OPEN = ("fee-shortfall", "no-follower", "tunnel-without-target", "shaft-empty-view", "diamond-king-no-card")


@free_of("missing case", "BG-15", "BP-5", "BP-6-TUN", "BP-6-SHAFT", "BP-KD",
         refuted_under={slug: ["undefined"] for slug in OPEN})  # fmt: skip
def there_is_a_rule_for_everything(t):
    """Play never comes to a point for which there is no rule."""


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


FULL = {"ranks": ("3", "4"), "suits": ("spades", "clubs"), "jokers": 0, "maximum": 12, "viewing": 3, "packs": 6}


@free_of("missing case", "BP-3C", players=[2], settings=FULL, only_there=True,
         refuted_under={"full-hand-three-of-clubs": ["undefined"]})  # fmt: skip
def a_three_of_clubs_is_added_to_a_full_hand(t):
    """Whoever plays a 3♣ with five declared cards has a rule to follow."""


@free_of("arithmetic", "BG-14", "BP-6-RING")
def all_arithmetic_is_sound(t):
    """No division by nothing, and no number out of range."""


@always("BG-9")
def the_correct_number_is_never_negative(t):
    """However many 4♣ lie on a table, its owner's view has a correct number of 0 at least."""
    if t.game.readings["viewing-floor"] == "no-floor":
        return True
    return every(t, (t.quantity("viewing", player, t.game.viewing) >= 0 for player in t.players))


FOURS = {"ranks": ("4", "6"), "suits": ("clubs",), "packs": 6, "jokers": 0, "viewing": 3, "maximum": 12}


@possible("BG-9", "BP-4C", players=[2], readings={"viewing-floor": "no-floor"}, settings=FOURS)
def a_view_is_to_have_fewer_cards_than_none(t):
    """Without a floor a fourth 4♣ on a table, forced there by a 6, makes the correct number of a view of three -1."""
    return any(t.quantity("viewing", player, t.game.viewing) < 0 for player in t.players)


@always("BG-12", "BG-10", "BP-SET-666", "BP-SET-3C3C")
def nobody_declares_more_than_five_cards(t):
    """A declared hand has at most five cards, and none of the triple 6."""
    for player in t.players:
        members = t.game.declared(t, player)
        unit = t.game.unit_cards(t, player)
        if len(members) > 5 or any(laid in unit for laid in members):
            return False
    return True


# -- single clauses ------------------------------------------------------------------------------------------


@never(
    "BP-6-TUN",
    asked="*",
    players=[2],
    refuted_under=[under({"tunnel-without-target": value}, players=[2]) for value in ("card-discarded", "undefined")],
)
def two_players_tunnel(t, choice):
    """Between two players somebody may use the Tunnel."""
    return choice.ask == "forced" and "tunnel" in choice.space.options


@never("BP-SET", asked="play", players=[2], settings={"packs": 1})
def one_pack_has_a_set_of_equal_cards(t, choice):
    """With a single pack somebody may play two equal cards (jokers are all equal) as part of a set."""
    if t.game.packs > 1:
        return False
    for way, space in choice.space.arms.items():
        if way in ("card", "stop"):
            continue
        for pile in space:
            names = [name for name in t.deck.names(pile) if name != "Jo"]
            if len(set(names)) < len(names):
                return True
    return False


@never("BP-SET-4D4D", asked="*")
def fours_being_played_are_members(t, choice):
    """Two 4♦ that are played as a set are members of the declared hand: BPK-132 never makes a difference."""
    playing = {laid.number for event in t.stack if event.word == "4d 4d" for laid in event.cards}
    return bool(playing) and any(laid.number in playing for player in t.players for laid in t.game.declared(t, player))


@always("BP-5", "EN-8", refuted_under={"jack-before-five": ["five-alone"]})
def a_waiting_j_meets_a_whole_chain(t):
    """Where a J waits, a 5 gets its follower before the J meets it, if there is one."""
    if not t.jack or t.reading("chain-committed") != "before-answers":
        return True
    for player in t.players:
        fives = [kind for kind in t.deck.unpack(t.view[player].pile) if t.deck.cards[kind].rank == "5"]
        if fives and t.view[player].size > 1:
            playing = t.game.add_followers(t, Happening.PLAY, player, player, (Laid(fives[0], 0),))
            return next(playing, None) is not None  # somebody is asked what follows
    return True


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


@possible("BG-15", asked="cannibalize", players=[6], settings={"packs": 1})
def a_stash_is_too_small_for_a_fee(t, choice):
    """Somebody owes more than his stash holds, and has to give cards of his table."""
    return True


@possible("BP-5", players=[2])
def a_five_lies_alone(t):
    """A 5 lies on a table by itself, with nothing that follows it."""
    alone = (group[0] for row in t.table for group in row.groups() if len(group) == 1)
    return any(t.deck.cards[laid.kind].rank == "5" and not laid.marks for laid in alone)


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
