"""A document as one HTML page.

Takes:   a `Document`
Gives:   a page that stands alone: no script, nothing fetched, language and title set, headings in order,
         tables with captions and header cells, pictures with their words
Differs: from the web pages of a service in that it is one file to be kept with the others
"""

from __future__ import annotations

import re
from html import escape

from legalasp.decision.content import Blanks, Block, Document, Figure, Heading, Items, Paragraph, Quotation, Table

STYLE = """
body{font:1rem/1.5 Georgia,'Times New Roman',serif;color:#1a1a1a;background:#fff;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem;border-bottom:1px solid #777}h3{font-size:1.05rem}h4{font-size:1rem;font-style:italic}
dl.head{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dl.head dt{font-weight:bold}dl.head dd{margin:0}
.numbered{display:grid;grid-template-columns:2.5rem 1fr}.numbered>span:first-child{text-align:right;padding-right:.6rem}
blockquote{margin:1rem 1.5rem;padding-left:1rem;border-left:3px solid #555}blockquote footer{font-size:.9rem}
table{border-collapse:collapse;width:100%}caption{text-align:left;font-style:italic;padding:.3rem 0}th,td{border:1px solid #777;padding:.3rem .5rem;text-align:left;vertical-align:top}
.blank{display:inline-block;min-width:14rem;border-bottom:1px solid #1a1a1a}figure{margin:1rem 0;overflow-x:auto}figure svg{max-width:100%;height:auto}
@media print{body{margin:0;max-width:none}h2,h3{break-after:avoid}tr,blockquote{break-inside:avoid}}
"""


def html(document: Document) -> bytes:
    head = "".join(f"<dt>{escape(label)}</dt><dd>{escape(text) or _BLANK}</dd>" for label, text in document.head)
    anchors = {b.number.rstrip(".") for b in document.blocks if isinstance(b, Paragraph) and b.cited}
    body = _LINKED.sub(lambda m: _linked(m[0], anchors), "\n".join(_block(b) for b in document.blocks))
    title = f"{document.title}: {document.subject}" if document.subject else document.title
    page = (f'<!DOCTYPE html>\n<html lang="{document.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n'
            f'<body>\n<main>\n<h1>{escape(document.title)}</h1>\n<dl class="head">{head}</dl>\n{body}\n</main>\n</body>\n</html>\n')
    return page.encode("utf-8")


_BLANK = '<span class="blank" role="img" aria-label="to be filled in">&nbsp;</span>'


_LINKED = re.compile(r"\b(?:paragraphs?|findings?) \d+(?:(?:, | and | to )\d+)*")
"""Numbers by which paragraphs are referred to."""


def _linked(text: str, anchors: set[str]) -> str:
    return re.sub(r"\d+", lambda m: f'<a href="#p{m[0]}">{m[0]}</a>' if m[0] in anchors else m[0], text)


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level + 1}>{escape(text)}</h{level + 1}>"
        case Paragraph(text, number, cited):
            if not number:
                return f"<p>{escape(text)}</p>"
            anchor = f' id="p{escape(number.rstrip("."))}"' if cited else ""
            return f'<p class="numbered"{anchor}><span>{escape(number)}</span><span>{escape(text)}</span></p>'
        case Items(rows):
            return "<ul>" + "".join(f"<li>{escape(r)}</li>" for r in rows) + "</ul>"
        case Quotation(text, source):
            return f"<blockquote><p>{'<br>'.join(map(escape, text.splitlines()))}</p><footer>{escape(source)}</footer></blockquote>"
        case Table(caption, header, rows):
            head = "".join(f'<th scope="col">{escape(h)}</th>' for h in header)
            body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in r) + "</tr>" for r in rows)
            return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        case Blanks(labels):
            return "<ul>" + "".join(f"<li>{escape(label)}: {_BLANK}</li>" for label in labels) + "</ul>"
        case Figure(svg, _, caption):
            return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
