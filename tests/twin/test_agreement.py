"""The program and its twin give the same outcome on random laws.

LEGALASP_RANDOM_LAWS sets how many laws are tried (300 by default; 5000 for a long run).

What the program reports beside the answer it need report only of provisions that bear on the
question, and never wrongly. Ranges of numbers are compared by the numbers that are in them.
"""

from __future__ import annotations

import datetime
import os
import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from legalasp.law.conditions import HasValue, Measure, Number
from legalasp.program.problem import DueWhen, May, Must, Problem, WhatLimit
from tests.twin.answer import conditions_of, gather, leaves, settled
from tests.twin.bearing import asked, bearing
from tests.twin.random_laws import problems
from tests.twin.verdicts import IN_CONFLICT, UNDETERMINED
from tests.vectors.compare import by_clingo, by_twin, differences, has_engine
from tests.vectors.load import EXPECT_KEYS

LAWS_TRIED = int(os.environ.get("LEGALASP_RANDOM_LAWS", "300"))
BESIDE = ("conflicts", "incoherent", "presumed")
Json = Any


@pytest.mark.skipif(not has_engine(), reason="legalasp.reasoning.Inquiry does not exist yet")
@settings(
    max_examples=LAWS_TRIED,
    deadline=None,
    derandomize="LEGALASP_RANDOM_LAWS" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
@given(problems())
def test_program_and_twin_agree(problem: Problem) -> None:
    assert disagreement(problem) == {}


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(problems())
def test_the_twin_answers_every_random_law(problem: Problem) -> None:
    assert by_twin(problem)["answer"]


# ---------------------------------------------------------------- comparing


def disagreement(problem: Problem) -> dict[str, tuple[Json, Json]]:
    """Part -> what the twin says and what the program says, where they differ."""
    twin, program = by_twin(problem), by_clingo(problem)
    found = differences({part: twin[part] for part in EXPECT_KEYS - {"sure", *BESIDE}}, program)
    hangs = twin["answer"] == IN_CONFLICT and twin["incoherent"] and not twin["by"]
    if "answer" not in found and (hangs or twin["answer"] == UNDETERMINED):
        found.pop("by", None)  # nothing supports the answer: what stands all the same may be named or not
    if spelled_out(twin["sure"], problem) != spelled_out(program["sure"], problem):
        found["sure"] = twin["sure"], program["sure"]
    if not twin["contradictions"]:
        for part, needed in beside(problem, twin).items():
            said = {tuple(x) if isinstance(x, list) else x for x in program[part]}
            if not needed <= said <= set(twin[part]):
                found[part] = twin[part], program[part]
    return found


def beside(problem: Problem, twin: dict[str, Json]) -> dict[str, set[Json]]:
    """What the program must report beside the answer."""
    case = settled(problem, *gather(problem)[:2])
    bears = bearing(case)
    answering = {part.key for part in asked(case)} if reads_standing(problem) else set()
    return {
        "conflicts": {c for c in twin["conflicts"] if {c[0], c[1]} <= answering},
        "incoherent": {key for key in twin["incoherent"] if key in bears},
        "presumed": set(),
    }


def reads_standing(problem: Problem) -> bool:
    """Whether the question looks past who applies, to who prevails."""
    return isinstance(problem.question, (May, Must, WhatLimit, DueWhen))


def spelled_out(sure: Json, problem: Problem) -> Json:
    """Deciding sets with every range of numbers spelled out, one set a number."""
    named = values_told_apart(problem) if sure else {}
    told = {}
    for chosen, answers in sure.items():
        for answer, families in answers.items():
            sets = {
                frozenset(facts)
                for family in families
                for facts in product(*([(unit, one) for one in elements(unit, value, problem, named)] for unit, value in family))
            }
            if any(sets):
                told["; ".join(sorted(chosen.split("; "))), answer] = sets
    return told


def values_told_apart(problem: Problem) -> dict[str, set[str]]:
    """The named values of each attribute that bear on the question."""
    case = settled(problem, *gather(problem)[:2])
    bears = bearing(case)
    found: dict[str, set[str]] = {}
    for owner, condition in conditions_of(case.law):
        for leaf in leaves(condition):
            if isinstance(leaf, HasValue) and (owner in bears or owner not in case.law.parts):
                found.setdefault(str(leaf.atom), {"another"}).update(leaf.values)
    return found


END = re.compile(r"(exactly|at least|at most|less than|more than) (\S+)")


def elements(unit: str, value: str, problem: Problem, named: dict[str, set[str]]) -> list[Json]:
    """Enough of the numbers in a range to tell it from another; the value itself if it is no range."""
    ends = END.findall(value)
    if not ends and value != "any":
        return [value if value in named.get(unit, {value}) else "another"]
    points = [Fraction(n, 4) for n in range(0, 400, 5)]
    points += [Fraction(datetime.date(2026, 1, 20).toordinal() + n) for n in range(50)]
    word = {str(atom): word for atom, word in problem.words.items()}.get(unit)
    if word and word.whole:
        points = [Fraction(n) for n in range(100)]
    for left, op, right in problem.bounds:
        if isinstance(left, Measure) and isinstance(right, Number) and str(left.atom) == unit:
            points = [n for n in points if lies(n, op, right.value)]
    words = {"exactly": "=", "at least": ">=", "at most": "<=", "less than": "<", "more than": ">"}
    for said, end in ends:
        limit = Fraction(datetime.date.fromisoformat(end).toordinal()) if end.count("-") == 2 else Fraction(end)
        points = [n for n in points if lies(n, words[said], limit)]
    return list(points)


def lies(number: Fraction, op: str, limit: Fraction) -> bool:
    return {
        "=": number == limit, ">=": number >= limit, "<=": number <= limit, "<": number < limit, ">": number > limit,
    }[op]  # fmt: skip
