"""Grammars as ready parsers.

Takes:   the name of a grammar in `grammar/`
Gives:   a `Lark` with its LALR tables
Differs: the tables are kept between runs in the user's cache; what is kept is bound to the text of the
         grammar, the options and the versions of lark and Python, and carries its own digest, so that
         a stale, damaged or unwritable cache only costs the time to build the tables again
"""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark

from legalasp.resources import cache_directory, grammar_directory


@cache
def parser(name: str, start: str | tuple[str, ...], **options: Any) -> Lark:
    """The parser of `grammar/NAME.lark`. `options` go to lark and must be hashable."""
    grammar = (grammar_directory() / f"{name}.lark").read_text(encoding="utf-8")
    starts = [start] if isinstance(start, str) else list(start)
    named = sorted((k, f"{v.__module__}.{v.__qualname__}" if isinstance(v, type) else repr(v)) for k, v in options.items())
    key = hashlib.sha256(repr((grammar, starts, named, lark.__version__, sys.version_info[:3])).encode()).hexdigest()
    kept = _kept(name, key)
    found = _load(kept)
    if found is None:
        found = Lark(grammar, parser="lalr", start=starts, maybe_placeholders=False, **options)
        _save(found, kept)
    return found


def _kept(name: str, key: str) -> Path | None:
    try:
        directory = cache_directory()
        return None if directory is None else Path(directory) / f"{name}-{key[:32]}.tables"
    except (OSError, RuntimeError):
        return None


def _load(kept: Path | None) -> Lark | None:
    if kept is None:
        return None
    try:
        if hasattr(os, "getuid") and kept.stat().st_uid != os.getuid():
            return None
        data = kept.read_bytes()
        if data[:32] != hashlib.sha256(data[32:]).digest():
            return None
        return Lark.load(io.BytesIO(data[32:]))
    except Exception:  # a cache may fail in any way, and none of them matters
        return None


def _save(found: Lark, kept: Path | None) -> None:
    if kept is None:
        return
    try:
        out = io.BytesIO()
        found.save(out)
        data = out.getvalue()
        kept.parent.mkdir(parents=True, exist_ok=True)
        handle, passing = tempfile.mkstemp(dir=kept.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            os.replace(passing, kept)
        except BaseException:
            os.unlink(passing)
            raise
    except Exception:
        return
