"""Criteria of one's own: what a profile may say, what is refused, and that they count like those of the program."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np
import pytest
from builders import tournament
from mcmahon.io.settings.profiles import load_profile, parse_profile, profile_in, profile_text
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.criteria import CRITERIA, formula, own_criterion
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.own_criteria import bounds, is_symmetric
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint, has_print, print_1
from mcmahon.model.tournament.person import Member
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import Options, solve


def six(**cells: str) -> Tournament:
    """Six players of one rank with ratings 2100 to 2600; `cells` are further columns, one word a player, - for none."""
    t = tournament("1d 1d 1d 1d 1d 1d", start__bar="none")
    rated = [replace(p, rating=2100 + 100 * k) for k, p in enumerate(t.players)]
    for title, texts in cells.items():
        values = [text.replace("-", "") if text == "-" else text for text in texts.split()]
        rated = [replace(p, extra=(*p.extra, (title, text))) for p, text in zip(rated, values, strict=True)]
    return replace(t, players=tuple(rated))


def by(text: str, t: Tournament) -> RoundProblem:
    return round_problem(t, 1, parse_profile(text, "mine", "mine.toml"))


def of_pairs(text: str, t: Tournament) -> list[int]:
    """The costs of all pairs by a profile, in order."""
    problem = by(text, t)
    return problem.cost(*np.triu_indices(len(problem), 1)).tolist()


RATING_GAP = '[rating_gap]\nvalue = "abs(i.rating - j.rating) // 100"\nweight = 300\nreason = "close"\n'


def test_a_criterion_of_a_profile_counts_like_one_of_the_program() -> None:
    problem = by(RATING_GAP, six())
    assert problem.cost(np.array([0, 0, 1]), np.array([1, 5, 4])).tolist() == [300, 1500, 900]
    answer = solve(problem)
    assert sorted(answer.pairs) == [(0, 1), (2, 3), (4, 5)]
    assert answer.cost == solve(problem, Options(engine="cp-sat")).cost == 900
    assert problem.costs_by_criterion(answer.pairs, answer.byes) == {"rating_gap": 900}


def test_it_may_read_the_simulated_futures_where_nothing_else_does() -> None:
    t = tournament("3d 2d 1d 1k 2k 3k", start__bar="none")
    text = '[own]\nvalue = "abs(i.first_places - j.first_places)"\nweight = 1\n'
    assert of_pairs(text, t) == of_pairs("contenders = 1", t)
    assert max(of_pairs(text, t)) > 0


def test_a_bye_costs_its_formula() -> None:
    t = six()
    odd = replace(t, players=t.players[:5])
    answer = solve(by('[late]\nvalue = "0"\nbye = "i.rating - 2100"\nweight = 1\n', odd))
    assert (answer.byes, answer.cost) == ((0,), 0)


@pytest.mark.parametrize(
    ("value", "cells", "costs"),  # of 01, 02, 03, 04, 05
    [
        ("abs(i.travel_km - j.travel_km)", {"Travel km": "5 7 1.000 5 5 5"}, [2, 995, 0, 0, 0]),
        ("shares(i.car, j.car)", {"Car": "red blue red Red - red"}, [0, 1, 1, 0, 1]),
        ("abs(i.rank - j.rank)", {}, [0, 0, 0, 0, 0]),
        ("max(i.seen, j.seen)", {"Seen": "-3 -4 -5 0 2 -3"}, None),
    ],
)
def test_a_formula_reads_columns_of_the_registrations(
    value: str, cells: dict[str, str], costs: list[int] | None
) -> None:
    text = f'[own]\nvalue = "{value}"\nweight = 1\n'
    if costs is None:
        with pytest.raises(InputError, match="a and b cost -3; expected 0 or more"):
            of_pairs(text, six(**cells))
    else:
        assert of_pairs(text, six(**cells))[:5] == costs


def test_an_empty_cell_has_the_number_that_the_profile_says_or_is_refused() -> None:
    t = six(Seen="4 - 4 4 4 -")
    text = '[own]\nvalue = "abs(i.seen - j.seen)"\nweight = 1\n'
    with pytest.raises(
        InputError, match=r"mine.toml:1: .*column seen is empty for .*; expected .*blank = 0 in \[own\]"
    ):
        by(text, t)
    assert of_pairs(text + "blank = 3\n", t)[:5] == [1, 0, 0, 0, 1]


def test_a_cell_may_have_the_minus_sign_of_a_page() -> None:
    text = '[own]\nvalue = "abs(i.form - j.form)"\nweight = 1\n'
    assert of_pairs(text, six(form="−5 -5 5 0 0 0"))[:3] == [0, 10, 5]


def test_two_criteria_may_read_one_column_in_two_ways() -> None:
    own, t = '[{}]\nvalue = "abs(i.seen - j.seen)"\nweight = 1\nblank = {}\n', six(Seen="4 - 4 4 4 4")
    assert of_pairs(own.format("one", 0) + own.format("other", 50), t)[:2] == [4 + 46, 0]
    shared = '[shared]\nvalue = "shares(i.seen, j.seen)"\nweight = 1\n'
    assert of_pairs(own.format("one", 0) + shared, t)[:2] == [4, 1]


@pytest.mark.parametrize(
    ("title", "name"),
    [("Größe", "größe"), ("2nd team", "column_2nd_team"), ("Class", "column_class"), ("km²", "km2")],
)
def test_a_column_of_any_title_has_a_name(title: str, name: str) -> None:
    text = f'[own]\nvalue = "abs(i.{name} - j.{name})"\nweight = 1\n'
    assert of_pairs(text, six(**{title: "1 2 4 4 4 4"}))[:3] == [1, 3, 3]


@pytest.mark.parametrize(("titles", "name"), [(("Travel km", "Travel-km"), "travel_km"), (("Rating?",), "rating")])
def test_of_two_columns_of_one_name_neither_is_read(titles: tuple[str, ...], name: str) -> None:
    text = f'[own]\nvalue = "abs(i.{name} - j.{name})"\nweight = 1\n'
    with pytest.raises(InputError, match=f"several columns are {name}: .*{titles[-1][:6]}"):
        by(text, six(**dict.fromkeys(titles, "1 2 3 4 5 6")))


def test_a_team_has_the_number_of_all_its_members_but_not_several() -> None:
    t = six(Seats="- - 1 1 1 1")
    same, mixed = (
        tuple(Member(str(k), "M", extra=(("Seats", text),)) for k, text in enumerate(texts)) for texts in ("44", "45")
    )
    text = '[own]\nvalue = "abs(i.seats - j.seats)"\nweight = 1\n'
    of = [replace(p, members=same) for p in t.players[:2]]
    assert of_pairs(text, replace(t, players=(*of, *t.players[2:])))[:3] == [0, 3, 3]
    wrong = replace(of[0], members=mixed)
    with pytest.raises(InputError, match=r"column seats of .*'4 / 5'; expected a whole number"):
        by(text, replace(t, players=(wrong, of[1], *t.players[2:])))


WRONG = {
    'value = "i.rating - j.rating"': "a and b cost -100; expected 0 or more",
    'value = "i.rating"': "a and b cost 2100, b and a 2200; expected the same for both",
    'value = "i.rating ** 3 * j.rating ** 3"': "it can reach a number that is too great",
    'value = "gap // i.colours"': "a divisor that may be 0 or less",
    'value = "stairs(i.rating - j.rating)"': "stairs of a number that may be below 0",
    'value = "abs(i.ratin - j.ratin)"': "the registrations have no column ratin; expected one of .*rating",
    'value = "abs(i.car - j.car)"': "column car of .*'red'; expected a whole number",
    'value = "gap / 2"': "not part of a formula: gap / 2; expected // for whole numbers",
    'value = "i.__class__"': "no column is called __class__",
    "value = 5": "a formula that is no text",
    'value = "gap"\nbye = "j.score"': "a bye has no j",
    'value = "gap"\nbye = "-5"': "a bye costs -5; expected 0 or more",
    'value = "gap"\nblank = 1.5': "blank 1.5",
    'value = "gap"\ncolour = 3': "an unknown key colour",
}


@pytest.mark.parametrize("table", WRONG)
def test_a_wrong_criterion_is_refused_with_file_and_line(table: str) -> None:
    with pytest.raises(InputError, match=rf"mine\.toml:2: criterion own: {WRONG[table]}"):
        by(f'about = "x"\n[own]\n{table}\nweight = 1\n', six(Car="red 1 1 1 1 1"))


@pytest.mark.parametrize("weight", ["-1", "1.5", "1000001", "true", '"5"'])
def test_a_weight_that_cannot_be_obeyed_is_refused_with_its_name(weight: str) -> None:
    for text in (
        f'[own]\nvalue = "gap"\nweight = {weight}\n',
        f"same_club = {weight}\n",
        f"[same_club]\nweight = {weight}\n",
    ):
        with pytest.raises(InputError, match=r"own|same_club"):
            parse_profile(text, "mine", "mine.toml")


TABLE = '[given]\nplayers = ["a", "c", "b"]\ncosts = [[5], [2, 6], [1, 3, 7]]\nblank = 40\nweight = 10\n'


def test_a_criterion_may_be_a_table_of_costs_by_ids() -> None:
    """In another order than that of the entrants; `blank` is for everybody whom it lacks."""
    t = six()
    assert of_pairs(TABLE, t)[:9] == [10, 20, 400, 400, 400, 30, 400, 400, 400]
    problem = by(TABLE, replace(t, players=t.players[:3]))
    assert problem.bye_cost().tolist() == [50, 70, 60]
    answer = solve(problem)
    assert (answer.byes, answer.pairs, answer.cost) == ((2,), ((0, 1),), 60 + 10)
    with pytest.raises(InputError, match=r"mine.toml:1: criterion given: its costs lack Player-d .*; expected a row"):
        by(TABLE.replace("blank = 40\n", ""), t)


def test_a_table_may_be_part_of_a_formula() -> None:
    text = TABLE + 'value = "costs[j, i] + abs(i.rating - j.rating)"\nbye = "costs[i, i] * 2"\n'
    assert of_pairs(text, six())[:2] == [10 * (1 + 100), 10 * (2 + 200)]
    assert by(text, six()).bye_cost()[:3].tolist() == [100, 140, 120]


def test_another_table_is_another_criterion_and_what_is_written_is_read_again() -> None:
    others = (TABLE, TABLE.replace("[1, 3", "[1, 4"), TABLE.replace('"c", "b"', '"b", "c"'))
    assert len({fingerprint(by(text, six())) for text in others}) == 3
    profile = parse_profile(TABLE, "mine", "mine.toml")
    assert fingerprint(by(profile_text(profile, None, ""), six())) == fingerprint(by(TABLE, six()))


WRONG_TABLES = {
    'value = "gap"\nplayers = ["a"]': "a table of costs without its lists",
    "costs = [[5]]": "a table of costs without its lists",
    'players = "ab"\ncosts = [[5], [1, 2]]': "a table of costs without its lists",
    'players = ["a", "b"]\ncosts = [[5], 2]': "a table of costs without its lists",
    'players = ["a", "a"]\ncosts = [[5], [1, 2]]': "players that are not ids, each once",
    "players = [[1]]\ncosts = [[5]]": "players that are not ids, each once",
    'players = ["a", "b"]\ncosts = [[5]]': "1 rows of costs for 2 players",
    'players = ["a", "b"]\ncosts = [[5, 1], [1, 2]]': "2 costs in row 1, of player a; expected 1",
    'players = ["a", "b"]\ncosts = [[5], [1.5, 2]]': "a cost of 1.5 in row 2, of player b; expected a whole",
    'players = ["a", "b"]\ncosts = [[5], [-1, 2]]': "a cost of -1 in row 2",
    'players = ["a", "b"]\ncosts = [[5], [true, 2]]': "a cost of True in row 2",
    'players = ["a"]\ncosts = [[1125899906842625]]': "a cost of 1125899906842625 in row 1",
    'players = ["a"]\ncosts = [[5]]\nvalue = "costs"': r"costs is a table; expected costs\[i, j\]",
    'players = ["a"]\ncosts = [[5]]\nvalue = "costs[i]"': r"not part of a formula: costs\[i\]",
    'players = ["a"]\ncosts = [[5]]\nvalue = "costs[i, k]"': r"no entry of a table: costs\[i, k\]",
    'players = ["a"]\ncosts = [[5]]\nvalue = "costs[0, j]"': r"not part of a formula: costs\[0, j\]",
    'players = ["a"]\ncosts = [[5]]\nvalue = "costs[i, j][i, j]"': "not part of a formula",
    'players = ["a"]\ncosts = [[5]]\nvalue = "costs[i:j, j]"': "not part of a formula",
    'players = ["a"]\ncosts = [[5]]\nvalue = "i.costs"': r"costs is a table; expected costs\[i, j\]",
    'players = ["a"]\ncosts = [[5]]\nvalue = "i.club[i, j]"': "not part of a formula",
    'players = ["a"]\ncosts = [[5]]\nbye = "costs[i, j]"': "a bye has no j",
    'value = "costs[i, j]"': r"no entry of a table: costs\[i, j\]; expected .* of a criterion that has a table",
    'value = "score[i, j]"': r"no entry of a table: score\[i, j\]",
}


@pytest.mark.parametrize("table", WRONG_TABLES)
def test_a_wrong_table_is_refused_with_file_and_line(table: str) -> None:
    with pytest.raises(InputError, match=rf"mine\.toml:1: criterion own: {WRONG_TABLES[table]}"):
        by(f"[own]\n{table}\nweight = 1\nblank = 0\n", six())


def test_a_table_has_at_most_1000_players() -> None:
    table = {"players": [str(k) for k in range(1001)], "costs": [], "weight": 1}
    with pytest.raises(InputError, match="costs of 1,001 players; expected at most 1,000"):
        profile_in({"own": table}, "given", "profile")


def test_a_weight_too_great_for_what_the_formula_may_reach_is_refused_with_its_name() -> None:
    text = '[own]\nvalue = "i.rating * j.rating"\nweight = {}\n'
    answer = solve(by(text.format(150_000_000 // 1000), six()))
    assert answer.cost == 150_000 * (2100 * 2600 + 2200 * 2500 + 2300 * 2400)
    wide = text.replace("i.rating * j.rating", "i.rating * j.rating * 100000").format(1_000_000)
    with pytest.raises(
        InputError, match=r"mine.toml:1: criterion own: too great a weight '1,000,000'; expected at most 1,"
    ):
        by(wide, six())


def test_an_error_has_the_line_of_its_criterion_and_of_no_other_that_begins_like_it() -> None:
    with pytest.raises(InputError, match=r"mine.toml:4: criterion rating:"):
        by('[rating_gap]\nvalue = "gap"\nweight = 1\n[rating]\nvalue = "gap / 2"\nweight = 1\n', six())


def test_a_profile_as_a_mapping_is_no_longer_than_a_file() -> None:
    with pytest.raises(InputError, match="201 weights; expected at most 200"):
        profile_in({f"own{k}": {"value": "gap", "weight": 1} for k in range(201)}, "given", "profile")
    with pytest.raises(InputError, match="41 criteria of one's own; expected at most 40"):
        profile_in({f"own{k}": {"value": "gap", "weight": 1} for k in range(41)}, "given", "profile")


@pytest.mark.parametrize("name", ["same_club", "score", "gap", "abs", "Own", "own__x", "own-x", "about", "i"])
def test_a_criterion_of_ones_own_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(InputError, match="cannot be its name"):
        parse_profile(f'["{name}"]\nvalue = "gap"\nweight = 1\n', "mine", "mine.toml")


def test_what_is_written_of_a_profile_is_read_again() -> None:
    profile = parse_profile(RATING_GAP + '[own]\nvalue = "gap"\nweight = 2\ntier = 2\nblank = 4\n', "mine", "mine.toml")
    read = parse_profile(profile_text(profile, None, ""), "mine", "mine.toml")
    assert [replace(w, own=None) for w in read.weights] == [replace(w, own=None) for w in profile.weights]
    assert [own.identity() for own in read.own_criteria] == [own.identity() for own in profile.own_criteria]


def test_a_criterion_of_weight_0_is_written_too() -> None:
    profile = parse_profile('base = "balanced"\n[own]\nvalue = "gap"\nweight = 0\n', "mine", "mine.toml")
    read = parse_profile(profile_text(profile, load_profile("balanced"), ""), "mine", "mine.toml")
    assert [own.name for own in read.own_criteria] == ["own"]


def test_the_print_covers_the_formulas_and_the_columns_that_they_read() -> None:
    prints = {
        fingerprint(by(RATING_GAP, six())),
        fingerprint(by(RATING_GAP.replace("100", "50"), six())),
        fingerprint(by(RATING_GAP + 'bye = "1"\n', six())),
        fingerprint(by(RATING_GAP, replace(six(), players=tuple(replace(p, rating=2000) for p in six().players)))),
    }
    assert len(prints) == 4
    assert fingerprint(by(RATING_GAP, six())) == fingerprint(by(RATING_GAP, six(Seen="1 2 3 4 5 6")))
    assert not has_print(by(RATING_GAP, six()), print_1(by(RATING_GAP, six())))  # it covers no formulas


@pytest.mark.parametrize("name", CRITERIA)
def test_every_criterion_of_the_program_is_symmetric_and_never_below_0(name: str) -> None:
    field, criterion = by(RATING_GAP, six()).field, CRITERIA[name]
    assert is_symmetric(criterion.of_pair) or name == "seeding"  # two of one score group have one size
    assert "j" not in criterion.of_bye.sides
    for of in (criterion.of_pair, criterion.of_bye):
        low, high = bounds(of.root, of, field)
        assert high < 2**31
        assert low >= 0 or name == "colour_balance"  # its least is found pair by pair


@pytest.mark.parametrize("text", ["i.score", "i.score - j.score", "i.score < j.score", "down", "i.score * 2 + j.score"])
def test_a_formula_that_is_not_the_same_for_both_is_known(text: str) -> None:
    assert not is_symmetric(formula(text))


def test_two_columns_of_one_criterion_may_be_of_different_kinds() -> None:
    own = own_criterion("own", "shares(i.car, j.car) * abs(i.seen - j.seen)", "0")
    assert {column.name: column.kind.name for column in own.columns} == {"car": "CODES", "seen": "NUMBER"}


def test_a_deep_formula_is_looked_at_once() -> None:
    text = "i.score"
    for _ in range(14):
        text = f"abs(gap-{text})"
    started = perf_counter()
    assert not is_symmetric(formula(text))
    assert perf_counter() - started < 0.2  # 0.7 s, had each level been looked at twice
