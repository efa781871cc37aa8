"""Runs clingo on the ground law and says what follows.

Takes:   a `Problem`
Gives:   `Inquiry`, which asks; `Outcome`, what it answers; `Trace`, how everything stands
Differs: from the answer-set program in that answers are over all completions and readings
"""

from legalasp.reasoning.answer import Outcome
from legalasp.reasoning.inquiry import Inquiry
from legalasp.reasoning.trace import Trace

__all__ = ["Inquiry", "Outcome", "Trace"]
