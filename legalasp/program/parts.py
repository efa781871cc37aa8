"""Provisions as the theory sees them: one part for each thing that a provision does.

Takes:   the ground provisions of a `Problem` and a `Spreader`
Gives:   `Part`s with their scope and prerequisite as circuit nodes, and the relations between
         parts that no fact can change: who may strike whom, who pulls against whom, who may win
Differs: from provisions in that `may only` is a grant and a bar, a power is its effect and its
         grant, and acts, spans and levels have been compared

Keys of the made parts: `KEY/only` the bar of a `may only`, `KEY/grant` the act of using a power.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from legalasp.law import conditions as law
from legalasp.law.conditions import Atom, Condition
from legalasp.program.circuit import FALSE, TRUE, Node
from legalasp.program.problem import GroundProvision, Limit, May, Must, Problem, Reach
from legalasp.program.spread import Spreader

CONFLICT_RULES = ("prevails", "supersedes", "most restrictive")
BURDENS = ("prohibition", "duty", "standard", "closed list")
OPERATIVE = (*BURDENS, "permission", "need not", "deeming", "power", "recommendation")


@dataclass(frozen=True, slots=True)
class Part:
    number: int
    key: str
    provision: GroundProvision
    kind: str
    act: Atom | None
    prerequisite: Condition


@dataclass(frozen=True, slots=True)
class Strike:
    striker: Part
    struck: Part
    while_broken: bool
    """Only while the striker, a standard or a prior duty, is broken or undone."""


@dataclass(frozen=True, slots=True)
class Pull:
    """Two parts that pull apart while `condition` holds."""

    one: Part
    other: Part
    hard: bool
    condition: Node


def parts_of(p: GroundProvision) -> list[tuple[str, str, Atom | None, Condition]]:
    """Key, kind, act and prerequisite of each part."""
    match p.kind:
        case "only":
            return [
                (p.key, "permission", p.act, p.if_),
                (f"{p.key}/only", "prohibition", p.act, law.Not(p.if_)),
            ]
        case "power":
            exercised = p.exercised if p.exercised is not None else law.FALSE
            effect = (p.key, "power", None, law.All((exercised, p.if_)))
            return [effect, (f"{p.key}/grant", "permission", p.act, p.if_)] if p.act else [effect]
    return [(p.key, p.kind, p.act, p.if_)]


@dataclass
class Relations:
    problem: Problem
    spreader: Spreader
    parts: list[Part] = field(default_factory=list)
    by_key: dict[str, Part] = field(default_factory=dict)
    void: list[tuple[str, str]] = field(default_factory=list)
    """Strikes of a lower law against a higher one: they do nothing (theory 6, rung 1)."""

    def __post_init__(self) -> None:
        self.of_provision: dict[str, list[Part]] = {}
        for p in self.problem.provisions:
            for key, kind, act, prerequisite in parts_of(p):
                part = Part(len(self.parts), key, p, kind, act, prerequisite)
                self.parts.append(part)
                self.by_key[key] = part
                self.of_provision.setdefault(p.key, []).append(part)
        self._strikes = self._all_strikes()

    # ------------------------------------------------------------ in force, about this case

    def in_force(self, p: GroundProvision) -> bool:
        """From the first day on, and no longer on the day of `until`."""
        own = self.problem.laws.get(p.law)
        day = self.problem.as_of
        return all(
            (slot.from_ is None or slot.from_ <= day) and (slot.until is None or day < slot.until)
            for slot in (p, own)
            if slot is not None
        )

    def scope(self, part: Part) -> Node:
        p = part.provision
        if not self.in_force(p):
            return FALSE
        asked: list[Condition] = [p.when]
        if p.unless is not None:
            asked.append(law.Not(p.unless))
        if p.reading is not None:
            asked.append(law.OnReading(*p.reading))
        return self.spreader.node(law.All(tuple(asked)))

    def prerequisite(self, part: Part) -> Node:
        return self.spreader.node(part.prerequisite)

    def broken(self, part: Part) -> Node:
        """The standard is not met, the prior duty is not done; FALSE for any other part."""
        if part.kind == "standard" or (part.kind == "duty" and part.provision.before):
            return self.spreader.node(self.spreader.test(part.provision), False)
        return FALSE

    # ------------------------------------------------------------ acts

    @cached_property
    def _covers(self) -> dict[Atom, frozenset[Atom]]:
        """Each act with the acts that doing it does too."""
        acts = {p.act for p in self.parts if p.act} | set(self.problem.also)
        acts |= {a for p in self.parts for a in (*p.provision.bars, *p.provision.before)}
        found: dict[Atom, frozenset[Atom]] = {}
        for act in acts:
            seen, ahead = {act}, [act]
            while ahead:
                for under in self.problem.also.get(ahead.pop(), ()):
                    if under not in seen:
                        seen.add(under)
                        ahead.append(under)
            found[act] = frozenset(seen)
        return found

    def done_with(self, act: Atom) -> frozenset[Atom]:
        """The acts that are done by doing `act`, itself included."""
        return self._covers.get(act, frozenset((act,)))

    def same_act(self, one: Atom | None, other: Atom | None) -> bool:
        """Some act is both: one falls under the other, or both are done by a third."""
        if one is None or other is None:
            return False
        return one == other or any(one in acts and other in acts for acts in self._covers.values())

    def acts(self, part: Part) -> tuple[Atom, ...]:
        """The acts that a part grants, bars, or bars when broken."""
        p = part.provision
        if part.kind == "standard":
            return p.bars
        own = (part.act,) if part.act else ()
        return (*own, *p.before) if part.kind == "duty" else own

    # ------------------------------------------------------------ strikes

    def strikers_of(self, part: Part) -> list[Strike]:
        return self._strikes.get(part.number, [])

    def _level(self, part: Part) -> int:
        own = self.problem.laws.get(part.provision.law)
        return own.level if own else 0

    def _all_strikes(self) -> dict[int, list[Strike]]:
        found: dict[tuple[int, int], Strike] = {}
        void: dict[tuple[str, str], None] = {}

        def strike(e: Part, p: Part, while_broken: bool = False) -> None:
            if self.problem.levels and self._level(e) < self._level(p):
                if self.in_force(e.provision):
                    void[e.key, p.key] = None
                return
            known = found.get((e.number, p.number))
            if known is None or known.while_broken:
                found[e.number, p.number] = Strike(e, p, while_broken)

        for e in self.parts:
            if e.kind in ("exemption", "scope", "power"):
                kinds = OPERATIVE if e.kind == "scope" else BURDENS
                for p in self._reached(e, e.provision.reach, kinds):
                    strike(e, p)
            elif e.kind == "supersedes" and e.provision.over:
                for p in self.parts:
                    if p.provision.law == e.provision.over[1] and p.kind in OPERATIVE and self._on_subject(e, p):
                        strike(e, p)
            elif e.kind == "closed list":
                for p in self.parts:
                    if p.kind == "permission" and self._opens(p, e):
                        strike(p, e)
            for p in self._reached(e, e.provision.despite, OPERATIVE):
                if self._for_its_act(e, p):
                    strike(e, p, self._only_broken(e, p))
            for p in self._reached(e, e.provision.subject_to, OPERATIVE):
                if self._for_its_act(p, e):
                    strike(p, e, self._only_broken(p, e))
        self.void = list(void)
        by_struck: dict[int, list[Strike]] = {}
        for s in found.values():
            by_struck.setdefault(s.struck.number, []).append(s)
        return by_struck

    def _reached(self, e: Part, reach: Reach, kinds: tuple[str, ...]) -> list[Part]:
        """Named provisions whatever their kind; broad ones of the kinds, the granting item left out."""
        found = [p for key in reach.named for p in self._cited(key)]
        for key in reach.broad:
            for p in self._cited(key):
                if reach.including_itself and p.provision.key == e.provision.key:
                    found.append(p)
                elif p.kind in kinds and (reach.including_itself or not self._inside(p, e)):
                    found.append(p)
        return found

    def _cited(self, key: str) -> list[Part]:
        if key in self.of_provision:
            return self.of_provision[key]
        return [self.by_key[key]] if key in self.by_key else []

    @staticmethod
    def _inside(p: Part, e: Part) -> bool:
        """Whether p stands in the item of e, its sentences and sub-items included."""
        item = e.provision.item
        if p.provision.key == e.provision.key:
            return True
        return bool(item) and p.provision.law == e.provision.law and p.provision.item[: len(item)] == item

    def _opens(self, permission: Part, closed: Part) -> bool:
        lists = closed.provision.lists
        named = permission.provision.law == closed.provision.law if lists is None else permission.provision.key in lists
        return named and self.same_act(permission.act, closed.act)

    def _on_subject(self, rule: Part, p: Part) -> bool:
        subject = rule.provision.subject
        if subject is None:
            return True
        return p.provision.key in subject or bool(set(subject) & set(p.provision.subject or ()))

    def _for_its_act(self, striker: Part, struck: Part) -> bool:
        """`despite` and `subject to` reach as far as the striker's own act (theory 4.2)."""
        own, hit = self.acts(striker), self.acts(struck)
        if not own or not hit:
            return True
        shared = [a for a in hit if any(self.same_act(a, o) for o in own)]
        question = self.problem.question
        if len(shared) < len(hit) and isinstance(question, (May, Must)):
            return any(self.same_act(a, question.act) for a in shared)
        return bool(shared)

    @staticmethod
    def _only_broken(striker: Part, struck: Part) -> bool:
        """A permission subject to a standard that is met stands; against another standard of the
        same quantity, a standard stands in its place whether met or not."""
        if striker.kind == "standard":
            return struck.kind != "standard"
        return striker.kind == "duty" and bool(striker.provision.before)

    # ------------------------------------------------------------ pulls

    def pulls_of(self, part: Part) -> list[Pull]:
        return self._pulls.get(part.number, [])

    @cached_property
    def _pulls(self) -> dict[int, list[Pull]]:
        found: dict[int, list[Pull]] = {}

        def pull(one: Part, other: Part, hard: bool, condition: Node = TRUE) -> None:
            if condition != FALSE:
                found.setdefault(one.number, []).append(Pull(one, other, hard, condition))
                found.setdefault(other.number, []).append(Pull(other, one, hard, condition))

        grants = [p for p in self.parts if p.kind in ("permission", "duty") and p.act]
        bars = [p for p in self.parts if p.kind in ("prohibition", "closed list")]
        breakable = [p for p in self.parts if p.kind == "standard" or (p.kind == "duty" and p.provision.before)]
        for g in grants:
            for b in bars:
                if self.same_act(g.act, b.act):
                    soft = g.provision.soft and g.provision.law == b.provision.law
                    pull(g, b, not soft)
            if g.kind == "permission":
                for b in breakable:
                    barred = b.provision.bars if b.kind == "standard" else b.provision.before
                    if b.provision.law != g.provision.law and any(self.same_act(g.act, a) for a in barred):
                        pull(g, b, False, self.broken(b))
        duties = [p for p in self.parts if p.kind == "duty"]
        for place, d in enumerate(duties):
            for n in self.parts:
                if n.kind == "need not" and self.same_act(d.act, n.act):
                    pull(d, n, True)
            for other in duties[place + 1 :]:
                if d.act == other.act and d.provision.by and other.provision.by:
                    pull(d, other, False)
        by_quantity: dict[Atom, list[Part]] = {}
        for p in self.parts:
            if p.provision.limit is not None:
                by_quantity.setdefault(p.provision.limit.quantity, []).append(p)
        for standards in by_quantity.values():
            for place, one in enumerate(standards):
                for other in standards[place + 1 :]:
                    self._limits_pull(one, other, pull)
        return found

    def _limits_pull(self, one: Part, other: Part, pull: object) -> None:
        assert callable(pull)
        a, b = one.provision.limit, other.provision.limit
        assert a is not None and b is not None
        if a.bound is None or b.bound is None:
            if a.bound is None and b.bound is None:
                pull(one, other, not a.values & b.values)
            return
        if a.direction == b.direction:
            pull(one, other, False)
        for x, y in ((a, b), (b, a)):
            for low, floor, open_below in x.ends():
                for high, ceiling, open_above in y.ends():
                    if low == "at least" and high == "at most":
                        op = ">=" if open_below or open_above else ">"
                        pull(one, other, True, self.spreader.node(law.Compare(floor, op, ceiling)))

    # ------------------------------------------------------------ who may win

    def level_wins(self, one: Part, other: Part) -> bool:
        return self.problem.levels and self._level(one) > self._level(other)

    def prevailing_rules(self, one: Part, other: Part) -> list[Part]:
        """The rules under which `one` would prevail over `other`."""
        laws = (one.provision.law, other.provision.law)
        return [r for r in self._rules["prevails"] if r.provision.over == laws
                and self._on_subject(r, one) and self._on_subject(r, other)]  # fmt: skip

    def restrictive_rules(self, one: Part, other: Part) -> list[tuple[Part, Node]]:
        """The rules under which `one`, being stricter, would win; with the condition of its being so."""
        pair = {one.provision.law, other.provision.law}
        rules = [r for r in self._rules["most restrictive"] if r.provision.between and self._settles(r.provision, pair)
                 and self._on_subject(r, one) and self._on_subject(r, other)]  # fmt: skip
        if not rules:
            return []
        stricter = self._stricter(one, other)
        return [(r, stricter) for r in rules] if stricter != FALSE else []

    @staticmethod
    def _settles(rule: GroundProvision, pair: set[str]) -> bool:
        laws = set(rule.between or ())
        if pair == laws:
            return True
        return pair <= laws and rule.law in pair and (len(pair) == 2 or rule.within)

    @cached_property
    def _rules(self) -> dict[str, list[Part]]:
        return {kind: [p for p in self.parts if p.kind == kind] for kind in CONFLICT_RULES}

    def _stricter(self, one: Part, other: Part) -> Node:
        a, b = one.provision, other.provision
        if other.kind == "permission":
            return TRUE if one.kind in ("prohibition", "closed list", "standard") or (one.kind == "duty" and a.before) else FALSE
        if one.kind == "duty" and other.kind == "need not":
            return TRUE
        if one.kind == "duty" == other.kind and a.by and b.by:
            first, second = self.due(a), self.due(b)
            return TRUE if first is not None and second is not None and first < second else FALSE
        if a.limit is None or b.limit is None:
            return FALSE
        return self._stricter_limit(a.limit, b.limit)

    def _stricter_limit(self, a: Limit, b: Limit) -> Node:
        if a.direction != b.direction:
            return FALSE
        if a.bound is None or b.bound is None:
            return TRUE if a.values < b.values else FALSE
        op = ">" if a.direction == "at least" else "<"
        return self.spreader.node(law.Compare(a.bound, op, b.bound))

    def due(self, p: GroundProvision) -> int | None:
        """The ordinal of the last day of a duty; None while its event is open."""
        return self.spreader.last_day(p.by) if p.by else None

