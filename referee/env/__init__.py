"""Games for programs that learn, search or solve: ``Env`` plays a match one answer at a time."""

from referee.env.env import Env, TooMany
from referee.env.vector import VecEnv

__all__ = ["Env", "TooMany", "VecEnv"]
