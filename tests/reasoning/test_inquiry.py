"""Asking, asking again, and what must not change an answer."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from fractions import Fraction

import pytest

from legalasp.law.conditions import All, AnyOf, Atom, Compare, Holds, Measure, Not, Number, Scaled
from legalasp.mistakes import Mistaken
from legalasp.program.problem import GroundProvision, Limit, May, Problem, Reach, Word
from legalasp.program.units import Interval
from legalasp.reasoning import Inquiry
from legalasp.reasoning.answer import Decided, Outcome
from legalasp.reasoning.solver import Solver
from tests.vectors.compare import by_clingo, result_of
from tests.vectors.load import Vector, problem_of, read_file

VECTORS = read_file()
PLACE = Atom("place")


def is_so(word: str) -> Holds:
    return Holds(Atom(word))


def only_if(*words: str) -> GroundProvision:
    return GroundProvision("1", "only", act=PLACE, if_=All(tuple(map(is_so, words))))


def area_at_least(number: int) -> GroundProvision:
    return GroundProvision("s", "standard", limit=Limit(Atom("area"), "at least", Number(Fraction(number))), bars=(PLACE,))


# ---------------------------------------------------------------- what changes nothing


def in_one_order(result: dict) -> dict:  # type: ignore[type-arg]
    conflicts = sorted([*sorted(c[:2]), c[2]] for c in result["conflicts"])
    sure = {
        ";".join(sorted(c.split("; "))): {a: sorted(map(sorted, s)) for a, s in answers.items()}
        for c, answers in result["sure"].items()
    }
    readings = sorted([";".join(sorted(c.split("; "))), a] for c, a in result["readings"])
    rest = {k: sorted(map(str, v)) if isinstance(v, list) else v for k, v in result.items()}
    return rest | {"conflicts": conflicts, "sure": sure, "readings": readings}


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_the_order_of_provisions_and_facts_changes_nothing(vector: Vector) -> None:
    problem = problem_of(vector)
    shuffled = random.Random(vector["id"])
    provisions, facts = list(problem.provisions), list(problem.facts)
    shuffled.shuffle(provisions)
    shuffled.shuffle(facts)
    readings = dict(reversed(problem.readings.items()))
    other = replace(problem, provisions=tuple(provisions), facts=facts, readings=readings)
    assert in_one_order(by_clingo(other)) == in_one_order(by_clingo(problem))


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_asking_again_is_as_good_as_asking_anew(vector: Vector) -> None:
    """Each fact left out in turn, then all of them given again, on one inquiry."""
    problem = problem_of(vector)
    inquiry = Inquiry(problem)
    for n in range(len(problem.facts) + 1):
        facts = [fact for place, fact in enumerate(problem.facts) if place != n]
        anew = Inquiry(replace(problem, facts=facts)).ask()
        assert result_of(inquiry.with_facts(facts), problem) == result_of(anew, problem)


# ---------------------------------------------------------------- numbers


def asked(inquiry: Inquiry, **facts: object) -> Outcome:
    return inquiry.with_facts([(Atom(n), v if isinstance(v, bool) else Fraction(str(v))) for n, v in facts.items()])


def test_known_numbers_share_a_program_and_an_open_one_does_not() -> None:
    inquiry = Inquiry(Problem((GroundProvision("1", "permission", act=PLACE), area_at_least(7500)), May(PLACE)))
    first = inquiry.ground
    assert asked(inquiry, area="7499.9").answer == "prohibited"
    second = inquiry.ground
    assert asked(inquiry, area=7500).answer == "permitted"
    assert inquiry.ground is second is not first
    assert inquiry.with_facts([]).answer == "undetermined"
    assert inquiry.ground is first


def test_a_known_number_moves_the_limit_of_an_open_one() -> None:
    ratio = Compare(Measure(Atom("length")), "<=", Scaled(Fraction(4), Measure(Atom("width"))))
    inquiry = Inquiry(Problem((GroundProvision("1", "only", act=PLACE, if_=ratio),), May(PLACE)))
    for width in (10, 12):
        outcome = asked(inquiry, width=width)
        ((_, answers),) = outcome.sure
        ((fact,),) = dict(answers)["permitted"]
        assert fact == Decided("length", (Atom("length"),), Interval(None, False, Fraction(4 * width), True))


def test_bounds_are_asked_again_too() -> None:
    problem = Problem((GroundProvision("1", "permission", act=PLACE), area_at_least(7500)), May(PLACE))
    inquiry = Inquiry(problem)
    area = Measure(Atom("area"))
    assert inquiry.with_facts([], [(area, ">=", Number(Fraction(8000)))]).answer == "permitted"
    assert inquiry.with_facts([], [(area, "<", Number(Fraction(7500)))]).answer == "prohibited"
    assert inquiry.with_facts([], []).answer == "undetermined"
    contradicted = inquiry.with_facts([(Atom("area"), Fraction(9000))], [(area, "<", Number(Fraction(8000)))])
    assert contradicted.contradictions == ("area",) and not contradicted.by


# ---------------------------------------------------------------- deciding sets


def test_conditions_are_what_may_still_be_done() -> None:
    words = {Atom("permit"): Word(to_be_done=True), Atom("inspection"): Word(to_be_done=True)}
    outcome = Inquiry(Problem((only_if("permit", "inspection"),), May(PLACE), words=words)).ask()
    assert outcome.answer == "permitted on conditions"
    ((one, other),) = outcome.conditions
    assert {one.name, other.name} == {"permit", "inspection"} and one.value is other.value is True


def test_forty_open_facts_are_decided_in_seconds() -> None:
    pairs = [All((is_so(f"a{n}"), is_so(f"b{n}"))) for n in range(12)]
    provisions = (
        GroundProvision("1", "permission", act=PLACE, if_=AnyOf(tuple(pairs))),
        *(GroundProvision(f"p{n}", "prohibition", act=PLACE, when=is_so(f"c{n}"), despite=Reach(("1",))) for n in range(16)),
    )
    start = time.perf_counter()
    outcome = Inquiry(Problem(provisions, May(PLACE))).ask()
    ((_, answers),) = outcome.sure
    sets = dict(answers)
    assert {len(s) for s in sets["permitted"]} == {18} and len(sets["permitted"]) == 12
    assert {len(s) for s in sets["prohibited"]} == {1} and len(sets["prohibited"]) == 16
    assert len(outcome.missing) == 40
    assert time.perf_counter() - start < 60


def test_a_search_without_end_ends_in_a_mistake() -> None:
    holes, pigeons = range(11), range(12)
    text = "".join(f"1 {{ in({p},0..{len(holes) - 1}) }} 1. " for p in pigeons)
    solver = Solver(text + ":- in(P,H), in(Q,H), P < Q.", [], seconds=0.3)
    with pytest.raises(Mistaken, match="within"):
        solver.model([])


# ---------------------------------------------------------------- traces


def test_a_trace_tells_open_from_settled() -> None:
    law = (
        GroundProvision("1", "prohibition", act=PLACE),
        GroundProvision("2", "exemption", reach=Reach(("1",)), when=is_so("farm")),
        GroundProvision("3", "exemption", reach=Reach(("2",)), when=is_so("tourist")),
        GroundProvision("4", "duty", act=Atom("fence")),
    )
    inquiry = Inquiry(Problem(law, May(PLACE), facts=[(Atom("farm"), True)]))
    trace = inquiry.trace()
    assert trace.status("2", "applies") is True
    assert trace.status("2", "struck") is None
    assert trace.truth(is_so("farm")) is True and trace.truth(is_so("tourist")) is None
    assert trace.truth(AnyOf((is_so("tourist"), Not(is_so("tourist"))))) is True  # over completions, not Kleene
    assert trace.status("4", "stands") is True  # not reached by the question
    inquiry.with_facts([(Atom("farm"), True), (Atom("tourist"), False)])
    trace = inquiry.trace()
    assert trace.status("1", "struck") is True and trace.struck_by("1") == ("2",)
    assert trace.struck_by("2") == () and trace.may_strike("2") == ("3",)


def test_a_trace_of_one_reading() -> None:
    vector = next(v for v in VECTORS if v["id"] == "v133")
    trace = Inquiry(problem_of(vector)).trace((("r", "x"),))
    assert trace.beaten_by("2") == ("1",) and trace.status("2", "yields") is True
    assert Inquiry(problem_of(vector)).trace((("r", "y"),)).status("2", "stands") is True
    assert Inquiry(problem_of(vector)).trace().status("2", "stands") is None


def test_a_trace_of_a_circle() -> None:
    vector = next(v for v in VECTORS if v["id"] == "v064")
    trace = Inquiry(problem_of(vector)).trace()
    assert trace.status("1", "bites") is None and trace.circular("1")


def test_values_are_exact() -> None:
    inquiry = Inquiry(Problem((area_at_least(1),), May(PLACE), facts=[(Atom("area"), Fraction(22, 7))]))
    assert inquiry.trace().value_of(Scaled(Fraction(7), Measure(Atom("area")))) == 22
    assert inquiry.trace().value_of(Measure(Atom("width"))) is None


def test_a_test_without_effect_ties_nothing() -> None:
    """Where the home is new, its ratio does not matter, and the length alone is missing."""
    ratio = Compare(Measure(Atom("length")), "<=", Scaled(Fraction(4), Measure(Atom("width"))))
    short = Compare(Measure(Atom("length")), "<=", Number(Fraction(60)))
    inquiry = Inquiry(Problem((GroundProvision("1", "only", act=PLACE, if_=All((short, AnyOf((is_so("new"), ratio))))),), May(PLACE)))
    assert [m.name for m in asked(inquiry, new=True).missing] == ["length"]
    assert [m.name for m in asked(inquiry, new=False).missing] == ["length & width"]
    assert [m.name for m in asked(inquiry, new=True).missing] == ["length"]
    assert inquiry.trace().truth(ratio) is None


@pytest.mark.parametrize(
    ("facts", "answer"),
    [({"corner": True}, "permitted"), ({"corner": False}, "undetermined"), ({}, "undetermined"),
     ({"corner": True, "surveyed": True}, "undetermined"), ({"corner": True, "area": 10}, "prohibited")],
)  # fmt: skip
def test_a_presumed_number(facts: dict[str, object], answer: str) -> None:
    words = {Atom("area"): Word(presumed=Fraction(8000), when=is_so("corner"), unless=is_so("surveyed"))}
    law = (GroundProvision("1", "permission", act=PLACE), area_at_least(7500))
    outcome = asked(Inquiry(Problem(law, May(PLACE), words=words)), **facts)
    assert outcome.answer == answer
    assert (Atom("area") in outcome.presumed) == (answer == "permitted")


# ---------------------------------------------------------------- many things alike


def test_many_things_that_each_need_a_fact_of_their_own_are_counted_at_once() -> None:
    """Fourteen spaces, each fit in one of three ways: to find that 28 facts are needed by trying 27 never ends."""
    def fit(n: int) -> AnyOf:
        ways = (("drained", "paved"), ("fenced", "graveled"), ("leveled", "graveled"))
        return AnyOf(tuple(All(tuple(is_so(f"{word} {n}") for word in way)) for way in ways))

    problem = Problem((GroundProvision("1", "only", act=PLACE, if_=All(tuple(map(fit, range(14))))),), May(PLACE))
    began = time.monotonic()
    outcome = Inquiry(problem).ask()
    assert time.monotonic() - began < 15
    assert outcome.answer == "undetermined"
    sizes = {answer: {len(chosen) for chosen in sets} for _, rows in outcome.sure for answer, sets in rows}
    assert sizes == {"permitted": {28}, "prohibited": {2}}
