"""A document as a Word file.

Takes:   a `Document`, and a template of the user's (letterhead, styles)
Gives:   the bytes of a .docx with real headings, lists, header rows, alternative texts, title and language
Differs: from python-docx's own saving in that the same document gives the same bytes: no time is written into it
"""

from __future__ import annotations

import datetime
import io
import zipfile
from pathlib import Path
from typing import Any

from legalasp.decision.content import Blanks, Block, Document, Figure, Heading, Items, Paragraph, Quotation, Table
from legalasp.mistakes import Mistake, Mistaken

_THEN = datetime.datetime(2000, 1, 1)
_ZIP_TIME = (2000, 1, 1, 0, 0, 0)


def docx(document: Document, template: Path | None = None, picture: Any = None) -> bytes:
    """`picture` makes a PNG of an SVG; without it a figure is told in words only."""
    from docx import Document as word

    try:
        file = word(str(template) if template is not None else None)
    except Exception as stop:
        raise Mistaken([Mistake("unreadable-template", f"{template} cannot be opened as a Word file.",
                                help="Give a .docx (not .doc or .dotx) that Word opens without repair.")]) from stop
    _properties(file, document)
    writer = _Writer(file, picture)
    file.add_heading(document.title, 0)
    writer.head(document.head)
    for block in document.blocks:
        writer.block(block)
    out = io.BytesIO()
    file.save(out)
    return _without_times(out.getvalue())


def _properties(file: Any, document: Document) -> None:
    from docx.oxml.ns import qn

    p = file.core_properties
    p.title = f"{document.title}: {document.subject}" if document.subject else document.title
    p.language, p.author, p.last_modified_by, p.comments = document.language, "", "", ""
    p.created = p.modified = _THEN
    p.revision = 1
    for style in ("Normal",):
        run = file.styles[style].element.get_or_add_rPr()
        lang = run.find(qn("w:lang"))
        if lang is None:
            lang = run.makeelement(qn("w:lang"), {})
            run.append(lang)
        lang.set(qn("w:val"), document.language)


class _Writer:
    def __init__(self, file: Any, picture: Any) -> None:
        self.file, self.picture = file, picture
        self.styles = {s.name for s in file.styles}

    def style(self, *names: str) -> str | None:
        """The first of these styles that the template has."""
        return next((n for n in names if n in self.styles), None)

    def head(self, rows: tuple[tuple[str, str], ...]) -> None:
        for label, text in rows:
            paragraph = self.file.add_paragraph()
            paragraph.paragraph_format.space_after = 0
            paragraph.add_run(f"{label}:\t").bold = True
            paragraph.add_run(text or "________________")
        self.file.add_paragraph()

    def block(self, block: Block) -> None:
        from docx.shared import Inches

        match block:
            case Heading(text, level):
                self.file.add_heading(text, level)
            case Paragraph(text, number):
                paragraph = self.file.add_paragraph(f"{number}\t{text}" if number else text)
                if number:
                    paragraph.paragraph_format.left_indent = Inches(0.4)
                    paragraph.paragraph_format.first_line_indent = Inches(-0.4)
                    paragraph.paragraph_format.tab_stops.add_tab_stop(Inches(0.4))
            case Items(rows):
                for r in rows:
                    self.file.add_paragraph(r, style=self.style("List Bullet", "List Paragraph"))
            case Quotation(text, source):
                quoted = self.file.add_paragraph(text, style=self.style("Quote", "Intense Quote"))
                quoted.paragraph_format.keep_with_next = True
                self.file.add_paragraph(f"({source})", style=self.style("Caption")).paragraph_format.left_indent = Inches(0.5)
            case Table(caption, header, rows):
                self.table(caption, header, rows)
            case Blanks(labels):
                for label in labels:
                    self.file.add_paragraph(f"{label}: ________________________________")
            case Figure():
                self.figure(block)

    def table(self, caption: str, header: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
        from docx.oxml.ns import qn

        self.file.add_paragraph(caption, style=self.style("Caption")).paragraph_format.keep_with_next = True
        table = self.file.add_table(rows=1, cols=len(header))
        if "Table Grid" in self.styles:
            table.style = "Table Grid"
        for cell, text in zip(table.rows[0].cells, header, strict=True):
            cell.paragraphs[0].add_run(text).bold = True
        properties = table.rows[0]._tr.get_or_add_trPr()
        properties.append(properties.makeelement(qn("w:tblHeader"), {}))
        for r in rows:
            row = table.add_row()
            for cell, text in zip(row.cells, r, strict=True):
                cell.text = text
            kept = row._tr.get_or_add_trPr()
            kept.append(kept.makeelement(qn("w:cantSplit"), {}))
        description = table._tbl.tblPr.makeelement(qn("w:tblDescription"), {qn("w:val"): caption})
        table._tbl.tblPr.append(description)
        self.file.add_paragraph()

    def figure(self, figure: Figure) -> None:
        from docx.shared import Inches

        if self.picture is not None:
            shape = self.file.add_picture(io.BytesIO(self.picture(figure.svg)), width=Inches(6))
            shape._inline.docPr.set("descr", figure.alt)
            shape._inline.docPr.set("title", figure.caption)
        else:
            self.file.add_paragraph(figure.alt)
        self.file.add_paragraph(figure.caption, style=self.style("Caption"))


def _without_times(raw: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for info in source.infolist():
            made = zipfile.ZipInfo(info.filename, _ZIP_TIME)
            made.compress_type = zipfile.ZIP_DEFLATED
            made.external_attr = info.external_attr
            target.writestr(made, source.read(info.filename))
    return out.getvalue()
