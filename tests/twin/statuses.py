"""How every provision stands in one world (theory 3, 4, 6).

Takes:   the provisions of a problem with grounded conditions; a world (facts and readings)
Gives:   `Model`: what is true and what is possible of every status; what is possible but not true
         is circular

A provision that says two things has two parts: `may only` a grant and a bar (`1`, `1/only`), a
power what it strikes and the leave to exercise it (`w`, `w/grant`). Statuses belong to parts.
The model is the well-founded one, by alternating fixpoint: conditions are read with negation at
the leaves; what is denied is looked up in the last estimate, what is affirmed in the growing one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from legalasp.law.conditions import TRUE, All, AnyOf, AtLeast, Atom, HasValue, Holds, Not, OnReading, Status
from legalasp.program.problem import GroundProvision, May, Must, Problem, Reach
from tests.twin.forms import Form, Test
from tests.twin.ground import Ground, Plain, both, negated, standard_test

GRANTS, BARS = {"permission"}, {"prohibition", "closed list"}
BURDENS = {"prohibition", "duty", "standard", "closed list"}
OPERATIVE = BURDENS | {"permission", "need not", "deeming", "power", "recommendation"}
DEFINING = {"definition", "deeming"}

Key = tuple[object, ...]
"""A status: ("stands", part), ("holds", atom), ("beats", part, part) ..."""


@dataclass(frozen=True)
class World:
    """One completion under one reading."""

    facts: Mapping[Atom, bool]
    values: Mapping[Atom, str]
    signs: Mapping[Form, int]
    readings: Mapping[str, str]


@dataclass(frozen=True)
class Part:
    """One thing that a provision says."""

    key: str
    kind: str
    provision: GroundProvision
    about: Plain
    """when, and not unless"""
    if_: Plain
    test: Plain = TRUE
    """Of a standard or a duty: the state that it asks for."""

    @property
    def acts(self) -> frozenset[Atom]:
        """The acts that the part is about."""
        p = self.provision
        return frozenset(([p.act] if p.act else []) + [*p.bars, *(p.before if self.kind == "duty" else ())])

    @property
    def law(self) -> str:
        return self.provision.law

    @property
    def can_be_broken(self) -> bool:
        """A standard, or a duty before an act."""
        return self.kind == "standard" or bool(self.barred_if_broken)

    @property
    def barred_if_broken(self) -> tuple[Atom, ...]:
        if self.kind == "standard":
            return self.provision.bars
        return self.provision.before if self.kind == "duty" else ()


@dataclass(frozen=True)
class Strike:
    striker: str
    struck: str
    while_: Plain = TRUE


@dataclass(frozen=True)
class Pair:
    """Two parts that pull apart when both bite and `while_` holds."""

    one: str
    other: str
    hard: bool
    while_: Plain = TRUE
    stricter: str = ""
    """The one that is more restrictive, if they can be compared."""


@dataclass
class Law:
    """The parts of a problem's provisions and how they bear on each other."""

    problem: Problem
    ground: Ground
    parts: dict[str, Part] = field(default_factory=dict)
    strikes: list[Strike] = field(default_factory=list)
    void: set[tuple[str, str]] = field(default_factory=set)
    pairs: list[Pair] = field(default_factory=list)

    def __post_init__(self) -> None:
        for provision in self.problem.provisions:
            for part in self.parts_of(provision):
                self.parts[part.key] = part
        for part in self.parts.values():
            for strike in self.strikes_of(part):
                self.add(strike)
        self.pairs = [p for one, other in combinations(self.parts.values(), 2) if (p := self.pair(one, other))]

    # ------------------------------------------------------------ parts

    def parts_of(self, p: GroundProvision) -> Iterator[Part]:
        about = both(self.ground.condition(p.when), negated(self.ground.condition(p.unless)) if p.unless else TRUE)
        if_ = self.ground.condition(p.if_)
        match p.kind:
            case "only":
                yield Part(p.key, "permission", p, about, if_)
                yield Part(f"{p.key}/only", "prohibition", p, about, negated(if_))
            case "power":
                exercised = self.ground.condition(p.exercised) if p.exercised else TRUE
                yield Part(p.key, "power", p, about, both(if_, exercised))
                if p.act:
                    yield Part(f"{p.key}/grant", "permission", p, about, if_)
            case "standard":
                yield Part(p.key, p.kind, p, about, if_, self.ground.condition(standard_test(p)))
            case "duty" if p.act:
                done = self.ground.condition(p.done if p.done is not None else Holds(p.act))
                yield Part(p.key, p.kind, p, about, if_, done)
            case _:
                yield Part(p.key, p.kind, p, about, if_)

    def named(self, keys: Iterable[str]) -> Iterator[Part]:
        wanted = set(keys)
        return (part for part in self.parts.values() if part.provision.key in wanted)

    # ------------------------------------------------------------ strikes

    def add(self, strike: Strike) -> None:
        striker, struck = self.parts[strike.striker], self.parts[strike.struck]
        if self.problem.levels and self.level(striker) < self.level(struck):
            if self.in_force(striker.provision):
                self.void.add((striker.key, struck.key))
        else:
            self.strikes.append(strike)

    def level(self, part: Part) -> int:
        law = self.problem.laws.get(part.law)
        return law.level if law else 0

    def strikes_of(self, e: Part) -> Iterator[Strike]:
        p = e.provision
        if e.kind in ("exemption", "scope", "power"):
            kinds = OPERATIVE if e.kind == "scope" else BURDENS
            for part in self.reached(p, p.reach, kinds):
                yield Strike(e.key, part.key)
        for part in self.reached(p, p.despite, OPERATIVE):
            yield from self.despite(e, part)
        for weaker in self.parts.values():
            reach = weaker.provision.subject_to
            if any(part.key == e.key for part in self.reached(weaker.provision, reach, OPERATIVE)):
                yield from self.despite(e, weaker)
        if e.kind == "permission":
            for part in self.parts.values():
                if part.kind == "closed list" and part.provision.act == p.act and self.opens(p, part.provision):
                    yield Strike(e.key, part.key)
        if e.kind == "supersedes" and p.over:
            for part in self.parts.values():
                if part.kind in OPERATIVE and part.law == p.over[1] and self.on_subject(p, part):
                    yield Strike(e.key, part.key)

    def reached(self, granter: GroundProvision, reach: Reach, kinds: set[str]) -> Iterator[Part]:
        yield from self.named(reach.named)
        for part in self.named(set(reach.broad) - set(reach.named)):
            inside = _inside(part.provision, granter)
            itself = part.provision.key == granter.key
            if (itself and reach.including_itself) or (part.kind in kinds and (reach.including_itself or not inside)):
                yield part

    def despite(self, stronger: Part, weaker: Part) -> Iterator[Strike]:
        """The stronger strikes the weaker for its own act; while it is broken, if it can be."""
        shared = stronger.acts & weaker.acts
        if stronger.acts and weaker.acts and not shared:
            return
        question = self.problem.question
        if shared and shared != weaker.acts and isinstance(question, (May, Must)) and question.act not in shared:
            return  # a duty to do one act before another is struck for the one that the stronger is about
        broken = negated(stronger.test) if stronger.can_be_broken else TRUE
        yield Strike(stronger.key, weaker.key, broken)

    def opens(self, permission: GroundProvision, closed: GroundProvision) -> bool:
        if closed.lists is not None:
            return permission.key in closed.lists
        return permission.law == closed.law

    @staticmethod
    def on_subject(rule: GroundProvision, *parts: Part) -> bool:
        return rule.subject is None or all(set(rule.subject) & set(part.provision.subject or ()) for part in parts)

    # ------------------------------------------------------------ pairs that pull apart

    def pair(self, p: Part, q: Part) -> Pair | None:
        return self.one_way(p, q) or self.one_way(q, p)

    def one_way(self, p: Part, q: Part) -> Pair | None:
        """The pair, if `p` is the kind of side that stands first in the table of theory 6."""
        a, b = p.provision, q.provision
        if p.kind in ("permission", "duty") and q.kind in BARS and a.act == b.act:
            soft = p.kind == "permission" and a.soft and p.law == q.law
            return Pair(p.key, q.key, not soft, stricter=q.key if p.kind == "permission" else "")
        if p.kind == "duty" and q.kind == "need not" and a.act == b.act:
            return Pair(p.key, q.key, True, stricter=p.key)
        if p.kind == "permission" and a.act in q.barred_if_broken and p.law != q.law:
            return Pair(p.key, q.key, False, negated(q.test), stricter=q.key)
        if p.kind == q.kind == "duty" and a.act == b.act and a.by and b.by:
            return Pair(p.key, q.key, False, stricter=self.earlier(p, q))
        if p.kind == q.kind == "standard" and a.limit and b.limit and a.limit.quantity == b.limit.quantity:
            return self.limits(p, q)
        return None

    def earlier(self, p: Part, q: Part) -> str:
        a, b = p.provision.by, q.provision.by
        assert a and b
        first, second = (self.ground.last_day(by.period, by.event) for by in (a, b))
        if first and second:
            return p.key if first < second else q.key if second < first else ""
        if a.event == b.event and a.period.unit == b.period.unit:
            return p.key if a.period.number < b.period.number else q.key if b.period.number < a.period.number else ""
        return ""

    def limits(self, p: Part, q: Part) -> Pair | None:
        a, b = p.provision.limit, q.provision.limit
        assert a and b
        if "one of" in (a.direction, b.direction):
            if a.direction != b.direction:
                return None
            smaller = p.key if a.values < b.values else q.key if b.values < a.values else ""
            return Pair(p.key, q.key, not a.values & b.values, stricter=smaller)
        first, second = self.bound(p), self.bound(q)
        if first is None or second is None:
            return None
        if a.direction == b.direction:
            greater = p.key if first > second else q.key if second > first else ""
            lesser = p.key if first < second else q.key if second < first else ""
            return Pair(p.key, q.key, False, stricter=greater if a.direction == "at least" else lesser)
        least, most = (first, second) if a.direction == "at least" else (second, first)
        return Pair(p.key, q.key, True) if least > most else None

    def bound(self, part: Part) -> Fraction | None:
        limit = part.provision.limit
        return self.ground.known(limit.bound) if limit and limit.bound is not None else None

    # ------------------------------------------------------------ conflict rules

    def rules(self, kind: str, p: Part, q: Part) -> Iterator[str]:
        """The conflict rules that speak of the pair: that p prevails, or that the stricter does."""
        for part in self.parts.values():
            rule = part.provision
            if part.kind != kind or not self.on_subject(rule, p, q):
                continue
            if kind == "prevails" and rule.over == (p.law, q.law):
                yield part.key
            if kind == "most restrictive" and rule.between and sorted(rule.between) == sorted((p.law, q.law)):
                yield part.key

    def in_force(self, p: GroundProvision) -> bool:
        law, today = self.problem.laws.get(p.law), self.problem.as_of
        return all(
            (x.from_ is None or x.from_ <= today) and (x.until is None or today < x.until) for x in (p, law) if x
        )


def _inside(provision: GroundProvision, granter: GroundProvision) -> bool:
    """Whether the provision is the granting item, a sentence of it or a sub-item."""
    if provision.key == granter.key:
        return True
    return bool(granter.item) and provision.item[: len(granter.item)] == granter.item


# ---------------------------------------------------------------- one world


@dataclass(frozen=True)
class Model:
    """What holds in one world; a status that is possible but not true is circular."""

    true: frozenset[Key]
    possible: frozenset[Key]
    evaluate: Callable[[Plain, frozenset[Key], frozenset[Key]], bool]

    def circular(self) -> frozenset[Key]:
        return self.possible - self.true

    def derived(self, word: Atom) -> bool | None:
        """Whether the definitions of a word make it hold; None: it is circular."""
        key = ("holds", word)
        return True if key in self.true else None if key in self.possible else False

    def told(self, condition: Plain) -> bool | None:
        """Whether a condition holds; None: it is circular."""
        if self.evaluate(condition, self.true, self.possible):
            return True
        return None if self.evaluate(condition, self.possible, self.true) else False


def model(law: Law, world: World) -> Model:
    """The well-founded model. (A defined word that the case gives was settled when grounding.)"""
    defined = defined_words(law)

    def evaluate(condition: Plain, affirmed: frozenset[Key], denied: frozenset[Key], yes: bool = True) -> bool:
        def status(key: Key) -> bool:
            return key in affirmed if yes else key not in denied

        match condition:
            case Not(part):
                return evaluate(part, affirmed, denied, not yes)
            case All(parts) | AnyOf(parts):
                every = all if isinstance(condition, All) == yes else any
                return every(evaluate(part, affirmed, denied, yes) for part in parts)
            case AtLeast(number, parts):
                found = sum(evaluate(part, affirmed, denied, yes) for part in parts)
                return found >= (number if yes else len(parts) - number + 1)
            case Holds(atom):
                return status(("holds", atom)) if atom in defined else world.facts[atom] == yes
            case HasValue(atom, values):
                return (world.values[atom] in values) == yes
            case Test(form, signs):
                return (world.signs[form] in signs) == yes
            case OnReading(group, reading):
                return (world.readings[group] == reading) == yes
            case Status("meets", key):
                return ("breach", key) not in denied if yes else ("breach", key) in affirmed
            case Status("conforms", key):
                return evaluate(law.parts[key].test, affirmed, denied, yes)
            case Status("applies", key):
                return status(("engaged", key))
            case Status("bites", key):
                return status(("bites", key))
        raise AssertionError(f"no condition: {condition!r}")

    def exists(part: Part) -> bool:
        reading = part.provision.reading
        return law.in_force(part.provision) and (reading is None or world.readings[reading[0]] == reading[1])

    existing = {part.key for part in law.parts.values() if exists(part)}

    def consequences(now: frozenset[Key], old: frozenset[Key]) -> Iterator[Key]:
        """One step of the rules of theory 3, what is denied being looked up in `old`."""

        def holds(condition: Plain) -> bool:
            return evaluate(condition, now, old)

        for key in existing:
            part = law.parts[key]
            if holds(part.about):
                yield "applies", key
            if ("applies", key) in now and ("struck", key) not in old:
                yield "engaged", key
            if ("engaged", key) in now and holds(part.if_):
                yield "bites", key
            if ("bites", key) in now and ("yields", key) not in old:
                yield "stands", key
            if part.can_be_broken and ("stands", key) in now and holds(negated(part.test)):
                yield "breach", key
            if part.kind in DEFINING and ("bites", key) in now and not any(
                ("bites", other.key) in old
                for other in law.parts.values()
                if other.kind == "exclusion" and other.provision.term == part.provision.term
            ):
                yield "holds", part.provision.term
        for strike in law.strikes:
            if ("bites", strike.striker) in now and holds(strike.while_):
                yield "struck", strike.struck
        for pair in law.pairs:
            for one, other in ((pair.one, pair.other), (pair.other, pair.one)):
                yield from contest(pair, one, other, now, old)

    def contest(pair: Pair, one: str, other: str, now: frozenset[Key], old: frozenset[Key]) -> Iterator[Key]:
        p, q = law.parts[one], law.parts[other]
        if any(("bites", rule) in now for rule in law.rules("prevails", p, q)):
            yield "said", one, other
        if not (("stands", one) in now and ("bites", other) in now and evaluate(pair.while_, now, old)):
            return
        if law.problem.levels and law.level(p) != law.level(q):
            wins = law.level(p) > law.level(q)
        elif ("said", one, other) in now and ("said", other, one) not in old:
            wins = True
        else:
            silent = ("said", one, other) not in old and ("said", other, one) not in old
            wins = silent and pair.stricter == one and any(
                ("bites", rule) in now for rule in law.rules("most restrictive", p, q)
            )
        if wins:
            yield "beats", one, other
            yield "yields", other

    def closure(old: frozenset[Key]) -> frozenset[Key]:
        now: frozenset[Key] = frozenset()
        while (more := now | frozenset(consequences(now, old))) != now:
            now = more
        return now

    true: frozenset[Key] = frozenset()
    while True:
        possible = closure(true)
        if (again := closure(possible)) == true:
            return Model(true, possible, evaluate)
        true = again


def defined_words(law: Law) -> frozenset[Atom]:
    """The words that the law itself settles."""
    return frozenset(
        part.provision.term
        for part in law.parts.values()
        if part.kind in DEFINING | {"exclusion"} and part.provision.term is not None
    )
