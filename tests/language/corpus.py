"""The laws that the tests of the language read: those of the towns, and the hardest provisions.

A sentence is read once for each set of labels that it may take up; what the tests change in a law is a
word of one section, and only that section is read anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from legalasp.language import nearest
from legalasp.language.frame import read_law as read_frame
from legalasp.language.lexicon import Lexicon
from legalasp.language.sentences import ReadSentence, read_sentence
from legalasp.language.tree import Item, LawTree, Section, Text
from legalasp.law import provisions as provisions_module, read as read_module
from legalasp.law.model import Law, Provision
from legalasp.law.read import LawReader
from legalasp.mistakes import Mistake, errors
from legalasp.resources import cases_directory

HERE = Path(__file__).resolve().parent
Read = Callable[..., ReadSentence]


def laws() -> list[Path]:
    return sorted((HERE / "hardest").glob("*.law")) + sorted(cases_directory().rglob("*.law"))


def named(path: Path) -> str:
    return path.name if path.parent.name == "hardest" else f"{path.parent.name}/{path.name}"


@contextmanager
def reading_with(read: Read) -> Iterator[None]:
    """Sentences are read with `read` for a while, and nothing is proposed for unknown words."""
    proposing = nearest.nearest
    try:
        nearest.nearest = lambda reader, t: ""
        provisions_module.read_sentence = read_module.read_sentence = read
        yield
    finally:
        nearest.nearest = proposing
        provisions_module.read_sentence = read_module.read_sentence = read_sentence


def keeping(kept: dict[object, ReadSentence]) -> Read:
    """Reads each sentence once."""

    def read(text: Text, lexicon: Lexicon, labels: dict[str, str] | None = None, names: Any = None,
             with_list: bool = False, tail: Text | None = None) -> ReadSentence:
        key = (text.string, tuple(sorted((labels or {}).items())), with_list, tail.string if tail else None)
        if key not in kept:
            kept[key] = read_sentence(text, lexicon, labels, names, with_list, tail)
        found = kept[key]
        return ReadSentence(found.sentences, list(found.mistakes), found.tokens)

    return read


@dataclass
class Frame:
    """A law's frame and words, of which one section at a time is read."""

    path: Path
    tree: LawTree
    base: LawReader
    kept: dict[object, ReadSentence]

    def section(self, section: Section) -> tuple[tuple[Provision, ...], list[Mistake]]:
        """The bare provisions of `section`, citations not yet linked, and its mistakes."""
        reader = LawReader(self.tree, [], self.path, self.base.lexicon, self.base.known, [], self.base.readings, [], {}, self.base.name)
        with reading_with(keeping(self.kept)):
            reader._section(section)
        return tuple(bare(p) for p in reader.provisions), reader.mistakes


@cache
def frame(path: Path) -> Frame:
    tree, mistakes = read_frame(path, named(path))
    assert tree is not None and not errors(mistakes), mistakes
    base = LawReader(tree, [], path)
    base.read()
    assert not errors(base.mistakes), base.mistakes
    return Frame(path, tree, base, {})


def bare(provision: Provision) -> Provision:
    """The provision without the words that it was written in."""
    return replace(provision, text="", whole="", printed="", sentence=None, place=None, notes=())


def model(law: Law) -> tuple[object, ...]:
    return (tuple(bare(p) for p in law.provisions), tuple(replace(p, text="") for p in law.presumptions),
            tuple(replace(b, text="") for b in law.burdens))


def texts(item: Item) -> Iterator[tuple[Text, Callable[[Text], Item]]]:
    """Every sentence or list item at or under `item`, with what puts another text in its place.

    What is given back holds that text alone, with its leads and what hangs on it: a sentence that stands beside
    it lends it nothing. The items of a list stay together."""
    if item.text.string and not item.text.string.startswith("As §"):
        yield item.text, lambda text: replace(item, text=text)
    together = item.text.string.endswith(":")
    for n, child in enumerate(item.children):
        for text, put in texts(child):
            def among(t: Text, n: int = n, put: Any = put) -> Item:
                children = (*item.children[:n], put(t), *item.children[n + 1:]) if together else (put(t),)
                return replace(item, children=children, doubts=item.doubts if together else ())
            yield text, among
    for doubt in item.doubts:
        for reading in doubt.readings:
            for child in reading.items:
                for text, put in texts(child):
                    def placed(t: Text, put: Any = put, doubt: Any = doubt, reading: Any = reading) -> Item:
                        alone = replace(doubt, readings=(replace(reading, items=(put(t),)),))
                        return replace(item, children=item.children if together else (), doubts=(alone,))
                    yield text, placed
