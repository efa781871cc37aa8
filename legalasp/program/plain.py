"""Conditions about the things of a case: what is plain already.

Takes:   conditions with things in the places of variables; the facts and the rosters of the case
Gives:   the conditions with what a thing's kind settles worked in, and every quantifier over a named roster
Differs: from evaluating in that no open fact is touched: only kinds, what the act asked about brings about,
         and what the case says of all things of a kind are worked in
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from legalasp.law import conditions as C
from legalasp.law.conditions import FALSE, TRUE, All, AnyOf, Atom, Condition, Holds, Not, Thing, Variable
from legalasp.law.model import Case, Law, Provision
from legalasp.law.resolve import conjunction
from legalasp.law.walk import atoms_of, rebuilt, substituted
from legalasp.program import problem as P
from legalasp.program.stated import Facts, may_be


@dataclass
class Plain:
    """`things` are those of the case and of the question; `brought_about` is what is so once the act asked
    about is done; `unnamed` are things that no sentence names, taken for what a provision describes."""

    law: Law
    case: Case
    facts: Facts
    things: list[Thing]
    defined: dict[str, list[Provision]]
    brought_about: dict[Atom, bool]
    alone: frozenset[tuple[str, tuple[C.Term, ...]]] = frozenset()
    """States that the act brings about with one thing only: placed on site 7, the home is on no other lot."""
    unnamed: set[Thing] = field(default_factory=set)
    as_described: set[Atom] = field(default_factory=set)
    """What unnamed things are described by."""
    asked_kind: str | None = None
    rosters: dict[str, P.Roster] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lexicon = self.law.lexicon
        self.under_reading = [p for p in self.law.provisions if p.kind == "act under" and p.reading]

    def settled(self, condition: Condition, described: bool = False) -> Condition:
        """The condition with kinds that are plain and rosters named. `described`: the condition says which
        things it is about, so that an unnamed thing is as it is described; a test asks it of the thing."""
        def change(node):  # type: ignore[no-untyped-def]
            match node:
                case Holds(Atom(word, (Thing() as thing,))) if word in self.lexicon.kinds:
                    if self.lexicon.is_a(thing.kind, word) and not (word == self.asked_kind and word in self.defined):
                        return TRUE
                    wider = [k for k in self._wider(word) if k in self.defined and not self.lexicon.is_a(thing.kind, k)]
                    if wider:  # a site is a lot: what is no lot is no site
                        return All((node, *(Holds(Atom(k, (thing,))) for k in wider)))
                    if not self.lexicon.compatible(thing.kind, word) and self.facts.truth(node.atom) is not True:
                        return FALSE
                case Holds(Atom(word, (Thing() as one, Thing() as other))) if one == other and self._relates(word):
                    return FALSE  # nothing is in itself, on itself or the owner of itself
                case Holds(atom) if described and len(atom.args) > 1 and any(a in self.unnamed for a in atom.args) and (
                        atom.word in self.lexicon.phrases and self.lexicon.phrases[atom.word].sort in ("state", "part")):
                    return FALSE if self._none_such(atom) else TRUE
                case Holds(atom) if (ways := self._ways(atom)):
                    return AnyOf((node, *ways))
                case Holds(atom) if atom in self.brought_about:
                    return TRUE if self.brought_about[atom] else FALSE
                case Not(part) if part in (TRUE, FALSE):
                    return FALSE if part == TRUE else TRUE
                case All(parts):
                    return _all(self._ways_begun(parts))
                case AnyOf(parts):
                    return _any(parts)
                case C.Some() | C.Each() | C.CountOf() | C.TotalOf() | C.Share():
                    return self._quantified(node)
            return node

        return rebuilt(condition, change)

    def _none_such(self, atom: Atom) -> bool:
        """Does the case say that there is no such unnamed thing: `the home is on no individual lot`?"""
        for arg in atom.args:
            if arg in self.unnamed:
                some = Variable("no named one", arg.kind)
                if self._denied(C.Some(some, Holds(replace(atom, args=tuple(some if a == arg else a for a in atom.args))))):
                    return True
        return False

    def _relates(self, word: str) -> bool:
        return word in self.lexicon.phrases and self.lexicon.phrases[word].sort in ("state", "part")

    def _wider(self, kind: str) -> list[str]:
        known = self.lexicon.kinds.get(kind)
        direct = [p for p in known.parents if p != kind] if known else []
        return [*direct, *(k for p in direct for k in self._wider(p))]

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

    def _ways_begun(self, parts: tuple[Condition, ...]) -> tuple[Condition, ...]:
        """Where an event counts only if it was not over before the law took effect, so does each other way to it."""
        out = list(parts)
        for guard in parts:
            if not (isinstance(guard, Not) and isinstance(guard.part, Holds) and guard.part.atom.word.endswith(")")):
                continue
            word, _, when = guard.part.atom.word.rpartition(" (")
            event = Holds(Atom(word, guard.part.atom.args))
            for n, way in enumerate(out):
                if isinstance(way, AnyOf) and way.parts[0] == event and word in self.lexicon.phrases and self.lexicon.phrases[word].sort == "act":
                    others = [_all((*p.parts, *(Not(Holds(Atom(f"{h.atom.word} ({when}", h.atom.args))) for h in p.parts if isinstance(h, Holds))))
                              for p in way.parts[1:] if isinstance(p, All)]
                    out[n] = _any((_all((event, guard)), *others))
                    out.remove(guard)
                    break
        return tuple(out)

    def _quantified(self, node):  # type: ignore[no-untyped-def]
        """Names the roster that the bound variable ranges over, closed where the case closes it, and works in
        the kinds that every member has."""
        variable = node.variable
        parts = (conjuncts(node.part) if isinstance(node, C.Some) else guards(node.part) if isinstance(node, C.Each)
                 else conjuncts(node.where))
        counted = not isinstance(node, (C.Some, C.Each))
        settled = self._denied(C.Some(variable, conjunction(list(parts))) if counted else node)
        if settled == "all" and not counted:
            return FALSE
        name, roster = self._roster(variable, parts, bool(settled))
        self.rosters[name] = roster
        new = Variable(variable.name, name)

        def plain(n):  # type: ignore[no-untyped-def]
            if isinstance(n, Holds) and n.atom.args == (new,) and n.atom.word in self.lexicon.kinds:
                if all(self.lexicon.is_a(t.kind, n.atom.word) for t in roster.members) and self.lexicon.is_a(variable.kind, n.atom.word):
                    return TRUE
            if isinstance(n, All):
                return _all(n.parts)
            if isinstance(n, AnyOf):
                return _any(n.parts)
            if isinstance(n, Not) and n.part in (TRUE, FALSE):
                return FALSE if n.part == TRUE else TRUE
            return n

        return replace(node, variable=new, **{
            slot: rebuilt(substituted(getattr(node, slot), {variable: new}), plain)
            for slot in ("part", "where", "measure") if hasattr(node, slot)})

    def _roster(self, variable: Variable, parts: list[Condition], others_settled: bool) -> tuple[str, P.Roster]:
        fitting = [t for t in self.things if may_be(self.lexicon, t, variable)]
        for atom in atoms_of(tuple(parts)):
            if len(atom.args) != 2 or variable not in atom.args:
                continue
            known = [t for t in fitting if self._is_so(substituted(atom, {variable: t}))]
            first, last = atom.args
            if first == variable and isinstance(last, Thing) and (variable.kind, last.name) in self.case.closed:
                return f"{variable.kind} of {last.name}", P.Roster(tuple(known), True)
            described = [t for t in known if t.name in self.case.described]
            if described:  # `the application for the home` is the one that the case speaks of
                return f"{variable.kind} at hand", P.Roster(tuple(described), True)
            if last == variable and (atom.word, (first,)) in self.alone:
                return f"{variable.kind} for {first.name}", P.Roster(tuple(known), True)
        if others_settled:
            # `no other home was moved`: none but those of which the case says so
            words = {a.word for a in atoms_of(tuple(parts)) if variable in a.args and a.word in self.lexicon.phrases
                     and self.lexicon.phrases[a.word].sort != "part" and self.lexicon.phrases[a.word].elements[1:2] + self.lexicon.phrases[a.word].elements[2:3] != ("is", "in")}
            said = {a for w in words for s in self.facts.stated.get(w, ()) for a in s.atom.args}
            said |= {a for atom, value in self.brought_about.items() if value for a in atom.args}
            return f"{variable.kind} named in the case", P.Roster(tuple(t for t in fitting if t in said or not words), True)
        return variable.kind, P.Roster(tuple(fitting), False)

    def _is_so(self, atom: Atom) -> bool:
        return self.brought_about.get(atom, self.facts.truth(atom)) is True

    def _denied(self, node) -> str:  # type: ignore[no-untyped-def]
        """Does the case say that no such thing is (`no home in Elm Park has been replaced`: all), or no
        other than those that it names (others)?"""
        if not isinstance(node, C.Some):
            return ""
        said = set(conjuncts(node.part))
        for statement in self.facts.universal:
            if statement.op == "each":
                continue
            some: C.Some = statement.value  # type: ignore[assignment]
            if not self.lexicon.is_a(node.variable.kind, some.variable.kind):
                continue
            wanted = {c for c in conjuncts(substituted(some.part, {some.variable: node.variable}))
                      if not (isinstance(c, Holds) and c.atom.word in self.lexicon.kinds)}
            if wanted <= said:
                return "all" if statement.op == "no" else "others"
        for either in [p for p in conjuncts(node.part) if isinstance(p, AnyOf)]:
            rest = [p for p in conjuncts(node.part) if p != either]
            found = {self._denied(replace(node, part=conjunction([*rest, p]))) for p in either.parts}
            if "" not in found:
                return "all" if found == {"all"} else "others"
        return ""


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


def conjuncts(condition: Condition) -> list[Condition]:
    return [c for p in condition.parts for c in conjuncts(p)] if isinstance(condition, All) else [condition]


def guards(condition: Condition) -> list[Condition]:
    """What an `each` asks of its members before it says anything of them."""
    parts = condition.parts if isinstance(condition, AnyOf) else (condition,)
    return [c for p in parts if isinstance(p, Not) for c in conjuncts(p.part)]
