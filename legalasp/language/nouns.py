"""Reads nouns, and what stands behind them.

Takes:   a stretch of a sentence
Gives:   `Nouns.noun`: every noun that it can be, with its determiner, adjectives and relative clauses
Differs: from clauses in that a gap stands for the noun: `a home that is on the lot`
"""

from __future__ import annotations

from collections.abc import Iterator

from legalasp.language import numerals
from legalasp.language.lexicon import Phrase
from legalasp.language.stretch import FINITE, Reading, Stretch, kept
from legalasp.language.syntax import (
    GAP,
    Clause,
    KindClause,
    MeetsClause,
    Noun,
    PhraseClause,
)

_DETERMINERS: dict[tuple[str, ...], str] = {
    ("a",): "a", ("an",): "a", ("the",): "the", ("each",): "each", ("every",): "each", ("no",): "no",
    ("some",): "some", ("another",): "another", ("the", "other"): "the other", ("every", "other"): "every other",
    ("each", "other"): "every other", ("no", "other"): "no other", ("all", "the"): "each", ("all",): "each",
    ("each", "further"): "each", ("a", "further"): "a",
}
_MASS = {("land",)}
"""Nouns that stand without an article: `placing a home on land`."""
_NO_END = {"and", "or", ",", "a", "an", "the", "that", "is", "are", "not"}


class Nouns(Reading):
    """Reads nouns."""

    # ------------------------------------------------------------ nouns

    @kept
    def noun(self, t: Stretch) -> Iterator[Noun]:
        """Every noun that the whole stretch can be."""
        if not t:
            return
        if len(t) > 5 and self.low[t[-1]] == ")" and self.low[t[-4]] == "(" and self.low[t[-3]] == "the" and self.tokens[t[-2]].kind == "quote":
            label = self.tokens[t[-2]].string.strip('"')
            for noun in self.noun(t[:-4]):
                if not noun.label:
                    yield Noun(noun.determiner, noun.kind, label, noun.name, noun.number, noun.many, noun.adjectives,
                               noun.clauses, noun.at)
            return
        if self.low[t[-1]] in _NO_END:
            return
        joined = " ".join(self.words(t))
        if joined in self.names:
            name, kind = self.names[joined]
            yield Noun("", kind, name=name, at=t[0])
            return
        if joined == "this law":
            yield Noun("", "law", name="this law", at=t[0])
            return
        yield from self._named_rest(t)
        for determiner, number, rest in self._determiner(t):
            if determiner == "the" or determiner == "each":
                yield from self._labelled(determiner, rest)
            yield from self._headed(determiner, number, rest)

    def _named_rest(self, t: Stretch) -> Iterator[Noun]:
        """A name with something behind it: `the planning board of the town` is a name itself, but
        `space 12 of Oak Park` is a name and a relation."""
        for k in range(min(len(t) - 1, self.widest), 0, -1):
            joined = " ".join(self.words(t[:k]))
            if joined in self.names:
                name, kind = self.names[joined]
                for clauses in self.behind(t[k:], kind):
                    yield Noun("", kind, name=name, clauses=clauses, at=t[0])
                return

    def _determiner(self, t: Stretch) -> Iterator[tuple[str, int | None, Stretch]]:
        for words, name in _DETERMINERS.items():
            if self.starts(t, *words):
                yield name, None, t[len(words):]
        for words, name, more in ((("at", "least"), "at least", 0), (("at", "most"), "at most", 0), (("more", "than"), "at least", 1),
                                  (("fewer", "than"), "at most", -1), (("exactly",), "exactly", 0), ((), "exactly", 0)):
            if self.starts(t, *words):
                for k in (2, 1):
                    rest = t[len(words):]
                    number = numerals.number(self.words(rest[:k])) if len(rest) > k else None
                    if number and not number[1] and number[0].denominator == 1:
                        yield name, int(number[0]) + more, rest[k:]
        if self.low[t[0]] not in ("a", "an", "the", "each", "every", "no", "some", "another", "all", "at", "exactly"):
            yield "bare", None, t

    def _labelled(self, determiner: str, t: Stretch) -> Iterator[Noun]:
        for k in range(len(t), 0, -1):
            label = " ".join(self.words(t[:k]))
            if label in self.labels:
                for clauses in self.behind(t[k:], self.labels[label]):
                    yield Noun(determiner, self.labels[label], label, clauses=clauses, at=t[0])

    def _role(self, determiner: str, t: Stretch) -> Iterator[Noun]:
        """`the owner of the park`, `the holder of a license`: whoever stands in that relation."""
        for name, word in self.lexicon.roles.items():
            n = len(name)
            if len(t) > n + 1 and self.words(t[:n]) == name and self.low[t[n]] == "of":
                phrase = self.lexicon.phrases[word]
                for noun in self.noun(t[n + 1:]):
                    if self.fits(noun, phrase.slots[1]):
                        yield Noun(determiner, phrase.slots[0], clauses=(PhraseClause(word, (GAP, noun)),), at=t[0])

    def _headed(self, determiner: str, number: int | None, t: Stretch) -> Iterator[Noun]:
        if determiner in ("the", "a", "each"):
            yield from self._role(determiner, t)
        for adjectives, rest in self._adjectives(t):
            for k in range(min(len(rest), 8), 0, -1):
                head = self.lexicon.nouns.get(self.words(rest[:k]))
                if not head:
                    continue
                kind, many = head
                if determiner == "bare" and not many:
                    if self.words(rest[:k]) not in _MASS:
                        continue
                    determiner = "a"
                if determiner in ("a", "no", "another") and many and self.lexicon.kinds[kind].plural != kind and determiner != "no":
                    continue
                if many and determiner == "the":
                    determiner = "each"  # `the homes of the park` are all of them
                words = tuple(self._adjective_for(a, kind) for a in adjectives)
                if None in words:
                    continue
                label, back = self._label(rest[k:])
                for clauses in self.behind(back, kind):
                    yield Noun(determiner, kind, label, "", number, many, words, clauses, rest[0])  # type: ignore[arg-type]

    def _label(self, t: Stretch) -> tuple[str, Stretch]:
        """`(the "new home")` between a noun and what hangs on it, and what follows."""
        if len(t) > 4 and self.starts(t, "(", "the") and self.tokens[t[2]].kind == "quote" and self.low[t[3]] == ")":
            return self.tokens[t[2]].string.strip('"'), t[4:]
        return "", t

    def _adjectives(self, t: Stretch) -> Iterator[tuple[tuple[tuple[str, ...], ...], Stretch]]:
        yield (), t
        for k in (1, 2, 3):
            if len(t) > k and self.words(t[:k]) in self.lexicon.adjectives:
                for more, rest in self._adjectives(t[k:]):
                    yield (self.words(t[:k]), *more), rest

    def _adjective_for(self, words: tuple[str, ...], kind: str) -> str | None:
        fitting = [w for w in self.lexicon.adjectives[words] if self.lexicon.compatible(kind, self.lexicon.phrases[w].slots[0])]
        exact = [w for w in fitting if self.lexicon.is_a(kind, self.lexicon.phrases[w].slots[0])]
        best = exact or fitting
        return min(best, key=lambda w: self.depth(kind, self.lexicon.phrases[w].slots[0])) if best else None


    # ------------------------------------------------------------ what stands behind a noun

    @kept
    def behind(self, t: Stretch, kind: str) -> Iterator[tuple[Clause, ...]]:
        if not t:
            yield ()
            return
        if self.low[t[-1]] in _NO_END:
            return
        for k in range(1, len(t) + 1):
            if k < len(t) and self.low[t[k]] in ("that", "who"):
                continue  # `that` takes up the noun right before it
            for node in self._behind_one(t[:k], kind):
                if k < len(t) and self.low[t[0]] in ("that", "who"):
                    continue  # nothing hangs on the noun behind its `that` clause
                for more in self.behind(t[k:], kind):
                    yield (node, *more)

    @kept
    def _behind_one(self, t: Stretch, kind: str) -> Iterator[Clause]:
        if self.starts(t, "that") or self.starts(t, "who"):
            yield from self._relative(t[1:], kind)
            return
        if self.starts(t, ",", "that") and self.low[t[-1]] == ",":
            yield from self._relative(t[2:-1], kind)
            return
        if self.starts(t, "with"):
            yield from self.having(GAP, t[1:], kind)
        if self.starts(t, "whose"):
            return
        for node in self._gapped(t, frozenset({"reduced"}), kind, first=True):
            yield node

    def _relative(self, t: Stretch, kind: str) -> Iterator[Clause]:
        for node in self._gapped(t, FINITE, kind):
            yield node
        if self.starts(t, "has") or self.starts(t, "have"):
            yield from self.having(GAP, t[1:], kind)
        for words, negated in ((("is",), False), (("is", "not"), True)):
            if self.starts(t, *words):
                for noun in self.noun(t[len(words):]):
                    if noun.determiner == "a" and noun.kind and self.lexicon.compatible(kind, noun.kind):
                        yield KindClause(GAP, noun, negated)
        for words, verb, negated in ((("meets",), "meets", False), (("conforms", "to"), "conforms", False),
                                     (("does", "not", "conform", "to"), "conforms", True), (("does", "not", "meet"), "meets", True)):
            if self.starts(t, *words):
                for target in self.citations(t[len(words):]):
                    yield MeetsClause(verb, GAP, target, negated)

    def _gapped(self, t: Stretch, tenses: frozenset[str], kind: str, first: bool = False) -> Iterator[Clause]:
        for k in range(len(t), 0, -1):
            times = self.times(t[k:])
            if not times:
                continue
            for node in self.nearest_part(list(self.phrases(t[:k], tenses, gap=True)), kind):
                slot = next(i for i, a in enumerate(node.args) if a is not None and a.is_gap)
                phrase = self.lexicon.phrases[node.word]
                if not self.lexicon.compatible(kind, phrase.slots[slot]):
                    continue
                if first and not self._gap_first(phrase, slot, t[:k]):
                    continue
                if first and t[k:] and phrase.sort != "act":
                    continue  # a time behind `in a park` belongs to the verb of the clause
                for row in times:
                    yield PhraseClause(node.word, node.args, node.negated, "past" if first and phrase.sort == "act" else node.tense, row)

    def _gap_first(self, phrase: Phrase, slot: int, t: Stretch) -> bool:
        """A reduced form stands right behind its noun, so the gap must be its first element."""
        return any(form.tense == "reduced" and form.elements and form.elements[0] == slot for form in phrase.forms)
