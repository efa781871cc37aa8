"""A vector, read as the ground law, case and question that the solver is given.

Takes:   one entry of a vector file (plain JSON)
Gives:   `Problem`
Differs: from the vector in that names are atoms with things and variables, numbers are exact,
         dates are ordinals and targets are lists of keys

A name is `word`, `word(L1)` or `word({x})`. A value that a list of values names (`siding is vinyl`)
is read as `HasValue` in a condition; as a fact, yes is `(siding, "vinyl")` and no is the atom
`siding is vinyl` given false. An unknown key anywhere is an error: a vector is never half read.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from legalasp.law.calendar import WEEKDAYS, Calendar, MonthEnd
from legalasp.law.conditions import (
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
    HasValue,
    Holds,
    Lasted,
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
    Variable,
    Within,
)
from legalasp.program.problem import (
    Applies,
    Deadline,
    DueWhen,
    GroundLaw,
    GroundProvision,
    IsExempt,
    IsSo,
    Limit,
    May,
    Must,
    Problem,
    Question,
    Reach,
    Roster,
    Value,
    WhatLimit,
    Word,
)

HERE = Path(__file__).parent
FORM = "legalasp theory vectors 1"
EARLIEST = "2026-01-01"
"""The as-of date of a vector that names none."""

KINDS = {
    "permission": "permission", "prohibition": "prohibition", "only": "only",
    "neednot": "need not", "closed_list": "closed list", "duty": "duty", "standard": "standard",
    "definition": "definition", "deeming": "deeming", "exemption": "exemption", "scope": "scope",
    "power": "power", "prevails": "prevails", "supersedes": "supersedes",
    "most_restrictive": "most restrictive", "recommendation": "recommendation",
}
DIRECTIONS = {"min": "at least", "max": "at most", "oneof": "one of"}
MONTH_ENDS: dict[str | None, MonthEnd | None] = {None: None, "last": "last day", "next": "next day"}
DAYS_OFF = {day[:3]: day for day in WEEKDAYS} | {"holiday": "holiday"}
OPERATORS = ("<", "<=", "=", ">=", ">", "!=")

VECTOR_KEYS = {
    "id", "title", "fixes", "why", "laws", "levels", "provisions", "facts", "bounds", "words",
    "things", "readings", "better", "as_of", "calendar", "tolled", "question", "expect",
}
COMMON_KEYS = {
    "id", "kind", "law", "when", "if", "unless", "from", "until", "reading", "despite",
    "subject_to", "subject",
}
KIND_KEYS = {
    "permission": {"act"}, "prohibition": {"act"}, "only": {"act"}, "neednot": {"act"},
    "closed_list": {"act", "lists"}, "duty": {"act", "before", "done", "after", "by"},
    "standard": {"quantity", "dir", "limit", "values", "act"},
    "definition": {"term", "not"}, "deeming": {"term", "not"},
    "exemption": {"exempts"}, "scope": {"disapplies"},
    "power": {"waives", "exercised", "act"}, "prevails": {"over"}, "supersedes": {"over"},
    "most_restrictive": {"between"}, "recommendation": {"act", "before", "after", "by", "done"},
}
EXPECT_KEYS = {
    "answer", "by", "missing", "sure", "readings", "favoured", "conflicts", "incoherent", "duties",
    "presumed", "contradictions", "void",
}

Json = Any
Vector = dict[str, Json]


def read_file(path: Path | None = None) -> list[Vector]:
    """The vectors of a file, the project's own by default."""
    data = json.loads((path or HERE / "vectors.json").read_text(encoding="utf-8"))
    if isinstance(data, list):
        return data
    if data.get("form") != FORM:
        raise ValueError(f"not a file of the form {FORM!r}: {data.get('form')!r}")
    vectors: list[Vector] = data["vectors"]
    return vectors


def problem_of(vector: Vector) -> Problem:
    """The problem that a vector puts."""
    _known(vector, VECTOR_KEYS, "vector")
    _known(vector.get("expect", {}), EXPECT_KEYS, "expect")
    return _Reader(vector).problem()


def _known(given: Mapping[str, Json], keys: set[str], where: str) -> None:
    if strange := set(given) - keys:
        raise ValueError(f"{where}: unknown key {', '.join(sorted(strange))}")


def _day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def _optional_day(text: str | None) -> datetime.date | None:
    return None if text is None else _day(text)


def _several(value: Json) -> list[Json]:
    """A lone entry where the form allows a list."""
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _is_number(text: Json) -> bool:
    if isinstance(text, bool):
        return False
    if isinstance(text, (int, float)):
        return True
    return isinstance(text, str) and re.fullmatch(r"-?\d+(/\d+|\.\d+)?", text) is not None


@dataclass
class _Reader:
    """Reads one vector; keeps what names mean in it."""

    vector: Vector
    kinds_of_things: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, set[str]] = field(default_factory=dict)
    dates: set[Atom] = field(default_factory=set)
    bound: dict[str, str] = field(default_factory=dict)
    """The kind of each variable that a quantifier has brought in."""

    def __post_init__(self) -> None:
        for kind, roster in self.vector.get("things", {}).items():
            _known(roster, {"members", "closed"}, f"things {kind}")
            self.kinds_of_things.update((name, kind) for name in roster["members"])
        for entry in self.vector["provisions"]:
            if entry.get("dir") == "oneof":
                self.attributes.setdefault(entry["quantity"], set()).update(entry["values"])

    @property
    def today(self) -> Number:
        return Number(Fraction(_day(self.vector.get("as_of", EARLIEST)).toordinal()))

    # ------------------------------------------------------------ the whole

    def problem(self) -> Problem:
        vector = self.vector
        as_of = _day(vector.get("as_of", EARLIEST))
        laws = {name: self.law(name, entry) for name, entry in vector.get("laws", {"L": {}}).items()}
        provisions = tuple(self.provision(entry) for entry in vector["provisions"])
        for provision in provisions:
            if provision.law not in laws:
                raise ValueError(f"provision {provision.key}: no law {provision.law!r}")
        question = self.question(vector["question"])
        facts = self.facts(vector.get("facts", {}))
        bounds = [
            (self.expression(left), self.operator(op), self.expression(right))
            for left, op, right in vector.get("bounds", [])
        ]
        words = {self.atom(name): self.word(name, entry) for name, entry in vector.get("words", {}).items()}
        standstill = {
            self.date(event).atom: tuple((_day(first), _day(last)) for first, last in spans)
            for event, spans in vector.get("tolled", {}).items()
        }
        for atom in self.dates:
            words[atom] = replace(words.get(atom, Word()), date=True)
        return Problem(
            provisions=provisions,
            question=question,
            facts=facts,
            bounds=bounds,
            words=words,
            rosters={kind: self.roster(kind, entry) for kind, entry in vector.get("things", {}).items()},
            readings={group: tuple(names) for group, names in vector.get("readings", {}).items()},
            better=dict(vector.get("better", {})),
            laws=laws,
            levels=vector.get("levels", False),
            as_of=as_of,
            calendar=self.calendar(vector.get("calendar", {})),
            standstill=standstill,
        )

    def law(self, name: str, entry: dict[str, Json]) -> GroundLaw:
        _known(entry, {"level", "from", "until"}, f"law {name}")
        return GroundLaw(
            name, entry.get("level", 0), _optional_day(entry.get("from")), _optional_day(entry.get("until"))
        )

    def roster(self, kind: str, entry: dict[str, Json]) -> Roster:
        return Roster(tuple(Thing(name, kind) for name in entry["members"]), entry.get("closed", False))

    def word(self, name: str, entry: dict[str, Json]) -> Word:
        _known(entry, {"todo", "presumed", "when", "unless", "burden", "finding", "whole"}, f"word {name}")
        presumed = entry.get("presumed")
        return Word(
            to_be_done=entry.get("todo", False),
            presumed=presumed if presumed is None or isinstance(presumed, bool) else Fraction(presumed),
            when=self.condition(entry["when"]) if "when" in entry else TRUE,
            unless=self.condition(entry["unless"]) if "unless" in entry else None,
            burden=entry.get("burden", ""),
            finding=entry.get("finding", ""),
            whole=entry.get("whole", False),
        )

    def calendar(self, entry: dict[str, Json]) -> Calendar:
        _known(entry, {"roll", "holidays", "month_end", "short"}, "calendar")
        return Calendar(
            roll=frozenset(DAYS_OFF[name] for name in entry.get("roll", ())),
            holidays=frozenset(map(_day, entry.get("holidays", ()))),
            month_end=MONTH_ENDS[entry.get("month_end")],
            short=entry.get("short", 0),
        )

    def facts(self, given: Json) -> list[tuple[Atom, Value]]:
        pairs: Iterable[tuple[str, Json]] = given.items() if isinstance(given, dict) else map(tuple, given)
        return [self.fact(name, value) for name, value in pairs]

    def fact(self, name: str, value: Json) -> tuple[Atom, Value]:
        if isinstance(value, dict):
            _known(value, {"date"}, f"fact {name}")
            return self.date(name).atom, _day(value["date"])
        if value is True and (named := self.named_value(name)):
            return named
        if isinstance(value, bool):
            return self.atom(name), value
        if _is_number(value):
            return self.atom(name), Fraction(str(value))
        if name in self.attributes:
            return self.atom(name), value
        raise ValueError(f"fact {name}: {value!r} is no value")

    def named_value(self, name: str) -> tuple[Atom, str] | None:
        """`siding is vinyl`, where a list of values names vinyl."""
        attribute, found, value = name.partition(" is ")
        if found and value in self.attributes.get(attribute, ()):
            return self.atom(attribute), value
        return None

    # ------------------------------------------------------------ provisions

    def provision(self, entry: dict[str, Json]) -> GroundProvision:
        key, kind = entry["id"], entry["kind"]
        if kind not in KINDS:
            raise ValueError(f"provision {key}: unknown kind {kind!r}")
        _known(entry, COMMON_KEYS | KIND_KEYS[kind], f"provision {key}, a {kind}")
        act = self.atom(entry["act"]) if "act" in entry else None
        over, between = entry.get("over"), entry.get("between")
        excludes = kind in ("definition", "deeming") and entry.get("not", False)
        return GroundProvision(
            key=key,
            kind="exclusion" if excludes else KINDS[kind],
            law=entry.get("law", "L"),
            item=(key,),
            act=None if kind == "standard" else act,
            when=self.condition(entry["when"]) if "when" in entry else TRUE,
            if_=self.condition(entry["if"]) if "if" in entry else TRUE,
            unless=self.condition(entry["unless"]) if "unless" in entry else None,
            limit=self.limit(entry) if kind == "standard" else None,
            bars=tuple(self.atom(name) for name in _several(entry.get("act"))) if kind == "standard" else (),
            before=tuple(self.atom(name) for name in _several(entry.get("before"))),
            done=self.condition(entry["done"]) if "done" in entry else None,
            after=self.atom(entry["after"]) if "after" in entry else None,
            by=self.deadline(*entry["by"]) if "by" in entry else None,
            term=self.atom(entry["term"]) if "term" in entry else None,
            reach=self.reach(entry.get("exempts", entry.get("disapplies", entry.get("waives")))),
            exercised=self.condition(entry["exercised"]) if "exercised" in entry else None,
            despite=self.reach(entry.get("despite")),
            subject_to=self.reach(entry.get("subject_to")),
            lists=tuple(entry["lists"]) if "lists" in entry else None,
            over=(over[0], over[1]) if over else None,
            between=(between[0], between[1]) if between else None,
            subject=tuple(_several(entry["subject"])) if "subject" in entry else None,
            from_=_optional_day(entry.get("from")),
            until=_optional_day(entry.get("until")),
            reading=(entry["reading"][0], entry["reading"][1]) if "reading" in entry else None,
        )

    def limit(self, entry: dict[str, Json]) -> Limit:
        return Limit(
            quantity=self.atom(entry["quantity"]),
            direction=DIRECTIONS[entry["dir"]],
            bound=self.expression(entry["limit"]) if "limit" in entry else None,
            values=frozenset(entry.get("values", ())),
        )

    def deadline(self, number: int, unit: str, event: Json) -> Deadline:
        return Deadline(self.period(number, unit), self.date(event))

    def reach(self, targets: Json) -> Reach:
        """Ids are named; a span or a whole law is broad."""
        named: list[str] = []
        broad: list[str] = []
        including = False
        for target in _several(targets):
            if isinstance(target, str):
                named.append(self.key(target))
                continue
            _known(target, {"span", "law", "including itself", "except"}, "target")
            left_out = {self.key(key) for key in target.get("except", ())}
            including = including or target.get("including itself", False)
            broad += [key for key in self.met(target) if key not in left_out and key not in broad]
        return Reach(tuple(named), tuple(broad), including)

    def met(self, target: dict[str, Json]) -> list[str]:
        """The keys that a span or a whole law meets, in the law's order."""
        entries = self.vector["provisions"]
        if "law" in target:
            return [entry["id"] for entry in entries if entry.get("law", "L") == target["law"]]
        order = [entry["id"] for entry in entries]
        first, last = (order.index(self.key(key)) for key in target["span"])
        law = entries[first].get("law", "L")
        return [entry["id"] for entry in entries[first:last + 1] if entry.get("law", "L") == law]

    def key(self, key: str) -> str:
        if all(entry["id"] != key for entry in self.vector["provisions"]):
            raise ValueError(f"no provision {key!r}")
        return key

    def question(self, entry: dict[str, Json]) -> Question:
        (form, asked), = entry.items()
        match form:
            case "may":
                return May(self.atom(asked))
            case "must":
                return Must(self.atom(asked))
            case "is":
                return IsSo(self.condition(asked))
            case "applies":
                return Applies((self.key(asked),))
            case "exempt":
                return IsExempt((self.key(asked),))
            case "limit":
                return WhatLimit(self.atom(asked))
            case "due":
                return DueWhen(self.atom(asked))
        raise ValueError(f"unknown question {form!r}")

    # ------------------------------------------------------------ names

    def atom(self, name: str) -> Atom:
        match = re.fullmatch(r"(.*?)\((.*)\)", name)
        if not match:
            return Atom(name)
        return Atom(match[1], tuple(self.term(part.strip()) for part in match[2].split(",")))

    def term(self, name: str) -> Term:
        if name.startswith("{") and name.endswith("}"):
            return Variable(name[1:-1], self.bound.get(name[1:-1], ""))
        return Thing(name, self.kinds_of_things.get(name, ""))

    def date(self, name: Json) -> Measure:
        atom = self.atom(name)
        self.dates.add(atom)
        return Measure(atom)

    # ------------------------------------------------------------ expressions and conditions

    def operator(self, op: str) -> str:
        if op not in OPERATORS:
            raise ValueError(f"unknown comparison {op!r}")
        return op

    def expression(self, written: Json) -> Expression:
        if isinstance(written, dict):
            if set(written) == {"date"}:
                return Number(Fraction(_day(written["date"]).toordinal()))
            parts = tuple(self.scaled(Fraction(str(factor)), name) for name, factor in written.items())
            return parts[0] if len(parts) == 1 else Sum(parts)
        if _is_number(written):
            return Number(Fraction(str(written)))
        if isinstance(written, str):
            return Measure(self.atom(written))
        raise ValueError(f"{written!r} is no expression")

    def scaled(self, factor: Fraction, name: str) -> Expression:
        if name in ("", "1"):
            return Number(factor)
        measure = Measure(self.atom(name))
        return measure if factor == 1 else Scaled(factor, measure)

    def moment(self, written: Json) -> Expression:
        """A day: a date, or the name of what happened on it."""
        return self.expression(written) if isinstance(written, dict) else self.date(written)

    def period(self, number: int, unit: str) -> Period:
        units = {"day": "days", "business day": "business days", "week": "weeks", "month": "months", "year": "years"}
        unit = units.get(unit, unit)
        if unit not in units.values():
            raise ValueError(f"unknown unit of time {unit!r}")
        return Period(int(number), unit)

    def condition(self, written: Json) -> Condition:
        if written is True or written is False:
            return TRUE if written else AnyOf(())
        if isinstance(written, str):
            named = self.named_value(written)
            return HasValue(named[0], frozenset({named[1]})) if named else Holds(self.atom(written))
        head, *rest = written
        match head, rest:
            case "not", [part]:
                return Not(self.condition(part))
            case "all", parts:
                return All(tuple(map(self.condition, parts)))
            case "any", parts:
                return AnyOf(tuple(map(self.condition, parts)))
            case "none", parts:
                return Not(AnyOf(tuple(map(self.condition, parts))))
            case "atleast", [number, *parts]:
                return AtLeast(number, tuple(map(self.condition, parts)))
            case "cmp", [left, op, right]:
                return Compare(self.expression(left), self.operator(op), self.expression(right))
            case "within", [number, unit, event, act]:
                return Within(self.period(number, unit), self.moment(event), self.moment(act))
            case "lasted", [number, unit, event, *act]:
                return Lasted(self.period(number, unit), self.moment(event), self.moment(act[0]) if act else self.today)
            case "passed", [number, unit, event, *act]:
                return Passed(self.period(number, unit), self.moment(event), self.moment(act[0]) if act else self.today)
            case "reading", [group, name]:
                return OnReading(group, name)
            case ("applies" | "bites" | "meets" | "conforms"), [key]:
                return Status(head, self.key(key))
            case "meets all", [law, *options]:
                _known(options[0] if options else {}, {"except"}, "meets all")
                left_out = options[0].get("except", ()) if options else ()
                return MeetsAll(law, tuple(map(self.key, left_out)))
            case ("each" | "some" | "count" | "share" | "total"), [kind, name, *details]:
                self.bound[name] = kind
                return self.over(head, Variable(name, kind), details)
        raise ValueError(f"{written!r} is no condition")

    def over(self, head: str, variable: Variable, details: list[Json]) -> Condition:
        """A condition on the things of one kind."""
        options = details.pop() if isinstance(details[-1], dict) and set(details[-1]) == {"but"} else {}
        but = tuple(self.term(name) for name in _several(options.get("but")))
        match head, details:
            case "each", [part]:
                return Each(variable, self.condition(part), but)
            case "some", [part]:
                return Some(variable, self.condition(part), but)
            case "count", [part, op, number]:
                counted = CountOf(variable, self.condition(part), but)
                return Compare(counted, self.operator(op), Number(Fraction(str(number))))
            case "total", [quantity, op, number]:
                total = TotalOf(variable, self.expression(quantity), TRUE, but)
                return Compare(total, self.operator(op), self.expression(number))
            case "share", [part, op, share] if not but:
                return Share(variable, TRUE, self.condition(part), self.operator(op), Fraction(str(share)))
        raise ValueError(f"{[head, variable, *details]!r} is no condition")
