"""Clauses to conditions: nouns become variables, amounts become exact numbers, times become tests.

Takes:   clauses of the syntax tree, the scope that sentences before them have opened
Gives:   conditions, expressions and atoms of the checked law, and mistakes
Differs: from the syntax tree in that nothing is a noun any more

How nouns are taken. In the norm itself and behind `When`, `a home` is each home that a case may name (a
free variable of the provision). In a condition it is some home, closed at the list item or the condition
that brings it in. `the home` takes up what was brought in, exactly one. `each`, `no`, `some`, `every other`
are quantifiers over the clause, or over the whole row where a row shares the noun.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from legalasp.language.syntax import (
    Clause,
    FindsClause,
    Junction,
    KindClause,
    ListClause,
    MeasureClause,
    MeetsClause,
    Noun,
    PhraseClause,
    QuoteClause,
    ReadingClause,
    ValueClause,
)
from legalasp.law import conditions as C
from legalasp.law.conditions import TRUE, Atom, Condition, Holds, Not, Thing
from legalasp.law.resolve_amounts import Amounts
from legalasp.law.resolve_nouns import Nouns
from legalasp.law.resolve_times import Phrases
from legalasp.law.resolving import (
    BLANK,
    PAST,
    TO_COME,
    QUANTIFIERS,
    Referent,
    Scope,
    blank,
    conjunction,
    day_of,
    disjunction,
    nouns_in,
    shared_quantifiers,
    some,
)

__all__ = ["BLANK", "PAST", "TO_COME", "Referent", "Resolver", "Scope", "blank", "conjunction", "day_of", "disjunction", "nouns_in"]


@dataclass
class Resolver(Nouns, Phrases, Amounts):
    """Resolves the clauses of one provision."""

    # ------------------------------------------------------------ clauses

    def condition(self, clause: Clause) -> Condition:
        """A condition that stands for itself: what it brings in is closed here."""
        return self.closed(lambda: self.clause(clause))

    def clause(self, clause: Clause) -> Condition:
        shared = [n for n in shared_quantifiers(clause) if n.at not in self.seen]
        if shared:
            return self.quantified(shared[0], lambda: self.clause(clause))
        match clause:
            case Junction(mode, parts, number):
                apart = mode == "none" or mode != "all" and not (self.free and not self.closing)
                if apart:  # what one member alone brings in, it keeps for itself
                    common = set.intersection(*({n.at for n in nouns_in(p)} for p in parts))
                    for noun in nouns_in(parts[0]):
                        if noun.at in common and noun.at not in self.seen and noun.determiner not in QUANTIFIERS and not noun.name and not noun.is_gap:
                            self.shared(noun)
                built = [self.clause(p) if not apart else self.closed(lambda p=p: self.clause(p)) for p in parts]  # type: ignore[misc]
                if mode == "all":
                    return conjunction(built)
                if mode == "any":
                    return disjunction(built)
                return Not(disjunction(built)) if mode == "none" else C.AtLeast(number, tuple(built))
            case ListClause():
                return self.lists(self, clause) if self.lists else TRUE
            case ReadingClause(reading, inner):
                doubt = self.doubt(reading)
                return conjunction([C.OnReading(doubt, reading), self.clause(inner)])
            case _:
                return self.simple(clause)

    def doubt(self, reading: str) -> str:
        if reading not in self.readings:
            self.mistake("unknown-reading", f"no doubt of this law has a reading \"{reading}\"",
                         "readings: " + ", ".join(f'"{r}"' for r in self.readings) if self.readings else "add a Doubt with its readings")
            return ""
        return self.readings[reading]

    def simple(self, clause: Clause) -> Condition:
        nouns = [n for n in nouns_in(clause) if n.determiner in QUANTIFIERS and n.at not in self.seen]
        if nouns:
            if self.free and not self.closing:  # `a park borders on 2 roads`: of each park, 2 roads
                self.free_nouns(clause, nouns[0].at)
            return self.quantified(nouns[0], lambda: self.simple(clause))
        match clause:
            case PhraseClause():
                return self.phrase(clause)
            case KindClause(noun, kind, negated, tense):
                term, asked = self.noun(noun)
                parts = [Holds(Atom(kind.kind + (PAST if tense == "past" else ""), (term,)))] + self.restrictors(replace(kind, kind=""), term)
                return self.negated(conjunction(parts), negated, asked)
            case MeasureClause():
                return self.measured(clause)
            case ValueClause(word, noun, values, negated):
                term, asked = self.noun(noun)
                return self.negated(C.HasValue(Atom(word, (term,)), frozenset(values)), negated, asked)
            case QuoteClause(noun, words, negated):
                term, asked = self.noun(noun) if noun else (None, [])
                atom = Atom(f'"{words}"', (term,) if term else ())
                return self.negated(Holds(atom), negated, asked)
            case MeetsClause(verb, noun, target, negated):
                term, asked = self.noun(noun) if noun else (None, [])
                words = self.cite(target, noun, verb) if self.cite else target.whole
                return self.negated(Holds(Atom(f"{verb} {words}", (term,) if term else ())), negated, asked)
            case FindsClause(finder, inner, negated):
                term, asked = self.noun(finder)
                found = self.clause(inner) if self.free and not self.closing else self.condition(inner)
                if isinstance(found, Holds):
                    return self.negated(Holds(Atom(f"finds that {found.atom.word}", (term, *found.atom.args))), negated, asked)
                self.mistake("compound-finding", "a finding is of one thing only", "write one finding for each part")
                return found
        raise TypeError(clause)

    def shared(self, noun: Noun) -> None:
        """Resolves a noun that all members of a row share, before its members are read."""
        asked = self.noun(noun)[1]
        if asked and self.closing:
            self.closing[-1].append((self.new_variable("thing"), asked))
        elif asked:
            self.restrictions += asked

    def free_nouns(self, clause: Clause, before: float = float("inf")) -> None:
        """Brings in what stands before a quantified noun, each as a free noun of the provision."""
        for noun in nouns_in(clause):
            fresh = noun.determiner in ("a", "bare", "another") or noun.determiner == "the" and noun.clauses and self.look_up(noun) is None
            if fresh and noun.at < before and noun.at not in self.seen:
                self.noun(noun)

    def negated(self, inner: Condition, negated: bool, asked: list[Condition]) -> Condition:
        return conjunction([*asked, Not(inner) if negated else inner])

    def quantified(self, noun: Noun, build: Callable[[], Condition]) -> Condition:
        """`each`, `no`, `every other` … over what `build` makes with the noun filled in."""
        variable = self.new_variable(noun.kind, noun.label)
        but: tuple[C.Term, ...] = ()
        if noun.determiner in ("every other", "no other"):
            same = [r.variable for r in self.scope.referents if self.lexicon.compatible(r.variable.kind, noun.kind)]
            if not same:
                same_things = [t for t in self.seen.values() if isinstance(t, Thing) and self.lexicon.compatible(t.kind, noun.kind)]
                but = tuple(same_things[-1:]) or ((blank(noun.kind),) if self.stating else ())
            else:
                but = (same[-1],)
        before = list(self.scope.referents)
        self.seen[noun.at] = variable
        self.scope.referents.append(Referent(variable, noun.label))
        self.closing.append([])
        asked = self.restrictors(noun, variable)
        inner = build()
        brought = self.closing.pop()
        self.scope.referents = before
        for extra, wanted in reversed(brought):
            inner = some(extra, [*wanted, inner])
        del self.seen[noun.at]
        such = conjunction(asked)
        match noun.determiner:
            case "each" | "every other":
                return C.Each(variable, disjunction([Not(such), inner]), but)
            case "no" | "no other":
                return Not(C.Some(variable, conjunction([such, inner]), but))
            case "some":
                return C.Some(variable, conjunction([such, inner]), but)
        op = {"at least": ">=", "at most": "<=", "exactly": "="}[noun.determiner]
        return C.Compare(C.CountOf(variable, conjunction([such, inner]), but), op, C.Number(Fraction(noun.number or 0)))
