"""From the frame of a case to the checked case.

Takes:   a path, and a way to find the law that the case names
Gives:   a `Case` (things, statements, questions), or mistakes
Differs: from the frame in that every statement is an atom with a value and every question names the act,
         the condition or the provisions that it asks about. A fact that is not stated stays open
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from legalasp.language.frame import read_case as read_frame
from legalasp.language.inflect import article
from legalasp.language.nearest import nearest
from legalasp.language.phrases import FINITE, PhraseReader
from legalasp.language.refused import refused
from legalasp.language.syntax import Clause
from legalasp.language.tokens import Token, tokenize, words
from legalasp.language.tree import AskedQuestion, CaseTree, Fact, Text
from legalasp.law import conditions as C
from legalasp.law.calendar import read_date
from legalasp.law.citations import find, path_segments
from legalasp.law.conditions import All, AnyOf, Atom, Condition, Holds, Not, Thing
from legalasp.law.model import Case, CaseQuestion, Law, Statement
from legalasp.law.questions import QuestionReader
from legalasp.law.read import split_sentences
from legalasp.law.resolve import Resolver
from legalasp.law.several import joined
from legalasp.law.walk import substituted
from legalasp.mistakes import Mistake, errors

FindLaw = Callable[[str, Path | None], tuple[Law | None, list[Mistake]]]

_RANGE = re.compile(r"^(?P<noun>[A-Za-z][\w ]*?) (?P<first>\d+) to (?P<last>\d+)$")

_NOBODY = ("nobody", "none", "nothing", "someone", "somebody", "everyone", "everybody", "anyone", "anybody")
_VERBS = ("is", "are", "was", "were", "has", "have", "had", "may", "must", "be", "been", "does", "did")
_SMALL = ("the", "a", "an", "no", "each", "every", "at", "on", "in", "if", "this")


def read_case(path: Path, find_law: FindLaw, name: str | None = None, lenient: bool = False) -> tuple[Case | None, list[Mistake]]:
    """The checked case in the file `path`, read with the words of its law. `lenient`: what the law has no words for is
    left out and named, as where a case that was written for another law is put to it."""
    tree, mistakes = read_frame(path, name or str(path))
    if tree is None or errors(mistakes):
        return None, mistakes
    head = {e.key.lower(): e.text for e in tree.head}
    if "laws" in head and not lenient:
        return _of_several(tree, head, mistakes, path, find_law)
    if "law" not in head and lenient and "laws" in head:
        head["law"] = head["laws"]
    if "law" not in head:
        return None, [Mistake("no-law", "the case names no law", (tree.name.place(),), "add a line `Law: …` with the law's `Cite as` name")]
    law, more = find_law(head["law"].string.rstrip("."), path)
    if law is None:
        return None, mistakes + [replace(m, places=m.places or (head["law"].place(),)) for m in more]
    reader = CaseReader(tree, law, mistakes, str(path), lenient=lenient)
    case = reader.read(head)
    return (None if errors(reader.mistakes) else case), reader.mistakes


def _of_several(tree: CaseTree, head: dict[str, Text], mistakes: list[Mistake], path: Path, find_law: FindLaw) -> tuple[Case | None, list[Mistake]]:
    """`Laws: the park law, the zoning chapter and the state code`: one case put to all of them at once."""
    named = head["laws"]
    names = [n for n in re.split(r",\s*(?:and\s+)?|\s+and\s+", named.string.rstrip(".")) if n]
    if "law" in head or len(names) < 2:
        return None, [*mistakes, Mistake("no-law", "the case names its law in two ways" if "law" in head else "`Laws:` names one law only",
                                         (named.place(),), "write `Law: …` for one law, and `Laws: …, … and …` for several")]
    laws: list[Law] = []
    for name in names:
        law, more = find_law(name, path)
        mistakes = mistakes + [replace(m, places=m.places or (named.place(),)) for m in more if not m.warning]
        laws += [law] if law is not None else []
    if len(laws) < len(names):
        return None, mistakes
    whole, more = joined(laws)
    if whole is None:
        return None, mistakes + [replace(m, places=(named.place(), *m.places)) for m in more]
    reader = CaseReader(tree, whole, mistakes, str(path))
    case = reader.read(head)
    case.joined = whole
    return (None if errors(reader.mistakes) else case), reader.mistakes


@dataclass
class CaseReader:
    tree: CaseTree
    law: Law
    mistakes: list[Mistake]
    file: str
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    closed: set[tuple[str, str]] = field(default_factory=set)
    statements: list[Statement] = field(default_factory=list)
    described: dict[str, frozenset[Condition]] = field(default_factory=dict)
    """Things known by their description, with what describes them."""
    lenient: bool = False
    unread: list[tuple[str, Mistake]] = field(default_factory=list)
    """Sentences and questions that the law has no words for, with the reason."""

    def read(self, head: dict[str, Text]) -> Case:
        as_of = read_date(head["as of"].string.rstrip(".")) if "as of" in head else Mistake("no-date", "the case has no `As of:` date")
        if isinstance(as_of, Mistake):
            place = (head["as of"] if "as of" in head else self.tree.name).place()
            self.mistakes.append(replace(as_of, places=(place,), help=as_of.help or "add `As of: March 2, 2026`"))
            as_of = datetime.date(1, 1, 1)
        parties = [(text, fact) for fact in self.tree.parties for text in self._texts(fact)]
        for text, _ in parties:
            self._declare(text)
        for text, fact in parties:
            for piece in self._spread(text):
                self.state(piece, fact, False)
        for fact in self.tree.facts:
            self._fact(fact, False)
        for fact in self.tree.suppositions:
            self._fact(fact, True)
        reader = QuestionReader(self)
        questions = tuple(q for asked in self.tree.questions if (q := self._question(reader, asked)) is not None)
        return Case(self.tree.name.string, self.law.name, as_of, {n: k for n, k in self.names.values()}, frozenset(self.closed),
                    tuple(self.statements), tuple(t.string for f in self.tree.unknown for t in self._texts(f)), questions,
                    frozenset(self.described), self.file, unread=tuple(self.unread))

    def _question(self, reader: QuestionReader, asked: AskedQuestion) -> CaseQuestion | None:
        before, (lenient, self.lenient) = len(self.mistakes), (self.lenient, False)  # no part of a question is left out
        question = reader.read(asked)
        self.lenient = lenient
        if not self._left_out(asked.text.string, before):
            return question
        return None

    def _left_out(self, said: str, before: int) -> bool:
        """Takes the mistakes made since `before` for what the law has no words for, where that is asked for."""
        wrong = errors(self.mistakes[before:])
        if not self.lenient or not wrong:
            return False
        self.unread.append((said, wrong[0]))
        del self.mistakes[before:]
        return True

    def _texts(self, fact: Fact) -> list[Text]:
        return [t for t in split_sentences(fact.text)]

    # ------------------------------------------------------------ who and what there is

    def _declare(self, text: Text) -> None:
        """Takes the names that a sentence of `Property and parties` brings in."""
        string = text.string.rstrip(".")
        has = re.match(r"(.+?) has (?:only )?(.+?)(,? and no others)?$", string)
        if has:
            span = _RANGE.match(has.group(2))
            noun = self._noun(span.group("noun")) if span else None
            if span and noun and has.group(1).lower() in self.names:
                for n in range(int(span.group("first")), int(span.group("last")) + 1):
                    self._name(f"{noun} {n}", noun, text)
                if has.group(3):
                    self.closed.add((noun, self.names[has.group(1).lower()][0]))
                return
            rows = self._listed(has.group(2))
            if rows and has.group(3) and has.group(1).lower() in self.names:
                for low in rows:
                    self.closed.add((self.names[low][1], self.names[has.group(1).lower()][0]))
                return
            listed = re.match(r"no other (.+)$", has.group(2))
            if listed and self._noun(listed.group(1)) and has.group(1).lower() in self.names:
                self.closed.add((self._noun(listed.group(1)) or "", self.names[has.group(1).lower()][0]))
                return
        is_ = re.match(r"(.+?) (?:is|are) (.+)$", string)
        if not is_:
            return
        kind = self._leading_kind(is_.group(2))
        if kind is None:
            return
        for name in self._row(is_.group(1)):
            if name.lower() not in self.names and name.lower() not in self.law.lexicon.named:
                self._name(name, kind, text)

    def _name(self, name: str, kind: str, text: Text) -> None:
        shown = re.sub(r"^(The|A|An)\b", lambda m: m.group(1).lower(), name)
        low = shown.lower()
        noun = self.law.lexicon.nouns.get(tuple(low.split())[:-1])
        if noun and low.split()[-1].isdigit():
            shown = low
        self.names[low] = (shown, kind)

    def _row(self, words_: str) -> list[str]:
        out = []
        for piece in re.split(r",\s+(?:and\s+)?|\s+and\s+", words_):
            span = _RANGE.match(piece.strip())
            noun = self._noun(span.group("noun")) if span else None
            if span and noun:
                out += [f"{noun} {n}" for n in range(int(span.group("first")), int(span.group("last")) + 1)]
            else:
                out.append(piece.strip())
        return out

    def _listed(self, words_: str) -> list[str]:
        """A row of names that are all known, in lower case; empty if one is not."""
        rows = [n.lower() for n in self._row(words_)]
        return rows if all(n in self.names for n in rows) else []

    def _noun(self, words_: str) -> str | None:
        found = self.law.lexicon.nouns.get(tuple(words_.lower().split()))
        return found[0] if found else None

    def _leading_kind(self, rest: str) -> str | None:
        """`a park`, `homes in Hill Park`: the kind that begins the predicate."""
        tokens = rest.lower().split()
        article = tokens[0] in ("a", "an")
        tokens = tokens[1:] if article else tokens
        for k in range(len(tokens), 0, -1):
            adjectives = 0
            found = self.law.lexicon.nouns.get(tuple(tokens[adjectives:k]))
            if found and (found[1] != article or self.law.lexicon.kinds[found[0]].plural == found[0]):
                return found[0]
        if article:
            for a in range(1, min(4, len(tokens))):
                for k in range(len(tokens), a, -1):
                    found = self.law.lexicon.nouns.get(tuple(tokens[a:k]))
                    if found and tuple(tokens[:a]) in self.law.lexicon.adjectives and not found[1]:
                        return found[0]
        return None

    def _spread(self, text: Text) -> Iterator[Text]:
        """One sentence for each name: `Homes 1 to 7 are homes in Hill Park` is seven."""
        string = text.string.rstrip(".")
        has = re.match(r"(.+?) has (?:only )?(.+?)(,? and no others)?$", string)
        if has and has.group(1).lower() in self.names:
            span = _RANGE.match(has.group(2))
            noun = self._noun(span.group("noun")) if span else None
            if span and noun:
                for n in range(int(span.group("first")), int(span.group("last")) + 1):
                    yield replace(text, string=f"{has.group(1)} has {noun} {n}.", origin=())
                return
            if has.group(2).startswith("no other "):
                return
            rows = self._listed(has.group(2))
            if rows and has.group(3):  # `has the front door and the back door and no others`
                for low in rows:
                    yield replace(text, string=f"{has.group(1)} has {self.names[low][0]}.", origin=())
                return
        are = re.match(r"(.+?) are (.+)$", string)
        if are and len(self._row(are.group(1))) > 1 and all(n.lower() in self.names for n in map(_unarticled, self._row(are.group(1)))):
            tokens = are.group(2).split()
            for k in range(min(4, len(tokens)), 0, -1):
                found = self.law.lexicon.nouns.get(tuple(t.lower() for t in tokens[:k]))
                if found:
                    rest = " ".join(tokens[k:])
                    for name in self._row(are.group(1)):
                        yield replace(text, string=f"{name} is {article(found[0])} {found[0]} {rest}".rstrip() + ".", origin=())
                    return
            for name in self._row(are.group(1)):
                yield replace(text, string=f"{name} is {are.group(2)}.", origin=())
            return
        yield text

    # ------------------------------------------------------------ statements

    def _fact(self, fact: Fact, supposed: bool) -> None:
        texts = self._texts(fact)
        if fact.table is not None:
            if texts and texts[-1].string.rstrip().endswith(":"):
                texts = texts[:-1]  # the lead of the table; sentences before it are facts like others
            self._table(fact, supposed)
        for text in texts:
            for piece in self._spread(text):
                self.state(piece, fact, supposed)

    def _table(self, fact: Fact, supposed: bool) -> None:
        """A table of things: each heading is a measure, each row one thing or several."""
        assert fact.table is not None
        heads, *rows = fact.table.rows
        for row in rows:
            names = self._row(row[0].string)
            if len(names) == 1 and re.fullmatch(r"\d+( to \d+)?", names[0]):
                names = self._row(f"{heads[0].string} {names[0]}")
            for name in names:
                for head, cell in zip(heads[1:], row[1:]):
                    if not cell.string or cell.string in ("-", "not known"):
                        continue
                    sentence = (f"{name} is {'' if cell.string == 'yes' else 'not '}{head.string}." if cell.string in ("yes", "no")
                                else f"The {head.string} of {name} is {cell.string}.")
                    self.state(replace(cell, string=sentence, origin=()), replace(fact, table=None), supposed, cell)

    def state(self, text: Text, fact: Fact, supposed: bool, shown: Text | None = None) -> None:
        before, first = len(self.mistakes), len(self.statements)
        found = self._conditions(text, FINITE, shown)[:1]
        self._place(before, shown or fact.text)
        for built in found:
            source = "; ".join(s.string for s in fact.sources)
            self.stated(built, text, source, supposed, True)
        if not supposed:
            self._no_conclusions(self.statements[first:], shown or fact.text)
        if self._left_out(text.string, before):
            del self.statements[first:]

    def _no_conclusions(self, statements: list[Statement], text: Text) -> None:
        """A fact is no conclusion of law: what the law itself defines can be stipulated only, and is shown so.
        What kind of thing a name stands for is no conclusion; it is what the case speaks of."""
        concluded = {p.term.word for p in self.law.provisions if p.term is not None and p.kind in ("definition", "exclusion")}
        for s in statements:
            own = len(s.atom.args) == 1 and self.names.get(s.atom.args[0].name.lower(), ("", ""))[1] == s.atom.word
            if s.atom.word in concluded and not own:
                said = s.text.rstrip(".")
                self.mistakes.append(Mistake("conclusion-as-fact", f"`{said}` is a conclusion: this law itself says what that is", (text.place(),),
                                             f"state the facts that it is drawn from, or stipulate it: write `{said}.` under Suppose"))
                return

    def _place(self, first: int, text: Text) -> None:
        """Gives the mistakes from `first` on the line of `text`, where they are of words that were put together
        for reading: one sentence for each of several names, a row of a table."""
        for n in range(first, len(self.mistakes)):
            if not any(p.line for p in self.mistakes[n].places):
                self.mistakes[n] = replace(self.mistakes[n], places=(text.place(),))

    def _conditions(self, text: Text, tenses: frozenset[str], shown: Text | None = None) -> list[Condition]:
        """What the sentence states, as one condition; no parse, or two, is a mistake."""
        tokens, mistakes = tokenize(text)
        tokens = tokens[:-1] if tokens and tokens[-1].low == "." else tokens
        mistakes += refused(text, tokens, frozenset(w for n in self.names for w in n.split()))
        if mistakes or not tokens:
            self.mistakes += mistakes
            return []
        reader = PhraseReader(self.law.lexicon, tokens, {}, self.names)
        nodes = reader.clause(tuple(range(len(tokens))), tenses)
        place = (shown or text).place()
        if not nodes:
            self.mistakes.append(Mistake("unknown-phrase", f"no declared phrase fits `{words(tokens)}`", (place,),
                                         self.unnamed(tokens) or nearest(reader, tuple(range(len(tokens))))))
            return []
        out: list[Condition] = []
        failed: list[Mistake] = []
        for node in nodes:
            resolver = self.resolver(text)
            built = self._stated(resolver, node)
            if resolver.mistakes:
                failed = failed or resolver.mistakes
            elif built not in out:
                out.append(built)
        if not out:
            self.mistakes += [replace(m, places=(place,)) for m in failed]
        if len(out) > 1:
            self.mistakes.append(Mistake("two-meanings", "this sentence can be read in two ways", (place,), "say it in two shorter sentences"))
        return out

    def unnamed(self, tokens: tuple[Token, ...]) -> str:
        """Help where a capitalised, numbered or definite name is not among the things of the case."""
        low = [t.low for t in tokens]
        joined = " ".join(low)
        known = (*self.names, *self.law.lexicon.named)
        begins = any(joined == n or joined.startswith(f"{n} ") for n in known)
        if low and low[0] in _NOBODY:
            return f"`{low[0]}` names no thing; write `No person …`"
        for k in range(1, len(low)):
            if low[k].isdigit() and not any(joined.endswith(n) or f"{n} " in joined for n in known if n.endswith(f" {low[k]}")):
                noun = next((" ".join(low[j:k]) for j in range(max(0, k - 4), k) if self._noun(" ".join(low[j:k]))), None)
                if noun is not None:
                    return self._unnumbered(noun, low[k])
        if low and low[0] == "the" and not begins and low[2:3] != ["of"] and " of " not in " ".join(low[:5]):
            verb = next((k for k in range(2, len(low)) if low[k] in _VERBS), len(low))
            for k in range(verb, 1, -1):
                kind = next((n for j in range(1, k) if (n := self._noun(" ".join(low[j:k])))), None)
                if kind is not None:
                    name = " ".join(low[:k])
                    said = self._leading_kind(" ".join(low[verb + 1:])) if k == verb and low[verb:verb + 1] == ["is"] else None
                    kind = said or kind
                    return f"name `{name}` under Property and parties first: `{name.capitalize()} is {article(kind)} {kind}.`"
        if tokens and tokens[0].string[:1].isupper() and low[0] not in _SMALL and not begins:
            end = next((k for k in range(1, len(tokens)) if not tokens[k].string[:1].isupper()), len(tokens))
            name = " ".join(t.string for t in tokens[:end])
            return f"`{name}` is not named under Property and parties; add `{name} is a person.` or what it is"
        return ""

    def _unnumbered(self, noun: str, number: str) -> str:
        """`space 13`, where the case has spaces 1 to 12."""
        kind = self._noun(noun)
        numbers = sorted(int(n.rpartition(" ")[2]) for n, (_, k) in self.names.items() if k == kind and n.rpartition(" ")[2].isdigit())
        there = f"; the case has {noun} {numbers[0]} to {numbers[-1]}" if numbers else ""
        return f"`{noun} {number}` is not named under Property and parties{there}"

    def resolver(self, text: Text) -> Resolver:
        readings = {r.name: d.name for d in self.law.doubts for r in d.readings}
        resolver = Resolver(self.law.lexicon, text, readings, None, self._cite)
        resolver.stating = True
        return resolver

    def _cite(self, target, noun, verb) -> str:  # type: ignore[no-untyped-def]
        from legalasp.law.model import Citation

        if target.whole:
            return target.whole
        rows = []
        for written in target.cites:
            found = find(written, (), self.known())
            rows.append(str(Citation(self.law_of(found), found)) if found else written)
        return ", ".join(rows)

    def law_of(self, found: tuple[str, ...]) -> str:
        """The name of the law that has the cited item."""
        return next((p.citation.law for p in self.law.provisions if path_segments(p.citation.path)[:len(found)] == found), self.law.name)

    def known(self) -> dict[tuple[str, ...], object]:
        out: dict[tuple[str, ...], object] = {}
        for p in self.law.provisions:
            segments = path_segments(p.citation.path)
            for n in range(1, len(segments) + 1):
                out.setdefault(segments[:n], segments[:n])
        return out

    def _stated(self, resolver: Resolver, node: Clause) -> Condition:
        resolver.closing.append([])
        built = resolver.clause(node)
        brought = resolver.closing.pop()
        for variable, asked in reversed(brought):
            built = C.Some(variable, All((*asked, *(built.parts if isinstance(built, All) else (built,)))))
        return built

    def stated(self, condition: Condition, text: Text, source: str, supposed: bool, value: bool) -> None:
        def add(atom: Atom, given: object, op: str = "=") -> None:
            self.statements.append(Statement(atom, given, text.string, source, supposed, text.place(), op))

        match condition:
            case Holds(atom):
                if atom.word.startswith("finds that ") and value:
                    found = Atom(atom.word.removeprefix("finds that "), atom.args[1:])
                    add(found, True)
                add(atom, value)
            case Not(part) if isinstance(part, (Holds, C.HasValue, Not)):
                self.stated(part, text, source, supposed, not value)
            case Not(C.Some() as some):
                op = "no other" if some.but else "no"
                parts = some.part.parts if isinstance(some.part, All) else (some.part,)
                either = next((p for p in parts if isinstance(p, AnyOf)), None)
                if either is not None:  # no home has been replaced or moved: none replaced, and none moved
                    for one in either.parts:
                        rest = tuple(p for p in parts if p != either)
                        self.stated(Not(replace(some, part=All((*rest, one)))), text, source, supposed, True)
                    return
                relations = [p for p in parts if isinstance(p, Holds) and len(p.atom.args) == 2]
                if len(relations) == 1 and relations[0].atom.args[0] == some.variable and all(
                        p in relations or isinstance(p, Holds) and p.atom.word in self.law.lexicon.kinds for p in parts):
                    self.closed.add((some.variable.kind, relations[0].atom.args[1].name))  # `no other means of entrance`, or none at all
                self.statements.append(Statement(Atom("no thing such that"), some, text.string, source, supposed, text.place(), op))
            case Not(AnyOf(parts)):
                for part in parts:
                    self.stated(Not(part), text, source, supposed, value)
            case All(parts) if value:
                for part in parts:
                    self.stated(part, text, source, supposed, True)
            case C.Compare(C.Measure(atom), op, right) if value and (number := _constant(right)) is not None:
                add(atom, number, op)
            case C.HasValue(atom, values) if len(values) == 1:
                add(atom, next(iter(values)), "=" if value else "!=")
            case C.Each() as each if value:
                self.statements.append(Statement(Atom("each thing such that"), each, text.string, source, supposed, text.place(), "each"))
            case C.Some(variable, part) if value:
                self._skolem(variable, part, text, source, supposed)
            case _:
                self.mistakes.append(Mistake("not-one-fact", "this states no single fact", (text.place(),),
                                             "state each fact by itself; a fact that is open goes under Not known"))

    def _skolem(self, variable: C.Variable, part: Condition, text: Text, source: str, supposed: bool) -> None:
        """`A permit for the home has been issued`: there is a permit, known by its description."""
        thing = self.described_thing(variable, part)
        self.stated(substituted(part, {variable: thing}), text, source, supposed, True)

    def described_thing(self, variable: C.Variable, part: Condition) -> Thing:
        """The thing that a description names: the one described so before, or a new one."""
        parts = part.parts if isinstance(part, All) else (part,)
        about = frozenset(p for p in parts if isinstance(p, Holds) and variable in p.atom.args and (
            p.atom.word in self.law.lexicon.kinds or self.law.lexicon.phrases.get(p.atom.word) is not None
            and self.law.lexicon.phrases[p.atom.word].sort in ("state", "part")))
        for name, known in self.described.items():
            if {substituted(p, {variable: Thing(name, variable.kind)}) for p in about} == set(known):
                return Thing(name, variable.kind)
        others = [a.name for p in about if isinstance(p, Holds) for a in p.atom.args if a != variable and a.name]
        name = base = f"the {variable.kind}" + (f" for {others[0]}" if others else "")
        number = 1
        while name.lower() in self.names:
            number += 1
            name = f"{base} ({number})"
        self.names[name.lower()] = (name, variable.kind)
        thing = Thing(name, variable.kind)
        self.described[name] = frozenset(substituted(p, {variable: thing}) for p in about)
        return thing


def _constant(expression: C.Expression) -> Fraction | None:
    return expression.value if isinstance(expression, C.Number) else None


def _unarticled(name: str) -> str:
    return re.sub(r"^(The|A|An)\b", lambda m: m.group(1).lower(), name)
