"""What a draft does not keep of what the director has asked for since it was drawn, a line each."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.judging.judge import judge
from ....model.judging.violation import broken
from ....model.records.state import State
from ....model.tournament.games import Round
from ....model.tournament.rules import Rule
from ...words.rules import violation_text
from .asked import Asked, asked_of_draft, is_same, wish_lines


def not_kept(state: State, number: int, asked: Asked | None) -> Sequence[str]:
    """The wishes that a draft breaks; those that it was drawn by and that were taken back; settings that it breaks.

    `asked` is what the next draw is asked for, where a face knows it. What somebody has said yes to is wished so.
    """
    tournament = state.tournament
    drawn = tournament.round(number)
    found = _by_settings(state, number)
    if asked is None or asked.number != number:
        return found
    before = asked_of_draft(state)
    new = tuple(w for w in asked.wishes if not any(is_same(w, old) for old in before.wishes) and _breaks(drawn, w))
    gone = tuple(old for old in before.wishes if not any(is_same(old, w) for w in asked.wishes))
    found += [text for _, text in wish_lines(Asked(number, new), tournament)]
    return found + [f"not any more: {text}" for _, text in wish_lines(Asked(number, gone), tournament)]


def _breaks(drawn: Round, wish: str) -> bool:
    """Whether a round is otherwise than a wish (with ids) has it."""
    kind, _, what = wish.partition(" ")
    if kind == "bye":
        return what not in drawn.byes
    if kind == "relax":
        return False
    first, _, second = what.partition(":")
    return _meet(drawn, first, second) == (kind == "forbid")


def _meet(drawn: Round, first: str, second: str) -> bool:
    game = drawn.game_of(first)
    return game is not None and second in game.players


def _by_settings(state: State, number: int) -> list[str]:
    """The pairs that must not meet, or must, by the settings of today, and that the draft has otherwise."""
    record = state.records.get(number)
    locks, relaxed = (record.locks, record.relaxed) if record is not None else (None, ())
    found = broken(judge(state.tournament, number, locks, relaxed))
    return [violation_text(one, state.tournament) for one in found if one.rule in (Rule.FORBIDDEN, Rule.FORCED)]
