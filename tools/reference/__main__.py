"""Write the reference pages anew: python -m tools.reference; that of research only if `mcmahon-bench` is installed."""

from __future__ import annotations

from importlib.util import find_spec

from .pages import FOLDER, RESEARCH, made, research_page

for name, text in made().items():
    (FOLDER / name).write_text(text, encoding="utf-8")
if find_spec("mcmahon_bench") is not None:
    RESEARCH.write_text(research_page(), encoding="utf-8")
