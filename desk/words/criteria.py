"""What each criterion is called where there is room for two or three words."""

from __future__ import annotations

SHORT = {
    "mms_difference": "score difference",
    "point_gap": "points apart",
    "wide_gap": "over 3 points apart",
    "drawn_down_again": "drawn down again",
    "drawn_up_again": "drawn up again",
    "float_uncompensated": "float not made up for",
    "float_place": "place in the group",
    "seeding": "seeding",
    "colour_balance": "colours",
    "same_club": "clubmates",
    "same_country": "compatriots",
    "same_club_at_bar": "clubmates at the bar",
    "same_country_at_bar": "compatriots at the bar",
    "family": "family or group",
    "visitor_local": "no visitor–local game",
    "no_local_yet": "no local opponent yet",
    "handicap": "handicap",
    "bye_score": "bye at this score",
    "bye_after_free_win": "bye after a forfeit win",
    "contenders": "contenders apart",
    "leader_gap": "leaders drawn down",
}


def criterion_text(name: str) -> str:
    """The short name of a criterion; a rule over pairs keeps its own."""
    return SHORT.get(name, name)
