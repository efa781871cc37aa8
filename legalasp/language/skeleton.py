"""The skeleton of a sentence of law: norm, conditions and exceptions apart.

Takes:   the tokens of a sentence
Gives:   `Skeleton`: stretches of tokens, still to be matched; `Framing`, which finds them by `grammar/sentence.lark`
Differs: from the sentence in that each part stands alone
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark import Lark
from lark import Token as LarkToken
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from legalasp.language.phrases import PhraseReader, Stretch
from legalasp.language.syntax import CitationList, Sentence
from legalasp.language.tokens import Token
from legalasp.language.tree import Text
from legalasp.mistakes import Mistake
from legalasp.resources import grammar_directory


class _Tokens(Lexer):
    """Hands over the tokens that `_keywords` made."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, data: list[LarkToken]) -> Iterator[LarkToken]:  # type: ignore[override]
        yield from data


@lru_cache(maxsize=1)
def grammar() -> Lark:
    return Lark((grammar_directory() / "sentence.lark").read_text(encoding="utf-8"), parser="lalr", lexer=_Tokens)


@dataclass
class Skeleton:
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


def replace_parts(parts: "Skeleton", modals: list[str], runs: list[Stretch]) -> "Skeleton":
    alone = Skeleton(only=parts.only)
    alone.modals, alone.runs = modals, runs
    return alone


class Framing(ABC):
    """Finds the skeleton of one sentence."""

    def __init__(self, text: Text, tokens: tuple[Token, ...], reader: PhraseReader) -> None:
        self.text, self.tokens, self.reader = text, tokens, reader
        self.low = reader.low

    def _keywords(self) -> list[LarkToken]:
        out: list[LarkToken] = []
        run: list[int] = []
        i, n = 0, len(self.tokens)

        def close() -> None:
            nonlocal run
            while run and self.low[run[-1]] == ",":
                run = run[:-1]
            if run:
                out.append(LarkToken("WORDS", tuple(run), start_pos=run[0]))
            run = []

        def keyword(name: str, value: object, at: int) -> None:
            close()
            out.append(LarkToken(name, value, start_pos=at))

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

    def _parts(self, tree: Any) -> "Skeleton | Mistake":
        parts = Skeleton()
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
                        return self.bad_citations(token.value)
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
                    return self.bad_citations(node.children[0].value)
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

    def bad_citations(self, t: Stretch) -> Mistake:
        first, last = (self.tokens[t[0]], self.tokens[t[-1]]) if t else (self.tokens[0], self.tokens[0])
        return Mistake("unreadable-citation", "these are no citations",
                       (self.text.place(first.start, last.end),), "write `§ 4`, `§ 4[3] and § 8`, `§ 4 to § 12` or `this law`")

    # ------------------------------------------------------------ what the others read

    @abstractmethod
    def statement(self, t: Stretch) -> Iterator[Sentence]:
        """A sentence without `may` and `must`."""
