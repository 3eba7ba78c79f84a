"""Prizes: who is on which list, who gets what, how ties are shared, and why.

In: a table of prizes and the standings. Out: the awards, the reasons for each, and what differs from those announced.
"""
