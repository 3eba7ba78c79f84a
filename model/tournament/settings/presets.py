"""Presets: the defaults of the rule sets (rules: section 9). Every value can be overridden in the settings."""

from __future__ import annotations

from typing import Any

#: Defaults by preset, section and key, where they differ from the declarations; values as a TOML file writes them.
PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "bga": {  # BGA handbook 4.1-4.6
        "handicap": {"rule": "mms", "reduction": 1},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "absences"},
        "placing": {"order": ["MMS", "SOS", "CUSP"]},
    },
    "egf": {  # EGF tournament system rules
        "handicap": {"rule": "none", "reduction": 2},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "absences and byes"},
        "placing": {"order": ["MMS", "SOS", "SOS-1", "SOS-2"]},
    },
    "aga": {  # Mays' guide
        "handicap": {"rule": "mms", "reduction": 0},
        "points": {"bye": 1, "bye_wins": 1, "absence": 0.5, "round_down": "none"},
        "placing": {
            "order": ["START", "WINS", "SOS-N", "SODOS-N"],
            "empty_round": "normalised",
            "opponents_unplayed": "half",
        },
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
