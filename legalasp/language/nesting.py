"""Lines joined and nested.

Takes:   `Line`s, one after another
Gives:   lark tokens, one for each logical line (its value a `Row`), with _INDENT and _DEDENT between them
Differs: wrapped lines are joined; a line belongs to the nearest line above it that stands further left,
         and indentation that fits no line above is already reported

Columns count from 0 here. `(1) [1] From …` is two logical lines, the second inside the first.
What begins a line is told apart in `layout`, for each kind of file.
"""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lark import Token
from lark.lexer import Lexer

from legalasp.language import marks
from legalasp.language.lines import Line, joined, nothing
from legalasp.language.tree import Text
from legalasp.mistakes import Mistake, Place

MISTAKES = ("uneven-indentation", "unindented-line", "missing-colon", "too-deep", "misspelt-keyword", "unknown-key", "unknown-heading",
            "malformed-section")

LEAVES = frozenset({"HEAD", "NOTE", "BARS", "NOT_RENDERED", "VERSION", "FAVORED", "BETTER", "EXPECT", "ROW"})
_ALIGNED = frozenset({"ITEM", "SENTENCE", "FACT", "QUESTION", "ENTRY", "WORDS"})
_SUPPLIED = frozenset({"ITEM", "SENTENCE", "BARS", "SECTION", "PRESUMPTIONS"})
_LISTS = frozenset({"ITEM", "SENTENCE"})
_DEEPEST = 30


class FrameLexer(Lexer):
    """Hands tokens that `layout` has made to lark."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        yield from lexer_state.text


@dataclass(slots=True)
class Row:
    """One logical line: its kind, its marker or key, its text."""

    kind: str
    column: int
    pieces: list[Text]
    whole: Text
    """The first physical line from its marker on, for places."""
    mark: str = ""
    names: tuple[str, ...] = ()
    supplied: bool = False
    text: Text = field(default_factory=lambda: Text(""))
    alone: bool = False
    """Nothing can continue this line: a heading, a section, a marker without text."""

    def __str__(self) -> str:
        return self.text.string

    def place(self, note: str = "") -> Place:
        return self.whole.place(0, None, note)


@dataclass(slots=True)
class _Level:
    """An open line that others can stand under."""

    row: Row
    column: int
    inside: int | None = None
    """The column of what stands under it, once known."""
    yielding: bool = False
    """That column comes from a line with several markers and gives way to the next."""
    opened: bool = False
    last: Row | None = None
    item: Row | None = None
    """The last item with a marker directly under it."""
    tailed: bool = False

    @property
    def leads(self) -> bool:
        return self.row.kind in _LISTS and self.row.text.string.endswith(":")


class Layout(ABC):
    """What the three kinds of file share: joining, nesting, alignment."""

    def __init__(self) -> None:
        self.zone = "head"
        self.base: int | None = None
        self.tokens: list[Token] = []
        self.mistakes: list[Mistake] = []
        self.levels: list[_Level] = []
        self.current: Row | None = None
        self.margin_told = False
        self.depth_told = False

    # ---------------------------------------------------------------- joining

    def add(self, line: Line) -> None:
        if self.base is None:
            self.base = line.column
        if self.current and not line.after_blank and self.continues(self.current, line):
            self.current.pieces.append(line.text)
            return
        self.close()
        self.open(line)

    def end(self) -> None:
        self.close()
        self.fall(-1)

    def at_margin(self, line: Line) -> bool:
        return line.column <= (self.base or 0)

    @abstractmethod
    def begins(self, line: Line) -> bool:
        """Does a keyword of this file stand at the head of the line?"""

    @abstractmethod
    def open(self, line: Line) -> None:
        """Begins one logical line or, with several markers, more."""

    def continues(self, current: Row, line: Line) -> bool:
        if current.kind == "ROW" or current.alone or self.begins(line):
            return False
        before = current.pieces[-1].string if current.pieces else ""
        done = marks.finished(before)
        string = line.text.string
        mark = marks.mark(string)
        if mark and current.kind not in ("HEAD", "EXPECT"):
            if current.kind in LEAVES and line.column <= current.column:
                return not done and (marks.dangling(before) or marks.cites(string, mark))
            return not (done or self.sibling(mark, line, before) or self.headless(current, mark, line, before))
        if current.kind in LEAVES:
            if line.column > current.column:
                return True
            return not done and (string[0].islower() or marks.dangling(before))
        if not done:
            return True
        return not before.endswith(":") and line.column > current.column

    def sibling(self, mark: marks.Mark, line: Line, before: str) -> bool:
        """After a line without an end: is this the next item of an open list, rather than a wrapped citation?"""
        if marks.dangling(before):
            return False
        for level in reversed(self.levels):
            if level.column == line.column and level.row.mark:
                if mark.named:
                    return level.row.mark.startswith("[") and mark.end == len(line.text.string)
                inside = len(self.levels) > 1 and any(lv.leads for lv in self.levels if lv.column < level.column)
                return marks.follows(mark.string, level.row.mark) and (inside or not marks.cites(line.text.string, mark))
        return False

    def headless(self, current: Row, mark: marks.Mark, line: Line, before: str) -> bool:
        """Does a list begin here, under a line without a colon?"""
        if current.kind not in _LISTS or line.column <= current.column or marks.dangling(before) or before.endswith((",", " one")):
            return False
        if marks.cites(line.text.string, mark) or not any(n == 1 for _, n, _ in marks.ordinals(mark.string)):
            return False
        last = current.pieces[-1]
        self.mistake("missing-colon", "a list begins under this line, which does not end in a colon",
                     last.place(max(0, last.string.rfind(" ") + 1)), "end the line with `:`")
        return True

    def close(self) -> None:
        """The line is whole: its text is joined and its `[supplied]` taken off."""
        row = self.current
        if row is None:
            return
        self.current = None
        text = joined(row.pieces) if any(p.string for p in row.pieces) else nothing(row.whole)
        if row.kind in _SUPPLIED and text.string.endswith("[supplied]") and not (
                row.kind == "SENTENCE" and text.string == "[supplied]"):
            row.supplied = True
            rest = text.part(0, len(text.string) - len("[supplied]"))
            text = rest if rest.string else nothing(text)
        row.text = text

    # ---------------------------------------------------------------- nesting

    def fall(self, column: int) -> None:
        """Closes what stands at `column` or further right."""
        while self.levels and self.levels[-1].column >= column:
            level = self.levels.pop()
            if level.opened:
                self.tokens.append(Token("_DEDENT", level.row))

    def put(self, row: Row, inline: bool = False, free: bool = False) -> None:
        """Places a logical line under the open line it belongs to."""
        self.fall(row.column)
        if len(self.levels) >= _DEEPEST:
            if not self.depth_told:
                self.depth_told = True
                self.mistake("too-deep", "from here on the lines are nested too deeply to be read", row.place(),
                             "move items to the left, or split the provision")
            self.drop(row)
            return
        above = self.levels[-1] if self.levels else None
        if above:
            if not above.opened:
                above.opened = True
                self.tokens.append(Token("_INDENT", row))
            if row.kind in _ALIGNED:
                self.align(above, row, inline, free)
            above.last = row
            if row.kind == "ITEM":
                above.item = row
            above.tailed |= row.kind == "TAIL"
        self.tokens.append(Token(row.kind, row))
        self.current = row
        if row.kind not in LEAVES and row.kind != "TAIL":
            self.levels.append(_Level(row, row.column))

    def drop(self, row: Row) -> None:
        """Leaves out a line that is reported already, with the lines that continue it."""
        self.current = row

    def align(self, above: _Level, row: Row, inline: bool, free: bool) -> None:
        if above.inside is None or above.yielding:
            if not free:
                above.inside, above.yielding = row.column, inline
            return
        if row.column == above.inside or free:
            return
        last = above.last
        legal = [f"column {lv.column + 1} (beside {_short(lv.row)})" for lv in self.levels[1:] if lv.row.kind in _ALIGNED][-2:]
        legal.append(f"column {above.inside + 1} (under {_short(above.row)})")
        if last and last.kind in _ALIGNED:
            legal.append(f"column {above.inside + 3} (under {_short(last)})")
        self.mistake("uneven-indentation", f"this line stands at column {row.column + 1}, in line with nothing above it",
                     row.place(), "move it to " + ", or to ".join(legal))

    def above(self, column: int) -> _Level | None:
        """The open line that a line at `column` would belong to."""
        for level in reversed(self.levels):
            if level.column < column:
                return level
        return None

    # ---------------------------------------------------------------- reporting

    def mistake(self, code: str, says: str, place: Place, help: str) -> None:
        self.mistakes.append(Mistake(code, says, (place,), help))

    def head_line(self, line: Line) -> bool:
        """`Key: text` at the margin, before the first section."""
        found = marks.HEAD.match(line.text.string)
        if not found:
            return False
        key, text = found.group(1), line.text
        near = nearest(key, marks.HEAD_KEYS)
        if near is None or near != key:
            self.mistake("unknown-key", f"`{key}:` is not known at the head of a file", text.place(0, len(key)),
                         f"did you mean `{near}:`?" if near else f"known are {listed(marks.HEAD_KEYS)}")
        self.put(Row("HEAD", line.column, [text.part(found.end())], text, mark=key))
        return True

    def outside(self, line: Line, wanted: str) -> int:
        """A line at the margin that belongs further in: reported once a section, and read as if it stood there."""
        if not self.margin_told:
            self.margin_told = True
            self.mistake("unindented-line", "this line stands at the margin, where only headings stand", line.text.place(),
                         f"indent it by two blanks{wanted}")
        return (self.base or 0) + 1


def unknown_heading(reader: Layout, found: str, text: Text, known: tuple[str, ...]) -> None:
    near = nearest(found.strip(" :"), known)
    reader.mistake("unknown-heading", f"`{found.strip()}` is no heading", text.place(0, len(found)),
                   f"did you mean `{near}`?" if near else f"headings are {listed(known)}")


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    if word in known:
        return word
    found = difflib.get_close_matches(word.lower(), [k.lower() for k in known], 1, 0.75)
    return next(k for k in known if k.lower() == found[0]) if found else None


def listed(words: tuple[str, ...]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1]


def _short(row: Row) -> str:
    if row.mark:
        return f"`{row.mark}`"
    words = row.whole.string.split()
    return "`" + " ".join(words[:4]) + (" …`" if len(words) > 4 else "`")
