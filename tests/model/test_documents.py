"""The worked examples of the five documents that the rules come from; each test names its document."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction

import mcmahon
import pytest
from builders import players, tournament
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.start_groups import start_groups
from mcmahon.model.placing.start_scores import BAR_TABLE, automatic_bar, start_scores
from mcmahon.model.placing.sums import Sums
from mcmahon.model.placing.tie_breaks import TIE_BREAKS, plain_values, value_text
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament


@dataclass
class Example:
    """A tournament in the making: start scores are ranks, games are added one by one, fillers play the rest."""

    rounds: int
    starts: dict[str, int] = field(default_factory=dict)
    games: dict[int, list[Game]] = field(default_factory=dict)
    byes: dict[int, list[str]] = field(default_factory=dict)

    def game(self, number: int, winner: str, loser: str, by_default: bool = False, both_lose: bool = False) -> None:
        result = Result.BOTH_LOSE if both_lose else Result.WHITE
        games = self.games.setdefault(number, [])
        games.append(Game(len(games) + 1, winner, loser, result=result, by_default=by_default))

    def bye(self, number: int, player: str) -> None:
        self.byes.setdefault(number, []).append(player)

    def filler(self, start: int = 0) -> str:
        name = f"filler{len(self.starts)}"
        self.starts[name] = start
        return name

    def busy(self, number: int) -> set[str]:
        games = self.games.get(number, [])
        return {p for g in games for p in g.players} | set(self.byes.get(number, []))

    def fill(self, player: str, wins: int, played: int = 99) -> None:
        """Games against fillers in the rounds still free, `played` at most, the first `wins` of them won."""
        free = [number for number in range(1, self.rounds + 1) if player not in self.busy(number)][:played]
        for k, number in enumerate(free):
            pair = (player, self.filler()) if k < wins else (self.filler(), player)
            self.game(number, *pair)

    def tournament(self, **settings: object) -> Tournament:
        base = tournament("1d", preset="aga", rounds=self.rounds, start__bar="none", **settings)
        entries = tuple(Player(name, name, rank=start) for name, start in self.starts.items())
        drawn = tuple(
            Round(number, tuple(self.games.get(number, ())), tuple(self.byes.get(number, ())))
            for number in range(1, self.rounds + 1)
        )
        return Tournament(base.settings, entries, drawn)


def value(t: Tournament, name: str, player: str) -> str:
    """A criterion of a player as the standings print it."""
    values = plain_values(name, Sums(score(t), t.by_id()))
    return value_text(values[player], TIE_BREAKS[name].unit)


def on_own_scale(t: Tournament, name: str, player: str) -> str:
    """The same as its document has it, with 1 dan = 0: of sums that count from 30 kyu, 30 less for each term."""
    sums = Sums(score(t), t.by_id())
    points = [e.game_half_points if name.startswith("SODOS") else 2 for e in sums.against[player] if e is not None]
    normal = Fraction(len(sums.against[player]), len(points)) if name.endswith("-N") else 1
    less = 30 * sum(points) * TIE_BREAKS[name].unit // 2
    return value_text(plain_values(name, sums)[player] - less * normal, TIE_BREAKS[name].unit)


# Mays, Guide in how to apply McMahon scores


def test_mays_example_1_a_bye_is_normalised() -> None:
    """Mays, Example I: opponents -3 -3 -3 -3 bye -4 in six rounds are -19.2; the other player's are -19.0."""
    example = Example(6, {"A": 0, "B": 0})
    for who in "AB":
        for number in range(1, 7):
            if (who, number) == ("A", 5):
                example.bye(5, "A")
                continue
            opponent = f"{who}{number}"
            example.starts[opponent] = -4 if number == 6 else -3
            example.game(number, who, opponent)
            example.fill(opponent, wins=0)
    t = example.tournament()
    assert (value(t, "SOS-N", "A"), value(t, "SOS-N", "B")) == ("-19.2", "-19")
    raw = example.tournament(placing__empty_round="zero")
    assert (on_own_scale(raw, "SOS", "A"), on_own_scale(raw, "SOS", "B")) == ("-16", "-19")
    normalised = example.tournament(placing__empty_round="normalised")
    assert value(normalised, "SOS", "A") == "-19.2"


def test_mays_example_2_losses_by_default_count_a_half_for_the_opponent() -> None:
    """Mays, Example II: SDOS 11, 10, 8 become 11½, 11, 9; players 2 and 6 lost their last games by default."""
    example = Example(5, {"A": 0, "B": 0, "C": 0})
    scores = {"8": 2, "6": 1, "3": 4, "5": 4, "1": 4, "2": 1, "4": 4}  # unadjusted final scores of the opponents
    beaten = {"A": "8635", "B": "1326", "C": "2648"}
    order = {"A": (1, 2, 3, 4), "B": (2, 1, 3, 4), "C": (1, 3, 2, 4)}  # so that nobody has two games in a round
    for name, final in scores.items():
        example.starts[name] = final - 1 if name in "26" else max(final - 2, 0)
    for who, opponents in beaten.items():
        for number, opponent in zip(order[who], opponents, strict=True):
            example.game(number, who, opponent)
        example.game(5, example.filler(), who)
    for name in "26":
        example.game(5, example.filler(), name, by_default=True)
    for name, final in scores.items():
        example.fill(name, wins=final - example.starts[name])
    t = example.tournament(placing__opponents_unplayed="as scored")
    assert [value(t, "MMS", name) for name in scores] == ["2", "1", "4", "4", "4", "1", "4"]
    assert [on_own_scale(t, "SODOS", who) for who in "ABC"] == ["11", "10", "8"]
    assert [on_own_scale(t, "SODOS-N", who) for who in "ABC"] == ["11½", "11", "9"]
    half = example.tournament(placing__opponents_unplayed="half")
    assert [on_own_scale(half, "SODOS", who) for who in "ABC"] == ["11½", "11", "9"]


def test_mays_example_4_equal_sos_and_different_sdos() -> None:
    """Mays, Example IV: SOS 11 and 11, SDOS 8 and 6; four games won, then two lost."""
    example = Example(6, {"A": 0, "B": 0})
    finals = {"A": [1, 2, 2, 3, 1, 2], "B": [1, 2, 2, 1, 3, 2]}
    for who in "AB":
        for number, final in enumerate(finals[who], 1):
            opponent = f"{who}{number}"
            example.starts[opponent] = 0
            example.game(number, *((who, opponent) if number <= 4 else (opponent, who)))
            example.fill(opponent, wins=final if number <= 4 else final - 1)
    t = example.tournament()
    for sos, sodos in (("SOS", "SODOS"), ("SOS-N", "SODOS-N")):
        assert [value(t, sos, who) for who in "AB"] == ["11", "11"]
        assert [on_own_scale(t, sodos, who) for who in "AB"] == ["8", "6"]


def quebec(**settings: object) -> Tournament:
    """Mays' Table II, the 18th Quebec Open, 1996: the twelve players shown, the others' remaining games left out.

    A result is read off the running scores. The shading of defaulted games is lost, but the adjusted scores imply it:
    7 - 11 and 8 - 16 in round 4 (players 11 and 16 did not come; 7 did not either), 12 - 6 and 10 - 2 in round 6.
    Misprint: player 18's running score stays at -4 in round 4, but its final -3 and adjusted -2, and player 19's
    adjusted -3, say that 18 beat 19 there.
    """
    starts = {"7": -2, "8": -2, "9": -2, "10": -2} | dict.fromkeys(("11", "12", "13", "14", "15", "16"), -4)
    starts |= {"18": -6, "19": -6} | dict.fromkeys(("1", "2", "3", "4", "5", "6"), 0)
    starts |= {"17": -4, "20": -6, "21": -6, "22": -6}
    example = Example(6, starts)
    won = {
        1: "9-7 8-10 11-14 12-15 16-13 18-21 19-22",
        2: "10-7 8-9 12-11 15-13 16-14 18-17 21-19",
        3: "6-7 1-8 10-9 16-12 19-13 15-18",
        4: "12-10 9-15 20-13 18-19",
        5: "5-8 9-2 15-10 11-19 12-20 13-22",
        6: "8-4 3-9 11-15 21-13 19-20",
    }
    for number, games in won.items():
        for pair in games.split():
            example.game(number, *pair.split("-"))
    example.game(4, "7", "11", by_default=True, both_lose=True)
    example.game(4, "8", "16", by_default=True)
    example.game(6, "12", "6", by_default=True)
    example.game(6, "10", "2", by_default=True)
    return example.tournament(points__absence=0, **settings)


def test_mays_table_2_unadjusted_and_adjusted_scores() -> None:
    """Mays, Table II (its columns headed SOS are the players' scores). Player 16's adjusted 0 should be 0 + ½."""
    t = quebec()
    unadjusted = {"7": -2, "8": 2, "9": 1, "10": 1, "11": -1, "12": 1, "13": -3, "14": -4, "15": -1, "16": -1}
    unadjusted |= {"18": -3, "19": -3}
    adjusted = {"7": -0.5, "8": 1.5, "9": 1, "10": 0.5, "11": 0, "12": 0.5, "13": -3, "14": -2, "15": -1, "16": 0.5}
    adjusted |= {"18": -2, "19": -3}
    sums = Sums(score(t), t.by_id())
    assert {p: sums.mms[p] / 2 for p in unadjusted} == unadjusted
    assert {p: sums.adjusted_mms[p] / 2 for p in adjusted} == adjusted


def test_mays_example_3_normalised_sos_of_three_tied_players() -> None:
    """Mays, Example III: -6 × 6/5 = -7.2, -3 × 6/4 = -4.5, -3 × 6/6 = -3.

    Misprints: the example calls Table II's player 16 its 15, and the other way round; player 10's adjusted score is ½,
    as in Table II, not 1; player 11's opponent 19 has -3, not 3; the prose divides by the rounds a second time.
    """
    t = quebec()
    assert [value(t, "WINS", p) for p in ("11", "15", "16")] == ["3", "3", "3"]
    assert [value(t, "SOS-N", p) for p in ("11", "16", "15")] == ["-7.2", "-4½", "-3"]


def test_mays_appendix_c_only_rounds_played_count() -> None:
    """Mays, Appendix C: player 11 gets -5.5 × 6/4 and the example's player 15 gets -4.5 × 6/3 (it swaps the two)."""
    t = quebec(placing__default_games=False)
    assert [value(t, "SOS-N", p) for p in ("11", "16")] == ["-8¼", "-9"]


def test_mays_formula_without_any_pairing() -> None:
    """Mays, Appendix A, where r_p is 0: R × own start, and nothing for defeated opponents."""
    example = Example(3, {"A": -5, "B": -5})
    example.fill("B", wins=1)
    t = example.tournament()
    assert (value(t, "SOS-N", "A"), value(t, "SODOS-N", "A")) == ("-15", "0")


# McMahon Regular


@pytest.mark.slow
def test_mcmahon_regular_with_56_players_after_every_round() -> None:
    """McMahon Regular: 56 players, 5 rounds; the sizes of the groups when the higher score wins between groups."""
    field_ = tuple(Player(str(k), f"P{k}", rank=4 - k // 5, rating=2500 - 10 * k, club=f"C{k % 9}") for k in range(56))
    t = mcmahon.new_tournament(rounds=5, start__scheme="regular", start__zero="bottom").with_players(field_)
    sizes = [sorted(group_sizes(t).items(), reverse=True)]
    for number in range(1, 5):
        t = mcmahon.pair_round(t).tournament
        before = score(t.before(number))
        games = tuple(
            replace(g, result=Result.BLACK if before.mms(g.black) > before.mms(g.white) else Result.WHITE)
            for g in t.round(number)
        )
        t = t.with_round(replace(t.round(number), games=games, draft=False))
        sizes.append(sorted(group_sizes(t).items(), reverse=True))
    assert [[count for _, count in row] for row in sizes] == [
        [8, 8, 8, 8, 8, 8, 8],
        [4, 8, 8, 8, 8, 8, 8, 4],
        [2, 6, 8, 8, 8, 8, 8, 6, 2],
        [1, 4, 7, 8, 8, 8, 8, 7, 4, 1],
        [1, 2, 5, 8, 8, 8, 8, 8, 5, 2, 1],
    ]


def group_sizes(t: Tournament) -> Counter[int]:
    return Counter(score(t).mms(p.id) for p in t.players)


def test_mcmahon_regular_sorts_by_rank_or_by_rating_first() -> None:
    """McMahon Regular: "example criteria might be: rank, then rating, then lottery"; the other order is a setting."""
    base = tournament("2d 1d 1k 2k", start__scheme="regular", start__group_size=2)
    t = base.with_players([replace(base.player("d"), rating=2400)])
    other = tournament("2d", start__scheme="regular", start__group_size=2, start__sorted_by="rating").settings
    top = [sorted(start_scores(t.players, settings).top) for settings in (t.settings, other)]
    assert top == [["a", "b"], ["a", "d"]]


# British Go Association


def test_bga_bar_table() -> None:
    """BGA 4.2: rounds and players at or above the bar, whatever the field, where some rank gives such a number."""
    assert BAR_TABLE == {
        3: (4, 8), 4: (5, 10), 5: (6, 12), 6: (7, 15), 7: (8, 18), 8: (9, 22), 9: (10, 26), 10: (11, 30),
    }  # fmt: skip
    for rounds, (low, high) in BAR_TABLE.items():
        for size in range(low, high + 1):
            ranks = [3] * (low - 1) + [2] * (size - low + 1) + [1] * 40
            assert automatic_bar(ranks, rounds) == 2, (rounds, size)


def test_bga_a_4_kyu_starts_at_minus_4_and_there_is_no_0_dan() -> None:
    """BGA 4.1: a 4-kyu player starts at -4, a 1-dan player at 0, so a 1-kyu at -1."""
    t = tournament("1d 1k 4k", preset="bga", start__bar="none")
    assert [v / 2 for v in start_scores(t.players, t.settings).half_points.values()] == [0, -1, -4]


# Sensei's Library


def test_senseis_ibero_american_bands() -> None:
    """Sensei's Library, Aguilar-McMahon: 14, 44, 43 and 37 players on 3, 2, 1 and 0 points."""
    ranks = ["7d", "1d"] * 7 + ["1k", "6k"] * 22 + ["7k"] * 42 + ["13k"] + ["14k", "20k"] * 18 + ["20k"]
    t = tournament("1d", rounds=8, start__scheme="bands", start__bands=["7d-1d", "1k-6k", "7k-13k", "14k-20k"])
    field_ = [replace(p, id=str(k)) for k, p in enumerate(players(" ".join(ranks)))]
    t = Tournament(replace(t.settings, start=replace(t.settings.start, zero="bottom")), tuple(field_))
    groups = start_groups(t).groups
    assert [(group.start / 2, len(group.players)) for group in groups] == [(3, 14), (2, 44), (1, 43), (0, 37)]


@pytest.mark.parametrize(("zero", "starts"), [("top", [0, -1, -2]), ("bottom", [2, 1, 0])])
def test_senseis_two_ways_to_assign_the_zero(zero: str, starts: list[int]) -> None:
    """Sensei's Library: the band above the bar is 0 and all others negative, or the lowest band is 0."""
    t = tournament("5d 3d 2d 1d", start__bar="3d", start__zero=zero)
    given = start_scores(t.players, t.settings).half_points
    assert sorted({value / 2 for value in given.values()}, reverse=True) == starts


# Gerlach


def test_gerlach_20_kyu_is_0_and_19_kyu_1() -> None:
    """Gerlach: 20 kyu 0, 19 kyu 1, 18 kyu 2, and so on."""
    t = tournament("18k 19k 20k", preset="german", start__bar="none")
    assert [v / 2 for v in start_scores(t.players, t.settings).half_points.values()] == [2, 1, 0]


def test_gerlach_sos_decides_between_equal_scores() -> None:
    """Gerlach: of two players with the same MMS, the one with the stronger opponents is above."""
    t = tournament("1d 1d 1k 1k 2k 2k", preset="german", rounds=1, start__bar="none")
    t = t.with_round(Round(1, (Game(1, "c", "a", result=Result.WHITE), Game(2, "d", "e", result=Result.WHITE))))
    rows = {row.player.id: row.place for row in standings(t).rows}
    assert rows["c"] < rows["d"]
