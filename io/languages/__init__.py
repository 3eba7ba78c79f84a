"""Catalogues of sentences for players, one a language.

In: the catalogues (`xx.po`, in the format of gettext), the languages that a reader prefers. Out: `Words`.
"""
