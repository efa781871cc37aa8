"""The law about the things of a case: one ground problem for one question.

Takes:   a checked law, a checked case and one of its questions
Gives:   a `Problem`, and `Instances`: which provision, about which things, each key stands for
Differs: from the checked law in that variables are things of the case, `the day asked about` is a fact, and
         only what the question can reach is there: what speaks of the act, what defines its words, what
         strikes it, and so on outwards
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from legalasp.language.inflect import article
from legalasp.language.numerals import write_day
from legalasp.law import conditions as C
from legalasp.law.citations import segments
from legalasp.law.conditions import FALSE, TRUE, AnyOf, Atom, Condition, Holds, Thing, Variable
from legalasp.law.model import ASKED, BEFORE, LEVELS, Case, CaseQuestion, Law, Provision, Statement
from legalasp.law.resolve import BLANK, TO_COME, conjunction, day_of
from legalasp.law.walk import atoms_of, rebuilt, substituted
from legalasp.mistakes import Mistake, Mistaken
from legalasp.program import problem as P
from legalasp.program.given import Given
from legalasp.program.gone import with_places_left
from legalasp.program.ground import given_of
from legalasp.program.plain import Plain, conjuncts
from legalasp.program.shown import Shown
from legalasp.program.spread import Spreader
from legalasp.program.stated import Binding, Facts, implied, may_be, unified

_SUMS = ("meets every other standard of this law", "meets the standards of this law", "meets the requirements of this law",
         "conforms the requirements of this law", "conforms the standards of this law")
"""Stipulated of a thing, these settle each standard that is about it."""
NOT_RENDERED = '"is in keeping with those provisions of this law that are not rendered"'
"""A quoted judgment: nothing is answered from what is not rendered."""
_MOST = 4000
"""Instances of one question; more are a case with too many things for one answer."""
_MEETS = ("meets ", "conforms ", "applies ")


@dataclass(frozen=True, slots=True)
class Instance:
    """What a key of the problem stands for. `provision` is None for what the program adds of itself:
    the meaning of `meets every other standard of this law`."""

    key: str
    provision: Provision | None
    things: tuple[Thing, ...] = ()
    says: str = ""


@dataclass
class Grounded:
    problem: P.Problem
    instances: dict[str, Instance]
    statements: dict[Atom, tuple[Statement, ...]]
    """Which statements of the case gave each fact."""
    day: datetime.date
    acts: dict[str, tuple[Atom, bool | None, int | None]] = field(default_factory=dict)
    """Of each duty: what is to be done, whether the case says that it has been done, and on which day."""


def ground(law: Law, case: Case, question: CaseQuestion) -> Grounded:
    return _Grounder(law, case, question).run()


def problem(law: Law, case: Case, question: CaseQuestion) -> P.Problem:
    return ground(law, case, question).problem


class _Grounder:
    def __init__(self, law: Law, case: Case, question: CaseQuestion) -> None:
        case = replace(case, closed=case.closed | question.closed)
        self.law, self.case, self.question = law, case, question
        self.lexicon = law.lexicon
        self.day = question.day or case.as_of
        self.things = [Thing(n, k) for n, k in case.things.items()]
        # `… if the frontage of lot 2 is 59 feet`: what the question supposes stands in the place of what is stated
        stated = [s for s in case.statements if not any(_replaces(law, new, s) for new in question.suppose)]
        self.facts = Facts.of(law, (*stated, *question.suppose), case.described)
        self.defined: dict[str, list[Provision]] = {}
        for p in law.provisions:
            if p.term is not None:
                self.defined.setdefault(p.term.word, []).append(p)
        self.begins: dict[str, datetime.date | None] = {BEFORE: self._in_force()}
        law = replace(law, provisions=tuple(self._begun(p) for p in law.provisions))
        self.law = law = self.facts.law = with_places_left(law, self.facts)
        self.acts = self._asked_acts()
        self.defined = {}
        for p in law.provisions:
            if p.term is not None:
                self.defined.setdefault(p.term.word, []).append(p)
        results = [(Atom(state, tuple(act.args[m] for m in mapping)), value, alone)
                   for act in self.acts for word, rows in self.lexicon.results if word == act.word
                   for state, mapping, value, alone in rows if all(act.args[m].name != BLANK for m in mapping)]
        brought_about = {atom: value for atom, value, _ in results}
        for atom, value, alone in results if self.question.form in ("may", "last day") else ():
            for thing in self.things if alone and value else ():
                elsewhere = Atom(atom.word, (*atom.args[:-1], thing))
                if self.facts.truth(elsewhere) is None:
                    brought_about.setdefault(elsewhere, False)
        if self.question.form in ("may", "last day"):
            self._carried_along(brought_about)
        exclusive = frozenset((atom.word, atom.args[:-1]) for atom, value, alone in results if alone and value)
        exclusive |= {(a.word, (a.args[0],)) for u in self.facts.universal if u.op == "no other"  # `and on no other parcel`
                      for a in atoms_of(u.value) if len(a.args) == 2 and isinstance(a.args[0], Thing) and a.args[1] == u.value.variable}  # type: ignore[attr-defined]
        self.plain = Plain(law, case, self.facts, self.things, self.defined, brought_about, exclusive)
        self.unnamed, self.rosters = self.plain.unnamed, self.plain.rosters
        self.instances: dict[str, Instance] = {}
        self.made: dict[str, P.GroundProvision] = {}
        self.filled: dict[str, P.GroundProvision] = {}
        """What a supposition fills as met, with what it really asks for."""
        self.duties: dict[str, Atom] = {}
        self.by_source: dict[str, list[str]] = {}
        self.words: dict[Atom, P.Word] = {}
        self.terms_done: set[Atom] = set()
        self._places: dict[str, set[str]] | None = None

    def _carried_along(self, brought_about: dict[Atom, bool]) -> None:
        """A home placed on a space of a park is then in the park, wherever it is now."""
        on = [a.args for a, value in brought_about.items() if value and self.lexicon.phrases[a.word].elements == (0, "is", "on", 1)]
        self.facts.moving = frozenset(thing for thing, _ in on)  # type: ignore[misc]
        inside = [p for p in self.lexicon.phrases.values() if p.sort == "state" and p.elements == (0, "is", "in", 1)]
        for thing, place in on:
            for s in [s for p in inside for s in self.facts.stated.get(p.word, ()) if s.value is True and s.atom.args[0] == place]:
                whole = s.atom.args[1]
                for p in inside:
                    if self.lexicon.is_a(thing.kind, p.slots[0]) and self.lexicon.is_a(whole.kind, p.slots[1]):
                        brought_about[Atom(p.word, (thing, whole))] = True

    # ------------------------------------------------------------ the walk outwards

    def run(self) -> Grounded:
        asked = self._question()
        todo = self._seeds()
        for provision, binding in todo:
            self._instance(provision, binding)
        for p in self.law.provisions if self.law.parts else ():
            if p.over or p.between:
                self._instance(p, {})
        self._conditions_reached([*self._roots(asked), *self._kinds_at_odds()])
        done = -1
        while done != len(self.made):
            done = len(self.made)
            for key in list(self.made):
                self._conditions_reached([self.made[key]])
            self._strikers()
        self._tie()
        problem = P.Problem(
            tuple(self.made.values()), self._final(asked), words=self.words, rosters=self.rosters,
            readings={d.name: tuple(r.name for r in d.readings) for d in self.law.doubts},
            better={d.name: d.better for d in self.law.doubts if d.better},
            laws=self._laws(), levels=all(law.level for law in self.law.parts) and bool(self.law.parts),
            as_of=self.case.as_of, calendar=self.law.calendar)
        problem.provisions = self._not_against_facts(problem)
        given = Given(self.plain, self.day, self.question.suppose, self.begins).put(problem)
        return Grounded(problem, self.instances, given, self.day, {key: (a, *self._done_on(a)) for key, a in self.duties.items()})

    def _not_against_facts(self, problem: P.Problem) -> tuple[P.GroundProvision, ...]:
        """A supposition fills what is not stated; where the stated facts alone break a standard, they count."""
        if not self.filled:
            return tuple(problem.provisions)
        reached = set(self.made)
        ahead: list[P.GroundProvision] = list(self.filled.values())
        while ahead:
            before = set(self.made)
            self._conditions_reached(list(ahead))
            ahead = [p for k, p in self.made.items() if k not in before]
        words = tuple(p for k, p in self.made.items() if k not in reached)  # what defines the words of those standards
        real = replace(problem, provisions=(*(self.filled.get(p.key, p) for p in problem.provisions), *words),
                       facts=[], bounds=[], words=dict(problem.words))
        Given(self.plain, self.day, self.question.suppose, self.begins).put(real)
        facts = given_of(real, real.facts)
        spreader = Spreader(real, facts)

        def as_asked(made: P.GroundProvision) -> P.GroundProvision:
            own = self.filled.get(made.key)
            if own is None:
                return made
            asked = self._spelled_out(own.done if own.done is not None else spreader.test(own), real.provisions)
            node = spreader.node(asked)
            shown = Shown(spreader.circuit, spreader.forms, facts, frozenset(spreader.others))
            return own if shown.truth(node) is False else made

        asked = tuple(map(as_asked, problem.provisions))
        return (*asked, *words) if asked != tuple(problem.provisions) else asked

    @staticmethod
    def _spelled_out(condition: Condition, provisions: Sequence[P.GroundProvision], depth: int = 5) -> Condition:
        """Defined words by what defines them, where that is plain: no reading, no exception, nothing that takes out."""
        defined: dict[Atom, list[P.GroundProvision]] = {}
        for p in provisions:
            if p.term is not None:
                defined.setdefault(p.term, []).append(p)

        def put(node: object) -> object:
            rows = defined.get(node.atom, []) if isinstance(node, Holds) else []
            if not rows or any(p.kind == "exclusion" or p.reading or p.unless is not None for p in rows):
                return node
            return AnyOf(tuple(conjunction([p.when, *((p.if_,) if p.if_ is not None else ())]) for p in rows))

        for _ in range(depth):
            out = rebuilt(condition, put)
            if out == condition:
                break
            condition = out  # type: ignore[assignment]
        return condition

    def _laws(self) -> dict[str, P.GroundLaw]:
        """Of several laws each has its own rank and its own first day; `this law` is the first."""
        laws = self.law.parts or (self.law,)
        return {law.name: P.GroundLaw(law.name, LEVELS.get(law.level, 0), law.from_ if n else self._in_force(), law.until)
                for n, law in enumerate(laws)}

    def _settling(self, p: Provision) -> dict[str, object]:
        """What a rule on conflicts settles: between which of the laws at hand."""
        laws = self.law.parts or (self.law,)
        own = p.citation.law
        called = {n.lower(): law.name for law in laws for n in (law.name, *law.aliases)}
        if p.over:
            other = called.get(p.over.lower())
            return {"over": (own, other) if other else None}
        if not p.between:
            return {}
        names = tuple(law.name for law in laws)
        if p.between in ("any two", "two laws"):
            return {"between": names if len(names) > 1 else (own, own), "within": p.between == "any two"} if (
                len(names) > 1 or p.between == "any two") else {}
        other = called.get(p.between.lower())
        return {"between": (own, other)} if other else {}

    def _done_on(self, act: Atom) -> tuple[bool | None, int | None]:
        truth = self.facts.truth(act)
        days = [int(s.value) for s in self.facts.of_atom(day_of(act)) if isinstance(s.value, Fraction) and s.op == "="]
        if truth and days and min(days) > self.day.toordinal():
            return False, None  # it will have been done
        return truth, max((d for d in days if d <= self.day.toordinal()), default=None)

    def _in_force(self) -> datetime.date | None:
        """From when the law is in force: as its head says, or as the case says where the text leaves it blank."""
        took_effect = day_of(Atom("a law takes effect", (Thing("this law", "law"),)))
        days = [s.value for s in self.facts.of_atom(took_effect) if isinstance(s.value, Fraction) and s.op == "="]
        return self.law.from_ or (datetime.date.fromordinal(int(days[0])) if days else None)

    def _begun(self, p: Provision) -> Provision:
        """What was over before a provision began ends nothing of it: before its law took effect, or before its own
        first day. Where the law says itself what such an event is, its words are left as they are."""
        later = p.from_ is not None and (self.law.from_ is None or p.from_ > self.law.from_)
        own = f" (before {write_day(p.from_)})" if later and p.from_ else BEFORE
        self.begins.setdefault(own, p.from_)

        def put(node: object) -> object:
            if isinstance(node, C.Not) and isinstance(node.part, Holds) and node.part.atom.word.endswith(BEFORE):
                event = node.part.atom.word.removesuffix(BEFORE)
                return TRUE if event in self.defined else C.Not(Holds(replace(node.part.atom, word=event + own)))
            return node

        return replace(p, when=rebuilt(p.when, put)) if any(a.word.endswith(BEFORE) for a in atoms_of(p.when)) else p

    def _asked_acts(self) -> list[Atom]:
        """The act asked about, and what else it is to do it."""
        act = self.question.act
        if act is None:
            return []
        out, rest = [act], [act]
        while rest:
            one = rest.pop()
            for (narrow, _), (wide, mapping) in implied(self.law):
                if narrow == one.word:
                    args = tuple(one.args[m] if m >= 0 else Thing(BLANK, kind)
                                 for m, kind in zip(mapping, self.lexicon.phrases[wide].slots))
                    wider = Atom(wide, args)
                    if all(o.word != wide for o in out):  # acts under acts may go round
                        out.append(wider)
                        rest.append(wider)
        return out

    def _question(self) -> object:
        q = self.question
        match q.form:
            case "may" | "last day":
                return P.May(q.act)  # type: ignore[arg-type]
            case "must":
                return P.Must(q.act)  # type: ignore[arg-type]
            case "due":
                return P.DueWhen(q.act)  # type: ignore[arg-type]
            case "is":
                if isinstance(q.condition, Holds) and q.condition.atom.word in self.lexicon.kinds:
                    self.plain.asked_kind = q.condition.atom.word
                return P.IsSo(self.plain.settled(q.condition))  # type: ignore[arg-type]
            case "limit":
                return P.WhatLimit(q.quantity)  # type: ignore[arg-type]
            case "amount":  # the value itself is read from the facts that this test brings in; no count makes it idle
                return P.IsSo(self.plain.settled(C.Compare(q.amount, ">=", C.Number(Fraction(1)))))  # type: ignore[arg-type]
            case "value":
                return P.IsSo(self._valued(q.quantity))  # type: ignore[arg-type]
        return None

    def _valued(self, atom: Atom) -> Condition:
        """Each of the named values that it can have."""
        values = next(a.values for a in self.lexicon.attributes if a.word == atom.word)
        return AnyOf(tuple(C.HasValue(atom, frozenset((v,))) for v in values))

    def _roots(self, asked: object) -> list[object]:
        return [asked.condition] if isinstance(asked, P.IsSo) else []

    def _kinds_at_odds(self) -> list[object]:
        """What each thing is, of which the case states a further kind: the law may say that the one is not the other."""
        return [Holds(Atom(word, (thing,))) for thing in self.things if thing.name in self.facts.kinds
                for word, rows in self.defined.items() if word in self.lexicon.kinds and any(p.kind == "exclusion" for p in rows)
                and self.facts.truth(Atom(word, (thing,))) is True]

    def _final(self, asked: object) -> P.Question:
        if self._whole_law():
            keys = [k for p in self.law.provisions if p.reach.whole for k in self.by_source.get(p.key, ())
                    if p.kind in ("scope", "exemption")]
            taken_out = AnyOf(tuple(C.Status("bites", k) for k in keys))
            return P.IsSo(taken_out if self.question.form == "exempt" else C.Not(taken_out))
        if self.question.form in ("applies", "exempt", "which"):
            keys = tuple(k for s in self.question.keys for k in self.by_source.get(s, ()))
            return P.IsExempt(keys) if self.question.form == "exempt" else P.Applies(keys)
        return asked  # type: ignore[return-value]

    def _whole_law(self) -> bool:
        """Is it asked whether the whole law applies to something, or whether it is exempt from it?"""
        return self.question.form in ("exempt", "applies") and bool(self.question.about) and len(self.question.keys) == len(self.law.provisions)

    def _seeds(self) -> Iterator[tuple[Provision, Binding]]:
        for p in self.law.provisions:
            if self._whole_law():
                if p.reach.whole and p.reach.about is not None and may_be(self.lexicon, self.question.about[0], p.reach.about):  # type: ignore[arg-type]
                    yield p, {p.reach.about: self.question.about[0]}  # type: ignore[dict-item]
                continue
            if self.question.form in ("applies", "exempt", "which"):
                if p.key in self.question.keys and p.kind not in ("note", "declaration", "not rendered"):
                    yield from self._about(p, self.question.about, True)  # type: ignore[arg-type]
                continue
            if self.question.form == "limit":
                if p.limit is not None and p.limit.quantity.word == self.question.quantity.word:  # type: ignore[union-attr]
                    binding = unified(self.lexicon, p.limit.quantity, self.question.quantity)  # type: ignore[arg-type]
                    if binding is not None:
                        yield p, binding
                continue
            for act in self.acts:
                for pattern in (*p.acts, *p.bars, *p.before, *((p.after,) if p.after else ())):
                    binding = unified(self.lexicon, pattern, act)
                    if binding is not None:
                        yield p, binding
                        break

    def _about(self, p: Provision, about: tuple[Thing, ...], inside: bool = False) -> Iterator[tuple[Provision, Binding]]:
        """The instances of a provision that are about the thing asked of: it, or what is in it, or whole."""
        if not about:
            yield p, {}
            return
        thing = about[0]
        # a standard is about what it tests: the new home, not the old one that it replaces
        tested = {a for atom in atoms_of((p.test, p.limit)) for a in atom.args}
        order = sorted(p.variables, key=lambda v: v not in tested)
        fitting = [v for v in order if may_be(self.lexicon, thing, v)]
        fitting = [v for v in fitting if v in tested] or fitting
        for variable in fitting[:1]:
            yield p, {variable: thing}
        if not fitting and inside:
            for variable in p.variables:
                within = [t for t in self.things if t != thing and may_be(self.lexicon, t, variable) and self._inside(t, thing)]
                yield from ((p, {variable: t}) for t in within)
                if within:
                    break
        if not p.variables:
            yield p, {}

    # ------------------------------------------------------------ instances

    def _bindings(self, p: Provision, start: Binding, named: bool = False, cited: bool = False) -> Iterator[Binding]:
        """All ways to fill the free variables, those given up whose kind or facts rule them out. Where the case
        names nothing of a kind, something unnamed stands for it, but not if only `named` things count. What is `cited`
        counts whatever act is asked about."""
        def fill(binding: Binding, rest: tuple[Variable, ...]) -> Iterator[Binding]:
            for a, b in p.distinct:
                if a in binding and b in binding and binding[a] == binding[b]:
                    return
            when = self.plain.settled(self._done(p, substituted(p.when, binding)), described=True)  # type: ignore[arg-type]
            if when == FALSE or any(self._unrelated(c) for c in conjuncts(when)):
                return
            if named and not cited and self.acts and any(isinstance(c, Holds) and c.atom.word in own for c in conjuncts(when)):
                return  # it speaks of another act than the one asked about
            if not rest:
                if FALSE not in (*self._in_something_unnamed(p, binding), *self._barred_about(p, binding)) and not self._for_another(p, binding):
                    yield binding
                return
            fitting = [t for t in self.things if may_be(self.lexicon, t, rest[0], self.facts.kinds)]
            if not fitting and self._open_parts(p, rest[0], binding) is False:
                return  # the home has no means of entrance at all
            if not named and (not fitting or self.lexicon.is_a(rest[0].kind, "document") and not any(
                    True for t in fitting for _ in fill({**binding, rest[0]: t}, rest[1:]))):
                fitting = [self._unnamed(p, rest[0], binding)]  # a license for another park is no license for this one
            elif fitting and not named and rest[0] in tested and self._open_parts(p, rest[0], binding):
                more = Thing(f"each other {rest[0].kind}", rest[0].kind)
                self.unnamed.add(more)
                fitting = [*fitting, more]
            for thing in fitting:
                yield from fill({**binding, rest[0]: thing}, rest[1:])

        tested = {a for atom in atoms_of((p.test, p.limit)) for a in atom.args}
        own = {a.word for a in (*p.bars, *p.acts)}
        yield from fill(dict(start), tuple(v for v in p.variables if v not in start))

    def _unnamed(self, p: Provision, variable: Variable, binding: Binding) -> Thing:
        """Something of the kind that no sentence of the case names, told apart by what it is for."""
        near = [a.name for c in conjuncts(substituted(p.when, binding)) if isinstance(c, Holds) and len(c.atom.args) == 2  # type: ignore[arg-type]
                and variable in c.atom.args for a in c.atom.args if isinstance(a, Thing) and a.name != BLANK]
        some = Thing(f"{article(variable.kind)} {variable.kind}" + (f" for {near[0]}" if near else ""), variable.kind)
        self.unnamed.add(some)
        for c in conjuncts(substituted(p.when, {**binding, variable: some})):  # type: ignore[arg-type]
            if isinstance(c, Holds) and some in c.atom.args and not any(isinstance(a, Variable) for a in c.atom.args):
                self.plain.as_described.add(c.atom)
        return some

    def _in_something_unnamed(self, p: Provision, binding: Binding) -> list[Condition]:
        """That a named lot is in a park, where the case names no park: a fact that is asked, not one that the
        description of the park brings with it."""
        out = []
        for whole in [v for v in p.variables if binding.get(v) in self.unnamed]:
            others = {v: t for v, t in binding.items() if v != whole}
            inside = [c for c in conjuncts(substituted(p.when, others)) if isinstance(c, Holds) and len(c.atom.args) == 2  # type: ignore[arg-type]
                      and c.atom.args[1] == whole and self._is_part_of(c.atom.word) and self._is_named(c.atom.args[0])]
            if inside:
                out.append(self.plain.settled(C.Some(whole, conjunction([Holds(Atom(whole.kind, (whole,))), *inside]))))
        return out

    def _barred_about(self, p: Provision, binding: Binding) -> list[Condition]:
        """A breach on Oak Park bars issuing the permit for Oak Park, and not one that the case says is for Elm Park."""
        out: list[Condition] = []
        for c in p.bars_about:
            if not any(isinstance(t, Variable) and t.name.startswith("any ") and t in binding for a in atoms_of(c) for t in a.args):
                continue
            made = substituted(c, binding)
            if isinstance(made, Holds) and len(made.atom.args) == 2 and self.facts.truth(made.atom) is None and self._of_another(made.atom):
                return [FALSE]
            out.append(self.plain.settled(made))  # type: ignore[arg-type]
        return out

    def _for_another(self, p: Provision, binding: Binding) -> bool:
        """Is a named paper, of which the case says what it is for, taken here for something that the case does not name?"""
        return any(
            isinstance(c, Holds) and c.atom.word in self.lexicon.phrases and self.lexicon.phrases[c.atom.word].elements == (0, "is", "for", 1)
            and self._is_named(c.atom.args[0]) and c.atom.args[1] in self.unnamed and self._of_another(c.atom)
            for c in conjuncts(substituted(p.when, binding)))  # type: ignore[arg-type]

    def _of_another(self, atom: Atom) -> bool:
        """Does the case say of what the paper is, and not that it is of this: the permit is for Elm Park?"""
        return any(s.value is True and s.atom.args[0] == atom.args[0] for s in self.facts.stated.get(atom.word, ()))

    def _is_named(self, term: C.Term) -> bool:
        return isinstance(term, Thing) and term.name != BLANK and term not in self.unnamed

    def _open_parts(self, p: Provision, variable: Variable, binding: Binding) -> bool | None:
        """Is the variable a part of a thing at hand whose parts the case does not name in full? None: it is no part."""
        open_: bool | None = None
        for c in conjuncts(substituted(p.when, binding)):  # type: ignore[arg-type]
            if isinstance(c, Holds) and len(c.atom.args) == 2 and c.atom.args[0] == variable and isinstance(c.atom.args[1], Thing):
                if self._is_part_of(c.atom.word):
                    open_ = bool(open_) or (variable.kind, c.atom.args[1].name) not in self.case.closed
        return open_

    def _is_part_of(self, word: str) -> bool:
        """The relation of a part to its whole: declared as one, or as what is in the whole."""
        phrase = self.lexicon.phrases.get(word)
        if phrase is None or len(phrase.slots) != 2:
            return False
        return phrase.sort == "part" or phrase.elements == (0, "is", "in", 1) and any(
            p.sort == "part" and self.lexicon.is_a(p.slots[0], phrase.slots[0]) and self.lexicon.is_a(p.slots[1], phrase.slots[1])
            for p in self.lexicon.phrases.values())

    def _unrelated(self, condition: Condition) -> bool:
        """Is this a relation between things that the case denies: site 4 is not in that park?"""
        return isinstance(condition, Holds) and len(condition.atom.args) > 1 and condition.atom.word in self.lexicon.phrases and (
            self.lexicon.phrases[condition.atom.word].sort in ("state", "part")
            and not any(isinstance(a, Variable) for a in condition.atom.args)
            and (self.facts.truth(condition.atom) is False or self._left_out(condition.atom)))

    def _left_out(self, atom: Atom) -> bool:
        """Is it no part of the whole, as the case names all its parts: `and no other means of entrance`?"""
        if len(atom.args) != 2 or not self._is_part_of(atom.word) or self.facts.truth(atom) is True or atom in self.plain.as_described:
            return False
        part, whole = atom.args
        return part not in self.unnamed and any(whole.name == of and self.lexicon.is_a(part.kind, kind) for kind, of in self.case.closed)

    def _instance(self, p: Provision, start: Binding, named: bool = False, cited: bool = False) -> None:
        for binding in self._bindings(p, start, named, cited):
            names = tuple(binding[v] for v in p.variables if v in binding)
            key = p.key + (" {" + ", ".join(t.name for t in names) + "}" if names else "")
            if key in self.made:
                continue
            if len(self.made) >= _MOST:
                raise Mistaken([Mistake("too-many-things", f"the question reaches more than {_MOST:,} combinations of things", (),
                                        "name fewer things in the case, or ask about fewer at once")])
            self.made[key] = self._ground(p, key, binding)
            self.instances[key] = Instance(key, p, names)
            self.by_source.setdefault(p.key, []).append(key)

    def _ground(self, p: Provision, key: str, binding: Binding) -> P.GroundProvision:
        def put(node):  # type: ignore[no-untyped-def]
            return self.plain.settled(substituted(node, binding)) if node is not None else None  # type: ignore[arg-type]

        kind = {"applies": "exemption"}.get(p.kind, p.kind)  # it exempts nothing; `except as [2] provides` looks at it
        acts = [self._act(substituted(a, binding)) for a in p.acts]  # type: ignore[arg-type]
        after = self._act(substituted(p.after, binding)) if p.after else None  # type: ignore[arg-type]
        done: Condition | None = Holds(substituted(p.acts[0], binding)) if kind == "duty" and p.before and p.acts else None  # type: ignore[arg-type]
        stipulated = kind in ("standard", "duty") and (
            any(self.facts.truth(Atom(w, (t,))) is True for t in binding.values() for w in _SUMS)
            or self._met_as_cited(p, binding))
        if done is not None and p.test is not None:  # `at least 10 days before the hearing is held`
            done = conjunction([done, self._on_the_day_asked(p, put(p.test), binding)])
        limit = None
        if p.limit is not None:
            bound, most = (self.plain.settled(substituted(e, binding)) if e is not None else None  # type: ignore[arg-type]
                           for e in (p.limit.bound, p.limit.most))
            limit = P.Limit(substituted(p.limit.quantity, binding), p.limit.direction, bound, p.limit.values,  # type: ignore[arg-type]
                            p.limit.strict, most)
        test = None if done is not None else put(p.test)
        made = P.GroundProvision(
            key, kind, p.citation.law, p.citation.item, acts[0] if acts else None,
            conjunction([self.plain.settled(self._done(p, substituted(p.when, binding)), described=True),  # type: ignore[arg-type]
                         *self._in_something_unnamed(p, binding), *self._barred_about(p, binding)]), put(p.if_), put(p.unless),
            limit if self.question.form == "limit" or test is None or self.law.parts else None, test if limit is None or self.question.form != "limit" else None,
            tuple(self._act(substituted(a, binding)) for a in p.bars),  # type: ignore[arg-type]
            tuple(self._act(substituted(a, binding)) for a in p.before), done, after,  # type: ignore[arg-type]
            P.Deadline(p.by[0], substituted(p.by[1], binding)) if p.by else None,  # type: ignore[arg-type]
            substituted(p.term, binding), soft=p.soft, from_=p.from_, until=p.until, reading=p.reading,  # type: ignore[arg-type]
            exercised=put(p.exercised), **self._settling(p))  # type: ignore[arg-type]
        if stipulated:  # to meet a prior duty is to have done it
            self.filled[key] = made
            if self.question.form != "limit" or made.limit is None:
                made = replace(made, limit=None, test=TRUE)
            made = replace(made, done=None if done is None else TRUE)
        if kind == "duty" and p.acts:
            self.duties[key] = substituted(p.acts[0], binding)  # type: ignore[arg-type]
        if done is not None and not stipulated:
            for atom in atoms_of(done):
                if p.acts and atom == substituted(p.acts[0], binding):
                    self.words[atom] = P.Word(to_be_done=True)  # type: ignore[index]
        for atom in p.todo:
            self.words[substituted(atom, binding)] = P.Word(to_be_done=True)  # type: ignore[arg-type]
        return made

    def _on_the_day_asked(self, p: Provision, in_time: Condition, binding: Binding) -> Condition:
        """Of the act asked about, the day on which it happens is the day asked about."""
        asked = [C.Measure(day_of(b)) for b in (substituted(b, binding) for b in p.before)
                 if any(unified(self.lexicon, b, act) is not None for act in self.acts)]  # type: ignore[arg-type]
        return rebuilt(in_time, lambda n: C.Measure(ASKED) if n in asked else n)  # type: ignore[return-value]

    def _done(self, p: Provision, condition: Condition) -> Condition:
        """A norm on an act may say of which act it speaks: `each home that is placed on a lot`. Of the act
        asked about that is so; of another it is a fact whether it was done."""
        own = {a.word for a in (*p.bars, *p.acts)}
        later = {a.word for a in p.before}  # what has to be done before placing speaks of a home that is to be placed
        to_come = self.question.form in ("must", "due") and not any(a.word in later for a in self.acts)

        def put(n: object) -> object:
            if isinstance(n, Holds) and n.atom.word in later:  # of a home that nobody will place nothing is required
                return Holds(Atom(n.atom.word + TO_COME, n.atom.args)) if to_come else TRUE
            return TRUE if isinstance(n, Holds) and n.atom.word in own and any(
                unified(self.lexicon, n.atom, act) is not None for act in self.acts) else n

        return rebuilt(condition, put)

    def _act(self, atom: Atom) -> Atom:
        """An act that is the one asked about is called by the asked one's name."""
        for act in self.acts:
            if unified(self.lexicon, atom, act) is not None:
                return self.acts[0]
        return atom

    # ------------------------------------------------------------ outwards

    def _conditions_reached(self, roots: list[object]) -> None:
        for atom in atoms_of(tuple(roots)):
            if atom in self.terms_done:
                continue
            self.terms_done.add(atom)
            if any(isinstance(a, Variable) for a in atom.args):
                for ground_atom in self._groundings(atom):
                    self._conditions_reached([Holds(ground_atom)])
                continue
            if atom.word.startswith(_MEETS) and atom.args:
                self._requirements(atom)
            begins = self._in_force()
            if begins is not None and begins > self.case.as_of and self.facts.truth(atom) is not None:
                continue  # what is stipulated is held against no definition that is not yet in force
            for p in self.defined.get(atom.word, ()):
                assert p.term is not None
                binding = unified(self.lexicon, p.term, atom, self.facts.kinds)
                if binding is not None:
                    self._instance(p, binding)

    def _groundings(self, atom: Atom) -> Iterator[Atom]:
        if atom.word not in self.defined and not atom.word.startswith(_MEETS):
            return
        choices = []
        for arg in atom.args:
            if isinstance(arg, Variable):
                kind = arg.kind.split(" of ")[0]
                roster = self.rosters.get(arg.kind)
                choices.append(list(roster.members) if roster else [t for t in self.things if self.lexicon.compatible(t.kind, kind)])
            else:
                choices.append([arg])
        for row in product(*choices):
            yield Atom(atom.word, tuple(row))

    def _cited(self, target: str) -> list[Provision]:
        """The provisions under the citations of `meets` and `conforms to`: items whole, and spans from end to end."""
        marks = [segments(str(p.citation)) for p in self.law.provisions]
        found: set[int] = set()
        for row in target.split(", "):
            first, _, last = (segments(end) for end in row.partition(" to "))
            begins = [n for n, m in enumerate(marks) if m[: len(first)] == first]
            ends = [n for n, m in enumerate(marks) if m[: len(last)] == last] if last else begins
            if begins and ends:
                found.update(range(begins[0], ends[-1] + 1) if last else begins)
        return [self.law.provisions[n] for n in sorted(found)]

    def _met_as_cited(self, p: Provision, binding: Binding) -> bool:
        """Does the case stipulate of something here that it meets a citation over this provision?"""
        return any(
            statement.value is True and statement.atom.args and statement.atom.args[0] in binding.values() and p in self._cited(word.partition(" ")[2])
            for word, rows in self.facts.stated.items() if word.startswith(("meets ", "conforms ")) and word not in _SUMS
            for statement in rows)

    def _requirements(self, atom: Atom) -> None:
        """What it is to meet or to conform to the cited provisions: a meaning that the program writes out."""
        verb, _, target = atom.word.partition(" ")
        thing = atom.args[0]
        own = self.law.parts[0].name if self.law.parts else self.law.name
        key = f"{own}: {atom.word} {{{thing.name}}}"
        if key in self.made or self.facts.truth(atom) is not None:
            return  # stipulated: what it means is not asked
        whole = target in ("every other standard of this law", "the standards of this law", "this law", "the requirements of this law",
                           "every requirement of this law")
        if whole:
            # to conform looks at no status: what only asks to meet another section adds nothing
            sources = [p for p in self.law.provisions if p.citation.law == own and (p.kind == "standard" or verb == "meets" and p.kind == "duty" and p.before) and not any(
                a.word.startswith(_MEETS) for a in atoms_of(p.test))]
            unrendered = any(p.kind == "not rendered" and p.citation.law == own for p in self.law.provisions)
        else:
            cited = self._cited(target)
            sources = [p for p in cited if p.kind in ("standard", "duty")
                       or verb == "applies" and p.kind not in ("note", "declaration", "not rendered")]
            unrendered = any(p.kind == "not rendered" for p in cited)
        self.made[key] = P.GroundProvision(key, "definition", own, term=atom)
        self.instances[key] = Instance(key, None, (thing,), atom.word)  # type: ignore[arg-type]
        parts: list[Condition] = []
        for p in sources:
            for _, binding in self._about(p, (thing,)):  # type: ignore[arg-type]
                if binding or not p.variables:
                    self._instance(p, binding, named=True, cited=not whole)
        for p in sources:
            for k in self.by_source.get(p.key, ()):
                if thing in self.instances[k].things or not self.instances[k].things:
                    parts.append(self._where_it_asks(p, k, C.Status(verb, k)) if verb == "conforms" else C.Status(verb, k))
        if unrendered or not parts:
            parts.append(Holds(Atom(NOT_RENDERED, atom.args)))
        if verb == "applies":
            parts = [AnyOf(tuple(p for p in parts if isinstance(p, C.Status)))]
        self.made[key] = replace(self.made[key], if_=conjunction(parts) if parts else TRUE)

    def _where_it_asks(self, p: Provision, key: str, met: Condition) -> Condition:
        """To conform is to pass a test, whatever strikes it; but `when a park has more than 25 spaces, …` asks nothing
        of a smaller park. What a norm says of the act that it is on, and where a thing stands, only names the thing."""
        made = self.made[key]
        own = {a.word for a in (*p.bars, *p.acts)} | {state for _, rows in self.lexicon.results for state, *_ in rows}
        asks = [c for c in conjuncts(made.when) if c != TRUE and not (isinstance(c, Holds) and (
            c.atom.word in own or c.atom.word not in self.defined and self.facts.truth(c.atom) is True))]
        free = [C.Not(c) for c in asks]
        if made.unless is not None:
            free.append(made.unless)  # type: ignore[arg-type]
        if made.reading is not None:
            free.append(C.Not(C.OnReading(*made.reading)))
        return AnyOf((*free, met)) if free else met

    def _strikers(self) -> None:
        """Exemptions, scope sections and powers that reach what is here."""
        for p in self.law.provisions:
            if p.kind not in ("exemption", "scope", "power"):
                continue
            reached = set((*p.reach.named, *p.reach.broad))
            if not reached & set(self.by_source):
                continue
            if p.kind != "power" and p.acts and not any(unified(self.lexicon, a, act) is not None for a in p.acts for act in self.acts):
                continue
            starts: list[Binding] = [{}]
            if p.reach.about is not None:
                things = {t for s in reached for k in self.by_source.get(s, ()) for t in self.instances[k].things}
                wholes = {t for t in self.things if any(self._inside(x, t) for x in things)}
                starts = [{p.reach.about: t} for t in sorted(things | wholes, key=lambda t: t.name) if may_be(self.lexicon, t, p.reach.about)]
            for start in starts:
                self._instance(p, start)
        if not self.acts:  # no act is asked about, but whether a provision applies: `except as § 2 allows`
            wanted = {k for p in self.law.provisions if p.key in self.by_source for k in p.subject_to.named}
            for p in self.law.provisions:
                if p.key in wanted and p.key not in self.by_source:
                    for _, binding in self._about(p, self.question.about, True):  # type: ignore[arg-type]
                        self._instance(p, binding)
        for p in self.law.provisions:
            for reach in (p.despite, p.subject_to):
                if (set(reach.named) | set(reach.broad)) & set(self.by_source) and p.key not in self.by_source and p.acts:
                    for act in self.acts:
                        for pattern in p.acts:
                            binding = unified(self.lexicon, pattern, act)
                            if binding is not None:
                                self._instance(p, binding)

    def _inside(self, part: Thing, whole: Thing) -> bool:
        """Is the one the other, or stated to be in it or on it, at any remove?"""
        if self._places is None:
            self._places = {}
            for word, rows in self.facts.stated.items():
                if " in a " in word or " on a " in word:
                    for s in rows:
                        if s.value is True and len(s.atom.args) == 2:
                            self._places.setdefault(s.atom.args[0].name, set()).add(s.atom.args[1].name)
        seen, rest = {part.name}, [part.name]
        while rest:
            for place in self._places.get(rest.pop(), ()):
                if place not in seen:
                    seen.add(place)
                    rest.append(place)
        return whole.name in seen

    def _tie(self) -> None:
        """Reaches from provisions of the law to their instances here."""
        for key, instance in self.instances.items():
            p = instance.provision
            if p is None:
                continue
            g = self.made[key]
            about = None
            if p.reach.about is not None:
                index = [v for v in p.variables].index(p.reach.about)
                about = instance.things[index] if index < len(instance.things) else None
            if p.kind in ("scope", "exemption") and p.subject_to.named:
                # `except as [2] provides`: no contest of two acts, but a case that it is not about
                others = [k for s in p.subject_to.named for k in self.by_source.get(s, ())
                          if set(self.instances[k].things) & set(instance.things) or not instance.things]
                stops = AnyOf(tuple(C.Status("bites", k) for k in others))
                g = replace(g, unless=stops if g.unless is None else AnyOf((g.unless, stops)))
            self.made[key] = replace(
                g, reach=self._reach(p.reach, about, key), despite=self._reach(p.despite, None, key),
                subject_to=self._reach(p.subject_to, None, key),
                lists=None if p.lists is None else tuple(k for s in p.lists for k in self.by_source.get(s, ())))

    def _reach(self, reaches, about: Thing | None, own: str) -> P.Reach:  # type: ignore[no-untyped-def]
        def keys(sources: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(k for s in sources for k in self.by_source.get(s, ()) if about is None or self._concerns(k, about))

        return P.Reach(keys(reaches.named), keys(reaches.broad), reaches.including_itself)

    def _concerns(self, key: str, thing: Thing) -> bool:
        things = self.instances[key].things
        return not things or any(self._inside(t, thing) for t in things)


def _replaces(law: Law, supposed: Statement, stated: Statement) -> bool:
    """Does the supposition speak of what is stated, so that it stands in its place?"""
    if stated.op in ("no", "no other", "each"):
        return False
    if supposed.op == "no":  # `… if no home was removed from space 12`
        event = replace(stated.atom, word=stated.atom.word.removeprefix("the day on which "))
        acts = [a for a in atoms_of(supposed.value) if a.word in law.lexicon.phrases and law.lexicon.phrases[a.word].sort == "act"]
        return any(unified(law.lexicon, a, event) is not None for a in acts)
    return supposed.atom == stated.atom
