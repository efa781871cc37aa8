"""Reads a schedule of words.

Takes:   the `words` entries of a law tree or of a file of words
Gives:   a filled `Lexicon`, or mistakes
Differs: from the entries in that every declaration has become a kind, a measure, named values or a
         phrase with all its forms

Headings: Kinds · Measures · Parts · States and relations · Acts · Acts under acts · Results · Fixed ·
Findings · Officials · Outside laws. A heading may go on after a colon or a dash (`Acts: homes and land`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from legalasp.language.inflect import plural, verb
from legalasp.language.lexicon import (
    AttributeWord, Element, Form, Kind, Lexicon, MeasureWord, Phrase, act_forms, part_forms, state_forms,
)
from legalasp.language.numerals import UNITS
from legalasp.language.tree import Entry, Text
from legalasp.mistakes import Mistake

_ARTICLE = re.compile(r"^(?:a|an|the|another|some)\s+", re.IGNORECASE)
_UNIT_NAMES = {" ".join(k) for k in UNITS}


def read_declarations(entries: tuple[Entry, ...], lexicon: Lexicon, own: bool = True) -> list[Mistake]:
    """Adds what `entries` declare to `lexicon`. `own`: the law's own words, not the shared ones."""
    reader = _Declarations(lexicon, own)
    order = ("kinds", "officials", "outside laws", "measures", "parts", "states", "findings", "acts", "acts under acts", "results", "fixed")
    known = [(_heading(entry.key), entry) for entry in entries]
    for heading, entry in known:
        if heading is None:
            reader.mistake("unknown-heading", f"`{entry.key}` is no heading of a schedule of words", entry.text,
                           "headings are Kinds, Measures, Parts, States and relations, Acts, Acts under acts, "
                           "Results, Findings, Fixed, Officials and Outside laws")
    for wanted in order:
        for heading, entry in known:
            if heading == wanted:
                for text in (entry.text, *entry.lines):
                    reader.read(wanted, text)
    return reader.mistakes


def _heading(key: str) -> str | None:
    low = key.lower().strip()
    for name in ("acts under acts", "outside laws", "officials", "measures", "findings", "results", "fixed", "kinds", "parts"):
        if low.startswith(name):
            return name
    return "states" if low.startswith("states") else "acts" if low.startswith("acts") else None


def _sentences(text: Text) -> list[Text]:
    """The sentences of a line: cut behind a full stop that a capital letter follows."""
    out, start = [], 0
    for stop in re.finditer(r"\.(?=\s+[A-Z(]|\s*$)", text.string):
        out.append(text.part(start, stop.start()))
        start = stop.end()
    out.append(text.part(start))
    return [t for t in out if t.string]


def _picked(adverb: str, forms: tuple[Form, ...]) -> tuple[Form, ...]:
    """`first considered`: the adverb stands before the verb itself, behind `has`, `be` and `not`."""
    helping = {"is", "are", "was", "were", "be", "been", "has", "have", "does", "do", "did", "will", "not"}
    out = []
    for form in forms:
        at = next(n for n, e in enumerate(form.elements) if isinstance(e, str) and e not in helping)
        out.append(replace(form, elements=(*form.elements[:at], adverb, *form.elements[at:])))
    return tuple(out)


def _row(words: str) -> list[str]:
    """`a, b and c` as its members."""
    return [w.strip() for w in re.split(r",\s+(?:and|or)\s+|,\s+|\s+(?:and|or)\s+", words) if w.strip()]


class _Declarations:
    def __init__(self, lexicon: Lexicon, own: bool) -> None:
        self.lexicon, self.own, self.mistakes = lexicon, own, []  # type: ignore[var-annotated]

    def mistake(self, code: str, says: str, text: Text, help: str) -> None:
        self.mistakes.append(Mistake(code, says, (text.place(),), help))

    def read(self, heading: str, text: Text) -> None:
        if heading in ("officials", "outside laws"):
            for piece in re.split(r"[;.]\s+|[;.]$", text.string):
                if piece.strip():
                    self._named(piece.strip(), heading, text)
            return
        for sentence in _sentences(text):
            {"kinds": self._kinds, "measures": self._measures, "parts": self._parts, "states": self._state,
             "findings": self._finding, "acts": self._act, "acts under acts": self._under,
             "results": self._result, "fixed": self._fixed}[heading](sentence)

    # ------------------------------------------------------------ nouns

    def _kinds(self, text: Text) -> None:
        left, verb_, right = re.match(r"(.*?)(?:\s+(is|are)\s+(.*))?$", text.string).groups()  # type: ignore[union-attr]
        parents = [self._noun(p) for p in _row(right)] if right else []
        for parent in parents:
            if parent not in self.lexicon.kinds:
                self.mistake("undeclared-kind", f"`{parent}` is not declared as a kind", text,
                             f"add `A {parent} is a thing.` under Kinds, before this line")
        for piece in re.split(r",\s+(?:and\s+)?(?![^(]*\))|\s+and\s+(?=an?\s)(?![^(]*\))", left):
            name = piece.strip()
            if not name:
                continue
            also = tuple(a for m in re.findall(r"\(also ([^)]*)\)", name) for a in _row(m))
            more = re.search(r"\(plural: ([^)]*)\)", name)
            name = self._noun(re.sub(r"\s*\([^)]*\)", "", name))
            self.lexicon.add_kind(Kind(name, more.group(1) if more else plural(name), tuple(parents) or ("thing",),
                                       also, text.place()))
            if self.own:
                self.lexicon.own.add(name)

    def _noun(self, words: str) -> str:
        name = _ARTICLE.sub("", words.strip())
        found = self.lexicon.nouns.get(tuple(name.lower().split()))
        return found[0] if found else name

    def _named(self, piece: str, heading: str, text: Text) -> None:
        main = re.sub(r"\s*\((?!also )[^)]*\)", "", piece)
        name, is_, kind = main.partition(" is ")
        also = re.findall(r"\(also ([^)]*)\)", name)
        name = re.sub(r"\s*\([^)]*\)", "", name).strip()
        sort = self._noun(kind) if is_ else "official" if heading == "officials" else "outside law"
        if sort not in self.lexicon.kinds:
            self.lexicon.add_kind(Kind(sort, plural(sort), ("thing",), (), text.place()))
        shown = re.sub(r"^[Tt]he ", "the ", name)
        for spelling in (shown, *also):
            self.lexicon.named[spelling.lower()] = (shown, sort)

    def _measures(self, text: Text) -> None:
        named = re.match(r"The (.+?) of (an? .+?) is (.+)$", text.string)
        if named:
            kind = self._noun(named.group(2))
            values = tuple(_row(named.group(3)))
            self.lexicon.attributes.append(AttributeWord(named.group(1), kind, values, text.place()))
            return
        far = re.match(r"(An? .+?) is an? (.+?) in (.+?) from (another .+|an? .+)$", text.string)
        if far:
            self.lexicon.measures.append(MeasureWord(far.group(2), self._noun(far.group(1)), self._unit(far.group(3), text),
                                                     self._noun(far.group(4)), text.place()))
            return
        has = re.match(r"(An? .+?) has (.+)$", text.string)
        if not has:
            return self.mistake("unreadable-declaration", "this is no measure", text,
                                "write `A home has a width in feet.` or `The siding of a home is wood, vinyl or other.`")
        for piece in _row(has.group(2)):
            name, in_, unit = _ARTICLE.sub("", piece).rpartition(" in ")
            if not in_:
                name, unit = unit, ""
            self.lexicon.measures.append(MeasureWord(name, self._noun(has.group(1)), self._unit(unit, text) if unit else "",
                                                     "", text.place()))
        return None

    def _unit(self, unit: str, text: Text) -> str:
        if unit not in _UNIT_NAMES:
            self.mistake("unknown-unit", f"`{unit}` is no unit", text, "use feet, square feet, acres, percent, years …")
            return ""
        return UNITS[tuple(unit.split())]

    # ------------------------------------------------------------ phrases

    def _elements(self, words: str, text: Text) -> tuple[tuple[object, ...], list[str], set[int]]:
        """The elements of a declared sentence; an optional group in parentheses is a nested tuple."""
        slots: list[str] = []
        optional: set[int] = set()

        def read(part: str, inside: bool) -> tuple[Element, ...]:
            tokens, out, i = part.split(), [], 0
            while i < len(tokens):
                noun = self._slot(tokens, i)
                if noun:
                    out.append(len(slots))
                    if inside:
                        optional.add(len(slots))
                    slots.append(noun[0])
                    i = noun[1]
                else:
                    out.append(tokens[i])
                    i += 1
            return tuple(out)

        out: list[object] = []
        for part in re.split(r"(\([^)]*\))", words):
            if part.startswith("("):
                out.append(read(part[1:-1], True))
            else:
                out += read(part, False)
        return tuple(out), slots, optional

    def _slot(self, tokens: list[str], i: int) -> tuple[str, int] | None:
        """A noun with its article at `i`: (kind, index behind it)."""
        if tokens[i].lower() in ("a", "an", "another"):
            for j in range(len(tokens), i + 1, -1):
                found = self.lexicon.nouns.get(tuple(t.lower() for t in tokens[i + 1:j]))
                if found and not found[1]:
                    return found[0], j
        if tokens[i].lower() == "the":
            for j in range(len(tokens), i + 1, -1):
                named = self.lexicon.named.get(" ".join(tokens[i:j]).lower())
                if named:
                    return named[1], j
        return None

    def _phrase(self, words: str, text: Text, sort: str, also: list[str], finder: str = "") -> None:
        """Declares a phrase. A manner in parentheses (`(legally)`, `(permanently)`) makes phrases of its own:
        to exist legally is to exist, and to exist is not yet to exist legally."""
        for group in re.findall(r"\s*\([^)]*\)", words):
            if not any(isinstance(e, int) for e in self._elements("A thing does " + group.strip(" ()"), text)[0][3:]):
                inner = group.strip()[1:-1]
                with_, without = words.replace(group, f" {inner}", 1), words.replace(group, "", 1)
                self._phrase(without, text, sort, also, finder)
                self._phrase(with_, text, sort, also, finder)
                narrow, wide = (re.sub(r"\s+", " ", w[0].lower() + w[1:]) for w in (with_, without))
                if narrow in self.lexicon.phrases and wide in self.lexicon.phrases:
                    same = tuple(range(len(self.lexicon.phrases[wide].slots)))
                    self.lexicon.implied.append(((narrow, same), (wide, same)))
                return None
        parts, slots, optional = self._elements(words, text)
        flat = tuple(e for p in parts for e in (p if isinstance(p, tuple) else (p,)))
        if not flat or flat[0] != 0:
            return self.mistake("unreadable-declaration", "a declaration begins with `A` and a declared kind", text,
                                "for example `A home is on a lot.`; declare the kind first, under Kinds")
        rest = parts[1:]
        if rest and rest[0] == "is":
            forms = state_forms(rest[1:])
        elif rest[:1] in (("first",), ("last",)) and len(rest) > 1 and isinstance(rest[1], str):
            forms = _picked(str(rest[0]), act_forms([verb(v) for v in (rest[1], *also)], rest[2:]))
        elif rest and isinstance(rest[0], str):
            forms = act_forms([verb(v) for v in (rest[0], *also)], rest[1:])
        else:
            return self.mistake("unreadable-declaration", "no verb follows the first noun", text, "for example `A lot is vacant.`")
        word = re.sub(r"\s+", " ", words[0].lower() + words[1:])
        self.lexicon.add_phrase(Phrase(word, sort, tuple(slots), frozenset(optional), forms, finder, flat, text.place()))  # type: ignore[arg-type]
        if self.own:
            self.lexicon.own.add(word)
        return None

    def _also(self, words: str) -> tuple[str, list[str]]:
        also = [a for m in re.findall(r"\(also ([^)]*)\)", words) for a in _row(m)]
        return re.sub(r"\s*\(also [^)]*\)", "", words), also

    def _state(self, text: Text) -> None:
        words, also = self._also(text.string)
        self._phrase(words, text, "state", also)

    def _act(self, text: Text) -> None:
        words, also = self._also(text.string)
        self._phrase(words, text, "act", also)

    def _finding(self, text: Text) -> None:
        match = re.match(r"(.+?) (?:judges|decides|determines) whether (.+)$", text.string)
        if not match:
            return self.mistake("unreadable-declaration", "this is no finding", text,
                                "write `The Town Board judges whether a home looks like a conventional house.`")
        finder = re.sub(r"^The ", "the ", match.group(1))
        words = match.group(2)
        return self._phrase(words[0].upper() + words[1:], text, "finding", [], finder)

    def _parts(self, text: Text) -> None:
        single = re.fullmatch(r"(an? .+?) is in one (.+?) only", text.string[:1].lower() + text.string[1:])
        if single and {self._noun(n) for n in single.groups()} <= set(self.lexicon.kinds):
            self.lexicon.single.add((self._noun(single.group(1)), self._noun(single.group(2))))
            return
        match = re.match(r"An? (.+?) has (.+)$", text.string)
        if not match:
            return self.mistake("unreadable-declaration", "this declares no part", text, "write `A park has lots.`")
        whole = self._noun(match.group(1))
        for piece in _row(match.group(2)):
            found = self.lexicon.nouns.get(tuple(_ARTICLE.sub("", piece).lower().split()))
            if not found:
                self.mistake("undeclared-kind", f"`{piece}` is not the plural of a declared kind", text,
                             "declare the kind first, under Kinds")
                continue
            part, many = found[0], self.lexicon.kinds[found[0]].plural
            word = f"a {whole} has a {part}"
            self.lexicon.add_phrase(Phrase(word, "part", (part, whole), frozenset(), part_forms(part, many), "",
                                           (1, "has", 0), text.place()))
        return None

    def _under(self, text: Text) -> None:
        match = re.match(r"To (.+?) is to (.+)$", text.string)
        if not match:
            return self.mistake("unreadable-declaration", "this puts no act under another", text,
                                "write `To replace a home with another home on a lot is to place the other home on the lot.`")
        rows = [self._act_row(part, text) for part in match.groups()]
        if None not in rows:
            (narrow, names), (wide, wanted) = rows  # type: ignore[misc]
            mapping = tuple(names.index(n) if n in names else -1 for n in wanted)
            self.lexicon.implied.append(((narrow, tuple(range(len(names)))), (wide, mapping)))
        return None

    def _result(self, text: Text) -> None:
        """`After a person places a home on a parcel, the home is on the parcel.`"""
        match = re.match(r"After (an? .+?), (.+)$", text.string)
        rows = []
        act = self._finite(match.group(1), "act") if match else None
        if act is not None:
            phrase, names, _ = act
            said = match.group(2)  # type: ignore[union-attr]
            alone = re.search(r" and \w+ no other \w+$", said)  # `… and on no other parcel`
            for piece in re.split(r",? and (?=the )", said[:alone.start()] if alone else said):
                state = self._finite(piece, "state")
                if state is None or any(n not in names for n in state[1]):
                    act = None
                    break
                rows.append((state[0].word, tuple(names.index(n) for n in state[1]), not state[2], bool(alone)))
        if act is None:
            return self.mistake("unreadable-declaration", "this is no result of a declared act", text,
                                "write `After a person places a home on a parcel, the home is on the parcel.`")
        self.lexicon.results.append((act[0].word, tuple(rows)))
        return None

    # ------------------------------------------------------------ what nobody can change

    def _fixed(self, text: Text) -> None:
        """`The width of a structure`, `a parcel is in a park`: a fact that no advice can ask anybody to change."""
        word = text.string.strip().rstrip(".")
        word = word[:1].lower() + word[1:]
        known = {m.word for m in (*self.lexicon.measures, *self.lexicon.attributes)} | set(self.lexicon.phrases)
        if word not in known:
            self.mistake("unreadable-declaration", f"`{word}` is no declared fact", text,
                         "write the fact as it is declared: `the width of a structure`, `a parcel is in a park`")
        self.lexicon.fixed.add(word)

    def _finite(self, words: str, sort: str) -> tuple[Phrase, list[str], bool] | None:
        """The declared phrase that `the home is on the parcel` is, a name for each slot, is it negated."""
        for phrase in self.lexicon.phrases.values():
            for form in phrase.forms if phrase.sort == sort else ():
                if form.tense == "present" and not form.passive and not form.plural:
                    names = self._bind(form.elements, words.lower().split(), phrase)
                    if names is not None:
                        return phrase, [names.get(i, "") for i in range(len(phrase.slots))], form.negated
        return None

    def _act_row(self, words: str, text: Text) -> tuple[str, list[str]] | None:
        """The declared act that `place the other home on the lot` is, and a name for each filled slot."""
        tokens = words.split()
        for phrase in self.lexicon.phrases.values():
            if phrase.sort != "act":
                continue
            for form in phrase.forms:
                if form.tense != "bare" or form.negated or form.passive:
                    continue
                names = self._bind(form.elements[1:], tokens, phrase)
                if names is not None:
                    return phrase.word, [names.get(i, "actor" if i == 0 else "") for i in range(len(phrase.slots))]
        self.mistake("unknown-phrase", f"no declared act fits `{words}`", text, "declare the act under Acts")
        return None

    def _bind(self, elements: tuple[Element, ...], tokens: list[str], phrase: Phrase) -> dict[int, str] | None:
        names: dict[int, str] = {}
        i = 0
        for element in elements:
            if isinstance(element, str):
                if i >= len(tokens) or tokens[i] != element:
                    return None
                i += 1
                continue
            if i >= len(tokens) or tokens[i] not in ("a", "an", "the", "another"):
                return None
            other = tokens[i] == "another" or (tokens[i] == "the" and i + 1 < len(tokens) and tokens[i + 1] == "other")
            start = i + 2 if tokens[i] == "the" and other else i + 1
            for j in range(len(tokens), start, -1):
                found = self.lexicon.nouns.get(tuple(tokens[start:j]))
                if found and self.lexicon.compatible(found[0], phrase.slots[element]):
                    names[element] = ("other " if other else "") + found[0]
                    i = j
                    break
            else:
                return None
        return names if i == len(tokens) else None
