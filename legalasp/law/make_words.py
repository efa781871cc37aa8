"""What is allowed, what words mean, what is exempt, which law prevails.

Takes:   sentences without `may` and `must`
Gives:   `Words`: definitions, bans, exemptions, scope sections, conflict rules
Differs: from norms in that the sentence says how something is
"""

from __future__ import annotations

import re
from dataclasses import replace

from legalasp.language.syntax import (
    Junction,
    KindClause,
    PhraseClause,
    Sentence,
)
from legalasp.law import conditions as C
from legalasp.law.conditions import TRUE, Atom, Variable
from legalasp.law.making import Making, freed_noun
from legalasp.law.model import ASKED, Provision, Reaches
from legalasp.law.resolve import conjunction
from legalasp.mistakes import Mistake


class Words(Making):
    """Makes definitions, bans, exemptions and rules of conflict."""

    # ------------------------------------------------------------ allowed, defined, exempt

    def allowed(self, sentence: Sentence, base: Provision) -> list[Provision]:
        subjects = [sentence.subject] if sentence.subject else [p.args[0] for p in sentence.clause.parts]  # type: ignore[union-attr]
        if not self.barred:
            self.resolver.mistakes.append(Mistake("standard-bars-nothing", "no act is named that this allows or bars", (self.text.place(),),
                                                  "add `A breach bars: placing a home on a lot [supplied]` under the item or its section"))
            return []
        out: list[Provision] = []
        kind = "permission" if sentence.form == "allowed" else "prohibition"
        for subject in subjects:
            assert subject is not None
            term, _ = self.resolver.noun(freed_noun(subject))
            acts, supplied = self.barred_acts(term)
            for act in acts:
                if term in act.args:  # what is said of a home in a park allows no act on the park
                    self.resolver.act = act
                    made = replace(base, kind=kind, acts=(act,), bars_supplied=supplied)
                    out.append(self.conditions(sentence, made))
        return self.with_exceptions(sentence, out)

    def meaning(self, sentence: Sentence, base: Provision) -> list[Provision]:
        """`In this law a park is a parcel that …`: the subject is what is defined."""
        clause = sentence.clause
        assert isinstance(clause, KindClause)
        variable, _ = self.resolver.noun(freed_noun(clause.kind))
        parts = self.resolver.restrictors(replace(clause.noun, kind=""), variable)
        made = replace(base, kind="definition", term=Atom(clause.noun.kind, (variable,)), if_=conjunction(parts) if parts else TRUE)
        return [self.conditions(sentence, made)]

    def definition(self, sentence: Sentence, base: Provision) -> list[Provision]:
        clause = sentence.clause
        kind = "deeming" if sentence.form == "deeming" else "definition"
        out = []
        rows = clause.parts if isinstance(clause, Junction) and clause.mode == "all" else (clause,)
        for row in rows:
            match row:
                case KindClause(noun, kind_noun, negated, _):
                    subject, asked = self.resolver.noun(freed_noun(noun))
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
                    freed = replace(row, args=tuple(freed_noun(a) if a else None for a in args), times=())
                    term, asked = self.resolver.atom(freed)
                    self.resolver.restrictions += asked
                    tests = [self.resolver.time(t, term, C.Measure(ASKED), True) for t in times]  # `is valid within 60 days after …`
                    made = replace(base, kind="exclusion" if negated else kind, term=term, if_=conjunction(tests) if tests else TRUE)
                case _:
                    self.resolver.mistake("no-definition", "this defines no declared word", "write `A park is nonconforming if …`")
                    return []
            out.append(self.conditions(sentence, made))
        return out

    def strike(self, sentence: Sentence, base: Provision) -> list[Provision]:
        about: Variable | None = None
        acts: tuple[Atom, ...] = ()
        if sentence.subject is not None:
            term, asked = self.resolver.noun(freed_noun(sentence.subject))
            self.resolver.restrictions += asked
            about = term if isinstance(term, Variable) else None
        elif sentence.clause is not None:
            acts = tuple(a for a, _ in self.acts_of(replace(sentence.clause, tense="bare")))  # type: ignore[type-var]
        if sentence.form == "applies" and sentence.subject is None and sentence.clause is None and sentence.if_ is None and sentence.when is None:
            self.resolver.mistake("no-condition", "this says only that a provision applies, as it does anyway",
                                  "write `§ 4 applies to …`, `§ 4 applies if …`, or in a reading `§ 4 applies unchanged.`")
            return []
        raw = self.reaches(sentence.target)
        kind = {"scope": "scope", "exemption": "exemption", "applies": "applies"}[sentence.form]
        reach = Reaches(named=raw, including_itself=bool(sentence.target and sentence.target.including_itself),
                        about=about, with_everything_in=sentence.with_everything_in,
                        whole=bool(sentence.target and sentence.target.whole == "this law"))
        return self.with_exceptions(sentence, [self.conditions(sentence, replace(base, kind=kind, reach=reach, acts=acts))])

    def conflict_rule(self, sentence: Sentence, base: Provision) -> list[Provision]:
        words = " ".join(sentence.texts).rstrip(". ")
        if "most restrictive" in words:
            other = re.match(r"when a provision of this law and a provision of (.+?) conflict", words, re.IGNORECASE)
            between = "any two" if other is None else "two laws" if other[1].lower() == "another law" else other[1]
            return [self.conditions(sentence, replace(base, kind="most restrictive", between=between))]
        for kind, start in (("supersedes", "this law supersedes "), ("prevails", "this law prevails over ")):
            if words.lower().startswith(start):
                return [self.conditions(sentence, replace(base, kind=kind, over=words[len(start):]))]
        return [replace(base, kind="declaration")]
