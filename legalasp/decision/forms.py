"""The three papers: memorandum, determination letter, findings and decision.

Takes:   a `Draft`
Gives:   `Document`s; `FORMS` by the name that the command takes
Differs: from `parts` in that here it is decided what stands where: counsel reads from the question to the reasons,
         an applicant from the determination to its grounds, a board from the facts to the law
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from legalasp.decision import words
from legalasp.decision.content import Blanks, Block, Document, Heading, Items, Paragraph, Table
from legalasp.decision.parts import REASONS, Draft, Fact
from legalasp.explanation import Answer
from legalasp.explanation.findings import Finding
from legalasp.explanation.wording import sentence, small
from legalasp.language.numerals import write_day

LOOKED_AT = ("exception", "other", "other word")
TO_BE_KNOWN = ("missing",)


def memorandum(draft: Draft) -> Document:
    head = ((words.TO, ""), (words.FROM, ""), (words.DATE, ""), (words.RE, sentence(draft.case.name)),
            (words.LAW, draft.law_line), (words.AS_OF, write_day(draft.case.as_of)))
    return Document(words.MEMORANDUM, head, list(_memorandum(draft)), subject=draft.case.name)


def _memorandum(draft: Draft) -> Iterator[Block]:
    several = len(draft.answers) > 1
    yield Paragraph(words.DRAFT)
    yield Heading(words.QUESTIONS if several else words.QUESTION)
    yield from (Paragraph(q.text, f"{n}." if several else "") for n, q in enumerate(draft.questions, 1))
    yield Heading(words.SHORT_ANSWERS if several else words.SHORT_ANSWER)
    yield from (Paragraph(sentence(draft.short(a)), f"{n}." if several else "") for n, a in enumerate(draft.answers, 1))
    yield Heading(words.FACTS)
    yield from draft.show_facts()
    yield Heading(words.PROVISIONS)
    yield from draft.show_provisions()
    yield Heading(words.ANALYSIS)
    for n, answer in enumerate(draft.answers):
        if several:
            yield Heading(f"{n + 1}. {answer.question.text}", 2)
        yield from draft.reasons(answer, (*REASONS, "word", "duty", "note", "law"))
        looked = list(draft.reasons(answer, LOOKED_AT))
        if looked:
            yield Heading(words.ALSO, 3 if several else 2)
            yield from looked
        yield from _figure(draft, n)
    yield from draft.show_readings()
    yield from _duties(draft)
    yield from _change(draft)
    yield from _left(draft)
    if draft.notes:
        yield Heading(words.NOTES)
        yield Items(draft.notes)
    yield Heading(words.REPRODUCE)
    yield from draft.show_reproduction("memorandum")


def letter(draft: Draft) -> Document:
    head = ((words.DATE, ""), (words.TO, ""), (words.PROPERTY, ""), (words.RE, sentence(draft.case.name)), (words.LAW, draft.law_line))
    return Document(words.LETTER, head, list(_letter(draft)), subject=draft.case.name)


def _letter(draft: Draft) -> Iterator[Block]:
    several = len(draft.answers) > 1
    yield Paragraph(words.DRAFT)
    yield Heading(words.ASKED)
    yield from (Paragraph(q.text, f"{n}." if several else "") for n, q in enumerate(draft.questions, 1))
    yield Heading(words.DETERMINATION)
    yield from (Paragraph(sentence(draft.short(a)), f"{n}." if several else "") for n, a in enumerate(draft.answers, 1))
    yield Heading(words.REASONS)
    for n, answer in enumerate(draft.answers, 1):
        if several:
            yield Heading(f"{n}. {answer.question.text}", 2)
        yield from draft.reasons(answer, (*REASONS, "word", "note", "law"))
    yield from draft.show_readings()
    yield Heading(words.RELIED)
    yield from draft.show_facts()
    yield Heading(words.PROVISIONS)
    yield from draft.show_provisions()
    yield from _duties(draft)
    yield from _change(draft)
    yield Heading(words.NOT_COVERED)
    yield Items((*draft.left, *draft.notes, words.ON_COUNSEL))
    yield Heading(words.APPEAL)
    yield Paragraph(words.APPEAL_BLANK)
    yield Blanks(("Review may be asked of", "By", "How"))
    yield Blanks((words.MAY_BE_SIGNED, "Name and office", words.DATE))
    yield Heading(words.REPRODUCE)
    yield from draft.show_reproduction("letter")


def findings(draft: Draft) -> Document:
    head = ((words.APPLICANT, ""), (words.PROPERTY, ""), (words.FILE_NUMBER, ""), (words.RE, sentence(draft.case.name)), (words.LAW, draft.law_line))
    return Document(words.FINDINGS, head, list(_findings(draft)), subject=draft.case.name)


def _findings(draft: Draft) -> Iterator[Block]:
    yield Paragraph(words.DRAFT)
    yield Heading(words.PROCEDURE)
    yield Blanks(("Application received", "Notice published and mailed", "Hearing held", "Referral to the county, and its answer",
                  "Environmental review", "Members present"))
    yield Heading(words.EXHIBITS)
    sources = tuple(dict.fromkeys(f.source for f in draft.facts if f.source))
    yield Items(tuple(map(sentence, sources))) if sources else Paragraph(words.NOTHING_GIVEN if not draft.facts else words.NO_EXHIBIT)
    yield Heading(words.FINDINGS_OF_FACT)
    for f in draft.facts:
        yield Paragraph(_found(draft, f), f"{f.number}.", True)
    draft.counted = len(draft.facts)
    if draft.presumed:
        yield Heading(words.PRESUMED, 2)
        yield Items(draft.presumed)
    if draft.unknown:
        yield Heading(words.NOT_SHOWN, 2)
        yield Items(draft.unknown)
    yield Heading(words.CONCLUSIONS)
    for answer in draft.answers:
        yield Heading(answer.question.text, 2)
        rows = tuple(_standard(draft, answer, f) for f in answer.findings if f.topic in ("ground", "word") and f.citations)
        if rows:
            yield Table(words.LINKED, (words.REQUIREMENT, words.FACT, words.RESULT), rows)
        yield from draft.reasons(answer, (*REASONS, "word", *LOOKED_AT, "note", "law"))
    yield from draft.show_readings()
    yield Heading(words.PROVISIONS)
    yield from draft.show_provisions()
    yield Heading(words.DECISION)
    for answer in draft.answers:
        yield Paragraph(f"{answer.question.text} {sentence(draft.short(answer))}")
    yield from _duties(draft)
    yield from _change(draft)
    yield from _left(draft)
    yield Heading(words.VOTE)
    yield Table(words.VOTES, (words.MEMBER, words.VOTED), tuple((" ", " ") for _ in range(5)))
    yield Heading(words.FILING)
    yield Blanks(("Filed with the clerk on", "Signed by the chair", words.DATE))
    yield Heading(words.REPRODUCE)
    yield from draft.show_reproduction("findings")


FORMS: dict[str, Callable[[Draft], Document]] = {"memorandum": memorandum, "letter": letter, "findings": findings}


# ---------------------------------------------------------------- pieces


def _found(draft: Draft, f: Fact) -> str:
    said = f"{f.text.rstrip('.')} ({f.source})." if f.source else f.text
    return f"Supposed: {draft.with_its_question(small(said), f)}" if f.supposed else said


def _standard(draft: Draft, answer: Answer, finding: Finding) -> tuple[str, str, str]:
    """Requirement, facts, conclusion: a row that links the three."""
    numbers = draft.fact_numbers(s.text for key in answer.keys_of(finding) for s in answer.statements_under(key))
    facts = words.finding_references(numbers) if numbers else "-"
    return "; ".join(finding.citations), facts, answer.result_of(finding)


def _figure(draft: Draft, number: int) -> Iterator[Block]:
    yield from draft.figures.get(number, ())


def _duties(draft: Draft) -> Iterator[Block]:
    conditions = tuple(dict.fromkeys(f.text for a in draft.answers for f in a.findings if f.topic == "condition" and len(a.outcome.conditions) > 1))
    duties = tuple(dict.fromkeys(f.text for a in draft.answers for f in a.findings if f.topic == "duty"))
    if conditions:
        yield Heading(words.CONDITIONS)
        yield Items(conditions)
    if duties:
        yield Heading(words.DUTIES)
        yield Items(duties)


def _change(draft: Draft) -> Iterator[Block]:
    rows = []
    for n, answer in enumerate(draft.answers, 1):
        told = [f.text for f in answer.findings if f.topic in TO_BE_KNOWN and not f.text.startswith("Not known")]
        told += [c.text for c in answer.changes]
        rows += [f"On question {n}: {t[0].lower() + t[1:]}" if len(draft.answers) > 1 else t for t in told]
    if rows:
        yield Heading(words.CHANGE)
        yield Items(tuple(dict.fromkeys(rows)))


def _left(draft: Draft) -> Iterator[Block]:
    if draft.left:
        yield Heading(words.LEFT)
        yield Items(draft.left)
