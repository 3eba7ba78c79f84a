"""The desk in a browser: a face that turns clicks into requests to `desk/` and renders their outcomes."""
