"""A problem file or a matrix of costs as a round, which every engine solves: its costs are tables, its rows rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.counts import criterion_values
from mcmahon.model.pairing.criteria import PAIR, Criterion, costs_column
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.field import Field, Ints
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import TotalRule
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.rules import CountRule, Rule
from mcmahon.model.tournament.settings.play import StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament

from ..engines.matrix_problem import with_tables
from .problem_file import ExchangeRule, ProblemFile

MOST_NUMBERS = 2**27  # of all tables, 8 bytes each


def round_of_matrix(ids: Sequence[str], costs: Ints) -> RoundProblem:
    """The round in which everybody may meet, and a game or, on the diagonal, a bye costs what the matrix says."""
    problem, at = _of_players(ids)
    own = np.empty_like(costs)
    own[np.ix_(at, at)] = costs
    return with_tables(problem, {"matrix": own})


def round_of_file(file: ProblemFile) -> RoundProblem:
    """The round of a problem file: the same pairings are legal, and cost the same by tier but for `settled`.

    Its tiers are 1, 2 … in the order of the file. Raises InputError if there is no memory for its tables.
    """
    size, tiers = len(file.players), range(len(file.tiers))
    if (len(file.rows) + len(tiers)) * size**2 > MOST_NUMBERS:
        most = MOST_NUMBERS // size**2
        raise InputError(f"{len(file.rows)} rows and {len(tiers)} tiers of {size:,} players; expected at most {most}")
    problem, at = _of_players(file.players)
    costs = np.zeros((len(tiers), size, size), dtype=np.int64)
    may_not = np.triu(np.ones((size, size), dtype=bool), 1)
    for pair, of_tiers in file.pairs.items():
        i, j = sorted(at[[*pair]])
        costs[:, i, j] = costs[:, j, i] = of_tiers
        may_not[i, j] = False
    byes = np.ones(size, dtype=np.int64)  # whoever may not have the bye has had one
    for one, of_tiers in file.byes.items():
        costs[:, at[one], at[one]] = of_tiers
        byes[at[one]] = 0
    forced = sorted((min(pair), max(pair)) for pair in (at[[*pair]].tolist() for pair in file.forced))
    for i, j in forced:
        may_not[i, j] = False
    barred = np.flatnonzero(may_not)
    rows = {f"row {k}": _amounts(file, row, at) for k, row in enumerate(file.rows)}
    problem = with_tables(problem, {f"tier {name}": costs[k] for k, name in enumerate(file.tiers)})
    field = replace(problem.field, byes=byes, tables={**problem.field.tables, **rows})
    return replace(
        problem,
        round=file.round,
        field=field,
        barred=barred,
        barred_by=np.full(len(barred), Rule.FORBIDDEN.bit, dtype=np.int64),
        forced=tuple(forced),
        forced_byes=tuple(sorted(at[[*file.forced_byes]].tolist())),
        counts=tuple(_rule(file, row, field, name) for row, name in zip(file.rows, rows, strict=True)),
    )


def _of_players(ids: Sequence[str]) -> tuple[RoundProblem, Ints]:
    """A round of players who differ in their ids alone, and the place of each id in it; nothing costs anything."""
    settings = Settings(start=StartSettings(scheme="swiss"))
    players = tuple(Player(id=player, surname=player) for player in ids)
    problem = round_problem(Tournament(settings, players), 1, Profile("", "", ()))
    place = problem.field.index()
    return problem, np.array([place[player] for player in ids], dtype=np.int64)


def _amounts(file: ProblemFile, row: ExchangeRule, at: Ints) -> Ints:
    """What each game adds to a row; forced games are in its limit already."""
    amounts = np.zeros((len(at), len(at)), dtype=np.int64)
    for (i, j), amount in row.amounts.items():
        if (i, j) in file.pairs:
            amounts[at[i], at[j]] = amounts[at[j], at[i]] = amount
    return amounts


def _rule(file: ProblemFile, row: ExchangeRule, field: Field, name: str) -> TotalRule:
    tier = file.tiers.index(row.tier) + 1 if row.price is not None else 1
    rule = CountRule(name, (), row.limit, row.at == "least", price=row.price, tier=tier)
    whole, none = np.zeros(len(field), dtype=np.int64), np.zeros(1, dtype=np.int64)
    criterion = Criterion(name=name, wish="", worse=name, heading=name, pair=PAIR, columns=(costs_column(name),))
    return TotalRule(rule, whole, (f"{row.rule} {row.part}".strip(),), none, criterion_values(field, criterion))
