"""Citations: from words to provisions.

Takes:   citations as written (`§ 9.B.i.5(b)`, `(2)`, `B[1]`) and the paths of a law's items
Gives:   the paths that they name
Differs: from the written form in that `§ 9.B.i.5.a[2]` and section 9.B.i.5, item a, sentence [2] are one
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_SEGMENT = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


def segments(written: str) -> tuple[str, ...]:
    """The marks of a citation, one by one: `§ 4[3]` gives ("4", "[3]"). `lead` is left out."""
    return tuple(s for s in _SEGMENT.findall(written.removeprefix("§").strip()) if s != "lead")


def path_segments(path: Iterable[str]) -> tuple[str, ...]:
    return tuple(s for mark in path for s in segments(mark))


def loosely(marks: tuple[str, ...]) -> tuple[str, ...]:
    """The marks without their brackets: `(a)`, `a.` and `[a]` name the same item where nothing else does."""
    return tuple(m.strip("()[]").lower() for m in marks)


def find(written: str, here: tuple[str, ...], known: dict[tuple[str, ...], object]) -> tuple[str, ...] | None:
    """The full segments that `written` names, seen from the item `here`; None if there is no such item.

    A citation with `§` is looked up from the top of the law, another one from the nearest item outwards."""
    wanted = segments(written)
    starts = [()] if written.startswith("§") else [here[:n] for n in range(len(here), -1, -1)]
    for start in starts:
        whole = (*start, *wanted)
        if whole in known:
            return whole
    for start in starts:
        whole = loosely((*start, *wanted))
        found = [k for k in known if loosely(k) == whole]
        if len(found) == 1:
            return found[0]
    return None
