"""A round of a tournament that another program keeps: everything it is drawn from, in one message."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ...model.tournament.person import MOST_MEMBERS
from ...model.tournament.settings.pairing import EngineName
from .request import Request

MOST_PLAYERS, MOST_ROUNDS, MOST_SECONDS = 100_000, 99, 3600
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
Rating = Annotated[int, msgspec.Meta(ge=-1000, le=4000)]
Start = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Stones = Annotated[int, msgspec.Meta(ge=0, le=9)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=MOST_SECONDS)]
Several = Annotated[tuple[Text, ...], msgspec.Meta(max_length=50)]


class EngineMember(Request, frozen=True, kw_only=True):
    """One of the people of an entrant: a pair, a rengo team, a team.

    rank: such as "3d" or "12k"; without it from the rating
    rating: on the European scale; without it from the rank
    club: for rules and weights about clubs
    country: the same about countries
    groups: families and other groups that are kept apart
    """

    rank: Text = ""
    rating: Rating | None = None
    club: Text = ""
    country: Text = ""
    groups: Several = ()


class EnginePlayer(Request, frozen=True, kw_only=True):
    """A player.

    id: what the answer names the player by
    name: for messages; without it the id
    rank: such as "3d" or "12k"; without it from the rating
    rating: on the European scale, or any where no rank counts; without it from the rank
    start: whole points to begin with, in addition to what the settings give
    club: for rules and weights about clubs
    country: the same about countries
    groups: families and other groups that are kept apart
    members: the people of an entrant; without a rank and rating of its own they are their mean, and any club counts
    """

    id: Id
    name: Text = ""
    rank: Text = ""
    rating: Rating | None = None
    start: Start = 0
    club: Text = ""
    country: Text = ""
    groups: Several = ()
    members: Annotated[tuple[EngineMember, ...], msgspec.Meta(max_length=MOST_MEMBERS)] = ()


class EngineGame(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A game that was played, as a list: White, Black, result, handicap.

    white: id of White
    black: id of Black
    result: "1-0", "0-1", "jigo" (or "draw"), "0-0", "1-1", "void"; with ! for a win by forfeit
    handicap: stones
    """

    white: Id
    black: Id
    result: Text
    handicap: Stones = 0


class EngineRound(Request, frozen=True, kw_only=True):
    """A round that was played; who is not in it was absent.

    games: what was played
    byes: ids of who had a bye
    unpaired: ids of who missed the round and gets nothing for it, whatever an absence is worth
    """

    games: tuple[EngineGame, ...] = ()
    byes: tuple[Id, ...] = ()
    unpaired: tuple[Id, ...] = ()


class EngineRequest(Request, frozen=True, kw_only=True):
    """The next round of a tournament that another program keeps; nothing is stored.

    players: everybody, those too who have left
    rounds: the rounds played, from the first
    absent: ids of who does not play in the next round
    settings: as in tournament.toml: {"preset": "swiss", "rounds": 9, "pairing": {"seeding": ["1+ fold RATING"]}}
    profile: name of a weight profile, or one as in a file: {"base": "swiss", "colour_balance": 9000}
    force: pairs who must meet, by id
    forbid: pairs who must not meet
    bye: ids of who is to have a bye
    relax: names of hard rules that may be broken
    seconds: how long may be searched; then the best round so far is the answer
    engine: what finds the round: "matching", "cp-sat", or "both", the former with a second opinion of the latter
    certificate: "json": with the proof; "npz": with proof and all costs, a file in Base64 (2,000 players at most)
    two_byes: whether byes that are asked for may be several, or bring another one
    """

    players: Annotated[tuple[EnginePlayer, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    rounds: Annotated[tuple[EngineRound, ...], msgspec.Meta(max_length=MOST_ROUNDS - 1)] = ()
    absent: tuple[Id, ...] = ()
    settings: dict[str, Any] = msgspec.field(default_factory=dict)
    profile: Text | dict[str, Any] = ""
    force: tuple[tuple[Id, Id], ...] = ()
    forbid: tuple[tuple[Id, Id], ...] = ()
    bye: tuple[Id, ...] = ()
    relax: Several = ()
    seconds: Seconds = 60.0
    engine: EngineName = "matching"
    certificate: Literal["", "json", "npz"] = ""
    two_byes: bool = False
