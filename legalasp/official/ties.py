"""Which passage stands under which citation, kept beside the law.

Takes:   a file `LAW.passages`, or a checked law and an official text
Gives:   `Tie`s: a passage's fingerprint, how many words it has, the citation, who tied them
Differs: from the text in that no word of it is kept: a fingerprint recognizes a passage, and its sketch a changed one

A line is: fingerprint, words, sketch, `tied` or `by place` or `by hand`, citation. A person may change the citation
and write `by hand`; what is by hand stays as it is when the text is attached again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from legalasp.law.model import Law
from legalasp.mistakes import Mistake, Mistaken, Place
from legalasp.official.align import align
from legalasp.official.blocks import HEAD, blocks
from legalasp.official.text import OfficialText, Passage

TIED, BY_PLACE, BY_HAND, NONE = "tied", "by place", "by hand", "-"
UNKNOWN = "unknown"
ENDING = ".passages"
LIKE_ENOUGH = 0.5
"""So much of its sketch must a passage share to be taken for a changed one."""
_LINE = re.compile(r"(?P<fingerprint>[0-9a-f]{12})  (?P<words>\d+)  (?P<sketch>[0-9a-f.]*)  (?P<how>tied|by place|by hand|-)  (?P<cite>.+)")
_HEADING = """# Which passage of the official text stands under which citation, by fingerprints of its words.
# Written by `legalasp attach`. To correct a line, change its citation and write `by hand` before it.
# Columns: fingerprint, number of words, sketch, how it was tied, citation.
"""


@dataclass(frozen=True)
class Tie:
    fingerprint: str
    words: int
    sketch: frozenset[str]
    how: str
    citation: str
    """As spoken within the law; `head` for the law as a whole; `-` for what is no provision (headings, histories);
    `unknown` for what nothing renders."""

    def __str__(self) -> str:
        return f"{self.fingerprint}  {self.words}  {'.'.join(sorted(self.sketch))}  {self.how}  {self.citation}"


def ties_path(law: Law) -> Path:
    return Path(law.file).with_suffix(ENDING)


def read_ties(path: Path) -> list[Tie]:
    """The ties kept in a file; none where there is no file. Raises `Mistaken` for a line that is no tie."""
    if not path.is_file():
        return []
    found, wrong = [], []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.rstrip())
        if match:
            sketch = frozenset(filter(None, match["sketch"].split(".")))
            found.append(Tie(match["fingerprint"], int(match["words"]), sketch, match["how"], match["cite"]))
        else:
            wrong.append(Mistake("unreadable-tie", "This line ties no passage to a citation.", (Place(str(path), number, 1, len(line) + 1, line),),
                                 "write: fingerprint, words, sketch, `by hand`, citation, with two spaces between them"))
    if wrong:
        raise Mistaken(wrong)
    return found


def write_ties(path: Path, ties: Iterable[Tie]) -> None:
    path.write_text(_HEADING + "".join(f"{t}\n" for t in ties), "utf-8")


def tie(law: Law, text: OfficialText, known: Sequence[Tie] = ()) -> list[Tie]:
    """Every passage tied: by hand where it was, else by what it shares with a place, else by the places around it."""
    places = blocks(law)
    index = {b.citation: n for n, b in enumerate(places)}
    by_hand = {t.fingerprint: t for t in known if t.how == BY_HAND}
    speaking = [p for p in text.passages if p.kind == "sentence" or p.fingerprint in by_hand]
    fixed = {n: index[t.citation] for n, p in enumerate(speaking) if (t := by_hand.get(p.fingerprint)) and t.citation in index}
    chosen = dict(zip((p.number for p in speaking), align(speaking, places, fixed), strict=True))
    found: list[Tie] = []
    last: str | None = None
    for p in text.passages:
        own = by_hand.get(p.fingerprint)
        if own is not None:
            made = own
        elif p.kind != "sentence":
            made = _made(p, NONE, NONE)
        elif (at := chosen[p.number]) is not None:
            made = _made(p, TIED, places[at].citation)
        elif p.mark:  # an item of its own that has nothing in common with the rendering
            made = _made(p, NONE, UNKNOWN)
        else:
            made = _made(p, BY_PLACE, last or HEAD)
        found.append(made)
        if made.how != NONE:
            last = made.citation
    return found


def _made(p: Passage, how: str, citation: str) -> Tie:
    return Tie(p.fingerprint, len(p.words), p.sketch, how, citation)


# ---------------------------------------------------------------- an official text, held against the ties


@dataclass(frozen=True)
class Attached:
    """The passages of a text with their ties. `changed`: passages that differ from what was rendered, with the tie
    of what they were; `new`: passages that nothing rendered is like; `gone`: ties whose passage is not there any more."""

    text: OfficialText
    tied: tuple[tuple[Passage, Tie], ...]
    changed: tuple[tuple[Passage, Tie], ...]
    new: tuple[Passage, ...]
    gone: tuple[Tie, ...]

    def under(self, citation: str) -> tuple[Passage, ...]:
        """The official words that stand under a citation, as spoken within the law."""
        return tuple(p for p, t in (*self.tied, *self.changed) if t.citation == citation)


def attach(text: OfficialText, ties: Sequence[Tie]) -> Attached:
    left: dict[str, list[Tie]] = {}
    for t in ties:
        left.setdefault(t.fingerprint, []).append(t)
    tied, strange = [], []
    for p in text.passages:
        if left.get(p.fingerprint):
            tied.append((p, left[p.fingerprint].pop(0)))
        else:
            strange.append(p)
    gone = [t for rest in left.values() for t in rest]
    changed, new = [], []
    for p in strange:
        near = max(gone, key=lambda t: _likeness(p, t), default=None)
        if near is not None and _likeness(p, near) >= LIKE_ENOUGH:
            gone.remove(near)
            changed.append((p, near))
        else:
            new.append(p)
    return Attached(text, tuple(tied), tuple(changed), tuple(new), tuple(t for t in gone if t.citation != NONE))


def _likeness(p: Passage, t: Tie) -> float:
    most = max(len(p.sketch), len(t.sketch)) or 1
    return len(p.sketch & t.sketch) / most

