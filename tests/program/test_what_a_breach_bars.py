"""`A breach bars: issuing a license for the park`: a license, and the one for that park."""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry

LAW = """\
Law: Oak
Place: the Town of Oak
Cite as: Oak
Uses: plain words
In force: from June 1, 2010

§ 1 - Parks
  The gross area of a park must be at least 5 acres.
    A breach bars: issuing a license for the park [supplied]
"""
CASE = """\
Case: two parks
Law: Oak
As of: June 1, 2020
Property and parties
  Oak Park and Elm Park are parks. The paper is a {kind}.
Facts
  The gross area of Oak Park is 4 acres. The gross area of Elm Park is 6 acres. {fact}
Questions
  May the paper be issued?
"""


@pytest.mark.parametrize(("kind", "fact", "answer"), [
    ("license", "The paper is for Oak Park.", "prohibited"),
    ("license", "The paper is for Elm Park.", "permitted"),
    ("license", "", "undetermined"),
    ("license", "The paper is not for Oak Park. The paper is not for Elm Park.", "not regulated"),
    ("certificate", "The paper is for Oak Park.", "not regulated"),
])
def test_a_bar_reaches_the_paper_that_it_names(tmp_path: Path, kind: str, fact: str, answer: str) -> None:
    (tmp_path / "oak.law").write_text(LAW, "utf-8")
    (tmp_path / "a.case").write_text(CASE.format(kind=kind, fact=fact), "utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "a.case")
    assert case is not None and law is not None, mistakes
    given = inquiry.ask(law, case, case.questions[0])
    assert given.outcome.answer == answer, given.text()
