"""Puts the case and the answer as they are now into the README: `python -m tests.rewrite_readme`.

`test_readme.py` holds the README against the program. Read the difference before you commit it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASE = "cases/nc-town/vacant-space-at-days-180-and-181.case"


def rewritten(readme: str, case: str, answer: str) -> str:
    """`readme` with the blocks after its two announcing lines replaced."""
    for announced, block in (("This is the whole case:", case), ("and this is the answer", answer)):
        fenced = re.compile(rf"({re.escape(announced)}[^\n]*\n\n```\n).*?(\n```)", re.DOTALL)
        readme, found = fenced.subn(lambda m, block=block: m[1] + block.rstrip() + m[2], readme, count=1)
        if not found:
            raise SystemExit(f"README.md: no block after {announced!r}")
    return readme


if __name__ == "__main__":
    command = [sys.executable, "-m", "legalasp", "ask", CASE, "--question", "2"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    path = ROOT / "README.md"
    path.write_text(rewritten(path.read_text("utf-8"), (ROOT / CASE).read_text("utf-8"), answer), "utf-8")
