"""Reading the real tournaments (`mcmahon-instance/1` files), so that their rounds can be drawn and compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mcmahon.io.files import read_bytes
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.errors import FolderError
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.settings.play import PairingSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament

PLACEHOLDERS = "iberoamericano2020"  # its clubs are none


def check_home(home: Path) -> None:
    """Raise FolderError where a folder has no pairs of files `tournaments/X.json` and `opengotha/X.json`."""
    names = {path.name for path in (home / "tournaments").glob("*.json")}
    if not names:
        raise FolderError(
            f"{home} contains no tournaments; expected a folder with tournaments/*.json and opengotha/*.json"
        )
    missing = sorted(names - {path.name for path in (home / "opengotha").glob("*.json")})
    if missing:
        raise FolderError(f"cannot read {home / 'opengotha' / missing[0]}: no such file")


def read_real(path: Path, profile: str = "balanced") -> Tournament:
    """A real tournament with all its rounds as played, under its own bar, floor, handicap rule and points.

    Players who were entered for a round but had neither game nor bye are `unpaired` in it, as the data's README says.
    """
    data = json.loads(read_bytes(path))
    players = tuple(_player(p) for p in data["players"])
    rounds = tuple(_round(data, number) for number in range(1, data["rounds_played"] + 1))
    return Tournament(real_settings(data, profile), players, rounds)


def real_settings(data: dict[str, Any], profile: str) -> Settings:
    """The preset `opengotha` with the tournament's own settings over it; the pairing is by our profile and seeding."""
    given = data["parameters"]
    rounded = given["round_down_absent_bye"] is not False
    hd = given["handicap"]
    own = {
        "name": data["name"],
        "rounds": data["rounds"],
        "komi": given["komi"],
        "start.bar": given["bar"].lower(),
        "start.floor": given["floor"].lower(),
        "handicap.rule": "none" if hd["ceiling"] == 0 else "mms" if hd["based_on_mms"] else "rank",
        "handicap.reduction": hd["correction"],
        "handicap.maximum": hd["ceiling"],
        "handicap.none_from": hd["no_handicap_from_rank"].lower(),
        "points.bye": given["mms_value_bye"],
        "points.absence": given["mms_value_absent"],
        "points.round_down": "absences and byes" if rounded else "none",
        "pairing.even_at_bar": False,
        "pairing.profile": profile,
        "pairing.seeding": list(PairingSettings().seeding),
    }
    return parse_settings(new_settings_text("opengotha", own), data["id"])


def _player(data: dict[str, Any]) -> Player:
    return Player(
        id=data["id"],
        surname=data["name"],
        rank=data["rank_index"],
        rating=data["rating"],
        rating_is_derived=data["rating_from_rank"],
        club=data["club"] or "",
        country=data["country"] or "",
        rounds=frozenset(data["rounds_playing"]),
        status=Status.FINAL if data["registered"] == "final" else Status.PRELIMINARY,
        correction=data["smms_correction"],
    )


def _game(data: dict[str, Any], komi: int) -> Game:
    """A game; komi of even games in half points."""
    halves = 1 if data["handicap"] else komi
    result = Result[data["result"].upper()]
    return Game(data["table"], data["white"], data["black"], data["handicap"], halves, result, data["by_default"])


def _round(data: dict[str, Any], number: int) -> Round:
    games = sorted(
        (_game(g, round(2 * data["parameters"]["komi"])) for g in data["games"] if g["round"] == number),
        key=lambda g: g.table,
    )
    byes = tuple(b["player"] for b in data["byes"] if b["round"] == number)
    busy = {p for g in games for p in g.players} | set(byes)
    entered = {p["id"] for p in data["players"] if number in p["rounds_playing"]}
    return Round(number, tuple(games), byes, unpaired=tuple(sorted(entered - busy)))
