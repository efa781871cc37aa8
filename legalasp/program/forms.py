"""Linear forms: the numeric tests of a law, exact.

Takes:   factors of quantities and constants, as `Fraction`s
Gives:   `Linear`, and `Forms`: each form kept once, up to a factor, with its sign under given numbers
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from legalasp.law.conditions import Atom, Expression, Thing


@dataclass(frozen=True)
class Linear:
    """`constant + sum of factor * quantity`, and beside it parts that are still to be split."""

    factors: Mapping[Atom, Fraction] = field(default_factory=dict)
    constant: Fraction = Fraction(0)
    parts: tuple[tuple[Fraction, Expression, Mapping[str, Thing]], ...] = ()

    @staticmethod
    def number(value: Fraction) -> Linear:
        return Linear(constant=Fraction(value))

    @staticmethod
    def of(atom: Atom) -> Linear:
        return Linear({atom: Fraction(1)})

    def __add__(self, other: Linear) -> Linear:
        factors = dict(self.factors)
        for atom, factor in other.factors.items():
            total = factors.get(atom, Fraction(0)) + factor
            if total:
                factors[atom] = total
            else:
                factors.pop(atom, None)
        return Linear(factors, self.constant + other.constant, self.parts + other.parts)

    def __sub__(self, other: Linear) -> Linear:
        return self + other.scaled(Fraction(-1))

    def scaled(self, factor: Fraction) -> Linear:
        if not factor:
            return Linear()
        return Linear(
            {atom: f * factor for atom, f in self.factors.items()},
            self.constant * factor,
            tuple((f * factor, e, filling) for f, e, filling in self.parts),
        )

    def without_first(self) -> Linear:
        """The form without the first of its parts."""
        return Linear(self.factors, self.constant, self.parts[1:])

    def under(self, numbers: Mapping[Atom, Fraction]) -> Linear:
        """The form with the known quantities put in."""
        constant = self.constant
        left: dict[Atom, Fraction] = {}
        for atom, factor in self.factors.items():
            number = numbers.get(atom)
            if number is None:
                left[atom] = factor
            else:
                constant += factor * number
        return Linear(left, constant)


@dataclass
class Forms:
    """`x - 20 >= 0` and `40 - 2x <= 0` are one form: the first quantity has the factor one."""

    forms: list[Linear] = field(default_factory=list)
    _index: dict[tuple[tuple[tuple[Atom, Fraction], ...], Fraction], int] = field(default_factory=dict)

    def number(self, form: Linear) -> tuple[int | None, bool]:
        """The form's number (None: it is a constant), and whether its sign is turned round."""
        if not form.factors:
            return None, False
        first = min(form.factors, key=str)
        lead = form.factors[first]
        form = form.scaled(1 / lead)
        key = (tuple(sorted(form.factors.items(), key=lambda item: str(item[0]))), form.constant)
        number = self._index.get(key)
        if number is None:
            number = self._index[key] = len(self.forms)
            self.forms.append(form)
        return number, lead < 0

    def atoms(self, number: int) -> tuple[Atom, ...]:
        return tuple(self.forms[number].factors)

    def sign(self, number: int, numbers: Mapping[Atom, Fraction]) -> int | None:
        """The sign of a form whose quantities are all known; else None."""
        form = self.forms[number]
        total = form.constant
        for atom, factor in form.factors.items():
            value = numbers.get(atom)
            if value is None:
                return None
            total += factor * value
        return (total > 0) - (total < 0)
