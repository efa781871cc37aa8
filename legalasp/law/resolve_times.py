"""Declared phrases and their times resolved.

Takes:   phrases of the syntax tree, with adjuncts of time
Gives:   `Phrases.phrase`: atoms, and tests on days
Differs: from the phrases as read in that a time is a test on the day of an event or on the day asked about
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from legalasp.language.numerals import write_day
from legalasp.language.syntax import (
    Amount,
    Clause,
    DayValue,
    EventDay,
    Extreme,
    Junction,
    MeasureOf,
    PhraseClause,
    Quantity,
    Span,
    When,
)
from legalasp.law import conditions as C
from legalasp.law.conditions import TRUE, Atom, Condition, Holds, Not
from legalasp.law.model import ASKED
from legalasp.law.resolving import (
    PAST,
    TO_COME,
    QUANTIFIERS,
    Resolving,
    blank,
    conjunction,
    day_of,
    disjunction,
    nouns_in,
    same_act,
    since_of,
)


def early(period: C.Period, moment: C.Expression, day: C.Expression) -> Condition:
    """Is the moment at least the period before the day?"""
    return C.Not(C.Within(period, moment, day, "lead"))


class Phrases(Resolving):
    """Resolves declared phrases and their times."""

    # ------------------------------------------------------------ declared phrases and time

    def atom(self, clause: PhraseClause) -> tuple[Atom, list[Condition]]:
        phrase = self.lexicon.phrases[clause.word]
        if phrase.sort == "part":
            phrase = self.part_as_place(phrase)
            clause = replace(clause, word=phrase.word)
        args: list[C.Term] = []
        asked: list[Condition] = []
        for noun, kind in zip(clause.args, phrase.slots):
            if noun is None:
                args.append(blank(kind))
            else:
                term, more = self.noun(noun)
                args.append(term)
                asked += more
        return Atom(clause.word, tuple(args)), asked

    def part_as_place(self, phrase):  # type: ignore[no-untyped-def]
        """The lots of a park are the lots in the park, where the words declare what is in a park."""
        part, whole = phrase.slots
        for other in self.lexicon.phrases.values():
            if other.sort == "state" and other.elements == (0, "is", "in", 1) and self.lexicon.is_a(part, other.slots[0]) and self.lexicon.is_a(whole, other.slots[1]):
                return other
        return phrase

    def phrase(self, clause: PhraseClause) -> Condition:
        if clause.negated:  # `is not in a park`: in no park
            subject = min((a for a in clause.args if a is not None), key=lambda n: n.at, default=None)
            asked = self.noun(subject)[1] if subject is not None else []
            over = [] if self.stating or self.lexicon.phrases[clause.word].sort != "act" else [
                self.closed(lambda time=time: self.run_out(time)) for time in clause.times if time.relation == "within" and time.day is not None]
            return conjunction([*asked, Not(self.closed(lambda: self.phrase(replace(clause, negated=False)))), *over])
        atom, asked = self.atom(clause)
        phrase = self.lexicon.phrases[clause.word]
        event = phrase.sort == "act"
        own = event and clause.tense in ("present", "reduced", "bare") and self.act is not None and same_act(atom, self.act)
        if event and clause.tense == "perfect" and self.collecting_todo and not clause.negated and not clause.times:
            self.todo.add(atom)
        parts: list[Condition] = [] if own else [Holds(atom)]
        if not event and clause.tense == "past":
            when = f" ({'; '.join(self.spoken(w) for w in clause.times)})" if clause.times else PAST
            parts = [Holds(Atom(atom.word + when, atom.args))]
        elif self.stating and event and clause.tense == "future" and not clause.times:
            parts = [Holds(Atom(atom.word + TO_COME, atom.args))]
        else:
            moment: C.Expression = C.Measure(ASKED) if own or not event else C.Measure(day_of(atom))
            for time in clause.times:
                since = self.stating and not event and time.relation == "since"
                parts.append(self.time(replace(time, relation="on") if since else time, atom,
                                       C.Measure(since_of(atom)) if since else C.Measure(day_of(atom)) if self.stating and event else moment, event))
        return self.negated(conjunction(parts), clause.negated, asked)

    def run_out(self, time: When) -> Condition:
        """`has not decided within 62 days after the plan was filed`: so only once the plan was filed and the days
        have run out. Until then nothing is late (theory 8)."""
        period = self.period(time.span)  # type: ignore[arg-type]
        return self.dated(time.day, lambda day: C.Passed(period, day, C.Measure(ASKED)))

    def spoken(self, time: When) -> str:
        """A time in the words that make a past state a fact of its own: `before this law took effect`."""
        match time.day:
            case DayValue(day):
                return f"{time.relation} {write_day(day)}"
            case EventDay(PhraseClause(word, args, _, _, _)):
                names = [self.noun(a)[0].name for a in args if a is not None]
                return f"{time.relation} {word}" + (f": {', '.join(names)}" if names else "")
            case Amount(value, _):
                return f"{time.relation} {value}"
        return time.relation

    def time(self, time: When, atom: Atom, moment: C.Expression, event: bool) -> Condition:
        """The test that an adjunct of time makes of `moment`."""
        if time.relation == "in" and isinstance(time.day, Amount):
            import datetime

            year = int(time.day.value)
            first, last = (C.Number(Fraction(datetime.date(year, m, d).toordinal())) for m, d in ((1, 1), (12, 31)))
            return conjunction([C.Compare(moment, ">=", first), C.Compare(moment, "<=", last)])
        if time.span is not None:
            return self.spanned(time, atom, moment, event)
        op = {"before": "<", "after": ">", "on": "=", "by": "<=", "since": ">=", "until": "<", "at": "="}[time.relation]
        return self.dated(time.day, lambda day: C.Compare(moment, op, day), any_=op in ("<", "<=", ">", ">=", "="))

    def spanned(self, time: When, atom: Atom, moment: C.Expression, event: bool) -> Condition:
        period = self.period(time.span)  # type: ignore[arg-type]
        match time.relation:
            case "within":
                if time.day is None:
                    self.mistake("period-without-start", "this period has no beginning", "write `within 30 days after the …`")
                    return TRUE
                return self.dated(time.day, lambda day: C.Within(period, day, moment))
            case "lasted":
                if time.day is None:
                    return C.Lasted(period, C.Measure(since_of(atom)), C.Measure(ASKED))
                return self.dated(time.day, lambda day: C.Lasted(period, day, C.Measure(ASKED)))
            case "through":
                return self.dated(time.day, lambda day: C.Within(period, day, moment))
            case "by":
                return self.dated(time.day, lambda day: C.Within(period, day, moment, "by"))
            case "recent":
                return self.dated(time.day, lambda day: C.Within(period, moment, day, "age"))
            case "old":
                return self.dated(time.day, lambda day: Not(C.Within(period, moment, day, "age")))
            case "early":
                return self.dated(time.day, lambda day: early(period, moment, day))
        raise ValueError(time.relation)

    def period(self, span: Span) -> C.Period:
        unit = span.unit.removeprefix("contiguous ").removeprefix("consecutive ").removeprefix("calendar ")
        unit = unit.replace("working days", "business days")
        return C.Period(span.number, unit)

    def dated(self, day: Quantity | None, test: Callable[[C.Expression], Condition], any_: bool = True) -> Condition:
        """`test` on a day; an event counts only once it has happened; the first (last) of several events is
        spread: complete since the first is complete since some, within the first is within every one."""
        match day:
            case DayValue(value):
                return test(C.Number(Fraction(value.toordinal())))
            case EventDay(clause):
                return self.event(clause, test)
            case MeasureOf():
                return test(self.quantity(day)[0])
            case Extreme(greatest, parts):
                tests = [self.dated(p, test) for p in parts]
                happened = [self.dated(p, lambda d: TRUE) for p in parts]
                sample = test(C.Number(Fraction(0)))
                earlier_is_easier = isinstance(sample, (C.Lasted, C.Passed)) or (
                    isinstance(sample, C.Compare) and sample.op in (">", ">="))
                if earlier_is_easier != greatest:  # the first event makes a lapse, the last one a deadline: any of them
                    return disjunction(tests)
                return conjunction([disjunction(happened), *(disjunction([Not(h), t]) for h, t in zip(happened, tests))])
        self.mistake("no-day", "this is no day", "write a date, or an event: `after the home is placed`")
        return TRUE

    def event(self, clause: Clause, test: Callable[[C.Expression], Condition]) -> Condition:
        if isinstance(clause, Junction):
            tests = [self.event(p, test) for p in clause.parts]
            self.mistake("two-events-one-period", "two events can start this period, on different days",
                         "write `the first of … and …` or `the last of … and …`, or open a Doubt")
            return disjunction(tests)
        if not isinstance(clause, PhraseClause):
            self.mistake("no-event", "this sentence names no event", "name an act: `after the home is placed`")
            return TRUE
        quantifiers = [n for n in nouns_in(clause) if n.determiner in QUANTIFIERS and n.at not in self.seen]
        if quantifiers:
            return self.quantified(quantifiers[0], lambda: self.event(clause, test))
        atom, asked = self.atom(clause)
        if self.lexicon.phrases[clause.word].sort != "act":
            return conjunction([*asked, test(C.Measure(since_of(atom)))])
        if self.act is not None and same_act(atom, self.act) and clause.tense in ("present", "bare"):
            return conjunction([*asked, test(C.Measure(ASKED))])
        return conjunction([*asked, Holds(atom), test(C.Measure(day_of(atom)))])
