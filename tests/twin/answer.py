"""What all worlds together answer (theory 2 and 5).

Takes:   `Problem`
Gives:   `Result`, in the words of the vectors

Every completion of the open facts is tried under every reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Union

from legalasp.law.conditions import (
    All,
    AnyOf,
    AtLeast,
    Atom,
    Compare,
    Condition,
    HasValue,
    Holds,
    Measure,
    Not,
    Number,
    Scaled,
    Sum,
)
from legalasp.program.problem import GroundProvision, IsSo, May, Problem, Value, Word
from tests.twin.forms import Form, Test, feasible, interval, position, rows
from tests.twin.ground import MONTH_END, MONTH_ENDS, Ground, Plain
from tests.twin.statuses import Law, Model, World, defined_words, model
from tests.twin.verdicts import UNDETERMINED, Verdict, acts_of, shown, verdict
from tests.vectors import write

PERMITTED, ON_CONDITIONS = "permitted", "permitted on conditions"
DEPENDS = "depends on the reading"
SEVERAL = "some combination"
"""The value of quantities that are tied together: which combinations do it is not spelled out."""

Cell = Union[bool, str, tuple[int, ...]]
Sets = list[list[tuple[str, str]]]
"""Sets of facts: each fact a unit and its value, in words."""


@dataclass(frozen=True)
class Result:
    answer: str
    by: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    sure: dict[str, dict[str, Sets]] = field(default_factory=dict)
    conditions: dict[str, Sets] = field(default_factory=dict)
    readings: tuple[tuple[str, str], ...] = ()
    favoured: str = ""
    conflicts: tuple[tuple[str, str, str], ...] = ()
    incoherent: tuple[str, ...] = ()
    duties: tuple[tuple[str, str, str], ...] = ()
    presumed: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()
    void: tuple[tuple[str, str], ...] = ()


def ask(problem: Problem) -> Result:
    """The answer to the question that the problem puts."""
    given, excluded, contradictions = gather(problem)
    if not contradictions:
        case = settled(problem, given, excluded)
        contradictions = case.contradictions()
    if contradictions:
        return Result(UNDETERMINED, contradictions=tuple(sorted(contradictions)))
    return case.result()


def gather(problem: Problem) -> tuple[dict[Atom, Value], dict[Atom, set[str]], set[str]]:
    """The facts given, the named values excluded, and what was given both ways."""
    given: dict[Atom, Value] = {}
    excluded: dict[Atom, set[str]] = {}
    contradictions: set[str] = set()
    named = {
        replace(leaf.atom, word=f"{leaf.atom.word} is {value}"): (leaf.atom, value)
        for leaf in value_leaves(problem)
        for value in leaf.values
    }
    for atom, value in problem.facts:
        if atom in named and value is False:
            excluded.setdefault(named[atom][0], set()).add(named[atom][1])
            continue
        if atom in named:
            atom, value = named[atom]
        if given.setdefault(atom, value) != value:
            contradictions.add(str(atom))
    for atom, values in excluded.items():
        if given.get(atom) in values:
            contradictions.add(f"{atom} is {given[atom]}")
    for left, op, right in problem.bounds:
        told = Ground(replace(problem, bounds=[]), given).condition(Compare(left, op, right))
        if told == AnyOf(()):
            contradictions.add(" & ".join(sorted({str(a) for a in measures(left) | measures(right)})))
    return given, excluded, contradictions


def worlds_of(problem: Problem) -> int:
    """How many worlds there are to try, presumptions aside."""
    given, excluded, _ = gather(problem)
    case = Case(problem, given, excluded)
    return len(case.readings) * prod(len(unit.cells) for unit in case.units)


def value_leaves(problem: Problem) -> set[HasValue]:
    conditions = [c for _, c in conditions_of(Law(problem, Ground(problem, {})))]
    return {leaf for c in conditions for leaf in leaves(c) if isinstance(leaf, HasValue)}


def measures(expression: object) -> set[Atom]:
    match expression:
        case Measure(atom):
            return {atom}
        case Scaled(_, part):
            return measures(part)
        case Sum(parts):
            return set().union(*map(measures, parts))
    return set()


def conditions_of(law: Law) -> Iterator[tuple[str, Plain]]:
    """Every condition that may bear on the answer, and what it belongs to."""
    ground, problem = law.ground, law.problem
    for part in law.parts.values():
        yield part.key, part.about
        yield part.key, part.if_
        yield part.key, part.test
    if isinstance(problem.question, IsSo):
        yield "question", ground.condition(problem.question.condition)
    for atom, word in problem.words.items():
        if word.presumed is not None and atom not in ground.given:
            yield f"presumption {atom}", ground.condition(word.when)
            if word.unless is not None:
                yield f"presumption {atom}", ground.condition(word.unless)
            if not isinstance(word.presumed, bool):
                yield f"presumption {atom}", ground.condition(is_presumed(atom, word))


def is_presumed(atom: Atom, word: Word) -> Condition:
    """That the fact has the value that is presumed."""
    assert word.presumed is not None
    if isinstance(word.presumed, bool):
        return Holds(atom) if word.presumed else Not(Holds(atom))
    return Compare(Measure(atom), "=", Number(word.presumed))


def leaves(condition: Plain) -> Iterator[Plain]:
    match condition:
        case Not(part):
            yield from leaves(part)
        case All(parts) | AnyOf(parts) | AtLeast(_, parts):
            for part in parts:
                yield from leaves(part)
        case _:
            yield condition


# ---------------------------------------------------------------- units


@dataclass(frozen=True)
class Unit:
    """Open facts that hang together, and the values that they may have."""

    name: str
    cells: tuple[Cell, ...]
    atom: Atom
    """The fact, the attribute, or a quantity of the unit."""
    forms: tuple[Form, ...] = ()
    """The tests of a unit of quantities; a cell is a row of their signs."""

    @property
    def is_line(self) -> bool:
        """One quantity, whose cells lie side by side."""
        return bool(self.forms) and len({atom for form in self.forms for atom in form.quantities}) == 1


@dataclass
class Case:
    """A problem with what the case settles put in."""

    problem: Problem
    given: dict[Atom, Value]
    excluded: dict[Atom, set[str]]
    presumed: list[Atom] = field(default_factory=list)
    """Presumed for good: their ground is given."""
    pending: dict[Atom, Word] = field(default_factory=dict)
    """Presumed where their ground turns out to hold."""

    @cached_property
    def law(self) -> Law:
        return Law(self.problem, Ground(self.problem, self.given))

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        for part in self.law.parts.values():
            if by := part.provision.by:
                self.law.ground.last_day(by.period, by.event)
        implied = {MONTH_END: MONTH_ENDS} if self.law.ground.doubtful else {}
        return dict(self.problem.readings) | implied

    @cached_property
    def readings(self) -> list[dict[str, str]]:
        return [dict(zip(self.groups, names, strict=True)) for names in product(*self.groups.values())]

    # ------------------------------------------------------------ open facts

    @cached_property
    def units(self) -> list[Unit]:
        found = list(dict.fromkeys(leaf for _, c in conditions_of(self.law) for leaf in leaves(c)))
        defined = defined_words(self.law)
        facts = sorted({leaf.atom for leaf in found if isinstance(leaf, Holds)} - defined, key=str)
        units = [Unit(str(atom), (True, False), atom) for atom in facts]
        values: dict[Atom, set[str]] = {}
        for leaf in found:
            if isinstance(leaf, HasValue):
                values.setdefault(leaf.atom, set()).update(leaf.values)
        for atom, named in sorted(values.items(), key=lambda pair: str(pair[0])):
            options = (*sorted(named - self.excluded.get(atom, set())), "another")
            units.append(Unit(str(atom), options, atom))
        forms = list(dict.fromkeys(leaf.form for leaf in found if isinstance(leaf, Test)))
        units += [unit for tied in self.tied(forms) if (unit := self.quantities(tied, forms)).forms]
        return units

    def tied(self, forms: list[Form]) -> list[frozenset[Atom]]:
        """The quantities, those that one test or bound names together."""
        groups: list[frozenset[Atom]] = []
        for form in forms + [form for form, _ in self.law.ground.bounds]:
            together = frozenset(form.quantities)
            groups = [g for g in groups if not g & together] + [together.union(*(g for g in groups if g & together))]
        return sorted((g for g in groups if g), key=lambda g: sorted(map(str, g)))

    def quantities(self, tied: frozenset[Atom], forms: list[Form]) -> Unit:
        about = [form for form in forms if set(form.quantities) <= tied]
        bounds = [(form, op) for form, op in self.law.ground.bounds if form.quantities and set(form.quantities) <= tied]
        if len(tied) == 1:
            about.sort(key=lambda form: -form.constant)
        cells = tuple(rows(about, bounds, frozenset(self.law.ground.whole)))
        if len(tied) == 1:
            cells = tuple(sorted(cells, key=position))
        return Unit(" & ".join(sorted(map(str, tied))), cells, min(tied, key=str), tuple(about))

    # ------------------------------------------------------------ worlds

    @cached_property
    def completions(self) -> list[tuple[Cell, ...]]:
        """Every way to fill the open facts, presumptions aside."""
        return list(product(*(unit.cells for unit in self.units)))

    def world(self, reading: dict[str, str], completion: tuple[Cell, ...]) -> World:
        facts: dict[Atom, bool] = {}
        values: dict[Atom, str] = {}
        signs: dict[Form, int] = {}
        for unit, cell in zip(self.units, completion, strict=True):
            match cell:
                case bool():
                    facts[unit.atom] = cell
                case str():
                    values[unit.atom] = cell
                case tuple():
                    signs.update(zip(unit.forms, cell, strict=True))
        return World(facts, values, signs, reading)

    @cached_property
    def models(self) -> dict[tuple[int, tuple[Cell, ...]], Model]:
        return {
            (r, c): model(self.law, self.world(reading, c))
            for r, reading in enumerate(self.readings)
            for c in self.completions
        }

    @cached_property
    def verdicts(self) -> dict[tuple[int, tuple[Cell, ...]], Verdict]:
        return {
            (r, c): verdict(self.law, m, self.world(self.readings[r], c)) for (r, c), m in self.models.items()
        }

    @cached_property
    def against(self) -> dict[tuple[int, tuple[Cell, ...]], frozenset[str]]:
        """The presumptions that a world goes against, by the unit that is presumed."""
        ground = self.law.ground
        presumptions = {
            unit.name: (ground.condition(word.when), ground.condition(is_presumed(atom, word)))
            for atom, word in self.pending.items()
            if (unit := self.unit_of(atom))
        }
        return {
            world: frozenset(
                name for name, (when, then) in presumptions.items() if m.told(when) is True and m.told(then) is False
            )
            for world, m in self.models.items()
        }

    def unit_of(self, atom: Atom) -> Unit | None:
        """The unit of a fact, if anything hangs on it."""
        return next((unit for unit in self.units if str(atom) in unit.name.split(" & ")), None)

    def possible(self, r: int, facts: dict[int, Cell] | None = None) -> list[tuple[Cell, ...]]:
        """The completions under a reading that agree with facts added to the case.

        What is added is shown, and beats a presumption."""
        facts = facts or {}
        shown_units = {self.units[index].name for index in facts}
        return [
            c for c in self.completions
            if all(c[index] == cell for index, cell in facts.items()) and self.against[r, c] <= shown_units
        ]  # fmt: skip

    @cached_property
    def base(self) -> list[list[tuple[Cell, ...]]]:
        return [self.possible(r) for r in range(len(self.readings))]

    @cached_property
    def worlds(self) -> list[tuple[int, tuple[Cell, ...]]]:
        return [(r, c) for r, completions in enumerate(self.base) for c in completions]

    def certain(self, condition: Condition) -> bool:
        """Whether a condition holds in every world."""
        plain = self.law.ground.condition(condition)
        return bool(self.worlds) and all(self.models[world].told(plain) is True for world in self.worlds)

    # ------------------------------------------------------------ contradictions

    def contradictions(self) -> set[str]:
        bounds = [bound for bound in self.law.ground.bounds if bound[0].quantities]
        whole = frozenset(self.law.ground.whole)
        found = {
            " & ".join(sorted(map(str, tied)))
            for tied in self.tied([])
            if not feasible([bound for bound in bounds if set(bound[0].quantities) <= tied], whole)
        }
        found |= {unit.name for unit in self.units if not unit.cells}
        if found:
            return found
        if not self.worlds:
            return {str(atom) for atom in [*self.pending, *self.presumed]}
        for word in defined_words(self.law) & set(self.given):
            derived = {m.derived(word) for m in map(self.models.get, self.worlds) if m}
            if derived == {not self.given[word]}:
                found.add(str(word))
        return found

    # ------------------------------------------------------------ the answer

    def result(self) -> Result:
        answers = {name: self.answer(rs) for name, rs in self.projected.items()}
        return Result(
            answer=overall(list(answers.values())),
            by=tuple(sorted(frozenset.intersection(*(self.verdicts[w].by for w in self.worlds)))),
            missing=tuple(sorted(self.missing())),
            sure={name: sure for name, rs in self.projected.items() if (sure := self.sure(rs))},
            conditions={
                name: self.in_words(self.conditions(rs))
                for name, rs in self.projected.items()
                if answers[name] == ON_CONDITIONS
            },
            readings=tuple(answers.items()) if self.mattering else (),
            favoured=self.favoured(),
            conflicts=tuple(sorted(self.conflicts())),
            incoherent=tuple(sorted(self.incoherent())),
            duties=tuple(sorted(self.duties())),
            presumed=tuple(sorted(map(str, self.presumed))),
            void=tuple(sorted(self.law.void)),
        )

    def told(self, r: int, completion: tuple[Cell, ...]) -> str:
        return self.verdicts[r, completion].answer

    @cached_property
    def mattering(self) -> list[str]:
        """The doubts that matter: two readings of one alone differ in some completion."""
        found = []
        for group in self.groups:
            for (r, one), (s, other) in combinations(enumerate(self.readings), 2):
                if all(one[g] == other[g] for g in self.groups if g != group) and any(
                    self.told(r, c) != self.told(s, c) for c in self.base[r] if c in self.base[s]
                ):
                    found.append(group)
                    break
        return found

    @cached_property
    def projected(self) -> dict[str, list[int]]:
        """Each combination of mattering readings, and the full readings that agree with it."""
        combinations_: dict[str, list[int]] = {}
        for r, reading in enumerate(self.readings):
            combinations_.setdefault("; ".join(f"{g}: {reading[g]}" for g in self.mattering), []).append(r)
        return combinations_

    def answer(self, rs: list[int]) -> str:
        """The answer under one combination of readings."""
        found = {self.told(r, c) for r in rs for c in self.base[r]}
        if len(found) == 1:
            return found.pop()
        return ON_CONDITIONS if self.conditions(rs) else UNDETERMINED

    def favoured(self) -> str:
        better = self.problem.better
        if not self.mattering or any(group not in better for group in self.mattering):
            return ""
        return self.answer(self.projected["; ".join(f"{g}: {better[g]}" for g in self.mattering)])

    # ------------------------------------------------------------ deciding sets

    def smallest(self, rs: list[int], answer: str, among: Iterable[int]) -> list[dict[int, Cell]]:
        """All smallest sets of facts that, added to the case, fix the answer."""
        indices = list(among)
        for size in range(len(indices) + 1):
            found = [
                facts
                for chosen in combinations(indices, size)
                for cells in product(*(self.units[index].cells for index in chosen))
                if self.fixes(rs, answer, facts := dict(zip(chosen, cells, strict=True)))
            ]
            if found:
                return found
        return []

    def fixes(self, rs: list[int], answer: str, facts: dict[int, Cell]) -> bool:
        told = {self.told(r, c) for r in rs for c in self.possible(r, facts)}
        return told == {answer}

    def conditions(self, rs: list[int]) -> list[dict[int, Cell]]:
        """The smallest sets of things to be done that make every completion permitted."""
        if not isinstance(self.problem.question, May):
            return []
        words = self.problem.words
        todo = [
            index for index, unit in enumerate(self.units)
            if unit.cells == (True, False) and words.get(unit.atom, Word()).to_be_done
        ]  # fmt: skip
        return self.smallest(rs, PERMITTED, todo)

    def deciding(self, rs: list[int]) -> dict[str, list[dict[int, Cell]]]:
        answers = {self.told(r, c) for r in rs for c in self.base[r]}
        if len(answers) < 2:
            return {}
        return {
            answer: sets
            for answer in sorted(answers - {UNDETERMINED})
            if (sets := self.smallest(rs, answer, range(len(self.units))))
        }

    def sure(self, rs: list[int]) -> dict[str, Sets]:
        return {answer: self.in_words(sets) for answer, sets in self.deciding(rs).items()}

    def missing(self) -> set[str]:
        found = {event for world in self.worlds for event in self.verdicts[world].open_events}
        for r, completions in enumerate(self.base):
            for one, other in combinations(completions, 2):
                apart = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
                if len(apart) == 1 and self.told(r, one) != self.told(r, other):
                    found.add(self.units[apart[0]].name)
        for rs in self.projected.values():
            for sets in self.deciding(rs).values():
                found |= {self.units[index].name for facts in sets for index in facts}
        return found

    # ------------------------------------------------------------ deciding sets in words

    def in_words(self, sets: list[dict[int, Cell]]) -> Sets:
        """Neighbouring cells of one quantity are joined."""
        ranges = [{i: (self.rank(i, cell), self.rank(i, cell)) for i, cell in facts.items()} for facts in sets]
        joined = True
        while joined:
            joined = False
            for one, other in combinations(ranges, 2):
                apart = [i for i in one if one[i] != other.get(i)]
                if len(apart) == 1 and one.keys() == other.keys() and self.units[apart[0]].is_line:
                    (low, high), (low2, high2) = sorted((one[apart[0]], other[apart[0]]))
                    if high + 1 >= low2:
                        ranges.remove(other)
                        one[apart[0]] = (low, max(high, high2))
                        joined = True
                        break
        said = {tuple(sorted((self.units[i].name, self.value(i, *span)) for i, span in one.items())) for one in ranges}
        return sorted(map(list, said))

    def rank(self, index: int, cell: Cell) -> int:
        return self.units[index].cells.index(cell)

    def value(self, index: int, first: int, last: int) -> str:
        unit = self.units[index]
        match unit.cells[first]:
            case bool() as yes:
                return "yes" if yes else "no"
            case str() as named:
                return named
        low, high = unit.cells[first], unit.cells[last]
        assert isinstance(low, tuple) and isinstance(high, tuple)
        if not unit.is_line:
            return SEVERAL
        limits = [shown(self.law, unit.atom, -form.constant) for form in unit.forms]
        return interval(limits, position(low), position(high))

    # ------------------------------------------------------------ what else is reported

    def conflicts(self) -> set[tuple[str, str, str]]:
        found = set()
        for world in self.worlds:
            m = self.models[world]
            for pair in self.law.pairs:
                one, other = pair.one, pair.other
                first, second = sorted((one, other), key=list(self.law.parts).index)
                for winner, loser in ((one, other), (other, one)):
                    if ("beats", winner, loser) in m.true:
                        found.add((first, second, winner))
                if pair.hard and m.told(pair.while_) and {("stands", one), ("stands", other)} <= m.true:
                    found.add((first, second, ""))
        return found

    def incoherent(self) -> set[str]:
        return {
            str(key[1])
            for world in self.worlds
            for key in self.models[world].circular()
            if key[0] in ("applies", "engaged", "bites", "stands", "breach")
        }

    def duties(self) -> set[tuple[str, str, str]]:
        question = self.problem.question
        if not isinstance(question, May):
            return set()
        acts, found = acts_of(self.law, question.act), set()
        for world in self.worlds:
            if self.verdicts[world].answer != PERMITTED:
                continue
            for part in self.law.parts.values():
                duty = part.provision
                if part.kind == "duty" and duty.after in acts and ("stands", part.key) in self.models[world].true:
                    found.add((part.key, str(duty.act), self.date_of(duty, world[0])))
        return found

    def date_of(self, duty: GroundProvision, r: int) -> str:
        if duty.by is None:
            return ""
        day = self.law.ground.last_day(duty.by.period, duty.by.event, self.readings[r].get(MONTH_END, MONTH_ENDS[0]))
        if day:
            return day.isoformat()
        period = duty.by.period
        return f"within {period.number} {period.unit} of {write.expression(duty.by.event)}"


def overall(answers: list[str]) -> str:
    """The answer over all readings."""
    firm = set(answers) - {UNDETERMINED}
    if len(set(answers)) == 1:
        return answers[0]
    return DEPENDS if len(firm) > 1 else UNDETERMINED


# ---------------------------------------------------------------- presumptions


def settled(problem: Problem, given: dict[Atom, Value], excluded: dict[Atom, set[str]]) -> Case:
    """The case with every presumption put in whose ground the case shows.

    A power is presumed not to have been exercised unless the case states it."""
    problem = replace(problem, words=dict(problem.words))
    for provision in problem.provisions:
        if provision.kind == "power" and provision.exercised is not None:
            ground = Ground(problem, {})
            for leaf in leaves(ground.condition(provision.exercised)):
                word = problem.words.get(leaf.atom, Word()) if isinstance(leaf, Holds) else None
                if word is not None and word.presumed is None:
                    problem.words[leaf.atom] = replace(word, presumed=False)
    presumptions = {a: w for a, w in problem.words.items() if w.presumed is not None and a not in given}
    case = Case(problem, given, excluded)
    if not presumptions:
        return case
    pending = {
        a: w for a, w in presumptions.items()
        if a not in defined_words(case.law) and not (w.unless is not None and case.certain(w.unless))
    }  # fmt: skip
    case = Case(problem, given, excluded, [], pending)
    while True:
        certain = [atom for atom, word in case.pending.items() if case.certain(word.when)]
        if not certain:
            return case
        now: dict[Atom, Value] = {atom: case.pending[atom].presumed for atom in certain}  # type: ignore[misc]
        case = Case(
            problem, case.given | now, excluded, case.presumed + certain,
            {a: w for a, w in case.pending.items() if a not in certain},
        )  # fmt: skip

