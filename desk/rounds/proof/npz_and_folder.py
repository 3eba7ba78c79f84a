"""An npz certificate beside a tournament: whether its players, costs, rules and boards are those of the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ....model.errors import RefusedError
from ....model.pairing.fingerprint import has_print
from ....model.placing.stages import last_of_turn
from ....model.records.state import State
from ....solver.proof.statement import stated_arrays
from ...questions.standing_round import next_redrawn
from .claim import Verified
from .other_terms import other_round, tiers_fault
from .proving import absent_though_entered, stated_round
from .terms import Difference

#: What an array of the file says, in words.
ARRAYS = {
    "players": "the players",
    "allowed": "who may meet whom",
    "cost": "the costs of pairs",
    "limit": "the limits of rules over pairs",
    "hard": "which rules over pairs are hard",
    "price": "the prices of rules over pairs",
    "amounts": "which pairs count in rules",
}


def told_of_file(path: Path, p: Any, c: Any, tiers: tuple[tuple[str, int, int], ...]) -> Verified:
    """What a file proves by itself: of which round it says that it is, and of which boards."""
    ids = [*c.players.tolist(), *["bye"] * p.odd]
    boards = ", ".join(" – ".join(ids[v] for v in sorted(pair)) for pair in c.pairs.tolist())
    of, said = "a round that it does not name", list[str]()
    if hasattr(c, "round"):
        of = f"round {int(c.round)} of {c.tournament.item() or 'a tournament without a name'}"
        said = [f"problem {c.fingerprint.item()}"]
    title = f"{path}: {of}, with the players, costs and rules that it contains"
    return Verified(title, tiers, (*said, f"boards: {boards}"), alone=True)


def in_folder(path: Path, p: Any, c: Any, alone: Verified, state: State, folder: Path | None) -> Verified:
    """The same compared with the tournament: each difference is named. Raises RefusedError, InputError.

    The problem is that of the round's draw; of a round that is not drawn, that of the settings.
    """
    if not hasattr(c, "round"):
        raise RefusedError(f"{path}: refused: it is of format 2, which names no round; check it without the folder")
    number, tournament = int(c.round), state.tournament
    if number > len(tournament.rounds) + 1:
        raise RefusedError(f"{path}: refused: it is for round {number}; rounds drawn: {len(tournament.rounds)}")
    there = number <= len(tournament.rounds)
    stated = stated_round(state, number, folder) if there else None
    problem = stated.own.problem if stated else next_redrawn(state).problem()
    tiers = c.tiers.tolist()
    problem = problem if "breaches" in tiers else problem.strict()
    if not has_print(problem, c.fingerprint.item()):
        reason = "players, entries, results, settings or wishes are others, or the file has been altered"
        raise RefusedError(f"{path}: refused: it does not belong to round {number} of the tournament: {reason}")
    fault = tiers_fault(tiers, problem, "breaches" in tiers)
    if fault:
        raise RefusedError(f"{path}: refused: {fault}")
    ours = stated_arrays(problem, tiers)
    found = [words for name, words in ARRAYS.items() if not np.array_equal(getattr(c, name), ours[name])]
    lines = [f"{words} of the file are not the folder's" for words in found]
    name = Difference("tournament", c.tournament.item(), tournament.settings.name)
    lines += [name.of_certificate] if name.ours != name.theirs else []
    other = other_round(c.players.tolist(), c.pairs, problem, tournament.round(number)) if there and not found else None
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
