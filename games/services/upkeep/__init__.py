"""The daily upkeep: deleting, archiving, and the record of its runs."""
