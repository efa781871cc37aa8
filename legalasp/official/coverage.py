"""How much of an official text its rendering accounts for.

Takes:   a checked law, and an official text held against the ties
Gives:   `Coverage`: for each passage how it is rendered, the numbers that the rendering lacks, drift
Differs: from the ties in that it looks at what stands under the citation: a passage that is tied to `Not rendered`
         is not rendered

A number of the official text must stand somewhere under its citation: as a number, in words, or in a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from legalasp.language.numerals import NUMBER_WORDS
from legalasp.law.model import Law
from legalasp.official.blocks import HEAD, Block, blocks
from legalasp.official.text import Passage
from legalasp.official.ties import BY_PLACE, NONE, Attached, Tie

KINDS = ("rule", "finding", "procedure", "note", "heading", "history", "not rendered", "unaccounted")
"""How a passage can be rendered; the last two are what is left to do."""

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:\s+\d+/\d+)?|\d+/\d+")
_REFERENCE = re.compile(
    r"(?:§+|\b[Ss]ections?|\bSECTION|\b[Ss]ubsections?|\b[Cc]hapters?|\b[Pp]arts?|\b[Tt]itle|\b[Aa]rticles?|\b[Pp]aragraphs?|L\.L\.\s*No\.|\bNo\.)"
    r"\s*[-\w().:]+(?:(?:\s*,\s*|\s+and\s+|\s+or\s+|\s+to\s+)[\d][-\w().:]*)*")


@dataclass(frozen=True)
class Covered:
    passage: Passage
    citation: str
    kind: str
    by_place: bool
    numbers_lacking: tuple[str, ...]

    def line(self) -> str:
        mark = f"{self.passage.mark} " if self.passage.mark else ""
        return f"line {self.passage.line:<4} {self.citation:<24} {self.kind:<12} {mark}{_short(self.passage.text)}"


@dataclass(frozen=True)
class Coverage:
    rows: tuple[Covered, ...]
    changed: tuple[tuple[Passage, Tie], ...]
    new: tuple[Passage, ...]
    gone: tuple[Tie, ...]

    @property
    def counts(self) -> Counter[str]:
        return Counter(row.kind for row in self.rows)

    @property
    def speaking(self) -> int:
        """How many passages say something: all but headings and histories."""
        return sum(row.kind not in ("heading", "history") for row in self.rows)

    @property
    def accounted(self) -> int:
        return sum(row.kind not in ("heading", "history", "not rendered", "unaccounted") for row in self.rows)

    @property
    def whole(self) -> bool:
        """Nothing is left out, nothing has changed, every number is there."""
        return self.accounted == self.speaking and not (self.changed or self.new or self.gone) and not any(r.numbers_lacking for r in self.rows)

    def left(self, every: bool = False) -> Iterator[tuple[str, list[str]]]:
        """What is left to do, under headings; with `every`, each passage first."""
        if every:
            yield "Passages", [row.line() for row in self.rows]
        for kind, head in (("not rendered", "Not rendered"), ("unaccounted", "Accounted for by nothing")):
            rows = [row.line() for row in self.rows if row.kind == kind]
            if rows:
                yield head, rows
        lacking = [f"{row.line()}  lacks {', '.join(row.numbers_lacking)}" for row in self.rows if row.numbers_lacking]
        if lacking:
            yield "Numbers that the rendering lacks under that citation", lacking
        loose = [row.line() for row in self.rows if row.by_place]
        if loose:
            yield "Tied by their place alone (nothing in common with the rendering): look at these", loose
        if self.changed:
            yield "Changed since they were rendered", [f"line {p.line}  {t.citation}  {_short(p.text)}" for p, t in self.changed]
        if self.new:
            yield "New since the rendering", [f"line {p.line}  {_short(p.text)}" for p in self.new if p.kind == "sentence"]
        if self.gone:
            yield "Rendered, but in the text no more", [f"{t.citation}  ({t.words} words)" for t in self.gone]

    def json(self) -> dict[str, object]:
        return {
            "passages": [{"line": r.passage.line, "citation": r.citation, "kind": r.kind, "by_place": r.by_place,
                          "numbers_lacking": list(r.numbers_lacking)} for r in self.rows],
            "counts": dict(self.counts), "speaking": self.speaking, "accounted": self.accounted,
            "changed": [{"line": p.line, "citation": t.citation} for p, t in self.changed],
            "new": [p.line for p in self.new], "gone": [t.citation for t in self.gone],
        }


def _short(text: str) -> str:
    return text if len(text) <= 72 else text[:71].rstrip() + "…"


def coverage(law: Law, attached: Attached) -> Coverage:
    places = {b.citation: b for b in blocks(law)}
    rows = [_covered(p, t, places) for p, t in (*attached.tied, *attached.changed)]
    rows += [Covered(p, NONE, p.kind if p.kind != "sentence" else "unaccounted", False, ()) for p in attached.new]
    return Coverage(tuple(sorted(rows, key=lambda r: r.passage.number)), attached.changed, attached.new, attached.gone)


def _covered(p: Passage, t: Tie, places: dict[str, Block]) -> Covered:
    if t.citation == NONE:
        return Covered(p, NONE, p.kind if p.kind != "sentence" else "heading", False, ())
    block = places.get(t.citation)
    if block is None:
        return Covered(p, t.citation, "unaccounted", False, ())
    near = [b for b in places.values() if b is block or _around(b, block)]
    said = {n for b in near for n in numbers(b.text, references=True)}
    lacking = tuple(str(n) for n in numbers(p.text) if n not in said) if block.kind != "not rendered" else ()
    return Covered(p, t.citation, block.kind, t.how == BY_PLACE, lacking)


def _around(one: Block, other: Block) -> bool:
    """Whether one stands under the other, or is the head of the law."""
    a, b = one.segments, other.segments
    return one.citation == HEAD or a[: len(b)] == b or b[: len(a)] == a


def numbers(text: str, references: bool = False) -> tuple[Fraction, ...]:
    """The numbers of a text, each once; those in citations of other sections are no quantities, unless `references`."""
    rest = text if references else _REFERENCE.sub(" ", text)
    found = []
    for written in _NUMBER.findall(rest):
        parts = written.replace(",", "").split()
        try:
            found.append(sum(map(Fraction, parts), Fraction(0)))
        except (ValueError, ZeroDivisionError):
            continue
        if references:
            found += [Fraction(x) for x in parts if "/" not in x]
    found += [Fraction(value) for value in _in_words(rest) if references or value > 1]
    return tuple(dict.fromkeys(found))


def _in_words(text: str) -> Iterator[int]:
    """Numbers written in words: `twenty-five`, `seven hundred twenty`, `four thousand`. One is mostly an article."""
    said = [w for run in re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower()) for w in ([run] if run in NUMBER_WORDS else run.split("-"))]
    whole = last = 0  # `whole` is what the thousands come to, `last` what has been said since
    for word in [*said, ""]:
        value = NUMBER_WORDS.get(word, 0)
        if word == "hundred" and 0 < last < 100:
            last *= 100
        elif word == "thousand" and last:
            whole, last = whole + last * 1000, 0
        elif value and (not last or (last >= 100 and not last % 100 and value < 100) or (last % 100 >= 20 and not last % 10 and value < 10)):
            last += value
        else:
            if whole + last:
                yield whole + last
            whole, last = 0, value
