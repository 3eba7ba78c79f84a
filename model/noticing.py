"""What a director should know, found in a tournament."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from .errors import InputError
from .language import counted, first_few
from .notes import MOST_NAMED, Remark, name_of, names_of
from .pairing.entrants import before_round
from .pairing.handicap import even_at_bar, stones, strength
from .placing import start_scores as starting
from .placing.scores import score
from .placing.stages import letter, stages_of, turn_starts
from .placing.standings import in_group, standings
from .placing.start_scores import sort_key, start_scores
from .tournament.games import ByHand, Round
from .tournament.numbers import rounds_named
from .tournament.person import Player
from .tournament.ranks import rank_name
from .tournament.settings.settings import Settings
from .tournament.tournament import Tournament
from .ways import Way

STRONG_PART = 3  # a bar that is proposed lies below the first third of the field
MOST_SLEEPING = 3  # players who are each given a note


def sleeping_notes(tournament: Tournament, only: str = "") -> list[Remark]:
    """Players of the top group, or `only` one, who will miss rounds; BGA handbook 4.4 advises lower scores."""
    if tournament.settings.start.scheme == "swiss":
        return []
    top = start_scores(tournament.players, tournament.settings).top
    found: list[tuple[Player, list[int]]] = []
    rounds = range(len(tournament.published) + 1, tournament.settings.rounds + 1)
    for player in tournament.players:
        missed = [r for r in rounds if not player.enters(r)]
        awake = player.id not in top or not player.takes_part or player.correction < 0
        if missed and not awake and only in ("", player.id):
            found.append((player, missed))
    if len(found) > MOST_SLEEPING:
        names = ", ".join(player.label for player, _ in found)
        text = f"{len(found)} players of the top group miss rounds: {names}; BGA 4.4 advises lower start scores"
        return [Remark(text, (Way("", "player", who="ID", correction="-1"),))]
    advice = "BGA 4.4 advises a lower start score"
    return [
        Remark(
            f"{player.label} is in the top group and misses {rounds_named(missed)}; {advice}",
            (Way("", "player", who=player.id, correction="-1"),),
        )
        for player, missed in found
    ]


def supergroup_notes(tournament: Tournament) -> list[Remark]:
    """Between whom of equal rank and rating the lottery decides who is of the strongest that start above the bar."""
    settings = tournament.settings
    final = [p for p in tournament.players if p.takes_part]
    limit = starting.weakest_above(final, settings)
    if limit is None:
        return []
    alike = [p for p in final if sort_key(p, settings)[:2] == limit[:2]]
    inside = [p.label for p in alike if sort_key(p, settings) >= limit]
    outside = [p.label for p in alike if sort_key(p, settings) < limit]
    drawn, others = first_few(inside, MOST_NAMED), first_few(outside, MOST_NAMED)
    text = f"equal rank and rating: the lottery put {drawn} into the supergroup, but not {others}"
    return [Remark(text)] if outside else []


def even_notes(tournament: Tournament) -> list[Remark]:
    """That nobody can have a handicap, although handicaps are set, with the first settings that would change it."""
    settings = tournament.settings
    top = start_scores(tournament.players, tournament.settings).top
    final = [p.id for p in tournament.players if p.takes_part]
    if settings.handicap.rule == "none" or not settings.pairing.even_at_bar or not top.issuperset(final):
        return []
    for named, given in _with_stones(tournament):
        if _has_stones(replace(tournament, settings=given)):
            why = "all players are in the top group, so all games are even"
            return [Remark(f"{why}; for handicaps set {named}")]
    return []


def _with_stones(tournament: Tournament) -> Iterator[tuple[str, Settings]]:
    """Settings that may bring handicaps, named: games of the top group too, a higher bar, ranks instead of scores."""
    settings = tournament.settings
    of_top = replace(settings, pairing=replace(settings.pairing, even_at_bar=False))
    yield "pairing.even_at_bar = false", of_top
    if settings.start.scheme == "rank":
        ranks = sorted((p.rank for p in tournament.players if p.takes_part), reverse=True)
        for rank in dict.fromkeys(ranks[len(ranks) // STRONG_PART :]):
            bar = rank_name(rank)
            yield f"start.bar = {bar}", replace(settings, start=replace(settings.start, bar=bar))
    by_rank = replace(of_top, handicap=replace(settings.handicap, rule="rank"))
    yield "handicap.rule = rank and pairing.even_at_bar = false", by_rank


def _has_stones(tournament: Tournament) -> bool:
    """Whether the strongest who may give stones would give some to the weakest."""
    settings, scores = tournament.settings, score(tournament.before(1))
    final = [p for p in tournament.players if p.takes_part and not even_at_bar((p.id,), scores)]
    strengths = [strength(p, scores.raw_score(p.id), settings) for p in final]
    return bool(strengths) and stones(max(strengths) - min(strengths), False, settings) > 0


def turn_notes(tournament: Tournament) -> list[Remark]:
    """That the rounds of an all-play-all end inside a turn."""
    starts, rounds = turn_starts(tournament), tournament.settings.rounds
    if not starts or rounds + 1 in starts:
        return []
    length = starts[1] - starts[0]
    needed, verb = counted(length, "round"), "is" if rounds == 1 else "are"
    text = f"{len(tournament.participants())} players need {needed} to meet each other once; {rounds} {verb} set"
    turns = max(1, round(rounds / length))
    return [Remark(text, (Way("to change that", "set", assignments=(f"rounds={length * turns}",)),))]


def table_notes(tournament: Tournament, drawn: Round) -> list[Remark]:
    """Which players of a round do not sit at their fixed tables."""
    fixed, found = dict(tournament.settings.tables.fixed), []
    for player, wanted in fixed.items():
        game = drawn.game_of(player)
        if game is None or game.table == wanted:
            continue
        there = drawn.at_table(wanted)
        rivals = [p for p in (there.players if there else ()) if fixed.get(p) == wanted]
        text = f"{name_of(player, tournament)} has table {wanted} by tables.fixed, but sits at table {game.table}"
        found.append(Remark(f"{text}: {name_of(rivals[0], tournament)} has that table, too" if rivals else text))
    return found


def forfeit_notes(tournament: Tournament) -> list[Remark]:
    """Whether players of forfeited games count as having met, if there are such games."""
    count = sum(game.defaulted for drawn in tournament.published for game in drawn)
    met, value = ("count", "true") if tournament.settings.pairing.default_is_met else ("do not count", "false")
    games = counted(count, "forfeited game")
    text = f"the players of {games} {met} as having met (pairing.default_is_met = {value})"
    return [Remark(text)] if count else []


def _cut(equal: Sequence[Player], inside: Collection[str], number: int, into: str) -> list[Remark]:
    """A note if some of equal players who enter a round are in a final or a cup, and some are not."""
    chosen = [p.label for p in equal if p.id in inside]
    left_out = [p.label for p in equal if p.id not in inside and p.enters(number)]
    if not chosen or not left_out:
        return []
    comes, does = "come" if len(chosen) > 1 else "comes", "do" if len(left_out) > 1 else "does"
    text = f"{first_few(chosen, MOST_NAMED)} {comes} into {into}, and {first_few(left_out, MOST_NAMED)} {does} not"
    return [Remark(f"{text}; they are equal in all criteria, so rank, rating and the lot have decided")]


def cup_cut_notes(tournament: Tournament, number: int) -> list[Remark]:
    """In which cups that begin with a round the last seed by the standings is equal to others who are not in it."""
    found = []
    for cup in tournament.cups:
        by_places = cup.seeding == "standings" and not cup.who and not cup.groups
        if cup.first != number or not by_places or not cup.seeds or len(cup.seeds) < cup.size:
            continue
        rows = standings(tournament, cup.after_round or None).rows
        last = max((row.place for row in rows if row.player.id in cup.seeds), default=0)
        equal = [row.player for row in rows if row.place == last and row.player.enters(number)]
        found += _cut(equal, cup.seeds, number, f"cup {cup.name}")
    return found


def stage_notes(tournament: Tournament, number: int) -> list[Remark]:
    """The groups, at the first draw; the finalists, at the first draw behind the groups."""
    stages, settings = stages_of(tournament.settings), tournament.settings
    if stages is None or number not in (1, stages.rounds + 1) or number > settings.rounds:
        return []
    if number > 1:
        groups = (equal for group in stages.groups for equal in in_group(tournament, group, stages.rounds))
        cuts = (_cut([*map(tournament.player, equal)], stages.finalists, number, "the final") for equal in groups)
        played_by = ", ".join(names_of(stages.finalists, tournament))
        return [Remark(f"the final is played by {played_by}"), *(note for notes in cuts for note in notes)]
    named = (", ".join(names_of(group, tournament)) for group in stages.groups)
    lists = "; ".join(f"{letter(k)}: {names}" for k, names in enumerate(named))
    text = f"{counted(len(stages.groups), 'group')}, {counted(stages.rounds, 'round')}: {lists}"
    of_each = (group[: settings.groups.finalists] for group in stages.groups)
    final = len(replace(stages, finalists=tuple(pid for first in of_each for pid in first)).table())
    if not final or (settings.rounds == stages.rounds and tournament.cups):  # a cup may be the final
        return [Remark(text)]
    whole = stages.rounds + final
    short = "" if settings.rounds == whole else f", but the tournament has {settings.rounds}"
    return [Remark(f"{text}. The final takes {counted(final, 'round')} more, {whole} in all{short}")]


def unknown_ids(tournament: Tournament) -> list[str]:
    """Ids that the settings name and no player has."""
    settings = tournament.settings
    locks = [*settings.pairing.forbid, *settings.pairing.force]
    named = {p for players, against, _ in locks for p in (*players, *against)}
    named |= {*settings.start.supergroup, *(p for p, _ in settings.tables.fixed)}
    named |= {p for line in settings.accelerated for p in line.players}
    return sorted(named - tournament.by_id().keys())


def unknown_notes(tournament: Tournament) -> list[Remark]:
    """A note of the ids that the settings name and nobody has, once there are players."""
    unknown = unknown_ids(tournament)
    if not unknown or not tournament.players:
        return []
    called = ", ".join(f"{who} is {found}" for who in unknown if (found := _id_of(who, tournament)))
    ids = f"; use ids: {called}" if called else ""
    return [Remark(f"the settings refer to unregistered players: {', '.join(unknown)}{ids}")]


def _id_of(who: str, tournament: Tournament) -> str:
    try:
        return tournament.find(who).id
    except InputError:
        return ""


def bar_text(tournament: Tournament) -> str:
    """The bar in words: `bar 3d, 12 players at or above it`, and whether an automatic bar misses BGA's table."""
    settings = tournament.settings
    top = start_scores(tournament.players, tournament.settings).top
    count = sum(p.id in top for p in tournament.players if p.takes_part)
    if settings.start.scheme != "rank":
        return f"top group of {count} ({settings.start.scheme})"
    ranks = [p.rank for p in tournament.players if p.takes_part]
    bar = settings.start.bar
    if bar == "auto" and ranks:
        automatic = rank_name(starting.automatic_bar(ranks, settings.rounds))
        bar = settings.decided.bar or f"{automatic} (auto, not final yet)"
    if bar == "none":
        return "no bar"
    text = f"bar {bar}, {counted(count, settings.entrants.word)} at or above it"
    verdicts = {starting.bar_verdict(n, settings.rounds) for n in starting.players_at_each_bar(ranks).values()}
    if settings.start.bar == "auto" and ranks and starting.INSIDE not in verdicts:
        text += f" (BGA's table: {starting.bar_verdict(count, settings.rounds)}; no rank fits the table)"
    limit = max(ranks, default=0) - starting.BAR_REACH
    by_table = starting.bar_by_table(ranks, settings.rounds)
    if settings.start.bar == "auto" and ranks and by_table < limit and bar.startswith(rank_name(limit)):
        text += f"; the table says {rank_name(by_table)}, but it is at most {starting.BAR_REACH} below the strongest"
    return text


def colour_notes(tournament: Tournament, number: int) -> list[Remark]:
    """Even games changed by hand in which the greater excess of Blacks does not take White (rules: section 4)."""
    past = before_round(tournament, number).past
    notes = []
    for game in tournament.round(number):
        white, black = (past[p].colours for p in game.players)
        if game.by_hand and ByHand.COLOURS not in game.by_hand and game.handicap == 0 and white > black:
            name = name_of(game.black, tournament)
            text = f"table {game.table}: by the colours so far, {name} should take White"
            notes.append(Remark(text, (Way("", "board", table=game.table, white=game.black),)))
    return notes
