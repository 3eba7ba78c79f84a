"""The presets that a tournament can begin with, each in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

#: What each preset is for, the usual ones first: a title, and what is different.
SENTENCES = {
    "egf": "European rules: no handicap; ties are broken by SOS, then SOS-1 and SOS-2.",
    "club": "A club evening: no bar, handicap all the way up, and games as close as can be.",
    "bga": "British rules: handicap one stone less than the score difference; ties by SOS, then CUSP.",
    "aga": "American rules: full handicap; places by start score and wins, ties by mean SOS and SODOS.",
    "german": "German rules: handicap two stones less than the score difference; ties by SOS, then SOSOS.",
    "opengotha": "As OpenGotha does by default: floor at 20k, no handicap from 1d, ties by SOS, then SOSOS.",
    "round-robin": "All play all: once or in several turns; places by wins, direct comparison, then SODOS.",
    "swiss": "Swiss system: everybody starts with 0; places by wins, ties by SOS, then SODOS.",
}


def preset_sentences() -> Mapping[str, str]:
    """What each preset is for, by its name, the usual ones first: `title: what is different`."""
    return SENTENCES
