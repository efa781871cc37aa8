"""The frame of a file as text, in one form only.

Takes:   `LawTree` or `CaseTree`
Gives:   the text of the file: two blanks a step inward, lines of at most 110 columns, tables aligned
Differs: from what was read in layout only; reading the text gives the same records, and writing them
         gives the same text

What hangs on an item stands in one order: versions, `Not rendered:`, `A breach bars:`, table, items,
tail, notes, doubts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from legalasp.language import marks
from legalasp.language.tree import AskedQuestion, CaseTree, Doubt, Entry, Fact, Item, LawTree, Section, Table, Text

WIDTH = 110
_STEP = "  "
_AHEAD = 200
"""So many characters are enough to see what a line begins with."""


def format_law(law: LawTree) -> str:
    """The text of a law.

    >>> format_law(LawTree("", (), (Section("§ 2", None, Item("", Text(""), not_rendered=Text("fees."))),), name=Text("Oak")))
    'Law: Oak\\n\\n§ 2\\n  Not rendered: fees.\\n'
    """
    page = _Page("law")
    page.head("Law", law.name, law.head)
    for section in law.sections:
        page.section(section)
    if law.presumptions:
        page.heading("Presumptions and burdens")
        for item in law.presumptions:
            page.item(item, 2, False)
    if law.words:
        page.heading("Schedule of words")
        for entry in law.words:
            if len(entry.lines) == 1:
                page.leaf(f"{entry.key}: {entry.lines[0].string}", 2)
            else:
                page.alone(f"{entry.key}:", 2)
                for line in entry.lines:
                    page.text(line.string, 4)
    return page.end()


def format_words(words: LawTree) -> str:
    """The text of a file of words."""
    page = _Page("words")
    page.head("Words", words.name, words.head)
    for entry in words.words:
        page.heading(entry.key)
        for line in entry.lines:
            page.text(line.string, 2)
    return page.end()


def format_case(case: CaseTree) -> str:
    """The text of a case."""
    page = _Page("case")
    page.head("Case", case.name, case.head)
    origin = f" ({case.facts_from.string})" if case.facts_from else ""
    for heading, facts in (("Property and parties", case.parties), (f"Facts{origin}", case.facts), ("Not known", case.unknown),
                           ("Suppose", case.suppositions)):
        if facts or (origin and heading.startswith("Facts")):
            page.alone(heading, 0)
        for fact in facts:
            page.fact(fact)
    if case.questions:
        page.alone("Questions", 0)
    for question in case.questions:
        page.question(question)
    return page.end()


class _Page:
    """Lines as they are written, with what the reader would make of the last one.

    `before` is what already stands on the line: the markers of the items around."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.lines: list[str] = []
        self.last, self.leafy, self.column = "", True, 0

    def end(self) -> str:
        return "\n".join(self.lines) + "\n"

    # ---------------------------------------------------------------- single lines

    def leaf(self, string: str, column: int, before: str | None = None) -> None:
        """A line that begins with a keyword."""
        self.put(string, column, before, 0)
        self.leafy = True

    def text(self, string: str, column: int, before: str | None = None, mark: str = "") -> None:
        """A line that begins with no keyword."""
        if before is None:
            self.apart(string, column)
        self.put(string, column, before, len(mark))
        self.leafy = False

    def alone(self, string: str, column: int, before: str | None = None) -> None:
        """A line that nothing continues."""
        if before is None:
            self.apart(string, column)
        self.lines.append((" " * column if before is None else before) + string)
        self.last, self.leafy = "", True

    def heading(self, string: str) -> None:
        """A line at the margin, with a blank line before it."""
        if self.lines:
            self.lines.append("")
        self.last = ""
        self.alone(string, 0)

    def head(self, key: str, name: Text | None, entries: Iterable[Entry]) -> None:
        if name is not None and (name.string or name.origin):
            self.leaf(_keyed(key, name.string), 0)
        for entry in entries:
            self.leaf(entry.text.string if entry.key == "Version" else _keyed(entry.key, entry.text.string), 0)

    def apart(self, string: str, column: int) -> None:
        """A blank line where the reader would else join the line to the last one."""
        if not self.last:
            return
        mark = marks.mark(string)
        done = marks.finished(self.last)
        if self.leafy and column <= self.column:
            joins = not done and (marks.dangling(self.last) or (marks.cites(string, mark) if mark else string[:1].islower()))
        else:
            joins = not done or (mark is None and column > self.column and not self.last.endswith(":"))
        if joins:
            self.lines.append("")

    def put(self, string: str, column: int, before: str | None, unbroken: int) -> None:
        """Adds lines of at most 110 columns, broken only where the reader joins them again."""
        line = " " * column if before is None else before
        start, good = 0, -1
        for end in [at for at, character in enumerate(string) if character == " " and at > unbroken] + [len(string)]:
            if good > start and len(line) + end - start > WIDTH:
                self.lines.append(line + string[start:good])
                line, start, good = " " * (column + 4), good + 1, -1
            if end < len(string) and self.breaks(string, start, end):
                good = end
        self.lines.append(line + string[start:])
        self.last, self.column = self.lines[-1].strip(), column

    def breaks(self, string: str, start: int, end: int) -> bool:
        before = string[max(start, end - 20):end]
        return not marks.finished(before) and not before.endswith("§") and not marks.starts(string[end + 1:end + _AHEAD], self.kind)

    # ---------------------------------------------------------------- laws

    def section(self, section: Section) -> None:
        until = f" to {section.until}" if section.until else ""
        heading = f" - {section.heading.string}" if section.heading else ""
        self.heading(section.citation + until + heading + _supplied(section.supplied))
        self.body(section.body, 2, False)

    def item(self, item: Item, column: int, listed: bool, before: str | None = None) -> None:
        """An item; `listed`: it stands in a list whose lead ends in a colon."""
        mark, supplied = item.marker, _supplied(item.supplied)
        words = item.text.string + supplied if item.text.string else ""
        inside, leads = column + 2, item.text.string.endswith(":")
        if not mark:
            self.text(words, column, before)
        elif item.heading is not None:
            self.alone(f"{mark} - {item.heading.string}{supplied}", column, before)
            if words:
                self.text(item.text.string, inside)
        elif words and _behind(mark, item.text.string, listed):
            self.text(f"{mark} {words}", column, before, mark)
        elif words or supplied or not self.joined(item, column, before):
            self.alone(mark if words else mark + supplied, column, before)
            if words:
                self.text(words, inside)
        else:
            return
        self.body(item, inside, leads)

    def joined(self, item: Item, column: int, before: str | None) -> bool:
        """Writes an item without text on one line with what stands first in it, if that can be."""
        first = item.children[0] if item.children else None
        begins = first is not None and bool(first.marker) and not item.table and not _cites(first)
        hangs = bool(item.versions or item.not_rendered or item.bars)
        if " to " in item.marker:
            hangs, begins = item.not_rendered is not None and not item.versions, False
        if not marks.ordinals(item.marker.partition(" to ")[0]) or not (hangs or begins):
            return False
        if before is None:
            self.apart(item.marker, column)
            before = " " * column
        self.body(item, column + len(item.marker) + 1, False, f"{before}{item.marker} ")
        return True

    def body(self, item: Item, column: int, leads: bool, before: str | None = None) -> None:
        """What hangs on an item, each on its own line, the first one behind `before`."""
        hanging = [v.string for v in item.versions]
        if item.not_rendered:
            hanging.append(_keyed("Not rendered", item.not_rendered.string))
        hanging += [_keyed("A breach bars", b.text.string) + _supplied(b.supplied) for b in item.bars]
        for string in hanging:
            self.leaf(string, column, before)
            before = None
        if item.table:
            self.table(item.table, column)
        for child in item.children:
            self.item(child, column, leads, before)
            before = None
        if item.tail:
            self.text(item.tail.string, column)
        for note in item.notes:
            self.leaf(_keyed("Note", note.string), column)
        for doubt in item.doubts:
            self.doubt(doubt, column)

    def table(self, table: Table, column: int) -> None:
        widths = [max(_width(row[at].string) if at < len(row) else 0 for row in table.rows) for at in range(max(map(len, table.rows)))]
        for row in table.rows:
            cells = (cell.string + " " * (widths[at] - _width(cell.string)) for at, cell in enumerate(row))
            self.alone("| " + " | ".join(cells) + " |", column, " " * column)

    def doubt(self, doubt: Doubt, column: int) -> None:
        self.leaf(_keyed(f'Doubt "{doubt.name}"', doubt.question.string), column)
        self.leafy = False
        for reading in doubt.readings:
            name = f'Reading "{reading.name}"'
            self.alone(name + (":" if reading.items else "."), column + 2, " " * (column + 2))
            for item in reading.items:
                self.item(item, column + 4, False)
            for ground in reading.favored_by:
                self.leaf(_keyed("Favored by", ground.string), column + 4)
        if doubt.better is not None:
            name = f'Better reading: "{doubt.better}"'
            self.leaf(_keyed(name, doubt.better_because.string) if doubt.better_because else name + ".", column + 2)

    # ---------------------------------------------------------------- cases

    def fact(self, fact: Fact) -> None:
        sources = "".join(f" (Source: {s.string})" for s in fact.sources)
        mark = fact.marker + " " if fact.marker else ""
        self.text(mark + (fact.text.string + sources).strip(), 2, None, fact.marker)
        if fact.table:
            self.table(fact.table, 4)

    def question(self, question: AskedQuestion) -> None:
        mark = question.marker + " " if question.marker else ""
        self.text(mark + question.text.string, 2, None, question.marker)
        for expected in question.expected:
            names = " and ".join(f'"{name}"' for name in expected.readings)
            where = f" on the reading{'s' if len(expected.readings) > 1 else ''} {names}" if names else ""
            self.leaf(_keyed(expected.key + where, expected.text.string), 4)


def _behind(mark: str, words: str, listed: bool) -> bool:
    """Is `(a) words` read as the item `(a)` with these words?"""
    found = marks.mark(f"{mark} {words}")
    if found is None or found.string != mark or words.startswith("- ") or marks.keyword(words):
        return False
    inner = marks.mark(words)
    if inner and not marks.cites(words, inner) and not marks.initial(words):
        return False
    return listed or not marks.cites(f"{mark} {words}", found)


def _cites(item: Item) -> bool:
    """Would the item, behind another marker, be taken for a sentence that begins with a citation?"""
    found = marks.mark(f"{item.marker} {item.text.string}")
    return found is None or marks.initial(item.marker) or marks.cites(f"{item.marker} {item.text.string}", found)


def _supplied(flag: bool) -> str:
    return " [supplied]" if flag else ""


def _width(string: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in string)


def _keyed(key: str, string: str) -> str:
    return f"{key}: {string}" if string else f"{key}:"
