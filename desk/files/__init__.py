"""What leaves a tournament as files: pages, tables, formats of other programs, copies."""
