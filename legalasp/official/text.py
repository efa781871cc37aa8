"""An official text, cut into passages.

Takes:   the path of a plain text file, as it was found: page numbers inside sentences, numbers on lines of their own,
         running heads, words broken at the end of a line
Gives:   `OfficialText`: its `Passage`s in order, each with its words as they stand, its list mark and its line
Differs: from the file in that furniture of the page is left out; no word of a sentence is changed but for a hyphen at
         the end of a line

Fingerprints are made of the words alone, so that a new line, a comma or a capital changes nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from legalasp.mistakes import Mistake, Mistaken

MARK = re.compile(r"(?:\[[0-9]{1,2}\](?=\s)|\((?:[A-Za-z]{1,2}|[0-9]{1,3}|[ivxIVX]{1,5})\)|(?:[A-Za-z]|[0-9]{1,3}|[ivx]{1,5})(?:\)|\.(?=\s|$))|[0-9]{1,2}\.(?=[A-Z])|§\s*[\w.-]+)")
_SECTION = re.compile(r"(?:SECTION|Section|ARTICLE|Article|Sec\.|Chapter|CHAPTER)\s*[0-9IVX]+(?:[-.:]|\b)")
_NUMBERED = re.compile(r"\b[Ss]ection\s*\d+")
_WORD = re.compile(r"[A-Za-z0-9]+(?:[.,/'’-][A-Za-z0-9]+)*")
_ABBREVIATED = re.compile(r"(?:\b(?:No|Nos|Ord|pt|Art|Sec|Secs|etc|i\.e|e\.g|vs|approx|min|max|St|Rd|Mr|Mrs|Dr|Inc|Co|Ch|cf|ft|in|sq)|\bL\.L|\b[A-Z](?:\.[A-Z])+)\.$")
_HISTORY = re.compile(r"^[\[(]\s*(?:Added|Amended|Adopted|Repealed|Code|Ord\b|Ord\.|L\.L\.|Res\b)", re.IGNORECASE)
_PAGE_BREAK = re.compile(r"\s(\d{1,3})\s*\n\s*\n\s*(\d{1,3})\s")
_LEADER = re.compile(r"\.{4,}|(?:\. ){4,}")
MOST_SKETCHED = 8


@dataclass(frozen=True)
class Passage:
    """One sentence, list item or heading. `kind`: sentence, heading or history (a note on when it was enacted)."""

    number: int
    text: str
    mark: str
    line: int
    kind: str = "sentence"

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(w.lower().replace("’", "'") for w in _WORD.findall(self.text))

    @cached_property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits of the words alone."""
        return hashlib.sha256(" ".join(self.words).encode()).hexdigest()[:12]

    @cached_property
    def sketch(self) -> frozenset[str]:
        """A few hashes of neighboring words: a changed passage still shares most of them, and nobody can read it back."""
        pairs = {" ".join(p) for p in zip(self.words, self.words[1:], strict=False)} or set(self.words)
        return frozenset(sorted(hashlib.sha256(p.encode()).hexdigest()[:5] for p in pairs)[:MOST_SKETCHED])


@dataclass(frozen=True)
class OfficialText:
    path: Path
    passages: tuple[Passage, ...]

    @cached_property
    def fingerprint(self) -> str:
        return hashlib.sha256(" ".join(p.fingerprint for p in self.passages).encode()).hexdigest()[:16]


def read_text(path: Path) -> OfficialText:
    """The passages of a file. Raises `Mistaken` where it cannot be read as text."""
    try:
        raw = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise Mistaken([Mistake("unreadable-file", f"There is no file {path}.", help="Give the path of the official text.")]) from None
    except (OSError, UnicodeDecodeError):
        raise Mistaken([Mistake(
            "not-utf-8", f"{path} cannot be read as text in UTF-8.", help="Save the official text as plain text (UTF-8) and attach that.",
        )]) from None  # fmt: skip
    passages = tuple(_passages(raw.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")))
    if not passages:
        raise Mistaken([Mistake("empty-file", f"{path} has no words.", help="Give the file that holds the official text.")])
    return OfficialText(path, passages)


# ---------------------------------------------------------------- paragraphs


def _passages(raw: str) -> list[Passage]:
    found: list[Passage] = []
    mark = ""
    for text, line in _paragraphs(_without_furniture(raw)):
        for piece in _sentences(text):
            own, rest = _marked(piece)
            mark = own or mark
            rest, ahead = (rest, "") if _HISTORY.match(rest) else _mark_at_the_end(rest)
            if rest.strip(" .;:,").lower() in ("", "and", "or", "and/or") or not _WORD.search(rest):
                continue
            found.append(Passage(len(found) + 1, rest, mark, line, _kind(rest)))
            mark = ahead
    return found


def _without_furniture(raw: str) -> str:
    """Page numbers that stand inside sentences, and heads that come again on every page, are no words of the law."""
    def joined(match: re.Match[str]) -> str:
        one, other = int(match[1]), int(match[2])
        return " " + "\n" * match[0].count("\n") if other == one + 1 else match[0]

    lines = _PAGE_BREAK.sub(joined, raw).split("\n")
    times = Counter(s for line in lines if len(s := line.strip()) > 8)
    kept = []
    for line in lines:
        bare = line.strip()
        running = times[bare] > 2 and not MARK.match(bare) and not bare.endswith((".", ";", ":", ","))
        kept.append("" if running or re.fullmatch(r"-?\s*\d{1,3}\s*-?|[Pp]age \d+(?: of \d+)?", bare) else line)
    return "\n".join(kept)


def _paragraphs(raw: str) -> list[tuple[str, int]]:
    """Runs of lines with the number of the first; a list mark or a heading begins a new one."""
    found: list[tuple[list[str], int]] = []
    fresh = True
    words = set(_WORD.findall(raw.lower()))
    for number, line in enumerate(raw.split("\n"), 1):
        bare = line.strip()
        if not bare:
            fresh = True
            continue
        begins = MARK.match(bare) or _SECTION.match(bare) or _is_heading(bare)
        if found and (not fresh and not begins or _runs_on(found[-1][0], bare)):
            last = found[-1][0]
            if last[-1].endswith("-") and re.search(r"\w-$", last[-1]):
                whole = re.search(r"(\w+)-$", last[-1])
                first = re.match(r"\w+", bare)
                if whole and first and (whole[1] + first[0]).lower() in words:
                    last[-1] = last[-1][:-1] + bare
                    continue
                last[-1] += bare
                continue
            last.append(bare)
        else:
            found.append(([bare], number))
        fresh = bool(_is_heading(bare))
    return [(" ".join(lines), number) for lines, number in found]


def _runs_on(before: list[str], bare: str) -> bool:
    """Whether a page break has cut a sentence: the text before is open, and what follows goes on in small letters."""
    return bool(re.search(r"[a-z,]$", before[-1]) and re.match(r"[a-z]", bare) and not MARK.match(bare)) and len(" ".join(before)) > 20


def _is_heading(bare: str) -> bool:
    return bare.isupper() and len(bare) < 90 and bool(re.search("[A-Z]{3}", bare))


def _marked(piece: str) -> tuple[str, str]:
    """The list mark at the head of a piece, and the rest."""
    match = MARK.match(piece)
    return (match[0], piece[match.end():].strip()) if match else ("", piece)


def _mark_at_the_end(piece: str) -> tuple[str, str]:
    """A mark that was left at the end belongs to what follows."""
    match = re.search(r"\s(\(?(?:[A-Z]|[0-9]{1,2}|[ivx]{1,4})[.)]\.?)$", piece)
    return (piece[:match.start()], match[1]) if match and match.start() > 10 else (piece, "")


_FINITE = frozenset("shall must may will can should is are was were be has have had".split())


def _kind(text: str) -> str:
    if _HISTORY.match(text):
        return "history"
    words = _WORD.findall(text)
    long = [w for w in words if len(w) > 3]
    if _is_heading(text) or len(_NUMBERED.findall(text)) > 4 or _LEADER.search(text) or (_SECTION.match(text) and len(words) < 12):
        return "heading"
    if len(words) <= 6 and text.endswith(":") and text[0].isupper() and not _FINITE & {w.lower() for w in words}:
        return "heading"  # `Definitions:`, run in before the sentence
    titled = all(w[0].isupper() or w[0].isdigit() for w in long)
    return "heading" if len(words) <= 7 and titled and not re.search(r"[;:]$", text) else "sentence"


# ---------------------------------------------------------------- sentences

_END = re.compile(r"(?:[.;:?!][\"”')\]]*|,(?=\s+(?:and|or)?\s*(?:\(?[a-z0-9]{1,3}[).])\s))\s+(?:(?:and|or)\s+(?=\(?[A-Za-z0-9]{1,3}[).]\s))?")


def _sentences(paragraph: str) -> list[str]:
    """A paragraph cut after full stops, semicolons and colons, and before the marks of a list."""
    found: list[str] = []
    if len(_NUMBERED.findall(paragraph)) > 8 and len(paragraph) < 120 * len(_NUMBERED.findall(paragraph)):
        return [paragraph]  # a table of contents
    if _HISTORY.match(paragraph) and paragraph.rstrip(".")[-1:] in ")]":
        return [paragraph]
    start = 0
    for match in _END.finditer(paragraph):
        before, after = paragraph[start:match.start() + 1], paragraph[match.end():]
        if not after:
            break
        if _SECTION.fullmatch(before.strip()):
            continue  # the title goes with its number
        marked = MARK.match(after) or _SECTION.match(after)
        stop = match[0][0]
        if not marked:
            if stop == "," or (stop == ":" and not re.match(r"[A-Z\"“(]", after)):
                continue
            if stop == "." and (not re.match(r"[A-Z0-9\"“(\[]", after) or _ABBREVIATED.search(before) or MARK.fullmatch(before.strip())):
                continue
        elif MARK.fullmatch(before.strip()):
            continue
        found.append(paragraph[start:match.end()].strip())
        start = match.end()
    found.append(paragraph[start:].strip())
    return [f for f in found if f]
