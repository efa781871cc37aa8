"""Lark's trees as the records of `tree`.

Takes:   the tree that the frame of a law, a file of words or a case has given
Gives:   `LawTree` or `CaseTree`, and mistakes of form inside items, doubts, tables and questions
Differs: what hangs on an item is sorted into its fields; list items are checked for order
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from lark import Token, Transformer

from legalasp.language.lines import nothing
from legalasp.language.nesting import Row
from legalasp.language.order import check_order
from legalasp.language.tree import (
    AskedQuestion,
    Bars,
    CaseTree,
    Doubt,
    Entry,
    Expectation,
    Fact,
    Item,
    LawTree,
    Reading,
    Section,
    Table,
    Text,
)
from legalasp.mistakes import Mistake, Place

MISTAKES = ("missing-name", "repeated-key", "empty-section", "repeated-section", "empty-item", "empty-list", "empty-line",
            "second-tail", "single-reading", "repeated-reading", "repeated-doubt", "unknown-reading", "repeated-better-reading", "open-row",
            "uneven-table", "repeated-heading", "empty-heading", "no-question-mark",
            "misplaced-source")

_CITATION = r"§§? ?(?:[\w]+(?:[.\-][\w]+)*)?(?:\.?(?:\([^()]*\)|\[[^\[\]]*\]))*(?: lead)?"
_UNTIL = r"(?=[§\d\[])" + _CITATION.replace("§§?", "(?:§§?)?", 1)
_SECTION = re.compile(rf"(?P<from>{_CITATION})(?: to (?P<to>{_UNTIL}))?(?: - (?P<heading>.+)| ?-)?$")
_KEYWORD = {"BARS": "`A breach bars:`", "NOTE": "`Note:`", "NOT_RENDERED": "`Not rendered:`"}
_SOURCE = re.compile(r"\(Sources?: ((?:[^()]|\([^()]*\))*)\)")


class Frame(Transformer[Token, Any]):
    """One object reads one file."""

    def __init__(self, file: str, shown: Text) -> None:
        super().__init__(visit_tokens=False)
        self.file, self.shown = file, shown
        self.mistakes: list[Mistake] = []

    def mistake(self, code: str, says: str, place: Place | Sequence[Place], help: str, warning: bool = False) -> None:
        places = (place,) if isinstance(place, Place) else tuple(place)
        self.mistakes.append(Mistake(code, says, places, help, warning))

    # ---------------------------------------------------------------- files

    def law(self, children: list[Any]) -> LawTree:
        name, head = self.named(children[0], "Law")
        sections = tuple(c for c in children[1:] if isinstance(c, Section))
        seen: dict[str, Section] = {}
        for section in sections:
            first = seen.setdefault(section.citation, section)
            if first is not section and first.place and section.place:
                self.mistake("repeated-section", f"{section.citation} stands twice",
                             (section.place, _noted(first.place, "here first")), "give each section its own citation")
        presumed = tuple(i for kind, part in _tagged(children) if kind == "presumptions" for i in part)
        words = tuple(e for kind, part in _tagged(children) if kind == "schedule" for e in part)
        self.look((*(s.body for s in sections), *presumed))
        return LawTree(self.file, head, sections, presumed, words, name)

    def words(self, children: list[Any]) -> LawTree:
        name, head = self.named(children[0], "Words")
        return LawTree(self.file, head, (), (), tuple(children[1:]), name)

    def case(self, children: list[Any]) -> CaseTree:
        name, head = self.named(children[0], "Case")
        parts: dict[str, list[Any]] = {}
        for title, part in children[1:]:
            if title.mark in parts:
                self.mistake("repeated-heading", f"`{title.mark}` stands twice", title.place(), "put the lines under one heading")
            parts.setdefault(title.mark, []).extend(part)
        facts = {k: tuple(f for f in v if isinstance(f, Fact)) for k, v in parts.items()}
        origin = next((t.text.part(len(t.mark)) for t, _ in children[1:] if t.mark == "Facts"), None)
        asked = tuple(q for q in parts.get("Questions", ()) if isinstance(q, AskedQuestion))
        return CaseTree(self.file, name or Text("", (), self.file), head, facts.get("Property and parties", ()), facts.get("Facts", ()),
                        facts.get("Not known", ()), facts.get("Suppose", ()), asked,
                        origin.part(1, len(origin.string) - 1) if origin and origin.string[:1] == "(" else None)

    def head(self, children: list[Token]) -> list[Row]:
        return [_row(c) for c in children]

    def named(self, rows: list[Row], key: str) -> tuple[Text | None, tuple[Entry, ...]]:
        name: Text | None = None
        entries: list[Entry] = []
        seen: dict[str, Row] = {}
        for row in rows:
            first = seen.setdefault(row.mark, row)
            if first is not row and row.mark not in ("Note", "Version", "Uses", "Law"):
                self.mistake("repeated-key", f"`{row.mark}:` stands twice", (row.place(), first.place("here first")), "keep one of them")
            self.filled(row, f"`{row.mark}:`")
            if row.mark == key and name is None:
                name = row.text
            else:
                entries.append(Entry(row.mark, row.text))
        if name is None:
            self.mistake("missing-name", f"the file does not begin with `{key}:`", self.shown.place(),
                         f"write `{key}: …` with a name on the first line")
        return name, tuple(entries)

    # ---------------------------------------------------------------- laws

    def section(self, children: list[Any]) -> Section:
        row, body = _row(children[0]), children[1:]
        written = row.text.string
        found = _SECTION.match(written)
        heading = None
        if found is None:
            citation = re.match(_CITATION, written)
            end = citation.end() if citation else 1
            self.mistake("malformed-section", "a section begins with `§`, its citation and, if it has one, its heading",
                         row.text.place(end), "write `§ 4 - License required`, `§ 16` or `§ 18 to § 20`")
            start, until = written[:end], None
        else:
            start, until = found["from"], found["to"]
            if found["heading"]:
                heading = row.text.part(found.start("heading"))
        if not body:
            self.mistake("empty-section", f"nothing stands under {written}", row.place(),
                         "write its items, indented by two blanks, or `Not rendered:` and the reason")
        text = nothing(row.text)
        item = self.item_of("", text, body, None, row.place(), False)
        return Section(_cited(start), heading, item, _cited(until) if until else None, row.supplied, row.place())

    def presumptions(self, children: list[Any]) -> tuple[str, list[Item]]:
        row = _row(children[0])
        items: list[Item] = []
        for child in children[1:]:
            if isinstance(child, Item):
                items.append(replace(child, supplied=child.supplied or row.supplied))
            elif items:
                items[-1] = replace(items[-1], notes=(*items[-1].notes, _row(child).text))
        if not items:
            self.mistake("empty-heading", f"nothing stands under `{row.text.string}`", row.place(),
                         "write what is presumed, or delete the heading")
        check_order(items, self.mistakes)
        return "presumptions", items

    def schedule(self, children: list[Any]) -> tuple[str, list[Entry]]:
        return "schedule", children[1:]

    def entry(self, children: list[Any]) -> Entry:
        row = _row(children[0])
        if not children[1:]:
            self.mistake("empty-heading", f"nothing stands under `{row.mark}`", row.place(), "write the words, or delete the heading")
        return Entry(row.mark, nothing(row.whole), tuple(_row(c).text for c in children[1:]))

    def item(self, children: list[Any]) -> Item:
        row, body = _row(children[0]), children[1:]
        text, heading = row.text, None
        if row.mark and text.string.startswith("- "):
            heading, text = text.part(2), nothing(text)
        if text.string == "[supplied]":
            self.mistake("empty-item", "`[supplied]` stands alone", row.place(), "put it at the end of the line that is supplied")
        return self.item_of(row.mark, text, body, heading, row.place(), row.supplied)

    def item_of(self, mark: str, text: Text, body: list[Any], heading: Text | None, place: Place, supplied: bool) -> Item:
        rows = [_row(c) for c in body if isinstance(c, Token)]
        children = [c for c in body if isinstance(c, Item)]
        doubts = tuple(c for c in body if isinstance(c, Doubt))
        tails = [r for r in rows if r.kind == "TAIL"]
        for row in tails[1:]:
            self.mistake("second-tail", "a list is followed by more than one line of its own", row.place(),
                         "give the second line a marker, or join it to the first")
        if mark and not text.string:
            text, children, supplied, tails, extra = self.adopted(text, children, supplied, tails)
        else:
            extra = None
        for row in rows:
            if row.kind not in ("ROW", "TAIL"):
                self.filled(row, _KEYWORD.get(row.kind, "the line"))
        table = self.table([r for r in rows if r.kind == "ROW"])
        names: dict[str, Doubt] = {}
        for doubt in doubts:
            if names.setdefault(doubt.name, doubt) is not doubt and doubt.place:
                self.mistake("repeated-doubt", f"two doubts are named \"{doubt.name}\"", doubt.place, "give each doubt its own name")
        kinds = {k: tuple(r.text for r in rows if r.kind == k) for k in ("NOTE", "VERSION", "NOT_RENDERED")}
        if len(kinds["NOT_RENDERED"]) > 1:
            places = [r.place() for r in rows if r.kind == "NOT_RENDERED"]
            self.mistake("repeated-key", "`Not rendered:` stands twice", places, "keep one of them")
        bars = tuple(Bars(r.text, r.supplied) for r in rows if r.kind == "BARS")
        item = Item(mark, text, tuple(children), tails[0].text if tails else None, table, bars, kinds["NOTE"], doubts, kinds["VERSION"],
                    kinds["NOT_RENDERED"][0] if kinds["NOT_RENDERED"] else None, heading, supplied, place)
        if extra is not None:
            item = _merged(item, extra)
        check_order(item.children, self.mistakes, item)
        if mark and not item.text.string and not (item.children or item.table or item.not_rendered or item.versions):
            self.mistake("empty-item", f"nothing stands behind `{mark}`", place, "write the sentence, or `Not rendered:` and the reason")
        return item

    def look(self, items: Iterable[Item]) -> None:
        """What can be seen only once every item has its text."""
        for item in items:
            if item.text.string.endswith(":") and not item.children and not item.table:
                self.mistake("empty-list", "the line ends in a colon, and nothing stands under it",
                             item.text.place(len(item.text.string) - 1),
                             "indent what belongs to it by two blanks more than the line itself")
            self.look(item.children)
            for doubt in item.doubts:
                for reading in doubt.readings:
                    self.look(reading.items)

    def adopted(self, text: Text, children: list[Item], supplied: bool, tails: list[Row],
                ) -> tuple[Text, list[Item], bool, list[Row], Item | None]:
        """A marker that stands alone on its line takes the sentence on the next line as its text."""
        bare = [c for c in children if not c.marker]
        if not bare or children[0] is not bare[0]:
            return text, children, supplied, tails, None
        first, rest = bare[0], children[1:]
        lead = first.text.string.endswith(":")
        if len(bare) == 2 and lead and rest[-1] is bare[-1] and len(rest) > 1 and not first.children and not bare[-1].supplied:
            last = rest.pop()
            tails = [Row("TAIL", 0, [last.text], last.text, text=last.text)]
            first = _merged(first, replace(last, marker="", text=first.text))
        elif len(bare) > 1 or (not lead and (rest or first.children)) or any(not c.marker for c in first.children):
            return text, children, supplied, tails, None
        return first.text, [*first.children, *rest], supplied or first.supplied, tails, first

    def table(self, rows: list[Row]) -> Table | None:
        if not rows:
            return None
        cells = []
        for row in rows:
            string = row.text.string
            if not string.endswith("|") or len(string) < 2:
                self.mistake("open-row", "a row of a table begins and ends with `|`", row.place(), "add `|` at the end of the row")
            inner = string.removesuffix("|") if len(string) > 1 else string
            at, found = 1, []
            for cell in inner[1:].split("|"):
                part = row.text.part(at, at + len(cell))
                found.append(part if part.string else nothing(row.text, at))
                at += len(cell) + 1
            cells.append(tuple(found))
            if len(found) != len(cells[0]):
                self.mistake("uneven-table", f"this row has {_cells(len(found))}, the first has {_cells(len(cells[0]))}",
                             (row.place(), rows[0].place("the first row")), "give each row as many cells as the first")
        if len(rows) == 1:
            self.mistake("uneven-table", "the table has headings and no row", rows[0].place(), "add a row under the headings")
        return Table(tuple(cells))

    def doubt(self, children: list[Any]) -> Doubt:
        row = _row(children[0])
        name = row.names[0]
        readings = tuple(c for c in children[1:] if isinstance(c, Reading))
        better = [_row(c) for c in children[1:] if isinstance(c, Token)]
        self.filled(row, f"`Doubt \"{name}\":`")
        if len(readings) < 2:
            self.mistake("single-reading", f"the doubt \"{name}\" has {'one reading' if readings else 'no reading'}", row.place(),
                         "give it two readings or more, each `Reading \"name\":` with its sentences or `Reading \"name\".`")
        seen: dict[str, Reading] = {}
        for reading in readings:
            if seen.setdefault(reading.name, reading) is not reading and reading.place:
                self.mistake("repeated-reading", f"two readings are named \"{reading.name}\"", reading.place,
                             "give each reading its own name")
        for extra in better[1:]:
            self.mistake("repeated-better-reading", "the better reading is named twice", (extra.place(), better[0].place("here first")),
                         "keep one of them")
        chosen = because = None
        if better:
            chosen = better[0].names[0]
            if chosen not in seen:
                self.mistake("unknown-reading", f"the doubt has no reading \"{chosen}\"", better[0].place(),
                             "its readings are " + " and ".join(f'"{r}"' for r in seen) if seen else "write its readings")
            rest = better[0].text
            if rest.string[:1] in (".", ":", ",", ";"):
                rest = rest.part(1)
            because = rest if rest.string else None
        return Doubt(name, row.text, readings, chosen, because, row.place())

    def reading(self, children: list[Any]) -> Reading:
        row = _row(children[0])
        items = [c for c in children[1:] if isinstance(c, Item)]
        check_order(items, self.mistakes)
        grounds = [_row(c) for c in children[1:] if isinstance(c, Token)]
        for ground in grounds:
            self.filled(ground, "`Favored by:`")
        return Reading(row.names[0], tuple(items), tuple(g.text for g in grounds), row.place())

    # ---------------------------------------------------------------- cases

    def part(self, children: list[Any]) -> tuple[Row, list[Any]]:
        row = _row(children[0])
        if not children[1:]:
            self.mistake("empty-heading", f"nothing stands under `{row.text.string}`", row.place(),
                         "delete the heading, or write lines under it")
        check_order(children[1:], self.mistakes)
        return row, children[1:]

    def fact(self, children: list[Any]) -> Fact:
        row = _row(children[0])
        sources: list[Text] = []
        fact = row.text
        if fact.string.startswith("(Source") and not _SOURCE.fullmatch(fact.string):
            self.mistake("misplaced-source", "a source stands before its fact", fact.place(), "put the source behind the fact")
        for found in reversed(list(_SOURCE.finditer(fact.string))):
            sources.insert(0, fact.part(found.start(1), found.end(1)))
            before, after = fact.part(0, found.start()), fact.part(found.end())
            glue = " " if before.string and after.string and after.string[0] not in ".,;:?" else ""
            fact = Text(before.string + glue + after.string, before.origin + before.origin[-1:] * len(glue) + after.origin,
                        fact.file, fact.lines)
        if not fact.string:
            fact = nothing(row.whole)
            self.mistake("empty-item", "no fact stands here", row.place(), "write the fact, or delete the line")
        table = self.table([_row(c) for c in children[1:]])
        if fact.string.endswith(":") and table is None:
            self.mistake("empty-list", "the line ends in a colon, and no table stands under it", fact.place(len(fact.string) - 1),
                         "indent the table by two blanks more than the line itself")
        return Fact(fact, row.mark, tuple(sources), table)

    def question(self, children: list[Any]) -> AskedQuestion:
        row = _row(children[0])
        string = row.text.string
        if not string.endswith("?"):
            self.mistake("no-question-mark", "a question ends in `?`", row.text.place(max(0, len(string) - 1)),
                         "end the question with `?`; what is expected stands under it, for example `Answer: permitted.`")
        expected = []
        for child in children[1:]:
            line = _row(child)
            self.filled(line, f"`{line.mark}:`")
            expected.append(Expectation(line.mark, line.text, line.names))
        return AskedQuestion(row.text, row.mark, tuple(expected))

    def filled(self, row: Row, what: str) -> None:
        if not row.text.string:
            self.mistake("empty-line", f"nothing stands behind {what}", row.place(), "write the words, or delete the line")


def _row(token: Any) -> Row:
    row: Row = token.value
    return row


def _tagged(children: list[Any]) -> list[tuple[str, list[Any]]]:
    return [c for c in children if isinstance(c, tuple)]


def _merged(item: Item, more: Item) -> Item:
    """What hung on the sentence that became the item's text now hangs on the item."""
    return replace(item, tail=item.tail or more.tail, table=item.table or more.table, bars=more.bars + item.bars,
                     notes=more.notes + item.notes, doubts=more.doubts + item.doubts, versions=more.versions + item.versions,
                     not_rendered=item.not_rendered or more.not_rendered)


def _noted(place: Place, note: str) -> Place:
    return replace(place, note=note)


def _cited(written: str) -> str:
    return "§ " + written.lstrip("§ ")


def _cells(count: int) -> str:
    return f"{count} cell" if count == 1 else f"{count} cells"
