"""What another program does otherwise is told in both directions: of a file that is read and of one that is written."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import mcmahon
import pytest
from builders import losses_of, played, tournament
from mcmahon.io.formats import formats
from mcmahon.model.tournament.tournament import Tournament

FOREIGN = Path(mcmahon.__file__).parent / "io" / "foreign"


def field(**given: Any) -> Tournament:
    return played(tournament("2d 1d 1k 3k", rounds=3, preset="bga", **given), "a+b c-d")


#: Format, a tournament that the other program would pair or place otherwise, and the words of the remark; `None` for
#: what no file of ours brings about.
OTHERWISE: list[tuple[str, Tournament | None, str]] = [
    ("opengotha", field(placing__order=["WINS", "MMS", "SOS"]), "OpenGotha pairs by wins, its first criterion"),
    (
        "opengotha",
        field(pairing__club_groups=[["Ulm", "Bonn"]]),
        "each group of clubs counts as one club; in OpenGotha",
    ),
    ("pairgoth", None, "SOS of rounds without a game: half a point more per round"),
]


@pytest.mark.parametrize(("form", "event", "words"), OTHERWISE)
def test_it_is_told_in_both_directions(form: str, event: Tournament | None, words: str) -> None:
    if event is None:
        return
    one = formats()[form]
    written = one.written(event)
    assert words in losses_of(form, event), "of the file that is written"
    assert words in "\n".join(one.read(written.data, "t").report.lines()), "of the file that is read"
    assert words not in losses_of(form, field())


def test_every_such_remark_is_in_the_table() -> None:
    """The remarks that readers mark as `unlike`, found in their text."""
    found = []
    for path in sorted(FOREIGN.rglob("*.py")):
        texts = {}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                texts[node.targets[0].id] = node.value
            if isinstance(node, ast.Call) and any(word.arg == "unlike" for word in node.keywords):
                said = node.args[0]
                said = texts.get(said.id, said) if isinstance(said, ast.Name) else said
                assert isinstance(said, ast.Constant), path
                found.append(str(said.value))
    for remark in found:
        assert any(remark.startswith(words) for _, _, words in OTHERWISE), remark
    assert len(found) == len(OTHERWISE)
