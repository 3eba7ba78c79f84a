"""Everything that a program can ask for: address, who may, what it takes, what it gives."""

from __future__ import annotations

from typing import Any

from ...desk import cups as cup_asks
from ...desk.answers import acts, cups, hall, players, prizes, standings
from ...desk.people.absences import ABSENT, WITHDRAW
from ...desk.prizes import AnnouncePrizes
from ...desk.requests import hall as hall_asks
from ...desk.requests import people
from ...desk.requests import prizes as prize_asks
from ...desk.rounds import results
from ...desk.rounds.boards import EDIT_BOARD, MOVE, SWAP
from ...desk.rounds.by_hand import BEGIN_BY_HAND, END_BY_HAND, HandPairingAnswer
from ...desk.rounds.line_ups import LINE_UP
from ...desk.rounds.next_round import DRAW, PUBLISH, DrawnAnswer
from ...desk.rounds.proof import checking
from ...desk.rounds.repair.repairing import REPAIR
from ...desk.rounds.results import RoundDoneAnswer
from ...desk.settings import SET
from ...desk.tables import RoundAnswer
from ...desk.verb import Change, DoneAnswer, Verb
from ...model.records.hall import Role
from . import acting, reading
from .acting import carry_out
from .calls import LARGE, Operation

READ = (Role.READER, Role.HELPER, Role.DESK)
HELP = (Role.HELPER, Role.DESK)
FIND = (Role.READER, Role.HELPER, Role.DESK, Role.CHECK_IN)
DESK = (Role.DESK,)
BOARD = "/boards/{round:int}/{table:int}/{side}"


def post(path: str, verb: Verb[Any, Any], gives: type[DoneAnswer], title: str, name: str = "") -> Operation:
    """A verb of the desk, for those who have the desk; programs call it as its address is read, the last part first."""
    own = name or "_".join(reversed(path.strip("/").replace("-", "_").split("/")))
    return Operation("POST", path, carry_out(verb, own), DESK, gives, title, verb.request)


OPERATIONS = (
    Operation("GET", "", reading.tournament, READ, hall.TournamentAnswer, "Where the tournament stands"),
    Operation("GET", "/players", reading.people, FIND, list[hall.PersonAnswer], "Players, by name", queries=("name",)),
    Operation("GET", "/players/{player:int}", reading.card, READ, hall.CardAnswer, "A player's own page"),
    Operation("GET", "/rounds/{round:int}", reading.round_, READ, hall.PublicRoundAnswer, "A published round"),
    Operation("GET", "/standings", reading.standings, READ, hall.PublicStandingsAnswer, "The standings"),
    Operation("GET", BOARD, acting.sit, (), hall.SeatAnswer, "A side of a board"),
    Operation("POST", BOARD, acting.say, (), hall.SeatAnswer, "Say how a game ended", hall_asks.ClaimRequest),
    Operation("POST", "/here", acting.here, (Role.CHECK_IN,), hall.HereAnswer, "Say that a player is here",
              hall_asks.HereRequest),
    Operation("GET", "/check-ins", reading.waiting, HELP, list[acts.WaitingAnswer], "Check-ins that wait for a nod"),
    Operation("POST", "/check-ins", acting.confirm_players, HELP, DoneAnswer, "Confirm check-ins",
              hall_asks.ConfirmRequest),
    Operation("GET", "/tables", reading.own_tables, HELP, list[acts.TableAnswer], "The boards that are played"),
    Operation("POST", "/results", acting.results, HELP, RoundDoneAnswer, "Enter results",
              results.EnterResults),
    Operation("POST", "/undo", acting.take_back, HELP, acts.StepAnswer, "Take back the last step; helpers: an own one",
              hall_asks.UndoRequest),
    Operation("POST", "/redo", acting.do_again, DESK, acts.StepAnswer, "Do again what was taken back",
              hall_asks.RedoRequest),
    Operation("GET", "/entrants", reading.entrants, DESK, list[players.PlayerAnswer], "Everybody registered, with ids"),
    Operation("POST", "/entrants", acting.add, DESK, acts.PlayerDoneAnswer, "Enter a player", people.PlayerRequest),
    Operation("POST", "/entrants/change", acting.change, DESK, acts.PlayerDoneAnswer, "Change a player",
              people.ChangePlayerRequest),
    Operation("POST", "/register", acting.register, DESK, acts.RegisteredAnswer, "Merge registrations in",
              people.RegisterRequest, largest=LARGE),
    post("/absent", ABSENT, DoneAnswer, "Players miss rounds"),
    post("/withdraw", WITHDRAW, DoneAnswer, "Players leave"),
    post("/settings", SET, DoneAnswer, "Change settings"),
    post("/draw", DRAW, DrawnAnswer, "Draw the next round"),
    post("/publish", PUBLISH, RoundDoneAnswer, "Publish a draft"),
    post("/repair", REPAIR, DrawnAnswer, "Repair the last round"),
    Operation("POST", "/check", acting.check, DESK, checking.VerdictAnswer,
              "The verdict on all rounds or one: rules, costs, with prove the least cost; nothing is written",
              checking.Check),
    post("/by-hand/begin", BEGIN_BY_HAND, RoundDoneAnswer,
              "Pair the last round by hand from now on; nothing else changes it until that is ended"),
    Operation("POST", "/by-hand/compare", acting.compare_by_hand, DESK, HandPairingAnswer,
              "The round by hand beside the engine's; nothing is written", Change),
    post("/by-hand/end", END_BY_HAND, RoundDoneAnswer,
              "End pairing by hand: keep the round, or take the engine's"),
    post("/swap", SWAP, DoneAnswer, "Swap two players"),
    post("/board", EDIT_BOARD, DoneAnswer, "Change a board", "edit"),
    post("/line-up", LINE_UP, DoneAnswer, "Seat a team at the boards of a round"),
    post("/move", MOVE, DoneAnswer, "Move a game"),
    Operation("POST", "/cup", acting.cup, DESK, acts.CupDoneAnswer, "Make or change a cup", cup_asks.CupRequest),
    Operation("POST", "/cup/remove", acting.remove_cup, DESK, DoneAnswer, "Remove a cup",
              cup_asks.RemoveCupRequest),
    Operation("POST", "/cup/decide", acting.decide, DESK, acts.CupDoneAnswer, "Say who advances in a cup",
              cup_asks.DecideRequest),
    Operation("GET", "/cups", reading.cups, DESK, list[cups.CupAnswer], "The cups, with ids"),
    Operation("GET", "/drawn/{round:int}", reading.drawn, DESK, RoundAnswer,
              "A round with ids, a draft too; 0 is the last"),
    Operation("GET", "/ranking", reading.ranking, DESK, standings.StandingsAnswer, "The standings with ids"),
    Operation("GET", "/prizes", reading.prizes, DESK, prizes.PrizesAnswer, "Who gets which prize"),
    Operation("GET", "/prizes/why", reading.prize_reasons, DESK, list[prizes.ExplainedPrizesAnswer],
              "Why a player (id or name; all who get one) gets each prize or not", queries=("player", "prize")),
    Operation("POST", "/prize", acting.prize, DESK, acts.PrizeTableAnswer, "Add or change a prize",
              prize_asks.PrizeRequest),
    Operation("POST", "/prize/remove", acting.remove_prize, DESK, acts.PrizeTableAnswer, "Take a prize out",
              prize_asks.RemovePrizeRequest),
    Operation("POST", "/prizes/announce", acting.announce, DESK, acts.AnnouncedAnswer,
              "Announce the list of winners, or take it back", AnnouncePrizes),
    Operation("GET", "/prizes/table", reading.prize_table, DESK, list[acts.PrizeOfTableAnswer],
              "The table of prizes"),
    Operation("GET", "/prizes/announced", reading.announced_prizes, READ, list[prizes.AnnouncedPrizeAnswer],
              "The prizes as they were announced"),
    Operation("GET", "/log", reading.steps, DESK, list[acts.LoggedAnswer], "The last steps of the journal"),
)  # fmt: skip
