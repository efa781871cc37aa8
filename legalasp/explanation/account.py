"""How each provision stands in one case, and because of what.

Takes:   an `Inquiry` that has been asked, the ground case, and a combination of readings
Gives:   `Account`: for each provision a `Standing` (the first thing that settled it, theory 3), for each
         condition the `Leaf`s that make it so
Differs: from the trace in that it says why: the facts, presumptions, findings and open facts beneath

Nothing is guessed here: every status is one that was derived.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from legalasp.explanation import wording as words
from legalasp.explanation.wording import FINDS, Wording, row
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Condition
from legalasp.law.model import Law, Provision, Statement
from legalasp.law.walk import atoms_of, substituted
from legalasp.program.instantiate import Grounded
from legalasp.program.parts import Part
from legalasp.program.problem import DueWhen, May, Roster, Word
from legalasp.reasoning import Inquiry, Outcome
from legalasp.reasoning.answer import Combination

NOT_IN_FORCE, OTHER_READING, NOT_ABOUT, EXCEPTED, STRUCK = "not in force", "other reading", "not about this case", "excepted", "struck"
UNMET, YIELDS, CIRCULAR, BREACH, STANDS, OPEN = "condition not met", "yields", "circular", "broken", "stands", "open"


MOST_COMBINATIONS = 6
"""Combinations of readings whose reasons are spelled out."""
MOST_MEMBERS = 3
"""Things of a roster that are spoken of one by one."""
NO_ROSTER = Roster(())


@C.keeps_hash
@dataclass(frozen=True, slots=True)
class Leaf(C.Kept):
    """One condition without parts, and how it stands: true, false, or None where it is open."""

    condition: Condition
    truth: bool | None
    said: str
    kind: str
    """fact, presumption, finding, open fact, calculation, word, reading or provision."""
    lead: str = ""
    """How it is known: words that a `that` or `whether` follows."""
    readings: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    calculation: str = ""
    failed: bool = False
    """It is asked for, and is not so or is open."""
    atom: Atom | None = None
    after: str = ""

    @property
    def text(self) -> str:
        return words.led(self.lead, [self.said]) + self.after


@dataclass(frozen=True)
class Standing:
    key: str
    """Key of the part: of a `may only`, the grant and the bar are two."""
    status: str
    because: tuple[Leaf, ...] = ()
    by: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass
class Account:
    law: Law
    grounded: Grounded
    inquiry: Inquiry
    outcome: Outcome
    combination: Combination = ()
    cache: dict[str, Standing] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.trace = self.inquiry.trace(self.combination)
        self.ground = self.inquiry.ground
        self.relations = self.ground.relations
        self.presumed = set(self.outcome.presumed)
        self.words = self.ground.words
        self._leaves: dict[tuple[Condition, bool], Leaf] = {}
        self._truths: dict[Condition, bool | None] = {}

    @property
    def asks_may(self) -> bool:
        return isinstance(self.inquiry.problem.question, May)

    @property
    def asks_when(self) -> bool:
        return isinstance(self.inquiry.problem.question, DueWhen)

    @cached_property
    def say(self) -> Wording:
        return Wording(self.law.lexicon, self.law.calendar, self.inquiry.given.number, self.ground.spreader.others, self.cited,
                       worth=self.ground.spreader.value)

    @cached_property
    def ask(self) -> Wording:
        """Speaks of what would have to be so."""
        return replace(self.say, bare=True, _said={})

    # ------------------------------------------------------------ provisions

    def instance_key(self, key: str) -> str:
        for ending in ("/only", "/grant"):
            if key.endswith(ending) and key not in self.grounded.instances:
                return key.removesuffix(ending)
        return key

    def provision(self, key: str) -> Provision | None:
        instance = self.grounded.instances.get(self.instance_key(key))
        return instance.provision if instance else None

    def cited(self, key: str) -> str:
        """The citation, without the things that the provision is about here."""
        provision = self.provision(key)
        if provision is not None:
            return str(provision.citation)
        instance = self.grounded.instances.get(self.instance_key(key))
        if instance is None:
            return key
        verb, _, target = instance.says.partition(" ")
        return f"{self.law.name}, on what it is to {'meet' if verb == 'meets' else 'conform to'} {self.say.aim(target)}"

    def rule(self, key: str) -> str:
        """A rule on conflicts as it is cited, with the reading on which it stands."""
        if key == "levels":
            return "the rule that higher law prevails"
        provision = self.provision(key)
        reading = provision.reading[1] if provision is not None and provision.reading is not None else ""
        return self.cited(key) + (f" on the reading \"{reading}\"" if reading else "")

    def part(self, key: str) -> Part:
        return self.relations.by_key[key]

    def reached(self, key: str) -> bool:
        """Whether the question looks at the provision at all."""
        return key in self.relations.by_key and ("bites", self.part(key).number) in self.ground.looks

    def standing(self, key: str) -> Standing:
        if key not in self.cache:
            self.cache[key] = self._standing(key)
        return self.cache[key]

    def _standing(self, key: str) -> Standing:
        part, trace = self.part(key), self.trace
        p = part.provision
        if not self.relations.in_force(p):
            return Standing(key, NOT_IN_FORCE)
        if p.reading is not None and dict(self.combination).get(p.reading[0], p.reading[1]) != p.reading[1]:
            return Standing(key, OTHER_READING, by=(p.reading[1],))
        applies = trace.status(key, "applies")
        if applies is False:
            if p.unless is not None and self.truth(p.unless) is True:
                return Standing(key, EXCEPTED, self.leaves(p.unless))
            return Standing(key, NOT_ABOUT, self.leaves(p.when))
        if key in self.outcome.incoherent and trace.circular(key):
            return Standing(key, CIRCULAR, by=self.outcome.incoherent)
        if (struck := trace.status(key, "struck")) is True:
            return Standing(key, STRUCK, by=trace.struck_by(key))
        bites = trace.status(key, "bites")
        if bites is False and (applies is True or self.truth(part.prerequisite) is False):
            return Standing(key, UNMET, self.leaves(part.prerequisite))
        if bites is None or applies is None:
            opened = self.open_leaves(p.when, part.prerequisite, *((p.unless,) if p.unless is not None else ()))
            by = tuple(k for k in trace.may_strike(key) if trace.status(k, "bites") is None) if struck is None else ()
            return Standing(key, OPEN, opened, by, (p.reading[1],) if p.reading else ())
        if ("stands", part.number) in self.ground.looks:
            if trace.status(key, "yields") is True:
                winners = trace.beaten_by(key)
                return Standing(key, YIELDS, (), winners, self._rules(key, winners))
            if trace.status(key, "breach") is True:
                return Standing(key, BREACH, self.leaves(self.test(part)))
            if trace.status(key, "breach") is None and self.test(part) != C.TRUE:
                return Standing(key, OPEN, self.leaves(self.test(part)))
        asked = [c for c in (p.when, part.prerequisite, self.test(part)) if c != C.TRUE]
        return Standing(key, STANDS, tuple(dict.fromkeys(leaf for c in asked for leaf in self.leaves(c))))

    def grounds(self, key: str) -> tuple[Leaf, ...]:
        """The leaves of a standing, and, of what bites, also those that bring the case under it."""
        standing, part = self.standing(key), self.part(key)
        if standing.status not in (BREACH, STANDS):
            return standing.because
        asked = (part.provision.when, part.prerequisite, self.test(part))
        return tuple(dict.fromkeys((*(leaf for c in asked if c != C.TRUE for leaf in self.leaves(c)), *standing.because)))

    def test(self, part: Part) -> Condition:
        """What a standard or a prior duty asks for; true for any other provision."""
        if part.kind == "standard" or (part.kind == "duty" and part.provision.before):
            return self.ground.spreader.test(part.provision)
        return C.TRUE

    def _rules(self, key: str, winners: Iterable[str]) -> tuple[str, ...]:
        pairs = {frozenset((c.one, c.other)): c.rules for c in self.outcome.conflicts}
        return tuple(dict.fromkeys(r for w in winners for r in pairs.get(frozenset((key, w)), ())))

    # ------------------------------------------------------------ conditions

    def truth(self, c: Condition) -> bool | None:
        if c not in self._truths:
            truth = self.trace.truth(c)
            self._truths[c] = truth if truth is not None else self._counted(c)
        return self._truths[c]

    def _counted(self, c: Condition) -> bool | None:
        """A count that the named things alone already bring to its limit, whatever others there are."""
        match c:
            case C.Compare(C.CountOf(variable, where, but), op, C.Number(number)) if op in ("<=", ">="):
                members = self.ground.problem.rosters.get(variable.kind, NO_ROSTER).members
                count = sum(self.truth(substituted(where, {variable: m})) is True for m in members if m not in but)
                if op == "<=" and count > number:
                    return False
                if op == ">=" and count >= number:
                    return True
        return None

    def open_leaves(self, *conditions: Condition) -> tuple[Leaf, ...]:
        return tuple(dict.fromkeys(
            leaf for c in conditions if self.truth(c) is None for leaf in self.leaves(c) if leaf.truth is None))

    def leaves(self, c: Condition, positive: bool = True, readings: tuple[str, ...] = ()) -> tuple[Leaf, ...]:
        """The leaves that make a condition what it is."""
        return tuple(dict.fromkeys(self._found(c, positive, readings)))

    def _found(self, c: Condition, positive: bool, readings: tuple[str, ...]) -> list[Leaf]:
        match c:
            case C.Not(part):
                return self._found(part, not positive, readings)
            case C.All(parts) | C.AnyOf(parts):
                return self._joined(c, parts, isinstance(c, C.All), positive, readings)
            case C.AtLeast(_, parts) if self.truth(c) is not None:
                truth = self.truth(c)
                return [leaf for p in parts if self.truth(p) == truth for leaf in self._found(p, positive, readings)]
            case C.Some(variable, part, but) | C.Each(variable, part, but) if (truth := self.truth(c)) is not None:
                members = [m for m in self.ground.problem.rosters.get(variable.kind, NO_ROSTER).members if m not in but]
                filled = [substituted(part, {variable: m}) for m in members[:MOST_MEMBERS + 1]]
                deciding = [p for p in filled if self.truth(p) is truth]
                if isinstance(c, C.Some) == truth and deciding:
                    return self._found(deciding[0], positive, readings)
                if 0 < len(filled) <= MOST_MEMBERS and len(deciding) == len(filled) and self.ground.problem.rosters[variable.kind].closed:
                    return [leaf for p in filled for leaf in self._found(p, positive, readings)]
        return [self.leaf(c, positive, readings)]

    def _joined(self, c: Condition, parts: tuple[Condition, ...], is_all: bool, positive: bool, readings: tuple[str, ...]) -> list[Leaf]:
        own = [p for p in parts if isinstance(p, C.OnReading)]
        chosen = dict(self.combination)
        if not is_all and (then := self._consequence(parts)) is not None:
            return self._found(then, positive, readings)
        if is_all and own and readings == () and any(p.doubt not in chosen for p in own):
            # the rest of the condition, as far as the reading goes
            rest = C.All(tuple(p for p in parts if p not in own))
            return self._found(rest, positive, tuple(p.reading for p in own if p.doubt not in chosen))
        if is_all:
            parts = tuple(p for p in parts if not (isinstance(p, C.OnReading) and p.reading in readings))
        truths = {p: self.truth(p) for p in parts}
        truth = self.truth(c) if not readings else _joined_truth(truths.values(), is_all)
        deciding = [p for p in parts if truths[p] is (not is_all)]
        if truth is (not is_all):
            picked = deciding if is_all else deciding[:1]
            picked = picked or [p for p in parts if truths[p] is None]
        elif truth is None:
            picked = [p for p in parts if truths[p] is None]
        else:
            picked = [p for p in parts if truths[p] is truth] if len(set(truths.values())) == 1 else list(parts)
        return [leaf for p in picked for leaf in self._found(p, positive, readings)]

    def leaf(self, c: Condition, positive: bool = True, readings: tuple[str, ...] = ()) -> Leaf:
        key = (c, positive)
        if key not in self._leaves:
            self._leaves[key] = self._leaf(c, positive)
        return replace(self._leaves[key], readings=readings) if readings else self._leaves[key]

    def _leaf(self, c: Condition, positive: bool) -> Leaf:
        truth = self.truth(c)
        atom = c.atom if isinstance(c, (C.Holds, C.HasValue)) else None
        said = self.say.condition(c, truth is not False)
        statements = self._statements(c)
        lead = after = ""
        kind = self._kind(c, atom)
        if truth is None:
            lead, after = self._open(atom)
            kind = kind if kind in ("reading", "provision", "word") else "open fact"
        elif atom is not None and atom in self.presumed:
            kind, lead = "presumption", words.PRESUMED
        elif statements and all(s.supposed for s in statements) and not isinstance(c, (C.Compare, C.Share)):
            lead = words.SUPPOSED
        sources = tuple(dict.fromkeys(s.source for s in statements if s.source))
        reckoned = " ".join(filter(None, (self.say.calculation(c), self._tally(c)))) if truth is not None else ""
        return Leaf(c, truth, said, kind, lead, (), sources, reckoned,
                    truth is not positive, atom, after)

    def _tally(self, c: Condition) -> str:
        """Of the things of which a share is asked: for which it is so, for which not."""
        if not isinstance(c, C.Share):
            return ""
        sorts: dict[bool | None, list[str]] = {True: [], False: [], None: []}
        for member in self.ground.problem.rosters.get(c.variable.kind, NO_ROSTER).members:
            if self.truth(substituted(c.where, {c.variable: member})) is not False:
                sorts[self.truth(substituted(c.part, {c.variable: member}))].append(member.name)
        said = [f"{row(names)} {'is' if len(names) == 1 else 'are'} {what}" for truth, what in (
            (True, "so"), (False, "not so"), (None, "not known to be so")) if (names := sorts[truth])]
        total = sum(map(len, sorts.values()))
        return words.sentence(f"of these {total}, {len(sorts[True])} count: {'; '.join(said)}") if total else ""

    def _kind(self, c: Condition, atom: Atom | None) -> str:
        match c:
            case C.OnReading():
                return "reading"
            case C.Status() | C.MeetsAll():
                return "provision"
            case C.Within() | C.Lasted() | C.Passed() | C.Compare():
                return "calculation"
        if atom is None:
            return "condition"
        if atom in self.ground.definitions and atom not in self.inquiry.given.truth:
            return "word"
        return "finding" if self._finder(atom) else "fact"

    def _open(self, atom: Atom | None) -> tuple[str, str]:
        """What leads an open fact, and what follows it: who must show it, who alone can find it."""
        word = self.words.get(atom, Word()) if atom is not None else Word()
        if word.burden:
            return words.NOT_SHOWN, f", and {words.burden(word.burden)}"
        if atom is not None and not atom.word.startswith(FINDS) and (finder := self._finder(atom)):
            return words.UNKNOWN, f", which only {finder} can find"
        return words.UNKNOWN, ""

    # ------------------------------------------------------------ what would meet a condition

    def cure(self, c: Condition) -> str:
        """What would have to be so for a condition that fails; empty where nothing is asked."""
        by_reading: dict[str, str] = {}
        plain = self._cure(c, by_reading)
        if by_reading and len(set(by_reading.values())) == 1:
            return next(iter(by_reading.values()))
        return plain

    def _cure(self, c: Condition, by_reading: dict[str, str]) -> str:
        match c:
            case C.All(parts):
                open_readings = [p.reading for p in parts if isinstance(p, C.OnReading) and self.truth(p) is None]
                rest = [p for p in parts if not isinstance(p, C.OnReading)]
                said = row(x for p in rest if self.truth(p) is not True and (x := self._cure(p, {})))
                if open_readings:
                    by_reading[open_readings[0]] = said
                    return f"{words.on_reading(open_readings)}, {said}" if said else ""
                return said
            case C.AnyOf(parts):
                if (then := self._consequence(parts)) is not None:
                    return self._cure(then, by_reading)
                possible = [p for p in parts if not self._past(p)] or list(parts)
                ways = [x for p in possible if (x := self._cure(p, by_reading))]
                if by_reading and len(set(by_reading.values())) == 1:
                    return next(iter(by_reading.values()))
                return row(ways, "or")
        return self.ask.condition(c, True)

    def _past(self, c: Condition) -> bool:
        """Does it hang on an event that is known not to have been, or to have been?"""
        parts = c.parts if isinstance(c, C.All) else (c,)
        return any((isinstance(h := p.part if isinstance(p, C.Not) else p, C.Holds) and self._is_act(h.atom) and self.truth(p) is False)
                   or (isinstance(p, C.AnyOf) and self.truth(p) is False and all(map(self._past, p.parts))) for p in parts)

    def _is_act(self, atom: Atom) -> bool:
        phrase = self.law.lexicon.phrases.get(atom.word)
        return phrase is not None and phrase.sort == "act" and not self.words.get(atom, Word()).to_be_done

    def _consequence(self, parts: tuple[Condition, ...]) -> Condition | None:
        """Of `if a home was removed, it was so and within 30 days`: where a home was removed, the rest."""
        if len(parts) == 2 and isinstance(parts[0], C.Not) and isinstance(parts[1], C.All):
            event, rest = parts[0].part, parts[1].parts
            if rest and rest[0] == event and self.truth(event) is True:
                return C.All(rest[1:])
        return None

    def _finder(self, atom: Atom) -> str:
        return self.words.get(atom, Word()).finding or (atom.args[0].name if atom.word.startswith(FINDS) and atom.args else "")

    def _statements(self, c: Condition) -> tuple[Statement, ...]:
        given = self.grounded.statements
        return tuple(dict.fromkeys(s for a in atoms_of(c) for s in given.get(a, ())))

    def defining(self, atom: Atom) -> list[str]:
        """The keys of what defines a word, or takes something out of it."""
        return [part.key for part in self.ground.definitions.get(atom, ()) if self.reached(part.key)]


def _joined_truth(truths: Iterable[bool | None], is_all: bool) -> bool | None:
    seen = list(truths)
    if (not is_all) in seen:
        return not is_all
    return None if None in seen else is_all
