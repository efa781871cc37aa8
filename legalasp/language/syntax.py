"""The syntax tree of a sentence.

Takes:   nothing; these are plain records
Gives:   nouns, quantities, clauses and sentences, all words matched to declared phrases
Differs: from the tokens in that every phrase is a declared one; nouns are still nouns (`the home`),
         not yet variables or things

`at` is the index of the noun's head token: two clauses that share a noun share its `at`.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Union


@dataclass(frozen=True, slots=True)
class Noun:
    """`determiner`: a, the, each, every, no, some, another, the other, every other, `at least`,
    `at most`, `exactly` (with `number`), or "" for a name. A gap (`the lot that [gap] is vacant`)
    has determiner `gap`."""

    determiner: str
    kind: str = ""
    label: str = ""
    name: str = ""
    number: int | None = None
    many: bool = False
    adjectives: tuple[str, ...] = ()
    clauses: tuple["Clause", ...] = ()
    at: int = field(default=-1)

    @property
    def is_gap(self) -> bool:
        return self.determiner == "gap"


GAP = Noun("gap")


# ---------------------------------------------------------------- quantities


@dataclass(frozen=True, slots=True)
class Amount:
    """`7,500 square feet`: the number as written and its unit in the singular ("" for a plain number)."""

    value: Fraction
    unit: str


@dataclass(frozen=True, slots=True)
class MeasureOf:
    measure: str
    noun: Noun
    other: Noun | None = None


@dataclass(frozen=True, slots=True)
class CountOfNoun:
    noun: Noun


@dataclass(frozen=True, slots=True)
class TotalOfNoun:
    measure: str
    noun: Noun


@dataclass(frozen=True, slots=True)
class Times:
    """`4 times the width`, `25 percent of the area`."""

    factor: Fraction
    part: "Quantity"


@dataclass(frozen=True, slots=True)
class PerThing:
    """`400 square feet for each space`, `5 per acre of the gross area`: amount for each one of `counted`. The amount may
    be a measure (`the rate of the Town for each lot of the park`)."""

    amount: "Amount | MeasureOf"
    counted: "Quantity"


@dataclass(frozen=True, slots=True)
class CountOfTime:
    """`the number of full weeks from E through E`: days or weeks, both days of the two events counted; the full ones,
    or with `begun` those that have begun as well."""

    unit: str
    begun: bool
    first: "Quantity"
    last: "Quantity"


@dataclass(frozen=True, slots=True)
class Extreme:
    """`the greater of …`, `the lesser of …`; of events, the last and the first."""

    greatest: bool
    parts: tuple["Quantity", ...]


@dataclass(frozen=True, slots=True)
class SumOfQuantities:
    parts: tuple["Quantity", ...]


@dataclass(frozen=True, slots=True)
class OnReadingQuantity:
    """A value that differs by reading."""

    by_reading: tuple[tuple[str, "Quantity"], ...]


@dataclass(frozen=True, slots=True)
class DayValue:
    day: datetime.date


@dataclass(frozen=True, slots=True)
class EventDay:
    """The day of an event named by a sentence: `after the home is placed`."""

    clause: "Clause"


@dataclass(frozen=True, slots=True)
class NamedDay:
    """A day that the law leaves to the case: `the day on which this law is filed`; or `this day`,
    the day that the question asks about."""

    name: str


Quantity = Union[
    Amount, MeasureOf, CountOfNoun, TotalOfNoun, Times, PerThing, CountOfTime, Extreme, SumOfQuantities,
    OnReadingQuantity, DayValue, EventDay, NamedDay,
]


@dataclass(frozen=True, slots=True)
class Span:
    """A period as written: `180 contiguous days`, `5 years`, `15 working days`."""

    number: int
    unit: str


# ---------------------------------------------------------------- clauses


@dataclass(frozen=True, slots=True)
class When:
    """A time beside a verb. `relation`:

    on, before, after, since, until, by, in (a year): `day`
    within: not later than `span` after `day`; lasted: `span` complete since `day` (or since the state began)
    by with `span`: until the day of the year before `day`; through: until that day in the year of `day`
    early: at least `span` before `day`; recent: at most `span` before `day`"""

    relation: str
    day: Quantity | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class PhraseClause:
    word: str
    args: tuple[Noun | None, ...]
    negated: bool = False
    tense: str = "present"
    times: tuple[When, ...] = ()


@dataclass(frozen=True, slots=True)
class KindClause:
    """`the home is a class A home`."""

    noun: Noun
    kind: Noun
    negated: bool = False
    tense: str = "present"


@dataclass(frozen=True, slots=True)
class MeasureClause:
    """`the width of the home is at least 18 feet`; `many` as in `a total area of the lots`."""

    left: Quantity
    op: str
    right: Quantity


@dataclass(frozen=True, slots=True)
class ValueClause:
    attribute: str
    noun: Noun
    values: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class QuoteClause:
    """`the park "is kept in good order"`: an open fact of its own words."""

    noun: Noun | None
    words: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class CitationList:
    """`§ 4 to § 12`, `§ 9.A and § 9.B`, `this law`, `the rest of this law`; `but`: `except § 8[2]`."""

    cites: tuple[str, ...] = ()
    spans: tuple[tuple[str, str], ...] = ()
    whole: str = ""
    """`this law`, `the rest of this law`, `every other standard of this law` …"""
    but: tuple[str, ...] = ()
    including_itself: bool = False


@dataclass(frozen=True, slots=True)
class MeetsClause:
    """`verb`: meets, conforms to, applies (to), complies with; the noun may be absent."""

    verb: str
    noun: Noun | None
    target: CitationList
    negated: bool = False


@dataclass(frozen=True, slots=True)
class FindsClause:
    """`the Board finds that …`."""

    finder: Noun
    clause: "Clause"
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Junction:
    """`mode`: all, any, none, at least (with `number`)."""

    mode: str
    parts: tuple["Clause", ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class ListClause:
    """`all of these hold:` with the list still to be read; `lists` numbers the list of the item."""

    mode: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class ReadingClause:
    """A condition that stands on some readings only: `on the reading "whole park", …`."""

    reading: str
    clause: "Clause"


Clause = Union[
    PhraseClause, KindClause, MeasureClause, ValueClause, QuoteClause, MeetsClause, FindsClause,
    Junction, ListClause, ReadingClause,
]


# ---------------------------------------------------------------- sentences


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of law.

    `form`: permission, only, only under, prohibition, duty or standard (`must`, told apart later), need not,
    recommendation, statement, scope, applies, exemption, supersedes, prevails, declaration."""

    form: str
    subject: Noun | None = None
    clause: Clause | None = None
    """The clause of the norm, in the bare tense after may and must."""
    when: Clause | None = None
    if_: Clause | None = None
    unless: Clause | None = None
    until: Clause | None = None
    provided: Clause | None = None
    target: CitationList | None = None
    despite: CitationList | None = None
    subject_to: CitationList | None = None
    except_as: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    share: tuple[str, Fraction] | None = None
    """`at least 75 percent of the lots …`: the comparison and the share."""
    with_everything_in: bool = False
    texts: tuple[str, ...] = ()
    """Words kept for print only (declarations; `whether or not …`)."""
    only_supplied: bool = False
    finder: Noun | None = None
    """Of a power: who holds it."""
    verb: str = ""
    """Of a power: waive, grant an exception from, grant a variance from, approve a change in."""
    parts: tuple["Sentence", ...] = ()
    """Of `The board must review the plan, and must forward the recommendation`: one sentence for each norm."""
