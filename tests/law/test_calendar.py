"""Legal days: both sides of every limit, the time vectors' numbers, and a slow day-by-day twin."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legalasp.law.calendar import (
    Calendar,
    Counted,
    MonthEnd,
    Roll,
    Standstill,
    TwoOutcomes,
    new_york_holidays,
    new_york_public_holidays,
    read_date,
    show_date,
    weekday,
)
from legalasp.law.conditions import Period
from legalasp.mistakes import Mistake

DAY = timedelta(days=1)
PLAIN = Calendar()
WEEKEND = frozenset({"saturday", "sunday", "holiday"})
JULY = Calendar(roll=WEEKEND, holidays=frozenset({date(2026, 7, 3)}))


def d(text: str) -> date:
    return date.fromisoformat(text)


def days(n: int) -> Period:
    return Period(n, "days")


def months(n: int) -> Period:
    return Period(n, "months")


def due(
    calendar: Calendar, event: str, period: Period, standstill: Standstill = ()
) -> Counted:
    counted = calendar.deadline(d(event), period, standstill)
    assert isinstance(counted, Counted)
    return counted


# ---------------------------------------------------------------- the time vectors


def test_v079_passed_only_from_the_day_after_the_last() -> None:
    event = d("2026-01-01")
    assert PLAIN.passed(event, days(45), d("2026-02-15")) is False
    assert PLAIN.passed(event, days(45), d("2026-02-16")) is True


def test_v093_day_180_is_the_last_good_day() -> None:
    vacated = d("2025-09-02")
    assert PLAIN.within(vacated, days(180), d("2026-03-01")) is True
    assert PLAIN.lasted(vacated, days(180), d("2026-03-01")) is False
    assert PLAIN.within(vacated, days(180), d("2026-03-02")) is False
    assert PLAIN.lasted(vacated, days(180), d("2026-03-02")) is True


def test_v168_without_a_rule_nothing_rolls() -> None:
    counted = due(PLAIN, "2026-02-05", days(30))
    assert counted.day == d("2026-03-07") and counted.weekday == "saturday"
    assert counted.first == d("2026-02-06") and counted.rolled == ()


def test_v169_a_lapse_never_rolls() -> None:
    issued = d("2026-02-05")
    assert JULY.lasted(issued, days(30), d("2026-03-07")) is False
    assert JULY.lasted(issued, days(30), d("2026-03-08")) is True


def test_v170_a_holiday_then_a_weekend() -> None:
    counted = due(JULY, "2026-06-23", days(10))
    assert counted.unrolled == d("2026-07-03") and counted.day == d("2026-07-06")
    assert counted.rolled == (
        Roll(d("2026-07-03"), "a holiday"),
        Roll(d("2026-07-04"), "a Saturday"),
        Roll(d("2026-07-05"), "a Sunday"),
    )


def test_v171_leap_day_counts() -> None:
    assert due(PLAIN, "2023-09-15", days(180)).day == d("2024-03-13")


def test_v172_v173_a_month_without_that_day() -> None:
    event = "2024-08-31"
    assert due(Calendar(month_end="last day"), event, months(6)).day == d("2025-02-28")
    assert due(Calendar(month_end="next day"), event, months(6)).day == d("2025-03-01")


def test_v174_business_days() -> None:
    counted = due(JULY, "2026-07-01", Period(5, "business days"))
    assert counted.day == d("2026-07-09") and counted.first == d("2026-07-02")


def test_v175_short_periods_skip_days_off() -> None:
    short = Calendar(roll=JULY.roll, holidays=JULY.holidays, short=7)
    assert due(short, "2026-07-01", days(5)).day == d("2026-07-09")
    assert due(short, "2026-07-01", days(7)).day == d("2026-07-08")
    assert due(JULY, "2026-07-01", days(5)).day == d("2026-07-06")
    lapse = short.lapse_complete(d("2026-07-01"), days(5))
    assert isinstance(lapse, Counted) and lapse.day == d("2026-07-06")


def test_v176_v177_standstill_and_standstill_inside_it() -> None:
    first = (d("2026-01-10"), d("2026-01-19"))
    second = (d("2026-02-03"), d("2026-02-05"))
    one = due(PLAIN, "2026-01-01", days(30), (first,))
    assert (one.plain, one.standstill, one.day) == (d("2026-01-31"), 10, d("2026-02-10"))
    two = due(PLAIN, "2026-01-01", days(30), (second, first))
    assert (two.plain, two.standstill, two.day) == (d("2026-01-31"), 13, d("2026-02-13"))
    # An overlapping span is added once; one that begins after the last day, not at all.
    again = (d("2026-01-15"), d("2026-01-20"))
    assert due(PLAIN, "2026-01-01", days(30), (first, again)).standstill == 11
    late = (d("2026-02-01"), d("2026-02-05"))
    assert due(PLAIN, "2026-01-01", days(30), (late,)).day == d("2026-01-31")


def test_v183_overdue_the_day_after_the_rolled_day() -> None:
    served = d("2026-02-05")
    assert JULY.passed(served, days(30), d("2026-03-09")) is False
    assert JULY.passed(served, days(30), d("2026-03-10")) is True
    assert JULY.within(served, days(30), d("2026-03-09")) is True


def test_v184_before_the_event_is_not_within() -> None:
    served = d("2026-02-05")
    assert PLAIN.within(served, days(30), d("2026-02-04")) is False
    assert PLAIN.within(served, days(30), d("2026-02-05")) is True


def test_v180_v185_which_tests_are_linear() -> None:
    assert PLAIN.plain_days(days(180), lapse=True) == 180
    assert PLAIN.plain_days(Period(2, "weeks"), lapse=False) == 14
    assert JULY.is_linear(days(30), lapse=True)
    assert not JULY.is_linear(days(30), lapse=False)
    assert not PLAIN.is_linear(months(6), lapse=True)
    assert not PLAIN.is_linear(Period(5, "business days"), lapse=True)
    span = ((d("2026-01-10"), d("2026-01-19")),)
    assert not PLAIN.is_linear(days(30), lapse=True, standstill=span)


def test_v186_the_dates_of_two_duties() -> None:
    assert due(PLAIN, "2026-03-03", days(10)).day == d("2026-03-13")
    assert due(PLAIN, "2026-03-02", days(30)).day == d("2026-04-01")


# ---------------------------------------------------------------- months without a rule


def test_no_rule_for_month_ends_gives_two_outcomes() -> None:
    both = PLAIN.deadline(d("2024-08-31"), months(6))
    assert isinstance(both, TwoOutcomes)
    assert [o.day for o in both.outcomes] == [d("2025-02-28"), d("2025-03-01")]
    assert "6 months after August 31, 2024" in both.question
    with pytest.raises(TypeError):
        bool(both)


def test_two_outcomes_only_on_the_day_they_differ() -> None:
    event = d("2024-08-31")
    assert PLAIN.within(event, months(6), d("2025-02-28")) is True
    assert isinstance(PLAIN.within(event, months(6), d("2025-03-01")), TwoOutcomes)
    assert isinstance(PLAIN.lasted(event, months(6), d("2025-03-01")), TwoOutcomes)
    assert isinstance(PLAIN.passed(event, months(6), d("2025-03-01")), TwoOutcomes)
    assert PLAIN.within(event, months(6), d("2025-03-02")) is False
    assert PLAIN.lasted(event, months(6), d("2025-03-02")) is True


def test_outcomes_that_roll_to_one_day_are_one() -> None:
    # February 28, 2026 is a Saturday, and March 1 a Sunday.
    counted = due(Calendar(roll=WEEKEND), "2025-08-31", months(6))
    assert counted.day == d("2026-03-02")
    assert any("comes out the same" in rule for rule in counted.rules)


def test_months_and_years_keep_the_day_number() -> None:
    assert due(PLAIN, "2025-11-30", months(1)).day == d("2025-12-30")
    assert due(PLAIN, "2025-12-31", months(1)).day == d("2026-01-31")
    assert due(PLAIN, "2025-12-15", months(12)).day == d("2026-12-15")
    assert due(PLAIN, "2024-02-29", Period(4, "years")).day == d("2028-02-29")
    assert due(PLAIN, "2026-02-28", months(1)).day == d("2026-03-28")
    span = ((d("2026-01-10"), d("2026-01-19")),)
    assert due(PLAIN, "2026-01-01", months(1), span).day == d("2026-02-11")


# ---------------------------------------------------------------- ages


def test_a_home_is_five_years_old_through_its_fifth_birthday() -> None:
    built = d("2020-08-01")
    assert PLAIN.at_most_years_old(built, 5, d("2025-08-01")) is True
    assert PLAIN.at_most_years_old(built, 5, d("2025-08-02")) is False
    assert PLAIN.at_least_years_old(built, 5, d("2025-07-31")) is False
    assert PLAIN.at_least_years_old(built, 5, d("2025-08-01")) is True
    assert PLAIN.age(built, d("2025-07-31")) == 4
    assert PLAIN.age(built, d("2025-08-01")) == 5
    assert PLAIN.age(built, built) == 0
    assert PLAIN.age(built, d("2020-07-31")) == -1


@pytest.mark.parametrize(
    ("rule", "birthday"), [("last day", "2025-02-28"), ("next day", "2025-03-01")]
)
def test_built_on_a_leap_day(rule: MonthEnd, birthday: str) -> None:
    calendar, built = Calendar(month_end=rule), d("2020-02-29")
    assert calendar.at_most_years_old(built, 5, d(birthday)) is True
    assert calendar.at_most_years_old(built, 5, d(birthday) + DAY) is False
    assert calendar.age(built, d(birthday)) == 5
    assert calendar.age(built, d(birthday) - DAY) == 4


def test_built_on_a_leap_day_without_a_rule() -> None:
    built = d("2020-02-29")
    assert PLAIN.at_most_years_old(built, 5, d("2025-02-28")) is True
    assert isinstance(PLAIN.at_most_years_old(built, 5, d("2025-03-01")), TwoOutcomes)
    assert PLAIN.at_most_years_old(built, 5, d("2025-03-02")) is False
    assert isinstance(PLAIN.age(built, d("2025-02-28")), TwoOutcomes)
    assert PLAIN.age(built, d("2025-03-01")) == 5


# ---------------------------------------------------------------- arithmetic as data and words


def test_the_arithmetic_is_shown() -> None:
    calendar = Calendar(roll=WEEKEND, holidays=JULY.holidays, cite="GCL § 25-a")
    assert due(calendar, "2026-02-05", days(30)).steps() == (
        "The day of the event, February 5, 2026, is not counted.",
        "The first day counted is Friday, February 6, 2026.",
        "A period of 30 days ends on Saturday, March 7, 2026.",
        "March 7, 2026 is a Saturday and cannot be the last day.",
        "March 8, 2026 is a Sunday and cannot be the last day.",
        "The last day is Monday, March 9, 2026.",
        "The day of the event is not counted, and the last day is (GCL § 25-a).",
        "A period for an act does not end on a Saturday, a Sunday or a holiday (GCL § 25-a).",
    )


def test_what_the_calendar_does_not_settle_is_said() -> None:
    undeclared = due(PLAIN, "2026-07-01", Period(5, "business days"))
    assert undeclared.day == d("2026-07-08") and undeclared.notes
    assert PLAIN.lacks(Period(5, "business days")) and not JULY.lacks(Period(5, "business days"))
    assert PLAIN.lacks(months(6)) and not Calendar(month_end="last day").lacks(months(6))
    assert due(Calendar(roll=WEEKEND), "2026-07-01", days(5)).notes
    listed = Calendar(roll=WEEKEND, holidays=JULY.holidays, years=(2026, 2026))
    assert not due(listed, "2026-07-01", days(5)).notes
    assert due(listed, "2026-12-20", days(30)).notes


def test_a_period_of_no_days_ends_on_the_day_of_the_event() -> None:
    counted = due(PLAIN, "2026-03-02", days(0))
    assert counted.day == d("2026-03-02") and counted.first is None


def test_faults_of_the_program_raise() -> None:
    with pytest.raises(ValueError):
        Calendar(roll=frozenset({"sat"}))
    with pytest.raises(ValueError):
        Calendar(month_end="last")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        PLAIN.deadline(d("2026-03-02"), Period(1, "day"))
    with pytest.raises(ValueError):
        PLAIN.deadline(d("2026-03-02"), days(1), ((d("2026-03-05"), d("2026-03-04")),))
    with pytest.raises(OverflowError):
        PLAIN.deadline(d("2026-03-02"), Period(9000, "years"))


# ---------------------------------------------------------------- dates as written


def test_dates_are_read_and_shown() -> None:
    assert read_date("March 2, 2026") == read_date("2026-03-02") == d("2026-03-02")
    assert show_date(d("2026-03-02")) == "March 2, 2026"
    assert read_date("February 29, 2024") == d("2024-02-29")


@pytest.mark.parametrize(
    "text", ["February 29, 2026", "2026-02-30", "3/2/2026", "Smarch 2, 2026", "", "2026-3-2"]
)
def test_what_is_no_date_is_a_mistake(text: str) -> None:
    assert isinstance(read_date(text), Mistake)


@given(st.dates())
def test_dates_read_back(day: date) -> None:
    assert read_date(show_date(day)) == day


# ---------------------------------------------------------------- public holidays


def test_new_york_holidays_of_2026_and_2027() -> None:
    assert [day.isoformat() for day in new_york_holidays(2026)] == [
        "2026-01-01", "2026-01-19", "2026-02-12", "2026-02-16", "2026-05-25", "2026-06-14",
        "2026-06-19", "2026-07-04", "2026-09-07", "2026-10-12", "2026-11-03", "2026-11-11",
        "2026-11-26", "2026-12-25",
    ]  # fmt: skip
    # July 4, 2027 is a Sunday: Monday too. A Saturday holiday (2026) moves nowhere.
    assert d("2027-07-05") in new_york_holidays(2027)
    assert d("2026-07-03") not in new_york_holidays(2026)
    # Flag day is a Sunday always, and its Monday never a holiday.
    assert d("2026-06-15") not in new_york_holidays(2026)


def test_juneteenth_from_2021_on() -> None:
    assert d("2020-06-19") not in new_york_holidays(2020)
    assert d("2021-06-19") in new_york_holidays(2021)
    assert d("2022-06-20") in new_york_holidays(2022)


def test_years_before_the_known_list_are_refused() -> None:
    with pytest.raises(ValueError):
        new_york_holidays(2003)
    assert len(new_york_public_holidays(2026, 2027)) == len(new_york_holidays(2026)) + len(
        new_york_holidays(2027)
    )


def test_new_york_against_the_holidays_package() -> None:
    """Where the package differs is known: it adds Fridays and Susan B. Anthony Day, and leaves
    out Flag Day."""
    package = pytest.importorskip("holidays")
    for year in range(2021, 2031):
        theirs = package.US(subdiv="NY", years=[year], observed=False)
        ours = new_york_holidays(year)
        shared = {day for day, name in theirs.items() if name != "Susan B. Anthony Day"}
        assert shared <= set(ours)
        more = {name for day, name in ours.items() if day not in theirs}
        assert all(
            name == "Flag day" or name.startswith("the day after")
            for name in more
        )


# ---------------------------------------------------------------- properties and the twin

events = st.dates(d("1990-01-01"), d("2060-12-31"))
holidays_ = st.frozensets(st.dates(d("2020-01-01"), d("2021-12-31")), max_size=30)
near = st.dates(d("2019-12-01"), d("2021-12-31"))
rolls = st.frozensets(st.sampled_from(["friday", "saturday", "sunday", "holiday"]))
spans_ = st.lists(st.tuples(near, st.integers(0, 40)), max_size=4).map(
    lambda spans: tuple((start, start + length * DAY) for start, length in spans)
)
periods = st.one_of(
    st.builds(Period, st.integers(0, 400), st.sampled_from(["days", "business days"])),
    st.builds(Period, st.integers(0, 30), st.sampled_from(["weeks", "months"])),
    st.builds(Period, st.integers(0, 10), st.just("years")),
)
calendars = st.builds(
    Calendar,
    roll=rolls,
    holidays=holidays_,
    month_end=st.sampled_from(["last day", "next day"]),
    short=st.integers(0, 15),
)


def twin(
    calendar: Calendar, event: date, period: Period, standstill: Standstill, rolls: bool
) -> date:
    """The same day by walking: one calendar day at a time, and nothing clever."""

    def off(day: date, names: frozenset[str]) -> bool:
        return weekday(day) in names or ("holiday" in names and day in calendar.holidays)

    def still(day: date) -> bool:
        return any(start <= day <= end for start, end in standstill)

    if period.unit in ("months", "years"):
        left = period.number * (12 if period.unit == "years" else 1)
        day, number = event, 0
        year, month = event.year, event.month
        while left:
            left, month = left - 1, month + 1
            if month > 12:
                year, month = year + 1, 1
        while (day.year, day.month) != (year, month):
            day, number = day + DAY, number + 1
        while day.day < event.day and (day + DAY).month == month:
            day, number = day + DAY, number + 1
        while day.day > event.day:
            day, number = day - DAY, number - 1
        if day.day < event.day and calendar.month_end == "next day":
            number += 1
        names: frozenset[str] = frozenset()
    else:
        number = period.number * (7 if period.unit == "weeks" else 1)
        names = frozenset()
        if period.unit == "business days":
            names = calendar.roll or WEEKEND
        elif rolls and period.unit == "days" and number < calendar.short:
            names = calendar.roll
    day = event
    while number > 0:
        day += DAY
        if not still(day) and not off(day, names):
            number -= 1
    while rolls and off(day, calendar.roll):
        day += DAY
    return day


@given(calendars, near, periods, spans_)
def test_agrees_with_the_twin(
    calendar: Calendar, event: date, period: Period, standstill: Standstill
) -> None:
    deadline = calendar.deadline(event, period, standstill)
    lapse = calendar.lapse_complete(event, period, standstill)
    assert isinstance(deadline, Counted) and isinstance(lapse, Counted)
    assert deadline.day == twin(calendar, event, period, standstill, rolls=True)
    assert lapse.day == twin(calendar, event, period, standstill, rolls=False)


@given(calendars, near, periods, spans_)
def test_a_deadline_is_never_earlier_than_the_plain_count(
    calendar: Calendar, event: date, period: Period, standstill: Standstill
) -> None:
    plain = Calendar(month_end=calendar.month_end).deadline(event, period)
    counted = calendar.deadline(event, period, standstill)
    assert isinstance(plain, Counted) and isinstance(counted, Counted)
    if period.unit != "business days":
        assert counted.day >= plain.day
    assert event <= counted.plain <= counted.unrolled <= counted.day
    assert not calendar.day_off(counted.day)
    # (in a short period days off are passed over, those behind the standstill too)
    if period.unit in ("days", "weeks", "months", "years") and counted.plain == plain.plain and not calendar.short:
        assert counted.unrolled == counted.plain + counted.standstill * DAY


@given(near, periods, spans_, st.integers(-3, 3), st.sampled_from(["last day", "next day"]))
def test_within_and_lasted_meet_where_nothing_rolls(
    event: date, period: Period, standstill: Standstill, offset: int, rule: MonthEnd
) -> None:
    calendar = Calendar(month_end=rule)
    last = calendar.deadline(event, period, standstill)
    assert isinstance(last, Counted)
    moment = last.day + offset * DAY
    if moment >= event:
        within = calendar.within(event, period, moment, standstill)
        assert within is not calendar.lasted(event, period, moment, standstill)
        assert within is not calendar.passed(event, period, moment, standstill)
        assert within is (offset <= 0)


@given(calendars, near, periods, near)
def test_where_a_test_is_linear_it_is_a_plain_difference(
    calendar: Calendar, event: date, period: Period, moment: date
) -> None:
    n = calendar.plain_days(period, lapse=True)
    if n is not None:
        assert calendar.lasted(event, period, moment) is ((moment - event).days > n)
    n = calendar.plain_days(period, lapse=False)
    if n is not None:
        assert calendar.within(event, period, moment) is (0 <= (moment - event).days <= n)
        assert calendar.passed(event, period, moment) is ((moment - event).days > n)


@given(events, st.integers(0, 100), st.integers(-2, 2))
def test_age_and_birthday_agree(built: date, years: int, offset: int) -> None:
    calendar = Calendar(month_end="next day")
    birthday = calendar.birthday(built, years)
    assert isinstance(birthday, Counted)
    day = birthday.day + offset * DAY
    if day >= built:
        age = calendar.age(built, day)
        assert isinstance(age, int)
        assert (age >= years) is (offset >= 0)
        assert calendar.at_least_years_old(built, years, day) is (age >= years)


def test_a_week_of_fridays_off() -> None:
    only = Calendar(roll=frozenset({"friday"}))
    assert due(only, "2026-03-02", days(4)).day == d("2026-03-07")
    assert due(only, "2026-03-02", days(3)).day == d("2026-03-05")


@pytest.mark.parametrize("event, number, last", [
    ("2024-12-31", -1, "2024-12-01"), ("2024-12-02", -1, "2024-12-01"), ("2024-12-01", -1, "2023-12-01"),
    ("2024-03-05", -1, "2023-12-01"), ("2024-03-05", 0, "2024-12-01"), ("2024-12-31", 0, "2024-12-01")])
def test_a_day_of_the_year_does_not_move(event: str, number: int, last: str) -> None:
    """December 1, 2024 is a Sunday."""
    counted = due(Calendar(roll=frozenset({"saturday", "sunday"})), event, Period(number, "December 1"))
    assert counted.day == d(last) and not counted.rolled
