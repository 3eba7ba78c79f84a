"""Makes the tournament folders of `instances/` anew: python -m mcmahon_bench.tournaments.make_instances FOLDER."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.io.files import replace_file
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory, state_files
from mcmahon.io.settings.profiles import load_profile
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.cup import Cup
from mcmahon.model.edits import withdraw
from mcmahon.model.records.state import State
from mcmahon.model.teams.match_boards import with_boards
from mcmahon.model.tournament.person import Player, as_member
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament, with_members

from .bar_of_then import bar_of_then
from .generator import FieldShape, make_players, play_round

TEAM_NAMES = ("Alburg", "Brookham", "Casterton", "Dunport", "Eastmere", "Fellside", "Granby", "Harwick")
Between = Callable[[Tournament, int], Tournament]
WITH_LEDGER = 500  # players; the ledgers of larger fields would be most of what is stored


def _nothing(tournament: Tournament, number: int) -> Tournament:
    return tournament


@dataclass(frozen=True, slots=True)
class Plan:
    """How an instance is made: its name and field, a preset with settings over it, and `played` rounds.

    `between` changes the tournament before each round is drawn, `jigo` is the chance of a jigo. With `teams` the
    players play in so many teams, at the boards that the settings say.
    """

    name: str
    shape: FieldShape
    seed: int
    preset: str
    settings: Mapping[str, Any]
    played: int
    between: Between = _nothing
    jigo: float = 0.0
    teams: int = 0


OF_THEN = load_profile("balanced-1")  # the default when the instances were first made


def build(plan: Plan) -> State:
    """A tournament folder's state: generated players, rounds drawn, proven and played."""
    shape, seed = plan.shape, plan.seed
    text = new_settings_text(plan.preset, {"name": plan.name, "rounds": shape.rounds, "seed": seed, **plan.settings})
    settings, players = parse_settings(text, plan.name), tuple(make_players(shape, seed))
    entrants = in_teams(players, plan.teams, settings) if plan.teams else players
    state = in_memory(Tournament(settings, entrants), settings_text=text)
    for number in range(1, plan.played + 1):
        own = load_profile(plan.settings["pairing.profile"]) if "pairing.profile" in plan.settings else OF_THEN
        drawn = _drawn(plan.between(state.tournament, number), number, Terms(own))
        record = drawn.record if shape.players <= WITH_LEDGER else replace(drawn.record, kept=None)
        after = play_round(with_boards(drawn.tournament), number, seed, plan.jigo)
        state = state.with_tournament(after).with_record(number, record)
    return state


def in_teams(players: Sequence[Player], count: int, settings: Settings) -> tuple[Player, ...]:
    """So many teams, each with its people strongest first; who is left over is a substitute of the first teams."""
    boards = settings.teams.boards
    teams = []
    for k in range(count):
        own = sorted(players[k * boards : (k + 1) * boards], key=lambda p: (-p.rating, int(p.id)))
        spare = players[count * boards + k : count * boards + k + 1]
        people = [replace(as_member(p), id=f"{k + 1}.{order}") for order, p in enumerate([*own, *spare], 1)]
        members = [replace(m, substitute=True, rounds=frozenset()) if n >= boards else m for n, m in enumerate(people)]
        entrant = Player(
            str(k + 1),
            TEAM_NAMES[k % len(TEAM_NAMES)] + (f" {k // len(TEAM_NAMES) + 1}" if k >= len(TEAM_NAMES) else ""),
            rank_is_derived=True,
            rating_is_derived=True,
        )
        teams.append(with_members(entrant, members, settings.entrants.rank))
    return tuple(teams)


def _without_two(tournament: Tournament, number: int) -> Tournament:
    """In round 2 the second member of team 1 is missing, for whom a substitute plays, and one of team 5, for nobody."""
    if number != 2:
        return tournament
    changed = []
    for team, which in (("1", 1), ("5", 2)):
        own = tournament.player(team)
        members = [
            replace(m, rounds=frozenset({2}))
            if m.substitute
            else replace(m, rounds=frozenset({1, 3}))
            if n == which
            else m
            for n, m in enumerate(own.members)
        ]
        changed.append(replace(own, members=tuple(members)))
    return tournament.with_players(changed)


def _drawn(tournament: Tournament, number: int, terms: Terms) -> Drawn:
    """A round drawn; at the first one an automatic bar is decided as it was when the instances were first made."""
    bar = bar_of_then(tournament.settings, tournament.players)
    if number > 1 or bar == tournament.settings.start.bar:
        return draw_round(tournament, terms)
    drawn = draw_round(_with_bar(tournament, bar), terms)
    decided = replace(drawn.tournament.settings.decided, bar=bar)
    settings = replace(_with_bar(drawn.tournament, "auto").settings, decided=decided)
    return replace(drawn, tournament=replace(drawn.tournament, settings=settings))


def _with_bar(tournament: Tournament, bar: str) -> Tournament:
    """The tournament with another bar in its settings."""
    settings = tournament.settings
    return replace(tournament, settings=replace(settings, start=replace(settings.start, bar=bar)))


def _coming_and_going(tournament: Tournament, number: int) -> Tournament:
    """Before round 3 four people leave and three come; before round 4 one more leaves."""
    if number == 3:
        for player_id in ("5", "18", "30", "51"):
            tournament = withdraw(tournament, tournament.player(player_id))
        rest = frozenset(range(3, tournament.settings.rounds + 1))
        late = [
            Player("76", "Lateborn", "Ida", rank=-3, rating=1790, club="Dunport", country="DE", rounds=rest),
            Player("77", "Trainstuck", "Ole", rank=0, rating=2080, club="Osloham", country="SE", rounds=rest),
            Player("78", "Sunday", "Eva", rank=-14, rating=700, club="Alburg", country="DE", rounds=rest),
        ]
        tournament = tournament.with_players(late)
    if number == 4:
        tournament = withdraw(tournament, tournament.player("9"))
    return tournament


def _with_cups(tournament: Tournament, number: int) -> Tournament:
    """Before round 1 everybody is of an age group, and there is a cup for each: the stronger half is U16."""
    if number > 1:
        return tournament
    order = sorted(tournament.players, key=lambda p: (-p.rank, -p.rating, p.id))
    older = {p.id for p in order[: len(order) // 2]}
    players = [replace(p, extra=(("category", "U16" if p.id in older else "U12"),)) for p in tournament.players]
    cups = (
        Cup("U16", 8, 2, ("category=U16",), third_place=True),
        Cup("U12", 8, 3, ("category=U12",), seeding="standings", counts="before-semifinals"),
    )
    return replace(tournament.with_players(players), cups=cups)


def instances() -> dict[str, Plan]:
    """Every instance by its folder's name."""
    evening = FieldShape(16, 4, median=1500, spread=450, home=1, big_club=0.7, part_time=0, late=0, leaving=0)
    congress = FieldShape(60, 5)
    odd = FieldShape(75, 5, part_time=0.15, late=0.06, leaving=0.1)
    youth = FieldShape(48, 5, median=900, spread=450, part_time=0, late=0, leaving=0)
    open250 = FieldShape(250, 7, median=1900, spread=560, home=0.45)
    congress1000 = FieldShape(1000, 10, median=1800, spread=560, home=0.3, big_club=0.05)
    team_cup = FieldShape(26, 3, part_time=0, late=0, leaving=0)
    order = ["TEAMP", "BDW", "SOST", "SODOS"]
    of_teams = {"entrants.kind": "teams", "teams.boards": 3, "placing.order": order, "pairing.profile": "swiss"}
    super_ids = [str(k) for k in range(1, 17)]
    supergroup = {"start.bar": "4d", "start.supergroup": super_ids}
    return {
        "club16": Plan(
            "Club evening", evening, 16, "bga", {"komi": 6.5, "pairing.profile": "club-evening"}, 3, jigo=0.05
        ),
        "congress60": Plan("Lakeside Congress", congress, 60, "bga", {"komi": 6.5}, 3),
        "odd75": Plan("Odd Open", odd, 75, "german", {}, 4, _coming_and_going),
        "youth48": Plan("Youth Days", youth, 48, "egf", {"event.place": "Elmfeld"}, 3, _with_cups),
        "teams8": Plan("Lakeside Team Cup", team_cup, 8, "swiss", of_teams, 2, _without_two, teams=8),
        "open250": Plan("Supergroup Open", open250, 250, "egf", supergroup, 4),
        "congress1000": Plan("Grand Congress", congress1000, 1000, "egf", {"start.bar": "5d"}, 3),
    }


def main() -> None:
    """Write every instance into the folder named on the command line."""
    home = Path(sys.argv[1] if len(sys.argv) > 1 else "instances")
    for name, plan in instances().items():
        state = build(plan)
        for file, text in state_files(state).items():
            replace_file(home / name / file, text.encode())
        TournamentFolder(home / name).read()
        print(f"{name}: {len(state.tournament.players)} players, {len(state.tournament.rounds)} rounds played")


if __name__ == "__main__":
    main()
