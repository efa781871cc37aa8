"""Conditions of the law with things put in for variables, and what they speak of.

Takes:   atoms, expressions and conditions; what stands for each variable
Gives:   the same with things in them; the atoms they speak of; short, stable names
Differs: from `spread.py` in that nothing is worked out
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from legalasp.law import conditions as law
from legalasp.law.conditions import Atom, Condition, Expression, Thing, Variable
from legalasp.program.problem import IsSo, Problem

Filling = Mapping[str, Thing]
"""What stands for each variable."""


def fill(atom: Atom, f: Filling) -> Atom:
    if not f or not any(isinstance(a, Variable) for a in atom.args):
        return atom
    return Atom(atom.word, tuple(f.get(a.name, a) if isinstance(a, Variable) else a for a in atom.args))


def filled(e: Expression, f: Filling) -> Expression:
    match e:
        case law.Measure(atom):
            return law.Measure(fill(atom, f))
        case law.Sum(parts):
            return law.Sum(tuple(filled(p, f) for p in parts))
        case law.Scaled(factor, part):
            return law.Scaled(factor, filled(part, f))
        case law.Whole(part, begun):
            return law.Whole(filled(part, f), begun)
        case law.Greatest(parts):
            return law.Greatest(tuple(filled(p, f) for p in parts))
        case law.Least(parts):
            return law.Least(tuple(filled(p, f) for p in parts))
    return e


def atoms_of(e: Expression) -> list[Atom]:
    """The quantities and dates that an expression without counts speaks of."""
    match e:
        case law.Measure(atom):
            return [atom]
        case law.Sum(parts) | law.Greatest(parts) | law.Least(parts):
            return [a for p in parts for a in atoms_of(p)]
        case law.Scaled(_, part) | law.Whole(part, _):
            return atoms_of(part)
    return []


def in_words(e: Expression) -> str:
    if isinstance(e, law.Number):
        return datetime.date.fromordinal(int(e.value)).isoformat()
    return " & ".join(str(a) for a in atoms_of(e)) or "the event"


def in_short(condition: Condition, measure: object) -> str:
    """A short, stable name of what is asked of other things."""
    return repr(condition) if measure == "" else f"{measure!r} where {condition!r}"


def happenings_of(problem: Problem) -> set[Atom]:
    """Atoms whose having happened is itself asked for somewhere."""
    found: set[Atom] = set()

    def walk(c: object) -> None:
        match c:
            case law.Holds(atom):
                found.add(atom)
            case law.Not(part) | law.Each(_, part, _) | law.Some(_, part, _):
                walk(part)
            case law.All(parts) | law.AnyOf(parts) | law.AtLeast(_, parts):
                for part in parts:
                    walk(part)
            case law.Share(_, where, part, _, _):
                walk(where)
                walk(part)

    for p in problem.provisions:
        for c in (p.when, p.if_, p.unless, p.test, p.done, p.exercised):
            walk(c)
    if isinstance(problem.question, IsSo):
        walk(problem.question.condition)
    return found
