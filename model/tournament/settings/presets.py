"""Presets: the defaults of the rule sets (rules: section 9). Every value can be overridden in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Defaults by preset, section and key, where they differ from the declarations; values as a TOML file writes them. The
#: section of `komi` is blank: 7.5 by the BGA's default rules (since 2006) and the AGA's rules of Go; 6.5 by the EGF's
#: general tournament rules with territory scoring (8 with Ing's rules, 7.5 with area scoring), as in Germany.
PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "bga": {  # BGA handbook 4.1-4.6
        "": {"komi": 7.5},
        "handicap": {"rule": "mms", "reduction": 1},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "absences"},
        "placing": {"order": ["MMS", "SOS", "CUSP"]},
    },
    "egf": {  # EGF tournament system rules
        "handicap": {"rule": "none", "reduction": 2},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "absences and byes"},
        "placing": {"order": ["MMS", "SOS", "SOS-1", "SOS-2"]},
    },
    "aga": {  # Mays' guide; at the bar stones are given, never taken (AGA tournament regulations)
        "": {"komi": 7.5},
        "handicap": {"rule": "mms", "reduction": 0, "none_from": "bar"},
        "points": {"bye": 1, "bye_wins": 1, "absence": 0.5, "round_down": "none"},
        "placing": {
            "order": ["START", "WINS", "SOS-N", "SODOS-N"],
            "empty_round": "normalised",
            "opponents_unplayed": "half",
        },
        "pairing": {"even_at_bar": False},
    },
    "german": {  # Gerlach's introduction
        "start": {"zero": "20k"},
        "handicap": {"rule": "mms", "reduction": 2},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "none"},
        "placing": {"order": ["MMS", "SOS", "SOSOS"]},
    },
    "opengotha": {  # OpenGotha's McMahon defaults
        "start": {"zero": "30k", "floor": "20k"},
        "handicap": {"rule": "mms", "reduction": 1, "none_from": "1d"},
        "points": {"bye": 1, "bye_wins": 1, "absence": 0.5, "round_down": "absences and byes"},
        "placing": {
            "order": ["MMS", "SOS", "SOSOS"],
            "empty_round_sosos": "own start",
            "handicap_in_sos": True,
        },
        "pairing": {"seeding": ["1-2 random RATING", "3+ slide MMS SOS SOSOS"], "profile": "opengotha"},
    },
    "club": {  # a club evening: handicaps all the way up, close games (BGA handbook 4.3 for the handicap)
        "start": {"bar": "none"},
        "handicap": {"rule": "mms", "reduction": 1},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "absences"},
        "placing": {"order": ["MMS", "SOS", "CUSP"]},
        "pairing": {"profile": "club-evening"},
    },
    "swiss": {
        "start": {"scheme": "swiss", "zero": "bottom"},
        "handicap": {"rule": "none"},
        "points": {"bye": 1, "bye_wins": 1, "absence": 0, "round_down": "none"},
        "placing": {"order": ["WINS", "SOS", "SODOS"], "empty_round": "zero"},
        "pairing": {"profile": "swiss", "geography_at_bar": "counts"},
    },
    "round-robin": {  # all play all: everybody has the same byes, so they give nothing
        "start": {"scheme": "swiss", "zero": "bottom"},
        "handicap": {"rule": "none"},
        "points": {"bye": 0, "absence": 0, "round_down": "none"},
        "placing": {"order": ["WINS", "DC", "SODOS"], "empty_round": "zero"},
        "pairing": {"profile": "swiss", "geography_at_bar": "counts", "meet_again": "each turn"},
    },
}

#: The version that a first draw writes down.
VERSION = "2"
#: What presets said before version 2 of them: a tournament whose first draw was made then keeps it.
_BEFORE: dict[str, dict[str, dict[str, Any]]] = {
    "bga": {"": {"komi": 6.5}},
    "aga": {"": {"komi": 6.5}, "handicap": {"none_from": "none"}, "pairing": {"even_at_bar": True}},
}


def defaults_of(preset: str, section: str, decided: Mapping[str, Any]) -> dict[str, Any]:
    """What a preset gives to a section, as a TOML file writes it; `decided` is what the first draw has decided."""
    found = PRESETS.get(preset, {}).get(section, {})
    drawn_before = bool(decided.get("zero_shift")) and not decided.get("version")
    return found | _BEFORE.get(preset, {}).get(section, {}) if drawn_before else dict(found)


def changed_since(preset: str) -> list[str]:
    """The settings, by name, that a preset has changed since its first version."""
    return [f"{section}.{key}".strip(".") for section, values in _BEFORE.get(preset, {}).items() for key in values]
