"""The bot author's import: ``from referee.bot import Bot``."""

from typing import TYPE_CHECKING, Any

from referee.play.bot import Ask, Bot, Option, View

if TYPE_CHECKING:
    from referee.play.hidden import CannotImagine

__all__ = ["Ask", "Bot", "CannotImagine", "Option", "View"]


def __getattr__(name: str) -> Any:
    # Loaded when it is wanted: a bot in a jail begins without the kernel.
    if name == "CannotImagine":
        from referee.play.hidden import CannotImagine

        return CannotImagine
    raise AttributeError(name)
