"""One question put to the ground law: everything that the solver needs, past the English.

Takes:   the checked law and a case, with every free variable of a provision replaced by a thing
Gives:   `Problem`: ground provisions, facts, rosters, readings, the calendar and the question
Differs: from the checked law in that a provision stands once for each thing it is about;
         quantifiers (each, some, counts, totals) may still stand inside conditions and are
         spread over the rosters by this room
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Union

from legalasp.law.calendar import Calendar
from legalasp.law.conditions import TRUE, Atom, Compare, Condition, Expression, Measure, Period, Thing

KINDS = (
    "permission", "prohibition", "only", "need not", "closed list", "duty", "standard",
    "definition", "exclusion", "deeming", "exemption", "scope", "power",
    "prevails", "supersedes", "most restrictive", "recommendation",
)


@dataclass(frozen=True, slots=True)
class Reach:
    """What an exemption, a scope section, a waiver or a `despite` reaches.

    `named`: provisions cited one by one, whatever their kind.
    `broad`: provisions met through a span or a whole law: only burdens (exemption) or operative
    provisions (scope), and never the granting item itself unless `including_itself` (theory 4.4)."""

    named: tuple[str, ...] = ()
    broad: tuple[str, ...] = ()
    including_itself: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """A standard on a quantity: direction is `at least`, `at most` or `one of`. `strict`: the bound itself is left
    out; `most`: the upper end of a range whose lower end is `bound`."""

    quantity: Atom
    direction: str
    bound: Expression | None = None
    values: frozenset[str] = frozenset()
    strict: bool = False
    most: Expression | None = None

    def ends(self) -> list[tuple[str, Expression, bool]]:
        """Direction, bound and whether it is strict, of each end that is a number."""
        ends = [] if self.bound is None else [(self.direction, self.bound, self.strict)]
        return ends + ([] if self.most is None else [("at most", self.most, False)])

    def tests(self) -> list[Condition]:
        """What each end asks of the quantity."""
        signs = {("at least", False): ">=", ("at least", True): ">", ("at most", False): "<=", ("at most", True): "<"}
        return [Compare(Measure(self.quantity), signs[direction, strict], bound) for direction, bound, strict in self.ends()]


@dataclass(frozen=True, slots=True)
class Deadline:
    """Within `period` after `event` (a date expression)."""

    period: Period
    event: Expression


@dataclass(frozen=True, slots=True)
class GroundProvision:
    """A provision about certain things. Slots that its kind does not use keep their defaults."""

    key: str
    kind: str
    law: str = "L"
    item: tuple[str, ...] = ()
    """Path of the item that it stands in, supplied sentence numbers left out."""
    act: Atom | None = None
    when: Condition = TRUE
    if_: Condition = TRUE
    unless: Condition | None = None
    # standards
    limit: Limit | None = None
    test: Condition | None = None
    """The state that a standard asks for; where `limit` is given it is derived from it."""
    bars: tuple[Atom, ...] = ()
    """The acts that a breach of the standard bars."""
    # duties
    before: tuple[Atom, ...] = ()
    done: Condition | None = None
    after: Atom | None = None
    by: Deadline | None = None
    # definitions
    term: Atom | None = None
    # exemption, scope, power
    reach: Reach = Reach()
    exercised: Condition | None = None
    # defeat written at either end
    despite: Reach = Reach()
    subject_to: Reach = Reach()
    soft: bool = False
    """`subject to the rest of this law`: grants, and opposes no bar of its own law."""
    # closed list
    lists: tuple[str, ...] | None = None
    """Keys of the permissions that open the list; None: any permission of the law."""
    # conflict rules
    over: tuple[str, str] | None = None
    between: tuple[str, ...] | None = None
    """The laws between which a rule on the most restrictive provision settles; of more than two, those with its own."""
    within: bool = False
    """Such a rule settles between two provisions of its own law too."""
    subject: tuple[str, ...] | None = None
    # version and reading
    from_: datetime.date | None = None
    until: datetime.date | None = None
    reading: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """What the law or the case declares of an atom beyond its value."""

    to_be_done: bool = False
    presumed: Union[bool, Fraction, None] = None
    when: Condition = TRUE
    unless: Condition | None = None
    burden: str = ""
    finding: str = ""
    whole: bool = False
    date: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    members: tuple[Thing, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class GroundLaw:
    name: str
    level: int = 0
    from_: datetime.date | None = None
    until: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class May:
    act: Atom


@dataclass(frozen=True, slots=True)
class Must:
    act: Atom


@dataclass(frozen=True, slots=True)
class IsSo:
    condition: Condition


@dataclass(frozen=True, slots=True)
class Applies:
    keys: tuple[str, ...]
    """The instances of the provision asked about: yes, if any of them is engaged."""


@dataclass(frozen=True, slots=True)
class IsExempt:
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhatLimit:
    quantity: Atom


@dataclass(frozen=True, slots=True)
class DueWhen:
    act: Atom


Question = Union[May, Must, IsSo, Applies, IsExempt, WhatLimit, DueWhen]

Value = Union[bool, Fraction, datetime.date, str]


@dataclass
class Problem:
    """Ground law, case and question. `facts` keeps every statement, so that one given twice with
    different values is found as a contradiction. An act that the question asks about may stand for
    several acts (`acts`): replacing a home is placing one."""

    provisions: tuple[GroundProvision, ...]
    question: Question
    facts: list[tuple[Atom, Value]] = field(default_factory=list)
    bounds: list[tuple[Expression, str, Expression]] = field(default_factory=list)
    words: dict[Atom, Word] = field(default_factory=dict)
    rosters: dict[str, Roster] = field(default_factory=dict)
    readings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    better: dict[str, str] = field(default_factory=dict)
    laws: dict[str, GroundLaw] = field(default_factory=dict)
    levels: bool = False
    as_of: datetime.date = datetime.date(2026, 1, 1)
    calendar: Calendar = field(default_factory=Calendar)
    standstill: dict[Atom, tuple[tuple[datetime.date, datetime.date], ...]] = field(default_factory=dict)
    also: dict[Atom, tuple[Atom, ...]] = field(default_factory=dict)
    """Acts under acts: to do the key is to do each of these too."""
