"""Conditions spread over the things of a case, as a circuit of plain tests.

Takes:   the conditions of a `Problem`, with quantifiers, counts, totals and legal periods in them
Gives:   `Spreader.node(condition)`: a circuit node over facts, linear tests, named values, defined
         words, statuses and readings
Differs: from the conditions in that each, some, counts and shares are gates, totals are linear
         forms, and a period is a linear test on dates, or one open condition where it is not linear

An open roster adds one open quantity or fact a test: the other things, of which the case says
nothing (theory 9). `baked` names the atoms whose given values shaped the circuit itself.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from legalasp.law import conditions as law
from legalasp.law.calendar import Standstill, TwoOutcomes, show_period
from legalasp.law.conditions import Atom, Condition, Expression, Term, Thing, Variable
from legalasp.mistakes import Mistake, Mistaken
from legalasp.program.circuit import (
    FALSE,
    SIGNS,
    TRUE,
    AllGate,
    AnyGate,
    Circuit,
    CountGate,
    FactLeaf,
    Node,
    ReadingLeaf,
    StatusLeaf,
    TestLeaf,
    ValueLeaf,
    WordLeaf,
)
from legalasp.program.facts import Given
from legalasp.program.filling import Filling, atoms_of, fill, filled, happenings_of, in_short, in_words
from legalasp.program.forms import Forms, Linear
from legalasp.program.problem import Deadline, GroundProvision, Problem, Roster
from legalasp.program.shown import Shown, atoms_under

MOST_SPLITS = 10
"""Open tests that a total may hang on (theory 9): each doubles the circuit."""

MOST_BLIND = 3
"""Things of which it is known neither whether they count in a total nor how much they would add."""

MONTH_END = "month end"
MONTH_ENDS = ("last day", "next day")
"""The doubt that arises where a month lacks the day and the place has no rule for it (theory 8)."""

_NEGATED = {"<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<="}
_ACCEPTS = {
    "<": frozenset((-1,)), "<=": frozenset((-1, 0)), "=": frozenset((0,)),
    "!=": frozenset((-1, 1)), ">=": frozenset((0, 1)), ">": frozenset((1,)),
}  # fmt: skip


WHOLE_NUMBER = "whole number"
"""Leads the name of a number of weeks or days that is not known."""


def whole(value: Fraction, begun: bool) -> Fraction:
    """The whole number of those that are full, or that have begun."""
    return Fraction(-(-value.numerator // value.denominator) if begun else value.numerator // value.denominator)


@dataclass
class Spreader:
    problem: Problem
    given: Given
    circuit: Circuit = field(default_factory=Circuit)
    forms: Forms = field(default_factory=Forms)
    baked: set[Atom] = field(default_factory=set)
    whole: set[Atom] = field(default_factory=set)
    """Open quantities made here that are whole numbers."""
    not_negative: set[Atom] = field(default_factory=set)
    others: dict[Atom, tuple[str, Variable, Condition]] = field(default_factory=dict)
    """Open facts and quantities about the things that an open roster leaves unnamed."""
    doubts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Readings that only the calendar brings in: a month that lacks the day."""
    _testing: set[str] = field(default_factory=set)
    _cache: dict[tuple[Condition, bool], Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.provisions: dict[str, GroundProvision] = {p.key: p for p in self.problem.provisions}
        self.terms: set[Atom] = {p.term for p in self.problem.provisions if p.term is not None}
        self.happenings: set[Atom] = happenings_of(self.problem)
        self.standards: dict[str, list[str]] = {}
        for p in self.problem.provisions:
            if p.kind == "standard" or (p.kind == "duty" and p.before):
                self.standards.setdefault(p.law, []).append(p.key)

    # ------------------------------------------------------------ conditions

    def node(self, condition: Condition, positive: bool = True, filling: Filling | None = None) -> Node:
        """The node of `condition` or, with `positive` false, of its denial."""
        if filling:
            return self._spread(condition, positive, filling)
        key = (condition, positive)
        node = self._cache.get(key)
        if node is None:
            node = self._cache[key] = self._spread(condition, positive, {})
        return node

    def _spread(self, c: Condition, positive: bool, f: Filling) -> Node:
        both, either = (self.circuit.all, self.circuit.any) if positive else (self.circuit.any, self.circuit.all)
        match c:
            case law.Not(part):
                return self.node(part, not positive, f)
            case law.All(parts):
                return both(self.node(p, positive, f) for p in parts)
            case law.AnyOf(parts):
                return either(self.node(p, positive, f) for p in parts)
            case law.AtLeast(number, parts):
                return self._at_least(number, [self.node(p, positive, f) for p in parts], positive)
            case law.Holds(atom):
                return self._holds(fill(atom, f), positive)
            case law.HasValue(atom, values):
                return self._value(fill(atom, f), values, positive)
            case law.Compare(left, op, right):
                return self._compare(left, op if positive else _NEGATED[op], right, f)
            case law.Within() | law.Lasted() | law.Passed():
                return self._period(c, positive, f)
            case law.OnReading(doubt, reading):
                return self.circuit.leaf(ReadingLeaf(doubt, reading, positive))
            case law.Status(status, key):
                return self._status(status, key, positive)
            case law.MeetsAll():
                status = "conforms" if c.conforms else "meets"
                keys = c.only if c.only is not None else self.standards.get(c.law, ())
                return both(self._status(status, k, positive) for k in keys if k not in c.but)
            case law.Each(variable, part, but):
                return self._quantified("every other", variable, part, but, positive, f, both)
            case law.Some(variable, part, but):
                return self._quantified("some other", variable, part, but, positive, f, either)
            case law.Share(variable, where, part, op, share):
                inside = law.CountOf(variable, law.All((where, part)))
                outside = law.CountOf(variable, law.All((where, law.Not(part))))
                # inside >= share * (inside + outside): monotone in each count alone
                left = law.Sum((law.Scaled(1 - share, inside), law.Scaled(-share, outside)))
                return self._compare(left, op if positive else _NEGATED[op], law.Number(Fraction(0)), f)
        raise TypeError(f"no condition: {c!r}")

    def facts_of(self, condition: Condition) -> list[Atom]:
        """The facts, defined words left out, that a condition hangs on."""
        found: dict[Atom, None] = {}
        ahead = [self.node(condition)]
        while ahead:
            match self.circuit.nodes[ahead.pop()]:
                case AllGate(parts) | AnyGate(parts) | CountGate(_, parts):
                    ahead += parts
                case FactLeaf(atom, _):
                    found[atom] = None
        return list(found)

    def _at_least(self, number: int, parts: list[Node], positive: bool) -> Node:
        # Fewer than n of m fulfilled is at least m - n + 1 of m denied.
        return self.circuit.at_least(number if positive else len(parts) - number + 1, parts)

    def _holds(self, atom: Atom, positive: bool) -> Node:
        if atom in self.terms and atom not in self.given.truth:
            return self.circuit.leaf(WordLeaf(atom, positive))
        return self.circuit.leaf(FactLeaf(atom, positive))

    def _value(self, atom: Atom, values: frozenset[str], positive: bool) -> Node:
        return self.circuit.leaf(ValueLeaf(atom, values, positive))

    def _status(self, status: str, key: str, positive: bool) -> Node:
        provision = self.provisions.get(key)
        if provision is None:  # nothing of that citation is about this case: nothing to meet
            return TRUE if (status in ("meets", "conforms")) == positive else FALSE
        if status == "conforms":
            return self._conforms(provision, positive)
        if status == "meets":
            return self.circuit.leaf(StatusLeaf(key, "breach", not positive))
        return self.circuit.leaf(StatusLeaf(key, status, positive))

    def _conforms(self, p: GroundProvision, positive: bool) -> Node:
        if p.key in self._testing:
            raise Mistaken([Mistake(
                "test-of-itself",
                f"What § {p.key} asks for hangs on whether § {p.key} itself is conformed to.",
                help="Say what it asks for without naming it.",
            )])  # fmt: skip
        self._testing.add(p.key)
        node = self.node(self.test(p), positive)
        self._testing.discard(p.key)
        return node

    def test(self, p: GroundProvision) -> Condition:
        """What a standard or a prior duty asks for."""
        if p.kind == "duty":
            return p.done if p.done is not None else law.Holds(p.act) if p.act is not None else law.TRUE
        if p.test is not None:
            return p.test
        if p.limit is None:
            return law.TRUE
        if p.limit.bound is None:
            return law.HasValue(p.limit.quantity, p.limit.values)
        tests = p.limit.tests()
        return tests[0] if len(tests) == 1 else law.All(tuple(tests))

    def _quantified(
        self,
        which: str,
        variable: Variable,
        part: Condition,
        but: tuple[Term, ...],
        positive: bool,
        f: Filling,
        join: Callable[[list[Node]], Node],
    ) -> Node:
        parts = [self.node(part, positive, {**f, variable.name: t}) for t in self._things(variable, but, f)]
        if not self._roster(variable).closed:
            other = self._other(f"{which} {variable.kind}", variable, part, f)
            parts.append(self.circuit.leaf(FactLeaf(other, positive)))
        return join(parts)

    # ------------------------------------------------------------ rosters

    def _roster(self, variable: Variable) -> Roster:
        return self.problem.rosters.get(variable.kind, Roster(()))

    def _things(self, variable: Variable, but: tuple[Term, ...], f: Filling) -> list[Thing]:
        left_out = {f[t.name].name if isinstance(t, Variable) and t.name in f else t.name for t in but}
        return [t for t in self._roster(variable).members if t.name not in left_out]

    def _other(self, which: str, variable: Variable, about: Condition, f: Filling, measure: object = "") -> Atom:
        fixed = tuple(sorted(f.values(), key=lambda t: t.name))
        name = f"{which}: {in_short(about, measure)}"
        atom = Atom(name, fixed)
        self.others[atom] = (which, variable, about)
        return atom

    # ------------------------------------------------------------ comparisons

    def _compare(self, left: Expression, op: str, right: Expression, f: Filling) -> Node:
        form = self._linear(left, f) - self._linear(right, f)
        return self._test(form, op)

    def _test(self, form: Linear, op: str) -> Node:
        """`form op 0`; parts that are not linear are split away one after another."""
        if not form.parts:
            number, turned = self.forms.number(form)
            if number is None:
                value = form.constant
                return TRUE if (value > 0) - (value < 0) in _ACCEPTS[op] else FALSE
            signs = _ACCEPTS[op]
            return self.circuit.leaf(TestLeaf(number, frozenset(-s for s in signs) if turned else signs))
        if op == "=":
            return self.circuit.all((self._test(form, ">="), self._test(form, "<=")))
        if op == "!=":
            return self.circuit.any((self._test(form, ">"), self._test(form, "<")))
        if op in ("<", "<="):
            return self._test(form.scaled(Fraction(-1)), ">" if op == "<" else ">=")
        (factor, part, f), rest = form.parts[0], form.without_first()
        match part:
            case law.Greatest(parts) | law.Least(parts):
                any_will_do = isinstance(part, law.Greatest) == (factor > 0)
                join = self.circuit.any if any_will_do else self.circuit.all
                return join(self._test(rest + self._linear(p, f).scaled(factor), op) for p in parts)
            case law.CountOf():
                return self._count(part, factor, rest, op, f)
            case law.TotalOf():
                return self._total(part, factor, rest, op, f)
            case law.Whole():
                return self._whole(part, factor, rest, op, f)
        raise TypeError(f"no expression: {part!r}")

    def _count(self, part: law.CountOf, factor: Fraction, rest: Linear, op: str, f: Filling) -> Node:
        nodes = [
            self.node(part.where, True, {**f, part.variable.name: t})
            for t in self._things(part.variable, part.but, f)
        ]
        if not self._roster(part.variable).closed:
            other = self._other(f"how many other {part.variable.kind}", part.variable, part.where, f)
            self.whole.add(other)
            self.not_negative.add(other)
            rest = rest + Linear.of(other).scaled(factor)
        reached = [self.circuit.at_least(n, nodes) for n in range(len(nodes) + 1)]
        tests = [self._test(rest + Linear.number(factor * n), op) for n in range(len(nodes) + 1)]
        if factor > 0:  # some number that is reached is enough
            return self.circuit.any(self.circuit.all(pair) for pair in zip(reached, tests, strict=True))
        denied = [self._at_least(n, [self._deny(x) for x in nodes], False) for n in range(len(nodes) + 1)]
        return self.circuit.all(self.circuit.any(pair) for pair in zip(denied, tests, strict=True))

    def _whole(self, part: law.Whole, factor: Fraction, rest: Linear, op: str, f: Filling) -> Node:
        """`factor * the whole number + rest`, held against 0 by > or >=."""
        inner = self._linear(part.part, f)
        self.baked.update(a for a in rest.factors if a in self.given.number)
        other_parts, rest = rest.parts, rest.under(self.given.number)
        if other_parts or rest.factors or inner.parts:
            # Held against what is not known either: one unknown number, which claims too little and never too much.
            other = Atom(f"the number of {'begun' if part.begun else 'full'} {in_words(filled(part.part, f))}")
            self.others[other] = (WHOLE_NUMBER, Variable("", ""), law.Compare(filled(part, f), ">=", law.Number(Fraction(1))))
            self.whole.add(other)
            self.not_negative.add(other)
            return self._test(rest + Linear(parts=other_parts) + Linear.of(other).scaled(factor), op)
        limit = -rest.constant / factor
        down, up = limit.numerator // limit.denominator, -(-limit.numerator // limit.denominator)
        # As tests on the part itself: three full weeks are at least 21 days, three begun ones more than 14.
        if factor > 0:
            least = up if op == ">=" else down + 1
            return self._test(inner + Linear.number(Fraction(1 - least if part.begun else -least)), ">" if part.begun else ">=")
        most = down if op == ">=" else up - 1
        back = inner.scaled(Fraction(-1))
        return self._test(back + Linear.number(Fraction(most if part.begun else most + 1)), ">=" if part.begun else ">")

    def _total(self, part: law.TotalOf, factor: Fraction, rest: Linear, op: str, f: Filling) -> Node:
        open_parts: list[tuple[Node, Linear]] = []
        for thing in self._things(part.variable, part.but, f):
            filled = {**f, part.variable.name: thing}
            where = self.node(part.where, True, filled)
            counts = self.settled(where)
            if counts is None:
                open_parts.append((where, self._linear(part.measure, filled).scaled(factor)))
            elif counts:
                rest = rest + self._linear(part.measure, filled).scaled(factor)
        if not self._roster(part.variable).closed:
            other = self._other(f"total of every other {part.variable.kind}", part.variable, part.where, f, part.measure)
            self.not_negative.add(other)
            rest = rest + Linear.of(other).scaled(factor)
        blind = sum(bool(amount.parts) or any(a not in self.given.number for a in amount.factors) for _, amount in open_parts)
        if len(open_parts) > MOST_SPLITS or blind > MOST_BLIND:
            # Too many ways to tell apart: the part that is open is one unknown number, which claims too little
            # and never too much.
            some = self._other(f"total of those {part.variable.kind}s of which it is not known", part.variable, part.where, f, part.measure)
            self.not_negative.add(some)
            return self._test(rest + Linear.of(some).scaled(factor), op)
        return self._split(open_parts, rest, op)

    def _split(self, open_parts: list[tuple[Node, Linear]], rest: Linear, op: str) -> Node:
        if not open_parts:
            return self._test(rest, op)
        (where, amount), others = open_parts[0], open_parts[1:]
        counted = self.circuit.all((where, self._split(others, rest + amount, op)))
        not_counted = self.circuit.all((self._deny(where), self._split(others, rest, op)))
        return self.circuit.any((counted, not_counted))

    def _deny(self, node: Node) -> Node:
        """The denial of a node, pushed to its leaves."""
        gate = self.circuit.nodes[node]
        match gate:
            case AllGate(parts):
                return self.circuit.any(self._deny(p) for p in parts)
            case AnyGate(parts):
                return self.circuit.all(self._deny(p) for p in parts)
            case CountGate(number, parts):
                return self._at_least(number, [self._deny(p) for p in parts], False)
            case FactLeaf(atom, positive):
                return self.circuit.leaf(FactLeaf(atom, not positive))
            case TestLeaf(form, signs):
                return self.circuit.leaf(TestLeaf(form, SIGNS - signs))
            case ValueLeaf(atom, values, positive):
                return self.circuit.leaf(ValueLeaf(atom, values, not positive))
            case WordLeaf(atom, positive):
                return self.circuit.leaf(WordLeaf(atom, not positive))
            case StatusLeaf(key, status, positive):
                return self.circuit.leaf(StatusLeaf(key, status, not positive))
            case ReadingLeaf(doubt, reading, positive):
                return self.circuit.leaf(ReadingLeaf(doubt, reading, not positive))

    # ------------------------------------------------------------ expressions

    def named_in(self, *expressions: Expression) -> list[Atom]:
        """The quantities that closed linear expressions speak of."""
        return [atom for e in expressions for atom in self._linear(e, {}).factors]

    def linear(self, e: Expression) -> Linear:
        """A closed expression as a linear form."""
        return self._linear(e, {})

    def _linear(self, e: Expression, f: Filling) -> Linear:
        match e:
            case law.Number(value):
                return Linear.number(value)
            case law.Measure(atom):
                return Linear.of(fill(atom, f))
            case law.Sum(parts):
                total = Linear.number(Fraction(0))
                for p in parts:
                    total = total + self._linear(p, f)
                return total
            case law.Scaled(factor, part):
                return self._linear(part, f).scaled(factor)
            case law.Greatest(parts) | law.Least(parts) if len(parts) == 1:
                return self._linear(parts[0], f)
            case law.Whole(part, begun) if (worth := self.value(part, f)) is not None:
                return Linear.number(whole(worth, begun))
        return Linear(parts=((Fraction(1), e, f),))

    def value(self, e: Expression, f: Filling | None = None) -> Fraction | None:
        """The value of an expression as the given facts alone fix it; what is looked at is baked."""
        form = self._linear(e, f or {})
        total = form.constant
        for atom, factor in form.factors.items():
            self.baked.add(atom)
            number = self.given.number.get(atom)
            if number is None:
                return None
            total += factor * number
        for factor, part, filling in form.parts:
            worth = self._part_value(part, filling)
            if worth is None:
                return None
            total += factor * worth
        return total

    def open_in(self, e: Expression) -> list[Atom]:
        """What a count, a total or a choice in the expression hangs on and the given facts leave open."""
        parts = self._linear(e, {}).parts
        found = [a for _, part, f in parts for a in atoms_under(self.circuit, self.forms, self._compare(part, ">=", law.Number(Fraction(1)), f))]
        return [a for a in dict.fromkeys(found) if a not in self.given.number and a not in self.given.truth]

    def _part_value(self, part: Expression, f: Filling) -> Fraction | None:
        if isinstance(part, (law.Greatest, law.Least)):
            values = [self.value(p, f) for p in part.parts]
            known = [v for v in values if v is not None]
            if len(known) < len(values):
                return None
            return max(known) if isinstance(part, law.Greatest) else min(known)
        if isinstance(part, law.Whole):
            return None  # known ones are numbers already
        assert isinstance(part, (law.CountOf, law.TotalOf))
        if not self._roster(part.variable).closed:
            return None
        total = Fraction(0)
        for thing in self._things(part.variable, part.but, f):
            filled = {**f, part.variable.name: thing}
            counts = self.settled(self.node(part.where, True, filled))
            amount = Fraction(1) if isinstance(part, law.CountOf) else self.value(part.measure, filled)
            if counts is None or (counts and amount is None):
                return None
            if counts and amount is not None:
                total += amount
        return total

    def settled(self, node: Node) -> bool | None:
        """The truth of a node as the given facts alone fix it; what it hangs on is baked."""
        self.baked.update(atoms_under(self.circuit, self.forms, node))
        return Shown(self.circuit, self.forms, self.given).truth(node)

    # ------------------------------------------------------------ legal periods

    def _period(self, c: law.Within | law.Lasted | law.Passed, positive: bool, f: Filling) -> Node:
        event, moment = filled(c.event, f), filled(c.moment, f)
        never = False
        happened: list[Node] = []
        for atom in dict.fromkeys((*atoms_of(event), *atoms_of(moment))):
            self.baked.add(atom)
            never = never or self.given.truth.get(atom) is False
            if atom in self.happenings and atom not in self.given.number:
                happened.append(self.circuit.leaf(FactLeaf(atom, True)))
        if never:  # what did not happen starts no period and keeps none
            return FALSE if positive else TRUE
        node = self.circuit.all((*happened, self._counted(c, event, moment)))
        return node if positive else self._deny(node)

    def _counted(self, c: law.Within | law.Lasted | law.Passed, event: Expression, moment: Expression) -> Node:
        calendar = self.problem.calendar
        lapse = isinstance(c, law.Lasted) or isinstance(c, law.Within) and c.counts != "deadline"
        lead = isinstance(c, law.Within) and c.counts == "lead"
        standstill = self._standstill(event)
        days = calendar.plain_days(c.period, lapse=lapse, standstill=standstill)
        if days is not None:
            last: list[tuple[str, Expression]] = [("", law.Sum((event, law.Number(Fraction(days)))))]
        else:
            ordinal = self.value(event)
            if ordinal is None:
                return self._one_open_condition(c, event, moment)
            counted = (calendar.lapse_complete if lapse else calendar.deadline)(
                datetime.date.fromordinal(int(ordinal)), c.period, standstill
            )
            if isinstance(counted, TwoOutcomes):
                days_left_open = zip(MONTH_ENDS, counted.outcomes, strict=True)
                last = [(reading, law.Number(Fraction(o.day.toordinal()))) for reading, o in days_left_open]
                self.doubts[MONTH_END] = MONTH_ENDS
            else:
                last = [("", law.Number(Fraction(counted.day.toordinal())))]
        op = "<" if lead else "<=" if isinstance(c, law.Within) else ">"
        ends = []
        for reading, day in last:
            test = self._compare(moment, op, day, {})
            if reading:
                test = self.circuit.all((self.circuit.leaf(ReadingLeaf(MONTH_END, reading, True)), test))
            ends.append(test)
        node = self.circuit.any(ends)
        if isinstance(c, law.Within) and c.counts not in ("lead", "by"):
            node = self.circuit.all((node, self._compare(moment, ">=", event, {})))
        return node

    def last_day(self, by: Deadline) -> int | None:
        """The ordinal of the last day of a deadline; None while its event is open. Where the month
        lacks the day and no rule says more, the earlier day."""
        ordinal = self.value(by.event)
        if ordinal is None:
            return None
        event = datetime.date.fromordinal(int(ordinal))
        counted = self.problem.calendar.deadline(event, by.period, self._standstill(by.event))
        return (counted.last_day if isinstance(counted, TwoOutcomes) else counted).day.toordinal()

    def _standstill(self, event: Expression) -> Standstill:
        spans = [span for atom in atoms_of(event) for span in self.problem.standstill.get(atom, ())]
        return tuple(sorted(spans))

    def _one_open_condition(
        self, c: law.Within | law.Lasted | law.Passed, event: Expression, moment: Expression
    ) -> Node:
        """An unknown date under roll-over, months or standstill: named in words (theory 8)."""
        if isinstance(c, law.Within):  # not before the event stays a test of its own only if decided
            words = f"{'less than' if c.counts == 'lead' else 'within'} {show_period(c.period)} of {in_words(event)}"
        elif isinstance(c, law.Lasted):
            words = f"{show_period(c.period)} since {in_words(event)} complete"
        else:
            words = f"{show_period(c.period)} since {in_words(event)} passed"
        atom = Atom(words if not atoms_of(moment) or isinstance(c, law.Within) else f"{words} by {in_words(moment)}")
        self.others[atom] = (words, Variable("", ""), c)
        return self.circuit.leaf(FactLeaf(atom, True))
