"""A round as it stands: its boards and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...model.tournament.games import ByHand, result_text
from ..team_boards import ShownBoard, boards_shown
from ..verb import Answer, told

if TYPE_CHECKING:
    from ...model.tournament.tournament import Tournament
    from ..tables import ShownRound


class StandingBoardAnswer(Answer, frozen=True):
    """One game of a round, with its result."""

    table: Annotated[int, told("number of the table")]
    white: Annotated[str, told("id of White")]
    black: Annotated[str, told("id of Black")]
    white_name: Annotated[str, told("name of White")]
    black_name: Annotated[str, told("name of Black")]
    handicap: Annotated[int, told("stones; 0 in an even game")]
    komi: Annotated[float, told("points for White, in halves such as 6.5")]
    result: Annotated[
        str, told('White\'s points first, such as "1-0", "½-½", with ! for a win by forfeit; blank while it is missing')
    ]
    by_hand: Annotated[tuple[ByHand, ...], told("what was changed by hand")]


class TeamBoardAnswer(Answer, frozen=True):
    """One board of a match of teams."""

    table: Annotated[int, told("number of the match's table")]
    board: Annotated[int, told("number of the board")]
    white_team: Annotated[str, told("id of the team that has White here")]
    white: Annotated[str, told("id of its person, blank for an empty seat")]
    white_name: Annotated[str, told("name of that person")]
    black_team: Annotated[str, told("id of the other team")]
    black: Annotated[str, told("id of its person, blank for an empty seat")]
    black_name: Annotated[str, told("name of that person")]
    handicap: Annotated[int, told("stones; 0 in an even game")]
    komi: Annotated[float, told("points for White, in halves such as 6.5")]
    result: Annotated[str, told("as of a game")]


class AllowedAnswer(Answer, frozen=True):
    """A rule that a change by hand broke with the director's yes."""

    rule: Annotated[str, told('name of the rule, such as "repeats"')]
    players: Annotated[tuple[str, ...], told("ids of whom it concerns")]
    found: Annotated[int, told("of a rule over pairs, how many of its games there were; else 0")]
    part: Annotated[str, told("of a rule over pairs, which part of the field it counted in; else blank")]


class RoundAnswer(Answer, frozen=True):
    """A round as it stands."""

    round: Annotated[int, told("number of the round")]
    draft: Annotated[bool, told("whether it is a draft, which publish-round or a result makes final")]
    boards: Annotated[tuple[StandingBoardAnswer, ...], told("the games, by table")]
    byes: Annotated[tuple[str, ...], told("ids of all who have a bye")]
    unpaired: Annotated[tuple[str, ...], told("ids of those who are there but have neither a game nor a bye")]
    absent: Annotated[tuple[str, ...], told("ids of those who are not entered for the round")]
    team_boards: Annotated[
        tuple[TeamBoardAnswer, ...],
        told("the boards of all matches where teams play; their results make those of the games"),
    ] = ()
    hand_pairing: Annotated[bool, told("whether the draft is being paired by hand")] = False
    allowed: Annotated[
        tuple[AllowedAnswer, ...], told("the rules that a change by hand broke with the director's yes")
    ] = ()
    stale: Annotated[
        tuple[str, ...],
        told("what has changed since a draft was drawn, in words; nothing of such a draft is proven any more"),
    ] = ()


def round_answer(shown: ShownRound, tournament: Tournament) -> RoundAnswer:
    """A round with its boards and results."""
    drawn, players = shown.round, tournament.by_id()
    boards = (
        StandingBoardAnswer(
            table=game.table,
            white=game.white,
            black=game.black,
            white_name=players[game.white].name,
            black_name=players[game.black].name,
            handicap=game.handicap,
            komi=game.komi_halves / 2,
            result=result_text(game.result, game.by_default),
            by_hand=tuple(sorted(game.by_hand)),
        )
        for game in drawn
    )
    teams = tuple(_team_board(one) for one in boards_shown(drawn, tournament))
    seats = drawn.byes, drawn.unpaired, drawn.absent
    allowed = tuple(AllowedAnswer(one.rule, one.players, one.found, one.part) for one in drawn.allowed)
    of_director = drawn.hand_pairing, allowed
    return RoundAnswer(drawn.number, drawn.draft, tuple(boards), *seats, teams, *of_director, shown.stale)


def _team_board(one: ShownBoard) -> TeamBoardAnswer:
    values = {name: getattr(one, name) for name in TeamBoardAnswer.__struct_fields__}
    return TeamBoardAnswer(**values)
