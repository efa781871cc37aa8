from __future__ import annotations

from pathlib import Path

import pytest

from legalasp.language import frame
from legalasp.language.frame import read_case, read_law
from legalasp.language.tree import Item, LawTree
from legalasp.mistakes import errors
from tests.language.examples import files, read, reported, town_files, written


def law(text: str) -> LawTree:
    tree, mistakes = read_law(text.encode())
    assert tree is not None and not errors(mistakes), mistakes
    return tree


def body(text: str) -> Item:
    return law("Law: Oak\n\n§ 1\n" + text).sections[0].body


@pytest.mark.parametrize("path", files("good"), ids=lambda p: p.name)
def test_good_file_is_written_as_it_stands(path: Path) -> None:
    tree, mistakes = read(path.read_bytes(), path.suffix)
    assert not errors(mistakes)
    assert written(tree, path.suffix) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", files("loose"), ids=lambda p: p.name)
def test_loose_file_says_what_its_good_namesake_says(path: Path) -> None:
    good = path.parent.parent / "good" / path.name
    tree, mistakes = read(path.read_bytes(), path.suffix)
    assert not errors(mistakes)
    assert tree == read(good.read_bytes(), path.suffix)[0]


@pytest.mark.parametrize("path", files("bad"), ids=lambda p: p.name)
def test_bad_file_has_its_report(path: Path) -> None:
    assert reported(path) == path.with_name(path.name + ".report").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", town_files(), ids=lambda p: p.name)
def test_town_file_keeps_its_frame_when_written(path: Path) -> None:
    tree, mistakes = read(path.read_bytes(), path.suffix)
    assert not errors(mistakes)
    once = written(tree, path.suffix)
    again, _ = read(once.encode(), path.suffix)
    assert again == tree
    assert written(again, path.suffix) == once


def test_every_mistake_has_a_bad_example() -> None:
    shown = "\n".join(reported(p) for p in files("bad"))
    missing = [code for code in frame.MISTAKES if f"[{code}]" not in shown]
    assert missing == ["unreadable-file"]


def test_no_report_speaks_of_the_grammar() -> None:
    shown = "\n".join(reported(p) for p in files("bad"))
    for word in ("INDENT", "DEDENT", "_NL", "token", "terminal", "lark", "SENTENCE", "Unexpected"):
        assert word not in shown


def test_a_missing_file_is_a_mistake(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "none.law", "unreadable-file"), (tmp_path, "unreadable-file")):
        tree, mistakes = read_law(path)
        assert tree is None and [m.code for m in mistakes] == [code]


@pytest.mark.parametrize("path", files("good"), ids=lambda p: p.name)
def test_ends_of_lines_and_marks_of_order_do_not_matter(path: Path) -> None:
    plain = path.read_bytes()
    tree = read(plain, path.suffix)[0]
    curly = plain.decode().replace(' "', " “").replace('"', "”").replace(" - ", " – ").encode()
    for other in (plain.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + plain, plain.rstrip(b"\n"), plain.replace(b"\n", b"\r"), curly,
                  plain.replace(b"\n", b" \n"), b"\n\n" + plain):
        assert read(other, path.suffix)[0] == tree


def test_markers_one_behind_another_are_nested() -> None:
    item = body("  (1) [1] A lot must be wide.\n      [1a] A lot must be deep. [supplied]\n      [2] A lot must be dry.\n").children[0]
    assert item.marker == "(1)" and not item.text.string
    assert [(c.marker, c.supplied) for c in item.children] == [("[1]", False), ("[1a]", True), ("[2]", False)]


def test_a_citation_at_the_head_of_a_wrapped_line_goes_on() -> None:
    items = body("  (1) A park is not permitted, except as\n  (2) allows.\n  (2) A lot must be wide.\n").children
    assert [i.text.string for i in items] == ["A park is not permitted, except as (2) allows.", "A lot must be wide."]


def test_a_sentence_may_begin_with_a_citation() -> None:
    found = body('  (3) A lot must be wide.\n  Doubt "x": is it so?\n    Reading "a":\n      (3) applies unchanged.\n    Reading "b".\n')
    doubt = found.doubts[0]
    assert [i.marker for i in doubt.readings[0].items] == [""]
    assert doubt.readings[0].items[0].text.string == "(3) applies unchanged."


def test_brackets_in_a_sentence_are_no_markers() -> None:
    items = body("  [A home may stand.] [supplied]\n  [Subject to § 4,] a home may stand.\n  [Old home] An old home is a home.\n").children
    assert [(i.marker, i.supplied) for i in items] == [("", True), ("", False), ("[Old home]", False)]


def test_what_hangs_on_an_item_is_what_stands_under_it() -> None:
    found = body("  A breach bars: placing a home\n  (1) A lot must be wide.\n    A breach bars: keeping a home [supplied]\n  Note: hm.\n")
    assert [b.text.string for b in found.bars] == ["placing a home"]
    assert [(b.text.string, b.supplied) for b in found.children[0].bars] == [("keeping a home", True)]
    assert [n.string for n in found.notes] == ["hm."] and not found.children[0].notes


def test_places_are_those_of_the_file() -> None:
    item = body("  (1) A “wide”\n      lot  must be dry.\n").children[0]
    assert item.text.string == 'A "wide" lot must be dry.'
    place = item.text.place(item.text.string.index("must"), item.text.string.index(" be"))
    assert (place.line, place.column, place.end) == (5, 12, 16)
    assert place.text == "      lot  must be dry."


def test_sources_are_taken_off_a_fact() -> None:
    case, _ = read_case(b"Case: c\nFacts\n  1. A (Source: x (y)). B. (Source: z.)\n")
    assert case is not None
    assert case.facts[0].text.string == "A. B."
    assert [s.string for s in case.facts[0].sources] == ["x (y)", "z."]


def test_readings_of_an_answer() -> None:
    case, _ = read_case(b'Case: c\nQuestions\n  Is it so?\n    Answer on the readings "a: b" and "c": yes: "d".\n')
    assert case is not None
    expected = case.questions[0].expected[0]
    assert (expected.key, expected.text.string) == ("Answer", 'yes: "d".')
    assert expected.readings == ("a: b", "c")
