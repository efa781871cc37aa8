"""Which provisions apply to a thing.

Takes:   a law, a case, a question `Which provisions apply to the grey home?`
Gives:   an `Answer` whose value is a list: what applies, what may apply, what does not
Differs: from asking of one provision in that all are looked at under the same facts; each stands in the list as
         `Does § 4 apply to …?` would have it: about this case, in force, and taken out by nothing

What is about other kinds of things only is not in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from legalasp.explanation import account as A
from legalasp.explanation.answers import Answer, OnReading
from legalasp.explanation.findings import Finding, Teller
from legalasp.explanation.gathered import Gathered
from legalasp.explanation.wording import cites as cites_of, row, sentence
from legalasp.law.model import Case, CaseQuestion, Law
from legalasp.mistakes import Mistaken
from legalasp.program.instantiate import ground
from legalasp.reasoning import Inquiry
from legalasp.reasoning.answer import Combination
from legalasp.reasoning.trace import Trace

NONE = "none for certain"
MOST_COMBINATIONS = 16
"""Combinations of readings that are looked at one by one."""
TOO_MUCH = ("too-many-cells", "too-many-things", "took-too-long", "too-deep")
"""Mistakes that fewer provisions at once may not make."""


def which(law: Law, case: Case, question: CaseQuestion) -> Answer:
    found = list(_asked(law, case, question))
    parts = [x for x in found if isinstance(x, Listed)]
    if not parts:
        raise next(x for x in found if isinstance(x, Mistaken))
    parts[0].parts = tuple(parts)
    asked = {k for part in parts for k in part.question.keys}
    parts[0].too_much = tuple(str(p.citation) for p in law.provisions if p.key in question.keys and p.key not in asked)
    parts[0].question = question
    return parts[0]


def _asked(law: Law, case: Case, question: CaseQuestion) -> Iterator[Listed | Mistaken]:
    """All provisions at once or, where that is too much for one answer, in halves."""
    try:
        grounded = ground(law, case, question)
        inquiry = Inquiry(grounded.problem)
        outcome = inquiry.ask()
    except Mistaken as stop:
        if any(m.code not in TOO_MUCH for m in stop.mistakes):
            raise
        if len(question.keys) < 2:
            yield stop
            return
        middle = len(question.keys) // 2
        for keys in (question.keys[:middle], question.keys[middle:]):
            yield from _asked(law, case, replace(question, keys=keys))
        return
    yield Listed(law, case, question, grounded, inquiry, replace(outcome, by=(), missing=(), sure=(), readings=(), favoured=None))


@dataclass
class Listed(Gathered):
    """The provisions by how they stand to the thing that is asked about."""

    parts: tuple[Listed, ...] = ()
    """Of each part of the law, where it was asked in parts; this one is the first."""
    too_much: tuple[str, ...] = ()
    """Citations of which too much is not known for any answer."""

    @cached_property
    def _groups(self) -> tuple[list[str], list[str], list[str]]:
        """Keys: of each citation those that settle whether it applies."""
        of: dict[str, list[str]] = {}
        for key, instance in self.grounded.instances.items():
            p = instance.provision
            if p is not None and p.key in self.question.keys and (not instance.things or self.question.about[0] in instance.things):
                of.setdefault(str(p.citation), []).append(key)
        yes: list[str] = []
        open_: list[str] = []
        no: list[str] = []
        order = {str(p.citation): None for p in self.law.provisions}
        for cite in order:
            stands = {k: self._applies(k) for k in of.get(cite, ())}
            for truth, group in ((True, yes), (None, open_), (False, no)):
                fitting = [k for k, t in stands.items() if t is truth]
                if fitting:
                    group += fitting
                    break
        return yes, open_, no

    @cached_property
    def _on_readings(self) -> dict[Combination, frozenset[str]]:
        """Citations that apply on each combination of readings, where these alone leave open whether they do."""
        doubts = {d: names for d, (_, names) in self.inquiry.ground.doubt_numbers.items()}
        every = [tuple(zip(doubts, chosen, strict=True)) for chosen in product(*doubts.values())]
        if self.outcome.contradictions or len(self.parts) > 1 or not 1 < len(every) <= MOST_COMBINATIONS:
            return {}
        self._everywhere.clear()
        found: dict[Combination, set[str]] = {c: set() for c in every}
        for cite, keys in self._cited(self._groups[1]):
            truths = {c: self._truth(keys, c) for c in every}
            if set(truths.values()) == {True}:
                self._everywhere.add(cite)
            elif None not in truths.values():
                for c, truth in truths.items():
                    found[c] |= {cite} if truth else set()
        told = {c: frozenset(cites) for c, cites in found.items()}
        for doubt in doubts:  # a doubt that makes no difference is left out
            left: dict[Combination, set[frozenset[str]]] = {}
            for c, cites in told.items():
                left.setdefault(tuple(x for x in c if x[0] != doubt), set()).add(cites)
            if all(len(rows) == 1 for rows in left.values()):
                told = {c: next(iter(rows)) for c, rows in left.items()}
        return told if len(told) > 1 else {}

    def _truth(self, keys: list[str], combination: Combination) -> bool | None:
        """Whether one of the instances applies, on those readings."""
        trace = self._trace(combination)
        truths = [trace.status(k, "engaged") for k in keys]
        return True if True in truths else None if None in truths else False

    def _trace(self, combination: Combination) -> Trace:
        if combination not in self._traces:
            self._traces[combination] = self.inquiry.trace(combination)
        return self._traces[combination]

    @cached_property
    def _everywhere(self) -> set[str]:
        """Citations of which, on each reading, another sentence applies."""
        return set()

    @cached_property
    def _traces(self) -> dict[Combination, Trace]:
        return {}

    @cached_property
    def readings(self) -> tuple[OnReading, ...]:
        sure = self.by
        return tuple(OnReading(c, row((*sure, *(x for x in self._of(1) if x in cites))), None, (*sure, *cites), ())
                     for c, cites in self._on_readings.items())

    def _applies(self, key: str) -> bool | None:
        return self.account.trace.status(key, "engaged") if key in self.account.relations.by_key else False

    def _of(self, group: int) -> tuple[str, ...]:
        _ = self._on_readings  # it finds out what applies everywhere
        yes, open_ = ({c for part in self.parts for c in part._cites(part._groups[n])} for n in (0, 1))
        if self._everywhere and group < 2:
            rows = [c for part in self.parts for n in (0, 1) for c in part._cites(part._groups[n])]
            sure = yes | self._everywhere
            return tuple(dict.fromkeys(c for c in rows if (c in sure) == (group == 0)))
        every = [c for part in self.parts for c in part._cites(part._groups[group])] + [*(self.too_much if group == 1 else ())]
        return tuple(dict.fromkeys(c for c in every if group == 0 or (c not in yes and (group == 1 or c not in open_))))

    @property
    def answer(self) -> str:
        return "undetermined" if self.outcome.contradictions else "value"

    @property
    def conclusion(self) -> str:
        return "undetermined" if self.outcome.contradictions else row(self._of(0)) or NONE

    @cached_property
    def by(self) -> tuple[str, ...]:
        return () if self.outcome.contradictions else self._of(0)

    def headline(self) -> str:
        if self.outcome.contradictions:
            return super().headline()
        yes, open_, no = (self._of(n) for n in range(3))
        asked = getattr(self.question.about[0], "name", "")
        told = [f"{_many(yes, 'applies', 'apply')} to {asked}" if yes else f"no provision applies to {asked} for certain"]
        by_reading = {c for cites in self._on_readings.values() for c in cites}
        unknown = [c for c in open_ if c not in by_reading]
        told += [f"{len(by_reading)} on some readings"] if by_reading else []
        told += [f"{len(unknown)} may, depending on what is not known"] if unknown else []
        told += [f"{len(no)} {'does' if len(no) == 1 else 'do'} not"] if no else []
        return sentence(f"Answer: {', '.join(told)}")

    def _findings(self) -> Iterator[Finding]:
        if self.outcome.contradictions:
            yield from super()._findings()
            return
        for part in self.parts:
            yield from part._part_findings()
        if self.too_much:
            text = f"{row(self.too_much)} may apply; so much is not known that this was not worked out"
            yield Finding("missing", sentence(text), self.too_much)
        yield from self._presumed()

    def _part_findings(self) -> Iterator[Finding]:
        teller = Teller(self.account)
        yes, open_, no = self._groups
        for cite, keys in self._cited(yes):
            yield Finding("ground", sentence(f"{cite} applies: {self._says(keys)}"), (cite,))
        by_reading: dict[str, list[Combination]] = {}
        for c, cites in self._on_readings.items():
            for cite in sorted(cites, key=self._of(1).index):
                by_reading.setdefault(cite, []).append(c)
        for cite, on in by_reading.items():
            says = self._says([k for k in open_ if self.account.cited(k) == cite])
            yield Finding("reading", sentence(f"{cite} applies: {says}"), (cite,), on=tuple(on))
        alike: dict[str, list[tuple[str, str]]] = {}
        for cite, keys in self._cited([k for k in open_ if self.account.cited(k) in self._everywhere]):
            yield Finding("ground", sentence(f"{cite} applies on every reading: {self._says(keys)}"), (cite,))
        settled = {*by_reading, *self._everywhere}
        for cite, keys in self._cited([k for k in open_ if self.account.cited(k) not in settled]):
            alike.setdefault(self._why(teller, keys), []).append((cite, self._says(keys)))
        for why, rows in alike.items():
            cited = tuple(c for c, _ in rows)
            if len(rows) == 1:
                text = f"{cited[0]} may apply{why}. It says: {rows[0][1]}"
            else:
                text = f"{cites_of(cited)} may apply{why}"
            yield Finding("missing", sentence(text), cited)
        yield from (replace(f, topic="exception") for f in teller.others(no))
        yield from teller.words()

    def _why(self, teller: Teller, keys: list[str]) -> str:
        """What leaves it open: of the first thing that it is about, where it is about several."""
        p = self.account.provision(keys[0])
        reading = f', on the reading "{p.reading[1]}"' if p is not None and p.reading is not None else ""
        why = teller.leaves(dict.fromkeys(self._open(keys[0])))
        more = f"; and so for {len(keys) - 1} other{'' if len(keys) == 2 else 's'}" if len(keys) > 1 else ""
        return reading + (f": {why}{more}" if why else "")

    def _open(self, key: str) -> Iterable[A.Leaf]:
        """What leaves open whether it applies; not whether what it asks for is met."""
        p = self.account.part(key).provision
        scope = self.account.open_leaves(p.when, *((p.unless,) if p.unless is not None else ()))
        strikers = [k for k in self.account.trace.may_strike(key) if self.account.trace.status(k, "bites") is None]
        return (*scope, *(x for k in strikers for x in self.account.standing(k).because if x.truth is None))

    def _says(self, keys: list[str]) -> str:
        p = self.account.provision(keys[0])
        said = (p.text or p.printed) if p is not None else ""
        return f"{said[:-1]} (a list)" if said.endswith(":") else said

    def _cited(self, keys: list[str]) -> Iterator[tuple[str, list[str]]]:
        rows: dict[str, list[str]] = {}
        for key in keys:
            rows.setdefault(self.account.cited(key), []).append(key)
        yield from rows.items()

    @cached_property
    def missing(self) -> list[dict[str, object]]:
        """The facts on which it hangs whether a provision applies, with the provisions."""
        hangs: dict[str, list[str]] = {}
        settled = {c for cites in self._on_readings.values() for c in cites} | self._everywhere
        for part, key in ((p, k) for p in self.parts for k in p._groups[1] if p.account.cited(k) not in settled):
            for x in part._open(key):
                cites = hangs.setdefault(f"whether {x.said}" if x.kind != "reading" else x.said, [])
                if part.account.cited(key) not in cites:
                    cites.append(part.account.cited(key))
        return [{"fact": fact, "decides": {}, "why": "fact", "provisions": cites} for fact, cites in hangs.items()]

    def json(self) -> dict[str, object]:
        yes, open_, no = (list(self._of(n)) for n in range(3))
        if self.outcome.contradictions:
            return super().json()
        return {**super().json(), "value": {"least": None, "most": None, "values": yes, "unit": None,
                                            "may apply": open_, "do not apply": no}}


def _many(rows: tuple[str, ...], one: str, more: str) -> str:
    return f"{len(rows)} provision {one}" if len(rows) == 1 else f"{len(rows)} provisions {more}"
