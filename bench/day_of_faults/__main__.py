"""python -m mcmahon_bench.day_of_faults FOLDER [--seed 1] [--minutes 480]: the whole day, and what was found."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from pathlib import Path

from .day import FAULTS, Day, drawn_faults, fault_name, made, summary

INSTANCES = Path(__file__).parents[2] / "instances"


def main() -> None:
    """Run a day, and end with 1 where something was wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path, help="a folder that is not there yet; everything is kept in it")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--minutes", type=int, default=480, help="how long the day is, with a fault in each minute")
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--seconds", type=float, default=1800, help="after so many the day ends early")
    asked.add_argument("--instance", default="congress1000")
    asked.add_argument("--only", default="", help="only faults with this in their names")
    options = asked.parse_args()
    kinds = [fault for fault in FAULTS if options.only in fault_name(fault)]
    faults = drawn_faults(random.Random(options.seed), options.minutes, kinds)
    hall = made(options.folder.resolve(), INSTANCES / options.instance, options.seed)
    day = Day(hall, options.minutes, options.rounds, faults, options.seconds, tell=lambda text: print(text, flush=True))
    begun = time.monotonic()
    try:
        day.run()
    finally:
        for server in filter(None, (hall.server, *hall.others)):
            hall.ends(server, signal.SIGTERM)
    print(summary(day, time.monotonic() - begun))
    sys.exit(bool(hall.found))


if __name__ == "__main__":
    main()
