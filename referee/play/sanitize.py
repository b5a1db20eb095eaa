"""Texts that somebody else wrote, made harmless: on a terminal they move no cursor and hide nothing."""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
"""Characters that count as printed and show nothing."""
_COMPUTED = re.compile(r"(^|[;,])([\s'\"]*)(?=[=+\-@＝＋－＠])")


def harmless(text: str, keep: str = "") -> str:
    """The text with everything that is not seen, control characters and turned writing, as escapes.

    The characters of ``keep`` stay as they are, and blanks of every width.
    """
    if text.isprintable() and not _UNSEEN.search(text):
        return text
    return "".join([each if _is_seen(each) or each in keep else _escaped(each) for each in text])


def in_a_cell(text: str) -> str:
    """The text for a cell of a spreadsheet, which computes what begins like a formula.

    So may begin what is behind a separator: programs disagree which of them it is.
    """
    return _COMPUTED.sub(r"\1'\2", harmless(text))


def _is_seen(character: str) -> bool:
    if character.isprintable():
        return not _UNSEEN.match(character)
    return unicodedata.category(character) == "Zs"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes, as tabulate counts them: wide characters two, marks none."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth, wcwidth  # most texts need it not, nor do bots

    columns = wcswidth(text)
    return columns if columns >= 0 else sum([max(0, wcwidth(each)) for each in text])


def cut(text: str, columns: int, mark: str = "…") -> str:
    """The text in so many columns; where some of it is left out, the mark stands last."""
    if columns_of(text) <= columns:
        return text
    while columns_of(text) > columns - columns_of(mark):
        text = text[:-1]
    return text + mark
