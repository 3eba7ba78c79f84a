"""The hall's pages: what phones, screens and helpers see and send, by links; and the desk's page of these links.

Each link is an address with a token in it; `calls.py` finds out what it is for. Readers' pages (`readers.py`) have no
handler that writes, and nothing here starts a search.
"""
