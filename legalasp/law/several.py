"""Several laws that one case is put to, as one.

Takes:   checked laws, in the order in which the case names them
Gives:   `joined`: one law with the provisions of all, each under its own law's citation; or mistakes
Differs: from one law in that the keys of provisions carry the name of their law, and rules on conflicts between laws
         have something to settle. A word is one word for all of them, and `this law` is the first
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from legalasp.language.lexicon import Lexicon
from legalasp.law.conditions import Status
from legalasp.law.model import Law, Provision, Reaches
from legalasp.law.walk import atoms_of, rebuilt
from legalasp.mistakes import Mistake, Place


def joined(laws: list[Law]) -> tuple[Law | None, list[Mistake]]:
    """One law of several; the first keeps `this law`, the counting of days and the place."""
    mistakes = [*_twice(laws), *_unlike(laws)]
    if mistakes:
        return None, mistakes
    first = laws[0]
    lexicon = _words(laws)
    names = [law.name for law in laws]
    return replace(
        first, name=" with ".join([first.name, " and ".join([", ".join(names[1:-1]), names[-1]] if len(names) > 2 else names[1:])]),
        title=" · ".join(law.title for law in laws), lexicon=lexicon,
        provisions=tuple(p for law in laws for p in _named(law, law is first)),
        doubts=tuple(d for law in laws for d in law.doubts),
        presumptions=tuple(p for law in laws for p in law.presumptions),
        burdens=tuple(b for law in laws for b in law.burdens),
        notes=tuple(n for law in laws for n in law.notes),
        fingerprint="sha256:" + hashlib.sha256(" ".join(law.fingerprint for law in laws).encode()).hexdigest(),
        parts=tuple(laws)), []


def _named(law: Law, first: bool) -> list[Provision]:
    """Its provisions, their keys with the name of the law; those of a later law begin when that law does."""

    def key(own: str) -> str:
        return f"{law.name} {own}"

    def put(node: object) -> object:
        return replace(node, provision=key(node.provision)) if isinstance(node, Status) else node

    def reach(r: Reaches) -> Reaches:
        return replace(r, named=tuple(map(key, r.named)), broad=tuple(map(key, r.broad)))

    out = []
    for p in law.provisions:
        p = replace(
            p, key=key(p.key), when=rebuilt(p.when, put), if_=rebuilt(p.if_, put), unless=rebuilt(p.unless, put), test=rebuilt(p.test, put),
            exercised=rebuilt(p.exercised, put), reach=reach(p.reach), despite=reach(p.despite), subject_to=reach(p.subject_to),
            lists=None if p.lists is None else tuple(map(key, p.lists)))
        out.append(p if first else replace(p, from_=p.from_ or law.from_, until=p.until or law.until))
    return out


def _words(laws: list[Law]) -> Lexicon:
    """The words of all; what two laws declare alike is one word."""
    out = Lexicon()
    for lexicon in (law.lexicon for law in laws):
        for kind in lexicon.kinds.values():
            out.add_kind(kind)
        for phrase in lexicon.phrases.values():
            if phrase.word not in out.phrases:
                out.add_phrase(phrase)
        out.measures += [m for m in lexicon.measures if m not in out.measures]
        out.attributes += [a for a in lexicon.attributes if a not in out.attributes]
        out.named.update({n: row for n, row in lexicon.named.items() if n not in out.named})
        out.implied += [row for row in lexicon.implied if row not in out.implied]
        out.results += [row for row in lexicon.results if row not in out.results]
        out.single |= lexicon.single
        out.fixed |= lexicon.fixed
        out.own |= lexicon.own
        out.todo |= lexicon.todo
    return out


# ---------------------------------------------------------------- what cannot be joined


def _twice(laws: list[Law]) -> list[Mistake]:
    """One law named twice; a reading or a defined word of two laws, which would be one."""
    out: list[Mistake] = []
    seen: dict[str, Law] = {}
    readings: dict[str, Law] = {}
    defined: dict[str, Law] = {}
    for law in laws:
        if law.name in seen:
            out.append(Mistake("law-twice", f"the case names `{law.name}` twice", (), "name each law once"))
        seen[law.name] = law
        for reading in (r.name for d in law.doubts for r in d.readings):
            if readings.setdefault(reading, law) is not law:
                out.append(Mistake("reading-twice", f"the reading \"{reading}\" stands in {readings[reading].name} and in {law.name}",
                                   _place(law), "give each reading a name of its own"))
        for p in law.provisions:
            if p.term is not None and defined.setdefault(p.term.word, law) is not law:
                out.append(Mistake("word-of-two-laws", f"{defined[p.term.word].name} and {law.name} each define `{p.term.word}`", _place(law),
                                   "a case cannot mean both by one word: put it to each law by itself (`legalasp compare`)"))
    return list(dict.fromkeys(out))


def _unlike(laws: list[Law]) -> list[Mistake]:
    """Laws that count days in two ways; a later law that speaks of itself, as only the first can."""
    out: list[Mistake] = []
    counted = [law for law in laws if law.days]
    for law in counted[1:]:
        if law.calendar != counted[0].calendar:
            out.append(Mistake("days-differ", f"{counted[0].name} and {law.name} count days in two ways", _place(law),
                               "put the case to each law by itself (`legalasp compare`)"))
    for law in laws[1:]:
        own = next((p for p in law.provisions if any("this law" in a.word or any(t.name == "this law" for t in a.args) for a in
                    atoms_of((p.when, p.if_, p.unless, p.test, p.acts, p.bars)))), None)
        if own is not None:
            out.append(Mistake("this-law-of-two", f"{own.citation} speaks of `this law`, which in this case is {laws[0].name}", _place(law),
                               f"name {law.name} first, or name the law in {own.citation}"))
    return out


def _place(law: Law) -> tuple[Place, ...]:
    return (Place(law.file),)
