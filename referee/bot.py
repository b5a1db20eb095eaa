"""The bot author's import: ``from referee.bot import Bot``."""

from referee.play.bot import Ask, Bot, Option, View

__all__ = ["Ask", "Bot", "Option", "View"]
