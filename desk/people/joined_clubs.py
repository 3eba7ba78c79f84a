"""Clubs that may be one in several spellings, and the setting that joins them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...io.registrations.registration_remarks import countries_of_clubs
from ...model.errors import InputError, Problem
from ...model.records.state import State
from ...model.tournament.same_names import alike_clubs, cut_words, with_joined
from ..settings.change_settings import ChangeSettings
from ..verb import Outcome, build


@dataclass(frozen=True, slots=True)
class AlikeClubs:
    """Clubs that may be one, with how many players each has; `sure` if they differ in words that any club may have."""

    players: Mapping[str, int]
    sure: bool

    @property
    def key(self) -> str:
        """All their names as one text, by which a form names them."""
        return json.dumps([*self.players], ensure_ascii=False)

    @property
    def text(self) -> str:
        """`Köln (10), Koeln (2)`."""
        return ", ".join(f"{club} ({count})" for club, count in self.players.items())


def clubs_to_join(state: State) -> Outcome[Sequence[AlikeClubs]]:
    """The clubs that may be one and do not count as one yet, the surest first."""
    players, known = state.tournament.players, state.tournament.settings.clubs
    counts = Counter(player.club for player in players if player.club)
    countries = countries_of_clubs(players)
    found = [AlikeClubs({club: counts[club] for club in names}, True) for names in alike_clubs(countries, known)]
    for code, longer in cut_words(counts).items():
        of_one = [club for club in longer if not countries[code].isdisjoint(countries[club])]
        if len(of_one) == 1 and known.key(code) != known.key(of_one[0]):
            found.append(AlikeClubs({club: counts[club] for club in (code, of_one[0])}, False))
    return Outcome(state, found)


def joining(state: State, keys: Sequence[str]) -> ChangeSettings:
    """The request that joins these clubs in the settings, each group by its `key`. Raises InputError if one is gone."""
    found = {one.key: one for one in clubs_to_join(state).value}
    gone = [Problem("these clubs have changed meanwhile", value=key[:200]) for key in keys if key not in found]
    if gone or not keys:
        raise InputError(gone or [Problem("no clubs are chosen", expected="one or more ticks")])
    groups = state.tournament.settings.pairing.club_groups
    for key in keys:
        groups = with_joined(groups, [*found[key].players])
    return build(ChangeSettings, values={"pairing.club_groups": [list(group) for group in groups]}, replace=True)
