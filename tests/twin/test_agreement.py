"""The program and its twin give the same outcome on random laws.

LEGALASP_RANDOM_LAWS sets how many laws are tried (300 by default; 5000 for a long run).
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings

from legalasp.program.problem import Problem
from tests.twin.random_laws import problems
from tests.vectors.compare import by_clingo, by_twin, differences, has_engine
from tests.vectors.load import EXPECT_KEYS

LAWS_TRIED = int(os.environ.get("LEGALASP_RANDOM_LAWS", "300"))


@pytest.mark.skipif(not has_engine(), reason="legalasp.reasoning.Inquiry does not exist yet")
@settings(
    max_examples=LAWS_TRIED,
    deadline=None,
    derandomize="LEGALASP_RANDOM_LAWS" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
@given(problems())
def test_program_and_twin_agree(problem: Problem) -> None:
    twin = by_twin(problem)
    assert differences({part: twin[part] for part in EXPECT_KEYS}, by_clingo(problem)) == {}


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(problems())
def test_the_twin_answers_every_random_law(problem: Problem) -> None:
    assert by_twin(problem)["answer"]
