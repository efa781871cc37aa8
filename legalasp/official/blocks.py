"""What a rendering has at each place of the official text.

Takes:   a checked law
Gives:   `blocks(law)`: one `Block` for each citation of the official text, in the order of the law
Differs: from the provisions in that marks which the rendering supplied at the end (`[1]`, `[a]`) are left out: the
         official text has no such places, so what stands under them belongs to the place above
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from legalasp.law.citations import path_segments
from legalasp.law.model import Law, Provision

HEAD = "head"
"""The place of what is said of the law as a whole: its title, when it is in force, its notes."""
_SUPPLIED = re.compile(r"\[[0-9]{0,2}[a-z]{0,2}\]")
PROCEDURE = frozenset(("duty", "power", "need not"))
IDLE = frozenset(("note", "declaration", "not rendered"))


@dataclass
class Block:
    citation: str
    """As it is spoken within the law: `§ 9.B.i.5`."""
    segments: tuple[str, ...]
    provisions: list[Provision] = field(default_factory=list)
    text: str = ""

    @property
    def kind(self) -> str:
        """Rendered as: rule, finding, procedure, note or not rendered."""
        kinds = {p.kind for p in self.provisions}
        if kinds == {"not rendered"}:
            return "not rendered"
        if self.citation == HEAD or kinds <= IDLE:
            return "note"
        active = [p for p in self.provisions if p.kind not in IDLE]
        if any('"' in p.text for p in active):
            return "finding"
        return "procedure" if {p.kind for p in active} <= PROCEDURE else "rule"


def official_segments(path: tuple[str, ...]) -> tuple[str, ...]:
    """The marks of a path that the official text has, too."""
    found = path_segments(path)
    while len(found) > 1 and _SUPPLIED.fullmatch(found[-1]):
        found = found[:-1]
    return found


def blocks(law: Law) -> list[Block]:
    head = Block(HEAD, (HEAD,), text="\n".join((law.title, law.place, law.in_force, law.days, *law.notes)))
    found: dict[tuple[str, ...], Block] = {(HEAD,): head}
    for p in law.provisions:
        segments = official_segments(p.citation.path)
        if segments not in found:
            found[segments] = Block(_local(p, segments), segments)
        found[segments].provisions.append(p)
    for block in found.values():
        texts = [t for p in block.provisions for t in (p.whole, p.printed, *p.notes)]
        for d in law.doubts:
            if official_segments(d.citation.path) == block.segments:
                texts += [d.question, *(f for r in d.readings for f in r.favored_by)]
        block.text = "\n".join(dict.fromkeys(filter(None, (block.text, *texts))))
    return list(found.values())


def _local(p: Provision, segments: tuple[str, ...]) -> str:
    """The citation as it is spoken, cut after its official marks."""
    local, left = p.citation.local, len(path_segments(p.citation.path)) - len(segments)
    for _ in range(left):
        local = local[: local.rindex("[")]
    return local
