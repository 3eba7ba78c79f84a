"""What the hall is told as JSON: public facts, in which players are named by their number on public pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from ..verb import Answer, answer_of, told
from .hall_view import Card, HallView, Turn, number_of

if TYPE_CHECKING:
    from ...io.pages.public import PublicBoard, PublicPlayer


class TournamentAnswer(Answer, frozen=True):
    """Where a tournament stands."""

    name: Annotated[str, told("as it is called")]
    rounds: Annotated[int, told("how many there are")]
    published: Annotated[int, told("the last round that is published; 0 before the first")]
    after_round: Annotated[int, told("the last round that the standings count")]
    provisional: Annotated[bool, told("whether results are missing")]
    start: Annotated[str, told("when the round that was published last begins; blank where that is not known")]
    revision: Annotated[int, told("number of the last step; it differs when something has changed")]


class PersonAnswer(Answer, frozen=True):
    """A player as public pages show them."""

    player: Annotated[int, told("number on public pages")]
    name: Annotated[str, told("surname, then first name")]
    rank: Annotated[str, told('such as "3d"')]
    club: Annotated[str, told("blank where it is not known")]
    country: Annotated[str, told("two letters, blank where it is not known")]


class PublicMemberAnswer(Answer, frozen=True):
    """One of the people of a team as public pages show them."""

    name: Annotated[str, told("surname, then first name")]
    rank: Annotated[str, told('such as "3d"')]
    club: Annotated[str, told("blank where it is not known")]
    country: Annotated[str, told("two letters, blank where it is not known")]


class MatchBoardAnswer(Answer, frozen=True):
    """A board of a match of teams."""

    board: Annotated[int, told("number of the board")]
    white: Annotated[PublicMemberAnswer | None, told("who has White at it; null for an empty seat")]
    black: Annotated[PublicMemberAnswer | None, told("who has Black")]
    white_team: Annotated[int, told("number of White's team on public pages")]
    handicap: Annotated[int, told("stones; 0 in an even game")]
    komi: Annotated[str, told('points for White, as printed: "6.5"')]
    result: Annotated[str, told('White\'s points first, such as "1-0", with ! for a forfeit; blank for none')]


class PublicBoardAnswer(Answer, frozen=True):
    """A game of a published round."""

    table: Annotated[int, told("number of the table")]
    white: Annotated[PersonAnswer, told("White")]
    black: Annotated[PersonAnswer, told("Black")]
    handicap: Annotated[int, told("stones; 0 in an even game")]
    komi: Annotated[str, told('points for White, as printed: "6.5"')]
    result: Annotated[
        str,
        told(
            'White\'s points first, such as "1-0", with ! for a forfeit; of a match of teams so far: '
            '"2–1"; blank for none'
        ),
    ]
    boards: Annotated[tuple[MatchBoardAnswer, ...], told("the boards of a match of teams")] = ()


class PublicRoundAnswer(Answer, frozen=True):
    """A round that is published."""

    round: Annotated[int, told("its number")]
    boards: Annotated[tuple[PublicBoardAnswer, ...], told("its games, by table")]
    byes: Annotated[tuple[PersonAnswer, ...], told("who has a bye")]
    unpaired: Annotated[tuple[PersonAnswer, ...], told("who is there and has no game")]


class PublicRowAnswer(Answer, frozen=True):
    """A line of the standings."""

    place: Annotated[int, told("place, shared by equals")]
    line: Annotated[int, told("number of the line, from 1; the games refer to it")]
    player: Annotated[PersonAnswer, told("the player")]
    rounds: Annotated[tuple[str, ...], told('a game a round, as in a crosstable: "12+" is a win against line 12')]
    values: Annotated[dict[str, str], told("each criterion of the order as printed")]


class PublicStandingsAnswer(Answer, frozen=True):
    """The standings as everybody may see them."""

    after_round: Annotated[int, told("number of the round; 0 before the first")]
    provisional: Annotated[bool, told("whether results are missing")]
    rows: Annotated[tuple[PublicRowAnswer, ...], told("the list")]


class TurnAnswer(Answer, frozen=True):
    """What a round is for a player."""

    round: Annotated[int, told("its number")]
    kind: Annotated[str, told('"game", "bye", "absent" or "unpaired"')]
    table: Annotated[int, told("number of the table; 0 without a game")]
    colour: Annotated[str, told('"white" or "black"; blank without a game')]
    opponent: Annotated[int, told("number of the opponent on public pages; 0 without a game")]
    handicap: Annotated[int, told("stones; 0 in an even game")]
    komi: Annotated[str, told("points for White, as printed")]
    won: Annotated[str, told('"won", "lost", "jigo", "void", "-" without a game; blank while it is not known')]


class CardAnswer(Answer, frozen=True):
    """A player's own page."""

    player: Annotated[PersonAnswer, told("the player")]
    place: Annotated[int, told("place in the standings; 0 before there are any")]
    points: Annotated[str, told("McMahon score as printed")]
    turns: Annotated[tuple[TurnAnswer, ...], told("the published rounds")]
    why: Annotated[tuple[str, ...], told("why this game in the round that is played, in words")]


def tournament_answer(view: HallView) -> TournamentAnswer:
    """Where a tournament stands."""
    published = view.drawn.number if view.drawn else 0
    return answer_of(TournamentAnswer, view, published=published, start=view.start())


def person_answer(person: PublicPlayer) -> PersonAnswer:
    """A player as public pages show them."""
    return PersonAnswer(number_of(person), person.name, person.rank, club=person.club, country=person.country)


def public_round_answer(view: HallView, number: int) -> PublicRoundAnswer:
    """A published round of this number."""
    without = dict(view.without_board(number))
    byes, unpaired = (tuple(map(person_answer, people)) for people in without.values())
    return PublicRoundAnswer(number, tuple(map(public_board_answer, view.boards(number))), byes, unpaired)


def public_board_answer(line: dict[str, Any]) -> PublicBoardAnswer:
    """A game as lists of boards show it."""
    white, black = person_answer(line["white"]), person_answer(line["black"])
    boards = tuple(_match_board(board, (white, black)) for board in line["boards"])
    return PublicBoardAnswer(line["table"], white, black, line["handicap"], line["komi"], line["result"], boards)


def _match_board(board: PublicBoard, teams: Sequence[PersonAnswer]) -> MatchBoardAnswer:
    """A board of a match, White's side first; `teams` are those of the match, in the order of the board's sides."""
    sides = sorted(zip(board.colours, board.people, teams, strict=True), key=lambda side: side[0] != "White")
    white, black = (
        PublicMemberAnswer(person.name, person.rank, person.club, country=person.country) if person else None
        for _, person, _ in sides
    )
    team = sides[0][2].player
    return MatchBoardAnswer(board.number, white, black, team, board.handicap, board.komi, board.score)


def public_standings_answer(view: HallView) -> PublicStandingsAnswer:
    """The standings as everybody may see them."""
    titles = view.criteria()
    rows = (
        PublicRowAnswer(
            row["shared_place"],
            row["line"],
            person_answer(row["player"]),
            tuple(row["cells"]),
            dict(zip(titles, map(str, row["numbers"]), strict=True)),
        )
        for row in view.standings()
    )
    return PublicStandingsAnswer(view.after_round, view.provisional, tuple(rows))


def card_answer(card: Card) -> CardAnswer:
    """A player's own page."""
    return CardAnswer(person_answer(card.person), card.place, card.points, tuple(map(_turn, card.turns)), card.why)


def _turn(turn: Turn) -> TurnAnswer:
    colour = ("white" if turn.white else "black") if turn.kind == "game" else ""
    opponent = number_of(turn.opponent) if turn.opponent else 0
    return answer_of(TurnAnswer, turn, colour=colour, opponent=opponent)
