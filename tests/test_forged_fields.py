"""Each field of a certificate in JSON has a forger: its forgery is refused, or named and not proven."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from mcmahon.desk.messages.proof_texts import verified_lines
from mcmahon.desk.rounds.draw.drawing import Drawn
from mcmahon.desk.rounds.proof.verify_proof import verify_file, write_certificate
from mcmahon.io.certificates import PlainParts, PlainProof
from mcmahon.io.folder.record_file import PlainForesight, PlainRound
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import RefusedError

from tests.test_certificates_forged_by_lot import drawn

Data = dict[str, Any]
PARTS = {"": (PlainParts,), "ahead": (PlainForesight,), "plan": (PlainRound,), "proofs": (PlainProof,)}


def fields() -> Iterator[str]:
    """The fields that a certificate has, by the program's own types: `seed`, `ahead.first`, `proofs.value`."""
    yield "format"
    for place, types in PARTS.items():
        for one in types:
            yield from (f"{place}.{field.name}".lstrip(".") for field in msgspec.structs.fields(one))


@pytest.fixture(scope="module")
def six() -> Drawn:
    """Round 2 of six players: two tiers, a rule over pairs, an odd set, a plan for three more rounds."""
    return drawn()[1]


def plus(name: str, more: Any) -> Callable[[Data], None]:
    return lambda data: data.update({name: data[name] + more})


def instead(**parts: Any) -> Callable[[Data], None]:
    return lambda data: data.update(parts)


def ahead(**parts: Any) -> Callable[[Data], None]:
    return lambda data: data["ahead"].update(parts)


def planned(**parts: Any) -> Callable[[Data], None]:
    return lambda data: data["ahead"]["plan"][0].update(parts)


def first_tier(name: str, more: Any) -> Callable[[Data], None]:
    """A number of the first tier, or each of a list, is greater by so much."""

    def change(data: Data) -> None:
        tier = data["proofs"][0]
        tier[name] = [one + more for one in tier[name]] if isinstance(tier[name], list) else tier[name] + more

    return change


def other_weight(data: Data) -> None:
    data["weights"]["mms_difference"] = 1


def exchanged(data: Data) -> None:
    (a, b), (c, d), *others = data["pairs"]
    data["pairs"] = [[a, c], [b, d], *others]


#: A forgery of each field, and what is said of it.
FORGERIES: dict[str, tuple[Callable[[Data], None], str]] = {
    "format": (instead(format="mcmahon certificate 4"), "expected the format"),
    "tournament": (instead(tournament="World Championship"), "tournament: World Championship in the certificate"),
    "round": (plus("round", 2), "it is for round 4"),
    "seed": (plus("seed", 1), "it does not belong to round 2"),
    "profile": (instead(profile="fair"), "profile: fair in the certificate"),
    "weights": (other_weight, "it does not belong to round 2"),
    "tiers": (instead(tiers={}), "it does not belong to round 2"),
    "criteria": (instead(criteria={"mms_difference": {"value": "0"}}), "mms_difference cannot be its name"),
    "rules": (instead(rules=[]), "it does not belong to round 2"),
    "force": (instead(force=[["a", "b"]]), "it does not belong to round 2"),
    "forbid": (instead(forbid=[["a", "c"]]), "it does not belong to round 2"),
    "bye": (instead(bye=["a"]), "refused"),
    "relaxed": (instead(relaxed=["repeats"]), "it does not belong to round 2"),
    "fingerprint": (instead(fingerprint="2:" + "0" * 64), "it does not belong to round 2"),
    "players": (lambda data: data["players"].reverse(), "it does not belong to round 2"),
    "pairs": (exchanged, "refused"),
    "rows": (instead(rows=[["often", ""]]), "its rows are not the rules over pairs"),
    "sets": (instead(sets=[[0, 1, 3]]), "refused"),
    "proofs": (lambda data: data["proofs"].pop(), "lottery: not part of the proof"),
    "ahead": (lambda data: data.pop("ahead"), "the certificate does not say so"),
    "ahead.outlook": (ahead(outlook="none"), "refused"),
    "ahead.first": (ahead(first=2), "refused"),
    "ahead.until": (ahead(until=4), "refused"),
    "ahead.last": (ahead(last=9), "it is about rounds 3 to 5 of 9"),
    "ahead.extra": (ahead(extra=7), "it names a price of 7"),
    "ahead.plan": (ahead(plan=[]), "refused"),
    "ahead.repeats": (ahead(repeats=[{"number": 3, "players": ["a", "b"]}]), "refused"),
    "ahead.relax": (ahead(relax=["repeats"]), "refused"),
    "plan.round": (planned(round=4), "refused"),
    "plan.pairs": (planned(pairs=[["a", "b"], ["c", "d"], ["e", "f"]]), "the plan is not legal"),
    "plan.byes": (planned(byes=["a"]), "the plan is not legal"),
    "proofs.name": (lambda data: data["proofs"][0].update(name="3"), "its tiers are 3, 2, tie"),
    "proofs.value": (first_tier("value", 1), "the pairing costs"),
    "proofs.scale": (first_tier("scale", 1), "gap 23,632"),
    "proofs.y": (first_tier("y", 1), "refused"),
    "proofs.w": (first_tier("w", 2), "refused"),
    "proofs.rows": (first_tier("rows", 1), "refused"),
    "proofs.levels": (lambda data: data["proofs"][1].update(levels=[1]), "refused"),
}


def test_every_field_of_a_certificate_has_a_forger() -> None:
    assert FORGERIES.keys() == set(fields())


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_field_is_refused_or_named(six: Drawn, tmp_path: Path, name: str) -> None:
    change, says = FORGERIES[name]
    file, state = tmp_path / "proof.json", in_memory(six.tournament, {2: six.record})
    write_certificate(six, file)
    data = json.loads(file.read_text(encoding="utf-8"))
    assert verify_file(file, state).proven
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")
    try:
        found = verify_file(file, state)
    except RefusedError as error:
        said = str(error)
    else:
        assert not found.proven
        said = "\n".join(verified_lines(found, six.tournament))
    assert says in said
