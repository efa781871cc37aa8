"""Every word that a written decision adds of its own.

Takes:   names, numbers, texts of answers
Gives:   headings, labels and standing sentences
Differs: from `explanation.wording` in that these are the words of the paper, not of the reasons
"""

from __future__ import annotations

MEMORANDUM, LETTER, FINDINGS = "Memorandum", "Determination letter", "Findings and decision"
DRAFT = "Draft for review. A person who signs it answers for it; the program decides nothing."

TO, FROM, DATE, RE, LAW, AS_OF, CASE = "To", "From", "Date", "Re", "Law", "Law and facts as of", "Case"
APPLICANT, PROPERTY, FILE_NUMBER = "Applicant", "Property", "File number"

QUESTION, QUESTIONS = "Question presented", "Questions presented"
SHORT_ANSWER, SHORT_ANSWERS = "Short answer", "Short answers"
FACTS = "Facts"
GIVEN, SUPPOSED, PRESUMED, UNKNOWN = "Facts given", "Supposed for the question", "Presumed", "Not known"
PROVISIONS = "Provisions relied on"
ANALYSIS = "Analysis"
ALSO = "Also looked at"
READINGS = "Where the text can be read in more than one way"
CONDITIONS, DUTIES = "Conditions", "Duties that follow, with their dates"
CHANGE = "What would change the answer"
LEFT = "What is left to people"
NOTES = "Notes on the text of the law"
REPRODUCE = "How to reproduce this"
LINKED = "Each requirement with the facts it was held against, and the result"
VOTES = "How each member voted"
RECORD = "Law, date, case and program"
FIGURE = "How the reasons hang together"

ASKED, DETERMINATION, REASONS, RELIED, NOT_COVERED, APPEAL = (
    "What was asked", "Determination", "Reasons", "Facts relied on", "What this letter does not determine", "Review of this determination")

PROCEDURE, EXHIBITS, FINDINGS_OF_FACT, NOT_SHOWN, CONCLUSIONS, DECISION, VOTE, FILING = (
    "Procedure", "Exhibits", "Findings of fact", "Not shown", "Conclusions of law", "Decision", "Vote", "Filing")

NOTHING_GIVEN = "No fact is given."
NO_EXHIBIT = "No fact names its source."
BY_THE_CASE = "as the case states"
RENDERING = "in controlled English; no official text is attached"
NO_OFFICIAL_TEXT = "No official text is attached: the provisions are shown in the controlled English of the rendering. Compare them with the official text before this is signed."
ON_COUNSEL = "The facts are taken as they are stated above. Whether they are proved, and how much weight evidence has, is not decided here."
NOT_LEGISLATED = "No provision of the law decides between these readings."
APPEAL_BLANK = "The officer states here how, where and by when this determination can be appealed; the law put to the program is not asked about that."
MAY_BE_SIGNED = "Signature"
REQUIREMENT, FACT, RESULT = "Requirement", "Fact", "Result"
QUESTION_NUMBER, ON_READINGS = "Question", "The answers on each reading"
READING, ANSWER, BY = "Reading", "Answer", "By"
DEPENDS = "It depends on how the text is read: "
EARLIER = "What is said in {} holds here too."
MEMBER, VOTED = "Member", "Vote"


def figure(number: int, of: int) -> str:
    return FIGURE if of == 1 else f"{FIGURE} ({number} of {of})"


def paragraph_reference(number: str) -> str:
    return f"see paragraph {number.rstrip('.')}"


def paragraph_references(numbers: list[str]) -> str:
    """`paragraph 3`, `paragraphs 3 to 5 and 9`."""
    runs: list[list[int]] = []
    for n in sorted({int(x.rstrip(".")) for x in numbers}):
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    said = [f"{r[0]} to {r[-1]}" if len(r) > 2 else str(x) for r in runs for x in (r if len(r) < 3 else r[:1])]
    several = len(said) > 1 or " to " in said[0]
    return f"paragraph{'s' if several else ''} {', '.join(said[:-1])}{' and ' if len(said) > 1 else ''}{said[-1]}"


def finding_references(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"finding {numbers[0]}"
    return f"findings {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def for_questions(numbers: list[int]) -> str:
    said = [str(n) for n in numbers]
    return f"question {said[0]} alone" if len(said) == 1 else f"questions {', '.join(said[:-1])} and {said[-1]} alone"


def on_question(number: int, several: bool) -> str:
    return f"On question {number}: " if several else ""


def version(number: str) -> str:
    return f"legalasp {number}"


def command(case: str, question: int | None, form: str) -> str:
    return f"legalasp write {case} --form {form}" + (f" --question {question}" if question else "")
