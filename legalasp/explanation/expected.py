"""What a case expects of an answer, compared with the answer.

Takes:   a question of a case with its expectations, and the `Answer`
Gives:   `check`: for each expectation whether it is met, and what was found instead
Differs: from comparing texts in that citations, dates and readings are compared as what they are, facts by
         their words

After `by`, every citation must be one on which the answer rests, and none may be left out unless the text
says `among others`. A provision that supports the answer on some readings only may be named or left out.
`Because` and `Note` are for people and are not compared.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from fractions import Fraction

from legalasp.explanation.answers import Answer
from legalasp.language import numerals
from legalasp.law.calendar import read_date
from legalasp.law.model import CaseQuestion, Expected

Compared = tuple[bool, str]

_BY = re.compile(r",?\s+by\s+(?=(?:[^\s§]+ ){0,4}§)")
_AND = re.compile(r",\s*(?:and\s+)?(?=(?:[^\s§,]+ ){0,4}§)|\s+and\s+(?=(?:[^\s§,]+ ){0,4}§)")
_OTHERS = re.compile(r",?\s*(?:and |among )?(?:among )?others$")
_KEYS = "Answer, Answer on the reading, Favoured, Missing, Conditions, Duties or Contradictions"
_SILENT = {"a", "an", "the", "is", "are", "was", "were", "be", "been", "has", "have", "had", "whether", "that", "it", "its", "of",
           "on", "in", "to", "for", "by", "and", "or", "as", "not", "no", "any", "must", "day", "which", "when", "how", "this"}


def check(question: CaseQuestion, answer: Answer) -> list[Compared]:
    out: list[Compared] = []
    for e in question.expected:
        match e.key.lower():
            case "answer" | "answer on the reading":
                out.append(_answer(e, answer))
            case "favoured" | "favored":
                favoured = str((answer.favoured or {}).get("answer", "none"))
                said = re.split(r",\s+(?!\d{4})", _BY.split(_plain(e.text))[0])[0]
                out.append((_same(said, favoured), f"favoured is {favoured}, not {said}"))
            case "missing":
                out.append(_facts(e, [str(m["fact"]) for m in answer.missing], "missing"))
            case "conditions" | "condition":
                out.append(_facts(e, [f for chosen in answer.outcome.conditions for f in answer.set_facts(chosen)], "conditions"))
            case "contradictions" | "contradiction":
                out.append(_facts(e, answer.contradictions, "contradictions"))
            case "duties" | "duty":
                out.append(_facts(e, [f.text for f in answer.findings if f.topic == "duty"], "duties"))
            case "because" | "note" | "reading" | "why":
                pass
            case _:
                out.append((False, f"`{e.key}:` is no expectation; write {_KEYS}"))
    return out


def _plain(text: str) -> str:
    return text.strip().rstrip(".").strip()


# ---------------------------------------------------------------- answers


def _answer(e: Expected, answer: Answer) -> Compared:
    text = _plain(e.text)
    if not text:
        return False, "the expectation says nothing; write `Answer: prohibited, by § 4.`"
    if answer.question.form == "which" and "§" in text:
        return _compared("", text, "", answer.by, answer.by)
    said, by = [*_BY.split(text, maxsplit=1), ""][:2]
    if e.readings:
        fitting = [r for r in answer.readings if set(e.readings) <= {name for _, name in r.combination}]
        if not fitting:
            named = " and ".join(f'"{r}"' for r in e.readings)
            known = {r.name for d in answer.law.doubts for r in d.readings}
            if answer.readings or not set(e.readings) <= known:
                return False, f"the answer does not hang on the reading {named}: {answer.said(answer.conclusion)}"
            return _compared(said, by, answer.said(answer.conclusion), *_grounds(answer))
        results = [_compared(said, by, r.answer, r.by, r.some or r.by) for r in fitting]
        return next((r for r in results if not r[0]), results[0])
    return _compared(said, by, answer.said(answer.conclusion), *_grounds(answer))


def _grounds(answer: Answer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What must be named, and what may be."""
    return answer.by, (*answer.by, *answer.also, *answer.maybe, *answer.against)


def _compared(said: str, by: str, found: str, must: Iterable[str], may: Iterable[str]) -> Compared:
    if not _same(said, found):
        return False, f"the answer is {found}, not {said}"
    if not by:
        return True, f"{found}"
    others = bool(_OTHERS.search(by))
    named = [c for c in _AND.split(_OTHERS.sub("", by)) if c.strip()]
    if not all("§" in c for c in named):
        return False, f"`by {by}` is no row of citations"
    must, may = list(dict.fromkeys(must)), list(dict.fromkeys(may))
    strange = [c for c in named if not any(_cites(c, m) for m in may)]
    if strange:
        return False, f"the answer does not rest on {', '.join(strange)}; it rests on {', '.join(may) or 'no provision'}"
    left_out = [m for m in must if not any(_cites(c, m) for c in named)]
    if left_out and not others:
        return False, f"the answer rests on {', '.join(left_out)} as well"
    return True, f"{found}, by {by}"


def _same(said: str, found: str) -> bool:
    """The same word, day or amount."""
    a, b = (" ".join(x.lower().split()) for x in (said, found))
    if a == b or {a, b} == {"favored", "favoured"}:
        return True
    days = [d for x in (said, found) if isinstance(d := read_date(x), datetime.date)]
    if len(days) == 2:
        return days[0] == days[1]
    amounts = [_amount(x) for x in (a, b)]
    if amounts[0] is not None and amounts[0] == amounts[1]:
        return True
    limits = [x.removeprefix("at least ").removeprefix("at most ").replace(",", "") for x in (a, *b.split(" and "))]
    return any(ch.isdigit() for ch in a) and not a.startswith(("at least", "at most")) and limits[0] in limits[1:]


def _amount(text: str) -> tuple[Fraction, str] | None:
    """`12 1/2 feet` and `12.5 feet` are one."""
    said = tuple(text.replace(",", "").split())
    for k in (2, 1):
        number = numerals.number(said[:k]) if len(said) >= k else None
        if number is not None:
            return number[0], numerals.UNITS.get(said[k:], " ".join(said[k:]))
    return None


def _cites(written: str, citation: str) -> bool:
    """`§ 4(2)` cites `Oak § 4(2)`, and so it does its supplied sentences `§ 4(2)[1]`; `§ [Class B]` cites
    `§ [Definitions][Class B]`, a named heading being clear by itself. Where a law is named, it is that law's."""
    law, own = (" ".join(c.partition("§")[0].lower().split()) for c in (written, citation))
    if law and law != own:
        return False
    one, other = (re.sub(r"\s+", "", c.partition("§")[2]) for c in (written, citation))
    start = r".*" if one.startswith("[") and not one[1:2].isdigit() else ""
    return bool(one) and re.fullmatch(start + re.escape(one) + r"(\[\d+[a-h]?\])*", other) is not None


# ---------------------------------------------------------------- facts by their words


def _facts(e: Expected, found: list[str], what: str) -> Compared:
    text = _plain(e.text)
    if text.lower() in ("none", "nothing"):
        return not found, f"{what}: {'; '.join(found) or 'none'}"
    pieces = [p for p in re.split(r";\s*(?:and\s+|or\s+)?", text) if p.strip()]
    if not pieces:
        return False, f"`{e.key}:` names nothing"
    strange = [p for p in pieces if not any(_alike(p, f) for f in found)]
    if strange:
        return False, f"not among the {what}: {'; '.join(strange)}; found: {'; '.join(found) or 'none'}"
    return True, f"{what}: {text}"


def _alike(piece: str, fact: str) -> bool:
    """Do they have the same words of weight, one perhaps some more?"""
    one, other = _weight(piece), _weight(fact)
    return bool(one) and (one <= other or (other <= one and len(other) > 1))


def _weight(text: str) -> set[str]:
    low = re.sub(r"\([^)]*\)", " ", text.lower()).replace(",", "")
    return {_stem(w) for w in re.findall(r"[a-z0-9§$.\[\]-]+", low) if w.strip(".") not in _SILENT}


def _stem(word: str) -> str:
    word = word.strip(".")
    for ending in ("ing", "ies", "es", "ed", "s", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word[: -len(ending)]
    return word
