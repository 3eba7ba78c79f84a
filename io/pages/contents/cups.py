"""The page of the cups: a tree for each, round by round."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ....model.cup import Cup
from ....model.cups.bracket import Bracket, Fate, Match, bracket, stage
from ....model.errors import InputError
from ....model.language import Words, marked
from ....model.placing.cup_seeds import are_known, seeds_of
from ..site import Site

#: How a match has ended without an ordinary game, or why it has not ended.
_FATES = {
    Fate.FORFEIT: marked("by forfeit"),
    Fate.BYE: marked("bye"),
    Fate.WALKOVER: marked("without a game"),
    Fate.DECIDED: marked("decided by the director"),
    Fate.UNDECIDED: marked("not decided yet"),
}

ON_SCREENS = 8  # matches below each other on a screen in the hall; rounds with more of them are not there

#: What is shown of a player, by the id; None for who is not shown.
Person = Callable[[str], Any]


def add_cups(site: Site) -> None:
    """Add the page of the cups, where there are any. It names nobody whom other pages do not name."""
    if cups := cups_shown(site):
        site.add("cups.html", site.words.say("Cups"), cups=cups)


def cups_shown(site: Site) -> list[dict[str, Any]]:
    """All cups as pages show them."""
    return [_shown(site, cup) for cup in site.tournament.cups]


def _shown(site: Site, cup: Cup) -> dict[str, Any]:
    """A cup as its page shows it; without a tree as long as results to come choose its players."""
    found, say = Bracket(cup), site.words.say
    with suppress(InputError):
        if are_known(cup, site.tournament):
            found = bracket(replace(cup, seeds=seeds_of(cup, site.tournament)), site.tournament)
    winner, third = (match.winner if match else "" for match in (found.final, found.third))
    return {
        "title": say("Cup {cup}", cup=cup.name),
        "chosen": "" if cup.seeds else say("The players are chosen when round {round} is drawn.", round=cup.first),
        "stages": stages(found, site.people.get, site.words),
        "winner": site.people.get(winner or ""),
        "third": site.people.get(third or ""),
    }


def stages(found: Bracket, person: Person, words: Words) -> list[dict[str, Any]]:
    """The rounds of a cup with their matches, from the first; the match for third place at the end."""
    seeds = {player: k for k, player in enumerate(found.cup.seeds, 1)}
    made = [
        {
            "title": stage(found.cup.rounds - k, words=words),
            "round": words.say("Round {round}", round=found.cup.of_round(k)),
            "matches": [_match(match, person, seeds, words) for match in matches],
            "third": False,
            "fits": len(matches) <= ON_SCREENS,
        }
        for k, matches in enumerate(found.by_round(), 1)
        if matches
    ]
    if found.third is not None:
        matches, title = [_match(found.third, person, seeds, words)], stage(0, True, words)
        made.append({"title": title, "round": "", "matches": matches, "third": True, "fits": True})
    return made


def _match(match: Match, person: Person, seeds: dict[str, int], words: Words) -> dict[str, Any]:
    """A match: its two seats, and where it is played or how it ended."""
    seats = [
        {
            "person": person(player) if player else None,
            "seed": seeds.get(player or "", ""),
            "nobody": player == "",
            "won": bool(player) and player == match.winner,
            "lost": bool(player) and match.winner is not None and player != match.winner,
        }
        for player in match.players
    ]
    text = words.say(_FATES[match.fate]) if match.fate in _FATES else ""
    if match.game is not None and not text:
        text = words.say("Table {table}", table=match.game.table)
    return {"seats": seats, "how": text, "playing": match.fate is Fate.PLAYING}
