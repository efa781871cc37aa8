"""Lines as the tokens of the frame.

Takes:   the `Line`s of a file and what kind of file it is
Gives:   lark tokens, one for each logical line (its value a `Row`), with _INDENT and _DEDENT between them
Differs: wrapped lines are joined; a line belongs to the nearest line above it that stands further left,
         and indentation that fits no line above is already reported

Columns count from 0 here. `(1) [1] From …` is two logical lines, the second inside the first.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lark import Token
from lark.lexer import Lexer

from legalasp.language import marks
from legalasp.language.lines import Line, joined, nothing
from legalasp.language.tree import Text
from legalasp.mistakes import Mistake, Place

MISTAKES = ("uneven-indentation", "unindented-line", "too-deep", "misspelt-keyword", "unknown-key", "unknown-heading",
            "malformed-section")

LEAVES = frozenset({"HEAD", "NOTE", "BARS", "NOT_RENDERED", "VERSION", "FAVORED", "BETTER", "EXPECT", "ROW"})
_ALIGNED = frozenset({"ITEM", "SENTENCE", "FACT", "QUESTION", "ENTRY", "WORDS"})
_SUPPLIED = frozenset({"ITEM", "SENTENCE", "TAIL", "BARS", "SECTION", "PRESUMPTIONS"})
_LISTS = frozenset({"ITEM", "SENTENCE"})
_DEEPEST = 30


class FrameLexer(Lexer):
    """Hands tokens that `layout` has made to lark."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:  # type: ignore[override]
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

    @property
    def leads(self) -> bool:
        return self.row.kind in _LISTS and self.row.text.string.endswith(":")


def layout(lines: list[Line], file: str) -> tuple[list[Token], list[Mistake]]:
    """The tokens of a file of the kind `law`, `words` or `case`."""
    reader = {"law": LawLayout, "words": WordsLayout, "case": CaseLayout}[file](file)
    for line in lines:
        reader.add(line)
    reader.end()
    return reader.tokens, reader.mistakes


class Layout:
    """What the three kinds of file share: joining, nesting, alignment."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.zone = "head"
        self.base: int | None = None
        self.tokens: list[Token] = []
        self.mistakes: list[Mistake] = []
        self.levels: list[_Level] = []
        self.current: Row | None = None
        self.margin_told = False

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

    def begins(self, line: Line) -> bool:
        """Does a keyword of this file stand at the head of the line?"""
        raise NotImplementedError

    def open(self, line: Line) -> None:
        """Begins one logical line or, with several markers, more."""
        raise NotImplementedError

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
            return not (done or self.sibling(mark, line, before))
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

    def close(self) -> None:
        """The line is whole: its text is joined and its `[supplied]` taken off."""
        row = self.current
        if row is None:
            return
        self.current = None
        text = joined(row.pieces) if any(p.string for p in row.pieces) else nothing(row.whole)
        if row.kind in _SUPPLIED and text.string.endswith("[supplied]"):
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
                self.tokens.append(Token("_DEDENT", level.row))  # type: ignore[arg-type]

    def put(self, row: Row, inline: bool = False, free: bool = False) -> None:
        """Places a logical line under the open line it belongs to."""
        self.fall(row.column)
        above = self.levels[-1] if self.levels else None
        if above:
            if not above.opened:
                above.opened = True
                self.tokens.append(Token("_INDENT", row))  # type: ignore[arg-type]
            if row.kind in _ALIGNED:
                self.align(above, row, inline, free)
            above.last = row
        self.tokens.append(Token(row.kind, row))  # type: ignore[arg-type]
        self.current = row
        if row.kind not in LEAVES and row.kind != "TAIL":
            if len(self.levels) < _DEEPEST:
                self.levels.append(_Level(row, row.column))
            else:
                self.mistake("too-deep", "the lines are nested too deeply to be read", row.place(), "split the provision")

    def align(self, above: _Level, row: Row, inline: bool, free: bool) -> None:
        if above.inside is None or above.yielding:
            if not free:
                above.inside, above.yielding = row.column, inline
            return
        if row.column == above.inside or free:
            return
        last = above.last
        legal = [f"column {lv.column + 1} (beside {_short(lv.row)})" for lv in self.levels[1:] if lv.row.kind in _ALIGNED]
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
        near = _near(key, marks.HEAD_KEYS)
        if near is None or near != key:
            self.mistake("unknown-key", f"`{key}:` is not known at the head of a file", text.place(0, len(key)),
                         f"did you mean `{near}:`?" if near else f"known are {_row(marks.HEAD_KEYS)}")
        self.put(Row("HEAD", line.column, [text.part(found.end())], text, mark=key))
        return True

    def outside(self, line: Line, wanted: str) -> int:
        """A line at the margin that belongs further in: reported once a section, and read as if it stood there."""
        if not self.margin_told:
            self.margin_told = True
            self.mistake("unindented-line", "this line stands at the margin, where only headings stand", line.text.place(),
                         f"indent it by two blanks{wanted}")
        return (self.base or 0) + 1


class LawLayout(Layout):
    """A law: its head, sections, presumptions, schedule of words."""

    def begins(self, line: Line) -> bool:
        string = line.text.string
        if self.at_margin(line):
            if marks.SECTION.match(string) or self.title(string):
                return True
            if self.zone == "head":
                return bool(marks.HEAD.match(string))
        if self.zone == "words":
            return self.word_entry(line) is not None
        return self.zone not in ("head", "words") and marks.keyword(string) is not None

    def title(self, string: str) -> str | None:
        bare = string.removesuffix("[supplied]").rstrip(" :")
        return next((h for h in marks.LAW_HEADINGS if h.lower() == bare.lower()), None)

    def open(self, line: Line) -> None:
        text, string = line.text, line.text.string
        if self.at_margin(line):
            title = self.title(string)
            if marks.SECTION.match(string):
                self.zone, self.margin_told = "section", False
                self.put(Row("SECTION", line.column, [text], text, alone=True))
                return
            if title:
                self.zone, self.margin_told = ("words" if title == marks.LAW_HEADINGS[0] else "presumptions"), False
                self.put(Row("SCHEDULE" if self.zone == "words" else "PRESUMPTIONS", line.column, [text], text, alone=True))
                return
            if self.zone == "head" and marks.keyword(string) and marks.keyword(string)[0] == "VERSION":  # type: ignore[index]
                self.put(Row("HEAD", line.column, [text], text, mark="Version"))
                return
            if self.zone == "head" and self.head_line(line):
                return
        if self.zone == "head":
            self.mistake("malformed-section" if marks.mark(string) else "unindented-line",
                         "this line stands before the first section", text.place(),
                         "begin a section with `§` and its citation, or begin the line with a key such as `Place:`")
            self.put(Row("SENTENCE", line.column, [text], text))
        elif self.zone == "words":
            self.words_line(line)
        else:
            free = self.at_margin(line)
            column = self.outside(line, ", under its section") if free else line.column
            self.chain(text, column, column - line.column, free)

    def chain(self, text: Text, column: int, shift: int, free: bool) -> None:
        """Takes markers off the front of a line, one after another, each a line inside the one before."""
        inline = False
        while True:
            string = text.string
            found = marks.keyword(string)
            if found:
                self.keyword_line(found[0], found[1], text, column, inline)
                return
            mark = marks.mark(string)
            if mark and not self.is_marker(string, mark, column, inline):
                mark = None
            if mark is None:
                self.sentence(text, column, inline, free)
                return
            rest = text.part(mark.end)
            row = Row("ITEM", column, [rest], text, mark=mark.string)
            if not rest.string or rest.string.startswith("- "):
                row.alone = True
                self.put(row, inline, free)
                return
            inner = marks.mark(rest.string)
            nested = marks.keyword(rest.string) or (inner and not (marks.cites(rest.string, inner)))
            if not nested:
                self.put(row, inline, free)
                return
            row.pieces, row.alone = [], True
            self.put(row, inline, free)
            self.close()
            column = rest.origin[0][1] - 1 + shift
            text, inline, free = rest, True, False

    def is_marker(self, string: str, mark: marks.Mark, column: int, inline: bool) -> bool:
        above = self.above(column)
        if above and above.leads:
            return True
        return not marks.cites(string, mark)

    def sentence(self, text: Text, column: int, inline: bool, free: bool) -> None:
        """A line without a marker: a sentence of its own, or the tail of a list."""
        string = text.string
        self.near_keyword(text)
        for level in reversed(self.levels):
            if level.column < column:
                if level.leads and level.opened and level.last and level.last.kind == "ITEM":
                    self.put(Row("TAIL", column, [text], text))
                    return
                break
            if level.column == column and level.leads and level.opened:
                last = level.last.text.string if level.last else ""
                if string[0].islower() or not marks.finished(last) or last.endswith((";", ",", "; and", "; or")):
                    self.put(Row("TAIL", column + 1, [text], text))
                    return
        self.put(Row("SENTENCE", column, [text], text), inline, free)

    def keyword_line(self, kind: str, found: Any, text: Text, column: int, inline: bool) -> None:
        rest = text.part(found.end())
        row = Row(kind, column, [rest], text, names=tuple(g for g in found.groups() if g is not None))
        if kind == "ROW":
            row.pieces = [text]
        if kind != "READING":
            self.put(row)
            return
        row.alone, row.pieces = True, []
        self.put(row)
        if rest.string:
            self.close()
            self.chain(rest, rest.origin[0][1] - 1, 0, False)

    def near_keyword(self, text: Text) -> None:
        head, colon, _ = text.string.partition(":")
        head = head.removesuffix(" [supplied]")
        meant = marks.NEAR.get(head.lower()) if colon else None
        if meant:
            self.mistake("misspelt-keyword", f"`{head}:` is not a word of the frame", text.place(0, len(head)),
                         f"write `{meant}: …`" + (" and `[supplied]` at the end of the line" if "[supplied]" in text.string else ""))

    # ---------------------------------------------------------------- words

    def word_entry(self, line: Line) -> tuple[str, int] | None:
        top = self.levels[0].row if self.levels else None
        if top is None or top.kind != "SCHEDULE":
            return None
        entries = self.levels[1].column if len(self.levels) > 1 else None
        if entries is not None and line.column > entries:
            return None
        string = line.text.string
        found = marks.word_heading(string)
        if found:
            return found
        other = marks.HEAD.match(string)
        return (other.group(1), other.end()) if other and " - " not in other.group(1) else None

    def words_line(self, line: Line) -> None:
        text = line.text
        found = self.word_entry(line)
        column = self.outside(line, ", under `Schedule of words`") if self.at_margin(line) else line.column
        if found is None:
            self.put(Row("WORDS", column, [text], text), free=self.at_margin(line))
            return
        key, end = found
        if key not in marks.WORD_HEADINGS:
            unknown_heading(self, key, text, marks.WORD_HEADINGS)
        self.put(Row("ENTRY", column, [], text, mark=key, alone=True), free=self.at_margin(line))
        rest = text.part(end)
        if rest.string:
            self.close()
            self.put(Row("WORDS", rest.origin[0][1] - 1, [rest], rest), inline=True)


class WordsLayout(Layout):
    """A file of words: its head, then headings with lines under them."""

    def begins(self, line: Line) -> bool:
        return self.at_margin(line) and (self.zone == "words" or bool(marks.HEAD.match(line.text.string))
                                         or marks.word_heading(line.text.string) is not None)

    def open(self, line: Line) -> None:
        text, string = line.text, line.text.string
        if not self.at_margin(line):
            if self.zone == "head":
                self.mistake("unknown-heading", "this line stands under no heading", text.place(),
                             f"put one of {_row(marks.WORD_HEADINGS)} above it")
            self.put(Row("WORDS", line.column, [text], text))
            return
        heading = marks.word_heading(string)
        if self.zone == "head" and heading is None and self.head_line(line):
            return
        self.zone = "words"
        key = text
        rest = nothing(text)
        if heading is None:
            unknown_heading(self, string.split(":")[0], text, marks.WORD_HEADINGS)
        elif string.endswith(".") and heading[1] < len(string):
            rest = text.part(heading[1])
            key = text.part(0, string.index(":"))
        self.put(Row("ENTRY", line.column, [], text, mark=key.string.rstrip(":"), alone=True))
        if rest.string:
            self.close()
            self.put(Row("WORDS", rest.origin[0][1] - 1, [rest], rest), inline=True)


class CaseLayout(Layout):
    """A case: its head, then headings with facts or questions under them."""

    def begins(self, line: Line) -> bool:
        string = line.text.string
        if self.at_margin(line):
            return self.title(string) is not None or (self.zone == "head" and bool(marks.HEAD.match(string)))
        if marks.ROW.match(string):
            return True
        return self.zone == "questions" and self.expectation(line) is not None

    def title(self, string: str) -> str | None:
        bare = string.rstrip(" :")
        for heading in marks.CASE_HEADINGS:
            if bare.lower() == heading.lower() or (bare.lower().startswith(heading.lower() + " (") and bare.endswith(")")):
                return heading
        return None

    def expectation(self, line: Line) -> Any:
        found = marks.EXPECTATION.match(line.text.string)
        if found is None:
            return None
        if found.group(1).split()[0] in marks.EXPECTED:
            return found
        above = self.above(line.column)
        fresh = self.current is None or self.current.kind != "EXPECT" or line.column <= self.current.column
        return found if above and above.row.kind == "QUESTION" and fresh else None

    def open(self, line: Line) -> None:
        text, string = line.text, line.text.string
        if self.at_margin(line):
            title = self.title(string)
            if title:
                self.zone, self.margin_told = ("questions" if title == "Questions" else "facts"), False
                self.put(Row("TITLE", line.column, [text], text, mark=title, alone=True))
                return
            if self.zone == "head" and self.head_line(line):
                return
        if self.zone == "head":
            unknown_heading(self, string.split(":")[0], text, marks.CASE_HEADINGS)
            self.zone = "facts"
            self.put(Row("TITLE", line.column, [text], text, mark="Facts", alone=True))
            return
        free = self.at_margin(line)
        if free and not string.endswith((".", "?", ":")) and not marks.mark(string) and not marks.ROW.match(string):
            near = _near(string.rstrip(":"), marks.CASE_HEADINGS)
            if near:
                unknown_heading(self, string, text, marks.CASE_HEADINGS)
                self.zone = "questions" if near == "Questions" else "facts"
                self.put(Row("TITLE", line.column, [text], text, mark=near, alone=True))
                return
        column = self.outside(line, ", under its heading") if free else line.column
        if marks.ROW.match(string):
            self.put(Row("ROW", column, [text], text))
            return
        found = self.expectation(line) if self.zone == "questions" else None
        if found:
            key = found.group(1)
            near = _near(key, marks.EXPECTED)
            if key.split()[0] not in marks.EXPECTED:
                self.mistake("unknown-key", f"`{key}:` is not known under a question", text.place(0, len(key)),
                             f"did you mean `{near}:`?" if near else f"known are {_row(marks.EXPECTED)}")
            names = tuple((found.group(2) or "").split('"')[1::2])
            self.put(Row("EXPECT", column, [text.part(found.end())], text, mark=key, names=names))
            return
        mark = marks.mark(string)
        if mark and (mark.named or not mark.string.strip("([.])").isdigit() or marks.cites(string, mark)):
            mark = None
        kind = "QUESTION" if self.zone == "questions" else "FACT"
        self.put(Row(kind, column, [text.part(mark.end) if mark else text], text, mark=mark.string if mark else ""), free=free)


def unknown_heading(reader: Layout, found: str, text: Text, known: tuple[str, ...]) -> None:
    near = _near(found.strip(" :"), known)
    reader.mistake("unknown-heading", f"`{found.strip()}` is no heading", text.place(0, len(found)),
                   f"did you mean `{near}`?" if near else f"headings are {_row(known)}")


def _near(word: str, known: tuple[str, ...]) -> str | None:
    if word in known:
        return word
    found = difflib.get_close_matches(word.lower(), [k.lower() for k in known], 1, 0.75)
    return next(k for k in known if k.lower() == found[0]) if found else None


def _row(words: tuple[str, ...]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1]


def _short(row: Row) -> str:
    if row.mark:
        return f"`{row.mark}`"
    words = row.whole.string.split()
    return "`" + " ".join(words[:4]) + (" …`" if len(words) > 4 else "`")
