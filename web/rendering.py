"""Templates and static files: every text of a page is escaped, every file is named by what is in it."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ..desk.files.publish_pages import Unindented, shared_templates, text_filters
from ..desk.messages.changed_rounds import points_text, value_text
from ..desk.messages.written_values import counted_entrants, criterion_heading, criterion_meaning, criterion_text
from ..model.teams.match_boards import match_score
from ..model.tournament.games import result_text
from ..model.tournament.latin import ascii_text
from ..model.tournament.numbers import minus

STATIC = Path(__file__).parent / "static"


@cache
def templates() -> Environment:
    """The templates of the desk."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("mcmahon.web", "templates"), shared_templates()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Unindented],
    )
    made.filters |= text_filters()
    made.globals |= {
        "counted_entrants": counted_entrants,
        "shrunk": made.filters["shrunk"],
        "static": static_address,
        "criterion": criterion_text,
        "plain": ascii_text,
        "called": criterion_heading,
        "meaning": criterion_meaning,
        "points_text": points_text,
        "points": lambda halves: minus(value_text(halves, 2)),
        "result": lambda game: match_score(game) if game.boards else result_text(game.result, game.by_default),
    }
    return made


def rendered(template: str, values: dict[str, Any]) -> Markup:
    """A page, or a part of one; a folder's path that is no UTF-8 can stand on it."""
    return Markup(templates().get_template(template).render(values).encode(errors="replace").decode())


def keep_ready() -> None:
    """Read what a page of an error is made from, while files can be opened: later there may be too many open ones."""
    for page in (
        "base.html",
        "alone.html",
        "damaged.html",
        "nowhere.html",
        *(f"hall/{n}.html" for n in ("base", "macros", "problem")),
    ):
        templates().get_template(page)
    for file in STATIC.rglob("*.*"):
        static_address(file.relative_to(STATIC).as_posix())


@cache
def static_address(name: str) -> str:
    """Where a browser finds a file; it changes with what is in it, so that it can be kept for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"
