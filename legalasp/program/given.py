"""The facts of a ground problem.

Takes:   a `Problem` without facts, the statements of the case, the law's presumptions and burdens
Gives:   the problem with every atom that it speaks of, as far as the case settles it; which statements did
Differs: from the case in that only what the problem asks for is there
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Condition, Holds, Thing, Variable
from legalasp.law.model import ASKED, Statement
from legalasp.law.resolve import BLANK, day_of
from legalasp.law.walk import atoms_of, rebuilt, substituted
from legalasp.program import problem as P
from legalasp.program.plain import Plain, conjuncts, guards
from legalasp.program.stated import implied, unified

DAY_OF = "the day on which "


@dataclass
class Given:
    plain: Plain
    day: datetime.date
    supposed: tuple[Statement, ...] = ()
    begins: Mapping[str, datetime.date | None] = field(default_factory=dict)
    """The day that an event is held against, by the words that make `before that day` a fact of its own."""

    def __post_init__(self) -> None:
        self.law, self.lexicon, self.facts = self.plain.law, self.plain.lexicon, self.plain.facts
        self.rosters, self.defined = self.plain.rosters, self.plain.defined

    def put(self, problem: P.Problem) -> dict[Atom, tuple[Statement, ...]]:
        """Gives the problem its facts: every atom that it speaks of, as far as the case settles it."""
        used: dict[Atom, tuple[Statement, ...]] = {}
        self._one_event_one_day(problem)
        atoms: dict[Atom, None] = {}
        for atom in atoms_of((problem.provisions, problem.question)):
            if any(isinstance(a, Variable) for a in atom.args):
                for ground_atom in self._members(atom):
                    atoms[ground_atom] = None
            else:
                atoms[atom] = None
        for atom in atoms:
            if atom == ASKED:
                problem.facts.append((atom, self.day))
            if atom.word.startswith("the day ") and atom not in problem.words:
                problem.words[atom] = P.Word(date=True, whole=True)
            if atom in self.plain.brought_about:  # what the act asked about will have brought about
                problem.facts.append((atom, self.plain.brought_about[atom]))
                continue
            rows = self.facts.of_atom(atom)
            rows = self._latest(atom, rows)
            if rows:
                used[atom] = tuple(rows)
            if self._still_to_come(atom, rows):
                problem.facts.append((atom, False))  # on the day asked about it has not happened yet
                continue
            for value, op in dict.fromkeys((s.value, s.op) for s in rows):
                if isinstance(value, Fraction) and op != "=":
                    problem.bounds.append((C.Measure(atom), op, C.Number(value)))
                elif isinstance(value, Fraction) and atom.word.startswith("the day "):
                    problem.facts.append((atom, datetime.date.fromordinal(int(value))))
                elif isinstance(value, str) and op == "!=":
                    problem.facts.append((Atom(f"{atom.word} is {value}", atom.args), False))
                else:
                    problem.facts.append((atom, value))  # type: ignore[arg-type]
            for statement in self.facts.universal:
                self._universal(statement, atom, problem, used)
            self._presumed(atom, problem)
        for atom in atoms:
            over = self._over_before(atom, problem)
            if over is not None:
                problem.facts.append((atom, over))
        for atom, yes, no in self.facts.contradictions():
            problem.facts += [(atom, True), (atom, False)]
            used[atom] = (yes, no)
        return used

    def _one_event_one_day(self, problem: P.Problem) -> None:
        """Where the case states one act, and with it the wider act that it is, the two are one event: they have one
        day, known or not. The removal that emptied a space in 2025, on whichever day, emptied it on that day."""
        days = [a for a in atoms_of((problem.provisions, problem.question)) if a.word.startswith(DAY_OF)]
        same: dict[Atom, Atom] = {}
        for n, day in enumerate(days):
            event = self._one_statement(day)
            for first in days[:n] if event is not None else ():
                other = self._one_statement(first)
                if other is not None and first not in same and (other.text, other.place) == (event.text, event.place) and self._linked(first, day):  # type: ignore[union-attr]
                    same[day] = first
                    break
        if same:
            problem.provisions = rebuilt(problem.provisions, lambda a: same.get(a, a) if isinstance(a, Atom) else a)
            problem.question = rebuilt(problem.question, lambda a: same.get(a, a) if isinstance(a, Atom) else a)

    def _one_statement(self, day: Atom) -> Statement | None:
        """The one statement that says that the event was; None where there are several, or the day is given."""
        if any(s.op == "=" for s in self.facts.of_atom(day)):
            return None
        rows = [s for s in self.facts.of_atom(Atom(day.word.removeprefix(DAY_OF), day.args)) if s.value is True]
        return rows[0] if len({(s.text, s.place) for s in rows}) == 1 else None

    def _linked(self, one: Atom, other: Atom) -> bool:
        """Is to do the one act to do the other, at any remove?"""
        words = {a.word.removeprefix(DAY_OF) for a in (one, other)}
        if len(words) == 1:
            return True
        under: dict[str, set[str]] = {}
        for (narrow, _), (wide, _) in implied(self.law):
            under.setdefault(narrow, set()).add(wide)
        for start in words:
            seen, ahead = {start}, [start]
            while ahead:
                for wide in under.get(ahead.pop(), set()) - seen:
                    seen.add(wide)
                    ahead.append(wide)
            if words <= seen:
                return True
        return False

    def _over_before(self, atom: Atom, problem: P.Problem) -> bool | None:
        """Was the event over before the law took effect: by the days that are stated of it. What the question itself
        supposes has happened now; what did not happen was not over before, and where it is open whether it happened at
        all, that is asked of the time since."""
        suffix = next((b for b in self.begins if atom.word.endswith(b)), None)
        if suffix is None:
            return None
        event = Atom(atom.word.removesuffix(suffix), atom.args)
        rows = self.facts.of_atom(event)
        if self.facts.truth(event) is not True or (event, False) in problem.facts or all(s in self.supposed for s in rows):
            return False
        first = self.begins[suffix]
        days = [(s.op, s.value) for s in self.facts.of_atom(day_of(event)) if isinstance(s.value, Fraction)] if first else []
        start = Fraction(first.toordinal()) if first else Fraction(0)
        if any(op in ("=", ">=", ">") and value >= start for op, value in days):
            return False
        over = [op == "=" and value < start or op == "<=" and value < start or op == "<" and value <= start for op, value in days]
        exact = [op for op, _ in days if op == "="]
        return True if any(over) and (not exact or all(o for o, (op, _) in zip(over, days) if op == "=")) else None

    def _still_to_come(self, atom: Atom, rows: list[Statement]) -> bool:
        """Is it an event of which every day that is stated lies after the day asked about?"""
        phrase = self.lexicon.phrases.get(atom.word)
        if phrase is None or phrase.sort != "act" or not any(s.value is True for s in rows):
            return False
        days = [s.value for s in self.facts.of_atom(day_of(atom)) if isinstance(s.value, Fraction) and s.op == "="]
        return bool(days) and min(days) > self.day.toordinal()

    def _latest(self, atom: Atom, rows: list[Statement]) -> list[Statement]:
        """Of several events that fill a blank (two homes have left one space) the day is that of the latest
        that is not after the day asked about: a period runs from the last time that it could begin."""
        blank = any(a.name == "" for n, a in enumerate(atom.args) if n)
        days = [s for s in rows if isinstance(s.value, Fraction) and s.op == "="]
        if not atom.word.startswith("the day ") or len({s.atom.args for s in days}) < 2 and not (blank and len(days) > 1):
            if not (atom.word.startswith("the day ") and len({s.text for s in days}) > 1 and any(s.atom.args != atom.args or s.text for s in days) and self._by_other_acts(atom, days)):
                return rows
        past = [s for s in days if s.value <= self.day.toordinal()] or days  # type: ignore[operator]
        latest = max(past, key=lambda s: s.value)  # type: ignore[arg-type,return-value]
        return [s for s in rows if s not in days] + [latest]

    def _by_other_acts(self, atom: Atom, days: list[Statement]) -> bool:
        """Do the days come from narrower acts of different things: each home that was removed vacated the lot?"""
        word = atom.word.removeprefix("the day on which ")
        return any(wide == word for (_, _), (wide, _) in implied(self.law))

    def _members(self, atom: Atom) -> Iterator[Atom]:
        choices = []
        for arg in atom.args:
            roster = self.rosters.get(arg.kind) if isinstance(arg, Variable) else None
            choices.append(list(roster.members) if roster else [arg])
        for row in product(*choices):
            if not any(isinstance(a, Variable) for a in row):
                yield Atom(atom.word, tuple(row))

    def _universal(self, statement: Statement, atom: Atom, problem: P.Problem, used: dict[Atom, tuple[Statement, ...]]) -> None:
        """`No home in Elm Park has been moved`: not this home either, where it is in Elm Park. `Each lot of the
        park is vacant`: this one too."""
        if statement.op == "no other" or self.facts.truth(atom) is False or any(s in self.supposed for s in self.facts.of_atom(atom)):
            return  # what the question supposes stands in the place of what is stated
        node: C.Some | C.Each = statement.value  # type: ignore[assignment]
        if isinstance(node, C.Some):
            parts = conjuncts(node.part)
            rows = [(p, False, [o for o in parts if o is not p]) for p in parts]
        else:
            such = guards(node.part)
            said = node.part.parts if isinstance(node.part, C.AnyOf) else (node.part,)
            rows = [(p.part if isinstance(p, C.Not) else p, not isinstance(p, C.Not), such)
                    for part in said if not (isinstance(part, C.Not) and set(conjuncts(part.part)) <= set(such))
                    for p in conjuncts(part)]
        for part, value, others in rows:
            binding = unified(self.lexicon, part.atom, atom) if isinstance(part, Holds) else None
            if binding is None or any(
                    g.name == BLANK != p.name for p, g in zip(part.atom.args, atom.args) if isinstance(p, Thing)):
                continue  # not removed from site 4 is not yet: not removed from anywhere
            if node.variable in binding:
                covered = all(self._known_true(substituted(o, binding)) for o in others)  # type: ignore[arg-type]
            else:  # an event with its place left blank: denied only where it is denied of everything
                covered = all(isinstance(o, Holds) and o.atom.word in self.lexicon.kinds for o in others)
            if covered and (atom, value) not in problem.facts:
                problem.facts.append((atom, value))
                used[atom] = (*used.get(atom, ()), statement)

    def _known_true(self, condition: Condition) -> bool:
        if isinstance(condition, C.AnyOf):
            return any(self._known_true(p) for p in condition.parts)
        if isinstance(condition, Holds):
            thing = condition.atom.args[0] if len(condition.atom.args) == 1 else None
            if condition.atom.word in self.lexicon.kinds and isinstance(thing, Thing):
                return self.lexicon.is_a(thing.kind, condition.atom.word)
            return condition.atom in self.plain.as_described or self.facts.truth(condition.atom) is True
        return False

    def _presumed(self, atom: Atom, problem: P.Problem) -> None:
        for presumption in self.law.presumptions:
            binding = unified(self.lexicon, presumption.condition, atom)
            if binding is not None and atom not in self.defined:
                old = problem.words.get(atom, P.Word())
                problem.words[atom] = replace(
                    old, presumed=presumption.value, when=self.plain.settled(substituted(presumption.when, binding)),  # type: ignore[arg-type]
                    unless=self.plain.settled(substituted(presumption.unless, binding)) if presumption.unless else None)  # type: ignore[arg-type]
        for burden in self.law.burdens:
            if unified(self.lexicon, burden.fact, atom) is not None:
                problem.words[atom] = replace(problem.words.get(atom, P.Word()), burden=burden.who)
        phrase = self.lexicon.phrases.get(atom.word)
        if phrase is not None and phrase.finder:
            problem.words[atom] = replace(problem.words.get(atom, P.Word()), finding=phrase.finder)
