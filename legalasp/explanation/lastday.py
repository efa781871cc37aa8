"""The last day on which an act may be done.

Takes:   a law, a case, a question `What is the last day on which … may …?`
Gives:   an `Answer` whose value is that day, with its arithmetic; by reading, where readings differ
Differs: from counting alone in that every day is asked: permitted on the day, not permitted after it

The days at which anything can change are those that the law's periods and dates draw; only these are asked.
"""
