"""Conditions without quantifiers, sums or periods.

Takes:   a condition of the checked law, the rosters and what the case gives
Gives:   the same condition out of All, AnyOf, AtLeast, Not, and the leaves Holds (a fact or a
         defined word), HasValue, Test (a linear test on unknown quantities), OnReading, Status
Differs: from its input in that all that the case settles is settled (theory 2, 8, 9)
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

from legalasp.law.calendar import TwoOutcomes
from legalasp.law.conditions import (
    FALSE,
    TRUE,
    All,
    AnyOf,
    AtLeast,
    Atom,
    Compare,
    Condition,
    CountOf,
    Each,
    Expression,
    Greatest,
    HasValue,
    Holds,
    Lasted,
    Least,
    Measure,
    MeetsAll,
    Not,
    Number,
    OnReading,
    Passed,
    Period,
    Scaled,
    Share,
    Some,
    Status,
    Sum,
    Term,
    Thing,
    TotalOf,
    Whole,
    Variable,
    Within,
)
from legalasp.program.problem import GroundProvision, Limit, Problem, Value
from tests.twin.forms import Constraint, Form, test_of, with_op
from tests.vectors import write

Plain = Any
"""All, AnyOf, AtLeast or Not of: Holds, HasValue, Test, OnReading, Status."""
Meaning = dict[Variable, Term]

MONTH_END = "month end"
"""The doubt that arises where a period ends in a month that lacks its day and no rule is declared."""
MONTH_ENDS = ("last day", "next day")


def both(*parts: Plain) -> Plain:
    kept = [part for part in parts if part != TRUE]
    return FALSE if FALSE in kept else kept[0] if len(kept) == 1 else All(tuple(kept))


def either(*parts: Plain) -> Plain:
    kept = [part for part in parts if part != FALSE]
    return TRUE if TRUE in kept else kept[0] if len(kept) == 1 else AnyOf(tuple(kept))


def negated(part: Plain) -> Plain:
    if part in (TRUE, FALSE):
        return FALSE if part == TRUE else TRUE
    return part.part if isinstance(part, Not) else Not(part)


def at_least(number: int, parts: list[Plain]) -> Plain:
    number -= sum(part == TRUE for part in parts)
    kept = [part for part in parts if part not in (TRUE, FALSE)]
    if number <= 0:
        return TRUE
    return FALSE if number > len(kept) else AtLeast(number, tuple(kept))


def simply(value: bool) -> Plain:
    return TRUE if value else FALSE


def standard_test(provision: GroundProvision) -> Condition:
    """The state that a standard asks for."""
    match provision.limit:
        case None:
            return provision.test or TRUE
        case Limit(quantity, "one of", _, values):
            return HasValue(quantity, values)
        case Limit(quantity, direction, bound, _):
            assert bound is not None, f"standard {provision.key} sets no limit"
            return Compare(Measure(quantity), ">=" if direction == "at least" else "<=", bound)


@dataclass
class Ground:
    """Grounds the conditions of one problem; `given` is what the case settles."""

    problem: Problem
    given: dict[Atom, Value]
    bounds: list[Constraint] = field(default_factory=list)
    whole: set[Atom] = field(default_factory=set)
    doubtful: bool = False
    """Whether a period was met whose end the calendar leaves to two readings."""

    def __post_init__(self) -> None:
        self.whole |= {atom for atom, word in self.problem.words.items() if word.whole or word.date}
        for left, op, right in self.problem.bounds:
            for guard, form in self.values(Sum((left, Scaled(Fraction(-1), right))), {}):
                assert guard == TRUE, "a bound on the greatest of unknown quantities"
                self.bounds.append(with_op(form, op))

    # ------------------------------------------------------------ conditions

    def condition(self, condition: Condition, meaning: Meaning | None = None) -> Plain:
        meaning = meaning or {}
        match condition:
            case Holds(atom):
                atom = self.filled(atom, meaning)
                value = self.given.get(atom)
                return Holds(atom) if value is None else simply(value is not False)
            case HasValue(atom, values):
                return self.has_value(self.filled(atom, meaning), values)
            case Not(part):
                return negated(self.condition(part, meaning))
            case All(parts):
                return both(*(self.condition(part, meaning) for part in parts))
            case AnyOf(parts):
                return either(*(self.condition(part, meaning) for part in parts))
            case AtLeast(number, parts):
                return at_least(number, [self.condition(part, meaning) for part in parts])
            case Compare(CountOf() as counted, op, Number(number)):
                return self.counted(counted, op, number, meaning)
            case Compare(left, op, right):
                return self.compared(left, op, right, meaning)
            case Within() | Lasted() | Passed():
                return self.period(condition, meaning)
            case OnReading() | Status():
                return condition
            case MeetsAll():
                return self.meets_all(condition)
            case Each(variable, part, but):
                spread = [self.condition(part, more) for more in self.spread(variable, but, meaning)]
                return both(*spread, *self.others("every other", variable, part, meaning))
            case Some(variable, part, but):
                spread = [self.condition(part, more) for more in self.spread(variable, but, meaning)]
                return either(*spread, *self.others("some other", variable, part, meaning))
            case Share():
                return self.share(condition, meaning)
        raise AssertionError(f"no condition: {condition!r}")

    def has_value(self, atom: Atom, values: frozenset[str]) -> Plain:
        value = self.given.get(atom)
        return HasValue(atom, values) if value is None else simply(value in values)

    def meets_all(self, condition: MeetsAll) -> Plain:
        meant = [
            p.key for p in self.problem.provisions
            if p.law == condition.law and (p.kind == "standard" or (p.kind == "duty" and p.before))
            and p.key not in condition.but and (condition.only is None or p.key in condition.only)
        ]  # fmt: skip
        return both(*(Status("conforms" if condition.conforms else "meets", key) for key in meant))

    # ------------------------------------------------------------ things

    def filled(self, atom: Atom, meaning: Meaning) -> Atom:
        return replace(atom, args=tuple(self.meant(term, meaning) for term in atom.args))

    def meant(self, term: Term, meaning: Meaning) -> Term:
        return meaning.get(term, term) if isinstance(term, Variable) else term

    def members(self, variable: Variable, but: tuple[Term, ...], meaning: Meaning) -> list[Thing]:
        left_out = {self.meant(term, meaning).name for term in but}
        roster = self.problem.rosters.get(variable.kind)
        return [thing for thing in roster.members if thing.name not in left_out] if roster else []

    def spread(self, variable: Variable, but: tuple[Term, ...], meaning: Meaning) -> Iterator[Meaning]:
        for thing in self.members(variable, but, meaning):
            yield meaning | {variable: thing}

    def is_closed(self, variable: Variable) -> bool:
        roster = self.problem.rosters.get(variable.kind)
        return roster is not None and roster.closed

    def others(self, words: str, variable: Variable, part: Condition, meaning: Meaning) -> list[Plain]:
        """The one open fact about things of the kind that the case does not name."""
        if self.is_closed(variable):
            return []
        return [self.condition(Holds(Atom(self.about_others(words, variable, part, meaning))))]

    def about_others(self, words: str, variable: Variable, part: Condition, meaning: Meaning) -> str:
        said = f"{words} {variable.kind}: {write.condition(part)}"
        for bound, term in meaning.items():
            said = said.replace("{" + bound.name + "}", term.name)
        return said

    def other_quantity(self, words: str, variable: Variable, part: Condition, meaning: Meaning, whole: bool) -> Form:
        """The one unknown number (not negative) about things that the case does not name."""
        if self.is_closed(variable):
            return Form()
        atom = Atom(self.about_others(words, variable, part, meaning))
        form = Form(((atom, Fraction(1)),))
        self.bounds.append(with_op(form, ">="))
        if whole:
            self.whole.add(atom)
        return form

    def counted(self, counted: CountOf, op: str, number: Fraction, meaning: Meaning) -> Plain:
        parts = [self.condition(counted.where, m) for m in self.spread(counted.variable, counted.but, meaning)]
        more = self.other_quantity("how many other", counted.variable, counted.where, meaning, whole=True)

        def reaches(n: int) -> Plain:
            return either(*(
                both(at_least(k, parts), self.tested(Form(constant=Fraction(k - n)).plus(more), ">="))
                for k in range(len(parts) + 1)
            ))  # fmt: skip

        return _by_reaching(reaches, op, number)

    def share(self, condition: Share, meaning: Meaning) -> Plain:
        variable = condition.variable
        if not self.is_closed(variable):
            said = self.about_others(f"{condition.op} {condition.share} of every", variable, condition.part, meaning)
            return self.condition(Holds(Atom(said)))
        meanings = list(self.spread(variable, (), meaning))
        wheres = [self.condition(condition.where, m) for m in meanings]
        parts = [both(w, self.condition(condition.part, m)) for w, m in zip(wheres, meanings, strict=True)]
        cases = []
        for size in range(len(wheres) + 1):
            exactly = both(at_least(size, wheres), negated(at_least(size + 1, wheres)))
            reached = _by_reaching(lambda n: at_least(n, parts), condition.op, condition.share * size)
            cases.append(both(exactly, reached))
        return either(*cases)

    # ------------------------------------------------------------ numbers

    def tested(self, form: Form, op: str) -> Plain:
        test = test_of(form, op)
        return simply(test) if isinstance(test, bool) else test

    def compared(self, left: Expression, op: str, right: Expression, meaning: Meaning) -> Plain:
        difference = Sum((left, Scaled(Fraction(-1), right)))
        return either(*(both(guard, self.tested(form, op)) for guard, form in self.values(difference, meaning)))

    def values(self, expression: Expression, meaning: Meaning) -> list[tuple[Plain, Form]]:
        """What the expression comes to, case by case."""
        match expression:
            case Number(value):
                return [(TRUE, Form(constant=value))]
            case Measure(atom):
                return [(TRUE, self.measured(self.filled(atom, meaning)))]
            case Scaled(factor, part):
                return [(guard, form.times(factor)) for guard, form in self.values(part, meaning)]
            case Whole(part, begun):
                found = self.values(part, meaning)
                assert all(not form.factors for _, form in found), "the twin rounds known numbers only"
                return [(g, Form(constant=Fraction(ceil(f.constant) if begun else floor(f.constant)))) for g, f in found]
            case Sum(parts):
                sums: list[tuple[Plain, Form]] = [(TRUE, Form())]
                for part in parts:
                    sums = [
                        (both(g, h), form.plus(more))
                        for (g, form), (h, more) in product(sums, self.values(part, meaning))
                    ]
                return [(guard, form) for guard, form in sums if guard != FALSE]
            case Greatest(parts) | Least(parts):
                op = ">=" if isinstance(expression, Greatest) else "<="
                each = [self.values(part, meaning) for part in parts]
                cases = []
                for chosen in product(*each):
                    guards = both(*(guard for guard, _ in chosen))
                    for _, form in chosen:
                        outdoes = both(*(self.tested(form.minus(other), op) for _, other in chosen))
                        cases.append((both(guards, outdoes), form))
                return [(guard, form) for guard, form in cases if guard != FALSE]
            case CountOf(variable, where, but):
                tests = [self.condition(where, m) for m in self.spread(variable, but, meaning)]
                more = self.other_quantity("how many other", variable, where, meaning, whole=True)
                counts = [
                    (both(at_least(k, tests), negated(at_least(k + 1, tests))), Form(constant=Fraction(k)).plus(more))
                    for k in range(len(tests) + 1)
                ]
                return [(guard, form) for guard, form in counts if guard != FALSE]
            case TotalOf(variable, measure, where, but):
                more = self.other_quantity("total of every other", variable, where, meaning, whole=False)
                totals: list[tuple[Plain, Form]] = [(TRUE, more)]
                for inner in self.spread(variable, but, meaning):
                    picked = self.condition(where, inner)
                    one = [(both(picked, g), f) for g, f in self.values(measure, inner)] + [(negated(picked), Form())]
                    totals = [(both(g, h), f.plus(m)) for (g, f), (h, m) in product(totals, one)]
                return [(guard, form) for guard, form in totals if guard != FALSE]
        raise AssertionError(f"no expression: {expression!r}")

    def measured(self, atom: Atom) -> Form:
        value = self.given.get(atom)
        match value:
            case None:
                return Form(((atom, Fraction(1)),))
            case datetime.date():
                return Form(constant=Fraction(value.toordinal()))
            case bool() | str():
                raise AssertionError(f"{atom} is no quantity: {value!r}")
        return Form(constant=Fraction(value))

    def known(self, expression: Expression, meaning: Meaning | None = None) -> Fraction | None:
        """The number, where the case settles it."""
        values = self.values(expression, meaning or {})
        if len(values) == 1 and values[0][0] == TRUE and not values[0][1].coefficients:
            return values[0][1].constant
        return None

    # ------------------------------------------------------------ days

    def standstill(self, event: Expression, meaning: Meaning) -> tuple[tuple[datetime.date, datetime.date], ...]:
        return self.problem.standstill.get(self.filled(event.atom, meaning), ()) if isinstance(event, Measure) else ()

    def period(self, condition: Within | Lasted | Passed, meaning: Meaning) -> Plain:
        """A test on a period: by the calendar, by a linear test, or one open condition."""
        calendar, standstill = self.problem.calendar, self.standstill(condition.event, meaning)
        event, moment = self.known(condition.event, meaning), self.known(condition.moment, meaning)
        lapse = isinstance(condition, Lasted)
        if event is not None and moment is not None:
            ask = {Within: calendar.within, Lasted: calendar.lasted, Passed: calendar.passed}[type(condition)]
            told = ask(_date(event), condition.period, _date(moment), standstill)
            if not isinstance(told, TwoOutcomes):
                return simply(told)
            self.doubtful = True
            for reading, outcome in zip(MONTH_ENDS, told.outcomes, strict=True):
                late = _date(moment) > outcome.day
                if late != isinstance(condition, Within):
                    return OnReading(MONTH_END, reading)
            raise AssertionError("two outcomes that do not differ")
        days = calendar.plain_days(condition.period, lapse=lapse, standstill=standstill)
        if days is None:
            return self.condition(Holds(Atom(self.said(condition, meaning))))
        last = Sum((condition.event, Number(Fraction(days))))
        if isinstance(condition, Within):
            return both(
                self.compared(condition.moment, ">=", condition.event, meaning),
                self.compared(condition.moment, "<=", last, meaning),
            )
        return self.compared(condition.moment, ">", last, meaning)

    def said(self, condition: Within | Lasted | Passed, meaning: Meaning) -> str:
        """The one open condition that a period comes to where nothing linear can be asked."""
        words = {Within: "within", Lasted: "lasted", Passed: "passed"}[type(condition)]
        event = condition.event
        of = self.filled(event.atom, meaning) if isinstance(event, Measure) else write.expression(event)
        return f"{words} {condition.period.number} {condition.period.unit} of {of}"

    def last_day(self, period: Period, event: Expression, month_end: str = MONTH_ENDS[0]) -> datetime.date | None:
        """The last day of a deadline, if its event is known."""
        day = self.known(event)
        if day is None:
            return None
        told = self.problem.calendar.deadline(_date(day), period, self.standstill(event, {}))
        if isinstance(told, TwoOutcomes):
            self.doubtful = True
            return told.outcomes[MONTH_ENDS.index(month_end)].day
        return told.day


def _by_reaching(reaches: Callable[[int], Plain], op: str, number: Fraction) -> Plain:
    """A comparison of a whole number with `number`, out of `reaches(n)`: it is at least n."""
    from_, beyond = reaches(ceil(number)), reaches(floor(number) + 1)
    match op:
        case ">=":
            return from_
        case ">":
            return beyond
        case "<":
            return negated(from_)
        case "<=":
            return negated(beyond)
        case "=":
            return both(from_, negated(beyond))
    return either(negated(from_), beyond)


def _date(ordinal: Fraction) -> datetime.date:
    return datetime.date.fromordinal(int(ordinal))
