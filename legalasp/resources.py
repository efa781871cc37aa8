"""Where the project's own files lie: encodings, grammar and cases.

Takes:   nothing
Gives:   directories: in a checkout those of the repository, in an installed wheel `_data/`
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def _directory(name: str) -> Path:
    packed = _PACKAGE / "_data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def encodings_directory() -> Path:
    """The legal theory in ASP, one idea a file."""
    return _directory("encodings")


def grammar_directory() -> Path:
    return _directory("grammar")


def cases_directory() -> Path:
    return _directory("cases")


def cache_directory() -> Path | None:
    """Where this user's computed tables are kept between runs; None where the user has no such place."""
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        named = os.environ.get(variable, "")
        if named and Path(named).is_absolute():
            return Path(named) / "legalasp"
    try:
        return Path.home() / ".cache" / "legalasp"
    except RuntimeError:
        return None


def data_directory() -> Path | None:
    """Where what this user has attached is remembered; None where the user has no such place."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        named = os.environ.get(variable, "")
        if named and Path(named).is_absolute():
            return Path(named) / "legalasp"
    try:
        return Path.home() / ".local" / "share" / "legalasp"
    except RuntimeError:
        return None
