"""Every word that an answer shows to a person.

Takes:   the declared words of a law, what the case says of numbers and dates, the law's calendar
Gives:   `Wording`: atoms, conditions, amounts, dates, citations and the arithmetic of days as English;
         the fixed phrases of answers
Differs: from the law's own sentences in that each speaks of the things of one case and says what is so

A sentence comes without a capital and without a full stop; `sentence` adds both.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from legalasp.language.inflect import article, be, plural
from legalasp.language.lexicon import Form, Lexicon, Phrase
from legalasp.language.numerals import DAYS_OF_THE_YEAR, UNITS, write_day, write_money, write_number
from legalasp.law import conditions as C
from legalasp.law.calendar import Calendar, Counted, TwoOutcomes, show_period
from legalasp.law.conditions import Atom, Condition, Expression, Thing, Variable
from legalasp.law.model import ASKED
from legalasp.law.quantities import UNIT_NAMES
from legalasp.law.resolve import PAST, TO_COME
from legalasp.law.walk import atoms_of, substituted
from legalasp.program.forms import Linear
from legalasp.program.spread import WHOLE_NUMBER, whole
from legalasp.program.units import Interval, Region

DAY_OF, SINCE, FINDS = "the day on which ", "the day since which ", "finds that "
OPENED = {
    "how many other": "the number of other {}, beside those named, such that ",
    "total of every other": "the total over the other {}, beside those named, such that ",
}
LEAST_ALIKE = 3
"""So many things of which the same is said are spoken of together."""
LAST_ORDINAL = datetime.date.max.toordinal()
FIRST_DAY = datetime.date(1700, 1, 1).toordinal()
"""Numbers from here on that stand alone in a test of time are days."""

_MANY = {one: " ".join(many) for many, one in UNITS.items()}
_PAST_STATE = re.compile(r"(?P<state>.+) \((?P<relation>\w+) (?P<time>.+)\)")
_APART = re.compile(r"\([^()]*\)|[A-Z][a-z]+ \d{1,2}, \d{4}|\"[^\"]*\"")
"""What may hold a comma without parting anything."""
_ITEM = re.compile(r"(?:\[\w{1,3}\]|\(\w{1,3}\))$")
"""The last letter or number of a citation."""
_OPS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "=": "", "!=": "other than"}
_DAYS = {">=": "on or after", "<=": "on or before", ">": "after", "<": "before", "=": "on", "!=": "not on"}
_THAN = {">=": "not before", "<=": "not after", ">": "after", "<": "before", "=": "on the day on which", "!=": "not on the day on which"}
_STANDS = {
    "applies": ("applies", "does not apply"), "bites": ("applies and is met", "does not apply or is not met"),
    "meets": ("is met", "is not met"), "conforms": ("is conformed to", "is not conformed to"),
}
_NEGATED = {"<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<="}
_TURNED = {"<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<"}


# ---------------------------------------------------------------- small words


def sentence(text: str) -> str:
    """A capital in front, a full stop behind."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", ":", ".)", '."')) else text + "."


def small(text: str) -> str:
    """A sentence's beginning as it stands inside a sentence; names keep their capital."""
    return text[:1].lower() + text[1:] if re.match(r"(The|This|A|An|It|No|Each|There|By|Nothing) ", text) else text


def row(parts: Iterable[str], word: str = "and") -> str:
    """`a, b and c`; with semicolons where a part has a comma of its own."""
    said = list(dict.fromkeys(parts))
    if len(said) < 2:
        return "".join(said)
    bare = [_APART.sub("", p) for p in said]
    if any(", " in p or f" {word} " in p or ";" in p for p in bare):
        return "; ".join(said[:-1]) + f"; {word} {said[-1]}"
    return ", ".join(said[:-1]) + f" {word} {said[-1]}"


def cites(citations: Iterable[str]) -> str:
    """`Oak § 3(a)[1] to [5] and § 4`: the law is named once, a run of items is its ends."""
    runs: list[list[str]] = []
    for one in dict.fromkeys(citations):
        if runs and _follows(runs[-1][-1], one):
            runs[-1].append(one)
        else:
            runs.append([one])
    said, before = [], ""
    for run in runs:
        for one in run if len(run) < 3 else run[:1]:
            law, mark, path = one.partition("§")
            said.append((mark + path if mark and law == before else one) + (f" to {_ITEM.search(run[-1])[0]}" if len(run) > 2 else ""))  # type: ignore[index]
            before = law
    return row(said)


def _follows(one: str, other: str) -> bool:
    """Is the second the item after the first in one list?"""
    a, b = _ITEM.search(one), _ITEM.search(other)
    if a is None or b is None or one[:a.start()] != other[:b.start()] or a[0][0] != b[0][0]:
        return False
    x, y = a[0][1:-1], b[0][1:-1]
    if x.isdigit() and y.isdigit():
        return int(y) == int(x) + 1
    return len(x) == len(y) == 1 and ord(y) == ord(x) + 1


def day(ordinal: Fraction | int) -> str:
    number = int(ordinal)
    return write_day(datetime.date.fromordinal(number)) if 0 < number <= LAST_ORDINAL else f"day {number}"


def amount(value: Fraction, unit: str) -> str:
    """A number in the base unit of its dimension, written in `unit`; exact."""
    known = UNIT_NAMES.get(unit)
    number = value / known.factor if known else value
    if unit == "dollar":
        return write_money(number)
    return f"{write_number(number)} {unit if number == 1 else _MANY.get(unit, unit)}".strip()


def many(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else plural(noun)}"


def ways(number: int) -> str:
    return {2: "two ways", 3: "three ways"}.get(number, f"{number} ways")


def on_reading(readings: Iterable[str]) -> str:
    return "on the reading " + row(f'"{r}"' for r in readings)


def alike_together(said: Iterable[str], names: Iterable[str]) -> list[str]:
    """`home 1 was not moved (and so for home 2 to home 7)`: what is said alike of numbered things, once."""
    numbered = sorted((n for n in names if n.rpartition(" ")[2].isdigit()), key=len, reverse=True)
    of = re.compile(r"\b(" + "|".join(map(re.escape, numbered)) + r")\b") if numbered else None
    groups: dict[str, list[tuple[str, str]]] = {}
    for text in dict.fromkeys(said):
        found = list(of.finditer(text)) if of is not None else []
        names_in = {m[1] for m in found}
        one = names_in.pop() if len(names_in) == 1 else ""
        mark = re.sub(rf"\b{re.escape(one)}\b", f"⟨{one.rpartition(' ')[0]}⟩", text) if one else text
        groups.setdefault(mark, []).append((text, one))
    out = []
    for rows in groups.values():
        if len(rows) < LEAST_ALIKE:
            out += [text for text, _ in rows]
        else:
            out.append(f"{rows[0][0]} (and so for {row(_spans([name for _, name in rows[1:]]))})")
    return out


def _spans(names: list[str]) -> list[str]:
    """`home 2, home 3, home 4, home 9` as `home 2 to home 4` and `home 9`."""
    runs: list[list[str]] = []
    for name in names:
        noun, _, number = name.rpartition(" ")
        if runs and runs[-1][-1] == f"{noun} {int(number) - 1}":
            runs[-1].append(name)
        else:
            runs.append([name])
    return [r if len(run) < 3 else f"{run[0]} to {run[-1]}" for run in runs for r in (run if len(run) < 3 else run[:1])]


def on_readings(chosen: Iterable[Sequence[tuple[str, str]]], every: Iterable[Sequence[tuple[str, str]]]) -> str:
    """The fewest words for some of all combinations: `on every reading`, `on the reading "a"`, each by its names."""
    wanted = list(dict.fromkeys(frozenset(c) for c in chosen))
    known = [frozenset(c) for c in every] or wanted
    if set(wanted) == set(known):
        return "on every reading" if len(known) > 1 else on_reading(r for _, r in next(iter(chosen), ()))
    order = {frozenset(c): c for c in (*every, *chosen)}
    said: list[str] = []
    covered: set[frozenset[tuple[str, str]]] = set()
    for one in dict.fromkeys(x for c in wanted for x in order[c]):
        reach = {c for c in known if one in c}
        if reach <= set(wanted) and not reach <= covered:
            said.append(on_reading([one[1]]))
            covered |= reach
    said += [on_reading(r for _, r in order[c]) for c in wanted if c not in covered]
    return row(said, "or")


# ---------------------------------------------------------------- how a fact is known


NOT_SHOWN = "the record does not show "
PRESUMED = "it is presumed, nothing being said to the contrary, "
SUPPOSED = "it is supposed "
UNKNOWN = "it is not known "
"""Each leads a `that` or, the last, a `whether`."""


def led(lead: str, said: Iterable[str]) -> str:
    """`it is supposed that a and that b`; no lead: `a and b`."""
    word = "whether " if lead == UNKNOWN else "that " if lead else ""
    return lead + row((word + s for s in said), "and")


def presumed(said: str) -> str:
    return led(PRESUMED, [said])


def unknown(said: str) -> str:
    return led(UNKNOWN, [said])


def burden(who: str) -> str:
    return f"it is for {who} to show it"


def finding(who: str, said: str) -> str:
    return f"only {who} can find whether {said}"


def as_stated(said: str) -> str:
    return f"{said}, as is supposed"


def taken_out(citations: Iterable[str]) -> str:
    named = list(dict.fromkeys(citations))
    return f"{cites(named)} {'takes' if len(named) == 1 else 'take'} this case out of it"


def as_found(number: int) -> str:
    return f"as found in ({number})"


# ---------------------------------------------------------------- sentences of a law about a case


@dataclass
class Wording:
    lexicon: Lexicon
    calendar: Calendar = field(default_factory=Calendar)
    numbers: Mapping[Atom, Fraction] = field(default_factory=dict)
    """Quantities and days that are known; they are said where they are asked of."""
    others: Mapping[Atom, tuple[str, Variable, Condition]] = field(default_factory=dict)
    """What is open about things that the case does not name."""
    cited: Callable[[str], str] = str
    """Key of a provision -> its citation."""
    bare: bool = False
    """Known quantities are left out: what would have to be so, not what is."""
    worth: Callable[[Expression], Fraction | None] = lambda e: None
    """What a count, a total or a choice between numbers comes to, where the facts settle it."""
    _said: dict[tuple[Atom, bool, str], str] = field(default_factory=dict)

    # ------------------------------------------------------------ atoms

    def atom(self, atom: Atom, value: bool = True, tense: str = "") -> str:
        """`space 12 is vacant`, `space 12 is not vacant`; an act in the past tense, if none is named."""
        key = (atom, value, tense)
        if key not in self._said:
            self._said[key] = self._atom(atom, value, tense)
        return self._said[key]

    def _atom(self, atom: Atom, value: bool, tense: str) -> str:
        word, args = atom.word, atom.args
        if atom == ASKED:
            return word
        if atom in self.others:
            return self.other(atom, value)
        if word.endswith(TO_COME):
            return self._atom(Atom(word.removesuffix(TO_COME), args), value, "future")
        phrase = self.lexicon.phrases.get(word)
        if phrase is not None:
            if phrase.sort == "finding" and phrase.finder:
                said = self.spoken(phrase, args, True, tense or "present")
                return f"{phrase.finder} {'finds' if value else 'does not find'} that {said}"
            return self.spoken(phrase, args, value, tense or (("perfect" if self.bare else "past") if phrase.sort == "act" else "present"))
        one = self.term(args[0]) if args else ""
        is_ = "is" if value else "is not"
        if word in self.lexicon.kinds and len(args) == 1:
            return f"{one} {is_} {article(word)} {word}"
        if word.startswith(FINDS):
            found = self.lexicon.phrases.get(word.removeprefix(FINDS))
            inner = (self.spoken(found, args[1:], True, "present") if found is not None and found.sort == "finding"
                     else self.atom(Atom(word.removeprefix(FINDS), args[1:]), True))
            return f"{one} {'finds' if value else 'does not find'} that {inner}"
        if word.startswith(DAY_OF):
            return f"the day on which {self.atom(Atom(word.removeprefix(DAY_OF), args))} {'is' if value else 'is not'} known"
        if word.startswith('"'):
            return f"{one} {word}".strip() if value else f"it is not so that {one} {word}".replace("  ", " ")
        if word.startswith("meets "):
            return f"{one} {'meets' if value else 'does not meet'} {self.aim(word[6:])}"
        if word.startswith("conforms "):
            return f"{one} {'conforms' if value else 'does not conform'} to {self.aim(word[9:])}"
        if word.startswith("applies "):
            return f"{self.aim(word[8:])} {'applies' if value else 'does not apply'}{f' to {one}' if one else ''}"
        named = self._named_value(atom)
        if named is not None:
            name = next((a.name for a in self.lexicon.attributes if a.word == named[0].word), "")
            return f"{self.measure(named[0])} {be(name)}{'' if value else ' not'} {named[1]}"
        past = _PAST_STATE.fullmatch(word)
        if past and past["state"] in self.lexicon.phrases:
            said = self.spoken(self.lexicon.phrases[past["state"]], args, value, "past")
            if word.endswith(PAST):
                return said
            return f"{said} {self.past_time(past['relation'], past['time'])}"
        names = " and ".join(self.term(a) for a in args if a.name)
        return f"this {'holds' if value else 'does not hold'}{f' of {names}' if names else ''}: {word}"

    def aim(self, target: str) -> str:
        """What is met or conformed to, citations joined as English joins them."""
        return row(target.split(", ")) if " § " in target else target

    def _named_value(self, atom: Atom) -> tuple[Atom, str] | None:
        for attribute in self.lexicon.attributes:
            if atom.word.startswith(f"{attribute.word} is "):
                return Atom(attribute.word, atom.args), atom.word.removeprefix(f"{attribute.word} is ")
        return None

    def past_time(self, relation: str, time: str) -> str:
        """`when the ordinance was enacted`: the time of a past state."""
        event, _, names = time.partition(": ")
        phrase = self.lexicon.phrases.get(event)
        word = "when" if relation == "at" else relation
        if phrase is None:
            return f"{word} {time}"
        things = names.split(", ") if names else []
        blanks = len(phrase.slots) - len(things)
        args = [Thing("", k) for k in phrase.slots[:blanks]] + [Thing(n, k) for n, k in zip(things, phrase.slots[blanks:], strict=True)]
        return f"{word} {self.spoken(phrase, tuple(args), True, 'past')}"

    def term(self, term: C.Term) -> str:
        if isinstance(term, Thing):
            return term.name or f"{article(term.kind)} {term.kind}"
        base, _, number = term.name.rpartition(" ")
        if number.isdigit() and base:
            return f"the {'second' if number == '2' else 'third' if number == '3' else f'{number}th'} {base}"
        return f"the {term.name}"

    def spoken(self, phrase: Phrase, args: tuple[C.Term, ...], value: bool, tense: str) -> str:
        """The phrase with its places filled. A place that is left out is left out, or is `a home`, `no home`."""
        names = {n: self.term(a) for n, a in enumerate(args) if a.name}
        form, fillers = self._form(phrase, tense, frozenset(names), value), dict[int, str]()
        if form is None:
            kinds = [a.kind or k for a, k in zip(args, phrase.slots, strict=True)]
            fillers = {n: k for n, k in enumerate(kinds) if n not in names and n not in phrase.optional}
            without_actor = frozenset((*names, *(n for n in fillers if n)))
            form = self._form(phrase, tense, without_actor, value) or self._form(phrase, tense, without_actor | {0}, value)
        if form is None:
            return phrase.word if value else f"it is not so that {phrase.word}"
        first = form.elements[0]
        if not value and isinstance(first, int) and first in fillers:
            positive = self._form(phrase, tense, frozenset(e for e in form.elements if isinstance(e, int)), True)
            if positive is not None and positive.elements[0] == first:
                return "no " + " ".join(self._piece(e, n, names, fillers) for n, e in enumerate(positive.elements)).split(" ", 1)[1]
        return " ".join(self._piece(e, n, names, fillers) for n, e in enumerate(form.elements))

    @staticmethod
    def _piece(element: str | int, at: int, names: dict[int, str], fillers: dict[int, str]) -> str:
        if isinstance(element, str):
            return element
        if element in names:
            return names[element]
        kind = fillers[element]
        again = any(n < element and k == kind for n, k in fillers.items() if n) or any(n.endswith(kind) for n in names.values())
        return f"another {kind}" if again and kind == "home" else f"{article(kind)} {kind}"

    @staticmethod
    def _form(phrase: Phrase, tense: str, filled: frozenset[int], value: bool) -> Form | None:
        for form in phrase.forms:
            if form.tense == tense and form.negated != value and not form.plural and (
                    frozenset(e for e in form.elements if isinstance(e, int)) == filled) and (
                    (form.elements and isinstance(form.elements[0], int)) or tense == "gerund"):
                return form
        return None

    def other(self, atom: Atom, value: bool = True) -> str:
        """What is open about the things that the case does not name."""
        which, variable, about = self.others[atom]
        kind = self.kind(variable)
        variable, (about,) = self.alone(variable, about)
        if which.startswith("every other"):
            return f"{'' if value else 'not '}every other {kind}, beside those named, is such that {self.condition(about)}"
        if which.startswith("some other"):
            return f"there is {'some' if value else 'no'} other {kind}, beside those named, such that {self.condition(about)}"
        if which == WHOLE_NUMBER and isinstance(about, C.Compare):
            return self.quantity(about.left, "")
        for start, words in OPENED.items():
            if which.startswith(start):
                return words.format(plural(kind)) + self.condition(about)
        return self.condition(about, value)

    # ------------------------------------------------------------ quantities and days

    def unit(self, word: str) -> str | None:
        """The declared unit of a measure; None: it is no measure."""
        return next((m.unit for m in self.lexicon.measures if m.word == word), None)

    def measure(self, atom: Atom) -> str:
        """`the width of the grey home`."""
        for m in self.lexicon.measures:
            if m.word == atom.word:
                other = f" from {self.term(atom.args[1])}" if m.other and len(atom.args) > 1 else ""
                return f"the {m.name} of {self.term(atom.args[0])}{other}"
        for a in self.lexicon.attributes:
            if a.word == atom.word:
                return f"the {a.name} of {self.term(atom.args[0])}"
        if atom in self.others:
            return self.other(atom)
        return self.happening(atom) if atom.word.startswith((DAY_OF, SINCE)) else self.atom(atom)

    def happening(self, atom: Atom, dated: bool = True) -> str:
        """`a home was removed from space 12 on September 2, 2025`, from the atom of its day."""
        on, tense = ("on", "past") if atom.word.startswith(DAY_OF) else ("since", "perfect")
        word = atom.word.removeprefix(DAY_OF).removeprefix(SINCE)
        said = self.atom(Atom(word, atom.args), True, tense)
        return f"{said} {on} {day(self.numbers[atom])}" if dated and atom in self.numbers else said

    def asked(self, e: Expression) -> Expression:
        """The day asked about is spoken by its date."""
        return C.Number(self.numbers[ASKED]) if e == C.Measure(ASKED) and ASKED in self.numbers else e

    def is_date(self, e: Expression) -> bool:
        match e:
            case C.Measure(atom):
                return atom.word.startswith("the day ")
            case C.Greatest(parts) | C.Least(parts) | C.Sum(parts):
                return any(self.is_date(p) for p in parts)
        return False

    def moment(self, e: Expression) -> str:
        """A day in words: its date, or the event that falls on it."""
        match self.asked(e):
            case C.Number(value):
                return day(value)
            case C.Measure(atom):
                return self.happening(atom)
            case C.Greatest(parts) | C.Least(parts):
                return f"the {'last' if isinstance(e, C.Greatest) else 'first'} of these: " + row(self.moment(p) for p in parts)
        return self.quantity(e, "")

    def unit_of(self, *expressions: Expression) -> str:
        """The unit in which a comparison is spoken: that of the first declared measure in it."""
        for e in expressions:
            match e:
                case C.Measure(atom) if (unit := self.unit(atom.word)) is not None:
                    return unit
                case C.Sum(parts) | C.Greatest(parts) | C.Least(parts) if found := self.unit_of(*parts):
                    return found
                case C.Scaled(_, part) if not isinstance(part, C.Whole) and (found := self.unit_of(part)):
                    return found
                case C.TotalOf(_, measure, _, _) if found := self.unit_of(measure):
                    return found
        return ""

    def quantity(self, e: Expression, unit: str) -> str:
        match e:
            case C.Number(value):
                return amount(value, unit)
            case C.Measure(atom):
                own = self.unit(atom.word)
                known = f" ({amount(self.numbers[atom], own or '')})" if atom in self.numbers and own is not None and not self.bare else ""
                return self.measure(atom) + known
            case C.Scaled(factor, C.CountOf(variable, where, but) as part) if unit and factor > 0:
                return f"{amount(factor, unit)} for each of {self.the_such(part)}"
            case C.Scaled(factor, C.Whole() as part) if unit and factor > 0:
                return f"{amount(factor, unit)} for each of the {self.count_of_time(part)}"
            case C.Whole():
                return f"the number of {self.count_of_time(e)}"
            case C.Scaled(factor, part):
                if 0 < factor < 1:
                    return f"{write_number(factor * 100)} percent of {self.quantity(part, unit)}"
                return f"{write_number(factor)} times {self.quantity(part, unit)}"
            case C.Sum(parts):
                return "the sum of " + row(self.quantity(p, unit) for p in parts)
            case C.Greatest(parts) | C.Least(parts):
                return f"the {'greater' if isinstance(e, C.Greatest) else 'lesser'} of " + row(self.quantity(p, unit) for p in parts)
            case C.CountOf(variable, where, _):
                worth = None if self.bare else self.worth(e)
                variable, (where,) = self.alone(variable, where)
                return f"the number of {self.such(variable, where, True)}" + (f" ({worth})" if worth is not None else "")
            case C.TotalOf(variable, measure, where, _):
                worth = None if self.bare else self.worth(e)
                if not any(a.args for a in atoms_of(measure) if variable in a.args):
                    each = f"{self.quantity(measure, unit)} for each of {self.the_such(C.CountOf(variable, where, e.but))}"
                    return each + (f" ({amount(worth, unit)})" if worth is not None else "")
                variable, (measure, where) = self.alone(variable, measure, where)
                total = f"the total, over the {self.such(variable, where, True)}, of {self.quantity(measure, unit)}"
                return total + (f" ({amount(worth, unit)})" if worth is not None else "")
        raise TypeError(e)

    def count_of_time(self, e: C.Whole) -> str:
        """`full weeks from March 14, 2024 through April 10, 2024 (4)`."""
        sort = "begun" if e.begun else "full"
        match e.part:
            case C.Scaled(share, C.Sum((last, C.Scaled(_, first), C.Number()))):
                length = next((u.plural for u in UNIT_NAMES.values() if u.dimension == "days" and u.factor == 1 / share), "days")
                worth = None if self.bare else self.value(e)
                ends = (day(n) if (n := self.value(x)) is not None else f"the day on which {self.moment(x)}" for x in (first, last))
                return f"{sort} {length} from {' through '.join(ends)}" + (f" ({worth})" if worth is not None else "")
        return f"{sort} ones of {self.quantity(e.part, '')}"

    def the_such(self, count: C.CountOf) -> str:
        """`the spaces of Oak Park (6)`."""
        worth = None if self.bare else self.worth(count)
        variable, (where,) = self.alone(count.variable, count.where)
        return f"the {self.such(variable, where, True)}" + (f" ({worth})" if worth is not None else "")

    def such(self, variable: Variable, where: Condition, plural_: bool = False) -> str:
        """`homes such that the home is on lot 9`; that a part is of its whole is said once."""
        kind = self.kind(variable)
        which = variable.kind.removeprefix(kind)
        which = "" if which.startswith(" for ") else which  # which lots are for the home is what `where` says
        known = self.lexicon.kinds.get(kind)
        noun = ((known.plural if known else plural(kind)) if plural_ else kind) + which
        parts = where.parts if isinstance(where, C.All) else (where,)
        left = tuple(p for p in parts if not self._is_of(p, variable, which))
        return noun if not left else f"{noun} such that {self.condition(C.All(left) if len(left) > 1 else left[0])}"

    def _is_of(self, c: Condition, variable: Variable, which: str) -> bool:
        """Does the condition only say that the thing is in the whole that its roster is of?"""
        if not (isinstance(c, C.Holds) and len(c.atom.args) == 2 and c.atom.args[0] == variable and which == f" of {c.atom.args[1].name}"):
            return False
        phrase = self.lexicon.phrases.get(c.atom.word)
        return phrase is not None and (phrase.sort == "part" or phrase.elements == (0, "is", "in", 1))

    def kind(self, variable: Variable) -> str:
        """The kind of a variable, without the roster that it ranges over: `lots of Elm Park`, `lots for the home`."""
        words = variable.kind.split()
        return next((one for n in range(len(words), 0, -1) if (one := " ".join(words[:n])) in self.lexicon.kinds), variable.kind)

    def alone(self, variable: Variable, *parts: Any) -> tuple[Variable, tuple[Any, ...]]:
        """`the lot`, not `the second lot`, where no other lot that is not named is spoken of."""
        kind = self.kind(variable)
        others = {a for atom in atoms_of(parts) for a in atom.args if isinstance(a, Variable) and a != variable and self.kind(a) == kind}
        if others or not variable.name.startswith(f"{kind} "):
            return variable, parts
        new = Variable(kind, variable.kind)
        return new, tuple(substituted(p, {variable: new}) for p in parts)

    # ------------------------------------------------------------ conditions

    def condition(self, c: Condition, value: bool = True) -> str:
        match c:
            case C.Holds(atom):
                return self.atom(atom, value)
            case C.Not(part):
                return self.condition(part, not value)
            case C.All(parts) | C.AnyOf(parts):
                if not parts:
                    return "nothing more is asked" if isinstance(c, C.All) == value else "this is never so"
                word = "and" if isinstance(c, C.All) == value else "or"
                return row((self.inner(p, value, word) for p in parts), word)
            case C.AtLeast(number, parts):
                start = f"at least {number}" if value else f"fewer than {number}"
                return f"{start} of these hold: " + "; ".join(self.condition(p) for p in parts)
            case C.Compare(left, op, right):
                return self.compared(left, op if value else _NEGATED[op], right)
            case C.HasValue(atom, values):
                name = next((a.name for a in self.lexicon.attributes if a.word == atom.word), "")
                return f"{self.measure(atom)} {be(name)} {'' if value else 'not '}{row(sorted(values), 'or')}"
            case C.Within() | C.Lasted() | C.Passed():
                return self.period(c, value)
            case C.OnReading(doubt, reading):
                return f'"{doubt}" is {"" if value else "not "}read as "{reading}"'
            case C.Status(status, key):
                return f"{self.cited(key)} {_STANDS[status][not value]}"
            case C.MeetsAll(law, but, _, _):
                left_out = f", {cites(map(self.cited, but))} left out" if but else ""
                return f"{'every' if value else 'not every'} standard of {law}{left_out} is met"
            case C.Each(variable, part, but):
                variable, (part,) = self.alone(variable, part)
                start = f"{'each' if value else 'not each'} {self.such(variable, C.TRUE)}{self.beside(but)}"
                return f"{start} is such that {self.condition(part)}"
            case C.Some(variable, part, but):
                variable, (part,) = self.alone(variable, part)
                noun = self.such(variable, C.TRUE)
                return f"there is {article(noun) if value else 'no'} {noun}{self.beside(but)} such that {self.condition(part)}"
            case C.Share(variable, where, part, op, share):
                variable, (where, part) = self.alone(variable, where, part)
                op = op if value else _NEGATED[op]
                return (f"{_OPS[op]} {write_number(share * 100)} percent of the {self.such(variable, where, True)} "
                        f"are such that {self.condition(part)}").strip()
        raise TypeError(c)

    def inner(self, c: Condition, value: bool, word: str) -> str:
        """A part of a row; a row of the other sort in it says where it begins."""
        while isinstance(c, C.Not):
            c, value = c.part, not value
        own = "and" if isinstance(c, C.All) == value else "or"
        if isinstance(c, (C.All, C.AnyOf)) and len(c.parts) > 1 and own != word:
            return f"{'both' if own == 'and' else 'either'} {self.condition(c, value)}"
        return self.condition(c, value)

    def beside(self, but: tuple[C.Term, ...]) -> str:
        return f" other than {row(self.term(b) for b in but)}" if but else ""

    def compared(self, left: Expression, op: str, right: Expression) -> str:
        left, right = self.asked(left), self.asked(right)
        if self.is_date(left) or self.is_date(right):
            if isinstance(left, C.Number):
                left, op, right = right, _TURNED[op], left
            if isinstance(right, C.Number):
                known = isinstance(left, C.Measure) and left.atom in self.numbers
                return f"{self.moment(left)}{',' if known else ''} {_DAYS[op]} {day(right.value)}"
            return f"{self.moment(left)}, {_THAN[op]} {self.moment(right)}"
        if isinstance(left, C.Number) and isinstance(right, C.Number):
            if min(left.value, right.value) >= FIRST_DAY:
                return f"{day(left.value)} is {_DAYS[op]} {day(right.value)}"
        elif isinstance(left, C.Number):
            left, op, right = right, _TURNED[op], left
        unit = self.unit_of(left, right)
        if isinstance(left, C.CountOf) and (rate := self.rate(right)):
            return f"{self.quantity(left, '')} is {_OPS[op]} {rate}".replace("is  ", "is ")
        return f"{self.quantity(left, unit)} is {_OPS[op]} {self.quantity(right, unit)}".replace("is  ", "is ")

    def rate(self, e: Expression) -> str:
        """`5 per acre of the gross area of Oak Park (1 acre)`, where a number of things is held against a measure."""
        match e:
            case C.Scaled(factor, C.Measure(atom)) if (unit := self.unit(atom.word)) and unit in UNIT_NAMES:
                return f"{write_number(factor * UNIT_NAMES[unit].factor)} per {unit} of {self.quantity(C.Measure(atom), unit)}"
        return ""

    def period(self, c: C.Within | C.Lasted | C.Passed, value: bool) -> str:
        """A test of time in words; dates that are known are said."""
        length = show_period(c.period)
        c = replace(c, event=self.asked(c.event), moment=self.asked(c.moment))
        started = self.moment(c.event)
        at = self.moment(c.moment)
        if isinstance(c, C.Within) and c.counts == "lead":
            lead = f"{'less than' if value else 'at least'} {length} after {started}"
            return f"{at} is {lead}" if isinstance(c.moment, C.Number) else f"{at}{', ' if ' on ' in at else ' '}{lead}"
        if c.period.unit in DAYS_OF_THE_YEAR:
            last = self.counted(c)
            named = day(last.day.toordinal()) if isinstance(last, Counted) else ""
            which = f"the {c.period.unit} before {started}" if c.period.number < 0 else f"{c.period.unit} of that year"
            upto = f"{named}, {which}" if named else which
            span = f"on or before {upto}" if c.period.number < 0 else f"between the day on which {started} and {upto}"
            so = value == isinstance(c, C.Within)
            return f"{at} is {'' if so else 'not '}{span}" if isinstance(c.moment, C.Number) else f"{at}{'' if so else ', but not'} {span}"
        if isinstance(c, C.Within):
            if isinstance(c.moment, C.Number):
                return f"{at} is {'' if value else 'not '}within {length} after {started}"
            return f"{at}{', ' if not value or ' on ' in at else ' '}{'' if value else 'but not '}within {length} after {started}"
        by = at if isinstance(c.moment, C.Number) else f"the day on which {at}"
        if isinstance(c.event, C.Measure) and c.event.atom.word.startswith(SINCE):
            state = self.atom(Atom(c.event.atom.word.removeprefix(SINCE), c.event.atom.args), value, "perfect")
            since = f" (since {day(self.numbers[c.event.atom])})" if c.event.atom in self.numbers else ""
            return f"{state} for {length} by {by}{since}"
        if isinstance(c, C.Lasted):
            return f"by {by} {length} had {'' if value else 'not yet '}passed since {started}"
        return f"by {by} the {length} after {started} had {'' if value else 'not yet '}ended"

    # ------------------------------------------------------------ arithmetic

    def counted(self, c: C.Within | C.Lasted | C.Passed) -> Counted | TwoOutcomes | None:
        """The last day of the period, counted; None while its event is open."""
        ordinal = c.event.value if isinstance(c.event, C.Number) else (
            self.numbers.get(c.event.atom) if isinstance(c.event, C.Measure) else None)
        if ordinal is None or not 0 < ordinal <= LAST_ORDINAL:
            return None
        lapse = isinstance(c, C.Lasted) or isinstance(c, C.Within) and c.counts != "deadline"
        count = self.calendar.lapse_complete if lapse else self.calendar.deadline
        return count(datetime.date.fromordinal(int(ordinal)), c.period)

    def calculation(self, c: Condition) -> str:
        """The arithmetic of a test of time, or of a limit that is a multiple; empty: there is none."""
        match c:
            case C.Within() | C.Lasted() | C.Passed():
                return self.count_text(self.counted(c))
            case C.Compare(left, _, right):
                unit = self.unit_of(left, right)
                if isinstance(left, C.CountOf) and (rate := self.rate(right)):
                    value = self.value(right)
                    return sentence(f"{rate} is {write_number(value)}") if value is not None else ""
                said = [f"{self.quantity(e, unit)} is {amount(value, unit)}" for e in (left, right)
                        if isinstance(e, (C.Scaled, C.Sum, C.Greatest, C.Least)) and not self.is_date(e)
                        and (value := self.value(e)) is not None]
                return sentence(row(said)) if said else ""
        return ""

    def count_text(self, counted: Counted | TwoOutcomes | None) -> str:
        """The days, one after another: what is left out, the first day counted, the last day, the rule."""
        if counted is None:
            return ""
        if isinstance(counted, TwoOutcomes):
            return f"{counted.question[0].upper()}{counted.question[1:]} The place has no rule for it."
        steps = list(counted.steps()[:len(counted.steps()) - len(counted.rules) - len(counted.notes)])
        said = "; ".join(small(s).rstrip(".") for s in steps)
        rules = counted.rules[1:] if not counted.cite else ()
        cite = f" Rule: {counted.cite.rstrip('.')}." if counted.cite else ""
        return " ".join((sentence(f"counting: {said}"), *rules, *counted.notes)) + cite

    def value(self, e: Expression) -> Fraction | None:
        match e:
            case C.Number(value):
                return value
            case C.Measure(atom):
                return self.numbers.get(atom)
            case C.Whole(part, begun):
                inner = self.value(part)
                return None if inner is None else whole(inner, begun)
            case C.Scaled(factor, part):
                inner = self.value(part)
                return None if inner is None else factor * inner
            case C.Sum(parts):
                values = [self.value(p) for p in parts]
                return None if None in values else sum((v for v in values if v is not None), Fraction(0))
            case C.Greatest(parts) | C.Least(parts):
                known = [v for p in parts if (v := self.value(p)) is not None]
                return None if len(known) < len(parts) else (max if isinstance(e, C.Greatest) else min)(known)
            case C.CountOf() | C.TotalOf():
                return self.worth(e)
        return None

    # ------------------------------------------------------------ what a fact would be

    def decided(self, atoms: tuple[Atom, ...], value: object, tense: str = "") -> str:
        """One fact of a deciding set: `space 12 is vacant`, `the area of lot 9 is at least 7,500 square feet`."""
        atom = atoms[0]
        if isinstance(value, bool):
            return self.atom(atom, value, tense if self.is_act(atom) else "")
        if isinstance(value, str):
            return f"{self.measure(atom)} is {value}"
        if isinstance(value, Interval):
            return self.interval(atom, value)
        if isinstance(value, Region):
            return row(self.form(f, sign) for form_row in value.rows[:1] for f, sign in form_row)
        return self.atom(atom)

    def is_act(self, atom: Atom) -> bool:
        phrase = self.lexicon.phrases.get(atom.word)
        return phrase is not None and phrase.sort == "act"

    def interval(self, atom: Atom, extent: Interval) -> str:
        date = atom.word.startswith("the day ")
        unit = self.unit(atom.word) or ""
        subject = self.happening(atom) if date else self.measure(atom)
        subject += "," if atom in self.others else ""
        if extent.low is not None and extent.low == extent.high:
            return f"{subject} on {day(extent.low)}" if date else f"{subject} is {amount(extent.low, unit)}"
        said = []
        for limit, closed, ops in ((extent.low, extent.low_closed, (">=", ">")), (extent.high, extent.high_closed, ("<=", "<"))):
            if limit is not None:
                op = ops[0] if closed else ops[1]
                said.append(f"{_DAYS[op]} {day(limit)}" if date else f"{_OPS[op]} {amount(limit, unit)}")
        if not said:
            return f"{subject}, on any day" if date else f"{subject} is any amount"
        return f"{subject} {' and '.join(said)}" if date else f"{subject} is {' and '.join(said)}"

    def form(self, form: Linear, sign: int) -> str:
        """A linear test with its outcome, each quantity on the side where it is positive."""
        sides: tuple[list[Expression], list[Expression]] = ([], [])
        dates = all(a.word.startswith("the day ") for a in form.factors)
        if dates and sorted(form.factors.values()) == [-1, 1]:
            one, other = (next(a for a, f in form.factors.items() if f == k) for k in (1, -1))
            gap = -form.constant
            later = f"the day {many(int(gap), 'day')} after " if gap > 0 else f"the day {many(int(-gap), 'day')} before " if gap else ""
            op = {1: "later than", 0: "on the same day as", -1: "earlier than"}[sign]
            return f"{self.happening(one)}, {op} {later}{self.happening(other)}"
        for atom, factor in form.factors.items():
            part: Expression = C.Measure(atom)
            sides[factor < 0].append(part if abs(factor) == 1 else C.Scaled(abs(factor), part))
        if form.constant:
            sides[form.constant < 0].append(C.Number(abs(form.constant)))
        left, right = (s[0] if len(s) == 1 else C.Sum(tuple(s)) if s else C.Number(Fraction(0)) for s in sides)
        return self.compared(left, {1: ">", 0: "=", -1: "<"}[sign], right)
