"""The explanation as a graph, built from what was derived.

Takes:   an `Answer`
Gives:   `Story`: `Node`s and `Edge`s as records; `networkx()` the same as a `DiGraph`
Differs: from the numbered statements in that each condition, fact and provision stands once and for itself

Attributes of a node: `kind`, `text`, `citation`, `law_text` (the provision in controlled English as written, supplied words in their brackets), `notes`, `official` (the official words, where a text is attached),
`supplied`, `value` (true, false, or None: open), `source`, `status`. Attributes of an edge: `kind`, `rule`.

An edge goes from what gives to what takes: a fact `supports` a provision, a provision `supports` the
conclusion; one provision `defeats` another. The other three go the other way: a provision `is excepted by`
a fact, `yields to` a provision, and `needs` the condition that it lacks. So the edges `supports` never go round.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from legalasp.explanation import account as A
from legalasp.explanation import wording as words
from legalasp.explanation.account import MOST_COMBINATIONS, Leaf
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom

if TYPE_CHECKING:
    import networkx

    from legalasp.explanation.answers import Answer, OnReading

SUPPORTS, DEFEATS, EXCEPTED_BY, YIELDS_TO, NEEDS = "supports", "defeats", "is excepted by", "yields to", "needs"
CONCLUSION = "conclusion"
LOOKED_AT = "looked at"
FEW = 16
"""Things that were looked at in vain and are still worth a picture."""
KINDS = ("conclusion", "provision", "condition", "fact", "presumption", "finding", "reading", "open fact", "calculation",
         "defeated provision", "not applying provision")
_OF_STATUS = {
    A.STRUCK: "defeated provision", A.YIELDS: "defeated provision", A.NOT_ABOUT: "not applying provision",
    A.NOT_IN_FORCE: "not applying provision", A.OTHER_READING: "not applying provision", A.EXCEPTED: "not applying provision",
}
_OF_LEAF = {"word": "condition", "provision": "condition", "condition": "condition"}


@dataclass(frozen=True, slots=True)
class Node:
    id: str
    kind: str
    text: str
    citation: str = ""
    law_text: str = ""
    notes: tuple[str, ...] = ()
    official: str = ""
    supplied: bool = False
    value: bool | None = True
    source: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str
    kind: str
    rule: str = ""


@dataclass
class Story:
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[tuple[str, str], Edge] = field(default_factory=dict)

    def add(self, node: Node) -> str:
        self.nodes.setdefault(node.id, node)
        return node.id

    def link(self, source: str, target: str, kind: str, rule: str = "") -> None:
        if source != target:
            self.edges.setdefault((source, target), Edge(source, target, kind, rule))

    def core(self) -> Story:
        """Only what the conclusion rests on: without what was looked at besides."""
        edges = {pair: e for pair, e in self.edges.items() if not e.rule.startswith(LOOKED_AT)}
        if not any(CONCLUSION in pair for pair in edges) and len(self.nodes) <= FEW:
            edges = self.edges  # nothing supports a `no`: what was looked at is all there is
        beneath: dict[str, list[str]] = {}
        for e in edges.values():
            one, other = (e.target, e.source) if e.kind in (SUPPORTS, DEFEATS) else (e.source, e.target)
            beneath.setdefault(one, []).append(other)
        kept, ahead = set(), [CONCLUSION]
        while ahead:
            name = ahead.pop()
            if name not in kept:
                kept.add(name)
                ahead += beneath.get(name, ())
        return Story({n: node for n, node in self.nodes.items() if n in kept},
                     {pair: e for pair, e in edges.items() if e.source in kept and e.target in kept})

    def json(self) -> dict[str, list[dict[str, object]]]:
        return {"nodes": [{**asdict(n), "notes": list(n.notes)} for n in self.nodes.values()],
                "edges": [asdict(e) for e in self.edges.values()]}

    def networkx(self) -> networkx.DiGraph:
        import networkx

        graph = networkx.DiGraph()
        for node in self.nodes.values():
            graph.add_node(node.id, **{k: v for k, v in asdict(node).items() if k != "id"})
        for edge in self.edges.values():
            graph.add_edge(edge.source, edge.target, kind=edge.kind, rule=edge.rule)
        return graph


def story(answer: Answer) -> Story:
    builder = _Builder(answer)
    builder.run()
    return builder.story


ON = " | "
"""Stands in the id of a provision between its key and the readings on which it stands as it does."""


@dataclass
class _Builder:
    answer: Answer
    story: Story = field(default_factory=Story)
    on: str = ""

    def __post_init__(self) -> None:
        self.account = self.answer.account
        self.done: set[str] = set()

    def run(self) -> None:
        answer, outcome = self.answer, self.answer.outcome
        said = answer.said(answer.conclusion)
        self.story.add(Node(CONCLUSION, "conclusion", f"{answer.question.text} {said}", value=True, status=answer.answer))
        for text in answer.contradictions:
            self.story.link(self.story.add(Node(f"contradiction: {text}", "fact", text, value=None)), CONCLUSION, SUPPORTS)
        if outcome.contradictions:
            return
        for key in (*outcome.by, *answer.also_keys):
            self.story.link(self.provision(key), CONCLUSION, SUPPORTS, "" if key in outcome.by else "in some worlds")
        for key in answer.looked_at:
            if key in outcome.by or key in answer.also_keys:
                continue
            node = self.provision(key)
            status = self.story.nodes[node].status
            if status in (A.OPEN, A.UNMET, A.BREACH):
                self.story.link(CONCLUSION, node, NEEDS, f"{LOOKED_AT}: {status}")
            else:
                self.story.link(node, CONCLUSION, SUPPORTS, f"{LOOKED_AT}: {status}")
        for leaf in answer.stated_leaves:
            self.lean(CONCLUSION, replace(leaf, failed=False), A.STANDS)
        for shown in answer.missing:
            node = f"open fact: {shown['fact']}"
            self.story.add(Node(node, "open fact", str(shown["fact"]), value=None))
            self.story.link(CONCLUSION, node, NEEDS, f"for {shown['burden']} to show" if shown.get("burden") else "")
        for duty in outcome.duties:
            self.story.link(self.provision(duty.key), CONCLUSION, SUPPORTS, "a duty that follows")
        for c in outcome.conflicts:
            if c.prevails:
                loser = c.other if c.prevails == c.one else c.one
                self.story.link(self.provision(loser), self.provision(c.prevails), YIELDS_TO, answer.rules(c))
            else:
                for one in (c.one, c.other):
                    self.story.link(self.provision(one), CONCLUSION, SUPPORTS, "unsettled conflict")
        for r in answer.readings:
            text = " and ".join(f'"{d}" read as "{x}"' for d, x in r.combination)
            node = self.story.add(Node(f"reading: {r.name}", "reading", f"{text}: {r.answer}", value=None))
            self.story.link(node, CONCLUSION, SUPPORTS)
        if len(answer.accounts) == len(answer.readings) + 1 <= MOST_COMBINATIONS + 1:
            for r, account in zip(answer.readings, answer.accounts[1:], strict=True):
                self._on_reading(r, account)

    def _on_reading(self, r: OnReading, account: A.Account) -> None:
        """What the answer rests on where the text is read that way, and the rest does not say already."""
        self.account, self.on = account, f"{ON}{r.name}"
        own = [k for k in r.keys if k not in self.answer.outcome.by]
        for key in own or (() if r.keys else self.answer.looked_at):
            node = self.provision(key)
            open_ = self.story.nodes[node].status in (A.OPEN, A.UNMET)
            self.story.link(*((f"reading: {r.name}", node, NEEDS) if open_ else (node, f"reading: {r.name}", SUPPORTS)))

    # ------------------------------------------------------------ provisions

    def provision(self, key: str) -> str:
        own = f"provision: {key}{self.on}"
        if own in self.done:
            return own
        self.done.add(own)
        account = self.account
        p, part = account.provision(key), account.part(key)
        only_struck = self.answer.question.form == "exempt" and key in self.answer.looked_at
        struck = only_struck and account.trace.status(key, "struck")
        standing = A.Standing(key, A.STRUCK if struck else "asked about") if only_struck else account.standing(key)
        kind = _OF_STATUS.get(standing.status, "provision")
        about = account.grounded.instances[account.instance_key(key)].things
        things = f" ({', '.join(t.name for t in about if t.name)})" if about else ""
        citation = account.cited(key)
        quote = self.answer.quotes(citation) if self.answer.quotes is not None else None
        self.story.add(Node(own, kind, f"{citation}{things}: {standing.status}", citation, p.whole if p else "",
                            p.notes if p else (), quote.words if quote else "", bool(p and (p.supplied or p.bars_supplied)),
                            None if standing.status == A.OPEN else standing.status in (A.STANDS, A.BREACH), "", standing.status))
        if only_struck:  # what is asked is who strikes it, not whether it bites
            for striker in filter(account.reached, account.trace.may_strike(key)):
                bites = account.standing(striker).status == A.STANDS
                self.story.link(self.provision(striker), own, DEFEATS, self.rule(striker, key) if bites else f"{LOOKED_AT}: does not reach it")
            return own
        for leaf in standing.because:
            self.lean(own, leaf, standing.status)
        for leaf in account.grounds(key):  # what brings the case under it
            if leaf not in standing.because and leaf.condition != C.TRUE:
                self.lean(own, leaf, A.STANDS)
        if key.endswith("/only") and standing.status == A.STANDS:
            for leaf in account.leaves(part.provision.if_):
                self.lean(own, leaf, A.UNMET)
        for striker in standing.by if standing.status in (A.STRUCK, A.OPEN) else ():
            if striker in account.relations.by_key and account.reached(striker):
                self.story.link(self.provision(striker), own, DEFEATS, self.rule(striker, key))
        for winner in standing.by if standing.status == A.YIELDS else ():
            self.story.link(own, self.provision(winner), YIELDS_TO, ", ".join(map(account.cited, standing.rules)))
        if part.provision.reading is not None and not self.on:
            doubt, reading = part.provision.reading
            node = self.story.add(Node(f"reading: {reading}", "reading", f'"{doubt}" read as "{reading}"', value=None))
            self.story.link(node, own, SUPPORTS)
        return own

    def rule(self, striker: str, struck: str) -> str:
        kind = self.account.part(striker).kind
        p, q = self.account.provision(striker), self.account.provision(struck)
        if kind in ("exemption", "scope", "power", "supersedes", "closed list"):
            return {"power": "waiver", "supersedes": "supersession"}.get(kind, kind)
        named = (*p.despite.named, *p.despite.broad) if p else ()
        return "despite" if q is not None and q.key in named else "subject to"

    # ------------------------------------------------------------ leaves

    def lean(self, own: str, leaf: Leaf, status: str) -> None:
        if leaf.kind == "reading" and self.on:
            return  # what the text is read as is what the whole of this hangs on
        node = self.leaf(leaf)
        on = f"on the reading {', '.join(leaf.readings)}" if leaf.readings else ""
        if status == A.EXCEPTED:
            self.story.link(own, node, EXCEPTED_BY, on)
        elif leaf.failed:
            self.story.link(own, node, NEEDS, on)
        else:
            self.story.link(node, own, SUPPORTS, on)

    def leaf(self, leaf: Leaf) -> str:
        kind = _OF_LEAF.get(leaf.kind, leaf.kind)
        own = f"{kind}: {leaf.text}"
        if own in self.done:
            return own
        self.done.add(own)
        if kind == "calculation" and not leaf.calculation:
            kind = "fact" if leaf.sources or not isinstance(leaf.condition, (C.Within, C.Lasted, C.Passed)) else "condition"
        self.story.add(Node(own, kind, leaf.text, value=leaf.truth, source="; ".join(leaf.sources), supplied=False,
                            status="supposed" if leaf.lead == words.SUPPOSED else ""))
        if leaf.calculation:
            calc = self.story.add(Node(f"calculation: {leaf.calculation}", "calculation", leaf.calculation))
            self.story.link(calc, own, SUPPORTS)
        if leaf.kind == "word" and leaf.atom is not None:
            self.word(own, leaf.atom, leaf.truth)
        if leaf.kind == "provision" and isinstance(leaf.condition, C.Status) and self.account.reached(leaf.condition.provision):
            self.story.link(self.provision(leaf.condition.provision), own, SUPPORTS)
        return own

    def word(self, own: str, atom: Atom, truth: bool | None) -> None:
        account = self.account
        for key in account.defining(atom):
            standing = account.standing(key)
            stands, excludes = standing.status == A.STANDS, account.part(key).kind == "exclusion"
            if truth is True and stands != (not excludes):
                continue
            node = self.provision(key)
            if standing.status == A.OPEN and truth is None:
                self.story.link(own, node, NEEDS)
            else:
                self.story.link(node, own, SUPPORTS)
