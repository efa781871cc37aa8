"""A file's lines as the tokens of its frame.

Takes:   the `Line`s of a file and what kind of file it is
Gives:   lark tokens and mistakes
Differs: each logical line has its kind: an item, a note, a reading, a fact, a heading
"""

from __future__ import annotations

from typing import Any

from lark import Token

from legalasp.language import marks
from legalasp.language.lines import Line, nothing
from legalasp.language.nesting import Layout, Row, listed, nearest, unknown_heading
from legalasp.language.tree import Text
from legalasp.mistakes import Mistake


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
        return self.zone != "head" and (marks.keyword(string) or marks.near_keyword(string)) is not None

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
            if self.zone == "head" and marks.VERSION.match(string):
                self.put(Row("HEAD", line.column, [text], text, mark="Version", alone=string.startswith("Until")))
                return
            if self.zone == "head" and self.head_line(line):
                return
        if self.zone == "head":
            self.mistake("unindented-line", "this line stands before the first section", text.place(),
                         "begin a section with `§` and its citation, or begin the line with a key such as `Place:`")
            self.drop(Row("SENTENCE", line.column, [text], text))
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
                self.keyword_line(found[0], found[1], text, column)
                return
            if marks.near_keyword(string):
                self.near_keyword(text, column)
                return
            mark = marks.mark(string)
            if mark and not self.is_marker(string, mark, column, inline):
                mark = None
            if mark is None:
                self.sentence(text, column, inline, free)
                return
            rest = text.part(mark.end)
            row = Row("ITEM", column, [rest], text, mark=mark.string)
            if rest.string in ("", "[supplied]") or rest.string.startswith("- ") or marks.initial(rest.string):
                row.alone = True
                self.put(row, inline, free)
                return
            inner = marks.mark(rest.string)
            nested = marks.keyword(rest.string) or (inner and not marks.cites(rest.string, inner) and not marks.initial(rest.string))
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
        above = self.above(column)
        if above and above.leads and above.item:
            self.put(Row("TAIL", column, [text], text))
            return
        level = next((lv for lv in self.levels if lv.column == column), None)
        if level and level.leads and level.item and not level.tailed and not marks.mark(string):
            last = level.item.text.string
            if string[0].islower() or not marks.finished(last) or last.endswith((";", "; and", "; or")):
                self.put(Row("TAIL", column + 1, [text], text))
                return
        self.put(Row("SENTENCE", column, [text], text), inline, free)

    def keyword_line(self, kind: str, found: Any, text: Text, column: int) -> None:
        rest = text.part(found.end())
        row = Row(kind, column, [rest], text, names=tuple(g for g in found.groups() if g is not None))
        if kind in ("ROW", "VERSION"):
            row.pieces, row.alone = [text], kind == "ROW" or text.string.startswith("Until")
        if kind != "READING":
            self.put(row)
            return
        row.alone, row.pieces = True, []
        self.put(row)
        if rest.string:
            self.close()
            self.chain(rest, rest.origin[0][1] - 1, 0, False)

    def near_keyword(self, text: Text, column: int) -> None:
        """A keyword that is not written as it should be: reported, and read as what is meant."""
        head, meant = marks.near_keyword(text.string) or ("", "")
        form = meant if meant.endswith('"') else meant + ": …"
        at_end = " and `[supplied]` at the end of the line" if "[supplied]" in head else ""
        self.mistake("misspelt-keyword", f"`{head}:` is not a word of the frame", text.place(0, len(head)), f"write `{form}`{at_end}")
        kind = {"A breach bars": "BARS", "Note": "NOTE", "Not rendered": "NOT_RENDERED", "Favored by": "FAVORED"}.get(meant)
        row = Row(kind or "NOTE", column, [text.part(len(head) + 1)], text)
        if kind:
            self.put(row)
        else:
            self.drop(row)

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
                             f"put one of {listed(marks.WORD_HEADINGS)} above it")
                self.drop(Row("WORDS", line.column, [text], text))
                return
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
            if bare.lower() == heading.lower() or (heading == "Facts" and bare.lower().startswith("facts (") and bare.endswith(")")):
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
            near = nearest(string.rstrip(":"), marks.CASE_HEADINGS)
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
            near = nearest(key, marks.EXPECTED)
            if key.split()[0] not in marks.EXPECTED:
                self.mistake("unknown-key", f"`{key}:` is not known under a question", text.place(0, len(key)),
                             f"did you mean `{near}:`?" if near else f"known are {listed(marks.EXPECTED)}")
            names = tuple((found.group(2) or "").split('"')[1::2])
            self.put(Row("EXPECT", column, [text.part(found.end())], text, mark=key, names=names))
            return
        mark = marks.mark(string)
        if mark and (mark.named or not mark.string.strip("([.])").isdigit() or marks.cites(string, mark)):
            mark = None
        kind = "QUESTION" if self.zone == "questions" else "FACT"
        self.put(Row(kind, column, [text.part(mark.end) if mark else text], text, mark=mark.string if mark else ""), free=free)


def layout(lines: list[Line], kind: str) -> tuple[list[Token], list[Mistake]]:
    """The tokens of a file of the kind `law`, `words` or `case`."""
    reader = {"law": LawLayout, "words": WordsLayout, "case": CaseLayout}[kind]()
    for line in lines:
        reader.add(line)
    reader.end()
    return reader.tokens, reader.mistakes
