"""Whether linear conditions can hold together: exact Fourier-Motzkin elimination.

Takes:   linear forms, each asked to be positive (1), not negative (0 with `strict` false) or zero
Gives:   `feasible`: True if some numbers fulfil all of them
Differs: from floating-point solvers in that every step is a `Fraction`

Quantities that are whole make strict conditions sharper: `x > 2` is `x >= 3`. Where a unit ties
several whole quantities together this is exact for differences (dates); for other forms it may keep
a row that no whole numbers fill, never lose one that some do.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from fractions import Fraction
from math import gcd, lcm

from legalasp.law.conditions import Atom
from legalasp.program.forms import Linear

Wanted = tuple[Linear, str]
"""A form with `>`, `>=` or `=`: what it must be against zero."""


def feasible(wanted: Iterable[Wanted], whole: Set[Atom] = frozenset()) -> bool:
    equal: list[Linear] = []
    above: list[tuple[Linear, bool]] = []
    for form, op in wanted:
        if op == "=":
            sharp = _whole(form, whole)
            if sharp is not None and sharp.constant.denominator != 1:
                return False
            equal.append(form)
        else:
            above.append(_sharpened(form, op == ">", whole))
    while equal:
        form = equal.pop()
        if not form.factors:
            if form.constant:
                return False
            continue
        atom, factor = next(iter(form.factors.items()))
        equal = [_without(atom, factor, form, other) for other in equal]
        above = [_sharpened(_without(atom, factor, form, o), s, whole) for o, s in above]
    return _above_feasible(above)


def _above_feasible(above: list[tuple[Linear, bool]]) -> bool:
    while True:
        kept: dict[tuple[tuple[tuple[Atom, Fraction], ...], Fraction], tuple[Linear, bool]] = {}
        for form, strict in above:
            if not form.factors:
                if form.constant < 0 or (strict and not form.constant):
                    return False
                continue
            key = (tuple(sorted(form.factors.items(), key=lambda i: str(i[0]))), form.constant)
            kept[key] = (form, strict or kept.get(key, (form, False))[1])
        above = list(kept.values())
        if not above:
            return True
        ups: dict[Atom, int] = {}
        downs: dict[Atom, int] = {}
        for form, _ in above:
            for a, f in form.factors.items():
                side = ups if f > 0 else downs
                side[a] = side.get(a, 0) + 1
        atom = min({**ups, **downs}, key=lambda a: ups.get(a, 0) * downs.get(a, 0))
        positive = [(g, s) for g, s in above if g.factors.get(atom, 0) > 0]
        negative = [(g, s) for g, s in above if g.factors.get(atom, 0) < 0]
        above = [(g, s) for g, s in above if atom not in g.factors]
        for up, s in positive:
            for down, t in negative:
                joined = up.scaled(1 / up.factors[atom]) + down.scaled(-1 / down.factors[atom])
                above.append((joined, s or t))


def _without(atom: Atom, factor: Fraction, zero: Linear, form: Linear) -> Linear:
    """`form` with `atom` put away by means of `zero`, a form that is zero."""
    own = form.factors.get(atom)
    return form if own is None else form + zero.scaled(-own / factor)


def _whole(form: Linear, whole: Set[Atom]) -> Linear | None:
    """The form with whole, coprime factors, if all its quantities are whole numbers."""
    if not form.factors or not all(a in whole for a in form.factors):
        return None
    form = form.scaled(Fraction(lcm(*(f.denominator for f in form.factors.values()))))
    return form.scaled(Fraction(1, gcd(*(f.numerator for f in form.factors.values()))))


def _sharpened(form: Linear, strict: bool, whole: Set[Atom]) -> tuple[Linear, bool]:
    sharp = _whole(form, whole)
    if sharp is None:
        return form, strict
    # sum + c > 0 with a whole sum: sum >= floor(-c) + 1; sum + c >= 0: sum >= ceil(-c)
    least = -sharp.constant
    bound = least.__floor__() + 1 if strict else least.__ceil__()
    return Linear(sharp.factors, Fraction(-bound)), False
