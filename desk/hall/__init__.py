"""The hall: what players and helpers do from phones, by links that the desk has made.

In: tokens of links, claims of results, "I am here". Out: results and entries as steps of the journal, and what a
player may know of their own game.
"""
