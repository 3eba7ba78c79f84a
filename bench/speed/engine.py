"""What a round costs a program that asks the engine, beside the search: reading, scores, judging, writing.

python -m mcmahon_bench.speed.engine
"""

from __future__ import annotations

import json
import random
import time
from typing import Any

from mcmahon.desk.engine_lines import answer
from mcmahon.desk.options import Clock, Options

SIZES, ROUNDS = (100, 1000, 4000), 3


def swiss(count: int) -> dict[str, Any]:
    """The first round of a Swiss of so many players, all in one score group."""
    lots = random.Random(count)
    players = [{"id": f"p{k}", "rating": lots.randint(800, 2600)} for k in range(count)]
    return {"players": players, "settings": {"preset": "swiss", "rounds": 9}, "seconds": 600}


def played(request: dict[str, Any], found: dict[str, Any], lots: random.Random) -> dict[str, Any]:
    """The request for the round after an answer."""
    games = [[game["white"], game["black"], lots.choice(("1-0", "0-1", "draw"))] for game in found["boards"]]
    return {**request, "rounds": [*request.get("rounds", []), {"games": games, "byes": found["byes"]}]}


def measured(request: dict[str, Any]) -> tuple[dict[str, Any], int, float]:
    """The answer to a request, the bytes of its line, and the seconds from line to line."""
    line = json.dumps(request).encode()
    begin = time.perf_counter()
    said = answer(Options(clock=Clock(600.0)), line, 1)
    return json.loads(said), len(line), time.perf_counter() - begin


def main() -> None:
    """Print a line a round."""
    measured(swiss(20))
    print("players  round   request  line to line   search   beside it")
    for count in SIZES:
        request, lots = swiss(count), random.Random(1)
        for number in range(1, ROUNDS + 1):
            found, size, seconds = measured(request)
            solve = found["seconds"]["solve"]
            beside = f"{seconds - solve:6.3f} s {100 * (seconds - solve) / solve:3.0f} %"
            print(f"{count:7,} {number:6} {size / 1000:6.0f} kB {seconds:11.2f} s {solve:6.2f} s {beside}", flush=True)
            request = played(request, found, lots)


if __name__ == "__main__":
    main()
