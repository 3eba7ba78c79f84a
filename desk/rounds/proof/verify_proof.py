"""Certificates of drawn rounds: written for others to check, and checked, alone or against the tournament."""

from __future__ import annotations

import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from ....io.certificates import CertifiedRound, check_target, npz_bytes, plain_certificate, read_json, write_json
from ....io.files import write_file
from ....io.settings.profiles import known_version, profile_names, profile_of_settings
from ....model.errors import FolderError, InputError, McMahonError, RefusedError
from ....model.judging.plan_judge import plan_violations
from ....model.language import one_line
from ....model.pairing.draw import count_rules, parse_rule_names, round_problem, without_own_rules
from ....model.pairing.entrants import before_round
from ....model.pairing.pairing import Certificate, Pairing
from ....model.pairing.profile import Profile
from ....model.pairing.round_problem import RoundProblem, fingerprint, has_print
from ....model.placing.stages import last_of_turn
from ....model.placing.start_groups import with_decisions
from ....model.plan.ahead import ahead_of, surely_possible
from ....model.plan.plan import Outlook
from ....model.records.state import Record, State
from ....model.tournament.games import Game, Round
from ....model.tournament.rules import CountRule
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.engine import Options, solve
from ....solver.formulation.side_rows import SideRows
from ....solver.formulation.vertices import Vertices
from ....solver.proof.stated_problems import Stated, differences_of, read
from ....solver.proof.statement import arrays, arrays_of, problem_of
from ....solver.proof.verify_certificate import verify
from ...messages.foresight_texts import rounds_words
from ...messages.rule_texts import violation_text
from ...questions.standing_round import next_redrawn, redrawn
from ...verb import Outcome, Request, told
from ..draw.drawing import Drawn
from ..round_numbers import round_number
from .claim import Backing, OtherRound, Verified
from .proving import absent_though_entered, stated_round
from .terms import (
    Difference,
    Origin,
    TermsInForce,
    differences,
    in_force,
    origin_of,
    rule_text,
    same_criteria,
    terms_of_record,
    terms_of_settings,
    weight_text,
)

NO_PROFILES: Mapping[str, str] = {}


class Verify(Request, frozen=True, kw_only=True):
    """A certificate to be checked."""

    certificate: Annotated[
        Path,
        told("the certificate: .npz, or .json, which needs the tournament; or a tournament folder", "FILE", to="here"),
    ]
    large: Annotated[bool, told("allow a file that takes more than some seconds and megabytes")] = False


def write_certificate(drawn: Drawn, path: Path) -> None:
    """Write a certificate: JSON, or npz with the costs, too. Raises InputError if there is none; FolderError."""
    check_target(path)
    if drawn.pairing.certificate is None:
        raise InputError("there is no certificate: all boards were forced, or the time was too short for a proof")
    if path.suffix == ".npz":
        write_file(path, npz_bytes(_arrays(drawn, drawn.pairing.certificate)))
    else:
        write_json(path, _of_draw(drawn))


def certificate_of(drawn: Drawn, form: str) -> dict[str, Any] | str | None:
    """A drawn round's certificate: an object (`json`), or a file with the costs in Base64 (`npz`); None without one."""
    certificate = drawn.pairing.certificate
    if certificate is None or not form:
        return None
    return (
        b64encode(npz_bytes(_arrays(drawn, certificate))).decode()
        if form == "npz"
        else plain_certificate(_of_draw(drawn))
    )


def _arrays(drawn: Drawn, certificate: Certificate) -> dict[str, Any]:
    return arrays(drawn.problem.as_proven(drawn.pairing.breaches), certificate, drawn.tournament.settings.name)


def _of_draw(drawn: Drawn) -> CertifiedRound:
    return _certified(drawn.tournament, drawn.round.number, drawn.record, drawn.pairing, drawn.problem)


def _certified(
    tournament: Tournament, number: int, record: Record, pairing: Pairing, problem: RoundProblem
) -> CertifiedRound:
    """A round with its proof, of which there is one."""
    certificate = pairing.certificate
    assert certificate is not None
    return CertifiedRound(
        tournament=tournament.settings.name,
        round=number,
        seed=tournament.settings.seed,
        profile=record.profile,
        locks=record.locks,
        relaxed=record.relaxed if pairing.breaches else (),
        fingerprint=fingerprint(problem.as_proven(pairing.breaches)),
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
    if pairing.certificate is None:
        raise InputError("there is no certificate: nothing was left to draw, or the time was too short for a proof")
    write_json(path, _certified(own.entered, own.number, record, pairing, problem))
    return Outcome(state, own.number)


def certified(
    state: State, number: int, folder: Path, options: Options | None = None
) -> Outcome[tuple[bytes, Verified]]:
    """The certificate of a round, and what it proves when anybody checks it. Raises as `certify` and `verify_file`."""
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
        alone = _told_of_file(path, p, c, found)
        return alone if state is None else _in_folder(path, p, c, alone, state, folder)
    certified = read_json(path, large)
    if state is None:
        why = f"{path} contains the proof but not the costs; give the tournament folder too"
        raise InputError(why, Way("", "verify", certificate=path, folder=""))
    number, drawn = certified.round, len(state.tournament.rounds)
    record = state.records.get(number)
    origin = origin_of(folder, record, number) if record is not None else Origin()
    verified = verify_round(certified, state.tournament, path, origin.at, large, state.profile_texts)
    stated = stated_round(state, number, folder) if number <= drawn else None
    backing, own = (stated.backing, stated.terms) if stated else (Backing.SETTINGS, ())
    differences, notes = _compare_terms(certified, state, backing)
    notes = [*verified.notes, *notes]
    return replace(verified, differences=tuple(differences), notes=tuple(notes), backing=backing, own_terms=own)


def _told_of_file(path: Path, p: Stated, c: Any, tiers: tuple[tuple[str, int, int], ...]) -> Verified:
    """What a file proves by itself: of which round it says that it is, and of which boards."""
    ids = [*c.players.tolist(), *["bye"] * p.odd]
    boards = ", ".join(" – ".join(ids[v] for v in sorted(pair)) for pair in c.pairs.tolist())
    of, said = "a round that it does not name", list[str]()
    if hasattr(c, "round"):
        of = f"round {int(c.round)} of {c.tournament.item() or 'a tournament without a name'}"
        said = [f"problem {c.fingerprint.item()}"]
    if p.private:
        said.append(f"private: the columns {', '.join(map(str, p.private))} in it are not public")
    title = f"{path}: {of}, with the players, costs and rules that it contains"
    return Verified(one_line(title), tiers, tuple(map(one_line, (*said, f"boards: {boards}"))), alone=True)


def _in_folder(path: Path, p: Stated, c: Any, alone: Verified, state: State, folder: Path | None) -> Verified:
    """The same compared with the problem of the draw, or of the settings. Raises RefusedError, InputError."""
    if not hasattr(c, "round"):
        raise RefusedError(f"{path}: refused: it is of format 2, which names no round; check it without the folder")
    number, tournament, tiers = int(c.round), state.tournament, c.tiers.tolist()
    there = _is_drawn(number, tournament, path)
    stated = stated_round(state, number, folder) if there else None
    problem = stated.own.problem if stated else next_redrawn(state).problem()
    problem = problem if "breaches" in tiers else problem.strict()
    if not has_print(problem, c.fingerprint.item()):
        reason = "players, entries, results, settings or wishes are others, or the file has been altered"
        raise RefusedError(f"{path}: refused: it does not belong to round {number} of the tournament: {reason}")
    _check_tiers(tiers, problem, "breaches" in tiers, path)
    found = differences_of(p, problem_of(problem, tiers))
    lines = [f"{words} of the file are not the folder's" for words in found]
    name = Difference("tournament", c.tournament.item(), tournament.settings.name)
    lines += [name.of_certificate] if name.ours != name.theirs else []
    other = (
        _other_round(c.players.tolist(), c.pairs, problem, tournament.round(number)) if there and not found else None
    )
    return Verified(
        title=f"{tournament.settings.name}: round {number}, {len(problem)} players",
        tiers=alone.tiers,
        terms=alone.terms,
        differences=tuple(lines),
        other=other,
        number=number,
        last=last_of_turn(tournament, number),
        absent=absent_though_entered(tournament, number) if there else (),
        backing=stated.backing if stated else alone.backing,
        own_terms=stated.terms if stated else (),
    )


def _is_drawn(number: int, tournament: Tournament, path: Path) -> bool:
    """Whether the round of a certificate is drawn. Raises RefusedError if it is none that could be drawn now."""
    drawn = len(tournament.rounds)
    if not 1 <= number <= drawn + 1:
        raise RefusedError(f"{path}: refused: it is for round {number}; rounds drawn: {drawn}")
    return number <= drawn


def _check_tiers(names: Sequence[str], problem: RoundProblem, relaxed: bool, path: Path) -> None:
    """Raise RefusedError unless the tiers of a certificate are the problem's, with or without the lottery."""
    expected = ["breaches"] * relaxed + [str(tier) for tier in problem.tiers]
    if names not in (expected, [*expected, "tie"]):
        has = one_line(", ".join(names)) or "none"
        fault = f"its tiers are {has}; expected {', '.join(expected)} and the lottery (tie)"
        raise RefusedError(f"{path}: refused: {fault}")


def verify_round(
    certified: CertifiedRound,
    tournament: Tournament,
    path: Path,
    then: State | None = None,
    large: bool = False,
    texts: Mapping[str, str] = NO_PROFILES,
) -> Verified:
    """Check a certificate against the tournament: the problem is made anew, and every pair is looked at.

    Profile, rules, locks and seed are those of the certificate; `_compare_terms` compares them with the folder's.
    `then` is the folder as the draw has left it: the plan for later rounds is checked by its entries, else by today's.
    `texts` are the profiles beside the settings, by file.
    """
    number, certificate = certified.round, certified.certificate
    there = _is_drawn(number, tournament, path)
    own = without_own_rules(tournament)
    entered = own.entered_as_drawn(number) if there else with_decisions(own)
    try:
        entered = replace(entered, settings=replace(entered.settings, seed=certified.seed))
        profile = certified.profile.judged if there else certified.profile
        relaxed = parse_rule_names(certified.relaxed, count_rules(entered, profile, number))
        problem = round_problem(entered, number, profile, certified.locks, relaxed)
    except InputError as error:
        raise _refused(path, error) from None
    ids = tuple(problem.field.ids[i] for i in Vertices(problem).who)
    if ids != certified.ids or not has_print(problem, certified.fingerprint):
        reason = (
            "players, entries, results, settings or locks have changed since the draw, or the file has been altered"
        )
        raise RefusedError(f"{path}: refused: it does not belong to round {number} of the tournament: {reason}")
    names = [tier.name for tier in certificate.tiers]
    _check_tiers(names, problem, bool(certified.relaxed), path)
    try:
        tiers = tuple(verify(problem_of(problem, names), arrays_of(certificate), large))
    except (ValueError, IndexError, OverflowError, InputError) as error:
        raise _refused(path, error) from None
    if [*map(list, certificate.rows)] != [*map(list, SideRows(Vertices(problem)).labels)]:
        raise RefusedError(f"{path}: refused: its rows are not the rules over pairs of the round")
    not_drawn = f"round {number} is not drawn in the folder; the proof is compared with the current settings"
    rules = count_rules(entered, certified.profile, number)
    ahead = entered if then is None else then.tournament
    boards = _boards(certified, problem)
    return Verified(
        title=f"{tournament.settings.name}: round {number}, {len(problem)} players",
        tiers=tiers,
        terms=tuple(_terms(certified, problem, rules, texts)),
        other=_other_round(certified.ids, certificate.pairs, problem, tournament.round(number)) if there else None,
        notes=() if there else (not_drawn,),
        foresight=certified.foresight,
        plan_broken=_plan_fault(certified, boards, ahead, tiers),
        number=number,
        last=last_of_turn(entered, number),
        whole_cost=_cost(problem, _seats(boards)) if problem.forced or problem.forced_byes else None,
        absent=absent_though_entered(tournament, number) if there else (),
    )


def _other_round(ids: Sequence[str], pairs: Any, problem: RoundProblem, drawn: Round) -> OtherRound | None:
    """The folder's round, if its games and byes are not those of a certificate (`pairs` of vertices, with `ids`)."""
    every = problem.field.ids
    proven = {frozenset(ids[v] for v in pair if v < len(ids)) for pair in pairs.tolist()}
    proven |= {frozenset(every[i] for i in pair) for pair in problem.forced}
    proven |= {frozenset([every[i]]) for i in problem.forced_byes}
    there = _seats(drawn)
    if proven <= there:
        return None
    games = tuple(game for game in drawn if frozenset(game.players) not in proven)
    byes = tuple(player for player in drawn.byes if frozenset([player]) not in proven)
    return OtherRound(games, byes, _cost(problem, proven), _cost(problem, there))


def _seats(drawn: Round) -> set[frozenset[str]]:
    """The games and byes of a round, as sets of ids."""
    return {frozenset(game.players) for game in drawn} | {frozenset([player]) for player in drawn.byes}


def _cost(problem: RoundProblem, boards: Iterable[frozenset[str]]) -> int:
    """What games and byes (sets of ids) cost, rules over pairs with a price included."""
    index = problem.field.index()
    seats = sorted(sorted(index[player] for player in board) for board in boards)
    pairs = [(seat[0], seat[1]) for seat in seats if len(seat) == 2]
    return sum(problem.costs_by_criterion(pairs, [seat[0] for seat in seats if len(seat) == 1]).values())


def _plan_fault(
    certified: CertifiedRound, boards: Round, entered: Tournament, tiers: Iterable[tuple[str, int, int]]
) -> str:
    """What is wrong with the plan of a certificate, with its word that none is needed, or with the price of a plan.

    Empty if nothing is. `entered` is the tournament with the entrants of the draw; what was drawn since is left out.
    """
    foresight, number = certified.foresight, certified.round
    gap = next((value - bound for _, value, bound in tiers if value != bound), 0)
    if foresight.extra and not (0 < foresight.extra <= gap and foresight.outlook is Outlook.PLANNED):
        return f"it names a price of {foresight.extra:,}, but the round costs at most {gap:,} more than the cheapest"
    if foresight.outlook is Outlook.NOTHING:
        return ""
    last, ends = last_of_turn(entered, number), foresight.until
    sure = foresight.outlook in (Outlook.SURE, Outlook.PLANNED)
    if (foresight.first, foresight.last) != (number + 1, last) or not number + sure <= max(ends, number) <= last:
        return f"it is about rounds {foresight.first} to {ends} of {foresight.last}; expected {number + 1} to {last}"
    after = entered.before(number).with_round(boards)
    for where, violation in plan_violations(after, foresight.plan, certified.profile):
        return f"round {where}: {violation_text(violation, after)}"
    if foresight.outlook is Outlook.SURE:
        before = before_round(after, number + 1)
        if not surely_possible(ahead_of(after, number + 1, certified.profile, before).until(ends)):
            return "the rounds to come are not possible whatever is drawn"
    return ""


def _boards(certified: CertifiedRound, problem: RoundProblem) -> Round:
    """The certified pairs and byes, those settled by hand included, as a round."""
    ids, every, vertices = certified.ids, problem.field.ids, certified.certificate.pairs.tolist()
    pairs = [(ids[a], ids[b]) for a, b in vertices if max(a, b) < len(ids)]
    pairs += [(every[i], every[j]) for i, j in problem.forced]
    byes = [ids[min(pair)] for pair in vertices if max(pair) >= len(ids)] + [every[i] for i in problem.forced_byes]
    return Round(certified.round, tuple(Game(k, a, b) for k, (a, b) in enumerate(pairs, 1)), tuple(byes))


def _terms(
    certified: CertifiedRound, problem: RoundProblem, rules: Sequence[CountRule], texts: Mapping[str, str]
) -> list[str]:
    """What the proof takes for granted: the profile, and what was fixed by hand."""
    lines = [f"by profile {_profile_text(certified.profile, texts)}"]
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


def _compare_terms(certified: CertifiedRound, state: State, backing: Backing) -> tuple[list[str], list[str]]:
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
    changed = f"the settings have changed since this round was drawn: {'; '.join(since)}"
    return found, [changed] if record and since else []


def _other_names(certified: CertifiedRound, tournament: Tournament, profile: Profile) -> list[str]:
    """Another tournament, or another name of the profile, than the folder's."""
    name, ours = known_version(certified.profile)[0], known_version(profile)[0]
    found = [
        Difference("tournament", certified.tournament, tournament.settings.name),
        Difference("profile", name, ours),
    ]
    return [one.of_certificate for one in found if one.ours != one.theirs]


def _profile_text(profile: Profile, texts: Mapping[str, str]) -> str:
    """A profile by its name if it is that of the program or the folder (`texts`) so called, else with its weights."""
    name, version = known_version(profile)
    if version:
        return name
    weights = ", ".join(f"{w.criterion} {weight_text(w)}" for w in profile.weights)
    try:
        known = profile_of_settings(profile.name, texts)
    except McMahonError:
        return f"{profile.name}: {weights}"
    if profile.name in profile_names():
        return f"{profile.name} with other weights: {weights}"
    if same_criteria(profile, known):
        return f"{profile.name}, as in the folder"
    return f"{profile.name} with other weights or formulas than the folder's: {weights}"


def _refused(path: Path, error: Exception) -> McMahonError:
    text = str(error) or type(error).__name__
    text = one_line(text)
    return RefusedError(f"{path}: " + (text if text.startswith("refused") else f"refused: not a certificate ({text})"))
