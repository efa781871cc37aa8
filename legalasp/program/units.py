"""Unknown numbers as units: quantities that a test ties together, and the cells the law draws.

Takes:   the linear tests of the law over quantities that are not known, the case's bounds, and the
         accepted signs that the circuit asks of each test
Gives:   `Unit`s: each with its quantities and its `Cell`s, the ways in which its tests can come out
Differs: from the tests in that impossible combinations of signs are gone, and neighbouring cells
         that no test of this question tells apart are one

Every number here is exact; clingo will see the numbers of the cells only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from legalasp.law.conditions import Atom
from legalasp.mistakes import Mistake, Mistaken
from legalasp.program.elimination import Wanted, feasible
from legalasp.program.forms import Linear

MOST_CELLS = 2_000
_OPS = {1: ">", 0: "=", -1: "<"}


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers between two ends; None: no end on that side."""

    low: Fraction | None
    low_closed: bool
    high: Fraction | None
    high_closed: bool


@dataclass(frozen=True)
class Region:
    """Several quantities tied together: each row says of each linear form which sign it has."""

    rows: tuple[tuple[tuple[Linear, int], ...], ...]


@dataclass(frozen=True)
class Cell:
    """One way in which the unit may come out; `truth` holds the leaves that are true in it."""

    extent: Interval | Region | str
    truth: frozenset[tuple[int, frozenset[int]]]


@dataclass(frozen=True)
class Unit:
    atoms: tuple[Atom, ...]
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        return " & ".join(sorted(str(a) for a in self.atoms))


def make_units(
    tests: Mapping[int, Linear],
    accepted: Sequence[tuple[int, frozenset[int]]],
    bounds: Sequence[Wanted],
    whole: Set[Atom],
) -> list[Unit]:
    """`tests`: the open forms by number, known quantities put in. `bounds`: what must hold.

    A unit without cells is a contradiction of the case."""
    tied = _components([f.factors for f in tests.values()] + [f.factors for f, _ in bounds])
    units = []
    for atoms in tied:
        own = {n: f for n, f in tests.items() if set(f.factors) <= atoms}
        limits = [(f, op) for f, op in bounds if set(f.factors) <= atoms]
        loose = _loose(own, limits, whole) if len(atoms) > 2 else {}
        if loose:
            for n, atom in loose.items():
                signs = [(n, s) for m, s in accepted if m == n]
                units.append(Unit((atom,), tuple(_merged([{n: sign} for sign in (-1, 0, 1)], own, signs))))
            rest = {n: f for n, f in own.items() if n not in loose}
            units += make_units(rest, accepted, [(f, op) for f, op in limits if not set(f.factors) & set(loose.values())], whole)
            continue
        leaves = [(n, signs) for n, signs in accepted if n in own]
        ordered = tuple(sorted(atoms, key=str))
        cells = _line(ordered[0], own, leaves, limits, whole) if len(atoms) == 1 else None
        units.append(Unit(ordered, tuple(_rows(ordered, own, leaves, limits, whole) if cells is None else cells)))
    return units


def _loose(tests: Mapping[int, Linear], bounds: Sequence[Wanted], whole: Set[Atom]) -> dict[int, Atom]:
    """Tests that come out any way whatever the other quantities are, each with the quantity that stands in it alone:
    the open space, held against a tenth of the site and against nothing else. They need not be taken together with
    the rest; without this, five such quantities fall into thousands of cases.

    Shown for each row of the rest: it holds some numbers at which each of these quantities can lie on either side."""
    held: dict[Atom, list[int]] = {}
    for n, form in tests.items():
        for atom in form.factors:
            held.setdefault(atom, []).append(n)
    loose: dict[int, Atom] = {}
    room: list[Wanted] = []
    for atom, rows in sorted(held.items(), key=lambda item: str(item[0])):
        own = [b for b in bounds if atom in b[0].factors]
        if len(rows) != 1 or rows[0] in loose or atom in whole or len(tests[rows[0]].factors) < 2 or any(
                len(f.factors) > 1 or op == "=" for f, op in own):
            continue
        form = tests[rows[0]]
        loose[rows[0]] = atom
        for bound, _ in own:  # at the end of its range the test must come out short of zero, or past it
            end = -bound.constant / bound.factors[atom]
            at_end = Linear({a: f for a, f in form.factors.items() if a != atom}, form.constant + form.factors[atom] * end)
            lower = bound.factors[atom] > 0
            room.append((at_end.scaled(Fraction(-1 if lower == (form.factors[atom] > 0) else 1)), ">"))
    rest = {n: f for n, f in tests.items() if n not in loose}
    if not loose or not rest and not bounds:
        return loose
    limits = [(f, op) for f, op in bounds if not set(f.factors) & set(loose.values())]
    return loose if all(feasible([*wanted, *room], whole) for _, wanted in _sign_rows(rest, limits, whole)) else {}


def _components(groups: Sequence[Mapping[Atom, Fraction]]) -> list[set[Atom]]:
    parts: list[set[Atom]] = []
    for group in groups:
        joined = set(group)
        if not joined:
            continue
        apart = []
        for part in parts:
            if part & joined:
                joined |= part
            else:
                apart.append(part)
        parts = [*apart, joined]
    return sorted(parts, key=lambda part: min(map(str, part)))


def _truth(signs: Mapping[int, int], leaves: Sequence[tuple[int, frozenset[int]]]) -> frozenset[tuple[int, frozenset[int]]]:
    return frozenset(leaf for leaf in leaves if signs[leaf[0]] in leaf[1])


# ---------------------------------------------------------------- one quantity


def _line(
    atom: Atom,
    tests: Mapping[int, Linear],
    leaves: Sequence[tuple[int, frozenset[int]]],
    bounds: Sequence[Wanted],
    whole: Set[Atom],
) -> list[Cell]:
    """The cells of one number, from the left; neighbours that no leaf tells apart are joined."""
    marks = sorted({-f.constant / f.factors[atom] for f in (*tests.values(), *(b for b, _ in bounds))})
    pieces: list[tuple[Fraction | None, Fraction | None]] = [(None, marks[0] if marks else None)]
    for place, mark in enumerate(marks):
        pieces.append((mark, mark))
        pieces.append((mark, marks[place + 1] if place + 1 < len(marks) else None))
    cells: list[Cell] = []
    for low, high in pieces:
        sample = _sample(low, high, atom in whole)
        if sample is None:
            continue
        if any(not _meets(f.constant + f.factors[atom] * sample, op) for f, op in bounds):
            continue
        signs = {n: _sign(f.constant + f.factors[atom] * sample) for n, f in tests.items()}
        point = low is not None and low == high
        cells.append(Cell(Interval(low, point, high, point), _truth(signs, leaves)))
    joined: list[Cell] = []
    for cell in cells:
        if joined and joined[-1].truth == cell.truth:
            together = join(joined[-1].extent, cell.extent, atom in whole)
            if together is not None:
                joined[-1] = Cell(together, cell.truth)
                continue
        joined.append(cell)
    drawn = sorted({-f.constant / f.factors[atom] for f in tests.values()})
    return [Cell(_as_drawn(cell.extent, drawn), cell.truth) for cell in joined]


def _as_drawn(extent: Interval | Region | str, marks: Sequence[Fraction]) -> Interval | Region | str:
    """The range between the marks of the law; an end that only a given bound makes goes on to the next."""
    if not isinstance(extent, Interval):
        return extent
    low, low_closed, high, high_closed = extent.low, extent.low_closed, extent.high, extent.high_closed
    if low is not None and low not in marks:
        low, low_closed = max((m for m in marks if m < low), default=None), False
    if high is not None and high not in marks:
        high, high_closed = min((m for m in marks if m > high), default=None), False
    return Interval(low, low_closed, high, high_closed)


def _sample(low: Fraction | None, high: Fraction | None, whole: bool) -> Fraction | None:
    """Some number of the piece; None: a whole number has no room there."""
    if low is None and high is None:
        return Fraction(0)
    if low is None:
        assert high is not None
        return Fraction(high.__ceil__() - 1)
    if high is None:
        return Fraction(low.__floor__() + 1)
    if low == high:
        return None if whole and low.denominator != 1 else low
    if not whole:
        return (low + high) / 2
    inside = low.__floor__() + 1
    return Fraction(inside) if inside < high else None


def join(left: object, right: object, whole: bool = False) -> Interval | Region | None:
    """Two neighbouring extents as one; None if they do not touch."""
    if isinstance(left, Region) and isinstance(right, Region):
        return Region(left.rows + right.rows)
    if not (isinstance(left, Interval) and isinstance(right, Interval)):
        return None
    if left.high is None or right.low is None:
        return None
    touch = left.high == right.low and (left.high_closed or right.low_closed)
    if whole and not touch:  # no whole number lies between the two
        first = left.high.__floor__() + 1 if left.high_closed else left.high.__ceil__()
        touch = right.low <= first if right.low_closed else right.low < first
    return Interval(left.low, left.low_closed, right.high, right.high_closed) if touch else None


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _meets(value: Fraction, op: str) -> bool:
    return value > 0 if op == ">" else value >= 0 if op == ">=" else value == 0


# ---------------------------------------------------------------- several quantities


def _rows(
    atoms: tuple[Atom, ...],
    tests: Mapping[int, Linear],
    leaves: Sequence[tuple[int, frozenset[int]]],
    bounds: Sequence[Wanted],
    whole: Set[Atom],
) -> list[Cell]:
    """The feasible rows of signs, those that no leaf tells apart joined."""
    return _merged([signs for signs, _ in _sign_rows(tests, bounds, whole)], tests, leaves)


def _sign_rows(tests: Mapping[int, Linear], bounds: Sequence[Wanted], whole: Set[Atom]) -> list[tuple[dict[int, int], list[Wanted]]]:
    if not feasible(bounds, whole):
        return []
    rows: list[tuple[dict[int, int], list[Wanted]]] = [({}, list(bounds))]
    for n in sorted(tests):
        grown = []
        for signs, wanted in rows:
            for sign in (-1, 0, 1):
                form = tests[n] if sign >= 0 else tests[n].scaled(Fraction(-1))
                more = [*wanted, (form, "=" if sign == 0 else ">")]
                if feasible(more, whole):
                    grown.append(({**signs, n: sign}, more))
        rows = grown
        if len(rows) > MOST_CELLS:
            atoms = {a for f in tests.values() for a in f.factors}
            raise Mistaken([Mistake(
                "too-many-cells",
                f"{len(atoms)} unknown quantities that hang together fall into more than {MOST_CELLS} cases.",
                help="State some of these quantities, or put bounds on them.",
            )])  # fmt: skip
    return rows


def _merged(rows: Sequence[dict[int, int]], tests: Mapping[int, Linear],
            leaves: Sequence[tuple[int, frozenset[int]]]) -> list[Cell]:
    cells: dict[frozenset[tuple[int, frozenset[int]]], list[tuple[tuple[Linear, int], ...]]] = {}
    for signs in rows:
        row = tuple((tests[n], s) for n, s in signs.items())
        cells.setdefault(_truth(signs, leaves), []).append(row)
    return [Cell(Region(tuple(rows)), truth) for truth, rows in cells.items()]
