"""A question that leaves out where, or with what, the act is to be done.

Takes:   a question on an act with a place left open, and its answer as it stands
Gives:   the answer for the thing that the case names for that place; one for each, where it names several
Differs: from the answer as it stands in that it speaks of the things of the case; it says openly which it took

`What is the last day on which the old home may be replaced?` is asked of a lot; where the case speaks of one lot
only, that lot is meant. Asked as it stands, a bar on any lot would count. An answer that is the same for each is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from legalasp.explanation.answers import FIRM, Answer
from legalasp.explanation.findings import Finding
from legalasp.explanation.gathered import Gathered
from legalasp.explanation.wording import DAY_OF, cites, row, sentence
from legalasp.law.conditions import Atom, Thing
from legalasp.law.model import Case, CaseQuestion, Law
from legalasp.law.resolve import BLANK
from legalasp.law.walk import atoms_of
from legalasp.mistakes import Mistaken
from legalasp.reasoning import answer as R

MOST_NAMED = 6
"""Things that are tried one by one; of more the question has to name one."""
FORMS = ("may", "must", "last day")

Ask = Callable[[Law, Case, CaseQuestion], Answer]


def for_what_is_named(ask: Ask, law: Law, case: Case, question: CaseQuestion, found: Answer) -> Answer:
    """`found`, or the answers for the things that the question may mean."""
    if question.form not in FORMS or question.act is None or found.outcome.contradictions:
        return found
    for place, candidates in _open_places(law, case, question):
        kind = law.lexicon.phrases[question.act.word].slots[place]
        answers = []
        for thing in candidates:
            args = tuple(thing if n == place else a for n, a in enumerate(question.act.args))
            try:
                answers.append((thing, ask(law, case, replace(question, act=replace(question.act, args=args)))))
            except Mistaken:
                return found
        if _firm(question, found) and all(a.said(a.conclusion) == found.said(found.conclusion) for _, a in answers):
            return found
        if len(answers) == 1:
            thing, one = answers[0]
            said = f"the question names no {kind}; the answer is for {thing.name}, the only one that the case names for it"
            one.extra = (Finding("note", sentence(said)), *one.extra)
            return one
        if any(_firm(question, a) or a.outcome.answer != found.outcome.answer for _, a in answers):
            quiet = replace(found.outcome, missing=(), sure=(), readings=(), favoured=None, by=(), conflicts=(), incoherent=(), failed=())
            return ForEach(law, case, question, found.grounded, found.inquiry, quiet, kind=kind, answers=tuple(answers))
    return found


def _firm(question: CaseQuestion, found: Answer) -> bool:
    """A last day is firm if it is a day; any other answer if it hangs on nothing that is open."""
    return found.outcome.value is not None or (question.form != "last day" and found.outcome.answer in FIRM)


def _open_places(law: Law, case: Case, question: CaseQuestion) -> Iterator[tuple[int, list[Thing]]]:
    """The places of the act that are left out, with the things of the case that can stand there: those that the
    case states to stand in such a place with what the act is about (the lot that the home was moved from)."""
    act = question.act
    assert act is not None
    phrases = law.lexicon.phrases
    named = {a.name for a in act.args if a.name != BLANK}
    stated = [atom for s in (*case.statements, *question.suppose) for atom in atoms_of((s.atom, s.value))]
    for place, (arg, kind) in enumerate(zip(act.args, phrases[act.word].slots, strict=True)):
        if arg.name != BLANK or place not in phrases[act.word].optional:
            continue
        fitting = [Thing(n, k) for n, k in case.things.items() if law.lexicon.is_a(k, kind) and n not in named]
        near = {a.name for atom in stated if named & {x.name for x in atom.args}
                for a, slot in zip(atom.args, _slots(law, atom), strict=False) if slot == kind}
        wholes = {p.slots[1] for p in phrases.values() if p.sort == "part" and law.lexicon.is_a(p.slots[0], kind)}
        # a park, whose spaces are what a home is placed on, is not taken for one of them
        alone = fitting if len(fitting) == 1 and fitting[0].kind not in wholes else []
        fitting = [t for t in fitting if t.name in near] or alone
        if 0 < len(fitting) <= MOST_NAMED:
            yield place, fitting


def _slots(law: Law, atom: Atom) -> tuple[str, ...]:
    phrase = law.lexicon.phrases.get(atom.word.removeprefix(DAY_OF))
    return phrase.slots if phrase is not None else ()


@dataclass
class ForEach(Gathered):
    """One answer for each thing that the question may mean."""

    kind: str = ""
    answers: tuple[tuple[Thing, Answer], ...] = ()

    @property
    def _alike(self) -> bool:
        return len({a.said(a.conclusion) for _, a in self.answers}) == 1

    @property
    def conclusion(self) -> R.Conclusion:
        return self.answers[0][1].conclusion if self._alike else R.UNDETERMINED

    @property
    def value(self):  # type: ignore[no-untyped-def]
        return self.answers[0][1].value if self._alike else None

    @property
    def answer(self) -> str:
        return self.answers[0][1].answer if self._alike else R.UNDETERMINED

    @cached_property
    def by(self) -> tuple[str, ...]:
        return tuple(c for c in self.answers[0][1].by if all(c in a.by for _, a in self.answers)) if self._alike else ()

    @property
    def maybe(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c for _, a in self.answers for c in (*a.by, *a.also, *a.maybe)))

    @cached_property
    def looked_at(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def missing(self) -> list[dict[str, object]]:
        if self._alike:
            return []
        return [{"fact": f"which {self.kind} is meant: {row((t.name for t, _ in self.answers), 'or')}", "why": "fact",
                 "decides": {t.name: a.said(a.conclusion) for t, a in self.answers}}]

    def _findings(self) -> Iterator[Finding]:
        yield Finding("note", sentence(f"the question names no {self.kind}; it is answered for each that the case names for it"))
        for thing, a in self.answers:
            by = f", by {cites(a.by)}" if a.by else ""
            yield Finding("ground", sentence(f"{thing.name}: {a.said(a.conclusion)}{by}"), a.by)
        if not self._alike:
            yield Finding("missing", sentence(f"ask again with the {self.kind} named, to see the grounds and what is not known"))
