"""Commands that draw rounds, look at those to come, and check the proof of one: pair, plan, verify."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

from typer import Argument, Exit, Typer

from ...desk.failures import failure_kind
from ...desk.messages.foresight_texts import foresight_lines
from ...desk.messages.no_pairing_texts import no_pairing_text
from ...desk.messages.proof_texts import closed_text, drawn_text, terms_text, verified_lines
from ...desk.messages.rule_texts import priced_text, violation_text
from ...desk.messages.written_values import counted_entrants
from ...desk.options import Clock
from ...desk.rounds.draw.draw_answer import draw_answer, no_pairing_answer
from ...desk.rounds.draw.drawing import Drawn
from ...desk.rounds.plan.planning import PlanDone, plan_answer
from ...desk.rounds.plan.planning import plan as planned
from ...desk.rounds.show_round import bar_text, scores_before
from ...model.judging.violation import NoPairingError, Violation
from ...model.language import first_few
from ...model.notes import name_of
from ...model.records.state import State
from ...model.tournament.tournament import Tournament
from ..board_texts import boards_text, costs_text
from ..common import (
    ask,
    carried_out,
    desk,
    echo,
    echo_json,
    echo_or_json,
    echo_outcome,
    echo_slow_rounds,
    fail,
    progress,
    warn,
)
from ..output import folder, name_folder, quoted, too_long
from ..request_options import AsJson, Dir, example, takes
from ..way_texts import note_lines, remedy_lines

if TYPE_CHECKING:
    from ...desk.rounds.draw_round import Draw
    from ...desk.rounds.proof.verify_proof import Verify
    from ...model.pairing.pairing import Pairing

commands = Typer()


@commands.command(epilog=example("pair spring", "pair spring --force 3:17 --bye 8"))
@takes("rounds.draw_round:Draw", engine="")
def pair(path: Dir, asked: Draw, as_json: AsJson = False) -> None:
    """Draw the next round, or draw the draft again. It stays a draft until you publish it with publish-round."""
    begin = time.perf_counter()
    from ...desk.rounds.draw_round import DRAW

    try:
        done = carried_out(path, DRAW, asked, "drawing the round …", Clock(asked.seconds))
    except NoPairingError as error:
        _tell_why_not(error, desk(path).read().tournament, as_json)
    seconds, drawn = time.perf_counter() - begin, done.value
    if asked.certificate is not None:
        from ...desk.rounds.proof.verify_proof import write_certificate

        write_certificate(drawn, asked.certificate)  # before printing, as the pipe may be closed
    changed = () if asked.dry_run else drawn.changed
    notes = note_lines(done.outcome.notes, drawn.tournament)
    if as_json:
        echo_json(draw_answer(drawn, changed, notes, seconds))
    else:
        _tell_draw(path, asked, drawn.round.number, draw_text(drawn, done.after, changed, seconds), notes)
    if drawn.stopped and not (drawn.pairing.optimal and drawn.pairing.tie_proven):
        saved = "" if asked.dry_run else "; it was saved as a draft"
        warn(f"stopped by Ctrl-C: this is the best pairing found so far{saved}")
    if asked.certificate is not None and not as_json:
        _tell_certificate(path, asked.certificate, drawn.pairing.optimal)


def _tell_why_not(error: NoPairingError, tournament: Tournament, as_json: bool) -> NoReturn:
    """Print why a round has no pairing, with the names of the players; with --json also as JSON."""
    if as_json:
        echo_json(no_pairing_answer(error, tournament))
    fail(no_pairing_text(error, tournament), failure_kind(type(error)).exit_code)


def _tell_draw(path: Path, asked: Draw, number: int, text: str, notes: list[str]) -> None:
    """Print the draw and what to do with it; how to see its boards again if they have left a low terminal."""
    echo(text)
    warn(*notes)
    echo_slow_rounds()
    if asked.dry_run:
        return
    publish = f"`mcmahon publish-round {quoted(path)}`"
    echo(f"This is a draft. To publish it, run {publish}, or enter a result with --round {number}.")
    if too_long([text, *notes]):
        echo(f"To see the boards again: mcmahon show {quoted(path)}")


def _tell_certificate(path: Path, certificate: Path, proven: bool) -> None:
    folder = f" {quoted(path)}" if certificate.suffix == ".json" else ""
    what = "proof" if proven else "bound, without a proof of optimality,"
    echo(f"The {what} is in {certificate}; to check it: mcmahon verify {quoted(certificate)}{folder}")


@commands.command(epilog=example("plan spring"))
def plan(path: Dir, as_json: AsJson = False) -> None:
    """Show which rounds to come can still be paired by the rules, and one way to do it; the draw will pair by results.

    Exit code 1: not all rounds to come can be paired. Where the search ended before it was known, the code is 0.
    """
    outcome = ask(path, planned, "looking ahead …")
    echo_outcome(outcome)
    tournament = outcome.state.tournament
    echo_or_json(as_json, plan_answer(outcome.value, tournament), plan_text(outcome.value, tournament))
    if outcome.value.foresight.short:
        raise Exit(1)


@commands.command(epilog=example("verify spring", "verify proof.json spring"))
@takes("rounds.proof.verify_proof:Verify")
def verify(
    asked: Verify,
    path: Annotated[Path | None, Argument(metavar="DIR", help="The tournament folder.", callback=name_folder)] = None,
) -> None:
    """Check the proof of a round, in whole numbers; with a folder alone, that of its last round, proven anew.

    Exit code 1: the certificate is wrong, leaves a gap, or is for another round or other terms than the folder.
    """
    from ...desk.rounds.proof.verify_proof import certified, verify_file

    state: State | None = None
    if path is None and asked.certificate.is_dir():
        name_folder(asked.certificate)
        with progress("proving the last round anew …"):
            state = desk(asked.certificate).read()
            verified = certified(state, 0, asked.certificate).value[1]
        echo("The last round was proven anew by the terms of its draw, and the proof was checked:")
    else:
        with progress("checking every pair …"):
            state = desk(path).read() if path is not None else None
            verified = verify_file(asked.certificate, state, path, asked.large)
    echo(*verified_lines(verified, state.tournament if state else None))
    if not verified.proven:
        raise Exit(1)


MOST_NAMED = 12


def draw_text(drawn: Drawn, state: State, changed: Sequence[str], seconds: float) -> str:
    """The boards, their cost and its proof, exceeded and relaxed rules, and what is new since the draft before."""
    tournament, number = drawn.tournament, drawn.round.number
    head = f"{tournament.settings.name}: round {number} of {tournament.settings.rounds}"
    if number > tournament.settings.rounds:
        head = f"{tournament.settings.name}: round {number}, for cups only"
    lines = [
        f"{head}, {counted_entrants(len(drawn.problem), tournament.settings)}, {bar_text(tournament)}",
        boards_text(tournament, drawn.round, scores_before(tournament, number)),
        *_cost_lines(drawn, state, seconds),
        *_proof_lines(drawn.pairing, number),
        *foresight_lines(drawn.record.foresight, tournament),
        *remedy_lines(drawn.record.foresight, tournament),
        *(f"soft rule exceeded: {priced_text(found)}" for found in drawn.priced),
        *(_allowed_line(violation, tournament) for violation in drawn.breaches),
    ]
    if changed:
        lines.append(f"New since the last draft: {first_few(changed, MOST_NAMED, '; ')}")
    return "\n".join(lines)


def _allowed_line(violation: Violation, tournament: Tournament) -> str:
    """A broken rule, and whether the director or a cup wants it so."""
    if violation.cup is not None:
        return violation_text(violation, tournament)
    return f"broken with your permission: {violation_text(violation, tournament, remark=False)}"


def _cost_lines(drawn: Drawn, state: State, seconds: float) -> list[str]:
    """Cost and proof; tiers are not added up, because an earlier tier always decides first."""
    from ...desk.rounds.proof.proving import claim_of_draw

    pairing = drawn.pairing
    by = f"by profile {drawn.record.profile.name}: {costs_text(drawn.record.costs)}"
    claim = claim_of_draw(state, drawn)
    proof, terms = drawn_text(claim), terms_text(claim)
    if len(pairing.tiers) > 1:
        open_ = {t.tier: f" (at least {t.bound:,})" for t in pairing.tiers if t.cost != t.bound}
        cost = "Cost by tier: " + "; ".join(f"{t.tier}: {t.cost:,}{open_.get(t.tier, '')}" for t in pairing.tiers) + ","
    else:
        cost = f"Cost {pairing.cost:,}"
        proof += "" if pairing.optimal else f": at least {pairing.bound:,}, gap {pairing.cost - pairing.bound:,}"
    return [
        f"{cost} {by}",
        f"{proof}; {seconds:.2f} s, of which {pairing.seconds['solve']:.2f} s solving",
        *[terms] * bool(terms),
    ]


def _check(number: int) -> str:
    """The command that asks CP-SAT for a second opinion on a round."""
    return f"mcmahon check {folder()} --round {number} --prove --engine cp-sat"


def _proof_lines(pairing: Pairing, number: int) -> list[str]:
    """What is not proven, and what CP-SAT has proven in addition."""
    lines = []
    said = pairing.by_cp_sat
    if said is not None and said.why and not pairing.optimal:
        lines.append(f"CP-SAT has not proven it, because {said.why}.")
    elif said is not None and said.why:
        lines.append(
            f"No second opinion of CP-SAT, because {said.why}. To ask for one after the draw: {_check(number)}"
        )
    if pairing.optimal and not pairing.tie_proven:
        lines.append("The lottery is not proven: another computer may draw other boards of the same cost.")
    if pairing.closed_by_cp_sat:
        what = closed_text(pairing.closed_by_cp_sat)
        lines.append(f"CP-SAT has proven {what}; the certificate alone leaves a gap there.")
    return lines


def plan_text(done: PlanDone, tournament: Tournament) -> str:
    """What is guaranteed, and a plan round by round."""
    first, *others = done.sentences
    lines = [f"{tournament.settings.name or 'the tournament'}: {first}", *others]
    lines += remedy_lines(done.foresight, tournament, done.absent)
    for one in done.plan.rounds:
        pairs = [f"{name_of(a, tournament)} – {name_of(b, tournament)}" for a, b in one.pairs]
        byes = [f"bye: {name_of(player, tournament)}" for player in one.byes]
        games = (*pairs, *byes) if pairs else ("no games", *byes)
        lines += [f"Round {one.number}", *(f"  {text}" for text in games)]
    return "\n".join(lines)
