"""The tournament folder: a tournament as plain files, with a journal of all changes and a lock.

In: the texts of the folder's files, which may have been edited by hand.
Out: a `State`; and for each change one whole step of the journal that can be undone.
"""
