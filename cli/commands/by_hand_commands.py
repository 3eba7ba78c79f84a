"""The command that pairs a round by hand: by-hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from typer import Option, Typer

from ...desk.options import Options
from ...desk.rounds.pair_by_hand import (
    BEGIN_BY_HAND,
    END_BY_HAND,
    EndByHand,
    HandPairingAnswer,
    compare,
    difference_text,
    ended_text,
    exchange_lines,
)
from ...desk.verb import Change, Outcome, build
from ...model.errors import contradicted
from ...model.tournament.tournament import Tournament
from ..common import ask, carried_out, chosen, echo_or_json, echo_outcome
from ..request_options import AsJson, Dir, example

commands = Typer()


@commands.command("by-hand", epilog=example("by-hand spring", "by-hand spring --end"))
def by_hand(
    path: Dir,
    end: Annotated[bool, Option("--end", help="End it: compare with the engine's round, and choose.")] = False,
    keep: Annotated[bool, Option("--keep", help="End it and keep your round.")] = False,
    engine: Annotated[bool, Option("--engine", help="End it and take the engine's round.")] = False,
    dry_run: Annotated[bool, Option("--dry-run", help="Only compare with the engine's round.")] = False,
    seconds: Annotated[float, Option(metavar="SECONDS", min=0.1, help="Time limit for the engine's round.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Pair the last round by hand; at the end, compare it with the engine's round.

    Until you end it, swap, board and move ask nothing, and nothing else changes the round.
    """
    if not (end or keep or engine or dry_run):
        begun = carried_out(path, BEGIN_BY_HAND, build(Change))
        said = f"Round {begun.value}: `swap`, `board` and `move` change it and ask nothing until you end that."
        echo_outcome(begun.outcome, said)
        return
    compared = ask(path, lambda state: compare(state, Options(seconds)), "drawing the engine's round …")
    echo_or_json(as_json, compared.value, *compared_lines(compared.value, compared.state.tournament))
    if dry_run:
        return
    asked = build(EndByHand, keep=_kept(compared, keep, engine), seconds=seconds, seen=compared.state.revision)
    ended = carried_out(path, END_BY_HAND, asked, "ending …")
    text = ended_text(ended.value.kept, ended.value.number, ended.value.cost)
    echo_outcome(ended.outcome, *([] if as_json else [text]))


def _kept(compared: Outcome[HandPairingAnswer], keep: bool, engine: bool) -> bool:
    """Whether the round by hand is to be kept: by option, because both are the same, or as somebody answers."""
    if keep and engine:
        raise contradicted("engine", "of your round and the engine's only one can stay")
    if keep or engine or compared.value.same:
        return not engine
    question = "Keep your round, or take the engine's? [keep/engine; Enter: go on by hand]"
    return chosen(question, ("keep", "engine"), "say which round is to stay: --keep or --engine") == "keep"


def compared_lines(found: HandPairingAnswer, tournament: Tournament) -> Iterator[str]:
    """What both rounds cost, the boards that differ with their price, and the rules broken by hand."""
    yield f"Round {found.round} by hand: {difference_text(found)}."
    yield from exchange_lines(found, tournament)
    players = tournament.by_id()
    for one in found.terms:
        white, black = players[one.white].label, players[one.black].label
        yield f"  by hand: {white} (White) – {black}, handicap {one.handicap}"
    yield from (f"  broken by hand: {rule.text}" for rule in found.broken)
