"""A case made up for a law: one to fill in, and one that shows the law's program.

Takes:   a checked `Law`
Gives:   the text of a new case, which checks without mistakes as it stands; or a `Case` with one thing of each kind
Differs: from a real case in that its things are called `the example …`; a case to fill in states nothing, but lists
         as not known each fact on which its question may hang, section by section
"""

from __future__ import annotations

import datetime
import re
import textwrap
from collections.abc import Iterator

from legalasp.language.inflect import article
from legalasp.law.conditions import Atom
from legalasp.law.model import Case, CaseQuestion, Law
from legalasp.law.phrasebook import SILENT, Fact, act_questions, atoms_read, examples, phrasebook, wider_acts

_DAY = datetime.date(2026, 3, 2)


def specimen(law: Law) -> Case:
    """One thing of each kind that a provision is about, nothing known, and the question which provisions apply."""
    kinds = dict.fromkeys(v.kind for p in law.provisions if p.kind not in SILENT for v in p.variables)
    keys = tuple(p.key for p in law.provisions if p.kind not in SILENT)
    question = CaseQuestion("Which provisions apply?", "applies", keys=keys)
    return Case(f"what {law.name} says", law.name, _DAY, {f"the example {k}": k for k in kinds}, frozenset(), (), (), (question,))


def new_case(law: Law, name: str) -> str:
    """The text of a case to fill in: the question about which the law reads most, and what it reads for it."""
    namer = Namer(law)
    best: tuple[float, str, dict[str, list[Fact]]] = (float("-inf"), f"Which provisions apply to the {_first_kind(law)}?", {})
    for act, asked in dict(_may(law)).items():
        sections = _by_section(law, act)
        own = namer.named(asked)[1].keys()
        about = [namer.named(f.example)[1].keys() for facts in sections.values() for f in facts]
        # facts about what is asked of speak for a question, facts about other things against it
        score = sum(1.0 if things <= own else -0.2 for things in about)
        if score > best[0]:
            best = (score, asked, sections)
    _, question, sections = best
    asked, things = namer.named(question)
    rows: list[str] = []
    for section, facts in sections.items():
        told = []
        for fact in facts:
            said, named = namer.named(fact.example)
            things |= named
            other = fact.note.removeprefix("one of: ").split(", ")[1:] if fact.sort == "value" else []
            told.append(said + (f" Or: {', '.join(other)}." if other else ""))
        rows += [f"These are read by {section}.", *told]
    parties = [f"{_upper(thing)} is {article(kind)} {kind}." for thing, kind in things.items()]
    out = [f"Case: {name}", f"Law: {law.name}", "As of: March 2, 2026", "", "Property and parties", *(f"  {p}" for p in parties)]
    if rows:
        out += ["Not known", *(line for row in [_HOW, *rows] for line in textwrap.wrap(
            row, 110, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False))]
    return "\n".join([*out, "Questions", f"  {asked}"]) + "\n"


_HOW = ("Write the heading Facts above this one, and move under it each sentence that is so, with your own names, days and "
        "numbers; what is not so is said with \"not\". What stays here stays open. Delete what you do not need.")


def _may(law: Law) -> Iterator[tuple[Atom, str]]:
    """The acts that the law rules, each with its question."""
    for p in law.provisions:
        for act in (*p.acts, *p.bars) if p.kind not in ("act under", "duty", "recommendation") else p.bars:
            question = next(act_questions(law, act), None)
            if question is not None:
                yield act, question


def _by_section(law: Law, act: Atom) -> dict[str, list[Fact]]:
    """What the provisions on the act read, and the definitions of what they read; each fact once."""
    acts = [act, *wider_acts(law, act)]
    kinds = {a.kind for a in act.args if a.name}  # what the case says that a thing is, it is
    known = {f.example: f for f in phrasebook(law).facts if not f.decided_by and f.sort not in ("kind", "other")}
    todo = [p for p in law.provisions if any(_fits(law, a, own) for a in acts for own in (*p.acts, *p.bars, *p.before))]
    seen: dict[str, None] = {}
    while todo:
        p = todo.pop(0)
        if p.key in seen or p.kind in SILENT or p.kind == "act under":
            continue
        seen[p.key] = None
        words = {a.word for a in atoms_read(p)}
        if any(w.startswith(("meets ", "conforms ")) for w in words):
            todo += [q for q in law.provisions if q.kind == "standard" and any(_fits(law, a, own) for a in acts for own in q.bars)]
        todo += [q for q in law.provisions if q.term is not None and q.term.word in words - kinds]
        todo += [q for q in law.provisions if p.key in (*q.reach.named, *q.reach.broad) and (
            q.reach.about is None or any(law.lexicon.compatible(q.reach.about.kind, v.kind) for v in p.variables))]
    out: dict[str, list[Fact]] = {}
    told: set[str] = set()
    for p in law.provisions:  # in the order of the law
        for example in examples(law, p) if p.key in seen else ():
            fact = known.get(example)
            if fact is not None and example not in told and not any(_is_act(law, fact.word, a) for a in acts):
                told.add(example)
                out.setdefault(f"§ {p.citation.path[0]}", []).append(fact)
    return out


def _fits(law: Law, one: Atom, other: Atom) -> bool:
    return one.word == other.word and all(
        not a.name or not b.name or law.lexicon.compatible(a.kind, b.kind) for a, b in zip(one.args, other.args, strict=True))


def _is_act(law: Law, word: str, act: Atom) -> bool:
    """The act asked about is still to be done: it is no fact."""
    return word in (act.word, f"the day on which {act.word}")


def _first_kind(law: Law) -> str:
    return next((v.kind for p in law.provisions if p.kind not in SILENT for v in p.variables), "person")


class Namer:
    """Names `the home` of a sentence `the example home`; officials and quoted words stay as they are."""

    def __init__(self, law: Law) -> None:
        named = sorted((name for name, _ in law.lexicon.named.values()), key=len, reverse=True)
        kinds = sorted(law.lexicon.kinds, key=len, reverse=True)
        # `the rules of the park` in a declared phrase, `the district of` in a measure: words, not things
        # (with the word before, as in `along the street`, for `the street` may be a thing elsewhere; but not with the verb)
        words = {run[at.start():] for phrase in law.lexicon.phrases.values() for n, run in enumerate(_runs(phrase.elements))
                 if (at := re.search(r"\b\w+ the |\bthe " if n else r"(?<=\w )\w+ the |\bthe ", run)) and any(
                     re.search(rf"\bthe {re.escape(k)}\b", run, re.I) for k in kinds)}
        measures = {a.name for a in (*law.lexicon.attributes, *law.lexicon.measures)}
        kept = "|".join(['"[^"]*"', *(rf"(?i:{re.escape(name)})\b" for name in named),
                         *(rf"(?i:{re.escape(run)})\b" for run in sorted(words, key=len, reverse=True)),
                         *(rf"[Tt]he {re.escape(name)} of(?= the | each )" for name in sorted(measures, key=len, reverse=True))])
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


def _runs(elements: tuple[str | int, ...]) -> list[str]:
    """The words of a phrase that stand together, between its nouns."""
    runs: list[list[str]] = [[]]
    for e in elements:
        if isinstance(e, str):
            runs[-1].append(e)
        else:
            runs.append([])
    return [" ".join(r) for r in runs if r]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
