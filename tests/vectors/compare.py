"""Holds a result against what a vector expects.

Takes:   an outcome of the engine, or of the twin; the vector's `expect`
Gives:   the result in the vector's form, and the parts in which it differs

Only the parts that `expect` names are compared; lists that are sets are compared as sets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from legalasp.program.problem import Problem
from tests.twin import answer as twin
from tests.vectors.load import EXPECT_KEYS

Json = Any
NOT_A_RESULT = object()


def differences(expected: dict[str, Json], got: dict[str, Json]) -> dict[str, tuple[Json, Json]]:
    """Part -> what was expected and what came, for each part that differs."""
    if strange := set(expected) - EXPECT_KEYS:
        raise ValueError(f"expect: unknown key {', '.join(sorted(strange))}")
    found = {}
    for part, value in expected.items():
        wanted, came = normal(part, value), normal(part, got.get(part, NOT_A_RESULT))
        if wanted != came:
            found[part] = (wanted, came)
    return found


def normal(part: str, value: Json) -> Json:
    """A part in the one order that comparison needs."""
    if value is NOT_A_RESULT:
        return "(the result has no such part)"
    match part:
        case "answer" | "favoured":
            return value or ""
        case "by" | "missing" | "incoherent" | "presumed" | "contradictions":
            return sorted(value)
        case "readings":
            return sorted([combination(name), answer] for name, answer in value)
        case "conflicts":
            return sorted([*sorted((one, other)), winner or ""] for one, other, winner in value)
        case "duties":
            return sorted([key, act, day or ""] for key, act, day in value)
        case "void":
            return sorted([striker, struck] for striker, struck in value)
        case "sure":
            return {combination(name): kept for name, answers in value.items() if (kept := sets(answers))}
    raise ValueError(f"no such part: {part!r}")


def combination(name: str) -> str:
    return "; ".join(sorted(piece for piece in name.split("; ") if piece))


def sets(answers: dict[str, Json]) -> dict[str, Json]:
    """Answer -> its sets of facts; an answer that nothing needs to fix says nothing."""
    return {
        answer: sorted(sorted([unit, value] for unit, value in facts) for facts in family)
        for answer, family in answers.items()
        if any(family)
    }


# ---------------------------------------------------------------- engines


def has_engine() -> bool:
    """Whether the program's own reasoning is there to be compared."""
    try:
        from legalasp.reasoning import Inquiry  # noqa: F401
    except ImportError:
        return False
    return True


def by_twin(problem: Problem) -> dict[str, Json]:
    """The result of the plain second implementation."""
    return asdict(twin.ask(problem))


def by_clingo(problem: Problem) -> dict[str, Json]:
    """The result of the program."""
    from legalasp.reasoning import Inquiry

    return result_of(Inquiry(problem).ask(), problem)


ENGINES: dict[str, Callable[[Problem], dict[str, Json]]] = {"clingo": by_clingo, "twin": by_twin}


def result_of(outcome: Any, problem: Problem) -> dict[str, Json]:
    """An outcome of the program in the vector's form."""
    raise NotImplementedError
