"""The language by the examples of `grammar/README.md`, and by the hardest provisions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from legalasp.language.frame import read_law as read_frame
from legalasp.language.write import format_law
from legalasp.law.model import Law
from legalasp.law.read import check_law, read_law
from legalasp.mistakes import Mistake, errors
from legalasp.resources import grammar_directory
from tests.language.corpus import laws, model, named, reading_with
from tests.language.test_print_back import printed_and_read

PAGE = (grammar_directory() / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(words|reads|law|refused)\n(.*?)```", PAGE, re.DOTALL)
WORDS = next(body for sort, body in BLOCKS if sort == "words")
READS = [line for sort, body in BLOCKS if sort == "reads" for line in body.splitlines()]
REFUSED = [line.split(" -> ") for sort, body in BLOCKS if sort == "refused" for line in body.splitlines()]
WHOLE = [body for sort, body in BLOCKS if sort == "law"]
BARS = "  A breach bars: placing a home on a lot [supplied]\n"


def law_of(sections: str) -> tuple[Law | None, list[Mistake]]:
    schedule = "".join(f"  {line}\n" for line in WORDS.splitlines())
    text = f"Law: Oak\nCite as: Oak\nUses: plain words\n\n{sections}\nSchedule of words\n{schedule}"
    tree, mistakes = read_frame(text.encode(), "oak.law")
    assert tree is not None
    return check_law(tree, mistakes)


def example(sentence: str) -> str:
    """The sentence as § 3, behind two sections that it may cite."""
    other = f"{BARS}  The length of a home must be at least 10 feet.\n"
    return f"§ 1\n{other}\n§ 2\n{other}\n§ 3\n{BARS}  {sentence}\n"


@pytest.mark.parametrize("sentence", READS)
def test_reads(sentence: str) -> None:
    law, mistakes = law_of(example(sentence))
    assert law is not None and not mistakes, [(m.code, m.says, m.help) for m in mistakes]
    assert any(p.key.startswith("Oak § 3") for p in law.provisions)
    with reading_with(printed_and_read):
        again, mistakes = law_of(example(sentence))
    assert again is not None, [m.says for m in mistakes]
    assert model(law) == model(again)


@pytest.mark.parametrize("sections", WHOLE)
def test_reads_whole(sections: str) -> None:
    law, mistakes = law_of(re.sub(r"(?m)^(§ .*)$", r"\1\n" + BARS.rstrip("\n"), sections))
    assert law is not None and not mistakes, [(m.code, m.says, m.help) for m in mistakes]


@pytest.mark.parametrize(("sentence", "code"), REFUSED)
def test_refused(sentence: str, code: str) -> None:
    _, mistakes = law_of(example(sentence))
    assert code in {m.code for m in mistakes}, [(m.code, m.says) for m in mistakes]
    assert all(m.help and m.places for m in mistakes if m.code == code)


@pytest.mark.parametrize("path", laws(), ids=named)
def test_the_corpus_reads(path: Path) -> None:
    """Without mistakes; no sentence has two meanings."""
    law, mistakes = read_law(path)
    assert law is not None and not errors(mistakes), [(m.code, m.says) for m in mistakes]
    assert not {m.code for m in mistakes} - {"marker-skipped"}


@pytest.mark.parametrize("path", laws(), ids=named)
def test_formatted_it_is_the_same_law(path: Path) -> None:
    tree, _ = read_frame(path)
    assert tree is not None
    formatted = format_law(tree)
    again, mistakes = read_frame(formatted.encode(), str(path))
    assert again is not None and not errors(mistakes)
    assert format_law(again) == formatted
    one, other = check_law(tree, [], path)[0], check_law(again, [], path)[0]
    assert one is not None and other is not None and model(one) == model(other)


TWO_MEANINGS = [
    "A person must not place a home or keep a home on a lot.",
    "A home must not be placed on a lot in a park that is vacant or in a district.",
]


@pytest.mark.parametrize("sentence", TWO_MEANINGS)
def test_two_meanings_are_shown(sentence: str) -> None:
    """The lot may belong to the keeping alone; both readings are printed, and none is chosen."""
    _, mistakes = law_of(example(sentence))
    assert {m.code for m in mistakes} & {"two-meanings", "unknown-phrase", "nothing-brought-in"}, sentence


def test_a_table_has_a_provision_for_each_row() -> None:
    law, _ = law_of(re.sub(r"(?m)^(§ .*)$", r"\1\n" + BARS.rstrip("\n"), WHOLE[0]))
    assert law is not None
    printed = [p.printed for p in law.provisions if p.key.startswith("Oak § 1")]
    assert printed == [
        "The area of a space must be at least 7,500 square feet, if the space is served by a road.",
        "The area of a space must be at least 10,000 square feet, if the space is not served by a road."]


def test_a_version_has_its_day() -> None:
    law, _ = law_of(re.sub(r"(?m)^(§ .*)$", r"\1\n" + BARS.rstrip("\n"), WHOLE[1]))
    assert law is not None
    assert [(str(p.from_), str(p.until)) for p in law.provisions] == [("2012-05-01", "None"), ("None", "2012-05-01")]


OFFICIAL = Path(__file__).resolve().parents[3] / "shared" / "ordinances"


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official texts are not at hand")
@pytest.mark.parametrize("path", [p for p in laws() if p.parent.name == "hardest"], ids=named)
def test_the_words_are_not_the_official_ones(path: Path) -> None:
    """No run of more than 10 words is the same as in an official text."""
    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[a-z0-9]+", text.lower())
        return {tuple(words[i:i + 11]) for i in range(len(words) - 10)}

    official = set().union(*(runs(p.read_text(encoding="utf-8")) for p in OFFICIAL.glob("*.txt")))
    tree, _ = read_frame(path)
    assert not runs(path.read_text(encoding="utf-8")) & official
