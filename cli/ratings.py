"""The command that takes ratings, clubs, countries and pins out of a rating list: ratings."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, change_of, folder, say, tell_doubtful, warn

if TYPE_CHECKING:
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()

_ONLY_HELP = (
    "Some of rank,rating,club,country,pin, each changed wherever the list says otherwise. By default rating and pin, "
    "and club and country where they are empty; a rank is only changed when named here."
)


@commands.command()
def ratings(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="EGD allworld_lp, FFG échelle, AGA TDListA or TDListN.")],
    yes: Annotated[bool, typer.Option("--yes", help="Apply the sure matches without asking.")] = False,
    only: Annotated[str, typer.Option(metavar="FIELDS", help=_ONLY_HELP)] = "",
    at_least: Annotated[int, typer.Option(min=50, max=100, help="Least confidence of a match by name, percent.")] = 90,
    form: Annotated[str, typer.Option("--format", help="egd, ffg or aga; else told by the content.")] = "",
    as_json: AsJson = False,
) -> None:
    """Fill in or refresh ratings, pins, clubs and countries from a rating list; shows all, changes nothing unasked.

    Players are found by their number in the list (pin, column FFG, or aga), else by name, with typing errors. A name
    that is only alike must agree in country, or in rank within 3; what is doubtful or ambiguous is never applied.
    """
    from ..io.files import read_bytes
    from ..io.ratings.lists import read_rating_list
    from ..io.ratings.report import ratings_data, ratings_text
    from ..io.ratings.search import matches
    from ..model.tournament.rating_match import applied, changing, parse_fields
    from ..model.words import counted

    fields = parse_fields(only)
    found = read_rating_list(read_bytes(file), str(file), form)
    for line in found.report.lines():
        warn(f"{file}: {line}")
    before: Tournament = folder(path).read().tournament
    judged = matches(before.players, found, fields, at_least)
    after = applied(before, judged, found.form)
    if not as_json:
        say(f"{file}: {ratings_text(found, judged)}")
    agreed = after != before and (yes or _asked(as_json))
    if agreed:
        _apply(path, before, after)
    if as_json:
        say(json.dumps(ratings_data(found, judged, agreed), ensure_ascii=False, indent=1))
    elif agreed:
        say(f"{counted(changing(judged), 'player')} changed.")


def _asked(as_json: bool) -> bool:
    """Whether the director says yes; nobody is asked in a pipe, nor for JSON."""
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        warn("nothing has been changed; --yes applies the sure matches")
        return False
    if typer.confirm("Apply the sure matches?"):
        return True
    warn("nothing has been changed")
    return False


def _apply(path: Path, before: Tournament, after: Tournament) -> None:
    """Write the changes, unless somebody has changed the players while the director was thinking."""
    from ..model.errors import InputError

    with change_of(path) as change:
        if change.tournament != before:
            raise InputError("the tournament has been changed meanwhile: nothing is applied; run the command again")
        change.tournament = after
    tell_doubtful(before, after)
