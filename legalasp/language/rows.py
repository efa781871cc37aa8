"""Reads rows of clauses that share a beginning or an end.

Takes:   a stretch of a sentence
Gives:   `Rows.coordinated`: `P X, Y or Z S` as `P X S`, `P Y S` or `P Z S`
Differs: from single clauses in that what is shared stands once in the text
"""

from __future__ import annotations

from collections.abc import Iterator

from legalasp.language.stretch import Reading, Stretch
from legalasp.language.syntax import (
    Clause,
    Junction,
)


_VERBS = frozenset("is are was were be has have had does do did must may will".split())


class Rows(Reading):
    """Reads rows of clauses."""

    # ------------------------------------------------------------ coordination

    def coordinated(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        """`P X, Y or Z S` as `P X S`, `P Y S` or `P Z S`; `neither X nor Y`, as none of them."""
        low = self.words(t)
        if "neither" in low and "nor" in low:
            i, j = low.index("neither"), low.index("nor")
            yield from self._distributed(t[:i], [t[i + 1:j]], t[j + 1:], "none", tenses)
            return
        for last in range(len(t) - 2, 0, -1):
            word = low[last]
            if word not in ("and", "or"):
                continue
            before = last - 1 if low[last - 1] == "," else last
            commas = [k for k in range(before) if low[k] == ","]
            for chain in range(len(commas) + 1):
                cuts = commas[len(commas) - chain:]
                ends = [*cuts, before]
                first_end = ends[0]
                middle = [t[a + 1:b] for a, b in zip(ends, ends[1:])]
                if any(not m for m in middle):
                    continue
                yield from self._distributed(t[:first_end], middle, t[last + 1:], "all" if word == "and" else "any", tenses, True, before < last)

    def _distributed(self, left: Stretch, middle: list[Stretch], right: Stretch, mode: str, tenses: frozenset[str],
                     shaped: bool = False, comma: bool = False) -> Iterator[Clause]:
        """`left` holds the shared beginning and the first member, `right` the last and the shared end."""
        # a member that is a whole clause starts a clause of its own; else the longest shared beginning
        starts = [0, *range(len(left) - 1, 0, -1)] if shaped else [len(left)]
        if not shaped:  # neither X nor Y: the first member is `middle`, the last begins `right`
            first, results = middle[0], []
            for s in range(len(right), 0, -1):
                parts = [self.clause((*left, *x, *right[s:]), tenses) for x in (first, right[:s])]
                if all(parts):
                    results += [Junction("none", (a, b)) for a in parts[0] for b in parts[1]]
                    break
            yield from results
            return
        for end in range(len(right), 0, -1):
            for begin in starts:
                if begin and self._counts_apart(left[:begin]):
                    continue  # the lots that are in the park and those that are vacant are not the lots that are both
                members = [left[begin:], *middle, right[:end]]
                if not all(members) or not self._alike(members) or "not" in self.words(left[:begin]) or any(self.low[m[0]] == "not" for m in members):
                    continue  # `not` before a row is refused: not both, or neither?
                if len({self.low[m[0]] == "not" for m in members}) > 1:
                    continue  # `is not enlarged or extended`
                if len({self.words(m) for m in members}) < len(members):
                    continue  # a word is missing: `changed in or in construction`
                if comma and len(members) == 2 and begin and not self._shape(members[1]).startswith("verb"):
                    continue  # a member is missing: `is enlarged, or reconstructed`
                read: list[tuple[Clause, ...]] = []
                for member in members:
                    nodes = self.clause((*left[:begin], *member, *right[end:]), tenses)
                    if not nodes:
                        break
                    read.append(nodes)
                if len(read) == len(members):
                    for row in _product(read):
                        yield Junction(mode, _flat(mode, row))
                    if begin == 0 and end == len(right):
                        return  # each member is a clause of its own: nothing is shared
                    if begin == 0:
                        break

    def _counts_apart(self, shared: Stretch) -> bool:
        """Does a shared beginning end within the `that` clause of a noun that is counted? Each member would count anew."""
        low = self.words(shared)
        that = max((k for k, word in enumerate(low) if word in ("that", "who")), default=-1)
        counted = any(low[k:k + 2] in (("for", "each"), ("number", "of"), ("percent", "of")) for k in range(that))
        return counted and sum(word in _VERBS for word in low[that + 1:]) < 2

    def _alike(self, members: list[Stretch]) -> bool:
        """Do the members of a row begin alike? Keeps the search short and the rows sensible."""
        shapes = {self._shape(m) for m in members}
        return len(shapes) == 1 or (shapes <= {"noun", "name", "det"} and len(shapes) <= 2)

    def _shape(self, t: Stretch) -> str:
        word = self.low[t[0]]
        if word in ("a", "an", "the", "each", "every", "no", "another"):
            return "det"
        if word in ("is", "are", "was", "were", "be", "has", "have", "does", "do", "did", "will"):
            return "verb " + ("have" if word in ("has", "have") else "be")
        if word in ("on", "in", "at", "before", "after", "within", "for", "by", "with", "since", "under", "until", "from", "to", "of"):
            return "prep " + word
        if word in ("that", "which", "who", "if"):
            return "that"
        if self.tokens[t[0]].kind in ("number", "cite", "quote"):
            return self.tokens[t[0]].kind
        return "name" if self.tokens[t[0]].string[:1].isupper() else "noun"


def _flat(mode: str, row: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """`(a and b) and c` is one row of three."""
    return tuple(c for part in row for c in (part.parts if isinstance(part, Junction) and part.mode == mode and mode != "none" else (part,)))


def _product(rows: list[tuple[Clause, ...]]) -> Iterator[tuple[Clause, ...]]:
    if not rows:
        yield ()
        return
    for first in rows[0]:
        for rest in _product(rows[1:]):
            yield (first, *rest)
