"""An official text held against its rendering: passages, ties, coverage, drift, quotes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from legalasp import inquiry
from legalasp.cli import main
from legalasp.mistakes import Mistaken
from legalasp.official.coverage import coverage, numbers
from legalasp.official.text import read_text
from legalasp.official.ties import BY_HAND, attach, read_ties, tie, write_ties

LAW = """\
Law: Kennels
Place: the Town of Oak
Cite as: Oak Kennels
In force: from June 1, 2010
Days: the day of the event is not counted [supplied]
Note: the purpose is quiet and the health of dogs.

§ 1 - Yards
  A breach bars: opening the kennel [supplied]
  (a) The yard area of a kennel must be at least 4,000 square feet.
  (b) A kennel must be at least 200 feet from every other kennel.

§ 2 - Fees
  Not rendered: the fee for each dog.

Schedule of words
  Kinds: A person, a kennel and a dog are things.
  Measures: A kennel has a yard area in square feet. A kennel is a distance in feet from another thing.
  Acts: A person opens a kennel.
"""

TEXT = """\
TOWN CODE OF OAK

It is the purpose of this chapter to protect the quiet and the health of dogs.

SECTION 1 YARDS
(a) The yard of a kennel shall have an area of not less than four thousand (4,000) square
feet.
(b) No kennel shall be located within 200 feet of any other ken-
nel.
(c) A kennel shall be cleaned 3 times a week.

SECTION 2 FEES
The fee is $10 for each dog in the kennel.
"""


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    law, text = tmp_path / "kennels.law", tmp_path / "code.txt"
    law.write_text(LAW, "utf-8")
    text.write_text(TEXT, "utf-8")
    return law, text


def _law(path: Path):  # noqa: ANN202
    law, mistakes = inquiry.find_law(str(path))
    assert law is not None, mistakes
    return law


def words(path: Path, raw: str) -> list[tuple[str, str, str]]:
    path.write_bytes(raw.encode())
    return [(p.mark, p.text, p.kind) for p in read_text(path).passages]


# ---------------------------------------------------------------- passages


def test_a_word_broken_at_the_end_of_a_line_is_whole_again(tmp_path: Path) -> None:
    found = words(tmp_path / "a.txt", "A permit is needed for each dwell-\ning. A dwelling is a home.\n")
    assert found[0][1] == "A permit is needed for each dwelling."


def test_a_hyphen_that_is_part_of_a_word_stays(tmp_path: Path) -> None:
    assert words(tmp_path / "a.txt", "A one-\nstory house is low enough.\n")[0][1] == "A one-story house is low enough."


def test_page_numbers_inside_a_sentence_are_no_words_of_it(tmp_path: Path) -> None:
    found = words(tmp_path / "a.txt", "The owner of the park shall keep 3\n\n4 the street clean at all times.\n")
    assert [t for _, t, _ in found] == ["The owner of the park shall keep the street clean at all times."]


def test_a_number_at_the_end_of_a_paragraph_is_not_taken_for_a_page(tmp_path: Path) -> None:
    found = words(tmp_path / "a.txt", "The number of dogs is at most 3\n\n7 days are given.\n")
    assert "3" in found[0][1]


def test_running_heads_are_left_out(tmp_path: Path) -> None:
    raw = "".join(f"Code of the Town of Oak\n\nSentence number {w} stands here.\n\n" for w in ("one", "two", "three", "four"))
    assert len(words(tmp_path / "a.txt", raw)) == 4


@pytest.mark.parametrize(("raw", "marks"), [
    ("(a) Dogs are kept.\n(b) Cats are kept.\n", ["(a)", "(b)"]),
    ("(1)\n\nDogs are kept here.\n\n(2)\n\nCats are kept here.\n", ["(1)", "(2)"]),
    ("As follows: i) dogs are kept; ii) cats are kept; and iii) birds are kept.\n", ["", "i)", "ii)", "iii)"]),
    ("A. Dogs are kept. B. Cats are kept. 5.Birds are kept.\n", ["A.", "B.", "5."]),
])  # fmt: skip
def test_marks_of_lists_begin_passages(tmp_path: Path, raw: str, marks: list[str]) -> None:
    assert [m for m, _, _ in words(tmp_path / "a.txt", raw)] == marks


def test_abbreviations_end_no_sentence(tmp_path: Path) -> None:
    found = words(tmp_path / "a.txt", "L.L. No. 4 of the Town governs, i.e. The Dog Law. It is old.\n")
    assert len(found) == 2


def test_headings_and_histories_are_told_apart(tmp_path: Path) -> None:
    found = words(tmp_path / "a.txt", "GENERAL RULES\n\n[Amended 5-1-1990 by L.L. No. 2-1990]\n\nDogs shall be kept in yards at night.\n")
    assert [k for _, _, k in found] == ["heading", "history", "sentence"]


def test_fingerprints_are_of_the_words_alone(tmp_path: Path) -> None:
    one, other = tmp_path / "a.txt", tmp_path / "b.txt"
    one.write_text("Dogs, and cats,\nare kept.", "utf-8")
    other.write_bytes("\ufeffdogs and  cats are kept.\r\n".encode())
    assert read_text(one).passages[0].fingerprint == read_text(other).passages[0].fingerprint


@pytest.mark.parametrize(("content", "code"), [(None, "unreadable-file"), (b"", "empty-file"), (b"\xff\xfe\x00", "not-utf-8")])
def test_what_cannot_be_read_is_said(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "a.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Mistaken) as stop:
        read_text(path)
    assert [m.code for m in stop.value.mistakes] == [code]


def test_numbers_leave_out_citations_and_lose_nothing() -> None:
    text = "Under § 12 and Section 3, twenty-five feet, 7,500 square feet, 2 2/10 inches and one (1) dog."
    assert [str(n) for n in numbers(text)] == ["7500", "11/5", "1", "25"]


# ---------------------------------------------------------------- ties


def test_each_passage_goes_to_its_place(paths: tuple[Path, Path]) -> None:
    law, text = _law(paths[0]), read_text(paths[1])
    ties = {p.text[:20]: t.citation for p, t in zip(text.passages, tie(law, text), strict=True)}
    assert ties["The yard of a kennel"] == "§ 1(a)"
    assert ties["No kennel shall be l"] == "§ 1(b)"
    assert ties["The fee is $10 for e"] == "§ 2"
    assert ties["It is the purpose of"] == "head"


def test_what_a_person_tied_stays(paths: tuple[Path, Path]) -> None:
    law, text = _law(paths[0]), read_text(paths[1])
    ties = tie(law, text)
    n = next(n for n, p in enumerate(text.passages) if p.text.startswith("A kennel shall be cleaned"))
    from dataclasses import replace

    ties[n] = replace(ties[n], how=BY_HAND, citation="§ 2")
    file = paths[0].with_suffix(".passages")
    write_ties(file, ties)
    assert read_ties(file) == ties
    assert tie(law, text, read_ties(file))[n] == ties[n]


def test_a_line_that_is_no_tie_is_reported_with_its_place(paths: tuple[Path, Path]) -> None:
    file = paths[0].with_suffix(".passages")
    file.write_text("# fine\ndfd6038ea80a § 4\n", "utf-8")
    with pytest.raises(Mistaken) as stop:
        read_ties(file)
    assert stop.value.mistakes[0].places[0].line == 2


def test_no_word_of_the_text_is_kept(paths: tuple[Path, Path]) -> None:
    law, text = _law(paths[0]), read_text(paths[1])
    file = paths[0].with_suffix(".passages")
    write_ties(file, tie(law, text))
    assert "kennel" not in file.read_text("utf-8")


# ---------------------------------------------------------------- coverage and drift


def _coverage(paths: tuple[Path, Path], now: str):  # noqa: ANN202
    law, text = _law(paths[0]), read_text(paths[1])
    ties = tie(law, text)
    paths[1].write_text(now, "utf-8")
    return coverage(law, attach(read_text(paths[1]), ties))


def test_what_is_not_rendered_and_what_lacks_numbers_is_left(paths: tuple[Path, Path]) -> None:
    found = _coverage(paths, TEXT)
    kinds = {r.passage.text[:20]: r.kind for r in found.rows}
    assert kinds["The yard of a kennel"] == "rule"
    assert kinds["The fee is $10 for e"] == "not rendered"
    assert kinds["It is the purpose of"] == "note"
    lacking = {r.passage.text[:20]: [str(n) for n in r.numbers_lacking] for r in found.rows if r.numbers_lacking}
    assert lacking == {}
    assert kinds["A kennel shall be cl"] == "unaccounted"
    assert not found.whole and not found.changed and not found.gone


def test_a_changed_passage_is_drift_and_keeps_its_place(paths: tuple[Path, Path]) -> None:
    found = _coverage(paths, TEXT.replace("not less than four thousand (4,000)", "not less than five thousand (5,000)"))
    assert [t.citation for _, t in found.changed] == ["§ 1(a)"]
    row = next(r for r in found.rows if r.passage.text.startswith("The yard"))
    assert row.numbers_lacking == ("5000",)


def test_a_passage_that_went_and_one_that_came(paths: tuple[Path, Path]) -> None:
    now = TEXT.replace("(c) A kennel shall be cleaned 3 times a week.", "(c) Nobody barks after ten in the evening near the church.")
    found = _coverage(paths, now)
    assert [p.mark for p in found.new] == ["(c)"]
    assert [t.citation for t in found.gone] == ["unknown"]
    assert found.counts["unaccounted"] == 1


# ---------------------------------------------------------------- commands


def run(*words_: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(words_))
    return result.exit_code, result.output


CASE = """\
Case: a kennel near another
Law: Oak Kennels
As of: June 1, 2020

Property and parties
  Smith is a person. Barkly and Woofing are kennels.

Facts
  Barkly is 150 feet from Woofing.

Questions
  May Smith open Barkly?
"""


def test_attach_then_every_answer_quotes(paths: tuple[Path, Path]) -> None:
    Path("a.case").write_text(CASE, "utf-8")
    assert "Official words" not in run("ask", "a.case")[1]
    code, output = run("attach", "Oak Kennels", "code.txt")
    assert code == 0 and "3 of 5 passages" in output and "kennels.passages" in output
    code, output = run("ask", "a.case")
    assert code == 0, output
    assert 'Oak Kennels § 1(b) (line 8 of the official text): "(b) No kennel shall be located within 200 feet of any other kennel."' in output
    told = json.loads(run("ask", "a.case", "--json")[1])
    assert any("within 200 feet" in node["official"] for node in told["explanation"]["nodes"])
    assert "quoted no more" in run("attach", "Oak Kennels", "--forget")[1]
    assert "Official words" not in run("ask", "a.case")[1]


def test_a_quote_says_that_the_text_has_changed(paths: tuple[Path, Path]) -> None:
    Path("a.case").write_text(CASE, "utf-8")
    run("attach", "Oak Kennels", "code.txt")
    Path("new.txt").write_text(TEXT.replace("within 200 feet of any", "within 250 feet of any"), "utf-8")
    assert "changed since it was rendered" in run("ask", "a.case", "--text", "new.txt")[1]


def test_coverage_ends_with_1_where_something_is_left(paths: tuple[Path, Path]) -> None:
    code, output = run("coverage", "Oak Kennels", "--text", "code.txt")
    assert code == 1 and "Not rendered" in output and "The fee is $10" in output
    assert json.loads(run("coverage", "Oak Kennels", "--text", "code.txt", "--json")[1])["accounted"] == 3


def test_coverage_without_a_text_says_what_to_do(paths: tuple[Path, Path]) -> None:
    code, output = run("coverage", "Oak Kennels")
    assert code == 2 and "--text FILE" in output
