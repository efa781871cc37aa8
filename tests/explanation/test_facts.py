"""What the facts of a case settle, what they leave open, and that an answer names the fact it rests on."""

from __future__ import annotations

from pathlib import Path

from tests.explanation.small import PARK, asked, tried

TWO_PARKS = "Oak Park is a park. Oak Park has spaces 1 to 3 and no others. Pine Park is a park. The grey home and the old home are homes."


def test_what_was_is_not_what_is(tmp_path: Path) -> None:
    one, two, three = asked(tmp_path, PARK, TWO_PARKS, "The grey home was in Oak Park.", "Is the grey home in Oak Park?",
                            "Was the grey home in Oak Park?", "Was the old home in Oak Park?")
    assert one.answer == "undetermined"
    assert two.answer == "yes" and 'The case states "The grey home was in Oak Park".' in two.text()
    assert three.answer == "undetermined"


def test_what_was_on_a_day_was(tmp_path: Path) -> None:
    one, two = asked(tmp_path, PARK, TWO_PARKS, "The grey home was in Oak Park on May 1, 2020.", "Was the grey home in Oak Park?",
                     "Is the grey home in Oak Park?")
    assert (one.answer, two.answer) == ("yes", "undetermined")


def test_what_has_been_taken_away_was_there(tmp_path: Path) -> None:
    law = "§ 1 - Parks\n  (a) When a home in a park has been replaced, the park must not be expanded.\n"
    gone, other = asked(tmp_path, law, TWO_PARKS, "The old home was in Oak Park. The old home was replaced on May 1, 2020.",
                        "May Oak Park be expanded?", "May Pine Park be expanded?")
    assert gone.answer == "prohibited"
    assert other.answer == "undetermined"  # the grey home may have been replaced there
    denied, = asked(tmp_path, law, TWO_PARKS, "The old home was in Oak Park. The grey home is in Oak Park.\n"
                    "No home in Oak Park has been replaced.", "May Oak Park be expanded?")
    assert denied.answer == "not regulated"


def test_a_measure_of_the_past_is_no_measure_of_today(tmp_path: Path) -> None:
    answers, mistakes = tried(tmp_path, PARK, TWO_PARKS, "The width of the grey home was 14 feet.", "Is the grey home in Oak Park?")
    assert not answers and mistakes[0].code == "unknown-phrase"


def test_another_place_is_no_unless_the_words_say_one_only(tmp_path: Path) -> None:
    words = "\nSchedule of words\n  Kinds: A yard is a parcel. A shed is a structure.\n  States and relations: A shed is in a yard.\n"
    things = TWO_PARKS + " The front yard and the back yard are yards. The shed is a shed."
    known, other, open_ = asked(tmp_path, PARK + words, things, "The grey home is on space 3.\nThe shed is in the front yard.",
                                "Is the grey home in Oak Park?", "Is the grey home in Pine Park?", "Is the shed in the back yard?")
    assert known.answer == "yes"
    assert other.answer == "no" and "A home is in one park only" in other.text()
    assert open_.answer == "undetermined"


def test_one_place_only_and_two_stated_is_a_contradiction(tmp_path: Path) -> None:
    one, = asked(tmp_path, PARK, TWO_PARKS, "The grey home is on space 3. Space 3 is in Pine Park.", "Is the grey home in Pine Park?")
    assert one.outcome.contradictions and any("Oak Park has space 3" in c and "Space 3 is in Pine Park" in c for c in one.contradictions)


def test_where_a_home_is_now_does_not_keep_it_from_its_new_place(tmp_path: Path) -> None:
    law = "§ 1 - Parks\n  (a) A home may be placed on a lot only if the home is in a park.\n"
    one, = asked(tmp_path, law, TWO_PARKS, "The grey home is in Pine Park.", "May the grey home be placed on space 3?")
    assert one.answer == "permitted"


def test_an_answer_from_the_facts_names_them(tmp_path: Path) -> None:
    given, dated, kind, supposed = asked(
        tmp_path, PARK, TWO_PARKS, "Oak Park is nonconforming.\nThe grey home was built on May 1, 1980.", "Is Oak Park nonconforming?",
        "Was the grey home built before June 15, 1976?", "Is the grey home a home?", "Is Pine Park nonconforming?", suppose="Pine Park is nonconforming.")
    assert given.answer == "yes" and 'The case states "Oak Park is nonconforming".' in given.text()
    assert dated.answer == "no" and 'the case states "The grey home was built on May 1, 1980"' in dated.text()
    assert kind.answer == "yes" and "The case states" in kind.text()
    assert supposed.answer == "yes" and 'The case supposes "Pine Park is nonconforming".' in supposed.text()


KINDS = """§ 1 - Homes
  (a) A structure is a home if the length of the structure is more than 32 feet.
  (b) A camper is not a home.
  (c) A home must not be placed on a lot.

Schedule of words
  Kinds: A camper is a structure.
"""


def test_of_two_kinds_that_the_law_holds_apart_the_law_is_named(tmp_path: Path) -> None:
    one, two = asked(tmp_path, KINDS, TWO_PARKS, "The grey home is a camper.", "May the grey home be placed on space 3?",
                     "May the old home be placed on space 3?")
    assert one.contradictions == ['the case contradicts the law, Small § 1(b): "The grey home is a home"']
    assert one.answer == "undetermined"
    assert not two.contradictions or two.answer == "undetermined"


def test_a_conclusion_of_law_is_no_fact(tmp_path: Path) -> None:
    law = "§ 1 - Homes\n  (a) A home is heritage if the home was built before January 1, 1940.\n\nSchedule of words\n  States and relations: A home is heritage.\n"
    answers, mistakes = tried(tmp_path, law, TWO_PARKS, "The grey home is heritage.", "Is the grey home heritage?")
    assert not answers and [m.code for m in mistakes] == ["conclusion-as-fact"] and mistakes[0].places[0].line == 7
    one, = asked(tmp_path, law, TWO_PARKS, "", "Is the grey home heritage?", suppose="The grey home is heritage.")
    assert one.answer == "yes" and "supposes" in one.text()


def test_an_act_under_an_act_is_one_event_with_one_unknown_day(tmp_path: Path) -> None:
    law = """§ 1 - Spaces
  (a) A home may be placed on a lot only if the home is placed within 180 days after the lot was vacated.
  (b) When a lot has been vacant for 180 days after a home was removed from the lot, a home must not be placed on the lot.
"""
    one, = asked(tmp_path, law, TWO_PARKS, "The old home was removed from space 3 in 2025. Space 3 is vacant.",
                 "May the grey home be placed on space 3 on March 1, 2026?")
    assert [m["why"] for m in one.missing] == ["date"]
    assert {conclusion for _, rows in one.outcome.sure for conclusion, _ in rows} == {"permitted", "prohibited"}
    assert not one.outcome.conflicts


UNTIL = """§ 1 - Parks
  (a) A park must not be expanded.
  (b) (a) does not apply to an existing park until a home in the park is replaced.
"""


def test_what_was_over_before_the_law_began_ends_no_exemption_of_it(tmp_path: Path) -> None:
    def expand(fact: str) -> str:
        facts = f"Oak Park is existing. The old home is in Oak Park. {fact} No other home in Oak Park has been replaced."
        return asked(tmp_path, UNTIL, TWO_PARKS, facts, "May Oak Park be expanded?")[0].answer

    assert expand("The old home was replaced on May 1, 1999.") == "not regulated"  # the law is in force from 2000
    assert expand("The old home was replaced in 1999.") == "not regulated"
    assert expand("The old home was replaced on May 1, 2001.") == "prohibited"
    assert expand("The old home was replaced.") == "undetermined"
    assert expand("The old home was not replaced.") == "not regulated"
    now, = asked(tmp_path, UNTIL, TWO_PARKS, "Oak Park is existing. The old home is in Oak Park.",
                 "May Oak Park be expanded if the old home was replaced?")
    assert now.answer == "prohibited"


def test_a_provision_that_began_later_counts_from_its_own_first_day(tmp_path: Path) -> None:
    law = UNTIL.replace("until a home in the park is replaced.", "until a home in the park is replaced.\n      Added by a later law, from May 1, 2010")
    facts = "Oak Park is existing. The old home is in Oak Park. No other home in Oak Park has been replaced. The old home was replaced on {}."
    before, = asked(tmp_path, law, TWO_PARKS, facts.format("May 1, 2005"), "May Oak Park be expanded?")
    after, = asked(tmp_path, law, TWO_PARKS, facts.format("May 1, 2012"), "May Oak Park be expanded?")
    assert (before.answer, after.answer) == ("not regulated", "prohibited")


DUTY = """§ 1 - Homes
  (a) When a home is placed on a space, an official must inspect the home before the home is placed on the space.
  (b) The owner of a park must repair the park within 30 days after the park was altered.

Schedule of words
  Officials: The inspector.
"""


def test_nothing_is_required_of_a_home_that_nobody_will_place(tmp_path: Path) -> None:
    question = "Must the inspector inspect the grey home?"
    open_, none, comes = (asked(tmp_path, DUTY, TWO_PARKS, f"Oak Park is existing. {fact}", question)[0] for fact in (
        "", "The grey home will be placed on no space.", "The grey home will be placed on space 3."))
    assert open_.answer == "undetermined" and "will be placed on space" in open_.text()
    assert comes.answer == "required"
    assert none.answer in ("not required", "undetermined")


def test_what_will_be_has_not_been(tmp_path: Path) -> None:
    one, = asked(tmp_path, PARK, TWO_PARKS, "The grey home will be placed on space 3.", "Was the grey home placed on space 3?")
    assert one.answer == "undetermined"


def test_a_duty_is_met_pending_overdue_or_open(tmp_path: Path) -> None:
    def state(fact: str, as_of: str = "March 2, 2026") -> tuple[str, str]:
        facts = f"Jones is the owner of Oak Park. Oak Park was altered on March 1, 2026. {fact}"
        one, = asked(tmp_path, DUTY, TWO_PARKS + " Jones is a person.", facts, "Must Jones repair Oak Park?", as_of=as_of)
        assert one.answer == "required" and one.json()["states"]
        return one.states[0][1], one.text()

    assert state("Jones repaired Oak Park on March 2, 2026.")[0] == "met"
    kind, text = state("Jones has not repaired Oak Park.")
    assert kind == "pending" and "the last day is March 31, 2026" in text
    kind, text = state("Jones has not repaired Oak Park.", "April 1, 2026")
    assert kind == "overdue" and "This has not been done, and is overdue; the last day was March 31, 2026." in text
    assert state("")[0] == "open"
    kind, text = state("Jones repaired Oak Park on April 5, 2026.", "April 30, 2026")
    assert kind == "met" and "but late" in text


AGED = """§ 1 - Homes
  A breach bars: placing the home on the lot
  (a) The width of a home on a lot must be at least 20 feet.
  (b) A home on a lot must be painted.

Schedule of words
  States and relations: A home is painted.
"""


def test_a_supposition_fills_what_is_not_stated_and_no_more(tmp_path: Path) -> None:
    def placed(stated: str) -> str:
        one, = asked(tmp_path, AGED, TWO_PARKS, stated, "May the grey home be placed on space 3?",
                     suppose="The grey home meets every other standard of this law.")
        return f"{one.answer} {' '.join(one.by)}"

    assert placed("The grey home is painted.").startswith("permitted")
    assert placed("The width of the grey home is 19 feet.").startswith("prohibited Small § 1(a)")
    assert placed("The grey home is not painted.").startswith("prohibited Small § 1(b)")
    assert placed("The width of the grey home is 20 feet.").startswith("permitted")


def test_a_supposition_of_one_section_does_not_hide_a_stated_fact(tmp_path: Path) -> None:
    one, = asked(tmp_path, AGED, TWO_PARKS, "The grey home is not painted. The width of the grey home is 30 feet.",
                 "May the grey home be placed on space 3?", suppose="The grey home conforms to § 1.")
    assert one.answer == "prohibited" and one.by == ("Small § 1(b)",)
