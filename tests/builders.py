"""Small tournaments for tests: `players("3d 2d 1d")`, `tournament(...)`, `played(...)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from mcmahon.io.foreign.foreign import Read
from mcmahon.io.formats import formats, writable
from mcmahon.io.losses import note_lost
from mcmahon.io.pages.publishing import page_files
from mcmahon.io.settings.profiles import parse_profile
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.sums import Sums
from mcmahon.model.placing.tie_breaks import in_points, plain_values
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Member, Player
from mcmahon.model.tournament.ranks import parse_rank, rating_from_rank
from mcmahon.model.tournament.settings.settings import PRESETS
from mcmahon.model.tournament.tournament import Tournament, with_members

#: The real tournaments, by the names of their files.
REAL_NAMES = (
    "alpar_kilinc2019", "balma2019", "bydgoszcz2019", "croatian_open2020", "egc2011_main", "frioul2018",
    "iberoamericano2020", "lyon2020", "ma_state2019", "metu_summer2020", "paris2021", "virginia_other2020",
    "winterthur2019", "zetournoi2020",
)  # fmt: skip

#: Names as they stand in real lists: a long surname of two people, two surnames, 40 letters without a blank.
LONG_NAMES = (
    ("Thamrongnawasawat", "Somchai"), ("Thamrongnawasawat", "Malee"),
    ("Rakotomalalanirina Andriamihaja", "Jean-Baptiste"), ("Rakotomalalanirina Andriamihaja", "Jean-Christophe"),
    ("Donaudampfschifffahrtsgesellschaftskapit", "Anna"), ("Donaudampfschifffahrtsgesellschaftskapit", "Anne"),
)  # fmt: skip

#: TRF belongs to the research distribution: its cases run where that is installed, as the gate does.
_NO_TRF = pytest.mark.skipif("trf" not in writable(), reason="TRF is read by mcmahon-bench, which is not installed")
TRF = pytest.param("trf", marks=_NO_TRF)
#: Example profiles, a TOML file each: rules over pairs, and tiers.
EXAMPLES = Path(__file__).resolve().parent.parent / "bench" / "profiles"
SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


def example(name: str) -> Profile:
    """The example profile of this name."""
    return parse_profile((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"), name, f"{name}.toml")


def real_data() -> Path:
    """The real tournaments; the test is skipped where they are not."""
    if not SHARED.is_dir():
        pytest.skip("the real tournaments are not here (a folder shared/data beside the checkout)")
    return SHARED


#: What every encoding of a file leaves as it is; control and format characters, which readers drop, in UTF-8 or alone.
WORD = re.compile("[A-Za-z]+")
DROPPED = re.compile(
    rb"\xc2[\x80-\x9f\xad]|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|[\x00-\x1f\x7f\xad]"
)


def read_or_refused(read: Callable[[bytes, str], Read], data: bytes) -> bool:
    """Whether a tournament comes out of a file, of players whose names stand there, or an error with problems."""
    try:
        names = [player.name for player in read(data, "x").tournament.players]
    except InputError as error:
        return bool(error.problems)
    written = DROPPED.sub(b"", data).lower()
    return bool(names) and all(word.lower().encode() in written for name in names for word in WORD.findall(name))


#: What a damaged file may have in the place of any of its characters.
JUNK = ("", " ", "\n", "²", "-1", "9" * 20, "9" * 5000, "é", "\0")


def damaged(sample: str, *signs: str) -> st.SearchStrategy[bytes]:
    """The sample with one character replaced, by junk or by one of the signs that mean something to its format."""

    def with_junk(at: int, junk: str) -> bytes:
        return (sample[:at] + junk + sample[at + 1 :]).encode()

    return st.builds(with_junk, st.integers(0, len(sample) - 1), st.sampled_from(JUNK + signs))


def lost_in(form: str, t: Tournament) -> dict[str, list[str]]:
    """What a format does not keep of a tournament: remarks with their cases, those found by reading back too."""
    written = formats()[form].written(t)
    note_lost(formats()[form], t, written)
    return written.losses.cases


def losses_of(form: str, t: Tournament) -> str:
    """The same in lines."""
    return "\n".join(f"{remark} ({len(cases)}): {', '.join(cases)}" for remark, cases in lost_in(form, t).items())


def players(ranks: str, **common: Any) -> tuple[Player, ...]:
    """Players a, b, c … of these ranks."""
    made = []
    for k, text in enumerate(ranks.split()):
        rank, pro = parse_rank(text)
        name = chr(ord("a") + k) if k < 26 else f"p{k}"
        made.append(Player(name, f"Player-{name}", rank=rank, pro=pro, rating=rating_from_rank(rank), **common))
    return tuple(made)


def tournament(ranks: str, preset: str = "bga", **settings: Any) -> Tournament:
    """A tournament of such players; settings with `__` for the dot."""
    given = {"rounds": 5, **{key.replace("__", "."): value for key, value in settings.items()}}
    return Tournament(parse_settings(new_settings_text(preset, given), "test"), players(ranks))


def played(before: Tournament, games: str, byes: str = "", absent: str = "", unpaired: str = "") -> Tournament:
    """With a round added: `a+b` (White a won), `c-d` (Black d won), `e=f`, `g?h`; `!` behind it: by default."""
    results = {"+": Result.WHITE, "-": Result.BLACK, "=": Result.JIGO, "?": Result.UNKNOWN, "0": Result.BOTH_LOSE}
    made = []
    for table, text in enumerate(games.split(), 1):
        white, sign, black = text[0], text[1], text[2]
        made.append(Game(table, white, black, result=results[sign], by_default=text.endswith("!")))
    number = len(before.rounds) + 1
    drawn = Round(number, tuple(made), tuple(byes.split()), tuple(absent.split()), tuple(unpaired.split()))
    return before.with_round(drawn)


def field(count: int) -> Tournament:
    """So many players, those beside each other paired in round 1, without results."""
    people = [Player(str(k), f"Player{k:04}", rating=2000 - k) for k in range(count)]
    games = [Game(k + 1, str(2 * k), str(2 * k + 1)) for k in range(count // 2)]
    t = tournament("").with_players(people)
    return t.with_round(Round(1, tuple(games), byes=(str(count - 1),) if count % 2 else ()))


def make_pages(t: Tournament) -> dict[str, str]:
    """The texts of all pages by file name."""
    return {name: data.decode() for name, data in page_files(t).items()}


def values(t: Tournament, name: str) -> dict[str, float]:
    """A placing criterion of every player, in points."""
    found = plain_values(name, Sums(score(t), t.by_id()))
    return {p: in_points(v, name) for p, v in found.items()}


def with_player(before: Tournament, player_id: str, **changes: Any) -> Tournament:
    """With one player changed."""
    return before.with_players([replace(before.player(player_id), **changes)])


def pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of players; -1 stands for the bye."""
    if not players:
        yield []
        return
    first, *others = players
    for k, partner in enumerate(others):
        for rest in pairings(others[:k] + others[k + 1 :]):
            yield [(first, partner), *rest]


def free_pairs(problem: RoundProblem, answer: Pairing) -> list[tuple[int, int]]:
    settled = {frozenset(pair) for pair in problem.forced}
    pairs = [pair for pair in answer.pairs if frozenset(pair) not in settled]
    return pairs + [(p, -1) for p in answer.byes if p not in problem.forced_byes]


@st.composite
def played_tournaments(draw: st.DrawFn, preset: str = "", **settings: Any) -> Tournament:
    """Four to nine players of any rank, one to five rounds of any pairs, results, defaults, handicaps and absences."""
    ranks = draw(st.lists(st.sampled_from(("4d", "2d", "1d", "1k", "3k", "9k")), min_size=4, max_size=9))
    rounds = draw(st.integers(1, 5))
    chosen = preset or draw(st.sampled_from(sorted(PRESETS)))
    made = tournament(" ".join(ranks), preset=chosen, rounds=rounds, start__bar="none", **settings)
    for number in range(1, rounds + 1):
        order = draw(st.permutations([p.id for p in made.players]))
        pairs = draw(st.integers(0, len(order) // 2))
        games = []
        for k in range(pairs):
            result = draw(st.sampled_from(sorted(Result)))
            by_default = draw(st.integers(0, 5)) == 0 and result not in (Result.UNKNOWN, Result.VOID)
            games.append(Game(k + 1, order[2 * k], order[2 * k + 1], draw(st.integers(0, 3)), 13, result, by_default))
        rest = order[2 * pairs :]
        byes, unpaired = draw(st.integers(0, len(rest))), draw(st.integers(0, len(rest)))
        drawn = Round(number, tuple(games), tuple(rest[:byes]), unpaired=tuple(rest[byes : max(byes, unpaired)]))
        made = made.with_round(drawn)
    return made


def same_results(before: Tournament, after: Tournament, ids: dict[str, str] | None = None) -> None:
    """Every round of every player: kind, opponent, colour, handicap, result, default; `ids` are the new ones by old."""
    ids = ids or {old.id: new.id for old, new in zip(before.players, after.players, strict=True)}
    old, new = score(before).entries, score(after).entries
    for pid, row in old.items():
        for a, b in zip(row, new[ids[pid]], strict=True):
            assert (b.kind, b.opponent) == (a.kind, ids.get(a.opponent, ""))
            assert (b.colour, b.handicap, b.result, b.by_default) == (a.colour, a.handicap, a.result, a.by_default)


def games_by_line(t: Tournament) -> list[set[tuple[object, ...]]]:
    """Every round's games with byes, by the players' places in the standings."""
    lines = {row.player.id: row.line for row in standings(t).rows}
    rounds = []
    for drawn in t.rounds:
        found: set[tuple[object, ...]] = {("bye", lines[p]) for p in drawn.byes}
        for g in drawn:
            found.add((lines[g.white], lines[g.black], g.handicap, g.result, g.by_default))
        rounds.append(found)
    return rounds


def games_by_id(t: Tournament) -> list[set[tuple[object, ...]]]:
    """The same out of a file whose line numbers are the places among those who have played."""
    return [
        {("bye", int(p)) for p in drawn.byes}
        | {(int(g.white), int(g.black), g.handicap, g.result, g.by_default) for g in drawn}
        for drawn in t.rounds
    ]


def with_results(t: Tournament, instead: dict[Result, Result]) -> Tournament:
    """With some results replaced, as a file has no word for them."""
    rounds = [replace(r, games=tuple(replace(g, result=instead.get(g.result, g.result)) for g in r)) for r in t.rounds]
    return replace(t, rounds=tuple(rounds))


def all_seen(t: Tournament) -> Tournament:
    """Without those who never played: they are not in the file."""
    seen = {p for r in t.rounds for g in r for p in g.players} | {p for r in t.rounds for p in r.byes}
    return replace(t, players=tuple(p for p in t.players if p.id in seen))


def member(text: str, **fields: Any) -> Member:
    """A member out of a name, a rank and a club: `Sato 3d Ulm`; without a rank in the list it is no member."""
    surname, rank_text, *club = text.split()
    rank, pro = parse_rank(rank_text)
    own: dict[str, Any] = {"id": surname.lower(), "surname": surname, "club": " ".join(club), "rank": rank, "pro": pro}
    return Member(**(own | {"rating": rating_from_rank(rank), "rating_is_derived": True} | fields))


def pair(entrant: str, *people: str | Member, rule: str = "mean", **fields: Any) -> Player:
    """An entrant of several people, whose name and rank follow from them: `pair("a", "Sato 3d Ulm", "Maier 2k")`."""
    own: dict[str, Any] = {"rank_is_derived": True, "rating_is_derived": True}
    made = Player(entrant, fields.pop("surname", ""), **(own | fields))
    return with_members(made, [member(one) if isinstance(one, str) else one for one in people], rule)


def pairs(*entrants: Player, preset: str = "bga", **settings: Any) -> Tournament:
    """A tournament of such entrants."""
    given = {"rounds": 5, "entrants.kind": "pairs", **{key.replace("__", "."): v for key, v in settings.items()}}
    return Tournament(parse_settings(new_settings_text(preset, given), "test"), entrants)
