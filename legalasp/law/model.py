"""The checked law and the checked case.

Takes:   nothing; these are plain records
Gives:   `Law`, `Provision`, `Doubt`, `Case`, `CaseQuestion`
Differs: from the syntax tree in that every noun is a variable or a thing, every citation is resolved,
         every number is exact in the base unit of its dimension, and what each provision bars, grants,
         defines or exempts is said outright
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from legalasp.language.lexicon import Lexicon
from legalasp.language.syntax import Sentence
from legalasp.law.calendar import Calendar
from legalasp.law.conditions import TRUE, Atom, Condition, Expression, Period, Variable
from legalasp.mistakes import Mistake, Place

ASKED = Atom("the day asked about")
"""Stands in conditions for the day of the act that is asked about, or else the as-of date."""

BEFORE = " (before this law took effect)"
"""Makes of an event a fact of its own: whether it was over before what it would end had begun."""


@dataclass(frozen=True, slots=True)
class Citation:
    """`path` holds the markers from the section down, supplied ones in brackets: ("9.B.i.5", "a", "[1]")."""

    law: str
    path: tuple[str, ...]

    @property
    def local(self) -> str:
        """`§ 9.B.i.5.a[1]`, as it is spoken within its law."""
        out = "§ "
        for n, mark in enumerate(self.path):
            glue = "." if n and not mark.startswith(("(", "[")) and not out.endswith(("]", ")", " ")) else ""
            out += glue + mark
        return out

    def __str__(self) -> str:
        return f"{self.law} {self.local}"

    @property
    def item(self) -> tuple[str, ...]:
        """The path without the supplied sentence numbers at its end."""
        path = self.path
        while len(path) > 1 and path[-1][:1] == "[" and path[-1][1:-1].rstrip("abcdefgh").isdigit():
            path = path[:-1]
        return path


@dataclass(frozen=True, slots=True)
class Reaches:
    """What an exemption, a scope section or a `despite` reaches: keys of provisions."""

    named: tuple[str, ...] = ()
    broad: tuple[str, ...] = ()
    including_itself: bool = False
    about: Variable | None = None
    """The thing that is exempt; None: whatever the provisions are about."""
    with_everything_in: bool = False
    whole: bool = False
    """Reaches its whole law, whatever of it is at hand."""


@dataclass(frozen=True, slots=True)
class LimitOf:
    """A standard's quantity: `bound` in the base unit, `direction` at least, at most or one of. `strict`: the bound
    itself is left out; `most`: the upper end of a range whose lower end is `bound`."""

    quantity: Atom
    direction: str
    bound: Expression | None = None
    values: frozenset[str] = frozenset()
    unit: str = ""
    strict: bool = False
    most: Expression | None = None


@dataclass(frozen=True, slots=True)
class Provision:
    """One rule of the law under its citation. `kind` is one of `program.problem.KINDS`, or `note`,
    `declaration`, `not rendered` for what decides nothing."""

    key: str
    citation: Citation
    kind: str
    variables: tuple[Variable, ...] = ()
    distinct: tuple[tuple[Variable, Variable], ...] = ()
    acts: tuple[Atom, ...] = ()
    when: Condition = TRUE
    if_: Condition = TRUE
    unless: Condition | None = None
    limit: LimitOf | None = None
    test: Condition | None = None
    bars: tuple[Atom, ...] = ()
    bars_supplied: bool = False
    bars_about: tuple[Condition, ...] = ()
    """Of what stands in `bars` as `any X`: which X is meant, `a license for the park`."""
    before: tuple[Atom, ...] = ()
    by: tuple[Period, Expression] | None = None
    by_condition: Condition = TRUE
    after: Atom | None = None
    term: Atom | None = None
    reach: Reaches = Reaches()
    exercised: Condition | None = None
    despite: Reaches = Reaches()
    subject_to: Reaches = Reaches()
    soft: bool = False
    lists: tuple[str, ...] | None = None
    over: str = ""
    """The law over which this one prevails, or which it supersedes, as the sentence names it."""
    between: str = ""
    """Which provisions a rule on the most restrictive one is about: `two laws`, `any two`, or a law by name."""
    reading: tuple[str, str] | None = None
    from_: datetime.date | None = None
    until: datetime.date | None = None
    text: str = ""
    """The sentence in controlled English, as written; of a list, its lead."""
    whole: str = ""
    """The sentence with the items of its list, a line each."""
    printed: str = ""
    """The sentence as printed back from the tree it was read to."""
    notes: tuple[str, ...] = ()
    supplied: bool = False
    supplied_words: tuple[str, ...] = ()
    todo: frozenset[Atom] = frozenset()
    """Atoms (with variables) that are acts to be done first."""
    sentence: Sentence | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    name: str
    favored_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    name: str
    question: str
    readings: tuple[Reading, ...]
    citation: Citation
    better: str | None = None
    better_because: str = ""


@dataclass(frozen=True, slots=True)
class Presumption:
    condition: Atom
    value: bool
    variables: tuple[Variable, ...] = ()
    when: Condition = TRUE
    unless: Condition | None = None
    text: str = ""
    supplied: bool = False


@dataclass(frozen=True, slots=True)
class Burden:
    who: str
    fact: Atom
    text: str = ""


LEVELS = {"village": 1, "town": 1, "city": 1, "county": 2, "state": 3, "federal": 4}
"""Levels of law, the highest with the greatest number."""


@dataclass
class Law:
    """One checked law. `key`s of provisions are local citations, made unique with `+2`, `+3`."""

    name: str
    title: str
    place: str
    lexicon: Lexicon
    provisions: tuple[Provision, ...]
    doubts: tuple[Doubt, ...] = ()
    presumptions: tuple[Presumption, ...] = ()
    burdens: tuple[Burden, ...] = ()
    calendar: Calendar = field(default_factory=Calendar)
    in_force: str = ""
    from_: datetime.date | None = None
    until: datetime.date | None = None
    days: str = ""
    notes: tuple[str, ...] = ()
    fingerprint: str = ""
    file: str = ""
    aliases: tuple[str, ...] = ()
    """How other laws call it: `the zoning ordinance of the Town`."""
    level: str = ""
    """State, county or town; only where both laws say it does the higher one prevail."""
    parts: tuple["Law", ...] = ()
    """Of several laws that one case is put to: each of them."""

    def provision(self, key: str) -> Provision:
        return next(p for p in self.provisions if p.key == key)


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact of a case in checked form: an atom with its value, or a bound on a quantity."""

    atom: Atom
    value: object
    text: str
    source: str = ""
    supposed: bool = False
    place: Place | None = None
    op: str = "="


@dataclass(frozen=True, slots=True)
class Expected:
    key: str
    text: str
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseQuestion:
    """`form`: may, must, is, applies, exempt, which, limit, amount, value, due, last day. `act`, `condition`,
    `keys`, `quantity` or `amount` as it needs."""

    text: str
    form: str
    act: Atom | None = None
    condition: Condition | None = None
    keys: tuple[str, ...] = ()
    about: tuple[object, ...] = ()
    quantity: Atom | None = None
    amount: Expression | None = None
    """A length, a count, a total, that is asked for as it is, not as the law limits it."""
    unit: str = ""
    day: datetime.date | None = None
    suppose: tuple[Statement, ...] = ()
    closed: frozenset[tuple[str, str]] = frozenset()
    """Rosters that its own supposition closes: `… if Oak Park has no other lot?`"""
    expected: tuple[Expected, ...] = ()
    place: Place | None = None


@dataclass
class Case:
    name: str
    law: str
    as_of: datetime.date
    things: dict[str, str]
    """Name as shown -> kind."""
    closed: frozenset[tuple[str, str]]
    """(kind, whole): the roster of the kind is complete."""
    statements: tuple[Statement, ...]
    unknown: tuple[str, ...]
    questions: tuple[CaseQuestion, ...]
    described: frozenset[str] = frozenset()
    """Things known by their description alone (`a permit for the home`): they stand in no other relation of its kind."""
    file: str = ""
    joined: Law | None = None
    """The one law of several to which the case is put."""
    unread: tuple[tuple[str, Mistake], ...] = ()
    """Sentences and questions that the law has no words for, where a case is put to laws that it was not written for."""
