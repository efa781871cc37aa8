"""The answer to one question, as a person reads it and as a machine reads it.

Takes:   a law, a case, one of its questions
Gives:   `Answer`: `text()`, `json()`, `graph()`, and the numbered `findings`
Differs: from the outcome in that provisions are citations, facts are sentences, and everything that the
         answer rests on is said: grounds, exceptions, readings, what is missing, what is presumed or supplied
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from legalasp.explanation import account as A
from legalasp.explanation import beneath
from legalasp.explanation import wording as words
from legalasp.explanation.account import MOST_COMBINATIONS, Account
from legalasp.explanation.change import Change, changes
from legalasp.explanation.proof import proof
from legalasp.explanation.findings import Finding, Teller, numbered, plain, said_once
from legalasp.explanation.wording import row, sentence
from legalasp.language.numerals import write_day
from legalasp.law import conditions as C
from legalasp.law.calendar import show_period
from legalasp.law.conditions import Atom
from legalasp.law.model import Case, CaseQuestion, Law, Statement
from legalasp.law.quantities import UNIT_NAMES
from legalasp.law.walk import atoms_of
from legalasp.official.quotes import Quote, Quotes
from legalasp.program.instantiate import Grounded, ground
from legalasp.program.problem import IsSo, Value
from legalasp.reasoning import Inquiry, Outcome
from legalasp.reasoning import answer as R
from legalasp.reasoning.answer import Combination, Conclusion, DecidingSet, Limits

if TYPE_CHECKING:
    import networkx

MOST_MET = 3
"""Standards that are met and are still told one by one."""
MOST_SETS = 3
"""Deciding sets that the text spells out for one answer."""
FIRM = {R.PERMITTED, R.PROHIBITED, R.NOT_REGULATED, R.REQUIRED, R.NOT_REQUIRED, R.YES, R.NO}
FORMS_OF_THEIR_OWN = ("which", "last day", "amount", "value")
"""Questions that are no single asking: lists, searched days, quantities."""


def answer(law: Law, case: Case, question: CaseQuestion) -> Answer:
    """Asks and explains. Raises `Mistaken` where the question cannot be answered at all."""
    from legalasp.explanation.unnamed import for_what_is_named

    return for_what_is_named(answer, law, case, question, _as_asked(law, case, question))


def _as_asked(law: Law, case: Case, question: CaseQuestion) -> Answer:
    if question.form == "last day":
        from legalasp.explanation.lastday import last_day

        return last_day(law, case, question)
    if question.form == "which":
        from legalasp.explanation.which import which

        return which(law, case, question)
    if question.form in ("amount", "value"):
        from legalasp.explanation.amounts import amount_of

        return amount_of(law, case, question)
    grounded = ground(law, case, question)
    inquiry = Inquiry(grounded.problem)
    return Answer(law, case, question, grounded, inquiry, inquiry.ask())


@dataclass(frozen=True, slots=True)
class OnReading:
    """The answer under one combination of the readings that matter, and what it rests on."""

    combination: Combination
    answer: str
    value: Limits | datetime.date | None
    by: tuple[str, ...]
    """Citations."""
    some: tuple[str, ...]
    """Citations that support it in some world, those in `by` included."""
    keys: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " and ".join(reading for _, reading in self.combination)


@dataclass
class Answer:
    law: Law
    case: Case
    question: CaseQuestion
    grounded: Grounded
    inquiry: Inquiry
    outcome: Outcome
    extra: tuple[Finding, ...] = ()
    """Statements that come first."""
    quotes: Quotes | None = None
    """The official words, where a text is attached."""

    def under(self, facts: Iterable[tuple[Atom, Value]]) -> Answer:
        """The same question under other facts of the ground problem (all of them), asked again: what was
        ground is used again where the facts leave its shape as it is. The answer before is then spent."""
        given = list(facts)
        outcome = self.inquiry.with_facts(given)
        problem = replace(self.grounded.problem, facts=given)
        return Answer(self.law, self.case, self.question, replace(self.grounded, problem=problem), self.inquiry, outcome,
                      quotes=self.quotes)

    # ------------------------------------------------------------ the answer

    @cached_property
    def account(self) -> Account:
        return Account(self.law, self.grounded, self.inquiry, self.outcome)

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """The account over all readings, and one for each combination that matters."""
        return (self.account, *(Account(self.law, self.grounded, self.inquiry, self.outcome, c) for c, _ in self.outcome.readings))

    @property
    def unit(self) -> str:
        return self.question.unit

    @property
    def answer(self) -> str:
        """The answer in a word of the theory, or `value`."""
        return "value" if self.outcome.value is not None else self.outcome.answer

    @property
    def value(self) -> Limits | datetime.date | None:
        return self.outcome.value

    def said(self, conclusion: Conclusion) -> str:
        """A conclusion as English says it."""
        if isinstance(conclusion, datetime.date):
            return write_day(conclusion)
        if isinstance(conclusion, Limits):
            shown = words.day if conclusion.date else lambda x: words.amount(x, self.unit)
            low, high = "more than" if conclusion.above else "at least", "less than" if conclusion.below else "at most"
            parts = [f"{low} {shown(conclusion.least)}"] if conclusion.least is not None else []
            parts += [f"{high} {shown(conclusion.most)}"] if conclusion.most is not None else []
            if len(parts) == 2 and conclusion.least == conclusion.most and not (conclusion.above or conclusion.below):
                parts = [f"exactly {shown(conclusion.least)}"]
            parts += [f"one of {row(conclusion.values, 'or')}"] if conclusion.values else []
            return " and ".join(parts)
        return conclusion

    @property
    def conclusion(self) -> Conclusion:
        return self.outcome.value if self.outcome.value is not None else self.outcome.answer

    @cached_property
    def by(self) -> tuple[str, ...]:
        """Citations on which the answer rests in every world."""
        return self._cites(self.outcome.by)

    @cached_property
    def some_keys(self) -> tuple[str, ...]:
        """Keys that support the same answer in some worlds only."""
        if self.outcome.answer not in FIRM or self.outcome.contradictions:
            return ()
        return tuple(k for k in self._supporters(())[1] if k not in self.outcome.by)

    @cached_property
    def also_keys(self) -> tuple[str, ...]:
        """Keys that support the same answer on some readings, whatever the open facts are."""
        return tuple(k for k in self.some_keys if not any(x.kind == "open fact" for x in self.account.standing(k).because))

    @property
    def maybe(self) -> tuple[str, ...]:
        """Citations that may support the answer, as open facts come out."""
        return self._cites(self.some_keys)

    @cached_property
    def also(self) -> tuple[str, ...]:
        return tuple(c for c in self._cites(self.also_keys) if c not in self.by)

    @cached_property
    def readings(self) -> tuple[OnReading, ...]:
        out = []
        for combination, conclusion in self.outcome.readings:
            always, sometimes = self._supporters(combination)
            value = None if isinstance(conclusion, str) else conclusion
            if conclusion == R.UNDETERMINED:
                always = sometimes = ()
            by, some = self._cites(always), self._cites(sometimes)
            out.append(OnReading(combination, self.said(conclusion), value, by, some, always or sometimes))
        return tuple(out)

    @property
    def told_apart(self) -> tuple[OnReading, ...]:
        """The readings that have an answer; where each leaves it undetermined, there is nothing to list."""
        return self.readings if any(r.answer != R.UNDETERMINED for r in self.readings) else ()

    @cached_property
    def against(self) -> tuple[str, ...]:
        """Where no provision supports the answer: those that were looked at and failed, and what took them out."""
        if self.by or self.also or self.outcome.answer not in (R.NO, R.NOT_REQUIRED, R.NOT_REGULATED):
            return ()
        keys = [*self.outcome.failed] if self.outcome.answer == R.NOT_REGULATED else [*self.looked_at]
        taken = [k for key in keys if self.account.trace.status(key, "struck") for k in self.account.trace.struck_by(key)]
        return self._cites([*keys, *taken])

    def _cites(self, keys: Iterable[str]) -> tuple[str, ...]:
        account = self.account
        return tuple(dict.fromkeys(account.cited(k) for k in keys if account.provision(k) is not None))

    def _supporters(self, combination: Combination) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The keys that support the answer in every world, and in some, under the readings."""
        worlds = self.inquiry.worlds
        record = worlds.record(self.inquiry.given)
        assumed = [*record.base(), *(worlds.reading(d, r) for d, r in combination if d in worlds.ground.doubt_numbers)]
        of = {literal: n for n, literal in worlds.of_part.get("supports", ())}
        if not of:
            return (), ()
        if not record.opened and len(combination) >= len(worlds.ground.doubt_numbers):
            always = sometimes = worlds.solver.model(assumed, of) or frozenset()
        else:
            always, sometimes = worlds.solver.always(assumed, of), worlds.solver.sometimes(assumed, of)
        parts = worlds.ground.relations.parts
        return tuple(tuple(parts[n].key for n in sorted(of[x] for x in found)) for found in (always, sometimes))  # type: ignore[return-value]

    # ------------------------------------------------------------ findings

    @cached_property
    def findings(self) -> list[Finding]:
        return numbered(said_once(self._findings(), [r.combination for r in self.readings]))

    def _findings(self) -> Iterator[Finding]:
        yield from self.extra
        if self.outcome.contradictions:
            yield from (Finding("note", sentence(text)) for text in self.contradictions)
            return
        teller = Teller(self.account)
        yield from self._grounds(teller, self.outcome.by)
        for key in self.also_keys:
            yield teller.ground(key, "on some readings")
        yield from self._stated(teller)
        yield from (Finding("duty", sentence(text), self._cites((key,))) for key, _, text in self.states)
        yield from self._conditions()
        yield from self._duties()
        yield from teller.words()
        yield from self._readings(teller)
        yield from self._conflicts()
        yield from self._missing()
        told = {*self.outcome.by, *self.also_keys}
        told |= {k + "/only" for k in told} | {k.removesuffix("/only") for k in told}
        settled = bool(self.readings) and all(r.answer != R.UNDETERMINED for r in self.readings)
        rest = [k for k in self.looked_at if k not in told and not (
            settled and self.account.standing(k).status in (A.OPEN, A.UNMET, A.STANDS))]
        rest += [k for key in (*self.outcome.by, *rest) for k in self.account.trace.may_strike(key) if k not in told and k not in rest]
        whole = [k for k, i in self.grounded.instances.items() if i.provision is not None and i.provision.reach.whole
                 and self.question.form in ("exempt", "applies") and len(self.question.keys) == len(self.law.provisions)]
        if whole:  # of the whole law it is asked: what takes something out of it is all there is to look at
            rest = whole
        elif self.question.form == "exempt":
            rest = list(dict.fromkeys(k for key in self.looked_at for k in self.account.trace.may_strike(key)))
            if not rest:
                cites = self._cites(self.looked_at)
                yield Finding("other", sentence(f"nothing in {self.law.name} takes this case out of {words.cites(cites)}"), cites)
        yield from teller.others(k for k in dict.fromkeys(rest) if self.account.reached(k))
        yield from (replace(f, topic="other word") for f in teller.words())
        yield from self._presumed()

    @cached_property
    def looked_at(self) -> tuple[str, ...]:
        """The keys of the provisions that the question is about."""
        g = self.inquiry.ground
        r = g.row
        numbers = [*r.bars, *r.guards, *r.grants, *r.obliges, *r.frees, *r.asked, *r.undated,
                   *(n for n, _ in (*r.floors, *r.ceilings, *r.lists, *r.dates))]
        keys = list(dict.fromkeys(g.relations.parts[n].key for n in numbers))
        for atom in (g.terms[n] for n in r.terms):
            keys += [k for k in self.account.defining(atom) if k not in keys]
        return tuple(k for k in keys if self.account.reached(k))

    @cached_property
    def states(self) -> tuple[tuple[str, str, str], ...]:
        """How each duty that requires the act stands on the day asked about: met, pending, overdue or open (theory 5)."""
        if self.question.form not in ("must", "due") or self.outcome.contradictions:
            return ()
        say, out = self.account.say, []
        for key in dict.fromkeys((*self.outcome.by, *self.also_keys)):
            if key not in self.grounded.acts or self.account.part(key).kind != "duty":
                continue
            act, done, day = self.grounded.acts[key]
            by = self.account.part(key).provision.by
            due = self.inquiry.ground.relations.due(self.account.part(key).provision) if by is not None else None
            until = f"; the last day was {words.day(due)}" if due is not None else ""
            if done:
                late = due is not None and day is not None and day > due
                on = f" on {words.day(day)}" if day is not None else ""
                out.append((key, "met", f"this has been done{', but late' if late else ''}: {say.atom(act)}{on}{until if late else ''}"))
            elif due is not None and due < self.grounded.day.toordinal():
                known = "this has not been done, and is overdue" if done is False else "it is not known whether this has been done; if not, it is overdue"
                out.append((key, "overdue" if done is False else "open", known + until))
            elif done is False:
                out.append((key, "pending", "this has not been done" + (f"; the last day is {words.day(due)}" if due is not None else "")))
            else:
                out.append((key, "open", "it is not known whether this has been done" + (f"; the last day is {words.day(due)}" if due is not None else "")))
        return tuple({text: (key, state, text) for key, state, text in out}.values())

    @cached_property
    def stated_leaves(self) -> tuple[A.Leaf, ...]:
        """Of a question whether something is so, what the case itself settles it by; nothing where the law does."""
        question = self.inquiry.problem.question
        if not isinstance(question, IsSo) or self.outcome.answer not in (R.YES, R.NO) or self.question.form != "is":
            return ()
        given = self.inquiry.given.truth
        if self.outcome.by and not any(a in given for a in (self.inquiry.ground.terms[n] for n in self.inquiry.ground.row.terms)):
            return ()
        return tuple(leaf for leaf in self.account.leaves(question.condition)
                     if leaf.truth is not None and leaf.kind not in ("word", "provision", "reading"))

    def _stated(self, teller: Teller) -> Iterator[Finding]:
        """`The grey home is in Oak Park: the case states "The grey home is on space 3. Oak Park has space 3".`"""
        condition = self.question.condition
        if condition is None or not isinstance(self.inquiry.problem.question, IsSo) or self.outcome.answer not in (R.YES, R.NO):
            return
        leaves = [leaf for leaf in self.stated_leaves if leaf.condition not in (C.TRUE, C.FALSE)]
        rows = [s for leaf in leaves for a in atoms_of(leaf.condition) for s in self.grounded.statements.get(a, ())]
        if not leaves and self.inquiry.problem.question.condition in (C.TRUE, C.FALSE):  # the kind of a thing, say
            rows = [s for a in atoms_of(condition) for s in self.case.statements if s.atom == a]
        said = teller.leaves(leaves)
        for supposed, lead in ((False, "the case states"), (True, "the case supposes")):
            quoted = list(dict.fromkeys(f'"{s.text.rstrip(".")}"' for s in rows if s.supposed is supposed))
            if quoted:
                same = supposed or said.lower() == quoted[0].strip('"').lower()
                yield Finding("ground", sentence(f"{lead} {row(quoted)}" if same or not said else f"{said}: {lead} {row(quoted)}"))
        if said and not rows:
            yield Finding("ground", sentence(said))

    def _conditions(self) -> Iterator[Finding]:
        if self.outcome.conditions:
            yield Finding("condition", sentence(f"it is permitted once {self.conditions_text}"))

    @property
    def conditions_text(self) -> str:
        """What has yet to be so for an act to be permitted, as a clause."""
        sets = [self._row(self.set_facts(s, "perfect")) for s in self.outcome.conditions]
        return sets[0] if len(sets) == 1 else f"one of these is so: {'; or '.join(sets)}"

    def set_text(self, chosen: DecidingSet) -> str:
        return self._row(self.set_facts(chosen))

    def set_facts(self, chosen: DecidingSet, tense: str = "") -> list[str]:
        """The facts of a deciding set; that an event was is said by its day."""
        days = {(a.word.removeprefix(words.DAY_OF), a.args) for d in chosen for a in d.atoms if a.word.startswith(words.DAY_OF)}
        return [self.account.say.decided(d.atoms, d.value, tense) for d in chosen
                if not (d.value is True and (d.atoms[0].word, d.atoms[0].args) in days)]

    def _duties(self) -> Iterator[Finding]:
        for duty in self.outcome.duties:
            said, by = self._duty(duty)
            yield Finding("duty", sentence(f"{self.account.cited(duty.key)} then requires: {said}{by}"), self._cites((duty.key,)))

    def _duty(self, duty: R.DutyFollowing) -> tuple[str, str]:
        account = self.account
        p = account.part(duty.key).provision
        provision = account.provision(duty.key)
        act = p.act
        if provision is not None and provision.acts and act is not None and provision.acts[0].word != act.word:
            act = None
        said = account.say.atom(act, True, "future") if act is not None else (provision.printed if provision else "")
        if isinstance(duty.due, datetime.date):
            return said, f", by {write_day(duty.due)}"
        if duty.due is not None:
            return said, f", within {show_period(duty.due.period)} after {account.say.moment(duty.due.event)}"
        return said, ""

    def _readings(self, shared: Teller) -> Iterator[Finding]:
        doubts = {d for r in self.readings for d, _ in r.combination}
        for doubt in self.law.doubts:
            if doubt.name in doubts:
                favored = [f'In favor of "{x.name}": {"; ".join(f.rstrip(".") for f in x.favored_by)}.'
                           for x in doubt.readings if x.favored_by]
                asked = sentence(f"{doubt.citation} can be read in {words.ways(len(doubt.readings))}: {doubt.question}")
                yield Finding("reading", " ".join((asked, *favored)), (str(doubt.citation),))
        for r in self.readings:
            by = f", by {words.cites(r.by or r.some)}" if r.by or r.some else ""
            yield Finding("reading", sentence(f": {r.answer}{by}"), r.by, on=(r.combination,))
            if len(self.readings) <= MOST_COMBINATIONS:
                account = next(a for a in self.accounts if a.combination == r.combination)
                teller = Teller(account, set(shared.told), set(shared.counted))
                yield from (replace(f, explains="", on=(r.combination,)) for f in self._on_reading(teller, r))

    def _on_reading(self, teller: Teller, r: OnReading) -> Iterator[Finding]:
        """Why the answer is what it is on one reading."""
        yield from self._grounds(teller, [k for k in r.keys if k not in self.outcome.by])
        if not r.keys and r.answer != R.UNDETERMINED:
            yield from (replace(f, topic="on reading") for f in teller.others(self.looked_at))
        yield from teller.words()

    @staticmethod
    def _grounds(teller: Teller, keys: Sequence[str]) -> Iterator[Finding]:
        """What the answer rests on, one by one; many standards that are all met are told together."""
        account = teller.account
        met = [k for k in keys if account.part(k).kind == "standard" and account.standing(k).status == A.STANDS]
        together = met if len(met) > MOST_MET else []
        for key in keys:
            if key not in together:
                yield teller.ground(key)
        yield from (replace(f, topic="ground") for f in teller.others(together))

    def _conflicts(self) -> Iterator[Finding]:
        for c in self.outcome.conflicts:
            one, other = self.account.cited(c.one), self.account.cited(c.other)
            if c.prevails:
                loser = other if c.prevails == c.one else one
                text = f"{self.account.cited(c.prevails)} prevails over {loser}, by {self.rules(c)}"
            else:
                text = f"{one} and {other} pull apart, and no rule of the law settles it"
            yield Finding("conflict", sentence(text), self._cites((c.one, c.other)))
        if self.outcome.incoherent:
            cites = self._cites(self.outcome.incoherent)
            yield Finding("conflict", sentence(f"these provisions hang on one another in a circle: {words.cites(cites)}"), cites)
        for striker, struck in self.outcome.void:
            text = f"{self.account.cited(striker)} cannot set aside {self.account.cited(struck)}, which is higher law"
            yield Finding("conflict", sentence(text))

    def rules(self, c: R.Conflict) -> str:
        return row(self.account.rule(r) for r in c.rules)

    def _missing(self) -> Iterator[Finding]:
        if not self.outcome.missing:
            return
        yield Finding("missing", sentence("not known: " + "; ".join(
            words.alike_together((str(m["fact"]) for m in self.missing), self.case.things))))
        for combination, rows in self.outcome.sure:
            for conclusion, sets in rows:
                said = self._ways(sets)
                if said:
                    text = sentence(f"the answer is certain to be {self.said(conclusion)} if {said}")
                    yield Finding("missing", text, on=(combination,) if combination else ())

    def _ways(self, sets: Sequence[DecidingSet]) -> str:
        """Sets of facts, each of which decides; what all of them have in common is said once."""
        facts = [list(dict.fromkeys(self.set_facts(s))) for s in sets]
        common = [f for f in facts[0] if all(f in own for own in facts)] if len(facts) > 1 else []
        start, glue, further = "", "; or if ", "; or in {} further way{}"
        if len(common) > 1:
            start, glue, further = f"{self._row(common)}; and, besides, one of these is so: ", "; or ", "; or one of {} further thing{}"
            facts = [[f for f in own if f not in common] for own in facts]
        said = list(dict.fromkeys(filter(None, map(self._row, facts))))
        left = len(said) - MOST_SETS
        return start + glue.join(said[:MOST_SETS]) + (further.format(left, "s" if left > 1 else "") if left > 0 else "") if said else ""

    def _row(self, facts: list[str]) -> str:
        return row(words.alike_together(facts, self.case.things))

    @cached_property
    def missing(self) -> list[dict[str, object]]:
        """Each open fact that matters, and what each of its values alone would decide."""
        out: list[dict[str, object]] = []
        for m in self.outcome.missing:
            decides: dict[str, str] = {}
            for combination, rows in self.outcome.sure:
                on = f" {words.on_reading(r for _, r in combination)}" if combination else ""
                for conclusion, sets in rows:
                    for chosen in sets:
                        if len(chosen) == 1 and chosen[0].name == m.name:
                            value = chosen[0].value
                            key = ("yes" if value else "no") if isinstance(value, bool) else self.set_text(chosen)
                            decides[key + on] = self.said(conclusion)
            item: dict[str, object] = {"fact": self.fact_text(m), "decides": decides, "why": m.why}
            if m.burden:
                item["burden"] = m.burden
            if m.finding:
                item["finding"] = m.finding
            out.append(item)
        return out

    def fact_text(self, m: R.Missing) -> str:
        say = self.account.say
        if m.why in ("number", "value", "date") and not any(a in say.others for a in m.atoms):
            dates = [a for a in m.atoms if a.word.startswith("the day ")]
            return row(f"the day on which {say.happening(a, False)}" if a in dates else say.measure(a) for a in m.atoms)
        if m.others is not None and m.others[0].startswith((*words.OPENED, words.WHOLE_NUMBER)):
            return say.other(m.atoms[0])
        to_be_done = m.why == "to be done" and m.atoms[0].word in self.law.lexicon.phrases
        said = f"whether {say.atom(m.atoms[0], True, 'perfect' if to_be_done else '')}"
        if m.finding:
            return f"{said} (only {m.finding} can find it)"
        return f"{said} (for {m.burden} to show)" if m.burden else said

    def _presumed(self) -> Iterator[Finding]:
        for atom in self.outcome.presumed:
            truth = self.account.trace.fact(atom)
            if truth is not None:
                yield Finding("presumed", sentence(words.presumed(self.account.say.atom(atom, truth))))

    @cached_property
    def contradictions(self) -> list[str]:
        """What the case says against itself, in its own sentences."""
        out = []
        for name in self.outcome.contradictions:
            said = [f"\"{s.text.rstrip('.')}\"" for atom, rows in self.grounded.statements.items()
                    if str(atom) == name or name.startswith(f"{atom} is ") or str(atom) in name.split(" & ") for s in rows]
            atom = next((a for a in self.inquiry.given.truth if str(a) == name), None)
            about = "whether " + self.account.say.atom(atom) if atom is not None and not name.startswith("the day ") else name
            by = self._cites(self._against_stipulation(atom)) if atom is not None else ()
            out.append(f"the case contradicts itself: {row(said, 'against')}" if len(set(said)) > 1 else
                       f"the case contradicts the law, {words.cites(by)}: {said[0] if said else about}" if by else
                       f"the case contradicts itself or the law on this: {said[0] if said else about}")
        return list(dict.fromkeys(out))

    def _against_stipulation(self, atom: Atom) -> list[str]:
        """The provisions by which a stipulated word comes out the other way."""
        ground = self.inquiry.ground
        if atom not in ground.stipulated:
            return []
        parts = ground.definitions[atom]
        excluding = [p.key for p in parts if p.kind == "exclusion"]
        return excluding if self.inquiry.given.truth[atom] and excluding else [p.key for p in parts]

    # ------------------------------------------------------------ notes

    @cached_property
    def notes(self) -> list[str]:
        """Defects of the provisions relied on, words and bars that are supplied, what is not rendered."""
        out: list[str] = []
        keys = [*self.outcome.by, *self.also_keys, *self.outcome.failed]
        seen = [p for k in dict.fromkeys(keys) if (p := self.account.provision(k)) is not None]
        for p in dict.fromkeys(seen):
            cite = str(p.citation)
            if p.supplied:
                out.append(f"{cite} is supplied; it does not stand in the text.")
            if p.bars_supplied and p.kind in ("standard", "prohibition", "duty"):
                out.append(f"Which acts a breach of {cite} bars is supplied.")
            if p.supplied_words:
                supplied = row(f'"{w}"' for w in p.supplied_words)
                out.append(f"In {cite} {supplied} {'is' if len(p.supplied_words) == 1 else 'are'} supplied.")
            out += [f"On {cite}: {note}" for note in p.notes]
        out += self._recommended()
        sections = {p.citation.path[0] for p in seen}
        out += [f"{p.citation} is not rendered here: {p.text or p.printed}" for p in self.law.provisions
                if p.kind == "not rendered" and p.citation.path[0] in sections]
        return list(dict.fromkeys(out))

    def _recommended(self) -> Iterator[str]:
        """What the law recommends of the things that are asked about; it decides nothing."""
        act = self.question.act
        lexicon, today = self.law.lexicon, self.grounded.problem.as_of
        for p in self.law.provisions if act is not None else ():
            fits = p.variables and any(a.name and lexicon.is_a(a.kind, p.variables[0].kind) for a in act.args)  # type: ignore[union-attr]
            current = (p.from_ is None or p.from_ <= today) and (p.until is None or today < p.until)
            if p.kind == "recommendation" and fits and current:
                yield f"{p.citation} recommends, and bars nothing: {p.printed}"

    # ------------------------------------------------------------ text and JSON

    def headline(self) -> str:
        said = self.said(self.conclusion)
        if self.outcome.contradictions:
            return "Answer: undetermined: the facts contradict each other."
        by = self.by or self.also
        text = f"Answer: {said}" + (f", by {words.cites(by)}" if by else "")
        if self.against:
            text = f"Answer: {said} ({words.cites(self.against)})"
        if self.answer == R.PERMITTED and by and all(self.account.part(k).kind == "standard" for k in self.outcome.by):
            text = f"Answer: permitted; no provision bars it, so far as this law goes: {words.cites(by)}, looked at and met"
        return text + "."

    def text(self) -> str:
        rows = [self.question.text, "", self.headline()]
        if self.favoured:
            rows.append(sentence(f"Favoured: {self.favoured['answer']}, {self.favoured['because']}"))
        rows.append("")
        rows += [f"{n}. {f.text}" for n, f in enumerate(self.findings, 1)]
        if self.quoted:
            rows += ["", "Official words"] + [f"- {quote}" for quote in self.quoted]
        if self.notes:
            rows += ["", "Notes"] + [f"- {note}" for note in self.notes]
        named = self.law.name if self.law.title == self.law.name else f"{self.law.title} ({self.law.name})"
        rows += ["", f"Law: {named}, {self.fingerprint[:19]}, as of {write_day(self.case.as_of)}."]
        return "\n".join(rows) + "\n"

    # ------------------------------------------------------------ what lies beneath

    def keys_of(self, finding: Finding) -> tuple[str, ...]:
        """The provisions that a finding cites, as this answer looked at them."""
        account = self.account
        return tuple(k for k in account.relations.by_key if account.cited(k) in finding.citations and account.reached(k))

    def statements_under(self, key: str) -> tuple[Statement, ...]:
        """What the case states that a provision leans on, through defined words."""
        return beneath.statements(self.account, (key,))

    def result_of(self, finding: Finding) -> str:
        """How the provisions of a finding stand, in a word or two each."""
        keys = self.keys_of(finding)
        keys = tuple(k for k in keys if k in self.outcome.by) or keys
        told = [beneath.RESULTS.get(self.account.standing(k).status, "") for k in keys]
        return "; ".join(dict.fromkeys(filter(None, told))) or "-"

    @cached_property
    def atoms_spoken_of(self) -> frozenset[Atom]:
        """Everything that the reasons of this answer hang on."""
        return beneath.atoms(self.account, (*self.outcome.by, *self.some_keys, *self.looked_at))

    @cached_property
    def enough(self) -> tuple[str, ...]:
        """The statements of the case from which alone the answer follows; none where nothing is certain."""
        if self.outcome.contradictions or self.outcome.answer in (R.UNDETERMINED, R.ON_CONDITIONS) or self.question.form in FORMS_OF_THEIR_OWN:
            return ()
        given = self.grounded.statements
        kept = [s for atom, _ in proof(self).facts for s in given.get(atom, ()) if atom.word not in self.law.lexicon.kinds]
        return tuple(dict.fromkeys(s.text for s in kept))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The smallest changes of fact that would turn it."""
        return changes(self)

    @cached_property
    def quoted(self) -> tuple[Quote, ...]:
        """The official words of what the answer rests on, each once."""
        if self.quotes is None:
            return ()
        cites = dict.fromkeys((*self.by, *self.also, *self.against, *(self.account.cited(d.key) for d in self.outcome.duties)))
        return tuple(dict.fromkeys(q for cite in cites if (q := self.quotes(cite)) is not None))

    def _repr_html_(self) -> str:
        """What a notebook shows: the words, and the picture below them."""
        from html import escape

        from legalasp.explanation.picture import svg

        return f"<pre style='white-space:pre-wrap'>{escape(self.text())}</pre>{svg(self.story.core())}"

    @cached_property
    def favoured(self) -> dict[str, str] | None:
        if self.outcome.favoured is None:
            return None
        doubts = {d for combination, _ in self.outcome.readings for d, _ in combination}
        grounds = []
        for d in self.law.doubts:
            if d.name in doubts and d.better:
                because = [d.better_because] if d.better_because else [x for r in d.readings if r.name == d.better for x in r.favored_by]
                grounds.append(f'on the reading "{d.better}"' + (f": {row(b.rstrip('.') for b in because)}" if because else ""))
        return {"answer": self.said(self.outcome.favoured), "because": row(grounds)}

    @property
    def fingerprint(self) -> str:
        mark = self.law.fingerprint
        return mark if not mark or ":" in mark else f"sha256:{mark}"

    def json(self) -> dict[str, object]:
        """The fixed form; names may be added to it, none is taken away."""
        o, account = self.outcome, self.account
        teller = Teller(account)
        bars = [k for k in o.by if self.answer == R.PROHIBITED]
        violations = [{"provision": account.cited(k), "because": plain(self._violation(teller, k))} for k in bars if account.provision(k)]
        return {
            "question": self.question.text,
            "answer": self._plain(self.conclusion),
            "value": self._value(self.value),
            "provisions": [*self.by, *self.also, *self.against],
            "violations": list({str(v): v for v in violations}.values()),
            "conditions": [self.set_facts(chosen) for chosen in o.conditions],
            "duties": [self._duty_json(d) for d in o.duties],
            "states": [{"provision": account.cited(key), "state": state, "text": sentence(text)} for key, state, text in self.states],
            "missing": [dict(m) for m in self.missing],
            "sure": [{"readings": [r for _, r in combination], "answer": self._plain(conclusion),
                      "facts": [self.set_facts(chosen) for chosen in sets]}
                     for combination, rows in o.sure for conclusion, sets in rows],
            "readings": [{"reading": r.name, "answer": self._plain(r.value if r.value is not None else r.answer),
                          "provisions": list(r.by or r.some)} for r in self.told_apart],
            "conflicts": [{"provisions": [account.cited(c.one), account.cited(c.other)],
                           "prevails": account.cited(c.prevails) if c.prevails else None, "by": self.rules(c) or None,
                            "rules": [account.cited(r) for r in c.rules if r != "levels"]}
                          for c in o.conflicts],
            "favoured": self.favoured,
            "incoherent": list(self._cites(o.incoherent)),
            "contradictions": self.contradictions,
            "presumed": [f.text for f in self._presumed()] if not o.contradictions else [],
            "notes": self.notes,
            "law": {"name": self.law.name, "fingerprint": self.fingerprint, "as_of": self.case.as_of.isoformat()},
            "findings": [{"number": n, "topic": f.topic, "text": f.text, "provisions": list(f.citations)}
                         for n, f in enumerate(self.findings, 1)],
            "explanation": self.story.json(),
        }

    def _duty_json(self, duty: R.DutyFollowing) -> dict[str, object]:
        said, by = self._duty(duty)
        due = duty.due.isoformat() if isinstance(duty.due, datetime.date) else by.lstrip(", ") or None
        return {"provision": self.account.cited(duty.key), "duty": said, "by": due}

    def _violation(self, teller: Teller, key: str) -> str:
        account = self.account
        standing = account.standing(key)
        leaves = account.leaves(account.part(key).provision.if_) if key.endswith("/only") else standing.because
        return teller.leaves(leaves) or "it applies to every such case"

    def _plain(self, conclusion: Conclusion) -> str:
        return conclusion.isoformat() if isinstance(conclusion, datetime.date) else self.said(conclusion)

    def _value(self, value: Limits | datetime.date | None) -> object:
        if value is None or isinstance(value, datetime.date):
            return value.isoformat() if value is not None else None
        factor = UNIT_NAMES[self.unit].factor if self.unit in UNIT_NAMES else 1
        ends = {n: None if x is None else datetime.date.fromordinal(int(x)).isoformat() if value.date else str(x / factor)
                for n, x in (("least", value.least), ("most", value.most))}
        strict = {n: True for n, x in (("above", value.above), ("below", value.below)) if x}
        return {**ends, **strict, "values": list(value.values) if value.values else None, "unit": self.unit or None}

    # ------------------------------------------------------------ graph

    @cached_property
    def story(self):  # type: ignore[no-untyped-def]
        from legalasp.explanation.graph import story

        return story(self)

    def graph(self) -> networkx.DiGraph:
        """The explanation as a networkx graph; see `graph.py` for its attributes."""
        return self.story.networkx()
