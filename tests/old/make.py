"""Makes what is in `made.zip` by the version that is installed: `python make.py TARGET CLUB16`.

Version 1.0.0 has made them, and they are never made again: what an old version has written is the point of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from mcmahon import Director

NAMES = ["Amber", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gorse", "Hazel", "Iris", "Juniper", "Kauri", "Larch"]
RESULTS = ("1-0", "0-1", "1-0", "jigo", "0-1", "1-0!")
FIVE = ("few-clubmates", "calm-groups", "few-handicaps", "welcome", "strict")
RULES = """about = "own rules and tiers"
base = "balanced"

[colour_balance]
weight = 9
tier = 2

[[rule]]
name = "few-clubmates"
pairs = "same_club"
at_most = 1
price = 700

[[rule]]
name = "floats"
pairs = "float"
at_most = 2
per = "score group"
price = 300
tier = 2
"""


def begun(folder: Path, preset: str, count: int, **settings: object) -> Director:
    """A tournament of so many players, strong and weak, from four clubs and three countries."""
    made = Director.new(folder, preset, **settings)
    lines = ["id,name,rank,rating,club,country,rounds,group"]
    for k, name in enumerate(NAMES[:count]):
        rank = f"{3 - k}d" if k < 3 else f"{2 * k - 4}k"
        rounds = "all but 2" if k == 5 else "all"
        family = "Wood" if k in (3, 7) else ""
        lines.append(f"{k + 1},{name},{rank},,{'NSEW'[k % 4]},{('DE', 'FR', 'CZ')[k % 3]},{rounds},{family}")
    table = folder.parent / "entries.csv"
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    made.register(table)
    table.unlink()
    return made


def played(made: Director, number: int) -> None:
    """The round published, with results that its number and tables decide."""
    made.publish_round(number)
    tables = [int(table) for table in made.show(number)["table"]]
    made.results({table: RESULTS[(table * number + k) % len(RESULTS)] for k, table in enumerate(tables)}, number)


def main(home: Path) -> None:
    """Make everything."""
    proofs = home / "certificates"
    proofs.mkdir(parents=True)

    # handicaps, a player who misses a round, families, changes by hand, undone steps, a forced pair, a draft at the end
    club = begun(home / "club", "bga", 11, rounds=4, name="Old Club", seed=4, start__bar="1d")
    club.pair(certificate=proofs / "club-1.json")
    played(club, 1)
    club.pair(force=[("1", "4")], forbid=[("2", "3")], certificate=proofs / "club-2.npz")
    played(club, 2)
    club.player("Cedar", club="Q")
    club.undo()
    club.pair()
    club.swap("2", "9", anyway=True)
    played(club, 3)
    club.pair(relax=["repeats"], certificate=proofs / "club-4.json")

    # half points, rules over pairs and tiers in a profile of its own, a repair after a no-show
    own = begun(home / "rules", "swiss", 12, rounds=5, name="Old Rules", seed=5, komi=7)
    (home / "rules" / "own.toml").write_text(RULES, encoding="utf-8")
    own.set("pairing.profile=own.toml")
    own.cup("Old Cup", size=4, first=4, seeding="standings")
    for number in (1, 2):
        own.pair(certificate=proofs / f"rules-{number}.json")
        played(own, number)
    own.pair(certificate=proofs / "rules-3.npz")
    own.publish_round(3)
    own.repair(without="7")

    # teams of two
    folder = home / "teams"
    teams = Director.new(folder, "swiss", rounds=3, name="Old Teams", seed=7, entrants__kind="teams", teams__boards=2)
    for team in range(4):
        people = [f"{name}, {'ABCD'[team]} {3 + team + k}k" for k, name in enumerate(NAMES[3 * team : 3 * team + 2])]
        teams.add(f"Team {'ABCD'[team]}", members=people)
    for number in (1, 2):
        teams.pair()
        teams.publish_round(number)
        teams.results({"1.1": "1-0", "1.2": "0-1", "2.1": "1-0", "2.2": "1-0"}, number)
    teams.pair(certificate=proofs / "teams-3.json")

    # profiles that later versions do not have
    five = begun(home / "five", "egf", 12, rounds=5, name="Old Profiles", seed=6)
    for number, name in enumerate(FIVE, 1):
        five.set(f"pairing.profile={name}")
        five.pair(certificate=proofs / f"five-{number}.json")
        played(five, number)

    # what the program said of them
    for name in ("club", "rules", "teams", "five"):
        for words in ("standings", "players", "check --prove", *(f"show -r {k}" for k in range(1, len(FIVE) + 1))):
            first, *rest = words.split()
            command = [sys.executable, "-m", "mcmahon", first, name, *rest, "--json"]
            done = subprocess.run(command, cwd=home, capture_output=True, text=True)
            if done.returncode in (0, 1):
                said = home / "said" / name
                said.mkdir(parents=True, exist_ok=True)
                (said / f"{words}.json").write_text(done.stdout, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    shutil.copytree(sys.argv[2], Path(sys.argv[1], "club16"))
