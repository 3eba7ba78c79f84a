"""Every sentence of an explanation, one test a reason: there when it is true, in the right words, and not else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcmahon.model.cups.bracket import Fate, Match
from mcmahon.model.reasons.board_case import BoardCase, points_text
from mcmahon.model.reasons.board_reasons import REASONS, sentences
from mcmahon.model.records.ledger import DrawnBoard, Entrant, Ledger
from mcmahon.model.tournament.games import ByHand, Game, Round

ADA = Entrant("Ada", 6, 3, 2, 6, 3, 0)
BO = Entrant("Bo", 6, 3, 5, 6, 3, 0)


def case(
    you: Entrant = ADA,
    other: Entrant | None = BO,
    board: dict[str, Any] | None = None,
    game: dict[str, Any] | None = None,
    more: tuple[tuple[Entrant, Entrant], ...] = (),
    **ledger: Any,
) -> BoardCase:
    """Ada (a) against Bo (b) at table 1, Ada White; or Ada with the bye. `more` are other boards of the round."""
    entrants = {"a": you} | ({"b": other} if other else {})
    boards = [DrawnBoard(("a", "b") if other else ("a",), **(board or {}))]
    for k, pair in enumerate(more):
        entrants |= {f"{k}x": pair[0], f"{k}y": pair[1]}
        boards.append(DrawnBoard((f"{k}x", f"{k}y")))
    settings = (
        {"seeding": "slide", "draw_down": "middle", "draw_up": "top", "stones_off": 1, "most_stones": 9}
        | {"weights": {"seeding": 4, "float_place": 2}}
        | ledger
    )
    games = (Game(1, **{"white": "a", "black": "b", **(game or {})}),) if other else ()
    drawn = Round(1, games, () if other else ("a",))
    return BoardCase(Ledger(entrants, tuple(boards), **settings), drawn, "a")


def says(name: str, of: BoardCase) -> str:
    """The sentence of one reason."""
    return REASONS[name](of)


def test_same_score() -> None:
    assert says("same_score", case()) == "You and Bo both have 3 points."
    half = case(other=replace(BO, mms=7))
    assert (
        says("same_score", half)
        == "You are in the same score group: you have 3 points and Bo has 3½ points (paired as 3)."
    )
    assert says("same_score", case(other=replace(BO, score=2, mms=4))) == ""
    assert says("same_score", case(other=None)) == ""


def test_scores_that_are_corrected_after_the_draw_are_told_as_they_were() -> None:
    late = replace(case(), corrected={"a": 8, "b": 1})
    assert says("same_score", late) == "You and Bo both had 3 points."
    assert says("corrected", late) == (
        "The draw used these scores. They have been corrected since: you now have 4 points and Bo has ½ point."
    )
    assert says("corrected", case()) == ""


def test_drawn_down_from_an_odd_group() -> None:
    down = case(replace(ADA, size=7), replace(BO, score=2, mms=4))
    assert says("drawn_down", down) == (
        "You are drawn down: you have 3 points and Bo has 2 points. Your group has 7 players, an odd number, so not "
        "all can play inside it."
    )
    assert says("drawn_down", case()) == ""
    assert says("drawn_down", case(other=replace(BO, score=4, mms=8))) == ""


def test_drawn_down_from_an_even_group_or_one_met_from_above() -> None:
    even = case(ADA, replace(BO, score=2, mms=4))
    assert "Your group has 6 players, an even number; nevertheless 1 is drawn down" in says("drawn_down", even)
    above = replace(ADA, score=4, mms=8)
    met = case(ADA, replace(BO, score=2, mms=4), more=((above, ADA),))
    assert says("drawn_down", met).endswith(
        "Your group has 6 players, of whom 1 meets a player from above; 5 are left, an odd number, so not all "
        "can play inside it."
    )
    alone = case(replace(ADA, size=1, place=1), replace(BO, score=2, mms=4))
    assert says("drawn_down", alone).endswith("Nobody else has your score.")


def test_the_bye_counts_in_a_group_and_boards_by_hand_have_no_reasons() -> None:
    low = replace(BO, score=2, mms=4)
    down = case(replace(ADA, size=4), low)
    one = replace(ADA, size=4)
    ledger = down.ledger
    with_bye = replace(ledger, entrants={**ledger.entrants, "c": one}, boards=(*ledger.boards, DrawnBoard(("c",))))
    assert says("drawn_down", replace(down, ledger=with_bye)).endswith(
        "Your group has 4 players, of whom 1 has the bye; 3 are left, an odd number, so not all can play inside it."
    )
    alone = replace(down, ledger=replace(with_bye, entrants={**with_bye.entrants, "a": replace(one, size=2)}))
    assert "1 has the bye; only one is left, who must meet somebody outside it" in says("drawn_down", alone)
    by_hand = replace(down, ledger=replace(ledger, boards=()))
    assert says("drawn_down", by_hand) == "You are drawn down: you have 3 points and Bo has 2 points."
    assert says("float_place", by_hand) == says("seeding", by_hand) == ""
    stones = replace(by_hand, drawn=Round(1, (Game(1, "a", "b", 8),)))
    assert says("handicap", stones) == "You give a handicap of 8, set by hand."
    strong = replace(
        stones, ledger=replace(stones.ledger, entrants={**ledger.entrants, "a": replace(ADA, strength=12)})
    )
    assert says("handicap", strong) == "You give 8 stones: the difference is 9, less 1."  # swapped, stones by the rule


def test_drawn_up() -> None:
    up = case(ADA, replace(BO, score=4, mms=9, place=3, size=3))
    assert says("drawn_up", up) == (
        "You are drawn up: you have 3 points and Bo has 4½ points (paired as 4). Bo's group has 3 players, an odd "
        "number, so not all can play inside it."
    )
    assert says("drawn_up", case()) == ""


def test_where_half_points_count_one_is_drawn_by_half_a_point() -> None:
    """Scores are in half points then, and nobody is paired as anything else."""
    you, half, more = replace(ADA, mms=7, score=7), replace(BO, mms=6, score=6), replace(BO, mms=10, score=10)
    head = "You are drawn down by half a point: you have 3½ points and Bo has 3 points. "
    assert says("drawn_down", case(you, half, steps=2)).startswith(head)
    assert says("drawn_up", case(half, replace(you, name="Bo"), steps=2)).startswith(
        "You are drawn up by half a point: you have 3 points and Bo has 3½ points. "
    )
    assert says("drawn_up", case(you, more, steps=2)).startswith(
        "You are drawn up: you have 3½ points and Bo has 5 points. "
    )
    assert says("same_score", case(you, replace(you, name="Bo"), steps=2)) == "You and Bo both have 3½ points."


def test_several_are_drawn_down_from_one_group() -> None:
    low = replace(BO, score=2, mms=4)
    odd = replace(ADA, size=7)
    both = case(odd, low, more=((odd, low), (odd, low)))
    assert says("drawn_down", both).endswith("not all can play inside it; 3 are drawn down.")


def test_float_place() -> None:
    down = case(replace(ADA, size=7), replace(BO, score=2, mms=4))
    assert says("float_place", down) == (
        "Players drawn down are preferably taken from the middle of their group; you are number 2 of 7 in yours."
    )
    up = case(ADA, replace(BO, score=4, mms=8))
    assert says("float_place", up).startswith("Players drawn up are preferably taken from the top of their group")
    assert says("float_place", case()) == ""
    assert says("float_place", case(replace(ADA, size=7), replace(BO, score=2, mms=4), weights={})) == ""
    assert says("float_place", case(replace(ADA, place=1, size=1), replace(BO, score=2))) == ""


def test_float_history() -> None:
    low = replace(BO, score=2, mms=4)
    assert says("float_history", case(ADA, low)) == "You had not been drawn down before."
    assert says("float_history", case(replace(ADA, drawn_down=2), low)) == "You had been drawn down twice before."
    made_up = case(replace(ADA, drawn_up=1), low)
    assert says("float_history", made_up) == ("You had not been drawn down before, but up once: this evens it out.")
    high = replace(BO, score=4, mms=8)
    assert says("float_history", case(replace(ADA, drawn_up=3), high)) == "You had been drawn up 3 times before."
    assert says("float_history", case()) == ""


@pytest.mark.parametrize(
    ("method", "other", "sentence"),
    [
        (
            "slide",
            5,
            "In your group of 6 you are number 2 and Bo number 5; the seeding (slide) fits these two numbers.",
        ),
        (
            "slide",
            4,
            "In your group of 6 you are number 2 and Bo number 4; "
            "the seeding (slide) alone would pair you with number 5.",
        ),
        ("fold", 5, "In your group of 6 you are number 2 and Bo number 5; the seeding (fold) fits these two numbers."),
        (
            "adjacent",
            1,
            "In your group of 6 you are number 2 and Bo number 1; the seeding (adjacent) fits these two numbers.",
        ),
        ("random", 5, "Inside a score group the lottery decides, unless other reasons matter more."),
    ],
)
def test_seeding(method: str, other: int, sentence: str) -> None:
    assert says("seeding", case(other=replace(BO, place=other), seeding=method)) == sentence
    assert says("seeding", case(other=replace(BO, score=2), seeding=method)) == ""
    middle = case(replace(ADA, place=2, size=3), replace(BO, place=1, size=3), seeding="fold")
    fits = "In your group of 3 you are number 2 and Bo number 1; the seeding (fold) fits these two numbers."
    assert says("seeding", middle) == fits
    odd = case(replace(ADA, place=1, size=9), replace(BO, place=6, size=9), seeding="slide")  # 5 and 6 are as good
    assert says("seeding", odd).endswith("; the seeding (slide) fits these two numbers.")
    far = case(replace(ADA, place=1, size=9), replace(BO, place=9, size=9), seeding="slide")
    assert says("seeding", far).endswith("the seeding (slide) alone would pair you with number 5 or 6.")
    assert says("seeding", case(seeding=method, weights={})) == ""
    assert says("seeding", case(replace(ADA, size=2), seeding=method)) == ""


def test_colours() -> None:
    by_balance = case(replace(ADA, colours=-1), replace(BO, colours=2))
    assert says("colours", by_balance) == (
        "You take White: in even games so far you have had 1 more Black than White, "
        "and Bo has had 2 more Whites than Blacks."
    )
    assert (
        says("colours", case())
        == "You have White by lot, because you and your opponent have had the same balance of colours so far."
    )
    against = case(replace(ADA, colours=1), game={"by_hand": {ByHand.SWAP}})
    assert says("colours", against) == (
        "You have White. So far you have had 1 more White than Black, and Bo has had as many Whites as Blacks."
    )
    assert says("colours", case(game={"by_hand": {ByHand.COLOURS}})) == "You have White."
    assert (
        says("colours", case(game={"by_hand": {ByHand.SWAP}})) == "You have White, because the board was set by hand."
    )
    assert says("colours", case(game={"handicap": 2})) == ""


def test_handicap() -> None:
    strong = replace(ADA, strength=6)
    assert says("handicap", case(strong, game={"handicap": 2})) == "You give 2 stones: the difference is 3, less 1."
    assert says("handicap", case(replace(ADA, strength=19), game={"handicap": 9})) == (
        "You give 9 stones: the difference is 16, less 1, at most 9."
    )
    weak = case(replace(ADA, strength=0), game={"handicap": 2, "white": "b", "black": "a"}, stones_off=0)
    assert says("handicap", weak) == "You get 2 stones: the difference is 3."
    assert says("handicap", case(replace(ADA, strength=5), game={"handicap": 1, "komi_halves": 1})) == (
        "You give a handicap of 1 (komi 0.5): the difference is 2, less 1."
    )
    even = case(replace(strong, even=True))
    assert says("handicap", even) == "The game is even, like all games at or above the bar."
    assert says("handicap", case(strong, most_stones=0)) == ""
    assert says("handicap", case(strong, game={"handicap": 3, "by_hand": {ByHand.HANDICAP}})) == ""
    assert says("handicap", case()) == ""


def test_club() -> None:
    mates = {"you": replace(ADA, club="Lom"), "other": replace(BO, club="lom")}
    assert says("club", case(**mates, board={"values": {"same_club": 1}})) == (
        "You are both from Lom. The draw avoids such games where it can."
    )
    top = {key: replace(one, exempt=True) for key, one in mates.items()}
    assert "between players at or above the bar clubs do not count" in says("club", case(**top))
    assert says("club", case(**top, board={"values": {"same_club_at_bar": 1}})) == (
        "You are both from Lom. At or above the bar this counts little."
    )
    assert says("club", case(you=mates["you"])) == ""


def test_clubs_that_count_as_one_are_named_with_their_group() -> None:
    group = ("Ulm", "Neu-Ulm")
    mates = {"you": replace(ADA, club="Ulm", clubs=group), "other": replace(BO, club="Neu-Ulm", clubs=group)}
    assert says("club", case(**mates, board={"values": {"same_club": 1}})) == (
        "You are from Ulm and Bo is from Neu-Ulm; these clubs count as one (Ulm, Neu-Ulm). "
        "The draw avoids such games where it can."
    )
    top = {key: replace(entrant, exempt=True) for key, entrant in mates.items()}
    assert says("club", case(**top)).endswith(
        "(Ulm, Neu-Ulm), but between players at or above the bar clubs do not count."
    )


def test_country() -> None:
    here = {"you": replace(ADA, country="DE"), "other": replace(BO, country="DE")}
    board = {"values": {"same_country": 1}}
    assert (
        says("country", case(**here, board=board))
        == "You are both from DE. The draw avoids such games if that costs little."
    )
    assert says("country", case(**here, board={"values": {"same_country": 1, "same_club": 1}})) == ""
    assert says("country", case(**here)) == ""
    at_bar = "You are both from DE. At or above the bar this counts very little."
    assert says("country", case(**here, board={"values": {"same_country_at_bar": 1}})) == at_bar
    both = {"same_country_at_bar": 1, "same_club_at_bar": 1}
    assert says("country", case(**here, board={"values": both})) == ""


def test_family() -> None:
    car = {"you": replace(ADA, groups=("car 2", "x")), "other": replace(BO, groups=("car 2",))}
    text = says("family", case(**car, board={"values": {"family": 1}}))
    assert text == "You are in the same group (car 2). The draw avoids such games where it can."
    assert says("family", case(**car)) == ""


def test_visitors() -> None:
    local = replace(BO, local=True)
    assert says("visitors", case(other=local)) == "Bo is a local, the first whom you meet."
    assert says("visitors", case(replace(ADA, met_local=True), local)) == "Bo is a local."
    assert says("visitors", case(replace(ADA, local=True))) == "You are the first local whom Bo meets."
    two = case(board={"values": {"visitor_local": 1}})
    assert says("visitors", two) == "Neither of you is a local; the draw prefers games between visitors and locals."
    assert says("visitors", case()) == ""


def test_bye() -> None:
    lowest = case(replace(ADA, lowest=3), None, more=((BO, BO),))
    assert says("bye", lowest) == (
        "3 players were entered, an odd number, so one of them has the bye. The bye goes to a player with a "
        "low score: you have 3 points, the lowest score there is."
    )
    low = replace(BO, score=2)
    assert says("bye", case(ADA, None, more=((low, low),))).endswith(
        "you have 3 points; 2 players below you have had no bye either, but moving the bye there would not make the "
        "round better."
    )
    had = replace(low, byes=1)
    assert says("bye", case(ADA, None, more=((had, had),))).endswith("and every player below you has had a bye before.")
    assert says("bye", case()) == ""
    assert says("bye", case(ADA, None, board={"settled": True})) == ""


def test_bye_after_free_win() -> None:
    assert says("bye_after_free_win", case(replace(ADA, free_wins=1), None)).startswith("You have won by forfeit")
    assert says("bye_after_free_win", case(ADA, None)) == ""
    assert says("bye_after_free_win", case(replace(ADA, free_wins=1))) == ""


def test_settled() -> None:
    assert says("settled", case(board={"settled": True})) == "The director fixed this before the draw."
    assert says("settled", case()) == ""


def test_by_hand() -> None:
    drawn = case()
    other = replace(drawn, drawn=Round(1, (Game(1, "a", "c"),)))
    assert says("by_hand", other) == "This board was set by hand after the draw; the draw had given you Bo."
    after_bye = replace(case(ADA, None), drawn=Round(1, (Game(1, "a", "c"),)))
    assert says("by_hand", after_bye) == "This board was set by hand after the draw; the draw had given you the bye."
    colours = case(game={"by_hand": {ByHand.HANDICAP, ByHand.COLOURS}})
    assert says("by_hand", colours) == "The director changed the colours and handicap of this board."
    assert says("by_hand", case(game={"by_hand": {ByHand.SWAP}})) == "This board was set by hand."
    given = replace(case(), drawn=Round(1, (), ("a",)))
    assert says("by_hand", given) == ("The bye was given to you by hand after the draw; the draw had given you Bo.")
    assert says("by_hand", drawn) == ""


def test_broken_rules() -> None:
    text = says("broken_rules", case(board={"breaks": ("repeats", "families")}))
    assert (
        text == "You have met before and you belong to one family or group. "
        "That is against the rules, but the director allowed it."
    )
    second = case(ADA, None, board={"breaks": ("second-bye",)})
    assert says("broken_rules", second) == "You have had a bye before, but the director allowed a second one."
    assert says("broken_rules", case()) == ""


def test_counted_rules() -> None:
    counted = case(board={"counts_in": ("few-mates",)}, rules={"few-mates": "at most 3 clubmates"})
    assert says("counted_rules", counted) == ("Your game counts for the rule few-mates (at most 3 clubmates).")
    assert says("counted_rules", case()) == ""


def test_cup() -> None:
    semifinal = Match("U12", 2, 1, 5, 1, False, ("a", "b"), Fate.TO_PLAY)
    final = replace(semifinal, behind=0)
    assert says("cup", replace(case(), cup=semifinal)) == "This is a game of the cup U12: semifinal."
    assert says("cup", replace(case(), cup=final)) == "This is a game of the cup U12: final."
    assert says("cup", case()) == ""
    assert says("settled", replace(case(board={"settled": True}), cup=final)) == ""
    again = replace(case(board={"breaks": ("repeats",)}), cup=final)
    assert says("broken_rules", again) == "You have met before. In a cup that does not matter."
    far = replace(case(you=replace(ADA, strength=9)), cup=final)
    assert says("handicap", far) == "Games of this cup are even."
    assert [name for name, _ in sentences(replace(case(), cup=final))] == ["cup", "colours"]


def test_every_reason_has_its_test() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert all(f'says("{name}"' in source for name in REASONS)


def test_the_paragraph_has_them_in_order() -> None:
    found = [name for name, _ in sentences(case(board={"settled": True}))]
    assert found == ["settled", "same_score", "seeding", "colours"]


@pytest.mark.parametrize(
    ("half_points", "text"), [(0, "0 points"), (1, "½ point"), (2, "1 point"), (3, "1½ points"), (-1, "-½ point"),
                              (-3, "-1½ points"), (-2, "-1 point"), (-9, "-4½ points")]
)  # fmt: skip
def test_points_in_words(half_points: int, text: str) -> None:
    assert points_text(half_points) == text
