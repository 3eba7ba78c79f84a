"""What commands print as JSON is what its type says, key for key; docs/reference/json.md shows the same types."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
import typer.main
from commands import mcmahon
from mcmahon.cli import MODULES, program
from mcmahon.desk.people.change_players import PlayerAnswer
from mcmahon.desk.people.match_ratings import RatingsAnswer
from mcmahon.desk.people.register import FileColumn
from mcmahon.desk.placing.double_bookings import CongressAnswer
from mcmahon.desk.placing.give_prizes import ExplainedPrizesAnswer, PrizesAnswer
from mcmahon.desk.placing.rank import GroupsAnswer, PlaceAnswer, StandingsAnswer
from mcmahon.desk.placing.run_cups import CupAnswer
from mcmahon.desk.questions.explain_board import BoardReasonsAnswer, WhyNotAnswer
from mcmahon.desk.questions.next_best import AlternativesAnswer
from mcmahon.desk.questions.vary_weights import FrontPointAnswer, IntervalAnswer
from mcmahon.desk.questions.what_if import ColumnAnswer
from mcmahon.desk.rounds.draw.draw_answer import DrawAnswer, NoPairingAnswer
from mcmahon.desk.rounds.pair_by_hand import HandPairingAnswer
from mcmahon.desk.rounds.plan.planning import PlanAnswer
from mcmahon.desk.rounds.proof.checking import VerdictAnswer
from mcmahon.desk.rounds.repair.repaired import RepairAnswer, TradeOffAnswer
from mcmahon.desk.rounds.show_round import RoundAnswer
from mcmahon.desk.self_check import SelfCheckAnswer
from mcmahon.desk.verb import Answer, DoneAnswer, plain, told

from tools.reference.json_answers import TYPES, page, table

ROOT = Path(__file__).resolve().parents[2]
#: Answers to other programs, which /api/openapi.json describes.
OVER_HTTP = {
    "mcmahon.desk.engine_lines",
    "mcmahon.desk.failures",
    "mcmahon.desk.hall.phone_claims",
    "mcmahon.desk.hall.arrivals",
    "mcmahon.desk.hall.helper_steps",
    "mcmahon.desk.hall.public_answers",
    "mcmahon.desk.rounds.engine_round",
    "mcmahon.desk.journal_entries",
    "mcmahon.desk.verb",
    "mcmahon.web.json.json_calls",
}
PAGE = ROOT / "docs" / "reference" / "json.md"
NOBODY = " ".join(f"--forbid 1:{other}" for other in range(2, 17))
#: Commands without --json, in a folder with a drawn round `club`, and what they answer; in a list or alone.
CASES: list[tuple[str, Any]] = [
    ("players club", list[PlayerAnswer]),
    ("show club", RoundAnswer),
    ("check club --prove", VerdictAnswer),
    ("plan club", PlanAnswer),
    ("cup club", list[CupAnswer]),
    ("groups club", GroupsAnswer),
    ("standings club", StandingsAnswer),
    ("prizes club", PrizesAnswer),
    ("prizes club --why 3", ExplainedPrizesAnswer),
    ("standings club --by club --ratings", StandingsAnswer),
    ("standings club --explain 3", PlaceAnswer),
    ("pair club --dry-run", DrawAnswer),
    (f"pair club --dry-run {NOBODY}", NoPairingAnswer),
    ("explain club 3", BoardReasonsAnswer),
    ("explain club 3 11", WhyNotAnswer),
    ("alternatives club -k 2", AlternativesAnswer),
    ("by-hand hand --dry-run", HandPairingAnswer),
    ("repair club --without 5 --dry-run", RepairAnswer),
    ("repair club --without 5 --curve", list[TradeOffAnswer]),
    ("what-if club --profile balanced", list[ColumnAnswer]),
    ("sensitivity club", list[IntervalAnswer]),
    ("ratings club list.txt", RatingsAnswer),
    ("congress club club", CongressAnswer),
    ("doctor", SelfCheckAnswer),
]
LIST = """\
10000001 Dungård Nils DE Ulm 4d -- 2412 12
10000002 Ostpark Zora FR Par 1d -- 2088 3
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tournament and a rating list."""
    here = tmp_path_factory.mktemp("json")
    club = shutil.copytree(ROOT / "instances" / "club16", here / "club")
    mcmahon("pair", club, "--bye", "9", "--bye", "10", "--two-byes")
    mcmahon("prize", club, "Main", "--place", "1-2", "--value", "100", "--currency", "EUR")
    mcmahon("cup", club, "last", "--size", 4, "--first", 5, "--third-place")
    (here / "list.txt").write_text(LIST, encoding="utf-8")
    hand = shutil.copytree(club, here / "hand")
    mcmahon("by-hand", hand)
    mcmahon("swap", hand, 3, 5)
    return here


def decoded(text: str, kind: Any, indent: int | None) -> Any:
    """An answer by its type: no key more, none less, none in another place, no number of another kind."""
    found = msgspec.json.decode(text, type=kind)
    assert json.dumps(plain(found), ensure_ascii=False, indent=indent) == text.rstrip("\n")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("words", "kind"), CASES, ids=[words[:40] for words, _ in CASES])
def test_an_answer_is_what_its_type_says(words: str, kind: Any, place: Path) -> None:
    run = mcmahon(*words.split(), "--json", cwd=place, code=1 if kind is NoPairingAnswer else 0)
    on_one_line = words.split()[0] in ("explain", "alternatives", "repair")
    assert decoded(run.stdout, kind, None if on_one_line else 1)


def test_a_round_is_shown_with_its_results_and_byes(place: Path) -> None:
    first = json.loads(mcmahon("show", "club", "-r", 1, "--json", cwd=place).stdout)
    assert (first["round"], first["draft"], len(first["boards"])) == (1, False, 8)
    with (place / "club" / "rounds" / "1.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [board["result"] for board in first["boards"]] == [row["result"] for row in rows if row["black"]]
    last = json.loads(mcmahon("show", "club", "--json", cwd=place).stdout)
    assert (last["draft"], sorted(last["byes"])) == (True, ["10", "9"])
    assert {board["result"] for board in last["boards"]} == {""}


def test_a_point_of_a_front_has_the_criteria_in_front(place: Path) -> None:
    points = json.loads(mcmahon("pareto", "club", "mms", "colour", "--json", cwd=place).stdout)
    for point in points:
        criteria = list(point)[:2]
        assert criteria == ["mms_difference", "colour_balance"]
        assert all(isinstance(point.pop(name), int) for name in criteria)
    assert decoded(json.dumps(points), list[FrontPointAnswer], None)


def test_a_key_that_is_missing_or_unknown_is_refused() -> None:
    own = {"tier": 1, "cost": 2, "bound": 2}
    kind = TYPES["TierAnswer"]
    assert msgspec.convert(own, kind)
    for wrong in (own | {"more": 1}, {"tier": 1, "cost": 2}, own | {"cost": "2"}, own | {"cost": 2.5}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, kind)


def test_every_command_with_json_is_tried_and_on_the_page() -> None:
    whole: Any = typer.main.get_command(program(*MODULES))
    having = {name for name, one in whole.commands.items() if any("--json" in p.opts for p in one.params)}
    assert having == {words.split()[0] for words, _ in CASES} | {"pareto"}
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"\n## mcmahon {name} " in text for name in having)


def kinds_of(kind: type[Answer]) -> Iterator[type[Answer]]:
    """All kinds of an answer that are no answer to something that was done."""
    for one in kind.__subclasses__():
        if one is not DoneAnswer:
            yield one
            yield from kinds_of(one)


def test_the_page_is_made_of_the_types() -> None:
    """To make its tables anew: python -m tools.reference."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    research = (ROOT / "bench" / "reference.md").read_text(encoding="utf-8")
    assert all((text + research).count(f"\n### {name}\n") == 1 for name in TYPES)
    assert set(TYPES.values()) == {one for one in kinds_of(Answer) if one.__module__ not in OVER_HTTP} - {FileColumn}


def test_the_example_of_the_page_is_an_answer() -> None:
    text = PAGE.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    assert decoded(text, NoPairingAnswer, 1).status == "infeasible"


def test_a_key_that_does_not_say_what_it_means_is_an_error() -> None:
    class Half(Answer, frozen=True):
        """Half of an answer."""

        known: Annotated[int, told("what it is")]
        untold: int

    with pytest.raises(ValueError, match="untold"):
        table(Half)
