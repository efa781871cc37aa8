"""What bears on a question: the parts of provisions that its answer may look at.

Takes:   a `Case`
Gives:   `bearing`: the keys of the parts

The program works out no more of the law than this. What it reports beyond the answer (conflicts,
circles, presumptions) it must report at least for these parts; for no part may it report what is
not so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legalasp.law.conditions import FALSE, Atom, Holds, Status
from legalasp.program.problem import Applies, DueWhen, IsExempt, IsSo, May, Must, WhatLimit
from tests.twin.answer import Case, leaves
from tests.twin.ground import Plain
from tests.twin.statuses import BARS, Law, Part
from tests.twin.verdicts import acts_of


def bearing(case: Case) -> frozenset[str]:
    """The parts that the answer may look at, directly or through others."""
    law = case.law
    found: set[str] = set()
    todo = list(asked(case))
    while todo:
        part = todo.pop()
        if part.key not in found:
            found.add(part.key)
            todo += looked_at(case, part)
    return frozenset(found & set(law.parts))


def asked(case: Case) -> Iterator[Part]:
    """The parts that the question itself is about."""
    law, question = case.law, case.problem.question
    for part in law.parts.values():
        p = part.provision
        match question:
            case May(act):
                acts = acts_of(law, act)
                grants = part.kind in {"permission", "duty", *BARS} and p.act in acts
                if grants or acts & set(part.barred_if_broken):
                    yield part
            case Must(act):
                if part.kind in {"duty", "need not", *BARS} and p.act == act and duties(law, act):
                    yield part
            case Applies(keys) | IsExempt(keys):
                if part.key in keys:
                    yield part
            case WhatLimit(quantity):
                if part.kind == "standard" and p.limit and p.limit.quantity == quantity:
                    yield part
            case DueWhen(act):
                if part.kind == "duty" and p.act == act and p.by:
                    yield part
    if isinstance(question, IsSo):
        yield from in_conditions(case, [law.ground.condition(question.condition)])


def duties(law: Law, act: Atom) -> bool:
    return any(part.kind == "duty" and part.provision.act == act for part in law.parts.values())


def looked_at(case: Case, part: Part) -> Iterator[Part]:
    """The parts at which the statuses of a part look; none, if it is never about the case."""
    law = case.law
    if part.about == FALSE or not law.in_force(part.provision):
        return
    conditions = [part.about, part.if_, part.test]
    for strike in law.strikes:
        if strike.struck == part.key:
            yield law.parts[strike.striker]
            conditions.append(strike.while_)
    for pair in law.pairs:
        if part.key in (pair.one, pair.other):
            other = law.parts[pair.other if part.key == pair.one else pair.one]
            rules = [*law.rules("prevails", other, part)]
            rules += law.rules("most restrictive", other, part) if pair.stricter == other.key else []
            if rules or (law.problem.levels and law.level(other) > law.level(part)):
                yield other
                yield from (law.parts[rule] for rule in [*rules, *law.rules("prevails", part, other)])
    yield from in_conditions(case, conditions)


def in_conditions(case: Case, conditions: Iterable[Plain]) -> Iterator[Part]:
    """The parts that conditions name, by citation or by a word that they define."""
    law = case.law
    for leaf in (leaf for condition in conditions for leaf in leaves(condition)):
        if isinstance(leaf, Status) and leaf.status == "conforms":
            yield from in_conditions(case, [law.parts[leaf.provision].test])
        elif isinstance(leaf, Status):
            yield law.parts[leaf.provision]
        if isinstance(leaf, Holds):
            yield from (part for part in law.parts.values() if part.provision.term == leaf.atom)
            word = case.pending.get(leaf.atom)
            if word:
                yield from in_conditions(case, [law.ground.condition(word.when)])
