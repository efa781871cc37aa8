"""A user's mistake as a value: what was found, where, what was expected, what to do.

Every step that reads a user's text returns its result together with a list of mistakes.
An exception is kept for a fault of the program itself; `Mistaken` carries a list of mistakes
out of a step that can give no result at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line of a user's file. Lines and columns count from 1; `end` is exclusive."""

    file: str
    line: int = 0
    column: int = 0
    end: int = 0
    text: str = ""
    """The line itself, as the user wrote it."""
    note: str = ""
    """What this place has to do with the mistake, where a mistake has several places."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake. `code` names a page of `legalasp help CODE`; `says` is a full sentence."""

    code: str
    says: str
    places: tuple[Place, ...] = ()
    help: str = ""
    """What to do about it: the nearest known phrase, a declaration to add, a rewriting."""
    warning: bool = False


@dataclass
class Mistaken(Exception):
    """Raised where mistakes leave nothing to go on with."""

    mistakes: list[Mistake] = field(default_factory=list)

    def __str__(self) -> str:
        return "; ".join(m.says for m in self.mistakes)


def errors(mistakes: list[Mistake]) -> list[Mistake]:
    """Those of `mistakes` that are no mere warnings."""
    return [m for m in mistakes if not m.warning]
