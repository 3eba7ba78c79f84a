"""The games that cups order in a round: their names, and which of them count in the main tournament.

If a player has advanced, that stays so once the next round of the cup is published.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..cup import Cup, CupDecision
from ..language import ENGLISH, Words, marked
from ..tournament.games import Round
from ..tournament.person import Player
from ..tournament.tournament import Tournament
from .bracket import Fate, Match, bracket, brackets, is_there

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
    """After entered results, without the director's decisions of matches that have another winner by a new result.

    Also these matches as the director had decided them: a decision stood for a result that was missing or wrong.
    """
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
    now = bracket(replace(cup, decided=others), after)
    own = next(m for m in now.matches if (m.round, m.number) == (match.round, match.number))
    if own.game is None or own.game == match.game or not own.winner:
        return False
    return own.players == match.players and own.winner != match.winner


def keep_settled(before: Tournament, after: Tournament) -> tuple[Tournament, list[Match]]:
    """After corrected results, with everybody kept in their cups who is in a published round of one.

    Also the matches that have another winner by their results now: with the winner that stays.
    """
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
        now = bracket(_with(cup, found), after)
        if any(m.winner != match.winner for m in now.matches if (m.round, m.number) == (match.round, match.number)):
            found.append(match)
    return found


def _with(cup: Cup, kept: list[Match]) -> Cup:
    """The cup with the winners of these matches kept."""
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
