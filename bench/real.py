"""Reading the real tournaments (`mcmahon-instance/1` files), so that their rounds can be drawn and compared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..model.games import Game, Result, Round
from ..model.player import Player, Status
from ..model.settings import Handicap, Pairing, Placing, Points, Settings, Start
from ..model.tournament import Tournament

RESULTS = {
    "white": Result.WHITE,
    "black": Result.BLACK,
    "jigo": Result.JIGO,
    "both_win": Result.BOTH_WIN,
    "both_lose": Result.BOTH_LOSE,
    "unknown": Result.UNKNOWN,
}


def read_real(path: Path, profile: str = "balanced") -> Tournament:
    """A real tournament with all its rounds as played, under its own bar, floor, handicap rule and points.

    Players who were entered for a round but had neither game nor bye are `unpaired` in it, as the data's README says.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    players = tuple(_player(p) for p in data["players"])
    rounds = tuple(_round(data, number) for number in range(1, data["rounds_played"] + 1))
    settings = real_settings(data)
    return Tournament(replace(settings, pairing=replace(settings.pairing, profile=profile)), players, rounds)


def real_settings(data: dict[str, Any]) -> Settings:
    """The settings of a real tournament in our terms; pairing scores are as OpenGotha's, 30 kyu = 0."""
    given = data["parameters"]
    rounded = given["round_down_absent_bye"] is not False
    hd = given["handicap"]
    return Settings(
        preset="opengotha",
        name=data["name"],
        rounds=data["rounds"],
        komi=round(2 * given["komi"]),
        start=Start(bar=given["bar"].lower(), floor=given["floor"].lower(), zero="30k"),
        handicap=Handicap(
            rule="none" if hd["ceiling"] == 0 else "mms" if hd["based_on_mms"] else "rank",
            reduction=hd["correction"],
            maximum=hd["ceiling"],
            none_from=hd["no_handicap_from_rank"].lower(),
        ),
        points=Points(
            bye=round(2 * given["mms_value_bye"]),
            bye_is_win=True,
            absence=round(2 * given["mms_value_absent"]),
            round_down="absences and byes" if rounded else "none",
        ),
        placing=Placing(order=("MMS", "SOS", "SOSOS"), handicap_in_sos=True),
        pairing=Pairing(even_at_bar=False, default_is_met=True),
    )


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


def _round(data: dict[str, Any], number: int) -> Round:
    games = sorted(
        (
            Game(g["table"], g["white"], g["black"], g["handicap"], 13, RESULTS[g["result"]], g["by_default"])
            for g in data["games"]
            if g["round"] == number
        ),
        key=lambda g: g.table,
    )
    byes = tuple(b["player"] for b in data["byes"] if b["round"] == number)
    busy = {p for g in games for p in g.players} | set(byes)
    entered = {p["id"] for p in data["players"] if number in p["rounds_playing"]}
    return Round(number, tuple(games), byes, unpaired=tuple(sorted(entered - busy)))
