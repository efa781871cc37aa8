"""Asking again in a running process, against a hand-written program that is ground and solved afresh.

    python tests/benchmarks/asking_again.py

Three figures, each the median of many runs and as a ratio to the hand-written program: the answer alone under
other facts (the program stays ground), the answer with its explanation under other facts, and everything
anew. No test is timed: the machine decides the milliseconds, only the ratios say something.
"""

from __future__ import annotations

import datetime
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import clingo

from legalasp import inquiry
from legalasp.explanation import answer
from legalasp.law.model import ASKED

CASE = Path(__file__).resolve().parents[2] / "cases/nc-town/vacant-space-at-days-180-and-181.case"

BY_HAND = """
class_a(H) :- built_after_1976(H), hud(H), length_ok(H), pitch_ok(H), shingles(H), siding_ok(H).
class_b(H) :- built_after_1976(H), hud(H), not class_a(H), not supposed_class(H).
class_b(H) :- supposed_b(H).
supposed_class(H) :- supposed_b(H).
class_c(H) :- home(H), not class_a(H), not class_b(H).
current(P) :- park(P), existing(P).
allowed_use(H,S) :- home(H), space(S,P), current(P).
bar(H,S,use) :- home(H), space(S,_), not allowed_use(H,S).
bar(H,S,class_c) :- class_c(H), space(S,_), not accepted(H).
accepted(H) :- there_at_enactment(H), habitable(H).
lost(S) :- removed(_,S). lost(S) :- uninhabitable(_,S).
vacated(S,D) :- removed_on(_,S,D).
within(S) :- vacated(S,D), asked(T), T >= D, T - D <= 180.
lapsed(S) :- vacant(S), vacated(S,D), asked(T), T - D > 180.
fit(H) :- class_a(H). fit(H) :- class_b(H).
fills(H,S) :- home(H), space(S,P), nonconforming(P), lost(S), fit(H), meets(H), within(S).
bar(H,S,only) :- home(H), space(S,P), nonconforming(P), lost(S), not fills(H,S).
bar(H,S,lapse) :- home(H), space(S,P), nonconforming(P), lapsed(S).
std(H,age) :- built(H,B), filed(H,F), F - B > 3652.
std(H,good) :- home(H), not good(H).
std(H,wall) :- home(H), not wall_ok(H).
std(H,exits) :- home(H), not exits_ok(H).
std(H,firm) :- home(H), not firm(H).
std(H,steps) :- home(H), not steps_ok(H).
std(H,width) :- home(H), not width_ok(H).
std(H,rails) :- home(H), not rails(H).
meets(H) :- supposed_meets(H).
meets(H) :- home(H), not broken(H).
broken(H) :- std(H,_), not supposed_meets(H).
bar(H,S,X) :- std(H,X), space(S,P), existing(P), not supposed_meets(H).
undone(H) :- home(H), not assessed(H).
bar(H,S,assess) :- undone(H), space(S,P), existing(P).
prohibited(H,S) :- bar(H,S,_).
permitted(H,S) :- fills(H,S), not prohibited(H,S).
silent(H,S) :- home(H), space(S,_), not prohibited(H,S), not permitted(H,S).
park(oak). existing(oak). nonconforming(oak). space(1..12,oak). home(grey). home(old). removed(old,12).
removed_on(old,12,739496). vacant(12). supposed_b(grey). supposed_meets(grey). assessed(grey). asked(739677).
"""


def by_hand() -> bool:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], BY_HAND)
    control.ground([("base", [])])
    found: list[bool] = []
    control.solve(on_model=lambda m: found.append(m.contains(clingo.parse_term("prohibited(grey,12)"))))
    return found[0]


def median(run: Callable[[], object], times: int) -> float:
    run()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def main() -> None:
    case, law, _ = inquiry.read_case(CASE)
    assert case is not None and law is not None
    question = case.questions[1]
    first = answer(law, case, question)
    days = [datetime.date(2026, 3, d) for d in (1, 2)]
    turn = iter(range(10**9))

    def other_facts() -> list[tuple[object, object]]:
        day = days[next(turn) % 2]
        return [(a, day if a == ASKED else v) for a, v in first.grounded.problem.facts]

    yardstick = median(by_hand, 200)
    rows = [
        ("hand-written program, ground and solved afresh", yardstick),
        ("the answer under other facts", median(lambda: first.inquiry.with_facts(other_facts()), 200)),
        ("the answer and its explanation under other facts", median(lambda: first.under(other_facts()).text(), 50)),
        ("everything anew", median(lambda: answer(law, case, question).text(), 20)),
    ]
    for name, taken in rows:
        print(f"{name:<55}{taken:8.2f} ms{taken / yardstick:8.2f}")


if __name__ == "__main__":
    main()
