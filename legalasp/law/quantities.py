"""Exact legal quantities: amounts as laws write them, and the United States units they use.

Takes:   an amount as written: `7,500 square feet`, `8 1/2 feet`, `114 feet 4 inches`, `ten (10)`,
         `five acres`, `$1,000.50`, `75 percent`
Gives:   `Quantity`, a `Fraction` in the base unit of its dimension; the amount as text again
Differs: from the text in that a unit is a factor and a dimension, and nothing is rounded

No float enters here, and no amount is ever shown rounded. The acre is 43,560 square feet of the
international foot (85 FR 62698: the survey foot is deprecated from 2023), so that a lot of 43,560
square feet has an area of at least one acre.

Faults of the user's text come back as a `Mistake` without a place; the reader that knows the
place adds it with `dataclasses.replace`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from types import MappingProxyType

from legalasp.mistakes import Mistake, Mistaken

# ---------------------------------------------------------------- units


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: `factor` base units of `dimension` make one of it, exactly."""

    singular: str
    plural: str
    dimension: str
    factor: Fraction
    other: tuple[str, ...] = ()
    """Other spellings and signs, without full stops: `sq ft` stands for `sq. ft.` too."""


def _unit(
    singular: str, plural: str, dimension: str, factor: Fraction | int = 1, *other: str
) -> Unit:
    return Unit(singular, plural, dimension, Fraction(factor), other)


UNITS: tuple[Unit, ...] = (
    _unit("foot", "feet", "length", 1, "ft", "'", "lineal foot", "lineal feet", "linear foot",
          "linear feet"),
    _unit("inch", "inches", "length", Fraction(1, 12), "in", '"'),
    _unit("yard", "yards", "length", 3, "yd", "yds"),
    _unit("rod", "rods", "length", Fraction(33, 2)),
    _unit("chain", "chains", "length", 66),
    _unit("mile", "miles", "length", 5280, "mi"),
    _unit("square foot", "square feet", "area", 1, "sq ft", "sq feet", "sq foot", "sf"),
    _unit("square inch", "square inches", "area", Fraction(1, 144), "sq in", "sq inches"),
    _unit("square yard", "square yards", "area", 9, "sq yd", "sq yds", "sq yards"),
    _unit("acre", "acres", "area", 43560, "ac"),
    _unit("square mile", "square miles", "area", 5280 * 5280, "sq mi", "sq miles"),
    _unit("cubic foot", "cubic feet", "volume", 1, "cu ft", "cu feet"),
    _unit("cubic yard", "cubic yards", "volume", 27, "cu yd", "cu yds", "cu yards"),
    # The gallon is 231 cubic inches, the cubic foot 1,728.
    _unit("gallon", "gallons", "volume", Fraction(231, 1728), "gal", "gals"),
    _unit("gallon per day", "gallons per day", "flow", 1, "gpd", "gallons a day"),
    _unit("gallon per hour", "gallons per hour", "flow", 24, "gph"),
    _unit("gallon per minute", "gallons per minute", "flow", 1440, "gpm", "gallons a minute"),
    _unit("pound", "pounds", "weight", 1, "lb", "lbs"),
    _unit("ounce", "ounces", "weight", Fraction(1, 16), "oz"),
    _unit("ton", "tons", "weight", 2000),
    _unit("pound per square foot", "pounds per square foot", "load", 1, "psf"),
    _unit("pound per square inch", "pounds per square inch", "load", 144, "psi"),
    _unit("dollar", "dollars", "money", 1, "$"),
    _unit("cent", "cents", "money", Fraction(1, 100), "¢"),
    # A day is no fixed part of a month, and an hour no part of a legal day: four dimensions.
    _unit("day", "days", "days", 1, "calendar day", "calendar days"),
    _unit("week", "weeks", "days", 7),
    _unit("business day", "business days", "business days", 1, "working day", "working days"),
    _unit("month", "months", "months", 1),
    _unit("year", "years", "months", 12, "yr", "yrs"),
    _unit("hour", "hours", "hours", 1, "hr", "hrs"),
    _unit("minute", "minutes", "hours", Fraction(1, 60)),
    _unit("percent", "percent", "share", Fraction(1, 100), "%", "per cent"),
    _unit("watt", "watts", "power", 1),
    _unit("kilowatt", "kilowatts", "power", 1000, "kw"),
    _unit("volt", "volts", "voltage"),
    _unit("ampere", "amperes", "current", 1, "amp", "amps"),
    _unit("lumen", "lumens", "light"),
    _unit("foot-candle", "foot-candles", "illuminance", 1, "footcandle", "footcandles", "fc"),
    _unit("decibel", "decibels", "loudness", 1, "db", "dba"),
    _unit("degree", "degrees", "angle", 1, "°"),
    _unit("mile per hour", "miles per hour", "speed", 1, "mph", "miles an hour"),
)
"""Every unit; the one of factor 1 is the base unit of its dimension."""

BASE_UNITS: Mapping[str, str] = MappingProxyType(
    {u.dimension: u.singular for u in UNITS if u.factor == 1}
)
"""Dimension -> singular name of its base unit. A plain `number` has none, nor has a `share`: 75
percent is 3/4."""

DIMENSIONS: tuple[str, ...] = ("number", *dict.fromkeys(u.dimension for u in UNITS))

UNIT_NAMES: Mapping[str, Unit] = MappingProxyType(
    {name: u for u in UNITS for name in (u.singular, u.plural, *u.other)}
)
"""Every spelling of a unit, in lower case -> the unit."""


# ---------------------------------------------------------------- number words

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_SMALL = {w: n for n, w in enumerate(_ONES)} | {w: 10 * n for n, w in enumerate(_TENS, 2)}

NUMBER_WORDS: Mapping[str, int] = MappingProxyType(
    _SMALL
    | {f"{t}-{o}": _SMALL[t] + n for t in _TENS for n, o in enumerate(_ONES[1:10], 1)}
    | {"hundred": 100}
    | _SCALES
)
"""Single and hyphenated number words; they also combine: `one hundred and five`."""

FRACTION_WORDS: Mapping[str, int] = MappingProxyType({
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4,
    "fourths": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8,
    "tenth": 10, "tenths": 10, "hundredth": 100, "hundredths": 100,
})  # fmt: skip
"""Denominators: `one-half`, `three quarters`."""


# ---------------------------------------------------------------- quantities


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact amount: `value` base units of `dimension` (`BASE_UNITS`)."""

    value: Fraction
    dimension: str

    def __post_init__(self) -> None:
        if not isinstance(self.value, Fraction) or self.dimension not in DIMENSIONS:
            raise TypeError(f"a quantity is a Fraction of a known dimension, not {self!r}")

    def show(self, unit: str | None = None) -> str:
        """The amount as text, exact; `read_quantity` reads it back to the same quantity.

        `unit` is any spelling of a unit of the same dimension. Without it: feet and inches,
        `$1,000.50`, whole years in years, and the base unit otherwise.
        Raises ValueError for a unit of another dimension (a fault of the caller)."""
        if unit is not None:
            amount = in_unit(self, unit)
            if isinstance(amount, Mistake):
                raise ValueError(amount.says)
            return _with_unit(amount, UNIT_NAMES[_plain(unit)])
        match self.dimension:
            case "number":
                return show_number(self.value)
            case "money":
                return _show_money(self.value)
            case "length":
                return _show_length(self.value)
            case "months" if self.value and self.value % 12 == 0:
                return self.show("year")
            case "share":
                return self.show("percent")
        return self.show(BASE_UNITS[self.dimension])

    def __str__(self) -> str:
        return self.show()


def quantity(amount: Fraction | int, unit: str | None = None) -> Quantity:
    """`amount` of `unit` (any spelling; None: a plain number). Raises KeyError: no such unit."""
    if unit is None:
        return Quantity(Fraction(amount), "number")
    known = UNIT_NAMES[_plain(unit)]
    return Quantity(Fraction(amount) * known.factor, known.dimension)


def in_unit(amount: Quantity, unit: str) -> Fraction | Mistake:
    """How many of `unit` make `amount`, exactly. A mistake: no such unit, or another dimension."""
    known = UNIT_NAMES.get(_plain(unit))
    if known is None:
        return _unknown_unit(unit)
    if known.dimension != amount.dimension:
        return Mistake(
            "units-differ",
            f"An amount of {_dimension(amount.dimension)} cannot be given in {known.plural}.",
            help="Days and weeks are not a fixed number of months or years."
            if {known.dimension, amount.dimension} == {"days", "months"}
            else "",
        )
    return amount.value / known.factor


def _dimension(name: str) -> str:
    if name == "share":
        return "share (percent)"
    base = BASE_UNITS.get(name)
    return f"{name} ({UNIT_NAMES[base].plural})" if base else "plain number"


# ---------------------------------------------------------------- showing


def show_number(value: Fraction) -> str:
    """Exact, with thousands separators: `7,500`, `2.2`, `1 1/3`, `-0.5`.

    A decimal of at most four places where the number is one; else a mixed number."""
    sign, value = ("-", -value) if value < 0 else ("", value)
    ten_thousandths = value * 10_000
    if ten_thousandths.denominator == 1:
        whole, rest = divmod(ten_thousandths.numerator, 10_000)
        decimals = f"{rest:04d}".rstrip("0")
        return f"{sign}{whole:,}" + (f".{decimals}" if decimals else "")
    whole, rest = divmod(value.numerator, value.denominator)
    fraction = f"{rest:,}/{value.denominator:,}"
    return f"{sign}{whole:,} {fraction}" if whole else sign + fraction


def _with_unit(amount: Fraction, unit: Unit) -> str:
    # One and less is singular: 1 foot, 0.5 acre, 1/3 foot; but 0 feet.
    name = unit.singular if 0 < abs(amount) <= 1 else unit.plural
    return f"{show_number(amount)} {name}"


def _show_money(dollars: Fraction) -> str:
    sign, dollars = ("-", -dollars) if dollars < 0 else ("", dollars)
    cents = dollars * 100
    if cents.denominator == 1 and dollars.denominator != 1:
        whole, rest = divmod(cents.numerator, 100)
        return f"{sign}${whole:,}.{rest:02d}"
    return f"{sign}${show_number(dollars)}"


def _show_length(feet: Fraction) -> str:
    sign, size = ("-", -feet) if feet < 0 else ("", feet)
    whole = size.numerator // size.denominator
    inches = (size - whole) * 12
    foot, inch = UNIT_NAMES["foot"], UNIT_NAMES["inch"]
    short_decimal = (size * 10_000).denominator == 1
    if inches == 0 or (short_decimal and inches.denominator != 1):
        return sign + _with_unit(size, foot)
    if whole == 0:
        return sign + _with_unit(inches, inch)
    return f"{sign}{_with_unit(Fraction(whole), foot)} {_with_unit(inches, inch)}"


# ---------------------------------------------------------------- reading

_TOKEN = re.compile(
    r"\s*(?:(\d[\d,]*(?:\.\d+)?|\.\d+)|([a-z]+)\.?|([-/()$%¢°'\"])|(\S))", re.ASCII
)
_WRITTEN = str.maketrans({
    "–": "-", "−": "-", "‐": "-", "‑": "-", "’": "'", "′": "'", "”": '"', "″": '"',
    "“": '"', "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3", "⅛": " 1/8",
})  # fmt: skip


def _tokens(text: str) -> list[str]:
    return [
        (figure or word or sign or other)
        for figure, word, sign, other in _TOKEN.findall(text.translate(_WRITTEN).lower())
    ]


def _plain(unit: str) -> str:
    """A unit's name in lower case with single spaces and without full stops."""
    return " ".join(unit.translate(_WRITTEN).lower().replace(".", " ").split())


# Longest first, so that `gallons per day` is not read as `gallons`.
_UNIT_TOKENS: tuple[tuple[tuple[str, ...], Unit], ...] = tuple(
    sorted(
        ((tuple(t for t in _tokens(name) if t != "-"), u) for name, u in UNIT_NAMES.items()),
        key=lambda entry: -len(entry[0]),
    )
)


def read_quantity(text: str) -> Quantity | Mistake:
    """The amount that `text` states, all of it; without a unit, a plain number.

    Reads figures, decimals, mixed numbers, number words, `ten (10) feet`, `ten feet (10 feet)`,
    `$350`, `75%`, `10-foot`, `114 feet 4 inches`, `6' 4"`, `one-half of an acre`.
    A mistake where it is no amount, the unit is unknown, word and figure disagree, or the parts
    of one amount do not go together."""
    try:
        reader = _Reader(text)
        result = reader.quantity()
        reader.end()
    except Mistaken as wrong:
        return wrong.mistakes[0]
    return result


def read_number(text: str) -> Fraction | Mistake:
    """The plain number that `text` states: `2 2/10`, `ten (10)`, `twenty-five`, `7,500`."""
    result = read_quantity(text)
    if isinstance(result, Quantity):
        if result.dimension == "number":
            return result.value
        return Mistake("not-a-number", f'"{text}" has a unit where a plain number is meant.')
    return result


def _wrong(code: str, says: str, help: str = "") -> Mistaken:
    return Mistaken([Mistake(code, says, help=help)])


def _unknown_unit(name: str) -> Mistake:
    near = get_close_matches(_plain(name), UNIT_NAMES, 1)
    return Mistake(
        "unknown-unit", f'"{name}" is not a unit.', help=f'Is "{near[0]}" meant?' if near else ""
    )


class _Reader:
    """A cursor over the tokens of one amount."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def take(self, *wanted: str) -> bool:
        if self.peek() in wanted:
            self.at += 1
            return True
        return False

    def end(self) -> None:
        if self.at < len(self.tokens):
            rest = " ".join(self.tokens[self.at :])
            if self.peek()[0].isalpha():
                raise Mistaken([_unknown_unit(rest)])
            raise _wrong("not-an-amount", f'In "{self.text}" it is not clear what "{rest}" is.')

    def quantity(self) -> Quantity:
        negative = self.take("-")
        total, unit = self.part()
        smallest = unit
        while smallest is not None:
            before = self.at
            self.take("and")
            if not self.starts_number():
                self.at = before
                break
            amount, unit = self.part()
            if unit is None:
                raise _wrong("not-an-amount", f'A part of "{self.text}" has no unit.')
            if unit.dimension != smallest.dimension:
                raise _wrong(
                    "units-differ",
                    f'"{self.text}" adds {smallest.plural} and {unit.plural}, which do not add up.',
                )
            if unit.factor >= smallest.factor:
                raise _wrong(
                    "not-an-amount",
                    f'"{self.text}" names {unit.plural} after {smallest.plural}: '
                    "the larger unit must come first.",
                )
            total, smallest = total + amount, unit
        if smallest is not None and self.take("("):
            repeated = self.quantity()
            self.close()
            if repeated != Quantity(total, smallest.dimension):
                raise self.disagree()
        dimension = smallest.dimension if smallest else "number"
        return Quantity(-total if negative else total, dimension)

    def part(self) -> tuple[Fraction, Unit | None]:
        """One number with its unit, in base units."""
        unit: Unit | None = None
        if self.take("$"):
            unit = UNIT_NAMES["$"]
        number = self.number()
        if unit is None and self.peek() == "(" and not self.repeats_unit():
            self.at += 1
            if self.number() != number:
                raise self.disagree()
            self.close()
        if unit is None:
            unit = self.unit()
        return (number * unit.factor if unit else number), unit

    def repeats_unit(self) -> bool:
        """Whether the bracket that begins here closes on more than a number."""
        trial = _Reader(self.text)
        trial.at = self.at + 1
        trial.number()
        return trial.peek() != ")"

    def close(self) -> None:
        if not self.take(")"):
            raise _wrong("not-an-amount", f'A bracket in "{self.text}" is not closed.')

    def disagree(self) -> Mistaken:
        return _wrong(
            "words-and-figure-disagree",
            f'In "{self.text}" the words and the figure in brackets give two amounts.',
            help="Correct one of them, or write a doubt with two readings.",
        )

    def unit(self) -> Unit | None:
        before = self.at
        self.take("-")
        if self.take("of"):
            self.take("a", "an", "one")
        else:
            self.take("a", "an")
        for names, unit in _UNIT_TOKENS:
            at = self.at
            for name in names:
                if at > self.at and at < len(self.tokens) and self.tokens[at] == "-":
                    at += 1
                if at >= len(self.tokens) or self.tokens[at] != name:
                    break
                at += 1
            else:
                self.at = at
                return unit
        self.at = before
        return None

    # ------------------------------------------------------------ numbers

    def starts_number(self) -> bool:
        token = self.peek()
        return _is_figure(token) or token in _SMALL or token in ("half", "quarter")

    def number(self) -> Fraction:
        if _is_figure(self.peek()):
            return self.figures()
        if self.starts_number():
            return self.words()
        raise _wrong(
            "not-an-amount",
            f'"{self.text}" is not a number.' if self.text.strip() else "A number is missing.",
            help='Numbers are written "7,500", "2 2/10", "8.5", "twenty-five" or "ten (10)".',
        )

    def figure(self) -> Fraction:
        token = self.peek()
        self.at += 1
        whole = token.partition(".")[0]
        if "," in whole and not re.fullmatch(r"\d{1,3}(,\d{3})+", whole):
            raise _wrong("not-a-number", f'"{token}" has its commas in the wrong places.')
        return Fraction(token.replace(",", ""))

    def fraction(self) -> Fraction:
        """`b/c`, standing here."""
        above = self.figure()
        self.at += 1
        below = self.figure()
        if below == 0 or above.denominator != 1 or below.denominator != 1:
            raise _wrong("not-a-number", f'"{self.text}" has a fraction that is no number.')
        return above / below

    def at_fraction(self, ahead: int = 0) -> bool:
        return (
            _is_figure(self.peek(ahead))
            and self.peek(ahead + 1) == "/"
            and _is_figure(self.peek(ahead + 2))
        )

    def figures(self) -> Fraction:
        if self.at_fraction():
            return self.fraction()
        number = self.figure()
        ahead = 1 if self.peek() in ("-", "and") else 0
        if self.at_fraction(ahead):
            self.at += ahead
            rest = self.fraction()
            if number.denominator != 1 or rest >= 1:
                raise _wrong("not-a-number", f'"{self.text}" is not a mixed number.')
            return number + rest
        while self.peek() in _SCALES:
            number *= _SCALES[self.peek()]
            self.at += 1
        return number

    def words(self) -> Fraction:
        if self.peek() in ("half", "quarter"):
            return Fraction(1, self.denominator())
        number = Fraction(self.cardinal())
        if self.at_denominator():
            return number / self.denominator()
        # two and one-half
        before = self.at
        if self.take("and") and self.peek() in _SMALL:
            above = self.cardinal()
            if self.at_denominator():
                return number + Fraction(above, self.denominator())
        self.at = before
        return number

    def at_denominator(self) -> bool:
        return self.peek(1 if self.peek() == "-" else 0) in FRACTION_WORDS

    def denominator(self) -> int:
        self.take("-")
        self.at += 1
        return FRACTION_WORDS[self.tokens[self.at - 1]]

    def cardinal(self) -> int:
        """`one hundred and five`, `twenty-five`, `ten thousand two hundred`."""
        total, smallest = 0, None
        while True:
            group = self.below_thousand()
            scale = _SCALES.get(self.peek(), 1)
            if scale > 1:
                self.at += 1
            if smallest is not None and scale >= smallest:
                raise _wrong("not-a-number", f'"{self.text}" is not a number in words.')
            total, smallest = total + group * scale, scale
            if scale == 1 or self.peek() not in _SMALL:
                return total

    def below_thousand(self) -> int:
        number = self.below_hundred()
        if self.take("hundred"):
            number *= 100
            ahead = 1 if self.peek() == "and" else 0
            if self.peek(ahead) in _SMALL and not self.fraction_follows(ahead):
                self.at += ahead
                number += self.below_hundred()
        elif self.peek() in _SMALL:
            raise _wrong("not-a-number", f'"{self.text}" is not a number in words.')
        return number

    def fraction_follows(self, ahead: int) -> bool:
        """Whether the word there is the top of a fraction: one hundred and [one]-half."""
        after = ahead + (2 if self.peek(ahead + 1) == "-" else 1)
        return self.peek(after) in FRACTION_WORDS

    def below_hundred(self) -> int:
        number = _SMALL[self.peek()]
        self.at += 1
        if number >= 20:
            ahead = 1 if self.peek() == "-" else 0
            # `twenty one-hundredths` may be 0.20 or 0.21: it is left unread, and so a mistake.
            fraction = ahead == 0 and self.peek(1) == "-" and self.peek(2) in FRACTION_WORDS
            if 0 < _SMALL.get(self.peek(ahead), 0) < 10 and not fraction:
                number += _SMALL[self.peek(ahead)]
                self.at += ahead + 1
        return number


def _is_figure(token: str) -> bool:
    # Not str.isdigit, which takes signs such as ² that are no figures here.
    return bool(re.match(r"\.?[0-9]", token))
