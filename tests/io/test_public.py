"""What is public is listed field by field; nothing else of a player or of the settings is on any page."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from builders import make_pages, played, tournament
from mcmahon.io.pages.contents.prizes import PublicPrize
from mcmahon.io.pages.public import PublicPlayer, public_settings
from mcmahon.io.pages.publishing import publish
from mcmahon.io.registrations.fields import PUBLIC
from mcmahon.model.tournament.games import Allowed, ByHand, Game, Round
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.settings.occasion import EntrantSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament


def private() -> Tournament:
    """Everything that nobody else shall know is said with a word of its own that begins with `secret`."""
    people = [
        Player(
            f"secret-id-{k}",
            f"Surname{k}",
            f"First{k}",
            rank=3 - k,
            rating=2300 - 100 * k,
            club=f"Club{k}",
            country="DE",
            pin=f"secret-pin-{k}",
            aga=f"secret-aga-{k}",
            groups=(f"secret-family-{k // 2}",),
            correction=-1 if k == 2 else 0,
            extra=(("secret-column", f"secret-cell-{k}"), ("note", f"secret-note-{k}"), ("e-mail", f"secret-mail-{k}")),
        )
        for k in range(6)
    ]
    one, two, three = people[0].id, people[1].id, people[2].id
    rule = {"name": "secret-rule", "pairs": "same_club", "at_most": 3}
    given = tournament(
        "",
        preset="bga",
        rounds=3,
        seed=60495049,
        start__supergroup=[one],
        placing__order=["MMS", "SOS", "SOSOS", "SODOS", "SDC", "DC"],
        pairing__profile="secret-profile",
        pairing__local_clubs=["secret-local"],
        pairing__forbid=[{"players": [one, two]}],
        pairing__force=[{"players": [one, three], "rounds": "3"}],
        pairing__rules=[rule],
        tables__fixed={two: 77},
        pages__logo="secret-logo.png",
    )
    t = given.with_players(people)
    ids = [p.id for p in people]
    games = (Game(1, ids[0], ids[1], 2, 1), Game(2, ids[3], ids[2]))
    first = played(t.with_players([]), "").rounds[0]
    t = t.with_round(replace(first, games=games, byes=(ids[4],), absent=(ids[5],)))
    return t.with_round(
        Round(2, (Game(1, ids[2], ids[4]),), byes=(ids[0],), unpaired=(ids[1],), absent=(ids[3], ids[5]))
    )


def test_nothing_private_is_on_any_page(tmp_path: Path) -> None:
    """Ids, numbers of other lists, families, notes, unknown columns, locks, local clubs, fixed tables, the seed."""
    publish(private(), tmp_path)
    for path in tmp_path.iterdir():
        text = path.read_text(encoding="utf-8")
        assert "secret" not in text.lower(), (path.name, text[max(0, text.lower().find("secret") - 200) :][:300])
        assert "60495049" not in text, path.name
    assert not any("secret" in name for name in make_pages(private()))


@pytest.mark.parametrize("status", [Status.PRELIMINARY, Status.WITHDRAWN])
def test_who_does_not_take_part_is_on_no_page(status: Status) -> None:
    """Not even among the absent; whoever has played stays on the pages after withdrawing."""
    t = tournament("1d 1d 1d")
    t = t.with_players([replace(p, status=status) for p in t.players[1:]])
    pages = make_pages(t.with_round(Round(1, (Game(1, "a", "b"),), absent=("c",))))
    assert not any("Player-c" in text for text in pages.values())
    assert "player-3.html" not in pages
    assert "Player-b" in pages["player-2.html"]


def test_an_absence_is_public_and_its_excuse_is_not() -> None:
    """Pages of an absence without excuse are those of one that is excused where both give nothing."""
    t = played(played(tournament("3d 2d 1d", points__absence=0), "a+b", absent="c"), "a+c", absent="b")
    without = t.with_players([replace(t.player("c"), unexcused=frozenset({1}))])
    assert make_pages(without) == make_pages(t)
    assert not any("excuse" in text for name, text in make_pages(without).items() if name != "rules.html")


def test_the_points_of_an_absence_stay_visible() -> None:
    t = played(tournament("3d 2d 1d", points__round_down="none"), "a+b", absent="c")
    without = t.with_players([replace(t.player("c"), unexcused=frozenset({1}))])
    assert "round 1, absent: ½" in make_pages(t)["player-3.html"]
    assert "round 1, absent: 0" in make_pages(without)["player-3.html"]


def test_what_is_public_is_on_the_pages() -> None:
    page = make_pages(private())["players.html"]
    for text in ("Surname0 First0", "4d", "2300", "Club0", "DE"):
        assert text in page


#: Settings that pages show, written by hand: a new one is private until somebody puts it here, too.
SHOWN = {
    "": "preset name rounds komi",
    "start": "scheme bar floor zero sorted_by group_size bands supergroup_size supergroup_points acceleration",
    "handicap": "rule reduction maximum none_from komi",
    "points": "bye bye_wins absence absence_wins default_wins round_down void",
    "placing": "order empty_round empty_round_sosos default_games opponents_unplayed handicap_in_sos "
    "forfeits_in_dc half_played",
    "groups": "number apart finalists final carry_over",
    "event": "place country begin end round_times internet basic_time overtime overtime_seconds overtime_stones",
    "entrants": "kind rank",
    "teams": "boards colours handicaps order tolerance substitutes",
    "rating": "tournament_class",
    "pairing": "seeding draw_down draw_up even_at_bar default_is_met rounding max_difference max_handicap "
    "geography_at_bar meet_again",
}


@pytest.mark.parametrize(
    ("kind", "without"), [("teams", ()), ("pairs", ("teams",)), ("players", ("teams", "entrants"))]
)
def test_pages_show_these_settings_and_no_others(kind: str, without: tuple[str, ...]) -> None:
    expected = [
        f"{section}.{key}" if section else key
        for section, keys in SHOWN.items()
        for key in keys.split()
        if section not in without
    ]
    shown = [name for name, _, _ in public_settings(Settings(entrants=EntrantSettings(kind)))]
    assert sorted(shown) == sorted(expected)


def test_a_public_prize_has_these_fields_and_no_other() -> None:
    """Not the list it is for: that may say who is a resident, a woman or a member."""
    assert [f.name for f in fields(PublicPrize)] == ["prize", "shared", "winners"]


#: Fields of a player that everybody may see, written by hand: whoever adds one decides that here, too.
PUBLIC_FIELDS = [
    "club",
    "country",
]


def test_a_public_player_has_these_fields_and_no_other() -> None:
    """Whoever adds one decides that everybody may see it."""
    assert [f.name for f in fields(PublicPlayer)] == [
        "file", "name", "rank", "club", "country", "rating", "start", "rounds", "members", "missing", "team",
        "substitute", "more",
    ]  # fmt: skip
    assert [one.name for one in PUBLIC] == PUBLIC_FIELDS, "`more` are the public fields besides these"


@pytest.mark.slow
@pytest.mark.parametrize("field", ["club", "country"])
def test_a_column_that_nobody_has_is_left_out(field: str) -> None:
    bare = played(tournament("1d 1d"), "a+b")
    filled = bare.with_players([replace(bare.players[0], **{field: "XY"})])
    for file in ("players.html", "standings.html"):
        assert f">{field.title()}</th>" not in make_pages(bare)[file]
        assert f">{field.title()}</th>" in make_pages(filled)[file]
    assert ">Handicap</th>" not in make_pages(bare)["round-1.html"]
    assert ">Result</th>" not in make_pages(played(tournament("1d 1d"), "a?b"))["round-1.html"]
    assert ">Rounds</th>" not in make_pages(bare)["players.html"]


def test_the_winner_is_marked_by_a_sign_and_not_by_colour_alone() -> None:
    page = make_pages(played(tournament("1d 1d 1d 1d"), "a-b c=d"))["round-1.html"]
    assert page.count('aria-label="won">✓') == 1
    assert page.index("Player-a") < page.index("Player-b") < page.index("✓") < page.index("Player-c")


def test_a_round_says_which_tables_were_changed_by_hand_and_never_why() -> None:
    """Who must not meet is nobody's business; nor that such a rule was broken."""
    t = played(tournament("1d 1d 1d 1d"), "a-b c=d")
    assert "by hand" not in make_pages(t)["round-1.html"]
    drawn = t.rounds[0]
    games = (replace(drawn.games[0], by_hand=frozenset({ByHand.SWAP})), *drawn.games[1:])
    changed = replace(drawn, games=games, allowed=(Allowed("forbidden", ("a", "b")),))
    pages = make_pages(t.with_round(changed))
    assert "Changed by hand after the draw: table 1<" in pages["round-1.html"]
    assert not any("forbidden" in page for page in pages.values())


def test_a_players_page_links_its_opponents_with_table_and_colour() -> None:
    page = make_pages(played(played(tournament("1d 1d 1d"), "a+b", byes="c"), "c-a", byes="b"))["player-1.html"]
    games = page[page.index("<tbody>") : page.index("</tbody>")]
    first, second = games.split("</tr>")[:2]
    assert 'aria-label="White"' in first
    assert '<a href="player-2.html"><bdi>Player-b</bdi></a>' in first
    assert "won" in first
    assert 'aria-label="Black"' in second
    assert '<a href="player-3.html">' in second


def test_starts_of_rounds_are_on_the_overview_boards_names_slips_and_wall() -> None:
    times = ["2026-05-01 10:00", "2026-05-02 9:30"]
    pages = make_pages(played(tournament("1d 1d", event__round_times=times), "a+b"))
    for file in (
        "index.html",
        "round-1.html",
        "round-1-names.html",
        "round-1-slips.html",
        "wall.html",
        "wall-names.html",
    ):
        assert "Fri 1 May, 10:00" in pages[file], file
    assert "Sat 2 May, 09:30" in pages["index.html"]
