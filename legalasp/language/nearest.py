"""The nearest declared phrase, or the declaration to add.

Takes:   a stretch of words that no phrase fits
Gives:   one sentence of help
Differs: from reading in that it guesses, and only ever for a message
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from legalasp.language.numerals import MONTHS, day

if TYPE_CHECKING:
    from legalasp.language.phrases import PhraseReader, Stretch

_SMALL = {"a", "an", "the", "each", "every", "no", "of", "in", "on", "to", "is", "are", "be", "been", "has", "have",
          "for", "and", "or", "not", "was", "were", "with", "that", "by", "at", "from", "least", "most", ",", "only", "…", ":"}


def nearest(reader: "PhraseReader", t: "Stretch") -> str:
    """What to do about the words `t`: an undeclared noun first, else the phrase that shares most words."""
    words = reader.words(t)
    month = next((f"{a.capitalize()} {b}" for a, b in zip(words, words[1:], strict=False) if a in MONTHS and b.isdigit() and len(b) == 4), "")
    if month:
        return f"`{month}` is a month; write its day, `{month.split()[0]} 1, {month.split()[1]}`, or the year alone, `in {month.split()[1]}`"
    date = _bad_date(words)
    if date:
        return f"`{date}` is no day as a case writes it; write `March 2, 2026`"
    if "not" in words and ("or" in words[words.index("not"):] or "and" in words[words.index("not"):]):
        return "`not` before a row is read in two ways; write `neither … nor …`, or two sentences"
    noun = _undeclared_noun(reader, t)
    if noun:
        return f"`{noun}` is no declared noun; add `A {noun} is a thing.` under Kinds, or use a declared one"
    said = {w for w in words if w not in _SMALL}
    best, score = "", 0.0
    likeness: dict[str, float] = {}
    for phrase in reader.lexicon.phrases.values():
        for literals in {tuple(e for e in f.elements if isinstance(e, str) and e not in _SMALL) for f in phrase.forms}:
            if not literals:
                continue
            for word in literals:
                if word not in likeness:
                    likeness[word] = max((_like(word, s) for s in said), default=0.0)
            shared = sum(likeness[w] for w in literals) / len(literals)
            if shared > score:
                best, score = phrase.word, shared
    if score > 0.72:
        return f"the nearest declared phrase is `{best}`; use its words, or declare these under States and relations or Acts"
    return "declare the words: a state (`A lot is vacant.`) under States and relations, an act (`A person moves a home.`) under Acts"


def _like(a: str, b: str) -> float:
    """How alike two words are; words with different beginnings are not, which spares most of the work."""
    return 1.0 if a == b else SequenceMatcher(None, a, b).ratio() if a[:1] == b[:1] else 0.0


def _bad_date(words: tuple[str, ...]) -> str:
    """A date in a form that is not read, or a day that does not exist."""
    for i in range(len(words)):
        row = words[i:i + 4]
        if len(row) == 4 and row[0] in MONTHS and row[1].isdigit() and row[3].isdigit() and day(row) is None:
            return f"{row[0].capitalize()} {row[1]}, {row[3]}"
        if len(row) >= 3 and row[0].isdigit() and row[1] in MONTHS and row[2].isdigit():
            return f"{row[0]} {row[1].capitalize()} {row[2]}"
    slashed = re.search(r"\d{1,2}/\d{1,2} ?/ ?\d{2,4}", " ".join(words))
    return slashed.group().replace(" ", "") if slashed else ""


def _undeclared_noun(reader: "PhraseReader", t: "Stretch") -> str:
    words = reader.words(t)
    for i, word in enumerate(words[:-1]):
        if word not in ("a", "an", "each", "every", "another") or not words[i + 1].isalpha():
            continue
        nouns = reader.lexicon.nouns
        if any(tuple(words[i + 1 + s:i + 1 + s + n]) in nouns for s in range(3) for n in (1, 2, 3, 4)):
            continue
        literal = any(words[i + 1] in (str(e).lower() for e in p.elements) for p in reader.lexicon.phrases.values())
        if not literal:
            return words[i + 1]
    return ""
