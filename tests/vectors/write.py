"""Conditions and expressions, written back in the form of the vectors.

Takes:   a condition of the checked law
Gives:   its JSON, as `load.py` reads it
"""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import Any

from legalasp.law.conditions import (
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
    Scaled,
    Share,
    Some,
    Status,
    Sum,
    Term,
    TotalOf,
    Variable,
    Within,
)

Json = Any


def name(atom: Atom) -> str:
    """`area({x})`: a variable stands in braces."""
    return atom.word + (f"({','.join(map(_term, atom.args))})" if atom.args else "")


def number(value: Fraction) -> str:
    return str(value)


def day(ordinal: Fraction | int) -> str:
    return datetime.date.fromordinal(int(ordinal)).isoformat()


def _term(term: Term) -> str:
    return "{" + term.name + "}" if isinstance(term, Variable) else term.name


def expression(written: Expression) -> Json:
    match written:
        case Number(value):
            return number(value)
        case Measure(atom):
            return name(atom)
        case Scaled(factor, Measure(atom)):
            return {name(atom): number(factor)}
        case Sum(parts):
            together: dict[str, str] = {}
            for part in map(expression, parts):
                together |= part if isinstance(part, dict) else {part: "1"}
            return together
    return str(written)


def condition(written: Condition) -> Json:
    match written:
        case Holds(atom):
            return name(atom)
        case HasValue(atom, values):
            named = [f"{name(atom)} is {value}" for value in sorted(values)]
            return named[0] if len(named) == 1 else ["any", *named]
        case Not(AnyOf(parts)):
            return ["none", *map(condition, parts)]
        case Not(part):
            return ["not", condition(part)]
        case All(parts):
            return ["all", *map(condition, parts)]
        case AnyOf(parts):
            return ["any", *map(condition, parts)]
        case AtLeast(count, parts):
            return ["atleast", count, *map(condition, parts)]
        case Compare(CountOf(variable, where, but), op, Number(value)):
            return ["count", variable.kind, variable.name, condition(where), op, int(value), *_but(but)]
        case Compare(TotalOf(variable, measure, _, but), op, right):
            return ["total", variable.kind, variable.name, expression(measure), op, expression(right), *_but(but)]
        case Compare(left, op, right):
            return ["cmp", expression(left), op, expression(right)]
        case Within(period, event, moment):
            return ["within", period.number, period.unit, expression(event), expression(moment)]
        case Lasted(period, event, _):
            return ["lasted", period.number, period.unit, expression(event)]
        case Passed(period, event, _):
            return ["passed", period.number, period.unit, expression(event)]
        case OnReading(group, reading):
            return ["reading", group, reading]
        case Status(status, key):
            return [status, key]
        case MeetsAll(law, but):
            return ["meets all", law, {"except": list(but)}]
        case Each(variable, part, but):
            return ["each", variable.kind, variable.name, condition(part), *_but(but)]
        case Some(variable, part, but):
            return ["some", variable.kind, variable.name, condition(part), *_but(but)]
        case Share(variable, _, part, op, share):
            return ["share", variable.kind, variable.name, condition(part), op, number(share)]


def _but(but: tuple[Term, ...]) -> list[Json]:
    if not but:
        return []
    return [{"but": _term(but[0]) if len(but) == 1 else [_term(term) for term in but]}]
