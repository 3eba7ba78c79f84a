"""The criteria and sets of pairs once more, in plain Python: what the formulas of the program are compared with.

A player has the columns of a `Field` as attributes, `club`, `country` and `families` as sets; the `whole` field has
`steps`, `lowest`, `highest`, `any_local`, `seeding` and the settings of floats and handicaps.
"""

from __future__ import annotations

from types import SimpleNamespace


def of_game(i: SimpleNamespace, j: SimpleNamespace, whole: SimpleNamespace, lot: int) -> dict[str, int]:
    """What a game counts in each criterion; `i` has the higher score, or either if they are equal; `lot` has 32 bits.

    A criterion that only a bye counts in is not named.
    """
    d = abs(i.score - j.score)  # in steps
    drawn = i.score > j.score  # i is drawn down, j is drawn up
    h = stones(i, j, whole)
    at_bar = i.exempt and j.exempt
    down, up = off_place(i, whole.float_down), off_place(j, whole.float_up)
    less, more = min(i.colours, j.colours), max(i.colours, j.colours)
    return {
        "mms_difference": rising(d, whole.steps),
        "point_gap": d,
        "wide_gap": max(d - 3 * whole.steps, 0),
        "drawn_down_again": drawn * i.drawn_down,
        "drawn_up_again": drawn * j.drawn_up,
        "float_uncompensated": drawn * ((i.drawn_up <= i.drawn_down) + (j.drawn_down <= j.drawn_up)),
        "float_place": drawn * (down + up),
        "seeding": 0 if d else off_seeding(i, j, whole.seeding, lot),
        "colour_balance": i.colours**2 + j.colours**2 if h else (less + 1) ** 2 + (more - 1) ** 2,
        "same_club": not at_bar and bool(i.club & j.club),
        "same_country": not at_bar and bool(i.country & j.country),
        "same_club_at_bar": at_bar and bool(i.club & j.club),
        "same_country_at_bar": at_bar and bool(i.country & j.country),
        "family": bool(i.families & j.families),
        "visitor_local": whole.any_local and i.local == j.local,
        "no_local_yet": (waits(i, whole) and not j.local) + (waits(j, whole) and not i.local),
        "handicap": h,
        "contenders": abs(i.first_places - j.first_places),
        "leader_gap": d if i.score == whole.highest else 0,
    }


def of_bye(i: SimpleNamespace, whole: SimpleNamespace) -> dict[str, int]:
    """What the bye of a player counts in each criterion that byes count in."""
    return {
        "colour_balance": i.colours**2,
        "no_local_yet": waits(i, whole),
        "bye_score": rising(i.score - whole.lowest, whole.steps),
        "bye_after_free_win": i.free_wins,
        "contenders": i.first_places,
    }


def rising(steps_apart: int, steps: int) -> int:
    """0, 1, 3, 6, 10 … of points; 0, 1, 2, 4, 6, 9 … of half points."""
    if steps == 1:
        return steps_apart * (steps_apart + 1) // 2
    return (steps_apart // 2 + 1) * ((steps_apart + 1) // 2)


def stones(i: SimpleNamespace, j: SimpleNamespace, whole: SimpleNamespace) -> int:
    """The handicap by the rule."""
    if i.even or j.even:
        return 0
    return min(max(abs(i.strength - j.strength) - whole.stones_off, 0), whole.most_stones)


def off_place(player: SimpleNamespace, part: str) -> int:
    """How far a player is from a part of the own score group, 0 to 100."""
    off = {
        "top": player.place,
        "middle": abs(2 * player.place - (player.size - 1)),
        "bottom": player.size - 1 - player.place,
    }
    return 100 * off[part] // max(player.size - 1, 1)


def off_seeding(i: SimpleNamespace, j: SimpleNamespace, method: str, lot: int) -> int:
    """How far two of a score group are from the seeding, 0 to 100, rounded up."""
    if method == "random":
        return 101 * lot // 2**32
    size, apart = i.size, abs(i.place - j.place)
    off, most = {
        "slide": (2 * apart - size, size),
        "fold": (i.place + j.place - (size - 1), size),
        "adjacent": (2 * (apart - 1) + min(i.place, j.place) % 2, 2 * size),
    }[method]
    return -(-100 * off**2 // most**2)


def waits(player: SimpleNamespace, whole: SimpleNamespace) -> bool:
    """Whether a visitor has met no local yet."""
    return bool(whole.any_local and not player.local and not player.met_local)


def counts_in(i: SimpleNamespace, j: SimpleNamespace, whole: SimpleNamespace) -> dict[str, bool]:
    """Whether `i` counts in each set of pairs; `column` is a set of values, `in_set` whether a player is in SET."""
    return {
        "clubmates": bool(i.club & j.club),
        "compatriots": bool(i.country & j.country),
        "family": bool(i.families & j.families),
        "handicap_games": stones(i, j, whole) > 0,
        "draw_down": i.score > j.score,
        "draw_up": i.score < j.score,
        "float": i.score != j.score,
        "visitor_meets_local": i.local != j.local,
        "same COLUMN": bool(i.column & j.column),
        "both SET": i.in_set and j.in_set,
        "one SET": i.in_set and not j.in_set,
        "any SET": i.in_set,
    }
