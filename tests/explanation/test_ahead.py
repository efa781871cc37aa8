"""Times that count back from an event, states on a named day, and sections that a case stipulates whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry
from legalasp.explanation import Answer
from legalasp.language.report import report

LAW = """Law: Hearings
Place: a village
Cite as: Elm
Uses: plain words
In force: from January 1, 2020
Days: the day of the event is not counted; a period that would end on a day that its month does not have ends on the last day of the month

§ 1 - Hearings
  (a) A hearing must be advertised at least 10 days before the hearing is opened.
  (b) A hearing must be posted at least 2 weeks before the hearing is closed.

§ 2 - Works
  (a) A project may be begun only if the project is begun within 6 months after a plan for the project was approved by an official.
  (b) A project is stale if the project has been idle for 30 days after the project was posted.

§ 3.A - Homes
  A breach bars: placing the home on a lot
  [1] The width of a home on a lot must be at least 14 feet.
  [2] The length of a home on a lot must be at least 40 feet.

§ 3.AB - Trim
  A breach bars: placing the home on a lot
  A home on a lot must be trim.

§ 3.C - Paint
  A breach bars: placing the home on a lot
  A home on a lot must be painted.

§ 4 - Permission
  A home may be placed on a lot.

Schedule of words
  States and relations: A home is trim. A home is painted. A project is idle. A project is stale.
  Acts: A person advertises a hearing. A person posts a thing. A person opens a hearing. A person closes a hearing. A person begins a project.
"""


def asked(tmp_path: Path, parties: str, facts: str, question: str, suppose: str = "") -> Answer:
    (tmp_path / "elm.law").write_text(LAW, encoding="utf-8")
    rows = [f"  {n}. {fact.strip()}" for n, fact in enumerate(facts.splitlines(), 1) if fact.strip()]
    more = [f"  {n}. {fact.strip()}" for n, fact in enumerate(suppose.splitlines(), 1) if fact.strip()]
    (tmp_path / "one.case").write_text("\n".join([
        "Case: one", f"Law: {tmp_path / 'elm.law'}", "As of: March 2, 2026", "Property and parties", f"  {parties}",
        *(["Facts", *rows] if rows else []), *(["Suppose", *more] if more else []), "Questions", f"  {question}", ""]), encoding="utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "one.case")
    assert case is not None and law is not None, report(mistakes)
    return inquiry.ask(law, case, case.questions[0])


@pytest.mark.parametrize("day, answer", [("February 10", "not regulated"), ("February 11", "prohibited"), ("February 25", "prohibited")])
def test_what_is_to_be_done_days_ahead_is_done_in_time_or_not(tmp_path: Path, day: str, answer: str) -> None:
    one = asked(tmp_path, "The hearing is a hearing.", f"The hearing was advertised on {day}, 2026.", "May the hearing be opened on February 20, 2026?")
    assert one.answer == answer


@pytest.mark.parametrize("closed, answer", [("January 15", "yes"), ("January 14", "no"), ("April 30", "yes")])
def test_an_event_may_lie_ahead_of_the_day_of_the_case(tmp_path: Path, closed: str, answer: str) -> None:
    one = asked(tmp_path, "The hearing is a hearing.", "The hearing was posted on January 1, 2026.",
                f"Does the hearing conform to § 1(b) if the hearing was closed on {closed}, 2026?")
    assert one.answer == answer


def test_without_a_day_it_is_not_known_whether_it_was_in_time(tmp_path: Path) -> None:
    one = asked(tmp_path, "The hearing is a hearing.", "The hearing was advertised.", "May the hearing be opened on February 20, 2026?")
    assert one.answer == "undetermined"


def test_the_last_day_is_found_where_the_event_is_that_of_some_plan(tmp_path: Path) -> None:
    parties = "The barn is a project. The plan is a plan for the barn. The clerk is an official."
    facts = "The clerk approved the plan on August 29, 2025. No other plan for the barn was approved by an official."
    one = asked(tmp_path, parties, facts, "What is the last day on which the barn may be begun?")
    assert one.json()["value"] == "2026-02-28"


@pytest.mark.parametrize("day, answer", [("February 1", "yes"), ("January 31", "no")])
def test_a_state_on_a_named_day_is_asked_of_that_day(tmp_path: Path, day: str, answer: str) -> None:
    one = asked(tmp_path, "The barn is a project.", "The barn was posted on January 1, 2026.\nThe barn is idle.", f"Is the barn stale on {day}, 2026?")
    assert one.answer == answer


def test_a_section_that_the_case_stipulates_settles_its_own_standards_only(tmp_path: Path) -> None:
    parties, question = "The home is a home. The field is a lot.", "May the home be placed on the field?"
    some = asked(tmp_path, parties, "The home is painted.", question, "The home conforms to § 3.A.")
    assert some.answer == "undetermined" and [m["fact"] for m in some.missing] == ["whether the home is trim"]
    span = asked(tmp_path, parties, "", question, "The home conforms to § 3.A to § 3.C.")
    assert span.answer == "permitted"


ROLLS = "a period for an act that ends on a Saturday, a Sunday or a holiday of New York ends on the next working day"


def rolled(tmp_path: Path, parties: str, question: str, *sentences: str) -> str:
    """The answer under a law of these sentences, in a place whose deadlines roll over days off."""
    rows = "".join(f"§ {n}\n  {s}\n" for n, s in enumerate(sentences, 1))
    head, schedule = LAW.split("Days:")[0], LAW.split("Schedule of words")[1]
    schedule += "  Kinds: A barn is a structure.\n"
    (tmp_path / "ash.law").write_text(f"{head}Days: {ROLLS}\n\n{rows}\nSchedule of words{schedule}", encoding="utf-8")
    (tmp_path / "one.case").write_text(f"Case: one\nLaw: {tmp_path / 'ash.law'}\nAs of: April 1, 2025\nProperty and parties\n  {parties}\n"
                                       f"Questions\n  {question}\n", encoding="utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "one.case")
    assert case is not None and law is not None, report(mistakes)
    return inquiry.ask(law, case, case.questions[0]).answer


@pytest.mark.parametrize("day, answer", [("March 9", "not regulated"), ("March 10", "not regulated"), ("March 11", "prohibited"), ("March 26", "prohibited")])
def test_days_before_an_event_do_not_roll_over_a_day_off(tmp_path: Path, day: str, answer: str) -> None:
    """March 24, 2025 is a Monday: the thirteenth day after March 10 is a Sunday."""
    question = f"May the hearing be opened on March 24, 2025 if the hearing was advertised on {day}, 2025?"
    assert rolled(tmp_path, "The hearing is a hearing.", question, "A hearing must be advertised at least 14 days before the hearing is opened.") == answer


@pytest.mark.parametrize("day, answer", [("January 24", "not regulated"), ("January 25", "prohibited"), ("February 20", "prohibited")])
def test_months_before_an_event_are_whole(tmp_path: Path, day: str, answer: str) -> None:
    question = f"May the hearing be opened on March 24, 2025 if the hearing was advertised on {day}, 2025?"
    assert rolled(tmp_path, "The hearing is a hearing.", question, "A hearing must be advertised at least 2 months before the hearing is opened.") == answer


@pytest.mark.parametrize("day, answer", [("March 22, 2015", "yes"), ("March 21, 2015", "no")])
def test_an_age_does_not_roll_over_a_day_off(tmp_path: Path, day: str, answer: str) -> None:
    """The tenth year after March 22, 2015 ends on a Saturday, and that after March 21 on a Friday."""
    question = f"Does the barn conform to § 1 if the barn was built on {day} and the barn was posted on March 22, 2025?"
    assert rolled(tmp_path, "The barn is a barn.", question,
                  "A barn must have been built at most 10 years before the barn was posted.\n  A breach bars: posting the barn [supplied]") == answer


def test_feet_and_inches_take_a_fraction_of_an_inch(tmp_path: Path) -> None:
    parties, question = "The home is a home. The field is a lot.", "Does the home conform to § 3.A[1]?"
    assert asked(tmp_path, parties, "The home is on the field. The width of the home is 13 feet 11 7/8 inches.", question).answer == "no"
    assert asked(tmp_path, parties, "The home is on the field. The width of the home is 14 feet 1/8 inches.", question).answer == "yes"
