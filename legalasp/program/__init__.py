"""The ground law as an answer-set program.

Takes:   a `Problem`: ground provisions, facts, rosters, readings and a question
Gives:   `listing`: the program to read; for reasoning, `Ground` and its text
Differs: from the checked law in that everything a question can't reach is gone
"""
