"""A round of a tournament that another program keeps: drawn from what it sends, and nothing is stored.

It is drawn as every other round, and judged: the same players, settings, profile and seed give the same boards.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ...io.certificates import check_size
from ...io.settings.profiles import load_profile, profile_in
from ...io.settings.settings_file import settings_in
from ...io.settings.toml_text import check_shape
from ...model.errors import InputError, Problem
from ...model.pairing.draw import Locks
from ...model.pairing.profile import Profile
from ...model.tournament.games import RESULT_FORMS, Game, Result, Round, parse_result
from ...model.tournament.members import with_members
from ...model.tournament.person import Member, Player
from ...model.tournament.ranks import parse_rank, rank_from_rating, rating_from_rank
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ..answers.engine import EngineAnswer, engine_answer
from ..options import Clock, Options
from ..requests.engine import MOST_ROUNDS, EngineGame, EngineMember, EnginePlayer, EngineRequest, EngineRound
from .draw.drawing import Terms, draw_round
from .proof.verifying import certificate_of
from .wishes import check_byes

MOST_TOLD = 20  # problems of one request

_result = lru_cache(100)(parse_result)


def pair_elsewhere(request: EngineRequest, clock: Clock) -> EngineAnswer:
    """The next round of a tournament that another program keeps.

    Raises InputError with what is wrong and where, NoPairingError, NoAnswerError.
    """
    begin = time.perf_counter()
    if request.certificate == "npz":
        check_size(_there(request), "take json")
    tournament = tournament_of(request)
    _check_byes(request, tournament)
    terms = Terms(
        _profile(request, tournament.settings), Locks(request.force, request.forbid, request.bye), request.relax
    )
    drawn = draw_round(tournament, terms, Options(clock=clock, engine=request.engine))
    return engine_answer(drawn, certificate_of(drawn, request.certificate), time.perf_counter() - begin)


def _check_byes(request: EngineRequest, tournament: Tournament) -> None:
    """Raise InputError if byes that are asked for are several, or bring another one, and nobody has agreed to that.

    A player who is asked for twice is told of by the draw.
    """
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
            reader.wrong(place, "this pair is one player:", pid, "two different players", pid)
    if reader.problems:
        raise InputError(reader.problems[:MOST_TOLD])
    entered = _entered(request, settings.rounds)
    there = tuple(one.with_rounds(entered[pid], settings.rounds) for pid, one in players.items())
    return Tournament(settings, there, tuple(rounds))


def _entered(request: EngineRequest, last: int) -> dict[str, set[int]]:
    """The rounds that each player was in, and those to come, but for the next one where the player is absent."""
    number = len(request.rounds) + 1
    entered = {player.id: set(range(number, last + 1)) for player in request.players}
    for pid in request.absent:
        entered[pid].discard(number)
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
        rank, pro, rating = self.strength(f"players[{k}]", own, own.id)
        player = Player(
            id=own.id,
            surname=own.name or own.id,
            rank=rank,
            pro=pro,
            rating=rating,
            rating_is_derived=own.rating is None,
            club=own.club,
            country=own.country,
            groups=own.groups,
            correction=own.start,
        )
        members = [self.member(f"players[{k}].members[{n}]", n, one, own.id) for n, one in enumerate(own.members)]
        return with_members(replace(player, rank_is_derived=not own.rank), members, rule) if members else player

    def member(self, place: str, n: int, own: EngineMember, entrant: str) -> Member:
        """One of the people of an entrant."""
        rank, pro, rating = self.strength(place, own, entrant)
        return Member(
            str(n), str(n), rank=rank, pro=pro, rating=rating, club=own.club, country=own.country, groups=own.groups
        )

    def strength(self, place: str, own: EnginePlayer | EngineMember, player: str) -> tuple[int, int, int]:
        """Rank, professional grade and rating of somebody."""
        pro, rank = 0, -30 if own.rating is None else rank_from_rating(own.rating)
        try:
            if own.rank:
                rank, pro = parse_rank(own.rank)
        except ValueError:
            self.wrong(f"{place}.rank", "not a rank:", own.rank, "30k to 9d, 1p to 9p", player)
        return rank, pro, rating_from_rank(rank) if own.rating is None else own.rating

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
            self.wrong(place, "not a result:", own.result, RESULT_FORMS)
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
