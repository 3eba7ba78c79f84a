"""Knock-outs inside a tournament: who plays whom in which round, who advances and why.

In: a tournament with its cups, entries and results. Out: matches by round of each cup; nothing is kept but the seeds.
"""
