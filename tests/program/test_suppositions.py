"""`The home meets every other standard`: what the facts break is broken, through defined words and counts too."""

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
  A breach bars: placing the home on a lot [supplied]
  (a) A home must be roomy.
  (b) A home is roomy if the home is wide and the length of the home is at least 40 feet.
  (c) A home is wide if the width of the home is at least 20 feet.
  (d) The number of sheds of a home must be at most 1.

Schedule of words
  Kinds: A shed is a structure.
  Parts: A home has sheds.
  States and relations: A home is roomy. A home is wide.
"""
CASE = """\
Case: a home of which everything else is supposed
Law: Oak
As of: June 1, 2020
Property and parties
  Lot 9 is a lot. The grey home is a home. The first shed and the second shed are sheds.
Facts
  {facts}
Suppose
  The grey home meets every other standard of this law.
Questions
  May the grey home be placed on lot 9?
"""


@pytest.mark.parametrize(("facts", "answer"), [
    ("The height of the grey home is 10 feet.", "permitted"),
    ("The width of the grey home is 12 feet.", "prohibited"),
    ("The width of the grey home is 22 feet. The length of the grey home is 39 feet.", "prohibited"),
    ("The width of the grey home is 22 feet.", "permitted"),
    ("The grey home has the first shed.", "permitted"),
    ("The grey home has the first shed. The grey home has the second shed.", "prohibited"),
])
def test_the_stated_facts_come_first(tmp_path: Path, facts: str, answer: str) -> None:
    (tmp_path / "oak.law").write_text(LAW, "utf-8")
    (tmp_path / "a.case").write_text(CASE.format(facts=facts), "utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "a.case")
    assert case is not None and law is not None, mistakes
    given = inquiry.ask(law, case, case.questions[0])
    assert given.outcome.answer == answer, given.text()
