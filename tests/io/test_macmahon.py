"""MacMahon's XML: real and generated tournaments through it and back, and the forms that the program writes."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest
from builders import losses_of, played, tournament, with_player
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.io.foreign.foreign import bar_rank, start_ranks
from mcmahon.io.foreign.macmahon import read_macmahon, write_macmahon
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament

PARTICIPANTS = """
<Country typeversion="1"><InternetCode>ch</InternetCode><Name>Switzerland</Name><Club typeversion="1"><Name>Seestadt</Name><EGDName>Sees</EGDName></Club></Country>
<IndividualParticipant typeversion="1"><Id>1</Id><Joker>false</Joker><PreliminaryRegistration>false</PreliminaryRegistration><ScoreAdjustment>false</ScoreAdjustment><ScoreAdjustmentValue>0</ScoreAdjustmentValue><SuperBarMember>false</SuperBarMember><NotPlayingInRound>3</NotPlayingInRound>
<GoPlayer typeversion="1"><AsianName>false</AsianName><FirstName><![CDATA[Ada]]></FirstName><Surname><![CDATA[Amber]]></Surname><GoLevel>2d</GoLevel><Rating>2190</Rating><EgdPin>99999901</EgdPin><Country>ch</Country><Club>Seestadt</Club></GoPlayer></IndividualParticipant>
<IndividualParticipant typeversion="1"><Id>2</Id><GoPlayer typeversion="1"><Surname>Birch</Surname><GoLevel>1k</GoLevel></GoPlayer></IndividualParticipant>
<IndividualParticipant typeversion="1"><Id>4</Id><GoPlayer typeversion="1"><Surname>Cedar</Surname><GoLevel>3k</GoLevel></GoPlayer></IndividualParticipant>
<TournamentRound typeversion="2"><RoundNumber>1</RoundNumber>
<Pairing typeversion="2"><ForcedPairing>false</ForcedPairing><PairingWithBye>false</PairingWithBye><Black>2</Black><White>1</White><Handicap>0</Handicap><Result>0-1</Result><ResultByReferee>false</ResultByReferee><BoardNumber>1</BoardNumber></Pairing>
<Pairing typeversion="2"><ForcedPairing>false</ForcedPairing><PairingWithBye>true</PairingWithBye><Black>4</Black><BoardNumber>2</BoardNumber></Pairing></TournamentRound>
<TournamentRound typeversion="2"><RoundNumber>2</RoundNumber></TournamentRound>
"""  # noqa: E501
SETTINGS = """
<NumberOfRounds>5</NumberOfRounds><CurrentRoundNumber>1</CurrentRoundNumber><TakeCurrentRoundInAccount>false</TakeCurrentRoundInAccount>
<Name><![CDATA[Demo]]></Name><RatingAllowed>false</RatingAllowed><RatingLowestOneDanRating>2050</RatingLowestOneDanRating>
<LowerMacMahonBar>false</LowerMacMahonBar><LowerMacMahonBarLevel>35k</LowerMacMahonBarLevel>
<UpperMacMahonBar>false</UpperMacMahonBar><UpperMacMahonBarLevel>9d</UpperMacMahonBarLevel>
<ByeShouldResultInZeroSOSetc>false</ByeShouldResultInZeroSOSetc>
<HandicapUsed>true</HandicapUsed><HandicapBelow>true</HandicapBelow><HandicapBelowLevel>1d</HandicapBelowLevel>
<HandicapByLevel>false</HandicapByLevel><HandicapAdjustment>true</HandicapAdjustment><HandicapAdjustmentValue>-2</HandicapAdjustmentValue>
<HandicapLimit>true</HandicapLimit><HandicapLimitValue>9</HandicapLimitValue><HandicapIncludeInTieBreakers>true</HandicapIncludeInTieBreakers>
<AllowJigo>false</AllowJigo><Boardsize>19</Boardsize><ExportEncoding>UTF-8</ExportEncoding>
<MakePairingSeedingPlacementCriterion typeversion="2"><ShortName>SODOS</ShortName></MakePairingSeedingPlacementCriterion>
<Walllist typeversion="3"><WeakSortCriteria>1</WeakSortCriteria><SortCriterionDescriptor typeversion="2"><ShortName>Score</ShortName></SortCriterionDescriptor>
<SortCriterionDescriptor typeversion="2"><ShortName>SOS</ShortName></SortCriterionDescriptor>
<SortCriterionDescriptor typeversion="2"><ShortName>SORP</ShortName></SortCriterionDescriptor>
<SortCriterionDescriptor typeversion="2"><ShortName>Name</ShortName></SortCriterionDescriptor></Walllist>
"""  # noqa: E501
SAMPLE = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    f'<Tournament typeversion="9">{SETTINGS}{PARTICIPANTS}</Tournament>\n'
)
UPPER_BAR_1D = (
    "<UpperMacMahonBar>false</UpperMacMahonBar><UpperMacMahonBarLevel>9d",
    "<UpperMacMahonBar>true</UpperMacMahonBar><UpperMacMahonBarLevel>1d",
)


def sample(*changes: tuple[str, str]) -> Tournament:
    return read_with_remarks(*changes)[0]


def read_with_remarks(*changes: tuple[str, str]) -> tuple[Tournament, str]:
    text = SAMPLE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    read = read_macmahon(text.encode(), "demo.xml")
    return read.tournament, "\n".join(read.report.lines())


def again(t: Tournament) -> Tournament:
    return read_macmahon(write_macmahon(t).data, "t").tournament


def test_the_sample_is_read() -> None:
    t, remarks = read_with_remarks()
    assert [
        (p.id, p.name, p.rank_name, p.rating, p.rating_is_derived, p.club, p.country, p.pin) for p in t.players
    ] == [
        ("1", "Amber Ada", "2d", 2190, False, "Seestadt", "CH", "99999901"),
        ("2", "Birch", "1k", 2000, True, "", "", ""),
        ("4", "Cedar", "3k", 1800, True, "", "", ""),
    ]
    assert t.rounds == (Round(1, (Game(1, "1", "2", 0, 13, Result.WHITE),), ("4",)),)
    assert t.player("1").rounds == {1, 2, 4, 5}
    assert start_ranks(t) == {"1": 1, "2": -1, "4": -3}
    s = t.settings
    assert (s.preset, s.name, s.rounds, s.start.bar, s.start.floor) == ("german", "Demo", 5, "none", "none")
    assert (s.points.bye, s.points.bye_wins, s.points.absence) == (2, 2, 1)
    assert (s.handicap.rule, s.handicap.reduction, s.handicap.maximum, s.handicap.none_from) == ("mms", 2, 9, "1d")
    assert (s.placing.order, s.placing.empty_round, s.placing.handicap_in_sos) == (("MMS", "SOS"), "own start", True)
    assert "unknown placing criteria, left out (1): SORP" in remarks
    assert "criteria that only order players on the same place, left out (1): Name" in remarks


def test_the_other_root_and_missing_versions_are_read() -> None:
    """`TournamentData` has other elements around the same leaves; no version is asked for anywhere."""
    other = sample(
        ('Tournament typeversion="9"', 'TournamentData typeversion="3.9"'),
        ("</Tournament>\n", "</TournamentData>\n"),
        ("IndividualParticipant", "Player"),
        ("TournamentRound", "Round"),
        ("<NumberOfRounds>", "<Settings><NumberOfRounds>"),
        ("</Walllist>", "</Walllist></Settings>"),
        ("SortCriterionDescriptor", "Criterion"),
    )
    assert other == sample()
    versions = [(f' typeversion="{k}"', "") for k in (9, 3, 2, 1)]
    assert sample(*versions) == sample()


def test_a_file_without_settings_is_read_with_what_macmahon_takes_for_missing_ones() -> None:
    t = sample((SETTINGS, ""))
    assert (t.settings.rounds, t.settings.handicap.rule, t.settings.placing.order) == (
        5,
        "none",
        ("MMS", "SOS", "SOSOS"),
    )
    assert len(t.rounds) == 1


@pytest.mark.parametrize(
    ("text", "result", "by_default"),
    [("1-0", Result.BLACK, False), ("0-1", Result.WHITE, False), ("½-½", Result.JIGO, False),
     ("0-0", Result.BOTH_LOSE, False), ("1-1", Result.BOTH_WIN, False), ("?-?", Result.UNKNOWN, False),
     ("1-0!", Result.BLACK, True), ("0-1 !", Result.WHITE, True), ("0-0!", Result.BOTH_LOSE, True),
     ("?-?!", Result.UNKNOWN, False), ("", Result.UNKNOWN, False), (" 1 - 0 ", Result.BLACK, False),
     ("1/2-1/2", Result.JIGO, False), ("2-0", Result.UNKNOWN, False)],
)  # fmt: skip
def test_results_are_black_first_in_every_form(text: str, result: Result, by_default: bool) -> None:
    game = sample((">0-1<", f">{text}<")).rounds[0].games[0]
    assert (game.white, game.result, game.by_default) == ("1", result, by_default)


def test_a_result_by_the_referee_is_by_default() -> None:
    referee = ("<ResultByReferee>false", "<ResultByReferee>true")
    assert sample(referee).rounds[0].games[0].by_default
    assert not sample(referee, (">0-1<", ">?-?<")).rounds[0].games[0].by_default


def test_a_bye_is_known_by_its_mark_or_by_a_missing_white() -> None:
    bye = "<PairingWithBye>true</PairingWithBye>"
    assert sample((bye, "")).rounds[0].byes == ("4",)
    assert sample((bye + "<Black>4</Black>", bye + "<White>4</White>")).rounds[0].byes == ("4",)


def with_adjustment(level: str, quarters: int, *changes: tuple[str, str], above: bool = False) -> int:
    """The start of player 4, of this level and adjustment."""
    adjustment = f"<ScoreAdjustment>true</ScoreAdjustment><ScoreAdjustmentValue>{quarters}</ScoreAdjustmentValue>"
    member = f"<SuperBarMember>{str(above).lower()}</SuperBarMember>"
    t = sample(("<Id>4</Id>", f"<Id>4</Id>{adjustment}{member}"), ("<GoLevel>3k", f"<GoLevel>{level}"), *changes)
    return start_ranks(t)["4"]


@pytest.mark.parametrize(("level", "quarters", "start"), [("3d", 4, 0), ("3d", -12, -1), ("5k", 16, -1)])
def test_quarter_points_are_added_before_the_bar(level: str, quarters: int, start: int) -> None:
    assert with_adjustment(level, quarters, UPPER_BAR_1D) == start


def test_members_above_the_bar_and_adjustments_without_effect() -> None:
    """Above the bar is who reaches it by level or adjustment; an adjustment that is off does not count."""
    assert with_adjustment("3d", 0, UPPER_BAR_1D, above=True) == 1
    assert with_adjustment("2k", 0, UPPER_BAR_1D, above=True) == -2
    assert with_adjustment("2k", 8, UPPER_BAR_1D, above=True) == 1
    assert with_adjustment("3d", 0, above=True) == 2, "there is no bar"
    assert with_adjustment("3d", 4, ("<ScoreAdjustment>true", "<ScoreAdjustment>false")) == 2
    assert with_adjustment("5k", 5) == -4, "quarters are rounded down"
    assert with_adjustment("5k", -5) == -7


@pytest.mark.parametrize(
    ("level", "name", "start"),
    [("2D", "2d", 1), ("3K", "3k", -3), ("1 Dan", "1d", 0), ("3 Kyu", "3k", -3), ("5", "5k", -5),
     ("1 dan pro", "1p", 9), ("2P", "2p", 10), ("10p", "9p", 18), ("35k", "30k", -35), ("9d", "9d", 8),
     ("36k", "30k", -30), ("10d", "30k", -30), ("", "30k", -30)],
)  # fmt: skip
def test_levels_in_every_form(level: str, name: str, start: int) -> None:
    """Professionals start above 9 dan, 35 kyu below 30 kyu: corrections keep that."""
    t = sample(("<GoLevel>3k", f"<GoLevel>{level}"))
    assert (t.player("4").rank_name, start_ranks(t)["4"]) == (name, start)


def test_bars_and_the_zero() -> None:
    lower = (
        "<LowerMacMahonBar>false</LowerMacMahonBar><LowerMacMahonBarLevel>35k",
        "<LowerMacMahonBar>true</LowerMacMahonBar><LowerMacMahonBarLevel>2k",
    )
    t = sample(UPPER_BAR_1D, lower)
    assert (t.settings.start.bar, t.settings.start.floor, t.settings.start.zero) == ("1d", "2k", "2k")
    assert start_ranks(t) == {"1": 0, "2": -1, "4": -2}
    assert not any(p.correction for p in t.players)
    t, remarks = read_with_remarks(UPPER_BAR_1D, (lower[0], lower[1].replace("2k", "3d")))
    assert start_ranks(t) == {"1": 0, "2": 0, "4": 0}
    assert "a lower bar above the upper bar" in remarks


def test_what_is_there_is_kept_and_what_is_not_known_is_told() -> None:
    t, remarks = read_with_remarks(
        ("<InternetCode>ch<", "<InternetCode>at<"),
        ("<Joker>false", "<Joker>true"),
        ("<Result>0-1", "<Result>odd"),
        ("<GoLevel>1k</GoLevel>", "<GoLevel>odd</GoLevel><Rating>1711</Rating><Country>XX</Country><EgdPin>0</EgdPin>"),
        ("<Boardsize>19", "<Boardsize>13"),
        ("<HandicapAdjustmentValue>-2", "<HandicapAdjustmentValue>1"),
        ("<RoundNumber>2</RoundNumber>", "<RoundNumber>2</RoundNumber><Pairing><Black>1</Black></Pairing>"),
    )
    assert (t.player("1").country, t.player("1").club) == ("CH", "Seestadt"), "a country that is not defined stays"
    assert (t.player("2").rank_name, t.player("2").country, t.player("2").pin) == ("4k", "", "")
    assert t.rounds[1] == Round(2, (), ("1",), ("2", "4"))
    for words in ("make the number even", "unknown results", "levels that cannot be read", "13×13",
                  "stones added to the difference", "entered but without a game: half a point"):  # fmt: skip
        assert words in remarks, words


def test_double_games_and_tables_are_cared_for() -> None:
    game = "<Pairing><Black>1</Black><White>4</White><BoardNumber>1</BoardNumber></Pairing>"
    t, remarks = read_with_remarks(("<RoundNumber>1</RoundNumber>", f"<RoundNumber>1</RoundNumber>{game}"))
    assert ([g.players for g in t.rounds[0]], t.rounds[0].byes, t.rounds[0].absent) == ([("4", "1")], (), ("2",))
    assert "two games in a round" in remarks
    other = "<Pairing><Black>4</Black><White>2</White><BoardNumber>1</BoardNumber></Pairing>"
    second = f"<Pairing><Black>1</Black><White>5</White><BoardNumber>1</BoardNumber></Pairing>{other}"
    five = "<IndividualParticipant><Id>5</Id><GoPlayer><Surname>Dune</Surname></GoPlayer></IndividualParticipant>"
    t = sample(
        ("<RoundNumber>2</RoundNumber>", f"<RoundNumber>2</RoundNumber>{second}"),
        ("</Club></Country>", "</Club></Country>" + five),
    )
    assert [g.table for g in t.rounds[1]] == [1, 2]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not well-formed"),
        (b"<Tournament/>", "not a MacMahon file"),
        (b"<Tournament><Players/></Tournament>", "not a MacMahon file"),
        (b"<Other/>", "not a MacMahon file"),
        (b"<TournamentData/>", "no player"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><TournamentData/>', "a document type with its own definitions"),
        (b'<!DOCTYPE a SYSTEM "http://x.test/y"><TournamentData/>', "no player"),
        (SAMPLE.replace("<Black>2<", "<Black>7<").encode(), "names an unknown participant '7 1'"),
        (SAMPLE.replace("<Id>4<", "<Id>2<").encode(), "not a valid participant '2 Cedar'"),
        (SAMPLE.replace("<Id>4<", "<Id>x<").encode(), "not a valid participant 'Cedar'"),
        (SAMPLE.replace("<Surname>Cedar<", "<Surname><").encode(), "not a valid participant '4'"),
        (SAMPLE.replace("<RoundNumber>1<", "<RoundNumber>x<").encode(), "pairings without a valid round: 'x'"),
        (SAMPLE.replace("<RoundNumber>1<", "<RoundNumber>100<").encode(), "pairings without a valid round: '100'"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_why(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_macmahon(data, "x")


def test_what_is_written_is_as_macmahon_wants_it() -> None:
    """Versions, the bye in Black with a board, what is used defined, a round for each planned, pairs kept apart."""
    t = tournament("2d 1k 3k", rounds=3, start__bar="none", pairing__forbid=[{"players": ["a", "c"]}])
    t = with_player(with_player(t, "a", country="CH", club="Seestadt"), "b", club="Élan", first_name="Bo")
    root = fromstring(write_macmahon(played(t, "a+b!", byes="c")).data)
    assert (root.tag, root.attrib) == ("Tournament", {"typeversion": "9"})
    assert [c.findtext("InternetCode") for c in root.findall("Country")] == ["ch", "xx"]
    clubs = [(c.findtext("Name"), c.findtext("EGDName")) for c in root.iter("Club") if c.find("Name") is not None]
    assert clubs == [("Seestadt", "Sees"), ("Élan", "Elan")]
    assert [e.findtext("GoPlayer/Country") for e in root.iter("IndividualParticipant")] == ["ch", "xx", None]
    assert [e.findtext("RoundNumber") for e in root.iter("TournamentRound")] == ["1", "2", "3"]
    game, bye = root.iter("Pairing")
    assert [game.findtext(tag) for tag in ("Black", "White", "Result", "ResultByReferee")] == ["2", "1", "0-1", "true"]
    assert [bye.findtext(tag) for tag in ("PairingWithBye", "Black", "White", "BoardNumber")] == [
        "true",
        "3",
        None,
        "2",
    ]
    unwanted = root.find("UnwantedPairing")
    assert unwanted is not None
    assert [e.text for e in unwanted] == ["1", "3", "true"]
    for tag, version in (("Walllist", "3"), ("SortCriterionDescriptor", "2"), ("IndividualParticipant", "1"),
                         ("GoPlayer", "1"), ("TournamentRound", "2"), ("Pairing", "2"), ("UnwantedPairing", "1"),
                         ("Country", "1"), ("MakePairingSeedingPlacementCriterion", "2")):  # fmt: skip
        assert {e.get("typeversion") for e in root.iter(tag) if len(e)} == {version}, tag
    written = {e.tag for e in root}
    assert not [e.tag for e in fromstring(SAMPLE) if e.tag not in written]


def test_forbidden_pairs_and_preliminary_entries_come_back() -> None:
    forbid = [{"players": ["a", "b"], "against": ["c"]}, {"players": ["b", "c", "d"]}]
    t = tournament("2d 1k 3k 4k", rounds=3, start__bar="none", pairing__forbid=forbid)
    t = with_player(t, "d", status=Status.PRELIMINARY)
    after = again(t)
    pairs = [tuple(players) for players, _, _ in after.settings.pairing.forbid]
    assert pairs == [("1", "3"), ("2", "3"), ("2", "4"), ("3", "4")]
    assert [(p.status, p.rounds) for p in after.players[2:]] == [(Status.FINAL, None), (Status.PRELIMINARY, None)]
    listed = list(fromstring(write_macmahon(t).data).iter("NotPlayingInRound"))
    assert [e.text for e in listed] == ["1", "2", "3"]


def test_settings_come_back() -> None:
    t = tournament(
        "2d 1k", preset="german", rounds=7, name="Spring", start__bar="1d", start__floor="20k", start__zero="20k",
        handicap__rule="rank", handicap__reduction=0, handicap__maximum=4, handicap__none_from="2k",
        placing__order=["MMS", "SCOREX", "SODOS", "RATING"], placing__empty_round="zero",
        placing__handicap_in_sos=True, points__bye=1, points__bye_wins=1, pairing__even_at_bar=False,
    )  # fmt: skip
    written = write_macmahon(t)
    assert written.losses.lines() == []
    assert read_macmahon(written.data, "t").tournament.settings == t.settings


def same_starts(before: Tournament, after: Tournament) -> None:
    """Between the lower bar and one above the upper one, where there are such bars."""
    start, bar = before.settings.start, bar_rank(before)
    highest = 99 if bar is None else bar + 1
    lowest = -99 if start.floor == "none" else min(before.settings.floor_rank, highest - 1)
    wanted = [max(min(value, highest), lowest) for value in start_ranks(before).values()]
    assert list(start_ranks(after).values()) == wanted


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.sampled_from(("9d", "3d", "1d", "1k", "9k", "2p")), st.integers(-4, 4)), min_size=4, max_size=8
    ),
    st.sampled_from(("auto", "none", "2d", "1k")),
    st.sampled_from(("none", "20k", "5k")),
)
@settings(max_examples=60, deadline=None)
def test_start_scores_come_back(entries: list[tuple[str, int]], bar: str, floor: str) -> None:
    t = tournament(" ".join(level for level, _ in entries), start__bar=bar, start__floor=floor)
    t = t.with_players([replace(p, correction=c) for p, (_, c) in zip(t.players, entries, strict=True)])
    same_starts(t, again(t))


def test_a_start_above_the_bar_comes_back_of_somebody_whom_the_bar_lifts() -> None:
    """The automatic bar is 7k, nine below the strongest, and the floor is above it: all start there, 9k + 1 above."""
    t = with_player(tournament("3d 3d 3d 9k", start__bar="auto", start__floor="5k"), "d", correction=1)
    same_starts(t, again(t))


@pytest.mark.parametrize("scheme", ["regular", "bands", "swiss"])
def test_start_scores_of_groups_come_back_as_adjustments(scheme: str) -> None:
    """Everybody of a group starts alike; only what prints as 0 may differ."""
    bands = ["9d-1d", "1k-5k", "6k-30k"]
    t = tournament("4d 2d 1d 1k 3k 9k", start__scheme=scheme, start__bands=bands, start__supergroup=["a"], rounds=3)
    before, after = start_ranks(t).values(), start_ranks(again(t)).values()
    assert list(after) == list(before)
    assert f"start scores of the scheme {scheme}" in "\n".join(write_macmahon(t).losses.lines())


@pytest.mark.slow
def test_losses_are_named() -> None:
    t = tournament(
        "1d 1d 1d 1d 1d", preset="bga", start__bar="1d", placing__order=["MMS", "CUSP"], rounds=3, komi=7.5,
        event__begin="2026-03-07", event__place="Seestadt", placing__empty_round="normalised", points__absence=0,
        pairing__profile="swiss", pairing__forbid=[{"players": ["a", "b"], "rounds": "1-2"}],
        pairing__rules=[{"name": "few", "pairs": "same_club", "at_most": 3}], pairing__force=[{"players": ["a", "c"]}],
    )  # fmt: skip
    a = replace(t.player("a"), country="CHE", groups=("family",), status=Status.WITHDRAWN, aga="123", pin="x1")
    b = replace(t.player("b"), correction=5, extra=(("FFG", "77"), ("meal", "yes")), pro=2)
    c = replace(t.player("c"), status=Status.PRELIMINARY, rounds=frozenset({1, 2}), rating=0)
    t = t.with_players([a, b, c])
    games = (Game(1, "a", "b", 3, 7, Result.VOID), Game(2, "c", "d", komi_halves=15))
    t = t.with_round(Round(1, games, unpaired=("e",))).with_round(Round(2, draft=True))
    lost = losses_of("macmahon", t)
    for words in (
        "countries that are not two-letter codes (1): CHE", "withdrawals", "groups, not kept (1)",
        "ranks of professionals", "pins that cannot be EGD pins (eight digits), left out (1): x1 of",
        "AGA number, not kept (1)", "other columns of the registrations (2): FFG, meal",
        "start scores below the lower bar, or more than one point above", "rounds of preliminary entries",
        "ratings of 0", "are written as jigo (1)", "missing results: half a point each", "entered but without a game",
        "pairs that are forbidden only in some rounds (1): a, b: 1-2", "does not have (1): CUSP",
        "komi, not kept (2)",
        "settings of the tournament, not kept (1): komi=7.5",
        "points.bye=0.5", "points.absence=0", "event.begin=2026-03-07",
        "event.place=Seestadt", "pairing.profile=swiss", "pairing.rules=", "pairing.force=", "the zero of start scores",
        "even games at and above the bar", "how sums count rounds without a game (1): normalised", "draft rounds",
    ):  # fmt: skip
        assert words in lost, words
