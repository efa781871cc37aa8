"""Checked laws kept between runs.

Takes:   the path of a law
Gives:   what `law.read.read_law` gives for it, from the user's cache where nothing that went into it has changed
Differs: the key of what is kept holds the bytes of the law, of every file of words that it could use, of the
         grammars and of the program that read it; a file that is damaged, that others may write or that belongs to
         somebody else is not opened. `LEGALASP_CACHE=off` keeps nothing
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import legalasp
from legalasp.mistakes import Mistake
from legalasp.resources import cache_directory, cases_directory, grammar_directory

if TYPE_CHECKING:
    from legalasp.law.model import Law

Read = tuple["Law | None", list[Mistake]]

_PACKAGE = Path(__file__).resolve().parent
_READERS = ("mistakes.py", "resources.py", "language/*.py", "law/*.py")
"""The modules whose work is kept."""
_KEPT_AT_MOST = 200
"""So many laws are kept; the oldest go first."""


def read_law(path: Path) -> Read:
    """The checked law in `path`, or its mistakes."""
    kept = _kept(path)
    found = _load(kept) if kept else None
    if found is None:
        from legalasp.law.read import read_law as read

        found = read(path)
        if kept and found[0] is not None:
            _save(found, kept)
    return found


def _kept(path: Path) -> Path | None:
    if os.environ.get("LEGALASP_CACHE", "").lower() in ("off", "0", "no"):
        return None
    directory = cache_directory()
    if directory is None:
        return None
    try:
        digest = hashlib.sha256(_program())
        for file in (path, *_words(path)):
            _take(digest, str(file).encode("utf-8", "surrogatepass"), file.read_bytes())
    except (OSError, ValueError):
        return None
    return directory / f"law-{digest.hexdigest()[:40]}.checked"


def _words(path: Path) -> list[Path]:
    """Every file of words that the law could use, whether or not it does."""
    return sorted(path.parent.glob("*.words")) + sorted((cases_directory() / "words").glob("*.words"))


@cache
def _program() -> bytes:
    """A digest of what reads a law: the program's version and source, the grammars, Python."""
    digest = hashlib.sha256(repr((legalasp.__version__, sys.version, pickle.HIGHEST_PROTOCOL)).encode())
    for file in _sources():
        _take(digest, str(file).encode("utf-8", "surrogatepass"), file.read_bytes())
    return digest.digest()


def _sources() -> Iterator[Path]:
    yield from sorted(grammar_directory().glob("*.lark"))
    for pattern in _READERS:
        yield from sorted(_PACKAGE.glob(pattern))


def _take(digest: hashlib._Hash, *parts: bytes) -> None:
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)


# ---------------------------------------------------------------- the files


def _own(path: Path) -> bool:
    """Does `path` belong to this user, and may nobody else write it?"""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _load(kept: Path) -> Read | None:
    """What is kept, if it is this user's own, whole, and bears this name."""
    try:
        if not _own(kept.parent) or not _own(kept):
            return None
        data = kept.read_bytes()
        if data[:32] != hashlib.sha256(kept.name.encode() + data[32:]).digest():
            return None
        collects = gc.isenabled()
        gc.disable()  # many small records at once: the collector would only look at them again and again
        try:
            law, mistakes = pickle.loads(data[32:])
        finally:
            if collects:
                gc.enable()
        return law, mistakes
    except Exception:  # a cache may fail in any way, and none of them matters
        return None


def _save(found: Read, kept: Path) -> None:
    try:
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _own(kept.parent):
            kept.parent.chmod(0o700)  # only its owner can do that
        data = pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
        handle, passing = tempfile.mkstemp(dir=kept.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(kept.name.encode() + data).digest() + data)
            os.replace(passing, kept)
        except BaseException:
            os.unlink(passing)
            raise
        old = sorted(kept.parent.glob("law-*.checked"), key=lambda f: f.stat().st_mtime)
        for aged in old[:-_KEPT_AT_MOST]:
            aged.unlink(missing_ok=True)
    except Exception:  # what cannot be kept (no room, no right, a record too deep) is read again
        return
