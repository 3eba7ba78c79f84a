"""Pairing systems by published rules, and engines of others: by the examples of their rules, and against each other."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec
from itertools import combinations, permutations

import pytest
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.violation import NoPairingError, broken
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench import agreement
from mcmahon_bench.engines.augment import NOBODY
from mcmahon_bench.simulations.results_model import ResultModel
from mcmahon_bench.simulations.simulation import Played, simulate
from mcmahon_bench.studies.common import preset
from mcmahon_bench.systems.all_systems import SYSTEMS
from mcmahon_bench.systems.brackets import Bracket
from mcmahon_bench.systems.burstein import low_opponents
from mcmahon_bench.systems.colours import ABSOLUTE, MILD, STRONG, clash, preference, white_of
from mcmahon_bench.systems.entrants import Entrant, seen
from mcmahon_bench.systems.keizer import SIXTHS, keizer_points, keizer_values
from mcmahon_bench.systems.nearest import first_in_order
from mcmahon_bench.systems.others import OTHERS
from mcmahon_bench.systems.system import System
from mcmahon_bench.tournaments.generator import FieldShape, make_players

PROFILE = load_profile("swiss")
OWN = [name for name in SYSTEMS if name not in OTHERS]


def entrant(number: int, colours: str = "", score: int = 0, **own: object) -> Entrant:
    """A player with these colours by round, against opponents who do not matter."""
    rounds = len(colours)
    entry = Entrant(0, number, 2000, score, (99,) * rounds, (0,) * rounds, colours, "-" * rounds, 0, 0)
    return replace(entry, **own)  # type: ignore[arg-type]


def swiss(seed: int, players: int = 13, rounds: int = 5, **shape: float) -> Tournament:
    field = FieldShape(players, rounds, part_time=0, late=0, leaving=0, rated=1.0)
    return Tournament(preset("swiss", rounds=rounds, seed=seed), tuple(make_players(replace(field, **shape), seed)))


def play(system: str, seed: int = 1, players: int = 13, rounds: int = 5, **shape: float) -> Played:
    def made(number: int) -> Tournament:
        return swiss(number, players, rounds, **shape)

    return simulate(made, SYSTEMS[system], PROFILE, seed, ResultModel())


def drawn_again(played: Played, number: int, system: str) -> set[tuple[int, int]]:
    """What a system draws for a round of a tournament that another one has paired."""
    before = played.tournament.before(number)
    return set(SYSTEMS[system].draw(seen(before, round_problem(before, number, PROFILE))))


def numbers(played: Played, number: int) -> list[tuple[int, int]]:
    """A round's games by start number, White first."""
    first = played.tournament.before(1)
    listed = seen(first, round_problem(first, 1, PROFILE)).listed.numbers
    return [(listed[game.white], listed[game.black]) for game in played.tournament.round(number).games]


@pytest.mark.parametrize(
    ("colours", "due"),
    [
        ("", ("-", 0)),
        ("-", ("-", 0)),
        ("W", ("B", STRONG)),
        ("WB", ("W", MILD)),
        ("B-W", ("B", MILD)),
        ("WW", ("B", ABSOLUTE)),
        ("WBB", ("W", ABSOLUTE)),
        ("WWBB", ("W", ABSOLUTE)),
        ("WWBW", ("B", ABSOLUTE)),
        ("BBBW", ("W", ABSOLUTE)),
    ],
)
def test_who_should_get_which_colour(colours: str, due: tuple[str, int]) -> None:
    """C.04.3, article 1.7: by the difference of colours, and by the last two games."""
    assert preference(entrant(1, colours)) == due


@pytest.mark.parametrize(
    ("high", "low", "white"),
    [
        (entrant(1), entrant(4), 1),  # 5.2.5: an odd start number has the first colour
        (entrant(2), entrant(5), 5),
        (entrant(1, "W"), entrant(2, "B"), 2),  # 5.2.1: both get theirs
        (entrant(1, "-"), entrant(2, "W"), 1),  # 1.7.4: who has none takes what is left
        (entrant(1, "WB"), entrant(2, "BWB"), 2),  # 5.2.2: the stronger one
        (entrant(1, "WBB"), entrant(2, "BBWB", score=2), 2),  # of two absolute ones the wider difference
        (entrant(1, "BW"), entrant(2, "BW"), 2),  # 5.2.4: the higher one's
        (entrant(1, "WBBW"), entrant(2, "BWBW"), 1),  # 5.2.3: in turn with the last round in which they differed
    ],
)
def test_who_gets_white(high: Entrant, low: Entrant, white: int) -> None:
    assert white_of(high, low).number == white


def test_two_who_must_have_the_same_colour_clash_most() -> None:
    assert clash(entrant(1, "WW"), entrant(2, "BWW")) == ABSOLUTE
    assert clash(entrant(1, "WW"), entrant(2, "W")) == STRONG
    assert clash(entrant(1, "WW"), entrant(2, "BB")) == 0


def test_the_first_pairing_in_order_that_can_be_completed() -> None:
    """1 meets 2 as the list says; where 3 and 4 have met, 1 meets 3, so that 2 and 4 remain."""
    assert first_in_order([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], range(4)) == [1, 0, 3, 2]
    assert first_in_order([[1, 2, 3], [0, 2, 3], [0, 1], [0, 1]], range(4)) == [2, 3, 0, 1]
    assert NOBODY in first_in_order([[1], [0, 2], [1], []], range(4))


@pytest.mark.parametrize("seed", range(20))
def test_the_first_pairing_in_order_is_the_first_of_all(seed: int) -> None:
    """Against every pairing of eight players, in the order of the opponents of 0, then of the next who is free."""
    legal = {pair for k, pair in enumerate(combinations(range(8), 2)) if (k * 7919 + seed * 104729) % 11 < 6}
    near = [[w for w in range(8) if (min(v, w), max(v, w)) in legal] for v in range(8)]
    every = set()
    for order in permutations(range(8)):
        pairs = [tuple(sorted(order[k : k + 2])) for k in range(0, 8, 2)]
        if all(pair in legal for pair in pairs):
            mate = {v: w for a, b in pairs for v, w in ((a, b), (b, a))}
            every.add(tuple(mate[v] for v in range(8)))
    found = first_in_order(near, range(8))
    assert tuple(found) == min(every) if every else NOBODY in found


def test_burstein_pairs_the_first_of_a_bracket_with_the_last() -> None:
    """C.04.4.2, article 4: of six players, the pairings in the order in which they are tried."""
    players = [entrant(k) for k in range(1, 7)]
    bracket = Bracket((), tuple(players), (0,))
    cost = low_opponents({e.number: e.number for e in players})
    every = {frozenset(frozenset(order[k : k + 2]) for k in (0, 2, 4)) for order in permutations(players)}
    order = sorted(every, key=lambda pairs: sum(cost(bracket, *pair) for pair in pairs))
    words = [" ".join(sorted("-".join(sorted(str(e.number) for e in pair)) for pair in pairs)) for pairs in order]
    assert words[:4] == ["1-6 2-5 3-4", "1-6 2-4 3-5", "1-6 2-3 4-5", "1-5 2-6 3-4"]
    assert words[-1] == "1-2 3-4 5-6"


def test_the_middle_of_an_odd_bracket_is_moved_down_by_burstein() -> None:
    players = [entrant(k) for k in range(1, 4)]
    bracket = Bracket((), tuple(players), (0,))
    cost = low_opponents({e.number: e.number for e in players})
    left = {
        k: cost(bracket, players[k], None) + cost(bracket, *(p for p in players if p is not players[k]))
        for k in range(3)
    }
    assert min(left, key=left.__getitem__) == 1


def test_keizer_counts_old_games_again_by_the_list_of_now() -> None:
    """Ten players are worth 15 to 6. A win against the first gives 15; once that one has fallen, less."""
    assert list(keizer_values(list(range(1, 11))).values()) == list(range(15, 5, -1))
    wins = {1: 3, 2: 4, 3: 1, 4: 2}
    field = [entrant(k, "W", opponents=(wins[k],), won=(2 if k > 2 else 0,)) for k in range(1, 5)]
    assert keizer_points(tuple(field)) == {1: 0, 2: 0, 3: 6 * SIXTHS, 4: 5 * SIXTHS}
    second = [
        replace(
            e,
            colours="WB",
            opponents=(wins[e.number], {1: 2, 2: 1, 3: 4, 4: 3}[e.number]),
            won=(e.won[0], own),
            floats="--",
        )
        for e, own in zip(field, (1, 1, 2, 0), strict=True)
    ]
    # the list is now 3, 4, 1, 2, worth 6, 5, 4, 3: the win over 1 gives 4, no longer 6
    assert keizer_points(tuple(second)) == {1: 9, 2: 12, 3: (4 + 5) * SIXTHS, 4: 3 * SIXTHS}


def test_a_bye_is_worth_two_thirds_of_the_own_value_by_keizer() -> None:
    field = (entrant(1, "-", opponents=(0,), won=(0,), floats="D", byes=1), entrant(2), entrant(3))
    assert keizer_points(field)[1] == 4 * SIXTHS * 2 // 3


@pytest.mark.parametrize(
    ("system", "first"),
    [
        ("dutch", [(1, 5), (6, 2), (3, 7), (8, 4)]),
        ("burstein", [(1, 5), (6, 2), (3, 7), (8, 4)]),
        ("monrad", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("danish", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("keizer", [(1, 2), (3, 4), (5, 6), (7, 8)]),
    ],
)
def test_round_1_of_eight_players(system: str, first: list[tuple[int, int]]) -> None:
    assert sorted(numbers(play(system, players=8, rounds=2), 1), key=min) == first


def test_the_danish_system_lets_two_meet_again_and_monrad_does_not() -> None:
    assert any(
        {frozenset(p) for p in numbers(made, 1)} & {frozenset(p) for p in numbers(made, 3)}
        for made in (play("danish", seed, 8, 3) for seed in range(1, 6))
    )
    made = play("monrad", 1, 8, 5)
    games = [frozenset(pair) for number in range(1, 6) for pair in numbers(made, number)]
    assert len(games) == len(set(games))


@pytest.mark.parametrize("system", OWN)
def test_every_system_draws_legal_rounds_of_real_fields_and_the_same_twice(system: str) -> None:
    """An odd field in which players come late, leave and miss a round."""
    made = [play(system, 3, 21, 4, part_time=0.2, late=0.1, leaving=0.1) for _ in range(2)]
    assert made[0].tournament == made[1].tournament
    assert made[0].relaxed == ()
    for number in range(1, 5):
        rules = {v.rule for v in broken(judge(made[0].tournament, number))}
        assert rules <= ({Rule.REPEATS} if SYSTEMS[system].repeats else set())


def test_nobody_has_the_same_colour_three_times_in_the_dutch_system() -> None:
    made = play("dutch", 2, 16, 6)
    colours: dict[int, str] = {}
    for number in range(1, 7):
        for white, black in numbers(made, number):
            colours[white] = colours.get(white, "") + "W"
            colours[black] = colours.get(black, "") + "B"
    assert not any("WWW" in own or "BBB" in own for own in colours.values())


def test_where_a_system_finds_no_round_ours_draws_it_and_it_counts_as_relaxed() -> None:
    def refuses(view: object) -> list[tuple[int, int]]:
        raise NoPairingError(2)

    made = simulate(lambda seed: swiss(seed, 6, 2), System("none", refuses, ""), PROFILE, 1, ResultModel())
    assert made.relaxed == (1, 2)
    assert len(made.tournament.rounds) == 2


def test_our_judge_refuses_what_breaks_a_rule() -> None:
    def always_the_same(view: object) -> list[tuple[int, int]]:
        return [(1, 2), (3, 4)]

    with pytest.raises(ValueError, match="may not meet"):
        simulate(lambda seed: swiss(seed, 4, 2), System("same", always_the_same, ""), PROFILE, 1, ResultModel())


def installed(system: str) -> None:
    """Skip where the extra is not there."""
    library = SYSTEMS[system].library
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed: pip install './bench[engines]'")


@pytest.mark.slow
@pytest.mark.parametrize("system", ["gacrux dutch", "caissify dutch"])
@pytest.mark.parametrize(("seed", "players"), [(1, 13), (2, 14)])
def test_our_plain_dutch_system_draws_what_engines_of_others_draw(system: str, seed: int, players: int) -> None:
    """Pairs, colours and byes of every round."""
    installed(system)
    made = play("dutch", seed, players, 5)
    for number in range(1, 6):
        assert drawn_again(made, number, system) == drawn_again(made, number, "dutch"), number


@pytest.mark.slow
@pytest.mark.parametrize("system", OTHERS)
def test_engines_of_others_draw_legal_rounds(system: str) -> None:
    installed(system)
    made = play(system, 1, 7, 3)
    assert made.relaxed == ()
    assert not any(broken(judge(made.tournament, number)) for number in (1, 2, 3))


@pytest.mark.slow
@pytest.mark.parametrize("system", ["py4swiss dutch", "gacrux dutch", "caissify dutch"])
def test_engines_of_others_leave_out_who_is_absent(system: str) -> None:
    installed(system)
    made = play(system, 3, 12, 3, part_time=0.4)
    assert any(drawn.absent for drawn in made.tournament.rounds)
    assert made.relaxed == ()


@pytest.mark.parametrize("system", OTHERS)
def test_a_missing_library_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == SYSTEMS[system].library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, SYSTEMS[system].library, None)
    with pytest.raises(InputError, match=rf"{SYSTEMS[system].library} is not installed; .*\[engines\]"):
        play(system, 1, 4, 1)


@pytest.mark.slow
def test_rounds_that_engines_agree_on_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    installed("gacrux dutch")
    agreement.main(["6", "--tournaments", "2", "--rounds", "2", "--engines", "gacrux dutch"])
    assert capsys.readouterr().out.splitlines()[-1] == "| gacrux dutch | 6 | 4 | 4 | 4 | 0 |"
