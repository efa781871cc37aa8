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
from typing import Union


# ---------------------------------------------------------------- terms and atoms


@dataclass(frozen=True, slots=True)
class Variable:
    """A noun that a sentence brings in: `a home (the "old home")`."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing of a case, or an official named by the law: `the grey home`, `the Town Board`."""

    name: str
    kind: str

    def __str__(self) -> str:
        return self.name


Term = Union[Variable, Thing]


@dataclass(frozen=True, slots=True)
class Atom:
    """A declared word with its places filled: a fact, a defined word, an act, an event or a measure."""

    word: str
    args: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return self.word + (f"({','.join(a.name for a in self.args)})" if self.args else "")


# ---------------------------------------------------------------- expressions: exact numbers


@dataclass(frozen=True, slots=True)
class Number:
    """A constant in the base unit of its dimension; a date is the ordinal of its day."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Measure:
    """The quantity or the date that an atom stands for: the width of the home, the day of the event."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Sum:
    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Scaled:
    factor: Fraction
    part: "Expression"


@dataclass(frozen=True, slots=True)
class Greatest:
    """The greatest of the parts; of dates, the last of them."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Least:
    """The least of the parts; of dates, the first of them."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class CountOf:
    """How many things of the variable's kind fulfil `where`, those in `but` left out."""

    variable: Variable
    where: "Condition"
    but: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class TotalOf:
    """The sum of `measure` over the things of the variable's kind that fulfil `where`."""

    variable: Variable
    measure: "Expression"
    where: "Condition"
    but: tuple[Term, ...] = ()


Expression = Union[Number, Measure, Sum, Scaled, Greatest, Least, CountOf, TotalOf]


@dataclass(frozen=True, slots=True)
class Period:
    """A length of legal time: `unit` is one of days, business days, weeks, months, years."""

    number: int
    unit: str


# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Holds:
    """A fact, a finding, a defined word, or that an event has happened."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Not:
    part: "Condition"


@dataclass(frozen=True, slots=True)
class All:
    """All of the parts hold; `All(())` is simply true."""

    parts: tuple["Condition", ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the parts holds; `AnyOf(())` is simply false."""

    parts: tuple["Condition", ...] = ()


@dataclass(frozen=True, slots=True)
class AtLeast:
    number: int
    parts: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """`left op right`; op is one of < <= = >= > != ."""

    left: Expression
    op: str
    right: Expression


@dataclass(frozen=True, slots=True)
class HasValue:
    """The named value of an attribute is one of `values`: the siding is wood or hardboard."""

    atom: Atom
    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class Within:
    """`moment` is not before `event`, and not after the last day of the period that it starts.

    A deadline for an act: the place's roll-over and standstill count."""

    period: Period
    event: Expression
    moment: Expression


@dataclass(frozen=True, slots=True)
class Lasted:
    """The period since `event` is complete before `moment` begins (theory 8: a lapse never rolls)."""

    period: Period
    event: Expression
    moment: Expression


@dataclass(frozen=True, slots=True)
class Passed:
    """`moment` is after the (rolled) last day of the period that `event` starts."""

    period: Period
    event: Expression
    moment: Expression


@dataclass(frozen=True, slots=True)
class OnReading:
    doubt: str
    reading: str


@dataclass(frozen=True, slots=True)
class Status:
    """How a provision stands: `status` is one of applies, bites, meets, conforms.

    `provision` is a key. meets: not in breach, whatever struck it. conforms: the test alone."""

    status: str
    provision: str


@dataclass(frozen=True, slots=True)
class MeetsAll:
    """Every standard (and every prior duty) of `law`, those in `but` left out, is met (`meets`) or,
    with `conforms` true, conformed to. `only` names the keys meant where a law's standards are many."""

    law: str
    but: tuple[str, ...] = ()
    conforms: bool = False
    only: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """`part` holds of every thing of the variable's kind, those in `but` left out."""

    variable: Variable
    part: "Condition"
    but: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Some:
    """`part` holds of at least one thing of the variable's kind, those in `but` left out."""

    variable: Variable
    part: "Condition"
    but: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
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
