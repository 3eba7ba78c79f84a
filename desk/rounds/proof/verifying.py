"""Certificates of drawn rounds: written for others to check, and checked, alone or against the tournament."""

from __future__ import annotations

import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....io.certificates import CertifiedRound, check_target, npz_bytes, plain_certificate, read_json, write_json
from ....io.files import write_file
from ....io.settings.profiles import known_version
from ....model.errors import FolderError, InputError, McMahonError, RefusedError
from ....model.language import one_line
from ....model.pairing.draw import count_rules, parse_rule_names, round_problem, without_own_rules
from ....model.pairing.fingerprint import fingerprint, has_print
from ....model.pairing.pairing import Pairing
from ....model.pairing.profile import Profile
from ....model.pairing.round_problem import RoundProblem
from ....model.placing.stages import last_of_turn
from ....model.placing.start_groups import with_decisions
from ....model.records.state import Record, State
from ....model.tournament.rules import CountRule
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.engine import Options, solve
from ....solver.formulation.side_rows import SideRows
from ....solver.formulation.vertices import Vertices
from ....solver.proof.statement import Statement, arrays, arrays_of
from ....solver.proof.verify_certificate import read, verify
from ...messages.foresight_texts import rounds_words
from ...outcome import Outcome
from ...questions.standing_round import redrawn
from ..draw.drawing import Drawn
from ..round_numbers import round_number
from .claim import Backing, OtherTermsToday, ProofNote, RoundNotDrawn, Verified
from .npz_and_folder import in_folder, told_of_file
from .origins import Origin, origin_of
from .other_terms import cost_of_boards, other_round, plan_fault, tiers_fault
from .proving import absent_though_entered, stated_round
from .terms import Difference, TermsInForce, differences, in_force, rule_text, terms_of_record, terms_of_settings


def write_certificate(drawn: Drawn, path: Path) -> None:
    """Write a drawn round's certificate: JSON (the proof alone) or npz (with all costs).

    Raises InputError when there is none, or the field is too large for an npz file; FolderError.
    """
    check_target(path, len(drawn.problem))
    certificate = drawn.pairing.certificate
    problem = drawn.problem if drawn.pairing.breaches else drawn.problem.strict()
    if certificate is None:
        raise InputError("there is no certificate: all boards were forced, or the time was too short for a proof")
    if path.suffix == ".npz":
        write_file(path, npz_bytes(arrays(problem, certificate, drawn.tournament.settings.name)))
        return
    write_json(path, _certified(drawn.tournament, drawn.round.number, drawn.record, drawn.pairing, problem))


def certificate_of(drawn: Drawn, form: str) -> dict[str, Any] | str | None:
    """A drawn round's certificate: an object (`json`), or a file with all costs in Base64 (`npz`); None without one."""
    certificate = drawn.pairing.certificate
    if certificate is None or not form:
        return None
    problem = drawn.problem if drawn.pairing.breaches else drawn.problem.strict()
    if form == "npz":
        return b64encode(npz_bytes(arrays(problem, certificate, drawn.tournament.settings.name))).decode()
    return plain_certificate(_certified(drawn.tournament, drawn.round.number, drawn.record, drawn.pairing, problem))


def _certified(
    tournament: Tournament, number: int, record: Record, pairing: Pairing, problem: RoundProblem
) -> CertifiedRound:
    """A round with its proof. Raises InputError when there is none."""
    certificate = pairing.certificate
    if certificate is None:
        raise InputError("there is no certificate: nothing was left to draw, or the time was too short for a proof")
    return CertifiedRound(
        tournament=tournament.settings.name,
        round=number,
        seed=tournament.settings.seed,
        profile=record.profile,
        locks=record.locks,
        relaxed=record.relaxed if pairing.breaches else (),
        fingerprint=fingerprint(problem),
        ids=tuple(problem.field.ids[i] for i in certificate.players),
        certificate=certificate,
        foresight=record.foresight,
    )


def certify(state: State, path: Path, number: int = 0, options: Options | None = None) -> Outcome[int]:
    """Write the certificate of a round (0: the last) that is drawn, proven anew by its own terms: its number.

    Raises InputError where no round is drawn or nothing was left to draw, FolderError, and as `solve` does.
    """
    own = redrawn(state, round_number(state.tournament, number))
    if own.drawn is None:
        raise InputError("no round has been drawn")
    record = state.records.get(own.number) or Record(own.profile)
    problem = own.problem()
    pairing = solve(problem, options)
    problem = problem if pairing.breaches else problem.strict()
    write_json(path, _certified(own.entered, own.number, record, pairing, problem))
    return Outcome(state, own.number)


def certified(
    state: State, number: int, folder: Path, options: Options | None = None
) -> Outcome[tuple[bytes, Verified]]:
    """The certificate of a round of the tournament in a folder, and what it proves when anybody checks it.

    Raises as `certify` and `verify_file`.
    """
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "round.json"
        certify(state, file, number, options)
        return Outcome(state, (file.read_bytes(), verify_file(file, state, folder)))


def verify_file(path: Path, state: State | None = None, folder: Path | None = None, large: bool = False) -> Verified:
    """Check a certificate: an npz file by itself, and beside a tournament if one is given; a JSON file by a tournament.

    `folder` is where the tournament is: its journal says what has become of the record of the draw. `large`: the file
    may take more than some seconds and megabytes. Raises RefusedError with the reason when it proves nothing;
    InputError, FolderError when it cannot be read.
    """
    if path.suffix == ".npz":
        if not path.is_file():
            raise FolderError(f"cannot read {path}: no such file")
        if not zipfile.is_zipfile(path):
            raise RefusedError(f"{path}: refused: not a certificate (not an npz file of numpy)")
        try:
            p, c = read(str(path), large)
            found = tuple(verify(p, c, large))
        except Exception as error:  # whatever an altered file makes numpy or zipfile say
            raise _refused(path, error) from None
        alone = told_of_file(path, p, c, found)
        return alone if state is None else in_folder(path, p, c, alone, state, folder)
    certified = read_json(path, large)
    if state is None:
        why = f"{path} contains the proof but not the costs; give the tournament folder too"
        raise InputError(why, Way("", "verify", certificate=path, folder=""))
    number, drawn = certified.round, len(state.tournament.rounds)
    record = state.records.get(number)
    origin = origin_of(folder, record, number) if record is not None else Origin()
    verified = verify_round(certified, state.tournament, path, origin.at, large)
    stated = stated_round(state, number, folder) if number <= drawn else None
    backing, own = (stated.backing, stated.terms) if stated else (Backing.SETTINGS, ())
    differences, notes = compare_terms(certified, state, backing)
    notes = [*verified.notes, *notes]
    return replace(verified, differences=tuple(differences), notes=tuple(notes), backing=backing, own_terms=own)


def verify_round(
    certified: CertifiedRound, tournament: Tournament, path: Path, then: State | None = None, large: bool = False
) -> Verified:
    """Check a certificate against the tournament: the problem is made anew, and every pair is looked at.

    Profile, rules over pairs, locks and seed are the certificate's; `compare_terms` says whether they are the folder's.
    `then` is the folder as the draw has left it: the plan for later rounds is checked by its entries, else by today's.
    """
    number, certificate = certified.round, certified.certificate
    if not 1 <= number <= len(tournament.rounds) + 1:
        raise RefusedError(f"{path}: refused: it is for round {number}; rounds drawn: {len(tournament.rounds)}")
    there = number <= len(tournament.rounds)
    own = without_own_rules(tournament)
    entered = own.entered_as_drawn(number) if there else with_decisions(own)
    try:
        entered = replace(entered, settings=replace(entered.settings, seed=certified.seed))
        relaxed = parse_rule_names(certified.relaxed, count_rules(entered, certified.profile, number))
        problem = round_problem(entered, number, certified.profile, certified.locks, relaxed)
    except InputError as error:
        raise _refused(path, error) from None
    ids = tuple(problem.field.ids[i] for i in Vertices(problem).who)
    if ids != certified.ids or not has_print(problem, certified.fingerprint):
        reason = (
            "players, entries, results, settings or locks have changed since the draw, or the file has been altered"
        )
        raise RefusedError(f"{path}: refused: it does not belong to round {number} of the tournament: {reason}")
    names = [tier.name for tier in certificate.tiers]
    fault = tiers_fault(names, problem, bool(certified.relaxed))
    if fault:
        raise RefusedError(f"{path}: refused: {fault}")
    try:
        tiers = tuple(verify(Statement(problem, names), arrays_of(certificate), large))
    except (ValueError, IndexError, OverflowError, InputError) as error:
        raise _refused(path, error) from None
    if [*map(list, certificate.rows)] != [*map(list, SideRows(Vertices(problem)).labels)]:
        raise RefusedError(f"{path}: refused: its rows are not the rules over pairs of the round")
    title = f"{tournament.settings.name}: round {number}, {len(problem)} players"
    other = other_round(certified.ids, certificate.pairs, problem, tournament.round(number)) if there else None
    notes: list[ProofNote] = [] if there else [RoundNotDrawn(number)]
    rules = count_rules(entered, certified.profile, number)
    ahead = entered if then is None else then.tournament
    return Verified(
        title,
        tiers,
        tuple(_terms(certified, problem, rules)),
        other=other,
        notes=tuple(notes),
        foresight=certified.foresight,
        plan_broken=plan_fault(certified, problem, ahead, tiers),
        number=number,
        last=last_of_turn(entered, number),
        whole_cost=cost_of_boards(certified, problem) if problem.forced or problem.forced_byes else None,
        absent=absent_though_entered(tournament, number) if there else (),
    )


def _terms(certified: CertifiedRound, problem: RoundProblem, rules: Sequence[CountRule]) -> list[str]:
    """What the proof takes for granted: the profile, and what was fixed by hand."""
    lines = [f"by profile {_profile_text(certified.profile)}"]
    lines += [f"rule {rule.name}: {rule_text(rule)}" for rule in rules]
    ids = problem.field.ids
    by_hand = [f"{ids[a]}:{ids[b]}" for a, b in problem.forced] + [f"bye {ids[p]}" for p in problem.forced_byes]
    if by_hand:
        lines.append(f"fixed by hand, not part of the costs above: {', '.join(by_hand)}")
    if certified.locks.forbid:
        lines.append(f"forbidden by hand: {', '.join(f'{a}:{b}' for a, b in certified.locks.forbid)}")
    if certified.relaxed:
        lines.append(f"relaxed: {', '.join(certified.relaxed)}")
    return lines


def compare_terms(
    certified: CertifiedRound, state: State, backing: Backing = Backing.SETTINGS
) -> tuple[list[str], list[ProofNote]]:
    """What the certificate takes for granted and the folder does not, and how settings have changed since the draw.

    The folder's own terms are those that the round was drawn by, or its settings of today if it is not drawn, or no
    command has written its record.
    """
    number, tournament = certified.round, state.tournament
    record, today = state.records.get(number), terms_of_settings(state, number)
    record = None if backing is Backing.NOTHING else record
    profile = in_force(certified.profile, tournament, number)
    theirs = TermsInForce(profile, certified.locks, certified.relaxed, certified.seed)
    own = terms_of_record(record, tournament, number) if record else today
    own = own if certified.relaxed else replace(own, relaxed=())
    since = [one.of_certificate for one in differences(TermsInForce(theirs.profile), TermsInForce(today.profile))]
    since += [f"the folder's {today.unread}"] if today.unread else []
    found = _other_names(certified, tournament, own.profile) + [one.of_certificate for one in differences(theirs, own)]
    found += [f"the folder's {own.unread}"] if own.unread else []
    if record and record.foresight.until > max(certified.foresight.until, number):
        kept = rounds_words(record.foresight.first, record.foresight.until)
        found.append(f"the draw has kept {kept} possible; the certificate does not say so")
    return found, [OtherTermsToday(tuple(since))] if record and since else []


def _other_names(certified: CertifiedRound, tournament: Tournament, profile: Profile) -> list[str]:
    """Another tournament, or another name of the profile, than the folder's."""
    name, ours = known_version(certified.profile)[0], known_version(profile)[0]
    found = [
        Difference("tournament", certified.tournament, tournament.settings.name),
        Difference("profile", name, ours),
    ]
    return [one.of_certificate for one in found if one.ours != one.theirs]


def _profile_text(profile: Profile) -> str:
    """A profile by its name, or by its weights if they are not those of a version of the program's profile."""
    name, version = known_version(profile)
    if version:
        return name
    weights = ", ".join(f"{w.criterion} {w.weight:,}" + f" in tier {w.tier}" * (w.tier > 1) for w in profile.weights)
    return f"{profile.name} with other weights: {weights}"


def _refused(path: Path, error: Exception) -> McMahonError:
    text = str(error) or type(error).__name__
    text = one_line(text)
    return RefusedError(f"{path}: " + (text if text.startswith("refused") else f"refused: not a certificate ({text})"))
