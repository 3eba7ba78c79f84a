"""Where to put the bar: what each bar and supergroup would do to this tournament, by simulating it many times.

All choices see the same luck: true strengths and coins belong to the players, whatever the bar is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from joblib import Parallel, delayed
from mcmahon.desk.placing.rank import with_bar
from mcmahon.io.folder.state_files import with_settings
from mcmahon.io.settings.profiles import profile_named
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.placing.start_scores import bar_table, bar_verdict, players_at_each_bar, sort_key, start_scores
from mcmahon.model.records.state import State
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.ranks import parse_rank, rank_name
from mcmahon.model.tournament.settings.occasion import DecidedSettings
from mcmahon.model.tournament.tournament import Tournament

from ..engines.all_engines import Engine
from ..shares import Share, wilson
from .metrics import unbeaten_winner
from .results_model import ResultModel
from .simulation import Played, ours, simulate

FEW = 60  # tournaments that are played before other processes would have started
FAR = 2  # points of pairing score between a leader and the opponent from which on the game is no even one


@dataclass(frozen=True, slots=True)
class Choice:
    """A bar and how many of the strongest start above it."""

    bar: str
    supergroup: int = 0


def to_simulate(state: State, bar: str = "") -> State:
    """As it would be with this bar, and with the ids of its supergroup where that is a number of the strongest.

    Simulations try supergroups of their own in its place. Raises InputError.
    """
    state = with_bar(state, bar)
    settings = state.tournament.settings
    if not settings.start.supergroup_size:
        return state
    above = sorted(start_scores(state.tournament.players, settings).above)
    return with_settings(state, {"start.supergroup": above, "start.supergroup_size": None})


@dataclass(frozen=True, slots=True)
class AdviserTrials:
    """How the adviser simulates; `profile` None is the tournament's own.

    `workers` as joblib counts them; 0: one a core where there is enough to play, as each takes seconds to start.
    """

    count: int = 200
    seed: int = 1
    model: ResultModel = field(default_factory=ResultModel)
    engine: Engine = ours
    profile: Profile | None = None
    workers: int = 1


@dataclass(frozen=True, slots=True)
class BarAdvice:
    """What a choice gives.

    `above` counts the players at or above the bar, `verdict` is the BGA table's. Shares of the trials in which one
    player alone led in points and had won every round; in which the truly strongest player won alone, tie-breaks
    counted; and in which a leader of some round had to play somebody two or more points below.
    """

    choice: Choice
    above: int
    verdict: str
    unbeaten: Share
    best_wins: Share
    leader_stranded: Share


def possible_choices(tournament: Tournament, supergroups: Sequence[int] = (0,)) -> list[Choice]:
    """The bars with somebody at or above them, strongest first, each with every supergroup smaller than its group.

    At most twice as many as the BGA's table has, and no more than can be told apart (2^rounds).
    """
    rounds = tournament.settings.rounds
    most = min(2**rounds, 2 * bar_table(rounds)[1])
    counts = players_at_each_bar([p.rank for p in _final(tournament)])
    bars = [(rank, count) for rank, count in counts.items() if count <= most or count == min(counts.values())]
    return [Choice(rank_name(rank), size) for rank, count in bars for size in supergroups if size < count]


def choices_of(tournament: Tournament, sizes: str) -> list[Choice]:
    """The possible choices with supergroups of sizes as typed, `0,8,16`. Raises InputError."""
    if not all(word.strip().isdecimal() for word in sizes.split(",")):
        raise InputError(f"--supergroups {sizes!r}; expected whole numbers separated by commas, such as 0,8,16")
    return possible_choices(tournament, [int(word) for word in sizes.split(",")])


def advise(tournament: Tournament, choices: Sequence[Choice], trials: AdviserTrials | None = None) -> list[BarAdvice]:
    """What each choice gives, in their order; the same for the same arguments, whatever the number of workers.

    The tournament is played from its first round by those entered now, rounds drawn so far left out. Raises InputError
    when start scores are not by rank, or a bar is no rank.
    """
    trials = trials or AdviserTrials()
    if tournament.settings.start.scheme != "rank":
        raise InputError(f"scheme {tournament.settings.start.scheme} has no bar; expected start.scheme = rank")
    if trials.count < 1 or len(_final(tournament)) < 2:
        raise InputError("nothing to simulate; expected at least one trial and two final entries")
    profile = trials.profile or profile_named(tournament.settings.pairing.profile)
    prepared = [with_choice(tournament, choice) for choice in choices]
    jobs = [
        delayed(_signs)(entered, replace(trials, profile=profile), seed)
        for entered in prepared
        for seed in range(trials.seed, trials.seed + trials.count)
    ]
    signs: list[tuple[bool, bool, bool]] = list(Parallel(n_jobs=trials.workers or (-1 if len(jobs) > FEW else 1))(jobs))
    return [
        _advice(choice, entered, signs[k * trials.count : (k + 1) * trials.count])
        for k, (choice, entered) in enumerate(zip(choices, prepared, strict=True))
    ]


def with_choice(tournament: Tournament, choice: Choice) -> Tournament:
    """The tournament before its first round with this bar, the strongest players in the supergroup. Raises InputError.

    The strongest are those who come first by the settings' order of the field.
    """
    try:
        parse_rank(choice.bar)
    except ValueError:
        raise InputError(f"bar {choice.bar!r}; expected a rank such as 3d") from None
    settings = tournament.settings
    strongest = sorted(_final(tournament), key=lambda p: sort_key(p, settings), reverse=True)[: choice.supergroup]
    start = replace(settings.start, bar=choice.bar, supergroup=tuple(p.id for p in strongest))
    return replace(tournament.before(1), settings=replace(settings, start=start, decided=DecidedSettings()))


def _final(tournament: Tournament) -> list[Player]:
    return [p for p in tournament.players if p.status is Status.FINAL]


def _signs(tournament: Tournament, trials: AdviserTrials, seed: int) -> tuple[bool, bool, bool]:
    """Of one simulated tournament: one unbeaten winner, the best wins alone, a leader without an even opponent."""

    def maker(seed: int) -> Tournament:
        return replace(tournament, settings=replace(tournament.settings, seed=seed))

    assert trials.profile is not None
    played = simulate(maker, trials.engine, trials.profile, seed, trials.model)
    first = [row.player.id for row in played.standings.rows if row.place == 1]
    strongest = max(played.strengths[row.player.id] for row in played.standings.rows)
    best = len(first) == 1 and played.strengths[first[0]] == strongest
    return bool(unbeaten_winner(played)), best, leader_stranded(played)


def leader_stranded(played: Played) -> bool:
    """Whether in some round a player with the greatest pairing score met somebody two or more points below."""
    before = played.standings.sums.scores.mms_after
    for k, drawn in enumerate(played.tournament.rounds):
        gaps = [sorted(before[pid][k] // 2 for pid in game.players) for game in drawn]
        most = max((upper for _, upper in gaps), default=0)
        if any(upper == most and upper - lower >= FAR for lower, upper in gaps):
            return True
    return False


def _advice(choice: Choice, entered: Tournament, signs: Sequence[tuple[bool, bool, bool]]) -> BarAdvice:
    above = sum(p.rank >= parse_rank(choice.bar)[0] for p in _final(entered))
    unbeaten, best, stranded = (wilson(sum(sign), len(signs)) for sign in zip(*signs, strict=True))
    return BarAdvice(choice, above, bar_verdict(above, entered.settings.rounds), unbeaten, best, stranded)
