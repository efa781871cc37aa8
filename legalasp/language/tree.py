"""The frame of a law file and of a case file, as plain records with their places.

Takes:   nothing
Gives:   `LawTree`, `CaseTree` and what they are made of
Differs: from the text in that lines are joined to items and items are nested; the sentences are
         still text (`Text`), read later against the declared words
"""

from __future__ import annotations

from dataclasses import dataclass, field

from legalasp.mistakes import Place


@dataclass(frozen=True, slots=True)
class Text:
    """One logical line, wrapped lines joined by single blanks, curly quotes and long dashes made
    plain. `origin[i]` is (line, column), counted from 1, of the character `string[i]`."""

    string: str
    origin: tuple[tuple[int, int], ...] = field(repr=False, compare=False, default=())
    file: str = field(compare=False, default="")
    lines: tuple[str, ...] = field(repr=False, compare=False, default=())
    """The physical lines of the whole file, shared, for showing the place of a mistake."""

    def place(self, start: int = 0, end: int | None = None, note: str = "") -> Place:
        """The place of `string[start:end]`, cut at the end of its first physical line."""
        if not self.origin:
            return Place(self.file)
        end = len(self.string) if end is None else end
        start = min(start, len(self.origin) - 1)
        line, column = self.origin[start]
        last = start
        while last + 1 < min(end, len(self.origin)) and self.origin[last + 1][0] == line:
            last += 1
        shown = self.lines[line - 1] if line - 1 < len(self.lines) else ""
        return Place(self.file, line, column, self.origin[last][1] + 1, shown, note)

    def part(self, start: int, end: int | None = None) -> "Text":
        """The stretch `string[start:end]` as a text of its own, with its places, blanks stripped."""
        end = len(self.string) if end is None else end
        while start < end and self.string[start] == " ":
            start += 1
        while end > start and self.string[end - 1] == " ":
            end -= 1
        return Text(self.string[start:end], self.origin[start:end], self.file, self.lines)


@dataclass(frozen=True, slots=True)
class Entry:
    """`Key: text` of a head or of a schedule, with the plain lines that stand under it."""

    key: str
    text: Text
    lines: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; the first row holds the headings."""

    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """`A breach bars: placing a home on a lot [supplied]`."""

    text: Text
    supplied: bool


@dataclass(frozen=True, slots=True)
class Reading:
    name: str
    items: tuple["Item", ...]
    """The sentences that hold on this reading; none where it only names a side."""
    favored_by: tuple[Text, ...] = ()
    place: Place | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class Doubt:
    """`Doubt "name": question` with its readings and, where marked, the better one."""

    name: str
    question: Text
    readings: tuple[Reading, ...]
    better: str | None = None
    better_because: Text | None = None
    place: Place | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class Item:
    """A marked stretch of law: `(a)`, `1.`, `[2]`, `[Class A home]` or, without a marker (""), a bare
    sentence. `text` is the sentence, or the lead of a list that ends in a colon, or empty where the
    item only holds others. `tail` is what follows a list at the level of its lead."""

    marker: str
    text: Text
    children: tuple["Item", ...] = ()
    tail: Text | None = None
    table: Table | None = None
    bars: tuple[Bars, ...] = ()
    notes: tuple[Text, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    versions: tuple[Text, ...] = ()
    """`Added by …, from …` and `Until …` lines."""
    not_rendered: Text | None = None
    heading: Text | None = None
    supplied: bool = False
    """True where the line ends in `[supplied]`: the text does not contain this rule."""
    place: Place | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class Section:
    """`§ 9.B.i.5 - Minimum lot size`; `until` is set for `§ 9.A.1.b to § 9.A.1.d`."""

    citation: str
    heading: Text | None
    body: Item
    """An item without marker that holds the section's own sentences, items, notes, bars, doubts."""
    until: str | None = None
    supplied: bool = False
    place: Place | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class LawTree:
    file: str = field(compare=False)
    head: tuple[Entry, ...]
    sections: tuple[Section, ...]
    presumptions: tuple[Item, ...] = ()
    """Sentences under the heading `Presumptions and burdens`."""
    words: tuple[Entry, ...] = ()
    """The entries of `Schedule of words`, or all entries of a file of words (`Words: name`)."""
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    text: Text
    marker: str = ""
    sources: tuple[Text, ...] = ()
    """`(Source: exhibit 3.)` and `according to …`, without the brackets."""
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """`Answer:`, `Answer on the reading "x":`, `Missing:`, `Conditions:`, `Because:` … under a question."""

    key: str
    text: Text
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    text: Text
    marker: str = ""
    expected: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseTree:
    file: str = field(compare=False)
    name: Text
    head: tuple[Entry, ...]
    parties: tuple[Fact, ...] = ()
    facts: tuple[Fact, ...] = ()
    unknown: tuple[Fact, ...] = ()
    suppositions: tuple[Fact, ...] = ()
    questions: tuple[AskedQuestion, ...] = ()
    facts_from: Text | None = None
    """`from exhibits 1 to 3` of a heading `Facts (from exhibits 1 to 3)`."""
