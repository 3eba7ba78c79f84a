"""Prizes: the table of them, who gets what, why, and the list that is announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from ..io.files import read_own
from ..io.folder.own_files import ANNOUNCED, PRIZES
from ..io.folder.state_files import with_table
from ..io.prizes_files import MEANINGS, TITLES, announced_text, prize_table, prizes_text, read_announced, read_prizes
from ..io.tables import check_size, decode
from ..model.errors import InputError, McMahonError, Problem, check_confirmed
from ..model.hints import Advice, Hint
from ..model.notes import Note, some_names
from ..model.prizes.awards import Awards, award, prize_case
from ..model.prizes.prize import Prize
from ..model.prizes.told import Announced, PrizeChange, Reason, announced, differences, reasons
from ..model.records.state import State
from ..model.tournament.members import entrant_of, entrants_and_people, everybody, person_id
from ..model.tournament.person import Player, name_key
from ..model.tournament.tournament import Tournament
from .outcome import Outcome
from .verb import Change, Request, told

__all__ = ["MEANINGS", "TITLES"]


@dataclass(frozen=True, slots=True)
class PrizesMoved(Note):
    """Players (ids) for whom a change has made something else of the prizes, after a list was announced."""

    players: tuple[str, ...]

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"prizes that were announced change for {some_names(self.players, tournament)}"

    def hints(self, tournament: Tournament) -> list[Hint]:
        """What could be done about it."""
        return [Hint(Advice.SHOW_PRIZES)]


@dataclass(frozen=True, slots=True)
class PrizesFound:
    """The prizes and who gets them: `now` as it would be announced, `before` as it was, if ever; `changes` since.

    `people` has everybody who can get one by id, `entrants` the pair or team of each who belongs to one.
    """

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


def has_prizes(state: State) -> bool:
    """Whether there is a table of prizes, sound or not."""
    return bool(state.tables.get(PRIZES, "").strip())


def prizes(state: State) -> Outcome[PrizesFound]:
    """Who gets what, after the last round that can be ranked. Raises InputError with every problem of the table."""
    table = _prizes_of(state)
    awards = _awards(state, table)
    now, before = announced(awards), announced_before(state)
    changes = tuple(differences(before, now)) if before else ()
    people, entrants = entrants_and_people(state.tournament), entrant_of(state.tournament)
    return Outcome(state, PrizesFound(tuple(table), awards, now, people, entrants, before, changes))


def _prizes_of(state: State) -> list[Prize]:
    """The prizes of the table. Raises InputError, also where there are none."""
    found = table_read(state)
    if not found:
        raise InputError("this tournament has no prizes yet", Hint(Advice.ADD_PRIZE))
    return found


def table_read(state: State) -> list[Prize]:
    """The prizes of the table; none where there are none. Raises InputError with every problem."""
    return read_prizes(state.tables.get(PRIZES, ""))


def _awards(state: State, table: Sequence[Prize]) -> Awards:
    """The awards by the settings. Raises InputError that names the line of the table."""
    settings = state.tournament.settings
    try:
        case = prize_case(table, state.tournament)
    except InputError as error:
        raise InputError([replace(one, file=PRIZES) if one.line else one for one in error.problems]) from None
    if settings.prizes.give != "most prizes":
        return award(case)
    from ..solver.most_prizes import most_prizes

    return award(case, most_prizes(case.claims))


def announced_before(state: State) -> Announced | None:
    """The list that was announced last, if any. Raises InputError for a damaged file."""
    text = state.tables.get(ANNOUNCED)
    return read_announced(text) if text else None


class AnnouncePrizes(Change, frozen=True, kw_only=True):
    """The list of winners to be announced as it is, or taken back."""

    anyway: Annotated[bool, told("announce it even if rounds or results are missing")] = False
    take_back: Annotated[bool, told("no list is announced any more")] = False


def announce(state: State, request: AnnouncePrizes) -> Outcome[PrizesFound]:
    """With the list of winners announced: kept for the page, and to be compared with. Raises UnconfirmedError."""
    if request.take_back:
        if ANNOUNCED not in state.tables:
            raise InputError("no list of prizes has been announced")
        return prizes(with_table(state, ANNOUNCED, ""))
    found = prizes(state).value
    if found.awards.provisional and not request.anyway:
        check_confirmed(["the list is provisional: rounds or results are missing"], Hint(Advice.DO_ANYWAY))
    after = with_table(state, ANNOUNCED, announced_text(found.now))
    return Outcome(after, replace(found, before=found.now, changes=()))


class ExplainPrizes(Request, frozen=True, kw_only=True):
    """Why a player gets a prize, or does not."""

    player: Annotated[str, told("the player, by id or name", "PLAYER")]
    prize: Annotated[str, told("only prizes with this name or part of it; by default all", "NAME")] = ""


@dataclass(frozen=True, slots=True)
class ExplainedPrizes:
    """The reasons about one player, prize by prize."""

    player: Player
    found: PrizesFound
    reasons: tuple[Reason, ...]


def explain(state: State, request: ExplainPrizes) -> Outcome[ExplainedPrizes]:
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
    return Outcome(state, ExplainedPrizes(player, found, tuple(reasons(found.awards, exact or wanted, player.id))))


def _winner(tournament: Tournament, text: str) -> Player:
    """An entrant by id or name, else one of the people of pairs and teams. Raises InputError."""
    try:
        return tournament.find(text)
    except InputError:
        people = [p for p in everybody(tournament).values() if p.id not in tournament.by_id()]
        own = [p for p in people if p.id.endswith(person_id("", text))]
        if len(own) == 1:
            return own[0]
        if not any(name_key(text) in name_key(p.name) for p in people if name_key(text)) and text not in {
            p.id for p in people
        }:
            raise
    return replace(tournament, players=tuple(people)).find(text)


@dataclass(frozen=True, slots=True)
class EditPrize:
    """A prize to be added or changed, by its name in the table: its cells by title; `remove` takes it out."""

    name: str
    cells: Mapping[str, str] = field(default_factory=dict)
    remove: bool = False


def edit(state: State, request: EditPrize) -> Outcome[list[Prize]]:
    """With one line of the table added, changed or taken out. Raises InputError with every problem of the table."""
    table = prize_table(state.tables.get(PRIZES, "")).sound()
    rows = [dict(row.cells) for row in table.rows]
    at = next((k for k, row in enumerate(rows) if row["prize"].casefold() == request.name.strip().casefold()), None)
    if request.remove:
        if at is None:
            names = ", ".join(row["prize"] for row in rows[:12]) or "a name of the table"
            raise InputError([Problem("no prize is called", value=request.name, expected=f"one of {names}")])
        del rows[at]
    elif at is None:
        rows.append({"prize": request.name.strip(), **request.cells})
    else:
        rows[at] |= request.cells
    return replace_table(state, PrizeTable(rows, table.titles))


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """All lines of a table, cells by title; those without any cell are left out."""

    rows: Sequence[Mapping[str, str]]
    titles: Sequence[str] = TITLES


def replace_table(state: State, request: PrizeTable) -> Outcome[list[Prize]]:
    """With another table of prizes. Raises InputError with every problem, also of its lists."""
    rows = [row for row in request.rows if any(text.strip() for text in row.values())]
    text = prizes_text(rows, request.titles) if rows else ""
    found = read_prizes(text)
    if found and state.tournament.players:
        _awards(state, found)
    return Outcome(with_table(state, PRIZES, text), found)


def table_in(text: str, name: str = PRIZES) -> PrizeTable:
    """A table of prizes in the text of a CSV file. Raises InputError with every problem."""
    read_prizes(text, name)
    table = prize_table(text, name)
    return PrizeTable([row.cells for row in table.rows], table.titles)


def check_table_size(text: str) -> None:
    """Raise InputError for a typed text that is too large to be a table of prizes, before it is read or shown."""
    check_size(text, "the table")


def table_sent(data: bytes, name: str) -> PrizeTable:
    """A table of prizes in a CSV file that somebody has sent. Raises InputError with every problem."""
    check_size(data, name)
    return table_in(decode(data, name), name)


def table_file(path: Path) -> PrizeTable:
    """A table of prizes in a CSV file. Raises FolderError, and InputError with every problem."""
    return table_in(decode(read_own(path), str(path)), str(path))


def table_of(state: State) -> PrizeTable:
    """The table as it is, sound or not. Raises InputError where it is no table."""
    table = prize_table(state.tables.get(PRIZES, ""))
    return PrizeTable([row.cells for row in table.rows], table.titles)


def moved(before: State, after: State) -> list[PrizesMoved]:
    """For whom a change makes something else of prizes that were announced; nothing where none were."""
    if ANNOUNCED not in before.tables:
        return []
    try:
        changes = differences(prizes(before).value.now, prizes(after).value.now)
    except McMahonError:
        return []
    return [PrizesMoved(tuple(one.player for one in changes))] if changes else []
