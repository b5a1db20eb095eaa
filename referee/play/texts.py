"""Texts that bots wrote, made harmless: on a terminal they must move no cursor and hide nothing."""

from __future__ import annotations


def harmless(text: str, keep: str = "") -> str:
    """The text with everything that is not printed, control characters and turned writing, as escapes.

    The characters of ``keep`` stay as they are.
    """
    if text.isprintable():
        return text
    return "".join([each if each.isprintable() or each in keep else _escaped(each) for each in text])


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
