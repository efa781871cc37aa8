"""Legal days: deadlines, lapses, ages, and the days off that a place declares.

Takes:   dates (`datetime.date`), a `Period`, the standstill of a period, a place's `Calendar`
Gives:   the last day with its arithmetic (`Counted`), or both last days where the law leaves
         them open (`TwoOutcomes`); yes or no for `within`, `lasted`, `passed` and for ages
Differs: from plain date arithmetic in that only what a place declares moves a day (theory 8)

The day of the event is left out and the last day counts. A deadline for an act rolls over days
off as declared; a lapse of a status never rolls. So, where nothing rolls, `within n days` and
`for n days` meet: day n is the last good day and day n + 1 the first barred one.

Weekdays are lower-case English names. A standstill is a tuple of (first day, last day), both in.
A day past the year 9999 raises OverflowError.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from legalasp.language.numerals import DAYS_OF_THE_YEAR
from legalasp.law.conditions import Period
from legalasp.mistakes import Mistake

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
PERIOD_UNITS = ("days", "business days", "weeks", "months", "years")

Standstill = tuple[tuple[datetime.date, datetime.date], ...]
MonthEnd = Literal["last day", "next day"]

_DAY = datetime.timedelta(days=1)


# ---------------------------------------------------------------- dates as written

_WRITTEN_DATE = re.compile(r"([A-Za-z]+)\s+(\d{1,2})\s*,\s*(\d{4})", re.ASCII)
_ISO_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)


def read_date(text: str) -> datetime.date | Mistake:
    """`March 2, 2026` or `2026-03-02`. A mistake: another form, or a day that does not exist."""
    text = text.strip()
    if written := _WRITTEN_DATE.fullmatch(text):
        name = written[1].capitalize()
        if name not in MONTHS:
            return Mistake("not-a-date", f'"{written[1]}" is not a month.')
        year, month, day = int(written[3]), MONTHS.index(name) + 1, int(written[2])
    elif iso := _ISO_DATE.fullmatch(text):
        year, month, day = (int(part) for part in iso.groups())
    else:
        return Mistake(
            "not-a-date",
            f'"{text}" is not a date.',
            help='Dates are written "March 2, 2026" or "2026-03-02".',
        )
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return Mistake("not-a-date", f'There is no day "{text}".')


def show_date(day: datetime.date) -> str:
    """`March 2, 2026`. (No strftime: its result depends on the machine's language.)"""
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year:04d}"


def weekday(day: datetime.date) -> str:
    """The lower-case name of the day's weekday."""
    return WEEKDAYS[day.weekday()]


# ---------------------------------------------------------------- counted days


@dataclass(frozen=True, slots=True)
class Roll:
    """The last day may not be `day`, for it is `why`: `a Saturday`, `a holiday`."""

    day: datetime.date
    why: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A last day and its arithmetic."""

    event: datetime.date
    """The day of the event; it is not counted."""
    period: Period
    first: datetime.date | None
    """The first day counted; None where the period is zero."""
    plain: datetime.date
    """The last day as counted without standstill and before rolling."""
    standstill: int
    """How many days of standstill were added."""
    unrolled: datetime.date
    """The last day before rolling."""
    rolled: tuple[Roll, ...]
    """The days off over which the last day was moved, in order."""
    day: datetime.date
    """The last day."""
    rules: tuple[str, ...]
    """The counting rules that were used, as full sentences."""
    notes: tuple[str, ...] = ()
    """What the calendar does not settle and the reader should know."""
    cite: str = ""
    """Where the counting rule comes from."""

    @property
    def weekday(self) -> str:
        return weekday(self.day)

    def steps(self) -> tuple[str, ...]:
        """The arithmetic in sentences, one a step."""
        if self.period.unit in DAYS_OF_THE_YEAR:
            source = f" ({self.cite})" if self.cite else ""
            said = f"{show_period(self.period)} {show_date(self.event)} is {_named(self.day)}"
            return (f"{said[0].upper()}{said[1:]}.", *(rule.removesuffix(".") + source + "." for rule in self.rules))
        said = [f"The day of the event, {show_date(self.event)}, is not counted."]
        if self.first is not None:
            said.append(f"The first day counted is {_named(self.first)}.")
        length = show_period(self.period)
        said.append(f"A period of {length} ends on {_named(self.plain)}.")
        if self.standstill:
            days = "1 day" if self.standstill == 1 else f"{self.standstill} days"
            said.append(f"It stood still for {days} and so ends on {_named(self.unrolled)}.")
        said += [f"{show_date(r.day)} is {r.why} and cannot be the last day." for r in self.rolled]
        if self.rolled:
            said.append(f"The last day is {_named(self.day)}.")
        source = f" ({self.cite})" if self.cite else ""
        return (*said, *(rule.removesuffix(".") + source + "." for rule in self.rules), *self.notes)


@dataclass(frozen=True, slots=True)
class TwoOutcomes:
    """The month has no such day and the place has no rule for it: two readings, not a guess.

    It is neither true nor false: `bool()` of it raises TypeError, so that it cannot pass for a
    yes unseen. Look at `outcomes`."""

    last_day: Counted
    """On the reading that the period ends on the last day of that month."""
    next_day: Counted
    """On the reading that it ends on the first day of the next month."""

    @property
    def outcomes(self) -> tuple[Counted, Counted]:
        return self.last_day, self.next_day

    @property
    def question(self) -> str:
        return (
            f"{show_period(self.last_day.period)} after {show_date(self.last_day.event)} would end "
            "on a day that its month does not have: "
            f"is it {show_date(self.last_day.day)} or {show_date(self.next_day.day)}?"
        )

    def __bool__(self) -> bool:
        raise TypeError("two outcomes are neither true nor false")


def show_period(period: Period) -> str:
    """`30 days`, `1 month`, `the December 1 before`, `December 31 of the year of`."""
    if period.unit in DAYS_OF_THE_YEAR:
        return f"the {period.unit} before" if period.number < 0 else f"{period.unit} of the year of"
    return f"{period.number} {period.unit.removesuffix('s') if period.number == 1 else period.unit}"


def _named(day: datetime.date) -> str:
    return f"{weekday(day).capitalize()}, {show_date(day)}"


# ---------------------------------------------------------------- the calendar


@dataclass(frozen=True, slots=True)
class Calendar:
    """What a place declares about counting days; as it stands, it declares nothing.

    `roll`: the days on which a period for an act does not end (weekdays and `holiday`); these are
    also the days off that business days and short periods leave out.
    `month_end`: where a month has no such day number, the last day of that month, or the next day.
    `short`: periods for an act of fewer days than this skip the days off; 0: none do.
    `cite`: where the counting rule comes from; shown in answers.
    `years`: the first and the last year for which `holidays` is complete; None: not said.
    Raises ValueError for a weekday or a rule that does not exist."""

    roll: frozenset[str] = frozenset()
    holidays: frozenset[datetime.date] = frozenset()
    month_end: MonthEnd | None = None
    short: int = 0
    cite: str = ""
    years: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if unknown := self.roll - {*WEEKDAYS, "holiday"}:
            raise ValueError(f"not weekdays: {sorted(unknown)}")
        if set(WEEKDAYS) <= self.roll:
            raise ValueError("no day is left that a period could end on")
        if self.month_end not in (None, "last day", "next day"):
            raise ValueError(f"not a rule for month ends: {self.month_end!r}")
        if self.short < 0:
            raise ValueError("a number of days is not negative")

    # ------------------------------------------------------------ last days

    def deadline(
        self, event: datetime.date, period: Period, standstill: Standstill = ()
    ) -> Counted | TwoOutcomes:
        """The last day for an act that is due within `period` after `event`."""
        return self._count(event, period, standstill, rolls=True)

    def lapse_complete(
        self, event: datetime.date, period: Period, standstill: Standstill = ()
    ) -> Counted | TwoOutcomes:
        """The day at whose end a status has lasted for `period`; it never rolls.

        The lapse is true from the next day on. A standstill that begins after this day comes too
        late to stop it."""
        return self._count(event, period, standstill, rolls=False)

    # ------------------------------------------------------------ tests
    # Two outcomes are given only where they differ on the very day that is asked about.

    def within(
        self,
        event: datetime.date,
        period: Period,
        moment: datetime.date,
        standstill: Standstill = (),
    ) -> bool | TwoOutcomes:
        """Is `moment` not before `event`, and not after the deadline?"""
        return moment >= event and _holds(
            self.deadline(event, period, standstill), lambda last: moment <= last
        )

    def passed(
        self,
        event: datetime.date,
        period: Period,
        moment: datetime.date,
        standstill: Standstill = (),
    ) -> bool | TwoOutcomes:
        """Is `moment` after the deadline?"""
        return _holds(self.deadline(event, period, standstill), lambda last: moment > last)

    def lasted(
        self,
        event: datetime.date,
        period: Period,
        moment: datetime.date,
        standstill: Standstill = (),
    ) -> bool | TwoOutcomes:
        """Is the period since `event` complete before `moment` begins?"""
        return _holds(self.lapse_complete(event, period, standstill), lambda last: moment > last)

    # ------------------------------------------------------------ ages

    def birthday(self, built: datetime.date, years: int) -> Counted | TwoOutcomes:
        """The day on which a thing built on `built` has become `years` years old."""
        return self.lapse_complete(built, Period(years, "years"))

    def at_most_years_old(
        self, built: datetime.date, years: int, day: datetime.date
    ) -> bool | TwoOutcomes:
        """Not older than `years` years on `day`: true through the birthday itself.

        A home built on August 1, 2020 is not older than 5 years through August 1, 2025. (Whether
        `not more than five years old` lasts until the sixth birthday is a doubt of the text.)"""
        return _holds(self.birthday(built, years), lambda birthday: day <= birthday)

    def at_least_years_old(
        self, built: datetime.date, years: int, day: datetime.date
    ) -> bool | TwoOutcomes:
        """`years` years old or older on `day`: true from the birthday itself."""
        return _holds(self.birthday(built, years), lambda birthday: day >= birthday)

    def age(self, built: datetime.date, day: datetime.date) -> int | TwoOutcomes:
        """Completed years on `day`; -1 before `built`. Two outcomes on a birthday left open."""
        if day < built:
            return -1
        years = day.year - built.year
        reached = self.at_least_years_old(built, years, day)
        if isinstance(reached, TwoOutcomes):
            return reached
        return years if reached else years - 1

    # ------------------------------------------------------------ for unknown dates

    def plain_days(
        self, period: Period, *, lapse: bool, standstill: Standstill = ()
    ) -> int | None:
        """The n for which the last day is always `event` + n days, or None where there is none.

        Then `within`, `passed` and `lasted` are linear in the two dates, and bounds on an unknown
        date decide them."""
        _check(period)
        if standstill or period.unit not in ("days", "weeks"):
            return None
        if not lapse and self.roll:
            return None
        return period.number * (7 if period.unit == "weeks" else 1)

    def is_linear(self, period: Period, *, lapse: bool, standstill: Standstill = ()) -> bool:
        """Whether a test on this period (`lapse`: `lasted`; else `within`, `passed`) is linear."""
        return self.plain_days(period, lapse=lapse, standstill=standstill) is not None

    def lacks(self, period: Period) -> str:
        """What the place should declare before it counts such periods; empty: nothing."""
        if period.unit == "business days" and not self.roll:
            return "which days are not business days"
        if period.unit in ("months", "years") and self.month_end is None:
            return "when a period ends in a month that does not have its day"
        if "holiday" in self.roll and not self.holidays:
            return "which days are holidays"
        return ""

    # ------------------------------------------------------------ days off

    def day_off(self, day: datetime.date) -> str:
        """Why `day` is a declared day off: `a Saturday`, `a holiday`; empty: it is none."""
        return self._off(day, self.roll)

    def _off(self, day: datetime.date, off: frozenset[str]) -> str:
        if "holiday" in off and day in self.holidays:
            return "a holiday"
        name = weekday(day)
        return f"a {name.capitalize()}" if name in off else ""

    def _skips(self, period: Period) -> bool:
        return period.unit == "days" and period.number < self.short

    # ------------------------------------------------------------ counting

    def _count(
        self, event: datetime.date, period: Period, standstill: Standstill, *, rolls: bool
    ) -> Counted | TwoOutcomes:
        _check(period)
        if period.unit in DAYS_OF_THE_YEAR:
            return self._of_the_year(event, period)
        if period.unit not in ("months", "years"):
            return self._finish(event, period, None, "", standstill, rolls=rolls)
        months = period.number * (12 if period.unit == "years" else 1)
        year, month = divmod(event.year * 12 + event.month - 1 + months, 12)
        if year > datetime.MAXYEAR:
            raise OverflowError("a period ends past the year 9999")
        following = (year + 1, 1) if month == 11 else (year, month + 2)
        try:
            same_number = datetime.date(year, month + 1, event.day)
        except ValueError:
            pass
        else:
            return self._finish(event, period, same_number, "", standstill, rolls=rolls)
        # December has 31 days, so the month that lacks the day never is the last one of all.
        next_day = datetime.date(*following, 1)
        last = self._finish(
            event, period, next_day - _DAY,
            "A period that would end on a day that its month does not have ends on the last day "
            "of that month.",
            standstill, rolls=rolls,
        )  # fmt: skip
        following_day = self._finish(
            event, period, next_day,
            "A period that would end on a day that its month does not have ends on the next day.",
            standstill, rolls=rolls,
        )  # fmt: skip
        if self.month_end == "last day":
            return last
        if self.month_end == "next day":
            return following_day
        if last.day == following_day.day:
            either = (
                "The period would end on a day that its month does not have; whether it ends on "
                "the last day of that month or on the next day, the day comes out the same."
            )
            others = tuple(rule for rule in last.rules if rule in following_day.rules)
            return replace(last, rules=(*others, either))
        return TwoOutcomes(last, following_day)

    def _of_the_year(self, event: datetime.date, period: Period) -> Counted:
        month, _, number = period.unit.partition(" ")
        day = datetime.date(event.year, MONTHS.index(month) + 1, int(number))
        if period.number < 0 and day >= event:
            day = day.replace(year=event.year - 1)
        rules = ("A day that the law names is that day, and does not move.",)
        return Counted(event, period, None, day, 0, day, (), day, rules, (), "")

    def _finish(
        self,
        event: datetime.date,
        period: Period,
        plain: datetime.date | None,
        rule: str,
        standstill: Standstill,
        *,
        rolls: bool,
    ) -> Counted:
        """Counts to the last day; `plain` is known for months and years only."""
        rules = ["The day of the event is not counted, and the last day is."]
        notes: list[str] = []
        off: frozenset[str] = frozenset()
        if rule:
            rules.append(rule)
        if period.unit == "business days":
            off = self.roll
            rules.append("Only business days are counted.")
            if not off:
                # The word itself leaves out the weekend; the place may leave out more.
                off = frozenset({"saturday", "sunday", "holiday"})
                notes.append(
                    "The place does not declare which days are not business days; Saturdays, "
                    "Sundays and the listed holidays were left out."
                )
        elif rolls and self._skips(period):
            off = self.roll
            rules.append(f"Days off do not count in a period of fewer than {self.short} days.")

        if plain is None:
            number = period.number * (7 if period.unit == "weeks" else 1)
            plain = self._nth_day(event, number, off, [])
        else:
            number = (plain - event).days
        spans = _merged(standstill)
        unrolled = self._nth_day(event, number, off, spans) if spans else plain
        first = self._nth_day(event, 1, off, spans) if number else None
        day, rolled = unrolled, []
        while rolls and (why := self.day_off(day)):
            rolled.append(Roll(day, why))
            day += _DAY
        if rolled:
            rules.append(f"A period for an act does not end on {_listed(self.roll)}.")
        added = sum(
            (min(end, unrolled) - max(start, event + _DAY)).days + 1
            for start, end in spans
            if start <= unrolled and end > event
        )
        if added:
            rules.append("Days of standstill are added.")
        if off or (rolls and self.roll):
            notes += self._holiday_notes(event, day, off | (self.roll if rolls else off))
        return Counted(
            event, period, first, plain, added, unrolled, tuple(rolled), day,
            tuple(rules), tuple(notes), self.cite,
        )  # fmt: skip

    def _nth_day(
        self,
        event: datetime.date,
        number: int,
        off: frozenset[str],
        spans: list[tuple[datetime.date, datetime.date]],
    ) -> datetime.date:
        """The `number`th day after `event`, days off and days of standstill not counted.

        To skip a day of standstill is to add it at the end, also where it was itself added."""
        if off:
            day = event
            while number:
                day += _DAY
                stands_still = any(start <= day <= end for start, end in spans)
                if not stands_still and not self._off(day, off):
                    number -= 1
            return day
        last = event + number * _DAY
        for start, end in spans:
            start = max(start, event + _DAY)
            if start <= last and start <= end:
                last += end - start + _DAY
        return last

    def _holiday_notes(
        self, event: datetime.date, day: datetime.date, off: frozenset[str]
    ) -> list[str]:
        if "holiday" not in off:
            return []
        if not self.holidays:
            return ["The rule names holidays, but none are listed."]
        if self.years and not (self.years[0] <= event.year and day.year <= self.years[1]):
            return [f"Holidays are listed for the years {self.years[0]} to {self.years[1]} only."]
        return []


def _check(period: Period) -> None:
    if period.unit in DAYS_OF_THE_YEAR and period.number in (0, -1):
        return
    if period.unit not in PERIOD_UNITS or period.number < 0:
        raise ValueError(f"not a period: {period!r}")


def _holds(
    last: Counted | TwoOutcomes, test: Callable[[datetime.date], bool]
) -> bool | TwoOutcomes:
    if isinstance(last, Counted):
        return test(last.day)
    first, second = (test(outcome.day) for outcome in last.outcomes)
    return first if first == second else last


def _merged(standstill: Standstill) -> list[tuple[datetime.date, datetime.date]]:
    """Spans in order, overlapping ones joined, so that a day is added once."""
    spans: list[tuple[datetime.date, datetime.date]] = []
    for start, end in sorted(standstill):
        if end < start:
            raise ValueError("a standstill ends before it begins")
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _listed(off: frozenset[str]) -> str:
    names = [f"a {name.capitalize()}" for name in WEEKDAYS if name in off]
    names += ["a holiday"] if "holiday" in off else []
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


# ---------------------------------------------------------------- public holidays

NEW_YORK_FROM = 2004
"""The first year for which the list below is known to have stood in the statute."""
NEW_YORK_CITE = "General Construction Law § 24"


def new_york_holidays(year: int) -> dict[datetime.date, str]:
    """The public holidays of the State of New York in `year`, in order, with their names.

    Source: General Construction Law § 24, as last amended by chapter 249 of the laws of 2020
    (Juneteenth; in force October 14, 2020, so first kept in 2021). A holiday on a Sunday, Flag
    day excepted, makes the next day one as well; one on a Saturday moves nowhere. Days that the
    President or the Governor appoints are not in it: a calendar must add them.
    Raises ValueError before 2004, where the text was not at hand."""
    if year < NEW_YORK_FROM:
        raise ValueError(f"the list is known from {NEW_YORK_FROM} on")
    named = [
        (datetime.date(year, 1, 1), "New Year's day"),
        (_nth(year, 1, "monday", 3), "Dr. Martin Luther King, Jr. day"),
        (datetime.date(year, 2, 12), "Lincoln's birthday"),
        (_nth(year, 2, "monday", 3), "Washington's birthday"),
        (_last(year, 5, "monday"), "Memorial day"),
        (_nth(year, 6, "sunday", 2), "Flag day"),
        (datetime.date(year, 7, 4), "Independence day"),
        (_nth(year, 9, "monday", 1), "Labor day"),
        (_nth(year, 10, "monday", 2), "Columbus day"),
        (_nth(year, 11, "monday", 1) + _DAY, "general election day"),
        (datetime.date(year, 11, 11), "Veterans' day"),
        (_nth(year, 11, "thursday", 4), "Thanksgiving day"),
        (datetime.date(year, 12, 25), "Christmas day"),
    ]
    if year > 2020:
        named.append((datetime.date(year, 6, 19), "Juneteenth"))
    days: dict[datetime.date, str] = {}
    for day, name in named:
        days[day] = name
        if weekday(day) == "sunday" and name != "Flag day":
            days[day + _DAY] = f"the day after {name}, which is a Sunday"
    return dict(sorted(days.items()))


def new_york_public_holidays(first: int, last: int) -> frozenset[datetime.date]:
    """The days of `new_york_holidays` for the years `first` to `last`, both in."""
    return frozenset(day for year in range(first, last + 1) for day in new_york_holidays(year))


def _nth(year: int, month: int, name: str, n: int) -> datetime.date:
    first = datetime.date(year, month, 1)
    return first + _DAY * ((WEEKDAYS.index(name) - first.weekday()) % 7 + 7 * (n - 1))


def _last(year: int, month: int, name: str) -> datetime.date:
    fifth = _nth(year, month, name, 5)
    return fifth if fifth.month == month else fifth - 7 * _DAY
