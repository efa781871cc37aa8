"""What the language refuses, each with the rewriting.

Takes:   the tokens of a sentence
Gives:   mistakes
Differs: from the matching of phrases in that these words are understood and still not taken,
         since lawyers read them in two ways
"""

from __future__ import annotations

from legalasp.language.inflect import article
from legalasp.language.tokens import Token
from legalasp.language.tree import Text
from legalasp.mistakes import Mistake

_REFUSED: dict[tuple[str, ...], tuple[str, str, str]] = {
    ("may", "not"): ("may-not", "`may not` is read both as a ban and as a possibility", "write `must not`"),
    ("shall", "not"): ("shall", "`shall` is read as a duty, a promise or a plain future", "write `must not`"),
    ("shall",): ("shall", "`shall` is read as a duty, a promise or a plain future", "write `must`, or `is` in a definition"),
    ("may", "instead"): ("instead", "`may instead` does not say which standard gives way, and for how many",
                         "write what is asked in the end: `At least 90 percent of the lots of a park must have …`, and the floor for the others"),
    ("any",): ("any", "`any` is read as each and as some", "write `each` or `a`; `any of these holds:` opens a list"),
    **{(w,): ("pronoun", f"`{w}` does not say what it stands for", "write the noun again, with `the`")
       for w in ("it", "they", "he", "she", "them", "him", "his", "her", "their", "its")},
    **{(w,): ("legalese", f"`{w}` points without naming", "write `the` and the noun")
       for w in ("such", "said", "aforesaid", "same", "thereof", "therein", "herein", "hereof", "thereto", "therefrom")},
    ("and/or",): ("and-or", "`and/or` has no one meaning", "write `or`, or `at least 1 of these hold:` with a list"),
}
_BRACKETS = ("[]", "[ ]")
_AFTER_IT = {("it", "is", "presumed"), ("it", "is", "for")}


def refused(text: Text, tokens: tuple[Token, ...], names: frozenset[str] = frozenset()) -> list[Mistake]:
    """Every refused word of the sentence, with its rewriting. `names`: words of names, in lower case, which may
    end as they like (`O'Brien's Park`)."""
    out: list[Mistake] = []
    low = tuple(t.low for t in tokens)
    for empty in _BRACKETS:
        if empty in text.string:
            at = text.string.index(empty)
            out.append(Mistake("empty-bracket", "nothing is supplied in this bracket", (text.place(at, at + len(empty)),),
                               "write the supplied words, or take the bracket out"))
    i = 0
    while i < len(tokens):
        for size in (2, 1):
            row = low[i:i + size]
            if row in _REFUSED and tokens[i].kind == "word":
                if row == ("any",) and low[i:i + 3] in (("any", "of", "these"), ("any", "other", "means")):
                    break
                if row == ("it",) and low[i:i + 3] in _AFTER_IT:
                    break
                code, says, help_ = _REFUSED[row]
                out.append(Mistake(code, says, (text.place(tokens[i].start, tokens[i + size - 1].end),), help_))
                i += size - 1
                break
        if low[i] in ("a", "an") and i + 1 < len(tokens) and tokens[i + 1].kind == "word" and tokens[i].kind == "word" and tokens[i].string != "A" * bool(i):
            fitting = article(tokens[i + 1].low)
            if fitting != low[i]:
                out.append(Mistake("article", f"`{low[i]} {tokens[i + 1].string}` is no English: a word is missing, or the article is wrong",
                                   (text.place(tokens[i].start, tokens[i + 1].end),), f"write `{fitting} {tokens[i + 1].string}`, or the word that is missing"))
        if low[i] == "from" and low[i + 1:i + 2] in (("a",), ("an",)) and low[i - 1] in ("feet", "foot", "inches", "inch", "yards", "miles", "mile"):
            out.append(Mistake("a-after-distance", f"a distance from `{low[i + 1]} …` may be from one or from each of them",
                               (text.place(tokens[i].start, tokens[i + 1].end),), "write `from every …`, or `from the …` if it is one only"))
        if tokens[i].kind == "word" and tokens[i].string.endswith(("'s", "s'")) and tokens[i].low not in names:
            out.append(Mistake("possessive", f"`{tokens[i].string}` hides a relation",
                               (text.place(tokens[i].start, tokens[i].end),), "write `the … of the …`"))
        i += 1
    return out
