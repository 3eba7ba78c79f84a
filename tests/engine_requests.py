"""Requests to the engine as another program sends them: made up, or of a tournament that is known."""

from __future__ import annotations

import random
from typing import Any

from mcmahon.model.tournament.games import result_text
from mcmahon.model.tournament.tournament import Tournament


def swiss(count: int, seed: int = 1, **more: Any) -> dict[str, Any]:
    """The first round of a Swiss of so many players with ratings of their own."""
    lots = random.Random(seed)
    players = [{"id": f"p{k}", "rating": lots.randint(800, 2600)} for k in range(count)]
    return {"players": players, "settings": {"preset": "swiss", "rounds": 9}, **more}


def after(request: dict[str, Any], answer: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    """The request for the next round: the boards of the answer, played."""
    lots = random.Random(seed)
    games = [[game["white"], game["black"], lots.choice(["1-0", "0-1", "draw"])] for game in answer["boards"]]
    return {**request, "rounds": [*request.get("rounds", []), {"games": games, "byes": answer["byes"]}]}


def request_of(tournament: Tournament, settings: dict[str, Any]) -> dict[str, Any]:
    """What a program would send that keeps this tournament."""
    number = len(tournament.rounds) + 1
    players = [
        {
            "id": p.id, "name": p.name, "rank": p.rank_name, "rating": p.rating, "start": p.correction, "club": p.club,
            "country": p.country, "groups": p.groups,
        }
        for p in tournament.players
    ]  # fmt: skip
    rounds = [
        {
            "games": [
                [game.white, game.black, result_text(game.result, game.by_default), game.handicap] for game in drawn
            ],
            "byes": drawn.byes,
            "unpaired": drawn.unpaired,
        }
        for drawn in tournament.rounds
    ]
    absent = [p.id for p in tournament.players if not p.enters(number)]
    return {"players": players, "rounds": rounds, "absent": absent, "settings": settings}
