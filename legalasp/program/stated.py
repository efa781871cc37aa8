"""What a case states, looked up as the law asks for it.

Takes:   the statements of a case, the acts under acts of its law
Gives:   `Facts`: which statements settle an atom; `unified`: how a pattern fits a ground atom
Differs: from the statements in that a place left blank fits any filling (a home that was placed on lot 9 was
         placed), and that to have done one act is to have done the wider one
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from legalasp.language.inflect import article
from legalasp.language.lexicon import Lexicon
from legalasp.law.conditions import All, AnyOf, Atom, Holds, Not, Thing, Variable
from legalasp.law.model import Law, Statement
from legalasp.law.resolve import BLANK, PAST, TO_COME
from legalasp.law.walk import atoms_of, rebuilt

Binding = dict[Variable, Thing]
Kinds = Mapping[str, tuple[str, ...]]
"""The kinds that a case says a thing is of, beside the one that it was named as."""

_TIME = re.compile(r" \((?:before|after|at|on|since|until|by|in) [^()]*\)$")
"""The time that makes a past state a fact of its own."""


@dataclass
class Facts:
    """What the case states, looked up with blanks: a home that was placed on lot 9 was placed."""

    law: Law
    stated: dict[str, list[Statement]] = field(default_factory=dict)
    universal: list[Statement] = field(default_factory=list)
    described: frozenset[str] = frozenset()
    moving: frozenset[Thing] = frozenset()
    """What the act asked about puts somewhere else: where it is now does not keep it from being there."""

    @classmethod
    def of(cls, law: Law, statements: Iterable[Statement], described: frozenset[str]) -> "Facts":
        facts = cls(law, described=described)
        for statement in statements:
            facts.add(statement)
        facts._where_things_are()
        facts._what_is_supposed()
        return facts

    def _where_things_are(self) -> None:
        """What is on a parcel is where the parcel is: a home on a site of a park is in the park."""
        lexicon = self.law.lexicon
        inside = [p for p in lexicon.phrases.values() if p.sort == "state" and p.elements == (0, "is", "in", 1)]
        on = [s for w, rows in self.stated.items() if w in lexicon.phrases and lexicon.phrases[w].elements == (0, "is", "on", 1)
              for s in rows if s.value is True]
        for outer in [s for p in inside for s in self.stated.get(p.word, ()) if s.value is True]:
            for s in on:
                if s.atom.args[1] == outer.atom.args[0]:
                    part, whole = s.atom.args[0], outer.atom.args[1]
                    for p in inside:
                        if lexicon.is_a(part.kind, p.slots[0]) and lexicon.is_a(whole.kind, p.slots[1]):
                            self.add(replace(s, atom=Atom(p.word, (part, whole)), text=f"{s.text} {outer.text}"))

    def _what_is_supposed(self) -> None:
        """A home that is supposed to be class B is no class A home, where the one definition of class B says so."""
        for word, rows in list(self.stated.items()):
            definitions = [p for p in self.law.provisions if p.term is not None and p.term.word == word and p.kind == "definition"]
            if len(definitions) != 1 or definitions[0].reading is not None:
                continue
            definition = definitions[0]
            parts = definition.if_.parts if isinstance(definition.if_, All) else (definition.if_,)
            for statement in [s for s in rows if s.value is True]:
                binding = unified(self.law.lexicon, definition.term, statement.atom) or {}  # type: ignore[arg-type]
                for part in parts:
                    denied = part.part if isinstance(part, Not) else None
                    one_of = denied.parts if isinstance(denied, AnyOf) else (denied,)
                    for one in one_of:
                        if isinstance(one, Holds) and all(isinstance(a, Thing) or a in binding for a in one.atom.args):
                            atom = Atom(one.atom.word, tuple(binding.get(a, a) for a in one.atom.args))  # type: ignore[arg-type]
                            self.add(replace(statement, atom=atom, value=False))

    def contradictions(self) -> Iterator[tuple[Atom, Statement, Statement]]:
        """Atoms that are stated both ways, whatever is asked."""
        for rows in self.stated.values():
            for n, yes in enumerate(rows):
                for m, no in enumerate(rows):
                    if yes.value is True and no.value is False and yes.atom == no.atom:
                        yield yes.atom, yes, no
                    if n < m and yes.value is True and no.value is True and len(yes.atom.args) == 2 and self._elsewhere(no.atom, yes.atom):
                        yield yes.atom, yes, replace(no, atom=yes.atom, value=False)

    def add(self, statement: Statement) -> None:
        if statement.op in ("no", "no other", "each"):
            if statement not in self.universal:
                self.universal.append(statement)
                self._not_narrower(statement)
            return
        known = self.stated.setdefault(statement.atom.word, [])
        if any(s.atom == statement.atom and s.value == statement.value and s.op == statement.op for s in known):
            return  # said already; acts under acts may go round
        known.append(statement)
        prefix = "the day on which "
        event = statement.atom.word.removeprefix(prefix)
        dated = event != statement.atom.word
        if dated and statement.op in ("=", ">", ">=", "<", "<="):
            # a day on which it happened says that it happened
            happened = replace(statement, atom=Atom(event, statement.atom.args), value=True, op="=")
            if happened not in self.stated.get(event, ()):
                self.add(happened)
        past = _TIME.search(event)
        if past and past.group() != PAST and statement.value is True:  # what was on a day was
            self.add(replace(statement, atom=Atom(event[:past.start()] + PAST, statement.atom.args)))
        for (narrow, _), (wide, mapping) in implied(self.law):
            if wide == event and statement.value is False:  # what was not done was not done in a narrower way either
                slots = self.law.lexicon.phrases[narrow].slots
                args = tuple(statement.atom.args[mapping.index(n)] if n in mapping else Thing(BLANK, kind) for n, kind in enumerate(slots))
                self.add(replace(statement, atom=Atom(narrow, args)))
            then = _TIME.search(event)  # `existed legally before this law took effect`: and so existed before it did
            if then and event[:then.start()] == narrow and statement.value is True:
                self.add(replace(statement, atom=Atom(wide + then.group(), statement.atom.args)))
            if event == narrow + TO_COME and statement.value is True and all(m >= 0 for m in mapping[1:]):
                # the one who will fill a space will place a home on it
                args = tuple(statement.atom.args[m] if m >= 0 else Thing(BLANK, self.law.lexicon.phrases[wide].slots[0]) for m in mapping)
                self.add(replace(statement, atom=Atom(wide + TO_COME, args)))
            if narrow == event and (dated or statement.value is True):
                args = tuple(statement.atom.args[m] if m >= 0 else Thing(BLANK, kind)
                             for m, kind in zip(mapping, self.law.lexicon.phrases[wide].slots))
                if any(a.name == BLANK and m > 0 for a, m in zip(args, mapping)):
                    continue  # removed, from where is not said: no lot was vacated by that
                self.add(replace(statement, atom=Atom((prefix if dated else "") + wide, args)))

    def _not_narrower(self, statement: Statement) -> None:
        """`No home was moved from space 5`: and so none was removed from it, where to remove is to move."""
        if statement.op == "each":
            return
        for atom in atoms_of(statement.value):
            for (narrow, _), (wide, mapping) in implied(self.law):
                if wide == atom.word:
                    slots = self.law.lexicon.phrases[narrow].slots
                    args = tuple(atom.args[mapping.index(n)] if n in mapping else Thing(BLANK, kind) for n, kind in enumerate(slots))
                    made = Atom(narrow, args)
                    self.add(replace(statement, value=rebuilt(statement.value, lambda n, a=atom, m=made: m if n == a else n)))

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
        """A thing known by its description alone (`the license for Elm Park`) is for nothing else, and what the
        words have in one place only is in no other."""
        for statement in self.stated.get(atom.word, ()):
            if statement.value is True and len(atom.args) == 2 == len(statement.atom.args):
                for a, s in zip(atom.args, statement.atom.args):
                    if a == s and a.name in self.described:
                        return [replace(statement, atom=atom, value=False)]
                if self._elsewhere(statement.atom, atom):
                    part, whole = atom.args
                    only = f"{article(part.kind).capitalize()} {part.kind} is in one {whole.kind} only"
                    return [replace(statement, atom=atom, value=False, text=f"{statement.text.rstrip('.')}. {only}")]
        return []

    def _elsewhere(self, known: Atom, atom: Atom) -> bool:
        """Is the thing of `atom` known to be in another place, and in one only by the words (`A lot is in one park only.`)?"""
        (part, whole), (thing, other) = atom.args, known.args
        if part != thing or whole == other or BLANK in (whole.name, other.name) or part in self.moving:
            return False
        lexicon = self.law.lexicon
        phrase = lexicon.phrases.get(atom.word)
        return phrase is not None and phrase.elements == (0, "is", "in", 1) and any(
            lexicon.is_a(part.kind, one) and all(lexicon.is_a(w.kind, of) for w in (whole, other)) for one, of in lexicon.single)

    @cached_property
    def kinds(self) -> Kinds:
        """Kinds that the case states of a thing and that its name does not have: a home that is a travel trailer."""
        lexicon = self.law.lexicon
        found: dict[str, tuple[str, ...]] = {}
        for word in lexicon.kinds:
            for s in self.stated.get(word, ()):
                thing = s.atom.args[0] if len(s.atom.args) == 1 else None
                if s.value is True and isinstance(thing, Thing) and not lexicon.is_a(thing.kind, word):
                    found[thing.name] = (*found.get(thing.name, ()), word)
        return found

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


def may_be(lexicon: Lexicon, thing: Thing, variable: Variable, kinds: Kinds | None = None) -> bool:
    """Can the thing be one of the variable's kind: one of the two kinds is the wider? `kinds`: what else the case
    says that things are."""
    also = kinds.get(thing.name, ()) if kinds else ()
    return any(lexicon.compatible(kind, variable.kind) for kind in (thing.kind, *also))


def unified(lexicon: Lexicon, pattern: Atom, ground: Atom, kinds: Kinds | None = None) -> Binding | None:
    """The binding under which `pattern` is the ground atom; a blank on either side fits."""
    if pattern.word != ground.word or len(pattern.args) != len(ground.args):
        return None
    binding: Binding = {}
    for p, g in zip(pattern.args, ground.args):
        if p.name == BLANK or g.name == BLANK:
            continue
        if isinstance(p, Variable) and p.name.startswith("any ") and not isinstance(g, Thing):
            continue
        if isinstance(p, Thing):
            if p.name != g.name:
                return None
        elif not isinstance(g, Thing) or not may_be(lexicon, g, p, kinds) or binding.get(p, g) != g:
            return None
        else:
            binding[p] = g
    return binding
