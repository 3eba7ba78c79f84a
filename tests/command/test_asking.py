"""What is asked back on a terminal."""

from __future__ import annotations

import csv
import re
import signal
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.cli import common
from mcmahon.desk.desk import Desk


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """The rows of a file of the folder."""
    return list(csv.DictReader((folder / name).open(encoding="utf-8")))


@pytest.fixture
def drafted(tmp_path: Path) -> Path:
    """Two rounds of four players: the first with all results, the second a draft."""
    (tmp_path / "p.csv").write_text("name,rank\nAnn,1d\nBo,1d\nCy,1d\nDi,1d\n")
    folder = tmp_path / "club"
    mcmahon("new", folder, "--rounds", 3)
    mcmahon("register", folder, tmp_path / "p.csv")
    mcmahon("pair", folder)
    assert "(table 2)" in mcmahon("result", folder, 1, "1-0", "--round", 1).stdout
    mcmahon("result", folder, 2, "1-0")
    mcmahon("pair", folder)
    return folder


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who can answer."""
    monkeypatch.setattr(common, "on_terminal", lambda: True)


def test_a_script_is_told_how_to_say_it(drafted: Path) -> None:
    error = mcmahon("result", drafted, 1, "0-1", code=2).stderr
    assert "round 1, published: table 1: " in error
    assert " won) so far; if you mean this round: --round 1" in error
    assert "round 2, the draft: table 1: " in error
    error = mcmahon("result", drafted, 1, "0-1", "--round", 1, code=2).stderr
    assert re.search(r"already has 1-0 \(.+ won\); 0-1 \(.+ won\) would replace it; to replace it: --again", error)
    assert "(was 1-0)" in mcmahon("result", drafted, 1, "0-1", "--round", 1, "--again").stdout


@pytest.mark.slow
@pytest.mark.usefixtures("terminal")
def test_a_round_by_hand_is_begun_compared_and_ended(drafted: Path) -> None:
    """On a terminal it asks which round stays; what breaks a rule is in the log."""
    begun = mcmahon("by-hand", drafted)
    assert (
        "round 2 is being paired by hand; to compare it with the engine's round and end that: mcmahon" in begun.stderr
    )
    assert "(draft, being paired by hand)" in mcmahon("show", drafted).stdout
    game = rows(drafted, "rounds/2.csv")[0]
    first = next(row for row in rows(drafted, "rounds/1.csv") if game["white"] in (row["white"], row["black"]))
    other = first["black"] if first["white"] == game["white"] else first["white"]
    swapped = mcmahon("swap", drafted, game["black"], other)
    assert "not legal" in swapped.stdout
    assert "is being paired by hand" in swapped.stderr
    assert "is being paired by hand; to compare" in mcmahon("pair", drafted, code=2).stderr
    left = mcmahon("by-hand", drafted, "--end", input="\n", code=2)
    assert "broken by hand: repeats" in left.stdout
    assert "nothing was written" in left.stderr
    assert "both" not in mcmahon("by-hand", drafted, "--keep", "--engine", code=2).stdout
    assert "Your round is kept" in mcmahon("by-hand", drafted, "--end", input="keep\n").stdout
    log = mcmahon("log", drafted).stdout
    assert f"mcmahon by-hand {drafted.name} --end # broken by hand: round 2: repeats (" in log
    mcmahon("undo", drafted)
    assert "The engine's round is taken" in mcmahon("by-hand", drafted, "--end", input="e\n").stdout
    assert rows(drafted, "rounds/2.csv")[0] == game
    mcmahon("by-hand", drafted)
    assert "Round 2 by hand: the same as the engine's" in mcmahon("by-hand", drafted, "--end").stdout, "nothing to ask"
    assert "no round is being paired by hand; to begin that" in mcmahon("by-hand", drafted, "--end", code=2).stderr


def test_a_script_says_which_round_stays(drafted: Path) -> None:
    mcmahon("by-hand", drafted)
    game = rows(drafted, "rounds/2.csv")[0]
    mcmahon("board", drafted, game["table"], "--handicap", 3)
    assert "say which round is to stay: --keep or" in mcmahon("by-hand", drafted, "--end", code=2).stderr
    assert "Your round is kept" in mcmahon("by-hand", drafted, "--keep").stdout


@pytest.mark.usefixtures("terminal")
def test_round_and_correction_are_asked_for(drafted: Path) -> None:
    done = mcmahon("result", drafted, 1, "0-1", input="1\ny\n")
    assert "Which round, 1 or 2? (Enter: cancel)" in done.stderr
    assert "(was 1-0)" in done.stdout
    assert "nothing was written" in mcmahon("result", drafted, 1, "0-1", input="\n", code=2).stderr
    assert "nothing was written" in mcmahon("result", drafted, 1, "1-0", "-r", 1, input="n\n", code=2).stderr
    assert (
        "Round 2 was a draft; entering a result has published it."
        in mcmahon("result", drafted, 1, "1-0", input="2\n").stdout
    )


def test_a_draft_that_breaks_a_newer_setting_is_not_published(drafted: Path) -> None:
    game = Desk(drafted).read().tournament.rounds[-1].games[0]
    mcmahon("set", drafted, f"pairing.forbid+={game.white}:{game.black}")
    error = mcmahon("publish-round", drafted, code=2).stderr
    assert "the draft of round 2 is out of date: " in error
    assert "; to publish it anyway: mcmahon publish-round " in error
    assert "Round 2 is published." in mcmahon("publish-round", drafted, "--anyway").stdout


@pytest.mark.usefixtures("terminal")
def test_a_question_that_is_broken_off_says_that_nothing_was_written(drafted: Path) -> None:
    """By the end of what is typed here, by Ctrl-C below."""
    before = mcmahon("show", drafted, "-r", 1).stdout
    for words in ([1, "0-1"], [1, "0-1", "--round", 1]):
        error = mcmahon("result", drafted, *words, input="", code=130).stderr
        assert error.endswith("mcmahon: stopped; nothing was written\n")
    assert mcmahon("show", drafted, "-r", 1).stdout == before


@pytest.mark.usefixtures("terminal")
def test_where_there_is_one_round_a_yes_is_enough(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("name,rank\nAnn,1d\nBo,1d\n")
    mcmahon("new", tmp_path / "club")
    mcmahon("register", tmp_path / "club", tmp_path / "p.csv")
    mcmahon("pair", tmp_path / "club")
    refused = mcmahon("result", tmp_path / "club", 1, "1-0", input="n\n", code=2).stderr
    assert "Is it round 1? [y/N]" in refused
    assert "nothing was written" in refused
    assert "1 result entered." in mcmahon("result", tmp_path / "club", 1, "1-0", input="y\n").stdout


def test_ctrl_c_at_a_question_says_that_nothing_was_written(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever Ctrl-C does before and after it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(SystemExit) as end:
            common.answered(lambda: signal.raise_signal(signal.SIGINT))
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert end.value.code == 130
    assert capsys.readouterr().err == "\nmcmahon: stopped; nothing was written\n"


def test_lists_of_players_have_their_names(drafted: Path) -> None:
    """Beside the ids, which the file has; a player who is none, by id."""
    given = ("pairing.forbid+=Ann:Bo", "start.supergroup=4", "tables.fixed={3 = 2, 9 = 1}")
    done = mcmahon("set", drafted, *given, "--anyway").stdout
    assert 'pairing.forbid = [{players = ["1", "2"]}]  # Ann (1), Bo (2); was []\n' in done
    assert "# Di (4); was []\n" in done
    assert "# Cy (3) at table 2; 9 at table 1; was {}\n" in done
    mcmahon("set", drafted, 'pairing.forbid+={players = ["1"], against = ["3", "4"], rounds = "2-3"}')
    shown = mcmahon("set", drafted, "pairing.forbid").stdout
    assert "# Ann (1), Bo (2); Ann (1) against Cy (3), Di (4) in round 2-3; players who must not meet" in shown
    assert "would lose Cy (3) at table 2" in mcmahon("set", drafted, "tables.fixed={9 = 1}", code=2).stderr


def test_a_list_is_replaced_after_a_yes(drafted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mcmahon("set", drafted, "pairing.forbid+=Ann:Bo")
    error = mcmahon("set", drafted, "pairing.forbid=Cy:Di", code=2).stderr
    assert "pairing.forbid would lose Ann (1), Bo (2); to add to the list: pairing.forbid+=…; to replace" in error
    monkeypatch.setattr(common, "on_terminal", lambda: True)
    assert "nothing was written" in mcmahon("set", drafted, "pairing.forbid=Cy:Di", input="n\n", code=2).stderr
    assert '["3", "4"]' in mcmahon("set", drafted, "pairing.forbid=Cy:Di", input="y\n").stdout


def test_a_line_with_one_wrong_setting_is_repeated(drafted: Path) -> None:
    error = mcmahon("set", drafted, "komi=7.5", "roundz=4", "name=Spring Open", "seed=x", code=2).stderr
    assert "roundz" in error
    assert "seed: wrong value 'x'" in error
    assert (
        f"nothing was written; correct and repeat: mcmahon set {drafted} komi=7.5 roundz=4 'name=Spring Open' seed=x"
        in error
    )
    assert "komi = 6.5" in mcmahon("set", drafted, "komi").stdout


def test_a_swap_into_a_rematch_asks_and_keeps_the_yes(drafted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = rows(drafted, "rounds/2.csv")
    before = (drafted / "rounds/2.csv").read_bytes()
    swap = ("swap", drafted, first["black"], second["white"])
    error = mcmahon(*swap, code=2).stderr
    assert "this breaks a rule of round 2: repeats: table 1: " in error
    assert error.endswith("have met before; to do it anyway: --anyway\n")
    monkeypatch.setattr(common, "on_terminal", lambda: True)
    assert "nothing was written" in mcmahon(*swap, input="n\n", code=2).stderr
    assert (drafted / "rounds/2.csv").read_bytes() == before
    done = mcmahon(*swap, input="y\n")
    assert "Swap them anyway?" in done.stderr
    assert "have met before (allowed by the director)" in done.stdout
    assert "round 2: legal" in mcmahon("check", drafted).stdout


def test_a_trial_of_a_swap_shows_the_boards_before_and_after(drafted: Path) -> None:
    first, second = rows(drafted, "rounds/2.csv")
    names = dict(zip("1234", ("Ann", "Bo", "Cy", "Di"), strict=True))
    before = (drafted / "rounds/2.csv").read_bytes()
    lines = mcmahon("swap", drafted, first["white"], second["white"], "--dry-run").stdout.splitlines()
    assert (drafted / "rounds/2.csv").read_bytes() == before
    assert lines[1] == f"  out: table 1: {names[first['white']]} 1d (White) – {names[first['black']]} 1d"
    new = next(line for line in lines if line.startswith("  in:  table 1: "))
    assert {names[second["white"]], names[first["black"]]} <= set(new.split())
    assert lines[0].startswith("Swapping them in round 2 would raise its cost by ")


def test_a_published_round_without_a_result_is_drawn_again_when_it_is_said(drafted: Path) -> None:
    mcmahon("publish-round", drafted)
    refused = mcmahon("pair", drafted, code=2).stderr
    assert "round 2 table 2); enter them, or draw without them: --missing-results" in refused
    assert (
        f"round 2 is published and has no result yet, so it can still be drawn again: mcmahon pair {drafted} --again"
        in refused
    )
    mcmahon("add", drafted, "Ed", "2k", "--rounds", "all")
    assert "round 2 of 3, 4 players" in mcmahon("pair", drafted, "--again", "--dry-run").stdout
    first = rows(drafted, "rounds/2.csv")[0]
    done = mcmahon("pair", drafted, "--again", "--forbid", f"{first['white']}:{first['black']}")
    assert "This is a draft. To publish it" in done.stdout
    assert (first["white"], first["black"]) not in {(r["white"], r["black"]) for r in rows(drafted, "rounds/2.csv")}
    mcmahon("result", drafted, 1, "1-0", "--round", 2)
    assert "so it can still be drawn again" not in mcmahon("pair", drafted, code=2).stderr
    begun = mcmahon("pair", drafted, "--again", code=2).stderr
    assert begun.startswith("mcmahon: round 2 has results, so it cannot be drawn again; to change as few boards")
    assert f"mcmahon repair {drafted}; to take back the last step: mcmahon undo {drafted}" in begun


def test_the_last_round_of_all_can_be_drawn_again_too(drafted: Path) -> None:
    mcmahon("set", drafted, "rounds=2")
    mcmahon("publish-round", drafted)
    refused = mcmahon("pair", drafted, code=2).stderr
    assert f"all 2 rounds have been drawn; to add one: mcmahon set {drafted} rounds=3" in refused
    assert f"drawn again: mcmahon pair {drafted} --again" in refused
    assert "round 2 of 2" in mcmahon("pair", drafted, "--again").stdout


def test_undo_after_a_refusal_names_the_step_that_it_takes_back(drafted: Path) -> None:
    mcmahon("publish-round", drafted)
    mcmahon("set", drafted, "roundz=4", code=2)
    undone = mcmahon("undo", drafted).stdout.splitlines()
    assert undone == [
        f"undone: mcmahon publish-round {drafted}",
        f"the tournament is now as it was after: mcmahon pair {drafted}",
    ]


def test_a_number_after_the_folder_is_the_round(drafted: Path) -> None:
    """For commands that take nothing else; inside the folder too. With the option, no second round is taken."""
    for command in ("show", "standings", "check"):
        assert mcmahon(command, drafted, 1).stdout == mcmahon(command, drafted, "--round", 1).stdout
    assert "round 1" in mcmahon("show", "1", "--json", cwd=drafted).stdout.replace('"round": 1', "round 1")
    assert mcmahon("show", ".", "1", cwd=drafted).stdout.startswith("club: round 1")
    assert mcmahon("show", drafted, "--json", 1).stdout == mcmahon("show", drafted, "-r", 1, "--json").stdout
    for wrong in ((1, "--round", 2), (1, 2), ("one",)):
        mcmahon("show", drafted, *wrong, code=2)
    error = mcmahon("board", drafted, 1, 2, code=2).stderr
    assert error == "mcmahon: '2' is one word too many; expected mcmahon board DIR TABLE; for the round: --round 2\n"
    error = mcmahon("undo", "club", cwd=drafted, code=2).stderr
    assert error.endswith("expected mcmahon undo DIR; the current folder is the tournament, so leave its name out\n")
    assert mcmahon("undo", drafted, 2, code=2).stderr.endswith("'2' is one word too many; expected mcmahon undo DIR\n")
    assert "Usage" in mcmahon("board", drafted, 1, 2, "--help").stdout
    assert len(mcmahon("check", drafted).stdout.splitlines()) == 2
    assert "round 3 has not been drawn" in mcmahon("check", drafted, 3, code=2).stderr


def test_a_late_result_of_a_published_round_is_asked_for(drafted: Path, terminal: None) -> None:
    mcmahon("result", drafted, 2, "?", "--round", 1, "--again")
    mcmahon("publish-round", drafted, "--anyway")
    done = mcmahon("result", drafted, 1, "1-0", 2, "0-1", input="2\n")
    assert "round 1 still lacks the result of table 2; say which round the results belong to" in done.stderr
    assert f"note: round 1 still lacks the result of table 2: mcmahon result {drafted} 2 1-0 --round 1" in done.stderr
    assert "Round 2: all results are in." in done.stdout


def test_hands_on_a_published_round_are_told(drafted: Path) -> None:
    assert "published" not in mcmahon("move", drafted, "Ann", 2).stderr
    mcmahon("publish-round", drafted)
    told = "note: round 2 is already published: tell the players what has changed\n"
    assert mcmahon("move", drafted, "Ann", 1).stderr == told
    game = rows(drafted, "rounds/2.csv")[0]
    assert told in mcmahon("board", drafted, 1, "--white", game["black"]).stderr
