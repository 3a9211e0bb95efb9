"""The daily upkeep: what is deleted, what is archived, and when."""
