"""A whole number of weeks that is not known: its tests are tests on the days themselves, exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

from legalasp import inquiry
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom
from legalasp.program import circuit
from legalasp.program.facts import Given
from legalasp.program.spread import Spreader, whole

CASE = Path(__file__).resolve().parent.parent / "language" / "forms" / "fine-for-each-week.case"
DAYS = Atom("days")
OPS = {"<": lambda v: v < 0, "<=": lambda v: v <= 0, "=": lambda v: v == 0, "!=": lambda v: v != 0, ">=": lambda v: v >= 0, ">": lambda v: v > 0}


def holds(spreader: Spreader, node: int, days: Fraction) -> bool:
    match spreader.circuit.nodes[node]:
        case circuit.AllGate(parts):
            return all(holds(spreader, p, days) for p in parts)
        case circuit.AnyGate(parts):
            return any(holds(spreader, p, days) for p in parts)
        case circuit.TestLeaf(form, signs):
            return spreader.forms.sign(form, {DAYS: days}) in signs
    raise AssertionError("neither a gate nor a test")


def test_a_test_on_weeks_is_one_on_days() -> None:
    case, law, _ = inquiry.read_case(CASE)
    assert case is not None and law is not None
    spreader = Spreader(inquiry.problem(law, case, case.questions[0]), Given())
    for begun, factor, constant, op in product((False, True), (Fraction(350), Fraction(-350), Fraction(1, 2)), (-700, -701, -1, 0, 1, 699, 700, 701), OPS):
        weeks = C.Whole(C.Scaled(Fraction(1, 7), C.Measure(DAYS)), begun)
        node = spreader.node(C.Compare(C.Sum((C.Scaled(factor, weeks), C.Number(Fraction(constant)))), op, C.Number(Fraction(0))))
        for days in (Fraction(n, 2) for n in range(60)):
            expected = OPS[op](factor * whole(days / 7, begun) + constant)
            assert holds(spreader, node, days) is expected, (begun, factor, constant, op, days)
