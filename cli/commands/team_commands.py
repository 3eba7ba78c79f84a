"""Commands about cups and teams: cup, line-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import AsJson, Dir, agreed, desk, done_at, echo, echo_json, echo_notes, example
from ..output import room_of_terminal
from ..request_options import takes

if TYPE_CHECKING:
    from pathlib import Path

    from ...desk.cups import CupRequest, CupShown
    from ...desk.rounds.line_ups import LineUp
    from ...model.tournament.tournament import Tournament

commands = typer.Typer()

_MAKE = "cup spring U12 --who category=U12"


@commands.command("cup", epilog=example(_MAKE, "cup spring U12 --advance Meier"))
def cup(
    path: Dir,
    name: Annotated[str, typer.Argument(metavar="CUP", help="Name of a cup, such as U12.")] = "",
    size: Annotated[int | None, typer.Option(metavar="N", help="Players in it, 4 to 64.", show_default=False)] = None,
    first: Annotated[
        int | None, typer.Option(metavar="N", help="The round of its first games.", show_default=False)
    ] = None,
    rounds: Annotated[
        str | None,
        typer.Option(metavar="ROUNDS", help="The rounds in which it plays, such as 5,7,9.", show_default=False),
    ] = None,
    who: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN=VALUE", help="Who may be in it: category=U12, rank=3d-1k, born=2014-, band=0."),
    ] = None,
    seeding: Annotated[
        str | None,
        typer.Option(metavar="BY", help="Seeds by rating, rank, start, standings or given.", show_default=False),
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(metavar="N", help="The round whose standings seed it; by default the one before."),
    ] = None,
    groups: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Take the same number from each group in this column.")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="Exactly these players, the best seed first.")
    ] = None,
    third_place: Annotated[
        bool | None,
        typer.Option("--third-place/--no-third-place", help="Match for third place.", show_default=False),
    ] = None,
    counts: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            help="Games that count in the tournament: all, none, before-semifinals.",
            show_default=False,
        ),
    ] = None,
    handicap: Annotated[
        bool | None,
        typer.Option("--handicap/--even", help="Handicaps as elsewhere, or even games.", show_default=False),
    ] = None,
    advance: Annotated[str, typer.Option(metavar="PLAYER", help="This player advances from the open match.")] = "",
    nobody: Annotated[str, typer.Option(metavar="PLAYER", help="Nobody advances from this player's match.")] = "",
    by_result: Annotated[
        str, typer.Option(metavar="PLAYER", help="The result of this player's match decides again.")
    ] = "",
    remove: Annotated[bool, typer.Option("--remove", help="Remove the cup; its games stay.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Remove it even if it has begun.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the cups (knock-outs inside the tournament), make or change one, or say who advances."""
    from ...desk.cups import CupRequest, rounds_read

    played = None if rounds is None else rounds_read(rounds)
    request = CupRequest(
        name=name,
        size=size,
        first=first,
        who=who,
        seeding=seeding,
        after=after,
        groups=groups,
        players=player,
        third_place=third_place,
        counts=counts,
        handicap=handicap,
        in_rounds=played,
    )
    if remove:
        _remove(path, name, anyway)
    elif decided := advance or nobody or by_result:
        _decide(path, name, decided, bool(nobody), bool(by_result))
    elif request != CupRequest(name=name):
        _set(path, request)
    else:
        _show(path, name, as_json)


def _remove(path: Path, name: str, anyway: bool) -> None:
    from ...desk.cups import RemoveCupRequest, remove
    from ..common import confirm_and_retry

    done = confirm_and_retry(
        lambda yes: done_at(path, lambda state: remove(state, RemoveCupRequest(name=name, anyway=yes))),
        anyway,
        "Remove it anyway?",
    )
    echo(f"The cup {done.value} is removed.")
    echo_notes(done.outcome)


def _decide(path: Path, name: str, player: str, nobody: bool, by_result: bool) -> None:
    from ...desk.cups import DecideRequest, decide
    from ...desk.words.cups import match_line

    request = DecideRequest(name=name, player=player, nobody=nobody, by_result=by_result)
    done = done_at(path, lambda state: decide(state, request))
    echo(match_line(done.value, done.after.tournament))
    echo_notes(done.outcome)


def _set(path: Path, request: CupRequest) -> None:
    from ...desk.cups import set_cup

    done = done_at(path, lambda state: set_cup(state, request))
    echo(cup_text(done.value, done.after.tournament))
    echo_notes(done.outcome)


def _show(path: Path, name: str, as_json: bool) -> None:
    from ...desk.cups import cup_named, cups, shown

    outcome = desk(path).ask(cups)
    tournament, found = outcome.state.tournament, outcome.value
    if name:
        found = [shown(cup_named(tournament, name), tournament)]
    if as_json:
        from ...desk.answers.cups import cup_answer

        echo_json([cup_answer(one, tournament) for one in found])
        return
    echo(cups_text(found, tournament))


@commands.command("line-up", epilog=example("line-up teams", "line-up teams Ulm 1 3 2 - --round 2"))
@takes("rounds.line_ups:LineUp", words=("who", "people"), who="")
def line_up(path: Dir, asked: LineUp) -> None:
    """Show who sits at the boards of a round, or seat a team by hand; the word roster seats it as registered."""
    from ...desk.rounds.line_ups import LINE_UP, line_ups
    from ..board_texts import line_up_lines

    if not asked.people:
        found = desk(path).ask(lambda state: line_ups(state, asked.round, asked.who))
        for line in line_up_lines(found.value, found.state.tournament):
            echo(line)
        return
    done = agreed(path, LINE_UP, asked, "Seat them so anyway?")
    for line in line_up_lines([done.value], done.after.tournament):
        echo(line)


def cups_text(found: Sequence[CupShown], tournament: Tournament) -> str:
    """Every cup, or that there is none."""
    if not found:
        return "There is no cup; `mcmahon cup --help` says how to make one."
    return "\n\n".join(cup_text(one, tournament) for one in found)


def cup_text(one: CupShown, tournament: Tournament) -> str:
    """A cup: what it is, its tree, and what is open."""
    from ...desk.words.cups import cup_lines

    return "\n".join(cup_lines(one, tournament, room_of_terminal()))
