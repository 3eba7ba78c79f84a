"""The wallist of the European Go Database: every form of a token, odd files, real and generated tournaments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import losses_of, played, tournament, with_player
from mcmahon.io.foreign.egd import read_egd, write_egd
from mcmahon.io.formats import format_of
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import RoundKind, score
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Allowed, ByHand, Game, Result, Round
from mcmahon.model.tournament.tournament import Tournament

SAMPLE = """; CL[A]
; EV[Lakeside Open]
; PC[CH, Seestadt]
; DT[2026-03-07,2026-03-08]
; HA[h2]
; KM[6.5]
; TM[75]
;  Pl Name             Rk Co Club MMS SOS
  1 Amber Ada          2d CH  Sees  33 64  2+/w0  3=/b0  4+!w0 |99999901
  2 Van_Birch Bo       1d DE  B      32 63  1-/b0  4+/w2  0=
  3 Cedar Cy           1d XX  xxxx   31 65  0+     1=/w0  0-
  4 Dogwood Di         3k FR  38Gr   29 65  0-     2-/b2  1-!b0
"""


def read(text: str) -> Tournament:
    return read_egd(text.encode(), "t.h9").tournament


def remarks(text: str) -> str:
    return "\n".join(read_egd(text.encode(), "t.h9").report.lines())


def test_the_sample_is_read() -> None:
    t = read(SAMPLE)
    assert [(p.name, p.rank_name, p.country, p.club, p.pin) for p in t.players] == [
        ("Amber Ada", "2d", "CH", "Sees", "99999901"), ("Van Birch Bo", "1d", "DE", "B", ""),
        ("Cedar Cy", "1d", "", "", ""), ("Dogwood Di", "3k", "FR", "38Gr", ""),
    ]  # fmt: skip
    assert [[(g.white, g.black, g.handicap, g.result, g.by_default) for g in r] for r in t.rounds] == [
        [("1", "2", 0, Result.WHITE, False)],
        [("3", "1", 0, Result.JIGO, False), ("2", "4", 2, Result.WHITE, False)],
        [("1", "4", 0, Result.WHITE, True)],
    ]
    assert [r.byes for r in t.rounds] == [("3",), (), ()]
    s = t.settings
    assert (s.name, s.rounds, s.komi, s.handicap.rule, s.handicap.reduction) == ("Lakeside Open", 3, 13, "mms", 2)
    assert (s.event.place, s.event.country, s.event.begin, s.event.end) == (
        "Seestadt",
        "CH",
        "2026-03-07",
        "2026-03-08",
    )
    assert (s.event.basic_time, s.rating.tournament_class) == (75, "A")


def two(first: str, second: str, before: str = "33 64", behind: str = "") -> Tournament:
    """Two players with one round each."""
    return read(f"1 Amber Ada 2d CH Sees {before} {first} {behind}\n2 Birch Bo 1d DE B {before} {second} {behind}\n")


@pytest.mark.parametrize(
    ("first", "second", "white", "handicap", "result", "by_default"),
    [("2+/w0", "1-/b0", "1", 0, Result.WHITE, False), ("2+/w", "1-/b", "1", 0, Result.WHITE, False),
     ("2+", "1-", "1", 0, Result.WHITE, False), ("2-/b3", "1+/w3", "2", 3, Result.WHITE, False),
     ("2=/b3", "1=/w3", "2", 3, Result.JIGO, False), ("2+!", "1-!", "1", 0, Result.WHITE, True),
     ("2+!b0", "1-!w0", "2", 0, Result.BLACK, True), ("2+!/b0", "1-!/w0", "2", 0, Result.BLACK, True),
     ("2+/b0!", "1-/w0!", "2", 0, Result.BLACK, True), ("2?/w0", "1?/b0", "1", 0, Result.UNKNOWN, False),
     ("2-!", "1-!", "1", 0, Result.BOTH_LOSE, True), ("2+/w0", "1+/b0", "1", 0, Result.BOTH_WIN, False),
     ("2+w0", "1-b0", "1", 0, Result.WHITE, False), ("2+/w12", "1-/b12", "1", 9, Result.WHITE, False)],
)  # fmt: skip
def test_every_form_of_a_game(
    first: str, second: str, white: str, handicap: int, result: Result, by_default: bool
) -> None:
    (game,) = two(first, second).rounds[0].games
    assert (game.white, game.handicap, game.result, game.by_default) == (white, handicap, result, by_default)


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("0+", RoundKind.BYE),
        ("0+!", RoundKind.BYE),
        ("0=", RoundKind.ABSENT),
        ("0-", RoundKind.ABSENT),
        ("?", RoundKind.ABSENT),
        ("0=0", RoundKind.ABSENT),
    ],
)
def test_every_form_of_a_round_without_a_game(token: str, kind: RoundKind) -> None:
    t = read(f"1 A A 2d CH S 3 2+/w0 2-/b0\n2 B B 1d DE B 3 1-/b0 1+/w0\n3 C C 1d DE B 3 {token} {token}\n")
    assert [e.kind for e in score(t).entries["3"]] == [kind, kind]


def test_the_komi_of_the_file_is_that_of_its_even_games() -> None:
    t = read("; KM[7.5]\n1 A A 2d CH S 3 2+/w0\n2 B B 1d DE B 3 1-/b0\n")
    assert [game.komi_halves for game in t.rounds[0]] == [15]


@pytest.mark.parametrize(
    ("text", "komi"), [("7", 14), ("6,5", 13), ("7.50", 15), ("-5.5", -11), ("6.25", 13), ("x", 13)]
)
def test_a_komi_with_a_comma_or_below_zero_is_one(text: str, komi: int) -> None:
    """A tournament of negative komi did not come back; what is no komi is that of the preset."""
    assert read(f"; KM[{text}]\n1 A A 2d CH S 3 2+/w0\n2 B B 1d DE B 3 1-/b0\n").settings.komi == komi


FOUR = """1 Alpha Ann 3d DE Ulm 2+ 3+/w
2 Beta Bob 1k DE Ulm 1- 4-
3 Gamma Gil 8k DE Ulm 4+! 1-/b
4 Delta Di 20k DE Ulm 3-! 2+
"""


@pytest.mark.parametrize(
    ("name", "header", "stones"),
    [("x.h9", "; HA[h0]", [3, 0, 0, 9]), ("x.h9", "; HA[h2]", [1, 0, 0, 9]), ("x.h1", "", [2, 0, 0, 9]),
     ("x.H0", "", [3, 0, 0, 9]), ("x.h0", "; HA[h9]", [0] * 4), ("x.h9", "", [0] * 4), ("x.txt", "", [0] * 4)],
)  # fmt: skip
def test_handicaps_that_a_wallist_leaves_out_follow_from_ranks_and_reduction(
    name: str, header: str, stones: list[int]
) -> None:
    """EGD, format of result files: `2+` has the difference of grades less the reduction, `2+/w` is even."""
    found = read_egd(f"{header}\n{FOUR}".encode(), name)
    games = [game for drawn in found.tournament.rounds for game in drawn]
    assert [game.handicap for game in games] == stones
    assert games[0].players == ("1", "2"), "the stronger player has White"
    assert [game.komi_halves for game in games if game.handicap] == [1] * sum(map(bool, stones))
    rule = found.tournament.settings.handicap
    assert (rule.rule == "none") == (not any(stones))
    told = "\n".join(found.report.lines())
    assert ("no HA that says the rule; read as even" in told) == (name == "x.txt")
    assert ("handicaps left out; they are the difference of the ranks" in told) == any(stones)
    if any(stones):
        written = write_egd(found.tournament).data.decode()
        assert f"1-/b{stones[0]}" in written, "what is computed is written out"


def test_the_number_of_rounds_is_what_every_line_has() -> None:
    """Criteria that look like results, such as MacMahon's `33=`, stand before them; other columns behind."""
    assert len(two("2+/w0", "1-/b0", before="33= 64").rounds) == 1
    assert len(two("2+/w0", "1-/b0", before="33=").rounds) == 1
    assert len(two("2+/w0", "1-/b0", before="87?").rounds) == 1
    assert len(two("2+/w0", "1-/b0", behind="2100 17").rounds) == 1
    assert len(two("2+/w0", "1-/b0", before="½ 34¼").rounds) == 1


def test_odd_files_are_read() -> None:
    plain = "1 Amber Ada 2d CH Sees 33 2+/w0\n2 Birch Bo 1d DE B 32 1-/b0"
    for text in (plain, plain.replace(" ", "\t"), plain.replace("\n", "\r\n"), "\ufeff" + plain, plain + " |  "):
        assert len(read(text).rounds[0].games) == 1, text
    assert [p.rank_name for p in read(plain.replace("2d", "10").replace("1d", "3")).players] == ["10k", "3k"]
    tied = plain.replace("\n2 Birch", "\nBirch")
    assert [p.name for p in read(tied).players] == ["Amber Ada", "Birch Bo"]
    assert "places differ from line numbers" in remarks(plain.replace("\n2 ", "\n7 "))
    one_word = read(plain.replace("Amber Ada", "Amber"))
    assert (one_word.players[0].surname, one_word.players[0].first_name) == ("Amber", "")
    assert read(plain.replace("Amber Ada", "van der Amber Ada")).players[0].surname == "van der Amber"


def test_a_line_that_is_missing_loses_its_own_games_only() -> None:
    """Places tell who is meant where lines are not what they were."""
    games = {1: "5+", 2: "4+", 3: "0=", 4: "2-", 5: "1-"}
    lines = [f"{k} P{k} X 1d DE B 3 {token}" for k, token in games.items()]
    whole, torn = read("\n".join(lines)), read("\n".join(lines[1:]))
    assert len(whole.rounds[0].games) == 2
    assert [{torn.player(p).surname for p in game.players} for game in torn.rounds[0]] == [{"P2", "P4"}]
    assert "who name somebody else" in remarks("\n".join(lines[1:]))


def test_a_free_win_is_a_point() -> None:
    t = read("1 A A 2d CH S 3 0+\n2 B B 1d DE B 3 0=\n")
    assert [row.wins for row in standings(t).rows] == [2]  # B never played: no line


def test_what_contradicts_itself_is_told() -> None:
    assert "both players have the same colour" in remarks("1 A A 2d CH S 3 2+/w0\n2 B B 1d DE B 3 1-/w0\n")
    assert "contradictory results" in remarks("1 A A 2d CH S 3 2+/w0\n2 B B 1d DE B 3 1=/b0\n")
    assert "who name somebody else" in remarks(
        "1 A A 2d CH S 3 2+/w0 2+/w0\n2 B B 1d DE B 3 1-/b0 3+/w0\n3 C C 1d DE B 3 0= 2-/b0\n"
    )
    assert "without colours" in remarks("1 A A 2d CH S 3 2+\n2 B B 1d DE B 3 1-\n")
    assert "headers not kept (1): CM[hello]" in remarks("; CM[hello]\n1 A A 2d CH S 3 0+\n")


@pytest.mark.parametrize("text", ["", ";only\n", "1 Amber\n", "no rank here at all\n", "1 Amber Ada 44k CH Sees 3\n"])
def test_what_is_no_wallist_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match=r"no player|not a player line"):
        read(text)


def test_a_game_that_both_lost_is_written_as_one_that_is_not_rated() -> None:
    """A 0-0 counts as a default game everywhere; without the mark the database would rate two losses."""
    written = write_egd(played(tournament("1d 1d 1d 1d"), "a0b c+d"))
    tokens = [line.split()[-1] for line in written.data.decode().splitlines() if not line.startswith(";")]
    assert tokens == ["2+/w0", "1-/b0", "4-!w0", "3-!b0"]
    assert any(line.startswith("games that both players lost") for line in written.losses.lines())


def test_the_file_is_what_the_rating_officer_wants() -> None:
    """Places without ties, names in Title_Case without blanks, class and time, pins, defaults marked."""
    given_ = {"event__begin": "2026-03-07", "event__place": "Zürich", "event__country": "CH", "event__basic_time": 60}
    given_ |= {"event__overtime": "byo-yomi", "event__overtime_seconds": 30, "name": "Üetli Open", "start__bar": "none"}
    t = tournament("2d 1d 3k 3k", preset="bga", rounds=2, **given_)
    names = {"a": ("VAN DER BERG", "Jan"), "b": ("Müller-Łódź", "Åsa"), "c": ("O'Neil", ""), "d": ("李", "世乭")}
    common = {"club": "Seestadt", "country": "CH"}
    players = [replace(t.player(i), surname=s, first_name=f, **common) for i, (s, f) in names.items()]
    players[0] = replace(players[0], pin="12345678")
    t = played(t.with_players(players), "a+b! c+d")
    text = write_egd(t).data.decode("ascii")
    lines = text.splitlines()
    assert lines[:6] == [
        "; CL[A]", "; EV[Uetli Open]", "; PC[CH, Zurich]", "; DT[2026-03-07,2026-03-07]", "; HA[h1]", "; KM[7.5]",
    ]  # fmt: skip
    assert lines[6] == "; TM[82.5]"
    rows = [line.split() for line in lines if not line.startswith(";")]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert rows[0][1:6] == ["Van_Der_Berg", "Jan", "2d", "CH", "Sees"]
    assert rows[0][-2:] == ["2+!w0", "|12345678"]
    assert [row[6] for row in rows] == ["2", "0", "-2", "-3"]
    assert rows[1][1:3] == ["Muller-Lodz", "Asa"]
    assert rows[2][1:3] == ["O'Neil", "_"]
    assert rows[3][1:3] == ["Li", "ShiShi"]
    free = write_egd(t, free_defaults=True).data.decode().splitlines()
    assert free[-4].split()[-2] == "0+"


def test_open_games_are_refused_unless_half_a_point_each_is_meant() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a?b c+d")
    with pytest.raises(InputError, match=r"games without a result \(not known, or void\): round 1 table 1"):
        write_egd(t)
    written = write_egd(t, open_as_half=True)
    assert sum(line.endswith("0=") for line in written.data.decode().splitlines()) == 2
    assert any("written as half a point each (1): round 1 table 1" in line for line in written.losses.lines())


def test_losses_are_named() -> None:
    t = tournament("1d 1d 1d 1d")
    t = t.with_round(Round(1, (Game(1, "a", "b", 0, 11, Result.WHITE),), unpaired=("c",)))
    lost = losses_of("egd", t)
    for words in ("komi, not kept", "no date", "no place", "no time settings", "without a game or a bye"):
        assert words in lost


def test_those_who_never_played_are_lost_only_where_there_are_some() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d")
    rated = replace(t, players=(*t.players[:3], replace(t.players[3], rating=2100)))
    lost = "\n".join(write_egd(rated).losses.lines())
    assert "ratings; table numbers" in lost
    assert "never played" not in lost
    assert "without a game" not in lost


def test_a_million_blank_lines_are_no_wallist() -> None:
    """Told in a moment, in time that grows with the file and not with its square."""
    with pytest.raises(InputError, match="unknown format"):
        format_of(Path("x"), "", b"\n" * 1_000_000)
    assert format_of(Path("x"), "", b"; EV[x]\r\n 1 Amber Ada 2d\r\n").name == "egd"


@pytest.mark.parametrize(("first", "second", "said"), [("2+", "1-", "as line numbers"), ("3+", "1-", "as places")])
def test_opponents_are_lines_or_places_whichever_more_of_them_confirm(first: str, second: str, said: str) -> None:
    """Line 2 has the place 3: the two name each other by one or the other."""
    text = f"1 Amber Ada 2d CH Sees 0 {first}\n3 Birch Bo 1d DE B 0 {second}\n"
    found = read_egd(text.encode(), "x")
    assert [(g.white, g.black) for g in found.tournament.rounds[0]] in ([("1", "2")], [("2", "1")])
    assert f"opponents are read {said}" in "\n".join(found.report.lines())


def test_names_without_a_comma_have_a_surname_and_a_first_name() -> None:
    """As the database has them; the losses say of how many, and what was transliterated."""
    names = ("O'Brien Jon", "van der Berg Jan", "Richter Дмитрий", "ПЕТРОВ László", "Åsmund Eva", "Kim")
    t = played(tournament("1d 1d 1d 1d 1d 1d"), "a+b c+d e+f")
    for pid, name in zip("abcdef", names, strict=True):
        t = with_player(t, pid, surname=name, first_name="")
    written = write_egd(t)
    rows = [line.split() for line in written.data.decode("ascii").splitlines() if not line.startswith(";")]
    assert {(row[1], row[2]) for row in rows} == {
        ("O'Brien", "Jon"), ("Van_Der_Berg", "Jan"), ("Richter", "Dmitriy"), ("Petrov", "Laszlo"), ("Asmund", "Eva"),
        ("Kim", "_"),
    }  # fmt: skip
    lines = "\n".join(written.losses.lines())
    assert "the first word as the surname (5): O'Brien / Jon, van der Berg / Jan" in lines
    assert "names transliterated from other scripts (2): Richter Дмитрий → Richter Dmitriy" in lines
    assert "ПЕТРОВ László → PETROV Laszlo" in lines
    assert "names spelled without special letters (1): Åsmund Eva → Asmund Eva" in lines
    assert "players without a first name, written as _ (1): Kim" in lines


def test_a_wallist_has_one_code_of_a_country_and_names_who_has_none() -> None:
    """The European database writes UK and GR, whatever the registrations have."""
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d")
    for pid, country in zip("abcd", ("GB", "UK", "EL", ""), strict=True):
        t = with_player(t, pid, surname=f"Berg{pid}", first_name="Jo", country=country)
    written = write_egd(t)
    rows = [line.split() for line in written.data.decode("ascii").splitlines() if not line.startswith(";")]
    assert sorted(row[4] for row in rows) == ["GR", "UK", "UK", "XX"]
    lines = written.losses.lines()
    assert "country codes changed to those of the European database (2): GB → UK, EL → GR" in lines
    assert "players without a country, written as XX (1): Bergd Jo" in lines


def test_what_was_done_by_hand_is_in_comments_which_readers_skip() -> None:
    """The board and the rule broken there, by the places of the players; of a draft nothing."""
    t = played(tournament("2d 1d 1k 2k"), "a+b c+d")
    drawn = t.rounds[0]
    marked = replace(drawn.games[0], by_hand=frozenset({ByHand.SWAP}))
    by_hand = replace(drawn, games=(marked, *drawn.games[1:]), allowed=(Allowed("repeats", ("a", "b")),))
    data = write_egd(t.with_round(by_hand)).data
    lines = data.decode().splitlines()
    assert [line for line in lines if line.startswith("; by hand")] == [
        "; by hand: round 1 table 1, 1 - 3: swap",
        "; by hand: round 1 against the rule repeats 1 3",
    ]
    assert read(data.decode()) == read(write_egd(t).data.decode())
    assert b"by hand" not in write_egd(t.with_round(replace(by_hand, draft=True))).data
