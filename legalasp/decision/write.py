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
from legalasp.explanation.graph import CONCLUSION
from legalasp.law.model import Case, Law
from legalasp.mistakes import Mistake, Mistaken

ENDINGS = (".docx", ".pdf", ".html", ".md")
_NEEDS = {".docx": ("docx", "python-docx"), ".pdf": ("typst", "typst")}


def document(law: Law, case: Case, answers: list[Answer], form: str, case_file: str = "", only: int | None = None,
             version: str = "") -> Document:
    """The content, before any format."""
    figures: dict[int, tuple[Figure, ...]] = {}
    seen: set[frozenset[str]] = set()
    for n, a in enumerate(answers):
        shown, drawn = _figures(a)
        if shown not in seen:  # what one picture shows is not shown again
            seen.add(shown)
            figures[n] = drawn
    return FORMS[form](Draft(law, case, answers, figures, case_file, only, version))


WIDEST = 1000
"""Pixels of a picture that is still readable on a page."""
FEWEST = 3
"""Boxes below which there is nothing to draw."""


def _figures(answer: Answer) -> tuple[frozenset[str], tuple[Figure, ...]]:
    """What the picture of an answer shows, and the picture: in layers where a page holds them, else as a ladder."""
    if answer.outcome.contradictions:
        return frozenset(), ()
    from legalasp.explanation.ladder import sheets
    from legalasp.explanation.picture import svg, told, width

    story = answer.story.core()
    shown = frozenset(story.nodes) - {CONCLUSION}
    if len(story.nodes) < FEWEST:
        return shown, ()
    drawn = [svg(story)] if width(story) <= WIDEST else sheets(story)
    return shown, tuple(Figure(one, told(story), words.figure(n, len(drawn))) for n, one in enumerate(drawn, 1))


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
