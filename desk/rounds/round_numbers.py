"""Which round is meant: the next one, or one that has been drawn."""

from __future__ import annotations

from ...model.cups.bracket import more_rounds
from ...model.errors import InputError, Problem, wrong_argument
from ...model.tournament.games import Round
from ...model.tournament.numbers import parse_rounds
from ...model.tournament.tournament import Tournament
from ...model.ways import Way


def next_round(tournament: Tournament) -> int:
    """The number of the round that `pair` draws: the draft, or the one after the last. Raises InputError."""
    last = len(tournament.rounds)
    if last and tournament.rounds[-1].draft:
        return last
    if not more_rounds(tournament):
        way = Way("to add one", "set", assignments=(f"rounds={last + 1}",))
        more = Problem(f"all {last} rounds have been drawn", ways=() if last > tournament.settings.rounds else (way,))
        raise InputError([more, *drawn_again(tournament)])
    return last + 1


def not_begun(drawn: Round) -> bool:
    """Whether a round is published and has no result yet."""
    return not drawn.draft and not any(game.begun for game in drawn)


def drawn_again(tournament: Tournament) -> list[Problem]:
    """That the last round can be drawn again: it is published and has no result yet; else nothing."""
    if not tournament.rounds or not not_begun(tournament.rounds[-1]):
        return []
    text = f"round {len(tournament.rounds)} is published and has no result yet, so it can still be drawn again"
    return [Problem(text, ways=(Way("", "pair", again=True),))]


def round_number(tournament: Tournament, number: int = 0) -> int:
    """The number of a round that has been drawn, 0 being the last. Raises InputError."""
    if not tournament.rounds:
        raise InputError("no round has been drawn yet")
    return tournament.round(number or len(tournament.rounds)).number


def typed_rounds(text: str, tournament: Tournament) -> frozenset[int]:
    """The rounds that somebody has typed, such as `2,4-5` or `all`. Raises InputError that names the argument."""
    try:
        return parse_rounds(text, tournament.settings.rounds)
    except ValueError as error:
        raise wrong_argument("rounds", text, str(error)) from None
