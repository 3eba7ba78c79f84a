"""Rounds drawn again by other profiles, weights or settings, beside how they stand; no round is changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Self

from ...io.folder.state_files import with_settings
from ...io.settings.profiles import shown_name
from ...io.settings.settings_file import parse_assignments
from ...model.errors import InputError, Problem, wrong_argument
from ...model.judging.round_costs import plain_counts
from ...model.pairing.boards import make_round
from ...model.pairing.criteria import CRITERIA
from ...model.pairing.profile import GREATEST_WEIGHT, Profile
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.pairing.variants import unweighted_values
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.numbers import parse_int
from ...model.tournament.rules import COUNTS
from ...model.tournament.settings.settings import declarations
from ...model.ways import Way
from ...solver.engine import Options, solve
from ..settings.own_profiles import profile_of
from ..verb import Answer, Outcome, Request, told
from .standing_round import DrawInputs, emptied_notes, redrawn

#: Why a round is another than its own weights draw today.
DRAWN_OTHERWISE = (
    "The weights are those of the tournament, but the round differs from what they give today: since it was drawn, "
    "results or players were corrected, or boards were changed by hand or repaired."
)

#: Pairs and byes as indices of a problem.
Found = tuple[tuple[IndexPair, ...], tuple[int, ...]]


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


class CountsAnswer(Answer, frozen=True):
    """What anybody can count in one round or several. Points are of scores with halves dropped."""

    pairs: Annotated[int, told(COUNTS["pairs"])]
    byes: Annotated[int, told(COUNTS["byes"])]
    repeats: Annotated[int, told(COUNTS["repeats"])]
    repeated_byes: Annotated[int, told(COUNTS["repeated_byes"])]
    mms_diff_sum: Annotated[int, told(COUNTS["mms_diff_sum"])]
    four_or_more_apart: Annotated[int, told(COUNTS["four_or_more_apart"])]
    same_club: Annotated[int, told("clubmates, as version 1.0 called it")]
    same_country: Annotated[int, told("compatriots, as version 1.0 called it")]
    clubmates: Annotated[int, told(COUNTS["clubmates"])]
    compatriots: Annotated[int, told(COUNTS["compatriots"])]
    handicap_games: Annotated[int, told(COUNTS["handicap_games"])]
    handicap_stones: Annotated[int, told(COUNTS["handicap_stones"])]
    draw_downs: Annotated[int, told(COUNTS["draw_downs"])]
    repeated_draw_downs: Annotated[int, told(COUNTS["repeated_draw_downs"])]
    repeated_draw_ups: Annotated[int, told(COUNTS["repeated_draw_ups"])]
    colour_imbalance_even: Annotated[int, told(COUNTS["colour_imbalance_even"])]

    @classmethod
    def of(cls, counts: Counter[str]) -> Self:
        """The counts by their names; 0 for what is not counted."""
        of_once = {"same_club": counts["clubmates"], "same_country": counts["compatriots"]}
        return cls(**{name: counts[name] for name in COUNTS}, **of_once)

    @property
    def by_name(self) -> dict[str, int]:
        """The COUNTS, each once."""
        return {name: getattr(self, name) for name in COUNTS}


class ColumnAnswer(Answer, frozen=True):
    """One round or several, drawn by one profile or as they stand.

    `criteria` are as the draw counts them, so without clubmates at the bar, where these are exempt; where half points
    count, differences of score are added up in points, each round rounded up.
    """

    label: Annotated[str, told('the profile, weights or setting; "as it stands" for the rounds as they are')]
    counts: Annotated[CountsAnswer, told("what anybody can count in them")]
    criteria: Annotated[dict[str, int], told("what they count in each criterion of the draw, without its weight")]
    cost: Annotated[int, told("what they cost by the column's own weights, over all tiers")]
    differing: Annotated[int, told("boards that differ from those of the rounds as they stand")]
    proven: Annotated[bool, told("whether every round is proven optimal")]


@dataclass(frozen=True, slots=True)
class Compared:
    """Rounds as they stand (None where one is still to be drawn), and a column for whatever they were drawn by."""

    numbers: Sequence[int]
    standing: ColumnAnswer | None
    columns: Sequence[ColumnAnswer]

    @property
    def shown(self) -> list[ColumnAnswer]:
        """The rounds as they stand, if they are all drawn, then the others."""
        return [*([self.standing] if self.standing is not None else []), *self.columns]


def rounds_of(state: State, number: int = 0, replay: bool = False) -> list[DrawInputs]:
    """The rounds of a tournament to be drawn again: one (0: the last), or all so far. Raises InputError."""
    if not replay:
        return [redrawn(state, number)]
    return [redrawn(state, k) for k in range(1, len(state.tournament.rounds) + 1)]


@dataclass(slots=True)
class Total:
    """A column being added up, round by round."""

    counts: Counter[str] = field(default_factory=Counter)
    criteria: Counter[str] = field(default_factory=Counter)
    cost: int = 0
    differing: int = 0

    def add(self, one: DrawInputs, problem: RoundProblem, drawn: Round, found: Found) -> None:
        """One more round: its boards, and the same as indices of the problem whose weights give the cost."""
        games = [(g.white, g.black, g.handicap) for g in drawn]
        self.counts.update(plain_counts(one.entered, one.number, games, drawn.byes))
        self.cost += sum(problem.costs_by_criterion(*found).values())
        for name, value in unweighted_values(problem, problem.profile.criteria, *found).items():
            steps = problem.field.steps if problem.profile.criteria[name].a_point else 1
            self.criteria[name] += -(-value // steps)
        if one.drawn is not None:
            self.differing += len({frozenset(g.players) for g in drawn} - {frozenset(g.players) for g in one.drawn})

    def column(self, label: str, proven: bool) -> ColumnAnswer:
        """The column."""
        return ColumnAnswer(label, CountsAnswer.of(self.counts), dict(self.criteria), self.cost, self.differing, proven)


def as_it_stands(rounds: Sequence[DrawInputs], total: Total | None = None) -> ColumnAnswer | None:
    """The rounds with their current boards, added up by `total`; None where one has not been drawn."""
    total = total or Total()
    for one in rounds:
        if one.drawn is None:
            return None
        problem = one.problem()
        total.add(one, problem, one.drawn, one.standing(problem))
    return total.column("as it stands", True)


def by_profile(
    rounds: Sequence[DrawInputs],
    label: str,
    profile: Profile,
    options: Options | None = None,
    total: Total | None = None,
) -> ColumnAnswer:
    """The rounds drawn by one profile, added up by `total`. Raises as `solve` does."""
    total, proven = total or Total(), True
    for one in rounds:
        problem = one.problem(profile)
        answer = solve(problem, options)
        found = answer.pairs, answer.byes
        total.add(one, problem, make_round(one.entered, problem, *found), found)
        proven &= answer.optimal
    return total.column(label, proven)


def what_if(
    state: State, request: WhatIf | None = None, options: Options | None = None, folder: Path | None = None
) -> Outcome[Compared]:
    """Rounds drawn by other profiles, weights or settings. Raises InputError, FolderError, and as `solve` does."""
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
    notes = emptied_notes(state, [one.number for one in rounds if one.drawn])
    return Outcome(state, Compared([one.number for one in rounds], as_it_stands(rounds), columns), notes)


def _varied(
    state: State, rounds: Sequence[DrawInputs], text: str, request: WhatIf, options: Options | None
) -> ColumnAnswer:
    """The rounds by their own profile with other weights, or with another setting. Raises InputError."""
    own, (key, _, value) = rounds[-1].profile, text.partition("=")
    if "." not in key and key.strip() not in declarations(""):  # criteria have no dot in their names
        known = own.with_criteria(state.profile)
        return by_profile(rounds, text, known.with_weights(parse_weights(text.split(","), known.criteria)), options)
    if key.strip() == "pairing.profile":
        ways = (Way("to compare it", profile=value),)
        raise InputError([Problem("a profile is not compared as a setting", value=text, argument="varied", ways=ways)])
    changed = with_settings(state, parse_assignments([text]))
    return by_profile(rounds_of(changed, request.round, request.replay), text, own, options)


def criterion_named(text: str, names: Collection[str] = CRITERIA) -> str:
    """The criterion that a word means: its name, or the only one that the word is part of. Raises InputError.

    Where one of several begins all the others, it is the one: `club` is same_club, not same_club_at_bar.
    """
    word = text.strip().lower().replace("-", "_").replace(" ", "_")
    found = [name for name in names if word == name] or [name for name in names if word and word in name]
    found = [name for name in found if all(other.startswith(name) for other in found)] or found
    if len(found) != 1:
        which = ", ".join(found or names)
        raise InputError(
            f"{f'{text!r} is ambiguous' if found else f'no criterion matches {text!r}'}; expected one of {which}"
        )
    return found[0]


def parse_weights(texts: Sequence[str], names: Collection[str] = CRITERIA) -> dict[str, int]:
    """Weights by criterion out of `club=50`. Raises InputError."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        weight = parse_int(value.strip())
        if not equals or weight is None or weight > GREATEST_WEIGHT:
            expected = f"a criterion and a weight from 0 to {GREATEST_WEIGHT}, such as club=50000"
            raise wrong_argument("varied", text, expected)
        found[criterion_named(name, names)] = weight
    return found
