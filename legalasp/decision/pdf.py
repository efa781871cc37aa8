"""A document as a tagged PDF.

Takes:   a `Document`
Gives:   the bytes of a PDF/UA-1 file, set by typst; `picture`, a PNG of an SVG
Differs: from the other formats in that no text is put into the typesetter's language: it is handed over as data, so
         that nothing in a case can become a command
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from legalasp.decision.content import Block, Document, Figure
from legalasp.mistakes import Mistake, Mistaken

_PAGE = Path(__file__).with_name("page.typ")
_PICTURE = """
#set page(width: auto, height: auto, margin: 4pt)
#image(bytes(sys.inputs.svg), format: "svg")
"""


def pdf(document: Document) -> bytes:
    title = f"{document.title}: {document.subject}" if document.subject else document.title
    data = {"title": title, "name": document.title, "head": [list(r) for r in document.head],
            "blocks": [_as_data(b) for b in document.blocks]}
    return _typst(_PAGE.read_text("utf-8"), {"document": json.dumps(data)}, format="pdf", pdf_standards=["ua-1"])


def picture(svg: str) -> bytes:
    """A PNG of an SVG, for formats that hold no SVG."""
    return _typst(_PICTURE, {"svg": svg}, format="png", ppi=200.0)


def _as_data(block: Block) -> dict[str, Any]:
    return {"kind": type(block).__name__, **asdict(block)}


def _typst(source: str, inputs: dict[str, str], **options: Any) -> bytes:
    import typst

    try:
        return bytes(typst.compile(source.encode("utf-8"), sys_inputs=inputs, **options))
    except Exception as stop:
        raise Mistaken([Mistake("cannot-set", f"The document cannot be set as a PDF: {stop}.",
                                help="Write it as .docx or .html, and report this.")]) from stop


__all__ = ["Figure", "pdf", "picture"]
