"""The templates and the style of the published pages."""
