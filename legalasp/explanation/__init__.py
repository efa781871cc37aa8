"""An answer explained: what it rests on, why and why not, in English and as a graph.

Takes:   a law, a case and one of its questions
Gives:   `answer(law, case, question)`, an `Answer` with `text()`, `json()` and `graph()`
Differs: from the answer of the solver in that every conclusion names its provisions and facts
"""

from legalasp.explanation.answers import Answer, answer

__all__ = ["Answer", "answer"]
