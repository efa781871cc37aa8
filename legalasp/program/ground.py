"""The slice of a law that a question can reach, ready to be written as a program.

Takes:   a `Problem`
Gives:   `Ground`: the parts of provisions, the circuit, the open units, the stages and the rows of
         the question, all numbered; and `Inputs`: what is assumed of them when the facts are given
Differs: from the problem in that what no answer to this question can hang on is left out (theory
         11, "slice first"), and that facts are inputs: the same program serves other facts of the
         same shape
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count

from legalasp.law import conditions as law
from legalasp.law.conditions import Atom, Condition, Expression
from legalasp.program.circles import Stages, stage
from legalasp.program.circuit import (
    FALSE,
    AllGate,
    AnyGate,
    CountGate,
    FactLeaf,
    Node,
    ReadingLeaf,
    StatusLeaf,
    TestLeaf,
    ValueLeaf,
    WordLeaf,
)
from legalasp.program.elimination import Wanted
from legalasp.program.facts import Given, gather
from legalasp.program.forms import Linear
from legalasp.program.parts import Part, Relations
from legalasp.program.problem import (
    Applies,
    DueWhen,
    IsExempt,
    IsSo,
    May,
    Must,
    Problem,
    Value,
    WhatLimit,
    Word,
)
from legalasp.program.shown import Shown
from legalasp.program.spread import Spreader
from legalasp.program.units import Cell, Unit, make_units

Status = tuple[str, int]
"""`("gate", node)`, `("bites", part)`, `("stands", part)`, `("holds", term)`, `("contest", pair)`,
and `("verdict", 0)`."""

VERDICT: Status = ("verdict", 0)
ANOTHER = "another"
"""The cell of an attribute whose named value is none of those that the law names."""


@dataclass
class Row:
    """What the question asks of a part."""

    bars: list[int] = field(default_factory=list)
    guards: list[int] = field(default_factory=list)
    grants: list[int] = field(default_factory=list)
    obliges: list[int] = field(default_factory=list)
    frees: list[int] = field(default_factory=list)
    follows: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    floors: list[tuple[int, int]] = field(default_factory=list)
    ceilings: list[tuple[int, int]] = field(default_factory=list)
    lists: list[tuple[int, int]] = field(default_factory=list)
    dates: list[tuple[int, int]] = field(default_factory=list)
    undated: list[int] = field(default_factory=list)
    ranks: list[Fraction] = field(default_factory=list)
    strict: frozenset[int] = frozenset()
    """Ranks whose number is itself left out."""
    values: list[str] = field(default_factory=list)
    node: Node | None = None
    terms: list[int] = field(default_factory=list)


@dataclass
class Ground:
    problem: Problem
    extra: tuple[Condition, ...] = ()
    everything: bool = False
    """Ground the whole law instead of the slice, for statuses that the question does not reach."""

    def __post_init__(self) -> None:
        self.given = given_of(self.problem, self.problem.facts)
        self.spreader = Spreader(self.problem, self.given)
        self.circuit = self.spreader.circuit
        self.relations = Relations(self.problem, self.spreader)
        self.terms: list[Atom] = []
        self.term_numbers: dict[Atom, int] = {}
        self.definitions: dict[Atom, list[Part]] = {}
        for part in self.relations.parts:
            if part.provision.term is not None and part.kind in ("definition", "exclusion", "deeming"):
                self.definitions.setdefault(part.provision.term, []).append(part)
        self.pairs: list[tuple[int, int]] = []
        self.pair_numbers: dict[tuple[int, int], int] = {}
        self.looks: dict[Status, dict[Status, bool]] = {}
        self.presumptions: dict[Atom, tuple[Node, Node]] = {}
        self.stipulated: list[Atom] = [a for a in self.given.truth if a in self.definitions]
        self.words: dict[Atom, Word] = dict(self.problem.words)
        self._presume_no_grace()
        self.idle: set[int] = set()
        """Open tests on which, under the given facts, nothing hangs."""
        self.row = Row()
        roots = [VERDICT]
        self.looks[VERDICT] = self._question()
        self._reach(roots)
        self.cone: frozenset[Status] = frozenset(self.looks)
        """What the verdict itself can hang on."""
        roots = [("stands", n) for n in self.row.follows]
        roots += [("holds", self._term(a)) for a in self.stipulated]
        roots += [("gate", self.spreader.node(c)) for c in self.extra]
        if self.everything:
            roots += [(s, p.number) for p in self.relations.parts for s in ("bites", "stands")]
        self._reach(roots)
        self.stages: Stages = stage(self.looks)
        self._leaves()
        self._units()

    def _presume_no_grace(self) -> None:
        """A power of grace is presumed not exercised unless the case states it (theory 4.5)."""
        for part in self.relations.parts:
            exercised = part.provision.exercised
            if part.kind != "power" or exercised is None:
                continue
            for atom in self.spreader.facts_of(exercised):
                word = self.words.get(atom, Word())
                if word.presumed is None:
                    self.words[atom] = replace(word, presumed=False)

    # ------------------------------------------------------------ what looks at what

    def _reach(self, roots: Iterable[Status]) -> None:
        ahead = list(roots)
        while ahead:
            status = ahead.pop()
            if status not in self.looks:
                self.looks[status] = self._looked_at(status)
            seen = [t for t in self.looks[status] if t not in self.looks]
            if status[0] == "gate":
                seen += [t for t in self._presumption_gates(status[1]) if t not in self.looks]
            ahead += seen

    def _looked_at(self, status: Status) -> dict[Status, bool]:
        kind, number = status
        found: dict[Status, bool] = {}

        def look(other: Status, negative: bool = False) -> None:
            found[other] = found.get(other, False) or negative

        if kind == "gate":
            self._gate_looks(number, look)
        elif kind == "holds":
            for part in self.definitions.get(self.terms[number], ()):
                look(("bites", part.number), part.kind == "exclusion")
        elif kind == "bites":
            part = self.relations.parts[number]
            look(("gate", self.relations.scope(part)))
            if self.idle_part(part):
                return found
            look(("gate", self.relations.prerequisite(part)))
            for strike in self.relations.strikers_of(part):
                look(("bites", strike.striker.number), True)
                if strike.while_broken:
                    look(("gate", self.relations.broken(strike.striker)), True)
        elif kind == "stands":
            part = self.relations.parts[number]
            look(("bites", number))
            look(("gate", self.relations.broken(part)))
            for pull in self.relations.pulls_of(part):
                pair = self._pair(number, pull.other.number)
                if self._may_win(pull.other, part):
                    look(("contest", pair), True)
                    look(("stands", pull.other.number), True)
                    look(("gate", pull.condition), True)
        elif kind == "contest":
            one, other = (self.relations.parts[n] for n in self.pairs[number])
            for a, b in ((one, other), (other, one)):
                for rule in self.relations.prevailing_rules(a, b):
                    look(("bites", rule.number), True)
                for rule, stricter in self.relations.restrictive_rules(a, b):
                    look(("bites", rule.number), True)
                    look(("gate", stricter), True)
        return found

    def above(self, leaves: Iterable[Status]) -> frozenset[Status]:
        """What hangs, over however many steps, on one of these."""
        found: set[Status] = set()
        ahead = list(leaves)
        while ahead:
            status = ahead.pop()
            if status not in found:
                found.add(status)
                ahead += self._lookers.get(status, ())
        return frozenset(found)

    @cached_property
    def _lookers(self) -> dict[Status, list[Status]]:
        found: dict[Status, list[Status]] = {}
        for status, seen in self.looks.items():
            for other in (*seen, *(self._presumption_gates(status[1]) if status[0] == "gate" else ())):
                found.setdefault(other, []).append(status)
        return found

    def idle_part(self, part: Part) -> bool:
        """Never about the case (not in force, say): nothing else about it matters, unless it is asked about."""
        return self.relations.scope(part) == FALSE and part.number not in self.row.asked

    def _may_win(self, one: Part, other: Part) -> bool:
        r = self.relations
        if r.level_wins(other, one):
            return False
        return bool(r.level_wins(one, other) or r.prevailing_rules(one, other) or r.restrictive_rules(one, other))

    def _gate_looks(self, node: Node, look: object) -> None:
        assert callable(look)
        match self.circuit.nodes[node]:
            case AllGate(parts) | AnyGate(parts) | CountGate(_, parts):
                for part in parts:
                    look(("gate", part))
            case WordLeaf(atom, positive):
                look(("holds", self._term(atom)), not positive)
            case StatusLeaf(key, status, positive):
                cited = self.relations.by_key.get(key)
                if cited is not None:
                    look(("stands" if status == "breach" else "bites", cited.number), not positive)

    def _presumption_gates(self, node: Node) -> list[Status]:
        """A presumed fact hangs on the condition of its presumption, and on what would rebut it."""
        match self.circuit.nodes[node]:
            case FactLeaf(atom, _):
                word = self.words.get(atom)
                if word is None or not isinstance(word.presumed, bool):
                    return []
                if atom not in self.presumptions:
                    rebuttal = law.FALSE if word.unless is None else word.unless
                    self.presumptions[atom] = (self.spreader.node(word.when), self.spreader.node(rebuttal))
                return [("gate", n) for n in self.presumptions[atom]]
        return []

    def _words_in(self, node: Node) -> list[Atom]:
        match self.circuit.nodes[node]:
            case AllGate(parts) | AnyGate(parts) | CountGate(_, parts):
                return list(dict.fromkeys(a for p in parts for a in self._words_in(p)))
            case WordLeaf(atom, _):
                return [atom]
        return []

    def _term(self, atom: Atom) -> int:
        if atom not in self.term_numbers:
            self.term_numbers[atom] = len(self.terms)
            self.terms.append(atom)
        return self.term_numbers[atom]

    def _pair(self, one: int, other: int) -> int:
        key = (min(one, other), max(one, other))
        if key not in self.pair_numbers:
            self.pair_numbers[key] = len(self.pairs)
            self.pairs.append(key)
        return self.pair_numbers[key]

    # ------------------------------------------------------------ the question

    def _question(self) -> dict[Status, bool]:
        """The rows of the question; what the verdict looks at, always (also) through a "not"."""
        row, parts, r = self.row, self.relations.parts, self.relations
        statuses: set[Status] = set()
        match self.problem.question:
            case May(act):
                acts = r.done_with(act)
                for p in parts:
                    own = p.act in acts if p.act else False
                    if own and p.kind in ("prohibition", "closed list"):
                        row.bars.append(p.number)
                    elif own and p.kind in ("permission", "duty"):
                        row.grants.append(p.number)
                    if p.kind == "standard" and any(a in acts for a in p.provision.bars):
                        row.guards.append(p.number)
                    if p.kind == "duty" and any(a in acts for a in p.provision.before):
                        row.guards.append(p.number)
                    if p.kind == "duty" and p.provision.after in acts:
                        row.follows.append(p.number)
                statuses |= {("stands", n) for n in (*row.bars, *row.guards, *row.grants)}
                statuses |= {("bites", n) for n in row.grants}  # a permission that was looked at and failed
            case Must(act):
                for p in parts:
                    if p.kind == "duty" and p.act and act in r.done_with(p.act):
                        row.obliges.append(p.number)
                    if p.kind == "need not" and p.act == act:
                        row.frees.append(p.number)
                statuses |= {("stands", n) for n in (*row.obliges, *row.frees)}
            case IsSo(condition):
                row.node = self.spreader.node(condition)
                statuses.add(("gate", row.node))
                row.terms = [self._term(atom) for atom in self._words_in(row.node)]
                statuses |= {("holds", n) for n in row.terms}
            case Applies(keys) | IsExempt(keys):
                row.asked = [r.by_key[k].number for k in keys if k in r.by_key]
                statuses |= {("bites", n) for n in row.asked}
            case WhatLimit(quantity):
                self._limits(quantity)
                statuses |= {("stands", n) for n, _ in (*row.floors, *row.ceilings)}
                statuses |= {("stands", n) for n in row.undated}
                statuses |= {("stands", n) for n, _ in row.lists}
            case DueWhen(act):
                dated: list[tuple[int, int]] = []
                for p in parts:
                    if p.kind == "duty" and p.act == act and p.provision.by is not None:
                        day = r.due(p.provision)
                        if day is None:
                            row.undated.append(p.number)
                        else:
                            dated.append((p.number, day))
                row.ranks = [Fraction(d) for d in sorted({d for _, d in dated})]
                row.dates = [(n, row.ranks.index(Fraction(d))) for n, d in dated]
                statuses |= {("stands", n) for n, _ in row.dates} | {("stands", n) for n in row.undated}
        for kind, number in list(statuses):
            if kind == "stands":
                for pull in r.pulls_of(parts[number]):
                    if pull.hard:
                        statuses |= {("stands", pull.other.number), ("gate", pull.condition)}
        return {s: True for s in sorted(statuses)}

    def _limits(self, quantity: Atom) -> None:
        row = self.row
        found: list[tuple[int, bool, tuple[Fraction, int]]] = []
        values: set[str] = set()
        sets: list[tuple[int, frozenset[str]]] = []
        for p in self.relations.parts:
            limit = p.provision.limit
            if p.kind != "standard" or limit is None or limit.quantity != quantity:
                continue
            if limit.bound is None:
                sets.append((p.number, limit.values))
                values |= limit.values
                continue
            for direction, end, strict in limit.ends():
                bound = self.spreader.value(end)
                least = direction == "at least"
                if bound is not None:  # what is more than 8 lies above what is at least 8, and below any number above 8
                    found.append((p.number, least, (bound, (1 if least else -1) if strict else 0)))
                elif p.number not in row.undated:
                    row.undated.append(p.number)
        order = sorted({b for _, _, b in found})
        row.ranks, row.strict = [b for b, _ in order], frozenset(n for n, (_, off) in enumerate(order) if off)
        row.values = sorted(values)
        for number, least, end_ in found:
            (row.floors if least else row.ceilings).append((number, order.index(end_)))
        for number, allowed in sets:
            row.lists += [(number, row.values.index(v)) for v in sorted(allowed)]

    # ------------------------------------------------------------ leaves, units, inputs

    def gates(self) -> list[Node]:
        return sorted(n for kind, n in self.looks if kind == "gate")

    def _leaves(self) -> None:
        """The leaves of the slice, sorted by what they ask."""
        self.facts: dict[Atom, None] = {}
        self.tests: dict[tuple[int, frozenset[int]], None] = {}
        self.named: dict[Atom, set[str]] = {}
        self.doubts: dict[str, tuple[str, ...]] = {}
        readings = {**self.problem.readings, **self.spreader.doubts}
        in_cone: dict[object, None] = {}
        for node in self.gates():
            leaf = self.circuit.nodes[node]
            mine: object = None
            match leaf:
                case FactLeaf(atom, _):
                    self.facts[atom] = None
                    mine = atom
                case TestLeaf(form, signs):
                    self.tests[form, signs] = None
                    mine = form
                case ValueLeaf(atom, values, _):
                    self.named.setdefault(atom, set()).update(values)
                    mine = atom
                case ReadingLeaf(doubt, reading, _):
                    self.doubts.setdefault(doubt, readings.get(doubt, (reading,)))
            if mine is not None and ("gate", node) in self.cone:
                in_cone[mine] = None
        self.in_cone = in_cone

    def _units(self) -> None:
        """Numeric units; a test whose quantities are all known is an input of its own."""
        numbers = self.given.number
        self.live = self.live_under(self.given)
        self.known_tests: list[tuple[int, frozenset[int]]] = []
        open_forms: dict[int, Linear] = {}
        accepted: list[tuple[int, frozenset[int]]] = []
        for form, signs in self.tests:
            left = self.spreader.forms.forms[form].under(numbers)
            if left.factors:
                if self.live is not None and form not in self.live:
                    self.idle.add(form)
                    continue
                open_forms[form] = left
                accepted.append((form, signs))
            else:
                self.known_tests.append((form, signs))
        self.open_forms = open_forms
        bounds, self.broken_bounds = bounds_of(self.problem, self.spreader, self.given)
        self.units: list[Unit] = make_units(open_forms, accepted, bounds, self.whole())
        self.named_units: list[Unit] = [
            Unit((atom,), tuple(Cell(v, frozenset()) for v in (*sorted(values), ANOTHER)))
            for atom, values in self.named.items()
        ]

        # Numbers of the choices: facts and known tests, units, doubts.
        names: list[Atom | tuple[int, frozenset[int]]] = [*self.facts, *self.known_tests]
        self.fact_numbers = {name: n for n, name in enumerate(names)}
        self.unit_numbers = list(zip([*self.units, *self.named_units], count(), strict=False))
        self.doubt_numbers = {d: (n, names) for n, (d, names) in enumerate(self.doubts.items())}

    def live_under(self, given: Given) -> frozenset[int] | None:
        """The open tests on several quantities tie these into one unit; a test that the given facts
        leave without effect ties nothing. None: no test could tie."""
        forms = self.spreader.forms
        if not any(sum(a not in given.number for a in forms.atoms(form)) > 1 for form, _ in self.tests):
            return None
        shown = Shown(self.circuit, forms, given)
        roots: set[Node] = set()
        for (kind, number), seen in self.looks.items():
            if kind == "gate":
                roots.update(n for _, n in self._presumption_gates(number))
            elif kind == "bites" and shown.truth(self.relations.scope(self.relations.parts[number])) is False:
                continue
            else:
                roots.update(n for sort, n in seen if sort == "gate")
        roots.update(self.spreader.node(c) for c in self.extra)
        return shown.live(roots)

    def named_number(self, atom: Atom) -> tuple[Unit, int]:
        """The unit of an attribute with named values, and its number."""
        place = len(self.units) + list(self.named).index(atom)
        return self.unit_numbers[place]

    def whole(self) -> set[Atom]:
        """The quantities that are whole numbers; dates are."""
        atoms = {a for f in self.spreader.forms.forms for a in f.factors}
        declared = {a for a in atoms if (w := self.words.get(a)) is not None and (w.whole or w.date)}
        return declared | self.spreader.whole


# ---------------------------------------------------------------- given facts and bounds


def given_of(problem: Problem, facts: Iterable[tuple[Atom, Value]]) -> Given:
    """The given facts, and the numbers that are presumed where the facts show the ground of it.

    Where the ground is open the number is open, and so asked for."""
    given = gather(facts)
    for atom, word in problem.words.items():
        if isinstance(word.presumed, Fraction) and atom not in given.number and _ground_shown(problem, given, word):
            given.number[atom] = word.presumed
            given.presumed.append(atom)
    return given


def _ground_shown(problem: Problem, given: Given, word: Word) -> bool:
    if word.when == law.TRUE and word.unless is None:
        return True
    spreader = Spreader(problem, given)
    shown = Shown(spreader.circuit, spreader.forms, given)
    rebutted = word.unless is not None and shown.truth(spreader.node(word.unless)) is True
    return not rebutted and shown.truth(spreader.node(word.when)) is True


def bounds_of(problem: Problem, spreader: Spreader, given: Given) -> tuple[list[Wanted], list[str]]:
    """The given comparisons over what is not known, and those that the known numbers break."""
    wanted: list[Wanted] = []
    broken: list[str] = []
    for left, op, right in problem.bounds:
        form = spreader.linear(left) - spreader.linear(right)
        form = form.under(given.number)
        for ask in _asked(form, op):
            if ask[0].factors:
                wanted.append(ask)
            elif not _true(ask):
                broken.append(_name(left, right))
    for atom in sorted(spreader.not_negative, key=str):
        if atom not in given.number:
            wanted.append((Linear.of(atom), ">="))
    return wanted, broken


def _asked(form: Linear, op: str) -> list[Wanted]:
    turned = form.scaled(Fraction(-1))
    match op:
        case ">" | ">=" | "=":
            return [(form, op)]
        case "<":
            return [(turned, ">")]
        case "<=":
            return [(turned, ">=")]
    raise ValueError(f"a bound is not given with {op!r}")


def _true(wanted: Wanted) -> bool:
    value, op = wanted[0].constant, wanted[1]
    return value > 0 if op == ">" else value >= 0 if op == ">=" else value == 0


def _name(left: Expression, right: Expression) -> str:
    names = [str(e.atom) for e in (left, right) if isinstance(e, law.Measure)]
    return " & ".join(names) or "a given comparison"

