"""The official words, by citation.

Takes:   a checked law, and an official text held against the ties
Gives:   `Quotes`: the passages under a citation of the rendering, as they stand in the user's file
Differs: from the ties in that a supplied mark (`[1]`) leads to the words of the place above it, since the official text
         has no such mark
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from legalasp.law.model import Law
from legalasp.official.blocks import blocks
from legalasp.official.text import Passage
from legalasp.official.ties import Attached


@dataclass(frozen=True)
class Quote:
    citation: str
    """The place of the official text: `Oak § 4`."""
    words: str
    lines: tuple[int, int]
    """First and last line of the user's file on which a quoted passage begins."""
    changed: bool = False
    """Whether the text has changed since it was rendered."""

    def __str__(self) -> str:
        first, last = self.lines
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        changed = "; changed since it was rendered" if self.changed else ""
        return f"{self.citation} ({where} of the official text{changed}): \"{self.words}\""


@dataclass(frozen=True)
class Quotes:
    law: Law
    attached: Attached

    @cached_property
    def _places(self) -> dict[str, str]:
        return {str(p.citation): b.citation for b in blocks(self.law) for p in b.provisions}

    @cached_property
    def _changed(self) -> frozenset[int]:
        return frozenset(p.number for p, _ in self.attached.changed)

    def __call__(self, citation: str) -> Quote | None:
        """The official words of a provision; None where nothing of the text is tied to it."""
        place = self._places.get(citation)
        passages = sorted(self.attached.under(place), key=lambda p: p.number) if place else []
        if not passages:
            return None
        words = " … ".join(_run(run) for run in _runs(passages))
        lines = (passages[0].line, passages[-1].line)
        return Quote(f"{self.law.name} {place}", words, lines, any(p.number in self._changed for p in passages))


def _runs(passages: list[Passage]) -> list[list[Passage]]:
    """Passages that follow one another without a gap."""
    found: list[list[Passage]] = []
    for p in passages:
        if found and p.number == found[-1][-1].number + 1:
            found[-1].append(p)
        else:
            found.append([p])
    return found


def _run(passages: list[Passage]) -> str:
    return " ".join(f"{p.mark} {p.text}".strip() for p in passages)
