"""The commands, as a user meets them: what they print, and with which code they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from legalasp import __main__, cache, inquiry
from legalasp.cli import main
from legalasp.resources import cases_directory

LAW = """\
Law: Homes on Lots
Place: the Town of Oak
Cite as: Oak
Uses: plain words
In force: from June 1, 2010
Days: the day of the event is not counted [supplied]

§ 1 - Placing homes
  (a) A home may be placed on a lot only if the width of the home is at least 20 feet.
  (b) A home must not be placed on a lot, if the lot has been vacant for 180 days.

§ 2 - Frontage
  A breach bars: placing a home on a lot [supplied]
  (a) The frontage of a lot must be at least 60 feet.

§ 3 - Exemption
  (a) A nonconforming lot is exempt from § 2.
"""

CASE = """\
Case: a wide home on lot 9
Law: Oak
As of: March 2, 2026

Property and parties
  The grey home is a home.
  Lot 9 is a lot.
Facts
  1. The width of the grey home is 24 feet. (Source: exhibit 1.)
  2. Lot 9 is not vacant. Lot 9 is not nonconforming.
  3. The frontage of lot 9 is 80 feet.
Questions
  1. May the grey home be placed on lot 9 on March 2, 2026?
     Answer: permitted.
  2. What must the frontage of lot 9 be at least?
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a law and a case, and a cache of its own."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("LEGALASP_CACHE", raising=False)
    (here / "oak.law").write_text(LAW, encoding="utf-8")
    (here / "lot-9.case").write_text(CASE, encoding="utf-8")
    return here


def run(*words: str) -> Result:
    """A command in this process; a fault of the program is not swallowed."""
    result = CliRunner().invoke(main, list(words), prog_name="legalasp")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def mistaken(result: Result, *codes: str) -> None:
    assert result.exit_code == 2, result.output
    for code in codes:
        assert f"[{code}]" in result.output
    assert "Traceback" not in result.output


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("command", sorted(main.commands))
def test_each_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Example:\n    legalasp {command}" in result.output


def test_a_command_that_is_misspelt() -> None:
    result = run("aks", "lot-9.case")
    assert result.exit_code == 2 and "is `ask` meant?" in result.output


def test_help_on_a_mistake() -> None:
    assert "Prefer:\n\n    A home must not be placed" in run("help", "may-not").output
    assert "may-not" in run("help").output
    assert "Answer the questions of a case" in run("help", "ask").output
    result = run("help", "may-nto")
    assert result.exit_code == 2 and "near it: may-not" in result.output


# ---------------------------------------------------------------- laws, check, format


def test_laws_lists_the_folder_and_what_came_along() -> None:
    result = run("laws")
    assert result.exit_code == 0
    assert "Oak  Homes on Lots\n  the Town of Oak\n  oak.law\n  4 provisions\n" in result.output


def test_check_of_what_is_right() -> None:
    result = run("check", "oak.law", "lot-9.case", *map(str, (cases_directory() / "words").glob("*.words")))
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "3 files checked: no mistakes.")


def test_check_shows_every_mistake_with_its_place(folder: Path) -> None:
    (folder / "oak.law").write_text(LAW.replace("must not be", "may not be").replace("§ 2.", "§ 7."), encoding="utf-8")
    result = run("check", "oak.law")
    mistaken(result, "may-not", "unknown-citation")
    assert "oak.law:10:" in result.output and "^^^" in result.output and "help: write `must not`" in result.output
    assert "2 mistakes. `legalasp help CODE` explains." in result.output


@pytest.mark.parametrize("content, code", [
    (b"", "empty-file"),
    (b"Law: Oak\n\xff\xfe\xa7 1\n", "not-utf-8"),
    (LAW.replace("  (a)", "\t(a)").encode(), "tab-in-indentation"),
    (LAW.replace("nonconforming lot", "frobbed lot").encode(), "unknown-phrase"),
])
def test_bad_laws(folder: Path, content: bytes, code: str) -> None:
    (folder / "oak.law").write_bytes(content)
    mistaken(run("check", "oak.law"), code)


def test_no_file() -> None:
    for command in (["check"], ["format"], ["ask"], ["compile"]):
        mistaken(run(*command, "nothing.case"), "unreadable-file")
    mistaken(run("compile", "nothing.law"), "unreadable-file")


@pytest.mark.parametrize("change", [
    lambda data: data.rstrip(b"\n"),
    lambda data: data.replace(b"\n", b"\r\n"),
    lambda data: b"\xef\xbb\xbf" + data,
    lambda data: data.replace(b" - ", " — ".encode()),
])
def test_laws_from_word_processors(folder: Path, change: object) -> None:
    (folder / "oak.law").write_bytes(change(LAW.encode()))  # type: ignore[operator]
    assert run("check", "oak.law").exit_code == 0
    assert run("words", "Oak").output == run("words", "Oak").output


def test_format_is_stable_and_checks_without_writing(folder: Path) -> None:
    loose = LAW.replace("  (a) A home may be placed on a lot only", "  (a) A home may be placed   on a\n      lot only")
    (folder / "oak.law").write_text(loose, encoding="utf-8")
    assert run("format", "--check", "oak.law").exit_code == 1
    assert (folder / "oak.law").read_text(encoding="utf-8") == loose
    assert run("format", "oak.law", "lot-9.case").exit_code == 0
    first = (folder / "oak.law").read_bytes()
    assert b"on a lot only if" in first
    assert run("format", "--check", "oak.law", "lot-9.case").exit_code == 0
    assert run("format", "oak.law").exit_code == 0 and (folder / "oak.law").read_bytes() == first


def test_a_file_with_mistakes_is_not_formatted(folder: Path) -> None:
    (folder / "oak.law").write_bytes(b"Law: Oak\n\n\xc2\xa7 1\n\t(a) A lot is vacant.\n")
    mistaken(run("format", "oak.law"), "tab-in-indentation")
    assert b"\t(a)" in (folder / "oak.law").read_bytes()


# ---------------------------------------------------------------- asking


def test_ask() -> None:
    result = run("ask", "lot-9.case", "--question", "1")
    assert result.exit_code == 0, result.output
    assert "permitted" in result.output.lower() and "§ 1(a)" in result.output
    assert "\x1b" not in result.output


def test_ask_as_json() -> None:
    result = run("ask", "lot-9.case", "--json")
    assert result.exit_code == 0, result.output
    first, second = map(json.loads, result.output.splitlines())
    assert first["answer"] == "permitted" and "Oak § 1(a)" in first["provisions"]
    assert first["law"]["name"] == "Oak" and first["law"]["as_of"] == "2026-03-02"
    assert "60" in json.dumps(second["value"])
    assert set(first) >= {"question", "answer", "value", "provisions", "violations", "conditions", "duties", "missing", "readings",
                          "conflicts", "favoured", "incoherent", "contradictions", "presumed", "notes", "law", "explanation"}


def test_ask_as_of_another_day() -> None:
    result = run("ask", "lot-9.case", "--json", "-q", "1", "--as-of", "April 1, 2026")
    assert json.loads(result.output)["law"]["as_of"] == "2026-04-01"
    assert run("ask", "lot-9.case", "--as-of", "soon").exit_code == 2


@pytest.mark.parametrize("old, new, code", [
    ("Law: Oak\n", "Law: Oka\n", "unknown-law"),
    ("Law: Oak\n", "", "no-law"),
    ("is not vacant", "is not frobbed", "unknown-phrase"),
    ("May the grey home be placed on lot 9", "Can the grey home go on lot 9", "unknown-question"),
    ("Facts\n", "\tFacts\n", "tab-in-indentation"),
])
def test_bad_cases(folder: Path, old: str, new: str, code: str) -> None:
    (folder / "lot-9.case").write_text(CASE.replace(old, new), encoding="utf-8")
    for command in (["ask"], ["check"], ["compile"]):
        mistaken(run(*command, "lot-9.case"), code)


def test_a_near_name_of_a_law_is_proposed(folder: Path) -> None:
    (folder / "lot-9.case").write_text(CASE.replace("Law: Oak", "Law: Oka"), encoding="utf-8")
    assert "is `Oak` meant?" in run("ask", "lot-9.case").output
    assert "is `Oak` meant?" in run("words", "Oka").output


def test_a_question_that_is_not_there() -> None:
    mistaken(run("ask", "lot-9.case", "--question", "3"), "no-question")


@pytest.mark.parametrize("name", ["Oak", "oak", "Homes on Lots", "oak.law", "./oak.law"])
def test_a_law_by_its_name_its_title_or_its_file(name: str) -> None:
    law, mistakes = inquiry.find_law(name)
    assert law is not None and law.name == "Oak" and not mistakes


def test_a_case_finds_the_law_beside_it_first(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "oak.law").write_text(LAW.replace("60 feet", "90 feet"), encoding="utf-8")
    (other / "lot-9.case").write_text(CASE, encoding="utf-8")
    _, law, _ = inquiry.read_case(other / "lot-9.case")
    assert law is not None and "90 feet" in law.provision("Oak § 2(a)").text


def test_two_laws_with_one_name(folder: Path) -> None:
    (folder / "oak-2.law").write_text(LAW + "\n", encoding="utf-8")
    mistaken(run("words", "Oak"), "law-twice")


def test_a_file_that_is_no_law_is_not_read_as_one(folder: Path) -> None:
    (folder / "secret.txt").write_text("a word that nobody is to see\n", encoding="utf-8")
    (folder / "lot-9.case").write_text(CASE.replace("Law: Oak", "Law: ./secret.txt"), encoding="utf-8")
    for result in (run("ask", "lot-9.case"), run("check", "lot-9.case"), run("words", "./secret.txt")):
        mistaken(result, "unknown-law")
        assert "is a file, but no law" in result.output and "nobody" not in result.output


def test_a_row_of_names_is_read_with_its_article_and_a_mistake_in_it_has_its_line(folder: Path) -> None:
    case = CASE.replace("  Lot 9 is a lot.\n", "  Lot 9 is a lot.\n  The hill lot and the mill lot are individual lots in Oak Park. Oak Park is a park.\n")
    (folder / "oak.law").write_text(LAW + "\nSchedule of words\n  Kinds: An individual lot is a lot.\n", encoding="utf-8")
    (folder / "lot-9.case").write_text(case, encoding="utf-8")
    assert run("check", "lot-9.case").exit_code == 0, run("check", "lot-9.case").output
    (folder / "lot-9.case").write_text(case.replace("in Oak Park. Oak", "in Elm Park. Oak"), encoding="utf-8")
    result = run("check", "lot-9.case")
    mistaken(result)
    assert all(row.startswith("lot-9.case:8:") for row in result.output.splitlines() if row.endswith("]")), result.output


def test_check_tells_that_a_case_asks_nothing(folder: Path) -> None:
    (folder / "lot-9.case").write_text(CASE.split("Questions")[0], encoding="utf-8")
    result = run("check", "lot-9.case")
    assert result.exit_code == 0 and "asks nothing" in result.output and "1 file checked: no mistakes." in result.output


def test_the_example_of_a_command_names_a_law_that_is_there() -> None:
    for command in ("words", "new", "compile"):
        assert "Oak" in run(command, "--help").output
    assert "{law}" not in run("--help").output and "Exit codes:" in run("--help").output


def test_compile_shows_each_rule_under_its_citation() -> None:
    for file in ("lot-9.case", "oak.law", "Oak"):
        result = run("compile", file)
        assert result.exit_code == 0
        assert "§ 1(a)" in result.output and any(row.endswith(".") and "(" in row for row in result.output.splitlines())


def test_names_of_users_never_become_code(folder: Path) -> None:
    evil = CASE.replace("grey home", "grey home x. :- not y. % home")
    (folder / "lot-9.case").write_text(evil, encoding="utf-8")
    result = run("compile", "lot-9.case")
    assert result.exit_code in (0, 2)
    rules = [row for row in result.output.splitlines() if result.exit_code == 0 and not row.lstrip().startswith("%")]
    assert not any("not y" in row for row in rules)


# ---------------------------------------------------------------- testing


def test_test_passes_and_counts() -> None:
    result = run("test", "lot-9.case")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("PASS  lot-9.case: 1 of 1\n")
    assert run("test", "lot-9.case", "--verbose").output.startswith("PASS  lot-9.case · May the grey home")
    assert "1 case, 2 questions: 1 passed, 0 failed, 0 errors, 1 asked with nothing expected" in result.output


def test_test_fails_with_code_1(folder: Path) -> None:
    (folder / "lot-9.case").write_text(CASE.replace("Answer: permitted", "Answer: prohibited"), encoding="utf-8")
    result = run("test", "lot-9.case")
    assert result.exit_code == 1 and result.output.startswith("FAIL  lot-9.case: 0 of 1\nFAIL  lot-9.case · May the grey home")
    assert "1 failed" in result.output


def test_test_shows_errors_with_code_2(folder: Path) -> None:
    (folder / "bad.case").write_text(CASE.replace("Law: Oak", "Law: Elm"), encoding="utf-8")
    result = run("test", ".")
    assert result.exit_code == 2
    assert "ERROR bad.case\n      " in result.output and "[unknown-law]" in result.output and "PASS  lot-9.case" in result.output


def test_test_names_provisions_that_no_case_decides() -> None:
    result = run("test", "lot-9.case", "--coverage")
    listed = result.output.split("Oak: ", 1)[1]
    assert "Oak § 3(a)" in listed and "Oak § 1(a)" not in listed


def test_test_by_several_processes_says_the_same(folder: Path) -> None:
    for n in range(4):
        (folder / f"more-{n}.case").write_text(CASE, encoding="utf-8")
    alone, together = run("test", ".", "--jobs", "1"), run("test", ".", "--jobs", "2")
    assert alone.exit_code == 0 and alone.output == together.output


def test_test_without_cases(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    mistaken(run("test", str(tmp_path / "empty")), "no-cases")


# ---------------------------------------------------------------- writing cases


def test_words_shows_facts_units_provisions_and_questions() -> None:
    text = run("words", "Oak").output
    assert "The width of the home is 20 feet.  (in feet)\n      § 1(a)" in text
    assert "The lot has been vacant since March 2, 2026.\n      § 1(b)" in text
    assert "May the home be placed on the lot on March 2, 2026?" in text
    assert "What must the frontage of the lot be at least?" in text
    assert "Is the lot exempt from § 2(a)?" in text


@pytest.mark.parametrize("law", ["Oak", *sorted(str(p) for p in cases_directory().glob("*/*.law"))])
def test_a_new_case_checks_without_mistakes(law: str) -> None:
    result = run("new", "mine.case", "--law", law)
    assert result.exit_code == 0, result.output
    assert run("check", "mine.case").exit_code == 0, run("check", "mine.case").output


def test_a_new_case_overwrites_nothing(folder: Path) -> None:
    mistaken(run("new", "lot-9.case", "--law", "Oak"), "unwritable-file")
    assert (folder / "lot-9.case").read_text(encoding="utf-8") == CASE
    mistaken(run("new", "no/such/folder.case", "--law", "Oak"), "unwritable-file")
    mistaken(run("new", "other.case", "--law", "Elm"), "unknown-law")
    assert not (folder / "other.case").exists()


# ---------------------------------------------------------------- the whole process


def process(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    root = str(Path(__main__.__file__).parent.parent)
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run([sys.executable, "-m", "legalasp", *words], capture_output=True, text=True, encoding="utf-8", timeout=120,
                          env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", **environment})


def test_the_process_says_the_same_in_any_surroundings() -> None:
    plain = process("compile", "lot-9.case")
    assert plain.returncode == 0, plain.stderr
    other = process("compile", "lot-9.case", TZ="Pacific/Kiritimati", PYTHONHASHSEED="7", LC_ALL="C")
    assert other.stdout == plain.stdout


def test_output_that_cannot_be_written_in_the_terminals_letters() -> None:
    shown = process("help", "malformed-section", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0 and "4 - Vacant lots" in shown.stdout and not shown.stderr


def test_a_fault_of_the_program_ends_with_70_and_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object) -> None:
        raise KeyError("inner")

    monkeypatch.setattr(inquiry, "laws", broken)
    monkeypatch.setattr(sys, "argv", ["legalasp", "laws"])
    for setting, shows in (("0", False), ("1", True)):
        monkeypatch.setenv("LEGALASP_TRACEBACK", setting)
        with pytest.raises(SystemExit) as stop:
            __main__.run()
        said = capsys.readouterr().err
        assert stop.value.code == 70 and "Please report it" in said
        assert ("Traceback" in said) is shows


# ---------------------------------------------------------------- the cache of checked laws


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "legalasp").glob("law-*.checked"))


def test_a_checked_law_is_kept_and_used(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = cache.read_law(Path("oak.law"))
    assert len(kept(tmp_path)) == 1
    monkeypatch.setattr("legalasp.law.read.read_law", lambda path: pytest.fail("read again"))
    again, _ = cache.read_law(Path("oak.law"))
    assert first is not None and again is not None and again.provisions == first.provisions


def test_a_changed_law_or_changed_words_are_read_again(folder: Path) -> None:
    cache.read_law(Path("oak.law"))
    changed = LAW.replace("60 feet", "70 feet")
    stamp = (folder / "oak.law").stat()
    (folder / "oak.law").write_text(changed, encoding="utf-8")
    os.utime(folder / "oak.law", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    law, _ = cache.read_law(Path("oak.law"))
    assert law is not None and "70 feet" in law.provision("Oak § 2(a)").text
    (folder / "plain-words.words").write_text("Words: plain words\n\nKinds\n  A lot is a thing.\n", encoding="utf-8")
    law, mistakes = cache.read_law(Path("oak.law"))
    assert law is None and mistakes


def test_a_damaged_or_foreign_cache_is_not_used(folder: Path, tmp_path: Path) -> None:
    cache.read_law(Path("oak.law"))
    file = kept(tmp_path)[0]
    data = file.read_bytes()
    for broken in (b"", data[:-1], data[:40] + b"x" + data[41:]):
        file.write_bytes(broken)
        assert cache._load(file) is None
        law, _ = cache.read_law(Path("oak.law"))
        assert law is not None
    if hasattr(os, "getuid"):
        file.chmod(0o666)
        assert cache._load(file) is None
        file.chmod(0o600)
        assert cache._load(file) is not None
        file.parent.chmod(0o777)
        assert cache._load(file) is None
        cache.read_law(Path("oak.law"))
        assert cache._load(file) is not None and file.parent.stat().st_mode & 0o077 == 0


def test_the_cache_can_be_turned_off(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGALASP_CACHE", "off")
    assert cache.read_law(Path("oak.law"))[0] is not None
    assert not kept(tmp_path)


def test_a_place_where_nothing_can_be_kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache.read_law(Path("oak.law"))[0] is not None


# ---------------------------------------------------------------- one case, several laws

ELM = """\
Law: Old Homes
Cite as: Elm
Uses: plain words
In force: from June 1, 2010

§ 1
  A home may be placed on a lot only if the home is tidy.

Schedule of words
  States and relations: A home is tidy.
"""


def test_compare_names_what_a_law_has_no_words_for(folder: Path) -> None:
    (folder / "elm.law").write_text(ELM, encoding="utf-8")
    case = CASE.replace("  3. The", "  3. The grey home is tidy. The").replace("  2. What must", "  2. Is the grey home tidy?\n  3. What must")
    (folder / "both.case").write_text(case, encoding="utf-8")
    told = run("compare", "both.case", "Oak", "Elm")
    assert told.exit_code == 0
    rows = [" ".join(row.split()) for row in told.output.splitlines()]
    assert rows == [
        "May the grey home be placed on lot 9 on March 2, 2026?", "Oak permitted, by Oak § 1(a).", "Elm permitted, by Elm § 1.", "",
        "Is the grey home tidy?", "Oak has no words for this question", "Elm yes.", "",
        "What must the frontage of lot 9 be at least?", "Oak at least 60 feet, by Oak § 2(a).", "Elm not regulated.", "",
        "Oak has no words for, and answers without:", "The grey home is tidy."]


def test_compare_says_what_is_not_known(folder: Path) -> None:
    (folder / "elm.law").write_text(ELM, encoding="utf-8")
    assert "Elm  undetermined; not known: whether the grey home is tidy" in run("compare", "lot-9.case", "Elm").output


def test_a_sentence_that_no_law_knows_is_told_apart(folder: Path) -> None:
    (folder / "elm.law").write_text(ELM, encoding="utf-8")
    (folder / "both.case").write_text(CASE.replace("  3. The", "  3. The grey home hums. The"), encoding="utf-8")
    told = run("compare", "both.case", "Oak", "Elm")
    assert told.exit_code == 0 and told.output.endswith("None of these laws has words for, and none answers with:\n  The grey home hums.\n")


def test_a_case_that_no_law_can_answer_ends_with_2(folder: Path) -> None:
    (folder / "both.case").write_text(CASE.split("Questions")[0] + "Questions\n  1. Is the grey home cheerful?\n", encoding="utf-8")
    told = run("compare", "both.case", "Oak")
    assert told.exit_code == 2 and "has no words for this question" in told.output


@pytest.mark.parametrize("path", sorted((cases_directory() / "across").glob("*.case")), ids=lambda p: p.stem)
def test_a_case_for_every_law_is_answered_by_every_law(path: Path) -> None:
    rows, unread = inquiry.compared(path, tuple(dict.fromkeys(law.name for law in inquiry.laws(path))))
    assert [row for row in rows if row.mistakes] == []
    assert all(row.answer for row in rows) and len(unread) * len({row.question for row in rows}) == len(rows)
