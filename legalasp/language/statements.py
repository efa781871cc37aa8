"""Reads statements: sentences without `may` and `must`.

Takes:   a stretch of a sentence
Gives:   `Statements`: definitions, scope sections, exemptions, bans, presumptions, conflict rules
Differs: from norms in that the sentence says how something is
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from legalasp.language.phrases import Stretch
from legalasp.language.skeleton import Framing
from legalasp.language.syntax import CitationList, Clause, Junction, KindClause, Noun, PhraseClause, Sentence
from legalasp.language.tokens import words

INFINITIVE = frozenset({"infinitive"})
GERUND = frozenset({"gerund"})
_STRICTEST = re.compile(
    r"(?:when (?:two provisions(?: on [a-z ]+)?|a provision of this law and a provision of [a-z ]+?) conflict(?: on [a-z ]+)? , )?the most restrictive provision"
    r"(?: , or the provision that imposes the higher standard ,)? prevails")
_PRINTED = re.compile(
    r"a penalty does not (?:excuse a violation|permit a violation to continue)"
    r"|neither a penalty nor a prosecution prevents the enforced removal of [a-z ]+|each (?:day|week|month) of a violation is a separate (?:violation|offense)"
    r"|a person who violates a provision of this law commits an offense")
"""Declarations of the law that decide nothing here; they are printed."""


class Statements(Framing):
    """Reads statements."""

    # ------------------------------------------------------------ statements

    def statement(self, t: Stretch) -> Iterator[Sentence]:
        if self.low[t[0]] == "neither":
            for sentence in self.neither(t):
                yield sentence
            return
        found = False
        for sentence in self._scope(t):
            found = True
            yield sentence
        for sentence in self._exemption(t):
            found = True
            yield sentence
        for sentence in self.allowed(t):
            found = True
            yield sentence
        if found:
            return
        deemed = [k for k in range(len(t)) if self.low[t[k]] == "deemed"]
        for k in deemed:
            for clause in self.reader.clause((*t[:k], *t[k + 1:])):
                yield Sentence("deeming", clause=clause)
            return
        form = "statement"
        if self.reader.starts(t, "in", "this", "law"):
            t, form = t[3:], "meaning"
        for clause in self.reader.clause(t):
            if form == "statement" or isinstance(clause, KindClause):
                yield Sentence(form, clause=clause)

    def neither(self, t: Stretch) -> Iterator[Sentence]:
        """`Neither a home nor a park is a permitted use …`, as two sentences in one."""
        j = next((k for k in range(len(t)) if self.low[t[k]] == "nor"), None)
        if j is None:
            return
        for end in range(len(t) - 1, j, -1):
            rows = [tuple(self.allowed((*part, *t[end:]))) for part in (t[1:j], t[j + 1:end])]
            if all(rows) and self.reader.words(t[1:j]) != self.reader.words(t[j + 1:end]):
                for a in rows[0]:
                    for b in rows[1]:
                        yield replace(a, form=_flip(a.form), subject=None,
                                      clause=Junction("all", (KindMarker(a.subject), KindMarker(b.subject))))
                return

    def _scope(self, t: Stretch) -> Iterator[Sentence]:
        for i in range(1, len(t)):
            for phrase, form in ((("does", "not", "apply"), "scope"), (("do", "not", "apply"), "scope"),
                                 (("applies",), "applies"), (("apply",), "applies")):
                if self.reader.words(t[i:i + len(phrase)]) != phrase:
                    continue
                rest = t[i + len(phrase):]
                for target in self.reader.citations(t[:i]):
                    if not rest:
                        yield Sentence(form, target=target)
                    elif self.low[rest[0]] == "to":
                        yield from self.about(form, target, rest[1:])
                    elif self.reader.words(rest) == ("unchanged",):
                        yield Sentence("unchanged", target=target)

    def about(self, form: str, target: CitationList, t: Stretch) -> Iterator[Sentence]:
        everything = False
        for k in range(1, len(t)):
            if self.low[t[k]] == "with" and self.reader.words(t[k:k + 3]) == ("with", "everything", "in"):
                again = t[k + 3:-1] if self.low[t[-1]] == "," else t[k + 3:]
                t, everything = (t[:k - 1] if self.low[t[k - 1]] == "," else t[:k]), True
                if not any(noun.determiner == "the" and not noun.clauses for noun in self.reader.noun(again)):
                    return
                break
        for noun in self.reader.noun(t):
            yield Sentence(form, subject=noun, target=target, with_everything_in=everything)
        gerunds = self.reader.clause(t, GERUND)
        for clause in gerunds:
            yield Sentence(form, clause=clause, target=target)

    def _exemption(self, t: Stretch) -> Iterator[Sentence]:
        for i in range(1, len(t) - 3):
            if self.reader.words(t[i:i + 3]) != ("is", "exempt", "from"):
                continue
            subject = t[:i]
            if subject and self.low[subject[-1]] == ",":
                subject = subject[:-1]
            rest, itself = t[i + 3:], False
            if self.reader.words(rest[-4:]) == (",", "including", "this", "section"):
                rest, itself = rest[:-4], True
            for target in self.reader.citations(rest):
                for sentence in self.about("exemption", replace(target, including_itself=itself), subject):
                    yield sentence

    def allowed(self, t: Stretch) -> Iterator[Sentence]:
        """`a home is not allowed on the lot`; `a park is not a permitted use in a district`."""
        for i in range(1, len(t)):
            for phrase, form in ((("is", "allowed"), "allowed"), (("is", "not", "allowed"), "not allowed"),
                                 (("is", "a", "permitted", "use"), "allowed"), (("is", "not", "a", "permitted", "use"), "not allowed")):
                if self.reader.words(t[i:i + len(phrase)]) == phrase:
                    rest = t[i + len(phrase):]
                    if rest[:1] and self.low[rest[0]] == ":":
                        rest = rest[1:]
                    rest = rest[:-3] if self.reader.words(rest[-3:]) == ("in", "the", "future") else rest
                    for noun in self.reader.noun((*t[:i], *rest)):
                        yield Sentence(form, subject=noun)

    def special(self, t: Stretch) -> Iterator[Sentence]:
        """Presumptions, burdens, conflict rules and declarations without effect."""
        low = self.low
        if low[:1] == ("to",):
            for k in range(2, len(t) - 2):
                if low[k:k + 2] == ("is", "to"):
                    for narrow in self.reader.clause(t[1:k], INFINITIVE):
                        for wide in self.reader.clause(t[k + 2:], INFINITIVE):
                            yield Sentence("act under", clause=narrow, unless=wide)
            return
        if low[-2:] == ("still", "applies") or _PRINTED.fullmatch(" ".join(low)):
            yield Sentence("declaration", texts=(words(self.tokens),))
            return
        if low[:4] == ("it", "is", "presumed", "that"):
            end = next((k for k in range(len(t)) if low[k] == "unless"), None)
            stop = end - 1 if end and low[end - 1] == "," else end or len(t)
            shown = end is not None and low[end:] in (("unless", "the", "case", "shows", "it"), ("unless", "the", "case", "states", "it"))
            for clause in self.reader.clause(t[4:stop]):
                if end is None or shown:
                    yield Sentence("presumption", clause=clause)
                else:
                    for unless in self.reader.clause(t[end + 1:]):
                        yield Sentence("presumption", clause=clause, unless=unless)
            return
        if low[:4] == ("it", "is", "for") + low[3:4] and "show" in low:
            k = low.index("show")
            if low[k - 1] == "to" and low[k + 1:k + 2] == ("that",):
                for noun in self.reader.noun(t[3:k - 1]):
                    for clause in self.reader.clause(t[k + 2:]):
                        yield Sentence("burden", subject=noun, clause=clause)
            return
        if _STRICTEST.fullmatch(" ".join(low)) or low[:3] == ("this", "law", "supersedes") or low[:4] == (
                "this", "law", "prevails", "over") or low[:5] == ("this", "law", "does", "not", "supersede"):
            yield Sentence("conflict rule", texts=(words(self.tokens),))
            return
        joined = " ".join(low)
        if joined.startswith("this law takes effect on ") or joined.startswith("this law takes effect "):
            yield Sentence("declaration", texts=(words(self.tokens),))
        if joined.startswith("if a provision of this law") and "invalid" in low:
            yield Sentence("declaration", texts=(words(self.tokens),))


def KindMarker(noun: Noun | None) -> Clause:
    """A noun standing as a member of a row of subjects."""
    return PhraseClause("", (noun,))


def _flip(form: str) -> str:
    return {"allowed": "not allowed", "not allowed": "allowed"}[form]
