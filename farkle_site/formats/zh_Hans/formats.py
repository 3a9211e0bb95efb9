"""Numbers in Chinese."""

THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
