"""Chess engines of others, called as their users call them: with a TRF file, or by their Python interface.

All are on the public package index: `pip install './bench[engines]'` in a clone. None is part of this program.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ..engines.libraries import library
from ..trf.trf_writing import write_trf
from .entrants import BLACK, NONE, WHITE, Entrant, Seen
from .system import Drawn, no_round

COLOUR_WORDS = {WHITE: "white", BLACK: "black", NONE: "none"}
FLOAT_WORDS = {"D": "down", "U": "up", NONE: "none"}
UNPLAYED = "u"
_module = partial(library, extra="engines")


def trf_text(view: Seen) -> str:
    """The tournament before the round as a TRF file, absences named; the first start number has White in round 1."""
    text = write_trf(view.tournament).data.decode()
    rounds = view.tournament.settings.rounds
    entered = {e.number for e in view.entrants}
    absent = " ".join(str(k) for k in view.listed.numbers.values() if k not in entered)
    lines = [line for line in text.splitlines() if not line.startswith(("###", "240"))]
    return "\n".join([*lines, f"XXR {rounds}", "XXC white1", *([f"XXZ {absent}"] if absent else [])]) + "\n"


def py4swiss(view: Seen, system: str) -> Drawn:
    """What py4swiss draws for a TRF file by `DutchEngine`, `BursteinEngine` or `DubovEngine`."""
    engines, parser = _module("py4swiss.engines"), _module("py4swiss.trf").TrfParser
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_text(trf_text(view), encoding="utf-8")
        try:
            pairs = getattr(engines, system).generate_pairings(parser.parse(path))
        except engines.common.PairingError:
            raise no_round(view) from None
    return [(pair.white, pair.black) for pair in pairs]


def gacrux(view: Seen) -> Drawn:
    """What gacrux draws for a TRF file by the Dutch system."""
    reader, engine = _module("gacrux.trf2json").trf2json(), _module("gacrux.pairingdutch").pairing_dutch
    reader.parse_file(trf_text(view), 0)
    tournament = reader.get_tournament(1)
    entered = {e.number for e in view.entrants}
    for competitor in tournament["competitors"]:
        competitor["present"] = competitor["cid"] in entered
    options = {"top_color": "w", "experimental": [], "unpaired": [], "verbose": 0, "maxmeets": "0", "check": False}
    try:
        brackets = engine(tournament, view.round, options).compute_pairing(False, 1)
    except _module("gacrux.gacruxexeptions").GacruxNoLegalPairing:
        raise no_round(view) from None
    return [(pair["w"], pair["b"]) for bracket in brackets if bracket for pair in bracket.get("pairs", ())]


def caissify(view: Seen, system: str) -> Drawn:
    """What caissify-pairings draws by its interface."""
    pair = _module("caissify_pairings").generate_pairings
    players = [
        {
            "id": e.number,
            "name": str(e.number),
            "score": e.score / 2,
            "rating": e.rating,
            "starting_number": e.number,
            "color_hist": [COLOUR_WORDS[c] for c in e.colours],
            "float_history": [FLOAT_WORDS[f] for f in e.floats],
            "bye_count": e.byes,
            "forfeit_win_count": e.free_wins,
        }
        for e in view.entrants
    ]
    met = {tuple(sorted((e.number, o))) for e in view.entrants for o in _met(e)}
    drawn = pair(
        system=system,
        players=players,
        previous_pairings=met,
        round_number=view.round,
        total_rounds=view.tournament.settings.rounds,
        **({"initial_color": "white"} if system == "dutch" else {}),
    )
    return [(game["white_id"], game["black_id"] or 0) for game in drawn]


def pairing_core(view: Seen, ruleset: str) -> Drawn:
    """What pairing-core draws by its interface for the rules of 2026."""
    fide, errors = _module("pairing_core.fide2026"), _module("pairing_core.errors")
    players = tuple(_p26(fide, e) for e in view.entrants)
    words = {0: "L", 1: "D", 2: "W"}
    results = tuple(
        (e.number, tuple(words[won] for _, won in sorted(zip(_met(e), _won(e), strict=True)))) for e in view.entrants
    )
    rounds = view.tournament.settings.rounds
    request = fide.P26Request(
        players=players,
        ruleset=ruleset,
        round_number=view.round,
        total_rounds=rounds,
        is_last_round=view.round == rounds,
        round_results=results,
    )
    try:
        found = fide.pair_2026(request)
    except (errors.ImpossiblePairingError, errors.EngineTimeoutError):
        raise no_round(view) from None
    bye = [(found.bye_id, 0)] if found.bye_id else []
    return [*((pair.white_id, pair.black_id) for pair in found.pairs), *bye]


def _p26(fide: Any, e: Entrant) -> Any:
    last, before = ("" if e.float_ago(k) == NONE else e.float_ago(k) for k in (1, 2))
    return fide.P26Player(
        id=e.number,
        tpn=e.number,
        score=e.score / 2,
        rating=e.rating,
        colors=e.colours.replace(NONE, UNPLAYED),
        opponents=_met(e),
        unplayed=e.colours.count(NONE),
        last_float=last,
        prev_float=before,
        got_pab=e.byes > 0,
        forfeit_win=e.free_wins > 0,
        played=len(e.played),
    )


def _met(entrant: Entrant) -> tuple[int, ...]:
    """The opponents of the games really played."""
    return tuple(o for o, c in zip(entrant.opponents, entrant.colours, strict=True) if c != NONE)


def _won(entrant: Entrant) -> tuple[int, ...]:
    return tuple(won for won, c in zip(entrant.won, entrant.colours, strict=True) if c != NONE)


#: By name: the function, what it keeps, and the module that must be there.
OTHERS: dict[str, tuple[Callable[[Seen], Drawn], str, str]] = {
    "py4swiss dutch": (partial(py4swiss, system="DutchEngine"), "FIDE C.04.3 till 2026", "py4swiss"),
    "py4swiss burstein": (partial(py4swiss, system="BursteinEngine"), "FIDE C.04.4.2 of 2026", "py4swiss"),
    "py4swiss dubov": (partial(py4swiss, system="DubovEngine"), "FIDE C.04.4.1 of 2026", "py4swiss"),
    "gacrux dutch": (gacrux, "FIDE C.04.3 of 2026", "gacrux"),
    "caissify dutch": (partial(caissify, system="dutch"), "FIDE C.04.3 of 2026", "caissify_pairings"),
    "pairing-core dutch": (partial(pairing_core, ruleset="dutch-2026"), "FIDE C.04.3 of 2026", "pairing_core"),
}
