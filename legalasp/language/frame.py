"""A file's text as its frame.

Takes:   a path, or the bytes of a law, a file of words or a case
Gives:   `LawTree` or `CaseTree`, or None where nothing can be read, and every mistake of form at once
Differs: lines are joined, nested and sorted; the sentences themselves are still text
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedToken

from legalasp.language import build, lines, nesting, order
from legalasp.language.layout import layout
from legalasp.language.nesting import FrameLexer
from legalasp.language.tables import parser
from legalasp.language.tree import CaseTree, LawTree
from legalasp.mistakes import Mistake

MISTAKES = (*lines.MISTAKES, *nesting.MISTAKES, "unexpected-line", *build.MISTAKES, *order.MISTAKES)
"""The codes of all mistakes that reading a frame can find."""

_KIND = {
    "HEAD": "a line of the head", "SECTION": "a section", "PRESUMPTIONS": "`Presumptions and burdens`", "SCHEDULE": "`Schedule of words`",
    "ENTRY": "a heading of words such as `Kinds:`", "WORDS": "a line of words", "ITEM": "an item with a marker", "SENTENCE": "a sentence",
    "TAIL": "the line that ends a list", "ROW": "a row of a table", "BARS": "`A breach bars:`", "NOTE": "`Note:`",
    "NOT_RENDERED": "`Not rendered:`", "VERSION": "`Added by …`", "DOUBT": "`Doubt \"…\":`", "READING": "`Reading \"…\":`",
    "FAVORED": "`Favored by:`", "BETTER": "`Better reading:`", "TITLE": "a heading", "FACT": "a fact", "QUESTION": "a question",
    "EXPECT": "what is expected, such as `Answer:`",
}
_HELP = {
    "READING": "a reading stands under a `Doubt \"…\":`, indented", "FAVORED": "grounds stand under a `Reading \"…\":`, indented",
    "NOTE": "a note hangs on a section or an item; a reading has `Favored by:`",
    "BETTER": "the better reading is named under a `Doubt \"…\":`, beside its readings",
    "EXPECT": "what is expected stands under a question, indented", "ROW": "a table stands under a line of text, indented",
    "HEAD": "the head stands before the first heading", "WORDS": "words stand under a heading such as `Kinds:`",
}


def read_law(source: str | Path | bytes, name: str | None = None) -> tuple[LawTree | None, list[Mistake]]:
    r"""The frame of a law. `name` is what mistakes call the file.

    >>> law, mistakes = read_law("Law: Oak\n\n§ 1\n  A lot must be wide.\n".encode())
    >>> law.sections[0].body.children[0].text.string
    'A lot must be wide.'
    """
    return _read(source, name, "law")


def read_words(source: str | Path | bytes, name: str | None = None) -> tuple[LawTree | None, list[Mistake]]:
    """The frame of a file of words: a `LawTree` with `words` and no sections."""
    return _read(source, name, "words")


def read_case(source: str | Path | bytes, name: str | None = None) -> tuple[CaseTree | None, list[Mistake]]:
    """The frame of a case."""
    return _read(source, name, "case")


def _read(source: str | Path | bytes, name: str | None, kind: str) -> tuple[Any, list[Mistake]]:
    data, file, mistakes = lines.read_bytes(source, name)
    if data is None:
        return None, mistakes
    found, mistakes = lines.read_lines(data, file)
    if not found:
        return None, mistakes
    tokens, more = layout(found, kind)
    mistakes += more
    tree = _parse(tokens, kind, mistakes)
    frame = build.Frame(file, found[0].text)
    result = frame.transform(tree)
    mistakes += frame.mistakes
    return result, sorted(mistakes, key=_order)


def _parse(tokens: list[Token], kind: str, mistakes: list[Mistake]) -> Any:
    """Lark's tree. A line that cannot stand where it stands is reported and left out with all under it."""
    grammar = "case" if kind == "case" else "law"
    start = "case" if kind == "case" else ("law", "words")
    reading = parser(grammar, start, lexer=FrameLexer).parse_interactive(start=kind)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        try:
            reading.feed_token(token)
            at += 1
        except UnexpectedToken as error:
            skipped = tokens[at + 1] if token.type == "_INDENT" else token
            mistakes.append(_unexpected(skipped, error.expected))
            at = _past(tokens, at)
    return reading.feed_eof()  # type: ignore[no-untyped-call]


def _past(tokens: list[Token], at: int) -> int:
    """The index behind a token and the block under it."""
    depth = 1 if tokens[at].type == "_INDENT" else 0
    at += 1
    if not depth and at < len(tokens) and tokens[at].type == "_INDENT":
        depth, at = 1, at + 1
    while depth and at < len(tokens):
        depth += {"_INDENT": 1, "_DEDENT": -1}.get(tokens[at].type, 0)
        at += 1
    return at


def _unexpected(token: Token, expected: set[str]) -> Mistake:
    row = token.value
    wanted = [_KIND[k] for k in sorted(expected) if k in _KIND]
    what = _KIND.get(token.type, "this line")
    may = ", ".join(wanted[:-1]) + " or " + wanted[-1] if len(wanted) > 1 else wanted[0] if wanted else "no further line"
    could = f"; {may} could" if len(wanted) < 5 else ""
    return Mistake("unexpected-line", f"{what} cannot stand here{could}", (row.place(),),
                   _HELP.get(token.type, "look at the indentation of this line and of the line above it"))


def _order(mistake: Mistake) -> tuple[int, int]:
    return (mistake.places[0].line, mistake.places[0].column) if mistake.places else (0, 0)
