"""Finding the players of a tournament in a rating list: exactly by pin, else by name, typing errors forgiven."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from rapidfuzz import fuzz, process

from ...model.rating_lists.rating_match import (
    SAME_NAME,
    Candidate,
    ListedPlayer,
    RatingMatch,
    judged,
    pin_fits,
    pin_key,
    pin_of,
    settled,
    with_changes,
)
from ...model.tournament.latin import latin_text
from ...model.tournament.person import Player
from ..foreign.foreign_names import in_two
from .lists import RatingList

#: Names less alike than this are not even shown as candidates, nor more of them than so many.
SHOWN_FROM, MOST_SHOWN = 75, 5
#: A name of more words is turned only so often.
MOST_TURNS = 6
#: Names compared with the whole list at once: the table of a block takes about 50 MB.
BLOCK = 250

_NO_LETTER = re.compile(r"[^\w\s]")


def matches(
    players: Sequence[Player], found: RatingList, only: Sequence[str] = (), at_least: int = 90
) -> list[RatingMatch]:
    """What a list says about each player, in their order."""
    search = _Search(found)
    candidates = search.candidates(players, min(at_least, SHOWN_FROM))
    verdicts = (judged(p, candidates[p.id], found.form, at_least) for p in players)
    clubs = {(player.club, player.country) for player in players if player.club}
    return [with_changes(m, found.form, only, clubs, name_in_order(m)) for m in settled(verdicts)]


def name_in_order(match: RatingMatch) -> str:
    """`Nagy, Éva` of a player `Éva Nagy` whom the list has as `Nagy Eva`; nothing where there is nothing to turn."""
    player, listed = match.player, match.listed
    words = player.surname.split()
    if listed is None or player.first_name or len(words) < 2:
        return ""
    surname, comma, given = listed.name.partition(",")
    surname, given = (surname, given) if comma else in_two(listed.name)
    whole, family = "".join(_words(f"{surname} {given}")), "".join(_words(surname))
    for k in range(1, len(words)):
        turned = words[k:] + words[:k]
        if "".join(_words(" ".join(turned))) != whole:
            continue
        for end in range(1, len(turned)):
            if "".join(_words(" ".join(turned[:end]))) == family:
                return f"{' '.join(turned[:end])}, {' '.join(turned[end:])}"
    return ""


def turned_keys(name: str) -> list[str]:
    """The texts by which a name is compared, one for each word that may stand first, without blanks and accents."""
    words = _words(name)
    turns = range(max(1, min(len(words), MOST_TURNS)))
    return list(dict.fromkeys("".join(words[k:] + words[:k]) for k in turns))


def _words(name: str) -> list[str]:
    if not name.isascii():
        name = latin_text(name)
    return _NO_LETTER.sub("", name.replace("_", " ").replace("-", " ")).upper().split()


class _Search:
    def __init__(self, found: RatingList) -> None:
        self.form = found.form
        self.lines = found.lines
        self.keys = ["".join(_words(listed.name)) for listed in found.lines]
        self.by_pin = {pin_key(listed.pin, found.form): listed for listed in found.lines if listed.pin}
        self.by_key: dict[str, list[ListedPlayer]] = defaultdict(list)
        for key, listed in zip(self.keys, found.lines, strict=True):
            self.by_key[key].append(listed)

    def candidates(self, players: Sequence[Player], least: int) -> dict[str, list[Candidate]]:
        """The lines that each player may be; who has a name in the list, or a pin that fits, is not sought further."""
        found: dict[str, list[Candidate]] = {}
        unlike = []
        for player in players:
            listed = self.by_pin.get(pin_key(pin_of(player, self.form), self.form))
            by_pin = [Candidate(listed, likeness(player.name, listed.name), True)] if listed is not None else []
            keys = filter(None, turned_keys(player.name))
            found[player.id] = by_pin + [Candidate(one, SAME_NAME) for key in keys for one in self.by_key.get(key, ())]
            known = any(c.likeness == SAME_NAME or (c.by_pin and pin_fits(player, c)) for c in found[player.id])
            if not known and _words(player.name):
                unlike.append(player)
        for player_id, alike in self._alike(unlike, least):
            lines = {candidate.listed.line for candidate in found[player_id]}
            found[player_id] += [candidate for candidate in alike if candidate.listed.line not in lines]
        return found

    def _alike(self, players: Sequence[Player], least: int) -> Iterator[tuple[str, list[Candidate]]]:
        """Who has a name that is at least so much alike, the best few."""
        asked = [(player.id, key) for player in players for key in turned_keys(player.name)]
        best: dict[str, dict[int, int]] = {player.id: {} for player in players}
        for start in range(0, len(asked), BLOCK):
            block = asked[start : start + BLOCK]
            keys = [key for _, key in block]
            table = process.cdist(keys, self.keys, scorer=fuzz.ratio, score_cutoff=least, dtype=np.float32, workers=-1)
            for row, line in np.argwhere(table >= least).tolist():
                alike = best[block[row][0]]
                alike[line] = max(alike.get(line, 0), _percent(float(table[row, line])))
        for player_id, alike in best.items():
            order = sorted(alike, key=lambda line: (-alike[line], line))[:MOST_SHOWN]
            yield player_id, [Candidate(self.lines[line], alike[line]) for line in order]


def likeness(name: str, other: str) -> int:
    """How much alike two names are in percent, whichever part stands first; 100 only for the same."""
    key = "".join(_words(other))
    turns = turned_keys(name)
    return SAME_NAME if key in turns else max(_percent(fuzz.ratio(turn, key)) for turn in turns)


def _percent(score: float) -> int:
    """A likeness rounded down, and below 100: names that are the same have been found before."""
    return min(int(score), SAME_NAME - 1)
