"""Ways to go on if somebody is absent from the last round, or comes late; players without a game who could meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ....model.cups.bracket import is_extra
from ....model.errors import InputError
from ....model.judging.violation import NoPairingError
from ....model.placing.scores import score
from ....model.records.state import State
from ....model.tournament.games import Game, Result, Round
from ....model.tournament.person import Player, Status
from ....model.tournament.tournament import Tournament
from ....solver.engine import Options
from ...failures import failure_of
from ...verb import Outcome
from .repair_case import Repair
from .repair_round import choices, repair
from .repaired import RepairDone

MOST_CARDS = 4  # that are seen at once
MOST_TRIED = 3  # free players who are tried as opponents, the nearest by score first

#: A loss by forfeit, a player without a game who gets one, and the three rounds of `choices`.
CardName = Literal["forfeit", "meets", "fewest", "sane", "cheapest"]


@dataclass(frozen=True, slots=True)
class FreePair:
    """Two players of the last round who have no game and could meet, with their distance in half points of score."""

    player: Player
    other: Player
    apart: int


@dataclass(frozen=True, slots=True)
class RepairCard:
    """A way to go on, with all that it is: a repaired round, or no change but losses by forfeit.

    With the name `meets`, `meeting` are the two who had no game and get one.
    """

    names: tuple[CardName, ...]
    repaired: RepairDone | None = None
    meeting: FreePair | None = None


@dataclass(frozen=True, slots=True)
class NoShow:
    """Ways to go on without somebody, or with somebody who is late.

    `cards` are different rounds, the one that changes least first, and `more` those that are less often wanted. `best`
    is the index of the card to take without a reason for another: players may sit at the boards of a published round,
    so it is the first; in a draft it is the one that is sane. `lost` are the open games that a forfeit would end.
    `others` are more players whom the one without an opponent could meet. `why` says why no other round is possible,
    if that is so.
    """

    cards: Sequence[RepairCard]
    best: int = 0
    more: Sequence[RepairCard] = ()
    lost: Sequence[Game] = ()
    others: Sequence[FreePair] = ()
    why: Sequence[str] = ()


def late_guests(tournament: Tournament) -> list[Player]:
    """The players without a game in the last round who came after its draw; nobody once it has ended."""
    drawn = open_round(tournament)
    if drawn is None:
        return []
    last, inside, absent = drawn.number == tournament.settings.rounds, drawn.present, set(drawn.absent)

    def late(player: Player) -> bool:
        there = player.enters(drawn.number) or (player.id not in absent and (player.takes_part or last))
        return player.status is Status.FINAL and there and player.id not in inside

    return [player for player in tournament.players if late(player)]


def open_round(tournament: Tournament) -> Round | None:
    """The last round, if a repair can change it and games of it are still to be played; else None."""
    drawn = tournament.rounds[-1] if tournament.rounds else None
    if drawn is None or drawn.hand_pairing or is_extra(tournament, drawn.number):
        return None
    return drawn if any(game.result is Result.UNKNOWN for game in drawn) else None


def free_pairs(tournament: Tournament, late: str = "") -> list[FreePair]:
    """The pairs of a late guest and somebody with the bye who could meet in the last round, the nearest first.

    With the id of a player, they are the guest, even if they were to miss the round.
    """
    drawn = open_round(tournament)
    if drawn is None or not drawn.byes:
        return []
    if not late:
        guests = late_guests(tournament)
    else:
        found = tournament.player(late)
        guests = [] if found.has_left or drawn.holds(late) else [found]
    return [pair for guest in guests for pair in _nearest(tournament, drawn, guest, drawn.byes)]


def _nearest(tournament: Tournament, drawn: Round, player: Player, others: Sequence[str]) -> list[FreePair]:
    mms = score(tournament.before(drawn.number)).mms
    pairs = (FreePair(player, tournament.player(p), abs(mms(player.id) - mms(p))) for p in others if p != player.id)
    return sorted(pairs, key=lambda pair: (pair.apart, not drawn.holds(pair.other.id), pair.other.name))


def meeting(tournament: Tournament, asked: Repair, who: str) -> Repair:
    """A repair by which the one without an opponent meets this player (an id), and no other board changes.

    Raises InputError if the player has a game.
    """
    drawn, player = tournament.rounds[-1], tournament.find(who)
    if drawn.game_of(player.id) is not None:
        raise InputError(f"{player.label} has a game in round {drawn.number}")
    byes = tuple(one for one in drawn.byes if one != player.id)
    late = asked.late if player.id in drawn.byes else (*asked.late, player.id)
    return asked.but(late=late, bye=byes, changes=0)


def no_show(state: State, request: Repair | None = None, options: Options | None = None) -> Outcome[NoShow]:
    """The ways to go on after a late change. Raises as `choices`, if there is none at all."""
    request = request or Repair()
    tournament = state.tournament
    lost = lost_by_forfeit(tournament, request.without)
    found = [RepairCard(("forfeit",))] if lost else []
    try:
        rounds = choices(state, request, options).value
    except (InputError, NoPairingError) as error:
        if not lost:
            raise
        return Outcome(state, NoShow(found, lost=lost, why=failure_of(error, tournament).lines))
    free = _who_could_meet(tournament, request)
    meets = _meets(state, request, free, options)
    if meets is not None and meets.meeting is not None:
        found.append(meets)
        free = [pair for pair in free if pair.other != meets.meeting.other]
    names: tuple[CardName, ...] = ("fewest", "sane", "cheapest")
    for name, done in zip(names, (rounds.fewest, rounds.sane, rounds.cheapest), strict=True):
        found = _with(found, name, done)
    folded = [card for card in found if card.names == ("sane",)] if len(found) > MOST_CARDS else []
    shown = [card for card in found if card not in folded]
    draft = tournament.rounds[-1].draft
    best = next((i for i, card in enumerate(shown) if draft and "sane" in card.names), 0)
    return Outcome(state, NoShow(shown, best, folded, lost, free))


def lost_by_forfeit(tournament: Tournament, gone: Sequence[str]) -> list[Game]:
    """The open games of the last round that these players would lose, one each; none if that is not possible."""
    drawn = tournament.rounds[-1] if tournament.rounds else None
    if drawn is None or drawn.draft:
        return []
    games = [drawn.game_of(tournament.find(who).id) for who in dict.fromkeys(gone)]
    found = [game for game in games if game is not None and not game.begun]
    return found if len({game.table for game in found}) == len(games) else []


def _who_could_meet(tournament: Tournament, request: Repair) -> list[FreePair]:
    """Opponents for the one player without any: those with the bye and late guests, the nearest first."""
    drawn = tournament.rounds[-1]
    gone, late = ([tournament.find(who).id for who in some] for some in (request.without, request.late))
    late = [who for who in late if not drawn.holds(who)]
    games = [game for who in gone if (game := drawn.game_of(who)) is not None]
    left = dict.fromkeys([*late, *(p for game in games for p in game.players if p not in gone)])
    if len(left) != 1 or request.bye or request.keep:
        return []
    guests = () if late else (guest.id for guest in late_guests(tournament))
    others = [who for who in (*drawn.byes, *guests) if who not in gone]
    return _nearest(tournament, drawn, tournament.player(next(iter(left))), others)


def _meets(state: State, request: Repair, free: Sequence[FreePair], options: Options | None) -> RepairCard | None:
    """The card by which the player without an opponent meets the nearest one who may be met."""
    for pair in free[:MOST_TRIED]:
        asked = meeting(state.tournament, request, pair.other.id).but(anyway=True, dry_run=True)
        try:
            return RepairCard(("meets",), repair(state, asked, options).value, pair)
        except (InputError, NoPairingError):
            continue
    return None


def _with(cards: Sequence[RepairCard], name: CardName, done: RepairDone) -> list[RepairCard]:
    """The cards with one more, or with one more name for the same round."""
    for i, card in enumerate(cards):
        if card.repaired is not None and card.repaired.round == done.round:
            return [*cards[:i], replace(card, names=(*card.names, name)), *cards[i + 1 :]]
    return [*cards, RepairCard((name,), done)]
