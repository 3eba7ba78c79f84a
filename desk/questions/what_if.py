"""Rounds drawn again by other profiles, weights or settings, beside how they stand; no round is changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from ...io.folder.state_files import with_settings
from ...io.settings.profiles import shown_name
from ...io.settings.settings_file import parse_assignments
from ...model.errors import InputError, Problem
from ...model.records.state import State
from ...model.tournament.settings.settings import declarations
from ...model.ways import Way
from ...solver.engine import Options
from ..outcome import Outcome
from ..settings.own_profiles import profile_of
from ..verb import Answer, Request, told
from .comparing import Column, as_it_stands, by_profile, rounds_of
from .redrawn import DrawInputs
from .typed_weights import parse_weights


class WhatIf(Request, frozen=True, kw_only=True):
    """What a round is to be drawn by; if nothing is named, by its own profile."""

    profiles: Annotated[
        tuple[Any, ...], told("weight profiles: each a name, or a TOML file of your own", "NAME|FILE", to="here")
    ] = ()
    varied: Annotated[
        tuple[str, ...], told("change weights (club=50,mms=900) or a setting (start.bar=2d)", "KEY=VALUE")
    ] = ()
    replay: Annotated[bool, told("draw all rounds so far, each from its real history")] = False
    round: Annotated[int, told("number of the round; 0 is the last")] = 0


@dataclass(frozen=True, slots=True)
class Compared:
    """Rounds as they stand (None where one is still to be drawn), and a column for whatever they were drawn by."""

    numbers: Sequence[int]
    standing: Column | None
    columns: Sequence[Column]

    @property
    def shown(self) -> list[Column]:
        """The rounds as they stand, if they are all drawn, then the others."""
        return [*([self.standing] if self.standing is not None else []), *self.columns]


class CountsAnswer(Answer, frozen=True):
    """What anybody can count in one round or several. Points are of scores with halves dropped."""

    pairs: Annotated[int, told("games")]
    byes: Annotated[int, told("byes")]
    repeats: Annotated[int, told("games of two who have met before")]
    repeated_byes: Annotated[int, told("byes of players who have had one before")]
    mms_diff_sum: Annotated[int, told("points between the two players, summed over all games")]
    four_or_more_apart: Annotated[int, told("games of two who are four or more points apart")]
    same_club: Annotated[int, told("games of two of one club")]
    same_country: Annotated[int, told("games of two of one country")]
    handicap_games: Annotated[int, told("games with handicap")]
    handicap_stones: Annotated[int, told("stones of all handicaps together")]
    draw_downs: Annotated[int, told("games of two who are not equal in points")]
    repeated_draw_downs: Annotated[int, told("of these, games whose upper player was drawn down before")]
    repeated_draw_ups: Annotated[int, told("of these, games whose lower player was drawn up before")]
    colour_imbalance_even: Annotated[
        int, told("how many more even games one colour has than the other, summed over all players")
    ]


class ColumnAnswer(Answer, frozen=True):
    """One round or several, drawn by one profile or as they stand."""

    label: Annotated[str, told('the profile, weights or setting; "as it stands" for the rounds as they are')]
    counts: Annotated[CountsAnswer, told("what anybody can count in them")]
    criteria: Annotated[dict[str, int], told("what they count in each criterion of the draw, without its weight")]
    cost: Annotated[int, told("what they cost by the column's own weights, over all tiers")]
    differing: Annotated[int, told("boards that differ from those of the rounds as they stand")]
    proven: Annotated[bool, told("whether every round is proven optimal")]


def compared_answer(found: Compared) -> list[ColumnAnswer]:
    """The rounds as they stand, where they are all drawn, then a column for whatever they were drawn by."""
    return [_column(column) for column in found.shown]


def _column(column: Column) -> ColumnAnswer:
    return ColumnAnswer(
        label=column.label,
        counts=CountsAnswer(**asdict(column.counts)),
        criteria=dict(column.values),
        cost=column.cost,
        differing=column.differing,
        proven=column.proven,
    )


def what_if(
    state: State, request: WhatIf | None = None, options: Options | None = None, folder: Path | None = None
) -> Outcome[Compared]:
    """Rounds drawn by other profiles, weights or settings, side by side.

    Raises InputError, FolderError, and as `solve` does.
    """
    request = request or WhatIf()
    rounds = rounds_of(state, request.round, request.replay)
    if not rounds:
        raise InputError("no round has been drawn, so there is nothing to draw again")
    last = rounds[-1]
    profiles = [profile_of(one, folder) for one in request.profiles]
    columns = [by_profile(rounds, profile.name, profile, options) for profile in profiles]
    columns += [_varied(state, rounds, text, request, options) for text in request.varied]
    if not columns:
        columns.append(by_profile(rounds, shown_name(last.profile), last.profile, options))
    return Outcome(state, Compared([one.number for one in rounds], as_it_stands(rounds), columns))


def _varied(state: State, rounds: Sequence[DrawInputs], text: str, request: WhatIf, options: Options | None) -> Column:
    """The rounds by their own profile with other weights, or with another setting. Raises InputError."""
    own = rounds[-1].profile
    if not _is_setting(text):
        return by_profile(rounds, text, own.with_weights(parse_weights(text.split(","))), options)
    changed = with_settings(state, _setting(text))
    return by_profile(rounds_of(changed, request.round, request.replay), text, own, options)


def _is_setting(text: str) -> bool:
    """Whether an assignment names a setting: criteria have no dot in their names."""
    key = text.partition("=")[0].strip()
    return "." in key or key in declarations("")


def _setting(text: str) -> dict[str, object]:
    """The change of an assignment. Raises InputError."""
    key, _, value = text.partition("=")
    if key.strip() == "pairing.profile":
        way = Way("to compare it", profile=value)
        raise InputError(
            [Problem("a profile is not compared as a setting", value=text, argument="varied", ways=(way,))]
        )
    return parse_assignments([text])
