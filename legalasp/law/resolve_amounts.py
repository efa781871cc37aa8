"""Quantities resolved.

Takes:   quantities and comparisons of the syntax tree
Gives:   `Amounts.quantity`: expressions over measures, counts and totals, with their dimension
Differs: from the quantities as read in that each is in the base unit of its dimension
"""

from __future__ import annotations

from fractions import Fraction

from legalasp.language.syntax import (
    Amount,
    CountOfNoun,
    CountOfTime,
    DayValue,
    EventDay,
    Extreme,
    MeasureClause,
    MeasureOf,
    Noun,
    OnReadingQuantity,
    PerThing,
    PhraseClause,
    Quantity,
    SumOfQuantities,
    Times,
    TotalOfNoun,
)
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Condition, Variable
from legalasp.law.quantities import UNIT_NAMES
from legalasp.law.resolving import (
    Resolving,
    conjunction,
    day_of,
    disjunction,
    height,
)


class Amounts(Resolving):
    """Resolves quantities."""

    # ------------------------------------------------------------ quantities

    def measured(self, clause: MeasureClause) -> Condition:
        if isinstance(clause.right, OnReadingQuantity):
            return disjunction([
                conjunction([C.OnReading(self.doubt(name), name), self.compared(clause.left, clause.op, value)])
                for name, value in clause.right.by_reading])
        return self.compared(clause.left, clause.op, clause.right)

    def compared(self, left: Quantity, op: str, right: Quantity) -> Condition:
        if isinstance(left, MeasureOf) and left.other is not None and left.other.determiner == "each" and self.lexicon.compatible(left.noun.kind, left.other.kind):
            self.mistake("distance-from-itself", f"every {left.other.kind} includes the {left.noun.kind} itself", f"write `every other {left.other.kind}`")
        a, sort = self.quantity(left)
        b, other = self.quantity(right, sort)
        if sort and other and sort != other:
            self.mistake("units-differ", f"a {sort} is compared with a {other}", "compare measures of one sort")
        return C.Compare(a, op, b)

    def quantity(self, quantity: Quantity, expected: str = "") -> tuple[C.Expression, str]:
        """The expression and its dimension."""
        match quantity:
            case Amount(value, unit):
                if unit.startswith("per "):
                    return C.Number(value), ""
                known = UNIT_NAMES.get(unit) if unit else None
                if known is None:
                    return C.Number(value), "number" if not unit else expected
                return C.Number(value * known.factor), known.dimension
            case MeasureOf(name, noun, other):
                term, asked = self.noun(noun)
                self.keep(asked)
                word = self.measure_word(name, noun.kind or getattr(term, "kind", ""))
                args: tuple[C.Term, ...] = (term,)
                if other is not None:
                    term2, asked = self.noun(other)
                    self.keep(asked)
                    args = (term, term2)
                return C.Measure(Atom(word.word, args)), UNIT_NAMES[word.unit].dimension if word.unit in UNIT_NAMES else "number"
            case CountOfNoun(noun):
                variable, such = self.collected(noun)
                return C.CountOf(variable, such), "number"
            case TotalOfNoun(name, noun):
                variable, such = self.collected(noun)
                word = self.measure_word(name, noun.kind)
                return C.TotalOf(variable, C.Measure(Atom(word.word, (variable,))), such), UNIT_NAMES[word.unit].dimension if word.unit in UNIT_NAMES else "number"
            case Times(factor, part):
                inner, sort = self.quantity(part, expected)
                return C.Scaled(factor, inner), sort
            case PerThing(MeasureOf() as amount, CountOfNoun(noun)):
                each, sort = self.quantity(amount)
                variable, such = self.collected(noun)
                return C.TotalOf(variable, each, such), sort
            case PerThing(Amount() as amount, counted):
                inner, sort = self.quantity(counted)
                if amount.unit.startswith("per "):
                    unit = UNIT_NAMES[amount.unit[4:]]
                    return C.Scaled(amount.value / unit.factor, inner), "number"
                known = UNIT_NAMES.get(amount.unit)
                return C.Scaled(amount.value * (known.factor if known else 1), inner), known.dimension if known else "number"
            case Extreme(greatest, parts):
                built = [self.quantity(p, expected) for p in parts]
                rows = tuple(b for b, _ in built)
                return (C.Greatest(rows) if greatest else C.Least(rows)), built[0][1]
            case SumOfQuantities(parts):
                built = [self.quantity(p, expected) for p in parts]
                return C.Sum(tuple(b for b, _ in built)), built[0][1]
            case CountOfTime(unit, begun, first, last):
                days = C.Sum((self.quantity(last)[0], C.Scaled(Fraction(-1), self.quantity(first)[0]), C.Number(Fraction(1))))
                return C.Whole(C.Scaled(1 / UNIT_NAMES[unit].factor, days), begun), "number"
            case EventDay(PhraseClause() as clause) if self.lexicon.phrases[clause.word].sort == "act":
                atom, asked = self.atom(clause)
                self.keep(asked)
                return C.Measure(day_of(atom)), "date"
            case DayValue(day):
                return C.Number(Fraction(day.toordinal())), "date"
        self.mistake("no-quantity", "this is no quantity", "write a number with its unit, or `the width of the …`")
        return C.Number(Fraction(0)), expected

    def keep(self, asked: list[Condition]) -> None:
        if asked and self.closing:
            variable = self.new_variable("thing")
            self.closing[-1].append((variable, asked))
        elif asked:
            self.restrictions += asked

    def collected(self, noun: Noun) -> tuple[Variable, Condition]:
        """The variable and the condition of a plural that is counted or totalled."""
        variable = self.new_variable(noun.kind, "")
        if self.free and not self.closing:  # `the lots that a home is on`, in a standard: of each home
            return variable, conjunction(self.restrictors(noun, variable))
        self.closing.append([])
        such = conjunction(self.restrictors(noun, variable))
        for extra, wanted in reversed(self.closing.pop()):
            such = C.Some(extra, conjunction([*wanted, such]))
        return variable, such

    def measure_word(self, name: str, kind: str):  # type: ignore[no-untyped-def]
        fitting = [m for m in self.lexicon.measures_named(name) if not kind or self.lexicon.is_a(kind, m.kind)]
        fitting = fitting or [m for m in self.lexicon.measures_named(name) if self.lexicon.compatible(kind, m.kind)]
        return min(fitting, key=lambda m: height(self.lexicon, kind, m.kind))
