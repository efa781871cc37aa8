"""Each file of the theory alone, on the smallest instance that shows its idea, both ways.

An instance gives by hand what the file takes; `holds` says whether an atom is in every answer set.
"""

from __future__ import annotations

from collections.abc import Sequence

import clingo
import pytest

from legalasp.resources import encodings_directory


def answer_sets(files: Sequence[str], instance: str) -> list[set[str]]:
    control = clingo.Control(["0", "--warn=none", "--opt-mode=ignore"])
    for name in files:
        control.load(str(encodings_directory() / name))
    control.add("base", [], f"world(1). {instance}")
    control.ground([("base", [])])
    found: list[set[str]] = []
    control.solve(on_model=lambda m: found.append({str(s) for s in m.symbols(atoms=True)}))
    return found


def holds(name: str, instance: str, atom: str) -> bool:
    sets = answer_sets([name], instance)
    assert sets, "no answer set is ever lost"
    return all(atom in atoms for atoms in sets)


def plain(*statuses: str) -> str:
    """Statuses that no circle touches: one stage."""
    return " ".join(f"at({s},0). before({s},0,0). last({s},0)." for s in statuses)


CASES = [
    # file, instance, atom that follows, atom that does not
    ("conditions.lp", plain("gate,1", "gate,2", "gate,3") + "every(1). sub(1,0,2). sub(1,1,3). leaf(2,7,yes). leaf(3,8,no). is(1,7).",
     "true(1,0,1)", "true(1,0,4)"),
    ("conditions.lp", plain("gate,1", "gate,2", "gate,3") + "some(1). sub(1,0,2). sub(1,1,3). leaf(2,7,yes). leaf(3,8,yes). is(1,8).",
     "true(1,0,1)", "true(1,0,2)"),
    ("conditions.lp", plain("gate,1", "gate,2") + "atleast(1,2). sub(1,0,2). sub(1,1,2). leaf(2,7,yes). is(1,7).",
     "true(1,0,1)", "true(1,0,3)"),  # equal parts count twice
    ("conditions.lp", plain("gate,1", "gate,2") + "shows(1,5,0). shows(2,5,1). chosen(1,5,0).", "true(1,0,1)", "true(1,0,2)"),
    ("conditions.lp", plain("gate,1", "gate,2") + "word(1,4,yes). word(2,4,no). holds(1,0,4).", "true(1,0,1)", "true(1,0,2)"),
    ("conditions.lp", plain("gate,1", "gate,2") + "status(1,3,breach,no). status(2,3,bites,yes). breach(1,0,9).",
     "true(1,0,1)", "true(1,0,2)"),
    ("definitions.lp", plain("holds,1", "holds,2") + "defines(4,1). defines(4,2). excludes(5,2). bites(1,0,4). bites(1,0,5).",
     "holds(1,0,1)", "holds(1,0,2)"),
    ("applicability.lp", plain("bites,1", "bites,2") + "scope(1,8). prerequisite(1,8). scope(2,8). prerequisite(2,9). true(1,0,8).",
     "bites(1,0,1)", "bites(1,0,2)"),
    ("applicability.lp", plain("bites,1", "bites,2") + "scope(1,8). prerequisite(1,8). scope(2,8). true(1,0,8). struck(1,0,2).",
     "engaged(1,0,1)", "engaged(1,0,2)"),
    ("exceptions.lp", plain("bites,1", "bites,2") + "strikes(3,1). strikes(4,2). bites(1,0,3).", "struck(1,0,1)", "struck(1,0,2)"),
    ("exceptions.lp", plain("bites,1", "bites,2") + "strikes_while(3,1,8). strikes_while(3,2,9). bites(1,0,3). true(1,0,8).",
     "struck(1,0,1)", "struck(1,0,2)"),
    ("conflicts.lp", plain("stands,1", "stands,2", "contest,0") + "pull(1,2,8). pull(2,1,8). true(1,0,8). contest(0,1,2). contest(0,2,1)."
     "prevails(1,2,5). bites(1,0,1). bites(1,0,2). bites(1,0,5).", "settled(1,1,2)", "stands(1,0,2)"),
    ("conflicts.lp", plain("stands,1", "stands,2", "contest,0", "gate,8") + "pull(1,2,8). pull(2,1,8). hard(1,2,8). true(1,0,8)."
     "contest(0,1,2). contest(0,2,1). prevails(1,2,5). prevails(2,1,6). stricter(2,1,7,8). bites(1,0,1..2). bites(1,0,5..7).",
     "unsettled(1,1,2)", "yields(1,0,1)"),  # a deadlock reaches no lower rung
    ("conflicts.lp", plain("stands,1", "stands,2", "contest,0") + "pull(1,2,8). pull(2,1,8). true(1,0,8). contest(0,1,2). contest(0,2,1)."
     "level_wins(2,1). prevails(1,2,5). bites(1,0,1..2). bites(1,0,5).", "yields(1,0,1)", "yields(1,0,2)"),
    ("conflicts.lp", plain("stands,1", "stands,2") + "breaks(1,8). breaks(2,9). true(1,0,8). bites(1,0,1..2).",
     "breach(1,0,1)", "breach(1,0,2)"),
    ("opposition.lp", plain("verdict,0") + "hard(1,2,8). hard(3,4,8). true(1,0,8). stands(1,0,1..3).",
     "contested(1,0,1)", "contested(1,0,3)"),
    ("permission.lp", plain("verdict,0") + "bar(1). stands(1,0,1). grant(2). stands(1,0,2).",
     "says(1,0,prohibited)", "says(1,0,permitted)"),
    ("permission.lp", plain("verdict,0") + "bar(1). stands(1,0,1). contested(1,0,1).", "says(1,0,conflict)", "says(1,0,prohibited)"),
    ("permission.lp", plain("verdict,0") + "grant(2). stands(1,0,2). guard(3). stands(1,0,3).", "says(1,0,permitted)", "says(1,0,silent)"),
    ("permission.lp", plain("verdict,0") + "measures(3). guard(3). stands(1,0,3).", "says(1,0,permitted)", "says(1,0,silent)"),
    ("permission.lp", plain("verdict,0") + "measures(3). stands(1,0,3). allows(2). engaged(1,0,2).",
     "says(1,0,silent)", "says(1,0,permitted)"),
    ("permission.lp", plain("verdict,0") + "allows(2). engaged(1,0,2).", "failed(1,2)", "says(1,0,permitted)"),
    ("permission.lp", plain("verdict,0", "stands,4") + "answer(1,permitted). follows(4..5). stands(1,0,4).", "duty(1,4)", "duty(1,5)"),
    ("duty.lp", plain("verdict,0") + "obliges(1). stands(1,0,1).", "says(1,0,required)", "says(1,0,free)"),
    ("duty.lp", plain("verdict,0") + "obliges(1). stands(1,0,1). contested(1,0,1).", "says(1,0,conflict)", "says(1,0,required)"),
    ("duty.lp", plain("verdict,0") + "obliges(1).", "says(1,0,free)", "says(1,0,required)"),
    ("status.lp", plain("verdict,0") + "asked_condition(1). true(1,0,1).", "says(1,0,yes)", "says(1,0,no)"),
    ("status.lp", plain("verdict,0") + "asked_exempt(1). strikes(2,1).", "says(1,0,no)", "says(1,0,yes)"),
    ("limits.lp", plain("verdict,0") + "floor(1,0). floor(2,1). ceiling(3,2). stands(1,0,1..3).", "says(1,0,low(1))", "says(1,0,low(0))"),
    ("limits.lp", plain("verdict,0") + "floor(1,1). ceiling(2,0). stands(1,0,1..2).", "says(1,0,conflict)", "says(1,0,silent)"),
    ("limits.lp", plain("verdict,0") + "value(0..1). lists(1,0). lists(1,1). lists(2,1). stands(1,0,1..2).",
     "says(1,0,value(1))", "says(1,0,value(0))"),
    ("limits.lp", plain("verdict,0") + "value(0..1). lists(1,0). lists(2,1). stands(1,0,1..2).",
     "says(1,0,conflict)", "says(1,0,value(1))"),
    ("limits.lp", plain("verdict,0") + "floor(1,0).", "says(1,0,silent)", "says(1,0,low(0))"),
    ("deadlines.lp", plain("verdict,0") + "dated(1,0). dated(2,1). stands(1,0,1..2).", "says(1,0,date(0))", "says(1,0,date(1))"),
    ("deadlines.lp", plain("verdict,0") + "undated(1). stands(1,0,1).", "says(1,0,open(1))", "says(1,0,silent)"),
    ("verdict.lp", plain("verdict,0") + "says(1,0,permitted).", "answer(1,permitted)", "answer(1,conflict)"),
    ("verdict.lp", plain("verdict,0") + "says(1,0,conflict). says(1,0,low(1)).", "answer(1,conflict)", "answer(1,low(1))"),
    ("verdict.lp", "last(verdict,0,4). maybe(verdict,0,3). says(1,3,permitted).", "answer(1,conflict)", "answer(1,permitted)"),
    ("circles.lp", "copy(gate,1,3,0). copy(bites,2,3,0). true(1,0,1). bites(1,0,2).", "true(1,3,1)", "bites(1,3,1)"),
    ("circles.lp", "last(bites,1..2,4). maybe(bites,1..2,3). bites(1,3..4,2). bites(1,3,1).", "unclear(1,1)", "unclear(1,2)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "instance", "follows", "does_not"), CASES)
def test_follows_and_does_not(name: str, instance: str, follows: str, does_not: str) -> None:
    assert holds(name, instance, follows)
    assert not holds(name, instance, does_not)


def test_every_combination_of_open_things_is_a_world() -> None:
    assert len(answer_sets(["unknowns.lp"], "fact(1..3). unit(1). cell(1,0..3).")) == 8 * 4
    assert len(answer_sets(["readings.lp"], "doubt(1..2). meaning(1,0..1). meaning(2,0..2).")) == 6


def test_a_presumption_binds_only_what_is_not_shown() -> None:
    sets = answer_sets(["unknowns.lp"], "fact(1). presumed(1,yes,5). last(gate,5,0). true(1,0,5).")
    assert {("is(1,1)" in s, "shown(1)" in s) for s in sets} == {(True, False), (True, True), (False, True)}
    sets = answer_sets(["unknowns.lp"], "fact(1). presumed(1,no,5). last(gate,5,0).")
    assert len(sets) == 4  # its ground does not hold


def test_two_worlds_differ_in_one_thing_that_matters() -> None:
    instance = "world(2). fact(1..2). answer(W,yes) :- is(W,1). answer(W,no) :- world(W), not is(W,1)."
    picked = {a for s in answer_sets(["unknowns.lp", "differ.lp"], instance) for a in s if a.startswith("pick")}
    assert picked == {"pick(fact(1))"}


def test_a_set_of_facts_picks_one_value_each() -> None:
    sets = answer_sets(["deciding.lp"], "unit(0..1). cell(0..1,0..1). size(0..2). :- not atmost(1).")
    assert len({frozenset(a for a in s if a.startswith("pick")) for s in sets}) == 1 + 4


def test_every_file_has_its_own_test_or_idea() -> None:
    tested = {case[0] for case in CASES} | {"unknowns.lp", "readings.lp", "differ.lp", "deciding.lp"}
    assert {p.name for p in encodings_directory().glob("*.lp")} == tested


@pytest.mark.parametrize("path", sorted(encodings_directory().glob("*.lp")), ids=lambda p: p.name)
def test_every_file_says_what_it_takes_and_gives(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text(encoding="utf-8")
    assert text.startswith("% ") and "% Takes:" in text and "% Gives:" in text
