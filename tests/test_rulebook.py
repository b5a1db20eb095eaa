"""Rulebooks as data, and what the lint says of them."""

from pathlib import Path

import pytest

from referee.games.registry import find_game, games
from referee.kernel.errors import BadInput
from referee.kernel.rulebook import BlockKind, load_rulebook, parse_rulebook
from referee.kernel.rulecircles import circles, empty_circles
from referee.kernel.rulelint import lint, lint_circles
from tests.tiny import RULEBOOK, write_game

BOOK = Path("rulebook.md")


def test_words_clauses_and_sections():
    book = parse_rulebook(RULEBOOK, BOOK)
    assert book.title == "Tiny"
    assert [block.text for block in book.intro] == ["Two or three players and a *pack*."]
    assert {word.term: (word.definition, word.line) for word in book.words.values()} == {
        "pack": ("eight cards.", 7),
        "hand": ("what a player holds of the *pack*.", 8),
        "end": ("when it is over.", 10),
    }
    assert [section.title for section in book.sections] == ["Words", "Clauses", "Parameters", "Notes"]
    first, second = book.clauses
    assert (first.id, first.title, first.part, first.line) == ("T-1", "Deal", "Both of them", 16)
    assert first.text == "The *pack* is shuffled, and the *hands* are dealt; see T-2."
    assert second.readings == ("late",)


def test_a_clause_is_found_whatever_its_capitals():
    book = parse_rulebook(RULEBOOK, BOOK)
    assert book.clause("t-2") is book.clauses[1]
    with pytest.raises(BadInput, match="Tiny has no clause 'T-9'; it has T-1 to T-2"):
        book.clause("T-9")


def test_near_ids_of_clauses_are_offered():
    book = parse_rulebook("# B\n\n## Clauses\n\n**BP-SET-JJ Jacks.** One.\n\n**BP-10D-CTL Control.** Two.\n", BOOK)
    with pytest.raises(BadInput, match="did you mean BP-10D-CTL"):
        book.clause("bp-10d-ct")


def test_readings_may_wrap_after_a_comma():
    text = "# T\n## Clauses\n**T-1 Deal.** Text. (readings: one,\ntwo-three)\n"
    clause = parse_rulebook(text, BOOK).clauses[0]
    assert clause.readings == ("one", "two-three")
    assert clause.text == "Text."


def test_a_clause_goes_on_over_paragraphs_items_and_tables_to_the_next():
    text = (
        "# T\n\n## Clauses\n\n**T-1 A.** One\ntwo.\n\nMore.\n\n- item\n  goes on\n1. first\n\n"
        "| a | b |\n|---|---|\n"
        "| 1 | 2 |\n\nLast. (readings: r)\n\n**T-2 B.** Two.\n"
    )
    first, second = parse_rulebook(text, BOOK).clauses
    kinds = [block.kind for block in first.blocks]
    paragraph, item = BlockKind.PARAGRAPH, BlockKind.ITEM
    assert kinds == [paragraph, paragraph, item, item, BlockKind.TABLE, paragraph]
    assert first.blocks[4].rows == (("a", "b"), ("1", "2"))
    assert first.text.split("\n")[:4] == ["One two.", "More.", "- item goes on", "1. first"]
    assert (first.readings, first.blocks[-1].text) == (("r",), "Last.")
    assert second.text == "Two."


def test_a_place_in_a_text_has_the_line_it_came_from():
    block = parse_rulebook(RULEBOOK, BOOK).clauses[0].blocks[0]
    assert block.line_at(block.text.index("shuffled")) == 16
    assert block.line_at(block.text.index("dealt")) == 17


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "1: a rulebook begins with its title"),
        ("Text.\n\n# T\n", "1: a rulebook begins with its title"),
        ("# T\n\n# U\n", "3: a rulebook has one title"),
        ("# T\n\n## A\n\n## A\n", "5: there are two sections 'A'"),
        ("# T\n\nIntro.\n", "3: there is no section '## Clauses' with a clause"),
        ("# T\n\n## Clauses\n\nText.\n", "5: there is no section '## Clauses' with a clause"),
        ("# T\n\n## Words\n\n- term: meaning\n", "5: an entry of Words is"),
        ("# T\n\n## Words\n\n- **a**: x\n- **a**: y\n", "6: 'a' is defined twice (line 5)"),
        ("# T\n\n## Clauses\n\n**T-1 A.** x\n\n**T-1 B.** y\n", "7: there are two clauses T-1 (line 5)"),
        ("# T\n\n## Clauses\n\n**T-1.** x\n", "5: a clause begins '**X-1 Title.** …'"),
        ("# T\n\n## Clauses\n\n**T-1 A.** x\n\n*T-2 B.* y\n", "7: a clause begins"),
        ("# T\n\n## Clauses\n\n**T-1 A.** x\n\n- **T-2 B.** y\n", "7: a clause begins"),
        ("# T\n\n## Clauses\n\n**T-1 A.** x (readings: a, )\n", "5: readings are slugs, each once"),
        ("# T\n\n## Clauses\n\n**T-1 A.** x\n(readings: a, a)\n", "6: readings are slugs, each once"),
        (
            "# T\n\n## Clauses\n\n**T-1 A.** x\n(readings: a) y\n",
            "6: a clause ends with '(readings: slug, slug)'",
        ),
        (
            "# T\n\n## Clauses\n\n**T-1 A.** x\n(readings: a\n",
            "6: a clause ends with '(readings: slug, slug)'",
        ),
    ],
)
def test_what_is_no_rulebook_is_refused_with_its_line(text, error):
    with pytest.raises(BadInput) as refused:
        parse_rulebook(text, BOOK)
    assert str(refused.value).startswith(f"rulebook.md:{error}")


def test_a_rulebook_that_cannot_be_read(tmp_path):
    with pytest.raises(BadInput, match="there is no such file"):
        load_rulebook(tmp_path / "rulebook.md")
    (tmp_path / "rulebook.md").write_bytes(b"# T\n\ncaf\xe9\n")
    with pytest.raises(BadInput, match=r"rulebook\.md:3: not UTF-8"):
        load_rulebook(tmp_path / "rulebook.md")
    with pytest.raises(BadInput, match=r"folder"):
        load_rulebook(tmp_path)


@pytest.mark.parametrize("entry", games(), ids=lambda entry: entry.name)
def test_every_game_that_ships_is_without_complaints(entry):
    assert lint(entry.load()) == []


def test_the_sound_twin_has_no_complaints(tmp_path):
    assert lint(find_game(write_game(tmp_path))) == []


DEFECTS = {
    "undefined term": (("The *end* comes", "The *end* *come*"), "rulebook.md:19: 'come' is in italics"),
    "undefined term on a second line": (
        ("dealt; see", "*dealt*; see"),
        "rulebook.md:17: 'dealt' is in italics",
    ),
    "unused definition": (
        ("The *end* comes", "It comes"),
        "rulebook.md:10: 'end' is defined and nowhere used",
    ),
    "stray asterisk": (
        ("The *end* comes", "The *end* *comes"),
        "rulebook.md:19: an asterisk without its partner",
    ),
    "dangling reference": (("see T-2", "see T-7"), "rulebook.md:17: there is no T-7"),
    "dangling reference in the notes": (("later (T-2)", "later (T-3)"), "rulebook.md:30: there is no T-3"),
    "dangling reading id": (("A-K or not", "see TINY-2"), "rulebook.md:30: there is no TINY-2"),
    "dangling reference in the register": (
        ("late (T-2)?", "late (T-5)?"),
        "readings.toml:3: reading late: there is no T-5",
    ),
    "dangling clause in the register": (
        ('clauses = ["T-1", "T-2"]', 'clauses = ["T-1", "T-2", "T-8"]'),
        "readings.toml:3: reading late: there is no clause T-8",
    ),
    "unknown setting": (
        ("`late = yes`", "`soon = yes`"),
        "rulebook.md:30: there is no reading or parameter soon",
    ),
    "unknown alternative": (
        ("`late = yes`", "`late = maybe`"),
        "rulebook.md:30: reading late has no alternative maybe",
    ),
    "unknown reading in prose": (
        ("A-K or", "by the reading too-late or"),
        "rulebook.md:30: there is no reading too-late",
    ),
    "unknown slug": (
        ("dealt; see T-2. (readings: late)", "dealt. (readings: late, soon)"),
        "rulebook.md:17: T-1 names the reading soon",
    ),
    "slug at the wrong clause": (
        ('clauses = ["T-1", "T-2"]', 'clauses = ["T-2"]'),
        "rulebook.md:17: T-1 names the reading late, which readings.toml has at T-2",
    ),
    "slug missing at a clause": (
        ("see T-2. (readings: late)", "see T-2."),
        "readings.toml:3: reading late is not named at the end of clause T-1",
    ),
    "reading without a clause": (
        ('clauses = ["T-1", "T-2"]', "clauses = []"),
        "readings.toml:3: reading late belongs to no clause",
    ),
    "clause without code": (('    @clause("T-2")\n', ""), "rulebook.md:19: no code carries out T-2"),
    "code without a clause": (
        ('@clause("T-2")', '@clause("T-2", "T-6")'),
        "rules.py:30: Tiny.step carries out T-6",
    ),
    "comment that names no clause": (
        ('    @clause("T-2")\n', '    # as T-9 has it\n    @clause("T-2")\n'),
        "rules.py:30: a comment names T-9, which is no clause of rulebook.md",
    ),
    "docstring that names no clause": (
        ('"""Tiny."""', '"""Tiny.\n\nIt ends at once (T-7).\n"""'),
        "rules.py:3: a docstring names T-7, which is no clause of rulebook.md",
    ),
    "clause on a method of the table": (
        (
            "    hand = zones(seen_by=owner)\n",
            '    hand = zones(seen_by=owner)\n\n    @clause("T-2")\n    def look(self): ...\n',
        ),
        "rules.py:14: TinyTable.look carries out T-2, and is no method of the game",
    ),
    "scalar under a name of every table": (
        ("    hand = zones(seen_by=owner)\n", "    hand = zones(seen_by=owner)\n    top = zones(seen_by=owner)\n"),
        "rules.py:13: TinyTable.top hides what every table has under that name: give it another name",
    ),
    "reading of an unknown kind": (
        ('kind = "silent"', 'kind = "undefined"'),
        "readings.toml:3: reading late is of no known kind, 'undefined'",
    ),
    "reading that no rule asks": (
        ('t.reading("late") == "yes"', "t.turns > 3"),
        "readings.toml:3: no rule asks for the reading late",
    ),
    "parameter that is not described": (
        ("| `size` | 2 | cards in a hand |\n", ""),
        "rulebook.md:21: the parameter 'size' has no row",
    ),
    "parameter that is none": (
        ("| `size` |", "| `sice` |"),
        "rulebook.md:21: the game has no parameter 'sice'",
    ),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_each_defect_is_named_with_its_place(tmp_path, defect):
    change, complaint = DEFECTS[defect]
    found = [str(each) for each in lint(find_game(write_game(tmp_path, change)))]
    assert any(each.startswith(f"{tmp_path}/{complaint}") for each in found), found


def test_comments_may_name_clauses_readings_and_what_only_looks_like_one(tmp_path):
    remark = '    # as T-1 has it, TINY-1 left open, cards A-K, UTF-8\n    @clause("T-2")\n'
    assert lint(find_game(write_game(tmp_path, ('    @clause("T-2")\n', remark)))) == []


def test_a_game_without_readings_or_parameters_has_nothing_to_complain_of(tmp_path):
    write_game(
        tmp_path,
        (" (readings: late)", ""),
        ("`late = yes`", "no circumstances"),
        ("| `size` | 2 | cards in a hand |\n", ""),
        ('    parameters = (Parameter("size", 2, "cards in a hand", 1, 3),)\n', ""),
        ('t.reading("late") == "yes"', "t.turns > 3"),
    )
    (tmp_path / "readings.toml").unlink()
    assert lint(find_game(tmp_path)) == []


def test_without_words_and_parameters_italics_and_settings_are_as_the_author_likes(tmp_path):
    """With a section of that name everything is held against it, without one there is nothing to hold against."""
    before, _, after = RULEBOOK.partition("## Words\n")
    clauses = after.partition("## Clauses\n")[2]
    write_game(tmp_path, (RULEBOOK, f"{before}## Clauses\n{clauses}"), ("## Parameters\n", "## Settings\n"))
    assert lint(find_game(tmp_path)) == []
    text = (tmp_path / "rulebook.md").read_text()
    (tmp_path / "rulebook.md").write_text(text.replace("*pack*", "*pack"))
    assert "an asterisk without its partner" in str(lint(find_game(tmp_path))[0])


@pytest.mark.parametrize("asked", ["t.reading(LATE)", 't.reading_or("late", "no")', "t.reading(self.name + '')"])
def test_a_reading_may_be_asked_for_by_a_name(tmp_path, asked):
    """Where the text does not show which it is, it may be any."""
    named = ("class TinyTable", 'LATE = "late"\n\n\nclass TinyTable')
    assert lint(find_game(write_game(tmp_path, named, ('t.reading("late")', asked)))) == []


def test_readings_are_seen_in_every_module_of_the_game(tmp_path):
    write_game(
        tmp_path,
        ('t.reading("late") == "yes"', "is_late(t)"),
        ("class TinyTable", "from .late import is_late\n\n\nclass TinyTable"),
    )
    (tmp_path / "late.py").write_text(
        'def is_late(t):\n    return t.game.readings["late"] == "yes"\n', encoding="utf-8"
    )
    assert lint(find_game(tmp_path)) == []


ROUND = "# Round\n\n## Clauses\n\n{}\n"


@pytest.mark.parametrize(("clauses", "empty", "round_"), [
    (("As T-2.", "See T-1."), ["T-1", "T-2"], [("T-1", "T-2")]),
    (("See T-2 and T-3.", "As in T-3.", "according to T-2"), ["T-1", "T-2", "T-3"], [("T-2", "T-3")]),
    (("As T-1.",), ["T-1"], []),
    # One of them says something, also beside its reference: that is no defect.
    (("As T-2.", "Draw a card; see T-1."), [], [("T-1", "T-2")]),
    (("As T-2.", "Draw a card."), [], []),
    (("See T-2 and T-3.", "As T-1.", "Draw a card."), [], [("T-1", "T-2")]),
    (("Draw as T-2 says.", "As T-9."), [], []),
])  # fmt: skip
def test_clauses_that_lead_round_and_say_nothing(
    clauses: tuple[str, ...], empty: list[str], round_: list[tuple[str, ...]]
) -> None:
    text = "\n\n".join([f"**T-{number} One.** {each}" for number, each in enumerate(clauses, 1)])
    book = parse_rulebook(ROUND.format(text), BOOK)
    assert [each.id for each, _ in empty_circles(book)] == empty
    assert circles(book) == round_
    assert [each.message.partition(" says")[0] for each in lint_circles(book)] == empty
