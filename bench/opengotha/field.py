"""The entrants of a round as OpenGotha 3.52 sees them when it pairs: groups, places inside them, histories, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.field import Flags, Ints
from mcmahon.model.pairing.handicap import strength
from mcmahon.model.placing.scores import RoundKind, Scores, histories, score
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.placing.sums import Sums, Value
from mcmahon.model.placing.tie_breaks import plain_values
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import parse_rank
from mcmahon.model.tournament.tournament import Tournament

#: Last name and first name by id: OpenGotha's "random" numbers are made of them, and they decide the last ties.
NamesById = Mapping[str, tuple[str, str]]

PLACEMENT = ("MMS", "SOS", "SOSOS")
RATING_ROUNDS = 2  # paiMaLastRoundForSeedSystem1: Split & Random, equals by rating; afterwards Split & Slip
GREATEST_RATING = 2949  # higher ratings count as equal
RANK_THRESHOLD = parse_rank("1d")[0]  # paiSeRankThreshold
CLUB_LETTERS = 4  # longer names of clubs are cut when they are entered


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """Last and first name of every entrant, joined, in numbers.

    `letters` is the sum of the characters (UTF-16), `weighted` the sum of each times its position from 1, `length`
    their number, `alphabet` the position among all names, the same for equal ones.
    """

    length: Ints
    letters: Ints
    weighted: Ints
    alphabet: Ints


@dataclass(frozen=True, slots=True, eq=False)
class OpenGothaField:
    """n entrants by id; every array has length n, only `met` is n × n.

    `group` counts the score groups from the strongest over all `groups` that there can be, empty ones too; `place` is
    the position (from 0) in the own group and `size` that group's number of players. `line` is the position in the
    list that the program pairs. `drawn_up` and `drawn_down` count games against a higher and a lower score, `colours`
    is Whites minus Blacks without handicap. `exempt` are those above a threshold, for whom geography counts less.
    `strength`, `stones_off` and `most_stones` make the handicap of a pair; `by_rating` is on in the first rounds.
    """

    ids: tuple[str, ...]
    groups: int
    group: Ints
    place: Ints
    size: Ints
    line: Ints
    drawn_up: Ints
    drawn_down: Ints
    colours: Ints
    strength: Ints
    stones_off: int
    most_stones: int
    club: Ints
    country: Ints
    exempt: Flags
    met: Flags
    names: Names
    by_rating: bool

    def __len__(self) -> int:
        return len(self.ids)

    def even(self, i: Ints, j: Ints) -> Flags:
        """Which pairs would get no handicap."""
        gap = np.abs(self.strength[i] - self.strength[j]) - self.stones_off
        return np.asarray(np.minimum(gap, self.most_stones) <= 0)


def opengotha_field(tournament: Tournament, number: int, names: NamesById | None = None) -> OpenGothaField:
    """The entrants of a round, from the history before it.

    Bar, floor, handicap rule and points are the tournament's own, the order in a group is by MMS, SOS, SOSOS. Without
    `names` the players' own are taken. Raises InputError when the start scores are not ranks up to a bar.
    """
    past, settings = tournament.before(number), tournament.settings
    bar = settings.bar_rank
    if settings.start.scheme != "rank" or bar is None:
        raise InputError("OpenGotha's function needs start scores by rank up to a bar")
    names = names or {p.id: (p.surname, p.first_name) for p in tournament.players}
    scores = score(past)
    entrants = sorted(tournament.entrants(number), key=lambda p: p.id)
    past_of = histories(past, scores)
    shift = start_scores(tournament.players, settings).shift
    rank_score = [scores.paired_as(p.id) // 2 - shift for p in entrants]
    criteria = _criteria(entrants, scores)
    order = [(*criteria[p.id], _name_key(*names[p.id]), p.id) for p in entrants]
    in_group = [(*criteria[p.id], -_rating(p, number), _name_key(*names[p.id]), p.id) for p in entrants]
    group = _ints(bar + 1 + number - value for value in rank_score)
    place, size = _places(group, in_group)
    return OpenGothaField(
        ids=tuple(p.id for p in entrants),
        groups=bar - settings.floor_rank + 3 + number,
        group=group,
        place=place,
        size=size,
        line=_ranked(order),
        drawn_up=_ints(past_of[p.id].drawn_up for p in entrants),
        drawn_down=_ints(past_of[p.id].drawn_down for p in entrants),
        colours=_ints(past_of[p.id].colours for p in entrants),
        strength=_ints(strength(p, value, settings) for p, value in zip(entrants, rank_score, strict=True)),
        stones_off=settings.handicap.reduction,
        most_stones=0 if settings.handicap.rule == "none" else settings.handicap.maximum,
        club=_ranked([p.club[:CLUB_LETTERS].casefold() for p in entrants]),
        country=_ranked([p.country.casefold() for p in entrants]),
        exempt=_exempt(entrants, scores, bar, shift),
        met=_met(entrants, scores),
        names=_names([names[p.id] for p in entrants]),
        by_rating=number <= RATING_ROUNDS,
    )


def _criteria(entrants: Sequence[Player], scores: Scores) -> dict[str, tuple[Value, ...]]:
    """What the entrants are sorted by, best first in ascending order."""
    sums = Sums(scores, {p.id: p for p in entrants})
    values = [plain_values(name, sums) for name in PLACEMENT]
    return {p.id: tuple(-value[p.id] for value in values) for p in entrants}


def _rating(player: Player, number: int) -> int:
    return min(player.rating, GREATEST_RATING) if number <= RATING_ROUNDS else 0


def _exempt(entrants: Sequence[Player], scores: Scores, bar: int, shift: int) -> Flags:
    """Who started at or above the bar, or whose rank and wins reach 1 dan."""
    wins = plain_values("WINS", Sums(scores, {p.id: p for p in entrants}))
    return np.array(
        [
            scores.start[p.id] // 2 - shift >= bar or 2 * p.rank + wins[p.id] >= 2 * RANK_THRESHOLD  # half points
            for p in entrants
        ],
        dtype=bool,
    )


def _met(entrants: Sequence[Player], scores: Scores) -> Flags:
    """Who was paired with whom before, n × n; forfeits count."""
    index = {p.id: i for i, p in enumerate(entrants)}
    met = np.zeros((len(entrants), len(entrants)), dtype=bool)
    for pid, i in index.items():
        for entry in scores.entries[pid]:
            if entry.kind is RoundKind.GAME and entry.opponent in index:
                met[i, index[entry.opponent]] = True
    return met


def _places(group: Ints, keys: Sequence[tuple[object, ...]]) -> tuple[Ints, Ints]:
    """The position of every entrant in the own group by ascending keys, and the group's size."""
    own = group.tolist()
    rank = _ranked([(g, *key) for g, key in zip(own, keys, strict=True)])
    return _ints(int(rank[i] - rank[group == own[i]].min()) for i in range(len(own))), _ints(map(own.count, own))


def _names(names: Sequence[tuple[str, str]]) -> Names:
    joined = [_units(last + first) for last, first in names]
    codes = [np.frombuffer(units, dtype=">u2").astype(np.int64) for units in joined]
    return Names(
        length=_ints(map(len, codes)),
        letters=_ints(int(code.sum()) for code in codes),
        weighted=_ints(int((code * np.arange(1, len(code) + 1)).sum()) for code in codes),
        alphabet=_ranked(joined),
    )


def _name_key(last: str, first: str) -> tuple[bytes, bytes]:
    return _units(last), _units(first)


def _units(text: str) -> bytes:
    """The text in units of UTF-16, by which Java compares."""
    return text.encode("utf-16-be")


def _ranked(keys: Sequence[object]) -> Ints:
    """The position of each key among the different ones, from 0; the same for equal ones."""
    position = {key: k for k, key in enumerate(sorted(set(keys)))}  # type: ignore[type-var]
    return _ints(position[key] for key in keys)


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)
