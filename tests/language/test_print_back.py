"""Every sentence, printed from its tree, reads to the same model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from legalasp.language.lexicon import Lexicon
from legalasp.language.sentences import ReadSentence, read_sentence
from legalasp.language.tree import Text
from legalasp.law.printing import print_sentence
from legalasp.law.read import read_law
from legalasp.mistakes import errors
from tests.language.corpus import laws, model, named, reading_with


def printed_and_read(text: Text, lexicon: Lexicon, labels: dict[str, str] | None = None, names: Any = None,
                     with_list: bool = False, tail: Text | None = None) -> ReadSentence:
    """The sentences of `text`, each printed and read from its print."""
    read = read_sentence(text, lexicon, labels, names, with_list, tail)
    sentences = []
    for sentence in read.sentences:
        printed = print_sentence(sentence, lexicon)
        head, listed, rest = printed.partition("…")
        again = read_sentence(Text(head.rstrip()), lexicon, labels, names, with_list, Text(rest.strip()) if listed and rest.strip(" .") else None)
        assert again.sentences, f"{text.string}\nprinted: {printed}\n{[m.says for m in again.mistakes]}"
        sentences += again.sentences
    return ReadSentence(tuple(dict.fromkeys(sentences)), read.mistakes, read.tokens)


@pytest.mark.parametrize("path", laws(), ids=named)
def test_print_back(path: Path) -> None:
    written, mistakes = read_law(path)
    assert written is not None, errors(mistakes)
    with reading_with(printed_and_read):
        again, mistakes = read_law(path)
    assert again is not None, errors(mistakes)
    for one, other in zip(model(written), model(again)):
        for a, b in zip(one, other):  # type: ignore[call-overload]
            assert a == b


@pytest.mark.parametrize("path", laws(), ids=named)
def test_prints_are_stable(path: Path) -> None:
    """What a print reads to is printed as that print."""
    law, _ = read_law(path)
    assert law is not None
    with reading_with(printed_and_read):
        again, _ = read_law(path)
    assert again is not None
    assert [p.printed for p in law.provisions] == [p.printed for p in again.provisions]
