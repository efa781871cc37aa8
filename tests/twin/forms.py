"""Linear forms of unknown quantities, exactly.

Takes:   tests `form op 0` and bounds on the same quantities
Gives:   the rows of signs (-1, 0, 1), one sign a test, that some assignment of numbers makes true

Elimination is Fourier and Motzkin's, over fractions. Whole numbers are rounded test by test, which
is exact for one quantity and for differences of two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from legalasp.law.conditions import Atom

SIGNS = {"<": {-1}, "<=": {-1, 0}, "=": {0}, ">=": {0, 1}, ">": {1}, "!=": {-1, 1}}


@dataclass(frozen=True)
class Form:
    """`coefficients . quantities + constant`."""

    coefficients: tuple[tuple[Atom, Fraction], ...] = ()
    constant: Fraction = Fraction(0)

    @staticmethod
    def of(coefficients: Mapping[Atom, Fraction], constant: Fraction) -> Form:
        kept = sorted(((a, c) for a, c in coefficients.items() if c), key=lambda pair: str(pair[0]))
        return Form(tuple(kept), constant)

    @property
    def quantities(self) -> tuple[Atom, ...]:
        return tuple(atom for atom, _ in self.coefficients)

    def plus(self, other: Form) -> Form:
        together = dict(self.coefficients)
        for atom, factor in other.coefficients:
            together[atom] = together.get(atom, Fraction(0)) + factor
        return Form.of(together, self.constant + other.constant)

    def times(self, factor: Fraction) -> Form:
        return Form.of({a: c * factor for a, c in self.coefficients}, self.constant * factor)

    def minus(self, other: Form) -> Form:
        return self.plus(other.times(Fraction(-1)))

    def __str__(self) -> str:
        return " + ".join([f"{c} {a}" for a, c in self.coefficients] + [str(self.constant)])


@dataclass(frozen=True)
class Test:
    """The sign of the form is one of `signs`; the first coefficient of the form is 1."""

    __test__ = False

    form: Form
    signs: frozenset[int]


def test_of(form: Form, op: str) -> Test | bool:
    """`form op 0`, decided at once where the form is a constant."""
    signs = frozenset(SIGNS[op])
    if not form.coefficients:
        return sign(form.constant) in signs
    lead = form.coefficients[0][1]
    if lead < 0:
        signs = frozenset(-s for s in signs)
    return Test(form.times(1 / lead), signs)


test_of.__test__ = False  # type: ignore[attr-defined]


def sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


# ---------------------------------------------------------------- feasibility

Constraint = tuple[Form, str]
"""`form < 0`, `form <= 0` or `form = 0`."""


def with_sign(form: Form, wanted: int) -> Constraint:
    if wanted == 0:
        return form, "="
    return (form, "<") if wanted < 0 else (form.times(Fraction(-1)), "<")


def with_op(form: Form, op: str) -> Constraint:
    return {
        "<": (form, "<"), "<=": (form, "<="), "=": (form, "="),
        ">=": (form.times(Fraction(-1)), "<="), ">": (form.times(Fraction(-1)), "<"),
    }[op]  # fmt: skip


def feasible(constraints: list[Constraint], whole: frozenset[Atom] = frozenset()) -> bool:
    """Whether some numbers meet all of the constraints."""
    todo: list[Constraint] = []
    for constraint in constraints:
        tightened = _tightened(constraint, whole)
        if tightened is None:
            return False
        todo.append(tightened)
    while quantities := {atom for form, _ in todo for atom in form.quantities}:
        atom = min(quantities, key=str)
        todo = _without(atom, todo)
    return all(
        form.constant < 0 if op == "<" else form.constant <= 0 if op == "<=" else form.constant == 0
        for form, op in todo
    )


def _tightened(constraint: Constraint, whole: frozenset[Atom]) -> Constraint | None:
    """A constraint on whole numbers alone, rounded; None if no whole numbers can meet it."""
    form, op = constraint
    if not form.coefficients or not set(form.quantities) <= whole:
        return constraint
    form = form.times(Fraction(lcm(*(c.denominator for _, c in form.coefficients))))
    form = form.times(Fraction(1, gcd(*(int(c) for _, c in form.coefficients))))
    limit = -form.constant
    if op == "=":
        return (form, op) if limit.denominator == 1 else None
    limit = Fraction(floor(limit) if op == "<=" else ceil(limit) - 1)
    return Form(form.coefficients, -limit), "<="


def _without(atom: Atom, constraints: list[Constraint]) -> list[Constraint]:
    """The same constraints with one quantity eliminated."""
    about = [(form, op) for form, op in constraints if atom in form.quantities]
    rest = [(form, op) for form, op in constraints if atom not in form.quantities]
    for form, op in about:
        if op == "=":
            factor = dict(form.coefficients)[atom]
            return rest + [
                (other.minus(form.times(dict(other.coefficients)[atom] / factor)), other_op)
                for other, other_op in about
                if other is not form
            ]
    above = [(f.times(1 / dict(f.coefficients)[atom]), op) for f, op in about if dict(f.coefficients)[atom] > 0]
    below = [(f.times(-1 / dict(f.coefficients)[atom]), op) for f, op in about if dict(f.coefficients)[atom] < 0]
    crossed = [
        (upper.plus(lower), "<" if "<" in (upper_op, lower_op) else "<=")
        for upper, upper_op in above
        for lower, lower_op in below
    ]
    return rest + crossed


def rows(forms: list[Form], bounds: list[Constraint], whole: frozenset[Atom]) -> Iterator[tuple[int, ...]]:
    """Every possible row of signs of the forms."""

    def extend(row: tuple[int, ...], constraints: list[Constraint]) -> Iterator[tuple[int, ...]]:
        if not feasible(constraints, whole):
            return
        if len(row) == len(forms):
            yield row
            return
        for wanted in (-1, 0, 1):
            yield from extend((*row, wanted), [*constraints, with_sign(forms[len(row)], wanted)])

    yield from extend((), list(bounds))


# ---------------------------------------------------------------- cells of one quantity


def position(row: tuple[int, ...]) -> int:
    """Where a row lies along the line: even between two limits, odd at a limit."""
    return sum(s + 1 for s in row)


def interval(limits: list[str], first: int, last: int) -> str:
    """The cells from `first` to `last` in words; `limits` in rising order."""
    if first == last and first % 2:
        return f"exactly {limits[first // 2]}"
    words = []
    if first:
        words.append(f"at least {limits[first // 2]}" if first % 2 else f"more than {limits[first // 2 - 1]}")
    if last < 2 * len(limits):
        words.append(f"at most {limits[last // 2]}" if last % 2 else f"less than {limits[last // 2]}")
    return " and ".join(words) or "any"
