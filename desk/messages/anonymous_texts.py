"""What has become of a player who was made anonymous, in sentences, and what is not reached."""

from __future__ import annotations

from ...model.language import first_few
from ..people.anonymise import Anonymised

MOST_NAMED = 8


def anonymised_lines(done: Anonymised) -> list[str]:
    """What is gone, what stays, and what to look after."""
    player = done.player
    pages = ", the pages are written anew" if done.pages else ""
    lines = [
        f"player {player.id} is now {player.name}: name, club, country, pins, groups and own columns are gone from "
        f"the files and from the records of draws; the journal begins anew{pages}",
        f"rank, rating, results and the id {player.id} stay, because the places of others follow from them",
    ]
    if done.left:
        lines.append(f"the name or a pin is still written in {first_few(done.left, MOST_NAMED)}; change or delete that")
    return [
        *lines,
        "not reached: copies, exports, printed sheets and pages that are elsewhere; certificates written before may no "
        "longer fit",
    ]
