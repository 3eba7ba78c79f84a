"""Forged plans, prices and lots in certificates: each is refused, or named with exit code 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.messages.proof_texts import proven_text, verified_lines
from mcmahon.desk.rounds.draw.drawing import Drawn, draw_round
from mcmahon.desk.rounds.proof.claim import Verified
from mcmahon.desk.rounds.proof.verify_proof import verify_file, write_certificate
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import RefusedError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result

from tests.builders import tournament
from tests.desk.test_looking_ahead import BALANCED, paid_for

SIX = "4d 3d 2d 1d 1k 2k"
Data = dict[str, Any]


@pytest.fixture(scope="module")
def first() -> Drawn:
    """Round 1 of five of six players: whoever meets now, a plan for rounds 2 to 5 is needed, and kept."""
    drawn = draw_round(tournament(SIX, rounds=5))
    assert drawn.record.foresight.plan.rounds
    return drawn


def state_of(drawn: Drawn) -> State:
    return in_memory(drawn.tournament, {drawn.round.number: drawn.record})


def forged(drawn: Drawn, file: Path, change: Callable[[Data], None], state: State | None = None) -> Verified:
    """What is said of a certificate with a change."""
    write_certificate(drawn, file)
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")
    return verify_file(file, state or state_of(drawn))


def said(verified: Verified, state: State) -> str:
    return "\n".join(verified_lines(verified, state.tournament))


def ahead(**parts: Any) -> Callable[[Data], None]:
    """The certificate with another outlook, parts of which are left out by None."""

    def change(data: Data) -> None:
        now = data["ahead"] | parts
        data["ahead"] = {name: value for name, value in now.items() if value is not None}

    return change


def stripped(data: Data) -> None:
    del data["ahead"]


def next_round_only(data: Data) -> None:
    data["ahead"] |= {"until": 2, "plan": data["ahead"]["plan"][:1]}


def one_pair_twice(data: Data) -> None:
    a, b = data["players"][data["pairs"][0][0]], data["players"][data["pairs"][0][1]]
    data["ahead"]["plan"][0]["pairs"][0] = [a, b]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (ahead(outlook="whatever is drawn", first=2, until=1, plan=None), "it is about rounds 2 to 1 of 5"),
        (ahead(outlook="whatever is drawn", first=2, until=0, plan=None), "it is about rounds 2 to 0 of 5"),
        (ahead(outlook="whatever is drawn", first=6, until=6, last=6, plan=None), "it is about rounds 6 to 6 of 6"),
        (ahead(outlook="whatever is drawn", plan=None), "not possible whatever is drawn"),
        (ahead(last=6), "it is about rounds 2 to 5 of 6; expected 2 to 5"),
        (one_pair_twice, "round 2:"),
        (ahead(extra=10**30), "it names a price of"),
        (ahead(extra=-5), "it names a price of -5"),
        (ahead(extra=1), "it names a price of 1, but the round costs at most 0 more than the cheapest"),
    ],
)
@pytest.mark.parametrize("later", [False, True], ids=["last", "with a later round"])
def test_a_plan_that_does_not_hold_is_not_legal_whether_or_not_a_later_round_is_drawn(
    first: Drawn, tmp_path: Path, change: Callable[[Data], None], says: str, later: bool
) -> None:
    state = state_of(first)
    if later:
        games = tuple(replace(game, result=Result.WHITE) for game in first.round)
        played = first.tournament.with_round(replace(first.round, games=games, draft=False))
        second = draw_round(played)
        state = in_memory(second.tournament, {1: first.record, 2: second.record})
    found = forged(first, tmp_path / "proof.json", change, state)
    assert not found.proven
    assert "the plan is not legal: " in said(found, state)
    assert says in found.plan_broken


@pytest.mark.parametrize("change", [stripped, next_round_only])
def test_rounds_that_a_certificate_does_not_cover_any_more_are_named(
    first: Drawn, tmp_path: Path, change: Callable[[Data], None]
) -> None:
    """The draw has kept them possible, so a certificate without that is another one."""
    found = forged(first, tmp_path / "proof.json", change)
    text = said(found, state_of(first))
    covered = "rounds 3 to 5" if change is next_round_only else "rounds 2 to 5"
    assert f"not covered: whether {covered} can be paired; the certificate says nothing of that" in text
    assert "the draw has kept rounds 2 to 5 possible; the certificate does not say so" in text
    assert not found.proven


@pytest.mark.parametrize(("outlook", "why"), [("none", "no legal plan exists"), ("open", "the search ended before")])
def test_a_certificate_that_knows_no_plan_says_which_rounds_it_does_not_cover(
    first: Drawn, tmp_path: Path, outlook: str, why: str
) -> None:
    until = 1 if outlook == "none" else 0
    found = forged(first, tmp_path / "proof.json", ahead(outlook=outlook, until=until, plan=None))
    assert f"not covered: whether rounds 2 to 5 can be paired; {why}" in said(found, state_of(first))
    assert not found.proven


def test_a_plan_until_a_round_far_away_is_refused_at_once(first: Drawn, tmp_path: Path) -> None:
    """A list of all those rounds would take more memory than there is."""
    with pytest.raises(RefusedError, match="expected 2 to 9223372036854775807"):
        forged(first, tmp_path / "proof.json", ahead(until=2**63 - 1))


def test_an_honest_certificate_covers_all_rounds(first: Drawn, tmp_path: Path) -> None:
    found = forged(first, tmp_path / "proof.json", lambda data: None)
    text = said(found, state_of(first))
    assert found.proven
    assert "the plan for rounds 2 to 5 is legal" in text
    assert "not covered" not in text


def test_the_price_of_a_plan_is_said_to_be_believed(tmp_path: Path) -> None:
    """The certificate bounds all rounds; that every cheaper one leaves no plan is the word of CP-SAT."""
    drawn = paid_for(BALANCED)
    found = forged(drawn, tmp_path / "proof.json", lambda data: None)
    text = said(found, state_of(drawn))
    price = drawn.record.foresight.extra
    assert f"needs {price:,} more than the cheapest round of all; this is believed" in text
    assert not found.proven


def test_a_price_that_is_greater_than_what_the_round_costs_more_is_wrong(tmp_path: Path) -> None:
    drawn = paid_for(BALANCED)
    found = forged(drawn, tmp_path / "proof.json", ahead(extra=drawn.record.foresight.extra + 1))
    assert found.plan_broken.startswith("it names a price of")


def without_lot(data: Data) -> None:
    assert data["proofs"].pop()["name"] == "tie"


def no_duals_of_the_lot(data: Data) -> None:
    tie = data["proofs"][-1]
    for name in ("y", "w", "rows", "levels"):
        tie[name] = [0] * len(tie[name])


@pytest.mark.parametrize("change", [without_lot, no_duals_of_the_lot])
def test_the_lot_belongs_to_the_statement(first: Drawn, tmp_path: Path, change: Callable[[Data], None]) -> None:
    """Among rounds of equal cost somebody could choose else; so a lot without a proof is said, with exit code 1."""
    found = forged(first, tmp_path / "proof.json", change)
    assert all(value == bound for name, value, bound in found.tiers if name != "tie")
    assert not found.proven
    assert proven_text(found) == "Not proven: the lottery among rounds of equal cost is open."
    text = said(found, state_of(first))
    assert "lottery: not part of the proof" in text or ("lottery: " in text and "not proven minimal" in text)


@pytest.mark.parametrize(("name", "value"), [("tournament", "World Championship"), ("profile", "fair")])
def test_another_name_of_the_tournament_or_the_profile_is_named(
    first: Drawn, tmp_path: Path, name: str, value: str
) -> None:
    found = forged(first, tmp_path / "proof.json", lambda data: data.update({name: value}))
    assert not found.proven
    assert f"the terms differ from the folder's: {name}: {value} in the certificate" in said(found, state_of(first))


def test_boards_that_were_fixed_by_hand_are_counted_apart(first: Drawn, tmp_path: Path) -> None:
    """A certificate of no boards at all costs 0: beside it stands what the round costs with the others."""
    from mcmahon.desk.rounds.draw.drawing import Terms
    from mcmahon.model.pairing.draw import Locks

    some = tuple(game.players for game in first.round)[:2]
    drawn = draw_round(first.tournament.before(1), Terms(locks=Locks(force=some)))
    found = forged(drawn, tmp_path / "proof.json", lambda data: None)
    assert found.whole_cost == drawn.pairing.cost
    text = said(found, state_of(drawn))
    assert f"with the boards that were fixed by hand, the round costs {drawn.pairing.cost:,}" in text
    assert "fixed by hand, not part of the costs above" in text


def test_a_plan_of_a_round_that_is_not_the_next_is_refused_before_it_is_read(first: Drawn, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="a plan of rounds 3, 4, 5; expected 2 to 5"):
        forged(first, tmp_path / "proof.json", lambda data: data["ahead"]["plan"].pop(0))
