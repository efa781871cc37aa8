"""What one world answers (theory 5).

Takes:   the law, the model of one world, the question
Gives:   `Verdict`: the answer and the provisions that support it

Where the model leaves a status circular that the answer reads, the answer is worked out with the
status true and with it false; if that makes a difference, it is `in conflict`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from legalasp.law.conditions import All, AnyOf, AtLeast, Atom, Holds, Not
from legalasp.program.problem import Applies, DueWhen, IsExempt, IsSo, May, Must, WhatLimit
from tests.twin.ground import MONTH_END, MONTH_ENDS, Plain
from tests.twin.statuses import BARS, DEFINING, Key, Law, Model, Part, World
from tests.vectors import write

IN_CONFLICT, UNDETERMINED, NOT_REGULATED = "in conflict", "undetermined", "not regulated"


@dataclass(frozen=True)
class Verdict:
    answer: str
    by: frozenset[str] = frozenset()
    open_events: frozenset[str] = frozenset()
    """Unknown days without which there is no date to give."""


Look = Callable[..., bool]
"""Whether a status holds: look("stands", part)."""


def verdict(law: Law, model: Model, world: World) -> Verdict:
    question = law.problem.question
    if isinstance(question, IsSo):
        return is_so(law, model, law.ground.condition(question.condition))
    read: set[Key] = set()

    def answer_with(assumed: dict[Key, bool]) -> Verdict:
        def look(*key: object) -> bool:
            if key in model.circular():
                read.add(key)
                return assumed.get(key, False)
            return key in model.true

        match question:
            case May(act):
                return may(law, look, acts_of(law, act))
            case Must(act):
                return must(law, look, act)
            case Applies(keys):
                return yes_or_no(any(look("engaged", key) for key in keys), frozenset())
            case IsExempt(keys):
                return exempt(law, model, look, keys)
            case WhatLimit(quantity):
                return limit(law, look, quantity)
            case DueWhen(act):
                return due(law, look, act, world)
        raise AssertionError(f"no question: {question!r}")

    sure = answer_with({})
    while True:
        before = set(read)
        order = sorted(before, key=str)
        answers = [answer_with(dict(zip(order, bits, strict=True))) for bits in product((False, True), repeat=len(order))]
        if read == before:
            break
    if not read:
        return sure
    if len({v.answer for v in answers}) > 1:
        return Verdict(IN_CONFLICT)
    return Verdict(
        answers[0].answer,
        frozenset.intersection(*(v.by for v in answers)),
        frozenset.union(*(v.open_events for v in answers)),
    )


def yes_or_no(yes: bool, by: frozenset[str]) -> Verdict:
    return Verdict("yes" if yes else "no", by)


def acts_of(law: Law, act: Atom) -> frozenset[Atom]:
    """The act and the acts under which it falls."""
    acts, todo = {act}, [act]
    while todo:
        for more in law.problem.also.get(todo.pop(), ()):
            if more not in acts:
                acts.add(more)
                todo.append(more)
    return frozenset(acts)


def keys(parts: list[Part]) -> frozenset[str]:
    return frozenset(part.key for part in parts)


def hard(law: Law, one: str, other: str) -> bool:
    return any(pair.hard and {pair.one, pair.other} == {one, other} for pair in law.pairs)


def may(law: Law, look: Look, acts: frozenset[Atom]) -> Verdict:
    standing = [part for part in law.parts.values() if look("stands", part.key)]
    flat = [part for part in standing if part.kind in BARS and part.provision.act in acts]
    broken = [
        part for part in law.parts.values() if acts & set(part.barred_if_broken) and look("breach", part.key)
    ]
    grants = [part for part in standing if part.kind in ("permission", "duty") and part.provision.act in acts]
    bars = flat + broken
    opposed = {bar.key: [part for part in standing if hard(law, part.key, bar.key)] for bar in bars}
    if any(not against for against in opposed.values()):
        return Verdict("prohibited", keys(bars))
    if bars:
        return Verdict(IN_CONFLICT, keys(bars + [part for against in opposed.values() for part in against]))
    if grants:
        return Verdict("permitted", keys(grants))
    standards = [part for part in standing if part.kind == "standard" and acts & set(part.provision.bars)]
    failed = any(  # a permission that applies and whose condition is not met
        part.kind == "permission" and part.provision.act in acts and look("engaged", part.key)
        and not look("bites", part.key)
        for part in law.parts.values()
    )  # fmt: skip
    if standards and not failed:
        return Verdict("permitted", keys(standards))
    return Verdict(NOT_REGULATED)


def must(law: Law, look: Look, act: Atom) -> Verdict:
    standing = [part for part in law.parts.values() if part.provision.act == act and look("stands", part.key)]
    duties = [part for part in standing if part.kind == "duty"]
    against = [part for part in standing if part.kind in BARS | {"need not"}]
    opposed = {duty.key: [part for part in against if hard(law, duty.key, part.key)] for duty in duties}
    if not duties:
        return Verdict("not required")
    if any(not parts for parts in opposed.values()):
        return Verdict("required", keys(duties))
    return Verdict(IN_CONFLICT, keys(duties + [part for parts in opposed.values() for part in parts]))


def exempt(law: Law, model: Model, look: Look, asked: tuple[str, ...]) -> Verdict:
    parts = keys(list(law.named(asked)))
    by = frozenset(
        strike.striker
        for strike in law.strikes
        if strike.struck in parts and look("bites", strike.striker) and model.told(strike.while_)
    )
    return yes_or_no(any(look("struck", key) for key in parts), by)


def is_so(law: Law, model: Model, condition: Plain) -> Verdict:
    told = model.told(condition)
    if told is None:
        return Verdict(IN_CONFLICT)
    kinds = DEFINING if told else {"exclusion"}
    by = frozenset(
        part.key
        for part in law.parts.values()
        if part.kind in kinds and ("bites", part.key) in model.true and part.provision.term in words_in(condition)
    )
    return yes_or_no(told, by)


def words_in(condition: Plain) -> frozenset[Atom]:
    """The facts and words that a condition names."""
    match condition:
        case Holds(atom):
            return frozenset({atom})
        case Not(part):
            return words_in(part)
        case All(parts) | AnyOf(parts) | AtLeast(_, parts):
            return frozenset().union(*map(words_in, parts))
    return frozenset()


def limit(law: Law, look: Look, quantity: Atom) -> Verdict:
    least: dict[str, Fraction] = {}
    most: dict[str, Fraction] = {}
    sets: dict[str, frozenset[str]] = {}
    for part in law.parts.values():
        asked = part.provision.limit
        if part.kind != "standard" or not asked or asked.quantity != quantity or not look("stands", part.key):
            continue
        if asked.direction == "one of":
            sets[part.key] = asked.values
            continue
        bound = law.bound(part)
        if bound is None:
            return Verdict(UNDETERMINED)
        (least if asked.direction == "at least" else most)[part.key] = bound
    low, high = max(least.values(), default=None), min(most.values(), default=None)
    lows = frozenset(key for key, bound in least.items() if bound == low)
    highs = frozenset(key for key, bound in most.items() if bound == high)
    allowed = frozenset.intersection(*sets.values()) if sets else None
    if low is not None and high is not None and low > high:
        return Verdict(IN_CONFLICT, lows | highs)
    if allowed is not None and not allowed:
        return Verdict(IN_CONFLICT, frozenset(sets))
    said = [f"at least {shown(law, quantity, low)}"] if low is not None else []
    said += [f"at most {shown(law, quantity, high)}"] if high is not None else []
    said += [f"one of {', '.join(sorted(allowed))}"] if allowed is not None else []
    return Verdict(" and ".join(said) or NOT_REGULATED, lows | highs | frozenset(sets))


def shown(law: Law, quantity: Atom, number: Fraction) -> str:
    word = law.problem.words.get(quantity)
    return write.day(number) if word and word.date else write.number(number)


def due(law: Law, look: Look, act: Atom, world: World) -> Verdict:
    days: dict[str, str] = {}
    unknown: set[str] = set()
    for part in law.parts.values():
        by = part.provision.by
        if part.kind != "duty" or part.provision.act != act or by is None or not look("stands", part.key):
            continue
        day = law.ground.last_day(by.period, by.event, world.readings.get(MONTH_END, MONTH_ENDS[0]))
        if day is None:
            unknown |= {str(atom) for _, form in law.ground.values(by.event, {}) for atom in form.quantities}
        else:
            days[part.key] = day.isoformat()
    if unknown:
        return Verdict(UNDETERMINED, open_events=frozenset(unknown))
    if not days:
        return Verdict(NOT_REGULATED)
    earliest = min(days.values())
    return Verdict(earliest, frozenset(key for key, day in days.items() if day == earliest))
