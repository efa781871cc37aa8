"""Rewrites the golden texts: `python -m tests.explanation.rewrite`. Read the difference before it is kept."""

from __future__ import annotations

from pathlib import Path

from legalasp import inquiry
from legalasp.explanation import Answer, answer

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
CASE = HERE / "oak.case"


def answers(path: Path = CASE) -> list[Answer]:
    case, law, mistakes = inquiry.read_case(path)
    assert case is not None and law is not None, mistakes
    return [answer(law, case, question) for question in case.questions]


def shown(one: Answer) -> str:
    """The text, without the mark that changes with every letter of the law."""
    return one.text().replace(one.law.fingerprint[:19], "sha256:…")


def golden() -> dict[Path, str]:
    return {GOLDEN / f"oak-{n}.txt": shown(a) for n, a in enumerate(answers(), 1)}


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for file, text in golden().items():
        file.write_text(text, encoding="utf-8")
