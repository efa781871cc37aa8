"""Reads one sentence of law.

Takes:   the text of an item, whether a list follows it, a `Lexicon`, the labels in scope
Gives:   a `Reading`: every sentence that the text can be, or mistakes
Differs: from the text in that norm, conditions and exceptions are apart (`grammar/sentence.lark`) and
         each clause is matched to a declared phrase (`phrases.py`)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from lark import Lark, Token as LarkToken
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from legalasp.language.lexicon import Lexicon
from legalasp.language.phrases import BARE, FINITE, PhraseReader, Stretch
from legalasp.language.refused import refused
from legalasp.language.syntax import CitationList, Clause, Junction, KindClause, Noun, PhraseClause, Sentence
from legalasp.language.tokens import Token, tokenize, words
from legalasp.language.tree import Text
from legalasp.mistakes import Mistake
from legalasp.resources import grammar_directory

GERUND = frozenset({"gerund"})
INFINITIVE = frozenset({"infinitive"})

_STRICTEST = re.compile(
    r"(?:when two provisions(?: on [a-z ]+)? conflict , )?the most restrictive provision"
    r"(?: , or the provision that imposes the higher standard ,)? prevails")
_PRINTED = re.compile(
    r"a penalty does not excuse a violation|each (?:day|week|month) of a violation is a separate (?:violation|offense)"
    r"|a person who violates a provision of this law commits an offense")
"""Declarations of the law that decide nothing here; they are printed."""
_REQUIREMENTS = ("standards", "requirements", "criteria", "conditions", "rules", "standards and requirements",
                 "supplementary requirements")


class _Tokens(Lexer):
    """Hands over the tokens that `_keywords` made."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, data: list[LarkToken]) -> Iterator[LarkToken]:  # type: ignore[override]
        yield from data


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    return Lark((grammar_directory() / "sentence.lark").read_text(encoding="utf-8"), parser="lalr", lexer=_Tokens)


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
    return _Sentences(text, tokens, reader).read()


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


class _Sentences:
    def __init__(self, text: Text, tokens: tuple[Token, ...], reader: PhraseReader) -> None:
        self.text, self.tokens, self.reader = text, tokens, reader
        self.low = reader.low

    # ------------------------------------------------------------ the skeleton

    def read(self) -> ReadSentence:
        special = tuple(self._special(tuple(range(len(self.tokens)))))
        if special:
            return ReadSentence(special, [], self.tokens)
        keywords = self._keywords()
        try:
            tree = _grammar().parse(keywords)  # type: ignore[arg-type]
        except UnexpectedInput as error:
            return ReadSentence((), [self._misplaced(error)], self.tokens)
        parts = self._parts(tree)
        if isinstance(parts, Mistake):
            return ReadSentence((), [parts], self.tokens)
        sentences = tuple(dict.fromkeys(self._sentences(parts)))
        return ReadSentence(sentences, [] if sentences else [self._unread(parts)], self.tokens)

    def _keywords(self) -> list[LarkToken]:
        out: list[LarkToken] = []
        run: list[int] = []
        i, n = 0, len(self.tokens)

        def close() -> None:
            nonlocal run
            while run and self.low[run[-1]] == ",":
                run = run[:-1]
            if run:
                out.append(LarkToken("WORDS", tuple(run), start_pos=run[0]))  # type: ignore[arg-type]
            run = []

        def keyword(name: str, value: object, at: int) -> None:
            close()
            out.append(LarkToken(name, value, start_pos=at))  # type: ignore[arg-type]

        while i < n:
            opening = not run and all(t.type in ("DESPITE", "SUBJECT", "READING") for t in out)
            if opening and self.low[i] in ("despite", "subject") or opening and self.low[i:i + 3] == ("on", "the", "reading"):
                end = next((k for k in range(i, n) if self.low[k] == "," and self._closes(i, k)), None)
                if end is not None:
                    name = {"despite": "DESPITE", "subject": "SUBJECT", "on": "READING"}[self.low[i]]
                    skip = {"DESPITE": 1, "SUBJECT": 2, "READING": 3}[name]
                    keyword(name, tuple(range(i + skip, end)), i)
                    i = end + 1
                    continue
            if opening and self.low[i] in ("when", "while", "where") and not any(t.type == "WHEN" for t in out):
                keyword("WHEN", (i,), i)
                i += 1
                continue
            found = self._keyword_at(i)
            if found:
                name, length, value = found
                keyword(name, value, i)
                i += length
                continue
            run.append(i)
            i += 1
        close()
        return out

    def _closes(self, start: int, comma: int) -> bool:
        """Does this comma end the citations of an opener? Commas between citations do not."""
        return not (comma + 1 < len(self.tokens) and self.tokens[comma + 1].kind == "cite"
                    and self.low[start] != "on") and not (
            comma + 2 < len(self.tokens) and self.low[comma + 1] in ("and", "or") and self.tokens[comma + 2].kind == "cite")

    def _keyword_at(self, i: int) -> tuple[str, int, object] | None:
        low = self.low
        two = low[i:i + 2]
        if low[i] == "," and i + 1 < len(low):
            later = self._keyword_at(i + 1)
            if later and later[0] in ("IF", "ONLY_IF", "UNLESS", "PROVIDED", "UNTIL", "EXCEPT_AS", "WHETHER"):
                return later[0], later[1] + 1, later[2]
            return None
        if two == ("only", "if"):
            return "ONLY_IF", 2, (i,)
        if two == ("provided", "that"):
            return "PROVIDED", 2, (i,)
        if two == ("must", "not"):
            return "MUST_NOT", 2, (i,)
        if two == ("need", "not"):
            return "NEED_NOT", 2, (i,)
        if low[i:i + 3] == ("whether", "or", "not"):
            end = next((k for k in range(i, len(low)) if low[k] in (",", "…") and k > i + 2), len(low))
            return "WHETHER", end - i, tuple(range(i, end))
        if two == ("except", "as"):
            for end in range(i + 2, len(low)):
                if low[end] in ("allows", "allow", "provides", "provide"):
                    return "EXCEPT_AS", end + 1 - i, tuple(range(i + 2, end))
        single = {"may": "MAY", "must": "MUST", "should": "SHOULD", "if": "IF", "unless": "UNLESS", "until": "UNTIL"}
        if self.tokens[i].string == "May" and i and i + 1 < len(low) and self.tokens[i + 1].kind == "number":
            return None  # the month
        if low[i] in single:
            return single[low[i]], 1, (i,)
        return None

    def _misplaced(self, error: UnexpectedInput) -> Mistake:
        token = getattr(error, "token", None)
        at = getattr(token, "start_pos", None)
        says = "the sentence ends too early" if token is None or token.type == "$END" else {
            "UNLESS": "a second `unless`, or one that is not last", "IF": "`if` stands where no condition can",
            "ONLY_IF": "`only if` stands where no condition can", "WHEN": "`when` stands in the middle of the norm",
        }.get(token.type, "the parts of this sentence stand in no order that can be read")
        start = at if isinstance(at, int) else max(len(self.tokens) - 1, 0)
        token_ = self.tokens[min(start, len(self.tokens) - 1)]
        return Mistake("sentence-order", says, (self.text.place(token_.start, token_.end),),
                       "write: When …, SUBJECT may / must / must not …, if …, except as (2) allows, unless …")

    def _parts(self, tree: Any) -> "_Parts | Mistake":
        parts = _Parts()
        for node in tree.children:
            if isinstance(node, LarkToken):
                continue
            if node.data == "opener":
                token = node.children[0]
                if token.type == "READING":
                    parts.readings += tuple(self.tokens[k].string.strip('"') for k in token.value if self.tokens[k].kind == "quote")
                else:
                    targets = self.reader.citations(token.value)
                    if not targets:
                        return self._bad_citations(token.value)
                    setattr(parts, "despite" if token.type == "DESPITE" else "subject_to", targets[0])
            elif node.data == "body":
                for child in node.children:
                    if isinstance(child, LarkToken) and child.type == "WHEN":
                        parts.has_when = True
                    elif isinstance(child, LarkToken):
                        parts.runs.append(child.value)
                    else:
                        parts.modals.append(child.children[0].type)
            elif node.data == "last":
                parts.unless = node.children[1].value
            elif node.data == "except_as":
                targets = self.reader.citations(node.children[0].value)
                if not targets:
                    return self._bad_citations(node.children[0].value)
                parts.except_as += targets[0].cites
            elif node.data == "whether":
                parts.whether = self.text.string[self.tokens[node.children[0].value[0]].start:self.tokens[node.children[0].value[-1]].end]
            else:
                name = {"if_": "if_", "only_if": "if_", "until": "until", "provided": "provided"}[node.data]
                setattr(parts, name, node.children[1].value)
                if node.data == "only_if":
                    parts.only = True
                    parts.only_supplied = self.tokens[node.children[0].value[0]].supplied
        return parts

    def _bad_citations(self, t: Stretch) -> Mistake:
        first, last = (self.tokens[t[0]], self.tokens[t[-1]]) if t else (self.tokens[0], self.tokens[0])
        return Mistake("unreadable-citation", "these are no citations",
                       (self.text.place(first.start, last.end),), "write `§ 4`, `§ 4[3] and § 8`, `§ 4 to § 12` or `this law`")

    # ------------------------------------------------------------ sentences

    def _sentences(self, parts: "_Parts") -> Iterator[Sentence]:
        conditions = {}
        for name in ("if_", "unless", "until", "provided"):
            stretch = getattr(parts, name)
            if stretch is None:
                conditions[name] = (None,)
                continue
            conditions[name] = self.reader.clause(stretch)
            if not conditions[name]:
                return
        for head in self._heads(parts):
            for if_ in conditions["if_"]:
                for unless in conditions["unless"]:
                    for until in conditions["until"]:
                        for provided in conditions["provided"]:
                            yield replace(head, if_=if_, unless=unless, until=until, provided=provided,
                                          despite=parts.despite, subject_to=parts.subject_to,
                                          except_as=parts.except_as, readings=parts.readings,
                                          texts=(*head.texts, parts.whether) if parts.whether else head.texts,
                                          only_supplied=parts.only_supplied)

    def _heads(self, parts: "_Parts") -> Iterator[Sentence]:
        if not parts.has_when:
            yield from self._norm(parts, None, parts.runs[0])
            return
        run = parts.runs[0]
        for k in range(len(run) - 1, 0, -1):
            if self.low[run[k]] == ",":
                for when in self.reader.clause(run[:k]):
                    yield from self._norm(parts, when, run[k + 1:])

    def _norm(self, parts: "_Parts", when: Clause | None, subject: Stretch) -> Iterator[Sentence]:
        if not parts.modals:
            for sentence in self._statement(subject):
                yield replace(sentence, when=when)
            return
        if len(parts.modals) > 1:
            yield from self._norms(parts, when, subject)
            return
        if len(parts.runs) != 2:
            return
        modal, predicate = parts.modals[0], parts.runs[1]
        if subject and self.low[subject[-1]] in ("neither",):
            return
        form = {"MAY": "only" if parts.only else "permission", "MUST": "must", "MUST_NOT": "prohibition",
                "NEED_NOT": "need not", "SHOULD": "recommendation"}[modal]
        for sentence in self._only_under(form, subject, predicate):
            yield replace(sentence, when=when)
            return
        for sentence in self._lead(form, subject, predicate):
            yield replace(sentence, when=when)
            return
        for sentence in self._share(form, subject, predicate):
            yield replace(sentence, when=when)
            return
        powers = tuple(self._power(form, subject, predicate))
        for sentence in powers:
            yield replace(sentence, when=when)
        if powers:
            return
        for clause in self.reader.clause((*subject, *predicate), BARE):
            yield Sentence(form, clause=clause, when=when)

    def _norms(self, parts: "_Parts", when: Clause | None, subject: Stretch) -> Iterator[Sentence]:
        """`The board must review the plan, and must forward the recommendation`: norms with one subject."""
        rows: list[tuple[Sentence, ...]] = []
        for n, (modal, run) in enumerate(zip(parts.modals, parts.runs[1:])):
            last = n == len(parts.modals) - 1
            if not last and self.low[run[-1]] != "and":
                return
            run = run if last else run[:-1]
            run = run[:-1] if run and self.low[run[-1]] == "," else run
            alone = replace_parts(parts, [modal], [subject, run])
            rows.append(tuple(self._norm(alone, None, subject)))
        for row in _each_of(rows):
            yield Sentence("norms", when=when, parts=row)

    def _power(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`The Board of Appeals may waive § 4 for a park`, `may grant an exception from § 4 to a park`."""
        for verb, to in POWERS.items():
            head = tuple(verb.split())
            if form != "permission" or self.reader.words(predicate[:len(head)]) != head:
                continue
            for k in range(len(predicate) - 2, len(head), -1):
                if self.low[predicate[k]] != to:
                    continue
                for target in self.reader.citations(predicate[len(head):k]):
                    for who in self.reader.noun(subject):
                        for noun in self.reader.noun(predicate[k + 1:]):
                            yield Sentence("power", subject=noun, finder=who, target=target, verb=verb)

    def _only_under(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`A home may be placed on a lot only under § 601.A or § 601.B.`"""
        for k in range(1, len(predicate) - 2):
            if form == "permission" and self.low[predicate[k]] == "only" and self.low[predicate[k + 1]] == "under":
                head = predicate[:k - 1] if self.low[predicate[k - 1]] == "," else predicate[:k]
                for target in self.reader.citations(predicate[k + 2:]):
                    for clause in self.reader.clause((*subject, *head), BARE):
                        yield Sentence("only under", clause=clause, target=target)

    def _lead(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`Each further home must meet all of these requirements:` opens a list of norms."""
        if form != "must" or self.tokens[predicate[-1]].kind != "list":
            return
        text = [self.low[k] for k in predicate[:-1] if self.low[k] != ":"]
        if text[:1] in (["meet"], ["satisfy"]) and " ".join(text[1:]).removeprefix("all of ").removeprefix("these ") in _REQUIREMENTS:
            for noun in self.reader.noun(subject):
                yield Sentence("lead", subject=noun)

    def _share(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`At least 75 percent of the lots of a park must have …`"""
        from legalasp.language import numerals

        t = subject
        op = {("at", "least"): ">=", ("at", "most"): "<="}.get(self.reader.words(t[:2]))
        if not op:
            return
        for k in (2, 1):
            number = numerals.number(self.reader.words(t[2:2 + k]))
            rest = t[2 + k:]
            if not number:
                continue
            if number[1] == "percent" and self.reader.words(rest[:1]) == ("of",):
                rest = rest[1:]
            elif self.reader.words(rest[:2]) == ("percent", "of"):
                rest = rest[2:]
            else:
                continue
            for clause in self.reader.clause((*rest, *predicate), BARE):
                yield Sentence("share", clause=clause, share=(op, number[0] / 100))
            return

    # ------------------------------------------------------------ statements

    def _statement(self, t: Stretch) -> Iterator[Sentence]:
        if self.low[t[0]] == "neither":
            for sentence in self._neither(t):
                yield sentence
            return
        found = False
        for sentence in self._scope(t):
            found = True
            yield sentence
        for sentence in self._exemption(t):
            found = True
            yield sentence
        for sentence in self._allowed(t):
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

    def _neither(self, t: Stretch) -> Iterator[Sentence]:
        """`Neither a home nor a park is a permitted use …`, as two sentences in one."""
        j = next((k for k in range(len(t)) if self.low[t[k]] == "nor"), None)
        if j is None:
            return
        for end in range(len(t) - 1, j, -1):
            rows = [tuple(self._allowed((*part, *t[end:]))) for part in (t[1:j], t[j + 1:end])]
            if all(rows) and self.reader.words(t[1:j]) != self.reader.words(t[j + 1:end]):
                for a in rows[0]:
                    for b in rows[1]:
                        yield replace(a, form=_flip(a.form), subject=None,
                                      clause=Junction("all", (KindMarker(a.subject), KindMarker(b.subject))))  # type: ignore[arg-type]
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
                        yield from self._about(form, target, rest[1:])
                    elif self.reader.words(rest) == ("unchanged",):
                        yield Sentence("unchanged", target=target)

    def _about(self, form: str, target: CitationList, t: Stretch) -> Iterator[Sentence]:
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
                for sentence in self._about("exemption", replace(target, including_itself=itself), subject):
                    yield sentence

    def _allowed(self, t: Stretch) -> Iterator[Sentence]:
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

    def _special(self, t: Stretch) -> Iterator[Sentence]:
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
        if _STRICTEST.fullmatch(" ".join(low)) or low[:3] == ("this", "law", "supersedes") or low[:5] == ("this", "law", "does", "not", "supersede"):
            yield Sentence("conflict rule", texts=(words(self.tokens),))
            return
        joined = " ".join(low)
        if joined.startswith("this law takes effect on ") or joined.startswith("this law takes effect "):
            yield Sentence("declaration", texts=(words(self.tokens),))
        if joined.startswith("if a provision of this law") and "invalid" in low:
            yield Sentence("declaration", texts=(words(self.tokens),))

    # ------------------------------------------------------------ what went wrong

    def _unread(self, parts: "_Parts") -> Mistake:
        """The shortest stretch that could not be read, and the nearest declared phrase."""
        from legalasp.language.nearest import nearest

        for name in ("if_", "unless", "until", "provided"):
            stretch = getattr(parts, name)
            if stretch is not None and not self.reader.clause(stretch):
                return self._unknown(stretch, nearest)
        stretch = tuple(k for run in parts.runs for k in run)
        if parts.has_when:
            run = parts.runs[0]
            for k in range(len(run) - 1, 0, -1):
                if self.low[run[k]] == "," and self.reader.clause(run[:k]):
                    return self._unknown((*run[k + 1:], *(i for r in parts.runs[1:] for i in r)), nearest)
            commas = [k for k in range(len(run)) if self.low[run[k]] == ","]
            return self._unknown(run[:commas[0]] if commas else run, nearest)
        return self._unknown(stretch, nearest)

    def _unknown(self, t: Stretch, nearest: Any) -> Mistake:
        first, last = self.tokens[t[0]], self.tokens[t[-1]]
        return Mistake("unknown-phrase", "no declared phrase fits these words",
                       (self.text.place(first.start, max(last.end, first.end)),), nearest(self.reader, t))


POWERS = {"waive": "for", "grant an exception from": "to", "grant a variance from": "to", "approve a change in": "for"}
"""How the text speaks of a power over a provision, and the word before the thing that it is exercised for."""


def replace_parts(parts: "_Parts", modals: list[str], runs: list[Stretch]) -> "_Parts":
    alone = _Parts(only=parts.only)
    alone.modals, alone.runs = modals, runs
    return alone


def _each_of(rows: list[tuple[Sentence, ...]]) -> Iterator[tuple[Sentence, ...]]:
    """One of each row, in every way."""
    if not rows:
        yield ()
        return
    for first in rows[0]:
        for rest in _each_of(rows[1:]):
            yield (first, *rest)


def KindMarker(noun: Noun | None) -> Clause:
    """A noun standing as a member of a row of subjects."""
    return PhraseClause("", (noun,))


def _flip(form: str) -> str:
    return {"allowed": "not allowed", "not allowed": "allowed"}[form]


@dataclass
class _Parts:
    """The skeleton of a sentence: stretches of tokens still to be matched."""

    has_when: bool = False
    runs: list[Stretch] = None  # type: ignore[assignment]
    modals: list[str] = None  # type: ignore[assignment]
    if_: Stretch | None = None
    unless: Stretch | None = None
    until: Stretch | None = None
    provided: Stretch | None = None
    only: bool = False
    only_supplied: bool = False
    despite: CitationList | None = None
    subject_to: CitationList | None = None
    except_as: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    whether: str = ""

    def __post_init__(self) -> None:
        self.runs, self.modals = [], []
