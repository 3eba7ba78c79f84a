"""Separation of blossom inequalities: odd sets S with x(δ(S)) < 1 in the current LP solution.

Heuristics come first. Their candidates are the connected components of the fractional pairs: as they are, united with
an active set, and in graphs where score groups or active sets are contracted to one vertex. If none of these is
violated, the exact separation decides (`odd_cuts.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask
from ..formulation.vertices import Vertices
from ..parameters import DEFAULTS, Parameters
from .odd_cuts import odd_cuts
from .solution import TOLERANCE

MIN_VIOLATION = 1e-5  # smaller violations are ignored


@dataclass(frozen=True, slots=True, eq=False)
class FractionalMatching:
    """A fractional perfect matching: values x of pairs a, b; those at each vertex sum to 1."""

    vertices: Vertices
    a: Ints
    b: Ints
    x: Floats

    def components_above(self, least: float) -> list[Mask]:
        """The connected components of the pairs with x > `least`, as masks over the vertices."""
        pairs = self.x > least
        return components(self.a[pairs], self.b[pairs], len(self.vertices))


def violated_sets(
    values: FractionalMatching, known: Sequence[Mask], active: Sequence[Mask], parameters: Parameters = DEFAULTS
) -> list[Mask]:
    """Odd sets S with x(δ(S)) < 1, none of them in `known`; `active` are the known sets with a nonzero dual."""
    fractional = (values.x > TOLERANCE) & (values.x < 1 - TOLERANCE)
    a, b = values.a[fractional], values.b[fractional]
    fractional_components = components(a, b, len(values.vertices))
    candidates = list(fractional_components)
    for mask in fractional_components:
        candidates += [mask | other for other in active if (mask & other).any() and (mask & ~other).any()]
    candidates += _contracted_components(values.vertices, a, b, active, parameters.contractions)
    found = _violated_among(values, candidates, known)
    for least in parameters.strong_pairs:
        if found:
            break
        found = _violated_among(values, values.components_above(least), known)
    if not found:
        sets = odd_cuts(a, b, values.x[fractional], len(values.vertices), parameters.exact_vertices)
        found = _violated_among(values, sets, known)
    return found


def _contracted_components(
    vertices: Vertices, a: Ints, b: Ints, active: Sequence[Mask], contractions: int
) -> list[Mask]:
    """Components of the fractional pairs after contracting the score groups, then more and more active sets.

    Active sets are contracted from the smallest up, in `contractions` steps.
    """
    players, size = len(vertices.who), len(vertices)
    group = np.arange(size, dtype=np.int64)
    group[:players] = vertices.group_of
    group[players:] = size - 1
    labels = [group]
    label = np.arange(size, dtype=np.int64)
    active = sorted(active, key=lambda mask: int(mask.sum()))
    steps = {len(active) * k // contractions for k in range(1, contractions + 1)}
    for k, mask in enumerate(active, 1):
        label[mask] = size + k
        if k in steps:
            labels.append(label.copy())
    found = []
    for label in labels:
        one, other = label[a], label[b]
        between = one != other
        found += [part[label] for part in components(one[between], other[between], size + len(active) + 1)]
    return found


def _violated_among(values: FractionalMatching, candidates: Iterable[Mask], known: Iterable[Mask]) -> list[Mask]:
    """The violated candidates that are not known: of odd size, x inside above (|S| - 1)/2.

    A candidate that contains the bye is replaced by its complement.
    """
    players, size = len(values.vertices.who), len(values.vertices)
    used = np.flatnonzero(values.x > TOLERANCE)
    a, b, value = values.a[used], values.b[used], values.x[used]
    found: dict[bytes, Mask] = {}
    for mask in candidates:
        count = int(mask.sum())
        if size > players and mask[players]:
            mask, count = ~mask, size - count
        if count % 2 == 1 and count >= 3 and value[mask[a] & mask[b]].sum() > (count - 1) / 2 + MIN_VIOLATION:
            found[mask.tobytes()] = mask
    seen = {mask.tobytes() for mask in known}
    return [mask for key, mask in found.items() if key not in seen]


def components(a: Ints, b: Ints, size: int) -> list[Mask]:
    """The connected components of the graph with edges a, b, as masks over `size` vertices; no isolated vertices."""
    parent = {int(v): int(v) for v in np.concatenate([a, b])}

    def root(v: int) -> int:
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    for u, v in zip(a.tolist(), b.tolist(), strict=True):
        parent[root(u)] = root(v)
    members: dict[int, list[int]] = {}
    for v in parent:
        members.setdefault(root(v), []).append(v)
    masks = []
    for vertices in members.values():
        mask = np.zeros(size, dtype=bool)
        mask[vertices] = True
        masks.append(mask)
    return masks
