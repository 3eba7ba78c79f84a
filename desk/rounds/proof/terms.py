"""The terms of a draw: weights, rules over pairs, locks, relaxed rules, the seed; and where two of them differ."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ....io.settings.profiles import known_version
from ....model.errors import McMahonError
from ....model.pairing.draw import Locks, count_rules, without_own_rules
from ....model.pairing.profile import Profile
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
        by_profile = {w.criterion for profile in (ours.profile, theirs.profile) for w in profile.weights}
        by_profile |= {f"rule {rule.name}" for rule in ours.profile.rules} if theirs.unread else set()
        left, right = ({k: v for k, v in said.items() if k not in by_profile} for said in (left, right))
        left, right = {"profile": one, **left}, {"profile": "cannot be read" if theirs.unread else other, **right}
    names = [*left, *(name for name in right if name not in left)]
    found = [Difference(name, left.get(name, "none"), right.get(name, "none")) for name in names]
    return [one for one in found if one.ours != one.theirs]


def _said(terms: TermsInForce) -> dict[str, str]:
    """Each term in words, by its name: weights that count, rules, then what was fixed by hand."""
    said = {
        w.criterion: f"{w.weight:,}" + f" in tier {w.tier}" * (w.tier > 1) for w in terms.profile.weights if w.weight
    }
    said |= {f"rule {rule.name}": rule_text(rule) for rule in terms.profile.rules}
    said |= {
        "forced pairs": _pairs(terms.locks.force),
        "forbidden pairs": _pairs(terms.locks.forbid),
        "byes by hand": ", ".join(sorted(terms.locks.bye)),
        "relaxed rules": ", ".join(terms.relaxed),
        "seed": str(terms.seed),
    }
    return {name: text for name, text in said.items() if text}


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(sorted(":".join(sorted(pair)) for pair in pairs))


def rule_text(rule: CountRule) -> str:
    """A rule as the settings write it, without its name, its rounds and its reason: no two rules have the same text."""
    left_out = ("name", "rounds", "reason")
    return ", ".join(f"{key} = {json.dumps(value)}" for key, value in rule.plain().items() if key not in left_out)
