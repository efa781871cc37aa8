"""A length, a number, a total, or a named value that is asked for as it is.

Takes:   a law, a case, a question `What is the length of …?`, `How many homes are on the lot?`
Gives:   an `Answer` whose value is exact, or a range with the facts that would narrow it
Differs: from a limit in that it is what the facts come to, not what the law asks for

What is counted may be a word that the law defines (`How many class A homes …?`); on each reading that matters the
number is worked out anew. Ends are exact: an end that the facts do not fix is no end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product

from legalasp.explanation.account import NO_ROSTER, Account
from legalasp.explanation.answers import Answer, OnReading
from legalasp.explanation.findings import Finding, Teller
from legalasp.explanation.gathered import Gathered
from legalasp.explanation.wording import amount, on_reading, row, sentence
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Condition, Expression
from legalasp.law.model import Case, CaseQuestion, Law, Statement
from legalasp.law.walk import atoms_of, substituted
from legalasp.program.instantiate import ground
from legalasp.program.problem import IsSo
from legalasp.program.spread import whole
from legalasp.reasoning import Inquiry
from legalasp.reasoning import answer as R
from legalasp.reasoning.answer import Combination, Limits

MOST_COMBINATIONS = 32
"""Combinations of readings that are worked out one by one; beyond them what hangs on a reading is open."""
MOST_NAMED = 12
"""Things that are counted by name."""


def amount_of(law: Law, case: Case, question: CaseQuestion) -> Answer:
    grounded = ground(law, case, question)
    inquiry = Inquiry(grounded.problem)
    outcome = inquiry.ask()
    found = Amounted(law, case, question, grounded, inquiry, replace(
        outcome, by=(), missing=(), sure=(), readings=(), favoured=None, failed=(), incoherent=(), conflicts=()))
    if not outcome.contradictions:
        found.settle()
    return found


@dataclass
class Range:
    """`least` and `most` are None where nothing is known of that end."""

    least: Fraction | None = None
    most: Fraction | None = None
    open: dict[str, str] = field(default_factory=dict)
    """What is not known -> fact, number or value."""
    counted: list[str] = field(default_factory=list)

    @property
    def exact(self) -> bool:
        return self.least is not None and self.least == self.most

    @property
    def limits(self) -> Limits | None:
        unknown = not self.least and self.most is None  # `at least 0` says nothing
        return None if unknown else Limits(self.least, self.most)


@dataclass
class Amounted(Gathered):
    """What the facts come to."""

    by_reading: tuple[tuple[Combination, Range | str], ...] = ()

    def settle(self) -> None:
        """Works the value out, on each reading on which it differs."""
        if self.question.form == "value":
            return
        whole = self.range
        if not whole.exact:
            self.by_reading = tuple(self._apart(whole))
        if self.by_reading:
            self.outcome = replace(self.outcome, answer=R.DEPENDS, value=None)
        else:
            self.outcome = replace(self.outcome, answer=R.UNDETERMINED if whole.limits is None else str(whole.limits), value=whole.limits)

    @cached_property
    def expression(self) -> Expression:
        """What is asked for, about the things of the case."""
        question = self.grounded.problem.question
        condition = question.condition if isinstance(question, IsSo) else None
        return condition.left if isinstance(condition, C.Compare) else self.question.amount or C.Number(Fraction(0))

    @cached_property
    def range(self) -> Range:
        return Reckoner(self.account).range(self.expression)

    def _apart(self, whole: Range) -> Iterator[tuple[Combination, Range]]:
        doubts = {d: names for d, (_, names) in self.inquiry.ground.doubt_numbers.items()}
        names, size = list(doubts), 1
        for readings in doubts.values():
            size *= len(readings)
        if not names or size > MOST_COMBINATIONS:
            return
        found = {}
        for chosen in product(*doubts.values()):
            combination = tuple(zip(names, chosen, strict=True))
            account = Account(self.law, self.grounded, self.inquiry, self.outcome, combination)
            found[combination] = Reckoner(account).range(self.expression)
        for name in names:  # the readings that make no difference are left out
            left: dict[Combination, list[Range]] = {}
            for c, r in found.items():
                left.setdefault(tuple(x for x in c if x[0] != name), []).append(r)
            if all(len({(r.least, r.most) for r in rows}) == 1 for rows in left.values()):
                found = {c: rows[0] for c, rows in left.items()}
        if len(found) > 1:
            yield from found.items()

    # ------------------------------------------------------------ the answer

    @cached_property
    def named(self) -> str | None:
        """The named value, where one is asked for and known."""
        quantity = self.question.quantity
        return self.inquiry.given.name.get(quantity) if quantity is not None else None

    @property
    def conclusion(self) -> str | Limits:
        if self.outcome.contradictions:
            return R.UNDETERMINED
        if self.question.form == "value":
            return self.named or R.UNDETERMINED
        if self.by_reading:
            return R.DEPENDS
        return self.range.limits or R.UNDETERMINED

    @property
    def answer(self) -> str:
        said = self.conclusion
        return said if said in (R.UNDETERMINED, R.DEPENDS) else "value"

    def said(self, conclusion: object) -> str:
        if isinstance(conclusion, Limits) and conclusion.least is not None and conclusion.least == conclusion.most:
            return amount(conclusion.least, self.unit)
        return super().said(conclusion)  # type: ignore[arg-type]

    def _value(self, value: object) -> object:
        if self.question.form == "value":
            return {"least": None, "most": None, "values": [self.named], "unit": None} if self.named else None
        return super()._value(value)  # type: ignore[arg-type]

    @cached_property
    def readings(self) -> tuple[OnReading, ...]:
        return tuple(OnReading(c, self.said(r.limits) if r.limits else R.UNDETERMINED, r.limits, (), ())
                     for c, r in self.by_reading if isinstance(r, Range))

    @cached_property
    def looked_at(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def missing(self) -> list[dict[str, object]]:
        if self.outcome.contradictions:
            return []
        if self.question.form == "value":
            assert self.question.quantity is not None
            return [] if self.named else [{"fact": self.account.say.measure(self.question.quantity), "decides": {}, "why": "value"}]
        return [{"fact": fact, "decides": {}, "why": why} for fact, why in self.range.open.items()]

    # ------------------------------------------------------------ in words

    def _findings(self) -> Iterator[Finding]:
        if self.outcome.contradictions:
            yield from super()._findings()
            return
        teller = Teller(self.account)
        counted = self.range.counted if self.question.form == "amount" else []
        if counted:
            more = f"; and {len(counted) - MOST_NAMED} more" if len(counted) > MOST_NAMED else ""
            yield Finding("ground", sentence(f"counted: {row(counted[:MOST_NAMED])}{more}"))
        for text in self._sentences():
            yield Finding("ground", sentence(text))
        for r in self.readings:
            yield Finding("reading", sentence(f"{on_reading(n for _, n in r.combination)}: {r.answer}"))
        for condition in self._where():
            teller.ask_of(self.account.leaves(condition))
        yield from teller.words()
        if self.missing:
            yield Finding("missing", sentence("not known: " + "; ".join(str(m["fact"]) for m in self.missing)))
        yield from self._presumed()

    def _sentences(self) -> Iterator[str]:
        """The sentences of the case that give a measure or a value."""
        q = self.question
        atoms = [q.quantity] if q.quantity is not None else [
            a for a in atoms_of(self.expression) if a in self.grounded.statements and not isinstance(self.expression, C.CountOf)]
        for atom in dict.fromkeys(atoms):
            rows: Sequence[Statement] = self.grounded.statements.get(atom, ())
            for s in rows:
                lead = "the case supposes: " if s.supposed else "the case states: "
                yield lead + s.text.rstrip(".") + (f" ({s.source.rstrip('.')})" if s.source else "")

    def _where(self) -> Iterator[Condition]:
        e = self.expression
        if isinstance(e, (C.CountOf, C.TotalOf)):
            members = self.inquiry.problem.rosters.get(e.variable.kind, NO_ROSTER).members
            yield from (substituted(e.where, {e.variable: m}) for m in members if m not in e.but)


@dataclass
class Reckoner:
    """Exact ends of an expression, under one account."""

    account: Account

    def range(self, e: Expression) -> Range:
        match e:
            case C.Number(value):
                return Range(value, value)
            case C.Measure(atom):
                return self._measure(atom)
            case C.Scaled(factor, part):
                r = self.range(part)
                ends = [None if x is None else factor * x for x in (r.least, r.most)]
                least, most = ends if factor >= 0 else ends[::-1]
                return Range(least, most, r.open, r.counted)
            case C.Whole(part, begun):
                r = self.range(part)
                least, most = (None if x is None else whole(x, begun) for x in (r.least, r.most))
                return Range(least, most, r.open, r.counted)
            case C.Sum(parts):
                return self._sum([self.range(p) for p in parts])
            case C.Greatest(parts) | C.Least(parts):
                return self._extreme([self.range(p) for p in parts], isinstance(e, C.Greatest))
        return self._over(e)

    def _measure(self, atom: Atom) -> Range:
        number = self.account.inquiry.given.number.get(atom)
        if number is not None:
            return Range(number, number)
        least = most = None
        for left, op, right in self.account.inquiry.problem.bounds:
            if left == C.Measure(atom) and isinstance(right, C.Number):
                if op in (">=", ">"):
                    least = right.value if least is None else max(least, right.value)
                if op in ("<=", "<"):
                    most = right.value if most is None else min(most, right.value)
        return Range(least, most, {self.account.say.measure(atom): "number"})

    def _sum(self, parts: list[Range]) -> Range:
        least, most = (None if any(x is None for x in ends) else sum((x for x in ends if x is not None), Fraction(0))
                       for ends in ([p.least for p in parts], [p.most for p in parts]))
        return Range(least, most, {k: v for p in parts for k, v in p.open.items()}, [c for p in parts for c in p.counted])

    def _extreme(self, parts: list[Range], greatest: bool) -> Range:
        pick = max if greatest else min
        lows, highs = ([x for x in ends if x is not None] for ends in ([p.least for p in parts], [p.most for p in parts]))
        every_low, every_high = len(lows) == len(parts), len(highs) == len(parts)
        least = pick(lows) if every_low or (greatest and lows) else None
        most = pick(highs) if every_high or (not greatest and highs) else None
        return Range(least, most, {k: v for p in parts for k, v in p.open.items()})

    def _over(self, e: C.CountOf | C.TotalOf) -> Range:
        """Of each thing named: does it count? Where others may be there too, there is no upper end."""
        roster = self.account.inquiry.problem.rosters.get(e.variable.kind, NO_ROSTER)
        total = Range(Fraction(0), Fraction(0))
        for member in roster.members:
            if member in e.but:
                continue
            condition = substituted(e.where, {e.variable: member})
            counts = self.account.truth(condition)
            if counts is False:
                continue
            one = Range(Fraction(1), Fraction(1)) if isinstance(e, C.CountOf) else self.range(substituted(e.measure, {e.variable: member}))
            if counts is True:
                one.counted = [self.account.say.term(member)]
            else:
                for x in self.account.open_leaves(condition):
                    one.open.setdefault(x.said if x.kind == "reading" else f"whether {x.said}", "fact")
                one = Range(min(Fraction(0), one.least) if one.least is not None else Fraction(0), one.most, one.open)
            total = self._sum([total, one])
        if not roster.closed:
            kind = e.variable.kind.split(" of ")[0]
            total.most = None
            such = [p for p in (e.where.parts if isinstance(e.where, C.All) else (e.where,)) if not (
                isinstance(p, C.Holds) and p.atom.word == kind)]
            said = f", such that {self.account.say.condition(C.All(tuple(such)))}" if such else ""
            total.open[f"whether there is another {kind}, beside those named{said}"] = "fact"
        return total
