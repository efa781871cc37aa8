"""How long the commands take from a cold start, as a multiple of importing what they stand on.

    python tests/benchmarks/cold_start.py [CASE]

The yardstick, `python -c "import clingo, lark, networkx"`, and the commands are run in turn, so that a busy machine
slows all of them; the figure of each is its median.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 15
ROOT = Path(__file__).resolve().parent.parent.parent
ALLOWED = 4.0
"""`ask` may take so many times the yardstick."""


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    case = sys.argv[1] if len(sys.argv) > 1 else str(next(iter(sorted(ROOT.glob("cases/*/*.case")))))
    legalasp = [sys.executable, "-m", "legalasp"]
    commands = {
        "import clingo, lark, networkx": [sys.executable, "-c", "import clingo, lark, networkx"],
        "legalasp --version": [*legalasp, "--version"],
        "legalasp check": [*legalasp, "check", case],
        "legalasp compile": [*legalasp, "compile", case],
        "legalasp ask": [*legalasp, "ask", case],
        "legalasp ask --json": [*legalasp, "ask", case, "--json"],
    }
    for command in commands.values():
        seconds(command)  # fills the caches
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            taken[name].append(seconds(command))
    yardstick = statistics.median(taken["import clingo, lark, networkx"])
    print(f"{Path(case).name}, median of {RUNS} runs")
    for name, times in taken.items():
        middle = statistics.median(times)
        print(f"  {name:<32} {middle * 1000:7.0f} ms  {middle / yardstick:5.2f}")
    ratio = statistics.median(taken["legalasp ask"]) / yardstick
    print(f"ask: {ratio:.2f} times the yardstick, {ALLOWED:.0f} allowed")
    sys.exit(ratio > ALLOWED)


if __name__ == "__main__":
    main()
