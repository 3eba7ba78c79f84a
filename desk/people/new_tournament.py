"""A tournament begun: empty, by a preset, or like another one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ...io.files import real_path
from ...io.folder.own_files import SETTINGS, is_device
from ...io.folder.state_files import afresh, in_memory
from ...io.settings.settings_file import current, new_settings_text, parse_assignments, parse_settings, plain_value
from ...model.errors import FolderError, InputError, Problem, contradicted
from ...model.records.state import State
from ...model.tournament.latin import ascii_text
from ...model.tournament.person import Status
from ...model.tournament.settings.settings import PRESETS
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..settings.change_settings import check_locals
from ..verb import Request, told

#: What each preset is for, the usual ones first: `title: what is different`.
PRESET_SENTENCES = {
    "egf": "European rules: no handicap; ties are broken by SOS, then SOS-1 and SOS-2.",
    "club": "A club evening: three rounds, handicap all the way up, close games, places by wins; also for camps.",
    "bga": "British rules: handicap one stone less than the score difference; ties by SOS, then CUSP.",
    "aga": "American rules: full handicap; places by start score and wins, ties by mean SOS and SODOS.",
    "german": "German rules: handicap two stones less than the score difference; ties by SOS, then SOSOS.",
    "opengotha": "As OpenGotha does by default: floor at 20k, no handicap from 1d, ties by SOS, then SOSOS.",
    "round-robin": "All play all: once or in several turns; places by wins, direct comparison, then SODOS.",
    "swiss": "Swiss system: everybody starts with 0; places by wins, ties by SOS, then SODOS.",
}

#: What places teams by the preset swiss: points of matches, points at boards, the opponents' of both.
SWISS_OF_TEAMS = ["TEAMP", "BDW", "SOST", "SODOS"]


class NewTournament(Request, frozen=True, kw_only=True):
    """A tournament to begin; blank or None is the default."""

    preset: Annotated[
        str,
        told(
            "rules to begin with: bga, egf, aga, german, opengotha, club, swiss or round-robin; by default egf", "NAME"
        ),
    ] = ""
    name: Annotated[str, told("name of the tournament", "NAME")] = ""
    rounds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=99)] | None,
        told("number of rounds, 1 to 99; by default 5, or 3 by the preset club"),
    ] = None
    bar: Annotated[str, told("the bar: a rank, auto or none", "RANK")] = ""
    floor: Annotated[str, told("the floor: a rank or none", "RANK")] = ""
    seed: Annotated[Annotated[int, msgspec.Meta(ge=0)] | None, told("seed of all lotteries; by default 1")] = None
    settings: Annotated[tuple[str, ...], told("any other setting", "KEY=VALUE")] = ()
    like: Annotated[Path | None, told("take settings and players from this tournament", to="here")] = None
    values: Annotated[Mapping[str, Any], told("settings by their dotted names", to="face")] = msgspec.field(
        default_factory=dict
    )

    def given(self) -> dict[str, Any]:
        """The settings that differ from the defaults, by dotted key. Raises InputError."""
        own = {"name": self.name, "rounds": self.rounds, "seed": self.seed}
        own |= {"start.bar": self.bar, "start.floor": self.floor}
        given: dict[str, Any] = {key: value for key, value in own.items() if value not in (None, "")}
        others = parse_assignments(self.settings) | dict(self.values)
        if self.preset == "swiss" and others.get("entrants.kind") == "teams":
            given["placing.order"] = SWISS_OF_TEAMS
        if others.get("entrants.kind") == "teams":  # a substitute at the board of a stronger member is no legal order
            given["teams.substitutes"] = "strength"
        return given | {key: value for key, value in others.items() if value is not None}


def begun(request: NewTournament) -> State:
    """A tournament before its first round, perhaps like another (`not_taken_over`). Raises FolderError, InputError."""
    given = request.given()
    if request.like is not None:
        if request.preset:
            raise contradicted("preset", "it is copied from the other tournament; leave it out")
        like = Desk(request.like).read()
        return afresh(like, _for_another_time(like) | given)
    preset = request.preset or "egf"
    rounds = PRESETS.get(preset, {}).get("", {}).get("rounds", 5)
    text = new_settings_text(preset, {"rounds": rounds, "seed": 1} | given)
    settings = parse_settings(text, "tournament.toml (not written)")
    check_locals(settings)
    return in_memory(Tournament(settings), settings_text=text)


#: Settings that belong to one event; a tournament like it does not copy them.
OF_ONE_EVENT = ("event.begin", "event.end", "event.round_times", "event.congress", "pairing.force")


def _for_another_time(like: State) -> dict[str, Any]:
    """The settings that a tournament like another one leaves out (None), or has only a part of."""
    settings, forbid = like.tournament.settings, like.tournament.settings.pairing.forbid
    lasting = tuple(lock for lock in forbid if not lock[2])
    changes: dict[str, Any] = {name: None for name in OF_ONE_EVENT if current(settings, name)}
    if lasting != forbid:
        changes["pairing.forbid"] = plain_value("pairing", "forbid", lasting) if lasting else None
    return changes


def not_taken_over(like: State) -> list[str]:
    """What a tournament like this one does not copy, in words: settings by name, and marks of players."""
    changes = _for_another_time(like)
    found = [f"{name} for single rounds" if name == "pairing.forbid" else name for name in changes]
    players = like.tournament.players
    marks = {
        "rounds that players are entered for": any(p.rounds is not None for p in players),
        "withdrawn and preliminary entries": any(p.status is not Status.FINAL for p in players),
        "corrections of start scores": any(p.correction for p in players),
        "unexcused absences": any(p.unexcused for p in players),
        "points of absences": any(p.granted for p in players),
    }
    return found + [text for text, there in marks.items() if there]


def create(desk: Desk, request: NewTournament, command: str) -> State:
    """A tournament begun in a new folder, which names it if nothing does. Raises InputError, FolderError."""
    around = next((folder for folder in real_path(desk.path).parents if (folder / SETTINGS).is_file()), None)
    if around is not None:
        text = f"{desk.path} would be inside the tournament {around.name}; expected a folder beside it"
        raise FolderError(f"{text}, such as {around.parent / desk.path.name}")
    folder = real_path(desk.path).name.encode(errors="replace").decode()  # as text even if it is no UTF-8
    state = begun(request.but(name=request.name or folder))
    desk.folder.create(state, command)
    return state


def folder_name(title: str) -> str:
    """The folder of a tournament called so: small plain letters, digits and hyphens, no device. Raises InputError."""
    made = re.sub(r"[^a-z0-9]+", "-", ascii_text(title).casefold()).strip("-")[:60]
    if not made:
        raise InputError([Problem("the tournament has no name", expected="a name with a letter or a digit")])
    return f"{made}-go" if is_device(made) else made
