"""Clingo, kept behind a few plain words.

Takes:   a program as text, the encodings it needs, assumptions as integer literals
Gives:   `Solver`: a model, what holds in all models, what holds in some, a core, new clauses
Differs: from clingo's own interface in that a program is grounded once and asked many times, and
         that every search ends in time or in a `Mistaken`
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from legalasp.mistakes import Mistake, Mistaken
from legalasp.resources import encodings_directory

SECONDS = 20.0
"""How long one search may take."""

Literal = int
Name = tuple[object, ...]
"""A predicate and its arguments: numbers, or words of the theory."""


class Solver:
    def __init__(self, text: str, files: Iterable[str], seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._control = clingo.Control(["--warn=none"])
        directory = encodings_directory()
        for name in files:
            self._control.load(str(directory / name))
        self._control.add("base", [], text)
        self._control.ground([("base", [])])
        self.literals: dict[Name, Literal] = {}
        for atom in self._control.symbolic_atoms:
            symbol = atom.symbol
            name = (symbol.name, *(a.number if a.type is clingo.SymbolType.Number else str(a) for a in symbol.arguments))
            self.literals[name] = atom.literal
        self._mode = "auto"
        self._never: Literal | None = None

    def literal(self, *name: object) -> Literal:
        """The literal of an atom; of one that can never hold, a literal that is always false."""
        return self.literals.get(name) or self.never

    @property
    def never(self) -> Literal:
        if self._never is None:
            self._never = self.new_atom()
            self.forbid([self._never])
        return self._never

    # ------------------------------------------------------------ asking

    def model(self, assumed: Sequence[Literal], wanted: Iterable[Literal] = ()) -> frozenset[Literal] | None:
        """The literals among `wanted` that hold in some model; None: there is no model."""
        found: list[frozenset[Literal]] = []
        self._search(assumed, "auto", wanted, found)
        return found[-1] if found else None

    def always(self, assumed: Sequence[Literal], wanted: Iterable[Literal]) -> frozenset[Literal]:
        """What of `wanted` holds in every model."""
        found: list[frozenset[Literal]] = []
        self._search(assumed, "cautious", wanted, found)
        return found[-1] if found else frozenset(wanted)

    def sometimes(self, assumed: Sequence[Literal], wanted: Iterable[Literal]) -> frozenset[Literal]:
        """What of `wanted` holds in some model."""
        found: list[frozenset[Literal]] = []
        self._search(assumed, "brave", wanted, found)
        return found[-1] if found else frozenset()

    def core(self, assumed: Sequence[Literal]) -> frozenset[Literal] | None:
        """Assumptions that can't hold together; None: all of them can."""
        return self._search(assumed, "auto", (), [])

    def _search(
        self, assumed: Sequence[Literal], mode: str, wanted: Iterable[Literal], found: list[frozenset[Literal]]
    ) -> frozenset[Literal] | None:
        if mode != self._mode:
            solve = self._control.configuration.solve
            assert isinstance(solve, clingo.Configuration)
            solve.enum_mode = mode
            solve.models = 1 if mode == "auto" else 0
            self._mode = mode
        looked_at = tuple(wanted)

        def note(model: clingo.Model) -> None:
            is_true = model.is_true
            found.append(frozenset(x for x in looked_at if is_true(x)))

        with self._control.solve(assumptions=list(assumed), on_model=note, async_=True) as handle:
            if not handle.wait(self.seconds):
                handle.cancel()
                raise Mistaken([Mistake(
                    "took-too-long",
                    f"The question could not be answered within {self.seconds:g} seconds.",
                    help="State more of the open facts, or ask about fewer things at once.",
                )])  # fmt: skip
            if handle.get().satisfiable:
                return None
            return frozenset(handle.core())

    # ------------------------------------------------------------ adding

    def new_atom(self, free: bool = True) -> Literal:
        with self._control.backend() as backend:
            atom = backend.add_atom()
            if free:
                backend.add_rule([atom], [], choice=True)
        return atom

    def forbid(self, body: Sequence[Literal]) -> None:
        """These can't all hold."""
        with self._control.backend() as backend:
            backend.add_rule([], list(body))

    def define(self, bodies: Iterable[Sequence[Literal]]) -> Literal:
        """An atom that holds when one of the bodies does."""
        with self._control.backend() as backend:
            atom = backend.add_atom()
            for body in bodies:
                backend.add_rule([atom], list(body))
        return atom
