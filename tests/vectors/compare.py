"""Holds a result against what a vector expects.

Takes:   an outcome of the engine, or of the twin; the vector's `expect`
Gives:   the result in the vector's form, and the parts in which it differs

Only the parts that `expect` names are compared; lists that are sets are compared as sets.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from legalasp.program.problem import Deadline, Problem
from legalasp.program.units import Interval
from tests.twin import answer as twin
from tests.vectors import write
from tests.vectors.load import EXPECT_KEYS

if TYPE_CHECKING:
    from legalasp.reasoning.answer import Decided, DecidingSet, Missing, Outcome

Json = Any
SEVERAL = twin.SEVERAL
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


def result_of(outcome: Outcome, problem: Problem) -> dict[str, Json]:
    """An outcome of the program in the vector's form."""
    names = {m.name: _about_others(m) for m in outcome.missing if m.others}
    sure: dict[str, Json] = {}
    for chosen, answers in outcome.sure:
        sure[_combination(chosen)] = {
            _conclusion(answer): _families(families, names, problem) for answer, families in answers
        }
    return {
        "answer": _conclusion(outcome.answer),
        "by": list(outcome.by),
        "missing": [names.get(m.name, m.name) for m in outcome.missing],
        "sure": sure,
        "readings": [[_combination(chosen), _conclusion(answer)] for chosen, answer in outcome.readings],
        "favoured": "" if outcome.favoured is None else _conclusion(outcome.favoured),
        "conflicts": [[c.one, c.other, c.prevails] for c in outcome.conflicts],
        "incoherent": list(outcome.incoherent),
        "duties": [[d.key, str(d.act or ""), _due(d.due)] for d in outcome.duties],
        "presumed": [str(atom) for atom in outcome.presumed],
        "contradictions": list(outcome.contradictions),
        "void": [list(pair) for pair in outcome.void],
    }


def _combination(chosen: Sequence[tuple[str, str]]) -> str:
    return "; ".join(f"{group}: {reading}" for group, reading in chosen)


def _conclusion(answer: object) -> str:
    return answer.isoformat() if isinstance(answer, datetime.date) else str(answer)


def _due(due: object) -> str:
    match due:
        case datetime.date():
            return due.isoformat()
        case Deadline(period, event):
            return f"within {period.number} {period.unit} of {write.expression(event)}"
    return ""


def _about_others(missing: Missing) -> str:
    """The vectors write out what is asked of the things that the case does not name."""
    assert missing.others
    which, variable, asked = missing.others
    return f"{which}: {write.condition(asked)}" if variable.kind else which


def _families(families: Sequence[DecidingSet], names: dict[str, str], problem: Problem) -> Json:
    together: list[Json] = []
    for decided in families:
        facts = sorted([names.get(d.name, d.name), _value(d, problem)] for d in decided)
        if facts not in together:
            together.append(facts)
    return together


def _value(decided: Decided, problem: Problem) -> str:
    match decided.value:
        case bool():
            return "yes" if decided.value else "no"
        case str():
            return decided.value
        case Interval():
            word = problem.words.get(decided.atoms[0])
            return _interval(decided.value, write.day if word and word.date else write.number)
    return SEVERAL


def _interval(span: Interval, shown: Callable[[Fraction], str]) -> str:
    if span.low is not None and span.low == span.high:
        return f"exactly {shown(span.low)}"
    ends = []
    if span.low is not None:
        ends.append(("at least " if span.low_closed else "more than ") + shown(span.low))
    if span.high is not None:
        ends.append(("at most " if span.high_closed else "less than ") + shown(span.high))
    return " and ".join(ends) or "any"
