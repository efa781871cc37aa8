"""A document as a tagged PDF.

Takes:   a `Document`
Gives:   the bytes of a PDF/UA-1 file, set by typst; `picture`, a PNG of an SVG
Differs: from the other formats in that no text is put into the typesetter's language: it is handed over as data, so
         that nothing in a case can become a command
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from legalasp.decision.content import Block, Document, Figure
from legalasp.mistakes import Mistake, Mistaken

_PAGE = """
#let data = json(bytes(sys.inputs.document))
#set document(title: data.title, date: none)
#set text(lang: "en", region: "US", size: 11pt)
#set page(paper: "us-letter", margin: 1in, numbering: "1")
#set par(justify: false, leading: 0.62em, spacing: 0.9em)
#show heading.where(level: 1): set text(size: 17pt)
#show heading.where(level: 2): set text(size: 13pt)
#show heading.where(level: 3): set text(size: 11.5pt)
#let blank = box(width: 14em, stroke: (bottom: 0.6pt), height: 1em)
#heading(level: 1, data.name)
#for row in data.head [#par[#strong(row.at(0) + ":") #h(0.6em) #if row.at(1) == "" { blank } else { row.at(1) }]]
#for b in data.blocks {
  if b.kind == "Heading" { heading(level: b.level + 1, b.text) }
  else if b.kind == "Paragraph" {
    if b.number == "" { par(b.text) }
    else { par(hanging-indent: 2.2em, [#box(width: 2.2em, b.number)#b.text]) }
  }
  else if b.kind == "Items" { list(..b.rows) }
  else if b.kind == "Quotation" {
    quote(block: true)[#b.text]
    pad(left: 1.2em, text(size: 9.5pt, "(" + b.source + ")"))
  }
  else if b.kind == "Table" {
    figure(
      kind: table, supplement: none, caption: figure.caption(position: top, b.caption),
      table(columns: b.header.map(_ => 1fr), align: left, stroke: 0.5pt,
        table.header(..b.header.map(h => strong(h))), ..b.rows.flatten())
    )
  }
  else if b.kind == "Blanks" { for label in b.labels [#par[#label: #blank]] }
  else if b.kind == "Figure" {
    figure(image(bytes(b.svg), format: "svg", width: 100%, alt: b.alt), caption: b.caption, supplement: none)
  }
}
#show figure: set block(breakable: true)
"""
_PICTURE = """
#set page(width: auto, height: auto, margin: 4pt)
#image(bytes(sys.inputs.svg), format: "svg")
"""


def pdf(document: Document) -> bytes:
    title = f"{document.title}: {document.subject}" if document.subject else document.title
    data = {"title": title, "name": document.title, "head": [list(r) for r in document.head],
            "blocks": [_as_data(b) for b in document.blocks]}
    return _typst(_PAGE, {"document": json.dumps(data)}, format="pdf", pdf_standards=["ua-1"])


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
