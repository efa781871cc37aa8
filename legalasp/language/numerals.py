"""Numbers, units and dates as English writes them.

Takes:   tokens
Gives:   exact `Fraction`s, names of units, days; never a float
Differs: from `law.quantities` in that nothing here knows what a unit means, only how it is written
"""

from __future__ import annotations

import datetime
from fractions import Fraction

_ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
         "seventeen eighteen nineteen").split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()

NUMBER_WORDS: dict[str, int] = {w: n for n, w in enumerate(_ONES)}
for _t, _word in enumerate(_TENS):
    if _word != "_":
        NUMBER_WORDS[_word] = _t * 10
        for _o in range(1, 10):
            NUMBER_WORDS[f"{_word}-{_ONES[_o]}"] = _t * 10 + _o
NUMBER_WORDS["hundred"] = 100

UNITS: dict[tuple[str, ...], str] = {}
"""Unit as written (tokens) -> its name in the singular."""
for _name, _many in (
    ("inch", "inches"), ("foot", "feet"), ("yard", "yards"), ("mile", "miles"),
    ("square inch", "square inches"), ("square foot", "square feet"), ("square yard", "square yards"),
    ("square mile", "square miles"), ("acre", "acres"), ("cubic foot", "cubic feet"), ("cubic yard", "cubic yards"),
    ("cent", "cents"), ("dollar", "dollars"), ("percent", "percent"), ("degree", "degrees"), ("watt", "watts"),
    ("gallon", "gallons"), ("gallon per day", "gallons per day"), ("pound", "pounds"), ("mile per hour", "miles per hour"),
    ("day", "days"), ("week", "weeks"), ("month", "months"), ("year", "years"), ("hour", "hours"),
    ("minute", "minutes"), ("story", "stories"), ("foot-candle", "foot-candles"), ("ampere", "amperes"), ("volt", "volts"),
    ("pound per square inch", "pounds per square inch"), ("decibel", "decibels"),
):
    UNITS[tuple(_name.split())] = _name
    UNITS[tuple(_many.split())] = _name

PERIOD_UNITS = {"day": "days", "week": "weeks", "month": "months", "year": "years"}

MONTHS = ("january february march april may june july august september october november december").split()


def number(words: tuple[str, ...]) -> tuple[Fraction, str] | None:
    """The value of a number that is written by just these tokens, and `money` or `percent` where its
    sign says so. Forms: `7,500`, `2 2/10`, `1/2`, `ten (10)`, `ten`, `$350`, `75%`, `one hundred`."""
    if not words:
        return None
    if len(words) == 2 and words[1].startswith("(") and words[1].endswith(")"):
        first, second = number(words[:1]), number((words[1][1:-1],))
        return first if first and second and first[0] == second[0] else None
    if len(words) == 2:
        whole, part = number(words[:1]), _fraction(words[1])
        if whole and part is not None and whole[0].denominator == 1 and words[0].replace(",", "").isdigit():
            return whole[0] + part, ""
        if words[0] in NUMBER_WORDS and words[1] == "hundred":
            return Fraction(NUMBER_WORDS[words[0]] * 100), ""
        return None
    if len(words) != 1:
        return None
    word = words[0]
    if word in NUMBER_WORDS:
        return Fraction(NUMBER_WORDS[word]), ""
    sign = "money" if word.startswith("$") else "percent" if word.endswith("%") else ""
    plain = word.lstrip("$").rstrip("%").replace(",", "")
    if plain.replace(".", "", 1).isdigit():
        return Fraction(plain), sign
    part = _fraction(word)
    return (part, "") if part is not None else None


def _fraction(word: str) -> Fraction | None:
    above, slash, below = word.partition("/")
    if slash and above.isdigit() and below.isdigit() and int(below):
        return Fraction(int(above), int(below))
    return None


def day(words: tuple[str, ...]) -> datetime.date | None:
    """A day written `march 2 , 2026` (tokens) or `2026-03-02`."""
    if len(words) == 1:
        try:
            return datetime.date.fromisoformat(words[0])
        except ValueError:
            return None
    if len(words) == 4 and words[0] in MONTHS and words[2] == "," and words[1].isdigit() and words[3].isdigit():
        try:
            return datetime.date(int(words[3]), MONTHS.index(words[0]) + 1, int(words[1]))
        except ValueError:
            return None
    return None


DAYS_OF_THE_YEAR = frozenset(
    f"{month.capitalize()} {day}" for month, days in zip(MONTHS, (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)) for day in range(1, days + 1))
"""Days that every year has, as written: `December 31`."""


def day_of_the_year(words: tuple[str, ...]) -> str:
    """A day that every year has, `december 31` (tokens), as it is written; else empty."""
    written = f"{words[0].capitalize()} {words[1]}" if len(words) == 2 else ""
    return written if written in DAYS_OF_THE_YEAR else ""


def write_number(value: Fraction) -> str:
    """The number as a law would write it: `7,500`, `10.6`, `2 1/5`; exact always."""
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if not rest:
        return f"{sign}{int(whole):,}"
    denominator = rest.denominator
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    if denominator == 1 and max(twos, fives) <= 6:
        places = max(twos, fives)
        digits = str(int(rest * 10**places)).rjust(places, "0")
        return f"{sign}{int(whole):,}.{digits}"
    shown = f"{rest.numerator}/{rest.denominator}"
    return f"{sign}{int(whole):,} {shown}" if whole else f"{sign}{shown}"


def write_money(dollars: Fraction) -> str:
    """`$350`, `$25.50`; exact, so a part of a cent stays a fraction."""
    cents = dollars * 100
    if cents.denominator == 1 and dollars.denominator != 1:
        sign, cents = ("-", -cents) if cents < 0 else ("", cents)
        return f"{sign}${int(cents // 100):,}.{int(cents % 100):02d}"
    return f"${write_number(dollars)}"


def write_day(value: datetime.date) -> str:
    return f"{MONTHS[value.month - 1].capitalize()} {value.day}, {value.year}"


UNITS_OF_TIME = {w: many for one, many in PERIOD_UNITS.items() for w in (one, many)}
"""Unit of a period as written -> its plural."""
