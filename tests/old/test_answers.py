"""What version 1.0.0 answered other programs and scripts: it may grow, and what goes is in the list of changes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from .answers import Answers, answers

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
THEN: Answers = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))

RESEARCH = "Research is a distribution of its own"
ENGINE = "`POST /api/NAME/engine` of the desk's server"
NAMES = "The names of types in the OpenAPI description have changed"
#: Types of requests by address, as they were called.
RENAMED = {
    "results": "Results", "draw": "Draw", "publish": "Publish", "repair": "Repair", "swap": "Swap", "board": "Board",
    "move": "Move", "absent": "Absent", "withdraw": "Withdraw", "settings": "Settings", "check": "Check",
    "entrants": "Player", "entrants/change": "ChangePlayer", "register": "Register",
    "prizes/announce": "AnnouncePrizes", "by-hand/end": "EndByHand", "by-hand/begin": "ByHand",
    "by-hand/compare": "ByHand",
}  # fmt: skip
#: What is gone since, by kind, name and, if only some of it went, by line; with words of CHANGELOG.md that tell it.
GONE: dict[tuple[str, ...], str] = {
    **{("openapi", f"schema {name}Request"): NAMES for name in RENAMED.values()},
    **{("openapi", f"POST /api/{{name}}/{path}",
        f"requestBody.content.application/json.schema.$ref = #/components/schemas/{name}Request"): NAMES
       for path, name in RENAMED.items()},
    **{("openapi", f"schema mcmahon.desk.answers.{room}.MemberAnswer"): NAMES for room in ("hall", "players")},
    **{("openapi", f"schema {name}", f"properties.{key}.$ref = #/components/schemas/mcmahon.desk.answers.{room}"): NAMES
       for name, key, room in (
           ("MatchBoardAnswer", "white.anyOf[]", "hall.MemberAnswer"),
           ("MatchBoardAnswer", "black.anyOf[]", "hall.MemberAnswer"),
           ("PlayerAnswer", "members.items", "players.MemberAnswer"))},
    ("openapi", "POST /api/{name}/engine"): ENGINE,
    **{("openapi", f"schema {name}"): ENGINE for name in (
        "EngineRequest", "EnginePlayer", "EngineMember", "EngineRound", "EngineGame", "EngineAnswer", "EngineBoard",
        "SecondsAnswer", "EngineBroken")},
    ("openapi", "schema ErrorAnswer", "properties.kind.enum[] = busy"): "The error kind `busy`",
    **{("commands", name): RESEARCH for name in (
        "tune", "generate", "simulate", "bench report", "bench export", "bench instance", "bench verify", "bench speed",
        "bench worst-cases", "bench replay", "bench opengotha", "bench best-known")},
    **{("commands", "groups", option): "`groups --simulate` is" for option in (
        "--simulate N", "--supergroups SIZES", "--seed N", "--model NAME")},
    ("commands", "repair", "--without PLAYER"): "reads `--absent` as `--without`",  # it has two names now
    ("commands", "pareto", "--csv FILE"): "`pareto --csv` is replaced by `--to`",
    ("commands", "what-if", "--pairs FILE"): "Pairings from another source are no longer put beside a round",
    ("director", "what_if", "keyword_only pairs: 'Iterable[pd.DataFrame | str | Path]' = ()"):
        "Pairings from another source are no longer put beside a round",
    ("director", "results", "positional_or_keyword found: 'Mapping[Any, str] | pd.DataFrame | str | Path'"):
        "`Director.results` takes White's points",
    **{("director", name, "var_keyword **cells: 'object'"): "`Director.add` and `Director.player` name"
       for name in ("add", "player")},
    ("director", "pair", "positional_or_keyword profile: 'str | Path' = ''"):
        "`Director.pair` takes a profile as a mapping",
    ("director", "tune"): "`Director.tune` are",
    ("director", "cup", "var_keyword **fields: 'Any'"): "`Director.cup` and `Director.prize` name their arguments",
    ("director", "prize", "var_keyword **cells: 'object'"): "`Director.cup` and `Director.prize` name their arguments",
    **{("director", "groups", f"keyword_only {option}"): "`Director.groups(simulate=…)`" for option in (
        "simulate: 'int' = 0", "supergroups: 'str' = '0'", "seed: 'int' = 1", "model: 'str' = 'egf'")},
    **{("json", "doctor", f"extras.{extra}{key}"): "The extras `bench`, `engines`, `dask` and `parquet`"
       for extra in ("bench", "engines", "dask", "parquet") for key in ("", ".installed", ".adds", ".missing")},
}  # fmt: skip


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """The answers of today, over the same folder."""
    home = tmp_path_factory.mktemp("old")
    shutil.unpack_archive(HERE / "made.zip", home / "made")
    shutil.copytree(home / "made" / "club16", home / "club")
    return answers(home)


def in_order(lines: Iterable[str]) -> list[str]:
    """What has a place, in its order, and then the options of commands and the keywords of methods, which have none."""
    found = [*lines]
    named = [line for line in found if line.startswith(("-", "keyword_only "))]
    return [*(line for line in found if line not in named), *sorted(named)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", THEN)
def test_what_was_promised_is_there_in_its_order(kind: str, now: Answers) -> None:
    """New keys, options and commands may come beside the old ones."""
    for name, lines in THEN[kind].items():
        if (kind, name) in GONE:
            assert name not in now[kind], f"{kind} {name} is there, but listed as gone"
            continue
        assert name in now[kind], f"{kind} {name} is gone"
        left = in_order(line for line in lines if (kind, name, line) not in GONE)
        assert in_order(line for line in now[kind][name] if line in left) == left, f"{kind} {name}"
        assert not {line for line in lines if (kind, name, line) in GONE} & {*now[kind][name]}


def test_what_is_gone_is_in_the_list_of_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    ours = " ".join(text.split("## [2.0.0]")[1].split("\n## [")[0].split())
    assert [words for words in GONE.values() if " ".join(words.split()) not in ours] == []


def test_whatever_is_listed_as_gone_was_there() -> None:
    for kind, name, *line in GONE:
        assert name in THEN[kind], name
        assert not line or line[0] in THEN[kind][name], line
