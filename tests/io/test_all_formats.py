"""Every format: any file is read or refused, a tournament comes back as far as the format can say it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from builders import (
    REAL_NAMES,
    all_seen,
    damaged,
    games_by_id,
    games_by_line,
    played,
    played_tournaments,
    read_or_refused,
    real_data,
    same_results,
    tournament,
    with_results,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mcmahon.io.formats import TRF, formats, of_this_program
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Result
from mcmahon.model.tournament.ranks import rating_from_rank
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.tournaments.real import read_real
from test_aga import SAMPLE as AGA
from test_egd import SAMPLE as EGD
from test_ffg import SAMPLE as TOU
from test_macmahon import SAMPLE as MACMAHON
from test_macmahon import same_starts
from test_opengotha import SAMPLE as OPENGOTHA
from test_pairgoth import TEXT as PAIRGOTH
from test_registration_files import MACMAHON as PARTICIPANTS
from test_tde import REGISTER

#: A file of each format, and the signs that mean something to it.
FILES: dict[str, tuple[str, ...]] = {
    "opengotha": (OPENGOTHA, '"', "<", "K"), "macmahon": (MACMAHON, '"', "<", "K"),
    "pairgoth": (PAIRGOTH, '"', "{", "[", "null", "1.5"), "aga": (AGA, "'", "=", "/"), "tou": (TOU, ";"),
    "tde": (REGISTER, "#"), "participants": (PARTICIPANTS, "|", ";", "'"), "egd": (EGD, ";", "[", "+", "0"),
    "csv": ("name,rank,club\nAmber Ada,2d,Ulm\nBirch Bo,3k,Bonn\n", '"', ",", "d"),
}  # fmt: skip
#: A format that is not named above is tried by a file that it has written.
NAMES = [form.name for form in of_this_program() if form is not TRF and (form.name in FILES or form.write)]
#: What a player is to each program that keeps all of it.
PERSON = (
    "surname", "first_name", "rank", "pro", "rating", "rating_is_derived", "country", "club", "pin", "aga", "status",
)  # fmt: skip
#: The grammars of a wallist's headers and results, and of the French format's lines and results, as documented.
EGD_HEADER = re.compile(r"^; [A-Z]{2}\[[^\]]*\]$")
EGD_RESULT = re.compile(r"^(\d+)([+\-=?])(!?)(?:/?([wb?])(\d{1,2})?)?(!?)$")
TOU_LINE = re.compile(r"^(.{4}) (.{25})(.{3}) (.{7}) (.{4})((?:.{8})*)$")
TOU_TOKEN = re.compile(r"^(0[+=-]|[1-9]\d*[+=?-][wb]\d)$")


def file_of(form: str) -> tuple[str, ...]:
    """A file of a format, and the signs that mean something to it."""
    if form in FILES:
        return FILES[form]
    t = played(tournament("2d 1k 3k 9k"), "a+b c-d")
    return (formats()[form].written(t).data.decode("utf-8", "replace"), '"', ",", ";")


def words_of(sample: str) -> st.SearchStrategy[bytes]:
    """The words and signs of the file in any order."""
    words = sorted({*re.split(r"(\W)", sample), "33=", "99999999+"})
    return st.lists(st.sampled_from(words), max_size=80).map(lambda chosen: "".join(chosen).encode())


def with_junk(sample: str) -> st.SearchStrategy[bytes]:
    """The file with any bytes in its middle."""
    whole = sample.encode()
    middle = len(whole) // 2
    return st.binary(max_size=40).map(lambda junk: whole[:middle] + junk + whole[middle:])


def without_idle_end(t: Tournament) -> Tournament:
    """Without last rounds in which nobody had a game or a bye: they leave no trace."""
    rounds = list(t.rounds)
    while rounds and not rounds[-1].games and not rounds[-1].byes:
        rounds.pop()
    return replace(t, rounds=tuple(rounds))


def idle_are_absent(t: Tournament) -> Tournament:
    """Whoever was entered without a game is absent."""
    return replace(t, rounds=tuple(replace(r, absent=(*r.absent, *r.unpaired), unpaired=()) for r in t.rounds))


def without_numbers(t: Tournament) -> Tournament:
    """Without AGA numbers, and estimated ratings are the rank's."""
    people = [
        replace(p, aga="", rating=rating_from_rank(p.rank) if p.rating_is_derived else p.rating) for p in t.players
    ]
    return t.with_players(people)


def as_opengotha(t: Tournament) -> Tournament:
    """One bye a round, clubs of four letters, no void games."""
    t = with_results(t, {Result.VOID: Result.JIGO})
    rounds = [replace(r, byes=r.byes[:1], unpaired=(*r.unpaired, *r.byes[1:])) for r in t.rounds]
    people = tuple(replace(p, club=p.club[:4]) for p in t.players)
    return without_idle_end(replace(t, rounds=tuple(rounds), players=people))


def as_macmahon(t: Tournament) -> Tournament:
    """No void games, one komi."""
    t = without_numbers(idle_are_absent(with_results(t, {Result.VOID: Result.JIGO})))
    rounds = tuple(replace(r, games=tuple(replace(g, komi_halves=13) for g in r)) for r in t.rounds)
    return without_idle_end(replace(t, settings=replace(t.settings, komi=13), rounds=rounds))


def as_pairgoth(t: Tournament) -> Tournament:
    """A bye is a win, an absence is none, nothing is by default, and a rating that is the rank's is estimated."""
    points = replace(t.settings.points, bye=2, bye_wins=2, absence_wins=0, void=0)
    points = replace(points, round_down="none" if points.round_down == "none" else "absences and byes")
    placing = replace(t.settings.placing, empty_round="own start", empty_round_sosos="own start", handicap_in_sos=True)
    rounds = [replace(r, games=tuple(replace(g, by_default=False) for g in r)) for r in t.rounds]
    own = replace(t.settings, points=points, placing=placing)
    people = [replace(p, aga="", rating_is_derived=p.rating == rating_from_rank(p.rank)) for p in t.players]
    return without_idle_end(idle_are_absent(Tournament(own, tuple(people), tuple(rounds))))


def as_csv(t: Tournament) -> Tournament:
    """Players alone, and estimated ratings are the rank's."""
    return replace(without_numbers(t), rounds=())


def seen_by_officers(t: Tournament) -> Tournament:
    """Those who have played, without void games; an absence gives less than a win, which would be a bye."""
    t = all_seen(with_results(t, {Result.VOID: Result.JIGO}))
    points = replace(t.settings.points, absence=min(t.settings.points.absence, 1))
    return replace(t, settings=replace(t.settings, points=points))


def as_egd(t: Tournament) -> Tournament:
    """Half a point each where no result is known, and every 0-0 by default: it is not to be rated."""

    def marked(game: Game) -> Game:
        return replace(game, by_default=game.by_default or game.result is Result.BOTH_LOSE)

    t = seen_by_officers(with_results(t, {Result.UNKNOWN: Result.JIGO}))
    return replace(t, rounds=tuple(replace(r, games=tuple(map(marked, r))) for r in t.rounds))


def as_aga(t: Tournament) -> Tournament:
    """Games that somebody won on the board, with half a point of komi in all; everybody has a number."""
    people = tuple(replace(p, aga=str(k)) for k, p in enumerate(t.players, 1))

    def won(games: tuple[Game, ...]) -> tuple[Game, ...]:
        found = [g for g in games if g.result in (Result.WHITE, Result.BLACK) and not g.by_default]
        return tuple(replace(g, komi_halves=1 if g.handicap == 1 else g.komi_halves // 2 * 2 + 1) for g in found)

    return replace(t, players=people, rounds=tuple(replace(r, games=won(r.games)) for r in t.rounds))


def same(before: Tournament, after: Tournament, _: bytes) -> None:
    """Players; and if the format has rounds, these, tables and start scores."""
    for old, new in zip(before.players, after.players, strict=True):
        for name in PERSON:
            assert getattr(new, name) == getattr(old, name), (old.id, name)
    same_results(before, after)
    if before.rounds:
        same_starts(before, after)
    assert [[g.table for g in r] for r in after.rounds] == [[g.table for g in r] for r in before.rounds]


def as_in_egd(before: Tournament, after: Tournament, data: bytes) -> None:
    """By the places of the players, in lines of the documented grammar."""
    assert games_by_id(after) == games_by_line(before)
    for line in data.decode("ascii").splitlines():
        if line.startswith("; ") and "[" in line:
            assert EGD_HEADER.match(line), line
        elif not line.startswith(";"):
            tokens = line.split("|")[0].split()[-len(before.rounds) :]
            assert all(EGD_RESULT.match(token) for token in tokens), line


def as_in_tou(before: Tournament, after: Tournament, data: bytes) -> None:
    """By the places of the players; whoever won by default has a bye, as there is no mark for that."""
    rows = standings(before).rows
    lines = {row.player.id: row.line for row in rows}
    assert [(p.name, p.rank) for p in after.players] == [(row.player.name, row.player.rank) for row in rows]
    for drawn, found, read in zip(before.rounds, games_by_line(before), games_by_id(after), strict=True):
        kept = {game for game in found if game[0] == "bye" or not (game[-1] or game[-2] is Result.BOTH_LOSE)}
        for game in drawn:
            if game.by_default:
                kept |= {("bye", lines[p]) for p, won in zip(game.players, game.half_points(), strict=True) if won == 2}
        assert read == kept
    for line in data.decode("iso-8859-15").splitlines():
        if not line.startswith(";"):
            match = TOU_LINE.fullmatch(line)
            assert match is not None, line
            assert len(match[6].split()) == len(before.rounds)
            assert all(TOU_TOKEN.fullmatch(token) for token in match[6].split()), line


def as_in_aga(before: Tournament, after: Tournament, _: bytes) -> None:
    """Whole komi are half a point more, so that nobody draws."""

    def games(t: Tournament) -> list[list[tuple[object, ...]]]:
        aga = {p.id: p.aga for p in t.players}
        return [[(aga[g.white], aga[g.black], g.handicap, g.komi_halves, g.result) for g in r] for r in t.rounds]

    assert games(after) == games(before)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a format keeps: what it can say of a tournament, and what of that is compared with what is read.

    `again`: what was read is written as the same file. `names`: those of all scripts are kept.
    """

    sayable: Callable[[Tournament], Tournament]
    compare: Callable[[Tournament, Tournament, bytes], None] = same
    again: bool = True
    names: bool = True
    standings: bool = False


KEPT = {
    "opengotha": Kept(as_opengotha, standings=True),
    "macmahon": Kept(as_macmahon),
    "pairgoth": Kept(as_pairgoth, standings=True),
    "egd": Kept(as_egd, as_in_egd, again=False, names=False),
    "tou": Kept(seen_by_officers, as_in_tou, again=False, names=False),
    "aga": Kept(as_aga, as_in_aga, again=False, names=False),
    "csv": Kept(as_csv),
}


def through(form: str, before: Tournament) -> Tournament:
    """The tournament through a file of the format, compared with what the format keeps."""
    kept = KEPT[form]
    data = formats()[form].written(before).data
    after = formats()[form].read(data, form).tournament
    kept.compare(before, after, data)
    assert not kept.again or formats()[form].written(after).data == data
    return after


@pytest.mark.slow
@pytest.mark.parametrize("form", NAMES)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_bytes_give_a_tournament_or_an_error(form: str, data: st.DataObject) -> None:
    sample, *_ = file_of(form)
    given_bytes = data.draw(st.binary(max_size=300) | words_of(sample) | with_junk(sample))
    assert read_or_refused(formats()[form].read, given_bytes)


@pytest.mark.slow
@pytest.mark.parametrize("form", NAMES)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_a_tournament_or_an_error(form: str, data: st.DataObject) -> None:
    sample, *signs = file_of(form)
    assert read_or_refused(formats()[form].read, data.draw(damaged(sample, *signs)))


@pytest.mark.slow
@pytest.mark.parametrize("form", NAMES)
@pytest.mark.parametrize("value", ["", "-5", "0", "1.5", "x", "9" * 5000, "²", "٣"])
def test_odd_numbers_give_a_tournament_or_an_error(form: str, value: str) -> None:
    """In the place of each number of the file."""
    sample, *_ = file_of(form)
    for number in re.finditer(r"-?[0-9]+(\.[0-9]+)?", sample):
        data = sample[: number.start()] + value + sample[number.end() :]
        assert read_or_refused(formats()[form].read, data.encode()), data


@pytest.mark.slow
@pytest.mark.parametrize("form", KEPT)
@given(t=played_tournaments(name="Lake"))
@settings(max_examples=60, deadline=None)
def test_a_generated_tournament_comes_back(form: str, t: Tournament) -> None:
    t = KEPT[form].sayable(t)
    assume(any(r.games for r in t.rounds) or not formats()[form].rated)
    through(form, t)


@pytest.mark.slow
@pytest.mark.parametrize("form", KEPT)
@pytest.mark.parametrize("name", REAL_NAMES)
def test_a_real_tournament_comes_back(form: str, name: str) -> None:
    """With its places and all its scores, if the format has what they are computed of."""
    before = KEPT[form].sayable(read_real(real_data() / "tournaments" / f"{name}.json"))
    after = through(form, before)
    if KEPT[form].standings:
        old, new = (
            [(r.player.surname, r.place, r.mms, dict(r.values)) for r in standings(t).rows] for t in (before, after)
        )
        assert new == old


@pytest.mark.parametrize("form", [form for form, kept in KEPT.items() if kept.names])
def test_names_of_every_kind_and_all_of_a_player_come_back(form: str) -> None:
    named = [
        ("Ødegård", "Åse"), ("Nguyễn", ""), ("O'Brien-Smith", "José María"), ("李", "世乭"), ("A & <B>", '"C" ]]>'),
        ("Müller; jr", "a,b"),
    ]  # fmt: skip
    t = played(tournament("2d 1d 1k 3k 9k 20k", name="Łąka", preset="egf"), "a+b c-d", byes="e", unpaired="f")
    own = [{"club": "Élan", "country": "FR"}, {"pin": "14000001"}, {"aga": "77"}, {"club": "D'Or & <B>"}, {}, {}]
    people = zip(t.players, named, own, strict=True)
    t = KEPT[form].sayable(t.with_players(replace(p, surname=s, first_name=f, **o) for p, (s, f), o in people))
    assert [(p.surname, p.first_name) for p in through(form, t).players] == named
