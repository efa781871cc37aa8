"""One case put to its law: the whole line from text to answer in one place.

Takes:   names and paths of laws and cases
Gives:   laws, cases, `Answer`s, and mistakes; never both silently
Differs: from the rooms in that it only joins them; the commands, and whatever else shows answers to people,
         call this module alone. Each room is opened when it is needed, since opening all takes a while
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from legalasp import __version__, cache
from legalasp.mistakes import Mistake, Mistaken, Place, errors
from legalasp.resources import cases_directory

if TYPE_CHECKING:
    from legalasp.explanation import Answer
    from legalasp.law.model import Case, CaseQuestion, Law
    from legalasp.official.coverage import Coverage
    from legalasp.official.quotes import Quotes
    from legalasp.official.ties import Attached
    from legalasp.program.problem import Problem

_HEAD = re.compile(r"^\ufeff?(Law|Cite as|Place|Words|Case)\s*:[ \t]*(.*?)[ \t]*\r?$", re.MULTILINE)
_HEAD_LENGTH = 4000
"""The head of a file lies within so many characters."""


# ---------------------------------------------------------------- laws


@dataclass(frozen=True, slots=True)
class Listed:
    """A law as its head shows it, unchecked."""

    name: str
    title: str
    place: str
    file: Path


def kind_of(path: Path) -> str:
    """`law`, `words` or `case`: by the ending of the file's name, else by its first words."""
    ending = path.suffix.lower().removeprefix(".")
    if ending in ("law", "words", "case"):
        return ending
    first = next(iter(_head(path)), "Law")
    return {"Case": "case", "Words": "words"}.get(first, "law")


def laws(near: Path | None = None) -> list[Listed]:
    """The laws that a name can mean: those beside `near`, in the working folder, then the project's own."""
    found: dict[tuple[str, bytes], Listed] = {}
    for folder_laws in _shelves(near):
        for file in folder_laws:
            try:
                content = file.read_bytes()
            except OSError:
                continue
            head = _head(file)
            if "Law" in head:
                listed = Listed(head.get("Cite as", head["Law"]), head["Law"], head.get("Place", ""), file)
                found.setdefault((listed.name, content), listed)
    return list(found.values())


def _shelves(near: Path | None) -> Iterator[list[Path]]:
    """Files of laws, the nearest folder first."""
    if near is not None:
        yield sorted(near.parent.glob("*.law"))
    yield sorted(Path().glob("*.law")) + sorted(Path().glob("cases/*/*.law"))
    yield sorted(cases_directory().glob("*/*.law"))


def _head(path: Path) -> dict[str, str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            rows = _HEAD.findall(file.read(_HEAD_LENGTH))
    except OSError:
        return {}
    out: dict[str, str] = {}
    for key, text in rows:
        out.setdefault(key, text.rstrip("."))
    return out


def find_law(name: str, case_path: Path | None = None) -> tuple[Law | None, list[Mistake]]:
    """The law called `name` (as it is cited, by its title, or by a path), looked for beside the case first."""
    near = case_path
    wanted = _plain(name)
    known = laws(near)
    for attribute in ("name", "title"):
        fitting = [law for law in known if _plain(getattr(law, attribute)) == wanted]
        if fitting:
            first = fitting[0].file
            beside = [law for law in fitting if law.file.parent == first.parent]
            if len(beside) > 1:
                return None, [Mistake("law-twice", f"two laws in one folder are called `{name}`",
                                      tuple(Place(str(law.file)) for law in beside), "give each its own `Cite as:`, or name the file")]
            return cache.read_law(first)
    looks_like_path = name.lower().endswith(".law") or "/" in name or "\\" in name
    for path in ([near.parent / name] if near is not None else []) + [Path(name)]:
        if path.is_file() and (path.suffix.lower() == ".law" or "Law" in _head(path)):
            return cache.read_law(path)
        if path.is_file() and looks_like_path:  # nothing of it is shown: it was not meant to be read here
            return None, [Mistake("unknown-law", f"`{name}` is a file, but no law", (), "name a file `….law`, or a law by its `Cite as:`")]
    if looks_like_path:
        return cache.read_law(Path(name))
    return None, [unknown_law(name, known)]


def unknown_law(name: str, known: list[Listed]) -> Mistake:
    import difflib

    names = sorted({law.name for law in known})
    near = difflib.get_close_matches(_plain(name), [_plain(n) for n in names], 1, 0.6)
    meant = [n for n in names if near and _plain(n) == near[0]]
    help_ = f"is `{meant[0]}` meant? " if meant else ""
    help_ += f"known are {', '.join(f'`{n}`' for n in names)}" if names else "no law is known here; name its file"
    return Mistake("unknown-law", f"no law is called `{name}`", (), help_)


def _plain(name: str) -> str:
    return " ".join(name.strip().rstrip(".").lower().split())


def check(path: Path) -> list[Mistake]:
    """Every mistake in a law, a file of words or a case."""
    match kind_of(path):
        case "case":
            case, _, mistakes = read_case(path)
            if case is not None and not case.questions:
                mistakes = [*mistakes, Mistake("no-question", f"the case \"{case.name}\" asks nothing", (Place(str(path)),),
                                               "add a question under `Questions`", warning=True)]
            return mistakes
        case "words":
            from legalasp.language.declarations import read_declarations
            from legalasp.language.frame import read_words
            from legalasp.language.lexicon import Kind, Lexicon

            tree, mistakes = read_words(path)
            if tree is not None:
                lexicon = Lexicon()
                lexicon.add_kind(Kind("thing", "things", ()))
                lexicon.add_kind(Kind("law", "laws", ("thing",)))
                lexicon.add_kind(Kind("outside law", "outside laws", ("law",)))
                mistakes = [*mistakes, *read_declarations(tree.words, lexicon, own=False)]
            return mistakes
        case _:
            return cache.read_law(path)[1]


# ---------------------------------------------------------------- cases


def read_case(path: Path, as_of: datetime.date | None = None) -> tuple[Case | None, Law | None, list[Mistake]]:
    """The checked case in `path` with its law; `as_of` puts another date in the place of the case's own."""
    from legalasp.law.cases import read_case as read

    laws_found: list[Law | None] = []

    def find(name: str, case_path: Path | None) -> tuple[Law | None, list[Mistake]]:
        law, mistakes = find_law(name, case_path)
        laws_found.append(law)
        return law, mistakes

    case, mistakes = read(path, find)
    law = case.joined if case is not None and case.joined is not None else next((law for law in laws_found if law is not None), None)
    if case is None or law is None or errors(mistakes):
        return None, None, mistakes
    return (replace(case, as_of=as_of) if as_of else case), law, mistakes


@dataclass(frozen=True, slots=True)
class Compared:
    """One question under one law: its answer, or why the law has none."""

    law: str
    question: str
    answer: str
    by: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """What would have to be known, where the answer is open."""
    mistakes: tuple[Mistake, ...] = ()


def compared(path: Path, names: Iterable[str]) -> tuple[list[Compared], dict[str, dict[str, Mistake]]]:
    """The same facts and questions put to several laws, each by its own words; and, for each law, the sentences that it
    cannot take, mostly since it has no words for them. They are left out there: a law does not hang on what it cannot say, and what is not stated is open."""
    from legalasp.language.frame import read_case as read_frame
    from legalasp.law.cases import read_case as read

    laws_: list[Law] = []
    for name in names:
        law, mistakes = find_law(name, path)
        if law is None:
            raise Mistaken(mistakes)
        laws_.append(law)
    rows: list[Compared] = []
    unread: dict[str, dict[str, Mistake]] = {}
    for law in laws_:
        case, mistakes = read(path, lambda _, __, law=law: (law, []), lenient=True)  # type: ignore[misc]
        if case is None or errors(mistakes):
            raise Mistaken(mistakes)
        asked = [q.text for q in case.questions]
        unread[law.name] = {said: why for said, why in case.unread if not said.rstrip().endswith("?")}
        rows += [Compared(law.name, said, "", mistakes=(why,)) for said, why in case.unread if said.rstrip().endswith("?") and said not in asked]
        for question in case.questions:
            try:
                found = ask(law, case, question)
            except Mistaken as stop:
                rows.append(Compared(law.name, question.text, "", mistakes=tuple(stop.mistakes)))
                continue
            rows.append(Compared(law.name, question.text, found.headline().removeprefix("Answer: "), found.by,
                                 tuple(str(m["fact"]) for m in found.missing)))
    tree, _ = read_frame(path, str(path))
    order = [asked.text.string for asked in tree.questions] if tree is not None else []
    return sorted(rows, key=lambda row: order.index(row.question)), unread


def problem(law: Law, case: Case, question: CaseQuestion) -> Problem:
    from legalasp.program.instantiate import problem as make

    return make(law, case, question)


def ask(law: Law, case: Case, question: CaseQuestion, quotes: Quotes | None = None) -> Answer:
    """The answer to one question of a case; `quotes` the official words, where a text is attached. Raises `Mistaken`
    where the question cannot be answered at all."""
    from legalasp.explanation import answer

    found = answer(law, case, question)
    return replace(found, quotes=quotes) if quotes is not None else found


def listing(law: Law, case: Case | None = None, question: CaseQuestion | None = None) -> str:
    """The answer-set program to read; of a law alone, with one thing for each noun of its provisions."""
    from legalasp.program.asp import listing as show

    if case is not None and question is not None:
        return show(problem(law, case, question))
    from legalasp.law.specimen import specimen

    case = specimen(law)
    return show(problem(law, case, case.questions[0]), everything=True)


def explained(answer: Answer, form: str) -> str:
    """The explanation of an answer as text, json, graphml, dot, svg or html."""
    import json

    from legalasp.explanation import picture

    if form in ("text", "json"):
        changed, enough = [c.text for c in answer.changes], answer.enough
        if form == "json":
            return json.dumps({**answer.json(), "enough": list(enough), "changes": changed}, ensure_ascii=False)
        parts = (("It follows from these facts alone", enough), ("What would change it", changed))
        return answer.text() + "".join(f"\n{head}\n" + "".join(f"- {row}\n" for row in rows) for head, rows in parts if rows)
    draw = {"graphml": picture.graphml, "dot": picture.dot, "svg": picture.svg, "html": picture.page}[form]
    return draw(answer.story)


def written(law: Law, case: Case, asked: list[tuple[int, CaseQuestion]], form: str, ending: str, *, case_file: str = "",
            only: int | None = None, template: Path | None = None, quotes: Quotes | None = None) -> bytes:
    """A memorandum, letter or findings on the questions, as the bytes of a file with that ending."""
    from legalasp.decision.write import check, document, rendered

    check(ending)
    answers = [ask(law, case, question, quotes) for _, question in asked]
    return rendered(document(law, case, answers, form, case_file, only, __version__), ending, template)


# ---------------------------------------------------------------- the official text


def quotes(law: Law, text: Path | None = None) -> Quotes | None:
    """The official words: of `text`, else of the text that this user has attached; None where there is none."""
    from legalasp.official.quotes import Quotes
    from legalasp.official.shelf import remembered

    file = text or remembered(law)
    return Quotes(law, _held(law, file)) if file is not None else None


def attached(law: Law) -> Path | None:
    """The file that this user has attached to a law."""
    from legalasp.official.shelf import remembered

    return remembered(law)


def attach(law: Law, text: Path, anew: bool = False) -> tuple[Coverage, Path | None]:
    """Ties a text to a law and remembers it; `anew`: its passages are tied again, where otherwise the ties that
    came with the law stay. Gives the coverage, and where ties were written."""
    from legalasp.official.shelf import keep_ties, remember, ties_of
    from legalasp.official.text import read_text
    from legalasp.official.ties import tie

    read, known = read_text(text), ties_of(law)
    written = keep_ties(law, tie(law, read, known)) if anew or not known else None
    remember(law, text)
    return coverage(law, text), written


def coverage(law: Law, text: Path) -> Coverage:
    """What of a text the law renders, and how."""
    from legalasp.official.coverage import coverage as cover

    return cover(law, _held(law, text))


def _held(law: Law, text: Path) -> Attached:
    from legalasp.official.shelf import ties_of
    from legalasp.official.text import read_text
    from legalasp.official.ties import attach, tie

    read = read_text(text)
    return attach(read, ties_of(law) or tie(law, read))


# ---------------------------------------------------------------- what cases expect


@dataclass(frozen=True, slots=True)
class Tested:
    """One question of a case, asked and compared. `status` is PASS, FAIL, ERROR or, with nothing expected, OPEN."""

    file: str
    case: str
    question: str
    status: str
    told: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    """The law that the case is put to, or the several laws."""
    decided: frozenset[str] = frozenset()
    """Citations that the answer rests on."""


def test_case(path: Path) -> list[Tested]:
    """Every question of a case, asked and compared with what the case expects."""
    try:
        case, law, mistakes = read_case(path)
    except Mistaken as stop:
        case, law, mistakes = None, None, stop.mistakes
    if case is None or law is None:
        told = tuple(_short(m) for m in errors(mistakes))
        return [Tested(str(path), "", "", "ERROR", told)]
    return [_tested(path, law, case, question) for question in case.questions]


def _tested(path: Path, law: Law, case: Case, question: CaseQuestion) -> Tested:
    from legalasp.explanation.expected import check as compare

    row = Tested(str(path), case.name, question.text, "OPEN", laws=tuple(one.name for one in law.parts or (law,)))
    try:
        answer = ask(law, case, question)
        compared = compare(question, answer)
        decided = frozenset(cited(answer.json()))
    except Mistaken as stop:
        return replace(row, status="ERROR", told=tuple(_short(m) for m in stop.mistakes))
    except Exception as error:
        return replace(row, status="ERROR", told=(f"{type(error).__name__}: {error}".splitlines()[0],))
    wrong = tuple(what for ok, what in compared if not ok)
    status = "FAIL" if wrong else "PASS" if compared else "OPEN"
    return replace(row, status=status, told=wrong, decided=decided)


def cited(answer: dict[str, object]) -> Iterator[str]:
    """The citations that an answer in its fixed form rests on."""
    yield from _strings(answer.get("provisions"))
    explanation = answer.get("explanation")
    nodes = explanation.get("nodes") if isinstance(explanation, dict) else None
    for node in nodes if isinstance(nodes, (list, tuple)) else ():
        if isinstance(node, dict) and node.get("kind") == "provision":
            yield from _strings([node.get("citation")])
    for slot in ("violations", "conditions", "duties", "conflicts"):
        rows = answer.get(slot)
        for row in rows if isinstance(rows, (list, tuple)) else ():
            if isinstance(row, dict):
                yield from _strings([row.get("provision")])
                yield from _strings(row.get("provisions"))
                yield from _strings(row.get("rules"))


def _strings(rows: object) -> Iterator[str]:
    for row in rows if isinstance(rows, (list, tuple)) else ():
        if isinstance(row, str):
            yield row


def undecided(tested: Iterable[Tested]) -> dict[str, list[str]]:
    """Law -> its provisions that decided no question of the cases put to it."""
    decided: dict[str, set[str]] = {}
    where: dict[str, str] = {}
    for row in tested:
        for name in row.laws:
            decided.setdefault(name, set()).update(row.decided)
            where.setdefault(name, row.file)
    out: dict[str, list[str]] = {}
    for name, keys in decided.items():
        law, _ = find_law(name, Path(where[name]))
        if law is not None:
            silent = ("note", "declaration", "not rendered")
            citations = dict.fromkeys(str(p.citation) for p in law.provisions if p.kind not in silent)
            out[name] = [c for c in citations if c not in keys]
    return out


def _short(mistake: Mistake) -> str:
    place = mistake.places[0] if mistake.places else None
    where = f"line {place.line}: " if place and place.line else ""
    return f"{where}{mistake.says} [{mistake.code}]"
