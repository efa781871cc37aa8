"""Nouns resolved: what each stands for.

Takes:   the nouns of the syntax tree
Gives:   `Nouns.noun`: a variable or a thing, and what the noun asks of it
Differs: from the nouns as read in that `the home` is the home that was brought in
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from legalasp.language.syntax import (
    Noun,
)
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Condition, Holds, Thing, Variable
from legalasp.law.resolving import (
    Referent,
    Resolving,
    blank,
    nouns_in,
    some,
)
from legalasp.law.walk import atoms_of, substituted


class Nouns(Resolving):
    """Resolves nouns."""

    # ------------------------------------------------------------ nouns

    def new_variable(self, kind: str, label: str = "") -> Variable:
        base = label or kind
        self.count[base] = self.count.get(base, 0) + 1
        number = self.count[base]
        return Variable(base if number == 1 else f"{base} {number}", kind)

    def restrictors(self, noun: Noun, term: C.Term) -> list[Condition]:
        """What a noun asks of the thing it stands for: its kind, adjectives and clauses."""
        out: list[Condition] = []
        if noun.kind and not isinstance(term, Thing):
            out.append(Holds(Atom(noun.kind, (term,))))
        out += [Holds(Atom(word, (term,))) for word in noun.adjectives]
        self.gaps.append(term)
        out += [self.clause(c) for c in noun.clauses]
        self.gaps.pop()
        return out

    def noun(self, noun: Noun) -> tuple[C.Term, list[Condition]]:
        """The term of a noun that is no quantifier, with what has to hold of it beside the clause."""
        if noun.is_gap:
            return self.gaps[-1], []
        if noun.at in self.seen and noun.at >= 0:
            return self.seen[noun.at], []
        if noun.determiner == "" and noun.name:
            term: C.Term = Thing(noun.name, noun.kind)
            self.seen[noun.at] = term
            return term, self.restrictors(replace(noun, kind=""), term)
        if noun.determiner in ("the", "the other"):
            found = self.look_up(noun)
            if found is not None:
                self.seen[noun.at] = found
                return found, self.restrictors(replace(noun, kind=""), found)
            if not noun.clauses:
                shown = noun.label or noun.kind
                self.mistake("nothing-brought-in", f"`the {shown}` takes up nothing: no sentence here has brought in one {shown} only",
                             f"bring it in first (`a {shown}`), or give it a name: `a {shown} (the \"old {shown}\")`")
        return self.bring_in(noun)

    def look_up(self, noun: Noun) -> Variable | None:
        """The one referent that `the …` takes up."""
        if noun.label:
            fitting = [r for r in self.scope.referents if r.label.lower() == noun.label.lower()]
            return fitting[-1].variable if fitting else None
        fitting = [r for r in self.scope.referents if r.variable.kind == noun.kind]
        if not fitting:
            fitting = [r for r in self.scope.referents if self.lexicon.is_a(r.variable.kind, noun.kind)]
        if noun.determiner == "the other":
            fitting = [r for r in fitting if r.other]
        elif len(fitting) > 1 and not any(r.label for r in fitting):
            fitting = [r for r in fitting if not r.other] or fitting
        distinct = list(dict.fromkeys(r.variable for r in fitting))
        return distinct[0] if len(distinct) == 1 else None

    def bring_in(self, noun: Noun) -> tuple[Variable, list[Condition]]:
        if noun.determiner == "bare" and noun.many and not self.stating:
            shown = self.lexicon.kinds[noun.kind].plural
            self.mistake("bare-plural", f"`{shown}` alone may be some of them or each of them", f"write `each {noun.kind}`, `a {noun.kind}` or `at least 2 {shown}`")
        variable = self.new_variable(noun.kind, noun.label)
        self.seen[noun.at] = variable
        self.scope.referents.append(Referent(variable, noun.label, noun.determiner == "another"))
        if noun.determiner == "another":
            same = [r.variable for r in self.scope.referents[:-1] if self.lexicon.compatible(r.variable.kind, noun.kind)]
            if same:
                self.distinct.append((same[-1], variable))
        if noun.determiner in ("a", "another") and any(n.determiner in ("each", "every other") and not n.many for n in nouns_in(noun.clauses)):
            self.mistake("one-for-all", f"one {noun.kind} for all of them, or one for each?",
                         f"put `each` first (`Each … must have a {noun.kind}`), or write `every {noun.kind}`")
        asked = self.restrictors(noun, variable)
        if self.free and not self.closing:
            self.variables.append(variable)
            self.restrictions += asked
        else:
            if self.closing:
                self.closing[-1].append((variable, asked))
            else:
                self.variables.append(variable)
                self.restrictions += asked
        return variable, []

    def closed(self, build: Callable[[], Condition]) -> Condition:
        """Builds a condition and closes the nouns that it brings in: some home, such that …"""
        self.closing.append([])
        seen, referents = dict(self.seen), list(self.scope.referents)
        inner = build()
        brought = self.closing.pop()
        self.seen, self.scope.referents = seen, referents
        for variable, asked in reversed(brought):
            if self.only_fills_events(variable, asked, inner):
                inner = substituted(inner, {variable: blank(variable.kind)})
            else:
                inner = some(variable, [*asked, inner])
        return inner

    def only_fills_events(self, variable: Variable, asked: list[Condition], inner: Condition) -> bool:
        """`after a home was removed from the lot`: whichever home the record names fills the place."""
        if any(a != Holds(Atom(variable.kind, (variable,))) for a in asked):
            return False
        atoms = [a for a in atoms_of(inner) if variable in a.args]
        words = [a.word.removeprefix("the day on which ") for a in atoms]
        return bool(words) and all(w in self.lexicon.phrases and self.lexicon.phrases[w].sort == "act" for w in words)
