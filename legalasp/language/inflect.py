"""English forms of the words that a law declares: plurals of nouns, forms of verbs.

Takes:   a noun in the singular, or a verb in the third person singular (`places`)
Gives:   plural; base form, past, participle and -ing form
Differs: a law may correct any form (`Forms:`), so the tables hold only what laws commonly use
"""

from __future__ import annotations

from dataclasses import dataclass

_PLURALS = {
    "foot": "feet", "child": "children", "means": "means", "premises": "premises",
    "series": "series", "man": "men", "woman": "women", "half": "halves", "leaf": "leaves",
}
_IRREGULAR = {
    # base: (past, participle)
    "be": ("was", "been"), "have": ("had", "had"), "do": ("did", "done"), "hold": ("held", "held"),
    "keep": ("kept", "kept"), "build": ("built", "built"), "rebuild": ("rebuilt", "rebuilt"),
    "sell": ("sold", "sold"), "begin": ("began", "begun"), "bring": ("brought", "brought"),
    "take": ("took", "taken"), "meet": ("met", "met"), "give": ("gave", "given"), "make": ("made", "made"),
    "send": ("sent", "sent"), "lose": ("lost", "lost"), "leave": ("left", "left"), "find": ("found", "found"),
    "forbid": ("forbade", "forbidden"), "pay": ("paid", "paid"), "lie": ("lay", "lain"), "lay": ("laid", "laid"),
    "set": ("set", "set"), "put": ("put", "put"), "cut": ("cut", "cut"), "let": ("let", "let"),
    "run": ("ran", "run"), "stand": ("stood", "stood"), "show": ("showed", "shown"), "grow": ("grew", "grown"),
    "see": ("saw", "seen"), "know": ("knew", "known"), "go": ("went", "gone"), "come": ("came", "come"),
    "become": ("became", "become"), "fall": ("fell", "fallen"), "draw": ("drew", "drawn"),
    "withdraw": ("withdrew", "withdrawn"), "write": ("wrote", "written"), "drive": ("drove", "driven"),
    "deal": ("dealt", "dealt"), "buy": ("bought", "bought"), "seek": ("sought", "sought"),
    "teach": ("taught", "taught"), "spend": ("spent", "spent"), "lend": ("lent", "lent"),
    "rent": ("rented", "rented"), "feed": ("fed", "fed"), "lead": ("led", "led"), "read": ("read", "read"),
    "serve": ("served", "served"), "forego": ("forewent", "foregone"), "undergo": ("underwent", "undergone"),
    "overlie": ("overlay", "overlain"), "wear": ("wore", "worn"), "shut": ("shut", "shut"), "bind": ("bound", "bound"),
}
_DOUBLED = {
    "permit", "submit", "plan", "occur", "refer", "stop", "commit", "admit", "omit", "transfer", "ship",
    "skip", "drop", "equip", "regret", "control", "prefer", "remit", "rub", "trim", "plug", "strip", "tap", "dig",
    "get", "put", "set", "cut", "let", "run", "begin", "forbid", "shut",
}
_VOWELS = "aeiou"


def plural(noun: str) -> str:
    """The plural of a noun of one or more words: `certificate of occupancy` gives `certificates of …`."""
    head, of, rest = noun.partition(" of ")
    if of:
        return plural(head) + of + rest
    before, _, last = noun.rpartition(" ")
    return (before + " " if before else "") + _plural_word(last)


def be(noun: str) -> str:
    """`are` for a noun that is a plural as it stands (`the steps of a home`), else `is`."""
    last = noun.split(" of ")[0].rsplit(" ", 1)[-1]
    return "are" if last.endswith("s") and not last.endswith(("ss", "us", "is")) and last not in _PLURALS else "is"


def _plural_word(word: str) -> str:
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and len(word) > 1 and word[-2] not in _VOWELS:
        return word[:-1] + "ies"
    return word + "s"


@dataclass(frozen=True, slots=True)
class Verb:
    base: str
    third: str
    past: str
    participle: str
    gerund: str


def verb(third: str) -> Verb:
    """The forms of a verb given in the third person singular, `occupies` or `places`."""
    base = _base(third)
    past, participle = _IRREGULAR.get(base) or (_ed(base),) * 2
    return Verb(base, third, past, participle, _ing(base))


def _base(third: str) -> str:
    special = {"has": "have", "is": "be", "does": "do", "goes": "go"}
    if third in special:
        return special[third]
    if third.endswith("ies") and len(third) > 4:
        return third[:-3] + "y"
    if third.endswith(("sses", "xes", "zzes", "ches", "shes")):
        return third[:-2]
    return third[:-1] if third.endswith("s") else third


def _ed(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return base + (base[-1] if base in _DOUBLED else "") + "ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    return base + (base[-1] if base in _DOUBLED else "") + "ing"


def article(noun: str) -> str:
    """`a` or `an`, by sound: `an hour`, `a use`, `an R-1 district` is left to its letter's name."""
    word = noun.split(" ")[0].lower()
    if word.startswith(("hour", "honest", "heir", "honor")):
        return "an"
    if word.startswith(("use", "uni", "one", "eur", "util", "usu")) and not word.startswith(("unin", "unim")):
        return "a"
    first = word.split("-")[0]
    if len(first) == 1:
        return "an" if first in "aefhilmnorsx" else "a"
    return "an" if word[:1] in _VOWELS else "a"
