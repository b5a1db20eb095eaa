"""It completes a line of its own, stops one of the other's, and else plays near the middle."""

from referee.bot import Ask, Bot, Option, View


class Centre(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        mine = "R" if view["red"] == {"seat": view.seat} else "Y"
        return max(ask.options(), key=lambda option: self.worth(view, option.plain, mine))

    def worth(self, view: View, cell: str, mine: str) -> tuple[bool, bool, int]:
        """Whether it completes a line, whether it stops one, how near to the middle it is."""
        theirs = "Y" if mine == "R" else "R"
        at = (ord(cell[0]) - ord("a"), int(cell[1:]) - 1)
        return self.has_line(view, at, mine), self.has_line(view, at, theirs), -abs(at[0] - 3)

    def has_line(self, view: View, at: tuple[int, int], disc: str) -> bool:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                column, row = at[0] + way * right, at[1] + way * up
                while self.disc(view, column, row) == disc:
                    length, column, row = length + 1, column + way * right, row + way * up
            if length >= 4:
                return True
        return False

    def disc(self, view: View, column: int, row: int) -> str:
        zone = f"board {chr(ord('a') + column)}{row + 1}"
        return "".join(view.cards(zone)) if zone in view.data["zones"] else ""
