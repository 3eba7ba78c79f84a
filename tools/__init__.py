"""The documentation. `docs/reference` has the code, too, that makes its pages."""
