"""Forms of question that ask for a list, an amount, or for what the question leaves unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry
from legalasp.explanation import Answer
from legalasp.language.report import report
from legalasp.resources import cases_directory

OAK = Path(__file__).with_name("oak.law")


def asked(tmp_path: Path, parties: str, facts: str, question: str) -> Answer:
    rows = [f"  {n}. {fact.strip()}" for n, fact in enumerate(facts.splitlines(), 1) if fact.strip()]
    (tmp_path / "one.case").write_text("\n".join([
        "Case: one", f"Law: {OAK}", "As of: March 2, 2026", "Property and parties", f"  {parties}", *(["Facts", *rows] if rows else []),
        "Questions", f"  {question}", ""]), encoding="utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "one.case")
    assert case is not None and law is not None, report(mistakes)
    return inquiry.ask(law, case, case.questions[0])


# ---------------------------------------------------------------- which provisions


def test_which_agrees_with_does_it_apply(tmp_path: Path) -> None:
    parties = "The grey home is a home. Lot 9 is a lot."
    facts = "The grey home was built on May 4, 2019. The grey home is not listed. The grey home is on lot 9. Lot 9 is vacant."
    value = asked(tmp_path, parties, facts, "Which provisions apply to the grey home?").json()["value"]
    assert isinstance(value, dict)
    words = {"yes": value["values"], "undetermined": value["may apply"], "no": value["do not apply"]}
    for word, cites in words.items():
        for cite in cites:
            one = asked(tmp_path, parties, facts, f"Does {cite.removeprefix('Oak ')} apply to the grey home?")
            assert one.answer == word or one.readings, (cite, word, one.answer)
    assert "Oak § 1(c)[1]" in value["values"] and "Oak § 1(c)[2]" in value["do not apply"]


def test_which_names_the_facts_on_which_it_hangs(tmp_path: Path) -> None:
    made = asked(tmp_path, "The grey home is a home. Lot 9 is a lot.", "", "Which provisions apply to the grey home?").json()
    missing = made["missing"]
    assert any("is on lot 9" in m["fact"] and "Oak § 1(c)[1]" in m["provisions"] for m in missing)  # type: ignore[index, union-attr]


def test_which_tells_what_hangs_on_a_reading_alone(tmp_path: Path) -> None:
    facts = "The old home was built on May 4, 1930. The old home is not listed. The old home is on lot 9."
    one = asked(tmp_path, "The old home is a home. Lot 9 is a lot.", facts, "Which provisions apply to the old home?")
    by_name = {r.name: r.answer for r in one.readings}
    assert "Oak § 1(c)[1]" in by_name["by list"] and "Oak § 1(c)[1]" not in by_name["by age"]
    assert "Oak § 1(c)[2]" in by_name["by age"] and "Oak § 1(c)[2]" not in by_name["by list"]
    assert not any("heritage" in str(m["fact"]) for m in one.missing)


def test_whether_a_provision_applies_looks_at_what_it_excepts(tmp_path: Path) -> None:
    section = ("§ 3 - Uses\n  A breach bars: placing a home on a lot\n  (a) A home on a lot is not a permitted use, except as (b) allows.\n"
               "  (b) A home is allowed on a lot that is piped.\n\n")
    text = OAK.read_text(encoding="utf-8").replace("Cite as: Oak", "Cite as: Elm").replace("Schedule of words", section + "Schedule of words")
    (tmp_path / "elm.law").write_text(text, encoding="utf-8")
    said = {}
    for piped in ("Lot 9 is piped.", "Lot 9 is not piped.", "Lot 9 is vacant."):
        (tmp_path / "one.case").write_text(
            "Case: one\nLaw: elm.law\nAs of: March 2, 2026\nProperty and parties\n  The grey home is a home. Lot 9 is a lot.\n"
            f"Facts\n  1. The grey home is on lot 9. {piped}\nQuestions\n  Does § 3(a) apply to the grey home?\n", encoding="utf-8")
        case, law, mistakes = inquiry.read_case(tmp_path / "one.case")
        assert case is not None and law is not None, report(mistakes)
        said[piped] = inquiry.ask(law, case, case.questions[0]).answer
    assert said == {"Lot 9 is piped.": "no", "Lot 9 is not piped.": "yes", "Lot 9 is vacant.": "undetermined"}


# ---------------------------------------------------------------- amounts


@pytest.mark.parametrize("facts, said, missing", [
    ("The width of the grey home is 12 1/2 feet.", "12.5 feet", 0),
    ("The width of the grey home is at least 12 feet.", "at least 12 feet", 1),
    ("The width of the grey home is more than 12 feet. The width of the grey home is at most 16 feet.",
     "at least 12 feet and at most 16 feet", 1),
    ("", "undetermined", 1),
])
def test_a_measure(tmp_path: Path, facts: str, said: str, missing: int) -> None:
    one = asked(tmp_path, "The grey home is a home.", facts, "What is the width of the grey home?")
    assert one.said(one.conclusion) == said
    assert len(one.missing) == missing


@pytest.mark.parametrize("facts, said", [
    ("Lot 1 is piped. Lot 2 is piped. Lot 3 is not piped. The area of lot 3 is 5 square feet.", "2"),
    ("Lot 1 is piped. Lot 3 is not piped. The area of lot 3 is 5 square feet.", "at least 1 and at most 2"),
])
def test_a_number_of_what_the_law_defines(tmp_path: Path, facts: str, said: str) -> None:
    parties = "Oak Park is a park. Oak Park has lots 1 to 3 and no others."
    one = asked(tmp_path, parties, facts, "How many lots of Oak Park are served?")
    assert one.said(one.conclusion) == said
    assert [m["fact"] for m in one.missing] == ([] if said == "2" else ["whether lot 2 is served"])


def test_a_number_by_reading(tmp_path: Path) -> None:
    one = asked(tmp_path, "Oak Park is a park. Oak Park has lots 1 to 2 and no others. The old home is a home.",
                "The old home was built on May 4, 1930. The old home is not listed. The old home is on lot 1.\n"
                "No other home is on lot 1.", "How many heritage homes are on lot 1?")
    assert one.answer == "depends on the reading"
    assert {r.name: r.answer for r in one.readings} == {"by age": "1", "by list": "0"} or len(one.readings) == 2


# ---------------------------------------------------------------- what the question leaves unsaid

MOVED = "Lot 9 is piped. Lot 9 is vacant. The old home was removed from lot 9 on September 2, 2025. The width of the old home is 20 feet."


def test_the_one_lot_that_the_case_names_is_taken_and_said(tmp_path: Path) -> None:
    parties = "The old home is a home. Lot 9 is a lot. The permit for the old home was issued."
    question = "What is the last day on which the old home may be placed{}?"
    whole = asked(tmp_path, parties, MOVED, question.format(" on lot 9"))
    left_out = asked(tmp_path, parties, MOVED, question.format(""))
    assert whole.said(whole.conclusion) == left_out.said(left_out.conclusion) == "March 1, 2026"
    assert "names no parcel" not in left_out.text(), "it is the same wherever"


def test_a_lot_that_was_taken_is_named_first(tmp_path: Path) -> None:
    text = (cases_directory() / "nc-town" / "last-day-of-a-replacement-in-a-leap-year.case").read_text(encoding="utf-8")
    (tmp_path / "one.case").write_text(text.replace("the new home on the mill lot?", "the new home?"), encoding="utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "one.case")
    assert case is not None and law is not None, report(mistakes)
    one = inquiry.ask(law, case, case.questions[0])
    assert one.json()["value"] == "2024-03-13"
    assert "names no parcel" in one.findings[0].text and "the mill lot" in one.findings[0].text


def test_of_several_lots_each_is_answered_and_none_is_chosen(tmp_path: Path) -> None:
    parties = "The old home is a home. Lot 9 is a lot. Lot 8 is a lot. The permit for the old home was issued."
    facts = MOVED + " The old home was removed from lot 8 on September 4, 2025. Lot 8 is piped. Lot 8 is vacant."
    one = asked(tmp_path, parties, facts, "What is the last day on which the old home may be placed?")
    assert one.answer == "undetermined"
    assert one.missing[0]["decides"] == {"lot 9": "March 1, 2026", "lot 8": "March 3, 2026"}


def test_a_firm_answer_needs_no_lot(tmp_path: Path) -> None:
    one = asked(tmp_path, "The old home is a home. Lot 9 is a lot.", "", "May the old home be repaired?")
    assert one.answer == "not regulated" and "names no" not in one.text()
