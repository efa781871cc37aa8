"""Which place of a rendering each passage of the official text belongs to: a proposal.

Takes:   passages, and the blocks of a law
Gives:   `align(...)`: for each passage the number of its block, or None
Differs: from a look-up in that both follow the same order, so that the best way through both is sought as a whole:
         what a passage shares with a block (rare words and numbers most), the mark of its list, and no going back
         without need

A person may correct what is proposed; what was tied by hand is never tied anew.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from legalasp.official.blocks import Block
from legalasp.official.text import Passage

_WORD = re.compile(r"[a-z]+|\d[\d,]*(?:\.\d+)?")
_COMMON = frozenset(
    "the a an of or and to in on for by with such as is be shall must may that this any at from not no it all which "
    "has have are if when".split())
MARK_WEIGHT = 0.25
STEP_BACK = 0.6
STEP_OVER = 0.012
"""What it costs to pass over a block; many small steps are no sign of a mistake."""
_WORTH = 0.06
"""Less than this in common is nothing in common."""


def terms(text: str) -> Counter[str]:
    found = []
    for w in _WORD.findall(text.lower()):
        if w[0].isdigit():
            found.append(w.replace(",", ""))
        elif w not in _COMMON:
            found.append(_stem(w))
    return Counter(found)


def _stem(word: str) -> str:
    for ending in ("ations", "ation", "ments", "ment", "ings", "ing", "ies", "ied", "ed", "es", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def align(passages: Sequence[Passage], places: Sequence[Block], fixed: dict[int, int] | None = None) -> list[int | None]:
    """For each passage the index of its block. `fixed`: what is known, by index of the passage."""
    fixed = fixed or {}
    alike = _alike(passages, places)
    best: list[list[float]] = []
    back: list[list[int]] = []
    count = len(places)
    for n in range(len(passages)):
        row = [alike[n][m] if n not in fixed or fixed[n] == m else -1e6 for m in range(count)]
        if not best:
            best.append([value - m * STEP_OVER for m, value in enumerate(row)])
            back.append([0] * count)
            continue
        before = best[-1]
        # The best so far at a block to the left, each step costing a little; or a jump back, which costs more.
        top = max(range(count), key=before.__getitem__)
        reach, came, left = [], [], 0
        for m in range(count):
            if before[m] + m * STEP_OVER >= before[left] + left * STEP_OVER or m == 0:
                left = m
            forward = before[left] - (m - left) * STEP_OVER
            backward = before[top] - STEP_BACK
            reach.append(max(forward, backward))
            came.append(left if forward >= backward else top)
        best.append([reach[m] + row[m] for m in range(count)])
        back.append(came)
    return _walk_back(best, back, alike)


def _walk_back(best: list[list[float]], back: list[list[int]], alike: list[list[float]]) -> list[int | None]:
    if not best:
        return []
    at = max(range(len(best[-1])), key=best[-1].__getitem__)
    found: list[int | None] = []
    for n in range(len(best) - 1, -1, -1):
        found.append(at if alike[n][at] > _WORTH else None)
        at = back[n][at]
    return found[::-1]


def _alike(passages: Sequence[Passage], places: Sequence[Block]) -> list[list[float]]:
    own = [terms(" ".join((b.text, *b.segments, *b.segments, *b.segments))) for b in places]
    rarity = Counter(t for counted in own for t in counted)
    def weight(term: str) -> float:
        return math.log(1 + len(places) / (0.5 + rarity[term])) * (1.6 if term[0].isdigit() else 1)
    lengths = [math.sqrt(sum(weight(t) ** 2 for t in c)) or 1.0 for c in own]
    having: dict[str, list[int]] = {}
    for m, counted in enumerate(own):
        for t in counted:
            having.setdefault(t, []).append(m)
    rows = []
    for p in passages:
        wanted = terms(p.text)
        length = math.sqrt(sum(weight(t) ** 2 for t in wanted)) or 1.0
        row = [0.0] * len(places)
        for t in wanted:
            for m in having.get(t, ()):
                row[m] += weight(t) ** 2
        row = [value / (length * lengths[m]) for m, value in enumerate(row)]
        mark = p.mark.strip("().").lower()
        if mark:
            for m, b in enumerate(places):
                if row[m] > _WORTH and b.segments[-1].strip("()[].").lower() == mark:
                    row[m] += MARK_WEIGHT
        rows.append(row)
    return rows
