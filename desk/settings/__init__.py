"""The settings of a tournament: changed, as a form, as a preset, and weight profiles of one's own."""
