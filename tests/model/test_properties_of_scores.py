"""What must hold for every tournament: found by hypothesis, not by example."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from builders import played, played_tournaments, tournament
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.model.placing.scores import RoundKind, score
from mcmahon.model.placing.standings import ranked, standings
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.placing.sums import Sums, Vector
from mcmahon.model.placing.tie_breaks import TIE_BREAKS, AmongTied, SumOfRounds, plain_values
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.tournament.games import Result, Round
from mcmahon.model.tournament.tournament import Tournament

PLAIN = sorted(name for name, criterion in TIE_BREAKS.items() if not isinstance(criterion, AmongTied))


def shifted(t: Tournament, points: int) -> Tournament:
    """With every start score so many points higher."""
    return t.with_players([replace(p, correction=p.correction + points) for p in t.players])


def with_placing(t: Tournament, **placing: Any) -> Tournament:
    return replace(t, settings=replace(t.settings, placing=replace(t.settings.placing, **placing)))


def with_start(t: Tournament, **start: Any) -> Tournament:
    return replace(t, settings=replace(t.settings, start=replace(t.settings.start, **start)))


def values(t: Tournament, name: str) -> Vector:
    return plain_values(name, Sums(score(t), t.by_id()))


def order(vector: Vector) -> list[int]:
    """Every comparison of two players: -1, 0 or 1."""
    ids = sorted(vector)
    return [(vector[a] > vector[b]) - (vector[a] < vector[b]) for a in ids for b in ids]


@pytest.mark.slow
@given(played_tournaments(), st.integers(-5, 5))
@settings(max_examples=60, deadline=None)
def test_a_shift_of_all_start_scores_changes_no_order(t: Tournament, points: int) -> None:
    """Rules, section 1: by MMS, WINS, SOS, SOSOS, CUSS and SOS-N, where empty rounds count the own start."""
    t = with_placing(t, empty_round="own start", empty_round_sosos="own SOS")
    for name in ("MMS", "WINS", "START", "SCOREX", "SOS", "SOSOS", "CUSS", "CUSP", "SOS-N", "SOSW", "SODOSW"):
        assert order(values(shifted(t, points), name)) == order(values(t, name)), name


@given(played_tournaments(), st.integers(-5, 5))
@settings(max_examples=60, deadline=None)
def test_a_shift_moves_everybodys_normalised_sos_by_rounds_times_the_shift(t: Tournament, points: int) -> None:
    """Rules, section 8: by R·c for everybody, also under Mays' appendix C."""
    for default_games in (True, False):
        field = with_placing(t, default_games=default_games)
        before, after = values(field, "SOS-N"), values(shifted(field, points), "SOS-N")
        assert {after[p] - before[p] for p in before} == {2 * points * len(t.rounds)}


def test_a_sum_over_wins_counts_from_30_kyu_whatever_prints_as_0() -> None:
    """Rules, section 1: starts 0 and -1, wins 1 and 2, beaten opponents' scores {1} and {0, 0}; +2 reversed it."""
    t = tournament("1d 1k 2d 1d 1d", preset="german", start__bar="none", start__zero="1d", rounds=2, points__absence=0)
    t = played(played(t, "a+c b+d"), "b+e")
    assert [score(t).start[p] / 2 for p in "ab"] == [0, -1]
    assert [score(t).mms(p) / 2 for p in "cde"] == [1, 0, 0]
    for zero in ("1d", "2k", "30k", "top", "bottom"):
        sodos = values(with_start(t, zero=zero), "SODOS")
        assert (sodos["a"] / 4, sodos["b"] / 4) == (31, 60)


ZEROS = ("1d", "4d", "1k", "20k", "30k", "top", "bottom")
SUMS = [name for name, one in TIE_BREAKS.items() if isinstance(one, SumOfRounds)]


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40, deadline=None)
def test_no_place_depends_on_what_prints_as_0(data: st.DataObject) -> None:
    """Rules, section 1: by every tie-break, however empty rounds, handicaps and unplayed games count."""
    check_zeros(data)


@pytest.mark.long
@pytest.mark.full
@given(st.data())
@settings(max_examples=1000, deadline=None)
def test_no_place_depends_on_what_prints_as_0_in_1000_tournaments(data: st.DataObject) -> None:
    check_zeros(data)


def check_zeros(data: st.DataObject) -> None:
    """Two zeros give one order by each tie-break, and in the standings by some of them."""
    t = data.draw(played_tournaments())
    corrections = data.draw(st.lists(st.integers(-40, 3), min_size=len(t.players), max_size=len(t.players)))
    given = zip(t.players, corrections, strict=True)
    t = t.with_players([replace(p, correction=min(c, 0) if c > -30 else c) for p, c in given])
    t = with_placing(
        t,
        order=tuple(data.draw(st.permutations(SUMS))[:4]),
        empty_round=data.draw(st.sampled_from(("own start", "zero", "normalised"))),
        empty_round_sosos=data.draw(st.sampled_from(("own SOS", "own start", "zero"))),
        handicap_in_sos=data.draw(st.booleans()),
        opponents_unplayed=data.draw(st.sampled_from(("as scored", "half"))),
    )
    one, other = (with_start(t, zero=zero) for zero in data.draw(st.permutations(ZEROS))[:2])
    for name in TIE_BREAKS:
        if not isinstance(TIE_BREAKS[name], AmongTied):
            assert order(values(one, name)) == order(values(other, name)), name
    assert [(r.player.id, r.place) for r in standings(one).rows] == [
        (r.player.id, r.place) for r in standings(other).rows
    ]


@given(played_tournaments(), st.sampled_from(["SODOS", "SODOSOS", "SODOS-N", "SODOSW"]))
@settings(max_examples=60, deadline=None)
def test_a_win_never_costs(t: Tournament, name: str) -> None:
    """Every term of a sum over defeated opponents is at least 0, with handicaps and without."""
    for handicap in (True, False):
        sums = Sums(score(with_placing(t, handicap_in_sos=handicap)), t.by_id())
        criterion = TIE_BREAKS[name]
        assert isinstance(criterion, SumOfRounds)
        assert all(term >= 0 for row in sums.rows(criterion.terms).by_player.values() for term in row)


@given(played_tournaments())
@settings(max_examples=60, deadline=None)
def test_equal_cuss_is_equal_cusp_for_those_who_start_level_and_play_every_round(t: Tournament) -> None:
    """BGA 4.6."""
    scores = score(t)
    cuss, cusp = values(t, "CUSS"), values(t, "CUSP")
    played_all = [
        p.id for p in t.players if all(e.kind is RoundKind.GAME and not e.by_default for e in scores.entries[p.id])
    ]
    for a in played_all:
        for b in played_all:
            if scores.start[a] == scores.start[b]:
                assert (cuss[a] == cuss[b]) == (cusp[a] == cusp[b])
                assert cuss[a] - cuss[b] == cusp[a] - cusp[b]


@pytest.mark.slow
@given(played_tournaments(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_input_changes_nothing(t: Tournament, lots: Random) -> None:
    players = list(t.players)
    lots.shuffle(players)
    rounds = []
    for drawn in t.rounds:
        games = list(drawn.games)
        lots.shuffle(games)
        rounds.append(replace(drawn, games=tuple(games)))
    other = replace(t, players=tuple(players), rounds=tuple(rounds))
    for row, again in zip(standings(t).rows, standings(other).rows, strict=True):
        assert row == again


@given(played_tournaments())
@settings(max_examples=40, deadline=None)
def test_renaming_players_changes_nothing(t: Tournament) -> None:
    """Places and values stay; only the lines of those who share a place may change, as they are listed by id."""
    new = {p.id: f"x{len(t.players) - k}" for k, p in enumerate(t.players)}
    players = tuple(replace(p, id=new[p.id], surname=f"N{p.surname}") for p in t.players)
    rounds = tuple(
        Round(
            r.number,
            tuple(replace(g, white=new[g.white], black=new[g.black]) for g in r.games),
            tuple(new[p] for p in r.byes),
            unpaired=tuple(new[p] for p in r.unpaired),
        )
        for r in t.rounds
    )
    order_ = ("MMS", "DC", "SOS", "SOS-N", "SODOS", "SDC", "CUSS")
    t = with_placing(t, order=order_)
    before = {new[row.player.id]: (row.place, dict(row.values)) for row in standings(t).rows}
    renamed = replace(t, players=players, rounds=rounds)
    assert {row.player.id: (row.place, dict(row.values)) for row in standings(renamed).rows} == before


@given(played_tournaments())
@settings(max_examples=60, deadline=None)
def test_points_are_conserved(t: Tournament) -> None:
    """Every game that is won or jigo gives one point; what else was given is what the settings say."""
    scores = score(t)
    given_ = sum(scores.mms(p.id) - scores.start[p.id] for p in t.players)
    points = t.settings.points
    sums = {Result.BOTH_LOSE: 0, Result.UNKNOWN: 0, Result.BOTH_WIN: 4, Result.VOID: 2 * points.void}
    games = sum(sums.get(g.result, 2) for r in t.rounds for g in r)
    kinds = [e.kind for row in scores.entries.values() for e in row]
    free = kinds.count(RoundKind.BYE) * points.bye + kinds.count(RoundKind.ABSENT) * points.absence
    if points.round_down == "none":
        assert given_ == games + free
    else:
        assert games <= given_ <= games + free


def number(text: str) -> Fraction:
    """The number that `value_text` has printed; three decimals where it is no quarter."""
    parts = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}
    digits, rest = (text[:-1], parts[text[-1]]) if text[-1] in parts else (text, Fraction(0))
    sign = -1 if digits.startswith("-") else 1
    return Fraction(digits if digits not in ("", "-") else 0) + sign * rest


@pytest.mark.slow
@given(played_tournaments(), st.sampled_from(("own start", "zero", "normalised")), st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_printed_terms_add_up_and_every_note_names_its_own(t: Tournament, empty: str, handicap: bool) -> None:
    """What an explanation prints is what the standings print, also of the arithmetic in its notes."""
    t = with_placing(t, order=tuple(TIE_BREAKS), empty_round=empty, handicap_in_sos=handicap)
    table = standings(t)
    for row in table.rows:
        explained = explain_place(table, row.player)
        assert [c.name for c in explained.criteria] == list(TIE_BREAKS)
        assert len(explained.rounds) == len(t.rounds)
        assert len(explained.neighbours) >= (1 if len(table.rows) > 1 else 0)
        for criterion in explained.criteria:
            if not isinstance(TIE_BREAKS[criterion.name], SumOfRounds):
                continue
            terms = [number(term.removeprefix("start ")) for term in criterion.terms]
            assert abs(sum(terms) - number(criterion.value)) <= Fraction(len(terms), 1000), str(criterion)
            dropped = {int(note.split()[1]) for note in criterion.notes if " dropped: " in note}
            kept = [k for k in range(1, len(t.rounds) + 1) if k not in dropped]
            by_round = dict(zip(kept, terms[len(terms) - len(kept) :], strict=True))
            for note in (note for note in criterion.notes if not note.startswith("scores count from")):
                k, last = int(note.split()[1].rstrip(",")), number(note.split()[-1])
                if k in by_round:
                    assert last == by_round[k], note
                corrected = re.search(r": (\S+) ([+-]) (\d+) for the handicap(; half of it)?", note)
                if corrected:
                    sum_ = number(corrected[1]) + (1 if corrected[2] == "+" else -1) * int(corrected[3])
                    sum_ = max(sum_, 0) if criterion.name.startswith("SODOS") else sum_
                    assert last == (sum_ / 2 if corrected[4] else sum_), note


@pytest.mark.slow
@given(played_tournaments())
@settings(max_examples=60, deadline=None)
def test_direct_comparison_respects_every_win_outside_a_cycle(t: Tournament) -> None:
    sums = Sums(score(t), t.by_id())
    ids = [p.id for p in t.players]
    groups, found = ranked(["DC"], sums, ids)
    dc = found["DC"]
    wins = {
        (p, e.opponent)
        for p in ids
        for k, e in enumerate(sums.scores.entries[p])
        if e.played and e.game_half_points == 2 and sums.scores.entries[e.opponent][k].game_half_points == 0
    }
    reach = set(wins)
    for k in ids:
        reach |= {(a, b) for a in ids for b in ids if (a, k) in reach and (k, b) in reach}
    for a, b in wins:
        assert dc[a] > dc[b] or (b, a) in reach
    assert sorted(p for group in groups for p in group) == sorted(ids)


@given(played_tournaments(), st.sampled_from(("egf", "bga", "german", "opengotha", "aga")))
@settings(max_examples=40, deadline=None)
def test_the_zero_shifts_all_start_scores_alike(t: Tournament, preset: str) -> None:
    scores = [
        start_scores(t.players, replace(t.settings, start=replace(t.settings.start, zero=zero))).half_points
        for zero in ("1d", "20k", "30k", "top", "bottom")
    ]
    for other in scores:
        assert len({other[p.id] - scores[0][p.id] for p in t.players}) == 1
