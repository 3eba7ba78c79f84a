"""What a file of another program does not keep, found by reading back what was written.

Players, settings and rounds are compared by their records, so that a field or setting which is new is told, too. What a
writer says itself of a record (`Report.add(…, of=…)`), because it knows why, is not told again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..model.errors import InputError
from ..model.tournament.games import Game, Round
from ..model.tournament.latin import ascii_text
from ..model.tournament.person import Player
from ..model.tournament.settings.settings import split_name
from ..model.tournament.tournament import Tournament
from .foreign.foreign import Written, bar_text, folded, start_ranks
from .foreign.format import Format
from .registrations.fields import FIELDS, PlayerField
from .settings.settings_file import listed_settings, shown

#: A record that a file does not keep: its name, what it is called, and the case.
Lost = tuple[str, str, str]
#: Fields that are compared otherwise: ids are those of each program, names are compared as a whole, start scores
#: instead of corrections, and rounds one by one.
NOT_COMPARED = frozenset({"id", "surname", "first name", "absent", "rounds", "correction"})
#: Settings of this program alone: where defaults come from, and its lotteries.
OWN_SETTINGS = frozenset({"preset", "seed"})


def note_lost(form: Format, tournament: Tournament, written: Written) -> Tournament | None:
    """Read the file back, and add to the losses what nobody has told; what was read, None if it is no tournament."""
    try:
        read = form.read(written.data, form.name)
    except InputError as error:
        written.losses.add("what is written cannot be read again", str(error))
        return None
    losses, back = written.losses, read.tournament
    for remark in read.report.cases:
        if remark in read.report.unlike:
            for case in read.report.cases[remark]:
                losses.add(remark, case)
    for record, called, case in lost(tournament, back):
        of_officers = form.rated and record.startswith("settings.")  # a report to a rating list has no settings
        if not (of_officers or losses.tells(record)):
            losses.add(f"{called}, not kept", case)
    return back


def lost(before: Tournament, after: Tournament) -> Iterator[Lost]:
    """Everything of a tournament that another one does not have."""
    partners = _partners(before, after)
    yield from (("players", "players", player.name) for player in before.players if player.id not in partners)
    starts, new_starts, new_players = start_ranks(before), start_ranks(after), after.by_id()
    for player in before.players:
        if (partner := partners.get(player.id)) is not None:
            yield from _of_player(player, new_players[partner], before.settings.rounds)
            if starts[player.id] != new_starts[partner]:
                yield "start", "start score", player.name
    yield from _of_settings(before, after)
    own = dict(enumerate(after.rounds, 1))
    for drawn in before.published:
        yield from _of_round(drawn, own.get(drawn.number, Round(drawn.number, ())), partners)


def _partners(before: Tournament, after: Tournament) -> Mapping[str, str]:
    """The players of the other tournament by those of the one, by their names as ASCII letters without blanks."""
    ids: dict[str, list[str]] = {}
    for player in after.players:
        ids.setdefault(_plain(player), []).append(player.id)
    names = {player.id: _plain(player) for player in before.players}
    found = {pid: ids[name].pop(0) for pid, name in names.items() if ids.get(name)}
    for pid, name in ((pid, name) for pid, name in names.items() if pid not in found):
        # a name may be shortened, or have a number behind it
        like = (own for plain, own in ids.items() if own and (name.startswith(plain) or plain.startswith(name)))
        if same := next(like, None):
            found[pid] = same.pop(0)
    return found


def _plain(player: Player) -> str:
    return folded(ascii_text(player.name))


def _of_player(old: Player, new: Player, rounds: int) -> Iterator[Lost]:
    for field in FIELDS.values():
        if field.text is None or field.name in NOT_COMPARED:
            continue
        if field.text(old, rounds) != field.text(new, rounds):
            yield field.name, _called(field), old.name
    if [old.enters(n) for n in range(1, rounds + 1)] != [new.enters(n) for n in range(1, rounds + 1)]:
        yield "rounds", "rounds entered for", old.name


def _called(field: PlayerField) -> str:
    """What a field is called inside a sentence: `club`, `AGA number`."""
    label = field.label or field.name
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def _of_settings(old: Tournament, new: Tournament) -> Iterator[Lost]:
    others = {name: value for name, value, _ in listed_settings(new.settings)}
    idle = set(OWN_SETTINGS)
    if bar_text(old) == bar_text(new):  # as the first draw decides an automatic one
        idle.add("start.bar")
    if old.settings.handicap.rule == new.settings.handicap.rule == "none":
        idle.update(name for name in others if name.startswith("handicap."))
    for name, value, _ in listed_settings(old.settings):
        if value != others[name] and name not in idle:
            section = split_name(name)[0] or "the tournament"
            yield f"settings.{name}", f"settings of {section}", f"{name}={shown(value)}"


def _of_round(old: Round, new: Round, partners: Mapping[str, str]) -> Iterator[Lost]:
    """Games, byes and absences that are not there, and what is other in games that are."""
    games = {frozenset(game.players): game for game in new}
    for game in old:
        where = f"round {old.number} table {game.table}"
        back = games.get(frozenset(partners.get(p, "") for p in game.players))
        if back is None:
            yield "games", "games", where
            continue
        turned = partners.get(game.white) == back.black
        for record, called, one, other in _terms(game, back, turned):
            if one != other:
                yield record, called, where
    for record, called, ours, theirs in (
        ("byes", "byes", old.byes, new.byes),
        ("absences", "absences", old.absent, new.absent),
        ("unpaired", "entered but without a game", old.unpaired, new.unpaired),
    ):
        for player in ours:
            if partners.get(player) not in theirs:
                yield record, called, f"round {old.number} {player}"


def _terms(game: Game, back: Game, turned: bool) -> Iterator[tuple[str, str, object, object]]:
    points = back.half_points()[::-1] if turned else back.half_points()
    yield "results", "results", (game.half_points(), game.result.value), (points, back.result.value)
    yield "forfeits", "forfeits", game.by_default, back.by_default
    yield "colours", "colours", False, turned
    yield "handicaps", "handicaps", game.handicap, back.handicap
    yield "komi", "komi", game.komi_halves, back.komi_halves
    yield "tables", "table numbers", game.table, back.table
