"""Cups at the desk: made, drawn, repaired, decided; a whole youth tournament with three of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import TRF, make_pages, players, tournament
from commands import mcmahon
from mcmahon.cli.commands.team_commands import cup_lines
from mcmahon.desk.desk import Desk, in_memory
from mcmahon.desk.files.export_files import Export, export
from mcmahon.desk.glance import concerns
from mcmahon.desk.hall.hall_view import HallView, number_of
from mcmahon.desk.hall.public_draw import public_draw
from mcmahon.desk.messages.cup_texts import head
from mcmahon.desk.people.miss_rounds import Absent, Withdraw, absent, withdraw
from mcmahon.desk.placing.run_cups import (
    CupRequest,
    DecideRequest,
    RemoveCupRequest,
    cups,
    decide,
    remove,
    rounds_read,
    set_cup,
)
from mcmahon.desk.questions.explain_board import ExplainBoard, explain
from mcmahon.desk.rounds.change_boards import Swap, check, swap
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, ResultsDone, by_table, enter
from mcmahon.desk.rounds.plan.planning import plan
from mcmahon.desk.rounds.proof.verify_proof import verify_file, write_certificate
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import repair
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import Outcome
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.cups.bracket import cup_pairs
from mcmahon.model.errors import InputError, UnconfirmedError
from mcmahon.model.notes import note_texts
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result


def begun(ranks: str = "5d 4d 3d 2d 1d 1k 2k 3k 4k 5k", **settings: object) -> State:
    text = new_settings_text("egf", {"rounds": 4, **{key.replace("__", "."): value for key, value in settings.items()}})
    made = tournament(ranks, "egf", **{"rounds": 4, **settings})
    return in_memory(replace(made, players=players(ranks)), settings_text=text)


def drawn(state: State) -> State:
    return draw(state, Draw()).state


def with_round(state: State, *, upsets: str = "", signs: str = "+") -> State:
    """With the next round drawn, published and played: the lower id wins, but where a player is named as an upset."""
    state = publish(drawn(state), Publish()).state
    typed: list[str] = []
    for game in state.tournament.rounds[-1]:
        winner = min(game.players, key=lambda p: (p not in upsets, p))
        typed += [str(game.table), "1-0" if winner == game.white else "0-1"]
    return enter(state, EnterResults(results=by_table(typed))).state


def boards(state: State, number: int = 0) -> set[frozenset[str]]:
    return {frozenset(game.players) for game in state.tournament.rounds[number - 1]}


def pair(text: str) -> frozenset[str]:
    return frozenset(text)


def test_cup_games_are_drawn_and_everybody_else_is_drawn_around_them() -> None:
    state = set_cup(begun(), CupRequest(name="U12", size=4)).state
    state = with_round(state, upsets="d")
    assert {pair("ad"), pair("bc")} <= boards(state)
    assert len(boards(state)) == 5
    state = drawn(state)
    assert pair("bd") in boards(state)
    assert all(verdict.legal for verdict in check(state).value)
    done = draw(state, Draw()).value
    assert done.pairing.status == "optimal"


def test_a_cup_that_begins_later_and_is_drawn_by_the_standings() -> None:
    state = set_cup(begun(), CupRequest(name="open", size=4, first=3, seeding="standings", third_place=True)).state
    state = with_round(with_round(state))
    assert not state.tournament.cups[0].seeds
    state = with_round(state)
    seeds = state.tournament.cups[0].seeds
    assert {frozenset((seeds[0], seeds[3])), frozenset((seeds[1], seeds[2]))} <= boards(state)
    state = with_round(state)
    (one,) = cups(state).value
    assert one.bracket.over
    assert one.bracket.third is not None
    assert one.bracket.third.winner


def test_a_repeat_that_the_cup_orders_is_legal_and_the_reason_says_so() -> None:
    """Round 1 pairs a with somebody; the cup from round 2 is made of exactly these two and two others."""
    state = with_round(begun())
    first = state.tournament.rounds[0].games[0]
    others = [p.id for p in state.tournament.players if p.id not in first.players][:2]
    state = set_cup(state, CupRequest(name="x", size=4, players=[first.white, *others, first.black])).state
    state = drawn(state)
    assert frozenset(first.players) in boards(state)
    (verdict,) = check(state, 2).value
    assert verdict.legal
    assert [v.cup.cup for v in verdict.violations if v.cup] == ["x"]
    text = explain(state, ExplainBoard(player=first.white)).value.found.paragraph
    assert "This is a game of the cup x: semifinal." in text
    assert "drawn" not in text


def test_the_reason_is_public_too() -> None:
    state = publish(drawn(set_cup(begun(), CupRequest(name="U12", size=4)).state), Publish()).state
    public = public_draw(state, 1)
    assert public is not None
    assert public.why("a")[0] == "This is a game of the cup U12: semifinal."


def test_cup_games_are_even_and_others_have_handicaps() -> None:
    state = begun("5d 4d 1k 9k 9k 15k", start__bar="none", handicap__rule="mms")
    own = players("5d 4d 1k 9k 9k 15k")
    state = state.with_tournament(replace(state.tournament, players=own))
    even = drawn(set_cup(state, CupRequest(name="x", size=4, players=list("abcd"))).state).tournament.rounds[0]
    assert {g.handicap for g in even if set(g.players) == {"a", "d"}} == {0}
    stones = drawn(
        set_cup(state, CupRequest(name="x", size=4, players=list("abcd"), handicap=True)).state
    ).tournament.rounds[0]
    assert {g.handicap for g in stones if set(g.players) == {"a", "d"}} == {9}


def test_the_certificate_of_a_round_with_cup_games_is_verified(tmp_path: Path) -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4)).state
    file = tmp_path / "proof.json"
    done = draw(state, Draw(certificate=file))
    write_certificate(done.value, file)
    found = verify_file(file, done.state)
    assert found.proven
    assert any("fixed by hand" in line and "a:d" in line for line in found.terms)


def test_phones_show_a_round_for_cups_only_to_its_players_alone() -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4, first=4)).state
    for _ in range(4):
        state = with_round(state)
    state = publish(drawn(state), Publish()).state
    view, game = HallView(state), state.tournament.rounds[4].games[0]
    own, other = (view.card(number_of(view.people[player])) for player in (game.white, "j"))
    assert own is not None
    assert other is not None
    assert (own.turns[-1].round, own.turns[-1].table) == (5, 1)
    assert len(other.turns) == 4


def test_a_draft_that_does_not_know_a_cup_is_not_published_over_it() -> None:
    outcome = set_cup(drawn(begun()), CupRequest(name="x", size=4))
    notes = note_texts(outcome.notes, outcome.state.tournament)
    assert notes == ["the draft of round 1 was drawn before this change: pair the round again"]
    with pytest.raises(InputError, match="round 1 lacks games of cups: cup x, semifinal: Player-a – Player-d"):
        publish(outcome.state, Publish())
    assert publish(drawn(outcome.state), Publish()).value == 1
    assert publish(outcome.state, Publish(anyway=True)).value == 1


def test_the_overview_names_a_match_that_waits_for_the_director() -> None:
    state = publish(drawn(set_cup(begun(), CupRequest(name="x", size=4)).state), Publish()).state
    board = next(game for game in state.tournament.rounds[0] if "a" in game.players)
    state = enter(state, EnterResults(results={str(board.table): "0-0"})).state
    names = "Player-a (a) and Player-d (d)"
    assert [one.text for one in concerns(state).value if "cup" in one.text] == [
        f"cup x, semifinal: the game of {names} in round 1 was lost by both; you decide who advances"
    ]


def test_who_is_away_loses_the_match_and_the_opponent_is_drawn_normally() -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4)).state
    state = absent(state, Absent(who=["a", "j"], rounds="1")).state
    # the cup is of those who are there: e takes the place of a
    assert drawn(state).tournament.cups[0].seeds == tuple("bcde")
    state = with_round(set_cup(begun(), CupRequest(name="x", size=4)).state)
    state = absent(state, Absent(who=["a", "j"], rounds="2")).state
    outcome = draw(state, Draw())
    (note,) = [text for text in note_texts(outcome.notes, outcome.state.tournament) if "cup" in text]
    assert note == ("cup x, final: Player-b (b) advances without a game, because Player-a (a) does not play in round 2")
    assert outcome.state.tournament.rounds[1].game_of("b") is not None


def test_the_round_is_not_drawn_before_it_is_known_who_advances() -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4)).state
    state = publish(drawn(state), Publish()).state
    typed = []
    for game in state.tournament.rounds[0]:
        typed += [str(game.table), "void" if set(game.players) == {"a", "d"} else "1-0"]
    state = enter(state, EnterResults(results=by_table(typed))).state
    with pytest.raises(InputError) as error:
        drawn(state)
    assert "cup x, semifinal: the game of Player-a (a) and Player-d (d) in round 1 has no result; you decide" in str(
        error.value
    )
    decided = decide(state, DecideRequest(name="x", player="d"))
    assert decided.value.winner == "d"
    assert any("d" in one and one <= frozenset("bcd") for one in boards(drawn(decided.state)))
    again = decide(decided.state, DecideRequest(name="x", player="a", by_result=True)).state
    assert again.tournament.cups == state.tournament.cups


def test_a_missing_result_of_a_cup_game_is_named_even_where_others_may_be_missing() -> None:
    state = publish(drawn(set_cup(begun(), CupRequest(name="x", size=4)).state), Publish()).state
    with pytest.raises(InputError, match=r"cup x, semifinal: the result of .* in round 1 is missing") as error:
        draw(state, Draw(missing_results=True))
    ways = [(problem.offered("name"), problem.offered("player")) for problem in error.value.problems]
    assert ways == [("x", "a"), ("x", "b")]


def test_repair_keeps_every_cup_game_whose_players_are_there() -> None:
    state = publish(drawn(set_cup(begun(), CupRequest(name="x", size=4)).state), Publish()).state
    gone = next(p.id for p in state.tournament.players if p.id not in "abcd")
    done = repair(state, Repair(without=[gone], anyway=True))
    assert {pair("ad"), pair("bc")} <= boards(done.state)
    lost = repair(state, Repair(without=["d"], anyway=True)).state
    assert pair("bc") in boards(lost)
    (one,) = cups(lost).value
    assert (one.bracket.matches[0].fate.value, one.bracket.matches[0].winner) == ("walkover", "a")
    assert all(verdict.legal for verdict in check(lost).value)


def test_a_swap_that_parts_a_cup_game_asks_first() -> None:
    state = publish(drawn(set_cup(begun(), CupRequest(name="x", size=4)).state), Publish()).state
    with pytest.raises(UnconfirmedError, match="is for the cup x, semifinal; without it you decide who advances"):
        swap(state, Swap(a="d", b="j"))
    parted = swap(state, Swap(a="d", b="j", anyway=True)).state
    assert cups(parted).value[0].to_decide[0].players == ("a", "d")


def test_a_cup_that_has_begun_keeps_its_bracket() -> None:
    state = with_round(set_cup(begun(), CupRequest(name="x", size=4)).state)
    with pytest.raises(InputError, match="the cup x has begun in round 1, so this stays as it is"):
        set_cup(state, CupRequest(name="x", size=8))
    with pytest.raises(InputError, match=r"name 'y'; expected one of the cups x$"):
        remove(state, RemoveCupRequest(name="y"))
    changed = set_cup(state, CupRequest(name="x", counts="none", third_place=True)).state
    assert changed.tournament.cups[0].seeds == tuple("abcd")
    with pytest.raises(UnconfirmedError, match="the cup x has begun"):
        remove(state, RemoveCupRequest(name="x"))
    assert remove(state, RemoveCupRequest(name="X", anyway=True)).state.tournament.cups == ()


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (CupRequest(name="y", size=4, first=1), "first '1'; expected a round that is not published yet"),
        (
            CupRequest(name="y", size=4, first=9),
            "first '9'; expected no round without a game; round 4 is the last of the tournament",
        ),
        (CupRequest(name="y", size=4, who=["club=Ulm"]), "nobody with club=Ulm"),
        (
            CupRequest(name="y", size=4, first=2),
            r"the cups x and y both play in round 2 and have Player-a \(a\), Player-b \(b\)",
        ),
    ],
)
def test_a_cup_that_does_not_fit_is_refused(request_: CupRequest, message: str) -> None:
    state = with_round(set_cup(begun(), CupRequest(name="x", size=4)).state)
    with pytest.raises(InputError, match=message):
        set_cup(state, request_)


def test_rounds_for_cups_only_follow_the_last_round() -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4, first=4, counts="before-semifinals")).state
    for _ in range(4):
        state = with_round(state)
    with pytest.raises(InputError, match="expected 4 or more"):
        change(state, ChangeSettings(assignments=["rounds=3"], anyway=True))
    state = drawn(state)
    assert len(state.tournament.rounds[4].games) == 1
    state = enter(publish(state, Publish()).state, EnterResults(results={"1": "1-0"})).state
    with pytest.raises(InputError, match="expected 4, as rounds for cups only have been drawn"):
        change(state, ChangeSettings(assignments=["rounds=6"], anyway=True))
    with pytest.raises(InputError, match="all 5 rounds have been drawn"):
        drawn(state)
    with pytest.raises(InputError, match="round 5 is for cups only"):
        repair(state, Repair(without=["a"]))
    pages = make_pages(state.tournament)
    assert "Winner" in pages["cups.html"]
    lost = export(state, Export(form="opengotha")).value.losses.cases
    assert list(lost["rounds for cups only, left out"]) == ["5"]
    assert list(lost["cups; their games are ordinary games in the file"]) == ["x"]
    assert len(lost["games of cups that count in the file, though not here"]) == 2


@pytest.mark.parametrize("form", ["egd", "tou", "opengotha", "pairgoth", "macmahon", TRF])
def test_every_format_names_the_cups_that_it_loses(form: str) -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4, first=4, counts="none")).state
    for _ in range(5):
        state = with_round(state)
    found = export(state, Export(form=form)).value
    lost = found.losses.cases
    assert list(lost["cups; their games are ordinary games in the file"]) == ["x"]
    reported = form in ("egd", "tou")
    assert list(lost.get("rounds for cups only, left out", ())) == ([] if reported else ["5"])
    uncounted = list(lost.get("games of cups that count in the file, though not here", ()))
    assert len(uncounted) == (0 if reported else 2)
    back = found.read_back
    assert back is not None
    assert (back.players, back.games) == (10, 21 if reported else 20)


def test_a_folder_made_of_a_folder_has_the_cups_and_the_rounds_for_cups_only(tmp_path: Path) -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4, first=4)).state
    for _ in range(5):
        state = with_round(state)
    Desk(tmp_path / "a").folder.create(state, "made")
    mcmahon("convert", tmp_path / "a", tmp_path / "b")
    assert Desk(tmp_path / "b").read().tournament == Desk(tmp_path / "a").read().tournament == state.tournament


def test_the_plan_knows_the_games_that_are_known() -> None:
    """Five in a cup from round 2: the game d-e is known now, and that 2 and 3 meet in round 3."""
    state = set_cup(begun("5d 4d 3d 2d 1d 1k"), CupRequest(name="x", size=5, first=2)).state
    found = plan(with_round(state)).value
    assert {frozenset(one) for one in found.plan.rounds[0].pairs} >= {pair("de")}
    assert {frozenset(one) for one in found.plan.rounds[1].pairs} >= {pair("bc")}


def test_a_player_who_withdraws_between_rounds() -> None:
    state = with_round(set_cup(begun(), CupRequest(name="x", size=8)).state)
    state = withdraw(state, Withdraw(who=["a"])).state
    state = drawn(state)
    assert frozenset("ad") not in boards(state)
    lines = cup_lines(cups(state).value[0], state.tournament)
    assert any("4 Player-d" in line for line in lines)


def test_an_undo_takes_a_cup_back_and_two_changes_at_once_are_named(tmp_path: Path) -> None:
    mcmahon("new", tmp_path / "t", "--set", "rounds=3")
    (tmp_path / "p.csv").write_text("surname,rank\n" + "".join(f"Name{k},{k + 1}k\n" for k in range(8)))
    mcmahon("register", tmp_path / "t", tmp_path / "p.csv")
    mcmahon("cup", tmp_path / "t", "x", "--size", 4)
    desk = Desk(tmp_path / "t")
    assert [cup.name for cup in desk.read().tournament.cups] == ["x"]
    mcmahon("undo", tmp_path / "t")
    assert desk.read().tournament.cups == ()
    assert not (tmp_path / "t" / "cups.toml").exists()


def test_a_cup_plays_in_the_rounds_that_are_named_and_its_players_are_drawn_normally_between_them() -> None:
    """Semifinals in round 1, the final in round 3; in round 2 the semifinal winners are players like all others."""
    state = set_cup(begun(), CupRequest(name="x", size=4, in_rounds=[1, 3])).state
    assert "rounds 1,3;" in head(state.tournament.cups[0])
    state = with_round(state)
    assert {pair("ad"), pair("bc")} <= boards(state)
    state = draw(state, Draw()).state
    assert cup_pairs(state.tournament, 2) == {}
    state = publish(state, Publish()).state
    typed = [word for game in state.tournament.rounds[1] for word in (str(game.table), "1-0")]
    state = drawn(enter(state, EnterResults(results=by_table(typed))).state)
    assert pair("ab") in boards(state)
    assert cups(state).value[0].bracket.of_round(3)[0].players == ("a", "b")


def test_between_the_rounds_of_a_cup_a_result_may_be_missing() -> None:
    """Who advances has to be known for the round of the final alone, and can be said until that is published."""
    state = publish(drawn(set_cup(begun(), CupRequest(name="x", size=4, in_rounds=[1, 3])).state), Publish()).state
    state = publish(draw(state, Draw(missing_results=True)).state, Publish()).state
    with pytest.raises(InputError, match="the result of Player-a"):
        draw(state, Draw(missing_results=True))
    state = decide(decide(state, DecideRequest(name="x", player="d")).state, DecideRequest(name="x", player="c")).state
    assert pair("cd") in boards(draw(state, Draw(missing_results=True)).state)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"in_rounds": [3, 2]}, "wrong rounds '3, 2'; expected rounds in order"),
        ({"in_rounds": [2, 3], "first": 1}, "wrong first_round '1'; expected 2, as in its rounds"),
        (
            {"in_rounds": [3, 6]},
            "rounds '3,6'; expected no round without a game; round 4 is the last of the tournament",
        ),
    ],
)
def test_rounds_of_a_cup_that_cannot_be(given: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        set_cup(begun(), CupRequest(name="x", size=4, **given))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["x", "0", "5-3", "1-200"])
def test_rounds_that_nobody_can_read(text: str) -> None:
    with pytest.raises(InputError, match="expected rounds such as 5,7,9 or 3-5"):
        rounds_read(text)


def test_two_cups_share_players_in_rounds_of_their_own() -> None:
    """U12 in rounds 1 and 3, U16 in rounds 2 and 4, all of them the same four players."""
    state = set_cup(begun(), CupRequest(name="U12", size=4, in_rounds=[1, 3])).state
    state = set_cup(state, CupRequest(name="U16", size=4, in_rounds=[2, 4])).state
    for _ in range(4):
        state = with_round(state)
    found = [one.bracket for one in cups(state).value]
    assert [tree.over for tree in found] == [True, True]
    assert all(len([m for m in tree.matches if m.game]) == 3 for tree in found)
    assert all(verdict.legal for verdict in check(state).value)


def test_a_round_without_a_cup_behind_the_last_is_refused_wherever_it_would_come_from() -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4, first=4)).state
    state = set_cup(state, CupRequest(name="y", size=4, first=6, players=list("efgh"))).state
    with pytest.raises(InputError, match="round 5 would have no game"):
        remove(state, RemoveCupRequest(name="x"))
    with pytest.raises(InputError, match="as round 3 would have no game: cups play"):
        change(state, ChangeSettings(assignments=["rounds=2"]))


def corrected(state: State, number: int, player: str) -> Outcome[ResultsDone]:
    """The result of a player's game turned round."""
    game = next(game for game in state.tournament.rounds[number - 1] if player in game.players)
    other = "0-1" if game.result is Result.WHITE else "1-0"
    return enter(state, EnterResults(results={str(game.table): other}, round=number, again=True))


@pytest.mark.parametrize(("asked", "seeding"), [(None, "given"), ("rating", "rating"), ("given", "given")])
def test_named_players_are_seeded_in_their_order_unless_another_one_is_asked_for(
    asked: str | None, seeding: str
) -> None:
    state = set_cup(
        in_memory(tournament("3d 2d 1d 1k")), CupRequest(name="x", size=4, players=["d", "a", "b", "c"], seeding=asked)
    )
    assert state.state.tournament.cups[0].seeding == seeding


def test_who_is_in_a_published_final_stays_when_the_semifinal_is_corrected() -> None:
    """a beat d, and a-b is published; then the result is d's. The director is told how to let d in while that works."""
    state = with_round(set_cup(begun(), CupRequest(name="x", size=4)).state)
    state = publish(drawn(state), Publish()).state
    outcome = corrected(state, 1, "a")
    (said,) = [text for text in note_texts(outcome.notes, outcome.state.tournament) if "cup" in text]
    assert said == (
        "cup x, semifinal: by the results as they are now Player-d (d) would advance, but Player-a (a) stays in; "
        "you can draw the published round 2 again"
    )
    (one,) = cups(outcome.state).value
    assert one.bracket.final is not None
    assert one.bracket.final.players == ("a", "b")
    assert one.bracket.final.fate.value == "playing"
    again = draw(outcome.state, Draw(again=True)).state
    assert {pair("bd")} <= boards(again)
    final = cups(publish(again, Publish()).state).value[0].bracket.final
    assert final is not None
    assert (set(final.players), final.fate.value) == ({"b", "d"}, "playing")
    back = corrected(outcome.state, 1, "a").state
    assert cups(back).value[0].bracket.final == one.bracket.final


def test_a_final_that_is_played_is_not_drawn_again() -> None:
    state = with_round(with_round(set_cup(begun(), CupRequest(name="x", size=4)).state))
    outcome = corrected(state, 1, "a")
    (said,) = [text for text in note_texts(outcome.notes, outcome.state.tournament) if "cup" in text]
    assert said.endswith("Player-a (a) stays in; round 2 is published and has results")
    found = cups(outcome.state).value[0].bracket.final
    assert found is not None
    assert (found.players, found.winner) == (("a", "b"), "a")


def test_a_draft_of_the_final_is_drawn_again_before_it_is_published_over_a_correction() -> None:
    state = drawn(with_round(set_cup(begun(), CupRequest(name="x", size=4)).state))
    outcome = corrected(state, 1, "a")
    assert not [text for text in note_texts(outcome.notes, outcome.state.tournament) if "stays in" in text]
    with pytest.raises(InputError, match="lacks games of cups: cup x, final: Player-d"):
        publish(outcome.state, Publish())
    assert pair("bd") in boards(drawn(outcome.state))


def test_players_chosen_by_standings_stay_and_the_director_is_told() -> None:
    """The cup of four is drawn by the standings after round 1, in which e then loses what it had won."""
    state = with_round(begun("2d 2d 2d 2d 2d 2d 2d 2d"))
    state = set_cup(state, CupRequest(name="x", size=4, first=2, seeding="standings")).state
    state = publish(drawn(state), Publish()).state
    (cup,) = state.tournament.cups
    outcome = corrected(state, 1, cup.seeds[0])
    (said,) = [text for text in note_texts(outcome.notes, outcome.state.tournament) if "the cup x" in text]
    assert f"instead of Player-{cup.seeds[0]}" in said
    assert said.endswith("you can draw the published round 2 again")
    assert outcome.state.tournament.cups[0].seeds == cup.seeds
    assert cup.seeds[0] not in draw(outcome.state, Draw(again=True)).state.tournament.cups[0].seeds


def test_groups_and_then_a_knock_out_of_the_first_two_of_each() -> None:
    """Eight in two groups, the earlier letter wins: A is a d e h, B is b c f g; the semifinals are a-c and b-d.

    As at championships with a group stage: the first of a group meets the second of another one.
    """
    given = {"rounds": 3, "groups.number": 2}
    text = new_settings_text("round-robin", given)
    own = players("8d 7d 6d 5d 4d 3d 2d 1d")
    state = in_memory(
        replace(tournament("", "round-robin", rounds=3, groups__number=2), players=own), settings_text=text
    )
    with pytest.raises(InputError, match="cups follow the last round; expected a cup from round 4"):
        set_cup(state, CupRequest(name="Final", size=4, first=2))
    state = set_cup(state, CupRequest(name="Final", size=4, first=4, groups="stage", third_place=True)).state
    for _ in range(3):
        state = with_round(state)
    state = with_round(state)
    assert boards(state) == {pair("ac"), pair("bd")}
    state = with_round(state)
    assert boards(state) == {pair("ab"), pair("cd")}
    assert all(verdict.legal for verdict in check(state).value)


def test_a_column_of_groups_needs_groups() -> None:
    with pytest.raises(InputError, match="no groups are drawn, so there is no column 'stage'"):
        set_cup(begun(), CupRequest(name="x", size=4, first=2, groups="stage"))


def test_a_game_that_is_forced_beside_that_of_a_cup_names_the_cup() -> None:
    state = set_cup(begun(), CupRequest(name="x", size=4)).state
    with pytest.raises(InputError, match=r"two games in round 1: with .*Player-d \(d\) in the cup x, semifinal"):
        draw(state, Draw(force=[("a", "e")]))


def youth(path: Path, size: int) -> None:
    """A youth tournament: the first third is U20, then U16, then U12."""
    lines = ["surname,first name,rank,club,category"]
    for k in range(size):
        rank = f"{k // 8 + 1}k" if k // 8 < 30 else "30k"
        lines.append(f"Kid{k:03},A,{rank},Club{k % 12},{('U20', 'U16', 'U12')[3 * k // size]}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.slow
def test_a_youth_tournament_of_150_with_three_cups_from_end_to_end(tmp_path: Path) -> None:
    """Five rounds; U12 and U16 are cups of 8 in rounds 3 to 5, U20 is one of 16 in rounds 2 to 5."""
    folder = tmp_path / "youth"
    mcmahon("new", folder, "--set", "rounds=5", "--name", "Youth")
    youth(tmp_path / "kids.csv", 150)
    mcmahon("register", folder, tmp_path / "kids.csv")
    mcmahon("cup", folder, "U12", "--size", 8, "--first", 3, "--who", "category=U12", "--seeding", "standings")
    mcmahon("cup", folder, "U16", "--size", 8, "--first", 3, "--who", "category=U16", "--third-place")
    mcmahon("cup", folder, "U20", "--size", 16, "--first", 2, "--who", "category=U20")
    desk = Desk(folder)
    for number in range(1, 6):
        mcmahon("pair", folder)
        ordered = cup_pairs(desk.read().tournament, number)
        assert len(ordered) == (0, 8, 4 + 4 + 4, 2 + 2 + 2, 1 + 2 + 1)[number - 1]
        assert ordered.keys() <= boards(desk.read(), number)
        mcmahon("publish-round", folder)
        games = desk.read().tournament.rounds[number - 1]
        typed = [word for g in games for word in (str(g.table), "1-0" if g.table % 3 else "0-1")]
        mcmahon("result", folder, "--round", number, *typed)
    assert "not legal" not in mcmahon("check", folder).stdout
    found = {one.cup.name: one for one in cups(desk.read()).value}
    assert all(one.bracket.over for one in found.values())
    state = desk.read()
    for name, one in found.items():
        winner = one.bracket.final and one.bracket.final.winner
        assert winner
        assert dict(state.tournament.player(winner).extra)["category"] == name
    games = [game for drawn in state.tournament.rounds for game in drawn]
    assert all(game.result is not Result.UNKNOWN for game in games)
    mcmahon("publish", folder, "--to", tmp_path / "web")
    page = (tmp_path / "web" / "cups.html").read_text(encoding="utf-8")
    assert all(f"Cup {name}" in page for name in found)
