"""One sentence to its provisions.

Takes:   a `Sentence`, the item and the context that it stands in
Gives:   `Provision`s: what is granted, barred, asked, defined, exempted, under which conditions
Differs: from the sentence in that its effect is said outright. A `may … only if` is one provision of kind
         `only`; a standard on a row of subjects is one for each; `until` is a negated `when`
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from legalasp.language.lexicon import Lexicon
from legalasp.language.sentences import read_sentence
from legalasp.language.syntax import (
    Clause,
    ListClause,
    PhraseClause,
    Sentence,
)
from legalasp.language.tree import Item, Text
from legalasp.law import conditions as C
from legalasp.law.conditions import TRUE, All, Atom, Condition, Holds, Not
from legalasp.law.make_norms import Norms
from legalasp.law.make_standards import Standards
from legalasp.law.make_words import Words
from legalasp.law.making import Context, freed_clause, without
from legalasp.law.model import ASKED, BEFORE, Burden, Presumption, Provision, Reaches
from legalasp.law.resolve import Resolver, blank, conjunction, day_of, disjunction
from legalasp.law.walk import atoms_of, rebuilt, substituted
from legalasp.mistakes import Mistake

__all__ = ["Context", "ProvisionMaker", "blanked"]


@dataclass
class ProvisionMaker(Norms, Standards, Words):
    """Makes the provisions of one sentence."""

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

    def list_(self, resolver: Resolver, clause: ListClause) -> Condition:
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
                "unknown-phrase", "no declared phrase fits this item of a list", (text.place(),), self.nearest_to(text))])
        if len(resolved) > 1:
            resolver.mistakes.append(Mistake("two-meanings", "this item can be read in two ways", (text.place(),),
                                             "write the parts as a list, or repeat the noun"))
        resolver.text, resolver.seen, self.item = saved
        return resolved[0] if resolved else TRUE

    def nearest_to(self, text: Text) -> str:
        from legalasp.language.nearest import nearest
        from legalasp.language.phrases import PhraseReader
        from legalasp.language.tokens import tokenize

        tokens, _ = tokenize(text)
        return nearest(PhraseReader(self.lexicon, tokens), tuple(range(len(tokens))))


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
            when.append(Not(rebuilt(resolver.condition(sentence.until), self._once_begun)))
            resolver.free = keep
        return blanked(replace(
            provision, variables=(*self.context.variables, *resolver.variables),
            distinct=(*self.context.distinct, *resolver.distinct), when=conjunction(when), if_=if_, unless=unless,
            todo=frozenset(resolver.todo)), self.lexicon)

    def _once_begun(self, node: object) -> object:
        """An event ends only what had begun: a home replaced before the law took effect ended no exemption of it."""
        if isinstance(node, Holds) and node.atom.word in self.lexicon.phrases and self.lexicon.phrases[node.atom.word].sort == "act":
            return conjunction([node, Not(Holds(Atom(node.atom.word + BEFORE, node.atom.args)))])
        return node

    def conditions(self, sentence: Sentence, provision: Provision) -> Provision:
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
                return self.norm(sentence, base)
            case "must":
                return self.must(sentence, base)
            case "share":
                return self.share(sentence, base)
            case "allowed" | "not allowed":
                return self.allowed(sentence, base)
            case "meaning":
                return self.meaning(sentence, base)
            case "statement" | "deeming":
                return self.definition(sentence, base)
            case "scope" | "applies" | "exemption":
                return self.strike(sentence, base)
            case "act under":
                narrow, wide = self.acts_of(sentence.clause)[0][0], self.acts_of(sentence.unless)[0][0]  # type: ignore[arg-type]
                self.resolver.restrictions.clear()
                return [replace(base, kind="act under", acts=(narrow, wide))]
            case "conflict rule":
                return self.conflict_rule(sentence, base)
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
                return self.power(sentence, base)
            case "lead":
                return []
        self.resolver.mistake("no-norm", "this sentence says nothing that can be applied", "write may, must, is, or does not apply")
        return []

    # ------------------------------------------------------------ presumptions

    def presumption(self, sentence: Sentence, supplied: bool) -> Presumption | Burden | None:
        self.resolver.free = True
        condition = self.resolver.clause(freed_clause(sentence.clause))  # type: ignore[arg-type]
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
            n: substituted(without(getattr(provision, n), kind), {variable: blank(variable.kind)}) for n in ("when", "if_", "unless")})
    return provision
