"""The order of markers in one list.

Takes:   the items of a list
Gives:   mistakes: a marker used twice; warnings: one out of order, one skipped
Differs: nothing is changed; numbers, letters and Roman numerals are each a series of their own, and a
         supplied `[e]` goes on with the series of `d.`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legalasp.language import marks
from legalasp.mistakes import Mistake, Place

MISTAKES = ("repeated-marker", "nested-marker", "marker-out-of-order", "marker-skipped")


def check_order(items: Sequence[Any], mistakes: list[Mistake], above: Any = None) -> None:
    """Checks records that have a `marker`, and a `place` or a `text`. `above`: the item that the list stands under."""
    last: dict[str, tuple[int, int, Any]] = {}
    seen: dict[tuple[str, int, int], Any] = {}
    names: dict[str, Any] = {}
    for item in items:
        marker = item.marker
        if not marker:
            continue
        first, _, end = marker.partition(" to ")
        if not marks.ordinals(first):
            _once(names, marker, item, mistakes)
            continue
        series, number, letter = _choose(first, last)
        if _once(seen, (series, number, letter), item, mistakes):
            before = last.get(series)
            _check(item, (series, number, letter), before, above, mistakes)
        stop = number
        for other, value, _ in marks.ordinals(end):
            if other == series:
                stop = value
                for between in range(number + 1, value + 1):
                    _once(seen, (series, between, 0), item, mistakes)
        last[series] = (stop, letter if stop == number else 0, item)


def _choose(marker: str, last: dict[str, tuple[int, int, Any]]) -> tuple[str, int, int]:
    """`i` is a letter after `h`, else a Roman one."""
    options = marks.ordinals(marker)
    for series, number, letter in options:
        if series in last and last[series][0] + 1 == number:
            return series, number, letter
    for series, number, letter in options:
        if series in last:
            return series, number, letter
    return next((o for o in options if o[1] == 1), options[0])


def _once(seen: dict[Any, Any], key: Any, item: Any, mistakes: list[Mistake]) -> bool:
    first = seen.setdefault(key, item)
    if first is not item:
        mistakes.append(Mistake("repeated-marker", f"`{item.marker}` stands twice in one list",
                                (_place(item), _place(first, "here first")), "give each item of a list its own marker"))
    return first is item


def _check(item: Any, ordinal: tuple[str, int, int], before: tuple[int, int, Any] | None, above: Any, mistakes: list[Mistake]) -> None:
    _, number, letter = ordinal
    if before is None:
        if above and above.marker and all(n > 1 for _, n, _ in marks.ordinals(item.marker)) and marks.follows(item.marker, above.marker):
            mistakes.append(Mistake("nested-marker", f"`{item.marker}` stands under `{above.marker}`, not beside it",
                                    (_place(item), _place(above)), f"move it to the column of `{above.marker}`"))
            return
        if number != 1 or letter > 1:
            mistakes.append(Mistake("marker-skipped", f"the list begins with `{item.marker}`", (_place(item),),
                                    "if the text begins so, say why in a `Note:`; else look whether the line above lacks "
                                    "its colon or full stop", warning=True))
        return
    expected = {(before[0] + 1, 0), (before[0], before[1] + 1), (before[0] + 1, 1)}
    if (number, letter) in expected:
        return
    places = (_place(item), _place(before[2], "the one before"))
    if (number, letter) < (before[0], before[1]):
        mistakes.append(Mistake("marker-out-of-order", f"`{item.marker}` stands after `{before[2].marker}`", places,
                                "if the text has this order, say so in a `Note:`", warning=True))
    else:
        mistakes.append(Mistake("marker-skipped", f"a marker is left out between `{before[2].marker}` and `{item.marker}`", places,
                                "if the text leaves it out, say so in a `Note:`", warning=True))


def _place(item: Any, note: str = "") -> Place:
    place = getattr(item, "place", None)
    if isinstance(place, Place):
        return Place(place.file, place.line, place.column, place.column + len(item.marker), place.text, note)
    return item.text.place(0, None, note)  # type: ignore[no-any-return]
