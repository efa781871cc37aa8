"""The smallest sets of facts that fix an answer.

Takes:   `Worlds` with a `Record`, the assumptions of a combination of readings, the answer wanted
Gives:   `smallest`: all smallest sets, each a choice of values for some open facts; none, if no set
         of the candidates does it
Differs: from trying all sets in that each set that fails proves a clause which every deciding set
         obeys, so that few sets are ever tried

A set fails when some completion agrees with it and has another answer. Of that completion only the
facts that force the other answer are kept; a deciding set must then differ from one of them. A
presumed fact on which the completion goes against its presumption counts as shown: a set that does
not show it escapes (theory 2: never backwards).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from legalasp.program.asp import candidates
from legalasp.reasoning.solver import GivenUp, Literal, Solver
from legalasp.reasoning.worlds import Open, Record, Worlds

MOST_SETS = 500
"""More sets than anybody reads: the search stops here."""
MOST_FACTS = 1000
"""And here, counting the facts in them: of sets of a hundred facts nobody reads twenty."""
Choice = tuple[tuple[int, int], ...]
"""Candidate and value, by number."""


@dataclass
class Search:
    worlds: Worlds
    record: Record
    reading: Sequence[Literal]
    is_answer: Literal
    among: list[Open]
    lessons: list[dict[int, int]] = field(default_factory=list)
    """What forced another answer before: under other readings of the same question most of it does so again."""

    def __post_init__(self) -> None:
        self._solver = self.worlds.solver
        self._master = Solver(candidates(len(o.values) for o in self.among), ["deciding.lp"], self._solver.seconds)
        self._picks = [
            [self._master.literal("pick", n, c) for c in range(len(o.values))] for n, o in enumerate(self.among)
        ]
        self._flat = {lit: (n, c) for n, row in enumerate(self._picks) for c, lit in enumerate(row)}
        self._pending = {str(atom): pending for atom, pending in self.record.pending.items()}
        self._others = [o for o in self.record.opened if o not in self.among]
        base = [*self.record.assumed, *(p.shown for p in self.record.pending.values()), *self.reading, self.is_answer]
        for lesson in self.lessons:
            if self._solver.core([*base, *(self.among[n].literals[c] for n, c in lesson.items())]) is not None:
                self._forbid(lesson)

    def smallest(self) -> list[Choice]:
        if not self.among or not self._possible():
            return []
        # Counting up is quick where many facts hang together, and hopeless where many groups need one each; seeking
        # the best from what can't be is the other way round. Each has its turn, with an end that is always the same.
        self._size, self._found = max(1, len(self._master.always([], self._flat))), []
        for way in (self._counting_up, self._best_first):
            try:
                return sorted(way(True))
            except GivenUp:
                continue
        return sorted(self._counting_up(False))

    def _counting_up(self, limited: bool) -> list[Choice]:
        while self._size <= len(self.among):
            while self._wanted() and (choice := self._next(self._size, limited)) is not None:
                self._try(choice)
            if self._found:
                break
            self._size += 1
        return self._found

    def _best_first(self, limited: bool) -> list[Choice]:
        while self._wanted():
            choice = self._next(None, limited, smallest=True)
            if choice is None or self._found and len(choice) > len(self._found[0]):
                break
            self._size = len(choice)
            self._try(choice)
        return self._found

    def _wanted(self) -> bool:
        return len(self._found) < MOST_SETS and sum(map(len, self._found)) < MOST_FACTS

    def _try(self, choice: Choice) -> None:
        counter = self._counterexample(choice)
        if counter is None:
            self._found.append(choice)
            self._master.forbid([self._picks[n][c] for n, c in choice])
        else:
            self._learn(choice, counter)

    # ------------------------------------------------------------ the loop

    def _possible(self) -> bool:
        """Whether any set at all decides; clauses found on the way are kept."""
        while (choice := self._next()) is not None:
            counter = self._counterexample(choice)
            if counter is None:
                return True
            self._learn(choice, counter)
        return False

    def _next(self, size: int | None = None, limited: bool = False, smallest: bool = False) -> Choice | None:
        """A set that obeys what has been learned: of at most `size` facts, or one of the fewest."""
        bound = [] if size is None else [self._master.literal("atmost", size)]
        model = self._master.model(bound, self._flat, limited, smallest)
        return None if model is None else tuple(sorted(self._flat[lit] for lit in model))

    def _facts(self, choice: Choice) -> tuple[list[Literal], list[str]]:
        literals = [self.among[n].literals[c] for n, c in choice]
        return literals, [self.among[n].name for n, _ in choice]

    def _counterexample(self, choice: Choice) -> frozenset[Literal] | None:
        """A completion that agrees with the choice and has another answer; None: it decides."""
        facts, names = self._facts(choice)
        base = [*self.record.base(names), *self.reading, *facts]
        wanted = [abs(lit) for o in self.record.opened for lit in o.literals]
        wanted += [p.ground for p in self.record.pending.values()]
        other = self._solver.model([*base, -self.is_answer], wanted)
        if other is not None:
            return other
        if self._solver.model(base) is None:  # no completion at all: nothing is decided
            return frozenset()
        return None

    def _learn(self, choice: Choice, counter: frozenset[Literal]) -> None:
        chosen = dict(choice)
        values = {n: self._value(o, counter) for n, o in enumerate(self.among)}
        if any(values[n] != c for n, c in chosen.items()):  # the choice leaves no completion
            self._master.forbid([self._picks[n][c] for n, c in choice])
            return
        kept = self._forcing(values, counter, self.is_answer)
        if not self._pending:
            self.lessons.append({n: values[n] for n in kept})
        clause: list[Literal] = []
        for n in kept:  # grows while it is walked
            pending = self._pending.get(self.among[n].name)
            if pending is None or self.among[n].literals[values[n]] != -pending.as_presumed:
                continue
            if pending.ground in counter:  # shown against its presumption: a set that does not show it escapes
                clause.append(self._picks[n][values[n]])
            else:  # what keeps the ground of the presumption from holding belongs to the reasons
                kept += [m for m in self._forcing(values, counter, pending.ground) if m not in kept]
        self._forbid({n: values[n] for n in kept}, clause)

    def _forbid(self, forcing: dict[int, int], escapes: Sequence[Literal] = ()) -> None:
        """Every deciding set differs from what forces another answer, or escapes."""
        self._master.forbid([*escapes, *(-lit for n, value in forcing.items() for c, lit in enumerate(self._picks[n]) if c != value)])

    @staticmethod
    def _value(o: Open, counter: frozenset[Literal]) -> int:
        for c, lit in enumerate(o.literals):
            if (lit in counter) if lit > 0 else (-lit not in counter):
                return c
        return -1

    def _forcing(self, values: dict[int, int], counter: frozenset[Literal], untrue: Literal) -> list[int]:
        """Candidates that, as they are in the counterexample, keep `untrue` from being true."""
        everything_shown = [p.shown for p in self.record.pending.values()]
        rest = [o.literals[self._value(o, counter)] for o in self._others]
        base = [*self.record.assumed, *everything_shown, *self.reading, *rest, untrue]
        kept = list(values)
        while True:
            own = {self.among[n].literals[values[n]]: n for n in kept}
            core = self._solver.core([*base, *own])
            if core is None:
                return kept
            smaller = [n for lit, n in own.items() if lit in core]
            if len(smaller) == len(kept):
                break
            kept = smaller
        needed: list[int] = []
        while kept:  # each core that is found without one of them drops all that it does not need
            n, *rest_of = kept
            own = {self.among[m].literals[values[m]]: m for m in (*needed, *rest_of)}
            core = self._solver.core([*base, *own])
            if core is None:
                needed.append(n)
                kept = rest_of
            else:
                kept = [m for m in rest_of if self.among[m].literals[values[m]] in core]
        return needed
