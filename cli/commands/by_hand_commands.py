"""The command that pairs a round by hand: by-hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import AsJson, Dir, carried_out, desk, echo, echo_json, echo_notes, example, progress
from ..request_options import build

if TYPE_CHECKING:
    from ...desk.options import Options
    from ...desk.outcome import Outcome
    from ...desk.rounds.pair_by_hand import EndByHand, HandPairingAnswer
    from ...model.tournament.tournament import Tournament

commands = typer.Typer()


@commands.command("by-hand", epilog=example("by-hand spring", "by-hand spring --end"))
def by_hand(
    path: Dir,
    end: Annotated[bool, typer.Option("--end", help="End it: compare with the engine's round, and choose.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="End it and keep your round.")] = False,
    engine: Annotated[bool, typer.Option("--engine", help="End it and take the engine's round.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only compare with the engine's round.")] = False,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="Time limit for the engine's round.")
    ] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Pair the last round by hand; at the end, compare it with the engine's round.

    Until you end it, swap, board and move ask nothing, and nothing else changes the round.
    """
    from ...desk.options import Options
    from ...desk.rounds.pair_by_hand import EndByHand

    if not (end or keep or engine or dry_run):
        _begin(path)
        return
    compared = _compared(path, Options(seconds), as_json)
    if not dry_run:
        asked = build(EndByHand, keep=_kept(compared, keep, engine), seconds=seconds, seen=compared.state.revision)
        _end(path, asked, as_json)


def _begin(path: Path) -> None:
    """Begin, and say what holds from now on."""
    from ...desk.rounds.pair_by_hand import BEGIN_BY_HAND
    from ...desk.verb import Change

    done = carried_out(path, BEGIN_BY_HAND, build(Change))
    echo(f"Round {done.value}: `swap`, `board` and `move` change it and ask nothing until you end that.")
    echo_notes(done.outcome)


def _compared(path: Path, options: Options, as_json: bool) -> Outcome[HandPairingAnswer]:
    """The round by hand beside the engine's, printed."""
    from ...desk.rounds.pair_by_hand import compare

    with progress("drawing the engine's round …"):
        compared = desk(path).ask(lambda state: compare(state, options))
    if as_json:
        echo_json(compared.value)
    else:
        for line in compared_lines(compared.value, compared.state.tournament):
            echo(line)
    return compared


def _kept(compared: Outcome[HandPairingAnswer], keep: bool, engine: bool) -> bool:
    """Whether the round by hand is to be kept: by option, because both are the same, or as somebody answers."""
    from ...model.errors import InputError, contradicted
    from ..common import chosen, on_terminal

    if keep and engine:
        raise contradicted("engine", "of your round and the engine's only one can stay")
    if keep or engine or compared.value.same:
        return not engine
    if not on_terminal():
        raise InputError("say which round is to stay: --keep or --engine")
    return chosen("Keep your round, or take the engine's? [keep/engine; Enter: go on by hand]", ("keep", "engine")) == 0


def _end(path: Path, asked: EndByHand, as_json: bool) -> None:
    """End it, on the round that was compared, and say what stands."""
    from ...desk.rounds.pair_by_hand import END_BY_HAND, ended_text

    with progress("ending …"):
        done = carried_out(path, END_BY_HAND, asked)
    if not as_json:
        echo(ended_text(done.value.kept, done.value.number, done.value.cost))
    echo_notes(done.outcome)


def compared_lines(found: HandPairingAnswer, tournament: Tournament) -> Iterator[str]:
    """What both rounds cost, the boards that differ with their price, and the rules broken by hand."""
    from ...desk.rounds.pair_by_hand import difference_text, exchange_lines

    yield f"Round {found.round} by hand: {difference_text(found)}."
    yield from exchange_lines(found, tournament)
    players = tournament.by_id()
    for one in found.terms:
        white, black = players[one.white].label, players[one.black].label
        yield f"  by hand: {white} (White) – {black}, handicap {one.handicap}"
    yield from (f"  broken by hand: {rule.text}" for rule in found.broken)
