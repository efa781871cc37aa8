"""A file as lines.

Takes:   the bytes of a law file, a file of words or a case
Gives:   `Line`s with the plain text of each line that is not blank, and mistakes
Differs: curly quotes, long dashes and unusual blanks from a word processor are plain, runs of blanks
         are one; each character still knows its line and column in the file
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from legalasp.language.tree import Text
from legalasp.mistakes import Mistake, Place

MISTAKES = ("unreadable-file", "not-utf-8", "nul-character", "control-character", "empty-file", "tab-in-indentation")

_QUOTES = dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02", '"')
_APOSTROPHES = dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\uff07", "'")
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
_BLANKS = dict.fromkeys("\t\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
                        "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000", " ")
_INVISIBLE = dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\xad", "")
_PLAIN = {**_QUOTES, **_APOSTROPHES, **_DASHES, **_BLANKS, **_INVISIBLE}
_ORDINARY = re.compile(r"[!-~]+(?: [!-~]+)*")
_LINE_END = re.compile(r"\r\n|\n|\r")
_TAB = 2
"""A tab is read as one step inward."""
_SHOWN = 8
"""So many places of one kind are shown with one mistake; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file that is not blank. `column` counts the blanks before its first character."""

    number: int
    column: int
    text: Text
    after_blank: bool = False


def read_bytes(source: str | Path | bytes, name: str | None = None) -> tuple[bytes | None, str, list[Mistake]]:
    """The bytes of a file, or the bytes given, with the name that mistakes show."""
    if isinstance(source, bytes):
        return source, name or "(text)", []
    shown = name or str(source)
    try:
        return Path(source).read_bytes(), shown, []
    except (OSError, ValueError) as error:
        reasons: dict[type[Exception], str] = {FileNotFoundError: "there is no such file", IsADirectoryError: "it is a folder",
                                               PermissionError: "reading it is not allowed"}
        why = reasons.get(type(error), "the system refused")
        return None, shown, [Mistake("unreadable-file", f"`{shown}` cannot be read: {why}", (Place(shown),),
                                     "check the name of the file")]


def read_lines(data: bytes, file: str) -> tuple[list[Line], list[Mistake]]:
    """The lines of a file. Without lines there is at least one mistake."""
    text, mistakes = _decode(data, file)
    if text is None:
        return [], mistakes
    raw = _LINE_END.split(text)
    shown = tuple(raw)
    lines: list[Line] = []
    tabs: list[Place] = []
    strange: dict[str, list[Place]] = {}
    blank = False
    for number, whole in enumerate(raw, 1):
        string, origin, odd = _plain(whole, number)
        for column in odd:
            code = "nul-character" if whole[column - 1] == "\0" else "control-character"
            strange.setdefault(code, []).append(Place(file, number, column, column + 1, whole))
        if not string:
            blank = True
            continue
        first = origin[0][1] - 1
        margin = whole[:first]
        column = first
        if "\t" in margin:
            tabs.append(Place(file, number, 1, first + 1, whole))
            column = len(margin.expandtabs(_TAB))
        lines.append(Line(number, column, Text(string, tuple(origin), file, shown), blank))
        blank = False
    if tabs:
        mistakes.append(Mistake("tab-in-indentation", f"{_count(tabs, 'line is', 'lines are')} indented with tabs",
                                tuple(tabs[:_SHOWN]), "use blanks: two for each step inward"))
    for code, places in strange.items():
        what = "a NUL character" if code == "nul-character" else "a character that no eye can see"
        mistakes.append(Mistake(code, f"the text holds {what} in {_count(places, 'place', 'places')}",
                                tuple(places[:_SHOWN]), "delete it; it may come from a copy out of another program"))
    if not lines and not mistakes:
        mistakes.append(Mistake("empty-file", f"`{file}` is empty", (Place(file),), "begin with `Law:`, `Case:` or `Words:`"))
    return lines, mistakes


def joined(parts: Iterable[Text]) -> Text:
    """The texts as one, a single blank between them."""
    kept = [p for p in parts if p.string]
    if not kept:
        return Text("")
    if len(kept) == 1:
        return kept[0]
    origin: list[tuple[int, int]] = []
    for part in kept:
        if origin:
            line, column = origin[-1]
            origin.append((line, column + 1))
        origin.extend(part.origin)
    first = kept[0]
    return Text(" ".join(p.string for p in kept), tuple(origin), first.file, first.lines)


def nothing(text: Text, at: int = 0) -> Text:
    """An empty text that still knows where it stands."""
    return Text("", text.origin[at:at + 1] or text.origin[-1:], text.file, text.lines)


def _count(places: list[Place], one: str, many: str) -> str:
    return f"{len(places)} {one if len(places) == 1 else many}"


def _decode(data: bytes, file: str) -> tuple[str | None, list[Mistake]]:
    for mark, what in ((codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16")):
        if data.startswith(mark):
            return None, [Mistake("not-utf-8", f"`{file}` is written in {what}", (Place(file),), "save the file as UTF-8")]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = error.object[:error.start]
        number = before.count(b"\n") + 1
        start = before.rfind(b"\n") + 1
        end = error.object.find(b"\n", error.start)
        line = error.object[start:end if end >= 0 else None].decode("cp1252", "replace").rstrip("\r")
        column = len(error.object[start:error.start].decode("utf-8", "replace")) + 1
        return None, [Mistake("not-utf-8", f"`{file}` is not written in UTF-8", (Place(file, number, column, column + 1, line),),
                              "save the file as UTF-8")]


def _plain(whole: str, number: int) -> tuple[str, list[tuple[int, int]], list[int]]:
    """The plain characters of a line, their places, and the columns of characters that cannot stand."""
    start = len(whole) - len(whole.lstrip(" "))
    body = whole[start:].rstrip(" ")
    if not body or _ORDINARY.fullmatch(body):
        return body, [(number, column) for column in range(start + 1, start + len(body) + 1)], []
    out: list[str] = []
    origin: list[tuple[int, int]] = []
    odd: list[int] = []
    for column, character in enumerate(whole, 1):
        plain = _PLAIN.get(character, character)
        if plain == character and unicodedata.category(character) in ("Cc", "Cf"):
            odd.append(column)
            continue
        if not plain or (plain == " " and (not out or out[-1] == " ")):
            continue
        out.append(plain)
        origin.append((number, column))
    if out and out[-1] == " ":
        out.pop()
        origin.pop()
    string = "".join(out)
    if not unicodedata.is_normalized("NFC", string):
        string, origin = _composed(string, origin)
    return string, origin, odd


def _composed(string: str, origin: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """An accent typed as a character of its own joins its letter, so that names compare."""
    out: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    while at < len(string):
        end = at + 1
        while end < len(string) and unicodedata.combining(string[end]):
            end += 1
        piece = unicodedata.normalize("NFC", string[at:end])
        out.append(piece)
        places.extend([origin[at]] * len(piece))
        at = end
    return "".join(out), places
