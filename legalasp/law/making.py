"""What all that makes provisions shares.

Takes:   nothing; the state of one making, and what hangs on an item from above
Gives:   `Context`, `Making`: citations found, mistakes kept; what each part asks of the others
Differs: from the maker in that no sentence is looked at here
"""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace

from legalasp.language.lexicon import Lexicon
from legalasp.language.syntax import (
    CitationList,
    Clause,
    Junction,
    KindClause,
    ListClause,
    MeasureClause,
    MeasureOf,
    Noun,
    PhraseClause,
    Sentence,
    ValueClause,
)
from legalasp.language.tree import Bars, Item, Text
from legalasp.law import conditions as C
from legalasp.law.citations import find
from legalasp.law.conditions import TRUE, All, Atom, Condition, Variable
from legalasp.law.model import Citation, LimitOf, Provision
from legalasp.law.resolve import Resolver, Scope, conjunction
from legalasp.mistakes import Mistake


@dataclass
class Context:
    """What hangs on an item from above: notes, bars, the reading, what a lead has brought in."""

    supplied: bool = False
    notes: tuple[Text, ...] = ()
    bars: tuple[Bars, ...] | None = None
    reading: tuple[str, str] | None = None
    scope: Scope = field(default_factory=Scope)
    labels: dict[str, str] = field(default_factory=dict)
    variables: tuple[Variable, ...] = ()
    distinct: tuple[tuple[Variable, Variable], ...] = ()
    when: tuple[Condition, ...] = ()
    from_: datetime.date | None = None
    until: datetime.date | None = None
    """The days on which the version of the text begins, and is no longer in force."""
    consumed: bool = False
    """The item's children have been read with it."""

    def under(self, item: Item) -> "Context":
        return replace(
            self, supplied=self.supplied or item.supplied,
            notes=tuple(dict.fromkeys((*self.notes, *item.notes))),
            bars=item.bars or self.bars, consumed=False, scope=self.scope.child())


@dataclass
class Making(ABC):
    """The state of making the provisions of one sentence."""

    lexicon: Lexicon
    text: Text
    citation: Citation
    item: Item
    context: Context
    readings: dict[str, str]
    known: dict[tuple[str, ...], object]
    barred: list[tuple[object, bool]]
    resolver: Resolver = None  # type: ignore[assignment]
    cited: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.resolver = Resolver(self.lexicon, self.text, self.readings, self.list_, self.cite)
        self.resolver.scope = self.context.scope.child()
        for variable in self.context.variables:
            self.resolver.count[variable.name.rstrip(" 0123456789")] = self.resolver.count.get(variable.name, 0) + 1
        for referent in self.resolver.scope.referents:
            base = referent.variable.name.rstrip(" 0123456789")
            self.resolver.count[base] = max(self.resolver.count.get(base, 0), 1)

    @property
    def mistakes(self) -> list[Mistake]:
        return self.resolver.mistakes

    # ------------------------------------------------------------ citations

    def cite(self, target: CitationList, noun: Noun | None, verb: str) -> str:
        """What a clause meets or conforms to, in canonical words: full citations from the top of the law."""
        if target.whole:
            return target.whole
        rows = []
        for written in target.cites:
            path = self.found_item(written)
            if path:
                rows.append(str(Citation(self.citation.law, path)))
        for first, last in target.spans:
            a, b = self.found_item(first), self.found_item(last)
            if a and b:
                rows.append(f"{Citation(self.citation.law, a)} to {Citation(self.citation.law, b)}")
        return ", ".join(rows)

    def found_item(self, written: str) -> tuple[str, ...] | None:
        from legalasp.law.citations import path_segments

        segments = find(written, path_segments(self.citation.path), self.known)
        if segments is None:
            self.resolver.mistake("unknown-citation", f"there is no `{written}` in this law",
                                  "cite an item of this law, or declare it under Outside laws")
            return None
        return self.known[segments]  # type: ignore[return-value]

    def reaches(self, target: CitationList | None) -> tuple[str, ...]:
        """The raw citations that a list names, for linking later: `=path`, `>path|path`, `*law`."""
        if target is None:
            return ()
        out = [f"*{target.whole}"] if target.whole else []
        for written in target.cites:
            path = self.found_item(written)
            out += ["=" + "\x1f".join(path)] if path else []
        for first, last in target.spans:
            a, b = self.found_item(first), self.found_item(last)
            out += [">" + "\x1f".join(a) + "\x1e" + "\x1f".join(b)] if a and b else []
        for written in target.but:
            path = self.found_item(written)
            out += ["-" + "\x1f".join(path)] if path else []
        return tuple(out)

    # ------------------------------------------------------------ what the others make

    @abstractmethod
    def list_(self, resolver: Resolver, clause: ListClause) -> Condition:
        """The items of the list as one condition."""

    @abstractmethod
    def conditions(self, sentence: Sentence, provision: Provision) -> Provision:
        """The provision with the `if`, `unless` and `until` of its sentence."""

    @abstractmethod
    def with_exceptions(self, sentence: Sentence, made: list[Provision]) -> list[Provision]:
        """The provisions, subject to what `except as …` names."""

    @abstractmethod
    def duty(self, sentence: Sentence, base: Provision) -> list[Provision]:
        """Somebody must do something."""

    @abstractmethod
    def test_of(self, clause: Clause, positive: bool = True) -> Condition:
        """The state that a standard asks for."""

    @abstractmethod
    def limit_of(self, clause: Clause, test: Condition) -> LimitOf | None:
        """The quantity of a standard and its bound."""

    @abstractmethod
    def standard(self, sentence: Sentence, base: Provision, test: Condition, limit: LimitOf | None) -> list[Provision]:
        """A standard with the acts that its breach bars."""

    @abstractmethod
    def barred_acts(self, subject: C.Term | None = None) -> tuple[list[Atom], bool]:
        """The acts under `A breach bars:`, and whether they are supplied."""

    @abstractmethod
    def is_act(self, clause: Clause | None) -> bool:
        """Is the clause a declared act?"""

    @abstractmethod
    def acts_of(self, clause: Clause) -> list[tuple[Atom, list[Condition]]]:
        """The acts that a clause names, each with what its nouns ask."""


def without(condition: Condition | None, part: Condition) -> Condition | None:
    """The conjunction without one of its parts."""
    if condition is None or condition == part:
        return TRUE if condition == part else None
    return conjunction([p for p in condition.parts if p != part]) if isinstance(condition, All) else condition


def perfect(clause: Clause) -> bool:
    """`must have been built …` asks for a state of things, not for an act."""
    rows = clause.parts if isinstance(clause, Junction) else (clause,)
    return any(isinstance(r, PhraseClause) and r.tense == "bare perfect" for r in rows)


def freed_noun(noun: Noun) -> Noun:
    """`each home` as the subject of a norm is a free noun: the norm is about each home."""
    return replace(noun, determiner="a") if noun.determiner in ("each", "bare", "some") else noun


def freed_clause(clause: Clause) -> Clause:
    """The subject of a standard is free; what else it speaks of keeps its quantifier."""
    match clause:
        case PhraseClause(word, args, negated, tense, times):
            first = min((i for i, a in enumerate(args) if a is not None), key=lambda i: args[i].at, default=None)  # type: ignore[union-attr]
            return replace(clause, args=tuple(freed_noun(a) if i == first and a is not None else a for i, a in enumerate(args)))
        case MeasureClause(MeasureOf(name, noun, other), op, right):
            return replace(clause, left=MeasureOf(name, freed_noun(noun), other))
        case ValueClause() | KindClause():
            return replace(clause, noun=freed_noun(clause.noun))
        case Junction(mode, parts, number):
            return replace(clause, parts=tuple(freed_clause(p) for p in parts))
    return clause


def many_noun(clause: Clause | None) -> Noun | None:
    """The plural that a share is taken of: the first one of the clause."""
    from legalasp.law.resolve import nouns_in

    return next((n for n in nouns_in(clause) if n.many), None)
