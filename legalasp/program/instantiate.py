"""The law about the things of a case: one ground problem for one question.

Takes:   a checked law, a checked case and one of its questions
Gives:   a `Problem`, and `Instances`: which provision, about which things, each key stands for
Differs: from the checked law in that variables are things of the case, `the day asked about` is a fact, and
         only what the question can reach is there: what speaks of the act, what defines its words, what
         strikes it, and so on outwards
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from legalasp.language.inflect import article
from legalasp.law import conditions as C
from legalasp.law.conditions import FALSE, TRUE, All, AnyOf, Atom, Condition, Holds, Not, Thing, Variable
from legalasp.law.model import ASKED, Case, CaseQuestion, Law, Provision, Statement
from legalasp.law.resolve import BLANK, conjunction, day_of
from legalasp.law.walk import atoms_of, rebuilt, substituted
from legalasp.program import problem as P

Binding = dict[Variable, Thing]

_SUMS = ("meets every other standard of this law", "meets the standards of this law", "meets the requirements of this law",
         "conforms the requirements of this law", "conforms the standards of this law")
"""Stipulated of a thing, these settle each standard that is about it."""
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
class Facts:
    """What the case states, looked up with blanks: a home that was placed on lot 9 was placed."""

    law: Law
    stated: dict[str, list[Statement]] = field(default_factory=dict)
    universal: list[Statement] = field(default_factory=list)
    described: frozenset[str] = frozenset()

    @classmethod
    def of(cls, law: Law, statements: Iterable[Statement], described: frozenset[str]) -> "Facts":
        facts = cls(law, described=described)
        for statement in statements:
            facts.add(statement)
        return facts

    def add(self, statement: Statement) -> None:
        if statement.op in ("no", "no other", "each"):
            self.universal.append(statement)
            return
        self.stated.setdefault(statement.atom.word, []).append(statement)
        prefix = "the day on which "
        event = statement.atom.word.removeprefix(prefix)
        dated = event != statement.atom.word
        if dated and statement.op in ("=", ">", ">=", "<", "<="):
            # a day on which it happened says that it happened
            happened = replace(statement, atom=Atom(event, statement.atom.args), value=True, op="=")
            if happened not in self.stated.get(event, ()):
                self.add(happened)
        for (narrow, _), (wide, mapping) in implied(self.law):
            if narrow == event and (dated or statement.value is True):
                args = tuple(statement.atom.args[m] if m >= 0 else Thing(BLANK, kind)
                             for m, kind in zip(mapping, self.law.lexicon.phrases[wide].slots))
                if any(a.name == BLANK and m > 0 for a, m in zip(args, mapping)):
                    continue  # removed, from where is not said: no lot was vacated by that
                self.add(replace(statement, atom=Atom((prefix if dated else "") + wide, args)))

    def of_atom(self, atom: Atom) -> list[Statement]:
        """The statements that settle the atom: those that fit where it is blank, denials that are blank."""
        out = []
        for statement in self.stated.get(atom.word, ()):
            if len(statement.atom.args) != len(atom.args):
                continue
            pairs = list(zip(statement.atom.args, atom.args))
            if statement.value is False:
                if all(s.name in (BLANK, a.name) for s, a in pairs):
                    out.append(statement)
            elif all(a.name in (BLANK, s.name) or (s.name == BLANK and n == 0) for n, (s, a) in enumerate(pairs)):
                out.append(statement)
        if not out:
            out = self._otherwise(atom)
        positive = [s for s in out if s.value is not False]
        exact = [s for s in positive if s.atom.args == atom.args]
        return exact + [s for s in out if s.value is False and s.atom.args == atom.args] if exact else out

    def _otherwise(self, atom: Atom) -> list[Statement]:
        """A thing known by its description alone (`the license for Elm Park`) is for nothing else."""
        for statement in self.stated.get(atom.word, ()):
            if statement.value is True and len(atom.args) == 2 == len(statement.atom.args):
                for a, s in zip(atom.args, statement.atom.args):
                    if a == s and a.name in self.described:
                        return [replace(statement, atom=atom, value=False)]
        return []

    def truth(self, atom: Atom) -> bool | None:
        values = {s.value for s in self.of_atom(atom) if isinstance(s.value, bool)}
        return values.pop() if len(values) == 1 else None


def implied(law: Law):  # type: ignore[no-untyped-def]
    """Acts under acts: those of the words, and those that an item of the law itself states."""
    yield from law.lexicon.implied
    for p in law.provisions:
        if p.kind == "act under" and p.reading is None:
            narrow, wide = p.acts
            mapping = tuple(narrow.args.index(a) if a in narrow.args and a.name != BLANK else -1 for a in wide.args)
            yield (narrow.word, tuple(range(len(narrow.args)))), (wide.word, mapping)


@dataclass
class Grounded:
    problem: P.Problem
    instances: dict[str, Instance]
    statements: dict[Atom, tuple[Statement, ...]]
    """Which statements of the case gave each fact."""
    day: datetime.date


def ground(law: Law, case: Case, question: CaseQuestion) -> Grounded:
    return _Grounder(law, case, question).run()


def problem(law: Law, case: Case, question: CaseQuestion) -> P.Problem:
    return ground(law, case, question).problem


class _Grounder:
    def __init__(self, law: Law, case: Case, question: CaseQuestion) -> None:
        self.law, self.case, self.question = law, case, question
        self.lexicon = law.lexicon
        self.day = question.day or case.as_of
        self.things = [Thing(n, k) for n, k in case.things.items()]
        self.under_reading = [p for p in law.provisions if p.kind == "act under" and p.reading]
        self.facts = Facts.of(law, (*case.statements, *question.suppose), case.described)
        self.unnamed: set[Thing] = set()
        """Things that no sentence of the case names, taken for what a provision describes."""
        self.asked_kind: str | None = None
        self.instances: dict[str, Instance] = {}
        self.made: dict[str, P.GroundProvision] = {}
        self.by_source: dict[str, list[str]] = {}
        self.rosters: dict[str, P.Roster] = {}
        self.words: dict[Atom, P.Word] = {}
        self.acts = self._asked_acts()
        self.brought_about: dict[Atom, bool] = {
            Atom(state, tuple(act.args[m] for m in mapping)): value  # type: ignore[misc]
            for act in self.acts for word, rows in self.lexicon.results if word == act.word
            for state, mapping, value in rows if all(act.args[m].name != BLANK for m in mapping)}
        """What is so once the act asked about is done: norms on the act speak of that state."""
        self.defined: dict[str, list[Provision]] = {}
        for p in law.provisions:
            if p.term is not None:
                self.defined.setdefault(p.term.word, []).append(p)
        self.terms_done: set[Atom] = set()
        self.struck_done: set[tuple[str, str]] = set()

    # ------------------------------------------------------------ the walk outwards

    def run(self) -> Grounded:
        asked = self._question()
        todo = self._seeds()
        for provision, binding in todo:
            self._instance(provision, binding)
        self._conditions_reached(self._roots(asked))
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
            laws={self.law.name: P.GroundLaw(self.law.name, 0, self.law.from_, self.law.until)},
            as_of=self.case.as_of, calendar=self.law.calendar)
        given = self._given(problem)
        return Grounded(problem, self.instances, given, self.day)

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
                    if wider not in out:
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
                    self.asked_kind = q.condition.atom.word
                return P.IsSo(self._settled(q.condition))  # type: ignore[arg-type]
            case "limit":
                return P.WhatLimit(q.quantity)  # type: ignore[arg-type]
        return None

    def _roots(self, asked: object) -> list[object]:
        return [asked.condition] if isinstance(asked, P.IsSo) else []

    def _final(self, asked: object) -> P.Question:
        if self.question.form in ("applies", "exempt"):
            keys = tuple(k for s in self.question.keys for k in self.by_source.get(s, ()))
            return P.Applies(keys) if self.question.form == "applies" else P.IsExempt(keys)
        return asked  # type: ignore[return-value]

    def _seeds(self) -> Iterator[tuple[Provision, Binding]]:
        for p in self.law.provisions:
            if self.question.form in ("applies", "exempt"):
                if p.key in self.question.keys and p.kind not in ("note", "declaration", "not rendered"):
                    yield from self._about(p, self.question.about, True)  # type: ignore[arg-type]
                continue
            if self.question.form == "limit":
                if p.limit is not None and p.limit.quantity.word == self.question.quantity.word:  # type: ignore[union-attr]
                    binding = self._unified(p.limit.quantity, self.question.quantity)  # type: ignore[arg-type]
                    if binding is not None:
                        yield p, binding
                continue
            for act in self.acts:
                for pattern in (*p.acts, *p.bars, *p.before, *((p.after,) if p.after else ())):
                    binding = self._unified(pattern, act)
                    if binding is not None:
                        yield p, binding
                        break

    def _about(self, p: Provision, about: tuple[Thing, ...], inside: bool = False) -> Iterator[tuple[Provision, Binding]]:
        """The instances of a provision that are about the thing asked of: it, or what is in it, or whole."""
        if not about:
            yield p, {}
            return
        thing = about[0]
        fitting = [v for v in p.variables if self._may_be(thing, v)]
        for variable in fitting[:1]:
            yield p, {variable: thing}
        if not fitting and inside:
            for variable in p.variables:
                within = [t for t in self.things if t != thing and self._may_be(t, variable) and self._inside(t, thing)]
                yield from ((p, {variable: t}) for t in within)
                if within:
                    break
        if not p.variables:
            yield p, {}

    # ------------------------------------------------------------ instances

    def _may_be(self, thing: Thing, variable: Variable) -> bool:
        return self.lexicon.compatible(thing.kind, variable.kind)

    def _unified(self, pattern: Atom, ground: Atom) -> Binding | None:
        """The binding under which `pattern` is the ground atom; a blank on either side fits."""
        if pattern.word != ground.word or len(pattern.args) != len(ground.args):
            return None
        binding: Binding = {}
        for p, g in zip(pattern.args, ground.args):
            if p.name == BLANK or g.name == BLANK or (isinstance(p, Variable) and p.name.startswith("any ")):
                continue
            if isinstance(p, Thing):
                if p.name != g.name:
                    return None
            elif not self._may_be(g, p) or binding.get(p, g) != g:  # type: ignore[arg-type]
                return None
            else:
                binding[p] = g  # type: ignore[assignment]
        return binding

    def _bindings(self, p: Provision, start: Binding) -> Iterator[Binding]:
        """All ways to fill the free variables, those given up whose kind or facts rule them out."""
        def fill(binding: Binding, rest: tuple[Variable, ...]) -> Iterator[Binding]:
            for a, b in p.distinct:
                if a in binding and b in binding and binding[a] == binding[b]:
                    return
            when = self._settled(substituted(p.when, binding))  # type: ignore[arg-type]
            if when == FALSE or any(self._unrelated(c) for c in _conjuncts(when)):
                return
            if not rest:
                yield binding
                return
            fitting = [t for t in self.things if self._may_be(t, rest[0])]
            if not fitting:
                some = Thing(f"{article(rest[0].kind)} {rest[0].kind}", rest[0].kind)
                self.unnamed.add(some)
                fitting = [some]
            for thing in fitting:
                yield from fill({**binding, rest[0]: thing}, rest[1:])

        yield from fill(dict(start), tuple(v for v in p.variables if v not in start))

    def _unrelated(self, condition: Condition) -> bool:
        """Is this a relation between things that the case denies: site 4 is not in that park?"""
        return isinstance(condition, Holds) and len(condition.atom.args) > 1 and condition.atom.word in self.lexicon.phrases and (
            self.lexicon.phrases[condition.atom.word].sort in ("state", "part")
            and not any(isinstance(a, Variable) for a in condition.atom.args) and self.facts.truth(condition.atom) is False)

    def _instance(self, p: Provision, start: Binding) -> None:
        for binding in self._bindings(p, start):
            names = tuple(binding[v] for v in p.variables if v in binding)
            key = p.key + (" {" + ", ".join(t.name for t in names) + "}" if names else "")
            if key in self.made:
                continue
            self.made[key] = self._ground(p, key, binding)
            self.instances[key] = Instance(key, p, names)
            self.by_source.setdefault(p.key, []).append(key)

    def _ground(self, p: Provision, key: str, binding: Binding) -> P.GroundProvision:
        def put(node):  # type: ignore[no-untyped-def]
            return self._settled(substituted(node, binding)) if node is not None else None  # type: ignore[arg-type]

        kind = {"applies": "note"}.get(p.kind, p.kind)
        acts = [self._act(substituted(a, binding)) for a in p.acts]  # type: ignore[arg-type]
        after = self._act(substituted(p.after, binding)) if p.after else None  # type: ignore[arg-type]
        done = Holds(substituted(p.acts[0], binding)) if kind == "duty" and p.before and p.acts else None  # type: ignore[arg-type]
        stipulated = kind == "standard" and any(
            self.facts.truth(Atom(w, (t,))) is True for t in binding.values() for w in _SUMS)
        limit = None
        if p.limit is not None:
            limit = P.Limit(substituted(p.limit.quantity, binding), p.limit.direction, p.limit.bound, p.limit.values)  # type: ignore[arg-type]
        test = TRUE if stipulated else put(p.test)
        made = P.GroundProvision(
            key, kind, p.citation.law, p.citation.item, acts[0] if acts else None, put(p.when), put(p.if_), put(p.unless),
            limit if self.question.form == "limit" or test is None else None, test if limit is None or self.question.form != "limit" else None,
            tuple(self._act(substituted(a, binding)) for a in p.bars),  # type: ignore[arg-type]
            tuple(self._act(substituted(a, binding)) for a in p.before), done, after,  # type: ignore[arg-type]
            P.Deadline(p.by[0], substituted(p.by[1], binding)) if p.by else None,  # type: ignore[arg-type]
            substituted(p.term, binding), soft=p.soft, from_=p.from_, until=p.until, reading=p.reading)  # type: ignore[arg-type]
        if done is not None:
            self.words[done.atom] = P.Word(to_be_done=True)
        for atom in p.todo:
            self.words[substituted(atom, binding)] = P.Word(to_be_done=True)  # type: ignore[arg-type]
        return made

    def _act(self, atom: Atom) -> Atom:
        """An act that is the one asked about is called by the asked one's name."""
        for act in self.acts:
            if self._unified(atom, act) is not None:
                return self.acts[0]
        return atom

    # ------------------------------------------------------------ conditions: what is plain already

    def _settled(self, condition: Condition) -> Condition:
        """The condition with kinds that are plain and rosters named."""
        def change(node):  # type: ignore[no-untyped-def]
            match node:
                case Holds(Atom(word, (Thing() as thing,))) if word in self.lexicon.kinds:
                    if self.lexicon.is_a(thing.kind, word) and not (word == self.asked_kind and word in self.defined):
                        return TRUE
                    if not self.lexicon.compatible(thing.kind, word):
                        return FALSE
                case Holds(atom) if any(a in self.unnamed for a in atom.args) and (
                        atom.word in self.lexicon.phrases and self.lexicon.phrases[atom.word].sort in ("state", "part")):
                    return TRUE
                case Holds(atom) if (ways := self._ways(atom)):
                    return AnyOf((node, *ways))
                case Holds(atom) if atom in self.brought_about:
                    return TRUE if self.brought_about[atom] else FALSE
                case Not(part) if part in (TRUE, FALSE):
                    return FALSE if part == TRUE else TRUE
                case All(parts):
                    return _all(parts)
                case AnyOf(parts):
                    return _any(parts)
                case C.Some() | C.Each():
                    return self._quantified(node)
            return node

        return rebuilt(condition, change)

    def _ways(self, atom: Atom) -> list[Condition]:
        """On a reading on which to do one act is to do another: the other ways in which the wider has happened."""
        out: list[Condition] = []
        for p in self.under_reading:
            narrow, wide = p.acts
            if wide.word != atom.word:
                continue
            binding = {w: a for w, a in zip(wide.args, atom.args) if isinstance(w, Variable)}
            args = tuple(binding.get(n, n) if isinstance(n, Variable) else n for n in narrow.args)  # type: ignore[arg-type]
            doubt, reading = p.reading  # type: ignore[misc]
            out.append(All((C.OnReading(doubt, reading), Holds(Atom(narrow.word, args)))))
        return out

    def _quantified(self, node):  # type: ignore[no-untyped-def]
        """Kinds of the bound variable that every member has are plain; a roster gets its own name."""
        parts = _conjuncts(node.part) if isinstance(node, C.Some) else _guards(node.part)
        whole = next((a.args[1] for a in atoms_of(tuple(parts)) if len(a.args) == 2 and a.args[0] == node.variable
                      and isinstance(a.args[1], Thing) and (node.variable.kind, a.args[1].name) in self.case.closed), None)
        variable = node.variable
        settled = self._denied(node)
        if settled == "all":
            return FALSE
        if whole is not None:
            name = f"{variable.kind} of {whole.name}"
            inside = [t for t in self.things if self._may_be(t, variable) and any(
                self.facts.truth(a) is True for a in (substituted(x, {variable: t}) for x in atoms_of(tuple(parts))  # type: ignore[misc]
                                                      if len(x.args) == 2 and x.args[1] == whole))]
            self.rosters[name] = P.Roster(tuple(inside), True)
        else:
            name = variable.kind + (" named in the case" if settled else "")
            self.rosters[name] = P.Roster(tuple(t for t in self.things if self._may_be(t, variable)), bool(settled))
        new = Variable(variable.name, name)
        body = substituted(node.part, {variable: new})

        def plain(n):  # type: ignore[no-untyped-def]
            if isinstance(n, Holds) and n.atom.args == (new,) and n.atom.word in self.lexicon.kinds:
                members = self.rosters[name].members
                if all(self.lexicon.is_a(t.kind, n.atom.word) for t in members) and self.lexicon.is_a(variable.kind, n.atom.word):
                    return TRUE
            if isinstance(n, All):
                return _all(n.parts)
            if isinstance(n, AnyOf):
                return _any(n.parts)
            if isinstance(n, Not) and n.part in (TRUE, FALSE):
                return FALSE if n.part == TRUE else TRUE
            return n

        return replace(node, variable=new, part=rebuilt(body, plain))

    def _denied(self, node) -> str:  # type: ignore[no-untyped-def]
        """Does the case say that no such thing is (`no home in Elm Park has been replaced`: all), or no
        other than those that it names (others)?"""
        if not isinstance(node, C.Some):
            return ""
        either = next((p for p in _conjuncts(node.part) if isinstance(p, AnyOf)), None)
        if either is not None:
            rest = [p for p in _conjuncts(node.part) if p != either]
            found = {self._denied(replace(node, part=conjunction([*rest, p]))) for p in either.parts}
            return "all" if found == {"all"} else "others" if "" not in found else ""
        said = set(_conjuncts(node.part))
        for statement in self.facts.universal:
            if statement.op == "each":
                continue
            some: C.Some = statement.value  # type: ignore[assignment]
            if not self.lexicon.is_a(node.variable.kind, some.variable.kind):
                continue
            wanted = {c for c in _conjuncts(substituted(some.part, {some.variable: node.variable}))
                      if not (isinstance(c, Holds) and c.atom.word in self.lexicon.kinds)}
            if wanted <= said:
                return "all" if statement.op == "no" else "others"
        return ""

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
            for p in self.defined.get(atom.word, ()):
                assert p.term is not None
                binding = self._unified(p.term, atom)
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

    def _requirements(self, atom: Atom) -> None:
        """What it is to meet or to conform to the cited provisions: a meaning that the program writes out."""
        verb, _, target = atom.word.partition(" ")
        thing = atom.args[0]
        key = f"{self.law.name}: {atom.word} {{{thing.name}}}"
        if key in self.made or self.facts.truth(atom) is not None:
            return  # stipulated: what it means is not asked
        if target in ("every other standard of this law", "the standards of this law", "this law", "the requirements of this law",
                      "every requirement of this law"):
            sources = [p for p in self.law.provisions if p.kind == "standard"]
            unrendered = any(p.kind == "not rendered" for p in self.law.provisions)
        else:
            cited = [c.strip() for c in target.split(", ")]
            sources = [p for p in self.law.provisions if any(str(p.citation) == c or str(p.citation).startswith(c) for c in cited)
                       and (p.kind in ("standard", "duty") or verb == "applies" and p.kind not in ("note", "declaration", "not rendered"))]
            unrendered = any(p.kind == "not rendered" and any(str(p.citation).startswith(c) for c in cited) for p in self.law.provisions)
        self.made[key] = P.GroundProvision(key, "definition", self.law.name, term=atom)
        self.instances[key] = Instance(key, None, (thing,), atom.word)  # type: ignore[arg-type]
        parts: list[Condition] = []
        for p in sources:
            for _, binding in self._about(p, (thing,)):  # type: ignore[arg-type]
                if binding or not p.variables:
                    self._instance(p, binding)
        for p in sources:
            for k in self.by_source.get(p.key, ()):
                if thing in self.instances[k].things or not self.instances[k].things:
                    parts.append(C.Status(verb, k))
        if unrendered or not parts:
            parts.append(Holds(Atom(f"{verb} the provisions that are not rendered here ({target})", atom.args)))
        if verb == "applies":
            parts = [AnyOf(tuple(p for p in parts if isinstance(p, C.Status)))]
        self.made[key] = replace(self.made[key], if_=conjunction(parts) if parts else TRUE)

    def _strikers(self) -> None:
        """Exemptions, scope sections and powers that reach what is here."""
        for p in self.law.provisions:
            if p.kind not in ("exemption", "scope", "power"):
                continue
            reached = set((*p.reach.named, *p.reach.broad))
            if not reached & set(self.by_source):
                continue
            if p.acts and not any(self._unified(a, act) is not None for a in p.acts for act in self.acts):
                continue
            starts: list[Binding] = [{}]
            if p.reach.about is not None:
                things = {t for s in reached for k in self.by_source.get(s, ()) for t in self.instances[k].things}
                wholes = {t for t in self.things if any(self._inside(x, t) for x in things)}
                starts = [{p.reach.about: t} for t in sorted(things | wholes, key=lambda t: t.name) if self._may_be(t, p.reach.about)]
            for start in starts:
                self._instance(p, start)
        for p in self.law.provisions:
            for reach in (p.despite, p.subject_to):
                if (set(reach.named) | set(reach.broad)) & set(self.by_source) and p.key not in self.by_source and p.acts:
                    for act in self.acts:
                        for pattern in p.acts:
                            binding = self._unified(pattern, act)
                            if binding is not None:
                                self._instance(p, binding)

    def _inside(self, part: Thing, whole: Thing) -> bool:
        if part == whole:
            return True
        return any(s.value is True and len(s.atom.args) == 2 and s.atom.args[0] == part and s.atom.args[1] == whole and " in a " in s.atom.word
                   for rows in self.facts.stated.values() for s in rows) or any(
            s.value is True and len(s.atom.args) == 2 and s.atom.args[0] == part and (" on a " in s.atom.word)
            and s.atom.args[1] != part and self._inside(s.atom.args[1], whole)  # type: ignore[arg-type]
            for rows in self.facts.stated.values() for s in rows)

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

    # ------------------------------------------------------------ facts

    def _given(self, problem: P.Problem) -> dict[Atom, tuple[Statement, ...]]:
        """Gives the problem its facts: every atom that it speaks of, as far as the case settles it."""
        used: dict[Atom, tuple[Statement, ...]] = {}
        atoms: dict[Atom, None] = {}
        for atom in atoms_of((problem.provisions, problem.question)):
            if any(isinstance(a, Variable) for a in atom.args):
                for ground_atom in self._members(atom):
                    atoms[ground_atom] = None
            else:
                atoms[atom] = None
        for atom in atoms:
            if atom == ASKED:
                problem.facts.append((atom, self.day))
            if atom.word.startswith("the day ") and atom not in problem.words:
                problem.words[atom] = P.Word(date=True, whole=True)
            rows = self.facts.of_atom(atom)
            if rows:
                used[atom] = tuple(rows)
            for value, op in dict.fromkeys((s.value, s.op) for s in rows):
                if isinstance(value, Fraction) and op != "=":
                    problem.bounds.append((C.Measure(atom), op, C.Number(value)))
                elif isinstance(value, Fraction) and atom.word.startswith("the day "):
                    problem.facts.append((atom, datetime.date.fromordinal(int(value))))
                elif isinstance(value, str) and op == "!=":
                    problem.facts.append((Atom(f"{atom.word} is {value}", atom.args), False))
                else:
                    problem.facts.append((atom, value))  # type: ignore[arg-type]
            for statement in self.facts.universal:
                self._universal(statement, atom, problem, used)
            self._presumed(atom, problem)
        return used

    def _members(self, atom: Atom) -> Iterator[Atom]:
        choices = []
        for arg in atom.args:
            roster = self.rosters.get(arg.kind) if isinstance(arg, Variable) else None
            choices.append(list(roster.members) if roster else [arg])
        for row in product(*choices):
            if not any(isinstance(a, Variable) for a in row):
                yield Atom(atom.word, tuple(row))

    def _universal(self, statement: Statement, atom: Atom, problem: P.Problem, used: dict[Atom, tuple[Statement, ...]]) -> None:
        """`No home in Elm Park has been moved`: not this home either, where it is in Elm Park."""
        if statement.op in ("no", "no other"):
            if statement.op == "no other":
                return
            node: C.Some = statement.value  # type: ignore[assignment]
            parts = _conjuncts(node.part)
        else:
            each: C.Each = statement.value  # type: ignore[assignment]
            node, parts = each, []  # type: ignore[assignment]
        for index, part in enumerate(parts):
            if not isinstance(part, Holds):
                continue
            binding = self._unified(part.atom, atom)
            if binding is None or node.variable not in binding and node.variable in part.atom.args:
                if part.atom.word != atom.word:
                    continue
                binding = self._unified(part.atom, atom)
                if binding is None:
                    continue
            others = [substituted(p, binding) for i, p in enumerate(parts) if i != index]  # type: ignore[arg-type]
            blank = Thing(BLANK, node.variable.kind)
            covered = all(self._known_true(o) for o in others) if node.variable in binding else all(
                isinstance(o, Holds) and (o.atom.word in self.lexicon.kinds) for o in others)
            if covered and self.facts.truth(atom) is None and (atom, False) not in problem.facts:
                problem.facts.append((atom, False))
                used[atom] = (*used.get(atom, ()), statement)
            del blank

    def _known_true(self, condition: Condition) -> bool:
        if isinstance(condition, Holds):
            thing = condition.atom.args[0] if len(condition.atom.args) == 1 else None
            if condition.atom.word in self.lexicon.kinds and isinstance(thing, Thing):
                return self.lexicon.is_a(thing.kind, condition.atom.word)
            return self.facts.truth(condition.atom) is True
        return False

    def _presumed(self, atom: Atom, problem: P.Problem) -> None:
        for presumption in self.law.presumptions:
            binding = self._unified(presumption.condition, atom)
            if binding is not None and atom not in self.defined:
                old = problem.words.get(atom, P.Word())
                problem.words[atom] = replace(
                    old, presumed=presumption.value, when=self._settled(substituted(presumption.when, binding)),  # type: ignore[arg-type]
                    unless=self._settled(substituted(presumption.unless, binding)) if presumption.unless else None)  # type: ignore[arg-type]
        for burden in self.law.burdens:
            if self._unified(burden.fact, atom) is not None:
                problem.words[atom] = replace(problem.words.get(atom, P.Word()), burden=burden.who)
        phrase = self.lexicon.phrases.get(atom.word)
        if phrase is not None and phrase.finder:
            problem.words[atom] = replace(problem.words.get(atom, P.Word()), finding=phrase.finder)


def _all(parts: tuple[Condition, ...]) -> Condition:
    kept = [p for p in parts if p != TRUE]
    if FALSE in kept:
        return FALSE
    return kept[0] if len(kept) == 1 else All(tuple(kept))


def _any(parts: tuple[Condition, ...]) -> Condition:
    kept = [p for p in parts if p != FALSE]
    if TRUE in kept:
        return TRUE
    return kept[0] if len(kept) == 1 else AnyOf(tuple(kept))


def _conjuncts(condition: Condition) -> list[Condition]:
    return [c for p in condition.parts for c in _conjuncts(p)] if isinstance(condition, All) else [condition]


def _guards(condition: Condition) -> list[Condition]:
    """What an `each` asks of its members before it says anything of them."""
    parts = condition.parts if isinstance(condition, AnyOf) else (condition,)
    return [c for p in parts if isinstance(p, Not) for c in _conjuncts(p.part)]
