"""Small laws and cases for tests: a law and a case as text, the answers as a list."""

from __future__ import annotations

from pathlib import Path

from legalasp.explanation import Answer
from legalasp.explanation.answers import answer
from legalasp.law.cases import read_case
from legalasp.law.read import read_law
from legalasp.mistakes import Mistake, errors

HEAD = "Law: A small law\nPlace: a village\nCite as: Small\nUses: plain words\nIn force: from January 1, 2000\n\n"
PARK = "§ 1 - Parks\n  (a) A park must not be expanded.\n"
"""A law that says next to nothing."""


def asked(folder: Path, law: str, things: str, facts: str, *questions: str, suppose: str = "", as_of: str = "March 2, 2026") -> list[Answer]:
    """The answers of a law (its sections) to the questions of a case."""
    answers, mistakes = tried(folder, law, things, facts, *questions, suppose=suppose, as_of=as_of)
    assert not errors(mistakes), mistakes
    return answers


def tried(folder: Path, law: str, things: str, facts: str, *questions: str, suppose: str = "",
          as_of: str = "March 2, 2026") -> tuple[list[Answer], list[Mistake]]:
    """As `asked`; with the mistakes, and no answers where there are any."""
    file, case = folder / "small.law", folder / "one.case"
    file.write_text(law if law.startswith("Law:") else HEAD + law, encoding="utf-8")
    rows = ["Case: one", "Law: Small", f"As of: {as_of}", "Property and parties", f"  {things}"]
    rows += ["Facts", *(f"  {n}. {f.strip()}" for n, f in enumerate(facts.splitlines(), 1))] if facts else []
    rows += ["Suppose", f"  {suppose}"] if suppose else []
    rows += ["Questions", *(f"  {n}. {q}" for n, q in enumerate(questions, 1))]
    case.write_text("\n".join(rows) + "\n", encoding="utf-8")
    checked, mistakes = read_law(file)
    if checked is None:
        return [], mistakes
    read, more = read_case(case, lambda name, path: (checked, []))
    return ([answer(checked, read, q) for q in read.questions] if read is not None else []), [*mistakes, *more]
