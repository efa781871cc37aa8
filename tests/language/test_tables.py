from __future__ import annotations

from pathlib import Path

import pytest

from legalasp.language import tables
from legalasp.language.frame import read_law
from legalasp.language.nesting import FrameLexer

LAW = "Law: Oak\n\n§ 1\n  A lot must be wide.\n".encode()


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(tables, "cache_directory", lambda: tmp_path / "kept")
    tables.parser.cache_clear()
    yield tmp_path / "kept"  # type: ignore[misc]
    tables.parser.cache_clear()


def kept(folder: Path) -> Path:
    (found,) = folder.glob("*.tables")
    return found


def test_tables_are_kept_and_used_again(fresh: Path) -> None:
    first, _ = read_law(LAW)
    before = kept(fresh).read_bytes()
    tables.parser.cache_clear()
    assert read_law(LAW)[0] == first
    assert kept(fresh).read_bytes() == before


@pytest.mark.parametrize("damage", [lambda b: b"", lambda b: b[:100], lambda b: b[:60] + bytes([b[60] ^ 1]) + b[61:], lambda b: b"x" * 500])
def test_damage_costs_only_time(fresh: Path, damage) -> None:  # type: ignore[no-untyped-def]
    first, _ = read_law(LAW)
    whole = kept(fresh).read_bytes()
    kept(fresh).write_bytes(damage(whole))
    tables.parser.cache_clear()
    assert read_law(LAW)[0] == first
    assert kept(fresh).read_bytes()[32:] and tables._load(kept(fresh)) is not None


def test_a_place_that_cannot_be_written_costs_only_time(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.write_text("a file, not a folder")
    assert read_law(LAW)[0] is not None
    tables.parser.cache_clear()
    monkeypatch.setattr(tables, "cache_directory", lambda: None)
    assert read_law(LAW)[0] is not None


def test_another_grammar_has_other_tables(fresh: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    grammars = tmp_path / "grammar"
    grammars.mkdir()
    monkeypatch.setattr(tables, "grammar_directory", lambda: grammars)
    for text, length in (("start: A\n%declare A B\n", 1), ("start: A B\n%declare A B\n", 2)):
        (grammars / "g.lark").write_text(text)
        tables.parser.cache_clear()
        assert len(tables.parser("g", "start", lexer=FrameLexer).rules[0].expansion) == length
    assert len(list(fresh.glob("*.tables"))) == 2
