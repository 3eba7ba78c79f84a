"""The entrants of a round: scores, history, order in a group (rules: section 6), who can still win; and their arrays.

Players can still win in some of many simulated futures. Nothing there is a float: results are lots of whole numbers,
and what a draw sees is a count. The futures belong to the seed and the round, so that the same tournament has the
same counts on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from ..cups.bracket import entrants as entrants_of
from ..last_few import LastFew
from ..lottery import lot
from ..placing.scores import History, Scores, histories, histories_by_round, score
from ..placing.stages import CONSOLATION, FINAL, stages_of, table_games
from ..placing.start_scores import sort_key
from ..placing.sums import Sums, Value
from ..placing.tie_breaks import plain_values
from ..tournament.person import Player, column_values, country_key
from ..tournament.rules import CountRule, player_set, same_column
from ..tournament.same_names import Clubs
from ..tournament.settings.kinds import parse_seeding
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament
from .criteria import Criterion
from .field import Field, Flags, Ints
from .handicap import strength
from .own_criteria import check_criterion, own_code_titles, own_numbers, own_tables


def seeding_of(settings: Settings, round_number: int) -> tuple[str, tuple[str, ...]]:
    """The seeding method and ordering keys of a round, from the first setting that covers it; else random."""
    for line in settings.pairing.seeding:
        first, last, method, keys = parse_seeding(line)
        if first <= round_number <= last:
            return method, keys
    return "random", ()


def group_order(
    entrants: Sequence[Player], scores: Scores, keys: Sequence[str], round_number: int
) -> dict[int, list[str]]:
    """The entrants' ids by pairing score, in each group best first by the keys, ties broken by the seeded lottery."""
    sums = Sums(scores, {p.id: p for p in entrants})
    values = [plain_values(key, sums) for key in keys]
    seed = scores.settings.seed

    def place(player: Player) -> tuple[Value, ...]:
        return (*(-value[player.id] for value in values), lot(seed, "order", round_number, player.id))

    groups: dict[int, list[str]] = {}
    for player in sorted(entrants, key=place):
        groups.setdefault(scores.pairing_score(player.id), []).append(player.id)
    return groups


FUTURES = 64
MOST = 32  # contenders looked at: those highest in score, then in rating
_COIN = 10  # bits of the lot of a game
_EVEN, _PER_POINT, _LEAST = 512, 2, 52  # of 1,024: an even game, a rating point, the weaker player at least


@dataclass(frozen=True, slots=True)
class _Contender:
    """One who can still be first: the score in half points, whom of the others they have met, rounds to come."""

    score: int
    rating: int
    met: frozenset[int]
    enters: frozenset[int]


@dataclass(frozen=True, slots=True)
class Before:
    """The state before a round: its entrants in canonical order (by id), the scores, and each player's history."""

    tournament: Tournament
    number: int
    entrants: Sequence[Player]
    index: Mapping[str, int]
    scores: Scores
    past: Mapping[str, History]


def first_places(before: Before) -> Ints:
    """In how many of `FUTURES` futures each entrant of a round comes first.

    A future plays the rounds from this one on: the highest score meets the next ones below it whom it has not met, and
    each rating point more is worth two games in a thousand. Who has met all others who can win beats somebody else.
    Equal scores at the end are decided by lot.
    """
    settings, scores = before.tournament.settings, before.scores
    rounds = range(before.number, settings.rounds + 1)
    best = max((scores.mms(p.id) for p in before.entrants), default=0)
    able = [p for p in before.entrants if scores.mms(p.id) + 2 * len(rounds) >= best]
    able = sorted(able, key=lambda p: (-scores.mms(p.id), -p.rating, p.id))[:MOST]
    at = {p.id: i for i, p in enumerate(able)}
    field = [
        _Contender(
            scores.mms(p.id),
            p.rating,
            frozenset(at[o] for o in before.past[p.id].opponents if o in at),
            frozenset(t for t in rounds if p.enters(t)),
        )
        for p in able
    ]
    found = np.zeros(len(before.entrants), dtype=np.int64)
    for k in range(FUTURES if field else 0):
        first = able[_winner(field, rounds, Random(lot(settings.seed, "future", before.number, k)))]
        found[before.index[first.id]] += 1
    return found


def _winner(field: Sequence[_Contender], rounds: range, rng: Random) -> int:
    """Who comes first in one future."""
    score, met = [one.score for one in field], [set(one.met) for one in field]
    for number in rounds:
        free = [i for i in _ordered(score, rng) if number in field[i].enters]
        while free:
            one = free.pop(0)
            other = next((i for i in free if i not in met[one]), None)
            if other is None:
                score[one] += 2
                continue
            free.remove(other)
            met[one].add(other)
            met[other].add(one)
            score[_game(one, other, field, rng)] += 2
    return _ordered(score, rng)[0]


def _ordered(score: Sequence[int], rng: Random) -> list[int]:
    """Positions by score, the highest first, equal ones by lot."""
    lots = [rng.getrandbits(32) for _ in score]
    return sorted(range(len(score)), key=lambda i: (-score[i], lots[i], i))


def _game(one: int, other: int, field: Sequence[_Contender], rng: Random) -> int:
    """Who wins a game."""
    chance = _EVEN + _PER_POINT * (field[one].rating - field[other].rating)
    return one if rng.getrandbits(_COIN) < min(max(chance, _LEAST), 2**_COIN - _LEAST) else other


#: What was before the rounds that were asked for last, and their entrants as arrays.
_known: LastFew[Before] = LastFew(8)
_fields: LastFew[Field] = LastFew(4)


def before_round(tournament: Tournament, number: int) -> Before:
    """The state before a round, from all rounds before it."""
    past = tournament.before(number)
    source = (tournament.settings, tournament.players, tournament.cups, number, *past.rounds)
    return replace(_known.get(source, lambda: _of_past(past, number)), tournament=tournament)


def _of_past(past: Tournament, number: int) -> Before:
    scores = score(past).for_draw()
    return _before(past, number, scores, histories(past, scores))


def before_each_round(tournament: Tournament, last: int) -> list[Before]:
    """The state before each of the rounds 1 to `last`, computed in one pass."""
    past = tournament.before(last)
    scores = score(past)
    found, by_round = [], histories_by_round(past, scores)
    for number in range(1, last + 1):
        played = min(scores.rounds, sum(not drawn.draft for drawn in past.rounds[: number - 1]))
        found.append(_before(tournament, number, scores.after(played).for_draw(), by_round[played]))
    return found


def _before(tournament: Tournament, number: int, scores: Scores, past: Mapping[str, History]) -> Before:
    entrants = sorted(entrants_of(tournament, number), key=lambda p: p.id)
    index = {p.id: i for i, p in enumerate(entrants)}
    return Before(tournament, number, entrants, index, scores, past)


def free_by_stages(before: Before, forced: Sequence[tuple[str, str]], byes: Sequence[str]) -> list[str]:
    """Who is free in a round by a table; and of a final by scores, where both it and the consolation are odd, one.

    That one has the lowest score of those without a bye in the final so far; equal ones: the weakest by rank, rating
    and lot.
    """
    tournament, number = before.tournament, before.number
    stages = stages_of(tournament.settings)
    if stages is None:
        return []
    settled = {*byes, *(player for pair in forced for player in pair)}
    free = [pid for pid in table_games(tournament, number)[1] if pid not in settled]
    if number <= stages.rounds or stages.final == "round-robin":
        return free
    part = {p.id: stages.part(p.id, number) for p in before.entrants if p.id not in byes}
    own = [pid for pid, of in part.items() if of == FINAL]
    if len(own) % 2 == 0 or sum(of == CONSOLATION for of in part.values()) % 2 == 0:
        return free
    able = [pid for pid in own if pid not in settled]
    able = [pid for pid in able if not before.past[pid].byes] or able
    by = {p.id: (before.scores.pairing_score(p.id), *sort_key(p, tournament.settings)) for p in before.entrants}
    return [*free, *([min(able, key=lambda pid: by[pid])] if able else [])]


def field_of(
    before: Before, rules: Sequence[CountRule], contenders: bool = False, own_criteria: Sequence[Criterion] = ()
) -> Field:
    """The entrants as arrays for the criteria, with the columns and player sets that rules over pairs name.

    With `contenders` also how often each comes first in simulated futures, which takes some time; and the columns of
    the registrations that own criteria read. Raises InputError for these, their columns and cells.
    """
    own = before.tournament
    state = own.settings, own.players, own.cups, before.number, before.entrants, before.scores, before.past
    source = (*state, contenders, *own_criteria, *rules)
    return _fields.get(source, lambda: _field(before, rules, contenders, own_criteria))


def _field(before: Before, rules: Sequence[CountRule], contenders: bool, own_criteria: Sequence[Criterion]) -> Field:
    number, entrants, scores, past = before.number, before.entrants, before.scores, before.past
    settings = before.tournament.settings
    method, keys = seeding_of(settings, number)
    place, size = {}, {}
    for members in group_order(entrants, scores, keys, number).values():
        for position, pid in enumerate(members):
            place[pid], size[pid] = position, len(members)
    top = [p.id in scores.top for p in entrants]
    exempt = settings.pairing.geography_at_bar == "exempt"
    clubs = settings.clubs
    locals_ = {clubs.key(club) for club in settings.pairing.local_clubs}
    local = {p.id: any(clubs.key(club) in locals_ for club in p.clubs) for p in before.tournament.players}
    field = Field(
        ids=tuple(p.id for p in entrants),
        score=_ints(scores.pairing_score(p.id) for p in entrants),
        strength=_ints(strength(p, scores.raw_score(p.id), settings) for p in entrants),
        even=np.array([t and settings.pairing.even_at_bar for t in top], dtype=bool),
        exempt=np.array([t and exempt for t in top], dtype=bool),
        club=codes([clubs.key(club) for club in p.clubs] for p in entrants),
        country=codes([country_key(country) for country in p.countries] for p in entrants),
        families=family_codes([p.families for p in entrants]),
        local=np.array([local[p.id] for p in entrants], dtype=bool),
        met_local=np.array([any(local.get(o, False) for o in past[p.id].opponents) for p in entrants], dtype=bool),
        place=_ints(place[p.id] for p in entrants),
        size=_ints(size[p.id] for p in entrants),
        drawn_down=_ints(past[p.id].drawn_down for p in entrants),
        drawn_up=_ints(past[p.id].drawn_up for p in entrants),
        colours=_ints(past[p.id].colours for p in entrants),
        byes=_ints(past[p.id].byes for p in entrants),
        free_wins=_ints(past[p.id].free_wins for p in entrants),
        key=np.array([lot(settings.seed, "pair", number, p.id) for p in entrants], dtype=np.uint64),
        first_places=first_places(before) if contenders else np.zeros(len(entrants), dtype=np.int64),
        seeding=method,
        float_down=settings.pairing.draw_down,
        float_up=settings.pairing.draw_up,
        stones_off=settings.handicap.reduction,
        most_stones=0 if settings.handicap.rule == "none" or settings.of_teams else settings.handicap.maximum,
        columns=_columns(entrants, rules, own_criteria, clubs),
        sets=_player_sets(entrants, rules, {"top_group": top, "local": [local[p.id] for p in entrants]}, clubs),
        steps=settings.pairing.steps_per_point,
        numbers=own_numbers(own_criteria, entrants),
        tables=own_tables(own_criteria, entrants),
    )
    for criterion in own_criteria:  # here, as fields are kept
        check_criterion(criterion, field)
    return field


def _columns(
    entrants: Sequence[Player], rules: Sequence[CountRule], criteria: Sequence[Criterion], clubs: Clubs
) -> dict[str, Ints]:
    """Codes of the columns in which rules compare two players, by title, and own criteria, by their name."""
    titles = {title: title for rule in rules for name in rule.pairs if (title := same_column(name))}
    titles |= own_code_titles(criteria, entrants)
    return {
        name: codes(
            [clubs.value_key(title, text) for text in texts]
            for texts in (column_values(title, entrants) if title else [()] * len(entrants))
        )
        for name, title in titles.items()
    }


def _player_sets(
    entrants: Sequence[Player], rules: Sequence[CountRule], flags: Mapping[str, Sequence[bool]], clubs: Clubs
) -> dict[str, Flags]:
    """The player sets that rules name, as flags: top_group, local, visitor, or players with a value in a column."""
    known = {**flags, "visitor": [not flag for flag in flags["local"]]}
    for who in {player_set(name)[1] for rule in rules for name in rule.pairs} - {""} - set(known):
        title, _, value = (part.strip() for part in who.partition("="))
        wanted = clubs.value_key(title, value)
        values = column_values(title, entrants)
        known[who] = [any(clubs.value_key(title, text) == wanted for text in texts) for texts in values]
    return {who: np.array(own, dtype=bool) for who, own in known.items()}


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)


def coded(values: Iterable[str]) -> Ints:
    """A code from 0 for each different text, in order of appearance; -1 for an empty one."""
    seen: dict[str, int] = {}
    return _ints(seen.setdefault(value, len(seen)) if value else -1 for value in values)


def codes(values: Iterable[Sequence[str]]) -> Ints:
    """A code from 0 for each different text; n × k, padded with -1, only where somebody has several texts."""
    rows = [[text for text in own if text] for own in values]
    if all(len(own) < 2 for own in rows):
        return coded(own[0] if own else "" for own in rows)
    return family_codes(rows)


def family_codes(groups: Sequence[Sequence[str]]) -> Ints:
    """A row of codes for each entrant's families and groups, padded with -1."""
    seen: dict[str, int] = {}
    width = max(map(len, groups), default=0)
    rows = [[seen.setdefault(g, len(seen)) for g in own] + [-1] * (width - len(own)) for own in groups]
    return np.array(rows, dtype=np.int64).reshape(len(groups), width)
