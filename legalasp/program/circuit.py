"""Conditions as a circuit: gates over leaves, equal parts kept once.

Takes:   parts, one at a time, from `spread.py`
Gives:   `Circuit`: node numbers; each node is an `AllGate`, `AnyGate`, `CountGate` or a leaf
Differs: from a condition in that negation stands at the leaves only (theory 11, "NNF first"),
         quantifiers are gone, and what is constant has been worked out
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Union

from legalasp.law.conditions import Atom

Node = int
TRUE: Node = 0
FALSE: Node = 1


@dataclass(frozen=True, slots=True)
class AllGate:
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class AnyGate:
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class CountGate:
    """At least `number` of the parts; one part may stand several times and then counts so often."""

    number: int
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class FactLeaf:
    atom: Atom
    positive: bool


@dataclass(frozen=True, slots=True)
class TestLeaf:
    """The sign of a linear form (its number in `Forms`) is one of `signs`."""

    form: int
    signs: frozenset[int]


@dataclass(frozen=True, slots=True)
class ValueLeaf:
    """The named value of an attribute is (or, negated, is not) one of `values`."""

    atom: Atom
    values: frozenset[str]
    positive: bool


@dataclass(frozen=True, slots=True)
class WordLeaf:
    """A defined word."""

    atom: Atom
    positive: bool


@dataclass(frozen=True, slots=True)
class StatusLeaf:
    """A provision applies, bites or is in breach."""

    key: str
    status: str
    positive: bool


@dataclass(frozen=True, slots=True)
class ReadingLeaf:
    doubt: str
    reading: str
    positive: bool


Leaf = Union[FactLeaf, TestLeaf, ValueLeaf, WordLeaf, StatusLeaf, ReadingLeaf]
Gate = Union[AllGate, AnyGate, CountGate]
LEAVES = (FactLeaf, TestLeaf, ValueLeaf, WordLeaf, StatusLeaf, ReadingLeaf)
SIGNS = frozenset((-1, 0, 1))


@dataclass
class Circuit:
    nodes: list[Gate | Leaf] = field(default_factory=lambda: [AllGate(()), AnyGate(())])
    _index: dict[Gate | Leaf, Node] = field(default_factory=lambda: {AllGate(()): TRUE, AnyGate(()): FALSE})

    def _add(self, gate: Gate | Leaf) -> Node:
        node = self._index.get(gate)
        if node is None:
            node = self._index[gate] = len(self.nodes)
            self.nodes.append(gate)
        return node

    def leaf(self, leaf: Leaf) -> Node:
        if isinstance(leaf, TestLeaf) and not leaf.signs:
            return FALSE
        if isinstance(leaf, TestLeaf) and leaf.signs == SIGNS:
            return TRUE
        return self._add(leaf)

    def all(self, parts: Iterable[Node]) -> Node:
        kept: dict[Node, None] = {}
        for part in parts:
            if part == FALSE:
                return FALSE
            gate = self.nodes[part]
            kept.update(dict.fromkeys(gate.parts if isinstance(gate, AllGate) else (part,)))
        return next(iter(kept)) if len(kept) == 1 else self._add(AllGate(tuple(sorted(kept))))

    def any(self, parts: Iterable[Node]) -> Node:
        kept: dict[Node, None] = {}
        for part in parts:
            if part == TRUE:
                return TRUE
            gate = self.nodes[part]
            kept.update(dict.fromkeys(gate.parts if isinstance(gate, AnyGate) else (part,)))
        return next(iter(kept)) if len(kept) == 1 else self._add(AnyGate(tuple(sorted(kept))))

    def at_least(self, number: int, parts: Iterable[Node]) -> Node:
        open_parts = []
        for part in parts:
            if part == TRUE:
                number -= 1
            elif part != FALSE:
                open_parts.append(part)
        if number <= 0:
            return TRUE
        if number > len(open_parts):
            return FALSE
        if number == 1:
            return self.any(open_parts)
        if number == len(open_parts):
            return self.all(open_parts)
        return self._add(CountGate(number, tuple(sorted(open_parts))))
