"""An answer that is gathered from several, or reckoned: a list, an amount, one for each thing.

Takes:   nothing of its own
Gives:   `Gathered`: an `Answer` that no single provision supports or fails
Differs: from an `Answer` in that what supports it is said by its parts
"""

from __future__ import annotations

from functools import cached_property

from legalasp.explanation.answers import Answer


class Gathered(Answer):
    @cached_property
    def also_keys(self) -> tuple[str, ...]:
        return ()

    @property
    def maybe(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def against(self) -> tuple[str, ...]:
        return ()
