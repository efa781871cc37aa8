"""A document as Markdown.

Takes:   a `Document`
Gives:   text; pictures are left to their words, since Markdown has no place for them
Differs: from HTML in that a blank is a line of underscores
"""

from __future__ import annotations

import re

from legalasp.decision.content import Blanks, Block, Document, Figure, Heading, Items, Paragraph, Quotation, Table

_SPECIAL = re.compile(r"([\\`*_|<>])")
BLANK = "________________"


def markdown(document: Document) -> bytes:
    rows = [f"# {document.title}", ""]
    rows += [f"- **{label}:** {_plain(text) or BLANK}" for label, text in document.head]
    for block in document.blocks:
        rows += ["", *_block(block)]
    return ("\n".join(rows) + "\n").encode("utf-8")


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _block(block: Block) -> list[str]:
    match block:
        case Heading(text, level):
            return [f"{'#' * (level + 1)} {_plain(text)}"]
        case Paragraph(text, number):
            return [f"{number.replace('.', chr(92) + '.')} {_plain(text)}" if number else _plain(text)]
        case Items(rows):
            return [f"- {_plain(r)}" for r in rows]
        case Quotation(text, source):
            return [f"> {_plain(line)}" for line in text.split("\n")] + [">", f"> ({_plain(source)})"]
        case Table(caption, header, rows):
            head = ["| " + " | ".join(_plain(h) for h in header) + " |", "|" + " --- |" * len(header)]
            return [f"*{_plain(caption)}*", "", *head, *("| " + " | ".join(_plain(c) for c in r) + " |" for r in rows)]
        case Blanks(labels):
            return [f"- {_plain(label)}: {BLANK}" for label in labels]
        case Figure(_, alt, caption):
            return [f"*{_plain(caption)}* {_plain(alt)}"]
