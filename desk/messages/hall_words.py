"""What players read and press on their phones: one table of sentences, each with its places for values.

Templates of the hall hold no sentence of their own; other languages have these sentences in their catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.language import Words, forms, marked

#: What is typed for a result in every language.
LETTERS = {"white": "w", "black": "b", "jigo_short": "j"}

#: White, Black and jigo in the languages of the pages, small and with and without accents, by our letters.
COLOUR_WORDS: Mapping[str, str] = {
    word: letter
    for letter, words in {
        "w": "white weiß weiss blanc blancas bílý bily białe biale wit bianco белые білі 白 백",
        "b": "black schwarz noir negras černý cerny czarne zwart nero чёрные черные чорні 黒 黑 흑",
        "j": "jigo džigo dzigo дзиго дзіґо 持碁 和棋 무승부",
    }.items()
    for word in words.split()
}

SENTENCES: Mapping[str, str | tuple[str, str]] = {
    # everywhere
    "round": marked("Round {round}"),
    "table": marked("Table {table}"),
    "white": marked("White"),
    "black": marked("Black"),
    "starts": marked("Start: {time}"),
    "titled": marked("{title}: {what}"),
    # links that lead nowhere
    "wrong_link": marked("This link is not valid."),
    "wrong_link_why": marked("It was taken back, or the board was changed. Please ask the desk for a new one."),
    "too_many": marked("Too many wrong links. Please wait a minute."),
    "not_for_this": marked("This link is not made for this page."),
    "went_wrong": marked("That did not work."),
    "nothing_changed": marked("Nothing was changed."),
    # a side of a board
    "who_won": marked("Who won?"),
    "you_are": marked("You are {name}, {colour}."),
    "against": marked("Against {name}, {colour}."),
    "name_won": marked("{name} won"),
    "with_white": marked("with White"),
    "with_black": marked("with Black"),
    "jigo": marked("Jigo: nobody won"),
    "please_confirm": marked("Is this right?"),
    "yes_send": marked("Yes, that is the result"),
    "no_back": marked("No, go back"),
    "said": marked("You say: {result}."),
    "said_wait": marked("Waiting for {name}. This page shows when both of you agree."),
    "said_both": marked("Both of you say the same. Thank you!"),
    "said_desk": marked("Both of you say the same. The desk confirms it soon."),
    "one_phone": marked("Both sides were entered on one phone, so the desk confirms the result."),
    "said_differ": marked("{name} says something else: {result}. Please talk to each other, or go to the desk."),
    "other_said": marked("{name} says: {result}."),
    "take_back": marked("That was a mistake: take it back"),
    "result_in": marked("The result is in: {result}."),
    "result_wrong": marked("If it is wrong, please tell the desk."),
    "round_over": marked("This round is over."),
    "no_result": marked("no result"),
    "both_lost": marked("both lost"),
    "both_won": marked("both won"),
    # a team's side of a match
    "board": marked("Board {board}"),
    "for_team": marked("{name} against {other}: you enter for {name}."),
    "empty_seat": marked("nobody"),
    "later_too": marked("Boards that are not finished can be entered later with the same code."),
    "continue": marked("Continue"),
    # a captain's page
    "line_ups": marked("Line-ups"),
    "line_up_of": marked("Line-up of round {round}"),
    "captain_code": marked("With this code the captain hands in who plays, round by round."),
    "who_plays": marked("Who plays?"),
    "who_sits": marked("Who plays at which board?"),
    "substitute": marked("substitute"),
    "without_board": marked("Without a board: {names}"),
    "hand_in": marked("Yes, hand it in"),
    "line_up_taken": marked("The desk has confirmed your line-up."),
    "line_up_not_taken": marked("The desk has not confirmed your line-up. Please ask there."),
    "line_up_begun": marked("A result is in, so the line-up stays as it is."),
    "team_bye": marked("Your team has the bye in round {round}."),
    "team_absent": marked("Your team does not play in round {round}."),
    "no_line_up": marked("There is no round to hand in a line-up for."),
    "nobody_plays": marked("Please choose who plays."),
    "moved_on": marked("This round has changed meanwhile. Please choose again."),
    "at_two_boards": marked("{name} cannot play at two boards."),
    "weaker_than": marked("{name} is weaker than {other} at board {board}."),
    "order_not_allowed": marked("The order of boards does not allow that. If you hand it in, the desk decides."),
    # finding oneself
    "find_name": marked("Find your name"),
    "search": marked("Search"),
    "nobody": marked("Nobody here is called {name}."),
    "type_name": marked("Type a part of your name."),
    "all_tables": marked("All tables"),
    "standings": marked("Standings"),
    "cups": marked("Cups"),
    "winner": marked("Winner: {player}"),
    # check-in
    "check_in": marked("Check in"),
    "i_am_here": marked("I am here"),
    "which_rounds": marked("I play in"),
    "hello": marked("Hello {name}!"),
    "here_waiting": marked("Thank you. The desk confirms it soon."),
    "here_confirmed": marked("You are checked in for round {rounds}."),
    "not_for": marked("Not for round {round}, which comes next."),
    "not_here": marked("If you cannot play in a round, please tell the desk."),
    "nothing_to_come": marked("There is no round to check in for."),
    "somebody_else": marked("Somebody else"),
    # a player's page
    "your_game": marked("Your game in round {round}"),
    "your_last": marked("Round {round}"),
    "you_have_white": marked("You have White"),
    "you_have_black": marked("You have Black"),
    "opponent": marked("Opponent"),
    "even_game": marked("Even game, komi {komi}"),
    "you_give": forms("You give {n} stone, komi {komi}", "You give {n} stones, komi {komi}"),
    "you_take": forms("You take {n} stone, komi {komi}", "You take {n} stones, komi {komi}"),
    "you_give_one": marked("You give a handicap of 1, komi {komi}"),
    "you_take_one": marked("You take a handicap of 1, komi {komi}"),
    "you_bye": marked("You have the bye: no game in round {round}."),
    "you_absent": marked("You do not play in round {round}."),
    "you_unpaired": marked("You have no game in round {round}. Please ask the desk."),
    "next_soon": marked("Your next game appears here as soon as the round is published."),
    "why": marked("Why this game?"),
    "your_results": marked("Your results"),
    "your_place": marked("Place {place} of {of}, {score}"),
    "provisional": marked("Results are still missing, so places can change."),
    "won": marked("won"),
    "lost": marked("lost"),
    "jigo_short": marked("jigo"),
    "void": marked("no result"),
    "open": marked("not finished"),
    "forfeit": marked("by forfeit"),
    "bye": marked("bye"),
    "absent": marked("absent"),
    "unpaired": marked("no game"),
    # lists
    "tables_of": marked("Round {round}: tables"),
    "after_round": marked("Standings after round {round}"),
    "before": marked("Players"),
    "place": marked("Place"),
    "name": marked("Name"),
    "handicap": marked("handicap {number}"),
    "not_yet": marked("No round is published yet."),
    "languages": marked("Languages"),
    # prizes
    "prizes": marked("Prizes"),
    "prizes_change": marked("Provisional: the prizes can still change."),
    "your_prizes": marked("Your prizes"),
    # a helper's page
    "results": marked("Results"),
    "results_of": marked("Results of round {round}"),
    "helper": marked("helper {number}"),
    "yes_enter": marked("Yes, enter {typed}"),
    "won_against": marked("Table {table}: {winner} ({colour}) won against {loser}"),
    "ended": marked("Table {table}: {result}, {white} – {black}"),
    "undo": marked("Undo"),
    "undo_step": marked("Undo: {step}"),
    "table_and_winner": marked("Table and winner"),
    "enter": marked("Enter"),
    "missing_of": marked("{missing} of {total} results missing."),
    "only_missing": marked("only what is missing"),
    "hide_done": marked("hide what is in"),
    "all_boards": marked("all boards"),
    "jigo_at": marked("Jigo at table {table}"),
    "white_says": marked("White says {result}"),
    "black_says": marked("Black says {result}"),
    "on_one_phone": marked("on one phone"),
    "they_are_here": marked("They say they are here"),
    "here_for": marked("{name}, round {rounds}"),
    "not_for_round": marked("not for round {round}"),
    "confirm_ticked": marked("Confirm those ticked"),
    "last_steps": marked("Last steps"),
    # on paper
    "readers": marked("Pairings and standings"),
    "join": marked("1. Join the Wi-Fi {wifi}"),
    "join_ours": marked("1. Join our Wi-Fi"),
    "scan": marked("2. Scan this code"),
    "box": marked("won"),
}


def typed_words(words: Words) -> dict[str, str]:
    """What a language calls White, Black and jigo, and the first letters that mean nothing else, with our letters."""
    found = {sentence(words, key).casefold(): letter for key, letter in LETTERS.items()}
    first: dict[str, str] = {}
    for word, letter in found.items():
        first[word[0]] = letter if word[0] not in first else ""
    return found | {word: letter for word, letter in first.items() if letter and word not in LETTERS.values()}


def sentence(words: Words, key: str, /, **values: Any) -> str:
    """A sentence of the table with its values, in the language of the words; one that counts does so by `n`."""
    found = SENTENCES[key]
    if isinstance(found, tuple):
        return words.count(*found, values["n"], **values)
    return words.say(found, **values)
