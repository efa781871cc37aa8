"""What lies beneath the provisions of an answer: statements of the case, and atoms.

Takes:   an `Account`, and keys of provisions
Gives:   `statements`, `atoms`: through defined words and cited provisions down to what the case states
Differs: from the leaves of one provision in that it goes on through the definitions of words
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legalasp.explanation import account as A
from legalasp.explanation.account import Account, Leaf
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom
from legalasp.law.model import Statement
from legalasp.law.walk import atoms_of

RESULTS = {
    A.BREACH: "not met", A.STANDS: "applies", A.STRUCK: "excepted", A.NOT_ABOUT: "does not apply", A.EXCEPTED: "does not apply",
    A.UNMET: "conditions not met", A.YIELDS: "yields", A.OPEN: "open", A.NOT_IN_FORCE: "not in force", A.CIRCULAR: "circular",
    A.OTHER_READING: "on another reading",
}


def leaves(account: Account, keys: Iterable[str]) -> Iterator[Leaf]:
    seen: set[str] = set()
    ahead = list(keys)
    while ahead:
        key = ahead.pop(0)
        if key in seen or not account.reached(key):
            continue
        seen.add(key)
        standing = account.standing(key)
        ahead += [k for k in standing.by if k in account.relations.by_key]
        for leaf in account.grounds(key):
            yield leaf
            if leaf.kind == "word" and leaf.atom is not None:
                ahead += account.defining(leaf.atom)
            if isinstance(leaf.condition, C.Status) and leaf.condition.provision in account.relations.by_key:
                ahead.append(leaf.condition.provision)


def statements(account: Account, keys: Iterable[str]) -> tuple[Statement, ...]:
    given = account.grounded.statements
    return tuple(dict.fromkeys(s for leaf in leaves(account, keys) for a in atoms_of(leaf.condition) for s in given.get(a, ())))


def atoms(account: Account, keys: Iterable[str]) -> frozenset[Atom]:
    return frozenset(a for leaf in leaves(account, keys) for a in atoms_of(leaf.condition))
