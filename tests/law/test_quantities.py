"""Amounts are read and shown exactly, on both sides of every limit."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalasp.law.quantities import (
    BASE_UNITS,
    DIMENSIONS,
    NUMBER_WORDS,
    UNIT_NAMES,
    UNITS,
    Quantity,
    in_unit,
    quantity,
    read_number,
    read_quantity,
    show_number,
)
from legalasp.mistakes import Mistake


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("7,500 square feet", F(7500), "area"),
        ("2 2/10", F(11, 5), "number"),
        ("2 2/10 inches", F(11, 60), "length"),
        ("8 1/2 feet", F(17, 2), "length"),
        ("8½ feet", F(17, 2), "length"),
        ("2-1/2 feet", F(5, 2), "length"),
        ("114 feet 4 inches", F(343, 3), "length"),
        ("114 feet and 4 inches", F(343, 3), "length"),
        ("6' 4\"", F(19, 3), "length"),
        ("6’4”", F(19, 3), "length"),
        ("ten (10)", F(10), "number"),
        ("ten (10) feet", F(10), "length"),
        ("ten feet (10 ft.)", F(10), "length"),
        ("ten feet (10')", F(10), "length"),
        ("seventy-five percent (75%)", F(3, 4), "share"),
        ("five acres", F(217800), "area"),
        ("One acre", F(43560), "area"),
        ("10.6 acres", F(461736), "area"),
        ("60,000 acres", F(2_613_600_000), "area"),
        ("one-half of an acre", F(21780), "area"),
        ("half an acre", F(21780), "area"),
        ("three-quarters acre", F(32670), "area"),
        ("two and one-half inches", F(5, 24), "length"),
        ("1 square mile", F(640 * 43560), "area"),
        ("20,000 sq. ft.", F(20000), "area"),
        ("20,000 sq.ft.", F(20000), "area"),
        ("twenty-one hundredths", F(21, 100), "number"),
        ("20,000 Sq Ft", F(20000), "area"),
        ("10-foot", F(10), "length"),
        ("twenty-five-foot", F(25), "length"),
        ("$350", F(350), "money"),
        ("$1,000.50", F(200100, 200), "money"),
        ("$2.5 million", F(2_500_000), "money"),
        ("350 dollars", F(350), "money"),
        ("5 dollars and 50 cents", F(11, 2), "money"),
        ("75 percent", F(3, 4), "share"),
        ("75%", F(3, 4), "share"),
        ("18 months", F(18), "months"),
        ("1 year 6 months", F(18), "months"),
        ("2 weeks 3 days", F(17), "days"),
        ("15 working days", F(15), "business days"),
        ("150 gallons per day", F(150), "flow"),
        ("1 gallon per minute", F(1440), "flow"),
        ("1,728 gallons", F(231), "volume"),
        ("100 watts", F(100), "power"),
        ("45 degrees", F(45), "angle"),
        ("45°", F(45), "angle"),
        ("25 miles per hour", F(25), "speed"),
        ("0.5 foot-candle", F(1, 2), "illuminance"),
        ("40 pounds per square foot", F(40), "load"),
        ("one hundred and five feet", F(105), "length"),
        ("one hundred fifty-two", F(152), "number"),
        ("ten thousand two hundred", F(10200), "number"),
        ("one hundred and one-half feet", F(201, 2), "length"),
        ("-0.5", F(-1, 2), "number"),
    ],
)
def test_reads(text: str, value: F, dimension: str) -> None:
    assert read_quantity(text) == Quantity(value, dimension)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ten (12)", "words-and-figure-disagree"),
        ("ten (12) feet", "words-and-figure-disagree"),
        ("ten feet (12 feet)", "words-and-figure-disagree"),
        ("ten feet (10 inches)", "words-and-figure-disagree"),
        ("5 acers", "unknown-unit"),
        ("5 feet deep", "unknown-unit"),
        ("7,50 feet", "not-a-number"),
        ("1/0 feet", "not-a-number"),
        ("2 12/10", "not-a-number"),
        ("2.5 1/2", "not-a-number"),
        ("twenty one-hundredths", "not-a-number"),
        ("one hundred one-half", "unknown-unit"),
        ("five twenty", "not-a-number"),
        ("five thousand two million", "not-a-number"),
        ("1 year and 10 days", "units-differ"),
        ("5 feet 2 acres", "units-differ"),
        ("4 inches 5 feet", "not-an-amount"),
        ("5 feet 3", "not-an-amount"),
        ("2-4 feet", "not-an-amount"),
        ("ten (10", "not-an-amount"),
        ("ten (", "not-an-amount"),
        ("feet", "not-an-amount"),
        ("", "not-an-amount"),
        ("$", "not-an-amount"),
        ("5² feet", "not-an-amount"),
        ("² feet", "not-an-amount"),
        ("٥ feet", "not-an-amount"),
        ("5 # feet", "not-an-amount"),
    ],
)
def test_mistakes_are_values(text: str, code: str) -> None:
    found = read_quantity(text)
    assert isinstance(found, Mistake)
    assert found.code == code
    assert found.says.endswith(".")


def test_the_nearest_unit_is_offered() -> None:
    found = read_quantity("5 acers")
    assert isinstance(found, Mistake)
    assert "acre" in found.help


def test_a_plain_number_has_no_unit() -> None:
    assert read_number("twenty-five") == 25
    assert isinstance(read_number("25 feet"), Mistake)


@pytest.mark.parametrize(
    ("amount", "unit", "shown"),
    [
        (quantity(1, "foot"), None, "1 foot"),
        (quantity(2, "feet"), None, "2 feet"),
        (quantity(0, "feet"), None, "0 feet"),
        (quantity(F(17, 2), "feet"), None, "8 feet 6 inches"),
        (quantity(F(17, 2), "feet"), "feet", "8.5 feet"),
        (quantity(F(343, 3), "feet"), None, "114 feet 4 inches"),
        (quantity(F(343, 3), "feet"), "feet", "114 1/3 feet"),
        (quantity(4, "inches"), None, "4 inches"),
        (quantity(F(22, 10), "inches"), None, "2.2 inches"),
        (quantity(F(226, 10), "feet"), None, "22.6 feet"),
        (quantity(F(1, 2), "acre"), "acre", "0.5 acre"),
        (quantity(F(1, 3), "acre"), "acres", "1/3 acre"),
        (quantity(F(106, 10), "acres"), "acres", "10.6 acres"),
        (quantity(60000, "acres"), None, "2,613,600,000 square feet"),
        (quantity(350, "dollars"), None, "$350"),
        (quantity(F(100050, 100), "dollars"), None, "$1,000.50"),
        (quantity(25_000_000, "dollars"), "cents", "2,500,000,000 cents"),
        (quantity(F(4, 3), "dollars"), None, "$1 1/3"),
        (quantity(75, "percent"), None, "75 percent"),
        (quantity(18, "months"), None, "18 months"),
        (quantity(60, "months"), None, "5 years"),
        (quantity(12, "months"), None, "1 year"),
        (quantity(14, "days"), None, "14 days"),
        (quantity(14, "days"), "weeks", "2 weeks"),
        (quantity(7500), None, "7,500"),
    ],
)
def test_shows(amount: Quantity, unit: str | None, shown: str) -> None:
    assert amount.show(unit) == shown
    assert read_quantity(shown) == amount


def test_one_acre_is_exactly_43_560_square_feet() -> None:
    acre = read_quantity("1 acre")
    lot = read_quantity("43,560 square feet")
    below = read_quantity("43,559.9999 square feet")
    assert isinstance(acre, Quantity) and isinstance(lot, Quantity) and isinstance(below, Quantity)
    assert lot.value >= acre.value > below.value


def test_money_in_cents_is_exact_beyond_32_bits() -> None:
    assert in_unit(quantity(25_000_000, "dollars"), "cents") == 2_500_000_000
    assert in_unit(quantity(F(1, 100), "dollars"), "cents") == 1


def test_days_and_months_are_not_interconvertible() -> None:
    for amount, unit in ((quantity(1, "month"), "days"), (quantity(30, "days"), "months")):
        found = in_unit(amount, unit)
        assert isinstance(found, Mistake) and found.code == "units-differ" and found.help
    assert in_unit(quantity(1, "year"), "months") == 12
    assert in_unit(quantity(2, "weeks"), "days") == 14
    assert isinstance(in_unit(quantity(1, "day"), "hours"), Mistake)
    assert isinstance(in_unit(quantity(5), "feet"), Mistake)
    assert isinstance(in_unit(quantity(5), "fete"), Mistake)


def test_no_float_gets_in() -> None:
    with pytest.raises(TypeError):
        Quantity(0.5, "length")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        quantity(1, "foot").show("acre")


def test_every_spelling_is_one_unit_and_reads() -> None:
    assert sum(2 + len(u.other) for u in UNITS) - len(UNIT_NAMES) == sum(
        u.singular == u.plural for u in UNITS
    )
    for name, unit in UNIT_NAMES.items():
        assert name == name.lower()
        assert read_quantity(f"2 {name}") == Quantity(2 * unit.factor, unit.dimension)
    assert set(BASE_UNITS) == set(DIMENSIONS) - {"number", "share"}


def test_every_number_word_reads() -> None:
    for word, number in NUMBER_WORDS.items():
        if number < 100:
            assert read_number(word) == number
        else:
            assert read_number(f"one {word}") == number
    assert {n for n in NUMBER_WORDS.values() if n <= 100} == set(range(101))


numbers = st.fractions(max_denominator=5000) | st.integers().map(F)


@given(numbers)
def test_show_number_reads_back(value: F) -> None:
    assert read_number(show_number(value)) == value


@given(numbers, st.sampled_from(DIMENSIONS))
def test_show_reads_back(value: F, dimension: str) -> None:
    amount = Quantity(value, dimension)
    assert read_quantity(amount.show()) == amount


@given(numbers, st.sampled_from(sorted(UNIT_NAMES)))
def test_show_in_any_unit_reads_back(value: F, name: str) -> None:
    amount = Quantity(value, UNIT_NAMES[name].dimension)
    assert read_quantity(amount.show(name)) == amount


@given(st.text())
def test_any_text_gives_a_quantity_or_a_mistake(text: str) -> None:
    assert isinstance(read_quantity(text), (Quantity, Mistake))


@given(
    st.lists(
        st.sampled_from(
            [*NUMBER_WORDS, *UNIT_NAMES, "and", "(", ")", "-", "/", "1", "2,000", "half", "$", ".5"]
        ),
        max_size=8,
    )
)
def test_any_jumble_gives_a_quantity_or_a_mistake(parts: list[str]) -> None:
    assert isinstance(read_quantity(" ".join(parts)), (Quantity, Mistake))
