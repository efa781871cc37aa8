"""The numbered statements of an answer: why, why not, what else was looked at.

Takes:   an `Account`, and which provisions the answer rests on
Gives:   `Finding`s in the order in which they are read, each with the provisions that it cites
Differs: from the account in that like statements are one, and what is said once is referred to

`⟦…⟧` in a text stands for the number of the statement that explains a defined word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from legalasp.explanation import account as A
from legalasp.explanation import wording as words
from legalasp.explanation.account import Account, Leaf, Standing
from legalasp.explanation.wording import row, sentence
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom, Condition
from legalasp.law.resolve import day_of
from legalasp.law.walk import atoms_of
from legalasp.reasoning.answer import Combination

MOST_LEAVES = 12
"""Facts that one sentence names; the graph has them all."""
MOST_ALIKE = 2
"""Instances of one provision that stand alike and are still told one by one."""
_MARK = re.compile(r" ⟦(.+?)⟧")
_EXCEPTS = re.compile("takes? this case out|excepts this case")
_STATUS = re.compile(r"(.+ § .+) ((?:is|does|applies).*)")


@dataclass(frozen=True, slots=True)
class Finding:
    """`topic`: ground, word, duty, condition, exception, other, other word, reading, on reading, conflict, missing, presumed, note, law."""

    topic: str
    text: str
    citations: tuple[str, ...] = ()
    explains: str = ""
    on: tuple[Combination, ...] = ()
    """Combinations of readings on which alone it is so; its text does not name them yet."""


def said_once(findings: Iterable[Finding], every: Sequence[Combination]) -> Iterator[Finding]:
    """What is so on several readings is said once, and names them; what is said anyhow is not said again of one."""
    rows = list(findings)
    anyhow = {f.text for f in rows if not f.on}
    on: dict[str, list[Combination]] = {}
    for f in rows:
        on.setdefault(f.text, []).extend(f.on)
    for f in rows:
        if not f.on:
            yield f
        elif f.text not in anyhow and (readings := on.pop(f.text, None)) is not None:
            lead = words.on_readings(readings, every)
            body = f.text if f.text.startswith(": ") else f", {words.small(f.text)}"
            yield replace(f, text=sentence(lead + body), on=())


def numbered(findings: Iterable[Finding]) -> list[Finding]:
    """The findings with their references put in."""
    kept = list({f.text: f for f in reversed(list(findings))}.values())[::-1]
    number = {f.explains: n for n, f in enumerate(kept, 1) if f.explains}

    def refer(own: int) -> object:
        def put(mark: re.Match[str]) -> str:
            n = number.get(mark[1])
            return "" if n is None or n == own else f" ({words.as_found(n)})"
        return put

    return [replace(f, text=_MARK.sub(refer(n), f.text)) for n, f in enumerate(kept, 1)]  # type: ignore[call-overload]


def plain(text: str) -> str:
    """A text with no references in it."""
    return _MARK.sub("", text)


def _plural(tail: str) -> str:
    return tail.replace("is ", "are ", 1).replace("does ", "do ", 1).replace("applies", "apply", 1)


@dataclass
class Teller:
    """Speaks for one account; `told` and `counted` may be shared, so that nothing is said twice."""

    account: Account
    told: set[object] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    waiting: list[Atom] = field(default_factory=list)
    standards: list[str] = field(default_factory=list)

    # ------------------------------------------------------------ leaves in words

    def leaves(self, leaves: Iterable[Leaf]) -> str:
        """The leaves as one phrase: what holds on every reading first, like leads joined."""
        every = [x for x in leaves if not self._goes_without_saying(x)]
        self.ask_of(every)
        readings = list(dict.fromkeys(x.readings for x in every if x.readings))
        shared = {x.text for x in every if len(readings) > 1 and all(
            any(y.text == x.text and y.readings == r for y in every) for r in readings)}
        sources: set[str] = set()
        common = self._joined([x for x in every if not x.readings or x.text in shared], sources)
        said = [common] if common else []
        for r in readings:
            own = self._joined([x for x in every if x.readings == r and x.text not in shared], sources)
            said += [f"{words.on_reading(r)}, {own}"] if own else []
        return "; ".join(said)

    def _goes_without_saying(self, leaf: Leaf) -> bool:
        """The reading that is spoken of anyhow; that the license for Elm Park is for Elm Park."""
        if isinstance(leaf.condition, C.OnReading):
            return leaf.condition.doubt in dict(self.account.combination)
        names = [a.name for a in leaf.atom.args] if leaf.atom is not None else []
        return leaf.truth is True and len(names) == 2 and any(
            names[0].endswith(f" {word} {names[1]}") and leaf.said == f"{names[0]} is {word} {names[1]}" for word in ("for", "of"))

    def _joined(self, leaves: list[Leaf], sources: set[str]) -> str:
        groups: dict[tuple[str, str], list[str]] = {}
        known = self.account.say.numbers
        dated = {day for x in leaves if x.kind == "calculation" for day in atoms_of(x.condition) if day in known}
        leaves = [x for x in leaves if not (x.truth and x.atom is not None and day_of(x.atom) in dated)]
        for x in dict.fromkeys(replace(x, readings=()) for x in leaves[:MOST_LEAVES]):
            said = x.said + (f" ⟦{x.atom}⟧" if x.kind == "word" else "")
            new = [s.rstrip(".") for s in x.sources if s not in sources]
            sources.update(x.sources)
            said += f" ({'; '.join(new)})" if new else ""
            groups.setdefault((x.lead, x.after), []).append(said)
        parts = [words.led(lead, self.gathered(said)) + after for (lead, after), said in groups.items()]
        if len(leaves) > MOST_LEAVES:
            parts.append(words.many(len(leaves) - MOST_LEAVES, "further condition"))
        return row(parts)

    @staticmethod
    def gathered(said: list[str]) -> list[str]:
        """`§ 1 is met`, `§ 2 is met`: one statement with both citations."""
        tails: dict[str, list[str]] = {}
        for s in said:
            match = _STATUS.fullmatch(s)
            tails.setdefault(match[2] if match else s, []).append(match[1] if match else "")
        rows = [(tail, list(dict.fromkeys(cites))) for tail, cites in tails.items()]
        return [tail if not cites[0] else f"{words.cites(cites)} {tail if len(cites) == 1 else _plural(tail)}" for tail, cites in rows]

    def ask_of(self, leaves: Iterable[Leaf]) -> None:
        """Defined words, and standards that fail or are open, get a statement of their own."""
        for x in leaves:
            if x.kind == "word" and x.atom is not None and x.atom not in self.told:
                self.told.add(x.atom)
                self.waiting.append(x.atom)
            if isinstance(x.condition, C.Status) and x.truth is not True and x.condition.provision not in self.told:
                self.told.add(x.condition.provision)
                self.standards.append(x.condition.provision)

    def arithmetic(self, leaves: Iterable[Leaf]) -> str:
        said = [x.calculation for x in leaves if x.calculation and x.calculation not in self.counted]
        self.counted |= set(said)
        return "".join(f" {s}" for s in dict.fromkeys(said))

    def wanted(self, condition: Condition) -> str:
        """What would meet a condition that failed."""
        said = self.account.cure(condition)
        return f" It asks that {said}." if said else ""

    # ------------------------------------------------------------ what an answer rests on

    def ground(self, key: str, on: str = "") -> Finding:
        """A provision on which the answer rests; `on` says where it does so, if not everywhere."""
        account = self.account
        cite, part, standing = account.cited(key), account.part(key), account.standing(key)
        failed, more = standing.because, ""
        match part.kind:
            case _ if account.provision(key) is None:
                text = self._conformity(part.provision.term, True, standing)  # type: ignore[arg-type]
            case "prohibition" if key.endswith("/only"):
                failed, more = account.leaves(part.provision.if_), self.wanted(part.provision.if_)
                text = f"{cite} allows it only if its conditions are met, and they are not: {self.leaves(failed)}"
            case "prohibition":
                text = f"{cite} prohibits it{self._because(standing)}"
            case "closed list":
                text = f"{cite} permits only what it lists, and this is not listed"
            case "standard" if standing.status == A.BREACH:
                text, more = f"{cite} is not met: {self.leaves(failed)}", self.wanted(account.test(part))
            case "standard":
                text = f"{cite} is met{self._because(standing)}"
            case "duty" if standing.status == A.BREACH and account.asks_may:
                text = f"{cite} asks for something to be done first, and it was not: {self.leaves(failed)}"
                more = self.wanted(account.test(part))
            case "duty":
                text = f"{cite} requires it{self._because(replace(standing, because=account.leaves(part.provision.when)))}"
                if account.asks_when and (by := part.provision.by) is not None:  # every date shows its arithmetic
                    more = " " + account.say.count_text(account.say.counted(C.Within(by.period, by.event, by.event)))
            case "permission":
                text = f"{cite} permits it{self._because(standing)}"
            case "need not":
                text = f"{cite} says that it need not be done{self._because(standing)}"
            case "definition" | "deeming" | "exclusion":
                text = f"{cite} {self._defines(key, standing)}"
            case _:
                text = f"{cite} applies{self._because(standing)}"
        unless = part.provision.unless
        if unless is not None and standing.status in (A.STANDS, A.BREACH):
            more += " " + sentence(f"its exception does not apply: {self.leaves(account.leaves(unless))}")
        return Finding("ground", sentence(f"{on}, {text}" if on else text) + more + self.arithmetic(failed), (cite,), f"provision {key}")

    def _because(self, standing: Standing) -> str:
        return f": {self.leaves(standing.because)}" if standing.because else ""

    def _with(self, says: str, standing: Standing) -> str:
        return f"{says}{self._because(standing)}"

    def _conformity(self, term: Atom, value: bool, standing: Standing) -> str:
        """That a thing conforms to one citation is told by what that asks for; that it does not is told below."""
        account, said = self.account, self.account.say.atom(term, value)
        keys = [x.condition.provision for x in standing.because if isinstance(x.condition, C.Status)]
        if len(keys) != len(standing.because) or len({account.cited(k) for k in keys}) != 1:
            return self._with(said, standing)
        if not value:
            self.ask_of(standing.because)
            return said
        because = self.leaves(x for k in keys for x in account.leaves(account.test(account.part(k))))
        return f"{said}{': ' + because if because else ''}"

    def _defines(self, key: str, standing: Standing) -> str:
        p = self.account.part(key).provision
        assert p.term is not None
        said = self.account.say.atom(p.term, self.account.part(key).kind != "exclusion")
        if standing.status == A.STANDS:
            return f"makes it so that {said}{self._because(standing)}"
        return f"decides whether {said}; its conditions are not met{self._because(standing)}"

    # ------------------------------------------------------------ defined words

    def words(self) -> Iterator[Finding]:
        """One statement for each defined word that was referred to, and for those it refers to."""
        while self.waiting or self.standards:
            if self.waiting:
                yield from self._word(self.waiting.pop(0))
            else:
                yield from self._standard(self.standards.pop(0))

    def _standard(self, key: str) -> Iterator[Finding]:
        """A standard that is cited by what it is to meet it."""
        account = self.account
        if key not in account.relations.by_key or account.provision(key) is None:
            return
        test = account.test(account.part(key))
        truth = account.truth(test)
        if test != C.TRUE and truth is not True:
            leaves = account.leaves(test)
            is_ = "is not met" if truth is False else "is open"
            yield Finding("word", sentence(f"{account.cited(key)} {is_}: {self.leaves(leaves)}")
                          + (self.wanted(test) if truth is False else "") + self.arithmetic(leaves), (account.cited(key),), f"test {key}")

    def _word(self, atom: Atom) -> Iterator[Finding]:
        account = self.account
        truth = account.truth(C.Holds(atom))
        said = account.say.atom(atom, truth is not False)
        cites: list[str] = []
        parts: list[str] = []
        leaves: list[Leaf] = []
        for key in account.defining(atom):
            standing, excludes = account.standing(key), account.part(key).kind == "exclusion"
            bites = standing.status == A.STANDS
            if (truth is True and (excludes or not bites)) or (excludes and standing.status not in (A.STANDS, A.OPEN)):
                continue
            about = self._standing_words(standing)
            leaves += standing.because
            if account.provision(key) is None:
                parts.append(about)
            else:
                cites.append(account.cited(key))
                parts.append(f"under {cites[-1]}{': ' + about if about else ''}")
        start = words.unknown(said) if truth is None else said
        told = "; ".join(filter(None, dict.fromkeys(parts)))
        if told:
            glue = ", " if told.startswith("under ") else ": "
            yield Finding("word", sentence(f"{start}{glue}{told}") + self.arithmetic(leaves), tuple(dict.fromkeys(cites)), str(atom))

    def _standing_words(self, standing: Standing) -> str:
        if standing.status == A.STRUCK:
            return words.taken_out(map(self.account.cited, standing.by))
        return self.leaves(leaf for x in standing.because for leaf in self._beneath(x))

    def _beneath(self, leaf: Leaf) -> tuple[Leaf, ...]:
        """Of `§ 1 applies`, said of `§ 1 applies to Elm Park`: what brings Elm Park under it, or takes it out."""
        c, account = leaf.condition, self.account
        if not isinstance(c, C.Status) or c.status != "applies" or c.provision not in account.relations.by_key:
            return (leaf,)
        p = account.part(c.provision).provision
        excepted = leaf.truth is False and p.unless is not None and account.truth(p.unless) is True
        return account.leaves(p.unless if excepted and p.unless is not None else p.when)

    # ------------------------------------------------------------ what else was looked at

    def others(self, keys: Iterable[str]) -> Iterator[Finding]:
        """Provisions that were looked at and do not decide: like ones in one statement."""
        alike: dict[tuple[str, str], list[str]] = {}
        for key in keys:
            alike.setdefault((self.account.cited(key), self.account.standing(key).status), []).append(key)
        groups: dict[tuple[str, str], list[str]] = {}
        for (cite, _), same in alike.items():
            for n, key in enumerate(same[:MOST_ALIKE if len(same) > MOST_ALIKE + 1 else len(same)]):
                told = self.looked_at(key, self.account.standing(key))
                if told is not None:
                    more = f"; and so for {len(same) - MOST_ALIKE} others" if n == MOST_ALIKE - 1 and len(same) > MOST_ALIKE + 1 else ""
                    cites = groups.setdefault((told[0] + more, told[1]), [])
                    if cite not in cites:
                        cites.append(cite)
        for (before, after), cites in groups.items():
            one = len(cites) == 1
            text = before
            marks = {"cites": words.cites(cites), "is": "is" if one else "are", "has": "has" if one else "have", "s": "s" if one else ""}
            for mark, said in ((f"‹{m}›", s) for m, s in marks.items()):
                text = text.replace(mark, said)
            yield Finding("exception" if _EXCEPTS.search(text) else "other", sentence(text) + after, tuple(cites))

    def looked_at(self, key: str, standing: Standing) -> tuple[str, str] | None:
        """What is said of a provision, with a mark where its citation goes."""
        account, part = self.account, self.account.part(key)
        if account.provision(key) is None:  # `Does the home conform to § 4?`: no, and why
            term = part.provision.term
            if standing.status != A.UNMET or term is None or term in self.told:
                return None
            self.told.add(term)
            return self._conformity(term, False, standing), self.arithmetic(standing.because)
        match standing.status:
            case A.NOT_IN_FORCE:
                return f"‹cites› ‹is› not in force on {words.day(account.ground.problem.as_of.toordinal())}", ""
            case A.OTHER_READING:
                return f"‹cites› ‹has› effect only {words.on_reading(standing.by)}", ""
            case A.NOT_ABOUT:
                return f"‹cites› ‹is› not about this case{self._because(standing)}", self.arithmetic(standing.because)
            case A.EXCEPTED:
                return f"‹cites› excepts this case{self._because(standing)}", self.arithmetic(standing.because)
            case A.STRUCK:
                why = [account.standing(k) for k in standing.by if k in account.relations.by_key]
                because = row(filter(None, (self.leaves(s.because) for s in why)))
                return (f"‹cites› would apply, but {words.taken_out(map(account.cited, standing.by))}"
                        f"{': ' + because if because else ''}"), ""
            case A.UNMET if part.kind == "permission":
                return (f"‹cites› would permit it, but the conditions are not met: {self.leaves(standing.because)}",
                        self.wanted(part.prerequisite) + self.arithmetic(standing.because))
            case A.UNMET if part.kind == "prohibition" and key.endswith("/only"):
                return "‹cites› allow‹s› it only if the conditions are met, and they are", ""
            case A.UNMET:
                because = self._because(standing)
                return f"‹cites› ‹has› no effect, for the conditions are not met{because}", self.arithmetic(standing.because)
            case A.YIELDS:
                rules = [account.rule(r) for r in standing.rules]
                return f"‹cites› must give way to {words.cites(map(account.cited, standing.by))}{', by ' + row(rules) if rules else ''}", ""
            case A.CIRCULAR:
                return f"‹cites› ‹is› in a circle with {words.cites(map(account.cited, standing.by))}: each hangs on the other", ""
            case A.OPEN:
                because = self._because(standing)
                return f"‹cites› ‹is› open{because}" if because else "‹cites› hang‹s› on how the text is read", ""
            case A.STANDS if account.asks_may and part.kind in ("standard", "duty") and account.test(part) != C.TRUE:
                return f"‹cites› ‹is› met: {self.leaves(account.leaves(account.test(part)))}", ""
            case A.STANDS if account.asks_may and part.kind == "standard":
                return words.as_stated("‹cites› ‹is› met"), ""
            case A.BREACH:
                return f"‹cites› ‹is› not met: {self.leaves(standing.because)}", self.wanted(account.test(part))
        verb = {"permission": "permit‹s› it", "prohibition": "prohibit‹s› it", "duty": "require‹s› it"}.get(part.kind, "‹has› effect")
        if part.kind == "permission" and part.provision.soft:
            verb += ", subject to the rest of the law"
        return f"‹cites› {verb}{self._because(standing)}", self.arithmetic(standing.because)
