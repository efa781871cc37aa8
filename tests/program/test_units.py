"""Exact units: the cells of unknown numbers, and which combinations are possible."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legalasp.law.conditions import Atom
from legalasp.mistakes import Mistaken
from legalasp.program.elimination import feasible
from legalasp.program.forms import Forms, Linear
from legalasp.program import units
from legalasp.program.units import Interval, Unit, make_units

A, B, C = Atom("a"), Atom("b"), Atom("c")


def form(constant: int | str | Fraction, **factors: int) -> Linear:
    return Linear({Atom(n): Fraction(f) for n, f in factors.items()}, Fraction(constant))


def test_a_form_is_kept_once_up_to_a_factor() -> None:
    forms = Forms()
    assert forms.number(form(-20, a=1)) == (0, False)
    assert forms.number(form(40, a=-2)) == (0, True)
    assert forms.sign(0, {A: Fraction(20)}) == 0
    assert forms.sign(0, {B: Fraction(20)}) is None


def test_elimination_is_exact_and_minds_strictness() -> None:
    assert feasible([(form(0, a=1, b=-1), ">="), (form(0, b=1, c=-1), ">="), (form(0, a=1, c=-1), "=")])
    assert not feasible([(form(0, a=1, b=-1), ">="), (form(0, b=1, c=-1), ">"), (form(0, a=1, c=-1), "=")])
    third = Fraction(1, 3)
    assert feasible([(Linear({A: third}, Fraction(-1)), "="), (form(-3, a=1), ">=")])
    assert not feasible([(Linear({A: third}, Fraction(-1)), "="), (form(-3, a=1), ">")])


def test_whole_numbers_leave_no_room_between_neighbours() -> None:
    between = [(form(-2, a=1), ">"), (form(3, a=-1), ">")]
    assert feasible(between)
    assert not feasible(between, {A})
    days = [(form(-10, a=1, b=-1), ">"), (form(11, a=-1, b=1), ">")]
    assert feasible(days) and not feasible(days, {A, B})


def test_neighbouring_cells_that_no_test_tells_apart_are_one() -> None:
    tests = {0: form(-7500, a=1), 1: form(-20000, a=1)}
    leaves = [(0, frozenset((0, 1))), (1, frozenset((-1, 0)))]
    (unit,) = make_units(tests, leaves, [], set())
    assert [cell.extent for cell in unit.cells] == [
        Interval(None, False, Fraction(7500), False),
        Interval(Fraction(7500), True, Fraction(20000), True),
        Interval(Fraction(20000), False, None, False),
    ]


def test_given_bounds_cut_cells_away() -> None:
    tests, leaves = {0: form(-10, a=1)}, [(0, frozenset((0, 1)))]
    (unit,) = make_units(tests, leaves, [(form(-10, a=1), ">")], set())
    assert len(unit.cells) == 1
    (unit,) = make_units(tests, leaves, [(form(-5, a=1), ">"), (form(5, a=-1), ">")], set())
    assert unit.cells == ()


def test_quantities_that_a_test_ties_are_one_unit() -> None:
    tests = {0: form(0, a=1, b=-1), 1: form(0, b=1, c=-1), 2: form(0, a=1, c=-1)}
    leaves = [(n, frozenset((-1, 0))) for n in tests]
    (unit,) = make_units(tests, leaves, [], set())
    assert unit.name == "a & b & c"
    truths = {frozenset(n for n, _ in cell.truth) for cell in unit.cells}
    assert frozenset((0, 1)) not in truths  # a <= b and b <= c force a <= c


def test_too_many_cells_are_a_mistake_not_a_wait() -> None:
    tests = {n: Linear({Atom(f"q{n % 6}"): Fraction(1), Atom("q"): Fraction(n + 1)}) for n in range(14)}
    with pytest.raises(Mistaken, match="more than"):
        make_units(tests, [(n, frozenset((1,))) for n in tests], [], set())


def test_what_is_held_against_one_other_quantity_alone_is_a_unit_of_its_own() -> None:
    tests = {n: Linear({Atom(f"q{n}"): Fraction(1), Atom("q"): Fraction(-1, n + 1)}) for n in range(12)}
    tests[12] = form(-10, q=1)
    limits = [(Linear.of(Atom(f"q{n}")), ">=") for n in range(12)] + [(Linear.of(Atom("q")), ">=")]
    made = make_units(tests, [(n, frozenset((1,))) for n in tests], limits, set())
    assert len(made) == 13 and all(len(unit.cells) == 2 for unit in made)


def _joint(made: list[Unit]) -> set[frozenset[object]]:
    return {frozenset().union(*(cell.truth for cell in chosen)) for chosen in product(*(u.cells for u in made))}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_to_take_quantities_apart_changes_no_combination(data: st.DataObject) -> None:
    names = "abcd"
    number = st.integers(-3, 3)
    tests = {n: Linear({Atom(x): Fraction(f) for x in names if (f := data.draw(number))}, Fraction(data.draw(number))) for n in range(data.draw(st.integers(2, 4)))}
    tests = {n: f for n, f in tests.items() if f.factors}
    limits = [(form(data.draw(number), **{x: data.draw(st.sampled_from((1, -1)))}), data.draw(st.sampled_from((">", ">="))))
              for x in names if data.draw(st.booleans())]
    leaves = [(n, frozenset((s,))) for n in tests for s in (-1, 0, 1)]
    apart = make_units(tests, leaves, limits, set())
    kept, units._loose = units._loose, lambda *_: {}  # type: ignore[assignment]
    try:
        together = make_units(tests, leaves, limits, set())
    finally:
        units._loose = kept
    assert _joint(apart) == _joint(together)
