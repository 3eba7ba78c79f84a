"""The pages of criteria, weight profiles and tie-breaks."""

from __future__ import annotations

from mcmahon.io.settings.profiles import RECIPES, known_version, load_profile, profile_names
from mcmahon.model.pairing.criteria import CRITERIA, Criterion
from mcmahon.model.placing.tie_breaks import TIE_BREAKS
from mcmahon.model.tournament.rules import CountRule

from .markdown import code, codes, page, table

CRITERIA_ABOUT = """The wishes of a draw. Each gives every pair, or every bye, a whole number that is 0 where the wish
is fulfilled; a profile's weights multiply these numbers, and their sum over the round is its cost. In brackets: what
a profile can say beside it. [The model](../explanation/model.md) has the formulas."""
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
UNITS = {1: "whole numbers", 2: "half points", 4: "quarter points"}


def criteria_page() -> str:
    """The page of pairing criteria."""
    rows = [[code(one.name), one.wish, _counts_for(one)] for one in CRITERIA.values()]
    return page("Criteria of the draw", CRITERIA_ABOUT, table(["criterion", "the wish", "counts for"], rows))


def _counts_for(one: Criterion) -> str:
    """Whether a criterion has a cost for pairs, for byes, or for both."""
    nothing = Criterion("", "", ())
    pair, bye = one.pair is not nothing.pair, one.bye is not nothing.bye
    return "both" if pair and bye else "bye" if bye else "pair"


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
