"""Merging registrations into a tournament: who is known already, who is new, who comes late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extractOne

from ...model.edits import as_entered
from ...model.errors import InputError, Problem
from ...model.hints import Advice, Hint
from ...model.notes import Remark
from ...model.tournament.clubs import whole_name
from ...model.tournament.games import Result
from ...model.tournament.player import Player, Status, name_key
from ...model.tournament.ranks import rank_from_rating, rating_from_rank
from ...model.tournament.round_sets import rounds_text
from ...model.tournament.tournament import Tournament
from ..countries import country_of, two_letters
from .reading import Entry, Reading, player_changes

ALIKE = 88  # of 100: one letter of nine is another
SHORT_NAME = 7  # letters below which names are alike by chance
MOST_COMPARED = 1_000_000  # pairs of names: a moment
FAR = 6  # ranks between rank and rating


@dataclass(frozen=True, slots=True)
class Merge:
    """What registering does: the players new and changed, by id, and remarks for the director."""

    tournament: Tournament
    new: tuple[str, ...]
    changed: tuple[str, ...]
    remarks: tuple[Remark, ...]


def merge(tournament: Tournament, reading: Reading, file: str) -> Merge:
    """The tournament with entries merged in, by id or else by name. Raises InputError with every problem.

    A new player after the first draw enters from the next round on. Only columns that a line fills in change a player.
    """
    merging = _Merging(tournament, reading, file)
    for entry in reading.entries:
        merging.take(entry)
    merging.clashing_pins()
    if merging.problems:
        raise InputError(sorted(merging.problems, key=lambda problem: problem.line))
    _join_clubs(merging)
    remarks = [*merging.remarks, *_countries_in_words(merging)]
    remarks += [*_alike(tournament, merging), *_far_from_rating(merging)]
    entered = [as_entered(tournament, merging.merged[player_id]) for player_id in [*merging.new, *merging.changed]]
    if any(not drawn.draft for drawn in tournament.rounds):
        for player in entered[: len(merging.new)]:
            text = rounds_text(player.rounds or (), tournament.settings.rounds)
            hint = _take_in(tournament, player)
            remarks.append(Remark(f"{player.id} ({player.name}) enters late: rounds {text}", hint))
    known, rounds = tournament.by_id(), tournament.settings.rounds
    changed = [p.id for p in entered[len(merging.new) :] if player_changes(known[p.id], p, rounds)]
    return Merge(tournament.with_players(entered), tuple(merging.new), tuple(changed), tuple(remarks))


def _take_in(tournament: Tournament, player: Player) -> Hint | None:
    """How a new player still gets into the last round, while it is being played."""
    last = tournament.rounds[-1]
    if last.draft or not any(game.result is Result.UNKNOWN for game in last):
        return None
    return Hint(Advice.TAKE_IN, (player.id, str(last.number)))


def _alike(tournament: Tournament, merging: _Merging) -> list[Remark]:
    """New players whose names are nearly those of players who were there: perhaps one person twice."""
    known = {pid: name_key(p.surname, p.first_name) for pid, p in tournament.by_id().items()}
    remarks: list[Remark] = []
    if len(merging.new) * len(known) > MOST_COMPARED:
        return remarks
    for pid in merging.new:
        player = merging.merged[pid]
        key = name_key(player.surname, player.first_name)
        near = extractOne(key, known, scorer=ratio, score_cutoff=ALIKE)
        if near is not None and near[0] != key and len(key) >= SHORT_NAME:
            other = tournament.player(near[2])
            remarks.append(Remark(f"{pid} ({player.name}) is new; is it not {near[2]} ({other.name})?"))
    return remarks


def _join_clubs(merging: _Merging) -> None:
    """Give the whole name to who has a club under the code that rating lists make of it, and tell."""
    clubs = {(p.club, p.country) for p in merging.merged.values() if p.club}
    for player in list(merging.merged.values()):
        whole = whole_name(player.club, player.country, clubs)
        if whole == player.club:
            continue
        merging.merged[player.id] = replace(player, club=whole)
        if player.id not in merging.new and player.id not in merging.changed:
            merging.changed.append(player.id)
        line = merging.line_of.get(player.id, 0)
        where = f"line {line}: " if line else ""
        merging.remarks.append(
            Remark(f"{where}the club {player.club} of {player.name} ({player.id}) is taken as {whole}")
        )


def _countries_in_words(merging: _Merging) -> list[Remark]:
    """A remark for each country that is no code of two letters, with the first line that has it."""
    lines: dict[str, list[int]] = {}
    for pid in [*merging.new, *merging.changed]:
        country = merging.merged[pid].country
        if country and not two_letters(country):
            lines.setdefault(country, []).append(merging.line_of[pid])
    remarks = []
    for country, found in lines.items():
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        where = f"line {found[0]}{more}: " if found[0] else ""
        code = two_letters(country_of(country)) or "DE"
        text = (
            f"{where}the country {country} is no code of two letters such as {code}; "
            "it is kept, but exports leave it out, and the draw takes it for another country than that code"
        )
        remarks.append(Remark(text))
    return remarks


def _far_from_rating(merging: _Merging) -> list[Remark]:
    """Ranks that contradict the ratings beside them, which may be typing errors."""
    far = []
    for pid in [*merging.new, *merging.changed]:
        p = merging.merged[pid]
        gap = abs(rank_from_rating(p.rating) - p.rank)
        if not p.rating_is_derived and not p.pro and gap >= FAR:
            far.append((-gap, f"{p.name} ({pid}) {p.rank_name} with {p.rating}"))
    some = "; ".join(text for _, text in sorted(far)[:5])
    more = f" and {len(far) - 5} more" if len(far) > 5 else ""
    return [Remark(f"ranks far from their ratings: {some}{more}")] if far else []


class _Merging:
    """The state of one merge."""

    def __init__(self, tournament: Tournament, reading: Reading, file: str) -> None:
        self.file = file
        self.problems = list(reading.problems)
        self._columns = reading.columns
        self.merged: dict[str, Player] = tournament.by_id()
        self.new: list[str] = []
        self.changed: list[str] = []
        self.line_of: dict[str, int] = {}
        self.remarks: list[Remark] = []
        self._by_name = _names(self.merged)
        taken = self.merged.keys() | {entry.player.id for entry in reading.entries}
        self._numbers = (str(n) for n in range(1, 10**9) if str(n) not in taken)

    def take(self, entry: Entry) -> None:
        """Merge one entry."""
        known = self._known(entry)
        if len(known) > 1:
            ids = ", ".join(p.id for p in known)
            self._wrong("several players have the name", entry, entry.player.name, f"one of the ids {ids}")
        elif known and known[0].id in self.line_of:
            line = self.line_of[known[0].id]
            self._wrong(f"the same player as line {line}:", entry, entry.player.name, "one line a player, or ids")
        elif known:
            self.line_of[known[0].id] = entry.line
            updated = _updated(known[0], entry)
            if updated.name != known[0].name:
                self._remark(entry, f"player {updated.id} was {known[0].name}, is {updated.name} now")
            if updated != known[0]:
                self.changed.append(updated.id)
            self.merged[updated.id] = updated
        elif not entry.player.surname:
            self._wrong("no player has the id", entry, entry.player.id, "a known id, or a name and a rank")
        elif not {"rank", "rating"} & entry.given:
            columns = self._columns
            none = (
                "" if columns is None or "rank" in columns.ours else f"; no column is taken for it ({columns.text()})"
            )
            expected = f"a rank such as 3d or 12k{none}"
            self._wrong("neither rank nor rating for a new player", entry, entry.player.name, expected)
        else:
            player = replace(entry.player, id=entry.player.id or next(self._numbers))
            if "rank" not in entry.given:
                rating = f"{player.rank_name}, the rank of the rating {player.rating}"
                self._remark(entry, f"{player.name} has no rank; taken: {rating}")
            self.line_of[player.id] = entry.line
            namesakes = self._by_name.get(name_key(player.surname, player.first_name), [])
            if namesakes:
                others = ", ".join(dict.fromkeys(namesakes))
                self._remark(entry, f"another {player.name} is registered with the id {others}")
            self.merged[player.id] = player
            self.new.append(player.id)

    def clashing_pins(self) -> None:
        """The pin of a player who was there is a problem of the line that brings it; two lines with one are known."""
        seen: dict[str, str] = {}
        for player in sorted(self.merged.values(), key=lambda p: self.line_of.get(p.id, 0)):
            other = seen.get(player.pin, "") if player.pin else ""
            if other and player.id in self.line_of and other not in self.line_of:
                expected = f"the pin of one player only; {other} is {self.merged[other].name}"
                line = self.line_of[player.id]
                self.problems.append(
                    Problem(f"player {other} has the pin", self.file, line, "pin", player.pin, expected)
                )
            seen.setdefault(player.pin, player.id)

    def _known(self, entry: Entry) -> list[Player]:
        if entry.has_id:
            return [self.merged[entry.player.id]] if entry.player.id in self.merged else []
        found = self._by_name.get(name_key(entry.player.surname, entry.player.first_name), [])
        return [self.merged[pid] for pid in dict.fromkeys(found)]

    def _remark(self, entry: Entry, text: str) -> None:
        """Say something of an entry, with its line."""
        self.remarks.append(Remark(entry.where + text))

    def _wrong(self, message: str, entry: Entry, value: str, expected: str) -> None:
        self.problems.append(Problem(message, self.file, entry.line, value=value, expected=expected))


def _names(players: Mapping[str, Player]) -> dict[str, list[str]]:
    """Ids by name, surname first and first name first."""
    names: dict[str, list[str]] = {}
    for player in players.values():
        for parts in ((player.surname, player.first_name), (player.first_name, player.surname)):
            names.setdefault(name_key(*parts), []).append(player.id)
    return names


def _updated(old: Player, entry: Entry) -> Player:
    """The player with what the line fills in; who comes back after withdrawing enters all rounds to come."""
    new, given = entry.player, entry.given
    back = old.status is Status.WITHDRAWN and "status" in given and new.status is Status.FINAL
    extra = dict(old.extra) | {title: value for title, value in new.extra if value or title not in dict(old.extra)}
    updated = replace(
        old,
        club=new.club if "club" in given else old.club,
        country=new.country if "country" in given else old.country,
        pin=new.pin or old.pin,
        aga=new.aga or old.aga,
        rounds=new.rounds if "rounds" in given else None if back else old.rounds,
        status=new.status if "status" in given else old.status,
        correction=new.correction if "correction" in given else old.correction,
        unexcused=new.unexcused if "unexcused" in given else old.unexcused,
        groups=new.groups if "group" in given else old.groups,
        extra=tuple(extra.items()),
    )
    if entry.has_id and {"name", "surname"} & given:
        updated = replace(updated, surname=new.surname, first_name=new.first_name)
    if "rank" in given:
        updated = replace(updated, rank=new.rank, pro=new.pro)
        if updated.rating_is_derived:
            updated = replace(updated, rating=rating_from_rank(new.rank))
    if "rating" in given:
        updated = replace(updated, rating=new.rating, rating_is_derived=new.rating_is_derived)
    return updated
