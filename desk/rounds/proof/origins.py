"""Where the record of a round comes from: a step of the journal wrote it, somebody edited it, or nobody knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ....io.folder.folder import TournamentFolder
from ....io.folder.journal import BY_HAND
from ....io.folder.journal_steps import LostContent
from ....io.folder.record_file import parse_record
from ....io.settings.profiles import RECIPES, known_version, load_profile, profile_of_settings, weighed
from ....model.errors import McMahonError
from ....model.pairing.draw import Locks, count_rules
from ....model.pairing.profile import Profile
from ....model.records.state import Record, State


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record comes from: `step` of the journal has written it first, and `at` is the folder after that.

    `by_hand`: the journal shows that no command has written it. Neither: there is no journal, it begins with this
    record, or it has lost it; nobody knows then. `at` is None also if the journal has lost a file of that step.
    """

    step: int = 0
    by_hand: bool = False
    at: State | None = None


def origin_of(path: Path | None, record: Record, number: int) -> Origin:
    """Where the record of a round comes from; `path` is the folder, None for a tournament in memory.

    A command that publishes or changes boards writes the record again as it is, so the first step that has it counts.
    If that step has kept locks or the ledger of a record that somebody had edited, it explains neither. The name of
    the profile is left out: it decides nothing.
    """
    folder = TournamentFolder(path) if path is not None else None
    if folder is None or not folder.journal.home.is_dir():
        return Origin()
    name, ours = f"rounds/{number}.json", _unnamed(record.profile)

    def same(data: bytes) -> bool:
        try:
            found = parse_record(data.decode(), name)[0]
        except (McMahonError, ValueError):
            return False
        return found is not None and replace(found, profile=_unnamed(found.profile)) == replace(record, profile=ours)

    try:
        step = folder.journal.first_with(name, same)
    except LostContent:
        return Origin()
    if step is None or step.command.startswith(BY_HAND):
        return Origin(by_hand=True)
    if step.undo_to == 0:  # the journal begins with it
        return Origin()
    try:
        before = folder.at(step.undo_to).records.get(number)
        if before and _keeps(record, before) and origin_of(path, before, number).by_hand:
            return Origin(by_hand=True)
        return Origin(step.number, at=folder.at(step.number))
    except McMahonError:
        return Origin(step.number)


def _keeps(record: Record, before: Record) -> bool:
    """Whether a record has the ledger or the locks of the one that was there before it."""
    return record.kept == before.kept or record.locks == before.locks != Locks()


def _unnamed(profile: Profile) -> Profile:
    """A profile without its name, which decides nothing."""
    return replace(profile, name="")


def has_profile(state: State, profile: Profile, number: int) -> bool:
    """Whether the weights and rules of a record are those of a profile: of the program, or of a file in the folder.

    An example of version 1 does not come with the program any more; if the settings named it, it is taken as it is.
    """
    example = profile.name in RECIPES and profile.name == state.tournament.settings.pairing.profile
    return example or any(_same(state, one, profile, number) for one in _profiles(state, profile))


def _profiles(state: State, profile: Profile) -> Iterator[Profile]:
    """The profiles that a draw in a folder can name; what cannot be read is left out."""
    name, version = known_version(profile)
    if version is not None:
        yield load_profile(name)
    for file in (state.tournament.settings.pairing.profile, *state.profile_texts):
        try:
            yield profile_of_settings(file, state.profile_texts)
        except McMahonError:
            continue


def _same(state: State, one: Profile, other: Profile, number: int) -> bool:
    rules = [rule.plain() for rule in count_rules(state.tournament, one, number)]
    return weighed(one) == weighed(other) and rules == [rule.plain() for rule in other.rules]
