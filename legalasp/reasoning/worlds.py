"""A ground law with facts put in: what is assumed, what is open, what is presumed.

Takes:   a `Ground`, and the facts of a case of its shape
Gives:   `Worlds`: the solver with its literals by name; `Record`: the assumptions that the facts
         make, the facts that are open, and the contradictions found
Differs: from the ground law in that facts are literals that a search may assume
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from legalasp.law.conditions import Atom
from legalasp.program.asp import files, program, worlds
from legalasp.program.circuit import TRUE, Node
from legalasp.program.facts import Given
from legalasp.program.ground import ANOTHER, Ground, Status
from legalasp.program.units import Cell, Unit
from legalasp.reasoning.solver import Literal, Solver


_TOLD = frozenset(
    ("true", "holds", "applies", "struck", "engaged", "bites", "yields", "stands", "breach", "beats", "unclear"))


@dataclass(frozen=True)
class Open:
    """An open fact or unit: its name, and a literal for each way in which it may come out."""

    name: str
    atoms: tuple[Atom, ...]
    values: tuple[object, ...]
    literals: tuple[Literal, ...]
    pick: tuple[str, int]
    """How `differ.lp` names it: `fact` or `unit`, and its number."""
    matters: bool
    """Whether the verdict can hang on it at all."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A fact that is presumed where the ground of the presumption turns out to hold."""

    shown: Literal
    as_presumed: Literal
    ground: Literal


@dataclass
class Record:
    """What the facts of a case come to."""

    assumed: list[Literal] = field(default_factory=list)
    pending: dict[Atom, Pending] = field(default_factory=dict)
    opened: list[Open] = field(default_factory=list)
    presumed: list[Atom] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)

    def base(self, tried: Iterable[str] = ()) -> list[Literal]:
        """The assumptions, with those facts shown that are being tried out."""
        names = set(tried)
        shown = [p.shown if str(atom) in names else -p.shown for atom, p in self.pending.items()]
        return [*self.assumed, *shown]


class Worlds:
    def __init__(self, ground: Ground, twins: bool = False) -> None:
        self.ground = ground
        self.number = 2 if twins else 1
        names = [*files(ground), *(["differ.lp"] if twins else [])]
        self.solver = Solver(f"{worlds(self.number)}\n{program(ground)}", names)
        lit = self.solver.literals
        self.told: set[Literal] = {
            literal for (pred, *args), literal in lit.items() if pred in _TOLD and args and args[0] == 1
        }
        """What an explanation can speak of."""
        self.asked: dict[Literal, Status | None] = {}
        """What one did speak of, and what it belongs to."""
        self.answers = {
            name: literal for (pred, *args), literal in lit.items()
            if pred == "answer" and args[0] == 1 for name in (str(args[1]),)
        }  # fmt: skip
        self.of_part: dict[str, list[tuple[int, Literal]]] = {}
        for (pred, *args), literal in lit.items():
            if pred in ("supports", "unclear", "failed", "duty") and args[0] == 1 and isinstance(args[1], int):
                self.of_part.setdefault(str(pred), []).append((args[1], literal))
        atoms = [name for name in ground.fact_numbers if isinstance(name, Atom)]
        every = range(1, self.number + 1)
        self._facts = [[(a, self.fact(a, w)) for a in atoms] for w in every]
        self._tests = [[(t, self.fact(t, w)) for t in ground.known_tests] for w in every]
        self._forms = {form for form, _ in ground.known_tests}
        self._opens = [(a, self._open_fact(a, lit)) for a, lit in self._facts[0]]
        self.pairs: list[tuple[int, int, int, Literal]] = []
        for (pred, *args), literal in lit.items():
            if pred in ("settled", "unsettled") and args[0] == 1:
                one, other = args[1], args[2]
                assert isinstance(one, int) and isinstance(other, int)
                self.pairs.append((one, other, one if pred == "settled" else -1, literal))

    # ------------------------------------------------------------ literals by name

    def fact(self, name: Atom | tuple[int, frozenset[int]], world: int = 1) -> Literal:
        return self.solver.literal("is", world, self.ground.fact_numbers[name])

    def cell(self, unit: int, cell: int, world: int = 1) -> Literal:
        return self.solver.literal("chosen", world, unit, cell)

    def shown(self, atom: Atom) -> Literal:
        return self.solver.literal("shown", self.ground.fact_numbers[atom])

    def gate(self, node: Node, sure: bool = True) -> Literal:
        return self.status("gate", node, "true", sure)

    def status(self, sort: str, number: int, predicate: str, sure: bool = True) -> Literal:
        possible, last = self.ground.stages.last((sort, number))
        return self.solver.literal(predicate, 1, last if sure else possible, number)

    def reading(self, doubt: str, reading: str, world: int = 1) -> Literal:
        number, names = self.ground.doubt_numbers[doubt]
        return self.solver.literal("reads", world, number, names.index(reading))

    # ------------------------------------------------------------ facts put in

    def record(self, given: Given) -> Record:
        """What the facts come to; a presumption is put in where its ground holds in every world."""
        record = Record()
        for world in range(1, self.number + 1):
            self._assume(record, given, world)
        self._presume(record, given)
        self._open(record, given)
        return record

    def _assume(self, record: Record, given: Given, world: int) -> None:
        g = self.ground
        assume = record.assumed.append
        for atom, literal in self._facts[world - 1]:
            truth = given.truth.get(atom)
            if truth is not None:
                assume(literal if truth else -literal)
        sign = g.spreader.forms.sign
        signs = {form: sign(form, given.number) for form in self._forms}
        for (form, accepted), literal in self._tests[world - 1]:
            assume(literal if signs[form] in accepted else -literal)
        for unit, number in g.unit_numbers[len(g.units):]:
            self._assume_named(record, given, unit, number, world)

    def _assume_named(self, record: Record, given: Given, unit: Unit, number: int, world: int) -> None:
        atom = unit.atoms[0]
        names = [cell.extent for cell in unit.cells]
        stated = given.name.get(atom)
        for n, name in enumerate(names):
            truth = given.truth.get(Atom(f"{atom.word} is {name}", atom.args))
            literal = self.cell(number, n, world)
            if (stated is not None and name == (stated if stated in names else ANOTHER)) or truth is True:
                record.assumed.append(literal)
            elif truth is False:
                record.assumed.append(-literal)

    def _presume(self, record: Record, given: Given) -> None:
        asked = {a for form, _ in self.ground.tests for a in self.ground.spreader.forms.atoms(form)}
        record.presumed += [atom for atom in given.presumed if atom in asked]
        waiting = {}
        for atom, (when, rebuttal) in self.ground.presumptions.items():
            shown, fact = self.shown(atom), self.fact(atom)
            as_presumed = fact if self.ground.words[atom].presumed else -fact
            if atom in given.truth:
                record.assumed.append(shown)
            else:
                waiting[atom] = (shown, as_presumed, when, rebuttal)
        if not waiting:
            return
        open_shown = [shown for shown, _, _, _ in waiting.values()]
        for atom, (shown, _, _, rebuttal) in list(waiting.items()):
            # The rebuttal counts only as shown: the given facts alone make it true.
            if self.solver.core([*record.assumed, *open_shown, -self.gate(rebuttal)]) is not None:
                record.assumed.append(shown)
                del waiting[atom]
        changed = True
        while changed:
            changed = False
            for atom, (shown, as_presumed, when, _) in list(waiting.items()):
                others = [-s for a, (s, *_) in waiting.items() if a != atom]
                ground_given = when == TRUE or self.solver.core(
                    [*record.assumed, *others, shown, -self.gate(when)]
                ) is not None
                if ground_given:
                    record.presumed.append(atom)
                    record.assumed += [-shown, as_presumed]
                    if self.number == 2:
                        number = self.ground.fact_numbers[atom]
                        other = self.solver.literal("is", 2, number)
                        record.assumed.append(other if self.ground.words[atom].presumed else -other)
                    del waiting[atom]
                    changed = True
        record.pending = {
            atom: Pending(shown, as_presumed, self.gate(when)) for atom, (shown, as_presumed, when, _) in waiting.items()
        }

    def _open(self, record: Record, given: Given) -> None:
        g = self.ground
        presumed = set(record.presumed)
        for atom, opened in self._opens:
            if atom not in given.truth and atom not in presumed:
                record.opened.append(opened)
        fixed = set(record.assumed)
        for unit, number in g.unit_numbers:
            literals = [self.cell(number, n) for n in range(len(unit.cells))]
            if any(literal in fixed for literal in literals) or len(unit.cells) < 2:
                continue
            free = [n for n, literal in enumerate(literals) if -literal not in fixed]
            values: Sequence[Cell] = [unit.cells[n] for n in free]
            record.opened.append(
                Open(
                    unit.name, unit.atoms, tuple(cell.extent for cell in values),
                    tuple(literals[n] for n in free), ("unit", number), self._in_cone(unit),
                )
            )  # fmt: skip

    def _open_fact(self, atom: Atom, literal: Literal) -> Open:
        pick = ("fact", self.ground.fact_numbers[atom])
        return Open(str(atom), (atom,), (True, False), (literal, -literal), pick, atom in self.ground.in_cone)

    def _in_cone(self, unit: Unit) -> bool:
        seen = self.ground.in_cone
        if unit.atoms[0] in seen:
            return True
        own = {form for form, left in self.ground.open_forms.items() if set(left.factors) <= set(unit.atoms)}
        return any(form in seen for form in own)
