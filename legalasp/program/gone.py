"""Where a thing was that has since been taken away.

Takes:   a law, and what a case states of places in the past (`the old home was in Elm Park`)
Gives:   the law, and what the case denies of all homes, in which a condition on a thing's place and on its being taken away is met by a place in the past
Differs: from the law only where both are asked together: `a home in the park has been replaced` asks of the home
         where it was when that happened, not where it is today. Elsewhere what was says nothing of what is
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from legalasp.language.lexicon import Lexicon, Phrase
from legalasp.law.conditions import AnyOf, Atom, Holds, Term
from legalasp.law.model import Law, Provision
from legalasp.law.resolve import PAST
from legalasp.law.walk import atoms_of, rebuilt
from legalasp.program.stated import Facts

_SLOTS = ("when", "if_", "unless", "test", "by_condition")


def with_places_left(law: Law, facts: Facts) -> Law:
    """The law; what `facts` deny of all things of a kind is read in the same way."""
    places = {w for w, p in law.lexicon.phrases.items() if _is_place(p) and w + PAST in facts.stated}
    if not places:
        return law
    facts.universal = [replace(s, value=_read(law.lexicon, s.value, places)) for s in facts.universal]
    return replace(law, provisions=tuple(_provision(law.lexicon, p, places) for p in law.provisions))


def _provision(lexicon: Lexicon, p: Provision, places: set[str]) -> Provision:
    conditions = tuple(getattr(p, slot) for slot in _SLOTS)
    made = _read(lexicon, conditions, places)
    return replace(p, **dict(zip(_SLOTS, made))) if made != conditions else p


def _read(lexicon: Lexicon, conditions: Any, places: set[str]) -> Any:
    gone = {x for atom in atoms_of(conditions) for x in _taken(lexicon, atom)}

    def change(node: object) -> object:
        if isinstance(node, Holds) and node.atom.word in places and node.atom.args[0] in gone:
            return AnyOf((node, Holds(Atom(node.atom.word + PAST, node.atom.args))))
        return node

    return rebuilt(conditions, change) if gone else conditions


def _is_place(phrase: Phrase) -> bool:
    return phrase.sort == "state" and phrase.elements in ((0, "is", "in", 1), (0, "is", "on", 1))


def _taken(lexicon: Lexicon, atom: Atom) -> tuple[Term, ...]:
    """What an act takes away: what it moves `from` a place, what it exchanges `with` another of its kind."""
    phrase = lexicon.phrases.get(atom.word.removeprefix("the day on which "))
    if phrase is None or phrase.sort != "act" or len(phrase.slots) < 3:
        return ()
    for form in phrase.forms:
        for before, after in zip(form.elements, form.elements[1:]):
            if before == "from" and after == 2 or before == "with" and after == 2 and phrase.slots[1] == phrase.slots[2]:
                return (atom.args[1],)
    return ()
