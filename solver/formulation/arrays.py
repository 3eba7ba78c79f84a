"""The array types used throughout the solver."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: To choose pairs by: half the memory, and partitioned in a fifth of the time.
Singles = NDArray[np.float32]
#: Floats in the relaxation, whole numbers (int64) in a proof.
Numbers = NDArray[Any]
#: A set of vertices or of pairs, as flags.
Mask = NDArray[np.bool_]

EMPTY: Ints = np.zeros(0, dtype=np.int64)
