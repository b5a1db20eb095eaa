"""The trusted core: cards, tables, requests, clauses, effects, games. Rule authors import from here."""

from referee.kernel.cards import (
    CLUBS,
    DIAMONDS,
    FRENCH_RANKS,
    FRENCH_SUITS,
    HEARTS,
    NO_SUIT,
    SPADES,
    Card,
    Deck,
    Kinds,
    Suit,
    Values,
)
from referee.kernel.clauses import Reading, clause, equal_cards, made_of
from referee.kernel.driving import run, run_deal, run_step
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
from referee.kernel.game import Game
from referee.kernel.grids import Cell, Grid, grid
from referee.kernel.numbers import Number
from referee.kernel.outcome import Outcome
from referee.kernel.parameters import Parameter
from referee.kernel.piles import OneOfPiles
from referee.kernel.places import End, Laid, Place, Row, row, rows, zone, zones
from referee.kernel.players import (
    NO_PLAYER,
    Audience,
    Direction,
    Option,
    Player,
    everybody,
    nobody,
    others,
    owner,
    team,
)
from referee.kernel.requests import Choice
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.rule_types import Amount, AnyAmount, AnyTruth, Pile, Rule, Truth
from referee.kernel.scalars import amount, amounts, flag, value, values
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import NOTHING, Arms, OneOf, Space
from referee.kernel.table import Table

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "FRENCH_RANKS",
    "FRENCH_SUITS",
    "HEARTS",
    "LAYERS",
    "NOTHING",
    "NO_PLAYER",
    "NO_SUIT",
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
    "Cell",
    "Choice",
    "Deck",
    "Direction",
    "Effect",
    "End",
    "EqualValue",
    "Event",
    "Game",
    "Grid",
    "IllegalAnswer",
    "Kinds",
    "Laid",
    "Layer",
    "MissingCase",
    "Number",
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
    "grid",
    "made_of",
    "modifier",
    "nobody",
    "others",
    "owner",
    "row",
    "rows",
    "run",
    "run_deal",
    "run_step",
    "team",
    "value",
    "values",
    "zone",
    "zones",
]
