"""Why a player was paired so, told to the player: REASONS turn facts of the ledger into sentences, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..cups.bracket import stage_of
from ..language import Words, marked
from ..tournament.games import ByHand, Game, komi_text
from ..tournament.rules import Rule
from .board_case import BoardCase, Reason, score_text
from .pair_reasons import (
    club,
    corrected,
    country,
    drawn_down,
    drawn_up,
    family,
    float_history,
    float_place,
    same_score,
    seeding,
    visitors,
)

#: What is said of a pair or a player that a rule keeps apart, or from the bye.
RULE_WORDS = {
    Rule.REPEATS: "have met before",
    Rule.FORBIDDEN: "are forbidden to meet",
    Rule.FAMILIES: "belong to one family or group",
    Rule.DIFFERENCE_CAP: "differ by more points than the limit",
    Rule.HANDICAP_CAP: "would need more stones than the limit",
    Rule.SECOND_BYE: "has had a bye before",
    Rule.OTHER_GROUP: "are in different groups",
}
#: The same to one of a pair.
RULES_TO_YOU = {
    Rule.REPEATS: marked("you have met before"),
    Rule.FORBIDDEN: marked("you are forbidden to meet"),
    Rule.FAMILIES: marked("you belong to one family or group"),
    Rule.DIFFERENCE_CAP: marked("you differ by more points than the limit"),
    Rule.OTHER_GROUP: marked("you are in different groups"),
    Rule.HANDICAP_CAP: marked("you would need more stones than the limit"),
}


def by_hand(case: BoardCase) -> str:
    """The board is not the one that was drawn."""
    words = case.words
    if case.board is None:
        text = (
            words.say("This board was set by hand after the draw")
            if case.game
            else words.say("The bye was given to you by hand after the draw")
        )
        before = case.ledger.board_of(case.player)
        if before is None:
            return f"{text}."
        others = [case.ledger.entrants[p].name for p in before.players if p != case.player]
        if not others:
            return words.say("{change}; the draw had given you the bye.", change=text)
        return words.say("{change}; the draw had given you {player}.", change=text, player=others[0])
    if case.game is None:
        return ""
    marks = case.game.by_hand
    if ByHand.SWAP in marks:
        return words.say("This board was set by hand.")
    if {ByHand.COLOURS, ByHand.HANDICAP} <= marks:
        return words.say("The director changed the colours and handicap of this board.")
    if ByHand.COLOURS in marks:
        return words.say("The director changed the colours of this board.")
    return words.say("The director changed the handicap of this board.") if ByHand.HANDICAP in marks else ""


def cup(case: BoardCase) -> str:
    """The game is one of a cup, which decides who meets."""
    if case.cup is None:
        return ""
    sentence = marked("This is a game of the cup {cup}: {stage}.")
    return case.words.say(sentence, cup=case.cup.cup, stage=stage_of(case.cup, case.words))


def settled(case: BoardCase) -> str:
    """The director, or a table, fixed the game or the bye before the draw."""
    if case.board is not None and case.board.by_table:
        return case.words.say("This is by the table of rounds, in which everybody plays everybody.")
    if case.board is None or not case.board.settled or case.cup is not None:
        return ""
    return case.words.say("The director fixed this before the draw.")


def game_by_hand(case: BoardCase) -> bool:
    """Whether somebody has swapped players at the board."""
    return case.game is not None and ByHand.SWAP in case.game.by_hand


def colours(case: BoardCase) -> str:
    """Who takes White in an even game."""
    if case.game is None or case.game.handicap:
        return ""
    words, white = case.words, case.game.white == case.player
    you_have = words.say("You have White.") if white else words.say("You have Black.")
    if ByHand.COLOURS in case.game.by_hand:
        return you_have
    yours, theirs = case.you.colours, case.opponent.colours
    if yours == theirs:
        if case.board is None or game_by_hand(case):
            why = marked("You have White, because the board was set by hand.")
            return words.say(why if white else marked("You have Black, because the board was set by hand."))
        return words.say(_BY_LOT_WHITE if white else _BY_LOT_BLACK)
    fits = (yours < theirs) == white
    if fits:
        sentence = (
            marked("You take White: in even games so far {balance}.")
            if white
            else marked("You take Black: in even games so far {balance}.")
        )
    else:
        sentence = marked("You have White. So far {balance}.") if white else marked("You have Black. So far {balance}.")
    balance = words.say(
        "you have had {yours}, and {opponent} has had {theirs}",
        yours=_balance(yours, words),
        opponent=case.opponent.name,
        theirs=_balance(theirs, words),
    )
    return words.say(sentence, balance=balance)


_BY_LOT_WHITE = marked(
    "You have White by lot, because you and your opponent have had the same balance of colours so far."
)
_BY_LOT_BLACK = marked(
    "You have Black by lot, because you and your opponent have had the same balance of colours so far."
)


def _balance(whites_less_blacks: int, words: Words) -> str:
    if whites_less_blacks == 0:
        return words.say("as many Whites as Blacks")
    if whites_less_blacks > 0:
        return words.count("{n} more White than Black", "{n} more Whites than Blacks", whites_less_blacks)
    return words.count("{n} more Black than White", "{n} more Blacks than Whites", -whites_less_blacks)


def handicap(case: BoardCase) -> str:
    """Stones, or why there are none although strengths differ."""
    game, ledger, words = case.game, case.ledger, case.words
    if game is None or not ledger.most_stones or ByHand.HANDICAP in game.by_hand:
        return ""
    apart, gives = abs(case.you.strength - case.opponent.strength), game.white == case.player
    if game.handicap and not _by_the_rule(case, game, apart):
        sentence = (
            marked("You give a handicap of {stones}, set by hand.")
            if gives
            else marked("You get a handicap of {stones}, set by hand.")
        )
        return words.say(sentence, stones=game.handicap)
    if game.handicap:
        why, komi = _difference(case, apart), komi_text(game, words)
        if game.handicap == 1 and gives:
            return words.say("You give a handicap of 1 ({komi}): {why}.", komi=komi, why=why)
        if game.handicap == 1:
            return words.say("You get a handicap of 1 ({komi}): {why}.", komi=komi, why=why)
        if gives:
            return words.count("You give {n} stone: {why}.", "You give {n} stones: {why}.", game.handicap, why=why)
        return words.count("You get {n} stone: {why}.", "You get {n} stones: {why}.", game.handicap, why=why)
    if case.cup is not None and apart > ledger.stones_off:
        return words.say("Games of this cup are even.")
    if apart > ledger.stones_off and (case.you.even or case.opponent.even):
        return words.say("The game is even, like all games at or above the bar.")
    return ""


def _difference(case: BoardCase, apart: int) -> str:
    """The difference of strength, with what is taken off and the most stones where they count."""
    less, most, say = case.ledger.stones_off, case.ledger.most_stones, case.words.say
    capped = apart - less > most
    if less and capped:
        return say("the difference is {apart}, less {less}, at most {most}", apart=apart, less=less, most=most)
    if less:
        return say("the difference is {apart}, less {less}", apart=apart, less=less)
    if capped:
        return say("the difference is {apart}, at most {most}", apart=apart, most=most)
    return say("the difference is {apart}", apart=apart)


def _by_the_rule(case: BoardCase, game: Game, apart: int) -> bool:
    """Whether a board of the draw, or what the strengths at the draw give for it, has these stones."""
    ledger, stronger = case.ledger, case.you if game.white == case.player else case.opponent
    rule = min(ledger.most_stones, apart - ledger.stones_off)
    weaker = case.opponent if stronger is case.you else case.you
    even = case.you.even or case.opponent.even
    return case.board is not None or (not even and game.handicap == rule and stronger.strength > weaker.strength)


def broken_rules(case: BoardCase) -> str:
    """A hard rule that the director allowed to be broken."""
    words = case.words
    if case.board is None or not case.board.breaks:
        return ""
    if not case.other:
        return words.say("You have had a bye before, but the director allowed a second one.")
    which = words.both([words.say(RULES_TO_YOU[Rule(name)]) for name in case.board.breaks])
    sentence = marked("{rules}. That is against the rules, but the director allowed it.")
    if case.cup is not None:
        sentence = marked("{rules}. In a cup that does not matter.")
    return words.say(sentence, rules=which[0].upper() + which[1:])


def counted_rules(case: BoardCase) -> str:
    """Rules over sets of pairs that the game counts in."""
    if case.board is None or not case.board.counts_in:
        return ""
    rules = [f"{name} ({case.ledger.rules.get(name, '')})" for name in case.board.counts_in]
    return case.words.say("Your game counts for the rule {rules}.", rules=case.words.both(rules))


def bye(case: BoardCase) -> str:
    """Why the bye, where nobody gave it by hand."""
    if case.player not in case.drawn.byes or case.board is None or case.board.settled:
        return ""
    entered, you, words = len(case.ledger.entrants), case.you, case.words
    head = (
        words.count(
            "{n} player was entered, an odd number, so one of them has the bye.",
            "{n} players were entered, an odd number, so one of them has the bye.",
            entered,
        )
        if entered % 2
        else words.count("{n} player was entered.", "{n} players were entered.", entered)
    )
    had = marked("The bye goes to a player with a low score: you had {points}")
    have = marked("The bye goes to a player with a low score: you have {points}")
    return f"{head} {_no_lower(case, words.say(had if case.corrected else have, points=score_text(case, you)))}"


def _no_lower(case: BoardCase, text: str) -> str:
    """Why nobody with a lower score has the bye."""
    you, words = case.you, case.words
    if you.score == you.lowest:
        return words.say("{bye}, the lowest score there is.", bye=text)
    below = [e for e in case.ledger.entrants.values() if e.score < you.score]
    first = sum(e.byes == 0 for e in below)
    if not first:
        return words.say("{bye}, and every player below you has had a bye before.", bye=text)
    return words.count(
        "{bye}; {n} player below you has had no bye either, but moving the bye there would not make the round better.",
        "{bye}; {n} players below you have had no bye either, "
        "but moving the bye there would not make the round better.",
        first,
        bye=text,
    )


def bye_after_free_win(case: BoardCase) -> str:
    """The bye in spite of a win by forfeit."""
    if case.player in case.drawn.byes and case.you.free_wins and case.board and not case.board.settled:
        sentence = marked(
            "You have won by forfeit before, but giving the bye to another player would not make the round better."
        )
        return case.words.say(sentence)
    return ""


#: In the order of the paragraph, by name.
REASONS: Mapping[str, Reason] = {
    reason.__name__: reason
    for reason in (
        by_hand, cup, settled, same_score, drawn_down, drawn_up, bye, corrected, float_place, float_history, seeding,
        bye_after_free_win, club, country, family, visitors, broken_rules, counted_rules, colours, handicap,
    )
}  # fmt: skip


#: What is said of a game of a cup: scores, places and clubs have nothing to do with it.
OF_CUPS = ("by_hand", "cup", "broken_rules", "colours", "handicap")
#: What is said of a draw that could have been another one, not of the games of a table.
OF_A_CHOICE = {"same_score", "drawn_down", "drawn_up", "bye", "float_place", "float_history", "seeding"}


def sentences(case: BoardCase) -> Iterator[tuple[str, str]]:
    """Name and sentence of every reason that applies."""
    by_table = case.board is not None and case.board.by_table
    for name, reason in REASONS.items():
        of_cup = case.cup is not None and name not in OF_CUPS
        text = "" if of_cup or (by_table and name in OF_A_CHOICE) else reason(case)
        if text:
            yield name, text
