"""Separation of blossom inequalities: odd sets S with x(δ(S)) < 1 in the current LP solution.

The connected components of the fractional pairs come first, as they are and united with an active set. If none of them
is violated, the exact separation decides (`odd_cuts.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask
from ..formulation.vertices import Vertices
from ..parameters import DEFAULTS, Parameters
from .odd_cuts import components, odd_cuts
from .solution import TOLERANCE

MIN_VIOLATION = 1e-5  # smaller violations are ignored


@dataclass(frozen=True, slots=True, eq=False)
class FractionalMatching:
    """A fractional perfect matching: values x of pairs a, b; those at each vertex sum to 1."""

    vertices: Vertices
    a: Ints
    b: Ints
    x: Floats


def violated_sets(
    values: FractionalMatching, known: Sequence[Mask], active: Sequence[Mask], parameters: Parameters = DEFAULTS
) -> list[Mask]:
    """Odd sets S with x(δ(S)) < 1, none of them in `known`; `active` are the known sets with a nonzero dual."""
    fractional, size = (values.x > TOLERANCE) & (values.x < 1 - TOLERANCE), len(values.vertices)
    a, b = values.a[fractional], values.b[fractional]
    candidates = list(components(a, b, size))
    for mask in [*candidates]:
        candidates += [mask | other for other in active if (mask & other).any() and (mask & ~other).any()]
    exact = odd_cuts(a, b, values.x[fractional], size, parameters.exact_vertices)
    return _violated_among(values, candidates, known) or _violated_among(values, exact, known)


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
