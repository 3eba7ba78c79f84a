"""The command that draws a round: pair."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, Dir, change_of, folder, progress, quoted, say, warn

if TYPE_CHECKING:
    from ..drawing import Drawn, Terms
    from ..io.folder.folder import State
    from ..model.pairing.draw import Locks
    from ..model.tournament.tournament import Tournament
    from ..solver.clock import Clock

commands = typer.Typer()


Profile = Annotated[str, typer.Option(help="Weight profile: a name, or a TOML file of your own.")]
Force = Annotated[list[str] | None, typer.Option(metavar="A:B", help="These two meet.")]
Forbid = Annotated[list[str] | None, typer.Option(metavar="A:B", help="These two do not meet.")]
Bye = Annotated[list[str] | None, typer.Option(metavar="A", help="This player has the bye.")]
Relax = Annotated[list[str] | None, typer.Option(metavar="RULE", help="A rule to break where no legal round is.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Set another seed for the tournament's lotteries.")]
TwoByes = Annotated[bool, typer.Option(help="With --bye in an even field: somebody else gets a bye too.")]
Certificate = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the proof: .json, or .npz with all costs.")
]


@commands.command()
def pair(
    path: Dir,
    profile: Profile = "",
    force: Force = None,
    forbid: Forbid = None,
    bye: Bye = None,
    relax: Relax = None,
    seed: Seed = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Longest time to search.")] = 60.0,
    missing_results: Annotated[bool, typer.Option(help="Draw although results are missing.")] = False,
    two_byes: TwoByes = False,
    dry_run: Annotated[bool, typer.Option(help="Show the draw without writing it.")] = False,
    certificate: Certificate = None,
    as_json: AsJson = False,
) -> None:
    """Draw the next round, or the draft again. It stays a draft until publish-round or the first result."""
    begin = time.perf_counter()
    from ..drawing import Terms, next_round
    from ..io.certificates import check_target
    from ..profiles import profile_named, profile_of
    from ..solver.clock import Clock

    clock = Clock(seconds)

    def draw(state: State) -> Drawn:
        tournament = state.tournament
        count = len(tournament.entrants(next_round(tournament)))
        if certificate is not None:
            check_target(certificate, count)
        locks = _locks(tournament, force or [], forbid or [], bye or [])
        _ask_about_two_byes(tournament, locks.bye, two_byes)
        own = profile_named(profile, path) if profile else profile_of(tournament, path)
        terms = Terms(own, locks, relax or (), missing_results)
        with progress(f"drawing {count} players …"), _infeasible_as_json(as_json):
            return _stoppable(state, terms, clock)

    settings = {} if seed is None else {"seed": seed}
    drawn, changed = _draw_only(path, draw, settings) if dry_run else _draw_into(path, draw, settings)
    seconds_of = {**drawn.pairing.seconds, "total": time.perf_counter() - begin}
    drawn = replace(drawn, pairing=replace(drawn.pairing, seconds=seconds_of))
    if certificate is not None:
        from ..verifying import write_certificate

        write_certificate(drawn, certificate)  # before anything is printed, into a pipe that may be closed
    _print_draw(drawn, changed, as_json, path, dry_run)
    if clock.stopped and not (drawn.pairing.optimal and drawn.pairing.tie_proven):
        warn("stopped by Ctrl-C: this is the best pairing found so far" + ("" if dry_run else ", kept as a draft"))
    if certificate is not None and not as_json:
        _tell_certificate(drawn, certificate, path)


def _draw_only(path: Path, draw: Callable[[State], Drawn], settings: Mapping[str, Any]) -> tuple[Drawn, list[str]]:
    """A draw by such settings; nothing is written, so nothing changes."""
    return draw(folder(path).read().with_settings(settings)), []


def _draw_into(path: Path, draw: Callable[[State], Drawn], settings: Mapping[str, Any]) -> tuple[Drawn, list[str]]:
    """A draw by such settings, written as one step; and what it changes of the draft before."""
    from ..drawing import changes
    from ..model.words import counted

    with change_of(path) as change:
        before = change.tournament
        change.state = change.state.with_settings(settings)
        drawn = draw(change.state)
        number = drawn.round.number
        old = before.round(number) if number <= len(before.rounds) else None
        by_hand = sum(bool(game.by_hand) for game in old or ())
        if by_hand:
            warn(f"{counted(by_hand, 'board')} changed by hand {'is' if by_hand == 1 else 'are'} drawn anew")
        change.tournament = drawn.tournament
        change.state = change.state.with_record(number, drawn.record)
    return drawn, changes(old, drawn.round, drawn.tournament)


def _locks(tournament: Tournament, force: Sequence[str], forbid: Sequence[str], bye: Sequence[str]) -> Locks:
    """What the options settle by hand. Raises InputError."""
    from ..model.pairing.draw import Locks, parse_pair

    return Locks(
        tuple(parse_pair(text, tournament) for text in force),
        tuple(parse_pair(text, tournament) for text in forbid),
        tuple(tournament.find(text).id for text in bye),
    )


def _tell_certificate(drawn: Drawn, certificate: Path, path: Path) -> None:
    check = f"mcmahon verify {quoted(certificate)}" + (f" {quoted(path)}" if certificate.suffix == ".json" else "")
    what = "proof" if drawn.pairing.optimal else "bound, but no proof of optimality,"
    say(f"The {what} is in {certificate}; to check it: {check}")


def _stoppable(state: State, terms: Terms, clock: Clock) -> Drawn:
    """Draw so that Ctrl-C stops the clock, and the best so far comes back; a second Ctrl-C ends the program."""
    import signal
    import threading

    from ..drawing import draw_round
    from ..model.errors import NoAnswerError
    from ..solver.engine import Options

    options = Options(clock=clock)

    done: list[Drawn] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(draw_round(state.tournament, terms, options, state.records))
        except BaseException as error:
            failed.append(error)

    leave = signal.getsignal(signal.SIGINT)

    def stop(*details: Any) -> None:
        if clock.stopped and callable(leave):
            leave(*details)
        clock.stop()

    thread = threading.Thread(target=run, daemon=True)
    if leave is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, stop)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(0.1)
    finally:
        signal.signal(signal.SIGINT, leave)
    if failed and clock.stopped and isinstance(failed[0], NoAnswerError):
        print("mcmahon: stopped before any pairing was found; nothing is written", file=sys.stderr)
        raise typer.Exit(130)
    if failed:
        raise failed[0]
    return done[0]


@contextmanager
def _infeasible_as_json(as_json: bool) -> Iterator[None]:
    """With --json a round that has no pairing is told as JSON too."""
    from ..model.errors import NoPairingError

    try:
        yield
    except NoPairingError as error:
        if as_json:
            data = {"status": "infeasible", "message": str(error).split("\n")[0]}
            say(
                json.dumps(
                    data | {"reasons": error.reasons, "relax": error.relax, "conflict": error.conflict},
                    ensure_ascii=False,
                    indent=1,
                )
            )
        raise


def _ask_about_two_byes(tournament: Tournament, byes: tuple[str, ...], agreed: bool) -> None:
    from ..drawing import next_round
    from ..model.errors import InputError

    count = len(tournament.entrants(next_round(tournament)))
    in_all = len(byes) + (count - len(byes)) % 2
    if byes and in_all > 1 and not agreed:
        who = ", ".join(byes)
        raise InputError(
            f"{count} players are entered: when {who} sits out, {in_all} players have a bye (somebody else gets a bye "
            "too where the rest is odd); say so with --two-byes, or use `mcmahon absent`"
        )


def _print_draw(drawn: Drawn, changed: list[str], as_json: bool, path: Path, dry_run: bool) -> None:
    from ..desk.words.rules import violation_text
    from ..io.terminal import boards_text, costs_text
    from ..model.notes import bar_text
    from ..model.placing.scores import score
    from ..model.words import first_few

    pairing, tournament = drawn.pairing, drawn.tournament
    if as_json:
        say(json.dumps(_draw_data(drawn, changed), ensure_ascii=False, indent=1))
        return
    settings = tournament.settings
    head = f"{settings.name}: round {drawn.round.number} of {settings.rounds}"
    say(f"{head}, {len(drawn.problem)} players, {bar_text(tournament)}")
    say(boards_text(tournament, drawn.round, score(tournament.before(drawn.round.number))))
    by = f"by profile {drawn.record.profile.name}: {costs_text(drawn.record.costs)}"
    proof = "proven optimal" if pairing.optimal else "not proven"
    if len(pairing.tiers) > 1:  # never added up: one comes before the next
        open_ = {t.tier: f" (at least {t.bound:,})" for t in pairing.tiers if t.cost != t.bound}
        tiers = "; ".join(f"{t.tier}: {t.cost:,}{open_.get(t.tier, '')}" for t in pairing.tiers)
        say(f"Cost by tier: {tiers}, {by}")
    else:
        say(f"Cost {pairing.cost:,} {by}")
        proof += "" if pairing.optimal else f": at least {pairing.bound:,}, gap {pairing.cost - pairing.bound:,}"
    timing = f"{pairing.seconds['total']:.2f} s, {pairing.seconds['solve']:.2f} s of them solving"
    say(f"{proof}; {timing}")
    if pairing.optimal and not pairing.tie_proven:
        say("The lottery among equals is not proven: another machine may draw other boards of the same cost.")
    if pairing.settled:
        names = {"tie": "the lottery", "breaches": "the number of broken rules"}
        what = " and ".join(names.get(name, f"the cost in tier {name}") for name in pairing.settled)
        say(f"CP-SAT has proven {what}, across a gap that the certificate leaves.")
    for line in drawn.priced:
        say(f"broken at a price: {line}")
    for violation in drawn.breaches:
        say(f"allowed: {violation_text(violation, tournament, remark=False)}")
    if changed:
        say(f"Against the draft before, new: {first_few(changed, 12, '; ')}")
    for note in drawn.notes:
        warn(note)
    if not dry_run:
        say(f"A draft until `mcmahon publish-round {quoted(path)}` or the first result.")


def _draw_data(drawn: Drawn, changed: list[str]) -> dict[str, Any]:
    """The draw as plain data; komi in points."""
    from ..desk.words.rules import violation_text

    players = drawn.tournament.by_id()
    boards = [
        {"table": g.table, "white": g.white, "black": g.black, "white_name": players[g.white].name,
         "black_name": players[g.black].name, "handicap": g.handicap, "komi": g.komi_halves / 2}
        for g in drawn.round
    ]  # fmt: skip
    pairing = drawn.pairing
    return {
        "round": drawn.round.number,
        "status": pairing.status,
        "cost": pairing.cost,
        "bound": pairing.bound,
        "tiers": [{"tier": t.tier, "cost": t.cost, "bound": t.bound} for t in pairing.tiers],
        "costs": dict(drawn.record.costs),
        "tie_break_proven": pairing.tie_proven,
        "proven_by_cp_sat": list(pairing.settled),
        "profile": drawn.record.profile.name,
        "seed": drawn.tournament.settings.seed,
        "seconds": {"total": round(pairing.seconds["total"], 4), "solve": round(pairing.seconds["solve"], 4)},
        "boards": boards,
        "bye": drawn.round.byes[0] if drawn.round.byes else None,
        "byes": list(drawn.round.byes),
        "absent": list(drawn.round.absent),
        "allowed": [violation_text(v, drawn.tournament, remark=False) for v in drawn.breaches],
        "broken_at_a_price": list(drawn.priced),
        "notes": list(drawn.notes),
        "changed": changed,
    }
