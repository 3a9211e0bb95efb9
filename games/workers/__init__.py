"""Worker processes, and the fair queue for their work."""
