"""Places and every figure of the standings by two programs that share no line, on small made-up fields.

PYTHONPATH=tests python -m second.cross_check ROWS.csv [--fields 100000] [--cpu-hours 1]

`second_standings.py` is the other program. The fields have everything that a rule speaks of: byes, absences with and
without excuse, forfeits, games that both lose or win, jigos, missing results, late entries, handicaps, teams.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random

from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.tie_breaks import TIE_BREAKS
from mcmahon.model.tournament.games import Game, Result, Round, TeamBoard, parse_result
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import rank_name
from mcmahon.model.tournament.settings.occasion import EntrantSettings, TeamSettings
from mcmahon.model.tournament.settings.play import PlacingSettings, PointsSettings, StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament

from .batches import Batches, run_batches, total
from .second_standings import Board, Entrant, Place, PlayedRound, Second, SmallField, knows

BATCH = 100
RESULTS = ("1-0",) * 7 + ("0-1",) * 7 + ("jigo", "void", "?", "1-0!", "0-1!", "0-0", "0-0!", "1-1", "1-1!")
OF_BOARDS = ("1-0",) * 4 + ("0-1",) * 4 + ("jigo",)
OF_TEAMS = tuple(name for name in TIE_BREAKS if name.startswith(("TEAMP", "SOST", "BDW")))


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the two disagree: the field, the player, the criterion (or `place`), ours and the other's value."""

    seed: int
    player: str
    name: str
    ours: str
    other: str

    def __str__(self) -> str:
        return f"field {self.seed} player {self.player} {self.name}: {self.ours} here, {self.other} by the second"


def small_field(seed: int) -> SmallField:
    """A field of 2 to 12 players and 1 to 6 rounds, whoever meets whom: places do not ask whether a round was legal."""
    rng = Random(seed)
    rounds, teams = rng.randint(1, 6), rng.random() < 0.15
    rules = _rules(rng, teams)
    entrants = tuple(_entrant(str(k), rounds, rng, rules) for k in range(1, rng.randint(2, 12) + 1))
    if rules["start.scheme"] == "regular":  # whom equal ones are sorted by is a lot
        entrants = tuple(replace(e, rating=e.rating + int(e.id)) for e in entrants)
    played = tuple(_played(entrants, n, rules, rng) for n in range(1, rng.randint(1, rounds) + 1))
    return SmallField(rounds, rules, entrants, played)


def _rules(rng: Random, teams: bool) -> dict[str, object]:
    half, bar = ("0", "1/2", "1"), rng.choice([None, -2, 0, 2])
    return {
        "start.scheme": rng.choice(["rank"] * 4 + ["swiss", "bands", "regular"]),
        "start.bar": bar,
        "start.floor": rng.choice([-30, -4]),
        "start.zero": rng.choice([0, -20, "bottom", "bottom" if bar is None else "top"]),
        "start.bands": ((2, 0), (-1, -2), (-4, -5)),
        "start.supergroup_points": rng.choice([1, 2]),
        **{f"points.{name}": rng.choice(half) for name in ("bye", "bye_wins", "absence", "absence_wins", "void")},
        "points.default_wins": rng.choice(half),
        "points.round_down": rng.choice(["none", "absences", "absences and byes"]),
        "placing.empty_round": rng.choice(["own start", "zero", "normalised"]),
        "placing.empty_round_sosos": rng.choice(["own SOS", "own start", "zero"]),
        "placing.default_games": rng.random() < 0.7,
        "placing.forfeits_in_dc": rng.random() < 0.3,
        "placing.opponents_unplayed": rng.choice(["as scored", "half"]),
        "placing.handicap_in_sos": rng.random() < 0.3,
        "placing.order": _order(rng, teams),
        "teams.boards": rng.choice([2, 3]) if teams else 0,
    }


def _order(rng: Random, teams: bool) -> tuple[str, ...]:
    """All criteria, those that compare tied players early now and then, so that there are tied ones."""
    names = [name for name in TIE_BREAKS if knows(name) and (teams or name not in OF_TEAMS)]
    rng.shuffle(names)
    first = rng.choice([[], ["WINS"], ["DC"], ["SDC"], ["MMS", "SDC"], ["WINS", "DC"], ["MMS", "DC"]])
    return (*first, *(name for name in names if name not in first))


def _entrant(name: str, rounds: int, rng: Random, rules: dict[str, object]) -> Entrant:
    every = frozenset(range(1, rounds + 1))
    entered = every if rng.random() < 0.7 else frozenset(n for n in every if rng.random() < 0.7)
    above = rules["start.scheme"] == "rank" and rules["start.bar"] is not None and rng.random() < 0.1
    return Entrant(
        name,
        rank=rng.randint(-6, 4),
        rating=rng.randint(14, 24) * 100,
        rounds=entered,
        correction=rng.choice([0] * 8 + [-1, 1]),
        unexcused=frozenset(n for n in every if rng.random() < 0.1),
        supergroup=above,
    )


def _played(entrants: Sequence[Entrant], number: int, rules: dict[str, object], rng: Random) -> PlayedRound:
    there = [e.id for e in entrants if number in e.rounds]
    rng.shuffle(there)
    unpaired = [there.pop()] if there and rng.random() < 0.05 else []
    byes = [there.pop()] if len(there) % 2 else []
    pairs = zip(there[::2], there[1::2], strict=True)
    return PlayedRound(tuple(_board(a, b, rules, rng) for a, b in pairs), tuple(byes), tuple(unpaired))


def _board(white: str, black: str, rules: dict[str, object], rng: Random) -> Board:
    count = int(str(rules["teams.boards"]))
    if not count:
        return Board(white, black, rng.choice(RESULTS), rng.choice([0, 0, 0, 1, 2, 5]))
    half = Fraction(1, 2)
    points = {"1-0": (Fraction(1), Fraction(0)), "0-1": (Fraction(0), Fraction(1)), "jigo": (half, half)}
    boards = tuple(points[rng.choice(OF_BOARDS)] for _ in range(count))
    ours, theirs = (sum(side) for side in zip(*boards, strict=True))
    return Board(white, black, "1-0" if ours > theirs else "0-1" if ours < theirs else "jigo", boards=boards)


def tournament_of(data: SmallField) -> Tournament:
    """The same field as the program has it."""
    rules, count = data.rules, int(str(data.rules["teams.boards"]))
    settings = Settings(
        rounds=data.rounds,
        start=StartSettings(
            scheme=str(rules["start.scheme"]),
            bar=_rank(rules["start.bar"]),
            floor=_rank(rules["start.floor"]),
            zero=_rank(rules["start.zero"]),
            bands=tuple(f"{rank_name(high)}-{rank_name(low)}" for high, low in rules["start.bands"]),  # type: ignore[attr-defined]
            supergroup=tuple(e.id for e in data.entrants if e.supergroup),
            supergroup_points=int(str(rules["start.supergroup_points"])),
        ),
        points=PointsSettings(
            **{
                name: int(2 * Fraction(str(rules[f"points.{name}"])))
                for name in ("bye", "bye_wins", "absence", "absence_wins", "default_wins", "void")
            },
            round_down=str(rules["points.round_down"]),
        ),
        placing=PlacingSettings(**{k.partition(".")[2]: v for k, v in rules.items() if k.startswith("placing.")}),  # type: ignore[arg-type]
        entrants=EntrantSettings(kind="teams" if count else "players"),
        teams=TeamSettings(boards=count or 4),
    )
    every = range(1, data.rounds + 1)
    players = tuple(
        Player(
            e.id,
            f"P{e.id}",
            rank=e.rank,
            rating=e.rating,
            rounds=None if e.rounds >= set(every) else e.rounds,
            correction=e.correction,
            unexcused=e.unexcused,
        )
        for e in data.entrants
    )
    return Tournament(settings, players, tuple(_round(n, own, data) for n, own in enumerate(data.played, 1)))


def _rank(value: object) -> str:
    return rank_name(value) if isinstance(value, int) else str(value or "none")


def _round(number: int, own: PlayedRound, data: SmallField) -> Round:
    there = {p for b in own.games for p in (b.white, b.black)} | {*own.byes, *own.unpaired}
    absent = tuple(e.id for e in data.entrants if e.id not in there)
    games = tuple(_game(table, board) for table, board in enumerate(own.games, 1))
    return Round(number, games, own.byes, absent, own.unpaired)


def _game(table: int, board: Board) -> Game:
    result, forfeit = parse_result(board.result)
    boards = tuple(
        TeamBoard(Game(k, f"{board.white}-{k}", f"{board.black}-{k}", result=_of_board(*points)))
        for k, points in enumerate(board.boards, 1)
    )
    white, black, stones = board.white, board.black, board.handicap
    return Game(table, white, black, stones, 1 if stones else 13, result, forfeit, boards=boards)


def _of_board(white: Fraction, black: Fraction) -> Result:
    return Result.WHITE if white > black else Result.BLACK if white < black else Result.JIGO


def differences(seed: int, data: SmallField | None = None) -> Iterator[Difference]:
    """Every place and every value that the two programs do not have in common."""
    data = data or small_field(seed)
    order = data.rules["placing.order"]
    assert isinstance(order, tuple)
    table = standings(tournament_of(data))
    other: dict[str, Place] = {line.id: line for line in Second(data).standings(order)}
    for row in table.rows:
        pid = row.player.id
        line = other.pop(pid, Place(pid, 0))
        if row.place != line.place:
            yield Difference(seed, pid, "place", str(row.place), str(line.place or "none"))
        ours = {name: Fraction(value) / TIE_BREAKS[name].unit for name, value in row.values.items()}
        for name in {**ours, **line.values}:
            if ours.get(name) != line.values.get(name):
                yield Difference(seed, pid, name, str(ours.get(name)), str(line.values.get(name)))
    for pid, line in other.items():
        yield Difference(seed, pid, "place", "none", str(line.place))


def a_batch(number: int) -> dict[str, object]:
    """The fields of a batch: how many, the figures compared, and the first difference in words."""
    values, found = 0, []
    for seed in range(number * BATCH, (number + 1) * BATCH):
        data = small_field(seed)
        values += len(data.entrants) * len(data.rules["placing.order"])  # type: ignore[arg-type]
        found += list(differences(seed, data))
    fields = len({one.seed for one in found})
    return {"fields": BATCH, "figures": values, "differing": fields, "first": str(found[0]) if found else ""}


CHECK = Batches(("fields", "figures", "differing", "first"), a_batch)


def main(words: Sequence[str] | None = None) -> int:
    """Go on with a file of rows, and print what it says; 1 where the two disagree."""
    parser = argparse.ArgumentParser(
        prog="PYTHONPATH=tests python -m second.cross_check", description=__doc__.splitlines()[0]
    )
    parser.add_argument("rows", type=Path, help="the file of rows, one for each hundred fields; goes on where it ends")
    parser.add_argument("--fields", type=int, default=100_000, help="fields in all")
    parser.add_argument("--cpu-hours", type=float, default=1.0, help="processor time to use now at most")
    asked = parser.parse_args(words)
    rows = run_batches(asked.rows, CHECK, range(-(-asked.fields // BATCH)), asked.cpu_hours)
    differing, fields = total(rows, "differing"), total(rows, "fields")
    seconds, figures = total(rows, "cpu_seconds"), total(rows, "figures")
    print(f"{fields:,.0f} fields, {figures:,.0f} figures, {seconds:,.0f} s of processor time: {differing:,.0f} differ")
    for row in rows:
        if row["first"]:
            print(row["first"])
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
