"""Norms on acts: permission, prohibition, duty, power, and what is freed.

Takes:   sentences with `may`, `must` or `need not`, and the provision that they begin
Gives:   `Norms`: provisions with the acts that they permit, bar or require
Differs: from standards in that what is ruled is something that somebody does
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from legalasp.language.sentences import POWERS
from legalasp.language.syntax import (
    Clause,
    Junction,
    MeetsClause,
    PhraseClause,
    Sentence,
    When,
)
from legalasp.law import conditions as C
from legalasp.law.conditions import TRUE, Atom, Condition, Holds, Not, Thing, Variable
from legalasp.law.making import Making, freed_noun, perfect
from legalasp.law.model import ASKED, Provision, Reaches
from legalasp.law.resolve import conjunction, day_of
from legalasp.law.resolve_times import early


class Norms(Making):
    """Makes norms on acts."""

    # ------------------------------------------------------------ norms on acts

    def acts_of(self, clause: Clause) -> list[tuple[Atom, list[Condition]]]:
        """The acts of a norm with what their times ask; a row of acts is several."""
        if isinstance(clause, Junction):
            return [row for part in clause.parts for row in self.acts_of(part)]
        if not isinstance(clause, PhraseClause):
            return []
        bare = replace(clause, times=())
        nouns = tuple(replace(n, determiner="a") if n is not None and n.determiner in ("each", "no", "bare") else n for n in bare.args)
        atom, asked = self.resolver.atom(replace(bare, args=nouns))
        self.resolver.act = atom
        tests = [self.resolver.time(t, atom, C.Measure(ASKED), True) for t in clause.times]
        return [(atom, [*asked, *tests])]

    def is_act(self, clause: Clause | None) -> bool:
        if isinstance(clause, Junction):
            return all(self.is_act(p) for p in clause.parts)
        return isinstance(clause, PhraseClause) and clause.word in self.lexicon.phrases and self.lexicon.phrases[clause.word].sort == "act"

    def norm(self, sentence: Sentence, base: Provision) -> list[Provision]:
        kind = {"only under": "closed list"}.get(sentence.form, sentence.form)
        if not self.is_act(sentence.clause):
            return self.state_norm(sentence, base, kind)
        negated = isinstance(sentence.clause, PhraseClause) and any(n is not None and n.determiner == "no" for n in sentence.clause.args)
        out = []
        for atom, tests in self.acts_of(sentence.clause):  # type: ignore[arg-type]
            provision = replace(base, kind=kind, acts=(atom,))
            if tests:
                provision = replace(provision, if_=conjunction(tests)) if kind in ("permission", "only") else replace(provision, when=conjunction(tests))
            if kind == "closed list":
                provision = replace(provision, lists=self.reaches(sentence.target))
            if kind == "permission" and negated:
                provision = replace(provision, kind="prohibition")
            self.resolver.act = atom
            out.append(self.conditions(sentence, provision))
        self.except_as(sentence, out)
        return self.with_exceptions(sentence, out)

    def state_norm(self, sentence: Sentence, base: Provision, kind: str) -> list[Provision]:
        """`A home must not be on a lot …`, `at most one home may be on a lot`: standards on a state."""
        if kind not in ("prohibition", "permission", "recommendation", "need not") or sentence.clause is None:
            self.resolver.mistake("no-act", "this norm names no act", "`may … only if` and `need not` speak of an act")
            return []
        clause = sentence.clause
        counted = kind == "permission" and isinstance(clause, PhraseClause) and any(
            n is not None and n.determiner in ("at most", "no") for n in clause.args)
        if kind == "permission" and not counted:
            self.resolver.mistake("no-act", "`may` grants an act, and this is a state",
                                  "declare an act, or write `is allowed`, or `must be` for a standard")
            return []
        test = self.test_of(clause, positive=kind == "recommendation")
        if kind == "recommendation":
            return [self.conditions(sentence, replace(base, kind=kind, test=test))]
        if kind == "need not":
            return self._freed_of(sentence, clause, test, base)
        return self.standard(sentence, base, Not(test) if kind == "prohibition" else test, None)

    def _freed_of(self, sentence: Sentence, clause: Clause, test: Condition, base: Provision) -> list[Provision]:
        """`The new home need not comply with Section 306`: the new home is exempt from what asks this of it,
        from the provisions cited or from the standards that ask it in the same words."""
        if isinstance(clause, MeetsClause) and clause.noun is not None:
            term, _ = self.resolver.noun(freed_noun(clause.noun))
            reach = Reaches(named=self.reaches(clause.target), about=term if isinstance(term, Variable) else None)
        elif isinstance(test, Holds):
            first = next((a for a in test.atom.args if isinstance(a, Variable)), None)
            reach = Reaches(named=("~" + "\x1f".join((test.atom.word, *(a.name for a in test.atom.args if isinstance(a, Thing)))),), about=first)
        else:
            self.resolver.mistake("no-act", "`need not` frees of one thing only", "write one sentence for each")
            return []
        return [self.conditions(sentence, replace(base, kind="exemption", reach=reach))]

    def power(self, sentence: Sentence, base: Provision) -> list[Provision]:
        """A power over provisions; the case says that it was exercised, in the words that are declared here."""
        assert sentence.finder is not None and sentence.subject is not None and sentence.target is not None
        who, _ = self.resolver.noun(sentence.finder)
        about, _ = self.resolver.noun(freed_noun(sentence.subject))
        target = self.cite(sentence.target, None, "").replace(f"{self.citation.law} ", "")
        word = self.lexicon.declare_power(sentence.verb, target, POWERS[sentence.verb], sentence.finder.kind, sentence.subject.kind)
        reach = Reaches(named=self.reaches(sentence.target), about=about if isinstance(about, Variable) else None)
        use = Atom(word, (who, about))
        return [self.conditions(sentence, replace(base, kind="power", acts=(use,), reach=reach, exercised=Holds(use)))]

    def except_as(self, sentence: Sentence, provisions: list[Provision]) -> None:
        pass

    def with_exceptions(self, sentence: Sentence, made: list[Provision]) -> list[Provision]:
        """`except as (2) allows`: the provision cited strikes this one; written at this end."""
        if not sentence.except_as:
            return made
        raw = tuple("=" + "\x1f".join(p) for p in (self.found_item(w) for w in sentence.except_as) if p)
        return [replace(p, subject_to=Reaches(named=(*p.subject_to.named, *raw))) for p in made]

    # ------------------------------------------------------------ must: duty or standard

    def must(self, sentence: Sentence, base: Provision) -> list[Provision]:
        clause = sentence.clause
        assert clause is not None
        if self.is_act(clause) and not perfect(clause):
            return self.with_exceptions(sentence, self.duty(sentence, base))
        rows = clause.parts if isinstance(clause, Junction) and clause.mode == "all" else (clause,)
        out: list[Provision] = []
        for row in rows:
            test = self.test_of(row)
            limit = self.limit_of(row, test)
            out += self.standard(sentence, base, test, limit)
        return self.with_exceptions(sentence, out)

    def duty(self, sentence: Sentence, base: Provision) -> list[Provision]:
        out = []
        clause = sentence.clause
        if isinstance(clause, Junction) and clause.mode != "all" and len({getattr(p, "word", "") for p in clause.parts}) > 1:
            self.resolver.mistake("duty-of-one-of-two", "a duty to do one of two things is not one duty",
                                  "name the act that takes in both (`must decide on the plan`), or write two sentences")
            return []
        parts = clause.parts if isinstance(clause, Junction) else (clause,)
        split = [(one, len(ones) > 1) for p in parts for ones in [self._one_event_each(p) if isinstance(p, PhraseClause) else [p]] for one in ones]
        for part, one_of_several in split:
            assert isinstance(part, PhraseClause)
            before: list[Atom] = []
            deadline: tuple[C.Period, C.Expression] | None = None
            in_time: list[Condition] = []
            after: Atom | None = None
            rest: list[When] = []
            atom = self.acts_of(replace(part, times=()))[0][0]
            for time in part.times:
                event = self._event_atoms(time)
                if time.relation in ("before", "early") and event:
                    before += event
                    if time.relation == "early":
                        in_time += self._ahead(time, atom, event)
                elif (time.relation == "within" or time.relation in ("by", "through") and time.span) and time.day is not None:
                    deadline = (self.resolver.period(time.span), self._deadline_event(time))  # type: ignore[arg-type]
                    after = event[0] if event else None
                elif time.relation == "after" and event:
                    after = event[0]
                else:
                    rest.append(time)
            provision = replace(base, kind="duty", acts=(atom,), before=tuple(before), by=deadline, after=after)
            if in_time:  # done too late is not done
                provision = replace(provision, test=conjunction(in_time))
            self.resolver.act = atom
            tests = [self.resolver.time(t, atom, C.Measure(ASKED), True) for t in rest]
            if tests:
                provision = replace(provision, when=conjunction(tests))
            made = self.conditions(sentence, provision)
            if one_of_several and after is not None:  # what has not happened starts no period
                made = replace(made, when=conjunction([made.when, Holds(after)]))
            out.append(made)
        return out

    def _ahead(self, time: When, atom: Atom, events: list[Atom]) -> list[Condition]:
        """`at least 10 days before the hearing is held`: counted to a day that may lie ahead still."""
        if time.span is None:
            return []
        period = self.resolver.period(time.span)
        return [early(period, C.Measure(day_of(atom)), C.Measure(day_of(e))) for e in events]

    @staticmethod
    def _one_event_each(part: PhraseClause) -> list[PhraseClause]:
        """`within 60 days after the first of A and B`: due 60 days after A, and 60 days after B; the earlier binds."""
        from legalasp.language.syntax import Extreme

        for n, time in enumerate(part.times):
            if time.relation == "within" and isinstance(time.day, Extreme) and not time.day.greatest:
                return [replace(part, times=(*part.times[:n], replace(time, day=d), *part.times[n + 1:])) for d in time.day.parts]
        return [part]

    def _event_atoms(self, time: When) -> list[Atom]:
        from legalasp.language.syntax import EventDay

        day = time.day
        if isinstance(day, EventDay):
            rows = day.clause.parts if isinstance(day.clause, Junction) else (day.clause,)
            return [self.resolver.atom(r)[0] for r in rows if isinstance(r, PhraseClause) and self.is_act(r)]
        return []

    def _deadline_event(self, time: When) -> C.Expression:
        from legalasp.language.syntax import Extreme

        if isinstance(time.day, Extreme):  # the last of several events; the first of them is a duty for each
            return C.Greatest(tuple(self._deadline_event(replace(time, day=d)) for d in time.day.parts))
        found: list[C.Expression] = []
        self.resolver.dated(time.day, lambda d: (found.append(d), TRUE)[1])
        return found[0] if len(found) == 1 else C.Least(tuple(found)) if found else C.Number(Fraction(0))
