"""Runs a file of vectors: python -m tests.vectors [FILE] [--engine clingo|twin|both]

Prints every vector that fails, with what it expects and what came, and ends with a count.
The exit code is 1 if any failed.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from pathlib import Path
from typing import Any

from tests.vectors.compare import ENGINES, differences
from tests.vectors.load import Vector, problem_of, read_file


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    engines = list(ENGINES) if options.engine == "both" else [options.engine]
    passed = failed = 0
    for vector in read_file(options.file):
        for engine in engines:
            if wrong := _wrong(vector, engine):
                failed += 1
                print(f"{vector['id']}, {engine}: {vector.get('title', '')}\n{wrong}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.vectors", description="Run a file of vectors.")
    parser.add_argument("file", nargs="?", type=Path, help="a vector file; the project's own by default")
    parser.add_argument("--engine", choices=[*ENGINES, "both"], default="clingo")
    return parser.parse_args(arguments)


def _wrong(vector: Vector, engine: str) -> str:
    """What is wrong with the engine's result, in lines; empty if nothing is."""
    try:
        found = differences(vector["expect"], ENGINES[engine](problem_of(vector)))
    except Exception:  # one vector's fault must not hide the others
        return _indented(traceback.format_exc(limit=-3))
    return "".join(
        f"    {part}: expected {_shown(wanted)}\n    {' ' * len(part)}       got {_shown(came)}\n"
        for part, (wanted, came) in found.items()
    )


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


if __name__ == "__main__":
    sys.exit(main())
