"""What the rulebook of B-poker promises, or what its author wants to know."""

from referee.games.bpoker.table import Happening, Mark
from referee.kernel import DIAMONDS, Card, Laid
from referee.verify import always, equal, every, free_of, never, offers, possible, under

from ._bpoker_formulas import formula_holds, goes_step_by_step, ladder_stands, lying, turns_round
from ._bpoker_scales import *  # noqa: F403

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


# -- nothing is left over between turns ----------------------------------------------------------------------


@always("BG-7", "BP-3")
def every_card_counts_again_between_turns(t):
    """What a 3 leaves uncounted counts again when the turn is over, on whichever table it lies then."""
    return not any(laid.has(Mark.UNCOUNTED) for row in t.table for laid in row.row)


@never("BP-3", "BP-SET-9D10C", asked="*")
def cards_of_others_are_uncounted(t, choice):
    """A card that does not count lies on the table of a player whose turn is not running."""
    others = [player for player in t.players if player is not t.mover]
    return any(laid.has(Mark.UNCOUNTED) for player in others for laid in t.table[player].row)


@always("BG-8", "BP-SET-AA", "BP-SET-QQ")
def nobody_is_still_to_be_skipped_between_turns(t):
    """A turn that has been given to somebody leaves no skip behind: what two As skip is the turn due next."""
    return not any(t.skip[player] for player in t.players)


@always("BG-7", "BG-8", "BP-10D-CTL", "EN-11")
def nothing_given_or_controlled_is_left_between_turns(t):
    """Between turns nobody controls anybody, and no turn that an effect has given is still to come."""
    # A hand that is won in a turn under the ban of f_poker ends that turn where it is; the next hand lifts the ban.
    barred = t.barred_now and t.winner not in t.players
    return not t.control and t.coming not in t.players and not t.given_by_f_poker and not barred


@always("BG-7", "EN-4", "EN-7", "BP-10H", "BP-1B",
        refuted_under={"pending-off-turn": ["own-turn"], "pending-beyond-maximum": ["wait"],
                       "turn-end-pending": ["kept"]})  # fmt: skip
def nothing_is_left_to_be_played_between_turns(t):
    """Cards-to-be-played are played before the turn is over, those of the others too."""
    return all(not t.pending[player].row for player in t.players)


DECIDED_BY_CONTROL = ("play", "swap with", "shaft", "shaft onto", "force a card onto", "force", "to be played first")


@never("BP-10D-CTL", "EN-11", asked="*")
def a_controller_decides_more_than_what_is_played_and_where(t, choice):
    """Somebody in control answers for another player what is about neither which cards he plays nor where."""
    return choice.decider is not choice.player and choice.ask not in DECIDED_BY_CONTROL


# -- fees (BG-14) --------------------------------------------------------------------------------------------


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


@always("BG-12", "BP-WILD", readings={"five-of-a-kind": "highest", "table-joker": "rank-one"}, scaled=False)
def poker_hands_have_their_order(t):
    """Of any two kinds of hand, and of two of a kind by their ranks, the rulebook's higher one is worth more."""
    return ladder_stands(t.game)


# -- turns (BG-7, BG-8) --------------------------------------------------------------------------------------


@always("BG-7", "BG-8", "BP-A", "BP-SET-AA", "BP-SET-QQ")
def there_is_always_a_next_player(t):
    """While play goes on the next turn belongs to somebody who is in the hand and in the match."""
    return t.outcome is not None or not (t.out[t.mover] or t.gone[t.mover])


@never("BG-8", "BP-A", "BP-SET-AA")
def the_next_player_is_banned(t):
    """A turn begins under a ban."""
    return t.outcome is None and t.ban[t.mover].value != "none"


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


@free_of("arithmetic", "BG-14", "BP-6-RING")
def all_arithmetic_is_sound(t):
    """No division by nothing, and no number out of range."""


@always("BG-9")
def the_correct_number_is_never_negative(t):
    """However many 4♣ lie on a table, its owner's view has a correct number of 0 at least."""
    if t.game.readings["viewing-floor"] == "no-floor":
        return True
    return every(t, (t.quantity("viewing", player, t.game.viewing) >= 0 for player in t.players))


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
    return choice.ask == "forced" and offers(choice, "tunnel")


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


@always("BP-SET-3C3C", "BP-3C")
def two_threes_of_clubs_leave_no_hand(t):
    """Whoever has the tile of two 3♣ has no declared hand, although his other 3♣ must be in it: the one goes first."""
    tiles = [player for player in t.players if t.game.in_effect(t, player, ("3c 3c",))]
    return all(not t.game.declared(t, player) for player in tiles)


@never("BP-NOEFF", "BP-TILE", "BP-J", refuted_under={"noeffect-tile": ["stays-tiled"]})
def a_tile_lies_sideways(t):
    """A tile is without effect. It breaks instead, so that a tile that acts as a J is never a J without effect, and
    has no use of the second clause of the J."""
    return any(laid.link and laid.has(Mark.NO_EFFECT) for row in t.table for laid in row.row)


@possible("BP-1h", "BP-WILD", "BP-TILE", players=[2])
def a_wild_is_part_of_a_tile(t):
    """A wild is part of a tile, as the 1♥ says: a 5 was followed by what acts as a 3 or an 8."""
    return any(laid.link and laid.has(Mark.WILD) for row in t.table for laid in row.row)


@possible("BP-1h", "BP-WILD", "BP-NOEFF", players=[2])
def a_wild_lies_sideways(t):
    """A wild is without effect, as the 1♥ says."""
    return any(laid.has(Mark.NO_EFFECT) and laid.has(Mark.WILD) for row in t.table for laid in row.row)


@possible("BP-KH", "BG-14", "BP-J-FEE")
def a_king_of_hearts_would_cost_more_than_there_is(t):
    """By his Js somebody would owe more cards for a K♥ than he has on his table."""
    game = t.game
    return any(0 < len(game.reachable(t, player, no_effect=False)) < game.fee(t, player, 1) for player in t.players)


@equal("BP-QD", "BP-QH", "BP-QC", "BP-QS", "BP-SET-QQ", players=[2])
def both_neighbours_are_one_of_two(t):
    """Between two players the next one and the one before are the same: a Q♥ does what a Q♦ does, a Q♠ what a Q♣ does,
    and the direction of play says nothing about whose turn is next."""
    both = [(t.next(player), t.everyone_from(player)[-1]) for player in t.players]
    return [one for one, _ in both], [other for _, other in both]


@possible("BG-15", asked="cannibalize", players=[6], settings={"packs": 1})
def a_stash_is_too_small_for_a_fee(t, choice):
    """Somebody owes more than his stash holds, and has to give cards of his table."""
    return True


@possible("BP-5", players=[2])
def a_five_lies_alone(t):
    """A 5 lies on a table by itself, with nothing that follows it."""
    alone = (group[0] for row in t.table for group in row.groups() if len(group) == 1)
    return any(t.deck.cards[laid.kind].rank == "5" and not laid.marks for laid in alone)
