"""What was true of a round when it was drawn: every player's history and every board's cost, kept with the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..placing.scores import Scores, score
from ..placing.stages import table_games
from ..tournament.person import Player, different
from ..tournament.rules import rules_in
from ..tournament.tournament import Tournament

if TYPE_CHECKING:
    from ..pairing.round_problem import RoundProblem


COLOURS = "colour_balance"  # the criterion
LARGEST = 2**40  # of a number in a ledger; costs are made of their products in 64 bits


def _check_sizes(*numbers: int) -> None:
    """Raise ValueError for a number that no draw has."""
    for number in numbers:
        if abs(number) > LARGEST:
            raise ValueError(f"{number} is too great")


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entrant at the draw.

    `mms` is the McMahon score in half points, `score` what it is paired by (in the ledger's `steps`, as `lowest`);
    `place` counts from 1 in the score group of `size`; `colours` is Whites less Blacks over even games; `strength` what
    handicaps go by; `even`: at or above the bar, so that games are even; `exempt`: there club and country count apart;
    `virtual` are the virtual points in `score`, in half points; `lowest` is the lowest score of the field; `clubs` are
    those that the own club counts as one with; `first_places` as in `Field`. `several_clubs`, `several_countries` are
    there where the people of an entrant have more than one; `clubs` are then those that any of them counts as one with.
    """

    name: str = ""
    mms: int = 0
    score: int = 0
    place: int = 1
    size: int = 1
    strength: int = 0
    lowest: int = 0
    drawn_down: int = 0
    drawn_up: int = 0
    colours: int = 0
    byes: int = 0
    free_wins: int = 0
    club: str = ""
    country: str = ""
    clubs: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    even: bool = False
    exempt: bool = False
    local: bool = False
    met_local: bool = False
    first_places: int = 0
    virtual: int = 0
    several_clubs: tuple[str, ...] = ()
    several_countries: tuple[str, ...] = ()

    @property
    def own_clubs(self) -> tuple[str, ...]:
        """The clubs of the entrant; none where nothing is known."""
        return self.several_clubs or ((self.club,) if self.club else ())

    @property
    def own_countries(self) -> tuple[str, ...]:
        """The countries of the entrant; none where nothing is known."""
        return self.several_countries or ((self.country,) if self.country else ())

    def __post_init__(self) -> None:
        """Raises ValueError for what no entrant can have."""
        if not 1 <= self.place <= self.size:
            raise ValueError(f"place {self.place} of {self.size}")
        counts = (self.drawn_down, self.drawn_up, self.byes, self.free_wins, self.first_places)
        if min(counts) < 0:
            raise ValueError("a count below 0")
        others = (self.mms, self.score, self.strength, self.lowest, self.colours, self.virtual)
        _check_sizes(self.size, *counts, *others)


#: What an entrant has as the field of the problem has it, by the same name.
AS_IN_FIELD = (
    "score", "size", "strength", "drawn_down", "drawn_up", "colours", "byes", "free_wins", "first_places",
    "even", "exempt", "local", "met_local",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """One pair, or one bye (a single id): cost by criterion, and what applies to it.

    `values` are the criteria unweighted. `settled`: forced by the director, or `by_table` of a group or a final.
    `breaks` are hard rules, allowed by the director; `counts_in` the rules over sets of pairs that the game counts in.
    """

    players: tuple[str, ...]
    stones: int = 0
    costs: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    settled: bool = False
    breaks: tuple[str, ...] = ()
    counts_in: tuple[str, ...] = ()
    by_table: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for what no board can have."""
        if not 1 <= len(set(self.players)) == len(self.players) <= 2:
            raise ValueError(f"a board of {len(self.players)} players; expected two different ones, or one with a bye")
        if self.stones < 0:
            raise ValueError(f"handicap {self.stones}")


@dataclass(frozen=True, slots=True)
class Ledger:
    """A round as drawn: entrants by id, boards, the settings that the sentences speak of, and the problem's print.

    `rules` are rules over sets of pairs by name with their limits in words, `rule_costs` what those with a price cost,
    `weights` the criteria that counted. `steps` are those of the pairing scores in a point: 2 where half points count.
    `fingerprint` is the problem's: while it is the same, what other pairings would have cost can still be reckoned.
    """

    entrants: Mapping[str, Entrant]
    boards: tuple[DrawnBoard, ...]
    seeding: str
    draw_down: str
    draw_up: str
    stones_off: int
    most_stones: int
    rules: Mapping[str, str] = field(default_factory=dict)
    rule_costs: Mapping[str, int] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
    fingerprint: str = ""
    steps: int = 1

    def __post_init__(self) -> None:
        """Raises ValueError for a board of somebody who was not in the draw, and for other steps than there are."""
        if self.steps not in (1, 2):
            raise ValueError(f"{self.steps} steps to a point; expected 1 or 2")
        _check_sizes(self.stones_off, self.most_stones)
        for board in self.boards:
            if not self.entrants.keys() >= set(board.players):
                raise ValueError(f"a board of somebody who was not there: {', '.join(board.players)}")

    def board_of(self, player: str) -> DrawnBoard | None:
        """The board or bye of a player, None for who was not in the draw."""
        return next((board for board in self.boards if player in board.players), None)

    @property
    def alike(self) -> dict[str, int]:
        """Costs that tell no game from another, by criterion: equal ones, and colours while nobody has had one.

        Of those, every even game has the same cost, as one of its players gets White; a game with stones has none.
        """
        games = [board for board in self.boards if len(board.players) == 2]
        first = games[0].costs if len(games) > 1 else {}
        found = {n: cost for n, cost in first.items() if cost and all(one.costs.get(n) == cost for one in games)}
        of_colours = max((board.costs.get(COLOURS, 0) for board in games), default=0)
        if of_colours and not any(self.entrants[player].colours for board in games for player in board.players):
            found[COLOURS] = of_colours
        return found

    @property
    def cost(self) -> int:
        """The sum of all parts: the cost of the round."""
        return sum(sum(board.costs.values()) for board in self.boards) + sum(self.rule_costs.values())


def ledger_of(
    tournament: Tournament,
    problem: RoundProblem,
    pairs: tuple[tuple[int, int], ...],
    byes: tuple[int, ...],
    scores: Scores | None = None,
) -> Ledger:
    """The ledger of pairs and byes (indices of the entrants), all or some; `scores` before the round, if known."""
    from ..pairing.round_problem import fingerprint

    settings = tournament.settings
    rules = {count.rule.name: str(count.rule) for count in problem.counts}
    priced = {count.rule.name for count in problem.counts if count.rule.price is not None}
    costs = problem.costs_by_criterion(pairs, byes)
    seated = sorted({player for pair in pairs for player in pair} | set(byes))
    return Ledger(
        entrants=_entrants(tournament, problem, scores or score(tournament.before(problem.round)).for_draw(), seated),
        boards=_by_tables(tournament, problem, (*_games(problem, pairs), *(_bye(problem, p) for p in byes))),
        seeding=problem.field.seeding,
        draw_down=settings.pairing.draw_down,
        draw_up=settings.pairing.draw_up,
        stones_off=problem.field.stones_off,
        most_stones=problem.field.most_stones,
        rules=rules,
        rule_costs={name: cost for name, cost in costs.items() if name in priced and cost},
        weights=problem.weights,
        fingerprint=fingerprint(problem),
        steps=problem.field.steps,
    )


def _by_tables(tournament: Tournament, problem: RoundProblem, boards: tuple[DrawnBoard, ...]) -> tuple[DrawnBoard, ...]:
    """The boards, with those marked that tables of groups and finals fix."""
    games, free = table_games(tournament, problem.round)
    fixed = {*map(frozenset, games), *(frozenset((player,)) for player in free)}
    if not fixed:
        return boards
    return tuple(replace(one, by_table=one.settled and frozenset(one.players) in fixed) for one in boards)


def _entrants(
    tournament: Tournament, problem: RoundProblem, scores: Scores, seated: Sequence[int]
) -> dict[str, Entrant]:
    field, players, clubs = problem.field, tournament.by_id(), tournament.settings.clubs
    lowest = int(field.score.min(initial=0)) if len(field) else 0
    rows = zip(*(getattr(field, name)[list(seated)].tolist() for name in AS_IN_FIELD), strict=True)

    def entrant(i: int, player: Player, row: Sequence[Any]) -> Entrant:
        return Entrant(
            **dict(zip(AS_IN_FIELD, row, strict=True)),
            name=player.name,
            mms=scores.mms(player.id),
            place=int(field.place[i]) + 1,
            lowest=lowest,
            club=player.club,
            country=player.country,
            clubs=different(other for club in player.clubs for other in clubs.group(club)),
            groups=player.families,
            several_clubs=_several(player.clubs),
            several_countries=_several(player.countries),
            virtual=scores.virtual_in(player.id, problem.round),
        )

    return {field.ids[i]: entrant(i, players[field.ids[i]], row) for i, row in zip(seated, rows, strict=True)}


def _several(texts: tuple[str, ...]) -> tuple[str, ...]:
    return texts if len(texts) > 1 else ()


def _games(problem: RoundProblem, pairs: tuple[tuple[int, int], ...]) -> list[DrawnBoard]:
    import numpy as np

    from ..pairing.criteria import STONES
    from ..pairing.evaluation import PairValues

    i, j = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    of_pairs, weights = PairValues(problem.field, i, j), problem.weights
    costs = {one.name: of_pairs.of(one.of_pair).tolist() for one, _ in problem.counted()}
    counted = {count.rule.name: np.zeros(len(pairs), dtype=bool) for count in problem.counts}
    for count in problem.counts:
        for part, amount in count.terms(problem.field, i, j):
            counted[count.rule.name] |= (part >= 0) & (amount > 0)
    breaches, stones = problem.breaches(i, j).tolist(), of_pairs.of(STONES).tolist()
    forced = {frozenset(pair) for pair in problem.forced}
    boards = []
    for k, pair in enumerate(pairs):
        own = {name: amounts[k] for name, amounts in costs.items() if amounts[k]}
        boards.append(
            DrawnBoard(
                players=tuple(problem.field.ids[player] for player in pair),
                stones=stones[k],
                costs={name: value * weights[name] for name, value in own.items()},
                values=own,
                settled=frozenset(pair) in forced,
                breaks=_broken(breaches[k]),
                counts_in=tuple(name for name, flags in counted.items() if flags[k]),
            )
        )
    return boards


def _bye(problem: RoundProblem, player: int) -> DrawnBoard:
    from ..pairing.evaluation import of_each

    each = of_each(problem.field)
    own = {one.name: int(each.of(one.of_bye)[player]) for one, _ in problem.counted()}
    own = {name: value for name, value in own.items() if value}
    return DrawnBoard(
        players=(problem.field.ids[player],),
        costs={name: value * problem.weights[name] for name, value in own.items()},
        values=own,
        settled=player in problem.forced_byes,
        breaks=_broken(int(problem.bye_breaches()[player])),
    )


def _broken(bits: int) -> tuple[str, ...]:
    """The names of the rules in a set of bits."""
    return tuple(rule.value for rule in rules_in(bits))
