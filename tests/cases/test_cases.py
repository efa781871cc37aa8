"""Every case of the project is answered as it expects, and every provision is there to be decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from legalasp import inquiry

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((ROOT / "cases").glob("*/*.case"))


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(path: Path) -> None:
    wrong = [f"{row.question}: {'; '.join(row.told)}" for row in inquiry.test_case(path) if row.status in ("FAIL", "ERROR")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case_expects_something(path: Path) -> None:
    case, _, mistakes = inquiry.read_case(path)
    assert case is not None, mistakes
    assert case.questions and all(q.expected for q in case.questions)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 30
