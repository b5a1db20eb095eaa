"""What a bot is: it is shown a view and asked; it answers.

from referee.bot import Bot

class Careful(Bot):
    def answer(self, view, ask):
        return min(ask.options(), key=lambda option: len(option.cards))

The same file plays in the referee's process and in a jail of its own. There this module is all that is loaded
before the first question, so it imports nothing that takes time: no kernel, no typing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator
    from typing import Any

    from referee.kernel.game import Game
    from referee.kernel.spaces import Random
    from referee.play.imagine import Imagination
    from referee.play.position import Position


class View:
    """The view of a seat. ``data`` is all that it may see, as plain data (its keys: ``referee.kernel.views.view_of``);
    it is made when somebody first looks. ``players`` is the number of players.

    The kernel's own: ``imagination`` is what ``imagine`` and ``admits`` ask.
    """

    __slots__ = ("_data", "_imagination", "_make", "_think")

    def __init__(self, make: Callable[[], dict[str, Any]], think: Callable[[View], Imagination] | None = None) -> None:
        self._make, self._think = make, think
        self._data: dict[str, Any] | None = None
        self._imagination: Imagination | None = None

    @property
    def data(self) -> dict[str, Any]:
        if self._data is None:
            self._data = self._make()
        return self._data

    @property
    def seat(self) -> int:
        """The number of the seat, from 0."""
        return int(self.data["seat"])

    @property
    def players(self) -> int:
        return int(self.data["players"])

    def cards(self, zone: str, seat: int | None = None) -> list[Any]:
        """The cards of a zone (of one's own, if every player has one); [] where they are hidden."""
        return list(self._zone(zone, seat).get("cards", []))

    def size(self, zone: str, seat: int | None = None) -> int | None:
        """The number of cards there; None where it is hidden."""
        found = self._zone(zone, seat)
        return len(found["cards"]) if "cards" in found else found["size"]

    def __getitem__(self, scalar: str) -> Any:
        """A scalar of the table by its name: ``view["total"]``."""
        return self.data["scalars"][scalar]

    def imagine(self, rng: random.Random, tries: int = 600) -> Position:
        """A whole position that agrees with all that the seat knows, with hidden cards and answers at random.

        It is uniform over the hidden cards; nothing is inferred from what others chose. ``CannotImagine``: none was
        found in so many tries.
        """
        return self.imagination.imagine(rng, tries)

    def admits(self, position: Position) -> bool:
        """Whether a position agrees with all that the seat knows."""
        return self.imagination.admits(position)

    @property
    def game(self) -> Game[Any]:
        """The rules of the match with its players, readings and settings; in a jail they are loaded when they are
        first wanted, and those of this package's environments go with them."""
        return self._rules()

    @property
    def imagination(self) -> Imagination:
        if self._imagination is None:
            if self._think is None:
                raise LookupError("this view was made without the rest of the match: nothing can be imagined")
            self._imagination = self._think(self)
        return self._imagination

    def _rules(self) -> Game[Any]:
        raise LookupError("this view was made without its game")

    def _zone(self, zone: str, seat: int | None) -> dict[str, Any]:
        found = self.data["zones"][zone]
        if isinstance(found, list):
            found = found[self.seat if seat is None else seat]
        return dict(found)


class Option:
    """One thing that may be answered."""

    __slots__ = ("_plain", "raw", "space")

    def __init__(self, space: Any, raw: Any) -> None:
        self.space, self.raw = space, raw

    @property
    def plain(self) -> Any:
        """The answer as JSON data; a bot may give this as its answer too."""
        if not hasattr(self, "_plain"):
            self._plain: Any = self.space.plain(self.raw)
        return self._plain

    @property
    def arm(self) -> str | None:
        """The arm of the choice, such as ``take``, where it has several."""
        return self.plain[0] if type(self.raw) is tuple and hasattr(self.space, "arms") else None

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards chosen, of a row of those that the seat sees; () for an answer without cards."""
        told, space = self.plain, self.space
        if type(self.raw) is tuple and hasattr(space, "arms"):
            told, space = told[1] if len(told) == 2 else (), space.arms[self.raw[0]]
        if getattr(space, "of_rows", False) and not hasattr(space, "arms"):  # its answers are places
            names = dict(space.describe()["of"])
            chosen = [names[place] for place in (told if isinstance(told, list) else [told])]
            return tuple([name for name in chosen if name is not None])
        return tuple(told) if isinstance(told, list) and not hasattr(space, "options") else ()

    def __repr__(self) -> str:
        return f"Option({self.plain!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(str(self.plain))


class Ask:
    """A question: the word ``what`` of the rules, asked for the seat ``player``, with its possible answers.

    The kernel's own: ``space``, in a jail one of ``referee.play.described_spaces`` with the same methods.
    """

    __slots__ = ("clock", "player", "space", "what")

    def __init__(self, what: str, player: int, space: Any, clock: dict[str, float] | None = None) -> None:
        self.what, self.player, self.space = what, player, space
        self.clock = clock
        """``move``, the seconds that this answer may take, and ``bank``; None where nobody measures."""

    def count(self) -> int:
        """The number of answers."""
        return self.space.count()  # type: ignore[no-any-return]

    def options(self) -> Iterator[Option]:
        """Every answer in turn."""
        space = self.space
        return (Option(space, raw) for raw in space)

    def sample(self, rng: Random) -> Option:
        """One of them, each equally likely; nothing is listed."""
        return Option(self.space, self.space.sample(rng))

    def read(self, plain: Any) -> Option:
        """The option that plain data stands for; ValueError where it stands for none."""
        return Option(self.space, self.space.read(plain))

    def admits(self, answer: Any) -> bool:
        """Whether an option, or plain data, may be answered."""
        try:
            return self.read(answer.plain if isinstance(answer, Option) else answer) is not None
        except (ValueError, TypeError, LookupError):
            return False

    def describe(self) -> dict[str, Any]:
        """The space as plain data."""
        return self.space.describe()  # type: ignore[no-any-return]


class _Chance:
    """``Bot.rng``: made when it is first asked for, and from then on an attribute of the bot like any other."""

    def __get__(self, bot: Bot | None, of: type[Bot]) -> Any:
        if bot is None:
            return self
        from random import Random

        rng = bot.__dict__["rng"] = Random(bot.seed)
        return rng


class Bot:
    """Subclass it and write ``answer``. ``self.rng`` is the bot's own chance, ``seat`` its seat, from 0.

    The kernel's own: ``seed``.
    """

    seat: int
    seed: bytes | None = None
    """The seed of the bot's own chance in this match."""
    _notes: list[str] | None = None

    if TYPE_CHECKING:
        rng: random.Random
        """The bot's own chance: the same again with the same seed of the match."""
    else:
        rng = _Chance()

    def start(self, info: dict[str, Any]) -> None:
        """A match begins: game, players, seat, readings, settings."""

    def answer(self, view: View, ask: Ask) -> Any:
        """An ``Option``, or plain data that stands for one."""
        raise NotImplementedError

    def event(self, event: list[Any]) -> None:
        """Something happened that this seat may notice. Only called for bots that override it."""

    def end(self, result: dict[str, Any]) -> None:
        """The match is over."""

    def note(self, text: object) -> None:
        """Keep a text for the author beside the answer that is being thought about; no other seat sees it."""
        if self._notes is None:
            self._notes = []
        self._notes.append(str(text)[:1000])
