"""What is known once a question has been put.

Takes:   nothing; these are plain records
Gives:   `Outcome` and what it is made of
Differs: from the written decision in that it holds keys, atoms and exact numbers, no sentences
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from fractions import Fraction
from typing import Union

from legalasp.law.conditions import Atom, Condition, Variable
from legalasp.program.problem import Deadline
from legalasp.program.units import Interval, Region

PERMITTED = "permitted"
ON_CONDITIONS = "permitted on conditions"
PROHIBITED = "prohibited"
NOT_REGULATED = "not regulated"
REQUIRED = "required"
NOT_REQUIRED = "not required"
YES, NO = "yes", "no"
IN_CONFLICT = "in conflict"
UNDETERMINED = "undetermined"
DEPENDS = "depends on the reading"


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that a quantity may be, and the named values that it may have.

    `date`: the numbers are ordinals of days."""

    least: Fraction | None = None
    most: Fraction | None = None
    values: tuple[str, ...] | None = None
    date: bool = False
    above: bool = False
    """`least` itself is too little."""
    below: bool = False
    """`most` itself is too much."""

    def __str__(self) -> str:
        said = []
        if self.least is not None:
            said.append(f"{'more than' if self.above else 'at least'} {self._shown(self.least)}")
        if self.most is not None:
            said.append(f"{'less than' if self.below else 'at most'} {self._shown(self.most)}")
        if self.values is not None:
            said.append(f"one of {', '.join(self.values)}")
        return " and ".join(said)

    def _shown(self, number: Fraction) -> str:
        return datetime.date.fromordinal(int(number)).isoformat() if self.date else str(number)


Conclusion = Union[str, Limits, datetime.date]
"""One of the words above, or a value."""

Combination = tuple[tuple[str, str], ...]
"""Doubts, each with the reading chosen; empty where no doubt matters."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One fact of a deciding set: `value` is yes or no, a named value, or a range of numbers."""

    name: str
    atoms: tuple[Atom, ...]
    value: Union[bool, str, Interval, Region]


DecidingSet = tuple[Decided, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """An open thing that matters. `why` is one of: fact, finding, to be done, number, date, value."""

    name: str
    atoms: tuple[Atom, ...]
    why: str
    burden: str = ""
    finding: str = ""
    others: tuple[str, Variable, Condition] | None = None
    """For what is open about things that the case does not name: every other, some other, how many
    other or the total of every other; the variable; and what is asked of them. For a period that is
    one open condition: its words, and the test."""


@dataclass(frozen=True, slots=True)
class DutyFollowing:
    """A duty that follows the act; `due` is its last day, or the deadline while its event is open."""

    key: str
    act: Atom | None
    due: datetime.date | Deadline | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two provisions that pull apart; `prevails` and `rule` are empty where nothing settles it."""

    one: str
    other: str
    prevails: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    answer: str
    value: Limits | datetime.date | None = None
    by: tuple[str, ...] = ()
    conditions: tuple[DecidingSet, ...] = ()
    duties: tuple[DutyFollowing, ...] = ()
    missing: tuple[Missing, ...] = ()
    sure: tuple[tuple[Combination, tuple[tuple[Conclusion, tuple[DecidingSet, ...]], ...]], ...] = ()
    readings: tuple[tuple[Combination, Conclusion], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    favoured: Conclusion | None = None
    incoherent: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()
    presumed: tuple[Atom, ...] = ()
    void: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ()
