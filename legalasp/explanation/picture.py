"""The explanation graph as a picture, and as an outline to fold.

Takes:   a `Story`
Gives:   `svg`, `dot`, `graphml`, `page` (HTML: the picture above an outline that can be folded), `told` (in words)
Differs: from the graph in that it has places: the conclusion stands at the left, what it leans on to its right.
         A library finds the layers and their order; the boxes are drawn here

Kinds are told apart by a word in every box and by its shape; nothing is told by colour alone.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape
from zlib import crc32

from legalasp.explanation.wording import cites, row
from legalasp.explanation.graph import CONCLUSION, DEFEATS, EXCEPTED_BY, LOOKED_AT, NEEDS, SUPPORTS, YIELDS_TO, Edge, Node, Story

WIDTH, GAP, ROW, PAD, LINE, CHARACTERS, MOST_LINES = 250, 70, 14, 10, 15, 38, 7
_DASHED = frozenset(("open fact", "defeated provision", "not applying provision"))
STYLE = {SUPPORTS: "", NEEDS: "6 3", DEFEATS: "2 3", EXCEPTED_BY: "8 3 2 3", YIELDS_TO: "1 4"}
SAYS = {DEFEATS: "defeats", EXCEPTED_BY: "is excepted by", YIELDS_TO: "yields to", NEEDS: "needs"}


@dataclass(frozen=True)
class Box:
    node: Node
    x: float
    y: float
    height: float
    lines: tuple[str, ...]
    width: float = WIDTH


def svg(story: Story) -> str:
    """The picture; the same story gives the same text."""
    boxes, routes = _placed(story)
    width = max((b.x for b in boxes.values()), default=0) + WIDTH + PAD
    height = max((b.y + b.height for b in boxes.values()), default=0) + PAD
    tip = f"tip-{crc32(story.nodes[CONCLUSION].text.encode()):08x}"  # several pictures may stand in one page
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
            f'font-family="Helvetica, Arial, sans-serif" font-size="12" role="img">',
            f"<title>{escape(story.nodes[CONCLUSION].text)}</title>", f"<desc>{escape(told(story))}</desc>",
            f'<defs><marker id="{tip}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">'
            '<path d="M0 0L10 5L0 10z" fill="#333"/></marker></defs>']
    rows += [_line(edge, points, tip) for edge, points in routes]
    rows += [_box(b) for b in boxes.values()]
    return "\n".join([*rows, "</svg>"])


def width(story: Story) -> float:
    """Of the picture, in pixels."""
    boxes, _ = _placed(story)
    return max((b.x for b in boxes.values()), default=0) + WIDTH + PAD


def told(story: Story) -> str:
    """What the picture shows, in words."""
    count = {kind: sum(n.kind == kind for n in story.nodes.values()) for kind in dict.fromkeys(n.kind for n in story.nodes.values())}
    listed = row(f"{n} {kind}{'s' if n > 1 and not kind.endswith('s') else ''}" for kind, n in count.items() if kind != "conclusion")
    lean = [n.citation for n in (story.nodes[e.source] for e in story.edges.values() if e.target == CONCLUSION and e.kind == SUPPORTS
             and not e.rule.startswith(LOOKED_AT)) if n.citation]
    on = f" It rests on {cites(lean)}." if lean else ""
    return f"{story.nodes[CONCLUSION].text}{'' if story.nodes[CONCLUSION].text.endswith('.') else '.'}{on} The figure links it with {listed}." if listed else story.nodes[CONCLUSION].text


# ---------------------------------------------------------------- places


def _placed(story: Story) -> tuple[dict[str, Box], list[tuple[Edge, list[tuple[float, float]]]]]:
    import fast_sugiyama

    names = list(story.nodes)
    index = {name: n for n, name in enumerate(names)}
    pairs = sorted({(index[e.target], index[e.source]) if leans(e) else (index[e.source], index[e.target])
                    for e in story.edges.values() if e.source in index and e.target in index})
    layers: dict[int, list[tuple[float, int]]] = {}
    through: dict[int, list[int]] = {}
    offset = 0.0
    layouts = fast_sugiyama.from_edges(pairs, crossing_minimization="barycenter", dummy_vertices=True) if pairs else []
    for positions, width, height, edges in layouts:
        for vertex, (x, y) in positions:
            layers.setdefault(round((height - y) / 72), []).append((x + offset, vertex))
        for one, other in edges or ():
            through.setdefault(one, []).append(other)
        offset += width + 100
    seen = {v for row in layers.values() for _, v in row}
    for n in range(len(names)):
        if n not in seen:
            layers.setdefault(0, []).append((offset + n, n))
    boxes: dict[str, Box] = {}
    middle: dict[int, tuple[float, float]] = {}
    tall = {layer: sum(_height(story, names, v) + ROW for _, v in row) for layer, row in layers.items()}
    for layer in sorted(layers):
        y = PAD + (max(tall.values()) - tall[layer]) / 2
        for _, vertex in sorted(layers[layer]):
            height, x = _height(story, names, vertex), PAD + layer * (WIDTH + GAP)
            if vertex < len(names):
                node = story.nodes[names[vertex]]
                boxes[node.id] = Box(node, x, y, height, _wrapped(node))
            middle[vertex] = (x, y + height / 2)
            y += height + ROW
    routes = [(e, _route(e, index, boxes, through, middle, len(names))) for e in story.edges.values() if e.source in boxes and e.target in boxes]
    return boxes, routes


def leans(edge: Edge) -> bool:
    """Whether the edge points towards what leans on its source; such edges are laid out backwards, conclusion first."""
    return edge.kind in (SUPPORTS, DEFEATS)


def _height(story: Story, names: list[str], vertex: int) -> float:
    return PAD * 2 + LINE * (1 + len(_wrapped(story.nodes[names[vertex]]))) if vertex < len(names) else 4.0


def _wrapped(node: Node) -> tuple[str, ...]:
    rows = textwrap.wrap(node.text, CHARACTERS) or [""]
    return tuple(rows if len(rows) <= MOST_LINES else [*rows[: MOST_LINES - 1], rows[MOST_LINES - 1][: CHARACTERS - 1] + "…"])


def _route(edge: Edge, index: dict[str, int], boxes: dict[str, Box], through: dict[int, list[int]],
           middle: dict[int, tuple[float, float]], real: int) -> list[tuple[float, float]]:
    """From the box at the left to the one at the right, past the places that the layout kept free."""
    left, right = (edge.target, edge.source) if leans(edge) else (edge.source, edge.target)
    between = _between(index[left], index[right], through, real)
    a, b = boxes[left], boxes[right]
    if a.x > b.x:
        a, b, between = b, a, between[::-1]
    points = [(a.x + WIDTH, a.y + a.height / 2), *((middle[v][0] + d, middle[v][1]) for v in between for d in (0, WIDTH)), (b.x, b.y + b.height / 2)]
    if a.x == b.x:  # in one column: around the side
        points = [(a.x + WIDTH, a.y + a.height / 2), (a.x + WIDTH + 24, (a.y + b.y + b.height) / 2), (b.x + WIDTH, b.y + b.height / 2)]
    starts_left = boxes[edge.source] is a
    return points if starts_left else points[::-1]


def _between(left: int, right: int, through: dict[int, list[int]], real: int) -> list[int]:
    for first in through.get(left, ()):
        path, at = [], first
        while at >= real and len(path) < 50:
            path.append(at)
            at = next(iter(through.get(at, ())), right)
        if at == right:
            return path
    return []


# ---------------------------------------------------------------- drawing


def _line(edge: Edge, points: list[tuple[float, float]], tip: str) -> str:
    bends = f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(
        f"C{(x0 + x1) / 2:.1f} {y0:.1f} {(x0 + x1) / 2:.1f} {y1:.1f} {x1:.1f} {y1:.1f}"
        for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False))
    dash = f' stroke-dasharray="{STYLE[edge.kind]}"' if STYLE.get(edge.kind) else ""
    drawn = f'<path d="{bends}" fill="none" stroke="#333" marker-end="url(#{tip})"{dash}><title>{escape(edge.kind)}{": " + escape(edge.rule) if edge.rule else ""}</title></path>'
    if edge.kind in SAYS:
        x, y = (points[-2][0] + points[-1][0]) / 2, (points[-2][1] + points[-1][1]) / 2
        drawn += (f'<text x="{x:.1f}" y="{y - 3:.1f}" text-anchor="middle" font-size="10" font-style="italic" stroke="#fff" '
                  f'stroke-width="3" paint-order="stroke">{escape(SAYS[edge.kind])}</text>')
    return drawn


def labelled(node: Node) -> str:
    """What kind of thing it is, and that it is not so."""
    return node.kind + (", not so" if node.value is False and node.kind in ("fact", "condition", "finding", "calculation") else "")


def outlined(b: Box) -> str:
    """The shape of a box, without its words."""
    dash = ' stroke-dasharray="5 3"' if b.node.kind in _DASHED else ""
    wide = ' stroke-width="2.5"' if b.node.kind == "conclusion" else ""
    return f'<path d="{_shape(b)}" fill="#fff" stroke="#222"{dash}{wide}/>'


def _box(b: Box) -> str:
    shape = outlined(b)
    rows = [f'<text x="{b.x + b.width / 2:.1f}" y="{b.y + PAD + LINE * 0.7:.1f}" text-anchor="middle" font-size="10" font-weight="bold">{escape(labelled(b.node))}</text>']
    rows += [f'<text x="{b.x + 14:.1f}" y="{b.y + PAD + LINE * (n + 1.8):.1f}">{escape(row)}</text>' for n, row in enumerate(b.lines)]
    return f"<g><title>{escape(b.node.text)}</title>{shape}{''.join(rows)}</g>"


def _shape(b: Box) -> str:
    """A provision is a rectangle, a fact is rounded, a calculation leans, a reading and a finding have cut corners."""
    x, y, w, h = b.x, b.y, b.width, b.height
    match b.node.kind:
        case "fact" | "presumption" | "open fact":
            r = 12
            return (f"M{x + r} {y:.1f}H{x + w - r}A{r} {r} 0 0 1 {x + w} {y + r:.1f}V{y + h - r:.1f}A{r} {r} 0 0 1 {x + w - r} {y + h:.1f}"
                    f"H{x + r}A{r} {r} 0 0 1 {x} {y + h - r:.1f}V{y + r:.1f}A{r} {r} 0 0 1 {x + r} {y:.1f}Z")
        case "calculation":
            return f"M{x + 8} {y:.1f}H{x + w}L{x + w - 8} {y + h:.1f}H{x}Z"
        case "reading" | "finding":
            c = 9
            return (f"M{x + c} {y:.1f}H{x + w - c}L{x + w} {y + c:.1f}V{y + h - c:.1f}L{x + w - c} {y + h:.1f}H{x + c}"
                    f"L{x} {y + h - c:.1f}V{y + c:.1f}Z")
    return f"M{x} {y:.1f}H{x + w}V{y + h:.1f}H{x}Z"


# ---------------------------------------------------------------- other forms


def dot(story: Story) -> str:
    """The graph in the language of Graphviz."""
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'

    rows = ["digraph explanation {", "  rankdir=RL; node [shape=box];"]
    rows += [f"  {quoted(n.id)} [label={quoted(f'{n.kind}: {n.text}')}];" for n in story.nodes.values()]
    rows += [f"  {quoted(e.source)} -> {quoted(e.target)} [label={quoted(e.kind)}];" for e in story.edges.values()]
    return "\n".join([*rows, "}"]) + "\n"


def graphml(story: Story) -> str:
    """The graph in GraphML, with every attribute as text."""
    import networkx

    plain = networkx.DiGraph()
    for node, data in story.networkx().nodes(data=True):
        plain.add_node(node, **{k: "; ".join(v) if isinstance(v, tuple) else "" if v is None else str(v) for k, v in data.items()})
    plain.add_edges_from((a, b, dict(d)) for a, b, d in story.networkx().edges(data=True))
    return "\n".join(networkx.generate_graphml(plain)) + "\n"


def page(story: Story) -> str:
    """One HTML page: the picture, and below it the same as an outline that can be folded."""
    conclusion = story.nodes[CONCLUSION]
    return (f'<!DOCTYPE html>\n<html lang="en-US">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(conclusion.text)}</title>\n<style>body{{font:1rem/1.45 Georgia,serif;margin:1.5rem;color:#1a1a1a;background:#fff}}"
            f"figure{{margin:0;overflow-x:auto}}details{{margin:.15rem 0 .15rem 1.2rem}}summary{{cursor:pointer}}.leaf{{margin:.15rem 0 .15rem 2.3rem}}"
            f".kind{{font-size:.85em;font-style:italic}}</style>\n</head>\n<body>\n<main>\n<h1>{escape(conclusion.text)}</h1>\n"
            f'<figure tabindex="0" role="img" aria-label="{escape(told(story))}">{svg(story)}</figure>\n<h2>The same as an outline</h2>\n'
            f"{outline(story)}\n</main>\n</body>\n</html>\n")


def outline(story: Story) -> str:
    """Nested `details`, by section: what is told once is not told again."""
    beneath: dict[str, list[tuple[str, str]]] = {}
    for e in story.edges.values():
        one, other = (e.target, e.source) if leans(e) else (e.source, e.target)
        beneath.setdefault(one, []).append((e.kind, other))
    told_already: set[str] = set()

    def branch(name: str, kind: str) -> str:
        node = story.nodes[name]
        said = f'<span class="kind">{escape(node.kind)}{"" if kind in ("", SUPPORTS) else ", " + escape(kind)}:</span> {escape(node.text)}'
        if name in told_already or not beneath.get(name):
            told_already.add(name)
            return f'<div class="leaf">{said}</div>'
        told_already.add(name)
        inner = "".join(branch(other, k) for k, other in beneath[name] if other in story.nodes)
        return f"<details open><summary>{said}</summary>{inner}</details>"

    rest = branch(CONCLUSION, "")
    loose = "".join(branch(n, "") for n in story.nodes if n not in told_already)
    return rest + (f"<h3>Also looked at</h3>{loose}" if loose else "")
