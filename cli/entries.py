"""Commands about the tournament: new, set, register."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import Dir, change_of, command, folder, quoted, say, tell_doubtful, tell_draft, warn

if TYPE_CHECKING:
    from ..io.registrations.merging import Merge
    from ..model.tournament.settings import Settings
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()

OF_A_DRAW = {"start", "handicap", "pairing", "points", "komi", "seed"}
MOST_NAMED = 12  # players of one registration who are each named


@commands.command()
def new(
    path: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha, club or swiss; else egf.")] = "",
    name: Annotated[str, typer.Option(help="Name of the tournament.")] = "",
    rounds: Annotated[int | None, typer.Option(min=1, max=99, help="Number of rounds; else 5.")] = None,
    bar: Annotated[str, typer.Option(help="The bar: a rank, auto or none.")] = "",
    floor: Annotated[str, typer.Option(help="The floor: a rank or none.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of every lottery; else 1.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="Any other setting, KEY=VALUE.")] = None,
    like: Annotated[Path | None, typer.Option(metavar="DIR", help="With settings and players of another one.")] = None,
) -> None:
    """Make a new tournament folder."""
    from ..io.settings.settings_file import new_settings_text, parse_assignments, parse_settings
    from ..model.errors import InputError

    options = {"rounds": rounds, "seed": seed, "start.bar": bar, "start.floor": floor}
    given: dict[str, Any] = {"name": name or _name_of(path)}
    given |= {key: value for key, value in options.items() if value not in (None, "")}
    given |= {key: value for key, value in parse_assignments(setting or []).items() if value is not None}
    if like is not None:
        if preset:
            raise InputError("--like takes over the preset, too: leave --preset out")
        _new_like(path, like, given)
        return
    text = new_settings_text(preset or "egf", {"rounds": 5, "seed": 1} | given)
    parse_settings(text, "tournament.toml (not written)")
    folder(path).create(text, command())
    say(f"{path}: a new tournament of {given.get('rounds', 5)} rounds, preset {preset or 'egf'}.")
    say(f"Next: mcmahon register {quoted(path)} players.csv; settings are in {path / 'tournament.toml'}")


def _new_like(path: Path, like: Path, given: Mapping[str, Any]) -> None:
    """A new tournament with another one's settings and players, all of them entered afresh; no rounds, no dates."""
    from ..model.words import counted

    old = folder(like).read()
    begun = old.afresh({"event.begin": None, "event.end": None} | dict(given))
    folder(path).create(begun.settings_text, command(), begun.tournament)
    players = counted(len(begun.tournament.players), "player")
    say(f"{path}: a new tournament of {begun.tournament.settings.rounds} rounds as {like}, {players}, all entered.")
    say(f"Who does not come: mcmahon absent {quoted(path)} PLAYER all; next: mcmahon pair {quoted(path)}")


def _name_of(path: Path) -> str:
    """The name of a folder, as text even where it is no UTF-8."""
    from ..io.files import real_path

    return real_path(path).name.encode(errors="replace").decode()


@commands.command("set")
def set_(
    path: Dir,
    assignments: Annotated[list[str] | None, typer.Argument(metavar="[KEY=VALUE]…", help="None: show all.")] = None,
) -> None:
    """Show the settings (or a section: handicap), or change some: start.bar=3d placing.order=MMS,SOS (KEY= unsets)."""
    from ..io.settings.settings_file import parse_assignments
    from ..model.notes import unknown_ids

    if not assignments or (len(assignments) == 1 and "=" not in assignments[0]):
        _show_settings(folder(path).read().tournament.settings, assignments[0] if assignments else "")
        return
    with change_of(path) as change:
        before = change.tournament
        changes = parse_assignments(_with_ids(text, before) for text in assignments)
        change.state = change.state.with_settings(changes)
        tournament, settings = change.tournament, change.tournament.settings
        if "pairing.profile" in changes:
            from ..io.settings.profiles import profile_of

            profile_of(tournament, path)
    for key in changes:
        old, new = (_value_text(of, key) for of in (before.settings, settings))
        notes = [*(["the default"] if changes[key] is None else []), *([f"was {old}"] if old != new else [])]
        say(f"{key} = {new}" + (f"  # {', '.join(notes)}" if notes else ""))
    unknown = unknown_ids(tournament)
    if unknown and tournament.players:
        ids = [f"{who} is {pid}" for who in unknown if (pid := _id_of(tournament, who))]
        hint = f"; ids are wanted: {', '.join(ids)}" if ids else ""
        warn(f"the settings name players whom nobody registered: {', '.join(unknown)}{hint}")
    if tournament.rounds and any(key.startswith("start.") for key in changes):
        warn("start scores change for everybody; `mcmahon check` judges the drawn rounds by the new ones")
    if tournament.rounds and tournament.rounds[-1].draft and any(key.split(".")[0] in OF_A_DRAW for key in changes):
        warn(f"the draft of round {len(tournament.rounds)} was drawn before this change: pair the round again")
    _tell_added_rounds(before, tournament)


def _id_of(tournament: Tournament, who: str) -> str:
    """The id of the one player who is called so, or nothing."""
    from ..model.errors import InputError

    try:
        return tournament.find(who).id
    except InputError:
        return ""


def _with_ids(assignment: str, tournament: Tournament) -> str:
    """Pairs forced or forbidden for good, `A:B` by ids or names, as the setting keeps them. Raises InputError.

    `pairing.forbid+=A:B` adds to the pairs that are there.
    """
    from ..io.settings.settings_file import plain_value, toml_value
    from ..model.pairing.draw import parse_pair

    key, _, value = assignment.partition("=")
    key, more = key.strip().removesuffix("+"), key.strip().endswith("+")
    if key not in ("pairing.forbid", "pairing.force") or ":" not in value or value.lstrip().startswith("["):
        return assignment
    name = key.rpartition(".")[2]
    known = plain_value("pairing", name, getattr(tournament.settings.pairing, name)) if more else []
    pairs = [{"players": list(parse_pair(text, tournament))} for text in value.split(",")]
    return f"{key}={toml_value([*known, *pairs])}"


def _tell_added_rounds(before: Tournament, after: Tournament) -> None:
    """Name who is not entered for rounds that are new."""
    from ..model.words import first_few

    old, new = before.settings.rounds, after.settings.rounds
    away = [f"{p.name} ({p.id})" for p in after.players if new > old and p.rounds is not None and new not in p.rounds]
    if away:
        some = first_few(away, MOST_NAMED)
        warn(f"not entered for round {new}: {some}; to enter somebody: mcmahon player DIR ID --rounds all")


def _show_settings(settings: Settings, only: str) -> None:
    """Print every setting with its meaning, those of a section, or one. Raises InputError."""
    from ..io.settings.settings_file import parse_settings_key, toml_value
    from ..io.settings.settings_listed import listed_settings
    from ..model.tournament.settings import SECTIONS

    if only and only not in SECTIONS:
        parse_settings_key(only)
    section = only if only in SECTIONS else only.rpartition(".")[0]
    for name, value, doc in listed_settings(settings, (section,) if only else ("", *SECTIONS)):
        if only in ("", section, name):
            say(f"{name} = {toml_value(value)}  # {doc}")


def _value_text(settings: Settings, name: str) -> str:
    """The value of a setting as TOML has it."""
    from ..io.settings.settings_file import plain_value, toml_value

    section, _, key = name.rpartition(".")
    owner = getattr(settings, section) if section else settings
    return toml_value(plain_value(section, key, getattr(owner, key)))


@commands.command()
def register(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV of registrations, or MacMahon's; - reads stdin.")],
    skip: Annotated[str, typer.Option(help="Lines of the file to leave out: 4,7-9.")] = "",
) -> None:
    """Merge a CSV of registrations into the tournament, by id or else by name; as often as wanted."""
    from ..io.files import read_bytes, read_handle
    from ..io.registrations.files import registrations_table
    from ..io.registrations.merging import merge
    from ..io.registrations.reading import read_registrations
    from ..io.tables import decode_and_tell
    from ..model.words import counted

    with change_of(path) as change:
        before = change.tournament
        rounds = before.settings.rounds
        data = read_handle(sys.stdin.fileno(), "-") if str(file) == "-" else read_bytes(file)
        text, guessed = decode_and_tell(data, str(file))
        table = registrations_table(text, str(file), rounds)
        reading = read_registrations(table, rounds, _lines(skip))
        merged = merge(before, reading, str(file))
        change.tournament = merged.tournament
    for remark in [*([f"{file}: {guessed}"] if guessed else []), *merged.remarks]:
        warn(remark)
    tell_draft(merged.tournament)
    if reading.columns is not None:
        say(f"{reading.columns.text()}.")
    _tell_changed(before, merged)
    unchanged = len(reading.entries) - len(merged.new) - len(merged.changed)
    players = counted(len(merged.tournament.players), "player")
    say(f"{len(merged.new)} new, {len(merged.changed)} changed, {unchanged} as before; {players} in all.")
    _tell_missing(merged)
    _tell_moved(before, merged)
    if not before.players:
        say(f"Next: mcmahon groups {quoted(path)}, then mcmahon pair {quoted(path)}")


def _tell_missing(merged: Merge) -> None:
    """Name who is new, but not entered for every round."""
    from ..io.terminal import entered_rounds
    from ..model.words import first_few

    new = [merged.tournament.player(pid) for pid in merged.new]
    total = merged.tournament.settings.rounds
    away = [
        f"{p.name} ({p.id}) {entered_rounds(p, total) if p.status.value == 'final' else p.status.value}"
        for p in new
        if p.rounds is not None or p.status.value != "final"
    ]
    if away:
        say(f"Not entered for all rounds: {first_few(away, MOST_NAMED)}.")


def _tell_changed(before: Tournament, merged: Merge) -> None:
    """Name who is new, where they are few, and who has changed, from what to what: all once rounds are drawn."""
    from ..io.registrations.reading import player_changes

    after, changed = merged.tournament, merged.changed
    if before.players and len(merged.new) <= MOST_NAMED:
        for pid in merged.new:
            say(f"new: {after.player(pid).name} ({pid}) {after.player(pid).rank_name}")
    shown = changed if before.rounds else changed[:MOST_NAMED]
    for pid in shown:
        new = after.player(pid)
        say(f"changed: {new.name} ({pid}): {', '.join(player_changes(before.player(pid), new, after.settings.rounds))}")
    if len(shown) < len(changed):
        say(f"changed: {len(changed) - len(shown)} more")


def _tell_moved(before: Tournament, merged: Merge) -> None:
    """After the first draw: whose rank or start score the registrations changed, and the boards that it touches."""
    from ..model.placing.scores import score
    from ..model.placing.tie_breaks import value_text

    after = merged.tournament
    if not before.rounds:
        return
    starts = [score(t.before(1)).start for t in (before, after)]
    moved = []
    for pid in merged.changed:
        old, new = before.player(pid), after.player(pid)
        start = [value_text(of[pid], 2) if pid in of else "none" for of in starts]
        if old.rank_name != new.rank_name or start[0] != start[1]:
            rank = f" {old.rank_name} → {new.rank_name}" if old.rank_name != new.rank_name else ""
            score_moved = f", start score {start[0]} → {start[1]}" if start[0] != start[1] else ""
            moved.append(f"{new.name} ({pid}){rank}{score_moved}")
    tell_doubtful(before, after)
    if moved:
        warn(f"changed after rounds were drawn: {'; '.join(moved)}; `mcmahon undo` takes all of this back")


def _lines(text: str) -> list[range]:
    """Ranges of lines out of `4,7-9`. Raises InputError."""
    from ..model.errors import InputError
    from ..model.tournament.round_sets import parse_ranges

    try:
        return parse_ranges(text)
    except ValueError:
        raise InputError(f"--skip {text!r}; right would be: lines such as 4,7-9") from None
