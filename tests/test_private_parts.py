"""Parts of other packages that they do not publish: the product uses those named here, and no other."""

from __future__ import annotations

import ast
import asyncio
import inspect
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import h11
import uvicorn
from mcmahon.web.server import header_timeout_protocol
from uvicorn.server import ServerState

ROOT = Path(__file__).parents[1]
ROOMS = ("model", "solver", "io", "desk", "web", "api", "cli")
#: Modules below what a package publishes; what is used of OR-Tools' is in tests/solver/test_ortools.py.
UNPUBLISHED = {"solver/lp/glop.py: ortools.math_opt.core.python", "web/server.py: uvicorn.protocols.http.h11_impl"}
PUBLISHED = {"_replace", "_exit", "_value_"}  # of named tuples, `os` and `enum`: documented in spite of their names
PRIVATE = {"__main__.py": {"_run_exitfuncs"}}  # of `atexit`


def product() -> list[Path]:
    return [*ROOT.glob("*.py"), *(path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))]


def test_no_private_attribute_of_another_object_is_used() -> None:
    """A name that begins with `_` stands after `self`, or in the file that has defined it."""
    for path in product():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = {
            node.attr: node.lineno
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and not node.attr.startswith("__")
            and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
        }
        own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        own |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_of_self(node)}
        name = path.relative_to(ROOT).as_posix()
        assert used.keys() - own - PUBLISHED == PRIVATE.get(name, set()), name


def _is_of_self(node: ast.Attribute) -> bool:
    """Whether an attribute of `self` is set."""
    return isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self"


def test_no_private_module_of_another_package_is_imported() -> None:
    found = set()
    for path in product():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module or "" if isinstance(node, ast.ImportFrom) and not node.level else ""
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            private = [name for name in (*module.split("."), *names) if name.startswith("_") and name[:2] != "__"]
            own = isinstance(node, ast.ImportFrom) and node.level
            assert own or not private, f"{path.relative_to(ROOT)}: {private}"
            if module.startswith(("uvicorn.protocols", "ortools.math_opt.core", "click")):
                found.add(f"{path.relative_to(ROOT).as_posix()}: {module}")
    assert found == UNPUBLISHED


def test_atexit_has_the_part_by_which_a_command_ends_without_taking_python_apart() -> None:
    """`_run_exitfuncs` calls what was registered, the last first, and once."""
    program = "import atexit\nfor k in 1, 2: atexit.register(print, k)\natexit._run_exitfuncs(); print('end')\n"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["2", "1", "end"]


def test_uvicorn_has_the_parts_by_which_a_connection_without_a_header_is_closed() -> None:
    """`conn`, its h11.Connection, and `handle_events`, called for each request: both of H11Protocol, undocumented."""

    async def run() -> None:
        kind = header_timeout_protocol()
        config = uvicorn.Config(Mock(), http=kind, log_config=None, lifespan="off")
        config.load()
        protocol, transport = kind(config, ServerState(), {}), Mock()
        transport.get_extra_info.return_value = None
        protocol.connection_made(transport)
        assert isinstance(protocol.conn, h11.Connection), f"uvicorn {uvicorn.__version__}"
        protocol.data_received(b"GET / HTTP/1.1\r\n")
        assert protocol.conn.our_state is h11.IDLE
        protocol.data_received(b"transfer-encoding: chunked\r\n")
        assert transport.write.call_args.args[0].startswith(b"HTTP/1.1 411"), f"uvicorn {uvicorn.__version__}"
        assert transport.close.called

    asyncio.run(run())


def test_uvicorn_calls_what_the_server_does_first_and_last() -> None:
    """`startup` and `shutdown` of its Server, undocumented: open streams end before it waits for connections."""
    for step in (uvicorn.Server.startup, uvicorn.Server.shutdown):
        assert inspect.iscoroutinefunction(step), f"uvicorn {uvicorn.__version__}"
        assert [*inspect.signature(step).parameters] == ["self", "sockets"]
