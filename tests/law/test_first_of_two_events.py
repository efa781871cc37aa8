"""`within 60 days after the first of A and B` in a duty: due after whichever has happened, the earlier binding."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from legalasp import inquiry

LAW = """\
Law: Oak
Place: the Town of Oak
Cite as: Oak
Uses: plain words
In force: from June 1, 2010
Days: the day of the event is not counted; every calendar day is counted [supplied]

§ 1 - Homes
  When a home is in a park, the home must be removed within 60 days after the first of the home was vacated and the home was emptied.

Schedule of words
  Acts: A person vacates a home. A person empties a home.
"""
CASE = """\
Case: a home that nobody lives in
Law: Oak
As of: June 1, 2020
Property and parties
  Oak Park is a park. The grey home is a home.
Facts
  The grey home is in Oak Park. {facts}
Questions
  By when must the grey home be removed?
"""


@pytest.mark.parametrize(("facts", "due"), [
    ("The grey home was vacated on May 1, 2020. The grey home was emptied on April 1, 2020.", datetime.date(2020, 5, 31)),
    ("The grey home was vacated on May 1, 2020. The grey home has not been emptied.", datetime.date(2020, 6, 30)),
    ("The grey home has not been vacated. The grey home was emptied on April 1, 2020.", datetime.date(2020, 5, 31)),
])
def test_the_earlier_of_what_happened_starts_the_period(tmp_path: Path, facts: str, due: datetime.date) -> None:
    (tmp_path / "oak.law").write_text(LAW, "utf-8")
    (tmp_path / "a.case").write_text(CASE.format(facts=facts), "utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "a.case")
    assert case is not None and law is not None, mistakes
    given = inquiry.ask(law, case, case.questions[0])
    assert given.outcome.value == due, given.text()
