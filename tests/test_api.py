"""The Python interface: DataFrames in and out."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import mcmahon
import pandas as pd
import pytest
from commands import mcmahon as command
from mcmahon.cli import MODULES
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.enter_results import ENTER_RESULTS, EnterResults, ResultsDone, enter
from mcmahon.desk.verb import Outcome, without_run
from mcmahon.model import errors
from mcmahon.model.errors import ConflictError, FolderError, InputError, UnclearRoundError, UnconfirmedError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.records.state import State

INSTANCES = Path(__file__).resolve().parent.parent / "instances"
#: Commands that are not about a tournament that somebody directs: this installation, research, the server of the desk.
NOT_DIRECTED = {"doctor", "generate", "simulate", "bench", "desk", "engine"}
ENTRIES = pd.DataFrame(
    {
        "name": ["Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida"],
        "rank": ["3d", "2d", "1d", "1d", "1k", "2k", "3k", "4k", "6k"],
        "club": ["Ulm", "Ulm", "Bonn", "Bonn", "Kiel", "Kiel", "Ulm", "Bonn", ""],
    }
)


def test_a_new_tournament_has_the_name_that_it_is_given(tmp_path: Path) -> None:
    spring = mcmahon.Director.new(tmp_path / "spring", name="Spring Open", rounds=3)
    assert spring.tournament.settings.name == "Spring Open"


def test_a_tournament_in_a_notebook() -> None:
    entries = pd.DataFrame({"Name": ["Ann", "Bo", "Cy", "Di", "Ed"], "Rank": ["3d", "2d", "2d", "1k", "5k"]})
    t = mcmahon.register(mcmahon.new_tournament("bga", rounds=3, start__bar="2d"), entries)
    drawn = mcmahon.pair_round(t, locks=mcmahon.Locks(force=(("1", "2"),)))
    assert (drawn.pairing.status, drawn.round.byes) == ("optimal", ("5",))
    boards = mcmahon.boards(drawn.tournament)
    assert list(boards.columns) == [
        "table", "white", "white_name", "black", "black_name", "handicap", "komi", "result",
        "white_rank", "black_rank", "white_mms", "black_mms", "by_hand",
    ]  # fmt: skip
    assert {"1", "2"} in [set(pair) for pair in zip(boards["white"], boards["black"], strict=True)]
    assert set(boards["komi"]) == {7.5}
    assert mcmahon.check(drawn.tournament) == []
    assert len(t.rounds) == 0, "nothing is changed in place"


def test_what_the_module_has_is_listed() -> None:
    """Also what is imported when it is first used, so that completion finds it."""
    assert dir(mcmahon) == sorted(mcmahon.__all__)
    assert {"pair_round", "standings", "Locks"} <= set(dir(mcmahon))


def test_standings_are_a_data_frame() -> None:
    table = mcmahon.standings(mcmahon.read_tournament(INSTANCES / "congress60"))
    assert len(table) == 60
    assert table["MMS"].is_monotonic_decreasing
    assert list(table.columns[:6]) == ["place", "line", "id", "name", "rank", "club"]
    early = mcmahon.standings(mcmahon.read_tournament(INSTANCES / "congress60"), after=1)
    assert "round_2" not in early.columns


@pytest.mark.parametrize(
    ("after", "says"), [(9, "round 9 has not been drawn"), (-1, "round -1"), (4, "is still a draft")]
)
def test_standings_after_a_round_that_does_not_count_are_refused(after: int, says: str) -> None:
    t = mcmahon.pair_round(mcmahon.read_tournament(INSTANCES / "congress60")).tournament
    with pytest.raises(InputError, match=says):
        mcmahon.standings(t, after=after)


def test_a_pair_cannot_be_forbidden_to_somebody_who_is_not_there() -> None:
    t = mcmahon.read_tournament(INSTANCES / "club16")
    with pytest.raises(InputError, match="no player has the id 'nobody'"):
        mcmahon.pair_round(t, locks=mcmahon.Locks(forbid=(("1", "nobody"),)))


def test_standings_with_ratings_and_comparisons_of_tied_players() -> None:
    t = mcmahon.read_tournament(INSTANCES / "congress60")
    table = mcmahon.standings(t, ratings=True)
    assert (table["expected_rating"] != table["rating"]).sum() > 50
    placing = replace(t.settings.placing, order=("MMS", "DC", "SOS-N"))
    compared = mcmahon.standings(replace(t, settings=replace(t.settings, placing=placing)))
    assert compared.loc[compared["place"] == 1, "DC"].isna().all()
    assert compared["DC"].notna().any()
    assert list(compared.columns[-2:]) == ["DC", "SOS_N"]


def test_a_place_and_the_start_groups() -> None:
    t = mcmahon.read_tournament(INSTANCES / "congress60")
    explained = mcmahon.explain_place(t, "5")
    assert [c.name for c in explained.criteria] == ["MMS", "SOS", "CUSP"]
    assert explained.row.player.id == "5"
    with pytest.raises(InputError, match="no player has the id"):
        mcmahon.explain_place(t, "nobody")
    groups = mcmahon.start_groups(t)
    assert len(groups) == 60
    assert groups["start"].is_monotonic_decreasing
    assert groups.loc[groups["top"], "start"].unique().tolist() == [2.0]
    assert len(mcmahon.start_groups(mcmahon.read_tournament(INSTANCES / "club16"))) == 16


def test_check_names_the_round_and_the_rule() -> None:
    t = mcmahon.read_tournament(INSTANCES / "club16")
    first = t.rounds[0]
    broken = t.with_round(type(first)(4, first.games, absent=first.absent))
    found = mcmahon.check(broken)
    assert {number for number, _ in found} == {4}
    assert {violation.rule for _, violation in found} >= {"repeats"}


def test_errors_are_the_packages_own() -> None:
    with pytest.raises(FolderError):
        mcmahon.read_tournament(INSTANCES)
    with pytest.raises(InputError, match="unknown setting"):
        mcmahon.new_tournament("bga", start__barr="3d")
    with pytest.raises(InputError, match="no round has been drawn yet"):
        mcmahon.boards(mcmahon.new_tournament())
    two = pd.DataFrame({"name": ["A", "B"], "rank": ["1d", "1d"]})
    t = mcmahon.register(mcmahon.new_tournament(rounds=2), two)
    with pytest.raises(NoPairingError, match=r"(?s)no pairing.*A \(1\) and B \(2\) are forbidden to meet"):
        mcmahon.pair_round(t, locks=mcmahon.Locks(forbid=(("1", "2"),)))
    relaxed = mcmahon.pair_round(t, locks=mcmahon.Locks(forbid=(("1", "2"),)), relax=["forbidden"])
    assert [violation.name for violation in relaxed.breaches] == ["forbidden"]


@pytest.fixture
def spring(tmp_path: Path) -> mcmahon.Director:
    """Nine players before the first of three rounds."""
    director = mcmahon.Director.new(tmp_path / "spring", "egf", rounds=3, start__bar="2d", seed=7)
    director.register(ENTRIES)
    return director


def test_every_command_of_the_director_is_a_method() -> None:
    """By its name, with `_` for `-`."""
    names = {*MODULES} - NOT_DIRECTED
    assert len(names) > 30
    missing = {name for name in names if not callable(getattr(mcmahon.Director, name.replace("-", "_"), None))}
    assert not missing


def test_every_method_says_what_comes_back() -> None:
    methods = [value for name, value in vars(mcmahon.Director).items() if not name.startswith("_")]
    assert all((getattr(method, "__func__", method).__doc__ or "").strip() for method in methods)


@pytest.mark.slow
def test_a_whole_tournament_in_a_folder(spring: mcmahon.Director) -> None:
    """Drawn, played, mended, corrected and published through Python alone; the command line reads the same folder."""
    first = spring.pair()
    assert (first.round, first.draft, first.status, first.proven) == (1, True, "optimal", True)
    assert (len(first.boards), len(first.byes)) == (4, 1)
    first.boards["result"] = 1.0
    entered = spring.results(first)
    assert (entered.missing, entered.published, set(entered.table["was"])) == ([], [1], {""})

    assert spring.absent("Hal") == [2]
    second = spring.pair()
    assert second.absent == ["8"]
    gone = second.boards["white"][0]
    curve = spring.repair_curve(without=gone)
    mended = spring.repair(without=gone)
    assert mended.fewest["given_up"] == curve["given_up"].min() <= len(mended.given_up)
    assert gone not in {*mended.boards["white"], *mended.boards["black"]}
    assert [set(pair) for pair in mended.lost] == [{gone, second.boards["black"][0]}]
    a, b = mended.boards["white"][:2]
    assert spring.swap(a, b, dry_run=True).round == 2
    assert list(spring.show().boards["white"]) == list(mended.boards["white"]), "a dry run writes nothing"
    with pytest.raises(InputError, match="this breaks a rule of round 2: repeats"):
        spring.swap(a, b)
    swapped = spring.swap(a, b, anyway=True)
    assert swapped.cost == sum(swapped.costs.values())
    assert not spring.show().boards.equals(mended.boards.drop(columns="new"))
    undone, _, broken = spring.undo().partition(" # broken by hand: ")
    assert (undone, "round 2: repeats (" in broken) == (f"swap('{a}', '{b}', anyway=True)", True)
    assert spring.publish_round() == 2
    spring.results({int(table): "0-1" for table in mended.boards["table"]})

    late = spring.add("Lea", "2k", club="Bonn")
    assert (late["id"], late["rounds"]) == ("10", "3")
    assert spring.player("Lea", rank="1k", rounds=[3])["rank"] == "1k"
    third = spring.pair(forbid=[("Ann", "Bo")], seed=8)
    table = int(third.boards["table"][0])
    assert spring.board(table, komi=0.5).boards["komi"][0] == 0.5
    spring.result(table, "jigo", 3)
    with pytest.raises(UnconfirmedError, match=r"already has ½-½ \(jigo\); 1-0 \(.* won\) would replace it"):
        spring.result(table, "1-0")
    correction = spring.result(table, "1-0", again=True)
    assert correction.table[["round", "was", "result"]].values.tolist() == [[3, "½-½", "1-0"]]
    assert spring.result(table, "jigo", again=True).table["impossible"].tolist() == [True]
    steps = f"result({table}, 'jigo', again=True)", f"result({table}, '1-0', again=True)"
    assert (spring.undo(), spring.undo()) == steps
    assert spring.redo() == steps[1]
    spring.results({int(t): "1-0" for t in third.boards["table"][1:]})

    assert spring.check().table["legal"].all()
    proof = spring.check(1, prove=True)
    assert proof.table[["extra", "proven", "certified"]].values.tolist() == [[0, True, True]]
    assert proof.verdict["rounds"][0]["least_cost"]["extra"] == 0
    spring.export("opengotha", spring.path.parent / "spring.xml")
    assert mcmahon.check_file(spring.path.parent / "spring.xml")["written"] == "nothing"
    ranked = spring.standings(ratings=True).table
    assert len(ranked) == 10
    assert ranked.equals(mcmahon.standings(spring.tournament, ratings=True))
    assert set(spring.standings(by="club").table["section"]) == {"club Bonn", "club Kiel", "club Ulm"}
    assert spring.export("egd").is_file()
    assert spring.publish().index.is_file()

    told = json.loads(command("standings", spring.path, "--json").stdout)["rows"]
    assert [row["id"] for row in told] == ranked["id"].tolist()
    assert spring.log()["command"].tolist() == [
        line.split(maxsplit=2)[2]
        for line in command("log", spring.path).stdout.splitlines()
        if not line.endswith("local time:")
    ]
    assert "register(<9 rows>)" in spring.log()["command"].tolist()


@pytest.mark.slow
def test_the_questions(spring: mcmahon.Director, tmp_path: Path) -> None:
    steps = len(spring.log())
    proof = tmp_path / "proof.json"
    drawn = spring.pair(certificate=proof)
    assert spring.verify(proof).proven
    white, black = drawn.boards["white"][0], drawn.boards["black"][0]
    assert spring.explain(white).without_it["cost"] >= 0
    assert spring.explain(white, black).text.startswith("You do meet")
    assert spring.explain(white, drawn.boards["white"][3]).with_it["out"]
    others = spring.alternatives(3).table
    assert others["cost"].is_monotonic_increasing
    assert len(others) == 3
    compared = spring.what_if("few-floats", ["club=50"]).table
    assert compared["label"].tolist() == ["as it stands", "few-floats", "club=50"]
    weights = spring.sensitivity().table
    assert (weights["low"] <= weights["weight"]).all()
    assert list(spring.pareto("mms", "club").table.columns[:2]) == ["mms_difference", "same_club"]
    assert spring.groups().table["id"].tolist() == mcmahon.start_groups(spring.tournament)["id"].tolist()
    assert spring.players().set_index("id").loc["1", ["name", "rounds"]].tolist() == ["Ann", "all"]
    assert len(spring.log()) == steps + 1, "only the draw is a step"


def test_settings_are_shown_and_changed(spring: mcmahon.Director) -> None:
    assert spring.settings("start.bar")["value"].tolist() == ['"2d"']
    changed = spring.set("pairing.forbid+=Ann:Bo", start__bar="1d", komi=None)
    assert changed["name"].tolist() == ["pairing.forbid", "start.bar", "komi"]
    assert changed["unset"].tolist() == [False, False, True]
    assert spring.log()["command"].iloc[-1] == "set('pairing.forbid+=Ann:Bo', start__bar='1d', komi=None)"
    with pytest.raises(InputError, match=r"unknown setting 'start\.barr'"):
        spring.set(start__barr="1d")
    with pytest.raises(TypeError, match="no field 'clubb'; did you mean 'club'"):
        spring.player("Ann", clubb="Ulm")


def test_absences_lists_and_orders_from_python(spring: mcmahon.Director) -> None:
    """What the command line asks with options, keywords say here."""
    assert spring.absent(["Ann", "Bo"], 2, counts="unexcused") == [2]
    assert spring.players("name").set_index("id").loc["1", "unexcused"] == [2]
    with pytest.raises(InputError, match="excused, unexcused, forfeit"):
        spring.absent("Ann", counts="ill")
    assert spring.withdraw(["Cy", "Di"])["status"].tolist() == ["withdrawn", "withdrawn"]
    spring.player("Ann", columns={"notes": "vegan"}, clear=["club", "unexcused"])
    assert spring.player("Ann")["unexcused"] == []
    spring.set("pairing.forbid+=Ann:Bo")
    with pytest.raises(UnconfirmedError):
        spring.set("pairing.forbid=Ann:Ed")
    assert spring.set("pairing.forbid=Ann:Ed", replace=True)["name"].tolist() == ["pairing.forbid"]
    spring.pair()
    with pytest.raises(UnclearRoundError):
        spring.result(1, "1-0")
    assert spring.result(1, "1-0", 1).published == [1]
    assert {"WINS", "SOS"} <= set(spring.standings(criteria=["WINS", "SOS"]).table.columns)


def test_notes_are_those_of_the_last_call(spring: mcmahon.Director) -> None:
    spring.pair()
    spring.withdraw("Cy")
    assert any("Cy (3) is in the draft, but not entered" in note for note in spring.notes)
    spring.show()
    assert spring.notes == []
    text = (spring.path / "players.csv").read_text(encoding="utf-8")
    (spring.path / "players.csv").write_text(text.replace("Kiel", "Lübeck"), encoding="utf-8")
    spring.withdraw("Di")
    assert spring.notes[0].endswith("recorded as a step: players.csv")
    spring.set(start__bar="1d")
    draft = "the draft of round 1 was drawn before this change: pair the round again"
    assert spring.notes == ["start scores change for 2 players", draft], "no command is named in Python"


@pytest.mark.slow
def test_a_round_without_pairing_names_the_players(spring: mcmahon.Director) -> None:
    everybody = [(str(a), str(b)) for a in range(1, 10) for b in range(a + 1, 10)]
    with pytest.raises(NoPairingError, match=r"(?s)no pairing.*Gus \(\d\)"):
        spring.pair(forbid=everybody)
    with pytest.raises(InputError, match="'34' is not a pair"):
        spring.pair(force=["34"])
    assert spring.log()["command"].iloc[-1] == "register(<9 rows>)"


def test_two_directors_of_one_folder(spring: mcmahon.Director, monkeypatch: pytest.MonkeyPatch) -> None:
    """What touches other things is kept of both; what touches the same is refused, with both versions named."""
    other = mcmahon.Director(spring.path)
    spring.pair()
    other.publish_round()
    table, another = (int(table) for table in spring.show().boards["table"][:2])
    spring.result(table, "1-0")
    assert len(other.result(another, "0-1").missing) == 2

    def meanwhile(state: State, request: EnterResults) -> Outcome[ResultsDone]:
        monkeypatch.undo()
        outcome = enter(state, request)
        other.result(int(next(iter(request.results))), "0-0", again=True)
        return outcome

    overtaken = replace(ENTER_RESULTS, does=without_run(meanwhile))
    monkeypatch.setattr("mcmahon.api.director.ENTER_RESULTS", overtaken)
    with pytest.raises(ConflictError, match=f"table {table}: you want jigo|table {table}: you want ½-½"):
        spring.result(table, "jigo", again=True)
    assert Desk(spring.path).read().tournament.round(1).games[0].result.value == "both lose"


def test_ratings_and_files_of_other_programs(spring: mcmahon.Director, tmp_path: Path) -> None:
    listed = tmp_path / "TDListA.txt"
    names = ("Ann", "Bo", "Cy")
    listed.write_text("".join(f"{name}\t{k}\tFull\t4.5\t1/1/2030\tULM\tCA\n" for k, name in enumerate(names, 1)))
    shown = spring.ratings(listed, form="aga")
    assert (len(shown.table), shown.applied) == (9, False)
    steps = len(spring.log())
    assert spring.ratings(listed, form="aga", apply=True).applied == (shown.table["verdict"] == "sure").any()
    assert len(spring.log()) == steps + bool((shown.table["verdict"] == "sure").any())
    spring.pair()
    file = spring.export("opengotha", tmp_path / "spring.xml")
    assert any("draft" in note for note in spring.notes)
    mcmahon.Director.convert(file, tmp_path / "again")
    again = mcmahon.Director(tmp_path / "again")
    assert again.players()["name"].tolist() == spring.players()["name"].tolist()
    like = mcmahon.Director.new(tmp_path / "summer", like=spring.path, rounds=5)
    assert (len(like.players()), like.tournament.settings.rounds) == (9, 5)
    with pytest.raises(FolderError, match="already contains a tournament"):
        mcmahon.Director.new(tmp_path / "summer")


def test_prizes_from_python(tmp_path: Path) -> None:
    """A table from calls or a DataFrame, who gets what, why, and the list announced."""
    shutil.copytree(INSTANCES / "congress60", tmp_path / "c")
    congress = mcmahon.Director(tmp_path / "c")
    with pytest.raises(InputError, match="a prize has no 'amount'; expected one of list, order"):
        congress.prize("Main", amount=3)
    made = congress.prize("Main", place="1-2", value=100, currency="EUR")
    assert made[["prize", "place", "value"]].to_numpy().tolist() == [["Main 1", 1, 10000], ["Main 2", 2, 10000]]
    found = congress.prizes()
    assert found.table["prize"].tolist() == ["Main 2", "Main 1"]
    assert (found.provisional, found.announced) == (True, False)
    assert congress.prizes(announce=True, anyway=True).announced
    reasons = congress.explain_prizes("5")
    assert reasons["kind"].tolist() == ["won", "has another"]
    congress.prizes(table=pd.DataFrame({"prize": ["Cup"], "thing": ["a cup"]}))
    assert congress.prizes().changes
    assert any(text.startswith("prizes(table=") for text in congress.log()["command"])


def test_a_round_is_paired_by_hand(spring: mcmahon.Director) -> None:
    first = spring.pair()
    assert spring.begin_by_hand() == 1
    with pytest.raises(InputError, match="is being paired by hand"):
        spring.pair()
    spring.swap(*first.boards["black"][:2])
    found = spring.by_hand()
    assert found["extra"] == found["cost"] - first.cost
    assert spring.end_by_hand(keep=False) is False
    assert spring.show().boards["black"].tolist() == first.boards["black"].tolist()
    assert spring.undo() == "end_by_hand(keep=False)"
    assert spring.end_by_hand(keep=True) is True
    assert spring.log()["command"].tolist()[-1].startswith("end_by_hand(keep=True)")


def test_errors_are_where_the_page_on_python_says() -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    named = re.findall(r"`mcmahon\.(\w+Error)`", page)
    assert {"InputError", "NoPairingError", "FolderError"} <= set(named)
    for name in named:
        assert issubclass(getattr(mcmahon, name), errors.McMahonError)
        assert name in mcmahon.__all__
