"""The wheel, installed into an empty environment, answers from any folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CARRIED = ("pyproject.toml", "README.md", "CHANGELOG.md", "legalasp", "grammar", "encodings", "cases")

pytestmark = pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="no checkout")


def run(command: Sequence[str | Path], where: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
    return subprocess.run([str(c) for c in command], cwd=where, capture_output=True, text=True, encoding="utf-8", timeout=600,
                          env={**clean, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment})


def pip(python: Path | str, where: Path, *words: str | Path) -> None:
    """pip, or a skipped test where no index of packages can be reached."""
    done = run([python, "-m", "pip", *words], where)
    if done.returncode:
        said = done.stdout + done.stderr
        if any(sign in said for sign in ("No matching distribution found", "Could not fetch URL", "ConnectionError", "Max retries")):
            pytest.skip("no index of packages is reachable, so the wheel cannot be built and installed")
        pytest.fail(said)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the checkout stays as it is."""
    copy = tmp_path_factory.mktemp("source")
    for name in CARRIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, copy / name)
    out = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, copy, "wheel", "-q", "--no-deps", "--wheel-dir", out, ".")
    return next(out.glob("legalasp-*.whl"))


@pytest.fixture(scope="module")
def bin_(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment that holds the wheel and what it needs, nothing else."""
    place = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(place, with_pip=True)
    commands = place / ("Scripts" if os.name == "nt" else "bin")
    pip(commands / "python", place, "install", "-q", wheel)
    return commands


def test_the_wheel_carries_grammar_theory_and_cases(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for pattern in ("grammar/*.lark", "encodings/*.lp", "cases/**/*.law", "cases/**/*.case", "cases/**/*.words"):
        files = sorted(ROOT.glob(pattern))
        assert files and {f"legalasp/_data/{f.relative_to(ROOT).as_posix()}" for f in files} <= names
    assert {"legalasp/py.typed", "legalasp/help/may-not.md"} <= names
    assert not any(name.startswith("tests/") or "__pycache__" in name for name in names)


def test_the_installed_command_answers_from_another_folder(bin_: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    where = tmp_path / "elsewhere"
    where.mkdir()
    case = re.findall(r"\bcases/[\w/-]+\.case\b", (ROOT / "README.md").read_text(encoding="utf-8"))[0]
    shutil.copy2(ROOT / case, where / "mine.case")
    command = bin_ / ("legalasp.exe" if os.name == "nt" else "legalasp")
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    listed = run([command, "laws"], where, **cache)
    assert listed.returncode == 0 and "_data" in listed.stdout, listed.stdout + listed.stderr
    for _ in range(2):  # the second time from the cache
        answered = run([command, "ask", "mine.case"], where, **cache)
        assert answered.returncode == 0 and "§" in answered.stdout, answered.stdout + answered.stderr
    assert not (where / "cases").exists()


def test_the_installed_package_is_typed(bin_: Path, tmp_path: Path) -> None:
    where = run([bin_ / "python", "-c", "import legalasp; print(legalasp.__path__[0], legalasp.__version__)"], tmp_path)
    folder, version = where.stdout.rsplit(maxsplit=1)
    assert (Path(folder) / "py.typed").is_file() and version[0].isdigit()
    assert ROOT not in Path(folder).parents
