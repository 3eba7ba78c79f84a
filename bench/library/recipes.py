"""From the recipe of a round to its problem: a generated tournament, or one of the worst cases."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from mcmahon.desk.questions.standing_round import problem_of_round
from mcmahon.io.settings.settings_file import new_settings_text, parse_assignments, parse_settings
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.placing.start_scores import bar_by_table
from mcmahon.model.tournament.ranks import rank_name

from ..profiles import example_or_profile
from ..simulations.generate import Recipe, generate
from ..speed.worst_cases import CASES
from ..tournaments.generator import FieldShape, make_players
from .counted import counted

SHAPE = {field.name.replace("_", "-"): field.type for field in fields(FieldShape)}
#: What `mcmahon generate` takes where nothing is said.
DEFAULTS = {"players": 60, "rounds": 5}


def made(recipe: str, profile: str = "") -> RoundProblem:
    """The round of a recipe, by an example or a profile of the program; by the tournament's own where none is named.

    `generate --players 250 --seed 3 --played 2`: the next round of the tournament that this command makes.
    `case NAME SIZE`: a worst case (`mcmahon bench worst-cases`); with `relaxed` behind it every hard rule may be
    broken, as few times as possible. `counted SIZE COLUMNS VALUES LIMIT PRICE SEED`: see counted.py. Raises InputError.
    """
    kind, *words = recipe.split()
    if kind == "generate":
        return _next_round(words, profile)
    if kind == "case" and len(words) in (2, 3) and words[0] in CASES and words[1].isdigit():
        problem = CASES[words[0]](int(words[1]))
        return problem.relax_everything() if words[2:] == ["relaxed"] else problem
    if kind == "counted" and len(words) == 6 and all(word.isdigit() for word in words):
        return counted(*map(int, words))
    raise InputError(f"no recipe: {recipe!r}; expected generate --…, case, or counted")


def _of_then(shape: FieldShape, seed: int, preset: str) -> dict[str, Any]:
    """What the rounds of the table were made by if nothing else is said: the bar and the default weights of 1.0."""
    settings = parse_settings(new_settings_text(preset, {"rounds": shape.rounds}), "recipe")
    own = {"pairing.profile": "balanced-2"} if settings.pairing.profile == "balanced" else {}
    if settings.start.scheme == "rank" and settings.start.bar == "auto":
        ranks = [p.rank for p in make_players(shape, seed) if p.takes_part]
        own["start.bar"] = rank_name(bar_by_table(ranks, shape.rounds))
    return own


def _next_round(words: list[str], profile: str) -> RoundProblem:
    typed: dict[str, Any] = dict(DEFAULTS)
    preset, seed, played, settings = "egf", 1, 0, []
    for option, value in zip(words[::2], words[1::2], strict=True):
        name = option.removeprefix("--")
        if name in SHAPE:
            typed[name.replace("-", "_")] = float(value) if SHAPE[name] == "float" else int(value)
        elif name == "set":
            settings.append(value)
        elif name == "preset":
            preset = value
        elif name == "seed":
            seed = int(value)
        elif name == "played":
            played = int(value)
        else:
            raise InputError(f"a recipe knows no option {option}")
    own = {key: value for key, value in parse_assignments(settings).items() if value is not None}
    shape = FieldShape(**typed)
    state = generate(Recipe(shape, preset, _of_then(shape, seed, preset) | own, played), seed)
    return problem_of_round(state, played + 1, example_or_profile(profile) if profile else None)
