"""A question put to a law: what is sure, what it hangs on, and the same question again.

Takes:   a `Problem`
Gives:   `Inquiry`: `ask()` and `with_facts(...)` give an `Outcome`; `trace(...)` a `Trace`
Differs: from a single solving in that the law is grounded once for all facts of one shape

The answer is over completions and readings (theory 5): every world is looked at, none is preferred.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product

from legalasp.law.conditions import Atom, Expression
from legalasp.program.facts import Given
from legalasp.program.ground import Ground, given_of
from legalasp.program.problem import DueWhen, May, Problem, Value, Word
from legalasp.program.units import Interval, Region, join
from legalasp.reasoning import answer as words
from legalasp.reasoning.answer import (
    Combination,
    Conclusion,
    Conflict,
    Decided,
    DecidingSet,
    DutyFollowing,
    Limits,
    Missing,
    Outcome,
)
from legalasp.reasoning.deciding import Choice, Search
from legalasp.reasoning.solver import Literal
from legalasp.reasoning.trace import Trace
from legalasp.reasoning.worlds import Open, Record, Worlds

Pattern = frozenset[str]
"""The atoms of one answer, as the encodings have them."""

_WORDS = {
    "permitted": words.PERMITTED, "prohibited": words.PROHIBITED, "required": words.REQUIRED,
    "free": words.NOT_REQUIRED, "yes": words.YES, "no": words.NO, "conflict": words.IN_CONFLICT,
    "silent": words.NOT_REGULATED,
}  # fmt: skip

MOST_SHAPES = 8
"""Ground programs kept: facts of another shape ground anew."""

Bound = tuple[Expression, str, Expression]


class Inquiry:
    """`whole_law`: look at every provision, and so report the circles, conflicts and presumptions
    that this question does not reach; slower."""

    def __init__(self, problem: Problem, whole_law: bool = False) -> None:
        self._whole_law = whole_law
        self._known: list[_Shape] = []
        self._put(problem)

    def _put(self, problem: Problem) -> None:
        self.problem = problem
        self.given = given_of(problem, problem.facts)
        for shape in self._known:
            if shape.serves(problem, self.given):
                self._known.remove(shape)
                break
        else:
            shape = _Shape(Ground(problem, everything=self._whole_law), problem, self.given)
        self._known = [shape, *self._known[: MOST_SHAPES - 1]]
        self._shape = shape
        shape.ground.spreader.given = self.given

    @property
    def ground(self) -> Ground:
        return self._shape.ground

    @property
    def worlds(self) -> Worlds:
        return self._shape.worlds

    @property
    def twins(self) -> Worlds:
        return self._shape.twins

    # ------------------------------------------------------------ asking

    def ask(self, with_missing: bool = True) -> Outcome:
        """The answer; without what is missing, where only the answer itself is wanted: that is what takes long."""
        contradictions = self._stated_twice()
        if contradictions:
            return Outcome(words.UNDETERMINED, contradictions=tuple(contradictions))
        asking = Asking(self, self.worlds, self.worlds.record(self.given))
        contradictions = self._no_world(asking)
        if contradictions:
            return Outcome(words.UNDETERMINED, contradictions=tuple(contradictions))
        return asking.outcome(with_missing)

    def with_facts(
        self, facts: Iterable[tuple[Atom, Value]], bounds: Iterable[Bound] | None = None, with_missing: bool = True
    ) -> Outcome:
        """The same question under other facts (all of them: what is not named here is open)."""
        kept = self.problem.bounds if bounds is None else list(bounds)
        self._put(replace(self.problem, facts=list(facts), bounds=kept))
        return self.ask(with_missing)

    def trace(self, combination: Combination | None = None) -> Trace:
        """How everything stands, under a combination of readings or under all of them."""
        return Trace(self.worlds, self.given, self.worlds.record(self.given), combination or ())

    # ------------------------------------------------------------ contradictions

    # Found before anything else: in no world everything is true, and nothing is answered.

    def _stated_twice(self) -> list[str]:
        """What is given two ways, and numbers that the given bounds leave no room for."""
        found = {str(atom) for atom in self.given.twice}
        found |= set(self.ground.broken_bounds)
        found |= {unit.name for unit in self.ground.units if not unit.cells}
        return sorted(found | self._values_twice())

    def _no_world(self, asking: Asking) -> list[str]:
        """Presumptions that leave no completion; a stipulation against the word's definition."""
        record, solver = asking.record, asking.solver
        if asking.some_world is None:
            return sorted({str(a) for a in (*record.pending, *record.presumed)} or {"the facts of the case"})
        found = []
        for atom in self.ground.stipulated:
            number = self.ground.term_numbers[atom]
            holds, possible = (self.worlds.status("holds", number, "holds", sure) for sure in (True, False))
            # Its definition can only come out the other way.
            against = possible if self.given.truth[atom] else -holds
            if solver.model([*asking.base, against]) is None:
                found.append(str(atom))
        return sorted(found)

    def _values_twice(self) -> set[str]:
        found = set()
        for unit in self.ground.named_units:
            atom = unit.atoms[0]
            named = self.given.name.get(atom)
            if named is not None and self.given.truth.get(Atom(f"{atom.word} is {named}", atom.args)) is False:
                found.add(f"{atom} is {named}")
        return found


class _Shape:
    """A ground law, and the facts that it was ground for."""

    def __init__(self, ground: Ground, problem: Problem, given: Given) -> None:
        self.ground, self._problem, self._given = ground, problem, given
        self._key: tuple[int, object] = (-1, None)

    @cached_property
    def worlds(self) -> Worlds:
        return Worlds(self.ground)

    @cached_property
    def twins(self) -> Worlds:
        return Worlds(self.ground, twins=True)

    def serves(self, problem: Problem, given: Given) -> bool:
        """Whether other facts can be put into the same program."""
        baked = len(self.ground.spreader.baked)
        if self._key[0] != baked:
            self._key = (baked, self._of(self._problem, self._given))
        return self._key[1] == self._of(problem, given)

    def _of(self, problem: Problem, given: Given) -> object:
        """What must be the same: which quantities are known, what shaped the circuit, and the
        numbers that move the cells of what is open."""
        g = self.ground
        forms = g.spreader.forms.forms
        numbers = given.number
        known = []
        moving: dict[Atom, Fraction | None] = {}
        for form in forms:
            own = [a in numbers for a in form.factors]
            known.append(all(own))
            if not all(own) and any(own):
                moving.update((a, numbers.get(a)) for a in form.factors)
        if problem.bounds:
            moving.update((a, numbers.get(a)) for left, _, right in problem.bounds for a in g.spreader.named_in(left, right))
        baked = [(a, given.about(a)) for a in g.spreader.baked]
        stipulated = [a for a in g.definitions if a in given.truth]
        return known, moving, baked, stipulated, problem.bounds, g.live_under(given)


# ---------------------------------------------------------------- one asking


@dataclass
class Asking:
    inquiry: Inquiry
    worlds: Worlds
    record: Record

    def __post_init__(self) -> None:
        self.ground = self.worlds.ground
        self.solver = self.worlds.solver
        self.problem = self.inquiry.problem
        self.doubts = {d: names for d, (_, names) in self.ground.doubt_numbers.items()}
        self.base = self.record.base()
        self._by: dict[Pattern, Literal] = {}
        self._names = {lit: name for name, lit in self.worlds.answers.items()}
        parts = self.worlds.of_part
        self._supports = {lit: n for n, lit in parts.get("supports", ())}
        self._beside = {lit: (sort, n) for sort in ("unclear", "failed", "duty") for n, lit in parts.get(sort, ())}
        self._pairs = {lit: (one, other, winner) for one, other, winner, lit in self.worlds.pairs}
        self.settled = not self.record.opened and not self.doubts
        """There is one world only."""

    @cached_property
    def some_world(self) -> frozenset[Literal] | None:
        """What is reported of some world; None: there is no world."""
        wanted = [*self._names, *self._supports, *self._beside, *self._pairs] if self.settled else ()
        return self.solver.model(self.base, wanted)

    def outcome(self, with_missing: bool = True) -> Outcome:
        combinations = self.combinations
        answers = {c: self.answer(c) for c in combinations}
        conclusion = overall(list(answers.values()))
        reported = self._reported()
        missing, sure, conditions = self._missing(answers) if with_missing else ((), (), ())
        value = conclusion if not isinstance(conclusion, str) else None
        return Outcome(
            answer=str(conclusion) if not isinstance(conclusion, datetime.date) else conclusion.isoformat(),
            value=value,
            by=reported.by,
            conditions=conditions,
            duties=reported.duties,
            missing=missing,
            sure=sure,
            readings=tuple(answers.items()) if self.mattering else (),
            conflicts=reported.conflicts,
            favoured=self._favoured(answers),
            incoherent=reported.incoherent,
            presumed=tuple(sorted(self.record.presumed, key=str)),
            void=tuple(self.ground.relations.void),
            failed=reported.failed,
        )

    # ------------------------------------------------------------ answers under readings

    def chosen(self, combination: Combination) -> list[Literal]:
        return [self.worlds.reading(d, r) for d, r in combination]

    def patterns(self, combination: Combination) -> list[Pattern]:
        """The different answers of the worlds under some readings."""
        names = self._names
        if self.settled:
            return [frozenset(names[lit] for lit in self.some_world or () if lit in names)]
        found: list[Pattern] = []
        assumed = [*self.base, *self.chosen(combination)]
        settled = not self.record.opened and len(combination) == len(self.doubts)
        while (model := self.solver.model(assumed, names)) is not None:
            pattern = frozenset(names[lit] for lit in model)
            found.append(pattern)
            if settled:
                break
            assumed.append(-self.is_pattern(pattern))
        return found

    def is_pattern(self, pattern: Pattern) -> Literal:
        """A literal that is true where the answer is just this."""
        if pattern not in self._by:
            lits = self.worlds.answers
            if len(pattern) == 1 and next(iter(pattern)) in _WORDS:
                self._by[pattern] = lits[next(iter(pattern))]
            else:
                self._by[pattern] = self.solver.define([[lit if n in pattern else -lit for n, lit in lits.items()]])
        return self._by[pattern]

    @cached_property
    def everywhere(self) -> list[Pattern]:
        """The answers of all worlds, whatever the reading."""
        return self.patterns(())

    @cached_property
    def full(self) -> dict[Combination, list[Pattern]]:
        names = list(self.doubts)
        every = [tuple(zip(names, chosen, strict=True)) for chosen in product(*self.doubts.values())]
        return {c: self.patterns(c) for c in every}

    @cached_property
    def mattering(self) -> tuple[str, ...]:
        """The doubts of which two readings, alone, make a difference in some completion."""
        if not self.doubts or len(self.everywhere) <= 1:
            return ()  # no world differs from another
        if all(len(p) <= 1 for p in self.full.values()):
            told = {frozenset(c): p for c, p in self.full.items()}
            return tuple(d for d in self.doubts if self._differ(d, told))
        return tuple(d for d in self.doubts if self.twins_differ("doubt", self.ground.doubt_numbers[d][0]))

    def _differ(self, doubt: str, told: dict[frozenset[tuple[str, str]], list[Pattern]]) -> bool:
        for combination, patterns in told.items():
            own = dict(combination)
            for other in self.doubts[doubt]:
                changed = told[frozenset({**own, doubt: other}.items())]
                if patterns and changed and patterns != changed:
                    return True
        return False

    @cached_property
    def combinations(self) -> list[Combination]:
        every = product(*(self.doubts[d] for d in self.mattering))
        return [tuple(zip(self.mattering, chosen, strict=True)) for chosen in every]

    def possible(self, combination: Combination) -> list[Pattern]:
        """The answers under a combination of the readings that matter."""
        if not combination:
            return self.everywhere
        if len(combination) == len(self.doubts) and "full" in self.__dict__:
            return self.full[combination]
        return self.patterns(combination)

    def answer(self, combination: Combination) -> Conclusion:
        found = self.possible(combination)
        if len(found) == 1:
            return self.conclusion(found[0])
        return words.ON_CONDITIONS if self.conditions(combination) else words.UNDETERMINED

    def conclusion(self, pattern: Pattern) -> Conclusion:
        """An answer in words, or as a value."""
        row = self.ground.row
        if any(name.startswith("open(") for name in pattern):
            return words.UNDETERMINED
        if len(pattern) == 1 and (name := next(iter(pattern))) in _WORDS:
            return _WORDS[name]
        ranks: dict[str, int] = {}
        values = []
        for name in pattern:
            sort, _, rank = name.rstrip(")").partition("(")
            if sort == "value":
                values.append(row.values[int(rank)])
            else:
                ranks[sort] = int(rank)
        if "date" in ranks:
            return datetime.date.fromordinal(int(row.ranks[ranks["date"]]))
        question = self.problem.question
        quantity = getattr(question, "quantity", None)
        return Limits(
            row.ranks[ranks["low"]] if "low" in ranks else None,
            row.ranks[ranks["high"]] if "high" in ranks else None,
            tuple(sorted(values)) or None,
            date=quantity is not None and self.ground.words.get(quantity, Word()).date,
            above=ranks.get("low", -1) in row.strict, below=ranks.get("high", -1) in row.strict,
        )

    def _favoured(self, answers: dict[Combination, Conclusion]) -> Conclusion | None:
        better = self.problem.better
        if not self.mattering or any(d not in better for d in self.mattering):
            return None
        return answers.get(tuple((d, better[d]) for d in self.mattering))

    # ------------------------------------------------------------ what is missing

    @cached_property
    def candidates(self) -> list[Open]:
        return [o for o in self.record.opened if o.matters]

    def deciding(self, combination: Combination, pattern: Pattern, among: list[Open]) -> list[Choice]:
        lessons = self.lessons.setdefault((pattern, tuple(o.name for o in among)), [])
        return Search(self.worlds, self.record, self.chosen(combination), self.is_pattern(pattern), among, lessons).smallest()

    @cached_property
    def lessons(self) -> dict[tuple[Pattern, tuple[str, ...]], list[dict[int, int]]]:
        return {}

    @cached_property
    def to_be_done(self) -> list[Open]:
        if not isinstance(self.problem.question, May):
            return []
        return [o for o in self.candidates if o.pick[0] == "fact" and self.ground.words.get(o.atoms[0], Word()).to_be_done]

    def conditions(self, combination: Combination) -> list[Choice]:
        permitted = frozenset(("permitted",))
        if not self.to_be_done or permitted not in self.possible(combination):
            return []
        return self.deciding(combination, permitted, self.to_be_done)

    def _missing(self, answers: dict[Combination, Conclusion]) -> tuple[
        tuple[Missing, ...],
        tuple[tuple[Combination, tuple[tuple[Conclusion, tuple[DecidingSet, ...]], ...]], ...],
        tuple[DecidingSet, ...],
    ]:
        found: dict[str, Open] = {}
        sure = []
        conditions: list[DecidingSet] = []
        for combination in answers:
            patterns = self.possible(combination)
            if answers[combination] == words.ON_CONDITIONS:
                conditions += self.sets(self.conditions(combination), self.to_be_done)
            if len(patterns) < 2:
                continue
            sets = []
            for pattern in sorted(patterns, key=sorted):
                conclusion = self.conclusion(pattern)
                if conclusion == words.UNDETERMINED:
                    continue
                choices = self.deciding(combination, pattern, self.candidates)
                found.update((self.candidates[n].name, self.candidates[n]) for choice in choices for n, _ in choice)
                if choices:
                    sets.append((conclusion, tuple(self.sets(choices, self.candidates))))
            sure.append((combination, tuple(sets)))
        if any(len(self.possible(c)) > 1 for c in answers):
            for o in self.candidates:
                if o.name not in found and self.twins_differ(*o.pick):
                    found[o.name] = o
        missing = {o.name: self._described(o) for o in found.values()}
        missing.update(self._open_values(answers))
        return tuple(missing[n] for n in sorted(missing)), tuple(sure), tuple(dict.fromkeys(conditions))

    def _described(self, o: Open) -> Missing:
        word = self.ground.words.get(o.atoms[0], Word())
        if o.pick[0] == "fact":
            why = "finding" if word.finding else "to be done" if word.to_be_done else "fact"
        else:
            why = "value" if isinstance(o.values[0], str) else "date" if word.date else "number"
        return Missing(o.name, o.atoms, why, word.burden, word.finding, self.ground.spreader.others.get(o.atoms[0]))

    def _open_values(self, answers: dict[Combination, Conclusion]) -> dict[str, Missing]:
        """Events and quantities without which a date or a limit can't be given."""
        found: dict[str, Missing] = {}
        for combination in answers:
            for name in {n for p in self.possible(combination) for n in p if n.startswith("open(")}:
                part = self.ground.relations.parts[int(name[5:-1])]
                p = part.provision
                due = isinstance(self.problem.question, DueWhen)
                spreader = self.ground.spreader
                for e in [p.by.event] if due and p.by else [end for _, end, _ in p.limit.ends()] if p.limit else []:
                    for atom in spreader.linear(e).factors:
                        if atom not in self.inquiry.given.number:
                            found[str(atom)] = Missing(str(atom), (atom,), "date" if due else "number")
                    for atom in spreader.open_in(e):
                        found[str(atom)] = Missing(str(atom), (atom,), "number" if atom in spreader.whole else "fact",
                                                   others=spreader.others.get(atom))
        return found

    @cached_property
    def twins(self) -> tuple[Worlds, list[Literal]]:
        twins = self.inquiry.twins
        return twins, twins.record(self.inquiry.given).base()

    def twins_differ(self, sort: str, number: int) -> bool:
        """Whether two worlds that differ in this alone have different answers."""
        twins, base = self.twins
        pick = twins.solver.literals.get(("pick", f"{sort}({number})"))
        return pick is not None and twins.solver.model([*base, pick]) is not None

    # ------------------------------------------------------------ sets as data

    def sets(self, choices: Sequence[Choice], among: list[Open]) -> list[DecidingSet]:
        """Deciding sets; those that differ in neighbouring ranges of one number are one."""
        found = [{n: among[n].values[c] for n, c in choice} for choice in choices]
        joined = True
        while joined:
            joined = False
            for place, one in enumerate(found):
                for other in found[place + 1 :]:
                    together = self._together(one, other, among)
                    if together is not None:
                        found.remove(other)
                        found[place] = together
                        joined = True
                        break
                if joined:
                    break
        return [
            tuple(Decided(among[n].name, among[n].atoms, value) for n, value in chosen.items())  # type: ignore[arg-type]
            for chosen in found
        ]

    def _together(self, one: dict[int, object], other: dict[int, object], among: list[Open]) -> dict[int, object] | None:
        if one.keys() != other.keys():
            return None
        apart = [n for n in one if one[n] != other[n]]
        if len(apart) != 1:
            return None
        n = apart[0]
        a, b = one[n], other[n]
        if not isinstance(a, (Interval, Region)) or not isinstance(b, (Interval, Region)):
            return None
        whole = among[n].atoms[0] in self.ground.whole()
        extent = join(a, b, whole) or join(b, a, whole)
        return None if extent is None else {**one, n: extent}

    # ------------------------------------------------------------ what else is reported

    def _reported(self) -> Reported:
        parts = self.ground.relations.parts
        supports, some, pairs = self._supports, self._beside, self._pairs
        if self.settled:
            always = sometimes = self.some_world or frozenset()
        else:
            always = self.solver.always(self.base, supports) if supports else frozenset()
            sometimes = self.solver.sometimes(self.base, [*some, *pairs]) if some or pairs else frozenset()
        seen: dict[str, list[int]] = {"unclear": [], "failed": [], "duty": []}
        for lit, (sort, n) in some.items():
            if lit in sometimes:
                seen[sort].append(n)
        conflicts = []
        for lit, (one, other, winner) in pairs.items():
            if lit in sometimes:
                first, second = sorted((one, other))
                prevails = parts[winner].key if winner >= 0 else ""
                rules = self._rules(one, other) if winner >= 0 else ()
                conflicts.append((first, second, Conflict(parts[first].key, parts[second].key, prevails, rules)))
        return Reported(
            tuple(parts[n].key for n in sorted(n for lit, n in supports.items() if lit in always)),
            tuple(c for *_, c in sorted(conflicts, key=lambda x: (x[0], x[1], x[2].prevails))),
            tuple(parts[n].key for n in sorted(seen["unclear"])),
            tuple(parts[n].key for n in sorted(seen["failed"])),
            tuple(self._duty(n) for n in sorted(seen["duty"])),
        )

    def _rules(self, winner: int, loser: int) -> tuple[str, ...]:
        r = self.ground.relations
        one, other = r.parts[winner], r.parts[loser]
        if r.level_wins(one, other):
            return ("levels",)
        rules = r.prevailing_rules(one, other) or [rule for rule, _ in r.restrictive_rules(one, other)]
        return tuple(rule.key for rule in rules)

    def _duty(self, number: int) -> DutyFollowing:
        p = self.ground.relations.parts[number].provision
        day = self.ground.relations.due(p)
        due = p.by if day is None else datetime.date.fromordinal(day)
        return DutyFollowing(p.key, p.act, due)


@dataclass(frozen=True)
class Reported:
    by: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    incoherent: tuple[str, ...]
    failed: tuple[str, ...]
    duties: tuple[DutyFollowing, ...]


def overall(answers: Sequence[Conclusion]) -> Conclusion:
    """The answer over all readings (theory 5)."""
    different = set(answers)
    if len(different) == 1:
        return answers[0]
    return words.DEPENDS if len(different - {words.UNDETERMINED}) > 1 else words.UNDETERMINED

