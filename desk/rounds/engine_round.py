"""A round of a tournament that another program keeps: drawn from what it sends, and nothing is stored.

It is drawn as every other round, and judged: the same players, settings, profile and seed give the same boards.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from ...io.settings.profiles import load_profile, profile_in
from ...io.settings.settings_file import check_shape, settings_in
from ...model.errors import InputError, Problem
from ...model.notes import note_texts
from ...model.pairing.draw import Locks
from ...model.pairing.profile import Profile
from ...model.tournament.games import RESULT_FORMS, Game, Result, Round, parse_result
from ...model.tournament.person import MOST_MEMBERS, Member, Player
from ...model.tournament.ranks import parse_rank, rank_from_rating, rating_from_rank
from ...model.tournament.settings.play import EngineName
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament, with_members
from ..messages.foresight_texts import shortage_text
from ..messages.rule_texts import priced_text, violation_text
from ..options import Clock, Options
from ..verb import Answer, Request, Seconds, told
from .draw.draw_answer import OpinionAnswer, SecondsAnswer, opinion_answer
from .draw.drawing import Drawn, Terms, draw_round
from .proof.verify_proof import certificate_of
from .wishes import check_byes

MOST_TOLD = 20  # problems of one request
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
        told('"json": with the proof; "npz": with proof and costs, a file in Base64'),
    ] = ""
    two_byes: Annotated[bool, told("whether byes that are asked for may be several, or bring another one")] = False


class EngineBoard(Answer, frozen=True, omit_defaults=True):
    """One game."""

    white: Annotated[str, told("id of White")]
    black: Annotated[str, told("id of Black")]
    handicap: Annotated[int, told("stones; left out of an even game")] = 0
    komi: Annotated[float | None, told("points for White in a game with handicap; left out of an even game")] = None


class EngineBroken(Answer, frozen=True):
    """A rule that the round breaks."""

    rule: Annotated[str, told("its name, as in relax")]
    players: Annotated[tuple[str, ...], told("ids of whom it concerns")]
    text: Annotated[str, told("the same in words")]


class EngineAnswer(Answer, frozen=True, omit_defaults=True):
    """A round as drawn."""

    round: Annotated[int, told("its number")]
    boards: Annotated[tuple[EngineBoard, ...], told("the games, from the first table")]
    byes: Annotated[tuple[str, ...], told("ids of who has a bye")]
    cost: Annotated[int, told("what the round costs by the profile, a sum of whole weights")]
    bound: Annotated[int, told("a proven lower bound of the cost of any such round")]
    proven: Annotated[bool, told("whether no round costs less")]
    tie_break_proven: Annotated[
        bool, told("whether the lottery among equals is proven, so that every machine draws these boards")
    ]
    costs: Annotated[dict[str, int], told("cost by criterion; criteria that cost nothing are left out")]
    notes: Annotated[tuple[str, ...], told("what an organiser should know, in words")]
    seconds: Annotated[SecondsAnswer, told("how long it took")]
    broken: Annotated[
        tuple[EngineBroken, ...],
        told(
            "the rules that the round breaks because the request relaxes them or forces a pair; left out where none is"
        ),
    ] = ()
    certificate: Annotated[
        dict[str, Any] | str | None, told("the proof, where it was asked for and there is one: an object, or Base64")
    ] = None
    second_opinion: Annotated[
        OpinionAnswer | None, told("what CP-SAT says of the round, if the request has asked for both engines")
    ] = None


_result = lru_cache(100)(parse_result)


def pair_elsewhere(request: EngineRequest, clock: Clock) -> EngineAnswer:
    """The next round of a tournament kept elsewhere. Raises InputError with places, NoPairingError, NoAnswerError."""
    begin = time.perf_counter()
    tournament = tournament_of(request)
    _check_byes(request, tournament)
    locks = Locks(request.force, request.forbid, request.bye)
    terms = Terms(_profile(request, tournament.settings), locks, request.relax)
    drawn = draw_round(tournament, terms, Options(clock=clock, engine=request.engine))
    return _answer(drawn, certificate_of(drawn, request.certificate), time.perf_counter() - begin)


def _check_byes(request: EngineRequest, tournament: Tournament) -> None:
    """Raise InputError as `check_byes`; of a player who is asked for twice the draw tells."""
    if len({*request.bye}) < len(request.bye):
        return
    try:
        check_byes([tournament.player(pid).name for pid in request.bye], _there(request), request.two_byes)
    except InputError as error:
        expected = '"two_byes": true if that is meant, or "absent" for who does not play'
        raise InputError([Problem(str(error), "bye", expected=expected)]) from None


def _there(request: EngineRequest) -> int:
    """How many players are there in the next round."""
    return len(request.players) - len({*request.absent})


def tournament_of(request: EngineRequest) -> Tournament:
    """The tournament before the next round. Raises InputError with every problem of the request."""
    settings, reader = _settings(request), _Reader()
    players = {player.id: reader.player(k, player, settings.entrants.rank) for k, player in enumerate(request.players)}
    if len(players) < len(request.players):
        reader.twice("players", (player.id for player in request.players))
    rounds = [reader.round(k, own, players) for k, own in enumerate(request.rounds)]
    for place, ids in (
        ("absent", request.absent),
        ("bye", request.bye),
        ("force", [player for pair in request.force for player in pair]),
        ("forbid", [player for pair in request.forbid for player in pair]),
    ):
        reader.known(place, ids, players)
    for place, pairs in (("force", request.force), ("forbid", request.forbid)):
        for pid in (one for one, other in pairs if one == other):
            reader.wrong(place, "this pair is one player:", pid, expected="two different players", player=pid)
    if reader.problems:
        raise InputError(reader.problems[:MOST_TOLD])
    entered = _entered(request, settings.rounds)
    there = tuple(one.with_rounds(entered[pid], settings.rounds) for pid, one in players.items())
    return Tournament(settings, there, tuple(rounds))


def _entered(request: EngineRequest, last: int) -> dict[str, set[int]]:
    """The rounds that each player was in, and those to come, but for the next one where the player is absent."""
    number, absent = len(request.rounds) + 1, {*request.absent}
    entered = {player.id: {*range(number + (player.id in absent), last + 1)} for player in request.players}
    for k, own in enumerate(request.rounds, 1):
        for pid in _present(own):
            entered[pid].add(k)
    return entered


def _present(own: EngineRound) -> list[str]:
    """Everybody who is named in a round."""
    return [*(pid for game in own.games for pid in (game.white, game.black)), *own.byes, *own.unpaired]


def _settings(request: EngineRequest) -> Settings:
    """The settings; without a number of rounds the next one is the last."""
    given = {"rounds": min(len(request.rounds) + 1, MOST_ROUNDS), **request.settings}
    check_shape(given, "settings")
    return settings_in(given, "settings")


def _profile(request: EngineRequest, settings: Settings) -> Profile:
    """The profile sent along, or one of the program. No name opens a file."""
    if isinstance(request.profile, dict):
        check_shape(request.profile, "profile")
        return profile_in(request.profile, "sent along", "profile")
    return load_profile(request.profile or settings.pairing.profile)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns the parts of a request into values of the domain, and collects what is wrong, with its place."""

    problems: list[Problem] = field(default_factory=list)

    def wrong(self, place: str, message: str, value: str = "", expected: str = "", player: str = "") -> None:
        """Something that is wrong, with a player, or of nobody in particular."""
        self.problems.append(Problem(message, place, value=value, expected=expected, player=player))

    def player(self, k: int, own: EnginePlayer, rule: str) -> Player:
        """A player; rank and rating follow from each other where one is missing, or from the members."""
        player = Player(
            id=own.id,
            surname=own.name or own.id,
            rating_is_derived=own.rating is None,
            correction=own.start,
            **self.common(f"players[{k}]", own, own.id),
        )
        members = [
            Member(str(n), str(n), **self.common(f"players[{k}].members[{n}]", one, own.id))
            for n, one in enumerate(own.members)
        ]
        return with_members(replace(player, rank_is_derived=not own.rank), members, rule) if members else player

    def common(self, place: str, own: EnginePlayer | EngineMember, player: str) -> dict[str, Any]:
        """What is known of an entrant and of one of its people alike."""
        pro, rank = 0, -30 if own.rating is None else rank_from_rating(own.rating)
        try:
            if own.rank:
                rank, pro = parse_rank(own.rank)
        except ValueError:
            self.wrong(f"{place}.rank", "not a rank:", own.rank, expected="30k to 9d, 1p to 9p", player=player)
        rating = rating_from_rank(rank) if own.rating is None else own.rating
        known = {"club": own.club, "country": own.country, "groups": own.groups}
        return {"rank": rank, "pro": pro, "rating": rating, **known}

    def round(self, k: int, own: EngineRound, players: Mapping[str, Player]) -> Round:
        """A round that was played."""
        place, present = f"rounds[{k}]", _present(own)
        self.known(place, present, players)
        self.twice(place, present)
        games = (self.game(f"{place}.games[{n}]", n + 1, game) for n, game in enumerate(own.games))
        return Round(k + 1, tuple(games), own.byes, unpaired=own.unpaired)

    def game(self, place: str, table: int, own: EngineGame) -> Game:
        """A game that was played; its komi plays no role any more."""
        try:
            result, by_default = _result(own.result)
        except ValueError:
            self.wrong(place, "not a result:", own.result, expected=RESULT_FORMS)
            return Game(table, own.white, own.black)
        if result is Result.UNKNOWN:
            self.wrong(place, "the result is missing; it is needed before the next round is drawn")
        return Game(table, own.white, own.black, own.handicap, result=result, by_default=by_default)

    def known(self, place: str, ids: Iterable[str], players: Mapping[str, Player]) -> None:
        """Look for ids that no player has."""
        for pid in dict.fromkeys(pid for pid in ids if pid not in players):
            self.wrong(place, "no player has the id", pid)

    def twice(self, place: str, ids: Iterable[str]) -> None:
        """Look for ids that stand more than once."""
        seen: set[str] = set()
        for pid in ids:
            if pid in seen:
                self.wrong(place, "this id appears twice:", pid, player=pid)
            seen.add(pid)


def _answer(drawn: Drawn, certificate: dict[str, Any] | str | None, seconds: float) -> EngineAnswer:
    """A round that took so many seconds in all; its notes begin with broken rules, and rounds that are not possible."""
    pairing, tournament, foresight = drawn.pairing, drawn.tournament, drawn.record.foresight
    broken = [(one, violation_text(one, tournament, remark=False)) for one in drawn.breaches]
    notes = [*(text for _, text in broken), *map(priced_text, drawn.priced)]
    notes += [shortage_text(foresight, tournament)] if foresight.short else []
    return EngineAnswer(
        round=drawn.round.number,
        boards=tuple(
            EngineBoard(g.white, g.black, g.handicap, g.komi_halves / 2 if g.handicap else None) for g in drawn.round
        ),
        byes=drawn.round.byes,
        cost=pairing.cost,
        bound=pairing.bound,
        proven=pairing.optimal,
        tie_break_proven=pairing.tie_proven,
        costs=dict(drawn.record.costs),
        notes=(*notes, *note_texts(drawn.notes, tournament)),
        broken=tuple(EngineBroken(one.name, tuple(one.players), text) for one, text in broken),
        seconds=SecondsAnswer(round(seconds, 4), round(pairing.seconds["solve"], 4)),
        certificate=certificate,
        second_opinion=opinion_answer(pairing.by_cp_sat) if pairing.engine == "matching" else None,
    )
