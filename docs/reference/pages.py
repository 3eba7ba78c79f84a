"""All reference pages by their file names."""

from __future__ import annotations

from pathlib import Path

from .columns import columns_page
from .commands import commands_page
from .criteria import criteria_page, profiles_page, tie_breaks_page
from .exit_codes import exit_codes_page
from .json_answers import page
from .settings import settings_page

FOLDER = Path(__file__).parent


def made() -> dict[str, str]:
    """Every page, made from the code; `json.md` keeps its own text and gets new tables."""
    return {
        "commands.md": commands_page(),
        "settings.md": settings_page(),
        "columns.md": columns_page(),
        "criteria.md": criteria_page(),
        "profiles.md": profiles_page(),
        "tie-breaks.md": tie_breaks_page(),
        "exit-codes.md": exit_codes_page(),
        "json.md": page((FOLDER / "json.md").read_text(encoding="utf-8")),
    }
