"""Profiles of one's own beside the settings: their files named, changed and taken out."""

from __future__ import annotations

import pytest
from builders import tournament
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.settings.own_profiles import edit
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.profiles import profile_named, profile_text
from mcmahon.model.errors import InputError

OWN = profile_text(profile_named("balanced"), None, "mine")


@pytest.mark.parametrize("typed", ["Close games", " close-games.toml ", "../Close Games"])
def test_a_profile_is_a_file_called_as_typed_in_plain_letters(typed: str) -> None:
    made = edit(in_memory(tournament("1d 1d")), typed, OWN)
    assert (made.value, list(made.state.profile_texts)) == ("close-games.toml", ["close-games.toml"])


@pytest.mark.parametrize("typed", ["", " ", "..", "/.-"])
def test_a_profile_without_a_letter_has_no_name(typed: str) -> None:
    with pytest.raises(InputError, match="the profile has no name"):
        edit(in_memory(tournament("1d 1d")), typed, OWN)


def test_a_profile_is_taken_out_unless_rounds_are_drawn_by_it_or_it_is_not_there() -> None:
    state = edit(in_memory(tournament("1d 1d")), "mine", OWN).state
    with pytest.raises(InputError, match=r"there is no profile beside the settings called 'other\.toml'"):
        edit(state, "other", "")
    with pytest.raises(InputError, match=r"mine\.toml is the profile that rounds are drawn by"):
        edit(change(state, ChangeSettings(assignments=["pairing.profile=mine.toml"])).state, "mine", "")
    assert not edit(state, "mine", "").state.profile_texts
