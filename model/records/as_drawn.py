"""The problem of a round as it was at its draw, made again from its ledger after players or results have changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..lottery import lot
from ..pairing.draw import with_field
from ..pairing.entrants import codes, family_codes
from ..pairing.round_problem import RoundProblem, has_print
from ..tournament.person import country_key
from ..tournament.tournament import Tournament
from .ledger import AS_IN_FIELD, Ledger
from .state import Record


def problem_as_drawn(
    problem: RoundProblem, tournament: Tournament, ledger: Ledger, record: Record
) -> RoundProblem | None:
    """The problem of today with the ledger's entrants; None if its fingerprint is another than that of the draw."""
    field = problem.field
    if record.seed is None or set(field.ids) != ledger.entrants.keys():
        return None
    entrants = [ledger.entrants[pid] for pid in field.ids]

    clubs = tournament.settings.clubs
    then: dict[str, Any] = {
        name: np.array([getattr(one, name) for one in entrants], dtype=getattr(field, name).dtype)
        for name in AS_IN_FIELD
    }
    then |= {
        "steps": ledger.steps,
        "club": codes([clubs.key(club) for club in e.own_clubs] for e in entrants),
        "country": codes([country_key(country) for country in e.own_countries] for e in entrants),
        "families": family_codes([e.groups for e in entrants]),
        "place": np.array([e.place - 1 for e in entrants], dtype=field.place.dtype),
        "key": np.array([lot(record.seed, "pair", problem.round, pid) for pid in field.ids], dtype=np.uint64),
        "seeding": ledger.seeding,
        "float_down": ledger.draw_down,
        "float_up": ledger.draw_up,
        "stones_off": ledger.stones_off,
        "most_stones": ledger.most_stones,
    }
    drawn = replace(problem, profile=record.profile.by_step(ledger.steps))
    found = with_field(drawn, replace(field, **then), tournament)
    return found if has_print(found, ledger.fingerprint) else None
