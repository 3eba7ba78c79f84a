"""A weight profile written as TOML, over the profile it begins from."""

from __future__ import annotations

from ...model.pairing.profile import Profile


def profile_text(profile: Profile, base: Profile | None, comment: str) -> str:
    """The TOML of a profile: what differs from the base (a profile of the program), or all of it without one.

    `comment` stands at the top. What the text says is read by `load_profile`.
    """
    import tomlkit

    document = tomlkit.document()
    for line in comment.splitlines():
        document.add(tomlkit.comment(line))
    document.add("about", tomlkit.string(profile.about))
    if base is not None:
        document.add("base", tomlkit.string(base.name))
    known = {w.criterion: (w.weight, w.tier) for w in base.weights} if base is not None else {}
    for weight in profile.weights:
        if known.get(weight.criterion, (0, 1)) == (weight.weight, weight.tier):
            continue
        table = tomlkit.table()
        table.add("weight", weight.weight)
        if weight.tier != 1 or known.get(weight.criterion, (0, 1))[1] != 1:
            table.add("tier", weight.tier)
        if weight.reason:
            table.add("reason", weight.reason)
        document.add(weight.criterion, table)
    for criterion in sorted(
        known.keys() - {weight.criterion for weight in profile.weights}
    ):  # of the base, and not of this
        document.add(criterion, tomlkit.item({"weight": 0}))
    rules = [rule for rule in profile.rules if base is None or rule not in base.rules]
    if rules:
        tables = tomlkit.aot()
        for rule in rules:
            tables.append(tomlkit.item(rule.plain()))
        document.add("rule", tables)
    return tomlkit.dumps(document)
