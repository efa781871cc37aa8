"""Conditions and quantities of the checked law.

Takes:   nothing; these are plain records
Gives:   terms, atoms, expressions (exact numbers) and conditions
Differs: from the syntax tree in that every word is a declared one, every noun is a variable or
         a thing, every number is a `Fraction` in the base unit of its dimension, and every date is
         the ordinal of its day (`datetime.date.toordinal`)

No float ever enters here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar, Union

T = TypeVar("T")


# ---------------------------------------------------------------- records that are looked up all the time


class Kept:
    """A record whose hash is computed once: conditions are nested, and are looked up thousands of times."""

    __slots__ = ("_hash",)


def keeps_hash(record: type[T]) -> type[T]:
    """Where it is not computed anew for every look-up; it is not pickled, since hashes of texts differ by process."""
    computed = record.__hash__

    def kept(self: T) -> int:
        try:
            return self._hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            object.__setattr__(self, "_hash", computed(self))
            return self._hash  # type: ignore[attr-defined, no-any-return]

    record.__hash__ = kept  # type: ignore[method-assign, assignment]
    return record


# ---------------------------------------------------------------- terms and atoms


@keeps_hash
@dataclass(frozen=True, slots=True)
class Variable(Kept):
    """A noun that a sentence brings in: `a home (the "old home")`."""

    name: str
    kind: str


@keeps_hash
@dataclass(frozen=True, slots=True)
class Thing(Kept):
    """A thing of a case, or an official named by the law: `the grey home`, `the Town Board`."""

    name: str
    kind: str

    def __str__(self) -> str:
        return self.name


Term = Union[Variable, Thing]


@keeps_hash
@dataclass(frozen=True, slots=True)
class Atom(Kept):
    """A declared word with its places filled: a fact, a defined word, an act, an event or a measure."""

    word: str
    args: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return self.word + (f"({','.join(a.name for a in self.args)})" if self.args else "")


# ---------------------------------------------------------------- expressions: exact numbers


@keeps_hash
@dataclass(frozen=True, slots=True)
class Number(Kept):
    """A constant in the base unit of its dimension; a date is the ordinal of its day."""

    value: Fraction


@keeps_hash
@dataclass(frozen=True, slots=True)
class Measure(Kept):
    """The quantity or the date that an atom stands for: the width of the home, the day of the event."""

    atom: Atom


@keeps_hash
@dataclass(frozen=True, slots=True)
class Sum(Kept):
    parts: tuple["Expression", ...]


@keeps_hash
@dataclass(frozen=True, slots=True)
class Scaled(Kept):
    factor: Fraction
    part: "Expression"


@keeps_hash
@dataclass(frozen=True, slots=True)
class Whole(Kept):
    """The part as a whole number: those that are full or, with `begun`, those that have begun as well."""

    part: "Expression"
    begun: bool


@keeps_hash
@dataclass(frozen=True, slots=True)
class Greatest(Kept):
    """The greatest of the parts; of dates, the last of them."""

    parts: tuple["Expression", ...]


@keeps_hash
@dataclass(frozen=True, slots=True)
class Least(Kept):
    """The least of the parts; of dates, the first of them."""

    parts: tuple["Expression", ...]


@keeps_hash
@dataclass(frozen=True, slots=True)
class CountOf(Kept):
    """How many things of the variable's kind fulfil `where`, those in `but` left out."""

    variable: Variable
    where: "Condition"
    but: tuple[Term, ...] = ()


@keeps_hash
@dataclass(frozen=True, slots=True)
class TotalOf(Kept):
    """The sum of `measure` over the things of the variable's kind that fulfil `where`."""

    variable: Variable
    measure: "Expression"
    where: "Condition"
    but: tuple[Term, ...] = ()


Expression = Union[Number, Measure, Sum, Scaled, Whole, Greatest, Least, CountOf, TotalOf]


@keeps_hash
@dataclass(frozen=True, slots=True)
class Period(Kept):
    """A length of legal time: `unit` is one of days, business days, weeks, months, years; or a day of the year
    (`December 1`), and `number` 0 (in the year of the event) or -1 (the last one before the event)."""

    number: int
    unit: str


# ---------------------------------------------------------------- conditions


@keeps_hash
@dataclass(frozen=True, slots=True)
class Holds(Kept):
    """A fact, a finding, a defined word, or that an event has happened."""

    atom: Atom


@keeps_hash
@dataclass(frozen=True, slots=True)
class Not(Kept):
    part: "Condition"


@keeps_hash
@dataclass(frozen=True, slots=True)
class All(Kept):
    """All of the parts hold; `All(())` is simply true."""

    parts: tuple["Condition", ...] = ()


@keeps_hash
@dataclass(frozen=True, slots=True)
class AnyOf(Kept):
    """At least one of the parts holds; `AnyOf(())` is simply false."""

    parts: tuple["Condition", ...] = ()


@keeps_hash
@dataclass(frozen=True, slots=True)
class AtLeast(Kept):
    number: int
    parts: tuple["Condition", ...]


@keeps_hash
@dataclass(frozen=True, slots=True)
class Compare(Kept):
    """`left op right`; op is one of < <= = >= > != ."""

    left: Expression
    op: str
    right: Expression


@keeps_hash
@dataclass(frozen=True, slots=True)
class HasValue(Kept):
    """The named value of an attribute is one of `values`: the siding is wood or hardboard."""

    atom: Atom
    values: frozenset[str]


@keeps_hash
@dataclass(frozen=True, slots=True)
class Within(Kept):
    """`moment` is not before `event`, and not after the last day of the period that it starts.

    `counts` is one of
    deadline: the last day for an act; the place's roll-over and standstill count
    age:      a distance in time (`at most 10 years before the application was filed`); it never rolls
    by:       any day until the last one, also before `event` (`by the December 1 before the license expires`)
    lead:     the last day is out, and so is nothing before `event`: `moment` is less than the period after it.
              Its opposite is `at least 14 days before the hearing`, which never rolls either"""

    period: Period
    event: Expression
    moment: Expression
    counts: str = "deadline"


@keeps_hash
@dataclass(frozen=True, slots=True)
class Lasted(Kept):
    """The period since `event` is complete before `moment` begins (theory 8: a lapse never rolls)."""

    period: Period
    event: Expression
    moment: Expression


@keeps_hash
@dataclass(frozen=True, slots=True)
class Passed(Kept):
    """`moment` is after the (rolled) last day of the period that `event` starts."""

    period: Period
    event: Expression
    moment: Expression


@keeps_hash
@dataclass(frozen=True, slots=True)
class OnReading(Kept):
    doubt: str
    reading: str


@keeps_hash
@dataclass(frozen=True, slots=True)
class Status(Kept):
    """How a provision stands: `status` is one of applies, bites, meets, conforms.

    `provision` is a key. meets: not in breach, whatever struck it. conforms: the test alone."""

    status: str
    provision: str


@keeps_hash
@dataclass(frozen=True, slots=True)
class MeetsAll(Kept):
    """Every standard (and every prior duty) of `law`, those in `but` left out, is met (`meets`) or,
    with `conforms` true, conformed to. `only` names the keys meant where a law's standards are many."""

    law: str
    but: tuple[str, ...] = ()
    conforms: bool = False
    only: tuple[str, ...] | None = None


@keeps_hash
@dataclass(frozen=True, slots=True)
class Each(Kept):
    """`part` holds of every thing of the variable's kind, those in `but` left out."""

    variable: Variable
    part: "Condition"
    but: tuple[Term, ...] = ()


@keeps_hash
@dataclass(frozen=True, slots=True)
class Some(Kept):
    """`part` holds of at least one thing of the variable's kind, those in `but` left out."""

    variable: Variable
    part: "Condition"
    but: tuple[Term, ...] = ()


@keeps_hash
@dataclass(frozen=True, slots=True)
class Share(Kept):
    """Of the things of the kind that fulfil `where`, the share that also fulfils `part`, compared
    with `share`: at least 75 percent of the lots in the park have an area of ..."""

    variable: Variable
    where: "Condition"
    part: "Condition"
    op: str
    share: Fraction


Condition = Union[
    Holds, Not, All, AnyOf, AtLeast, Compare, HasValue, Within, Lasted, Passed,
    OnReading, Status, MeetsAll, Each, Some, Share,
]

TRUE = All(())
FALSE = AnyOf(())
