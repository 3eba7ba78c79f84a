"""Made-up tournaments that look like real ones: ranks, ratings, clubs, countries, absences; all from one seed.

The shapes (skewed ranks with a long tail of kyu players, one club of a fifth of the field and many small ones, one in
four missing a round) follow the 14 real tournaments in the project's data. Names are invented syllables.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from mcmahon.model.placing.ratings import winning_probability
from mcmahon.model.teams.match_boards import with_boards
from mcmahon.model.tournament.games import Game, Result
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import STRONGEST, rank_from_rating, rating_from_rank
from mcmahon.model.tournament.tournament import Tournament

_FIRST = (
    "Ada", "Bo", "Chiara", "Dario", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jan", "Kira", "Luka", "Mina", "Nils",
    "Olga", "Pavel", "Quentin", "Rosa", "Sami", "Tove", "Uma", "Vito", "Wanda", "Xenia", "Yara", "Zoran",
)  # fmt: skip
_START = (
    "Al", "Bar", "Cor", "Dun", "Eck", "Fal", "Gar", "Hol", "Ist", "Jor", "Kal", "Lom", "Mar", "Nor", "Ost", "Pel",
    "Ros", "Sten", "Tor", "Ulm", "Ver", "Wes", "Zan",
)  # fmt: skip
_END = (
    "ander", "berg", "cova", "dal", "eira", "feld", "gård", "hof", "ini", "kötter", "lund", "mann", "nier", "oğlu",
    "park", "rad", "sen", "tić", "ulla", "vik", "weiß", "zyk",
)  # fmt: skip
_CITY = ("burg", "ville", "ham", "ov", "stad", "minster", "port")
_COUNTRIES = ["DE", "FR", "CZ", "GB", "NL", "PL", "RO", "IT", "AT", "HU", "CH", "SE", "FI", "ES", "TR", "RS"]


@dataclass(frozen=True, slots=True)
class FieldShape:
    """What a field looks like.

    `median` and `spread` are of the strengths, in European rating points; `home` is the share of the host's country;
    `big_club` the share of its largest club; `part_time` the share that misses a round, `late` and `leaving` the
    shares that come later or go earlier; `rated` the share with a rating of their own.
    """

    players: int
    rounds: int
    median: float = 1750.0
    spread: float = 520.0
    strongest: int = 2750
    home: float = 0.6
    big_club: float = 0.2
    part_time: float = 0.1
    late: float = 0.03
    leaving: float = 0.08
    rated: float = 0.85

    @property
    def text(self) -> str:
        """All parameters but players and rounds in one line: `median=1750 spread=520 …`."""
        values = {name: value for name, value in asdict(self).items() if name not in ("players", "rounds")}
        return " ".join(f"{name}={value:.12g}" for name, value in values.items())

    @classmethod
    def parse(cls, text: str, players: int, rounds: int) -> FieldShape:
        """The shape of so many players and rounds that has this `text`. Raises ValueError, KeyError, TypeError."""
        values: dict[str, Any] = {name: float(value) for name, value in (word.split("=") for word in text.split())}
        return cls(players, rounds, **values | {"strongest": int(values["strongest"])})


def make_players(shape: FieldShape, seed: int) -> list[Player]:
    """Players of a shape, strongest first; the same for the same seed."""
    rng = np.random.default_rng(seed)
    strengths = sorted((_strength(shape, rng) for _ in range(shape.players)), reverse=True)
    names: set[str] = set()
    players = []
    for k, strength in enumerate(strengths, 1):
        first, surname = _new_name(rng, names)
        country, club = _where(shape, rng)
        rated = bool(rng.random() < shape.rated)
        declared = min(STRONGEST, rank_from_rating(int(strength + rng.normal(0, 40))))
        players.append(
            Player(
                id=str(k),
                surname=surname,
                first_name=first,
                rank=declared,
                rating=int(strength) if rated else rating_from_rank(declared),
                rating_is_derived=not rated,
                club=club,
                country=country,
                rounds=_rounds(shape, rng),
            )
        )
    return players


def _strength(shape: FieldShape, rng: np.random.Generator) -> float:
    """A strength with a long tail of weak players, as real fields have: a skewed normal number."""
    a, b = abs(rng.normal()), rng.normal()
    skewed = (-1.6 * a + b) / math.sqrt(1 + 1.6**2) + 0.68
    return float(np.clip(shape.median + shape.spread * skewed, -800, shape.strongest))


def _new_name(rng: np.random.Generator, taken: set[str]) -> tuple[str, str]:
    tries = 0
    while True:
        first = _FIRST[int(rng.integers(len(_FIRST)))]
        tries += 1
        if tries > 100:  # a field of many thousands uses the names up
            first += f" {_FIRST[int(rng.integers(len(_FIRST)))]}"
        surname = _START[int(rng.integers(len(_START)))] + _END[int(rng.integers(len(_END)))]
        if f"{surname} {first}" not in taken:
            taken.add(f"{surname} {first}")
            return first, surname


def _where(shape: FieldShape, rng: np.random.Generator) -> tuple[str, str]:
    """Country and club: the host's share, one big club at home, the others ever smaller."""
    if rng.random() < shape.home:
        country = _COUNTRIES[0]
        if rng.random() < shape.big_club / max(shape.home, 0.01):
            return country, _city(country, 0)
    else:
        weights = 1 / np.arange(1, len(_COUNTRIES))
        country = str(rng.choice(_COUNTRIES[1:], p=weights / weights.sum()))
    clubs = max(2, round(math.sqrt(shape.players)))
    return country, _city(country, 1 + int(clubs * rng.random() ** 2))


def _city(country: str, number: int) -> str:
    """The invented city of a club; clubs of different countries have different cities."""
    place = number * len(_COUNTRIES) + _COUNTRIES.index(country)
    again, place = divmod(place, len(_START) * len(_CITY))
    return _START[place % len(_START)] + _CITY[place % len(_CITY)] + (f" {again + 1}" if again else "")


def _rounds(shape: FieldShape, rng: np.random.Generator) -> frozenset[int] | None:
    everything = set(range(1, shape.rounds + 1))
    chosen = set(everything)
    if rng.random() < shape.late:
        chosen -= set(range(1, 2 + int(rng.integers(max(1, shape.rounds // 2)))))
    if rng.random() < shape.leaving:
        chosen -= set(range(shape.rounds - int(rng.integers(max(1, shape.rounds // 2))), shape.rounds + 1))
    if rng.random() < shape.part_time:
        chosen.discard(1 + int(rng.integers(shape.rounds)))
    return None if chosen == everything or not chosen else frozenset(chosen)


def play_round(tournament: Tournament, number: int, seed: int, jigo: float = 0.0) -> Tournament:
    """The tournament with every missing result of a round drawn by the ratings, stones counted 100 points each.

    Of teams it is the results of the boards.
    """
    people = {m.id: m.rating for team in tournament.players for m in team.members}
    rating = {p.id: p.rating for p in tournament.players} if not tournament.settings.of_teams else people
    rng = np.random.default_rng([seed, number])
    drawn = tournament.round(number)

    def played(game: Game) -> Game:
        if game.boards:
            return replace(game, boards=tuple(replace(b, game=played(b.game)) for b in game.boards))
        if game.result is not Result.UNKNOWN or "" in game.players:
            return game
        white, black = rating[game.white], rating[game.black] + 100 * game.handicap
        lot = rng.random()
        if lot < jigo:
            return replace(game, result=Result.JIGO)
        won = (lot - jigo) / (1 - jigo) < winning_probability(white, black)
        return replace(game, result=Result.WHITE if won else Result.BLACK)

    return with_boards(tournament.with_round(replace(drawn, games=tuple(map(played, drawn.games)), draft=False)))
