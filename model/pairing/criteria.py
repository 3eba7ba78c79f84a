"""The soft criteria of a draw: each gives a whole number ≥ 0 for any pairs, and for any byes.

In: the `Field` (the entrants as arrays) and two index arrays, which broadcast against each other, so that one function
serves a single pair, a list, a block of the cost matrix or all of it. Out: the unweighted values, symmetric in the two
players, in a shape that broadcasts to that of the pairs (a list's is the same); `RoundProblem.cost` multiplies them by
the profile's weights. Sources: rules, sections 4 (colours), 5 (byes) and 6 (seeding).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from .field import HANDICAP, SCORE, Field, Flags, Ints, brief, nothing
from .profile import Profile


def gap_cost(gap: Ints, steps: int = 1) -> Ints:
    """Every step from d to d + 1 points costs d + 1, so that one wide gap costs more than several narrow ones.

    d(d+1)/2 for whole points: 0, 1, 3, 6 …; with two steps to a point 0, 1, 2, 4, 6, 9, 12 …
    """
    points, more = gap // steps, gap % steps
    return steps * (points * (points + 1) // 2) + more * (points + 1)


def mms_difference(field: Field, i: Ints, j: Ints) -> Ints:
    """d(d+1)/2, d the difference of the pairing scores in points; with half points twice that, see `gap_cost`."""
    gap = score_gap(field, i, j)
    return gap_cost(np.arange(gap.max(initial=0) + 1), field.steps)[gap]


def score_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The difference of the pairing scores in steps."""
    return np.asarray(np.abs(brief(field.score[i]) - brief(field.score[j])))


def point_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The difference of the pairing scores in steps: one gap of two points costs as much as two of one."""
    return score_gap(field, i, j)


def wide_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The steps of difference of the pairing scores beyond the third point: in whole points 1 for four, 2 for five …"""
    return beyond_three(score_gap(field, i, j), field.steps)


def beyond_three(gap: Ints, steps: int = 1) -> Ints:
    """The steps of a difference beyond three points."""
    return np.maximum(gap - 3 * steps, 0)


def leader_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The difference of the pairing scores in steps, if one of the two has the highest score of the round; else 0."""
    gap, highest = score_gap(field, i, j), field.score.max(initial=field.score.min(initial=0))
    leads = (brief(field.score[i]) == highest) | (brief(field.score[j]) == highest)
    return np.where(leads, gap, 0) if leads.any() and gap.any() else nothing(i, j)


def one_each(gap: Ints, steps: int = 1) -> Ints:
    """1 for each step."""
    return gap


#: The criteria that depend only on the difference of the pairing scores, as functions of it (≥ 0) and of the steps
#: that a point has. With n steps to a point, whole points count n times as much as with one.
OF_THE_GAP: Mapping[str, Callable[[Ints, int], Ints]] = {
    "mms_difference": gap_cost,
    "point_gap": one_each,
    "wide_gap": beyond_three,
}

#: The criteria that count differences of score in steps: their weights are for a whole point.
IN_STEPS = frozenset({*OF_THE_GAP, "leader_gap", "bye_score"})


def weights_by_step(profile: Profile, steps: int) -> Profile:
    """The profile with its weights for a whole point shared out among the steps of a point, rounded up."""
    if steps == 1:
        return profile
    return profile.with_weights(
        {w.criterion: -(-w.weight // steps) for w in profile.weights if w.criterion in IN_STEPS}
    )


def handicap(field: Field, i: Ints, j: Ints) -> Ints:
    """The number of handicap stones."""
    return field.handicap(i, j)


OfPlayers = Callable[[Ints], Ints]


def _of_floats(field: Field, i: Ints, j: Ints, of_upper: OfPlayers, of_lower: OfPlayers) -> Ints:
    """A value of the player with the higher score plus one of the other; 0 where the scores are equal.

    Computed for each player before the arrays broadcast; between score groups only as far as it is needed.
    """
    one, other = brief(field.score[i]), brief(field.score[j])
    if (one == other).all():
        return nothing(i, j)
    downwards = np.asarray(brief(of_upper(i)) + brief(of_lower(j)))
    if one.size and one.min() > other.max(initial=one.min() - 1):
        return downwards
    upwards = brief(of_upper(j)) + brief(of_lower(i))
    return np.where(one > other, downwards, np.where(one < other, upwards, 0))


def _never(who: Ints) -> Ints:
    return np.zeros_like(who)


def drawn_down_again(field: Field, i: Ints, j: Ints) -> Ints:
    """How often the player who is drawn down has been drawn down before."""
    return _of_floats(field, i, j, lambda who: field.drawn_down[who], _never)


def drawn_up_again(field: Field, i: Ints, j: Ints) -> Ints:
    """How often the player who is drawn up has been drawn up before."""
    return _of_floats(field, i, j, _never, lambda who: field.drawn_up[who])


def float_uncompensated(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 2: one for the upper player unless drawn up more often so far, one for the lower unless drawn down more."""

    def upper(who: Ints) -> Ints:
        return (field.drawn_up[who] <= field.drawn_down[who]).astype(np.int64)

    def lower(who: Ints) -> Ints:
        return (field.drawn_down[who] <= field.drawn_up[who]).astype(np.int64)

    return _of_floats(field, i, j, upper, lower)


def _distance(field: Field, who: Ints, wanted: str) -> Ints:
    """0 to 100: how far a player is from the top, middle or bottom of the own score group."""
    place, last = field.place[who], field.size[who] - 1
    off = {"top": place, "middle": np.abs(2 * place - last), "bottom": last - place}[wanted]
    return np.asarray(100 * off // np.maximum(last, 1))


def float_place(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 200: how far the two are from the places in their groups that the settings prefer for floaters."""
    down, up = field.float_down, field.float_up
    return _of_floats(field, i, j, lambda who: _distance(field, who, down), lambda who: _distance(field, who, up))


def seeding(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 100 for two players of one score group, 0 for others: the squared deviation from the seeding method.

    With places p, q from 0 in a group of n, the deviation is 0 where: slide |p - q| = n/2; fold p + q = n - 1; adjacent
    |p - q| = 1 and the smaller of p, q is even. For random it is a lottery number.
    """
    same = brief(field.score[i]) == brief(field.score[j])
    if not same.any():
        return nothing(i, j)
    if field.seeding == "random":
        off = field.lots(i, j, 32) * 101 >> 32
    else:
        off = off_the_method(field.seeding, field.place[i], field.place[j], brief(field.size[i]))
    return off if same.all() else np.where(same, off, 0)


def off_the_method(method: str, p: Ints, q: Ints, n: Ints) -> Ints:
    """The squared deviation (0 to 100) of places p and q (from 0) in groups of n from a method other than random.

    In a block of one group it is looked up by the difference or the sum of the places.
    """
    if method == "adjacent":
        return _square(2 * (np.abs(p - q) - 1) + np.minimum(p, q) % 2, 2 * n)
    at = np.asarray(np.abs(p - q) if method == "slide" else p + q)
    of = np.arange(at.max(initial=0) + 1) if n.shape == (1, 1) else at
    off = _square(2 * of - n if method == "slide" else of - (n - 1), n)
    return off if of is at else off[0, at]


def places_wanted(method: str, place: int, size: int) -> list[int]:
    """The opponents' places (from 1) in a group with the least deviation from a method other than random."""
    others = [other for other in range(1, size + 1) if other != place]
    p, q = np.array([place - 1]), np.array(others, dtype=np.int64) - 1
    off = off_the_method(method, p, q, np.array([size]))
    return [other for other, value in zip(others, off.tolist(), strict=True) if value == off.min()]


def _square(x: Ints, most: Ints) -> Ints:
    """100 (x/most)², rounded up to a whole number so that any deviation counts."""
    return -(-100 * x * x // (most * most))


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


def colour_balance(field: Field, i: Ints, j: Ints) -> Ints:
    """Sum of the squares of the two balances (Whites minus Blacks over even games) after this game.

    In an even game the smaller balance takes White; a game with handicap leaves both balances as they are.
    """
    one, other = brief(field.colours[i]), brief(field.colours[j])
    nearer = 2 - 2 * np.abs(one - other)  # (low + 1)² + (high - 1)² less low² + high²
    return np.asarray(one**2 + other**2 + np.where(field.handicap(i, j) == 0, nearer, 0))


def colour_balance_of_bye(field: Field) -> Ints:
    """The square of the balance, which a bye leaves as it is."""
    return field.colours**2


def bye_score(field: Field) -> Ints:
    """`gap_cost` of the difference between the player's pairing score and the lowest of the field (may be empty)."""
    return gap_cost(field.score - field.score.min(initial=field.score.max(initial=0)), field.steps)


def bye_after_free_win(field: Field) -> Ints:
    """Games that the player has won by forfeit."""
    return field.free_wins.copy()


def contenders(field: Field, i: Ints, j: Ints) -> Ints:
    """|w - v|, w and v the simulated futures in which each of the two comes first (0 to 64).

    It is w + v - 2 min(w, v), and everybody's w counts once in a round: so the least cost is the most games in which
    both players can win the tournament.
    """
    return np.asarray(np.abs(field.first_places[i] - field.first_places[j]))


def contenders_of_bye(field: Field) -> Ints:
    """The simulated futures in which the player comes first."""
    return field.first_places


PairCost = Callable[[Field, Ints, Ints], Ints]
ByeCost = Callable[[Field], Ints]


def _nothing(field: Field) -> Ints:
    return np.zeros(len(field), dtype=np.int64)


def _no_pair(field: Field, i: Ints, j: Ints) -> Ints:
    return nothing(i, j)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A named cost of pairs (`pair`) and of byes (`bye`), whole numbers ≥ 0; `wish` says in words what is preferred.

    `reads` are the columns of the `Field` that it is computed from, and `version` counts its definitions: both are in
    the print of every problem that uses it. Whoever changes what it costs gives it the next version.
    """

    name: str
    wish: str
    reads: tuple[str, ...]
    pair: PairCost = _no_pair
    bye: ByeCost = _nothing
    version: int = 1


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion("mms_difference", "opponents have the same McMahon score", SCORE, mms_difference),
        Criterion("point_gap", "the sum of points between opponents is small", ("score",), point_gap),
        Criterion("wide_gap", "opponents are at most three points apart", SCORE, wide_gap),
        Criterion("drawn_down_again", "nobody is drawn down twice", ("score", "drawn_down"), drawn_down_again),
        Criterion("drawn_up_again", "nobody is drawn up twice", ("score", "drawn_up"), drawn_up_again),
        Criterion(
            "float_uncompensated",
            "a player drawn down before is drawn up now, or the reverse",
            ("score", "drawn_down", "drawn_up"),
            float_uncompensated,
        ),
        Criterion(
            "float_place",
            "floats come from the part of the group that the settings name",
            ("score", "place", "size", "float_down", "float_up"),
            float_place,
        ),
        Criterion(
            "seeding",
            "pairs inside a score group follow the seeding",
            ("score", "place", "size", "seeding", "key"),
            seeding,
        ),
        Criterion(
            "colour_balance",
            "every player has as many Whites as Blacks",
            ("colours", *HANDICAP),
            colour_balance,
            colour_balance_of_bye,
        ),
        Criterion("same_club", "opponents are from different clubs", ("club", "exempt"), same_club),
        Criterion("same_country", "opponents are from different countries", ("country", "exempt"), same_country),
        Criterion(
            "same_club_at_bar",
            "opponents at or above the bar are from different clubs (if exempt from same_club)",
            ("club", "exempt"),
            same_club_at_bar,
        ),
        Criterion(
            "same_country_at_bar",
            "opponents at or above the bar are from different countries (if exempt from same_country)",
            ("country", "exempt"),
            same_country_at_bar,
        ),
        Criterion("family", "opponents have no family or group in common", ("families",), family),
        Criterion("visitor_local", "visitors meet locals", ("local",), visitor_local),
        Criterion(
            "no_local_yet",
            "a visitor who has not met a local yet meets one",
            ("local", "met_local"),
            no_local_yet,
            no_local_yet_of_bye,
        ),
        Criterion("handicap", "handicaps are small", HANDICAP, handicap),
        Criterion("bye_score", "the bye goes to a low score", SCORE, bye=bye_score),
        Criterion(
            "bye_after_free_win",
            "the bye does not go to a player who won by forfeit",
            ("free_wins",),
            bye=bye_after_free_win,
        ),
        Criterion(
            "contenders",
            "players who can still win the tournament meet each other",
            ("first_places",),
            contenders,
            contenders_of_bye,
        ),
        Criterion("leader_gap", "players with the highest score meet each other", ("score",), leader_gap),
    )
}

__all__ = ["CRITERIA", "HANDICAP", "SCORE", "Criterion", "Field", "Ints"]
