"""The parts that every written decision shares.

Takes:   a law, a case and its `Answer`s
Gives:   `Draft`: facts, provisions, reasons, readings, duties, what would change, what is left, how to reproduce it
Differs: from an answer in that what is said once is referred to by the number of its paragraph
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from legalasp.decision import words
from legalasp.decision.content import Block, Figure, Heading, Items, Paragraph, Quotation, Table
from legalasp.explanation import Answer
from legalasp.explanation.findings import Finding
from legalasp.explanation.answers import OnReading
from legalasp.explanation.wording import cites, on_readings, sentence
from legalasp.language.numerals import write_day
from legalasp.law.model import Case, CaseQuestion, Law, Statement
from legalasp.reasoning import answer as R

REASONS = ("ground", "on reading", "condition", "conflict")
"""Topics on which an answer rests."""
_REFERENCE = re.compile(r"\(as found in \((\d+)\)\)")
_COUNTED = re.compile(r"^(.*?) has (\S+) (\d+)\.$")


@dataclass(frozen=True)
class Fact:
    """One statement of a case, as it stands there."""

    number: int
    text: str
    source: str
    supposed: bool


@dataclass
class Draft:
    law: Law
    case: Case
    answers: list[Answer]
    figures: dict[int, tuple[Figure, ...]] = field(default_factory=dict)
    """By the number of the answer, from 0."""
    case_file: str = ""
    only: int | None = None
    """The number of the one question that is written about, if not all."""
    version: str = ""
    """Of the program."""
    counted: int = 0
    said: dict[str, str] = field(default_factory=dict)

    # ------------------------------------------------------------ numbered paragraphs

    def paragraph(self, text: str) -> Paragraph:
        """A numbered paragraph, or, where it was said before, a reference to that one."""
        if text in self.said:
            return Paragraph(sentence(words.paragraph_reference(self.said[text])))
        self.counted += 1
        number = f"{self.counted}."
        self.said[text] = number
        return Paragraph(text, number, True)

    # ------------------------------------------------------------ head

    @property
    def law_line(self) -> str:
        named = self.law.title if self.law.title == self.law.name else f"{self.law.title} (cited as {self.law.name})"
        return f"{named}, {self.law.place}" if self.law.place else named

    @property
    def questions(self) -> list[CaseQuestion]:
        return [a.question for a in self.answers]

    def short(self, answer: Answer) -> str:
        """The answer with all that it hangs on: readings, conditions, facts that are missing."""
        head = answer.headline().removeprefix("Answer: ").strip()
        if answer.outcome.contradictions:
            return head
        if answer.answer == R.ON_CONDITIONS:
            return sentence(f"permitted once {answer.conditions_text}")
        if answer.told_apart and answer.answer in (R.DEPENDS, R.UNDETERMINED):
            every = [r.combination for r in answer.readings]
            alike: dict[str, list[OnReading]] = {}
            for r in answer.told_apart:
                alike.setdefault(r.answer, []).append(r)
            said = [f"{a}{_by(c for r in rows for c in r.by or r.some)} {on_readings([r.combination for r in rows], every)}"
                    for a, rows in alike.items()]
            return sentence(words.DEPENDS + "; ".join(said))
        if answer.answer == R.UNDETERMINED:
            told = [f.text for f in answer.findings if f.topic == "missing"]
            return " ".join([head, *told[:1]])
        return head

    # ------------------------------------------------------------ facts

    @cached_property
    def facts(self) -> list[Fact]:
        """The statements of the case, numbered, each once; things counted off are one."""
        rows: dict[str, Statement] = {}
        for s in (*self.case.statements, *(s for q in self.questions for s in q.suppose)):
            if not s.text.endswith("?"):  # a question that names a thing is no fact
                rows.setdefault(s.text, s)
        found: list[Fact] = []
        run: list[tuple[str, Statement]] = []
        for text, s in [*rows.items(), ("", None)]:
            match = _COUNTED.match(text)
            if match and (not run or _same_run(run[-1][0], match)):
                run.append((text, s))  # type: ignore[arg-type]
                continue
            if run:
                found.append(_fact(len(found) + 1, _as_one([t for t, _ in run]), run[0][1]))
                run = []
            if match:
                run = [(text, s)]  # type: ignore[list-item]
            elif s is not None:
                found.append(_fact(len(found) + 1, text, s))
        return found

    def facts_given(self, supposed: bool = False) -> list[Fact]:
        return [f for f in self.facts if f.supposed == supposed]

    def with_its_question(self, text: str, fact: Fact) -> str:
        """A fact that is supposed for some of the questions says for which."""
        asked = [n for n, q in enumerate(self.questions, 1) if any(sentence(s.text) == fact.text for s in q.suppose)]
        if len(self.questions) < 2 or not asked or len(asked) == len(self.questions):
            return text
        return sentence(f"{text.rstrip('.')} ({words.for_questions(asked)})")

    def fact_numbers(self, sources: Iterable[str]) -> list[int]:
        """The numbers of the facts with these texts."""
        wanted = set(map(sentence, sources))
        return [f.number for f in self.facts if f.text in wanted]

    def show_facts(self, level: int = 2) -> Iterator[Block]:
        yield Heading(words.GIVEN, level)
        given = self.facts_given()
        yield Items(tuple(_with_source(f) for f in given)) if given else Paragraph(words.NOTHING_GIVEN)
        yield Paragraph(words.ON_COUNSEL)
        if supposed := self.facts_given(True):
            yield Heading(words.SUPPOSED, level)
            yield Items(tuple(self.with_its_question(_with_source(f), f) for f in supposed))
        if presumed := self.presumed:
            yield Heading(words.PRESUMED, level)
            yield Items(presumed)
        if unknown := self.unknown:
            yield Heading(words.UNKNOWN, level)
            yield Items(unknown)

    @cached_property
    def presumed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(f.text for a in self.answers for f in a.findings if f.topic == "presumed"))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        asked = [sentence(str(row["fact"])) for a in self.answers for row in a.missing]
        return tuple(dict.fromkeys([*(sentence(u) for u in self.case.unknown), *asked]))

    # ------------------------------------------------------------ provisions

    def cited(self) -> tuple[str, ...]:
        """What the answers rest on, in the order of the law."""
        named = {c for a in self.answers for c in (*a.by, *a.also, *a.against)}
        named |= {c for a in self.answers for r in a.readings for c in r.by}
        named |= {c for a in self.answers for f in a.findings if f.topic in ("word", "duty", "on reading") for c in f.citations}
        order = list(dict.fromkeys(str(p.citation) for p in self.law.provisions))
        return tuple(c for c in order if c in named) + tuple(sorted(named - set(order)))

    def show_provisions(self) -> Iterator[Block]:
        quotes = next((a.quotes for a in self.answers if a.quotes is not None), None)
        if quotes is None:
            yield Paragraph(words.NO_OFFICIAL_TEXT)
        told: set[str] = set()
        for cite in self.cited():
            quote = quotes(cite) if quotes is not None else None
            if quote is not None and quote.citation not in told:
                told.add(quote.citation)
                yield Quotation(quote.words, _line_words(quote))
            texts = dict.fromkeys(p.whole for p in self.law.provisions
                                  if str(p.citation) == cite and p.whole)
            for text in texts:
                if quote is None:
                    yield Quotation(text, f"{cite}, {words.RENDERING}" if quotes is not None else cite)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n for a in self.answers for n in a.notes))

    # ------------------------------------------------------------ reasons

    def reasons(self, answer: Answer, topics: tuple[str, ...] | None = None, but: tuple[str, ...] = ()) -> Iterator[Block]:
        """The findings of an answer as numbered paragraphs; references go to these."""
        numbers: dict[int, str] = {}
        kept = [(n, f) for n, f in enumerate(answer.findings, 1) if (topics is None or f.topic in topics) and f.topic not in but]
        ahead = self.counted
        for n, f in kept:
            bare = _bare(f.text)
            if bare in self.said:
                numbers[n] = self.said[bare]
            else:
                ahead += 1
                numbers[n] = f"{ahead}."
        before = [self.said[bare] for _, f in kept if (bare := _bare(f.text)) in self.said]
        for _, f in kept:
            bare = _bare(f.text)
            if bare in self.said:
                continue
            made = self.paragraph(bare)
            yield Paragraph(_REFERENCE.sub(lambda m: f"({words.paragraph_reference(numbers[int(m[1])])})" if int(m[1]) in numbers else "", f.text)
                            .replace("  ", " ").replace(" ,", ",").replace(" .", "."), made.number, True)
        if before:
            yield Paragraph(words.EARLIER.format(words.paragraph_references(before)))

    # ------------------------------------------------------------ readings, duties, change

    def show_readings(self) -> Iterator[Block]:
        """Each doubt once, then what each of its readings makes of each question."""
        told = [(n, a) for n, a in enumerate(self.answers, 1) if a.told_apart]
        if not told:
            return
        yield Heading(words.READINGS)
        doubts = dict.fromkeys(f.text for _, a in told for f in a.findings if f.topic == "reading" and "can be read in" in f.text)
        yield from map(self.paragraph, doubts)
        many = len(self.answers) > 1
        rows = tuple((*((str(n),) if many else ()), r.name, r.answer, cites(r.by or r.some) or "-") for n, a in told for r in a.told_apart)
        yield Table(words.ON_READINGS, (*((words.QUESTION_NUMBER,) if many else ()), words.READING, words.ANSWER, words.BY), rows)
        favoured = [(n, a.favoured) for n, a in told if a.favoured]
        for n, f in favoured:
            yield Paragraph(sentence(f"{words.on_question(n, many)}Favoured: {f['answer']}, {f['because']}"))
        if not favoured:
            yield Paragraph(words.NOT_LEGISLATED)

    def of_topic(self, answer: Answer, topic: str) -> list[Finding]:
        return [f for f in answer.findings if f.topic == topic]

    @cached_property
    def left(self) -> tuple[str, ...]:
        """What is asked of people: findings of officials that the answers hang on, and what was taken from them."""
        asked = [sentence(f"{row['finding']} is to find {str(row['fact']).split(' (only ')[0]}") for a in self.answers for row in a.missing if row.get("finding")]
        quoted = [sentence(f"a judgment was taken as stated: {f.text.rstrip('.')}") for f in self.facts if '"' in f.text]
        return tuple(dict.fromkeys([*asked, *quoted]))

    # ------------------------------------------------------------ the closing block

    def show_reproduction(self, form: str) -> Iterator[Block]:
        marks = dict.fromkeys(a.fingerprint for a in self.answers)
        rows = [
            (words.LAW, self.law_line), ("Fingerprint of the law", "; ".join(marks)),
            (words.AS_OF, "; ".join(dict.fromkeys(write_day(q.day or self.case.as_of) for q in self.questions))),
            (words.CASE, self.case.name), ("Program", words.version(self.version)),
            ("Command", words.command(self.case_file or "CASE", self.only, form)),
        ]
        text = next((a.quotes.attached.text for a in self.answers if a.quotes is not None), None)
        rows.append(("Official text", f"fingerprint {text.fingerprint}" if text is not None else "none attached"))
        yield Table(words.RECORD, ("What", "Value"), tuple(rows))


def _by(citations: Iterable[str]) -> str:
    named = cites(citations)
    return f", by {named}," if named else ""


def _bare(text: str) -> str:
    return _REFERENCE.sub("", text).replace("  ", " ")


def _fact(number: int, text: str, s: Statement) -> Fact:
    return Fact(number, sentence(text), s.source.rstrip("."), s.supposed)


def _with_source(f: Fact) -> str:
    return f"{f.text.rstrip('.')} ({f.source})." if f.source else f.text


def _line_words(quote: object) -> str:
    first, last = quote.lines  # type: ignore[attr-defined]
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    changed = "; the text has changed since it was rendered" if quote.changed else ""  # type: ignore[attr-defined]
    return f"{quote.citation}, official text, {where}{changed}"  # type: ignore[attr-defined]


def _same_run(before: str, match: re.Match[str]) -> bool:
    last = _COUNTED.match(before)
    return last is not None and last.groups()[:2] == match.groups()[:2] and int(match[3]) == int(last[3]) + 1


def _as_one(texts: list[str]) -> str:
    first, last = _COUNTED.match(texts[0]), _COUNTED.match(texts[-1])
    if len(texts) < 2 or first is None or last is None:
        return texts[0]
    return f"{first[1]} has {first[2]}s {first[3]} to {last[3]}."
