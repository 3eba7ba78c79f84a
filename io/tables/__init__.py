"""Tables that people send and our own: texts decoded, rows with their lines, cells with what is wrong in them."""

from .decode import decode, decode_and_tell, decode_by_line, numbered_lines
from .records import (
    LARGEST,
    MOST_LINES,
    MOST_ROWS,
    Row,
    Table,
    check_size,
    clean,
    harmless,
    parse_table,
    plain_title,
    read_table,
    write_table,
)

__all__ = [
    "LARGEST", "MOST_LINES", "MOST_ROWS", "Row", "Table", "check_size", "clean", "decode", "decode_and_tell",
    "decode_by_line", "harmless", "numbered_lines", "parse_table", "plain_title", "read_table", "write_table",
]  # fmt: skip
