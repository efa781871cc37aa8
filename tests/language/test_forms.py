"""Each form of the language in a fragment of law of its own, with a case that puts it to work.

`forms/NAME.law` and `forms/NAME.case`: every question states its answer, with the provisions that it rests
on, and what the explanation must say (`Because:`, word for word).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry
from legalasp.explanation.expected import check
from legalasp.law.read import read_law

FORMS = Path(__file__).resolve().parent / "forms"
CASES = sorted(FORMS.glob("*.case"))


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_a_form_is_answered_and_explained(path: Path) -> None:
    assert not inquiry.check(path.with_suffix(".law")) and not inquiry.check(path)
    case, law, _ = inquiry.read_case(path)
    assert case is not None and law is not None and case.questions
    reasons = 0
    for question in case.questions:
        answer = inquiry.ask(law, case, question)
        assert any(e.key.lower().startswith("answer") for e in question.expected), f"{question.text}: no answer is expected"
        assert [said for ok, said in check(question, answer) if not ok] == [], question.text
        because = [e.text for e in question.expected if e.key.lower() == "because"]
        text = answer.text()
        assert [words for words in because if words not in text] == [], f"{question.text}\n{text}"
        reasons += len(because)
    assert reasons, "a form shows why, too"


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_a_form_decides_something(path: Path) -> None:
    """No provision of the fragment is there for nothing: each stands in the text of some answer."""
    case, law, _ = inquiry.read_case(path)
    assert case is not None and law is not None
    told = "\n".join(inquiry.ask(law, case, question).text() for question in case.questions)
    silent = ("note", "declaration", "not rendered", "act under")
    unsaid = {str(p.citation) for p in law.provisions if p.kind not in silent and str(p.citation) not in told}
    assert not unsaid


def test_every_law_has_its_case() -> None:
    assert len(CASES) >= 10 and {p.stem for p in CASES} == {p.stem for p in FORMS.glob("*.law")}
    assert all(read_law(p.with_suffix(".law"))[0] for p in CASES)
