"""Card-game rules written once: played, fuzzed, explored and proved from one source.

Importing this package loads none of its layers: each public name is loaded when first used.
"""

from importlib import import_module

__version__ = "0.31.0"

_LAZY: dict[str, str] = {
    **dict.fromkeys(("check_game", "load_record", "play_match", "run_tournament"), "referee.report.python"),
    "study_game": "referee.report.python_study",
}
"""Public name -> the module that defines it."""

__all__ = [*_LAZY]


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
