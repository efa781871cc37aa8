"""Written decisions: three forms, four formats, the same content; the same input gives the same bytes."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from legalasp import inquiry
from legalasp.cli import main
from legalasp.decision.content import Blanks, Document, Figure, Heading, Items, Paragraph, Quotation, Table
from legalasp.decision.forms import FORMS
from legalasp.decision.write import ENDINGS, document, rendered
from legalasp.explanation import picture

ROOT = Path(__file__).resolve().parents[2]
CASE = ROOT / "cases/nc-town/vacant-space-at-days-180-and-181.case"
DEPENDS = ROOT / "cases/windsor/one-home-replaced.case"


def drafted(path: Path, form: str) -> Document:
    case, law, mistakes = inquiry.read_case(path)
    assert case is not None and law is not None, mistakes
    return document(law, case, [inquiry.ask(law, case, q) for q in case.questions], form, path.name)


def words(made: Document) -> str:
    return rendered(made, ".md").decode().replace("\\", "")


# ---------------------------------------------------------------- content


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_answers_and_what_they_rest_on(form: str) -> None:
    said = words(drafted(CASE, form))
    for part in ("Permitted, by NC § [Use][2][a] and § [Vacant spaces](1).", "Prohibited, by NC § [Vacant spaces](1) and § [Vacant spaces](2).",
                 "September 2, 2025", "exhibit 3, the manager's letter", "a period of 180 days ends on Sunday, March 1, 2026", "sha256:"):
        assert part in said


def test_given_and_supposed_facts_are_kept_apart() -> None:
    said = words(drafted(CASE, "memorandum"))
    given, supposed = said.index("### Facts given"), said.index("### Supposed for the question")
    assert given < said.index("Space 12 is vacant.") < supposed < said.index("The grey home is a class B home.")


def test_things_counted_off_are_one_fact() -> None:
    said = words(drafted(CASE, "memorandum"))
    assert "Oak Park has spaces 1 to 12." in said and "Oak Park has space 5." not in said


def test_a_finding_is_said_once_and_referred_to() -> None:
    made = drafted(CASE, "memorandum")
    numbered = [b for b in made.blocks if isinstance(b, Paragraph) and b.number]
    analysis = made.blocks.index(Heading("Analysis"))
    texts = [b.text for b in made.blocks[analysis:] if isinstance(b, Paragraph) and b.number]
    assert len(texts) == len(set(texts))
    numbers = {b.number for b in numbered}
    for b in numbered:
        for number in re.findall(r"see paragraph (\d+)", b.text):
            assert f"{number}." in numbers


def test_numbers_of_paragraphs_run_on() -> None:
    made = drafted(CASE, "memorandum")
    start = made.blocks.index(Heading("Analysis"))
    numbers = [int(b.number.rstrip(".")) for b in made.blocks[start:] if isinstance(b, Paragraph) and b.number]
    assert numbers == list(range(1, len(numbers) + 1))


def test_readings_are_a_table_with_their_results() -> None:
    tables = [b for b in drafted(DEPENDS, "memorandum").blocks if isinstance(b, Table) and "Reading" in b.header]
    assert tables and any({"whole park", "that home only"} <= {cell for row in t.rows for cell in row} for t in tables)


def test_what_is_not_known_is_listed_and_what_it_would_decide() -> None:
    path = next(p for p in sorted((ROOT / "cases/windsor").glob("*.case")) if "Answer: undetermined" in p.read_text("utf-8"))
    said = words(drafted(path, "memorandum"))
    assert "### Not known" in said and "## What would change the answer" in said and "certain to be" in said


def test_findings_link_requirement_fact_and_conclusion() -> None:
    table = next(b for b in drafted(CASE, "findings").blocks if isinstance(b, Table) and b.header[0] == "Requirement")
    row = next(r for r in table.rows if "[Vacant spaces](1)" in r[0])
    numbers = re.findall(r"\d+", row[1])
    facts = {b.number: b.text for b in drafted(CASE, "findings").blocks if isinstance(b, Paragraph) and b.number}
    assert any("removed from space 12" in facts[f"{n}."] for n in numbers)


def test_the_board_fills_in_votes_and_dates() -> None:
    made = drafted(CASE, "findings")
    assert any(isinstance(b, Blanks) and "Hearing held" in b.labels for b in made.blocks)
    assert any(isinstance(b, Table) and b.header == ("Member", "Vote") for b in made.blocks)


def test_the_letter_says_how_it_can_be_reviewed_is_for_the_officer() -> None:
    assert "Review of this determination" in words(drafted(CASE, "letter"))


def test_no_word_of_the_program_reaches_the_paper() -> None:
    for form in FORMS:
        said = words(drafted(CASE, form))
        assert not re.search(r"⟦|⟧|\bNone\b|\bTrue\b|\bFalse\b|_of_|Atom|atom\(", said)


def test_headings_go_down_one_level_at_a_time() -> None:
    for form in FORMS:
        last = 0
        for b in drafted(CASE, form).blocks:
            if isinstance(b, Heading):
                assert b.level <= last + 1
                last = b.level


# ---------------------------------------------------------------- formats

EVERYTHING = Document("Memorandum", (("To", ""), ("Re", "a <b> & #let x = 1")), [
    Heading("Facts"), Paragraph("A plain one with #strong[no] *markup* $x$ and \"quotes\".", ""), Paragraph("A numbered one.", "1."),
    Items(("one", "two <i>")), Quotation("No home\n  [a] at all", "Oak § 1"), Table("What", ("A", "B"), (("1", "2 | 3"),)),
    Blanks(("Date",)), Figure('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><path d="M0 0H9V9Z"/></svg>', "a triangle", "Figure"),
], subject="a test")  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_input_gives_the_same_bytes(ending: str) -> None:
    assert rendered(EVERYTHING, ending) == rendered(EVERYTHING, ending)


def test_word_has_real_headings_a_header_row_and_an_alternative_text() -> None:
    from docx import Document as opened

    file = opened(io.BytesIO(rendered(EVERYTHING, ".docx")))
    styles = [(p.style.name, p.text) for p in file.paragraphs]
    assert ("Title", "Memorandum") in styles and ("Heading 1", "Facts") in styles and ("List Bullet", "two <i>") in styles
    assert file.core_properties.title == "Memorandum: a test" and file.core_properties.language == "en-US"
    assert "w:tblHeader" in file.tables[0]._tbl.xml and file.tables[0].cell(1, 1).text == "2 | 3"
    assert 'descr="a triangle"' in file.element.xml


def test_word_takes_the_template_of_the_user(tmp_path: Path) -> None:
    from docx import Document as opened

    letterhead = opened()
    letterhead.sections[0].header.paragraphs[0].text = "Town of Oak"
    letterhead.save(str(tmp_path / "head.docx"))
    file = opened(io.BytesIO(rendered(EVERYTHING, ".docx", tmp_path / "head.docx")))
    assert file.sections[0].header.paragraphs[0].text == "Town of Oak"


def test_pdf_is_tagged_and_titled() -> None:
    raw = rendered(EVERYTHING, ".pdf")
    assert raw.startswith(b"%PDF-") and b"/StructTreeRoot" in raw and b"/Lang" in raw and b"pdfuaid" in raw


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("made", ["document", "explanation"])
def test_html_is_well_formed_has_a_language_and_fetches_nothing(made: str) -> None:
    if made == "document":
        page = rendered(EVERYTHING, ".html").decode()
    else:
        case, law, _ = inquiry.read_case(CASE)
        assert case is not None and law is not None
        page = picture.page(inquiry.ask(law, case, case.questions[0]).story)
    reader = _Reader()
    reader.feed(page)
    assert not reader.open
    assert ("html", {"lang": "en-US"}) in reader.seen
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "") and "<script" not in page
    assert any(tag == "svg" for tag, _ in reader.seen)


def test_what_a_case_says_is_never_markup() -> None:
    page = rendered(EVERYTHING, ".html").decode()
    assert "a &lt;b&gt; &amp; #let x = 1" in page and "two &lt;i&gt;" in page


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("path", [CASE, DEPENDS], ids=lambda p: p.stem)
def test_every_node_is_drawn_and_named_by_its_kind(path: Path) -> None:
    case, law, _ = inquiry.read_case(path)
    assert case is not None and law is not None
    story = inquiry.ask(law, case, case.questions[0]).story
    drawn = picture.svg(story)
    assert drawn.count("<g>") == len(story.nodes)
    assert picture.svg(story) == drawn
    boxes, _ = picture._placed(story)
    for a in boxes.values():
        for b in boxes.values():
            if a is not b and a.x == b.x:
                assert a.y + a.height <= b.y or b.y + b.height <= a.y, "boxes lie on each other"
    outline = picture.outline(story)
    for node in story.nodes.values():
        assert node.text.split("\n")[0][:40].replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#x27;") in outline


def test_the_core_of_a_story_leaves_out_what_was_only_looked_at() -> None:
    case, law, _ = inquiry.read_case(CASE)
    assert case is not None and law is not None
    answer = inquiry.ask(law, case, case.questions[1])
    core = answer.story.core()
    assert set(core.nodes) < set(answer.story.nodes)
    assert all(any(n.citation == cite for n in core.nodes.values()) for cite in answer.by)


# ---------------------------------------------------------------- commands


def test_write_and_explain_as_commands(tmp_path: Path) -> None:
    run = CliRunner()
    memo = tmp_path / "memo.md"
    assert run.invoke(main, ["write", str(CASE), "--to", str(memo)]).exit_code == 0
    assert memo.read_text("utf-8").startswith("# Memorandum")
    wrong = run.invoke(main, ["write", str(CASE), "--to", str(tmp_path / "memo.odt")])
    assert wrong.exit_code == 2 and ".docx" in wrong.output
    assert run.invoke(main, ["write", str(CASE), "--to", str(tmp_path / "no" / "memo.md")]).exit_code == 2
    for form in ("svg", "dot", "graphml", "html"):
        shown = run.invoke(main, ["explain", str(CASE), "--question", "2", "--format", form])
        assert shown.exit_code == 0 and "space 12" in shown.output
    assert run.invoke(main, ["explain", str(CASE), "--format", "svg"]).exit_code == 2  # which question?


def test_the_same_case_under_two_laws_by_their_own_definitions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law = "Law: {0}\nPlace: the Town of {0}\nCite as: {0}\nUses: plain words\nIn force: from June 1, 2010\nDays: the day of the event is not counted [supplied]\n\n§ 1 - Homes\n  A home may be placed on a lot only if the frontage of the lot is at least {1} feet.\n"
    (tmp_path / "oak.law").write_text(law.format("Oak", 60), "utf-8")
    (tmp_path / "elm.law").write_text(law.format("Elm", 80), "utf-8")
    (tmp_path / "a.case").write_text(
        "Case: a lot of seventy feet\nLaw: Oak\nAs of: June 1, 2020\n\nProperty and parties\n  Lot 9 is a lot. The grey home is a home.\n\n"
        "Facts\n  The frontage of lot 9 is 70 feet.\n\nQuestions\n  May the grey home be placed on lot 9?\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(main, ["compare", "a.case", "Oak", "Elm"])
    assert shown.exit_code == 0, shown.output
    assert "Oak  permitted, by Oak § 1." in shown.output and "Elm  prohibited, by Elm § 1." in shown.output
    assert "<svg" in inquiry.ask(*_one(tmp_path / "a.case"))._repr_html_()


def _one(path: Path):  # noqa: ANN202
    case, law, _ = inquiry.read_case(path)
    assert case is not None and law is not None
    return law, case, case.questions[0]


def test_a_sentence_that_a_law_has_no_words_for_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(main, ["compare", str(CASE), "NC", "Windsor"])
    assert "Windsor has no words for, and answers without:" in shown.output and "NC       permitted" in shown.output
    assert "Windsor itself says what this is, and answers without it:\n  Oak Park is existing and nonconforming.\n" in shown.output


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.levels: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.ids += [named["id"]] if named.get("id") else []
        self.links += [named["href"]] if tag == "a" and named.get("href") else []
        self.levels += [int(tag[1])] if tag in ("h1", "h2", "h3", "h4") else []


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", (CASE, DEPENDS), ids=("days", "readings"))
def test_a_page_has_each_id_once_and_its_references_lead_somewhere(form: str, case: Path) -> None:
    page = _Ids()
    page.feed(rendered(drafted(case, form), ".html").decode("utf-8"))
    assert len(page.ids) == len(set(page.ids)) and page.links
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert page.levels[0] == 1 and all(b <= a + 1 for a, b in zip(page.levels, page.levels[1:], strict=False))


def test_a_wide_picture_stands_on_paper_as_a_ladder() -> None:
    figures = [b for b in drafted(DEPENDS, "memorandum").blocks if isinstance(b, Figure)]
    assert figures and all(float(re.search(r'width="(\d+)"', f.svg)[1]) <= 1000 for f in figures)  # type: ignore[index]
    assert len({f.svg for f in figures}) == len(figures)


def test_the_short_answer_says_what_it_hangs_on() -> None:
    said = words(drafted(DEPENDS, "memorandum"))
    assert 'It depends on how the text is read: required, by Windsor § 4[1], on the reading "whole park"; not required on the reading "that home only".' in said
    assert said.count("Does the exemption end for the whole park") == 1, "a doubt is told once"
