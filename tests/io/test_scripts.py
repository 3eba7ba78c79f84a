"""Names in many scripts, from the registration to every page and file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import TRF, make_pages, same_results
from mcmahon.api import check, new_tournament, pair_round, register
from mcmahon.cli.board_texts import boards_text
from mcmahon.cli.commands.player_commands import players_list_text
from mcmahon.cli.commands.table_commands import standings_text
from mcmahon.cli.output import width
from mcmahon.io.foreign.foreign_names import in_two
from mcmahon.io.formats import formats
from mcmahon.io.pages.templates import isolated
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.latin import ascii_text
from mcmahon.model.tournament.person import name_key
from mcmahon.model.tournament.tournament import Tournament

NAMES = (
    "محمد, علي", "כהן, דוד", "Иванов, Пётр", "Παπαδόπουλος, Νίκος", "李, 世乭", "김, 민준", "शर्मा, राम", "शर्मा, रीमा",
    "สมชาย, ใจดี", "E\u0301mile, Zoe\u0308", "Smile, Joe 😀", "Zero\u200bWidth, An\u200dna", "\u202eTurned, Round",
    "L" + "o" * 200 + "ng, Name", "𠮷野, 家",
)  # fmt: skip


def played_by(path: Path, players: int, rounds: int) -> Tournament:
    """A tournament of these names and others with numbers in them; White wins every second board."""
    rows = [NAMES[k] if k < len(NAMES) else f"{NAMES[k % 10].split(',')[0]} {k}, X{k}" for k in range(players)]
    lines = [f'"{name}",{k % 15 + 1}k,"{name.split(",")[0][:9]}"' for k, name in enumerate(rows)]
    path.write_text("\n".join(["name,rank,club", *lines]) + "\n", encoding="utf-8")
    made = register(new_tournament("bga", rounds=rounds), path)
    for _ in range(rounds):
        made = pair_round(made).tournament
        drawn = made.rounds[-1]
        games = tuple(replace(g, result=Result.WHITE if g.table % 2 else Result.BLACK) for g in drawn)
        made = made.with_round(replace(drawn, games=games, draft=False))
    return made


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    return played_by(tmp_path_factory.mktemp("many") / "p.csv", 16, 3)


def test_columns_of_the_terminal_are_aligned_in_every_script(many: Tournament) -> None:
    """What stands behind a name begins in the same column of the terminal in every line."""

    def behind(line: str, name: str) -> int:
        rest = line[line.index(name) + len(name) :]
        return width(line) - width(rest.lstrip())

    scores = score(many.before(1))
    listed = players_list_text(many.players, 3, scores.start).splitlines()[1:]
    assert len({behind(line, p.name) for line, p in zip(listed, many.players, strict=True)}) == 1
    boards = boards_text(many, many.rounds[0], scores).splitlines()[1:]
    whites = [many.player(game.white).name for game in many.rounds[0]]
    assert len({behind(line, name) for line, name in zip(boards, whites, strict=True)}) == 1
    table = standings(many)
    lines = standings_text(table).splitlines()[1:]
    assert len({behind(line, row.player.name) for line, row in zip(lines, table.rows, strict=True)}) == 1


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("김민준", 6),
        ("\u1100\u1175\u11b7", 2),
        ("शर्मा", 4),
        ("ใจดี", 3),
        ("محمد", 4),
        ("e\u0301", 1),
        ("😀", 2),
        ("An\u200dna", 4),
    ],
)
def test_the_width_of_a_text_is_what_a_terminal_shows(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("김 민준", "Gim MinJun"),
        ("\u1100\u1175\u11b7", "Gim"),
        ("李世乭", "LiShiShi"),
        ("Дмитрий", "Dmitriy"),
        ("Zoe\u0308 Ó Ło\u0308ß", "Zoe O Loss"),
        ("Ế", "E"),
        ("ﬁ Ⅳ", "fi IV"),
        ("राम", "ram"),
        ("😀", "_"),
        ("محمد", "mhmd"),
    ],
)
def test_letters_of_other_scripts_are_transliterated(text: str, plain: str) -> None:
    """Decided by the whole letter: taken apart, a block of Hangul is three. What is no letter anywhere is a stroke."""
    assert ascii_text(text) == plain


@pytest.mark.parametrize(
    ("name", "surname", "given"),
    [
        ("OST Kim", "OST", "Kim"),
        ("O'Brien Jon", "O'Brien", "Jon"),
        ("Berg Jan Piet", "Berg", "Jan Piet"),
        ("van der Berg Jan", "van der Berg", "Jan"),
        ("VON Berg Jan", "VON Berg", "Jan"),
        ("de la Cruz Ana", "de la Cruz", "Ana"),
        ("Silva da Costa Ana", "Silva da Costa", "Ana"),
        ("Jan van der Berg", "van der Berg", "Jan"),
        ("van der Berg", "van der Berg", ""),
        ("Le Anh", "Le", "Anh"),
        ("van", "van", ""),
        ("Berg Van", "Berg", "Van"),
        ("Kim", "Kim", ""),
    ],
)
def test_a_name_without_a_comma_is_split_behind_the_surname(name: str, surname: str, given: str) -> None:
    """The surname comes first, as in the European database, and keeps its particles."""
    assert in_two(name) == (surname, given)


def test_vowels_that_are_marks_tell_names_apart_and_accents_do_not() -> None:
    assert name_key("शर्मा", "राम") != name_key("शर्मा", "रीमा")
    assert name_key("ดี") != name_key("ดา")
    assert name_key("Müller") == name_key("Mu\u0308ller") == name_key("MULLER")
    assert name_key("김") == name_key("\u1100\u1175\u11b7")
    assert name_key("Joe ❤\ufe0f") == name_key("Joe ❤")


def test_words_from_right_to_left_do_not_turn_round_what_stands_beside_them(many: Tournament) -> None:
    assert isolated("won against محمد علي (7) & <b>") == "won against <bdi>محمد علي</bdi> (7) &amp; &lt;b&gt;"
    pages = make_pages(many)
    place = [p.name for p in many.players].index("محمد علي") + 1
    assert f"<h1><bdi>محمد علي</bdi>, {many.players[place - 1].rank_name}</h1>" in pages[f"player-{place}.html"]
    for name, text in pages.items():
        body = text.partition("<body")[2]
        if name != "pictures.html":  # where the name is in the title of a shape, which takes no elements
            assert body.count("محمد علي") == body.count("<bdi>محمد علي</bdi>"), name


@pytest.mark.parametrize("form", ["opengotha", "macmahon", TRF])
def test_names_of_every_script_go_out_and_come_back(many: Tournament, form: str) -> None:
    there = formats()[form].written(many)
    back = formats()[form].read(there.data, "x").tournament
    ids = {p.id: next(q.id for q in back.players if q.name[:30] == p.name[:30]) for p in many.players}
    same_results(many, back, ids)


@pytest.mark.slow
def test_forty_rounds_of_64_players(tmp_path: Path, full: bool) -> None:
    """Without `--full` ten rounds; drawn, placed, published and exported like any others."""
    players, rounds = (64, 40) if full else (16, 10)
    made = played_by(tmp_path / "p.csv", players, rounds)
    assert check(made) == []
    assert len(standings(made).rows) == players
    assert f"round-{rounds}.html" in make_pages(made)
    for form in ("egd", "tou", "macmahon", "pairgoth"):
        back = formats()[form].read(formats()[form].written(made).data, "x").tournament
        assert (len(back.players), len(back.rounds)) == (players, rounds), form
    losses = formats()["opengotha"].written(made).losses.lines()
    assert any("twentieth" in line for line in losses) or rounds <= 20
