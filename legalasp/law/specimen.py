"""A case made up for a law: one to fill in, and one that shows the law's program.

Takes:   a checked `Law`
Gives:   the text of a new case, which checks without mistakes as it stands; or a `Case` with one thing of each kind
Differs: from a real case in that its things are called `the example …` and its facts are those that the law reads,
         with values of no weight
"""

from __future__ import annotations

import datetime
import re
import textwrap

from legalasp.language.inflect import article
from legalasp.law.model import Case, CaseQuestion, Law
from legalasp.law.phrasebook import SILENT, Fact, may_questions, phrasebook

_DAY = datetime.date(2026, 3, 2)
_FACTS, _QUESTIONS = 8, 40


def specimen(law: Law) -> Case:
    """One thing of each kind that a provision is about, nothing known, and the question which provisions apply."""
    kinds = dict.fromkeys(v.kind for p in law.provisions if p.kind not in SILENT for v in p.variables)
    keys = tuple(p.key for p in law.provisions if p.kind not in SILENT)
    question = CaseQuestion("Which provisions apply?", "applies", keys=keys)
    return Case(f"what {law.name} says", law.name, _DAY, {f"the example {k}": k for k in kinds}, frozenset(), (), (), (question,))


def new_case(law: Law, name: str) -> str:
    """The text of a case to fill in: the question about which the law reads most, and facts about its things."""
    book = phrasebook(law)
    namer = Namer(law)
    best: tuple[int, str, dict[str, str], list[str]] = (-1, "", {}, [])
    for question in [*may_questions(law), *(q for q in book.questions if "§" not in q)][:_QUESTIONS]:
        asked, things = namer.named(question)
        told = [namer.named(fact.example) for fact in _spread(book.facts)]
        facts = [said for said, named in told if named.items() <= things.items()]
        if len(facts) > best[0]:
            best = (len(facts), asked, things, facts)
    _, asked, things, facts = best
    parties = [f"{_upper(thing)} is {article(kind)} {kind}." for thing, kind in things.items()]
    rows = [f"Case: {name}", f"Law: {law.name}", "As of: March 2, 2026", ""]
    rows += ["Property and parties", *(f"  {p}" for p in parties or ["The owner is a person."])]
    if facts:
        rows += ["Facts"]
        for n, fact in enumerate(facts[:_FACTS], 1):
            rows += textwrap.wrap(f"{n}. {fact} (Source: where this is shown.)", 110, initial_indent="  ", subsequent_indent="     ",
                                  break_on_hyphens=False)
    rows += ["Questions", f"  {asked or f'Does {_first_cited(law)} apply?'}"]
    return "\n".join(rows) + "\n"


class Namer:
    """Names `the home` of a sentence `the example home`; officials and quoted words stay as they are."""

    def __init__(self, law: Law) -> None:
        named = sorted((name for name, _ in law.lexicon.named.values()), key=len, reverse=True)
        kinds = sorted(law.lexicon.kinds, key=len, reverse=True)
        kept = "|".join(['"[^"]*"', *(rf"(?i:{re.escape(name)})\b" for name in named)])
        self.nouns = re.compile(rf"{kept}|\b([Tt]he) (other )?({'|'.join(map(re.escape, kinds))})\b")

    def named(self, sentence: str) -> tuple[str, dict[str, str]]:
        """The sentence, and the things that it now names with their kinds."""
        things: dict[str, str] = {}

        def change(found: re.Match[str]) -> str:
            if found[3] is None:
                return found[0]
            thing = f"the {'other' if found[2] else 'example'} {found[3]}"
            things[thing] = found[3]
            return _upper(thing) if found[1] == "The" else thing

        return self.nouns.sub(change, sentence), things


def _first_cited(law: Law) -> str:
    return next((p.citation.local for p in law.provisions if p.kind not in SILENT), "§ 1")


def _spread(facts: tuple[Fact, ...]) -> list[Fact]:
    """Facts that a case may state, of every sort in turn."""
    usable = [f for f in facts if not f.decided_by and f.sort in ("measure", "value", "state", "event")]
    by_sort: dict[str, list[Fact]] = {}
    for fact in usable:
        by_sort.setdefault(fact.sort, []).append(fact)
    out: list[Fact] = []
    while any(by_sort.values()):
        for rows in by_sort.values():
            if rows:
                out.append(rows.pop(0))
    return out


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
