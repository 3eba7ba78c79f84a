"""Plain counts of a round's pairs, by the definitions of the real tournaments' data: what anybody can count by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from ..placing.history import histories
from ..placing.scores import score
from ..tournament.player import country_key
from ..tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts over pairs and entrants of one round; add two for a sum over rounds."""

    pairs: int = 0
    byes: int = 0
    repeats: int = 0
    repeated_byes: int = 0
    mms_diff_sum: int = 0
    four_or_more_apart: int = 0
    same_club: int = 0
    same_country: int = 0
    handicap_games: int = 0
    handicap_stones: int = 0
    draw_downs: int = 0
    repeated_draw_downs: int = 0
    repeated_draw_ups: int = 0
    colour_imbalance_even: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def plain_counts(
    tournament: Tournament, number: int, pairs: Iterable[tuple[str, str, int]], byes: Sequence[str]
) -> Counts:
    """The counts of pairs (white, black, handicap) and byes as a draw of this round, given the history before it.

    Differences are of McMahon scores with halves dropped, however they are paired. `same_club` and `same_country` count
    known ones in common, clubs that count as one among them. `repeated_draw_downs` counts upper players drawn down
    before, `repeated_draw_ups` lower players drawn up before. `colour_imbalance_even` sums |Whites - Blacks| over games
    without handicap, this round's included.
    """
    past, clubs = tournament.before(number), tournament.settings.clubs
    scores, before, players = score(past).for_draw(), histories(past), tournament.by_id()
    colours = {p.id: before[p.id].colours for p in tournament.entrants(number)}
    total = Counts(byes=len(byes), repeated_byes=sum(before[p].byes > 0 for p in byes))
    for white, black, stones in pairs:
        gap = scores.mms(white) // 2 - scores.mms(black) // 2
        upper, lower = (white, black) if gap > 0 else (black, white)
        a, b = players[white], players[black]
        if stones == 0:
            colours[white] = colours.get(white, before[white].colours) + 1
            colours[black] = colours.get(black, before[black].colours) - 1
        total += Counts(
            pairs=1,
            repeats=black in before[white].opponents,
            mms_diff_sum=abs(gap),
            four_or_more_apart=abs(gap) >= 4,
            same_club=not {clubs.key(club) for club in a.clubs}.isdisjoint(map(clubs.key, b.clubs)),
            same_country=not set(map(country_key, a.countries)).isdisjoint(map(country_key, b.countries)),
            handicap_games=stones > 0,
            handicap_stones=stones,
            draw_downs=gap != 0,
            repeated_draw_downs=gap != 0 and before[upper].drawn_down > 0,
            repeated_draw_ups=gap != 0 and before[lower].drawn_up > 0,
        )
    return total + Counts(colour_imbalance_even=sum(abs(balance) for balance in colours.values()))
