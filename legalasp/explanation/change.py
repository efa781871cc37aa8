"""What would change an answer: the smallest changes of fact that turn it.

Takes:   an `Answer` that is decided
Gives:   `Change`s: facts that would have to be otherwise, and the answer that they would give
Differs: from the facts that are missing in that what is known is opened again, one fact at a time, then two: only such
         as can still be otherwise. A date in the past does not move, and what the law's words declare fixed stays

The opened facts are put to the same program: what then decides is the change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from legalasp.explanation.wording import row, sentence
from legalasp.law.conditions import Atom
from legalasp.law.model import ASKED
from legalasp.law.resolve import day_of
from legalasp.program.problem import Value
from legalasp.reasoning import Inquiry
from legalasp.reasoning import answer as R
from legalasp.reasoning.answer import DecidingSet

if TYPE_CHECKING:
    from legalasp.explanation.answers import Answer

MOST_OPENED = 2
"""So many facts are opened at once."""
MOST_TRIED = 120
"""So many openings are tried for one answer."""
MOST_CHANGES = 6
FIRM = frozenset((R.PERMITTED, R.PROHIBITED, R.REQUIRED, R.NOT_REQUIRED, R.YES, R.NO))


@dataclass(frozen=True)
class Change:
    facts: tuple[str, ...]
    answer: str

    @property
    def text(self) -> str:
        return sentence(f"it would be {self.answer} if {row(self.facts)}")


def changes(answer: Answer) -> tuple[Change, ...]:
    """The smallest changes that turn a firm answer; none where it is not firm, or nothing that can change turns it."""
    if answer.outcome.answer not in FIRM or answer.outcome.contradictions or answer.question.form in ("which", "last day", "amount", "value"):
        return ()
    found: dict[frozenset[str], Change] = {}
    tried: list[frozenset[Atom]] = []
    candidates = list(_candidates(answer))
    inquiry = Inquiry(answer.grounded.problem)
    count = 0
    for size in range(1, MOST_OPENED + 1):
        for opened in combinations(candidates, size):
            if any(t <= set(opened) for t in tried) or count >= MOST_TRIED:
                continue
            count += 1
            made = list(_turned(answer, inquiry, opened))
            if made:
                tried.append(frozenset(opened))
            for change in made:
                found.setdefault(frozenset(change.facts), change)
        if found:
            break
    return tuple(found.values())[:MOST_CHANGES]


def _candidates(answer: Answer) -> Iterator[Atom]:
    """The given facts that the reasons speak of and that can still be otherwise."""
    given = dict(answer.grounded.problem.facts)
    spoken = answer.atoms_spoken_of
    for atom in given:
        if atom in spoken and not fixed(answer, atom):
            yield atom


def fixed(answer: Answer, atom: Atom) -> bool:
    """Whether a fact cannot be otherwise any more: what a thing is, what has happened and when, what the words declare."""
    if atom == ASKED:
        return True
    word = answer.inquiry.ground.words.get(atom)
    if atom.word.startswith("the day ") or (word is not None and word.date):
        return True
    lexicon = answer.law.lexicon
    if atom.word in lexicon.fixed or atom.word in lexicon.kinds:
        return True
    phrase = lexicon.phrases.get(atom.word)
    if phrase is not None and phrase.sort == "act":  # an act that was done is done; one that was not can still be done
        return answer.inquiry.given.truth.get(atom) is True
    return False


def _turned(answer: Answer, inquiry: Inquiry, opened: tuple[Atom, ...]) -> Iterator[Change]:
    facts: list[tuple[Atom, Value]] = [(a, v) for a, v in answer.grounded.problem.facts
                                       if a not in opened and not any(a == day_of(o) for o in opened)]
    outcome = inquiry.with_facts(facts)
    if outcome.answer not in (R.UNDETERMINED, R.ON_CONDITIONS):
        return
    for combination, rows in outcome.sure:
        if combination:
            continue
        for conclusion, sets in rows:
            if isinstance(conclusion, str) and conclusion in FIRM and conclusion != answer.outcome.answer:
                for chosen in sets:
                    if {a for d in chosen for a in d.atoms} <= set(opened):
                        yield Change(tuple(_said(answer, chosen)), conclusion)


def _said(answer: Answer, chosen: DecidingSet) -> list[str]:
    return answer.set_facts(chosen)
