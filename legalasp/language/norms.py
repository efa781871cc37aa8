"""Reads norms: sentences with `may`, `must`, `must not`, `need not`, `should`.

Takes:   the skeleton of a sentence
Gives:   `Norms`: every norm that it can be, powers, closed lists and shares among them
Differs: from statements in that something is permitted, barred or asked for
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from legalasp.language.phrases import BARE, Stretch
from legalasp.language.skeleton import Framing, Skeleton, replace_parts
from legalasp.language.syntax import Clause, Sentence

_REQUIREMENTS = ("standards", "requirements", "criteria", "conditions", "rules", "standards and requirements",
                 "supplementary requirements")
POWERS = {"waive": "for", "grant an exception from": "to", "grant a variance from": "to", "approve a change in": "for"}
"""How the text speaks of a power over a provision, and the word before the thing that it is exercised for."""


class Norms(Framing):
    """Reads norms."""

    # ------------------------------------------------------------ sentences

    def _sentences(self, parts: "Skeleton") -> Iterator[Sentence]:
        conditions = {}
        for name in ("if_", "unless", "until", "provided"):
            stretch = getattr(parts, name)
            if stretch is None:
                conditions[name] = (None,)
                continue
            conditions[name] = self.reader.clause(stretch)
            if not conditions[name]:
                return
        for head in self._heads(parts):
            for if_ in conditions["if_"]:
                for unless in conditions["unless"]:
                    for until in conditions["until"]:
                        for provided in conditions["provided"]:
                            yield replace(head, if_=if_, unless=unless, until=until, provided=provided,
                                          despite=parts.despite, subject_to=parts.subject_to,
                                          except_as=parts.except_as, readings=parts.readings,
                                          texts=(*head.texts, parts.whether) if parts.whether else head.texts,
                                          only_supplied=parts.only_supplied)

    def _heads(self, parts: "Skeleton") -> Iterator[Sentence]:
        if not parts.has_when:
            yield from self.norm(parts, None, parts.runs[0])
            return
        run = parts.runs[0]
        for k in range(len(run) - 1, 0, -1):
            if self.low[run[k]] == ",":
                for when in self.reader.clause(run[:k]):
                    yield from self.norm(parts, when, run[k + 1:])

    def norm(self, parts: "Skeleton", when: Clause | None, subject: Stretch) -> Iterator[Sentence]:
        if not parts.modals:
            for sentence in self.statement(subject):
                yield replace(sentence, when=when)
            return
        if len(parts.modals) > 1:
            yield from self.norms(parts, when, subject)
            return
        if len(parts.runs) != 2:
            return
        modal, predicate = parts.modals[0], parts.runs[1]
        if subject and self.low[subject[-1]] in ("neither",):
            return
        form = {"MAY": "only" if parts.only else "permission", "MUST": "must", "MUST_NOT": "prohibition",
                "NEED_NOT": "need not", "SHOULD": "recommendation"}[modal]
        for sentence in self._only_under(form, subject, predicate):
            yield replace(sentence, when=when)
            return
        for sentence in self._lead(form, subject, predicate):
            yield replace(sentence, when=when)
            return
        for sentence in self._share(form, subject, predicate):
            yield replace(sentence, when=when)
            return
        powers = tuple(self._power(form, subject, predicate))
        for sentence in powers:
            yield replace(sentence, when=when)
        if powers:
            return
        for clause in self.reader.clause((*subject, *predicate), BARE):
            yield Sentence(form, clause=clause, when=when)

    def norms(self, parts: "Skeleton", when: Clause | None, subject: Stretch) -> Iterator[Sentence]:
        """`The board must review the plan, and must forward the recommendation`: norms with one subject."""
        rows: list[tuple[Sentence, ...]] = []
        for n, (modal, run) in enumerate(zip(parts.modals, parts.runs[1:])):
            last = n == len(parts.modals) - 1
            if not last and self.low[run[-1]] != "and":
                return
            run = run if last else run[:-1]
            run = run[:-1] if run and self.low[run[-1]] == "," else run
            alone = replace_parts(parts, [modal], [subject, run])
            rows.append(tuple(self.norm(alone, None, subject)))
        for row in _each_of(rows):
            yield Sentence("norms", when=when, parts=row)

    def _power(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`The Board of Appeals may waive § 4 for a park`, `may grant an exception from § 4 to a park`."""
        for verb, to in POWERS.items():
            head = tuple(verb.split())
            if form != "permission" or self.reader.words(predicate[:len(head)]) != head:
                continue
            for k in range(len(predicate) - 2, len(head), -1):
                if self.low[predicate[k]] != to:
                    continue
                for target in self.reader.citations(predicate[len(head):k]):
                    for who in self.reader.noun(subject):
                        for noun in self.reader.noun(predicate[k + 1:]):
                            yield Sentence("power", subject=noun, finder=who, target=target, verb=verb)

    def _only_under(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`A home may be placed on a lot only under § 601.A or § 601.B.`"""
        for k in range(1, len(predicate) - 2):
            if form == "permission" and self.low[predicate[k]] == "only" and self.low[predicate[k + 1]] == "under":
                head = predicate[:k - 1] if self.low[predicate[k - 1]] == "," else predicate[:k]
                for target in self.reader.citations(predicate[k + 2:]):
                    for clause in self.reader.clause((*subject, *head), BARE):
                        yield Sentence("only under", clause=clause, target=target)

    def _lead(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`Each further home must meet all of these requirements:` opens a list of norms."""
        if form != "must" or self.tokens[predicate[-1]].kind != "list":
            return
        text = [self.low[k] for k in predicate[:-1] if self.low[k] != ":"]
        if text[:1] in (["meet"], ["satisfy"]) and " ".join(text[1:]).removeprefix("all of ").removeprefix("these ") in _REQUIREMENTS:
            for noun in self.reader.noun(subject):
                yield Sentence("lead", subject=noun)

    def _share(self, form: str, subject: Stretch, predicate: Stretch) -> Iterator[Sentence]:
        """`At least 75 percent of the lots of a park must have …`"""
        from legalasp.language import numerals

        t = subject
        op = {("at", "least"): ">=", ("at", "most"): "<="}.get(self.reader.words(t[:2]))
        if not op:
            return
        for k in (2, 1):
            number = numerals.number(self.reader.words(t[2:2 + k]))
            rest = t[2 + k:]
            if not number:
                continue
            if number[1] == "percent" and self.reader.words(rest[:1]) == ("of",):
                rest = rest[1:]
            elif self.reader.words(rest[:2]) == ("percent", "of"):
                rest = rest[2:]
            else:
                continue
            for clause in self.reader.clause((*rest, *predicate), BARE):
                yield Sentence("share", clause=clause, share=(op, number[0] / 100))
            return


def _each_of(rows: list[tuple[Sentence, ...]]) -> Iterator[tuple[Sentence, ...]]:
    """One of each row, in every way."""
    if not rows:
        yield ()
        return
    for first in rows[0]:
        for rest in _each_of(rows[1:]):
            yield (first, *rest)
