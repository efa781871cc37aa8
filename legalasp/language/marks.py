"""What a line begins with.

Takes:   the plain text of a line
Gives:   its marker (`(a)`, `1.`, `[Class A home]`), or its keyword (`Note:`, `Doubt "…":`)
Differs: nothing is decided here about nesting; `layout` does that
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ENUM = r"(?:\d{1,3}[a-z]?|[ivxlc]{2,7}|[IVXLC]{2,7}|([a-z])\{again}|[A-Za-z])"


def _enum(again: int) -> str:
    return _ENUM.replace("{again}", str(again))


_MARK = re.compile(rf"(?:\({_enum(1)}\)|\[{_enum(2)}\]|{_enum(3)}\.)(?= |$)")
_SPAN = re.compile(rf"(?:\({_enum(1)}\) to \({_enum(2)}\)|\[{_enum(3)}\] to \[{_enum(4)}\]|{_enum(5)}\. to {_enum(6)}\.)"
                   r"(?= Not rendered:|$)")
_NAME = re.compile(r"\[[A-Z][^\[\]]{0,60}[^\[\].,;:?! ]\](?=$| [A-Z\"\[\d])")
_CITING = re.compile(r"(?:applies|does|is|alone|decides|and|or|to|must|may|has|continues|supersedes|governs|prevails|reaches|yields"
                     r"|remains|excepts|still|holds|counts|runs|ends|bars|allows|permits|provides|takes|covers|lets)\b")

SECTION = re.compile(r"§§? ?(?=[\[\w])")
ROW = re.compile(r"\|")
VERSION = re.compile(r"(?=(?:Added|Amended|Repealed|Replaced) by |Until [A-Z][a-z]+ \d{1,2}, \d{4}\.?(?: ?\[supplied\])?$)")
KEYWORDS = (
    ("NOTE", re.compile(r"Note:")),
    ("BARS", re.compile(r"A breach bars:")),
    ("NOT_RENDERED", re.compile(r"Not rendered:")),
    ("DOUBT", re.compile(r'Doubt "([^"]*)":?')),
    ("READING", re.compile(r'Reading "([^"]*)"(?:[:.]|$)')),
    ("FAVORED", re.compile(r"Favou?red by:")),
    ("BETTER", re.compile(r'Better reading: "([^"]*)"')),
    ("VERSION", VERSION),
    ("ROW", ROW),
)
_NEAR = {"governs": "A breach bars", "a breach bars": "A breach bars", "breach bars": "A breach bars", "notes": "Note",
         "note": "Note", "not rendered": "Not rendered", "favored by": "Favored by", "favoured by": "Favored by",
         "favors": "Favored by", "better reading": "Better reading: \"…\""}

HEAD_KEYS = ("Law", "Words", "Case", "Place", "Cite as", "Uses", "In force", "Days", "Months", "Note", "Source", "Compared",
             "As of", "Laws", "Known as", "Level")
HEAD = re.compile(r"([A-Z][A-Za-z ]{0,30}):(?: |$)")
LAW_HEADINGS = ("Schedule of words", "Presumptions and burdens")
WORD_HEADINGS = ("Kinds", "Measures", "Parts", "States and relations", "Acts", "Acts under acts", "Results", "Fixed", "Findings",
                 "Officials", "Outside laws", "Forms")
CASE_HEADINGS = ("Property and parties", "Facts", "Not known", "Suppose", "Questions")
EXPECTED = ("Answer", "Favoured", "Favored", "Missing", "Conditions", "Condition", "Duties", "Duty", "Value", "Contradictions",
            "Conflicts", "Because", "Why", "Note", "Presumed")
EXPECTATION = re.compile(r'([A-Z][a-z]+(?: (?!on the readings? ")[a-z]+)*)(?: on the readings? ("[^"]*"(?:[^":]*"[^"]*")*))?:(?= |$)')

_WORD_KEY = re.compile(rf"(?:{'|'.join(sorted(WORD_HEADINGS, key=len, reverse=True))}):?(?= |$)", re.IGNORECASE)
_DONE = re.compile(r"; (?:and|or)$")
_DANGLING = re.compile(r"(?:^|[ (])(?:as|of|in|by|under|with|to|that|than|from|for|the|an?|if|§|on|at|which|meets?|except|every|each"
                       r"|no|not|is|are|must|may|(?<![,;] )(?:and|or))$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker as written and where the text behind it begins."""

    string: str
    end: int
    named: bool = False


def mark(string: str, start: int = 0) -> Mark | None:
    """The marker at `start`, or none."""
    span = _SPAN.match(string, start)
    if span:
        return Mark(span.group(), _skip(string, span.end()))
    found = _MARK.match(string, start)
    if found:
        return Mark(found.group(), _skip(string, found.end()))
    name = _NAME.match(string, start)
    if name and not name.group().startswith(("[Despite ", "[Subject ", "[Only")):
        return Mark(name.group(), _skip(string, name.end()), named=True)
    return None


def cites(string: str, found: Mark) -> bool:
    """`(3) applies unchanged.`: the marker is the subject of a sentence, as far as one can see."""
    return not found.named and not found.string.endswith(".") and bool(_CITING.match(string, found.end))


def initial(string: str) -> bool:
    """`x.`: the end of a sentence rather than a marker."""
    bare = string.removesuffix("[supplied]").rstrip()
    return len(bare) == 2 and bare[0].isalpha() and bare[1] == "."


def keyword(string: str) -> tuple[str, re.Match[str]] | None:
    """The keyword of a law that the line begins with."""
    for kind, pattern in KEYWORDS:
        found = pattern.match(string)
        if found:
            return kind, found
    return None


def near_keyword(string: str) -> tuple[str, str] | None:
    """Words before a colon that come close to a keyword, and the keyword."""
    head, colon, _ = string[:40].partition(":")
    meant = _NEAR.get(head.lower().removesuffix(" [supplied]")) if colon else None
    return (head, meant) if meant else None


def word_heading(string: str) -> tuple[str, int] | None:
    """`Kinds`, `Acts under acts: …`: the heading and where the text behind its colon begins."""
    found = _WORD_KEY.match(string)
    if not found or not (found.group().endswith(":") or found.end() == len(string)):
        return None
    key = found.group().rstrip(":")
    proper = next(k for k in WORD_HEADINGS if k.lower() == key.lower())
    return proper, _skip(string, found.end())


def finished(string: str) -> bool:
    """Can the next line begin something new?"""
    if string.endswith("[supplied]") or _DONE.search(string):
        return True
    return string.rstrip(")]\"'").endswith((".", ":", ";", "?", "!"))


def dangling(string: str) -> bool:
    """Does the line end in a word that must be followed by another?"""
    return bool(_DANGLING.search(string))


def starts(string: str, kind: str) -> bool:
    """Could a wrapped line that begins so, in a file of this kind, be taken for a new one?"""
    if mark(string) or ROW.match(string):
        return True
    if kind == "case":
        return bool(EXPECTATION.match(string))
    return bool(keyword(string) or word_heading(string))


_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_PARTS = re.compile(r"[(\[]?(\d*)([A-Za-z]*)[)\].]?$")


def ordinals(marker: str) -> list[tuple[str, int, int]]:
    """The places that an enumerator can have, each as (series, number, letter after it)."""
    found = _PARTS.match(marker)
    if not found or not (found.group(1) or found.group(2)):
        return []
    digits, letters = found.groups()
    if digits:
        return [("number", int(digits), ord(letters) - 96 if letters else 0)]
    case = "lower" if letters.islower() else "upper"
    out = []
    if len(letters) == 1 or (len(letters) == 2 and letters[0] == letters[1] and letters.lower() not in ("ii", "xx", "cc")):
        out.append((f"{case} letter", ord(letters[0].lower()) - 96 + 26 * (len(letters) - 1), 0))
    value = _roman(letters.lower())
    if value:
        out.append((f"{case} roman", value, 0))
    return out


def _roman(letters: str) -> int:
    if any(c not in _ROMAN for c in letters):
        return 0
    values = [_ROMAN[c] for c in letters]
    return sum(-v if v < w else v for v, w in zip(values, [*values[1:], 0], strict=True))


def style(marker: str) -> str:
    return marker[0] if marker[0] in "([" else "."


def follows(marker: str, before: str) -> bool:
    """Can `marker` stand somewhere after `before` in one list?"""
    if style(marker) != style(before):
        return False
    return any(s == t and (n, x) > (m, y) for s, n, x in ordinals(marker) for t, m, y in ordinals(before))


def _skip(string: str, at: int) -> int:
    while at < len(string) and string[at] == " ":
        at += 1
    return at
