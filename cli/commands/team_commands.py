"""Commands about cups and teams: cup, line-up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option, Typer

from ...desk.messages.cup_texts import head, match_line, open_text, tree_lines
from ...desk.verb import build
from ...model.tournament.tournament import Tournament
from ..common import agreed, ask, carried_out, echo, echo_or_json, echo_outcome
from ..output import room_of_terminal
from ..request_options import AsJson, Dir, example, takes

if TYPE_CHECKING:
    from ...desk.placing import run_cups
    from ...desk.rounds.seat_teams import LineUp

commands = Typer()

_MAKE = "cup spring U12 --who category=U12"


@commands.command("cup", epilog=example(_MAKE, "cup spring U12 --advance Meier"))
@takes(
    "placing.run_cups:CupRequest",
    without=("in_rounds",),
    names={
        "players": ("--player",),
        "third_place": ("--third-place/--no-third-place",),
        "handicap": ("--handicap/--even",),
    },
    words=("name",),
    name="",
)
def cup(
    path: Dir,
    asked: run_cups.CupRequest,
    rounds: Annotated[str | None, Option(metavar="ROUNDS", help="The rounds in which it plays, such as 5,7,9.")] = None,
    advance: Annotated[str, Option(metavar="PLAYER", help="This player advances from the open match.")] = "",
    nobody: Annotated[str, Option(metavar="PLAYER", help="Nobody advances from this player's match.")] = "",
    by_result: Annotated[str, Option(metavar="PLAYER", help="The result of this player's match decides again.")] = "",
    stage: Annotated[
        int, Option(metavar="N", help="Of that player's match, the round of the cup; by default the open match.")
    ] = 0,
    remove: Annotated[bool, Option("--remove", help="Remove the cup; its games stay.")] = False,
    anyway: Annotated[bool, Option("--anyway", help="Remove it even if it has begun.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the cups (knock-outs inside the tournament), make or change one, or say who advances."""
    from ...desk.placing import run_cups

    name = asked.name
    request = asked if rounds is None else asked.but(in_rounds=tuple(run_cups.rounds_read(rounds)))
    if remove:
        removed = agreed(
            path, run_cups.REMOVE_CUP, build(run_cups.RemoveCupRequest, name=name, anyway=anyway), "Remove it anyway?"
        )
        echo_outcome(removed.outcome, f"The cup {removed.value} is removed.")
    elif who := advance or nobody or by_result:
        given = {"nobody": bool(nobody), "by_result": bool(by_result), "stage": stage}
        decided = carried_out(path, run_cups.DECIDE, build(run_cups.DecideRequest, name=name, player=who, **given))
        echo_outcome(decided.outcome, match_line(decided.value, decided.after.tournament))
    elif request != build(run_cups.CupRequest, name=name):
        made = carried_out(path, run_cups.CUP, request)
        echo_outcome(made.outcome, cups_text([made.value], made.after.tournament))
    else:
        _show(path, name, as_json)


def _show(path: Path, name: str, as_json: bool) -> None:
    from ...desk.placing import run_cups

    outcome = ask(path, run_cups.cups)
    tournament, found = outcome.state.tournament, outcome.value
    if name:
        found = [run_cups.shown(run_cups.cup_named(tournament, name), tournament)]
    echo_or_json(as_json, [run_cups.cup_answer(one, tournament) for one in found], cups_text(found, tournament))


@commands.command("line-up", epilog=example("line-up teams", "line-up teams Ulm 1 3 2 - --round 2"))
@takes("rounds.seat_teams:LineUp", words=("who", "people"), who="")
def line_up(path: Dir, asked: LineUp) -> None:
    """Show who sits at the boards of a round, or seat a team by hand; the word roster seats it as registered."""
    from ...desk.rounds.seat_teams import LINE_UP, line_ups
    from ..board_texts import line_up_lines

    if asked.people:
        done = agreed(path, LINE_UP, asked, "Seat them so anyway?")
        found, tournament = [done.value], done.after.tournament
    else:
        outcome = ask(path, lambda state: line_ups(state, asked.round, asked.who))
        found, tournament = [*outcome.value], outcome.state.tournament
    echo(*line_up_lines(found, tournament))


def cups_text(found: Sequence[run_cups.CupShown], tournament: Tournament) -> str:
    """Every cup, or that there is none."""
    if not found:
        return "There is no cup; `mcmahon cup --help` says how to make one."
    return "\n\n".join("\n".join(cup_lines(one, tournament, room_of_terminal())) for one in found)


def cup_lines(one: run_cups.CupShown, tournament: Tournament, room: int = 0) -> list[str]:
    """A cup in lines, with its tree, or a line for each match if the tree is wider than the room."""
    found = one.bracket
    lines = [head(one.cup)]
    if one.fault:
        return [*lines, one.fault]
    if not one.kept:
        known = "by what is known now" if one.known else "if it began now"
        lines.append(f"Its players are chosen when round {one.cup.first} is drawn; {known}:")
    tree = tree_lines(found, tournament)
    if 0 < room < max(map(len, tree), default=0):
        tree = [match_line(match, tournament) for own in found.by_round() for match in own]
    lines += ["", *tree]
    if found.third is not None:
        lines.append(match_line(found.third, tournament))
    lines += [open_text(match, tournament) for match in one.to_decide]
    return lines
