"""A round of a tournament that another program keeps: everything it is drawn from, in one message."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ...model.tournament.person import MOST_MEMBERS
from ...model.tournament.settings.pairing_settings import EngineName
from ..verb import Request, Seconds, told

MOST_PLAYERS, MOST_ROUNDS = 100_000, 99
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
Rating = Annotated[int, msgspec.Meta(ge=-1000, le=4000)]
Start = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Stones = Annotated[int, msgspec.Meta(ge=0, le=9)]
Several = Annotated[tuple[Text, ...], msgspec.Meta(max_length=50)]


class EngineMember(Request, frozen=True, kw_only=True):
    """One of the people of an entrant: a pair, a rengo team, a team."""

    rank: Annotated[Text, told('such as "3d" or "12k"; without it from the rating')] = ""
    rating: Annotated[Rating | None, told("on the European scale; without it from the rank")] = None
    club: Annotated[Text, told("for rules and weights about clubs")] = ""
    country: Annotated[Text, told("the same about countries")] = ""
    groups: Annotated[Several, told("families and other groups that are kept apart")] = ()


class EnginePlayer(Request, frozen=True, kw_only=True):
    """A player."""

    id: Annotated[Id, told("what the answer names the player by")]
    name: Annotated[Text, told("for messages; without it the id")] = ""
    rank: Annotated[Text, told('such as "3d" or "12k"; without it from the rating')] = ""
    rating: Annotated[
        Rating | None, told("on the European scale, or any where no rank counts; without it from the rank")
    ] = None
    start: Annotated[Start, told("whole points to begin with, in addition to what the settings give")] = 0
    club: Annotated[Text, told("for rules and weights about clubs")] = ""
    country: Annotated[Text, told("the same about countries")] = ""
    groups: Annotated[Several, told("families and other groups that are kept apart")] = ()
    members: Annotated[
        Annotated[tuple[EngineMember, ...], msgspec.Meta(max_length=MOST_MEMBERS)],
        told("the people of an entrant; without a rank and rating of its own they are their mean, and any club counts"),
    ] = ()


class EngineGame(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A game that was played, as a list: White, Black, result, handicap."""

    white: Annotated[Id, told("id of White")]
    black: Annotated[Id, told("id of Black")]
    result: Annotated[Text, told('"1-0", "0-1", "jigo" (or "draw"), "0-0", "1-1", "void"; with ! for a win by forfeit')]
    handicap: Annotated[Stones, told("stones")] = 0


class EngineRound(Request, frozen=True, kw_only=True):
    """A round that was played; who is not in it was absent."""

    games: Annotated[tuple[EngineGame, ...], told("what was played")] = ()
    byes: Annotated[tuple[Id, ...], told("ids of who had a bye")] = ()
    unpaired: Annotated[
        tuple[Id, ...], told("ids of who missed the round and gets nothing for it, whatever an absence is worth")
    ] = ()


class EngineRequest(Request, frozen=True, kw_only=True):
    """The next round of a tournament that another program keeps; nothing is stored."""

    players: Annotated[
        Annotated[tuple[EnginePlayer, ...], msgspec.Meta(max_length=MOST_PLAYERS)],
        told("everybody, those too who have left"),
    ]
    rounds: Annotated[
        Annotated[tuple[EngineRound, ...], msgspec.Meta(max_length=MOST_ROUNDS - 1)],
        told("the rounds played, from the first"),
    ] = ()
    absent: Annotated[tuple[Id, ...], told("ids of who does not play in the next round")] = ()
    settings: Annotated[
        dict[str, Any],
        told('as in tournament.toml: {"preset": "swiss", "rounds": 9, "pairing": {"seeding": ["1+ fold RATING"]}}'),
    ] = msgspec.field(default_factory=dict)
    profile: Annotated[
        Text | dict[str, Any],
        told('name of a weight profile, or one as in a file: {"base": "swiss", "colour_balance": 9000}'),
    ] = ""
    force: Annotated[tuple[tuple[Id, Id], ...], told("pairs who must meet, by id")] = ()
    forbid: Annotated[tuple[tuple[Id, Id], ...], told("pairs who must not meet")] = ()
    bye: Annotated[tuple[Id, ...], told("ids of who is to have a bye")] = ()
    relax: Annotated[Several, told("names of hard rules that may be broken")] = ()
    seconds: Annotated[Seconds, told("how long may be searched; then the best round so far is the answer")] = 60.0
    engine: Annotated[
        EngineName,
        told('what finds the round: "matching", "cp-sat", or "both", the former with a second opinion of the latter'),
    ] = "matching"
    certificate: Annotated[
        Literal["", "json", "npz"],
        told('"json": with the proof; "npz": with proof and all costs, a file in Base64 (2,000 players at most)'),
    ] = ""
    two_byes: Annotated[bool, told("whether byes that are asked for may be several, or bring another one")] = False
