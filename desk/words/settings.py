"""Settings in words: their titles, and what a value means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...io.settings.settings_file import toml_value
from ...model.notes import name_of
from ...model.tournament.tournament import Tournament

#: Settings whose entries are players: locks, ids, or a table by id.
OF_PLAYERS = frozenset({"pairing.forbid", "pairing.force", "start.supergroup", "tables.fixed"})


def who_text(key: str, value: Any, tournament: Tournament) -> str:
    """The players that a setting lists, by name and id; nothing where it lists none, or only ids that are nobody's."""
    if key not in OF_PLAYERS:
        return ""
    entries = list(value.items()) if isinstance(value, Mapping) else value
    text = "; ".join(entry_text(key, entry, tournament) for entry in entries)
    return text if any(player.label in text for player in tournament.players) else ""


def entry_text(key: str, entry: Any, tournament: Tournament) -> str:
    """An entry of a list or table: players by name and id, all else as TOML writes it."""
    if key == "tables.fixed":
        who, table = entry
        return f"{name_of(str(who), tournament)} at table {table}"
    if key == "start.supergroup":
        return name_of(str(entry), tournament)
    if key in OF_PLAYERS:
        return _lock_text(entry, tournament)
    return " = ".join(map(str, entry)) if isinstance(entry, tuple) else toml_value(entry)


def _lock_text(lock: Mapping[str, Any], tournament: Tournament) -> str:
    """`Ann (1), Bo (2) in round 1-3`."""
    against = f" against {_names(lock['against'], tournament)}" if lock.get("against") else ""
    rounds = f" in round {lock['rounds']}" if lock.get("rounds") else ""
    return _names(lock["players"], tournament) + against + rounds


def _names(ids: Sequence[object], tournament: Tournament) -> str:
    return ", ".join(name_of(str(who), tournament) for who in ids)


TITLES = {
    "preset": "Rule set",
    "name": "Name of the tournament",
    "rounds": "Number of rounds",
    "seed": "Seed of the lotteries",
    "komi": "Komi",
    "start.scheme": "Start scores by",
    "start.bar": "Bar",
    "start.floor": "Floor",
    "start.zero": "Score shown as 0",
    "start.sorted_by": "Players sorted by",
    "start.group_size": "Size of a start group",
    "start.bands": "Rank bands",
    "start.supergroup": "Supergroup, by player",
    "start.supergroup_size": "Supergroup, by number",
    "start.supergroup_points": "Points above the bar",
    "start.acceleration": "Virtual points",
    "handicap.rule": "Handicap by",
    "handicap.reduction": "Handicap reduced by",
    "handicap.maximum": "Largest handicap",
    "handicap.none_from": "No handicap above",
    "handicap.komi": "Komi with handicap",
    "points.bye": "Points for the bye",
    "points.bye_wins": "Wins for the bye",
    "points.absence": "Points for an absence",
    "points.absence_wins": "Wins for an absence",
    "points.default_wins": "Wins for a forfeit",
    "points.round_down": "Half points rounded down",
    "points.void": "Points for a void game",
    "placing.order": "Placing criteria",
    "placing.empty_round": "SOS without an opponent",
    "placing.empty_round_sosos": "SOSOS without an opponent",
    "placing.default_games": "Forfeits count in SOS",
    "placing.opponents_unplayed": "Opponents’ unplayed rounds",
    "placing.handicap_in_sos": "Handicap counts in SOS",
    "groups.number": "Number of groups",
    "groups.apart": "Kept apart in groups",
    "groups.finalists": "Finalists of each group",
    "groups.final": "Final",
    "groups.carry_over": "Counts on in the final",
    "event.place": "Town",
    "event.country": "Country",
    "event.begin": "First day",
    "event.end": "Last day",
    "event.round_times": "Start of each round",
    "event.round_minutes": "Minutes of a round",
    "event.congress": "Other events of the congress",
    "event.internet": "Played on the internet",
    "event.basic_time": "Basic time",
    "event.overtime": "Overtime",
    "event.overtime_seconds": "Seconds of overtime",
    "event.overtime_stones": "Stones of overtime",
    "entrants.kind": "Who takes part",
    "entrants.rank": "Rank of several people",
    "teams.boards": "Boards in a match",
    "teams.colours": "White at further boards",
    "teams.handicaps": "Handicap at boards",
    "teams.order": "Order of boards",
    "teams.tolerance": "Tolerance in the order",
    "teams.substitutes": "Seat of a substitute",
    "rating.tournament_class": "EGF class",
    "pairing.profile": "Weight profile",
    "pairing.seeding": "Seeding",
    "pairing.draw_down": "Drawn down from",
    "pairing.draw_up": "Drawn up from",
    "pairing.even_at_bar": "Even games at the bar",
    "pairing.default_is_met": "A forfeit counts as met",
    "pairing.rounding": "Half points in pairing",
    "pairing.plan_ahead": "Plan for the rounds to come",
    "pairing.engine": "Engine of the command pair",
    "pairing.meet_again": "Meeting again",
    "pairing.max_difference": "Largest score difference",
    "pairing.repair_wider": "How wide a repair may be",
    "pairing.max_handicap": "Largest handicap allowed",
    "pairing.families": "Families and groups",
    "pairing.geography_at_bar": "Clubs and countries at the bar",
    "pairing.local_clubs": "Local clubs",
    "pairing.club_groups": "Clubs that count as one",
    "pairing.forbid": "Must not meet",
    "pairing.force": "Must meet",
    "pairing.rules": "Rules over pairs",
    "tables.first": "First table",
    "tables.out_of_use": "Tables not used",
    "tables.fixed": "Fixed tables",
    "pages.logo": "Logo",
    "pages.colour": "First colour",
    "pages.accent": "Second colour",
    "pages.language": "Language of the pages",
    "pages.languages": "Further languages",
    "hall.confirm": "Results that both players say",
    "prizes.give": "Prizes for each person",
    "prizes.ties": "Ties for prizes",
    "prizes.tie_criteria": "Criteria that make a tie",
    "prizes.equal": "Order of equal players",
    "prizes.unit": "Smallest amount of money",
    "prizes.remainder": "What cannot be divided",
    "prizes.eligible": "Who can win a prize",
}


def setting_title(key: str) -> str:
    """The title of a setting by its dotted name; a setting without one keeps its name."""
    return TITLES.get(key, key)
