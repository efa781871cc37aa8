"""Reads quantities, comparisons, times and days.

Takes:   a stretch of a sentence
Gives:   `Measuring.quantity`, `comparison`, `times`, `day`: all that it can be
Differs: from the text in that numbers are exact and an event is the day on which it happens
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from legalasp.language import numerals
from legalasp.language.stretch import Reading, Stretch, kept
from legalasp.language.syntax import (
    Amount,
    CountOfNoun,
    CountOfTime,
    DayValue,
    EventDay,
    Extreme,
    MeasureOf,
    OnReadingQuantity,
    PerThing,
    PhraseClause,
    Quantity,
    Span,
    SumOfQuantities,
    Times,
    TotalOfNoun,
    When,
)

_OPS = {("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<", ("exactly",): "="}
_TIME_STARTS = {"on", "before", "after", "since", "until", "by", "in", "within", "for", "at", "when", "once", "more", "through"}


class Measuring(Reading):
    """Reads quantities, comparisons, times and days."""

    # ------------------------------------------------------------ quantities

    @kept
    def quantity(self, t: Stretch) -> Iterator[Quantity]:
        if not t:
            return
        amount = self.amount(t)
        if amount:
            yield amount
            return
        yield from self.day(t)
        low = self.words(t)
        if low[:1] == ("the",):
            for k in range(2, len(t) - 1):
                if low[k] != "of":
                    continue
                name = " ".join(low[1:k])
                for measure in self.lexicon.measures_named(name):
                    for noun in self.noun(t[k + 1:]):
                        if not measure.other and self.fits(noun, measure.kind) and not noun.many:  # of each, or the total?
                            yield MeasureOf(name, noun)
                if name.startswith("total ") and self.lexicon.measures_named(name[6:]):
                    for noun in self.noun(t[k + 1:]):
                        if noun.many and any(self.fits(noun, m.kind) for m in self.lexicon.measures_named(name[6:])):
                            yield TotalOfNoun(name[6:], noun)
                if name == "number":
                    for noun in self.noun(t[k + 1:]):
                        if noun.many:
                            yield CountOfNoun(noun)
                if name in ("greater", "greatest", "lesser", "least", "smaller"):
                    yield from self._extreme(t[k + 1:], name.startswith("great"))
                if name == "sum":
                    for parts in self._row(t[k + 1:]):
                        yield SumOfQuantities(parts)
        for k in range(1, len(t) - 1):
            if low[k] == "times":
                number = numerals.number(low[:k])
                if number:
                    for part in self.quantity(t[k + 1:]):
                        yield Times(number[0], part)
            if low[k:k + 2] == ("percent", "of") or (low[k] == "of" and low[k - 1].endswith("%")):
                number = numerals.number(low[:k])
                rest = t[k + 2:] if low[k] == "percent" else t[k + 1:]
                if number:
                    for part in self.quantity(rest):
                        yield Times(number[0] / 100, part)
            if low[k] == "for" and low[k + 1:k + 2] == ("each",):
                amount = self.amount(t[:k])
                amounts = [amount] if amount else [q for q in self.quantity(t[:k]) if isinstance(q, MeasureOf)]
                for each in amounts:
                    yield from (PerThing(each, CountOfNoun(noun)) for noun in self.noun(t[k + 1:]))
                if amount:
                    yield from (PerThing(amount, span) for span in self._count_of_time(t[k + 2:]))
            if low[k] == "per" and len(t) > k + 3 and low[k + 2] == "of":
                number = numerals.number(low[:k])
                unit = numerals.UNITS.get((low[k + 1],))
                if number and unit:
                    for part in self.quantity(t[k + 3:]):
                        yield PerThing(Amount(number[0], "per " + unit), part)
        if low[:3] == ("the", "number", "of"):
            yield from self._count_of_time(t[3:])
        yield from self._by_reading(t)

    def _count_of_time(self, t: Stretch) -> Iterator[CountOfTime]:
        """`full weeks from the day on which … through the day on which …`."""
        low = self.words(t)
        if len(t) < 6 or low[0] not in ("full", "begun") or low[1] not in ("day", "days", "week", "weeks") or low[2] != "from":
            return
        for k in range(4, len(t) - 1):
            if low[k] == "through":
                for first in self.day(t[3:k]):
                    for last in self.day(t[k + 1:]):
                        yield CountOfTime(low[1].rstrip("s"), low[0] == "begun", first, last)

    def _by_reading(self, t: Stretch) -> Iterator[Quantity]:
        """`, on the reading "a", 2 inches and, on the reading "b", 4 inches`: a value that differs by reading."""
        low = self.words(t)
        starts = [k for k in range(len(t) - 4) if low[k:k + 3] == ("on", "the", "reading") and self.tokens[t[k + 3]].kind == "quote"]
        if len(starts) < 2:
            return
        rows: list[list[tuple[str, Quantity]]] = [[]]
        for k, end in zip(starts, [*starts[1:], len(t)]):
            body = t[k + 4:end]
            while body and self.low[body[0]] == ",":
                body = body[1:]
            while body and self.low[body[-1]] in (",", "and"):
                body = body[:-1]
            values = self.quantity(body)
            rows = [[*row, (self.tokens[t[k + 3]].string.strip('"'), v)] for row in rows for v in values]
        for row in rows:
            if row:
                yield OnReadingQuantity(tuple(row))

    def _extreme(self, t: Stretch, greatest: bool) -> Iterator[Quantity]:
        for parts in self._row(t):
            yield Extreme(greatest, parts)

    def _row(self, t: Stretch) -> Iterator[tuple[Quantity, ...]]:
        """`X, Y and Z` as quantities."""
        for k in range(len(t) - 2, 0, -1):
            if self.low[t[k]] == "and":
                head = t[:k - 1] if self.low[t[k - 1]] == "," else t[:k]
                firsts = [(q,) for q in self.quantity(head)]
                for c in range(len(head)):
                    if self.low[head[c]] == ",":
                        firsts += [(a, b) for a in self.quantity(head[:c]) for b in self.quantity(head[c + 1:])]
                for first in firsts:
                    for last in self.quantity(t[k + 1:]):
                        yield (*first, last)

    def amount(self, t: Stretch) -> Amount | None:
        """`7,500 square feet`, `114 feet 4 inches` (by the larger unit's own parts), `$350`, `ten (10)`."""
        words = self.words(t)
        for k in (2, 1):
            number = numerals.number(words[:k]) if len(words) >= k else None
            if number is None:
                continue
            value, sign = number
            if len(words) == k:
                return Amount(value, {"money": "dollar", "percent": "percent"}.get(sign, ""))
            unit = numerals.UNITS.get(words[k:])
            if unit and not sign:
                return Amount(value, unit)
            if len(words) >= k + 3 and words[k] in ("feet", "foot") and words[-1] in ("inches", "inch") and not sign:
                inches = numerals.number(words[k + 1:-1])
                if inches:
                    return Amount(value + inches[0] / 12, "foot")
        return None

    def comparison(self, t: Stretch) -> Iterator[tuple[str, Quantity, Quantity | None]]:
        """`at least 20 feet`, `40 to 60 feet`, `exactly 2`: (operator, value, upper value of a range)."""
        if not t:
            return
        for words, op in _OPS.items():
            if self.starts(t, *words):
                rest = t[len(words):]
                if self.starts(rest, ","):
                    rest = rest[1:]
                for right in self.quantity(rest):
                    yield op, right, None
                return
        for k in range(1, len(t) - 1):
            if self.low[t[k]] == "to":
                high = self.amount(t[k + 1:])
                low = self.amount(t[:k])
                if high and low:
                    yield "range", Amount(low.value, low.unit or high.unit), high
                    return
        if self.tokens[t[0]].kind == "number" or self.low[t[0]] in numerals.NUMBER_WORDS or self.low[t[0]] == "the":
            for right in self.quantity(t):
                yield "=", right, None

    # ------------------------------------------------------------ time

    @kept
    def times(self, t: Stretch) -> Iterator[tuple[When, ...]]:
        """`t` as adjuncts of time, one behind the other."""
        if not t:
            yield ()
            return
        if self.low[t[0]] == ",":
            t = t[1:]
        if not t or self.low[t[0]] not in _TIME_STARTS:
            return
        for k in range(len(t), 1, -1):
            for one in self._time(t[:k]):
                if one.span and one.day is None and k < len(t) and self.low[t[k]] in ("after", "since", "before"):
                    continue  # `for 180 days after …` is one adjunct
                for more in self.times(t[k:]):
                    yield (one, *more)

    def _time(self, t: Stretch) -> Iterator[When]:
        word, rest = self.low[t[0]], t[1:]
        if word in ("before", "after", "since", "until", "by", "on", "when", "once"):
            relation = {"when": "at", "once": "after"}.get(word, word)
            for day in self.day(rest):
                if relation == "at" and isinstance(day, DayValue) or relation == "by" and isinstance(day, EventDay):
                    continue
                if relation == "on" and isinstance(day, EventDay) and self.words(rest[1:4]) not in (("day", "on", "which"), ("date", "on", "which")):
                    continue  # `served on a person, the person is …`: a word is missing
                yield When(relation, day)
        if word == "by" and self.starts(rest, "the") and len(rest) > 4 and self.low[rest[3]] == "before":
            if named := numerals.day_of_the_year(self.words(rest[1:3])):
                for day in self.day(rest[4:]):
                    yield When("by", day, Span(-1, named))
        if word == "through" and self.words(rest[2:7]) == ("of", "the", "year", "in", "which"):
            if named := numerals.day_of_the_year(self.words(rest[:2])):
                for day in self.day(rest[7:]):
                    yield When("through", day, Span(0, named))
        if word == "in" and len(rest) == 1 and re.fullmatch(r"\d{4}", self.low[rest[0]]):
            yield When("in", Amount(Fraction(int(self.low[rest[0]])), "year"))
        if word in ("within", "for"):
            for span, more in self._span(rest):
                if not more:
                    yield When("within" if word == "within" else "lasted", None, span)
                elif self.low[more[0]] in ("after", "since"):
                    for day in self.day(more[1:]):
                        yield When("within" if word == "within" else "lasted", day, span)
                elif self.low[more[0]] == "before" and word == "within":
                    for day in self.day(more[1:]):
                        yield When("recent", day, span)
        if self.starts(t, "at", "least") or self.starts(t, "at", "most") or self.starts(t, "more", "than"):
            for span, more in self._span(t[2:]):
                if more and self.low[more[0]] == "before":
                    for day in self.day(more[1:]):
                        yield When({"at least": "early", "at most": "recent", "more than": "old"}[" ".join(self.words(t[:2]))], day, span)

    def _span(self, t: Stretch) -> Iterator[tuple[Span, Stretch]]:
        """A period at the beginning of the stretch, and what follows."""
        for k in (2, 1):
            number = numerals.number(self.words(t[:k])) if len(t) > k else None
            if not number or number[1] or number[0].denominator != 1:
                continue
            rest, sort = t[k:], ""
            if self.low[rest[0]] in ("contiguous", "consecutive", "working", "business", "calendar"):
                sort, rest = self.low[rest[0]], rest[1:]
            if rest and self.low[rest[0]] in numerals.UNITS_OF_TIME:
                unit = numerals.UNITS_OF_TIME[self.low[rest[0]]]
                yield Span(int(number[0]), f"{sort} {unit}".strip()), rest[1:]
                return

    @kept
    def day(self, t: Stretch) -> Iterator[Quantity]:
        """A day: a date, an event named by a clause, the first or the last of several."""
        if not t:
            return
        found = numerals.day(self.words(t))
        if found:
            yield DayValue(found)
            return
        low = self.words(t)
        if low in (("this", "day"), ("that", "day")):
            return
        for words, greatest in ((("the", "first", "of"), False), (("the", "earlier", "of"), False), (("the", "last", "of"), True), (("the", "later", "of"), True)):
            if self.starts(t, *words):
                body = t[len(words):]
                for k in range(len(body) - 2, 0, -1):
                    if self.low[body[k]] == "and":
                        for a in self.day(body[:k]):
                            for b in self.day(body[k + 1:]):
                                yield Extreme(greatest, (a, b))
                return
        for words in (("the", "day", "on", "which"), ("the", "date", "on", "which")):
            if self.starts(t, *words):
                for node in self.clause(t[len(words):]):
                    yield EventDay(node)
                return
        if low[:1] == ("the",):
            for k in range(2, len(t) - 1):
                if low[k] == "of":
                    name = " ".join(low[1:k])
                    if name in ("date", "day"):
                        for measure in self.lexicon.measures_named(name):
                            for noun in self.noun(t[k + 1:]):
                                if self.fits(noun, measure.kind):
                                    yield MeasureOf(name, noun)
        for node in self.clause(t):
            if isinstance(node, PhraseClause) and not node.negated and not node.times:
                yield EventDay(node)
