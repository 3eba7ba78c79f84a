"""OpenGotha's XML: the 14 tournaments and generated ones through it and back, and the odd forms that files have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import losses_of, played, real_data, tournament, with_player
from mcmahon.io.foreign.foreign import Read
from mcmahon.io.foreign.opengotha import read_opengotha, write_opengotha
from mcmahon.io.foreign.opengotha.opengotha_settings import NEAREST, PAIRING, nearest_weights
from mcmahon.io.formats import formats
from mcmahon.io.settings.profiles import load_profile, parse_profile
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.sections import sections
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way

SAMPLE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201" fullVersionNumber="3.52" runningMode="SAL" saveDT="20260307120000"><Players>
<Player name="Amber" firstName="Ada" country="CH" club="Sees" egfPin="99999901" rank="2D" grade="2D" rating="2190"
 ratingOrigin="EGF" smmsCorrection="0" participating="11111111111111111111" registeringStatus="FIN"/>
<Player name="Van Birch" firstName="Bo" rank="1D" rating="2100" ratingOrigin="INI"
 participating="11011111111111111111"/>
<Player name="Cedar" firstName="Cy" rank="3K" rating="1800"/></Players>
<Games><Game roundNumber="1" tableNumber="1" whitePlayer="AMBERADA" blackPlayer="VANBIRCHBO" knownColor="true"
 handicap="0" result="RESULT_WHITEWINS"/></Games>
<ByePlayers><ByePlayer roundNumber="1" player="CEDARCY"/></ByePlayers>
<TournamentParameterSet><GeneralParameterSet shortName="demo" name="Demo" numberOfRounds="3" genMMBar="1D"
 genMMFloor="20K" genMMZero="30K" genMMS2ValueAbsent="1" genMMS2ValueBye="2" genNBW2ValueAbsent="0"
 genNBW2ValueBye="2" komi="7.5" beginDate="2026-03-07" endDate="2026-03-08"/>
<HandicapParameterSet hdBasedOnMMS="true" hdNoHdRankThreshold="1D" hdCorrection="1" hdCeiling="9"/>
<PlacementParameterSet><PlacementCriteria><PlacementCriterion number="1" name="MMS"/></PlacementCriteria>
</PlacementParameterSet><PairingParameterSet paiBaBalanceWB="1000000" paiMaAvoidMixingCategories="0"/>
</TournamentParameterSet></Tournament>
"""


#: Ten entities, each of ten of the one before: a file of a page that would fill the memory.
LAUGHS = (
    '<!DOCTYPE a [<!ENTITY l0 "ha">'
    + "".join(f'<!ENTITY l{k + 1} "{f"&l{k};" * 10}">' for k in range(9))
    + "]><Tournament>&l9;</Tournament>"
)


def sample(*changes: tuple[str, str]) -> Tournament:
    return read_with_remarks(*changes)[0]


def read_with_remarks(*changes: tuple[str, str]) -> tuple[Tournament, str]:
    text = SAMPLE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    read = read_opengotha(text.encode(), "demo.xml")
    return read.tournament, "\n".join(read.report.lines())


def test_the_sample_is_read() -> None:
    t = sample()
    assert [(p.name, p.rank_name, p.rating, p.rating_is_derived, p.club, p.country, p.pin) for p in t.players] == [
        ("Amber Ada", "2d", 2190, False, "Sees", "CH", "99999901"),
        ("Van Birch Bo", "1d", 2100, True, "", "", ""),
        ("Cedar Cy", "3k", 1800, True, "", "", ""),
    ]
    assert t.rounds == (Round(1, (Game(1, "1", "2", 0, 15, Result.WHITE),), ("3",)),)
    assert t.player("2").rounds == {1, 2}
    s = t.settings
    assert (s.name, s.rounds, s.komi, s.start.bar, s.start.floor) == ("Demo", 3, 15, "1d", "20k")
    assert (s.points.bye, s.points.bye_wins, s.points.absence, s.placing.order) == (2, 2, 1, ("MMS",))
    assert (s.event.begin, s.event.end) == ("2026-03-07", "2026-03-08")
    assert standings(t).rows[0].mms == 62


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([('rank="3K"', 'rank="99K" grade="4K"')], ("3", "4k")),
        ([('rank="3K" rating="1800"', 'rank="99K" grade="99K" rating="1700"')], ("3", "4k")),
        ([('rank="3K"', 'rank="5k"')], ("3", "5k")),
        ([('rank="3K"', 'rank="5 kyu"')], ("3", "5k")),
        ([('grade="2D"', 'grade=" 2P"')], ("1", "2p")),
    ],
)
def test_ranks_in_every_form(changes: list[tuple[str, str]], expected: tuple[str, str]) -> None:
    assert sample(*changes).player(expected[0]).rank_name == expected[1]


def test_keys_of_other_machines_and_dialects_are_found() -> None:
    """Turkish machines write İ; Pairgoth's byes are nested and not in capitals."""
    turkish = sample(('firstName="Ada"', 'firstName="Idil"'), ('"AMBERADA"', '"AMBERİDİL"'))
    assert turkish.rounds[0].games[0].white == "1"
    nested = sample(
        ('<ByePlayers><ByePlayer roundNumber="1" player="CEDARCY"/></ByePlayers>',
         '<ByePlayer><ByePlayer roundNumber="1" player="CedarCy"/></ByePlayer>'),
    )  # fmt: skip
    assert nested.rounds[0].byes == ("3",)


@pytest.mark.parametrize(
    ("text", "result", "by_default"),
    [("RESULT_BLACKWINS", Result.BLACK, False), ("RESULT_EQUAL", Result.JIGO, False),
     ("RESULT_BOTHLOOSE", Result.BOTH_LOSE, False), ("RESULT_BOTHLOSE_BYDEF", Result.BOTH_LOSE, True),
     ("RESULT_BOTHWIN", Result.BOTH_WIN, False), ("RESULT_WHITEWINS_BYDEF", Result.WHITE, True),
     ("RESULT_UNKNOWN", Result.UNKNOWN, False), ("RESULT_UNKNOWN_BYDEF", Result.UNKNOWN, False),
     ("RESULT_ODD", Result.UNKNOWN, False)],
)  # fmt: skip
def test_results_in_every_form(text: str, result: Result, by_default: bool) -> None:
    game = sample(("RESULT_WHITEWINS", text)).rounds[0].games[0]
    assert (game.result, game.by_default) == (result, by_default)


def test_settings_in_other_forms() -> None:
    t = sample(('komi="7.5"', 'komi="6,5"'), ('hdBasedOnMMS="true"', 'hdBase="RANK"'), (' dataVersion="201"', ""))
    assert (t.settings.komi, t.settings.handicap.rule) == (13, "rank")
    assert t.player("1").rating == 2190, "without a version nothing is added to ratings"
    t, remarks = read_with_remarks(('hdCorrection="1"', 'hdCorrection="-1"'), ('hdCeiling="9"', 'hdCeiling="0"'))
    assert (t.settings.handicap.rule, t.settings.handicap.reduction) == ("none", 0)
    assert "one stone more than the difference" in remarks


def test_a_missing_parameter_is_opengothas_default_not_the_preset() -> None:
    there = sample().settings.points
    assert (there.absence, there.bye, there.bye_wins) == (1, 2, 2)
    t = sample((' genMMS2ValueAbsent="1" genMMS2ValueBye="2" genNBW2ValueAbsent="0"\n genNBW2ValueBye="2"', ""))
    assert (t.settings.points.absence, t.settings.points.bye, t.settings.points.bye_wins) == (0, 0, 0)


def test_two_byes_unknown_things_and_double_games_are_cared_for() -> None:
    bye = '<ByePlayer roundNumber="1" player="CEDARCY"/>'
    t = sample((bye, bye + '<ByePlayer roundNumber="2" player="AMBERADA" odd="1"/><Odd/>'))
    assert [r.byes for r in t.rounds] == [("3",), ("1",)]
    assert t.rounds[1].unpaired == ("2", "3")
    game = '<Game roundNumber="1" tableNumber="1" whitePlayer="AMBERADA"'
    t, remarks = read_with_remarks((game, game + ' blackPlayer="CEDARCY" result="RESULT_EQUAL"/>' + game))
    assert [g.players for g in t.rounds[0]] == [("1", "3")]
    assert "two games in a round" in remarks


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not well-formed"),
        (b"junk <?xml", "not well-formed"),
        (b"<Tournament/>", "not an OpenGotha file"),
        (b"<Other><Players/></Other>", "not an OpenGotha file"),
        (b"<Tournament><Players/></Tournament>", "no player"),
        (
            b'<!DOCTYPE a [<!ENTITY b "c">]><Tournament><Players/></Tournament>',
            "a document type with its own definitions",
        ),
        (b'<!DOCTYPE a SYSTEM "x.dtd" [<!ELEMENT b ANY>]><Tournament/>', "a document type with its own definitions"),
        (
            b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Tournament/>',
            "a document type with its own definitions",
        ),
        (
            b'<!DOCTYPE a [<!ENTITY % b SYSTEM "http://x.test/y"> %b;]><Tournament/>',
            "a document type with its own definitions",
        ),
        (LAUGHS.encode(), "a document type with its own definitions"),
        (
            b'<!DOCTYPE a SYSTEM "x.dtd"><!DOCTYPE a SYSTEM "y.dtd"><Tournament/>',
            "a document type with its own definitions",
        ),
        (b'<!DOCTYPE a SYSTEM "x.dtd"><Tournament name="&b;"/>', "not well-formed XML: undefined entity"),
        (b'<!DOCTYPE a SYSTEM "x.dtd">\n<Tournament>&b;</Tournament>', "undefined entity.*line 2"),
        (b'<!DOCTYPE a SYSTEM "http://x.test/y"><Tournament/>', "not an OpenGotha file"),
        (SAMPLE.replace("AMBERADA", "NOBODY").encode(), "names an unknown player 'NOBODY'"),
        (SAMPLE.replace('name="Cedar" firstName="Cy"', 'name="Amber" firstName="Ada"').encode(), "the same name"),
        (SAMPLE.replace('Game roundNumber="1"', 'Game roundNumber="x"').encode(), "a game without a valid round:"),
        (SAMPLE.replace('encoding="UTF-8"', 'encoding="no-such"').encode(), "x"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_why(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_opengotha(data, "x")


def test_a_document_type_that_names_a_file_is_passed_over() -> None:
    """OpenGotha itself once wrote one; whatever else may stand before the root stands before it, too."""
    before = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    for name in ('SYSTEM "tournament.dtd"', "PUBLIC '-//x' 'http://x.test/y'", ""):
        t = sample((before, f"{before}<!-- a --><!-- b -->\n<!DOCTYPE Tournament {name}>"))
        assert t.players == sample().players
    real = read_opengotha((real_data() / "foreign" / "doctype.xml").read_bytes(), "doctype.xml").tournament
    people, boards = (
        sum(map(len, rows)) for rows in ([p.members for p in real.players], [g.boards for r in real.rounds for g in r])
    )
    assert (people, boards) == (19, 36), "a team event of six teams at three boards"


def test_half_a_win_for_the_bye_is_rounded_down() -> None:
    """OpenGotha's standings of this file: Aa 1, Bb 0 with Aa's win as SOSW, Cc 0; not Cc second with half a win."""
    t = read_opengotha((real_data() / "foreign" / "rounded_wins.xml").read_bytes(), "x").tournament
    rows = [(row.place, row.player.surname, row.wins, dict(row.values)) for row in standings(t).rows]
    assert rows == [
        (1, "Aa", 2, {"WINS": 2, "SOSW": 0}),
        (2, "Bb", 0, {"WINS": 0, "SOSW": 2}),
        (3, "Cc", 0, {"WINS": 0, "SOSW": 0}),
    ]


def foreign(name: str) -> Read:
    """A file of data/foreign."""
    return read_opengotha((real_data() / "foreign" / name).read_bytes(), name)


def test_a_tournament_by_wins_is_a_swiss() -> None:
    """Its first criterion among wins and McMahon scores is the wins: OpenGotha pairs by these, whatever the ranks."""
    t = foreign("rounded_wins.xml").tournament
    assert (t.settings.start.scheme, set(score(t).start.values())) == ("swiss", {0})
    again = read_opengotha(write_opengotha(t).data, "x").tournament
    assert (again.settings.start.scheme, places(again)) == ("swiss", places(t))
    assert write_opengotha(again).data == write_opengotha(t).data
    mixed = '<PlacementCriterion number="1" name="NBW"/><PlacementCriterion number="2" name="SOSM"/>'
    t, told = read_with_remarks(('<PlacementCriterion number="1" name="MMS"/>', mixed))
    assert t.settings.start.scheme == "rank"
    assert "OpenGotha pairs by wins" in told
    assert sample().settings.start.scheme == "rank"


def places(t: Tournament) -> list[tuple[str, int]]:
    return [(row.player.surname, row.place) for row in standings(t).rows]


def test_groups_of_clubs_are_a_setting_and_come_back() -> None:
    read = foreign("clubs_groups.xml")
    groups = (("K004", "K006", "K007", "K002"),)
    assert read.tournament.settings.pairing.club_groups == groups
    assert "it counts half as much as a club (1): G1 = K004, K006, K007, K002" in "\n".join(read.report.lines())
    written = write_opengotha(read.tournament)
    assert read_opengotha(written.data, "x").tournament.settings.pairing.club_groups == groups
    assert not any("group" in line for line in written.losses.lines())
    twice = "<ClubsGroup name='{}'><Club name='Sees'/><Club name='{}'/><Club name=''/></ClubsGroup>"
    both = "".join(["<ClubsGroups>", twice.format("N", "Ulm"), twice.format("S", "Bonn"), "</ClubsGroups>"])
    t, told = read_with_remarks(("</TournamentParameterSet>", f"</TournamentParameterSet>{both}"))
    assert t.settings.pairing.club_groups == (("Sees", "Ulm"),)
    assert "clubs in several groups; the first group counts (1): Sees" in told


def test_categories_and_teams_are_columns_and_what_they_are_placed_by_is_named_first() -> None:
    read = foreign("categories.xml")
    first, second = read.report.remarks()[:2]
    assert first.text == "unknown placing criteria, left out; places can differ (3): CAT, EXT, EXR"
    assert second.text == "categories are kept as a column of the players (3): 1 from 1d, 2 from 5k, 3 below 5k"
    assert second.ways_on == (Way("for their standings", "standings", by="category"),)
    table = standings(read.tournament)
    counted = {s.title: {row.player.rank for row in s.rows} for s in sections(table, "category")}
    assert list(counted) == ["category 1", "category 2", "category 3"]
    limits = [(min(ranks), max(ranks)) for ranks in counted.values()]
    assert limits[0][0] >= 0 > limits[1][1] >= limits[1][0] >= -5 > limits[2][1]
    data = (real_data() / "foreign" / "teams.xml").read_bytes()
    read = read_opengotha(
        data.replace(b'boardNumber="2"', b'boardNumber="9"', 1), "teams.xml"
    )  # no team event any more
    assert any(
        "teams are kept as a column of the players, without places (OpenGotha places them by TEAMP, BDW, " in line
        for line in read.report.lines()
    )
    assert len(sections(standings(read.tournament), "team")) == 18


def test_losses_are_named() -> None:
    t = tournament("1d 1d 1d 1d", preset="bga", start__bar="none", placing__order=["MMS", "CUSP"], rounds=3)
    long = replace(t.player("a"), club="Seestadt", country="CHE", groups=("family",), status=Status.WITHDRAWN)
    far = replace(t.player("b"), correction=5)
    t = t.with_players([long, far])
    games = (Game(1, "a", "b", 3, 7, Result.VOID),)
    t = t.with_round(Round(1, games, byes=("c", "d")))
    lost = losses_of("opengotha", t)
    for words in (
        "clubs shortened to four letters (1): Seestadt → Sees", "countries that are not two-letter codes (1): CHE",
        "withdrawals", "groups, not kept (1): ", "start score corrections outside", "are written as jigo",
        "more than one bye in a round", "pairing.profile=balanced", "does not have (1): CUSP",
        "komi, not kept (1): round 1 table 1", "even games at and above the bar",
        "absences rounded down and byes not",
    ):  # fmt: skip
        assert words in lost, words


def test_what_is_paired_by_from_now_on_is_told_and_each_weight_that_is_left_out() -> None:
    """A director reads which parameters count; OpenGotha's own defaults are no news."""
    _, usual = read_with_remarks()
    assert "only seeding and the choice of players to draw up or down are taken over" in usual
    assert "Pairing now uses the profile opengotha" in usual
    assert "that are not taken over" not in usual
    given = 'paiBaBalanceWB="1000000" paiSeAvoidSameGeo="0" paiSeBarThresholdActive="false" paiSeRankThreshold="1d"'
    _, own = read_with_remarks(('paiBaBalanceWB="1000000"', given))
    assert (
        "pairing parameters that are not taken over (2): "
        "no secondary criteria above the bar false (default true), "
        "avoid the same country and club 0 (default 100,000,000,000)"
    ) in own
    lines = 'base = "opengotha", same_club.weight = 0, same_country.weight = 0'
    assert f"those parameters are nearest to a profile of your own with the lines {lines}" in own
    assert "a profile of your own" not in usual


def test_the_nearest_weights_are_in_proportion_to_the_parameters() -> None:
    usual = {w.criterion: w.weight for w in load_profile("opengotha").weights}
    assert all(usual[key] == weight for weights in NEAREST.values() for key, weight in weights.items())
    assert nearest_weights({name: value for name, (value, _) in PAIRING.items()}) == {}
    assert nearest_weights({"paiSeAvoidSameGeo": "50000000000"}) == {"same_club": 437_500, "same_country": 61_000}
    assert nearest_weights({"paiBaBalanceWB": "3000000", "paiMaCompensateDUDD": "false"}) == {
        "colour_balance": 75, "float_uncompensated": 0,
    }  # fmt: skip
    assert nearest_weights({"paiSeAvoidSameGeo": "900000000000", "paiMaMaximizeSeeding": "x"})["same_club"] == 1_000_000
    lines = 'base = "opengotha"\nsame_club.weight = 0\nsame_country.weight = 0\n'
    own = {w.criterion: w.weight for w in parse_profile(lines, "own.toml", "own.toml").weights}
    assert own == usual | {"same_club": 0, "same_country": 0}


def test_score_groups_are_ordered_by_the_placing_criteria_of_the_file() -> None:
    """OpenGotha sorts inside a group by placing criteria, then by rating or rank as each seeding system says."""
    criteria = '<PlacementCriterion number="1" name="MMS"/><PlacementCriterion number="2" name="SODOSM"/>'
    system = 'paiBaBalanceWB="1000000" paiMaAdditionalPlacementCritSystem2="Rank"'
    changes = ('<PlacementCriterion number="1" name="MMS"/>', criteria), ('paiBaBalanceWB="1000000"', system)
    t, _ = read_with_remarks(*changes)
    seeding = ("1-2 random MMS SODOS RATING", "3+ slide MMS SODOS RANK")
    assert t.settings.pairing.seeding == seeding
    written = write_opengotha(t)
    assert read_opengotha(written.data, "x").tournament.settings.pairing.seeding == seeding
    assert not any("order inside score groups" in line for line in written.losses.lines())
    other = tournament("1d 1d", pairing__seeding=["1+ slide SOS"])
    assert any("order inside score groups" in line for line in write_opengotha(other).losses.lines())


def test_what_of_a_file_is_not_taken_over_is_told() -> None:
    _, told = read_with_remarks(('komi="7.5"', 'komi="7.5" size="13"'))
    assert "board sizes other than 19 are not kept (1): 13" in told


def test_columns_that_opengotha_has_not_are_named_as_lost() -> None:
    """But for the French licence, and what came from one of its files."""
    t = tournament("1d 1d")
    own = replace(t.player("a"), extra=(("FFG", "0000001"), ("opengotha.grade", "2D")))
    other = replace(t.player("b"), extra=(("E-Mail", "b@example.org"), ("meal", ""), ("opengotha.a b", "1")))
    lines = write_opengotha(t.with_players([own, other])).losses.lines()
    assert "other columns of the registrations (2): E-Mail, opengotha.a b" in lines


def test_the_country_of_the_event_and_its_class_are_lost() -> None:
    t = tournament("1d 1d", event__country="NL", rating__tournament_class="B")
    lines = losses_of("opengotha", t)
    assert "event.country=NL" in lines
    assert "rating.tournament_class=B" in lines
    assert "event.country" not in losses_of("opengotha", tournament("1d 1d"))


@pytest.mark.parametrize("form", ["opengotha", "egd", "tou"])
def test_clubs_that_become_one_are_named(form: str) -> None:
    """Four letters tell Alburg and Alburg 2 no longer apart; Ulm is itself."""
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d")
    clubs = dict(zip("abcd", ("Alburg", "Alburg 2", "Alburg", "Ulm"), strict=True))
    t = t.with_players([replace(t.player(pid), club=club) for pid, club in clubs.items()])
    lines = formats()[form].written(t).losses.lines()
    assert "clubs with the same abbreviation: 3 clubs become 2 (1): Albu = Alburg = Alburg 2" in lines


def test_names_that_are_one_to_opengotha_get_a_number() -> None:
    """All at once, so that the file can be written; games go to the right one."""
    names = (
        ("Müller", "A"),
        ("Mul ler", "a"),
        ("Horvat", "Jan"),
        ("Horvat", "Ján"),
        ("Horvat", "Jan"),
        ("Horvat", "Jan 2"),
    )
    t = played(tournament("1d 1d 1d 1d 1d 1d"), "a+b c+d e+f")
    for pid, (surname, first) in zip("abcdef", names, strict=True):
        t = with_player(t, pid, surname=surname, first_name=first)
    written = write_opengotha(t)
    assert "names that OpenGotha cannot distinguish, so they get a number (3): Mul ler a → Mul ler a 2, " in "\n".join(
        written.losses.lines()
    )
    after = read_opengotha(written.data, "x").tournament
    assert [p.name for p in after.players] == [
        "Müller A", "Mul ler a 2", "Horvat Jan", "Horvat Ján 3", "Horvat Jan 4", "Horvat Jan 2",
    ]  # fmt: skip
    games = [[after.player(pid).name for pid in game.players] for game in after.rounds[0]]
    assert ["Horvat Jan", "Horvat Ján 3"] in [sorted(names) for names in games]


def test_a_name_without_a_comma_has_two_parts() -> None:
    t = with_player(with_player(tournament("1d 1d"), "a", surname="O'Brien Jon"), "b", surname="Kim")
    written = write_opengotha(t.with_players([replace(p, first_name="") for p in t.players]))
    assert b'name="O\'Brien" firstName="Jon"' in written.data
    assert b'name="Kim" firstName="x"' in written.data
    assert "players without a first name, written as x (1): Kim" in written.losses.lines()


def test_what_opengotha_has_more_of_a_player_comes_back_through_a_folder() -> None:
    """Titles, dates of memberships and attributes of versions to come."""
    own = 'grade="3D" ffgLicence="1234567" ffgLicenceStatus="L" agaExpirationDate="1/2/2027" newThing="ä &lt;" '
    t = sample(('grade="2D" ', own))
    assert dict(t.players[0].extra) == {
        "FFG": "1234567", "opengotha.grade": "3D", "opengotha.ffgLicenceStatus": "L",
        "opengotha.agaExpirationDate": "1/2/2027", "opengotha.newThing": "ä <",
    }  # fmt: skip
    text = write_opengotha(t).data.decode()
    for part in ('grade="3D"', 'ffgLicenceStatus="L"', 'agaExpirationDate="1/2/2027"', 'newThing="ä &lt;"'):
        assert part in text.replace("&#228;", "ä")
    assert "newThing" in write_opengotha(read_opengotha(text.encode(), "x").tournament).data.decode()
    assert 'grade="1D"' in text


def test_a_column_that_is_no_attribute_is_not_written() -> None:
    t = sample()
    odd = replace(t.players[0], extra=(("opengotha.a b", "x"), ("opengotha.name", "Other"), ("opengotha.", "y")))
    text = write_opengotha(t.with_players([odd])).data.decode()
    assert "Other" not in text
    assert read_opengotha(text.encode(), "x").tournament.players[0].extra == ()


@pytest.mark.parametrize(
    ("seeding", "floats", "handicap"),
    [
        (["1-2 slide RATING", "3+ fold RATING"], ("middle", "top"), ("mms", "3d", 1, 9)),
        (["1+ fold RATING"], ("bottom", "middle"), ("rank", "1k", 2, 5)),
        (["1+ slide RATING"], ("top", "bottom"), ("mms", "2k", 0, 7)),
    ],
)
def test_rules_of_pairing_and_handicap_come_back(
    seeding: list[str], floats: tuple[str, str], handicap: tuple[str, str, int, int]
) -> None:
    keys = [f"handicap__{key}" for key in ("rule", "none_from", "reduction", "maximum")]
    given_ = dict(zip(("pairing__draw_down", "pairing__draw_up", *keys), (*floats, *handicap), strict=True))
    t = tournament("3d 2d", pairing__seeding=seeding, **given_)
    back = read_opengotha(write_opengotha(t).data, "t").tournament.settings
    assert (back.pairing.draw_down, back.pairing.draw_up) == floats
    assert [line.split()[:2] for line in back.pairing.seeding] == [line.split()[:2] for line in seeding]
    rule = back.handicap
    assert (rule.rule, rule.none_from, rule.reduction, rule.maximum) == handicap


def test_absences_without_excuse_are_named_as_lost() -> None:
    """OpenGotha has one kind of absence, which gives points."""
    t = tournament("1d 1d")
    t = replace(t, settings=replace(t.settings, points=replace(t.settings.points, absence=1)))
    ann = replace(t.players[0], unexcused=frozenset({2}))
    lost = write_opengotha(t.with_players([ann])).losses.lines()
    assert f"unexcused absences: in this format they get the points of excused ones (1): {ann.name} round 2" in lost


def test_players_with_one_name_are_known_by_the_attributes_of_the_file() -> None:
    """User names as first names, without a surname: games, byes and boards of teams name them."""
    text = """<Tournament dataVersion="201"><Players>
     <Player name="" firstName="kuro99" rank="3D"/><Player name="Beta" firstName="Bob" rank="2D"/>
     <Player name="shiro" firstName="" rank="1D"/><Player name="Momo" firstName="x" rank="1K"/></Players><Games>
     <Game roundNumber="1" tableNumber="1" whitePlayer="KURO99" blackPlayer="BETABOB" result="RESULT_WHITEWINS"/>
     <Game roundNumber="2" tableNumber="1" whitePlayer="MOMOX" blackPlayer="SHIRO" result="RESULT_WHITEWINS"/>
     </Games><ByePlayers><ByePlayer roundNumber="2" player="KURO99"/></ByePlayers></Tournament>"""
    t = read_opengotha(text.encode(), "n.xml").tournament
    assert [p.name for p in t.players] == ["kuro99", "Beta Bob", "shiro", "Momo"]
    assert [(g.white, g.black) for drawn in t.rounds for g in drawn] == [("1", "2"), ("4", "3")]
    assert t.rounds[1].byes == ("1",)


@pytest.mark.parametrize("named", ["VANBIRCH?O", "VAN??IRCHBO", "VANBIRCHB\ufffd"])
def test_a_name_with_lost_letters_is_the_only_player_whom_it_fits(named: str) -> None:
    found, remarks = read_with_remarks(('"VANBIRCHBO"', f'"{named}"'))
    assert found.rounds == sample().rounds
    assert f"read as the only player whom they fit (1): {named} = Van Birch Bo" in remarks


def test_a_name_that_fits_two_players_or_none_is_refused() -> None:
    twins = [('name="Cedar" firstName="Cy"', 'name="Van Birch" firstName="Ba"'), ('"CEDARCY"', '"VANBIRCHBA"')]
    for change in (*twins, ('"VANBIRCHBO"', '"VANBIRCHB?"')), (('"VANBIRCHBO"', '"VANBIRCHB?O"'),):
        with pytest.raises(InputError, match="names an unknown player"):
            sample(*change)
