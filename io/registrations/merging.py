"""Merging registrations into a tournament: who is known already, who is new, who comes late.

If the id and the name of a line disagree on that, the director is asked. A list that was sorted anew has other running
numbers beside the same names; a list that first had no ids has some now. Either would rename players, with their
results, or enter them twice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ...model.edits import as_entered
from ...model.errors import InputError, Problem
from ...model.language import counted, first_few
from ...model.notes import Remark
from ...model.tournament.games import Result
from ...model.tournament.numbers import every_round, rounds_text
from ...model.tournament.person import Player, name_key
from ...model.tournament.same_names import Same, cut_words, is_cut_word_of, spelling_key, whole_name, words_key
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..pins import is_egd_pin
from .columns import known_title
from .reading import Entry, Reading, player_changes
from .registered_people import (
    comes_back,
    incomplete,
    noticed_of_people,
    people_problems,
    updated_by,
    with_registered,
)
from .registration_remarks import ALIKE, SHORT_NAME, Lines, title_remarks, two_pins

MOST_NAMED = 12  # lines of one remark, players of one name
MOST_TOLD = 12  # lines on which id and name disagree
MOST_TITLES = 5
MOST_BY_RATING = 3  # players whose ranks are told one by one
_STRENGTH = ("rank", "rating")
NO_STRENGTH, RANK = "neither rank nor rating for a new player", "a rank such as 3d or 12k"


@dataclass(frozen=True, slots=True)
class Merge:
    """What registering does: the players that the lines are, new and changed, by id; and remarks for the director."""

    tournament: Tournament
    ids: tuple[str, ...]
    new: tuple[str, ...]
    changed: tuple[str, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """A line whose id and name disagree: the player who has the id, if any, and those who have the name (ids)."""

    entry: Entry
    has_id: Player | None
    have_name: tuple[str, ...]


def merge(tournament: Tournament, reading: Reading, file: str, same: Same = Same.ASK) -> Merge:
    """The tournament with entries merged in, by id or else by name. Raises InputError with every problem.

    A new player after the first draw enters from the next round on. Only columns that a line fills in change a player.
    `same` says whether ids or names decide where they disagree; else that is a problem.
    """
    merging = _Merging(tournament, reading, file, same)
    for entry in reading.entries:
        merging.take(entry)
    merging.ranks_by_rating()
    merging.without_strength()
    merging.misspelt_titles()
    merging.clashing_pins()
    merging.problems += people_problems(merging.merged.values(), merging.line_of, file, merging.kind)
    if merging.problems:
        raise InputError(sorted(merging.problems, key=lambda problem: problem.line))
    _join_clubs(merging)
    lines = Lines(tournament, merging.merged, merging.new, merging.changed, merging.line_of)
    remarks = title_remarks(reading.columns, merging.own_columns) if reading.columns is not None else []
    remarks += merging.remarks
    remarks += _several("spelled differently, but taken as the same player", merging.spelt_otherwise)
    stays = "absences that stay, though the file enters the players for these rounds"
    remarks += _several(stays, merging.absences, Way("to enter a player", "player", who="ID", rounds="all"))
    remarks += noticed_of_people(lines)
    remarks += incomplete(merging.merged.values(), merging.line_of, merging.kind)
    entered = [as_entered(tournament, merging.merged[player_id]) for player_id in lines.touched]
    known, rounds = tournament.by_id(), tournament.settings.rounds
    if tournament.published:
        last = tournament.rounds[-1]
        is_played = not last.draft and any(game.result is Result.UNKNOWN for game in last)
        for player in entered[: len(merging.new)]:
            numbers = player.rounds or ()
            text = f"round{'s' if len(numbers) != 1 else ''} {rounds_text(numbers, rounds)}"
            way = Way(f"to play in round {last.number} as well", "repair", late=(player.id,))
            remarks.append(Remark(f"{player.label} enters late: {text}", (way,) if is_played else ()))
    changed = [p.id for p in entered[len(merging.new) :] if player_changes(known[p.id], p, rounds)]
    after, ids = tournament.with_players(entered), tuple(merging.line_of)
    return Merge(after, ids, tuple(merging.new), tuple(changed), tuple(remarks))


def _several(text: str, cases: Sequence[str], *ways: Way) -> list[Remark]:
    return [Remark(f"{text}: {first_few(cases, MOST_NAMED, '; ')}", ways)] if cases else []


def _join_clubs(merging: _Merging) -> None:
    """New players, and no others, whose club is a cut word of a known one, `Pozn` of Poznań, are of that club."""
    new = set(merging.new)
    standing = {name_key(p.club) for pid, p in merging.merged.items() if pid not in new}
    countries: dict[str, set[str]] = {}
    for p in merging.merged.values():
        countries.setdefault(p.club, set()).add(p.country)
    longer = cut_words(countries)
    for player in [merging.merged[pid] for pid in merging.new]:
        if player.club not in longer or name_key(player.club) in standing or merging.clubs.group(player.club):
            continue
        clubs = [(club, country) for club in longer[player.club] for country in countries[club]]
        whole = whole_name(player.club, player.country, clubs)
        if whole != player.club:
            merging.merged[player.id] = replace(player, club=whole)
            merging.read_as.setdefault((player.club, whole), []).append(player.id)
    for (code, whole), ids in merging.read_as.items():
        line = merging.line_of[ids[0]]
        where, more = f"line {line}: " if line else "", f" and {len(ids) - 1} more" if len(ids) > 1 else ""
        of = f"{merging.merged[ids[0]].name} ({ids[0]}){more}"
        way = Way("if it is another club", "player", who=ids[0], club=code)
        merging.remarks.append(Remark(f"{where}the club {code} of {of} is read as {whole}", (way,)))


class _Merging:
    def __init__(self, tournament: Tournament, reading: Reading, file: str, same: Same) -> None:
        self.file = file
        self.problems = list(reading.problems)
        self._columns = reading.columns
        self.merged: dict[str, Player] = tournament.by_id()
        self.new: list[str] = []
        self.changed: list[str] = []
        self.line_of: dict[str, int] = {}
        self.remarks: list[Remark] = []
        self.spelt_otherwise: list[str] = []
        self.absences: list[str] = []
        self.own_columns = {title for player in tournament.players for title, _ in player.extra}
        self.rounds = tournament.settings.rounds
        self._published = {drawn.number for drawn in tournament.published}
        self.clubs = tournament.settings.clubs
        self.kind, self._rule = tournament.settings.entrants.kind, tournament.settings.entrants.rank
        self.read_as: dict[tuple[str, str], list[str]] = {}  # a cut club and the whole one: the players
        self._unranked: list[Entry] = []
        self._by_rating: list[tuple[Entry, Player]] = []
        ours = reading.columns.ours if reading.columns is not None and reading.columns.line else {"rank": ""}
        self._equal_start = tournament.settings.start.scheme == "swiss" and not {"rank", "rating"} & ours.keys()
        self._no_rank_column = False
        self._by_name = _names(self.merged)
        self._settle(reading.entries, same)
        taken = self.merged.keys() | {entry.player.id for entry in reading.entries}
        self._numbers = (str(n) for n in range(1, 10**9) if str(n) not in taken)

    def _settle(self, entries: Sequence[Entry], same: Same) -> None:
        """Take the ids from entries that are to be known by name. Raises InputError with a question if it is open."""
        ids = {entry.player.id for entry in entries if entry.has_id}
        clashes = [clash for entry in entries if (clash := self._clash(entry, ids))]
        if not clashes or same is Same.IDS:
            return
        counting = [entry.player.id for entry in entries] == [str(k) for k in range(1, len(entries) + 1)]  # the lines
        named = {pid for entry in entries for pid in self._ids_of(entry.player)}
        all_are_named = all(clash.has_id is None or clash.has_id.id in named for clash in clashes)  # if on another line
        if same is Same.ASK and not (counting and all_are_named):
            raise InputError([*self._questions(entries, clashes), *self.problems])
        for entry in entries:
            known = self._ids_of(entry.player)
            if entry.has_id and entry.player.surname and entry.player.id not in known:
                taken = entry.player.id in self.merged or counting or known
                entry.player = replace(entry.player, id="" if taken else entry.player.id)
                entry.has_id = bool(entry.player.id)
        if same is not Same.NAMES:
            text = "the ids count the lines and have moved, so players are known by their names"
            ways = (Way("if the ids are right, take this back", "undo"), Way("and do it again", same="ids"))
            self.remarks.append(Remark(text, ways))

    def _clash(self, entry: Entry, ids: Collection[str]) -> Clash | None:
        """How id and name of a line disagree; None if they do not, or the line has only one of them.

        `ids` are those of all lines: a namesake whose id is among them is somebody else.
        """
        player = entry.player
        if not entry.has_id or not player.surname:
            return None
        owner, named = self.merged.get(player.id), self._ids_of(player)
        if entry.people and not named:  # called after its people on these lines, who may be new or some of several
            return None
        if player.id in named or (owner is None and not named):
            return None
        if owner is None:
            strangers = all(pid in ids or two_pins(player, self.merged[pid]) for pid in named)
            return None if strangers else Clash(entry, None, named)
        respelt = not named and not self._published and _alike(player, owner)  # after a draw that is a question, too
        return None if respelt else Clash(entry, owner, named)

    def _ids_of(self, player: Player) -> tuple[str, ...]:
        """Who is called so, in any order of the words."""
        parts, names = (player.surname, player.first_name), self._by_name
        return tuple(dict.fromkeys(names.get(name_key(*parts)) or names.get(words_key(*parts)) or ()))

    def _questions(self, entries: Sequence[Entry], clashes: Sequence[Clash]) -> list[Problem]:
        """The question, with what each answer would do, and a problem for each of the first lines."""
        renamed = sum(clash.has_id is not None for clash in clashes)
        by_ids = sum(entry.player.id not in self.merged for entry in entries if entry.has_id)
        by_names = sum(not self._ids_of(entry.player) for entry in entries if entry.player.surname)
        known = sum(bool(self._ids_of(entry.player)) for entry in entries)
        expected = (
            f"by ids, {counted(renamed, 'player')} would be renamed and {by_ids} added; "
            f"by names, nobody would be renamed, {known} known and {by_names} added"
        )
        lines = f"ids and names disagree on {counted(len(clashes), 'line')}"
        ways = (Way("to let ids decide", same="ids"), Way("to let names decide", same="names"))
        found = [Problem(lines, self.file, clashes[0].entry.line, expected=expected, ways=ways)]
        for clash in clashes[:MOST_TOLD]:
            name, pid = clash.entry.player.name, clash.entry.player.id
            of_name = f"{name} has the id {clash.have_name[0]}" if clash.have_name else f"nobody is called {name}"
            of_id = f"the id {pid} is {clash.has_id.name}" if clash.has_id else f"nobody has the id {pid}"
            found.append(Problem(f"{of_id}, and {of_name}", self.file, clash.entry.line, player=pid))
        return found

    def take(self, entry: Entry) -> None:
        """Merge one entry."""
        known = self._known(entry)
        if len(known) > 1:
            ids = ", ".join(p.id for p in known)
            self._wrong("several players have the name", entry, entry.player.name, f"one of the ids {ids}")
        elif known and known[0].id in self.line_of:
            line = self.line_of[known[0].id]
            self._wrong(f"the same player as line {line}:", entry, entry.player.name, "one line per player, or ids")
        elif known:
            self.line_of[known[0].id] = entry.line
            self._keep_whole_club(known[0], entry)
            self._keep_egd_pin(known[0], entry)
            self._keep_absences(known[0], entry)
            updated = with_registered(updated_by(known[0], entry), entry, self._rule, self._no_strength)
            if comes_back(known[0], entry):
                updated = self._back(updated, entry)
            if updated.name != known[0].name:
                self._remark(entry, f"{updated.label}: name changed from {known[0].name}")
            elif not entry.has_id and _words(entry.player) != _words(updated):
                self.spelt_otherwise.append(f"{entry.where}{entry.player.name} is {updated.label}")
            if updated != known[0]:
                self.changed.append(updated.id)
            self.merged[updated.id] = updated
        elif not entry.player.surname:
            self._wrong("no player has the id", entry, entry.player.id, "a known id, or a name and a rank")
        elif entry.has_id and not any(c.isalnum() for c in entry.player.id):
            expected = f"an id such as {next(self._numbers)}"
            self._wrong("an id without a letter or digit:", entry, entry.player.id, expected)
        elif not {"rank", "rating"} & entry.given and not entry.people and not self._equal_start:
            self._unranked.append(entry)
        else:
            player = replace(entry.player, id=entry.player.id or next(self._numbers))
            if entry.people:
                player = replace(player, rank_is_derived="rank" not in entry.given)
                player = replace(player, rating_is_derived="rating" not in entry.given)
                player = with_registered(player, entry, self._rule, self._no_strength)
            elif "rating" in entry.given and "rank" not in entry.given:
                self._by_rating.append((entry, player))
            self.line_of[player.id] = entry.line
            namesakes = self._by_name.get(name_key(player.surname, player.first_name), [])
            if namesakes:
                others = ", ".join(dict.fromkeys(namesakes))
                self._remark(entry, f"another {player.name} is registered with the id {others}")
            self.merged[player.id] = player
            self.new.append(player.id)

    def _keep_whole_club(self, known: Player, entry: Entry) -> None:
        """A line by name with the cut word of the player's own club says nothing new; one with the id corrects it."""
        if not entry.has_id and is_cut_word_of(entry.player.club, known.club):
            entry.given -= {"club"}
            self.read_as.setdefault((entry.player.club, known.club), []).append(known.id)

    def _keep_egd_pin(self, known: Player, entry: Entry) -> None:
        """A line of a file does not replace a pin of the EGD by something else, such as 1234; a person can."""
        pin = entry.player.pin
        if entry.line and pin and is_egd_pin(known.pin) and not is_egd_pin(pin):
            entry.player = replace(entry.player, pin="")
            text = f"the pin {pin!r} cannot be an EGD pin, which has eight digits; {known.label} keeps"
            self._remark(entry, f"{text} {known.pin}", Way("to take it anyway", "player", who=known.id, pin=pin))

    def _keep_absences(self, known: Player, entry: Entry) -> None:
        """A line by name alone keeps the rounds a player was taken out of, unless that player had withdrawn."""
        if entry.has_id or "rounds" not in entry.given or known.has_left:
            return
        wanted = entry.player.rounds_entered(self.rounds)
        stays = wanted - known.rounds_entered(self.rounds)
        entry.player = entry.player.with_rounds(wanted - stays, self.rounds)
        if stays - self._published:
            missed = rounds_text(stays - self._published, self.rounds)
            self.absences.append(f"{entry.where}{known.label} rounds {missed}")

    def _back(self, player: Player, entry: Entry) -> Player:
        """Who comes back enters the rounds of before the withdrawal; where none of them is left, all to come.

        A round without an excuse counts so only while the player misses it.
        """
        if "rounds" not in entry.given:
            to_come = every_round(self.rounds) - self._published
            plays = player.rounds_entered(self.rounds) & to_come
            if plays < to_come:
                rounds = f"rounds {rounds_text(plays, self.rounds)}, as entered before"
                which = rounds if plays else "all rounds to come, as no round entered before is left"
                way = Way("for other rounds, such as all", "player", who=player.id, rounds="all")
                self._remark(entry, f"{player.label} comes back for {which}", way)
            player = player if plays else replace(player, rounds=None)
        plays = player.rounds_entered(self.rounds) - self._published
        return player if "unexcused" in entry.given else replace(player, unexcused=player.unexcused - plays)

    def ranks_by_rating(self) -> None:
        """Say whose rank was made of the rating: of a few one by one, of more in one remark."""
        if len(self._by_rating) > MOST_BY_RATING:
            texts = [f"{p.name} {p.rank_name}, from the rating {p.rating}" for _, p in self._by_rating]
            some = first_few(texts, MOST_BY_RATING)
            self.remarks.append(Remark(f"{len(texts)} players have no rank; it is set from their ratings: {some}"))
        else:
            for entry, p in self._by_rating:
                self._remark(entry, f"{p.name} has no rank; it is set to {p.rank_name}, from the rating {p.rating}")
        if self._equal_start and self.new:
            self.remarks.append(Remark("the list has no ranks; in a Swiss everybody starts equal, so none is needed"))

    def without_strength(self) -> None:
        """New players without rank and rating: a single problem for all of them if no column has ranks."""
        message, expected, columns = NO_STRENGTH, RANK, self._columns
        if columns is None or "rank" in columns.ours or not self._unranked:
            for entry in self._unranked:
                self._no_strength(entry, ", guessed if need be")
            return
        near = columns.near
        titles = [f"{title} (did you mean {near[title]}?)" if title in near else title for title in columns.unknown]
        odd = f"; titles not understood: {first_few(sorted(titles, key=lambda t: '?' not in t), MOST_TITLES)}"
        expected += f"; no column was found for it{odd if titles else ''}"
        self._no_rank_column = True
        if len(self._unranked) > 1:
            message = f"neither rank nor rating for {len(self._unranked)} new players; the first is"
        first = self._unranked[0]
        misspelt = any(known_title(title) in _STRENGTH for title in near.values())
        line = columns.line if misspelt else first.line
        self.problems.append(Problem(message, self.file, line, column="", value=first.player.name, expected=expected))

    def misspelt_titles(self) -> None:
        """Report titles that are nearly one which would be understood, unless players have that column already.

        Without a column for names, or for ranks, that problem names them.
        """
        columns = self._columns
        if columns is None or not {"id", "name", "surname"} & set(columns.ours):
            return
        for title, near in columns.near.items():
            named = self._no_rank_column and known_title(near) in _STRENGTH
            if title not in self.own_columns and not named:
                expected = f"{near}; if it is a column of your own, give it a title that is less like {near}"
                self.problems.append(Problem("unknown column", self.file, columns.line, value=title, expected=expected))

    def clashing_pins(self) -> None:
        """Report lines that bring the pin of an earlier player; two lines with one pin are reported already."""
        seen: dict[str, str] = {}
        for player in sorted(self.merged.values(), key=lambda p: self.line_of.get(p.id, 0)):
            other = seen.get(player.pin, "") if player.pin else ""
            if other and player.id in self.line_of and other not in self.line_of:
                expected = f"a different pin for each player; {other} is {self.merged[other].name}"
                line, name = self.line_of[player.id], ", ".join(filter(None, (player.surname, player.first_name)))
                way = Way("if it is the same person", "player", who=other, name=name)
                text = f"player {other} already has the pin"
                ways = (way,) if player.id in self.new else ()
                wrong = Problem(text, self.file, line, "pin", expected=expected, ways=ways, player=player.id)
                self.problems.append(replace(wrong, value=player.pin))
            seen.setdefault(player.pin, player.id)

    def _no_strength(self, entry: Entry, more: str = "") -> None:
        self._wrong(NO_STRENGTH, entry, entry.player.name, f"{RANK}{more}")

    def _known(self, entry: Entry) -> list[Player]:
        if entry.has_id:
            return [self.merged[entry.player.id]] if entry.player.id in self.merged else []
        named = [self.merged[pid] for pid in self._ids_of(entry.player)]
        named = [player for player in named if not two_pins(player, entry.player)]
        if len(named) > 1:
            same_pin = [player for player in named if player.pin and player.pin == entry.player.pin]
            agreeing = same_pin or [player for player in named if updated_by(player, entry) == player]
            named = agreeing if len(agreeing) == 1 else named
        return named

    def _remark(self, entry: Entry, text: str, *ways: Way) -> None:
        self.remarks.append(Remark(entry.where + text, ways))

    def _wrong(self, message: str, entry: Entry, value: str, expected: str) -> None:
        wrong = Problem(message, self.file, entry.line, value=value, expected=expected, player=entry.player.id)
        self.problems.append(wrong)


def _names(players: Mapping[str, Player]) -> dict[str, list[str]]:
    """Ids by name: surname first, first name first, and by the words of it in any order; of namesakes the first."""
    names: dict[str, list[str]] = {}
    for player in players.values():
        surname, first = player.surname, player.first_name
        for key in {name_key(surname, first), name_key(first, surname), words_key(surname, first)}:
            ids = names.setdefault(key, [])
            if len(ids) < MOST_NAMED:
                ids.append(player.id)
    return names


def _words(player: Player) -> list[str]:
    """The words of a name as they are spelt, but for case, order and commas."""
    return sorted(player.name.casefold().replace(",", " ").replace("-", " ").split())


def _alike(one: Player, other: Player) -> bool:
    """Whether one name may be the other in another spelling."""
    from rapidfuzz.fuzz import ratio  # no other command is to wait for it

    keys = spelling_key(one.name), spelling_key(other.name)
    return keys[0] == keys[1] or (min(map(len, keys)) >= SHORT_NAME and ratio(*keys) >= ALIKE)
