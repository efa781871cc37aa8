"""A second implementation of the theory, slow and plain, to hold the first one to account.

forms.py      linear forms of quantities, and which combinations of signs are possible
ground.py     quantifiers, periods and sums spread into plain conditions
statuses.py   provisions, strikes, pairs that pull apart; the well-founded model of one world
verdicts.py   what one world answers
bearing.py    which provisions bear on a question
answer.py     what all worlds together answer: `ask(problem) -> Result`

It shares with the program only the records of the law and the counting of days.
"""
