"""Walks over conditions and other records of the checked law.

Takes:   any record made of conditions, expressions, atoms and terms
Gives:   its atoms; the record with terms or atoms replaced
Differs: nothing is evaluated here but what is simply true once a blank stands in a kind
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, TypeVar

from legalasp.law.conditions import Atom, Status, Thing, Variable

T = TypeVar("T")


@lru_cache(maxsize=None)
def _names(sort: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(sort))


def atoms_of(node: object) -> list[Atom]:
    """Every atom in a record, in order, each once."""
    return _collected(node, Atom)


def cited_in(node: object) -> list[str]:
    """The keys of the provisions whose status a record asks about."""
    return [status.provision for status in _collected(node, Status)]


def _collected(node: object, sort: type[T]) -> list[T]:
    out: dict[T, None] = {}

    def walk(part: object) -> None:
        if isinstance(part, sort):
            out[part] = None
        elif isinstance(part, (tuple, frozenset, list)):
            for one in part:
                walk(one)
        elif is_dataclass(part) and not isinstance(part, (type, Thing, Variable)):
            for name in _names(type(part)):
                walk(getattr(part, name))

    walk(node)
    return list(out)


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """The record with `change` applied from the leaves up; `change` gives back what it leaves alone."""
    if isinstance(node, tuple):
        made = tuple(rebuilt(p, change) for p in node)
        return change(made if any(a is not b for a, b in zip(made, node)) else node)
    if isinstance(node, frozenset):
        return frozenset(rebuilt(p, change) for p in node)
    if is_dataclass(node) and not isinstance(node, type):
        names = _names(type(node))
        parts = [rebuilt(getattr(node, n), change) for n in names]
        if any(a is not getattr(node, n) for a, n in zip(parts, names)):
            node = type(node)(**dict(zip(names, parts)))
        return change(node)
    return change(node)


def substituted(node: Any, terms: dict[Variable, Any]) -> Any:
    """The record with variables replaced."""
    if not terms:
        return node
    return rebuilt(node, lambda n: terms.get(n, n) if isinstance(n, Variable) else n)
