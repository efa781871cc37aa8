"""What an answer follows from: facts that alone, solved afresh, give the same conclusion.

Takes:   an `Answer`
Gives:   `Proof`: provisions and facts that alone give the conclusion, and of which no fact can be left out
Differs: from the story in that it is checked: it is put to the solver again, with everything else taken away

What the conclusion rests on is tried first, then the whole story, then everything: `no` and `not regulated` also need
that nothing else reaches the case.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from legalasp.explanation import beneath
from legalasp.explanation.graph import ON
from legalasp.law.conditions import Atom, Variable
from legalasp.law.model import ASKED
from legalasp.law.resolve import day_of
from legalasp.law.walk import atoms_of, cited_in
from legalasp.program.problem import Applies, IsExempt, IsSo, Problem, Value
from legalasp.reasoning import Inquiry
from legalasp.reasoning.answer import Outcome

if TYPE_CHECKING:
    from legalasp.explanation.answers import Answer

_PREFIX = "provision: "


@dataclass(frozen=True)
class Proof:
    """Facts are given ones; what is presumed is the law's. `from_story`: the explanation alone holds all that is needed."""

    from_story: bool
    provisions: tuple[str, ...]
    """Keys of instances."""
    facts: tuple[tuple[Atom, Value], ...]


def proof(answer: Answer) -> Proof:
    """The conclusion proved from as few of the given facts as it takes."""
    problem = answer.grounded.problem
    for story in (answer.story.core(), answer.story):
        keys = {n.removeprefix(_PREFIX).partition(ON)[0] for n in story.nodes if n.startswith(_PREFIX)}
        keys |= {answer.account.instance_key(k) for k in keys}
        kept = _restricted(answer, problem, keys)
        if same_answer(answer, Inquiry(kept).ask(with_missing=False)):
            return _without_idle_facts(answer, kept, True)
    return _without_idle_facts(answer, problem, False)


def _restricted(answer: Answer, problem: Problem, keys: set[str]) -> Problem:
    provisions = [p for p in problem.provisions if p.key in keys]
    question = problem.question
    if isinstance(question, IsSo):
        keys = keys | {p.key for p in problem.provisions if any(p.key == k for k in cited_in(question.condition))}
    if isinstance(question, (Applies, IsExempt)):
        keys = keys | set(question.keys)
    spoken: set[Atom] = set()
    for account in answer.accounts:
        own = [k for k in account.relations.by_key if account.instance_key(k) in keys or k in keys]
        spoken |= beneath.atoms(account, own)
    spoken |= {a for leaf in answer.stated_leaves for a in atoms_of(leaf.condition)}
    if isinstance(question, IsSo):
        spoken |= set(atoms_of(question.condition))
    # What is said of each lot, or counted over lots, is said of every one of them.
    of_each = {a.word for a in spoken if any(isinstance(t, Variable) for t in a.args)}
    days = {day_of(s) for s in spoken}
    facts = [(a, v) for a, v in problem.facts if a in spoken or a in days or a.word in of_each or _kind(answer, a)]
    return replace(problem, provisions=provisions, facts=facts)


def _kind(answer: Answer, atom: Atom) -> bool:
    """What kind of thing it is, and what day it is, are the language of the case more than facts of it."""
    return atom == ASKED or atom.word in answer.law.lexicon.kinds


def same_answer(answer: Answer, outcome: Outcome) -> bool:
    return (outcome.answer, outcome.value) == (answer.outcome.answer, answer.outcome.value) and not outcome.contradictions


def _without_idle_facts(answer: Answer, problem: Problem, from_story: bool) -> Proof:
    """Leaves out one fact after the other, as long as the conclusion stays."""
    inquiry = Inquiry(problem)
    kept = list(problem.facts)
    for fact in problem.facts:
        if _kind(answer, fact[0]):
            continue
        fewer = [f for f in kept if f != fact and f[0] != day_of(fact[0])]
        if same_answer(answer, inquiry.with_facts(fewer, with_missing=False)):
            kept = fewer
    return Proof(from_story, tuple(p.key for p in problem.provisions), tuple(kept))
