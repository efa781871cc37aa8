"""What a written decision is made of, whatever its format.

Takes:   nothing; these are plain records
Gives:   `Document`: a title, the lines of its head, and `Block`s in the order in which they are read
Differs: from a format in that nothing here says how anything looks: a heading has a level, a paragraph a number
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    number: str = ""
    """As it is printed, with its full stop; empty for a paragraph without a number."""
    cited: bool = False
    """Other paragraphs refer to it by its number, which is then the only one of its kind."""


@dataclass(frozen=True, slots=True)
class Items:
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quotation:
    """Official words, or where none are attached the rendering. `source` says which, and where they stand."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Table:
    """`caption` says what the table shows; every row has as many cells as the header."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines that a person fills in: what goes there."""

    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture as SVG; `alt` tells in words what it shows."""

    svg: str
    alt: str
    caption: str


Block = Union[Heading, Paragraph, Items, Quotation, Table, Blanks, Figure]


@dataclass
class Document:
    title: str
    head: tuple[tuple[str, str], ...]
    """Label and text of each line of the head; an empty text is a blank to fill in."""
    blocks: list[Block] = field(default_factory=list)
    language: str = "en-US"
    subject: str = ""
