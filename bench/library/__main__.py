"""Computes the library's figures again: python -m mcmahon_bench.library [NAME …] [--most N] [--seconds S] [--write].

Every round is made from its recipe, measured, solved, and compared with the table; exit code 1 where a figure differs.
`--most` leaves out rounds of more players. `--write` writes what was found into the table: the least cost and the
greatest bound of rounds whose least cost is not known.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from mcmahon.io.files import write_file

from .table import FILE, better, described, disagreements, read_rounds, solved, table_text


def main(words: Sequence[str] | None = None) -> int:
    """Print a line for each round."""
    parser = argparse.ArgumentParser(prog="python -m mcmahon_bench.library", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(words)
    kept, differ = read_rounds(), 0
    for name in options.names or kept:
        if kept[name].players > options.most:
            continue
        begin = time.process_time()
        problem = kept[name].problem()
        found = solved(described(kept[name], problem), problem, options.seconds)
        wrong = disagreements(kept[name], found) if kept[name].checksum else ["new"]
        state = f"cost {found.cost}, bound {found.bound}, proven by {found.proven}"
        print(f"{name}: {state}; {time.process_time() - begin:.1f} s of processor time", flush=True)
        if options.write:
            kept[name] = better(kept[name], found)
            write_file(FILE, table_text(kept.values()).encode())
        elif wrong:
            differ += 1
            print("\n".join(f"  {line}" for line in wrong), flush=True)
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
