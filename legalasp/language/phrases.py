"""Reads clauses, nouns and quantities by matching them whole against the declared phrases.

Takes:   the tokens of a sentence, a `Lexicon`, the labels and names in scope
Gives:   every parse there is; two different parses of one clause are an ambiguity for the caller to report
Differs: from a hand-written recursive descent in that nothing is chosen silently: a reading function
         answers with all nodes that the whole stretch can be
"""

from __future__ import annotations

from collections.abc import Iterator

from legalasp.language import numerals
from legalasp.language.clauses import Clauses
from legalasp.language.measuring import Measuring
from legalasp.language.nouns import Nouns
from legalasp.language.rows import Rows
from legalasp.language.stretch import BARE, FINITE, Stretch, kept
from legalasp.language.syntax import (
    CitationList,
    Clause,
    ListClause,
    PhraseClause,
    ReadingClause,
)

__all__ = ["BARE", "FINITE", "PhraseReader", "Stretch"]

_LISTS = {
    ("all", "of", "these", "hold"): "all", ("any", "of", "these", "holds"): "any", ("none", "of", "these", "holds"): "none",
    ("any", "of", "these", "happens"): "any",
}
_WHOLE = ("this law", "the rest of this law", "every other standard of this law",
          "the requirements of this law", "the standards of this law", "every requirement of this law")


class PhraseReader(Clauses, Rows, Nouns, Measuring):
    """`labels`: label in lower case -> kind. `names`: name in lower case -> (name as shown, kind)."""

    # ------------------------------------------------------------ clauses

    @kept
    def clause(self, t: Stretch, tenses: frozenset[str] = FINITE) -> Iterator[Clause]:
        """Every clause that the whole stretch can be."""
        if not t:
            return
        found = False
        for node in self._list(t):
            yield node
            return
        for node in self._on_reading(t, tenses):
            yield node
            return
        for node in self.atomic(t, tenses):
            found = True
            yield node
        if not found:
            yield from self.coordinated(t, tenses)

    def _list(self, t: Stretch) -> Iterator[Clause]:
        if self.tokens[t[-1]].kind != "list":
            return
        words = self.words(t[:-1])
        words = words[:-1] if words and words[-1] == ":" else words
        if words in _LISTS:
            yield ListClause(_LISTS[words])
        elif words[:2] == ("at", "least") and words[-3:] in (("of", "these", "hold"), ("of", "these", "holds")):
            many = numerals.number(words[2:-3])
            if many:
                yield ListClause("at least", int(many[0]))

    def _on_reading(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        if self.starts(t, "on", "the", "reading") and len(t) > 5 and self.tokens[t[3]].kind == "quote" and self.low[t[4]] == ",":
            for node in self.clause(t[5:], tenses):
                yield ReadingClause(self.tokens[t[3]].string.strip('"'), node)

    @kept
    def atomic(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        for k in range(len(t), 0, -1):
            times = self.times(t[k:])
            if not times:
                continue
            for node in self.core(t[:k], tenses):
                for row in times:
                    if not row:
                        yield node
                    elif isinstance(node, PhraseClause):
                        yield PhraseClause(node.word, node.args, node.negated, node.tense, row)

    @kept
    def core(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        yield from self.phrases(t, tenses)
        if len(t) < 2:
            return
        yield from self._meets(t, tenses)
        yield from self._kinds(t, tenses)
        yield from self._measures(t, tenses)
        yield from self._quoted(t)
        yield from self._finds(t)

    # ------------------------------------------------------------ citations

    @kept
    def citations(self, t: Stretch) -> Iterator[CitationList]:
        """`§ 4, § 9.A and § 9.B`, `§ 4 to § 12`, `this law`, `this law, except § 8[2]`."""
        for k in range(1, len(t)):
            if self.low[t[k]] == "except" and k + 1 < len(t):
                head = t[:k - 1] if self.low[t[k - 1]] == "," else t[:k]
                for whole in self.citations(head):
                    for but in self.citations(t[k + 1 + (self.low[t[k + 1]] == "from"):]):
                        if not but.whole and not but.spans:
                            yield CitationList(whole.cites, whole.spans, whole.whole, but.cites)
                return
        joined = " ".join(self.words(t))
        if joined in _WHOLE:
            yield CitationList(whole=joined)
            return
        cites: list[str] = []
        spans: list[tuple[str, str]] = []
        i = 0
        while i < len(t):
            token = self.tokens[t[i]]
            if token.kind != "cite":
                return
            if i + 2 < len(t) and self.low[t[i + 1]] in ("to", "through") and self.tokens[t[i + 2]].kind == "cite":
                spans.append((token.string, self.tokens[t[i + 2]].string))
                i += 3
            else:
                cites.append(token.string)
                i += 1
            if i < len(t):
                if self.low[t[i]] == "," and i + 1 < len(t) and self.low[t[i + 1]] in ("and", "or"):
                    i += 2
                elif self.low[t[i]] in (",", "and", "or"):
                    i += 1
                else:
                    return
        if cites or spans:
            yield CitationList(tuple(cites), tuple(spans))
