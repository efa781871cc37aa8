"""Whatever the phrasebook of a law shows can be written in a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry
from legalasp.language.inflect import article
from legalasp.language.report import report
from legalasp.law.model import Law
from legalasp.law.phrasebook import phrasebook
from legalasp.law.specimen import Namer, new_case, specimen
from legalasp.resources import cases_directory

LAWS = sorted(cases_directory().glob("*/*.law"))


@pytest.fixture(params=LAWS, ids=lambda path: path.stem)
def law(request: pytest.FixtureRequest) -> Law:
    found, mistakes = inquiry.find_law(str(request.param))
    assert found is not None, report(mistakes)
    return found


def test_every_fact_and_every_question_can_be_written_in_a_case(law: Law, tmp_path: Path) -> None:
    book, namer = phrasebook(law), Namer(law)
    things: dict[str, str] = {}
    facts, asked = [], []
    for rows, sentences in ((facts, [f.example for f in book.facts if f.sort != "kind"]), (asked, book.questions)):
        for sentence in sentences:
            said, named = namer.named(sentence)
            things |= named
            rows.append(said)
    case = "\n".join([
        "Case: all that can be said", f"Law: {law.file}", "As of: March 2, 2026", "", "Property and parties",
        *(f"  {thing[:1].upper()}{thing[1:]} is {article(kind)} {kind}." for thing, kind in things.items()),
        "Facts", *(f"  {n}. {fact}" for n, fact in enumerate(facts, 1)), "Questions", *(f"  {question}" for question in asked), ""])
    (tmp_path / "all.case").write_text(case, encoding="utf-8")
    read, _, mistakes = inquiry.read_case(tmp_path / "all.case")
    assert read is not None, report(mistakes)
    assert facts and len(read.questions) == len(asked) > 3


def test_a_measure_shows_its_unit_and_a_value_all_values(law: Law) -> None:
    for fact in phrasebook(law).facts:
        if fact.sort == "value":
            word = next(a for a in law.lexicon.attributes if a.word == fact.word)
            assert all(value in fact.note for value in word.values)
        if fact.sort == "measure":
            assert fact.note.startswith("in ") or fact.note == "a plain number"


def test_a_new_case_has_facts_and_a_question(law: Law) -> None:
    text = new_case(law, "one home")
    assert text.startswith(f"Case: one home\nLaw: {law.name}\nAs of: ") and "Facts\n  1. " in text and text.rstrip().endswith("?")


def test_the_specimen_has_one_thing_of_each_kind(law: Law) -> None:
    case = specimen(law)
    assert len(set(case.things.values())) == len(case.things) > 0
