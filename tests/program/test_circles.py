"""Circles are found before solving, and only what they touch is worked out in stages."""

from __future__ import annotations

from legalasp.program.circles import stage, strong_components


def test_without_a_circle_everything_has_one_stage() -> None:
    stages = stage({"a": {"b": True}, "b": {"c": False}, "c": {}})
    assert set(stages.at.values()) == {(0,)} and not stages.circles


def test_a_circle_without_not_needs_no_stages() -> None:
    assert not stage({"a": {"b": False}, "b": {"a": False}}).circles


def test_a_circle_through_not_has_stages_and_its_lookers_on_two() -> None:
    stages = stage({"above": {"a": True}, "a": {"b": True}, "b": {"a": False, "below": False}, "below": {}})
    assert stages.at["below"] == (0,)
    assert stages.at["a"] == stages.at["b"] == tuple(range(1, stages.sure + 1))
    assert stages.at["above"] == (stages.possible, stages.sure)
    assert stages.before["above"] == {stages.possible: stages.sure, stages.sure: stages.possible}
    assert set(stages.copies["below"].values()) == {0}


def test_components_come_after_what_they_look_at() -> None:
    found = strong_components({"a": {"b": False}, "b": {"a": False, "c": False}, "c": {}})
    assert [sorted(map(str, c)) for c in found] == [["c"], ["a", "b"]]
