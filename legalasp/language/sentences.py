"""Reads one sentence of law.

Takes:   the text of an item, whether a list follows it, a `Lexicon`, the labels in scope
Gives:   a `Reading`: every sentence that the text can be, or mistakes
Differs: from the text in that norm, conditions and exceptions are apart (`grammar/sentence.lark`) and
         each clause is matched to a declared phrase (`phrases.py`)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark.exceptions import UnexpectedInput

from legalasp.language.lexicon import Lexicon
from legalasp.language.norms import POWERS, Norms
from legalasp.language.phrases import PhraseReader, Stretch
from legalasp.language.refused import refused
from legalasp.language.skeleton import Skeleton, grammar
from legalasp.language.statements import GERUND, Statements
from legalasp.language.syntax import Sentence
from legalasp.language.tokens import Token, tokenize
from legalasp.language.tree import Text
from legalasp.mistakes import Mistake

__all__ = ["GERUND", "POWERS", "ReadSentence", "labels_in", "read_sentence"]


@dataclass
class ReadSentence:
    sentences: tuple[Sentence, ...]
    mistakes: list[Mistake]
    tokens: tuple[Token, ...]


def read_sentence(text: Text, lexicon: Lexicon, labels: dict[str, str] | None = None,
                  names: dict[str, tuple[str, str]] | None = None, with_list: bool = False,
                  tail: Text | None = None) -> ReadSentence:
    """All sentences that `text` can be. `with_list`: a list stands where the text ends in a colon."""
    tokens, mistakes = tokenize(text)
    if tail:
        more, again = tokenize(tail)
        mistakes += again
    else:
        more = ()
    if with_list:
        tokens = (*tokens, Token("list", "…", "…", len(text.string), len(text.string)), *more)
    if tokens and tokens[-1].low == ".":
        tokens = tokens[:-1]
    mistakes += refused(text, tokens)
    if mistakes or not tokens:
        return ReadSentence((), mistakes, tokens)
    reader = PhraseReader(lexicon, tokens, {**(labels or {}), **labels_in(tokens, lexicon)}, names)
    return Sentences(text, tokens, reader).read()


def labels_in(tokens: tuple[Token, ...], lexicon: Lexicon) -> dict[str, str]:
    """`a home (the "old home")` brings in the label `old home` for a home."""
    out: dict[str, str] = {}
    for i in range(len(tokens) - 3):
        if tokens[i].low == "(" and tokens[i + 1].low == "the" and tokens[i + 2].kind == "quote" and tokens[i + 3].low == ")":
            label = tokens[i + 2].string.strip('"').lower()
            low = [t.low for t in tokens[:i]]
            best: tuple[int, int, str] | None = None
            for start in range(max(0, i - 40), i):
                for end in range(start + 1, min(i, start + 5) + 1):
                    found = lexicon.nouns.get(tuple(low[start:end]))
                    determined = start and low[start - 1] in ("a", "an", "another", "each", "existing", "the", "every")
                    if found and (determined or end == i) and _names(label, found[0], lexicon):
                        candidate = (start, -end, found[0])
                        best = candidate if best is None or candidate[:2] > best[:2] else best
            if best:
                out[label] = best[2]
    return out


def _names(label: str, kind: str, lexicon: Lexicon) -> bool:
    """Does the label end in the kind's noun, or in a wider one: `old home`, `incoming home`?"""
    last = lexicon.nouns.get((label.split()[-1],)) or lexicon.nouns.get(tuple(label.split()[-2:]))
    return last is None or lexicon.compatible(last[0], kind)


class Sentences(Norms, Statements):
    """Reads one sentence."""

    # ------------------------------------------------------------ the skeleton

    def read(self) -> ReadSentence:
        special = tuple(self.special(tuple(range(len(self.tokens)))))
        if special:
            return ReadSentence(special, [], self.tokens)
        if self.low[:3] == ("on", "the", "reading") and len(self.tokens) > 5 and self.tokens[3].kind == "quote" and self.low[4] == ",":
            rest = Sentences(self.text, self.tokens[5:], PhraseReader(self.reader.lexicon, self.tokens[5:]))
            settled = tuple(s for s in rest.special(tuple(range(len(self.tokens) - 5))) if s.form == "conflict rule")
            if settled:
                reading = self.tokens[3].string.strip('"')
                return ReadSentence(tuple(replace(s, readings=(reading,)) for s in settled), [], self.tokens)
        keywords = self._keywords()
        try:
            tree = grammar().parse(keywords)
        except UnexpectedInput as error:
            return ReadSentence((), [self._misplaced(error)], self.tokens)
        parts = self._parts(tree)
        if isinstance(parts, Mistake):
            return ReadSentence((), [parts], self.tokens)
        sentences = tuple(dict.fromkeys(self._sentences(parts)))
        return ReadSentence(sentences, [] if sentences else [self._unread(parts)], self.tokens)


    # ------------------------------------------------------------ what went wrong

    def _unread(self, parts: "Skeleton") -> Mistake:
        """The shortest stretch that could not be read, and the nearest declared phrase."""
        from legalasp.language.nearest import nearest

        for name in ("if_", "unless", "until", "provided"):
            stretch = getattr(parts, name)
            if stretch is not None and not self.reader.clause(stretch):
                return self.unknown(stretch, nearest)
        stretch = tuple(k for run in parts.runs for k in run)
        if parts.has_when:
            run = parts.runs[0]
            for k in range(len(run) - 1, 0, -1):
                if self.low[run[k]] == "," and self.reader.clause(run[:k]):
                    return self.unknown((*run[k + 1:], *(i for r in parts.runs[1:] for i in r)), nearest)
            commas = [k for k in range(len(run)) if self.low[run[k]] == ","]
            return self.unknown(run[:commas[0]] if commas else run, nearest)
        return self.unknown(stretch, nearest)

    def unknown(self, t: Stretch, nearest: Any) -> Mistake:
        first, last = self.tokens[t[0]], self.tokens[t[-1]]
        return Mistake("unknown-phrase", "no declared phrase fits these words",
                       (self.text.place(first.start, max(last.end, first.end)),), nearest(self.reader, t))
