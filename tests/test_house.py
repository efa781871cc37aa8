"""The rules of the house: who may import whom, where law and ASP may stand, a page for each mistake."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "legalasp"
ROOMS = ("language", "law", "official", "program", "reasoning", "explanation", "decision")
FREE = ("mistakes", "resources")
"""What every room may import."""

MODULES = sorted(PACKAGE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in MODULES}


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ---------------------------------------------------------------- rooms


def imported(tree: ast.AST) -> Iterator[str]:
    """The parts of the package that a module imports, wherever it does so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "legalasp" else [node.module or ""]
        else:
            continue
        for name in names:
            if name.startswith("legalasp."):
                yield name.split(".")[1]


@pytest.mark.parametrize("path", [p for p in MODULES if p.parent != PACKAGE], ids=short)
def test_a_room_imports_only_rooms_to_its_left(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    allowed = {*ROOMS[:ROOMS.index(room) + 1], *FREE}
    assert set(imported(TREES[path])) <= allowed


@pytest.mark.parametrize("name", FREE)
def test_what_all_rooms_share_imports_no_room(name: str) -> None:
    assert not set(imported(TREES[PACKAGE / f"{name}.py"])) - set(FREE)


def test_every_room_says_what_it_takes_and_gives() -> None:
    silent = [short(path) for path, tree in TREES.items()
              if path.parent.name in ROOMS and path.name != "__init__.py" and "Gives:" not in (ast.get_docstring(tree) or "")]
    assert not silent


# ---------------------------------------------------------------- mistakes

MAKERS = {"Mistake", "mistake", "_mistake", "_wrong"}


def strings(node: ast.AST | None) -> Iterator[str]:
    if node is not None:
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


def codes() -> dict[str, str]:
    """Each code that the program can give, with a place that gives it."""
    out: dict[str, str] = {}
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            found: list[str] = []
            if isinstance(node, ast.Call) and node.args and getattr(node.func, "id", getattr(node.func, "attr", "")) in MAKERS:
                found = list(strings(node.args[0]))
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = {getattr(t, "id", "") for t in targets}
                if names & {"code", "MISTAKES"}:
                    found = [s for s in strings(node.value) if re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", s) and "-" in s]
            out.update({code: f"{short(path)}:{node.lineno}" for code in found})
    from legalasp.language import refused

    out.update({row[0]: "legalasp/language/refused.py" for row in refused._REFUSED.values()})
    return out


PAGES = {page.stem: page for page in (PACKAGE / "help").glob("*.md")}


def test_every_mistake_has_a_page() -> None:
    known = codes()
    assert len(known) > 60
    assert not {code: place for code, place in known.items() if code not in PAGES}, "write legalasp/help/CODE.md"


def test_every_page_explains_a_mistake() -> None:
    assert not set(PAGES) - set(codes())


@pytest.mark.parametrize("code", sorted(PAGES))
def test_a_page_says_what_to_avoid_what_to_prefer_and_why(code: str) -> None:
    text = PAGES[code].read_text(encoding="utf-8")
    assert re.fullmatch(r"# .+\n\nAvoid:\n\n(    .+\n)+\nPrefer:\n\n(    .+\n)+\nWhy: .+\n", text)


# ---------------------------------------------------------------- law and ASP in their places


def code_strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The strings of a module that are no docstrings."""
    plain = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in plain:
            yield node.lineno, node.value


def towns() -> set[str]:
    """The names by which the laws of `cases/` and their folders are called."""
    out: set[str] = set()
    for file in (ROOT / "cases").glob("*/*.law"):
        text = file.read_text(encoding="utf-8")
        cited = re.search(r"^Cite as:\s*(.+?)\s*$", text, re.MULTILINE)
        of = re.search(r"^Place:.*?\b(?:Town|City|Village|County) of (the )?([A-Z]\w+)", text, re.MULTILINE)
        out |= {cited[1]} if cited else set()
        out |= {of[2]} if of else set()
        out |= {part.capitalize() for part in file.parent.name.split("-") if len(part) > 2 and part not in ("town", "city", "the")}
    return out


NUMBERS = re.compile(r"\bL\. ?L\. ?(No\. ?)?\d|\bLocal Law (No\. ?)?\d|\bOrdinance (No\. ?)?\d|\bChapter [A-Z]?\d")


def test_no_town_and_no_number_of_a_law_stands_in_python_or_in_the_theory() -> None:
    names = towns()
    found = []
    for path in [*MODULES, *sorted((ROOT / "encodings").glob("*.lp"))]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if NUMBERS.search(line) or any(re.search(rf"\b{re.escape(name)}\b", line) for name in names):
                found.append(f"{short(path)}:{number}: {line.strip()}")
    assert not found


ASP = re.compile(r"(?<!\?):-|:~|#(show|external|const|program|minimize|maximize|include|script)\b|\b[a-z_]\w*\([^()\s]*\)\.(\s|$)")


def test_asp_is_made_in_its_room_only() -> None:
    found = [f"{short(path)}:{line}: {text!r}" for path, tree in TREES.items() if path.parent.name != "program"
             for line, text in code_strings(tree) if ASP.search(text)]
    assert not found


# ---------------------------------------------------------------- what the pages of the project promise


def test_the_readme_shows_both_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "pip install -q . && .venv/bin/legalasp ask cases/" in text
    assert "pip install -q '.[test]' && .venv/bin/pytest" in text


def test_the_case_of_the_readme_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\bcases/[\w/-]+\.case\b", text)
    assert named and all((ROOT / name).is_file() for name in named)


def test_the_changelog_speaks_law_first() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for version in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        assert re.findall(r"^### (.+)$", version, re.MULTILINE) == ["Answers change", "Language", "Program"]
