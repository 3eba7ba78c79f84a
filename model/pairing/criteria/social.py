"""Criteria about who knows whom: club, country, family, visitors."""

from __future__ import annotations

import numpy as np

from .field import Field, Flags, Ints, brief, nothing


def shared(code: Ints, i: Ints, j: Ints) -> Flags:
    """Whether two entrants have a known code in common; `code` is n, or n × k where an entrant has several."""
    if code.ndim == 1:
        return np.asarray((code[i] == code[j]) & (code[i] >= 0))
    found = np.zeros(np.broadcast_shapes(np.shape(i), np.shape(j)), dtype=bool)
    for a in range(code.shape[1]):
        for b in range(code.shape[1]):
            found |= (code[i, a] == code[j, b]) & (code[i, a] >= 0)
    return found


def _same(field: Field, code: Ints, i: Ints, j: Ints) -> Ints:
    """1 where both have a code in common, unless both players are exempt (at or above the bar)."""
    exempt = brief(field.exempt[i]) & brief(field.exempt[j])
    if exempt.all():
        return nothing(i, j)
    same = shared(code, i, j)
    return np.asarray(same & ~exempt if exempt.any() else same, dtype=np.int64)


def same_club(field: Field, i: Ints, j: Ints) -> Ints:
    """1 for two players of one club; unknown clubs are all different."""
    return _same(field, field.club, i, j)


def same_country(field: Field, i: Ints, j: Ints) -> Ints:
    """1 for two players of one country; unknown countries are all different."""
    return _same(field, field.country, i, j)


def _same_at_bar(field: Field, code: Ints, i: Ints, j: Ints) -> Ints:
    """1 where both have a code in common and both players are exempt (at or above the bar)."""
    exempt = brief(field.exempt[i]) & brief(field.exempt[j])
    return np.asarray(shared(code, i, j) & exempt, dtype=np.int64) if exempt.any() else nothing(i, j)


def same_club_at_bar(field: Field, i: Ints, j: Ints) -> Ints:
    """1 for two players of one club whom `same_club` leaves out, both being exempt."""
    return _same_at_bar(field, field.club, i, j)


def same_country_at_bar(field: Field, i: Ints, j: Ints) -> Ints:
    """1 for two players of one country whom `same_country` leaves out, both being exempt."""
    return _same_at_bar(field, field.country, i, j)


def family(field: Field, i: Ints, j: Ints) -> Ints:
    """1 for two players with a group in common: family, team, car."""
    known = field.families[i].max(initial=-1) >= 0
    return shared(field.families, i, j).astype(np.int64) if known else nothing(i, j)


def no_local_yet(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 2: visitors of the pair who have met no local so far and do not meet one now."""
    waiting = ~field.local & ~field.met_local & field.local.any()
    met = (waiting[i] & field.local[j]).astype(np.int64) + (waiting[j] & field.local[i])
    return waiting[i].astype(np.int64) + waiting[j] - met


def no_local_yet_of_bye(field: Field) -> Ints:
    """1 for a visitor who has met no local so far."""
    return np.asarray(~field.local & ~field.met_local & field.local.any(), dtype=np.int64)


def visitor_local(field: Field, i: Ints, j: Ints) -> Ints:
    """1 for two visitors or two locals, when the settings name local clubs."""
    return np.asarray(field.local[i] == field.local[j], dtype=np.int64) if field.local.any() else nothing(i, j)
