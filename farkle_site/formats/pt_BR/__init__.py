"""Portuguese of Brazil."""
