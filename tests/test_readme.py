"""The README says what the program does: its answer is the program's, its commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from legalasp.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CASE = "cases/nc-town/vacant-space-at-days-180-and-181.case"
BLOCKS = re.findall(r"```\n(.*?)\n```", README, re.DOTALL)


def test_the_case_is_shown_whole() -> None:
    assert (ROOT / CASE).read_text(encoding="utf-8").rstrip() in BLOCKS


def test_the_answer_shown_is_the_answer_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    given = CliRunner().invoke(main, ["ask", CASE, "--question", "2"])
    assert given.exit_code == 0, given.output
    assert given.output.rstrip() in BLOCKS, "write the answer anew into README.md, after reading it"


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`legalasp ([a-z]+)", README))))
def test_the_commands_named_exist(command: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"])
    assert shown.exit_code == 0
