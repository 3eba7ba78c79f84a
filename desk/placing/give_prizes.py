"""Prizes: their table, who gets what and why, and the list that is announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from ...io.files import read_own
from ...io.folder.own_files import ANNOUNCED, PRIZES
from ...io.folder.state_files import with_table
from ...io.pages.public import public_players, public_winners
from ...io.prizes_files import (
    HEADINGS,
    MEANINGS,
    TITLES,
    announced_text,
    prize_table,
    prizes_text,
    read_announced,
    read_prizes,
)
from ...io.tables.decode import decode
from ...io.tables.records import Table, check_size
from ...model.errors import InputError, McMahonError, Problem, check_confirmed
from ...model.notes import Remark, some_names
from ...model.prizes.awards import Awards, award, prize_case
from ...model.prizes.prize import Prize
from ...model.prizes.told import Announced, PrizeChange, PrizeLine, announced, differences, reasons
from ...model.records.state import State
from ...model.tournament.person import Player, name_key
from ...model.tournament.tournament import Tournament, entrant_of, entrants_and_people, everybody, person_id
from ...model.ways import Way
from ..messages.prize_texts import amount_text, loss_texts, reason_text
from ..verb import Answer, Change, Committed, DoneAnswer, Outcome, Request, Verb, answer_of, said_of, told, without_run

__all__ = ["HEADINGS", "MEANINGS", "TITLES", "check_size"]


@dataclass(frozen=True, slots=True)
class PrizesFound:
    """Who gets what: `now`, `before` as announced, `changes` since; all `people` by id, `entrants` of those in one."""

    prizes: tuple[Prize, ...]
    awards: Awards
    now: Announced
    people: Mapping[str, Player]
    entrants: Mapping[str, Player]
    before: Announced | None = None
    changes: tuple[PrizeChange, ...] = ()

    @property
    def winners(self) -> list[str]:
        """Everybody (ids) who gets something, in the order of reading."""
        return list(dict.fromkeys(line.player for line in self.now.lines))


class PrizeLineAnswer(Answer, frozen=True):
    """What one player gets."""

    group: Annotated[int, told("lines with the same number are read out together, from 1")]
    prize: Annotated[str, told('name of the prize; those that tied players share are joined by " + "')]
    id: Annotated[str, told("id of the player; of a person of a pair or team its id, a slash and the person's")]
    name: Annotated[str, told("surname, then first name")]
    entrant: Annotated[
        str, told("name of the pair or team that the person belongs to; blank for a player, pair or team")
    ]
    money: Annotated[int, told("in hundredths of the currency; 0 for a thing")]
    currency: Annotated[str, told("blank where there is no money")]
    thing: Annotated[str, told("blank where there is none")]
    shared: Annotated[bool, told("whether tied players share")]


class PrizesAnswer(Answer, frozen=True):
    """Who gets which prize, the smallest first."""

    after_round: Annotated[int, told("number of the round")]
    provisional: Annotated[bool, told("whether rounds or results are missing")]
    lines: Annotated[tuple[PrizeLineAnswer, ...], told("a line for each player of each prize")]
    left: Annotated[tuple[str, ...], told("names of the prizes that nobody gets")]
    announced: Annotated[bool, told("whether a list has been announced")]
    changes: Annotated[tuple[str, ...], told("what differs from the announced list, in words")]


class PrizeReasonAnswer(Answer, frozen=True):
    """Why a player gets a prize or not."""

    prize: Annotated[str, told("name of the prize")]
    kind: Annotated[
        str,
        told(
            "won, to others, excluded, not on list, no upset, no cup place, other place, has another, "
            "behind or not given"
        ),
    ]
    place: Annotated[int, told("place in the list of the prize, shared by tied players; 0 for who is not on it")]
    text: Annotated[str, told("the reason in words")]


class ExplainedPrizesAnswer(Answer, frozen=True):
    """The prizes that one player gets or not."""

    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    provisional: Annotated[bool, told("whether rounds or results are missing")]
    reasons: Annotated[tuple[PrizeReasonAnswer, ...], told("a reason for each prize")]
    after_round: Annotated[int, told("number of the round after which it is so")]


NO_PRIZES = PrizesAnswer(0, False, (), (), False, ())


class AnnouncedPrizeAnswer(Answer, frozen=True):
    """What one player gets by the list that was announced."""

    prize: Annotated[str, told("name of the prize")]
    name: Annotated[str, told("surname, then first name")]
    gets: Annotated[str, told('such as "75 EUR"')]
    shared: Annotated[bool, told("whether tied players share")]


class AnnouncedAnswer(DoneAnswer, frozen=True, kw_only=True):
    """The list of winners after it was announced or taken back."""

    prizes: Annotated[PrizesAnswer, told("who gets which prize")]


def has_prizes(state: State) -> bool:
    """Whether there is a table of prizes, sound or not."""
    return bool(state.tables.get(PRIZES, "").strip())


def prizes(state: State) -> Outcome[PrizesFound]:
    """Who gets what after the last round that can be ranked. Raises InputError with every problem of the table."""
    table = table_read(state)
    if not table:
        way = Way("to add one", "prize", name="First prize", value="100", currency="EUR")
        raise InputError("this tournament has no prizes yet", way)
    awards = awards_of(state, table)
    now, before = announced(awards), announced_before(state)
    changes = tuple(differences(before, now)) if before else ()
    people, entrants = entrants_and_people(state.tournament), entrant_of(state.tournament)
    return Outcome(state, PrizesFound(tuple(table), awards, now, people, entrants, before, changes))


def table_read(state: State) -> list[Prize]:
    """The prizes of the table; none where there are none. Raises InputError with every problem."""
    return read_prizes(state.tables.get(PRIZES, ""))


def awards_of(state: State, table: Sequence[Prize]) -> Awards:
    """The awards by the settings. Raises InputError that names the line of the table."""
    settings = state.tournament.settings
    try:
        case = prize_case(table, state.tournament)
    except InputError as error:
        raise InputError([replace(one, file=PRIZES) if one.line else one for one in error.problems]) from None
    if settings.prizes.give != "most prizes":
        return award(case)
    from ...solver.most_prizes import most_prizes

    return award(case, most_prizes(case.claims))


def announced_before(state: State) -> Announced | None:
    """The list that was announced last, if any. Raises InputError for a damaged file."""
    text = state.tables.get(ANNOUNCED)
    return read_announced(text) if text else None


class AnnouncePrizes(Change, frozen=True, kw_only=True):
    """The list of winners to be announced as it is, or taken back."""

    anyway: Annotated[bool, told("announce it even if rounds or results are missing")] = False
    take_back: Annotated[bool, told("take back the announced list")] = False


def announce(state: State, request: AnnouncePrizes) -> Outcome[PrizesFound]:
    """With the list of winners announced: kept for the page, and to be compared with. Raises UnconfirmedError."""
    if request.take_back:
        if ANNOUNCED not in state.tables:
            raise InputError("no list of prizes has been announced")
        return prizes(with_table(state, ANNOUNCED, ""))
    found = prizes(state).value
    if found.awards.provisional and not request.anyway:
        check_confirmed(["the list is provisional: rounds or results are missing"], Way("to do it anyway", anyway=True))
    after = with_table(state, ANNOUNCED, announced_text(found.now))
    return Outcome(after, replace(found, before=found.now, changes=()))


class ExplainPrizes(Request, frozen=True, kw_only=True):
    """Why a player gets a prize, or does not."""

    player: Annotated[str, told("the player, by id or name", "PLAYER")]
    prize: Annotated[str, told("only prizes with this name or part of it; by default all", "NAME")] = ""


def explain(state: State, request: ExplainPrizes) -> Outcome[ExplainedPrizesAnswer]:
    """Why a player gets a prize, or does not. Raises InputError."""
    found = prizes(state).value
    player = _winner(state.tournament, request.player)
    if player.id not in found.awards.lists.order:
        raise InputError(f"{player.name} is not in the standings, and so cannot win a prize")
    wanted = [prize for prize in found.prizes if request.prize.casefold() in prize.name.casefold()]
    exact = [prize for prize in wanted if prize.name.casefold() == request.prize.casefold()]
    if not wanted:
        names = ", ".join(prize.name for prize in found.prizes[:12])
        raise InputError([Problem("no prize is called", value=request.prize, expected=f"one of {names}")])
    why = tuple(
        PrizeReasonAnswer(one.prize.name, one.kind.value, one.place, reason_text(one, state.tournament))
        for one in reasons(found.awards, exact or wanted, player.id)
    )
    now = found.now
    return Outcome(state, ExplainedPrizesAnswer(player.id, player.name, now.provisional, why, now.after_round))


def _winner(tournament: Tournament, text: str) -> Player:
    """An entrant by id or name, else one of the people of pairs and teams. Raises InputError."""
    try:
        return tournament.find(text)
    except InputError:
        people = [p for p in everybody(tournament).values() if p.id not in tournament.by_id()]
        own = [p for p in people if p.id.endswith(person_id("", text))]
        if len(own) == 1:
            return own[0]
        key = name_key(text)
        if not any(text == p.id or (key and key in name_key(p.name)) for p in people):
            raise
    return replace(tournament, players=tuple(people)).find(text)


def moved(before: State, after: State) -> list[Remark]:
    """For whom a change makes something else of prizes that were announced."""
    try:
        changes = differences(prizes(before).value.now, prizes(after).value.now)
    except McMahonError:
        return []
    text = f"prizes that were announced change for {some_names((one.player for one in changes), after.tournament)}"
    return [Remark(text, (Way("to see the list", "prizes"),))] if changes else []


def public_prizes(state: State) -> list[AnnouncedPrizeAnswer]:
    """The list that was announced, the smallest prize first; nobody is on it who is not on the pages."""
    found, tournament = announced_before(state), state.tournament
    people = public_winners(tournament, public_players(tournament))
    return [
        AnnouncedPrizeAnswer(line.prize, people[line.player][0].name, amount_text(line), line.shared)
        for line in (found.lines if found else ())
        if line.player in people
    ]


def prizes_answer(found: PrizesFound, tournament: Tournament) -> PrizesAnswer:
    """Who gets which prize."""
    lines = tuple(_line_answer(line, found) for line in found.now.lines)
    left, before = tuple(prize.name for prize in found.awards.left), found.before is not None
    changes = tuple(loss_texts(found.changes, tournament))
    return answer_of(PrizesAnswer, found.now, lines=lines, left=left, announced=before, changes=changes)


def _line_answer(line: PrizeLine, found: PrizesFound) -> PrizeLineAnswer:
    entrant = found.entrants[line.player].name if line.player in found.entrants else ""
    return answer_of(PrizeLineAnswer, line, id=line.player, name=found.people[line.player].name, entrant=entrant)


class PrizeOfTableAnswer(Answer, frozen=True):
    """A prize of the table, one for each place."""

    name: Annotated[str, told("name of the prize, with its place where a line has several")]
    list: Annotated[str, told("who can get it; blank for everybody")]
    order: Annotated[str, told("by what the list goes; blank for the standings")]
    place: Annotated[int, told("place in the list; 0 for everybody on it")]
    value: Annotated[int, told("in hundredths")]
    currency: Annotated[str, told("blank where there is no money")]
    thing: Annotated[str, told("blank where there is none")]
    besides: Annotated[bool, told("whether it is given besides another prize")]
    people: Annotated[bool, told("whether it is for the members of pairs and teams")]


class PrizeTableAnswer(DoneAnswer, frozen=True, kw_only=True):
    """The table of prizes after a change."""

    prizes: Annotated[tuple[PrizeOfTableAnswer, ...], told("in the order of the table")]


class PrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be added to the table, or to be changed where it is there; null keeps what it has."""

    name: Annotated[str, told("name of the prize; a new one is added to the table", "NAME")]
    list: Annotated[
        str | None, told('who can get it, such as "women=yes", "rank 5k-1k" or "wins>=3"; blank for everybody', "LIST")
    ] = None
    order: Annotated[
        str | None,
        told(
            'by what the list goes: blank for the standings, "upset", "cup U12", or criteria such as "WINS,SOS"',
            "ORDER",
        ),
    ] = None
    place: Annotated[str | None, told('place in the list: "1", "1-3" or "each"', "PLACE")] = None
    value: Annotated[str | None, told('amount of money such as "37.50", or what the thing is worth', "VALUE")] = None
    currency: Annotated[
        str | None, told('currency of the value, such as "EUR"; blank if there is no money', "NAME")
    ] = None
    thing: Annotated[str | None, told("what is handed over")] = None
    besides: Annotated[
        str | None, told('whether it is given besides another prize: "yes", "no" or blank', "YES|NO")
    ] = None
    people: Annotated[
        str | None,
        told('whether it is for the members of pairs and teams, each for themselves: "yes", "no" or blank', "YES|NO"),
    ] = None


class RemovePrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be taken out of the table."""

    name: Annotated[str, told("name of the prize", "NAME")]


def edit(state: State, request: PrizeRequest) -> Outcome[Sequence[Prize]]:
    """With one prize of the table added or changed. Raises InputError with every problem of the table."""
    table, at = _table_with(state, request.name)
    cells = {title: own for title in TITLES[1:] if (own := getattr(request, title)) is not None}
    if at is None:
        return replace_table(state, replace(table, rows=[*table.rows, {"prize": request.name.strip(), **cells}]))
    rows = [{**row, **cells} if k == at else row for k, row in enumerate(table.rows)]
    return replace_table(state, replace(table, rows=rows))


def remove(state: State, request: RemovePrizeRequest) -> Outcome[Sequence[Prize]]:
    """With one prize taken out of the table. Raises InputError with every problem of the table."""
    table, at = _table_with(state, request.name)
    if at is None:
        names = ", ".join(row["prize"] for row in table.rows[:12]) or "a name of the table"
        raise InputError([Problem("no prize is called", value=request.name, expected=f"one of {names}")])
    return replace_table(state, replace(table, rows=[row for k, row in enumerate(table.rows) if k != at]))


def _table_with(state: State, name: str) -> tuple[PrizeTable, int | None]:
    """The table and which line of it has this prize, None if none has. Raises InputError with every problem of it."""
    table, own = _as_typed(prize_table(state.tables.get(PRIZES, "")).sound()), name.strip().casefold()
    return table, next((k for k, row in enumerate(table.rows) if row["prize"].casefold() == own), None)


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """All lines of a table, cells by title; those without any cell are left out. Of a file that is none, its `text`."""

    rows: Sequence[Mapping[str, str]] = ()
    titles: Sequence[str] = TITLES
    text: str = ""


def replace_table(state: State, request: PrizeTable) -> Outcome[Sequence[Prize]]:
    """With another table of prizes. Raises InputError with every problem, also of its lists."""
    rows = [row for row in request.rows if any(text.strip() for text in row.values())]
    text = prizes_text(rows, request.titles) if rows else ""
    found = read_prizes(text)
    if found and state.tournament.players:
        awards_of(state, found)
    return Outcome(with_table(state, PRIZES, text), found)


def table_in(text: str, name: str = PRIZES) -> PrizeTable:
    """A table of prizes in the text of a CSV file. Raises InputError with every problem."""
    read_prizes(text, name)
    return _as_typed(prize_table(text, name))


def _as_typed(table: Table) -> PrizeTable:
    return PrizeTable([dict(row.cells) for row in table.rows], table.titles)


def table_sent(data: bytes, name: str) -> PrizeTable:
    """A table of prizes in a CSV file that somebody has sent. Raises InputError with every problem."""
    check_size(data, name)
    return table_in(decode(data, name), name)


def table_file(path: Path) -> PrizeTable:
    """A table of prizes in a CSV file. Raises FolderError, and InputError with every problem."""
    return table_in(decode(read_own(path), str(path)), str(path))


def table_of(state: State) -> PrizeTable:
    """The table as it is, sound or not. Raises InputError where it is no table."""
    return _as_typed(prize_table(state.tables.get(PRIZES, "")))


def table_answer(prizes: Sequence[Prize]) -> tuple[PrizeOfTableAnswer, ...]:
    """The prizes of a table."""
    return tuple(answer_of(PrizeOfTableAnswer, p, list=p.condition.text, besides=p.is_besides) for p in prizes)


def _table_done(done: Committed[Sequence[Prize]]) -> PrizeTableAnswer:
    return PrizeTableAnswer(**said_of(done), prizes=table_answer(done.value))


ANNOUNCE_PRIZES = Verb(
    "prizes",
    AnnouncePrizes,
    without_run(announce),
    lambda request, _: f"{'take back' if request.take_back else 'announce'} the prizes",
    lambda done: AnnouncedAnswer(**said_of(done), prizes=prizes_answer(done.value, done.after.tournament)),
)
PRIZE = Verb("prize", PrizeRequest, without_run(edit), lambda r, _: f"prize {r.name}", _table_done)
REMOVE_PRIZE = Verb(
    "prize", RemovePrizeRequest, without_run(remove), lambda r, _: f"remove prize {r.name}", _table_done
)
