"""The text of a program: nothing a user writes becomes code."""

from __future__ import annotations

import clingo

from legalasp.law.conditions import Atom, Holds
from legalasp.program.asp import listing, one_line
from legalasp.program.problem import GroundProvision, May, Problem


def test_a_comment_holds_one_line() -> None:
    assert one_line("area\n%*x*%\r\u2028fact(9).\x00") == "area %*x*% fact(9)."


def test_names_of_a_user_stay_comments() -> None:
    evil = "wet\nanswer(1,permitted). %"
    problem = Problem((GroundProvision("1\n:- .", "permission", act=Atom("place"), if_=Holds(Atom(evil))),), May(Atom("place")))
    text = listing(problem)
    code = [line for line in text.splitlines() if line and not line.startswith("%")]
    assert code and not any("answer" in line or ":-" in line for line in code)
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    assert "% § 1 :- . (permission)" in text
