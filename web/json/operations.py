"""Everything that a program can ask for: address, who may, what it takes, what it gives."""

from __future__ import annotations

from typing import Any

from ...desk import journal_entries
from ...desk.hall import arrivals, helper_steps, phone_claims, public_answers
from ...desk.people.change_players import ADD, CHANGE_PLAYER, PlayerAnswer, PlayerDoneAnswer
from ...desk.people.miss_rounds import ABSENT, WITHDRAW
from ...desk.people.register import REGISTER, RegisteredAnswer
from ...desk.placing import give_prizes, rank
from ...desk.placing.give_prizes import ANNOUNCE_PRIZES, PRIZE, REMOVE_PRIZE, PrizeOfTableAnswer, PrizeTableAnswer
from ...desk.placing.run_cups import CUP, DECIDE, REMOVE_CUP, CupAnswer, CupDoneAnswer
from ...desk.rounds import enter_results
from ...desk.rounds.change_boards import EDIT_BOARD, MOVE, SWAP
from ...desk.rounds.draw_round import DRAW, PUBLISH, DrawnAnswer
from ...desk.rounds.enter_results import RoundDoneAnswer
from ...desk.rounds.pair_by_hand import BEGIN_BY_HAND, END_BY_HAND, HandPairingAnswer
from ...desk.rounds.proof import checking
from ...desk.rounds.repair.repairing import REPAIR
from ...desk.rounds.seat_teams import LINE_UP
from ...desk.rounds.show_round import RoundAnswer
from ...desk.settings.change_settings import SET
from ...desk.verb import Change, DoneAnswer, Verb
from ...model.records.hall import Role
from ..forms import SMALL
from . import reads, writes
from .json_calls import LARGE, Operation
from .writes import carry_out

READ = (Role.READER, Role.HELPER, Role.DESK)
HELP = (Role.HELPER, Role.DESK)
FIND = (Role.READER, Role.HELPER, Role.DESK, Role.CHECK_IN)
DESK = (Role.DESK,)
BOARD = "/boards/{round:int}/{table:int}/{side}"


def post(
    path: str, verb: Verb[Any, Any], gives: type[DoneAnswer], title: str, *, name: str = "", largest: int = SMALL
) -> Operation:
    """A verb of the desk, for those who have the desk; programs call it as its address is read, the last part first."""
    own = name or "_".join(reversed(path.strip("/").replace("-", "_").split("/")))
    return Operation("POST", path, carry_out(verb, own), DESK, gives, title, verb.request, largest=largest)


OPERATIONS = (
    Operation("GET", "", reads.tournament, READ, public_answers.TournamentAnswer, "Where the tournament stands"),
    Operation("GET", "/players", reads.people, FIND, list[public_answers.PersonAnswer], "Players, by name",
              queries=("name",)),
    Operation("GET", "/players/{player:int}", reads.card, READ, public_answers.CardAnswer, "A player's own page"),
    Operation("GET", "/rounds/{round:int}", reads.round_, READ, public_answers.PublicRoundAnswer, "A published round"),
    Operation("GET", "/standings", reads.standings, READ, public_answers.PublicStandingsAnswer, "The standings"),
    Operation("GET", BOARD, writes.sit, (), phone_claims.SeatAnswer, "A side of a board"),
    Operation("POST", BOARD, writes.say, (), phone_claims.SeatAnswer, "Say how a game ended",
              phone_claims.ClaimRequest),
    Operation("POST", "/here", writes.here, (Role.CHECK_IN,), arrivals.HereAnswer, "Say that a player is here",
              arrivals.HereRequest),
    Operation("GET", "/check-ins", reads.waiting, HELP, list[arrivals.WaitingAnswer], "Check-ins that wait for a nod"),
    Operation("POST", "/check-ins", writes.confirm_players, HELP, DoneAnswer, "Confirm check-ins",
              arrivals.ConfirmRequest),
    Operation("GET", "/tables", reads.own_tables, HELP, list[helper_steps.TableAnswer], "The boards that are played"),
    Operation("POST", "/results", writes.results, HELP, RoundDoneAnswer, "Enter results",
              enter_results.EnterResults),
    Operation("POST", "/undo", writes.take_back, HELP, journal_entries.StepAnswer,
              "Take back the last step; helpers: an own one",
              journal_entries.UndoRequest),
    Operation("POST", "/redo", writes.do_again, DESK, journal_entries.StepAnswer, "Do again what was taken back",
              journal_entries.RedoRequest),
    Operation("GET", "/entrants", reads.entrants, DESK, list[PlayerAnswer], "Everybody registered, with ids"),
    post("/entrants", ADD, PlayerDoneAnswer, "Enter a player", name="add"),
    post("/entrants/change", CHANGE_PLAYER, PlayerDoneAnswer, "Change a player", name="change"),
    post("/register", REGISTER, RegisteredAnswer, "Merge registrations in", largest=LARGE),
    post("/absent", ABSENT, DoneAnswer, "Players miss rounds"),
    post("/withdraw", WITHDRAW, DoneAnswer, "Players leave"),
    post("/settings", SET, DoneAnswer, "Change settings"),
    post("/draw", DRAW, DrawnAnswer, "Draw the next round"),
    post("/publish", PUBLISH, RoundDoneAnswer, "Publish a draft"),
    post("/repair", REPAIR, DrawnAnswer, "Repair the last round"),
    Operation("POST", "/check", writes.check, DESK, checking.VerdictAnswer,
              "The verdict on all rounds or one: rules, costs, with prove the least cost; nothing is written",
              checking.Check),
    post("/by-hand/begin", BEGIN_BY_HAND, RoundDoneAnswer,
              "Pair the last round by hand from now on; nothing else changes it until that is ended"),
    Operation("POST", "/by-hand/compare", writes.compare_by_hand, DESK, HandPairingAnswer,
              "The round by hand beside the engine's; nothing is written", Change),
    post("/by-hand/end", END_BY_HAND, RoundDoneAnswer,
              "End pairing by hand: keep the round, or take the engine's"),
    post("/swap", SWAP, DoneAnswer, "Swap two players"),
    post("/board", EDIT_BOARD, DoneAnswer, "Change a board", name="edit"),
    post("/line-up", LINE_UP, DoneAnswer, "Seat a team at the boards of a round"),
    post("/move", MOVE, DoneAnswer, "Move a game"),
    post("/cup", CUP, CupDoneAnswer, "Make or change a cup"),
    post("/cup/remove", REMOVE_CUP, DoneAnswer, "Remove a cup"),
    post("/cup/decide", DECIDE, CupDoneAnswer, "Say who advances in a cup", name="decide"),
    Operation("GET", "/cups", reads.cups, DESK, list[CupAnswer], "The cups, with ids"),
    Operation("GET", "/drawn/{round:int}", reads.drawn, DESK, RoundAnswer,
              "A round with ids, a draft too; 0 is the last"),
    Operation("GET", "/ranking", reads.ranking, DESK, rank.StandingsAnswer, "The standings with ids"),
    Operation("GET", "/prizes", reads.prizes, DESK, give_prizes.PrizesAnswer, "Who gets which prize"),
    Operation("GET", "/prizes/why", reads.prize_reasons, DESK, list[give_prizes.ExplainedPrizesAnswer],
              "Why a player (id or name; all who get one) gets each prize or not", queries=("player", "prize")),
    post("/prize", PRIZE, PrizeTableAnswer, "Add or change a prize"),
    post("/prize/remove", REMOVE_PRIZE, PrizeTableAnswer, "Take a prize out"),
    post("/prizes/announce", ANNOUNCE_PRIZES, give_prizes.AnnouncedAnswer,
         "Announce the list of winners, or take it back", name="announce"),
    Operation("GET", "/prizes/table", reads.prize_table, DESK, list[PrizeOfTableAnswer],
              "The table of prizes"),
    Operation("GET", "/prizes/announced", reads.announced_prizes, READ, list[give_prizes.AnnouncedPrizeAnswer],
              "The prizes as they were announced"),
    Operation("GET", "/log", reads.steps, DESK, list[journal_entries.LoggedAnswer], "The last steps of the journal"),
)  # fmt: skip
