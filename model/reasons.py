"""Why a player was paired so, in sentences to the player: each a fact out of the ledger of the round.

A reason is a function of the case that gives a sentence or nothing; REASONS has them in the order of the paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from .criteria.seeding import places_wanted
from .games import Game, Round
from .ledger import Board, Entrant, Ledger
from .round_problem import RULE_WORDS

#: What each criterion of a dearer round would mean, for a sentence "there would be …".
WORSE = {
    "mms_difference": "wider differences of score",
    "drawn_down_again": "players drawn down once more",
    "drawn_up_again": "players drawn up once more",
    "float_uncompensated": "floats that make up for none before",
    "float_place": "floats from other places in their groups",
    "seeding": "games farther from the seeding",
    "colour_balance": "colours less balanced",
    "same_club": "more games between clubmates",
    "same_country": "more games between compatriots",
    "family": "more games inside families and groups",
    "visitor_local": "fewer games of visitors against locals",
    "no_local_yet": "more visitors still without a local opponent",
    "handicap": "greater handicaps",
    "bye_score": "the bye at a higher score",
    "bye_after_free_win": "the bye for somebody who has won by default",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One player's board: the ledger of the draw, the round as it stands, and the game there (None: no game)."""

    ledger: Ledger
    drawn: Round
    player: str

    @property
    def game(self) -> Game | None:
        """The game that stands now."""
        return self.drawn.game_of(self.player)

    @property
    def other(self) -> str:
        """The opponent, or nothing."""
        return self.game.opponent(self.player) if self.game else ""

    @property
    def you(self) -> Entrant:
        """The player at the draw."""
        return self.ledger.entrants[self.player]

    @property
    def opponent(self) -> Entrant:
        """The opponent at the draw."""
        return self.ledger.entrants[self.other]

    @property
    def board(self) -> Board | None:
        """The board of the draw, if it still stands."""
        board = self.ledger.board_of(self.player)
        now = {self.player, self.other} - {""}
        return board if board is not None and set(board.players) == now else None

    def value(self, criterion: str) -> int:
        """What the board counts in a criterion; 0 where it has been changed."""
        return int(self.board.values.get(criterion, 0)) if self.board else 0


Reason = Callable[[Case], str]


def points_text(half_points: int) -> str:
    """`3 points`, `½ point`, `-2½ points`."""
    whole, half = divmod(abs(half_points), 2)
    number = "-" * (half_points < 0) + (f"{whole or ''}½" if half else str(whole))
    return f"{number} point" if abs(half_points) in (1, 2) else f"{number} points"


def _score(entrant: Entrant) -> str:
    text = points_text(entrant.mms)
    return f"{text} (paired as {entrant.score})" if entrant.mms % 2 else text


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def by_hand(case: Case) -> str:
    """The board is not the one that was drawn."""
    if case.board is None:
        before = case.ledger.board_of(case.player)
        others = [case.ledger.entrants[p].name for p in (before.players if before else ()) if p != case.player]
        was = f"in which you were drawn against {others[0]}" if others else "in which you had the bye" if before else ""
        what = "This board was made" if case.game else "The bye was given to you"
        return f"{what} by hand after the draw" + (f", {was}." if was else ".")
    if case.game is None:
        return ""
    if "swap" in case.game.by_hand:
        return "This board was made by hand."
    changed = [what for what in ("colours", "handicap") if what in case.game.by_hand]
    return f"The {' and '.join(changed)} of this board were changed by hand." if changed else ""


def settled(case: Case) -> str:
    """The director wanted it so."""
    if case.board is None or not case.board.settled:
        return ""
    return "The director settled this before the draw."


def same_score(case: Case) -> str:
    """Both have the same score."""
    if not case.other or case.you.score != case.opponent.score:
        return ""
    if case.you.mms == case.opponent.mms:
        return f"You and {case.opponent.name} both have {_score(case.you)}."
    return f"You have {_score(case.you)} and {case.opponent.name} {_score(case.opponent)}: the same score group."


def drawn_down(case: Case) -> str:
    """The player is drawn down, and whether the group had to send somebody."""
    if not case.other or case.you.score <= case.opponent.score:
        return ""
    head = f"You have {_score(case.you)}, {case.opponent.name} {_score(case.opponent)}: you are drawn down"
    if case.board is None:
        return f"{head}."
    return f"{head}. {_group_sentence(case.ledger, case.you, 'your')}{_leaving(case.ledger, case.you)}"


def drawn_up(case: Case) -> str:
    """The player is drawn up, and whether the opponent's group had to send somebody."""
    if not case.other or case.you.score >= case.opponent.score:
        return ""
    head = f"You have {_score(case.you)}, {case.opponent.name} {_score(case.opponent)}: you are drawn up"
    if case.board is None:
        return f"{head}."
    whose = f"{case.opponent.name}'s"
    return f"{head}. {_group_sentence(case.ledger, case.opponent, whose)}{_leaving(case.ledger, case.opponent)}"


def _group_sentence(ledger: Ledger, upper: Entrant, whose: str) -> str:
    """How many were left in the group of the one who is drawn down."""
    if upper.size == 1:
        return f"Nobody else has {whose} score"
    above, byes, rest = _elsewhere(ledger, upper)
    group = f"{whose.capitalize() if whose == 'your' else whose} group has {upper.size} players"
    away = [f"{above} meet{'s' if above == 1 else ''} somebody from above"] if above else []
    away += [f"{byes} {'has' if byes == 1 else 'have'} the bye"] if byes else []
    if away:
        group += f", of whom {' and '.join(away)}"
    if rest == 1:
        return f"{group}; only one is left, who meets nobody inside it"
    if away:
        group += f"; {rest} are left"
    if rest % 2:
        return f"{group}, an odd number, so that not all can meet inside it"
    return f"{group}, an even number"


def _elsewhere(ledger: Ledger, upper: Entrant) -> tuple[int, int, int]:
    """How many of a score group meet somebody from above, how many have the bye, and how many are left."""
    lower = (min(ledger.entrants[p].score for p in b.players) for b in ledger.boards if _gap(ledger, b) > 0)
    above = sum(score == upper.score for score in lower)
    alone = (b.players[0] for b in ledger.boards if len(b.players) == 1)
    byes = sum(ledger.entrants[p].score == upper.score for p in alone)
    return above, byes, upper.size - above - byes


def _leaving(ledger: Ledger, upper: Entrant) -> str:
    """How many of a group are drawn down; behind an even number, that costs decided."""
    down = sum(_gap(ledger, board) > 0 and _top(ledger, board) == upper.score for board in ledger.boards)
    if _elsewhere(ledger, upper)[2] % 2 == 0 and upper.size > 1:
        return f"; still {down} {'is' if down == 1 else 'are'} drawn down: the round as a whole costs no more that way."
    return f"; {down} are drawn down." if down > 1 else "."


def _gap(ledger: Ledger, board: Board) -> int:
    scores = [ledger.entrants[p].score for p in board.players]
    return max(scores) - min(scores)


def _top(ledger: Ledger, board: Board) -> int:
    return max(ledger.entrants[p].score for p in board.players)


def float_place(case: Case) -> str:
    """Where in the group floats come from, and where the player stands."""
    if case.board is None or not case.other or case.you.score == case.opponent.score or case.you.size == 1:
        return ""
    if not case.ledger.weights.get("float_place"):
        return ""
    down = case.you.score > case.opponent.score
    where = case.ledger.draw_down if down else case.ledger.draw_up
    return (
        f"Who is drawn {'down' if down else 'up'} comes rather from the {where} of a group; you are number "
        f"{case.you.place} of {case.you.size} in yours."
    )


def float_history(case: Case) -> str:
    """How often the player has been drawn so before, and whether this makes up for it."""
    if not case.other or case.you.score == case.opponent.score:
        return ""
    down = case.you.score > case.opponent.score
    before, other = (case.you.drawn_down, case.you.drawn_up) if down else (case.you.drawn_up, case.you.drawn_down)
    way, back = ("down", "up") if down else ("up", "down")
    text = f"You had been drawn {way} {_times(before)} before" if before else f"You had not been drawn {way} before"
    return text + (f", but {back} {_times(other)}: this makes up for it." if other > before else ".")


def seeding(case: Case) -> str:
    """What the seeding method wants inside a group, where it counts."""
    if case.board is None or not case.other or case.you.score != case.opponent.score or case.you.size < 3:
        return ""
    if not case.ledger.weights.get("seeding"):
        return ""
    you, other, size, method = case.you.place, case.opponent.place, case.you.size, case.ledger.seeding
    if method == "random":
        return "Inside a score group the lottery pairs, where nothing else speaks against it."
    wanted = places_wanted(method, you, size)
    text = f"In your group of {size} you are number {you} and {case.opponent.name} number {other}"
    if other in wanted:
        return f"{text}: as the seeding ({method}) wants it."
    return f"{text}; the seeding ({method}) alone would give number {' or '.join(map(str, wanted))}."


def game_by_hand(case: Case) -> bool:
    """Whether somebody has swapped players at the board."""
    return case.game is not None and "swap" in case.game.by_hand


def colours(case: Case) -> str:
    """Who takes White in an even game."""
    if case.game is None or case.game.handicap:
        return ""
    side = "White" if case.game.white == case.player else "Black"
    if "colours" in case.game.by_hand:
        return f"You have {side}."
    yours, theirs = case.you.colours, case.opponent.colours
    if yours == theirs and (case.board is None or game_by_hand(case)):
        return f"You have {side}, as the board was made by hand."
    if yours == theirs:
        return f"You have {side} by lot, as your colours so far are equally balanced."
    fits = (yours < theirs) == (side == "White")
    balance = f"you have had {_balance(yours)}, {case.opponent.name} {_balance(theirs)}"
    return f"You take {side}: in even games so far {balance}." if fits else f"You have {side}; so far {balance}."


def _balance(whites_less_blacks: int) -> str:
    if whites_less_blacks == 0:
        return "as many Whites as Blacks"
    more, number = ("Whites", whites_less_blacks) if whites_less_blacks > 0 else ("Blacks", -whites_less_blacks)
    return f"{number} more {more if number > 1 else more[:-1]} than {'Black' if more == 'Whites' else 'White'}"


def handicap(case: Case) -> str:
    """Stones, or why there are none although strengths differ."""
    game, ledger = case.game, case.ledger
    if game is None or not ledger.most_stones or "handicap" in game.by_hand:
        return ""
    apart = abs(case.you.strength - case.opponent.strength)
    if game.handicap and case.board is None:
        return f"You {'give' if game.white == case.player else 'get'} a handicap of {game.handicap}, as set by hand."
    if game.handicap:
        gives = game.white == case.player
        komi = " (no komi)" if game.handicap == 1 else f" {game.handicap} stones"
        less = f", less {ledger.stones_off}" if ledger.stones_off else ""
        verb = ("You give" if gives else "You get") + ("" if game.handicap > 1 else " a handicap of 1")
        return f"{verb}{komi}: the difference is {apart}{less}."
    if apart > ledger.stones_off and (case.you.even or case.opponent.even):
        return "The game is even, as all games at and above the bar are."
    return ""


def club(case: Case) -> str:
    """Both are of one club."""
    if case.value("same_club"):
        return f"You are both of {case.you.club}, which the draw avoids where it can."
    both = case.other and case.you.club and case.you.club.casefold() == case.opponent.club.casefold()
    if both and case.you.exempt and case.opponent.exempt:
        return f"You are both of {case.you.club}, but clubs do not count between players at or above the bar."
    return ""


def country(case: Case) -> str:
    """Both are of one country."""
    if case.value("same_country") and not case.value("same_club"):
        return f"You are both from {case.you.country}, which counts a little against a game."
    return ""


def family(case: Case) -> str:
    """Both have a group in common."""
    if not case.value("family"):
        return ""
    common = sorted(set(case.you.groups) & set(case.opponent.groups))
    return f"You have a group in common ({', '.join(common)}), which the draw avoids where it can."


def visitors(case: Case) -> str:
    """A visitor and a local, or two of a kind although visitors should meet locals."""
    if case.value("visitor_local"):
        return (
            "You are both locals; " * case.you.local
            + "You are both visitors; " * (not case.you.local)
            + ("visitors should rather meet locals.")
        )
    if case.other and case.you.local != case.opponent.local:
        first = "" if (case.you if not case.you.local else case.opponent).met_local else ", the first one"
        return f"{'You' if case.you.local else case.opponent.name} {'are' if case.you.local else 'is'} a local{first}."
    return ""


def broken_rules(case: Case) -> str:
    """A hard rule that the director allowed to be broken."""
    if case.board is None or not case.board.breaks:
        return ""
    words = {rule.text: words for rule, words in RULE_WORDS.items()}
    if case.other:
        which = " and ".join(f"you {words[name]}" for name in case.board.breaks)
        return f"Against the rules, {which}: the director allowed it.".replace("you is", "you are")
    return "You have had a bye before: the director allowed a second one."


def counted_rules(case: Case) -> str:
    """Rules over sets of pairs that the game counts in."""
    if case.board is None or not case.board.counts_in:
        return ""
    rules = [f"{name} ({case.ledger.rules.get(name, '')})" for name in case.board.counts_in]
    return f"Your game is one of those that count in the rule {' and '.join(rules)}."


def bye(case: Case) -> str:
    """Why the bye, where nobody gave it by hand."""
    if case.player not in case.drawn.byes or case.board is None or case.board.settled:
        return ""
    entered, you = len(case.ledger.entrants), case.you
    odd = ", an odd number, so that somebody has the bye" if entered % 2 else ""
    text = f"{entered} players were entered{odd}. It goes to a low score: you have {_score(you)}"
    if you.score == you.lowest:
        return f"{text}, the lowest score there is."
    below = [e for e in case.ledger.entrants.values() if e.score < you.score]
    first = sum(e.byes == 0 for e in below)
    if not first:
        return f"{text}, and everybody below has had a bye before."
    have = "player below you has" if first == 1 else "players below you have"
    return f"{text}; {first} {have} had none either, but the round as a whole would be no better with the bye there."


def bye_after_free_win(case: Case) -> str:
    """The bye in spite of a win by default."""
    if case.player in case.drawn.byes and case.you.free_wins and case.board and not case.board.settled:
        return "You have won by default before, and still nobody else could better take the bye."
    return ""


#: In the order of the paragraph, by name.
REASONS: Mapping[str, Reason] = {
    reason.__name__: reason
    for reason in (
        by_hand, settled, same_score, drawn_down, drawn_up, float_place, float_history, seeding, bye,
        bye_after_free_win, club, country, family, visitors, broken_rules, counted_rules, colours, handicap,
    )
}  # fmt: skip


def sentences(case: Case) -> Iterator[tuple[str, str]]:
    """Name and sentence of every reason that applies."""
    for name, reason in REASONS.items():
        text = reason(case)
        if text:
            yield name, text
