"""The desk in a browser: a face that turns clicks into requests to `desk/` and renders their outcomes.

`server.py` listens, `guard.py` lets in, `app.py` lists the pages, `routes/` has one file a page, `templates/` its look.
In flow requests of browsers; out flow pages, and the same steps in a folder's journal that commands make.
"""
