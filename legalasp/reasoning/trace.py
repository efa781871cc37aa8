"""How everything stands: what an explanation is built from.

Takes:   `Worlds` with the facts put in, and a combination of readings
Gives:   `Trace`: the status of a provision, the truth of a condition, who struck or beat whom,
         the value of an expression
Differs: from the answer in that it speaks of single provisions and conditions; None is open, that is,
         it differs between completions (or, where readings are left free, between readings)
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Iterator
from fractions import Fraction

from legalasp.law.conditions import Atom, Condition, Expression
from legalasp.mistakes import Mistaken
from legalasp.program.circuit import (
    AllGate,
    AnyGate,
    CountGate,
    FactLeaf,
    Node,
    ReadingLeaf,
    StatusLeaf,
    TestLeaf,
    ValueLeaf,
    WordLeaf,
)
from legalasp.program.facts import Given
from legalasp.program.ground import Ground, Status
from legalasp.reasoning.answer import Combination
from legalasp.reasoning.solver import Literal
from legalasp.reasoning.worlds import Record, Worlds

STATUSES = {
    "applies": ("bites", "applies"), "struck": ("bites", "struck"), "engaged": ("bites", "engaged"),
    "bites": ("bites", "bites"), "yields": ("stands", "yields"), "stands": ("stands", "stands"),
    "breach": ("stands", "breach"),
}  # fmt: skip


class Trace:
    def __init__(self, worlds: Worlds, given: Given, record: Record, combination: Combination) -> None:
        self._given = given
        self._combination = combination
        self._use(worlds, record)
        self._whole = worlds.ground.everything

    def _use(self, worlds: Worlds, record: Record) -> None:
        self._worlds, self._record = worlds, record
        self._ground = worlds.ground
        known = worlds.ground.doubt_numbers
        self._assumed = [*record.base(), *(worlds.reading(d, r) for d, r in self._combination if d in known)]
        self._truths: dict[Literal, bool | None] = {}
        self._nodes: dict[Node, Literal] = {}
        self._model: frozenset[Literal] = frozenset()
        self._read: frozenset[Literal] = frozenset()
        self._differ: set[Literal] = set()
        self._doubtful: set[Literal] = set()
        self._open = worlds.ground.above(self._open_leaves())

    # ------------------------------------------------------------ provisions

    def status(self, key: str, name: str) -> bool | None:
        """One of applies, struck, engaged, bites, yields, stands, breach; circular is None too."""
        sort, predicate = STATUSES[name]
        number = self._number(key)
        if (sort, number) not in self._ground.looks:
            self._take_everything()
            number = self._number(key)
        return self._status_truth((sort, number), predicate)

    def circular(self, key: str) -> bool:
        """Whether, in some completion, the provision is in a live circle or hangs on one."""
        literal = self._worlds.solver.literals.get(("unclear", 1, self._number(key)))
        return literal is not None and self._literal_truth(literal) is not False

    def struck_by(self, key: str) -> tuple[str, ...]:
        """Those that strike the provision, in every completion."""
        part = self._ground.relations.by_key[key]
        found = []
        for strike in self._ground.relations.strikers_of(part):
            if self.status(strike.striker.key, "bites") is True and (
                not strike.while_broken or self._node_truth(self._ground.relations.broken(strike.striker)) is True
            ):
                found.append(strike.striker.key)
        return tuple(found)

    def may_strike(self, key: str) -> tuple[str, ...]:
        """Those that could strike the provision, whether or not they do."""
        part = self._ground.relations.by_key[key]
        return tuple(strike.striker.key for strike in self._ground.relations.strikers_of(part))

    def beaten_by(self, key: str) -> tuple[str, ...]:
        """Those to which the provision yields, in every completion."""
        relations = self._ground.relations
        part = relations.by_key[key]
        if ("stands", part.number) not in self._ground.looks:
            self._take_everything()
        found = []
        for pull in self._ground.relations.pulls_of(part):
            _, sure = self._ground.stages.last(("stands", part.number))
            literal = self._worlds.solver.literals.get(("beats", 1, sure, pull.other.number, part.number))
            if literal is not None and self._literal_truth(literal, ("stands", part.number)) is True:
                found.append(pull.other.key)
        return tuple(found)

    def _number(self, key: str) -> int:
        return self._ground.relations.by_key[key].number

    def _take_everything(self) -> None:
        """Ask the whole law instead of the slice: the question does not reach that provision."""
        if self._whole:
            raise KeyError("the provision is no part of the law")
        worlds = Worlds(Ground(self._ground.problem, everything=True))
        self._use(worlds, worlds.record(self._given))
        self._whole = True

    # ------------------------------------------------------------ conditions and values

    def truth(self, condition: Condition) -> bool | None:
        """Whether a condition holds; None: it is open, or in a live circle."""
        return self._node_truth(self._ground.spreader.node(condition))

    def value_of(self, expression: Expression) -> Fraction | None:
        """The exact value, where the given facts fix it; a date is the ordinal of its day."""
        spreader = self._ground.spreader
        baked = set(spreader.baked)
        value = spreader.value(expression)
        spreader.baked = baked  # to look is not to shape
        return value

    def fact(self, atom: Atom) -> bool | None:
        """A fact as given or presumed; None: open."""
        return self._node_truth(self._ground.circuit.leaf(FactLeaf(atom, True)))

    # ------------------------------------------------------------ how it is decided

    def _node_truth(self, node: Node) -> bool | None:
        known = self._quick(node)
        if known is not None or self._idle(node):
            return known
        if ("gate", node) in self._ground.looks:
            return self._status_truth(("gate", node), "true")
        yes, no = self._literal(node, True), self._literal(node, False)
        if self._literal_truth(yes) is True:
            return True
        return False if self._literal_truth(no) is False else None

    def _quick(self, node: Node) -> bool | None:
        """Truth by the gates' parts, where these are settled."""
        match self._ground.circuit.nodes[node]:
            case AllGate(parts):
                seen = [self._quick(p) for p in parts]
                return False if False in seen else None if None in seen else True
            case AnyGate(parts):
                seen = [self._quick(p) for p in parts]
                return True if True in seen else None if None in seen else False
            case CountGate(number, parts):
                seen = [self._quick(p) for p in parts]
                if seen.count(True) >= number:
                    return True
                return None if seen.count(True) + seen.count(None) >= number else False
        return self._leaf_truth(node)

    def _idle(self, node: Node) -> bool:
        """Whether a test under the node was left out, since nothing in this case hangs on it."""
        match self._ground.circuit.nodes[node]:
            case AllGate(parts) | AnyGate(parts) | CountGate(_, parts):
                return any(self._idle(p) for p in parts)
            case TestLeaf(form, _):
                return form in self._ground.idle
        return False

    def _leaf_truth(self, node: Node) -> bool | None:
        g = self._ground
        match g.circuit.nodes[node]:
            case FactLeaf(atom, positive) if atom in self._given.truth:
                return self._given.truth[atom] == positive
            case TestLeaf(form, signs) if (sign := g.spreader.forms.sign(form, self._given.number)) is not None:
                return sign in signs
            case ValueLeaf(atom, values, positive) if atom in self._given.name:
                return (self._given.name[atom] in values) == positive
            case ReadingLeaf(doubt, reading, positive) if doubt in dict(self._combination):
                return (dict(self._combination)[doubt] == reading) == positive
        if ("gate", node) not in g.looks or self._idle(node):
            return None
        return self._status_truth(("gate", node), "true")

    def _literal(self, node: Node, sure: bool) -> Literal:
        """A literal for a node, added to the program where it is not there yet."""
        g, w = self._ground, self._worlds
        if ("gate", node) in g.looks:
            return w.gate(node, sure)
        if node in self._nodes:
            return self._nodes[node]
        gate = g.circuit.nodes[node]
        solver = w.solver
        match gate:
            case AllGate(parts):
                made = solver.define([[self._literal(p, sure) for p in parts]])
            case AnyGate(parts):
                made = solver.define([[self._literal(p, sure)] for p in parts])
            case CountGate(number, parts):
                made = self._count(number, [self._literal(p, sure) for p in parts])
            case _:
                made = self._new_leaf(gate)
        self._nodes[node] = made
        return made

    def _new_leaf(self, leaf: object) -> Literal:
        g, w = self._ground, self._worlds
        match leaf:
            case FactLeaf(atom, positive) if atom in g.fact_numbers:
                return w.fact(atom) if positive else -w.fact(atom)
            case ReadingLeaf(doubt, reading, positive) if doubt in g.doubt_numbers:
                literal = w.reading(doubt, reading)
                return literal if positive else -literal
            case WordLeaf(atom, positive) if atom in g.term_numbers and ("holds", g.term_numbers[atom]) in g.looks:
                literal = w.status("holds", g.term_numbers[atom], "holds")
                return literal if positive else -literal
            case StatusLeaf(key, status, positive):
                sort = "stands" if status == "breach" else "bites"
                number = g.relations.by_key[key].number
                if (sort, number) in g.looks:
                    literal = w.status(sort, number, {"applies": "engaged"}.get(status, status))
                    return literal if positive else -literal
            case TestLeaf() | ValueLeaf():
                pass
        return w.solver.new_atom()  # nothing in this program settles it: it is open

    def _count(self, number: int, parts: list[Literal]) -> Literal:
        """At least `number` of the parts, as a ladder of alls and anys."""
        never, always = self._worlds.solver.never, -self._worlds.solver.never
        ladder = [always] + [never] * number
        for part in parts:
            ladder = [always, *(
                self._worlds.solver.define([[ladder[n]], [ladder[n - 1], part]]) for n in range(1, number + 1)
            )]  # fmt: skip
        return ladder[number]

    # ------------------------------------------------------------ searches

    # One model tells whatever hangs on nothing open. For the rest a second model is looked for that has it
    # otherwise, which mostly shows others to be open too. What was asked for once will be asked for again.

    def _status_truth(self, status: Status, predicate: str) -> bool | None:
        sure = self._literal_truth(self._worlds.status(*status, predicate), status)
        if self._ground.stages.last(status) == (0, 0):
            return sure
        possible = self._literal_truth(self._worlds.status(*status, predicate, sure=False), status)
        return sure if sure == possible else None

    def _open_leaves(self) -> Iterator[Status]:
        """The leaves of the circuit that neither the facts nor the readings chosen settle."""
        g, chosen = self._ground, dict(self._combination)
        open_atoms = {atom for opened in self._record.opened for atom in opened.atoms} | set(self._record.pending)
        for kind, node in g.looks:
            if kind != "gate":
                continue
            match g.circuit.nodes[node]:
                case FactLeaf(atom, _) | ValueLeaf(atom, _, _) if atom in open_atoms:
                    yield kind, node
                case TestLeaf(form, _) if form in g.idle or g.spreader.forms.sign(form, self._given.number) is None:
                    yield kind, node
                case ReadingLeaf(doubt, _, _) if doubt not in chosen:
                    yield kind, node

    def _literal_truth(self, literal: Literal, status: Status | None = None) -> bool | None:
        """`status`: what the literal belongs to, where it is known."""
        if literal in self._truths:
            return self._truths[literal]
        if literal not in self._read:
            asked, told = self._worlds.asked, self._worlds.told
            told.add(literal)
            self._read = frozenset(asked if literal in asked else told)
            self._model = self._some_model()
        self._worlds.asked[literal] = status
        is_so = literal in self._model
        truth: bool | None = is_so
        if status is None or status in self._open:
            truth = None if literal in self._differ or self._found_other(literal, is_so) else is_so
        self._truths[literal] = truth
        return truth

    def _some_model(self) -> frozenset[Literal]:
        model = self._worlds.solver.model(self._assumed, self._read)
        if model is None:
            raise Mistaken([])
        self._differ = set()
        self._doubtful = {x for x in self._read if self._truths.get(x) is None and self._may_differ(x)}
        return model

    def _may_differ(self, literal: Literal) -> bool:
        status = self._worlds.asked.get(literal)
        return status is None or status in self._open

    def _found_other(self, literal: Literal, is_so: bool) -> bool:
        """Whether some model has the literal otherwise; what else that model has otherwise is open as well."""
        self._doubtful.discard(literal)
        model = self._worlds.solver.model([*self._assumed, -literal if is_so else literal], self._doubtful)
        if model is None:
            return False
        others = {x for x in self._doubtful if (x in model) != (x in self._model)}
        self._differ |= others
        self._doubtful -= others
        return True
