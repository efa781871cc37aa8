"""The phrasebook of a law: what a case can say to it.

Takes:   a checked `Law`
Gives:   `Phrasebook`: each fact that the law reads, in a sentence as a case writes it, with its unit or values and
         the provisions that read it; each form of question, with acts of this law
Differs: from the words of the law in that only those are shown that some provision reads
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

from legalasp.language.inflect import article, be
from legalasp.language.lexicon import Form, Lexicon, Phrase
from legalasp.law.conditions import Atom, Term, Thing
from legalasp.law.model import ASKED, BEFORE, Law, Provision
from legalasp.law.resolve import PAST, blank
from legalasp.law.walk import atoms_of

DAY_OF, SINCE, FINDS = "the day on which ", "the day since which ", "finds that "
SILENT = ("note", "declaration", "not rendered")
_DAY = "March 2, 2026"
_LAW = re.compile(r"(^|, )[^§,]+(?=§)")
"""The name of a law before a citation; within its own case a citation stands alone."""
_PAST_STATE = re.compile(r"(?P<state>.+) \((?P<relation>\w+) (?P<time>.+)\)")

SORTS = {
    "kind": "Things: what a case is about",
    "measure": "Measures",
    "value": "Named values",
    "state": "States and relations",
    "event": "Events, with their day",
    "finding": "Findings of officials",
    "judgment": "Judgments in the words of the law",
    "other": "Further facts",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact that the law reads. `sort` is a key of SORTS."""

    word: str
    sort: str
    example: str
    note: str = ""
    """Its unit, or its values."""
    read_by: tuple[str, ...] = ()
    decided_by: tuple[str, ...] = ()
    """Provisions that decide it themselves; a case states it only under `Suppose`."""


@dataclass(frozen=True, slots=True)
class Phrasebook:
    law: str
    title: str
    facts: tuple[Fact, ...]
    questions: tuple[str, ...] = field(default=())

    def text(self) -> str:
        rows = [f"The phrasebook of {self.title} ({self.law})", "",
                "A fact stands in a case as a sentence like these. Write the names of your case in the place of `the home`."]
        given = [f for f in self.facts if not f.decided_by]
        for sort, heading in SORTS.items():
            group = [f for f in given if f.sort == sort]
            if group:
                rows += ["", heading]
                for fact in group:
                    rows += self._shown(fact, fact.read_by)
        decided = [f for f in self.facts if f.decided_by]
        if decided:
            rows += ["", "Decided by the law itself (a case states these under `Suppose` only)"]
            for fact in decided:
                rows += self._shown(fact, fact.decided_by)
        rows += ["", "Questions"] + [f"  {q}" for q in self.questions]
        return "\n".join(rows) + "\n"

    def _shown(self, fact: Fact, by: tuple[str, ...]) -> Iterator[str]:
        note = f"  ({fact.note})" if fact.note else ""
        yield f"  {fact.example}{note}"
        if by and fact.sort != "kind":
            local = [c.removeprefix(f"{self.law} ") for c in by]
            yield "      " + ", ".join(local[:6]) + (f" and {len(local) - 6} more" if len(local) > 6 else "")


def phrasebook(law: Law) -> Phrasebook:
    read: dict[Atom, list[str]] = {}
    for provision in law.provisions:
        for atom in atoms_read(provision):
            read.setdefault(_shape(atom), []).append(str(provision.citation))
    for presumption in law.presumptions:
        for atom in atoms_of((presumption.condition, presumption.when, presumption.unless)):
            read.setdefault(_shape(atom), [])
    decided: dict[str, list[str]] = {}
    for provision in law.provisions:
        if provision.kind in ("definition", "exclusion", "deeming") and provision.term is not None:
            decided.setdefault(provision.term.word, []).append(str(provision.citation))
    own = list(read)
    wider: dict[Atom, str] = {}
    narrower: dict[Atom, list[str]] = {}
    for atom in own:
        for act in _narrower_of(law, atom):
            if act not in own:
                read.setdefault(act, read[atom])
                wider.setdefault(act, _past(law.lexicon, atom))
            if act != atom:
                narrower.setdefault(atom, []).append(_past(law.lexicon, act))
    days = {a.word.removeprefix(p) for a in read for p in (DAY_OF, SINCE) if a.word.startswith(p)}
    facts: dict[str, Fact] = {}
    for atom, by in read.items():
        if atom == ASKED or atom.word.endswith(BEFORE) or (atom.word in days and law.lexicon.phrases.get(atom.word)):
            continue  # said with its day
        if atom.word.startswith("applies "):
            continue  # no fact: how another provision stands
        fact = _fact(law.lexicon, atom, tuple(dict.fromkeys(by)), tuple(dict.fromkeys(decided.get(atom.word.removeprefix(DAY_OF), ()))))
        if fact.sort == "event" and atom in wider:
            fact = replace(fact, note=f"counts as: {wider[atom]}")
        elif fact.sort == "event" and atom in narrower:
            fact = replace(fact, note=f"so, too, where {' or '.join(dict.fromkeys(narrower[atom]))}")
        old = facts.get(fact.example)
        facts[fact.example] = fact if old is None else _merged(old, fact)
    return Phrasebook(law.name, law.title, tuple(facts.values()), tuple(dict.fromkeys(questions(law, facts.values()))))


def _merged(a: Fact, b: Fact) -> Fact:
    return Fact(a.word, a.sort, a.example, a.note or b.note, tuple(dict.fromkeys(a.read_by + b.read_by)), a.decided_by or b.decided_by)


def atoms_read(p: Provision) -> list[Atom]:
    """The atoms that a provision reads, not those that it rules or decides."""
    if p.kind in SILENT:
        return []
    limit = (p.limit.quantity, p.limit.bound) if p.limit else ()
    duty = p.acts if p.kind == "duty" else p.before  # whether it was done
    after = (p.after,) if p.after is not None else ()
    return atoms_of((p.when, p.if_, p.unless, limit, p.test, p.by, p.by_condition, p.exercised, duty, after))


def _narrower_of(law: Law, atom: Atom, depth: int = 6) -> Iterator[Atom]:
    """Acts that are this act too: whoever removes a home from a lot vacates the lot."""
    start = DAY_OF if atom.word.startswith(DAY_OF) else ""
    word = atom.word.removeprefix(DAY_OF)
    for narrow_word, wide_word, mapping in _implied(law):
        phrase = law.lexicon.phrases.get(narrow_word)
        if wide_word != word or phrase is None:
            continue
        args: list[Term] = list(map(blank, phrase.slots))
        for place, source in enumerate(mapping):
            if source >= 0 and law.lexicon.compatible(atom.args[place].kind, phrase.slots[source]):
                args[source] = atom.args[place]
        narrower = Atom(start + narrow_word, tuple(args))
        if sum(bool(a.name) for a in args) < sum(bool(a.name) for a in atom.args[1:]):
            continue  # it leaves out what the law asks after
        yield narrower
        if depth > 1:
            yield from _narrower_of(law, narrower, depth - 1)


def _implied(law: Law) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Narrower act, wider act, and which place of the narrower fills each place of the wider (-1: none)."""
    yield from ((narrow, wide, mapping) for (narrow, _), (wide, mapping) in law.lexicon.implied)
    for p in law.provisions:
        if p.kind == "act under":
            one, other = p.acts
            yield one.word, other.word, tuple(one.args.index(a) if a in one.args and a.name else -1 for a in other.args)


def wider_acts(law: Law, act: Atom) -> list[Atom]:
    """What else it is to do the act, at any remove."""
    out: list[Atom] = []
    rest = [act]
    while rest:
        one = rest.pop()
        for narrow, wide, mapping in _implied(law):
            phrase = law.lexicon.phrases.get(wide)
            if narrow == one.word and phrase is not None and wide != act.word and all(o.word != wide for o in out):
                rest.append(Atom(wide, tuple(one.args[m] if m >= 0 else blank(k) for m, k in zip(mapping, phrase.slots, strict=True))))
                out.append(rest[-1])
    return out


def examples(law: Law, p: Provision) -> Iterator[str]:
    """What a provision reads, in sentences as a case writes them."""
    for atom in dict.fromkeys(_shape(a) for a in atoms_read(p)):
        if atom != ASKED and not atom.word.endswith(BEFORE):
            yield _fact(law.lexicon, atom, (), ()).example


def _past(lexicon: Lexicon, atom: Atom) -> str:
    phrase = lexicon.phrases.get(atom.word.removeprefix(DAY_OF))
    return _lower(spoken(phrase, _names(atom), "past")) if phrase is not None else ""


def _shape(atom: Atom) -> Atom:
    """The atom with each place that is filled named by its kind, so that like facts are shown once."""
    return Atom(atom.word, tuple(t if not t.name or isinstance(t, Thing) else Thing(f"the {t.kind}", t.kind) for t in atom.args))


# ---------------------------------------------------------------- facts in sentences


def _fact(lexicon: Lexicon, atom: Atom, by: tuple[str, ...], decided: tuple[str, ...]) -> Fact:
    word = atom.word
    names = _names(atom)
    one = names.get(0, "the thing")
    if word in lexicon.kinds and len(atom.args) == 1:
        own = f"The example {word}" if word != "thing" else "The example"
        return Fact(word, "kind", f"{own} is {article(word)} {word}.", "", by, decided)
    measure = next((m for m in lexicon.measures if m.word == word), None)
    if measure:
        other = f" from {names.get(1, 'the other thing')}" if measure.other else ""
        unit = _many(measure.unit)
        if measure.name == "distance" and other:  # read as it is said: a home is 20 feet from another
            return Fact(word, "measure", f"{_upper(one)} is 20 {unit}{other}.", f"in {unit}", by, decided)
        return Fact(word, "measure", f"The {measure.name} of {one}{other} is 20{' ' + unit if unit else ''}.",
                    f"in {unit}" if unit else "a plain number", by, decided)
    attribute = next((a for a in lexicon.attributes if a.word == word), None)
    if attribute:
        return Fact(word, "value", f"The {attribute.name} of {one} {be(attribute.name)} {attribute.values[0]}.",
                    "one of: " + ", ".join(attribute.values), by, decided)
    for start in (DAY_OF, SINCE):
        if word.startswith(start) and word.removeprefix(start) in lexicon.phrases:
            phrase = lexicon.phrases[word.removeprefix(start)]
            tense, day = ("past", "on") if start == DAY_OF else ("perfect", "since")
            return Fact(phrase.word, "event" if start == DAY_OF else "state",
                        f"{spoken(phrase, names, tense)} {day} {_DAY}.", "", by, decided)
    if word.startswith(FINDS) and word.removeprefix(FINDS) in lexicon.phrases:
        inner = {n - 1: name for n, name in names.items() if n}
        said = spoken(lexicon.phrases[word.removeprefix(FINDS)], inner, "present")
        return Fact(word, "finding", f"{_upper(one)} finds that {_lower(said)}.", "", by, decided)
    if word in lexicon.phrases:
        phrase = lexicon.phrases[word]
        if phrase.sort == "act":
            return Fact(word, "event", f"{spoken(phrase, names, 'past')} on {_DAY}.", "", by, decided)
        if phrase.sort == "finding" and phrase.finder:
            return Fact(word, "finding", f"{_upper(phrase.finder)} finds that {_lower(spoken(phrase, names, 'present'))}.", "", by, decided)
        return Fact(word, "state", f"{spoken(phrase, names, 'present')}.", "", by, decided)
    past = _PAST_STATE.fullmatch(word)
    if past and past["state"] in lexicon.phrases:
        said = spoken(lexicon.phrases[past["state"]], names, "past")
        if word.endswith(PAST):
            return Fact(word, "state", f"{said}.", "", by, decided)
        return Fact(word, "state", f"{said} {_time(lexicon, past['relation'], past['time'])}.", "", by, decided)
    for verb, said in (("meets ", "meets "), ("conforms ", "conforms to ")):
        if word.startswith(verb):
            met = _LAW.sub(r"\1", word.removeprefix(verb))
            return Fact(word, "other", f"{_upper(one)} {said}{met}.", "", by, decided or ("its standards",))
    if word.startswith('"'):
        return Fact(word, "judgment", f"{_upper(one)} {word}." if names else f"{word}.", "", by, decided)
    return Fact(word, "other", f"{_upper(one)} {word}." if names else f"{_upper(word)}.", "", by, decided)


def _time(lexicon: Lexicon, relation: str, time: str) -> str:
    """`when the ordinance was enacted`: the time of a past state, which is a day or an event with its names."""
    event, _, names = time.partition(": ")
    phrase = lexicon.phrases.get(event)
    if phrase is None:
        return f"{relation} {time}"
    things = names.split(", ") if names else []
    for places in combinations(reversed(range(len(phrase.slots))), len(things)):
        filled = dict(zip(reversed(places), things, strict=True))
        if _form(phrase, "past", frozenset(filled)):
            return f"{'when' if relation == 'at' else relation} {_lower(spoken(phrase, filled, 'past'))}"
    return f"{relation} {time}"


def _names(atom: Atom) -> dict[int, str]:
    """Place -> a name for what fills it; the second of a kind is `the other …`. Places left out are not there."""
    out: dict[int, str] = {}
    for n, term in enumerate(atom.args):
        if term.name:
            out[n] = f"the other {term.kind}" if term.name in out.values() else term.name
    return out


def spoken(phrase: Phrase, names: dict[int, str], tense: str) -> str:
    """The phrase in that tense with its places filled: `The home was placed on the lot`."""
    filled = frozenset(names)
    form = _form(phrase, tense, filled)
    for first in (1, 0):  # no form fits the places filled: fill those that no form leaves out, the actor last
        if form is None:
            for n, kind in enumerate(phrase.slots):
                if n >= first and n not in phrase.optional and n not in names:
                    names = {**names, n: f"the other {kind}" if f"the {kind}" in names.values() else f"the {kind}"}
            form = _form(phrase, tense, frozenset(names))
    if form is None:
        return _upper(phrase.word)
    return _upper(" ".join(names[e] if isinstance(e, int) else e for e in form.elements))


def _form(phrase: Phrase, tense: str, filled: frozenset[int]) -> Form | None:
    fitting = [f for f in phrase.forms if f.tense == tense and not f.negated and not f.plural
               and frozenset(e for e in f.elements if isinstance(e, int)) == filled and isinstance(f.elements[0], int)]
    return fitting[0] if fitting else None


# ---------------------------------------------------------------- questions


def questions(law: Law, facts: Iterable[Fact] = ()) -> Iterator[str]:
    """Each form of question that this law can answer, the first ones with the acts that it rules."""
    told = [f for f in facts if not f.decided_by]
    may = _first(may_questions(law), 8)
    yield from may
    yield from _first(_supposing(may, told), 1)
    musts = []
    for p in law.provisions:
        if p.kind == "duty":
            musts += [f"Must {q}?" for a in p.acts for q in _asked(law.lexicon, a)]
            musts += [f"By when must {q}?" for a in p.acts for q in _asked(law.lexicon, a) if p.by is not None]
    yield from _first(musts, 6)
    yield from _first(_last_days(law), 2)
    limits = []
    for p in law.provisions:
        if p.limit is not None:
            measure = next((m for m in law.lexicon.measures if m.word == p.limit.quantity.word), None)
            one = _names(_shape(p.limit.quantity)).get(0)
            if measure and one and p.limit.direction != "one of":
                limits.append(f"What must the {measure.name} of {one} be {p.limit.direction}?")
    yield from _first(limits, 4)
    yield from _is_questions(law, told)
    kinds = list(dict.fromkeys(v.kind for p in law.provisions if p.kind not in SILENT for v in p.variables))
    if kinds:
        yield f"Which provisions apply to the {kinds[0]}?"
    yield from _scope_questions(law, kinds)
    yield from _first((f"What {be(_measured(f))} {_measured(f)}?" for f in told if f.sort in ("measure", "value")), 2)
    yield from _first(_counting(law, told), 2)


def _measured(fact: Fact) -> str:
    """`the width of the home`, from its example."""
    return _lower(re.split(r" (?:is|are) ", fact.example)[0])


def _supposing(may: list[str], facts: list[Fact]) -> Iterator[str]:
    """`May the home be placed on the lot on March 2, 2026 if the lot is vacant?`"""
    for question in may:
        for fact in facts:
            things = set(re.findall(r"[Tt]he ([a-z ]+?) (?:is|was|on|be)\b", fact.example))
            if fact.sort == "state" and things and all(f"the {thing} " in question for thing in things):
                yield f"{question.rstrip('?')} if {_lower(fact.example).rstrip('.')}?"


def _last_days(law: Law) -> Iterator[str]:
    """Of the acts whose permission or bar hangs on a period or on a day."""
    from legalasp.law import conditions as C

    def timed(p: Provision) -> bool:
        found: list[object] = []

        def look(node: object) -> None:
            if isinstance(node, (C.Within, C.Lasted, C.Passed)):
                found.append(node)
            for part in getattr(node, "parts", ()) or [getattr(node, "part", None)]:
                if part is not None:
                    look(part)

        for condition in (p.if_, p.when, p.test):
            look(condition)
        return bool(found)

    for p in law.provisions:
        if p.kind in ("permission", "only", "prohibition", "standard") and timed(p):
            for act in p.acts or p.bars:
                for said in _asked(law.lexicon, act):
                    yield f"What is the last day on which {said.replace(' be ', ' may be ', 1)}?"


def _is_questions(law: Law, facts: list[Fact]) -> Iterator[str]:
    """Of the words that the law defines, of a state, of an event."""
    for p in law.provisions:
        if p.kind in ("definition", "deeming") and p.term is not None and p.term.args and p.term.args[0].name:
            one = f"the {p.term.args[0].kind}"
            if p.term.word in law.lexicon.kinds:
                yield f"Is {one} {article(p.term.word)} {p.term.word}?"
            elif p.term.word in law.lexicon.phrases:
                yield from _turned(spoken(law.lexicon.phrases[p.term.word], _names(_shape(p.term)), "present"))
    for sort in ("event", "state"):
        yield from _first((q for f in facts if f.sort == sort for q in _turned(f.example.rstrip("."))), 1)


def _turned(said: str) -> Iterator[str]:
    """`The home was built on …` as `Was the home built on …?`"""
    found = re.match(r"(.+?) (is|was|has) (.+)", said)
    if found:
        yield f"{_upper(found[2])} {_lower(found[1])} {found[3]}?"


def _scope_questions(law: Law, kinds: list[str]) -> Iterator[str]:
    """Of what an exemption reaches; where the law has none, of a provision about the first kind of thing."""
    for p in law.provisions:
        if p.kind in ("exemption", "scope"):
            keys = {*p.reach.named, *p.reach.broad}
            reached = [q for q in law.provisions if q.key in keys]
            burdens = [q for q in reached if q.kind in ("standard", "duty", "prohibition", "only")]
            cited = next((q.citation.local for q in burdens or reached), None)
            about = p.reach.about or next(iter(p.variables), None)
            if cited and about is not None:
                yield f"Is the {about.kind} exempt from {cited}?"
                yield f"Does {cited} apply to the {about.kind}?"
                return
    for p in law.provisions:
        if p.kind not in SILENT and p.variables and p.variables[0].kind in kinds[:1]:
            yield f"Does {p.citation.local} apply to the {p.variables[0].kind}?"
            yield f"Is the {p.variables[0].kind} exempt from {p.citation.local}?"
            return


def _counting(law: Law, facts: list[Fact]) -> Iterator[str]:
    """`How many homes are on the lot?`, from a relation that the law reads."""
    for fact in facts:
        phrase = law.lexicon.phrases.get(fact.word)
        found = re.fullmatch(r"The ([a-z ]+) is (on|in) the ([a-z ]+)\.", fact.example)
        if fact.sort == "state" and phrase is not None and found and found[1] in law.lexicon.kinds:
            yield f"How many {law.lexicon.kinds[found[1]].plural} are {found[2]} the {found[3]}?"


def may_questions(law: Law) -> Iterator[str]:
    """`May the home be placed on the lot on March 2, 2026?` for each act that the law permits or bars."""
    ruled = ("permission", "prohibition", "only", "closed list")
    for act in [a for p in law.provisions if p.kind in ruled for a in p.acts] + [a for p in law.provisions for a in p.bars]:
        yield from act_questions(law, act)


def act_questions(law: Law, act: Atom) -> Iterator[str]:
    for said in _asked(law.lexicon, act):
        yield f"May {said} on {_DAY}?"


def _asked(lexicon: Lexicon, act: Atom) -> Iterator[str]:
    """`the home be placed on the lot`: an act as a question says it."""
    phrase = lexicon.phrases.get(act.word)
    if phrase is None:
        return
    names = _names(_shape(act))
    for tense in ("bare", "bare perfect"):
        form = _form(phrase, tense, frozenset(names))
        if form is not None:
            yield " ".join(names[e] if isinstance(e, int) else e for e in form.elements)
            return


def _first(rows: Iterable[str], number: int) -> list[str]:
    return list(dict.fromkeys(rows))[:number]


def _many(unit: str) -> str:
    from legalasp.language.numerals import UNITS

    return next((" ".join(words) for words, one in UNITS.items() if one == unit and " ".join(words) != unit), unit)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if re.match(r"(The|This|A|An|Each) ", text) else text
