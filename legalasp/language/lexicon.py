"""The declared words of a law: kinds, measures, named values, parts, states, acts, officials.

Takes:   nothing; `declarations.py` fills it from a schedule of words
Gives:   `Lexicon`: for every declared phrase all the forms in which a sentence may use it
Differs: from the schedule in that plural, negation, tense, passive, relative and -ing forms follow
         from one declaration; explanations use the same table

A form is a row of elements: a literal word, or the number of a slot.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace

from legalasp.language.inflect import Verb, article, plural, verb as verb_of
from legalasp.mistakes import Place

Element = str | int


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    plural: str
    parents: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a phrase. `tense`: present, past, perfect, future, bare (after may and must),
    reduced (`placed on a lot`, behind its noun), gerund (`placing a home on a lot`), infinitive (behind `to`)."""

    elements: tuple[Element, ...]
    tense: str
    negated: bool = False
    passive: bool = False
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """A declared state, relation, act, part or finding. `word` is its declaration and its name."""

    word: str
    sort: str
    """state, act, part, finding or kind."""
    slots: tuple[str, ...]
    optional: frozenset[int] = frozenset()
    forms: tuple[Form, ...] = ()
    finder: str = ""
    """The official who settles a finding."""
    elements: tuple[Element, ...] = ()
    place: Place | None = field(default=None, compare=False)

    def form(self, tense: str, negated: bool = False, passive: bool | None = None,
             plural: bool = False, filled: frozenset[int] = frozenset()) -> Form | None:
        """The first form of that tense whose slots are just `filled` (all slots, if empty)."""
        wanted = filled or frozenset(range(len(self.slots)))
        for form in self.forms:
            has = frozenset(e for e in form.elements if isinstance(e, int))
            if (form.tense == tense and form.negated == negated and has == wanted
                    and form.plural == plural and (passive is None or form.passive == passive)):
                return form
        return None


@dataclass(frozen=True, slots=True)
class MeasureWord:
    """`A home has a width in feet`: a quantity (unit given) or, with unit "", a plain number."""

    name: str
    kind: str
    unit: str
    other: str = ""
    """A second place: the distance of a home from another thing."""
    place: Place | None = field(default=None, compare=False)

    @property
    def word(self) -> str:
        return f"the {self.name} of {article(self.kind)} {self.kind}" + (
            f" from {article(self.other)} {self.other}" if self.other else "")


@dataclass(frozen=True, slots=True)
class AttributeWord:
    """`The siding of a home is wood, hardboard or other`: one named value at most."""

    name: str
    kind: str
    values: tuple[str, ...]
    place: Place | None = field(default=None, compare=False)

    @property
    def word(self) -> str:
        return f"the {self.name} of {article(self.kind)} {self.kind}"


@dataclass
class Lexicon:
    kinds: dict[str, Kind] = field(default_factory=dict)
    phrases: dict[str, Phrase] = field(default_factory=dict)
    measures: list[MeasureWord] = field(default_factory=list)
    attributes: list[AttributeWord] = field(default_factory=list)
    named: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Officials and outside laws: name in lower case -> (name as written, kind)."""
    implied: list[tuple[tuple[str, tuple[Element, ...]], tuple[str, tuple[Element, ...]]]] = field(
        default_factory=list)
    """Acts under acts: (narrower phrase, its slots by variable) -> (wider phrase, its slots)."""
    results: list[tuple[str, tuple[tuple[str, tuple[int, ...], bool, bool], ...]]] = field(default_factory=list)
    """Act -> the states that it brings about: (state, its slots as slots of the act, does it then hold, and
    with no other thing in the last slot)."""
    single: set[tuple[str, str]] = field(default_factory=set)
    """(part, whole): `A lot is in one park only.` What is known to be in one is in no other."""
    fixed: set[str] = field(default_factory=set)
    """Words of facts that nobody can change: no advice is given to change them."""
    own: set[str] = field(default_factory=set)
    """Kinds and phrases that the law itself declares, not the shared plain words."""
    todo: set[str] = field(default_factory=set)
    nouns: dict[tuple[str, ...], tuple[str, bool]] = field(default_factory=dict)
    """Noun as tokens -> (kind, is it the plural)."""
    adjectives: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    roles: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Nouns of relation: `owner` -> `a person is the owner of a thing`."""
    index: dict[str, list[tuple[Phrase, Form, frozenset[str]]]] = field(default_factory=dict)  # the words of the form last

    # ------------------------------------------------------------ kinds

    def add_kind(self, kind: Kind) -> None:
        old = self.kinds.get(kind.name)
        if old:
            kind = replace(old, parents=tuple(dict.fromkeys(old.parents + kind.parents)),
                           also=tuple(dict.fromkeys(old.also + kind.also)))
        self.kinds[kind.name] = kind
        for name in (kind.name, *kind.also):
            self.nouns[tuple(name.lower().split())] = (kind.name, False)
            more = kind.plural if name == kind.name else plural(name)
            self.nouns.setdefault(tuple(more.lower().split()), (kind.name, True))

    def is_a(self, kind: str, wanted: str) -> bool:
        """Is every `kind` a `wanted`? `thing` takes in all."""
        if kind == wanted or wanted == "thing":
            return True
        known = self.kinds.get(kind)
        return bool(known) and any(p != kind and self.is_a(p, wanted) for p in known.parents)

    def compatible(self, kind: str, wanted: str) -> bool:
        """May a thing called `kind` stand where `wanted` is asked: one of them is the wider."""
        return self.is_a(kind, wanted) or self.is_a(wanted, kind)

    # ------------------------------------------------------------ phrases

    def add_phrase(self, phrase: Phrase) -> None:
        self.phrases[phrase.word] = phrase
        for form in phrase.forms:
            literals = [e for e in form.elements if isinstance(e, str)]
            if literals:
                self.index.setdefault(_anchor(literals), []).append((phrase, form, frozenset(w.lower() for w in literals)))
        if phrase.sort == "state" and len(phrase.slots) == 2 and phrase.elements[:3] == (0, "is", "the") and phrase.elements[-2:] == ("of", 1):
            self.roles[tuple(str(e) for e in phrase.elements[3:-2])] = phrase.word
        if phrase.sort == "state" and len(phrase.slots) == 1 and phrase.elements[:2] == (0, "is"):
            rest = phrase.elements[2:]
            if rest and all(isinstance(e, str) for e in rest) and len(rest) <= 3 and rest[0] not in ("in", "on", "of"):
                self.adjectives.setdefault(tuple(str(e).lower() for e in rest), []).append(phrase.word)

    def declare_power(self, verb: str, target: str, to: str, who: str, about: str) -> str:
        """The act of using a power: `the Board of Appeals waives § 4 for a park`. `target` in citations."""
        first, *more = verb.split()
        third = first + "s"
        article_ = article(who)
        word = f"{article_} {who} {third} {' '.join([*more, target])} {to} {article(about)} {about}"
        if word not in self.phrases:
            rest = (*more, *target.replace(",", " ,").replace("§ ", "§\x00").split(" "), to, 1)
            rest = tuple(e.replace("\x00", " ") if isinstance(e, str) else e for e in rest)
            forms = act_forms([verb_of(third)], rest)
            self.add_phrase(Phrase(word, "act", (who, about), frozenset(), forms, "", (0, third, *rest)))
            self.own.add(word)
        return word

    def candidates(self, literals: set[str]) -> list[tuple[Phrase, Form]]:
        """The phrase forms all of whose literal words occur among `literals`, found by the rarest of them."""
        return [(phrase, form) for word in sorted(literals) for phrase, form, words in self.index.get(word, ()) if words <= literals]

    def measures_named(self, name: str) -> list[MeasureWord]:
        return [m for m in self.measures if m.name == name]


_COMMON = {"is", "are", "be", "been", "was", "were", "has", "have", "had", "not", "does", "do", "did", "a", "the",
           "to", "of", "in", "on", "by", "for", "with", "will", "at", "from", "being", "as", "or", "and", "an"}


def _anchor(literals: list[str]) -> str:
    """The literal that says most about a form: its longest uncommon word."""
    low = [w.lower() for w in literals]
    rare = [w for w in low if w not in _COMMON]
    return max(rare or low, key=len)


# ---------------------------------------------------------------- forms


def _alternatives(rest: tuple[object, ...]) -> list[tuple[tuple[Element, ...], frozenset[int]]]:
    """`rest` with every optional group left in or out."""
    choices = []
    for part in rest:
        choices.append([(part,), ()] if not isinstance(part, tuple) else [part, ()] if part else [()])
    fixed = [[(p,)] if not isinstance(p, tuple) else [p, ()] for p in rest]
    out = []
    for combination in itertools.product(*fixed):
        elements = tuple(e for group in combination for e in group)
        out.append((elements, frozenset(e for e in elements if isinstance(e, int))))
    return out


def act_forms(verbs: list[Verb], rest: tuple[object, ...]) -> tuple[Form, ...]:
    """All forms of `0 VERB rest`; an optional group of `rest` is a tuple of elements.

    The passive exists where a slot follows the verb at once (after optional adverbs: at once)."""
    forms: list[Form] = []
    for v in verbs:
        for elements, _ in _alternatives(rest):
            forms += _active(v, elements)
            if elements and isinstance(elements[0], int):
                forms += _passive(v, elements[0], elements[1:])
    return tuple(dict.fromkeys(forms))


def _active(v: Verb, rest: tuple[Element, ...]) -> list[Form]:
    def row(*words: str, tense: str, negated: bool = False, many: bool = False) -> Form:
        return Form((0, *words, *rest), tense, negated, False, many)

    return [
        row(v.third, tense="present"), row("does", "not", v.base, tense="present", negated=True),
        row(v.base, tense="present", many=True), row("do", "not", v.base, tense="present", negated=True, many=True),
        row(v.past, tense="past"), row("did", "not", v.base, tense="past", negated=True),
        row("has", v.participle, tense="perfect"), row("has", "not", v.participle, tense="perfect", negated=True),
        row("have", v.participle, tense="perfect", many=True),
        row("have", "not", v.participle, tense="perfect", negated=True, many=True),
        row("will", v.base, tense="future"), row("will", "not", v.base, tense="future", negated=True),
        row(v.base, tense="bare"), row("not", v.base, tense="bare", negated=True),
        Form((v.gerund, *rest), "gerund"),
        Form((v.base, *rest), "infinitive"),
        Form((0, v.gerund, *rest), "reduced"),
    ]


def _passive(v: Verb, subject: Element, rest: tuple[Element, ...]) -> list[Form]:
    out = []
    for tail in (rest, (*rest, "by", 0)):
        def row(*words: str, tense: str, negated: bool = False, many: bool = False, tail: tuple[Element, ...] = tail) -> Form:
            return Form((subject, *words, v.participle, *tail), tense, negated, True, many)

        out += [
            row("is", tense="present"), row("is", "not", tense="present", negated=True),
            row("are", tense="present", many=True), row("are", "not", tense="present", negated=True, many=True),
            row("was", tense="past"), row("was", "not", tense="past", negated=True),
            row("were", tense="past", many=True), row("were", "not", tense="past", negated=True, many=True),
            row("has", "been", tense="perfect"), row("has", "not", "been", tense="perfect", negated=True),
            row("have", "been", tense="perfect", many=True),
            row("have", "not", "been", tense="perfect", negated=True, many=True),
            row("will", "be", tense="future"), row("will", "not", "be", tense="future", negated=True),
            row("be", tense="bare"), row("not", "be", tense="bare", negated=True),
            row("have", "been", tense="bare perfect"),
            row(tense="reduced"),
        ]
    return out


def state_forms(rest: tuple[object, ...]) -> tuple[Form, ...]:
    """All forms of `0 is rest`."""
    forms: list[Form] = []
    for elements, _ in _alternatives(rest):
        def row(*words: str, tense: str, negated: bool = False, many: bool = False,
                elements: tuple[Element, ...] = elements) -> Form:
            return Form((0, *words, *elements), tense, negated, False, many)

        forms += [
            row("is", tense="present"), row("is", "not", tense="present", negated=True),
            row("are", tense="present", many=True), row("are", "not", tense="present", negated=True, many=True),
            row("was", tense="past"), row("was", "not", tense="past", negated=True),
            row("were", tense="past", many=True), row("were", "not", tense="past", negated=True, many=True),
            row("has", "been", tense="perfect"), row("has", "not", "been", tense="perfect", negated=True),
            row("have", "been", tense="perfect", many=True),
            row("have", "not", "been", tense="perfect", negated=True, many=True),
            row("has", "remained", tense="perfect"), row("remains", tense="present"),
            row("be", tense="bare"), row("not", "be", tense="bare", negated=True),
            *([] if elements[:1] and elements[0] in ("a", "an", "the") else [row(tense="reduced")]),
        ]  # `the home a corner home` is no noun with a hanger-on: a verb is missing
    return tuple(dict.fromkeys(forms))


def part_forms(noun: str, many: str) -> tuple[Form, ...]:
    """`1 has 0`: slot 0 is the part, slot 1 the whole: `the lots of the park`, `the lots in the park`."""
    return (
        Form((1, "has", 0), "present"), Form((1, "have", 0), "present", plural=True),
        Form((1, "does", "not", "have", 0), "present", negated=True),
        Form((0, "is", "of", 1), "present"), Form((0, "are", "of", 1), "present", plural=True),
        Form((0, "is", "not", "of", 1), "present", negated=True),
        Form((0, "of", 1), "reduced"),
        Form((1, "have", 0), "bare"), Form((1, "with", 0), "reduced"),
    )
