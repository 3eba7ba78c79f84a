"""What is asked back on a terminal."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
import typer
from commands import mcmahon
from mcmahon.cli import asking


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
    monkeypatch.setattr(asking, "on_terminal", lambda: True)


def test_a_script_is_told_how_to_say_it(drafted: Path) -> None:
    error = mcmahon("result", drafted, 1, "0-1", code=2).stderr
    assert "round 1, published: table 1: " in error
    assert ", 1-0 so far; if it is that one: --round 1" in error
    assert "round 2, the draft: table 1: " in error
    error = mcmahon("result", drafted, 1, "0-1", "--round", 1, code=2).stderr
    assert "has 1-0 already, and 0-1 is another result; to replace it: --again" in error
    assert "(was 1-0)" in mcmahon("result", drafted, 1, "0-1", "--round", 1, "--again").stdout


@pytest.mark.usefixtures("terminal")
def test_round_and_correction_are_asked_for(drafted: Path) -> None:
    done = mcmahon("result", drafted, 1, "0-1", input="1\ny\n")
    assert "Which round, 1 or 2? (Enter: cancel)" in done.stderr
    assert "(was 1-0)" in done.stdout
    assert "nothing was written" in mcmahon("result", drafted, 1, "0-1", input="\n", code=2).stderr
    assert "nothing was written" in mcmahon("result", drafted, 1, "1-0", "-r", 1, input="n\n", code=2).stderr
    assert (
        "Round 2 was a draft; this result has published it." in mcmahon("result", drafted, 1, "1-0", input="2\n").stdout
    )


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
        with pytest.raises(typer.Exit) as end:
            asking.answered(lambda: signal.raise_signal(signal.SIGINT))
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert end.value.exit_code == 130
    assert capsys.readouterr().err == "\nmcmahon: stopped; nothing was written\n"


def test_lists_of_players_have_their_names(drafted: Path) -> None:
    """Beside the ids, which the file has; a player who is none, by id."""
    done = mcmahon("set", drafted, "pairing.forbid+=Ann:Bo", "start.supergroup=4", "tables.fixed={3 = 2, 9 = 1}").stdout
    assert 'pairing.forbid = [{players = ["1", "2"]}]  # Ann (1), Bo (2); was []\n' in done
    assert "# Di (4); was []\n" in done
    assert "# Cy (3) at table 2; 9 at table 1; was {}\n" in done
    mcmahon("set", drafted, 'pairing.forbid+={players = ["1"], against = ["3", "4"], rounds = "2-3"}')
    shown = mcmahon("set", drafted, "pairing.forbid").stdout
    assert "# Ann (1), Bo (2); Ann (1) against Cy (3), Di (4) in round 2-3; who must not meet" in shown
    assert "would lose Cy (3) at table 2" in mcmahon("set", drafted, "tables.fixed={9 = 1}", code=2).stderr


def test_a_list_is_replaced_after_a_yes(drafted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mcmahon("set", drafted, "pairing.forbid+=Ann:Bo")
    error = mcmahon("set", drafted, "pairing.forbid=Cy:Di", code=2).stderr
    assert "pairing.forbid would lose Ann (1), Bo (2); pairing.forbid+=… adds, --replace" in error
    monkeypatch.setattr(asking, "on_terminal", lambda: True)
    assert "nothing was written" in mcmahon("set", drafted, "pairing.forbid=Cy:Di", input="n\n", code=2).stderr
    assert '["3", "4"]' in mcmahon("set", drafted, "pairing.forbid=Cy:Di", input="y\n").stdout


def test_a_line_with_one_wrong_setting_is_repeated(drafted: Path) -> None:
    error = mcmahon("set", drafted, "komi=7.5", "roundz=4", "name=Spring Open", "seed=x", code=2).stderr
    assert "roundz" in error
    assert "seed: wrong value 'x'" in error
    assert (
        f"nothing was written; to correct: mcmahon set {drafted} komi=7.5 roundz=4 'name=Spring Open' seed=x" in error
    )
    assert "komi = 6.5" in mcmahon("set", drafted, "komi").stdout
