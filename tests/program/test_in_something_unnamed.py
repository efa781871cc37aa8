"""A standard for homes in parks, and a home of which the case does not say that it is in one."""

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

§ 1 - Homes
  (a) A home may be placed on a lot.
  (b) The width of a home in a park must be at least 20 feet.
    A breach bars: placing the home on a lot [supplied]
"""
CASE = """\
Case: a narrow home
Law: Oak
As of: June 1, 2020
Property and parties
  Lot 9 is a lot. The grey home is a home. {named}
Facts
  The width of the grey home is 12 feet. {fact}
Questions
  May the grey home be placed on lot 9?
"""


@pytest.mark.parametrize(("named", "fact", "answer"), [
    ("", "", "undetermined"),
    ("", "The grey home is in no park.", "permitted"),
    ("Oak Park is a park.", "The grey home is not in Oak Park.", "permitted"),
    ("Oak Park is a park.", "The grey home is in Oak Park.", "prohibited"),
])
def test_whether_a_home_is_in_a_park_is_asked_not_taken_for_granted(tmp_path: Path, named: str, fact: str, answer: str) -> None:
    (tmp_path / "oak.law").write_text(LAW, "utf-8")
    (tmp_path / "a.case").write_text(CASE.format(named=named, fact=fact), "utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "a.case")
    assert case is not None and law is not None, mistakes
    given = inquiry.ask(law, case, case.questions[0])
    assert given.outcome.answer == answer, given.text()
    if answer == "undetermined":
        assert any("in a park" in str(m["fact"]) or "the grey home is in" in str(m["fact"]) for m in given.missing), given.missing
