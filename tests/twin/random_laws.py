"""Random small problems: all kinds of provisions, and whatever they may do to each other.

Gives:   `problems()`, a hypothesis strategy for `Problem`

Two laws, six or so provisions, four plain facts, a quantity or two, an attribute, an event and two
defined words: small enough that the twin can try every world.
"""

from __future__ import annotations

import datetime
from fractions import Fraction

from hypothesis import assume
from hypothesis import strategies as st

from legalasp.law.conditions import (
    TRUE,
    All,
    AnyOf,
    AtLeast,
    Atom,
    Compare,
    Condition,
    Expression,
    HasValue,
    Holds,
    Lasted,
    Measure,
    MeetsAll,
    Not,
    Number,
    OnReading,
    Period,
    Scaled,
    Status,
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
    Value,
    WhatLimit,
    Word,
)
from tests.twin.answer import worlds_of

MOST_WORLDS = 600
"""More than this the twin does not try."""
TODAY = datetime.date(2026, 3, 2)
FACTS = [Atom(name) for name in "abcd"]
WORDS = [Atom("home"), Atom("park")]
ACTS = [Atom("place"), Atom("fence")]
AREA, LENGTH, WIDTH, SIDING = Atom("area"), Atom("length"), Atom("width"), Atom("siding")
VACATED, PLACED = Atom("vacated"), Atom("placed")
COLOURS = ["brick", "vinyl", "wood"]
READINGS = {"r": ("x", "y"), "s": ("u", "w")}
LAWS = ["A", "B"]

KINDS = [
    "permission", "permission", "prohibition", "prohibition", "only", "need not", "closed list", "duty",
    "duty", "standard", "standard", "definition", "definition", "exclusion", "deeming", "exemption",
    "exemption", "scope", "power", "prevails", "supersedes", "most restrictive", "recommendation",
]  # fmt: skip

acts = st.sampled_from([ACTS[0], ACTS[0], ACTS[0], ACTS[1]])
numbers = st.sampled_from([Fraction(10), Fraction(20), Fraction(30)])
states: list[Condition] = [*map(Holds, FACTS), *map(Holds, WORDS), OnReading("r", "x"), Compare(Measure(AREA), ">", Number(Fraction(10)))]
"""What a prior duty may ask for: no status, or the test of a duty could go round in a circle."""
rarely = st.sampled_from([False, False, False, True])


def leaves(keys: list[str]) -> st.SearchStrategy[Condition]:
    plain = st.sampled_from(FACTS).map(Holds)
    size = st.builds(
        lambda op, n: Compare(Measure(AREA), op, Number(n)), st.sampled_from(["<", "<=", "=", ">=", ">", "!="]), numbers
    )
    ratio = st.just(Compare(Measure(LENGTH), "<=", Scaled(Fraction(2), Measure(WIDTH))))
    colour = st.sampled_from(COLOURS).map(lambda value: HasValue(SIDING, frozenset({value})))
    word = st.sampled_from(WORDS).map(Holds)
    reading = st.sampled_from([OnReading(group, name) for group, names in READINGS.items() for name in names])
    status = st.builds(Status, st.sampled_from(["applies", "bites", "meets", "conforms"]), st.sampled_from(keys))
    days = st.just(Lasted(Period(30, "days"), Measure(VACATED), Number(Fraction(TODAY.toordinal()))))
    within = st.just(Within(Period(30, "days"), Measure(VACATED), Number(Fraction(TODAY.toordinal()))))
    all_met = st.builds(MeetsAll, st.sampled_from(LAWS), st.just(()), st.booleans())
    return st.one_of(plain, plain, plain, plain, size, size, word, word, reading, status, colour, ratio, days, within, all_met)


def conditions(keys: list[str]) -> st.SearchStrategy[Condition]:
    def larger(parts: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
        several = st.lists(parts, min_size=2, max_size=3).map(tuple)
        return st.one_of(parts.map(Not), several.map(All), several.map(AnyOf), several.map(lambda ps: AtLeast(2, ps)))

    return st.one_of(st.just(TRUE), leaves(keys), st.recursive(leaves(keys), larger, max_leaves=3))


def subsets(keys: list[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(keys), unique=True, min_size=1, max_size=2).map(tuple)


def reaches(keys: list[str]) -> st.SearchStrategy[Reach]:
    broad = st.builds(lambda itself: Reach((), tuple(keys), itself), rarely)
    return st.one_of(subsets(keys).map(Reach), subsets(keys).map(Reach), broad)


@st.composite
def provisions(draw: st.DrawFn, key: str, keys: list[str]) -> GroundProvision:
    kind = draw(st.sampled_from(KINDS))
    condition = conditions(keys)
    deadline = st.builds(Deadline, st.sampled_from([Period(10, "days"), Period(30, "days")]), st.just(Measure(PLACED)))
    slots: dict[str, object] = {
        "when": draw(condition) if draw(st.booleans()) else TRUE,
        "unless": draw(condition.filter(lambda c: c != TRUE)) if draw(rarely) else None,
        "law": draw(st.sampled_from(["A", "A", "B"])),
        "reading": draw(st.sampled_from([("r", "x"), ("s", "w")])) if draw(rarely) and draw(rarely) else None,
        "item": (key,),
    }
    if draw(rarely) and draw(rarely):
        slots[draw(st.sampled_from(["from_", "until"]))] = datetime.date(2026, 6, 1)
    match kind:
        case "permission" | "only":
            slots |= {"act": draw(acts), "if_": draw(condition), "soft": kind == "permission" and draw(rarely)}
        case "prohibition" | "need not" | "closed list" | "recommendation":
            slots |= {"act": draw(acts)}
        case "duty":
            slots |= {"act": draw(acts), "by": draw(st.one_of(st.none(), deadline))}
            match draw(st.sampled_from(["standing", "before", "after"])):
                case "before":
                    slots |= {"act": ACTS[1], "before": (ACTS[0],), "done": draw(st.sampled_from(states))}
                case "after":
                    slots |= {"act": ACTS[1], "after": ACTS[0]}
        case "standard":
            slots |= {"limit": draw(limits()), "bars": draw(st.sampled_from([(), (ACTS[0],), (ACTS[0],)]))}
        case "definition" | "deeming" | "exclusion":
            slots |= {"term": draw(st.sampled_from(WORDS)), "if_": draw(condition)}
        case "exemption" | "scope":
            slots |= {"reach": draw(reaches(keys))}
        case "power":
            slots |= {
                "reach": draw(reaches(keys)), "exercised": Holds(draw(st.sampled_from([FACTS[3], Atom("waived")]))),
                "if_": draw(condition), "act": draw(st.sampled_from([None, Atom("waive")])),
            }  # fmt: skip
        case "prevails" | "supersedes":
            slots |= {"over": draw(st.sampled_from([("A", "B"), ("B", "A")]))}
        case "most restrictive":
            slots |= {"between": draw(st.sampled_from([("A", "B"), ("A", "B"), ("A", "A")]))}
    others = [other for other in keys if other != key]
    if kind in ("permission", "prohibition", "need not", "only", "duty", "exemption") and others and draw(rarely):
        slots[draw(st.sampled_from(["despite", "subject_to"]))] = draw(subsets(others).map(Reach))
    return GroundProvision(key=key, kind=kind, **slots)  # type: ignore[arg-type]


@st.composite
def limits(draw: st.DrawFn) -> Limit:
    direction = draw(st.sampled_from(["at least", "at least", "at most", "one of"]))
    if direction == "one of":
        values = draw(st.sets(st.sampled_from(COLOURS), min_size=1, max_size=2))
        return Limit(SIDING, direction, None, frozenset(values))
    return Limit(AREA, direction, Number(draw(numbers)))


@st.composite
def cases(draw: st.DrawFn) -> list[tuple[Atom, Value]]:
    """What the case gives; not more open facts than the twin can bear."""
    given: list[tuple[Atom, Value]] = []
    open_facts = draw(st.sets(st.sampled_from(range(4)), max_size=3))
    given += [(fact, draw(st.booleans())) for i, fact in enumerate(FACTS) if i not in open_facts]
    if draw(st.booleans()):
        given.append((AREA, draw(st.sampled_from([Fraction(5), Fraction(20), Fraction(25), Fraction(30)]))))
    if draw(st.booleans()):
        given.append((WIDTH, draw(numbers)))
    if not draw(rarely):
        given.append((SIDING, draw(st.sampled_from([*COLOURS, "stone"]))))
    if not draw(rarely):
        given.append((VACATED, draw(st.sampled_from([datetime.date(2026, 1, 30), datetime.date(2026, 1, 31)]))))
    if not draw(rarely):
        given.append((PLACED, datetime.date(2026, 3, 2)))
    if draw(rarely) and draw(rarely):
        given.append((draw(st.sampled_from(WORDS)), draw(st.booleans())))
    return given


@st.composite
def words(draw: st.DrawFn) -> dict[Atom, Word]:
    found = {VACATED: Word(date=True), PLACED: Word(date=True)}
    if draw(st.booleans()):
        found[FACTS[0]] = Word(to_be_done=True)
    if draw(rarely):
        found[FACTS[1]] = Word(to_be_done=True)
    if draw(rarely):
        grounds: list[Condition] = [TRUE, Holds(FACTS[0]), Holds(FACTS[1]), Not(Holds(FACTS[1]))]
        when = draw(st.sampled_from(grounds))
        unless = draw(st.sampled_from([None, None, Holds(FACTS[0])]))
        found[FACTS[2]] = Word(presumed=draw(st.booleans()), when=when, unless=unless)
    if draw(rarely):
        found[AREA] = Word(whole=True)
    return found


def questions(keys: list[str]) -> st.SearchStrategy[Question]:
    may = st.just(May(ACTS[0]))
    return st.one_of(
        may, may, may, may, may,
        acts.map(Must), acts.map(DueWhen),
        st.sampled_from(WORDS).map(lambda word: IsSo(Holds(word))),
        st.just(WhatLimit(AREA)), st.just(WhatLimit(SIDING)),
        st.sampled_from(keys).map(lambda key: Applies((key,))),
        st.sampled_from(keys).map(lambda key: IsExempt((key,))),
        st.just(May(Atom("waive"))),
    )  # fmt: skip


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    keys = [str(n + 1) for n in range(draw(st.integers(2, 6)))]
    area = Measure(AREA)
    bounds: list[tuple[Expression, str, Expression]] = (
        [(area, draw(st.sampled_from([">=", ">", "<="])), Number(draw(numbers)))] if draw(rarely) else []
    )
    problem = Problem(
        provisions=tuple(draw(provisions(key, keys)) for key in keys),
        question=draw(questions(keys)),
        facts=draw(cases()),
        bounds=bounds,
        words=draw(words()),
        readings=dict(READINGS),
        better=draw(st.sampled_from([{}, {"r": "x"}, {"r": "x", "s": "u"}])),
        laws={"A": GroundLaw("A", 1), "B": GroundLaw("B", 2)},
        levels=draw(rarely),
        as_of=TODAY,
    )
    assume(worlds_of(problem) <= MOST_WORLDS)
    return problem
