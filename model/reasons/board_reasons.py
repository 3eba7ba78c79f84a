"""Why a player was paired so, in sentences to the player: each a fact out of the ledger of the round.

A reason is a function of the case that gives a sentence or nothing; REASONS has them in the order of the paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..tournament.games import ByHand, Game, komi_text
from ..tournament.player import name_key
from ..tournament.rules import Rule
from .board_case import Case, Reason, score_text
from .score_reasons import corrected, drawn_down, drawn_up, float_history, float_place, same_score, seeding

#: What is said of a pair or a player that a rule keeps apart, or from the bye.
RULE_WORDS = {
    Rule.REPEATS: "have met before",
    Rule.FORBIDDEN: "are forbidden to meet",
    Rule.FAMILIES: "belong to one family or group",
    Rule.DIFFERENCE_CAP: "differ by more points than the limit",
    Rule.HANDICAP_CAP: "would need more stones than the limit",
    Rule.SECOND_BYE: "has had a bye before",
}

#: What each criterion of a dearer round would mean, for a sentence "there would be …".
WORSE = {
    "mms_difference": "larger score differences",
    "point_gap": "more points between opponents",
    "wide_gap": "more games of players over three points apart, or further apart",
    "drawn_down_again": "more players drawn down again",
    "drawn_up_again": "more players drawn up again",
    "float_uncompensated": "fewer players drawn up who were drawn down before, or the reverse",
    "float_place": "players drawn up or down from less suitable places in their groups",
    "seeding": "games that follow the seeding less closely",
    "colour_balance": "less balanced colours",
    "same_club": "more games between clubmates",
    "same_country": "more games between compatriots",
    "same_club_at_bar": "more games between clubmates at the bar",
    "same_country_at_bar": "more games between compatriots at the bar",
    "family": "more games within families and groups",
    "visitor_local": "fewer games between visitors and locals",
    "no_local_yet": "more visitors still without a local opponent",
    "handicap": "larger handicaps",
    "bye_score": "a bye for a player with a higher score",
    "bye_after_free_win": "a bye for a player who has won by forfeit",
    "contenders": "fewer games between players who can still win the tournament",
}


def by_hand(case: Case) -> str:
    """The board is not the one that was drawn."""
    if case.board is None:
        before = case.ledger.board_of(case.player)
        others = [case.ledger.entrants[p].name for p in (before.players if before else ()) if p != case.player]
        was = f"the draw had given you {others[0]}" if others else "the draw had given you the bye" if before else ""
        what = "This board was set" if case.game else "The bye was given to you"
        return f"{what} by hand after the draw" + (f"; {was}." if was else ".")
    if case.game is None:
        return ""
    if ByHand.SWAP in case.game.by_hand:
        return "This board was set by hand."
    changed = [what for what in (ByHand.COLOURS, ByHand.HANDICAP) if what in case.game.by_hand]
    return f"The director changed the {' and '.join(changed)} of this board." if changed else ""


def settled(case: Case) -> str:
    """The director fixed the game or the bye before the draw."""
    if case.board is None or not case.board.settled:
        return ""
    return "The director fixed this before the draw."


def game_by_hand(case: Case) -> bool:
    """Whether somebody has swapped players at the board."""
    return case.game is not None and ByHand.SWAP in case.game.by_hand


def colours(case: Case) -> str:
    """Who takes White in an even game."""
    if case.game is None or case.game.handicap:
        return ""
    side = "White" if case.game.white == case.player else "Black"
    if ByHand.COLOURS in case.game.by_hand:
        return f"You have {side}."
    yours, theirs = case.you.colours, case.opponent.colours
    if yours == theirs and (case.board is None or game_by_hand(case)):
        return f"You have {side}, because the board was set by hand."
    if yours == theirs:
        return f"You have {side} by lot, because you and your opponent have had the same balance of colours so far."
    fits = (yours < theirs) == (side == "White")
    balance = f"you have had {_balance(yours)}, and {case.opponent.name} has had {_balance(theirs)}"
    return f"You take {side}: in even games so far {balance}." if fits else f"You have {side}. So far {balance}."


def _balance(whites_less_blacks: int) -> str:
    if whites_less_blacks == 0:
        return "as many Whites as Blacks"
    more, less = ("White", "Black") if whites_less_blacks > 0 else ("Black", "White")
    number = abs(whites_less_blacks)
    return f"{number} more {more}s than {less}s" if number > 1 else f"1 more {more} than {less}"


def handicap(case: Case) -> str:
    """Stones, or why there are none although strengths differ."""
    game, ledger = case.game, case.ledger
    if game is None or not ledger.most_stones or ByHand.HANDICAP in game.by_hand:
        return ""
    apart, gives = abs(case.you.strength - case.opponent.strength), game.white == case.player
    if game.handicap and not _by_the_rule(case, game, apart):
        return f"You {'give' if gives else 'get'} a handicap of {game.handicap}, set by hand."
    if game.handicap:
        what = f"{game.handicap} stones" if game.handicap > 1 else f"a handicap of 1 ({komi_text(game)})"
        less = f", less {ledger.stones_off}" if ledger.stones_off else ""
        most = f", at most {ledger.most_stones}" if apart - ledger.stones_off > ledger.most_stones else ""
        return f"You {'give' if gives else 'get'} {what}: the difference is {apart}{less}{most}."
    if apart > ledger.stones_off and (case.you.even or case.opponent.even):
        return "The game is even, like all games at or above the bar."
    return ""


def _by_the_rule(case: Case, game: Game, apart: int) -> bool:
    """Whether a board of the draw, or what the strengths at the draw give for it, has these stones."""
    ledger, stronger = case.ledger, case.you if game.white == case.player else case.opponent
    rule = min(ledger.most_stones, apart - ledger.stones_off)
    weaker = case.opponent if stronger is case.you else case.you
    even = case.you.even or case.opponent.even
    return case.board is not None or (not even and game.handicap == rule and stronger.strength > weaker.strength)


def club(case: Case) -> str:
    """Both are of one club, or of clubs that count as one."""
    if case.value("same_club"):
        return f"{_of_one_club(case)}. The draw avoids such games where it can."
    if case.value("same_club_at_bar"):
        return f"{_of_one_club(case)}. At or above the bar this counts little."
    both = case.other and _of_one_club(case)
    if both and case.you.exempt and case.opponent.exempt:
        return f"{both}, but between players at or above the bar clubs do not count."
    return ""


def _of_one_club(case: Case) -> str:
    """The club or the group of clubs that both are of; nothing where there is none."""
    you, other = case.you, case.opponent
    if you.club and name_key(you.club) == name_key(other.club):
        return f"You are both from {you.club}"
    if you.clubs and you.clubs == other.clubs:
        group = ", ".join(you.clubs)
        return f"You are from {you.club} and {other.name} is from {other.club}; these clubs count as one ({group})"
    return ""


def country(case: Case) -> str:
    """Both are of one country."""
    if case.value("same_country") and not case.value("same_club"):
        return f"You are both from {case.you.country}. The draw avoids such games if that costs little."
    if case.value("same_country_at_bar") and not case.value("same_club_at_bar"):
        return f"You are both from {case.you.country}. At or above the bar this counts very little."
    return ""


def family(case: Case) -> str:
    """Both have a group in common."""
    if not case.value("family"):
        return ""
    common = sorted(set(case.you.groups) & set(case.opponent.groups))
    return f"You are in the same group ({', '.join(common)}). The draw avoids such games where it can."


def visitors(case: Case) -> str:
    """A visitor and a local, or two of a kind although visitors should meet locals."""
    if case.value("visitor_local"):
        return (
            "You are both locals" if case.you.local else "Neither of you is a local"
        ) + "; the draw prefers games between visitors and locals."
    if case.other and case.you.local != case.opponent.local:
        if not case.you.local:
            return f"{case.opponent.name} is a local{'' if case.you.met_local else ', the first whom you meet'}."
        if case.opponent.met_local:
            return f"You are a local and {case.opponent.name} is a visitor; the draw prefers such games."
        return f"You are the first local whom {case.opponent.name} meets."
    return ""


def broken_rules(case: Case) -> str:
    """A hard rule that the director allowed to be broken."""
    if case.board is None or not case.board.breaks:
        return ""
    if case.other:
        which = " and ".join(f"you {RULE_WORDS[Rule(name)]}" for name in case.board.breaks)
        return f"{which[0].upper()}{which[1:]}. That is against the rules, but the director allowed it."
    return "You have had a bye before, but the director allowed a second one."


def counted_rules(case: Case) -> str:
    """Rules over sets of pairs that the game counts in."""
    if case.board is None or not case.board.counts_in:
        return ""
    rules = [f"{name} ({case.ledger.rules.get(name, '')})" for name in case.board.counts_in]
    return f"Your game counts for the rule {' and '.join(rules)}."


def bye(case: Case) -> str:
    """Why the bye, where nobody gave it by hand."""
    if case.player not in case.drawn.byes or case.board is None or case.board.settled:
        return ""
    entered, you = len(case.ledger.entrants), case.you
    odd = ", an odd number, so one of them has the bye" if entered % 2 else ""
    head = f"{entered} players were entered{odd}. The bye goes to a player with a low score"
    text = f"{head}: you {case.have} {score_text(case, you)}"
    if you.score == you.lowest:
        return f"{text}, the lowest score there is."
    below = [e for e in case.ledger.entrants.values() if e.score < you.score]
    first = sum(e.byes == 0 for e in below)
    if not first:
        return f"{text}, and every player below you has had a bye before."
    have = "player below you has" if first == 1 else "players below you have"
    return f"{text}; {first} {have} had no bye either, but moving the bye there would not make the round better."


def bye_after_free_win(case: Case) -> str:
    """The bye in spite of a win by forfeit."""
    if case.player in case.drawn.byes and case.you.free_wins and case.board and not case.board.settled:
        return "You have won by forfeit before, but giving the bye to another player would not make the round better."
    return ""


#: In the order of the paragraph, by name.
REASONS: Mapping[str, Reason] = {
    reason.__name__: reason
    for reason in (
        by_hand, settled, same_score, drawn_down, drawn_up, bye, corrected, float_place, float_history, seeding,
        bye_after_free_win, club, country, family, visitors, broken_rules, counted_rules, colours, handicap,
    )
}  # fmt: skip


def sentences(case: Case) -> Iterator[tuple[str, str]]:
    """Name and sentence of every reason that applies."""
    for name, reason in REASONS.items():
        text = reason(case)
        if text:
            yield name, text
