"""legalasp: put a question to an ordinance and get an answer that can be signed.

Data flows one way, and each room is one stop on it::

    text -> syntax tree -> checked law -> answer-set program -> answer -> explanation
         language/      law/           program/             reasoning/  explanation/

A room imports only rooms to its left. `mistakes` and `resources` are shared by all.
"""

__version__ = "0.1.0"
