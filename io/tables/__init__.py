"""Tables that people send and our own: texts decoded, rows with their lines, cells with what is wrong in them."""
