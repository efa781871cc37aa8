"""Reads single clauses: declared phrases, kinds, measures, quotations, findings.

Takes:   a stretch of a sentence
Gives:   `Clauses`: every single clause that it can be
Differs: from rows of clauses in that nothing is shared with a neighbour
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legalasp.language.lexicon import Element, Form, Phrase
from legalasp.language.stretch import Reading, Stretch
from legalasp.language.syntax import (
    GAP,
    Clause,
    FindsClause,
    Junction,
    KindClause,
    MeasureClause,
    MeasureOf,
    MeetsClause,
    Noun,
    PhraseClause,
    Quantity,
    QuoteClause,
    ValueClause,
)

_BE = {"is": ("present", False), "are": ("present", True), "was": ("past", False), "were": ("past", True), "be": ("bare", False)}
Verbs = dict[str, list[tuple[tuple[str, ...], str, bool]]]
"""The words of a verb, what it says and whether they deny it, by the first of the words."""


def _verbs(*rows: tuple[str, str, bool]) -> Verbs:
    out: Verbs = {}
    for words, verb, negated in rows:
        out.setdefault(words.split()[0], []).append((tuple(words.split()), verb, negated))
    return out


_MEETS = _verbs(("meets", "meets", False), ("conforms to", "conforms", False), ("complies with", "meets", False), ("does not meet", "meets", True),
                ("does not conform to", "conforms", True), ("does not comply with", "meets", True))
_MEET = _verbs(("meet", "meets", False), ("conform to", "conforms", False), ("comply with", "meets", False))
_APPLIES = _verbs(("applies", "", False), ("apply", "", False), ("does not apply", "", True), ("do not apply", "", True))
_FINDING = _verbs(*((f"{words} that", "", negated) for words, negated in (
    ("finds", False), ("find", False), ("has found", False), ("does not find", True), ("has not found", True),
    ("determines", False), ("has determined", False), ("does not determine", True), ("has not determined", True))))


class Clauses(Reading):
    """Reads single clauses."""

    # ------------------------------------------------------------ declared phrases

    def phrases(self, t: Stretch, tenses: frozenset[str], gap: bool = False) -> Iterator[PhraseClause]:
        literals = set(self.words(t))
        found: list[PhraseClause] = []
        for phrase, form in self.lexicon.candidates(literals):
            if form.tense in tenses:
                found += self._match(phrase, form, t, gap)
        found = found if gap else self.nearest_part(found)
        filled = {n: frozenset(i for i, a in enumerate(c.args) if a is not None) for n, c in enumerate(found)}
        for n, clause in enumerate(found):
            # a place of the verb goes before a hanger-on of its object: `places a home on a lot`
            if not any(filled[n] < filled[m] and other.word == clause.word for m, other in enumerate(found)):
                yield clause

    def nearest_part(self, found: list[PhraseClause], gap: str = "") -> list[PhraseClause]:
        """`the boundary of the park`, where a park has boundaries and public boundaries: the nearest kind of part."""
        parts = [c for c in found if self.lexicon.phrases[c.word].sort == "part"]
        if len(parts) < 2:
            return found
        by_args: dict[tuple[Noun | None, ...], list[PhraseClause]] = {}
        for clause in parts:
            by_args.setdefault(clause.args, []).append(clause)
        far: set[int] = set()
        for args, rows in by_args.items():
            kinds = [(n.kind or gap) if n is not None else "" for n in args]
            near = min(rows, key=lambda c: sum(self.depth(k, s) for k, s in zip(kinds, self.lexicon.phrases[c.word].slots) if k))
            far |= {id(c) for c in rows if c is not near}
        return [c for c in found if id(c) not in far]

    def _match(self, phrase: Phrase, form: Form, t: Stretch, gap: bool) -> Iterator[PhraseClause]:
        slots = [e for e in form.elements if isinstance(e, int)]
        for missing in (slots if gap else [None]):
            for found in self._fill(form.elements, t, phrase, missing):
                if not self._agrees(form, found, t):
                    continue
                args = tuple(found.get(i) for i in range(len(phrase.slots)))
                yield PhraseClause(phrase.word, args, form.negated, form.tense)

    def _agrees(self, form: Form, found: dict[int, Noun], t: Stretch) -> bool:
        """`the owner comply` is no clause of its own; in a row (`the home and the park are …`) each member
        stands alone before the verb of all."""
        first = form.elements[0]
        if not isinstance(first, int) or found[first].is_gap or form.tense not in ("present", "perfect", "past"):
            return True
        if form.tense == "past" and not {"was", "were"} & set(form.elements):
            return True
        if found[first].many == form.plural:
            return True
        in_row = t[-1] - t[0] >= len(t) or t[0] > 0 and self.low[t[0] - 1] in ("and", "or", "neither", "nor")
        return form.plural and in_row

    def _fill(self, elements: tuple[Element, ...], t: Stretch, phrase: Phrase, missing: int | None) -> Iterator[dict[int, Noun]]:
        """Every way to lay the elements of a form over the stretch."""
        if not elements:
            if not t:
                yield {}
            return
        first, rest = elements[0], elements[1:]
        if isinstance(first, str):
            if t and self.low[t[0]] == first.lower():
                yield from self._fill(rest, t[1:], phrase, missing)
            return
        if first == missing:
            for more in self._fill(rest, t, phrase, missing):
                yield {first: GAP, **more}
            return
        following = next((e.lower() for e in rest if isinstance(e, str)), None)
        next_is_literal = bool(rest) and isinstance(rest[0], str)
        last = len(t) if not rest else len(t)
        for k in (range(last, last + 1) if not rest else range(1, last)):
            if rest and next_is_literal and self.low[t[k]] != following:
                continue
            nouns = [n for n in self.noun(t[:k]) if self.fits(n, phrase.slots[first])]
            if not nouns:
                continue
            for more in self._fill(rest, t[k:], phrase, missing):
                for noun in nouns:
                    yield {first: noun, **more}

    # ------------------------------------------------------------ other clauses

    def _meets(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        for i, words, verb, negated in self._at(t, _MEETS if "present" in tenses else _MEET):
            for target in self.citations(t[i + len(words):]):
                for noun in self.noun(t[:i]):
                    yield MeetsClause(verb, noun, target, negated)
        if "present" not in tenses:
            return
        for i, words, _, negated in self._at(t, _APPLIES):
            rest = t[i + len(words):]
            nouns: Iterable[Noun | None] = [None] if not rest else (self.noun(rest[1:]) if self.starts(rest, "to") else [])
            for target in self.citations(t[:i]):
                for noun in nouns:
                    yield MeetsClause("applies", noun, target, negated)

    def _at(self, t: Stretch, verbs: Verbs) -> Iterator[tuple[int, tuple[str, ...], str, bool]]:
        """Where one of the verbs stands in the stretch, not at its beginning; found by the verb's first word."""
        for i in range(1, len(t)):
            for words, verb, negated in verbs.get(self.low[t[i]], ()):
                if self.starts(t[i:i + len(words)], *words):
                    yield i, words, verb, negated

    def _kinds(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        for i in range(1, len(t) - 1):
            word = self.low[t[i]]
            if word not in _BE or _BE[word][0] not in tenses:
                continue
            tense, rest, negated = _BE[word][0], t[i + 1:], False
            if self.starts(rest, "not"):
                rest, negated = rest[1:], True
            for kind in self.noun(rest):
                if kind.determiner not in ("a", "bare") or not kind.kind:
                    continue
                for noun in self.noun(t[:i]):
                    if (negated or noun.name or self.fits(noun, kind.kind)) and not (kind.determiner == "bare" and not noun.many):
                        yield KindClause(noun, kind, negated, tense)

    def _measures(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        be = {w for w in _BE if _BE[w][0] in tenses - {"past"}}  # `the width was 20 feet` says nothing of today
        for i in range(1, len(t) - 1):
            word = self.low[t[i]]
            if word in be:
                for left in self.quantity(t[:i]):
                    for op, right, high in self.comparison(t[i + 1:]):
                        yield _compared(left, op, right, high)
                yield from self._attribute(t[:i], t[i + 1:])
                yield from self._distance(t[:i], t[i + 1:])
            if (word in ("has", "have") and (word == "has" or "bare" in tenses or "present" in tenses)):
                for noun in self.noun(t[:i]):
                    yield from self.having(noun, t[i + 1:])

    def having(self, noun: Noun, t: Stretch, kind: str = "") -> Iterator[Clause]:
        """`a width of more than 18 feet`, said of `noun`."""
        if not (self.starts(t, "a") or self.starts(t, "an")):
            return
        for k in range(2, len(t) - 1):
            if self.low[t[k]] != "of":
                continue
            name = " ".join(self.words(t[1:k]))
            if any(self.lexicon.compatible(kind or noun.kind, m.kind) for m in self.lexicon.measures_named(name)):
                for op, right, high in self.comparison(t[k + 1:]):
                    yield _compared(MeasureOf(name, noun), op, right, high)

    def _owns(self, noun: Noun, kind: str) -> bool:
        return noun.is_gap or self.fits(noun, kind)

    def _attribute(self, left: Stretch, right: Stretch) -> Iterator[Clause]:
        for attribute in self.lexicon.attributes:
            name = tuple(attribute.name.lower().split())
            if self.words(left[:len(name) + 2]) != ("the", *name, "of"):
                continue
            rest, negated = (right[1:], True) if self.starts(right, "not") else (right, False)
            rest = rest[1:] if self.starts(rest, "mainly") else rest
            values = self._values(rest, attribute.values)
            if values:
                for noun in self.noun(left[len(name) + 2:]):
                    if self.fits(noun, attribute.kind):
                        yield ValueClause(attribute.word, noun, values, negated)

    def _values(self, t: Stretch, known: tuple[str, ...]) -> tuple[str, ...] | None:
        """`vinyl lap, wood or hardboard` as named values, all of them known."""
        rows: list[list[str]] = [[]]
        for i in t:
            if self.low[i] in (",", "or"):
                if rows[-1]:
                    rows.append([])
            else:
                rows[-1].append(self.low[i])
        values = tuple(" ".join(r) for r in rows if r)
        if len(values) == 2 and "," in self.words(t) or len(set(values)) < len(values) or (t and self.low[t[-1]] in (",", "or")):
            return None
        lower = {v.lower(): v for v in known}
        return tuple(lower[v] for v in values) if values and all(v in lower for v in values) else None

    def _distance(self, left: Stretch, right: Stretch) -> Iterator[Clause]:
        """`at least 20 feet from every other home`; `2 years old`."""
        if right and self.low[right[-1]] in ("old", "wide", "long", "high", "deep"):
            name = {"old": "age", "wide": "width", "long": "length", "high": "height", "deep": "depth"}[self.low[right[-1]]]
            for op, value, high in self.comparison(right[:-1]):
                for noun in self.noun(left):
                    if any(self._owns(noun, m.kind) for m in self.lexicon.measures_named(name)):
                        yield _compared(MeasureOf(name, noun), op, value, high)
        for k in range(1, len(right) - 1):
            if self.low[right[k]] != "from":
                continue
            for op, value, high in self.comparison(right[:k]):
                for other in self.noun(right[k + 1:]):
                    for noun in self.noun(left):
                        for measure in self.lexicon.measures:
                            if measure.other and self.fits(noun, measure.kind) and self.fits(other, measure.other):
                                yield _compared(MeasureOf(measure.name, noun, other), op, value, high)

    def _quoted(self, t: Stretch) -> Iterator[Clause]:
        if self.tokens[t[-1]].kind != "quote":
            return
        words = self.tokens[t[-1]].string.strip('"')
        for noun in self.noun(t[:-1]):
            if not (noun.label and self.low[t[-2]] == "the"):
                yield QuoteClause(noun, words)

    def _finds(self, t: Stretch) -> Iterator[Clause]:
        for i, words, _, negated in self._at(t[:-2], _FINDING):
            for finder in self.noun(t[:i]):
                for node in self.clause(t[i + len(words):]):
                    if not isinstance(node, Junction):  # a row of findings is a row of clauses
                        yield FindsClause(finder, node, negated)


def _compared(left: Quantity, op: str, right: Quantity, high: Quantity | None) -> Clause:
    if op == "range":
        return Junction("all", (MeasureClause(left, ">=", right), MeasureClause(left, "<=", high)))  # type: ignore[arg-type]
    return MeasureClause(left, op, right)
