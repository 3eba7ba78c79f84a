"""Commands about prizes: prizes, prize."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option, Typer

from ...desk.messages.prize_texts import amount_text, list_text, loss_texts, totals_text, worth_text
from ...desk.messages.written_values import winner_name
from ...desk.placing.give_prizes import (
    ANNOUNCE_PRIZES,
    PRIZE,
    REMOVE_PRIZE,
    AnnouncePrizes,
    ExplainedPrizesAnswer,
    ExplainPrizes,
    PrizeRequest,
    PrizesFound,
    RemovePrizeRequest,
    explain,
    prizes_answer,
    replace_table,
    table_file,
)
from ...desk.placing.give_prizes import prizes as given
from ...desk.verb import build
from ...model.errors import InputError
from ...model.language import counted
from ...model.tournament.person import regulars
from ...model.tournament.tournament import Tournament, entrants_and_people
from ..common import ask, carried_out, check_to, done_at, echo, echo_json, echo_or_json, write_to
from ..output import columns
from ..request_options import AsJson, Dir, ToFile, example, takes

if TYPE_CHECKING:
    from ...model.prizes.prize import Prize
    from ...model.prizes.told import PrizeLine

commands = Typer()


@commands.command(epilog=example("prizes spring --why 17", "prizes spring --announce"))
@takes("placing.give_prizes:AnnouncePrizes")
def prizes(
    path: Dir,
    why: Annotated[str, Option(metavar="PLAYER", help="Explain which prizes this player gets, and why.")] = "",
    prize: Annotated[str, Option(metavar="NAME", help="With --why: only this prize.")] = "",
    read_out: Annotated[bool, Option("--read-out", help="Print in the order of reading, first the smallest.")] = False,
    announce: Annotated[bool, Option("--announce", help="Keep this list as announced, for pages too.")] = False,
    *,
    asked: AnnouncePrizes,
    table: Annotated[Path | None, Option(metavar="FILE", help="Take the table of prizes from a CSV file.")] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, Option("--csv", help="Print CSV.")] = False,
    to: ToFile = None,
) -> None:
    """Show who gets which prize, and why; announce the list."""
    _check((why, prize, announce, asked.take_back, table), (as_json, as_csv, read_out))
    check_to(to, as_json or as_csv or read_out or bool(why))
    if why:
        _explain(path, why, prize, as_json)
        return
    if table is not None:
        taken = table_file(table)
        done_at(path, lambda state: replace_table(state, taken))
    changes = announce or asked.take_back
    outcome = carried_out(path, ANNOUNCE_PRIZES, asked).outcome if changes else ask(path, given)
    form = to or ("json" if as_json else "csv" if as_csv else "read out" if read_out else "")
    _tell(outcome.value, outcome.state.tournament, form)


def _check(asked: tuple[str, str, bool, bool, Path | None], forms: tuple[bool, bool, bool]) -> None:
    """Raise InputError for options that do not go together."""
    why, prize, *others = asked
    if sum(forms) > 1:
        raise InputError("--json, --csv and --read-out cannot be used together")
    if (prize and not why) or (why and (any(others) or any(forms[1:]))) or (others[0] and others[1]):
        raise InputError("--prize needs --why; --why, --announce and --take-back cannot be used together")


def _tell(found: PrizesFound, tournament: Tournament, form: str | Path) -> None:
    """Print who gets what as text, `json`, `csv` or to `read out`, or write it to a file."""
    from ...desk.files.grids import grid_csv, prizes_grid

    if isinstance(form, Path):
        write_to(form, prizes_grid(tournament, found))
    elif form == "json":
        echo_json(prizes_answer(found, tournament))
    elif form == "csv":
        sys.stdout.write(grid_csv(prizes_grid(tournament, found)))
    else:
        echo((read_out_text if form else prizes_text)(found, tournament))


def _explain(path: Path, player: str, prize: str, as_json: bool) -> None:
    """Print why a player gets prizes or not."""
    outcome = ask(path, lambda state: explain(state, build(ExplainPrizes, player=player, prize=prize)))
    echo_or_json(as_json, outcome.value, explained_text(outcome.value, outcome.state.tournament))


@commands.command(epilog=example("prize spring Cup --thing 'a cup'", "prize spring Cup --list women=yes"))
@takes("placing.give_prizes:PrizeRequest")
def prize(
    path: Dir,
    asked: PrizeRequest,
    remove: Annotated[bool, Option("--remove", help="Take it out of the table.")] = False,
) -> None:
    """Add a prize to the table, change one, or take it out."""
    if remove:
        done = carried_out(path, REMOVE_PRIZE, build(RemovePrizeRequest, name=asked.name))
    else:
        done = carried_out(path, PRIZE, asked)
    echo(table_text(done.value))


def prizes_text(found: PrizesFound, tournament: Tournament) -> str:
    """Who gets what, the greatest prize first; what nobody gets, and what differs from the announced list."""
    rows = []
    for lines in reversed(found.now.groups()):
        for line in lines:
            p = found.people[line.player]
            shared = f"{line.prize}, shared" if line.shared else line.prize
            name = winner_name(p.id, tournament)
            rows.append([shared if line is lines[0] else "", amount_text(line), name, p.rank_name, p.club])
    parts = [heading(found, tournament), columns(["Prize", "Gets", "Player", "Rank", "Club"], rows)]
    parts += [f"Money: {totals}"] if (totals := totals_text(found.awards, tournament)) else []
    if found.awards.left:
        parts.append(f"Nobody gets: {', '.join(prize.name for prize in found.awards.left)}")
    return "\n".join([*parts, *change_lines(found, tournament)])


def heading(found: PrizesFound, tournament: Tournament) -> str:
    """The line above the prizes; it says if they can still change."""
    provisional = "; provisional: rounds or results are missing" if found.now.provisional else ""
    return f"{tournament.settings.name}: prizes after round {found.now.after_round}{provisional}"


def change_lines(found: PrizesFound, tournament: Tournament) -> list[str]:
    """What differs from the announced list; that it is announced, if nothing does."""
    if found.before is None:
        return []
    if not found.changes:
        return ["This list is announced."]
    head = f"Differs from the list announced after round {found.before.after_round}:"
    return [head, *(f"  {text}" for text in loss_texts(found.changes, tournament))]


def read_out_text(found: PrizesFound, tournament: Tournament) -> str:
    """The prizes in the order of reading, the smallest first."""

    def winner(line: PrizeLine) -> str:
        p = found.people[line.player]
        team = found.entrants[p.id].name if p.id in found.entrants else ""
        people = f" ({', '.join(m.name for m in regulars(p.members))})" if p.members else ""
        return f"  {', '.join(filter(None, (p.name + people, p.rank_name, p.club, team)))}: {amount_text(line)}"

    parts = [heading(found, tournament)]
    for lines in found.now.groups():
        parts += ["", lines[0].prize + (", shared" if lines[0].shared else ""), *map(winner, lines)]
    return "\n".join(parts)


def explained_text(explained: ExplainedPrizesAnswer, tournament: Tournament) -> str:
    """Why a player gets prizes or not, a line for each."""
    player = entrants_and_people(tournament)[explained.id]
    head = f"{winner_name(player.id, tournament)}, {player.rank_name}: prizes after round {explained.after_round}"
    provisional = ", provisional" if explained.provisional else ""
    return "\n".join([head + provisional, *(f"  {one.text}" for one in explained.reasons)])


def table_text(prizes: Sequence[Prize]) -> str:
    """The table of prizes."""
    if not prizes:
        return "The table of prizes is empty."
    rows = [[prize.name, worth_text(prize), list_text(prize)] for prize in prizes]
    return f"{counted(len(prizes), 'prize')}\n" + columns(["Prize", "Value", "For"], rows)
