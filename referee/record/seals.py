"""Seals on what is kept: only what this user's own referee wrote is believed when it is read again.

The key lies in the user's own state folder (``XDG_STATE_HOME``), and never in a project.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path
from typing import Any

SIZE = 32


def sealed(name: str, content: Any) -> str:
    """A text to be written under a name; OSError where there is no place for a key."""
    text = json.dumps(content, sort_keys=True)
    return json.dumps({"seal": _seal(_key(), name, text), "kept": text})


def unsealed(name: str, text: bytes) -> Any:
    """The text that was sealed under that name. ValueError: it was sealed elsewhere, or has been changed."""
    kept = json.loads(text)
    if not isinstance(kept, dict) or not isinstance(kept.get("kept"), str) or not isinstance(kept.get("seal"), str):
        raise ValueError("it is not sealed")
    seal = _seal(_key(), name, kept["kept"])
    if not hmac.compare_digest(seal.encode(), kept["seal"].encode("utf-8", "surrogatepass")):
        raise ValueError("it was made on another machine, or changed")
    return json.loads(kept["kept"])


def _seal(key: bytes, name: str, text: str) -> str:
    return hmac.new(key, f"{name}\0{text}".encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _key() -> bytes:
    """The user's own, made where there is none yet."""
    state = os.environ.get("XDG_STATE_HOME", "")
    folder = (Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state") / "referee"
    path = folder / "key"
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = folder / f"key.{os.getpid()}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(SIZE))
        try:
            os.link(made, path)  # whoever comes first has made it
        except FileExistsError:
            pass
        finally:
            made.unlink()
        key = path.read_bytes()
    if len(key) != SIZE:
        raise PermissionError(f"{path} is no key: remove it")
    return key
