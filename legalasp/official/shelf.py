"""What is attached to a law: where its ties lie, and which file of this user holds its official text.

Takes:   a checked law; the user's data folder
Gives:   `ties_of`, `keep_ties`; `remember`, `remembered`, `forget`
Differs: from `ties` in that it knows places on disk. The text is never copied: its path is remembered

Ties lie beside the law; where that folder cannot be written to (an installed program), in the user's data folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from legalasp.law.model import Law
from legalasp.mistakes import Mistake, Mistaken
from legalasp.official.ties import ENDING, Tie, read_ties, ties_path, write_ties
from legalasp.resources import data_directory

_REMEMBERED = "attached.json"


def ties_of(law: Law) -> list[Tie]:
    """The user's own ties before those that came with the law; none where there are none."""
    return next((found for place in (_own_ties(law), ties_path(law)) if place is not None and (found := read_ties(place))), [])


def keep_ties(law: Law, ties: Iterable[Tie]) -> Path:
    """Writes the ties, and says where."""
    beside = ties_path(law)
    place: Path | None = beside
    if not os.access(beside.parent, os.W_OK) or (beside.exists() and not os.access(beside, os.W_OK)):
        place = _own_ties(law)
    if place is None:
        raise Mistaken([Mistake("unwritable-file", f"{beside} cannot be written, and there is no folder for the user's data.",
                                help="Put the law into a folder of yours and attach the text there.")])
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_ties(place, ties)
    except OSError as stop:
        raise Mistaken([Mistake("unwritable-file", f"{place} cannot be written: {stop.strerror}.",
                                help="Put the law into a folder of yours and attach the text there.")]) from None
    return place


def _own_ties(law: Law) -> Path | None:
    folder = data_directory()
    return None if folder is None else folder / "passages" / f"{''.join(c if c.isalnum() else '-' for c in law.name)}{ENDING}"


# ---------------------------------------------------------------- which file


def remember(law: Law, text: Path) -> None:
    """From now on this user's answers under the law quote the text; without a data folder nothing is remembered."""
    _write({**_read(), law.name: str(text.resolve())})


def forget(law: Law) -> bool:
    """Whether a text was remembered."""
    known = _read()
    found = known.pop(law.name, None)
    if found is not None:
        _write(known)
    return found is not None


def remembered(law: Law) -> Path | None:
    """The file that was attached, if it still exists."""
    named = _read().get(law.name)
    return Path(named) if named and Path(named).is_file() else None


def _read() -> dict[str, str]:
    folder = data_directory()
    try:
        found = json.loads((folder / _REMEMBERED).read_text("utf-8")) if folder is not None else {}
    except (OSError, ValueError):
        return {}
    return {k: v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}


def _write(known: dict[str, str]) -> None:
    folder = data_directory()
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _REMEMBERED).write_text(json.dumps(known, indent=1, sort_keys=True), "utf-8")
    except OSError:
        return  # to quote without being told the file each time is a convenience, no more
