"""Jobs on a Dask cluster: each result once, whatever workers come, go or are killed meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from mcmahon.model.errors import InputError

Job = TypeVar("Job")
Result = TypeVar("Result")

#: Sending a task takes some milliseconds here, as long as a small job: of more than several jobs a task is a few.
SEVERAL, MOST_AT_ONCE = 1000, 20


def on_cluster(address: str, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[Result]:
    """The results as they come, from all workers of the scheduler at this address, also those that join later.

    What a killed worker was doing, another one does again. Raises InputError when there is no scheduler, when it stops,
    or when one worker after the other dies with the same job.
    """
    try:
        from distributed import Client, KilledWorker, as_completed
    except ImportError:
        hint = "in a clone of the project: pip install './bench[dask]'"
        raise InputError(f"a Dask cluster needs the library distributed: {hint}") from None
    try:
        client = Client(address)
    except (OSError, ValueError) as error:
        expected = "expected the address of a scheduler that is running, such as tcp://127.0.0.1:8786"
        raise InputError(f"no Dask cluster at {address}: {error}; {expected}") from None
    size = min(1 + len(jobs) // SEVERAL, MOST_AT_ONCE)
    tasks = [jobs[k : k + size] for k in range(0, len(jobs), size)]
    with client:
        try:
            for future, results in as_completed(client.map(partial(_each, work), tasks, pure=False), with_results=True):
                if future.cancelled():  # its result is an exception that is not raised
                    raise InputError(f"the Dask scheduler at {address} has stopped; resume the rows")
                yield from results
        except KilledWorker as error:
            raise InputError(f"one worker after the other was killed; resume the rows: {error}") from None


def _each(work: Callable[[Job], Result], jobs: Sequence[Job]) -> list[Result]:
    return [work(job) for job in jobs]
