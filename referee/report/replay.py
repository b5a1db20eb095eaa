"""The page of one match: ``referee replay FILE --html FILE``."""

from __future__ import annotations

from referee.record.replay import was_left
from referee.report.match import about_game, match_data, rulebook_of
from referee.report.page import page


def replay_page(content: bytes, name: str, seat: int | None = None) -> str:
    """The page as text. With ``seat`` it holds nothing that this seat could not see.

    Errors are those of ``referee.record.replay.replay``: a damaged record has no page.
    """
    game, match = match_data(content, name, seat)
    result = match["result"]
    ranks, payoffs = result["ranks"], result["payoffs"]
    nothing = "open" if was_left(result) else "void"
    seats = [
        {
            "seat": at,
            "name": who,
            "rank": ranks[at] if ranks else nothing,
            "payoff": _plain(payoffs[at]) if payoffs else nothing,
        }
        for at, who in enumerate(match["header"]["seats"])
    ]
    seats.sort(key=lambda each: each["rank"] if ranks else 0)
    cut = match["header"]["chance"] == "chosen" and result["reason"] == "turn-cap"
    ended = "cut, where it has shown what it shows" if cut else result.get("stopped") or result["reason"]
    return page(
        "replay.html", ended=ended, title=f"{game.title}: a match", data={"match": match, "game": about_game(game)},
        game=game, match=match, seats=seats, clauses=rulebook_of(game).clauses,
        unusual=game.unusual_readings,
    )  # fmt: skip


def _plain(payoff: object) -> object:
    return payoff["fraction"] if isinstance(payoff, dict) else payoff
