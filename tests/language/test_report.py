from __future__ import annotations

import doctest

from legalasp.language import frame, report, write
from legalasp.language.report import report as shown
from legalasp.language.report import report_line, report_lines
from legalasp.mistakes import Mistake, Place


def test_examples_in_the_modules() -> None:
    for module in (report, write, frame):
        failed, tried = doctest.testmod(module)
        assert tried and not failed


def test_carets_stand_under_the_words_also_behind_wide_and_joined_letters() -> None:
    line = "  家 cafe\u0301 lot"
    at = line.index("lot") + 1
    lines = shown([Mistake("x", "hm", (Place("f", 1, at, at + 3, line),))]).split("\n")
    assert lines[1] == f"  1 | {line}"
    assert lines[2] == "    | " + " " * 10 + "^^^"
    lines = shown([Mistake("x", "hm", (Place("f", 1, 3, 4, line),))]).split("\n")
    assert lines[2] == "    |   ^^"


def test_a_long_line_is_cut_around_the_words() -> None:
    line = "a " * 500 + "here" + " b" * 500
    out = shown([Mistake("x", "hm", (Place("f", 7, 1001, 1005, line),))]).split("\n")
    assert len(out[1]) < 200
    assert out[1][out[2].index("^"):].startswith("here")


def test_further_places_and_files() -> None:
    mistake = Mistake("x", "two of them", (Place("a", 3, 1, 2, "b"), Place("c", 12, 1, 2, "d", "the other")), "keep one", warning=True)
    assert shown([mistake]) == "\n".join((
        "a:3:1: warning: two of them [x]", "   3 | b", "     | ^", "  in c:12:1", "  12 | d", "     | ^ the other", "  help: keep one"))


def test_colour_only_if_asked() -> None:
    mistake = Mistake("x", "hm", (Place("f", 1, 1, 2, "a"),), "do")
    assert "\033" not in shown([mistake])
    coloured = shown([mistake], colour=True)
    assert "\033[31m^\033[0m" in coloured
    for code in ("\033[1m", "\033[31m", "\033[34m", "\033[0m"):
        coloured = coloured.replace(code, "")
    assert coloured == shown([mistake])


def test_one_line_form() -> None:
    mistake = Mistake("x", "hm", (Place("f", 1, 4, 5, "a"),), "do")
    assert report_line(mistake) == "f:1:4: error: hm; do [x]"
    assert report_line(Mistake("y", "ho", warning=True)) == "warning: ho [y]"
    assert report_lines([mistake, mistake]).count("\n") == 1
