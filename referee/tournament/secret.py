"""The secret of a tournament: it says of itself that it was drawn, and for which definition.

What is committed to before the first match is thereby the definition too, and that chance is secret. A secret that
came from a seed cannot say so: whoever has the results could make the whole of them again, for any definition.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from referee.record.tape import SECRET_BYTES, secret_of_seed

MARK = b"referee\x03"
"""How a secret begins that was drawn; a hash does once in 2**64."""
BOUND = 16
"""Bytes that stand for the definition."""


def drawn_secret(about: Mapping[str, Any]) -> bytes:
    """A new one. ``about`` is what results keep of the definition."""
    return MARK + _digest(about) + secrets.token_bytes(SECRET_BYTES)


def of_another_label(secret: bytes, seed: str | None) -> bool:
    """Whether a secret is not what it is said to be: of that seed, or with None drawn."""
    return secret != secret_of_seed(seed) if seed is not None else not secret.startswith(MARK)


def of_another_definition(secret: bytes, about: Mapping[str, Any]) -> bool:
    """Whether a secret that was drawn was drawn for something else."""
    return secret[len(MARK) : len(MARK) + BOUND] != _digest(about)


def _digest(about: Mapping[str, Any]) -> bytes:
    """A digest of the definition without the number of a ladder's blocks, which may be raised."""
    fixed = dict(about)
    if about["format"]["kind"] == "ladder":
        fixed["format"] = {key: value for key, value in about["format"].items() if key != "blocks"}
    return hashlib.sha256(b"referee definition\0" + msgspec.json.encode(fixed, order="sorted")).digest()[:BOUND]
