"""Every vector is right by the program and by its twin, and a vector is never half read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.vectors.__main__ import main
from tests.vectors.compare import ENGINES, differences, has_engine
from tests.vectors.load import Vector, problem_of, read_file

VECTORS = read_file()
needs_engine = pytest.mark.skipif(not has_engine(), reason="legalasp.reasoning.Inquiry does not exist yet")


@pytest.mark.parametrize("engine", [pytest.param("clingo", marks=needs_engine), "twin"])
@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: Vector, engine: str) -> None:
    assert differences(vector["expect"], ENGINES[engine](problem_of(vector))) == {}, vector["title"]


@pytest.mark.parametrize(
    ("place", "name"),
    [((), "vector"), (("provisions", 0), "provision"), (("expect",), "expect"), (("words", "wet"), "word")],
)
def test_an_unknown_key_is_an_error(place: tuple[str | int, ...], name: str) -> None:
    vector = {
        "id": "x",
        "provisions": [{"id": "1", "kind": "permission", "act": "place"}],
        "words": {"wet": {"todo": True}},
        "question": {"may": "place"},
        "expect": {"answer": "permitted"},
    }
    entry = vector
    for step in place:
        entry = entry[step]  # type: ignore[index, assignment]
    entry["colour"] = "red"
    with pytest.raises(ValueError, match=f"{name}.*colour"):
        problem_of(vector)


def test_a_part_that_no_result_has_is_an_error() -> None:
    with pytest.raises(ValueError, match="mood"):
        differences({"mood": "good"}, {"mood": "good"})


def test_the_command_fails_on_a_wrong_vector(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {**VECTORS[0], "expect": {"answer": "prohibited"}}
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"form": "legalasp theory vectors 1", "vectors": [VECTORS[0], wrong]}))
    assert main([str(file), "--engine", "twin"]) == 1
    shown = capsys.readouterr().out
    assert "expected \"prohibited\"" in shown and shown.endswith("1 passed, 1 failed\n")
