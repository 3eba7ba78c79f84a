"""How long proven rounds take: `python -m mcmahon_bench.speed`."""

from .rounds import main

if __name__ == "__main__":
    main()
