"""The last day on which an act may be done.

Takes:   a law, a case, a question `What is the last day on which … may …?`
Gives:   an `Answer` whose value is that day, with its arithmetic; a day by reading, where readings differ
Differs: from counting alone in that each day is asked: permitted on the last day, not permitted after it

Between two days that the law's periods and dates draw nothing changes; so only those are asked.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import product

from legalasp.explanation.answers import Answer
from legalasp.explanation.findings import Finding
from legalasp.explanation.wording import cites as cites_of, on_reading, row, sentence
from legalasp.language.numerals import write_day
from legalasp.law import conditions as C
from legalasp.law.calendar import TwoOutcomes
from legalasp.law.model import ASKED, Case, CaseQuestion, Law
from legalasp.program.instantiate import Grounded, ground
from legalasp.reasoning import Inquiry, Outcome
from legalasp.reasoning import answer as R
from legalasp.reasoning.answer import Combination, Conclusion

PERMITTING = (R.PERMITTED, R.ON_CONDITIONS)
AROUND = range(-4, 5)
"""Days about a reckoned one within which a period that is counted backwards may begin."""


def last_day(law: Law, case: Case, question: CaseQuestion) -> Answer:
    asked = replace(question, form="may")
    days = _Days(law, case, asked)
    found = {c: days.last(c) for c in days.combinations()}
    dates = {d for d in found.values() if d is not None}
    if not dates:
        return _none(law, case, question, days, found)
    own = replace(asked, day=min(dates))
    grounded = ground(law, case, own)
    inquiry = Inquiry(grounded.problem)
    outcome = inquiry.ask()
    if len(set(found.values())) == 1:
        day = next(iter(dates))
        outcome = replace(outcome, answer=day.isoformat(), value=day, readings=(), favoured=None)
        return Answer(law, case, replace(question, day=day), grounded, inquiry, outcome, (days.told((), day),))
    readings = _mattering(found)
    shown: dict[Combination, Conclusion] = {c: d if d is not None else days.outside(c) for c, d in readings.items()}
    better = tuple((d.name, d.better or "") for d in law.doubts if d.name in {n for c in readings for n, _ in c})
    outcome = replace(outcome, answer=R.DEPENDS, value=None, by=(), readings=tuple(shown.items()), favoured=shown.get(better),
                      missing=(), sure=())
    extra = tuple(days.told(c, d) for c, d in readings.items() if d is not None)
    return Answer(law, case, replace(question, day=own.day), grounded, inquiry, outcome, extra)


def _none(law: Law, case: Case, question: CaseQuestion, days: _Days, found: dict[Combination, datetime.date | None]) -> Answer:
    """No last day: it is never permitted, it is permitted without end, or it is not known."""
    outcome = days.at(days.asked_day)
    endless = [c for c in found if days.permits(days.at(days.boundaries[-1] + 1 if days.boundaries else days.asked_day), c)]
    grounded = ground(law, case, replace(question, form="may", day=datetime.date.fromordinal(days.asked_day)))
    inquiry = Inquiry(grounded.problem)
    inquiry.ask()
    text = "no day is the last: nothing in the law ends the permission" if endless else (
        "there is no last day, since on no day that the law draws is it permitted for certain")
    return Answer(law, case, question, grounded, inquiry, outcome, (Finding("ground", sentence(text)),))


def _mattering(found: dict[Combination, datetime.date | None]) -> dict[Combination, datetime.date | None]:
    """The dates by those doubts alone that make a difference."""
    names = [n for n, _ in next(iter(found))]
    for name in list(names):
        left: dict[Combination, set[datetime.date | None]] = {}
        for c, d in found.items():
            left.setdefault(tuple(x for x in c if x[0] != name), set()).add(d)
        if all(len(ds) == 1 for ds in left.values()):
            found = {c: next(iter(ds)) for c, ds in left.items()}
    return found


class _Days:
    """The question, asked on one day after another."""

    def __init__(self, law: Law, case: Case, question: CaseQuestion) -> None:
        self.law = law
        self.asked_day = (question.day or case.as_of).toordinal()
        self.grounded = ground(law, case, question)
        self.inquiry = Inquiry(self.grounded.problem)
        self.facts = [f for f in self.grounded.problem.facts if f[0] != ASKED]
        self.numbers = {a: Fraction(v.toordinal()) for a, v in self.facts if isinstance(v, datetime.date)}
        self.outcomes: dict[int, Outcome] = {}
        drawn = {b for c in tests(self.grounded) for b in self._drawn(c)}
        self.boundaries = sorted(b for b in drawn if datetime.date.min.toordinal() < b < datetime.date.max.toordinal())

    def at(self, day: int) -> Outcome:
        if day not in self.outcomes:
            self.outcomes[day] = self.inquiry.with_facts([*self.facts, (ASKED, datetime.date.fromordinal(day))], with_missing=False)
        return self.outcomes[day]

    def combinations(self) -> list[Combination]:
        """All readings of the doubts that matter on some of the days."""
        doubts: dict[str, dict[str, None]] = {}
        for b in self.boundaries:
            for o in (self.at(b), self.at(b + 1)):
                for c, _ in o.readings:
                    for d, r in c:
                        doubts.setdefault(d, {})[r] = None
        return [tuple(zip(doubts, chosen, strict=True)) for chosen in product(*doubts.values())]

    def conclusion(self, outcome: Outcome, combination: Combination) -> Conclusion:
        chosen = set(combination)
        return next((x for c, x in outcome.readings if set(c) <= chosen), outcome.answer)

    def permits(self, outcome: Outcome, combination: Combination) -> bool:
        return self.conclusion(outcome, combination) in PERMITTING

    def last(self, combination: Combination) -> datetime.date | None:
        """The latest day that permits, where the next day does not and no later one does."""
        for b in reversed(self.boundaries):
            if self.permits(self.at(b + 1), combination):
                return None
            if self.permits(self.at(b), combination):
                return datetime.date.fromordinal(b)
        return None

    def outside(self, combination: Combination) -> Conclusion:
        return self.conclusion(self.at(self.asked_day), combination)

    def told(self, combination: Combination, day: datetime.date) -> Finding:
        after = self.at(day.toordinal() + 1)
        said = self.conclusion(after, combination)
        on = f"{on_reading(r for _, r in combination)}, " if combination else ""
        cites = tuple(dict.fromkeys(
            str(i.provision.citation) for k in after.by if (i := self.grounded.instances.get(k.removesuffix("/only"))) and i.provision))
        by = f", by {cites_of(cites)}" if cites and said == after.answer else ""
        next_day = write_day(day + datetime.timedelta(days=1))
        now = self.conclusion(self.at(day.toordinal()), combination)
        return Finding("ground", sentence(f"{on}it is {now} on {write_day(day)}; on {next_day} it is {said}{by}"), cites)

    # ------------------------------------------------------------ days that a test draws

    def _drawn(self, c: object) -> Iterator[int]:
        """Days after which the outcome of a test may change."""
        if isinstance(c, C.Compare):
            for own, other in ((c.left, c.right), (c.right, c.left)):
                if own == C.Measure(ASKED):
                    for v in self._values(other):
                        yield from (v - 1, v)
        elif isinstance(c, (C.Within, C.Lasted, C.Passed)):
            if c.moment == C.Measure(ASKED):
                lapse = isinstance(c, C.Lasted) or isinstance(c, C.Within) and c.counts != "deadline"
                count = self.law.calendar.lapse_complete if lapse else self.law.calendar.deadline
                for event in self._values(c.event):
                    counted = count(datetime.date.fromordinal(event), c.period)
                    yield event - 1
                    yield from (x.day.toordinal() for x in (counted.outcomes if isinstance(counted, TwoOutcomes) else (counted,)))
            elif c.event == C.Measure(ASKED):
                length = {"days": 1, "business days": 1, "weeks": 7, "months": 30.4369, "years": 365.2425}.get(c.period.unit, 365.2425) * c.period.number
                for moment in self._values(c.moment):
                    yield moment
                    yield from (moment - round(length) + n for n in AROUND)

    def _values(self, e: C.Expression) -> list[int]:
        """The days that it may be. An event of `a site plan` is that of each one that the case names."""
        if isinstance(e, C.Number):
            return [int(e.value)]
        if not isinstance(e, C.Measure):
            return []
        return [int(n) for atom, n in self.numbers.items() if atom.word == e.atom.word and len(atom.args) == len(e.atom.args) and all(
            isinstance(own, C.Variable) or own == other for own, other in zip(e.atom.args, atom.args))]


def tests(grounded: Grounded) -> Iterator[object]:
    """Every test of time and every comparison in the conditions of a ground case."""
    ahead: list[object] = [grounded.problem.provisions, grounded.problem.words]
    while ahead:
        node = ahead.pop()
        if isinstance(node, (C.Compare, C.Within, C.Lasted, C.Passed)):
            yield node
        elif isinstance(node, (tuple, list)):
            ahead += node
        elif isinstance(node, dict):
            ahead += node.values()
        elif is_dataclass(node) and not isinstance(node, (type, C.Atom)):
            ahead += (getattr(node, f.name) for f in fields(node))
