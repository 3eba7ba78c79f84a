"""What a director should know, found in a tournament."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from .errors import InputError
from .language import counted
from .notes import Note, name_of, names_of, some_names
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


@dataclass(frozen=True, slots=True)
class GroupsMade(Note):
    """The groups (ids) of the first draw, and the rounds that they take, a table of the final takes, and there are."""

    groups: tuple[tuple[str, ...], ...]
    rounds: int
    final: int
    in_all: int

    def says(self, tournament: Tournament) -> str:
        named = (", ".join(names_of(group, tournament)) for group in self.groups)
        groups = "; ".join(f"{letter(k)}: {names}" for k, names in enumerate(named))
        said = f"{counted(len(self.groups), 'group')}, {counted(self.rounds, 'round')}: {groups}"
        if not self.final:
            return said
        whole = self.rounds + self.final
        short = "" if self.in_all == whole else f", but the tournament has {self.in_all}"
        return f"{said}. The final takes {counted(self.final, 'round')} more, {whole} in all{short}"


@dataclass(frozen=True, slots=True)
class FinalistsMade(Note):
    """Who (ids) plays the final."""

    players: tuple[str, ...]

    def says(self, tournament: Tournament) -> str:
        return f"the final is played by {', '.join(names_of(self.players, tournament))}"


@dataclass(frozen=True, slots=True)
class CutThroughEqual(Note):
    """Who (ids) comes into a final or a cup (blank: the final) although others are equal in all criteria, and who."""

    chosen: tuple[str, ...]
    left_out: tuple[str, ...]
    cup: str = ""

    def says(self, tournament: Tournament) -> str:
        chosen, others = (some_names(players, tournament) for players in (self.chosen, self.left_out))
        into = f"cup {self.cup}" if self.cup else "the final"
        comes, does = ("come" if len(self.chosen) > 1 else "comes"), ("do" if len(self.left_out) > 1 else "does")
        text = f"{chosen} {comes} into {into}, and {others} {does} not"
        return f"{text}; they are equal in all criteria, so rank, rating and the lot have decided"


@dataclass(frozen=True, slots=True)
class TableNotKept(Note):
    """A player (id) who does not sit at their fixed table; `other` has it by the same setting."""

    player: str
    wanted: int
    table: int
    other: str = ""

    def says(self, tournament: Tournament) -> str:
        name = name_of(self.player, tournament)
        text = f"{name} has table {self.wanted} by tables.fixed, but sits at table {self.table}"
        return f"{text}: {name_of(self.other, tournament)} has that table, too" if self.other else text


@dataclass(frozen=True, slots=True)
class ForfeitsMet(Note):
    """How many games were forfeited, and whether their players count as having met."""

    count: int
    met: bool

    def says(self, tournament: Tournament) -> str:
        games, met = counted(self.count, "forfeited game"), "count" if self.met else "do not count"
        value = "true" if self.met else "false"
        return f"the players of {games} {met} as having met (pairing.default_is_met = {value})"


@dataclass(frozen=True, slots=True)
class SleepingTop(Note):
    """Players (ids) of the top group who miss rounds. Of one alone it is said which."""

    players: tuple[str, ...]
    rounds: tuple[int, ...] = ()

    def says(self, tournament: Tournament) -> str:
        names = ", ".join(names_of(self.players, tournament))
        if len(self.players) == 1:
            rounds = rounds_named(self.rounds)
            return f"{names} is in the top group and misses {rounds}; BGA 4.4 advises a lower start score"
        return f"{len(self.players)} players of the top group miss rounds: {names}; BGA 4.4 advises lower start scores"

    def ways(self, tournament: Tournament) -> list[Way]:
        return [Way("", "player", who=self.players[0] if len(self.players) == 1 else "ID", correction="-1")]


@dataclass(frozen=True, slots=True)
class SupergroupDrawn(Note):
    """Players (ids) who are equal in rank and rating, of whom the lottery let some into the supergroup and some not."""

    inside: tuple[str, ...]
    outside: tuple[str, ...]

    def says(self, tournament: Tournament) -> str:
        inside, outside = some_names(self.inside, tournament), some_names(self.outside, tournament)
        return f"equal rank and rating: the lottery put {inside} into the supergroup, but not {outside}"


@dataclass(frozen=True, slots=True)
class EverybodyEven(Note):
    """Everybody is in the top group, whose games are even; by one of `settings` some would have a handicap."""

    settings: tuple[str, ...]

    def says(self, tournament: Tournament) -> str:
        settings = " and ".join(self.settings)
        return f"all players are in the top group, so all games are even; for handicaps set {settings}"


@dataclass(frozen=True, slots=True)
class UnknownIds(Note):
    """Ids that the settings name and no player has; `called` has those that are somebody's name, with the id."""

    ids: tuple[str, ...]
    called: tuple[tuple[str, str], ...] = ()

    def says(self, tournament: Tournament) -> str:
        called = ", ".join(f"{who} is {player}" for who, player in self.called)
        named = f"the settings refer to unregistered players: {', '.join(self.ids)}"
        return named + (f"; use ids: {called}" if called else "")


@dataclass(frozen=True, slots=True)
class ColoursTurned(Note):
    """A board changed by hand, at which somebody else (an id) would take White by the colours so far."""

    table: int
    player: str

    def says(self, tournament: Tournament) -> str:
        return f"table {self.table}: by the colours so far, {name_of(self.player, tournament)} should take White"

    def ways(self, tournament: Tournament) -> list[Way]:
        return [Way("", "board", table=self.table, white=self.player)]


@dataclass(frozen=True, slots=True)
class TurnsNotWhole(Note):
    """That so many players need `length` rounds for a turn of an all-play-all, and the rounds are no such number."""

    players: int
    length: int
    rounds: int

    def says(self, tournament: Tournament) -> str:
        needed, verb = counted(self.length, "round"), "is" if self.rounds == 1 else "are"
        return f"{self.players} players need {needed} to meet each other once; {self.rounds} {verb} set"

    def ways(self, tournament: Tournament) -> list[Way]:
        turns = max(1, round(self.rounds / self.length))
        return [Way("to change that", "set", assignments=(f"rounds={self.length * turns}",))]


def sleeping_notes(tournament: Tournament, only: str = "") -> list[SleepingTop]:
    """Players of the top group, or `only` one, who will miss rounds; BGA handbook 4.4 advises lower scores."""
    if tournament.settings.start.scheme == "swiss":
        return []
    top = start_scores(tournament.players, tournament.settings).top
    found = []
    rounds = range(len(tournament.published) + 1, tournament.settings.rounds + 1)
    for player in tournament.players:
        missed = tuple(r for r in rounds if not player.enters(r))
        awake = player.id not in top or not player.takes_part or player.correction < 0
        if missed and not awake and only in ("", player.id):
            found.append(SleepingTop((player.id,), missed))
    if len(found) > MOST_SLEEPING:
        return [SleepingTop(tuple(player for note in found for player in note.players))]
    return found


def supergroup_notes(tournament: Tournament) -> list[SupergroupDrawn]:
    """Between whom of equal rank and rating the lottery decides who is of the strongest that start above the bar."""
    settings = tournament.settings
    final = [p for p in tournament.players if p.takes_part]
    limit = starting.weakest_above(final, settings)
    if limit is None:
        return []
    alike = [p for p in final if sort_key(p, settings)[:2] == limit[:2]]
    inside = tuple(p.id for p in alike if sort_key(p, settings) >= limit)
    outside = tuple(p.id for p in alike if sort_key(p, settings) < limit)
    return [SupergroupDrawn(inside, outside)] if outside else []


def even_notes(tournament: Tournament) -> list[EverybodyEven]:
    """That nobody can have a handicap, although handicaps are set, with the first settings that would change it."""
    settings = tournament.settings
    top = start_scores(tournament.players, tournament.settings).top
    final = [p.id for p in tournament.players if p.takes_part]
    if settings.handicap.rule == "none" or not settings.pairing.even_at_bar or not top.issuperset(final):
        return []
    found = (named for named, given in _with_stones(tournament) if _has_stones(replace(tournament, settings=given)))
    return [EverybodyEven(named) for named in islice(found, 1)]


def _with_stones(tournament: Tournament) -> Iterator[tuple[tuple[str, ...], Settings]]:
    """Settings that may bring handicaps, named: games of the top group too, a higher bar, ranks instead of scores."""
    settings = tournament.settings
    of_top = replace(settings, pairing=replace(settings.pairing, even_at_bar=False))
    yield ("pairing.even_at_bar = false",), of_top
    if settings.start.scheme == "rank":
        ranks = sorted((p.rank for p in tournament.players if p.takes_part), reverse=True)
        for rank in dict.fromkeys(ranks[len(ranks) // STRONG_PART :]):
            bar = rank_name(rank)
            yield (f"start.bar = {bar}",), replace(settings, start=replace(settings.start, bar=bar))
    by_rank = replace(of_top, handicap=replace(settings.handicap, rule="rank"))
    yield ("handicap.rule = rank", "pairing.even_at_bar = false"), by_rank


def _has_stones(tournament: Tournament) -> bool:
    """Whether the strongest who may give stones would give some to the weakest."""
    settings, scores = tournament.settings, score(tournament.before(1))
    final = [p for p in tournament.players if p.takes_part and not even_at_bar((p.id,), scores)]
    strengths = [strength(p, scores.raw_score(p.id), settings) for p in final]
    return bool(strengths) and stones(max(strengths) - min(strengths), False, settings) > 0


def turn_notes(tournament: Tournament) -> list[TurnsNotWhole]:
    """That the rounds of an all-play-all end inside a turn."""
    starts, rounds = turn_starts(tournament), tournament.settings.rounds
    whole = not starts or rounds + 1 in starts
    return [] if whole else [TurnsNotWhole(len(tournament.participants()), starts[1] - starts[0], rounds)]


def table_notes(tournament: Tournament, drawn: Round) -> list[TableNotKept]:
    """Which players of a round do not sit at their fixed tables."""
    fixed, found = dict(tournament.settings.tables.fixed), []
    for player, wanted in fixed.items():
        game = drawn.game_of(player)
        if game is None or game.table == wanted:
            continue
        there = drawn.at_table(wanted)
        rivals = [p for p in (there.players if there else ()) if fixed.get(p) == wanted]
        found.append(TableNotKept(player, wanted, game.table, rivals[0] if rivals else ""))
    return found


def forfeit_notes(tournament: Tournament) -> list[ForfeitsMet]:
    """Whether players of forfeited games count as having met, if there are such games."""
    rounds = tournament.published
    count = sum(game.defaulted for drawn in rounds for game in drawn)
    return [ForfeitsMet(count, tournament.settings.pairing.default_is_met)] if count else []


def _cut(equal: Sequence[Player], inside: Collection[str], number: int, cup: str = "") -> list[CutThroughEqual]:
    """A note if some of equal players who enter a round are in a final or a cup, and some are not."""
    chosen = tuple(p.id for p in equal if p.id in inside)
    left_out = tuple(p.id for p in equal if p.id not in inside and p.enters(number))
    return [CutThroughEqual(chosen, left_out, cup)] if chosen and left_out else []


def cup_cut_notes(tournament: Tournament, number: int) -> list[CutThroughEqual]:
    """In which cups that begin with a round the last seed by the standings is equal to others who are not in it."""
    found = []
    for cup in tournament.cups:
        by_places = cup.seeding == "standings" and not cup.who and not cup.groups
        if cup.first != number or not by_places or not cup.seeds or len(cup.seeds) < cup.size:
            continue
        rows = standings(tournament, cup.after_round or None).rows
        last = max((row.place for row in rows if row.player.id in cup.seeds), default=0)
        equal = [row.player for row in rows if row.place == last and row.player.enters(number)]
        found += _cut(equal, cup.seeds, number, cup.name)
    return found


def stage_notes(tournament: Tournament, number: int) -> list[GroupsMade | FinalistsMade | CutThroughEqual]:
    """The groups, at the first draw; the finalists, at the first draw behind the groups."""
    stages, settings = stages_of(tournament.settings), tournament.settings
    if stages is None or number not in (1, stages.rounds + 1) or number > settings.rounds:
        return []
    if number > 1:
        groups = (equal for group in stages.groups for equal in in_group(tournament, group, stages.rounds))
        cuts = (_cut([*map(tournament.player, equal)], stages.finalists, number) for equal in groups)
        return [FinalistsMade(stages.finalists), *(note for notes in cuts for note in notes)]
    of_each = (group[: settings.groups.finalists] for group in stages.groups)
    if settings.rounds == stages.rounds and tournament.cups:  # a cup may be the final
        return [GroupsMade(stages.groups, stages.rounds, 0, settings.rounds)]
    table = replace(stages, finalists=tuple(pid for first in of_each for pid in first)).table()
    return [GroupsMade(stages.groups, stages.rounds, len(table), settings.rounds)]


def unknown_ids(tournament: Tournament) -> list[str]:
    """Ids that the settings name and no player has."""
    settings = tournament.settings
    locks = [*settings.pairing.forbid, *settings.pairing.force]
    named = {p for players, against, _ in locks for p in (*players, *against)}
    named |= {*settings.start.supergroup, *(p for p, _ in settings.tables.fixed)}
    named |= {p for line in settings.accelerated for p in line.players}
    return sorted(named - tournament.by_id().keys())


def unknown_notes(tournament: Tournament) -> list[UnknownIds]:
    """A note of the ids that the settings name and nobody has, once there are players."""
    unknown = unknown_ids(tournament)
    if not unknown or not tournament.players:
        return []
    called = tuple((who, found) for who in unknown if (found := _id_of(who, tournament)))
    return [UnknownIds(tuple(unknown), called)]


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


def colour_notes(tournament: Tournament, number: int) -> list[ColoursTurned]:
    """Even games changed by hand in which the greater excess of Blacks does not take White (rules: section 4)."""
    past = before_round(tournament, number).past
    notes = []
    for game in tournament.round(number):
        white, black = (past[p].colours for p in game.players)
        if game.by_hand and ByHand.COLOURS not in game.by_hand and game.handicap == 0 and white > black:
            notes.append(ColoursTurned(game.table, game.black))
    return notes
