"""What a case is told about a sentence or a question that is not read: on its line, and to the point."""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry
from legalasp.mistakes import Mistake

PLACES = """Case: names
Law: {law}
As of: March 2, 2026
Property and parties
  O’Brien’s Park is a park. O’Brien’s Park has spaces 1 to 3 and no others. R-1 is a park. Élan is a home.
  The mill lot is a lot.
Facts
  1. {fact}
Questions
  {question}
"""
OAK = Path(__file__).parent.parent / "explanation" / "oak.law"


def mistakes(tmp_path: Path, fact: str = "Élan is on space 1.", question: str = "Is Élan in O'Brien's Park?") -> list[Mistake]:
    path = tmp_path / "one.case"
    path.write_text(PLACES.format(law=OAK, fact=fact, question=question), encoding="utf-8")
    return inquiry.check(path)


@pytest.mark.parametrize("fact", ["Élan is on space 1. O’Brien’s Park is existing. R-1 is existing. Élan is listed.", "Élan is on space 2."])
def test_accents_apostrophes_and_hyphens_in_names(tmp_path: Path, fact: str) -> None:
    assert mistakes(tmp_path, fact) == []


@pytest.mark.parametrize("fact, help_", [
    ("Élan is on space 13.", "`space 13` is not named under Property and parties; the case has space 1 to 3"),
    ("Nobody owns the mill lot.", "`nobody` names no thing; write `No person …`"),
    ("The oak lot is vacant.", "name `the oak lot` under Property and parties first: `The oak lot is a lot.`"),
    ("The oak home is a heritage home.", "name `the oak home` under Property and parties first: `The oak home is a heritage home.`"),
    ("Jones Smith is the owner of the mill lot.", "`Jones Smith` is not named under Property and parties; add `Jones Smith is a person.` or what it is"),
    ("Élan was built in December 2025.", "`December 2025` is a month; write its day, `December 1, 2025`, or the year alone, `in 2025`"),
    ("Élan was built on 9/2/2025.", "`9/2/2025` is no day as a case writes it; write `March 2, 2026`"),
    ("Élan was built on February 30, 2025.", "`February 30, 2025` is no day as a case writes it; write `March 2, 2026`"),
])
def test_a_fact_that_is_not_read(tmp_path: Path, fact: str, help_: str) -> None:
    found = mistakes(tmp_path, fact)
    assert [m.help for m in found] == [help_]
    assert found[0].places[0].line == 8


@pytest.mark.parametrize("question, code, said", [
    ("Who owns the mill lot?", "unknown-question", "the forms are: May …?"),
    ("Which provisions apply to Jones?", "unknown-question", "`Jones` is not named under Property and parties"),
    ("Is the oak lot vacant?", "unknown-question", "name `the oak lot` under Property and parties first"),
    ("Is Élan exempt from § 99?", "unknown-citation", "legalasp words"),
    ("Must a application be filed?", "article", "write `an application`"),
])
def test_a_question_that_is_not_read(tmp_path: Path, question: str, code: str, said: str) -> None:
    found = mistakes(tmp_path, question=question)
    assert [m.code for m in found] == [code]
    assert said in found[0].help and found[0].places[0].line == 10


def test_a_roster_of_names(tmp_path: Path) -> None:
    path = tmp_path / "one.case"
    path.write_text(PLACES.format(law=OAK, fact="Élan is on space 1.", question="How many lots does R-1 have?").replace(
        "  The mill lot is a lot.", "  The mill lot and the hill lot are lots. R-1 has the mill lot and the hill lot and no others."), encoding="utf-8")
    case, law, found = inquiry.read_case(path)
    assert case is not None and law is not None and not found
    one = inquiry.ask(law, case, case.questions[0])
    assert one.said(one.conclusion) == "2"


def test_a_citation_is_read_back_as_it_is_printed() -> None:
    from legalasp.language.tokens import tokenize
    from legalasp.language.tree import Text
    from legalasp.law.citations import find, path_segments
    from legalasp.resources import cases_directory

    for file in sorted(cases_directory().glob("*/*.law")):
        law, _ = inquiry.find_law(str(file))
        assert law is not None
        known = {path_segments(p.citation.path): None for p in law.provisions}
        for p in law.provisions:
            assert find(p.citation.local, (), known) == path_segments(p.citation.path)
            tokens, mistakes_ = tokenize(Text(f"Does {p.citation.local} apply to the home?"))
            assert not mistakes_ and p.citation.local in [t.string for t in tokens if t.kind == "cite"]
