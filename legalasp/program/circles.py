"""Circles: which statuses could chase each other through a "not", and the stages that settle them.

Takes:   a graph: each status with the statuses it looks at, and whether through a "not"
Gives:   `stage`: where no circle is possible, one stage for everything; else the stages of each
         status, the stage at which it looks for what is not so, and the copies made for lookers-on
Differs: from the answer-set semantics in that a live circle costs no answer: it comes out as the
         gap between what is possible and what is sure (the well-founded model, theory 3 and 11)

Stage 0 is that of a status that no circle touches. A status in a circle is worked out at stages 1
to N: odd stages take too much for true (stage 1 believes every "not"), even ones too little, and the
last two hold what is possible and what is sure. A status that only looks on at a circle has those two.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

Status = Hashable
Looks = Mapping[Any, Mapping[Any, bool]]
"""Each status with those it looks at; True: (also) through a "not"."""

BEFORE_ALL = -1
"""The stage at which nothing has been derived yet."""


@dataclass(frozen=True)
class Stages:
    at: Mapping[Status, tuple[int, ...]]
    before: Mapping[Status, Mapping[int, int]]
    copies: Mapping[Status, Mapping[int, int]]
    possible: int
    sure: int
    """The last two stages; both 0 where no circle is possible."""
    circles: tuple[tuple[Status, ...], ...]

    def last(self, status: Status) -> tuple[int, int]:
        """The stages that hold what is possible and what is sure of a status."""
        return (0, 0) if self.at[status] == (0,) else (self.possible, self.sure)


def stage(looks: Looks) -> Stages:
    components = strong_components(looks)
    home = {s: number for number, c in enumerate(components) for s in c}
    circular = {
        number
        for number, c in enumerate(components)
        if any(negative and home[t] == number for s in c for t, negative in looks[s].items())
    }
    if not circular:
        return Stages({s: (0,) for s in looks}, {s: {0: 0} for s in looks}, {}, 0, 0, ())
    # Each over- and under-estimate together settle at least one thing that is looked at through a
    # "not"; a status holds at most two such things (that it applies, that it bites). Stage 1 knows
    # nothing of what no circle touches, which costs one round more.
    denied = {t for s in looks for t, negative in looks[s].items() if negative and home[t] == home[s]}
    sure = 4 * len(denied) + 4
    possible = sure - 1
    at: dict[Status, tuple[int, ...]] = {}
    before: dict[Status, dict[int, int]] = {}
    for number, component in enumerate(components):
        touched = any(at[t] != (0,) for s in component for t in looks[s] if home[t] != number)
        for s in component:
            if number in circular:
                at[s] = tuple(range(1, sure + 1))
                before[s] = {k: k - 1 if k > 1 else BEFORE_ALL for k in at[s]}
            elif touched:
                at[s] = (possible, sure)
                before[s] = {possible: sure, sure: possible}
            else:
                at[s] = (0,)
                before[s] = {0: 0}
    copies: dict[Status, dict[int, int]] = {}
    for s, seen in looks.items():
        asked = (set(at[s]) | set(before[s].values())) - {BEFORE_ALL}
        for t in seen:
            if home[t] == home[s]:
                continue
            own = copies.setdefault(t, {})
            for k in asked:
                if k not in at[t]:
                    own[k] = 0 if at[t] == (0,) else possible if k % 2 else sure
    return Stages(at, before, copies, possible, sure, tuple(tuple(components[n]) for n in sorted(circular)))


def strong_components(looks: Looks) -> list[list[Status]]:
    """Tarjan's strongly connected components, those looked at first; without recursion."""
    order: dict[Status, int] = {}
    low: dict[Status, int] = {}
    stack: list[Status] = []
    on_stack: set[Status] = set()
    components: list[list[Status]] = []
    for root in looks:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(looks[root]))]
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(looks[other])))
                    break
                if other in on_stack:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    components.append(component)
    return components
