"""The example files of the frame.

`good/`    files in the one form that the writer gives; they hold no mistake
`loose/`   files that a person or a word processor might make; each is written as its namesake in `good/`
`bad/`     files with mistakes; each stands beside its `.report`
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from legalasp.language.frame import read_case, read_law, read_words
from legalasp.language.report import report
from legalasp.language.write import format_case, format_law, format_words
from legalasp.mistakes import Mistake
from legalasp.resources import cases_directory

HERE = Path(__file__).resolve().parent
_KINDS: dict[str, tuple[Callable[..., tuple[Any, list[Mistake]]], Callable[[Any], str]]] = {
    ".law": (read_law, format_law), ".words": (read_words, format_words), ".case": (read_case, format_case),
}


def files(folder: str) -> list[Path]:
    return sorted(p for p in (HERE / folder).iterdir() if p.suffix in _KINDS)


def town_files() -> list[Path]:
    """The laws and cases that the project ships."""
    return sorted(p for p in cases_directory().rglob("*") if p.suffix in _KINDS)


def read(data: bytes, suffix: str, name: str = "x") -> tuple[Any, list[Mistake]]:
    return _KINDS[suffix][0](data, name)


def written(tree: Any, suffix: str) -> str:
    return _KINDS[suffix][1](tree)


def reported(path: Path) -> str:
    return report(read(path.read_bytes(), path.suffix, path.name)[1]) + "\n"
