"""Everything that a program can ask for: address, who may, what it takes, what it gives."""

from __future__ import annotations

from typing import Any

from ...desk.hall.arrivals import ConfirmRequest, HereRequest
from ...desk.hall.phone_claims import ClaimRequest
from ...desk.journal_entries import RedoRequest, UndoRequest
from ...desk.people.change_players import ADD, CHANGE_PLAYER, PlayerDoneAnswer
from ...desk.people.miss_rounds import ABSENT, WITHDRAW
from ...desk.people.register import REGISTER, RegisteredAnswer
from ...desk.placing.give_prizes import ANNOUNCE_PRIZES, PRIZE, REMOVE_PRIZE, AnnouncedAnswer, PrizeTableAnswer
from ...desk.placing.run_cups import CUP, DECIDE, REMOVE_CUP, CupDoneAnswer
from ...desk.rounds.change_boards import EDIT_BOARD, MOVE, SWAP
from ...desk.rounds.draw_round import DRAW, PUBLISH, DrawnAnswer
from ...desk.rounds.enter_results import EnterResults, RoundDoneAnswer
from ...desk.rounds.pair_by_hand import BEGIN_BY_HAND, END_BY_HAND
from ...desk.rounds.proof.checking import Check
from ...desk.rounds.repair.repair_round import REPAIR
from ...desk.rounds.seat_teams import LINE_UP
from ...desk.settings.change_settings import SET
from ...desk.verb import Change, DoneAnswer, Verb
from ...model.records.hall import Role
from ..forms import SMALL
from . import acts
from .json_calls import LARGE, Operation

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
    does = acts.carry_out(verb, own)
    return Operation("POST", path, does, DESK, title, verb.request, largest=largest, answer=gives)


OPERATIONS = (
    Operation("GET", "", acts.tournament, READ, "Where the tournament stands"),
    Operation("GET", "/players", acts.people, FIND, "Players, by name", queries=("name",)),
    Operation("GET", "/players/{player:int}", acts.card, READ, "A player's own page"),
    Operation("GET", "/rounds/{round:int}", acts.round_, READ, "A published round"),
    Operation("GET", "/standings", acts.standings, READ, "The standings"),
    Operation("GET", BOARD, acts.sit, (), "A side of a board"),
    Operation("POST", BOARD, acts.say, (), "Say how a game ended", ClaimRequest),
    Operation("POST", "/here", acts.here, (Role.CHECK_IN,), "Say that a player is here", HereRequest),
    Operation("GET", "/check-ins", acts.waiting, HELP, "Check-ins that wait for a nod"),
    Operation("POST", "/check-ins", acts.confirm_players, HELP, "Confirm check-ins", ConfirmRequest),
    Operation("GET", "/tables", acts.own_tables, HELP, "The boards that are played"),
    Operation("POST", "/results", acts.results, HELP, "Enter results", EnterResults, answer=RoundDoneAnswer),
    Operation("POST", "/undo", acts.take_back, HELP, "Take back the last step; helpers: an own one", UndoRequest),
    Operation("POST", "/redo", acts.do_again, DESK, "Do again what was taken back", RedoRequest),
    Operation("GET", "/entrants", acts.entrants, DESK, "Everybody registered, with ids"),
    post("/entrants", ADD, PlayerDoneAnswer, "Enter a player", name="add"),
    post("/entrants/change", CHANGE_PLAYER, PlayerDoneAnswer, "Change a player", name="change"),
    post("/register", REGISTER, RegisteredAnswer, "Merge registrations in", largest=LARGE),
    post("/absent", ABSENT, DoneAnswer, "Players miss rounds"),
    post("/withdraw", WITHDRAW, DoneAnswer, "Players leave"),
    post("/settings", SET, DoneAnswer, "Change settings"),
    post("/draw", DRAW, DrawnAnswer, "Draw the next round"),
    post("/publish", PUBLISH, RoundDoneAnswer, "Publish a draft"),
    post("/repair", REPAIR, DrawnAnswer, "Repair the last round"),
    Operation("POST", "/check", acts.check, DESK,
              "The verdict on all rounds or one: rules, costs, with prove the least cost; nothing is written", Check),
    post("/by-hand/begin", BEGIN_BY_HAND, RoundDoneAnswer,
         "Pair the last round by hand from now on; nothing else changes it until that is ended"),
    Operation("POST", "/by-hand/compare", acts.compare_by_hand, DESK,
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
    Operation("GET", "/cups", acts.cups, DESK, "The cups, with ids"),
    Operation("GET", "/drawn/{round:int}", acts.drawn, DESK, "A round with ids, a draft too; 0 is the last"),
    Operation("GET", "/ranking", acts.ranking, DESK, "The standings with ids"),
    Operation("GET", "/prizes", acts.prizes, DESK, "Who gets which prize"),
    Operation("GET", "/prizes/why", acts.prize_reasons, DESK,
              "Why a player (id or name; all who get one) gets each prize or not", queries=("player", "prize")),
    post("/prize", PRIZE, PrizeTableAnswer, "Add or change a prize"),
    post("/prize/remove", REMOVE_PRIZE, PrizeTableAnswer, "Take a prize out"),
    post("/prizes/announce", ANNOUNCE_PRIZES, AnnouncedAnswer, "Announce the list of winners, or take it back",
         name="announce"),
    Operation("GET", "/prizes/table", acts.prize_table, DESK, "The table of prizes"),
    Operation("GET", "/prizes/announced", acts.announced_prizes, READ, "The prizes as they were announced"),
    Operation("GET", "/log", acts.steps, DESK, "The last steps of the journal"),
)  # fmt: skip
