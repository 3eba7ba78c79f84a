"""Files of format 4 that somebody has made to deceive, to hang or to write to a terminal: none of them does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mcmahon.desk.rounds.proof.verify_proof import verify_file
from mcmahon.solver.proof import verify_certificate
from mcmahon.solver.proof.statement import problem_of
from mcmahon.solver.proof.verify_certificate import lots, main, read, rows_of, verify

from .forgeries import small_problem
from .matrices import as_matrices

#: Four players; a and b have 3 points, c and d 1. A game costs its difference, so that a - b, c - d costs nothing.
SAID: dict[str, Any] = {
    "values": {"steps": 1},
    "columns": {},
    "definitions": {},
    "allowed": [{"pair": "0 == 0", "bye": "0 == 0"}],
    "costs": {"1": [{"weight": 1, "pair": "abs(i.score - j.score)", "bye": "0"}]},
    "rules": [],
    "private": [],
}
KEY = np.arange(4, dtype=np.uint64)
TIE = [int(lots(KEY[a] + KEY[a + 1], 40)) for a in (0, 2)]


def none(*shape: int) -> Any:
    return np.zeros(shape, dtype=np.int64)


def written(folder: Path, **changes: Any) -> Path:
    """The file with some arrays or parts of the formulas changed, and any other array as a column."""
    said = SAID | {name: changes.pop(name) for name in SAID if name in changes}
    arrays: dict[str, Any] = {
        "format": np.int64(4), "tournament": np.array("Spring"), "round": np.int64(2), "fingerprint": np.array("2:a"),
        "players": np.array([*"abcd"]), "formulas": np.array(json.dumps(said)), "key": KEY,
        "tiers": np.array(["1", "tie"]), "forbidden": none(0, 2), "listed": none(0, 4), "part": none(0, 4),
        "limit": none(0), "hard": np.zeros(0, dtype=bool), "price": none(2, 0), "amounts": none(0, 4),
        "pairs": np.array([[0, 1], [2, 3]]), "value": np.array([0, sum(TIE)]), "scale": np.array([1, 1]),
        "members": none(0, 2), "y": np.array([[0, 0, 0, 0], [TIE[0], 0, TIE[1], 0]]), "w": none(2, 0),
        "rows": none(2, 0), "levels": none(2, 2), "i.score": np.array([3, 3, 1, 1]),
    }  # fmt: skip
    np.savez(folder / "round.npz", **(arrays | changes))
    return folder / "round.npz"


def costing(pair: str, bye: str = "0", weight: Any = 0, **more: Any) -> dict[str, Any]:
    """The costs with another one, of weight 0 unless said: so it changes nothing but may not be computed."""
    return {"costs": {"1": [*SAID["costs"]["1"], {"weight": weight, "pair": pair, "bye": bye}]}} | more


CODES = {"i.club": np.zeros((4, 4), dtype=np.int64), "i.x": np.zeros(4, dtype=np.int64)}
DEEP, LONG = "-" * 1999 + "1", "+".join(["1"] * 999)
RULE = {"first": "0", "second": "0"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        *[(costing("0", weight=one), "a weight is not from 0 to 2^50") for one in (True, 0.0, -1, 2**50 + 1)],
        *[({"allowed": [one]}, "an object has not just pair, bye") for one in ({"pair": "1", "bye": "1", "x": ""}, [])],
        ({"rules": [{"first": "0"}]}, "an object has not just first, second"),
        ({"rules": [RULE]}, "formulas, part: not one for each rule"),
        ({"costs": SAID["costs"] | {"tie": []}}, "the costs are not those of the tiers"),
        (costing("x[0]", values={"steps": 1, "x": [0]}), "a value is no number, flag or word"),
        ({"values": {"steps": 1, "x": ["a", "b", "c", "d"]}}, "a value is no number, flag or word"),
        *[({"values": {"x": x}}, "a value is no number") for x in (1.0, 1e5, None, 2**61 + 1, "a\0", "\x1b[2J", {})],
        ({"private": "score"}, "a private column has no name"),
        ({"private": ["\x1b[2J"]}, "a private column has no name"),
        ({"definitions": {"steps": "1"}}, "a definition has the name of a value"),
        ({"columns": {"score": "1"}}, "two columns have one name"),
        ({"columns": {"part_1": "1"}, "rules": [RULE], "part": none(1, 4) - 1}, "two columns have one name"),
        ({"i.part_1": none(4), "rules": [RULE], "part": none(1, 4) - 1}, "two columns have one name"),
        ({"columns": {"word": "'12'"}}, "not a number: '12'"),
        ({"columns": {"code": "i.club"}, **CODES}, "club is a column of codes"),
        (costing("0", "where(i.club == i.x, 1, 0)") | CODES, "club is a column of codes"),
        (costing("lookup(i.x, i.x, j.x)") | CODES, "lookup of what is no number by itself"),
        (costing("shares(i.club, j.x)") | CODES, "no function shares"),
        (costing("shares(i.x, j.x)") | CODES, "x is no column of codes"),
        (costing("0", "j.score"), "a bye, which has no j: j"),
        (costing("0", "lot(9)"), "no function lot"),
        (costing("i.a.score"), "no player, or a bye, which has no j: i.a"),
        (costing("lot(i.score - j.score)"), "lot of too great a number"),
        (costing("stairs(i.score - j.score - 5)"), "stairs of a number below 0"),
        (costing("1 // (i.score - j.score)"), "a division by 0 or less"),
        (costing("1 % (0 - 1)"), "a division by 0 or less"),
        (costing("i.score ** 4"), "not part of a formula"),
        (costing("i.x * 2 * j.x", **{"i.x": none(4) + 2**30}), ""),
        ({"i.\u00fc": none(4), "ij.x": none(4, 4)}, ""),
        (costing("i.x * j.x * 4", **{"i.x": none(4) + 2**30}), "too great a number"),
        (costing("i.x ** 3", **{"i.x": none(4) - 2**21}), "too great a number"),
        (costing(f"{2**61} + 1"), "too great a number"),
        (costing(str(2**61 + 1)), "not part of a formula"),
        (costing("i.x", weight=2**50, **{"i.x": none(4) + 2**12}), "a cost may reach too great a number"),
        *[(costing(one), "not part of a formula") for one in ("True", "1.5 > 1", "f'{i}'", "lambda: 1", "a[0]")],
        (costing("'\\d'"), "one is no line of at most 2,000 characters"),
        (costing("1\n"), "one is no line of at most 2,000 characters"),
        *[(costing(one), "one is no line of at most 2,000 characters") for one in ("1 #\x1b[2J", "1" * 2001)],
        (costing("a", definitions={"a": "b + 1", "b": "a"}), None),
        (costing(DEEP), None),
        (costing(LONG), None),
        ({"formulas": np.array('{"values": {}, "values": {}}')}, "a name is given twice"),
        ({"formulas": np.array("[" * 10**5)}, None),
        ({"formulas": np.array(" " * (2**18 + 1))}, "formulas: a text of more than 262,144 letters"),
        ({"i.flag": np.array([0, 1, 2, 1], dtype=np.uint8).view(bool)}, "i.flag: not from 0 to 1"),
        ({"i.x": none(4) + 2**40 + 1}, f"i.x: not from {-(2**40)} to {2**40}"),
        ({"i.x": none(4).astype(float)}, "i.x: not <i8 of shape (n)"),
        ({"i.\x1b[2J": none(4).astype(float)}, "not a certificate of format 4"),
        ({"i.x y": none(4)}, "not a certificate of format 4"),
        ({"listed": np.array([[0, 0, 2, 1], [0, 0, 1, 1]])}, "listed: not in order"),
        ({"listed": np.array([[2, 0, 1, 1]])}, "listed: not in order"),
        ({"forbidden": np.array([[0, 2], [0, 2]])}, "forbidden: not in order"),
        ({"forbidden": np.array([[2, 0]])}, "forbidden: not in order"),
        ({"members": np.array([[0, 0], [0, 4]]), "w": none(2, 1)}, "members: a set with what is no earlier one"),
        ({"members": np.array([[1, 0], [0, 0]]), "w": none(2, 2)}, "members: not in the order of the sets"),
        ({"rules": [RULE] * 101, "part": none(101, 4) - 1}, "more than 100 definitions or rules"),
        ({"definitions": {f"d{k}": "1" for k in range(101)}}, "more than 100 definitions or rules"),
        (costing("shares(i.c, j.c)", **{"i.c": none(4, 2**15)}), "it asks for much: 8,796,0"),
        ({"members": none(2**20 + 1, 2), "w": none(2, 1)}, "it asks for much: 1,048,577 lines"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_as_the_page_says_is_refused(
    changes: dict[str, Any], reason: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line without control characters; "" stands for a file that is proven, None for any reason."""
    with np.errstate(all="raise"):
        proven = main([str(written(tmp_path, **changes))]) == 0
    told = capsys.readouterr()
    assert proven == (reason == "")
    assert re.search("" if proven else f"refused: .*{re.escape(reason or '')}", told.err)
    assert all(line.isprintable() for line in (told.out + told.err).splitlines())
    assert len(told.err.splitlines()) == (not proven)


def test_amounts_of_several_rules_at_one_limit_do_not_wrap_in_64_bits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eight times 2^31 less for a - b and c - d, which cost nothing: with r = 1 - 2^30, this is 2^34 modulo 2^64."""
    less, tie = "-2147483648 * (i.score == j.score)", int(lots(np.zeros(1, dtype=np.uint64), 40)[0])
    some: dict[str, Any] = {"key": np.zeros(4, dtype=np.uint64), "pairs": np.array([[0, 2], [1, 3]])}
    some |= {"value": np.array([4, 2 * tie]), "y": np.array([[1, 1, 1, 1], [0, 0, tie, tie]])}
    some |= {"part": none(4, 4), "limit": none(1), "hard": np.array([True]), "price": none(2, 1)}
    rules = [{"first": less, "second": less}] * 4
    assert main([str(written(tmp_path, **some, rules=rules, rows=np.array([[1 - 2**30], [0]])))]) == 1
    assert "refused: tier 1: numbers too great for 64 bits" in capsys.readouterr().err


@pytest.mark.parametrize("block", [1, 7, 2**18])
@pytest.mark.parametrize("seed", range(6))
def test_every_pair_and_bye_is_looked_at_once(seed: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size of a block, which gives the same costs, too."""
    problem = problem_of(small_problem(4 + seed, seed), ["1", "2", "tie"])
    whole = as_matrices(problem, 3)
    monkeypatch.setattr(verify_certificate, "BLOCK", block)
    seen: Counter[tuple[int, int]] = Counter()
    for first, last in rows_of(problem):
        for k in range(3):
            here = np.arange(first, last)[:, None] < np.arange(first, problem.size)
            may = problem.allowed(first, last) & here
            assert (problem.cost(k, first, last) * may == whole["cost"][k, first:last, first:] * here).all()
        seen.update((int(a) + first, int(b) + first) for a, b in np.argwhere(here))
    assert seen == Counter((a, b) for a in range(problem.size) for b in range(a + 1, problem.size))


def test_kinds_of_players_are_counted_over_all_tiers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tier has a matrix of them: one kind in tier 1, two by one set in the lottery."""
    sets = {"members": np.array([[0, 0], [0, 1], [0, 2]]), "w": np.array([[0], [1]])}
    y = np.array([[0] * 4, [TIE[0], 0, TIE[1], -1]])
    file = str(written(tmp_path, **sets, y=y))
    monkeypatch.setattr(verify_certificate, "MOST_KINDS", 4)
    assert verify(*read(file))
    monkeypatch.setattr(verify_certificate, "MOST_KINDS", 3)
    with pytest.raises(ValueError, match="it asks for much: 4 sets and kinds of players"):
        verify(*read(file))


def test_nothing_is_told_of_a_formula_before_it_is_read(tmp_path: Path) -> None:
    """Python warns of some constants and escapes, and shows them as they are: on a terminal, that is an order."""
    file = written(tmp_path, **costing("'\\\x1b[2J' == 1"))
    command = [sys.executable, "-W", "always", verify_certificate.__file__, str(file)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.stdout, len(told.stderr.splitlines()), "\x1b" in told.stderr) == ("", 1, False)


def test_verify_tells_on_one_line_what_a_file_says(tmp_path: Path) -> None:
    """A name with a line break could otherwise claim that a cost is proven."""
    text = np.array("\x1b[2J\ncost, tier 1: 0: proven minimal")
    told = verify_file(written(tmp_path, tournament=text, fingerprint=text, players=np.array([text.item(), *"bcd"])))
    assert all(line.isprintable() for line in (told.title, *told.terms))
