"""OpenGotha 3.52's own evaluation of a round, exact to the last integer: a measure for any pairs, and a cost.

It is a reward: the sum over the pairs, which OpenGotha maximises. Settings are OpenGotha's McMahon defaults, with bar,
floor, handicap rule and points of the tournament itself; no clubs' groups. A bye is worth nothing here: OpenGotha
chooses it by other rules before it pairs.

python -m mcmahon_bench.opengotha.value FOLDER     FOLDER holds `tournaments/` and `opengotha/`
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from mcmahon.io.files import read_bytes
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import Options, solve
from numpy.typing import NDArray

from ..engines.matrix_problem import matrix_problem
from ..tournaments.real import read_real
from .field import NamesById, OpenGothaField, opengotha_field

Numbers = NDArray[np.float64]

DUPLICATE = 5 * 10**14
COLOURS = 10**6
SCORE = 10**11
DRAW_UP_DOWN = 10**8
SEEDING = 5 * 10**6
GEOGRAPHY = 10**11
COUNTRY, CLUB = 1, 3  # groups of difference that are preferred to the same country, to the same club
NO_COMMON_GROUP = 1.2  # what another club counts when no group of clubs holds both
HASH_FACTOR = 1234567

#: The blocks of the data that hold pairs or what their terms are.
BLOCKS = ("opengotha", "played", "opengotha_uncut")


def phi(weight: int, x: Numbers) -> Ints:
    """floor(w (1-x) (1+x/2)), multiplied from left to right in doubles as OpenGotha does."""
    return np.floor(weight * (1 - x) * (1 + 0.5 * x)).astype(np.int64)


def constant(field: OpenGothaField, i: Ints, j: Ints) -> Ints:
    """1 for each pair."""
    return np.ones(np.broadcast_shapes(np.shape(i), np.shape(j)), dtype=np.int64)


def duplicate(field: OpenGothaField, i: Ints, j: Ints) -> Ints:
    """5·10^14 unless they have met."""
    return np.where(field.met[i, j], 0, DUPLICATE)


def colour(field: OpenGothaField, i: Ints, j: Ints) -> Ints:
    """In even games 10^6 for balances of opposite sign, half of it for a balance of 0 against one of 2 or more."""
    a, b = field.colours[i], field.colours[j]
    half = (a * b == 0) & (np.abs(a + b) >= 2)
    return np.where(field.even(i, j), np.where(a * b < 0, COLOURS, np.where(half, COLOURS // 2, 0)), 0)


def score(field: OpenGothaField, i: Ints, j: Ints) -> Ints:
    """phi(10^11, d/G) for a difference of d groups of G."""
    return phi(SCORE, np.abs(field.group[i] - field.group[j]) / field.groups)


def dudd(field: OpenGothaField, i: Ints, j: Ints) -> Ints:
    """Between groups: D/2·q/n for the place of each player, and s·D for the history, D = 2·10^7; inside a group 0.

    q = n-1-|2p-n+1| is greatest in the middle of a group of n. s = 2, less 1 for an upper player drawn down before,
    less 1 for a lower player drawn up before; unless it is 0 then, 1 more for each whose past is to be made up for.
    """
    unit = DRAW_UP_DOWN // 5
    off_middle = np.abs(2 * field.place - field.size + 1)
    middle = unit // 2 * (field.size - 1 - off_middle) // field.size
    lower_is_j = field.group[i] < field.group[j]
    upper, lower = np.where(lower_is_j, i, j), np.where(lower_is_j, j, i)
    up, down = field.drawn_up, field.drawn_down
    scenario = 2 - (down[upper] > 0).astype(np.int64) - (up[lower] > 0)
    owed = (up[upper] > down[upper]).astype(np.int64) + (down[lower] > up[lower])
    scenario += np.where(scenario > 0, owed, 0)
    total = middle[upper] + middle[lower] + scenario * unit
    return np.where(field.group[i] == field.group[j], 0, total)


def seeding(field: OpenGothaField, i: Ints, j: Ints) -> Ints:
    """Inside a group S = 5·10^6 less a deviation: Split & Random in rounds 1 and 2, then Split & Slip.

    Random: for one of the upper and one of the lower half S less the hash up to S/5, else 0. Slip: S - S x²/n²,
    x = 2|p-q|-n for places p and q of n, divided and rounded down after each product.
    """
    p, q, size = field.place[i], field.place[j], field.size[i]
    if field.by_rating:
        halves = (2 * p < size) != (2 * q < size)
        worth = np.where(halves, SEEDING - name_hash(field, i, j, SEEDING // 5), 0)
    else:
        x = np.abs(2 * np.abs(p - q) - size)
        worth = SEEDING - SEEDING * x // size * x // size
    return np.where(field.group[i] == field.group[j], worth, 0)


def name_hash(field: OpenGothaField, i: Ints, j: Ints, most: int) -> Ints:
    """OpenGotha's "random" number from 0 to `most`: 1234567 Σ k·c_k mod (most+1) over both names, alphabetical first.

    It counts from the other end when the player who is first in the list comes second in the alphabet.
    """
    names = field.names
    i_first = names.alphabet[i] <= names.alphabet[j]
    first, second = np.where(i_first, i, j), np.where(i_first, j, i)
    joined = names.weighted[first] + names.weighted[second] + names.length[first] * names.letters[second]
    number = joined * HASH_FACTOR % (most + 1)
    against = (field.line[first] > field.line[second]) & (names.alphabet[first] != names.alphabet[second])
    return np.where(against, most - number, number)


def geo(field: OpenGothaField, i: Ints, j: Ints) -> Ints:
    """10^11 - phi(10^11, ρ), half way from that to 10^11 if one is exempt, 10^11 if both are.

    ρ = max(a, b) + min(a, b)/2, and 0.5/G more unless it is 0; a = 1/G for different countries, b = 3.6/G for
    different clubs, both at most 1. Two empty countries or clubs are the same.
    """
    a = np.where(field.country[i] != field.country[j], min(1.0, COUNTRY / field.groups), 0.0)
    b = np.where(field.club[i] != field.club[j], min(1.0, NO_COMMON_GROUP * CLUB / field.groups), 0.0)
    rho = np.maximum(a, b) + np.minimum(a, b) / 2
    rho = np.where(rho > 0, rho + 0.5 / field.groups, rho)
    nominal = np.minimum(GEOGRAPHY, SCORE - phi(GEOGRAPHY, rho))
    one, both = field.exempt[i] | field.exempt[j], field.exempt[i] & field.exempt[j]
    return np.where(both, GEOGRAPHY, np.where(one, (GEOGRAPHY + nominal) // 2, nominal))


#: The terms, by their names in OpenGotha's dumps.
TERMS: dict[str, Callable[[OpenGothaField, Ints, Ints], Ints]] = {
    "constant": constant,
    "duplicate": duplicate,
    "colour": colour,
    "score": score,
    "dudd": dudd,
    "seeding": seeding,
    "geo": geo,
}


def terms(
    tournament: Tournament,
    number: int,
    pairs: Iterable[Sequence[str]],
    byes: Sequence[str] = (),
    names: NamesById | None = None,
) -> dict[str, int]:
    """Every term summed over the pairs, by its name in `TERMS`.

    A pair begins with two ids, colours do not matter. Pairs and byes hold every entrant of the round once. `names` are
    last and first names if not the players' own. Raises InputError.
    """
    field = opengotha_field(tournament, number, names)
    ids = [pair[:2] for pair in pairs]
    if sorted([p for pair in ids for p in pair] + list(byes)) != list(field.ids):
        raise InputError(f"pairs and byes must contain every entrant of round {number} once")
    index = {pid: i for i, pid in enumerate(field.ids)}
    i, j = np.array([[index[p] for p in pair] for pair in ids], dtype=np.int64).reshape(-1, 2).T
    return {name: int(term(field, i, j).sum()) for name, term in TERMS.items()}


def value(
    tournament: Tournament,
    number: int,
    pairs: Iterable[Sequence[str]],
    byes: Sequence[str] = (),
    names: NamesById | None = None,
) -> int:
    """OpenGotha's value of a round, higher is better: the sum of the `terms`."""
    return sum(terms(tournament, number, pairs, byes, names).values())


def value_problem(
    tournament: Tournament, number: int, byes: Sequence[str] = (), names: NamesById | None = None
) -> RoundProblem:
    """The round in which a pair costs the greatest worth of any less its own, repeats left out of both.

    Repeats are ruled out instead. `byes` are settled before the draw; without any, an odd field's bye is free of cost
    and goes where the pairs gain most by it.
    """
    field = opengotha_field(tournament, number, names)
    index = np.arange(len(field), dtype=np.int64)
    i, j = index[:, None], index[None, :]
    worth = sum((term(field, i, j) for name, term in TERMS.items() if name != "duplicate"), np.int64(0))
    problem = round_problem(tournament, number, Profile("", "", ()), Locks(bye=tuple(byes)))
    return matrix_problem(problem, worth.max(initial=0) - worth)


@dataclass(frozen=True, slots=True)
class Measured:
    """One real round by OpenGotha's function: what it should be for a block of the data, what we count, our optimum.

    `given` and `counted` are terms by block; `ours` is the value of our pairs, which have OpenGotha's bye.
    """

    name: str
    number: int
    given: dict[str, dict[str, int]]
    counted: dict[str, dict[str, int]]
    answer: Pairing | None = None
    ours: int = 0

    @property
    def gain(self) -> int:
        """How much our pairs are better than OpenGotha's."""
        return self.ours - sum(self.counted["opengotha"].values())


def measure(tournament: Tournament, opengotha: dict[str, Any], options: Options | None = None) -> Iterator[Measured]:
    """Every round of a real tournament, from its real history; with `options` its optimum, too.

    The bye is the one of OpenGotha's block. The names are the ones that the data's README gives: the id, and `x`.
    """
    names = {p.id: (p.id, "x") for p in tournament.players}
    for data in opengotha["rounds"]:
        number = data["round"]
        entered = tournament.entered_as_drawn(number)
        blocks = {name: data[name] for name in BLOCKS if name in data}
        counted = {}
        for name, block in blocks.items():
            pairs = block["pairs"] if name != "played" else [game.players for game in tournament.round(number)]
            counted[name] = terms(entered, number, pairs, _bye(block), names)
        given = {name: block["terms"] for name, block in blocks.items()}
        found = Measured(tournament.settings.name, number, given, counted)
        if options:
            byes = _bye(data["opengotha"])
            problem = value_problem(entered, number, byes, names)
            answer = solve(problem, options)
            ids = problem.field.ids
            pairs = [(ids[i], ids[j]) for i, j in answer.pairs]
            found = replace(found, answer=answer, ours=value(entered, number, pairs, byes, names))
        yield found


def _bye(block: dict[str, Any]) -> list[str]:
    return [block["bye"]] if block["bye"] else []


def print_comparison(folder: Path) -> None:
    """Print what the ruler says of every round, and how far our optimum is above OpenGotha's pairs."""
    for path in sorted((folder / "tournaments").glob("*.json")):
        data = json.loads(read_bytes(folder / "opengotha" / path.name))
        for found in measure(read_real(path), data, Options(lottery=False)):
            exact = "exact" if found.counted == found.given else "WRONG"
            assert found.answer is not None
            print(
                f"{found.name:20} round {found.number:2}  terms {exact}  {found.answer.status}  "
                f"ours better by {found.gain:>16,}  {found.answer.seconds['solve']:6.2f} s",
                flush=True,
            )


def main() -> None:
    """Print the comparison for the folder named."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print_comparison(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
