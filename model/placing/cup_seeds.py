"""Who is in a cup, and in which order: by the tournament as it stands, until the first round of the cup is drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from ..cup import Cup
from ..cups.bracket import bracket, is_published, is_there, last_round, seed_order, still_in
from ..errors import InputError, Problem
from ..language import first_few
from ..lottery import lot
from ..tournament.numbers import rounds_text
from ..tournament.person import Player, column
from ..tournament.ranks import parse_rank
from ..tournament.tournament import Tournament
from .scores import score
from .sections import text_key
from .stages import letter
from .standings import in_group, standings
from .start_groups import with_decisions
from .start_scores import start_scores
from .tie_breaks import value_text

STAGE = "stage"


def seeds_of(cup: Cup, tournament: Tournament) -> tuple[str, ...]:
    """The seeds (ids) of a cup, best first: kept since its first draw, or as things stand. Raises InputError."""
    if cup.seeds:
        return cup.seeds
    here = [p for p in _eligible(cup, tournament) if is_there(p, cup.first, tournament.settings.rounds)]
    order = _order(cup, tournament)
    ranked = sorted(here, key=lambda p: (order(p), lot(tournament.settings.seed, "cup", cup.name, p.id), p.id))
    group = _values(cup.groups, tournament) if cup.groups else {}
    chosen = tuple(_from_groups(cup, ranked, group) if group else [p.id for p in ranked])[: cup.size]
    if len(chosen) < 2:
        who = f" with {' and '.join(cup.who)}" if cup.who else ""
        found = "nobody" if not chosen else "one player"
        raise InputError(f"cup {cup.name}: {found}{who} is entered for round {cup.first}; expected at least 2 players")
    return _apart(chosen, group) if group else chosen


def are_known(cup: Cup, tournament: Tournament) -> bool:
    """Whether the seeds of a cup depend on no result that is still to come."""
    if cup.seeds or cup.seeding != "standings":
        return True
    published = len(tournament.published)
    return published >= cup.after_round and not score(tournament, cup.after_round).provisional


def with_seeds(tournament: Tournament, upto: int) -> Tournament:
    """With the seeds of each cup that begins until `upto`, kept once that round is published. Raises InputError."""
    cups = []
    for cup in tournament.cups:
        begun = len(tournament.rounds) >= cup.first and not tournament.rounds[cup.first - 1].draft
        fresh = cup if begun and cup.seeds else replace(cup, seeds=())
        cups.append(replace(fresh, seeds=seeds_of(fresh, tournament)) if cup.first <= upto else fresh)
    made = replace(tournament, cups=tuple(cups)) if tuple(cups) != tournament.cups else tournament
    check_apart(made)
    return made


def with_known_seeds(tournament: Tournament) -> Tournament:
    """With the seeds of every cup that are known by now, for looking ahead; nothing is kept."""
    cups = []
    for cup in tournament.cups:
        try:
            cups.append(replace(cup, seeds=seeds_of(cup, tournament)) if are_known(cup, tournament) else cup)
        except InputError:
            cups.append(cup)
    return replace(tournament, cups=tuple(cups)) if tuple(cups) != tournament.cups else tournament


def check_apart(tournament: Tournament) -> None:
    """Raise InputError where a player is in two cups that play in the same round to come; who is out of one is not."""
    known, problems = tournament.by_id(), []
    left = {cup.name: still_in(bracket(cup, tournament)) for cup in tournament.cups}
    to_come = {n for n in range(1, last_round(tournament) + 1) if not is_published(tournament, n)}
    for one, other in combinations(tournament.cups, 2):
        both = [player for player in one.seeds if player in left[one.name] & left[other.name]]
        same = sorted({*one.played_in} & {*other.played_in} & to_come)
        if both and same:
            names = first_few([f"{known[p].name} ({p})" if p in known else p for p in both], 5)
            where = f"in round{'s' if len(same) > 1 else ''} {rounds_text(same, 0)}"
            expected = "other rounds for one of the cups, or each player in one of them only"
            problems.append(
                Problem(f"the cups {one.name} and {other.name} both play {where} and have {names}", expected=expected)
            )
    if problems:
        raise InputError(problems)


def check_groups(tournament: Tournament) -> None:
    """Raise InputError where a cup plays before the end of a tournament of groups, whose games are by tables."""
    last = tournament.settings.rounds
    if not tournament.settings.groups.number:
        return
    problems = [
        Problem(
            f"the cup {cup.name} begins in round {cup.first}; in a tournament of groups cups follow the last round",
            expected=f"a cup from round {last + 1} on, or fewer rounds of the tournament",
        )
        for cup in tournament.cups
        if cup.first <= last
    ]
    if problems:
        raise InputError(problems)


_BOUND = re.compile(r"([^<>=≤≥]+)(<=|>=|≤|≥)\s*(\d{1,9})")


def _eligible(cup: Cup, tournament: Tournament) -> list[Player]:
    if cup.players:
        return [tournament.player(player) for player in cup.players]
    found = list(tournament.players)
    for condition in cup.who:
        bound = _BOUND.fullmatch(condition.strip())
        title, _, value = (part.strip() for part in condition.partition("="))
        if bound:  # born>=2012 is born=2012-
            title, value = bound[1].strip(), f"-{bound[3]}" if bound[2] in "<=≤" else f"{bound[3]}-"
        fulfils = _test(title, value, tournament)
        found = [player for player in found if fulfils(player)]
    return found


def _test(title: str, value: str, tournament: Tournament) -> Callable[[Player], bool]:
    """Whether a player has a value in a column: a text, a range of ranks or of numbers (`born=2012-2014`, `2014-`)."""
    values, clubs = _values(title, tournament), tournament.settings.clubs
    if title.casefold() == "rank" and (ends := re.fullmatch(r"([^-\s]+)\s*-\s*([^-\s]+)", value)):
        low, high = sorted(_rank(text, value) for text in ends.groups())
        return lambda p: low <= p.rank <= high
    if ends := re.fullmatch(r"(?=.*\d)(\d{0,9})\s*-\s*(\d{0,9})", value):
        least, most = int(ends[1] or 0), int(ends[2] or 10**9)
        return lambda p: any(text.isdecimal() and least <= int(text) <= most for text in values[p.id])
    key = partial(clubs.value_key, title) if title.casefold() in ("club", "country") else text_key
    return lambda p: any(key(text) == key(value) for text in values[p.id])


def _values(title: str, tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """What each player has in a column; `group`, `band` as in sections, `stage` the drawn group. Raises InputError."""
    players, key = tournament.players, title.casefold()
    if key in ("group", "groups", "family"):
        return {p.id: p.groups for p in players}
    if key == STAGE:
        return {pid: (letter(k),) for k, group in enumerate(_drawn_groups(tournament)) for pid in group}
    if key == "band":
        start = start_scores(players, tournament.settings).half_points
        return {p.id: (value_text(start[p.id], 2),) for p in players}
    texts = zip(players, column(title, players), strict=True)
    return {p.id: (text.strip(),) if text.strip() else () for p, text in texts}


def _drawn_groups(tournament: Tournament) -> tuple[tuple[str, ...], ...]:
    """The groups as drawn; before that those of the entrants of today. Raises InputError where there are none."""
    groups = with_decisions(tournament).settings.decided.drawn_groups if tournament.settings.groups.number else ()
    if not groups:
        expected = "another column, or groups.number in the settings"
        raise InputError([Problem("no groups are drawn, so there is no column", value=STAGE, expected=expected)])
    return groups


def _rank(text: str, value: str) -> int:
    try:
        return parse_rank(text)[0]
    except ValueError:
        raise InputError([Problem("wrong ranks", value=value, expected="ranks such as 3d-1k")]) from None


def _order(cup: Cup, tournament: Tournament) -> Callable[[Player], int]:
    if cup.seeding == "given":
        return lambda p: cup.players.index(p.id)
    if cup.seeding == "standings":
        played = len(tournament.published)
        rows = standings(tournament, min(cup.after_round, played)).rows
        lines = {row.player.id: row.line for row in rows}
        if cup.groups.casefold() == STAGE:
            lines = _in_groups(cup, tournament, played, lines)
        return lambda p: lines.get(p.id, len(tournament.players) ** 2)
    if cup.seeding == "start":
        start = start_scores(tournament.players, tournament.settings).half_points
        return lambda p: -start[p.id] * 100_000 - p.rating
    return (lambda p: -p.rank * 100_000 - p.rating) if cup.seeding == "rank" else (lambda p: -p.rating)


def _in_groups(cup: Cup, tournament: Tournament, played: int, lines: Mapping[str, int]) -> dict[str, int]:
    """The places in the drawn groups, by their own games alone, as finalists are chosen; then by the standings."""
    found = {}
    for group in _drawn_groups(tournament):
        equal = in_group(tournament, group, min(cup.after_round, played))
        for k, pid in enumerate(pid for own in equal for pid in sorted(own, key=lambda pid: lines.get(pid, 0))):
            found[pid] = k * len(tournament.players) + lines.get(pid, 0)
    return found


def _from_groups(cup: Cup, ranked: Sequence[Player], group: Mapping[str, Sequence[str]]) -> list[str]:
    """The same number from each group: all who are first in theirs, then all who are second, by their order."""
    places = Counter[str]()
    found = []
    for player in ranked:
        for own in group[player.id][:1]:
            places[own] += 1
            found.append((places[own], player.id))
    each = max(1, cup.size // len(places)) if places else 0
    return [pid for place, pid in sorted(found, key=lambda one: one[0]) if place <= each]


def _apart(seeds: Sequence[str], group: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The seeds with neighbours swapped in the lower half, so that first opponents are of different groups."""
    places, made = 1 << max(1, (len(seeds) - 1).bit_length()), list(seeds)
    order = seed_order(places)
    first = {max(a, b): min(a, b) for a, b in zip(order[::2], order[1::2], strict=True)}
    lower = range(places // 2 + 1, len(seeds) + 1)

    def bad(seed: int, pid: str) -> bool:
        return group[pid][:1] == group[made[first[seed] - 1]][:1]

    for one in lower:
        for other in sorted(lower, key=lambda seed: abs(seed - one)):
            a, b = made[one - 1], made[other - 1]
            if bad(one, a) and not bad(one, b) and not bad(other, a):
                made[one - 1], made[other - 1] = b, a
    return tuple(made)
