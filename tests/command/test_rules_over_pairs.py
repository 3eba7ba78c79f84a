"""Rules over sets of pairs as a director uses them: in a profile and in the settings, hard, relaxed, and at a price."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import EXAMPLES
from commands import mcmahon
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.desk.rounds.proof.verify_proof import write_certificate
from mcmahon.io.certificates import read_json
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.pairing.draw import without_own_rules

from .test_command_line import files

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def congress(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "instances" / "congress60", tmp_path / "congress"))


def drawn(folder: Path, *options: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(mcmahon("pair", folder, "--json", *options).stdout)
    return data


@pytest.mark.parametrize("profile", ["calm-groups", "few-clubmates", "few-handicaps", "strict", "welcome"])
def test_every_example_draws_a_legal_proven_round(congress: Path, profile: str) -> None:
    shutil.copy(EXAMPLES / f"{profile}.toml", congress)
    data = drawn(congress, "--profile", profile)
    assert data["status"] == "optimal"
    assert data["tie_break_proven"]
    assert data["profile_version"] is None
    assert mcmahon("check", congress).returncode == 0
    tiers = data["tiers"]
    assert isinstance(tiers, list)
    assert all(tier["cost"] == tier["bound"] for tier in tiers)
    assert len(tiers) == {"strict": 4, "welcome": 3}.get(profile, 1)


@pytest.mark.parametrize(
    ("named", "profile", "version"),
    [("balanced", "balanced", 3), ("balanced-3", "balanced", 3), ("balanced-2", "balanced-2", 2)],
)
def test_a_draw_and_its_record_name_the_version_of_the_profile(
    congress: Path, named: str, profile: str, version: int
) -> None:
    data = drawn(congress, "--profile", named)
    assert (data["profile"], data["profile_version"]) == (profile, version)
    record = json.loads((congress / "rounds" / "4.json").read_text(encoding="utf-8"))
    assert (record["profile"], record["profile_version"]) == (profile, version)
    assert f"by profile {profile}: " in mcmahon("pair", congress, "--profile", named).stdout


def test_a_folder_that_names_an_example_of_version_1_goes_on_by_the_weights_of_its_records(
    congress: Path, tmp_path: Path
) -> None:
    """It opens, shows and verifies. Only the next round waits for the recipe, and nothing is written."""
    proof, recipe = tmp_path / "proof.json", congress / "strict.toml"
    shutil.copy(EXAMPLES / "strict.toml", recipe)
    mcmahon("set", congress, "pairing.profile=strict")
    cost = json.loads(mcmahon("pair", congress, "--certificate", proof, "--json").stdout)["cost"]
    record = congress / "rounds" / "4.json"
    for file in (record, proof):  # version 1 wrote the name of its own profile
        file.write_text(file.read_text(encoding="utf-8").replace('"strict.toml"', '"strict"'), encoding="utf-8")
    recipe.unlink()
    assert f"round 4: legal, cost {cost:,}" in mcmahon("check", congress, "--prove").stdout
    assert "proven minimal" in mcmahon("verify", proof, congress).stdout
    for words in (
        ["show"],
        ["standings"],
        ["explain", "1"],
        ["what-if"],
        ["sensitivity"],
        ["swap", "1", "60", "--dry-run"],
    ):
        assert mcmahon(words[0], congress, *words[1:]).stdout
    before = files(congress)
    told = mcmahon("pair", congress, "--again", code=2).stderr
    assert "tournament.toml: pairing.profile: this profile no longer comes with the program: 'strict'" in told
    assert "expected a file strict.toml next to tournament.toml" in told
    assert files(congress) == before
    shutil.copy(EXAMPLES / "strict.toml", recipe)
    assert json.loads(mcmahon("pair", congress, "--again", "--json").stdout)["cost"] == cost
    recipe.unlink()
    mcmahon("set", congress, "pairing.profile=balanced")
    assert "by profile balanced: " in mcmahon("pair", congress, "--again").stdout


@pytest.mark.slow
def test_a_rule_of_the_settings_is_hard(congress: Path) -> None:
    rule = '[{name = "no-floats", pairs = "float", at_most = 0}]'
    mcmahon("set", congress, f"pairing.rules={rule}")
    before = files(congress)
    run = mcmahon("pair", congress, code=1)
    assert "the least number of breaches is" in run.stderr
    assert "at most 0 float (no-floats)" in run.stderr
    assert files(congress) == before
    data = json.loads(mcmahon("pair", congress, "--json", code=1).stdout)
    assert data["relax"] == ["no-floats"]
    relaxed = mcmahon("pair", congress, "--relax", "no-floats")
    broken = r"broken with your permission: no-floats: found \d+, but the rule is: at most 0 float"
    assert re.search(broken, relaxed.stdout)
    assert mcmahon("check", congress).returncode == 0
    assert "no hard rule is called" in mcmahon("pair", congress, "--relax", "no-float", code=2).stderr


def test_a_rule_at_a_price_is_broken_and_reported(congress: Path) -> None:
    mcmahon("set", congress, 'pairing.rules=[{name = "few-floats", pairs = "float", at_most = 1, price = 10}]')
    output = mcmahon("pair", congress).stdout
    assert "soft rule exceeded: few-floats: " in output
    assert "(at most 1 float), penalty " in output
    assert "few-floats" in json.loads((congress / "rounds" / "4.json").read_text())["costs"]
    assert mcmahon("check", congress).returncode == 0


def test_the_judge_counts_by_itself(congress: Path) -> None:
    """Swapped by hand, the round breaks the rule: the judge says so, and it is done with a yes only."""
    mcmahon("set", congress, 'pairing.rules=[{name = "top", pairs = "both top_group", at_least = 4}]')
    mcmahon("pair", congress)
    assert "top: " not in mcmahon("check", congress).stdout
    broken = "round 4: top: found 3, but the rule is: at least 4 both top_group"
    assert broken in mcmahon("swap", congress, "2", "60", "--dry-run").stdout
    assert "breaks a rule of round 4: top: " in mcmahon("swap", congress, "2", "60", code=2).stderr
    mcmahon("swap", congress, "2", "60", "--anyway")
    assert f"{broken} (allowed by the director)" in mcmahon("check", congress).stdout


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ('{name = "a", pairs = "same Sponsor", at_most = 1}', "Sponsor"),
        ('{name = "a", pairs = "float", at_most = 1, per = "team"}', "team"),
    ],
)
def test_a_rule_about_a_column_that_is_not_there_is_answered(congress: Path, rule: str, says: str) -> None:
    mcmahon("set", congress, f"pairing.rules=[{rule}]")
    assert says in mcmahon("pair", congress, code=2).stderr


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ('{name = "a", pairs = "samish", at_most = 1}', "rule a: pairs 'samish'"),
        ('{pairs = "float", at_most = 1}', "cannot be called ''"),
        ('{name = "a", pairs = "float", at_most = 1, at_least = 0}', "either at_most or at_least"),
        ('{name = "repeats", pairs = "float", at_most = 1}', "built-in rule has this name"),
        ('{name = "a", pairs = "float", at_most = 1}, {name = "a", pairs = "float", at_most = 2}', "two rules"),
    ],
)
def test_set_says_what_is_wrong_with_a_rule(congress: Path, rule: str, says: str) -> None:
    assert says in mcmahon("set", congress, f"pairing.rules=[{rule}]", code=2).stderr


def test_a_wrong_rule_is_answered_with_its_place(congress: Path) -> None:
    path = congress / "tournament.toml"
    rules = 'rules = [{name = "a", pairs = "samish", at_most = 1}]'
    text = path.read_text(encoding="utf-8").replace("[pairing]", f"[pairing]\n{rules}")
    path.write_text(text, encoding="utf-8")
    error = mcmahon("pair", congress, code=2).stderr
    assert "tournament.toml:" in error
    assert "rule a: pairs 'samish'" in error


def test_columns_of_the_registrations_can_be_counted(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(
        "name,rank,Sponsor\n" + "".join(f"P{k},1d,{'Acme' if k < 6 else ''}\n" for k in range(12)), encoding="utf-8"
    )
    folder = tmp_path / "t"
    mcmahon("new", folder, "--preset", "swiss", "--set", 'pairing.rules=[{name="s", pairs="same Sponsor", at_most=0}]')
    mcmahon("register", folder, tmp_path / "p.csv")
    sponsored = {str(k) for k in range(1, 7)}
    pairs = [{board["white"], board["black"]} for board in drawn(folder)["boards"]]  # type: ignore[attr-defined]
    assert all(len(pair & sponsored) == 1 for pair in pairs)
    mcmahon("set", folder, 'pairing.rules=[{name="s", pairs="both Sponsor = acme", at_least=3}]', "--replace")
    pairs = [{board["white"], board["black"]} for board in drawn(folder)["boards"]]  # type: ignore[attr-defined]
    assert sum(pair <= sponsored for pair in pairs) == 3


def test_a_certificate_is_verified_against_the_tournament(congress: Path, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    mcmahon("pair", congress, "--profile", EXAMPLES / "calm-groups.toml", "--certificate", proof)
    output = mcmahon("verify", proof, congress).stdout
    assert output.count("proven minimal") == 2
    assert "DIR" in mcmahon("verify", proof, code=2).stderr
    anew = mcmahon("verify", congress).stdout
    assert anew.startswith("The last round was proven anew")
    assert output.splitlines()[1:3] == anew.splitlines()[2:4]
    mcmahon("swap", congress, "1", "60", "--anyway")
    assert "the folder has another round" in mcmahon("verify", congress, code=1).stdout
    swapped = " ".join(mcmahon("verify", proof, congress, code=1).stdout.split())
    assert "the folder has another round: the proven round costs " in swapped
    assert "not in the proven round: table " in swapped
    assert swapped.count("(swapped by hand)") == swapped.count("bye: ") == 1
    mcmahon("result", congress, 1, "0-0", "--round", 3, "--again")
    assert "it does not belong to round 4 of the tournament" in mcmahon("verify", proof, congress, code=1).stderr


@pytest.mark.parametrize(
    ("key", "change", "says"),
    [
        ("pairs", lambda v: [[v[1][0], v[0][1]], [v[0][0], v[1][1]], *v[2:]], "refused"),
        ("pairs", lambda v: v[1:], "refused"),
        ("pairs", lambda v: [v[1], *v[1:]], "exactly one game"),
        ("weights", lambda v: v | {"seeding": 5}, "it does not belong to round 4 of the tournament"),
        ("weights", lambda v: v | {"seeding": "5"}, '$.weights["seeding"]: expected int, got str'),
        ("weights", lambda v: v | {"seeding": 10**6 + 1}, '$.weights["seeding"]: expected int <= 1000000'),
        ("tiers", lambda v: v | {"seeding": 100}, '$.tiers["seeding"]: expected int <= 99'),
        ("seed", lambda v: v + 1, "it does not belong to round 4 of the tournament"),
        ("seed", lambda v: True, "$.seed: expected int, got bool"),
        ("players", lambda v: v[::-1], "it does not belong to round 4 of the tournament"),
        ("rows", lambda v: [["a", "b"]], "rows: not 1 numbers in every tier"),
        ("sets", lambda v: [*v[:-1], v[-1][1:]], "not odd"),
        ("sets", lambda v: [[[1, 2, 3]], *v[1:]], "$.sets[0][0]: expected int, got array"),
        ("proofs", lambda v: [v[0] | {"value": v[0]["value"] - 1}, v[1]], "refused"),
        ("proofs", lambda v: [v[0] | {"y": [v[0]["y"][0] + 10**6, *v[0]["y"][1:]]}, v[1]], "refused"),
        ("proofs", lambda v: [v[0] | {"y": v[0]["y"][1:]}, v[1]], "y: not 60 numbers in every tier"),
        (
            "proofs",
            lambda v: [v[0] | {"y": [0.5, *v[0]["y"][1:]]}, v[1]],
            "$.proofs[0].y[0]: expected int, got float",
        ),
        ("proofs", lambda v: [v[0] | {"y": [10**30, *v[0]["y"][1:]]}, v[1]], "refused"),
        (
            "proofs",
            lambda v: [v[0], v[1] | {"more": 1}],
            "proofs[1].more does not have the form that the program writes",
        ),
        (
            "proofs",
            lambda v: [v[0], {k: x for k, x in v[1].items() if k != "w"}],
            "$.proofs[1]: object missing required field w",
        ),
        ("proofs", lambda v: v[1:], "its tiers are tie; expected 1 and the lottery (tie)"),
        ("proofs", lambda v: [v[0], v[1] | {"name": "foo"}], "its tiers are 1, foo; expected 1 and the lottery (tie)"),
        ("proofs", lambda v: [v[0] | {"name": "tie"}, v[1] | {"name": "1"}], "its tiers are tie, 1; expected 1 and"),
        ("proofs", lambda v: [v[0], v[1] | {"name": "1"}], "its tiers are 1, 1; expected 1 and"),
        ("more", lambda v: 1, "more does not have the form that the program writes"),
        ("more", lambda v: None, "more does not have the form that the program writes"),
        ("sets", lambda v: [[]] * 100, "more sets than players"),
        ("more", lambda v: [[]] * 500_001, "500,063 lists, at most 4,194,304 and 60,000; say that it may be large"),
        ("format", lambda v: "mcmahon certificate 1", "expected the format 'mcmahon certificate 3'"),
    ],
)
def test_a_tampered_certificate_is_refused(congress: Path, tmp_path: Path, key: str, change: object, says: str) -> None:
    proof = tmp_path / "proof.json"
    mcmahon("pair", congress, "--certificate", proof)
    data = json.loads(proof.read_text(encoding="utf-8"))
    data[key] = change(data.get(key))  # type: ignore[operator]
    proof.write_text(json.dumps(data), encoding="utf-8")
    run = mcmahon("verify", proof, congress, code=1)
    assert says in run.stdout + run.stderr


def verified(proof: Path, folder: Path, code: int) -> tuple[str, str]:
    run = mcmahon("verify", proof, folder, code=code)
    assert run.stderr == ""
    told = ("the terms differ", "the settings have changed", "round 4 is not drawn", "the folder has another")
    return run.stdout, "\n".join(line for line in run.stdout.splitlines() if line.startswith(told))


def test_a_round_not_drawn_yet_is_proven_by_the_settings_of_the_folder_or_else_it_is_said(
    congress: Path, tmp_path: Path
) -> None:
    """Drawn with another profile, or before settings change: least under its own terms, and exit code 1."""
    proof = tmp_path / "proof.json"
    mcmahon("pair", congress, "--dry-run", "--certificate", proof)
    out, err = verified(proof, congress, 0)
    assert "proven minimal under" not in out
    assert err == "round 4 is not drawn in the folder; the proof is compared with the current settings"
    mcmahon("set", congress, 'pairing.rules=[{name="few", pairs="same_club", at_most=3}]')
    out, err = verified(proof, congress, 1)
    assert out.count("proven minimal under the certificate's own terms") == 2
    assert 'rule few: none in the certificate, pairs = "clubmates", at_most = 3 in the folder' in " ".join(err.split())
    mcmahon("undo", congress)
    verified(proof, congress, 0)
    shutil.copy(EXAMPLES / "welcome.toml", congress)
    mcmahon("set", congress, "pairing.profile=welcome", "seed=7")
    out, err = verified(proof, congress, 1)
    assert "by profile balanced" in out
    assert (
        "the terms differ from the folder's: drawn_down_again: 3,500 in the certificate, 2,500 in tier 3 in the folder"
        in err
    )
    assert "the terms differ from the folder's: seed: 60 in the certificate, 7 in the folder" in err


def test_a_drawn_round_is_proven_by_what_it_was_drawn_by_and_settings_changed_since_are_told(
    congress: Path, tmp_path: Path
) -> None:
    proof = tmp_path / "proof.json"
    mcmahon("set", congress, 'pairing.rules=[{name="few", pairs="same_club", at_most=3}]')
    mcmahon("pair", congress, "--certificate", proof)
    out, err = verified(proof, congress, 0)
    assert 'rule few: pairs = "clubmates", at_most = 3' in out
    assert err == ""
    mcmahon("set", congress, 'pairing.rules=[{name="few", pairs="same_club", at_most=90}]', "--replace")
    out, err = verified(proof, congress, 0)
    assert "proven minimal under" not in out
    few = 'pairs = "clubmates", at_most = '
    wide = f"rule few: {few}3 in the certificate, {few}90 in the folder"
    assert f"the settings have changed since this round was drawn: {wide}" in " ".join(err.split())
    mcmahon("pair", congress)
    assert wide in " ".join(verified(proof, congress, 1)[1].split())


def test_locks_and_relaxed_rules_that_the_folder_does_not_know_are_told(congress: Path, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    locks = ("--force", "20:31", "--forbid", "4:3", "--bye", "60")
    mcmahon("pair", congress, "--dry-run", *locks, "--certificate", proof)
    _, err = verified(proof, congress, 1)
    assert "forced pairs: 20:31 in the certificate, none in the folder" in err
    assert "forbidden pairs: 3:4 in the certificate, none in the folder" in err
    assert "byes by hand: 60 in the certificate, none in the folder" in err
    mcmahon("pair", congress, *locks, "--certificate", proof)
    assert verified(proof, congress, 0)[1] == ""


def forge(proof: Path, folder: Path, **changes: Any) -> None:
    """Give a proof other terms, and the fingerprint and the duals that are right under these."""
    state = TournamentFolder(folder).read()
    data = json.loads(proof.read_text(encoding="utf-8")) | changes
    proof.write_text(json.dumps(data), encoding="utf-8")
    certified = read_json(proof)
    t = without_own_rules(state.tournament.before(certified.round))
    drawn_ = draw_round(t, Terms(certified.profile, certified.locks))
    write_certificate(replace(drawn_, record=replace(drawn_.record, profile=certified.profile)), proof)


RULE = {"name": "calm", "pairs": "same_club", "per": "country", "at_most": 1, "price": 100_000}
IN_ALL = {key: value for key, value in RULE.items() if key != "per"}


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (RULE | {"rounds": "1"}, "rule calm: none in the certificate"),
        (IN_ALL, 'rule calm: pairs = "clubmates", at_most = 1, price = 100000 in the certificate'),
        (IN_ALL | {"pairs": "any club = Alb per country"}, 'pairs = "any club = Alb per country"'),
        (RULE | {"tier": 2}, "tier = 2 in the certificate"),
    ],
)
def test_a_proof_under_a_rule_that_only_reads_like_the_folders_is_told(
    rule: dict[str, Any], says: str, congress: Path, tmp_path: Path
) -> None:
    """Rules are compared as they are, for the round in question, and not as sentences."""
    proof = tmp_path / "proof.json"
    text = ", ".join(f"{key} = {json.dumps(value)}" for key, value in RULE.items())
    mcmahon("set", congress, f"pairing.rules=[{{{text}}}]")
    mcmahon("pair", congress, "--certificate", proof)
    verified(proof, congress, 0)
    forge(proof, congress, rules=[rule])
    out, err = verified(proof, congress, 1)
    assert "proven minimal under the certificate's own terms" in out
    assert says in " ".join(err.split())


def test_nothing_in_a_certificate_writes_a_line_of_its_own(congress: Path, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    mcmahon("pair", congress, "--certificate", proof)
    false = "balanced\ncost, tier 1: 0, bound 0: proven minimal"
    data = json.loads(proof.read_text(encoding="utf-8"))
    changes = (({"profile": false}, 1), ({false: 1}, 1), ({"forbid": [[false, "1"]]}, 1), ({"relaxed": [false]}, 1))
    for change, code in changes:
        proof.write_text(json.dumps(data | change), encoding="utf-8")
        run = mcmahon("verify", proof, congress, code=code)
        lines = (run.stdout + run.stderr).splitlines()
        assert not any(line.startswith("cost, tier 1: 0,") for line in lines), change


def test_a_seed_that_was_set_later_is_not_that_of_the_round(congress: Path, tmp_path: Path) -> None:
    """The record of a round keeps the seed of its lottery."""
    proof = tmp_path / "proof.json"
    mcmahon("pair", congress, "--certificate", proof)
    mcmahon("set", congress, "seed=8")
    assert verified(proof, congress, 0)[1] == ""


def test_a_name_that_stands_twice_is_refused(congress: Path, tmp_path: Path) -> None:
    """One reader takes the first, another the last."""
    proof = tmp_path / "proof.json"
    mcmahon("pair", congress, "--certificate", proof)
    proof.write_text(proof.read_text(encoding="utf-8").replace('{"format"', '{"seed":1,"format"', 1), encoding="utf-8")
    assert "'seed' appears twice" in mcmahon("verify", proof, congress, code=1).stderr


def test_a_certificate_with_all_costs_needs_nothing_else(congress: Path, tmp_path: Path) -> None:
    proof = tmp_path / "proof.npz"
    mcmahon("pair", congress, "--dry-run", "--certificate", proof)
    assert mcmahon("verify", proof).stdout.count("proven minimal") == 2
    script = ROOT / "solver" / "proof" / "verify_certificate.py"
    run = subprocess.run([sys.executable, script, proof], capture_output=True, text=True, check=True)
    assert run.stdout.count("proven") == 2
    proof.write_bytes(proof.read_bytes()[:5000])
    assert "refused" in mcmahon("verify", proof, code=1).stderr


def test_a_certificate_that_cannot_be_written_is_said_before_the_draw(congress: Path, tmp_path: Path) -> None:
    before = files(congress)
    assert ".json" in mcmahon("pair", congress, "--certificate", tmp_path / "proof.txt", code=2).stderr
    assert (
        "is not a folder" in mcmahon("pair", congress, "--certificate", tmp_path / "no" / "proof.json", code=3).stderr
    )
    assert files(congress) == before
