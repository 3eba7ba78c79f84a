"""What each file format keeps: every tournament of a folder written, read back, and counted.

PYTHONPATH=tests python -m second.fidelity FOLDER
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from mcmahon.io.foreign.egd import write_egd
from mcmahon.io.foreign.foreign import Written
from mcmahon.io.formats import formats, writable
from mcmahon.model.placing.scores import RoundKind, score
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.latin import ascii_text
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.tournaments.real import read_real

KEPT = (
    "players",
    "rank",
    "rating",
    "club",
    "country",
    "start score",
    "games",
    "handicap",
    "default",
    "byes",
    "absences",
)


def fidelity(tournament: Tournament, form: str) -> Counter[tuple[str, str]]:
    """How many of each thing there are (`all`), and how many came back the same (`kept`)."""
    after = formats()[form].read(_written(tournament, form).data, form).tournament
    found: Counter[tuple[str, str]] = Counter()

    def note(what: str, same: bool) -> None:
        found[what, "all"] += 1
        found[what, "kept"] += same

    by_name = {_name(p): p for p in after.players}
    old, new = score(tournament).entries, score(after).entries
    starts = [start_scores(t.players, t.settings) for t in (tournament, after)]
    names = {p.id: _name(p) for p in tournament.players}
    new_names = {p.id: _name(p) for p in after.players}
    for player in tournament.players:
        other = by_name.get(_name(player))
        note("players", other is not None)
        if other is None:
            continue
        note("rank", other.rank == player.rank)
        note("rating", other.rating == player.rating)
        note("club", other.club.upper() == player.club.upper())
        note("country", other.country == player.country)
        own = [s.half_points[p] - 2 * s.shift for s, p in zip(starts, (player.id, other.id), strict=True)]
        note("start score", own[0] == own[1])
        for k, entry in enumerate(old[player.id]):
            back = new[other.id][k] if k < len(new[other.id]) else None
            if back is None:
                note("games" if entry.opponent else "byes" if entry.kind is RoundKind.BYE else "absences", False)
            elif entry.opponent:
                same = (
                    new_names.get(back.opponent) == names[entry.opponent]
                    and back.game_half_points == entry.game_half_points
                )
                note("games", same)
                if entry.handicap:
                    note("handicap", same and back.handicap == entry.handicap)
                if entry.by_default:
                    note("default", same and back.by_default)
            else:
                note("byes" if entry.kind is RoundKind.BYE else "absences", back.kind is entry.kind)
    return found


def _written(tournament: Tournament, form: str) -> Written:
    return write_egd(tournament, open_as_half=True) if form == "egd" else formats()[form].written(tournament)


def _name(player: Player) -> str:
    return ascii_text(player.name).replace("_", " ").upper().removesuffix(" X").strip()


def main() -> None:
    """Print the table: the share that came back of each thing, over all tournaments of the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    files = sorted((parser.parse_args().folder / "tournaments").glob("*.json"))
    tournaments = [read_real(file) for file in files]
    print("| format | " + " | ".join(KEPT) + " |\n" + "|---" * (len(KEPT) + 1) + "|")
    for form in writable():
        total: Counter[tuple[str, str]] = Counter()
        for tournament in tournaments:
            total.update(fidelity(_numbered(tournament) if form == "aga" else tournament, form))
        cells = [_share(total[what, "kept"], total[what, "all"]) for what in KEPT]
        print(f"| {form} | " + " | ".join(cells) + " |", flush=True)


def _numbered(tournament: Tournament) -> Tournament:
    """With AGA numbers, without which its report has no games."""
    from dataclasses import replace

    players = [replace(p, aga=str(k)) for k, p in enumerate(tournament.players, 1)]
    return tournament.with_players(players)


def _share(kept: int, every: int) -> str:
    return "–" if not every else "all" if kept == every else "none" if not kept else f"{100 * kept / every:.1f} %"


if __name__ == "__main__":
    main()
