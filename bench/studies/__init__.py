"""Questions of researchers, answered by simulation: a module a study, and the page, table and plot that it writes."""
