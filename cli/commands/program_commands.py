"""Commands for other programs: engine, model."""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option, Typer

from ...desk.questions.model_for_solvers import ExportModel, export_model, write_model
from ..common import ask, echo, echo_error, echo_json
from ..request_options import Dir, example, takes

if TYPE_CHECKING:
    from ...web.processes.engine_pool import Pool

commands = Typer()


@commands.command(epilog=example("engine --workers 4", "engine --schema"))
def engine(
    workers: Annotated[
        int, Option(metavar="N", min=0, max=256, help="Rounds drawn side by side; 0: one for each core.")
    ] = 0,
    players: Annotated[
        int, Option(metavar="N", min=1, max=100_000, help="Refuse a request with more players.")
    ] = 20_000,
    seconds: Annotated[
        float, Option(metavar="SECONDS", min=0.1, help="End a request without an answer after this time.")
    ] = 600.0,
    memory: Annotated[
        float, Option(metavar="GB", min=0.1, help="End a request whose process holds more memory.")
    ] = 4.0,
    schema: Annotated[bool, Option("--schema", help="Print the JSON schema of requests and answers instead.")] = False,
) -> None:
    """Draw rounds for another program: a request in JSON a line in, an answer in JSON a line out.

    Answers come as they are found; each has the id of its request. Ends when the input ends.
    """
    from ...desk import engine_lines as lines
    from ...web.processes.engine_pool import Pool
    from ...web.processes.workers import Limits

    if schema:
        echo_json(lines.schema())
        return
    pool = Pool(workers or _cores(), _say, players, Limits(seconds, memory))
    _end_at_ctrl_c(pool)
    _take_lines(pool)
    pool.finish()


def _cores() -> int:
    """The cores that this process may use, which in a container are not all of the machine."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _say(answer: bytes) -> None:
    """Write an answer; where nobody reads any more, there is nothing left to do. One that is lost is an error."""
    try:
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno in (errno.EPIPE, errno.EINVAL):  # EINVAL on Windows
            os._exit(0)
        echo_error(f"cannot write the output: {error.strerror}")
        os._exit(3)


def _take_lines(pool: Pool) -> None:
    """Hand every line of standard input on; a blank one asks nothing."""
    from ...web.processes.engine_pool import LARGEST_LINE

    with open(sys.stdin.fileno(), "rb", closefd=False) as lines:
        number = 0
        while line := lines.readline(LARGEST_LINE + 1):
            number += 1
            if len(line) > LARGEST_LINE:
                pool.refuse(f"a line of more than {LARGEST_LINE // 2**20} MiB", number)
                while line and not line.endswith(b"\n"):
                    line = lines.readline(LARGEST_LINE)
            elif line.strip():
                pool.take(line, number)


def _end_at_ctrl_c(pool: Pool) -> None:
    """Ctrl-C ends the process at once, between two answers; its workers end with it."""

    def end(*_: Any) -> None:
        pool.speaking.acquire(timeout=1)
        os._exit(130)

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, end)


@commands.command(epilog=example("model spring round4.mps", "model spring round2.lp --round 2"))
@takes("questions.model_for_solvers:ExportModel")
def model(path: Dir, asked: ExportModel) -> None:
    """Write a round as a model for other solvers, with the cost of one tier.

    No hard rule is relaxed, and the lottery is left out.
    """
    found = ask(path, lambda state: export_model(state, asked), "writing the model …").value
    write_model(found, asked.file)
    of = f"tier {found.tier} of {', '.join(map(str, found.tiers))}" if len(found.tiers) > 1 else f"tier {found.tier}"
    size = f"{found.variables:,} variables, {found.rows:,} rows"
    echo(f"{asked.file}: round {found.number}, {found.players} players, {of}; {size}")
