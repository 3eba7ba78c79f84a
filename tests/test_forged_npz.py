"""An npz certificate beside the folder: whatever of it is not the folder's is named or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.desk.rounds.proof.claim import Verified
from mcmahon.desk.rounds.proof.verify_proof import verify_file, write_certificate
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import RefusedError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.solver.proof.stated_problems import read
from mcmahon.solver.proof.verify_certificate import ARRAYS

from tests.builders import tournament
from tests.solver.matrices import as_matrices

Data = dict[str, Any]
RULE = {"name": "few", "pairs": "same_country", "at_most": 1, "price": 900}


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    """Round 1 of seven players, by two tiers and a rule over pairs with a price."""
    profile = load_profile("balanced")
    weights = tuple(replace(w, tier=2 if w.criterion == "seeding" else 1) for w in profile.weights)
    t = tournament("4d 3d 2d 1d 1k 2k 3k", rounds=3)
    t = t.with_players([replace(t.player(p), country="DE") for p in "abc"])
    return draw_round(t, Terms(profile=replace(profile, name="own", weights=weights, rules=(parse_count_rule(RULE),))))


def state_of(drawn: Drawn) -> State:
    return in_memory(drawn.tournament, {drawn.round.number: drawn.record})


def forged(drawn: Drawn, file: Path, change: Callable[[Data], None], state: State | None = None) -> Verified:
    write_certificate(drawn, file)
    with np.load(file) as arrays:
        data = {name: arrays[name].copy() for name in arrays.files}
    change(data)
    np.savez(file, **data)
    return verify_file(file, state or state_of(drawn))


def elsewhere(data: Data) -> tuple[int, int]:
    """A pair a < b of players who do not meet in the pairing."""
    met = {tuple(sorted(pair)) for pair in data["pairs"].tolist()}
    return next((a, b) for b in range(7) for a in range(b) if (a, b) not in met)


def dearer_elsewhere(data: Data) -> None:
    """A pair of nobody's costs more: the proof holds, and the costs are others."""
    data["listed"] = np.array([[0, *elsewhere(data), 7]])


def counted_elsewhere(data: Data) -> None:
    data["amounts"] = np.array([[0, *elsewhere(data), 1]])


def nothing_costs(data: Data) -> None:
    for name in ("value", "y", "w", "rows", "levels", "key", "price"):
        data[name][...] = 0
    said(data, costs={tier: [] for tier in data["tiers"].tolist() if tier != "tie"})


def only_these_pairs(data: Data) -> None:
    met = {tuple(sorted(pair)) for pair in data["pairs"].tolist()}
    data["forbidden"] = np.array([(a, b) for a in range(8) for b in range(a + 1, 8) if (a, b) not in met])


def said(data: Data, **parts: Any) -> None:
    """Other formulas."""
    data["formulas"] = np.str_(json.dumps(json.loads(data["formulas"].item()) | parts))


def free_boards(data: Data) -> None:
    """Weights that cost nothing: then the value is another one."""
    costs = json.loads(data["formulas"].item())["costs"]
    said(data, costs={tier: [one | {"weight": 0} for one in of] for tier, of in costs.items()})


def no_lot(data: Data) -> None:
    for name in (name for name, (_, letters, _, _) in ARRAYS.items() if letters.startswith("T")):
        data[name] = data[name][:-1]
    data["levels"] = data["levels"][:, :-1]


def one_set(data: Data, inside: list[int], dual: int) -> None:
    """One odd set with a dual in every tier, in place of all others."""
    data["members"] = np.array([[0, member] for member in inside], dtype=np.int64)
    data["w"] = np.full((len(data["tiers"]), 1), dual, dtype=np.int64)


def swap_ids(data: Data) -> None:
    data["players"][[0, 1]] = data["players"][[1, 0]]


#: For each array of a file a forgery that both verifiers would take by itself, or refuse; and what is said of it here.
FORGERIES: dict[str, tuple[Callable[[Data], None], str]] = {
    "format": (lambda d: d.update(format=np.int64(3)), "format: not from 4 to 4"),
    "tournament": (lambda d: d.update(tournament=np.str_("World Championship")), "tournament: World Championship"),
    "round": (lambda d: d.update(round=np.int64(2)), "it does not belong to round 2"),
    "fingerprint": (lambda d: d.update(fingerprint=np.str_("2:" + "0" * 64)), "it does not belong to round 1"),
    "players": (swap_ids, "the players of the file are not the folder's"),
    "formulas": (free_boards, "refused: tier 1: "),
    "key": (lambda d: d["key"].__iadd__(np.uint64(5)), "refused: tier tie: "),
    "forbidden": (only_these_pairs, "who may meet whom of the file are not the folder's"),
    "listed": (dearer_elsewhere, "the costs of pairs of the file are not the folder's"),
    "tiers": (no_lot, ""),
    "price": (lambda d: d["price"].__iadd__(1), "the prices of rules over pairs of the file are not the folder's"),
    "limit": (lambda d: d["limit"].__iadd__(1), "the limits of rules over pairs of the file are not the folder's"),
    "hard": (
        lambda d: d.update(hard=~d["hard"]),
        "which rules over pairs are hard of the file are not the folder's",
    ),
    "part": (lambda d: d["part"].fill(-1), "which pairs count in rules of the file are not"),
    "amounts": (counted_elsewhere, "which pairs count in rules of the file are not"),
    "value": (lambda d: d["value"].__iadd__(1), "refused: tier 1: the pairing costs"),
    "scale": (lambda d: d["scale"].__imul__(2), ""),
    "pairs": (lambda d: d.update(pairs=d["pairs"][:, [1, 0]][::-1]), ""),
    "members": (lambda d: one_set(d, [0, 1], 0), "one is not odd"),
    "y": (lambda d: d["y"].__iadd__(1), "refused: tier 1: "),
    "w": (lambda d: one_set(d, [0, 1, 2], -1), "tier 1: a set's dual is < 0"),
    "rows": (lambda d: d["rows"].__iadd__(10**6), "refused: tier 1: "),
    "levels": (lambda d: d["levels"].__isub__(1), "refused: sets, levels"),
}


def test_every_array_of_a_certificate_has_a_forger() -> None:
    """Whoever adds one writes its forgery."""
    assert FORGERIES.keys() == ARRAYS.keys()


def test_an_honest_file_is_that_of_the_folders_round(drawn: Drawn, tmp_path: Path) -> None:
    found = forged(drawn, tmp_path / "round.npz", lambda data: None)
    assert (found.differences, found.other, found.proven) == ((), None, True)
    assert found.terms[0].startswith("problem 2:")
    assert found.terms[1].startswith("boards: ")
    assert "bye" in found.terms[1]


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_array_is_refused_or_named(drawn: Drawn, tmp_path: Path, name: str) -> None:
    change, says = FORGERIES[name]
    if name == "pairs":
        assert forged(drawn, tmp_path / "round.npz", change).proven, "the order of pairs says nothing"
        return
    said = ""
    try:
        found = forged(drawn, tmp_path / "round.npz", change)
    except RefusedError as error:
        said = str(error)
    else:
        assert not found.proven
        said = "\n".join(found.differences)
    assert says in said


def test_a_forged_column_is_refused_or_named_unless_all_costs_stay(drawn: Drawn, tmp_path: Path) -> None:
    """One player's number in each column: another club, score, colour. Some make no difference to any pair."""
    write_certificate(drawn, tmp_path / "round.npz")
    p, c = read(str(tmp_path / "round.npz"))
    honest, found = as_matrices(p, len(c.tiers)), dict[str, bool]()
    for name in [name[2:] for name in np.load(tmp_path / "round.npz") if name[:2] == "i."]:

        def change(data: Data, name: str = f"i.{name}") -> None:
            data[name] = (
                ~data[name]
                if data[name].dtype == bool
                else data[name] + (np.arange(7) == 2).reshape((7,) + (1,) * (data[name].ndim - 1))
            )

        try:
            proven = forged(drawn, tmp_path / "round.npz", change).proven
        except RefusedError:
            proven = False
        found[name] = proven
        if proven:
            other = as_matrices(read(str(tmp_path / "round.npz"))[0], len(c.tiers))
            assert all(np.array_equal(other[part], honest[part]) for part in honest), name
    assert not any(found[name] for name in ("score", "country", "colours", "place"))


def test_a_file_that_does_not_say_what_is_private_is_not_the_folders(drawn: Drawn, tmp_path: Path) -> None:
    found = forged(drawn, tmp_path / "round.npz", lambda data: said(data, private=["club"]))
    assert found.differences == ("which columns are private of the file are not the folder's",)
    assert not found.proven


@pytest.mark.parametrize("change", [nothing_costs, only_these_pairs])
def test_a_file_that_proves_itself_by_costs_or_pairs_of_its_own_is_not_the_folders(
    drawn: Drawn, tmp_path: Path, change: Callable[[Data], None]
) -> None:
    write_certificate(drawn, tmp_path / "round.npz")
    found = forged(drawn, tmp_path / "round.npz", change)
    assert all(value == bound for _, value, bound in verify_file(tmp_path / "round.npz").tiers)
    assert found.differences
    assert not found.proven


def test_other_boards_in_the_folder_are_named_with_what_they_cost(drawn: Drawn, tmp_path: Path) -> None:
    first, second, *others = drawn.round.games
    swapped = (replace(first, black=second.black), replace(second, black=first.black), *others)
    after = drawn.tournament.with_round(replace(drawn.round, games=swapped))
    state = in_memory(after, {1: drawn.record})
    found = forged(drawn, tmp_path / "round.npz", lambda data: None, state)
    assert found.other is not None
    assert found.other.games == swapped[:2]
    assert not found.proven
