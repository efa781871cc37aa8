"""An answer follows from a few of the facts alone, and none of these can be left out; what turns it, turns it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from legalasp import inquiry
from legalasp.explanation.answers import FORMS_OF_THEIR_OWN
from legalasp.explanation.proof import proof, same_answer
from legalasp.law.resolving import day_of
from legalasp.reasoning import Inquiry
from legalasp.reasoning import answer as R

CASES = Path(__file__).resolve().parents[2] / "cases"
CHOSEN = sorted(CASES.glob("*/*.case"))[::9]


@pytest.mark.parametrize("path", CHOSEN, ids=lambda p: p.stem)
def test_the_facts_of_a_proof_suffice_and_each_is_needed(path: Path) -> None:
    case, law, mistakes = inquiry.read_case(path)
    assert case is not None and law is not None, mistakes
    for question in case.questions:
        answer = inquiry.ask(law, case, question)
        if question.form in FORMS_OF_THEIR_OWN or answer.outcome.contradictions or answer.outcome.answer == R.UNDETERMINED:
            continue
        found = proof(answer)
        kept = replace(answer.grounded.problem, facts=list(found.facts),
                       provisions=[p for p in answer.grounded.problem.provisions if p.key in found.provisions])
        asked = Inquiry(kept)
        assert same_answer(answer, asked.ask(with_missing=False))
        for fact in found.facts:
            if fact[0].word in law.lexicon.kinds or fact[0].word.startswith("the day ") or "asked" in fact[0].word:
                continue
            fewer = [f for f in found.facts if f != fact and f[0] != day_of(fact[0])]
            assert not same_answer(answer, asked.with_facts(fewer, with_missing=False)), f"{question.text} {fact[0]} is idle"


def test_what_would_change_an_answer_changes_it(tmp_path: Path) -> None:
    (tmp_path / "oak.law").write_text("""\
Law: Oak
Place: the Town of Oak
Cite as: Oak
Uses: plain words
In force: from June 1, 2010
Days: the day of the event is not counted [supplied]

§ 1 - Homes
  (a) A home may be placed on a lot only if the frontage of the lot is at least 60 feet and the lot is vacant.
""", "utf-8")
    (tmp_path / "a.case").write_text("""\
Case: a lot that is not vacant
Law: Oak
As of: June 1, 2020

Property and parties
  Lot 9 is a lot. The grey home is a home.

Facts
  The frontage of lot 9 is 80 feet.
  Lot 9 is not vacant.

Questions
  May the grey home be placed on lot 9?
""", "utf-8")
    case, law, mistakes = inquiry.read_case(tmp_path / "a.case")
    assert case is not None and law is not None, mistakes
    answer = inquiry.ask(law, case, case.questions[0])
    assert answer.answer == R.PROHIBITED
    assert [c.text for c in answer.changes] == ["It would be permitted if lot 9 is vacant."]
    assert answer.enough == ("Lot 9 is not vacant.",)
    told = inquiry.explained(answer, "text")
    assert "It follows from these facts alone\n- Lot 9 is not vacant." in told and "What would change it\n- It would be permitted" in told
