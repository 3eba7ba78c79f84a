"""The command that takes ratings, clubs, countries and pins from a rating list: ratings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..model.words import counted
from .asking import answered
from .common import AsJson, Dir, desk, done_at, example, say, say_json, tell, tell_notes, warn

commands = typer.Typer()

_ONLY_HELP = (
    "Change only these, wherever the list differs: rank,rating,club,country,pin,name. By default rating and pin "
    "change, club and country only if empty, names only in their order, and rank not at all."
)


@commands.command(epilog=example("ratings spring allworld_lp.html", "ratings spring TDListN.txt --yes"))
def ratings(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="EGD allworld_lp, FFG échelle, AGA TDListA or TDListN.")],
    yes: Annotated[bool, typer.Option("--yes", help="Apply the sure matches without asking.")] = False,
    only: Annotated[str, typer.Option(metavar="FIELDS", help=_ONLY_HELP)] = "",
    at_least: Annotated[
        int, typer.Option(metavar="PERCENT", min=50, max=100, help="Least confidence of a match by name.")
    ] = 90,
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help="egd, ffg or aga; by default recognised by the content.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Update ratings, pins, clubs and countries from a rating list; it shows the changes and asks before it writes.

    Players are found by their number in the list (pin, column FFG, or aga), else by name, even if it is misspelt.
    Country and rank must agree as well, if known: the rank within 6 for the same name, within 3 for a similar name;
    Jan is not Jana. If no country is known, the same name needs the same club, or a rank within 2. Doubtful and
    ambiguous matches are never applied.
    """
    from ..desk.answers.ratings import ratings_answer
    from ..desk.people.ratings import Ratings, apply, match, rating_list
    from .hints import note_lines
    from .views.ratings import ratings_text

    found = rating_list(file, form)
    request = Ratings(found, only, at_least)
    outcome = desk(path).ask(lambda state: match(state, request))
    shown = outcome.value
    tell(f"{file}: {line}" for line in note_lines(outcome.notes, outcome.state.tournament))
    if not as_json:
        say(f"{file}: {ratings_text(found, shown.matches)}")
    agreed = shown.changing > 0 and (yes or _asked(as_json))
    if agreed:
        done = done_at(path, lambda state: apply(state, shown))
        tell_notes(done.outcome)
        shown = done.value
    if as_json:
        say_json(ratings_answer(shown, agreed))
    elif agreed:
        say(f"{counted(shown.changing, 'player')} changed.")


def _asked(as_json: bool) -> bool:
    """Whether the director says yes; in a pipe and for JSON nobody is asked."""
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        warn("nothing was changed; to apply the sure matches: --yes")
        return False
    if answered(lambda: typer.confirm("Apply the sure matches?")):
        return True
    warn("nothing was changed")
    return False
