"""The pages of criteria, weight profiles and tie-breaks."""

from __future__ import annotations

from mcmahon.io.settings.profiles import RECIPES, known_version, load_profile, profile_names
from mcmahon.model.pairing.criteria import COLUMNS, CRITERIA, NAMED, Criterion
from mcmahon.model.pairing.formula import FUNCTIONS
from mcmahon.model.placing.tie_breaks import TIE_BREAKS
from mcmahon.model.tournament.rules import PAIR_SETS, CountRule

from .markdown import between, code, codes, page, table

CRITERIA_ABOUT = """The wishes of a draw. Each gives every pair, or every bye, a whole number that is 0 if the wish
is fulfilled; a profile's weights multiply these numbers, and their sum over the round is its cost. A weight of a
criterion marked with * is for a whole point. [The model](../explanation/model.md) uses them.

The formulas are those that the program computes. `i` and `j` are the two players, in either order, or `i` is the
player with the bye. The syntax is Python's, for whole numbers: `//` divides and rounds down, `%` is the remainder,
`**` a power; `&`, `|` and `~` are and, or, not. A condition counts as 1 if it holds, else as 0. A formula may use the
names, columns and functions below. [To write your own](../howto/own-criterion.md)."""
COLUMNS_ABOUT = """A column of a player is written `i.score` or `j.score`. Names such as `pairing.seeding` are
[settings](settings.md). A criterion of your own may read any [column of the
registrations](../howto/own-criterion.md#columns-of-the-registrations), too. If it has a [table of
costs](../howto/own-criterion.md#costs-as-a-table), `costs[i, j]` is the cost of the game, `costs[i, i]` that of the
bye of i."""
PROFILES_ABOUT = """A profile says how much each criterion counts, and why. `mcmahon pair DIR --profile NAME` draws by
another one; `mcmahon set DIR pairing.profile=NAME` changes it for good. A file of your own may begin with `base =
"balanced"` and name only what differs. Weights of one tier are added up; a lower tier comes strictly before a higher
one.

A profile has versions: `balanced-1` is the first version of `balanced`. Each version keeps its weights for ever, and
the name with the number of the last one, such as `balanced-2`, stays with these weights in later versions of the
program. Records of rounds, files for solvers and JSON name the version beside the profile."""
TIE_BREAKS_ABOUT = """What `placing.order` may name. The first criterion decides; the second decides between those who
are equal in it, and so on; players equal in all share a place. More is better in each. The settings that
change the sums are on the page of [rules](rules.md#placing-placing). BGA, EGF: their handbooks; Mays: John Mays'
tournament guide; OpenGotha, MacMahon: the programs."""
GONE = "an example of version 1 of the program; now a recipe to copy"
#: Sets of pairs that rules make of columns and of sets of players.
OTHER_SETS = (
    ("same COLUMN", "games of two with a value of a column in common", "shares(i.COLUMN, j.COLUMN)"),
    ("both SET", "games of two players of the set", "i.SET & j.SET"),
    ("one SET", "games of one player of the set", "i.SET & ~j.SET"),
    ("any SET", "games of at least one player of the set", "i.SET"),
)
UNITS = {1: "whole numbers", 2: "half points", 4: "quarter points"}


def criteria_page() -> str:
    """The page of pairing criteria."""
    rows = [[_named(one), one.wish, _shown(one.pair), _shown(one.bye)] for one in CRITERIA.values()]
    columns = [[code(one.name), one.meaning, code(one.formula)] for one in COLUMNS.values() if not one.of_round]
    of_round = [[code(one.name), one.meaning] for one in COLUMNS.values() if one.of_round]
    return page(
        "Criteria of the draw",
        CRITERIA_ABOUT,
        table(["criterion", "the wish", "a game of i and j", "a bye of i"], rows),
        "## Names",
        names_table(),
        "## Columns of players",
        COLUMNS_ABOUT,
        table(["column", "meaning", "computed"], columns),
        "## Values of the round",
        table(["name", "meaning"], of_round),
        "## Functions",
        table(["function", "gives"], [[code(name), told[0]] for name, told in FUNCTIONS.items()]),
    )


def names_table() -> str:
    """The named formulas."""
    return table(["name", "formula", "says"], [[code(name), code(text), says] for name, (text, says) in NAMED.items()])


def model_page(text: str) -> str:
    """The page of the model with its tables of criteria, named formulas and sets of pairs made anew."""
    games = [[_named(one), _shown(one.pair), _shown(one.bye)] for one in CRITERIA.values()]
    sets = [[code(one.name), one.games, code(one.shown)] for one in PAIR_SETS.values()]
    sets += [[code(name), games, code(formula)] for name, games, formula in OTHER_SETS]
    criteria = table(["criterion", "a game of i and j", "a bye of i"], games)
    text = between(text, "criteria", f"{criteria}\n\n{names_table()}")
    return between(text, "sets", table(["set", "its games", "i counts if"], sets))


def _named(criterion: Criterion) -> str:
    return code(criterion.name) + " *" * criterion.a_point


def _shown(formula: str) -> str:
    return "" if formula == "0" else code(formula)


def profiles_page() -> str:
    """The page of the program's own weight profiles."""
    table_of_versions = [[f"[{name}](#{name})", str(known_version(load_profile(name))[1])] for name in profile_names()]
    table_of_versions += [[f"[{name}](../howto/example-profiles.md#{name})", GONE] for name in RECIPES]
    parts = [table(["profile", "version"], table_of_versions)]
    for name in profile_names():
        profile = load_profile(name)
        tiers = {weight.tier for weight in profile.weights}
        rows = [
            [
                code(weight.criterion),
                f"{weight.weight:,}",
                *([str(weight.tier)] if len(tiers) > 1 else []),
                weight.reason,
            ]
            for weight in profile.weights
        ]
        titles = ["criterion", "weight", *(["tier"] if len(tiers) > 1 else []), "reason"]
        rules = [_rule(rule) for rule in profile.rules]
        parts += [f"## {name}", profile.about, table(titles, rows) if rows else "", "\n".join(rules)]
    return page("Weight profiles", PROFILES_ABOUT, *parts)


def tie_breaks_page() -> str:
    """The page of placing criteria."""
    rows = [
        [code(name), one.doc, one.rule, UNITS.get(one.unit, "fractions"), codes(one.also.split()), one.source]
        for name, one in TIE_BREAKS.items()
    ]
    titles = ["name", "what it is", "exactly", "unit", "also called", "source"]
    return page("Tie-breaks", TIE_BREAKS_ABOUT, table(titles, rows))


def _rule(rule: CountRule) -> str:
    price = "hard" if rule.price is None else f"at a price of {rule.price:,} for each too many or too few"
    reason = f": {rule.reason}" if rule.reason else ""
    return f"* rule {code(rule.name)}, {rule}, {price}{reason}"
