"""Commands about weights: what-if, sensitivity, pareto, tune."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, RoundOption, folder, progress, round_number, say, told_progress, warn

if TYPE_CHECKING:
    from ..desk.questions.comparing import Column
    from ..io.folder.folder import State
    from ..solver.questions.front import Point

commands = typer.Typer()

MOST_POINTS = 200

Profiles = Annotated[list[str] | None, typer.Option("--profile", help="A weight profile; as many as wanted.")]
Varied = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="CRITERION=WEIGHT", help="The own profile with such weights, or a setting: start.bar=2d."
    ),
]
Criteria = Annotated[list[str], typer.Argument(metavar="CRITERION CRITERION [CRITERION]", help="mms club …")]
Replay = Annotated[bool, typer.Option("--replay", help="All rounds so far, each from its real history.")]


@commands.command("what-if")
def what_if(
    path: Dir,
    profile: Profiles = None,
    set_: Varied = None,
    pairs: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Anybody's pairs: CSV with white, black (and round).")
    ] = None,
    replay: Replay = False,
    number: RoundOption = 0,
    as_json: AsJson = False,
) -> None:
    """Draw a round, or all so far, by other profiles or weights, and count side by side; nothing is written."""
    from ..desk.questions.comparing import as_it_stands, by_pairs, by_profile, rounds_of
    from ..desk.questions.tuning import parse_weights
    from ..io.pairs import read_pairs
    from ..io.settings.profiles import profile_named
    from ..model.errors import InputError

    state = folder(path).read()
    rounds = rounds_of(state, number, replay, path)
    if not rounds:
        raise InputError("no round has been drawn, so none can be replayed")
    own = rounds[-1].profile
    with progress("drawing …"):
        columns = [as_it_stands(rounds)]
        columns += [by_profile(rounds, name, profile_named(name, path)) for name in profile or []]
        for text in set_ or []:
            if _is_setting(text):
                columns.append(by_profile(rounds_of(_with_setting(state, text), number, replay, path), text, own))
            else:
                columns.append(by_profile(rounds, text, own.with_weights(parse_weights(text.split(",")))))
        for file in pairs or []:
            columns.append(by_pairs(rounds, file.stem, read_pairs(file, rounds[-1].entered, rounds[-1].number)))
        if not profile and not set_ and not pairs:
            columns.append(by_profile(rounds, own.name, own))
    shown = [column for column in columns if column is not None]
    if as_json:
        say(json.dumps([_column_data(column) for column in shown], ensure_ascii=False, indent=1))
    else:
        which = f"{len(rounds)} rounds" if replay else f"round {rounds[0].number}"
        say(f"{rounds[0].entered.settings.name}: {which}")
        say(columns_text(shown))


def _is_setting(text: str) -> bool:
    """Whether an assignment names a setting: criteria have no dot in their names."""
    from ..model.tournament.settings import declarations

    key = text.partition("=")[0].strip()
    return "." in key or key in declarations("")


def _with_setting(state: State, text: str) -> State:
    """The tournament as it would be with another setting. Raises InputError."""
    from ..io.settings.settings_file import parse_assignments
    from ..model.errors import InputError

    if text.partition("=")[0].strip() == "pairing.profile":
        raise InputError(f"--set {text}; right would be: --profile {text.partition('=')[2]}")
    return state.with_settings(parse_assignments([text]))


def columns_text(shown: Sequence[Column]) -> str:
    """Profiles side by side: every plain count, the boards that differ, the cost by each profile's own weights."""
    from dataclasses import fields

    from ..io.terminal import columns
    from ..model.judging.plain_counts import Counts

    rows = [[f.name.replace("_", " "), *(getattr(c.counts, f.name) for c in shown)] for f in fields(Counts)]
    drawn = any(c.label == "as it stands" for c in shown)
    rows.append(["boards that differ", *(c.differing if drawn and c.label != "as it stands" else "" for c in shown)])
    rows.append(["cost by own weights", *(f"{c.cost:,}" for c in shown)])
    rows.append(["proven", *("" if c.label == "as it stands" else "yes" if c.proven else "no" for c in shown)])
    return columns(["", *(c.label for c in shown)], rows, "l" + "r" * len(shown))


def _column_data(column: Column) -> dict[str, object]:
    from dataclasses import asdict

    return {
        "label": column.label,
        "counts": asdict(column.counts),
        "criteria": dict(column.values),
        "cost": column.cost,
        "differing": column.differing,
        "proven": column.proven,
    }


@commands.command()
def sensitivity(path: Dir, number: RoundOption = 0, as_json: AsJson = False) -> None:
    """Show for each weight the interval in which the round stays optimal, and what changes beyond; all proven."""
    from ..desk.questions.explaining import drawn_round
    from ..desk.questions.weights import intervals_of
    from ..io.terminal import columns

    state = folder(path).read()
    drawn = drawn_round(state, round_number(state.tournament, number), path)
    with progress("trying weights …"):
        found = list(intervals_of(drawn))
    if as_json:
        data = [
            {"criterion": i.criterion, "weight": i.weight, "low": i.low, "high": i.high, "counts": i.amount,
             "below": below, "above": above}
            for i, below, above in found
        ]  # fmt: skip
        say(json.dumps(data, ensure_ascii=False, indent=1))
        return
    rows, beyond = [], []
    for i, below, above in found:
        high = "any" if i.above is None else f"{i.high:,}"
        rows.append([i.criterion, f"{i.weight:,}", i.amount, f"{i.low:,}", high])
        beyond += [f"{i.criterion} {i.low - 1:,}: {below}"] if below else []
        beyond += [f"{i.criterion} {i.high + 1:,}: {above}"] if above else []
    say(f"{drawn.tournament.settings.name}: round {drawn.round.number} stays optimal with one weight changed")
    say(columns(["criterion", "weight", "counts", "from", "to"], rows, "lrrrr"))
    if beyond:
        say("Beyond that:")
        for line in beyond:
            say(f"  {line}")


@commands.command()
def pareto(
    path: Dir,
    criteria: Criteria,
    every: Annotated[bool, typer.Option("--all", help="All points, also those that no weights lead to.")] = False,
    most: Annotated[int | None, typer.Option(min=1, help="The most points with --all; 200 by default.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Longest time for each point.")] = 20.0,
    csv_: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the points as CSV.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture (two criteria).")] = None,
    number: RoundOption = 0,
    as_json: AsJson = False,
) -> None:
    """Show the exact Pareto front of a round between two or three criteria; each point is a proven pairing."""
    from ..desk.questions.comparing import rounds_of
    from ..desk.questions.weights import front_of, standing_values
    from ..io.files import write_file
    from ..io.pages.pictures import front_svg
    from ..io.terminal import columns
    from ..model.errors import InputError
    from ..solver.engine import Options

    names = _names_of(criteria, csv_, svg)
    if most is not None and not every:
        raise InputError("--most limits the points of --all; without it all corners are shown")
    own = rounds_of(folder(path).read(), number, False, path)[0]
    with progress("looking for points …"):
        found = front_of(own, names, every, most or MOST_POINTS, Options(seconds))
        now = standing_values(own, names)
    rows = [[*p.values, f"{cost:,}", _some(p), "" if now is None else boards] for p, cost, boards in found]
    titles = [*names, "cost by the profile", "by some weights", "boards that differ"]
    if csv_ is not None:
        write_file(csv_, _csv(titles, found).encode())
    if svg is not None:
        write_file(svg, front_svg(names, [(p.values[0], p.values[1], p.supported) for p, _, _ in found], now).encode())
    if as_json:
        data = [dict(zip([*titles, "proven"], row, strict=True)) for row in _plain_rows(found)]
        say(json.dumps(data, ensure_ascii=False))
        return
    say(columns(titles, rows, "r" * len(titles)))
    if now is not None:
        say("The round as it stands: " + ", ".join(f"{n} {v}" for n, v in zip(names, now, strict=True)))
    if every and len(found) == (most or MOST_POINTS):
        warn(f"there may be more points: {len(found)} are shown; for more: --most {2 * len(found)}")
    if not all(point.pairing.optimal for point, _, _ in found):
        warn("points with ? are not proven: there may be better ones; allow more with --seconds")


def _names_of(criteria: Sequence[str], csv_: Path | None, svg: Path | None) -> list[str]:
    """The criteria of a front, by their whole names; the files asked for can show it. Raises InputError."""
    from ..desk.questions.tuning import criterion_named
    from ..io.files import check_target
    from ..model.errors import InputError

    names = [criterion_named(text) for text in criteria]
    if not 2 <= len(set(names)) == len(names) <= 3:
        raise InputError("pareto needs two or three different criteria, such as: mms club")
    if svg is not None and len(names) == 3:
        raise InputError("--svg draws two criteria; with three use --csv")
    for target in (csv_, svg):
        if target is not None:
            check_target(target)
    return names


def _some(point: Point) -> str:
    """Whether some weights make the point optimal; `?` where the point is not proven at all."""
    return "?" if not point.pairing.optimal else "yes" if point.supported else "no"


def _plain_rows(found: Sequence[tuple[Point, int, int]]) -> list[list[object]]:
    return [[*p.values, cost, p.supported, boards, p.pairing.optimal] for p, cost, boards in found]


def _csv(titles: Sequence[str], found: Sequence[tuple[Point, int, int]]) -> str:
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(titles)
    writer.writerows([*p.values, cost, _some(p), boards] for p, cost, boards in found)
    return out.getvalue()


@commands.command()
def tune(
    paths: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Tournament folders with drawn rounds.")],
    want: Annotated[
        list[str] | None, typer.Option(metavar="WISH", help="same_club<=2, four_or_more_apart<=0 …")
    ] = None,
    unless_gap: Annotated[
        list[str] | None,
        typer.Option(metavar="CRITERION=POINTS", help="Avoid it unless that costs a game so many points apart."),
    ] = None,
    base: Annotated[str, typer.Option(help="The profile to begin from; by default that of the first round.")] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the profile found (TOML).")] = None,
    replay: Annotated[bool, typer.Option("--replay/--last", help="All rounds so far, or the last only.")] = True,
    seconds: Annotated[float, typer.Option(min=1, help="Longest time to search.")] = 120.0,
) -> None:
    """Look for weights by which rounds, drawn again from their real history, reach what is wished; writes a profile."""
    from ..desk.questions.comparing import as_it_stands, rounds_of
    from ..desk.questions.tuning import Patience, parse_gaps, parse_wishes, with_gaps
    from ..desk.questions.tuning import tune as search
    from ..io.files import check_target, write_file
    from ..io.settings.profile_file import profile_text
    from ..io.settings.profiles import load_profile, parse_profile, profile_named, profile_names
    from ..model.errors import InputError
    from .common import command

    wishes, gaps = parse_wishes(want or []), parse_gaps(unless_gap or [])
    if not wishes and not gaps:
        raise InputError("nothing is wished; right would be: --want 'same_club<=2', or --unless-gap club=2")
    if out is not None:
        check_target(out)
    rounds = [one for path in paths for one in rounds_of(folder(path).read(), 0, replay, path)]
    if not rounds or any(one.drawn is None for one in rounds):
        raise InputError("no round has been drawn, so there is nothing to replay")
    begin = profile_named(base, paths[0]) if base else rounds[0].profile
    with told_progress() as tell:
        found = search(rounds, with_gaps(begin, gaps), wishes, Patience(seconds, tell), begin)
    columns = [_labelled(found.before, begin.name), found.after]
    say(columns_text([column for column in [as_it_stands(rounds)] if column is not None] + columns))
    say(f"{found.tried} profiles tried over {len(rounds)} rounds.")
    for wish in found.met:
        how = "" if wish.plain else " as the draw counts it: not where players at or above the bar are exempt"
        say(f"reached: {wish} ({wish.value(found.after)}{how if 'same' in wish.name else ''})")
    for wish in found.unmet:
        warn(f"not reached: {wish}; the least found is {wish.value(found.after)}")
    text = profile_text(found.profile, load_profile(begin.name) if begin.name in profile_names() else None, command())
    parse_profile(text, "tuned", str(out or "tuned"))  # what is written can be read
    if out is not None:
        write_file(out, text.encode())
        say(f"{out}: the profile; to draw by it: mcmahon pair DIR --profile {out}")
    else:
        say(text.rstrip())


def _labelled(column: Column, label: str) -> Column:
    from dataclasses import replace

    return replace(column, label=label)
