"""Results at the desk: of which round they are, and that none is replaced unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.rounds.enter_results import EnterResults, enter, results_missing
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.tables.records import parse_table
from mcmahon.model.errors import InputError, UnclearRoundError, UnconfirmedError
from mcmahon.model.notes import note_texts
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result, parse_result
from msgspec import structs


def two_rounds(first: str = "a+b c?d", second: str = "a?c b?d", draft: bool = True) -> State:
    """A round of two boards, and a second one, which is a draft."""
    t = played(played(tournament("1d 1d 1d 1d"), first), second)
    return in_memory(t.with_round(replace(t.rounds[-1], draft=draft)))


@pytest.mark.parametrize(
    ("first", "so_far"),
    [
        ("a+b c?d", ""),
        ("a+b c+d", ", 1-0 (Player-c won) so far"),
        ("a+b c-d!", ", 0-1! (Player-d won by forfeit) so far"),
    ],
)
def test_a_late_result_never_lands_in_the_draft(first: str, so_far: str) -> None:
    """Beside a round that is unfinished or just finished: both possibilities are shown with who plays there."""
    with pytest.raises(UnclearRoundError) as error:
        enter(two_rounds(first), EnterResults(results={"2": "1-0"}))
    assert error.value.rounds == (1, 2)
    head, published, draft = (problem.message for problem in error.value.problems)
    assert head == "round 2 is a draft, and a result would publish it; say which round the results belong to"
    assert published == f"round 1, published: table 2: Player-c (c) (White) – Player-d (d){so_far}"
    assert draft == "round 2, the draft: table 2: Player-b (b) (White) – Player-d (d)"


def test_the_round_named_decides_and_a_draft_is_published_by_it() -> None:
    late = enter(two_rounds(), EnterResults(results={"2": "1-0"}, round=1))
    assert (late.value.published, late.state.tournament.round(2).draft) == ([], True)
    drafted = enter(two_rounds(), EnterResults(results={"2": "1-0"}, round=2))
    assert (drafted.value.published, list(drafted.value.missing)) == ([2], [1])
    assert not drafted.state.tournament.round(2).draft


def test_a_draft_of_the_first_round_takes_no_result_by_chance_either() -> None:
    t = played(tournament("1d 1d"), "a?b")
    state = in_memory(t.with_round(replace(t.rounds[0], draft=True)))
    with pytest.raises(UnclearRoundError) as error:
        enter(state, EnterResults(results={"1": "1-0"}))
    assert error.value.rounds == (1,)


def test_a_published_round_needs_no_number_and_a_file_may_name_its_rounds() -> None:
    assert enter(two_rounds(draft=False), EnterResults(results={"1": "1-0"})).value.number == 2
    with pytest.raises(UnclearRoundError, match="table 1"):
        enter(two_rounds(), EnterResults(table=parse_table("table,result\n1,1-0\n", "r.csv")))
    named = enter(two_rounds(), EnterResults(table=parse_table("round,table,result\n1,2,0-1\n", "r.csv")))
    assert named.state.tournament.round(2).draft
    with pytest.raises(InputError, match="no table 7"):
        enter(two_rounds(), EnterResults(results={"7": "1-0"}))


def test_a_result_of_a_table_that_an_earlier_round_waits_for_asks_for_the_round() -> None:
    """Both rounds are published: table 2 may be the late game of round 1, or the one of today."""
    with pytest.raises(UnclearRoundError) as error:
        enter(two_rounds(draft=False), EnterResults(results={"1": "1-0", "2": "0-1"}))
    assert error.value.rounds == (1, 2)
    head, first, second = (problem.message for problem in error.value.problems)
    assert head == "round 1 still lacks the result of table 2; say which round the results belong to"
    assert first.startswith(
        "round 1, published: table 1: Player-a (a) (White) – Player-b (b), 1-0 (Player-a won) so far; table 2: "
    )
    assert second.endswith("table 2: Player-b (b) (White) – Player-d (d)")
    named = parse_table("table,white,result\n2,b,1-0\n", "r.csv")
    assert enter(two_rounds(draft=False), EnterResults(table=named)).value.number == 2, "the file says who plays"


def test_what_an_earlier_round_still_lacks_is_told_with_every_result_of_a_later_one() -> None:
    waiting = results_missing(1, (2,))
    for asked in (EnterResults(results={"1": "1-0"}), EnterResults(results={"2": "1-0"}, round=2)):
        assert waiting in enter(two_rounds(draft=False), asked).notes
    for asked in (EnterResults(results={"2": "1-0"}, round=1), EnterResults(results={"1": "1-0"}, round=1, again=True)):
        assert waiting not in enter(two_rounds(draft=False), asked).notes
    assert enter(two_rounds("a+b c+d", draft=False), EnterResults(results={"2": "1-0"})).notes == []


def test_another_result_replaces_one_only_on_purpose() -> None:
    """The same once more is no correction; all that differ are shown with both results and who won by them."""
    state = two_rounds("a+b c-d", draft=True)
    assert enter(state, EnterResults(results={"1": "1-0"}, round=1)).state.tournament == state.tournament
    with pytest.raises(UnconfirmedError) as error:
        enter(state, EnterResults(results={"1": "1-0!", "2": "?"}, round=1))
    lines = [problem.message for problem in error.value.problems]
    board = "round 1 table 1: Player-a (a) (White) – Player-b (b)"
    instead = "1-0! (Player-a won by forfeit) would replace it"
    assert lines[0] == f"{board} already has 1-0 (Player-a won); {instead}"
    assert lines[1].endswith("already has 0-1 (Player-d won); ? would take it out")
    done = enter(state, EnterResults(results={"1": "1-0!", "2": "?"}, round=1, again=True)).value
    assert [one.replaced for one in done.entered] == [True, True]


def test_in_doubt_a_jigo_is_asked_about_where_half_a_point_of_komi_makes_it_impossible() -> None:
    for komi, doubted in ((13, True), (12, False)):
        t = two_rounds(draft=False).tournament
        games = tuple(replace(game, komi_halves=komi) for game in t.rounds[1])
        state = in_memory(t.with_round(replace(t.rounds[1], games=games)))
        asked = EnterResults(results={"1": "jigo", "2": "0-1"}, round=2, doubt=True)
        if doubted:
            with pytest.raises(UnconfirmedError, match=r"\Around 2 table 1: .*: a jigo is impossible with komi 6.5\Z"):
                enter(state, asked)
        one, other = enter(state, structs.replace(asked, doubt=doubted, again=doubted)).value.entered
        assert (one.jigo_with_half_komi, other.jigo_with_half_komi) == (doubted, False)


def test_a_corrected_result_names_the_boards_that_were_drawn_from_it() -> None:
    asked = EnterResults(results={"1": "0-1"}, round=1, again=True)
    done = enter(two_rounds("a+b c+d", draft=False), asked)
    since = "was drawn from scores that have changed since"
    assert [text for text in note_texts(done.notes, done.state.tournament) if since in text] == [
        f"round 2 table 1 {since}: Player-a 1 → 0",
        f"round 2 table 2 {since}: Player-b 0 → 1",
    ]


def test_a_result_may_have_the_dashes_of_text_programs() -> None:
    for text in ("1–0", "1—0", "1−0", "1‐0", "1:0"):
        assert parse_result(text) == (Result.WHITE, False)
    assert parse_result("½–½!") == (Result.JIGO, True)


def test_a_file_that_names_somebody_alike_is_refused() -> None:
    state = two_rounds(draft=False)
    t = state.tournament
    for pid, first in (("a", "Malý"), ("b", "Maly")):
        t = t.with_players([replace(t.player(pid), surname="Peter", first_name=first)])
    state = state.with_tournament(t)
    for name in ("Peter Malý", "Malý, Peter", "a", "PETER MALÝ"):
        table = parse_table(f'table,white,result\n1,"{name}",1-0\n', "r.csv")
        assert enter(state, EnterResults(table=table, round=2)).value.number == 2
    with pytest.raises(InputError, match="table 1 has other players"):
        enter(state, EnterResults(table=parse_table("table,white,result\n1,Peter Maly,1-0\n", "r.csv"), round=2))


def test_names_and_tables_that_are_wrong_are_told_at_once() -> None:
    rows = "table,white,result\n999,Player-a,1-0\n1,Player-d,1-0\n2,Player-b,x\n"
    with pytest.raises(InputError) as error:
        enter(two_rounds(draft=False), EnterResults(table=parse_table(rows, "r.csv")))
    assert [(p.line, p.message[:29]) for p in error.value.problems] == [
        (2, "round 2 has no table 999; its"), (3, "table 1 has other players: in"), (4, "wrong result"),
    ]  # fmt: skip


def test_the_file_of_another_round_is_told_in_one_line() -> None:
    """With the first few rows that do not fit, and how many more there are."""
    t = played(tournament("1d " * 12), "a?b c?d e?f g?h i?j k?l")
    t = played(t, "a?c b?d e?g f?h i?k j?l")
    rows = ["table,white,black,result", *(f"{g.table},{g.white},{g.black},1-0" for g in t.round(1))]
    with pytest.raises(InputError) as error:
        enter(in_memory(t), EnterResults(table=parse_table("\n".join(rows), "r.csv")))
    first, *some, last = error.value.problems
    assert first.message == "most rows are boards of round 1, not of round 2"
    assert first.offered("round") == 1
    assert [problem.line for problem in some] == [2, 3, 4, 5]
    assert str(last) == "r.csv: 2 more rows with other boards"
    named = enter(in_memory(t), EnterResults(table=parse_table("\n".join(rows), "r.csv"), round=1))
    assert len(named.value.entered) == 6


def test_a_file_with_one_wrong_row_is_not_taken_for_another_round() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a?b c?d"), "a?c b?d")
    table = parse_table("table,white,black,result\n1,a,c,1-0\n2,c,d,1-0\n", "r.csv")
    with pytest.raises(InputError) as error:
        enter(in_memory(t), EnterResults(table=table))
    (only,) = error.value.problems
    assert only.message.startswith("table 2 has other players")
