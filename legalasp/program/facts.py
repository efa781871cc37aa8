"""What a case gives: the statements about each atom, sorted by kind, and what they contradict.

Takes:   the statements of a case, in order, each atom with its value
Gives:   `Given`: truths, exact numbers (a date is the ordinal of its day), named values;
         `twice`: the atoms that are given two different values
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from legalasp.law.conditions import Atom
from legalasp.program.problem import Value


@dataclass
class Given:
    truth: dict[Atom, bool] = field(default_factory=dict)
    number: dict[Atom, Fraction] = field(default_factory=dict)
    name: dict[Atom, str] = field(default_factory=dict)
    twice: list[Atom] = field(default_factory=list)
    presumed: list[Atom] = field(default_factory=list)
    """Quantities whose number is presumed, not stated."""

    def about(self, atom: Atom) -> tuple[bool | None, Fraction | None, str | None]:
        return self.truth.get(atom), self.number.get(atom), self.name.get(atom)


def gather(statements: Iterable[tuple[Atom, Value]]) -> Given:
    """An event that has a date has happened; said not to have happened, it has no date."""
    given = Given()
    twice: dict[Atom, None] = {}
    for atom, value in statements:
        if isinstance(value, bool):
            if given.truth.setdefault(atom, value) != value:
                twice[atom] = None
        elif isinstance(value, str):
            if given.name.setdefault(atom, value) != value:
                twice[atom] = None
        else:
            dated = isinstance(value, datetime.date)
            number = Fraction(value.toordinal()) if isinstance(value, datetime.date) else Fraction(value)
            if given.number.setdefault(atom, number) != number:
                twice[atom] = None
            if dated and not given.truth.setdefault(atom, True):
                twice[atom] = None
    given.twice = list(twice)
    return given
