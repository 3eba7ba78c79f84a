"""What players read and press on their phones: one table of sentences, each with its places for values.

Templates of the hall hold no sentence of their own. Another language is another table with the same keys.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # everywhere
    "back": "Back",
    "round": "Round {round}",
    "table": "Table {table}",
    "white": "White",
    "black": "Black",
    "starts": "Start: {time}",
    "updates": "This page updates itself.",
    # links that lead nowhere
    "wrong_link": "This link is not valid.",
    "wrong_link_why": "It was taken back, or the board was changed. Please ask the desk for a new one.",
    "too_many": "Too many wrong links. Please wait a minute.",
    "not_for_this": "This link is not made for this page.",
    "went_wrong": "That did not work.",
    "nothing_changed": "Nothing was changed.",
    # a side of a board
    "who_won": "Who won?",
    "you_are": "You are {name}, {colour}.",
    "against": "Against {name}, {colour}.",
    "name_won": "{name} won",
    "with_colour": "with {colour}",
    "jigo": "Jigo: nobody won",
    "please_confirm": "Is this right?",
    "yes_send": "Yes, that is the result",
    "no_back": "No, go back",
    "said": "You say: {result}.",
    "said_wait": "Waiting for {name}. This page shows when both of you agree.",
    "said_both": "Both of you say the same. Thank you!",
    "said_desk": "Both of you say the same. The desk confirms it soon.",
    "said_differ": "{name} says something else: {result}. Please talk to each other, or go to the desk.",
    "other_said": "{name} says: {result}.",
    "take_back": "That was a mistake: take it back",
    "taken_back": "Taken back.",
    "result_in": "The result is in: {result}.",
    "result_wrong": "If it is wrong, please tell the desk.",
    "round_over": "This round is over.",
    "no_result": "no result",
    "both_lost": "both lost",
    "both_won": "both won",
    # finding oneself
    "find_name": "Find your name",
    "search": "Search",
    "nobody": "Nobody here is called {name}.",
    "type_name": "Type a part of your name.",
    "all_tables": "All tables",
    "standings": "Standings",
    # check-in
    "check_in": "Check in",
    "i_am_here": "I am here",
    "which_rounds": "I play in",
    "hello": "Hello {name}!",
    "here_waiting": "Thank you. The desk confirms it soon.",
    "here_confirmed": "You are checked in for round {rounds}.",
    "not_here": "If you cannot play in a round, please tell the desk.",
    "nothing_to_come": "There is no round to check in for.",
    "somebody_else": "Somebody else",
    # a player's page
    "your_game": "Your game in round {round}",
    "your_last": "Round {round}",
    "you_have": "You have {colour}",
    "opponent": "Opponent",
    "even_game": "Even game, komi {komi}",
    "you_give": "You give {stones}, komi {komi}",
    "you_take": "You take {stones}, komi {komi}",
    "stones": "{number} stones",
    "one_stone": "a handicap of 1",
    "you_bye": "You have the bye: no game in round {round}.",
    "you_absent": "You do not play in round {round}.",
    "you_unpaired": "You have no game in round {round}. Please ask the desk.",
    "next_soon": "Your next game appears here as soon as the round is published.",
    "why": "Why this game?",
    "your_results": "Your results",
    "your_place": "Place {place} of {of}, {points} points (MMS)",
    "provisional": "Results are still missing, so places can change.",
    "won": "won",
    "lost": "lost",
    "jigo_short": "jigo",
    "void": "no result",
    "open": "not finished",
    "forfeit": "by forfeit",
    "bye": "bye",
    "absent": "absent",
    "unpaired": "no game",
    # lists
    "tables_of": "Round {round}: tables",
    "after_round": "Standings after round {round}",
    "before": "Players",
    "place": "Place",
    "name": "Name",
    "handicap": "handicap {number}",
    "not_yet": "No round is published yet.",
    "has_bye": "Bye",
    "no_game": "Without a game",
}


def sentence(key: str, /, **values: object) -> str:
    """A sentence of the table with its values."""
    return SENTENCES[key].format(**values)
