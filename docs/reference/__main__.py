"""Write the reference pages anew: python -m mcmahon.docs.reference."""

from __future__ import annotations

from .pages import FOLDER, made

for name, text in made().items():
    (FOLDER / name).write_text(text, encoding="utf-8")
