"""Certificates of drawn rounds: written for anybody to check, and checked, alone or against the tournament."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

from .drawing import Drawn
from .io.certificates import CertifiedRound, check_target, read_json, write_json, write_npz
from .io.folder import TournamentFolder
from .model.decisions import with_decisions
from .model.draw import count_rules, parse_rule_names, round_problem, without_own_rules
from .model.errors import FolderError, InputError, McMahonError, RefusedError
from .model.profile import Profile
from .model.round_problem import RoundProblem
from .model.tournament import Tournament
from .model.words import counted
from .solver.profiles import load_profile
from .solver.statement import Statement, arrays
from .solver.verify_certificate import read, verify


@dataclass(frozen=True, slots=True)
class Verified:
    """What a certificate proves: of which round, and name, value and proven lower bound of each tier.

    `terms` are lines that say under which profile, locks and relaxed rules.
    """

    title: str
    tiers: tuple[tuple[str, int, int], ...]
    terms: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def write_certificate(drawn: Drawn, path: Path) -> None:
    """Write a drawn round's certificate: JSON (the proof alone) or npz (with all costs).

    Raises InputError when there is none, or the field is too large for an npz file; FolderError.
    """
    check_target(path, len(drawn.problem))
    certificate = drawn.pairing.certificate
    problem = drawn.problem if drawn.pairing.breaches else drawn.problem.strict()
    if certificate is None:
        raise InputError("there is no certificate: nothing was left to draw, or the time was too short for a proof")
    if path.suffix == ".npz":
        write_npz(path, arrays(problem, certificate))
        return
    record = drawn.record
    certified = CertifiedRound(
        tournament=drawn.tournament.settings.name,
        round=drawn.round.number,
        seed=drawn.tournament.settings.seed,
        profile=record.profile,
        locks=record.locks,
        relaxed=record.relaxed if drawn.pairing.breaches else (),
        fingerprint=problem.fingerprint(),
        ids=tuple(problem.field.ids[i] for i in certificate.players),
        certificate=certificate,
    )
    write_json(path, certified)


def verify_file(path: Path, folder: Path | None = None) -> Verified:
    """Check a certificate: an npz file by itself, a JSON file against the tournament in a folder.

    Raises RefusedError with the reason when it proves nothing; InputError, FolderError when it cannot be read.
    """
    if path.suffix == ".npz":
        if folder is not None:
            raise InputError(f"{path} has its own costs and is checked by itself: leave {folder} out")
        if not path.is_file():
            raise FolderError(f"{path} cannot be read: there is no such file")
        if not zipfile.is_zipfile(path):
            raise RefusedError(f"{path}: refused: not a certificate (no npz file, which numpy writes)")
        try:
            found = tuple(verify(*read(str(path))))
        except KeyError as error:
            raise _refused(path, ValueError(f"it has no array {error}")) from None
        except Exception as error:  # whatever an altered file makes numpy or zipfile say
            raise _refused(path, error) from None
        return Verified(f"{path}, by the players, costs and rules written in it", found)
    certified = read_json(path)
    if folder is None:
        raise InputError(f"{path} has the proof without the costs; name the tournament's folder too: verify {path} DIR")
    return verify_round(certified, TournamentFolder(folder).read().tournament, path)


def verify_round(certified: CertifiedRound, tournament: Tournament, path: Path) -> Verified:
    """Check a certificate against the tournament: the problem is made anew, and every pair is looked at."""
    number, certificate = certified.round, certified.certificate
    if not 1 <= number <= len(tournament.rounds) + 1:
        raise RefusedError(f"{path}: refused: it is of round {number}; rounds drawn: {len(tournament.rounds)}")
    there = number <= len(tournament.rounds)
    own = without_own_rules(tournament)
    entered = own.entered_as_drawn(number) if there else with_decisions(own)
    entered = replace(entered, settings=replace(entered.settings, seed=certified.seed))
    rules = count_rules(entered, certified.profile, number)
    try:
        relaxed = parse_rule_names(certified.relaxed, rules)
    except InputError as error:
        raise _refused(path, error) from None
    problem = round_problem(entered, number, certified.profile, certified.locks, relaxed)
    statement = Statement(problem, [tier.name for tier in certificate.tiers])
    ids = tuple(problem.field.ids[i] for i in statement.players)
    same = ids == certified.ids and problem.fingerprint() == certified.fingerprint
    if not same:
        reason = "players, entries, results, settings or locks have changed since, or the file has been altered"
        raise RefusedError(f"{path}: refused: the tournament's round {number} is another problem: {reason}")
    try:
        tiers = tuple(verify(statement, certificate.tiers, certificate.pairs))
    except (ValueError, IndexError, OverflowError) as error:
        raise _refused(path, error) from None
    names = [str(tier) for tier in problem.tiers]
    if not set(names) <= {name for name, _, _ in tiers}:
        missing = [name for name in names if name not in {tier for tier, _, _ in tiers}]
        raise RefusedError(f"{path}: refused: nothing is said of tier {', '.join(missing)} of the profile")
    notes = [] if not there else _difference(certified, tournament)
    if "tie" not in {name for name, _, _ in tiers}:
        notes.append("nothing is proven of the lottery among pairings of equal cost")
    title = f"{tournament.settings.name}: round {number}, {len(problem)} players"
    return Verified(title, tiers, tuple(_terms(certified, problem)), tuple(notes))


def _terms(certified: CertifiedRound, problem: RoundProblem) -> list[str]:
    """What the proof takes for granted: the profile, and what was settled by hand."""
    rules = f", {counted(len(problem.counts), 'rule')} over pairs" if problem.counts else ""
    lines = [f"by profile {_profile_text(certified.profile)}{rules}"]
    ids = problem.field.ids
    by_hand = [f"{ids[a]}:{ids[b]}" for a, b in problem.forced] + [f"bye {ids[p]}" for p in problem.forced_byes]
    if by_hand:
        lines.append(f"settled by hand, and not part of the costs above: {', '.join(by_hand)}")
    if certified.locks.forbid:
        lines.append(f"forbidden by hand: {', '.join(f'{a}:{b}' for a, b in certified.locks.forbid)}")
    if certified.relaxed:
        lines.append(f"relaxed: {', '.join(certified.relaxed)}")
    return lines


def _profile_text(profile: Profile) -> str:
    """A profile by its name, or by its weights where it is not the one of this name that comes with the program."""
    try:
        same = _numbers(load_profile(profile.name)) == _numbers(profile)
    except McMahonError:
        same = False
    if same:
        return profile.name
    weights = ", ".join(f"{w.criterion} {w.weight:,}" + f" in tier {w.tier}" * (w.tier > 1) for w in profile.weights)
    return f"of its own that is called {profile.name}: {weights}"


def _numbers(profile: Profile) -> dict[str, tuple[int, int]]:
    """Weight and tier by criterion: a certificate has no reasons."""
    return {w.criterion: (w.weight, w.tier) for w in profile.weights}


def _difference(certified: CertifiedRound, tournament: Tournament) -> list[str]:
    """Whether the round in the folder has other pairs than the certified ones."""
    ids = certified.ids
    proven = {frozenset((ids[a], ids[b])) for a, b in certified.certificate.pairs.tolist() if b < len(ids)}
    drawn = {frozenset(game.players) for game in tournament.round(certified.round)}
    other = len(proven - drawn)
    return [f"the round in the folder has {other} other pairs than the certified ones"] if other else []


def _refused(path: Path, error: Exception) -> McMahonError:
    text = str(error) or type(error).__name__
    return RefusedError(f"{path}: " + (text if text.startswith("refused") else f"refused: not a certificate ({text})"))
