"""Games for programs that learn, search or solve: ``Env`` plays a match one answer at a time.

Importing this package loads none of it: a policy in a jail has its numbers for answers alone, without the tables.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.env.actions import TooMany
    from referee.env.env import Env
    from referee.env.vector import VecEnv

__all__ = ["Env", "TooMany", "VecEnv"]

_WHERE = {"Env": "referee.env.env", "TooMany": "referee.env.actions", "VecEnv": "referee.env.vector"}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
