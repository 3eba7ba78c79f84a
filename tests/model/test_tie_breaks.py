"""Placing criteria beyond the plain sums: dropped terms, settings, wins, direct comparison, and their order."""

from __future__ import annotations

import pytest
from builders import played, tournament, values, with_player
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.sums import Sums, opponents
from mcmahon.model.placing.tie_breaks import (
    TIE_BREAKS,
    AmongTied,
    SumOfRounds,
    chain_of_wins,
    in_points,
    plain_values,
    records,
    simple,
    simple_remarks,
    value_text,
)
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.tournament import Tournament


def all_against_all(**settings: object) -> Tournament:
    """Four 1 dans: a beats all, b beats c and d, c - d is jigo."""
    t = tournament("1d 1d 1d 1d", rounds=3, **settings)
    return played(played(played(t, "a+b c=d"), "a+c b+d"), "a+d b+c")


def with_order(t: Tournament, *order: str) -> Tournament:
    """The same rounds under BGA rules, placed by these criteria."""
    settings = parse_settings(new_settings_text("bga", {"rounds": 9, "placing.order": list(order)}), "test")
    return Tournament(settings, t.players, t.rounds)


def places(t: Tournament, *order: str) -> list[list[str]]:
    """The ids by place, best first; those who share one in one list."""
    by_place: dict[int, list[str]] = {}
    for row in standings(with_order(t, *order)).rows:
        by_place.setdefault(row.place, []).append(row.player.id)
    return [sorted(ids) for ids in by_place.values()]


def test_sos_median_drops_the_lowest_and_the_highest() -> None:
    """Mays, Appendix D: the Harkness score. Opponents of a: 2, ½, ½; of b: 3, ½, ½; of c: ½, 3, 2."""
    assert values(all_against_all(), "SOS-MEDIAN") == {"a": 0.5, "b": 0.5, "c": 2, "d": 2}


def test_sosw_drops_its_lowest_and_its_two_lowest() -> None:
    """Wins of the opponents of a: 2, ½, ½; of b: 3, ½, ½; of c and of d: 3, 2, ½."""
    assert values(all_against_all(), "SOSW-1") == {"a": 2.5, "b": 3.5, "c": 5, "d": 5}
    assert values(all_against_all(), "SOSW-2") == {"a": 2, "b": 3, "c": 3, "d": 3}


def test_a_criterion_may_drop_the_highest_terms_alone() -> None:
    """Opponents of a: 2, ½, ½; of b: 3, ½, ½; of c: ½, 3, 2."""
    t = all_against_all()
    highest = SumOfRounds("SOS+1", "", opponents, highest=1)
    assert highest.values(Sums(score(t), t.by_id())) == {"a": 2, "b": 2, "c": 5, "d": 5}


def test_what_a_player_brings_along_is_printed_as_it_is_named() -> None:
    """A rank as a rank, a start score in points, a rating as it is."""
    t = tournament("2d 4k", start__bar="none")
    sums = Sums(score(with_player(t, "b", correction=1)), t.by_id())
    found = {name: list(plain_values(name, sums).values()) for name in ("RANK", "START", "RATING")}
    texts = {name: [TIE_BREAKS[name].text(value) for value in row] for name, row in found.items()}
    assert texts == {"RANK": ["2d", "4k"], "START": ["1", "-3"], "RATING": ["2200", "1700"]}
    assert TIE_BREAKS["START"].text(3) == "1½"


def test_sodosos_is_the_sos_of_the_opponents_beaten_half_for_a_jigo() -> None:
    """SOS: a 3, b 4, c and d 5½; with 30 kyu = 0, each of the three opponents has 30 more, so 90 for each win."""
    assert values(all_against_all(), "SODOSOS") == {"a": 15 + 270, "b": 11 + 180, "c": 2.75 + 45, "d": 2.75 + 45}


def test_sums_over_wins_are_opengothas() -> None:
    """SOSW and its kin take the number of wins, not the McMahon score; an empty round counts nothing."""
    t = tournament("3d 2d 1d 1k 1k", start__bar="none", preset="opengotha", rounds=2)
    t = played(played(t, "a+b c+d", byes="e"), "a+c b=e", byes="d")
    assert values(t, "WINS") == {"a": 2, "b": 0.5, "c": 1, "d": 1, "e": 1.5}
    assert values(t, "SOSW") == {"a": 1.5, "b": 3.5, "c": 3, "d": 1, "e": 0.5}
    assert values(t, "SOSW-1") == {"a": 1, "b": 2, "c": 2, "d": 1, "e": 0.5}
    assert values(t, "SOSW-2") == dict.fromkeys("abcde", 0)
    assert values(t, "SODOSW") == {"a": 1.5, "b": 0.75, "c": 1, "d": 0, "e": 0.25}
    assert values(t, "SOSOSW") == {"a": 6.5, "b": 2, "c": 2.5, "d": 3, "e": 3.5}
    assert values(t, "CUSSW") == {"a": 3, "b": 0.5, "c": 2, "d": 1, "e": 2.5}


def test_an_empty_round_may_count_the_own_sosw_in_sososw() -> None:
    """The field above, where d and e had a bye: SOSW 1 and ½ of their own on top of 3 and 3½."""
    t = tournament("3d 2d 1d 1k 1k", start__bar="none", preset="opengotha", placing__empty_round_sosos="own SOS")
    t = played(played(t, "a+b c+d", byes="e"), "a+c b=e", byes="d")
    assert values(t, "SOSOSW") == {"a": 6.5, "b": 2, "c": 2.5, "d": 4, "e": 4}


def test_cuss_begins_after_the_first_round() -> None:
    """BGA 4.6: own scores after each round. 3 kyus start at -3: a has -2, -1; b -3, -2; c -2, -2; d -3, -3."""
    t = played(played(tournament("3k 3k 3k 3k", start__bar="none"), "a+b c+d"), "a+c b+d")
    assert values(t, "CUSS") == {"a": -3, "b": -5, "c": -4, "d": -6}


def test_a_handicap_corrects_normalised_sums_too() -> None:
    """Adjusted scores are 1 and -4, from 30 kyu 31 and 26; White gave three stones."""
    t = tournament("1d 4k", preset="aga", start__bar="none", start__zero="1d", placing__handicap_in_sos=True)
    t = t.with_round(Round(1, (Game(1, "a", "b", handicap=3, result=Result.WHITE),)))
    assert values(t, "SOS-N") == {"a": -1, "b": -2}
    assert values(t, "SODOS-N") == {"a": 26 + 3, "b": 0}


def test_an_opponents_unplayed_rounds_may_count_a_half_each() -> None:
    """Mays: byes and default wins less a half, absences and default losses a half; OpenGotha has it as an option."""
    t = tournament("1d 1d 1d 1d 1d", preset="aga", rounds=3, placing__opponents_unplayed="half")
    t = played(played(played(t, "a+b c+d!", byes="e"), "a+c", absent="b d e"), "a+d e+b!", absent="c")
    sums = Sums(score(t), t.by_id())
    assert {p: v / 2 for p, v in sums.adjusted_wins.items()} == {"a": 3, "b": 1, "c": 1, "d": 1, "e": 1.5}
    assert values(t, "SOS")["a"] == 3
    assert values(t, "SOSW")["a"] == 3


def test_an_empty_round_may_count_the_mean_of_the_others() -> None:
    """Mays' R / r_p: normalising to all rounds is to count the mean in every round missed."""
    t = tournament("1d 1d 1d 1d", preset="aga", rounds=3, placing__empty_round="normalised")
    t = played(played(played(t, "b+a c+d"), "a+c b+d"), "b+c", absent="a d")
    assert values(t, "SOS")["a"] == pytest.approx((3 + 1) * 3 / 2)
    assert values(t, "SODOS")["a"] == pytest.approx((1 + 30) * 3 / 2)
    assert values(t, "SOSW")["a"] == values(t, "SOS")["a"]


@pytest.mark.parametrize(("setting", "own"), [("own SOS", -4), ("own start", -3), ("zero", 0)])
def test_an_empty_round_in_sosos(setting: str, own: float) -> None:
    """BGA 4.6: the own SOS; OpenGotha: the own start once for every round so far."""
    t = tournament("1k 1d 1d", start__bar="none", rounds=3, placing__empty_round_sosos=setting, points__absence=0)
    t = t.with_round(Round(1, (Game(1, "b", "c", result=Result.BLACK),), absent=("a",)))
    t = played(played(t, "c+a", absent="b"), "b+a", absent="c")
    sos = values(t, "SOS")
    assert sos == {"a": -1 + 2 + 1, "b": 2 + 0 - 1, "c": 1 - 1 + 0}
    empty = {"own SOS": sos["a"], "own start": -3, "zero": 2 * 3 * 30}[setting]  # two SOS of three rounds from 30 kyu
    assert values(t, "SOSOS")["a"] == empty + sos["c"] + sos["b"]


def test_a_handicap_corrects_the_opponents_scores_where_it_is_set() -> None:
    """OpenGotha: stones given raise the opponent's score, stones taken lower it."""
    game = Game(1, "a", "b", handicap=3, result=Result.WHITE)
    for corrected, sos in ((False, {"a": -4, "b": 1}), (True, {"a": -1, "b": -2})):
        t = tournament("1d 4k", start__bar="none", placing__handicap_in_sos=corrected).with_round(Round(1, (game,)))
        assert values(t, "SOS") == sos
        assert values(t, "SODOS")["a"] == sos["a"] + 30
        assert values(t, "SOSOS") == {"a": sos["b"], "b": sos["a"]}


def test_wins_by_setting() -> None:
    """What byes, absences and wins by default add to WINS, apart from what they add to the score."""
    given = {"points__bye": 1, "points__bye_wins": 0.5, "points__absence_wins": 0.5, "points__default_wins": 0}
    t = played(tournament("1d 1d 1d 1d", preset="german", **given), "a+b!", byes="c", absent="d")
    assert values(t, "WINS") == {"a": 0, "b": 0, "c": 0.5, "d": 0.5}
    assert values(t, "MMS") == {"a": 21, "b": 20, "c": 21, "d": 20.5}
    assert values(t, "SCOREX")["d"] == 20
    assert values(t, "SODOS")["a"] == 30, "20 on the scale of Gerlach, 30 with 30 kyu = 0"


def test_only_wins_by_default_are_counted_as_the_settings_say() -> None:
    t = played(tournament("1d 1d 1d 1d", preset="german", points__default_wins=0.5), "a+b! c+d")
    assert values(t, "WINS") == {"a": 0.5, "b": 0, "c": 1, "d": 0}


def test_simple_direct_comparison_needs_that_all_have_met() -> None:
    t = tournament("1d 1d 1d 1d")
    once = played(t, "b+a c=d")
    assert places(once, "START", "SDC") == [["a", "b", "c", "d"]]
    assert [row.values["SDC"] for row in standings(with_order(once, "START", "SDC")).rows] == [0, 0, 0, 0]
    assert places(played(t, "b+a", absent="c d"), "WINS", "SDC", "RATING")[0] == ["b"]
    full = played(played(played(t, "b+a c+d"), "c+b a+d"), "c+a b+d")
    assert places(full, "START", "SDC") == [["c"], ["b"], ["a"], ["d"]]
    jigo = played(played(played(t, "b=a c+d"), "c+b a+d"), "c+a b+d")
    assert places(jigo, "START", "SDC") == [["a", "b", "c", "d"]]


def test_direct_comparison_puts_the_winner_above_whatever_comes_later() -> None:
    """b beat a; c has met neither. Later criteria (rating: a, b, c) put c last, then a has no win against the rest."""
    t = played(tournament("3d 2d 1d", start__bar="1d"), "b+a", absent="c")
    assert places(t, "START", "DC", "RATING") == [["b"], ["a"], ["c"]]
    assert places(t, "START", "RATING") == [["a"], ["b"], ["c"]]


def of_three_turns(*games: str) -> Tournament:
    """Three players who meet several times: a round for each game, without the third."""
    t = tournament("3d 4d 2d", "round-robin", rounds=len(games))
    for game in games:
        t = played(t, game, absent=next(iter(set("abc") - set(game))))
    return t


def test_each_of_several_games_of_two_counts_in_direct_comparison() -> None:
    """A leads B by 2 : 1; both have four wins."""
    t = of_three_turns("a+b", "b+a", "a+b", "a+c", "a+c", "c+a", "b+c", "b+c", "b+c")
    assert places(t, "WINS", "SDC", "RANK") == [["a"], ["b"], ["c"]]
    rows = {row.player.id: row for row in standings(with_order(t, "WINS", "SDC")).rows}
    assert (rows["a"].values["SDC"], rows["b"].values["SDC"]) == (2, 1)
    assert places(t, "WINS", "DC", "RANK") == [["a"], ["b"], ["c"]]
    level = of_three_turns("a+b", "b+a")
    assert places(level, "WINS", "DC", "RANK")[0] == ["b"], "1 : 1 decides nothing, so the rank does"
    jigo = of_three_turns("a+b", "a=b", "c+a", "c+a", "b+c", "c+b")
    assert places(jigo, "WINS", "SDC", "RANK") == [["c"], ["b"], ["a"]], "a game without a winner: all are equal"
    three = of_three_turns("a+b", "a+b", "b+c", "b+c", "c+a", "a+c")
    assert {r.player.id: r.values["SDC"] for r in standings(with_order(three, "START", "SDC")).rows} == {
        "a": 3, "b": 2, "c": 1,
    }  # fmt: skip


@pytest.mark.parametrize("counts", [False, True])
def test_forfeits_count_in_direct_comparison_by_a_setting(counts: bool) -> None:
    """FIDE has both: DE without them, DE/P with them."""
    for name in ("SDC", "DC"):
        t = tournament("1k 1d", rounds=3, placing__forfeits_in_dc=counts, placing__order=[name])
        of = {row.player.id: row.values[name] for row in standings(played(t, "a+b!")).rows}
        assert (of["a"], of["b"]) == ((1, 0) if counts else (0, 0))


def test_direct_comparison_merges_cycles() -> None:
    """a beats b, b beats c, c beats a: equal, and whoever beat one of them is above all; d beat c, e lost to a."""
    t = tournament("1d 1d 1d 1d 1d")
    t = played(played(played(played(t, "a+b d+c"), "b+c a+e"), "c+a"), "d=e")
    assert places(t, "START", "DC") == [["d"], ["a", "b", "c"], ["e"]]


def test_direct_comparison_leaves_out_defaults_jigos_and_games_both_won() -> None:
    t = tournament("1d 1d 1d 1d 1d 1d")
    t = played(t, "b+a! c=d")
    both = Game(3, "f", "e", result=Result.BOTH_WIN)
    t = t.with_round(Round(1, (*t.rounds[0].games, both)))
    assert places(t, "START", "DC") == [["a", "b", "c", "d", "e", "f"]]


@pytest.mark.parametrize("void", [0, 0.5, 1])
def test_a_game_without_result_decides_no_direct_comparison(void: float) -> None:
    t = tournament("1d 1d", points__void=void).with_round(Round(1, (Game(1, "a", "b", result=Result.VOID),)))
    sums = Sums(score(t), t.by_id())
    assert simple(sums, "ab", {}) == {"a": 0, "b": 0}
    assert simple_remarks(sums, "ab", "a") != []


def test_direct_comparison_lets_later_criteria_choose_the_last_one_at_a_time() -> None:
    """Nobody has met but d and a (d won). Rating a > b > c > d: c goes last, then b; then a, who lost to d."""
    t = played(tournament("4d 3d 2d 1d", start__bar="1d"), "d+a", absent="b c")
    assert places(t, "START", "DC", "RATING") == [["d"], ["a"], ["b"], ["c"]]


def test_a_chain_of_wins_leads_one_way_only() -> None:
    """a beat b, b beat c; d, e and f in a circle; nobody of one has met anybody of the other."""
    t = tournament("1d 1d 1d 1d 1d 1d")
    t = played(played(played(t, "a+b d+e"), "b+c e+f"), "f+d")
    sums = Sums(score(t), t.by_id())
    assert [chain_of_wins(sums, "abcdef", x, y) for x, y in ("ac", "ca", "ad", "de")] == [True, True, False, False]


def test_all_who_have_met_are_compared_without_a_remark() -> None:
    t = played(played(played(tournament("1d 1d 1d"), "a+b"), "a+c"), "b=c")
    sums = Sums(score(t), t.by_id())
    assert simple_remarks(sums, "ab", "a") == []
    assert simple_remarks(sums, "abc", "a") == [
        "some of them have not met, or their game had no winner, so all count as equal"
    ]


def test_a_comparison_of_tied_players_has_no_value_for_the_others() -> None:
    t = played(tournament("1d 1d 1d 1d", placing__order=["MMS", "DC"]), "a+b c0d")
    rows = {row.player.id: row for row in standings(t).rows}
    assert "DC" not in rows["a"].values
    assert rows["c"].values["DC"] == 0


def test_the_order_of_the_criteria_is_free() -> None:
    t = all_against_all()
    assert places(t, "MMS", "SOS") == [["a"], ["b"], ["c", "d"]]
    assert places(t, "SOS", "MMS") == [["c", "d"], ["b"], ["a"]]


def test_other_programs_names_are_understood() -> None:
    s = parse_settings('[placing]\norder = ["NBW", "sosm", "SDOS", "ros", "Harkness"]\n', "t.toml")
    assert s.placing.order == ("WINS", "SOS", "SODOS", "CUSS", "SOS-MEDIAN")
    with pytest.raises(InputError, match=r"placing\.order: SOS is listed twice; expected"):
        parse_settings('[placing]\norder = ["SOS", "SOSM"]\n', "t.toml")


def test_every_criterion_orders_a_field_and_no_two_say_the_same() -> None:
    """Each can stand first; a field with byes, absences, a default and handicaps tells them all apart."""
    t = tournament("3d 2d 1d 1k 2k 3k 5k", preset="german", start__bar="none", rounds=4, points__bye_wins=0.5)
    t = played(t, "a+b d+c e+f!", byes="g")
    t = played(t, "a+d c=g e+b", absent="f")
    t = played(t, "f+a b+d g+e", byes="c")
    t = played(t, "a+c b+g d+f", absent="e")
    seen = {}
    for name, criterion in TIE_BREAKS.items():
        if isinstance(criterion, AmongTied) or name.startswith("BDW"):  # there are no boards of matches
            continue
        row = tuple(values(t, name).values())
        assert row not in seen, (name, seen[row])
        seen[row] = name


@pytest.mark.parametrize(
    ("name", "least"), [("SOS", "½"), ("SODOS", "¼"), ("SOS-N", "½"), ("TEAMP", "1"), ("DC", "1"), ("RANK", "2d")]
)
def test_a_criterion_is_told_in_its_unit_and_in_words(name: str, least: str) -> None:
    """As the explanation of a place says it, with the smallest amount there is; rank 1 is 2 dan."""
    explained = explain_place(standings(with_order(all_against_all(), name)), all_against_all().player("a")).criteria
    assert [one.doc for one in explained if one.name == name] == [TIE_BREAKS[name].doc]
    assert TIE_BREAKS[name].text(1) == least
    assert in_points(1, name) == {"½": 0.5, "¼": 0.25}.get(least, 1)


def test_a_name_is_a_criterion_once() -> None:
    with pytest.raises(ValueError, match="a name twice"):
        records(SumOfRounds("SOS", "", opponents), SumOfRounds("OWN", "", opponents, also="SOS"))


@pytest.mark.parametrize("name", ["SDC", "DC"])
def test_comparisons_of_tied_players_cannot_order_a_score_group(name: str) -> None:
    with pytest.raises(InputError, match=r"pairing\.seeding"):
        parse_settings(f'[pairing]\nseeding = ["1+ fold {name}"]\n', "t.toml")
    with pytest.raises(ValueError, match="tied players only"):
        plain_values(name, Sums(score(all_against_all()), {}))


@pytest.mark.parametrize(
    ("twice", "unit", "text"),
    [(-192, 10, "-19.2"), (20, 6, "3.333"), (-20, 3, "-6.667"), (30_001, 10_000, "3"), (49_996, 10**8, "0")],
)
def test_other_fractions_have_three_decimals_at_most(twice: int, unit: int, text: str) -> None:
    assert value_text(twice, unit) == text


def test_scorex_is_never_more_than_the_mcmahon_score() -> None:
    """EGF: a single bye's half point is rounded down in both."""
    t = played(tournament("1d 1d 1d", preset="egf"), "a+b", byes="c")
    assert (values(t, "MMS")["c"], values(t, "SCOREX")["c"]) == (0, 0)
    t = played(t, "a+b", byes="c")
    assert (values(t, "MMS")["c"], values(t, "SCOREX")["c"]) == (1, 1)
    t = played(played(t, "a+b", absent="c"), "a+b", absent="c")
    assert (values(t, "MMS")["c"], values(t, "SCOREX")["c"]) == (2, 1)


@pytest.mark.parametrize(
    ("round_down", "wins", "sosw", "cussw"),
    [("absences and byes", [0, 1], [0, 1], [0, 1]), ("absences", [0.5, 0.5], [0.5, 0.5], [0.5, 1]),
     ("none", [0.5, 1], [0.5, 1], [0.5, 1.5])],
)  # fmt: skip
def test_wins_of_byes_and_absences_are_rounded_down_as_their_points_are(
    round_down: str, wins: list[float], sosw: list[float], cussw: list[float]
) -> None:
    """OpenGotha's genRoundDownNBWMMS: half a win for the bye and half one for an absence are one, the first none."""
    own = {"points__bye_wins": 0.5, "points__absence_wins": 0.5, "points__round_down": round_down}
    t = tournament("1d 1d 1d", preset="opengotha", **own)
    t = played(played(played(t, "a+b", byes="c"), "a+b", absent="c"), "c-a", absent="b")
    for after, expected in enumerate(zip(wins, cussw, strict=True), 1):
        past = t.before(after + 1)
        assert (values(past, "WINS")["c"], values(past, "CUSSW")["c"]) == expected
    assert values(t, "SOSW")["a"] == 2 * values(t, "WINS")["b"] + sosw[1]
    assert {row.player.id: row.wins for row in standings(t.before(2)).rows}["c"] == 2 * wins[0]


@pytest.mark.parametrize("void", [0, 1])
def test_a_game_without_result_counts_the_same_everywhere(void: int) -> None:
    t = tournament("1d 1d", preset="german", points__void=void)
    t = t.with_round(Round(1, (Game(1, "a", "b", result=Result.VOID),)))
    assert values(t, "MMS") == {"a": 20 + void, "b": 20 + void}
    assert [values(t, name)["a"] for name in ("WINS", "CUSP", "CUSSW")] == [void] * 3
    assert values(t, "SODOS")["a"] == void * (30 + void)
    assert standings(t).rows[0].rounds == ("2=",)


def test_a_loss_for_both_is_a_default_game() -> None:
    """Rules, section 2: both absent or both lose, the opponent counts in SOS by the setting; Mays counts a half."""
    t = tournament("2d 1d", start__bar="none", placing__default_games=False)
    t = t.with_round(Round(1, (Game(1, "a", "b", result=Result.BOTH_LOSE),)))
    assert values(t, "SOS") == {"a": 1, "b": 0}
    assert dict(Sums(score(t), t.by_id()).adjusted_wins) == {"a": 1, "b": 1}
