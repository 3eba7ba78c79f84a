"""Who a line of registrations is, where ids and names disagree: asked, and no player is renamed without a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from builders import tournament
from mcmahon.desk.people.register import Register, register
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.tables.records import write_table
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.same_names import Same, words_key

FIRST = """ID,Name,Rank,Club
1,"Kern, Bo",6k,Jena
2,"Muster, Jo",4k,Bonn
3,"Ost, Kim",3k,Ulm
4,"Weber, Ida",5k,Kiel
"""
MOVED = """ID,Name,Rank,Club
1,"Adler, Max",2k,Gera
2,"Kern, Bo",6k,Jena
3,"Muster, Jo",4k,Bonn
4,"Ost, Kim",3k,Ulm
5,"Weber, Ida",5k,Kiel
"""
WITHOUT_IDS = 'Name,Rank,Club\n"Ost, Kim",3k,Ulm\n"Muster, Jo",4k,Bonn\n'
WITH_IDS = 'ID,Name,Rank,Club\n881,"Ost, Kim",3k,Ulm\n882,"Muster, Jo",4k,Bonn\n'


def registered(*texts: str, same: Same = Same.ASK, state: State | None = None) -> State:
    """The tournament after such lists, of which only the last may be told what decides."""
    state = state or in_memory(tournament("", rounds=3))
    for text in texts:
        state = register(
            state, Register(text=text, name="list.csv", same=same if text is texts[-1] else Same.ASK)
        ).state
    return state


def played(state: State) -> State:
    """With round 1 drawn and won by White everywhere."""
    drawn = draw_round(state.tournament)
    games = tuple(replace(game, result=Result.WHITE) for game in drawn.round)
    after = drawn.tournament.with_round(replace(drawn.round, games=games, draft=False))
    return state.with_tournament(after)


def by_id(state: State) -> dict[str, str]:
    return {player.id: player.name for player in state.tournament.players}


def question(*texts: str, state: State | None = None) -> list[str]:
    with pytest.raises(InputError) as refused:
        registered(*texts, state=state)
    first, *lines = refused.value.problems
    assert [dict(way.fields) for way in first.ways] == [{"same": "ids"}, {"same": "names"}]
    return [first.text(""), *(line.text("") for line in lines)]


def test_ids_that_count_the_lines_and_have_moved_are_no_ids() -> None:
    """Everybody of before is on another line by name: nobody is renamed, and Adler gets a free id."""
    state = played(registered(FIRST))
    after = registered(MOVED, state=state)
    assert by_id(after) == by_id(state) | {"5": "Adler Max"}
    assert {g.white: g.black for g in after.tournament.round(1)} == {
        g.white: g.black for g in state.tournament.round(1)
    }
    done = register(state, Register(text=MOVED, name="list.csv"))
    assert any("the ids count the lines and have moved" in getattr(note, "text", "") for note in done.notes)


def test_moved_ids_are_a_question_if_somebody_of_before_is_gone() -> None:
    """Kern is not in the new list: is Adler Kern's new name, or somebody else?"""
    gone = MOVED.replace('2,"Kern, Bo",6k,Jena\n', "").replace("3,", "2,").replace("4,", "3,").replace("5,", "4,")
    said = question(FIRST, gone)
    assert "ids and names disagree on 1 line" in said[0]
    assert (
        "by ids, 1 player would be renamed and 0 added; by names, nobody would be renamed, 3 known and 1 added"
        in said[0]
    )
    assert "the id 1 is Kern Bo, and nobody is called Adler Max" in said[1]


def test_a_list_with_ids_after_one_without_is_a_question() -> None:
    said = question(WITHOUT_IDS, WITH_IDS)
    assert "ids and names disagree on 2 lines" in said[0]
    assert "nobody has the id 881, and Ost Kim has the id 1" in said[1]
    by_names = registered(WITHOUT_IDS, WITH_IDS, same=Same.NAMES)
    assert by_id(by_names) == {"1": "Ost Kim", "2": "Muster Jo"}
    by_ids = registered(WITHOUT_IDS, WITH_IDS, same=Same.IDS)
    assert len(by_id(by_ids)) == 4


def test_the_ids_decide_if_somebody_says_so() -> None:
    changed = FIRST.replace("Kern, Bo", "Adler, Max")
    assert "the id 1 is Kern Bo" in question(FIRST, changed)[1]
    assert by_id(registered(FIRST, changed, same=Same.IDS))["1"] == "Adler Max"
    by_names = by_id(registered(FIRST, changed, same=Same.NAMES))
    assert (by_names["1"], by_names["5"]) == ("Kern Bo", "Adler Max")


def test_two_ids_exchanged_are_a_question() -> None:
    exchanged = FIRST.replace("3,", "9,").replace("4,", "3,").replace("9,", "4,")
    said = question(FIRST, exchanged)
    assert "ids and names disagree on 2 lines" in said[0]
    assert by_id(registered(FIRST, exchanged, same=Same.NAMES)) == by_id(registered(FIRST))


def test_a_name_spelt_otherwise_is_corrected_by_its_id_until_a_round_is_drawn() -> None:
    spelt = FIRST.replace("Muster, Jo", "Musterer, Jo")
    assert by_id(registered(FIRST, spelt))["2"] == "Musterer Jo"
    assert "the id 2 is Muster Jo" in question(spelt, state=played(registered(FIRST)))[1]


def test_what_is_no_disagreement_is_not_asked() -> None:
    """The same list again, in another order with its ids; accents; a namesake with an id; known players by id alone."""
    head, *lines = FIRST.splitlines()
    mixed = "\n".join([head, *lines[::-1]]) + "\n"
    assert by_id(registered(FIRST, FIRST, mixed)) == by_id(registered(FIRST))
    assert by_id(registered(FIRST, FIRST.replace("Muster, Jo", "Müster, Jo")))["2"] == "Müster Jo"
    namesake = FIRST + '77,"Ost, Kim",12k,Gera\n'
    assert Counter(by_id(registered(FIRST, namesake)).values())["Ost Kim"] == 2
    assert by_id(registered(FIRST, "ID,Club\n3,Gera\n")) == by_id(registered(FIRST))


def test_two_people_whom_the_egd_knows_are_not_one() -> None:
    one = 'ID,Name,Rank,Pin\nA,"Ost, Kim",3k,10000001\n'
    other = 'ID,Name,Rank,Pin\nB,"Ost, Kim",5k,10000002\n'
    assert by_id(registered(one, other)) == {"A": "Ost Kim", "B": "Ost Kim"}


SURNAMES = ("Kern", "Muster", "Ost", "Weber", "Adler", "Lang", "Dorn", "Falk", "Haas", "Brandt", "Schulz", "Winter")
Line = list[str]


def changed(lines: Sequence[Line], rng: Random) -> list[Line]:
    """The list as the next export may have it: sorted anew, ids shifted, dropped or doubled, lines gone or new."""
    lines = [[*line] for line in lines]
    for _ in range(rng.randint(1, 3)):
        way = rng.randrange(9)
        if way == 0:
            rng.shuffle(lines)
        elif way == 1:
            lines = [[str(k), *line[1:]] for k, line in enumerate(lines, 1)]
        elif way == 2:
            step = rng.choice([-1, 1, 7, 100])
            lines = [[str(int(line[0] or 0) + step), *line[1:]] for line in lines]
        elif way == 3:
            del lines[rng.randrange(len(lines))]
        elif way == 4:
            lines.insert(
                rng.randrange(len(lines) + 1), [str(rng.randint(1, 14)), f"Neu{rng.randint(1, 99)}, Ada", "9k"]
            )
        elif way == 5:
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one][0], lines[other][0] = lines[other][0], lines[one][0]
        elif way == 6:
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one][1], lines[other][1] = lines[other][1], lines[one][1]
        elif way == 7:
            lines = [["", *line[1:]] for line in lines]
        else:
            lines[rng.randrange(len(lines))][1] = f"{rng.choice(SURNAMES)}, Kim"
        if not lines:
            return [["1", "Kern, Bo", "6k"]]
    return lines


@pytest.mark.slow
def test_no_player_is_renamed_and_no_result_moves_without_a_question(forgeries: Callable[[int], range]) -> None:
    """Some hundred pairs of lists of one event, the second in disorder; a round is played between them or not."""
    said = Counter[str]()
    for seed in forgeries(300):
        rng = Random(seed)
        size = rng.randint(2, len(SURNAMES))
        ids = [""] * size if rng.random() < 0.3 else [str(k) for k in range(1, size + 1)]
        if rng.random() < 0.3:
            ids = [str(100 + 3 * k) for k in range(size)]
        first = [[pid, f"{name}, Bo", f"{k + 1}k"] for k, (pid, name) in enumerate(zip(ids, SURNAMES, strict=False))]
        state = registered(write_table(["ID", "Name", "Rank"], first))
        state = played(state) if rng.random() < 0.7 else state
        names, games = by_id(state), [g.players for g in state.tournament.round(1)] if state.tournament.rounds else []
        text = write_table(["ID", "Name", "Rank"], changed(first, rng))
        try:
            after = registered(text, state=state)
        except InputError:
            said["asked or refused"] += 1
            continue
        said["taken"] += 1
        now = by_id(after)
        renamed = [pid for pid, name in names.items() if words_key(now[pid], "") != words_key(name, "")]
        assert not renamed, (seed, renamed)
        assert games == ([g.players for g in after.tournament.round(1)] if games else []), seed
        in_file = Counter(words_key(line.split('"')[1], "") for line in text.splitlines()[1:] if '"' in line)
        twice = [name for name, n in Counter(words_key(name, "") for name in now.values()).items() if n > 1]
        assert all(in_file[name] > 1 for name in twice), (seed, twice)
    print(said)
    assert said["taken"] > 30
    assert said["asked or refused"] > 30


def test_numbers_of_pairs_that_have_moved_exchange_nobody() -> None:
    """The people of a pair were added to the pair that has its number now; a few of its lines ask nothing."""
    state = in_memory(tournament("", rounds=3, entrants__kind="pairs"))
    lines = ['1,"Sato, Kei",3d', '1,"Maier, Jan",2k', '2,"Kim, Li",1d', '2,"Weiss, Eva",5k']
    first = registered("pair,name,rank\n" + "\n".join(lines) + "\n", state=state)
    moved = "pair,name,rank\n" + "\n".join(f"{3 - int(one[0])}{one[1:]}" for one in (*lines[2:], *lines[:2])) + "\n"
    again = registered(moved, state=first)
    assert again.tournament.players == first.tournament.players
    asked = question(moved.replace("2,", "7,"), state=first)
    assert asked[0].startswith("list.csv:2: ids and names disagree on ")
    one = registered('pair,name,rank\n1,"Sato, Kei",2d\n', state=first).tournament.player("1")
    assert [(m.name, m.rank_name) for m in one.members] == [("Sato Kei", "2d"), ("Maier Jan", "2k")]
