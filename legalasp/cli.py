"""The commands.

Takes:   the words of a command line
Gives:   text on the screen and an exit code
Differs: no legal logic stands here; everything is asked of `inquiry`
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from legalasp import __version__, inquiry
from legalasp.mistakes import Mistake, Mistaken, errors

if TYPE_CHECKING:
    import datetime

    from legalasp.law.model import Case, CaseQuestion, Law
    from legalasp.official.coverage import Coverage

DONE, NOT_AS_EXPECTED, MISTAKEN = 0, 1, 2


@contextmanager
def _with_a_law_in(command: click.Command) -> Iterator[None]:
    """The help of a command, for as long as it is shown; what the laws are may be otherwise the next time."""
    kept = command.help
    command.help = _with_a_law(kept)
    try:
        yield
    finally:
        command.help = kept


def _with_a_law(text: str | None) -> str | None:
    """A help text with the name of a law that is there, so that its example can be run as it stands."""
    if not text or "{law}" not in text:
        return text
    name = next((law.name for law in inquiry.laws()), "LAW")
    return text.replace("{law}", clean(name) if " " not in name else f'"{clean(name)}"')


class Shown(click.Command):
    """A command whose example names a law that is there."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with _with_a_law_in(self):
            super().format_help_text(ctx, formatter)


class Commands(click.Group):
    """Shows the commands in the order of their work, and turns mistakes into a report and exit code 2."""

    command_class = Shown

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with _with_a_law_in(self):
            super().format_help_text(ctx, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except Mistaken as stop:
            show_mistakes(stop.mistakes)
            raise click.exceptions.Exit(MISTAKEN) from None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None:
            import difflib

            near = difflib.get_close_matches(args[0], self.commands, 1)
            ctx.fail(f"there is no command `{args[0]}`" + (f"; is `{near[0]}` meant?" if near else ""))
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="legalasp")
def main() -> None:
    """Put a question to an ordinance and get an answer that can be signed.

    A law (.law) and a case (.case) are written in controlled English. A LAW is given as it is cited, by its title, or
    by its file.

    \b
    Example:
      legalasp laws
      legalasp words {law}
      legalasp new mine.case --law {law}
      legalasp ask mine.case

    Exit codes: 0 done; 1 an answer is another than expected, or a file is not formatted; 2 a mistake in what was given.
    """


def example(text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds an example to the help of a command."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        rows = "\n".join("  " + row for row in text.strip().splitlines())
        command.__doc__ = f"{(command.__doc__ or '').rstrip()}\n\n\b\nExample:\n{rows}\n"
        return command

    return add


def show_mistakes(mistakes: Iterable[Mistake], err: bool = True) -> None:
    from legalasp.language.report import report

    rows = list(mistakes)
    if rows:
        safe = [replace(m, says=clean(m.says), help="\n".join(clean(row) for row in m.help.split("\n"))) for m in rows]
        click.echo(report(safe, colour=True), err=err)
        codes = sorted({m.code for m in rows})
        page = f"legalasp help {codes[0]}" if len(codes) == 1 else "legalasp help CODE"
        wrong, warned = len(errors(rows)), len(rows) - len(errors(rows))
        said = ", ".join(_count(n, what) for n, what in ((wrong, "mistake"), (warned, "warning")) if n)
        click.echo(f"\n{said}. `{page}` explains.", err=err)


def clean(text: str) -> str:
    """Text of a user without what could steer a terminal."""
    return "".join(c if c.isprintable() else " " if c in "\t\n\r\xa0" else "\ufffd" for c in text)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


FILES = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
CASE = click.argument("case", type=click.Path(path_type=Path), metavar="CASE")


# ---------------------------------------------------------------- laws


@main.command(short_help="List the laws that can be asked.")
@example("legalasp laws")
def laws() -> None:
    """List the laws that can be asked: those in the working folder and those that came with the program."""
    from legalasp.cache import read_law

    known = inquiry.laws()
    for n, listed in enumerate(known):
        law, mistakes = read_law(listed.file)
        if n:
            click.echo()
        click.echo(click.style(clean(listed.name), bold=True) + f"  {clean(listed.title)}")
        if listed.place:
            click.echo(f"  {clean(listed.place)}")
        click.echo(f"  {clean(_short_path(listed.file))}")
        if law is not None:
            number = sum(p.kind not in ("note", "declaration", "not rendered") for p in law.provisions)
            click.echo(f"  {_count(number, 'provision')}")
        else:
            click.echo(f"  cannot be asked: {_count(len(errors(mistakes)), 'mistake')} (legalasp check {_short_path(listed.file)})")
    if not known:
        click.echo("No law stands in the working folder, and none came with the program.")


def _short_path(path: Path) -> str:
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


@main.command(short_help="Show every mistake in laws, words and cases.")
@FILES
@example("legalasp check mine.case")
def check(files: tuple[Path, ...]) -> None:
    """Show every mistake in laws, files of words and cases. Exit code 2 if there is one."""
    found: list[Mistake] = []
    for file in files:
        found += inquiry.check(file)
    found = list(dict.fromkeys(found))
    show_mistakes(found, err=False)
    if errors(found):
        raise click.exceptions.Exit(MISTAKEN)
    click.echo(f"{_count(len(files), 'file')} checked: no mistakes.")


@main.command("format", short_help="Write files in the one usual layout.")
@FILES
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit code 1 if a file is not formatted.")
@example("legalasp format mine.case")
def format_(files: tuple[Path, ...], only_check: bool) -> None:
    """Write laws, files of words and cases in the one usual layout. No word is changed."""
    changed, mistaken = 0, False
    for file in files:
        text, mistakes = _formatted(file)
        if text is None:
            show_mistakes(mistakes)
            mistaken = True
            continue
        data = text.encode("utf-8")
        if file.read_bytes() != data:
            changed += 1
            click.echo(f"{'would change' if only_check else 'formatted'}: {clean(str(file))}")
            if not only_check:
                _overwrite(file, data)
    if mistaken:
        raise click.exceptions.Exit(MISTAKEN)
    if only_check and changed:
        raise click.exceptions.Exit(NOT_AS_EXPECTED)
    if not changed:
        click.echo(f"{_count(len(files), 'file')} formatted already.")


def _formatted(file: Path) -> tuple[str | None, list[Mistake]]:
    """The text of the file in the usual layout; read again, it says the same."""
    from legalasp.language import frame, write

    rooms: dict[str, tuple[Callable[..., Any], Callable[..., str]]] = {
        "law": (frame.read_law, write.format_law),
        "words": (frame.read_words, write.format_words),
        "case": (frame.read_case, write.format_case),
    }
    read, put = rooms[inquiry.kind_of(file)]
    tree, mistakes = read(file)
    if tree is None or errors(mistakes):
        return None, mistakes
    text = put(tree)
    again, _ = read(text.encode("utf-8"), str(file))
    if again != tree:
        raise RuntimeError(f"formatting {file} would change what it says")
    return text, []


def _overwrite(file: Path, data: bytes) -> None:
    """All of the new text or all of the old."""
    import shutil
    import tempfile

    target = file.resolve()
    try:
        handle, passing = tempfile.mkstemp(dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
            shutil.copymode(target, passing)
            os.replace(passing, target)
        except BaseException:
            os.unlink(passing)
            raise
    except OSError as error:
        raise Mistaken([_unwritable(file, error)]) from None


def _unwritable(file: Path, error: OSError) -> Mistake:
    return Mistake("unwritable-file", f"`{file}` cannot be written: {(error.strerror or 'the system refused').lower()}", (),
                   "check the name and the folder")


# ---------------------------------------------------------------- asking


TEXT = click.option("--text", type=click.Path(path_type=Path), metavar="FILE",
                    help="Quote the official words from this text (see `legalasp attach`).")
NUMBER = click.option("--question", "-q", type=click.IntRange(min=1), metavar="N", help="Only the question with this number.")


@main.command(short_help="Put the same case to several laws, side by side.")
@CASE
@click.argument("law", nargs=-1)
@example("legalasp compare mine.case {law}\nlegalasp compare mine.case")
def compare(case: Path, law: tuple[str, ...]) -> None:
    """Put the facts and questions of a case to several laws (to all that are known, if none is named), and show the answers side by
    side. What the case says in the shared plain words every law understands, each by its own definitions. A sentence for which a law has
    no words is left out there and named; a question for which it has none is not answered."""
    names = law or tuple(dict.fromkeys(one.name for one in inquiry.laws(case)))
    rows, unread = inquiry.compared(case, names)
    order = dict.fromkeys(row.question for row in rows)
    wide = max((len(row.law) for row in rows), default=0) + 1
    for question in order:
        click.echo(click.style(clean(question), bold=True))
        for row in (row for row in rows if row.question == question):
            click.echo(f"  {clean(row.law):<{wide}} {clean(_compared(row))}")
        click.echo()
    everywhere = set.intersection(*map(set, unread.values())) if len(unread) > 1 else set()
    for name, sentences in unread.items():
        for decides in (False, True):
            told = [s for s, why in sentences.items() if s not in everywhere and decides == (why.code == "conclusion-as-fact")]
            if told:
                click.echo(f"{clean(name)} {'itself says what this is, and answers without it:' if decides else 'has no words for, and answers without:'}")
                for sentence in told:
                    click.echo(f"  {clean(sentence)}")
    if everywhere:
        click.echo("None of these laws has words for, and none answers with:")
        for sentence in (s for s in next(iter(unread.values())) if s in everywhere):
            click.echo(f"  {clean(sentence)}")
    if not any(row.answer for row in rows):
        raise click.exceptions.Exit(MISTAKEN)


def _compared(row: inquiry.Compared) -> str:
    """The answer in one line; where it is open, the first facts that are missing."""
    if row.mistakes:
        known = row.mistakes[0].code in ("unknown-phrase", "unknown-question", "unknown-citation")
        return "has no words for this question" if known else f"not answered: {row.mistakes[0].says}"
    if not row.missing:
        return row.answer
    shown = "; ".join(row.missing[:2])
    more = len(row.missing) - 2
    return f"{row.answer.rstrip('.')}; not known: {shown}" + (f"; and {_count(more, 'more fact')}" if more > 0 else "")


FORMAT = ("text", "json", "graphml", "dot", "svg", "html")


@main.command(short_help="Explain an answer: as text, as data, as a picture.")
@CASE
@NUMBER
@click.option("--format", "form", type=click.Choice(FORMAT), default="text", show_default=True, help="The form of the explanation.")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it to a file instead of the screen.")
@TEXT
@example("legalasp explain mine.case --format svg --to why.svg\nlegalasp explain mine.case --question 2 --format html --to why.html")
def explain(case: Path, question: int | None, form: str, to: Path | None, text: Path | None) -> None:
    """Explain an answer: why it is so and why not otherwise, what was looked at, what would change it.

    svg and html show the graph as a picture (html with an outline to fold); graphml and dot are for other programs."""
    read, law, mistakes = inquiry.read_case(case)
    read, law = _or_stop(read, law, mistakes)
    quotes = inquiry.quotes(law, text)
    asked = _questions(read, question)
    if len(asked) > 1 and form in ("svg", "html", "graphml", "dot"):
        raise click.UsageError(f"{form} shows one answer: give --question N, from 1 to {len(read.questions)}")
    shown = "\n".join(inquiry.explained(inquiry.ask(law, read, one, quotes), form).rstrip("\n") for _, one in asked) + "\n"
    _put(shown.encode("utf-8"), to)


@main.command(short_help="Write a memorandum, a determination letter, or findings.")
@CASE
@NUMBER
@click.option("--form", type=click.Choice(("memorandum", "letter", "findings")), default="memorandum", show_default=True,
              help="For counsel, for the applicant, or for a board.")
@click.option("--to", required=True, type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="The file to write; its ending (.docx, .pdf, .html, .md) says the format.")
@click.option("--template", type=click.Path(path_type=Path), metavar="FILE.docx", help="A Word file with your letterhead and styles.")
@TEXT
@example("legalasp write mine.case --to memo.docx\nlegalasp write mine.case --form letter --to letter.pdf")
def write(case: Path, question: int | None, form: str, to: Path, template: Path | None, text: Path | None) -> None:
    """Write a decision: the questions, the answers, the facts as given, presumed and unknown, the provisions, the reasons, other
    readings, conditions, duties, what would change the answer, and how to reproduce it."""
    read, law, mistakes = inquiry.read_case(case)
    read, law = _or_stop(read, law, mistakes)
    _put(inquiry.written(law, read, _questions(read, question), form, to.suffix.lower(), case_file=case.name, only=question,
                         template=template, quotes=inquiry.quotes(law, text)), to)
    click.echo(f"Written to {_short_path(to)}.")


def _put(content: bytes, to: Path | None) -> None:
    """To a file, or to the screen."""
    if to is None:
        click.echo(content.decode("utf-8"), nl=False)
        return
    try:
        to.write_bytes(content)
    except OSError as stop:
        raise Mistaken([Mistake("unwritable-file", f"{to} cannot be written: {stop.strerror}.",
                                help="Choose a folder that exists and that you may write to.")]) from None


@main.command("compile", short_help="Show the answer-set program of a question or a law.")
@click.argument("file", metavar="CASE_OR_LAW")
@NUMBER
@example("legalasp compile mine.case --question 1\nlegalasp compile {law}")
def compile_(file: str, question: int | None) -> None:
    """Show the answer-set program of a question, or of a law, each rule under its citation."""
    path = Path(file)
    if not path.is_file() and not path.suffix:
        law, mistakes = inquiry.find_law(file)
    elif inquiry.kind_of(path) == "case":
        case, law, mistakes = inquiry.read_case(path)
        case, law = _or_stop(case, law, mistakes)
        for number, asked in _questions(case, question):
            click.echo(f"% question {number}: {clean(asked.text)}")
            click.echo(inquiry.listing(law, case, asked))
        return
    else:
        law, mistakes = inquiry.find_law(file)
    if law is None:
        raise Mistaken(mistakes)
    click.echo(inquiry.listing(law))


def _day(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime.date | None:
    """A date of the command line: 2026-03-02, or as a case writes it."""
    import datetime

    from legalasp.law.calendar import read_date

    if value is None:
        return None
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        day = read_date(value)
    if isinstance(day, datetime.date):
        return day
    raise click.BadParameter(f"`{value}` is no date; write 2026-03-02 or \"March 2, 2026\"", ctx, param)


# ---------------------------------------------------------------- the official text


@main.command(short_help="Tie an official text to a law, so that answers quote it.")
@click.argument("law")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--anew", is_flag=True, help="Tie every passage again (what was tied by hand stays); else the kept ties are used.")
@click.option("--forget", is_flag=True, help="Quote the text no more.")
@example("legalasp attach {law} oak-code.txt\nlegalasp attach {law} --forget")
def attach(law: str, file: Path | None, anew: bool, forget: bool) -> None:
    """Tie the passages of an official text to the citations of a law.

    The text stays where it is. Fingerprints of its passages are kept beside the law; that this file holds the text is
    remembered for you, and answers then quote its words. How well the text and its rendering fit is told by
    `legalasp coverage`."""
    found = _law(law)
    if forget:
        from legalasp.official.shelf import forget as drop

        click.echo(f"{found.name}: " + ("the text is quoted no more." if drop(found) else "no text was attached."))
        return
    if file is None:
        raise click.UsageError("give the FILE that holds the official text, or --forget")
    covered, written = inquiry.attach(found, file, anew)
    if written is not None:
        click.echo(f"Ties written to {_short_path(written)}.")
    _show_coverage(found, covered, every=False)


@main.command(short_help="Show what of an official text a law renders.")
@click.argument("law")
@click.option("--text", type=click.Path(path_type=Path), metavar="FILE", help="The official text; without it, the one attached.")
@click.option("--all", "every", is_flag=True, help="List every passage, not only what is left to do.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@example("legalasp coverage {law} --text oak-code.txt\nlegalasp coverage {law} --text oak-code.txt --all")
def coverage(law: str, text: Path | None, every: bool, as_json: bool) -> None:
    """Show what of an official text is rendered as a rule, as a finding, as procedure or as a note; what is not rendered;
    what has changed since; which numbers the rendering lacks. Exit code 1 where something is left to do."""
    found = _law(law)
    file = text or inquiry.attached(found)
    if file is None:
        raise click.UsageError(f"no text is attached to {found.name}; give --text FILE")
    covered = inquiry.coverage(found, file)
    if as_json:
        click.echo(json.dumps(covered.json(), ensure_ascii=False))
    else:
        _show_coverage(found, covered, every)
    if not covered.whole:
        raise click.exceptions.Exit(NOT_AS_EXPECTED)


def _show_coverage(law: Law, covered: Coverage, every: bool) -> None:
    click.echo(f"{law.name}: {covered.accounted} of {_count(covered.speaking, 'passage')} accounted for")
    for kind, number in sorted(covered.counts.items(), key=lambda x: -x[1]):
        click.echo(f"  {number:>5}  {kind}")
    for head, rows in covered.left(every):
        click.echo(f"\n{head}")
        for row in rows:
            click.echo(f"  {row}")


@main.command(short_help="Answer the questions of a case.")
@CASE
@NUMBER
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each question.")
@click.option("--as-of", callback=_day, metavar="DATE", help="Answer by the law and the facts of another day.")
@TEXT
@example("legalasp ask mine.case\nlegalasp ask mine.case --question 2 --json")
def ask(case: Path, question: int | None, as_json: bool, as_of: datetime.date | None, text: Path | None) -> None:
    """Answer the questions of a case, with the provisions and the facts that each answer rests on."""
    read, law, mistakes = inquiry.read_case(case, as_of)
    read, law = _or_stop(read, law, mistakes)
    asked = _questions(read, question)
    quotes = inquiry.quotes(law, text)
    stopped: list[Mistake] = []
    for n, (number, one) in enumerate(asked):
        try:
            answer = inquiry.ask(law, read, one, quotes)
        except Mistaken as stop:
            stopped += stop.mistakes
            continue
        if as_json:
            plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
            click.echo(json.dumps(answer.json(), ensure_ascii=plain))
        else:
            if n:
                click.echo()
            if len(asked) > 1:
                click.echo(click.style(f"Question {number}", bold=True))
            click.echo(answer.text().rstrip("\n"))
    if stopped:
        raise Mistaken(list(dict.fromkeys(stopped)))


def _or_stop(case: Case | None, law: Law | None, mistakes: list[Mistake]) -> tuple[Case, Law]:
    """The case with its law; warnings are shown, mistakes stop."""
    if case is None or law is None:
        raise Mistaken(mistakes)
    show_mistakes(mistakes)
    return case, law


def _questions(case: Case, number: int | None) -> list[tuple[int, CaseQuestion]]:
    numbered = list(enumerate(case.questions, 1))
    if not numbered:
        raise Mistaken([Mistake("no-question", f"the case \"{case.name}\" asks nothing", (), "add a question under `Questions`")])
    if number is None:
        return numbered
    if number > len(numbered):
        raise Mistaken([Mistake("no-question", f"the case has {_count(len(numbered), 'question')}, not {number}", (),
                                "\n".join(f"{n}. {q.text}" for n, q in numbered))])
    return numbered[number - 1:number]


# ---------------------------------------------------------------- testing


@main.command(short_help="Compare the answers of cases with those expected.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--coverage", is_flag=True, help="Also list the provisions that decide none of the questions.")
@click.option("--verbose", "-v", is_flag=True, help="A line for each question, not for each case.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="So many at a time.")
@example("legalasp test mine.case\nlegalasp test --coverage")
def test(paths: tuple[Path, ...], coverage: bool, verbose: bool, jobs: int) -> None:
    """Ask every question of cases and compare the answers with those expected.

    Without PATH all cases of the working folder's `cases`, or those that came with the program. What is not as
    expected is always shown in full. Exit code 1 if an answer is another than expected, 2 if a question cannot be
    answered.
    """
    files = _case_files(paths)
    rows: list[inquiry.Tested] = []
    for found in _each(inquiry.test_case, files, jobs):
        rows += found
        if not verbose:
            _show_file(found)
        for row in found:
            if verbose or row.status in ("FAIL", "ERROR"):
                _show_tested(row)
    count = {status: sum(r.status == status for r in rows) for status in ("PASS", "FAIL", "ERROR", "OPEN")}
    click.echo(f"\n{_count(len(files), 'case')}, {_count(len(rows), 'question')}: {count['PASS']} passed, {count['FAIL']} failed, {_count(count['ERROR'], 'error')}"
               + (f", {count['OPEN']} asked with nothing expected" if count["OPEN"] else ""))
    if coverage:
        for name, citations in inquiry.undecided(rows).items():
            click.echo(f"\n{clean(name)}: " + (f"{_count(len(citations), 'provision')} decide no question here" if citations
                                               else "every provision decides a question here"))
            for citation in citations:
                click.echo(f"  {clean(citation)}")
    if count["ERROR"]:
        raise click.exceptions.Exit(MISTAKEN)
    if count["FAIL"]:
        raise click.exceptions.Exit(NOT_AS_EXPECTED)


def _show_file(found: list[inquiry.Tested]) -> None:
    """`PASS  lot-9.case: 3 of 3`; what has nothing expected is counted apart."""
    if not found:
        return
    states = [row.status for row in found]
    worst = next(s for s in ("ERROR", "FAIL", "PASS", "OPEN") if s in states)
    compared = [s for s in states if s != "OPEN"]
    told = f"{states.count('PASS')} of {len(compared)}" if compared else "nothing is expected"
    _status(worst, f"{clean(_short_path(Path(found[0].file)))}: {told}")


def _status(status: str, what: str) -> None:
    colour = {"PASS": "green", "FAIL": "red", "ERROR": "red"}.get(status, "yellow")
    click.echo(click.style(f"{status:<5}", fg=colour) + f" {what}")


def _show_tested(row: inquiry.Tested) -> None:
    _status(row.status, " · ".join(clean(t) for t in (_short_path(Path(row.file)), row.question) if t))
    for told in row.told:
        click.echo(f"      {clean(told)}")


def _case_files(paths: tuple[Path, ...]) -> list[Path]:
    from legalasp.resources import cases_directory

    files: list[Path] = []
    for path in paths or ((Path("cases") if Path("cases").is_dir() else cases_directory()),):
        if path.is_dir():
            files += sorted(path.rglob("*.case"))
        else:
            files.append(path)
    if not files:
        raise Mistaken([Mistake("no-cases", "there is no case here", (), "name a file `….case`, or a folder that holds some")])
    return list(dict.fromkeys(files))


def _each(work: Callable[[Path], list[inquiry.Tested]], files: list[Path], jobs: int) -> Iterable[list[inquiry.Tested]]:
    """`work` on each file, in order, by several processes where that pays."""
    if jobs == 1 or len(files) < 3:
        yield from map(work, files)
        return
    from concurrent.futures import ProcessPoolExecutor

    from legalasp.cache import read_law

    for law in {law.file: law for law in inquiry.laws()}.values():  # so that the processes find them in the cache
        read_law(law.file)
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, files)


# ---------------------------------------------------------------- writing cases


@main.command(short_help="Show the phrasebook of a law: facts and questions.")
@click.argument("law", metavar="LAW")
@example("legalasp words {law}")
def words(law: str) -> None:
    """Show the phrasebook of a law: each fact that it reads, in a sentence as a case writes it, and the questions."""
    from legalasp.law.phrasebook import phrasebook

    click.echo(phrasebook(_law(law)).text().rstrip("\n"))


@main.command(short_help="Write a new case to fill in.")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--law", "law_name", required=True, metavar="LAW", help="The law that the case is put to.")
@example("legalasp new mine.case --law {law}")
def new(file: Path, law_name: str) -> None:
    """Write a new case to fill in."""
    from legalasp.law.specimen import new_case

    law = _law(law_name)
    text = new_case(law, file.stem.replace("-", " ").replace("_", " "))
    try:
        with file.open("x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise Mistaken([Mistake("unwritable-file", f"`{file}` is there already", (), "choose another name; nothing was changed")]) from None
    except OSError as error:
        raise Mistaken([_unwritable(file, error)]) from None
    click.echo(f"{clean(str(file))} is written. Change its sentences to your case, then: legalasp ask {clean(str(file))}\n"
               f"Every sentence that the law understands: legalasp words {clean(law_name)}")


def _law(name: str) -> Law:
    law, mistakes = inquiry.find_law(name)
    if law is None:
        raise Mistaken(mistakes)
    return law


# ---------------------------------------------------------------- help


@main.command("help", short_help="Explain a mistake by its code.")
@click.argument("code", required=False)
@click.pass_context
@example("legalasp help may-not")
def help_(ctx: click.Context, code: str | None) -> None:
    """Explain a mistake by its code, or list the codes."""
    folder = Path(__file__).with_name("help")
    pages = {page.stem: page for page in sorted(folder.glob("*.md"))}
    if code is None:
        click.echo("legalasp --help shows the commands. The mistakes that `legalasp help CODE` explains:\n")
        for name, page in pages.items():
            click.echo(f"  {name:<28} {page.read_text(encoding='utf-8').splitlines()[0].lstrip('# ')}")
    elif code in pages:
        click.echo(pages[code].read_text(encoding="utf-8").rstrip("\n"))
    elif code in main.commands:
        command = main.commands[code]
        click.echo(command.get_help(click.Context(command, info_name=code, parent=ctx.parent)))
    else:
        import difflib

        near = difflib.get_close_matches(code, pages, 3)
        raise click.UsageError(f"no mistake has the code `{code}`" + (f"; near it: {', '.join(near)}" if near else ""))
