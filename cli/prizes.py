"""Commands about prizes: prizes, prize."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, desk, done_at, example, say, say_json

if TYPE_CHECKING:
    from ..desk.prizes import PrizesFound
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()


@commands.command(epilog=example("prizes spring --why 17", "prizes spring --announce"))
def prizes(
    path: Dir,
    why: Annotated[str, typer.Option(metavar="PLAYER", help="Explain which prizes this player gets, and why.")] = "",
    prize: Annotated[str, typer.Option(metavar="NAME", help="With --why: only this prize.")] = "",
    read_out: Annotated[bool, typer.Option("--read-out", help="Print in the order of reading, first the smallest.")] = (
        False
    ),
    announce: Annotated[bool, typer.Option("--announce", help="Keep this list as announced, for pages too.")] = False,
    take_back: Annotated[bool, typer.Option("--take-back", help="Take back the announced list.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Announce a provisional list.")] = False,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take the table of prizes from a CSV file.")
    ] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """Show who gets which prize, and why; announce the list."""
    from ..desk.prizes import Announce, table_file
    from ..desk.prizes import announce as announced
    from ..desk.prizes import prizes as given
    from ..desk.prizes import replace_table as replaced

    _check((why, prize, announce, take_back, table), (as_json, as_csv, read_out))
    if why:
        _explain(path, (why, prize), as_json)
        return
    if table is not None:
        taken = table_file(table)
        done_at(path, lambda state: replaced(state, taken))
    if announce or take_back:
        outcome = done_at(path, lambda state: announced(state, Announce(anyway, take_back))).outcome
    else:
        outcome = desk(path).ask(given)
    form = "json" if as_json else "csv" if as_csv else "read out" if read_out else ""
    _tell(outcome.value, outcome.state.tournament, form)


def _check(asked: tuple[str, str, bool, bool, Path | None], forms: tuple[bool, bool, bool]) -> None:
    """Raise InputError for options that do not go together."""
    from ..model.errors import InputError

    why, prize, *others = asked
    if sum(forms) > 1:
        raise InputError("--json, --csv and --read-out cannot be used together")
    if (prize and not why) or (why and (any(others) or any(forms[1:]))) or (others[0] and others[1]):
        raise InputError("--prize needs --why; --why, --announce and --take-back cannot be used together")


def _tell(found: PrizesFound, tournament: Tournament, form: str) -> None:
    """Print who gets what as text, `json`, `csv` or to `read out`."""
    from ..desk.answers.prizes import prizes_answer
    from ..desk.prizes import prizes_csv
    from .views.prizes import prizes_text, read_out_text

    if form == "json":
        say_json(prizes_answer(found, tournament))
    elif form == "csv":
        sys.stdout.write(prizes_csv(found))
    else:
        say((read_out_text if form else prizes_text)(found, tournament))


def _explain(path: Path, wanted: tuple[str, str], as_json: bool) -> None:
    """Print why a player gets prizes or not."""
    from ..desk.answers.prizes import explained_answer
    from ..desk.prizes import ExplainPrizes, explain
    from .views.prizes import explained_text

    outcome = desk(path).ask(lambda state: explain(state, ExplainPrizes(*wanted)))
    if as_json:
        say_json(explained_answer(outcome.value, outcome.state.tournament))
    else:
        say(explained_text(outcome.value, outcome.state.tournament))


@commands.command(epilog=example("prize spring Cup --thing 'a cup'", "prize spring Cup --list women=yes"))
def prize(
    path: Dir,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name; a new one is added to the table.")],
    players: Annotated[
        str | None, typer.Option("--list", metavar="LIST", help="Who can get it: women=yes, rank 5k-1k, wins>=3.")
    ] = None,
    order: Annotated[str | None, typer.Option(metavar="ORDER", help="Order: upset, cup U12, or WINS,SOS.")] = None,
    place: Annotated[str | None, typer.Option(metavar="PLACE", help="Place in the list: 1, 1-3, each.")] = None,
    value: Annotated[str | None, typer.Option(metavar="VALUE", help="Its value: 100 or 37.50.")] = None,
    currency: Annotated[str | None, typer.Option(metavar="NAME", help="Currency of the value: EUR.")] = None,
    thing: Annotated[str | None, typer.Option(metavar="TEXT", help="What is handed over: cup.")] = None,
    besides: Annotated[str | None, typer.Option(metavar="YES|NO", help="Whether it is given besides another.")] = None,
    people: Annotated[
        str | None, typer.Option(metavar="YES|NO", help="Whether it is for the members of pairs and teams.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take it out of the table.")] = False,
) -> None:
    """Add a prize to the table, change one, or take it out."""
    from ..desk.prizes import EditPrize, edit
    from .views.prizes import table_text

    typed = {"list": players, "order": order, "place": place, "value": value, "currency": currency} | {
        "thing": thing,
        "besides": besides,
        "people": people,
    }
    cells = {title: text for title, text in typed.items() if text is not None}
    done = done_at(path, lambda state: edit(state, EditPrize(name, cells, remove)))
    say(table_text(done.value))
