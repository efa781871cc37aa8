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


def written(law: Law, sentences: list[str], questions: list[str], path: Path, supposed: list[str] = []) -> Path:  # noqa: B006
    """A case that states and supposes the sentences and asks the questions, about things of just those names."""
    namer = Namer(law)
    things: dict[str, str] = {}
    rows: list[list[str]] = [[], [], []]
    for said, own in zip((sentences, questions, supposed), rows, strict=True):
        for sentence in said:
            text, named = namer.named(sentence)
            things |= named
            own.append(text)
    parties = [f"  {thing[:1].upper()}{thing[1:]} is {article(kind)} {kind}." for thing, kind in things.items()]
    facts = ["Facts", *(f"  {n}. {fact}" for n, fact in enumerate(rows[0], 1))] if rows[0] else []
    path.write_text("\n".join(["Case: what can be said", f"Law: {law.file}", "As of: March 2, 2026", "", "Property and parties", *parties,
                               *facts, *(["Suppose", *(f"  {one}" for one in rows[2])] if rows[2] else []), "Questions", *(f"  {question}" for question in rows[1]), ""]), encoding="utf-8")
    return path


def test_every_fact_and_every_question_can_be_written_in_a_case(law: Law, tmp_path: Path) -> None:
    book = phrasebook(law)
    facts = [f.example for f in book.facts if f.sort != "kind" and not f.decided_by]
    concluded = [f.example for f in book.facts if f.sort != "kind" and f.decided_by]
    read, _, mistakes = inquiry.read_case(written(law, facts, list(book.questions), tmp_path / "all.case", concluded))
    assert read is not None, report(mistakes)
    assert facts and len(read.questions) == len(book.questions) > 3


def test_every_question_is_answered(law: Law, tmp_path: Path) -> None:
    forms = set()
    for n, asked in enumerate(phrasebook(law).questions):
        case, own, mistakes = inquiry.read_case(written(law, [], [asked], tmp_path / f"{n}.case"))
        assert case is not None and own is not None, report(mistakes)
        answer = inquiry.ask(own, case, case.questions[0])
        assert answer.json()["answer"] and answer.text(), asked
        assert not answer.contradictions, asked
        forms.add(case.questions[0].form)
    assert {"may", "is", "which", "applies", "exempt"} <= forms


def test_an_act_that_is_also_another_is_shown_with_it() -> None:
    law, _ = inquiry.find_law("NC")
    assert law is not None
    by_note = {f.example: f.note for f in phrasebook(law).facts}
    assert any("filled with" in fact and "counts as: the home was placed on the space" in note for fact, note in by_note.items())
    assert "was removed from the space" in by_note["The space was vacated on March 2, 2026."]
    assert "The building inspector assessed the home on March 2, 2026." in by_note


def test_a_measure_shows_its_unit_and_a_value_all_values(law: Law) -> None:
    for fact in phrasebook(law).facts:
        if fact.sort == "value":
            word = next(a for a in law.lexicon.attributes if a.word == fact.word)
            assert all(value in fact.note for value in word.values)
        if fact.sort == "measure":
            assert fact.note.startswith("in ") or fact.note == "a plain number"


def test_a_new_case_checks_and_names_what_its_question_hangs_on(law: Law, tmp_path: Path) -> None:
    text = new_case(law, "one home").replace(f"Law: {law.name}\n", f"Law: {law.file}\n")
    assert text.startswith(f"Case: one home\nLaw: {law.file}\nAs of: ") and text.rstrip().endswith("?")
    (tmp_path / "new.case").write_text(text, encoding="utf-8")
    case, own, mistakes = inquiry.read_case(tmp_path / "new.case")
    assert case is not None and own is not None and not mistakes, report(mistakes)
    assert len(case.statements) == len(case.things), "only what the things are is said of them"
    assert len(case.unknown) > 5
    answer = inquiry.ask(own, case, case.questions[0])
    assert answer.missing, "with nothing stated, facts are missing"


def test_each_sentence_of_a_new_case_can_be_moved_to_its_facts(law: Law, tmp_path: Path) -> None:
    head, _, rest = new_case(law, "one home").partition("Not known\n")
    lines, _, questions = rest.partition("Questions\n")
    told = [t for t in " ".join(lines.split()).split(". ") if t.startswith(("The ", "the ")) and " example " in f" {t} "]
    facts = "".join(f"  {n}. {fact.rstrip('.')}.\n" for n, fact in enumerate(told, 1))
    path = tmp_path / "filled.case"
    path.write_text(head.replace(f"Law: {law.name}\n", f"Law: {law.file}\n") + "Facts\n" + facts + "Questions\n" + questions, encoding="utf-8")
    case, _, mistakes = inquiry.read_case(path)
    assert case is not None, report(mistakes)
    assert len(case.statements) >= len(told) >= 2


def test_the_specimen_has_one_thing_of_each_kind(law: Law) -> None:
    case = specimen(law)
    assert len(set(case.things.values())) == len(case.things) > 0
