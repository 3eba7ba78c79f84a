"""Somebody who has played becomes anonymous: in the files, in what the journal remembers, and on the pages.

Rank, rating, start score and results stay, because the places of others follow from them, and so does the id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...io.folder.forgetting import forget_past, still_written
from ...model.errors import InputError, check_confirmed
from ...model.hints import Advice, Hint
from ...model.records.ledger import Entrant
from ...model.records.record import Record
from ...model.records.state import State
from ...model.tournament.player import Player
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..outcome import Outcome
from ..pages import pages_folder, publish, written_pages

SURNAME = "Anonymous"


@dataclass(frozen=True, slots=True)
class Anonymise:
    """A player (id or name) to be made anonymous; `anyway`: the journal's past is given up for it."""

    who: str
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Anonymised:
    """Who a player is now; `pages` were written anew; `left` are files that still have the name, or a pin."""

    player: Player
    pages: bool
    left: Sequence[str]


def anonymise(desk: Desk, request: Anonymise, seen: int | None = None) -> Anonymised:
    """A player made anonymous in the folder, its past and its pages.

    `seen` is the revision that somebody has before them. Raises InputError, UnconfirmedError, ConflictError.
    """
    before = desk.read().tournament.find(request.who)
    command = f"player {before.id} made anonymous"  # no name: it is what the journal keeps
    done = desk.do(lambda state: anonymous(state, request), command, seen)
    forget_past(desk.folder, command, done.after.revision)
    pages = bool(written_pages(desk.path).files)
    if pages:
        publish(done.after, pages_folder(desk.path), desk.path)
    return Anonymised(done.value, pages, still_written(desk.path, _words(before)))


def anonymous(state: State, request: Anonymise) -> Outcome[Player]:
    """With a player who is nobody in the list and in the records of draws; one who is nobody already stays so."""
    tournament = state.tournament
    old = tournament.find(request.who)
    published = sum(not drawn.draft for drawn in tournament.rounds)
    to_come = [n for n in range(published + 1, tournament.settings.rounds + 1) if old.enters(n)]
    if to_come:
        which = f"round{'s' if len(to_come) > 1 else ''} {', '.join(map(str, to_come))}"
        text = f"{old.name} is entered for {which}; withdraw the player first"
        raise InputError(text, Hint(Advice.WITHDRAW, (old.id,)))
    if not request.anyway:
        text = f"{old.name} becomes anonymous for good: the journal keeps nothing of before, so nothing can be undone"
        check_confirmed([text], Hint(Advice.DO_ANYWAY))
    new = old if old.surname == SURNAME else _nobody(old, tournament)
    after = state.with_tournament(tournament.with_players([new]))
    for number, record in state.records.items():
        after = after.with_record(number, _without(record, new))
    return Outcome(after, new)


def _nobody(old: Player, tournament: Tournament) -> Player:
    """The player without anything that says who it is. The registrations' own columns go, too."""
    taken = {p.name for p in tournament.players}
    number = next(n for n in range(1, len(taken) + 2) if f"{SURNAME} {n}" not in taken)
    return replace(
        old, surname=SURNAME, first_name=str(number), club="", country="", pin="", aga="", groups=(), extra=()
    )


def _without(record: Record, new: Player) -> Record:
    """A record whose ledger does not say who the player is; what the boards cost then stays."""
    ledger = record.ledger
    if ledger is None or new.id not in ledger.entrants:
        return record
    nobody: Entrant = replace(ledger.entrants[new.id], name=new.name, club="", country="", clubs=(), groups=())
    return replace(record, kept=replace(ledger, entrants={**ledger.entrants, new.id: nobody}))


def _words(old: Player) -> list[str]:
    """What may still be written somewhere of who the player was."""
    if old.surname == SURNAME:
        return []
    names = [f"{old.surname} {old.first_name}", f"{old.first_name} {old.surname}", f"{old.surname}, {old.first_name}"]
    names.append(f"{old.surname},{old.first_name}")
    return [text.strip(" ,") for text in [*names, old.pin, old.aga] if text.strip(" ,")]
