"""Numbers in Spanish."""

THOUSAND_SEPARATOR = "."
