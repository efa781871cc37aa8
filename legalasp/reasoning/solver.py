"""Clingo, kept behind a few plain words.

Takes:   a program as text, the encodings it needs, assumptions as integer literals
Gives:   `Solver`: a model, what holds in all models, what holds in some, a core, new clauses
Differs: from clingo's own interface in that a program is grounded once and asked many times, and
         that every search ends in time or in a `Mistaken`
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import clingo

from legalasp.mistakes import Mistake, Mistaken
from legalasp.resources import encodings_directory

SECONDS = 20.0
"""How long one search may take."""

MOST_CONFLICTS = 2000
"""How long a limited search may last."""
_LIMITED = ("limited", "best")

Literal = int
Name = tuple[object, ...]
"""A predicate and its arguments: numbers, or words of the theory."""


class GivenUp(Exception):
    """A limited search came to no end."""


class _Watch:
    """Stops a search that takes too long. One sleeping thread watches all searches: a search in a thread of
    its own would cost ten times what most searches take."""

    def __init__(self) -> None:
        self._watched: dict[object, tuple[float, clingo.Control]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def over(self, control: clingo.Control, seconds: float) -> Iterator[None]:
        key = object()
        with self._lock:
            self._watched[key] = (time.monotonic() + seconds, control)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, name="legalasp-watch", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                del self._watched[key]

    def _look(self) -> None:
        idle = 0
        while idle < 100:  # the thread ends when nothing has been searched for a while
            time.sleep(0.1)
            with self._lock:
                idle = 0 if self._watched else idle + 1
                late = [c for deadline, c in self._watched.values() if time.monotonic() > deadline]
                for control in late:
                    control.interrupt()
                if idle >= 100:
                    self._thread = None


_WATCH = _Watch()


class Solver:
    def __init__(self, text: str, files: Iterable[str], seconds: float = SECONDS) -> None:
        self.seconds = seconds
        # the best model is sought from cores: to find that eight lots need eight facts by trying seven is hopeless
        self._control = clingo.Control(["--warn=none", "--opt-strategy=usc,oll", "--opt-mode=ignore"])
        directory = encodings_directory()
        for name in files:
            self._control.load(str(directory / name))
        self._control.add("base", [], text)
        self._control.ground([("base", [])])
        self.literals: dict[Name, Literal] = {}
        for atom in self._control.symbolic_atoms:
            symbol = atom.symbol
            arguments = (a.number if a.type is clingo.SymbolType.Number else str(a) for a in symbol.arguments)
            self.literals[symbol.name, *arguments] = atom.literal
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

    def model(
        self, assumed: Sequence[Literal], wanted: Iterable[Literal] = (), limited: bool = False, best: bool = False
    ) -> frozenset[Literal] | None:
        """The literals among `wanted` that hold in some model, or in one of least cost; None: there is no model. Raises
        `GivenUp` where that is hard to find and the search `limited`; the same question always comes to the same end."""
        found: list[frozenset[Literal]] = []
        self._search(assumed, "best" if best else "limited" if limited else "auto", wanted, found)
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
            solve.enum_mode = "auto" if mode in _LIMITED else mode
            solve.opt_mode = "opt" if mode == "best" else "ignore"
            solve.models = 1 if mode in ("auto", "limited") else 0
            solve.solve_limit = str(MOST_CONFLICTS) if mode in _LIMITED else "umax"
            self._mode = mode
        looked_at = tuple(wanted)

        def note(model: clingo.Model) -> None:
            is_true = model.is_true
            found.append(frozenset(x for x in looked_at if is_true(x)))

        core: list[Sequence[Literal]] = []
        with _WATCH.over(self._control, self.seconds):
            result = self._control.solve(assumptions=assumed, on_model=note, on_core=core.append)
        assert isinstance(result, clingo.SolveResult)
        if result.interrupted:
            raise Mistaken([Mistake(
                "took-too-long",
                f"The question could not be answered within {self.seconds:g} seconds.",
                help="State more of the open facts, or ask about fewer things at once.",
            )])  # fmt: skip
        if result.unknown or mode == "best" and not result.exhausted:
            raise GivenUp
        return None if result.satisfiable else frozenset(core[-1] if core else ())

    # ------------------------------------------------------------ adding

    def new_atom(self, free: bool = True) -> Literal:
        with self._control.backend() as backend:
            atom: Literal = backend.add_atom()
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
            atom: Literal = backend.add_atom()
            for body in bodies:
                backend.add_rule([atom], list(body))
        return atom
