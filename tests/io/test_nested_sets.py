"""Sets written by the sets inside them: read back they are the same, nested ones are short, wrong ones are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from builders import tournament
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.desk.rounds.proof.verify_proof import verify_round, write_certificate
from mcmahon.io.certificates import nested, plain_certificate, read_json, unnested
from mcmahon.model.errors import RefusedError

SIZE = 12


def arrays(sets: list[list[int]]) -> list[np.ndarray]:
    return [np.array(sorted(members), dtype=np.int64) for members in sets]


def test_a_set_is_its_own_vertices_and_the_sets_inside() -> None:
    """The first is inside the second, both inside the third; the fourth has only a part of it."""
    sets = arrays([[0, 1, 2], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5, 6], [5, 6, 7]])
    assert nested(sets, SIZE) == [[0, 1, 2], [3, 4, 12], [5, 6, 13], [5, 6, 7]]


@given(st.lists(st.sets(st.integers(0, SIZE - 1), min_size=1), max_size=8))
def test_what_is_written_comes_back_whatever_the_sets(sets: list[set[int]]) -> None:
    given_sets = arrays([sorted(members) for members in sets])
    back = unnested(nested(given_sets, SIZE), SIZE)
    assert [members.tolist() for members in back] == [members.tolist() for members in given_sets]


def test_nested_sets_take_room_for_each_vertex_once() -> None:
    sets = arrays([list(range(size)) for size in range(3, 1000, 2)])
    assert sum(map(len, nested(sets, 1000))) < 3 * 500
    assert sum(map(len, sets)) > 200_000


@pytest.mark.parametrize("wrong", [[[12]], [[0, 1, 13]], [[-1]], [[[0]]], [[0], [12, 13]]])
def test_what_names_neither_a_vertex_nor_an_earlier_set_is_refused(wrong: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="sets"):
        unnested(wrong, SIZE)


@pytest.mark.slow
def test_more_vertices_than_fit_into_memory_are_refused() -> None:
    """Each set is twice the one before: 40 of them would have 2^40 vertices."""
    doubled = [[0]] + [[SIZE + k, SIZE + k] for k in range(40)]
    with pytest.raises(ValueError, match="more than 8,388,608 vertices"):
        unnested(doubled, SIZE)


def test_both_formats_of_a_certificate_are_read_and_verified(tmp_path: Path) -> None:
    drawn = draw_round(tournament("3d 3d 3d 2d 2d 2d 1d 1d 1d 1k 1k 1k"))
    path = tmp_path / "proof.json"
    write_certificate(drawn, path)
    certified = read_json(path)
    new = json.loads(path.read_text(encoding="utf-8"))
    assert new["format"] == "mcmahon certificate 3"
    found = verify_round(certified, drawn.tournament, path)
    old = plain_certificate(certified, "mcmahon certificate 2")
    assert all(max(members) < 12 for members in old["sets"])
    path.write_text(json.dumps(old), encoding="utf-8")
    assert verify_round(read_json(path), drawn.tournament, path).tiers == found.tiers
    if new["sets"] != old["sets"]:
        path.write_text(json.dumps(old | {"format": new["format"]}), encoding="utf-8")
        with pytest.raises(RefusedError, match="does not have the form"):
            read_json(path)
