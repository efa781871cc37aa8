"""Tiny abstract laws, each fixing one point of the theory, and what the answer must be.

vectors.json   the vectors, as data
load.py        a vector -> the `Problem` that the solver is given
compare.py     an outcome -> the vector's form of a result, and what differs from `expect`
__main__.py    python -m tests.vectors FILE [--engine clingo|twin|both]
"""
