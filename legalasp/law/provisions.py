"""One sentence to its provisions.

Takes:   a `Sentence`, the item and the context that it stands in
Gives:   `Provision`s: what is granted, barred, asked, defined, exempted, under which conditions
Differs: from the sentence in that its effect is said outright. A `may … only if` is one provision of kind
         `only`; a standard on a row of subjects is one for each; `until` is a negated `when`
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field, replace
from fractions import Fraction

from legalasp.language.lexicon import Lexicon
from legalasp.language.sentences import POWERS, read_sentence
from legalasp.language.syntax import (
    Amount, CitationList, Clause, CountOfNoun, Junction, KindClause, ListClause, MeasureClause, MeasureOf, MeetsClause, Noun, PhraseClause, Sentence,
    TotalOfNoun, ValueClause, When,
)
from legalasp.language.tree import Bars, Item, Text
from legalasp.law import conditions as C
from legalasp.law.citations import find
from legalasp.law.conditions import TRUE, All, AnyOf, Atom, Condition, Holds, Not, Thing, Variable
from legalasp.law.model import ASKED, Burden, Citation, LimitOf, Presumption, Provision, Reaches
from legalasp.law.quantities import UNIT_NAMES
from legalasp.law.walk import atoms_of, substituted
from legalasp.law.resolve import Resolver, Scope, _nouns, blank, conjunction, day_of, disjunction
from legalasp.mistakes import Mistake


@dataclass
class Context:
    """What hangs on an item from above: notes, bars, the reading, what a lead has brought in."""

    supplied: bool = False
    notes: tuple[Text, ...] = ()
    bars: tuple[Bars, ...] | None = None
    reading: tuple[str, str] | None = None
    scope: Scope = field(default_factory=Scope)
    labels: dict[str, str] = field(default_factory=dict)
    variables: tuple[Variable, ...] = ()
    distinct: tuple[tuple[Variable, Variable], ...] = ()
    when: tuple[Condition, ...] = ()
    from_: datetime.date | None = None
    until: datetime.date | None = None
    """The days on which the version of the text begins, and is no longer in force."""
    consumed: bool = False
    """The item's children have been read with it."""

    def under(self, item: Item) -> "Context":
        return replace(
            self, supplied=self.supplied or item.supplied,
            notes=tuple(dict.fromkeys((*self.notes, *item.notes))),
            bars=item.bars or self.bars, consumed=False, scope=self.scope.child())


@dataclass
class ProvisionMaker:
    lexicon: Lexicon
    text: Text
    citation: Citation
    item: Item
    context: Context
    readings: dict[str, str]
    known: dict[tuple[str, ...], object]
    barred: list[tuple[object, bool]]
    resolver: Resolver = None  # type: ignore[assignment]
    cited: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.resolver = Resolver(self.lexicon, self.text, self.readings, self._list, self._cite)
        self.resolver.scope = self.context.scope.child()
        for variable in self.context.variables:
            self.resolver.count[variable.name.rstrip(" 0123456789")] = self.resolver.count.get(variable.name, 0) + 1
        for referent in self.resolver.scope.referents:
            base = referent.variable.name.rstrip(" 0123456789")
            self.resolver.count[base] = max(self.resolver.count.get(base, 0), 1)

    @property
    def mistakes(self) -> list[Mistake]:
        return self.resolver.mistakes

    # ------------------------------------------------------------ leads, lists, citations

    def lead(self, sentence: Sentence, labels: dict[str, str]) -> Context:
        """`Each further home that … must meet these requirements:` brings in the home for its list."""
        self.resolver.free = True
        assert sentence.subject is not None
        when = [self.resolver.clause(sentence.when)] if sentence.when else []
        noun = replace(sentence.subject, determiner="a") if sentence.subject.determiner in ("each", "bare", "every other") else sentence.subject
        self.resolver.noun(noun)
        return replace(
            self.context, scope=self.resolver.scope, labels=labels,
            variables=(*self.context.variables, *self.resolver.variables),
            distinct=(*self.context.distinct, *self.resolver.distinct),
            when=(*self.context.when, *when, *self.resolver.restrictions), consumed=False)

    def _list(self, resolver: Resolver, clause: ListClause) -> Condition:
        return self._items(resolver, clause, self.item)

    def _items(self, resolver: Resolver, clause: ListClause, item: Item) -> Condition:
        parts = []
        for child in item.children:
            if child.text.string or child.children:
                parts.append(self._list_item(resolver, child))
        if clause.mode == "all":
            return conjunction(parts)
        if clause.mode == "any":
            return disjunction(parts)
        return Not(disjunction(parts)) if clause.mode == "none" else C.AtLeast(clause.number, tuple(parts))

    def _list_item(self, resolver: Resolver, child: Item) -> Condition:
        """A list's item as a condition: a clause, or the lead of a list of its own."""
        body = re.sub(r"[;,]\s*(?:and|or)$|[;,.]$", "", child.text.string.rstrip()).rstrip()
        text = child.text.part(0, len(body))
        labels = {**self.context.labels, **{r.label.lower(): r.variable.kind for r in resolver.scope.referents if r.label}}
        sentence_text = Text("It is presumed that " + text.string, (text.origin[:1] * 20) + text.origin, text.file, text.lines)
        read = read_sentence(sentence_text, self.lexicon, labels, None, bool(child.children), child.tail)
        resolver.mistakes += read.mistakes
        saved = (resolver.text, resolver.seen, self.item)
        resolver.text, resolver.seen, self.item = text, {}, child
        resolved: list[Condition] = []
        failed: list[Mistake] = []
        for sentence in read.sentences:
            if sentence.form != "presumption" or sentence.clause is None:
                continue
            before = len(resolver.mistakes)
            built = resolver.condition(sentence.clause)
            if len(resolver.mistakes) > before:
                failed = failed or resolver.mistakes[before:]
                del resolver.mistakes[before:]
            elif built not in resolved:
                resolved.append(built)
        if not resolved:
            resolver.mistakes += failed or ([] if read.mistakes else [Mistake(
                "unknown-phrase", "no declared phrase fits this item of a list", (text.place(),), self._nearest(text))])
        if len(resolved) > 1:
            resolver.mistakes.append(Mistake("two-meanings", "this item can be read in two ways", (text.place(),),
                                             "write the parts as a list, or repeat the noun"))
        resolver.text, resolver.seen, self.item = saved
        return resolved[0] if resolved else TRUE

    def _nearest(self, text: Text) -> str:
        from legalasp.language.nearest import nearest
        from legalasp.language.phrases import PhraseReader
        from legalasp.language.tokens import tokenize

        tokens, _ = tokenize(text)
        return nearest(PhraseReader(self.lexicon, tokens), tuple(range(len(tokens))))

    def _cite(self, target: CitationList, noun: Noun | None, verb: str) -> str:
        """What a clause meets or conforms to, in canonical words: full citations from the top of the law."""
        if target.whole:
            return target.whole
        rows = []
        for written in target.cites:
            path = self._found(written)
            if path:
                rows.append(str(Citation(self.citation.law, path)))
        for first, last in target.spans:
            a, b = self._found(first), self._found(last)
            if a and b:
                rows.append(f"{Citation(self.citation.law, a)} to {Citation(self.citation.law, b)}")
        return ", ".join(rows)

    def _found(self, written: str) -> tuple[str, ...] | None:
        from legalasp.law.citations import path_segments

        segments = find(written, path_segments(self.citation.path), self.known)
        if segments is None:
            self.resolver.mistake("unknown-citation", f"there is no `{written}` in this law",
                                  "cite an item of this law, or declare it under Outside laws")
            return None
        return self.known[segments]  # type: ignore[return-value]

    def reaches(self, target: CitationList | None) -> tuple[str, ...]:
        """The raw citations that a list names, for linking later: `=path`, `>path|path`, `*law`."""
        if target is None:
            return ()
        out = [f"*{target.whole}"] if target.whole else []
        for written in target.cites:
            path = self._found(written)
            out += ["=" + "\x1f".join(path)] if path else []
        for first, last in target.spans:
            a, b = self._found(first), self._found(last)
            out += [">" + "\x1f".join(a) + "\x1e" + "\x1f".join(b)] if a and b else []
        for written in target.but:
            path = self._found(written)
            out += ["-" + "\x1f".join(path)] if path else []
        return tuple(out)

    # ------------------------------------------------------------ provisions

    def provisions(self, sentence: Sentence) -> tuple[Provision, ...]:
        resolver = self.resolver
        resolver.free = True
        whens: list[Condition] = list(self.context.when)
        if sentence.when is not None:
            whens.append(resolver.clause(sentence.when))
        base = Provision(
            "", self.citation, "note", despite=Reaches(named=self.reaches(sentence.despite)),
            subject_to=Reaches(named=() if sentence.subject_to and sentence.subject_to.whole else self.reaches(sentence.subject_to)),
            soft=bool(sentence.subject_to and sentence.subject_to.whole),
            reading=self._reading(sentence), notes=tuple(t.string for t in self.context.notes), supplied=self.context.supplied,
            from_=self.context.from_, until=self.context.until)
        made = self._by_form(sentence, base)
        return tuple(self._finished(p, sentence, whens) for p in made)

    def _reading(self, sentence: Sentence) -> tuple[str, str] | None:
        if sentence.readings:
            reading = sentence.readings[0]
            return (self.resolver.doubt(reading), reading)
        return self.context.reading

    def _finished(self, provision: Provision, sentence: Sentence, whens: list[Condition]) -> Provision:
        resolver = self.resolver
        if_ = provision.if_
        unless = provision.unless
        when = [*whens, *resolver.restrictions, *([provision.when] if provision.when != TRUE else [])]
        if provision.kind == "act under":
            return replace(provision, variables=tuple(resolver.variables))
        if sentence.until is not None:
            resolver.free, keep = False, resolver.free
            when.append(Not(resolver.condition(sentence.until)))
            resolver.free = keep
        return blanked(replace(
            provision, variables=(*self.context.variables, *resolver.variables),
            distinct=(*self.context.distinct, *resolver.distinct), when=conjunction(when), if_=if_, unless=unless,
            todo=frozenset(resolver.todo)), self.lexicon)

    def _conditions(self, sentence: Sentence, provision: Provision) -> Provision:
        """`if`, `provided that` and `unless` of a norm, read once its act is known."""
        resolver = self.resolver
        resolver.free = False
        parts = [] if provision.if_ == TRUE else [provision.if_]
        if sentence.if_ is not None:
            resolver.collecting_todo = provision.kind in ("permission", "only", "power", "definition")
            parts.append(resolver.condition(sentence.if_))
            resolver.collecting_todo = False
        if sentence.provided is not None:
            parts.append(self._provided(sentence.provided))
        unless = resolver.condition(sentence.unless) if sentence.unless is not None else None
        resolver.free = True
        asked = conjunction(parts) if parts else TRUE
        if provision.kind in ("permission", "only", "definition", "exclusion", "deeming", "power"):
            return replace(provision, if_=asked, unless=unless)
        when = conjunction([*( [provision.when] if provision.when != TRUE else []), *( [asked] if asked != TRUE else [])])
        return replace(provision, if_=TRUE, when=when, unless=unless)

    def _provided(self, clause: Clause) -> Condition:
        """`provided that X happens within n days after E`: met by X in time, and until the last day has passed
        without X; not by X too late."""
        if isinstance(clause, PhraseClause) and len(clause.times) == 1 and clause.times[0].relation == "within":
            time = clause.times[0]
            period = self.resolver.period(time.span)  # type: ignore[arg-type]
            atom, asked = self.resolver.atom(clause)
            too_late = self.resolver.dated(time.day, lambda d: C.Passed(period, d, C.Measure(day_of(atom))))
            late = self.resolver.dated(time.day, lambda d: C.Passed(period, d, C.Measure(ASKED)))
            return conjunction([*asked, disjunction([conjunction([Holds(atom), Not(too_late)]), conjunction([Not(Holds(atom)), Not(late)])])])
        return self.resolver.condition(clause)

    def _by_form(self, sentence: Sentence, base: Provision) -> list[Provision]:
        match sentence.form:
            case "permission" | "only" | "prohibition" | "need not" | "recommendation" | "only under":
                return self._norm(sentence, base)
            case "must":
                return self._must(sentence, base)
            case "share":
                return self._share(sentence, base)
            case "allowed" | "not allowed":
                return self._allowed(sentence, base)
            case "meaning":
                return self._meaning(sentence, base)
            case "statement" | "deeming":
                return self._definition(sentence, base)
            case "scope" | "applies" | "exemption":
                return self._strike(sentence, base)
            case "act under":
                narrow, wide = self._acts(sentence.clause)[0][0], self._acts(sentence.unless)[0][0]  # type: ignore[arg-type]
                self.resolver.restrictions.clear()
                return [replace(base, kind="act under", acts=(narrow, wide))]
            case "conflict rule":
                return self._conflict_rule(sentence, base)
            case "unchanged" | "declaration":
                return [replace(base, kind="declaration")]
            case "norms":
                timed = [bool(part.clause.times) for part in sentence.parts if isinstance(part.clause, PhraseClause)]
                if any(timed) and not all(timed):
                    self.resolver.mistake("time-of-one-norm", "does this time bind each norm of the sentence, or one of them?",
                                          "write the time behind each norm, or write a sentence for each")
                    return []
                return [p for part in sentence.parts for p in self._by_form(
                    replace(sentence, form=part.form, clause=part.clause, subject=part.subject, share=part.share, target=part.target), base)]
            case "power":
                return self._power(sentence, base)
            case "lead":
                return []
        self.resolver.mistake("no-norm", "this sentence says nothing that can be applied", "write may, must, is, or does not apply")
        return []

    # ------------------------------------------------------------ norms on acts

    def _acts(self, clause: Clause) -> list[tuple[Atom, list[Condition]]]:
        """The acts of a norm with what their times ask; a row of acts is several."""
        if isinstance(clause, Junction):
            return [row for part in clause.parts for row in self._acts(part)]
        if not isinstance(clause, PhraseClause):
            return []
        bare = replace(clause, times=())
        nouns = tuple(replace(n, determiner="a") if n is not None and n.determiner in ("each", "no", "bare") else n for n in bare.args)
        atom, asked = self.resolver.atom(replace(bare, args=nouns))
        self.resolver.act = atom
        tests = [self.resolver.time(t, atom, C.Measure(ASKED), True) for t in clause.times]
        return [(atom, [*asked, *tests])]

    def _is_act(self, clause: Clause | None) -> bool:
        if isinstance(clause, Junction):
            return all(self._is_act(p) for p in clause.parts)
        return isinstance(clause, PhraseClause) and clause.word in self.lexicon.phrases and self.lexicon.phrases[clause.word].sort == "act"

    def _norm(self, sentence: Sentence, base: Provision) -> list[Provision]:
        kind = {"only under": "closed list"}.get(sentence.form, sentence.form)
        if not self._is_act(sentence.clause):
            return self._state_norm(sentence, base, kind)
        negated = isinstance(sentence.clause, PhraseClause) and any(n is not None and n.determiner == "no" for n in sentence.clause.args)
        out = []
        for atom, tests in self._acts(sentence.clause):  # type: ignore[arg-type]
            provision = replace(base, kind=kind, acts=(atom,))
            if tests:
                provision = replace(provision, if_=conjunction(tests)) if kind in ("permission", "only") else replace(provision, when=conjunction(tests))
            if kind == "closed list":
                provision = replace(provision, lists=self.reaches(sentence.target))
            if kind == "permission" and negated:
                provision = replace(provision, kind="prohibition")
            self.resolver.act = atom
            out.append(self._conditions(sentence, provision))
        self._except_as(sentence, out)
        return self._with_exceptions(sentence, out)

    def _state_norm(self, sentence: Sentence, base: Provision, kind: str) -> list[Provision]:
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
        test = self._test(clause, positive=kind == "recommendation")
        if kind == "recommendation":
            return [self._conditions(sentence, replace(base, kind=kind, test=test))]
        if kind == "need not":
            return self._freed_of(sentence, clause, test, base)
        return self._standard(sentence, base, Not(test) if kind == "prohibition" else test, None)

    def _freed_of(self, sentence: Sentence, clause: Clause, test: Condition, base: Provision) -> list[Provision]:
        """`The new home need not comply with Section 306`: the new home is exempt from what asks this of it,
        from the provisions cited or from the standards that ask it in the same words."""
        if isinstance(clause, MeetsClause) and clause.noun is not None:
            term, _ = self.resolver.noun(_freed_noun(clause.noun))
            reach = Reaches(named=self.reaches(clause.target), about=term if isinstance(term, Variable) else None)
        elif isinstance(test, Holds):
            first = next((a for a in test.atom.args if isinstance(a, Variable)), None)
            reach = Reaches(named=("~" + "\x1f".join((test.atom.word, *(a.name for a in test.atom.args if isinstance(a, Thing)))),), about=first)
        else:
            self.resolver.mistake("no-act", "`need not` frees of one thing only", "write one sentence for each")
            return []
        return [self._conditions(sentence, replace(base, kind="exemption", reach=reach))]

    def _power(self, sentence: Sentence, base: Provision) -> list[Provision]:
        """A power over provisions; the case says that it was exercised, in the words that are declared here."""
        assert sentence.finder is not None and sentence.subject is not None and sentence.target is not None
        who, _ = self.resolver.noun(sentence.finder)
        about, _ = self.resolver.noun(_freed_noun(sentence.subject))
        target = self._cite(sentence.target, None, "").replace(f"{self.citation.law} ", "")
        word = self.lexicon.declare_power(sentence.verb, target, POWERS[sentence.verb], sentence.finder.kind, sentence.subject.kind)
        reach = Reaches(named=self.reaches(sentence.target), about=about if isinstance(about, Variable) else None)
        return [self._conditions(sentence, replace(base, kind="power", reach=reach, exercised=Holds(Atom(word, (who, about)))))]

    def _except_as(self, sentence: Sentence, provisions: list[Provision]) -> None:
        pass

    def _with_exceptions(self, sentence: Sentence, made: list[Provision]) -> list[Provision]:
        """`except as (2) allows`: the provision cited strikes this one; written at this end."""
        if not sentence.except_as:
            return made
        raw = tuple("=" + "\x1f".join(p) for p in (self._found(w) for w in sentence.except_as) if p)
        return [replace(p, subject_to=Reaches(named=(*p.subject_to.named, *raw))) for p in made]

    # ------------------------------------------------------------ must: duty or standard

    def _must(self, sentence: Sentence, base: Provision) -> list[Provision]:
        clause = sentence.clause
        assert clause is not None
        if self._is_act(clause) and not _perfect(clause):
            return self._with_exceptions(sentence, self._duty(sentence, base))
        rows = clause.parts if isinstance(clause, Junction) and clause.mode == "all" else (clause,)
        out: list[Provision] = []
        for row in rows:
            limit = self._limit(row)
            test = self._test(row)
            out += self._standard(sentence, base, test, limit)
        return self._with_exceptions(sentence, out)

    def _duty(self, sentence: Sentence, base: Provision) -> list[Provision]:
        out = []
        clause = sentence.clause
        if isinstance(clause, Junction) and clause.mode != "all" and len({getattr(p, "word", "") for p in clause.parts}) > 1:
            self.resolver.mistake("duty-of-one-of-two", "a duty to do one of two things is not one duty",
                                  "name the act that takes in both (`must decide on the plan`), or write two sentences")
            return []
        parts = clause.parts if isinstance(clause, Junction) else (clause,)
        for part in parts:
            assert isinstance(part, PhraseClause)
            before: list[Atom] = []
            deadline: tuple[C.Period, C.Expression] | None = None
            late: list[Condition] = []
            after: Atom | None = None
            rest: list[When] = []
            atom = self._acts(replace(part, times=()))[0][0]
            for time in part.times:
                event = self._event_atoms(time)
                if time.relation in ("before", "early") and event:
                    before += event
                    if time.relation == "early":
                        late.append(Not(self.resolver.time(time, atom, C.Measure(day_of(atom)), True)))
                elif time.relation == "within" and time.day is not None:
                    deadline = (self.resolver.period(time.span), self._deadline_event(time))  # type: ignore[arg-type]
                    after = event[0] if event else None
                elif time.relation == "after" and event:
                    after = event[0]
                else:
                    rest.append(time)
            provision = replace(base, kind="duty", acts=(atom,), before=tuple(before), by=deadline, after=after)
            self.resolver.act = atom
            tests = [self.resolver.time(t, atom, C.Measure(ASKED), True) for t in rest]
            if tests:
                provision = replace(provision, when=conjunction(tests))
            out.append(self._conditions(sentence, provision))
        return out

    def _event_atoms(self, time: When) -> list[Atom]:
        from legalasp.language.syntax import EventDay

        day = time.day
        if isinstance(day, EventDay):
            rows = day.clause.parts if isinstance(day.clause, Junction) else (day.clause,)
            return [self.resolver.atom(r)[0] for r in rows if isinstance(r, PhraseClause) and self._is_act(r)]
        return []

    def _deadline_event(self, time: When) -> C.Expression:
        found: list[C.Expression] = []
        self.resolver.dated(time.day, lambda d: (found.append(d), TRUE)[1])
        return found[0] if len(found) == 1 else C.Least(tuple(found)) if found else C.Number(Fraction(0))

    # ------------------------------------------------------------ standards

    def _test(self, clause: Clause, positive: bool = True) -> Condition:
        """What a standard asks of each thing that is its subject. `must be on a lot`: on some lot;
        `must not be on a lot`, `at most one home may be on a lot`: a standard about each lot."""
        freed = _freed(clause)
        if isinstance(freed, MeasureClause) and isinstance(freed.left, (CountOfNoun, TotalOfNoun)):
            return self.resolver.clause(freed)  # `the total area of the lots that a home is on`: of each home
        if not positive:
            self.resolver.free_nouns(freed)
            return self.resolver.clause(freed)
        for row in freed.parts if isinstance(freed, Junction) else (freed,):
            subject = min(_nouns(row), key=lambda n: n.at, default=None)
            if subject is not None:
                self.resolver.free_nouns(row, subject.at + 1)
        keep, self.resolver.free = self.resolver.free, False
        test = self.resolver.condition(freed)
        self.resolver.free = keep
        return test

    def _limit(self, clause: Clause) -> LimitOf | None:
        match clause:
            case MeasureClause(MeasureOf(name, noun, other), op, Amount(value, unit)) if op in (">=", "<=") and other is None:
                term, _ = self.resolver.noun(_freed_noun(noun))
                word = self.resolver.measure_word(name, noun.kind or getattr(term, "kind", ""))
                factor = UNIT_NAMES[unit].factor if unit in UNIT_NAMES else Fraction(1)
                return LimitOf(Atom(word.word, (term,)), "at least" if op == ">=" else "at most", C.Number(value * factor), unit=unit)
            case ValueClause(word, noun, values, False):
                term, _ = self.resolver.noun(_freed_noun(noun))
                return LimitOf(Atom(word, (term,)), "one of", None, frozenset(values))
        return None

    def _standard(self, sentence: Sentence, base: Provision, test: Condition, limit: LimitOf | None) -> list[Provision]:
        bars, supplied = self._barred_acts()
        provision = replace(base, kind="standard", test=test, limit=limit, bars=tuple(bars), bars_supplied=supplied)
        if not bars and self.context.bars is None:
            self.resolver.mistakes.append(Mistake(
                "standard-bars-nothing", "this standard does not say what its breach bars", (self.text.place(),),
                "add `A breach bars: placing a home on a lot [supplied]` under the item or its section"))
        return [self._conditions(sentence, provision)]

    def _barred_acts(self, subject: C.Term | None = None) -> tuple[list[Atom], bool]:
        """The acts under `A breach bars:`, their nouns tied to those of the sentence where they fit, to its
        subject first. `the home` has to be tied; `a home` that fits nothing is any home."""
        out: list[Atom] = []
        supplied = False
        for clause, mark in self.barred:
            assert isinstance(clause, PhraseClause)
            supplied = supplied or mark
            args: list[C.Term] = []
            for noun, kind in zip(clause.args, self.lexicon.phrases[clause.word].slots):
                if noun is None:
                    args.append(blank(kind))
                    continue
                found = subject if isinstance(subject, Variable) and self.lexicon.compatible(subject.kind, noun.kind) and not noun.label and not any(
                    a == subject for a in args) else self.resolver.look_up(replace(noun, determiner="the"))
                if found is None and noun.determiner == "the":
                    self.resolver.mistake("bars-untied", f"`the {noun.label or noun.kind}` under `A breach bars:` is not one noun of this sentence",
                                          "name it in the sentence by a noun that stands there once, or write `a`")
                args.append(found if found is not None else Variable(f"any {noun.kind}", noun.kind))
            out.append(Atom(clause.word, tuple(args)))
        return out, supplied

    def _share(self, sentence: Sentence, base: Provision) -> list[Provision]:
        """`At least 75 percent of the lots of a park must have …`"""
        op, share = sentence.share  # type: ignore[misc]
        noun = sentence.subject or _many_noun(sentence.clause)
        if noun is None:
            self.resolver.mistake("no-share", "the share is of nothing", "write `at least 75 percent of the lots of a park must …`")
            return []
        variable = self.resolver.new_variable(noun.kind)
        where = conjunction(self.resolver.restrictors(noun, variable))
        self.resolver.seen[noun.at] = variable
        from legalasp.law.resolve import Referent

        self.resolver.scope.referents.append(Referent(variable))
        part = self.resolver.closed(lambda: self.resolver.clause(sentence.clause))  # type: ignore[arg-type]
        self.resolver.scope.referents.pop()
        return self._standard(sentence, base, C.Share(variable, where, part, op, share), None)

    # ------------------------------------------------------------ allowed, defined, exempt

    def _allowed(self, sentence: Sentence, base: Provision) -> list[Provision]:
        subjects = [sentence.subject] if sentence.subject else [p.args[0] for p in sentence.clause.parts]  # type: ignore[union-attr]
        if not self.barred:
            self.resolver.mistakes.append(Mistake("standard-bars-nothing", "no act is named that this allows or bars", (self.text.place(),),
                                                  "add `A breach bars: placing a home on a lot [supplied]` under the item or its section"))
            return []
        out: list[Provision] = []
        kind = "permission" if sentence.form == "allowed" else "prohibition"
        for subject in subjects:
            assert subject is not None
            term, _ = self.resolver.noun(_freed_noun(subject))
            acts, supplied = self._barred_acts(term)
            for act in acts:
                if term in act.args:  # what is said of a home in a park allows no act on the park
                    self.resolver.act = act
                    made = replace(base, kind=kind, acts=(act,), bars_supplied=supplied)
                    out.append(self._conditions(sentence, made))
        return self._with_exceptions(sentence, out)

    def _meaning(self, sentence: Sentence, base: Provision) -> list[Provision]:
        """`In this law a park is a parcel that …`: the subject is what is defined."""
        clause = sentence.clause
        assert isinstance(clause, KindClause)
        variable, _ = self.resolver.noun(_freed_noun(clause.kind))
        parts = self.resolver.restrictors(replace(clause.noun, kind=""), variable)
        made = replace(base, kind="definition", term=Atom(clause.noun.kind, (variable,)), if_=conjunction(parts) if parts else TRUE)
        return [self._conditions(sentence, made)]

    def _definition(self, sentence: Sentence, base: Provision) -> list[Provision]:
        clause = sentence.clause
        kind = "deeming" if sentence.form == "deeming" else "definition"
        out = []
        rows = clause.parts if isinstance(clause, Junction) and clause.mode == "all" else (clause,)
        for row in rows:
            match row:
                case KindClause(noun, kind_noun, negated, _):
                    subject, asked = self.resolver.noun(_freed_noun(noun))
                    self.resolver.restrictions += asked
                    term = Atom(kind_noun.kind, (subject,))
                    parts = self.resolver.restrictors(replace(kind_noun, kind=""), subject)
                    made = replace(base, kind="exclusion" if negated else kind, term=term, if_=conjunction(parts) if parts else TRUE)
                case PhraseClause(word, args, negated, _, times):
                    if self.lexicon.phrases[word].sort == "act" and times:
                        self.resolver.mistake("past-conclusion", "a conclusion does not lie in the past", "define a state: `A park is nonconforming if …`")
                        return []
                    if sentence.form == "statement" and sentence.if_ is None and sentence.when is None and not times and not any(a is not None and a.clauses for a in args):
                        self.resolver.mistake("no-condition", "this says without any condition what always is so", "add `if …`, or write `must`")
                        return []
                    freed = replace(row, args=tuple(_freed_noun(a) if a else None for a in args), times=())
                    term, asked = self.resolver.atom(freed)
                    self.resolver.restrictions += asked
                    tests = [self.resolver.time(t, term, C.Measure(ASKED), True) for t in times]  # `is valid within 60 days after …`
                    made = replace(base, kind="exclusion" if negated else kind, term=term, if_=conjunction(tests) if tests else TRUE)
                case _:
                    self.resolver.mistake("no-definition", "this defines no declared word", "write `A park is nonconforming if …`")
                    return []
            out.append(self._conditions(sentence, made))
        return out

    def _strike(self, sentence: Sentence, base: Provision) -> list[Provision]:
        about: Variable | None = None
        acts: tuple[Atom, ...] = ()
        if sentence.subject is not None:
            term, asked = self.resolver.noun(_freed_noun(sentence.subject))
            self.resolver.restrictions += asked
            about = term if isinstance(term, Variable) else None
        elif sentence.clause is not None:
            acts = tuple(a for a, _ in self._acts(replace(sentence.clause, tense="bare")))  # type: ignore[type-var]
        if sentence.form == "applies" and sentence.subject is None and sentence.clause is None and sentence.if_ is None and sentence.when is None:
            self.resolver.mistake("no-condition", "this says only that a provision applies, as it does anyway",
                                  "write `§ 4 applies to …`, `§ 4 applies if …`, or in a reading `§ 4 applies unchanged.`")
            return []
        raw = self.reaches(sentence.target)
        kind = {"scope": "scope", "exemption": "exemption", "applies": "applies"}[sentence.form]
        reach = Reaches(named=raw, including_itself=bool(sentence.target and sentence.target.including_itself),
                        about=about, with_everything_in=sentence.with_everything_in,
                        whole=bool(sentence.target and sentence.target.whole == "this law"))
        return self._with_exceptions(sentence, [self._conditions(sentence, replace(base, kind=kind, reach=reach, acts=acts))])

    def _conflict_rule(self, sentence: Sentence, base: Provision) -> list[Provision]:
        words = " ".join(sentence.texts)
        if "most restrictive" in words:
            return [self._conditions(sentence, replace(base, kind="most restrictive"))]
        return [replace(base, kind="declaration")]

    # ------------------------------------------------------------ presumptions

    def presumption(self, sentence: Sentence, supplied: bool) -> Presumption | Burden | None:
        self.resolver.free = True
        condition = self.resolver.clause(_freed(sentence.clause))  # type: ignore[arg-type]
        value = True
        if isinstance(condition, Not):
            condition, value = condition.part, False
        if isinstance(condition, C.Some):  # `no waiver is given`
            self.resolver.variables.append(condition.variable)
            inner = condition.part.parts if isinstance(condition.part, All) else (condition.part,)
            condition = inner[-1]
        if not isinstance(condition, Holds):
            self.resolver.mistake("compound-presumption", "a presumption is of one fact", "write one sentence for each fact")
            return None
        if sentence.form == "burden":
            return Burden(sentence.subject.name or sentence.subject.kind if sentence.subject else "", condition.atom, self.text.string)
        unless = self.resolver.condition(sentence.unless) if sentence.unless else None
        return Presumption(condition.atom, value, tuple(self.resolver.variables), TRUE, unless, self.text.string, supplied)


def blanked(provision: Provision, lexicon: Lexicon) -> Provision:
    """Takes out the nouns that no rule needs: one that only fills a place of events and is never taken up
    (`after a home was removed from the lot`) stands for whichever thing the record names; one that only
    another member of a row is about (`neither a home nor a park`) falls away."""
    for variable in provision.variables:
        kind = Holds(Atom(variable.kind, (variable,)))
        elsewhere = atoms_of((provision.acts, provision.bars, provision.before, provision.after, provision.term, provision.by,
                              provision.test, provision.limit))
        if any(variable in a.args for a in elsewhere) or variable == provision.reach.about or any(variable in d for d in provision.distinct):
            continue
        conjuncts = [c for part in (provision.when, provision.if_, provision.unless) if part is not None
                     for c in (part.parts if isinstance(part, All) else (part,))]
        using = [c for c in conjuncts if c != kind and any(variable in a.args for a in atoms_of(c))]
        words = {a.word.removeprefix("the day on which ") for c in using for a in atoms_of(c) if variable in a.args}
        events = all(w in lexicon.phrases and lexicon.phrases[w].sort == "act" for w in words)
        if len(using) > 1 and len(words) > 1 or not events:
            continue
        provision = replace(provision, variables=tuple(v for v in provision.variables if v != variable), **{
            n: substituted(_without(getattr(provision, n), kind), {variable: blank(variable.kind)}) for n in ("when", "if_", "unless")})
    return provision


def _without(condition: Condition | None, part: Condition) -> Condition | None:
    """The conjunction without one of its parts."""
    if condition is None or condition == part:
        return TRUE if condition == part else None
    return conjunction([p for p in condition.parts if p != part]) if isinstance(condition, All) else condition


def _perfect(clause: Clause) -> bool:
    """`must have been built …` asks for a state of things, not for an act."""
    rows = clause.parts if isinstance(clause, Junction) else (clause,)
    return any(isinstance(r, PhraseClause) and r.tense == "bare perfect" for r in rows)


def _freed_noun(noun: Noun) -> Noun:
    """`each home` as the subject of a norm is a free noun: the norm is about each home."""
    return replace(noun, determiner="a") if noun.determiner in ("each", "bare", "some") else noun


def _freed(clause: Clause) -> Clause:
    """The subject of a standard is free; what else it speaks of keeps its quantifier."""
    match clause:
        case PhraseClause(word, args, negated, tense, times):
            first = min((i for i, a in enumerate(args) if a is not None), key=lambda i: args[i].at, default=None)  # type: ignore[union-attr]
            return replace(clause, args=tuple(_freed_noun(a) if i == first and a is not None else a for i, a in enumerate(args)))
        case MeasureClause(MeasureOf(name, noun, other), op, right):
            return replace(clause, left=MeasureOf(name, _freed_noun(noun), other))
        case ValueClause() | KindClause():
            return replace(clause, noun=_freed_noun(clause.noun))
        case Junction(mode, parts, number):
            return replace(clause, parts=tuple(_freed(p) for p in parts))
    return clause


def _many_noun(clause: Clause | None) -> Noun | None:
    """The plural that a share is taken of: the first one of the clause."""
    from legalasp.law.resolve import _nouns

    return next((n for n in _nouns(clause) if n.many), None)
