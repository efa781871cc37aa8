"""From the frame of a law file to the checked law.

Takes:   a path or a `LawTree`, and the files of shared words that it uses
Gives:   a `Law`, or mistakes; never both silently
Differs: from the frame in that every sentence is read, every provision stands alone under its own
         citation, and what hung on an item (notes, what a breach bars, readings) hangs on its provisions
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from legalasp.language.declarations import read_declarations
from legalasp.language.frame import read_law as read_frame, read_words
from legalasp.language.lexicon import Kind, Lexicon
from legalasp.language.sentences import GERUND, labels_in, read_sentence
from legalasp.language.phrases import PhraseReader
from legalasp.language.syntax import Sentence
from legalasp.language.tokens import tokenize
from legalasp.language.tree import Bars, Item, LawTree, Section, Table, Text
from legalasp.law.calendar import Calendar, new_york_public_holidays, read_date
from legalasp.law.citations import find, path_segments, segments
from legalasp.law.conditions import Variable
from legalasp.law.model import LEVELS, Burden, Citation, Doubt, Law, Presumption, Provision, Reading
from legalasp.law.provisions import Context, ProvisionMaker
from legalasp.law.printing import print_sentence
from legalasp.mistakes import Mistake, errors
from legalasp.resources import cases_directory


def read_law(path: Path, name: str | None = None) -> tuple[Law | None, list[Mistake]]:
    """The checked law in the file `path`."""
    tree, mistakes = read_frame(path, name or str(path))
    if tree is None:
        return None, mistakes
    return check_law(tree, mistakes, path)


def check_law(tree: LawTree, mistakes: list[Mistake], path: Path | None = None) -> tuple[Law | None, list[Mistake]]:
    reader = LawReader(tree, list(mistakes), path)
    law = reader.read()
    return (None if errors(reader.mistakes) else law), reader.mistakes


def words_files(tree: LawTree, path: Path | None) -> list[Path]:
    """The files of shared words that a law uses: beside it, or in the `words` folder of the cases."""
    out = []
    for entry in tree.head:
        if entry.key.lower() == "uses":
            for name in re.split(r",\s*", entry.text.string.rstrip(".")):
                file = name.strip().replace(" ", "-") + ".words"
                places = ([path.parent / file] if path else []) + [cases_directory() / "words" / file]
                out += [p for p in places if p.is_file()][:1] or [places[-1]]
    return out


def read_lexicon(tree: LawTree, path: Path | None) -> tuple[Lexicon, list[Mistake], bytes]:
    """The words of a law: the shared ones it uses, then its own schedule."""
    lexicon, mistakes, raw = Lexicon(), [], b""  # type: ignore[var-annotated]
    lexicon.add_kind(Kind("thing", "things", ()))
    lexicon.add_kind(Kind("law", "laws", ("thing",)))
    lexicon.add_kind(Kind("outside law", "outside laws", ("law",)))
    for file in words_files(tree, path):
        if not file.is_file():
            mistakes.append(Mistake("unknown-words", f"there is no file of words `{file.name}`", (),
                                    "put it beside the law, or into the folder `words` of the cases"))
            continue
        shared, more = read_words(file, file.name)
        raw += file.read_bytes()
        mistakes += more
        if shared:
            mistakes += read_declarations(shared.words, lexicon, own=False)
    mistakes += read_declarations(tree.words, lexicon, own=True)
    return lexicon, mistakes, raw


@dataclass
class LawReader:
    tree: LawTree
    mistakes: list[Mistake]
    path: Path | None
    lexicon: Lexicon = field(default_factory=Lexicon)
    known: dict[tuple[str, ...], object] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    readings: dict[str, str] = field(default_factory=dict)
    provisions: list[Provision] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)
    name: str = ""

    def read(self) -> Law:
        head = {e.key.lower(): e.text for e in self.tree.head if e.key.lower() != "note"}
        self.name = (head.get("cite as") or self.tree.name or Text("law")).string.rstrip(".")
        self.lexicon, mistakes, raw = read_lexicon(self.tree, self.path)
        self.mistakes += mistakes
        for section in self.tree.sections:
            self._survey(section.body, (section.citation.removeprefix("§").strip(),))
        for section in self.tree.sections:
            self._section(section)
        self._link()
        presumptions, burdens = self._presumptions()
        in_force = head.get("in force", Text("")).string
        days = head.get("days", Text("")).string
        begins = re.match(r"from ([A-Z][a-z]+ \d{1,2}, \d{4})", in_force)
        first = read_date(begins.group(1)) if begins else None
        raw += self.path.read_bytes() if self.path and self.path.is_file() else b""
        return Law(
            self.name, (self.tree.name or Text(self.name)).string.rstrip("."), head.get("place", Text("")).string.rstrip("."),
            self.lexicon, tuple(self.provisions), tuple(self.doubts), presumptions, burdens, calendar_of(days), in_force,
            first if isinstance(first, datetime.date) else None, None, days,
            tuple(e.text.string for e in self.tree.head if e.key.lower() == "note"),
            "sha256:" + hashlib.sha256(raw).hexdigest(), str(self.path or self.tree.file),
            tuple(a.strip() for a in head.get("known as", Text("")).string.rstrip(".").split(";") if a.strip()), self._level(head))

    def _level(self, head: dict[str, Text]) -> str:
        level = head.get("level", Text("")).string.rstrip(".").lower()
        if level and level not in LEVELS:
            self.mistakes.append(Mistake("unknown-level", f"`{level}` is no level of law", (head["level"].place(),),
                                         f"write one of {', '.join(LEVELS)}"))
        return level

    # ------------------------------------------------------------ survey: paths, doubts, readings

    def _survey(self, item: Item, path: tuple[str, ...]) -> None:
        self.known[path_segments(path)] = path
        for doubt in item.doubts:
            if doubt.place and len(doubt.readings) < 2:
                self.mistakes.append(Mistake("one-reading", f"the doubt \"{doubt.name}\" has one reading only", (doubt.place,),
                                             "a doubt needs two readings that a lawyer would argue"))
            self.doubts.append(Doubt(doubt.name, doubt.question.string,
                                     tuple(Reading(r.name, tuple(t.string for t in r.favored_by)) for r in doubt.readings),
                                     Citation(self.name, path), doubt.better,
                                     doubt.better_because.string if doubt.better_because else ""))
            for reading in doubt.readings:
                if reading.name in self.readings:
                    self.mistakes.append(Mistake("reading-twice", f"the reading \"{reading.name}\" stands in two doubts",
                                                 (reading.place,) if reading.place else (), "give each reading a name of its own"))
                self.readings[reading.name] = doubt.name
        for child in item.children:
            if child.marker:
                self._survey(child, (*path, _mark(child.marker)))
            else:
                self._survey_bare(child, path)

    def _survey_bare(self, child: Item, path: tuple[str, ...]) -> None:
        self._survey(replace(child, marker=""), path)

    # ------------------------------------------------------------ sections and items

    def _section(self, section: Section) -> None:
        path = (section.citation.removeprefix("§").strip(),)
        if section.body.not_rendered is not None:
            self._note("not rendered", path, section.body.not_rendered.string, section.body)
        before = len(self.provisions)
        self._item(section.body, path, Context(section.supplied, section.body.notes))
        if len(self.provisions) == before:  # a title or a purpose: its notes are all that it says
            for note in section.body.notes:
                self._note("note", path, note.string, section.body)

    def _item(self, item: Item, path: tuple[str, ...], context: Context) -> None:
        context = self._versions(item, context.under(item))
        if item.not_rendered is not None and item.marker:
            self._note("not rendered", path, item.not_rendered.string, item)
        elif item.text.string:
            context = self._sentence(item, path, context)
            if context.consumed:
                self._doubts(item, path, context)
                return
        for child in item.children:
            child_path = (*path, _mark(child.marker)) if child.marker else path
            self._item(child, child_path, context)
        self._doubts(item, path, context)

    def _versions(self, item: Item, context: Context) -> Context:
        """`Added by a later law, from May 1, 2020` and `Until May 1, 2030` under an item."""
        for text in item.versions:
            days = [(m.group(1).lower(), read_date(m.group(2))) for m in re.finditer(r"\b(from|[Uu]ntil) ([A-Z][a-z]+ \d{1,2}, \d{4})", text.string)]
            if not days or not all(isinstance(d, datetime.date) for _, d in days):
                self.mistakes.append(Mistake("undated-version", "this version has no date", (text.place(),),
                                             "write `Added by a later law, from May 1, 2020` or `Until May 1, 2030`"))
                continue
            for word, day in days:
                context = replace(context, **{"from_" if word == "from" else "until": day})
        return context

    def _doubts(self, item: Item, path: tuple[str, ...], context: Context) -> None:
        for doubt in item.doubts:
            for reading in doubt.readings:
                for child in reading.items:
                    self._item(child, path, replace(context, reading=(doubt.name, reading.name), consumed=False, scope=context.scope.child()))

    def _sentence(self, item: Item, path: tuple[str, ...], context: Context) -> Context:
        """Reads the item's sentences; the last may be the lead of its children."""
        pieces = split_sentences(item.text)
        for n, piece in enumerate(pieces):
            last = n == len(pieces) - 1
            opens = last and bool(item.children) and piece.string.endswith(":")
            if last and item.table is not None:
                self._table(item, item.table, piece, path, context)
                continue
            context = self._one(item, piece, path, context, opens)
        return context

    def _one(self, item: Item, text: Text, path: tuple[str, ...], context: Context, opens: bool) -> Context:
        if re.match(r"As § ", text.string):
            return self._as(item, text, path, context)
        if opens and not _is_quantified_list(text.string) and not _is_lead(text.string):
            return self._expanded(item, text, path, context)
        read = read_sentence(text, self.lexicon, context.labels, None, opens, item.tail)
        self.mistakes += read.mistakes
        if opens and _is_lead(text.string) and read.sentences:
            context = replace(context, labels={**context.labels, **labels_in(read.tokens, self.lexicon)})
            leads = []
            for sentence in read.sentences:
                maker = self._maker(text, path, item, context)
                lead = maker.lead(sentence, context.labels)
                leads.append((lead.when, lead, maker.mistakes))
            good = [row for row in leads if not row[2]] or leads[:1]
            self.mistakes += good[0][2]
            if len({row[0] for row in good}) > 1:
                self.mistakes.append(Mistake("two-meanings", "this sentence can be read in two ways", (text.place(),),
                                             "say which is meant: " + " · ".join(f"`{print_sentence(s, self.lexicon)}`" for s in read.sentences[:3])))
            return good[0][1]
        if not read.sentences:
            return replace(context, consumed=opens)
        made: list[tuple[Provision, ...]] = []
        first_mistakes: list[Mistake] = []
        printed: dict[str, Sentence] = {}
        maker = None
        for sentence in read.sentences:
            maker_ = self._maker(text, path, item, replace(context, labels={**context.labels, **labels_in(read.tokens, self.lexicon)}))
            rows = maker_.provisions(sentence)
            if errors(maker_.mistakes):
                first_mistakes = first_mistakes or maker_.mistakes
                continue
            if rows not in made:
                made.append(rows)
                printed[print_sentence(sentence, self.lexicon)] = sentence
                maker = maker or maker_
        if not made:
            self.mistakes += first_mistakes
            return replace(context, consumed=opens)
        if len(made) > 1:
            self.mistakes.append(Mistake("two-meanings", "this sentence can be read in two ways", (text.place(),),
                                         "say which is meant: " + " · ".join(f"`{p}`" for p in list(printed)[:3])))
        assert maker is not None
        self.mistakes += maker.mistakes
        supplied = tuple(dict.fromkeys(w for t in (text, *(_texts_under(item) if opens else ())) for w in _supplied(t)))
        for provision in made[0]:
            self.provisions.append(replace(self._keyed(provision, text, read.sentences[0]), whole=_whole(text, item), supplied_words=supplied))
        return replace(context, consumed=opens, scope=maker.resolver.scope, labels={**context.labels, **labels_in(read.tokens, self.lexicon)})

    def _expanded(self, item: Item, text: Text, path: tuple[str, ...], context: Context) -> Context:
        """A list that stands in the place of its items: each item is read in the lead's sentence."""
        for child in item.children:
            body = child.text.string.rstrip()
            body = re.sub(r"[;,]\s*(?:and|or)$|[;,.]$", "", body).rstrip()
            whole = _joined(text.part(0, len(text.string) - 1), child.text.part(0, len(body)))
            child_path = (*path, _mark(child.marker))
            stated = replace(child, text=whole, children=())
            self._one(stated, whole, child_path, context.under(child), False)
        return replace(context, consumed=True)

    def _table(self, item: Item, table: Table, lead: Text, path: tuple[str, ...], context: Context) -> None:
        """Each row is a sentence: the lead with the value of the row, if what the headings say holds."""
        place = _VALUE.search(lead.string)
        if place is None:
            self.mistakes.append(Mistake("table-without-lead", "the sentence over this table does not say where its values stand", (lead.place(),),
                                         "write `The area of a space must be at least the area in this table:`"))
            return
        headings, *rows = table.rows
        for row in rows:
            whole = _joined(lead.part(0, place.start(1)), row[-1])
            asked = [(h, c) for h, c in zip(headings[:-1], row[:-1]) if c.string not in ("", "-")]
            for n, (heading, cell) in enumerate(asked):
                whole = _joined(_joined(whole, Text("and" if n else "if", heading.origin[:1] * (3 if n else 2))), _stated(heading, cell))
            self._one(replace(item, text=whole, table=None), whole, path, context, False)

    def _as(self, item: Item, text: Text, path: tuple[str, ...], context: Context) -> Context:
        """`b. As § [Existing parks](a)(2).`: the text of another item under its own letter."""
        target = find(text.string[3:].rstrip("."), (), self.known)
        source = self._item_at(target) if target else None
        if source is None:
            self.mistakes.append(Mistake("unknown-citation", f"there is no `{text.string[3:].rstrip('.')}` in this law", (text.place(),),
                                         "cite an item of this law"))
            return context
        self._item(replace(source, marker=item.marker, doubts=()), path, replace(context, consumed=False))
        return replace(context, consumed=True)

    def _item_at(self, target: tuple[str, ...]) -> Item | None:
        for section in self.tree.sections:
            path = (section.citation.removeprefix("§").strip(),)
            found = self._walk(section.body, path, target)
            if found:
                return found
        return None

    def _walk(self, item: Item, path: tuple[str, ...], target: tuple[str, ...]) -> Item | None:
        if path_segments(path) == target:
            return item
        for child in item.children:
            found = self._walk(child, (*path, _mark(child.marker)) if child.marker else path, target)
            if found:
                return found
        return None

    # ------------------------------------------------------------ making provisions

    def _maker(self, text: Text, path: tuple[str, ...], item: Item, context: Context) -> ProvisionMaker:
        return ProvisionMaker(self.lexicon, text, Citation(self.name, path), item, context, self.readings, self.known, self._bars(context))

    def _bars(self, context: Context) -> list[tuple[object, bool]]:
        """The acts that a breach bars, read as -ing clauses."""
        out: list[tuple[object, bool]] = []
        if context.bars is None:
            return out
        for bars in context.bars:
            tokens, mistakes = tokenize(bars.text)
            self.mistakes += mistakes
            rows: list[list[int]] = [[]]
            for i, token in enumerate(tokens):
                if token.low in (",", "or", "and", ".") and rows[-1]:
                    rows.append([])
                elif token.low not in (",", "or", "and", "."):
                    rows[-1].append(i)
            reader = PhraseReader(self.lexicon, tokens, context.labels)
            for row in rows:
                if not row:
                    continue
                found = reader.clause(tuple(row), GERUND)
                if found:
                    out.append((found[0], bars.supplied))
                else:
                    self.mistakes.append(Mistake("unknown-phrase", "no declared act fits these words",
                                                 (bars.text.place(tokens[row[0]].start, tokens[row[-1]].end),),
                                                 "write an act that is declared: `placing a home on a lot`"))
        return out

    def _keyed(self, provision: Provision, text: Text, sentence: Sentence) -> Provision:
        base = str(provision.citation)
        self.keys[base] = self.keys.get(base, 0) + 1
        key = base if self.keys[base] == 1 else f"{base}+{self.keys[base]}"
        return replace(provision, key=key, text=text.string, sentence=sentence,
                       printed=print_sentence(sentence, self.lexicon), place=text.place())

    def _note(self, kind: str, path: tuple[str, ...], words: str, item: Item) -> None:
        citation = Citation(self.name, path)
        self.provisions.append(self._keyed(Provision("", citation, kind, notes=(words,)), Text(words), Sentence("declaration", texts=(words,))))

    def _link(self) -> None:
        """Citations to keys: what a provision strikes, is subject to, or lists."""
        from legalasp.law.link import link

        self.provisions, mistakes = link(self.provisions, self.known, self.name)
        self.mistakes += mistakes

    def _presumptions(self) -> tuple[tuple[Presumption, ...], tuple[Burden, ...]]:
        presumed, burdens = [], []
        for item in self.tree.presumptions:
            for text in split_sentences(item.text):
                read = read_sentence(text, self.lexicon)
                self.mistakes += read.mistakes
                for sentence in read.sentences[:1]:
                    maker = self._maker(text, ("Presumptions",), item, Context())
                    made = maker.presumption(sentence, item.supplied)
                    self.mistakes += maker.mistakes
                    if isinstance(made, Presumption):
                        presumed.append(made)
                    elif made is not None:
                        burdens.append(made)
        return tuple(presumed), tuple(burdens)


_LISTED = re.compile(r"(?:all|any|none|at least \S+) of these (?:holds?|happens)\s*:$", re.IGNORECASE)
_LEADS = re.compile(r"must (?:meet|satisfy) (?:all of )?these [a-z ]+:$")


def _is_quantified_list(text: str) -> bool:
    return bool(_LISTED.search(text))


def _is_lead(text: str) -> bool:
    return bool(_LEADS.search(text))


def _supplied(text: Text) -> Iterator[str]:
    """The stretches of a sentence that stand in square brackets."""
    if "[" not in text.string:
        return
    tokens, _ = tokenize(text)
    for supplied, run in groupby(tokens, key=lambda t: t.supplied):
        stretch = list(run)
        if supplied:
            yield text.string[stretch[0].start:stretch[-1].end].strip(" ,;:.")


def _texts_under(item: Item) -> Iterator[Text]:
    for child in item.children:
        yield child.text
        yield from _texts_under(child)


_VALUE = re.compile(r".*\b(the (?:[a-z]+ ){1,4}in this table):?$")


def _stated(heading: Text, cell: Text) -> Text:
    """A cell under its heading: `yes` says the heading, `no` denies it, another one is what the heading is."""
    answer = cell.string.lower()
    if answer == "yes":
        return heading
    if answer != "no":
        return _joined(_joined(heading, Text("is", cell.origin[:1] * 2)), cell)
    verb = re.search(r" (is|are|was|has)\b", heading.string)
    if verb is None:
        return heading
    denied = {"has": "does not have"}.get(verb.group(1), verb.group(1) + " not")
    a, b = verb.span(1)
    origin = heading.origin[:a] + heading.origin[a:a + 1] * len(denied) + heading.origin[b:]
    return Text(heading.string[:a] + denied + heading.string[b:], origin, heading.file, heading.lines)


def _mark(marker: str) -> str:
    """A marker as it stands in a path: `a.` is `a`."""
    return marker.rstrip(".") if not marker.startswith(("[", "(")) else marker


def _whole(text: Text, item: Item) -> str:
    """The sentence with the items that its colon announces, each on a line with its marker, deeper ones indented."""
    def rows(parts: Iterable[Item], depth: int) -> Iterator[str]:
        for part in parts:
            yield f"{'  ' * depth}{part.marker} {part.text.string}".rstrip()
            yield from rows(part.children, depth + 1)
            if part.tail is not None:
                yield f"{'  ' * depth}{part.tail.string}"

    if not text.string.endswith(":"):
        return text.string
    tail = [item.tail.string] if item.tail is not None else []
    return "\n".join([text.string, *rows(item.children, 1), *tail])


def _joined(a: Text, b: Text) -> Text:
    """`a b` as one text that keeps its places."""
    gap = a.origin[-1:] if a.origin else ()
    return Text(f"{a.string} {b.string}", a.origin + gap + b.origin, a.file or b.file, a.lines or b.lines)


def split_sentences(text: Text) -> list[Text]:
    """The sentences of an item: cut behind a full stop before a capital, a bracket or a citation."""
    out, start = [], 0
    for stop in re.finditer(r"\.\]?(?=\s+(\S))", text.string):
        if not (stop.group(1).isupper() or stop.group(1) in "[§"):
            continue
        before = text.string[start:stop.start()]
        if re.search(r"(?:^|\s)[A-Za-z]$|§\s*\S*$|\bNo$", before) or before.count('"') % 2:
            continue
        out.append(text.part(start, stop.end()))
        start = stop.end()
    out.append(text.part(start))
    return [t for t in out if t.string]


def calendar_of(days: str) -> Calendar:
    """The counting rule that a law's `Days:` line declares."""
    low = days.lower()
    roll = frozenset(w for w, sign in (("saturday", "saturday"), ("sunday", "sunday"), ("holiday", "holiday")) if sign in low)
    holidays, years = frozenset(), None
    if "holiday" in low and "new york" in low:
        years = (2004, 2040)
        holidays = new_york_public_holidays(*years)
    month_end = "last day" if "last day of the month" in low else "next day" if "first day of the next month" in low else None
    return Calendar(roll if "next" in low else frozenset(), holidays, month_end, 0, days, years)
