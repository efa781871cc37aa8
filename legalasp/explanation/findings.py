"""The numbered statements of an answer: why, why not, what else was looked at.

Takes:   an `Account`, and which provisions the answer rests on
Gives:   `Finding`s in the order in which they are read, each with the provisions that it cites
Differs: from the account in that like statements are one, and what is said once is referred to

`⟦…⟧` in a text stands for the number of the statement that explains a defined word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from legalasp.explanation import account as A
from legalasp.explanation import wording as words
from legalasp.explanation.account import Account, Leaf, Standing
from legalasp.explanation.wording import row, sentence
from legalasp.law import conditions as C
from legalasp.law.conditions import Atom

MOST_LEAVES = 12
"""Facts that one sentence names; the graph has them all."""
_MARK = re.compile(r" ⟦(.+?)⟧")


@dataclass(frozen=True, slots=True)
class Finding:
    """`topic`: ground, word, duty, condition, exception, other, reading, conflict, missing, presumed, note, law."""

    topic: str
    text: str
    citations: tuple[str, ...] = ()
    explains: str = ""


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


@dataclass
class Teller:
    account: Account

    def __post_init__(self) -> None:
        self.told: set[Atom] = set()
        self.waiting: list[Atom] = []
        self.counted: set[str] = set()

    # ------------------------------------------------------------ leaves in words

    def leaf(self, leaf: Leaf, wanted: bool = False) -> str:
        said = f"{words.on_reading(leaf.readings)}, {leaf.text}" if leaf.readings else leaf.text
        if leaf.sources:
            said += f" ({'; '.join(s.rstrip('.') for s in leaf.sources)})"
        if leaf.kind == "word" and leaf.atom is not None:
            self.ask_of(leaf.atom)
            said += f" ⟦{leaf.atom}⟧"
        if leaf.kind == "provision" and isinstance(leaf.condition, C.Status):
            self.waiting_provisions.append(leaf.condition.provision)
        return said

    @property
    def waiting_provisions(self) -> list[str]:
        return self.__dict__.setdefault("_waiting_provisions", [])

    def ask_of(self, atom: Atom) -> None:
        if atom not in self.told:
            self.told.add(atom)
            self.waiting.append(atom)

    def leaves(self, leaves: Iterable[Leaf]) -> str:
        every = list(leaves)
        said = list(dict.fromkeys(self.leaf(x) for x in every[:MOST_LEAVES]))
        if len(every) > MOST_LEAVES:
            said.append(f"{words.many(len(every) - MOST_LEAVES, 'further condition')}")
        return row(said)

    def arithmetic(self, leaves: Iterable[Leaf]) -> str:
        said = [x.calculation for x in leaves if x.calculation and x.calculation not in self.counted]
        self.counted |= set(said)
        return "".join(f" {s}" for s in dict.fromkeys(said))

    def wanted(self, leaves: Iterable[Leaf]) -> str:
        """What would meet the conditions that failed."""
        said = [f"{words.on_reading(x.readings)}, {x.wanted}" if x.readings else x.wanted for x in leaves if x.wanted]
        return f" It asks that {row(said)}." if said else ""

    # ------------------------------------------------------------ what an answer rests on

    def ground(self, key: str, also: bool = False) -> Finding:
        """A provision on which the answer rests."""
        account = self.account
        cite, part, standing = account.cited(key), account.part(key), account.standing(key)
        also_ = ", on some readings," if also else ""
        failed = standing.because
        match part.kind:
            case _ if account.provision(key) is None:
                text = f"{sentence(self._with(account.grounded.instances[account.instance_key(key)].says, standing))}"
            case "prohibition" if key.endswith("/only"):
                failed = account.leaves(part.provision.if_)
                text = sentence(f"{cite}{also_} allows it only if its conditions are met, and they are not: {self.leaves(failed)}") + self.wanted(failed)
            case "prohibition":
                text = sentence(f"{cite}{also_} prohibits it{self._because(standing)}")
            case "closed list":
                text = sentence(f"{cite}{also_} permits only what it lists, and this is not listed")
            case "standard" if standing.status == A.BREACH:
                text = sentence(f"{cite}{also_} is not met: {self.leaves(failed)}") + self.wanted(failed)
            case "standard":
                text = sentence(f"{cite}{also_} is met{self._because(standing)}")
            case "duty" if standing.status == A.BREACH:
                text = sentence(f"{cite}{also_} asks for something to be done first, and it was not: {self.leaves(failed)}") + self.wanted(failed)
            case "duty":
                text = sentence(f"{cite}{also_} requires it{self._because(standing)}")
            case "permission":
                text = sentence(f"{cite}{also_} permits it{self._because(standing)}")
            case "need not":
                text = sentence(f"{cite}{also_} says that it need not be done{self._because(standing)}")
            case "definition" | "deeming" | "exclusion":
                text = sentence(f"{cite}{also_} {self._defines(key, standing)}")
            case _:
                text = sentence(f"{cite}{also_} applies{self._because(standing)}")
        return Finding("ground", text + self.arithmetic(failed), (cite,), f"provision {key}")

    def _because(self, standing: Standing) -> str:
        return f": {self.leaves(standing.because)}" if standing.because else ""

    def _with(self, says: str, standing: Standing) -> str:
        return f"{says}{self._because(standing)}"

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
        while self.waiting:
            atom = self.waiting.pop(0)
            yield from self._word(atom)

    def _word(self, atom: Atom) -> Iterator[Finding]:
        account = self.account
        truth = account.trace.truth(C.Holds(atom))
        said = account.say.atom(atom, truth is not False)
        keys = account.defining(atom)
        cites, parts, leaves = [], [], []
        for key in keys:
            standing, kind = account.standing(key), account.part(key).kind
            bites = standing.status == A.STANDS
            if truth is True and (kind == "exclusion" or not bites) or truth is False and kind == "exclusion" and not bites:
                continue
            if kind == "exclusion" and standing.status not in (A.STANDS, A.OPEN):
                continue
            cites.append(account.cited(key))
            about = self._standing_words(standing)
            leaves += standing.because
            parts.append(f"under {cites[-1]}{': ' + about if about else ''}" if len(keys) > 1 or about else f"under {cites[-1]}")
        start = words.unknown(said) if truth is None else said
        if parts:
            yield Finding("word", sentence(f"{start}, {'; '.join(parts)}") + self.arithmetic(leaves), tuple(cites), str(atom))

    def _standing_words(self, standing: Standing) -> str:
        if standing.status == A.STRUCK:
            return f"{row(map(self.account.cited, standing.by))} takes this case out of it"
        return self.leaves(standing.because)

    # ------------------------------------------------------------ what else was looked at

    def others(self, keys: Iterable[str]) -> Iterator[Finding]:
        """Provisions that were looked at and do not decide: like ones in one statement."""
        groups: dict[tuple[str, str], list[str]] = {}
        for key in keys:
            standing = self.account.standing(key)
            told = self.looked_at(key, standing)
            if told is not None:
                cites = groups.setdefault(told, [])
                cite = self.account.cited(key)
                if cite not in cites:
                    cites.append(cite)
        for (before, after), cites in groups.items():
            is_ = "is" if len(cites) == 1 else "are"
            has = "has" if len(cites) == 1 else "have"
            s = "s" if len(cites) == 1 else ""
            text = before.replace("‹cites›", row(cites)).replace("‹is›", is_).replace("‹has›", has).replace("‹s›", s)
            yield Finding("exception" if "takes this case out" in text or "excepts" in text else "other", sentence(text) + after, tuple(cites))

    def looked_at(self, key: str, standing: Standing) -> tuple[str, str] | None:
        """What is said of a provision, with a mark where its citation goes."""
        account, part = self.account, self.account.part(key)
        if account.provision(key) is None:
            return None
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
                return (f"‹cites› would apply, but {row(map(account.cited, standing.by))} takes this case out of it"
                        f"{': ' + because if because else ''}"), ""
            case A.UNMET if part.kind == "permission":
                return (f"‹cites› would permit it, but the conditions are not met: {self.leaves(standing.because)}",
                        self.wanted(standing.because) + self.arithmetic(standing.because))
            case A.UNMET if part.kind == "prohibition" and key.endswith("/only"):
                return "‹cites› allow‹s› it only if the conditions are met, and they are", ""
            case A.UNMET:
                return f"‹cites› ‹has› no effect, for the conditions are not met{self._because(standing)}", self.arithmetic(standing.because)
            case A.YIELDS:
                rules = [account.cited(r) if r != "levels" else "the rule that higher law prevails" for r in standing.rules]
                return f"‹cites› must give way to {row(map(account.cited, standing.by))}{', by ' + row(rules) if rules else ''}", ""
            case A.CIRCULAR:
                return f"‹cites› ‹is› in a circle with {row(map(account.cited, standing.by))}: each hangs on the other", ""
            case A.OPEN:
                return f"‹cites› ‹is› open{self._because(standing)}", ""
            case A.STANDS if part.kind in ("standard", "duty") and account.test(part) != C.TRUE:
                return f"‹cites› ‹is› met: {self.leaves(account.leaves(account.test(part)))}", ""
            case A.STANDS if part.kind == "standard":
                return "‹cites› ‹is› met", ""
            case A.BREACH:
                return f"‹cites› ‹is› not met: {self.leaves(standing.because)}", self.wanted(standing.because)
        verb = {"permission": "permit‹s› it", "prohibition": "prohibit‹s› it"}.get(part.kind, "‹has› effect")
        return f"‹cites› {verb}{self._because(standing)}", ""
