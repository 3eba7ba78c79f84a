"""Many simulations side by side: the grid, the table of results, figures, plots and the report."""
