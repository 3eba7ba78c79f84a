"""What a rating list knows of the players, as it is printed and as data."""

from __future__ import annotations

import json
from dataclasses import replace

from builders import tournament
from mcmahon.cli.commands.player_commands import ratings_text
from mcmahon.desk.people.match_ratings import Matched, Ratings, ratings_answer
from mcmahon.desk.verb import plain
from mcmahon.io.foreign.foreign import Report
from mcmahon.io.ratings.lists import RatingList
from mcmahon.io.ratings.search import matches
from mcmahon.model.rating_lists.rating_match import ListedPlayer

AMBER = ListedPlayer(1, "Amber Ada", "99999901", 1, 0, 2190, "Sees", "CH")


def test_the_report_tells_of_everybody_what_the_list_knows() -> None:
    """One found, one with a namesake, one who is not there, one with the number of somebody else."""
    t = tournament("1d 3d 5k 4d").players
    names = (("Amber", "Ada", "", ""), ("Birch", "Bo", "DE", ""), ("Quist", "Joop", "", ""), ("X", "Y", "", "3"))
    who = [replace(p, surname=s, first_name=f, country=c, pin=n) for p, (s, f, c, n) in zip(t, names, strict=True)]
    lines = (
        AMBER,
        ListedPlayer(7, "Birch Bo", "2", 3, 0, 2300, "Lake", "DE"),
        ListedPlayer(9, "Birch Bo", "3", 3, 0, None, "", "DE"),
    )
    found = RatingList("egd", "2026-01-01", lines, Report())
    judged = matches(who, found)
    assert (
        ratings_text(found, judged)
        == """EGD list of 2026-01-01, 3 players
  %  By    Id  Player        In the list                         Would change
100  name   a  Amber Ada 1d  Amber Ada 2d 2190 CH Sees 99999901  \
rating 2100 → 2190, club none → Sees, country none → CH, pin none → 99999901

Doubtful, not applied: 1 player
X Y 4d (d): the pin belongs to Birch Bo 4d DE (3), who has another name
  0 %  line 9: Birch Bo 4d DE 3
  would change: country none → DE

Ambiguous, not applied: 1 player
Birch Bo 3d DE (b): several players in the list have this name
  100 %  line 7: Birch Bo 4d 2300 DE Lake 2
  100 %  line 9: Birch Bo 4d DE 3

Not in the list: 1 player
Quist Joop 5k (c)

Sure matches: 1 of 4 players; 1 of them would change."""
    )
    assert ratings_text(replace(found, dated=""), []).splitlines()[0] == "EGD list, 3 players"
    data = json.loads(json.dumps(plain(ratings_answer(Matched(Ratings(found=found), judged), True))))
    assert (data["format"], data["dated"], data["lines"], data["applied"]) == ("egd", "2026-01-01", 3, True)
    assert [(p["id"], p["verdict"], p["by"], [c["line"] for c in p["candidates"]]) for p in data["players"]] == [
        ("a", "sure", "name", [1]), ("b", "ambiguous", "name", [7, 9]), ("c", "none", "", []),
        ("d", "doubtful", "pin", [9]),
    ]  # fmt: skip
    assert data["players"][0]["changes"]["rating"] == {"old": "2100", "new": "2190"}
    assert [c["rating"] for c in data["players"][1]["candidates"]] == [2300, None]
