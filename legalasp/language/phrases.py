"""Reads clauses, nouns and quantities by matching them whole against the declared phrases.

Takes:   the tokens of a sentence, a `Lexicon`, the labels and names in scope
Gives:   every parse there is; two different parses of one clause are an ambiguity for the caller to report
Differs: from a hand-written recursive descent in that nothing is chosen silently: a reading function
         answers with all nodes that the whole stretch can be

A stretch is a tuple of token indices, since `the park is enlarged, extended or reconstructed` is read as
three clauses that share `the park is`. Results are kept, so each stretch is read once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import wraps
from typing import Any

from legalasp.language import numerals
from legalasp.language.lexicon import Element, Form, Lexicon, Phrase
from legalasp.language.syntax import (
    GAP, Amount, CitationList, Clause, CountOfNoun, DayValue, EventDay, Extreme, FindsClause, Junction, KindClause,
    ListClause, MeasureClause, MeasureOf, MeetsClause, Noun, OnReadingQuantity, PerThing, PhraseClause, Quantity,
    QuoteClause, ReadingClause, Span, SumOfQuantities, Times, TotalOfNoun, ValueClause, When,
)
from legalasp.language.tokens import Token

Stretch = tuple[int, ...]

FINITE = frozenset({"present", "past", "perfect", "future"})
BARE = frozenset({"bare", "bare perfect"})

_DETERMINERS: dict[tuple[str, ...], str] = {
    ("a",): "a", ("an",): "a", ("the",): "the", ("each",): "each", ("every",): "each", ("no",): "no",
    ("some",): "some", ("another",): "another", ("the", "other"): "the other", ("every", "other"): "every other",
    ("each", "other"): "every other", ("no", "other"): "no other", ("all", "the"): "each", ("all",): "each",
    ("each", "further"): "each", ("a", "further"): "a",
}
_LISTS = {
    ("all", "of", "these", "hold"): "all", ("any", "of", "these", "holds"): "any", ("none", "of", "these", "holds"): "none",
    ("any", "of", "these", "happens"): "any",
}
_OPS = {("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<", ("exactly",): "="}
_BE = {"is": ("present", False), "are": ("present", True), "was": ("past", False), "were": ("past", True), "be": ("bare", False)}
_WHOLE = ("this law", "the rest of this law", "every other standard of this law",
          "the requirements of this law", "the standards of this law", "every requirement of this law")


def _kept(read: Callable[..., tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
    """Keeps the results of a reading function, each result once."""

    @wraps(read)
    def reader(self: "PhraseReader", t: Stretch, *more: object) -> tuple[Any, ...]:
        key = (read.__name__, t, *more)
        if key not in self.memo:
            self.memo[key] = ()  # a stretch that needs itself has no parse that way
            self.memo[key] = tuple(dict.fromkeys(read(self, t, *more)))
        return self.memo[key]

    return reader


class PhraseReader:
    """`labels`: label in lower case -> kind. `names`: name in lower case -> (name as shown, kind)."""

    def __init__(self, lexicon: Lexicon, tokens: tuple[Token, ...], labels: dict[str, str] | None = None,
                 names: dict[str, tuple[str, str]] | None = None) -> None:
        self.lexicon, self.tokens = lexicon, tokens
        self.labels = labels or {}
        self.names = {**lexicon.named, **(names or {})}
        self.low = tuple(t.low for t in tokens)
        self.memo: dict[tuple[object, ...], tuple[Any, ...]] = {}
        self.widest = max((len(n.split()) for n in self.names), default=1)

    # ------------------------------------------------------------ small things

    def words(self, t: Stretch) -> tuple[str, ...]:
        return tuple(self.low[i] for i in t)

    def starts(self, t: Stretch, *words: str) -> bool:
        return len(t) >= len(words) and all(self.low[i] == w for i, w in zip(t, words))

    # ------------------------------------------------------------ clauses

    @_kept
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
            yield from self._coordinated(t, tenses)

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

    @_kept
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

    @_kept
    def core(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        yield from self._phrases(t, tenses)
        if len(t) < 2:
            return
        yield from self._meets(t, tenses)
        yield from self._kinds(t, tenses)
        yield from self._measures(t, tenses)
        yield from self._quoted(t)
        yield from self._finds(t)

    # ------------------------------------------------------------ declared phrases

    def _phrases(self, t: Stretch, tenses: frozenset[str], gap: bool = False) -> Iterator[PhraseClause]:
        literals = set(self.words(t))
        found: list[PhraseClause] = []
        for phrase, form in self.lexicon.candidates(literals):
            if form.tense not in tenses or not literals.issuperset(e.lower() for e in form.elements if isinstance(e, str)):
                continue
            found += self._match(phrase, form, t, gap)
        found = found if gap else self._nearest_part(found)
        filled = {n: frozenset(i for i, a in enumerate(c.args) if a is not None) for n, c in enumerate(found)}
        for n, clause in enumerate(found):
            # a place of the verb goes before a hanger-on of its object: `places a home on a lot`
            if not any(filled[n] < filled[m] and other.word == clause.word for m, other in enumerate(found)):
                yield clause

    def _nearest_part(self, found: list[PhraseClause], gap: str = "") -> list[PhraseClause]:
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
            near = min(rows, key=lambda c: sum(self._depth(k, s) for k, s in zip(kinds, self.lexicon.phrases[c.word].slots) if k))
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
            nouns = [n for n in self.noun(t[:k]) if self._fits(n, phrase.slots[first])]
            if not nouns:
                continue
            for more in self._fill(rest, t[k:], phrase, missing):
                for noun in nouns:
                    yield {first: noun, **more}

    def _fits(self, noun: Noun, kind: str) -> bool:
        return not noun.kind or self.lexicon.compatible(noun.kind, kind)

    # ------------------------------------------------------------ other clauses

    def _meets(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        forms = [(("meets",), "meets", False), (("conforms", "to"), "conforms", False), (("complies", "with"), "meets", False),
                 (("does", "not", "meet"), "meets", True), (("does", "not", "conform", "to"), "conforms", True),
                 (("does", "not", "comply", "with"), "meets", True)] if "present" in tenses else [
                 (("meet",), "meets", False), (("conform", "to"), "conforms", False), (("comply", "with"), "meets", False)]
        for i in range(1, len(t)):
            for words, verb, negated in forms:
                if self.words(t[i:i + len(words)]) == words:
                    for target in self.citations(t[i + len(words):]):
                        for noun in self.noun(t[:i]):
                            yield MeetsClause(verb, noun, target, negated)
        if "present" in tenses:
            for i in range(1, len(t)):
                for words, negated in ((("applies",), False), (("apply",), False), (("does", "not", "apply"), True), (("do", "not", "apply"), True)):
                    if self.words(t[i:i + len(words)]) == words:
                        rest = t[i + len(words):]
                        nouns: Iterable[Noun | None] = [None] if not rest else (
                            self.noun(rest[1:]) if self.starts(rest, "to") else [])
                        for target in self.citations(t[:i]):
                            for noun in nouns:
                                yield MeetsClause("applies", noun, target, negated)

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
                    if (negated or noun.name or self._fits(noun, kind.kind)) and not (kind.determiner == "bare" and not noun.many):
                        yield KindClause(noun, kind, negated, tense)

    def _measures(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        be = {w for w in _BE if _BE[w][0] in tenses}
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
                    yield from self._having(noun, t[i + 1:])

    def _having(self, noun: Noun, t: Stretch, kind: str = "") -> Iterator[Clause]:
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
        return noun.is_gap or self._fits(noun, kind)

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
                    if self._fits(noun, attribute.kind):
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
                            if measure.other and self._fits(noun, measure.kind) and self._fits(other, measure.other):
                                yield _compared(MeasureOf(measure.name, noun, other), op, value, high)

    def _quoted(self, t: Stretch) -> Iterator[Clause]:
        if self.tokens[t[-1]].kind != "quote":
            return
        words = self.tokens[t[-1]].string.strip('"')
        for noun in self.noun(t[:-1]):
            if not (noun.label and self.low[t[-2]] == "the"):
                yield QuoteClause(noun, words)

    def _finds(self, t: Stretch) -> Iterator[Clause]:
        for i in range(1, len(t) - 2):
            for words, negated in _FINDING:
                if self.words(t[i:i + len(words)]) == words:
                    for finder in self.noun(t[:i]):
                        for node in self.clause(t[i + len(words):]):
                            if not isinstance(node, Junction):  # a row of findings is a row of clauses
                                yield FindsClause(finder, node, negated)

    # ------------------------------------------------------------ coordination

    def _coordinated(self, t: Stretch, tenses: frozenset[str]) -> Iterator[Clause]:
        """`P X, Y or Z S` as `P X S`, `P Y S` or `P Z S`; `neither X nor Y`, as none of them."""
        low = self.words(t)
        if "neither" in low and "nor" in low:
            i, j = low.index("neither"), low.index("nor")
            yield from self._distributed(t[:i], [t[i + 1:j]], t[j + 1:], "none", tenses)
            return
        for last in range(len(t) - 2, 0, -1):
            word = low[last]
            if word not in ("and", "or"):
                continue
            before = last - 1 if low[last - 1] == "," else last
            commas = [k for k in range(before) if low[k] == ","]
            for chain in range(len(commas) + 1):
                cuts = commas[len(commas) - chain:]
                middle, start = [], None
                ends = [*cuts, before]
                first_end = ends[0]
                middle = [t[a + 1:b] for a, b in zip(ends, ends[1:])]
                if any(not m for m in middle):
                    continue
                yield from self._distributed(t[:first_end], middle, t[last + 1:], "all" if word == "and" else "any", tenses, True, before < last)

    def _distributed(self, left: Stretch, middle: list[Stretch], right: Stretch, mode: str, tenses: frozenset[str],
                     shaped: bool = False, comma: bool = False) -> Iterator[Clause]:
        """`left` holds the shared beginning and the first member, `right` the last and the shared end."""
        # a member that is a whole clause starts a clause of its own; else the longest shared beginning
        starts = [0, *range(len(left) - 1, 0, -1)] if shaped else [len(left)]
        if not shaped:  # neither X nor Y: the first member is `middle`, the last begins `right`
            first, results = middle[0], []
            for s in range(len(right), 0, -1):
                parts = [self.clause((*left, *x, *right[s:]), tenses) for x in (first, right[:s])]
                if all(parts):
                    results += [Junction("none", (a, b)) for a in parts[0] for b in parts[1]]
                    break
            yield from results
            return
        for end in range(len(right), 0, -1):
            for begin in starts:
                members = [left[begin:], *middle, right[:end]]
                if not all(members) or not self._alike(members) or "not" in self.words(left[:begin]) or any(self.low[m[0]] == "not" for m in members):
                    continue  # `not` before a row is refused: not both, or neither?
                if len({self.low[m[0]] == "not" for m in members}) > 1:
                    continue  # `is not enlarged or extended`
                if len({self.words(m) for m in members}) < len(members):
                    continue  # a word is missing: `changed in or in construction`
                if comma and len(members) == 2 and begin and not self._shape(members[1]).startswith("verb"):
                    continue  # a member is missing: `is enlarged, or reconstructed`
                read: list[tuple[Clause, ...]] = []
                for member in members:
                    nodes = self.clause((*left[:begin], *member, *right[end:]), tenses)
                    if not nodes:
                        break
                    read.append(nodes)
                if len(read) == len(members):
                    for row in _product(read):
                        yield Junction(mode, _flat(mode, row))
                    if begin == 0 and end == len(right):
                        return  # each member is a clause of its own: nothing is shared
                    if begin == 0:
                        break

    def _alike(self, members: list[Stretch]) -> bool:
        """Do the members of a row begin alike? Keeps the search short and the rows sensible."""
        shapes = {self._shape(m) for m in members}
        return len(shapes) == 1 or (shapes <= {"noun", "name", "det"} and len(shapes) <= 2)

    def _shape(self, t: Stretch) -> str:
        word = self.low[t[0]]
        if word in ("a", "an", "the", "each", "every", "no", "another"):
            return "det"
        if word in ("is", "are", "was", "were", "be", "has", "have", "does", "do", "did", "will"):
            return "verb " + ("have" if word in ("has", "have") else "be")
        if word in ("on", "in", "at", "before", "after", "within", "for", "by", "with", "since", "under", "until", "from", "to", "of"):
            return "prep " + word
        if word in ("that", "which", "who", "if"):
            return "that"
        if self.tokens[t[0]].kind in ("number", "cite", "quote"):
            return self.tokens[t[0]].kind
        return "name" if self.tokens[t[0]].string[:1].isupper() else "noun"

    # ------------------------------------------------------------ nouns

    @_kept
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
                    if self._fits(noun, phrase.slots[1]):
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
        return min(best, key=lambda w: self._depth(kind, self.lexicon.phrases[w].slots[0])) if best else None

    def _depth(self, kind: str, wanted: str) -> int:
        """How far above `kind` the wanted kind stands."""
        if kind == wanted:
            return 0
        known = self.lexicon.kinds.get(kind)
        return 1 + min((self._depth(p, wanted) for p in known.parents), default=98) if known and known.parents else 99

    # ------------------------------------------------------------ what stands behind a noun

    @_kept
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

    @_kept
    def _behind_one(self, t: Stretch, kind: str) -> Iterator[Clause]:
        if self.starts(t, "that") or self.starts(t, "who"):
            yield from self._relative(t[1:], kind)
            return
        if self.starts(t, ",", "that") and self.low[t[-1]] == ",":
            yield from self._relative(t[2:-1], kind)
            return
        if self.starts(t, "with"):
            yield from self._having(GAP, t[1:], kind)
        if self.starts(t, "whose"):
            return
        for node in self._gapped(t, frozenset({"reduced"}), kind, first=True):
            yield node

    def _relative(self, t: Stretch, kind: str) -> Iterator[Clause]:
        for node in self._gapped(t, FINITE, kind):
            yield node
        if self.starts(t, "has") or self.starts(t, "have"):
            yield from self._having(GAP, t[1:], kind)
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
            for node in self._nearest_part(list(self._phrases(t[:k], tenses, gap=True)), kind):
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

    # ------------------------------------------------------------ quantities

    @_kept
    def quantity(self, t: Stretch) -> Iterator[Quantity]:
        if not t:
            return
        amount = self.amount(t)
        if amount:
            yield amount
            return
        yield from self.day(t)
        low = self.words(t)
        if low[:1] == ("the",):
            for k in range(2, len(t) - 1):
                if low[k] != "of":
                    continue
                name = " ".join(low[1:k])
                for measure in self.lexicon.measures_named(name):
                    for noun in self.noun(t[k + 1:]):
                        if not measure.other and self._fits(noun, measure.kind) and not noun.many:  # of each, or the total?
                            yield MeasureOf(name, noun)
                if name.startswith("total ") and self.lexicon.measures_named(name[6:]):
                    for noun in self.noun(t[k + 1:]):
                        if noun.many and any(self._fits(noun, m.kind) for m in self.lexicon.measures_named(name[6:])):
                            yield TotalOfNoun(name[6:], noun)
                if name == "number":
                    for noun in self.noun(t[k + 1:]):
                        if noun.many:
                            yield CountOfNoun(noun)
                if name in ("greater", "greatest", "lesser", "least", "smaller"):
                    yield from self._extreme(t[k + 1:], name.startswith("great"))
                if name == "sum":
                    for parts in self._row(t[k + 1:]):
                        yield SumOfQuantities(parts)
        for k in range(1, len(t) - 1):
            if low[k] == "times":
                number = numerals.number(low[:k])
                if number:
                    for part in self.quantity(t[k + 1:]):
                        yield Times(number[0], part)
            if low[k:k + 2] == ("percent", "of") or (low[k] == "of" and low[k - 1].endswith("%")):
                number = numerals.number(low[:k])
                rest = t[k + 2:] if low[k] == "percent" else t[k + 1:]
                if number:
                    for part in self.quantity(rest):
                        yield Times(number[0] / 100, part)
            if low[k] == "for" and low[k + 1:k + 2] == ("each",):
                amount = self.amount(t[:k])
                for noun in self.noun(t[k + 1:]) if amount else ():
                    yield PerThing(amount, CountOfNoun(noun))  # type: ignore[arg-type]
            if low[k] == "per" and len(t) > k + 3 and low[k + 2] == "of":
                number = numerals.number(low[:k])
                unit = numerals.UNITS.get((low[k + 1],))
                if number and unit:
                    for part in self.quantity(t[k + 3:]):
                        yield PerThing(Amount(number[0], "per " + unit), part)
        yield from self._by_reading(t)

    def _by_reading(self, t: Stretch) -> Iterator[Quantity]:
        """`, on the reading "a", 2 inches and, on the reading "b", 4 inches`: a value that differs by reading."""
        low = self.words(t)
        starts = [k for k in range(len(t) - 4) if low[k:k + 3] == ("on", "the", "reading") and self.tokens[t[k + 3]].kind == "quote"]
        if len(starts) < 2:
            return
        rows: list[list[tuple[str, Quantity]]] = [[]]
        for k, end in zip(starts, [*starts[1:], len(t)]):
            body = t[k + 4:end]
            while body and self.low[body[0]] == ",":
                body = body[1:]
            while body and self.low[body[-1]] in (",", "and"):
                body = body[:-1]
            values = self.quantity(body)
            rows = [[*row, (self.tokens[t[k + 3]].string.strip('"'), v)] for row in rows for v in values]
        for row in rows:
            if row:
                yield OnReadingQuantity(tuple(row))

    def _extreme(self, t: Stretch, greatest: bool) -> Iterator[Quantity]:
        for parts in self._row(t):
            yield Extreme(greatest, parts)

    def _row(self, t: Stretch) -> Iterator[tuple[Quantity, ...]]:
        """`X, Y and Z` as quantities."""
        for k in range(len(t) - 2, 0, -1):
            if self.low[t[k]] == "and":
                head = t[:k - 1] if self.low[t[k - 1]] == "," else t[:k]
                firsts = [(q,) for q in self.quantity(head)]
                for c in range(len(head)):
                    if self.low[head[c]] == ",":
                        firsts += [(a, b) for a in self.quantity(head[:c]) for b in self.quantity(head[c + 1:])]
                for first in firsts:
                    for last in self.quantity(t[k + 1:]):
                        yield (*first, last)

    def amount(self, t: Stretch) -> Amount | None:
        """`7,500 square feet`, `114 feet 4 inches` (by the larger unit's own parts), `$350`, `ten (10)`."""
        words = self.words(t)
        for k in (2, 1):
            number = numerals.number(words[:k]) if len(words) >= k else None
            if number is None:
                continue
            value, sign = number
            if len(words) == k:
                return Amount(value, {"money": "dollar", "percent": "percent"}.get(sign, ""))
            unit = numerals.UNITS.get(words[k:])
            if unit and not sign:
                return Amount(value, unit)
            if len(words) == k + 3 and words[k] in ("feet", "foot") and words[k + 2] in ("inches", "inch") and not sign:
                inches = numerals.number(words[k + 1:k + 2])
                if inches:
                    return Amount(value + inches[0] / 12, "foot")
        return None

    def comparison(self, t: Stretch) -> Iterator[tuple[str, Quantity, Quantity | None]]:
        """`at least 20 feet`, `40 to 60 feet`, `exactly 2`: (operator, value, upper value of a range)."""
        if not t:
            return
        for words, op in _OPS.items():
            if self.starts(t, *words):
                rest = t[len(words):]
                if self.starts(rest, ","):
                    rest = rest[1:]
                for right in self.quantity(rest):
                    yield op, right, None
                return
        for k in range(1, len(t) - 1):
            if self.low[t[k]] == "to":
                high = self.amount(t[k + 1:])
                low = self.amount(t[:k])
                if high and low:
                    yield "range", Amount(low.value, low.unit or high.unit), high
                    return
        if self.tokens[t[0]].kind == "number" or self.low[t[0]] in numerals.NUMBER_WORDS or self.low[t[0]] == "the":
            for right in self.quantity(t):
                yield "=", right, None

    # ------------------------------------------------------------ time

    @_kept
    def times(self, t: Stretch) -> Iterator[tuple[When, ...]]:
        """`t` as adjuncts of time, one behind the other."""
        if not t:
            yield ()
            return
        if self.low[t[0]] == ",":
            t = t[1:]
        if not t or self.low[t[0]] not in _TIME_STARTS:
            return
        for k in range(len(t), 1, -1):
            for one in self._time(t[:k]):
                if one.span and one.day is None and k < len(t) and self.low[t[k]] in ("after", "since", "before"):
                    continue  # `for 180 days after …` is one adjunct
                for more in self.times(t[k:]):
                    yield (one, *more)

    def _time(self, t: Stretch) -> Iterator[When]:
        word, rest = self.low[t[0]], t[1:]
        if word in ("before", "after", "since", "until", "by", "on", "when", "once"):
            relation = {"when": "at", "once": "after"}.get(word, word)
            for day in self.day(rest):
                if relation == "at" and isinstance(day, DayValue) or relation == "by" and isinstance(day, EventDay):
                    continue
                yield When(relation, day)
        if word == "in" and len(rest) == 1 and re.fullmatch(r"\d{4}", self.low[rest[0]]):
            yield When("in", Amount(Fraction(int(self.low[rest[0]])), "year"))
        if word in ("within", "for"):
            for span, more in self._span(rest):
                if not more:
                    yield When("within" if word == "within" else "lasted", None, span)
                elif self.low[more[0]] in ("after", "since"):
                    for day in self.day(more[1:]):
                        yield When("within" if word == "within" else "lasted", day, span)
                elif self.low[more[0]] == "before" and word == "within":
                    for day in self.day(more[1:]):
                        yield When("recent", day, span)
        if self.starts(t, "at", "least") or self.starts(t, "at", "most") or self.starts(t, "more", "than"):
            for span, more in self._span(t[2:]):
                if more and self.low[more[0]] == "before":
                    for day in self.day(more[1:]):
                        yield When({"at least": "early", "at most": "recent", "more than": "old"}[" ".join(self.words(t[:2]))], day, span)

    def _span(self, t: Stretch) -> Iterator[tuple[Span, Stretch]]:
        """A period at the beginning of the stretch, and what follows."""
        for k in (2, 1):
            number = numerals.number(self.words(t[:k])) if len(t) > k else None
            if not number or number[1] or number[0].denominator != 1:
                continue
            rest, sort = t[k:], ""
            if self.low[rest[0]] in ("contiguous", "consecutive", "working", "business", "calendar"):
                sort, rest = self.low[rest[0]], rest[1:]
            if rest and self.low[rest[0]] in numerals.UNITS_OF_TIME:
                unit = numerals.UNITS_OF_TIME[self.low[rest[0]]]
                yield Span(int(number[0]), f"{sort} {unit}".strip()), rest[1:]
                return

    @_kept
    def day(self, t: Stretch) -> Iterator[Quantity]:
        """A day: a date, an event named by a clause, the first or the last of several."""
        if not t:
            return
        found = numerals.day(self.words(t))
        if found:
            yield DayValue(found)
            return
        low = self.words(t)
        if low in (("this", "day"), ("that", "day")):
            return
        for words, greatest in ((("the", "first", "of"), False), (("the", "earlier", "of"), False), (("the", "last", "of"), True), (("the", "later", "of"), True)):
            if self.starts(t, *words):
                body = t[len(words):]
                for k in range(len(body) - 2, 0, -1):
                    if self.low[body[k]] == "and":
                        for a in self.day(body[:k]):
                            for b in self.day(body[k + 1:]):
                                yield Extreme(greatest, (a, b))
                return
        for words in (("the", "day", "on", "which"), ("the", "date", "on", "which")):
            if self.starts(t, *words):
                for node in self.clause(t[len(words):]):
                    yield EventDay(node)
                return
        if low[:1] == ("the",):
            for k in range(2, len(t) - 1):
                if low[k] == "of":
                    name = " ".join(low[1:k])
                    if name in ("date", "day"):
                        for measure in self.lexicon.measures_named(name):
                            for noun in self.noun(t[k + 1:]):
                                if self._fits(noun, measure.kind):
                                    yield MeasureOf(name, noun)
        for node in self.clause(t):
            if isinstance(node, PhraseClause) and not node.negated and not node.times:
                yield EventDay(node)

    # ------------------------------------------------------------ citations

    @_kept
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


_FINDING = tuple(((*words, "that"), negated) for words, negated in (
    (("finds",), False), (("find",), False), (("has", "found"), False), (("does", "not", "find"), True), (("has", "not", "found"), True),
    (("determines",), False), (("has", "determined"), False), (("does", "not", "determine"), True), (("has", "not", "determined"), True)))
_MASS = {("land",)}
"""Nouns that stand without an article: `placing a home on land`."""
_TIME_STARTS = {"on", "before", "after", "since", "until", "by", "in", "within", "for", "at", "when", "once", "more"}
_NO_END = {"and", "or", ",", "a", "an", "the", "that", "is", "are", "not"}


def _compared(left: Quantity, op: str, right: Quantity, high: Quantity | None) -> Clause:
    if op == "range":
        return Junction("all", (MeasureClause(left, ">=", right), MeasureClause(left, "<=", high)))  # type: ignore[arg-type]
    return MeasureClause(left, op, right)


def _flat(mode: str, row: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """`(a and b) and c` is one row of three."""
    return tuple(c for part in row for c in (part.parts if isinstance(part, Junction) and part.mode == mode and mode != "none" else (part,)))


def _product(rows: list[tuple[Clause, ...]]) -> Iterator[tuple[Clause, ...]]:
    if not rows:
        yield ()
        return
    for first in rows[0]:
        for rest in _product(rows[1:]):
            yield (first, *rest)
