"""Standards: what is to be so, and the acts that a breach bars.

Takes:   sentences with `must` on a state
Gives:   `Standards`: provisions with a test, a limit and barred acts
Differs: from norms on acts in that nobody is told to do anything
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from legalasp.language.syntax import (
    Amount,
    Clause,
    CountOfNoun,
    Junction,
    MeasureClause,
    MeasureOf,
    PhraseClause,
    Sentence,
    TotalOfNoun,
    ValueClause,
)
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Condition, Variable
from legalasp.law.making import Making, freed_clause, freed_noun, many_noun
from legalasp.law.model import LimitOf, Provision
from legalasp.law.quantities import UNIT_NAMES
from legalasp.law.resolve import blank, conjunction, nouns_in
from legalasp.mistakes import Mistake


class Standards(Making):
    """Makes standards."""

    # ------------------------------------------------------------ standards

    def test_of(self, clause: Clause, positive: bool = True) -> Condition:
        """What a standard asks of each thing that is its subject. `must be on a lot`: on some lot;
        `must not be on a lot`, `at most one home may be on a lot`: a standard about each lot."""
        freed = freed_clause(clause)
        if isinstance(freed, MeasureClause) and isinstance(freed.left, (CountOfNoun, TotalOfNoun)):
            return self.resolver.clause(freed)  # `the total area of the lots that a home is on`: of each home
        if not positive:
            self.resolver.free_nouns(freed)
            return self.resolver.clause(freed)
        for row in freed.parts if isinstance(freed, Junction) else (freed,):
            subject = min(nouns_in(row), key=lambda n: n.at, default=None)
            if subject is not None:
                self.resolver.free_nouns(row, subject.at + 1)
        keep, self.resolver.free = self.resolver.free, False
        test = self.resolver.condition(freed)
        self.resolver.free = keep
        return test

    def limit_of(self, clause: Clause, test: Condition) -> LimitOf | None:
        """The limit that a standard sets: on one measure, however its bound is reckoned, or on a named value."""
        match clause:
            case ValueClause(word, noun, values, False):
                term, _ = self.resolver.noun(freed_noun(noun))
                return LimitOf(Atom(word, (term,)), "one of", None, frozenset(values))
        match test:
            case C.Compare(C.Measure(quantity), ">=" | ">" as op, bound):
                return LimitOf(quantity, "at least", bound, strict=op == ">")
            case C.Compare(C.Measure(quantity), "<=" | "<" as op, bound):
                return LimitOf(quantity, "at most", bound, strict=op == "<")
            case C.Compare(C.Measure(quantity), "=", bound):
                return LimitOf(quantity, "at least", bound, most=bound)
        return None

    def standard(self, sentence: Sentence, base: Provision, test: Condition, limit: LimitOf | None) -> list[Provision]:
        bars, supplied = self.barred_acts()
        provision = replace(base, kind="standard", test=test, limit=limit, bars=tuple(bars), bars_supplied=supplied,
                            bars_about=tuple(self.bars_about))
        if not bars and self.context.bars is None:
            self.resolver.mistakes.append(Mistake(
                "standard-bars-nothing", "this standard does not say what its breach bars", (self.text.place(),),
                "add `A breach bars: placing a home on a lot [supplied]` under the item or its section"))
        return [self.conditions(sentence, provision)]

    def barred_acts(self, subject: C.Term | None = None) -> tuple[list[Atom], bool]:
        """The acts under `A breach bars:`, their nouns tied to those of the sentence where they fit, to its
        subject first. `the home` has to be tied; `a home` that fits nothing is any home."""
        out: list[Atom] = []
        self.bars_about: list[Condition] = []
        supplied = False
        for clause, mark in self.barred:
            assert isinstance(clause, PhraseClause)
            supplied = supplied or mark
            args: list[C.Term] = []
            for noun, kind in zip(clause.args, self.lexicon.phrases[clause.word].slots):
                if noun is None:
                    args.append(blank(kind))
                    continue
                found = subject if isinstance(subject, Variable) and self.lexicon.compatible(subject.kind, noun.kind) and not noun.label and not any(
                    a == subject for a in args) else self.resolver.look_up(replace(noun, determiner="the"))
                if found is None and noun.determiner == "the":
                    self.resolver.mistake("bars-untied", f"`the {noun.label or noun.kind}` under `A breach bars:` is not one noun of this sentence",
                                          "name it in the sentence by a noun that stands there once, or write `a`")
                if found is None:
                    found = Variable(f"any {noun.kind}", noun.kind)
                    kept, self.resolver.seen = self.resolver.seen, {}  # places in this text are no places in the sentence
                    self.bars_about += [c for c in self.resolver.restrictors(replace(noun, kind=""), found) if c not in self.bars_about]
                    self.resolver.seen = kept
                args.append(found)
            out.append(Atom(clause.word, tuple(args)))
        return out, supplied

    def share(self, sentence: Sentence, base: Provision) -> list[Provision]:
        """`At least 75 percent of the lots of a park must have …`"""
        op, share = sentence.share  # type: ignore[misc]
        noun = sentence.subject or many_noun(sentence.clause)
        if noun is None:
            self.resolver.mistake("no-share", "the share is of nothing", "write `at least 75 percent of the lots of a park must …`")
            return []
        variable = self.resolver.new_variable(noun.kind)
        where = conjunction(self.resolver.restrictors(noun, variable))
        self.resolver.seen[noun.at] = variable
        from legalasp.law.resolve import Referent

        self.resolver.scope.referents.append(Referent(variable))
        part = self.resolver.closed(lambda: self.resolver.clause(sentence.clause))  # type: ignore[arg-type]
        self.resolver.scope.referents.pop()
        return self.standard(sentence, base, C.Share(variable, where, part, op, share), None)
