"""The entrants of a round: their scores and history before it, and the arrays that criteria use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..cups.games import entrants as entrants_of
from ..last_few import LastFew
from ..lottery import lot
from ..placing.history import History, histories, histories_by_round
from ..placing.scores import Scores, score
from ..placing.stages import CONSOLATION, FINAL, stages_of, table_games
from ..placing.start_scores import sort_key
from ..tournament.clubs import Clubs
from ..tournament.count_rule import CountRule, player_set, same_column
from ..tournament.player import Player, column_values, country_key
from ..tournament.tournament import Tournament
from .contenders import first_places
from .criteria.field import Field, Flags, Ints
from .handicap import strength
from .seeding import group_order, seeding_of


@dataclass(frozen=True, slots=True)
class Before:
    """The state before a round: its entrants in canonical order (by id), the scores, and each player's history."""

    tournament: Tournament
    number: int
    entrants: Sequence[Player]
    index: Mapping[str, int]
    scores: Scores
    past: Mapping[str, History]


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


def field_of(before: Before, rules: Sequence[CountRule], contenders: bool = False) -> Field:
    """The entrants as arrays for the criteria, with the columns and player sets that rules over pairs name.

    With `contenders` also how often each comes first in simulated futures, which takes some time.
    """
    own = before.tournament
    source = (
        own.settings,
        own.players,
        own.cups,
        before.number,
        before.entrants,
        before.scores,
        before.past,
        contenders,
        *rules,
    )
    return _fields.get(source, lambda: _field(before, rules, contenders))


def _field(before: Before, rules: Sequence[CountRule], contenders: bool) -> Field:
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
    return Field(
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
        first_places=_first_places(before) if contenders else np.zeros(len(entrants), dtype=np.int64),
        seeding=method,
        float_down=settings.pairing.draw_down,
        float_up=settings.pairing.draw_up,
        stones_off=settings.handicap.reduction,
        most_stones=0 if settings.handicap.rule == "none" or settings.of_teams else settings.handicap.maximum,
        columns=_columns(entrants, rules, clubs),
        sets=_player_sets(entrants, rules, {"top_group": top, "local": [local[p.id] for p in entrants]}, clubs),
        steps=settings.pairing.steps,
    )


def _first_places(before: Before) -> Ints:
    """How often each entrant comes first in the simulated futures."""
    found = first_places(before.tournament, before.number, before.entrants, before.scores, before.past)
    return _ints(found.get(p.id, 0) for p in before.entrants)


def _columns(entrants: Sequence[Player], rules: Sequence[CountRule], clubs: Clubs) -> dict[str, Ints]:
    """Codes of the columns in which rules compare two players (`same_…`), by title."""
    titles = {same_column(name) for rule in rules for name in rule.pairs} - {""}
    return {
        title: codes([clubs.value_key(title, text) for text in texts] for texts in column_values(title, entrants))
        for title in sorted(titles)
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
