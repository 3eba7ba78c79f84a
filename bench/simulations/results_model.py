"""How a simulated game ends: rating models, true strengths, and coins that belong to the pair.

Sources: EGF rating system of 2021; the AGA's BayRate. The systems differ much (one rank at 2100 is 65 % by the EGF's,
82 % by the AGA's), so whoever claims something shows it by both. Strengths and chances are floats: no pairing and no
place rests on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from statistics import NormalDist

import numpy as np
from mcmahon.model.errors import InputError
from mcmahon.model.lottery import lot
from mcmahon.model.placing.ratings import handicap_rating, volatility, winning_probability
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.person import Player

WEAKEST, STRONGEST = -900.0, 3000.0
BORDER = 2050.0  # the European rating between 1 kyu and 1 dan: stones count from there
KOMI_POINT = 7.57  # rating points that a point of komi is worth (BayRate: 0.0757 stones)

#: BayRate's spread of a game's outcome with two to nine stones, in stones.
HANDICAP_SIGMA = (1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614)

#: The spread of the AGA's first ratings by declared rank, in stones: rank in stones above the border, weakest first.
RANK_STONES = (-29.5, -19.5, -14.5, -9.5, -4.5, -0.5, 0.5, 2.5, 4.5, 7.5)
RANK_SIGMA = (3.785, 2.832, 2.371, 1.929, 1.524, 1.250, 1.193, 1.097, 1.031, 1.000)

IMPROVER_SPREAD, SANDBAGGER_LEAD = 150.0, 200.0
_NORMAL = NormalDist()
_TEXTS = ("system", "spread")  # fields of a model that are no numbers


@dataclass(frozen=True, slots=True)
class Spread:
    """How far true strengths are from what is listed: `scale` times the spread of its source; 0 = no distance.

    `cautious` widens the spread of ratings by √2, which also covers the form of the day. `improvers` is the share of
    those rated below 1000 who are stronger than listed, `sandbaggers` the share of everybody who is by 200 points.
    """

    scale: float = 1.0
    cautious: bool = True
    improvers: float = 0.0
    sandbaggers: float = 0.0

    def __post_init__(self) -> None:
        _within("scale", self.scale, 0, 10)
        _within("improvers", self.improvers, 0, 1)
        _within("sandbaggers", self.sandbaggers, 0, 1)


@dataclass(frozen=True, slots=True)
class ResultModel:
    """Everything a simulated result depends on, except the seed.

    `system` is `egf`, `egf-komi`, `aga` or `fixed`; `per_stone` the chance of a player one stone stronger, for `fixed`
    only; `jigo` the chance of a jigo where the komi is whole (BayRate has none, the others take it from both sides);
    `no_show` the chance that a player does not come to a round.
    """

    system: str = "egf"
    jigo: float = 0.02
    no_show: float = 0.0
    per_stone: float = 0.65
    spread: Spread = field(default_factory=Spread)

    def __post_init__(self) -> None:
        if self.system not in SYSTEMS:
            raise InputError(f"unknown rating system {self.system!r}; expected one of: {', '.join(SYSTEMS)}")
        _within("jigo", self.jigo, 0, 1)
        _within("no_show", self.no_show, 0, 1)
        if not 0.5 <= self.per_stone < 1:
            raise InputError(f"per_stone = {self.per_stone}; expected at least 0.5 and below 1")

    def white_wins(self, board: SimulatedBoard) -> float:
        """The chance that White wins where there is no jigo."""
        return SYSTEMS[self.system](self, board)

    def drawn(self, board: SimulatedBoard) -> float:
        """The chance of a jigo."""
        return 0.0 if board.komi_halves % 2 or self.system == "aga" else self.jigo

    def strengths(self, players: Iterable[Player], seed: int) -> dict[str, float]:
        """The strength that each player really has, by id."""
        return true_strengths(players, seed, self.spread)

    @property
    def text(self) -> str:
        """All values in one line, such as `system=egf jigo=0.02 …`; flags as 0 and 1."""
        values = asdict(self)
        numbers = {name: f"{value:.12g}" for name, value in (values | values["spread"]).items() if name not in _TEXTS}
        return " ".join(f"{name}={value}" for name, value in {"system": self.system, **numbers}.items())

    @classmethod
    def parse(cls, text: str) -> ResultModel:
        """The model that has this `text`. Raises InputError, ValueError or KeyError for what is none."""
        words = dict(word.split("=") for word in text.split())
        numbers = {name: float(value) for name, value in words.items() if name != "system"}
        spread = Spread(numbers["scale"], bool(numbers["cautious"]), numbers["improvers"], numbers["sandbaggers"])
        return cls(words["system"], numbers["jigo"], numbers["no_show"], numbers["per_stone"], spread)


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a simulated game: number in the tournament (from 1) and true strength."""

    number: int
    strength: float


@dataclass(frozen=True, slots=True)
class SimulatedBoard:
    """A game before it is played; `met` counts the earlier games of the two."""

    white: Side
    black: Side
    handicap: int = 0
    komi_halves: int = 13
    met: int = 0


def outcome(model: ResultModel, seed: int, board: SimulatedBoard) -> Result:
    """White's win, Black's win or jigo, by the coin of the pair, so that every draw that makes the game sees one luck.

    The player with the lower number wins where the coin is below the chance of it; jigo is the stretch above that.
    """
    white, jigo, black = chances(model, board)
    low_is_white = board.white.number < board.black.number
    low = white if low_is_white else black
    thrown = coin(seed, board.white.number, board.black.number, board.met)
    if thrown < low:
        return Result.WHITE if low_is_white else Result.BLACK
    if thrown < low + jigo:
        return Result.JIGO
    return Result.BLACK if low_is_white else Result.WHITE


def coin(seed: int, one: int, other: int, met: int = 0) -> float:
    """A number from 0 to 1 that belongs to seed, pair and how often they met before, whatever their order or round."""
    text = f"{seed}|{min(one, other)}|{max(one, other)}|{met}"
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:8], "big") / 2**64


def chances(model: ResultModel, board: SimulatedBoard) -> tuple[float, float, float]:
    """The chances that White wins, of a jigo, and that Black wins."""
    white = model.white_wins(board)
    jigo = model.drawn(board)
    white = min(max(white - jigo / 2, 0.0), 1 - jigo)
    return white, jigo, 1 - jigo - white


def _egf(model: ResultModel, board: SimulatedBoard) -> float:
    """EGF 2021: 100 points a stone, less 50; komi does not count."""
    return winning_probability(board.white.strength, board.black.strength + handicap_rating(board.handicap))


def _egf_komi(model: ResultModel, board: SimulatedBoard) -> float:
    """The same, continuous in komi: as `egf` for stones with half a point, even at a komi of 7.1."""
    raised = 100 * (max(board.handicap, 1) - 0.5) - KOMI_POINT * (board.komi_halves - 1) / 2
    return winning_probability(board.white.strength, board.black.strength + raised)


def _aga(model: ResultModel, board: SimulatedBoard) -> float:
    """BayRate: a normal distribution of the difference in stones. Raises ValueError outside of what it was made for."""
    stones, komi = board.handicap, board.komi_halves / 2
    if stones > 9 or abs(komi) >= (20 if stones < 2 else 10):
        raise ValueError(f"the AGA's model has no game with {stones} stones and komi {komi}")
    worth = (0.580 if stones < 2 else stones) - 0.0757 * komi
    if stones < 2:
        sigma = 1.0649 - 0.0021976 * komi + 0.00014984 * komi**2
    else:
        sigma = HANDICAP_SIGMA[stones - 2] - 0.0035169 * komi
    return _NORMAL.cdf(((board.white.strength - board.black.strength) / 100 - worth) / sigma)


def _fixed(model: ResultModel, board: SimulatedBoard) -> float:
    """The same odds for every stone at any strength: `per_stone` to the rest; a handicap is its stones less a half."""
    ahead = (board.white.strength - board.black.strength - handicap_rating(board.handicap)) / 100
    return 1 / (1 + math.exp(-ahead * math.log(model.per_stone / (1 - model.per_stone))))


SYSTEMS: dict[str, Callable[[ResultModel, SimulatedBoard], float]] = {
    "egf": _egf,
    "egf-komi": _egf_komi,
    "aga": _aga,
    "fixed": _fixed,
}


def stays_away(model: ResultModel, seed: int, number: int, player: str) -> bool:
    """Whether a player does not come to a round, whoever the opponent is."""
    return model.no_show > 0 and _share(seed, "no-show", number, player) < model.no_show


def true_strengths(players: Iterable[Player], seed: int, spread: Spread) -> dict[str, float]:
    """The strength that each player really has in this tournament, in European rating points, by id.

    A player's distance from the list depends on seed and id only, not on who else is entered.
    """
    return {player.id: _true_strength(player, seed, spread) for player in players}


def _true_strength(player: Player, seed: int, spread: Spread) -> float:
    strength = player.rating + sigma(player, spread) * _normal(seed, "strength", player.id)
    if player.rating < 1000 and _share(seed, "improver", player.id) < spread.improvers:
        strength += abs(IMPROVER_SPREAD * _normal(seed, "improved", player.id))
    if _share(seed, "sandbagger", player.id) < spread.sandbaggers:
        strength += SANDBAGGER_LEAD
    return min(max(strength, WEAKEST), STRONGEST)


def sigma(player: Player, spread: Spread) -> float:
    """The standard deviation of a true strength around what is listed, in rating points.

    A rating: the spread that the rating rule itself makes around a constant strength, `sqrt(con · (3300 - r) / 14)`,
    times √2 when cautious. A declared rank only: that of the AGA's first ratings.
    """
    if player.rating_is_derived:
        return spread.scale * 100 * float(np.interp((player.rating - BORDER) / 100, RANK_STONES, RANK_SIGMA))
    own = math.sqrt(volatility(player.rating) * (3300 - player.rating) / 14)
    return spread.scale * own * (math.sqrt(2) if spread.cautious else 1.0)


def _share(seed: int, *names: object) -> float:
    """A lot between 0 and 1, both excluded."""
    return (lot(seed, *names) // 2**11 + 0.5) / 2**52


def _normal(seed: int, *names: object) -> float:
    """A standard normal lot."""
    return _NORMAL.inv_cdf(_share(seed, *names))


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise InputError(f"{name} = {value}; expected {low} to {high}")
