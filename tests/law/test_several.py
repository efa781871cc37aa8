"""Several laws that one case is put to: what the rules between them settle, and what cannot be joined."""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry
from legalasp.explanation import Answer
from legalasp.language.report import report

HEAD = "Law: {name}\nCite as: {name}\n{more}Uses: plain words\nIn force: from January 1, 2020\n\n"
PARK = "§ {section}1\n  A breach bars: establishing the park\n  {sentence}\n"
STRICTER = "When a provision of this law and a provision of another law conflict, the most restrictive provision prevails."


def law(folder: Path, name: str, section: str, *sentences: str, more: str = "") -> str:
    rows = "".join(f"§ {section}{n}\n  A breach bars: establishing the park\n  {s}\n" for n, s in enumerate(sentences, 1))
    (folder / f"{name.lower()}.law").write_text(HEAD.format(name=name, more=more) + rows, encoding="utf-8")
    return name


def asked(folder: Path, laws: str, question: str, facts: str = "") -> Answer:
    rows = f"Facts\n  1. {facts}\n" if facts else ""
    (folder / "one.case").write_text(f"Case: one\nLaws: {laws}\nAs of: March 2, 2026\nProperty and parties\n  Oak Park is a park.\n{rows}"
                                     f"Questions\n  {question}\n", encoding="utf-8")
    case, law_, mistakes = inquiry.read_case(folder / "one.case")
    assert case is not None and law_ is not None, report(mistakes)
    return inquiry.ask(law_, case, case.questions[0])


def codes(folder: Path, head: str) -> list[str]:
    (folder / "one.case").write_text(f"Case: one\n{head}\nAs of: March 2, 2026\nProperty and parties\n  Oak Park is a park.\n"
                                     "Questions\n  May Oak Park be established?\n", encoding="utf-8")
    return [m.code for m in inquiry.read_case(folder / "one.case")[2]]


AREA = "What must the gross area of Oak Park be at least?"
FIVE, EIGHT = "The gross area of a park must be at least 5 acres.", "The gross area of a park must be at least 8 acres."


@pytest.mark.parametrize("first, second", [(FIVE, EIGHT), (EIGHT, FIVE)])
def test_two_minimums_of_two_laws_both_bind(tmp_path: Path, first: str, second: str) -> None:
    law(tmp_path, "Elm", "E", first), law(tmp_path, "Ash", "A", second)
    assert asked(tmp_path, "Elm and Ash", AREA).said(asked(tmp_path, "Elm and Ash", AREA).conclusion) == "at least 8 acres"


@pytest.mark.parametrize("first, second, says", [(FIVE, EIGHT, "at least 5 acres"), (EIGHT, FIVE, "at least 8 acres")])
def test_the_law_that_prevails_wins_though_it_is_laxer(tmp_path: Path, first: str, second: str, says: str) -> None:
    law(tmp_path, "Elm", "E", first, "This law prevails over the zoning of the Town."), law(tmp_path, "Ash", "A", second, more="Known as: the zoning of the Town\n")
    one = asked(tmp_path, "Elm and Ash", AREA)
    assert one.said(one.conclusion) == says and one.by == ("Elm § E1",)


@pytest.mark.parametrize("levels, says", [(("state", "town"), "at least 5 acres"), (("town", "state"), "at least 8 acres"), (("town", "town"), "at least 8 acres")])
def test_the_higher_law_prevails_where_both_say_their_level(tmp_path: Path, levels: tuple[str, str], says: str) -> None:
    for name, level, sentence in zip(("Elm", "Ash"), levels, (FIVE, EIGHT)):
        law(tmp_path, name, name[0], sentence, STRICTER if name == "Elm" else "A park should be existing.", more=f"Level: {level}\n")
    one = asked(tmp_path, "Elm and Ash", AREA)
    assert one.said(one.conclusion) == says


def test_a_rule_settles_between_a_permission_and_a_prohibition(tmp_path: Path) -> None:
    law(tmp_path, "Elm", "E", "A park may be established."), law(tmp_path, "Ash", "A", "A park must not be established.")
    assert asked(tmp_path, "Elm and Ash", "May Oak Park be established?").answer == "in conflict"
    law(tmp_path, "Elm", "E", "A park may be established.", STRICTER)
    assert asked(tmp_path, "Elm and Ash", "May Oak Park be established?").answer == "prohibited"
    law(tmp_path, "Elm", "E", "A park may be established.", "This law prevails over Ash.")
    assert asked(tmp_path, "Elm and Ash", "May Oak Park be established?").answer == "permitted"


def test_a_rule_does_not_settle_between_two_other_laws(tmp_path: Path) -> None:
    law(tmp_path, "Elm", "E", "A park should be existing.", STRICTER)
    law(tmp_path, "Ash", "A", "A park may be established."), law(tmp_path, "Bay", "B", "A park must not be established.")
    assert asked(tmp_path, "Elm, Ash and Bay", "May Oak Park be established?").answer == "in conflict"


def test_a_later_law_begins_on_its_own_day(tmp_path: Path) -> None:
    law(tmp_path, "Elm", "E", FIVE)
    (tmp_path / "ash.law").write_text((HEAD + PARK).format(name="Ash", more="", section="A", sentence=EIGHT).replace("2020", "2027"), encoding="utf-8")
    one = asked(tmp_path, "Elm and Ash", AREA)
    assert one.said(one.conclusion) == "at least 5 acres"


def test_what_cannot_be_joined_is_said(tmp_path: Path) -> None:
    law(tmp_path, "Elm", "E", FIVE), law(tmp_path, "Ash", "A", EIGHT)
    assert codes(tmp_path, "Laws: Elm and Elm") == ["law-twice"]
    assert codes(tmp_path, "Laws: Elm") == ["no-law"]
    assert codes(tmp_path, "Law: Elm\nLaws: Elm and Ash") == ["no-law"]
    assert codes(tmp_path, "Laws: Elm and Oak") == ["unknown-law"]
    law(tmp_path, "Elm", "E", FIVE, more="Level: regional\n")
    assert "unknown-level" in codes(tmp_path, "Laws: Elm and Ash")
    days = "Days: the day of the event is not counted; a period for an act that ends on a Saturday or a Sunday ends on the next working day\n"
    law(tmp_path, "Elm", "E", FIVE, more=days), law(tmp_path, "Ash", "A", EIGHT, more="Days: the day of the event is not counted\n")
    assert codes(tmp_path, "Laws: Elm and Ash") == ["days-differ"]
    own = "A park is existing if the park existed before this law took effect."
    law(tmp_path, "Elm", "E", FIVE), law(tmp_path, "Ash", "A", own)
    assert codes(tmp_path, "Laws: Elm and Ash") == ["this-law-of-two"] and codes(tmp_path, "Laws: Ash and Elm") == []
    law(tmp_path, "Elm", "E", "A park is existing if the park is nonconforming.")
    assert codes(tmp_path, "Laws: Ash and Elm") == ["word-of-two-laws"]


def test_a_citation_that_two_laws_have_is_asked_of_one(tmp_path: Path) -> None:
    law(tmp_path, "Elm", "", FIVE), law(tmp_path, "Ash", "", EIGHT)
    (tmp_path / "one.case").write_text("Case: one\nLaws: Elm and Ash\nAs of: March 2, 2026\nProperty and parties\n  Oak Park is a park.\n"
                                       "Questions\n  Does § 1 apply to Oak Park?\n", encoding="utf-8")
    assert [m.code for m in inquiry.read_case(tmp_path / "one.case")[2]] == ["citation-of-two-laws"]
