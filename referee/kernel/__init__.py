"""The trusted core: cards, tables, requests, clauses, effects, games. Rule authors import from here."""

from referee.kernel.cards import (
    CLUBS,
    DIAMONDS,
    FRENCH_RANKS,
    FRENCH_SUITS,
    HEARTS,
    SPADES,
    Card,
    Deck,
    Kinds,
    Suit,
    Values,
)
from referee.kernel.clauses import Reading, clause, equal_cards, made_of
from referee.kernel.effects import LAYERS, PASS, Effect, Layer, Window, WindowKind, effect, modifier
from referee.kernel.errors import (
    BadInput,
    BadRecord,
    Broken,
    IllegalAnswer,
    MissingCase,
    RefereeError,
    RuleFault,
    RuleTextError,
)
from referee.kernel.events import CapMet, Event, Step
from referee.kernel.game import Game, run, run_deal, run_step
from referee.kernel.parameters import Parameter
from referee.kernel.piles import OneOfPiles
from referee.kernel.places import End, Laid, Place, Row, row, rows, zone, zones
from referee.kernel.players import NO_PLAYER, Audience, Direction, Option, Player, everybody, nobody, owner
from referee.kernel.requests import Choice
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.scalars import amount, amounts, flag, value, values
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import NOTHING, Arms, OneOf, Space
from referee.kernel.table import Outcome, Table
from referee.kernel.terms import Amount, AnyAmount, AnyTruth, Pile, Rule, Truth

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "FRENCH_RANKS",
    "FRENCH_SUITS",
    "HEARTS",
    "LAYERS",
    "NOTHING",
    "NO_PLAYER",
    "PASS",
    "SPADES",
    "Amount",
    "AnyAmount",
    "AnyTruth",
    "Arms",
    "Audience",
    "BadInput",
    "BadRecord",
    "Broken",
    "CapMet",
    "Card",
    "Choice",
    "Deck",
    "Direction",
    "Effect",
    "End",
    "EqualValue",
    "Event",
    "Game",
    "IllegalAnswer",
    "Kinds",
    "Laid",
    "Layer",
    "MissingCase",
    "OneCard",
    "OneOf",
    "OneOfPiles",
    "OneOfRow",
    "Option",
    "Outcome",
    "Parameter",
    "Pile",
    "Place",
    "Player",
    "Reading",
    "RefereeError",
    "Row",
    "Rule",
    "RuleFault",
    "RuleTextError",
    "Selection",
    "SomeOfRow",
    "Space",
    "Step",
    "Suit",
    "Table",
    "Truth",
    "Values",
    "Window",
    "WindowKind",
    "amount",
    "amounts",
    "clause",
    "effect",
    "equal_cards",
    "everybody",
    "flag",
    "made_of",
    "modifier",
    "nobody",
    "owner",
    "row",
    "rows",
    "run",
    "run_deal",
    "run_step",
    "value",
    "values",
    "zone",
    "zones",
]
