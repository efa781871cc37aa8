"""Citations to keys, once all provisions stand.

Takes:   provisions whose reaches hold raw citations
Gives:   provisions whose reaches hold keys, and mistakes
Differs: an exemption that cites a section with several provisions reaches it broadly; `despite` and
         `subject to` name all that the cited item holds
"""

from __future__ import annotations

from dataclasses import replace

from legalasp.law.citations import path_segments
from legalasp.law.conditions import Holds, Thing
from legalasp.law.model import Provision, Reaches
from legalasp.mistakes import Mistake

_WHOLE_OUT = ("this law", "the rest of this law")


def link(provisions: list[Provision], known: dict[tuple[str, ...], object], law: str) -> tuple[list[Provision], list[Mistake]]:
    rows = [(path_segments(p.citation.path), p.key) for p in provisions]
    order = list(known)

    def under(segments: tuple[str, ...]) -> list[str]:
        return [key for path, key in rows if path[:len(segments)] == segments]

    def reach(reaches: Reaches, own: str, cited: bool = False) -> Reaches:
        named: list[str] = []
        broad: list[str] = []
        out: set[str] = set()
        for raw in reaches.named:
            mark, body = raw[:1], raw[1:]
            if mark == "*":
                broad += [key for _, key in rows if body in _WHOLE_OUT and key != own or body == "this law"]
            elif mark == "=":
                keys = under(path_segments(tuple(body.split("\x1f"))))
                exact = [key for path, key in rows if path == path_segments(tuple(body.split("\x1f")))]
                (named if cited or len(keys) == len(exact) else broad).extend(keys)
            elif mark == ">":
                first, last = (path_segments(tuple(b.split("\x1f"))) for b in body.split("\x1e"))
                a = order.index(first)
                b = max(i for i, k in enumerate(order) if k[:len(last)] == last)
                inside = set(order[a:b + 1])
                broad += [key for path, key in rows if path in inside]
            elif mark == "~":
                word, *names = body.split("\x1f")
                named += [p.key for p in provisions if p.kind in ("standard", "duty") and isinstance(p.test, Holds) and p.test.atom.word == word
                          and [a.name for a in p.test.atom.args if isinstance(a, Thing)] == names]
            elif mark == "-":
                out.update(under(path_segments(tuple(body.split("\x1f")))))
        return replace(reaches, named=tuple(k for k in dict.fromkeys(named) if k not in out),
                       broad=tuple(k for k in dict.fromkeys(broad) if k not in out))

    linked = []
    for p in provisions:
        lists = reach(Reaches(named=p.lists), p.key) if p.lists is not None else None
        freed = reach(p.reach, p.key)
        if any(raw[:1] == "~" for raw in p.reach.named) and not freed.named:
            p = replace(p, kind="declaration")  # no rule of this law asks it: kept for print
        linked.append(replace(
            p, reach=freed, despite=reach(p.despite, p.key, True),
            subject_to=reach(p.subject_to, p.key, True),
            lists=None if lists is None else (*lists.named, *lists.broad)))
    return linked, []
