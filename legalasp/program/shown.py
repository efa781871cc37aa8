"""What the given facts alone settle.

Takes:   a circuit and the given facts
Gives:   `Shown.truth(node)`: true, false, or None where it hangs on what is not given;
         `live(roots)`: the numeric tests that something not given still hangs on
Differs: from an answer, which is over all completions: here nothing is tried out, and a defined
         word, a status or a reading settles nothing
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from legalasp.law.conditions import Atom
from legalasp.program.circuit import AllGate, AnyGate, Circuit, CountGate, FactLeaf, Node, TestLeaf, ValueLeaf
from legalasp.program.facts import Given
from legalasp.program.forms import Forms


@dataclass
class Shown:
    circuit: Circuit
    forms: Forms
    given: Given
    counts: frozenset[Atom] = frozenset()
    """Numbers of things that are not named: never below zero."""
    _known: dict[Node, bool | None] = field(default_factory=dict)

    def truth(self, node: Node) -> bool | None:
        if node not in self._known:
            self._known[node] = self._truth(node)
        return self._known[node]

    def _truth(self, node: Node) -> bool | None:
        match self.circuit.nodes[node]:
            case AllGate(parts):
                seen = [self.truth(p) for p in parts]
                return False if False in seen else None if None in seen else True
            case AnyGate(parts):
                seen = [self.truth(p) for p in parts]
                return True if True in seen else None if None in seen else False
            case CountGate(number, parts):
                seen = [self.truth(p) for p in parts]
                if seen.count(True) >= number:
                    return True
                return None if seen.count(True) + seen.count(None) >= number else False
            case FactLeaf(atom, positive):
                truth = self.given.truth.get(atom)
                return None if truth is None else truth == positive
            case ValueLeaf(atom, values, positive):
                name = self.given.name.get(atom)
                return None if name is None else (name in values) == positive
            case TestLeaf(form, signs):
                possible = self._signs(form)
                return True if possible <= signs else None if possible & signs else False
        return None

    def _signs(self, form: int) -> frozenset[int]:
        """The signs that a test can still have: two accessory buildings are more than one, whatever others there are."""
        left = self.forms.forms[form].under(self.given.number)
        if not left.factors:
            return frozenset(((left.constant > 0) - (left.constant < 0),))
        if set(left.factors) <= self.counts:
            for side in (1, -1):
                if all(f * side > 0 for f in left.factors.values()) and left.constant * side >= 0:
                    return frozenset((side,)) if left.constant else frozenset((0, side))
        return frozenset((-1, 0, 1))

    def live(self, roots: Iterable[Node]) -> frozenset[int]:
        """The forms whose tests lie under no part that is settled."""
        found: set[int] = set()
        seen: set[Node] = set()
        ahead = list(roots)
        while ahead:
            node = ahead.pop()
            if node in seen or self.truth(node) is not None:
                continue
            seen.add(node)
            match self.circuit.nodes[node]:
                case AllGate(parts) | AnyGate(parts) | CountGate(_, parts):
                    ahead += parts
                case TestLeaf(form, _):
                    found.add(form)
        return frozenset(found)


def atoms_under(circuit: Circuit, forms: Forms, node: Node) -> set[Atom]:
    """The facts, values and quantities that a node hangs on."""
    found: set[Atom] = set()
    ahead = [node]
    while ahead:
        match circuit.nodes[ahead.pop()]:
            case AllGate(parts) | AnyGate(parts) | CountGate(_, parts):
                ahead += parts
            case FactLeaf(atom, _) | ValueLeaf(atom, _, _):
                found.add(atom)
            case TestLeaf(form, _):
                found.update(forms.atoms(form))
    return found
