"""Answers explained: golden texts, the JSON form, the graph, the wording of each sort of condition, expectations."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from fractions import Fraction

import networkx
import pytest

from legalasp.explanation import Answer, wording
from legalasp.explanation.expected import check
from legalasp.explanation.findings import Finding, said_once
from legalasp.explanation.graph import CONCLUSION, KINDS, SUPPORTS
from legalasp.explanation.wording import Wording, amount, row
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Holds, Measure, Not, Number, Period, Thing, Variable
from legalasp.law.model import ASKED, Expected
from legalasp.law.resolve import day_of
from legalasp.program.forms import Linear
from legalasp.program.units import Interval
from legalasp.reasoning.answer import Decided
from tests.explanation.rewrite import answers, golden

ANSWERS = answers()
IDS = [a.question.text for a in ANSWERS]


@pytest.mark.parametrize("file", sorted(golden()), ids=lambda f: f.stem)
def test_golden(file) -> None:  # type: ignore[no-untyped-def]
    assert file.read_text(encoding="utf-8") == golden()[file], "run python -m tests.explanation.rewrite and read the difference"


@pytest.mark.parametrize("one", ANSWERS, ids=IDS)
def test_what_the_case_expects(one: Answer) -> None:
    assert [said for ok, said in check(one.question, one) if not ok] == []


# ---------------------------------------------------------------- JSON

FIXED = {"question", "answer", "value", "provisions", "violations", "conditions", "duties", "missing", "readings", "conflicts",
         "favoured", "incoherent", "contradictions", "presumed", "notes", "law", "explanation"}


@pytest.mark.parametrize("one", ANSWERS, ids=IDS)
def test_json_has_every_name_and_can_be_written(one: Answer) -> None:
    made = one.json()
    assert set(made) >= FIXED
    assert json.loads(json.dumps(made)) == made
    assert set(made["law"]) == {"name", "fingerprint", "as_of"}  # type: ignore[arg-type]


def test_json_of_a_prohibition_and_of_a_date() -> None:
    made = ANSWERS[0].json()
    assert made["provisions"] == ["Oak § 1(a)", "Oak § 1(c)[1]"]
    assert [v["provision"] for v in made["violations"]] == ["Oak § 1(a)", "Oak § 1(c)[1]"]  # type: ignore[union-attr, index]
    assert ANSWERS[4].json()["value"] == "2026-03-01"
    assert ANSWERS[5].json()["value"] == {"least": "14", "most": None, "values": None, "unit": "foot"}
    assert ANSWERS[3].json()["missing"][0]["decides"] == {"yes": "yes"}  # type: ignore[index]


# ---------------------------------------------------------------- the graph


@pytest.mark.parametrize("one", ANSWERS, ids=IDS)
def test_the_graph(one: Answer) -> None:
    graph = one.graph()
    supports = graph.edge_subgraph([(a, b) for a, b, kind in graph.edges(data="kind") if kind == SUPPORTS])
    assert networkx.is_directed_acyclic_graph(supports)
    for _, data in graph.nodes(data=True):
        assert data["kind"] in KINDS and data["text"]
        if "provision" in data["kind"]:
            assert data["citation"]
    assert all(CONCLUSION in networkx.node_connected_component(graph.to_undirected(), n) for n in graph)
    assert list(graph) == list(one.graph()), "the same question gives the same ids"


def test_a_no_names_what_failed() -> None:
    graph = ANSWERS[0].graph()
    needed = {graph.nodes[b]["text"] for _, b, kind in graph.edges(data="kind") if kind == "needs"}
    assert "lot 9 is not served" in needed
    assert "the width of the grey home (12.5 feet) is less than 14 feet" in needed


# ---------------------------------------------------------------- wording

LOT, GREY, WIDE = Thing("lot 9", "lot"), Thing("the grey home", "home"), Thing("the wide home", "home")
SOMEBODY, SOME_HOME = Thing("", "person"), Thing("", "home")
REMOVED = Atom(next(w for w in ANSWERS[0].law.lexicon.phrases if w.startswith("a person removes ")), (SOMEBODY, SOME_HOME, LOT))
BUILT = Atom("a person builds a structure", (SOMEBODY, GREY))
VACANT = Atom("a lot is vacant", (LOT,))
WIDTH = Atom("the width of a structure", (GREY,))
AREA = Atom("the area of a parcel", (LOT,))


def day(year: int, month: int, number: int) -> Fraction:
    return Fraction(datetime.date(year, month, number).toordinal())


SAY = Wording(ANSWERS[0].law.lexicon, numbers={day_of(REMOVED): day(2025, 9, 2), ASKED: day(2026, 3, 2), WIDTH: Fraction(25, 2)})
LIMIT = C.Compare(Measure(WIDTH), ">=", Number(Fraction(14)))
PERIOD = C.Within(Period(180, "days"), Measure(day_of(REMOVED)), Measure(ASKED))
LAPSE = C.Lasted(Period(180, "days"), Measure(day_of(REMOVED)), Measure(ASKED))


@pytest.mark.parametrize(("condition", "yes", "no"), [
    (Holds(VACANT), "lot 9 is vacant", "lot 9 is not vacant"),
    (Not(Holds(VACANT)), "lot 9 is not vacant", "lot 9 is vacant"),
    (Holds(REMOVED), "a home was removed from lot 9", "no home was removed from lot 9"),
    (Holds(BUILT), "the grey home was built", "the grey home was not built"),
    (Holds(Atom("heritage home", (GREY,))), "the grey home is a heritage home", "the grey home is not a heritage home"),
    (Holds(Atom('"is fit to live in"', (GREY,))), 'the grey home "is fit to live in"',
     'it is not so that the grey home "is fit to live in"'),
    (Holds(Atom("meets every other standard of this law", (GREY,))), "the grey home meets every other standard of this law",
     "the grey home does not meet every other standard of this law"),
    (Holds(Atom("conforms Oak § 1(a), Oak § 2", (GREY,))), "the grey home conforms to Oak § 1(a) and Oak § 2",
     "the grey home does not conform to Oak § 1(a) and Oak § 2"),
    (Holds(Atom("finds that a lot is vacant", (Thing("the board", "board"), LOT))), "the board finds that lot 9 is vacant",
     "the board does not find that lot 9 is vacant"),
    (Holds(Atom("a lot is vacant (before a law takes effect: this law)", (LOT,))), "lot 9 was vacant before this law took effect",
     "lot 9 was not vacant before this law took effect"),
    (LIMIT, "the width of the grey home (12.5 feet) is at least 14 feet", "the width of the grey home (12.5 feet) is less than 14 feet"),
    (C.Compare(Measure(day_of(BUILT)), "<=", Number(day(1976, 7, 1))), "the grey home was built on or before July 1, 1976",
     "the grey home was built after July 1, 1976"),
    (PERIOD, "March 2, 2026 is within 180 days after a home was removed from lot 9 on September 2, 2025",
     "March 2, 2026 is not within 180 days after a home was removed from lot 9 on September 2, 2025"),
    (LAPSE, "by March 2, 2026 180 days had passed since a home was removed from lot 9 on September 2, 2025",
     "by March 2, 2026 180 days had not yet passed since a home was removed from lot 9 on September 2, 2025"),
    (C.All((Holds(VACANT), C.AnyOf((Holds(BUILT), Holds(REMOVED))))),
     "lot 9 is vacant and either the grey home was built or a home was removed from lot 9",
     "lot 9 is not vacant or both the grey home was not built and no home was removed from lot 9"),
    (C.AtLeast(2, (Holds(VACANT), Holds(BUILT), Holds(REMOVED))),
     "at least 2 of these hold: lot 9 is vacant; the grey home was built; a home was removed from lot 9",
     "fewer than 2 of these hold: lot 9 is vacant; the grey home was built; a home was removed from lot 9"),
    (C.Each(Variable("lot", "lot"), Holds(Atom("a lot is vacant", (Variable("lot", "lot"),))), (LOT,)),
     "each lot other than lot 9 is such that the lot is vacant", "not each lot other than lot 9 is such that the lot is vacant"),
    (C.Some(Variable("lot", "lot"), Holds(Atom("a lot is vacant", (Variable("lot", "lot"),)))),
     "there is a lot such that the lot is vacant", "there is no lot such that the lot is vacant"),
    (C.Compare(C.CountOf(Variable("lot", "lot"), Holds(Atom("a lot is vacant", (Variable("lot", "lot"),)))), "<=", Number(Fraction(3))),
     "the number of lots such that the lot is vacant is at most 3", "the number of lots such that the lot is vacant is more than 3"),
    (C.OnReading("heritage", "by age"), '"heritage" is read as "by age"', '"heritage" is not read as "by age"'),
    (C.Status("meets", "Oak § 1(a)"), "Oak § 1(a) is met", "Oak § 1(a) is not met"),
], ids=lambda x: x if isinstance(x, str) else "")
def test_conditions(condition: C.Condition, yes: str, no: str) -> None:
    assert (SAY.condition(condition), SAY.condition(condition, False)) == (yes, no)


def test_amounts_are_exact_and_in_their_unit() -> None:
    assert amount(Fraction(5100), "square foot") == "5,100 square feet"
    assert amount(Fraction(11, 60), "inch") == "2.2 inches"
    assert amount(Fraction(1, 3), "foot") == "1/3 feet"
    assert amount(Fraction(350), "dollar") == "$350"
    assert SAY.interval(AREA, Interval(Fraction(7500), True, Fraction(20000), False)) == (
        "the area of lot 9 is at least 7,500 square feet and less than 20,000 square feet")


def test_tied_quantities() -> None:
    length = Atom("the length of a structure", (WIDE,))
    form = Linear({length: Fraction(1), Atom("the width of a structure", (WIDE,)): Fraction(-4)})
    assert SAY.form(form, 1) == "the length of the wide home is more than 4 times the width of the wide home"


def test_arithmetic_of_days() -> None:
    said = SAY.calculation(PERIOD)
    assert "the first day counted is Wednesday, September 3, 2025" in said and "ends on Sunday, March 1, 2026" in said


def test_rows() -> None:
    assert row(["a", "b", "c"]) == "a, b and c"
    assert row(["a, x", "b"]) == "a, x; and b"
    assert row(["on March 2, 2026", "b"], "or") == "on March 2, 2026 or b"


def test_how_facts_are_known() -> None:
    assert wording.led(wording.UNKNOWN, ["a", "b"]) == "it is not known whether a and whether b"
    assert wording.presumed("a") == "it is presumed, nothing being said to the contrary, that a"
    assert wording.led(wording.NOT_SHOWN, ["a"]) == "the record does not show that a"


# ---------------------------------------------------------------- expectations


@pytest.mark.parametrize(("number", "key", "text", "ok"), [
    (0, "Answer", "prohibited.", True), (0, "Answer", "permitted.", False), (0, "Answer", "", False),
    (0, "Answer", "prohibited, by § 1(a) and § 1(c).", True),
    (0, "Answer", "prohibited, by § 1(a).", False), (0, "Answer", "prohibited, by § 1(a), among others.", True),
    (0, "Answer", "prohibited, by § 1(a), § 1(c)[1] and § 2(a).", False),
    (0, "Because", "anything.", None), (0, "Guess", "anything.", False),
    (3, "Missing", "the area of lot 7; whether lot 7 is piped.", True), (3, "Missing", "whether lot 7 is listed.", False),
    (4, "Answer", "2026-03-01.", True), (4, "Answer", "March 2, 2026.", False),
    (5, "Answer", "14 feet.", True), (5, "Answer", "15 feet.", False),
])
def test_expectations(number: int, key: str, text: str, ok: bool | None) -> None:
    one = ANSWERS[number]
    found = check(replace(one.question, expected=(Expected(key, text),)), one)
    assert [f for f, _ in found] == ([] if ok is None else [ok])


# ---------------------------------------------------------------- readings, said once


@pytest.mark.parametrize("chosen, said", [
    ("ac ad bc bd", "on every reading"),
    ("ac ad", 'on the reading "a"'),
    ("ac ad bc", 'on the reading "a" or on the reading "c"'),
    ("bd", 'on the reading "b" and "d"'),
    ("ac bd", 'on the reading "a" and "c" or on the reading "b" and "d"'),
])
def test_the_fewest_words_for_some_readings(chosen: str, said: str) -> None:
    def combination(marks: str) -> tuple[tuple[str, str], ...]:
        return (("first", marks[0]), ("second", marks[1]))

    every = [combination(m) for m in ("ac", "ad", "bc", "bd")]
    assert wording.on_readings([combination(m) for m in chosen.split()], every) == said


def test_what_is_so_on_several_readings_is_said_once() -> None:
    one, two = (("first", "a"),), (("first", "b"),)
    rows = [Finding("ground", "It is so."), Finding("reading", ": no.", on=(one,)), Finding("word", "It is so.", on=(one,)),
            Finding("word", "The lot is wide.", on=(one,)), Finding("reading", ": yes.", on=(two,)),
            Finding("word", "The lot is wide.", on=(two,)), Finding("word", "The lot is new.", on=(two,))]
    assert [f.text for f in said_once(rows, [one, two])] == [
        "It is so.", 'On the reading "a": no.', "On every reading, the lot is wide.", 'On the reading "b": yes.',
        'On the reading "b", the lot is new.']


def test_readings_that_all_leave_it_open_are_not_listed_in_json() -> None:
    for one in ANSWERS:
        listed = one.json()["readings"]
        assert isinstance(listed, list)
        assert not listed or any(r["answer"] != "undetermined" for r in listed)
        assert len(listed) in (0, len(one.readings))


@pytest.mark.parametrize("said, told", [
    (["home 1 was moved", "home 2 was moved"], ["home 1 was moved", "home 2 was moved"]),
    (["home 1 was moved", "home 2 was moved", "lot 1 is wide", "home 3 was moved", "home 4 was moved"],
     ["home 1 was moved (and so for home 2 to home 4)", "lot 1 is wide"]),
    (["home 1 was moved", "home 3 was moved", "home 4 was moved", "home 12 was moved"],
     ["home 1 was moved (and so for home 3, home 4 and home 12)"]),
    (["home 1 is on lot 1", "home 2 is on lot 2", "home 3 is on lot 3"], ["home 1 is on lot 1", "home 2 is on lot 2", "home 3 is on lot 3"]),
])
def test_what_is_said_alike_of_numbered_things_is_said_once(said: list[str], told: list[str]) -> None:
    names = [*(f"home {n}" for n in range(1, 13)), "lot 1", "lot 2", "lot 3", "the grey home"]
    assert wording.alike_together(said, names) == told


def test_what_deciding_sets_have_in_common_is_said_once() -> None:
    def fact(number: int, value: bool) -> Decided:
        atom = Atom("a lot is piped", (Thing(f"lot {number}", "lot"),))
        return Decided(str(atom), (atom,), value)

    shared = (fact(1, True), fact(2, False))
    ways = ANSWERS[3]._ways
    assert ways([(*shared, fact(3, True)), (*shared, fact(4, True))]) == (
        "lot 1 is piped and lot 2 is not piped; and, besides, one of these is so: lot 3 is piped; or lot 4 is piped")
    assert ways([(fact(1, True), fact(3, True)), (fact(1, True), fact(4, True))]) == (
        "lot 1 is piped and lot 3 is piped; or if lot 1 is piped and lot 4 is piped")
    assert ways([(fact(n, True),) for n in range(1, 6)]).endswith("lot 3 is piped; or in 2 further ways")
    assert ways([]) == ""
