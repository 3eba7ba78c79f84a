"""What if: rounds by other profiles, weights or settings, as a face asks for them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.questions.what_if import WhatIf, what_if
from mcmahon.io.folder.state_files import in_memory, with_settings
from mcmahon.io.settings.profiles import profile_named
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State


@pytest.fixture
def six() -> State:
    """Two clubs; clubmates of one score meet in the round that stands."""
    t = tournament("1d 1d 1d 1d 1k 1k", start__bar="none")
    clubs = dict.fromkeys("ab", "One") | dict.fromkeys("cd", "Two")
    t = t.with_players([replace(p, club=clubs.get(p.id, "")) for p in t.players])
    return in_memory(
        played(t, "a+b c+d e+f"), settings_text=new_settings_text("bga", {"rounds": 5, "start.bar": "none"})
    )


def test_a_column_for_each_profile_and_whatever_is_varied(six: State) -> None:
    request = WhatIf(profiles=[profile_named("swiss")], varied=["club=0", "pairing.max_difference=1"])
    outcome = what_if(six, request)
    assert [column.label for column in outcome.value.columns] == ["swiss", "club=0", "pairing.max_difference=1"]
    assert outcome.value.numbers == [1]
    assert outcome.value.standing is not None
    assert outcome.value.standing.counts.clubmates == 2
    assert outcome.value.standing.counts.same_club == 2, "the key of version 1"
    assert outcome.state is six


def test_a_setting_gives_the_round_that_would_be_drawn_with_it(six: State) -> None:
    """All start equal below no bar; with the bar back the two kyu players have another score."""
    varied = what_if(six, WhatIf(varied=["start.bar=1d"])).value.columns[0]
    changed = what_if(with_settings(six, {"start.bar": "1d"})).value.columns[0]
    assert (varied.counts, varied.cost) == (changed.counts, changed.cost)


def test_where_nothing_is_named_the_round_is_drawn_by_its_own_profile(six: State) -> None:
    column = what_if(six).value.columns[0]
    assert column.label == six.profile.name
    assert column.proven
    assert column.counts.same_club < 2


def test_what_cannot_be_varied_is_refused(six: State) -> None:
    with pytest.raises(
        InputError, match=r"^varied 'pairing.profile=swiss': a profile is not compared as a setting"
    ) as error:
        what_if(six, WhatIf(varied=["pairing.profile=swiss"]))
    assert error.value.problems[0].offered("profile") == "swiss"
    with pytest.raises(InputError, match="no criterion matches 'xyz'"):
        what_if(six, WhatIf(varied=["xyz=3"]))
    empty = replace(six, tournament=replace(six.tournament, rounds=()))
    with pytest.raises(InputError, match="nothing to draw again"):
        what_if(empty, WhatIf(replay=True))
    assert what_if(empty).value.standing is None
