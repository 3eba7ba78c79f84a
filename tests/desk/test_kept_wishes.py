"""What is kept of the wishes for a draft when it is drawn again: each kind that is not said anew, as far as it fits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import tournament
from mcmahon.desk.rounds.wishes import Wishes, both, with_kept
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.profiles import profile_named
from mcmahon.model.notes import Remark
from mcmahon.model.records.state import Record
from mcmahon.model.tournament.games import Game, Round
from mcmahon.model.tournament.rules import CountRule
from mcmahon.model.ways import Way

PROFILE = replace(profile_named("balanced"), rules=(CountRule("inside", ("compatriots",), 0),))


def wishes(text: str) -> Wishes:
    """`a+b` is forced, `c-d` forbidden, `e` has the bye; anything longer is the name of a rule."""
    words = text.split()
    return Wishes(
        force=tuple((w[0], w[2]) for w in words if w[1:2] == "+" and len(w) == 3),
        forbid=tuple((w[0], w[2]) for w in words if w[1:2] == "-" and len(w) == 3),
        bye=tuple(w for w in words if len(w) == 1),
        relax=tuple(w for w in words if len(w) > 3),
    )


@pytest.mark.parametrize(
    ("before", "byes", "given", "away", "kept", "dropped"),
    [
        ("a+b c-d e repeats", "e", "", "", "a+b c-d e repeats", ""),
        ("a+b c-d e repeats", "e", "c+f a-b g first", "", "", ""),
        ("a+b c-d e", "e", "c+d", "", "e", "c-d"),  # who is to meet is forbidden no longer
        ("a+b c-d e", "e", "a-c", "", "a+b e", ""),
        ("a+b c+d e", "e", "", "ae", "c+d", "a+b e"),
        ("e", "e", "e+f", "", "", "e"),
        ("a+b e", "e", "a", "", "", "a+b"),
        ("a+b a", "a", "", "", "a+b", "a"),  # they are settled already
        ("e", "e", "", "g", "", "e"),  # of six one more would have a bye
        ("e", "ef", "", "g", "e", ""),  # as it was
        ("e f", "ef", "", "g", "e f", ""),
        ("repeats clubs inside priced gone", "g", "", "", "repeats clubs inside", "priced gone"),
    ],
)
def test_what_is_kept_of_a_draft(before: str, byes: str, given: str, away: str, kept: str, dropped: str) -> None:
    t = tournament("3d 2d 1d 1k 2k 3k 4k")
    rules = (CountRule("clubs", ("clubmates",), 0), CountRule("priced", ("clubmates",), 0, price=5))
    t = replace(t, settings=replace(t.settings, pairing=replace(t.settings.pairing, rules=rules)))
    t = t.with_players([replace(t.player(one), rounds=frozenset({2})) for one in away])
    t = t.with_round(Round(1, (Game(1, "a", "b"),), tuple(byes), draft=True))
    old, new = wishes(before), wishes(given)
    state = in_memory(t, {1: Record(PROFILE, locks=old.locks, relaxed=old.relax)})
    found, notes = with_kept(state, 1, new, PROFILE)
    way = Way("to draw without them", "pair", fresh=True)
    told = [Remark(f"kept from the draft before: {wishes(kept).text(t)}", (way,))] * bool(kept)
    told += [Remark(f"no longer possible, so not kept from the draft before: {wishes(dropped).text(t)}")] * bool(
        dropped
    )
    assert notes == told
    assert found == both(new, wishes(kept))
    assert with_kept(in_memory(t), 1, new, PROFILE) == (new, []), "nothing is known of how it was drawn"
    assert with_kept(state, 2, new, PROFILE) == (new, []), "another round"
