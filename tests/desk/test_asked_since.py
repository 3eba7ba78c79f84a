"""A draft is not published over what its director has asked for since it was drawn."""

from __future__ import annotations

from typing import Any

import pytest
from mcmahon.desk.people.miss_rounds import Withdraw, withdraw
from mcmahon.desk.rounds.change_boards import Swap, swap
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.wishes import NO_WISHES, Wishes, wishes_of_draft, with_more
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State

from tests.builders import tournament


def drafted(request: Draw | None = None) -> State:
    """A draft among seven players: three boards and a bye."""
    state = State(tournament("5k 5k 5k 6k 6k 6k 7k", rounds=3), load_profile("balanced"))
    return draw(state, request).state


def asked(state: State, **wish: Any) -> Wishes:
    return with_more(wishes_of_draft(state, 1), Wishes(**wish), state.tournament)


def refusal(state: State, wishes: Wishes | None = None) -> str:
    """Why a draft is not published."""
    with pytest.raises(InputError) as found:
        publish(state, Publish(asked=wishes))
    assert publish(state, Publish(anyway=True, asked=wishes)).value == 1
    return str(found.value)


def test_a_pair_that_must_not_meet() -> None:
    state = drafted()
    game = state.tournament.round(1).games[1]
    names = [state.tournament.player(p).name for p in game.players]
    wish = asked(state, forbid=((game.white, game.black),))
    assert refusal(state, wish).endswith(f"is out of date: asked for since: {names[0]} and {names[1]} do not meet")


def test_a_pair_that_must_meet_and_a_bye() -> None:
    state = drafted()
    first, second = state.tournament.round(1).games[:2]
    assert "meet" in refusal(state, asked(state, force=((first.white, second.white),)))
    assert "has the bye" in refusal(state, asked(state, bye=(first.black,)))


def test_what_the_draft_keeps_already_is_no_reason() -> None:
    state = drafted()
    first, second = state.tournament.round(1).games[:2]
    [bye] = state.tournament.round(1).byes
    kept: tuple[dict[str, Any], ...] = (
        {"force": ((first.black, first.white),)},
        {"forbid": ((first.white, second.white),)},
        {"bye": (bye,)},
        {"relax": ("repeats",)},
    )
    for wish in kept:
        assert publish(state, Publish(asked=asked(state, **wish))).value == 1


def test_a_wish_that_was_taken_back() -> None:
    first, second = drafted().tournament.round(1).games[:2]
    state = drafted(Draw(force=[(first.white, second.white)]))
    assert publish(state, Publish(asked=wishes_of_draft(state, 1))).value == 1
    assert "not any more: " in refusal(state, NO_WISHES)


def test_settings_of_today_are_wishes_that_the_draft_has_to_keep() -> None:
    state = drafted()
    first, second = state.tournament.round(1).games[:2]
    apart = change(state, ChangeSettings(assignments=[f"pairing.forbid+={first.white}:{first.black}"])).state
    assert "must not meet" in refusal(apart)
    together = change(state, ChangeSettings(assignments=[f"pairing.force+={first.white}:{second.white}"])).state
    assert "the draft of round 1 is out of date: " in refusal(together)


def test_a_board_to_which_somebody_has_said_yes_is_no_reason() -> None:
    state = drafted()
    first, second = state.tournament.round(1).games[:2]
    apart = f"pairing.forbid+={first.white}:{second.white}"
    state = change(state, ChangeSettings(assignments=[apart])).state
    swapped = swap(state, Swap(a=first.black, b=second.white, anyway=True)).state
    assert publish(swapped, Publish()).value == 1


def test_who_has_left_is_said_first() -> None:
    state = drafted()
    gone = withdraw(state, Withdraw(who=[state.tournament.round(1).games[0].white])).state
    assert "not entered" in refusal(gone)
