"""What all readers of a sentence share.

Takes:   the tokens of a sentence, a `Lexicon`, the labels and names in scope
Gives:   `Reading`: the words of a stretch, and what each reader asks of the others
Differs: nothing is read here

A stretch is a tuple of token indices, since `the park is enlarged, extended or reconstructed` is read as
three clauses that share `the park is`. Results are kept, so each stretch is read once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from legalasp.language.lexicon import Lexicon
from legalasp.language.syntax import (
    CitationList,
    Clause,
    Noun,
    PhraseClause,
    Quantity,
    When,
)
from legalasp.language.tokens import Token

Stretch = tuple[int, ...]

FINITE = frozenset({"present", "past", "perfect", "future"})
BARE = frozenset({"bare", "bare perfect"})


R = TypeVar("R", bound="Reading")
T = TypeVar("T")
P = ParamSpec("P")


def kept(read: Callable[Concatenate[R, Stretch, P], Iterator[T]]) -> Callable[Concatenate[R, Stretch, P], tuple[T, ...]]:
    """Keeps the results of a reading function, each result once."""

    @wraps(read)
    def reader(self: R, t: Stretch, /, *more: P.args, **named: P.kwargs) -> tuple[T, ...]:
        key = (read.__name__, t, *more, *named.items())
        if key not in self.memo:
            self.memo[key] = ()  # a stretch that needs itself has no parse that way
            self.memo[key] = tuple(dict.fromkeys(read(self, t, *more, **named)))
        found: tuple[T, ...] = self.memo[key]
        return found

    return reader


class Reading(ABC):
    """The tokens of a sentence with what is in scope. `labels`: label in lower case -> kind. `names`: name in lower
    case -> (name as shown, kind)."""

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
        return tuple([self.low[i] for i in t])

    def starts(self, t: Stretch, *words: str) -> bool:
        if len(t) < len(words) or words and self.low[t[0]] != words[0]:  # most end here
            return False
        return all(self.low[i] == w for i, w in zip(t, words))

    def fits(self, noun: Noun, kind: str) -> bool:
        return not noun.kind or self.lexicon.compatible(noun.kind, kind)

    def depth(self, kind: str, wanted: str) -> int:
        """How far above `kind` the wanted kind stands."""
        if kind == wanted:
            return 0
        known = self.lexicon.kinds.get(kind)
        return 1 + min((self.depth(p, wanted) for p in known.parents), default=98) if known and known.parents else 99


    # ------------------------------------------------------------ what the others read

    @abstractmethod
    def clause(self, t: Stretch, tenses: frozenset[str] = FINITE) -> tuple[Clause, ...]:
        """Every clause that the whole stretch can be."""

    @abstractmethod
    def noun(self, t: Stretch) -> tuple[Noun, ...]:
        """Every noun that the whole stretch can be."""

    @abstractmethod
    def quantity(self, t: Stretch) -> tuple[Quantity, ...]:
        """Every quantity that the whole stretch can be."""

    @abstractmethod
    def comparison(self, t: Stretch) -> Iterator[tuple[str, Quantity, Quantity | None]]:
        """`at least 20 feet`, `40 to 60 feet`, `exactly 2`: (operator, value, upper value of a range)."""

    @abstractmethod
    def times(self, t: Stretch) -> tuple[tuple[When, ...], ...]:
        """The whole stretch as adjuncts of time, one behind the other."""

    @abstractmethod
    def citations(self, t: Stretch) -> tuple[CitationList, ...]:
        """The whole stretch as citations."""

    @abstractmethod
    def phrases(self, t: Stretch, tenses: frozenset[str], gap: bool = False) -> Iterator[PhraseClause]:
        """The declared phrases that fit the whole stretch; with `gap`, but for one noun."""

    @abstractmethod
    def having(self, noun: Noun, t: Stretch, kind: str = "") -> Iterator[Clause]:
        """`a width of more than 18 feet`, said of `noun`."""

    @abstractmethod
    def nearest_part(self, found: list[PhraseClause], gap: str = "") -> list[PhraseClause]:
        """Of several parts of one name, that of the nearest kind."""
