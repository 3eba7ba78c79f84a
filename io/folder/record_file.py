"""`rounds/2.json`, how a round was drawn: the types are its schema; the ledger is read only if it is needed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from ...model.errors import InputError, Problem
from ...model.last_few import LastFew
from ...model.pairing.criteria import CRITERIA, CostsTable, Criterion, own_criterion, plain_criterion
from ...model.pairing.profile import GREATEST_TIER, GREATEST_WEIGHT, Profile, Weight
from ...model.pairing.standing_locks import Locks
from ...model.plan.plan import Foresight, Outlook, Plan, PlannedRound, Repeat
from ...model.records.ledger import DrawnBoard, Entrant, Ledger
from ...model.records.state import Record
from ...model.tournament.games import Allowed, Round
from ..settings.profiles import MOST_OWN, known_version
from ..typed import PlainRule, converted, decoded

_NAMES = {kind: frozenset(f.name for f in fields(kind)) for kind in (Ledger, Entrant, DrawnBoard)}
EXPECTED = "the file as the draw wrote it: restore it with undo, or delete it (the round stays)"

Cost = Annotated[int, msgspec.Meta(ge=0)]
WeightSize = Annotated[int, msgspec.Meta(ge=0, le=GREATEST_WEIGHT)]
TierNumber = Annotated[int, msgspec.Meta(ge=1, le=GREATEST_TIER)]
Seed = Annotated[int, msgspec.Meta(ge=0)]
Ids = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]


class PlainCriterion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A criterion of one's own: its formulas, the number of an empty cell, and its table of costs by players."""

    value: str
    bye: str = "0"
    blank: int | None = None
    players: Ids = ()
    costs: tuple[tuple[int, ...], ...] = ()

    def named(self, name: str) -> Criterion:
        """The criterion. Raises ValueError."""
        costs = CostsTable(self.players, self.costs) if self.players or self.costs else None
        return own_criterion(name, self.value, self.bye, blank=self.blank, costs=costs)


class DrawnBy(msgspec.Struct, frozen=True, kw_only=True):
    """Profile and locks, as a record and a certificate have them among other things."""

    profile: str
    weights: dict[str, WeightSize]
    tiers: dict[str, TierNumber] = {}
    criteria: dict[str, PlainCriterion] = {}
    rules: tuple[PlainRule, ...] = ()
    force: Pairs
    forbid: Pairs
    bye: Ids

    def __post_init__(self) -> None:
        if len(self.criteria) > MOST_OWN:
            raise ValueError(f"{len(self.criteria):,} criteria of its own, at most {MOST_OWN}")
        unknown = sorted({*self.weights, *self.tiers}.difference(CRITERIA, self.criteria)) or sorted(
            self.criteria.keys() - self.weights.keys()
        )
        if unknown:
            raise ValueError(f"unknown criterion {unknown[0]}")
        for name in self.criteria:
            self.own(name)

    def own(self, name: str) -> Criterion | None:
        """A criterion of one's own by name; None for one of the program. Raises ValueError."""
        plain = self.criteria.get(name)
        return plain.named(name) if plain else None

    def terms(self) -> tuple[Profile, Locks]:
        """The profile and the locks."""
        weights = tuple(
            Weight(name, size, tier=self.tiers.get(name, 1), own=self.own(name)) for name, size in self.weights.items()
        )
        profile = Profile(self.profile, "", weights, tuple(plain.rule for plain in self.rules))
        return profile, Locks(self.force, self.forbid, self.bye)


def terms_data(profile: Profile, locks: Locks) -> dict[str, Any]:
    """The same as plain data; of the tiers those other than 1."""
    own = {one.name: plain_criterion(one) for one in profile.own_criteria}
    return {
        "profile": profile.name,
        "weights": {w.criterion: w.weight for w in profile.weights},
        "tiers": {w.criterion: w.tier for w in profile.weights if w.tier != 1},
        **({"criteria": own} if own else {}),
        "rules": [rule.as_once() for rule in profile.rules],
        **{name: list(map(list, getattr(locks, name))) for name in ("force", "forbid")},
        "bye": list(locks.bye),
    }


class PlainRound(msgspec.Struct, frozen=True):
    """A round of a plan."""

    round: int
    pairs: Pairs
    byes: Ids = ()


class PlainForesight(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which later rounds a draw has kept possible, as a record and a certificate have it."""

    outlook: Outlook
    first: int
    until: int
    last: int
    extra: int = 0
    plan: tuple[PlainRound, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    relax: Ids = ()

    def as_foresight(self) -> Foresight:
        """The foresight. Raises ValueError."""
        plan = Plan(tuple(PlannedRound(one.round, one.pairs, one.byes) for one in self.plan))
        return Foresight(**msgspec.structs.asdict(self) | {"plan": plan})


def foresight_data(foresight: Foresight) -> dict[str, Any]:
    """A foresight as plain data under `ahead`; nothing where none was asked for."""
    if foresight.outlook is Outlook.NOTHING:
        return {}
    given = {name: getattr(foresight, name) for name in PlainForesight.__struct_fields__}
    given["plan"] = tuple(PlainRound(one.number, one.pairs, one.byes) for one in foresight.plan.rounds)
    return {"ahead": msgspec.json.decode(msgspec.json.encode(PlainForesight(**given)))}


class _RecordFile(DrawnBy, frozen=True, kw_only=True):
    """The whole file but for the ledger; fields that a `Record` has, too, are called and written as there."""

    version: str
    status: str
    cost: Cost
    bound: int
    costs: dict[str, Cost]
    relaxed: tuple[str, ...]
    seed: Seed | None = None
    ahead: PlainForesight | None = None
    engine: Literal["matching", "cp-sat"] = "matching"


_SHARED = [name for name in _RecordFile.__struct_fields__ if name in {f.name for f in fields(Record)} - {"profile"}]


class RoundSaid(NamedTuple):
    """What a file says of a round beside its draw: whether it is a draft, what is allowed, whether it is in hand."""

    draft: bool
    allowed: tuple[Allowed, ...] = ()
    hand_pairing: bool = False

    @classmethod
    def of(cls, drawn: Round) -> RoundSaid:
        """What is to be said of a round."""
        return cls(drawn.draft, drawn.allowed, drawn.hand_pairing)


class _Parts(msgspec.Struct, frozen=True):
    """What is read first. A file without weights belongs to a round that was not drawn; the ledger stays unread."""

    draft: bool
    allowed: tuple[Allowed, ...] = ()
    hand_pairing: bool = False
    weights: msgspec.Raw = msgspec.Raw()
    ledger: msgspec.Raw = msgspec.Raw()


class _WithLedger(msgspec.Struct, frozen=True):
    ledger: Ledger


_ledgers: LastFew[Ledger] = LastFew(16)


@dataclass(frozen=True, slots=True, eq=False)
class LedgerText:
    """The ledger in a file, unread. It is equal to a ledger that would be written so."""

    text: str
    file: str

    def __eq__(self, other: object) -> bool:
        text = other.text if isinstance(other, LedgerText) else isinstance(other, Ledger) and _ledger_text(other)
        return self.text == text

    def __hash__(self) -> int:
        return hash(self.text)

    def read(self) -> Ledger:
        """The ledger. Raises InputError where it is damaged."""
        return _ledgers.get((self.text, self.file), self._read)

    def _read(self) -> Ledger:
        try:
            data = {"ledger": msgspec.json.decode(self.text)}
            ledger = converted(data, _WithLedger).ledger
            for unknown in _unknown_names(data["ledger"]):
                raise ValueError(f"unknown {unknown}")
        except (ValueError, msgspec.DecodeError, RecursionError) as error:
            problem = Problem(f"the ledger of the draw is damaged: {error}", self.file, expected=EXPECTED)
            raise InputError([problem]) from error
        return ledger


def _unknown_names(ledger: dict[str, Any]) -> Iterator[str]:
    """The names in an otherwise sound ledger that no version of the program writes."""
    yield from (f"$.ledger.{name}" for name in ledger.keys() - _NAMES[Ledger])
    for pid, entrant in ledger["entrants"].items():
        yield from (f"$.ledger.entrants[{json.dumps(pid)}].{name}" for name in entrant.keys() - _NAMES[Entrant])
    for k, board in enumerate(ledger["boards"]):
        yield from (f"$.ledger.boards[{k}].{name}" for name in board.keys() - _NAMES[DrawnBoard])


def parse_record(text: str, file: str) -> tuple[Record | None, RoundSaid]:
    """The record of a round, and what the file says of it beside. Raises InputError."""
    try:
        parts = decoded(text, _Parts)
        if parts.hand_pairing and not parts.draft:
            raise ValueError("a round that is published cannot be in hand")
        said = RoundSaid(parts.draft, parts.allowed, parts.hand_pairing)
        if not bytes(parts.weights):
            return None, said
        found = decoded(text, _RecordFile)
        foresight = found.ahead.as_foresight() if found.ahead else Foresight()
    except (ValueError, RecursionError) as error:
        raise InputError([Problem(f"not a valid record of a draw: {error}", file, expected=EXPECTED)]) from error
    ledger, (profile, locks) = bytes(parts.ledger).decode(), found.terms()
    record = Record(
        replace(profile, name=known_version(profile)[0]),
        locks,
        kept=LedgerText(ledger, file) if ledger else None,
        foresight=foresight,
        **{name: getattr(found, name) for name in _SHARED},
    )
    return record, said


def record_text(record: Record | None, draft: bool, allowed: Sequence[Allowed] = (), hand_pairing: bool = False) -> str:
    """The JSON beside a round, which `parse_record` reads back."""
    data: dict[str, Any] = {"draft": draft} | ({"allowed": list(allowed)} if allowed else {})
    data |= {"hand_pairing": True} if hand_pairing else {}
    if record is not None:
        data |= {name: getattr(record, name) for name in ("version", "status", "cost", "bound", "costs")}
        data |= terms_data(record.profile, record.locks) | {"relaxed": record.relaxed}
        data |= {} if record.seed is None else {"seed": record.seed}
        data |= {} if record.engine == "matching" else {"engine": record.engine}
        data |= foresight_data(record.foresight)
        version = known_version(record.profile)[1]  # for other readers: it follows from the name and the weights
        data |= {"profile_version": version} if version else {}
    text, ledger = _json(data, indent=1), _kept_text(record)
    if ledger:
        text = text.removesuffix("\n}") + f',\n "ledger": {ledger}\n}}'
    return text + "\n"


def _json(value: Any, indent: int = 0) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=indent).decode()


def _kept_text(record: Record | None) -> str:
    """The text of a record's ledger in the file; empty where none was kept."""
    kept = record.kept if record else None
    if isinstance(kept, LedgerText):
        return kept.text
    return _ledger_text(kept) if isinstance(kept, Ledger) else ""


def _ledger_text(ledger: Ledger) -> str:
    """The ledger as JSON, a line an entrant and a line a board; of these what is empty, 0 or false is left out."""
    # `steps` is left out where a point is one step, as in ledgers of old
    plain = {f.name: getattr(ledger, f.name) for f in fields(ledger) if f.name != "steps" or ledger.steps > 1}
    entrants = [f"   {_json(pid)}: {_line(entrant)}" for pid, entrant in plain.pop("entrants").items()]
    boards = [f"   {_line(board)}" for board in plain.pop("boards")]
    parts = [f"  {_json(name)}: {_json(value)}" for name, value in plain.items()]
    parts.append('  "entrants": {\n' + ",\n".join(entrants) + "\n  }")
    parts.append('  "boards": [\n' + ",\n".join(boards) + "\n  ]")
    return "{\n" + ",\n".join(parts) + "\n }"


def _line(thing: Entrant | DrawnBoard) -> str:
    values = ((f.name, getattr(thing, f.name)) for f in fields(thing))
    return _json({name: value for name, value in values if value})
