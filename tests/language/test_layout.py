"""Properties of joining, nesting and writing, on random laws and cases."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from legalasp.language.frame import read_case, read_law, read_words
from legalasp.language.lines import read_lines
from legalasp.language.write import format_case, format_law, format_words
from legalasp.mistakes import errors

PLAIN = ("home", "lot", "must", "be", "placed", "(2)", "and", "or", "as", "allows", "§", "4[3],", "wide", "§ 9.B.i.5(b)", "Note:", "a.",
         "(also", "camper)", "[1]", "[only]", "if", "[supplied]", "No.", "7;", "Doubt", '"x"', "Reading", "Kinds:", "Facts", "|", "-",
         "until", "Until", "(a)", "the", "Answer:", "25", "percent", "é", "家", "I.", "[Old", "home]", "on", "reading")
END = {"sentence": ".", "lead": ":", "part": ";"}


@st.composite
def sentences(draw: st.DrawFn, end: str = ".", first: str = "A") -> str:
    return " ".join([first, *draw(st.lists(st.sampled_from(PLAIN), max_size=30)), "home" + end])


def wrapped(draw: st.DrawFn, string: str, column: int) -> str:
    """The line, broken at some blanks where a reader must see that it goes on."""
    words = string.split(" ")
    out = " " * column + words[0]
    for before, word in pairwise(words):
        safe = before in ("home", "lot", "wide", "the", "percent") and word in ("home", "lot", "must", "be", "placed", "wide", "the", "on")
        out += "\n" + " " * (column + draw(st.integers(1, 6))) + word if safe and draw(st.booleans()) else " " + word
    return out + "\n"


SERIES = (("({})", "1234"), ("{}.", "abcd"), ("[{}]", "1234"), ("({})", ("i", "ii", "iii", "iv")), ("{}.", "ABCD"))


@st.composite
def blocks(draw: st.DrawFn, column: int = 2, depth: int = 0) -> str:
    """Items of one list with what hangs on them."""
    out = ""
    form, names = draw(st.sampled_from(SERIES))
    step = draw(st.integers(1, 5))
    for name in names[:draw(st.integers(1, 4))]:
        mark = form.format(name)
        deeper = depth < 3 and draw(st.booleans())
        supplied = draw(st.sampled_from(["", " [supplied]"]))
        lead = deeper and draw(st.booleans())
        if deeper and not lead:
            out += " " * column + mark + " " + draw(blocks(column + len(mark) + 1, depth + 1)).lstrip(" ")
            inside = column + len(mark) + 1
        else:
            out += wrapped(draw, f"{mark} " + draw(sentences(END["lead" if lead else "sentence"])) + supplied, column)
            inside = column + step
        if draw(st.booleans()):
            out += wrapped(draw, "A breach bars: " + draw(sentences("", "placing")) + supplied, inside)
        if lead:
            out += draw(blocks(inside, depth + 1))
            if draw(st.booleans()):
                out += wrapped(draw, draw(sentences(".", "whether")), inside)
        if draw(st.booleans()):
            out += wrapped(draw, "Note: " + draw(sentences()), inside)
        if depth < 2 and draw(st.integers(0, 3)) == 0:
            out += draw(doubts(inside))
    return out


@st.composite
def doubts(draw: st.DrawFn, column: int) -> str:
    out = wrapped(draw, f'Doubt "d{column}": ' + draw(sentences("?")), column)
    for name in ("one", "two"):
        if draw(st.booleans()):
            out += f'{" " * (column + 2)}Reading "{name}":\n' + wrapped(draw, draw(sentences()), column + 4)
        else:
            out += f'{" " * (column + 2)}Reading "{name}".\n'
        if draw(st.booleans()):
            out += wrapped(draw, "Favored by: " + draw(sentences()), column + 4)
    if draw(st.booleans()):
        out += f'{" " * (column + 2)}Better reading: "two": it is the letter.\n'
    return out


@st.composite
def laws(draw: st.DrawFn) -> str:
    out = "Law: Oak\n" + wrapped(draw, "Days: " + draw(sentences()), 0)
    for number in range(1, draw(st.integers(1, 3)) + 1):
        out += f"\n§ {number} - " + draw(sentences("")) + "\n"
        if draw(st.booleans()):
            out += wrapped(draw, draw(sentences()), 2)
        out += draw(blocks())
    if draw(st.booleans()):
        out += "\nSchedule of words\n" + wrapped(draw, "Kinds: " + draw(sentences()), 2)
    return out


@st.composite
def cases(draw: st.DrawFn) -> str:
    out = "Case: c\nFacts\n"
    for number in range(1, draw(st.integers(1, 4)) + 1):
        mark = draw(st.sampled_from(["", f"{number}. "]))
        out += wrapped(draw, mark + draw(sentences()) + draw(st.sampled_from(["", " (Source: exhibit 1.)"])), 2)
    out += "Questions\n"
    for number in range(1, draw(st.integers(1, 3)) + 1):
        out += wrapped(draw, f"{number}. " + draw(sentences("?", "May")), 2)
        for key in draw(st.lists(st.sampled_from(["Answer", 'Answer on the reading "x"', "Missing"]), unique=True)):
            out += wrapped(draw, f"{key}: " + draw(sentences()), 4)
    return out


@settings(deadline=None, max_examples=60)
@given(laws())
def test_a_law_is_written_and_read_as_the_same_law(text: str) -> None:
    law, mistakes = read_law(text.encode())
    assert law is not None and not errors(mistakes), (text, mistakes)
    once = format_law(law)
    again, _ = read_law(once.encode())
    assert again == law, once
    assert format_law(again) == once
    assert sorted(once.split()) == sorted(text.split())


@settings(deadline=None)
@given(cases())
def test_a_case_is_written_and_read_as_the_same_case(text: str) -> None:
    case, mistakes = read_case(text.encode())
    assert case is not None and not errors(mistakes), (text, mistakes)
    once = format_case(case)
    again, _ = read_case(once.encode())
    assert again == case, once
    assert format_case(again) == once
    assert sorted(once.split()) == sorted(text.split())


PIECES = st.sampled_from([
    "§ 1", "§ 2 to § 4", "§ [x] - y", "(a) ", "(b) ", "[1] ", "a. ", "[Old home] ", "Note: ", 'Doubt "d": ', 'Reading "r":', 'Reading "s".',
    "Favored by: ", 'Better reading: "r".', "A breach bars: ", "Not rendered: ", "| a | b |", "| a", "A home is wide.", "a home:", "or",
    "Schedule of words", "Presumptions and burdens", "Kinds: ", "[supplied]", "Law: x", "Case: x", "Words: x", "Facts", "Questions", "1. ",
    "Is it so?", "Answer: ", "(Source: y.)", "Until May 1, 2001", "Added by x", "(1) to (3)", "§", "\t", "“", "\u00a0", "Governs: ", "- "])
LINE = st.tuples(st.integers(0, 8), st.lists(PIECES, max_size=3)).map(lambda parts: " " * parts[0] + "".join(parts[1]))
LINES = st.lists(LINE, max_size=14).map("\n".join)


@settings(deadline=None)
@given(LINES)
@example("Law: x\n\n§ 1\n  (a) [1] (i) A home:\n")
def test_any_lines_are_read_without_a_fault(text: str) -> None:
    for reader, writer in ((read_law, format_law), (read_words, format_words), (read_case, format_case)):
        tree, mistakes = reader(text.encode())
        if tree is None:
            assert errors(mistakes)
            continue
        once = writer(tree)  # type: ignore[operator]
        again, _ = reader(once.encode())
        if not errors(mistakes):
            assert again == tree, once
            assert writer(again) == once  # type: ignore[operator]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_a_fault(data: bytes) -> None:
    for reader in (read_law, read_words, read_case):
        tree, mistakes = reader(data)
        assert tree is not None or errors(mistakes)


@given(st.text(alphabet=st.characters(exclude_characters="\r\n", codec="utf-8"), max_size=80))
def test_each_character_knows_its_column(line: str) -> None:
    found, _ = read_lines(("x\n" + line).encode(), "f")
    for part in found[1:]:
        assert len(part.text.string) == len(part.text.origin)
        for character, (number, column) in zip(part.text.string, part.text.origin, strict=True):
            assert number == 2
            assert character == " " or not line[column - 1].isspace()
            if line[column - 1].isascii() and line[column - 1] > " " and character.isascii():
                assert line[column - 1] == character
