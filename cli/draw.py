"""The command that draws a round: pair."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    AsJson,
    Dir,
    complain,
    desk,
    done_at,
    example,
    progress,
    quoted,
    say,
    say_json,
    tell,
    tell_slow_rounds,
    warn,
)
from .stopping import stoppable

if TYPE_CHECKING:
    from ..desk.options import Clock
    from ..desk.outcome import Outcome
    from ..desk.rounds.next_round import Draw, DrawDone
    from ..model.records.state import State
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()

Profile = Annotated[
    str, typer.Option(metavar="NAME|FILE", help="Weight profile: its name, or a TOML file of your own.")
]
Force = Annotated[list[str] | None, typer.Option(metavar="PLAYER:PLAYER", help="Pair these two players.")]
Forbid = Annotated[list[str] | None, typer.Option(metavar="PLAYER:PLAYER", help="Do not pair these two players.")]
Bye = Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Give this player the bye.")]
Relax = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="A hard rule that may be broken if there is no legal round.")
]
Seed = Annotated[int | None, typer.Option(metavar="N", min=0, help="A new seed for the lotteries of the tournament.")]
TwoByes = Annotated[
    bool, typer.Option("--two-byes", help="Allow a second bye, which --bye needs if the number of players is even.")
]
Again = Annotated[
    bool, typer.Option("--again", help="Draw the last round again although it is published; it must have no result.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Drop --force, --forbid, --bye and --relax of the draft before.")]
EngineOption = Annotated[
    str,
    typer.Option(
        metavar="ENGINE",
        help="What finds the round: matching, cp-sat, or both, the former with a second opinion of the latter. By "
        "default that of the setting pairing.engine.",
    ),
]
Certificate = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the proof: .json, or .npz with all costs.")
]
Parameters = Annotated[Path | None, typer.Option(metavar="FILE", help="Parameters of the search, from a TOML file.")]


@commands.command(epilog=example("pair spring", "pair spring --force 3:17 --bye 8"))
def pair(
    path: Dir,
    profile: Profile = "",
    force: Force = None,
    forbid: Forbid = None,
    bye: Bye = None,
    relax: Relax = None,
    seed: Seed = None,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="Time limit.")] = 60.0,
    missing_results: Annotated[
        bool, typer.Option("--missing-results", help="Draw although results are missing.")
    ] = False,
    two_byes: TwoByes = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the draw, write nothing.")] = False,
    again: Again = False,
    fresh: Fresh = False,
    engine: EngineOption = "",
    certificate: Certificate = None,
    parameters: Parameters = None,
    as_json: AsJson = False,
) -> None:
    """Draw the next round, or draw the draft again. It stays a draft until you publish it with publish-round."""
    begin = time.perf_counter()
    from ..desk.options import Clock, split_pair
    from ..desk.profiles import profile_named
    from ..desk.rounds.next_round import Draw

    clock = Clock(seconds)
    request = Draw(
        profile_named(profile, path) if profile else None,
        [split_pair(text) for text in force or ()],
        [split_pair(text) for text in forbid or ()],
        bye or (),
        relax or (),
        seed,
        missing_results,
        two_byes,
        certificate,
        again,
        fresh,
        path,
        engine,
    )
    outcome = _drawn(path, request, clock, parameters, dry_run, as_json)
    _tell_draw(path, outcome, time.perf_counter() - begin, dry_run, certificate, as_json)
    _tell_stopped(clock, outcome.value, dry_run)
    _tell_certificate(outcome.value, None if as_json else certificate, path)


def _drawn(
    path: Path, request: Draw, clock: Clock, parameters: Path | None, dry_run: bool, as_json: bool
) -> Outcome[DrawDone]:
    """The draw, written unless it is a dry run; Ctrl-C stops its clock."""
    from ..desk.options import Options, parameters_in
    from ..desk.rounds.next_round import draw

    options = Options(clock=clock, parameters=parameters_in(parameters))

    def case(state: State) -> Outcome[DrawDone]:
        with (
            progress(f"drawing {len(state.tournament.players)} players …"),
            _told_infeasible(state.tournament, as_json),
        ):
            return stoppable(clock, lambda: draw(state, request, options))

    return desk(path).ask(case) if dry_run else done_at(path, case).outcome


def _tell_draw(
    path: Path, outcome: Outcome[DrawDone], seconds: float, dry_run: bool, certificate: Path | None, as_json: bool
) -> None:
    """Write the certificate, and print the draw: the boards, the cost, notes for the director."""
    from ..desk.answers.draw import draw_answer
    from ..desk.words.drafts import change_lines
    from .hints import note_lines
    from .views.draw import draw_text

    done = outcome.value
    if certificate is not None:
        from ..desk.rounds.proof.verifying import write_certificate

        write_certificate(done.drawn, certificate)  # before printing, as the pipe may be closed
    tournament = done.drawn.tournament
    changed = [] if dry_run else change_lines(done.changed, tournament)
    notes = note_lines(outcome.notes, tournament)
    if as_json:
        say_json(draw_answer(done.drawn, changed, notes, seconds))
        return
    text = draw_text(done.drawn, changed, seconds)
    say(text)
    tell(notes)
    tell_slow_rounds()
    if not dry_run:
        _tell_next(path, done.drawn.round.number, [text, *notes])


def _tell_next(path: Path, number: int, said: list[str]) -> None:
    """What to do with the draft, and how to see its boards again where they have left a low terminal."""
    from .folding import too_long

    publish = f"`mcmahon publish-round {quoted(path)}`"
    say(f"This is a draft. To publish it, run {publish}, or enter a result with --round {number}.")
    if too_long(said):
        say(f"To see the boards again: mcmahon show {quoted(path)}")


def _tell_stopped(clock: Clock, done: DrawDone, dry_run: bool) -> None:
    pairing = done.drawn.pairing
    if clock.stopped and not (pairing.optimal and pairing.tie_proven):
        warn(
            "stopped by Ctrl-C: this is the best pairing found so far"
            + ("" if dry_run else "; it was saved as a draft")
        )


def _tell_certificate(done: DrawDone, certificate: Path | None, path: Path) -> None:
    if certificate is None:
        return
    check = f"mcmahon verify {quoted(certificate)}" + (f" {quoted(path)}" if certificate.suffix == ".json" else "")
    what = "proof" if done.drawn.pairing.optimal else "bound, without a proof of optimality,"
    say(f"The {what} is in {certificate}; to check it: {check}")


@contextmanager
def _told_infeasible(tournament: Tournament, as_json: bool) -> Iterator[None]:
    """Print why a round has no pairing, with the names of the players; with --json also as JSON."""
    from ..model.judging.no_pairing import NoPairingError

    try:
        yield
    except NoPairingError as error:
        from ..desk.answers.draw import no_pairing_answer
        from ..desk.words.no_pairing import no_pairing_text

        if as_json:
            say_json(no_pairing_answer(error, tournament))
        complain(no_pairing_text(error, tournament))
        raise typer.Exit(error.exit_code) from None
