"""Reads the questions of a case.

Takes:   a question of the frame, and the reader of its case
Gives:   a `CaseQuestion`, or mistakes
Differs: from a fact in that its words ask: the verb stands first, or a word such as `which` does

`FORMS` is the list of all forms; `legalasp words` shows an example of each.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from legalasp.language.nearest import nearest
from legalasp.language.phrases import BARE, FINITE, PhraseReader, Stretch
from legalasp.language.refused import refused
from legalasp.language.syntax import Amount, Clause, CountOfNoun, DayValue, MeasureOf, Noun, PhraseClause, Quantity
from legalasp.language.tokens import tokenize
from legalasp.language.tree import AskedQuestion, Fact, Text
from legalasp.law import conditions as C
from legalasp.law.citations import find, path_segments
from legalasp.law.conditions import All, Atom, Condition, Thing
from legalasp.law.model import CaseQuestion, Expected, Statement
from legalasp.law.resolve import nouns_in
from legalasp.law.walk import substituted
from legalasp.mistakes import Mistake

if TYPE_CHECKING:
    from legalasp.law.cases import CaseReader

FORMS = ("May …?", "Must …?", "By when must …?", "Is/Does/Has …?", "Does § 4 apply to …?", "Is … exempt from § 4?",
         "Which provisions apply to …?", "What must the width of … be at least?", "What is the width of …?", "How many … are …?",
         "What is the last day on which … may …?", "each with `… if …`")
BEGINNINGS = ("may", "must", "by", "is", "are", "was", "were", "has", "have", "does", "do", "did", "which", "what", "how")
SILENT = ("note", "declaration", "not rendered")
"""Provisions that decide nothing."""


@dataclass
class QuestionReader:
    case: CaseReader

    def read(self, asked: AskedQuestion) -> CaseQuestion | None:
        text = asked.text
        tokens, mistakes = tokenize(text)
        mistakes += refused(text, tokens, frozenset(w for n in self.case.names for w in n.split()))
        if mistakes:
            self.case.mistakes += mistakes
            return None
        if tokens and tokens[-1].low == "?":
            tokens = tokens[:-1]
        expected = tuple(Expected(e.key, e.text.string, e.readings) for e in asked.expected)
        low = tuple(t.low for t in tokens)
        suppose: list[Statement] = []
        closed = set(self.case.closed)
        end = len(tokens)
        if "if" in low[1:]:
            at = low.index("if", 1)
            end = at - 1 if low[at - 1] == "," else at
            before = len(self.case.statements)
            part = text.part(tokens[at].end, tokens[-1].end)
            self.case.state(replace(part, string=part.string.rstrip("?") + "."), Fact(part), True)
            suppose = self.case.statements[before:]
            del self.case.statements[before:]
        closing, self.case.closed = frozenset(self.case.closed - closed), closed
        reader = PhraseReader(self.case.law.lexicon, tokens, {}, self.case.names)
        before = len(self.case.mistakes)
        found = list(dict.fromkeys(self._forms(reader, tuple(range(end)), text)))
        if not found and len(self.case.mistakes) > before:  # it has a form, and something else is wrong with it
            self.case.mistakes[before:] = [replace(m, places=m.places or (text.place(),)) for m in dict.fromkeys(self.case.mistakes[before:])]
            return None
        if not found:
            hint = ""
            if low and low[0] in BEGINNINGS:
                unnamed = (self.case.unnamed(tokens[k:end]) for k in range(1, end) if tokens[k].low == "the" or tokens[k].string[:1].isupper())
                hint = (next(filter(None, unnamed), "") or nearest(reader, tuple(range(1, end)))) + "; "
            self.case.mistakes.append(Mistake("unknown-question", "no form of question fits these words", (text.place(),),
                                              f"{hint}the forms are: {' '.join(FORMS)}"))
            return None
        if len(found) > 1:
            self.case.mistakes.append(Mistake("two-meanings", "this question can be read in two ways", (text.place(),), "ask it in fewer words"))
        return replace(found[0], text=text.string, expected=expected, suppose=tuple(suppose), closed=closing, place=text.place())

    def _forms(self, reader: PhraseReader, t: Stretch, text: Text) -> Iterator[CaseQuestion]:
        first = reader.low[t[0]]
        if first in ("may", "must"):
            for atom, day, _ in self._asked_act(reader, t[1:], text):
                yield CaseQuestion("", first, act=atom, day=day)
        if reader.starts(t, "by", "when", "must"):
            for atom, day, _ in self._asked_act(reader, t[3:], text):
                yield CaseQuestion("", "due", act=atom, day=day)
        if reader.starts(t, "what", "is", "the", "last", "day", "on", "which"):
            rest = t[7:]
            for k in range(1, len(rest)):
                if reader.low[rest[k]] == "may":
                    end = next((m for m in range(k, len(rest)) if reader.low[rest[m]] == "under"), len(rest))
                    for atom, day, _ in self._asked_act(reader, (*rest[:k], *rest[k + 1:end]), text):
                        yield CaseQuestion("", "last day", act=atom)
        if reader.starts(t, "what", "must"):
            for tail, direction in ((("be", "at", "least"), "at least"), (("be", "at", "most"), "at most"), (("be",), "")):
                if reader.words(t[-len(tail):]) == tail:
                    for node in reader.quantity(t[2:-len(tail)]):
                        if isinstance(node, MeasureOf):
                            resolver = self.case.resolver(text)
                            built, _ = resolver.quantity(node)
                            if not resolver.mistakes and isinstance(built, C.Measure):
                                word = resolver.measure_word(node.measure, node.noun.kind)
                                yield CaseQuestion("", "limit", quantity=built.atom, unit=word.unit)
                    return
        if reader.starts(t, "which", "provisions"):
            yield from self._which(reader, t)
        if first in ("what", "how"):
            yield from self._amount(reader, t, text)
        if first in ("does", "do"):
            yield from self._does(reader, t[1:], text)
        if first in ("is", "are", "has", "have", "was", "were", "did"):
            yield from self._is(reader, t, text)

    def _asked_act(self, reader: PhraseReader, t: Stretch, text: Text) -> Iterator[tuple[Atom, datetime.date | None, Clause]]:
        for node in reader.clause(t, BARE):
            if not isinstance(node, PhraseClause) or self.case.law.lexicon.phrases[node.word].sort != "act" or node.negated:
                continue
            if any(n is not None and n.determiner not in ("a", "the", "another", "") for n in node.args):
                continue  # `May no home be placed …?` asks two things at once
            day = next((w.day.day for w in node.times if w.relation == "on" and isinstance(w.day, DayValue)), None)
            if node.times and (len(node.times) > 1 or day is None):
                continue
            resolver = self.case.resolver(text)
            resolver.closing.append([])
            atom, _ = resolver.atom(replace(node, times=()))
            for variable, asked in resolver.closing.pop():
                thing = self.case.described_thing(variable, All(tuple(asked)))
                atom = substituted(atom, {variable: thing})
                self.case.stated(substituted(All(tuple(asked)), {variable: thing}), text, "", False, True)
            if not resolver.mistakes:
                yield atom, day, node

    def _which(self, reader: PhraseReader, t: Stretch) -> Iterator[CaseQuestion]:
        """`Which provisions apply to the grey home?`"""
        keys = tuple(p.key for p in self.case.law.provisions if p.kind not in SILENT)
        rest = t[5:] if reader.starts(t[2:], "of", "this", "law") else t[2:]
        if reader.starts(rest, "apply", "to"):
            for noun in reader.noun(rest[2:]):
                if noun.name:
                    yield CaseQuestion("", "which", keys=keys, about=(Thing(noun.name, noun.kind),))

    def _amount(self, reader: PhraseReader, t: Stretch, text: Text) -> Iterator[CaseQuestion]:
        """`What is the length of the grey home?`, `How much is …?`, `How many homes are on the lot?`"""
        for start in (("what", "is"), ("how", "much", "is"), ("what", "are")):
            if reader.starts(t, *start):
                yield from self._value(reader, t[len(start):], text)
                return
        if reader.starts(t, "how", "many"):
            yield from dict.fromkeys(self._many(reader, t[2:], text))

    def _many(self, reader: PhraseReader, t: Stretch, text: Text) -> Iterator[CaseQuestion]:
        """`homes are on the lot` asks for the number of homes that are on the lot."""
        t = t[2:] if reader.starts(t, "of", "the") else t
        said = [reader.tokens[i].string for i in t]
        low = reader.words(t)
        for k in range(1, len(t)):
            if low[k:k + 2] == ("are", "there") and len(t) > k + 2:
                nouns = self._plural(text, [*said[:k], *said[k + 2:]])
            elif low[k] in ("does", "do") and low[-1] == "have":
                nouns = self._plural(text, [*said[:k], "of", *said[k + 1:-1]])
            elif low[k] in ("are", "have", "were", "meet", "comply", "conform"):
                nouns = self._that(text, said[:k], said[k:])
            else:
                continue
            for noun in nouns:
                yield from self._valued(CountOfNoun(noun), text)

    def _that(self, text: Text, head: list[str], rest: list[str]) -> Iterator[Noun]:
        """`spaces of Oak Park` that `are vacant`: what is said hangs on the spaces, not on the park."""
        end = next((n for n, word in enumerate(head) if word in ("of", "in", "on")), len(head))
        for noun in self._plural(text, head):
            for such in self._plural(text, [*head[:end], "that", *rest]):
                yield replace(noun, clauses=(*noun.clauses, *such.clauses))

    def _plural(self, text: Text, said: list[str]) -> Iterator[Noun]:
        tokens, mistakes = tokenize(replace(text, string=" ".join(said), origin=()))
        if not mistakes:
            reader = PhraseReader(self.case.law.lexicon, tokens, {}, self.case.names)
            yield from (n for n in reader.noun(tuple(range(len(tokens)))) if n.many and n.determiner == "bare")

    def _value(self, reader: PhraseReader, t: Stretch, text: Text) -> Iterator[CaseQuestion]:
        lexicon = self.case.law.lexicon
        for node in reader.quantity(t):
            if not isinstance(node, (DayValue, Amount)):
                yield from self._valued(node, text)
        for attribute in lexicon.attributes:
            name = ("the", *attribute.name.lower().split(), "of")
            if reader.words(t[:len(name)]) == name:
                for noun in reader.noun(t[len(name):]):
                    if noun.name and lexicon.compatible(noun.kind, attribute.kind):
                        yield CaseQuestion("", "value", quantity=Atom(attribute.word, (Thing(noun.name, noun.kind),)))

    def _valued(self, node: Quantity, text: Text) -> Iterator[CaseQuestion]:
        resolver = self.case.resolver(text)
        resolver.stating = False
        resolver.closing.append([])
        built, dimension = resolver.quantity(node)
        if not resolver.closing.pop() and not resolver.mistakes:  # else it is of a thing that is not named
            unit = resolver.measure_word(node.measure, node.noun.kind).unit if isinstance(node, MeasureOf) else _unit(dimension)
            yield CaseQuestion("", "amount", amount=built, unit=unit)

    def _does(self, reader: PhraseReader, t: Stretch, text: Text) -> Iterator[CaseQuestion]:
        for k in range(1, len(t)):
            if reader.low[t[k]] == "apply":
                rest = t[k + 1:]
                for target in reader.citations(t[:k]):
                    keys = self._keys(target)
                    nouns = reader.noun(rest[1:]) if rest and reader.low[rest[0]] == "to" else ([None] if not rest else [])
                    for noun in nouns:
                        about = (Thing(noun.name, noun.kind),) if noun is not None and noun.name else ()
                        if keys and (noun is None or noun.name):
                            yield CaseQuestion("", "applies", keys=keys, about=about)
                return
        for built in self._asked(reader, t, text, BARE):
            yield CaseQuestion("", "is", condition=built)

    def _is(self, reader: PhraseReader, t: Stretch, text: Text) -> Iterator[CaseQuestion]:
        for k in range(2, len(t)):
            if reader.words(t[k:k + 2]) == ("exempt", "from"):
                for noun in reader.noun(t[1:k]):
                    for target in reader.citations(t[k + 2:]):
                        keys = self._keys(target)
                        if keys and noun.name:
                            yield CaseQuestion("", "exempt", keys=keys, about=(Thing(noun.name, noun.kind),))
                return
        states: list[CaseQuestion] = []
        plain: list[Condition] = []
        told: list[Condition] = []
        for k in range(2, len(t) + 1):
            stretch = (*t[1:k], t[0], *t[k:])
            for node in reader.clause(stretch, FINITE):
                day = self._day_of_state(node)
                if day is not None:
                    states += [CaseQuestion("", "is", condition=c, day=day) for c in self._built(replace(node, times=()), text)]  # type: ignore[type-var]
                    continue
                # `Was the grey home placed on space 3?` asks of no `grey home placed`: a name needs no description
                (told if any(n.name and n.clauses for n in nouns_in(node)) else plain).extend(self._built(node, text))
        yield from states
        for built in plain or told:
            yield CaseQuestion("", "is", condition=built)

    def _day_of_state(self, node: Clause) -> datetime.date | None:
        """The day of `is the certificate valid on August 1`: not part of what is asked, but the day asked about.
        `Was the home placed on August 1?` asks of an act whether it happened on that day."""
        if isinstance(node, PhraseClause) and len(node.times) == 1 and self.case.law.lexicon.phrases[node.word].sort != "act":
            when = node.times[0]
            if when.relation == "on" and isinstance(when.day, DayValue):
                return when.day.day
        return None

    def _asked(self, reader: PhraseReader, t: Stretch, text: Text, tenses: frozenset[str]) -> Iterator[Condition]:
        for node in reader.clause(t, tenses):
            yield from self._built(node, text)

    def _built(self, node: Clause, text: Text) -> Iterator[Condition]:
        resolver = self.case.resolver(text)
        resolver.stating = False
        built = resolver.condition(node)
        if not resolver.mistakes:
            yield built

    def _keys(self, target) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
        if target.whole == "this law":
            return tuple(p.key for p in self.case.law.provisions)
        out: list[str] = []
        known = self.case.known()
        for written in target.cites:
            found = find(written, (), known)
            if found is None:
                self.case.mistakes.append(Mistake("unknown-citation", f"there is no `{written}` in this law", (), "run `legalasp words` to see its provisions"))
                continue
            if len({p.citation.law for p in self.case.law.provisions if path_segments(p.citation.path)[:len(found)] == found}) > 1:
                self.case.mistakes.append(Mistake("citation-of-two-laws", f"`{written}` stands in more than one of the laws of this case", (),
                                                  "ask it in a case that is put to that law alone"))
            out += [p.key for p in self.case.law.provisions if path_segments(p.citation.path)[:len(found)] == found]
        return tuple(out)


def _unit(dimension: str) -> str:
    """The unit in which a sum or a total is said."""
    return {"length": "foot", "area": "square foot", "money": "dollar"}.get(dimension, "")
