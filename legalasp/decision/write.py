"""From answers to a file.

Takes:   a law, a case, its answers, a form and the ending of a file
Gives:   bytes in one of four formats; the same input gives the same bytes
Differs: from the writers in that it chooses among them, and draws the figures
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

from legalasp.decision import words
from legalasp.decision.content import Document, Figure
from legalasp.decision.forms import FORMS
from legalasp.decision.parts import Draft
from legalasp.explanation import Answer
from legalasp.law.model import Case, Law
from legalasp.mistakes import Mistake, Mistaken

ENDINGS = (".docx", ".pdf", ".html", ".md")
_NEEDS = {".docx": ("docx", "python-docx"), ".pdf": ("typst", "typst")}


def document(law: Law, case: Case, answers: list[Answer], form: str, case_file: str = "", only: int | None = None,
             version: str = "") -> Document:
    """The content, before any format."""
    figures = {n: figure for n, a in enumerate(answers) if (figure := _figure(a)) is not None}
    return FORMS[form](Draft(law, case, answers, figures, case_file, only, version))


def _figure(answer: Answer) -> Figure | None:
    if answer.outcome.contradictions:
        return None
    from legalasp.explanation.picture import told, svg

    story = answer.story.core()
    return Figure(svg(story), told(story), words.FIGURE, len(story.nodes))


def check(ending: str) -> None:
    """Raises `Mistaken` for an unknown ending or a library that is not installed."""
    if ending not in ENDINGS:
        raise Mistaken([Mistake("unknown-format", f"No format has the ending `{ending}`.", help=f"Use one of {', '.join(ENDINGS)}.")])
    if ending in _NEEDS and importlib.util.find_spec(_NEEDS[ending][0]) is None:
        raise Mistaken([Mistake("not-installed", f"To write {ending}, the library {_NEEDS[ending][1]} is needed.",
                                help='Install it with `pip install "legalasp[documents]"`, or write .html or .md.')])


def rendered(made: Document, ending: str, template: Path | None = None) -> bytes:
    """The bytes of a document."""
    match ending:
        case ".md":
            from legalasp.decision.markdown import markdown

            return markdown(made)
        case ".html":
            from legalasp.decision.html import html

            return html(made)
        case ".pdf":
            from legalasp.decision.pdf import pdf

            return pdf(made)
    from legalasp.decision.docx import docx

    draw = None
    if importlib.util.find_spec("typst") is not None:
        from legalasp.decision.pdf import picture as draw
    return docx(made, template, draw)
