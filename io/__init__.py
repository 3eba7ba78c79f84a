"""Files: reading and writing everything outside the program.

In: registrations, results, settings, rating lists, files of other programs, and the tournament folder, all checked.
Out: the folder, its journal, published pages, tables, certificates, and files for other programs.
"""
