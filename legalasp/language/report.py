"""Mistakes as a person at a terminal, or an editor, reads them.

Takes:   `Mistake`s
Gives:   text: the sentence, the line with the words underlined, further places, what to do
Differs: from the records in form only
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from legalasp.mistakes import Mistake, Place

_BOLD, _RED, _YELLOW, _BLUE, _PLAIN = "\033[1m", "\033[31m", "\033[33m", "\033[34m", "\033[0m"
_SHOWN = 160
"""A longer line is cut to the neighbourhood of the words at fault."""


def report(mistakes: Iterable[Mistake], colour: bool = False) -> str:
    """All mistakes for a terminal, a blank line between them.

    >>> place = Place("oak.law", 4, 3, 6, "  (a) (b)")
    >>> print(report([Mistake("empty-item", "nothing stands behind `(a)`", (place,), "write the sentence")]))
    oak.law:4:3: nothing stands behind `(a)` [empty-item]
      4 |   (a) (b)
        |   ^^^
      help: write the sentence
    """
    return "\n\n".join(_one(m, colour) for m in mistakes)


def report_line(mistake: Mistake) -> str:
    """One mistake on one line, as GNU tools write it."""
    kind = "warning" if mistake.warning else "error"
    says = f"{mistake.says}; {mistake.help}" if mistake.help else mistake.says
    return f"{_where(mistake.places[0]) if mistake.places else ''}{kind}: {' '.join(says.split())} [{mistake.code}]"


def report_lines(mistakes: Iterable[Mistake]) -> str:
    """All mistakes, each on one line."""
    return "\n".join(report_line(m) for m in mistakes)


def _one(mistake: Mistake, colour: bool) -> str:
    def paint(string: str, *codes: str) -> str:
        return "".join(codes) + string + _PLAIN if colour else string

    shade = _YELLOW if mistake.warning else _RED
    kind = "warning: " if mistake.warning else ""
    first = mistake.places[0] if mistake.places else None
    where = _where(first) if first else ""
    out = [paint(where, _BOLD) + paint(kind, _BOLD, shade) + f"{mistake.says} [{mistake.code}]"]
    gutter = max((len(str(p.line)) for p in mistake.places if p.line), default=1)
    for number, place in enumerate(mistake.places):
        if number and first and place.file != first.file:
            out.append(f"  in {_where(place).rstrip(' :')}")
        if place.line:
            line, under = _underlined(place)
            out.append(f"  {paint(str(place.line).rjust(gutter), _BLUE)} {paint('|', _BLUE)} {line}".rstrip())
            note = f" {place.note}" if place.note else ""
            out.append(f"  {' ' * gutter} {paint('|', _BLUE)} {paint(under, shade) + note}".rstrip())
        elif place.note:
            out.append(f"  {place.note}")
    if mistake.help:
        out.append(f"  {paint('help:', _BOLD)} {mistake.help}")
    return "\n".join(out)


def _where(place: Place) -> str:
    parts = [place.file] if place.file else []
    if place.line:
        parts += [str(place.line), str(place.column)]
    return ":".join(parts) + ": " if parts else ""


def _underlined(place: Place) -> tuple[str, str]:
    """The line, and carets under the words. Tabs and what cannot be seen are shown as single blanks."""
    text, start = place.text, max(0, place.column - 1)
    end = max(start + 1, place.end - 1)
    cut = ""
    if len(text) > _SHOWN:
        first = max(0, min(start - _SHOWN // 4, len(text) - _SHOWN))
        last = first + _SHOWN
        cut = "…" if first else ""
        text, start, end = text[first:last] + ("…" if last < len(text) else ""), start - first, min(end - first, _SHOWN)
    text = "".join(_visible(c) for c in text)
    before = _width(cut + text[:start])
    return cut + text, " " * before + "^" * max(1, _width(text[start:end]))


def _visible(character: str) -> str:
    return " " if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") else character


def _width(string: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in string)
