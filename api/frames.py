"""Turns answers of the desk into DataFrames and plain values; scores are in points, players are given by id.

What belongs to a whole table, such as the byes of a round or its cost, is in `attrs` of its DataFrame.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ..desk.answers.answer import plain
from ..desk.answers.checks import verdict_answer
from ..desk.answers.prizes import explained_answer, prizes_answer
from ..desk.questions.why_not import WhyNot
from ..desk.tables import scores_before
from ..desk.team_boards import ShownBoard, boards_shown
from ..desk.words.plans import plan_lines
from ..desk.words.rules import violation_text
from ..desk.words.teams import fault_text
from ..desk.words.values import entered_rounds, in_points
from ..model.tournament.games import Round, by_hand_text, result_text
from ..model.tournament.person import Player
from ..model.tournament.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from ..desk.congress import ClashAnswer
    from ..desk.people.players import PlayerList
    from ..desk.prizes import ExplainedPrizes, PrizesFound
    from ..desk.questions.comparing import Column
    from ..desk.questions.standing_round import StandingRound
    from ..desk.questions.weights import FrontFound, Intervals
    from ..desk.questions.what_if import Compared
    from ..desk.questions.why import Explanation, OtherRounds
    from ..desk.rounds.boards import Verdict
    from ..desk.rounds.draw.drawing import Drawn
    from ..desk.rounds.line_ups import TeamLineUp
    from ..desk.rounds.own_model import OwnRound
    from ..desk.rounds.plan.planning import PlanDone
    from ..desk.rounds.proof.checking import Checked
    from ..desk.rounds.proposed import Proposed
    from ..desk.rounds.repair.repairing import RepairDone, Repaired
    from ..desk.rounds.results import ResultsDone
    from ..desk.standings import Ranked
    from ..desk.steps import LoggedStep
    from ..model.placing.groups import Groups
    from ..model.placing.standings import StandingsRow
    from ..model.prizes.prize import Prize
    from ..model.rating_lists.rating_match import Match
    from ..model.reasons.difference import Difference

BOARDS = ("table", "white", "white name", "black", "black name", "handicap", "komi", "result")
PLAYERS = ("id", "name", "rank", "rating", "club", "country", "start", "status", "rounds", "unexcused")


def frame(titles: Sequence[str], rows: Iterable[Sequence[Any]], **attrs: Any) -> pd.DataFrame:
    """A DataFrame of rows; `attrs` belong to the whole of it."""
    import pandas as pd

    found = pd.DataFrame(list(rows), columns=list(titles))
    found.attrs.update(attrs)
    return found


def records(values: Sequence[Any], titles: Sequence[str]) -> pd.DataFrame:
    """A DataFrame with a row for each value; the columns are its attributes with these names."""
    return frame(titles, ([getattr(value, title) for title in titles] for value in values))


def boards(tournament: Tournament, drawn: Round) -> pd.DataFrame:
    """The boards of a round: table, ids and names, handicap, komi in points, result."""
    names = {player.id: player.name for player in tournament.players}
    rows = [
        (
            *(g.table, g.white, names[g.white], g.black, names[g.black]),
            *(g.handicap, g.komi_halves / 2, result_text(g.result, g.by_default)),
        )
        for g in drawn
    ]
    sits_out = {"byes": list(drawn.byes), "absent": list(drawn.absent), "unpaired": list(drawn.unpaired)}
    return frame(BOARDS, rows, round=drawn.number, draft=drawn.draft, **sits_out)


def round_frame(tournament: Tournament, drawn: Round) -> pd.DataFrame:
    """The boards, with ranks, scores before the round, and changes by hand."""
    found, players = boards(tournament, drawn), tournament.by_id()
    scores = scores_before(tournament, drawn.number)
    for side in ("white", "black"):
        found[f"{side} rank"] = [players[pid].rank_name for pid in found[side]]
        found[f"{side} MMS"] = [scores.mms_before(pid, drawn.number) / 2 for pid in found[side]]
    found["by hand"] = [by_hand_text(game.by_hand) for game in drawn]
    return found


def own_boards(tournament: Tournament, found: OwnRound) -> pd.DataFrame:
    """The boards of a round under somebody's own constraints, each with its cost; none if no round was found."""
    if found.round is None:
        return frame([*BOARDS, "cost"], (), byes=[])
    made = boards(tournament, found.round)
    made["cost"] = list(found.costs)
    return made


def proposed_frame(done: Proposed, tournament: Tournament) -> pd.DataFrame:
    """A draft with proposed boards; `attrs`: its `cost`, that of the `optimum`, and how much `extra` it costs."""
    found = round_frame(tournament, done.round)
    found.attrs |= {"cost": done.cost, "optimum": done.optimum, "extra": done.cost - done.optimum}
    return found


def team_boards_frame(tournament: Tournament, drawn: Round) -> pd.DataFrame:
    """The boards of all matches of teams in a round, with the people who sit there."""
    return records(boards_shown(drawn, tournament), [f.name for f in fields(ShownBoard)])


def line_ups_frame(found: Sequence[TeamLineUp], tournament: Tournament) -> pd.DataFrame:
    """A row for each board of each team: who sits there, blank for nobody; `attrs` say what is not allowed."""
    rows = []
    for one in found:
        for board, m in enumerate(one.seats, 1):
            person = (m.id, m.name, m.rank_name, m.substitute) if m else ("", "", "", False)
            rows.append((one.number, one.team.id, one.team.name, board, *person))
    titles = ("round", "team", "team name", "board", "id", "name", "rank", "substitute")
    wrong = [fault_text(fault, tournament) for one in found for fault in one.faults]
    return frame(titles, rows, **{"not allowed": wrong})


def drawn_frame(drawn: Drawn, changed: Sequence[str]) -> pd.DataFrame:
    """A new draw, with its cost, its proof, and what differs from the draft before."""
    found, pairing = round_frame(drawn.tournament, drawn.round), drawn.pairing
    found.attrs |= {"cost": pairing.cost, "bound": pairing.bound, "status": pairing.status}
    found.attrs |= {"costs": dict(drawn.record.costs), "seconds": dict(pairing.seconds), "changed": list(changed)}
    found.attrs["breaches"] = [violation_text(one, drawn.tournament) for one in drawn.breaches]
    return found


def plan_frame(done: PlanDone, tournament: Tournament) -> pd.DataFrame:
    """A plan for the rounds to come, a row for each game or bye (`other` is empty), with what is guaranteed of them."""
    rows = []
    for planned in done.plan.rounds:
        rows += [(planned.number, a, b) for a, b in planned.pairs]
        rows += [(planned.number, player, "") for player in planned.byes]
    foresight = done.foresight
    attrs = {"first": foresight.first, "until": foresight.until, "last": foresight.last}
    known = {"outlook": foresight.outlook.value, "sentences": plan_lines(done, tournament)}
    return frame(("round", "player", "other"), rows, **attrs, **known, not_covered=list(done.not_covered))


def repaired_frame(done: RepairDone) -> pd.DataFrame:
    """A repaired round: boards that are new, lost or given up, its cost and that of the cheapest round."""
    found, pairing, new = round_frame(done.tournament, done.round), done.pairing, set(done.new)
    found["new"] = [game in new for game in done.round]
    found.attrs |= {"cost": pairing.cost, "bound": pairing.bound, "status": pairing.status}
    found.attrs |= {"lost": list(done.lost), "given up": list(done.given_up), "better with": done.better_with}
    for name, other in (("cheapest", done.cheapest), ("fewest", done.fewest)):
        found.attrs[name] = {"given up": other.changed, "cost": other.pairing.cost}
    return found


def curve_frame(points: Sequence[Repaired]) -> pd.DataFrame:
    """The cost for each number of boards given up."""
    rows = ((point.changed, point.pairing.cost, point.pairing.optimal) for point in points)
    return frame(("given up", "cost", "proven"), rows)


def results_frame(done: ResultsDone, tournament: Tournament) -> pd.DataFrame:
    """The new and old results, jigos that are impossible with their komi, and how many results are missing."""
    names = {player.id: player.name for player in tournament.players}
    names |= {m.id: m.name for player in tournament.players for m in player.members} | {"": ""}
    rows = []
    for one in done.entered:
        was, now = (result_text(game.result, game.by_default) for game in (one.before, one.game))
        white, black = (names[pid] for pid in one.game.players)
        table = one.place if one.match else one.game.table
        rows.append((one.number, table, white, black, was, now, one.jigo_with_half_komi))
    titles = ("round", "table", "white name", "black name", "was", "result", "impossible")
    missing = {"missing": len(done.missing), "missing tables": list(done.missing)}
    return frame(titles, rows, round=done.number, published=list(done.published), **missing)


def player_line(player: Player, rounds: int, start: int | None = None) -> dict[str, Any]:
    """A player as plain data; the start score is None if it is not known."""
    values = (player.id, player.name, player.rank_name, player.rating, player.club, player.country)
    points = None if start is None else start / 2
    entered = (points, player.status.value, entered_rounds(player, rounds), sorted(player.unexcused))
    return dict(zip(PLAYERS, (*values, *entered), strict=True))


def lines_frame(players: Sequence[Player], rounds: int) -> pd.DataFrame:
    """A row for each player."""
    return frame(PLAYERS, (list(player_line(player, rounds).values()) for player in players))


def players_frame(listed: PlayerList, rounds: int) -> pd.DataFrame:
    """All players, with their start scores."""
    lines = (player_line(player, rounds, listed.start[player.id]) for player in listed.players)
    return frame(PLAYERS, (list(line.values()) for line in lines), bar=listed.bar)


def groups_frame(found: Groups) -> pd.DataFrame:
    """The start groups from the top, one row for each player; `bars` has the effect of each possible bar."""
    rows = [
        (group.start / 2, p.id, p.name, p.rank_name, p.rating, p.id in group.top)
        for group in found.groups
        for p in group.players
    ]
    titles, waiting = ("start", "id", "name", "rank", "rating", "top"), [p.id for p in found.waiting]
    return frame(titles, rows, bars=[asdict(bar) for bar in found.bars], waiting=waiting)


def standings_frame(found: Ranked) -> pd.DataFrame:
    """The standings, one row for each player, best first; sections follow each other, each with its own places.

    A comparison of tied players (SDC, DC) is NaN for players who were not tied with anybody.
    """
    import pandas as pd

    table = found.standings
    if found.sections is None:
        lines = [_standing(found, row, row.place) for row in table.rows]
    else:
        lines = [
            {"section": part.title, **_standing(found, row, place), "overall": row.place}
            for part in found.sections
            for row, place in zip(part.rows, part.places, strict=True)
        ]
    whole = pd.DataFrame(lines)
    whole.attrs |= {"round": table.after_round, "provisional": table.provisional}
    return whole


def prizes_frame(found: PrizesFound, tournament: Tournament) -> pd.DataFrame:
    """Who gets which prize, a row for each player of each, in the order of reading; money in hundredths."""
    titles = ("group", "prize", "id", "name", "entrant", "money", "currency", "thing", "shared")
    answer = prizes_answer(found, tournament)
    rows = [[getattr(line, title) for title in titles] for line in answer.lines]
    known = {"round": answer.after_round, "provisional": answer.provisional, "left": list(answer.left)}
    return frame(titles, rows, **known, announced=answer.announced, changes=list(answer.changes))


def prize_table_frame(prizes: Sequence[Prize]) -> pd.DataFrame:
    """The table of prizes, a row for each place; values in hundredths, place 0 is for each on the list."""
    titles = ("prize", "list", "order", "place", "value", "currency", "thing", "besides", "people")
    return frame(
        titles,
        (
            (p.name, p.condition.text, p.order, p.place, p.value, p.currency, p.thing, p.is_besides, p.people)
            for p in prizes
        ),
    )


def prize_reasons_frame(found: ExplainedPrizes, tournament: Tournament) -> pd.DataFrame:
    """Why a player gets each prize or not, a row for each."""
    return records(explained_answer(found, tournament).reasons, ("prize", "kind", "place", "text"))


def _standing(found: Ranked, row: StandingsRow, place: int) -> dict[str, Any]:
    player, criteria = row.player, found.standings.criteria
    line: dict[str, Any] = {"place": place, "id": player.id, "name": player.name, "rank": player.rank_name}
    line |= {"club": player.club, "country": player.country, "MMS": row.mms / 2}
    line |= {f"round {k}": cell for k, cell in enumerate(row.rounds, 1)}
    line |= {"WINS": row.wins / 2} | dict.fromkeys(criteria, math.nan)
    line |= {name: in_points(value, name) for name, value in row.values.items()}
    if found.ratings is not None:
        line |= {"rating": player.rating, "expected rating": found.ratings[player.id].after}
    return line


def verdicts_frame(verdicts: Sequence[Verdict], tournament: Tournament) -> pd.DataFrame:
    """A row for each round: whether it is legal, its cost now and at the draw, and the judge's findings."""
    rows = [
        (v.number, v.legal, v.cost, v.drawn_at, "; ".join(violation_text(one, tournament) for one in v.violations))
        for v in verdicts
    ]
    return frame(("round", "legal", "cost", "drawn at", "findings"), rows)


def checked_frame(found: Checked, tournament: Tournament, prove: bool) -> pd.DataFrame:
    """The same of a whole check; with `prove` what each round costs more than the least, and how that is proven."""
    whole = verdicts_frame([one.verdict for one in found.rounds], tournament)
    if prove:
        for title in ("extra", "proven", "certified"):
            whole[title] = [getattr(one.claim, title, None) for one in found.rounds]
    whole.attrs |= {"sound": found.sound, "verdict": plain(verdict_answer(found, tournament, prove))}
    return whole


def matches_frame(matches: Sequence[Match], applied: bool) -> pd.DataFrame:
    """What a rating list says about each player: how sure the match is, and what it changes."""
    rows = []
    for match in matches:
        listed, changes = match.listed, {change.field: change.new for change in match.changes}
        there = (listed.name, listed.line) if listed is not None else ("", None)
        own = (match.player.id, match.player.name, match.verdict.value, match.confidence, match.reason)
        rows.append((*own, *there, changes))
    titles = ("id", "name", "verdict", "confidence", "reason", "listed as", "line", "changes")
    return frame(titles, rows, applied=applied)


def compared_frame(found: Compared) -> pd.DataFrame:
    """Rounds with several profiles or weights, a row each: plain counts, criteria as the draw counts them, cost."""
    whole = columns_frame([found.standing, *found.columns])
    whole.attrs["rounds"] = list(found.numbers)
    return whole


def columns_frame(columns: Iterable[Column | None]) -> pd.DataFrame:
    """Profiles side by side, a row for each: plain counts, amounts of each criterion, cost."""
    import pandas as pd

    return pd.DataFrame(
        {"label": column.label, **asdict(column.counts)}
        | {f"criterion {name}": value for name, value in column.values.items()}
        | {"differing": column.differing, "cost": column.cost, "proven": column.proven}
        for column in columns
        if column is not None
    )


def intervals_frame(found: Intervals) -> pd.DataFrame:
    """For each weight alone the interval in which the round stays optimal, and the changes outside it."""
    rows = ((i.criterion, i.weight, i.amount, i.low, i.high, below, above) for i, below, above in found.found)
    return frame(("criterion", "weight", "counts", "low", "high", "below", "above"), rows, round=found.number)


def front_frame(front: FrontFound) -> pd.DataFrame:
    """The points of a front, with the values of the current round."""
    rows = ((*p.values, cost, p.supported, boards, p.pairing.optimal) for p, cost, boards in front.points)
    return frame([*front.titles, "proven"], rows, standing=front.standing, may_be_more=front.may_be_more)


def others_frame(found: OtherRounds) -> pd.DataFrame:
    """The next cheapest pairings of a round: extra cost, boards removed and added.

    `attrs["left out"]`: how many that came up leave no legal plan for the rounds to come.
    """
    differences = [difference(found.drawn, other) for other in found]
    titles = ("cost", "boards", "out", "in", "bye out", "bye in", "costs")
    made = frame(titles, ([len(d["out"]) if title == "boards" else d[title] for title in titles] for d in differences))
    made.attrs["left out"] = len(found.left_out)
    return made


def difference(drawn: StandingRound, found: Difference) -> dict[str, Any]:
    """The differences of another pairing of a round: extra cost by criterion, boards removed and added, byes."""
    ids = drawn.problem.field.ids
    out, into = ([(ids[i], ids[j]) for i, j in pairs] for pairs in (found.gone, found.new))
    byes = {"bye out": [ids[i] for i in found.byes_gone], "bye in": [ids[i] for i in found.byes_new]}
    return {"cost": found.cost, "costs": dict(found.costs), "out": out, "in": into, **byes}


def explanation(answer: Explanation) -> dict[str, Any]:
    """Why a player has a board, or why two do not meet: sentences, costs, the best round without it or with it."""
    found = answer.found
    if isinstance(found, WhyNot):
        forced = difference(answer.drawn, found.forced) if found.forced is not None else None
        why = {"forbidden by": list(found.forbidden_by), "with it": forced}
        return {"title": found.title, "text": found.sentence, **why}
    without = difference(answer.drawn, found.without) if found.without is not None else None
    costs = {name: cost for name, cost, _ in found.costs}
    return {"title": found.title, "text": found.paragraph, "costs": costs, "without it": without}


def log_frame(entries: Sequence[LoggedStep]) -> pd.DataFrame:
    """Every step of the journal, oldest first."""
    return records(entries, ("number", "time", "command", "unsound"))


def clashes_frame(found: Sequence[ClashAnswer]) -> pd.DataFrame:
    """Everybody who would have to be in two places at once, and the two rounds; times as days and times of day."""
    titles = ("event", "round", "begins", "ends")
    rows = []
    for one in found:
        parts = [[s.event, s.round, *map(datetime.fromisoformat, (s.begins, s.ends))] for s in (one.first, one.second)]
        rows.append([one.name, *parts[0], *parts[1]])
    return frame(("name", *titles, *(f"other {title}" for title in titles)), rows)


def changes_of(extra: Mapping[str, int]) -> dict[str, int]:
    """The change of cost for each criterion that has changed."""
    return {name: cost for name, cost in extra.items() if cost}
