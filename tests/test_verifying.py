"""Certificates of rounds: what a file proves, under which terms, and what is refused with which reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from builders import played, tournament, with_player
from folders import changing, create
from mcmahon.desk.messages.proof_texts import other_round_lines, proven_text, verified_lines
from mcmahon.desk.questions.explain_board import explain_player
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.desk.rounds.proof.verify_proof import Verified, certify, verify_file, verify_round, write_certificate
from mcmahon.io.certificates import CertifiedRound, check_target, read_json
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.profiles import load_profile
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import FolderError, InputError, RefusedError
from mcmahon.model.judging.round_costs import cost_of_round
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import fingerprint, print_1
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.rules import CountRule
from mcmahon.model.tournament.tournament import Tournament

SIX = "4d 3d 2d 1d 1k 2k"


def drawn(ranks: str = SIX, games: str = "", **terms: object) -> Drawn:
    """The round after the one of these games."""
    t = tournament(ranks)
    return draw_round(played(t, games) if games else t, Terms(**terms))  # type: ignore[arg-type]


def certificate(of: Drawn, folder: Path) -> CertifiedRound:
    path = folder / "round.json"
    write_certificate(of, path)
    return read_json(path)


def checked(of: Drawn, folder: Path) -> Verified:
    return verify_round(certificate(of, folder), of.tournament, Path("x.json"))


def test_a_round_is_verified_before_and_after_it_is_in_the_folder(tmp_path: Path) -> None:
    of = drawn(games="a+b c+d e+f")
    certified = certificate(of, tmp_path)
    not_drawn = "round 2 is not drawn in the folder; the proof is compared with the current settings"
    for t, notes in ((of.tournament, ()), (of.tournament.before(2), (not_drawn,))):
        verified = verify_round(certified, t, Path("x.json"))
        assert verified.title == f"{t.settings.name}: round 2, 6 players"
        assert verified.tiers[0] == ("1", of.pairing.cost, of.pairing.cost)
        assert all(value == bound for _, value, bound in verified.tiers)
        assert verified.terms == ("by profile balanced",)
        assert verified.notes == notes


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (0, "it is for round 0; rounds drawn: 1"),
        (2, "it does not belong to round 2 of the tournament"),
        (3, "for round 3; rounds drawn: 1"),
    ],
)
def test_only_a_round_that_was_drawn_or_is_next_can_have_a_certificate(number: int, says: str, tmp_path: Path) -> None:
    of = drawn()
    certified = certificate(of, tmp_path)
    assert verify_round(certified, of.tournament, Path("x.json")).tiers
    with pytest.raises(RefusedError, match=rf"x\.json: refused: .*{says}"):
        verify_round(replace(certified, round=number), of.tournament, Path("x.json"))


def another_result(t: Tournament) -> Tournament:
    first = t.rounds[0]
    games = (replace(first.games[0], result=Result.BLACK), *first.games[1:])
    return t.with_round(replace(first, games=games))


def one_withdrawn(t: Tournament) -> Tournament:
    return t.before(2).with_players([replace(t.player(p), rounds=frozenset({1})) for p in "ab"])


@pytest.mark.parametrize("change", [another_result, one_withdrawn])
def test_a_certificate_of_other_results_or_entries_is_refused(
    change: Callable[[Tournament], Tournament], tmp_path: Path
) -> None:
    of = drawn(games="a+b c+d e+f")
    with pytest.raises(RefusedError, match="it does not belong to round 2 of the tournament"):
        verify_round(certificate(of, tmp_path), change(of.tournament), Path("x.json"))


def test_a_certificate_with_the_seed_or_the_players_of_another_is_refused(tmp_path: Path) -> None:
    of = drawn()
    certified = certificate(of, tmp_path)
    for other in (
        replace(certified, seed=certified.seed + 1),
        replace(certified, ids=(*certified.ids[:-1], "z")),
    ):
        with pytest.raises(RefusedError, match="it does not belong to round 1 of the tournament"):
            verify_round(other, of.tournament, Path("x.json"))


def test_a_certificate_with_a_forged_print_is_refused_and_one_with_the_print_of_version_1_is_not(
    tmp_path: Path,
) -> None:
    of = drawn()
    certified, one, two = certificate(of, tmp_path), print_1(of.problem), fingerprint(of.problem)
    dearer = replace(of.problem, profile=of.problem.profile.with_weights({"same_club": 7}))
    forged = (two[::-1], two[2:], f"2:{one}", f"1:{one}", "2:", "", print_1(dearer), fingerprint(dearer))
    for text in forged:
        with pytest.raises(RefusedError, match="it does not belong to round 1 of the tournament"):
            verify_round(replace(certified, fingerprint=text), of.tournament, Path("x.json"))
    assert certified.fingerprint == two
    for text in (one, two):
        assert verify_round(replace(certified, fingerprint=text), of.tournament, Path("x.json")).proven


def test_a_certificate_stays_if_a_column_changes_that_nothing_reads(tmp_path: Path) -> None:
    """Clubs count by the profile, families do not; and with the print of version 1.0.0 everything counted."""
    of = drawn()
    without = of.record.profile.with_weights({"family": 0})
    of = draw_round(of.tournament.before(1), Terms(profile=without))
    certified = certificate(of, tmp_path)
    one = replace(certified, fingerprint=print_1(of.problem))
    family = with_player(with_player(of.tournament, "a", groups=("f",)), "b", groups=("f",))
    assert verify_round(certified, family, Path("x.json")).proven
    club = with_player(with_player(of.tournament, "a", club="Ulm"), "b", club="Ulm")
    for other, changed in ((certified, club), (one, club), (one, family)):
        with pytest.raises(RefusedError, match="it does not belong to round 1 of the tournament"):
            verify_round(other, changed, Path("x.json"))


def test_a_proof_that_does_not_hold_is_refused(tmp_path: Path) -> None:
    of = drawn()
    certified = certificate(of, tmp_path)
    first, *others = certified.certificate.tiers
    dearer = replace(first, value=first.value + 1)
    altered = replace(certified, certificate=replace(certified.certificate, tiers=(dearer, *others)))
    with pytest.raises(RefusedError, match=rf"x.json: refused: tier 1: the pairing costs {first.value}, not"):
        verify_round(altered, of.tournament, Path("x.json"))


def test_a_file_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("[" * 100_000)
    with pytest.raises(RefusedError, match=r"x\.json: refused: not a certificate"):
        read_json(path)


@pytest.mark.parametrize(
    ("part", "wrong", "said"),
    [
        ("pairs", 1, r"\$\.pairs: expected array, got int"),
        ("pairs", [[0, 1], [2]], r"\$\.pairs\[1\]: expected array of length 2, got 1"),
        ("rows", [[1]], r"\$\.rows\[0\]"),
        ("round", "1", r"\$\.round: expected int, got str"),
        ("sets", [[2**63]], r"\$\.sets\[0\]\[0\]: expected int <= 9223372036854775807"),
        ("tournament", "\xff", "it is not UTF-8"),
    ],
)
def test_a_part_of_the_wrong_kind_is_named(part: str, wrong: object, said: str, tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    write_certificate(drawn(), path)
    data = json.loads(path.read_bytes()) | {part: wrong}
    path.write_bytes(json.dumps(data, ensure_ascii=False).encode("latin-1"))
    with pytest.raises(RefusedError, match=said):
        read_json(path)


def test_half_a_letter_in_a_certificate_is_refused_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    write_certificate(drawn(), path)
    data = json.loads(path.read_bytes())
    path.write_text(json.dumps(data | {"ahead": data["ahead"] | {"outlook": "\ud800"}}), encoding="ascii")
    with pytest.raises(RefusedError, match="it is not UTF-8"):
        read_json(path)


def two_tiers() -> Drawn:
    profile = load_profile("balanced")
    weights = tuple(replace(w, tier=2 if w.criterion == "same_club" else 1) for w in profile.weights)
    return drawn(profile=replace(profile, weights=weights))


def with_tiers(certified: CertifiedRound, count: int) -> CertifiedRound:
    proof = certified.certificate
    return replace(certified, certificate=replace(proof, tiers=proof.tiers[:count]))


def test_a_certificate_must_speak_of_every_tier_of_the_profile(tmp_path: Path) -> None:
    of = two_tiers()
    certified = certificate(of, tmp_path)
    assert [tier.name for tier in certified.certificate.tiers] == ["1", "2", "tie"]
    with pytest.raises(RefusedError, match=r"x\.json: refused: its tiers are 1; expected 1, 2 and the lottery"):
        verify_round(with_tiers(certified, 1), of.tournament, Path("x.json"))


def test_without_the_lottery_the_rest_is_proven_and_it_is_said(tmp_path: Path) -> None:
    of = two_tiers()
    verified = verify_round(with_tiers(certificate(of, tmp_path), 2), of.tournament, Path("x.json"))
    assert [name for name, _, _ in verified.tiers] == ["1", "2"]
    assert (verified.lot, verified.gap, verified.proven) == (False, False, False)
    assert "lottery: not part of the proof" in verified_lines(verified, of.tournament)


def test_what_was_settled_and_forbidden_by_hand_is_said(tmp_path: Path) -> None:
    of = drawn(ranks=SIX + " 3k", locks=Locks((("f", "a"),), (("b", "c"), ("d", "e")), ("g",)))
    assert checked(of, tmp_path).terms == (
        "by profile balanced",
        "fixed by hand, not part of the costs above: a:f, bye g",
        "forbidden by hand: b:c, d:e",
    )


def test_rules_are_called_relaxed_only_where_the_round_breaks_one(tmp_path: Path) -> None:
    t = played(played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a+c b+d"), "a+d b+c")
    again = draw_round(t, Terms(relaxed=("repeats",)))
    assert checked(again, tmp_path).terms == ("by profile balanced", "relaxed: repeats")
    first = draw_round(tournament("1d 1d 1d 1d"), Terms(relaxed=("repeats",)))
    assert checked(first, tmp_path).terms == ("by profile balanced",)


def test_an_unknown_relaxed_rule_is_refused(tmp_path: Path) -> None:
    of = drawn()
    certified = replace(certificate(of, tmp_path), relaxed=("gravity",))
    with pytest.raises(RefusedError, match=r"x\.json: refused: not a certificate .*gravity"):
        verify_round(certified, of.tournament, Path("x.json"))


@pytest.mark.parametrize(
    ("name", "tier", "text"),
    [
        ("balanced", 1, "balanced with other weights: mms_difference 1,234, same_club 7"),
        ("my-own", 2, "my-own: mms_difference 1,234, same_club 7 in tier 2"),
    ],
)
def test_a_profile_that_is_not_the_one_of_its_name_is_told_by_its_weights(
    name: str, tier: int, text: str, tmp_path: Path
) -> None:
    profile = load_profile("balanced")
    some = {"mms_difference": (1234, 1), "same_club": (7, tier)}
    chosen = [w for w in profile.weights if w.criterion in some]
    weights = tuple(replace(w, weight=some[w.criterion][0], tier=some[w.criterion][1]) for w in chosen)
    of = drawn(profile=replace(profile, name=name, weights=weights))
    assert checked(of, tmp_path).terms == (f"by profile {text}",)


def test_a_round_drawn_by_an_older_default_is_proven_by_the_weights_of_its_record(tmp_path: Path) -> None:
    """Its record has the weights of then under the name balanced; judge, cost, explanation and proof go by them."""
    then = replace(load_profile("balanced-1"), name="balanced")
    of = drawn(games="a+b c+d e+f", profile=then)
    state = in_memory(of.tournament).with_record(2, of.record)
    path = tmp_path / "round.json"
    write_certificate(of, path)
    verified = verify_file(path, state)
    assert verified.proven
    assert verified.differences == ()
    assert verified.terms[0] == "by profile balanced-1"
    assert state.profile_of_round(2).weights == then.weights
    assert sum(cost_of_round(state.tournament, 2, state.profile_of_round(2)).values()) == of.pairing.cost
    standing = drawn_round(state, 2)
    assert standing.unchanged
    assert standing.problem.weights["same_club"] == 60_000
    assert explain_player(standing, "a").reasons


def test_weights_and_rules_that_only_one_side_has_are_named_once(tmp_path: Path) -> None:
    both, now = CountRule("both", ("clubmates",), 3, rounds="1"), Weight("same_country", 7)
    rules = (both, CountRule("few", ("clubmates",), 2, reason="why"))
    theirs = Profile("own", "", (Weight("mms_difference", 3), Weight("same_club", 5, tier=2)), rules=rules)
    of = drawn(profile=theirs)
    ours = replace(theirs, weights=(Weight("mms_difference", 4), now), rules=(both,))
    state = in_memory(of.tournament).with_record(1, replace(of.record, profile=ours))
    assert certify(state, tmp_path / "ours.json").value == 1
    assert verify_file(tmp_path / "ours.json", state).differences == ()
    write_certificate(of, tmp_path / "theirs.json")
    assert verify_file(tmp_path / "theirs.json", state).differences == (
        "mms_difference: 3 in the certificate, 4 in the folder",
        "same_club: 5 in tier 2 in the certificate, none in the folder",
        'rule few: pairs = "clubmates", at_most = 2 in the certificate, none in the folder',
        "same_country: none in the certificate, 7 in the folder",
    )


def test_a_round_that_was_changed_since_is_said_to_differ_from_the_certified_one(tmp_path: Path) -> None:
    of = drawn()
    first, second, *others = of.round.games
    swapped = (replace(first, black=second.black), replace(second, black=first.black), *others)
    after = of.tournament.with_round(replace(of.round, games=swapped))
    verified = verify_round(certificate(of, tmp_path), after, Path("x.json"))
    assert not verified.proven
    assert verified.other is not None
    assert verified.other.games == swapped[:2]
    profile = of.record.profile
    before, now = (sum(cost_of_round(t, 1, profile).values()) for t in (of.tournament, after))
    assert (verified.other.certified_cost, verified.other.cost) == (before, now)
    names = after.by_id()
    costs, boards = other_round_lines(verified, after)
    assert costs == f"the proven round costs {before:,}; the round in the folder costs {now:,}, {now - before:,} more"
    assert f"table {first.table}: {names[first.white].name} – {names[second.black].name}" in boards
    assert proven_text(verified) == "The round in the folder is not the cheapest one that was proven."


def test_boards_and_byes_settled_by_hand_are_part_of_the_round_that_is_compared(tmp_path: Path) -> None:
    """A swap of forced players leaves every pair that the proof is about."""
    of = drawn(ranks=SIX + " 3k", games="a+g c+e d+f", locks=Locks((("a", "f"), ("b", "e")), (), ("g",)))
    certified = certificate(of, tmp_path)
    assert verify_round(certified, of.tournament, Path("x.json")).proven
    games = {frozenset(game.players): game for game in of.round}
    one, other = games[frozenset("af")], games[frozenset("be")]
    swapped = [replace(g, white="a", black="e") if g is one else replace(g, white="b", black="f") if g is other else g
               for g in of.round]  # fmt: skip
    after = of.tournament.with_round(replace(of.round, games=tuple(swapped)))
    other = verify_round(certified, after, Path("x.json")).other
    assert other is not None
    assert {frozenset(game.players) for game in other.games} == {frozenset("ae"), frozenset("bf")}
    assert other.byes == ()
    (played_,) = [g for g in of.round if not {"a", "b"} & set(g.players)]
    out, stays = played_.players
    moved = replace(played_, white="g", black=stays)
    games_ = tuple(moved if g is played_ else g for g in of.round)
    after = of.tournament.with_round(replace(of.round, games=games_, byes=(out,)))
    found = verify_round(certified, after, Path("x.json"))
    assert not found.proven
    assert found.other is not None
    assert (found.other.games, found.other.byes) == ((moved,), (out,))
    before, now = (cost_of_round(t, 2, of.record.profile) for t in (of.tournament, after))
    assert now["bye_score"] > before["bye_score"], "a winner has it"
    assert (found.other.certified_cost, found.other.cost) == (sum(before.values()), sum(now.values()))


def test_a_bye_is_no_pair_that_differs(tmp_path: Path) -> None:
    verified = checked(drawn(ranks="1d 1k 2k"), tmp_path)
    assert (verified.other, verified.proven) == (None, True)


def test_a_file_with_all_costs_is_checked_by_itself_and_beside_its_folder(tmp_path: Path) -> None:
    of = drawn()
    path = tmp_path / "round.npz"
    write_certificate(of, path)
    verified = verify_file(path)
    of_file = "round 1 of a tournament without a name, with the players, costs and rules that it contains"
    assert verified.title == f"{path}: {of_file}"
    assert verified.tiers[0] == ("1", of.pairing.cost, of.pairing.cost)
    beside = verify_file(path, in_memory(of.tournament, {1: of.record}))
    assert (beside.alone, beside.proven, beside.tiers) == (False, True, verified.tiers)


def test_a_file_that_is_no_certificate_is_refused_and_one_that_is_not_there_named(tmp_path: Path) -> None:
    path = tmp_path / "round.npz"
    with pytest.raises(FolderError, match=r"cannot read .*round.npz: no such file"):
        verify_file(path)
    path.write_bytes(b"PK, but no more")
    with pytest.raises(RefusedError, match=r"round.npz: refused: not a certificate \(not an npz file"):
        verify_file(path)
    np.savez(path, tiers=np.zeros(3))
    with pytest.raises(RefusedError, match=r"round.npz: refused: not a certificate of format 4"):
        verify_file(path)


def test_a_proof_alone_needs_the_tournaments_folder(tmp_path: Path) -> None:
    of = drawn()
    path = tmp_path / "round.json"
    write_certificate(of, path)
    with pytest.raises(InputError, match=r"the proof but not the costs; give the tournament folder too$"):
        verify_file(path)
    folder = TournamentFolder(tmp_path / "t")
    create(folder, new_settings_text("bga", {"rounds": 5}), "new")
    with changing(folder, "fill") as change:
        seed = change.tournament.settings.seed
        change.tournament = change.tournament.with_players(of.tournament.players)
        certified = draw_round(change.tournament)
    write_certificate(certified, path)
    assert read_json(path).seed == seed
    assert verify_file(path, folder.read()).tiers[0][1] == certified.pairing.cost


def test_a_round_settled_by_hand_throughout_has_no_certificate(tmp_path: Path) -> None:
    of = drawn(ranks="1d 1d 1d 1d", locks=Locks((("a", "b"), ("c", "d"))))
    with pytest.raises(InputError, match="there is no certificate: all boards were forced"):
        write_certificate(of, tmp_path / "round.json")
    assert not (tmp_path / "round.json").exists()


def test_a_certificate_needs_a_name_that_says_its_form(tmp_path: Path) -> None:
    check_target(tmp_path / "proof.json")
    check_target(tmp_path / "proof.npz")
    for name, error in (("proof.txt", InputError), ("none/proof.json", FolderError)):
        with pytest.raises(error, match=r"npz|folder"):
            check_target(tmp_path / name)
