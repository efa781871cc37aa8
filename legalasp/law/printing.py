"""A sentence printed back from its tree.

Takes:   a `Sentence`
Gives:   canonical controlled English that reads to the same tree
Differs: from the text as written in that what the reader understood is said outright, in one form
"""

from __future__ import annotations

from fractions import Fraction

from legalasp.language.inflect import article, plural
from legalasp.language.lexicon import Form, Lexicon, Phrase
from legalasp.language.numerals import UNITS, write_day, write_money, write_number
from legalasp.language.syntax import (
    Amount, CitationList, Clause, CountOfNoun, CountOfTime, DayValue, EventDay, Extreme, FindsClause, Junction, KindClause, ListClause,
    MeasureClause, MeasureOf, MeetsClause, Noun, OnReadingQuantity, PerThing, PhraseClause, Quantity, QuoteClause,
    ReadingClause, Sentence, SumOfQuantities, Times, TotalOfNoun, ValueClause, When,
)

_MANY_UNITS = {one: " ".join(many) for many, one in UNITS.items()}
_OPS = {">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than ", "=": "exactly "}


def print_sentence(sentence: Sentence, lexicon: Lexicon) -> str:
    """The sentence in canonical controlled English."""
    return _Printer(lexicon).sentence(sentence)


def print_clause(clause: Clause, lexicon: Lexicon) -> str:
    return _Printer(lexicon).clause(clause)


class _Printer:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.depth = 0

    # ------------------------------------------------------------ sentences

    def sentence(self, s: Sentence) -> str:
        if s.form == "act under":
            return f"To {self.gerund(s.clause, 'infinitive')} is to {self.gerund(s.unless, 'infinitive')}."
        opening = "".join(f'on the reading "{r}", ' for r in s.readings)
        opening += f"despite {self.citations(s.despite)}, " if s.despite else ""
        opening += f"subject to {self.citations(s.subject_to)}, " if s.subject_to else ""
        opening += f"when {self.clause(s.when)}, " if s.when else ""
        body = self.body(s)
        closing = "".join((
            f", {s.texts[-1]}," if s.texts and s.texts[-1].startswith("whether or not") else "",
            f"{' only' if s.form == 'only' else ','} if {self.clause(s.if_)}" if s.if_ else "",
            f" until {self.clause(s.until)}" if s.until else "",
            f", provided that {self.clause(s.provided)}" if s.provided else "",
            f", except as {' and '.join(s.except_as)} allows" if s.except_as else "",
            f", unless {self.clause(s.unless)}" if s.unless else "",
        ))
        text = (opening + body + closing).rstrip(",").replace(",,", ",")
        return text[:1].upper() + text[1:] + "."

    def body(self, s: Sentence) -> str:
        modal = {"permission": "may", "only": "may", "only under": "may", "prohibition": "must not", "must": "must",
                 "need not": "need not", "recommendation": "should"}.get(s.form)
        target = self.citations(s.target) if s.target else ""
        subject = self.noun(s.subject) if s.subject else self.gerund(s.clause) if s.form in ("scope", "exemption", "applies") and s.clause else ""
        match s.form:
            case "scope" | "applies":
                verb = "does not apply" if s.form == "scope" else "applies"
                everything = self.everything(s)
                return f"{target} {verb}" + (f" to {subject}{everything}" if subject else "")
            case "exemption":
                return f"{subject}{self.everything(s)}{',' if s.with_everything_in else ''} is exempt from {target}" + (", including this section" if s.target and s.target.including_itself else "")
            case "allowed":
                return f"{subject} is allowed"
            case "not allowed":
                if s.clause is not None:
                    parts = [self.noun(p.args[0]) for p in s.clause.parts]  # type: ignore[union-attr]
                    return f"neither {parts[0]} nor {parts[1]} is allowed"
                return f"{subject} is not allowed"
            case "share":
                op, share = s.share  # type: ignore[misc]
                words = f"{_OPS[op]}{write_number(share * 100)} percent of "
                return words + self.having(s.clause)
            case "statement":
                return self.clause(s.clause)
            case "meaning":
                return "in this law " + self.clause(s.clause)
            case "deeming":
                text = self.clause(s.clause)
                return text.replace(" is ", " is deemed ", 1)
            case "presumption":
                return f"it is presumed that {self.clause(s.clause)}"
            case "burden":
                return f"it is for {subject} to show that {self.clause(s.clause)}"
            case "power":
                from legalasp.language.sentences import POWERS

                return f"{self.noun(s.finder)} may {s.verb} {target} {POWERS[s.verb]} {subject}"
            case "norms":
                return self.norms(s)
            case "lead":
                return f"{subject} must meet these requirements: …"
            case "unchanged":
                return f"{target} applies unchanged"
        if modal and s.clause is not None:
            text = self.clause(s.clause, modal)
            return text + (f" only under {target}" if s.form == "only under" else "")
        return " ".join(s.texts).rstrip(".")

    def norms(self, s: Sentence) -> str:
        """The subject once, each norm behind `must` or `may`."""
        rows = [self.body(p).split(" ") for p in s.parts]
        modals = {"may", "must", "need", "should"}
        cuts = [next(n for n, w in enumerate(r) if w in modals) for r in rows]
        return " ".join(rows[0][:cuts[0]]) + " " + " and ".join(" ".join(r[c:]) for r, c in zip(rows, cuts))

    def everything(self, s: Sentence) -> str:
        return f", with everything in the {s.subject.kind}" if s.with_everything_in and s.subject else ""

    def row(self, parts: tuple[Clause, ...], texts: list[str], word: str) -> str:
        """`P X, Y or Z S`: what all members share in words is said once where they share a noun."""
        if _shared(parts):
            rows = [t.split(" ") for t in texts]
            head = _member_start(rows[0], _common(rows))
            tail = _common([r[head:][::-1] for r in rows])
            while tail and rows[0][len(rows[0]) - tail] not in _LINKS | _DETERMINERS:
                tail -= 1
            if all(len(r) > head + tail for r in rows):
                middle = [" ".join(r[head:len(r) - tail]) for r in rows]
                return " ".join(w for w in (" ".join(rows[0][:head]), _listed(middle, word), " ".join(rows[0][len(rows[0]) - tail:])) if w)
        return _listed(texts, word)

    # ------------------------------------------------------------ clauses

    def clause(self, clause: Clause | None, modal: str = "") -> str:
        match clause:
            case None:
                return ""
            case Junction(mode, parts, number):
                texts = [self.clause(p, modal) for p in parts]
                if mode == "none":
                    joined = self.row(parts, texts, "nor").split(" ")
                    at = _member_start(texts[0].split(" "), _common([t.split(" ") for t in texts]))
                    return " ".join([*joined[:at], "neither", *joined[at:]])
                if _range(parts):
                    low, high = parts
                    whole = self.measure(low, modal)  # type: ignore[arg-type]
                    return whole.replace(_OPS[">="] + self.quantity(low.right), f"{self.quantity(low.right)} to {self.quantity(high.right)}")  # type: ignore[union-attr]
                return self.row(parts, texts, {"all": "and", "any": "or"}[mode])
            case ListClause(mode, number):
                return {"all": "all of these hold: …", "any": "any of these holds: …", "none": "none of these holds: …"}.get(
                    mode, f"at least {number} of these hold: …")
            case ReadingClause(reading, inner):
                return f'on the reading "{reading}", {self.clause(inner, modal)}'
            case PhraseClause():
                return self.phrase(clause, modal)
            case KindClause(noun, kind, negated, tense):
                return f"{self.noun(noun)} {self.be(tense, negated, modal, noun.many)} {self.noun(kind)}"
            case MeasureClause(left, op, right):
                return self.measure(clause, modal)
            case ValueClause(word, noun, values, negated):
                name = word.removeprefix("the ").split(" of ")[0]
                rows = ", ".join(values[:-1]) + (" or " if len(values) > 1 else "") + values[-1]
                return f"the {name} of {self.noun(noun)} {self.be('present', negated, modal)} {rows}"
            case QuoteClause(noun, words, negated):
                return f'{self.noun(noun) if noun else ""} "{words}"'.strip()
            case MeetsClause(verb, noun, target, negated):
                if verb == "applies":
                    return f"{self.citations(target)} {'does not apply' if negated else 'applies'}" + (f" to {self.noun(noun)}" if noun else "")
                base = {"meets": "meet", "conforms": "conform"}[verb]
                to = " to" if verb == "conforms" else ""
                words = f"{modal} {base}" if modal else f"does not {base}" if negated else verb
                return f"{self.noun(noun) if noun else ''} {words}{to} {self.citations(target)}".strip()
            case FindsClause(finder, inner, negated):
                return f"{self.noun(finder)} {'does not find' if negated else 'finds'} that {self.clause(inner)}"
        raise TypeError(clause)

    def having(self, clause: Clause | None) -> str:
        """`the lots of a park must have an area of at least …`"""
        parts = clause.parts if isinstance(clause, Junction) and _range(clause.parts) else (clause,)
        first = parts[0]
        if isinstance(first, MeasureClause) and isinstance(first.left, MeasureOf) and first.left.other is None:
            value = self.quantity(first.right)
            value = f"{value} to {self.quantity(parts[1].right)}" if len(parts) > 1 else _OPS[first.op] + value  # type: ignore[union-attr]
            return f"{self.noun(first.left.noun)} must have {article(first.left.measure)} {first.left.measure} of {value}"
        return self.clause(clause, "must")

    def be(self, tense: str, negated: bool, modal: str, many: bool = False) -> str:
        word = f"{modal} be" if modal else {"past": "were" if many else "was"}.get(tense, "are" if many else "is")
        return word + (" not" if negated else "")

    def measure(self, clause: MeasureClause, modal: str) -> str:
        left, be = clause.left, self.be("present", False, modal)
        if isinstance(left, MeasureOf) and left.other is not None:
            return f"{self.noun(left.noun)} {be} {_OPS[clause.op]}{self.quantity(clause.right)} from {self.noun(left.other)}"
        value = self.quantity(clause.right)
        op = _OPS[clause.op]
        if isinstance(clause.right, OnReadingQuantity):
            op = op.rstrip() + ", "
        return f"{self.quantity(left)} {be} {op}{value}"

    def phrase(self, clause: PhraseClause, modal: str = "") -> str:
        phrase = self.lexicon.phrases[clause.word]
        filled = frozenset(i for i, a in enumerate(clause.args) if a is not None)
        text = self.laid(phrase, clause, filled, modal)
        return text + "".join(" " + self.time(t) for t in clause.times)

    def laid(self, phrase: Phrase, clause: PhraseClause, filled: frozenset[int], modal: str) -> str:
        tense = "bare" if modal else clause.tense
        if tense == "bare perfect":
            tense = "bare perfect"
        if modal and clause.tense == "bare perfect":
            tense = "bare perfect"
        form = self.form(phrase, tense, clause.negated, filled, clause.args)
        if form is None and tense == "reduced":
            form = self.form(phrase, "present", clause.negated, filled, clause.args) or self.form(phrase, "past", clause.negated, filled, clause.args)
        if form is None:
            form = self.form(phrase, "present", clause.negated, filled, clause.args)
        if form is None:
            return phrase.word
        words: list[str] = []
        for n, element in enumerate(form.elements):
            if isinstance(element, int):
                words.append(self.noun(clause.args[element]))  # type: ignore[arg-type]
                if n == 0 and modal:
                    words.append(modal)
            else:
                words.append(element)
        return " ".join(w for w in words if w)

    def form(self, phrase: Phrase, tense: str, negated: bool, filled: frozenset[int], args: tuple[Noun | None, ...]) -> Form | None:
        for form in phrase.forms:
            has = frozenset(e for e in form.elements if isinstance(e, int))
            if form.tense == tense and form.negated == negated and has == filled and form.elements and isinstance(form.elements[0], int):
                subject = args[form.elements[0]]
                if form.plural == bool(subject and subject.many) or tense in ("bare", "bare perfect", "reduced", "gerund", "future"):
                    return form
        return next((f for f in phrase.forms if f.tense == tense and f.negated == negated
                     and frozenset(e for e in f.elements if isinstance(e, int)) == filled), None)

    def gerund(self, clause: Clause | None, tense: str = "gerund") -> str:
        if not isinstance(clause, PhraseClause):
            return ""
        phrase = self.lexicon.phrases[clause.word]
        filled = frozenset(i for i, a in enumerate(clause.args) if a is not None)
        form = next((f for f in phrase.forms if f.tense == tense and frozenset(e for e in f.elements if isinstance(e, int)) == filled), None)
        return " ".join(self.noun(clause.args[e]) if isinstance(e, int) else e for e in form.elements) if form else phrase.word  # type: ignore[arg-type]

    # ------------------------------------------------------------ nouns

    def noun(self, noun: Noun | None) -> str:
        if noun is None or noun.is_gap:
            return ""
        if noun.name:
            return noun.name + self.behind(noun)
        word = self.lexicon.kinds[noun.kind].plural if noun.many else noun.kind
        if noun.label and noun.determiner == "the":
            return f"the {noun.label}" + self.behind(noun)
        adjectives = [" ".join(str(e) for e in self.lexicon.phrases[a].elements[2:]) for a in noun.adjectives]
        head = " ".join([*adjectives, word])
        determiner = noun.determiner
        if determiner == "a":
            determiner = article(head)
        elif determiner in ("at least", "at most", "exactly"):
            determiner = f"{determiner} {noun.number}"
        elif determiner == "each" and noun.many:
            determiner = "all the"
        elif determiner == "bare":
            determiner = ""
        text = f"{determiner} {head}".strip() + self.behind(noun)
        if noun.label:
            text += f' (the "{noun.label}")'
        return text

    def behind(self, noun: Noun) -> str:
        """What hangs on a noun; within another hanger-on it is spelled out with `that`, so that it can be
        read with one noun only."""
        self.depth += 1
        text = "".join(" " + self.gap_clause(c) for c in noun.clauses)
        self.depth -= 1
        return text

    def gap_clause(self, clause: Clause) -> str:
        match clause:
            case PhraseClause(word, args, negated, tense, times):
                phrase = self.lexicon.phrases[word]
                filled = frozenset(i for i, a in enumerate(args) if a is not None)
                gap = next(i for i, a in enumerate(args) if a is not None and a.is_gap)
                end = "".join(" " + self.time(t) for t in times)
                for form in phrase.forms if self.depth < 2 or phrase.sort == "part" else ():
                    has = frozenset(e for e in form.elements if isinstance(e, int))
                    if has == filled and form.elements[0] == gap and not negated and form.tense == "reduced" and (
                            tense in ("reduced", "past") and (phrase.sort == "act") or tense == "reduced"):
                        return " ".join(self.noun(args[e]) if isinstance(e, int) else e for e in form.elements[1:]) + end
                wanted = "present" if tense == "reduced" else tense
                for form in phrase.forms:
                    has = frozenset(e for e in form.elements if isinstance(e, int))
                    if has == filled and form.tense == wanted and form.negated == negated:
                        words = [self.noun(args[e]) if isinstance(e, int) else e for e in form.elements]
                        return "that " + " ".join(w for w in words if w) + end
                return "that " + phrase.word
            case MeasureClause(MeasureOf(name, noun, None), op, right):
                return f"with {article(name)} {name} of {_OPS[op]}{self.quantity(right)}"
            case KindClause(_, kind, negated, _):
                return f"that is {'not ' if negated else ''}{self.noun(kind)}"
            case MeetsClause(verb, _, target, negated):
                words = {"meets": "does not meet" if negated else "meets", "conforms": "does not conform to" if negated else "conforms to"}[verb]
                return f"that {words} {self.citations(target)}"
            case Junction(mode, parts, _):
                return (" and " if mode == "all" else " or ").join(self.gap_clause(p) for p in parts)
        return "that " + self.clause(clause)

    # ------------------------------------------------------------ quantities and time

    def quantity(self, quantity: Quantity) -> str:
        match quantity:
            case Amount(value, unit):
                if unit == "dollar":
                    return write_money(value)
                if unit.startswith("per "):
                    return write_number(value)
                return f"{write_number(value)} {unit if value == 1 else _MANY_UNITS.get(unit, unit)}".strip()
            case MeasureOf(name, noun, _):
                return f"the {name} of {self.noun(noun)}"
            case CountOfNoun(noun):
                return f"the number of {self.noun(noun)}"
            case TotalOfNoun(name, noun):
                return f"the total {name} of {self.noun(noun)}"
            case Times(factor, part):
                if factor < 1:
                    return f"{write_number(factor * 100)} percent of {self.quantity(part)}"
                return f"{write_number(factor)} times {self.quantity(part)}"
            case PerThing(amount, counted):
                if isinstance(amount, Amount) and amount.unit.startswith("per "):
                    return f"{write_number(amount.value)} {amount.unit} of {self.quantity(counted)}"
                if isinstance(counted, CountOfTime):
                    return f"{self.quantity(amount)} for each {self.count_of_time(counted, False)}"
                noun = counted.noun if isinstance(counted, CountOfNoun) else None
                return f"{self.quantity(amount)} for {self.noun(noun)}"
            case CountOfTime():
                return f"the number of {self.count_of_time(quantity, True)}"
            case Extreme(greatest, parts):
                if isinstance(parts[0], (EventDay, DayValue)):
                    return f"the {'last' if greatest else 'first'} of {' and '.join(self.quantity(p) for p in parts)}"
                return f"the {'greater' if greatest else 'lesser'} of {' and '.join(self.quantity(p) for p in parts)}"
            case SumOfQuantities(parts):
                return f"the sum of {' and '.join(self.quantity(p) for p in parts)}"
            case OnReadingQuantity(rows):
                return " and, ".join(f'on the reading "{name}", {self.quantity(q)}' for name, q in rows)
            case DayValue(day):
                return write_day(day)
            case EventDay(clause):
                return self.clause(clause)
        raise TypeError(quantity)

    def count_of_time(self, count: CountOfTime, many: bool) -> str:
        first, last = (("the day on which " if isinstance(q, EventDay) else "") + self.quantity(q) for q in (count.first, count.last))
        return f"{'begun' if count.begun else 'full'} {count.unit}{'s' if many else ''} from {first} through {last}"

    def time(self, time: When) -> str:
        day = self.quantity(time.day) if time.day is not None else ""
        span = f"{time.span.number} {time.span.unit}" if time.span else ""
        if time.span and time.span.number == 1:
            span = span.rstrip("s")
        match time.relation:
            case "within":
                return f"within {span} after {day}" if day else f"within {span}"
            case "lasted":
                return f"for {span} after {day}" if day else f"for {span}"
            case "through":
                return f"through {time.span.unit} of the year in which {day}" if time.span else ""
            case "by" if time.span:
                return f"by the {time.span.unit} before {day}"
            case "recent":
                return f"at most {span} before {day}"
            case "old":
                return f"more than {span} before {day}"
            case "early":
                return f"at least {span} before {day}"
            case "in":
                return f"in {time.day.value}" if isinstance(time.day, Amount) else ""
            case "at":
                return f"when {day}"
        return f"{time.relation} {day}"

    def citations(self, target: CitationList) -> str:
        rows = [*target.cites, *(f"{a} to {b}" for a, b in target.spans)]
        text = target.whole or (rows[0] if len(rows) == 1 else ", ".join(rows[:-1]) + " and " + rows[-1])
        return text + (f", except {' and '.join(target.but)}" if target.but else "")


def _shared(parts: tuple[Clause, ...]) -> bool:
    """Do the members of a row share a noun, written once?"""
    from legalasp.law.resolve import nouns_in

    rows = [{n.at for n in nouns_in(p) if n.at >= 0 and not n.name} for p in parts]
    return bool(set.intersection(*rows)) if rows else False


def _common(rows: list[list[str]]) -> int:
    """How many words all rows begin with."""
    count = 0
    for words in zip(*rows):
        if len(set(words)) > 1:
            break
        count += 1
    return count


_LINKS = {"is", "are", "was", "were", "be", "been", "has", "have", "not", "by", "on", "in", "of", "with", "to", "from", "for", "at", "that",
          "must", "may", "within", "after", "before", "under"}
_DETERMINERS = {"a", "an", "the", "each", "every", "no", "some", "another", "all"}


def _member_start(words: list[str], common: int) -> int:
    """Where the members of a row begin, of which `common` words are alike: at an article, or behind a link;
    `a class A home or a class B home` and not `a class A or B home`."""
    for at in range(common, 0, -1):
        if at < len(words) and words[at] in _DETERMINERS or words[at - 1] in _LINKS:
            return at
    return 0


def _listed(texts: list[str], word: str) -> str:
    return f" {word} ".join(texts) if len(texts) == 2 else f", {word} ".join([", ".join(texts[:-1]), texts[-1]])


def _range(parts: tuple[Clause, ...]) -> bool:
    """`40 to 60 feet`, read as two bounds on one quantity."""
    return (len(parts) == 2 and all(isinstance(p, MeasureClause) and isinstance(p.right, Amount) for p in parts)
            and parts[0].left == parts[1].left and (parts[0].op, parts[1].op) == (">=", "<="))  # type: ignore[union-attr]
