"""The ground law as an answer-set program; the only place where ASP text is made.

Takes:   a `Ground`
Gives:   `program(ground)`: facts for the encodings to work on; `files(ground)`: the encodings that
         the question needs; `listing(problem)`: the same facts to read, each provision under its key
Differs: from the ground law in that everything is a number or a word of the theory

No text of a user ever becomes code: names stay in Python, and a comment holds one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legalasp.program.circuit import (
    AllGate,
    AnyGate,
    CountGate,
    FactLeaf,
    Node,
    ReadingLeaf,
    StatusLeaf,
    TestLeaf,
    ValueLeaf,
    WordLeaf,
)
from legalasp.program.ground import ANOTHER, Ground
from legalasp.program.problem import Applies, DueWhen, IsExempt, IsSo, May, Must, Problem, WhatLimit

Fact = str
Block = tuple[str, list[Fact]]
"""A heading in words, and the facts under it."""

ALWAYS = (
    "unknowns.lp", "readings.lp", "conditions.lp", "definitions.lp", "applicability.lp",
    "exceptions.lp", "conflicts.lp", "verdict.lp",
)  # fmt: skip


def files(ground: Ground) -> list[str]:
    """The encodings that the question needs."""
    match ground.problem.question:
        case May():
            own = ["permission.lp"]
        case Must():
            own = ["duty.lp"]
        case WhatLimit():
            own = ["limits.lp"]
        case DueWhen():
            own = ["deadlines.lp"]
        case IsSo() | Applies() | IsExempt():
            own = ["status.lp"]
    own += ["opposition.lp"] if isinstance(ground.problem.question, (May, Must)) else []
    return [*ALWAYS, *own, *(["circles.lp"] if ground.stages.circles else [])]


def program(ground: Ground) -> str:
    return "\n".join(fact for _, facts in blocks(ground) for fact in facts)


def listing(problem: Problem, everything: bool = False) -> str:
    """The program to read: each block of facts under a comment with what it is about."""
    ground = Ground(problem, everything=everything)
    lines = [f"% encodings: {', '.join(files(ground))}"]
    for heading, facts in blocks(ground):
        if facts:
            lines += ["", f"% {one_line(heading)}", *facts]
    return "\n".join(lines) + "\n"


def one_line(text: str) -> str:
    """User text for a comment: whatever could end the line or the comment is gone."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


# ---------------------------------------------------------------- the blocks


def blocks(ground: Ground) -> Iterator[Block]:
    yield from _inputs(ground)
    for part in ground.relations.parts:
        if ("bites", part.number) in ground.looks:
            yield f"§ {part.key} ({part.kind})", list(_part(ground, part.number))
    yield from _conditions(ground)
    yield "Provisions that pull apart", list(_pulls(ground))
    yield "The question", list(_question(ground))
    yield "Stages", list(_stages(ground))


def _inputs(g: Ground) -> Iterator[Block]:
    yield "Facts and tests", []
    for name, number in g.fact_numbers.items():
        yield str(name), [f"fact({number})."]
    for unit, number in g.unit_numbers:
        cells = " ".join(f"cell({number},{n})." for n in range(len(unit.cells)))
        yield unit.name, [f"unit({number}). {cells}"]
    for doubt, (number, meanings) in g.doubt_numbers.items():
        text = " ".join(f"meaning({number},{n})." for n in range(len(meanings)))
        yield doubt, [f"doubt({number}). {text}"]
    for atom, (when, _) in g.presumptions.items():
        value = "yes" if g.words[atom].presumed else "no"
        yield f"{atom} is presumed", [f"presumed({g.fact_numbers[atom]},{value},{when})."]


def _part(g: Ground, number: int) -> Iterator[Fact]:
    r = g.relations
    part = r.parts[number]
    if g.idle_part(part):
        return
    yield f"scope({number},{r.scope(part)}). prerequisite({number},{r.prerequisite(part)})."
    for strike in r.strikers_of(part):
        if strike.while_broken:
            yield f"strikes_while({strike.striker.number},{number},{r.broken(strike.striker)})."
        else:
            yield f"strikes({strike.striker.number},{number})."
    term = part.provision.term
    if term in g.term_numbers and part.kind in ("definition", "exclusion", "deeming"):
        said = "excludes" if part.kind == "exclusion" else "defines"
        yield f"{said}({number},{g.term_numbers[term]})."
    if ("stands", number) in g.looks and (part.kind == "standard" or (part.kind == "duty" and part.provision.before)):
        yield f"breaks({number},{r.broken(part)})."


def _conditions(g: Ground) -> Iterator[Block]:
    for node in g.gates():
        yield f"condition {node}", [" ".join(_gate(g, node))]


def _gate(g: Ground, node: Node) -> Iterator[Fact]:
    match g.circuit.nodes[node]:
        case AllGate(parts):
            yield f"every({node})."
            yield from _subs(node, parts)
        case AnyGate(parts):
            yield f"some({node})."
            yield from _subs(node, parts)
        case CountGate(least, parts):
            yield f"atleast({node},{least})."
            yield from _subs(node, parts)
        case FactLeaf(atom, positive):
            yield f"leaf({node},{g.fact_numbers[atom]},{_yes(positive)})."
        case TestLeaf(form, signs):
            if (form, signs) in g.fact_numbers:
                yield f"leaf({node},{g.fact_numbers[form, signs]},yes)."
            else:
                for unit, number in g.unit_numbers:
                    for n, cell in enumerate(unit.cells):
                        if (form, signs) in cell.truth:
                            yield f"shows({node},{number},{n})."
        case ValueLeaf(atom, values, positive):
            unit, number = g.named_number(atom)
            for n, cell in enumerate(unit.cells):
                if (cell.extent in values and cell.extent != ANOTHER) == positive:
                    yield f"shows({node},{number},{n})."
        case WordLeaf(atom, positive):
            yield f"word({node},{g.term_numbers[atom]},{_yes(positive)})."
        case StatusLeaf(key, status, positive):
            yield f"status({node},{g.relations.by_key[key].number},{status},{_yes(positive)})."
        case ReadingLeaf(doubt, reading, positive):
            number, meanings = g.doubt_numbers[doubt]
            if reading in meanings:
                yield f"reading({node},{number},{meanings.index(reading)},{_yes(positive)})."


def _subs(node: Node, parts: Iterable[Node]) -> Iterator[Fact]:
    for place, part in enumerate(parts):
        yield f"sub({node},{place},{part})."


def _yes(positive: bool) -> str:
    return "yes" if positive else "no"


def _pulls(g: Ground) -> Iterator[Fact]:
    r = g.relations
    for kind, number in g.looks:
        if kind != "stands":
            continue
        for pull in r.pulls_of(r.parts[number]):
            opponent = pull.other.number
            if ("stands", opponent) not in g.looks or ("gate", pull.condition) not in g.looks:
                continue
            yield f"pull({number},{opponent},{pull.condition})."
            if pull.hard:
                yield f"hard({number},{opponent},{pull.condition})."
    for kind, pair in g.looks:
        if kind != "contest":
            continue
        one, other = (r.parts[n] for n in g.pairs[pair])
        for a, b in ((one, other), (other, one)):
            yield f"contest({pair},{a.number},{b.number})."
            if r.level_wins(a, b):
                yield f"level_wins({a.number},{b.number})."
            for rule in r.prevailing_rules(a, b):
                yield f"prevails({a.number},{b.number},{rule.number})."
            for rule, stricter in r.restrictive_rules(a, b):
                yield f"stricter({a.number},{b.number},{rule.number},{stricter})."


def _question(g: Ground) -> Iterator[Fact]:
    row, r = g.row, g.relations
    yield from (f"bar({n})." for n in row.bars)
    yield from (f"guard({n})." for n in row.guards)
    yield from (f"measures({n})." for n in row.guards if r.parts[n].kind == "standard")
    yield from (f"grant({n})." for n in row.grants)
    yield from (f"allows({n})." for n in row.grants if r.parts[n].kind == "permission")
    yield from (f"obliges({n})." for n in row.obliges)
    yield from (f"follows({n})." for n in row.follows)
    yield from (f"floor({n},{k})." for n, k in row.floors)
    yield from (f"ceiling({n},{k})." for n, k in row.ceilings)
    yield from (f"lists({n},{k})." for n, k in row.lists)
    yield from (f"value({k})." for k in range(len(row.values)))
    yield from (f"dated({n},{k})." for n, k in row.dates)
    due = isinstance(g.problem.question, DueWhen)
    yield from (f"{'undated' if due else 'unmeasured'}({n})." for n in row.undated)
    asked = "asked_exempt" if isinstance(g.problem.question, IsExempt) else "asked_applies"
    yield from (f"{asked}({n})." for n in row.asked)
    if row.node is not None:
        yield f"asked_condition({row.node})."
    for term in row.terms:
        for part in g.definitions.get(g.terms[term], ()):
            yield f"{'opponent' if part.kind == 'exclusion' else 'supporter'}({part.number})."


def _stages(g: Ground) -> Iterator[Fact]:
    stages = g.stages
    for status in g.looks:
        kind, number = status
        facts = [f"at({kind},{number},{s})." for s in stages.at[status]]
        facts += [f"before({kind},{number},{s},{b})." for s, b in stages.before[status].items()]
        facts += [f"copy({kind},{number},{s},{t})." for s, t in stages.copies.get(status, {}).items()]
        possible, sure = stages.last(status)
        facts.append(f"last({kind},{number},{sure}).")
        if possible != sure:
            facts.append(f"maybe({kind},{number},{possible}).")
        yield " ".join(facts)


# ---------------------------------------------------------------- two worlds, deciding sets


def worlds(number: int) -> str:
    """So many worlds to look at."""
    return f"world(1..{number})."


def candidates(cells: Iterable[int]) -> str:
    """The facts that might decide: how many values each may have; and the sizes of sets."""
    text, number = [], -1
    for number, many in enumerate(cells):
        text.append(f"unit({number}). cell({number},0..{many - 1}).")
    return " ".join([*text, f"size(0..{number + 1})."])
