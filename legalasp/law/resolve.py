"""Clauses to conditions: nouns become variables, amounts become exact numbers, times become tests.

Takes:   clauses of the syntax tree, the scope that sentences before them have opened
Gives:   conditions, expressions and atoms of the checked law, and mistakes
Differs: from the syntax tree in that nothing is a noun any more

How nouns are taken. In the norm itself and behind `When`, `a home` is each home that a case may name (a
free variable of the provision). In a condition it is some home, closed at the list item or the condition
that brings it in. `the home` takes up what was brought in, exactly one. `each`, `no`, `some`, `every other`
are quantifiers over the clause, or over the whole row where a row shares the noun.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction

from legalasp.language.lexicon import Lexicon
from legalasp.language.numerals import write_day
from legalasp.language.syntax import (
    Amount, CitationList, Clause, CountOfNoun, DayValue, EventDay, Extreme, FindsClause, Junction, KindClause, ListClause,
    MeasureClause, MeasureOf, MeetsClause, Noun, OnReadingQuantity, PerThing, PhraseClause, Quantity, QuoteClause,
    ReadingClause, Span, SumOfQuantities, Times, TotalOfNoun, ValueClause, When,
)
from legalasp.language.tree import Text
from legalasp.law import conditions as C
from legalasp.law.conditions import TRUE, AnyOf, All, Atom, Condition, Holds, Not, Thing, Variable
from legalasp.law.model import ASKED
from legalasp.law.quantities import UNIT_NAMES
from legalasp.law.walk import atoms_of, substituted
from legalasp.mistakes import Mistake

QUANTIFIERS = ("each", "no", "some", "every other", "no other", "at least", "at most", "exactly")
BLANK = ""
"""Name of the thing that stands for a place that a sentence leaves out: any filling fits it."""


def blank(kind: str) -> Thing:
    return Thing(BLANK, kind)


def conjunction(parts: list[Condition]) -> Condition:
    """All of `parts`, flat, what is simply true left out."""
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, All) else [part]
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else All(tuple(flat))


def disjunction(parts: list[Condition]) -> Condition:
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, AnyOf) else [part]
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def some(variable: Variable, parts: list[Condition]) -> Condition:
    """Some thing fulfils the parts; what is not about the thing stands outside, so that `the yard is joined
    with a park and has a home that is lived in` is two conditions, each with its own noun."""
    flat = conjunction(parts)
    rows = list(flat.parts) if isinstance(flat, All) else [flat]
    about = [c for c in rows if any(variable in a.args for a in atoms_of(c))]
    rest = [c for c in rows if c not in about]
    return conjunction([*rest, C.Some(variable, conjunction(about))]) if about else conjunction(rows)


def day_of(event: Atom) -> Atom:
    """The atom of the day on which `event` happens."""
    return Atom(f"the day on which {event.word}", event.args)


def since_of(state: Atom) -> Atom:
    """The atom of the day since which `state` has held without a break."""
    return Atom(f"the day since which {state.word}", state.args)


@dataclass
class Referent:
    variable: Variable
    label: str = ""
    other: bool = False
    """Brought in as `another home`."""


@dataclass
class Scope:
    """What has been brought in so far, outermost first."""

    referents: list[Referent] = field(default_factory=list)

    def child(self) -> "Scope":
        return Scope(list(self.referents))


@dataclass
class Resolver:
    """Resolves the clauses of one provision. `free`: does `a home` stand for each home (the norm, `When`)?"""

    lexicon: Lexicon
    text: Text
    readings: dict[str, str]
    """Reading -> doubt."""
    lists: Callable[["Resolver", ListClause], Condition] | None = None
    cite: Callable[[CitationList, Noun | None, str], str] | None = None
    """A citation list in canonical words; it also notes what is cited."""
    scope: Scope = field(default_factory=Scope)
    free: bool = False
    variables: list[Variable] = field(default_factory=list)
    distinct: list[tuple[Variable, Variable]] = field(default_factory=list)
    restrictions: list[Condition] = field(default_factory=list)
    """What the norm's own nouns ask: part of `when`."""
    act: Atom | None = None
    """The act of the norm; a clause in the present tense that names it speaks of the act's own day."""
    stating: bool = False
    """True for the facts of a case: `has been vacant since May 1` gives the day since which."""
    todo: set[Atom] = field(default_factory=set)
    collecting_todo: bool = False
    mistakes: list[Mistake] = field(default_factory=list)
    gaps: list[C.Term] = field(default_factory=list)
    seen: dict[int, C.Term] = field(default_factory=dict)
    closing: list[list[tuple[Variable, list[Condition]]]] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=dict)

    def mistake(self, code: str, says: str, help: str) -> None:
        self.mistakes.append(Mistake(code, says, (self.text.place(),), help))

    # ------------------------------------------------------------ nouns

    def new_variable(self, kind: str, label: str = "") -> Variable:
        base = label or kind
        self.count[base] = self.count.get(base, 0) + 1
        number = self.count[base]
        return Variable(base if number == 1 else f"{base} {number}", kind)

    def restrictors(self, noun: Noun, term: C.Term) -> list[Condition]:
        """What a noun asks of the thing it stands for: its kind, adjectives and clauses."""
        out: list[Condition] = []
        if noun.kind and not isinstance(term, Thing):
            out.append(Holds(Atom(noun.kind, (term,))))
        out += [Holds(Atom(word, (term,))) for word in noun.adjectives]
        self.gaps.append(term)
        out += [self.clause(c) for c in noun.clauses]
        self.gaps.pop()
        return out

    def noun(self, noun: Noun) -> tuple[C.Term, list[Condition]]:
        """The term of a noun that is no quantifier, with what has to hold of it beside the clause."""
        if noun.is_gap:
            return self.gaps[-1], []
        if noun.at in self.seen and noun.at >= 0:
            return self.seen[noun.at], []
        if noun.determiner == "" and noun.name:
            term: C.Term = Thing(noun.name, noun.kind)
            self.seen[noun.at] = term
            return term, self.restrictors(replace(noun, kind=""), term)
        if noun.determiner in ("the", "the other"):
            found = self.look_up(noun)
            if found is not None:
                self.seen[noun.at] = found
                return found, self.restrictors(replace(noun, kind=""), found)
            if not noun.clauses:
                shown = noun.label or noun.kind
                self.mistake("nothing-brought-in", f"`the {shown}` takes up nothing: no sentence here has brought in one {shown} only",
                             f"bring it in first (`a {shown}`), or give it a name: `a {shown} (the \"old {shown}\")`")
        return self.bring_in(noun)

    def look_up(self, noun: Noun) -> Variable | None:
        """The one referent that `the …` takes up."""
        if noun.label:
            fitting = [r for r in self.scope.referents if r.label.lower() == noun.label.lower()]
            return fitting[-1].variable if fitting else None
        fitting = [r for r in self.scope.referents if r.variable.kind == noun.kind]
        if not fitting:
            fitting = [r for r in self.scope.referents if self.lexicon.is_a(r.variable.kind, noun.kind)]
        if noun.determiner == "the other":
            fitting = [r for r in fitting if r.other]
        elif len(fitting) > 1 and not any(r.label for r in fitting):
            fitting = [r for r in fitting if not r.other] or fitting
        distinct = list(dict.fromkeys(r.variable for r in fitting))
        return distinct[0] if len(distinct) == 1 else None

    def bring_in(self, noun: Noun) -> tuple[Variable, list[Condition]]:
        if noun.determiner == "bare" and noun.many and not self.stating:
            shown = self.lexicon.kinds[noun.kind].plural
            self.mistake("bare-plural", f"`{shown}` alone may be some of them or each of them", f"write `each {noun.kind}`, `a {noun.kind}` or `at least 2 {shown}`")
        variable = self.new_variable(noun.kind, noun.label)
        self.seen[noun.at] = variable
        self.scope.referents.append(Referent(variable, noun.label, noun.determiner == "another"))
        if noun.determiner == "another":
            same = [r.variable for r in self.scope.referents[:-1] if self.lexicon.compatible(r.variable.kind, noun.kind)]
            if same:
                self.distinct.append((same[-1], variable))
        if noun.determiner in ("a", "another") and any(n.determiner in ("each", "every other") and not n.many for n in _nouns(noun.clauses)):
            self.mistake("one-for-all", f"one {noun.kind} for all of them, or one for each?",
                         f"put `each` first (`Each … must have a {noun.kind}`), or write `every {noun.kind}`")
        asked = self.restrictors(noun, variable)
        if self.free and not self.closing:
            self.variables.append(variable)
            self.restrictions += asked
        else:
            if self.closing:
                self.closing[-1].append((variable, asked))
            else:
                self.variables.append(variable)
                self.restrictions += asked
        return variable, []

    def closed(self, build: Callable[[], Condition]) -> Condition:
        """Builds a condition and closes the nouns that it brings in: some home, such that …"""
        self.closing.append([])
        seen, referents = dict(self.seen), list(self.scope.referents)
        inner = build()
        brought = self.closing.pop()
        self.seen, self.scope.referents = seen, referents
        for variable, asked in reversed(brought):
            if self.only_fills_events(variable, asked, inner):
                inner = substituted(inner, {variable: blank(variable.kind)})
            else:
                inner = some(variable, [*asked, inner])
        return inner

    def only_fills_events(self, variable: Variable, asked: list[Condition], inner: Condition) -> bool:
        """`after a home was removed from the lot`: whichever home the record names fills the place."""
        if any(a != Holds(Atom(variable.kind, (variable,))) for a in asked):
            return False
        atoms = [a for a in atoms_of(inner) if variable in a.args]
        words = [a.word.removeprefix("the day on which ") for a in atoms]
        return bool(words) and all(w in self.lexicon.phrases and self.lexicon.phrases[w].sort == "act" for w in words)

    # ------------------------------------------------------------ clauses

    def condition(self, clause: Clause) -> Condition:
        """A condition that stands for itself: what it brings in is closed here."""
        return self.closed(lambda: self.clause(clause))

    def clause(self, clause: Clause) -> Condition:
        shared = [n for n in _shared_quantifiers(clause) if n.at not in self.seen]
        if shared:
            return self.quantified(shared[0], lambda: self.clause(clause))
        match clause:
            case Junction(mode, parts, number):
                apart = mode == "none" or mode != "all" and not (self.free and not self.closing)
                if apart:  # what one member alone brings in, it keeps for itself
                    common = set.intersection(*({n.at for n in _nouns(p)} for p in parts))
                    for noun in _nouns(parts[0]):
                        if noun.at in common and noun.at not in self.seen and noun.determiner not in QUANTIFIERS and not noun.name and not noun.is_gap:
                            self.shared(noun)
                built = [self.clause(p) if not apart else self.closed(lambda p=p: self.clause(p)) for p in parts]  # type: ignore[misc]
                if mode == "all":
                    return conjunction(built)
                if mode == "any":
                    return disjunction(built)
                return Not(disjunction(built)) if mode == "none" else C.AtLeast(number, tuple(built))
            case ListClause():
                return self.lists(self, clause) if self.lists else TRUE
            case ReadingClause(reading, inner):
                doubt = self.doubt(reading)
                return conjunction([C.OnReading(doubt, reading), self.clause(inner)])
            case _:
                return self.simple(clause)

    def doubt(self, reading: str) -> str:
        if reading not in self.readings:
            self.mistake("unknown-reading", f"no doubt of this law has a reading \"{reading}\"",
                         "readings: " + ", ".join(f'"{r}"' for r in self.readings) if self.readings else "add a Doubt with its readings")
            return ""
        return self.readings[reading]

    def simple(self, clause: Clause) -> Condition:
        nouns = [n for n in _nouns(clause) if n.determiner in QUANTIFIERS and n.at not in self.seen]
        if nouns:
            if self.free and not self.closing:  # `a park borders on 2 roads`: of each park, 2 roads
                self.free_nouns(clause, nouns[0].at)
            return self.quantified(nouns[0], lambda: self.simple(clause))
        match clause:
            case PhraseClause():
                return self.phrase(clause)
            case KindClause(noun, kind, negated, _):
                term, asked = self.noun(noun)
                parts = [Holds(Atom(kind.kind, (term,)))] + self.restrictors(replace(kind, kind=""), term)
                return self.negated(conjunction(parts), negated, asked)
            case MeasureClause():
                return self.measured(clause)
            case ValueClause(word, noun, values, negated):
                term, asked = self.noun(noun)
                return self.negated(C.HasValue(Atom(word, (term,)), frozenset(values)), negated, asked)
            case QuoteClause(noun, words, negated):
                term, asked = self.noun(noun) if noun else (None, [])
                atom = Atom(f'"{words}"', (term,) if term else ())
                return self.negated(Holds(atom), negated, asked)
            case MeetsClause(verb, noun, target, negated):
                term, asked = self.noun(noun) if noun else (None, [])
                words = self.cite(target, noun, verb) if self.cite else target.whole
                return self.negated(Holds(Atom(f"{verb} {words}", (term,) if term else ())), negated, asked)
            case FindsClause(finder, inner, negated):
                term, asked = self.noun(finder)
                found = self.clause(inner) if self.free and not self.closing else self.condition(inner)
                if isinstance(found, Holds):
                    return self.negated(Holds(Atom(f"finds that {found.atom.word}", (term, *found.atom.args))), negated, asked)
                self.mistake("compound-finding", "a finding is of one thing only", "write one finding for each part")
                return found
        raise TypeError(clause)

    def shared(self, noun: Noun) -> None:
        """Resolves a noun that all members of a row share, before its members are read."""
        asked = self.noun(noun)[1]
        if asked and self.closing:
            self.closing[-1].append((self.new_variable("thing"), asked))
        elif asked:
            self.restrictions += asked

    def free_nouns(self, clause: Clause, before: float = float("inf")) -> None:
        """Brings in what stands before a quantified noun, each as a free noun of the provision."""
        for noun in _nouns(clause):
            fresh = noun.determiner in ("a", "bare", "another") or noun.determiner == "the" and noun.clauses and self.look_up(noun) is None
            if fresh and noun.at < before and noun.at not in self.seen:
                self.noun(noun)

    def negated(self, inner: Condition, negated: bool, asked: list[Condition]) -> Condition:
        return conjunction([*asked, Not(inner) if negated else inner])

    def quantified(self, noun: Noun, build: Callable[[], Condition]) -> Condition:
        """`each`, `no`, `every other` … over what `build` makes with the noun filled in."""
        variable = self.new_variable(noun.kind, noun.label)
        but: tuple[C.Term, ...] = ()
        if noun.determiner in ("every other", "no other"):
            same = [r.variable for r in self.scope.referents if self.lexicon.compatible(r.variable.kind, noun.kind)]
            if not same:
                same_things = [t for t in self.seen.values() if isinstance(t, Thing) and self.lexicon.compatible(t.kind, noun.kind)]
                but = tuple(same_things[-1:]) or ((blank(noun.kind),) if self.stating else ())
            else:
                but = (same[-1],)
        before = list(self.scope.referents)
        self.seen[noun.at] = variable
        self.scope.referents.append(Referent(variable, noun.label))
        self.closing.append([])
        asked = self.restrictors(noun, variable)
        inner = build()
        brought = self.closing.pop()
        self.scope.referents = before
        for extra, wanted in reversed(brought):
            inner = some(extra, [*wanted, inner])
        del self.seen[noun.at]
        such = conjunction(asked)
        match noun.determiner:
            case "each" | "every other":
                return C.Each(variable, disjunction([Not(such), inner]), but)
            case "no" | "no other":
                return Not(C.Some(variable, conjunction([such, inner]), but))
            case "some":
                return C.Some(variable, conjunction([such, inner]), but)
        op = {"at least": ">=", "at most": "<=", "exactly": "="}[noun.determiner]
        return C.Compare(C.CountOf(variable, conjunction([such, inner]), but), op, C.Number(Fraction(noun.number or 0)))

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
            return conjunction([*asked, Not(self.closed(lambda: self.phrase(replace(clause, negated=False))))])
        atom, asked = self.atom(clause)
        phrase = self.lexicon.phrases[clause.word]
        event = phrase.sort == "act"
        own = event and clause.tense in ("present", "reduced", "bare") and self.act is not None and _same_act(atom, self.act)
        if event and clause.tense == "perfect" and self.collecting_todo and not clause.negated and not clause.times:
            self.todo.add(atom)
        parts: list[Condition] = [] if own else [Holds(atom)]
        state_in_the_past = not event and clause.tense == "past" and clause.times
        if state_in_the_past:
            parts = [Holds(Atom(f"{atom.word} ({'; '.join(self.spoken(w) for w in clause.times)})", atom.args))]
        else:
            moment: C.Expression = C.Measure(ASKED) if own or not event else C.Measure(day_of(atom))
            for time in clause.times:
                since = self.stating and not event and time.relation == "since"
                parts.append(self.time(replace(time, relation="on") if since else time, atom,
                                       C.Measure(since_of(atom)) if since else C.Measure(day_of(atom)) if self.stating and event else moment, event))
        return self.negated(conjunction(parts), clause.negated, asked)

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
            case "recent":
                return self.dated(time.day, lambda day: C.Within(period, moment, day))
            case "old":
                return self.dated(time.day, lambda day: Not(C.Within(period, moment, day)))
            case "early":
                return self.dated(time.day, lambda day: C.Not(C.Within(C.Period(period.number - 1, period.unit), moment, day))
                                  if period.number > 1 else C.Compare(moment, "<", day))
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
        quantifiers = [n for n in _nouns(clause) if n.determiner in QUANTIFIERS and n.at not in self.seen]
        if quantifiers:
            return self.quantified(quantifiers[0], lambda: self.event(clause, test))
        atom, asked = self.atom(clause)
        if self.lexicon.phrases[clause.word].sort != "act":
            return conjunction([*asked, test(C.Measure(since_of(atom)))])
        if self.act is not None and _same_act(atom, self.act) and clause.tense in ("present", "bare"):
            return conjunction([*asked, test(C.Measure(ASKED))])
        return conjunction([*asked, Holds(atom), test(C.Measure(day_of(atom)))])

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
                self._keep(asked)
                word = self.measure_word(name, noun.kind or getattr(term, "kind", ""))
                args: tuple[C.Term, ...] = (term,)
                if other is not None:
                    term2, asked = self.noun(other)
                    self._keep(asked)
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
            case PerThing(amount, counted):
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
            case DayValue(day):
                return C.Number(Fraction(day.toordinal())), "date"
        self.mistake("no-quantity", "this is no quantity", "write a number with its unit, or `the width of the …`")
        return C.Number(Fraction(0)), expected

    def _keep(self, asked: list[Condition]) -> None:
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
        return min(fitting, key=lambda m: _height(self.lexicon, kind, m.kind))


def _height(lexicon: Lexicon, kind: str, wanted: str) -> int:
    if kind == wanted or not kind:
        return 0
    known = lexicon.kinds.get(kind)
    return 1 + min((_height(lexicon, p, wanted) for p in known.parents if p != kind), default=98) if known else 99


def _same_act(atom: Atom, act: Atom) -> bool:
    """Is `atom` the norm's act itself: the same word, the same things where both name them?"""
    return atom.word == act.word and all(
        a == b or BLANK in (a.name, b.name) for a, b in zip(atom.args, act.args))


def _nouns(node: object) -> list[Noun]:
    """The nouns of a clause itself, not those inside other nouns or inside events."""
    out: list[Noun] = []
    if isinstance(node, Noun):
        return [node]
    if isinstance(node, (EventDay, FindsClause, CountOfNoun, TotalOfNoun)):
        return out
    if isinstance(node, tuple):
        for part in node:
            out += _nouns(part)
    elif is_dataclass(node) and not isinstance(node, type):
        for item in fields(node):
            out += _nouns(getattr(node, item.name))
    return out


def _shared_quantifiers(clause: Clause) -> list[Noun]:
    """Quantified nouns that every part of a row shares: they rule the whole row."""
    if not isinstance(clause, Junction) or len(clause.parts) < 2:
        return []
    rows = [{n.at: n for n in _nouns(p) if n.determiner in QUANTIFIERS} for p in clause.parts]
    common = set(rows[0]).intersection(*rows[1:])
    return [rows[0][at] for at in sorted(common)]
