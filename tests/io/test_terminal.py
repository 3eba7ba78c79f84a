"""What the terminal shows."""

from __future__ import annotations

from dataclasses import replace

from builders import played, tournament, with_player
from mcmahon.io.terminal import columns, standings_text, width
from mcmahon.model.games import Game, Result, Round
from mcmahon.model.standings import standings

GERLACH = {
    "Bao Yun": ("7d", "At", "8+ 3+ 5+ 2+ 4+"),
    "Bin Cho Soek": ("7d", "Ham", "5+ 6+ 4+ 1- 3+"),
    "Yang Zhiwei": ("5d", "F", "9+ 1- 6+ 14+ 2-"),
    "Yue Wang": ("4d", "Gel", "10+ 12+ 2- 8+ 1-"),
    "Zhou Li": ("5d", "F", "2- 11+ 1- 23+ 8+"),
}


def test_the_line_of_a_result_list_is_gerlachs() -> None:
    """Gerlach's result list (2006): its first row reads `1 Bao Yun 7d At 43 8+ 3+ 5+ 2+ 4+ 5`.

    Five rows survive; the opponents beyond them are made up. All five started at 38, which is set by hand here.
    """
    t = tournament(" ".join(["4d"] * 24), preset="german", start__bar="4d", start__zero="30k")
    t = t.with_players([replace(p, correction=5) for p in t.players])  # 33 + 5: set by hand
    names = list(GERLACH)
    for k, player in enumerate(t.players):
        if k < 5:
            rank, club, _ = GERLACH[names[k]]
            t = with_player(t, player.id, surname=names[k], rank=int(rank[0]) - 1, club=club, rating=3000 - k)
        else:
            t = with_player(t, player.id, surname=f"Other {k + 1}", rating=2400 - k)
    ids = [p.id for p in t.players]
    for number in range(5):
        games, busy = [], set()
        for k, name in enumerate(names):
            cell = GERLACH[name][2].split()[number]
            other = int(cell[:-1]) - 1
            if k in busy:
                continue
            busy |= {k, other}
            won = Result.WHITE if cell[-1] == "+" else Result.BLACK
            games.append(Game(len(games) + 1, ids[k], ids[other], result=won))
        t = t.with_round(Round(number + 1, tuple(games), unpaired=tuple(p for i, p in enumerate(ids) if i not in busy)))
    first = standings_text(standings(t)).splitlines()[1].split()
    assert first[:6] == ["1", "Bao", "Yun", "7d", "At", "43"]
    assert first[-3] == "5"
    rows = {row.player.surname: row for row in standings(t).rows}
    assert [rows[n].mms / 2 for n in names] == [43, 42, 41, 41, 41]
    assert all(rows[n].mms - rows[n].wins == 2 * 38 for n in names)
    lines = {row.line: row for row in standings(t).rows}
    for name in names:
        for number, cell in enumerate(rows[name].rounds):
            back = lines[int(cell[:-1])].rounds[number]
            assert int(back[:-1]) == rows[name].line
            assert {cell[-1], back[-1]} == {"+", "-"}


def test_a_shared_place_is_empty() -> None:
    lines = standings_text(standings(played(tournament("1d 1d 1d 1d"), "a=b c=d"))).splitlines()
    assert [line[:2].strip() for line in lines[1:]] == ["1", "", "", ""]


def test_provisional_standings_say_so() -> None:
    assert standings_text(standings(played(tournament("1d 1d"), "a?b"))).endswith("results are missing.")


def test_columns_are_aligned_by_what_the_eye_sees() -> None:
    text = columns(["Name", "N"], [["李世乭", 1], ["Müller", 22], ["e\u0301", 3]], " r").splitlines()
    assert {width(line) for line in text} == {10}
