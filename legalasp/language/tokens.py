"""A sentence as tokens.

Takes:   a `Text` (one logical line)
Gives:   `Token`s with their stretch of the text; square brackets are taken off and leave `supplied` behind
Differs: from the text in that citations, quotations and numbers are single tokens and that words
         compare in lower case

Square brackets mean *supplied by the drafter* and nothing else, but in a citation (`§ 4[3]`, `[2]`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from legalasp.language.tree import Text
from legalasp.mistakes import Mistake

_MARK = r"\((?:\d{1,3}[a-z]?|[a-zA-Z]{1,2}|[ivx]{1,5})\)|\[(?:\d{1,3}[a-z]?|[a-zA-Z]|[ivx]{1,5})\]"
_SEGMENT = rf"(?:{_MARK}|\([^()]*\)|\[[^\[\]]*\])"
_TOKEN = re.compile(
    rf"""
    (?P<cite>§\ ?(?:[A-Za-z0-9]+(?:[.\-][A-Za-z0-9]+)*)?(?:\.?{_SEGMENT}|(?<=[)\]])[a-z]{{1,2}}(?![A-Za-z]))*(?:\ lead)?
        |(?:[A-Za-z]{{1,4}}|\d{{1,3}}[a-z]?)?(?:{_MARK})+)   # § 9.B.i.5(b), (2), B[1], (a)[1]
    |(?P<quote>"[^"]*")
    |(?P<number>\d+(?:-\d+)+|\d+/\d+|\$?\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\$?\d+(?:\.\d+)?%?)
    |(?P<word>[^\W\d_][\w]*(?:['\-/.][\w]+)*)
    |(?P<mark>[,;:.?()\[\]/%])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is one of word, number, cite, quote, mark, list; `string` as written, `low` in lower case."""

    kind: str
    string: str
    low: str
    start: int
    end: int
    supplied: bool = False

    def __str__(self) -> str:
        return self.string


def tokenize(text: Text) -> tuple[tuple[Token, ...], list[Mistake]]:
    """The tokens of `text`; an unreadable character or an unmatched bracket is a mistake."""
    out: list[Token] = []
    mistakes: list[Mistake] = []
    string, position, depth = text.string, 0, 0
    opened: list[int] = []
    while position < len(string):
        if string[position] == " ":
            position += 1
            continue
        found = _TOKEN.match(string, position)
        if not found:
            mistakes.append(Mistake(
                "unreadable-character", f"`{string[position]}` has no meaning in a sentence",
                (text.place(position, position + 1),), "take it out, or put quoted words in \"…\""))
            position += 1
            continue
        kind, written = found.lastgroup or "word", found.group()
        if kind == "cite" and written.startswith(("[", "(")) and not _is_citation(written, string, position):
            kind, written = "mark", written[0]
        end = position + len(written)
        if kind == "mark" and written == "[":
            opened.append(position)
            depth += 1
        elif kind == "mark" and written == "]":
            if depth:
                depth -= 1
                opened.pop()
            else:
                mistakes.append(Mistake("unmatched-bracket", "`]` closes no bracket",
                                        (text.place(position, end),), "add `[` before the supplied words"))
        else:
            if kind == "cite" and len(written) > 2 and written.endswith("."):
                written, end = written[:-1], end - 1
            out.append(Token(kind, written, written.lower(), position, end, depth > 0))
        position = end
    for start in opened:
        mistakes.append(Mistake("unmatched-bracket", "`[` is never closed", (text.place(start, start + 1),),
                                "add `]` after the supplied words"))
    return tuple(out), mistakes


def _is_citation(written: str, string: str, position: int) -> bool:
    """Is a bracketed mark a citation? `(a)` after a word is; `(s)` glued to a word is part of it."""
    return not (position and string[position - 1].isalnum()) or written[0] == "["


def words(tokens: tuple[Token, ...]) -> str:
    """The tokens as one string in lower case, for messages and for comparing."""
    out = ""
    for token in tokens:
        glue = "" if not out or token.low in ",;:.?)" or out.endswith("(") else " "
        out += glue + (token.string if token.kind in ("cite", "quote") else token.low)
    return out
