"""The explanation graph for paper: one box beneath the other, each set in below what leans on it.

Takes:   a `Story`
Gives:   `sheets`: SVGs of the width of a page, none taller than one
Differs: from the picture in that it never grows wider: a graph of ten layers stays readable in print. What stands
         twice is drawn once and then referred to by its number
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape

from legalasp.explanation.graph import CONCLUSION, SUPPORTS, Story
from legalasp.explanation.picture import LINE, PAD, SAYS, STYLE, Box, labelled, leans, outlined

PAGE, TALL, INDENT, BETWEEN, EACH = 660, 800, 22, 6, 6.2
"""Width and height of a sheet, the step to the right, the gap below a box, the width of a letter; in pixels."""
MOST_SHEETS = 1


@dataclass(frozen=True)
class Rung:
    box: Box
    number: int
    above: int
    """The number of the box that leans on it; 0 for the first."""
    kind: str
    cut: int
    """How many boxes beneath it are left out."""


def sheets(story: Story) -> list[str]:
    """The whole graph where the sheets hold it, else as many layers as they hold."""
    depth = len(story.nodes)
    pages = _paged(list(_rungs(story, depth)))
    depth = min(depth, 12)
    while len(pages) > MOST_SHEETS and depth > 1:
        depth -= 1
        pages = _paged(list(_rungs(story, depth)))
    return [_drawn(story, page) for page in pages[:MOST_SHEETS]]


def _rungs(story: Story, most: int) -> Iterator[Rung]:
    beneath: dict[str, list[tuple[str, str]]] = {}
    for e in story.edges.values():
        one, other = (e.target, e.source) if leans(e) else (e.source, e.target)
        beneath.setdefault(one, []).append((e.kind, other))
    number: dict[str, int] = {}
    count = 0
    ahead = [(CONCLUSION, "", 0, 0)]
    while ahead:
        name, kind, above, depth = ahead.pop()
        count += 1
        before = number.setdefault(name, count)
        below = beneath.get(name, ()) if before == count else ()
        cut = len(below) if depth >= most else 0
        node = story.nodes[name]
        text = node.text if before == count else f"as in {before}: {node.text}"
        x = PAD + min(depth, 14) * INDENT
        width = PAGE - x - PAD
        said = f"{labelled(node)} {count}. {'' if kind in ('', SUPPORTS) else SAYS.get(kind, kind) + ' '}{text}{f' ({cut} more beneath)' if cut else ''}"
        rows = textwrap.wrap(said, int((width - 24) / EACH)) or [""]
        yield Rung(Box(node, x, 0, 8 + LINE * len(rows), tuple(rows), width), count, above, kind, cut)
        if not cut:
            ahead += [(other, k, count, depth + 1) for k, other in reversed(list(below)) if other in story.nodes]


def _paged(rungs: list[Rung]) -> list[list[Rung]]:
    """Each with its place on its sheet."""
    pages: list[list[Rung]] = [[]]
    y = float(PAD)
    for rung in rungs:
        if y + rung.box.height > TALL and pages[-1]:
            pages.append([])
            y = float(PAD)
        pages[-1].append(replace(rung, box=replace(rung.box, y=y)))
        y += rung.box.height + BETWEEN
    return pages


def _drawn(story: Story, page: list[Rung]) -> str:
    places = {r.number: r.box for r in page}
    height = page[-1].box.y + page[-1].box.height + PAD
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {height:.0f}" width="{PAGE}" height="{height:.0f}" '
            f'font-family="Helvetica, Arial, sans-serif" font-size="12" role="img">',
            f"<title>{escape(story.nodes[CONCLUSION].text)}</title>"]
    for rung in page:
        if rung.above:
            above = places.get(rung.above)
            x, start = rung.box.x - INDENT / 2, above.y + above.height if above is not None else 0.0
            middle = rung.box.y + rung.box.height / 2
            dash = f' stroke-dasharray="{STYLE[rung.kind]}"' if STYLE.get(rung.kind) else ""
            rows.append(f'<path d="M{x:.1f} {start:.1f}V{middle:.1f}H{rung.box.x:.1f}" fill="none" stroke="#333"{dash}/>')
    rows += [_written(r.box) for r in page]
    return "\n".join([*rows, "</svg>"])


def _written(b: Box) -> str:
    label = labelled(b.node)
    first, *rest = b.lines
    rows = [f'<text x="{b.x + 12:.1f}" y="{b.y + LINE:.1f}"><tspan font-size="10" font-weight="bold">{escape(label)}</tspan>'
            f"{escape(first.removeprefix(label))}</text>"]
    rows += [f'<text x="{b.x + 12:.1f}" y="{b.y + LINE * (n + 1):.1f}">{escape(row)}</text>' for n, row in enumerate(rest, 1)]
    return f"<g>{outlined(b)}{''.join(rows)}</g>"
