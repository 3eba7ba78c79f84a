"""Prizes for the people of teams and pairs, each for themselves, beside those of their entrants; worked out by hand.

Sources: team events of Go congresses and chess olympiads give prizes for each board to the person with the best result
there; pair go gives its prizes to pairs, and fans to both partners.
"""

from __future__ import annotations

from dataclasses import replace

from builders import member, pair, pairs, played, tournament
from mcmahon.model.prizes.awards import Awards
from mcmahon.model.prizes.told import Kind, reasons
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament, entrants_and_people, everybody, with_people
from prize_tables import awarded, case, money, things
from team_events import changed, matched, team, teams

HEAD = "prize,list,place,value,currency,thing,people\n"


def four_teams() -> Tournament:
    """Two rounds at two boards: a1 wins twice at board 1; at board 2 everybody wins once."""
    t = teams(team("a", "3d 2d"), team("b", "3d 2d"), team("c", "3d 2d"), team("d", "3d 2d"), boards=2, rounds=2)
    t = matched(t, "a-b ww", "c-d wb")  # White at board 2 is of the team named second
    return matched(t, "a-c wb", "b-d bw")


def two_pairs() -> Tournament:
    """The Tigers beat the Wolves; Sato and Roux are women, and Bauer played once for somebody."""
    women = (("women", "yes"),)
    tigers = pair(
        "t", member("Sato 3d Ulm", extra=women), "Maier 2k", member("Bauer 1k", substitute=True), surname="Tigers"
    )
    wolves = pair("w", member("Roux 4k", extra=women), "Blanc 9k", surname="Wolves")
    return played(pairs(tigers, wolves, rounds=1), "t+w")


def kinds(found: Awards, player: str, text: str, t: Tournament) -> list[Kind]:
    """The reasons about all prizes for one of them."""
    return [one.kind for one in reasons(found, case(t, text).prizes, player)]


def test_the_best_at_each_board_is_somebody_and_the_best_team_is_a_team() -> None:
    """a1 has two wins at board 1; a2, b2, c2 and d2 have one each over opponents with one each, and share 40."""
    t = four_teams()
    text = f"{HEAD}Team,,1,100,EUR,,\nBoard 1,board=1,1,30,EUR,,yes\nBoard 2,board=2,1,40,EUR,,yes\n"
    found = awarded(t, text)
    assert money(found) == {"a": 100, "a/a1": 30, "a/a2": 10, "b/b2": 10, "c/c2": 10, "d/d2": 10}
    assert kinds(found, "a", text, t) == [Kind.WON, Kind.TO_OTHERS, Kind.TO_OTHERS]
    assert kinds(found, "c/c1", text, t) == [Kind.TO_OTHERS, Kind.BEHIND, Kind.NOT_ON_LIST]


def test_a_person_has_one_prize_whatever_the_team_has() -> None:
    """a1 is best of all and best at board 1: 50 counts more than 30, which goes to the next at board 1.

    c1 and d1 have a win each; c1 beat d1 and lost to a1, who has two: SOSW of c1 is 3, of d1 1.
    """
    text = f"{HEAD}Best of all,,1,50,EUR,,yes\nBoard 1,board=1,1,30,EUR,,yes\nTeam,,1,100,EUR,,\n"
    assert money(awarded(four_teams(), text)) == {"a": 100, "a/a1": 50, "c/c1": 30}


def test_winning_all_games_at_any_board_is_a_prize_for_each() -> None:
    text = f"{HEAD}All won,wins>=2,each,,,a pen,yes\n"
    assert things(awarded(four_teams(), text)) == {"All won": "a/a1"}


def test_who_played_most_often_at_a_board_is_on_its_list() -> None:
    """b1 misses round 2 and b2 stays at board 2: nobody of b is at board 1 then."""
    t = teams(team("a", "3d 2d"), team("b", "3d 2d"), boards=2, rounds=2)
    t = changed(matched(t, "a-b bb"), "b", "b1", rounds=frozenset({1}))
    t = matched(t, "a-b Ww")
    found = awarded(t, f"{HEAD}Board 1,board=1,1-2,,,a book,yes\n")
    assert things(found) == {"Board 1 1": "b/b1", "Board 1 2": "a/a1"}, "a win each; only b1 has beaten somebody"


def test_two_teams_may_use_the_same_id_for_somebody() -> None:
    text = f"{HEAD}Board 1,board=1,1,30,EUR,,yes\n"
    t = teams(team("a", "3d 2d"), team("b", "3d 2d"), boards=2, rounds=1)
    same = changed(changed(t, "a", "a1", id="1"), "b", "b1", id="1")
    assert money(awarded(matched(same, "a-b ww"), text)) == {"a/1": 30}


def test_people_of_a_pair_have_the_place_of_the_pair() -> None:
    """Both Tigers are first and share 60; the best woman is Sato; the Wolves' Roux is the second."""
    text = f"{HEAD}Pair,,1,100,EUR,,\nBest,,1-2,30,EUR,,yes\nWoman,women=yes,1-2,,,a fan,yes\n"
    found = awarded(two_pairs(), text)
    assert money(found) == {"t": 100, "t/sato": 30, "t/maier": 30}
    assert things(found) == {"Woman 1": "t/sato", "Woman 2": "w/roux"}


def test_both_of_the_winners_get_a_thing_each_and_a_substitute_does_not() -> None:
    found = awarded(two_pairs(), f"{HEAD}Fans,place=1,each,,,a fan,yes\n")
    assert things(found) == {"Fans": "t/satot/maier"}


def test_people_of_pairs_are_asked_by_their_own_rank_and_pairs_by_theirs() -> None:
    """Sato is 3d in a pair of 1d (the mean of 2 and -2, which is 0)."""
    text = f"{HEAD}Dan pair,dan,1,,,a cup,\nDan,dan,each,,,a pen,yes\nWins,wins>=1 and played=1,each,,,a hat,yes\n"
    assert things(awarded(two_pairs(), text)) == {"Dan pair": "t", "Dan": "t/sato", "Wins": "t/satot/maier"}


def test_other_criteria_and_upsets_of_people_are_those_of_their_pair() -> None:
    """The Wolves (-6 of 1d) win: the largest upset of people is theirs, of both."""
    t = two_pairs()
    won = played(replace_rounds(t), "w+t")
    text = "prize,list,order,place,thing,people\nUpset,,upset,each,a book,yes\nWins,,WINS,1,a cup,yes\n"
    assert things(awarded(won, text)) == {"Upset": "w/rouxw/blanc", "Wins": "w/roux"}
    assert things(awarded(won, f"{HEAD}Band,band>=-99,1,,,a cup,yes\n")) == {"Band": "w/roux"}


def replace_rounds(t: Tournament) -> Tournament:
    """The same tournament before its first round."""
    return pairs(*t.players, rounds=1)


def test_what_is_said_of_the_pair_counts_for_its_people() -> None:
    """A column of the pair alone; the one who can win nothing is excluded as a pair and as a person."""
    t = two_pairs()
    here = pairs(*(pair_with(p, "present", "yes" if p.id == "w" else "no") for p in t.players), rounds=1)
    given = played(with_eligible(here, "present=yes"), "t+w")
    text = f"{HEAD}Pair,,1,100,EUR,,\nPerson,team=Wolves,1-2,10,EUR,,yes\n"
    found = awarded(given, text)
    assert money(found) == {"w": 100, "w/roux": 10, "w/blanc": 10}
    assert kinds(found, "t/sato", text, given)[1] is Kind.EXCLUDED


def pair_with(entrant: Player, title: str, text: str) -> Player:
    """The entrant with another column."""
    return replace(entrant, extra=((title, text),))


def with_eligible(t: Tournament, condition: str) -> Tournament:
    """With those who can win prizes."""
    return replace(t, settings=replace(t.settings, prizes=replace(t.settings.prizes, eligible=condition)))


def test_single_players_are_people_anyway() -> None:
    t = played(tournament("3d 2d", rounds=1), "a+b")
    assert things(awarded(t, f"{HEAD}Best,,1,,,a cup,yes\n")) == {"Best": "a"}


def test_everybody_can_be_named_and_changed() -> None:
    """Ranks of pairs follow from their people when these change."""
    t = two_pairs()
    assert [*everybody(t)] == ["t/sato", "t/maier", "t/bauer", "w/roux", "w/blanc"]
    assert {*entrants_and_people(t)} == {"t", "w", *everybody(t)}
    stronger = with_people(t, [replace(everybody(t)["t/maier"], rank=2)])
    assert stronger.player("t").rank_name == "3d"
    assert [m.id for m in stronger.player("t").members] == ["sato", "maier", "bauer"]
    assert [m.substitute for m in stronger.player("t").members] == [False, False, True]
