"""What all that resolves clauses shares.

Takes:   nothing; small builders of conditions, and the state of one resolving
Gives:   `conjunction`, `day_of` and their like; `Resolving`, with what each part asks of the others
Differs: from the resolver in that no clause is looked at here
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from legalasp.language.lexicon import Lexicon
from legalasp.language.syntax import (
    CitationList,
    Clause,
    CountOfNoun,
    EventDay,
    FindsClause,
    Junction,
    ListClause,
    MeasureClause,
    Noun,
    PhraseClause,
    Quantity,
    TotalOfNoun,
)
from legalasp.language.tree import Text
from legalasp.law import conditions as C
from legalasp.law.conditions import All, AnyOf, Atom, Condition, Thing, Variable
from legalasp.law.walk import atoms_of
from legalasp.mistakes import Mistake

QUANTIFIERS = ("each", "no", "some", "every other", "no other", "at least", "at most", "exactly")
BLANK = ""
"""Name of the thing that stands for a place that a sentence leaves out: any filling fits it."""


def blank(kind: str) -> Thing:
    return Thing(BLANK, kind)


def conjunction(parts: list[Condition]) -> Condition:
    """All of `parts`, flat, what is simply true left out."""
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, All) else [part]
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else All(tuple(flat))


def disjunction(parts: list[Condition]) -> Condition:
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, AnyOf) else [part]
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def some(variable: Variable, parts: list[Condition]) -> Condition:
    """Some thing fulfils the parts; what is not about the thing stands outside, so that `the yard is joined
    with a park and has a home that is lived in` is two conditions, each with its own noun."""
    flat = conjunction(parts)
    rows = list(flat.parts) if isinstance(flat, All) else [flat]
    about = [c for c in rows if any(variable in a.args for a in atoms_of(c))]
    rest = [c for c in rows if c not in about]
    return conjunction([*rest, C.Some(variable, conjunction(about))]) if about else conjunction(rows)


def day_of(event: Atom) -> Atom:
    """The atom of the day on which `event` happens."""
    return Atom(f"the day on which {event.word}", event.args)


PAST = " (in the past)"
"""Makes a state that was, no day being said, a fact of its own: `was in the park` is not `is in the park`."""


TO_COME = " (to come)"
"""Makes an act that will be done a fact of its own: what will be placed has not been placed."""


def since_of(state: Atom) -> Atom:
    """The atom of the day since which `state` has held without a break."""
    return Atom(f"the day since which {state.word}", state.args)


@dataclass
class Referent:
    variable: Variable
    label: str = ""
    other: bool = False
    """Brought in as `another home`."""


@dataclass
class Scope:
    """What has been brought in so far, outermost first."""

    referents: list[Referent] = field(default_factory=list)

    def child(self) -> "Scope":
        return Scope(list(self.referents))


@dataclass
class Resolving(ABC):
    """What is known while the clauses of one provision are resolved. `free`: does `a home` stand for each home
    (the norm, `When`)?"""

    lexicon: Lexicon
    text: Text
    readings: dict[str, str]
    """Reading -> doubt."""
    lists: Callable[[Any, ListClause], Condition] | None = None
    cite: Callable[[CitationList, Noun | None, str], str] | None = None
    """A citation list in canonical words; it also notes what is cited."""
    scope: Scope = field(default_factory=Scope)
    free: bool = False
    variables: list[Variable] = field(default_factory=list)
    distinct: list[tuple[Variable, Variable]] = field(default_factory=list)
    restrictions: list[Condition] = field(default_factory=list)
    """What the norm's own nouns ask: part of `when`."""
    act: Atom | None = None
    """The act of the norm; a clause in the present tense that names it speaks of the act's own day."""
    stating: bool = False
    """True for the facts of a case: `has been vacant since May 1` gives the day since which."""
    todo: set[Atom] = field(default_factory=set)
    collecting_todo: bool = False
    mistakes: list[Mistake] = field(default_factory=list)
    gaps: list[C.Term] = field(default_factory=list)
    seen: dict[int, C.Term] = field(default_factory=dict)
    closing: list[list[tuple[Variable, list[Condition]]]] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=dict)

    def mistake(self, code: str, says: str, help: str) -> None:
        self.mistakes.append(Mistake(code, says, (self.text.place(),), help))


    # ------------------------------------------------------------ what the others build

    @abstractmethod
    def noun(self, noun: Noun) -> tuple[C.Term, list[Condition]]:
        """The term that a noun stands for, and what it asks of it."""

    @abstractmethod
    def restrictors(self, noun: Noun, term: C.Term) -> list[Condition]:
        """What the adjectives and relative clauses of a noun ask of the term."""

    @abstractmethod
    def new_variable(self, kind: str, label: str = "") -> Variable:
        """A variable of its own name."""

    @abstractmethod
    def closed(self, build: Callable[[], Condition]) -> Condition:
        """What `build` gives, with what it brought in bound inside it."""

    @abstractmethod
    def condition(self, clause: Clause) -> Condition:
        """The clause as one condition, closed."""

    @abstractmethod
    def clause(self, clause: Clause) -> Condition:
        """The clause as one condition."""

    @abstractmethod
    def negated(self, inner: Condition, negated: bool, asked: list[Condition]) -> Condition:
        """The condition or its denial, beside what its nouns ask."""

    @abstractmethod
    def quantified(self, noun: Noun, build: Callable[[], Condition]) -> Condition:
        """What `build` gives, of each, some, none or so many."""

    @abstractmethod
    def doubt(self, reading: str) -> str:
        """The doubt that a reading belongs to."""

    @abstractmethod
    def quantity(self, quantity: Quantity, expected: str = "") -> tuple[C.Expression, str]:
        """The expression and its dimension."""

    @abstractmethod
    def phrase(self, clause: PhraseClause) -> Condition:
        """A declared phrase with its times."""

    @abstractmethod
    def measured(self, clause: MeasureClause) -> Condition:
        """A comparison of quantities."""


def height(lexicon: Lexicon, kind: str, wanted: str) -> int:
    if kind == wanted or not kind:
        return 0
    known = lexicon.kinds.get(kind)
    return 1 + min((height(lexicon, p, wanted) for p in known.parents if p != kind), default=98) if known else 99


def same_act(atom: Atom, act: Atom) -> bool:
    """Is `atom` the norm's act itself: the same word, the same things where both name them?"""
    return atom.word == act.word and all(
        a == b or BLANK in (a.name, b.name) for a, b in zip(atom.args, act.args))


def nouns_in(node: object) -> list[Noun]:
    """The nouns of a clause itself, not those inside other nouns or inside events."""
    out: list[Noun] = []
    if isinstance(node, Noun):
        return [node]
    if isinstance(node, (EventDay, FindsClause, CountOfNoun, TotalOfNoun)):
        return out
    if isinstance(node, tuple):
        for part in node:
            out += nouns_in(part)
    elif is_dataclass(node) and not isinstance(node, type):
        for item in fields(node):
            out += nouns_in(getattr(node, item.name))
    return out


def shared_quantifiers(clause: Clause) -> list[Noun]:
    """Quantified nouns that every part of a row shares: they rule the whole row."""
    if not isinstance(clause, Junction) or len(clause.parts) < 2:
        return []
    rows = [{n.at: n for n in nouns_in(p) if n.determiner in QUANTIFIERS} for p in clause.parts]
    common = set(rows[0]).intersection(*rows[1:])
    return [rows[0][at] for at in sorted(common)]
