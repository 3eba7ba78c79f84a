"""Pairing systems in RankCraft's table, in chess with draws, and in four rows of Carter's: which ranks best."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec

from ...io.settings.profiles import load_profile
from .. import metrics as m
from ..engines import ENGINES
from ..figures import Figures
from ..generator import FieldShape
from ..results_model import ResultModel, SimulatedBoard, Spread
from ..systems.all_systems import SYSTEMS
from .common import Arm, Size, Study, preset
from .contenders import single_winner
from .published import RANKCRAFT, Skills, SwissCell, of_skills

OURS, FOLD = "ours, slide", "ours, fold"
IN_GROUPS, ALL = "random in groups", "all at random"
WAYS = {OURS: "slide", FOLD: "fold"}
CHESS = "chess"
#: Of others one engine for each set of rules: engines that keep the same rules draw the same rounds.
OTHERS = ("gacrux dutch", "py4swiss burstein")
METHODS = {
    RANKCRAFT: (OURS, FOLD, "burstein", "dutch", IN_GROUPS, ALL, "monrad", "danish", "keizer", *OTHERS),
    CHESS: (OURS, FOLD, "burstein", IN_GROUPS, "monrad"),
}
CARTER_METHODS = (OURS, IN_GROUPS, "monrad")
#: What RankCraft prints, by the method that stands for it here; and Carter's per cent of single winners.
RANKCRAFT_TABLE = {"burstein": 0.8094, "dutch": 0.8005, IN_GROUPS: 0.7994, ALL: 0.7444, "monrad": 0.7427}
CARTER_TABLE = {(20, 6): 60, (20, 7): 88, (32, 7): 69, (32, 8): 88}
DRAWS, WHITE_LEAD = 2 * 0.35 / 0.65, 35  # 35 % draws between equals; 35 points for White
SWISS = load_profile("swiss")


@dataclass(frozen=True, slots=True)
class Chess(Skills):
    """RankCraft's skills as ratings of chess: Davidson's model with draws (JASA 65, 1970), and a lead for White.

    Chances are as 10^(r/400), that of a draw as `DRAWS` times the root of their product.
    """

    def white_wins(self, board: SimulatedBoard) -> float:
        """The chance that White wins, and half of that of a draw."""
        white, drawn, black = self._parts(board)
        return (white + drawn / 2) / (white + drawn + black)

    def drawn(self, board: SimulatedBoard) -> float:
        """The chance of a draw."""
        white, drawn, black = self._parts(board)
        return drawn / (white + drawn + black)

    def _parts(self, board: SimulatedBoard) -> tuple[float, float, float]:
        ahead = (board.white.strength + WHITE_LEAD - board.black.strength) / 400
        return float(10 ** (ahead / 2)), DRAWS, float(10 ** (-ahead / 2))


def arms(size: Size) -> list[Arm]:
    """The tables' own numbers of players and rounds; systems whose library is not installed are left out."""
    table = replace(size, players=32, rounds=7)
    skilled = {RANKCRAFT: Skills(), CHESS: Chess()}
    found = [
        _arm(group, method, skilled[group], table) for group, own in METHODS.items() for method in own if _there(method)
    ]
    coins = ResultModel("fixed", per_stone=0.5, spread=Spread(0))
    for players, rounds in CARTER_TABLE:
        own = replace(size, players=players, rounds=rounds)
        found += [_arm(_carter(players, rounds), method, coins, own) for method in CARTER_METHODS]
    return found


def _carter(players: int, rounds: int) -> str:
    return f"Carter, {players} × {rounds}"


def _there(method: str) -> bool:
    return method in WAYS or not SYSTEMS[method].library or find_spec(SYSTEMS[method].library) is not None


def _arm(group: str, method: str, model: ResultModel, size: Size) -> Arm:
    seeding = [f"1+ {WAYS.get(method, 'slide')} RATING"]
    own = {"placing__order": ["MMS", "RATING"], "pairing__seeding": seeding, "rounds": size.rounds}
    engine = ENGINES["ours"] if method in WAYS else SYSTEMS[method]
    shape = FieldShape(size.players, size.rounds)
    seeds = range(size.seed, size.seed + size.tournaments)
    cells = (SwissCell(method, engine, SWISS, model, preset("swiss", seed=seed, **own), shape) for seed in seeds)
    return Arm(group, method, tuple(cells))


def answer(found: Figures) -> str:
    """The findings."""
    return f"{_rankcraft(found)}\n\n{_carters(found)}\n\n"


def _rankcraft(found: Figures) -> str:
    lines = ["| Kendall's tau, RankCraft | published | here | difference from ours by slide |", "|---|---|---|---|"]
    for method in found.methods(RANKCRAFT):
        printed = f"{RANKCRAFT_TABLE[method]:.4f}" if method in RANKCRAFT_TABLE else "–"
        gap = "" if method == OURS else found.gap(RANKCRAFT, method, "kendall")
        lines.append(f"| {method} | {printed} | {found.mean(RANKCRAFT, method, 'kendall')} | {gap} |")
    return "\n".join(lines)


def _carters(found: Figures) -> str:
    head = " | ".join(f"{players} × {rounds}" for players, rounds in CARTER_TABLE)
    lines = [f"| single winners in %, Carter | {head} |", "|---" * (len(CARTER_TABLE) + 1) + "|"]
    lines.append("| published | " + " | ".join(map(str, CARTER_TABLE.values())) + " |")
    for method in CARTER_METHODS:
        shares = [found.figure(_carter(*row), method, "single_winner").mean for row in CARTER_TABLE]
        cells = (f"{100 * mean:.0f} ({100 * low:.0f} to {100 * high:.0f})" for mean, low, high in shares)
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


STUDY = Study(
    name="pairings",
    question="Which pairing system ranks best?",
    simulated="",
    size=Size(100, players=32, rounds=7),
    fields="every method sees the same fields, skills and luck.",
    metrics={"kendall": of_skills(m.kendall), "best_wins": of_skills(m.best_wins), "single_winner": single_winner}
    | {"distance_mean": of_skills(m.distance_mean), "repeats": m.repeats},
    baseline=OURS,
    arms=arms,
    answer=answer,
    limits="",
    rows=True,
    plotted=("kendall",),
)
