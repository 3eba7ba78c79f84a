"""The settings of a tournament: shown, and changed as a person types them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import field

from ...io.countries import code_of
from ...io.folder.state_files import with_settings
from ...io.settings.settings_file import (
    changed,
    current,
    cut_to,
    listed_settings,
    lost,
    parse_settings_key,
    split_assignment,
    toml_value,
)
from ...model.errors import InputError, Problem, UnconfirmedError, check_confirmed
from ...model.language import counted, first_few
from ...model.notes import MOST_AWAY, Note, Remark, name_of
from ...model.noticing import supergroup_notes, unknown_notes
from ...model.pairing.standing_locks import pairs_of, parse_pair
from ...model.placing.scores import score
from ...model.plan.plan import clashes
from ...model.records.state import State
from ...model.tournament.numbers import parse_rounds
from ...model.tournament.settings import kinds
from ...model.tournament.settings.settings import SECTIONS, Settings, declared, redraws
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..desk_notes import draft_before_settings
from ..messages.foresight_texts import forced_fault_text
from ..rounds.draw.looking_ahead import off_notes
from ..rounds.plan.planning import plan_notes
from ..verb import Change, Outcome, Verb, done_answer, told
from .setting_words import change_in_words

MOST_NAMED = 6
#: Kinds of settings whose entries are players: locks, ids, or a table by id.
OF_PLAYERS = (kinds.LOCKS, kinds.IDS, kinds.FIXED)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its dotted name, its value as TOML writes it, what it means, and the players whom it lists."""

    name: str
    value: str
    meaning: str
    who: str = ""


def settings(state: State, only: str = "") -> Outcome[Sequence[Setting]]:
    """Every setting, those of a section, or one. Raises InputError for a name that is none."""
    if only and only not in SECTIONS:
        parse_settings_key(only)
    section = only if only in SECTIONS else only.rpartition(".")[0]
    listed = listed_settings(state.tournament.settings, (section,) if only else ("", *SECTIONS))
    found = [
        Setting(name, toml_value(value), meaning, who=_who(name, value, state.tournament))
        for name, value, meaning in listed
        if only in ("", section, name)
    ]
    return Outcome(state, found)


def _who(key: str, value: Any, tournament: Tournament) -> str:
    """The players that a setting lists, by name and id; nothing where it lists none, or only ids that are nobody's."""
    if declared(key).kind not in OF_PLAYERS:
        return ""
    entries = list(value.items()) if isinstance(value, Mapping) else value
    text = "; ".join(_entry(key, entry, tournament) for entry in entries)
    return text if any(player.label in text for player in tournament.players) else ""


def _entry(key: str, entry: Any, tournament: Tournament) -> str:
    """An entry of a list or table: `Ann (1), Bo (2) in round 1-3`; what is no player as TOML writes it."""
    kind = declared(key).kind
    if kind is kinds.FIXED:
        return f"{name_of(str(entry[0]), tournament)} at table {entry[1]}"
    if kind is kinds.IDS:
        return name_of(str(entry), tournament)
    if kind is kinds.LOCKS:
        who, other = (", ".join(name_of(str(p), tournament) for p in entry.get(k, ())) for k in ("players", "against"))
        rounds = f" in round {entry['rounds']}" if entry.get("rounds") else ""
        return who + (f" against {other}" if other else "") + rounds
    return " = ".join(map(str, entry)) if isinstance(entry, tuple) else toml_value(entry)


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that was given: before and now in TOML, whether it is the default's now, and the players in it."""

    name: str
    before: str
    after: str
    unset: bool
    who: str = ""


class ChangeSettings(Change, frozen=True, kw_only=True):
    """Settings to change, all of them or none.

    `+=` adds to a list and `-=` takes from it; pairs forced or forbidden may be `A:B`, by id or name.
    """

    assignments: Annotated[
        tuple[str, ...],
        told('each as typed: "start.bar=3d", "placing.order=MMS,SOS", "komi=" for the default', "KEY=VALUE"),
    ] = ()
    replace: Annotated[bool, told("replace lists that already have entries")] = False
    anyway: Annotated[bool, told("change start scores even after a round is published")] = False
    values: Annotated[Mapping[str, Any], told("others by their dotted names, None for the default", to="here")] = field(
        default_factory=dict
    )


def change(state: State, request: ChangeSettings, by_director: bool = True) -> Outcome[Sequence[SettingChange]]:
    """With settings changed, all or none; a second desk names no folder. Raises InputError, UnconfirmedError."""
    before = state.tournament
    given = _given(before, request)
    if "event.congress" in given and not by_director:
        raise InputError("only the director's own desk can name the folders of other events (event.congress)")
    given = _fitted(before.settings, given)
    after = with_settings(state, given)
    if "pairing.profile" in given:
        _ = after.profile  # raises where the settings name none
    if {"pairing.rules", "pairing.local_clubs"} & given.keys():
        check_locals(after.tournament.settings)
    if {"pairing.force", "pairing.forbid"} & given.keys():
        _check_pairs(after.tournament)
        _check_forced(before, after.tournament)
    moved = _moved(before, after.tournament)
    if not request.anyway:
        said = changes_in_words(before, after.tournament, given)
        check_confirmed(_start_lines(before, moved, said), Way("to do it anyway", anyway=True))
    changes = [_changed(key, before, after.tournament, value is None) for key, value in given.items()]
    ahead: list[Note] = []
    if any(key == "rounds" or key.startswith("pairing.") for key in given):
        with suppress(InputError):  # a rule about a column that nobody has registered yet
            ahead += plan_notes(state, after)
    if "pairing.plan_ahead" in given and before.settings != after.tournament.settings:
        ahead += off_notes(after.tournament, len(after.tournament.rounds) + 1, after.profile)
    return Outcome(after, changes, [*_notes(before, after.tournament, given, len(moved)), *ahead])


def _fitted(settings: Settings, given: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be set; with fewer rounds, lists that are not set anew lose those that are no more."""
    rounds = given.get("rounds")
    if not isinstance(rounds, int) or not 0 < rounds < settings.rounds:
        return dict(given)
    cut = cut_to(settings, rounds)
    return {**given, **{key: value for key, value in cut.items() if given.get(key) in (None, current(settings, key))}}


def changes_in_words(before: Tournament, after: Tournament, names: Iterable[str]) -> list[str]:
    """The changes of settings, by their dotted names, a sentence each; nothing of those that are as before."""
    return list(filter(None, (change_in_words(name, before.settings, after.settings) for name in names)))


def _start_lines(before: Tournament, moved: Sequence[str], said: Sequence[str]) -> list[str]:
    """Whose start scores a change alters although a round is published, in a sentence; else nothing."""
    published = len(before.published)
    played = f"round {published} is" if published == 1 else f"rounds 1-{published} are"
    some = f"{counted(len(moved), 'player')} ({first_few(moved, MOST_NAMED)})"
    text = f"{'; '.join(said)}: {played} published, and this changes the start scores of {some}"
    return [text] if moved and published else []


def _moved(before: Tournament, after: Tournament) -> list[str]:
    """The names of those whose start scores a change alters after a round was drawn."""
    if not before.rounds:
        return []
    old, new = (score(t.before(1)).start for t in (before, after))
    return [p.name for p in before.players if old.get(p.id) != new.get(p.id)]


def _given(before: Tournament, request: ChangeSettings) -> dict[str, Any]:
    """The values by dotted key. Raises InputError with every problem, UnconfirmedError where nothing else is wrong."""
    settings, problems, unsaid = before.settings, list[Problem](), list[Problem]()
    given: dict[str, Any] = {}
    replaced = dict(request.values)

    def find(text: str) -> dict[str, Any]:
        return {"players": list(parse_pair(text, before))}

    for text in request.assignments:
        try:
            key, operator, _ = split_assignment(text)
            if key in given and operator == "=":
                raise InputError([Problem(f"{key} is given twice", value=text, expected="one value")])
            key, given[key] = changed(text, given.get(key), settings, find)
            if operator == "=":
                replaced[key] = given[key]
        except InputError as error:
            problems += error.problems
    for key, value in replaced.items():
        try:
            parse_settings_key(key)
            gone = [] if request.replace else lost(key, settings, value)
        except InputError as error:
            problems += error.problems
        else:
            ways = Way("to add to the list", assignments=(f"{key}+=…",)), Way("to replace it anyway", replace=True)
            texts = [_entry(key, entry, before) for entry in gone]
            unsaid += [Problem(f"{key} would lose {'; '.join(texts)}", ways=ways)] if gone else []
    if problems:
        raise InputError(problems)
    if unsaid:
        raise UnconfirmedError(unsaid)
    given |= dict(request.values)
    if isinstance(given.get("event.country"), str):
        given["event.country"] = code_of(given["event.country"])
    return given


def check_locals(settings: Settings) -> None:
    """Raise InputError for rules over pairs that are about local players, where no local club is named."""
    if settings.pairing.local_clubs:
        return
    way = Way("", "set", assignments=("pairing.local_clubs=CLUB",))
    wrong = [
        Problem(f"rule {rule.name} is about local players, but no local club is set", ways=(way,))
        for rule in settings.pairing.rules
        if rule.about_locals
    ]
    if wrong:
        raise InputError(wrong)


def _check_pairs(tournament: Tournament) -> None:
    """Raise InputError for pairs that are forced and forbidden at once, in a round still to be drawn."""
    pairing, total = tournament.settings.pairing, tournament.settings.rounds
    last = len(tournament.published)

    def pairs(locks: Sequence[kinds.Lock]) -> set[tuple[frozenset[str], int]]:
        """Each pair with each round to come in which it is meant."""
        return {
            (frozenset(pair), number)
            for players, against, rounds in locks
            for pair in pairs_of(players, against)
            for number in parse_rounds(rounds, total)
            if number > last
        }

    met = {frozenset(game.players) for drawn in tournament.rounds[:last] for game in drawn}
    both = {pair for pair, _ in pairs(pairing.force) & pairs(pairing.forbid)} - met
    if both:
        a, b = sorted(min(both, key=sorted))
        names = " and ".join(tournament.player(p).name if p in tournament.by_id() else p for p in (a, b))
        raise InputError(f"{names} are both forced and forbidden to meet")


def _check_forced(before: Tournament, after: Tournament) -> None:
    """Raise InputError for pairs that are forced now and contradict each other, in a round still to be drawn."""
    first = len(before.published) + 1
    known = clashes(before, range(first, before.settings.rounds + 1))
    found = [one for one in clashes(after, range(first, after.settings.rounds + 1)) if one not in known]
    if found:
        raise InputError([Problem(f"pairing.force: {forced_fault_text(one, after)}") for one in found[:MOST_NAMED]])


def _changed(key: str, before: Tournament, after: Tournament, unset: bool) -> SettingChange:
    old, new = current(before.settings, key), current(after.settings, key)
    return SettingChange(key, toml_value(old), toml_value(new), unset=unset, who=_who(key, new, after))


def _notes(before: Tournament, after: Tournament, given: Collection[str], moved: int) -> list[Note]:
    """What a director should know: ids that are nobody's, and what of the rounds the settings have changed."""
    notes: list[Note] = [*unknown_notes(after)]
    if "start.supergroup_size" in given:
        notes += supergroup_notes(after)
    if moved:
        way = Way("to check the drawn rounds with the new scores", "check")
        notes.append(Remark(f"start scores change for {counted(moved, 'player')}", (way,)))
    if after.rounds and after.rounds[-1].draft and any(map(redraws, given)):
        notes.append(draft_before_settings(len(after.rounds)))
    old, new = before.settings.rounds, after.settings.rounds
    away = [p.label for p in after.players if new > old and p.rounds is not None and new not in p.rounds]
    way = Way("to enter a player", "player", who="ID", rounds="all")
    left = Remark(f"not entered for round {new}: {first_few(away, MOST_AWAY)}", (way,))
    return [*notes, left] if away else notes


SET = Verb(
    "set",
    ChangeSettings,
    lambda state, request, run: change(state, request, run.by_director),
    lambda request, _: f"set {' '.join(request.assignments)}",
    done_answer,
)
