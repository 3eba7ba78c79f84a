"""The bracket of a cup, from its seeds, the results and who is there; also the games that cups order in a round.

If a player has advanced, that stays so once the next round of the cup is published.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ..cup import Cup, CupDecision
from ..language import ENGLISH, Words, marked
from ..tournament.games import Game, Result, Round
from ..tournament.person import Player, Status
from ..tournament.tournament import Tournament

NOBODY = ""


class Fate(StrEnum):
    """What has become of a match.

    `WAITING`: a player is not known yet. `TO_PLAY`: both are known, the round is not drawn. `PLAYING`: a result is
    missing. `UNDECIDED`: over without a winner, so that the director says who advances. `EMPTY`: nobody is in it.
    """

    WAITING = "waiting"
    TO_PLAY = "to play"
    PLAYING = "playing"
    UNDECIDED = "undecided"
    WON = "won"
    FORFEIT = "forfeit"
    BYE = "bye"
    WALKOVER = "walkover"
    DECIDED = "decided"
    EMPTY = "empty"


OPEN = (Fate.WAITING, Fate.TO_PLAY, Fate.PLAYING, Fate.UNDECIDED)


@dataclass(frozen=True, slots=True)
class Match:
    """One match: round of the cup and number in it from 1, and the round of the tournament.

    `players` are ids, blank for nobody, None for somebody who is not known yet; so is the `winner`. `behind`:
    how many rounds the cup has after it; `third`: it is for third place. `game`: what the two have played there.
    """

    cup: str
    round: int
    number: int
    of_round: int
    behind: int
    third: bool
    players: tuple[str | None, str | None]
    fate: Fate
    winner: str | None = None
    game: Game | None = None

    @property
    def loser(self) -> str | None:
        """The other one, once there is a winner."""
        if self.winner:
            return self.players[1] if self.players[0] == self.winner else self.players[0]
        return NOBODY if self.fate in (Fate.EMPTY, Fate.DECIDED) else None

    @property
    def both(self) -> tuple[str, str] | None:
        """Both players, where there are two and both are known."""
        a, b = self.players
        return (a, b) if a and b else None

    @property
    def ordered(self) -> bool:
        """Whether the two are to play in the round, or have played in it."""
        return self.both is not None and (self.game is not None or self.fate is Fate.TO_PLAY)


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches of a cup, round by round; the one for third place is the last."""

    cup: Cup
    matches: tuple[Match, ...] = ()

    def of_round(self, number: int) -> list[Match]:
        """The matches in a round of the tournament."""
        return [match for match in self.matches if match.of_round == number]

    def by_round(self) -> list[list[Match]]:
        """The matches of each round of the cup, the one for third place apart."""
        return [[m for m in self.matches if m.round == k and not m.third] for k in range(1, self.cup.rounds + 1)]

    @property
    def final(self) -> Match | None:
        """The final."""
        return next((m for m in self.matches if m.round == self.cup.rounds and not m.third), None)

    @property
    def third(self) -> Match | None:
        """The match for third place, where there is one."""
        return next((m for m in self.matches if m.third), None)

    @property
    def places(self) -> list[list[str]]:
        """The places that are decided (ids), best first; without a match for it, two share third place."""
        last = [match for match in (self.final, self.third) if match and match.winner]
        found = [[player] for match in last for player in (match.winner, match.loser) if player]
        if self.final in last and self.third is None:
            found.append([m.loser for m in self.matches if m.round == self.cup.rounds - 1 and m.loser])
        return found if self.final in last else []

    def next_round(self, match: Match) -> int:
        """The round of the tournament for which it must be known who advances from a match; 0 where it is the last."""
        return self.cup.of_round(match.round + 1) if match.behind else 0

    def is_settled(self, match: Match, tournament: Tournament) -> bool:
        """Whether who advances from a match stays as it is: the round for which it matters is published."""
        return is_published(tournament, self.next_round(match))

    def same(self, match: Match) -> Match:
        """The match in the place of one of another bracket of this cup."""
        return next(m for m in self.matches if (m.round, m.number) == (match.round, match.number))

    @property
    def over(self) -> bool:
        """Whether nothing is to be played or decided any more."""
        return bool(self.matches) and not any(m.fate in OPEN for m in self.matches)


def seed_order(places: int) -> list[int]:
    """The seeds (from 1) in the order of the bracket, in which the first two meet in the final: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < places:
        order = [seed for own in order for seed in (own, 2 * len(order) + 1 - own)]
    return order


def bracket(cup: Cup, tournament: Tournament) -> Bracket:
    """The bracket of a cup whose seeds are known; without matches where they are not."""
    if not cup.seeds:
        return Bracket(cup)
    case, found = _BracketCase(cup, tournament), list[Match]()
    seeds: list[str | None] = [*cup.seeds, *[NOBODY] * (cup.places - len(cup.seeds))]
    seats = [seeds[seed - 1] for seed in seed_order(cup.places)]
    for number in range(1, cup.rounds + 1):
        pairs = list(zip(seats[::2], seats[1::2], strict=True))
        matches = [case.match(number, k, pair) for k, pair in enumerate(pairs, 1)]
        if cup.third_place and number == cup.rounds and number > 1:
            losers = [match.loser for match in found[-2:]]
            matches.append(case.match(number, 2, (losers[0], losers[1]), third=True))
        found += matches
        seats = [match.winner for match in matches]
    return Bracket(cup, tuple(found))


class _BracketCase:
    """What a match is decided by."""

    def __init__(self, cup: Cup, tournament: Tournament) -> None:
        self.cup, self.tournament = cup, tournament
        self.known = tournament.by_id()
        kept = [one for one in cup.decided if not one.kept or is_published(tournament, cup.of_round(one.round + 1))]
        self.decided = {(one.round, one.match): one.winner for one in kept}

    def match(self, number: int, match: int, players: tuple[str | None, str | None], third: bool = False) -> Match:
        of_round = self.cup.of_round(number)
        drawn = self.tournament.rounds[of_round - 1] if is_published(self.tournament, of_round) else None
        game = next((one for one in drawn or () if set(one.players) == set(players)), None)
        fate, winner = self._end(number, of_round, drawn, game, players)
        by_hand = self.decided.get((number, match))
        if by_hand is not None and None not in players and by_hand in (*players, NOBODY):
            fate, winner = Fate.DECIDED, by_hand
        return Match(
            self.cup.name,
            number,
            match,
            of_round=of_round,
            behind=self.cup.rounds - number,
            third=third,
            players=players,
            fate=fate,
            winner=winner,
            game=game,
        )

    def _end(
        self, number: int, of_round: int, drawn: Round | None, game: Game | None, players: Sequence[str | None]
    ) -> tuple[Fate, str | None]:
        """What has become of a match, and who advances; None while that is open."""
        if None in players:
            return Fate.WAITING, None
        named = [player for player in players if player]
        if game is not None and game.result in (Result.WHITE, Result.BLACK):
            winner = game.white if game.result is Result.WHITE else game.black
            return (Fate.FORFEIT if game.by_default else Fate.WON), winner
        if game is not None:
            return (Fate.PLAYING if game.result is Result.UNKNOWN else Fate.UNDECIDED), None
        if len(named) < 2:
            if not named:
                return Fate.EMPTY, NOBODY
            return (Fate.BYE if number == 1 else Fate.WALKOVER), named[0]
        known, rounds = self.known, self.tournament.settings.rounds
        here = [p for p in named if (drawn.holds(p) if drawn else is_there(known.get(p), of_round, rounds))]
        if len(here) == 2:
            return (Fate.UNDECIDED if drawn is not None else Fate.TO_PLAY), None
        return (Fate.WALKOVER, here[0]) if here else (Fate.EMPTY, NOBODY)


def is_published(tournament: Tournament, number: int) -> bool:
    """Whether a round is there and no draft."""
    return 0 < number <= len(tournament.rounds) and not tournament.rounds[number - 1].draft


def is_there(player: Player | None, number: int, rounds: int) -> bool:
    """Whether a player is to be paired in a round of so many; behind the last one, everybody who has not withdrawn."""
    if player is None:
        return False
    return player.status is Status.FINAL if number > rounds else player.enters(number)


def still_in(found: Bracket) -> frozenset[str]:
    """The players who may still play in a cup: those of its open matches."""
    return frozenset(player for match in found.matches if match.fate in OPEN for player in match.players if player)


def brackets(tournament: Tournament) -> Iterator[Bracket]:
    """The brackets of all cups whose seeds are known."""
    return (bracket(cup, tournament) for cup in tournament.cups if cup.seeds)


_LAST = (marked("final"), marked("semifinal"), marked("quarterfinal"))


def stage(behind: int, third: bool = False, words: Words = ENGLISH) -> str:
    """The name of the round of a cup that has so many behind it: `final`, `semifinal`, `round of 16`."""
    if third:
        return words.say("match for third place")
    return words.say(_LAST[behind]) if behind < len(_LAST) else words.say("round of {players}", players=2 << behind)


def stage_of(match: Match, words: Words = ENGLISH) -> str:
    """The name of the round of a match."""
    return stage(match.behind, match.third, words)


def match_text(match: Match, words: Words = ENGLISH) -> str:
    """`cup U12, semifinal`."""
    return words.say("cup {cup}, {stage}", cup=match.cup, stage=stage_of(match, words))


def uncounted(tournament: Tournament, rounds: Sequence[Round]) -> list[tuple[int, tuple[str, str]]]:
    """Round and players (ids) of the games in these rounds that do not count, as the cups say."""
    cups = [cup for cup in tournament.cups if cup.counts != "all"]
    if not cups:
        return []
    past = replace(tournament, rounds=tuple(rounds))
    matches = [(cup, match) for cup in cups for match in bracket(cup, past).matches]
    return [(m.of_round, m.game.players) for cup, m in matches if m.game is not None and not counts(cup, m)]


def counts(cup: Cup, match: Match) -> bool:
    """Whether the game of a match counts in the main tournament."""
    if cup.counts == "before-semifinals":
        return match.behind > 1
    return cup.counts == "all"


def without_outlived(before: Tournament, after: Tournament) -> tuple[Tournament, list[Match]]:
    """Without decisions of the director that a new result contradicts; and these matches as they were decided."""
    cups, dropped = [], list[Match]()
    for cup in after.cups:
        own = [
            match
            for match in bracket(cup, before).matches
            if match.fate is Fate.DECIDED and match.game is not None and _is_outlived(cup, match, after)
        ]
        places = {(match.round, match.number) for match in own}
        left = tuple(one for one in cup.decided if one.kept or (one.round, one.match) not in places)
        cups.append(replace(cup, decided=left) if own else cup)
        dropped += own
    return (replace(after, cups=tuple(cups)) if dropped else after), dropped


def _is_outlived(cup: Cup, match: Match, after: Tournament) -> bool:
    """Whether the game of a decided match has a new result, by which somebody else wins."""
    others = tuple(one for one in cup.decided if (one.round, one.match) != (match.round, match.number))
    own = bracket(replace(cup, decided=others), after).same(match)
    if own.game is None or own.game == match.game or not own.winner:
        return False
    return own.players == match.players and own.winner != match.winner


def keep_settled(before: Tournament, after: Tournament) -> tuple[Tournament, list[Match]]:
    """With everybody kept who is in a published round of a cup; and the matches whose results now say otherwise."""
    cups, kept = [], list[Match]()
    for cup in after.cups:
        own = _others(cup, before, after) if cup.seeds else []
        kept += own
        cups.append(_with(cup, own))
    return (replace(after, cups=tuple(cups)) if kept else after), kept


def _others(cup: Cup, before: Tournament, after: Tournament) -> list[Match]:
    """The matches of a cup as they were, whose winner is settled and is another one now; one by one from the first."""
    old, found = bracket(cup, before), list[Match]()
    for match in old.matches:
        if match.winner is None or not old.is_settled(match, after):
            continue
        if bracket(_with(cup, found), after).same(match).winner != match.winner:
            found.append(match)
    return found


def _with(cup: Cup, kept: list[Match]) -> Cup:
    if not kept:
        return cup
    places = {(match.round, match.number) for match in kept}
    others = [one for one in cup.decided if (one.round, one.match) not in places]
    own = [CupDecision(match.round, match.number, match.winner or "", kept=True) for match in kept]
    return replace(cup, decided=tuple(sorted((*others, *own), key=lambda one: (one.round, one.match))))


def without_kept(tournament: Tournament, first: int = 1) -> Tournament:
    """With cups as results and the director alone say who advances to the rounds from `first` on."""
    cups = [
        replace(cup, decided=tuple(one for one in cup.decided if not one.kept or cup.of_round(one.round + 1) < first))
        for cup in tournament.cups
    ]
    return replace(tournament, cups=tuple(cups)) if tuple(cups) != tournament.cups else tournament


def cup_matches(tournament: Tournament, number: int) -> list[Match]:
    """The matches of all cups that are ordered in a round: both players are known and are to meet, or have met."""
    if not tournament.cups:
        return []
    return [match for one in brackets(tournament) for match in one.of_round(number) if match.ordered]


def cup_pairs(tournament: Tournament, number: int) -> dict[frozenset[str], Match]:
    """The same by the two players (ids)."""
    return {frozenset(match.both): match for match in cup_matches(tournament, number) if match.both}


def even_pairs(tournament: Tournament, number: int) -> frozenset[frozenset[str]]:
    """The players of those games of cups in a round that are even whatever their strengths."""
    with_handicap = {cup.name for cup in tournament.cups if cup.handicap}
    return frozenset(pair for pair, match in cup_pairs(tournament, number).items() if match.cup not in with_handicap)


def is_extra(tournament: Tournament, number: int) -> bool:
    """Whether a round is behind the last one of the tournament, so that only cups play in it."""
    return number > tournament.settings.rounds


def entrants(tournament: Tournament, number: int) -> list[Player]:
    """The players to be paired in a round; in one of cups alone those who have a match there."""
    if not is_extra(tournament, number):
        return tournament.entrants(number)
    ids = frozenset[str]().union(*(match.both or () for match in cup_matches(tournament, number)))
    return [player for player in tournament.players if player.id in ids]


def last_round(tournament: Tournament) -> int:
    """The last round of the tournament or of a cup, whichever is later."""
    return max([tournament.settings.rounds, *(cup.last for cup in tournament.cups)])


def empty_round(tournament: Tournament) -> int:
    """The first round behind the last of the tournament without a cup, although one plays later; 0: there is none."""
    total = tournament.settings.rounds
    played = {number for cup in tournament.cups for number in cup.played_in}
    return next((number for number in range(total + 1, last_round(tournament)) if number not in played), 0)


def enters(tournament: Tournament, player: Player, number: int) -> bool:
    """Whether a player is to be paired in a round."""
    if not is_extra(tournament, number):
        return is_there(player, number, tournament.settings.rounds)
    return player in entrants(tournament, number)


def more_rounds(tournament: Tournament) -> bool:
    """Whether a round follows those that are drawn: of the tournament, or one in which a cup goes on."""
    number = len(tournament.rounds) + 1
    if not is_extra(tournament, number):
        return True
    unborn = any(not cup.seeds and number in cup.played_in for cup in tournament.cups)
    matches = (match for one in brackets(tournament) for match in one.matches if match.of_round >= number)
    return unborn or any(match.fate in (Fate.WAITING, Fate.TO_PLAY) for match in matches)


def without_winner(tournament: Tournament, number: int) -> list[Match]:
    """The matches of cups before a round of which nobody knows who advances to it."""
    return [
        match
        for one in brackets(tournament)
        for match in one.matches
        if match.fate in (Fate.PLAYING, Fate.UNDECIDED) and 0 < one.next_round(match) <= number
    ]
