"""All reference pages by their file names."""

from __future__ import annotations

from pathlib import Path

from .columns import columns_page
from .commands import command_parts, commands_page
from .criteria import criteria_page, model_page, profiles_page, tie_breaks_page
from .exit_codes import exit_codes_page
from .formats import formats_page
from .json_answers import page
from .markdown import between
from .settings import settings_page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "reference"
MODEL = "../explanation/model.md"
RESEARCH = ROOT / "bench" / "reference.md"


def research_page() -> str:
    """The page of the research distribution: its commands, and tables of what they print as JSON."""
    from mcmahon_bench.commands import commands

    text = RESEARCH.read_text(encoding="utf-8")
    return page(between(text, "commands", "\n\n".join(command_parts(commands))))


def made() -> dict[str, str]:
    """Every page, made from the code; those that are read here keep their own text and get new tables."""
    return {
        "commands.md": commands_page(),
        "settings.md": settings_page(),
        "columns.md": columns_page(),
        "criteria.md": criteria_page(),
        "profiles.md": profiles_page(),
        "tie-breaks.md": tie_breaks_page(),
        "exit-codes.md": exit_codes_page(),
        "formats.md": formats_page((FOLDER / "formats.md").read_text(encoding="utf-8")),
        MODEL: model_page((FOLDER / MODEL).read_text(encoding="utf-8")),
        "json.md": page((FOLDER / "json.md").read_text(encoding="utf-8")),
    }
