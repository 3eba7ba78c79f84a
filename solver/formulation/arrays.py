"""The types of arrays that the whole solver speaks in."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Floats in the search, whole numbers in a proof.
Numbers = NDArray[Any]
#: Which vertices, or which pairs.
Mask = NDArray[np.bool_]

EMPTY: Ints = np.zeros(0, dtype=np.int64)
