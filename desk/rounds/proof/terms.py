"""The terms of a draw: weights, rules over pairs, locks, relaxed rules, the seed; and who stands for them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ....io.folder.folder import TournamentFolder
from ....io.folder.journal import BY_HAND
from ....io.folder.journal_steps import LostContent
from ....io.folder.record_file import parse_record
from ....io.settings.profiles import RECIPES, known_version, load_profile, profile_of_settings, weighed
from ....model.errors import McMahonError
from ....model.pairing.criteria import plain_criterion
from ....model.pairing.draw import Locks, count_rules, without_own_rules
from ....model.pairing.profile import Profile, Weight
from ....model.records.state import Record, State
from ....model.tournament.rules import CountRule
from ....model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class TermsInForce:
    """What a round is drawn by; the rules of the profile are those in force in this round, of the settings too.

    `unread` says why the profile of the settings cannot be read; empty if it can.
    """

    profile: Profile
    locks: Locks = field(default_factory=Locks)
    relaxed: tuple[str, ...] = ()
    seed: int = 0
    unread: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A term that is not the same: what it is called, and both values in words."""

    name: str
    ours: str
    theirs: str

    @property
    def of_certificate(self) -> str:
        """The same if ours is the certificate's and theirs the folder's."""
        return f"{self.name}: {self.ours} in the certificate, {self.theirs} in the folder"


def terms_of_settings(state: State, number: int) -> TermsInForce:
    """The terms by which a director who wishes for nothing would draw a round today."""
    tournament = state.tournament
    try:
        profile = replace(state.profile, rules=tuple(count_rules(tournament, state.profile, number)))
    except McMahonError as error:
        name = tournament.settings.pairing.profile
        return TermsInForce(Profile(name, "", ()), seed=tournament.settings.seed, unread=f"profile {name}: {error}")
    return TermsInForce(profile, seed=tournament.settings.seed)


def terms_of_record(record: Record, tournament: Tournament, number: int) -> TermsInForce:
    """The terms that the record of a round names. Raises InputError."""
    seed = tournament.settings.seed if record.seed is None else record.seed
    return TermsInForce(in_force(record.profile, tournament, number), record.locks, record.relaxed, seed)


def in_force(profile: Profile, tournament: Tournament, number: int) -> Profile:
    """The profile of a record or certificate with those of its rules that hold in a round. Raises InputError."""
    return replace(profile, rules=tuple(count_rules(without_own_rules(tournament), profile, number)))


def differences(ours: TermsInForce, theirs: TermsInForce) -> list[Difference]:
    """Where the terms differ; nothing that only has another name or another order does.

    Two versions of the program's profiles differ in one line, by their names; so does a profile that cannot be read.
    """
    left, right = _said(ours), _said(theirs)
    (one, of_program), (other, too) = known_version(ours.profile), known_version(theirs.profile)
    if theirs.unread or (of_program is not None and too is not None):
        by_profile = {_term(w) for profile in (ours.profile, theirs.profile) for w in profile.weights}
        by_profile |= {f"rule {rule.name}" for rule in ours.profile.rules} if theirs.unread else set()
        left, right = ({k: v for k, v in said.items() if k not in by_profile} for said in (left, right))
        left, right = {"profile": one, **left}, {"profile": "cannot be read" if theirs.unread else other, **right}
    names = [*left, *(name for name in right if name not in left)]
    found = [Difference(name, left.get(name, "none"), right.get(name, "none")) for name in names]
    return [one for one in found if one.ours != one.theirs]


def _said(terms: TermsInForce) -> dict[str, str]:
    """Each term in words, by its name: weights that count, rules, then what was fixed by hand."""
    said = {_term(w): weight_text(w) for w in terms.profile.weights if w.weight}
    said |= {f"rule {rule.name}": rule_text(rule) for rule in terms.profile.rules}
    said |= {
        "forced pairs": _pairs(terms.locks.force),
        "forbidden pairs": _pairs(terms.locks.forbid),
        "byes by hand": ", ".join(sorted(terms.locks.bye)),
        "relaxed rules": ", ".join(terms.relaxed),
        "seed": str(terms.seed),
    }
    return {name: text for name, text in said.items() if text}


def _term(weight: Weight) -> str:
    return f"criterion {weight.criterion}" if weight.own else weight.criterion  # one's own may be called seed


def weight_text(weight: Weight) -> str:
    """A weight with its tier, if that is not the first, and a criterion of one's own: formulas, hash of its table."""
    text = f"{weight.weight:,}" + f" in tier {weight.tier}" * (weight.tier > 1)
    formulas = plain_criterion(weight.own) if weight.own else {}
    if weight.own and weight.own.costs:
        del formulas["players"]
        formulas["costs"] = f"{len(weight.own.costs.players)} players, sha256 {weight.own.costs.digest[:16]}"
    return text + bool(formulas) * f" ({', '.join(f'{key} = {json.dumps(one)}' for key, one in formulas.items())})"


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(sorted(":".join(sorted(pair)) for pair in pairs))


def rule_text(rule: CountRule) -> str:
    """A rule as the settings write it, without its name, its rounds and its reason: no two rules have the same text."""
    left_out = ("name", "rounds", "reason")
    return ", ".join(f"{key} = {json.dumps(value)}" for key, value in rule.plain().items() if key not in left_out)


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
    name, ours = f"rounds/{number}.json", _unnamed(record)

    def same(data: bytes) -> bool:
        try:
            found = parse_record(data.decode(), name)[0]
        except (McMahonError, ValueError):
            return False
        return found is not None and _unnamed(found) == ours

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
        keeps = before and (record.kept == before.kept or record.locks == before.locks != Locks())
        if before and keeps and origin_of(path, before, number).by_hand:
            return Origin(by_hand=True)
        return Origin(step.number, at=folder.at(step.number))
    except McMahonError:
        return Origin(step.number)


def _unnamed(record: Record) -> Record:
    return replace(record, profile=replace(record.profile, name=""))


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


def same_criteria(one: Profile, other: Profile) -> bool:
    """Whether two profiles have the same weights, in the same tiers, of the same formulas."""
    formulas, others = ({own.name: own.identity() for own in each.own_criteria} for each in (one, other))
    return weighed(one) == weighed(other) and formulas == others


def _same(state: State, one: Profile, other: Profile, number: int) -> bool:
    rules = [rule.plain() for rule in count_rules(state.tournament, one, number)]
    return same_criteria(one, other) and rules == [rule.plain() for rule in other.rules]
